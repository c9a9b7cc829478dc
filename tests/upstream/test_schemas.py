"""Our data against the files it was made from, field by field, for everything that Go's module proxy serves."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from heliostat.schemas.catalogue import Catalogue
from heliostat.schemas.compile import compile_product
from heliostat.schemas.products import data_file
from tests.schemas.digests import CrdLoader, bare
from tests.upstream.go_program import go

MODULES = Path(__file__).with_name("schemas") / "modules.sum"
"""What is compared with, a line each: module, version and checksum, as go.sum has them."""

PLACES = {
    "github.com/ray-project/kuberay/ray-operator": ("kuberay", "config/crd/bases/*.yaml"),
    "sigs.k8s.io/kueue": ("kueue", "config/components/crd/bases/*.yaml"),
    "github.com/argoproj/argo-cd/v3": ("argocd", "manifests/crds/*-crd.yaml"),
    "github.com/prometheus-operator/prometheus-operator": ("prometheus_operator", "example/prometheus-operator-crd-full/*.yaml"),
    "github.com/cert-manager/cert-manager": ("cert_manager", "deploy/crds/*.yaml"),
    "github.com/external-secrets/external-secrets": ("external_secrets", "config/crds/bases/*external-secrets.io_*.yaml"),
    "github.com/bitnami-labs/sealed-secrets": ("sealed_secrets", "helm/sealed-secrets/crds/*.yaml"),
    "sigs.k8s.io/gateway-api": ("gateway_api", "config/crd/standard/gateway.networking.k8s.io_[!v]*.yaml"),
    "k8s.io/kubernetes": ("kubernetes", "api/openapi-spec/v3/*_openapi.json"),
}
PINNED = [(*PLACES[module], module, version) for module, version, _ in map(str.split, MODULES.read_text(encoding="utf-8").splitlines())]
ALL = [pytest.param(product, version, id=f"{product} {version}") for product, _, _, version in PINNED]
OF_CRDS = [pytest.param(product, version, id=f"{product} {version}") for product, _, _, version in PINNED if product != "kubernetes"]
OF_KUBERNETES = [version for product, _, _, version in PINNED if product == "kubernetes"]


@cache
def upstream_files(product: str, version: str) -> list[Path]:
    """Fetch a module, hold it against its checksum, and name the files of interest in it."""
    pattern, module = next((found[1], found[2]) for found in PINNED if (found[0], found[3]) == (product, version))
    command = [go(), "mod", "download", "-json", f"{module}@{version}"]
    newer_go = {**os.environ, "GOTOOLCHAIN": "auto"}  # Argo CD's module asks for a Go that may be newer than the one on PATH
    done = subprocess.run(command, cwd="/", env=newer_go, capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    assert f"{module} {version} {told['Sum']}" in MODULES.read_text(encoding="utf-8").splitlines()
    files = sorted(Path(told["Dir"]).glob(pattern))
    assert files
    return files


def differences(theirs: Any, ours: Any, place: str = "") -> Iterator[str]:
    """Name the places where two values differ."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        for key in sorted(theirs.keys() | ours.keys()):
            yield from differences(theirs.get(key, "absent"), ours.get(key, "absent"), f"{place}.{key}")
    elif isinstance(theirs, list) and isinstance(ours, list) and len(theirs) == len(ours):
        for index, (their_item, our_item) in enumerate(zip(theirs, ours, strict=True)):
            yield from differences(their_item, our_item, f"{place}[{index}]")
    elif theirs != ours or type(theirs) is not type(ours):
        yield f"{place}: {theirs!r} upstream, {ours!r} here"


@pytest.mark.parametrize(("product", "version"), ALL)
def test_the_data_is_what_upstreams_files_compile_to(product: str, version: str) -> None:
    """Compiling anew gives the committed bytes."""
    made = compile_product(product, version.removeprefix("v"), upstream_files(product, version))

    assert made.to_text() == data_file(product, version).read_text(encoding="utf-8")


@pytest.mark.parametrize(("product", "version"), OF_CRDS)
def test_every_crd_is_upstreams_field_by_field(product: str, version: str) -> None:
    """Every field of every version of every CRD, descriptions aside."""
    theirs = [yaml.load(file.read_text(encoding="utf-8"), CrdLoader) for file in upstream_files(product, version)]
    catalogue = Catalogue.from_file(data_file(product, version))

    assert sorted(catalogue.crds) == sorted(crd["metadata"]["name"] for crd in theirs)
    assert [place for crd in theirs for place in differences(bare(crd), catalogue.crd(crd["metadata"]["name"]))] == []


@pytest.mark.parametrize("version", OF_KUBERNETES)
def test_every_built_in_kind_is_upstreams_field_by_field(version: str) -> None:
    """Every definition that the known kinds need, with what the reading of OpenAPI leaves out or adds named here."""
    documents = [json.loads(file.read_text(encoding="utf-8")) for file in upstream_files("kubernetes", version)]
    components = {name: schema for document in documents for name, schema in document.get("components", {}).get("schemas", {}).items()}
    short = {re.sub(r"^.*?(\w+(\.v\d\w*)?\.\w+)$", r"\1", name): bare(schema) for name, schema in components.items()}
    catalogue = Catalogue.from_file(data_file("kubernetes", version))
    ours = {name: _as_openapi(schema, name) for name, schema in catalogue.definitions.items()}

    assert [place for name, schema in ours.items() for place in differences(_without_zeros(short[name]), schema, name)] == []
    assert {reference for schema in ours.values() for reference in _references(schema)} <= set(ours)
    for api_version, kinds in catalogue.kinds.items():
        for kind, entry in kinds.items():
            group, _, number = api_version.rpartition("/")
            assert short[entry["schema"]]["x-kubernetes-group-version-kind"] == [{"group": group, "kind": kind, "version": number}]
            collection = f"{'/namespaces/{namespace}' if entry['namespaced'] else ''}/{entry['plural']}"
            root = f"/apis/{api_version}" if group else "/api/v1"
            assert any("post" in document["paths"].get(root + collection, {}) for document in documents), (api_version, kind)


def _as_openapi(schema: Any, name: str) -> Any:
    """Take away the two marks that our data adds to OpenAPI's."""
    marks = {"resource.Quantity": "format", "runtime.RawExtension": "x-kubernetes-preserve-unknown-fields"}
    marks["meta.v1.FieldsV1"] = "x-kubernetes-preserve-unknown-fields"
    return {keyword: value for keyword, value in schema.items() if keyword != marks.get(name)}


def _without_zeros(schema: Any, *, required: bool = True) -> Any:
    """Say one of OpenAPI's schemas without the zero values of Go and without wrapping references into `allOf`."""
    said = dict(schema)
    if said.get("default") in ({}, "") or (required and said.get("default") in (0, False)):
        del said["default"]
    if "properties" in said:
        needed = said.get("required", [])
        said["properties"] = {field: _without_zeros(below, required=field in needed) for field, below in said["properties"].items()}
    for keyword in ("items", "additionalProperties"):
        if isinstance(said.get(keyword), dict):
            said[keyword] = _without_zeros(said[keyword])
    if "allOf" in said:
        [reference] = said.pop("allOf")
        said |= reference
    if "$ref" in said:
        said["$ref"] = "#/$defs/" + re.sub(r"^.*?(\w+(\.v\d\w*)?\.\w+)$", r"\1", said["$ref"].rpartition("/")[2])
    return said


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"].removeprefix("#/$defs/")
        for value in schema.values():
            yield from _references(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _references(value)
