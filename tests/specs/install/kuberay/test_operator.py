"""What is refused of an installation of KubeRay's operator, and what goes beyond its chart."""

from __future__ import annotations

from typing import Any

import pytest

from heliostat.schemas.targets import Targets
from heliostat.specs.install.helm import Helm
from heliostat.specs.install.kuberay.operator import KubeRayOperatorSpec
from heliostat.specs.install.kuberay.service_monitor import KubeRayServiceMonitor
from heliostat.specs.install.kuberay.settings import OperatorConfiguration, OperatorLogging
from heliostat.specs.pod.affinity import TopologySpread
from heliostat.specs.pod.container import Container
from heliostat.specs.pod.environment import SecretKey
from heliostat.specs.pod.mount import Mount
from heliostat.specs.pod.probe import Exec, HttpGet, Probe
from heliostat.specs.pod.volume import ConfigMapVolume, EmptyDir
from tests.specs.answers import DNS_LABEL, DNS_SUBDOMAIN, LABEL_VALUE, TARGETS, Thing, bodies, told

ONLY_MANIFESTS = 'has no value in the chart, and needs install="manifests"'
FORBIDDEN = 'env["{}"]: must be left out or "false": {}'
ONLY_TIMED = 'may only be timed in the chart, with delay, period and failures, and needs install="manifests"'


def operator(**arguments: Any) -> KubeRayOperatorSpec:
    return KubeRayOperatorSpec(namespace="kuberay-system", **arguments)


def test_an_operator_brings_its_namespace() -> None:
    """Every object is valid and stored as it is written, and the Namespace is there unless somebody else makes it."""
    made = bodies(operator(), "kuberay-operator")

    assert made["namespace"] == {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "kuberay-system"}}
    assert list(made) == [
        "",
        "service",
        "service-account",
        "leader-election-role",
        "leader-election-role-binding",
        "cluster-role",
        "cluster-role-binding",
        "rayjob-editor-role",
        "rayjob-viewer-role",
        "rayservice-editor-role",
        "rayservice-viewer-role",
        "raycronjob-editor-role",
        "raycronjob-viewer-role",
        "namespace",
    ]
    assert [*bodies(operator(create_namespace=False), "kuberay-operator")] == [*made][:-1]


def test_the_deployment_takes_what_every_pod_and_container_takes() -> None:
    """Volumes of the author stand beside the operator's own; annotations and overrides are the Deployment's."""
    spec = operator(
        annotations={"team": "platform"},
        volumes={"/etc/ssl/extra": Mount(ConfigMapVolume("authorities"), read_only=True)},
        sidecars=[Container("proxy", image="proxy:v1")],
        topology_spread_constraints=[TopologySpread("kubernetes.io/hostname")],
        logging=OperatorLogging(base_dir="/logs", file_name="operator.log"),
        limits={"cpu": None, "ephemeral-storage": "1Gi"},
        overrides={"spec": {"revisionHistoryLimit": 3}},
    )

    deployment: Any = bodies(spec, "kuberay-operator")[""]

    pod = deployment["spec"]["template"]["spec"]
    assert deployment["metadata"]["annotations"] == {"team": "platform"}
    assert deployment["spec"]["revisionHistoryLimit"] == 3
    assert [container["name"] for container in pod["containers"]] == ["kuberay-operator", "proxy"]
    assert pod["volumes"] == [{"name": "kuberay-logs", "emptyDir": {}}, {"name": "authorities", "configMap": {"name": "authorities"}}]
    assert pod["containers"][0]["resources"] == {"limits": {"memory": "512Mi", "ephemeral-storage": "1Gi"}, "requests": {"cpu": "100m"}}
    assert pod["topologySpreadConstraints"] == [
        {"maxSkew": 1, "topologyKey": "kubernetes.io/hostname", "whenUnsatisfiable": "DoNotSchedule"}
    ]


def test_roles_of_a_namespace_know_the_batch_scheduler() -> None:
    """KubeRay 1.6 leaves that rule out of the Roles of single namespaces, and its operator then makes no PodGroups."""
    made: Any = bodies(operator(single_namespace_install=True, batch_scheduler="volcano"), targets=Targets(kuberay="1.6.2"))

    assert made["in-kuberay-system-role"]["rules"][-1]["apiGroups"] == ["scheduling.volcano.sh"]


