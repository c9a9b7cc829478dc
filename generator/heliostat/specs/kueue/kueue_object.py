"""What all objects of Kueue's API have in common."""

from __future__ import annotations

from collections.abc import Iterator

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.object_spec import ObjectSpec, Part, merged, metadata

GROUP = "kueue.x-k8s.io"
API_VERSION = f"{GROUP}/v1beta2"


@arguments
class ClusterScopedSpec(ObjectSpec):
    """Arguments of an object that belongs to no namespace."""

    def check(self, targets: Targets) -> Iterator[Problem]:
        if self.namespace is not None:
            yield Problem("namespace", f"must be left out, the object belongs to the whole cluster, got {self.namespace!r}")


def kueue_object(spec: ObjectSpec, kind: str, name: str, body: JsonObject) -> list[Part]:
    """Compose an object from what stands beside its metadata, usually `spec`."""
    made: JsonObject = {"apiVersion": API_VERSION, "kind": kind, "metadata": metadata(spec, name), **body}
    return [Part("", merged(made, spec.overrides))]
