"""ResourceQuota: how much, and how many objects, a namespace may hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heliostat.manifests.guess import did_you_mean
from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.name_syntax import label_key_fault
from heliostat.manifests.quantity import canonical_quantity
from heliostat.specs.amount import Amount, amount_fault
from heliostat.specs.arguments import Problem
from heliostat.specs.resource_name import is_extended, resource_meant

_STANDARD = (
    "configmaps",
    "cpu",
    "ephemeral-storage",
    "limits.cpu",
    "limits.ephemeral-storage",
    "limits.memory",
    "memory",
    "persistentvolumeclaims",
    "pods",
    "replicationcontrollers",
    "requests.cpu",
    "requests.ephemeral-storage",
    "requests.memory",
    "requests.storage",
    "resourcequotas",
    "secrets",
    "services",
    "services.loadbalancers",
    "services.nodeports",
)
"""Names without a slash that Kubernetes counts (v1.35 pkg/apis/core/helper/helpers.go), beside huge pages."""


def resource_quota_problems(argument: str, hard: Mapping[str, Amount]) -> Iterator[Problem]:
    """Check what the API server refuses."""
    for resource, given in hard.items():
        place = f'{argument}["{resource}"]'
        if fault := label_key_fault(resource):
            yield Problem(place, f"is not the name of a resource: {fault}")
        elif "/" not in resource and resource not in _STANDARD and "hugepages-" not in resource:
            yield Problem(place, f'must be a resource that Kubernetes counts, such as "pods" or "requests.nvidia.com/gpu"{_hint(resource)}')
        if fault := amount_fault(given):
            yield Problem(place, fault)


def _hint(resource: str) -> str:
    """Say what was meant; devices are counted by what is requested of them alone."""
    meant = resource_meant(resource)
    return f', did you mean "requests.{meant}"' if meant and is_extended(meant) else did_you_mean(meant or resource, _STANDARD)


def resource_quota(name: str, namespace: str, hard: Mapping[str, Amount]) -> JsonObject:
    """Make the object."""
    return {
        "apiVersion": "v1",
        "kind": "ResourceQuota",
        "metadata": {"name": name, "namespace": namespace},
        "spec": {"hard": {resource: canonical_quantity(given) for resource, given in hard.items()}},
    }
