"""An environment's Ray objects become DaemonSets in the app of the ImagePrepull."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.manifest import Manifest
from heliostat.manifests.origin import Frame, Origin
from heliostat.specs.install.kueue.running_kueue import RunningKueue
from heliostat.specs.label_selector import LabelRequirement, LabelSelector
from heliostat.specs.prepull.daemon_set import daemon_set_name, prepull_daemon_set
from heliostat.specs.prepull.image_prepull import ImagePrepullSpec
from heliostat.specs.prepull.prepull import Prepull
from tests.specs.prepull.nodes import CPU, L4, cluster, pod, ray

ORIGIN = Origin((Frame("prod.py", 3),))
QUEUES = Origin((Frame("prod.py", 8),))

JOB = ray("RayJob", {"rayClusterSpec": cluster(pod("ray:1", flavor=CPU), pod("ray:1-gpu", flavor=L4))})
ACCOUNT: JsonObject = {
    "apiVersion": "v1",
    "kind": "ServiceAccount",
    "metadata": {"name": "pull", "namespace": "images", "labels": {"tier": "platform"}},
}
ANOTHER: JsonObject = {**ACCOUNT, "metadata": {"name": "pull", "namespace": "vision"}}


def manifests(*bodies: JsonObject) -> list[Manifest]:
    """Objects of an app."""
    return [Manifest(body, Origin((Frame("prod.py", 1),)), "here") for body in bodies]


def prepull(*kueues: RunningKueue, **arguments: Any) -> Prepull:
    """An ImagePrepull for two flavors."""
    return Prepull("pull", ImagePrepullSpec(namespace="images", **arguments), [CPU, L4], kueues, ORIGIN)


def pulled(**arguments: Any) -> list[tuple[str, str]]:
    """Which images come to which nodes."""
    apps, _ = prepull(**arguments).of({"train": manifests(JOB), "images": manifests(ACCOUNT)})
    bodies: list[Any] = [each.body for each in apps["images"][1:]]
    pods = [body["spec"]["template"]["spec"] for body in bodies]
    return [(each["nodeSelector"]["pool"], each["initContainers"][0]["image"]) for each in pods]


def test_daemon_sets_join_the_app_of_their_service_account() -> None:
    """With the labels of the app, the line and the path of the construct; all else stays as it is."""
    apps = {"train": manifests(JOB, ANOTHER), "images": manifests(ACCOUNT)}
    completed, problems = prepull().of(apps)
    [head, workers] = completed["images"][1:]
    given = ImagePrepullSpec(namespace="images")

    assert problems == []
    assert completed["train"] == tuple(apps["train"])
    assert completed["images"][:1] == tuple(apps["images"])
    assert head.body == prepull_daemon_set(given, "pull", CPU, "ray:1", {"tier": "platform"})
    assert workers.body == prepull_daemon_set(given, "pull", L4, "ray:1-gpu", {"tier": "platform"})
    assert (head.origin, head.construct) == (ORIGIN, f"here/daemonset-{daemon_set_name('pull', 'cpu', 'ray:1')}")


def test_images_that_are_given() -> None:
    """Each once, on the nodes of every flavor; and some may be left out."""
    assert pulled() == [("cpu", "ray:1"), ("l4", "ray:1-gpu")]
    assert pulled(images=["b:1", "a:1", "b:1"]) == [("cpu", "b:1"), ("cpu", "a:1"), ("l4", "b:1"), ("l4", "a:1")]
    assert pulled(exclude=["ray:1"]) == [("l4", "ray:1-gpu")]


def test_without_its_service_account_there_is_nothing() -> None:
    """As where the author has taken it out of the tree."""
    assert prepull().of({"train": manifests(JOB)}) == ({"train": tuple(manifests(JOB))}, [])


def kueue(frameworks: Sequence[str], managed: LabelSelector, *, takes_all: bool) -> RunningKueue:
    """A Kueue that queues what has these kinds in these namespaces."""
    configuration: JsonObject = {"integrations": {"frameworks": [*frameworks]}, "manageJobsWithoutQueueName": takes_all}
    return RunningKueue("kueue", QUEUES, {}, configuration, managed)


EVERYWHERE = LabelSelector()
TEAMS = LabelSelector(match_expressions=[LabelRequirement("heliostat.dev/team", "Exists")])
BY_NAME = LabelSelector({"kubernetes.io/metadata.name": "images"})
DEFAULT: JsonObject = {
    "apiVersion": "kueue.x-k8s.io/v1beta2",
    "kind": "LocalQueue",
    "metadata": {"name": "default", "namespace": "images"},
}
OF_A_TEAM: JsonObject = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "images", "labels": {"heliostat.dev/team": "a"}}}


@pytest.mark.parametrize(
    ("queueing", "objects", "is_held"),
    [
        (kueue(["pod"], EVERYWHERE, takes_all=True), [], True),
        (kueue(["pod"], BY_NAME, takes_all=True), [], True),
        (kueue(["pod"], TEAMS, takes_all=True), [OF_A_TEAM], True),
        (kueue(["pod"], EVERYWHERE, takes_all=False), [DEFAULT], True),
        (kueue(["pod"], EVERYWHERE, takes_all=False), [], False),
        (kueue(["pod"], TEAMS, takes_all=True), [], False),
        (kueue(["ray.io/rayjob"], EVERYWHERE, takes_all=True), [], False),
    ],
    ids=["all", "by its name", "by a label", "by the default queue", "no queue", "namespaces of teams", "no pods"],
)
def test_pods_that_kueue_would_hold_back(queueing: RunningKueue, objects: list[JsonObject], is_held: bool) -> None:
    """They have no quota and shall have none, so they must be where Kueue leaves pods alone."""
    _, problems = prepull(queueing).of({"images": manifests(ACCOUNT, *objects)})
    told = (
        'prod.py:3: ImagePrepull "pull": its pods would wait for quota, since the namespace "images" is managed by Kueue "kueue", made at '
        "prod.py:8, which queues pods; expected a namespace that it does not manage"
    )

    assert problems == ([told] if is_held else [])
