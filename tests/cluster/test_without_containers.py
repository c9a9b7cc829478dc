"""What the lane changes of out/, and that it changes nothing else."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest

from tests.cluster.kubernetes_api import Object
from tests.cluster.repository import OUT, manifests_in
from tests.cluster.without_containers import Host, changed

HOST = Host(Path("/lane/hosts"), "file:///lane/repository", *range(10_001, 10_007))

CHANGED = {
    "Service": {"spec"},
    "MutatingWebhookConfiguration": {"webhooks"},
    "ValidatingWebhookConfiguration": {"webhooks"},
    "CustomResourceDefinition": {"spec"},
    "APIService": {"spec"},
    "ConfigMap": {"data"},
    "Deployment": {"spec"},
    "Application": {"spec"},
    "AppProject": {"spec"},
}
"""The kinds of which something differs, and the fields below which it does."""


@pytest.mark.parametrize("environment", ["dev", "staging", "prod"])
def test_nothing_but_what_is_listed_differs(environment: str) -> None:
    """Every object keeps all that no change speaks of; queues, teams, Ray objects, RBAC and namespaces keep all they have."""
    manifests = list(manifests_in(OUT / environment).values())
    untouched = copy.deepcopy(manifests)
    made = [changed(manifest, HOST) for manifest in manifests]

    assert manifests == untouched
    differing = [(before, after) for before, after in zip(manifests, made, strict=True) if before != after]
    assert {before["kind"] for before, _ in differing} <= CHANGED.keys()
    for before, after in differing:
        fields = {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}
        assert fields <= CHANGED[before["kind"]]


def test_a_webhook_is_called_on_this_machine() -> None:
    """The Service is another name for localhost, and whoever is called through it is called on the port of the process."""
    reference = {"name": "kueue-webhook-service", "namespace": "kueue-system", "path": "/validate"}
    webhooks = {"kind": "ValidatingWebhookConfiguration", "webhooks": [{"clientConfig": {"service": reference}}]}
    service = {"kind": "Service", "metadata": {"name": "kueue-webhook-service"}, "spec": {"selector": {"a": "b"}}}

    assert changed(webhooks, HOST)["webhooks"] == [{"clientConfig": {"service": {**reference, "port": HOST.kueue_webhooks}}}]
    assert changed(service, HOST)["spec"] == {
        "type": "ExternalName",
        "externalName": "localhost",
        "ports": [{"name": "https", "port": HOST.kueue_webhooks, "protocol": "TCP"}],
    }


def test_the_operator_hears_of_no_gate_that_came_after_it() -> None:
    """KubeRay's operator gets the gates that it knows, as they were rendered, and addresses on localhost."""
    container = {"image": "quay.io/kuberay/operator:v1.7.0", "args": ["--qps=100", "--feature-gates=RayCronJob=true,RayClusterMTLS=false"]}
    deployment: Object = {
        "kind": "Deployment",
        "metadata": {"name": "kuberay-operator", "namespace": "kuberay-system"},
        "spec": {"template": {"spec": {"containers": [container]}}},
    }

    assert changed(deployment, HOST)["spec"]["template"]["spec"]["containers"][0]["args"] == [
        "--qps=100",
        "--feature-gates=RayCronJob=true",
        f"--metrics-addr=127.0.0.1:{HOST.kuberay_metrics}",
        f"--health-probe-bind-address=127.0.0.1:{HOST.kuberay_health}",
        "--leader-election-namespace=kuberay-system",
    ]
