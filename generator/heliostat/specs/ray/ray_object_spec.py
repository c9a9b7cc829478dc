"""What RayCluster, RayJob, RayService and RayCronJob have in common as objects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from heliostat.manifests.json_value import JsonObject
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.object_spec import ObjectSpec, Part, merged, metadata
from heliostat.specs.ray.cluster_fields import RayClusterFields
from heliostat.specs.ray.code import as_code, config_map
from heliostat.specs.ray.disruption_budget import disruption_budgets
from heliostat.specs.ray.gcs_fault_tolerance import shut_out_problems
from heliostat.specs.ray.queueing import namespace_of, namespace_problems
from heliostat.specs.ray.ray_object import metadata_problems, name_problems

API_VERSION = "ray.io/v1"

_INSTANCE = "app.kubernetes.io/instance"


@arguments
class RayObjectSpec(RayClusterFields, ObjectSpec):
    """An object of KubeRay's, with a Ray cluster in it."""

    longest_name: ClassVar[int]
    """Characters that leave room for what KubeRay appends."""

    @property
    def decided_namespace(self) -> str | None:
        """Its own namespace, else its team's, else its queue's; None leaves it to the app."""
        return namespace_of(self.namespace, self.team, self.queue)

    def object_problems(self) -> Iterator[Problem]:
        """Check the arguments that do not describe the cluster."""
        yield from namespace_problems(self.namespace, self.team, self.queue)
        yield from metadata_problems(self.labels, self.annotations)
        yield from shut_out_problems(self.gcs_fault_tolerance, self.decided_namespace)

    def check_name(self, name: str) -> Iterator[Problem]:
        """Check the name that the object gets, be it `name` or the construct's id."""
        yield from name_problems(name, self.longest_name)

    def composed(self, kind: str, name: str, spec: JsonObject, *, labels: Mapping[str, str], annotations: Mapping[str, str]) -> JsonObject:
        """Put the object together, the author's overrides last."""
        made = metadata(self, name, labels=labels, annotations=annotations)
        if self.decided_namespace is not None:
            made["namespace"] = self.decided_namespace
        return merged({"apiVersion": API_VERSION, "kind": kind, "metadata": made, "spec": spec}, self.overrides)

    def pod_labels(self, name: str) -> dict[str, str]:
        """Labels by which disruption budgets find the pods of all clusters that KubeRay makes for the object, one after another."""
        return {_INSTANCE: name} if self.disruption_budget is not None else {}

    def belongings(self, name: str, pod_labels: Mapping[str, str]) -> list[Part]:
        """Make what the object needs beside it: its code and its disruption budgets."""
        parts = []
        if self.code is not None:
            parts.append(config_map(as_code(self.code), name, self.decided_namespace))
        if self.disruption_budget is not None:
            parts += disruption_budgets(
                self.disruption_budget, name, namespace=self.decided_namespace, pod_labels=pod_labels, labels=self.labels
            )
        return parts
