"""What makes a Ray object one that Kueue admits, and what Kueue then does not take.

Sources: Kueue 0.19 pkg/controller/jobs/{raycluster,rayjob,rayservice}/*_webhook.go, pkg/controller/jobframework/validation.go.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from heliostat.manifests.guess import did_you_mean
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem
from heliostat.specs.kueue.local_queue import queue_name_fault
from heliostat.specs.ray.worker_group import WorkerGroup
from heliostat.specs.reference import Named, QueueReference, TeamReference, TeamWithQueues, name_of

QUEUE_LABEL = "kueue.x-k8s.io/queue-name"
PRIORITY_CLASS_LABEL = "kueue.x-k8s.io/priority-class"
ELASTIC_ANNOTATION = "kueue.x-k8s.io/elastic-job"
ELASTIC_GATE = "kueue.x-k8s.io/elastic-job"

ClusterManager = Literal["ray.io/kuberay-operator", "kueue.x-k8s.io/multikueue"]
MULTIKUEUE: ClusterManager = "kueue.x-k8s.io/multikueue"

_MOST_POD_SETS = 18
_HEAD_POD_SET = "head"


def queue_labels(queue: QueueReference | str | None, priority_class: Named | str | None) -> dict[str, str]:
    """Write the labels by which Kueue takes an object; they stand on the object itself, never on its pods."""
    labels = {}
    if queue is not None:
        labels[QUEUE_LABEL] = name_of(queue)
    if priority_class is not None:
        labels[PRIORITY_CLASS_LABEL] = name_of(priority_class)
    return labels


def namespace_of(namespace: str | None, team: TeamReference | None, queue: QueueReference | str | None) -> str | None:
    """Decide the namespace of an object: its own argument, else its team's, else its queue's; None leaves it to the app."""
    for place in (team, queue):
        if namespace is None and place is not None and not isinstance(place, str):
            namespace = place.namespace
    return namespace


def namespace_problems(namespace: str | None, team: TeamReference | None, queue: QueueReference | str | None) -> Iterator[Problem]:
    """Name a team and a queue of other namespaces: an object is admitted by a LocalQueue beside it only."""
    decided = namespace_of(namespace, team, queue)
    if team is not None and team.namespace is not None and team.namespace != decided:
        yield Problem("namespace", f'must be "{team.namespace}" as the team "{team.name}" has it, or left out, got "{decided}"')
    if queue is not None and not isinstance(queue, str) and queue.namespace is not None and queue.namespace != decided:
        yield Problem("queue", f'must be a LocalQueue of the namespace "{decided}", "{queue.name}" is one of "{queue.namespace}"')


def team_queue_problems(team: TeamReference | None, queue: QueueReference | str | None) -> Iterator[Problem]:
    """Name a queue, given by name, that the team does not have; one that stands beside the team is given as what made it."""
    if not isinstance(queue, str) or not isinstance(team, TeamWithQueues) or team.queue_names is None or queue in team.queue_names:
        return
    hint = did_you_mean(queue, team.queue_names) or f", only {', '.join(team.queue_names) or 'none'}"
    yield Problem("queue", f'must be one that the team "{team.name}" has, or a LocalQueue construct, got "{queue}"{hint}')


def manager_problems(managed_by: ClusterManager | None, queue: QueueReference | str | None) -> Iterator[Problem]:
    """Name an object that nobody would act on: KubeRay leaves it to MultiKueue, which looks at queued objects only."""
    if managed_by == MULTIKUEUE and queue is None:
        yield Problem("managed_by", f'needs a queue to be "{MULTIKUEUE}", since Kueue hands on only what is in one')


def queue_problems(
    workers: Sequence[WorkerGroup],
    queue: QueueReference | str | None,
    priority_class: Named | str | None,
    targets: Targets,
    *,
    elastic: bool,
) -> Iterator[Problem]:
    """Name what Kueue refuses or loses in a queued Ray object, and arguments that say nothing without a queue."""
    if queue is None:
        if priority_class is not None:
            yield Problem("priority_class", "needs queue=…, in which it says who goes first")
        if elastic:
            yield Problem("elastic", "needs queue=…, whose Kueue it lets follow the number of workers; without one max_replicas is enough")
        return
    for argument, reference in (("queue", queue), ("priority_class", priority_class)):
        if reference is not None and (fault := queue_name_fault(name_of(reference))):
            yield Problem(argument, f"is named in a label: {fault}")
    if len(workers) + 1 > _MOST_POD_SETS:
        yield Problem("workers", f"must be at most {_MOST_POD_SETS - 1} groups in a queue, got {len(workers)}")
    for index, group in enumerate(workers):
        if group.group_name == _HEAD_POD_SET:
            yield Problem(f"workers[{index}].group_name", f'must not be "{_HEAD_POD_SET}" in a queue, where the head has that name')
        if group.autoscaled and not elastic:
            yield Problem(
                f"workers[{index}].max_replicas", "needs elastic=True in a queue, since Kueue admits a fixed number of pods otherwise"
            )
        if group.priority:
            yield Problem(
                f"workers[{index}].priority",
                f"must be left out in a queue, since Kueue {targets.kueue} resets it when it admits the cluster",
            )
