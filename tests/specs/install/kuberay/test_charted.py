"""The objects of the operator and the values of its chart, against upstream's chart."""

from __future__ import annotations

import json
from typing import Any

import pytest

from heliostat.schemas.targets import Targets
from heliostat.specs.install.kuberay.operator import KubeRayOperatorSpec
from heliostat.specs.install.kuberay.operator_arguments import default_probe
from heliostat.specs.install.kuberay.service_monitor import KubeRayServiceMonitor
from heliostat.specs.install.kuberay.settings import OperatorConfiguration, OperatorLogging
from heliostat.specs.pod.affinity import Affinity, NodeAffinity, NodeRequirement, NodeSelectorTerm
from heliostat.specs.pod.container import Container
from heliostat.specs.pod.environment import SecretKey
from heliostat.specs.pod.probe import Probe
from heliostat.specs.pod.security_context import Capabilities, PodSecurityContext, SeccompProfile, SecurityContext
from tests.specs.answers import told
from tests.specs.install.kuberay.charted import CASES, NAMESPACE, RELEASE, TABLE, digests, paths

SIDECAR = Container("fluentbit", image="fluent/fluent-bit:3.2", cpu="100m")
ASK = default_probe().handler
MONITOR = KubeRayServiceMonitor(interval="15s", honor_labels=False, labels={"release": "prometheus"}, namespace="monitoring")

ARGUMENTS: dict[str, dict[str, Any]] = {
    "nothing": {},
    "two replicas for a busy cluster": {
        "replicas": 2,
        "reconcile_concurrency": 10,
        "qps": 250.5,
        "burst": 1000,
        "cpu": 2,
        "memory": "4Gi",
        "requests": {"cpu": "500m"},
        "liveness_probe": Probe(ASK, initial_delay_seconds=30, period_seconds=10, failure_threshold=3),
        "readiness_probe": Probe(ASK, initial_delay_seconds=5, period_seconds=2, failure_threshold=2),
    },
    "a mirror and a place of its own": {
        "image": "registry.internal:5000/kuberay/operator:patched",
        "image_pull_policy": "Always",
        "image_pull_secrets": ["registry"],
        "operator_command": "/usr/bin/manager",
        "node_selector": {"pool": "system"},
        "tolerations": ["pool=system:NoSchedule"],
        "affinity": Affinity(
            node_affinity=NodeAffinity(required=[NodeSelectorTerm(match_expressions=[NodeRequirement("zone", "In", ["a"])])])
        ),
        "priority_class_name": "system-cluster-critical",
        "labels": {"tier": "platform"},
        "pod_labels": {"tier": "platform"},
        "pod_annotations": {"cluster-autoscaler.kubernetes.io/safe-to-evict": "false"},
        "pod_security_context": PodSecurityContext(run_as_non_root=True, run_as_user=65532),
        "security_context": SecurityContext(
            allow_privilege_escalation=False,
            capabilities=Capabilities(drop=["ALL"]),
            run_as_non_root=True,
            run_as_user=65532,
            seccomp_profile=SeccompProfile("RuntimeDefault"),
        ),
        "service_type": "NodePort",
        "service_port": 9090,
    },
    "other names": {
        "name": "ray",
        "name_override": "ray",
        "component_override": "controller",
        "create_service_account": False,
        "service_account": "somebody",
    },
    "its own namespace only": {"single_namespace_install": True},
    "the namespaces of two teams": {"single_namespace_install": True, "watched_namespaces": ["vision", "language"]},
    "roles that somebody else makes": {
        "single_namespace_install": True,
        "watched_namespaces": ["vision"],
        "cr_namespaced_rbac_enable": False,
    },
    "rights that somebody else gives": {"rbac_enable": False, "watched_namespaces": ["vision"]},
    "volcano": {"batch_scheduler": "volcano"},
    "scheduler-plugins and no metrics": {"batch_scheduler": "scheduler-plugins", "metrics": False},
    "yunikorn, without leader election": {"batch_scheduler": "yunikorn", "leader_election_enabled": False},
    "a log file and another form of lines": {
        "logging": OperatorLogging(
            stdout_encoder="console", file_encoder="console", base_dir="/var/log/kuberay", file_name="operator.log", size_limit="1Gi"
        ),
        "use_kubernetes_proxy": True,
    },
    "variables": {
        "env": {"ENABLE_ZERO_DOWNTIME": "false", "CLUSTER_DOMAIN": "cluster.internal", "PROXY_TOKEN": SecretKey("proxy", "token")},
    },
    "a configuration file": {
        "batch_scheduler": "kai-scheduler",
        "single_namespace_install": True,
        "watched_namespaces": ["vision", "language"],
        "use_kubernetes_proxy": False,
        "logging": OperatorLogging(base_dir="/var/log/kuberay", file_name="operator.log"),
        "configuration": OperatorConfiguration(
            default_container_envs={"RAY_enable_open_telemetry": "true"},
            head_sidecar_containers=[SIDECAR],
            worker_sidecar_containers=[SIDECAR],
        ),
    },
    "a ServiceMonitor": {"service_monitor": MONITOR},
    "defaults of Ray pods": {
        "labels": {"tier": "platform"},
        "pod_labels": {"tier": "platform"},
        "configuration": OperatorConfiguration(
            default_pod_annotations={"prometheus.io/scrape": "true"}, default_pod_labels={"app.kubernetes.io/part-of": "ray"}
        ),
    },
    "cron jobs, history and isolation": {
        "feature_gates": {
            "RayMultiHostIndexing": False,
            "RayCronJob": True,
            "RayClusterMTLS": True,
            "RayClusterNetworkPolicy": True,
            "RayClusterHistoryServer": True,
            "SidecarSubmitterRestart": True,
        },
    },
    "a ServiceMonitor of 1.6": {"service_monitor": MONITOR},
    "cron jobs of 1.6": {"feature_gates": {"RayServiceIncrementalUpgrade": True, "RayCronJob": True, "AsyncJobInfoQuery": True}},
}
TAKEN = json.loads(TABLE.read_text(encoding="utf-8"))
ALL = [pytest.param(version, case, id=f"{version}: {case}") for version, cases in CASES.items() for case in cases]


