"""The pod template of a head or worker group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import Targets
from heliostat.specs.amount import Amount
from heliostat.specs.pod.container import ContainerArguments, Ports, ports_json
from heliostat.specs.pod.mount import Mount, Volume, Volumes, mounts_json
from heliostat.specs.pod.pod import pod_spec, pod_template
from heliostat.specs.pod.resources import resources_json
from heliostat.specs.pod.volume import EmptyDir
from heliostat.specs.ray.image import default_image
from heliostat.specs.ray.placement import node_selector, tolerations
from heliostat.specs.ray.ray_pod import RayPod
from heliostat.specs.wire import wire

SHM = "/dev/shm"
_OVERWRITE = "ray.io/overwrite-container-cmd"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterWide:
    """What the pods of a cluster get from it."""

    targets: Targets
    image: str | None
    """Image of pods that name none; Ray's own when None."""
    ray_version: str
    volumes: Volumes
    """Mounted into every Ray container."""
    working_dir: str | None
    """Where Ray containers start whose author says nothing."""
    pod_labels: Mapping[str, str]
    scheduling_gates: Sequence[str]
    queue_tolerations: Sequence[JsonObject] = ()
    """What Kueue may add to the tolerations of its pods."""


def ray_template(pod: RayPod, cluster: ClusterWide, *, container: str, ports: Ports, volumes: Volumes | None = None) -> JsonObject:
    """Write the template.

    Args:
        pod: the arguments.
        cluster: what all pods of the cluster get.
        container: name of the Ray container, which is the first.
        ports: its ports.
        volumes: volumes of the pod that the Ray container does not mount, by path.
    """
    mounted = {**cluster.volumes, **mounted_volumes(pod)}
    spec = pod_spec(pod, _ray_container(pod, cluster, container, ports, mounted), {**mounted, **pod.volume_devices, **(volumes or {})})
    spec.setdefault("restartPolicy", "Never")  # a pod whose Ray has ended is then Failed, and only then does KubeRay replace it
    if selector := node_selector(pod):
        spec["nodeSelector"] = {**selector}
    if tolerated := tolerations(pod, cluster.queue_tolerations):
        spec["tolerations"] = [*tolerated]
    if gates := list(dict.fromkeys([*pod.scheduling_gates, *cluster.scheduling_gates])):
        spec["schedulingGates"] = [{"name": gate} for gate in gates]
    annotations = {
        **(pod.topology.annotations() if pod.topology else {}),
        **({_OVERWRITE: "true"} if pod.overwrite_container_cmd else {}),
        **pod.pod_annotations,
    }
    return pod_template(spec, labels={**cluster.pod_labels, **pod.pod_labels}, annotations=annotations)


def image_of(pod: RayPod, cluster_image: str | None, ray_version: str) -> str:
    """Name the image of a pod's Ray container."""
    return pod.image or cluster_image or default_image(ray_version, nvidia=pod.gpus > 0 and pod.gpu_resource.startswith("nvidia.com/"))


def mounted_volumes(pod: RayPod) -> dict[str, Volume | Mount]:
    """What the Ray container mounts for itself, by path."""
    shm = {SHM: EmptyDir(pod.shm_size, medium="Memory", name="shm")} if pod.shm_size is not None else {}
    return {**shm, **pod.volumes}


def own_resources(pod: RayPod) -> dict[str, Amount]:
    """What the pod's own arguments say of the Ray container's resources."""
    return {"cpu": pod.cpu, "memory": pod.memory, **({pod.gpu_resource: pod.gpus} if pod.gpus else {})}


def _ray_container(pod: RayPod, cluster: ClusterWide, name: str, ports: Ports, mounted: Volumes) -> JsonObject:
    body: JsonObject = {
        **wire(pod, fields_of=ContainerArguments),
        "name": name,
        "image": image_of(pod, cluster.image, cluster.ray_version),
        "resources": resources_json(own_resources(pod), pod.limits, pod.requests, pod.claims),
    }
    if cluster.working_dir is not None:
        body.setdefault("workingDir", cluster.working_dir)
    for key, words in (("command", pod.command), ("args", pod.args)):
        if words:
            body[key] = list(words)
    if ports:
        body["ports"] = ports_json(ports)
    if mounted:
        body["volumeMounts"] = mounts_json(mounted)
    return body
