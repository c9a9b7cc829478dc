"""HistoryServer: a Deployment that reads clusters and storage, and no more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import Targets
from heliostat.specs.history_server import HistoryServerSpec
from heliostat.specs.pod.environment import SecretKey
from tests.specs.answers import DNS_LABEL, bodies, told

LABELS = {"app.kubernetes.io/name": "historyserver", "app.kubernetes.io/instance": "history"}
RESOURCES = {"cpu": "500m", "memory": "4Gi"}
STORAGE = {"STORAGE_BACKEND": "s3", "S3_REGION": "eu", "AWS_SECRET_ACCESS_KEY": SecretKey("s3", "key")}
CONTAINER = {
    "name": "historyserver",
    "image": "registry.internal/historyserver:v0.1.0",
    "env": [
        {"name": "STORAGE_BACKEND", "value": "s3"},
        {"name": "S3_REGION", "value": "eu"},
        {"name": "AWS_SECRET_ACCESS_KEY", "valueFrom": {"secretKeyRef": {"name": "s3", "key": "key"}}},
    ],
    "ports": [{"name": "http", "containerPort": 8080, "protocol": "TCP"}],
    "resources": {"limits": RESOURCES, "requests": RESOURCES},
    "readinessProbe": {"httpGet": {"port": "http", "path": "/readz"}},
    "livenessProbe": {"httpGet": {"port": "http", "path": "/livez"}},
    "securityContext": {
        "allowPrivilegeEscalation": False,
        "capabilities": {"drop": ["ALL"]},
        "runAsNonRoot": True,
        "seccompProfile": {"type": "RuntimeDefault"},
    },
}
RBAC = "rbac.authorization.k8s.io"


@dataclass(frozen=True)
class ATeam:
    """Stands in for a Team."""

    name: str
    namespace: str | None
    object_kind: str = "Team"


def server(**arguments: Any) -> HistoryServerSpec:
    """A server with nothing but what must be given, unless more is."""
    given = {"image": "registry.internal/historyserver:v0.1.0", "env": STORAGE, "namespace": "ray-history", **arguments}
    return HistoryServerSpec(**given)


def metadata(name: str, namespace: str | None = "ray-history", **more: Any) -> dict[str, Any]:
    """Metadata of one of its objects."""
    return {"name": name, **({} if namespace is None else {"namespace": namespace}), "labels": LABELS, **more}


def granted(what: str, rule: JsonObject, namespace: str | None) -> list[dict[str, Any]]:
    """A role of its own, and what gives it that."""
    scope = "Cluster" if namespace is None else ""
    own = metadata(f"history-{what}", namespace)
    reference = {"apiGroup": RBAC, "kind": f"{scope}Role", "name": f"history-{what}"}
    account = {"kind": "ServiceAccount", "name": "history", "namespace": "ray-history"}
    return [
        {"apiVersion": f"{RBAC}/v1", "kind": f"{scope}Role", "metadata": own, "rules": [rule]},
        {"apiVersion": f"{RBAC}/v1", "kind": f"{scope}RoleBinding", "metadata": own, "roleRef": reference, "subjects": [account]},
    ]


def test_every_object() -> None:
    """A Deployment, its Service, a ServiceAccount that may read RayClusters, and a Namespace."""
    rights: JsonObject = {"runAsNonRoot": True, "seccompProfile": {"type": "RuntimeDefault"}}
    pod = {"containers": [CONTAINER], "securityContext": rights, "serviceAccountName": "history"}
    role, binding = granted("clusters", {"apiGroups": ["ray.io"], "resources": ["rayclusters"], "verbs": ["get", "list"]}, None)

    assert bodies(server(), "history") == {
        "": {
            "apiVersion": "apps/v1",
            "kind": "Deployment",
            "metadata": metadata("history"),
            "spec": {
                "replicas": 1,
                "selector": {"matchLabels": LABELS},
                "template": {"metadata": {"labels": LABELS}, "spec": pod},
            },
        },
        "service": {
            "apiVersion": "v1",
            "kind": "Service",
            "metadata": metadata("history"),
            "spec": {
                "ports": [{"name": "http", "port": 30080, "protocol": "TCP", "targetPort": "http"}],
                "selector": LABELS,
                "type": "ClusterIP",
            },
        },
        "service-account": {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": metadata("history")},
        "clusters-role": role,
        "clusters-binding": binding,
        "namespace": {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "ray-history"}},
    }


def test_tokens_are_read_where_they_are_asked_for() -> None:
    """In the namespaces of the teams that are named, and in no other."""
    teams = [ATeam("vision", "ml-vision"), ATeam("language", None)]
    made = bodies(server(use_auth_token_mode=True, teams=teams), "history")
    deployment: Any = made[""]
    rule: JsonObject = {"apiGroups": [""], "resources": ["secrets"], "verbs": ["get"]}

    assert deployment["spec"]["template"]["spec"]["containers"][0]["args"] == ["--use-auth-token-mode=true"]
    assert [made[f"tokens-ml-vision-{part}"] for part in ("role", "binding")] == granted("tokens", rule, "ml-vision")
    assert [made[f"tokens-language-{part}"] for part in ("role", "binding")] == granted("tokens", rule, "language")


def test_what_an_author_says() -> None:
    """Flags as the server reads them, the cloud's annotations, labels, nodes, another port; overrides go last."""
    made: Any = bodies(
        server(
            create_namespace=False,
            labels={"tier": "platform"},
            annotations={"a": "b"},
            pod_labels={"team": "platform"},
            pod_annotations={"c": "d"},
            overrides={"spec": {"minReadySeconds": 5}},
            replicas=2,
            cpu=2,
            memory="12Gi",
            session_cache_max_memory="8192Mi",
            session_cache_size=10,
            session_cache_ttl="0s",
            session_process_timeout="5m",
            kube_api_qps=2.5,
            kube_api_burst=5,
            service_account_annotations={"eks.amazonaws.com/role-arn": "arn:aws:iam::1:role/history"},
            service_port=80,
            node_selector={"pool": "cpu"},
        ),
        "history",
    )
    spec = made[""]["spec"]
    pod = spec["template"]["spec"]

    assert "namespace" not in made
    assert made[""]["metadata"] == metadata("history", labels={**LABELS, "tier": "platform"}, annotations={"a": "b"})
    assert (spec["replicas"], spec["minReadySeconds"]) == (2, 5)
    assert spec["template"]["metadata"] == {"labels": {**LABELS, "team": "platform"}, "annotations": {"c": "d"}}
    assert pod["nodeSelector"] == {"pool": "cpu"}
    assert pod["containers"][0]["resources"]["limits"] == {"cpu": "2", "memory": "12Gi"}
    assert pod["containers"][0]["args"] == [
        "--session-cache-max-memory=8Gi",
        "--session-cache-size=10",
        "--session-cache-ttl=0s",
        "--session-process-timeout=5m",
        "--kube-api-qps=2.5",
        "--kube-api-burst=5",
    ]
    assert made["service"]["spec"]["ports"][0]["port"] == 80
    assert made["service-account"]["metadata"] == metadata(
        "history", annotations={"eks.amazonaws.com/role-arn": "arn:aws:iam::1:role/history"}
    )


