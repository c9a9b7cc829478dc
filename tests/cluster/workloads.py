"""What the queued workloads of each environment are to get, read by hand from environments/."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from tests.cluster.kubernetes_api import KubernetesApi, Object
from tests.cluster.process import wait_for


@dataclass(frozen=True)
class Pods:
    """Pods that are alike: how many, on the nodes of which flavor, with what.

    Args:
        flavor: the ResourceFlavor that Kueue assigns, which has the name of the pool of its nodes: the pods ask for that pool by its
            label, and run on its node, whose taints they tolerate.
    """

    count: int
    flavor: str
    cpu: str
    memory: str
    gpus: str | None = None


@dataclass(frozen=True)
class Queued:
    """A queued Ray object.

    Args:
        stem: its name without what is generated at the end.
        pods: by the name that Kueue has for them: `head`, `submitter`, or that of the worker group.
        ending: what is generated, as a regular expression; by default the hash of its content that a job's name ends with.
    """

    kind: str
    namespace: str
    stem: str
    pods: Mapping[str, Pods]
    ending: str = "(-[0-9a-f]{8})?"

    def find(self, api: KubernetesApi) -> Object:
        """Read it."""
        there = api.list("ray.io/v1", self.kind, self.namespace)
        found = [each for each in there if self.is_named(each["metadata"]["name"])]
        assert len(found) == 1, f"expected one {self.kind} {self.stem}, there are {[each['metadata']['name'] for each in there]}"
        return found[0]

    def is_named(self, name: str) -> bool:
        """Say whether a name is that of this object."""
        return re.fullmatch(self.stem + self.ending, name) is not None


_SUBMITTER = Pods(1, "cpu", "500m", "1Gi")


def _scorer(name: str, replicas: int) -> Queued:
    return Queued("RayService", "vision", name, {"head": Pods(1, "cpu", "2", "8Gi"), "cpu": Pods(replicas, "cpu", "4", "8Gi")})


def _train_on_l4(name: str) -> Queued:
    pods = {"head": Pods(1, "cpu", "2", "8Gi"), "l4": Pods(2, "l4-spot", "8", "32Gi", "1"), "submitter": _SUBMITTER}
    return Queued("RayJob", "vision", name, pods)


QUEUED: Mapping[str, tuple[Queued, ...]] = {
    "dev": (
        Queued(
            "RayJob",
            "vision",
            "train",
            {"head": Pods(1, "cpu", "1", "4Gi"), "cpu": Pods(2, "cpu", "2", "4Gi"), "submitter": _SUBMITTER},
        ),
        Queued("RayCluster", "language", "notebooks", {"head": Pods(1, "cpu", "2", "8Gi"), "cpu": Pods(0, "cpu", "2", "4Gi")}),
    ),
    "staging": (_scorer("scorer-today", 1), _scorer("scorer-next", 1), _train_on_l4("train-today"), _train_on_l4("train-next")),
    "prod": (
        Queued(
            "RayJob",
            "vision",
            "train",
            {"head": Pods(1, "cpu", "4", "16Gi"), "a100": Pods(4, "a100", "12", "160Gi", "1"), "submitter": _SUBMITTER},
        ),
        _scorer("scorer", 3),
        Queued(
            "RayCluster",
            "language",
            "notebooks",
            {
                "head": Pods(1, "cpu", "4", "16Gi"),
                "cpu": Pods(0, "cpu", "4", "16Gi"),
                "l4": Pods(0, "l4-spot", "8", "32Gi", "1"),
            },
        ),
    ),
}

SCHEDULED = Queued(
    "RayJob",
    "vision",
    "score-nightly",
    {"head": Pods(1, "cpu", "2", "8Gi"), "cpu": Pods(4, "cpu", "8", "32Gi"), "submitter": _SUBMITTER},
    ending="-[a-z0-9]{5}",
)
"""The job that the RayCronJob of prod makes, which has no queue of its own."""

SCALED: Mapping[str, Queued] = {
    environment: next(each for each in QUEUED[environment] if each.stem == stem)
    for environment, stem in {"dev": "notebooks", "staging": "scorer-next", "prod": "notebooks"}.items()
}
"""Whose RayCluster a controller scales: itself where it is one, as those are in Git, or the one that it has made."""

LEAVING: Mapping[str, str] = {"dev": "vision", "staging": "vision", "prod": "language"}
"""The team that is removed."""


def workload_of(api: KubernetesApi, owner: Object) -> Object | None:
    """Find the Workload that Kueue keeps for an object."""
    found = api.list("kueue.x-k8s.io/v1beta2", "Workload", owner["metadata"]["namespace"])
    return next((each for each in found if any(of["uid"] == owner["metadata"]["uid"] for of in each["metadata"]["ownerReferences"])), None)


def flavors_of(workload: Object) -> dict[str, set[str]]:
    """Give the flavors that Kueue assigned to the pods of a Workload."""
    assigned = workload["status"]["admission"]["podSetAssignments"]
    return {each["name"]: set(each.get("flavors", {}).values()) for each in assigned}


def cluster_of(api: KubernetesApi, owner: Object) -> Object | None:
    """Find the RayCluster of a Ray object, which may be itself."""
    status, metadata = owner.get("status", {}), owner["metadata"]
    name = status.get("rayClusterName") or status.get("activeServiceStatus", {}).get("rayClusterName") or metadata["name"]
    return api.get("ray.io/v1", "RayCluster", name, metadata["namespace"])


def pods_of(api: KubernetesApi, owner: Object) -> dict[str, list[Pods]]:
    """Give the pods that run for a Ray object, as they are and by Kueue's name for them."""
    namespace, found = owner["metadata"]["namespace"], dict[str, list[Pods]]()
    if cluster := cluster_of(api, owner):
        for pod in api.list("v1", "Pod", namespace, labels=f"ray.io/cluster={cluster['metadata']['name']}"):
            group = pod["metadata"]["labels"]["ray.io/group"]
            found.setdefault("head" if group == "headgroup" else group, []).append(_as_it_is(pod))
    if owner["kind"] == "RayJob":
        submitters = api.list("v1", "Pod", namespace, labels=f"batch.kubernetes.io/job-name={owner['metadata']['name']}")
        found["submitter"] = [_as_it_is(pod) for pod in submitters]
    return found


def wait_for_pods(api: KubernetesApi, queued: Queued) -> None:
    """Wait until a queued object has exactly the pods that it is to have, on nodes of their flavors."""
    expected = {name: [replace(pods, count=1)] * pods.count for name, pods in queued.pods.items() if pods.count}
    wait_for(
        f"pods of {queued.stem} are as expected: {expected}",
        lambda: pods_of(api, queued.find(api)) == expected,
        seconds=120,
        seen=lambda: pods_of(api, queued.find(api)),
    )


def _as_it_is(pod: Object) -> Pods:
    spec = pod["spec"]
    asked, got = spec.get("nodeSelector", {}), spec.get("nodeName")
    flavor = got if asked == {"pool": got} else f"node {got}, asked for {asked}"
    requests = spec["containers"][0]["resources"]["requests"]
    return Pods(1, flavor, requests["cpu"], requests["memory"], requests.get("nvidia.com/gpu"))
