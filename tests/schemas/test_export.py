"""Schemas are exported as files that kubeconform reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import jsonschema_rs
import pytest

from heliostat.manifests.errors import FailedError
from heliostat.schemas.export import export_schemas, file_name
from heliostat.schemas.project import import_crds
from heliostat.schemas.store import known_schemas
from heliostat.schemas.structure import references_in
from heliostat.schemas.targets import Targets
from tests.schemas.widget import widget_crd, write

OWN = Targets(prometheus_operator="0.89.0")


@pytest.fixture(name="exported", scope="module")
def _exported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Everything that is exported, by file name."""
    folder = tmp_path_factory.mktemp("exported") / "new" / "schemas"
    return {file.name: json.loads(file.read_text(encoding="utf-8")) for file in export_schemas(folder, OWN)}


@pytest.mark.parametrize(
    ("api_version", "kind", "expected"),
    [
        ("v1", "ConfigMap", "configmap-v1-v1.json"),
        ("apps/v1", "Deployment", "deployment-apps-v1.json"),
        ("kueue.x-k8s.io/v1beta2", "ClusterQueue", "clusterqueue-kueue.x-k8s.io-v1beta2.json"),
    ],
)
def test_files_are_named_as_kubeconform_asks_for_them(api_version: str, kind: str, expected: str) -> None:
    """In lower case, and with the version again for what has no group."""
    assert file_name(api_version, kind) == expected


def test_every_known_kind_has_a_file(exported: dict[str, Any]) -> None:
    """Those of every product, none for one that the cluster is without."""
    assert sorted(exported) == sorted(file_name(schema.api_version, schema.kind) for schema in known_schemas(OWN))
    assert {"rayjob-ray.io-v1.json", "certificate-cert-manager.io-v1.json", "podmonitor-monitoring.coreos.com-v1.json"} <= set(exported)
    assert "PodMonitor" not in {schema.kind for schema in known_schemas(Targets())}


def test_every_file_stands_alone(exported: dict[str, Any]) -> None:
    """It is a JSON Schema, and refers to what is in it."""
    for name, schema in exported.items():
        jsonschema_rs.Draft202012Validator(schema)
        needed = {reference for part in (schema, *schema["$defs"].values()) for reference in references_in(part)}
        assert needed == set(schema["$defs"]), name


def _told(schema: Any, body: Any) -> list[str]:
    return sorted(error.json_path for error in jsonschema.Draft202012Validator(schema).iter_errors(body))


def test_they_are_strict(exported: dict[str, Any]) -> None:
    """A field that is not known is refused at every depth; a null that the API server drops is taken, a default need not be there."""
    container = {"name": "head", "resources": {"limits": {"cpu": 2, "memory": "4Gi"}}, "ports": [{"containerPort": 80}], "command": None}
    template = {"spec": {"containers": [container]}}
    spec = {"headGroupSpec": {"rayStartParams": {}, "template": template}}
    body = {"apiVersion": "ray.io/v1", "kind": "RayCluster", "metadata": {"name": "x", "creationTimestamp": None}, "spec": spec}
    schema = exported["raycluster-ray.io-v1.json"]

    assert _told(schema, body) == []
    container["imagee"] = "x"
    container["resources"]["limits"]["cpu"] = "2 cores"
    assert _told(schema, {**body, "specs": {}}) == [
        "$",
        "$.spec.headGroupSpec.template.spec.containers[0]",
        "$.spec.headGroupSpec.template.spec.containers[0].resources.limits.cpu",
    ]


def test_what_a_project_imported_comes_first(tmp_path: Path) -> None:
    """Its own kinds, and its own schemas of kinds that Heliostat brings too."""
    name = "certificate-cert-manager.io-v1.json"
    import_crds([write(tmp_path / "crd.yaml", widget_crd("Certificate", group="cert-manager.io"))], tmp_path / "_schemas")
    [own] = [file for file in export_schemas(tmp_path / "out", Targets(), tmp_path / "_schemas") if file.name == name]

    assert "colour" in json.loads(own.read_text(encoding="utf-8"))["properties"]["spec"]["properties"]


def test_equal_schemas_give_equal_bytes(tmp_path: Path) -> None:
    """A second export changes nothing, and leaves other files alone."""
    (tmp_path / "mine.json").write_text("{}")
    first, second = ([(file.name, file.read_bytes()) for file in export_schemas(tmp_path, OWN)] for _ in range(2))

    assert first == second
    assert (tmp_path / "mine.json").read_text() == "{}"


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    """A file where the folder should be, and a folder where a file should be."""
    (tmp_path / "file").write_text("")
    with pytest.raises(FailedError, match="file"):
        export_schemas(tmp_path / "file", OWN)
    (tmp_path / "configmap-v1-v1.json").mkdir()
    with pytest.raises(FailedError, match=r"configmap-v1-v1\.json"):
        export_schemas(tmp_path, OWN)
