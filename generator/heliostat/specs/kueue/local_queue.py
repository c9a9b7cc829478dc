"""LocalQueue: the door from a namespace to a ClusterQueue."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.name_syntax import dns_subdomain_fault, label_value_fault
from heliostat.schemas.targets import Targets
from heliostat.specs.amount import Amount
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.kueue.cluster_queue import StopPolicy
from heliostat.specs.kueue.fair_sharing import fair_sharing, weight_problems
from heliostat.specs.kueue.kueue_object import kueue_object
from heliostat.specs.object_spec import ObjectSpec, Part
from heliostat.specs.reference import Named, OfKind, name_of


@arguments
class LocalQueueSpec(ObjectSpec):
    """Arguments of a LocalQueue; a Team makes its own.

    Args:
        cluster_queue: ClusterQueue that its workloads get quota from; cannot be changed once applied.
        stop_policy: `Hold` admits nothing more from this queue, `HoldAndDrain` also evicts what runs.
        fair_sharing_weight: share against the other LocalQueues of the ClusterQueue, where its admission scope is by usage; 1
            unless given.
    """

    cluster_queue: Annotated[Named | str, OfKind("ClusterQueue")]
    stop_policy: StopPolicy = "None"
    fair_sharing_weight: Amount | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        """Check what the CRD of Kueue 0.19 refuses, and a name that no workload could ask for."""
        if fault := dns_subdomain_fault(name_of(self.cluster_queue)):
            yield Problem("cluster_queue", fault)
        yield from weight_problems("fair_sharing_weight", self.fair_sharing_weight)

    def check_name(self, name: str) -> Iterator[Problem]:
        """Check the name that the object gets, be it `name` or the construct's id."""
        if fault := queue_name_fault(name):
            yield Problem("name", fault)

    def parts(self, name: str, targets: Targets) -> list[Part]:
        spec: JsonObject = {"clusterQueue": name_of(self.cluster_queue), "stopPolicy": self.stop_policy}
        spec |= fair_sharing(self.fair_sharing_weight)
        return kueue_object(self, "LocalQueue", name, {"spec": spec})


def queue_name_fault(name: str) -> str | None:
    """Say why a LocalQueue could not be asked for by the label `kueue.x-k8s.io/queue-name`, None when it can."""
    return dns_subdomain_fault(name) or label_value_fault(name)
