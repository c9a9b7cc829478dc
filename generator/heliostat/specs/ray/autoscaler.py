"""Ray's autoscaler, which KubeRay runs beside the head."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Literal

from heliostat.specs.arguments import arguments
from heliostat.specs.pod.container import ImagePullPolicy
from heliostat.specs.pod.environment import EnvFrom, EnvValue
from heliostat.specs.pod.security_context import SecurityContext
from heliostat.specs.pod.volume import Volumes


@arguments
class Autoscaler:
    """How worker groups with `max_replicas` are scaled.

    Args:
        version: v2 needs Ray 2.10 and pods that are never restarted in place, which is written.
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
    cpu: float | str | None = None
    memory: str | None = None
    env: Mapping[str, EnvValue] = field(default_factory=dict)
    env_from: Sequence[EnvFrom] = ()
    command: Sequence[str] = ()
    args: Sequence[str] = ()
    security_context: SecurityContext | None = None
    volumes: Volumes = field(default_factory=dict)
