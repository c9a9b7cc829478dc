"""The example environments: an edit is one place, its diff is that object, and what they run is what the programs take."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.documents import ROOT, copy_of_project

WORKLOADS = ROOT / "environments" / "workloads"
OUT = ROOT / "out"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project, whose out/ is that of the repository."""
    return copy_of_project(tmp_path_factory.mktemp("project"))


def edited(project: Path, environment: str, old: str, new: str) -> dict[str, str]:
    """Edit one place of an environment, render it, put both back, and tell which objects were added, changed or removed."""
    file, out = project / "environments" / f"{environment}.py", project / "edited"
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} must stand once in {environment}.py"
    file.write_text(text.replace(old, new), encoding="utf-8")
    try:
        command = [".venv/bin/heliostat", "render", environment, "--out", str(out)]
        variables = {**os.environ, "PYTHONPATH": str(project / "generator")}
        done = subprocess.run(command, cwd=project, env=variables, capture_output=True, text=True, check=False)
    finally:
        file.write_text(text, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    before, after = manifests(OUT / environment), manifests(out / environment)
    return {
        **dict.fromkeys(after.keys() - before.keys(), "added"),
        **dict.fromkeys(before.keys() - after.keys(), "removed"),
        **{path: "changed" for path in after.keys() & before.keys() if after[path] != before[path]},
    }


def manifests(folder: Path) -> dict[str, str]:
    """The rendered files below a folder, by their path in it."""
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.yaml"))}


def test_an_edit_of_nothing_changes_nothing(project: Path) -> None:
    """A comment, and with it all lines below, leaves every file as it is."""
    assert edited(project, "prod", 'prod = Environment("prod"', '# a comment\nprod = Environment("prod"') == {}


def test_a_quota_is_one_number(project: Path) -> None:
    """Raising a quota changes its ClusterQueue."""
    diff = edited(project, "prod", "Quota(16, borrow=4, lend=8)", "Quota(24, borrow=4, lend=8)")

    assert diff == {"queues/_cluster/clusterqueue-language.yaml": "changed"}


def test_a_team_is_one_statement(project: Path) -> None:
    """A third team adds its ClusterQueue, its own app, its Application and its AppProject, and touches nobody else's."""
    statement = """\
speech = team(prod, "speech", queues={"default": ClusterQueue(queues, "speech", cohort=ml, quotas={cpu: {"cpu": 8, "memory": "32Gi"}})})

vision = team(
"""
    diff = edited(project, "prod", "vision = team(\n", statement)
    added = {path.partition("/")[0] for path, what in diff.items() if what == "added"}

    assert set(diff.values()) == {"added"}
    assert added == {"_argocd", "queues", "team-speech"}
    assert "queues/_cluster/clusterqueue-speech.yaml" in diff


def test_a_job_is_one_statement(project: Path) -> None:
    """Another job adds one object in an app of its own, and the Application of that."""
    statement = """\
RayJob(
    prod.app("language-count"),
    "count",
    team=language,
    queue=language.queue("default"),
    head=Head(cpu=1, memory="4Gi", flavor=cpu),
    entrypoint=["python", "-c", "import ray; ray.init(); print(ray.cluster_resources())"],
)

RayCronJob(
"""
    assert edited(project, "prod", "RayCronJob(\n    prod", f"{statement}    prod") == {
        "_argocd/argocd/application-prod-language-count.yaml": "added",
        "language-count/language/rayjob-count.yaml": "added",
    }


def test_another_version_of_ray_is_one_text(project: Path) -> None:
    """The next Ray in staging changes the service and the job that run it, and its images on the nodes; the job is a new one."""
    diff = edited(project, "staging", '"next": "2.53.0"', '"next": "2.54.0"')

    assert diff.pop("vision-scorer-next/vision/rayservice-scorer-next.yaml") == "changed"
    assert sorted((path.partition("/")[0], what) for path, what in diff.items()) == [
        *(("image-prepull", what) for what in ("added", "added", "removed", "removed")),
        ("vision-train-next", "added"),
        ("vision-train-next", "removed"),
    ]


def jobs() -> list[Any]:
    """Every RayJob and RayCronJob in out/, each with its spec of a job and the files that it brings."""
    found = []
    for file in sorted(OUT.rglob("ray*job-*.yaml")):
        job = yaml.safe_load(file.read_text(encoding="utf-8"))["spec"]
        [code] = [yaml.safe_load(path.read_text(encoding="utf-8"))["data"] for path in file.parent.glob("configmap-*.yaml")]
        found.append(pytest.param(job.get("jobTemplate", job), code, id=file.relative_to(OUT).as_posix()))
    return found


@pytest.mark.parametrize(("job", "code"), jobs())
def test_a_program_takes_the_arguments_of_its_job(job: Any, code: dict[str, str]) -> None:
    """The entrypoint names a program that the job brings along, and arguments that this program understands."""
    python, program, *arguments = shlex.split(job["entrypoint"])
    module = program.removesuffix(".py")
    parse = f"import json, sys, {module}; print(json.dumps(vars({module}.arguments()), default=str))"
    parsed = subprocess.run([sys.executable, "-c", parse, *arguments], cwd=WORKLOADS, capture_output=True, text=True, check=False)

    assert python == "python"
    assert {name: (WORKLOADS / name).read_text(encoding="utf-8") for name in code} == code
    assert program in code
    assert parsed.returncode == 0, parsed.stderr
    options = json.loads(parsed.stdout)
    [group] = job["rayClusterSpec"]["workerGroupSpecs"]
    gpus = int(group["template"]["spec"]["containers"][0]["resources"]["limits"].get("nvidia.com/gpu", 0))
    assert options.get("workers", 1) * options.get("gpus_per_worker", 0) <= group["replicas"] * gpus


@pytest.mark.parametrize("file", sorted(OUT.rglob("rayservice-*.yaml")), ids=lambda file: file.relative_to(OUT).as_posix())
def test_a_service_serves_an_application_that_it_brings(file: Path) -> None:
    """The import path leads to a bound deployment, with the name that the configuration speaks of."""
    service = yaml.safe_load(file.read_text(encoding="utf-8"))["spec"]
    [code] = [yaml.safe_load(path.read_text(encoding="utf-8"))["data"] for path in file.parent.glob("configmap-*.yaml")]
    [application] = yaml.safe_load(service["serveConfigV2"])["applications"]
    module, attribute = application["import_path"].split(":")
    look = f"import {module}; print({module}.{attribute}._bound_deployment.name)"
    found = subprocess.run([sys.executable, "-c", look], cwd=WORKLOADS, capture_output=True, text=True, check=False)

    assert f"{module}.py" in code
    assert found.stdout.split() == [deployment["name"] for deployment in application["deployments"]], found.stderr
