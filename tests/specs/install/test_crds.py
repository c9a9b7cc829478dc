"""CRDs as objects of an app."""

from __future__ import annotations

import json
from typing import Any

import pytest

from heliostat.schemas.targets import Targets
from heliostat.specs.install.kuberay.crds import KubeRayCrdsSpec
from tests.schemas.digests import TABLE, digest
from tests.specs.answers import bodies, told

CONFIRMED = {"argocd.argoproj.io/sync-options": "Delete=confirm,Prune=confirm,ServerSideApply=true"}
DIGESTS = json.loads(TABLE.read_text(encoding="utf-8"))


def as_upstream(crd: Any) -> tuple[str, str]:
    """Take away what we add, and name what is left by its digest."""
    metadata = crd["metadata"]
    annotations = {key: value for key, value in metadata["annotations"].items() if (key, value) not in CONFIRMED.items()}
    return metadata["name"], digest({**crd, "metadata": {**metadata, "annotations": annotations}})


@pytest.mark.parametrize("version", ["1.5", "1.6", "1.7"])
def test_the_crds_are_upstreams_with_argo_cds_options(version: str) -> None:
    """Each has the digest of upstream's file, descriptions aside, and says that it is applied on the server and goes by confirmation."""
    made = bodies(KubeRayCrdsSpec(), targets=Targets(kuberay=f"{version}.0"))

    assert dict(map(as_upstream, made.values())) == DIGESTS[f"kuberay-{version}"]
    assert all(crd["metadata"]["annotations"].items() >= CONFIRMED.items() for crd in made.values())


def test_a_part_is_called_as_its_plural() -> None:
    """The first of them is the object itself."""
    assert list(bodies(KubeRayCrdsSpec())) == ["", "raycronjobs", "rayjobs", "rayservices"]


def test_labels_annotations_and_overrides_are_of_each() -> None:
    """What upstream has stays, and the author's word is the last."""
    spec = KubeRayCrdsSpec(labels={"tier": "platform"}, annotations={"team": "ray"}, overrides={"metadata": {"labels": {"tier": "core"}}})

    for crd in bodies(spec).values():
        assert crd["metadata"]["annotations"] == {"controller-gen.kubebuilder.io/version": "v0.16.5", **CONFIRMED, "team": "ray"}
        assert crd["metadata"]["labels"] == {"tier": "core"}


def test_what_upstream_decides_is_refused() -> None:
    """A CRD is called as its kind, and is of the whole cluster."""
    reason = "must be left out, since CRDs have the names that upstream gives them and are in no namespace"

    assert told(KubeRayCrdsSpec(name="ray", namespace="kuberay-system")) == [f"name: {reason}", f"namespace: {reason}"]
