"""A project's own CRDs are kept in its folder, one file for each API group."""

from __future__ import annotations

from pathlib import Path

import pytest

from heliostat.manifests.errors import ConfigurationError, FailedError
from heliostat.schemas.catalogue import Catalogue
from heliostat.schemas.project import ImportedGroup, import_crds
from tests.schemas.digests import bare
from tests.schemas.widget import widget_crd, write


def test_imported_crds_are_kept_by_group(tmp_path: Path) -> None:
    """Each group has its file, which holds the CRDs as they were, descriptions aside."""
    file = write(tmp_path / "crds.yaml", widget_crd(), widget_crd("Gadget"), widget_crd(group="example.org"))
    folder = tmp_path / "environments" / "_schemas"

    assert import_crds([file], folder) == [
        ImportedGroup(folder / "example.com.json", ("Gadget (v1, v1alpha1)", "Widget (v1, v1alpha1)"), changed=True),
        ImportedGroup(folder / "example.org.json", ("Widget (v1, v1alpha1)",), changed=True),
    ]
    kept = Catalogue.from_file(folder / "example.com.json")
    assert {name: kept.crd(name) for name in kept.crds} == {
        "gadgets.example.com": bare(widget_crd("Gadget")),
        "widgets.example.com": bare(widget_crd()),
    }
    assert sorted(path.name for path in folder.iterdir()) == ["example.com.json", "example.org.json"]


def test_importing_again_changes_nothing(tmp_path: Path) -> None:
    """The same CRDs give the same bytes, together or one after the other, in any order."""
    widget = write(tmp_path / "widget.yaml", widget_crd())
    gadget = write(tmp_path / "gadget.yaml", widget_crd("Gadget"))
    together, apart = tmp_path / "together", tmp_path / "apart"
    import_crds([widget, gadget], together)
    for files in ([gadget], [widget]):
        import_crds(files, apart)

    assert (together / "example.com.json").read_bytes() == (apart / "example.com.json").read_bytes()
    assert [group.changed for group in import_crds([gadget, widget], together)] == [False]


def test_a_newer_crd_takes_the_place_of_the_older(tmp_path: Path) -> None:
    """What was imported under one name before is replaced, and its neighbours stay."""
    newer = widget_crd()
    del newer["spec"]["versions"][1:]
    import_crds([write(tmp_path / "old.yaml", widget_crd(), widget_crd("Gadget"))], tmp_path)
    import_crds([write(tmp_path / "new.yaml", newer)], tmp_path)
    kept = Catalogue.from_file(tmp_path / "example.com.json")

    assert sorted(kept.served) == [
        ("example.com/v1", "Gadget"),
        ("example.com/v1", "Widget"),
        ("example.com/v1alpha1", "Gadget"),
    ]


def test_all_files_that_are_not_usable_are_told_and_nothing_is_written(tmp_path: Path) -> None:
    """One message for each of them."""
    right = write(tmp_path / "right.yaml", widget_crd())
    other = write(tmp_path / "other.yaml", {"kind": "ConfigMap"})
    folder = tmp_path / "_schemas"

    with pytest.raises(ConfigurationError) as refused:
        import_crds([right, other, tmp_path / "missing.yaml"], folder)
    assert str(refused.value).splitlines() == [
        f"{other} holds no CustomResourceDefinition",
        f"{tmp_path}/missing.yaml cannot be read: No such file or directory",
    ]
    assert not folder.exists()


def test_a_schema_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    """A regular expression that is none is found at import, not at some later render."""
    crd = widget_crd()
    crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]["colour"]["pattern"] = "(?<x"

    with pytest.raises(ConfigurationError) as refused:
        import_crds([write(tmp_path / "crd.yaml", crd)], tmp_path / "_schemas")
    assert str(refused.value) == 'the schema of example.com/v1 Widget is not usable: "(?<x" is not a "regex"'


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """A file where the folder should be."""
    (tmp_path / "_schemas").write_text("", encoding="utf-8")

    with pytest.raises(FailedError) as refused:
        import_crds([write(tmp_path / "crd.yaml", widget_crd())], tmp_path / "_schemas")
    assert str(refused.value) == f"{tmp_path}/_schemas/example.com.json cannot be written: File exists"


@pytest.mark.parametrize("folder", ["x" * 300, "x" * 300 + "/below"])
def test_a_folder_that_no_disk_takes_is_told(tmp_path: Path, folder: str) -> None:
    """What the disk says of the name is the message."""
    with pytest.raises(FailedError) as refused:
        import_crds([write(tmp_path / "crd.yaml", widget_crd())], tmp_path / folder)
    assert refused.value.message == f"{tmp_path}/{folder}/example.com.json cannot be written: File name too long"
    assert refused.value.hint == "choose a shorter name"


def test_a_disk_that_is_full_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue that cannot be written as a whole is not begun."""
    folder = tmp_path / "_schemas"
    import_crds([write(tmp_path / "crd.yaml", widget_crd())], folder)
    before = (folder / "example.com.json").read_text(encoding="utf-8")
    write_text = Path.write_text

    def fail(path: Path, text: str, encoding: str) -> int:
        write_text(path, text[:100], encoding)
        raise OSError(28, "No space left on device", str(path))

    newer = write(tmp_path / "newer.yaml", widget_crd("Gadget"))
    monkeypatch.setattr(Path, "write_text", fail)

    with pytest.raises(FailedError) as refused:
        import_crds([newer], folder)
    assert refused.value.message == f"{folder}/example.com.json cannot be written: No space left on device"
    assert refused.value.hint == "make room on that disk"
    assert [(file.name, file.read_text(encoding="utf-8")) for file in folder.iterdir()] == [("example.com.json", before)]
