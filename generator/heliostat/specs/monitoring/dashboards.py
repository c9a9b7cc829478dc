"""What is shown: a page for queues, one for the clusters of Ray, one for the operators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heliostat.manifests.json_value import JsonObject
from heliostat.specs.monitoring.grafana import Dashboard, Panel, Query, Unit, Variable
from heliostat.specs.monitoring.metrics import CLUSTER, CLUSTER_QUEUE
from heliostat.specs.monitoring.promql import by, rise, series
from heliostat.specs.monitoring.ray_alerts import RAY_TARGETS
from heliostat.specs.object_spec import metadata_of

_STEP = "$__rate_interval"
_IN_QUEUE = 'cluster_queue=~"$cluster_queue"'
_IN_NAMESPACE = 'namespace=~"$namespace"'
_IN_CLUSTER = f'{_IN_NAMESPACE},{CLUSTER}=~"$ray_cluster"'
_OF_JOB = 'job=~"$job"'
_OF_CLUSTER = f"namespace, {CLUSTER}"
_CLUSTER_LEGEND = f"{{{{namespace}}}}/{{{{{CLUSTER}}}}}"
_QUOTA, _QUOTA_LEGEND = "cluster_queue, flavor, resource", "{{cluster_queue}} {{flavor}} {{resource}}"


def _of_queue(metric: str, *matchers: str, labels: str = "cluster_queue", **values: str) -> str:
    return by("max", labels, series(metric, _IN_QUEUE, *matchers, **values))


def _of_cluster(metric: str, *matchers: str, labels: str = _OF_CLUSTER, function: str = "sum", **values: str) -> str:
    return by(function, labels, series(metric, _IN_CLUSTER, *matchers, **values))


_WAIT = by("sum", "le, cluster_queue", f"rate({series('kueue_admission_wait_time_seconds_bucket', _IN_QUEUE)}[{_STEP}])")

_QUEUES = Dashboard(
    "heliostat-queues",
    "Ray / Queues",
    [Variable("cluster_queue", "kueue_cluster_queue_status", "cluster_queue")],
    [
        Panel(
            "Active",
            "short",
            [Query(_of_queue("kueue_cluster_queue_status", status="active"), "{{cluster_queue}}")],
            "1 where the ClusterQueue admits Workloads.",
        ),
        Panel(
            "Admitted Workloads",
            "short",
            [Query(_of_queue("kueue_admitted_active_workloads"), "{{cluster_queue}}")],
        ),
        Panel(
            "Waiting Workloads",
            "short",
            [Query(_of_queue("kueue_pending_workloads", labels="cluster_queue, status"), "{{cluster_queue}} {{status}}")],
            "Inadmissible ones are tried again when something in their cohort changes.",
        ),
        Panel(
            "Wait for admission, nine in ten",
            "s",
            [Query(f"histogram_quantile(0.9, {_WAIT})", "{{cluster_queue}}")],
        ),
        Panel(
            "Used quota",
            "percent",
            [
                Query(
                    f"100 * {_of_queue('kueue_cluster_queue_resource_usage', labels=_QUOTA)}"
                    f" / ({_of_queue('kueue_cluster_queue_nominal_quota', labels=_QUOTA)} > 0)",
                    _QUOTA_LEGEND,
                )
            ],
            "Of the nominal quota; above 100 % it is borrowed.",
        ),
        Panel(
            "GPUs in use",
            "short",
            [
                Query(_of_queue("kueue_cluster_queue_resource_usage", 'resource=~".+/gpu"', labels=_QUOTA), _QUOTA_LEGEND),
                Query(_of_queue("kueue_cluster_queue_nominal_quota", 'resource=~".+/gpu"', labels=_QUOTA), f"{_QUOTA_LEGEND} quota"),
            ],
        ),
        Panel(
            "Evictions in an hour",
            "short",
            [
                Query(
                    rise("cluster_queue, reason", series("kueue_evicted_workloads_total", _IN_QUEUE), "1h"),
                    "{{cluster_queue}} {{reason}}",
                )
            ],
        ),
        Panel(
            "Waiting Workloads of LocalQueues",
            "short",
            [
                Query(
                    by("max", "exported_namespace, name, status", "kueue_local_queue_pending_workloads"),
                    "{{exported_namespace}}/{{name}} {{status}}",
                )
            ],
        ),
    ],
)

_CLUSTERS = Dashboard(
    "heliostat-ray-clusters",
    "Ray / Clusters",
    [Variable("namespace", RAY_TARGETS, "namespace"), Variable("ray_cluster", series("up", _IN_NAMESPACE, f'{CLUSTER}!=""'), CLUSTER)],
    [
        Panel(
            "Ray nodes",
            "short",
            [
                Query(
                    by("count", f"{_OF_CLUSTER}, {CLUSTER_QUEUE}", series("up", _IN_CLUSTER, f'{CLUSTER}!=""')),
                    f"{_CLUSTER_LEGEND} {{{{{CLUSTER_QUEUE}}}}}",
                )
            ],
            "Pods that Prometheus finds, with the ClusterQueue that admitted them.",
        ),
        Panel(
            "CPU utilisation",
            "percent",
            [Query(_of_cluster("ray_node_cpu_utilization", function="avg"), _CLUSTER_LEGEND)],
        ),
        Panel(
            "Memory in use",
            "percent",
            [Query(f"100 * {_of_cluster('ray_node_mem_used')} / {_of_cluster('ray_node_mem_total')}", _CLUSTER_LEGEND)],
        ),
        Panel(
            "Logical CPUs in use",
            "percent",
            [
                Query(
                    f"100 * {_of_cluster('ray_resources', Name='CPU', State='USED')} / {_of_cluster('ray_resources', Name='CPU')}",
                    _CLUSTER_LEGEND,
                )
            ],
            "What tasks and actors have asked for, whether they use it or not.",
        ),
        Panel(
            "Logical GPUs in use",
            "short",
            [Query(_of_cluster("ray_resources", Name="GPU", labels=f"{_OF_CLUSTER}, State"), f"{_CLUSTER_LEGEND} {{{{State}}}}")],
        ),
        Panel(
            "Tasks",
            "short",
            [
                Query(
                    _of_cluster("ray_tasks", 'State!~"FINISHED|FAILED"', labels=f"{_OF_CLUSTER}, State"), f"{_CLUSTER_LEGEND} {{{{State}}}}"
                )
            ],
        ),
        Panel(
            "Object store",
            "bytes",
            [Query(_of_cluster("ray_object_store_memory", labels=f"{_OF_CLUSTER}, Location"), f"{_CLUSTER_LEGEND} {{{{Location}}}}")],
            "SPILLED is what no longer fits into memory.",
        ),
        Panel(
            "Workers killed and nodes lost in an hour",
            "short",
            [
                Query(
                    rise(_OF_CLUSTER, series("ray_memory_manager_worker_eviction_total", _IN_CLUSTER), "1h"),
                    f"{_CLUSTER_LEGEND} killed for memory",
                ),
                Query(rise(_OF_CLUSTER, series("ray_node_failure_total", _IN_CLUSTER), "1h"), f"{_CLUSTER_LEGEND} nodes lost"),
            ],
        ),
    ],
)

_PODS = by("group", f"pod, {_OF_CLUSTER}", series("up", _IN_CLUSTER, f'{CLUSTER}!=""'))
_GPU_METRICS: Sequence[tuple[str, Unit, str, str]] = (
    ("GPU utilisation", "percent", "avg", "DCGM_FI_DEV_GPU_UTIL"),
    ("GPU memory in use", "mbytes", "sum", "DCGM_FI_DEV_FB_USED"),
)
_GPU_PANELS = [
    Panel(
        title,
        unit,
        [Query(by(function, _OF_CLUSTER, f"{metric} * on (namespace, pod) group_left ({CLUSTER}) {_PODS}"), _CLUSTER_LEGEND)],
    )
    for title, unit, function, metric in _GPU_METRICS
]

_OPERATORS = Dashboard(
    "heliostat-ray-operators",
    "Ray / Operators",
    [Variable("job", "controller_runtime_reconcile_total", "job")],
    [
        Panel(
            "Reconciliations",
            "ops",
            [
                Query(
                    by("sum", "job, controller, result", f"rate({series('controller_runtime_reconcile_total', _OF_JOB)}[{_STEP}])"),
                    "{{job}} {{controller}} {{result}}",
                )
            ],
        ),
        Panel(
            "Failed reconciliations",
            "ops",
            [
                Query(
                    by("sum", "job, controller", f"rate({series('controller_runtime_reconcile_errors_total', _OF_JOB)}[{_STEP}])"),
                    "{{job}} {{controller}}",
                )
            ],
        ),
        Panel(
            "RayClusters without all their pods",
            "short",
            [Query(by("count", "namespace", series("kuberay_cluster_condition_provisioned", condition="false")), "{{namespace}}")],
            "Those that wait in a queue too.",
        ),
        Panel(
            "Time until a RayCluster has all its pods",
            "s",
            [Query(by("max", "namespace, name", "kuberay_cluster_provisioned_duration_seconds"), "{{namespace}}/{{name}}")],
        ),
        Panel(
            "RayJobs",
            "short",
            [Query(by("count", "namespace, deployment_status", "kuberay_job_deployment_status"), "{{namespace}} {{deployment_status}}")],
        ),
        Panel(
            "RayServices that serve nothing",
            "short",
            [Query(by("count", "namespace, name", series("kuberay_service_condition_ready", condition="false")), "{{namespace}}/{{name}}")],
        ),
    ],
)


def dashboards(*, gpus: bool) -> Mapping[str, Dashboard]:
    """Give the pages by what they are of.

    Args:
        gpus: whether there are metrics of DCGM.
    """
    clusters = Dashboard(_CLUSTERS.uid, _CLUSTERS.title, _CLUSTERS.variables, [*_CLUSTERS.panels, *(_GPU_PANELS if gpus else ())])
    return {"queues": _QUEUES, "clusters": clusters, "operators": _OPERATORS}


def dashboard_config_map(name: str, namespace: str, page: Dashboard, labels: Mapping[str, str]) -> JsonObject:
    """Write the ConfigMap of a page, by whose labels the sidecar of Grafana finds it; the sidecar keeps the files of all in one folder."""
    return {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": metadata_of(name, namespace, labels=labels),
        "data": {f"{name}.json": page.text()},
    }
