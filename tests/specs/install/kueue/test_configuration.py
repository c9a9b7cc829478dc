"""Kueue's configuration: its text, every field of it, and what is refused."""

from __future__ import annotations

from typing import Any

from heliostat.manifests.yaml_writer import to_yaml
from heliostat.schemas.kueue_configuration import configuration_schema
from heliostat.schemas.validate import validate
from heliostat.specs.install.kueue.configuration import KueueConfiguration
from heliostat.specs.install.kueue.metrics import KueueMetrics, LocalQueueMetrics, MetricLabel
from heliostat.specs.install.kueue.multi_kueue import AccessProvider, MultiKueueSettings
from heliostat.specs.install.kueue.pods_ready import RequeuingStrategy, WaitForPodsReady
from heliostat.specs.install.kueue.quota_resources import (
    DeviceCapacity,
    DeviceClassMapping,
    DeviceCounter,
    KueueResources,
    ResourceTransformation,
)
from heliostat.specs.install.kueue.servers import HealthServer, KueueControllers, LeaderElection, VisibilityServer, WebhookServer
from heliostat.specs.install.kueue.sharing import AdmissionFairSharing, FairSharing, WorkloadRetention
from heliostat.specs.install.kueue.tls import TlsOptions
from heliostat.specs.label_selector import LabelRequirement, LabelSelector
from tests.specs.answers import LABEL_KEY, TARGETS, told
from tests.specs.schema_fields import unreached

DEVICES = "device.driver == 'gpu.example.com'"
INCREMENTAL = "kueue.x-k8s.io/multikueue-dispatcher-incremental"

EVERY_ARGUMENT = KueueConfiguration(
    external_frameworks=["Foo.v1.example.com"],
    label_keys_to_copy=["team"],
    manage_jobs_without_queue_name=True,
    managed_jobs_namespace_selector=LabelSelector({"queued": "yes"}, match_expressions=[LabelRequirement("tier", "In", ["prod"])]),
    wait_for_pods_ready=WaitForPodsReady(
        timeout="20m",
        recovery_timeout="5m",
        block_admission=True,
        requeuing_strategy=RequeuingStrategy(timestamp="Creation", backoff_limit_count=5, backoff_base_seconds=30, backoff_max_seconds=600),
    ),
    fair_sharing=FairSharing(),
    admission_fair_sharing=AdmissionFairSharing(usage_half_life_time="168h", resource_weights={"cpu": 0, "nvidia.com/gpu": 2.5}),
    resources=KueueResources(
        quota_check_strategy="BlockUndeclared",
        exclude_resource_prefixes=["networking.example.com/"],
        transformations=[
            ResourceTransformation(
                "nvidia.com/mig-1g.5gb",
                outputs={"example.com/gpu-memory": "5120Mi"},
                strategy="Replace",
                multiply_by="example.com/replicas",
            )
        ],
        device_class_mappings=[
            DeviceClassMapping(
                "example.com/gpu-memory",
                device_class_names=["gpu"],
                sources=[DeviceCounter(name="memory", driver="gpu.example.com", device_selector=DEVICES)],
            ),
            DeviceClassMapping(
                "example.com/gpu-share",
                device_class_names=["shared-gpu"],
                sources=[DeviceCapacity(name="gpu.example.com/share", driver="gpu.example.com", device_selector=DEVICES)],
            ),
        ],
    ),
    feature_gates={"CustomMetricLabels": True, "KueueDRAIntegrationConsumableCapacity": True, "MultiKueueClusterProfile": True},
    multi_kueue=MultiKueueSettings(
        gc_interval="2m",
        origin="east",
        worker_lost_timeout="30m",
        dispatcher_name=INCREMENTAL,
        step_size=2,
        external_frameworks=["Foo.v1.example.com"],
        access_providers=[
            AccessProvider(
                "cloud",
                command="/bin/login",
                api_version="client.authentication.k8s.io/v1",
                args=["--quiet"],
                env={"REGION": "eu"},
                install_hint="see the handbook",
            )
        ],
    ),
    metrics=KueueMetrics(
        enable_cluster_queue_resources=True,
        custom_labels=[
            MetricLabel("team", source_label_key="team", source_kind="Workload", tracked_values=["vision"]),
            MetricLabel("floor", source_annotation_key="floor"),
        ],
        local_queue_metrics=LocalQueueMetrics(
            local_queue_selector=LabelSelector(
                {"team": "vision"}, match_expressions=[LabelRequirement("tier", "Exists"), LabelRequirement("x", "In", ["y"])]
            )
        ),
    ),
    object_retention_policies=WorkloadRetention(after_finished="24h", after_deactivated_by_kueue="168h"),
    leader_election=LeaderElection(resource_namespace="kueue-system", lease_duration="30s", renew_deadline="20s", retry_period="5s"),
    controller=KueueControllers(cache_sync_timeout="90s"),
    webhook=WebhookServer(host="0.0.0.0", cert_dir="/certificates"),
    health=HealthServer(readiness_endpoint_name="ready", liveness_endpoint_name="live"),
    visibility_server=VisibilityServer(bind_address="::1", bind_port=8090),
    tls=TlsOptions(min_version="VersionTLS12", cipher_suites=["TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"], curve_preferences=[29]),
    pprof_bind_address=":8083",
)

