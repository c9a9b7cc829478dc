"""What is mounted into the containers of a pod, and the volumes that the pod has for it.

A volume is given with the path it is mounted at. Volumes of one name are one volume of the pod: a claim that two containers mount,
or an `EmptyDir()` that both mount at the same path.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Literal, TypeAlias

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.name_syntax import dns_label_fault
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.pod.projected_volume import DownwardVolume, ProjectedVolume
from heliostat.specs.pod.volume import (
    ClaimVolume,
    ConfigMapVolume,
    CsiVolume,
    EmptyDir,
    EphemeralVolume,
    FibreChannelVolume,
    HostPath,
    ImageVolume,
    IscsiVolume,
    NfsVolume,
    SecretVolume,
)
from heliostat.specs.reference import name_of
from heliostat.specs.wire import SKIPPED, json_of, wire

Volume: TypeAlias = (
    ConfigMapVolume
    | SecretVolume
    | ClaimVolume
    | EmptyDir
    | HostPath
    | CsiVolume
    | EphemeralVolume
    | NfsVolume
    | IscsiVolume
    | FibreChannelVolume
    | ImageVolume
    | DownwardVolume
    | ProjectedVolume
)

_KIND: dict[type, str] = {
    ConfigMapVolume: "configMap",
    SecretVolume: "secret",
    ClaimVolume: "persistentVolumeClaim",
    EmptyDir: "emptyDir",
    HostPath: "hostPath",
    CsiVolume: "csi",
    EphemeralVolume: "ephemeral",
    NfsVolume: "nfs",
    IscsiVolume: "iscsi",
    FibreChannelVolume: "fc",
    ImageVolume: "image",
    DownwardVolume: "downwardAPI",
    ProjectedVolume: "projected",
}


@arguments
class Mount:
    """How a volume is mounted, where the plain way is not meant: `{"/data": Mount(ClaimVolume("data"), read_only=True)}`.

    Args:
        volume: the volume.
        read_only: True mounts it read-only.
        sub_path: only this path of the volume; a mounted ConfigMap or Secret is then not updated any more.
        sub_path_expr: the same with $(VARIABLE) in it.
        mount_propagation: whether mounts made later on one side show on the other.
        recursive_read_only: whether mounts below it are read-only too.
    """

    volume: Volume = field(kw_only=False, metadata=SKIPPED)
    read_only: bool | None = None
    sub_path: str | None = None
    sub_path_expr: str | None = None
    mount_propagation: Literal["None", "HostToContainer", "Bidirectional"] | None = None
    recursive_read_only: Literal["Disabled", "IfPossible", "Enabled"] | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        if self.sub_path is not None and self.sub_path_expr is not None:
            yield Problem("sub_path_expr", "must be left out when sub_path is given")


Volumes: TypeAlias = Mapping[str, Volume | Mount]
"""Volumes by the path that they are mounted at."""


def volume_name(path: str, volume: Volume) -> str:
    """Name a volume in the pod: as the author says, as what it refers to, else after the path."""
    if volume.name is not None:
        return volume.name
    if isinstance(volume, ConfigMapVolume):
        text = name_of(volume.config_map)
    elif isinstance(volume, SecretVolume):
        text = name_of(volume.secret)
    elif isinstance(volume, ClaimVolume):
        text = name_of(volume.claim)
    else:
        text = path
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:63].rstrip("-") or "root"


def mounts_json(volumes: Volumes) -> list[JsonValue]:
    """Write `volumeMounts`."""
    return [_mount(path, given) for path, given in volumes.items()]


def _mount(path: str, given: Volume | Mount) -> JsonObject:
    options = wire(given) if isinstance(given, Mount) else {}
    return {"name": volume_name(path, volume_of(given)), "mountPath": path, **options}


def volumes_json(mounted: Iterable[tuple[str, Volume | Mount]]) -> list[JsonValue]:
    """Write the `volumes` of a pod from all that its containers mount, each volume once."""
    named: dict[str, JsonValue] = {}
    for path, given in mounted:
        volume = volume_of(given)
        name = volume_name(path, volume)
        named.setdefault(name, {"name": name, _KIND[type(volume)]: json_of(volume)})
    return list(named.values())


def volume_problems(argument: str, volumes: Volumes) -> Iterator[Problem]:
    """Name paths and volume names that Kubernetes refuses."""
    for path, given in volumes.items():
        if not path.startswith("/") or ":" in path:
            yield Problem(f'{argument}["{path}"]', 'must be mounted at an absolute path without ":"')
        if fault := dns_label_fault(volume_name(path, volume_of(given))):
            yield Problem(f'{argument}["{path}"]', f"needs a name=: the name of a volume {fault}")


def clashing_volumes(mounted: Iterable[tuple[str, Volume | Mount]]) -> Iterator[str]:
    """Name the volumes that are meant to be different and have one name."""
    seen: dict[str, JsonValue] = {}
    for path, given in mounted:
        volume = volume_of(given)
        name, body = volume_name(path, volume), {_KIND[type(volume)]: json_of(volume)}
        if seen.setdefault(name, body) != body:
            yield name


def volume_of(given: Volume | Mount) -> Volume:
    """Take the volume out of a mount."""
    return given.volume if isinstance(given, Mount) else given
