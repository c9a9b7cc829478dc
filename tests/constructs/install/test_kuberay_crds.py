"""The construct of KubeRay's CRDs."""

from __future__ import annotations

import cdk8s

from heliostat.constructs.environment import Environment
from heliostat.constructs.install.kuberay_crds import KubeRayCrds
from heliostat.schemas.targets import Targets


def test_the_crds_are_of_the_environments_version() -> None:
    """KubeRay 1.5 knows no RayCronJob."""
    environment = Environment("prod", targets=Targets(kuberay="1.5.1"))
    app = environment.app("kuberay-crds")
    KubeRayCrds(app, "crds")

    names = [crd["metadata"]["name"] for crd in cdk8s.Testing.synth(app)]

    assert names == ["rayclusters.ray.io", "rayjobs.ray.io", "rayservices.ray.io"]
