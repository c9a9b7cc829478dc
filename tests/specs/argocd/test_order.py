"""The order of things follows from what they are."""

from __future__ import annotations

import pytest

from heliostat.manifests.manifest import Manifest
from heliostat.specs.argocd.order import after_namespaces, application_wave, object_waves, root_wave
from tests.specs.argocd.objects import bodies, crd, kueue, made, ray, team

APPLICATIONS = [
    pytest.param([crd("RayJob", "ray.io")], -40, id="CRDs"),
    pytest.param([team("kueue-system"), made("apps/v1", "Deployment", "kueue", "kueue-system")], -30, id="an operator"),
    pytest.param([made("admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration", "kueue")], -30, id="webhooks"),
    pytest.param([made("apps/v1", "StatefulSet", "redis", "redis")], -30, id="what workloads talk to"),
    pytest.param([made("argoproj.io/v1alpha1", "Application", "prod-kueue-chart", "argocd")], -30, id="an operator by its chart"),
    pytest.param([kueue("ResourceFlavor", "cpu"), kueue("ClusterQueue", "prod")], -20, id="queues"),
    pytest.param([kueue("WorkloadPriorityClass", "urgent")], -20, id="priorities"),
    pytest.param([team("vision"), kueue("LocalQueue", "default", "vision")], -10, id="a team"),
    pytest.param([ray("RayJob", "train", "vision"), made("v1", "ConfigMap", "code", "vision")], 0, id="a workload"),
    pytest.param([crd("RayJob", "ray.io"), kueue("ClusterQueue", "prod"), ray("RayJob", "train", "vision")], -40, id="everything at once"),
    pytest.param([], 0, id="nothing"),
]


@pytest.mark.parametrize(("manifests", "wave"), APPLICATIONS)
def test_an_application_comes_when_the_first_of_its_objects_is_needed(manifests: list[Manifest], wave: int) -> None:
    """CRDs, then operators and webhooks, queues, teams, workloads."""
    assert application_wave(bodies(*manifests)) == wave


def test_a_namespace_comes_for_those_who_are_in_it() -> None:
    """Where nobody but its own app is, nobody waits for it: the images on the nodes, say."""
    app = bodies(made("v1", "Namespace", "images"), made("apps/v1", "DaemonSet", "images", "images"))

    assert application_wave(app, {"vision"}) == 0
    assert application_wave(app, {"vision", "images"}) == -10


def test_nothing_comes_before_its_namespace() -> None:
    """An operator with Roles in a team's namespace waits for the team, and what lives in the operator's namespace waits with it."""
    waves = {"metrics": -30, "operator": -30, "redis": -30, "team-vision": -10, "train": 0}
    hosts = {"metrics": {"operator"}, "operator": {"team-vision"}, "train": {"team-vision"}}

    assert after_namespaces(waves, hosts) == {**waves, "metrics": -8, "operator": -9}


def test_namespaces_of_each_other() -> None:
    """Applications that hold namespaces of each other come together, after those that both wait for."""
    waves = {"a": -30, "b": -20, "c": 0, "teams": -10}
    hosts = {"a": {"b"}, "b": {"a", "teams"}, "c": {"a"}}

    assert after_namespaces(waves, hosts) == {"a": -9, "b": -9, "c": 0, "teams": -10}


def test_queues_come_after_what_they_refer_to() -> None:
    """Flavors and topologies, Cohorts, then ClusterQueues with all that need not wait for them; Ray objects have no wave.

    A check and a cluster of MultiKueue may be ill for as long as a cluster elsewhere is, and no queue is to wait for that.
    """
    kinds = [
        "LocalQueue",
        "ClusterQueue",
        "Cohort",
        "AdmissionCheck",
        "MultiKueueCluster",
        "MultiKueueConfig",
        "Topology",
        "ResourceFlavor",
        "WorkloadPriorityClass",
    ]
    waves = object_waves(bodies(*(kueue(kind, "x") for kind in kinds), ray("RayJob", "train", "vision")))

    assert waves == {
        ("kueue.x-k8s.io", "MultiKueueConfig"): -4,
        ("kueue.x-k8s.io", "Topology"): -4,
        ("kueue.x-k8s.io", "ResourceFlavor"): -4,
        ("kueue.x-k8s.io", "Cohort"): -3,
        ("kueue.x-k8s.io", "AdmissionCheck"): -2,
        ("kueue.x-k8s.io", "MultiKueueCluster"): -2,
        ("kueue.x-k8s.io", "ClusterQueue"): -2,
        ("kueue.x-k8s.io", "LocalQueue"): -2,
        ("kueue.x-k8s.io", "WorkloadPriorityClass"): -2,
    }


def test_where_nothing_waits_there_are_no_waves() -> None:
    """A team's LocalQueues are all there is to order: were one stopped, a wave would keep the rest of the team from coming."""
    assert object_waves(bodies(team("vision"), kueue("LocalQueue", "default", "vision"))) == {}


def test_the_root_comes_in_the_last_wave() -> None:
    """The one wave that a sync does not wait for."""
    assert (root_wave([-20, 0, -40]), root_wave([-20, 5]), root_wave([])) == (0, 5, 0)
