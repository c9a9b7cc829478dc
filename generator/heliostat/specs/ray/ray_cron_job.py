"""RayCronJob: a job that KubeRay makes anew on a schedule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.object_spec import Part
from heliostat.specs.ray.cluster_fields import object_annotations
from heliostat.specs.ray.job_fields import RayJobFields, job_spec
from heliostat.specs.ray.ray_object_spec import RayObjectSpec
from heliostat.specs.ray.schedule import schedule_faults, time_zone_fault
from heliostat.specs.reference import name_of
from heliostat.specs.version_need import version_problems

_DEFAULT_QUEUE = "default"


@arguments
class RayCronJobSpec(RayJobFields, RayObjectSpec):
    """A job on a schedule (KubeRay 1.6 and later, with its gate RayCronJob).

    It takes what a RayJob takes. Runs may overlap, and KubeRay makes up for ticks that it missed. Each run leaves its RayJob behind;
    `deletion_rules` with DeleteSelf remove it, in a namespace without a LocalQueue called `default`: there Kueue takes every job in,
    and asks for `shutdown_after_job_finishes`, which excludes rules.

    Args:
        schedule: five fields of cron (`0 2 * * *`), `@daily` and the like, or `@every 6h`.
        time_zone: IANA time zone of the schedule (KubeRay 1.7 and later); that of the operator when absent, which is usually UTC.
        suspend: True makes no further jobs; those that run go on.
    """

    longest_name: ClassVar[int] = 36

    schedule: str
    time_zone: str | None = None
    suspend: bool = False

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from version_problems("", "kuberay", "1.6", targets)
        said_here = {problem.argument: problem for problem in self._label_problems()}
        yield from (problem for problem in super().check(targets) if problem.argument not in said_here)
        yield from said_here.values()
        yield from self.object_problems()
        yield from (Problem("schedule", fault) for fault in schedule_faults(self.schedule))
        if self.time_zone is not None:
            yield from version_problems("time_zone", "kuberay", "1.7", targets)
            if fault := time_zone_fault(self.time_zone):
                yield Problem("time_zone", fault)
        if self.submission_mode == "InteractiveMode":
            yield Problem("submission_mode", 'must not be "InteractiveMode" on a schedule, since nobody submits the job')
        if self.job_id is not None:
            yield Problem("job_id", "must be left out, since every run is another job")

    def _label_problems(self) -> Iterator[Problem]:
        """Name what would have to be said on the jobs, which KubeRay gives no label or annotation (v1.7.0 raycronjob_controller.go)."""
        if self.queue is not None and name_of(self.queue) != _DEFAULT_QUEUE:
            yield Problem(
                "queue",
                f'must be the LocalQueue "{_DEFAULT_QUEUE}", where Kueue puts jobs without a queue label as these are, '
                f'got "{name_of(self.queue)}"',
            )
        for argument in ("priority_class", "elastic"):
            if getattr(self, argument):
                yield Problem(argument, "must be left out, since the jobs of a RayCronJob have no labels and annotations")
        for index, group in enumerate(self.workers):
            if self.queue is not None and group.autoscaled:
                yield Problem(
                    f"workers[{index}].max_replicas", "must be left out in a queue, where the jobs of a RayCronJob are never elastic"
                )
        if self.head is not None:
            for key in object_annotations(self):
                if key in _SAID_BY_ANNOTATION:
                    yield Problem(_SAID_BY_ANNOTATION[key], "must be left out, since the jobs of a RayCronJob have no annotations")

    def parts(self, name: str, targets: Targets) -> list[Part]:
        pod_labels = self.pod_labels(name)
        spec: JsonObject = {"schedule": self.schedule, "jobTemplate": job_spec(self, name, targets, pod_labels=pod_labels)}
        if self.time_zone is not None:
            spec["timeZone"] = self.time_zone
        if self.suspend:
            spec["suspend"] = True
        body = self.composed("RayCronJob", name, spec, labels={}, annotations={})
        return [Part("", body), *self.belongings(name, pod_labels)]


_SAID_BY_ANNOTATION = {
    "kubernetes.io/ingress.class": "head.ingress.class_name",
    "ray.io/gcs-ft-deletion-timeout": "gcs_fault_tolerance.deletion_timeout_seconds",
}
