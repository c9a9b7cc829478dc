"""Ray containers with a part of a CPU, which Ray takes for a whole one."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from heliostat.lint.pods import RAY_KINDS, Amounts, Container, PodTemplate, amount_of
from heliostat.lint.policy import Edit, Fix, Problem, policy
from heliostat.lint.resource import Resource
from heliostat.lint.world import World
from heliostat.schemas.structure import object_of


@policy(severity="warning", kinds=RAY_KINDS)
def check(resource: Resource, world: World) -> Iterator[Problem]:
    """Look at the number that KubeRay hands to Ray: the limit, else the request, unless the group says another."""
    for pod in resource.pod_templates:
        container = pod.ray_container
        if container is None or _says_cpus_itself(pod):
            continue
        which: Amounts = "limits" if container.resources("limits").get("cpu") is not None else "requests"
        given = container.resources(which).get("cpu")
        amount = amount_of(given)
        if amount is not None and amount.denominator != 1:
            yield Problem(
                f"gives {pod.label} {given} of CPU, which Ray counts as {ceil(amount)}",
                container.path_of(which, "cpu"),
                _round_up(container, str(ceil(amount))),
            )


def _says_cpus_itself(pod: PodTemplate) -> bool:
    """Tell whether the group names Ray's CPUs apart from the container (KubeRay 1.7 controllers/ray/common/pod.go)."""
    return "num-cpus" in object_of(pod.group.get("rayStartParams")) or any(
        name.lower() == "cpu" for name in object_of(pod.group.get("resources"))
    )


def _round_up(container: Container, cpus: str) -> Fix:
    limits, requests = container.resources("limits"), container.resources("requests")
    edits = [Edit(container.path_of("limits", "cpu"), cpus)] if limits.get("cpu") is not None else []
    if requests.get("cpu") is not None and amount_of(requests["cpu"]) == amount_of(limits.get("cpu", requests["cpu"])):
        edits.append(Edit(container.path_of("requests", "cpu"), cpus))
    return Fix(f"give it {cpus}", edits)
