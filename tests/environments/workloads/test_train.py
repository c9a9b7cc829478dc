"""train.py: what it learns, and that neither eviction nor a lost worker changes it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

from tests.environments.workloads.ray_cluster import PATIENCE, WORKLOADS, Finished, RayCluster, Report, command_of

pytestmark = pytest.mark.xdist_group("ray")

EPOCHS = 60


@dataclass(frozen=True)
class Run:
    """A run that nothing disturbed, and the folder that it left."""

    finished: Finished
    checkpoints: Path

    @property
    def model(self) -> str:
        return last_checkpoint(self.checkpoints)


def last_checkpoint(folder: Path) -> str:
    return (folder / f"checkpoint-{EPOCHS:06}.json").read_text()


def options_for(data: Path, checkpoints: Path) -> list[object]:
    return ["--data", data, "--checkpoint-dir", checkpoints, "--epochs", EPOCHS, "--workers", 2, "--gpus-per-worker", 1]


@pytest.fixture(scope="module")
def undisturbed(ray: RayCluster, data: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    checkpoints = tmp_path_factory.mktemp("undisturbed")
    return Run(ray.run("train.py", *options_for(data, checkpoints)), checkpoints)


def test_the_loss_falls_with_every_epoch(undisturbed: Run) -> None:
    """Two workers share the files, each with a GPU of its own, and the model learns."""
    start, *rest = undisturbed.finished.reports
    places, epochs = rest[:2], rest[2:]
    losses = [float(str(epoch["loss"])) for epoch in epochs]

    assert undisturbed.finished.code == 0, undisturbed.finished.errors
    assert start == {"start": 0, "epochs": EPOCHS, "files": 3}
    assert [place["rows"] for place in places] == [100, 50]
    assert sorted(str(place["gpus"]) for place in places) == ["[0]", "[1]"]
    assert [epoch["epoch"] for epoch in epochs] == list(range(1, EPOCHS + 1))
    assert all(later < earlier for earlier, later in pairwise(losses))


@pytest.mark.parametrize("victim", ["driver", "worker"])
def test_a_killed_process_changes_nothing(ray: RayCluster, data: Path, undisturbed: Run, tmp_path: Path, victim: str) -> None:
    """A run goes on without a lost worker's node, and from the last checkpoint after a lost driver, to the very same model."""
    options = options_for(data, tmp_path)
    with subprocess.Popen(
        command_of("train.py", options),
        cwd=WORKLOADS,
        env=ray.variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as driver:
        assert driver.stdout is not None
        processes = {"driver": driver.pid}
        for line in driver.stdout:
            report: Report = json.loads(line)
            if "worker" in report:
                processes["worker"] = int(str(report["pid"]))
            if report.get("epoch") == 3:
                break
        os.kill(processes[victim], signal.SIGKILL)
        driver.stdout.read()
        code = driver.wait(PATIENCE)

    assert code == (-signal.SIGKILL if victim == "driver" else 0)
    if victim == "driver":
        again = ray.run("train.py", *options)
        assert again.code == 0, again.errors
        assert int(str(again.reports[0]["start"])) >= 3
        assert len([report for report in again.reports if "epoch" in report]) == EPOCHS - int(str(again.reports[0]["start"]))
    assert last_checkpoint(tmp_path) == undisturbed.model


def test_a_finished_run_asks_for_nothing(ray: RayCluster, data: Path, undisturbed: Run) -> None:
    """Started again after the last epoch, the program ends well without a cluster."""
    nowhere = RayCluster({**ray.variables, "RAY_ADDRESS": "127.0.0.1:1"})
    again = nowhere.run("train.py", *options_for(data, undisturbed.checkpoints))

    assert (again.code, again.reports) == (0, [{"start": EPOCHS, "epochs": EPOCHS, "files": 3}])


def test_a_cluster_that_is_too_small_is_told(ray: RayCluster, data: Path, tmp_path: Path) -> None:
    """Nothing starts until all workers have room; what was asked for and what is there stand in the message."""
    run = ray.run("train.py", *options_for(data, tmp_path), "--gpus-per-worker", 2, "--start-timeout", 1)

    assert run.code == 1
    assert "no room for 2 workers with {'CPU': 1, 'GPU': 2.0} after 1 s; the cluster has {" in run.errors
    assert list(tmp_path.iterdir()) == []


def test_a_folder_without_data_is_told(ray: RayCluster, tmp_path: Path) -> None:
    """A training run that sees no data has not succeeded."""
    run = ray.run("train.py", *options_for(tmp_path, tmp_path / "checkpoints"))

    assert (run.code, run.errors) == (1, f"no *.csv in {tmp_path}\n")
