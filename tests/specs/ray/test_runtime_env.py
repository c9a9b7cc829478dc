"""A runtime environment reaches Ray as it was given, and what Ray would refuse is refused."""

from __future__ import annotations

from typing import Any, cast

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from ray.runtime_env import RuntimeEnv

from heliostat.manifests.json_value import JsonObject
from heliostat.specs.ray.runtime_env import job_runtime_env_problems, runtime_env_problems, runtime_env_text
from heliostat.specs.ray.submission_mode import SUBMITTED_BY_SHELL, SubmissionMode, submitted, submitted_problems
from tests.specs.ray.submission import Job, submit

MODES: list[SubmissionMode] = ["K8sJobMode", "SidecarMode", "HTTPMode"]

FULL: JsonObject = {
    "working_dir": "https://example.com/code/archive.zip?token=$A",
    "py_modules": ["s3://bucket/modules.zip", "gs://bucket/package.whl"],
    "excludes": ["*.ckpt", "/data/"],
    "pip": {"packages": ["torch==2.9.0", "numpy<3"], "pip_check": False, "pip_version": "==25.0"},
    "env_vars": {
        "LD_LIBRARY_PATH": "${LD_LIBRARY_PATH}:/opt/lib",
        "PRICE": "5$$",
        "NOTE": "a \"b\" 'c' \\d\nnext\tcell !x $(HOME) é\u00a0",
    },
    "config": {"setup_timeout_seconds": 1800, "eager_install": True},
}


def test_it_is_written_as_a_block_of_yaml() -> None:
    """Keys keep the order people expect, and text is quoted only where it must be."""
    given: JsonObject = {"pip": ["torch==2.9.0"], "env_vars": {"OMP_NUM_THREADS": "4", "MODE": "fast"}}

    assert runtime_env_text(given, "K8sJobMode") == 'env_vars:\n  MODE: fast\n  OMP_NUM_THREADS: "4"\npip:\n  - torch==2.9.0\n'


def test_a_dollar_passes_the_submitters_shell_in_disguise() -> None:
    """Where bash reads the text, `$` is written as an expansion that yields it."""
    given: JsonObject = {"env_vars": {"P": "${X}"}}

    assert runtime_env_text(given, "K8sJobMode") == "env_vars:\n  P: ${0:+$}{X}\n"
    assert runtime_env_text(given, "HTTPMode") == "env_vars:\n  P: ${X}\n"


@pytest.mark.parametrize("mode", MODES)
def test_all_that_ray_knows_arrives(mode: SubmissionMode) -> None:
    """Every kind of value survives the submission, and Ray accepts it."""
    assert list(job_runtime_env_problems(FULL, mode, plugins=False)) == []
    assert submit(Job(runtime_env_yaml=runtime_env_text(FULL, mode)), mode).runtime_env == FULL
    assert RuntimeEnv(**cast("dict[str, Any]", FULL))["env_vars"] == FULL["env_vars"]


texts = st.text(st.one_of(st.sampled_from(" \t\n\"'\\$`(){}!:#-0"), st.characters(exclude_categories=["Cs"], exclude_characters="\0")))


@pytest.mark.parametrize("mode", MODES)
@settings(max_examples=60, deadline=None)
@given(given=st.dictionaries(texts, texts, max_size=3))
def test_every_text_arrives_unchanged_or_is_refused(mode: SubmissionMode, given: dict[str, str]) -> None:
    """Environment variables and metadata come out of the submission as they went in, unless the author was told that they cannot."""
    wanted: JsonObject = {"env_vars": dict(given)}
    refused = list(submitted_problems("runtime_env", wanted, mode))
    if refused:
        assert mode in SUBMITTED_BY_SHELL
        return
    metadata = {key: str(value) for key, value in submitted(dict(given), mode).items()}
    arrived = submit(Job(runtime_env_yaml=runtime_env_text(wanted, mode), metadata=metadata), mode)

    assert (arrived.runtime_env, arrived.metadata or {}) == (wanted, given)


KNOWN = "conda, config, container, env_vars, excludes, image_uri, java_jars, nsight, pip, py_executable, py_modules"


