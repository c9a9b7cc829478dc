"""Alerts on Kueue's queues and their quota."""

from __future__ import annotations

from heliostat.specs.monitoring.alert_rule import AlertRule
from heliostat.specs.monitoring.alerts import Alerts
from heliostat.specs.monitoring.promql import by, one_of, rise, series

_CLUSTER_QUEUE = "ClusterQueue {{ $labels.cluster_queue }}"
_LOCAL_QUEUE = "LocalQueue {{ $labels.name }} in {{ $labels.exported_namespace }}"
_QUOTA = "cohort, cluster_queue, flavor, resource"
_POOL = "cohort, flavor, resource"
_OF_QUOTA = "{{ $labels.resource }} on the flavor {{ $labels.flavor }}"


def queue_alerts(given: Alerts) -> list[AlertRule]:
    """Make the alerts. Every replica of Kueue tells of every queue, so that the largest value counts."""
    return [
        AlertRule(
            name="KueueClusterQueueInactive",
            expression=f"{by('max', 'cluster_queue', series('kueue_cluster_queue_status', status='active'))} == 0",
            lasting=given.queue_inactive_for,
            severity="critical",
            summary=f"{_CLUSTER_QUEUE} is inactive",
            description=(
                f"{_CLUSTER_QUEUE} admits nothing: it is stopped, or a ResourceFlavor, Topology or AdmissionCheck that it names is not "
                "there. The condition Active in its status says which: kubectl describe clusterqueue {{ $labels.cluster_queue }}"
            ),
        ),
        AlertRule(
            name="KueueLocalQueueInactive",
            expression=f"{by('max', 'exported_namespace, name', series('kueue_local_queue_status', active='True'))} == 0",
            lasting=given.queue_inactive_for,
            severity="warning",
            summary=f"{_LOCAL_QUEUE} is inactive",
            description=(
                f"{_LOCAL_QUEUE} admits nothing: it is stopped, or its ClusterQueue is missing or inactive. The condition Active in its "
                "status says which: kubectl describe localqueue {{ $labels.name }} -n {{ $labels.exported_namespace }}"
            ),
        ),
        AlertRule(
            name="KueueNothingAdmitted",
            expression=(
                f"{by('max', 'cluster_queue', series('kueue_pending_workloads', status='active'))} > 0"
                f" unless {rise('cluster_queue', 'kueue_admitted_workloads_total', given.nothing_admitted_for)} > 0"
            ),
            lasting=given.nothing_admitted_for,
            severity="warning",
            summary=f"{_CLUSTER_QUEUE} has Workloads waiting and admits none",
            description=(
                f"{{{{ $value }}}} Workloads wait in {_CLUSTER_QUEUE}, which has admitted none for {given.nothing_admitted_for}. Either "
                "what runs holds all the quota, or the first in line is too large: kubectl get workloads -A, and the quota dashboard"
            ),
        ),
        AlertRule(
            name="KueueWorkloadsInadmissible",
            expression=(
                by("max", "exported_namespace, name", series("kueue_local_queue_pending_workloads", status="inadmissible")) + " > 0"
            ),
            lasting=given.inadmissible_for,
            severity="warning",
            summary=f"{_LOCAL_QUEUE} has Workloads that do not fit",
            description=(
                f"{{{{ $value }}}} Workloads of {_LOCAL_QUEUE} do not fit into what their ClusterQueue may use now. The condition "
                "QuotaReserved of each says what is short: kubectl describe workloads -n {{ $labels.exported_namespace }}"
            ),
        ),
        *_quota_alerts(given),
        AlertRule(
            name="KueueEvictionStorm",
            expression=f"{rise('cluster_queue, reason', 'kueue_evicted_workloads_total', '1h')} > {given.evictions_per_hour}",
            lasting="1m",
            severity="warning",
            summary=f"{_CLUSTER_QUEUE} evicts many Workloads: {{{{ $labels.reason }}}}",
            description=(
                f"{{{{ $value }}}} Workloads of {_CLUSTER_QUEUE} were evicted in an hour: {{{{ $labels.reason }}}}. Preempted says that "
                "queues take quota back from each other, PodsReadyTimeout that nodes do not come or images do not load, NodeFailures "
                "that nodes are taken away"
            ),
        ),
    ]


def _quota_alerts(given: Alerts) -> list[AlertRule]:
    usage, quota = "kueue_cluster_queue_resource_usage", "kueue_cluster_queue_nominal_quota"
    gpus = one_of("resource", given.gpu_resources)
    gpu_quota, gpu_usage = by("max", _QUOTA, series(quota, gpus)), by("max", _QUOTA, series(usage, gpus))
    return [
        AlertRule(
            name="KueueQuotaNearlyUsedUp",
            expression=f"100 * {by('max', _QUOTA, usage)} / ({by('max', _QUOTA, quota)} > 0) >= {given.quota_used_percent}",
            lasting=given.quota_used_for,
            severity="info",
            summary=f"{_CLUSTER_QUEUE} uses nearly all its {_OF_QUOTA}",
            description=(
                f'{_CLUSTER_QUEUE} uses {{{{ $value | printf "%.0f" }}}} % of its nominal quota of {_OF_QUOTA}; what comes next waits, or '
                "borrows where it may"
            ),
        ),
        AlertRule(
            name="KueueGpuQuotaIdle",
            expression=f"{gpu_quota} > 0 unless {gpu_usage} > 0 unless on ({_POOL}) {gpu_usage} > {gpu_quota}",
            lasting=given.gpu_quota_idle_for,
            severity="info",
            summary=f"{_CLUSTER_QUEUE} leaves its {_OF_QUOTA} unused",
            description=(
                f"{_CLUSTER_QUEUE} has a quota of {{{{ $value }}}} {_OF_QUOTA}, of which neither it nor a borrower in its cohort has used "
                f"any for {given.gpu_quota_idle_for}. Lend it, or give it to another queue"
            ),
        ),
    ]
