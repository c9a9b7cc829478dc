"""Volumes whose files come from several places: the pod itself, Secrets, tokens, certificates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import TypeAlias

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.label_selector import LabelSelector
from heliostat.specs.pod.environment import FieldPath, ResourceField
from heliostat.specs.pod.volume import ConfigMapVolume, SecretVolume
from heliostat.specs.wire import SKIPPED, spelled, wire


@arguments
class DownwardFile:
    """A file with a field of the pod in it.

    Args:
        value: the field.
        mode: permission bits of the file.
    """

    value: FieldPath | ResourceField = field(kw_only=False)
    mode: int | None = None


def _files(items: Mapping[str, DownwardFile]) -> JsonValue:
    return [_file(path, item) for path, item in items.items()]


def _file(path: str, item: DownwardFile) -> JsonObject:
    kind = "fieldRef" if isinstance(item.value, FieldPath) else "resourceFieldRef"
    return {"path": path, kind: wire(item.value), **({} if item.mode is None else {"mode": item.mode})}


@arguments
class DownwardVolume:
    """Fields of the pod as files.

    Args:
        items: files by their path below the mount.
        default_mode: permission bits; 0o644 by default.
        name: name of the volume in the pod; made from the mount path by default.
    """

    items: Mapping[str, DownwardFile] = field(kw_only=False, metadata=spelled(write=_files))
    default_mode: int | None = None
    name: str | None = field(default=None, metadata=SKIPPED)


@arguments
class ServiceAccountToken:
    """A token of the pod's service account for another audience, in a projected volume.

    Args:
        path: file below the mount.
        audience: whom the token is for; the API server by default.
        expiration_seconds: how long it is valid, at least 600; 3600 by default.
    """

    path: str = field(kw_only=False)
    audience: str | None = None
    expiration_seconds: int | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        if self.expiration_seconds is not None and self.expiration_seconds < 600:
            yield Problem("expiration_seconds", f"must be at least 600, got {self.expiration_seconds}")


@arguments
class ClusterTrustBundle:
    """Certificates of a trust bundle as one file, in a projected volume.

    Args:
        path: file below the mount.
        bundle: name of one bundle.
        signer_name: bundles of this signer, instead.
        label_selector: only those bundles of the signer.
        optional: True lets the pod start without any.
    """

    path: str = field(kw_only=False)
    bundle: str | None = field(default=None, metadata=spelled("name"))
    signer_name: str | None = None
    label_selector: LabelSelector | None = None
    optional: bool | None = None


@arguments
class PodCertificate:
    """A certificate made for the pod, in a projected volume.

    Args:
        signer_name: who signs it.
        key_type: such as `ED25519` or `RSA4096`.
        credential_bundle_path: one file for key and chain.
        key_path: or one for the key,
        certificate_chain_path: and one for the chain.
        max_expiration_seconds: longest validity.
        user_annotations: what the signer is told beside.
    """

    signer_name: str
    key_type: str
    credential_bundle_path: str | None = None
    key_path: str | None = None
    certificate_chain_path: str | None = None
    max_expiration_seconds: int | None = None
    user_annotations: Mapping[str, str] = field(default_factory=dict)


ProjectedSource: TypeAlias = ConfigMapVolume | SecretVolume | DownwardVolume | ServiceAccountToken | ClusterTrustBundle | PodCertificate

_PROJECTED: dict[type, str] = {
    ConfigMapVolume: "configMap",
    SecretVolume: "secret",
    DownwardVolume: "downwardAPI",
    ServiceAccountToken: "serviceAccountToken",
    ClusterTrustBundle: "clusterTrustBundle",
    PodCertificate: "podCertificate",
}


def _sources(sources: Sequence[ProjectedSource]) -> JsonValue:
    return [_source(source) for source in sources]


def _source(source: ProjectedSource) -> JsonObject:
    body = wire(source)
    if isinstance(source, SecretVolume):
        body = {"name": body.pop("secretName"), **body}
    return {_PROJECTED[type(source)]: body}


@arguments
class ProjectedVolume:
    """Several sources in one directory.

    Args:
        sources: what is put there; `default_mode` of a source does not count here.
        default_mode: permission bits; 0o644 by default.
        name: name of the volume in the pod; made from the mount path by default.
    """

    sources: Sequence[ProjectedSource] = field(kw_only=False, metadata=spelled(write=_sources))
    default_mode: int | None = None
    name: str | None = field(default=None, metadata=SKIPPED)

    def check(self, targets: Targets) -> Iterator[Problem]:
        for index, source in enumerate(self.sources):
            if getattr(source, "default_mode", None) is not None:
                yield Problem(f"sources[{index}].default_mode", "must be given on the projected volume itself")
