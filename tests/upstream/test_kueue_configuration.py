"""Kueue's configuration as we write and check it against Kueue's own types, tables and validation."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
import yaml

from heliostat.manifests.yaml_writer import to_yaml
from heliostat.schemas.kueue_configuration import configuration_file
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import problems_of
from heliostat.specs.install.kueue.configuration import KueueConfiguration
from heliostat.specs.install.kueue.feature_gates import gates_of
from heliostat.specs.install.kueue.frameworks import KINDS, RAY, SHIPPED
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
from heliostat.specs.install.kueue.servers import KueueControllers, VisibilityServer
from heliostat.specs.install.kueue.sharing import AdmissionFairSharing, FairSharing, WorkloadRetention
from heliostat.specs.install.kueue.tls import CURVES, SUITES, TlsOptions
from tests.upstream.generated import some
from tests.upstream.go_program import FULL, ROOT
from tests.upstream.kueue_program import EARLIER, VERSION, answers, facts, module, schema_text

TARGETS = Targets(kueue=VERSION)

GATES = sorted(gates_of(VERSION))

DURATIONS = ["5m", "1h30m", "0s", "-1s", "5 minutes", "1d"]
NAMES = ["a", "gpu.example.com/memory", "A b", "x" * 70, ""]
SELECTOR = "device.driver == 'gpu.example.com'"
PARTITIONED: Mapping[str, list[Any]] = {
    "name": ["memory", "compute", "Memory"],
    "driver": ["gpu.example.com", "GPU"],
    "device_selector": [SELECTOR, ""],
}


def test_the_schema_is_what_kueues_types_compile_to() -> None:
    """Compiling anew gives the committed bytes."""
    assert configuration_file(VERSION).read_text(encoding="utf-8") == schema_text()


def declared(version: str) -> set[str]:
    """Read the names of the gates out of Kueue's source."""
    text = (module(version) / "pkg/features/kube_features.go").read_text(encoding="utf-8")
    return set(re.findall(r'^\s*\w+\s+featuregate\.Feature = "(\w+)"', text, re.MULTILINE))


def test_the_gates_are_kueues() -> None:
    """Each gate that Kueue declares, with its stage, its default and its lock; those that were removed are not known any more."""
    known, gates = facts()["gates"], gates_of(VERSION)
    made = {
        name: {"default": gate.is_on, "stage": gate.stage, "locked": gate.is_locked}
        for name, gate in gates.items()
        if gate.stage != "removed"
    }

    assert made == {name: known[name] for name in declared(VERSION)}
    assert not {name for name, gate in gates.items() if gate.stage == "removed"} & known.keys()


@pytest.mark.parametrize("version", EARLIER)
def test_an_earlier_patch_knows_fewer_gates(version: str) -> None:
    """Kueue exits at a gate that a later patch has brought."""
    assert {name for name, gate in gates_of(version).items() if gate.stage != "removed"} == declared(version)


def test_frameworks_suites_and_what_is_shipped_are_kueues() -> None:
    """The tables that names are looked up in."""
    file = (module() / "config/components/manager/controller_manager_config.yaml").read_text(encoding="utf-8")
    shipped = re.findall(r'^  - "(\S+)"$', file, re.MULTILINE)

    assert sorted(KINDS) == facts()["frameworks"]
    assert [*SHIPPED] == shipped
    assert [*SUITES] == facts()["cipherSuites"]


def test_kueue_starts_in_every_environment() -> None:
    """The configurations in out/, as the ConfigMaps hold them."""
    files = sorted(ROOT.glob("out/*/kueue/kueue-system/configmap-kueue-manager-config.yaml"))
    texts = [text for file in files for text in yaml.safe_load(file.read_text(encoding="utf-8"))["data"].values()]

    assert texts
    assert [found for found in answers([{"configuration": text} for text in texts]) if found] == []


def one_of(made: Any, **values: Sequence[Any]) -> Any:
    """Make arguments with each of these in some value."""
    return some(made, values, {})


def configurations(count: int) -> list[KueueConfiguration]:
    random.seed(192)
    return [_configuration() for _ in range(count)]


