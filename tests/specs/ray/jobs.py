"""The smallest job, service and schedule that are right, to which tests add what they are about."""

from __future__ import annotations

from typing import Any, cast

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import Targets
from heliostat.specs.object_spec import ObjectSpec
from heliostat.specs.ray.head import Head
from heliostat.specs.ray.ray_cron_job import RayCronJobSpec
from heliostat.specs.ray.ray_job import RayJobSpec
from heliostat.specs.ray.ray_service import RayServiceSpec
from heliostat.specs.ray.serve_config import ServeApplication, ServeConfig
from heliostat.specs.ray.worker_group import WorkerGroup
from tests.specs.answers import TARGETS, bodies

HEAD = Head(cpu=2, memory="8Gi")
SCALED = WorkerGroup("cpu", max_replicas=4, cpu=4, memory="16Gi")
SERVE = ServeConfig([ServeApplication("text", import_path="text:app")])

KUBERAY_1_5 = Targets(kuberay="1.5.0")
KUBERAY_1_6 = Targets(kuberay="1.6.0")


def job(**arguments: Any) -> RayJobSpec:
    """A job with a cluster of its own."""
    return RayJobSpec(**{"head": HEAD, "entrypoint": ["python", "train.py"], **arguments})


def job_elsewhere(**arguments: Any) -> RayJobSpec:
    """A job in a cluster that is there."""
    return RayJobSpec(**{"cluster_selector": "notebook", "entrypoint": ["python", "train.py"], **arguments})


def cron_job(**arguments: Any) -> RayCronJobSpec:
    """A job every night."""
    return RayCronJobSpec(**{"schedule": "0 2 * * *", "head": HEAD, "entrypoint": ["python", "score.py"], **arguments})


def service(**arguments: Any) -> RayServiceSpec:
    """A service with one application."""
    return RayServiceSpec(**{"head": HEAD, "serve_config": SERVE, **arguments})


def spec_of(spec: ObjectSpec, name: str = "it", targets: Targets = TARGETS) -> JsonObject:
    """The `spec` of the object, which is valid."""
    return cast("JsonObject", bodies(spec, name, targets)[""]["spec"])


def metadata_of(spec: ObjectSpec, name: str = "it", targets: Targets = TARGETS) -> JsonObject:
    """The `metadata` of the object, which is valid."""
    return cast("JsonObject", bodies(spec, name, targets)[""]["metadata"])
