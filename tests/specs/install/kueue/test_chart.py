"""Kueue by its Helm chart; that the chart makes the same objects is proven in tests/upstream."""

from __future__ import annotations

from typing import Any

import pytest

from heliostat.specs.install.helm import Helm
from heliostat.specs.install.kueue.certificates import CertificateIssuer
from heliostat.specs.install.kueue.configuration import KueueConfiguration
from heliostat.specs.install.kueue.kueue import KueueSpec
from heliostat.specs.install.kueue.metrics import KueueMetrics
from heliostat.specs.install.kueue.service_monitor import KueueServiceMonitor
from heliostat.specs.pod.probe import Exec, Probe
from tests.specs.answers import body, told
from tests.specs.install.kueue.test_configuration import SHIPPED

ONLY_MANIFESTS = 'has no value in the chart, and needs install="manifests"'
ONLY_TIMED = 'may only be timed in the chart, which asks at upstream\'s address, and needs install="manifests"'


def charted(**arguments: Any) -> KueueSpec:
    return KueueSpec(**{"namespace": "kueue-system", "install": "helm", **arguments})


def test_an_application_installs_the_chart() -> None:
    """It has the version of the target and the whole configuration, and applies on the server what is too large otherwise.

    What it has installed goes with it, but not before somebody has said yes: all queues go with the chart's CRDs.
    """
    application = body(charted(labels={"tier": "platform"}, annotations={"argocd.argoproj.io/sync-options": "Replace=true"}))

    assert application["kind"] == "Application"
    assert application["metadata"] == {
        "name": "kueue-chart",
        "namespace": "argocd",
        "labels": {"tier": "platform"},
        "annotations": {"argocd.argoproj.io/sync-options": "Delete=confirm,Prune=confirm,Replace=true"},
        "finalizers": ["resources-finalizer.argocd.argoproj.io"],
    }
    assert application["spec"] == {
        "project": "default",
        "source": {
            "chart": "kueue",
            "helm": {"releaseName": "kueue", "skipCrds": True, "valuesObject": {"managerConfig": {"controllerManagerConfigYaml": SHIPPED}}},
            "repoURL": "registry.k8s.io/kueue/charts",
            "targetRevision": "0.19.2",
        },
        "destination": {"server": "https://kubernetes.default.svc", "namespace": "kueue-system"},
        "syncPolicy": {
            "automated": {"prune": True, "selfHeal": True},
            "retry": {"limit": 10, "refresh": True, "backoff": {"duration": "10s", "factor": 2, "maxDuration": "3m"}},
            "syncOptions": ["CreateNamespace=true", "ServerSideApply=true"],
        },
    }


def test_what_differs_from_the_release_is_a_value() -> None:
    """Arguments have their place among the values, those that are left alone have none."""
    spec = charted(
        install=Helm(repository="registry.example/charts", version="0.19.1", project="platform"),
        certificates=CertificateIssuer("platform", kind="ClusterIssuer"),
        create_namespace=False,
        image="registry.example/kueue:v0.19.1",
        node_selector={"pool": "system"},
        replicas=2,
    )
    application: Any = body(spec)
    source = application["spec"]["source"]
    values = {key: value for key, value in source["helm"]["valuesObject"].items() if key != "managerConfig"}

    assert (source["repoURL"], source["targetRevision"]) == ("registry.example/charts", "0.19.1")
    assert application["spec"]["project"] == "platform"
    assert application["spec"]["syncPolicy"]["syncOptions"] == ["ServerSideApply=true"]
    assert values == {
        "enableCertManager": True,
        "certManager": {"issuerRef": {"kind": "ClusterIssuer", "name": "platform"}},
        "controllerManager": {
            "manager": {"image": {"repository": "registry.example/kueue", "tag": "v0.19.1"}},
            "nodeSelector": {"pool": "system"},
            "replicas": 2,
        },
    }


@pytest.mark.parametrize(
    ("arguments", "messages"),
    [
        (
            {"env": {"A": "b"}, "pod_labels": {"a": "b"}, "termination_grace_period_seconds": 30, "visibility": False},
            [
                f"pod_labels: {ONLY_MANIFESTS}",
                f"env: {ONLY_MANIFESTS}",
                f"termination_grace_period_seconds: {ONLY_MANIFESTS}",
                'configuration: must leave the port "visibility" at 8082 in the chart, or needs install="manifests"',
            ],
        ),
        ({"liveness_probe": Probe(Exec(["true"]))}, [f"liveness_probe: {ONLY_TIMED}"]),
        (
            {"configuration": KueueConfiguration(metrics=KueueMetrics(bind_address=":9000"))},
            ['configuration: must leave the port "metrics" at 8443 in the chart, or needs install="manifests"'],
        ),
        (
            {"service_monitor": KueueServiceMonitor(interval="30s")},
            ['service_monitor: may only name the namespace of Prometheus in the chart, and needs install="manifests"'],
        ),
        (
            {"image": "registry.example/kueue"},
            ["image: must have a tag, for which the chart has a value of its own, got 'registry.example/kueue'"],
        ),
        ({"install": Helm(version="0.18.4")}, ["install.version: must be of Kueue 0.19 as the target is, got '0.18.4'"]),
    ],
    ids=["pods", "probes", "ports", "monitors", "images", "versions"],
)
def test_what_the_chart_has_no_value_for_is_refused(arguments: dict[str, Any], messages: list[str]) -> None:
    """It would be lost without a word."""
    assert told(charted(**arguments)) == messages


def test_an_older_chart_has_fewer_values() -> None:
    """What it has no value for would be lost without a word."""
    spec = charted(install=Helm(version="0.19.0"), host_network=True)

    assert told(spec) == ["host_network: has no value in the chart before 0.19.1, got that of 0.19.0"]
