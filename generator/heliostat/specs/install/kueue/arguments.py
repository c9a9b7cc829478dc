"""What the installation of Kueue takes; the defaults are those of its release.

Source: sigs.k8s.io/kueue v0.19.2, config/components/manager and charts/kueue/values.yaml.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from heliostat.manifests.json_value import JsonObject
from heliostat.specs.amount import Amount
from heliostat.specs.arguments import arguments
from heliostat.specs.install.helm import Helm
from heliostat.specs.install.kueue.certificates import Certificates, is_internal
from heliostat.specs.install.kueue.configuration import KueueConfiguration
from heliostat.specs.install.kueue.naming import NAMESPACE_LABEL
from heliostat.specs.install.kueue.servers import port_of
from heliostat.specs.install.kueue.service_monitor import KueueServiceMonitor
from heliostat.specs.install.place import InstallSpec
from heliostat.specs.label_selector import LabelRequirement, LabelSelector
from heliostat.specs.pod.container import ContainerArguments, ImagePullPolicy
from heliostat.specs.pod.pod import PodArguments
from heliostat.specs.pod.security_context import Capabilities, PodSecurityContext, SecurityContext
from heliostat.specs.wire import spelled

VISIBILITY_GATE = "VisibilityOnDemand"
_VISIBILITY_PORT = 8082


def _security_context() -> SecurityContext:
    return SecurityContext(allow_privilege_escalation=False, capabilities=Capabilities(drop=["ALL"]), read_only_root_filesystem=True)


@arguments
class KueueArguments(PodArguments, ContainerArguments, InstallSpec):
    """Arguments of Kueue. It also takes what every pod and every container takes.

    The object itself is the Deployment of its manager: `labels`, `annotations` and `overrides` are of that.

    Args:
        configuration: what it queues, and how.
        install: `helm` makes an Argo CD Application of the chart in place of the objects, `Helm(…)` says more about it; the labels,
            annotations and overrides are then the Application's, and what the chart has no value for is refused. The chart brings
            the CRDs along, so that there must be no `KueueCrds`.
        certificates: who makes the certificates of its servers: Kueue itself, or cert-manager with an issuer that signs with its own
            key, or with one of your own. `KueueCrds` takes the same.
        cluster_domain: domain of the cluster's Services, which certificates of cert-manager name.
        visibility: False leaves out the server that tells in which order Workloads wait.
        visibility_priority: True keeps questions to it from crowding out other requests to the API server.
        service_monitor: makes Prometheus collect the metrics.
        replicas: managers, of which one queues and all answer webhooks.
        min_available: managers that must stay when nodes are drained; no PodDisruptionBudget unless given.
        max_surge: managers beyond `replicas` while they are replaced, a number or a percentage; 25% by default.
        max_unavailable: managers below `replicas` while they are replaced; 25% by default.
        image: its image; upstream's of the target's version unless given.
        cpu: CPUs that it is limited to.
        memory: memory that it is limited to.
        limits: further resources by name; None leaves out a limit that `cpu` or `memory` would set.
        requests: requests that differ from the limits.
        log_level: how much it logs, from 0.
        reinvocation_policy: whether its defaulting webhooks are asked again when a later one has changed an object.
    """

    configuration: KueueConfiguration = field(default_factory=KueueConfiguration)
    install: Literal["manifests", "helm"] | Helm = "manifests"
    certificates: Certificates = "internal"
    cluster_domain: str = "cluster.local"
    visibility: bool = True
    visibility_priority: bool = False
    service_monitor: KueueServiceMonitor | None = None
    replicas: int = 1
    min_available: int | None = None
    max_surge: int | str | None = None
    max_unavailable: int | str | None = None
    image: str | None = None
    image_pull_policy: ImagePullPolicy | None = "Always"
    cpu: Amount = 2
    memory: str = "512Mi"
    limits: Mapping[str, Amount | None] = field(default_factory=dict)
    requests: Mapping[str, Amount] = field(default_factory=lambda: {"cpu": "500m"})
    log_level: int = 2
    reinvocation_policy: Literal["Never", "IfNeeded"] = "Never"
    termination_grace_period_seconds: int | None = 10
    pod_security_context: PodSecurityContext | None = field(
        default_factory=PodSecurityContext.restricted, metadata=spelled("securityContext")
    )
    security_context: SecurityContext | None = field(default_factory=_security_context)

    def image_of(self, kueue: str) -> str:
        """Name the image, upstream's of a version unless another is given."""
        return self.image or f"registry.k8s.io/kueue/kueue:v{kueue}"

    @property
    def own_resources(self) -> dict[str, Amount]:
        """What its own arguments say of its resources."""
        return {"cpu": self.cpu, "memory": self.memory}

    @property
    def ports(self) -> dict[str, int]:
        """Ports of the container by name; there is none for what is not served."""
        settings = self.configuration
        named = {
            "metrics": port_of(settings.metrics.bind_address),
            "visibility": self.visibility_port if self.visibility else None,
            "webhook-server": settings.webhook.port,
        }
        return {name: port for name, port in named.items() if port is not None}

    @property
    def visibility_port(self) -> int:
        """Port that the visibility server listens at."""
        server = self.configuration.visibility_server
        return _VISIBILITY_PORT if server is None or server.bind_port is None else server.bind_port

    @property
    def managed_namespaces(self) -> LabelSelector:
        """Namespaces whose jobs go through Kueue."""
        own = LabelRequirement(NAMESPACE_LABEL, "NotIn", ["kube-system", self.decided_namespace])
        return self.configuration.managed_jobs_namespace_selector or LabelSelector(match_expressions=[own])

    def configuration_body(self) -> JsonObject:
        """Write the configuration file, with what follows from the other arguments."""
        added: JsonObject = {} if is_internal(self.certificates) else {"internalCertManagement": {"enable": False}}
        if not self.visibility:
            added["featureGates"] = {VISIBILITY_GATE: False}
        return self.configuration.body(added)
