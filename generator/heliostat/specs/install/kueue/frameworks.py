"""The kinds of jobs that Kueue can queue, by the names that its configuration has for them.

Source: sigs.k8s.io/kueue v0.19.2, pkg/controller/jobs and pkg/config/validation.go (validateIntegrations, validateMultiKueue).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from heliostat.manifests.guess import did_you_mean
from heliostat.schemas.targets import Targets, minor
from heliostat.specs.arguments import Problem

RAY = ("ray.io/raycluster", "ray.io/rayjob", "ray.io/rayservice")

KINDS: Mapping[str, str] = {
    "batch/job": "Job.v1.batch",
    "deployment": "Deployment.v1.apps",
    "jobset.x-k8s.io/jobset": "JobSet.v1alpha2.jobset.x-k8s.io",
    "kubeflow.org/jaxjob": "JAXJob.v1.kubeflow.org",
    "kubeflow.org/mpijob": "MPIJob.v2beta1.kubeflow.org",
    "kubeflow.org/paddlejob": "PaddleJob.v1.kubeflow.org",
    "kubeflow.org/pytorchjob": "PyTorchJob.v1.kubeflow.org",
    "kubeflow.org/tfjob": "TFJob.v1.kubeflow.org",
    "kubeflow.org/xgboostjob": "XGBoostJob.v1.kubeflow.org",
    "leaderworkerset.x-k8s.io/leaderworkerset": "LeaderWorkerSet.v1.leaderworkerset.x-k8s.io",
    "pod": "Pod.v1.",
    "ray.io/raycluster": "RayCluster.v1.ray.io",
    "ray.io/rayjob": "RayJob.v1.ray.io",
    "ray.io/rayservice": "RayService.v1.ray.io",
    "sparkoperator.k8s.io/sparkapplication": "SparkApplication.v1beta2.sparkoperator.k8s.io",
    "statefulset": "StatefulSet.v1.apps",
    "trainer.kubeflow.org/trainjob": "TrainJob.v1alpha1.trainer.kubeflow.org",
    "workload.codeflare.dev/appwrapper": "AppWrapper.v1beta2.workload.codeflare.dev",
}
"""Each with its kind, as external frameworks are written."""

SHIPPED = (
    "batch/job",
    "kubeflow.org/mpijob",
    "ray.io/rayjob",
    "ray.io/raycluster",
    "ray.io/rayservice",
    "jobset.x-k8s.io/jobset",
    "workload.codeflare.dev/appwrapper",
    "trainer.kubeflow.org/trainjob",
    "pod",
    "deployment",
    "statefulset",
    "leaderworkerset.x-k8s.io/leaderworkerset",
)
"""What upstream's configuration file enables."""

_WITHOUT_MULTI_KUEUE = ("deployment", "sparkoperator.k8s.io/sparkapplication")
_GATES: Mapping[str, str] = {"sparkoperator.k8s.io/sparkapplication": "SparkApplicationIntegration"}


def framework_problems(argument: str, given: Sequence[str], gates: Mapping[str, bool], targets: Targets) -> Iterator[Problem]:
    """Name what keeps Kueue from starting, and the Ray kinds that it would let pass unqueued.

    Args:
        argument: what the names were given for.
        given: the names.
        gates: every feature gate and whether it is on.
        targets: versions that the cluster runs.
    """
    for index, name in enumerate(given):
        place = f"{argument}[{index}]"
        if name not in KINDS:
            yield Problem(place, f'"{name}" is no framework of Kueue {minor(targets.kueue)}{did_you_mean(name, KINDS)}')
        elif name in given[:index]:
            yield Problem(place, f'names "{name}" again')
        elif name in _GATES and not gates.get(_GATES[name]):
            yield Problem(place, f'"{name}" needs feature_gates={{"{_GATES[name]}": True}}')
    if missing := [f'"{name}"' for name in RAY if name not in given]:
        yield Problem(argument, f"must have {' and '.join(missing)}, else Kueue does not queue these")


def external_framework_problems(argument: str, external: Sequence[str], frameworks: Sequence[str]) -> Iterator[Problem]:
    """Name frameworks of other controllers that are not written as kinds, or that Kueue has itself."""
    own = {KINDS[name]: name for name in frameworks if name in KINDS}
    yield from _kind_problems(argument, external, own, "is queued by the framework")


def multi_kueue_framework_problems(argument: str, external: Sequence[str], frameworks: Sequence[str]) -> Iterator[Problem]:
    """Name frameworks of other controllers that MultiKueue cannot bring to other clusters, or brings already."""
    own = {KINDS[name]: name for name in frameworks if name in KINDS and name not in _WITHOUT_MULTI_KUEUE}
    yield from _kind_problems(argument, external, own, "is brought to other clusters by the framework")


def _kind_problems(argument: str, external: Sequence[str], own: Mapping[str, str], words: str) -> Iterator[Problem]:
    for index, kind in enumerate(external):
        place = f"{argument}[{index}]"
        if kind.count(".") < 2:
            yield Problem(place, f'must be a kind with version and group such as "Foo.v1.example.com", got {kind!r}')
        elif kind in external[:index]:
            yield Problem(place, f'names "{kind}" again')
        elif kind in own:
            yield Problem(place, f'must be left out, since "{kind}" {words} "{own[kind]}"')
