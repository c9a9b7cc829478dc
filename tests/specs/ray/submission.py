"""Takes a job from the fields of a RayJob to the program that Ray starts, as KubeRay, the kubelet, bash and Ray's own CLI do."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import yaml
from click.testing import CliRunner
from ray.dashboard.modules.job import cli

from heliostat.specs.ray.submission_mode import SUBMITTED_BY_SHELL, SubmissionMode

SUBMITTER_VARIABLES = {"RAY_DASHBOARD_ADDRESS": "10.0.0.1:8265", "RAY_JOB_SUBMISSION_ID": "job-x", "HOME": "/home/ray"}
"""Some of what the submitter container has in its environment: a text that names one must not be replaced by it."""


@dataclass(frozen=True, kw_only=True)
class Submitted:
    """What reaches Ray."""

    entrypoint: str
    runtime_env: dict[str, Any]
    metadata: dict[str, Any] | None
    entrypoint_resources: dict[str, Any] | None


@dataclass(frozen=True, kw_only=True)
class Job:
    """The fields of a RayJob that pass the submitter."""

    entrypoint: str = "true"
    runtime_env_yaml: str = "{}"
    metadata: Mapping[str, str] = field(default_factory=dict)
    entrypoint_resources: str = ""


def submit(job: Job, mode: SubmissionMode) -> Submitted:
    """Submit a job in one of KubeRay's ways."""
    if mode not in SUBMITTED_BY_SHELL:
        resources = json.loads(job.entrypoint_resources) if job.entrypoint_resources else None
        return Submitted(
            entrypoint=job.entrypoint,
            runtime_env=yaml.safe_load(job.runtime_env_yaml),
            metadata=dict(job.metadata) or None,
            entrypoint_resources=resources,
        )
    return _ray_job_submit(_bash(_kubelet(submit_line(job, mode))))


def submit_line(job: Job, mode: SubmissionMode) -> str:
    """Write the bash line as BuildJobSubmitCommand of KubeRay v1.6.2 does, less the wait for the dashboard."""
    address = "http://10.0.0.1:8265" if mode == "K8sJobMode" else "http://127.0.0.1:8265"
    words = ["ray", "job", "submit", "--address", address]
    if mode == "K8sJobMode":
        status = ["if", "!", "ray", "job", "status", "--address", address, "job-x", ">/dev/null", "2>&1", ";", "then"]
        words = [*status, *words, "--no-wait"]
    words += ["--runtime-env-json", go_quote(go_json(yaml.safe_load(job.runtime_env_yaml)))]
    if job.metadata:
        words += ["--metadata-json", go_quote(go_json(dict(job.metadata)))]
    words += ["--submission-id", "job-x"]
    if job.entrypoint_resources:
        words += ["--entrypoint-resources", go_quote(job.entrypoint_resources)]
    words += ["--", job.entrypoint.strip(), ";"]
    if mode == "K8sJobMode":
        words += ["fi", ";", "ray", "job", "logs", "--address", address, "--follow", "job-x"]
    return " ".join(words)


def go_json(value: object) -> str:
    """Write JSON as Go's `json.Marshal` does: characters as they are, those of HTML escaped."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return re.sub("[<>&\u2028\u2029]", lambda found: f"\\u{ord(found[0]):04x}", text)


def go_quote(text: str) -> str:
    """Quote as Go's `strconv.Quote` does."""
    return '"' + "".join(map(_go_quoted, text)) + '"'


def _go_quoted(character: str) -> str:
    short = {'"': '\\"', "\\": "\\\\", "\a": "\\a", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v"}
    point = ord(character)
    if character in short:
        return short[character]
    if character.isprintable():
        return character
    return f"\\x{point:02x}" if point < 0x80 else f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def _kubelet(argument: str) -> str:
    """Expand an argument of a container (kubernetes 1.35, `third_party/forked/golang/expansion/expand.go`)."""

    def expanded(found: re.Match[str]) -> str:
        if found[0] == "$$":
            return "$"
        return SUBMITTER_VARIABLES.get(found[1], found[0])

    return re.sub(r"\$\$|\$\(([^)]*)\)", expanded, argument)


def _bash(line: str) -> list[str]:
    """Run the line as the submitter does, and take what `ray job submit` is given."""
    ray = 'ray() { case "$2" in status) return 1 ;; submit) shift 2 ; printf "%s\\0" "$@" >&3 ;; esac ; } ; '
    command = ["/bin/bash", "-ce", "--", f"exec 3>&1 ; {ray}{line}"]
    done = subprocess.run(command, capture_output=True, env={"PATH": "/usr/bin:/bin", **SUBMITTER_VARIABLES}, check=True)
    assert done.stderr == b""
    return done.stdout.decode("utf-8").split("\0")[:-1]


class _SentError(Exception):
    """Ends Ray's command where it would call the cluster."""

    def __init__(self, **request: Any) -> None:
        self.request = request


class _Client:
    """Stands in for the client of Ray's jobs."""

    def submit_job(self, **request: Any) -> str:
        raise _SentError(**request)


def _ray_job_submit(arguments: list[str]) -> Submitted:
    """Run Ray's own command up to the request that it would send."""
    with patch.object(cli, "_get_sdk_client", lambda *args, **kwargs: _Client()):
        sent = CliRunner().invoke(cli.submit, arguments).exception
    assert isinstance(sent, _SentError), sent
    return Submitted(**{key: sent.request[key] for key in ("entrypoint", "runtime_env", "metadata", "entrypoint_resources")})


def run_on_head(entrypoint: str) -> list[str]:
    """Run an entrypoint as Ray's job supervisor does (`subprocess.Popen(…, shell=True)`); it prints NUL-separated words."""
    done = subprocess.run(entrypoint, shell=True, capture_output=True, check=True)
    return done.stdout.decode("utf-8").split("\0")[:-1]
