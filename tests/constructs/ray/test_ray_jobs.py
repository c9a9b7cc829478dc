"""The constructs of RayJob, RayCronJob and RayService make what their specs say, with what belongs to it."""

from __future__ import annotations

from typing import Any

import cdk8s
import pytest

from heliostat.constructs.kubernetes_object import KubernetesObject
from heliostat.constructs.ray.ray_cron_job import RayCronJob
from heliostat.constructs.ray.ray_job import RayJob
from heliostat.constructs.ray.ray_service import RayService
from heliostat.manifests.errors import RefusedError
from heliostat.specs.ray.code import Code
from heliostat.specs.ray.ray_object_spec import RayObjectSpec
from tests.specs.answers import bodies
from tests.specs.ray.jobs import HEAD, SERVE, cron_job, job, service

ENTRYPOINT = ["python", "train.py"]


@pytest.mark.parametrize(
    ("construct", "spec", "arguments"),
    [
        (RayJob, job(rerun="content-hash"), {"head": HEAD, "entrypoint": ENTRYPOINT, "rerun": "content-hash"}),
        (RayCronJob, cron_job(entrypoint=ENTRYPOINT), {"head": HEAD, "entrypoint": ENTRYPOINT, "schedule": "0 2 * * *"}),
        (RayService, service(), {"head": HEAD, "serve_config": SERVE}),
    ],
)
def test_a_construct_makes_the_object_of_its_spec(
    construct: type[KubernetesObject], spec: RayObjectSpec, arguments: dict[str, Any]
) -> None:
    """The id is the name, in anybody's chart."""
    chart = cdk8s.Testing.chart()
    construct(chart, "train", **arguments)

    assert cdk8s.Testing.synth(chart) == [*bodies(spec, "train").values()]


def test_code_is_an_object_of_its_own() -> None:
    """The ConfigMap stands below the job in the tree, and beside it in the output."""
    chart = cdk8s.Testing.chart()
    RayJob(chart, "train", head=HEAD, entrypoint=ENTRYPOINT, code=Code("test_ray_jobs.py"))

    assert [made["kind"] for made in cdk8s.Testing.synth(chart)] == ["RayJob", "ConfigMap"]


def test_wrong_arguments_are_told_together() -> None:
    """Each with the construct and the argument."""
    with pytest.raises(RefusedError) as refused:
        RayJob(cdk8s.Testing.chart(), "train", head=HEAD, entrypoint="a && b", backoff_limit=-1)

    assert [problem.partition('RayJob "train": ')[2].partition(":")[0] for problem in refused.value.problems] == [
        "backoff_limit",
        "entrypoint",
    ]
