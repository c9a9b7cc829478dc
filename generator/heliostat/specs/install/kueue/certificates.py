"""Where the certificates of Kueue's three servers come from: Kueue itself, or cert-manager."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Annotated, Literal

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.name_syntax import dns_subdomain_fault
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.install.kueue.naming import (
    INJECT_CA,
    LABELS,
    METRICS_CERTIFICATE,
    METRICS_SECRET,
    METRICS_SERVICE,
    VISIBILITY_CERTIFICATE,
    VISIBILITY_SECRET,
    VISIBILITY_SERVICE,
    WEBHOOK_CERTIFICATE,
    WEBHOOK_SECRET,
    WEBHOOK_SERVICE,
)
from heliostat.specs.object_spec import metadata_of
from heliostat.specs.reference import Named, OfKind, name_of

_API_VERSION = "cert-manager.io/v1"
_ISSUER = "kueue-selfsigned-issuer"


@arguments
class CertificateIssuer:
    """Who signs the certificates that cert-manager makes: `CertificateIssuer("platform", kind="ClusterIssuer")`.

    Args:
        name: name of the issuer; it has to hand out its CA in `ca.crt`.
        kind: kind of the issuer, an `Issuer` of Kueue's namespace unless given.
        group: API group of the issuer; cert-manager's own unless given.
    """

    name: Annotated[Named | str, OfKind("Issuer", "ClusterIssuer")] = field(kw_only=False)
    kind: str = "Issuer"
    group: str | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        if fault := dns_subdomain_fault(name_of(self.name)):
            yield Problem("name", fault)

    def reference(self) -> JsonObject:
        """Write the reference of a Certificate to its issuer."""
        group: JsonObject = {} if self.group is None else {"group": self.group}
        return {"kind": self.kind, "name": name_of(self.name), **group}


Certificates = Literal["internal", "cert-manager"] | CertificateIssuer


def is_internal(certificates: Certificates) -> bool:
    """Tell whether Kueue makes its certificates itself."""
    return certificates == "internal"


def ca_annotation(certificates: Certificates, namespace: str, certificate: str = WEBHOOK_CERTIFICATE) -> dict[str, str]:
    """Annotate an object that needs to know who has signed a certificate; Kueue itself needs no annotation for that."""
    return {} if is_internal(certificates) else {INJECT_CA: f"{namespace}/{certificate}"}


def certificate_objects(certificates: Certificates, namespace: str, cluster_domain: str) -> Iterator[JsonObject]:
    """Make the Secret that Kueue writes its certificate into, or what cert-manager makes all three of.

    Args:
        certificates: where they come from.
        namespace: namespace of Kueue.
        cluster_domain: domain of the cluster's Services.
    """
    if is_internal(certificates):
        metadata = metadata_of(WEBHOOK_SECRET, namespace, labels=LABELS)
        yield {"apiVersion": "v1", "kind": "Secret", "metadata": metadata}
        return
    if isinstance(certificates, CertificateIssuer):
        issuer = certificates.reference()
    else:
        issuer = {"kind": "Issuer", "name": _ISSUER}
        metadata = metadata_of(_ISSUER, namespace, labels=LABELS)
        yield {"apiVersion": _API_VERSION, "kind": "Issuer", "metadata": metadata, "spec": {"selfSigned": {}}}
    for name, service, secret, common_name in (
        (WEBHOOK_CERTIFICATE, WEBHOOK_SERVICE, WEBHOOK_SECRET, None),
        (METRICS_CERTIFICATE, METRICS_SERVICE, METRICS_SECRET, "kueue-metrics"),
        (VISIBILITY_CERTIFICATE, VISIBILITY_SERVICE, VISIBILITY_SECRET, VISIBILITY_SERVICE),
    ):
        host = f"{service}.{namespace}.svc"
        spec: JsonObject = {"dnsNames": [host, f"{host}.{cluster_domain}"], "issuerRef": issuer, "secretName": secret}
        if common_name is not None:
            spec["commonName"] = common_name
        yield {"apiVersion": _API_VERSION, "kind": "Certificate", "metadata": metadata_of(name, namespace, labels=LABELS), "spec": spec}
