"""Schemas as kubeconform reads them: one JSON Schema a kind, which refers to nothing outside its file.

They are what `validate` holds objects against, but for what JSON Schema cannot say: entries that stand twice in a list, and CEL rules.
The API server drops a null where none may stand, or refuses it in a list; these files take it in both places.
"""

from __future__ import annotations

import json
from pathlib import Path

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.system_error import system_error
from heliostat.schemas.store import Schema, known_schemas
from heliostat.schemas.strict import strict_schema
from heliostat.schemas.structure import STRUCTURE, list_of, map_schemas, object_of
from heliostat.schemas.targets import Targets

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def export_schemas(folder: Path, targets: Targets, own: Path | None = None) -> list[Path]:
    """Write the schema of every kind that is known under some targets; other files in the folder are left alone.

    Args:
        folder: where the files go; it is made where it is not there.
        targets: the versions that run.
        own: folder of the schemas that the project imported itself.

    Raises:
        FailedError: a file or the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise system_error(error, str(folder)) from error
    return [_write(folder / file_name(schema.api_version, schema.kind), exported(schema)) for schema in known_schemas(targets, own)]


def file_name(api_version: str, kind: str) -> str:
    """Name the file of a kind: `{{.ResourceKind}}-{{.Group}}-{{.ResourceAPIVersion}}.json` in kubeconform's words.

    kubeconform takes `v1` for the group of what has none (github.com/yannh/kubeconform v0.8.0, pkg/registry/registry.go).
    """
    group, _, version = api_version.rpartition("/")
    return f"{kind.lower()}-{group or version}-{version}.json"


def exported(schema: Schema) -> JsonObject:
    """Say the schema of a kind in a JSON Schema of its own."""
    strict = strict_schema(schema.document)
    definitions: JsonObject = {name: _with_null(object_of(part)) for name, part in object_of(strict.pop("$defs")).items()}
    return {"$schema": _DIALECT, **map_schemas(strict, _with_null, STRUCTURE), "$defs": definitions}


def _with_null(schema: JsonObject, _: str = "") -> JsonObject:
    """Take a null beside what a schema takes; conditions on the value stay."""
    made = map_schemas(schema, _with_null, STRUCTURE)
    if "type" in made:
        types: list[JsonValue] = [kind for kind in list_of(made["type"]) or [made["type"]] if kind != "null"]
        made["type"] = [*types, "null"]
    if "enum" in made:
        made["enum"] = [value for value in list_of(made["enum"]) if value is not None] + [None]
    return made


def _write(file: Path, schema: JsonObject) -> Path:
    try:
        file.write_text(json.dumps(schema, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise system_error(error, str(file)) from error
    return file
