"""What Kueue's manager may do, and who may read its metrics."""

from __future__ import annotations

from collections.abc import Iterator

from heliostat.manifests.json_value import JsonObject
from heliostat.specs.install.kueue.naming import LABELS, MANAGER, MUTATING, VALIDATING
from heliostat.specs.install.rbac import binding, role, rule

_READ = "get list watch"
_WRITE = "create delete get list patch update watch"
_QUEUE = "delete get list patch update watch"
"""What a job is read, suspended, started and removed by."""
_FINALIZE, _STATUS = "get update", "get patch update"

_CRDS = "clusterqueues cohorts localqueues multikueueclusters workloads"
_KUBEFLOW = ("jaxjobs", "mpijobs", "paddlejobs", "pytorchjobs", "tfjobs", "xgboostjobs")


def _each(kinds: str, part: str) -> str:
    return " ".join(f"{kind}/{part}" for kind in kinds.split())


_RAY, _KUBEFLOW_KINDS = "rayclusters rayjobs rayservices", " ".join(_KUBEFLOW)
_FINALIZED = "admissionchecks clusterqueues resourceflavors topologies workloads"
_REPORTED = "admissionchecks clusterqueues cohorts localqueues multikueueclusters workloads"

_RULES: tuple[tuple[str, str, str] | tuple[str, str, str, str], ...] = (
    ("core", "limitranges namespaces nodes", _READ),
    ("core", "pods", _QUEUE),
    ("core", "pods/finalizers", _FINALIZE),
    ("core", "pods/status", "get patch"),
    ("core", "podtemplates", "create delete get list update watch"),
    ("admissionregistration.k8s.io", "mutatingwebhookconfigurations", "get update", MUTATING),
    ("admissionregistration.k8s.io", "mutatingwebhookconfigurations validatingwebhookconfigurations", "list watch"),
    ("admissionregistration.k8s.io", "validatingwebhookconfigurations", "get update", VALIDATING),
    ("apiextensions.k8s.io", "customresourcedefinitions", "list watch"),
    ("apiextensions.k8s.io", "customresourcedefinitions", "get", "clusterprofiles.multicluster.x-k8s.io"),
    ("apiextensions.k8s.io", "customresourcedefinitions", "get update", " ".join(f"{kind}.kueue.x-k8s.io" for kind in _CRDS.split())),
    ("apps", "deployments replicasets statefulsets", _READ),
    ("autoscaling.x-k8s.io", "provisioningrequests", _WRITE),
    ("autoscaling.x-k8s.io", "provisioningrequests/status", "get"),
    ("batch", "jobs", _QUEUE),
    ("batch", "jobs/finalizers jobs/status", _STATUS),
    ("events.k8s.io", "events", "create patch update watch"),
    ("flowcontrol.apiserver.k8s.io", "flowschemas prioritylevelconfigurations", "list watch"),
    ("flowcontrol.apiserver.k8s.io", "flowschemas/status", "patch"),
    ("jobset.x-k8s.io", "jobsets", _QUEUE),
    ("jobset.x-k8s.io", "jobsets/finalizers", _FINALIZE),
    ("jobset.x-k8s.io", "jobsets/status", _STATUS),
    ("kubeflow.org", _KUBEFLOW[0], "get list patch update watch"),
    ("kubeflow.org", _each(_KUBEFLOW_KINDS, "finalizers"), _FINALIZE),
    ("kubeflow.org", _each(_KUBEFLOW_KINDS, "status"), _STATUS),
    ("kubeflow.org", " ".join(_KUBEFLOW[1:]), _QUEUE),
    ("kueue.x-k8s.io", "admissionchecks clusterqueues resourceflavors topologies", "get list update watch"),
    ("kueue.x-k8s.io", _each(_FINALIZED, "finalizers"), "update"),
    ("kueue.x-k8s.io", _each(_REPORTED, "status"), _STATUS),
    (
        "kueue.x-k8s.io",
        "cohorts localqueues multikueueclusters multikueueconfigs provisioningrequestconfigs workloadpriorityclasses",
        _READ,
    ),
    ("kueue.x-k8s.io", "workloads", _WRITE),
    ("leaderworkerset.x-k8s.io", "leaderworkersets", _READ),
    ("leaderworkerset.x-k8s.io", "leaderworkersets/status", _STATUS),
    ("node.k8s.io", "runtimeclasses", _READ),
    ("ray.io", _RAY, _QUEUE),
    ("ray.io", _each(_RAY, "finalizers"), _FINALIZE),
    ("ray.io", _each(_RAY, "status"), _STATUS),
    ("resource.k8s.io", "deviceclasses resourceclaims resourceclaimtemplates resourceslices", _READ),
    ("scheduling.k8s.io", "priorityclasses", _READ),
    ("sparkoperator.k8s.io", "sparkapplications", _QUEUE),
    ("trainer.kubeflow.org", "clustertrainingruntimes trainingruntimes", _READ),
    ("trainer.kubeflow.org", "trainjobs", "get list patch update watch"),
    ("trainer.kubeflow.org", "trainjobs/finalizers", _FINALIZE),
    ("trainer.kubeflow.org", "trainjobs/status", _STATUS),
    ("workload.codeflare.dev", "appwrappers", _QUEUE),
    ("workload.codeflare.dev", "appwrappers/finalizers", _FINALIZE),
    ("workload.codeflare.dev", "appwrappers/status", _STATUS),
)
"""Groups, resources, verbs, and the only objects that are meant where it is not all of them."""

_IN_ITS_NAMESPACE = {
    "leader-election": (
        ("core", "configmaps", "get list watch create update patch delete"),
        ("coordination.k8s.io", "leases", "get list watch create update patch delete"),
        ("core", "events", "create patch"),
    ),
    "manager-clusterprofiles": (("multicluster.x-k8s.io", "clusterprofiles", _READ),),
    "manager-secrets": (("core", "secrets", "get list update watch"),),
}
"""Roles by name, each bound to the manager."""

_METRICS_AUTH = (
    ("authentication.k8s.io", "tokenreviews", "create"),
    ("authorization.k8s.io", "subjectaccessreviews", "create"),
)
"""What it asks the API server of those who read its metrics."""


def manager_roles(namespace: str) -> Iterator[JsonObject]:
    """Make what the manager may do in the cluster and in its namespace, with the bindings.

    Args:
        namespace: namespace of Kueue.
    """
    account = (namespace, MANAGER)
    for name, table in (("manager", _RULES), ("metrics-auth", _METRICS_AUTH)):
        yield role(f"kueue-{name}-role", [_rule(*entry) for entry in table], namespace=None, labels=LABELS)
        yield binding(f"kueue-{name}-rolebinding", f"kueue-{name}-role", account, namespace=None, labels=LABELS)
    for name, rules in _IN_ITS_NAMESPACE.items():
        yield role(f"kueue-{name}-role", [_rule(*entry) for entry in rules], namespace=namespace, labels=LABELS)
        yield binding(f"kueue-{name}-rolebinding", f"kueue-{name}-role", account, namespace=namespace, labels=LABELS)
    yield role("kueue-metrics-reader", [{"nonResourceURLs": ["/metrics"], "verbs": ["get"]}], namespace=None, labels=LABELS)


def _rule(groups: str, resources: str, verbs: str, names: str = "") -> JsonObject:
    return {**rule(groups, resources, verbs), **({"resourceNames": [*names.split()]} if names else {})}