def test_an_application_is_installed_as_its_chart_says() -> None:
    """From a mirror, in another version and project; labels, annotations and overrides are the Application's."""
    spec = operator(
        install=Helm(
            repository="oci://registry.internal/charts", version="1.7.3", namespace="delivery", project=Thing("AppProject", "ray")
        ),
        labels={"tier": "platform"},
        annotations={"argocd.argoproj.io/sync-wave": "1"},
        overrides={"spec": {"syncPolicy": {"automated": None}}},
        qps=50,
    )

    assert bodies(spec, "ray") == {
        "": {
            "apiVersion": "argoproj.io/v1alpha1",
            "kind": "Application",
            "metadata": {
                "name": "ray-chart",
                "namespace": "delivery",
                "labels": {"tier": "platform"},
                "annotations": {"argocd.argoproj.io/sync-wave": "1"},
                "finalizers": ["resources-finalizer.argocd.argoproj.io"],
            },
            "spec": {
                "project": "ray",
                "source": {
                    "chart": "kuberay-operator",
                    "helm": {
                        "releaseName": "ray",
                        "skipCrds": True,
                        "valuesObject": {"fullnameOverride": "ray", "serviceAccount": {"name": "ray"}, "kubeClient": {"qps": 50}},
                    },
                    "repoURL": "oci://registry.internal/charts",
                    "targetRevision": "1.7.3",
                },
                "destination": {"server": "https://kubernetes.default.svc", "namespace": "kuberay-system"},
                "syncPolicy": {
                    "retry": {"limit": 10, "refresh": True, "backoff": {"duration": "10s", "factor": 2, "maxDuration": "3m"}},
                    "syncOptions": ["CreateNamespace=true"],
                },
            },
        },
    }


def test_what_is_taken_away_is_null_in_the_values() -> None:
    """Helm takes a default away by null."""
    made: Any = bodies(operator(install="helm", security_context=None, limits={"cpu": None}), "kuberay-operator")

    assert made[""]["spec"]["source"]["helm"]["valuesObject"] == {
        "securityContext": None,
        "resources": {"limits": {"cpu": None}, "requests": {"cpu": "100m"}},
    }


