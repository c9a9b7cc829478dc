"""What the installation of KubeRay's operator takes; the defaults are those of its Helm chart.

Source: KubeRay v1.7.0, helm-chart/kuberay-operator/values.yaml.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from heliostat.specs.amount import Amount
from heliostat.specs.arguments import arguments
from heliostat.specs.install.helm import Helm
from heliostat.specs.install.kuberay.running_operator import COMPONENT_LABEL
from heliostat.specs.install.kuberay.service_monitor import KubeRayServiceMonitor
from heliostat.specs.install.kuberay.settings import CONFIG_FOLDER, OperatorSettings
from heliostat.specs.install.place import InstallSpec
from heliostat.specs.pod.container import ContainerArguments, ImagePullPolicy
from heliostat.specs.pod.mount import Mount, Volume
from heliostat.specs.pod.pod import PodArguments
from heliostat.specs.pod.probe import HttpGet, Probe
from heliostat.specs.pod.security_context import SecurityContext
from heliostat.specs.pod.volume import ConfigMapVolume, EmptyDir

NAME = "kuberay-operator"


def default_probe() -> Probe:
    """Ask for the metrics, which are served whether or not `metrics` is set."""
    return Probe(HttpGet("http", path="/metrics"), initial_delay_seconds=10, period_seconds=5, failure_threshold=5)


def default_security_context() -> SecurityContext:
    """Give the rights that upstream gives."""
    return SecurityContext.restricted(read_only_root_filesystem=True)


@arguments
class KubeRayOperatorArguments(OperatorSettings, PodArguments, ContainerArguments, InstallSpec):
    """Arguments of a KubeRayOperator. It also takes what every pod and every container takes.

    The object itself is its Deployment: `labels`, `annotations` and `overrides` are of that. Its objects carry no `helm.sh/chart` and
    no `app.kubernetes.io/managed-by`, since Helm does not manage them; all else that is not given is as in the chart.

    Args:
        install: `helm` makes an Argo CD Application of the chart in place of the objects, `Helm(…)` says more about it; the labels,
            annotations and overrides are then the Application's, and what the chart has no value for is refused.
        single_namespace_install: True gives the operator Roles in the namespaces that it watches, its own where none are named,
            instead of ClusterRoles. Without it, `watched_namespaces` does not narrow its rights.
        rbac_enable: False makes no roles at all.
        cr_namespaced_rbac_enable: False makes no Roles in the namespaces that are watched, with `single_namespace_install`.
        replicas: operators, of which one works and the others wait.
        image: its image; upstream's of the target's version unless given.
        operator_command: the program in the image.
        cpu: CPUs that it is limited to.
        memory: memory that it is limited to; upstream reckons with 500Mi for 500 Ray pods.
        limits: further resources by name; None leaves out a limit that `cpu` or `memory` would set.
        requests: requests that differ from the limits, which Kubernetes takes where there are none.
        create_service_account: False where somebody else makes the ServiceAccount.
        service_type: type of the Service in front of its metrics.
        service_port: port of that Service.
        service_monitor: makes Prometheus collect the metrics.
        name_override: value of its label `app.kubernetes.io/name`.
        component_override: value of the label `app.kubernetes.io/component` of its pods, by which network policies let it pass.
    """

    install: Literal["manifests", "helm"] | Helm = "manifests"
    single_namespace_install: bool = False
    rbac_enable: bool = True
    cr_namespaced_rbac_enable: bool = True
    replicas: int = 1
    image: str | None = None
    image_pull_policy: ImagePullPolicy | None = "IfNotPresent"
    operator_command: str = "/manager"
    cpu: Amount = "100m"
    memory: str = "512Mi"
    limits: Mapping[str, Amount | None] = field(default_factory=dict)
    requests: Mapping[str, Amount] = field(default_factory=dict)
    security_context: SecurityContext | None = field(default_factory=default_security_context)
    liveness_probe: Probe | None = field(default_factory=default_probe)
    readiness_probe: Probe | None = field(default_factory=default_probe)
    create_service_account: bool = True
    service_type: Literal["ClusterIP", "LoadBalancer", "NodePort"] = "ClusterIP"
    service_port: int = 8080
    service_monitor: KubeRayServiceMonitor | None = None
    name_override: str = NAME
    component_override: str = NAME

    @property
    def watched(self) -> list[str]:
        """Namespaces that the operator is told to watch; all of them when empty."""
        return [*self.watched_namespaces] or ([self.decided_namespace] if self.single_namespace_install else [])

    @property
    def own_resources(self) -> dict[str, Amount]:
        """What its own arguments say of its resources."""
        return {"cpu": self.cpu, "memory": self.memory}

    def labels_of_pods(self, name: str) -> dict[str, str]:
        """Label the pods of the operator of this name."""
        return {**self.selector(name), COMPONENT_LABEL: self.component_override, **self.pod_labels}

    def selector(self, name: str) -> dict[str, str]:
        """Label what belongs to the operator of this name."""
        return {"app.kubernetes.io/name": self.name_override, "app.kubernetes.io/instance": name}

    def image_of(self, kuberay: str) -> str:
        """Name the image."""
        return self.image or f"quay.io/kuberay/operator:v{kuberay}"

    def mounted(self, name: str) -> dict[str, Volume | Mount]:
        """What the container mounts: the log, the configuration, and what the author gives."""
        made: dict[str, Volume | Mount] = {}
        if self.logging.path:
            made[self.logging.base_dir] = EmptyDir(self.logging.size_limit, name="kuberay-logs")
        if self.configuration is not None:
            made[CONFIG_FOLDER] = Mount(ConfigMapVolume(f"{name}-config", name="operator-config"), read_only=True)
        return {**made, **self.volumes}
