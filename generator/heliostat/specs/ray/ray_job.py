"""RayJob: a job that runs once, on a Ray cluster of its own or in one that is there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.object_spec import Part
from heliostat.specs.ray.cluster_fields import object_annotations, object_labels
from heliostat.specs.ray.job_fields import RayJobFields, job_spec
from heliostat.specs.ray.ray_object import name_problems
from heliostat.specs.ray.ray_object_spec import RayObjectSpec
from heliostat.specs.ray.rerun import HASH_LENGTH, Rerun, rerun_annotations, rerun_problems, with_content_hash


@arguments
class RayJobSpec(RayJobFields, RayObjectSpec):
    """A job.

    KubeRay looks at the spec of a RayJob until the job has ended and never again. What an edit of an ended job means is for `rerun`:

    - None: nothing. The job runs once.
    - `content-hash`: the name ends in a hash of the spec, so that an edit makes a new job and Argo CD prunes the old one, which is
      stopped if it still runs. The name has nine characters less.
    - `replace`: Argo CD deletes the job and makes it anew, at every sync that touches it; without the sync option
      ApplyOutOfSyncOnly=true of the Application that is every sync.
    - `hook`: every sync of the Application runs the job, and waits for its end. Not in a queue, where that wait has no end in sight.

    Args:
        rerun: how the job is run again.
        suspend: True deletes the cluster, and the job starts from zero when it is taken away. Not in a queue, where Kueue decides.
    """

    longest_name: ClassVar[int] = 47

    rerun: Rerun | None = None
    suspend: bool | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from super().check(targets)
        yield from self.object_problems()
        yield from rerun_problems(self.rerun, self.annotations, queued=self.queue is not None)
        yield from self._suspend_problems()
        for index, rule in enumerate(self.deletion_rules):
            if rule.policy == "DeleteSelf":
                yield Problem(f"deletion_rules[{index}].policy", f"must not be {_DELETED_SELF}")
        for argument in ("on_success", "on_failure"):
            if getattr(self, argument) == "DeleteSelf":
                yield Problem(argument, f"must not be {_DELETED_SELF}")
        if self.job_id is not None and self.cluster_selector is not None and self.rerun is not None:
            yield Problem("job_id", "must be left out with rerun and cluster_selector, since that cluster runs one job of an id only once")

    def _suspend_problems(self) -> Iterator[Problem]:
        if self.suspend is not None and self.queue is not None:
            yield Problem("suspend", "must be left out in a queue, since Kueue stops and starts the job")
        elif self.suspend and self.cluster_selector is not None:
            yield Problem("suspend", "must be left out with cluster_selector")
        elif self.suspend and not self.shutdown:
            yield Problem("suspend", "needs shutdown_after_job_finishes=True")

    def check_name(self, name: str) -> Iterator[Problem]:
        hashed = HASH_LENGTH + 1 if self.rerun == "content-hash" else 0
        yield from name_problems(name, self.longest_name - hashed)

    def parts(self, name: str, targets: Targets) -> list[Part]:
        pod_labels = self.pod_labels(name)
        spec = job_spec(self, name, targets, pod_labels=pod_labels)
        if self.suspend is not None:
            spec["suspend"] = self.suspend
        annotations = object_annotations(self) if self.head is not None else {}
        annotations |= rerun_annotations(self.rerun)
        body = self.composed("RayJob", name, spec, labels=object_labels(self), annotations=annotations)
        if self.rerun == "content-hash":
            body = with_content_hash(body)
        return [Part("", body), *self.belongings(name, pod_labels)]


_DELETED_SELF = '"DeleteSelf" for a RayJob in Git, since Argo CD makes the deleted job again and it runs again'
