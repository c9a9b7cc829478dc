"""The head of a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.pod.container import Port
from heliostat.specs.pod.mount import Volumes
from heliostat.specs.ray.head_service import HeadService, ServiceType
from heliostat.specs.ray.ingress import Ingress
from heliostat.specs.ray.ray_pod import RayPod
from heliostat.specs.ray.ray_pod_problems import ray_pod_problems
from heliostat.specs.ray.ray_start import ray_start
from heliostat.specs.ray.ray_template import ClusterWide, ray_template
from heliostat.specs.wire import wire

_CONTAINER = "ray-head"

_NAMED_PORTS = {
    "gcs-server": ("port", 6379),
    "dashboard": ("dashboard-port", 8265),
    "client": ("ray-client-server-port", 10001),
    "serve": (None, 8000),
    "metrics": ("metrics-export-port", 8080),
}
"""The ports that KubeRay looks up by name, the flag that moves each, and where it is otherwise. As soon as a head lists one port
KubeRay exposes only those that are listed, so all of them are (KubeRay 1.7 controllers/ray/common/service.go)."""


@arguments
class Head(RayPod):
    """The head: `Head(cpu=4, memory="16Gi")`. It also takes what every Ray pod takes.

    Args:
        schedulable: False keeps tasks and actors off the head, by telling Ray that it has no CPUs.
        service_type: type of the Service in front of the head; without address of its own (headless) by default.
        head_service: more about that Service.
        ingress: an Ingress to the dashboard.
    """

    schedulable: bool = True
    service_type: ServiceType | None = None
    head_service: HeadService | None = None
    ingress: Ingress | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from _port_problems(self)
        yield from ray_pod_problems(self, targets, container=_CONTAINER, ports=head_ports(self), schedulable=self.schedulable)
        if self.head_service is not None:
            for name in self.head_service.ports:
                if name in head_ports(self):
                    yield Problem(f'head_service.ports["{name}"]', "must be left out, since KubeRay adds the ports of the Ray container")


def head_ports(head: Head) -> dict[str, int | Port]:
    """List the ports of the head's Ray container: those that KubeRay needs, where Ray listens, and the author's."""
    ports: dict[str, int | Port] = {}
    for name, (flag, number) in _NAMED_PORTS.items():
        moved = head.ray_start_params.get(flag) if flag else None
        ports[name] = int(moved) if isinstance(moved, int) or (isinstance(moved, str) and moved.isdecimal()) else number
    return {**ports, **head.ports}


def head_group(head: Head, cluster: ClusterWide, *, volumes: Volumes) -> JsonObject:
    """Write `headGroupSpec`.

    Args:
        head: the head.
        cluster: what all pods of the cluster get.
        volumes: volumes that containers which KubeRay adds to the head mount, by path.
    """
    body = ray_start(head, schedulable=head.schedulable)
    if head.service_type is not None:
        body["serviceType"] = head.service_type
    if head.head_service is not None:
        body["headService"] = head.head_service.wire()
    if head.ingress is not None:
        body["enableIngress"] = True
        if options := wire(head.ingress):
            body["ingressOptions"] = options
    body["template"] = ray_template(head, cluster, container=_CONTAINER, ports=head_ports(head), volumes=volumes)
    return body


def _port_problems(head: Head) -> Iterator[Problem]:
    for name, (flag, number) in _NAMED_PORTS.items():
        given = head.ports.get(name)
        if given is None or flag is None:
            continue
        port = given.container_port if isinstance(given, Port) else given
        if str(head.ray_start_params.get(flag, number)) != str(port):
            yield Problem(f'ports["{name}"]', f"must be where Ray listens, which is said by ray_start_params={{{flag!r}: {port}}}")
