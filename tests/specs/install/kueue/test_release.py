"""Kueue as it is installed by default."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from heliostat.specs.install.kueue.configuration import KueueConfiguration
from heliostat.specs.install.kueue.crds import KueueCrdsSpec
from heliostat.specs.install.kueue.kueue import KueueSpec
from heliostat.specs.install.kueue.metrics import KueueMetrics
from heliostat.specs.install.kueue.servers import HealthServer, VisibilityServer, WebhookServer
from heliostat.specs.label_selector import LabelSelector
from heliostat.specs.pod.volume import ConfigMapVolume
from tests.specs.answers import bodies
from tests.specs.install.kueue.release import BUILT, TABLE, digests


def objects(**arguments: Any) -> list[Any]:
    return [*bodies(KueueSpec(namespace="kueue-system", **arguments)).values()]


def test_it_is_the_release_field_by_field() -> None:
    """Each object has the digest of upstream's, is valid, and is stored as it is written."""
    made = [*objects(image=BUILT), *bodies(KueueCrdsSpec()).values()]

    assert digests(made) == json.loads(TABLE.read_text(encoding="utf-8"))


def test_kinds_are_as_many_as_upstream_counts() -> None:
    """What the tables of kinds and rules come to."""
    assert Counter(each["kind"] for each in objects()) == {
        "APIService": 2,
        "ClusterRole": 47,
        "ClusterRoleBinding": 2,
        "ConfigMap": 1,
        "Deployment": 1,
        "MutatingWebhookConfiguration": 1,
        "Namespace": 1,
        "Role": 3,
        "RoleBinding": 4,
        "Secret": 1,
        "Service": 3,
        "ServiceAccount": 1,
        "ValidatingWebhookConfiguration": 1,
    }


def test_another_namespace_is_named_wherever_one_is() -> None:
    """Nothing of the installation is left in upstream's namespace."""
    text = json.dumps([*bodies(KueueSpec(namespace="queues")).values()])

    assert '"queues"' in text
    assert "kueue-system" not in text


def test_the_secret_has_no_data() -> None:
    """Kueue writes its certificate there itself."""
    [secret] = [each for each in objects() if each["kind"] == "Secret"]

    assert secret.keys() == {"apiVersion", "kind", "metadata"}


def test_a_new_configuration_makes_new_pods() -> None:
    """Kueue reads its configuration only when it starts."""
    key = "charts.kueue.x-k8s.io/config-checksum"
    configurations = [KueueConfiguration(), KueueConfiguration(feature_gates={"ConcurrentAdmission": True})]
    deployments = [objects(configuration=configuration)[0] for configuration in configurations]

    assert len({deployment["spec"]["template"]["metadata"]["annotations"][key] for deployment in deployments}) == 2


def test_without_visibility_its_server_is_off() -> None:
    """Nothing points at it, and Kueue is told not to start it."""
    made = objects(visibility=False)
    [config] = [each for each in made if each["kind"] == "ConfigMap"]
    ports = made[0]["spec"]["template"]["spec"]["containers"][0]["ports"]

    assert "featureGates:\n  VisibilityOnDemand: false\n" in config["data"]["controller_manager_config.yaml"]
    assert [port["name"] for port in ports] == ["metrics", "webhook-server"]
    assert not [each for each in made if each["kind"] == "APIService" or each["metadata"]["name"].startswith("kueue-visibility")]


def test_without_metrics_nothing_serves_them() -> None:
    """The address "0" is none."""
    made = objects(configuration=KueueConfiguration(metrics=KueueMetrics(bind_address="0")))

    assert "kueue-controller-manager-metrics-service" not in [each["metadata"]["name"] for each in made]


