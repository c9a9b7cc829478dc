"""ProvisioningRequestConfig: how an autoscaler is asked for nodes before a workload starts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import ClassVar, Literal

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.name_syntax import dns_subdomain_fault, label_key_fault
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.kueue.kueue_object import ClusterScopedSpec, kueue_object
from heliostat.specs.object_spec import Part
from heliostat.specs.resource_name import counted_resource_fault
from heliostat.specs.wire import wire

_MOST_PARAMETERS = 100
_MOST_RESOURCES = 100
_MOST_UPDATES = 8
_LONGEST_PARAMETER = 255
_LONGEST_DETAIL = 32768


@arguments
class RetryStrategy:
    """How often a refused request is made again, with waits that double.

    Args:
        backoff_limit_count: how many times.
        backoff_base_seconds: first wait, in seconds.
        backoff_max_seconds: longest wait, in seconds.
    """

    backoff_limit_count: int = 3
    backoff_base_seconds: int = 60
    backoff_max_seconds: int = 1800

    def check(self, targets: Targets) -> Iterator[Problem]:
        for argument in ("backoff_limit_count", "backoff_base_seconds", "backoff_max_seconds"):
            if not 0 <= (given := getattr(self, argument)) < 2**31:
                yield Problem(argument, f"must be from 0 to 2147483647, got {given}")


@arguments
class PodSetUpdates:
    """What a fulfilled request changes in the workload's pods.

    Args:
        node_selector: node label to the detail of the request whose value it gets, at most 8.
    """

    node_selector: Mapping[str, str] = field(default_factory=dict)

    def check(self, targets: Targets) -> Iterator[Problem]:
        if not 1 <= (count := len(self.node_selector)) <= _MOST_UPDATES:
            yield Problem("node_selector", f"must be 1 to {_MOST_UPDATES} labels, got {count}")
        for key, detail in self.node_selector.items():
            if fault := label_key_fault(key):
                yield Problem(f'node_selector["{key}"]', fault)
            if not 1 <= len(detail) <= _LONGEST_DETAIL:
                yield Problem(f'node_selector["{key}"]', f"must name a detail in 1 to {_LONGEST_DETAIL} characters, got {len(detail)}")

    def wire(self) -> JsonObject:
        return {"nodeSelector": [{"key": key, "valueFromProvisioningClassDetail": detail} for key, detail in self.node_selector.items()]}


@arguments
class ProvisioningRequestConfigSpec(ClusterScopedSpec):
    """Arguments of a ProvisioningRequestConfig; an AdmissionCheck takes it as its parameters.

    Args:
        provisioning_class_name: class that the autoscaler knows, such as `check-capacity.autoscaling.x-k8s.io`.
        parameters: parameters of that class, at most 100.
        managed_resources: resources that make a request necessary, at most 100; all of them when empty.
        retry_strategy: how a refused request is repeated.
        pod_set_updates: what a fulfilled request changes in the pods.
        pod_set_merge_policy: podsets that are asked for as one: those with equal templates, or with equal demands.
    """

    parameters_kind: ClassVar[str] = "ProvisioningRequestConfig"

    provisioning_class_name: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    managed_resources: Sequence[str] = ()
    retry_strategy: RetryStrategy = field(default_factory=RetryStrategy)
    pod_set_updates: PodSetUpdates | None = None
    pod_set_merge_policy: Literal["IdenticalPodTemplates", "IdenticalWorkloadSchedulingRequirements"] | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        """Check what the CRD of Kueue 0.19 refuses, and numbers that mean nothing."""
        yield from super().check(targets)
        if fault := dns_subdomain_fault(self.provisioning_class_name):
            yield Problem("provisioning_class_name", fault)
        if (count := len(self.parameters)) > _MOST_PARAMETERS:
            yield Problem("parameters", f"must be at most {_MOST_PARAMETERS}, got {count}")
        for key, value in self.parameters.items():
            if len(value) > _LONGEST_PARAMETER:
                yield Problem(f'parameters["{key}"]', f"must be at most {_LONGEST_PARAMETER} characters, got {len(value)}")
        if (count := len(self.managed_resources)) > _MOST_RESOURCES:
            yield Problem("managed_resources", f"must be at most {_MOST_RESOURCES}, got {count}")
        for index, resource in enumerate(self.managed_resources):
            if fault := counted_resource_fault(resource):
                yield Problem(f"managed_resources[{index}]", fault)
            if resource in self.managed_resources[:index]:
                yield Problem(f"managed_resources[{index}]", f"names {resource!r} a second time")

    def parts(self, name: str, targets: Targets) -> list[Part]:
        spec: JsonObject = {"provisioningClassName": self.provisioning_class_name}
        if self.parameters:
            spec["parameters"] = dict(self.parameters)
        if self.managed_resources:
            spec["managedResources"] = [*self.managed_resources]
        spec["retryStrategy"] = wire(self.retry_strategy)
        if self.pod_set_updates is not None:
            spec["podSetUpdates"] = self.pod_set_updates.wire()
        if self.pod_set_merge_policy is not None:
            spec["podSetMergePolicy"] = self.pod_set_merge_policy
        return kueue_object(self, "ProvisioningRequestConfig", name, {"spec": spec})
