"""batch_inference.py: every file is scored once, whole or not at all."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from environments.workloads.model import Model, read_table, save_checkpoint
from tests.environments.workloads.ray_cluster import Finished, RayCluster

pytestmark = pytest.mark.xdist_group("ray")

MODEL = Model(features=("x", "y"), weights=(4.0, -4.0), bias=0.25, epoch=1)


@dataclass(frozen=True)
class Folders:
    """What one nightly job sees, with a model in place and a copy of the data to score."""

    checkpoints: Path
    incoming: Path
    scores: Path

    def score(self, ray: RayCluster) -> Finished:
        return ray.run("batch_inference.py", "--checkpoint-dir", self.checkpoints, "--input", self.incoming, "--output", self.scores)

    def written(self) -> dict[str, tuple[str, int]]:
        """Text and time of writing of every file below the folder of scores."""
        files = [path for path in self.scores.rglob("*") if path.is_file()]
        return {str(path.relative_to(self.scores)): (path.read_text(), path.stat().st_mtime_ns) for path in files}


@pytest.fixture
def folders(data: Path, tmp_path: Path) -> Folders:
    made = Folders(tmp_path / "checkpoints", tmp_path / "incoming", tmp_path / "scores")
    shutil.copytree(data, made.incoming)
    save_checkpoint(MODEL, made.checkpoints)
    return made


def expected_scores(file: Path, model: Model) -> str:
    table = read_table(file)
    lines = [f"{name},{model.probability(row):.6f}\n" for name, row in zip(table.identifiers, table.rows, strict=True)]
    return "id,probability\n" + "".join(lines)


def test_a_bad_file_fails_alone_and_a_second_run_does_what_is_left(ray: RayCluster, folders: Folders) -> None:
    """Good files are scored whatever stands beside them; once the bad ones are mended, they alone are done."""
    bad, other = folders.incoming / "bad.csv", folders.incoming / "other.csv"
    bad.write_text("id,x,y\na,1,1\nb,one,1\n")
    other.write_text("id,x,z\na,1,1\n")
    first = folders.score(ray)
    written = folders.written()

    assert (first.code, first.reports[0], first.reports[-1]) == (
        1,
        {"model": MODEL.digest, "files": 5, "todo": 5},
        {"done": 3, "failed": 2},
    ), first.errors
    assert {report["file"]: report["error"] for report in first.reports if "error" in report} == {
        "bad.csv": f"{bad}:3: could not convert string to float: 'one'",
        "other.csv": f"{other}: has the features x, z, the model has x, y",
    }
    assert {name: text for name, (text, _) in written.items()} == {
        f"{MODEL.digest}/part-{number}.csv": expected_scores(folders.incoming / f"part-{number}.csv", MODEL) for number in range(3)
    }

    bad.write_text("id,x,y\na,1,1\n")
    other.unlink()
    second = folders.score(ray)

    assert second.reports == [
        {"model": MODEL.digest, "files": 4, "todo": 1},
        {"file": "bad.csv", "rows": 1},
        {"done": 1, "failed": 0},
    ]
    assert {name: kept for name, kept in folders.written().items() if name in written} == written


def test_a_new_model_scores_everything_beside_the_old_results(ray: RayCluster, folders: Folders) -> None:
    """Results of two models never mix; what is complete for one asks for no cluster."""
    newer = Model(features=("x", "y"), weights=(1.0, -1.0), epoch=2)
    save_checkpoint(newer, folders.checkpoints)
    old = folders.scores / MODEL.digest / "part-0.csv"
    old.parent.mkdir(parents=True)
    old.write_text("of the old model")
    run = folders.score(ray)
    again = folders.score(RayCluster({**ray.variables, "RAY_ADDRESS": "127.0.0.1:1"}))

    assert run.reports[-1] == {"done": 3, "failed": 0}
    assert {name: text for name, (text, _) in folders.written().items()} == {
        f"{MODEL.digest}/part-0.csv": "of the old model",
        **{f"{newer.digest}/{file.name}": expected_scores(file, newer) for file in folders.incoming.iterdir()},
    }
    assert (again.code, again.reports) == (0, [{"model": newer.digest, "files": 3, "todo": 0}])


def test_without_a_model_nothing_is_scored(ray: RayCluster, folders: Folders) -> None:
    """No checkpoint is an error that names the folder."""
    shutil.rmtree(folders.checkpoints)
    run = folders.score(ray)

    assert (run.code, run.errors) == (1, f"no checkpoint in {folders.checkpoints}\n")
