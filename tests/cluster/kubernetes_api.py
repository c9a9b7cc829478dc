"""The API of Kubernetes, as far as the lane asks it."""

from __future__ import annotations

import json
import ssl
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Object = dict[str, Any]

MERGE = "application/merge-patch+json"
JSON_PATCH = "application/json-patch+json"


class ApiError(AssertionError):
    """What the API server refused, in its own words."""


@dataclass(frozen=True)
class KubernetesApi:
    """The API server at a URL, asked with a bearer token."""

    url: str
    token: str
    certificate: Path
    _plurals: dict[str, Mapping[str, tuple[str, bool]]] = field(default_factory=dict)

    def get(self, api_version: str, kind: str, name: str, namespace: str | None = None) -> Object | None:
        """Read an object, None where it does not exist."""
        try:
            return self._ask("GET", f"{self.path(api_version, kind, namespace)}/{name}")
        except urllib.error.HTTPError as error:
            if error.code == 404:
                return None
            raise ApiError(error.read().decode()) from error

    def list(self, api_version: str, kind: str, namespace: str | None = None, *, labels: str = "") -> list[Object]:
        """Read all objects of a kind, of one namespace or of all."""
        found = self.ask("GET", f"{self.path(api_version, kind, namespace)}?labelSelector={labels}")
        return [{"apiVersion": api_version, "kind": kind, **item} for item in found["items"]]

    def read(self, manifest: Object) -> Object | None:
        """Read the object that a manifest names."""
        metadata = manifest["metadata"]
        return self.get(manifest["apiVersion"], manifest["kind"], metadata["name"], metadata.get("namespace"))

    def apply(self, manifest: Object, *, manager: str = "lane") -> Object:
        """Apply an object on the server's side, strictly."""
        return self.ask(
            "PATCH", f"{self._path_of(manifest)}?fieldManager={manager}&fieldValidation=Strict", manifest, "application/apply-patch+yaml"
        )

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
        try:
            return self._ask(method, path, body, content_type)
        except urllib.error.HTTPError as error:
            raise ApiError(f"{method} {path}: {error.read().decode()}") from error

    def _ask(self, method: str, path: str, body: Any = None, content_type: str = "application/json") -> Object:
        request = urllib.request.Request(f"{self.url}{path}", method=method)
        request.add_header("Authorization", f"Bearer {self.token}")
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", content_type)
        handler = urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=str(self.certificate)))
        with urllib.request.build_opener(urllib.request.ProxyHandler({}), handler).open(request, timeout=60) as answer:
            told: Object = json.loads(answer.read())
            return told


def condition(found: Object | None, kind: str) -> str | None:
    """Give the status of an object's condition, `True`, `False` or `Unknown`; None where it has none of that type."""
    conditions = (found or {}).get("status", {}).get("conditions") or []
    return next((each["status"] for each in conditions if each["type"] == kind), None)
