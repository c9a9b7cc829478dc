"""No Secret is rendered with what it holds."""

from __future__ import annotations

import pytest

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.secret_data import secret_data_fault

SECRET: JsonObject = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "redis"}}
PASSWORD: JsonObject = {"password": "aHVudGVyMg=="}


@pytest.mark.parametrize("key", ["data", "stringData"])
def test_data(key: str) -> None:
    """Encoded data are as readable as plain ones, and the message does not repeat them."""
    assert secret_data_fault({**SECRET, key: PASSWORD}) == (
        f"{key}: must not be rendered, where everybody with the repository reads it; expected an ExternalSecret or a SealedSecret"
    )


@pytest.mark.parametrize(
    "body",
    [
        SECRET,
        {**SECRET, "data": {}},
        {**SECRET, "apiVersion": "example.com/v1", "data": PASSWORD},
        {**SECRET, "kind": "ConfigMap", "data": PASSWORD},
        {"apiVersion": "external-secrets.io/v1", "kind": "ExternalSecret", "spec": {"data": [{"secretKey": "password"}]}},
        {"apiVersion": "bitnami.com/v1alpha1", "kind": "SealedSecret", "spec": {"encryptedData": PASSWORD}},
    ],
    ids=["empty", "no keys", "of another group", "ConfigMap", "ExternalSecret", "SealedSecret"],
)
def test_what_passes(body: JsonObject) -> None:
    """A Secret that the cluster fills, and what refers to data or encrypts them."""
    assert secret_data_fault(body) is None
