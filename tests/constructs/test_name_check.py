"""An object's name is checked also where it is the construct's id."""

from __future__ import annotations

import cdk8s
import pytest

from heliostat.constructs.ray.ray_cluster import RayCluster
from heliostat.manifests.errors import RefusedError
from heliostat.specs.ray.head import Head


@pytest.mark.parametrize("named", [True, False])
def test_a_name_that_is_too_long_is_refused(named: bool) -> None:
    """KubeRay takes 53 characters for a RayCluster, wherever they come from."""
    long = "a" * 54
    chart = cdk8s.Chart(cdk8s.App(), "chart", namespace="ns")

    with pytest.raises(RefusedError, match="53"):
        RayCluster(chart, "short" if named else long, name=long if named else None, head=Head(cpu=1, memory="1Gi"))
