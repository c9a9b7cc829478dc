"""What is wrong with an installation of KubeRay's operator: what makes the operator exit, what is lost, and what contradicts itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from heliostat.manifests.name_syntax import dns_label_fault, label_value_fault
from heliostat.schemas.targets import Targets, at_least, minor
from heliostat.specs.arguments import Problem
from heliostat.specs.install.kuberay.feature_gates import feature_gate_problems
from heliostat.specs.install.kuberay.operator_arguments import NAME, KubeRayOperatorArguments
from heliostat.specs.install.kuberay.settings import CONFIG_FOLDER
from heliostat.specs.install.kuberay.values import chart_problems
from heliostat.specs.pod.container import container_problems, image_problems
from heliostat.specs.pod.pod import pod_problems
from heliostat.specs.pod.resources import resource_problems
from heliostat.specs.pod.workload import workload_problems
from heliostat.specs.version_need import version_problems

_KNOWN_SINCE = "1.6"
"""First version whose installation is known."""

_VERSION_TAG = re.compile(r":v?(\d+\.\d+\.\d+)$")

_VARIABLES: dict[str, tuple[Literal["flag", "seconds"], str]] = {
    "ENABLE_INIT_CONTAINER_INJECTION": ("flag", "0"),
    "ENABLE_RAY_HEAD_CLUSTER_IP_SERVICE": ("flag", "0"),
    "USE_INGRESS_ON_OPENSHIFT": ("flag", "0"),
    "RAYCLUSTER_DEFAULT_REQUEUE_SECONDS_ENV": ("seconds", "0"),
    "ENABLE_GCS_FT_REDIS_CLEANUP": ("flag", "0"),
    "ENABLE_ZERO_DOWNTIME": ("flag", "0"),
    "ENABLE_PROBES_INJECTION": ("flag", "0"),
    "ENABLE_LOGIN_SHELL": ("flag", "0"),
    "ENABLE_DETERMINISTIC_HEAD_POD_NAME": ("flag", "0"),
    "ENABLE_RANDOM_POD_DELETE": ("flag", "0"),
    "RAYJOB_DEPLOYMENT_STATUS_TRANSITION_GRACE_PERIOD_SECONDS": ("seconds", "0"),
    "RAYJOB_STATUS_CHECK_TIMEOUT_SECONDS": ("seconds", "1.7"),
}
"""Variables that the operator reads, what their text must be, and since when; it takes any other text for the default, and says nothing.

Source: KubeRay v1.7.0, ray-operator/controllers/ray/{,common,utils}/*.go.
"""

_FORBIDDEN = {
    "DELETE_RAYJOB_CR_AFTER_JOB_FINISHES": (
        "a RayJob that is deleted at its end is missing in the cluster, so that Argo CD makes it anew and runs it again"
    ),
    "ENABLE_WEBHOOKS": "the operator then looks for a certificate, which neither the chart nor Heliostat brings",
}


def operator_problems(given: KubeRayOperatorArguments, targets: Targets) -> Iterator[Problem]:
    """Check the arguments."""
    if not at_least(targets.kuberay, _KNOWN_SINCE):
        message = f"the installation of KubeRay {targets.kuberay} is not known, only those of KubeRay 1.6 and 1.7"
        yield Problem("", message)
        return
    yield from given.namespace_problems()
    yield from _watch_problems(given)
    yield from _setting_problems(given)
    yield from feature_gate_problems("feature_gates", given.feature_gates, targets)
    if given.batch_scheduler is not None and given.feature_gates.get("KubernetesWAS"):
        yield Problem("batch_scheduler", "must be left out with the feature gate KubernetesWAS, which is a batch scheduler too")
    yield from _variable_problems(given, targets)
    yield from _image_problems(given, targets)
    yield from _pod_problems(given, targets)
    if given.install != "manifests":
        yield from chart_problems(given, targets)


def name_problems(name: str) -> Iterator[Problem]:
    """Check the name."""
    if fault := dns_label_fault(name):
        yield Problem("name", fault)


def _watch_problems(given: KubeRayOperatorArguments) -> Iterator[Problem]:
    for index, namespace in enumerate(given.watched_namespaces):
        if fault := dns_label_fault(namespace):
            yield Problem(f"watched_namespaces[{index}]", fault)
        elif namespace in given.watched_namespaces[:index]:
            yield Problem(f"watched_namespaces[{index}]", f'must not be given twice, got "{namespace}" again')
    if not given.cr_namespaced_rbac_enable and not (given.rbac_enable and given.single_namespace_install):
        yield Problem("cr_namespaced_rbac_enable", "means nothing without both rbac_enable and single_namespace_install")


def _setting_problems(given: KubeRayOperatorArguments) -> Iterator[Problem]:
    for argument in ("name_override", "component_override"):
        if fault := label_value_fault(getattr(given, argument)):
            yield Problem(argument, fault)
    for argument in ("name_override", "component_override", "operator_command"):
        if not getattr(given, argument):
            yield Problem(argument, "must not be empty")
    for argument in ("replicas", "reconcile_concurrency"):
        if getattr(given, argument) < 1:
            yield Problem(argument, f"must be at least 1, got {getattr(given, argument)}")
    if given.burst < 0:
        yield Problem("burst", f"must not be negative, got {given.burst}")
    if given.replicas > 1 and not given.leader_election_enabled:
        yield Problem("leader_election_enabled", f"must be True with {given.replicas} replicas, which would all work on the same objects")
    if given.configuration is not None:
        for argument in ("stdout_encoder", "file_encoder"):
            if getattr(given.logging, argument) != "json":
                yield Problem(f"logging.{argument}", "has no effect with a configuration, since the operator takes it from a flag only")
    if not 1 <= given.service_port <= 65535:
        yield Problem("service_port", f"must be a number from 1 to 65535, got {given.service_port}")


def _variable_problems(given: KubeRayOperatorArguments, targets: Targets) -> Iterator[Problem]:
    for name, value in given.env.items():
        place = f'env["{name}"]'
        if name in _FORBIDDEN and value != "false":
            yield Problem(place, f'must be left out or "false": {_FORBIDDEN[name]}')
        if name not in _VARIABLES:
            continue
        kind, since = _VARIABLES[name]
        yield from version_problems(place, "kuberay", since, targets)
        if isinstance(value, str) and kind == "flag" and value not in ("true", "false"):
            yield Problem(place, f'must be "true" or "false", got {value!r}')
        if isinstance(value, str) and kind == "seconds" and not value.isdecimal():
            yield Problem(place, f"must be whole seconds, got {value!r}")


def _image_problems(given: KubeRayOperatorArguments, targets: Targets) -> Iterator[Problem]:
    yield from image_problems("image", given.image)
    found = _VERSION_TAG.search(given.image or "")
    if found and minor(found[1]) != minor(targets.kuberay):
        yield Problem("image", f"must be of KubeRay {minor(targets.kuberay)} as the target is, got {given.image!r}")


def _pod_problems(given: KubeRayOperatorArguments, targets: Targets) -> Iterator[Problem]:
    yield from resource_problems(given.own_resources, given.limits, given.requests)
    yield from container_problems(given, {}, targets)
    yield from pod_problems(given, {**given.mounted(NAME), **given.volume_devices}, NAME)
    yield from workload_problems(given, {f"app.kubernetes.io/{label}": "" for label in ("name", "instance", "component")})
    for path in (given.logging.base_dir, CONFIG_FOLDER if given.configuration is not None else ""):
        if path and path in given.volumes:
            yield Problem(f'volumes["{path}"]', "must be mounted elsewhere, the operator has its own files there")
