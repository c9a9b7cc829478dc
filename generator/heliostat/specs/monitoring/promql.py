"""The pieces that expressions in PromQL are put together from."""

from __future__ import annotations

from collections.abc import Sequence

_DOT = r"\."


def series(metric: str, *matchers: str, **values: str) -> str:
    """Select series of a metric: `series("ray_tasks", 'State!="FINISHED"', job="ray")`.

    Args:
        metric: its name.
        matchers: conditions as PromQL spells them.
        values: labels and the values that they must have.
    """
    conditions = [*matchers, *(f'{label}="{value}"' for label, value in values.items())]
    return f"{metric}{{{','.join(conditions)}}}" if conditions else metric


def one_of(label: str, values: Sequence[str]) -> str:
    """Match any of some names as the value of a label; of what names are made of, only a dot means something else there."""
    return f"{label}=~`{'|'.join(value.replace('.', _DOT) for value in values)}`"


def by(function: str, labels: str, expression: str) -> str:
    """Aggregate by labels: `by("max", "cluster_queue", …)`."""
    return f"{function} by ({labels}) ({expression})"


def rise(labels: str, metric: str, window: str) -> str:
    """Tell by how much a counter has risen in a time, summed by labels.

    A counter that Kueue or Ray first shows when it is no longer 0 counts whole, which `increase` would take for no change; one that
    has begun anew counts as unchanged.
    """
    return by("sum", labels, f"clamp_min({metric} - {metric} offset {window}, 0) or {metric}")