def test_another_service_account() -> None:
    """Somebody else makes it, and it is given the rights."""
    made: Any = bodies(server(service_account="somebody"), "history")

    assert "service-account" not in made
    assert made[""]["spec"]["template"]["spec"]["serviceAccountName"] == "somebody"
    assert made["clusters-binding"]["subjects"] == [{"kind": "ServiceAccount", "name": "somebody", "namespace": "ray-history"}]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"namespace": None}, "namespace: must be given, here or to the app, since its objects refer to each other by it"),
        ({"image": ""}, "image: must be a reference such as registry.example/train:v1, got ''"),
        ({"env": {}}, 'env["STORAGE_BACKEND"]: must be the name of the storage as text: GCS, S3, AZUREBLOB, ALIYUNOSS'),
        ({"env": {"STORAGE_BACKEND": "gcs"}}, 'env["GCS_BUCKET"]: must be given for the storage gcs'),
        (
            {"env": {**STORAGE, "AWS_SECRET_ACCESS_KEY": "hunter2"}},
            'env["AWS_SECRET_ACCESS_KEY"]: must come from a Secret, as SecretKey(…), got text',
        ),
        ({"memory": "1"}, "memory: must be a quantity with its unit, such as 16Gi; '1' is 1 bytes"),
        ({"session_cache_max_memory": "4Gi"}, "session_cache_max_memory: must be less than memory, which is '4Gi', got '4Gi'"),
        (
            {"session_cache_max_memory": "4"},
            "session_cache_max_memory: must be a quantity with its unit, such as 16Gi; '4' is 4 bytes",
        ),
        ({"session_cache_size": 0}, "session_cache_size: must be more than 0, got 0"),
        ({"kube_api_qps": 0}, "kube_api_qps: must be more than 0, got 0"),
        ({"kube_api_burst": -1}, "kube_api_burst: must be more than 0, got -1"),
        ({"session_cache_ttl": "-1s"}, "session_cache_ttl: must be a duration of at least 0s, such as 30m, got '-1s'"),
        ({"session_process_timeout": "2"}, "session_process_timeout: must be a duration of at least 1s, such as 30m, got '2'"),
        ({"replicas": -1}, "replicas: must not be negative, got -1"),
        ({"service_port": 0}, "service_port: must be a number from 1 to 65535, got 0"),
        ({"use_auth_token_mode": True}, "teams: must be given with use_auth_token_mode=True, and only then"),
        ({"teams": [ATeam("vision", None)]}, "teams: must be given with use_auth_token_mode=True, and only then"),
        ({"restart_policy": "Never"}, 'restart_policy: must be "Always" for pods that are kept running, got "Never"'),
        ({"name": "a.b"}, f"name: {DNS_LABEL}'a.b'"),
    ],
)
def test_refused(arguments: dict[str, Any], expected: str) -> None:
    """What the server exits at, what would stand in Git, and what Kubernetes refuses."""
    assert told(server(**arguments)) == [expected]


def test_what_keys_may_annotations_have() -> None:
    """As every object's."""
    [problem] = told(server(service_account_annotations={"a b": "c"}))

    assert problem.startswith('service_account_annotations["a b"]: must be a key such as "pool"')


@pytest.mark.parametrize("kuberay", ["1.5.1", "1.6.2"])
def test_an_older_kuberay_has_none(kuberay: str) -> None:
    """Its collectors came with KubeRay 1.7."""
    assert told(server(), Targets(kuberay=kuberay)) == [f": needs KubeRay 1.7, the target is {kuberay}"]
