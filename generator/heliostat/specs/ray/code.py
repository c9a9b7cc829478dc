"""Files that a Ray object brings along in a ConfigMap, mounted where its containers start.

Driver, workers and Serve replicas all run in the directory that their container starts in, which is the one that Python imports from:
`python train.py` and `import model` work on every node and in every submission mode, with nothing to upload.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import ClassVar

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments, origin_of
from heliostat.specs.object_spec import Part
from heliostat.specs.pod.volume import ConfigMapVolume

MOST_BYTES = 1024 * 1024
"""Bytes that a ConfigMap takes (kubernetes 1.35, `pkg/apis/core/validation`, MaxSecretSize); names are counted too, to be safe in etcd."""

_MOST_BYTES_APPLIED_BY_CLIENT = 200_000
"""Bytes of JSON beyond which a client-side apply may not fit its copy into an annotation of 262,144 bytes."""

_FILE_NAME = re.compile(r"[-._A-Za-z0-9]+")


@arguments
class Code:
    """Files that are mounted into every Ray container: `Code("workloads/train.py")`.

    The containers start in the directory of the files. It is read-only; programs write elsewhere.

    Args:
        files: a file, a folder with all that is in it, or several of them, relative to the folder of the environment's file. A file
            lies in `mount_path` under its own name, what is in a folder under its path in that folder. Hidden files and
            `__pycache__` stay out; at most 1 MiB together.
        mount_path: where the files are in the containers.
    """

    is_same_everywhere: ClassVar[bool] = False
    """The same names mean other files in other folders."""

    files: str | Sequence[str] = field(kw_only=False)
    mount_path: str = "/home/ray/code"

    def check(self, targets: Targets) -> Iterator[Problem]:
        del targets
        if not PurePosixPath(self.mount_path).is_absolute() or self.mount_path.rstrip("/") == "" or ":" in self.mount_path:
            yield Problem("mount_path", f'must be an absolute path below "/", got {self.mount_path!r}')
        for message in self._read[1]:
            yield Problem("files", message)

    @property
    def contents(self) -> Mapping[str, bytes]:
        """The files by their path below `mount_path`, in order, as they were when they were first asked for."""
        return self._read[0]

    @cached_property
    def _read(self) -> tuple[Mapping[str, bytes], Sequence[str]]:
        frames = origin_of(self).frames
        folder = Path(frames[-1].file).resolve().parent if frames else Path.cwd()
        return _read([self.files] if isinstance(self.files, str) else self.files, folder)


def as_code(given: Code | str | Sequence[str]) -> Code:
    """Take `code="train.py"` for `code=Code("train.py")`."""
    return given if isinstance(given, Code) else Code(given)


def config_map_name(code: Code, owner: str) -> str:
    """Name the ConfigMap: its owner, and a hash of what is in it, so that pods get new code with a new name and never under way."""
    digest = hashlib.sha256()
    for path, content in code.contents.items():
        digest.update(f"{path}\0{len(content)}\0".encode() + content)
    return f"{owner}-code-{digest.hexdigest()[:8]}"


def config_map(code: Code, owner: str, namespace: str | None) -> Part:
    """Make the ConfigMap: text as text, everything else as binary data."""
    text: JsonObject = {}
    binary: JsonObject = {}
    for path, content in code.contents.items():
        try:
            text[_key(path)] = content.decode()
        except UnicodeDecodeError:
            binary[_key(path)] = base64.b64encode(content).decode()
    metadata: JsonObject = {"name": config_map_name(code, owner)}
    if namespace is not None:
        metadata["namespace"] = namespace
    if len(json.dumps([text, binary])) > _MOST_BYTES_APPLIED_BY_CLIENT:
        metadata["annotations"] = {"argocd.argoproj.io/sync-options": "ServerSideApply=true"}
    body: JsonObject = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata, "immutable": True}
    return Part("code", body | {key: data for key, data in (("data", text), ("binaryData", binary)) if data})


def code_volumes(code: Code, owner: str) -> dict[str, ConfigMapVolume]:
    """Say what is mounted where; files in folders need their paths, since the key of a ConfigMap holds no `/`."""
    paths = {_key(path): path for path in code.contents}
    nested = any("/" in path for path in code.contents)
    return {code.mount_path: ConfigMapVolume(config_map_name(code, owner), items=paths if nested else {})}


def _key(path: str) -> str:
    return path.replace("/", ".")


def _read(files: Sequence[str], folder: Path) -> tuple[Mapping[str, bytes], Sequence[str]]:
    """Read files and folders, or say what is wrong with them."""
    try:
        found = [_sources(given, folder) for given in files]
        sources = sorted(source for some, _ in found for source in some)
        wrong = [*(fault for _, faults in found for fault in faults), *_together_faults(sources)]
        if not files:
            wrong.append("must name at least one file")
        return ({}, wrong) if wrong else ({path: source.read_bytes() for path, source in sources}, [])
    except OSError as error:
        return {}, [f"cannot be read, {error.strerror}: {error.filename}"]


def _together_faults(sources: Sequence[tuple[str, Path]]) -> Iterator[str]:
    for path, _ in sources:
        if not all(map(_FILE_NAME.fullmatch, path.split("/"))):
            yield f'must have names of letters, digits, "-", "_" and ".", got {path!r}'
    for key, count in Counter(_key(path) for path, _ in sources).items():
        if count > 1:
            yield f'must differ in their names, with "." for "/": {count} would be "{key}" in the ConfigMap'
    size = sum(len(path) + source.stat().st_size for path, source in sources)
    if size > MOST_BYTES:
        yield f"must be at most {MOST_BYTES:,} bytes in all, which is what a ConfigMap takes, got {size:,}; build them into the image"


def _sources(given: str, folder: Path) -> tuple[list[tuple[str, Path]], list[str]]:
    """Find the files that one entry stands for, each with its path below the mount."""
    source = PurePosixPath(given)
    if source.is_absolute() or ".." in source.parts or not source.parts:
        return [], [f"must be relative and stay below {folder.name}/, the folder of the environment's file, got {given!r}"]
    path = folder / source
    for link in (*reversed(path.relative_to(folder).parents[:-1]), path.relative_to(folder)):
        if (folder / link).is_symlink():
            return [], [f"must not be reached through a symbolic link, {link} is one"]
    if path.is_file():
        return [(path.name, path)], []
    if not path.is_dir():
        return [], [f"must exist below {folder.name}/, the folder of the environment's file, got {given!r}"]
    below = sorted(_below(path))
    links = [f"must not hold symbolic links, {entry.relative_to(folder)} is one" for entry in below if entry.is_symlink()]
    found = [(entry.relative_to(path).as_posix(), entry) for entry in below if entry.is_file()]
    return found, links or ([] if found else [f"must hold at least one file, {given!r} is empty"])


def _below(folder: Path) -> Iterator[Path]:
    """Give what is shipped of a folder; unlike those of pathlib this walk passes over nothing that it may not read."""
    for entry in folder.iterdir():
        if not entry.name.startswith(".") and entry.name != "__pycache__" and entry.suffix != ".pyc":
            yield entry
            if entry.is_dir() and not entry.is_symlink():
                yield from _below(entry)
