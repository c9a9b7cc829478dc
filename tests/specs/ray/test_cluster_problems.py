"""What is wrong between arguments of a cluster that are right each for itself."""

from __future__ import annotations

import pytest

from heliostat.schemas.targets import Targets
from heliostat.specs.pod.volume import ClaimVolume, EmptyDir
from heliostat.specs.ray.auth import Auth
from heliostat.specs.ray.autoscaler import Autoscaler
from heliostat.specs.ray.cluster_fields import RayClusterFields
from heliostat.specs.ray.disruption_budget import DisruptionBudget
from heliostat.specs.ray.gcs_fault_tolerance import RedisFaultTolerance, RocksDbFaultTolerance
from heliostat.specs.ray.head import Head
from heliostat.specs.ray.network_policy import NetworkRules, RayNetworkPolicy
from heliostat.specs.ray.topology_request import TopologyRequest
from heliostat.specs.ray.worker_group import WorkerGroup
from tests.specs.answers import told


def head(**arguments: object) -> Head:
    """A head with what every pod needs."""
    return Head(cpu=4, memory="16Gi", **arguments)


def group(name: str = "workers", **arguments: object) -> WorkerGroup:
    """A group with what every pod needs."""
    return WorkerGroup(name, cpu=1, memory="1Gi", **arguments)


def cluster(*workers: WorkerGroup, **arguments: object) -> RayClusterFields:
    """A cluster with a plain head unless told otherwise."""
    return RayClusterFields(**{"head": head(), "workers": workers, **arguments})


SCALED = group(max_replicas=4)
PLAIN = "rayproject/ray:2.52.0"
PY311, PY312 = f"{PLAIN}-py311", f"{PLAIN}-py312"
IDLE = "since no task or actor could run anywhere"


