"""Whatever is wrong in an environment is told in one run."""

from __future__ import annotations

from pathlib import Path

import pytest

from heliostat.manifests.errors import ConfigurationError, RefusedError
from heliostat.render.project import Project
from heliostat.render.run import Failure, render

ENVIRONMENT = """\
from heliostat import Environment, Head, RayCluster, WorkerGroup
prod = Environment("prod")
app = prod.app("main")
workers = [WorkerGroup("A_", cpu=1, memory="1Gi")]
RayCluster(app, "a", namespace="ns", head=Head(cpu="2.5", memory=3, schedulabel=False), workers=workers, tlss=1)
RayCluster(app, "b", namespace="ns", head=Head(cpu=1, memory="1Gi"), overrides={"spec": {"rayVersions": "2.52.0"}})
RayCluster(app, "c", head=Head(cpu=1, memory="1Gi"))
"""


def _failure(folder: Path, text: str) -> Failure:
    (folder / "environments").mkdir(exist_ok=True)
    (folder / "environments" / "prod.py").write_text(text)
    failure = render(Project.around(folder), "prod")
    assert isinstance(failure, Failure)
    return failure


def test_arguments_schema_and_names(tmp_path: Path) -> None:
    """Six wrong arguments in one construct, a field that no schema has, and an object without a namespace."""
    error = _failure(tmp_path, ENVIRONMENT).error

    assert isinstance(error, RefusedError)
    assert [problem.split("prod.py:", 1)[1].split(",")[0] for problem in error.problems] == [
        '5: RayCluster "a": tlss: RayCluster has no such argument',
        '5: RayCluster "a": head.schedulabel: Head has no such argument',
        '5: RayCluster "a": head.memory: must be text such as "16Gi"',
        '5: RayCluster "a": head.cpu: must be a whole number of at least 1',
        '4: RayCluster "a": workers[0].group_name: must be at most 63 lower-case letters',
        "7: RayCluster c: is namespaced and has no namespace",
        "6: RayCluster ns/b: spec.rayVersions: unknown field",
    ]


def test_what_was_refused_before_an_exception(tmp_path: Path) -> None:
    """An exception ends the file, and what was refused until then is told with it."""
    error = _failure(tmp_path, ENVIRONMENT + "prod.ap('other')\n").error

    assert isinstance(error, ConfigurationError)
    told = str(error).splitlines()
    assert [line.split("prod.py:", 1)[1].split(":")[0] for line in told[:-1]] == ["5", "5", "5", "5", "4", "8"]


def test_what_was_refused_before_a_refusal(tmp_path: Path) -> None:
    """What ends the file because nothing could go on without it is told after the rest."""
    error = _failure(tmp_path, ENVIRONMENT + "prod.app('A B')\n").error

    assert isinstance(error, ConfigurationError)
    assert [line.split("prod.py:", 1)[1].split(":")[0] for line in str(error).splitlines()] == ["5", "5", "5", "5", "4", "8"]


def test_what_no_check_can_read(tmp_path: Path) -> None:
    """A quantity that is none is told with the construct's line, wherever it is read, and hides nothing else."""
    text = """\
from heliostat import Environment, Head, RayCluster
prod = Environment("prod")
app = prod.app("main", namespace="ns")
RayCluster(app, "a", head=Head(cpu=1, memory="4Gi", shm_size="8GB"))
RayCluster(app, "b", head=Head(cpu=1, memory="4Gi", gpus=10**30))
RayCluster(app, "c", head=Head(cpu=1, memory="4Gi"), labels={"a b": "c"})
"""
    error = _failure(tmp_path, text).error

    assert isinstance(error, RefusedError)
    assert [problem.split("prod.py:", 1)[1].split(",")[0] for problem in error.problems] == [
        '4: RayCluster "a": head.shm_size: must be a quantity: \'8GB\' is not a quantity such as "4"',
        '5: RayCluster "b": head.gpus: must be a whole number',
        '6: RayCluster ns/c: metadata.labels: must be a key such as "pool" or "nvidia.com/gpu"',
    ]


SECRETS = """\
from pathlib import Path
import cdk8s
from heliostat import Environment
from heliostat.constructs.manifest_object import ManifestObject
prod = Environment("prod")
app = prod.app("main", namespace="redis")
secret = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "as-a-body"}, "data": {"password": "aHVudGVyMg=="}}
ManifestObject(app, "body", secret)
cdk8s.ApiObject(app, "plain", api_version="v1", kind="Secret", metadata={"name": "plain"}).add_json_patch(
    cdk8s.JsonPatch.add("/stringData", {"password": "hunter2"})
)
cdk8s.Include(app, "file", url=str(Path(__file__).with_name("secret.yaml")))
listed = {**secret, "metadata": {"name": "in-a-list", "namespace": "redis"}}
ManifestObject(app, "list", {"apiVersion": "v1", "kind": "List", "metadata": {"name": "all"}, "items": [listed]})
ManifestObject(app, "empty", {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "filled-in-the-cluster"}})
"""
SECRET_FILE = """\
apiVersion: v1
kind: Secret
metadata:
  name: from-a-file
data:
  password: aHVudGVyMg==
"""


