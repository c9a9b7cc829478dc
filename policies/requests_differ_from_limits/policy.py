"""Containers beside Ray that request less than they may use."""

from __future__ import annotations

from collections.abc import Iterator

from heliostat.lint.gpus import is_gpu
from heliostat.lint.pods import RAY_KINDS, amount_of
from heliostat.lint.policy import Edit, Fix, Problem, policy
from heliostat.lint.resource import Resource
from heliostat.lint.world import World


@policy(severity="warning", kinds=RAY_KINDS, options={"mode": ("strict", "memory-and-gpu")})
def check(resource: Resource, world: World, *, mode: str) -> Iterator[Problem]:
    """Compare request and limit of every container in the pods that Ray runs in; a request that is missing is the limit."""
    for pod in resource.pod_templates:
        for container in pod.all_containers if pod.is_ray else ():
            limits = container.resources("limits")
            for name, requested in container.resources("requests").items():
                limit = limits.get(name)
                if requested is None or requested == limit or amount_of(requested) == amount_of(limit):
                    continue
                if mode == "memory-and-gpu" and name != "memory" and not is_gpu(name):
                    continue
                path = container.path_of("requests", name)
                asks = f'requests {requested} of {name} for the container "{container.name}" of {pod.label}'
                if limit is None:
                    raised = Fix("set the limit to the request", [Edit(container.path_of("limits", name), requested)])
                    yield Problem(f"{asks}, which has no limit of it", path, raised)
                else:
                    yield Problem(f"{asks}, whose limit is {limit}", path, Fix("request the limit", [Edit(path, limit)]))
