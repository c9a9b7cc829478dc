"""What stands behind the queue of an object: its ClusterQueue, and the flavors that this can give.

Source: Kueue 0.19 pkg/scheduler/flavorassigner, pkg/podset.
"""

from __future__ import annotations

from collections.abc import Sequence

from heliostat.lint.pods import PodTemplate
from heliostat.lint.resource import Resource
from heliostat.lint.world import World
from heliostat.schemas.structure import list_of, object_of


def cluster_queue_of(resource: Resource, world: World) -> Resource | None:
    """Find the ClusterQueue that admits an object; None where it is in no queue, or the world does not hold the way to it."""
    local = world.find("LocalQueue.kueue.x-k8s.io", resource.queue, resource.ref.namespace)
    return world.find("ClusterQueue.kueue.x-k8s.io", local.spec.get("clusterQueue")) if local else None


def flavors_for(resource: str, pod: PodTemplate, cluster_queue: Resource, world: World) -> Sequence[Resource]:
    """Find the flavors that a ClusterQueue can give to a pod for a resource such as `nvidia.com/gpu`, in its order.

    None at all where nobody can tell: the world does not hold one of them, or the queue counts no such resource. Flavors of other
    nodes than the pod selects are left out; Kueue looks at no label that a flavor does not have.
    """
    for group in map(object_of, list_of(cluster_queue.spec.get("resourceGroups"))):
        if resource in list_of(group.get("coveredResources")):
            names = [object_of(flavor).get("name") for flavor in list_of(group.get("flavors"))]
            found = [flavor for name in names if (flavor := world.find("ResourceFlavor.kueue.x-k8s.io", name))]
            return [flavor for flavor in found if _is_selected(flavor, pod)] if len(found) == len(names) else ()
    return ()


def _is_selected(flavor: Resource, pod: PodTemplate) -> bool:
    selector = object_of(pod.spec.get("nodeSelector"))
    return all(selector.get(key, value) == value for key, value in object_of(flavor.spec.get("nodeLabels")).items())
