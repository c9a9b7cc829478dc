"""How long reading manifests takes: `python tests/bench/reading.py`.

The same RayClusters, of about 220 lines each, are read in one process by the fast reader behind its guard, by the exact one, and by
PyYAML's C loader; rounds go through them in turn, and the median of the rounds' CPU time counts.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from statistics import median

import yaml

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.yaml_ambiguities import ambiguities
from heliostat.manifests.yaml_pieces import pieces
from heliostat.manifests.yaml_positions import positions
from heliostat.manifests.yaml_reader import read_documents
from heliostat.manifests.yaml_tree import tree
from heliostat.manifests.yaml_values import value_of
from heliostat.manifests.yaml_writer import to_yaml


def main() -> None:
    """Measure, and print a line for each reader."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--objects", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    contents = [to_yaml(cluster(number)).encode() for number in range(given.objects)]
    readers: dict[str, Callable[[bytes], object]] = {
        "PyYAML CSafeLoader": lambda content: yaml.load(content, yaml.CSafeLoader),
        "fast": lambda content: read_documents(content)[0].body,
        "exact": exact,
    }
    if any(reader(contents[0]) != readers["PyYAML CSafeLoader"](contents[0]) for reader in readers.values()):
        sys.exit("the readers take the first object for different values")
    if not all(document.is_plain for content in contents for document in read_documents(content)):
        sys.exit("the guard finds some objects not simple")
    readers["one position"] = lambda content: positions(content)[0].at(("spec", "workerGroupSpecs", 2, "replicas"))
    readers["ambiguities"] = ambiguities
    report(contents, readers, given.rounds)


def exact(content: bytes) -> JsonValue:
    """Read a file of one document without the fast reader."""
    (piece,) = pieces(content)
    return value_of(tree(piece), piece)


def report(contents: list[bytes], readers: dict[str, Callable[[bytes], object]], rounds: int) -> None:
    """Time every reader in every round, and print the medians."""
    seconds: dict[str, list[float]] = {name: [] for name in readers}
    for _ in range(rounds):
        for name, read in readers.items():
            start = time.process_time()
            for content in contents:
                read(content)
            seconds[name].append(time.process_time() - start)
    stock = median(seconds["PyYAML CSafeLoader"])
    lines = contents[0].count(b"\n")
    print(f"{len(contents)} objects of {lines} lines, median of {rounds}")
    for name, taken in seconds.items():
        print(f"  {name:<20}{median(taken) / len(contents) * 1000:8.3f} ms an object{stock / median(taken):8.1f} x faster than PyYAML")


def cluster(number: int) -> JsonObject:
    """Make a RayCluster with a head and three groups of workers."""
    name = f"cluster-{number}"
    groups: list[JsonValue] = [
        {
            "groupName": f"group-{group}",
            "replicas": group + 1,
            "minReplicas": 0,
            "maxReplicas": 8,
            "rayStartParams": {"num-cpus": "8"},
            "template": _template(name, "ray-worker", group),
        }
        for group in range(3)
    ]
    return {
        "apiVersion": "ray.io/v1",
        "kind": "RayCluster",
        "metadata": {
            "name": name,
            "namespace": "team",
            "labels": {"app.kubernetes.io/name": name, "kueue.x-k8s.io/queue-name": "main"},
            "annotations": {"example.com/owner": "the team of teams", "example.com/ticket": f"OPS-{number}"},
        },
        "spec": {
            "rayVersion": "2.52.0",
            "headGroupSpec": {"rayStartParams": {"dashboard-host": "0.0.0.0"}, "template": _template(name, "ray-head", 0)},
            "workerGroupSpecs": groups,
        },
    }


def _template(name: str, container: str, number: int) -> JsonObject:
    amounts: JsonObject = {"cpu": "8", "memory": "32Gi", "nvidia.com/gpu": "1"}
    return {
        "metadata": {"labels": {"app.kubernetes.io/instance": name, "example.com/group": f"group-{number}"}},
        "spec": {
            "serviceAccountName": "ray",
            "tolerations": [{"key": "nvidia.com/gpu", "operator": "Exists", "effect": "NoSchedule"}],
            "nodeSelector": {"cloud.google.com/gke-accelerator": "nvidia-tesla-a100"},
            "containers": [
                {
                    "name": container,
                    "image": f"rayproject/ray:2.52.0-{number}",
                    "command": ["/bin/bash", "-c", 'set -e\nulimit -n 65536\nexec "$@"\n'],
                    "env": [{"name": f"VARIABLE_{index}", "value": f"value of {name} {index}"} for index in range(6)],
                    "ports": [{"containerPort": port, "name": f"port-{port}"} for port in (6379, 8265, 10001)],
                    "resources": {"limits": dict(amounts), "requests": dict(amounts)},
                    "volumeMounts": [{"name": "data", "mountPath": "/data"}],
                }
            ],
            "volumes": [{"name": "data", "emptyDir": {"sizeLimit": "10Gi"}}],
        },
    }


if __name__ == "__main__":
    main()
