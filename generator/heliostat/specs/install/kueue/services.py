"""How Kueue's manager is reached: for admission, for metrics, and for the order of waiting workloads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.specs.install.kueue.naming import LABELS, MANAGER, METRICS_SERVICE, SELECTOR, VISIBILITY_SERVICE, WEBHOOK_SERVICE, component
from heliostat.specs.install.rbac import binding
from heliostat.specs.object_spec import metadata_of

_VISIBILITY_GROUP = "visibility.kueue.x-k8s.io"
_VISIBILITY_VERSIONS = ("v1beta1", "v1beta2")
_PRIORITY = "kueue-visibility"
_FLOW_CONTROL = "flowcontrol.apiserver.k8s.io/v1"


def webhook_service(namespace: str, port: int) -> JsonObject:
    """Make the Service that the API server finds the webhooks at.

    Args:
        namespace: namespace of Kueue.
        port: port that the manager serves them at.
    """
    return _service(WEBHOOK_SERVICE, namespace, component("webhook-service"), {"port": 443, "targetPort": port})


def metrics_service(namespace: str, port: int) -> JsonObject:
    """Make the Service that Prometheus finds the metrics at, under the number that the manager serves them at."""
    labels = {"app.kubernetes.io/managed-by": "kustomize", **component("metrics-service")}
    return _service(METRICS_SERVICE, namespace, labels, {"name": "https", "port": port, "targetPort": port})


def visibility_objects(namespace: str, port: int, annotations: Mapping[str, str], *, is_trusted: bool) -> Iterator[JsonObject]:
    """Make what the API server needs to hand questions on to the visibility server, and the server to know who asks.

    Args:
        namespace: namespace of Kueue.
        port: port that the manager serves at.
        annotations: annotations of the APIServices.
        is_trusted: whether the API server is given a CA that has signed the server's certificate; else it takes any.
    """
    yield _service(VISIBILITY_SERVICE, namespace, component("visibility-service"), {"name": "https", "port": 443, "targetPort": port})
    yield binding(
        f"{VISIBILITY_SERVICE}-auth-reader",
        "extension-apiserver-authentication-reader",
        (namespace, MANAGER),
        namespace="kube-system",
        labels=LABELS,
        role_kind="Role",
    )
    for version in _VISIBILITY_VERSIONS:
        spec: JsonObject = {
            "group": _VISIBILITY_GROUP,
            "groupPriorityMinimum": 100,
            "service": {"name": VISIBILITY_SERVICE, "namespace": namespace},
            "version": version,
            "versionPriority": 100,
        }
        yield {
            "apiVersion": "apiregistration.k8s.io/v1",
            "kind": "APIService",
            "metadata": metadata_of(f"{version}.{_VISIBILITY_GROUP}", None, labels=LABELS, annotations=annotations),
            "spec": spec if is_trusted else {**spec, "insecureSkipTLSVerify": True},
        }


def visibility_priority() -> Iterator[JsonObject]:
    """Make what keeps questions to the visibility server from crowding out other requests to the API server."""
    metadata = metadata_of(_PRIORITY, None, labels=LABELS)
    queuing: JsonObject = {"handSize": 4, "queueLengthLimit": 50, "queues": 16}
    limited: JsonObject = {
        "lendablePercent": 90,
        "limitResponse": {"queuing": queuing, "type": "Queue"},
        "nominalConcurrencyShares": 10,
    }
    spec: JsonObject = {"limited": limited, "type": "Limited"}
    yield {"apiVersion": _FLOW_CONTROL, "kind": "PriorityLevelConfiguration", "metadata": metadata, "spec": spec}
    everything: JsonObject = {"clusterScope": True, "namespaces": ["*"], "resources": ["*"], "verbs": ["*"]}
    everybody: list[JsonValue] = [{"group": {"name": f"system:{who}"}, "kind": "Group"} for who in ("unauthenticated", "authenticated")]
    flow: JsonObject = {
        "distinguisherMethod": {"type": "ByUser"},
        "matchingPrecedence": 9000,
        "priorityLevelConfiguration": {"name": _PRIORITY},
        "rules": [{"resourceRules": [{"apiGroups": [_VISIBILITY_GROUP], **everything}], "subjects": everybody}],
    }
    yield {"apiVersion": _FLOW_CONTROL, "kind": "FlowSchema", "metadata": metadata, "spec": flow}


def _service(name: str, namespace: str, labels: Mapping[str, str], port: JsonObject) -> JsonObject:
    return {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": metadata_of(name, namespace, labels=labels),
        "spec": {"ports": [{**port, "protocol": "TCP"}], "selector": dict(SELECTOR), "type": "ClusterIP"},
    }
