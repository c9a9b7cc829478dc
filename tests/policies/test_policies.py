"""Holds the folder of every policy to what it has to be: a page, examples that say what they are, and code that is quick to load."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from heliostat.lint.configuration import Choice, Configuration
from heliostat.lint.engine import Complaint, run
from heliostat.lint.loader import load_policies, shipped_policies
from heliostat.lint.policy import Policy
from heliostat.schemas.store import schema_for
from heliostat.schemas.validate import validate
from tests.policies.example import Example, Mark, examples

POLICIES = load_policies([shipped_policies()])
FOLDERS = [entry for entry in sorted(shipped_policies().iterdir()) if entry.is_dir() and entry.name != "__pycache__"]
GOOD = [example for policy in POLICIES for example in examples(policy, "good")]
BAD = [example for policy in POLICIES for example in examples(policy, "bad")]

ABOUT_SCHEMAS = ("schema_violation", "schema_rule_violation")
"""Policies whose bad examples are those that a schema refuses."""

HEADINGS = ["What it flags", "Why it matters", "How to fix", "When to waive"]
SOURCE = re.compile(r"\b(KubeRay|Kueue|Kubernetes|Ray|Argo CD|Prometheus operator) \d+\.\d+(\.\d+)?\s+`[\w./-]+`")


def named(policy: Policy) -> str:
    return policy.id


def called(example: Example) -> str:
    return example.name


def complaints(example: Example) -> list[Complaint]:
    """Run the policy of an example over it."""
    verdict = run([example.policy], example.world, Configuration(policies={example.policy.id: Choice(options=example.options)}))
    assert verdict.crashes == []
    return list(verdict.complaints)


def test_every_folder_is_a_policy() -> None:
    """Nothing lies among the policies that is not one, so that one whose policy.py is missing does not go unnoticed."""
    assert [folder.name for folder in FOLDERS] == [policy.id for policy in POLICIES]


@pytest.mark.parametrize("policy", POLICIES, ids=named)
def test_page(policy: Policy) -> None:
    """The page has a title and four headings in order, each with something under it, and names where upstream says so."""
    title, *sections = re.split(r"^## ", (policy.folder / "README.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    texts = dict(section.split("\n", 1) for section in sections)

    assert re.fullmatch(r"# [A-Z][^\n.]+\n\n", title)
    assert list(texts) == HEADINGS
    assert all(text.strip() for text in texts.values())
    assert SOURCE.search(texts["Why it matters"])


@pytest.mark.parametrize("policy", POLICIES, ids=named)
def test_has_examples(policy: Policy) -> None:
    """There is a good example and a bad one, for the defaults and for every other value of an option."""
    chosen = [{*example.options.items()} for example in (*examples(policy, "good"), *examples(policy, "bad"))]

    assert examples(policy, "good")
    assert examples(policy, "bad")
    for option, values in policy.terms.options.items():
        assert {(option, value) for value in values} <= set.union(*chosen)


@pytest.mark.parametrize("example", GOOD, ids=called)
def test_good_example(example: Example) -> None:
    """In a good example the policy finds nothing, and none is marked."""
    assert complaints(example) == []
    assert example.marks == []


@pytest.mark.parametrize("example", BAD, ids=called)
def test_bad_example(example: Example) -> None:
    """Every mark has a finding on its line that says its text, and every finding has a mark."""
    found = sorted(Mark(example.line_of(complaint), complaint.problem.message) for complaint in complaints(example))

    assert found
    assert [Mark(mark.line, text_of(mark, found)) for mark in example.marks] == found


def text_of(mark: Mark, found: list[Mark]) -> str:
    """Complete a mark by the finding that it is a part of; itself where there is none."""
    return next((each.text for each in found if each.line == mark.line and mark.text in each.text), mark.text)


@pytest.mark.parametrize("example", GOOD + [example for example in BAD if example.policy.id not in ABOUT_SCHEMAS], ids=called)
def test_example_is_valid(example: Example) -> None:
    """What an example shows is taken by the API server: a fault beside the one that it is about would mislead."""
    world = example.world
    for resource in example.resources:
        schema = schema_for(str(resource.body["apiVersion"]), resource.ref.kind, world.targets)
        assert schema is None or validate(resource.body, schema) == []


def test_policies_start_no_node() -> None:
    """Loading all policies imports nothing of cdk8s, which alone would take longer than linting does."""
    code = """
import sys
from heliostat.lint.loader import load_policies, shipped_policies
load_policies([shipped_policies()])
print(*sorted({name.partition(".")[0] for name in sys.modules} & {"cdk8s", "constructs", "jsii"}))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == ""
