"""ProvisioningRequestConfig: what is written, what is refused."""

from __future__ import annotations

import pytest

from heliostat.specs.kueue.provisioning_request_config import PodSetUpdates, ProvisioningRequestConfigSpec, RetryStrategy
from tests.specs.answers import DNS_SUBDOMAIN, LABEL_KEY, body, told

CLASS = "check-capacity.autoscaling.x-k8s.io"


def test_what_is_not_given_is_written_as_kueue_stores_it() -> None:
    """How requests are repeated stands in the manifest."""
    assert body(ProvisioningRequestConfigSpec(provisioning_class_name=CLASS), "config") == {
        "apiVersion": "kueue.x-k8s.io/v1beta2",
        "kind": "ProvisioningRequestConfig",
        "metadata": {"name": "config"},
        "spec": {
            "provisioningClassName": CLASS,
            "retryStrategy": {"backoffLimitCount": 3, "backoffBaseSeconds": 60, "backoffMaxSeconds": 1800},
        },
    }


def test_every_argument_is_written() -> None:
    """Parameters, resources, repetition, and what a fulfilled request changes."""
    spec = ProvisioningRequestConfigSpec(
        provisioning_class_name=CLASS,
        parameters={"maxRunDurationSeconds": "3600"},
        managed_resources=["nvidia.com/gpu"],
        retry_strategy=RetryStrategy(backoff_limit_count=0),
        pod_set_updates=PodSetUpdates(node_selector={"pool": "NodePool"}),
        pod_set_merge_policy="IdenticalPodTemplates",
    )

    assert body(spec)["spec"] == {
        "provisioningClassName": CLASS,
        "parameters": {"maxRunDurationSeconds": "3600"},
        "managedResources": ["nvidia.com/gpu"],
        "retryStrategy": {"backoffLimitCount": 0, "backoffBaseSeconds": 60, "backoffMaxSeconds": 1800},
        "podSetUpdates": {"nodeSelector": [{"key": "pool", "valueFromProvisioningClassDetail": "NodePool"}]},
        "podSetMergePolicy": "IdenticalPodTemplates",
    }


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (
            {"provisioning_class_name": ""},
            [f"provisioning_class_name: {DNS_SUBDOMAIN}''"],
        ),
        (
            {"parameters": {f"p{index}": "x" for index in range(100)} | {"long": "x" * 256}},
            ["parameters: must be at most 100, got 101", 'parameters["long"]: must be at most 255 characters, got 256'],
        ),
        (
            {"managed_resources": ["cpu", "cpu"]},
            ["managed_resources[1]: names 'cpu' a second time"],
        ),
        (
            {"managed_resources": ["gpu"]},
            ['managed_resources[0]: is no resource that pods ask for, did you mean "nvidia.com/gpu"'],
        ),
        (
            {"managed_resources": [f"r{index}" for index in range(101)]},
            ["managed_resources: must be at most 100, got 101"],
        ),
        (
            {"retry_strategy": RetryStrategy(backoff_limit_count=-1, backoff_base_seconds=2**31)},
            [
                "retry_strategy.backoff_limit_count: must be from 0 to 2147483647, got -1",
                "retry_strategy.backoff_base_seconds: must be from 0 to 2147483647, got 2147483648",
            ],
        ),
        ({"pod_set_updates": PodSetUpdates()}, ["pod_set_updates.node_selector: must be 1 to 8 labels, got 0"]),
        (
            {"pod_set_updates": PodSetUpdates(node_selector={"a b": ""})},
            [
                f"pod_set_updates.node_selector[\"a b\"]: {LABEL_KEY}'a b'",
                'pod_set_updates.node_selector["a b"]: must name a detail in 1 to 32768 characters, got 0',
            ],
        ),
    ],
    ids=["a class", "parameters", "a resource twice", "no resource", "resources", "repetition", "no updates", "updates"],
)
def test_what_kueue_refuses_of_a_configuration_is_refused(given: dict, expected: list[str]) -> None:
    """Every rule of the CRD that arguments can break is told, with what was given."""
    assert told(ProvisioningRequestConfigSpec(**{"provisioning_class_name": CLASS, **given})) == expected
