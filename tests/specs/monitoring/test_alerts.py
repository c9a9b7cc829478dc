"""Alerts name what they are about, and take thresholds with units."""

from __future__ import annotations

import re

import pytest

from heliostat.specs.monitoring.alert_rule import AlertRule, prometheus_rule
from heliostat.specs.monitoring.alerts import ALERTS, Alerts
from heliostat.specs.monitoring.metrics import METRICS, POD_LABELS, TARGET_LABELS
from heliostat.specs.monitoring.prometheus_duration import duration_seconds
from heliostat.specs.monitoring.queue_alerts import queue_alerts
from heliostat.specs.monitoring.ray_alerts import gpu_alerts
from tests.specs.answers import told
from tests.specs.monitoring.expressions import RULES

_ABOUT = {"cluster_queue", "name", "ray_io_cluster", "job"}


def test_every_alert_is_made_once() -> None:
    """The names that `without` and `severities` take are those of the rules."""
    assert sorted(rule.name for rule in RULES) == sorted(ALERTS)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_an_alert_names_what_it_is_about(rule: AlertRule) -> None:
    """In summary and description, by labels that the result of its expression has."""
    labels = re.search(r"by \(([^)]*)\)", rule.expression)
    assert labels is not None
    kept = set(labels[1].split(", "))
    for text in (rule.summary, rule.description):
        named = set(re.findall(r"\$labels\.(\w+)", text))

        assert named & _ABOUT
        assert named <= kept
    assert kept <= TARGET_LABELS.union(POD_LABELS.values(), *(metric.labels for metric in METRICS.values()))
    assert duration_seconds(rule.lasting)
    assert rule.summary != rule.description


def test_thresholds_stand_in_the_expressions() -> None:
    """Each in the unit that its name says."""
    given = Alerts(
        nothing_admitted_for="90m",
        quota_used_percent=80,
        gpu_quota_idle_for="1w",
        gpu_resources=["nvidia.com/gpu", "amd.com/gpu"],
        evictions_per_hour=3,
        gpu_idle_percent=20,
        gpu_idle_for="30m",
    )
    made = {rule.name: rule for rule in [*queue_alerts(given), *gpu_alerts(given)]}

    assert "offset 90m" in made["KueueNothingAdmitted"].expression
    assert made["KueueNothingAdmitted"].lasting == "90m"
    assert made["KueueQuotaNearlyUsedUp"].expression.endswith(" >= 80")
    assert made["KueueGpuQuotaIdle"].lasting == "1w"
    assert r"{resource=~`nvidia\.com/gpu|amd\.com/gpu`}" in made["KueueGpuQuotaIdle"].expression
    assert made["KueueEvictionStorm"].expression.endswith(" > 3")
    assert made["RayGpuIdle"].expression.endswith(" < 20")
    assert "below 20 % for 30m" in made["RayGpuIdle"].description


def test_a_rule_is_written_whole() -> None:
    """With what the platform adds to all, and with another severity than its own; a group of which nothing is left is left out."""
    given = Alerts(
        without=[name for name in ALERTS if name != "RayGpuIdle"],
        severities={"RayGpuIdle": "warning"},
        labels={"team": "platform"},
        runbook_url="https://runbooks.example.com/ray#",
    )
    [rule] = gpu_alerts(given)
    metadata = {"name": "alerts"}

    assert prometheus_rule({**metadata}, {"queues": queue_alerts(given), "gpus": [rule]}, given) == {
        "apiVersion": "monitoring.coreos.com/v1",
        "kind": "PrometheusRule",
        "metadata": metadata,
        "spec": {
            "groups": [
                {
                    "name": "gpus",
                    "rules": [
                        {
                            "alert": "RayGpuIdle",
                            "expr": rule.expression,
                            "for": "2h",
                            "labels": {"team": "platform", "severity": "warning"},
                            "annotations": {
                                "summary": rule.summary,
                                "description": rule.description,
                                "runbook_url": "https://runbooks.example.com/ray#RayGpuIdle",
                            },
                        }
                    ],
                }
            ]
        },
    }


REFUSED = [
    (Alerts(queue_inactive_for="10 minutes"), "queue_inactive_for: must be a duration such as 30s, 1h30m or 3d, got '10 minutes'"),
    (Alerts(gpu_idle_for="0s"), "gpu_idle_for: must be a duration such as 30s, 1h30m or 3d, got '0s'"),
    (Alerts(quota_used_percent=0), "quota_used_percent: must be a percentage above 0, got 0"),
    (Alerts(evictions_per_hour=-1), "evictions_per_hour: must not be negative, got -1"),
    (Alerts(gpu_resources=[]), "gpu_resources: must have at least one name"),
    (
        Alerts(gpu_resources=["a|b"]),
        'gpu_resources[0]: must be a key such as "pool" or "nvidia.com/gpu", its last part at most 63 characters, got \'a|b\'',
    ),
    (Alerts(gpu_resources=["gpus"]), 'gpu_resources[0]: is no resource that pods ask for, did you mean "nvidia.com/gpu"'),
    (Alerts(labels={"severity": "high"}), 'labels["severity"]: must be left out, since each alert has its own'),
    (Alerts(labels={"a-b": "c"}), 'labels["a-b"]: must be letters, digits and "_", with no digit first, got \'a-b\''),
]


@pytest.mark.parametrize(("given", "message"), REFUSED, ids=[message.partition(":")[0] for _, message in REFUSED])
def test_refused(given: Alerts, message: str) -> None:
    """Each told with its argument, what is expected and what was given."""
    assert told(given) == [message]


def test_an_alert_that_there_is_not_is_refused() -> None:
    """With the names of those that there are."""
    [problem] = told(Alerts(without=["RayJobFailure"]))

    assert problem.startswith("without[0]: must be 'KueueClusterQueueInactive' or ")
