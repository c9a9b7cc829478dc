"""Built-in kinds are read from Kubernetes' OpenAPI documents, freed of what only Go's zero values put there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from heliostat.manifests.errors import ConfigurationError
from heliostat.schemas.catalogue import Catalogue
from heliostat.schemas.openapi import import_openapi

POD = "io.k8s.api.core.v1.Pod"
SPEC = "io.k8s.api.core.v1.PodSpec"
GVK = "x-kubernetes-group-version-kind"


def _reference(name: str, **beside: object) -> dict[str, Any]:
    return {"allOf": [{"$ref": f"#/components/schemas/{name}"}], **beside}


DOCUMENT: dict[str, Any] = {
    "paths": {
        "/api/v1/namespaces/{namespace}/pods": {"post": {GVK: {"group": "", "version": "v1", "kind": "Pod"}}},
        "/api/v1/namespaces/{namespace}/pods/{name}/eviction": {"post": {GVK: {"group": "", "version": "v1", "kind": "Pod"}}},
        "/api/v1/pods": {"get": {GVK: {"group": "", "version": "v1", "kind": "Pod"}}},
    },
    "components": {
        "schemas": {
            POD: {
                "description": "A pod",
                "type": "object",
                "properties": {"spec": _reference(SPEC, default={}, description="What is wanted")},
                GVK: [{"group": "", "version": "v1", "kind": "Pod"}],
            },
            SPEC: {
                "type": "object",
                "required": ["name", "count", "protocol"],
                "properties": {
                    "name": {"type": "string", "default": ""},
                    "count": {"type": "integer", "default": 0},
                    "start": {"type": "integer", "default": 0},
                    "protocol": {"type": "string", "default": "TCP"},
                    "args": {"type": "array", "items": {"type": "string", "default": ""}},
                    "labels": {"type": "object", "additionalProperties": {"type": "string", "default": ""}},
                    "cpu": _reference("io.k8s.apimachinery.pkg.api.resource.Quantity"),
                    "raw": _reference("io.k8s.apimachinery.pkg.runtime.RawExtension"),
                    "again": _reference(SPEC),
                },
            },
            "io.k8s.apimachinery.pkg.api.resource.Quantity": {"oneOf": [{"type": "string"}, {"type": "number"}]},
            "io.k8s.apimachinery.pkg.runtime.RawExtension": {"type": "object"},
            "io.k8s.api.core.v1.Node": {"type": "object", GVK: [{"group": "", "version": "v1", "kind": "Node"}]},
            "io.k8s.api.core.v1.PodList": {"type": "object", GVK: [{"group": "", "version": "v1", "kind": "PodList"}]},
        }
    },
}


def _file(tmp_path: Path, document: object) -> Path:
    file = tmp_path / "api__v1_openapi.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    return file


def test_a_kind_comes_with_all_it_refers_to(tmp_path: Path) -> None:
    """Zero values that no server adds are gone, real defaults stay; other kinds are known by name."""
    catalogue = import_openapi("Kubernetes 9.9", "9.9.1", [_file(tmp_path, DOCUMENT)], {("v1", "Pod")})

    assert json.loads(catalogue.to_text()) == {
        "format": 1,
        "source": "Kubernetes 9.9",
        "version": "9.9.1",
        "kinds": {"v1": {"Pod": {"namespaced": True, "plural": "pods", "schema": "core.v1.Pod"}}},
        "others": {"v1": ["Node"]},
        "$defs": {
            "core.v1.Pod": {
                "type": "object",
                "properties": {"spec": {"$ref": "#/$defs/core.v1.PodSpec"}},
                GVK: [{"group": "", "version": "v1", "kind": "Pod"}],
            },
            "core.v1.PodSpec": {
                "type": "object",
                "required": ["name", "count", "protocol"],
                "properties": {
                    "name": {"type": "string"},
                    "count": {"type": "integer"},
                    "start": {"type": "integer", "default": 0},
                    "protocol": {"type": "string", "default": "TCP"},
                    "args": {"type": "array", "items": {"type": "string"}},
                    "labels": {"type": "object", "additionalProperties": {"type": "string"}},
                    "cpu": {"$ref": "#/$defs/resource.Quantity"},
                    "raw": {"$ref": "#/$defs/runtime.RawExtension"},
                    "again": {"$ref": "#/$defs/core.v1.PodSpec"},
                },
            },
            "resource.Quantity": {"oneOf": [{"type": "string"}, {"type": "number"}], "format": "quantity"},
            "runtime.RawExtension": {"type": "object", "x-kubernetes-preserve-unknown-fields": True},
        },
    }


def test_a_catalogue_is_read_as_it_was_written(tmp_path: Path) -> None:
    """Text and back is the same catalogue."""
    catalogue = import_openapi("Kubernetes 9.9", "9.9.1", [_file(tmp_path, DOCUMENT)], {("v1", "Pod")})
    file = tmp_path / "kubernetes-9.9.json"
    file.write_text(catalogue.to_text(), encoding="utf-8")

    assert Catalogue.from_file(file).to_text() == catalogue.to_text()


def test_files_that_are_not_usable_are_refused(tmp_path: Path) -> None:
    """A kind that is in no file, a file that is no OpenAPI document, and one that is not there."""
    told = []
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    for file in (_file(tmp_path, DOCUMENT), tmp_path / "broken.json", tmp_path / "missing.json"):
        with pytest.raises(ConfigurationError) as refused:
            import_openapi("Kubernetes 9.9", "9.9.1", [file], {("v1", "Pod"), ("v1", "Secret"), ("v1", "Node")})
        told.append(str(refused.value))
    with pytest.raises(ConfigurationError, match="is not an OpenAPI document"):
        import_openapi("Kubernetes 9.9", "9.9.1", [_file(tmp_path, {"kind": "Pod"})], set())

    assert told == [
        "not in the given files: v1 Node, v1 Secret",
        f"{tmp_path}/broken.json is not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)",
        f"{tmp_path}/missing.json cannot be read: No such file or directory",
    ]
