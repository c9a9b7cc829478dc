"""A RayService names what Serve runs, how it is upgraded and how it is reached; what would leave it down is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import Targets
from heliostat.specs.ray.auth import Auth
from heliostat.specs.ray.code import Code
from heliostat.specs.ray.disruption_budget import DisruptionBudget
from heliostat.specs.ray.gcs_fault_tolerance import RedisFaultTolerance, RocksDbFaultTolerance
from heliostat.specs.ray.head import Head
from heliostat.specs.ray.head_service import HeadService
from heliostat.specs.ray.ray_service import ClusterUpgradeOptions, RayServiceSpec, ServeService
from heliostat.specs.ray.serve_config import ServeApplication, ServeConfig
from heliostat.specs.ray.service_arguments import ServicePort
from heliostat.specs.ray.worker_group import WorkerGroup
from tests.specs.answers import TARGETS, bodies, told
from tests.specs.ray.jobs import HEAD, KUBERAY_1_5, KUBERAY_1_6, SCALED, SERVE, job, metadata_of, service, spec_of

OPTIONS = ClusterUpgradeOptions(gateway_class_name="istio", step_size_percent=10, interval_seconds=30)
GROUP = WorkerGroup("cpu", cpu=4, memory="16Gi")
MAPPED = {"applications": [{"import_path": "text:app"}]}


def _without_cluster(spec: JsonObject) -> JsonObject:
    return {key: value for key, value in spec.items() if key != "rayClusterConfig"}


def test_the_smallest_service() -> None:
    """The upgrade is named, whatever the operator's own default; the cluster is that of a job."""
    spec = spec_of(service())

    assert spec == {
        "serveConfigV2": "applications:\n  - name: text\n    import_path: text:app\n    route_prefix: /\n",
        "upgradeStrategy": {"type": "NewCluster"},
        "rayClusterConfig": spec_of(job())["rayClusterSpec"],
    }
    assert metadata_of(service(queue="serving"), "text") == {"name": "text", "labels": {"kueue.x-k8s.io/queue-name": "serving"}}


def test_every_argument_of_a_service_is_written() -> None:
    """Upgrade, Service, delays, and who acts on it."""
    made = bodies(
        service(
            workers=[SCALED],
            upgrade_strategy="NewClusterWithIncrementalUpgrade",
            cluster_upgrade_options=OPTIONS,
            exclude_head_pod_from_serve_svc=True,
            ray_cluster_deletion_delay_seconds=0,
            initializing_timeout="30m",
            suspend=False,
            managed_by="ray.io/kuberay-operator",
        )
    )[""]

    assert made["metadata"] == {"name": "it", "annotations": {"ray.io/initializing-timeout": "30m"}}
    assert _without_cluster(cast("JsonObject", made["spec"])) == {
        "serveConfigV2": "applications:\n  - name: text\n    import_path: text:app\n    route_prefix: /\n",
        "upgradeStrategy": {
            "type": "NewClusterWithIncrementalUpgrade",
            "clusterUpgradeOptions": {"gatewayClassName": "istio", "stepSizePercent": 10, "intervalSeconds": 30, "maxSurgePercent": 100},
        },
        "excludeHeadPodFromServeSvc": True,
        "rayClusterDeletionDelaySeconds": 0,
        "suspend": False,
        "managedBy": "ray.io/kuberay-operator",
    }


def test_the_service_in_front_of_serve() -> None:
    """It has a type, ports of its own and what any Service has."""
    serve_service = ServeService(
        name="text",
        type="LoadBalancer",
        annotations={"cloud": "internal"},
        ports={"serve": ServicePort(80, target_port="serve")},
        session_affinity="ClientIP",
    )

    assert spec_of(service(serve_service=serve_service))["serveService"] == {
        "metadata": {"name": "text", "annotations": {"cloud": "internal"}},
        "spec": {
            "type": "LoadBalancer",
            "ports": [{"name": "serve", "port": 80, "targetPort": "serve", "protocol": "TCP"}],
            "sessionAffinity": "ClientIP",
        },
    }


def test_workers_name_the_port_that_serve_listens_on() -> None:
    """KubeRay looks for a replica's proxy behind the port called `serve` of each pod."""
    config = ServeConfig([ServeApplication("text", import_path="text:app")], http_options={"port": 9000})
    head = Head(cpu=2, memory="8Gi", ports={"serve": 9000})
    cluster = cast("dict[str, Any]", spec_of(service(head=head, workers=[GROUP], serve_config=config))["rayClusterConfig"])
    [worker] = cluster["workerGroupSpecs"][0]["template"]["spec"]["containers"]

    assert worker["ports"] == [{"name": "serve", "containerPort": 9000, "protocol": "TCP"}]


