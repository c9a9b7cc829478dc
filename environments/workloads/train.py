"""Train the model of model.py with one Ray actor per share of the data, on as many CPUs or GPUs as each is given.

    python train.py --data /data/train --checkpoint-dir /data/checkpoints --epochs 200 --workers 4 --gpus-per-worker 1

Every epoch ends with a checkpoint, and a run goes on from the last one: after an eviction, a lost driver or a crash the same
command does only what is left. A lost worker is started again by Ray and reads its share again. One JSON line per epoch
goes to stdout.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import ray
from model import Model, latest_checkpoint, read_table, save_checkpoint, untrained
from ray.util.placement_group import PlacementGroup, placement_group
from ray.util.scheduling_strategies import PlacementGroupSchedulingStrategy

MAX_RESTARTS = 5
"""How often Ray starts one worker again before the run fails."""


@dataclass(frozen=True)
class Gradient:
    """Sums over the rows of one share."""

    weights: list[float]
    bias: float
    loss: float
    rows: int


class Worker:
    """Holds the rows of some files; its answers depend on nothing else, so that Ray may start it again and ask again."""

    def __init__(self, files: list[Path]) -> None:
        tables = [read_table(file) for file in files]
        self.rows = [row for table in tables for row in table.rows]
        self.labels = [label for table in tables for label in table.labels]

    @ray.method
    def gradient(self, model: Model) -> Gradient:
        weights = [0.0] * len(model.features)
        bias = loss = 0.0
        for row, label in zip(self.rows, self.labels, strict=True):
            probability = model.probability(row)
            error = probability - label
            bias += error
            for index, value in enumerate(row):
                weights[index] += error * value
            loss -= math.log(max(probability if label else 1 - probability, sys.float_info.min))
        return Gradient(weights, bias, loss, len(self.rows))

    @ray.method
    def place(self) -> dict[str, object]:
        return {"node": ray.get_runtime_context().get_node_id(), "pid": os.getpid(), "gpus": ray.get_gpu_ids(), "rows": len(self.rows)}


def step(model: Model, gradients: list[Gradient], learning_rate: float) -> tuple[Model, float]:
    """Move the weights against the mean gradient; also give the mean loss before the move."""
    rows = sum(gradient.rows for gradient in gradients)
    rate = learning_rate / rows
    weights = tuple(
        weight - rate * math.fsum(gradient.weights[index] for gradient in gradients) for index, weight in enumerate(model.weights)
    )
    bias = model.bias - rate * math.fsum(gradient.bias for gradient in gradients)
    loss = math.fsum(gradient.loss for gradient in gradients) / rows
    return Model(model.features, weights, bias, model.epoch + 1), loss


def reserve(workers: int, bundle: dict[str, float], timeout: float) -> PlacementGroup:
    """Hold the resources of all workers before the first starts: half of them would wait for the other half for ever."""
    group: PlacementGroup = placement_group([bundle] * workers, strategy="PACK")
    if not group.wait(timeout):
        raise SystemExit(f"no room for {workers} workers with {bundle} after {timeout:g} s; the cluster has {ray.cluster_resources()}")
    return group


def shares(files: list[Path], workers: int) -> list[list[Path]]:
    """Deal the files out; there are never more shares than files."""
    return [files[rank::workers] for rank in range(min(workers, len(files)))]


def main() -> None:
    options = arguments()
    files = sorted(options.data.glob("*.csv"))
    if not files:
        raise SystemExit(f"no *.csv in {options.data}")
    model = latest_checkpoint(options.checkpoint_dir) or untrained(read_table(files[0]).features)
    report(start=model.epoch, epochs=options.epochs, files=len(files))
    if model.epoch >= options.epochs:
        return

    ray.init()
    bundle = {"CPU": options.cpus_per_worker, "GPU": options.gpus_per_worker}
    dealt = shares(files, options.workers)
    group = reserve(len(dealt), {resource: amount for resource, amount in bundle.items() if amount}, options.start_timeout)
    actor = ray.remote(Worker).options(
        num_cpus=options.cpus_per_worker,
        num_gpus=options.gpus_per_worker,
        max_restarts=MAX_RESTARTS,
        max_task_retries=MAX_RESTARTS,
        scheduling_strategy=PlacementGroupSchedulingStrategy(group),
    )
    workers = [actor.remote(share) for share in dealt]
    for rank, place in enumerate(ray.get([worker.place.remote() for worker in workers])):
        report(worker=rank, **place)

    while model.epoch < options.epochs:
        gradients = ray.get([worker.gradient.remote(model) for worker in workers])
        model, loss = step(model, gradients, options.learning_rate)
        save_checkpoint(model, options.checkpoint_dir)
        report(epoch=model.epoch, loss=loss)


def report(**fields: object) -> None:
    print(json.dumps(fields), flush=True)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Train a logistic regression on CSV files, in parallel, from the last checkpoint on.")
    parser.add_argument("--data", type=Path, required=True, help="folder of *.csv with a header and a column `label` (0 or 1)")
    parser.add_argument("--checkpoint-dir", type=Path, required=True, help="folder that outlives the cluster")
    parser.add_argument("--epochs", type=int, required=True, help="epochs in all, those of earlier runs included")
    parser.add_argument("--workers", type=int, default=1, help="actors that share the files (default 1)")
    parser.add_argument("--cpus-per-worker", type=float, default=1)
    parser.add_argument("--gpus-per-worker", type=float, default=0)
    parser.add_argument("--learning-rate", type=float, default=0.5)
    parser.add_argument("--start-timeout", type=float, default=600, help="seconds to wait for the resources of all workers (default 600)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
