"""The data that Heliostat brings is upstream's, descriptions aside."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from heliostat.schemas.catalogue import Catalogue
from heliostat.schemas.compiled import compile_documents
from heliostat.schemas.products import BUILT_IN_KINDS, UNTARGETED, data_file
from heliostat.schemas.store import schema_of
from heliostat.schemas.targets import SUPPORTED, Targets
from tests.schemas.digests import TABLE, digest

VERSIONS = {**SUPPORTED, **{product: (version,) for product, version in UNTARGETED.items()}}
FILES = {file.stem: file for product, versions in VERSIONS.items() for version in versions for file in [data_file(product, version)]}
DIGESTS = json.loads(TABLE.read_text(encoding="utf-8"))


def test_every_supported_version_has_its_file_and_no_other_has_one() -> None:
    """What `Targets` accepts is what there is data for, with one version of what it has no field for."""
    there = {file.stem: file for file in Path(data_file("kueue", "0.19")).parent.iterdir()}

    assert there == FILES


@pytest.mark.parametrize("name", sorted(DIGESTS))
def test_unfolded_crds_have_the_digests_of_upstreams_crds(name: str) -> None:
    """Nothing but descriptions was lost: the digests were taken from upstream's files by other code."""
    catalogue = Catalogue.from_file(FILES[name])

    assert {crd: digest(catalogue.crd(crd)) for crd in catalogue.crds} == DIGESTS[name]


@pytest.mark.parametrize("name", sorted(DIGESTS))
def test_importing_what_was_imported_changes_nothing(name: str) -> None:
    """Equal CRDs give equal bytes, in whatever order they come, and no description is left in them."""
    catalogue = Catalogue.from_file(FILES[name])
    again = Catalogue.of_crds(catalogue.source, [catalogue.crd(crd) for crd in reversed(list(catalogue.crds))], version=catalogue.version)

    assert again.to_text() == FILES[name].read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(FILES))
def test_every_schema_compiles_and_knows_metadata(name: str) -> None:
    """Each kind of each file has a validator that takes an object of nothing but a name and refuses a field that is none."""
    catalogue = Catalogue.from_file(FILES[name])
    for api_version, kind in catalogue.served:
        document = {**schema_of(catalogue, api_version, kind, Targets()).document, "required": []}
        [compiled] = compile_documents([document])

        assert compiled.accepts({"apiVersion": api_version, "kind": kind, "metadata": {"name": "x", "labels": {"a": "b"}}})
        assert not compiled.accepts({"apiVersion": api_version, "kind": kind, "metadata": {"name": "x", "label": {}}})


@pytest.mark.parametrize("version", SUPPORTED["kubernetes"])
def test_every_built_in_kind_is_known(version: str) -> None:
    """The Kubernetes files hold the kinds that they were asked for."""
    assert set(Catalogue.from_file(data_file("kubernetes", version)).served) == BUILT_IN_KINDS


def test_the_data_is_small() -> None:
    """KubeRay's four CRDs, 1.2 MB of JSON without descriptions, take about 50 KB; a catalogue is read in a few milliseconds."""
    assert FILES["kuberay-1.7"].stat().st_size < 55_000
    assert max(file.stat().st_size for file in FILES.values()) < 200_000
