"""Ray objects that no operator looks after."""

from __future__ import annotations

import pytest

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.manifest import Manifest
from heliostat.specs.install.kuberay.running_operator import RunningOperator
from heliostat.specs.install.kuberay.unwatched import unwatched_problems
from tests.specs.argocd.objects import made, ray, team
from tests.specs.install.kuberay.operators import TOLD, running

TRAIN, VISION = ray("RayJob", "train", "vision", line=7), team("vision")
OPERATORS = [running("language"), running("speech", "audio")]


def test_a_ray_object_in_a_namespace_that_nobody_watches_is_told() -> None:
    """Nothing would ever come of it; the message leads to the operators that may be told of the namespace."""
    told = (
        'prod.py:7: RayJob vision/train: is in the namespace "vision", which no operator watches, expected it among the watched_namespaces '
        f"of {TOLD} or {TOLD}"
    )

    assert list(unwatched_problems([TRAIN, VISION], OPERATORS)) == [told]


@pytest.mark.parametrize("operator", [running(), running("vision")], ids=["all", "this one"])
def test_one_operator_is_enough(operator: RunningOperator) -> None:
    """It watches all namespaces, or that of the object."""
    assert list(unwatched_problems([TRAIN, VISION], [OPERATORS[0], operator])) == []


@pytest.mark.parametrize(
    "manifests",
    [
        [TRAIN],
        [VISION, made("v1", "ConfigMap", "train", "vision")],
        [VISION, made("ray.io/v1", "RayNews", "train", "vision")],
        [VISION, made("ray.io/v1", "RayJob", "train")],
        [VISION, ray("RayJob", "train", "vision", managedBy="kueue.x-k8s.io/multikueue")],
    ],
    ids=["a namespace of somebody else's", "no Ray object", "no kind of KubeRay's", "no namespace", "another cluster"],
)
def test_what_may_be_looked_after_all_the_same_is_not_told(manifests: list[Manifest]) -> None:
    """By an operator that is there already, or in another cluster."""
    assert list(unwatched_problems(manifests, OPERATORS)) == []


def test_kueue_may_send_what_is_queued_to_another_cluster() -> None:
    """Where there is an admission check of MultiKueue, it is Kueue that says who looks after an object; without a queue nobody does."""
    spec: JsonObject = {"controllerName": "kueue.x-k8s.io/multikueue"}
    check = made("kueue.x-k8s.io/v1beta2", "AdmissionCheck", "elsewhere", spec=spec)
    alone = made("ray.io/v1", "RayCluster", "alone", "vision", line=9)

    assert len(list(unwatched_problems([TRAIN, alone, VISION, check], OPERATORS))) == 1
    assert len(list(unwatched_problems([TRAIN, alone, VISION], OPERATORS))) == 2
