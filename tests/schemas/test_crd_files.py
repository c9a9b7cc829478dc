"""CRDs are read from the files that people have, and one that cannot be used is refused with its reason."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from heliostat.manifests.errors import ConfigurationError
from heliostat.schemas import crd_files
from heliostat.schemas.crd_files import read_crds
from tests.schemas.digests import bare
from tests.schemas.widget import widget_crd, write


def test_descriptions_go_and_everything_else_stays(tmp_path: Path) -> None:
    """Fields called `description` stay; printer columns, CEL rules, defaults and versions stay."""
    assert read_crds(write(tmp_path / "crd.yaml", widget_crd())) == [bare(widget_crd())]


def test_what_a_cluster_wrote_into_a_crd_goes(tmp_path: Path) -> None:
    """A CRD that was read from a cluster is the one that was applied to it."""
    from_cluster = widget_crd()
    from_cluster["status"] = {"conditions": []}
    from_cluster["metadata"] |= {"uid": "x", "resourceVersion": "1", "generation": 1, "creationTimestamp": None, "managedFields": []}
    from_cluster["metadata"]["annotations"] = {"kubectl.kubernetes.io/last-applied-configuration": "{}"}

    assert read_crds(write(tmp_path / "crd.yaml", from_cluster)) == [bare(widget_crd())]


def test_other_objects_are_passed_over_and_lists_are_opened(tmp_path: Path) -> None:
    """An install manifest, and what `kubectl get crd -o yaml` prints, are files of CRDs too."""
    listed = {"apiVersion": "v1", "kind": "List", "items": [widget_crd("Gadget")]}
    file = write(tmp_path / "install.yaml", {"apiVersion": "v1", "kind": "Namespace"}, widget_crd(), listed)

    assert read_crds(file) == [bare(widget_crd()), bare(widget_crd("Gadget"))]


def test_a_plain_date_is_text(tmp_path: Path) -> None:
    """YAML's dates mean nothing to an API server."""
    file = tmp_path / "crd.yaml"
    file.write_text(yaml.safe_dump(widget_crd()).replace("default: red", "default: 2026-01-31"), encoding="utf-8")
    crd: Any = read_crds(file)[0]
    colour = crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]["colour"]

    assert colour["default"] == "2026-01-31"


REFUSED_FILES: dict[str, tuple[bytes, str]] = {
    "broken YAML": (b"a: b: c", "{file}:1:5 is not YAML: mapping values are not allowed in this context"),
    "a template": (b"{{- if .Values.crds }}", "{file}:1:3 is not YAML: did not find expected node content"),
    "no end of brackets": (b"[" * 5000, "{file}:1:1001 is nested deeper than 200 levels"),
    "not text": (b"\xff\xfe\x00", "{file}:1:1 is not UTF-8 text: the byte 0xff is none of it"),
    "a zero byte": (b"a: \0", "{file}:1:4 holds the character U+0000, expected text that can be printed"),
    "nothing": (b"", "{file} holds no CustomResourceDefinition"),
    "no CRD": (b"kind: ConfigMap", "{file} holds no CustomResourceDefinition"),
    "a list": (b"[1, 2]", "{file} holds no CustomResourceDefinition"),
}


@pytest.mark.parametrize("name", sorted(REFUSED_FILES))
def test_a_file_that_is_not_usable_is_refused(tmp_path: Path, name: str) -> None:
    """The message names file, place and reason."""
    content, message = REFUSED_FILES[name]
    file = tmp_path / "crd.yaml"
    file.write_bytes(content)

    with pytest.raises(ConfigurationError) as refused:
        read_crds(file)
    assert str(refused.value) == message.format(file=file)


def test_a_schema_without_end_is_refused(tmp_path: Path) -> None:
    """What is nested deeper than Python goes is told as such."""
    crd = widget_crd()
    schema = crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
    schema["properties"]["spec"]["items"] = schema
    file = write(tmp_path / "crd.yaml", crd)

    with pytest.raises(ConfigurationError) as refused:
        read_crds(file)
    assert str(refused.value) == f"{file}:26:20 has the alias *id001 inside of what it stands for"


def test_what_cannot_be_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder is met with what to write instead; a huge file is not read."""
    huge = write(tmp_path / "huge.yaml", widget_crd())
    monkeypatch.setattr(crd_files, "_LARGEST", 1000)
    told = []
    for file in (tmp_path, tmp_path / "missing.yaml", tmp_path / ("x" * 300), huge):
        with pytest.raises(ConfigurationError) as refused:
            read_crds(file)
        told.append(str(refused.value))

    assert told == [
        f"{tmp_path} is a folder, give the files in it: {tmp_path}/*.yaml",
        f"{tmp_path}/missing.yaml cannot be read: No such file or directory",
        f"{tmp_path}/{'x' * 300} cannot be read: File name too long",
        f"{huge} has 0 MiB, a file of CRDs has at most 0 MiB",
    ]


def _set(path: str, value: object) -> Callable[[dict[str, Any]], None]:
    def change(crd: dict[str, Any]) -> None:
        *above, last = path.split(".")
        for step in above:
            crd = crd[int(step)] if isinstance(crd, list) else crd[step]
        crd[last] = value

    return change


REFUSED_CRDS: list[tuple[Callable[[dict[str, Any]], None], str]] = [
    (_set("apiVersion", "apiextensions.k8s.io/v1beta1"), "apiVersion must be apiextensions.k8s.io/v1, is apiextensions.k8s.io/v1beta1"),
    (_set("spec.group", "../../out"), "spec.group must be a domain such as ray.io, is ../../out"),
    (_set("spec.names", {}), "spec.names must have kind and plural"),
    (_set("spec.names.plural", "gadgets"), "metadata.name must be gadgets.example.com"),
    (_set("spec.scope", None), "spec.scope must be Namespaced or Cluster, is None"),
    (_set("spec.versions", []), "spec.versions must have at least one version"),
    (_set("spec.versions.0.name", 1), "spec.versions[0] must have a name"),
    (_set("spec.versions.1.schema", {}), "spec.versions[1] must have schema.openAPIV3Schema"),
    (_set("spec", None), "spec.group must be a domain such as ray.io, is None"),
]


@pytest.mark.parametrize(("change", "message"), REFUSED_CRDS, ids=[message for _, message in REFUSED_CRDS])
def test_a_crd_that_is_not_usable_is_refused(tmp_path: Path, change: Callable[[dict[str, Any]], None], message: str) -> None:
    """The message names file, CRD and field."""
    crd = widget_crd()
    change(crd)
    file = write(tmp_path / "crd.yaml", crd)

    with pytest.raises(ConfigurationError) as refused:
        read_crds(file)
    assert str(refused.value) == f"{file}: CustomResourceDefinition widgets.example.com: {message}"