def test_secrets_with_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By whichever way a Secret comes into an environment, what it holds does not leave it; and no message repeats it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "environments").mkdir()
    (tmp_path / "environments" / "secret.yaml").write_text(SECRET_FILE)
    error = _failure(tmp_path, SECRETS).error

    assert isinstance(error, RefusedError)
    assert [problem.split("; ")[0] for problem in error.problems] == [
        "environments/prod.py:8: Secret redis/as-a-body: data: must not be rendered, where everybody with the repository reads it",
        "environments/prod.py:6: Secret redis/plain: stringData: must not be rendered, where everybody with the repository reads it",
        "environments/prod.py:6: Secret redis/from-a-file: data: must not be rendered, where everybody with the repository reads it",
        "environments/prod.py:14: Secret redis/in-a-list: data: must not be rendered, where everybody with the repository reads it",
    ]


OUTSIDE = """\
from heliostat import Environment, Head, RayCluster, WorkerGroup
prod = Environment("prod")
app = prod.app("main", namespace="ns")
RayCluster(app, "old", head=Head(cpu=1, memory="4Gi"), ray_version="2.9.3")
workers = [WorkerGroup("cpu", cpu=1, memory="4Gi", image="rayproject/ray:2.52.0-py39")]
RayCluster(app, "unbuilt", head=Head(cpu=1, memory="4Gi", image="rayproject/ray:2.52.0-py39"), workers=workers)
workers = [WorkerGroup("cpu", cpu=1, memory="4Gi", image="rayproject/ray:2.52.0-py312")]
RayCluster(app, "mixed", head=Head(cpu=1, memory="4Gi"), workers=workers)
"""


def test_versions_outside_the_matrix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """KubeRay and Ray, Ray and the Python of its images, head and workers: one fault each, with its line."""
    monkeypatch.chdir(tmp_path)
    error = _failure(tmp_path, OUTSIDE).error
    mixed = '"rayproject/ray:2.52.0", got "rayproject/ray:2.52.0-py312" with Python 3.12'
    built = "must be an image that there is: Ray 2.52.0 comes with Python 3.10, 3.11, 3.12, got 'rayproject/ray:2.52.0-py39'"

    assert isinstance(error, RefusedError)
    assert [problem.removeprefix("environments/prod.py:") for problem in error.problems] == [
        '4: RayCluster "old": ray_version: needs Ray 2.38.0 or later with KubeRay 1.7.0, the cluster has 2.9.3',
        f'6: RayCluster "unbuilt": head.image: {built}',
        f'6: RayCluster "unbuilt": workers[0].image: {built}',
        f'8: RayCluster "mixed": workers[0].image: must have Python 3.10 in it as that of the head, {mixed}',
    ]


def test_what_one_line_makes_is_told_apart(tmp_path: Path) -> None:
    """A comprehension makes the same job for two teams: each complaint says whose."""
    text = """\
from heliostat import Environment, Head, RayCluster
prod = Environment("prod")
[RayCluster(prod.app(team, namespace=team), "it", head=Head(cpu=1, memory="0")) for team in ("vision", "language")]
"""
    error = _failure(tmp_path, text).error

    assert isinstance(error, RefusedError)
    assert [problem.split("prod.py:", 1)[1] for problem in error.problems] == [
        f'3: RayCluster "it": head.memory: must be more than nothing, got \'0\' (in app "{team}")' for team in ("vision", "language")
    ]


def test_what_is_made_twice_names_the_argument_that_leaves_it_out(tmp_path: Path) -> None:
    """An installation makes its Namespace, and ArgoCD its ConfigMap, unless told that somebody else does."""
    text = """\
import cdk8s
from heliostat import ArgoCD, Environment, KubeRayOperator, Kueue
prod = Environment("prod")
KubeRayOperator(prod.app("kuberay", namespace="ray"), "kuberay")
Kueue(prod.app("kueue", namespace="kueue-system"), "kueue")
def made(kind, name, **more):
    cdk8s.ApiObject(prod.app(f"{kind.lower()}-{name}"), "it", api_version="v1", kind=kind, metadata={"name": name, **more})
made("Namespace", "ray")
made("Namespace", "kueue-system")
made("ConfigMap", "argocd-cm", namespace="argocd")
ArgoCD(prod, "argocd", repository="https://git.example.com/platform.git")
"""
    error = _failure(tmp_path, text).error

    assert isinstance(error, RefusedError)
    assert [problem.rpartition(", ")[2].replace(f"{tmp_path}/", "") for problem in error.problems] == [
        "create_namespace=False at environments/prod.py:4 leaves it to the other",
        "create_namespace=False at environments/prod.py:5 leaves it to the other",
        "config_map=False at environments/prod.py:11 leaves it to the other",
    ]
