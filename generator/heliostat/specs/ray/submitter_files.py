"""Which local paths of a runtime environment the submitter finds.

`ray job submit` reads them in its own container (Ray 2.52, `dashboard/modules/job/sdk.py`), which mounts nothing but what `submitter`
says, and nothing at all in SidecarMode (KubeRay 1.7, `controllers/ray/common/job.go`): neither the job's code nor the head's volumes.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from heliostat.manifests.json_value import JsonValue
from heliostat.specs.arguments import Problem
from heliostat.specs.ray.code import Code
from heliostat.specs.ray.submitter import Submitter

if TYPE_CHECKING:
    from heliostat.specs.ray.job_fields import RayJobFields

_RAYS_OWN = re.compile(r"(docker\.io/)?rayproject/ray(-ml|-llm)?([:@].*)?")
_HOME = PurePosixPath("/home/ray")
"""Where containers of Ray's own images start."""

_FILES = "give code=…, whose files are mounted where programs start, or the URI of a zip file"
_PACKAGES = "give the packages as a list"
_CONDA = "give what is in the file as a mapping"


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitterFiles:
    """What is known of the files in a submitter's container."""

    start: PurePosixPath | None
    """Where it starts; None where its image decides."""
    mounts: Sequence[PurePosixPath]
    heads_mounts: Sequence[PurePosixPath]
    rays_own: bool
    """Whether its image is one of Ray's own, which has no files of the author's."""

    def fault(self, given: str) -> str | None:
        """Say why a path cannot be there; None where it is, or where an image of the author's may have it."""
        path = PurePosixPath(given)
        start = self.start or (_HOME if self.rays_own else None)
        if start is None and not path.is_absolute():
            return None
        found = PurePosixPath(posixpath.normpath((start or _HOME) / path))
        if any(found.is_relative_to(mount) or mount.is_relative_to(found) for mount in self.mounts):
            return None
        if missing := next((mount for mount in self.heads_mounts if found.is_relative_to(mount)), None):
            return f"must be in the submitter's container, which does not mount {missing} as the head does"
        if self.rays_own and not path.is_absolute():
            return f"must be in the submitter's container, whose image is Ray's own and has no {found}"
        return None


def submitter_files(fields: RayJobFields) -> SubmitterFiles | None:
    """Tell what a submitter finds; None where it runs a command of its own, or an image that is not known here."""
    submitter, head = fields.submitter or Submitter(), fields.head
    pod = fields.submission_mode == "K8sJobMode"
    if (pod and submitter.command) or (head is None and submitter.image is None):
        return None
    image = (submitter.image if pod else None) or (head and head.image) or fields.image
    heads = [*(head.volumes if head is not None else ()), *([fields.code.mount_path] if isinstance(fields.code, Code) else ())]
    return SubmitterFiles(
        start=PurePosixPath(submitter.working_dir) if pod and submitter.working_dir is not None else None,
        mounts=[*map(PurePosixPath, submitter.volumes)] if pod else [],
        heads_mounts=[*map(PurePosixPath, heads)],
        rays_own=image is None or _RAYS_OWN.fullmatch(image) is not None,
    )


def local_path_problems(argument: str, runtime_env: Mapping[str, JsonValue], files: SubmitterFiles) -> Iterator[Problem]:
    """Name the local paths of a runtime environment that cannot be in the submitter's container."""
    for place, given, instead in _local_paths(runtime_env):
        if fault := files.fault(given):
            yield Problem(argument + place, f"{fault}; {instead}, got {given!r}")


def _local_paths(runtime_env: Mapping[str, JsonValue]) -> Iterator[tuple[str, str, str]]:
    """Find what Ray takes for a path, each with its place and what to write instead."""
    working_dir, modules, conda = (runtime_env.get(key) for key in ("working_dir", "py_modules", "conda"))
    if isinstance(working_dir, str) and not urlsplit(working_dir).scheme:
        yield '["working_dir"]', working_dir, _FILES
    for index, module in enumerate(modules if isinstance(modules, Sequence) and not isinstance(modules, str) else ()):
        if isinstance(module, str) and not urlsplit(module).scheme:
            yield f'["py_modules"][{index}]', module, _FILES
    for key in ("pip", "uv"):
        if isinstance(file := runtime_env.get(key), str):
            yield f'["{key}"]', file, _PACKAGES
    if isinstance(conda, str) and (PurePosixPath(conda).suffix in (".yaml", ".yml") or conda.startswith("/")):
        yield '["conda"]', conda, _CONDA
