"""A construct of our own kind and stock ApiObjects of the same bodies, for the tests to compare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import cdk8s
from constructs import Construct

from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import arguments
from heliostat.specs.object_spec import ObjectSpec, Part, merged, metadata

API_VERSION = "test.heliostat.dev/v1"


@arguments
class WidgetSpec(ObjectSpec):
    """A widget.

    Args:
        size: how big it is.
        parts_of: contents of a ConfigMap that belongs to it; none without.
    """

    size: int
    parts_of: Mapping[str, str] | None = None

    def parts(self, name: str, targets: Targets) -> list[Part]:
        """Make the widget, and the ConfigMap of what it is made of."""
        spec: JsonObject = {"size": self.size, "nothing": None, "shelves": [{"at": 1, "label": None}, None], "made-for": targets.kuberay}
        made = [
            Part("", merged({"apiVersion": API_VERSION, "kind": "Widget", "metadata": metadata(self, name), "spec": spec}, self.overrides))
        ]
        if self.parts_of is not None:
            head: JsonObject = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata(self, f"{name}-parts")}
            made.append(Part("parts", {**head, "data": dict(self.parts_of)}))
        return made


class Widget(KubernetesObject):
    """A widget, in any app."""

    @arguments_of(WidgetSpec)
    def __init__(self, scope: Construct, id: str, spec: WidgetSpec) -> None:
        super().__init__(scope, id, spec)


def stock_widget(scope: Construct, id: str, **given: Any) -> cdk8s.ApiObject:
    """Make of cdk8s' own classes what `Widget` makes."""
    spec = WidgetSpec(**given)
    first, *others = spec.parts(spec.name or id, Targets())
    made = stock(scope, id, first.body)
    for part in others:
        stock(made, part.id, part.body)
    return made


def stock(scope: Construct, id: str, body: JsonObject) -> cdk8s.ApiObject:
    """Make a stock ApiObject of a body: cdk8s takes its head, and the rest as patches."""
    head = {"api_version": body["apiVersion"], "kind": body["kind"], "metadata": body["metadata"]}
    made = cdk8s.ApiObject(scope, id, **cast("Any", head))
    for key, value in body.items():
        if key not in ("apiVersion", "kind", "metadata"):
            made.add_json_patch(cdk8s.JsonPatch.add(f"/{key}", as_written(value)))
    return made


def as_written(value: JsonValue) -> JsonValue:
    """Sort mappings and drop what is None from them, as cdk8s does with all that it is given, save by a patch."""
    if isinstance(value, dict):
        return {key: as_written(item) for key, item in sorted(value.items()) if item is not None}
    return [as_written(item) for item in value] if isinstance(value, list) else value