def test_an_elastic_service_has_gates() -> None:
    """Kueue holds back its pods until their quota is there."""
    text = json.dumps(spec_of(service(queue="default", elastic=True, workers=[SCALED])))

    assert text.count('"schedulingGates": [{"name": "kueue.x-k8s.io/elastic-job"}]') == 2


def test_code_and_disruption_budgets_come_with_the_service() -> None:
    """The budgets find the pods of the old and of the new cluster."""
    made = bodies(service(code=Code(Path(__file__).name), workers=[GROUP], disruption_budget=DisruptionBudget(groups={"cpu": 1})), "text")
    selectors = [
        cast("dict[str, Any]", made[part]["spec"])["selector"]["matchLabels"]
        for part in ("head-disruption-budget", "workers-cpu-disruption-budget")
    ]

    assert list(made) == ["", "code", "head-disruption-budget", "workers-cpu-disruption-budget"]
    assert selectors == [
        {"app.kubernetes.io/instance": "text", "ray.io/node-type": "head"},
        {"app.kubernetes.io/instance": "text", "ray.io/group": "cpu"},
    ]
    assert json.dumps(made[""]).count('"workingDir": "/home/ray/code"') == 2


@pytest.mark.parametrize("targets", [KUBERAY_1_5, KUBERAY_1_6, TARGETS])
def test_a_service_is_valid_for_every_version(targets: Targets) -> None:
    """Nothing is written that an older KubeRay does not know, unless it is asked for."""
    for spec in (service(), service(workers=[SCALED], initializing_timeout=600), service(queue="default")):
        bodies(spec, "text", targets)


