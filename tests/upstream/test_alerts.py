"""Alerts and dashboards against Prometheus' own parser, engine and reader of rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from heliostat.schemas.targets import Targets
from heliostat.specs.monitoring.alerts import Alerts
from heliostat.specs.monitoring.ray_monitoring import RayMonitoringSpec
from tests.specs.monitoring.expressions import EXPRESSIONS, RULES, names_in, without_variables
from tests.upstream.go_program import answers

MINUTE = 240
"""When it is looked, in minutes since the first value; four hours, so that every window of an alert has passed."""

Series = dict[str, Any]


def steady(metric: str, value: float = 1, **labels: str) -> Series:
    """Say the same at every minute."""
    return {"labels": {"__name__": metric, **labels}, "values": [value] * (MINUTE + 1)}


def stepped(metric: str, steps: dict[int, float | None], **labels: str) -> Series:
    """Say a value from a minute on, until the next; nothing before the first, and nothing from a None on."""
    values = [next((steps[start] for start in sorted(steps, reverse=True) if start <= minute), None) for minute in range(MINUTE + 1)]
    return {"labels": {"__name__": metric, **labels}, "values": values}


def nodes(cluster: str, namespace: str = "vision", up: float = 1) -> Series:
    """A Ray pod as Prometheus finds it."""
    queue = {"kueue_x_k8s_io_cluster_queue_name": "research"}
    return steady("up", up, namespace=namespace, pod=f"{cluster}-head", job="monitoring/ray-nodes", ray_io_cluster=cluster, **queue)


def quota(value: float, queue: str, cohort: str = "ml") -> Series:
    return steady("kueue_cluster_queue_nominal_quota", value, cluster_queue=queue, cohort=cohort, flavor="a100", resource="nvidia.com/gpu")


def usage(value: float, queue: str, cohort: str = "ml") -> Series:
    return steady("kueue_cluster_queue_resource_usage", value, cluster_queue=queue, cohort=cohort, flavor="a100", resource="nvidia.com/gpu")


def waiting(value: float, status: str = "active", **labels: str) -> Series:
    return steady("kueue_pending_workloads", value, cluster_queue="research", status=status, **labels)


def local(value: float, namespace: str = "vision", status: str = "inadmissible") -> Series:
    return steady("kueue_local_queue_pending_workloads", value, name="default", exported_namespace=namespace, status=status)


def unprovisioned(cluster: str) -> Series:
    return steady("kuberay_cluster_condition_provisioned", name=cluster, namespace="vision", condition="false")


def gpu(value: float, pod: str) -> Series:
    return steady("DCGM_FI_DEV_GPU_UTIL", value, namespace="vision", pod=pod, gpu="0", modelName="A100")


def reconciled(errors: float, job: str = "kuberay-operator") -> list[Series]:
    rising = {"controller_runtime_reconcile_errors_total": errors, "controller_runtime_reconcile_total": 10.0}
    return [
        stepped(metric, {minute: minute * rate for minute in range(MINUTE + 1)}, job=job, controller="raycluster-controller")
        for metric, rate in rising.items()
    ]


QUEUE, OBJECT, CLUSTER = {"cluster_queue": "research"}, {"namespace": "vision", "name": "train"}, "train-x"
OF_CLUSTER = {"namespace": "vision", "ray_io_cluster": CLUSTER}
OF_QUOTA = {**QUEUE, "cohort": "ml", "flavor": "a100", "resource": "nvidia.com/gpu"}
DEFAULT = {"exported_namespace": "vision", "name": "default"}
JOBS, SERVICES, EVICTED = "kuberay_job_deployment_status", "kuberay_service_condition_ready", "kueue_evicted_workloads_total"
ADMITTED, KILLED, LOST = "kueue_admitted_workloads_total", "ray_memory_manager_worker_eviction_total", "ray_node_failure_total"

CASES: list[tuple[str, str, list[Series], list[dict[str, str]]]] = [
    (
        "KueueClusterQueueInactive",
        "one that is not active on any replica",
        [
            steady("kueue_cluster_queue_status", 0, cluster_queue="research", status="active", replica_role="leader"),
            steady("kueue_cluster_queue_status", 1, cluster_queue="research", status="pending", replica_role="leader"),
            steady("kueue_cluster_queue_status", 1, cluster_queue="serving", status="active", replica_role="leader"),
            steady("kueue_cluster_queue_status", 0, cluster_queue="serving", status="active", replica_role="follower"),
        ],
        [QUEUE],
    ),
    (
        "KueueLocalQueueInactive",
        "one whose condition is not True",
        [
            steady("kueue_local_queue_status", 0, name="default", exported_namespace="vision", active="True"),
            steady("kueue_local_queue_status", 1, name="default", exported_namespace="vision", active="False"),
            steady("kueue_local_queue_status", 1, name="default", exported_namespace="language", active="True"),
        ],
        [DEFAULT],
    ),
    ("KueueNothingAdmitted", "waits, and nothing was ever admitted", [waiting(3)], [QUEUE]),
    ("KueueNothingAdmitted", "waits, and the last was admitted long ago", [waiting(3), stepped(ADMITTED, {0: 4}, **QUEUE)], [QUEUE]),
    ("KueueNothingAdmitted", "waits its turn", [waiting(3), stepped(ADMITTED, {0: 4, 200: 5}, **QUEUE)], []),
    ("KueueNothingAdmitted", "waits its turn behind the very first", [waiting(3), stepped(ADMITTED, {200: 1}, **QUEUE)], []),
    ("KueueNothingAdmitted", "nothing waits", [waiting(0), waiting(3, status="inadmissible")], []),
    ("KueueWorkloadsInadmissible", "some that do not fit", [local(2), local(2, "language", "active")], [DEFAULT]),
    ("KueueQuotaNearlyUsedUp", "nine of ten", [quota(10, "research"), usage(9, "research")], [OF_QUOTA]),
    ("KueueQuotaNearlyUsedUp", "half", [quota(10, "research"), usage(5, "research")], []),
    ("KueueQuotaNearlyUsedUp", "borrowed without a quota of its own", [quota(0, "research"), usage(5, "research")], []),
    ("KueueGpuQuotaIdle", "unused", [quota(8, "research"), usage(0, "research")], [OF_QUOTA]),
    ("KueueGpuQuotaIdle", "never used", [quota(8, "research")], [OF_QUOTA]),
    ("KueueGpuQuotaIdle", "in use", [quota(8, "research"), usage(1, "research")], []),
    (
        "KueueGpuQuotaIdle",
        "lent",
        [quota(8, "research"), usage(0, "research"), quota(8, "serving"), usage(12, "serving")],
        [],
    ),
    (
        "KueueGpuQuotaIdle",
        "another cohort borrows",
        [quota(8, "research"), usage(0, "research"), quota(8, "serving", "web"), usage(12, "serving", "web")],
        [OF_QUOTA],
    ),
    ("KueueGpuQuotaIdle", "no GPUs at all", [quota(0, "research"), usage(0, "research")], []),
    (
        "KueueEvictionStorm",
        "of two reasons together, one alone is many",
        [stepped(EVICTED, {220: 21}, reason="Preempted", **QUEUE), stepped(EVICTED, {0: 1, 220: 9}, reason="NodeFailures", **QUEUE)],
        [{**QUEUE, "reason": "Preempted"}],
    ),
    ("KueueEvictionStorm", "many, but long ago", [stepped(EVICTED, {100: 210}, reason="Preempted", **QUEUE)], []),
    ("KueueEvictionStorm", "a manager began anew", [stepped(EVICTED, {100: 210, 220: 2}, reason="Preempted", **QUEUE)], []),
    ("RayClusterNotProvisioned", "pods are there", [unprovisioned("train"), nodes("train"), local(1)], [OBJECT]),
    ("RayClusterNotProvisioned", "no pods, and nothing waits", [unprovisioned("train"), local(0)], [OBJECT]),
    ("RayClusterNotProvisioned", "it may wait in its queue", [unprovisioned("train"), nodes("other"), local(1)], []),
    (
        "RayJobFailed",
        "one of two",
        [
            steady(JOBS, name="train", namespace="vision", deployment_status="Failed"),
            steady(JOBS, name="score", namespace="vision", deployment_status="Complete"),
        ],
        [{**OBJECT, "deployment_status": "Failed"}],
    ),
    ("RayServiceNotReady", "not ready", [steady(SERVICES, condition="false", **OBJECT)], [OBJECT]),
    ("RayServiceNotReady", "ready", [steady(SERVICES, condition="true", **OBJECT)], []),
    (
        "RayNodeUnreachable",
        "one of two, and somebody else's target",
        [nodes(CLUSTER, up=0), nodes("other"), steady("up", 0, pod="web", namespace="vision")],
        [{**OF_CLUSTER, "pod": f"{CLUSTER}-head"}],
    ),
    ("RayNodesLost", "six since nothing was lost", [stepped(LOST, {200: 6}, **OF_CLUSTER)], [OF_CLUSTER]),
    ("RayNodesLost", "six, long ago", [stepped(LOST, {100: 6}, **OF_CLUSTER)], []),
    (
        "RayOutOfMemory",
        "some on each of two pods",
        [stepped(KILLED, {200: 4}, pod="a", **OF_CLUSTER), stepped(KILLED, {0: 1, 200: 4}, pod="b", **OF_CLUSTER)],
        [OF_CLUSTER],
    ),
    ("RayOutOfMemory", "few", [stepped(KILLED, {200: 3}, pod="a", **OF_CLUSTER)], []),
    (
        "RayGpuIdle",
        "one cluster of two",
        [nodes(CLUSTER), gpu(1, f"{CLUSTER}-head"), nodes("busy"), gpu(90, "busy-head"), gpu(0, "somebody-else")],
        [{**OF_CLUSTER, "kueue_x_k8s_io_cluster_queue_name": "research"}],
    ),
    (
        "OperatorReconcileErrors",
        "one in five",
        reconciled(2),
        [{"job": "kuberay-operator", "controller": "raycluster-controller"}],
    ),
    ("OperatorReconcileErrors", "one in twenty", reconciled(0.5), []),
    ("OperatorReconcileErrors", "somebody else's", reconciled(5, job="other"), []),
]


@cache
def read() -> dict[str, Any]:
    """Ask Prometheus to parse all expressions that are rendered."""
    asked = {place: without_variables(text) for place, text in EXPRESSIONS.items()}
    return dict(zip(asked, answers("promql", [{"expression": text} for text in asked.values()]), strict=True))


def test_every_expression_is_promql_and_names_what_we_find_in_it() -> None:
    """Our own reading, by which each is held against the table of metrics, agrees with that of Prometheus."""
    assert {place: told["error"] for place, told in read().items() if "error" in told} == {}
    for place, told in read().items():
        ours = names_in(without_variables(EXPRESSIONS[place]))

        assert (sorted(ours.metrics), sorted(ours.labels)) == (sorted(told["metrics"]), told.get("labels", []))


def test_a_cluster_takes_the_rules() -> None:
    """As Prometheus reads a file of rules, templates of summary and description included."""
    alerts = Alerts(labels={"team": "platform"}, runbook_url="https://runbooks.example.com/#")
    spec = RayMonitoringSpec(namespace="monitoring", dcgm=True, alerts=alerts)
    [rule] = [part.body for part in spec.parts("ray", Targets()) if part.id == "alerts"]

    assert answers("promql", [{"groups": rule["spec"]}, {"groups": {"groups": [{"name": "a", "rules": [{"alert": "a"}]}]}}]) == [
        {},
        {"faults": ['0:0: group "a", rule 1, "a": field \'expr\' must be set in rule']},
    ]


def test_an_alert_comes_when_it_should_and_not_otherwise() -> None:
    """What Prometheus' engine finds in series as upstream makes them, looked at once."""
    expressions = {rule.name: rule.expression for rule in RULES}
    asked = [{"expression": expressions[name], "series": series, "minute": MINUTE} for name, _, series, _ in CASES]
    told = answers("promql", asked)

    found = [
        (name, case, [each["labels"] for each in answer.get("found", [])]) for (name, case, _, _), answer in zip(CASES, told, strict=True)
    ]
    assert found == [(name, case, expected) for name, case, _, expected in CASES]


@pytest.mark.parametrize("name", sorted({rule.name for rule in RULES}))
def test_every_alert_is_seen_to_come(name: str) -> None:
    """An alert without a case that raises it would prove nothing."""
    raised: Sequence[str] = [case for alert, case, _, expected in CASES if alert == name and expected]

    assert raised