@pytest.mark.parametrize(
    ("arguments", "problems"),
    [
        ({"watched_namespaces": ["vision,language"]}, [f"watched_namespaces[0]: {DNS_LABEL}'vision,language'"]),
        ({"watched_namespaces": ["a", "b", "a"]}, ['watched_namespaces[2]: must not be given twice, got "a" again']),
        (
            {"cr_namespaced_rbac_enable": False},
            ["cr_namespaced_rbac_enable: means nothing without both rbac_enable and single_namespace_install"],
        ),
        (
            {"cr_namespaced_rbac_enable": False, "single_namespace_install": True, "rbac_enable": False},
            ["cr_namespaced_rbac_enable: means nothing without both rbac_enable and single_namespace_install"],
        ),
        (
            {"replicas": 0, "reconcile_concurrency": 0},
            ["replicas: must be at least 1, got 0", "reconcile_concurrency: must be at least 1, got 0"],
        ),
        ({"qps": -1, "burst": -1}, ["burst: must not be negative, got -1"]),
        (
            {"replicas": 2, "leader_election_enabled": False},
            ["leader_election_enabled: must be True with 2 replicas, which would all work on the same objects"],
        ),
        ({"service_port": 0}, ["service_port: must be a number from 1 to 65535, got 0"]),
        (
            {"configuration": OperatorConfiguration(), "logging": OperatorLogging(stdout_encoder="console")},
            ["logging.stdout_encoder: has no effect with a configuration, since the operator takes it from a flag only"],
        ),
        ({"logging": OperatorLogging(base_dir="/logs")}, ["logging.file_name: must be given too, there is no log file without both"]),
        ({"logging": OperatorLogging(file_name="a.log")}, ["logging.base_dir: must be given too, there is no log file without both"]),
        ({"logging": OperatorLogging(size_limit="1Gi")}, ["logging.size_limit: must be left out where there is no log file"]),
        (
            {"logging": OperatorLogging(base_dir="logs", file_name="a.log")},
            ["logging.base_dir: must be an absolute path, got 'logs'"],
        ),
        (
            {"logging": OperatorLogging(base_dir="/logs", file_name="a.log", size_limit="much")},
            ['logging.size_limit: must be a quantity: \'much\' is not a quantity such as "4", "500m" or "16Gi"'],
        ),
        (
            {"name_override": "", "component_override": "-", "operator_command": ""},
            [
                'component_override: must be at most 63 letters, digits, "-", "_" and ".", with a letter or digit at both ends, got \'-\'',
                "name_override: must not be empty",
                "operator_command: must not be empty",
            ],
        ),
        (
            {"env": {"DELETE_RAYJOB_CR_AFTER_JOB_FINISHES": "true"}},
            [
                FORBIDDEN.format(
                    "DELETE_RAYJOB_CR_AFTER_JOB_FINISHES",
                    "a RayJob that is deleted at its end is missing in the cluster, so that Argo CD makes it anew and runs it again",
                )
            ],
        ),
        (
            {"env": {"ENABLE_WEBHOOKS": SecretKey("a", "b")}},
            [
                FORBIDDEN.format(
                    "ENABLE_WEBHOOKS", "the operator then looks for a certificate, which neither the chart nor Heliostat brings"
                )
            ],
        ),
        ({"env": {"ENABLE_ZERO_DOWNTIME": "no"}}, ['env["ENABLE_ZERO_DOWNTIME"]: must be "true" or "false", got \'no\'']),
        (
            {"env": {"RAYJOB_STATUS_CHECK_TIMEOUT_SECONDS": "5m"}},
            ["env[\"RAYJOB_STATUS_CHECK_TIMEOUT_SECONDS\"]: must be whole seconds, got '5m'"],
        ),
        (
            {"image": "quay.io/kuberay/operator:v1.6.2"},
            ["image: must be of KubeRay 1.7 as the target is, got 'quay.io/kuberay/operator:v1.6.2'"],
        ),
        ({"restart_policy": "Never"}, ['restart_policy: must be "Always" for pods that are kept running, got "Never"']),
        (
            {"pod_labels": {"app.kubernetes.io/component": "x"}},
            ['pod_labels["app.kubernetes.io/component"]: must be left out, since the pods are found by it'],
        ),
        (
            {"volumes": {"/etc/kuberay": EmptyDir()}, "configuration": OperatorConfiguration()},
            ['volumes["/etc/kuberay"]: must be mounted elsewhere, the operator has its own files there'],
        ),
        (
            {"volumes": {"/x": EmptyDir(name="operator-config")}, "configuration": OperatorConfiguration()},
            ['volumes: have two different volumes of the name "operator-config", one needs a name= of its own'],
        ),
        (
            {"service_monitor": KubeRayServiceMonitor(interval="30", labels={"a": "-"}, namespace="B")},
            [
                "service_monitor.interval: must be a duration such as 30s, 1h30m or 3d, got '30'",
                f"service_monitor.labels[\"a\"]: {LABEL_VALUE}'-'",
                f"service_monitor.namespace: {DNS_LABEL}'B'",
            ],
        ),
        (
            {"install": Helm(version="1.7.*", namespace="A", project="B")},
            [
                f"install.namespace: {DNS_LABEL}'A'",
                f"install.project: {DNS_SUBDOMAIN}'B'",
                "install.version: must be one version such as 1.7.0, so that Git says what runs, got '1.7.*'",
            ],
        ),
        (
            {"install": Helm(repository="https://ci:hunter2@charts.example.com")},
            ["install.repository: must hold no password, which Argo CD reads from a Secret of its own"],
        ),
        ({"install": Helm(version="1.6.2")}, ["install.version: must be of KubeRay 1.7 as the target is, got '1.6.2'"]),
        ({"memory": "512"}, ["memory: must be a quantity with its unit, such as 16Gi; '512' is 512 bytes"]),
        (
            {"batch_scheduler": "default"},
            ["batch_scheduler: must be 'kai-scheduler' or 'scheduler-plugins' or 'volcano' or 'yunikorn', got 'default'"],
        ),
        ({"replica": 2}, ['replica: KubeRayOperator has no such argument, got 2, did you mean "replicas"']),
    ],
)
def test_what_the_operator_exits_at_loses_or_cannot_mean_is_refused(arguments: dict[str, Any], problems: list[str]) -> None:
    """Each with one message that says where and what is expected."""
    assert told(operator(**arguments)) == problems


