"""The data of the package is rebuilt from upstream's files by one command."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from heliostat.schemas import products
from heliostat.schemas.catalogue import Catalogue
from heliostat.schemas.compile import main
from tests.schemas.digests import bare
from tests.schemas.widget import widget_crd, write


def test_a_products_crds_become_its_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is named after the minor version, and says the exact one."""
    monkeypatch.setattr(products, "_DATA", tmp_path)
    done = CliRunner().invoke(main, ["kueue", "0.19.7", str(write(tmp_path / "crd.yaml", widget_crd()))], catch_exceptions=False)
    made = Catalogue.from_file(tmp_path / "kueue-0.19.json")

    assert done.output == f"{tmp_path}/kueue-0.19.json: {(tmp_path / 'kueue-0.19.json').stat().st_size} bytes\n"
    assert (made.source, made.version, made.crd("widgets.example.com")) == ("Kueue 0.19", "0.19.7", bare(widget_crd()))


def test_a_file_that_is_not_usable_is_wrong_usage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is written, and the reason is told."""
    monkeypatch.setattr(products, "_DATA", tmp_path)
    done = CliRunner().invoke(main, ["kubernetes", "1.35.4", str(tmp_path / "missing.json")])

    assert (done.exit_code, list(tmp_path.iterdir())) == (2, [])
    assert f"Error: {tmp_path}/missing.json cannot be read: No such file or directory" in done.output
