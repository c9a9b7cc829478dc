"""What KubeRay's operator may use of its node."""

from __future__ import annotations

from typing import cast

from heliostat.manifests.json_value import JsonObject
from heliostat.specs.install.kuberay.operator_arguments import KubeRayOperatorArguments
from heliostat.specs.pod.resources import resources_json


def operator_resources(given: KubeRayOperatorArguments) -> JsonObject:
    """Write limits, and only those requests that are set apart: Kubernetes takes the limits for the others, and so does the chart."""
    made = resources_json(given.own_resources, given.limits, given.requests, given.claims)
    limits, requests = cast("JsonObject", made.pop("limits", {})), cast("JsonObject", made.pop("requests", {}))
    apart = {name: value for name, value in requests.items() if name in given.requests or name not in limits}
    return {**({"limits": limits} if limits else {}), **({"requests": apart} if apart else {}), **made}
