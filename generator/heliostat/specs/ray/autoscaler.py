"""Ray's autoscaler, which KubeRay runs beside the head."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Literal

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import Targets
from heliostat.specs.amount import Amount
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.pod.container import ImagePullPolicy, image_problems
from heliostat.specs.pod.environment import Env, EnvFrom, env_json, env_problems
from heliostat.specs.pod.mount import Volumes, mounts_json, volume_problems
from heliostat.specs.pod.resources import resource_problems, resources_json
from heliostat.specs.pod.security_context import SecurityContext
from heliostat.specs.version_need import version_problems
from heliostat.specs.wire import SKIPPED, spelled, wire

_START_COMMAND = "KUBERAY_GEN_AUTOSCALER_START_CMD"


@arguments
class Autoscaler:
    """How worker groups with `max_replicas` are scaled.

    Args:
        version: v2 needs pods that are never restarted in place, which is written.
        upscaling_mode: `Default` adds as many workers as are asked for, `Conservative` at most as many as there are,
            `Aggressive` is Ray's older name for the first.
        idle_timeout_seconds: seconds after which an idle worker goes; 60 by default.
        image: image of the autoscaler; the head's by default.
        image_pull_policy: when to pull it.
        cpu: CPUs of its container; `500m` by default.
        memory: memory of its container; `512Mi` by default.
        env: environment variables.
        env_from: Secrets and ConfigMaps whose keys become environment variables.
        command: what is started instead (KubeRay 1.7 and later).
        args: its arguments; $KUBERAY_GEN_AUTOSCALER_START_CMD holds the plain start (KubeRay 1.7 and later).
        security_context: rights of the container; the head's by default.
        volumes: what is mounted into it, by path.
    """

    version: Literal["v1", "v2"] = "v2"
    upscaling_mode: Literal["Default", "Aggressive", "Conservative"] | None = None
    idle_timeout_seconds: int | None = None
    image: str | None = None
    image_pull_policy: ImagePullPolicy | None = None
    cpu: Amount | None = field(default=None, metadata=SKIPPED)
    memory: str | None = field(default=None, metadata=SKIPPED)
    env: Env = field(default_factory=dict, metadata=spelled(write=env_json))
    env_from: Sequence[EnvFrom] = ()
    command: Sequence[str] = ()
    args: Sequence[str] = ()
    security_context: SecurityContext | None = None
    volumes: Volumes = field(default_factory=dict, metadata=spelled("volumeMounts", write=mounts_json))

    def wire(self) -> JsonObject:
        body = wire(self)
        if self.cpu is not None or self.memory is not None:
            body["resources"] = resources_json(self._own_resources(), {}, {})
        return body

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from image_problems("image", self.image)
        yield from resource_problems(self._own_resources(), {}, {})
        yield from env_problems("env", self.env)
        yield from volume_problems("volumes", self.volumes)
        if self.idle_timeout_seconds is not None and self.idle_timeout_seconds < 0:
            yield Problem("idle_timeout_seconds", f"must not be negative, got {self.idle_timeout_seconds}")
        for argument in ("command", "args"):
            if getattr(self, argument):
                yield from version_problems(argument, "kuberay", "1.7", targets)
        if _START_COMMAND in self.env:
            yield Problem(f'env["{_START_COMMAND}"]', "must be left out, since KubeRay sets it")

    def _own_resources(self) -> dict[str, Amount]:
        """What the container gets; KubeRay takes either both from here or neither."""
        return {"cpu": "500m" if self.cpu is None else self.cpu, "memory": self.memory or "512Mi"}
