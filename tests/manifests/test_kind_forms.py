"""What Go code would add or drop is written or left out."""

from __future__ import annotations

import pytest

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.kind_forms import complete

RBAC = "rbac.authorization.k8s.io"


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        pytest.param(
            {
                "apiVersion": "v1",
                "kind": "Service",
                "spec": {"ports": [{"port": 80}, {"port": 53, "protocol": "UDP", "targetPort": "dns"}]},
            },
            {
                "apiVersion": "v1",
                "kind": "Service",
                "spec": {
                    "ports": [{"port": 80, "protocol": "TCP", "targetPort": 80}, {"port": 53, "protocol": "UDP", "targetPort": "dns"}],
                    "type": "ClusterIP",
                },
            },
            id="a Service gets type, protocol and target ports",
        ),
        pytest.param(
            {"apiVersion": "networking.k8s.io/v1", "kind": "NetworkPolicy", "spec": {"podSelector": {}, "ingress": []}},
            {"apiVersion": "networking.k8s.io/v1", "kind": "NetworkPolicy", "spec": {"podSelector": {}, "policyTypes": ["Ingress"]}},
            id="a NetworkPolicy that admits nothing says so by its type, not by an empty list",
        ),
        pytest.param(
            {
                "apiVersion": "networking.k8s.io/v1",
                "kind": "NetworkPolicy",
                "spec": {"podSelector": {}, "egress": [{"ports": [{"port": 53}, {"port": 53, "protocol": "UDP"}], "to": []}]},
            },
            {
                "apiVersion": "networking.k8s.io/v1",
                "kind": "NetworkPolicy",
                "spec": {
                    "podSelector": {},
                    "egress": [{"ports": [{"protocol": "TCP", "port": 53}, {"port": 53, "protocol": "UDP"}]}],
                    "policyTypes": ["Ingress", "Egress"],
                },
            },
            id="a NetworkPolicy with egress rules is of both types",
        ),
        pytest.param(
            {
                "apiVersion": f"{RBAC}/v1",
                "kind": "RoleBinding",
                "roleRef": {"kind": "Role", "name": "r"},
                "subjects": [{"kind": "Group", "name": "g"}, {"kind": "ServiceAccount", "name": "s", "namespace": "n"}],
            },
            {
                "apiVersion": f"{RBAC}/v1",
                "kind": "RoleBinding",
                "roleRef": {"apiGroup": RBAC, "kind": "Role", "name": "r"},
                "subjects": [{"apiGroup": RBAC, "kind": "Group", "name": "g"}, {"kind": "ServiceAccount", "name": "s", "namespace": "n"}],
            },
            id="a RoleBinding names the API group of users and groups, not of service accounts",
        ),
        pytest.param(
            {"apiVersion": f"{RBAC}/v1", "kind": "RoleBinding", "subjects": [{"kind": "User", "name": "u", "apiGroup": ""}]},
            {"apiVersion": f"{RBAC}/v1", "kind": "RoleBinding", "subjects": [{"kind": "User", "name": "u", "apiGroup": RBAC}]},
            id="an empty API group is filled in",
        ),
        pytest.param(
            {"apiVersion": "v1", "kind": "LimitRange", "spec": {"limits": []}},
            {"apiVersion": "v1", "kind": "LimitRange", "spec": {}},
            id="a LimitRange without limits has none",
        ),
        pytest.param(
            {"apiVersion": f"{RBAC}/v1", "kind": "ClusterRole", "aggregationRule": {}, "rules": []},
            {"apiVersion": f"{RBAC}/v1", "kind": "ClusterRole", "aggregationRule": {}},
            id="an aggregated ClusterRole has no empty rules",
        ),
        pytest.param(
            {
                "apiVersion": "v1",
                "kind": "LimitRange",
                "spec": {
                    "limits": [{"type": "Container", "max": {"cpu": "8"}, "min": {"memory": "1Gi"}}, {"type": "Pod", "max": {"cpu": "9"}}]
                },
            },
            {
                "apiVersion": "v1",
                "kind": "LimitRange",
                "spec": {
                    "limits": [
                        {
                            "type": "Container",
                            "max": {"cpu": "8"},
                            "min": {"memory": "1Gi"},
                            "default": {"cpu": "8"},
                            "defaultRequest": {"memory": "1Gi", "cpu": "8"},
                        },
                        {"type": "Pod", "max": {"cpu": "9"}},
                    ]
                },
            },
            id="a LimitRange for containers gets the defaults that its bounds imply",
        ),
        pytest.param(
            {"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "ResourceFlavor"},
            {"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "ResourceFlavor", "spec": {}},
            id="a ResourceFlavor has a spec",
        ),
        pytest.param(
            {"apiVersion": "v1", "kind": "ConfigMap", "data": {}}, {"apiVersion": "v1", "kind": "ConfigMap", "data": {}}, id="others stay"
        ),
    ],
)
def test_forms(given: JsonObject, stored: JsonObject) -> None:
    """Completing gives the stored form, and leaves that as it is."""
    assert (complete(given), complete(stored)) == (stored, stored)
