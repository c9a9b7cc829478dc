"""The submitter pod runs where the head may, with its image and its rights, unless told otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.specs.pod.security_context import PodSecurityContext, SecurityContext
from heliostat.specs.pod.volume import EmptyDir
from heliostat.specs.ray.head import Head
from heliostat.specs.ray.submitter import Submitter, submitter_template
from heliostat.specs.ray.topology_request import TopologyRequest
from tests.specs.answers import told


@dataclass(frozen=True)
class Flavor:
    """Stands in for a ResourceFlavor."""

    name: str
    node_labels: Mapping[str, str]
    tolerations: Sequence[JsonObject] = field(default_factory=list)
    object_kind = "ResourceFlavor"


CPU = Flavor("cpu", {"pool": "cpu"}, [{"key": "pool", "operator": "Exists"}])
SMALL = Flavor("small", {"pool": "small"})
RESTRICTED_POD: JsonObject = {"runAsNonRoot": True, "seccompProfile": {"type": "RuntimeDefault"}}
RESTRICTED: JsonObject = {**RESTRICTED_POD, "allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}}


def _container(**more: JsonValue) -> JsonObject:
    resources: JsonObject = {"limits": {"cpu": "500m", "memory": "1Gi"}, "requests": {"cpu": "500m", "memory": "1Gi"}}
    return {"name": "ray-job-submitter", "image": "ray:2.52.0", "resources": resources, **more}


def test_it_takes_after_the_head() -> None:
    """Placement, pull secrets, rights and priority are the head's."""
    head = Head(
        cpu=2,
        memory="8Gi",
        flavor=CPU,
        node_selector={"zone": "a"},
        tolerations=["spot=true:NoSchedule"],
        image_pull_secrets=["registry"],
        image_pull_policy="Always",
        security_context=SecurityContext.restricted(),
        pod_security_context=PodSecurityContext.restricted(),
        priority_class_name="high",
        service_account="trainer",
        env={"A": "1"},
    )

    assert submitter_template(Submitter(), head, "ray:2.52.0") == {
        "spec": {
            "containers": [_container(imagePullPolicy="Always", securityContext=RESTRICTED)],
            "imagePullSecrets": [{"name": "registry"}],
            "nodeSelector": {"pool": "cpu", "zone": "a"},
            "priorityClassName": "high",
            "restartPolicy": "Never",
            "securityContext": RESTRICTED_POD,
            "tolerations": [
                {"key": "pool", "operator": "Exists"},
                {"key": "spot", "operator": "Equal", "value": "true", "effect": "NoSchedule"},
            ],
        }
    }


def test_its_own_arguments_win() -> None:
    """A placement of its own replaces the head's as a whole; the rest is taken one by one."""
    head = Head(cpu=2, memory="8Gi", gpus=1, flavor=CPU, tolerations=["spot=true:NoSchedule"], priority_class_name="high")
    submitter = Submitter(
        cpu=1,
        memory="2Gi",
        image="mirror/ray:2.52.0",
        flavor=SMALL,
        topology=TopologyRequest("rack"),
        requests={"cpu": "250m"},
        command=["python", "submit.py"],
        args=["--wait"],
        env={"A": "1"},
        volumes={"/cache": EmptyDir()},
        pod_labels={"app": "submitter"},
        pod_annotations={"note": "x"},
        restart_policy="OnFailure",
        priority_class_name="low",
    )

    assert submitter_template(submitter, head, "ray:2.52.0") == {
        "metadata": {"labels": {"app": "submitter"}, "annotations": {"kueue.x-k8s.io/podset-required-topology": "rack", "note": "x"}},
        "spec": {
            "containers": [
                {
                    "name": "ray-job-submitter",
                    "image": "mirror/ray:2.52.0",
                    "command": ["python", "submit.py"],
                    "args": ["--wait"],
                    "env": [{"name": "A", "value": "1"}],
                    "resources": {"limits": {"cpu": "1", "memory": "2Gi"}, "requests": {"cpu": "250m", "memory": "2Gi"}},
                    "volumeMounts": [{"name": "cache", "mountPath": "/cache"}],
                }
            ],
            "nodeSelector": {"pool": "small"},
            "priorityClassName": "low",
            "restartPolicy": "OnFailure",
            "volumes": [{"name": "cache", "emptyDir": {}}],
        },
    }


def test_a_head_on_gpus_does_not_pull_it_there() -> None:
    """The toleration that the head has for its GPUs is the head's alone."""
    head = Head(cpu=2, memory="8Gi", gpus=1)

    assert submitter_template(Submitter(), head, "ray:2.52.0") == {"spec": {"containers": [_container()], "restartPolicy": "Never"}}


@pytest.mark.parametrize(
    ("submitter", "expected"),
    [
        (Submitter(restart_policy="Always"), 'restart_policy: must be "Never" or "OnFailure", since the pod belongs to a Job'),
        (Submitter(args=["x"]), "args: need a command, since KubeRay writes the arguments of its own"),
        (Submitter(backoff_limit=-1), "backoff_limit: must not be negative, got -1"),
        (Submitter(cpu="x"), "cpu: must be a quantity: "),
        (Submitter(requests={"cpu": 2}), "requests[\"cpu\"]: must be at most the limit, which is '500m', got 2"),
        (
            Submitter(flavor=CPU, node_selector={"pool": "gpu"}),
            'node_selector["pool"]: must be "cpu" as in the flavor, or left out, got "gpu"',
        ),
        (Submitter(tolerations=["a=b:Never"]), "tolerations[0]: "),
        (Submitter(volumes={"cache": EmptyDir()}), 'volumes["cache"]: '),
    ],
)
def test_what_no_job_could_run_is_refused(submitter: Submitter, expected: str) -> None:
    """It is a pod of a Kubernetes Job, with all that Kubernetes asks of one."""
    [found] = told(submitter)

    assert found.startswith(expected)
