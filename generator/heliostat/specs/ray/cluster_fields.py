"""The arguments that RayCluster, RayJob, RayService and RayCronJob share, and the cluster spec they make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Annotated

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.pod.container import Port, image_problems
from heliostat.specs.ray.auth import Auth
from heliostat.specs.ray.autoscaler import Autoscaler
from heliostat.specs.ray.cluster_problems import cluster_problems, ray_pods
from heliostat.specs.ray.code import Code, as_code, code_volumes
from heliostat.specs.ray.disruption_budget import DisruptionBudget
from heliostat.specs.ray.gcs_fault_tolerance import GcsFaultTolerance, RedisFaultTolerance
from heliostat.specs.ray.head import Head, head_group, head_ports
from heliostat.specs.ray.history_collector import HistoryCollector
from heliostat.specs.ray.network_policy import Needs, RayNetworkPolicy, network_policy
from heliostat.specs.ray.placement import queue_tolerations_of
from heliostat.specs.ray.queueing import ELASTIC_ANNOTATION, ELASTIC_GATE, queue_labels, queue_problems, team_queue_problems
from heliostat.specs.ray.ray_template import ClusterWide, image_of
from heliostat.specs.ray.ray_version import GivenImage, python_problems, ray_version, ray_version_problems
from heliostat.specs.ray.worker_group import WorkerGroup, worker_group
from heliostat.specs.reference import Named, OfKind, QueueReference, TeamReference
from heliostat.specs.wire import json_of

_INGRESS_CLASS = "kubernetes.io/ingress.class"
_FT_DELETION_TIMEOUT = "ray.io/gcs-ft-deletion-timeout"

_AUTOSCALER = Autoscaler()
"""What scales groups whose author says nothing about it."""


@arguments
class RayClusterFields:
    """What describes a Ray cluster, be it one of its own or that of a job or service.

    Args:
        head: the head.
        workers: the worker groups.
        image: image of every Ray container that names none; `rayproject/ray` of the cluster's Ray version by default, its `-gpu`
            variant for pods with NVIDIA GPUs.
        ray_version: version of Ray in the images; read from their tags where these tell it.
        autoscaler: how groups with `max_replicas` are scaled; there is an autoscaler as soon as there is such a group.
        gcs_fault_tolerance: where the head keeps its state so that a new head can take over.
        auth: who may talk to the cluster.
        network_policy: what traffic the pods let through.
        tls: True encrypts traffic between Ray's processes (KubeRay 1.7 with its gate RayClusterMTLS, and cert-manager).
        history_server: what sends the cluster's logs and events to where a history server finds them.
        head_service_annotations: annotations of the Service in front of the head.
        code: files that are mounted into every Ray container, which starts in their directory: `"workloads/train.py"`, several, or
            `Code(…)`.
        disruption_budget: which pods must stay when nodes are drained.
        team: the team whose namespace this is in.
        queue: LocalQueue that admits it: `team.queue(…)`, a LocalQueue construct, or its name; it is not queued when absent.
        priority_class: WorkloadPriorityClass in that queue.
        elastic: True lets Kueue follow changes of the number of workers, as groups with `max_replicas` need in a queue.
    """

    head: Head
    workers: Sequence[WorkerGroup] = ()
    image: str | None = None
    ray_version: str | None = None
    autoscaler: Autoscaler | None = None
    gcs_fault_tolerance: GcsFaultTolerance | None = None
    auth: Auth | None = None
    network_policy: RayNetworkPolicy | None = None
    tls: bool = False
    history_server: HistoryCollector | None = None
    head_service_annotations: Mapping[str, str] = field(default_factory=dict)
    code: Code | str | Sequence[str] | None = None
    disruption_budget: DisruptionBudget | None = None
    team: Annotated[TeamReference, OfKind("Team")] | None = None
    queue: Annotated[QueueReference | str, OfKind("LocalQueue")] | None = None
    priority_class: Annotated[Named | str, OfKind("WorkloadPriorityClass")] | None = None
    elastic: bool = False

    def __post_init__(self) -> None:
        """Take the short form of `code` for the long one at once: files are found from the line that names them, and read once."""
        if self.code is not None and type(self.code) in (str, list, tuple):
            object.__setattr__(self, "code", as_code(self.code))

    @property
    def autoscaling(self) -> Autoscaler | None:
        """The autoscaler, None when there is no group to scale."""
        if not any(group.autoscaled for group in self.workers):
            return None
        return self.autoscaler or _AUTOSCALER

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from image_problems("image", self.image)
        head, others = _given_images(self)
        yield from ray_version_problems(self.ray_version, head, others, targets)
        version = ray_version(self.ray_version, head, others, targets)
        if version is not None:
            yield from python_problems(*_images(self, version), version)
        yield from cluster_problems(self, version, targets)
        yield from team_queue_problems(self.team, self.queue)
        yield from queue_problems(self.workers, self.queue, self.priority_class, targets, elastic=self.elastic)


def ray_version_of(fields: RayClusterFields, targets: Targets) -> str:
    """Decide the version of Ray, which the checked arguments tell."""
    head, others = _given_images(fields)
    return ray_version(fields.ray_version, head, others, targets) or targets.ray


def head_image(fields: RayClusterFields, targets: Targets) -> str:
    """Name the image of the head, which submitters take too."""
    return image_of(fields.head, fields.image, ray_version_of(fields, targets))


def object_labels(fields: RayClusterFields) -> dict[str, str]:
    """Write the labels of the object itself: those that Kueue takes it by."""
    return queue_labels(fields.queue, fields.priority_class)


def object_annotations(fields: RayClusterFields) -> dict[str, str]:
    """Write the annotations of the object itself, which is where KubeRay and Kueue look for some of their options."""
    annotations = {}
    if fields.elastic:
        annotations[ELASTIC_ANNOTATION] = "true"
    if fields.head.ingress is not None and fields.head.ingress.class_name is not None:
        annotations[_INGRESS_CLASS] = fields.head.ingress.class_name
    store = fields.gcs_fault_tolerance
    if isinstance(store, RedisFaultTolerance) and store.deletion_timeout_seconds is not None:
        annotations[_FT_DELETION_TIMEOUT] = str(store.deletion_timeout_seconds)
    return annotations


def cluster_spec(
    fields: RayClusterFields,
    targets: Targets,
    name: str,
    *,
    pod_labels: Mapping[str, str] | None = None,
    worker_ports: Mapping[str, int] | None = None,
    elastic_gates: bool = True,
) -> JsonObject:
    """Make the spec of a RayCluster: `spec`, `spec.rayClusterSpec` or `spec.rayClusterConfig`.

    Args:
        fields: the arguments, already checked.
        targets: the versions it is made for.
        name: name of the object, with which that of its ConfigMap begins.
        pod_labels: labels of every pod beside the author's.
        worker_ports: ports of every worker's Ray container beside the author's.
        elastic_gates: False where Kueue does not want its scheduling gate in the pod templates of an elastic object: in a RayJob.
    """
    version = ray_version_of(fields, targets)
    autoscaler = fields.autoscaling
    code = as_code(fields.code) if fields.code is not None else None
    cluster = ClusterWide(
        targets=targets,
        image=fields.image,
        ray_version=version,
        volumes=code_volumes(code, name) if code is not None else {},
        working_dir=code.mount_path if code is not None else None,
        pod_labels=pod_labels or {},
        scheduling_gates=(ELASTIC_GATE,) if fields.elastic and elastic_gates else (),
        queue_tolerations=queue_tolerations_of(fields.queue),
    )
    body: JsonObject = {
        "rayVersion": version,
        "headGroupSpec": head_group(fields.head, cluster, volumes=autoscaler.volumes if autoscaler else {}),
    }
    if fields.workers:
        body["workerGroupSpecs"] = [worker_group(group, cluster, ports=worker_ports or {}) for group in fields.workers]
    if autoscaler is not None:
        body["enableInTreeAutoscaling"] = True
        body["autoscalerOptions"] = _autoscaler_options(autoscaler, fields.head)
    for key, given in (
        ("gcsFaultToleranceOptions", fields.gcs_fault_tolerance),
        ("authOptions", fields.auth),
        ("historyServerOptions", fields.history_server),
    ):
        if given is not None:
            body[key] = json_of(given)
    if fields.network_policy is not None:
        body["networkPolicy"] = network_policy(fields.network_policy, _needs(fields))
    if fields.tls:
        body["tlsOptions"] = {"enabled": True}
    if fields.head_service_annotations:
        body["headServiceAnnotations"] = dict(fields.head_service_annotations)
    return body


def _autoscaler_options(autoscaler: Autoscaler, head: Head) -> JsonObject:
    body = autoscaler.wire()
    if autoscaler.security_context is None and head.security_context is not None:
        body["securityContext"] = json_of(head.security_context)  # KubeRay gives its container none, which Pod Security may refuse
    return body


def _needs(fields: RayClusterFields) -> Needs:
    ports = {name: port.container_port if isinstance(port, Port) else port for name, port in head_ports(fields.head).items()}
    store = fields.gcs_fault_tolerance
    return Needs(
        dashboard=ports["dashboard"],
        serve=ports["serve"],
        redis=store.port if isinstance(store, RedisFaultTolerance) else None,
        api_server=fields.autoscaling is not None,
    )


def _given_images(fields: RayClusterFields) -> tuple[GivenImage | None, list[GivenImage]]:
    head, *others = [_given_image(place, pod.image, fields.image) for place, pod in ray_pods(fields)]
    if fields.autoscaler is not None and fields.autoscaler.image is not None:
        others.append(GivenImage("autoscaler.image", fields.autoscaler.image))
    return head, list(dict.fromkeys(image for image in others if image is not None and image != head))


def _images(fields: RayClusterFields, version: str) -> tuple[GivenImage, list[GivenImage]]:
    """Name the images of the head and of the workers, each with the argument that says so, or would."""
    head, *workers = [
        GivenImage("image" if pod.image is None and fields.image is not None else f"{place}.image", image_of(pod, fields.image, version))
        for place, pod in ray_pods(fields)
    ]
    return head, workers


def _given_image(place: str, own: str | None, shared: str | None) -> GivenImage | None:
    if own is not None:
        return GivenImage(f"{place}.image", own)
    return GivenImage("image", shared) if shared is not None else None
