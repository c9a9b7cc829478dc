"""The construct of a Redis."""

from __future__ import annotations

from collections.abc import Sequence

from constructs import Construct

from heliostat.constructs.install.place import placed
from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.specs.pod.environment import SecretKey
from heliostat.specs.redis import RedisSpec


class Redis(KubernetesObject):
    """Where Ray heads keep their state; `RedisFaultTolerance(redis)` takes it. Arguments: RedisSpec."""

    @arguments_of(RedisSpec)
    def __init__(self, scope: Construct, id: str, spec: RedisSpec) -> None:
        super().__init__(scope, id, placed(spec, scope))
        self._address = spec.address(self.name)
        self._password = spec.password
        self._namespaces = None if self.is_refused else spec.namespaces

    @property
    def address(self) -> str:
        """Host and port that it listens at."""
        return self._address

    @property
    def password(self) -> SecretKey:
        """Name and key of the Secrets that hold its password, in its own namespace and in those of Ray clusters."""
        return self._password

    @property
    def namespaces(self) -> Sequence[str] | None:
        """Namespaces whose Ray clusters it lets in; None where they were refused."""
        return self._namespaces
