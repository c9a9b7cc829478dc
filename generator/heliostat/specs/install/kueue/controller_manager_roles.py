"""What Kueue's manager may do, and who may read its metrics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import at_least
from heliostat.specs.install.kueue.naming import LABELS, MANAGER, MUTATING, VALIDATING
from heliostat.specs.install.rbac import binding, role, rule

_READ = "get list watch"
_WRITE = "create delete get list patch update watch"
_QUEUE = "delete get list patch update watch"
"""What a job is read, suspended, started and removed by."""
_FINALIZE, _STATUS = "get update", "get patch update"

_SEE_AND_UPDATE = "get list update watch"
_CONVERTED = " ".join(f"{kind}.kueue.x-k8s.io" for kind in ("clusterqueues", "cohorts", "localqueues", "multikueueclusters", "workloads"))
"""CRDs that Kueue brings its CA to."""
_KUBEFLOW = ("jaxjobs", "mpijobs", "paddlejobs", "pytorchjobs", "tfjobs", "xgboostjobs")


@dataclass(frozen=True, slots=True)
class _Rule:
    """Groups, resources and verbs, each apart by spaces, and the only objects that are meant where it is not all of them."""

    groups: str
    resources: str
    verbs: str
    names: str = ""
    since: str = "0"
    until: str = "99"

    def body(self) -> JsonObject:
        named: JsonObject = {"resourceNames": [*self.names.split()]} if self.names else {}
        return {**rule(self.groups, self.resources, self.verbs), **named}


def _each(kinds: str, part: str) -> str:
    return " ".join(f"{kind}/{part}" for kind in kinds.split())


_RAY, _KUBEFLOW_KINDS = "rayclusters rayjobs rayservices", " ".join(_KUBEFLOW)
_FINALIZED = "admissionchecks clusterqueues resourceflavors topologies workloads"
_REPORTED = "admissionchecks clusterqueues cohorts localqueues multikueueclusters workloads"

_RULES: Sequence[_Rule] = (
    _Rule("core", "limitranges namespaces nodes", _READ),
    _Rule("core", "pods", _QUEUE),
    _Rule("core", "pods/finalizers", _FINALIZE),
    _Rule("core", "pods/status", "get patch"),
    _Rule("core", "podtemplates", "create delete get list update watch"),
    _Rule("admissionregistration.k8s.io", "mutatingwebhookconfigurations validatingwebhookconfigurations", _SEE_AND_UPDATE, until="0.19.1"),
    _Rule("admissionregistration.k8s.io", "mutatingwebhookconfigurations", "get update", MUTATING, since="0.19.1"),
    _Rule("admissionregistration.k8s.io", "mutatingwebhookconfigurations validatingwebhookconfigurations", "list watch", since="0.19.1"),
    _Rule("admissionregistration.k8s.io", "validatingwebhookconfigurations", "get update", VALIDATING, since="0.19.1"),
    _Rule("apiextensions.k8s.io", "customresourcedefinitions", _SEE_AND_UPDATE, until="0.19.1"),
    _Rule("apiextensions.k8s.io", "customresourcedefinitions", "list watch", since="0.19.1"),
    _Rule("apiextensions.k8s.io", "customresourcedefinitions", "get", "clusterprofiles.multicluster.x-k8s.io", since="0.19.1"),
    _Rule("apiextensions.k8s.io", "customresourcedefinitions", "get update", _CONVERTED, since="0.19.1"),
    _Rule("apps", "deployments replicasets statefulsets", _READ),
    _Rule("autoscaling.x-k8s.io", "provisioningrequests", _WRITE),
    _Rule("autoscaling.x-k8s.io", "provisioningrequests/status", "get"),
    _Rule("batch", "jobs", _QUEUE),
    _Rule("batch", "jobs/finalizers jobs/status", _STATUS),
    _Rule("events.k8s.io", "events", "create patch update watch"),
    _Rule("flowcontrol.apiserver.k8s.io", "flowschemas prioritylevelconfigurations", "list watch"),
    _Rule("flowcontrol.apiserver.k8s.io", "flowschemas/status", "patch"),
    _Rule("jobset.x-k8s.io", "jobsets", _QUEUE),
    _Rule("jobset.x-k8s.io", "jobsets/finalizers", _FINALIZE),
    _Rule("jobset.x-k8s.io", "jobsets/status", _STATUS),
    _Rule("kubeflow.org", _KUBEFLOW[0], "get list patch update watch"),
    _Rule("kubeflow.org", _each(_KUBEFLOW_KINDS, "finalizers"), _FINALIZE),
    _Rule("kubeflow.org", _each(_KUBEFLOW_KINDS, "status"), _STATUS),
    _Rule("kubeflow.org", " ".join(_KUBEFLOW[1:]), _QUEUE),
    _Rule("kueue.x-k8s.io", "admissionchecks clusterqueues resourceflavors topologies", "get list update watch"),
    _Rule("kueue.x-k8s.io", _each(_FINALIZED, "finalizers"), "update"),
    _Rule("kueue.x-k8s.io", _each(_REPORTED, "status"), _STATUS),
    _Rule(
        "kueue.x-k8s.io",
        "cohorts localqueues multikueueclusters multikueueconfigs provisioningrequestconfigs workloadpriorityclasses",
        _READ,
    ),
    _Rule("kueue.x-k8s.io", "workloads", _WRITE),
    _Rule("leaderworkerset.x-k8s.io", "leaderworkersets", _READ),
    _Rule("leaderworkerset.x-k8s.io", "leaderworkersets/status", _STATUS),
    _Rule("node.k8s.io", "runtimeclasses", _READ),
    _Rule("ray.io", _RAY, _QUEUE),
    _Rule("ray.io", _each(_RAY, "finalizers"), _FINALIZE),
    _Rule("ray.io", _each(_RAY, "status"), _STATUS),
    _Rule("resource.k8s.io", "deviceclasses resourceclaims resourceclaimtemplates resourceslices", _READ),
    _Rule("scheduling.k8s.io", "priorityclasses", _READ),
    _Rule("sparkoperator.k8s.io", "sparkapplications", _QUEUE),
    _Rule("trainer.kubeflow.org", "clustertrainingruntimes trainingruntimes", _READ),
    _Rule("trainer.kubeflow.org", "trainjobs", "get list patch update watch"),
    _Rule("trainer.kubeflow.org", "trainjobs/finalizers", _FINALIZE),
    _Rule("trainer.kubeflow.org", "trainjobs/status", _STATUS),
    _Rule("workload.codeflare.dev", "appwrappers", _QUEUE),
    _Rule("workload.codeflare.dev", "appwrappers/finalizers", _FINALIZE),
    _Rule("workload.codeflare.dev", "appwrappers/status", _STATUS),
)

_IN_ITS_NAMESPACE: Mapping[str, Sequence[_Rule]] = {
    "leader-election": (
        _Rule("core", "configmaps", "get list watch create update patch delete"),
        _Rule("coordination.k8s.io", "leases", "get list watch create update patch delete"),
        _Rule("core", "events", "create patch"),
    ),
    "manager-clusterprofiles": (_Rule("multicluster.x-k8s.io", "clusterprofiles", _READ),),
    "manager-secrets": (_Rule("core", "secrets", "get list update watch"),),
}
"""Roles by name, each bound to the manager."""

_METRICS_AUTH: Sequence[_Rule] = (
    _Rule("authentication.k8s.io", "tokenreviews", "create"),
    _Rule("authorization.k8s.io", "subjectaccessreviews", "create"),
)
"""What it asks the API server of those who read its metrics."""


def manager_roles(namespace: str, kueue: str) -> Iterator[JsonObject]:
    """Make what the manager may do in the cluster and in its namespace, with the bindings.

    Args:
        namespace: namespace of Kueue.
        kueue: version of Kueue.
    """
    account = (namespace, MANAGER)
    for name, rules in (("manager", _RULES), ("metrics-auth", _METRICS_AUTH)):
        yield role(f"kueue-{name}-role", _bodies(rules, kueue), namespace=None, labels=LABELS)
        yield binding(f"kueue-{name}-rolebinding", f"kueue-{name}-role", account, namespace=None, labels=LABELS)
    for name, rules in _IN_ITS_NAMESPACE.items():
        yield role(f"kueue-{name}-role", _bodies(rules, kueue), namespace=namespace, labels=LABELS)
        yield binding(f"kueue-{name}-rolebinding", f"kueue-{name}-role", account, namespace=namespace, labels=LABELS)
    yield role("kueue-metrics-reader", [{"nonResourceURLs": ["/metrics"], "verbs": ["get"]}], namespace=None, labels=LABELS)


def _bodies(rules: Sequence[_Rule], kueue: str) -> list[JsonObject]:
    return [each.body() for each in rules if at_least(kueue, each.since) and not at_least(kueue, each.until)]
