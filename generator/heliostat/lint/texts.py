"""From the content of files to the objects in them: every document, and every item of a List."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from heliostat.lint.finding import Finding
from heliostat.lint.own import UNIDENTIFIED_OBJECT, UNREADABLE_FILE
from heliostat.lint.resource import Place, Resource
from heliostat.lint.sources import PassedOver, Text
from heliostat.manifests.json_value import JsonObject, JsonValue, Path
from heliostat.manifests.object_ref import ObjectRef
from heliostat.manifests.yaml_positions import Position, positions
from heliostat.manifests.yaml_reader import UnreadableYamlError, read_documents
from heliostat.schemas.structure import object_of

_TEMPLATE = re.compile(rb"^\s*\{\{|[^'\"#]\{\{-? ", re.MULTILINE)
"""What a template of Helm has and YAML cannot: braces that open a directive, not a mapping."""


IsServed: TypeAlias = Callable[[str, str], bool]
"""Tells whether an API server takes objects of an apiVersion and a kind: others are files of some tool, and need no name."""


@dataclass(slots=True)
class Objects:
    """What some files hold."""

    resources: list[Resource] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    """Of files that nobody can read, and of objects that nobody can tell from others."""
    passed_over: list[PassedOver] = field(default_factory=list)


def objects_in(texts: Iterable[Text], is_served: IsServed) -> Objects:
    """Read the objects of some files; what cannot be read is a finding, and the rest is read all the same."""
    found = Objects()
    for text in texts:
        try:
            documents = read_documents(text.content)
        except UnreadableYamlError as error:
            if _TEMPLATE.search(text.content):
                found.passed_over.append(PassedOver(text.file, "is a template; lint what `helm template` makes of it"))
            else:
                found.findings.append(_unreadable(text.file, error))
            continue
        for number, document in enumerate(documents):
            for each in _resources(document.body, Place(text.file, number), is_served):
                if isinstance(each, Resource):
                    found.resources.append(each)
                else:
                    found.findings.append(_unidentified(text, each))
    return found


@dataclass(frozen=True, slots=True)
class _Unidentified:
    place: Place
    fault: str


def _resources(body: JsonValue, place: Place, is_served: IsServed) -> Iterator[Resource | _Unidentified]:
    """Take a document apart; what is no Kubernetes object, such as a values file, is none of ours."""
    if not isinstance(body, dict) or body.get("apiVersion") is None or body.get("kind") is None:
        return
    items = body.get("items")
    if str(body["kind"]).endswith("List") and isinstance(items, list):
        for index, item in enumerate(items):
            yield from _resources(item, Place(place.file, place.document, (*place.path, "items", index)), is_served)
        return
    try:
        yield Resource(ObjectRef.of(_named(body)), body, place)
    except ValueError as error:
        api_version, kind = body["apiVersion"], body["kind"]
        if not isinstance(api_version, str) or not isinstance(kind, str) or is_served(api_version, kind):
            yield _Unidentified(place, str(error))


def _named(body: JsonObject) -> JsonObject:
    """Let an object that the API server names be called by how its name begins."""
    metadata = object_of(body.get("metadata"))
    prefix = metadata.get("generateName")
    return {**body, "metadata": {**metadata, "name": prefix}} if prefix and "name" not in metadata else body


def _unidentified(text: Text, found: _Unidentified) -> Finding:
    position = positions(text.content)[found.place.document].at(found.place.path, key=True)
    first = Position(position.line, position.column, position.line, position.column + 1)
    return Finding(UNIDENTIFIED_OBJECT.id, UNIDENTIFIED_OBJECT.terms.severity, f"an object {found.fault}", None, (), text.file, first)


def _unreadable(file: str, error: UnreadableYamlError) -> Finding:
    position = Position(error.line, error.column, error.line, error.column + 1)
    path: Path = ()
    return Finding(UNREADABLE_FILE.id, UNREADABLE_FILE.terms.severity, error.message, None, path, file, position)


def contents(texts: Sequence[Text]) -> dict[str, str]:
    """Give the contents of files as text, for those who show lines of them."""
    return {text.file: text.content.decode(errors="replace") for text in texts}