@pytest.mark.parametrize(
    "right",
    [
        cluster(),
        cluster(group("a"), group("b", replicas=0)),
        cluster(SCALED, head=head(restart_policy="Never")),
        cluster(group(max_replicas=4, restart_policy="Always"), autoscaler=Autoscaler(version="v1")),
        cluster(SCALED, autoscaler=Autoscaler(volumes={"/data": ClaimVolume("c")}), head=head(volumes={"/x": ClaimVolume("c")})),
        cluster(group(num_of_hosts=2, replicas=2), disruption_budget=DisruptionBudget(groups={"workers": 4})),
        cluster(auth=Auth(), ray_version="2.52.0"),
        cluster(
            group(replicas=4, topology=TopologyRequest("rack", group_name="g")), head=head(topology=TopologyRequest("rack", group_name="g"))
        ),
        cluster(group(replicas=2, num_of_hosts=2, topology=TopologyRequest(slice_required="rack", slice_size=4))),
        cluster(group(max_replicas=1, priority=1), ray_version="2.56.0"),
        cluster(group(replicas=0), head=head(schedulable=False)),
        cluster(head=head(ray_start_params={"num-cpus": "0"}, gpus=1)),
        cluster(head=head(ray_start_params={"num-cpus": "0", "resources": '{"licence": 2}'})),
        cluster(head=head(ray_resources={"CPU": 0, "licence": 2})),
    ],
)
def test_what_goes_together_is_taken(right: RayClusterFields) -> None:
    """Nothing is refused that works."""
    assert told(right) == []


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        (cluster(group("a"), group("a")), 'workers[1].group_name: must differ from that of every other group, got "a" again'),
        (
            cluster(group("a"), network_policy=RayNetworkPolicy(groups={"b": NetworkRules()})),
            'network_policy.groups["b"]: must be one of the worker groups: "a"',
        ),
        (
            cluster(disruption_budget=DisruptionBudget(groups={"b": 1})),
            'disruption_budget.groups["b"]: must be one of the worker groups: there is none',
        ),
        (
            cluster(group(replicas=2), disruption_budget=DisruptionBudget(groups={"workers": 3})),
            'disruption_budget.groups["workers"]: must be at most 2, the pods that the group has, got 3',
        ),
        (cluster(group(), autoscaler=Autoscaler()), "autoscaler: needs a worker group with max_replicas"),
        (
            cluster(SCALED, head=head(automount_service_account_token=False)),
            "head.automount_service_account_token: must not be False, since the autoscaler talks to the API server",
        ),
        (
            cluster(SCALED, autoscaler=Autoscaler(volumes={"/data": ClaimVolume("c")}), head=head(volumes={"/x": EmptyDir(name="c")})),
            'autoscaler.volumes: have another volume of the name "c" than the head, one needs a name= of its own',
        ),
        (
            cluster(group(max_replicas=1, idle_timeout_seconds=1), autoscaler=Autoscaler(version="v1")),
            'workers[0].idle_timeout_seconds: needs the autoscaler\'s version "v2"',
        ),
        (
            cluster(SCALED, head=head(restart_policy="Always")),
            'head.restart_policy: must be "Never" or left out with autoscaler v2, got "Always"',
        ),
        (
            cluster(group(max_replicas=1, restart_policy="OnFailure")),
            'workers[0].restart_policy: must be "Never" or left out with autoscaler v2, got "OnFailure"',
        ),
        (
            cluster(head=head(env={"RAY_enable_autoscaler_v2": "1"})),
            'head.env["RAY_enable_autoscaler_v2"]: must be said by autoscaler=Autoscaler(version=…)',
        ),
        (
            cluster(head=head(env={"RAY_REDIS_ADDRESS": "x"})),
            'head.env["RAY_REDIS_ADDRESS"]: must be said by gcs_fault_tolerance=RedisFaultTolerance(…)',
        ),
        (
            cluster(tls=True, head=head(env={"RAY_USE_TLS": "1"})),
            'head.env["RAY_USE_TLS"]: must be left out with tls=True, since KubeRay sets it',
        ),
        (
            cluster(SCALED, tls=True, autoscaler=Autoscaler(volumes={"/etc/ray/tls": EmptyDir()})),
            'autoscaler.volumes["/etc/ray/tls"]: must be left out with tls=True, since KubeRay mounts the certificates there',
        ),
        (
            cluster(gcs_fault_tolerance=RocksDbFaultTolerance(), head=head(volumes={"/data/gcs": EmptyDir()})),
            'head.volumes["/data/gcs"]: must be left out, since KubeRay mounts the state of the head there',
        ),
        (
            cluster(head=head(topology=TopologyRequest(slice_required="rack", slice_size=2))),
            "head.topology.slice_size: must be at most 1, the pods that there are, got 2",
        ),
        (cluster(auth=Auth(), ray_version="2.51.0"), "auth: needs Ray 2.52.0, the cluster has 2.51.0"),
        (
            cluster(auth=Auth(enable_k8s_token_auth=True)),
            "auth.enable_k8s_token_auth: needs Ray 2.55.0, the cluster has 2.52.0",
        ),
        (
            cluster(gcs_fault_tolerance=RedisFaultTolerance("redis:6379", username="u"), ray_version="2.40.0"),
            "gcs_fault_tolerance.username: needs Ray 2.41.0, the cluster has 2.40.0",
        ),
        (cluster(SCALED, ray_version="2.37.0"), "ray_version: needs Ray 2.38.0 or later with KubeRay 1.7.0, the cluster has 2.37.0"),
        (
            cluster(group(image=PY311)),
            f'workers[0].image: must have Python 3.10 in it as that of the head, "{PLAIN}", got "{PY311}" with Python 3.11',
        ),
        (
            cluster(group("a", image=PY311), group("b"), image=PY312, head=head(image=PY311)),
            f'image: must have Python 3.11 in it as that of the head, "{PY311}", got "{PY312}" with Python 3.12',
        ),
        (cluster(group(max_replicas=1, priority=1)), "workers[0].priority: needs Ray 2.56.0, the cluster has 2.52.0"),
        (
            cluster(group(image="rayproject/ray:2.46.0"), image="rayproject/ray:2.52.0"),
            'workers[0].image: must have Ray 2.52.0 in it as the other images say, got "rayproject/ray:2.46.0"',
        ),
        (
            cluster(SCALED, autoscaler=Autoscaler(image="rayproject/ray:2.46.0"), image="rayproject/ray:2.52.0"),
            'autoscaler.image: must have Ray 2.52.0 in it as the other images say, got "rayproject/ray:2.46.0"',
        ),
        (
            cluster(image="registry/train:v1"),
            'ray_version: must be given, since the tag of the image "registry/train:v1" does not tell it',
        ),
        (
            cluster(auth=Auth(), ray_version="nightly"),
            "ray_version: must be a version such as \"2.52.0\", got 'nightly'",
        ),
        (cluster(priority_class="high"), "priority_class: needs queue=…, in which it says who goes first"),
        (cluster(head=head(schedulable=False)), f"workers: must be at least one group with head.schedulable=False, {IDLE}"),
        (cluster(head=head(schedulable=False, gpus=1)), f"workers: must be at least one group with head.schedulable=False, {IDLE}"),
        (
            cluster(head=head(ray_start_params={"num-cpus": 0})),
            f'workers: must be at least one group with head.ray_start_params["num-cpus"] of 0, {IDLE}',
        ),
        (
            cluster(head=head(ray_resources={"CPU": 0, "memory": "8Gi"})),
            f'workers: must be at least one group with head.ray_resources["CPU"] of 0, {IDLE}',
        ),
    ],
)
def test_what_contradicts_is_refused(wrong: RayClusterFields, expected: str) -> None:
    """The message names the argument that has to change."""
    assert told(wrong) == [expected]


def test_tls_needs_its_version() -> None:
    """KubeRay 1.6 would drop it and talk in the clear."""
    assert told(cluster(tls=True), Targets(kuberay="1.6.2")) == ["tls: needs KubeRay 1.7, the target is 1.6.2"]


def test_one_image_for_all_is_named_once() -> None:
    """A cluster's image is one argument, however many groups use it."""
    wrong = cluster(group("a"), group("b"), image="rayproject/ray:2.46.0", ray_version="2.52.0")

    assert told(wrong) == ['image: must have Ray 2.52.0 in it as ray_version says, got "rayproject/ray:2.46.0"']
