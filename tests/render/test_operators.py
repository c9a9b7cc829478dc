"""What an environment renders against the operator that it installs."""

from __future__ import annotations

from pathlib import Path

import pytest

from heliostat.manifests.errors import RefusedError
from heliostat.render.project import Project
from heliostat.render.run import Failure, Rendering, render

ENVIRONMENT = """\
from heliostat import Environment, Head, KubeRayOperator, RayCronJob, Team
prod = Environment("prod")
nightly = prod.app("nightly", namespace="vision")
RayCronJob(nightly, "nightly", schedule="0 2 * * *", head=Head(cpu=1, memory="4Gi"), entrypoint="python -V")
KubeRayOperator(prod.app("kuberay-operator", namespace="kuberay-system"), "operator"{gates})
"""


def rendered(folder: Path, text: str) -> Rendering | Failure:
    """Render an environment."""
    (folder / "environments").mkdir()
    (folder / "environments" / "prod.py").write_text(text, encoding="utf-8")
    return render(Project.around(folder), "prod")


def refused(folder: Path, text: str) -> list[str]:
    """What is wrong with an environment, with the files as they are called in its project."""
    failure = rendered(folder, text)
    assert isinstance(failure, Failure)
    assert isinstance(failure.error, RefusedError)
    return [problem.replace(f"{folder}/", "") for problem in failure.error.problems]


def test_an_object_behind_a_gate_that_is_off_is_refused(tmp_path: Path) -> None:
    """Nothing would ever be started, and nothing would say so; the message leads to the object and to the operator."""
    assert refused(tmp_path, ENVIRONMENT.format(gates="")) == [
        (
            "environments/prod.py:4: RayCronJob vision/nightly: a RayCronJob needs the feature gate RayCronJob, which is off in "
            'KubeRayOperator "operator", made at environments/prod.py:5'
        ),
    ]


@pytest.mark.parametrize("gates", [', feature_gates={"RayCronJob": True}', ', watched_namespaces=["language"]'], ids=["on", "elsewhere"])
def test_an_object_whose_operator_has_the_gate_is_rendered(tmp_path: Path, gates: str) -> None:
    """So is one that is looked after by somebody else."""
    assert isinstance(rendered(tmp_path, ENVIRONMENT.format(gates=gates)), Rendering)


def test_a_network_policy_that_shuts_the_operator_out_is_refused(tmp_path: Path) -> None:
    """Told with the rest; the default of the argument is another namespace than the operator's."""
    assert refused(tmp_path, ENVIRONMENT.format(gates=', feature_gates={"RayCronJob": True})\nTeam(prod.app("team"), "vision"')) == [
        (
            "environments/prod.py:6: NetworkPolicy vision/allow-kuberay-operator: lets in the operator of the namespace "
            '"kuberay-operator", expected "kuberay-system", which is that of KubeRayOperator "operator", made at environments/prod.py:5'
        ),
    ]


def test_an_object_in_a_namespace_that_no_operator_watches_is_refused(tmp_path: Path) -> None:
    """The environment makes the namespace and installs the operator, so that nobody else would look after it."""
    text = ENVIRONMENT.format(gates=', watched_namespaces=["language"])\nTeam(prod.app("team"), "vision"')

    assert refused(tmp_path, text) == [
        (
            'environments/prod.py:4: RayCronJob vision/nightly: is in the namespace "vision", which no operator watches, expected it among '
            'the watched_namespaces of KubeRayOperator "operator", made at environments/prod.py:5'
        ),
    ]


def test_a_network_policy_that_knows_the_operator_by_another_label_is_refused(tmp_path: Path) -> None:
    """What `component_override` says of the operator is held against the policies of teams."""
    policy = 'Team(prod.app("team"), "vision", network_policy=TeamNetworkPolicy(operator_namespace="kuberay-system")'
    text = ENVIRONMENT.format(gates=f', feature_gates={{"RayCronJob": True}}, component_override="ray")\n{policy}')

    assert refused(tmp_path, text.replace("Team\n", "Team, TeamNetworkPolicy\n", 1)) == [
        (
            "environments/prod.py:6: NetworkPolicy vision/allow-kuberay-operator: lets in pods with the label app.kubernetes.io/component: "
            '"kuberay-operator", expected "ray", which is the component_override of KubeRayOperator "operator", made at '
            "environments/prod.py:5"
        ),
    ]


QUEUED = """\
from heliostat import Environment, Head, Kueue, KueueConfiguration, LabelSelector, RayJob, Team
prod = Environment("prod")
settings = KueueConfiguration(managed_jobs_namespace_selector=LabelSelector({"queued": "yes"}))
Kueue(prod.app("kueue", namespace="kueue-system"), "kueue", configuration=settings)
team = Team(prod.app("team"), "vision", queues={"default": "vision"})
queue, head = team.queue("default"), Head(cpu=1, memory="4Gi")
RayJob(prod.app("train"), "train", team=team, queue=queue, head=head, entrypoint="python -V")
"""


def test_a_queued_object_that_kueue_does_not_look_at_is_refused(tmp_path: Path) -> None:
    """It would start at once, and take what nobody has given it."""
    assert refused(tmp_path, QUEUED) == [
        (
            'environments/prod.py:7: RayJob vision/train: is not queued in "default", since its namespace "vision" is none of those '
            'that are managed by Kueue "kueue", made at environments/prod.py:4'
        ),
    ]


CRDS = """\
from heliostat import Environment, Kueue, KueueCrds
prod = Environment("prod")
KueueCrds(prod.app("kueue-crds"), "crds")
Kueue(prod.app("kueue", namespace="queues"), "kueue")
"""


def test_crds_of_another_kueue_are_refused(tmp_path: Path) -> None:
    """They come before it, and are held against it all the same."""
    assert refused(tmp_path, CRDS) == [
        (
            'environments/prod.py:3: KueueCrds "crds": kueue_namespace: must be "queues", where the webhook of Kueue "kueue", made at '
            'environments/prod.py:4, converts objects, got "kueue-system"'
        ),
    ]


NAMELESS = """\
import cdk8s
from heliostat import Environment, KubeRayOperator, Kueue
prod = Environment("prod")
KubeRayOperator(prod.app("kuberay-operator", namespace="kuberay-system"), "operator")
Kueue(prod.app("kueue", namespace="kueue-system"), "kueue")
nightly = cdk8s.ApiObject(prod.app("nightly"), "nightly", api_version="ray.io/v1", kind="RayCronJob", metadata={"namespace": "vision"})
nightly.add_json_patch(cdk8s.JsonPatch.remove("/metadata/name"))
space = cdk8s.ApiObject(prod.app("space"), "space", api_version="v1", kind="Namespace")
space.add_json_patch(cdk8s.JsonPatch.remove("/metadata"))
"""


def test_what_has_no_name_is_told_once(tmp_path: Path) -> None:
    """A patch may take it away; what else is wrong with such an object can wait."""
    assert refused(tmp_path, NAMELESS) == [
        'environments/prod.py:6: RayCronJob without name, construct "nightly": has no metadata.name',
        'environments/prod.py:8: Namespace without name, construct "space": has no metadata.name',
    ]
