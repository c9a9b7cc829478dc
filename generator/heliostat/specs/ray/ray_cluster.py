"""RayCluster: a Ray cluster that runs until it is removed, for notebooks and for whoever submits jobs to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.object_spec import Part
from heliostat.specs.ray.cluster_fields import cluster_spec, object_annotations, object_labels
from heliostat.specs.ray.queueing import MULTIKUEUE, ClusterManager, manager_problems
from heliostat.specs.ray.ray_object_spec import RayObjectSpec
from heliostat.specs.version_need import version_problems

_SERVE_SERVICE = "ray.io/enable-serve-service"


@arguments
class RayClusterSpec(RayObjectSpec):
    """A Ray cluster of its own.

    KubeRay leaves running pods as they are when the cluster is edited, unless `upgrade_strategy` says otherwise; a queued cluster is
    stopped and admitted anew by Kueue.

    Args:
        upgrade_strategy: `Recreate` deletes all pods and makes new ones when something else than the number of workers is edited
            (KubeRay 1.6 and later). Not in a queue, where every edit does that.
        serve_service: True makes a Service `<name>-serve-svc` in front of Ray Serve.
        suspend: True deletes the pods and keeps the rest. Not in a queue, where Kueue decides.
        managed_by: who acts on the object; `kueue.x-k8s.io/multikueue` hands it to the cluster that Kueue picks. It cannot be changed.
    """

    longest_name: ClassVar[int] = 53

    upgrade_strategy: Literal["Recreate", "None"] | None = None
    serve_service: bool = False
    suspend: bool | None = None
    managed_by: ClusterManager | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from super().check(targets)
        yield from self.object_problems()
        if self.upgrade_strategy is not None:
            yield from version_problems("upgrade_strategy", "kuberay", "1.6", targets)
        if self.queue is not None:
            for argument in ("suspend", "upgrade_strategy"):
                if getattr(self, argument) is not None:
                    yield Problem(argument, "must be left out in a queue, since Kueue stops and starts the cluster")
        yield from manager_problems(self.managed_by, self.queue)
        if self.managed_by == MULTIKUEUE and self.autoscaling is not None:
            yield Problem("managed_by", f'must not be "{MULTIKUEUE}" for a cluster that is scaled, which Kueue does not do elsewhere')

    def parts(self, name: str, targets: Targets) -> list[Part]:
        spec = cluster_spec(self, targets, name)
        if self.upgrade_strategy is not None:
            spec["upgradeStrategy"] = {"type": self.upgrade_strategy}
        if self.suspend is not None:
            spec["suspend"] = self.suspend
        if self.managed_by is not None:
            spec["managedBy"] = self.managed_by
        annotations = object_annotations(self) | ({_SERVE_SERVICE: "true"} if self.serve_service else {})
        body = self.composed("RayCluster", name, spec, labels=object_labels(self), annotations=annotations)
        return [Part("", body), *self.belongings(name, {"ray.io/cluster": name})]
