"""The policies in Rego against those in Python, by conftest itself."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from random import Random

import pytest

from heliostat.lint.configuration import Choice, Configuration
from heliostat.lint.engine import run
from heliostat.lint.loader import load_policies, shipped_policies
from heliostat.lint.rego import settings
from heliostat.lint.resource import Place, Resource
from heliostat.lint.waivers import Acceptance
from heliostat.lint.world import World
from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.object_ref import ObjectRef
from heliostat.manifests.waiver import Waiver
from heliostat.manifests.yaml_writer import to_yaml
from heliostat.schemas.targets import Targets
from tests.policies.example import Example, examples
from tests.upstream.conftest_worlds import world
from tests.upstream.go_program import FULL, build_tool

IN_REGO = [policy for policy in load_policies([shipped_policies()]) if (policy.folder / "policy.rego").exists()]
EXAMPLES = [example for policy in IN_REGO for which in ("good", "bad") for example in examples(policy, which)]
MODES = [("strict", 1), ("memory-and-gpu", 2)]
WORLDS = 3_000 if FULL else 300

TODAY = date(2030, 1, 31)

Told = tuple[str, str, str, tuple[str | int, ...], str]
"""Severity, policy, object, path and message of a finding."""


def in_python(resources: Sequence[Resource], configuration: Configuration) -> list[Told]:
    """What the engine says of the objects."""
    verdict = run(IN_REGO, World(resources, Targets()), configuration)
    assert verdict.crashes == []
    return sorted(
        (configuration.severity(each.policy), each.policy.id, each.resource.label, each.problem.path, each.problem.message)
        for each in verdict.complaints
    )


def in_rego(folder: Path, bodies: Iterable[JsonObject], configuration: Configuration, accepted: Sequence[Acceptance] = ()) -> list[Told]:
    """What conftest says of the same objects, in one file."""
    (folder / "all.yaml").write_text("---\n".join(map(to_yaml, bodies)), encoding="utf-8")
    (folder / "settings.json").write_text(json.dumps(settings(IN_REGO, configuration, accepted, TODAY)), encoding="utf-8")
    command = [conftest(), "test", "--combine", "--output", "json", "--policy", shipped_policies(), "--data", folder / "settings.json"]
    done = subprocess.run([*map(str, command), str(folder / "all.yaml")], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    (result,) = json.loads(done.stdout)
    found = [each["metadata"] for which in ("failures", "warnings") for each in result.get(which, [])]
    return sorted((each["severity"], each["policy"], each["object"], tuple(each["path"]), each["message"]) for each in found)


@cache
def conftest() -> Path:
    return build_tool("conftest", "github.com/open-policy-agent/conftest")


def resources_of(bodies: Iterable[JsonObject]) -> list[Resource]:
    return [Resource(ObjectRef.of(body), body, Place("all.yaml", index)) for index, body in enumerate(bodies)]


def test_the_four_of_the_house() -> None:
    """The four rules of the house are there in both languages."""
    assert [policy.id for policy in IN_REGO] == [
        "cluster_outlives_job",
        "fractional_cpus",
        "gpu_without_toleration",
        "requests_differ_from_limits",
    ]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_examples(tmp_path: Path, example: Example) -> None:
    """Every example comes to the same findings, at the same paths and in the same words."""
    configuration = Configuration(policies={example.policy.id: Choice(options=example.options)})
    bodies = [resource.body for resource in example.resources]

    assert in_rego(tmp_path, bodies, configuration) == in_python(example.resources, configuration)


@pytest.mark.parametrize(("mode", "seed"), MODES, ids=[mode for mode, _ in MODES])
def test_generated(tmp_path: Path, mode: str, seed: int) -> None:
    """So do manifests by chance, whatever the mode; each policy has something to say of them, and each severity is used."""
    random = Random(seed)
    bodies = [body for index in range(WORLDS) for body in world(random, f"n{index}")]
    choices = {"requests_differ_from_limits": Choice(options={"mode": mode}), "fractional_cpus": Choice("error")}
    configuration = Configuration(policies=choices)
    expected = in_python(resources_of(bodies), configuration)

    assert {(severity, policy) for severity, policy, *_ in expected} == {
        ("error" if policy.id == "fractional_cpus" else "warning", policy.id) for policy in IN_REGO
    }
    assert in_rego(tmp_path, bodies, configuration) == expected


def test_waived_and_switched_off(tmp_path: Path) -> None:
    """What is waived for an object, and a policy that is off, are as silent in Rego as in Python; others are told of."""
    (example,) = [example for example in EXAMPLES if example.name == "cluster_outlives_job/bad/queued.yaml"]
    waived, other = example.resources
    bodies = [resource.body for resource in example.resources]
    accepted = [Acceptance(Waiver("cluster_outlives_job", "looked into", "vision", TODAY), waived)]
    off = Configuration(policies={"cluster_outlives_job": Choice("off")})

    assert in_rego(tmp_path, bodies, Configuration(), accepted) == in_python([other], Configuration())
    assert in_rego(tmp_path, bodies, off) == in_python(example.resources, off) == []
