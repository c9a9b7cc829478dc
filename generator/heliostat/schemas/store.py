"""Which schema a kind has under the versions that an environment runs.

The shape of `Schema.document`, for those who walk it:

- It is the schema of the object itself (`properties` at the top) with `$defs` beside it. Wherever a schema may stand there may
  stand `{"$ref": "#/$defs/NAME"}` instead, with nothing beside it but `default` or a marker (`x-kubernetes-patch-strategy`).
  Definitions may refer to themselves (JSONSchemaProps does).
- Schemas stand under `properties`, `items`, `additionalProperties`, `not`, `allOf`, `anyOf` and `oneOf`; `structure` walks them.
- `default` stands at the property it belongs to, beside `$ref` where there is one. The API server fills in every one of them,
  `{}` too, where the object around it is there.
- A quantity reads `"format": "quantity"`.
- A list with identity has `x-kubernetes-list-type` `map` (with `x-kubernetes-list-map-keys`) or `set`; without it, it is atomic.
- `apiVersion`, `kind` and `metadata` are always there; `metadata` is `#/$defs/meta.v1.ObjectMeta` of the target's Kubernetes.
- CEL rules stand in `x-kubernetes-validations`; `cel` evaluates them.
- Unknown fields are refused where an object has no `additionalProperties` and no `x-kubernetes-preserve-unknown-fields`; the
  document does not say so by itself.

Documents and definitions are shared between all who ask: read them, never change them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.system_error import system_error
from heliostat.schemas.catalogue import Catalogue
from heliostat.schemas.products import NAMES, data_file, product_of, schemas_of_product
from heliostat.schemas.quantity_fields import mark_quantity
from heliostat.schemas.structure import object_of
from heliostat.schemas.targets import Targets
from heliostat.schemas.type_and_metadata import with_type_and_metadata


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Schema:
    """What the API server knows of one version of one kind."""

    api_version: str
    kind: str
    plural: str
    namespaced: bool
    source: str
    """Where it comes from, as people say it: `KubeRay 1.7`."""
    deprecation: str | None = None
    """What the API server warns of when this version is used; None where it does not."""
    document: JsonObject
    """JSON Schema, in the shape that this module's docstring tells."""


@cache
def schema_for(api_version: str, kind: str, targets: Targets, folder: Path | None = None) -> Schema | None:
    """Find the schema of a kind, None where it is not known; the same answer, and the same object, for the whole run.

    Args:
        api_version: group and version as a manifest spells them, `ray.io/v1` or `v1`.
        kind: the kind as a manifest spells it.
        targets: the versions that the environment runs.
        folder: where a project keeps the CRDs that it imported itself; they come before those that Heliostat brings.

    Raises:
        FailedError: the folder or a file in it is not usable.
    """
    for catalogue in catalogues(api_version.rpartition("/")[0], targets, folder):
        if (api_version, kind) in catalogue.served:
            return schema_of(catalogue, api_version, kind, targets)
    return None


def schema_of(catalogue: Catalogue, api_version: str, kind: str, targets: Targets) -> Schema:
    """Give the schema of a kind that a catalogue serves; targets that do not differ in it get the same one."""
    return _schema(catalogue, api_version, kind, data_file("kubernetes", targets.kubernetes))


def known_schemas(targets: Targets, folder: Path | None = None) -> Iterator[Schema]:
    """Give the schema of every kind that is known, as `schema_for` answers for it, in the order of apiVersion and kind.

    Raises:
        FailedError: the folder or a file in it is not usable.
    """
    own = [] if folder is None else [*_files(folder).values()]
    brought = [file for product in NAMES if (file := schemas_of_product(product, targets)) is not None]
    kinds = {kind for file in (*own, *brought) for kind in _read(file).served}
    found = (schema_for(api_version, kind, targets, folder) for api_version, kind in sorted(kinds))
    return (schema for schema in found if schema is not None)


@cache
def _schema(catalogue: Catalogue, api_version: str, kind: str, kubernetes: Path) -> Schema:
    served = catalogue.served[api_version, kind]
    return Schema(
        api_version=api_version,
        kind=kind,
        plural=served.plural,
        namespaced=served.namespaced,
        source=catalogue.source,
        deprecation=served.deprecation,
        document={**with_type_and_metadata(served.schema), "$defs": _definitions(catalogue, kubernetes)},
    )


def crd(group: str, kind: str, targets: Targets, folder: Path | None = None) -> JsonObject:
    """Give the CustomResourceDefinition of a kind as upstream has it, without descriptions; the copy is the caller's own.

    Raises:
        ValueError: no CRD of that kind is known under these targets.
        FailedError: a file in the folder is not usable.
    """
    for catalogue in catalogues(group, targets, folder):
        for name, found in catalogue.crds.items():
            spec = object_of(found["spec"])
            if spec["group"] == group and object_of(spec["names"])["kind"] == kind:
                return catalogue.crd(name)
    raise ValueError(f"no CRD of {kind} in {group} is known")


def catalogues(group: str, targets: Targets, folder: Path | None = None) -> Iterator[Catalogue]:
    """Give the catalogues that may hold a group, the project's own first."""
    own = _files(folder).get(group) if folder is not None else None
    if own is not None:
        yield _read(own)
    brought = schemas_of_product(product_of(group), targets)
    if brought is not None:
        yield _read(brought)


_read = cache(Catalogue.from_file)


@cache
def _files(folder: Path) -> dict[str, Path]:
    """The catalogues in a project's folder, by group; looked up here so that no manifest can name a file elsewhere."""
    try:
        return {file.stem: file for file in folder.iterdir() if file.suffix == ".json"}
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise system_error(error, str(folder)) from error


@cache
def _definitions(catalogue: Catalogue, kubernetes: Path) -> JsonObject:
    """The definitions that all schemas of a catalogue share, with quantities marked and metadata as the target has it."""
    marked: JsonObject = {name: mark_quantity(object_of(schema)) for name, schema in catalogue.definitions.items()}
    metadata = {name: schema for name, schema in _read(kubernetes).definitions.items() if name.startswith("meta.v1.")}
    return marked if catalogue.kinds else {**marked, **metadata}
