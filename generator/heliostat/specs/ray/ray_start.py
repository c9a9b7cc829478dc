"""What Ray is told about a pod when it starts there: flags, resources and labels.

KubeRay reads CPUs, memory and GPUs off the Ray container. Where it would read them wrong, they are said: as flags, or, since KubeRay
takes only one of the two, among the group's `resources` when the author gives those.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.name_syntax import label_key_fault, label_value_fault
from heliostat.manifests.quantity import canonical_quantity
from heliostat.specs.amount import Amount, amount, amount_fault
from heliostat.specs.arguments import Problem
from heliostat.specs.ray.ray_pod import RayPod

_READ_AS_GPU = re.compile(r".*gpu")
"""The resource names in which both KubeRay and Ray's autoscaler see GPUs (Ray 2.52 autoscaling_config.py, _get_num_gpus); MIG slices
are seen by KubeRay alone."""

_FLAG_OF = {"CPU": "num-cpus", "GPU": "num-gpus"}
_RESOURCE_FLAGS = ("num-cpus", "num-gpus", "memory", "resources")


def ray_start(pod: RayPod, *, schedulable: bool = True) -> JsonObject:
    """Write `rayStartParams`, always, and the group's `resources` and `labels`, where there are any."""
    params = {key: _spelled(value) for key, value in pod.ray_start_params.items()}
    if pod.object_store_memory is not None:
        params["object-store-memory"] = str(int(amount(pod.object_store_memory)))
    resources = {name: canonical_quantity(value) for name, value in pod.ray_resources.items()}
    for name, value in _unread(pod, schedulable=schedulable).items():
        if resources:
            if not _given(resources, name):
                resources[name] = value
        else:
            params.setdefault(_FLAG_OF[name], value)
    body: JsonObject = {"rayStartParams": {**params}}
    if resources:
        body["resources"] = {**resources}
    if pod.ray_labels:
        body["labels"] = dict(pod.ray_labels)
    return body


def _unread(pod: RayPod, *, schedulable: bool) -> dict[str, str]:
    """What the container's resources do not say."""
    told = {} if schedulable else {"CPU": "0"}
    if pod.gpus and not _READ_AS_GPU.fullmatch(pod.gpu_resource):
        told["GPU"] = str(pod.gpus)
    return told


def _spelled(value: str | int | float | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def ray_start_problems(pod: RayPod, *, schedulable: bool = True) -> Iterator[Problem]:
    """Name what KubeRay refuses, ignores or takes otherwise than it is meant (KubeRay 1.7 controllers/ray/utils/validation.go)."""
    params = pod.ray_start_params
    for name in params:
        if message := _REFUSED.get(name):
            yield Problem(f'ray_start_params["{name}"]', message)
        elif name.startswith("-") or "_" in name:
            yield Problem(f'ray_start_params["{name}"]', f'must be the name of a flag without dashes in front, such as "{_flag(name)}"')
        elif name in _RESOURCE_FLAGS and pod.ray_resources:
            yield Problem(f'ray_start_params["{name}"]', "must be left out when ray_resources is given")
    if params.get("block") in (False, "false"):
        yield Problem('ray_start_params["block"]', "must be left out, since KubeRay always sets it to true")
    if "resources" in params and not _is_json_object(params["resources"]):
        yield Problem(
            'ray_start_params["resources"]', """must be a JSON object such as '{"licence": 2}', unescaped; or use ray_resources"""
        )
    if not schedulable:
        for place, given in (("ray_start_params", "num-cpus" in params), ("ray_resources", _given(pod.ray_resources, "CPU"))):
            if given:
                yield Problem(place, "must not say how many CPUs the head has when schedulable is False")
    for name, value in pod.ray_resources.items():
        fault = amount_fault(value)
        if fault is None and amount(value).denominator != 1:
            fault = f"must be a whole number, since KubeRay rounds it up, got {value!r}"
        if fault:
            yield Problem(f'ray_resources["{name}"]', fault)
    for key, text in pod.ray_labels.items():
        if fault := label_key_fault(key) or label_value_fault(text):
            yield Problem(f'ray_labels["{key}"]', fault)


_REFUSED = {
    "labels": "must be given as ray_labels, KubeRay refuses it here",
    "redis-username": "must be given as gcs_fault_tolerance, KubeRay refuses it here",
    "redis-password": "must be given as gcs_fault_tolerance, whose password comes from a Secret",
    "autoscaling-config": "must be left out, KubeRay ignores it",
}


def _given(resources: Mapping[str, Amount] | Mapping[str, str], name: str) -> bool:
    """Whether a resource is among them; Ray does not mind the case of its own."""
    return any(key.lower() == name.lower() for key in resources)


def _flag(name: str) -> str:
    return name.lstrip("-").replace("_", "-")


def _is_json_object(text: str | int | float | bool) -> bool:
    try:
        return isinstance(json.loads(str(text)), dict)
    except ValueError:
        return False
