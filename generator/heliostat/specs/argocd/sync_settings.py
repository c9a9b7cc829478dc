"""How Argo CD compares and applies an Application; it follows from what the Application holds.

Measured with Argo CD 3.6.1, Kueue 0.19.2 and KubeRay on a control plane:

- A sync that applies a queued Ray object anew takes away what Kueue gave its worker groups, and starts a RayService again. So every
  Application applies only what is out of sync, and nothing is touched by an edit of its neighbour.
- A diff on the server's side compares the list of worker groups as a whole, in which Kueue and KubeRay write; the one that Argo CD
  makes by itself looks at what is in Git. So Ray objects are compared the second way, whatever Argo CD does by default.
- Ray's autoscaler writes two fields of a stand-alone RayCluster. To apply the rest of it around them (`RespectIgnoreDifferences`)
  would keep its worker groups as they run, image and all, so that is never asked for.
- Kueue lets go of the Workload of a RayService that keeps its state in Redis when the RayService has gone, and one that Argo CD deletes
  in its usual way goes when its dependents have, the Workload among them. So it is deleted in the background; KubeRay keeps it until
  its RayClusters have gone, whatever the way (kueue 0.19.2, pkg/controller/jobs/rayservice, `Skip`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.structure import list_of, object_of
from heliostat.specs.argocd.group_kind import CRD, RAY, GroupKind, group_kind_of, namespace_of
from heliostat.specs.argocd.object_annotations import options_in

COMPARE_OPTIONS = "argocd.argoproj.io/compare-options"

MOST_BYTES_APPLIED_BY_CLIENT = 250_000
"""A client-side apply keeps the whole object as JSON in an annotation; all annotations of an object may hold 262,144 bytes together
(k8s.io/apimachinery v0.35.4, pkg/api/validation/objectmeta.go)."""

_WRITTEN_BY_AUTOSCALER = (".spec.workerGroupSpecs[]?.replicas", ".spec.workerGroupSpecs[]?.scaleStrategy")
"""Ray's `_private/kuberay` and `autoscaler/v2` patch these two."""


@dataclass(frozen=True, slots=True)
class SyncSettings:
    """What an Application says of its syncs beyond what all of them say."""

    sync_options: Sequence[str]
    compare_options: Sequence[str]
    ignore_differences: Sequence[JsonObject]
    background: bool = False
    """Whether what it deletes goes without waiting for its dependents."""


def sync_settings(bodies: Sequence[JsonObject], defined: AbstractSet[GroupKind]) -> SyncSettings:
    """Decide the settings of an Application.

    Args:
        bodies: what it holds.
        defined: kinds whose CRDs come with the environment, in this Application or another.
    """
    kinds = {group_kind_of(body) for body in bodies}
    sync_options = ["ApplyOutOfSyncOnly=true"]
    if any(_needs_server_side_apply(body) for body in bodies if group_kind_of(body) == CRD):
        sync_options.append("ServerSideApply=true")
    if kinds & defined:
        sync_options.append("SkipDryRunOnMissingResource=true")
    if background := any(_is_service_with_state(body) for body in bodies):
        sync_options.append("PrunePropagationPolicy=background")
    return SyncSettings(
        sync_options=sync_options,
        compare_options=["ServerSideDiff=false"] if any(group == RAY for group, _ in kinds) else [],
        ignore_differences=list(_ignored(bodies)),
        background=background,
    )


def _needs_server_side_apply(crd: JsonObject) -> bool:
    asked = options_in(crd).get("ServerSideApply") == "true"
    return asked or len(json.dumps(crd, separators=(",", ":"))) > MOST_BYTES_APPLIED_BY_CLIENT


def _is_service_with_state(body: JsonObject) -> bool:
    """Say whether Kueue sees a RayService with fault tolerance of its GCS, as KubeRay's `IsGCSFaultToleranceEnabled` does."""
    if group_kind_of(body) != (RAY, "RayService"):
        return False
    annotated = object_of(object_of(body.get("metadata")).get("annotations")).get("ray.io/ft-enabled")
    asked = isinstance(annotated, str) and annotated.lower() == "true"
    return asked or "gcsFaultToleranceOptions" in object_of(object_of(body.get("spec")).get("rayClusterConfig"))


def _ignored(bodies: Sequence[JsonObject]) -> Iterator[JsonObject]:
    for body in bodies:
        if group_kind_of(body) == (RAY, "RayCluster") and object_of(body.get("spec")).get("enableInTreeAutoscaling") is True:
            yield {
                "group": RAY,
                "kind": "RayCluster",
                "name": object_of(body.get("metadata")).get("name"),
                "namespace": namespace_of(body),
                "jqPathExpressions": [*_WRITTEN_BY_AUTOSCALER],
            }


def respect_fault(application: JsonObject) -> str | None:
    """Say why an Application must not apply things around what it ignores: not where that stands in a list."""
    spec = object_of(application.get("spec"))
    options = list_of(object_of(spec.get("syncPolicy")).get("syncOptions"))
    paths = [path for each in list_of(spec.get("ignoreDifferences")) for path in list_of(object_of(each).get("jqPathExpressions"))]
    inside = [path for path in paths if isinstance(path, str) and "[" in path]
    if "RespectIgnoreDifferences=true" not in options or not inside:
        return None
    return f"must not have RespectIgnoreDifferences=true beside {inside[0]}, since Argo CD then never applies anything in that list again"
