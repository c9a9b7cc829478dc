"""The metrics that alerts and dashboards read: where each comes from, and the labels that they use of it.

A label is written as it arrives: where it has the name of one of the target's own and the ServiceMonitor does not honour the
metric's, Prometheus puts `exported_` before it. KubeRay's and DCGM's are honoured; Kueue's are not, as in upstream's own ServiceMonitor.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

TARGET_LABELS = frozenset({"container", "endpoint", "instance", "job", "namespace", "pod"})
"""Labels that Prometheus' operator gives every series (prometheus-operator v0.89.0, pkg/prometheus/promcfg.go)."""

CLUSTER, GROUP = "ray_io_cluster", "ray_io_group"
CLUSTER_QUEUE, LOCAL_QUEUE = "kueue_x_k8s_io_cluster_queue_name", "kueue_x_k8s_io_local_queue_name"

POD_LABELS: Mapping[str, str] = {
    "ray.io/cluster": CLUSTER,
    "ray.io/group": GROUP,
    "ray.io/node-type": "ray_io_node_type",
    "kueue.x-k8s.io/cluster-queue-name": CLUSTER_QUEUE,
    "kueue.x-k8s.io/local-queue-name": LOCAL_QUEUE,
}
"""Labels of Ray pods, and what they are called on every series of a pod. KubeRay sets the first three, Kueue the others on what it has
admitted (Kueue v0.19.2, pkg/constants/constants.go, gate AssignQueueLabelsForPods, on by default)."""


@dataclass(frozen=True, slots=True)
class Metric:
    """One metric, by its name without `_bucket`, `_sum` or `_count`."""

    name: str
    labels: frozenset[str]
    """Those of its own that are used; Ray's have the labels of their pod beside them."""
    source: str
    """Project, version and file that name it."""


def _metrics(source: str, names: Mapping[str, str]) -> list[Metric]:
    return [Metric(name, frozenset(labels.split()), source) for name, labels in names.items()]


_QUOTA = "cohort cluster_queue flavor resource"

KUEUE = "Kueue v0.19.2, pkg/metrics/metrics.go"
KUBERAY = "KubeRay v1.6.2 and v1.7.0, ray-operator/controllers/ray/metrics"
CONTROLLERS = "controller-runtime v0.22.4 and v0.24.1, pkg/internal/controller/metrics/metrics.go"
RAY_REPORTER = "Ray 2.52.0, python/ray/dashboard/modules/reporter/reporter_agent.py"
RAY_CORE = "Ray 2.52.0, src/ray"
DCGM = "dcgm-exporter 4.8.2, etc/default-counters.csv"
PROMETHEUS = "Prometheus v3, scrape/scrape.go"

METRICS: Mapping[str, Metric] = {
    metric.name: metric
    for metric in (
        *_metrics(
            KUEUE,
            {
                "kueue_cluster_queue_status": "cluster_queue status",
                "kueue_local_queue_status": "name exported_namespace active",
                "kueue_pending_workloads": "cluster_queue status",
                "kueue_local_queue_pending_workloads": "name exported_namespace status",
                "kueue_admitted_active_workloads": "cluster_queue",
                "kueue_admitted_workloads_total": "cluster_queue",
                "kueue_evicted_workloads_total": "cluster_queue reason",
                "kueue_admission_wait_time_seconds": "cluster_queue le",
                "kueue_cluster_queue_resource_usage": _QUOTA,
                "kueue_cluster_queue_nominal_quota": _QUOTA,
            },
        ),
        *_metrics(
            KUBERAY,
            {
                "kuberay_cluster_condition_provisioned": "name namespace condition",
                "kuberay_cluster_provisioned_duration_seconds": "name namespace",
                "kuberay_job_deployment_status": "name namespace deployment_status",
                "kuberay_service_condition_ready": "name namespace condition",
            },
        ),
        *_metrics(
            CONTROLLERS,
            {"controller_runtime_reconcile_total": "controller result", "controller_runtime_reconcile_errors_total": "controller"},
        ),
        *_metrics(
            RAY_REPORTER,
            {
                "ray_node_cpu_utilization": "",
                "ray_node_mem_used": "",
                "ray_node_mem_total": "",
            },
        ),
        *_metrics(
            RAY_CORE,
            {
                "ray_memory_manager_worker_eviction_total": "",
                "ray_node_failure_total": "",
                "ray_object_store_memory": "Location",
                "ray_resources": "Name State",
                "ray_tasks": "State",
            },
        ),
        *_metrics(DCGM, {"DCGM_FI_DEV_GPU_UTIL": "", "DCGM_FI_DEV_FB_USED": ""}),
        *_metrics(PROMETHEUS, {"up": ""}),
    )
}