SHIPPED = """\
apiVersion: config.kueue.x-k8s.io/v1beta2
kind: Configuration
clientConnection:
  burst: 500
  qps: 300
controller:
  groupKindConcurrency:
    ClusterQueue.kueue.x-k8s.io: 5
    Cohort.kueue.x-k8s.io: 1
    Job.batch: 5
    LocalQueue.kueue.x-k8s.io: 5
    Pod: 5
    ResourceFlavor.kueue.x-k8s.io: 1
    Workload.kueue.x-k8s.io: 10
health:
  healthProbeBindAddress: ":8081"
integrations:
  frameworks:
    - batch/job
    - kubeflow.org/mpijob
    - ray.io/rayjob
    - ray.io/raycluster
    - ray.io/rayservice
    - jobset.x-k8s.io/jobset
    - workload.codeflare.dev/appwrapper
    - trainer.kubeflow.org/trainjob
    - pod
    - deployment
    - statefulset
    - leaderworkerset.x-k8s.io/leaderworkerset
leaderElection:
  leaderElect: true
  resourceName: c1f6bfd2.kueue.x-k8s.io
metrics:
  bindAddress: ":8443"
webhook:
  port: 9443
"""

NOT_OURS = [
    # written by the installation
    ".internalCertManagement",
    # Leases and nothing else
    ".leaderElection.resourceLock",
    # deprecated for `access_providers`
    ".multiKueue.clusterProfile.credentialsProviders",
    # told by the pod
    ".namespace",
]


def test_nothing_said_is_what_upstream_ships() -> None:
    """The file, as it stands in the ConfigMap."""
    assert to_yaml(KueueConfiguration().body()) == SHIPPED


def test_every_field_has_an_argument() -> None:
    """Kueue's types know all that is written, and nothing of them is left to overrides."""
    schema = configuration_schema(TARGETS)
    body = EVERY_ARGUMENT.body()

    assert told(EVERY_ARGUMENT) == []
    assert validate(body, schema) == []
    assert body["integrations"] == {
        "frameworks": [*KueueConfiguration().frameworks],
        "externalFrameworks": ["Foo.v1.example.com"],
        "labelKeysToCopy": ["team"],
    }
    assert sorted(unreached(schema.document, {}, [body])) == NOT_OURS


def test_amounts_and_times_are_as_kueue_reads_them() -> None:
    """Quantities in their canonical form, and the one duration that Go reads as a number as its nanoseconds."""
    body: Any = EVERY_ARGUMENT.body()
    [transformation] = body["resources"]["transformations"]

    assert transformation["outputs"] == {"example.com/gpu-memory": "5Gi"}
    assert body["controller"]["cacheSyncTimeout"] == 90_000_000_000


def test_overrides_are_held_against_kueues_types() -> None:
    """Kueue exits at a field that it does not know, and at a value of another type."""
    overrides = {
        "waitForPodsReady": {"timeuot": "5m", "timeout": "5 minutes"},
        "manageJobsWithoutQueueName": "yes",
        "featureGates": {"LendingLimit": True},
        "integrations": {"frameworks": ["ray.io/rayjob", "ray.io/raycluster", "ray.io/rayservices"]},
    }

    assert told(KueueConfiguration(overrides=overrides)) == [
        'overrides["featureGates"]["LendingLimit"]: must be left out, since Kueue 0.19 has removed it, the target is 0.19.2',
        'overrides["integrations"]["frameworks"][2]: "ray.io/rayservices" is no framework of Kueue 0.19, did you mean "ray.io/rayservice"',
        'overrides["integrations"]["frameworks"]: must have "ray.io/rayservice", else Kueue does not queue these',
        'overrides["manageJobsWithoutQueueName"]: must be true or false, is the text "yes"',
        (
            'overrides["waitForPodsReady"]["timeout"]: must match '
            '^[-+]?(0|(([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$, is "5 minutes"'
        ),
        'overrides["waitForPodsReady"]["timeuot"]: unknown field, did you mean "timeout"',
    ]


def test_overrides_are_the_last_word() -> None:
    """What is right is merged into the file."""
    body = KueueConfiguration(overrides={"clientConnection": {"qps": 50}, "health": None}).body({"health": {"a": 1}})

    assert body["clientConnection"] == {"burst": 500, "qps": 50}
    assert "health" not in body


def test_what_has_no_effect_is_refused() -> None:
    """Kueue reads it and then does without, as long as a gate says so."""
    given = KueueConfiguration(
        feature_gates={"DisableWaitForPodsReady": True, "TLSOptions": False, "QuotaCheckStrategy": False, "LocalQueueMetrics": False},
        wait_for_pods_ready=WaitForPodsReady(),
        tls=TlsOptions(),
        metrics=KueueMetrics(custom_labels=[MetricLabel("team")], local_queue_metrics=LocalQueueMetrics(enable=False)),
        resources=KueueResources(quota_check_strategy="IgnoreUndeclared"),
        multi_kueue=MultiKueueSettings(access_providers=[AccessProvider("a", command="b", api_version="c")]),
    )

    assert told(given) == [
        "wait_for_pods_ready: has no effect with the feature gate DisableWaitForPodsReady on",
        "tls: has no effect with the feature gate TLSOptions off",
        "metrics.custom_labels: has no effect with the feature gate CustomMetricLabels off",
        "metrics.local_queue_metrics: has no effect with the feature gate LocalQueueMetrics off",
        "multi_kueue.access_providers: has no effect with the feature gate MultiKueueClusterProfile off",
        "resources.quota_check_strategy: has no effect with the feature gate QuotaCheckStrategy off",
    ]


def test_a_label_to_copy_has_to_be_one() -> None:
    """Kueue copies nothing by such a name."""
    assert told(KueueConfiguration(label_keys_to_copy=["a b"])) == [f"label_keys_to_copy[0]: {LABEL_KEY}'a b'"]
