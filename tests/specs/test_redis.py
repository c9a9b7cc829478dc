"""Redis: a pod that keeps every write, and lets in nobody but the Ray heads of its teams."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.specs.pod.environment import SecretKey
from heliostat.specs.redis import RedisSpec
from tests.specs.answers import bodies, told

LABELS: JsonObject = {"app.kubernetes.io/name": "redis", "app.kubernetes.io/instance": "state"}
PORTS: list[JsonValue] = [{"name": "redis", "port": 6379, "protocol": "TCP", "targetPort": "redis"}]
RESOURCES: JsonObject = {"cpu": "1", "memory": "2Gi"}
USER: JsonObject = {"fsGroup": 999, "runAsGroup": 999, "runAsNonRoot": True, "runAsUser": 999, "seccompProfile": {"type": "RuntimeDefault"}}


@dataclass(frozen=True)
class ATeam:
    """Stands in for a Team."""

    name: str
    namespace: str | None
    object_kind: str = "Team"


VISION, LANGUAGE = ATeam("vision", "ml-vision"), ATeam("language", None)

CONTAINER: JsonObject = {
    "name": "redis",
    "image": "redis:7.4",
    "command": ["redis-server"],
    "args": [
        *("--dir", "/data", "--appendonly", "yes", "--save", "", "--maxmemory", "1610612736", "--maxmemory-policy", "noeviction"),
        *("--requirepass", "$(REDISCLI_AUTH)"),
    ],
    "env": [{"name": "REDISCLI_AUTH", "valueFrom": {"secretKeyRef": {"name": "redis", "key": "password"}}}],
    "ports": [{"name": "redis", "containerPort": 6379, "protocol": "TCP"}],
    "resources": {"limits": RESOURCES, "requests": RESOURCES},
    "readinessProbe": {"exec": {"command": ["redis-cli", "-e", "ping"]}, "periodSeconds": 5, "timeoutSeconds": 5},
    "livenessProbe": {
        "tcpSocket": {"port": "redis"},
        "initialDelaySeconds": 10,
        "periodSeconds": 10,
        "timeoutSeconds": 5,
        "failureThreshold": 6,
    },
    "securityContext": {
        "allowPrivilegeEscalation": False,
        "capabilities": {"drop": ["ALL"]},
        "readOnlyRootFilesystem": True,
        "runAsNonRoot": True,
        "seccompProfile": {"type": "RuntimeDefault"},
    },
    "volumeMounts": [{"name": "data", "mountPath": "/data"}],
}
POD: JsonObject = {"automountServiceAccountToken": False, "containers": [CONTAINER], "securityContext": USER}


def redis(**arguments: Any) -> RedisSpec:
    """A Redis with nothing but what must be given, unless more is."""
    return RedisSpec(**{"password": SecretKey("redis", "password"), "teams": [VISION], "namespace": "redis", **arguments})


def metadata(name: str) -> JsonObject:
    """Metadata of one of its objects."""
    return {"name": name, "namespace": "redis", "labels": LABELS}


def service(name: str, **more: str) -> JsonObject:
    """A Service in front of it."""
    spec: JsonObject = {"ports": PORTS, "selector": LABELS, "type": "ClusterIP", **more}
    return {"apiVersion": "v1", "kind": "Service", "metadata": metadata(name), "spec": spec}


def pod_of(spec: RedisSpec) -> dict[str, Any]:
    """The pod of the StatefulSet."""
    stateful_set: Any = bodies(spec, "state")[""]
    pod: dict[str, Any] = stateful_set["spec"]["template"]["spec"]
    return pod


def args_of(spec: RedisSpec) -> list[str]:
    """What redis-server is started with."""
    args: list[str] = pod_of(spec)["containers"][0]["args"]
    return args


def test_every_object() -> None:
    """A StatefulSet of one pod with a volume, a Service for its clients and one for its pod's name, a network policy, a namespace."""
    claim = {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": "data"},
        "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "8Gi"}}},
    }
    heads = {"key": "ray.io/node-type", "operator": "In", "values": ["head", "redis-cleanup"]}
    namespaces = {"key": "kubernetes.io/metadata.name", "operator": "In", "values": ["ml-vision", "language"]}
    callers = {"podSelector": {"matchExpressions": [heads]}, "namespaceSelector": {"matchExpressions": [namespaces]}}

    assert bodies(redis(teams=[VISION, LANGUAGE, VISION]), "state") == {
        "": {
            "apiVersion": "apps/v1",
            "kind": "StatefulSet",
            "metadata": metadata("state"),
            "spec": {
                "replicas": 1,
                "selector": {"matchLabels": LABELS},
                "serviceName": "state-headless",
                "template": {"metadata": {"labels": LABELS}, "spec": POD},
                "volumeClaimTemplates": [claim],
            },
        },
        "service": service("state"),
        "headless-service": service("state-headless", clusterIP="None"),
        "network-policy": {
            "apiVersion": "networking.k8s.io/v1",
            "kind": "NetworkPolicy",
            "metadata": metadata("state"),
            "spec": {
                "podSelector": {"matchLabels": LABELS},
                "policyTypes": ["Ingress", "Egress"],
                "ingress": [{"from": [callers], "ports": [{"port": 6379, "protocol": "TCP"}]}],
            },
        },
        "namespace": {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "redis"}},
    }


