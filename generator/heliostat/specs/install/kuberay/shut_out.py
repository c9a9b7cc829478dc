"""Network policies that let the operator in, but from a namespace that it is not in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.manifest import Manifest
from heliostat.schemas.structure import object_of
from heliostat.specs.install.kuberay.running_operator import RunningOperator

_COMPONENT = ("app.kubernetes.io/component", "kuberay-operator")
_NAMESPACE = "kubernetes.io/metadata.name"


def shut_out_problems(manifests: Sequence[Manifest], operators: Sequence[RunningOperator]) -> Iterator[str]:
    """Name what lets only operators of other namespaces into one that an operator watches.

    It does not reach dashboard and Serve there: jobs are never seen to end, and services never become ready.
    """
    for manifest in manifests:
        if manifest.body.get("kind") != "NetworkPolicy" and not str(manifest.body.get("apiVersion")).startswith("ray.io/"):
            continue
        metadata = object_of(manifest.body.get("metadata"))
        let_in = sorted({*_namespaces_let_in(manifest.body)})
        for operator in operators:
            if let_in and operator.watches(str(metadata.get("namespace"))) and operator.namespace not in let_in:
                yield (
                    f'{manifest.origin}: {manifest.body["kind"]} "{metadata["name"]}": lets in the operator of the namespace '
                    f'"{let_in[0]}", expected "{operator.namespace}", which is that of {operator}'
                )


def _namespaces_let_in(value: JsonValue) -> Iterator[str]:
    """Name the namespaces whose operators some rule, wherever it stands, lets in by its labels."""
    if isinstance(value, dict):
        labels, namespace = _labels(value, "podSelector"), _labels(value, "namespaceSelector").get(_NAMESPACE)
        if _COMPONENT in labels.items() and isinstance(namespace, str):
            yield namespace
        for below in value.values():
            yield from _namespaces_let_in(below)
    elif isinstance(value, list):
        for below in value:
            yield from _namespaces_let_in(below)


def _labels(peer: JsonObject, selector: str) -> JsonObject:
    return object_of(object_of(peer.get(selector)).get("matchLabels"))