def _configuration() -> KueueConfiguration:
    sources = random.choice(
        [
            [],
            [some(DeviceCounter, PARTITIONED, {})],
            [some(DeviceCapacity, {**PARTITIONED, "name": ["gpu.example.com/memory", "memory", "a/b/c", "1x"]}, {})],
        ]
    )
    resources = some(
        KueueResources,
        {},
        {
            "quota_check_strategy": ["BlockUndeclared", "IgnoreUndeclared"],
            "exclude_resource_prefixes": [["networking.example.com/"]],
            "transformations": [
                [ResourceTransformation("a.example/x", outputs={"cpu": "1500m", "b.example/y": "5Gi"}, strategy="Replace")],
                [ResourceTransformation("a.example/x"), ResourceTransformation("a.example/x", multiply_by="b.example/z")],
            ],
            "device_class_mappings": [
                [one_of(DeviceClassMapping, name=NAMES, device_class_names=[["gpu"], ["gpu", "gpu"], []], sources=[sources])],
                [
                    one_of(DeviceClassMapping, name=["a", "b"], device_class_names=[["gpu"], ["tpu"]], sources=[sources]),
                    one_of(DeviceClassMapping, name=["a", "b"], device_class_names=[["gpu"], ["tpu", "gpu"]], sources=[sources, []]),
                ],
                [DeviceClassMapping(f"a{index}", device_class_names=[f"c{index}"]) for index in range(17)],
                [DeviceClassMapping("many", device_class_names=[f"c{index}" for index in range(9)])],
            ],
        },
    )
    label = {
        "name": ["team", "1team", "te-am", "team"],
        "source_kind": [None, "Workload", "Cohort"],
        "tracked_values": [[], ["a", "a"], ["a"]],
    }
    provider = {"name": ["a", ""], "command": ["/bin/a", ""], "api_version": ["client.authentication.k8s.io/v1", ""]}
    dispatchers = [None, "kueue.x-k8s.io/multikueue-dispatcher-incremental"]
    return some(
        KueueConfiguration,
        {"frameworks": [SHIPPED, SHIPPED, RAY, [*SHIPPED, "pod"], [*RAY, random.choice(sorted(KINDS))], [*RAY, "ray.io/rayjobs"]]},
        {
            "external_frameworks": [["Foo.v1.example.com"], ["Foo.v1"], ["RayJob.v1.ray.io"], ["Foo.v1.example.com"] * 2],
            "label_keys_to_copy": [["team"]],
            "wait_for_pods_ready": [
                one_of(
                    WaitForPodsReady,
                    timeout=DURATIONS,
                    recovery_timeout=[None, *DURATIONS],
                    requeuing_strategy=[None, RequeuingStrategy(timestamp="Creation", backoff_limit_count=random.choice([-1, 0, 5]))],
                )
            ],
            "fair_sharing": [
                FairSharing(),
                FairSharing([]),
                FairSharing(["LessThanInitialShare"]),
                FairSharing(["LessThanInitialShare", "LessThanOrEqualToFinalShare"]),
            ],
            "admission_fair_sharing": [
                one_of(
                    AdmissionFairSharing,
                    usage_half_life_time=DURATIONS,
                    usage_sampling_interval=DURATIONS,
                    resource_weights=[{}, {"cpu": 0, "a.example/gpu": 2.5}, {"cpu": -1}],
                )
            ],
            "resources": [resources],
            "feature_gates": [{random.choice(GATES): random.choice([True, False]) for _ in range(random.choice([1, 1, 2, 6]))}],
            "multi_kueue": [
                some(
                    MultiKueueSettings,
                    {"dispatcher_name": dispatchers},
                    {
                        "gc_interval": DURATIONS,
                        "origin": ["multikueue", "a b"],
                        "worker_lost_timeout": DURATIONS,
                        "step_size": [0, 2],
                        "external_frameworks": [["Foo.v1.example.com"], ["Foo"], ["RayJob.v1.ray.io"], ["Deployment.v1.apps"]],
                        "access_providers": [[some(AccessProvider, provider, {})]],
                    },
                )
            ],
            "metrics": [KueueMetrics(custom_labels=[some(MetricLabel, label, {}) for _ in range(random.choice([1, 2, 3, 8]))])],
            "object_retention_policies": [one_of(WorkloadRetention, after_finished=DURATIONS, after_deactivated_by_kueue=DURATIONS)],
            "controller": [one_of(KueueControllers, cache_sync_timeout=DURATIONS)],
            "visibility_server": [one_of(VisibilityServer, bind_address=["0.0.0.0", "::1", "here"], bind_port=[0, 1, 8082, 70000])],
            "tls": [
                one_of(
                    TlsOptions,
                    min_version=[None, "VersionTLS12", "VersionTLS13"],
                    cipher_suites=[[], [random.choice(SUITES)], ["TLS_NONE"]],
                    curve_preferences=[[], [*CURVES], [29, 29], [1], [2**17]],
                )
            ],
        },
    )


def test_what_we_let_through_kueue_starts_with() -> None:
    """Whatever Kueue exits at we refuse before."""
    made = configurations(6_000 if FULL else 1_500)
    taken = [not problems_of(configuration, TARGETS) for configuration in made]
    texts = [to_yaml(configuration.body()) if ours else "" for ours, configuration in zip(taken, made, strict=True)]
    said = answers([{"configuration": text} for text in texts if text])

    refused_late = [(text, found) for text, found in zip([text for text in texts if text], said, strict=True) if found]

    assert refused_late == []
    assert sum(taken) > 0.1 * len(made)


ONLY_OURS = {
    # read as the default, or as no time at all, which nobody means who writes it
    "admission_fair_sharing.usage_sampling_interval",
    "controller.cache_sync_timeout",
    "wait_for_pods_ready.timeout",
    # found only when the manager sets the framework up
    "frameworks[3]",
}


def test_what_we_refuse_kueue_exits_at() -> None:
    """Nothing is refused without cause: Kueue exits at it too, or leaves it out of account."""
    refused = [configuration for configuration in configurations(1_500) if problems_of(configuration, TARGETS)]
    written = [(configuration, text) for configuration in refused for text in [_text(configuration)] if text]
    said = answers([{"configuration": text} for _, text in written])

    taken = [configuration for (configuration, _), found in zip(written, said, strict=True) if not found]
    ours = {
        problem.argument
        for configuration in taken
        for problem in problems_of(configuration, TARGETS)
        if not problem.message.startswith("has no effect with the feature gate")
    }

    assert ours <= ONLY_OURS
    assert len(taken) < 0.1 * len(refused)


def _text(configuration: KueueConfiguration) -> str | None:
    """Write a configuration; None where an argument of it cannot be written at all."""
    try:
        return to_yaml(configuration.body())
    except ValueError:
        return None
