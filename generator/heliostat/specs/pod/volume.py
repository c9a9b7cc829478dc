"""Kinds of volumes.

Those that Kubernetes has removed or moved to CSI drivers (awsElasticBlockStore, cephfs, gitRepo, rbd, …) are not offered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Literal

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.quantity import canonical_quantity
from heliostat.specs.arguments import arguments
from heliostat.specs.reference import Named
from heliostat.specs.wire import SKIPPED, json_of, spelled

AccessMode = Literal["ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod"]


def items_json(items: Mapping[str, str]) -> JsonValue:
    """Write which keys become which files."""
    return [{"key": key, "path": path} for key, path in items.items()]


@arguments
class ConfigMapVolume:
    """The keys of a ConfigMap as files.

    Args:
        config_map: the ConfigMap.
        items: only these keys, each with its path below the mount; every key under its own name by default.
        default_mode: permission bits such as 0o440; 0o644 by default.
        optional: True lets the pod start without it.
        name: name of the volume in the pod; the ConfigMap's by default.
    """

    config_map: Named | str = field(kw_only=False, metadata=spelled("name"))
    items: Mapping[str, str] = field(default_factory=dict, metadata=spelled(write=items_json))
    default_mode: int | None = None
    optional: bool | None = None
    name: str | None = field(default=None, metadata=SKIPPED)


@arguments
class SecretVolume:
    """The keys of a Secret as files.

    Args:
        secret: the Secret.
        items: only these keys, each with its path below the mount; every key under its own name by default.
        default_mode: permission bits such as 0o440; 0o644 by default.
        optional: True lets the pod start without it.
        name: name of the volume in the pod; the Secret's by default.
    """

    secret: Named | str = field(kw_only=False, metadata=spelled("secretName"))
    items: Mapping[str, str] = field(default_factory=dict, metadata=spelled(write=items_json))
    default_mode: int | None = None
    optional: bool | None = None
    name: str | None = field(default=None, metadata=SKIPPED)


@arguments
class ClaimVolume:
    """A PersistentVolumeClaim.

    Args:
        claim: the PersistentVolumeClaim, in the pod's namespace.
        read_only: True mounts it read-only everywhere.
        name: name of the volume in the pod; the claim's by default.
    """

    claim: Named | str = field(kw_only=False, metadata=spelled("claimName"))
    read_only: bool | None = None
    name: str | None = field(default=None, metadata=SKIPPED)


@arguments
class EmptyDir:
    """Scratch space that lives as long as the pod.

    Args:
        size_limit: the most it may hold, such as `20Gi`; the pod is evicted beyond it.
        medium: `Memory` for a tmpfs, which counts against the memory limit of the containers that write to it.
        name: name of the volume in the pod; made from the mount path by default.
    """

    size_limit: str | None = field(default=None, kw_only=False, metadata=spelled(write=canonical_quantity))
    medium: Literal["Memory", "HugePages"] | None = None
    name: str | None = field(default=None, metadata=SKIPPED)


@arguments
class HostPath:
    """A path of the node.

    Args:
        path: the path.
        type: what must be there or is created; nothing is looked at by default.
        name: name of the volume in the pod; made from the mount path by default.
    """

    path: str = field(kw_only=False)
    type: Literal["DirectoryOrCreate", "Directory", "FileOrCreate", "File", "Socket", "CharDevice", "BlockDevice"] | None = None
    name: str | None = field(default=None, metadata=SKIPPED)


@arguments
class CsiVolume:
    """A volume that a CSI driver makes for the pod, such as `gcsfuse.csi.storage.gke.io`.

    Args:
        driver: name of the driver.
        volume_attributes: what the driver needs to know.
        fs_type: file system.
        read_only: True mounts it read-only.
        node_publish_secret_ref: Secret that the driver needs.
        name: name of the volume in the pod; made from the mount path by default.
    """

    driver: str = field(kw_only=False)
    volume_attributes: Mapping[str, str] = field(default_factory=dict)
    fs_type: str | None = None
    read_only: bool | None = None
    node_publish_secret_ref: Named | str | None = field(default=None, metadata=spelled(write=lambda given: {"name": json_of(given)}))
    name: str | None = field(default=None, metadata=SKIPPED)


@arguments
class EphemeralVolume:
    """A volume from a storage class that is made with the pod and deleted with it.

    Args:
        size: how large, such as `100Gi`.
        storage_class_name: the storage class; the cluster's default when absent.
        access_modes: how it may be mounted.
        volume_mode: `Filesystem` by default.
        labels: labels of the claim that is made.
        name: name of the volume in the pod; made from the mount path by default.
    """

    size: str = field(kw_only=False)
    storage_class_name: str | None = None
    access_modes: Sequence[AccessMode] = ("ReadWriteOnce",)
    volume_mode: Literal["Filesystem", "Block"] | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    name: str | None = None

    def wire(self) -> JsonObject:
        spec: JsonObject = {"accessModes": list(self.access_modes)}
        if self.storage_class_name is not None:
            spec["storageClassName"] = self.storage_class_name
        if self.volume_mode is not None:
            spec["volumeMode"] = self.volume_mode
        spec["resources"] = {"requests": {"storage": canonical_quantity(self.size)}}
        template: JsonObject = {"metadata": {"labels": dict(self.labels)}} if self.labels else {}
        return {"volumeClaimTemplate": {**template, "spec": spec}}


@arguments
class NfsVolume:
    """A directory of an NFS server.

    Args:
        server: host name or address.
        path: directory that the server exports.
        read_only: True mounts it read-only.
        name: name of the volume in the pod; made from the mount path by default.
    """

    server: str = field(kw_only=False)
    path: str = field(kw_only=False)
    read_only: bool | None = None
    name: str | None = field(default=None, metadata=SKIPPED)


@arguments
class ImageVolume:
    """The files of a container image or OCI artifact, read-only.

    Args:
        reference: the image.
        pull_policy: when to pull it.
        name: name of the volume in the pod; made from the mount path by default.
    """

    reference: str = field(kw_only=False)
    pull_policy: Literal["Always", "IfNotPresent", "Never"] | None = None
    name: str | None = field(default=None, metadata=SKIPPED)
