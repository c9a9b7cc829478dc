"""Names of other objects, given by hand or by the object itself."""

from __future__ import annotations

from collections.abc import Iterator

from heliostat.manifests.name_syntax import dns_subdomain_fault
from heliostat.specs.arguments import Problem
from heliostat.specs.reference import Named, name_of


def reference_problems(argument: str, reference: Named | str | None) -> Iterator[Problem]:
    """Refuse a name that no Secret, ConfigMap, ServiceAccount or other such object can have."""
    if reference is not None and (fault := dns_subdomain_fault(name_of(reference))):
        yield Problem(argument, fault)
