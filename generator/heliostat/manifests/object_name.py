"""Which names the API server takes for which kinds.

Source: kubernetes 1.35, the `Validate…Name` functions of `pkg/apis/{core,batch,rbac,certificates,networking}/validation`; path
segments are those of k8s.io/apimachinery v0.35.4 `pkg/api/validation/path/name.go`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from heliostat.manifests.name_syntax import dns_label_fault, dns_subdomain_fault

Fault = Callable[[str], str | None]

_SERVICE = re.compile(r"[a-z]([-a-z0-9]*[a-z0-9])?")
_LONGEST_CRON_JOB = 52
"""What leaves room for the eleven characters that the controller appends for each Job."""


def _service_fault(name: str) -> str | None:
    if len(name) <= 63 and _SERVICE.fullmatch(name):
        return None
    return f'must be at most 63 lower-case letters, digits and "-", with a letter first and no "-" last, got {name!r}'


def _path_segment_fault(name: str) -> str | None:
    if name in (".", "..") or "/" in name or "%" in name:
        return f'must be neither "." nor "..", without "/" and "%", got {name!r}'
    return None


def _cron_job_fault(name: str) -> str | None:
    if len(name) > _LONGEST_CRON_JOB:
        return f"must be at most {_LONGEST_CRON_JOB} characters, got {len(name)}"
    return dns_subdomain_fault(name)


_RBAC = "rbac.authorization.k8s.io"
_FAULTS: Mapping[tuple[str, str], Fault] = {
    ("", "Namespace"): dns_label_fault,
    ("", "Service"): _service_fault,
    ("batch", "CronJob"): _cron_job_fault,
    (_RBAC, "ClusterRole"): _path_segment_fault,
    (_RBAC, "ClusterRoleBinding"): _path_segment_fault,
    (_RBAC, "Role"): _path_segment_fault,
    (_RBAC, "RoleBinding"): _path_segment_fault,
    ("certificates.k8s.io", "ClusterTrustBundle"): _path_segment_fault,
    ("networking.k8s.io", "IPAddress"): _path_segment_fault,
}


def object_name_fault(group: str, kind: str, name: str) -> str | None:
    """Say why the API server would refuse a name; all custom resources and most built-in kinds take a DNS subdomain."""
    return _FAULTS.get((group, kind), dns_subdomain_fault)(name)
