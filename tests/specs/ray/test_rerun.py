"""How a job in Git is run again is said, and what cannot work is refused."""

from __future__ import annotations

from typing import Any, cast

import pytest

from heliostat.manifests.json_value import JsonObject
from heliostat.specs.ray.code import Code
from tests.specs.answers import bodies, told
from tests.specs.ray.jobs import job, job_elsewhere, metadata_of


def _name(name: str = "train", **arguments: Any) -> str:
    return str(metadata_of(job(rerun="content-hash", **arguments), name)["name"])


def test_a_job_runs_once_unless_told_otherwise() -> None:
    """Its name is as given, and Argo CD is told nothing."""
    assert metadata_of(job(), "train") == {"name": "train"}


def test_a_content_hash_ends_the_name() -> None:
    """The same job has the same name everywhere; were it to change here, every such job would run again."""
    assert _name() == "train-17e2c672"
    assert _name(entrypoint=["python", "train.py"]) == "train-17e2c672"


@pytest.mark.parametrize(
    "edit",
    [
        {"entrypoint": ["python", "train.py", "--epochs", "4"]},
        {"ttl_seconds_after_finished": 61},
        {"overrides": {"spec": {"jobId": "x"}}},
        {"queue": "default"},
        {"image": "rayproject/ray:2.52.0-py312"},
    ],
)
def test_an_edit_of_what_runs_makes_a_new_job(edit: dict[str, Any]) -> None:
    """Everything in the spec counts, overrides too, and the queue, which Kueue lets nobody change."""
    assert _name(**edit) != _name()


@pytest.mark.parametrize("edit", [{"labels": {"team": "vision"}}, {"annotations": {"note": "x"}}, {"namespace": "vision"}])
def test_an_edit_around_the_job_runs_nothing(edit: dict[str, Any]) -> None:
    """Labels and annotations of the object do not run a job again."""
    assert _name(**edit) == _name()


def test_code_keeps_its_name_whatever_the_job_is_called() -> None:
    """The hash of the job covers that of the code, not the other way round."""
    made = bodies(job(rerun="content-hash", code=Code("test_rerun.py")), "train")
    names = [cast("JsonObject", made[part]["metadata"])["name"] for part in ("", "code")]

    assert [str(name).rpartition("-")[0] for name in names] == ["train", "train-code"]


def test_replacing_is_asked_of_argo_cd() -> None:
    """Argo CD deletes and makes anew."""
    assert metadata_of(job(rerun="replace", queue="default"))["annotations"] == {
        "argocd.argoproj.io/sync-options": "Force=true,Replace=true"
    }


def test_a_hook_runs_at_every_sync() -> None:
    """The hook of the last sync is deleted before the next."""
    assert metadata_of(job(rerun="hook", annotations={"argocd.argoproj.io/sync-wave": "1"}))["annotations"] == {
        "argocd.argoproj.io/hook": "Sync",
        "argocd.argoproj.io/hook-delete-policy": "BeforeHookCreation",
        "argocd.argoproj.io/sync-wave": "1",
    }


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        (
            job(rerun="hook", queue="default"),
            'rerun: must not be "hook" in a queue, since the sync would wait until the job has got its quota and ended',
        ),
        (
            job(rerun="replace", annotations={"argocd.argoproj.io/sync-options": "Prune=false"}),
            'annotations["argocd.argoproj.io/sync-options"]: must be left out with rerun="replace", which sets it',
        ),
        (
            job(rerun="hook", annotations={"argocd.argoproj.io/hook": "PreSync"}),
            'annotations["argocd.argoproj.io/hook"]: must be left out with rerun="hook", which sets it',
        ),
        (
            job_elsewhere(rerun="content-hash", job_id="x"),
            "job_id: must be left out with rerun and cluster_selector, since that cluster runs one job of an id only once",
        ),
        (job(rerun="always"), "rerun: must be 'content-hash' or 'replace' or 'hook', got 'always'"),
    ],
)
def test_what_would_not_run_again_is_refused(spec: object, expected: str) -> None:
    """Each way has its own conditions."""
    assert told(spec) == [expected]


@pytest.mark.parametrize(
    ("rerun", "name", "expected"),
    [
        (None, "a" * 47, []),
        (None, "a" * 48, [f"name: must be at most 47 characters, since KubeRay appends to it, got '{'a' * 48}' (48 characters)"]),
        ("content-hash", "a" * 38, []),
        ("content-hash", "a" * 39, [f"name: must be at most 38 characters, since KubeRay appends to it, got '{'a' * 39}' (39 characters)"]),
        (None, "Train", ['name: must be lower-case letters, digits and "-", with a letter first and no "-" last, got \'Train\'']),
    ],
)
def test_the_name_leaves_room(rerun: Any, name: str, expected: list[str]) -> None:
    """KubeRay appends to a name, and so does the hash."""
    spec = job(rerun=rerun, name=name)

    assert told(spec) == expected
    assert [f"{problem.argument}: {problem.message}" for problem in spec.check_name(name)] == expected
