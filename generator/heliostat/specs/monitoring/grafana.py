"""Dashboards as Grafana reads them: JSON that follows from tables of panels.

Source of the shape: Grafana 11, schema version 39 of the dashboard model.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from heliostat.manifests.json_value import JsonObject, JsonValue

Unit: TypeAlias = Literal["short", "percent", "percentunit", "bytes", "mbytes", "s", "ops"]

_SOURCE: JsonObject = {"type": "prometheus", "uid": "${datasource}"}
_COLUMNS, _HEIGHT = 24, 8
_WIDTH = _COLUMNS // 2
_SCHEMA_VERSION = 39


@dataclass(frozen=True, slots=True)
class Query:
    """One line, or several, in a panel."""

    expression: str
    legend: str
    """What a line is called, with its labels in double braces."""


@dataclass(frozen=True, slots=True)
class Panel:
    """One graph over time."""

    title: str
    unit: Unit
    queries: Sequence[Query]
    description: str = ""


@dataclass(frozen=True, slots=True)
class Variable:
    """A list to choose from at the top of a dashboard: the values of a label."""

    name: str
    metric: str
    """Series whose label is read."""
    label: str


@dataclass(frozen=True, slots=True)
class Dashboard:
    """One page."""

    uid: str
    """What links to it name; at most 40 characters, and no other dashboard's in Grafana."""
    title: str
    variables: Sequence[Variable]
    panels: Sequence[Panel]

    def text(self) -> str:
        """Write the page as a file for Grafana, the same for the same page."""
        body: JsonObject = {
            "uid": self.uid,
            "title": self.title,
            "tags": ["ray"],
            "schemaVersion": _SCHEMA_VERSION,
            "editable": False,
            "graphTooltip": 1,
            "refresh": "1m",
            "time": {"from": "now-6h", "to": "now"},
            "timezone": "browser",
            "templating": {"list": [*self._lists()]},
            "panels": [_panel(panel, place) for place, panel in enumerate(self.panels)],
        }
        return json.dumps(body, indent=2) + "\n"

    def _lists(self) -> Iterator[JsonValue]:
        yield {"name": "datasource", "label": "Prometheus", "type": "datasource", "query": "prometheus"}
        for variable in self.variables:
            query = f"label_values({variable.metric}, {variable.label})"
            yield {
                "name": variable.name,
                "label": variable.name.replace("_", " "),
                "type": "query",
                "datasource": _SOURCE,
                "query": {"query": query, "refId": variable.name},
                "definition": query,
                "refresh": 2,
                "sort": 1,
                "multi": True,
                "includeAll": True,
                "allValue": ".*",
            }


def _panel(panel: Panel, place: int) -> JsonObject:
    """Write a panel; two stand side by side."""
    row, column = divmod(place, _COLUMNS // _WIDTH)
    return {
        "id": place + 1,
        "type": "timeseries",
        "title": panel.title,
        "description": panel.description,
        "datasource": _SOURCE,
        "gridPos": {"x": column * _WIDTH, "y": row * _HEIGHT, "w": _WIDTH, "h": _HEIGHT},
        "fieldConfig": {"defaults": {"unit": panel.unit, "min": 0, "custom": {"fillOpacity": 10}}, "overrides": []},
        "options": {"legend": {"displayMode": "table", "placement": "bottom", "calcs": ["lastNotNull", "max"]}},
        "targets": [
            {"refId": chr(ord("A") + index), "datasource": _SOURCE, "expr": query.expression, "legendFormat": query.legend}
            for index, query in enumerate(panel.queries)
        ],
    }
