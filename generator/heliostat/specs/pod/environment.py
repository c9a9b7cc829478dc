"""Environment variables of a container, and where their values come from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Annotated, TypeAlias

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.quantity import canonical_quantity
from heliostat.schemas.targets import Targets
from heliostat.specs.amount import amount_fault
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.reference import Named, OfKind
from heliostat.specs.reference_name import reference_problems
from heliostat.specs.version_need import version_problems
from heliostat.specs.wire import spelled, wire


@arguments
class SecretKey:
    """One key of a Secret: `SecretKey("redis", "password")`.

    Args:
        secret: the Secret.
        key: the key whose value is taken.
        optional: True lets the pod start without it.
    """

    secret: Annotated[Named | str, OfKind("Secret")] = field(kw_only=False, metadata=spelled("name"))
    key: str = field(kw_only=False)
    optional: bool | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from reference_problems("secret", self.secret)


@arguments
class ConfigMapKey:
    """One key of a ConfigMap.

    Args:
        config_map: the ConfigMap.
        key: the key whose value is taken.
        optional: True lets the pod start without it.
    """

    config_map: Annotated[Named | str, OfKind("ConfigMap")] = field(kw_only=False, metadata=spelled("name"))
    key: str = field(kw_only=False)
    optional: bool | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from reference_problems("config_map", self.config_map)


@arguments
class FieldPath:
    """A field of the pod itself: `FieldPath("status.hostIP")`.

    Args:
        field_path: metadata.name, metadata.namespace, metadata.labels['…'], spec.nodeName, status.podIP, …
    """

    field_path: str = field(kw_only=False)


@arguments
class ResourceField:
    """A resource of a container: `ResourceField("limits.cpu")`.

    Args:
        resource: `limits.cpu`, `requests.memory`, …
        container_name: whose; the container's own when absent.
        divisor: the unit to count in, such as `1Mi`.
    """

    resource: str = field(kw_only=False)
    container_name: str | None = None
    divisor: str | None = field(default=None, metadata=spelled(write=canonical_quantity))

    def check(self, targets: Targets) -> Iterator[Problem]:
        if self.divisor is not None and (fault := amount_fault(self.divisor)):
            yield Problem("divisor", fault)


@arguments
class FileKey:
    """One key of an environment file that an init container wrote into a volume (Kubernetes 1.35 and later).

    Args:
        volume_name: the volume.
        path: the file below the volume's root.
        key: the key in it.
        optional: True lets the container start without it.
    """

    volume_name: str = field(kw_only=False)
    path: str = field(kw_only=False)
    key: str = field(kw_only=False)
    optional: bool | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from version_problems("", "kubernetes", "1.35", targets)


EnvValue: TypeAlias = str | SecretKey | ConfigMapKey | FieldPath | ResourceField | FileKey

_SOURCE: dict[type, str] = {
    SecretKey: "secretKeyRef",
    ConfigMapKey: "configMapKeyRef",
    FieldPath: "fieldRef",
    ResourceField: "resourceFieldRef",
    FileKey: "fileKeyRef",
}


@arguments
class SecretRef:
    """All keys of a Secret as environment variables.

    Args:
        secret: the Secret.
        prefix: put before each key.
        optional: True lets the pod start without it.
    """

    secret: Annotated[Named | str, OfKind("Secret")] = field(kw_only=False, metadata=spelled("name"))
    prefix: str | None = None
    optional: bool | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from reference_problems("secret", self.secret)

    def wire(self) -> JsonObject:
        return _env_from("secretRef", wire(self))


@arguments
class ConfigMapRef:
    """All keys of a ConfigMap as environment variables.

    Args:
        config_map: the ConfigMap.
        prefix: put before each key.
        optional: True lets the pod start without it.
    """

    config_map: Annotated[Named | str, OfKind("ConfigMap")] = field(kw_only=False, metadata=spelled("name"))
    prefix: str | None = None
    optional: bool | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from reference_problems("config_map", self.config_map)

    def wire(self) -> JsonObject:
        return _env_from("configMapRef", wire(self))


Env: TypeAlias = Mapping[str, EnvValue]
"""Name of a variable to its value."""

EnvFrom: TypeAlias = SecretRef | ConfigMapRef


def env_json(env: Env) -> list[JsonValue]:
    """Write environment variables in their order; an empty value is left out, which means the same and is stored so."""
    return [_variable(name, value) for name, value in env.items()]


def value_from(value: SecretKey | ConfigMapKey | FieldPath | ResourceField | FileKey) -> JsonObject:
    """Write where a value comes from."""
    return {_SOURCE[type(value)]: wire(value)}


def env_problems(argument: str, env: Env) -> Iterator[Problem]:
    """Name variables that Kubernetes refuses."""
    for name in env:
        if not name or "=" in name or not name.isprintable():
            yield Problem(argument, f"has the name {name!r}, which cannot be a variable's name")


def _variable(name: str, value: EnvValue) -> JsonObject:
    if isinstance(value, str):
        return {"name": name, "value": value} if value else {"name": name}
    return {"name": name, "valueFrom": value_from(value)}


def _env_from(kind: str, body: JsonObject) -> JsonObject:
    prefix = body.pop("prefix", None)
    return {**({"prefix": prefix} if prefix else {}), kind: body}
