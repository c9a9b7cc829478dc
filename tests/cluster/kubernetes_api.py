"""The API of Kubernetes, as far as the lane asks it."""

from __future__ import annotations

import json
import ssl
import time
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPSConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

Object = dict[str, Any]

MERGE = "application/merge-patch+json"
JSON_PATCH = "application/json-patch+json"


class ApiError(AssertionError):
    """What the API server refused, in its own words."""


class _Connections:
    """Connections to a server that are kept between questions, but for those that it may have closed for being idle."""

    _SECONDS_KEPT = 30

    def __init__(self, url: str, certificate: Path) -> None:
        self._server = urlsplit(url).netloc
        self._context = ssl.create_default_context(cafile=str(certificate))
        self._idle: deque[tuple[float, HTTPSConnection]] = deque()

    def ask(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> tuple[int, bytes]:
        """Give the status and the text of an answer."""
        connection = self._take()
        try:
            connection.request(method, path, body, dict(headers))
            answer = connection.getresponse()
            told = answer.status, answer.read()
        except BaseException:
            connection.close()
            raise
        self._idle.append((time.monotonic(), connection))
        return told

    def close(self) -> None:
        """Close those that are idle."""
        while self._idle:
            self._idle.pop()[1].close()

    def _take(self) -> HTTPSConnection:
        with suppress(IndexError):
            since, connection = self._idle.pop()
            if time.monotonic() - since < self._SECONDS_KEPT:
                return connection
            connection.close()
        return HTTPSConnection(self._server, timeout=60, context=self._context)


@dataclass(frozen=True)
class KubernetesApi:
    """The API server at a URL, asked with a bearer token."""

    url: str
    token: str = field(repr=False)
    certificate: Path
    _plurals: dict[str, Mapping[str, tuple[str, bool]]] = field(default_factory=dict, repr=False)
    _connections: _Connections = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_connections", _Connections(self.url, self.certificate))

    def close(self) -> None:
        """Close the connections."""
        self._connections.close()

    def get(self, api_version: str, kind: str, name: str, namespace: str | None = None) -> Object | None:
        """Read an object, None where it does not exist."""
        return self._ask("GET", f"{self.path(api_version, kind, namespace)}/{name}", missing_is_none=True)

    def list(self, api_version: str, kind: str, namespace: str | None = None, *, labels: str = "") -> list[Object]:
        """Read all objects of a kind, of one namespace or of all."""
        found = self.ask("GET", f"{self.path(api_version, kind, namespace)}?labelSelector={labels}")
        return [{"apiVersion": api_version, "kind": kind, **item} for item in found["items"]]

    def read(self, manifest: Object) -> Object | None:
        """Read the object that a manifest names."""
        metadata = manifest["metadata"]
        return self.get(manifest["apiVersion"], manifest["kind"], metadata["name"], metadata.get("namespace"))

    def apply(self, manifest: Object, *, manager: str = "lane", dry_run: bool = False) -> Object:
        """Apply an object on the server's side, strictly, or only ask whether that would be accepted."""
        how = f"fieldManager={manager}&fieldValidation=Strict{'&dryRun=All' if dry_run else ''}"
        return self.ask("PATCH", f"{self._path_of(manifest)}?{how}", manifest, "application/apply-patch+yaml")

    def patch(self, found: Object, patch: Any, *, content_type: str = MERGE, part: str = "", manager: str = "lane") -> Object:
        """Change an object, or its subresource `part`."""
        return self.ask("PATCH", f"{self._path_of(found)}{part and '/' + part}?fieldManager={manager}", patch, content_type)

    def delete(self, found: Object, *, grace_period_seconds: int | None = None) -> None:
        """Ask for an object to be deleted, and what it owns in the background."""
        self.ask("DELETE", self._path_of(found), {"propagationPolicy": "Background", "gracePeriodSeconds": grace_period_seconds})

    def bind(self, pod: Object, node: str) -> None:
        """Place a pod on a node."""
        body = {
            "apiVersion": "v1",
            "kind": "Binding",
            "metadata": {"name": pod["metadata"]["name"]},
            "target": {"kind": "Node", "name": node},
        }
        self.ask("POST", f"{self._path_of(pod)}/binding", body)

    def token_of(self, namespace: str, service_account: str) -> str:
        """Have a token made for a service account, as the kubelet does for a pod."""
        path = f"/api/v1/namespaces/{namespace}/serviceaccounts/{service_account}/token"
        return str(self.ask("POST", path, {"spec": {"expirationSeconds": 86_400}})["status"]["token"])

    def path(self, api_version: str, kind: str, namespace: str | None) -> str:
        """Name the path of a kind's objects, as the API server itself says."""
        group = f"/apis/{api_version}" if "/" in api_version else f"/api/{api_version}"
        if kind not in self._plurals.get(api_version, {}):
            resources = self.ask("GET", group)["resources"]
            self._plurals[api_version] = {it["kind"]: (it["name"], it["namespaced"]) for it in resources if "/" not in it["name"]}
        plural, namespaced = self._plurals[api_version][kind]
        return f"{group}/namespaces/{namespace}/{plural}" if namespaced and namespace else f"{group}/{plural}"

    def _path_of(self, found: Object) -> str:
        metadata = found["metadata"]
        return f"{self.path(found['apiVersion'], found['kind'], metadata.get('namespace'))}/{metadata['name']}"

    def ask(self, method: str, path: str, body: Any = None, content_type: str = "application/json") -> Object:
        """Ask the API server.

        Raises:
            ApiError: it refuses.
        """
        told = self._ask(method, path, body, content_type)
        assert told is not None
        return told

    def _ask(
        self, method: str, path: str, body: Any = None, content_type: str = "application/json", *, missing_is_none: bool = False
    ) -> Object | None:
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": content_type}
        status, text = self._connections.ask(method, path, None if body is None else json.dumps(body).encode(), headers)
        if missing_is_none and status == 404:
            return None
        if status >= 300:
            raise ApiError(f"{method} {path}: {text.decode()}")
        told: Object = json.loads(text)
        return told


def condition(found: Object | None, kind: str) -> str | None:
    """Give the status of an object's condition, `True`, `False` or `Unknown`; None where it has none of that type."""
    conditions = (found or {}).get("status", {}).get("conditions") or []
    return next((each["status"] for each in conditions if each["type"] == kind), None)