def spec_of(case: str, **more: Any) -> KubeRayOperatorSpec:
    return KubeRayOperatorSpec(namespace=NAMESPACE, create_namespace=False, **ARGUMENTS[case], **more)


@pytest.mark.parametrize(("version", "case"), ALL)
def test_the_objects_are_those_of_the_chart(version: str, case: str) -> None:
    """Each object field by field, with the values that say the same as the arguments."""
    spec, targets = spec_of(case), Targets(kuberay=version)
    assert told(spec, targets) == []

    assert digests([part.body for part in spec.parts(spec.name or RELEASE, targets)]) == TAKEN[version]["objects"][case]


@pytest.mark.parametrize(("version", "case"), ALL)
def test_the_values_are_those_that_say_the_same(version: str, case: str) -> None:
    """An Application of the chart has the values that the objects were compared with, and none that is the chart's own."""
    spec, targets = spec_of(case, install="helm"), Targets(kuberay=version)
    assert told(spec, targets) == []

    [application] = [part.body for part in spec.parts(spec.name or RELEASE, targets)]

    source = application["spec"]["source"]
    assert (source["chart"], source["targetRevision"]) == ("kuberay-operator", version)
    assert source["helm"]["valuesObject"] == CASES[version][case]


@pytest.mark.parametrize("version", CASES)
def test_every_value_of_the_chart_has_an_argument(version: str) -> None:
    """Each value is given in some case, but for the older way to say that the batch scheduler is Volcano."""
    given = [f"{path}." for values in CASES[version].values() for path in paths(values)]
    left = [value for value in TAKEN[version]["values"] if not any(path.startswith(f"{value}.") for path in given)]

    assert left == ["batchScheduler.enabled"]
