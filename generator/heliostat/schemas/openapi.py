"""Kubernetes' built-in kinds, read from the OpenAPI v3 documents that its source holds (api/openapi-spec/v3).

What those documents say only because of how they are generated from Go is left out or said in the words of CRDs:

- `default: {}` and `default: ""`, and 0 and false on required fields: the zero value of a Go field that is not a pointer. The API
  server adds no such value, so a required field with such a default is required all the same.
- `allOf` with one `$ref`: a reference that may have a default beside it.
- an object without fields: RawExtension and FieldsV1 hold anything.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from heliostat.manifests.errors import ConfigurationError
from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.schemas.catalogue import Catalogue
from heliostat.schemas.quantity_fields import FORMAT as QUANTITY_FORMAT
from heliostat.schemas.structure import REFERENCE, list_of, map_schemas, object_of, references_in

_COMPONENT = "#/components/schemas/"
_SHORT_NAME = re.compile(r"[a-z0-9]+(\.v\d\w*)?\.\w+$")
_ANYTHING = ("meta.v1.FieldsV1", "runtime.RawExtension")
_QUANTITY = "resource.Quantity"


def import_openapi(source: str, version: str, files: Sequence[Path], wanted: Collection[tuple[str, str]]) -> Catalogue:
    """Compile OpenAPI documents.

    Args:
        source: what the catalogue is called, `Kubernetes 1.35`.
        version: the exact version of the documents, `1.35.4`.
        files: the documents, one for each group and version.
        wanted: apiVersion and kind of what is to be known with its schema; other kinds are known by name.

    Raises:
        ConfigurationError: a file is not such a document, or a wanted kind is in none of them.
    """
    documents = [_document(file) for file in files]
    components: JsonObject = {}
    for document in documents:
        components |= object_of(object_of(document.get("components")).get("schemas"))
    served = {kind: entry for document in documents for kind, entry in _served(document)}
    named = {kind: name for name, schema in components.items() for kind in _kinds_of(object_of(schema), name)}
    missing = sorted(set(wanted) - set(served) | set(wanted) - set(named))
    if missing:
        raise ConfigurationError("not in the given files: " + ", ".join(" ".join(kind) for kind in missing))
    kinds: dict[str, JsonObject] = {}
    for kind in sorted(wanted):
        kinds.setdefault(kind[0], {})[kind[1]] = {**served[kind], "schema": _short(named[kind])}
    others: dict[str, list[str]] = {}
    for api_version, name in sorted(set(named) - set(wanted)):
        others.setdefault(api_version, []).append(name)
    definitions: JsonObject = {}
    for name in _reachable((named[kind] for kind in wanted), components):
        assert _short(name) not in definitions, name
        definitions[_short(name)] = _definition(object_of(components[name]), _short(name))
    return Catalogue(source=source, version=version, definitions=definitions, kinds=kinds, others=others)


def _document(file: Path) -> JsonObject:
    try:
        document = json.loads(file.read_bytes())
    except OSError as error:
        raise ConfigurationError(f"{file} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise ConfigurationError(f"{file} is not JSON: {error}") from error
    if not isinstance(document, dict) or "paths" not in document:
        raise ConfigurationError(f"{file} is not an OpenAPI document")
    return document


def _kinds_of(schema: JsonObject, name: str) -> Iterator[tuple[str, str]]:
    """Give the kind that a component is the schema of; what many groups share (DeleteOptions) and lists are none."""
    kinds = list_of(schema.get("x-kubernetes-group-version-kind"))
    if len(kinds) == 1 and not name.endswith("List"):
        yield _kind(object_of(kinds[0]))


def _kind(group_version_kind: JsonObject) -> tuple[str, str]:
    group, version, kind = (str(group_version_kind.get(part, "")) for part in ("group", "version", "kind"))
    return (f"{group}/{version}" if group else version), kind


def _served(document: JsonObject) -> Iterator[tuple[tuple[str, str], JsonObject]]:
    """Read off the paths which kinds can be created, under which plural, and whether in a namespace."""
    for path, item in object_of(document.get("paths")).items():
        created = object_of(object_of(item).get("post")).get("x-kubernetes-group-version-kind")
        if created and "{name}" not in path:
            yield _kind(object_of(created)), {"namespaced": "{namespace}" in path, "plural": path.rpartition("/")[2]}


def _short(name: str) -> str:
    """Cut a component's name down to group, version and type: `core.v1.PodSpec`."""
    found = _SHORT_NAME.search(name)
    assert found is not None, name
    return found.group()


def _reachable(names: Iterator[str], components: Mapping[str, JsonValue]) -> set[str]:
    """Follow references from some components to all that they need."""
    reached: set[str] = set()
    ahead = list(names)
    while ahead:
        name = ahead.pop()
        if name not in reached:
            reached.add(name)
            ahead += (reference.removeprefix(_COMPONENT) for reference in references_in(object_of(components[name])))
    return reached


def _definition(schema: JsonObject, name: str) -> JsonObject:
    made = _plain(schema)
    if name in _ANYTHING:
        return {**made, "x-kubernetes-preserve-unknown-fields": True}
    return {**made, "format": QUANTITY_FORMAT} if name == _QUANTITY else made


def _plain(schema: JsonObject) -> JsonObject:
    """Say a schema in the words of this module's docstring, without descriptions."""
    made = map_schemas(schema, lambda below, _: _plain(below))
    made.pop("description", None)
    alternatives = list_of(made.get("allOf"))
    if len(alternatives) == 1:
        del made["allOf"]
        made |= object_of(alternatives[0])
    reference = made.get("$ref")
    if isinstance(reference, str) and reference.startswith(_COMPONENT):
        made["$ref"] = REFERENCE + _short(reference.removeprefix(_COMPONENT))
    required = list_of(made.get("required"))
    for field, below in object_of(made.get("properties")).items():
        _drop_zero_default(object_of(below), required=field in required)
    for below in (object_of(made.get("items")), object_of(made.get("additionalProperties"))):
        _drop_zero_default(below, required=True)
    return made


def _drop_zero_default(schema: JsonObject, *, required: bool) -> None:
    default = schema.get("default")
    if default in ({}, "") or (required and not default):
        schema.pop("default", None)
