"""Resources are called as pods ask for them, and whoever says otherwise is told the name."""

from __future__ import annotations

import pytest

from heliostat.specs.resource_name import compute_resource_fault, counted_resource_fault, resource_meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("mem", "memory"),
        ("memroy", "memory"),
        ("Memory", "memory"),
        ("CPU", "cpu"),
        ("cpus", "cpu"),
        ("gpu", "nvidia.com/gpu"),
        ("nvidia.com/gpus", "nvidia.com/gpu"),
        ("pod", "pods"),
        ("tpu", "google.com/tpu"),
    ],
)
def test_a_word_of_everyday_speech_is_understood(said: str, meant: str) -> None:
    """Misspelt, shortened or in capitals: the resource that was meant is named."""
    assert resource_meant(said) == meant


@pytest.mark.parametrize("name", ["cpu", "memory", "pods", "nvidia.com/gpu", "nvidia.com/gpu.shared", "amd.com/gpu", "hugepages-2Mi", "x"])
def test_what_may_be_a_name_is_left_alone(name: str) -> None:
    """Device plugins and Kueue's configuration make names of their own."""
    assert (resource_meant(name), counted_resource_fault(name)) == (None, None)


@pytest.mark.parametrize(
    ("name", "hint"), [("mem", ', did you mean "memory"'), ("pods", ""), ("storage", ""), ("gpus", ', did you mean "nvidia.com/gpu"')]
)
def test_a_container_asks_for_what_kubernetes_knows(name: str, hint: str) -> None:
    """A name without a slash is Kubernetes' own, or the pod is never made."""
    expected = "must be cpu, memory, ephemeral-storage or an extended resource such as nvidia.com/gpu"

    assert compute_resource_fault(name) == f"{expected}{hint}"
