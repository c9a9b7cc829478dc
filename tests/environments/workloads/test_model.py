"""The model that the workloads share: its arithmetic, its data and its checkpoints."""

from __future__ import annotations

from pathlib import Path

import pytest

from environments.workloads.model import Model, Table, latest_checkpoint, read_table, save_checkpoint, untrained, write_atomically


def test_an_untrained_model_does_not_know() -> None:
    """With all weights at zero every row is as likely 1 as 0."""
    assert untrained(["x", "y"]).probability([3.0, -4.0]) == 0.5


@pytest.mark.parametrize(("score", "probability"), [(1e6, 1.0), (-1e6, 0.0)])
def test_far_scores_are_certain(score: float, probability: float) -> None:
    """Scores whose exponential is out of range are answered, not refused."""
    assert Model(features=("x",), weights=(1.0,)).probability([score]) == probability


def test_a_row_of_the_wrong_length_is_refused() -> None:
    """A row with a value too many is an error, never half a score."""
    with pytest.raises(ValueError, match="zip"):
        untrained(["x"]).probability([1.0, 2.0])


def test_columns_are_told_apart_by_name(tmp_path: Path) -> None:
    """Whatever is neither `id` nor `label` is a feature, wherever it stands."""
    file = tmp_path / "table.csv"
    file.write_text("x,label,id,y\n1,0,a,2.5\n-1,1,b,3\n")

    assert read_table(file) == Table(("x", "y"), [(1.0, 2.5), (-1.0, 3.0)], ["a", "b"], [0, 1])


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("1,zero", "could not convert string to float: 'zero'"),
        ("1", r"zip\(\) argument 2 is shorter"),
        ("1,2,3", r"zip\(\) argument 2 is longer"),
    ],
)
def test_a_bad_row_is_named(tmp_path: Path, line: str, complaint: str) -> None:
    """The error names file and line."""
    file = tmp_path / "table.csv"
    file.write_text(f"x,y\n1,2\n{line}\n")

    with pytest.raises(ValueError, match=rf"table\.csv:3: {complaint}"):
        read_table(file)


def test_a_checkpoint_is_read_as_it_was_written(tmp_path: Path) -> None:
    """Floats come back to the last bit, so that going on from a checkpoint changes nothing."""
    model = Model(features=("x", "y"), weights=(0.1 + 0.2, 1 / 3), bias=-1e-300, epoch=7)
    save_checkpoint(model, tmp_path)

    assert latest_checkpoint(tmp_path) == model


def test_the_latest_checkpoint_has_the_most_epochs(tmp_path: Path) -> None:
    """Epochs count, whatever was written last."""
    for epoch in (99, 1_000_000, 999_999):
        save_checkpoint(Model(features=("x",), weights=(0.0,), epoch=epoch), tmp_path)
    latest = latest_checkpoint(tmp_path)

    assert latest is not None
    assert latest.epoch == 1_000_000


def test_there_is_no_checkpoint_in_a_folder_that_is_not_there(tmp_path: Path) -> None:
    """Before the first epoch there is nothing to go on from."""
    assert latest_checkpoint(tmp_path / "nowhere") is None


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    """The old file stays whole, and nothing is left beside it."""
    file = tmp_path / "file"
    write_atomically(file, "old")

    with pytest.raises(UnicodeEncodeError):
        write_atomically(file, "new \ud800")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"file": "old"}


def test_the_digest_tells_models_apart() -> None:
    """Another epoch is another model; the same one has the same digest."""
    first, second = Model(("x",), (0.5,), epoch=1), Model(("x",), (0.5,), epoch=2)

    assert first.digest == Model(("x",), (0.5,), epoch=1).digest
    assert first.digest != second.digest