@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        (KubeRayOperatorSpec(), "namespace: must be given, here or to the app, since its objects refer to each other by it"),
        (KubeRayOperatorSpec(namespace="A"), f"namespace: {DNS_LABEL}'A'"),
        (operator(name="Ray"), f"name: {DNS_LABEL}'Ray'"),
    ],
)
def test_an_operator_needs_a_name_and_a_namespace(spec: KubeRayOperatorSpec, problem: str) -> None:
    """Bindings name the namespace of its ServiceAccount."""
    assert told(spec) == [problem]


def test_what_the_chart_has_no_value_for_is_refused_with_it() -> None:
    """Nothing that was asked for is lost on the way through the chart."""
    spec = operator(
        install="helm",
        volumes={"/x": EmptyDir()},
        host_network=True,
        liveness_probe=None,
        readiness_probe=Probe(Exec(["true"])),
        image="registry:5000/operator",
    )

    assert told(spec) == [
        f"host_network: {ONLY_MANIFESTS}",
        f"volumes: {ONLY_MANIFESTS}",
        f"liveness_probe: {ONLY_TIMED}",
        f"readiness_probe: {ONLY_TIMED}",
        "image: must have a tag, for which the chart has a value of its own, got 'registry:5000/operator'",
    ]


@pytest.mark.parametrize("probe", [Probe(HttpGet("http", path="/metrics"), success_threshold=1), Probe(HttpGet(8082, path="/healthz"))])
def test_probes_may_only_be_timed_with_the_chart(probe: Probe) -> None:
    """The chart writes the rest itself."""
    assert told(operator(install="helm", liveness_probe=probe)) == [f"liveness_probe: {ONLY_TIMED}"]


def test_versions_without_a_known_installation_are_refused() -> None:
    """Nothing is guessed of an operator of another version."""
    assert told(operator(), Targets(kuberay="1.5.1")) == [
        ": the installation of KubeRay 1.5.1 is not known, only those of KubeRay 1.6 and 1.7"
    ]


def test_what_a_newer_operator_brought_is_refused_with_an_older_one() -> None:
    """A variable that it does not read is lost, and a field of its file that it does not know makes it exit."""
    spec = operator(
        env={"RAYJOB_STATUS_CHECK_TIMEOUT_SECONDS": "600"},
        configuration=OperatorConfiguration(default_pod_labels={"a": "b"}, default_pod_annotations={"a": "b"}),
    )

    assert told(spec, TARGETS) == []
    assert told(spec, Targets(kuberay="1.6.2")) == [
        "configuration.default_pod_annotations: needs KubeRay 1.7, the target is 1.6.2",
        "configuration.default_pod_labels: needs KubeRay 1.7, the target is 1.6.2",
        'env["RAYJOB_STATUS_CHECK_TIMEOUT_SECONDS"]: needs KubeRay 1.7, the target is 1.6.2',
    ]


def test_what_is_added_to_ray_pods_is_checked() -> None:
    """Every Ray pod would be refused, far from where it was said."""
    configuration = OperatorConfiguration(
        default_container_envs={"a=b": "c"},
        default_pod_annotations={"-": ""},
        default_pod_labels={"a": "-"},
        head_sidecar_containers=[Container("A", image="x:v1")],
    )

    assert [problem.partition(": ")[0] for problem in told(operator(configuration=configuration))] == [
        "configuration.head_sidecar_containers[0].name",
        "configuration.default_container_envs",
        'configuration.default_pod_labels["a"]',
        'configuration.default_pod_annotations["-"]',
    ]
