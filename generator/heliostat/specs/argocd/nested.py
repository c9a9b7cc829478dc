"""Applications among the objects of an app, such as those that install a chart: what they need of the environment around them."""

from __future__ import annotations

from collections.abc import Collection

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.structure import list_of, object_of
from heliostat.specs.argocd.group_kind import APPLICATION, group_kind_of, namespace_of


def namespaces_needed(body: JsonObject) -> Collection[str]:
    """Name the namespaces that have to be there before an object: its own, and those that an Application delivers into."""
    namespace = namespace_of(body)
    delivered_into = _delivered_into(object_of(body.get("spec"))) if group_kind_of(body) == APPLICATION else ()
    return {*([namespace] if namespace else []), *delivered_into}


def _delivered_into(spec: JsonObject) -> Collection[str]:
    options = list_of(object_of(spec.get("syncPolicy")).get("syncOptions"))
    target = object_of(spec.get("destination")).get("namespace")
    made = "CreateNamespace=true" in options or not isinstance(target, str)
    return {*([] if made else [str(target)]), *(space for each in sources_of(spec) for space in _with_roles(each))}


def sources_of(spec: JsonObject) -> list[JsonObject]:
    """Read where an Application takes its objects from, one source or several."""
    return [object_of(each) for each in [*list_of(spec.get("sources")), spec.get("source")] if isinstance(each, dict)]


def nested_project(body: JsonObject) -> str | None:
    """Name the AppProject of an Application; None for what is none."""
    project = object_of(body.get("spec")).get("project")
    return project if group_kind_of(body) == APPLICATION and isinstance(project, str) else None


def nested_repositories(body: JsonObject) -> list[str]:
    """Name the repositories that an Application takes its objects from."""
    return [url for source in sources_of(object_of(body.get("spec"))) if isinstance(url := source.get("repoURL"), str)]


def _with_roles(source: JsonObject) -> Collection[str]:
    """Name where KubeRay's chart makes Roles (KubeRay v1.7.0, helm-chart/kuberay-operator/templates/multiple_namespaces_role.yaml)."""
    values = object_of(object_of(source.get("helm")).get("valuesObject"))
    switches = (values.get("singleNamespaceInstall", False), values.get("rbacEnable", True), values.get("crNamespacedRbacEnable", True))
    if source.get("chart") != "kuberay-operator" or not all(switches):
        return ()
    return {space for space in list_of(values.get("watchNamespace")) if isinstance(space, str)}
