"""Every field of KubeRay's API has an argument, but for those that nobody should write."""

from __future__ import annotations

import pytest

from heliostat.schemas.store import schema_for
from tests.specs.answers import TARGETS, bodies
from tests.specs.ray.every_argument import EVERY_ARGUMENT
from tests.specs.schema_fields import unreached

REMOVED_VOLUMES = (
    "awsElasticBlockStore azureDisk azureFile cephfs cinder flexVolume flocker gcePersistentDisk gitRepo glusterfs photonPersistentDisk "
    "portworxVolume quobyte rbd scaleIO storageos vsphereVolume"
)

WITHOUT_ARGUMENT: dict[str, str] = {
    "workerGroupSpecs[].scaleStrategy": "written by the autoscaler",
    "workerGroupSpecs[].suspend": "written by KubeRay when it deletes the workers of a RayJob",
    "redisPassword.value": "a password in Git",
    "redisPassword.valueFrom.configMapKeyRef": "a password in a ConfigMap",
    "redisPassword.valueFrom.fieldRef": "no field of a pod is a password",
    "redisPassword.valueFrom.fileKeyRef": "KubeRay's Redis cleanup has no such volume",
    "redisPassword.valueFrom.resourceFieldRef": "no resource is a password",
    "redisUsername.valueFrom.fieldRef": "no field of a pod is a user",
    "redisUsername.valueFrom.fileKeyRef": "KubeRay's Redis cleanup has no such volume",
    "redisUsername.valueFrom.resourceFieldRef": "no resource is a user",
    "headService.apiVersion": "a Service is meant",
    "headService.kind": "a Service is meant",
    "headService.metadata.finalizers": "written by controllers",
    "headService.metadata.namespace": "KubeRay takes that of the cluster",
    "headService.spec.clusterIPs": "written by the API server after clusterIP",
    "headService.spec.externalName": "a head is no name outside the cluster",
    "headService.spec.loadBalancerIP": "deprecated; clouds take an annotation",
    "headService.spec.selector": "KubeRay takes its own",
    "headService.spec.type": "said by service_type",
    "headService.status": "written by controllers",
    "template.metadata.finalizers": "nobody would remove them from the pods",
    "template.metadata.name": "KubeRay names the pods",
    "template.metadata.namespace": "KubeRay takes that of the cluster",
    "template.spec.ephemeralContainers": "refused by the API server in a new pod",
    "template.spec.overhead": "written by the API server after the RuntimeClass",
    "template.spec.preemptionPolicy": "written by the API server after the PriorityClass",
    "template.spec.priority": "written by the API server after the PriorityClass",
    "template.spec.resources": "Ray reads the container's resources, not the pod's",
    "template.spec.schedulingGroup": "Kubernetes 1.36",
    "template.spec.serviceAccount": "the older name of serviceAccountName",
    "lifecycle.postStart.tcpSocket": "does nothing",
    "lifecycle.preStop.tcpSocket": "does nothing",
    "fieldRef.apiVersion": "v1 is the only one",
    "autoscalerOptions.resources.claims": "the pod's claims are for Ray",
    "collectorOptions.resources.claims": "the pod's claims are for Ray",
    "volumeClaimTemplate.metadata.finalizers": "nobody would remove them from the claims",
    "volumeClaimTemplate.metadata.name": "Kubernetes names the claims",
    "volumeClaimTemplate.metadata.namespace": "Kubernetes takes that of the pod",
    "volumeClaimTemplate.spec.dataSource": "the older form of dataSourceRef",
    "volumeClaimTemplate.spec.resources.limits": "no storage driver looks at it",
    **{f"volumes[].{kind}": "removed from Kubernetes, or served by a CSI driver" for kind in REMOVED_VOLUMES.split()},
}
"""Ends of the paths that no argument leads to, and why."""


@pytest.mark.parametrize("name", EVERY_ARGUMENT)
def test_clusters_with_every_argument_are_valid(name: str) -> None:
    """They fit the schema, and are stored as they are."""
    bodies(EVERY_ARGUMENT[name])


def test_every_field_has_an_argument() -> None:
    """What is left out is left out for a reason, and a reason for what is not left out is none."""
    schema = schema_for("ray.io/v1", "RayCluster", TARGETS)
    assert schema is not None
    definitions = schema.document["$defs"]
    properties = schema.document["properties"]
    assert isinstance(definitions, dict)
    assert isinstance(properties, dict)
    specs = [bodies(spec)[""]["spec"] for spec in EVERY_ARGUMENT.values()]

    missing = list(unreached(properties["spec"], definitions, specs))

    assert [path for path in missing if not path.endswith(tuple(f".{end}" for end in WITHOUT_ARGUMENT))] == []
    assert [end for end in WITHOUT_ARGUMENT if not any(path.endswith(f".{end}") for path in missing)] == []
