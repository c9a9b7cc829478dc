"""An environment's manifests as the files that out/<environment>/ must hold; a pure function, whose refusals come all together.

Files lie at `<app>/<namespace | _cluster>/<kind>-<name>.yaml`, all in lower case. Where two kinds of different API groups would share
a path, those that have a group carry it: `<kind>.<group>-<name>.yaml`. What is no lower-case letter, digit, `-` or `.` is written
as `%` and two hexadecimal digits for each byte, so that a name means the same file wherever Git puts it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from heliostat.manifests.canonical import canonical
from heliostat.manifests.errors import RefusedError
from heliostat.manifests.head import head_faults
from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.manifest import Manifest
from heliostat.manifests.name_syntax import dns_label_fault, label_key_fault, label_value_fault
from heliostat.manifests.object_name import object_name_fault
from heliostat.manifests.object_ref import ObjectRef
from heliostat.manifests.out_index import INDEX_NAME, IndexEntry, format_index, sha256_of
from heliostat.manifests.secret_data import secret_data_fault
from heliostat.manifests.yaml_writer import to_yaml
from heliostat.schemas.cel import unchecked_rules
from heliostat.schemas.check import check
from heliostat.schemas.store import Schema, schema_for
from heliostat.schemas.structure import object_of
from heliostat.schemas.targets import Targets
from heliostat.schemas.unknown_kinds import why_unknown
from heliostat.schemas.validate import prepare
from heliostat.specs.argocd.root import FOLDER as DELIVERY
from heliostat.specs.ray.compatibility import untested

CLUSTER_FOLDER = "_cluster"
LONGEST_FILE_NAME = 255
"""Bytes that Linux, macOS and Windows take."""

LARGEST_ANNOTATIONS = 256 * 1024
"""Of keys and values together (k8s.io/apimachinery v0.35.4, pkg/api/validation/objectmeta.go)."""
LARGEST_OBJECT = 3 * 1024 * 1024
"""Bytes that the API server reads of one object (k8s.io/apiserver v0.35.4, pkg/server/config.go, MaxRequestBodyBytes)."""

_UNSAFE = re.compile(r"[^a-z0-9.-]")


@dataclass(frozen=True, slots=True)
class Tree:
    """What out/<environment>/ must hold.

    `files` are texts by path below that folder, the index among them; `warnings` are for people, and each says one thing once.
    """

    files: Mapping[str, str]
    apps: int
    warnings: tuple[str, ...]

    @property
    def objects(self) -> int:
        """How many manifests there are."""
        return sum(path != INDEX_NAME for path in self.files)


NO_TREE = Tree({}, 0, ())
"""What is left of an environment that is gone: not even an index."""


@dataclass(frozen=True, slots=True)
class _Identified:
    """A manifest that can be told from others."""

    app: str
    manifest: Manifest
    ref: ObjectRef
    schema: Schema | None


def tree_of(apps: Mapping[str, Sequence[Manifest]], targets: Targets, schemas: Path | None = None) -> Tree:
    """Bring every manifest into canonical form, check it, and lay it out.

    Args:
        apps: manifests by the app that they belong to.
        targets: the versions whose schemas hold.
        schemas: folder of the schemas that the project imported itself.

    Raises:
        RefusedError: naming all that is wrong, each with the line that made the object.
    """
    problems: list[str] = []
    identified = _distinct(_identify(apps, targets, schemas, problems), problems)
    prepare(one.schema for one in identified if one.schema is not None)
    files: dict[str, str] = {}
    entries: list[IndexEntry] = []
    for one, path in zip(identified, _paths(identified, problems), strict=True):
        text = _text(one, problems)
        files[path] = text
        entries.append(IndexEntry(path, one.ref, sha256_of(text.encode()), one.manifest.construct, one.manifest.waivers))
    if problems:
        raise RefusedError(problems)
    warnings = tuple(dict.fromkeys(_warnings(identified, targets)))
    return Tree({**files, INDEX_NAME: format_index(entries, targets.running)}, len(apps.keys() - {DELIVERY}), warnings)


def _identify(apps: Mapping[str, Sequence[Manifest]], targets: Targets, schemas: Path | None, problems: list[str]) -> Iterator[_Identified]:
    for app, manifests in apps.items():
        fault = dns_label_fault(app) if app != DELIVERY else None
        if fault is not None:
            origin = f"{manifests[0].origin}: " if manifests else ""
            problems.append(f'{origin}app "{app}": its name {fault}')
        for each in (item for given in manifests for item in items_of(given)):
            try:
                ref = ObjectRef.of(each.body)
            except ValueError as error:
                problems.append(each.complaint(_without_identity(each, str(error))))
                continue
            api_version = str(each.body["apiVersion"])
            schema = schema_for(api_version, ref.kind, targets, schemas)
            unknown = why_unknown(api_version, ref.kind, targets, schemas) if schema is None else None
            if unknown is not None:
                problems.append(each.complaint(unknown))
            elif schema is not None and not schema.namespaced and ref.namespace is not None:
                # cdk8s puts a chart's namespace on every object; the API server takes it off those of the whole cluster
                ref = replace(ref, namespace=None)
            manifest = each if ref.namespace else _without_namespace(each)
            if schema is None:
                problems += [manifest.complaint(fault) for fault in head_faults(manifest.body)]
            problems += [manifest.complaint(fault) for fault in _faults(ref, schema)]
            problems += [manifest.complaint(fault) for fault in _metadata_faults(object_of(manifest.body["metadata"]))]
            if (fault := secret_data_fault(manifest.body)) is not None:
                problems.append(manifest.complaint(fault))
            yield _Identified(app, manifest, ref, schema)


def items_of(manifest: Manifest) -> Iterator[Manifest]:
    """Take a List apart, as kubectl and Argo CD do; anything else is itself."""
    items = manifest.body.get("items")
    if manifest.body.get("kind") != "List" or manifest.body.get("apiVersion") != "v1" or not isinstance(items, list):
        yield manifest
        return
    for item in items:
        yield from items_of(replace(manifest, body=object_of(item)))


def _without_namespace(manifest: Manifest) -> Manifest:
    metadata = object_of(manifest.body["metadata"])
    if "namespace" not in metadata:
        return manifest
    return replace(manifest, body={**manifest.body, "metadata": {key: value for key, value in metadata.items() if key != "namespace"}})


def _without_identity(manifest: Manifest, fault: str) -> str:
    metadata = manifest.body.get("metadata")
    if isinstance(metadata, dict) and "generateName" in metadata and "name" not in metadata:
        return "has metadata.generateName, which makes another object at every sync, expected metadata.name"
    return fault


def _faults(ref: ObjectRef, schema: Schema | None) -> Iterator[str]:
    fault = object_name_fault(ref.group, ref.kind, ref.name)
    if fault is not None:
        yield f"metadata.name: {fault}"
    if ref.namespace is not None:
        fault = dns_label_fault(ref.namespace)
        if fault is not None:
            yield f"metadata.namespace: {fault}"
    if schema is not None and schema.namespaced and ref.namespace is None:
        yield f"is namespaced and has no namespace, expected one on the {ref.kind} or on its app"


def _metadata_faults(metadata: JsonObject) -> Iterator[str]:
    """Say which labels and annotations the API server refuses, whoever wrote them."""
    for key, value in object_of(metadata.get("labels")).items():
        fault = label_key_fault(key)
        if fault is not None:
            yield f"metadata.labels: {fault}"
        fault = label_value_fault(value) if isinstance(value, str) else None
        if fault is not None:
            yield f'metadata.labels["{key}"]: {fault}'
    annotations = object_of(metadata.get("annotations"))
    for key in annotations:
        fault = label_key_fault(key.lower())
        if fault is not None:
            yield f"metadata.annotations: {fault}"
    size = sum(len(key) + len(str(value)) for key, value in annotations.items())
    if size > LARGEST_ANNOTATIONS:
        yield f"metadata.annotations: hold {size} characters, expected at most {LARGEST_ANNOTATIONS} in all"


def _distinct(identified: Iterator[_Identified], problems: list[str]) -> list[_Identified]:
    """Keep the first of several objects that are one and the same in the cluster."""
    seen: dict[ObjectRef, _Identified] = {}
    for one in identified:
        first = seen.setdefault(one.ref, one)
        if first is not one:
            problems.append(one.manifest.complaint(_made_twice(first, one)))
    return list(seen.values())


def _made_twice(first: _Identified, second: _Identified) -> str:
    """Say where both are made, and which construct can leave it to the other."""
    by = f' by "{first.manifest.construct}"' if first.manifest.origin == second.manifest.origin else ""
    leaving = next((one.manifest for one in (second, first) if one.manifest.unless), None)
    instead = f", {leaving.unless} at {leaving.origin} leaves it to the other" if leaving else ""
    return f'is made twice, first{by} at {first.manifest.origin} in app "{first.app}"{instead}'


def _paths(identified: Sequence[_Identified], problems: list[str]) -> list[str]:
    plain = [_path(one, grouped=False) for one in identified]
    shared = {path for path, count in Counter(plain).items() if count > 1}
    paths = [_path(one, grouped=path in shared) for one, path in zip(identified, plain, strict=True)]
    for one, path in zip(identified, paths, strict=True):
        size = len(path.rpartition("/")[2])
        if size > LONGEST_FILE_NAME:
            fault = f"metadata.name: makes a file name of {size} bytes, expected at most {LONGEST_FILE_NAME}"
            problems.append(one.manifest.complaint(fault))
    for path, count in Counter(paths).items():
        if count > 1:
            alike = [one.manifest for one, other in zip(identified, paths, strict=True) if other == path]
            problems.append(alike[1].complaint(f"would lie in the same file as {alike[0].label} ({alike[0].origin}): {path}"))
    return paths


def _path(one: _Identified, *, grouped: bool) -> str:
    folder = CLUSTER_FOLDER if one.ref.namespace is None else _escaped(one.ref.namespace)
    return f"{one.app}/{folder}/{_file_name(one.ref, grouped=grouped)}"


def _file_name(ref: ObjectRef, *, grouped: bool) -> str:
    group = f".{_escaped(ref.group)}" if grouped and ref.group else ""
    return f"{_escaped(ref.kind.lower())}{group}-{_escaped(ref.name)}.yaml"


def _escaped(text: str) -> str:
    return _UNSAFE.sub(lambda found: "".join(f"%{byte:02x}" for byte in found[0].encode(errors="surrogatepass")), text)


def _text(one: _Identified, problems: list[str]) -> str:
    document = one.schema.document if one.schema is not None else None
    body = canonical(one.manifest.body, document)
    try:
        text = to_yaml(body)
    except ValueError as error:
        problems.append(one.manifest.complaint(str(error)))
        return ""
    if len(text) > LARGEST_OBJECT:
        problems.append(one.manifest.complaint(f"is {len(text)} characters long, expected at most {LARGEST_OBJECT}"))
    if one.schema is not None:
        problems += [one.manifest.complaint(str(problem)) for problem in check(body, one.schema)]
    return text


def _warnings(identified: Sequence[_Identified], targets: Targets) -> Iterator[str]:
    for one in identified:
        kind = f"{one.ref.kind} ({one.manifest.body['apiVersion']})"
        if one.schema is None:
            yield f"{kind} is rendered unchecked, `heliostat schemas import` with the file of its CRD has it checked"
        else:
            if one.schema.deprecation is not None:
                yield f"{kind}: {one.schema.deprecation}"
            yield from (f"{kind} is not held against a rule of its schema: {rule}" for rule in unchecked_rules(one.schema))
        if (warning := untested(one.manifest.body, targets)) is not None:
            yield warning
