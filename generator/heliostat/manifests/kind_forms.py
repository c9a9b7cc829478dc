"""What Go code adds to objects of some kinds, or drops from them, that no schema states.

Sources: Kubernetes v1.35 pkg/apis/{core,networking,rbac}/v1/defaults.go; Kueue v0.19.2 pkg/webhooks/resourceflavor_webhook.go.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from heliostat.manifests.json_value import JsonObject, JsonValue

_RBAC = "rbac.authorization.k8s.io"


def complete(body: JsonObject) -> JsonObject:
    """Write what would be added and leave out what would be dropped; other kinds come back as they are."""
    api_version, kind = body.get("apiVersion"), body.get("kind")
    if not isinstance(api_version, str) or not isinstance(kind, str):
        return body
    form = _FORMS.get((api_version.rpartition("/")[0], kind))
    return form(body) if form is not None else body


def _mapping(value: JsonValue) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _mappings(value: JsonValue) -> list[JsonObject] | None:
    """The value, if it is a list of mappings."""
    if isinstance(value, list):
        found = [item for item in value if isinstance(item, dict)]
        return found if len(found) == len(value) else None
    return None


def _service(body: JsonObject) -> JsonObject:
    spec = _mapping(body.get("spec"))
    ports = _mappings(spec.get("ports"))
    if not spec:
        return body
    made: JsonObject = {**spec, "type": spec.get("type") or "ClusterIP"}
    if ports is not None:
        made["ports"] = [{**port, "protocol": port.get("protocol") or "TCP", "targetPort": _target_port(port)} for port in ports]
    return {**body, "spec": made}


def _target_port(port: JsonObject) -> JsonValue:
    given = port.get("targetPort")
    return port.get("port") if given in (None, 0, "") else given


def _network_policy(body: JsonObject) -> JsonObject:
    spec = dict(_mapping(body.get("spec")))
    if not spec:
        return body
    if not spec.get("policyTypes"):
        spec["policyTypes"] = ["Ingress", "Egress"] if spec.get("egress") else ["Ingress"]
    for direction in ("ingress", "egress"):
        rules = _mappings(spec.get(direction))
        if rules == []:
            del spec[direction]
        elif rules is not None:
            spec[direction] = [_rule(rule) for rule in rules]
    return {**body, "spec": spec}


def _rule(rule: JsonObject) -> JsonObject:
    ports = _mappings(rule.get("ports"))
    kept = {key: value for key, value in rule.items() if value != []}
    return {**kept, "ports": [{**port, "protocol": port.get("protocol") or "TCP"} for port in ports]} if ports else kept


def _binding(body: JsonObject) -> JsonObject:
    made = dict(body)
    role = _mapping(made.get("roleRef"))
    if role and not role.get("apiGroup"):
        made["roleRef"] = {"apiGroup": _RBAC, **{key: value for key, value in role.items() if key != "apiGroup"}}
    subjects = _mappings(made.get("subjects"))
    if subjects:
        made["subjects"] = [
            {**subject, "apiGroup": _RBAC} if subject.get("kind") in ("User", "Group") and not subject.get("apiGroup") else subject
            for subject in subjects
        ]
    return made


def _role(body: JsonObject) -> JsonObject:
    return {key: value for key, value in body.items() if key != "rules" or value != []}


def _limit_range(body: JsonObject) -> JsonObject:
    spec = _mapping(body.get("spec"))
    limits = _mappings(spec.get("limits"))
    if limits == []:
        return {**body, "spec": {key: value for key, value in spec.items() if key != "limits"}}
    return {**body, "spec": {**spec, "limits": [_limit(limit) for limit in limits]}} if limits else body


def _limit(limit: JsonObject) -> JsonObject:
    if limit.get("type") != "Container":
        return limit
    default = {**_mapping(limit.get("max")), **_mapping(limit.get("default"))}
    request = {**_mapping(limit.get("min")), **default, **_mapping(limit.get("defaultRequest"))}
    made = dict(limit)
    if default:
        made["default"] = default
    if request:
        made["defaultRequest"] = request
    return made


def _resource_flavor(body: JsonObject) -> JsonObject:
    return body if "spec" in body else {**body, "spec": {}}


_FORMS: Mapping[tuple[str, str], Callable[[JsonObject], JsonObject]] = {
    ("", "Service"): _service,
    ("", "LimitRange"): _limit_range,
    ("networking.k8s.io", "NetworkPolicy"): _network_policy,
    (_RBAC, "RoleBinding"): _binding,
    (_RBAC, "ClusterRoleBinding"): _binding,
    (_RBAC, "Role"): _role,
    (_RBAC, "ClusterRole"): _role,
    ("kueue.x-k8s.io", "ResourceFlavor"): _resource_flavor,
}
