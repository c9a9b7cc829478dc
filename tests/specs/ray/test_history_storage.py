"""Where the history of clusters is kept is said by references, as far as it is secret."""

from __future__ import annotations

import pytest

from heliostat.specs.arguments import Problem
from heliostat.specs.pod.environment import EnvValue, SecretKey
from heliostat.specs.ray.history_storage import storage_problems

KEY = SecretKey("storage", "key")


@pytest.mark.parametrize("name", ["AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AZURE_STORAGE_CONNECTION_STRING"])
def test_a_secret_as_text(name: str) -> None:
    """It would stand in Git; the message does not repeat it, and an empty one says that there is none."""
    storage: dict[str, EnvValue] = {"STORAGE_BACKEND": "s3", "S3_REGION": "eu"}

    assert [*storage_problems("env", {**storage, name: "hunter2"})] == [
        Problem(f'env["{name}"]', "must come from a Secret, as SecretKey(…), got text")
    ]
    assert [*storage_problems("env", {**storage, name: ""})] == []
    assert [*storage_problems("env", {**storage, name: KEY})] == []
