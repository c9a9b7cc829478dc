"""Health checks answer rightly for what controllers write, and answer at all for whatever there may be."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from lupa.lua51 import LuaError

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.schemas.store import Schema, schema_for
from heliostat.schemas.targets import Targets
from heliostat.schemas.validate import validate
from heliostat.specs.argocd.health_check import health_checks
from tests.specs.argocd.health_case import CASES, HealthCase
from tests.specs.argocd.lua_sandbox import health_of

CHECKS = health_checks()
CODES = {"Healthy", "Progressing", "Degraded", "Suspended"}
_status_schemas: dict[tuple[str, str], Schema] = {}


def _status_schema(api_version: str, kind: str) -> Schema:
    """The part of a kind's schema that is about its status, as a schema of its own."""
    if (api_version, kind) not in _status_schemas:
        whole = schema_for(api_version, kind, Targets())
        assert whole is not None
        document = {**whole.document["properties"]["status"], "$defs": whole.document["$defs"]}
        _status_schemas[api_version, kind] = replace(whole, document=document)
    return _status_schemas[api_version, kind]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_an_object_has_the_health_that_its_status_tells(case: HealthCase) -> None:
    """The word and the message are those of the case."""
    assert health_of(CHECKS[case.check], case.body) == case.expected


@pytest.mark.parametrize("case", [case for case in CASES if case.body["kind"] != "Application"], ids=lambda case: case.name)
def test_a_case_has_a_status_that_its_kind_can_have(case: HealthCase) -> None:
    """The kind's schema takes the status of every case, so none of them is about fields or states that there are not."""
    api_version, kind = str(case.body["apiVersion"]), str(case.body["kind"])

    problems = validate(case.body["status"], _status_schema(api_version, kind)) if "status" in case.body else []

    assert problems == []


def test_there_is_a_check_for_every_kind_that_tells_of_its_health() -> None:
    """No kind of Ray's or Kueue's with a status of its own is forgotten, and each check has cases for every answer that it can give."""
    answers = {check: {case.expected.status for case in CASES if case.check == check} for check in CHECKS}

    assert answers == {
        "argoproj.io_Application": {"Healthy", "Progressing", "Degraded"},
        "kueue.x-k8s.io_AdmissionCheck": {"Healthy", "Progressing", "Degraded"},
        "kueue.x-k8s.io_ClusterQueue": CODES,
        "kueue.x-k8s.io_LocalQueue": CODES,
        "kueue.x-k8s.io_MultiKueueCluster": {"Healthy", "Progressing", "Degraded"},
        "kueue.x-k8s.io_Workload": CODES,
        "ray.io_RayCluster": CODES,
        "ray.io_RayCronJob": {"Healthy", "Suspended"},
        "ray.io_RayJob": CODES,
        "ray.io_RayService": CODES,
    }


@pytest.mark.parametrize(
    "script", ["return ('x'):upper()", "return os.execute()", "return io.open('x')", "return string.rep('x', 2)", "return loadstring('')"]
)
def test_a_check_that_needs_more_than_argo_cd_opens_fails(script: str) -> None:
    """The sandbox of these tests has no string library, no files and no way out: such a check would end as Unknown in Argo CD."""
    with pytest.raises(LuaError):
        health_of(script, {})


def _strings_of(text: str) -> set[str]:
    """The string literals of a script: every field that it reads and every value that it knows."""
    return set(text.split('"')[1::2])


WORDS = sorted(
    {word for text in CHECKS.values() for word in _strings_of(text) if " " not in word} | {"applicationStatuses", "observedGeneration"}
)
ODD: SearchStrategy[JsonValue] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
"""Anything that JSON can say, made of the words that the checks look for more often than not."""


def _conditions(words: list[str]) -> SearchStrategy[JsonValue]:
    known = st.sampled_from(words)
    truth: SearchStrategy[JsonValue] = st.sampled_from(["True", "False", "Unknown"]) | ODD
    return st.lists(
        st.fixed_dictionaries(
            {}, optional={"type": known | ODD, "status": truth, "reason": known | ODD, "message": ODD, "observedGeneration": ODD}
        )
        | ODD,
        max_size=5,
    )


@st.composite
def objects(draw: st.DrawFn, check: str) -> JsonObject:
    """An object whose status is near to what the check expects, with anything in any place of it."""
    words = sorted(word for word in _strings_of(CHECKS[check]) if " " not in word)
    fields = st.dictionaries(st.sampled_from(words), st.sampled_from(words) | ODD, max_size=6)
    status = draw(fields)
    status |= draw(st.fixed_dictionaries({}, optional={"conditions": _conditions(words) | ODD, "observedGeneration": ODD}))
    return draw(
        st.fixed_dictionaries(
            {},
            optional={
                "metadata": st.fixed_dictionaries({}, optional={"generation": ODD, "labels": ODD, "annotations": ODD}) | ODD,
                "spec": fields | ODD,
                "status": st.just(status) | ODD,
            },
        )
    )


@pytest.mark.parametrize("check", sorted(CHECKS))
def test_a_check_answers_whatever_an_object_holds(check: str) -> None:
    """It never raises, gives one of the four words and always says why: Argo CD shows an object as Unknown otherwise."""

    @given(objects(check))
    def answers(body: JsonObject) -> None:
        health = health_of(CHECKS[check], body)

        assert health.status in CODES
        assert isinstance(health.message, str)
        assert health.message

    answers()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_check_answers_when_any_one_thing_is_missing_or_odd(case: HealthCase) -> None:
    """Each field of each case in turn is taken away, or made something else."""
    for odd in (None, "", 0, True, [], {}, ["odd"], {"odd": "odd"}):
        for body in _with_one_changed(case.body, odd):
            health = health_of(CHECKS[case.check], body)
            assert health.status in CODES
            assert isinstance(health.message, str)


def _with_one_changed(value: JsonValue, odd: JsonValue) -> list[JsonValue]:
    if isinstance(value, dict):
        return [{**value, name: changed} for name, item in value.items() for changed in [odd, *_with_one_changed(item, odd)]]
    if isinstance(value, list):
        return [
            [*value[:place], changed, *value[place + 1 :]]
            for place, item in enumerate(value)
            for changed in [odd, *_with_one_changed(item, odd)]
        ]
    return []