@pytest.mark.parametrize(
    ("given", "argument", "message"),
    [
        ({"workin_dir": "https://a/b.zip"}, '["workin_dir"]', 'is no field that Ray knows, did you mean "working_dir"'),
        (
            {"zzz": 1},
            '["zzz"]',
            f"is no field that Ray knows, known are {KNOWN}, rocprof_sys, uv, worker_process_setup_hook, working_dir",
        ),
        ({"env_vars": {"N": 4}}, '["env_vars"]["N"]', "must be text, got 4"),
        ({"pip": ["torch", 2]}, '["pip"][1]', "must be text, got 2"),
        ({"pip": {"packages": [], "pip_chek": True}}, '["pip"]["pip_chek"]', 'is no field that Ray knows, did you mean "pip_check"'),
        ({"uv": {"uv_check": True}}, '["uv"]', 'must have "packages"'),
        ({"config": {"setup_timeout_seconds": 0}}, '["config"]["setup_timeout_seconds"]', "must be positive, or -1 for no limit, got 0"),
        ({"pip": ["a"], "conda": "base"}, "", "must have one of pip, uv, conda, got pip and conda"),
        ({"image_uri": "a", "pip": ["b"]}, '["image_uri"]', "goes only with config and env_vars, got pip beside it"),
        ({"working_dir": "http://a/b.zip"}, '["working_dir"]', "{protocols}, got 'http://a/b.zip'"),
        ({"working_dir": "https://a/b.tar"}, '["working_dir"]', "must name a .zip or .whl file, got 'https://a/b.tar'"),
        ({"working_dir": "/app"}, '["working_dir"]', "must be the URI of a zip file, HTTPMode uploads no directory, got '/app'"),
        ({"py_modules": ["./m"]}, '["py_modules"][0]', "must be the URI of a zip file, HTTPMode uploads no directory, got './m'"),
        ({"env_vars": {"A": "\ud800"}}, "", "env_vars.A: holds half a surrogate pair, expected whole characters"),
    ],
)
def test_what_ray_would_refuse_is_refused(given: dict[str, Any], argument: str, message: str) -> None:
    """Fields, types and combinations are those of Ray's own validation."""
    protocols = "must start with one of https://, s3://, gs://, azure://, abfss://, file://"
    told = [(problem.argument, problem.message) for problem in runtime_env_problems("runtime_env", given, uploader="HTTPMode")]

    assert told == [(f"runtime_env{argument}", message.replace("{protocols}", protocols))]


@pytest.mark.parametrize("mode", SUBMITTED_BY_SHELL)
def test_a_submitter_uploads_directories_of_its_image(mode: SubmissionMode) -> None:
    """With a submitter, Ray's command uploads a directory that it finds in its own container."""
    assert list(job_runtime_env_problems({"working_dir": "/home/ray/app", "py_modules": ["./m"]}, mode, plugins=False)) == []


def test_plugins_bring_fields_of_their_own() -> None:
    """Where Ray's containers name plugins, fields that Ray does not know are theirs."""
    assert list(job_runtime_env_problems({"my_plugin": {"a": 1}}, "K8sJobMode", plugins=True)) == []


@pytest.mark.parametrize(
    ("given", "argument", "character"),
    [
        ({"env_vars": {"A": "`x`"}}, '["env_vars"]["A"]', "'`'"),
        ({"env_vars": {"A": "\x7f"}}, '["env_vars"]["A"]', "'\\x7f'"),
        ({"pip": ["a", "\U000e0001"]}, '["pip"][1]', "'\\U000e0001'"),
        ({"env_vars": {"`": "x"}}, "[\"env_vars\"]['`']", "'`'"),
    ],
)
def test_what_cannot_pass_the_submitters_shell_is_refused(given: dict[str, Any], argument: str, character: str) -> None:
    """Bash runs what stands between backticks, and Go spells some characters as JSON does not know them."""
    told = [(problem.argument, problem.message) for problem in job_runtime_env_problems(given, "K8sJobMode", plugins=False)]

    reason = f'holds {character}, which the submitter\'s shell changes in K8sJobMode; submission_mode="HTTPMode" has no shell'
    assert told == [(f"runtime_env{argument}", reason)]
    assert list(job_runtime_env_problems(given, "HTTPMode", plugins=False)) == []


def test_yaml_and_mapping_say_the_same() -> None:
    """The text reads back as the mapping."""
    assert yaml.safe_load(runtime_env_text(FULL, "HTTPMode")) == FULL
