"""One alert of Prometheus, and the PrometheusRule that holds them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from heliostat.manifests.json_value import JsonObject
from heliostat.specs.monitoring.alerts import AlertName, Alerts, Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertRule:
    """One alert."""

    name: AlertName
    expression: str
    lasting: str
    """Time that the expression has to hold before anybody is told."""
    severity: Severity
    summary: str
    description: str
    """What it means, and where to look first."""

    def body(self, alerts: Alerts) -> JsonObject:
        """Write the rule."""
        annotations: JsonObject = {"summary": self.summary, "description": self.description}
        if alerts.runbook_url is not None:
            annotations["runbook_url"] = f"{alerts.runbook_url}{self.name}"
        return {
            "alert": self.name,
            "expr": self.expression,
            "for": self.lasting,
            "labels": {**alerts.labels, "severity": alerts.severities.get(self.name, self.severity)},
            "annotations": annotations,
        }


def prometheus_rule(metadata: JsonObject, groups: Mapping[str, Sequence[AlertRule]], alerts: Alerts) -> JsonObject:
    """Write the PrometheusRule of some groups of alerts; a group of which nothing is left is left out."""
    wanted = {name: [rule.body(alerts) for rule in rules if rule.name not in alerts.without] for name, rules in groups.items()}
    return {
        "apiVersion": "monitoring.coreos.com/v1",
        "kind": "PrometheusRule",
        "metadata": metadata,
        "spec": {"groups": [{"name": name, "rules": [*rules]} for name, rules in wanted.items() if rules]},
    }