def test_ports_follow_the_configuration() -> None:
    """Services, the pod's ports and the kubelet's questions go where the servers are told to listen."""
    configuration = KueueConfiguration(
        webhook=WebhookServer(port=9444, cert_dir="/certificates"),
        metrics=KueueMetrics(bind_address="0.0.0.0:9445"),
        visibility_server=VisibilityServer(bind_port=9446),
        health=HealthServer(health_probe_bind_address=":9447", readiness_endpoint_name="ready", liveness_endpoint_name="live"),
    )
    made = objects(configuration=configuration)
    [container] = made[0]["spec"]["template"]["spec"]["containers"]
    services = {each["metadata"]["name"]: each["spec"]["ports"][0] for each in made if each["kind"] == "Service"}

    assert [(port["name"], port["containerPort"]) for port in container["ports"]] == [
        ("metrics", 9445),
        ("visibility", 9446),
        ("webhook-server", 9444),
    ]
    assert {name: (port["port"], port["targetPort"]) for name, port in services.items()} == {
        "kueue-controller-manager-metrics-service": (9445, 9445),
        "kueue-visibility-server": (443, 9446),
        "kueue-webhook-service": (443, 9444),
    }
    assert container["livenessProbe"]["httpGet"] == {"path": "/live", "port": 9447}
    assert container["readinessProbe"]["httpGet"] == {"path": "/ready", "port": 9447}
    assert "/certificates" in [mount["mountPath"] for mount in container["volumeMounts"]]


def test_the_deployment_takes_what_every_pod_and_container_takes() -> None:
    """Volumes of the author stand beside Kueue's own; labels, annotations and overrides are the Deployment's."""
    made = objects(
        labels={"tier": "platform"},
        annotations={"team": "platform"},
        overrides={"spec": {"revisionHistoryLimit": 2}},
        pod_labels={"sidecar.istio.io/inject": "false"},
        volumes={"/etc/ssl/extra": ConfigMapVolume("authorities")},
        env={"HTTPS_PROXY": "http://proxy:3128"},
        replicas=2,
        min_available=1,
        max_surge=0,
        max_unavailable=1,
        cpu=4,
    )
    deployment = made[0]
    pod = deployment["spec"]["template"]["spec"]
    [budget] = [each for each in made if each["kind"] == "PodDisruptionBudget"]

    assert deployment["metadata"]["labels"]["tier"] == "platform"
    assert deployment["metadata"]["annotations"] == {"team": "platform"}
    assert deployment["spec"]["revisionHistoryLimit"] == 2
    assert deployment["spec"]["strategy"] == {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 0, "maxUnavailable": 1}}
    assert deployment["spec"]["template"]["metadata"]["labels"]["sidecar.istio.io/inject"] == "false"
    assert [volume["name"] for volume in pod["volumes"]] == ["visibility", "cert", "manager-config", "authorities"]
    assert pod["containers"][0]["env"] == [{"name": "HTTPS_PROXY", "value": "http://proxy:3128"}]
    assert pod["containers"][0]["resources"] == {
        "limits": {"cpu": "4", "memory": "512Mi"},
        "requests": {"cpu": "500m", "memory": "512Mi"},
    }
    assert budget["spec"] == {"minAvailable": 1, "selector": {"matchLabels": {"control-plane": "controller-manager"}}}


def test_webhooks_look_at_the_namespaces_that_the_configuration_manages() -> None:
    """As in the chart: without it, Kueue being down would hold back jobs in namespaces that it never manages."""
    selector = LabelSelector({"queued": "yes"})
    made = objects(configuration=KueueConfiguration(managed_jobs_namespace_selector=selector), reinvocation_policy="IfNeeded")
    hooks = [hook for each in made if each["kind"].endswith("WebhookConfiguration") for hook in each["webhooks"]]
    selectors = {hook["name"]: hook.get("namespaceSelector") for hook in hooks}

    assert len(hooks) == 43
    assert selectors["mrayjob.kb.io"] == selectors["vrayjob.kb.io"] == {"matchLabels": {"queued": "yes"}}
    assert selectors["vclusterqueue.kb.io"] is None
    assert {hook["name"][0]: hook.get("reinvocationPolicy") for hook in hooks} == {"m": "IfNeeded", "v": None}


def test_the_namespace_may_be_somebody_elses() -> None:
    """Then it is not made."""
    assert "Namespace" not in [each["kind"] for each in objects(create_namespace=False)]
