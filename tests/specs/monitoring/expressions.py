"""All expressions that are rendered, and the names in them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from heliostat.specs.monitoring.alerts import Alerts
from heliostat.specs.monitoring.dashboards import dashboards
from heliostat.specs.monitoring.queue_alerts import queue_alerts
from heliostat.specs.monitoring.ray_alerts import gpu_alerts, node_alerts, object_alerts, operator_alerts

RULES = [rule for make in (queue_alerts, object_alerts, node_alerts, gpu_alerts, operator_alerts) for rule in make(Alerts())]
PAGES = dashboards(gpus=True)
EXPRESSIONS = {
    **{rule.name: rule.expression for rule in RULES},
    **{
        f"{file}: {panel.title}, {query.legend}": query.expression
        for file, page in PAGES.items()
        for panel in page.panels
        for query in panel.queries
    },
    **{f"{file}: ${variable.name}": variable.metric for file, page in PAGES.items() for variable in page.variables},
}

_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"|`[^`]*`')
_LABELS = re.compile(r"\{([^}]*)\}|\b(?:by|on|group_left) \(([^)]*)\)")
_WORD = re.compile(r"[A-Za-z_]\w*")
_WORDS = frozenset({"and", "by", "group_left", "offset", "on", "or", "unless", "bool"})
_FUNCTIONS = re.compile(r"[A-Za-z_]\w*(?= ?\(|(?: by| without) \()")
_TIMES = re.compile(r"\[[^]]*\]|\boffset \w+")


@dataclass(frozen=True)
class Names:
    """What an expression names."""

    metrics: frozenset[str]
    labels: frozenset[str]


def names_in(expression: str) -> Names:
    """Find metrics and labels, for expressions as simple as ours: what is in braces or after `by`, `on` or `group_left` is a label."""
    bare = _TIMES.sub("", _TEXT.sub("", expression))
    labels = {word for found in _LABELS.finditer(bare) for word in _WORD.findall(found[1] or found[2] or "")}
    rest = _LABELS.sub(" ", bare)
    functions = set(_FUNCTIONS.findall(bare))
    return Names(frozenset(set(_WORD.findall(rest)) - _WORDS - functions), frozenset(labels))


def without_variables(expression: str) -> str:
    """Say an expression as Grafana does once somebody has chosen."""
    return expression.replace("$__rate_interval", "5m")
