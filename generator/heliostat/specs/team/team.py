"""Team: a namespace with its queues, its people and its borders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeAlias

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.name_syntax import dns_label_fault, dns_subdomain_fault, label_key_fault, label_value_fault
from heliostat.schemas.targets import Targets
from heliostat.specs.amount import Amount
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.kueue.cluster_queue import ClusterQueueReference, StopPolicy, namespace_labels_for
from heliostat.specs.kueue.fair_sharing import weight_problems
from heliostat.specs.kueue.flavor_tolerations import flavor_tolerations_behind
from heliostat.specs.kueue.local_queue import LocalQueueSpec, queue_name_fault
from heliostat.specs.object_spec import ObjectSpec, Part, merged
from heliostat.specs.reference import Named, OfKind, name_of
from heliostat.specs.team.access import Subject, role_bindings, roles
from heliostat.specs.team.limit_range import LimitRangeItem, limit_range, limit_range_problems
from heliostat.specs.team.network_policy import TeamNetworkPolicy, network_policies
from heliostat.specs.team.resource_quota import resource_quota, resource_quota_problems

TEAM_LABEL = "heliostat.dev/team"
ENFORCE_LABEL = "pod-security.kubernetes.io/enforce"


@dataclass(frozen=True, slots=True)
class LocalQueueName:
    """One LocalQueue of a team, for the argument `queue` of a Ray construct."""

    name: str
    namespace: str
    flavor_tolerations: Sequence[JsonObject] = field(default=(), compare=False)
    """Tolerations that Kueue adds to the pods that it admits on one of the flavors behind it."""
    object_kind: str = field(default="LocalQueue", init=False, repr=False)


@arguments
class TeamQueue:
    """A LocalQueue that needs more said than where it leads to.

    Args:
        cluster_queue: ClusterQueue that it leads to.
        stop_policy: `Hold` admits nothing more from this team, `HoldAndDrain` also evicts what runs.
        fair_sharing_weight: share against the other LocalQueues of the ClusterQueue, where its admission scope is by usage.
    """

    cluster_queue: Annotated[Named | str, OfKind("ClusterQueue")] = field(kw_only=False)
    stop_policy: StopPolicy = "None"
    fair_sharing_weight: Amount | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from weight_problems("fair_sharing_weight", self.fair_sharing_weight)

    def local_queue(self, namespace: str) -> LocalQueueSpec:
        """Make the LocalQueue of one namespace."""
        return LocalQueueSpec(
            namespace=namespace,
            cluster_queue=self.cluster_queue,
            stop_policy=self.stop_policy,
            fair_sharing_weight=self.fair_sharing_weight,
        )


TeamQueues: TypeAlias = Mapping[str, Annotated[Named | str, OfKind("ClusterQueue")] | TeamQueue]
"""Name of a LocalQueue to the ClusterQueue that it leads to."""


@arguments
class TeamSpec(ObjectSpec):
    """Arguments of a Team. The object itself is its Namespace: `labels`, `annotations` and `overrides` are of that.

    Args:
        queues: name of a LocalQueue to the ClusterQueue that it leads to. Kueue sends Ray objects of the namespace that name no
            queue to the one called `default`.
        namespace: name of the Namespace; the team's own name unless given.
        submitters: who may run Ray in the namespace: RayClusters, RayCronJobs, RayJobs and RayServices with their ConfigMaps,
            and the way to their dashboards; also everything that viewers may.
        viewers: who may see them, their pods and logs, and why they wait.
        pod_security: level of the Pod Security Standards that pods must meet; None for what the cluster has by default. Under
            `restricted` the head, every worker group, and their sidecars and init containers need
            `security_context=SecurityContext.restricted()`; autoscaler and submitter pod take over the head's. KubeRay gives none to the
            submitter of SidecarMode, the collector of a `history_server`, and the submitter of a job with `cluster_selector` and no
            `submitter`, whose pods are refused.
        network_policy: what passes the borders of the namespace; None for no network policies.
        resource_quota: most that the namespace may hold, such as `{"count/rayclusters.ray.io": 10}`. Quotas of CPUs and GPUs
            belong in ClusterQueues: a workload beyond this one is admitted by Kueue, and then its pods are refused.
        limit_range: bounds and defaults of containers, pods and volume claims.
    """

    queues: TeamQueues = field(default_factory=dict)
    submitters: Sequence[Subject] = ()
    viewers: Sequence[Subject] = ()
    pod_security: Literal["privileged", "baseline", "restricted"] | None = "baseline"
    network_policy: TeamNetworkPolicy | None = field(default_factory=TeamNetworkPolicy)
    resource_quota: Mapping[str, Amount] = field(default_factory=dict)
    limit_range: Sequence[LimitRangeItem] = ()

    def check(self, targets: Targets) -> Iterator[Problem]:
        if self.namespace is not None and (fault := dns_label_fault(self.namespace)):
            yield Problem("namespace", fault)
        yield from self._queue_problems()
        yield from resource_quota_problems("resource_quota", self.resource_quota)
        yield from limit_range_problems("limit_range", self.limit_range)

    def flavor_tolerations(self) -> dict[str, Sequence[JsonObject]]:
        """Name, for each queue, the tolerations that Kueue adds to the pods that it admits on one of the flavors behind it."""
        return {queue: flavor_tolerations_behind(_as_queue(given).cluster_queue) for queue, given in self.queues.items()}

    def check_name(self, name: str) -> Iterator[Problem]:
        """Check the name that the team gets, be it `name` or the construct's id: it is a label, and mostly a namespace."""
        if fault := dns_label_fault(name) if self.namespace is None else label_value_fault(name):
            yield Problem("name", fault)

    def _queue_problems(self) -> Iterator[Problem]:
        labels = dict(self.labels)
        for queue, given in self.queues.items():
            place, cluster_queue = f'queues["{queue}"]', _as_queue(given).cluster_queue
            name = name_of(cluster_queue)
            if fault := queue_name_fault(queue):
                yield Problem(place, f"is not the name of a LocalQueue: {fault}")
            if fault := dns_subdomain_fault(name):
                yield Problem(place, fault)
            for key, value in _labels_of(cluster_queue).items():
                if label_key_fault(key):
                    yield Problem(place, f'must be given as the construct, as the name "{name}" makes no label of its own')
                elif labels.setdefault(key, value) != value:
                    yield Problem(place, f'needs the label {key}: "{value}" on the namespace, which has "{labels[key]}"')

    def parts(self, name: str, targets: Targets) -> list[Part]:
        namespace = self.namespace or name
        made = [self._namespace(name, namespace)]
        for queue, given in self.queues.items():
            made += [part.body for part in _as_queue(given).local_queue(namespace).parts(queue, targets)]
        made += [*roles(namespace, targets), *role_bindings(self.submitters, self.viewers, namespace)]
        if self.network_policy is not None:
            made += network_policies(self.network_policy, namespace)
        if self.resource_quota:
            made.append(resource_quota(name, namespace, self.resource_quota))
        if self.limit_range:
            made.append(limit_range(name, namespace, self.limit_range))
        first, *others = made
        return [Part("", first), *(Part(_part_id(body), body) for body in others)]

    def _namespace(self, name: str, namespace: str) -> JsonObject:
        labels = {TEAM_LABEL: name}
        if self.pod_security is not None:
            labels[ENFORCE_LABEL] = self.pod_security
        for given in self.queues.values():
            labels |= _labels_of(_as_queue(given).cluster_queue)
        head: JsonObject = {"name": namespace, "labels": {**labels, **self.labels}}
        if self.annotations:
            head["annotations"] = dict(self.annotations)
        return merged({"apiVersion": "v1", "kind": "Namespace", "metadata": head}, self.overrides)


def _as_queue(given: Named | str | TeamQueue) -> TeamQueue:
    return given if isinstance(given, TeamQueue) else TeamQueue(given)


def _labels_of(cluster_queue: Named | str) -> Mapping[str, str]:
    """Tell which labels a namespace needs to use a ClusterQueue."""
    if isinstance(cluster_queue, ClusterQueueReference):
        return cluster_queue.namespace_labels
    return namespace_labels_for(name_of(cluster_queue))


def _part_id(body: JsonObject) -> str:
    head = body["metadata"]
    assert isinstance(head, dict)
    return f"{str(body['kind']).lower()}-{head['name']}"
