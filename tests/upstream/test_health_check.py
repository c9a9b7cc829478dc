"""Health checks in the Lua that Argo CD has, which is not the one of the other tests."""

from __future__ import annotations

from heliostat.manifests.json_value import JsonValue
from heliostat.specs.argocd.health_check import health_checks
from tests.specs.argocd.health_case import CASES
from tests.specs.argocd.odd_objects import with_one_changed
from tests.upstream.go_program import answers

CHECKS = health_checks()


def test_a_check_answers_the_same_in_argo_cd() -> None:
    """gopher-lua, with the libraries that Argo CD opens, gives the word and the message of every case."""
    asked: list[JsonValue] = [{"script": CHECKS[case.check], "object": case.body} for case in CASES]

    told = answers("lua", asked)

    assert told == [{"status": case.expected.status, "message": case.expected.message} for case in CASES]


def test_a_check_raises_nothing_in_argo_cd() -> None:
    """Each field of each case in turn is taken away, or made something else, and there is an answer."""
    asked: list[JsonValue] = [
        {"script": CHECKS[case.check], "object": body}
        for case in CASES
        for odd in (None, 0, "odd", {"odd": []})
        for body in with_one_changed(case.body, odd)
    ]

    told = answers("lua", asked)

    assert [answer for answer in told if sorted(answer) != ["message", "status"]] == []
