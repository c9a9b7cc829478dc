"""Health checks answer rightly for what controllers write, and answer at all for whatever there may be."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from lupa.lua51 import LuaError

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.store import Schema, catalogues, schema_for
from heliostat.schemas.targets import Targets
from heliostat.schemas.validate import validate
from heliostat.specs.argocd.health_check import health_checks
from tests.specs.argocd.health_case import CASES, HealthCase
from tests.specs.argocd.lua_sandbox import health_of
from tests.specs.argocd.odd_objects import odd_objects, with_one_changed

CHECKS = health_checks()
CODES = {"Healthy", "Progressing", "Degraded", "Suspended"}


@cache
def _status_schema(api_version: str, kind: str) -> Schema | None:
    """The part of a kind's schema that is about its status, as a schema of its own; None where it has no status."""
    whole = schema_for(api_version, kind, Targets())
    assert whole is not None
    status = whole.document["properties"].get("status")
    return None if status is None else replace(whole, document={**status, "$defs": whole.document["$defs"]})


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_an_object_has_the_health_that_its_status_tells(case: HealthCase) -> None:
    """The word and the message are those of the case."""
    assert health_of(CHECKS[case.check], case.body) == case.expected


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_case_has_a_status_that_its_kind_can_have(case: HealthCase) -> None:
    """The kind's schema takes the status of every case, so none of them is about fields or states that there are not."""
    api_version, kind = str(case.body["apiVersion"]), str(case.body["kind"])

    schema = _status_schema(api_version, kind)

    assert schema is not None
    assert "status" not in case.body or validate(case.body["status"], schema) == []


def test_every_kind_that_tells_of_its_health_has_a_check() -> None:
    """These are Ray's and Kueue's kinds with a status; that of a Cohort holds its share of the quota only."""
    kinds = {
        f"{group}_{kind}"
        for group in ("ray.io", "kueue.x-k8s.io")
        for catalogue in catalogues(group, Targets())
        for api_version, kind in catalogue.served
        if api_version.startswith(f"{group}/") and _status_schema(api_version, kind) is not None
    }

    assert kinds - {"kueue.x-k8s.io_Cohort"} == CHECKS.keys() - {"argoproj.io_Application"}


def test_every_answer_of_a_check_has_a_case() -> None:
    """Each word that a check can give is the health of some case."""
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


@pytest.mark.parametrize("check", sorted(CHECKS))
def test_a_check_answers_whatever_an_object_holds(check: str) -> None:
    """It never raises, gives one of the four words and always says why: Argo CD shows an object as Unknown otherwise."""

    @given(odd_objects(CHECKS[check]))
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
        for body in with_one_changed(case.body, odd):
            health = health_of(CHECKS[case.check], body)
            assert health.status in CODES
            assert isinstance(health.message, str)
