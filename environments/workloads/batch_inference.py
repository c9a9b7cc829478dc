"""Score every CSV file of a folder with the newest checkpoint: one Ray task per file, results written once and whole.

    python batch_inference.py --checkpoint-dir /data/checkpoints --input /data/incoming --output /data/scores

Results go to `<output>/<digest of the model>/<file>`. What is already there is left alone, so that a run after a crash, or
the next night, does only what is new, and a new model scores everything again beside the old results.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import ray
from model import Model, latest_checkpoint, read_table, write_atomically
from ray.exceptions import RayTaskError

MAX_RETRIES = 3
"""How often Ray runs a task again whose node was lost; a file that cannot be read fails at once."""


@ray.remote(max_retries=MAX_RETRIES)
def score(source: Path, target: Path, model: Model) -> int:
    """Write one line `id,probability` per row; give their number."""
    table = read_table(source)
    if table.features != model.features:
        raise ValueError(f"{source}: has the features {', '.join(table.features)}, the model has {', '.join(model.features)}")
    names = table.identifiers or [str(number) for number in range(1, len(table.rows) + 1)]
    lines = [f"{name},{model.probability(row):.6f}\n" for name, row in zip(names, table.rows, strict=True)]
    write_atomically(target, "id,probability\n" + "".join(lines))
    return len(lines)


def main() -> int:
    options = arguments()
    model = latest_checkpoint(options.checkpoint_dir)
    if model is None:
        raise SystemExit(f"no checkpoint in {options.checkpoint_dir}")
    folder = options.output / model.digest
    sources = sorted(options.input.glob("*.csv"))
    todo = [source for source in sources if not (folder / source.name).exists()]
    report(model=model.digest, files=len(sources), todo=len(todo))
    if not todo:
        return 0

    ray.init()
    shared = ray.put(model)
    waiting = {score.options(num_cpus=options.cpus_per_file).remote(source, folder / source.name, shared): source for source in todo}
    failed = 0
    while waiting:
        [done], _ = ray.wait(list(waiting))
        source = waiting.pop(done)
        try:
            report(file=source.name, rows=ray.get(done))
        except RayTaskError as error:
            failed += 1
            report(file=source.name, error=str(error.cause))
    report(done=len(todo) - failed, failed=failed)
    return 1 if failed else 0


def report(**fields: object) -> None:
    print(json.dumps(fields), flush=True)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Score CSV files with the newest checkpoint, each once.")
    parser.add_argument("--checkpoint-dir", type=Path, required=True, help="folder that train.py writes")
    parser.add_argument("--input", type=Path, required=True, help="folder of *.csv with the columns of the training data")
    parser.add_argument("--output", type=Path, required=True, help="folder for results, one folder in it for each model")
    parser.add_argument("--cpus-per-file", type=float, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