SHARED = "must be left out, since the old and the new cluster of an upgrade would write to the same keys"
INCREMENTAL = "NewClusterWithIncrementalUpgrade"
TIMEOUT = 'must be a positive number of seconds, or a duration such as "30m"'


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        (service(upgrade_strategy="Recreate"), f"upgrade_strategy: must be 'NewCluster' or '{INCREMENTAL}' or 'None', got 'Recreate'"),
        (
            service(workers=[SCALED], upgrade_strategy=INCREMENTAL),
            f'cluster_upgrade_options: must be given with upgrade_strategy="{INCREMENTAL}" and only then',
        ),
        (
            service(cluster_upgrade_options=OPTIONS),
            f'cluster_upgrade_options: must be given with upgrade_strategy="{INCREMENTAL}" and only then',
        ),
        (
            service(upgrade_strategy=INCREMENTAL, cluster_upgrade_options=OPTIONS),
            f'upgrade_strategy: needs worker groups with max_replicas to be "{INCREMENTAL}"',
        ),
        (
            service(workers=[SCALED], upgrade_strategy=INCREMENTAL, cluster_upgrade_options=OPTIONS, serve_service=ServeService()),
            f'serve_service: must be left out with upgrade_strategy="{INCREMENTAL}", which does not look at it',
        ),
        (
            service(gcs_fault_tolerance=RedisFaultTolerance("redis:6379", external_storage_namespace="text")),
            f"gcs_fault_tolerance.external_storage_namespace: {SHARED}",
        ),
        (
            service(gcs_fault_tolerance=RocksDbFaultTolerance(claim="state")),
            "gcs_fault_tolerance.claim: must be left out, since the new cluster of an upgrade cannot mount the old one's",
        ),
        (
            service(head=Head(cpu=2, memory="8Gi", head_service=HeadService(name="text"))),
            "head.head_service.name: must be left out in a RayService, whose clusters follow one another",
        ),
        (
            service(head=Head(cpu=2, memory="8Gi", ports={"serve": 9000})),
            'head.ports["serve"]: must be 8000, where serve_config lets Serve listen, got 9000',
        ),
        (
            service(serve_config={"applications": [{"import_path": "a:b"}], "http_options": {"port": 9000}}),
            'head.ports["serve"]: must be 9000, where serve_config lets Serve listen, got 8000',
        ),
        (
            service(serve_config=ServeConfig(SERVE.applications, proxy_location="HeadOnly"), exclude_head_pod_from_serve_svc=True),
            'exclude_head_pod_from_serve_svc: must not be True with proxy_location="HeadOnly", since nobody would serve',
        ),
        (
            service(serve_config={**MAPPED, "proxy_location": "HeadOnly"}, exclude_head_pod_from_serve_svc=True),
            'exclude_head_pod_from_serve_svc: must not be True with proxy_location="HeadOnly", since nobody would serve',
        ),
        (
            service(serve_config={"applications": [{"import_path": "text"}]}),
            'serve_config["applications"][0]["import_path"]: must be "module:attribute" or "package.module.attribute", got \'text\'',
        ),
        (service(serve_config={}), 'serve_config: must have a list of "applications"'),
        (service(serve_config=ServeConfig([])), "serve_config.applications: must have at least one application"),
        (service(ray_cluster_deletion_delay_seconds=-1), "ray_cluster_deletion_delay_seconds: must not be negative, got -1"),
        (service(initializing_timeout=0), f"initializing_timeout: {TIMEOUT}, got 0"),
        (service(initializing_timeout="-5m"), f"initializing_timeout: {TIMEOUT}, got '-5m'"),
        (service(initializing_timeout="soon"), f"initializing_timeout: {TIMEOUT}, got 'soon'"),
        (service(suspend=True, queue="default"), "suspend: must be left out in a queue, since Kueue stops and starts the cluster"),
        (
            service(managed_by="kueue.x-k8s.io/multikueue"),
            'managed_by: needs a queue to be "kueue.x-k8s.io/multikueue", since Kueue hands on only what is in one',
        ),
        (
            service(auth=Auth(enable_k8s_token_auth=True), ray_version="2.55.0"),
            "auth.enable_k8s_token_auth: must be left out, KubeRay takes it in a RayCluster of its own only",
        ),
        (
            service(name="a" * 48),
            f"name: must be at most 47 characters, since KubeRay appends to it, got '{'a' * 48}' (48 characters)",
        ),
        (
            service(annotations={"ray.io/initializing-timeout": "5m"}),
            'annotations["ray.io/initializing-timeout"]: must be given as initializing_timeout=… of a RayService',
        ),
    ],
)
def test_what_would_leave_the_service_down_is_refused(spec: RayServiceSpec, expected: str) -> None:
    """Each rule says what must change."""
    assert told(spec) == [expected]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"gateway_class_name": ""}, "gateway_class_name: must not be empty"),
        ({"step_size_percent": 0}, "step_size_percent: must be from 1 to 100, got 0"),
        ({"max_surge_percent": 101}, "max_surge_percent: must be from 1 to 100, got 101"),
        ({"interval_seconds": 0}, "interval_seconds: must be at least 1, got 0"),
        (
            {"step_size_percent": 30, "max_surge_percent": 20},
            "step_size_percent: must be at most max_surge_percent, which is 20, got 30",
        ),
    ],
)
def test_an_upgrade_that_would_not_move_is_refused(options: dict[str, Any], expected: str) -> None:
    """Steps of nothing never end, and a step is no larger than what may run beside."""
    given = {"gateway_class_name": "istio", "step_size_percent": 10, "interval_seconds": 30, **options}

    assert told(ClusterUpgradeOptions(**given)) == [expected]


@pytest.mark.parametrize(
    ("spec", "targets", "expected"),
    [
        (service(suspend=True), KUBERAY_1_6, "suspend: needs KubeRay 1.7, the target is 1.6.0"),
        (service(managed_by="ray.io/kuberay-operator"), KUBERAY_1_5, "managed_by: needs KubeRay 1.6, the target is 1.5.0"),
    ],
)
def test_what_an_older_kuberay_does_not_know_is_refused(spec: RayServiceSpec, targets: Targets, expected: str) -> None:
    """It would drop the field."""
    assert told(spec, targets) == [expected]
    assert told(spec) == []


@pytest.mark.parametrize(
    "spec",
    [
        service(upgrade_strategy="None", gcs_fault_tolerance=RedisFaultTolerance("redis:6379", external_storage_namespace="text")),
        service(upgrade_strategy="None", gcs_fault_tolerance=RocksDbFaultTolerance(claim="state")),
        service(head=HEAD, exclude_head_pod_from_serve_svc=True),
        service(serve_config={"applications": [{"import_path": "a:b"}]}),
    ],
)
def test_what_works_is_accepted(spec: RayServiceSpec) -> None:
    """The rules stop where the reasons do."""
    assert told(spec) == []
