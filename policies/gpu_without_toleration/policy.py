"""Pods that ask for GPUs and do not tolerate the taint of the nodes that have them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heliostat.lint.gpus import gpu_taint_keys
from heliostat.lint.pods import POD_KINDS, PodTemplate
from heliostat.lint.policy import Edit, Fix, Problem, policy
from heliostat.lint.queues import cluster_queue_of, flavors_for
from heliostat.lint.resource import Resource
from heliostat.lint.taints import objects_in, show_taint, toleration_of, untolerated
from heliostat.lint.world import World
from heliostat.manifests.json_value import JsonObject


@policy(severity="warning", kinds=POD_KINDS)
def check(resource: Resource, world: World) -> Iterator[Problem]:
    """Look at the taints of the flavors that the queue can give, where they are known, else for a toleration that speaks of GPUs."""
    queue = cluster_queue_of(resource, world)
    for pod in resource.pod_templates:
        for gpu in dict.fromkeys(name for container in pod.all_containers for name in container.gpus):
            flavors = flavors_for(gpu, pod, queue, world) if queue else ()
            missing = [untolerated(flavor.spec.get("nodeTaints"), _tolerated(pod, flavor)) for flavor in flavors]
            if flavors and all(missing):
                taint, flavor = missing[0][0], flavors[0].ref.name
                yield _problem(pod, f"{gpu} and does not tolerate {show_taint(taint)} of the flavor {flavor}", toleration_of(taint))
                continue
            given = [flavor for flavor, taints in zip(flavors, missing, strict=True) if not taints]
            if not any(flavor.spec.get("nodeTaints") for flavor in given) and not _speaks_of(gpu, pod, given):
                taint = {"key": gpu, "effect": "NoSchedule"}
                yield _problem(pod, f"{gpu} and does not tolerate {show_taint(taint)}", toleration_of(taint))


def _problem(pod: PodTemplate, what: str, toleration: JsonObject) -> Problem:
    path = (*pod.spec_path, "tolerations")
    there = objects_in(pod.spec.get("tolerations"))
    edit = Edit((*path, len(there)), toleration) if there else Edit(path, [toleration])
    return Problem(f"asks in {pod.label} for {what}", path, Fix(f"tolerate {show_taint(toleration)}", [edit]))


def _tolerated(pod: PodTemplate, flavor: Resource) -> list[JsonObject]:
    """Join what the pod tolerates and what Kueue adds to that with a flavor."""
    return [*objects_in(pod.spec.get("tolerations")), *objects_in(flavor.spec.get("tolerations"))]


def _speaks_of(gpu: str, pod: PodTemplate, flavors: Sequence[Resource]) -> bool:
    """Tell whether the pod tolerates nodes with such GPUs, be it with each of the flavors; what the nodes are tainted with is not known."""
    alone = objects_in(pod.spec.get("tolerations"))
    joined = [_tolerated(pod, flavor) for flavor in flavors] or [alone]
    return all(any(_is_about(gpu, toleration) for toleration in each) for each in joined)


def _is_about(gpu: str, toleration: JsonObject) -> bool:
    """Take every node, the key of the resource or of its vendor's GPUs, and what says so itself, such as `sku=gpu`."""
    if toleration.get("effect") not in (None, "", "NoSchedule"):
        return False
    key = toleration.get("key")
    if not key:
        return toleration.get("operator") == "Exists"
    return key in gpu_taint_keys(gpu) or "gpu" in f"{key} {toleration.get('value')}".lower()
