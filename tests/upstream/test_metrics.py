"""The table of metrics against the sources of those who tell them."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from heliostat.specs.monitoring.metrics import CONTROLLERS, KUBERAY, KUEUE, METRICS
from tests.upstream.go_program import go

KUBERAY_MODULE, KUEUE_MODULE, RUNTIME = "github.com/ray-project/kuberay/ray-operator", "sigs.k8s.io/kueue", "sigs.k8s.io/controller-runtime"
PLACES = [
    (KUBERAY, "kuberay", KUBERAY_MODULE, "controllers/ray/metrics/ray_*_metrics.go", ""),
    (KUEUE, "kueue_install", KUEUE_MODULE, "pkg/metrics/metrics.go", "kueue_"),
    (CONTROLLERS, "kuberay", RUNTIME, "pkg/internal/controller/metrics/metrics.go", ""),
    (CONTROLLERS, "kueue_install", RUNTIME, "pkg/internal/controller/metrics/metrics.go", ""),
]
"""What is said of a source, the Go module of ours that pins it, its own module, the files, and the prefix that they leave out."""


@cache
def source_of(ours: str, module: str, pattern: str) -> str:
    """Read the files of a module in the version that one of ours pins."""
    command = [go(), "list", "-m", "-f", "{{.Dir}}", module]
    subprocess.run([go(), "mod", "download", module], cwd=Path(__file__).parent / ours, check=True)
    told = subprocess.run(command, cwd=Path(__file__).parent / ours, capture_output=True, text=True, check=True)
    files = sorted(Path(told.stdout.strip()).glob(pattern))
    assert files
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


@pytest.mark.parametrize(("said", "ours", "module", "pattern", "prefix"), PLACES, ids=[f"{place[2]} in {place[1]}" for place in PLACES])
def test_every_metric_is_told_with_its_labels(said: str, ours: str, module: str, pattern: str, prefix: str) -> None:
    """By name, and with every label that is used of it; `le` is that of a histogram, and `exported_` is put before by Prometheus."""
    source = source_of(ours, module, pattern)
    metrics = [metric for metric in METRICS.values() if metric.source == said]
    lacking = {}
    for metric in metrics:
        found = re.search(rf'"{metric.name.removeprefix(prefix)}".*?\[\]string\{{([^}}]*)\}}', source, re.DOTALL)
        labels = re.findall(r'"(\w+)"', found[1]) if found else []
        if missing := {label.removeprefix("exported_") for label in metric.labels} - {*labels, "le"}:
            lacking[metric.name] = missing
        assert found, metric.name

    assert lacking == {}
    assert metrics
