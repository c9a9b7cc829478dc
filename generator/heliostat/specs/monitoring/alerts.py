"""What Prometheus alerts on, and from when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Literal, TypeAlias, get_args

from heliostat.manifests.name_syntax import label_key_fault
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.monitoring.prometheus_duration import duration_problems
from heliostat.specs.resource_name import counted_resource_fault

Severity: TypeAlias = Literal["critical", "warning", "info"]

AlertName: TypeAlias = Literal[
    "KueueClusterQueueInactive",
    "KueueLocalQueueInactive",
    "KueueNothingAdmitted",
    "KueueWorkloadsInadmissible",
    "KueueQuotaNearlyUsedUp",
    "KueueGpuQuotaIdle",
    "KueueEvictionStorm",
    "RayClusterNotProvisioned",
    "RayJobFailed",
    "RayServiceNotReady",
    "RayNodeUnreachable",
    "RayNodesLost",
    "RayOutOfMemory",
    "RayGpuIdle",
    "OperatorReconcileErrors",
]
ALERTS: Sequence[AlertName] = get_args(AlertName)

_TIMES = (
    "queue_inactive_for",
    "nothing_admitted_for",
    "inadmissible_for",
    "quota_used_for",
    "gpu_quota_idle_for",
    "cluster_not_provisioned_for",
    "job_failed_for",
    "service_not_ready_for",
    "node_unreachable_for",
    "gpu_idle_for",
    "reconcile_errors_for",
)
_PERCENTAGES = ("quota_used_percent", "gpu_idle_percent", "reconcile_errors_percent")
_COUNTS = ("evictions_per_hour", "nodes_lost_per_hour", "out_of_memory_kills_per_hour")


@arguments
class Alerts:
    """Alerts on queues, Ray objects and operators; each names the queue or the Ray object that it is about.

    Times are durations of Prometheus, such as `30m` or `3d`.

    Args:
        queue_inactive_for: time that a ClusterQueue or LocalQueue may be inactive.
        nothing_admitted_for: time in which a ClusterQueue where Workloads wait has to admit one of them.
        inadmissible_for: time that Workloads of a LocalQueue may be inadmissible, which Kueue tries again when something changes.
        quota_used_percent: share of a nominal quota, in percent, from which it is nearly used up; above 100 where it borrows.
        quota_used_for: time that it may be.
        gpu_quota_idle_for: time that a quota of GPUs may be unused, by its queue and by borrowers in its cohort.
        gpu_resources: names of the resources that are GPUs.
        evictions_per_hour: Workloads of a ClusterQueue that may be evicted for one reason in an hour.
        cluster_not_provisioned_for: time in which a RayCluster has to have all its pods; one that waits in a queue has more.
        job_failed_for: time that a RayJob may be failed, before it is deleted for example.
        service_not_ready_for: time that a RayService may be without an endpoint that serves.
        node_unreachable_for: time that a Ray pod may not answer when its metrics are read.
        nodes_lost_per_hour: Ray nodes of a RayCluster that may go in an hour; Ray counts those too that its autoscaler takes away.
        out_of_memory_kills_per_hour: workers of a RayCluster that Ray may kill in an hour since memory is short.
        gpu_idle_percent: utilisation of the GPUs of a RayCluster, in percent, below which they are idle.
        gpu_idle_for: time that they may be.
        reconcile_errors_percent: share of an operator's reconciliations, in percent, that may fail.
        reconcile_errors_for: time that more may.
        operator_jobs: value of the label `job` of the operators' metrics, which is the name of their Service.
        without: alerts that are left out.
        severities: severity of an alert, where it is another than `critical`, `warning` or `info` as its urgency suggests.
        labels: labels of every alert, by which Alertmanager routes it.
        runbook_url: what the name of an alert is put after, to make the address of its runbook.
    """

    queue_inactive_for: str = "10m"
    nothing_admitted_for: str = "2h"
    inadmissible_for: str = "1h"
    quota_used_percent: int = 90
    quota_used_for: str = "1h"
    gpu_quota_idle_for: str = "3d"
    gpu_resources: Sequence[str] = ("nvidia.com/gpu",)
    evictions_per_hour: int = 20
    cluster_not_provisioned_for: str = "30m"
    job_failed_for: str = "1m"
    service_not_ready_for: str = "10m"
    node_unreachable_for: str = "10m"
    nodes_lost_per_hour: int = 5
    out_of_memory_kills_per_hour: int = 5
    gpu_idle_percent: int = 5
    gpu_idle_for: str = "2h"
    reconcile_errors_percent: int = 10
    reconcile_errors_for: str = "15m"
    operator_jobs: Sequence[str] = ("kuberay-operator", "kueue-controller-manager-metrics-service")
    without: Sequence[AlertName] = ()
    severities: Mapping[AlertName, Severity] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    runbook_url: str | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from duration_problems({argument: getattr(self, argument) for argument in _TIMES})
        for argument in _PERCENTAGES:
            if not 0 < (given := getattr(self, argument)) < 1000:
                yield Problem(argument, f"must be a percentage above 0, got {given}")
        for argument in _COUNTS:
            if (given := getattr(self, argument)) < 0:
                yield Problem(argument, f"must not be negative, got {given}")
        for argument in ("gpu_resources", "operator_jobs"):
            yield from _name_problems(argument, getattr(self, argument))
        for index, resource in enumerate(self.gpu_resources):
            if fault := counted_resource_fault(resource):
                yield Problem(f"gpu_resources[{index}]", fault)
        for label in self.labels:
            if not label.isidentifier() or label.startswith("__") or not label.isascii():
                yield Problem(f'labels["{label}"]', f'must be letters, digits and "_", with no digit first, got {label!r}')
            elif label in ("alertname", "severity"):
                yield Problem(f'labels["{label}"]', "must be left out, since each alert has its own")


def _name_problems(argument: str, names: Sequence[str]) -> Iterator[Problem]:
    """Name what is no name: a resource or a Service, which stands in a regular expression of PromQL."""
    if not names:
        yield Problem(argument, "must have at least one name")
    for index, name in enumerate(names):
        if fault := label_key_fault(name):
            yield Problem(f"{argument}[{index}]", fault)
