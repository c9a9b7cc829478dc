"""What Argo CD has to know of single objects stands on them, and an author's own words stay."""

from __future__ import annotations

import pytest

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.manifest import Manifest
from heliostat.schemas.structure import object_of
from heliostat.specs.argocd.object_annotations import annotated, options_in
from tests.specs.argocd.objects import bodies, crd, kueue, made, ray, team

OPTIONS = "argocd.argoproj.io/sync-options"
WAVE = "argocd.argoproj.io/sync-wave"


def annotations(*manifests: Manifest) -> list[JsonObject]:
    """Annotate the objects of one Application, and read what they have then."""
    return [object_of(object_of(body["metadata"]).get("annotations")) for body in annotated(bodies(*manifests))]


def test_the_gravest_removals_are_confirmed() -> None:
    """CRDs, Cohorts, ClusterQueues and ResourceFlavors; never LocalQueues, priorities or a team's own objects."""
    confirmed = {OPTIONS: "Delete=confirm,Prune=confirm"}

    assert annotations(crd("RayJob", "ray.io")) == [confirmed]
    assert annotations(kueue("Cohort", "ml"), kueue("ClusterQueue", "prod"), kueue("ResourceFlavor", "cpu")) == [
        {WAVE: "-3", **confirmed},
        {WAVE: "-2", **confirmed},
        {WAVE: "-4", **confirmed},
    ]
    assert annotations(team("vision"), kueue("LocalQueue", "default", "vision"), made("v1", "ConfigMap", "x", "vision")) == [{}, {}, {}]


def test_ray_objects_are_as_they_were() -> None:
    """Not even beside queues: an annotation more would have a queued one applied again."""
    objects = bodies(ray("RayJob", "train", "vision"), ray("RayCluster", "notebooks", "vision"), ray("RayService", "scorer", "vision"))
    beside = annotated([*objects, *bodies(kueue("ClusterQueue", "prod"), kueue("Cohort", "ml"))])

    assert beside[:3] == objects


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("ServerSideApply=true", "Delete=confirm,Prune=confirm,ServerSideApply=true"),
        ("Prune=false", "Delete=confirm,Prune=false"),
        ("Delete=confirm, Prune=confirm ,ServerSideApply=true", "Delete=confirm,Prune=confirm,ServerSideApply=true"),
    ],
)
def test_options_of_an_author_stay(given: str, expected: str) -> None:
    """What they say of a matter counts, and what they say of others is kept."""
    assert annotations(crd("RayJob", "ray.io", annotations={OPTIONS: given, "team": "platform"})) == [
        {OPTIONS: expected, "team": "platform"}
    ]


def test_a_wave_of_an_author_stays() -> None:
    """It is theirs to decide."""
    early = made("kueue.x-k8s.io/v1beta2", "Cohort", "ml", annotations={WAVE: "7"})

    assert annotations(early, kueue("ClusterQueue", "prod"))[0][WAVE] == "7"


def test_options_are_read_as_argo_cd_does() -> None:
    """Parted by commas, with spaces around them; an object without any has none."""
    assert options_in({"metadata": {"annotations": {OPTIONS: "Prune=false , Replace=true"}}}) == {"Prune": "false", "Replace": "true"}
    assert options_in({"metadata": {}}) == {}
