"""Which resources are GPUs, and what their nodes are tainted with."""

from __future__ import annotations

import pytest

from heliostat.lint.gpus import gpu_taint_keys, is_gpu


@pytest.mark.parametrize(
    "resource",
    [
        "nvidia.com/gpu",
        "nvidia.com/gpu.shared",
        "nvidia.com/mig-1g.5gb",
        "nvidia.com/mig-1g.5gb.me",
        "amd.com/gpu",
        "amd.com/cpx_nps4",
        "gpu.intel.com/i915",
        "gpu.intel.com/xe",
        "aliyun.com/gpu-mem",
        "example.com/vgpu",
    ],
)
def test_gpus(resource: str) -> None:
    """Whole GPUs, shares and slices are GPUs, whoever's they are."""
    assert is_gpu(resource)


@pytest.mark.parametrize("resource", ["cpu", "memory", "google.com/tpu", "aws.amazon.com/neuron", "example.com/gpumon", "rdma/hca"])
def test_others(resource: str) -> None:
    """What merely resembles a GPU, and other devices, are none."""
    assert not is_gpu(resource)


def test_taint_keys() -> None:
    """Nodes are tainted by the resource, and those of slices by the vendor's whole GPUs."""
    assert gpu_taint_keys("nvidia.com/gpu") == ("nvidia.com/gpu",)
    assert gpu_taint_keys("nvidia.com/mig-1g.5gb") == ("nvidia.com/mig-1g.5gb", "nvidia.com/gpu")
