"""What Kueue's manager is told by its configuration file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.name_syntax import label_key_fault
from heliostat.schemas.kueue_configuration import API_VERSION, KIND, SINCE, configuration_schema
from heliostat.schemas.structure import list_of, object_of
from heliostat.schemas.targets import Targets, at_least
from heliostat.schemas.validate import validate
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.install.kueue.feature_gates import effective_gates, feature_gate_problems
from heliostat.specs.install.kueue.frameworks import (
    SHIPPED,
    external_framework_problems,
    framework_problems,
    multi_kueue_framework_problems,
)
from heliostat.specs.install.kueue.metrics import KueueMetrics
from heliostat.specs.install.kueue.multi_kueue import MultiKueueSettings
from heliostat.specs.install.kueue.pods_ready import WaitForPodsReady
from heliostat.specs.install.kueue.quota_resources import DeviceCapacity, DeviceCounter, KueueResources
from heliostat.specs.install.kueue.servers import (
    ClientConnection,
    HealthServer,
    KueueControllers,
    LeaderElection,
    VisibilityServer,
    WebhookServer,
    address_problems,
    port_of,
)
from heliostat.specs.install.kueue.sharing import AdmissionFairSharing, FairSharing, WorkloadRetention
from heliostat.specs.install.kueue.tls import TlsOptions
from heliostat.specs.label_selector import LabelSelector
from heliostat.specs.object_spec import merged
from heliostat.specs.wire import SKIPPED, spelled, wire


@arguments
class KueueConfiguration:
    """What Kueue queues, and how. What is not given is as in the configuration that upstream ships.

    Args:
        frameworks: kinds of jobs that Kueue queues; upstream's twelve unless given. The three of Ray must be among them.
        external_frameworks: further kinds whose own controllers work with Kueue, such as `Foo.v1.example.com`.
        label_keys_to_copy: labels that a Workload takes over from its job.
        manage_jobs_without_queue_name: True holds back jobs that name no queue, in the namespaces of the next argument.
        managed_jobs_namespace_selector: namespaces whose jobs go through Kueue; all but kube-system and Kueue's own unless given, and
            never these two.
        wait_for_pods_ready: what happens to jobs whose pods do not become ready. Unless given, Kueue 0.19 evicts them after half an
            hour; the gate DisableWaitForPodsReady keeps it from that.
        fair_sharing: sharing by weights; first come, first served unless given.
        admission_fair_sharing: who goes first inside a ClusterQueue, by past usage.
        resources: how what pods ask for is counted.
        feature_gates: gates that are not to be as they are by default: {"ConcurrentAdmission": True}.
        multi_kueue: how jobs are brought to other clusters.
        metrics: what metrics there are.
        object_retention_policies: when finished Workloads are deleted; never unless given.
        client_connection: how much is asked of the API server.
        leader_election: how several managers agree.
        controller: how much works at a time.
        webhook: where webhooks are served.
        health: where the kubelet asks.
        visibility_server: where the order of waiting Workloads is told.
        tls: how connections are encrypted.
        pprof_bind_address: address that profiles are served at; nowhere unless given.
        overrides: merged into the finished configuration last, for what has no argument; Kueue has to know every field.
    """

    frameworks: Sequence[str] = field(default=SHIPPED, metadata=SKIPPED)
    external_frameworks: Sequence[str] = field(default=(), metadata=SKIPPED)
    label_keys_to_copy: Sequence[str] = field(default=(), metadata=SKIPPED)
    manage_jobs_without_queue_name: bool | None = None
    managed_jobs_namespace_selector: LabelSelector | None = None
    wait_for_pods_ready: WaitForPodsReady | None = None
    fair_sharing: FairSharing | None = None
    admission_fair_sharing: AdmissionFairSharing | None = None
    resources: KueueResources | None = None
    feature_gates: Mapping[str, bool] = field(default_factory=dict)
    multi_kueue: MultiKueueSettings | None = None
    metrics: KueueMetrics = field(default_factory=KueueMetrics)
    object_retention_policies: WorkloadRetention | None = field(
        default=None, metadata=spelled(write=lambda retention: {"workloads": wire(retention)})
    )
    client_connection: ClientConnection = field(default_factory=ClientConnection)
    leader_election: LeaderElection = field(default_factory=LeaderElection)
    controller: KueueControllers = field(default_factory=KueueControllers)
    webhook: WebhookServer = field(default_factory=WebhookServer)
    health: HealthServer = field(default_factory=HealthServer)
    visibility_server: VisibilityServer | None = None
    tls: TlsOptions | None = None
    pprof_bind_address: str | None = None
    overrides: Mapping[str, JsonValue] = field(default_factory=dict, metadata=SKIPPED)

    def check(self, targets: Targets) -> Iterator[Problem]:
        """Check what pkg/config/validation.go of Kueue 0.19 refuses, and what it reads and then leaves out of account."""
        if not at_least(targets.kueue, SINCE):
            return
        body = self.body()
        set_gates = {name: is_on is True for name, is_on in object_of(body.get("featureGates")).items()}
        yield from feature_gate_problems(self._place("feature_gates", "featureGates"), set_gates, targets)
        gates = effective_gates(set_gates, targets.kueue)
        frameworks = [str(name) for name in list_of(object_of(body.get("integrations")).get("frameworks"))]
        yield from framework_problems(self._place("frameworks", "integrations", "frameworks"), frameworks, gates, targets)
        yield from external_framework_problems("external_frameworks", self.external_frameworks, frameworks)
        if self.multi_kueue is not None:
            external = self.multi_kueue.external_frameworks
            yield from multi_kueue_framework_problems("multi_kueue.external_frameworks", external, frameworks)
        for index, key in enumerate(self.label_keys_to_copy):
            if fault := label_key_fault(key):
                yield Problem(f"label_keys_to_copy[{index}]", fault)
        if self.pprof_bind_address is not None:
            yield from address_problems("pprof_bind_address", self.pprof_bind_address, optional=True)
        for argument, gate, needed in self._gated():
            if gates.get(gate, needed) != needed:
                yield Problem(argument, f"has no effect with the feature gate {gate} {'off' if needed else 'on'}")
        if self.overrides:
            for problem in validate(body, configuration_schema(targets)):
                place = "".join(f"[{step}]" if isinstance(step, int) else f'["{step}"]' for step in problem.path)
                yield Problem(f"overrides{place}", problem.message)

    @property
    def unnamed_ports(self) -> dict[str, int]:
        """Ports that are listened at beside those of the container."""
        profiles = port_of(self.pprof_bind_address or "0")
        return {"health": self.health.port, **({"pprof": profiles} if profiles else {})}

    def _place(self, argument: str, *path: str) -> str:
        """Name an argument, or the place in `overrides` where it was said last."""
        said: JsonValue = dict(self.overrides)
        for step in path:
            said = object_of(said).get(step)
        return argument if said is None else "overrides" + "".join(f'["{step}"]' for step in path)

    def _gated(self) -> Iterator[tuple[str, str, bool]]:
        """Name the arguments that are given and have an effect only with a gate that is on, or off."""
        if self.wait_for_pods_ready is not None:
            yield "wait_for_pods_ready", "DisableWaitForPodsReady", False
        if self.admission_fair_sharing is not None:
            yield "admission_fair_sharing", "AdmissionFairSharing", True
        if self.tls is not None:
            yield "tls", "TLSOptions", True
        if self.metrics.custom_labels:
            yield "metrics.custom_labels", "CustomMetricLabels", True
        if self.metrics.local_queue_metrics is not None:
            yield "metrics.local_queue_metrics", "LocalQueueMetrics", True
        if self.multi_kueue is not None and self.multi_kueue.access_providers:
            yield "multi_kueue.access_providers", "MultiKueueClusterProfile", True
        if self.multi_kueue is not None and self.multi_kueue.step_size is not None:
            yield "multi_kueue.step_size", "MultiKueueIncrementalDispatcherConfig", True
        if self.resources is not None and self.resources.quota_check_strategy is not None:
            yield "resources.quota_check_strategy", "QuotaCheckStrategy", True
        sources = [source for mapping in (self.resources.device_class_mappings if self.resources else ()) for source in mapping.sources]
        for kind, gate in ((DeviceCounter, "PartitionableDevices"), (DeviceCapacity, "ConsumableCapacity")):
            if any(isinstance(source, kind) for source in sources):
                yield "resources.device_class_mappings", f"KueueDRAIntegration{gate}", True

    def body(self, defaults: Mapping[str, JsonValue] | None = None) -> JsonObject:
        """Write the file.

        Args:
            defaults: what the installation adds to what the arguments say.
        """
        integrations: JsonObject = {"frameworks": [*self.frameworks]}
        if self.external_frameworks:
            integrations["externalFrameworks"] = [*self.external_frameworks]
        if self.label_keys_to_copy:
            integrations["labelKeysToCopy"] = [*self.label_keys_to_copy]
        made: JsonObject = {"apiVersion": API_VERSION, "kind": KIND, **wire(self), "integrations": integrations}
        return merged(merged(made, defaults or {}), self.overrides)
