"""CustomResourceDefinitions as people have them: read from YAML, checked, freed of prose and of what a server wrote into them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from heliostat.manifests.errors import ConfigurationError
from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.yaml_reader import UnreadableYamlError, read_documents
from heliostat.schemas.crds import schemas_of, with_schemas
from heliostat.schemas.structure import list_of, object_of, without_descriptions

API_VERSION = "apiextensions.k8s.io/v1"
KIND = "CustomResourceDefinition"

_LARGEST = 32 * 1024 * 1024
"""Bytes; the largest known file of CRDs, an install manifest, has 5 MiB, and etcd takes 1.5 MiB an object."""

_SERVER_METADATA = ("creationTimestamp", "generation", "managedFields", "resourceVersion", "selfLink", "uid")
_CLIENT_ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration"
_GROUP = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+")


def read_crds(file: Path) -> list[JsonObject]:
    """Read the CRDs of a YAML or JSON file, other objects beside them are passed over.

    Raises:
        ConfigurationError: the file cannot be read, holds no CRD, or one that is not as `apiextensions.k8s.io/v1` has it.
    """
    try:
        found = [_bare(_checked(item, file)) for document in _documents(file) for item in _items(document) if item.get("kind") == KIND]
    except RecursionError as error:
        raise ConfigurationError(f"{file} is nested too deep") from error
    if not found:
        raise ConfigurationError(f"{file} holds no {KIND}")
    return found


def _documents(file: Path) -> list[JsonObject]:
    try:
        if file.is_dir():
            raise ConfigurationError(f"{file} is a folder, give the files in it: {file}/*.yaml")
        size = file.stat().st_size
        if size > _LARGEST:
            raise ConfigurationError(f"{file} has {size / 2**20:.0f} MiB, a file of CRDs has at most {_LARGEST // 2**20} MiB")
        return [object_of(document.body) for document in read_documents(file.read_bytes())]
    except OSError as error:
        raise ConfigurationError(f"{file} cannot be read: {error.strerror}") from error
    except UnreadableYamlError as error:
        raise ConfigurationError(f"{file}:{error.line}:{error.column} {error.message}") from error


def _items(document: JsonObject) -> list[JsonObject]:
    """Open a list of objects, as `kubectl get -o yaml` prints it."""
    is_list = str(document.get("kind")).endswith("List")
    return [object_of(item) for item in list_of(document.get("items"))] if is_list else [document]


def _checked(crd: JsonObject, file: Path) -> JsonObject:
    for problem in _problems(crd):
        name = object_of(crd.get("metadata")).get("name") or "without name"
        raise ConfigurationError(f"{file}: {KIND} {name}: {problem}")
    return crd


def _problems(crd: JsonObject) -> Iterator[str]:
    """Say what keeps a CRD from being used; what else the API server demands of it is left to the API server."""
    if crd.get("apiVersion") != API_VERSION:
        yield f"apiVersion must be {API_VERSION}, is {crd.get('apiVersion')}"
    spec = object_of(crd.get("spec"))
    names = object_of(spec.get("names"))
    group, plural, kind = spec.get("group"), names.get("plural"), names.get("kind")
    if not isinstance(group, str) or not _GROUP.fullmatch(group):
        yield f"spec.group must be a domain such as ray.io, is {group}"
    if not isinstance(kind, str) or not kind or not isinstance(plural, str) or not plural:
        yield "spec.names must have kind and plural"
    if object_of(crd.get("metadata")).get("name") != f"{plural}.{group}":
        yield f"metadata.name must be {plural}.{group}"
    if spec.get("scope") not in ("Namespaced", "Cluster"):
        yield f"spec.scope must be Namespaced or Cluster, is {spec.get('scope')}"
    versions = list_of(spec.get("versions"))
    if not versions:
        yield "spec.versions must have at least one version"
    for index, version in enumerate(map(object_of, versions)):
        if not isinstance(version.get("name"), str):
            yield f"spec.versions[{index}] must have a name"
        if not isinstance(object_of(version.get("schema")).get("openAPIV3Schema"), dict):
            yield f"spec.versions[{index}] must have schema.openAPIV3Schema"


def _bare(crd: JsonObject) -> JsonObject:
    """Leave out descriptions, and what the API server or kubectl put into an object that was read from a cluster."""
    metadata = {key: value for key, value in object_of(crd["metadata"]).items() if key not in _SERVER_METADATA}
    annotations = {key: value for key, value in object_of(metadata.pop("annotations", None)).items() if key != _CLIENT_ANNOTATION}
    if annotations:
        metadata["annotations"] = annotations
    made: JsonObject = {**{key: value for key, value in crd.items() if key != "status"}, "metadata": metadata}
    made = with_schemas(made, [without_descriptions(schema) for _, schema in schemas_of(made)])
    for version, _ in schemas_of(made):
        columns = version.get("additionalPrinterColumns")
        if isinstance(columns, list):
            version["additionalPrinterColumns"] = [
                {key: value for key, value in object_of(column).items() if key != "description"} for column in columns
            ]
    return made
