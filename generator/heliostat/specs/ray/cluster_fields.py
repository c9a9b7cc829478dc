"""The arguments that RayCluster, RayJob, RayService and RayCronJob share, and the cluster spec they make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import arguments
from heliostat.specs.pod.volume import Volumes
from heliostat.specs.ray.auth import Auth
from heliostat.specs.ray.autoscaler import Autoscaler
from heliostat.specs.ray.disruption_budget import DisruptionBudget
from heliostat.specs.ray.gcs_fault_tolerance import GcsFaultTolerance
from heliostat.specs.ray.head import Head
from heliostat.specs.ray.history_server import HistoryServer
from heliostat.specs.ray.network_policy import RayNetworkPolicy
from heliostat.specs.ray.worker_group import WorkerGroup
from heliostat.specs.reference import Named, QueueReference, TeamReference


@arguments
class RayClusterFields:
    """What describes a Ray cluster, be it one of its own or that of a job or service.

    Args:
        head: the head.
        workers: the worker groups.
        image: image of every Ray container that names none; `rayproject/ray` of the target Ray version by default, its `-gpu`
            variant for pods with GPUs.
        ray_version: version of Ray in the images; read from their tags where these tell it.
        autoscaler: how groups with `max_replicas` are scaled; there is an autoscaler as soon as there is such a group.
        gcs_fault_tolerance: where the head keeps its state so that a new head can take over.
        auth: who may talk to the cluster.
        network_policy: what traffic the pods let through.
        tls: True encrypts traffic between Ray's processes (KubeRay 1.7 with its gate RayClusterMTLS, and cert-manager).
        history_server: what is kept of the cluster's logs and events.
        head_service_annotations: annotations of the Service in front of the head.
        disruption_budget: which pods must stay when nodes are drained.
        team: the team whose namespace this is in.
        queue: LocalQueue that admits it; it is not queued when absent.
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
    history_server: HistoryServer | None = None
    head_service_annotations: Mapping[str, str] = field(default_factory=dict)
    disruption_budget: DisruptionBudget | None = None
    team: TeamReference | None = None
    queue: QueueReference | str | None = None
    priority_class: Named | str | None = None
    elastic: bool = False


def cluster_spec(
    fields: RayClusterFields,
    targets: Targets,
    *,
    volumes: Volumes | None = None,
    pod_labels: Mapping[str, str] | None = None,
    worker_ports: Mapping[str, int] | None = None,
) -> JsonObject:
    """Make the spec of a RayCluster: `spec`, `spec.rayClusterSpec` or `spec.rayClusterConfig`.

    Args:
        fields: the arguments, already checked.
        targets: the versions it is made for.
        volumes: mounted into every Ray container beside the author's, by path.
        pod_labels: labels of every pod beside the author's.
        worker_ports: ports of every worker's Ray container beside the author's.
    """
    raise NotImplementedError
