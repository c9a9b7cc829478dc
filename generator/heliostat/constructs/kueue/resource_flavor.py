"""The construct of a ResourceFlavor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from constructs import Construct

from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.manifests.json_value import JsonObject
from heliostat.specs.kueue.resource_flavor import ResourceFlavorSpec
from heliostat.specs.pod.toleration import tolerations_json


class ResourceFlavor(KubernetesObject):
    """A kind of node that quota is counted for; ClusterQueues and Ray constructs take it. Arguments: ResourceFlavorSpec."""

    @arguments_of(ResourceFlavorSpec)
    def __init__(self, scope: Construct, id: str, spec: ResourceFlavorSpec) -> None:
        super().__init__(scope, id, spec)
        # what was refused is told already, and those who take the flavor should not stumble over it
        self._node_labels = {} if self.is_refused else dict(spec.node_labels)
        self._tolerations = [] if self.is_refused else spec.pod_tolerations()
        self._added_tolerations = [] if self.is_refused else tolerations_json(spec.tolerations)

    @property
    def node_labels(self) -> Mapping[str, str]:
        """Labels of its nodes, as a pod's node selector."""
        return self._node_labels

    @property
    def tolerations(self) -> Sequence[JsonObject]:
        """Tolerations that a pod needs on its nodes, as they stand in the pod."""
        return self._tolerations

    @property
    def added_tolerations(self) -> Sequence[JsonObject]:
        """Tolerations that Kueue adds to the pods that it admits on this flavor."""
        return self._added_tolerations
