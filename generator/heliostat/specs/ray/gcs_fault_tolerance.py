"""Where the head keeps its state so that a new head can take over."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Annotated, Literal, Protocol, TypeAlias, runtime_checkable

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.quantity import canonical_quantity
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.pod.environment import ConfigMapKey, SecretKey, value_from
from heliostat.specs.pod.resources import resource_problems
from heliostat.specs.pod.volume import AccessMode
from heliostat.specs.reference import Named, OfKind
from heliostat.specs.reference_name import reference_problems
from heliostat.specs.version_need import version_problems
from heliostat.specs.wire import SKIPPED, spelled, wire

_ADDRESS = re.compile(r"(rediss?://)?[^\s/,]+:[0-9]{1,5}")


def _credential(value: str | SecretKey | ConfigMapKey) -> JsonValue:
    return {"value": value} if isinstance(value, str) else {"valueFrom": value_from(value)}


@runtime_checkable
class RedisReference(Named, Protocol):
    """A Redis of the environment."""

    @property
    def address(self) -> str: ...

    @property
    def password(self) -> SecretKey:
        """Name and key of the Secret with its password, the same in each namespace."""
        ...

    @property
    def namespaces(self) -> Sequence[str] | None:
        """Namespaces whose Ray clusters it lets in; None where they are not known."""
        ...


def _address(address: RedisReference | str) -> str:
    return address if isinstance(address, str) else address.address


@arguments
class RedisFaultTolerance:
    """State in Redis: `RedisFaultTolerance(redis)`, or `RedisFaultTolerance("redis:6379", password=SecretKey("redis", "password"))`.

    Args:
        address: a Redis of the environment, or host and port, with `rediss://` for TLS.
        username: user name, as text, or from a Secret or ConfigMap (Ray 2.41 and later).
        password: from a Secret in the cluster's namespace; for a Redis of the environment, from the one that it names itself.
        external_storage_namespace: prefix of the keys. The cluster's UID by default, so that a cluster that is made anew
            starts empty; a fixed one is picked up again, with all that it holds.
        deletion_timeout_seconds: how long a deleted cluster waits for its keys to be removed; 300 by default (KubeRay 1.6.2).
    """

    address: Annotated[RedisReference | str, OfKind("Redis", text="address")] = field(
        kw_only=False, metadata=spelled("redisAddress", write=_address)
    )
    username: str | SecretKey | ConfigMapKey | None = field(default=None, metadata=spelled("redisUsername", write=_credential))
    password: SecretKey | None = field(default=None, metadata=spelled("redisPassword", write=_credential))
    external_storage_namespace: str | None = None
    deletion_timeout_seconds: int | None = field(default=None, metadata=SKIPPED)

    @property
    def port(self) -> int:
        """Port of Redis."""
        return int(_address(self.address).rpartition(":")[2])

    def wire(self) -> JsonObject:
        body = wire(self)
        if self.password is None and not isinstance(self.address, str):
            body["redisPassword"] = _credential(self.address.password)
        return body

    def check(self, targets: Targets) -> Iterator[Problem]:
        if isinstance(self.address, str) and not _ADDRESS.fullmatch(self.address):
            yield Problem("address", f"must be host:port, or rediss://host:port for TLS, got {self.address!r}")
        if self.deletion_timeout_seconds is not None:
            yield from version_problems("deletion_timeout_seconds", "kuberay", "1.6.2", targets)
            if self.deletion_timeout_seconds < 1:
                yield Problem("deletion_timeout_seconds", f"must be at least 1, got {self.deletion_timeout_seconds}")


def shut_out_problems(store: GcsFaultTolerance | None, namespace: str | None) -> Iterator[Problem]:
    """Refuse a Redis that does not let in the cluster's namespace: its head would never start."""
    if not isinstance(store, RedisFaultTolerance) or isinstance(store.address, str) or namespace is None:
        return
    let_in = store.address.namespaces
    if let_in is not None and namespace not in let_in:
        listed = ", ".join(f'"{each}"' for each in let_in)
        message = f'must be a Redis that lets in the namespace "{namespace}", those of "{store.address.name}" are {listed}'
        yield Problem("gcs_fault_tolerance.address", message)


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

    claim: Annotated[Named | str, OfKind("PersistentVolumeClaim")] | None = field(default=None, metadata=spelled("claimName"))
    size: str | None = field(default=None, metadata=spelled(write=canonical_quantity))
    storage_class_name: str | None = None
    access_modes: Sequence[AccessMode] = ()
    sub_path: str | None = None
    deletion_policy: Literal["DeleteWithCluster", "Retain"] | None = None

    def wire(self) -> JsonObject:
        storage = wire(self)
        return {"backend": "rocksdb", **({"storage": storage} if storage else {})}

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from version_problems("", "kuberay", "1.7", targets)
        yield from reference_problems("claim", self.claim)
        for argument in ("size", "storage_class_name", "access_modes"):
            if self.claim is not None and getattr(self, argument):
                yield Problem(argument, "must be left out when claim is given, since KubeRay then makes no claim")
        if self.size is not None:
            yield from (Problem("size", problem.message) for problem in resource_problems({"memory": self.size}, {}, {}))


GcsFaultTolerance: TypeAlias = RedisFaultTolerance | RocksDbFaultTolerance
