"""Certificates of cert-manager, the ServiceMonitor that can check them, and the order of requests."""

from __future__ import annotations

from typing import Any

from heliostat.specs.install.kueue.certificates import CertificateIssuer
from heliostat.specs.install.kueue.kueue import KueueSpec
from heliostat.specs.install.kueue.service_monitor import KueueServiceMonitor
from tests.specs.answers import DNS_LABEL, DNS_SUBDOMAIN, LABEL_VALUE, TARGETS, Thing, told

TRUSTED = {"cert-manager.io/inject-ca-from": "kueue-system/kueue-serving-cert"}


def objects(**arguments: Any) -> dict[str, Any]:
    spec = KueueSpec(namespace="kueue-system", **arguments)
    assert told(spec) == []
    return {f"{part.body['kind']} {part.body['metadata']['name']}": part.body for part in spec.parts("kueue", TARGETS)}


def test_cert_manager_makes_all_three_certificates() -> None:
    """Kueue makes none, its servers mount them, and whoever calls a server is told whom to trust."""
    made = objects(certificates="cert-manager")
    [container] = made["Deployment kueue-controller-manager"]["spec"]["template"]["spec"]["containers"]
    service = made["APIService v1beta2.visibility.kueue.x-k8s.io"]

    assert "Secret kueue-webhook-server-cert" not in made
    assert made["Issuer kueue-selfsigned-issuer"]["spec"] == {"selfSigned": {}}
    assert made["Certificate kueue-serving-cert"]["spec"] == {
        "dnsNames": ["kueue-webhook-service.kueue-system.svc", "kueue-webhook-service.kueue-system.svc.cluster.local"],
        "issuerRef": {"kind": "Issuer", "name": "kueue-selfsigned-issuer"},
        "secretName": "kueue-webhook-server-cert",
    }
    assert {mount["mountPath"]: mount["name"] for mount in container["volumeMounts"]} == {
        "/visibility": "visibility",
        "/etc/kueue/metrics/certs": "metrics-certs",
        "/tmp/k8s-webhook-server/serving-certs": "cert",
        "/controller_manager_config.yaml": "manager-config",
    }
    assert "internalCertManagement:\n  enable: false\n" in made["ConfigMap kueue-manager-config"]["data"]["controller_manager_config.yaml"]
    assert made["MutatingWebhookConfiguration kueue-mutating-webhook-configuration"]["metadata"]["annotations"] == TRUSTED
    assert service["metadata"]["annotations"] == {"cert-manager.io/inject-ca-from": "kueue-system/kueue-visibility-server-cert"}
    assert "insecureSkipTLSVerify" not in service["spec"]


def test_an_issuer_of_the_platform_signs_in_place_of_our_own() -> None:
    """It is referred to, and none is made."""
    made = objects(certificates=CertificateIssuer(Thing("ClusterIssuer", "platform"), kind="ClusterIssuer"), cluster_domain="prod.local")
    spec = made["Certificate kueue-metrics-cert"]["spec"]

    assert "Issuer kueue-selfsigned-issuer" not in made
    assert spec["issuerRef"] == {"kind": "ClusterIssuer", "name": "platform"}
    assert spec["dnsNames"][1] == "kueue-controller-manager-metrics-service.kueue-system.svc.prod.local"


def test_prometheus_checks_a_certificate_that_it_can_check() -> None:
    """Kueue's own is signed by nobody whom Prometheus knows."""
    monitor = KueueServiceMonitor(prometheus_namespace="observability", service_accounts=["agent"], labels={"by": "us"}, interval="30s")
    name = "ServiceMonitor kueue-controller-manager-metrics-monitor"
    internal, trusted = objects(service_monitor=monitor), objects(service_monitor=monitor, certificates="cert-manager")
    [blind], [seeing] = internal[name]["spec"]["endpoints"], trusted[name]["spec"]["endpoints"]

    assert internal[name]["metadata"]["labels"]["by"] == "us"
    assert blind["interval"] == "30s"
    assert blind["tlsConfig"] == {"insecureSkipVerify": True}
    assert seeing["tlsConfig"]["serverName"] == "kueue-controller-manager-metrics-service.kueue-system.svc"
    assert internal["RoleBinding kueue-prometheus-k8s"]["subjects"] == [
        {"kind": "ServiceAccount", "name": "agent", "namespace": "observability"}
    ]


def test_questions_of_visibility_can_have_a_priority_of_their_own() -> None:
    """Both objects are of the cluster, and know each other by name."""
    made = objects(visibility_priority=True)

    assert made["PriorityLevelConfiguration kueue-visibility"]["spec"]["type"] == "Limited"
    assert made["FlowSchema kueue-visibility"]["spec"]["priorityLevelConfiguration"] == {"name": "kueue-visibility"}


def test_what_cannot_be_a_name_is_refused() -> None:
    """Issuers, labels, namespaces and durations are as the API server takes them."""
    assert told(CertificateIssuer("My Issuer")) == [f"name: {DNS_SUBDOMAIN}'My Issuer'"]
    assert told(KueueServiceMonitor(prometheus_namespace="a.b", labels={"a": "b c"}, interval="often")) == [
        f"prometheus_namespace: {DNS_LABEL}'a.b'",
        f"labels[\"a\"]: {LABEL_VALUE}'b c'",
        "interval: must be a duration such as 30s, 1h30m or 3d, got 'often'",
    ]
