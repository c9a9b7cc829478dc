"""Where the history of Ray clusters is kept: what the collector of a cluster and the history server are told of it.

Source: KubeRay v1.7.0, ray-operator/controllers/ray/utils/validation.go, historyserver/pkg/storage.
"""

from __future__ import annotations

from collections.abc import Iterator

from heliostat.specs.arguments import Problem
from heliostat.specs.pod.environment import Env

_BACKEND = "STORAGE_BACKEND"
_NEEDED = {
    "GCS": ("GCS_BUCKET",),
    "S3": ("S3_REGION",),
    "AZUREBLOB": (),
    "ALIYUNOSS": ("OSS_BUCKET", "OSS_ENDPOINT", "OSS_REGION"),
}
_AZURE_MODE = "AZURE_STORAGE_AUTH_MODE"
_AZURE_KEY = "AZURE_STORAGE_CONNECTION_STRING"
_AZURE_URL = "AZURE_STORAGE_ACCOUNT_URL"
_SECRET = ("AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", _AZURE_KEY)
"""What gives access to the storage to whoever has it."""


def storage_problems(argument: str, env: Env) -> Iterator[Problem]:
    """Name the variables that a storage lacks, and the secrets that would stand in Git."""
    for name in _SECRET:
        if isinstance(value := env.get(name), str) and value:
            yield Problem(f'{argument}["{name}"]', "must come from a Secret, as SecretKey(…), got text")
    backend = env.get(_BACKEND)
    if not isinstance(backend, str) or not backend:
        yield Problem(f'{argument}["{_BACKEND}"]', f"must be the name of the storage as text: {', '.join(_NEEDED)}")
        return
    needed = _azure_needs(env) if backend.upper() == "AZUREBLOB" else _NEEDED.get(backend.upper(), ())
    for name in needed:
        if not env.get(name):
            yield Problem(f'{argument}["{name}"]', f"must be given for the storage {backend}")


def _azure_needs(env: Env) -> tuple[str, ...]:
    mode = env.get(_AZURE_MODE)
    way = mode.strip().lower() if isinstance(mode, str) else ""
    if way == "connection_string":
        return (_AZURE_KEY,)
    if way in ("workload_identity", "default"):
        return (_AZURE_URL,)
    return () if env.get(_AZURE_URL) else (_AZURE_KEY,)
