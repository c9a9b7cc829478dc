"""The pods that objects make, wherever their templates stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Literal, TypeAlias

from heliostat.lint.gpus import is_gpu
from heliostat.manifests.json_value import JsonObject, JsonValue, Path
from heliostat.manifests.quantity import Quantity
from heliostat.schemas.structure import list_of, object_of
from heliostat.specs.ray import described_cluster

Role: TypeAlias = Literal["head", "worker", "submitter", "pod"]
"""What a pod is to Ray; `pod` in objects that are not Ray's."""

Amounts: TypeAlias = Literal["limits", "requests"]
"""What a container says of its resources."""

CLUSTER_PATHS: Mapping[str, Path] = {f"{kind}.ray.io": tuple(path.split(".")) for kind, path in described_cluster.CLUSTER_PATHS.items()}
"""Where a kind describes its Ray cluster."""

RAY_KINDS = tuple(CLUSTER_PATHS)

_SUBMITTER_PATHS: Mapping[str, Path] = {
    "RayJob.ray.io": ("spec", "submitterPodTemplate"),
    "RayCronJob.ray.io": ("spec", "jobTemplate", "submitterPodTemplate"),
}

_TEMPLATE_PATHS: Mapping[str, Path] = {
    "Pod": (),
    "PodTemplate": ("template",),
    "ReplicationController": ("spec", "template"),
    "Deployment.apps": ("spec", "template"),
    "StatefulSet.apps": ("spec", "template"),
    "DaemonSet.apps": ("spec", "template"),
    "ReplicaSet.apps": ("spec", "template"),
    "Job.batch": ("spec", "template"),
    "CronJob.batch": ("spec", "jobTemplate", "spec", "template"),
}

POD_KINDS = (*RAY_KINDS, *_TEMPLATE_PATHS)
"""Kinds with pod templates in them."""


@dataclass(frozen=True)
class Container:
    """One container of a pod."""

    body: JsonObject
    path: Path
    is_ray: bool
    """It runs Ray: the first container of a head or worker, since KubeRay takes no other."""

    @property
    def name(self) -> str:
        """Name of the container, empty where it has none."""
        return str(self.body.get("name") or "")

    def resources(self, which: Amounts) -> JsonObject:
        """What it is limited to, or requests; empty where nothing is said."""
        return object_of(object_of(self.body.get("resources")).get(which))

    def path_of(self, which: Amounts, resource: str) -> Path:
        """Where it says how much it is limited to, or requests."""
        return (*self.path, "resources", which, resource)

    @property
    def gpus(self) -> Iterator[str]:
        """The names under which it asks for GPUs, each once."""
        asked = {**self.resources("limits"), **self.resources("requests")}
        yield from (name for name, value in asked.items() if is_gpu(name) and amount_of(value))


@dataclass(frozen=True)
class PodTemplate:
    """The template of one group of equal pods."""

    body: JsonObject
    path: Path
    role: Role
    group: JsonObject
    """The head or worker group that it stands in; empty for other pods."""

    @cached_property
    def spec(self) -> JsonObject:
        """The spec of the pod; empty where there is none."""
        return object_of(self.body.get("spec"))

    @property
    def spec_path(self) -> Path:
        """Where the spec of the pod stands."""
        return (*self.path, "spec")

    @property
    def label(self) -> str:
        """What the pods are called in messages: `the head`, `the worker group "gpu"`, `the submitter`, `the pod`."""
        return f'the worker group "{self.group.get("groupName") or ""}"' if self.role == "worker" else f"the {self.role}"

    @property
    def is_ray(self) -> bool:
        """Ray runs in the pod."""
        return self.role in ("head", "worker")

    @cached_property
    def containers(self) -> tuple[Container, ...]:
        """The containers of the pod, without init containers."""
        return tuple(self._containers("containers"))

    @cached_property
    def init_containers(self) -> tuple[Container, ...]:
        """The init containers of the pod."""
        return tuple(self._containers("initContainers"))

    @property
    def all_containers(self) -> tuple[Container, ...]:
        """The containers of the pod, init containers first, as they are started."""
        return (*self.init_containers, *self.containers)

    @property
    def ray_container(self) -> Container | None:
        """The container that Ray runs in."""
        return self.containers[0] if self.is_ray and self.containers else None

    def _containers(self, field: str) -> Iterator[Container]:
        for index, body in enumerate(list_of(self.spec.get(field))):
            yield Container(object_of(body), (*self.spec_path, field, index), self.is_ray and field == "containers" and index == 0)


def pod_templates(kind: str, body: JsonObject) -> Iterator[PodTemplate]:
    """Find every pod template in an object, head first; of a Pod, itself.

    Source: KubeRay 1.7 ray-operator/apis/ray/v1, Kubernetes 1.35 core/v1, apps/v1 and batch/v1.
    """
    if kind in _TEMPLATE_PATHS:
        path = _TEMPLATE_PATHS[kind]
        template = _at(body, path)
        if isinstance(template, dict):
            yield PodTemplate(template, path, "pod", {})
    if kind in CLUSTER_PATHS:
        yield from _of_cluster(object_of(_at(body, CLUSTER_PATHS[kind])), CLUSTER_PATHS[kind])
    if kind in _SUBMITTER_PATHS:
        template = _at(body, _SUBMITTER_PATHS[kind])
        if isinstance(template, dict):
            yield PodTemplate(template, _SUBMITTER_PATHS[kind], "submitter", {})


def _of_cluster(cluster: JsonObject, path: Path) -> Iterator[PodTemplate]:
    head = cluster.get("headGroupSpec")
    if isinstance(head, dict):
        yield PodTemplate(object_of(head.get("template")), (*path, "headGroupSpec", "template"), "head", head)
    for index, group in enumerate(list_of(cluster.get("workerGroupSpecs"))):
        if isinstance(group, dict):
            yield PodTemplate(object_of(group.get("template")), (*path, "workerGroupSpecs", index, "template"), "worker", group)


def amount_of(value: JsonValue) -> Fraction | None:
    """Read a quantity; None where there is none, or something that is not one, which its schema says."""
    return _amount(str(value)) if isinstance(value, str | int | float) and not isinstance(value, bool) else None


@lru_cache(maxsize=4096)
def _amount(text: str) -> Fraction | None:
    try:
        return Quantity.parse(text).amount
    except ValueError:
        return None


def _at(body: JsonObject, path: Path) -> JsonValue:
    value: JsonValue = body
    for step in path:
        value = object_of(value).get(str(step))
    return value
