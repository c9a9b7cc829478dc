"""What is refused of the parts of Kueue's configuration; each of it makes Kueue exit, unless its docstring says otherwise."""

from __future__ import annotations

import pytest

from heliostat.specs.install.kueue.metrics import KueueMetrics, MetricLabel
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
from tests.specs.answers import DNS_LABEL, DNS_SUBDOMAIN, LABEL_KEY, LABEL_VALUE, told

NO_DURATION = "must be a duration such as 5m or 1h30m, got "
LONG = "example.com/" + "x" * 64


def counter(name: str, driver: str = "gpu.example.com", selector: str = "true") -> DeviceCounter:
    return DeviceCounter(name=name, driver=driver, device_selector=selector)


CASES: dict[str, tuple[object, list[str]]] = {
    "pods that are never ready": (
        WaitForPodsReady(timeout="0s", recovery_timeout="-1s", requeuing_strategy=RequeuingStrategy(backoff_limit_count=-1)),
        [
            "requeuing_strategy.backoff_limit_count: must not be negative, got -1",
            "timeout: must be more than 0s, got '0s'",
            "recovery_timeout: must not be negative, got '-1s'",
        ],
    ),
    "strategies in another order": (
        FairSharing(["LessThanInitialShare", "LessThanOrEqualToFinalShare"]),
        [
            (
                "preemption_strategies: must be ['LessThanOrEqualToFinalShare'], ['LessThanInitialShare'] or "
                "['LessThanOrEqualToFinalShare', 'LessThanInitialShare'], got ['LessThanInitialShare', 'LessThanOrEqualToFinalShare']"
            )
        ],
    ),
    "usage": (
        AdmissionFairSharing(usage_half_life_time="a week", usage_sampling_interval="0s", resource_weights={"cpu": -1, "mem": 2}),
        [
            f"usage_half_life_time: {NO_DURATION}'a week'",
            "usage_sampling_interval: must be more than 0s, got '0s'",
            'resource_weights["cpu"]: must not be negative, got -1',
            'resource_weights["mem"]: is no resource that pods ask for, did you mean "memory"',
        ],
    ),
    "retention": (WorkloadRetention(after_finished="1d"), [f"after_finished: {NO_DURATION}'1d'"]),
    "a transformation": (
        ResourceTransformation("a b", outputs={"c d": 1, "cpu": "lots"}),
        [
            f"input: {LABEL_KEY}'a b'",
            f"outputs[\"c d\"]: {LABEL_KEY}'c d'",
            'outputs["cpu"]: must be a quantity: \'lots\' is not a quantity such as "4", "500m" or "16Gi"',
        ],
    ),
    "a transformation of what no pod asks for": (
        ResourceTransformation("gpu"),
        ['input: is no resource that pods ask for, did you mean "nvidia.com/gpu"'],
    ),
    "transformations of one resource": (
        KueueResources(
            quota_check_strategy="IgnoreUndeclared",
            exclude_resource_prefixes=["a/"],
            transformations=[ResourceTransformation("cpu"), ResourceTransformation("cpu")],
        ),
        [
            "exclude_resource_prefixes: must be left out with IgnoreUndeclared, which ignores them already",
            'transformations[1].input: must differ from that of every other transformation, got "cpu" again',
        ],
    ),
    "device sources": (
        DeviceClassMapping(
            "gpu",
            device_class_names=["a"],
            sources=[
                counter("Memory", driver="GPU", selector=""),
                DeviceCapacity(name="a/1x", driver="d" * 64, device_selector="true"),
            ],
        ),
        [
            f"sources[0].name: {DNS_LABEL}'Memory'",
            f"sources[0].driver: {DNS_SUBDOMAIN}'GPU'",
            "sources[0].device_selector: must be a CEL expression, got nothing",
            "sources[1].name: must be a name such as \"gpu.example.com/memory\", got 'a/1x'",
            "sources[1].driver: must have at most 63 characters, has 64",
        ],
    ),
    "sources of two kinds": (
        DeviceClassMapping(
            "gpu", device_class_names=["a", "a"], sources=[counter("m"), DeviceCapacity(name="c", driver="d", device_selector="true")]
        ),
        ["device_class_names: must differ from each other", "sources: must be all counters or all capacities"],
    ),
    "names of devices": (
        DeviceClassMapping(LONG, device_class_names=[]),
        [f"name: {LABEL_KEY}'{LONG}' (76 characters)", "device_class_names: must have 1 to 8 names, has 0"],
    ),
    "a class in two mappings": (
        KueueResources(
            device_class_mappings=[
                DeviceClassMapping("memory", device_class_names=["gpu"], sources=[counter("memory")]),
                DeviceClassMapping("compute", device_class_names=["gpu"], sources=[counter("compute")]),
                DeviceClassMapping("memory", device_class_names=["gpu"], sources=[counter("memory")]),
                DeviceClassMapping("whole", device_class_names=["gpu"]),
            ]
        ),
        [
            'device_class_mappings[2].name: must differ from that of every other mapping, got "memory" again',
            'device_class_mappings[3].device_class_names[0]: is mapped to "memory" already, got "gpu" again',
        ],
    ),
    "too many mappings": (
        KueueResources(device_class_mappings=[DeviceClassMapping(f"r{index}", device_class_names=[f"c{index}"]) for index in range(17)]),
        ["device_class_mappings: must have at most 16 mappings, has 17"],
    ),
    "other clusters": (
        MultiKueueSettings(
            gc_interval="soon", origin="a b", step_size=2, access_providers=[AccessProvider("", command="", api_version="v1", env={"": ""})]
        ),
        [
            "access_providers[0].name: must not be empty",
            "access_providers[0].command: must not be empty",
            'access_providers[0].env[""]: must have a name',
            f"gc_interval: {NO_DURATION}'soon'",
            f"origin: {LABEL_VALUE}'a b'",
            'step_size: goes with dispatcher_name="kueue.x-k8s.io/multikueue-dispatcher-incremental", got None',
        ],
    ),
    "no cluster at a time": (
        MultiKueueSettings(dispatcher_name="kueue.x-k8s.io/multikueue-dispatcher-incremental", step_size=0),
        ["step_size: must be at least 1, got 0"],
    ),
    "a label of metrics": (
        MetricLabel("1st", source_label_key="a b", source_annotation_key="c", source_kind="Workload"),
        [
            "name: must be letters, digits and \"_\", with a letter first, got '1st'",
            "source_annotation_key: must be left out when source_label_key is given",
            f"source_label_key: {LABEL_KEY}'a b'",
            "tracked_values: must be given for a Workload",
        ],
    ),
    "values of a label of metrics": (
        MetricLabel("team", tracked_values=["a"] * 17),
        ["tracked_values: must have at most 16 values, has 17", "tracked_values: must differ from each other"],
    ),
    "labels of metrics": (
        KueueMetrics(bind_address="8443", custom_labels=[MetricLabel("a"), *(MetricLabel("a") for _ in range(6))]),
        [
            'bind_address: must be an address with a port such as ":8443", or "0" for none, got \'8443\'',
            *(f'custom_labels[{index}].name: must differ from that of every other label, got "a" again' for index in range(1, 7)),
            "custom_labels: must have at most 6 of the source kind ClusterQueue, has 7",
        ],
    ),
    "ports that there are none of": (
        WebhookServer(port=0, cert_dir="certs"),
        ["port: must be a number from 1 to 65535, got 0", "cert_dir: must be an absolute path, got 'certs'"],
    ),
    "a kubelet that cannot ask": (
        HealthServer(health_probe_bind_address="0"),
        ["health_probe_bind_address: must be an address with a port such as \":8443\", got '0'"],
    ),
    "visibility": (
        VisibilityServer(bind_address="here", bind_port=70000),
        ["bind_port: must be a number from 1 to 65535, got 70000", "bind_address: must be an IP address, got 'here'"],
    ),
    "leases": (LeaderElection(lease_duration="0s"), ["lease_duration: must be more than 0s, got '0s'"]),
    "leases that are lost before they are renewed": (
        LeaderElection(lease_duration="10s"),
        ["lease_duration: must be more than renew_deadline=10s, got '10s'"],
    ),
    "leases that nobody takes": (LeaderElection(leader_elect=False, lease_duration="10s"), []),
    "leases that are given up before the second try": (
        LeaderElection(renew_deadline="12s", retry_period="10s", resource_name="A", resource_namespace="a.b"),
        [
            f"resource_name: {DNS_SUBDOMAIN}'A'",
            f"resource_namespace: {DNS_LABEL}'a.b'",
            "renew_deadline: must be more than 1.2 times retry_period=10s, got '12s'",
        ],
    ),
    "nothing that is counted": (
        KueueResources(exclude_resource_prefixes=["example.com/", ""]),
        ["exclude_resource_prefixes: must not have an empty prefix, by which nothing at all is counted"],
    ),
    "controllers": (
        KueueControllers(group_kind_concurrency={"Pod": 0}, cache_sync_timeout="2 minutes"),
        [f"cache_sync_timeout: {NO_DURATION}'2 minutes'", 'group_kind_concurrency["Pod"]: must be at least 1, got 0'],
    ),
    "encryption": (
        TlsOptions(min_version="VersionTLS13", cipher_suites=["TLS_AES_128_GCM_SHA265"], curve_preferences=[29, 29, 1]),
        [
            'cipher_suites[0]: "TLS_AES_128_GCM_SHA265" is no cipher suite of Go, did you mean "TLS_AES_128_GCM_SHA256"',
            "curve_preferences[1]: must differ from every other one, got 29 again",
            "curve_preferences[2]: must be one of 23, 24, 25, 29, 4587, 4588, 4589, got 1",
            "cipher_suites: must be left out with VersionTLS13, whose suites cannot be chosen",
        ],
    ),
}


@pytest.mark.parametrize(("given", "messages"), CASES.values(), ids=CASES)
def test_each_fault_is_told(given: object, messages: list[str]) -> None:
    """Where it stands, what is expected and what was given."""
    assert told(given) == messages
