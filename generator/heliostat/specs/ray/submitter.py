"""The pod that submits a job in K8sJobMode.

It is always written out: a pod that nobody spelled gets its requests from KubeRay and its placement from Kueue, which writes it into
the RayJob, so that a later image in Git never reaches it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Annotated

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import Targets
from heliostat.specs.amount import Amount
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.pod.container import ContainerArguments, container_problems
from heliostat.specs.pod.pod import PodArguments, pod_problems, pod_spec, pod_template
from heliostat.specs.pod.resources import resource_problems, resources_json
from heliostat.specs.ray.head import Head
from heliostat.specs.ray.placement import joined_tolerations, node_selector, placement_problems
from heliostat.specs.ray.topology_request import TopologyRequest
from heliostat.specs.reference import FlavorReference, Such
from heliostat.specs.wire import wire

_CONTAINER = "ray-job-submitter"
_AS_THE_HEAD = ("image_pull_secrets", "image_pull_policy", "security_context", "pod_security_context", "priority_class_name")
_WHERE_THE_HEAD_IS = ("flavor", "node_selector", "tolerations")


@arguments
class Submitter(PodArguments, ContainerArguments):
    """The submitter pod. It takes what every pod and every container takes; without a placement of its own it runs where the head may.

    Image, pull secrets, pull policy, rights and PriorityClass are the head's unless given.

    Args:
        cpu: CPUs, requested and limited; fractions are fine here.
        memory: memory with its unit, requested and limited.
        image: its image, with bash, Python and the cluster's version of Ray.
        flavor: ResourceFlavor whose nodes are meant: its node labels and tolerations are taken over as they are.
        topology: where in the topology of the nodes Kueue puts it.
        limits: further resources by name; None leaves out a limit that `cpu` or `memory` would set.
        requests: requests that differ from the limits.
        command: what is started instead of `ray job submit`; KubeRay then passes it nothing but RAY_DASHBOARD_ADDRESS and
            RAY_JOB_SUBMISSION_ID, and the job's entrypoint and runtime environment have no effect.
        args: arguments of that command.
        backoff_limit: how often a failed submitter is started anew, which does not restart the job; 2 by default.
    """

    cpu: float | str = "500m"
    memory: Annotated[str, Such("16Gi")] = "1Gi"
    image: str | None = None
    flavor: FlavorReference | None = None
    topology: TopologyRequest | None = None
    limits: Mapping[str, float | str | None] = field(default_factory=dict)
    requests: Mapping[str, float | str] = field(default_factory=dict)
    command: Sequence[str] = ()
    args: Sequence[str] = ()
    backoff_limit: int | None = None

    @property
    def own_resources(self) -> dict[str, Amount]:
        """What its own arguments say of its resources."""
        return {"cpu": self.cpu, "memory": self.memory}

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from resource_problems(self.own_resources, self.limits, self.requests)
        yield from placement_problems(self)
        yield from container_problems(self, {}, targets)
        yield from pod_problems(self, {**self.volumes, **self.volume_devices}, _CONTAINER)
        if self.restart_policy == "Always":
            yield Problem("restart_policy", 'must be "Never" or "OnFailure", since the pod belongs to a Job')
        if self.args and not self.command:
            yield Problem("args", "need a command, since KubeRay writes the arguments of its own")
        if self.backoff_limit is not None and self.backoff_limit < 0:
            yield Problem("backoff_limit", f"must not be negative, got {self.backoff_limit}")


def submitter_template(
    submitter: Submitter, head: Head | None, head_image: str, queue_tolerations: Sequence[JsonObject] = ()
) -> JsonObject:
    """Write `submitterPodTemplate`.

    Args:
        submitter: the arguments.
        head: the head of the job's cluster, None where the cluster is not the job's own.
        head_image: image of the submitter when it names none.
    """
    if head is not None:
        submitter = replace(submitter, **{name: getattr(head, name) for name in _AS_THE_HEAD if not getattr(submitter, name)})
    container = {**wire(submitter, fields_of=ContainerArguments), "name": _CONTAINER, "image": submitter.image or head_image}
    container["resources"] = resources_json(submitter.own_resources, submitter.limits, submitter.requests, submitter.claims)
    for key, words in (("command", submitter.command), ("args", submitter.args)):
        if words:
            container[key] = list(words)
    spec = pod_spec(submitter, container, {**submitter.volumes, **submitter.volume_devices})
    spec.setdefault("restartPolicy", "Never")
    placed = submitter if head is None or any(getattr(submitter, name) for name in _WHERE_THE_HEAD_IS) else head
    if selector := node_selector(placed):
        spec["nodeSelector"] = {**selector}
    if tolerated := joined_tolerations(placed, queue_tolerations):
        spec["tolerations"] = [*tolerated]
    annotations = {**(submitter.topology.annotations() if submitter.topology else {}), **submitter.pod_annotations}
    return pod_template(spec, labels=submitter.pod_labels, annotations=annotations)
