"""Kueue's admission webhooks: one to default and one to check objects of each kind."""

from __future__ import annotations

from collections.abc import Mapping

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.specs.install.kueue.kinds import JOB_KINDS, QUEUE_KINDS, Kind
from heliostat.specs.install.kueue.naming import LABELS, MUTATING, VALIDATING, WEBHOOK_SERVICE
from heliostat.specs.object_spec import metadata_of

_DEFAULTED = ("clusterqueue", "resourceflavor", "workload")
_CHECKED = ("clusterqueue", "cohort", "resourceflavor", "workload")
"""Of Kueue's own kinds; jobs of every kind are both."""

_DEFAULTED_AT_UPDATE = ("deployment", "leaderworkerset", "statefulset")
"""Their pods, which Kueue queues, are made anew when they are changed; all others are defaulted at their creation alone."""

_SUBRESOURCES: Mapping[str, tuple[str, ...]] = {"workload": ("workloads/status",)}


def webhook_configurations(
    namespace: str, managed: JsonObject, *, reinvocation: str = "Never", annotations: Mapping[str, str]
) -> list[JsonObject]:
    """Make both configurations; the API server is never told whom to trust, Kueue or cert-manager tells it in the cluster.

    Args:
        namespace: namespace of Kueue.
        managed: selector of the namespaces whose jobs go through Kueue.
        reinvocation: whether Kueue defaults an object again when a later webhook has changed it.
        annotations: annotations of both.
    """
    defaulted = sorted([*JOB_KINDS, *_DEFAULTED])
    checked = ["pod", *sorted({*JOB_KINDS, *_CHECKED} - {"pod"})]
    mutating = [_webhook("mutate", kind, namespace, managed) for kind in defaulted]
    validating = [_webhook("validate", kind, namespace, managed) for kind in checked]
    if reinvocation != "Never":
        mutating = [{**webhook, "reinvocationPolicy": reinvocation} for webhook in mutating]
    return [
        _configuration("MutatingWebhookConfiguration", MUTATING, mutating, annotations),
        _configuration("ValidatingWebhookConfiguration", VALIDATING, validating, annotations),
    ]


def _configuration(kind: str, name: str, webhooks: list[JsonObject], annotations: Mapping[str, str]) -> JsonObject:
    return {
        "apiVersion": "admissionregistration.k8s.io/v1",
        "kind": kind,
        "metadata": metadata_of(name, None, labels=LABELS, annotations=annotations),
        "webhooks": [*webhooks],
    }


def _webhook(verb: str, name: str, namespace: str, managed: JsonObject) -> JsonObject:
    kind = JOB_KINDS.get(name) or QUEUE_KINDS[name]
    body: JsonObject = {
        "admissionReviewVersions": ["v1"],
        "clientConfig": {"service": {"name": WEBHOOK_SERVICE, "namespace": namespace, "path": _path(verb, kind)}},
        "failurePolicy": "Fail",
        "name": f"{verb[0]}{name}.kb.io",
    }
    if name in JOB_KINDS:
        body["namespaceSelector"] = managed
    resources: list[JsonValue] = [kind.plural, *(_SUBRESOURCES.get(name, ()) if verb == "validate" else ())]
    at_update = verb == "validate" or name in _DEFAULTED_AT_UPDATE
    operations: list[JsonValue] = ["CREATE", "UPDATE"] if at_update else ["CREATE"]
    body["rules"] = [{"apiGroups": [kind.group], "apiVersions": [kind.version], "operations": operations, "resources": resources}]
    body["sideEffects"] = "None"
    return body


def _path(verb: str, kind: Kind) -> str:
    """Name the path as controller-runtime v0.24 makes it of a kind (pkg/builder/webhook.go)."""
    return f"/{verb}-{kind.group.replace('.', '-')}-{kind.version}-{kind.name}"
