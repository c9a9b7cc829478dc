"""Where the head keeps its state so that a new head can take over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Literal, TypeAlias

from heliostat.specs.arguments import arguments
from heliostat.specs.pod.environment import SecretKey
from heliostat.specs.pod.volume import AccessMode
from heliostat.specs.reference import Named


@arguments
class RedisFaultTolerance:
    """State in Redis: `RedisFaultTolerance("redis:6379", password=SecretKey("redis", "password"))`.

    Args:
        address: host and port, `rediss://` for TLS.
        username: user name, as text or from a Secret (Ray 2.41 and later).
        password: from a Secret.
        external_storage_namespace: prefix of the keys. The cluster's UID by default, so that a cluster that is made anew
            starts empty; a fixed one is picked up again, with all that it holds.
        deletion_timeout_seconds: how long a deleted cluster waits for its keys to be removed; 300 by default (KubeRay 1.6.2).
    """

    address: str = field(kw_only=False)
    username: str | SecretKey | None = None
    password: SecretKey | None = None
    external_storage_namespace: str | None = None
    deletion_timeout_seconds: int | None = None


@arguments
class RocksDbFaultTolerance:
    """State on a volume of the head (KubeRay 1.7, with its gate GCSFaultToleranceEmbeddedStorage).

    Args:
        claim: existing PersistentVolumeClaim; KubeRay makes one when absent.
        size: size of the claim that KubeRay makes; 1Gi by default.
        storage_class_name: its storage class; the cluster's default when absent.
        access_modes: its access modes; ReadWriteOnce by default.
        sub_path: directory on the volume.
        deletion_policy: whether the claim that KubeRay made goes with the cluster; it does by default.
    """

    claim: Named | str | None = None
    size: str | None = None
    storage_class_name: str | None = None
    access_modes: Sequence[AccessMode] = ()
    sub_path: str | None = None
    deletion_policy: Literal["DeleteWithCluster", "Retain"] | None = None


GcsFaultTolerance: TypeAlias = RedisFaultTolerance | RocksDbFaultTolerance
