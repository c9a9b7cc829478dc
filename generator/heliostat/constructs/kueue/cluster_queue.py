"""The construct of a ClusterQueue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from constructs import Construct

from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.manifests.json_value import JsonObject
from heliostat.specs.kueue.cluster_queue import ClusterQueueSpec
from heliostat.specs.kueue.flavor_tolerations import flavor_tolerations


class ClusterQueue(KubernetesObject):
    """Who gets how much of which flavors; LocalQueues and Teams take it. Arguments: ClusterQueueSpec."""

    @arguments_of(ClusterQueueSpec)
    def __init__(self, scope: Construct, id: str, spec: ClusterQueueSpec) -> None:
        super().__init__(scope, id, spec)
        # what was refused is told already, and those who take the queue should not stumble over it
        self._flavor_tolerations = [] if self.is_refused else flavor_tolerations(spec.quotas)
        self._namespace_labels = {} if self.is_refused else dict(spec.selector(self.name).match_labels)

    @property
    def namespace_labels(self) -> Mapping[str, str]:
        """Labels that a namespace needs for its workloads to be accepted; empty where none or other conditions are set."""
        return self._namespace_labels

    @property
    def flavor_tolerations(self) -> Sequence[JsonObject]:
        """Tolerations that Kueue adds to the pods that it admits on one of the flavors, of all of them."""
        return self._flavor_tolerations
