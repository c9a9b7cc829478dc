"""What is kept of a cluster after it is gone."""

from __future__ import annotations

import pytest

from heliostat.schemas.targets import Targets
from heliostat.specs.pod.environment import EnvValue, SecretKey
from heliostat.specs.ray.history_collector import HistoryCollector
from tests.specs.answers import told

KEY = SecretKey("storage", "key")


def test_every_argument_is_written() -> None:
    """Resources are written where they are given."""
    collector = HistoryCollector(
        image="i:1",
        env={"STORAGE_BACKEND": "S3", "S3_REGION": "eu"},
        image_pull_policy="Always",
        requests={"cpu": "100m"},
        limits={"cpu": "200m", "memory": "256Mi"},
    )

    assert told(collector) == []
    assert collector.wire() == {
        "collectorOptions": {
            "image": "i:1",
            "env": [{"name": "STORAGE_BACKEND", "value": "S3"}, {"name": "S3_REGION", "value": "eu"}],
            "imagePullPolicy": "Always",
            "resources": {"limits": {"cpu": "200m", "memory": "256Mi"}, "requests": {"cpu": "100m", "memory": "256Mi"}},
        }
    }


@pytest.mark.parametrize(
    "env",
    [
        {"STORAGE_BACKEND": "gcs", "GCS_BUCKET": "b"},
        {"STORAGE_BACKEND": "AzureBlob", "AZURE_STORAGE_CONNECTION_STRING": KEY},
        {"STORAGE_BACKEND": "AzureBlob", "AZURE_STORAGE_ACCOUNT_URL": "u"},
        {"STORAGE_BACKEND": "AzureBlob", "AZURE_STORAGE_AUTH_MODE": " Default ", "AZURE_STORAGE_ACCOUNT_URL": "u"},
        {"STORAGE_BACKEND": "AliyunOSS", "OSS_BUCKET": "b", "OSS_ENDPOINT": "e", "OSS_REGION": "r"},
        {"STORAGE_BACKEND": "something else"},
    ],
)
def test_backends_are_taken_with_what_they_need(env: dict[str, EnvValue]) -> None:
    """KubeRay does not mind the case, and does not know what another backend needs."""
    assert told(HistoryCollector(image="i", env=env)) == []


@pytest.mark.parametrize(
    ("env", "expected"),
    [
        ({}, 'env["STORAGE_BACKEND"]: must be the name of the storage as text: GCS, S3, AZUREBLOB, ALIYUNOSS'),
        ({"STORAGE_BACKEND": KEY}, 'env["STORAGE_BACKEND"]: must be the name of the storage as text: GCS, S3, AZUREBLOB, ALIYUNOSS'),
        ({"STORAGE_BACKEND": "GCS", "GCS_BUCKET": ""}, 'env["GCS_BUCKET"]: must be given for the storage GCS'),
        (
            {"STORAGE_BACKEND": "AzureBlob"},
            'env["AZURE_STORAGE_CONNECTION_STRING"]: must be given for the storage AzureBlob',
        ),
        (
            {"STORAGE_BACKEND": "AzureBlob", "AZURE_STORAGE_AUTH_MODE": "connection_string", "AZURE_STORAGE_ACCOUNT_URL": "u"},
            'env["AZURE_STORAGE_CONNECTION_STRING"]: must be given for the storage AzureBlob',
        ),
        (
            {"STORAGE_BACKEND": "AzureBlob", "AZURE_STORAGE_AUTH_MODE": "workload_identity"},
            'env["AZURE_STORAGE_ACCOUNT_URL"]: must be given for the storage AzureBlob',
        ),
        (
            {"STORAGE_BACKEND": "S3", "S3_REGION": "eu", "POD_IP": "x"},
            'env["POD_IP"]: must be left out, since KubeRay sets it',
        ),
    ],
)
def test_what_kuberay_refuses_is_refused(env: dict[str, EnvValue], expected: str) -> None:
    """Each backend needs its own variables."""
    assert told(HistoryCollector(image="i", env=env)) == [expected]


def test_a_collector_needs_an_image_and_its_version() -> None:
    """KubeRay brings no image."""
    collector = HistoryCollector(image="", env={"STORAGE_BACKEND": "x"})

    assert told(collector, Targets(kuberay="1.6.2")) == [
        ": needs KubeRay 1.7, the target is 1.6.2",
        "image: must be a reference such as registry.example/train:v1, got ''",
    ]
