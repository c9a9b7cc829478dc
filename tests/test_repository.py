"""The repository is ready to be reviewed: who is asked about what, and what is folded away."""

from __future__ import annotations

import re
import subprocess
from typing import Any

import yaml

from tests.documents import ROOT

OUT = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "out").rglob("*") if path.is_file())


def owners_of(path: str) -> list[str]:
    """Name who reviews a file, as GitHub reads CODEOWNERS: the last pattern that matches counts."""
    owners: list[str] = []
    for line in (ROOT / ".github" / "CODEOWNERS").read_text(encoding="utf-8").splitlines():
        pattern, *named = line.partition("#")[0].split() or [""]
        expression = re.escape(pattern.removeprefix("/")).replace(r"\*", "[^/]*")
        if pattern == "*" or (pattern and re.match(expression, path)):
            owners = named
    return owners


def folded(paths: list[str]) -> set[str]:
    """Name the files whose diff a review does not show at first."""
    asked = "".join(f"{path}\0" for path in paths)
    command = ["git", "check-attr", "-z", "--stdin", "linguist-generated"]
    told = subprocess.run(command, cwd=ROOT, input=asked, capture_output=True, text=True, check=True).stdout.split("\0")
    return {path for path, _, value in zip(told[::3], told[1::3], told[2::3], strict=False) if value == "true"}


def test_what_a_team_runs_is_reviewed_by_the_team() -> None:
    """Whatever is delivered in the AppProject of a team, and nothing else; in production by the platform too."""
    for environment in ("dev", "staging", "prod"):
        for file in (ROOT / "out" / environment / "_argocd").rglob("application-*.yaml"):
            spec: Any = yaml.safe_load(file.read_text(encoding="utf-8"))["spec"]
            team = spec["project"].removeprefix(f"{environment}-")
            reviewers = {owner for path in OUT if path.startswith(f"{spec['source']['path']}/") for owner in owners_of(path)}
            if team in ("default", "platform"):
                assert reviewers <= {"@example/platform", "@example/capacity"}
            else:
                assert reviewers == {f"@example/{team}", *(["@example/platform"] if environment == "prod" else [])}


def test_quota_and_delivery_are_no_teams() -> None:
    """Queues are reviewed by those who answer for capacity, Applications and AppProjects by the platform."""
    assert owners_of("out/prod/queues/_cluster/clusterqueue-vision.yaml") == ["@example/capacity"]
    assert owners_of("out/prod/_argocd/argocd/appproject-prod-vision.yaml") == ["@example/platform"]
    assert owners_of("environments/prod.py") == ["@example/platform"]


def test_reviews_show_queues_teams_and_ray_objects() -> None:
    """Only the index, CRDs and operators are folded away."""
    brought = ["out/prod/kueue/kueue-system/deployment-kueue.yaml", "out/prod/kuberay-operator/_cluster/clusterrole-x.yaml"]
    crd = "out/prod/crds/_cluster/customresourcedefinition-rayjobs.ray.io.yaml"
    operators = {path for path in OUT if path.split("/")[2] in ("kueue", "kuberay-operator") or "/customresourcedefinition-" in path}

    assert folded([*OUT, *brought, crd]) == {*brought, crd, *operators, *(path for path in OUT if path.endswith("heliostat.index"))}
