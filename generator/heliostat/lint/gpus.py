"""Which resources are GPUs, by the names that device plugins give them."""

from __future__ import annotations

import re

_GPU = re.compile(r".*gpu|[a-z0-9.-]+/gpu[.-].*|nvidia\.com/mig-.*|amd\.com/[a-z]px_nps\d|gpu\.intel\.com/.*")
"""What KubeRay takes for one (KubeRay 1.7 ray-operator/controllers/ray/common/pod.go), and what plugins name otherwise: shares and
slices such as `nvidia.com/gpu.shared`, `nvidia.com/mig-1g.5gb`, `amd.com/cpx_nps4`, `aliyun.com/gpu-mem`, Intel's `gpu.intel.com/i915`."""


def is_gpu(resource: str) -> bool:
    """Tell a GPU, or a slice or share of one, from other resources."""
    return _GPU.fullmatch(resource) is not None


def gpu_taint_keys(resource: str) -> tuple[str, ...]:
    """Name the keys by which nodes with these GPUs are tainted: the resource itself, and whole GPUs of the same vendor.

    Source: Kubernetes 1.35 plugin/pkg/admission/extendedresourcetoleration takes the resource for the key, and so do the node pools of
    cloud providers; slices stand on nodes whose taint says `nvidia.com/gpu`.
    """
    vendor = resource.partition("/")[0]
    return tuple(dict.fromkeys((resource, f"{vendor}/gpu")))
