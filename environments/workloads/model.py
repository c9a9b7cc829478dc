"""A logistic regression over named features: its arithmetic and its checkpoints, shared by the programs in this folder.

Plain Python, so that the programs run on every Ray image. In a program of your own this module is your framework's model;
what stands round it (shares of the data, restarts, checkpoints that are never half written) stays.
"""

from __future__ import annotations

import csv
import hashlib
import json
import math
import os
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

LABEL = "label"
"""Column that says 0 or 1 in training data."""

IDENTIFIER = "id"
"""Column that names a row and is no feature."""


@dataclass(frozen=True)
class Model:
    """Weights after so many epochs; `features` names the columns that they belong to, in their order."""

    features: tuple[str, ...]
    weights: tuple[float, ...]
    bias: float = 0.0
    epoch: int = 0

    @property
    def digest(self) -> str:
        """Twelve hexadecimal digits that change whenever the model does."""
        return hashlib.sha256(_text(self).encode()).hexdigest()[:12]

    def probability(self, row: Sequence[float]) -> float:
        """Tell how likely the label of a row is 1; the row has one number for each feature, in their order."""
        score = self.bias + sum(weight * value for weight, value in zip(self.weights, row, strict=True))
        # the two spellings of the logistic function: math.exp overflows for large arguments only
        return 1 / (1 + math.exp(-score)) if score >= 0 else math.exp(score) / (1 + math.exp(score))


def untrained(features: Sequence[str]) -> Model:
    """Start with all weights at zero."""
    return Model(features=tuple(features), weights=(0.0,) * len(features))


@dataclass(frozen=True)
class Table:
    """Rows of one CSV file with a header. `identifiers` and `labels` are empty where the file has no such column."""

    features: tuple[str, ...]
    rows: list[tuple[float, ...]]
    identifiers: list[str]
    labels: list[int]


def read_table(path: Path) -> Table:
    """Read a CSV file whose columns are features, but for `id` and `label`.

    Raises:
        ValueError: naming file and line, for a row that is too short or too long and for a value that is not a number.
    """
    with path.open(newline="", encoding="utf-8") as lines:
        reader = csv.reader(lines)
        header = next(reader, [])
        features = [name for name in header if name not in (IDENTIFIER, LABEL)]
        table = Table(tuple(features), [], [], [])
        for fields in reader:
            try:
                record = dict(zip(header, fields, strict=True))
                table.rows.append(tuple(float(record[name]) for name in features))
                if IDENTIFIER in record:
                    table.identifiers.append(record[IDENTIFIER])
                if LABEL in record:
                    table.labels.append(int(record[LABEL]))
            except ValueError as error:
                raise ValueError(f"{path}:{reader.line_num}: {error}") from error
    return table


def write_atomically(path: Path, text: str) -> None:
    """Write a file so that readers, and a restart after a crash, see the old file or the whole new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=".", encoding="utf-8", newline="", delete=False) as file:
        temporary = Path(file.name)
        try:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
            temporary.replace(path)
        except BaseException:
            temporary.unlink()
            raise


def save_checkpoint(model: Model, folder: Path) -> Path:
    """Write a model as `checkpoint-<epoch>.json`."""
    path = folder / f"checkpoint-{model.epoch:06}.json"
    write_atomically(path, _text(model))
    return path


def latest_checkpoint(folder: Path) -> Model | None:
    """Read the checkpoint with the most epochs; None where there is none yet."""
    latest = max(folder.glob("checkpoint-*.json"), key=_epoch, default=None)
    if latest is None:
        return None
    stored = json.loads(latest.read_text(encoding="utf-8"))
    return Model(
        features=tuple(stored["features"]),
        weights=tuple(stored["weights"]),
        bias=stored["bias"],
        epoch=stored["epoch"],
    )


def _epoch(checkpoint: Path) -> int:
    return int(checkpoint.stem.removeprefix("checkpoint-"))


def _text(model: Model) -> str:
    return json.dumps(asdict(model), indent=2) + "\n"
