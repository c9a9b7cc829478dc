"""Nothing is alerted on or shown but what upstream tells."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import ray

from heliostat.specs.monitoring.metrics import METRICS, POD_LABELS, RAY_CORE, RAY_REPORTER, TARGET_LABELS
from tests.specs.monitoring.expressions import EXPRESSIONS, Names, names_in, without_variables

RAY = Path(ray.__file__).parent
_PARTS = re.compile(r"_(bucket|sum|count)$")


def test_names_are_found() -> None:
    """Metrics and labels of an expression with all that ours have in them."""
    found = names_in('100 * sum by (a) (rate(m_bucket{b="x y",c=~`d`}[5m]) or m offset 1h) / on (e) group_left (f) n > 1 unless on (g) o')

    assert found == Names(frozenset({"m_bucket", "m", "n", "o"}), frozenset("abcefg"))


@pytest.mark.parametrize("place", sorted(EXPRESSIONS))
def test_every_metric_and_label_is_in_the_table(place: str) -> None:
    """A metric that nobody tells would keep an alert from ever coming; so would a label that it has not."""
    found = names_in(without_variables(EXPRESSIONS[place]))
    metrics = {_PARTS.sub("", name) for name in found.metrics}
    known = TARGET_LABELS.union(POD_LABELS.values(), *(METRICS[name].labels for name in metrics & METRICS.keys()))

    assert metrics - METRICS.keys() == set()
    assert metrics != set()
    assert found.labels - known == set()


def test_every_metric_of_the_table_is_read() -> None:
    """What nobody reads has no place in it, nor has a label that nobody asks for."""
    named = [names_in(without_variables(expression)) for expression in EXPRESSIONS.values()]
    read = {_PARTS.sub("", name) for names in named for name in names.metrics}
    asked = {label for names in named for label in names.labels}

    assert read == METRICS.keys()
    assert {label for metric in METRICS.values() for label in metric.labels} - asked == set()


def test_rays_own_metrics_are_in_ray() -> None:
    """By name, without the prefix that Ray puts before them, in its agent and in its programs."""
    reporter = (RAY / "dashboard/modules/reporter/reporter_agent.py").read_text(encoding="utf-8")
    programs = b"".join((RAY / "core/src/ray" / path).read_bytes() for path in ("raylet/raylet", "gcs/gcs_server"))
    of_reporter = [name.removeprefix("ray_") for name, metric in METRICS.items() if metric.source == RAY_REPORTER]
    of_core = [name.removeprefix("ray_") for name, metric in METRICS.items() if metric.source == RAY_CORE]

    assert ray.__version__ == "2.52.0"
    assert [name for name in of_reporter if f'"{name}": Gauge(' not in reporter] == []
    assert [name for name in of_core if b"\0" + name.encode() + b"\0" not in programs] == []
    assert len(of_reporter) + len(of_core) == sum(name.startswith("ray_") for name in METRICS)
