"""The index of an environment's folder in out/: what Heliostat wrote there, and the mark that the folder is its own.

It lies at `out/<environment>/heliostat.index`, beside the folders that Applications read, and has no ending that Argo CD or kubectl
takes for a manifest. JSON Lines: a header with the versions that the environment runs, so that its files can be judged without running
it; then one line for each file, sorted by path, so that a changed object is one changed line.
What Git leaves of a merge that conflicts here is read as what both sides list, of two lines for a path the later one: which files
are Heliostat's stays known, and `heliostat render` writes the index anew.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from heliostat.manifests.errors import ConfigurationError
from heliostat.manifests.json_value import JsonObject, JsonValue, parse_json
from heliostat.manifests.object_ref import ObjectRef
from heliostat.manifests.waiver import Waiver

INDEX_NAME = "heliostat.index"
_MERGE_MARKS = ("<<<<<<< ", "||||||| ", "=======", ">>>>>>> ")
_STEP = r"[a-z0-9_%-][a-z0-9._%-]{0,254}"
"""What a folder or a file is called that Heliostat makes; none starts with a dot."""
_PATH = re.compile(rf"{_STEP}(/{_STEP})+")
_LONGEST_QUOTE = 80
"""Characters of what somebody else wrote that are told."""
_HEADER: JsonObject = {"heliostat": "index", "version": 1}


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """One file of an environment: where it lies, what it holds, and what `heliostat` must remember of it.

    `path` is relative to the environment's folder, with `/`; `construct` is the path of the construct below its app.
    """

    path: str
    object: ObjectRef
    sha256: str
    construct: str
    waivers: tuple[Waiver, ...] = ()


def sha256_of(content: bytes) -> str:
    """Hash a file's content as the index does."""
    return hashlib.sha256(content).hexdigest()


def format_index(entries: Iterable[IndexEntry], targets: Mapping[str, str]) -> str:
    """Write the index of one environment, which runs these versions of these products; the same entries give the same text in any order."""
    header: JsonObject = {**_HEADER, "targets": dict(sorted(targets.items()))}
    lines = [header, *(_as_json(entry) for entry in sorted(entries, key=lambda entry: entry.path))]
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)


def parse_index(text: str, file: str) -> dict[str, IndexEntry]:
    """Read an index; `file` is how messages call it.

    Raises:
        ConfigurationError: naming file and line of what is not an index, or a path that leads out of the folder.
    """
    return _parsed(text, file)[1]


def parse_targets(text: str, file: str) -> Mapping[str, str]:
    """Read which versions the environment of an index runs, by product.

    Raises:
        ConfigurationError: as parse_index.
    """
    return _parsed(text, file)[0]


def _parsed(text: str, file: str) -> tuple[Mapping[str, str], dict[str, IndexEntry]]:
    targets: Mapping[str, str] = {}
    entries: dict[str, IndexEntry] = {}
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if not line.startswith(_MERGE_MARKS)]
    for position, (number, line) in enumerate(lines or [(1, "")]):
        if not line and position:
            continue
        try:
            value = parse_json(line)
            if not position or (isinstance(value, dict) and "heliostat" in value):  # a merge leaves the headers of both sides
                targets = _read_header(value)
            else:
                entry = _read_entry(_Reader(value))
                entries[entry.path] = entry
        except ValueError as error:
            raise ConfigurationError(f"{file}:{number}: {error}", hint=f"restore it with `git checkout -- {file}`") from error
    return targets, entries


def _read_header(value: object) -> Mapping[str, str]:
    """Read the versions off a header; the first ones that Heliostat wrote had none."""
    match value:
        case {"heliostat": "index", "version": 1, **rest} if not rest.keys() - {"targets"}:
            targets = rest.get("targets", {})
            if isinstance(targets, dict) and all(isinstance(version, str) for version in targets.values()):
                return targets
    raise ValueError(f"is not the header {json.dumps(_HEADER)}")


def path_problem(path: str) -> str | None:
    """Say why a path cannot be that of a file below an app's folder, None when it can."""
    return None if _PATH.fullmatch(path) else f"has the path {_quoted(path)}, expected one below the folder of an app"


def _as_json(entry: IndexEntry) -> JsonObject:
    ref = entry.object
    waivers: list[JsonValue] = [
        {"policy": waiver.policy, "reason": waiver.reason, "owner": waiver.owner, "until": waiver.until.isoformat()}
        for waiver in entry.waivers
    ]
    return {
        "path": entry.path,
        "object": {"group": ref.group, "kind": ref.kind, "namespace": ref.namespace, "name": ref.name},
        "sha256": entry.sha256,
        "construct": entry.construct,
        "waivers": waivers,
    }


class _Reader:
    """A JSON object whose fields are asked for by name and type, and which must have no others."""

    def __init__(self, value: object) -> None:
        if not isinstance(value, dict):
            raise ValueError("is not a JSON object")
        self._fields: Mapping[str, object] = value

    def only(self, *names: str) -> None:
        if unknown := sorted(self._fields.keys() - set(names)):
            raise ValueError(f"has the unknown field {_quoted(unknown[0])}")

    def text(self, name: str) -> str:
        value = self._fields.get(name)
        if not isinstance(value, str):
            raise ValueError(f'has no text in the field "{name}"')
        return value

    def optional_text(self, name: str) -> str | None:
        return None if self._fields.get(name, "") is None else self.text(name)

    def day(self, name: str) -> date:
        try:
            return date.fromisoformat(self.text(name))
        except ValueError as error:
            raise ValueError(f'has no date in the field "{name}"') from error

    def below(self, name: str) -> _Reader:
        return _Reader(self._fields.get(name))

    def each(self, name: str) -> list[_Reader]:
        value = self._fields.get(name)
        if not isinstance(value, list):
            raise ValueError(f'has no list in the field "{name}"')
        return [_Reader(item) for item in value]


def _read_entry(line: _Reader) -> IndexEntry:
    line.only("path", "object", "sha256", "construct", "waivers")
    ref = line.below("object")
    ref.only("group", "kind", "namespace", "name")
    path = line.text("path")
    if wrong := path_problem(path):
        raise ValueError(wrong)
    return IndexEntry(
        path,
        ObjectRef(ref.text("group"), ref.text("kind"), ref.optional_text("namespace"), ref.text("name")),
        line.text("sha256"),
        line.text("construct"),
        tuple(_read_waiver(waiver) for waiver in line.each("waivers")),
    )


def _read_waiver(line: _Reader) -> Waiver:
    line.only("policy", "reason", "owner", "until")
    return Waiver(line.text("policy"), line.text("reason"), line.text("owner"), line.day("until"))


def _quoted(text: str) -> str:
    return json.dumps(text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}…")
