"""Network policies against the namespaces of the operators."""

from __future__ import annotations

import pytest

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.manifest import Manifest
from heliostat.manifests.origin import Frame, Origin
from heliostat.specs.install.kuberay.running_operator import RunningOperator
from heliostat.specs.install.kuberay.shut_out import shut_out_problems
from heliostat.specs.ray.head import Head
from heliostat.specs.ray.network_policy import RayNetworkPolicy
from heliostat.specs.ray.ray_cluster import RayClusterSpec
from heliostat.specs.team.network_policy import TeamNetworkPolicy
from heliostat.specs.team.team import TeamSpec
from tests.specs.answers import bodies, body

HERE, THERE = Origin((Frame("environments/prod.py", 7),)), Origin((Frame("environments/_platform.py", 3),))


def told(*objects: JsonObject, watched: tuple[str, ...] = ()) -> list[str]:
    operator = RunningOperator("kuberay-operator", "kuberay-system", THERE, watched, {})
    return list(shut_out_problems([Manifest(each, HERE, "it") for each in objects], [operator]))


@pytest.mark.parametrize(("namespace", "problems"), [("kuberay-system", 0), ("ray-system", 1)])
def test_a_team_that_lets_in_another_operator_is_told(namespace: str, problems: int) -> None:
    """The operator would not reach the dashboards of the team."""
    team = bodies(TeamSpec(network_policy=TeamNetworkPolicy(operator_namespace=namespace)), "vision")
    problem = (
        'environments/prod.py:7: NetworkPolicy "allow-kuberay-operator": lets in the operator of the namespace "ray-system", expected '
        '"kuberay-system", which is that of KubeRayOperator "kuberay-operator", made at environments/_platform.py:3'
    )

    assert told(*team.values()) == [problem] * problems


def test_so_is_a_cluster_with_a_policy_of_its_own() -> None:
    """Its rules stand inside of the RayCluster."""
    cluster = body(
        RayClusterSpec(namespace="vision", head=Head(cpu=1, memory="4Gi"), network_policy=RayNetworkPolicy(operator_namespace="ray-system"))
    )

    assert len(told(cluster)) == 1


def test_namespaces_that_the_operator_does_not_watch_are_not_its_business() -> None:
    """Somebody else's operator is let in there; without rules for an operator there is nothing to say."""
    team = bodies(TeamSpec(network_policy=TeamNetworkPolicy(operator_namespace="ray-system")), "vision")

    assert told(*team.values(), watched=("language",)) == []
    assert told(*bodies(TeamSpec(network_policy=None), "vision").values()) == []
