"""Kinds of volumes.

Those that Kubernetes has removed or moved to CSI drivers (awsElasticBlockStore, cephfs, gitRepo, rbd, …) are not offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Annotated, Literal, TypeAlias

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.quantity import canonical_quantity
from heliostat.schemas.targets import Targets
from heliostat.specs.amount import amount_fault
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.label_selector import LabelSelector
from heliostat.specs.reference import Named, OfKind, kind_of, name_of
from heliostat.specs.reference_name import reference_problems
from heliostat.specs.wire import SKIPPED, spelled, wire

AccessMode = Literal["ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod"]


def _reference(secret: Named | str) -> JsonValue:
    return {"name": name_of(secret)}


@arguments
class KeyFile:
    """A file with the value of one key, where a bare path does not say enough.

    Args:
        path: path below the mount.
        mode: permission bits such as 0o440; those of the volume by default.
    """

    path: str = field(kw_only=False)
    mode: int | None = None


Items: TypeAlias = Mapping[str, str | KeyFile]
"""Paths below the mount, by key."""


def items_json(items: Items) -> JsonValue:
    """Write which keys become which files."""
    return [{"key": key, **wire(file if isinstance(file, KeyFile) else KeyFile(file))} for key, file in items.items()]


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

    config_map: Annotated[Named | str, OfKind("ConfigMap")] = field(kw_only=False, metadata=spelled("name"))
    items: Items = field(default_factory=dict, metadata=spelled(write=items_json))
    default_mode: int | None = None
    optional: bool | None = None
    name: str | None = field(default=None, metadata=SKIPPED)

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from reference_problems("config_map", self.config_map)


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

    secret: Annotated[Named | str, OfKind("Secret")] = field(kw_only=False, metadata=spelled("secretName"))
    items: Items = field(default_factory=dict, metadata=spelled(write=items_json))
    default_mode: int | None = None
    optional: bool | None = None
    name: str | None = field(default=None, metadata=SKIPPED)

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from reference_problems("secret", self.secret)


@arguments
class ClaimVolume:
    """A PersistentVolumeClaim.

    Args:
        claim: the PersistentVolumeClaim, in the pod's namespace.
        read_only: True mounts it read-only everywhere.
        name: name of the volume in the pod; the claim's by default.
    """

    claim: Annotated[Named | str, OfKind("PersistentVolumeClaim")] = field(kw_only=False, metadata=spelled("claimName"))
    read_only: bool | None = None
    name: str | None = field(default=None, metadata=SKIPPED)

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from reference_problems("claim", self.claim)


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

    def check(self, targets: Targets) -> Iterator[Problem]:
        if self.size_limit is not None and (fault := amount_fault(self.size_limit)):
            yield Problem("size_limit", fault)


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
    node_publish_secret_ref: Annotated[Named | str, OfKind("Secret")] | None = field(default=None, metadata=spelled(write=_reference))
    name: str | None = field(default=None, metadata=SKIPPED)


@arguments
class DataSource:
    """What a new volume is filled from: `DataSource("VolumeSnapshot", "dataset", api_group="snapshot.storage.k8s.io")`.

    Args:
        kind: kind of the source.
        name: the source.
        api_group: API group of the kind; that of PersistentVolumeClaim when absent.
        namespace: namespace of the source; the pod's own when absent.
    """

    kind: str = field(kw_only=False)
    name: Named | str = field(kw_only=False)
    api_group: str | None = None
    namespace: str | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        if not isinstance(self.name, str) and (given := kind_of(self.name)) != self.kind:
            yield Problem("name", f'must be a {self.kind} or its name, got the {given} "{self.name.name}"')


@arguments
class EphemeralVolume:
    """A volume from a storage class that is made with the pod and deleted with it.

    Args:
        size: how large, such as `100Gi`.
        storage_class_name: the storage class; the cluster's default when absent.
        access_modes: how it may be mounted.
        volume_mode: `Filesystem` by default.
        volume_attributes_class_name: VolumeAttributesClass.
        selector: only volumes with these labels.
        volume_name: only this volume.
        data_source: what it is filled from; empty by default.
        labels: labels of the claim that is made.
        annotations: annotations of that claim.
        name: name of the volume in the pod; made from the mount path by default.
    """

    size: str = field(kw_only=False, metadata=spelled("resources", write=lambda size: {"requests": {"storage": canonical_quantity(size)}}))
    storage_class_name: str | None = None
    access_modes: Sequence[AccessMode] = ("ReadWriteOnce",)
    volume_mode: Literal["Filesystem", "Block"] | None = None
    volume_attributes_class_name: str | None = None
    selector: LabelSelector | None = None
    volume_name: str | None = None
    data_source: DataSource | None = field(default=None, metadata=spelled("dataSourceRef"))
    labels: Mapping[str, str] = field(default_factory=dict, metadata=SKIPPED)
    annotations: Mapping[str, str] = field(default_factory=dict, metadata=SKIPPED)
    name: str | None = field(default=None, metadata=SKIPPED)

    def wire(self) -> JsonObject:
        metadata: JsonObject = {}
        for key, entries in (("labels", self.labels), ("annotations", self.annotations)):
            if entries:
                metadata[key] = dict(entries)
        return {"volumeClaimTemplate": {**({"metadata": metadata} if metadata else {}), "spec": wire(self)}}

    def check(self, targets: Targets) -> Iterator[Problem]:
        if fault := amount_fault(self.size):
            yield Problem("size", fault)


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
class IscsiVolume:
    """A disk of an iSCSI target.

    Args:
        target_portal: address of the target, with its port unless that is 3260.
        iqn: qualified name of the target.
        lun: number of the disk.
        portals: further addresses of the target.
        fs_type: file system; `ext4` by default.
        read_only: True mounts it read-only.
        iscsi_interface: interface of the initiator.
        initiator_name: qualified name of the initiator.
        chap_auth_discovery: True authenticates discovery.
        chap_auth_session: True authenticates the session.
        secret_ref: Secret with the CHAP credentials.
        name: name of the volume in the pod; made from the mount path by default.
    """

    target_portal: str = field(kw_only=False)
    iqn: str
    lun: int
    portals: Sequence[str] = ()
    fs_type: str | None = None
    read_only: bool | None = None
    iscsi_interface: str = "default"
    initiator_name: str | None = None
    chap_auth_discovery: bool | None = None
    chap_auth_session: bool | None = None
    secret_ref: Annotated[Named | str, OfKind("Secret")] | None = field(default=None, metadata=spelled(write=_reference))
    name: str | None = field(default=None, metadata=SKIPPED)


@arguments
class FibreChannelVolume:
    """A disk on a Fibre Channel fabric.

    Args:
        target_wwns: names of the target's ports, with `lun`,
        lun: number of the disk.
        wwids: or identifiers of the disk itself.
        fs_type: file system; `ext4` by default.
        read_only: True mounts it read-only.
        name: name of the volume in the pod; made from the mount path by default.
    """

    target_wwns: Sequence[str] = field(default=(), metadata=spelled("targetWWNs"))
    lun: int | None = None
    wwids: Sequence[str] = ()
    fs_type: str | None = None
    read_only: bool | None = None
    name: str | None = field(default=None, metadata=SKIPPED)

    def check(self, targets: Targets) -> Iterator[Problem]:
        if bool(self.wwids) == bool(self.target_wwns and self.lun is not None):
            yield Problem("", "must have either wwids, or target_wwns and lun")


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
