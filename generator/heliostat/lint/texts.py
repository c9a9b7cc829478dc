"""From the content of files to the objects in them: every document, and every item of a List."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from heliostat.lint.finding import Finding, Position
from heliostat.lint.own import UNREADABLE_FILE
from heliostat.lint.resource import Place, Resource
from heliostat.lint.sources import PassedOver, Text
from heliostat.manifests.json_value import JsonValue, Path
from heliostat.manifests.object_ref import ObjectRef
from heliostat.manifests.yaml_reader import UnreadableYamlError, read_documents

_TEMPLATE = re.compile(rb"^\s*\{\{|[^'\"#]\{\{-? ", re.MULTILINE)
"""What a template of Helm has and YAML cannot: braces that open a directive, not a mapping."""


@dataclass(slots=True)
class Objects:
    """What some files hold."""

    resources: list[Resource] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    """Of files that nobody can read, and of documents that are no objects."""
    passed_over: list[PassedOver] = field(default_factory=list)


def objects_in(texts: Iterable[Text]) -> Objects:
    """Read the objects of some files; one that cannot be read is a finding, and the others are read all the same."""
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
            found.resources.extend(_resources(document.body, Place(text.file, number)))
    return found


def _resources(body: JsonValue, place: Place) -> Iterator[Resource]:
    """Take a document apart; what is no Kubernetes object, such as a values file, is none of ours."""
    if not isinstance(body, dict):
        return
    items = body.get("items")
    if str(body.get("kind", "")).endswith("List") and isinstance(items, list):
        for index, item in enumerate(items):
            yield from _resources(item, Place(place.file, place.document, (*place.path, "items", index)))
        return
    try:
        yield Resource(ObjectRef.of(body), body, place)
    except ValueError:
        return


def _unreadable(file: str, error: UnreadableYamlError) -> Finding:
    position = Position(error.line, error.column, error.line, error.column + 1)
    path: Path = ()
    return Finding(UNREADABLE_FILE.id, UNREADABLE_FILE.terms.severity, error.message, None, path, file, position)


def contents(texts: Sequence[Text]) -> dict[str, str]:
    """Give the contents of files as text, for those who show lines of them."""
    return {text.file: text.content.decode(errors="replace") for text in texts}
