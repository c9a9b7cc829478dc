"""What is wrong with an installation of Kueue: what makes it exit, what would be lost, and what contradicts itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from heliostat.manifests.name_syntax import dns_subdomain_fault
from heliostat.schemas.kueue_configuration import SINCE
from heliostat.schemas.targets import Targets, at_least, minor
from heliostat.specs.arguments import Problem
from heliostat.specs.install.kueue.arguments import VISIBILITY_GATE, KueueArguments
from heliostat.specs.install.kueue.chart import chart_problems
from heliostat.specs.install.kueue.controller_manager import CONTAINER, own_volumes
from heliostat.specs.install.kueue.feature_gates import effective_gates
from heliostat.specs.install.kueue.naming import LABELS, NAMESPACE_LABEL
from heliostat.specs.label_selector import selects
from heliostat.specs.pod.container import container_problems, image_problems, port_problems
from heliostat.specs.pod.pod import pod_problems
from heliostat.specs.pod.resources import resource_problems
from heliostat.specs.pod.workload import workload_problems

_VERSION_TAG = re.compile(r":v?(\d+\.\d+\.\d+)$")
_ROLLING = re.compile(r"[0-9]+%")


def kueue_problems(given: KueueArguments, targets: Targets) -> Iterator[Problem]:
    """Check the arguments."""
    if not at_least(targets.kueue, SINCE):
        yield Problem("", f"the installation of Kueue {targets.kueue} is not known, only that of Kueue {SINCE}")
        return
    if given.name is not None:
        yield Problem("name", "must be left out, since the objects of Kueue know each other by upstream's names")
    yield from given.namespace_problems()
    yield from _configuration_problems(given, targets)
    yield from _replica_problems(given)
    if given.log_level < 0:
        yield Problem("log_level", f"must not be negative, got {given.log_level}")
    if fault := dns_subdomain_fault(given.cluster_domain):
        yield Problem("cluster_domain", fault)
    yield from _pod_problems(given, targets)
    if given.install != "manifests":
        yield from chart_problems(given, targets)


def _configuration_problems(given: KueueArguments, targets: Targets) -> Iterator[Problem]:
    settings = given.configuration
    if settings.managed_jobs_namespace_selector is not None:
        for namespace in ("kube-system", given.decided_namespace):
            if selects(settings.managed_jobs_namespace_selector, {NAMESPACE_LABEL: namespace}):
                place = "configuration.managed_jobs_namespace_selector"
                yield Problem(place, f'must keep out the namespace "{namespace}", which Kueue never manages')
    gate = settings.feature_gates.get(VISIBILITY_GATE)
    if gate is not None and gate != given.visibility:
        place = f'configuration.feature_gates["{VISIBILITY_GATE}"]'
        yield Problem(place, f"must be left out, since visibility={given.visibility} says so already")
    is_on = effective_gates(settings.feature_gates, targets.kueue).get(VISIBILITY_GATE)
    if gate is None and given.visibility and not is_on:
        yield Problem("visibility", f"must be False, since configuration.feature_gates leave {VISIBILITY_GATE} off")
    if given.visibility_priority and not given.visibility:
        yield Problem("visibility_priority", "goes with visibility=True")
    if given.service_monitor is not None and "metrics" not in given.ports:
        yield Problem("service_monitor", 'must be left out where configuration.metrics.bind_address is "0"')


def _replica_problems(given: KueueArguments) -> Iterator[Problem]:
    if given.replicas < 1:
        yield Problem("replicas", f"must be at least 1, since nothing is admitted without a manager, got {given.replicas}")
    if given.replicas > 1 and not given.configuration.leader_election.leader_elect:
        yield Problem("configuration.leader_election.leader_elect", f"must be True with {given.replicas} replicas, which would all queue")
    if given.min_available is not None and given.min_available < 1:
        yield Problem("min_available", f"must be at least 1, got {given.min_available}")
    elif given.min_available is not None and given.min_available > given.replicas:
        yield Problem("min_available", f"must be at most replicas={given.replicas}, or no node is ever drained, got {given.min_available}")
    for argument in ("max_surge", "max_unavailable"):
        limit = getattr(given, argument)
        if limit is not None and not (limit >= 0 if isinstance(limit, int) else _ROLLING.fullmatch(limit)):
            yield Problem(argument, f'must be a number of pods or a percentage such as "25%", got {limit!r}')
    if given.max_surge in (0, "0%") and given.max_unavailable in (0, "0%"):
        yield Problem("max_unavailable", "must not be 0 too, since no pod could be replaced then")


def _pod_problems(given: KueueArguments, targets: Targets) -> Iterator[Problem]:
    if given.service_account is not None:
        yield Problem("service_account", "must be left out, since Kueue has its rights under its own")
    yield from image_problems("image", given.image)
    found = _VERSION_TAG.search(given.image or "")
    if found and minor(found[1]) != minor(targets.kueue):
        yield Problem("image", f"must be of Kueue {minor(targets.kueue)} as the target is, got {given.image!r}")
    yield from resource_problems(given.own_resources, given.limits, given.requests)
    yield from container_problems(given, {}, targets)
    for problem in port_problems({**given.ports, **given.configuration.unnamed_ports}):
        yield Problem("configuration", f"{problem.argument} {problem.message}")
    own = own_volumes(given)
    yield from pod_problems(given, {**own, **given.volumes, **given.volume_devices}, CONTAINER)
    yield from workload_problems(given, LABELS)
    for path in given.volumes:
        if path in own:
            yield Problem(f'volumes["{path}"]', "must be mounted elsewhere, Kueue has its own files there")
