"""The project's own form of other people's schemas: one JSON file for one version of a product, or for an imported group.

    {
     "format": 1,
     "source": "KubeRay 1.7",
     "version": "1.7.0",
     "$defs": {"affinity": {…}, …},
     "crds": {"rayclusters.ray.io": {…}, …},
     "kinds": {"apps/v1": {"Deployment": {"namespaced": true, "plural": "deployments", "schema": "apps.v1.Deployment"}, …}, …},
     "others": {"apps/v1": ["ControllerRevision", …], …}
    }

`crds` are CustomResourceDefinitions as upstream has them, without descriptions, their schemas folded over `$defs`. `kinds` are
what the API server has built in, their schemas by name in `$defs`; `others` are the built-in kinds whose schema is left out.
Every definition and every CRD has a line of its own, so that a diff of two versions shows what changed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from heliostat.manifests.errors import FailedError
from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.origin import shown
from heliostat.manifests.system_error import advice
from heliostat.schemas.crds import schemas_of, with_schemas
from heliostat.schemas.fold import fold, unfold
from heliostat.schemas.structure import list_of, object_of

FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedKind:
    """One version of one kind, as an API server offers it."""

    plural: str
    namespaced: bool
    schema: JsonObject
    """Folded over the definitions of its catalogue."""
    deprecation: str | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class Catalogue:
    """What one file holds."""

    source: str
    """Whose schemas these are, as people say it: `KubeRay 1.7`."""
    version: str
    """The exact version they were read from; empty where that is not known."""
    definitions: JsonObject = field(default_factory=dict)
    crds: Mapping[str, JsonObject] = field(default_factory=dict)
    kinds: Mapping[str, JsonObject] = field(default_factory=dict)
    others: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @classmethod
    def of_crds(cls, source: str, crds: Sequence[JsonObject], *, version: str = "") -> Catalogue:
        """Fold CRDs; of two with one name the later counts."""
        named = {str(object_of(crd["metadata"])["name"]): crd for crd in crds}
        ordered = [named[name] for name in sorted(named)]
        trees = [(str(object_of(object_of(crd["spec"])["names"])["kind"]), schema) for crd in ordered for _, schema in schemas_of(crd)]
        definitions, folded = fold(trees)
        left = iter(folded)
        made = [with_schemas(crd, [next(left) for _ in schemas_of(crd)]) for crd in ordered]
        return cls(source=source, version=version, definitions=definitions, crds=dict(zip(sorted(named), made, strict=True)))

    @cached_property
    def served(self) -> Mapping[tuple[str, str], ServedKind]:
        """What is known with its schema, by apiVersion and kind."""
        return {**_served_by_crds(self.crds), **_built_in(self.kinds, self.definitions)}

    @property
    def known(self) -> set[tuple[str, str]]:
        """What is known at all, by apiVersion and kind: with its schema, or by name."""
        return {*self.served, *((api_version, kind) for api_version, kinds in self.others.items() for kind in kinds)}

    def crd(self, name: str) -> JsonObject:
        """Give a CRD back whole, as upstream has it without descriptions."""
        crd = self.crds[name]
        whole = with_schemas(crd, [unfold(schema, self.definitions) for _, schema in schemas_of(crd)])
        copy: JsonObject = json.loads(json.dumps(whole))
        return copy

    def to_text(self) -> str:
        """Write the catalogue, equal ones as equal bytes."""
        parts = {"$defs": self.definitions, "crds": self.crds, "kinds": self.kinds, "others": self.others}
        lines = [f'"format":{FORMAT}', f'"source":{json.dumps(self.source)}', f'"version":{json.dumps(self.version)}']
        for name, part in parts.items():
            if part:
                entries = [f"{json.dumps(key)}:{_compact(part[key])}" for key in sorted(part)]
                lines.append(f"{json.dumps(name)}:{{\n" + ",\n".join(entries) + "\n}")
        return "{\n" + ",\n".join(lines) + "\n}\n"

    @classmethod
    def from_file(cls, file: Path) -> Catalogue:
        """Read a catalogue.

        Raises:
            FailedError: the file cannot be read, is not what `to_text` writes, or was written for another version of Heliostat.
        """
        where = shown(str(file))
        try:
            if not file.is_file() and file.exists():
                raise FailedError(f"{where} is not a file", hint=_AGAIN)
            content = json.loads(file.read_bytes())
        except OSError as error:
            raise FailedError(f"{where} cannot be read: {error.strerror}", hint=advice(error)) from error
        except RecursionError as error:
            raise FailedError(f"{where} is nested too deep", hint=_AGAIN) from error
        except ValueError as error:
            raise FailedError(f"{where} is not JSON: {error}", hint=_AGAIN) from error
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise FailedError(f'{where} is not a catalogue of schemas with "format": {FORMAT}', hint=_AGAIN)
        return cls(
            source=str(content.get("source")),
            version=str(content.get("version")),
            definitions=object_of(content.get("$defs")),
            crds={name: object_of(crd) for name, crd in object_of(content.get("crds")).items()},
            kinds={name: object_of(kinds) for name, kinds in object_of(content.get("kinds")).items()},
            others={name: [str(kind) for kind in list_of(kinds)] for name, kinds in object_of(content.get("others")).items()},
        )


def _served_by_crds(crds: Mapping[str, JsonObject]) -> dict[tuple[str, str], ServedKind]:
    served = {}
    for crd in crds.values():
        spec = object_of(crd["spec"])
        names = object_of(spec["names"])
        for version, schema in schemas_of(crd):
            if version.get("served"):
                api_version, kind = f"{spec['group']}/{version['name']}", str(names["kind"])
                warning = version.get("deprecationWarning") or f"{api_version} {kind} is deprecated"
                served[api_version, kind] = ServedKind(
                    plural=str(names["plural"]),
                    namespaced=spec["scope"] == "Namespaced",
                    schema=schema,
                    deprecation=str(warning) if version.get("deprecated") else None,
                )
    return served


def _built_in(kinds: Mapping[str, JsonObject], definitions: JsonObject) -> dict[tuple[str, str], ServedKind]:
    return {
        (api_version, kind): ServedKind(
            plural=str(object_of(entry)["plural"]),
            namespaced=object_of(entry)["namespaced"] is True,
            schema=object_of(definitions[str(object_of(entry)["schema"])]),
        )
        for api_version, entries in kinds.items()
        for kind, entry in entries.items()
    }


_AGAIN = "remove it and import its CRDs again: heliostat schemas import FILE…"


def _compact(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
