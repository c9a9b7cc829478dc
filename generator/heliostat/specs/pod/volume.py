"""What is mounted into containers.

A volume is a value: it is given with the path it is mounted at, and equal volumes in the containers of one pod are one volume of
the pod. Kinds that Kubernetes has removed or moved to CSI drivers (awsElasticBlockStore, cephfs, gitRepo, rbd, …) are not offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Literal, TypeAlias

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.quantity import canonical_quantity
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.label_selector import LabelSelector
from heliostat.specs.pod.environment import FieldPath, ResourceField
from heliostat.specs.reference import Named
from heliostat.specs.wire import SKIPPED, json_of, spelled, wire

AccessMode = Literal["ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod"]


def _items(items: Mapping[str, str]) -> JsonValue:
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
    items: Mapping[str, str] = field(default_factory=dict, metadata=spelled(write=_items))
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
    items: Mapping[str, str] = field(default_factory=dict, metadata=spelled(write=_items))
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


@arguments
class DownwardFile:
    """A file with a field of the pod in it.

    Args:
        value: the field.
        mode: permission bits of the file.
    """

    value: FieldPath | ResourceField = field(kw_only=False)
    mode: int | None = None


def _files(items: Mapping[str, DownwardFile]) -> JsonValue:
    return [_file(path, item) for path, item in items.items()]


def _file(path: str, item: DownwardFile) -> JsonObject:
    kind = "fieldRef" if isinstance(item.value, FieldPath) else "resourceFieldRef"
    return {"path": path, kind: wire(item.value), **({} if item.mode is None else {"mode": item.mode})}


@arguments
class DownwardVolume:
    """Fields of the pod as files.

    Args:
        items: files by their path below the mount.
        default_mode: permission bits; 0o644 by default.
        name: name of the volume in the pod; made from the mount path by default.
    """

    items: Mapping[str, DownwardFile] = field(kw_only=False, metadata=spelled(write=_files))
    default_mode: int | None = None
    name: str | None = field(default=None, metadata=SKIPPED)


@arguments
class ServiceAccountToken:
    """A token of the pod's service account for another audience, in a projected volume.

    Args:
        path: file below the mount.
        audience: whom the token is for; the API server by default.
        expiration_seconds: how long it is valid, at least 600; 3600 by default.
    """

    path: str = field(kw_only=False)
    audience: str | None = None
    expiration_seconds: int | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        if self.expiration_seconds is not None and self.expiration_seconds < 600:
            yield Problem("expiration_seconds", f"must be at least 600, got {self.expiration_seconds}")


@arguments
class ClusterTrustBundle:
    """Certificates of a trust bundle as one file, in a projected volume.

    Args:
        path: file below the mount.
        bundle: name of one bundle.
        signer_name: bundles of this signer, instead.
        label_selector: only those bundles of the signer.
        optional: True lets the pod start without any.
    """

    path: str = field(kw_only=False)
    bundle: str | None = field(default=None, metadata=spelled("name"))
    signer_name: str | None = None
    label_selector: LabelSelector | None = None
    optional: bool | None = None


@arguments
class PodCertificate:
    """A certificate made for the pod, in a projected volume.

    Args:
        signer_name: who signs it.
        key_type: such as `ED25519` or `RSA4096`.
        credential_bundle_path: one file for key and chain.
        key_path: or one for the key,
        certificate_chain_path: and one for the chain.
        max_expiration_seconds: longest validity.
    """

    signer_name: str
    key_type: str
    credential_bundle_path: str | None = None
    key_path: str | None = None
    certificate_chain_path: str | None = None
    max_expiration_seconds: int | None = None


ProjectedSource: TypeAlias = ConfigMapVolume | SecretVolume | DownwardVolume | ServiceAccountToken | ClusterTrustBundle | PodCertificate

_PROJECTED: dict[type, str] = {
    ConfigMapVolume: "configMap",
    SecretVolume: "secret",
    DownwardVolume: "downwardAPI",
    ServiceAccountToken: "serviceAccountToken",
    ClusterTrustBundle: "clusterTrustBundle",
    PodCertificate: "podCertificate",
}


def _sources(sources: Sequence[ProjectedSource]) -> JsonValue:
    return [_source(source) for source in sources]


def _source(source: ProjectedSource) -> JsonObject:
    body = wire(source)
    if isinstance(source, SecretVolume):
        body = {"name": body.pop("secretName"), **body}
    return {_PROJECTED[type(source)]: body}


@arguments
class ProjectedVolume:
    """Several sources in one directory.

    Args:
        sources: what is put there; `default_mode` of a source does not count here.
        default_mode: permission bits; 0o644 by default.
        name: name of the volume in the pod; made from the mount path by default.
    """

    sources: Sequence[ProjectedSource] = field(kw_only=False, metadata=spelled(write=_sources))
    default_mode: int | None = None
    name: str | None = field(default=None, metadata=SKIPPED)

    def check(self, targets: Targets) -> Iterator[Problem]:
        for index, source in enumerate(self.sources):
            if getattr(source, "default_mode", None) is not None:
                yield Problem(f"sources[{index}].default_mode", "must be given on the projected volume itself")


Volume: TypeAlias = (
    ConfigMapVolume
    | SecretVolume
    | ClaimVolume
    | EmptyDir
    | HostPath
    | CsiVolume
    | EphemeralVolume
    | NfsVolume
    | ImageVolume
    | DownwardVolume
    | ProjectedVolume
)

KIND: dict[type, str] = {
    ConfigMapVolume: "configMap",
    SecretVolume: "secret",
    ClaimVolume: "persistentVolumeClaim",
    EmptyDir: "emptyDir",
    HostPath: "hostPath",
    CsiVolume: "csi",
    EphemeralVolume: "ephemeral",
    NfsVolume: "nfs",
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
