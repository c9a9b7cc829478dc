"""Manifests by chance, in which what the policies of the house look at comes and goes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from heliostat.manifests.json_value import JsonObject, JsonValue

AMOUNTS: Sequence[JsonValue] = (
    "1",
    1,
    "1000m",
    "500m",
    0.5,
    "1.5",
    "2",
    "0",
    0,
    "2e0",
    "0.1",
    "100m",
    "1k",
    "1000",
    ".5",
    "4.",
    None,
    "odd",
)
MEMORY: Sequence[JsonValue] = ("1Gi", "1024Mi", "1073741824", "1G", "1e9", "1000M", "64Gi", "65536Mi", None)
DEVICES = ("nvidia.com/gpu", "nvidia.com/gpu.shared", "nvidia.com/mig-1g.5gb", "amd.com/gpu", "amd.com/cpx_nps4", "gpu.intel.com/i915")
OTHERS = ("google.com/tpu", "ephemeral-storage", "rdma/hca")
KEYS = ("nvidia.com/gpu", "amd.com/gpu", "nvidia.com/mig-1g.5gb", "pool", "sku", "gpu-pool", "", None)
EFFECTS = ("NoSchedule", "NoExecute", "PreferNoSchedule", None)


def world(random: Random, namespace: str) -> list[JsonObject]:
    """Make objects that refer to each other, with the names of one namespace, which nothing outside refers to."""
    flavors = [f"{namespace}-{name}" for name in ("a100", "spot")]
    queues = [_local_queue(namespace), _cluster_queue(random, namespace, flavors)]
    made = [*queues, *(_flavor(random, flavor) for flavor in flavors if random.random() < 0.9)]
    return [each for each in made if random.random() < 0.95] + [_workload(random, namespace, f"w{index}") for index in range(6)]


def _named(api_version: str, kind: str, name: str, namespace: str | None = None, **fields: JsonValue) -> JsonObject:
    metadata: JsonObject = {"name": name} if namespace is None else {"name": name, "namespace": namespace}
    return {"apiVersion": api_version, "kind": kind, "metadata": metadata, **fields}


def _local_queue(namespace: str) -> JsonObject:
    return _named("kueue.x-k8s.io/v1beta2", "LocalQueue", "default", namespace, spec={"clusterQueue": namespace})


def _cluster_queue(random: Random, name: str, flavors: Sequence[str]) -> JsonObject:
    covered: list[JsonValue] = ["cpu", *random.sample(DEVICES, 4)]
    group: JsonObject = {"coveredResources": covered, "flavors": [{"name": flavor} for flavor in flavors]}
    return _named("kueue.x-k8s.io/v1beta2", "ClusterQueue", name, spec={"resourceGroups": [group]})


def _flavor(random: Random, name: str) -> JsonObject:
    spec: JsonObject = {"nodeLabels": {"pool": name.rpartition("-")[2]}}
    if random.random() < 0.6:
        effects = [effect for effect in EFFECTS if effect]
        spec["nodeTaints"] = [
            {"key": random.choice(KEYS[:6]), **_some(random, "value", ("present", "gpu")), "effect": random.choice(effects)}
            for _ in range(random.randint(1, 2))
        ]
    if random.random() < 0.3:
        spec["tolerations"] = _tolerations(random)
    return _named("kueue.x-k8s.io/v1beta2", "ResourceFlavor", name, spec=spec)


def _workload(random: Random, namespace: str, name: str) -> JsonObject:
    kind = random.choice(["RayCluster", "RayJob", "RayService", "RayCronJob", "Pod", "Job", "CronJob"])
    match kind:
        case "RayCluster":
            made = _named("ray.io/v1", kind, name, namespace, spec=_cluster(random))
        case "RayJob":
            made = _named("ray.io/v1", kind, name, namespace, spec=_job(random))
        case "RayService":
            made = _named("ray.io/v1", kind, name, namespace, spec={"rayClusterConfig": _cluster(random)})
        case "RayCronJob":
            made = _named("ray.io/v1", kind, name, namespace, spec={"jobTemplate": _job(random)})
        case "Pod":
            made = _named("v1", kind, name, namespace, **_template(random))
        case "Job":
            made = _named("batch/v1", kind, name, namespace, spec={"template": _template(random)})
        case _:
            made = _named("batch/v1", kind, name, namespace, spec={"jobTemplate": {"spec": {"template": _template(random)}}})
    if random.random() < 0.6:
        metadata = made["metadata"]
        assert isinstance(metadata, dict)
        metadata["labels"] = {"kueue.x-k8s.io/queue-name": random.choice(["default", "default", "other", ""])}
    return made


def _job(random: Random) -> JsonObject:
    rules: list[JsonValue] = [
        {"deletionRules": [{"policy": random.choice(["DeleteCluster", "DeleteWorkers", "DeleteNone", "DeleteSelf"]), "condition": {}}]},
        {"onSuccess": {"policy": "DeleteCluster"}, "onFailure": {"policy": "DeleteNone"}},
        {"onSuccess": {"policy": "DeleteNone"}, "onFailure": {"policy": "DeleteWorkers"}},
        {},
    ]
    return {
        **_some(random, "rayClusterSpec", [_cluster(random)] * 4),
        **_some(random, "shutdownAfterJobFinishes", (True, False)),
        **_some(random, "ttlSecondsAfterFinished", (0, 600)),
        **_some(random, "suspend", (True, False)),
        **_some(random, "submissionMode", ("InteractiveMode", "HTTPMode")),
        **_some(random, "clusterSelector", ({}, {"ray.io/cluster": "shared"})),
        **_some(random, "deletionStrategy", rules),
        **_some(random, "submitterPodTemplate", [_template(random)]),
    }


def _cluster(random: Random) -> JsonObject:
    head = _group(random)
    workers: list[JsonValue] = [{"groupName": f"g{index}", **_group(random)} for index in range(random.randint(0, 2))]
    return {"headGroupSpec": head, **_some(random, "workerGroupSpecs", [workers] * 4)}


def _group(random: Random) -> JsonObject:
    return {
        **_some(random, "rayStartParams", ({}, {}, {}, {"num-cpus": "0"})),
        **_some(random, "resources", ({"CPU": "1"}, {"GPU": "1"})),
        "template": _template(random),
    }


def _template(random: Random) -> JsonObject:
    spec: JsonObject = {
        "containers": [_container(random, f"c{index}") for index in range(random.randint(1, 2))],
        **_some(random, "initContainers", [[_container(random, "init")]]),
        **_some(random, "tolerations", [_tolerations(random)] * 2),
        **_some(random, "nodeSelector", ({"pool": "a100"}, {"pool": "spot"}, {"zone": "b"})),
    }
    return {"spec": spec}


def _container(random: Random, name: str) -> JsonObject:
    amounts = {"cpu": AMOUNTS, "memory": MEMORY, **{random.choice((*DEVICES, *OTHERS)): ("1", 1, "0", 2) for _ in range(1)}}
    resources: JsonObject = {}
    for which in ("limits", "requests"):
        chosen: JsonObject = {}
        for resource, values in amounts.items():
            chosen |= _some(random, resource, values)
        resources |= _some(random, which, [chosen] * 3)
    return {"name": name, **_some(random, "resources", [resources] * 6)}


def _tolerations(random: Random) -> list[JsonValue]:
    made: list[JsonValue] = []
    for _ in range(random.randint(1, 2)):
        key, effect = random.choice(KEYS), random.choice(EFFECTS)
        fields: JsonObject = {**_some(random, "value", ("gpu", "present")), **_some(random, "operator", ("Exists", "Equal"))}
        made.append({**({} if key is None else {"key": key}), **fields, **({} if effect is None else {"effect": effect})})
    return made


def _some(random: Random, field: str, values: Sequence[JsonValue]) -> JsonObject:
    """Leave a field out, or give it one of some values, each as likely."""
    index = random.randrange(len(values) + 1)
    return {field: values[index]} if index < len(values) else {}
