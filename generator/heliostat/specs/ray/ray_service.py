"""RayService: Ray Serve applications that stay reachable while the cluster under them is replaced."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal

from heliostat.manifests.go_duration import duration_seconds
from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.object_spec import Part
from heliostat.specs.pod.container import Port
from heliostat.specs.ray.cluster_fields import cluster_spec, object_annotations, object_labels
from heliostat.specs.ray.gcs_fault_tolerance import RedisFaultTolerance, RocksDbFaultTolerance
from heliostat.specs.ray.head import head_ports
from heliostat.specs.ray.queueing import ClusterManager, manager_problems
from heliostat.specs.ray.ray_object_spec import RayObjectSpec
from heliostat.specs.ray.serve_config import ServeConfig, serve_config_text, serve_port
from heliostat.specs.ray.serve_problems import serve_config_problems
from heliostat.specs.ray.service_arguments import ServiceArguments, ServiceType
from heliostat.specs.version_need import version_problems
from heliostat.specs.wire import wire

_INITIALIZING_TIMEOUT = "ray.io/initializing-timeout"
_INCREMENTAL = "NewClusterWithIncrementalUpgrade"


@arguments
class ClusterUpgradeOptions:
    """How traffic moves to the new cluster in an incremental upgrade, through a Gateway.

    Args:
        gateway_class_name: GatewayClass of the Gateway that KubeRay makes.
        step_size_percent: share of the traffic that moves at a time, 1 to 100, at most `max_surge_percent`.
        interval_seconds: seconds between two steps.
        max_surge_percent: how much of the new cluster's capacity runs beside the old one's at a time, 1 to 100.
    """

    gateway_class_name: str
    step_size_percent: int
    interval_seconds: int
    max_surge_percent: int = 100

    def check(self, targets: Targets) -> Iterator[Problem]:
        if not self.gateway_class_name:
            yield Problem("gateway_class_name", "must not be empty")
        for argument in ("step_size_percent", "max_surge_percent"):
            if not 1 <= getattr(self, argument) <= 100:
                yield Problem(argument, f"must be from 1 to 100, got {getattr(self, argument)}")
        if self.interval_seconds < 1:
            yield Problem("interval_seconds", f"must be at least 1, got {self.interval_seconds}")
        if self.step_size_percent > self.max_surge_percent:
            yield Problem(
                "step_size_percent", f"must be at most max_surge_percent, which is {self.max_surge_percent}, got {self.step_size_percent}"
            )


@arguments
class ServeService(ServiceArguments):
    """The Service in front of Serve's proxies, `<name>-serve-svc` unless named; its ports replace those of the same name.

    Args:
        type: type of the Service; that of the head's by default.
    """

    type: ServiceType | None = None


@arguments
class RayServiceSpec(RayObjectSpec):
    """Ray Serve applications and the cluster that they run on.

    An edit of `serve_config` reaches the running cluster. An edit of the cluster starts a second one of the same size beside it,
    which takes over when it is ready; one of the number of workers alone reaches no running cluster.

    Args:
        serve_config: what Serve runs: `ServeConfig([ServeApplication(…)])`, or Serve's own configuration as a mapping.
        upgrade_strategy: what an edit of the cluster does. `NewCluster` replaces it at once, `NewClusterWithIncrementalUpgrade` step
            by step (KubeRay's gate RayServiceIncrementalUpgrade, on since 1.7), `None` leaves the old one as it is.
        cluster_upgrade_options: the steps of an incremental upgrade.
        exclude_head_pod_from_serve_svc: True sends no requests to the head.
        serve_service: more about the Service in front of Serve.
        ray_cluster_deletion_delay_seconds: how long the old cluster stays after an upgrade; 60 by default.
        initializing_timeout: how long the clusters may take to become ready, in seconds or as in `30m`. After that they are removed
            for good; there is no limit by default.
        suspend: True deletes the clusters and keeps the Services (KubeRay 1.7 and later). Not in a queue, where Kueue decides.
        managed_by: who acts on the object (KubeRay 1.6 and later); `kueue.x-k8s.io/multikueue` hands it to the cluster that Kueue
            picks. It cannot be changed.
    """

    longest_name: ClassVar[int] = 47

    serve_config: ServeConfig | Mapping[str, JsonValue]
    upgrade_strategy: Literal["NewCluster", "NewClusterWithIncrementalUpgrade", "None"] = "NewCluster"
    cluster_upgrade_options: ClusterUpgradeOptions | None = None
    exclude_head_pod_from_serve_svc: bool = False
    serve_service: ServeService | None = None
    ray_cluster_deletion_delay_seconds: int | None = None
    initializing_timeout: int | str | None = None
    suspend: bool | None = None
    managed_by: ClusterManager | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from super().check(targets)
        yield from self.object_problems()
        yield from serve_config_problems("serve_config", self.serve_config, targets)
        yield from self._upgrade_problems()
        yield from self._serving_problems()
        yield from self._waiting_problems(targets)
        if self.auth is not None and self.auth.enable_k8s_token_auth:
            yield Problem("auth.enable_k8s_token_auth", "must be left out, KubeRay takes it in a RayCluster of its own only")

    def _upgrade_problems(self) -> Iterator[Problem]:
        """Check what two clusters at a time ask for (KubeRay 1.7 controllers/ray/utils/validation.go, ValidateClusterUpgradeOptions)."""
        incremental = self.upgrade_strategy == _INCREMENTAL
        if incremental != (self.cluster_upgrade_options is not None):
            yield Problem("cluster_upgrade_options", f'must be given with upgrade_strategy="{_INCREMENTAL}" and only then')
        if incremental and self.autoscaling is None:
            yield Problem("upgrade_strategy", f'needs worker groups with max_replicas to be "{_INCREMENTAL}"')
        if incremental and self.serve_service is not None:
            yield Problem("serve_service", f'must be left out with upgrade_strategy="{_INCREMENTAL}", which does not look at it')
        store = self.gcs_fault_tolerance
        if self.upgrade_strategy != "None" and isinstance(store, RedisFaultTolerance) and store.external_storage_namespace is not None:
            yield Problem(
                "gcs_fault_tolerance.external_storage_namespace",
                "must be left out, since the old and the new cluster of an upgrade would write to the same keys",
            )
        if self.upgrade_strategy != "None" and isinstance(store, RocksDbFaultTolerance) and store.claim is not None:
            yield Problem("gcs_fault_tolerance.claim", "must be left out, since the new cluster of an upgrade cannot mount the old one's")

    def _serving_problems(self) -> Iterator[Problem]:
        if self.head.head_service is not None and self.head.head_service.name is not None:
            yield Problem("head.head_service.name", "must be left out in a RayService, whose clusters follow one another")
        port, listening = head_ports(self.head)["serve"], serve_port(self.serve_config)
        exposed = port.container_port if isinstance(port, Port) else port
        if exposed != listening:
            yield Problem('head.ports["serve"]', f"must be {listening}, where serve_config lets Serve listen, got {exposed}")
        config = self.serve_config
        location = config.proxy_location if isinstance(config, ServeConfig) else config.get("proxy_location")
        if location == "HeadOnly" and self.exclude_head_pod_from_serve_svc:
            yield Problem("exclude_head_pod_from_serve_svc", 'must not be True with proxy_location="HeadOnly", since nobody would serve')

    def _waiting_problems(self, targets: Targets) -> Iterator[Problem]:
        delay, timeout = self.ray_cluster_deletion_delay_seconds, self.initializing_timeout
        if delay is not None and delay < 0:
            yield Problem("ray_cluster_deletion_delay_seconds", f"must not be negative, got {delay}")
        seconds = duration_seconds(timeout) if isinstance(timeout, str) else timeout
        if timeout is not None and (seconds is None or seconds <= 0):
            yield Problem("initializing_timeout", f'must be a positive number of seconds, or a duration such as "30m", got {timeout!r}')
        if self.suspend is not None:
            yield from version_problems("suspend", "kuberay", "1.7", targets)
            if self.queue is not None:
                yield Problem("suspend", "must be left out in a queue, since Kueue stops and starts the cluster")
        if self.managed_by is not None:
            yield from version_problems("managed_by", "kuberay", "1.6", targets)
            yield from manager_problems(self.managed_by, self.queue)

    def parts(self, name: str, targets: Targets) -> list[Part]:
        pod_labels = self.pod_labels(name)
        strategy: JsonObject = {"type": self.upgrade_strategy}
        if self.cluster_upgrade_options is not None:
            strategy["clusterUpgradeOptions"] = wire(self.cluster_upgrade_options)
        spec: JsonObject = {
            "serveConfigV2": serve_config_text(self.serve_config),
            "upgradeStrategy": strategy,
            "rayClusterConfig": cluster_spec(
                self,
                targets,
                name,
                pod_labels=pod_labels,
                worker_ports={"serve": serve_port(self.serve_config)},
            ),
        }
        if self.exclude_head_pod_from_serve_svc:
            spec["excludeHeadPodFromServeSvc"] = True
        if self.serve_service is not None:
            spec["serveService"] = self.serve_service.wire()
        for key, value in (
            ("rayClusterDeletionDelaySeconds", self.ray_cluster_deletion_delay_seconds),
            ("suspend", self.suspend),
            ("managedBy", self.managed_by),
        ):
            if value is not None:
                spec[key] = value
        annotations = object_annotations(self)
        if self.initializing_timeout is not None:
            annotations[_INITIALIZING_TIMEOUT] = str(self.initializing_timeout)
        body = self.composed("RayService", name, spec, labels=object_labels(self), annotations=annotations)
        return [Part("", body), *self.belongings(name, pod_labels)]
