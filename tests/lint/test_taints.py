"""Which taints keep a pod away, and how they are told."""

from __future__ import annotations

from heliostat.lint.taints import objects_in, show_taint, toleration_of, untolerated
from heliostat.manifests.json_value import JsonObject

GPU: JsonObject = {"key": "nvidia.com/gpu", "value": "present", "effect": "NoSchedule"}
SPOT: JsonObject = {"key": "spot", "effect": "NoExecute"}
SLOW: JsonObject = {"key": "slow", "effect": "PreferNoSchedule"}


def test_untolerated() -> None:
    """A taint keeps a pod away unless a toleration covers it; one that is a preference keeps none away."""
    assert untolerated([GPU, SPOT, SLOW], []) == [GPU, SPOT]
    assert untolerated([GPU, SPOT, SLOW], [{"key": "spot", "operator": "Exists"}]) == [GPU]
    assert untolerated([GPU, SPOT, SLOW], [{"operator": "Exists"}]) == []


def test_narrowest_toleration() -> None:
    """The toleration that is made of a taint covers it, by its value where it has one."""
    assert toleration_of(GPU) == {"key": "nvidia.com/gpu", "operator": "Equal", "value": "present", "effect": "NoSchedule"}
    assert toleration_of(SPOT) == {"key": "spot", "operator": "Exists", "effect": "NoExecute"}
    assert [untolerated([taint], [toleration_of(taint)]) for taint in (GPU, SPOT)] == [[], []]


def test_shown() -> None:
    """Taints are spelled as kubectl spells them."""
    assert [show_taint(GPU), show_taint(SPOT)] == ["nvidia.com/gpu=present:NoSchedule", "spot:NoExecute"]


def test_what_is_no_list() -> None:
    """What a schema would refuse holds no taints."""
    assert [objects_in(value) for value in (None, "spot", ["spot", SPOT])] == [[], [], [SPOT]]
