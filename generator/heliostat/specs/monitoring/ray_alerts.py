"""Alerts on Ray's objects, on the nodes and GPUs of their clusters, and on the operators."""

from __future__ import annotations

from heliostat.specs.monitoring.alert_rule import AlertRule
from heliostat.specs.monitoring.alerts import Alerts
from heliostat.specs.monitoring.metrics import CLUSTER, CLUSTER_QUEUE
from heliostat.specs.monitoring.promql import by, one_of, rise, series

RAY_TARGETS = series("up", f'{CLUSTER}!=""')
"""The Ray pods, as Prometheus finds them."""

_RAY_CLUSTER = f"RayCluster {{{{ $labels.{CLUSTER} }}}} in {{{{ $labels.namespace }}}}"
_OBJECT = "{{ $labels.name }} in {{ $labels.namespace }}"
_DESCRIBED = "{{ $labels.name }} -n {{ $labels.namespace }}"


def object_alerts(given: Alerts) -> list[AlertRule]:
    """Make the alerts on RayClusters, RayJobs and RayServices."""
    unprovisioned = by("max", "namespace, name", series("kuberay_cluster_condition_provisioned", condition="false"))
    with_pods = f'label_replace({by("group", f"namespace, {CLUSTER}", RAY_TARGETS)}, "name", "$1", "{CLUSTER}", "(.+)")'
    waiting = by("max", "exported_namespace", "kueue_local_queue_pending_workloads")
    waits = f'label_replace({waiting} > 0, "namespace", "$1", "exported_namespace", "(.+)")'
    failed = series("kuberay_job_deployment_status", 'deployment_status=~"Failed|ValidationFailed"')
    return [
        AlertRule(
            name="RayClusterNotProvisioned",
            expression=(f"{unprovisioned} == 1 and on (namespace, name) {with_pods} or {unprovisioned} == 1 unless on (namespace) {waits}"),
            lasting=given.cluster_not_provisioned_for,
            severity="warning",
            summary=f"RayCluster {_OBJECT} does not get all its pods",
            description=(
                f"RayCluster {_OBJECT} is not provisioned, and it has pods already, or no Workload of its namespace waits in a queue: "
                f"nodes or images are missing, or the head does not become ready. kubectl describe raycluster {_DESCRIBED}"
            ),
        ),
        AlertRule(
            name="RayJobFailed",
            expression=f"{by('max', 'namespace, name, deployment_status', failed)} == 1",
            lasting=given.job_failed_for,
            severity="warning",
            summary=f"RayJob {_OBJECT} has failed: {{{{ $labels.deployment_status }}}}",
            description=(
                f"RayJob {_OBJECT} will not be tried again. jobStatus, reason and message in its status say whether the program failed, "
                f"the deadline passed or the cluster did not come: kubectl describe rayjob {_DESCRIBED}"
            ),
        ),
        AlertRule(
            name="RayServiceNotReady",
            expression=f"{by('max', 'namespace, name', series('kuberay_service_condition_ready', condition='false'))} == 1",
            lasting=given.service_not_ready_for,
            severity="critical",
            summary=f"RayService {_OBJECT} serves nothing",
            description=(
                f"No pod of RayService {_OBJECT} can be sent requests: its cluster waits in a queue or is not ready, or Serve cannot start "
                f"an application. kubectl describe rayservice {_DESCRIBED}"
            ),
        ),
    ]


def node_alerts(given: Alerts) -> list[AlertRule]:
    """Make the alerts on the nodes of RayClusters."""
    labels = f"namespace, {CLUSTER}"
    return [
        AlertRule(
            name="RayNodeUnreachable",
            expression=f"{by('min', f'{labels}, pod', RAY_TARGETS)} == 0",
            lasting=given.node_unreachable_for,
            severity="warning",
            summary=f"Ray node {{{{ $labels.pod }}}} of {_RAY_CLUSTER} does not answer",
            description=(
                f"The pod {{{{ $labels.pod }}}} of {_RAY_CLUSTER} runs, and Ray in it does not tell its metrics: Ray has died there, is "
                "overloaded, or a network policy is in between. kubectl logs {{ $labels.pod }} -n {{ $labels.namespace }}"
            ),
        ),
        AlertRule(
            name="RayNodesLost",
            expression=f"{rise(labels, 'ray_node_failure_total', '1h')} > {given.nodes_lost_per_hour}",
            lasting="1m",
            severity="warning",
            summary=f"{_RAY_CLUSTER} loses nodes",
            description=(
                f"{{{{ $value }}}} nodes of {_RAY_CLUSTER} went in an hour: spot nodes taken away, pods killed for their memory, or an "
                "autoscaler that takes back what it has just started. kubectl get events -n {{ $labels.namespace }}"
            ),
        ),
        AlertRule(
            name="RayOutOfMemory",
            expression=f"{rise(labels, 'ray_memory_manager_worker_eviction_total', '1h')} > {given.out_of_memory_kills_per_hour}",
            lasting="1m",
            severity="warning",
            summary=f"{_RAY_CLUSTER} kills workers since memory is short",
            description=(
                f"Ray has killed {{{{ $value }}}} workers of {_RAY_CLUSTER} in an hour, and tries their tasks again. The dashboard of its "
                "nodes shows whose memory grows; give the group more memory, or fewer tasks at a time"
            ),
        ),
    ]


def gpu_alerts(given: Alerts) -> list[AlertRule]:
    """Make the alert on GPUs, which DCGM tells of by pod and Ray's pods by cluster and queue."""
    of_cluster = f"{CLUSTER}, {CLUSTER_QUEUE}"
    pods = by("group", f"namespace, pod, {of_cluster}", RAY_TARGETS)
    used = f"DCGM_FI_DEV_GPU_UTIL * on (namespace, pod) group_left ({of_cluster}) {pods}"
    return [
        AlertRule(
            name="RayGpuIdle",
            expression=f"{by('avg', f'namespace, {of_cluster}', used)} < {given.gpu_idle_percent}",
            lasting=given.gpu_idle_for,
            severity="info",
            summary=f"{_RAY_CLUSTER} leaves its GPUs idle",
            description=(
                f'The GPUs of {_RAY_CLUSTER} have been used to {{{{ $value | printf "%.0f" }}}} % on average, below '
                f"{given.gpu_idle_percent} % for {given.gpu_idle_for}. They hold quota of ClusterQueue "
                f"{{{{ $labels.{CLUSTER_QUEUE} }}}}: delete the cluster, or let it scale down"
            ),
        ),
    ]


def operator_alerts(given: Alerts) -> list[AlertRule]:
    """Make the alert on KubeRay's operator and Kueue."""
    jobs, labels = one_of("job", given.operator_jobs), "job, controller"
    errors, all_of_them = (
        by("sum", labels, f"rate({series(metric, jobs)}[10m])")
        for metric in ("controller_runtime_reconcile_errors_total", "controller_runtime_reconcile_total")
    )
    return [
        AlertRule(
            name="OperatorReconcileErrors",
            expression=f"100 * {errors} / ({all_of_them} > 0) > {given.reconcile_errors_percent}",
            lasting=given.reconcile_errors_for,
            severity="warning",
            summary="{{ $labels.job }} fails to reconcile: {{ $labels.controller }}",
            description=(
                '{{ $value | printf "%.0f" }} % of what the controller {{ $labels.controller }} of {{ $labels.job }} does fails, and its '
                "objects stay as they are: rights that are missing, a webhook that does not answer, or an object that it cannot read. Its "
                "log names the object"
            ),
        ),
    ]
