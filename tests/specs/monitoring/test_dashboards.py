"""Dashboards are pages that Grafana can show."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from heliostat.specs.monitoring.dashboards import dashboard_config_map, dashboards
from heliostat.specs.monitoring.grafana import Dashboard, Panel, Query, Variable
from tests.specs.monitoring.expressions import PAGES


def test_a_page_is_written_whole() -> None:
    """From a table of panels; two stand side by side."""
    page = Dashboard("page", "Page", [Variable("my_job", "up", "job")], [Panel("Up", "short", [Query("up", "{{job}}")], "Which are up.")])
    source = {"type": "prometheus", "uid": "${datasource}"}

    assert json.loads(page.text()) == {
        "uid": "page",
        "title": "Page",
        "tags": ["ray"],
        "schemaVersion": 39,
        "editable": False,
        "graphTooltip": 1,
        "refresh": "1m",
        "time": {"from": "now-6h", "to": "now"},
        "timezone": "browser",
        "templating": {
            "list": [
                {"name": "datasource", "label": "Prometheus", "type": "datasource", "query": "prometheus"},
                {
                    "name": "my_job",
                    "label": "my job",
                    "type": "query",
                    "datasource": source,
                    "query": {"query": "label_values(up, job)", "refId": "my_job"},
                    "definition": "label_values(up, job)",
                    "refresh": 2,
                    "sort": 1,
                    "multi": True,
                    "includeAll": True,
                    "allValue": ".*",
                },
            ]
        },
        "panels": [
            {
                "id": 1,
                "type": "timeseries",
                "title": "Up",
                "description": "Which are up.",
                "datasource": source,
                "gridPos": {"x": 0, "y": 0, "w": 12, "h": 8},
                "fieldConfig": {"defaults": {"unit": "short", "min": 0, "custom": {"fillOpacity": 10}}, "overrides": []},
                "options": {"legend": {"displayMode": "table", "placement": "bottom", "calcs": ["lastNotNull", "max"]}},
                "targets": [{"refId": "A", "datasource": source, "expr": "up", "legendFormat": "{{job}}"}],
            }
        ],
    }


@pytest.mark.parametrize("file", sorted(PAGES))
def test_panels_do_not_cover_each_other(file: str) -> None:
    """Each square of the grid belongs to one panel, and every panel has a number of its own."""
    panels: list[Any] = json.loads(PAGES[file].text())["panels"]
    squares = [
        (x, y)
        for place in (panel["gridPos"] for panel in panels)
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]

    assert len(set(squares)) == len(squares)
    assert max(x for x, _ in squares) < 24
    assert len({panel["id"] for panel in panels}) == len(panels)


@pytest.mark.parametrize("file", sorted(PAGES))
def test_every_variable_is_made_and_used(file: str) -> None:
    """A dollar in an expression is a list at the top of the page, or the step that Grafana fills in."""
    page = PAGES[file]
    asked = [query.expression for panel in page.panels for query in panel.queries] + [variable.metric for variable in page.variables]
    used = {name for text in asked for name in re.findall(r"\$(\w+)", text)} - {"__rate_interval"}

    assert used == {variable.name for variable in page.variables}


@pytest.mark.parametrize("file", sorted(PAGES))
def test_a_legend_names_labels_that_its_lines_have(file: str) -> None:
    """Grafana shows nothing for any other."""
    for panel in PAGES[file].panels:
        for query in panel.queries:
            kept = {label for labels in re.findall(r"by \(([^)]*)\)", query.expression) for label in labels.split(", ")}

            assert set(re.findall(r"\{\{(\w+)\}\}", query.legend)) <= kept


def test_gpus_are_shown_where_there_are_metrics_of_them() -> None:
    """Two panels more on the page of clusters, and nothing else."""
    with_gpus, without = dashboards(gpus=True), dashboards(gpus=False)
    more = [panel.title for panel in with_gpus["clusters"].panels if panel not in without["clusters"].panels]

    assert more == ["GPU utilisation", "GPU memory in use"]
    assert [file for file in with_gpus if with_gpus[file].text() != without[file].text()] == ["clusters"]
    assert len({page.uid for page in with_gpus.values()}) == len(with_gpus)
    assert max(len(page.uid) for page in with_gpus.values()) <= 40


def test_a_page_lies_in_a_config_map() -> None:
    """In a file of the same name, with the labels that Grafana looks for."""
    page = PAGES["queues"]

    assert dashboard_config_map("ray-queues", "monitoring", page, {"grafana_dashboard": "1"}) == {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": "ray-queues", "namespace": "monitoring", "labels": {"grafana_dashboard": "1"}},
        "data": {"ray-queues.json": page.text()},
    }
