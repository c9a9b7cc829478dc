"""Which folders are policies, and what is said of those that are none."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from heliostat.lint.loader import load_policies, shipped_policies
from heliostat.lint.policy import Problem, Terms
from heliostat.lint.world import World
from heliostat.manifests.errors import ConfigurationError
from heliostat.schemas.targets import Targets
from tests.lint.reports import resource

GOOD = """
from heliostat.lint.policy import Problem, policy

@policy(severity="warning", kinds=["Pod"])
def check(resource, world):
    yield Problem("is there")
"""
POD = resource({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}})


def put(folder: Path, name: str, text: str = GOOD) -> Path:
    """Write a policy, and give its folder."""
    place = folder / name
    place.mkdir(parents=True)
    (place / "policy.py").write_text(text, encoding="utf-8")
    return place


def refusal(folder: Path) -> str:
    """Say why the policies of a folder are refused."""
    with pytest.raises(ConfigurationError) as refused:
        load_policies([folder])
    return refused.value.message


def test_policies_are_sorted_by_their_ids(tmp_path: Path) -> None:
    """A folder is a policy, its name is the id, and those of several folders stand together."""
    places = {name: put(tmp_path / where, name) for where, name in (("ours", "lonely_pod"), ("theirs", "pod2"), ("theirs", "a_pod"))}
    policies = load_policies([tmp_path / "ours", tmp_path / "theirs"])

    assert [(each.id, each.folder, each.terms) for each in policies] == [
        (name, places[name], Terms("warning", ("Pod",))) for name in ("a_pod", "lonely_pod", "pod2")
    ]
    assert list(policies[0].check(POD, World([POD], Targets()))) == [Problem("is there")]


def test_where_nothing_is(tmp_path: Path) -> None:
    """A project without policies has none, and neither are files and folders that have no policy.py."""
    (tmp_path / "policies" / "drafts").mkdir(parents=True)
    (tmp_path / "policies" / "README.md").write_text("", encoding="utf-8")

    assert load_policies([tmp_path / "policies", tmp_path / "missing"]) == []


def test_a_policy_with_dataclasses(tmp_path: Path) -> None:
    """A policy may have classes and functions of its own, and look for its module."""
    classes = "from __future__ import annotations\nfrom dataclasses import dataclass\n@dataclass\nclass Pair:\n    a: int\n"
    put(tmp_path, "lonely_pod", f"{classes}{GOOD}")

    assert [each.id for each in load_policies([tmp_path])] == ["lonely_pod"]


@pytest.mark.parametrize("name", ["Lonely_Pod", "lonely-pod", "2_pods", "lonely__pod", "_pod", "pod_", "lonely pod", "pöd"])
def test_an_id_in_another_spelling(tmp_path: Path, name: str) -> None:
    """An id is written in annotations and configuration: it has one spelling."""
    place = put(tmp_path, name)

    assert refusal(tmp_path) == f"{place}: the name of a policy's folder is its id, in snake_case"


def test_an_id_that_is_taken(tmp_path: Path) -> None:
    """A project cannot put a policy in the place of one that ships, which only its configuration may change."""
    first, second = (put(tmp_path / where, "lonely_pod") for where in ("ours", "theirs"))

    with pytest.raises(ConfigurationError) as refused:
        load_policies([tmp_path / "ours", tmp_path / "theirs"])

    assert refused.value.message == f"{second}: the id lonely_pod is that of {first}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has 0 functions marked @policy, expected one"),
        (GOOD + GOOD.replace("check", "other"), "has 2 functions marked @policy, expected one"),
        ("import nothing_of_that_name\n", "ModuleNotFoundError: No module named 'nothing_of_that_name'"),
        ("1 // 0\n", "ZeroDivisionError: integer division or modulo by zero"),
        (GOOD.replace('"warning", ', '"warning", sevirity=1, '), "TypeError: policy() got an unexpected keyword argument 'sevirity'"),
    ],
    ids=["empty", "two", "imports what is not there", "raises", "unknown term"],
)
def test_a_policy_that_cannot_be_loaded(tmp_path: Path, text: str, message: str) -> None:
    """The file is named, with what is wrong in it."""
    place = put(tmp_path, "lonely_pod", text)

    assert refusal(tmp_path) == f"{place}/policy.py: {message}"


def test_a_policy_that_is_no_python(tmp_path: Path) -> None:
    """The line is named too."""
    place = put(tmp_path, "lonely_pod", "\ndef check(:\n")

    assert refusal(tmp_path) == f"{place}/policy.py: SyntaxError: invalid syntax (policy.py, line 2)"


def test_the_policies_that_ship() -> None:
    """Those of this repository load, and speak only of products whose versions an environment has."""
    policies = load_policies([shipped_policies()])
    products = {field.name for field in fields(Targets)}

    assert policies
    assert all({*each.terms.since, *each.terms.until} <= products for each in policies)
