"""A local path of a runtime environment is read in the submitter's container, which has few files."""

from __future__ import annotations

from pathlib import Path

import pytest

from heliostat.specs.pod.volume import ClaimVolume
from heliostat.specs.ray.code import Code
from heliostat.specs.ray.head import Head
from heliostat.specs.ray.ray_cron_job import RayCronJobSpec
from heliostat.specs.ray.ray_job import RayJobSpec
from heliostat.specs.ray.submitter import Submitter
from tests.specs.answers import told
from tests.specs.ray.jobs import cron_job, job, job_elsewhere

MINE = "registry/train:v1-ray2.52.0"
MOUNTED = Submitter(volumes={"/data": ClaimVolume("code")})
HEAD = Head(cpu=2, memory="8Gi", volumes={"/data": ClaimVolume("code")})
CODE = Code(Path(__file__).name)

NOT_THERE = "must be in the submitter's container, whose image is Ray's own and has no"
NOT_MOUNTED = "must be in the submitter's container, which does not mount"
FILES = "give code=…, whose files are mounted where programs start, or the URI of a zip file"


@pytest.mark.parametrize(
    ("spec", "place", "message"),
    [
        (job(runtime_env={"working_dir": "./here"}), '["working_dir"]', f"{NOT_THERE} /home/ray/here; {FILES}, got './here'"),
        (cron_job(runtime_env={"working_dir": "./here"}), '["working_dir"]', f"{NOT_THERE} /home/ray/here; {FILES}, got './here'"),
        (
            job(runtime_env={"py_modules": ["s3://b/a.zip", "m"]}, submission_mode="SidecarMode"),
            '["py_modules"][1]',
            f"{NOT_THERE} /home/ray/m; {FILES}, got 'm'",
        ),
        (
            job(runtime_env={"pip": "requirements.txt"}, image="rayproject/ray:2.52.0-py311", code=CODE),
            '["pip"]',
            f"{NOT_THERE} /home/ray/requirements.txt; give the packages as a list, got 'requirements.txt'",
        ),
        (
            job(runtime_env={"uv": "requirements.txt"}),
            '["uv"]',
            f"{NOT_THERE} /home/ray/requirements.txt; give the packages as a list, got 'requirements.txt'",
        ),
        (
            job(runtime_env={"conda": "env.yaml"}),
            '["conda"]',
            f"{NOT_THERE} /home/ray/env.yaml; give what is in the file as a mapping, got 'env.yaml'",
        ),
        (
            job(runtime_env={"working_dir": "here"}, submitter=Submitter(working_dir="/srv")),
            '["working_dir"]',
            f"{NOT_THERE} /srv/here; {FILES}, got 'here'",
        ),
        (
            job(runtime_env={"working_dir": "/home/ray/code"}, code=CODE, image=MINE),
            '["working_dir"]',
            f"{NOT_MOUNTED} /home/ray/code as the head does; {FILES}, got '/home/ray/code'",
        ),
        (
            job(runtime_env={"working_dir": "/data/app"}, head=HEAD),
            '["working_dir"]',
            f"{NOT_MOUNTED} /data as the head does; {FILES}, got '/data/app'",
        ),
        (
            job(runtime_env={"working_dir": "/data/app"}, head=HEAD, submission_mode="SidecarMode"),
            '["working_dir"]',
            f"{NOT_MOUNTED} /data as the head does; {FILES}, got '/data/app'",
        ),
        (
            job_elsewhere(runtime_env={"working_dir": "."}, submitter=Submitter(image="docker.io/rayproject/ray:2.52.0")),
            '["working_dir"]',
            f"{NOT_THERE} /home/ray; {FILES}, got '.'",
        ),
    ],
)
def test_a_path_that_the_submitter_cannot_find_is_refused(spec: RayJobSpec | RayCronJobSpec, place: str, message: str) -> None:
    """Neither the author's folder nor the head's mounts are there, the job's code among them."""
    assert told(spec) == [f"runtime_env{place}: {message}"]


@pytest.mark.parametrize(
    "spec",
    [
        job(runtime_env={"working_dir": "s3://bucket/app.zip", "pip": ["torch"]}),
        job(runtime_env={"conda": "base"}),
        job(runtime_env={"working_dir": "/data/app"}, head=HEAD, submitter=MOUNTED),
        job(runtime_env={"working_dir": "../../data/app"}, submitter=MOUNTED),
        job(runtime_env={"pip": "requirements.txt"}, submitter=Submitter(volumes=MOUNTED.volumes, working_dir="/data")),
        job(runtime_env={"py_modules": ["/home/ray/anaconda3/lib/python3.11/site-packages/m"]}),
        job(runtime_env={"working_dir": "."}, image=MINE),
        job(runtime_env={"working_dir": "/app", "pip": "requirements.txt"}, submitter=Submitter(image=MINE)),
        job(runtime_env={"working_dir": "here"}, submission_mode="SidecarMode", head=Head(cpu=2, memory="8Gi", image=MINE)),
        job(runtime_env={"pip": "requirements.txt"}, submission_mode="HTTPMode", code=CODE),
        job(runtime_env={"working_dir": "here"}, submitter=Submitter(command=["python", "submit.py"])),
        job_elsewhere(runtime_env={"working_dir": "here"}),
    ],
)
def test_a_path_that_the_submitter_may_find_is_taken(spec: RayJobSpec) -> None:
    """Its mounts hold it, its image may, or nobody reads it there."""
    assert told(spec) == []
