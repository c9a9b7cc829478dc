"""What the environments share: delivery, operators, versions, kinds of nodes, the frame of a team, and how the scorer is served."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from heliostat import (
    Application,
    ArgoCD,
    ClusterQueue,
    Environment,
    ImagePrepull,
    IngressRule,
    KubeRayCrds,
    KubeRayOperator,
    KubeRayServiceMonitor,
    Kueue,
    KueueConfiguration,
    KueueCrds,
    KueueMetrics,
    KueueServiceMonitor,
    LabelRequirement,
    LabelSelector,
    NfsVolume,
    Pods,
    Preemption,
    PrometheusOperatorCrds,
    RayMonitoring,
    Redis,
    ResourceFlavor,
    SecretKey,
    ServeApplication,
    ServeConfig,
    ServeDeployment,
    Subject,
    Targets,
    Team,
    TeamNetworkPolicy,
    WorkloadPriorityClass,
    WorkloadRetention,
)

REPOSITORY = "https://git.example.com/platform/heliostat.git"

TARGETS = Targets(kuberay="1.7.0", kueue="0.19.2", ray="2.52.0", kubernetes="1.35.0", argocd="3.6.1", prometheus_operator="0.89.0")

KUBERAY_NAMESPACE = "kuberay-system"

PROMETHEUS = {"release": "prometheus"}
"""Labels by which Prometheus chooses what it reads and alerts on; it runs in the namespace `monitoring`."""

RECLAIM = Preemption(within_cluster_queue="LowerPriority", reclaim_within_cohort="Any")
"""A team's own quota is always there for it: whoever borrows it is evicted, and in a team the urgent goes before the rest."""


def deliver(environment: Environment) -> None:
    """Have the Argo CD of the environment's own cluster deliver it from this repository."""
    ArgoCD(environment, "argocd", repository=REPOSITORY)


def install_platform(environment: Environment, *, gpus: bool) -> None:
    """Install what runs Ray and queues it, each after its CRDs, what watches both, and what prepares the nodes."""
    PrometheusOperatorCrds(environment.app("prometheus-operator-crds"), "crds", kinds=["PodMonitor", "PrometheusRule", "ServiceMonitor"])
    KubeRayCrds(environment.app("kuberay-crds"), "crds")
    KubeRayOperator(
        environment.app("kuberay-operator", namespace=KUBERAY_NAMESPACE),
        "kuberay-operator",
        feature_gates={"RayCronJob": True},
        service_monitor=KubeRayServiceMonitor(labels=PROMETHEUS),
    )
    KueueCrds(environment.app("kueue-crds"), "crds")
    Kueue(
        environment.app("kueue", namespace="kueue-system"),
        "kueue",
        configuration=KueueConfiguration(
            frameworks=["ray.io/raycluster", "ray.io/rayjob", "ray.io/rayservice"],
            metrics=KueueMetrics(enable_cluster_queue_resources=True),
            # no pod elsewhere, Argo CD's and the operators' among them, waits for a webhook of Kueue
            managed_jobs_namespace_selector=LabelSelector(match_expressions=[LabelRequirement("heliostat.dev/team", "Exists")]),
            object_retention_policies=WorkloadRetention(after_finished="168h"),
        ),
        # while one is replaced the other answers the webhooks, without which no Ray object can be made
        replicas=2,
        min_available=1,
        service_monitor=KueueServiceMonitor(labels=PROMETHEUS),
    )
    RayMonitoring(environment.app("monitoring", namespace="monitoring"), "ray", labels=PROMETHEUS, dcgm=gpus)
    # every node has the images of its Ray objects before they come
    ImagePrepull(environment.app("image-prepull", namespace="image-prepull"), "image-prepull")


def cpu_nodes(app: Application) -> ResourceFlavor:
    """Nodes without GPUs: heads, submitters, and whatever needs none."""
    return ResourceFlavor(app, "cpu", node_labels={"pool": "cpu"})


def l4_spot_nodes(app: Application) -> ResourceFlavor:
    """Nodes with L4s at the spot price, which may be taken away at any time."""
    taints = ["nvidia.com/gpu=present:NoSchedule", "spot=true:NoSchedule"]
    return ResourceFlavor(app, "l4-spot", node_labels={"pool": "l4-spot"}, taints=taints)


def a100_nodes(app: Application) -> ResourceFlavor:
    """Reserved nodes with eight A100s, 96 CPUs and 1360 GB each."""
    return ResourceFlavor(app, "a100", node_labels={"pool": "a100"}, taints=["nvidia.com/gpu=present:NoSchedule"])


@dataclass(frozen=True)
class Priorities:
    """Who goes first in a queue."""

    urgent: WorkloadPriorityClass
    interactive: WorkloadPriorityClass


def priorities(app: Application) -> Priorities:
    """Make the priorities; what has none comes last, with 0."""
    return Priorities(
        urgent=WorkloadPriorityClass(app, "urgent", value=1000, description="A release waits for it."),
        interactive=WorkloadPriorityClass(app, "interactive", value=100, description="Somebody sits in front of it."),
    )


def team(environment: Environment, name: str, queues: Mapping[str, ClusterQueue]) -> Team:
    """Make a team whose people are a group of its name, in a namespace that the gateway reaches."""
    gateway = Pods(namespace_selector=LabelSelector({"kubernetes.io/metadata.name": "gateway"}))
    network_policy = TeamNetworkPolicy(operator_namespace=KUBERAY_NAMESPACE, ingress=[IngressRule(from_=[gateway], ports=[8000])])
    return Team(
        environment.app(f"team-{name}"),
        name,
        queues=queues,
        submitters=[Subject("Group", name)],
        viewers=[Subject("Group", "engineering")],
        network_policy=network_policy,
    )


def install_redis(environment: Environment, nodes: ResourceFlavor, teams: Sequence[Team]) -> Redis:
    """Make a Redis for the state of these teams' heads; External Secrets puts its password into its namespace and into theirs."""
    app = environment.app("redis", namespace="redis")
    return Redis(app, "redis", password=SecretKey("redis", "password"), teams=teams, flavor=nodes)


def data_of(team: Team) -> Mapping[str, NfsVolume]:
    """Mount the team's own folder of data, checkpoints and results, which outlives every cluster."""
    return {"/data": NfsVolume("nfs.storage.internal", f"/{team.name}")}


def scorer(replicas: int) -> ServeConfig:
    """Serve the newest checkpoint of a team."""
    deployment = ServeDeployment(
        "Scorer",
        num_replicas=replicas,
        ray_actor_options={"num_cpus": 1},
        user_config={"checkpoint_dir": "/data/checkpoints"},
    )
    return ServeConfig([ServeApplication("scorer", import_path="serve_app:app", deployments=[deployment])])