def test_the_heads_of_closed_teams_are_let_out_to_it() -> None:
    """Only where nothing leaves a namespace otherwise, and nothing else; in its own namespace pods reach each other anyway."""

    @dataclass(frozen=True)
    class Closed(ATeam):
        is_closed: bool = True

    teams = [Closed("vision", "ml-vision"), Closed("open", "open", is_closed=False), Closed("redis", None), LANGUAGE]
    own = {"podSelector": {"matchLabels": LABELS}, "namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "redis"}}}
    heads = {"key": "ray.io/node-type", "operator": "In", "values": ["head", "redis-cleanup"]}
    made = bodies(redis(teams=teams), "state")

    assert [part for part in made if part.startswith("network-policy-in")] == ["network-policy-in-ml-vision"]
    assert made["network-policy-in-ml-vision"] == {
        "apiVersion": "networking.k8s.io/v1",
        "kind": "NetworkPolicy",
        "metadata": {"name": "allow-state.redis", "namespace": "ml-vision", "labels": LABELS},
        "spec": {
            "podSelector": {"matchExpressions": [heads]},
            "policyTypes": ["Egress"],
            "egress": [{"to": [own], "ports": [{"port": 6379, "protocol": "TCP"}]}],
        },
    }


def test_what_an_author_says() -> None:
    """Volume, image, resources, nodes and labels; overrides go last, and the namespace may be somebody else's."""

    @dataclass(frozen=True)
    class Flavor:
        name: str = "cpu"
        node_labels: Any = None
        tolerations: Any = ()
        object_kind: str = "ResourceFlavor"

    toleration = {"key": "pool", "operator": "Exists"}
    made: Any = bodies(
        redis(
            create_namespace=False,
            labels={"tier": "platform"},
            annotations={"owner": "platform"},
            overrides={"spec": {"persistentVolumeClaimRetentionPolicy": {"whenDeleted": "Delete"}}},
            storage="100Gi",
            storage_class_name="fast",
            image="registry.internal/valkey:8",
            cpu="500m",
            memory="1Gi",
            pod_labels={"team": "platform"},
            pod_annotations={"a": "b"},
            node_selector={"zone": "a"},
            flavor=Flavor(node_labels={"pool": "cpu"}, tolerations=[toleration]),
            priority_class_name="system-cluster-critical",
        ),
        "state",
    )
    stateful_set = made[""]
    template = stateful_set["spec"]["template"]
    [claim] = stateful_set["spec"]["volumeClaimTemplates"]
    [container] = template["spec"]["containers"]

    assert list(made) == ["", "service", "headless-service", "network-policy"]
    assert stateful_set["metadata"] == {
        "name": "state",
        "namespace": "redis",
        "labels": {**LABELS, "tier": "platform"},
        "annotations": {"owner": "platform"},
    }
    assert stateful_set["spec"]["persistentVolumeClaimRetentionPolicy"] == {"whenDeleted": "Delete"}
    assert claim["spec"] == {
        "accessModes": ["ReadWriteOnce"],
        "resources": {"requests": {"storage": "100Gi"}},
        "storageClassName": "fast",
    }
    assert template["metadata"] == {"labels": {**LABELS, "team": "platform"}, "annotations": {"a": "b"}}
    assert (container["image"], container["resources"]["limits"]) == ("registry.internal/valkey:8", {"cpu": "500m", "memory": "1Gi"})
    assert template["spec"]["nodeSelector"] == {"pool": "cpu", "zone": "a"}
    assert template["spec"]["tolerations"] == [toleration]
    assert template["spec"]["priorityClassName"] == "system-cluster-critical"


def test_directives() -> None:
    """They stand before the password, each word for itself, and one without words is written as none."""
    given = {"appendfsync": "always", "client-output-buffer-limit": "normal 0 0 0", "notify-keyspace-events": ""}

    assert args_of(redis(configuration=given))[10:] == [
        *("--appendfsync", "always"),
        *("--client-output-buffer-limit", "normal", "0", "0", "0"),
        *("--notify-keyspace-events", ""),
        *("--requirepass", "$(REDISCLI_AUTH)"),
    ]


@given(memory=st.integers(min_value=4, max_value=10**6))
def test_keys_leave_memory_for_rewriting_the_file(memory: int) -> None:
    """Whatever the memory, a quarter of it stays free, in whole bytes."""
    args = args_of(redis(memory=f"{memory}Mi"))

    assert int(args[args.index("--maxmemory") + 1]) * 4 == memory * 2**20 * 3


def test_maxmemory() -> None:
    """It can be said otherwise."""
    args = args_of(redis(maxmemory="1Gi"))

    assert args[args.index("--maxmemory") + 1] == str(2**30)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"teams": []}, "teams: must name at least one, since nobody else is let in"),
        ({"teams": ["vision"]}, "teams[0]: must be a Team, got 'vision'"),
        ({"password": "hunter2"}, "password: must be a SecretKey, got 'hunter2'"),
        ({"namespace": None}, "namespace: must be given, here or to the app, since its objects refer to each other by it"),
        ({"image": ""}, "image: must be a reference such as registry.example/train:v1, got ''"),
        ({"memory": "2"}, "memory: must be a quantity with its unit, such as 16Gi; '2' is 2 bytes"),
        ({"storage": "8"}, "storage: must be a quantity with its unit, such as 16Gi; '8' is 8 bytes"),
        ({"maxmemory": "2Gi"}, "maxmemory: must be less than memory, which is '2Gi', got '2Gi'"),
        ({"maxmemory": "x"}, 'maxmemory: must be a quantity: \'x\' is not a quantity such as "4", "500m" or "16Gi"'),
        (
            {"configuration": {"appendonly": "no"}},
            'configuration["appendonly"]: must be left out: every write must be on the volume, since heads rely on it',
        ),
        (
            {"configuration": {"requirepass": "hunter2"}},
            'configuration["requirepass"]: must be left out: it comes from the Secret that password names',
        ),
        (
            {"configuration": {"Max Clients": "3"}},
            'configuration["Max Clients"]: must be a directive of redis.conf, in lower case',
        ),
        ({"restart_policy": "Never"}, 'restart_policy: must be "Always" for pods that are kept running, got "Never"'),
        (
            {"pod_labels": {"app.kubernetes.io/name": "x"}},
            'pod_labels["app.kubernetes.io/name"]: must be left out, since the pods are found by it',
        ),
        (
            {"name": "r" * 53},
            f'name: must be at most 52 lower-case letters, digits and "-", with a letter first and no "-" last, got {"r" * 53!r}',
        ),
        ({"name": "1"}, 'name: must be at most 52 lower-case letters, digits and "-", with a letter first and no "-" last, got \'1\''),
    ],
)
def test_refused(arguments: dict[str, Any], expected: str) -> None:
    """What would leave it open, unreachable or forgetful, and what Kubernetes refuses."""
    assert told(redis(**arguments)) == [expected]
