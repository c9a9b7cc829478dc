"""How Kueue brings jobs to other clusters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Literal

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.name_syntax import label_value_fault
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.install.kueue.durations import duration_problems
from heliostat.specs.wire import SKIPPED, spelled, wire

_INCREMENTAL = "kueue.x-k8s.io/multikueue-dispatcher-incremental"


def _variables(env: Mapping[str, str]) -> JsonValue:
    return [{"name": name, "value": value} for name, value in env.items()]


@arguments
class AccessProvider:
    """A program that finds the way into clusters of which there is a ClusterProfile.

    Args:
        name: name of the provider, as ClusterProfiles have it.
        command: the program.
        api_version: API version that it answers in, such as `client.authentication.k8s.io/v1`.
        args: its arguments.
        env: its environment variables.
        interactive_mode: whether it may read from a terminal.
        install_hint: what is said when it is not there.
        provide_cluster_info: True tells it of the cluster.
    """

    name: str = field(kw_only=False, metadata=SKIPPED)
    command: str
    api_version: str
    args: Sequence[str] = ()
    env: Mapping[str, str] = field(default_factory=dict, metadata=spelled(write=_variables))
    interactive_mode: Literal["Never", "IfAvailable", "Always"] = "Never"
    install_hint: str | None = None
    provide_cluster_info: bool = False

    def wire(self) -> JsonObject:
        return {"name": self.name, "execConfig": wire(self)}

    def check(self, targets: Targets) -> Iterator[Problem]:
        for argument in ("name", "command", "api_version"):
            if not getattr(self, argument):
                yield Problem(argument, "must not be empty")
        if "" in self.env:
            yield Problem('env[""]', "must have a name")


def _names(kinds: Sequence[str]) -> JsonValue:
    return [{"name": kind} for kind in kinds]


@arguments
class MultiKueueSettings:
    """How MultiKueue works in this cluster, where jobs are handed in.

    Args:
        gc_interval: time between two searches for what is left over in other clusters; 1m by default, `0s` never searches.
        origin: value of the label by which it knows its own objects there; `multikueue` by default.
        worker_lost_timeout: time that a cluster may be out of reach before its jobs are queued again; 15m by default.
        dispatcher_name: what chooses the clusters that a job is offered to; all at once by default.
        step_size: clusters that the incremental dispatcher offers a job to at a time; 3 by default.
        external_frameworks: further kinds that are brought to other clusters, such as `Foo.v1.example.com`.
        access_providers: programs that find the way into clusters by their ClusterProfiles.
    """

    gc_interval: str | None = None
    origin: str | None = None
    worker_lost_timeout: str | None = None
    dispatcher_name: str | None = None
    step_size: int | None = field(
        default=None, metadata=spelled("incrementalDispatcherConfig", write=lambda clusters: {"stepSize": clusters})
    )
    external_frameworks: Sequence[str] = field(default=(), metadata=spelled(write=_names))
    access_providers: Sequence[AccessProvider] = field(
        default=(), metadata=spelled("clusterProfile", write=lambda given: {"accessProviders": [each.wire() for each in given]})
    )

    def check(self, targets: Targets) -> Iterator[Problem]:
        """Check what validateMultiKueue of pkg/config/validation.go in Kueue 0.19 refuses."""
        yield from duration_problems({"gc_interval": self.gc_interval, "worker_lost_timeout": self.worker_lost_timeout})
        if self.origin is not None and (fault := label_value_fault(self.origin)):
            yield Problem("origin", fault)
        if self.step_size is not None and self.dispatcher_name != _INCREMENTAL:
            yield Problem("step_size", f'goes with dispatcher_name="{_INCREMENTAL}", got {self.dispatcher_name!r}')
        elif self.step_size is not None and self.step_size < 1:
            yield Problem("step_size", f"must be at least 1, got {self.step_size}")
