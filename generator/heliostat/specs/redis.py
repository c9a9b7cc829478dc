"""Redis: where Ray heads keep their state, so that a new head takes over from one that is gone.

Source: KubeRay v1.7.0, ray-operator/config/samples/ray-cluster.external-redis.yaml; Redis 7.4, redis.conf.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.quantity import canonical_quantity
from heliostat.schemas.targets import Targets
from heliostat.specs.amount import Amount, amount
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.install.place import InstallSpec
from heliostat.specs.label_selector import LabelRequirement, LabelSelector
from heliostat.specs.network_rule import EgressRule, IngressRule, Pods
from heliostat.specs.object_spec import Part, merged, metadata_of
from heliostat.specs.pod.container import Container, image_problems
from heliostat.specs.pod.environment import SecretKey
from heliostat.specs.pod.pod import PodArguments, pod_problems, pod_spec, pod_template
from heliostat.specs.pod.probe import Exec, Probe, TcpSocket
from heliostat.specs.pod.resources import resource_problems
from heliostat.specs.pod.security_context import PodSecurityContext, SeccompProfile, SecurityContext
from heliostat.specs.pod.workload import stateful_set, workload_problems
from heliostat.specs.ray.placement import joined_tolerations, node_selector, placement_problems
from heliostat.specs.ray_traffic import HEAD_AND_AFTER
from heliostat.specs.reference import FlavorReference, OfKind, TeamReference, TeamWithBorders
from heliostat.specs.wire import json_of, spelled, wire

PORT = 6379

_CONTAINER = "redis"
_DATA = "/data"
_NAMESPACE = "kubernetes.io/metadata.name"
_LONGEST_NAME = 52
"""Kubernetes appends eleven characters for the label of a StatefulSet's revision."""
_NAME = re.compile(r"[a-z]([-a-z0-9]*[a-z0-9])?")
_DIRECTIVE = re.compile(r"[a-z][a-z0-9-]*")
_PASSWORD = "REDISCLI_AUTH"
"""Variable that redis-cli takes the password from, as the probe does."""
_USER = 999
"""User and group `redis` of the official image, who owns the volume."""

_DECIDED = {
    "appendonly": "every write must be on the volume, since heads rely on it",
    "dir": f"the volume is mounted at {_DATA}",
    "maxmemory": "it is given as maxmemory",
    "maxmemory-policy": "a key that is dropped takes a Ray cluster with it",
    "port": f"the Services lead to {PORT}",
    "requirepass": "it comes from the Secret that password names",
    "save": "every write is in the append-only file already",
}
"""Directives that are set, and why."""


def _restricted() -> PodSecurityContext:
    return PodSecurityContext(
        fs_group=_USER, run_as_group=_USER, run_as_non_root=True, run_as_user=_USER, seccomp_profile=SeccompProfile("RuntimeDefault")
    )


@arguments
class RedisSpec(PodArguments, InstallSpec):
    """Arguments of a Redis. It also takes what every pod takes.

    The object itself is its StatefulSet, of one pod that keeps every write on a volume: `labels`, `annotations` and `overrides` are of
    that. It passes Pod Security's level "restricted". The volume stays when the Redis goes.

    Args:
        password: from a Secret in its namespace. Ray heads take theirs from a Secret of the same name and key in their own.
        teams: teams whose Ray clusters may keep their state here; nobody else is let in. Where a team has network policies, it is
            given one more, which lets its heads out to here.
        storage: size of the volume.
        storage_class_name: its storage class; the cluster's default when absent.
        image: image of Redis 7 or later, or of what has its programs and its configuration.
        cpu: CPUs, requested and limited.
        memory: memory with its unit, requested and limited.
        maxmemory: what keys may take of it, with its unit; three quarters unless given, as the rest is needed while the file is
            rewritten. Writes are refused beyond it, and nothing is dropped.
        configuration: further directives of redis.conf: {"appendfsync": "always"}.
        flavor: ResourceFlavor whose nodes are meant: its node labels and tolerations.
        cluster_domain: domain of the cluster's Services.
    """

    password: SecretKey
    teams: Sequence[Annotated[TeamReference, OfKind("Team")]]
    storage: str = "8Gi"
    storage_class_name: str | None = None
    image: str = "redis:7.4"
    cpu: Amount = 1
    memory: str = "2Gi"
    maxmemory: str | None = None
    configuration: Mapping[str, str] = field(default_factory=dict)
    flavor: FlavorReference | None = None
    cluster_domain: str = "cluster.local"
    automount_service_account_token: bool | None = False
    pod_security_context: PodSecurityContext | None = field(default_factory=_restricted, metadata=spelled("securityContext"))

    @property
    def namespaces(self) -> list[str]:
        """Namespaces whose Ray clusters are let in."""
        return list(dict.fromkeys(team.namespace or team.name for team in self.teams))

    @property
    def closed_namespaces(self) -> list[str]:
        """Those of them, beside its own, that nothing leaves without a network policy."""
        closed = {team.namespace or team.name for team in self.teams if isinstance(team, TeamWithBorders) and team.is_closed}
        return [each for each in self.namespaces if each in closed and each != self.decided_namespace]

    def address(self, name: str) -> str:
        """Name host and port of the Redis of this name."""
        return f"{name}.{self.decided_namespace}.svc.{self.cluster_domain}:{PORT}"

    @property
    def most_bytes(self) -> int:
        """What keys may take, in bytes."""
        return int(amount(self.memory) * 3 / 4 if self.maxmemory is None else amount(self.maxmemory))

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from self.namespace_problems()
        if not self.teams:
            yield Problem("teams", "must name at least one, since nobody else is let in")
        yield from image_problems("image", self.image)
        wrong = [*resource_problems({"cpu": self.cpu, "memory": self.memory}, {}, {}), *self._size_problems()]
        yield from wrong
        if not wrong and self.most_bytes >= amount(self.memory):
            yield Problem("maxmemory", f"must be less than memory, which is {self.memory!r}, got {self.maxmemory!r}")
        yield from self._configuration_problems()
        yield from placement_problems(self)
        yield from pod_problems(self, {}, _CONTAINER)
        yield from workload_problems(self, _selector(""))

    def _size_problems(self) -> Iterator[Problem]:
        for argument in ("storage", "maxmemory"):
            if (size := getattr(self, argument)) is not None:
                yield from (Problem(argument, problem.message) for problem in resource_problems({"memory": size}, {}, {}))

    def _configuration_problems(self) -> Iterator[Problem]:
        for directive in self.configuration:
            place = f'configuration["{directive}"]'
            if directive in _DECIDED:
                yield Problem(place, f"must be left out: {_DECIDED[directive]}")
            elif not _DIRECTIVE.fullmatch(directive):
                yield Problem(place, "must be a directive of redis.conf, in lower case")

    def check_name(self, name: str) -> Iterator[Problem]:
        """Check the name, which is also that of a Service."""
        if len(name) > _LONGEST_NAME or not _NAME.fullmatch(name):
            expected = f'must be at most {_LONGEST_NAME} lower-case letters, digits and "-", with a letter first and no "-" last'
            yield Problem("name", f"{expected}, got {name!r}")

    def parts(self, name: str, targets: Targets) -> list[Part]:
        return [*_Objects(self, name).parts(), *self.namespace_parts()]


def _selector(name: str) -> dict[str, str]:
    return {"app.kubernetes.io/name": "redis", "app.kubernetes.io/instance": name}


@dataclass(frozen=True)
class _Objects:
    """The objects of one Redis."""

    given: RedisSpec
    name: str

    def parts(self) -> list[Part]:
        return [
            Part("", merged(self._stateful_set(), self.given.overrides)),
            Part("service", self._service(self.name)),
            Part("headless-service", self._service(self._headless, clusterIP="None")),
            Part("network-policy", self._network_policy()),
            *(Part(f"network-policy-in-{namespace}", self._way_out_of(namespace)) for namespace in self.given.closed_namespaces),
        ]

    @property
    def _headless(self) -> str:
        return f"{self.name}-headless"

    @property
    def selector(self) -> dict[str, str]:
        return _selector(self.name)

    def _metadata(self, name: str) -> JsonObject:
        return metadata_of(name, self.given.decided_namespace, labels=self.selector)

    def _stateful_set(self) -> JsonObject:
        given = self.given
        metadata = metadata_of(
            self.name, given.decided_namespace, labels={**self.selector, **given.labels}, annotations=dict(given.annotations)
        )
        template = pod_template(self._pod(), labels={**self.selector, **given.pod_labels}, annotations=given.pod_annotations)
        claim: JsonObject = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": canonical_quantity(given.storage)}}}
        if given.storage_class_name is not None:
            claim["storageClassName"] = given.storage_class_name
        claims: list[JsonObject] = [{"metadata": {"name": "data"}, "spec": claim}]
        return stateful_set(metadata, template, selector=self.selector, service_name=self._headless, volume_claim_templates=claims)

    def _pod(self) -> JsonObject:
        container: JsonObject = {**self._container().wire(), "volumeMounts": [{"name": "data", "mountPath": _DATA}]}
        spec = pod_spec(self.given, container, {})
        if selector := node_selector(self.given):
            spec["nodeSelector"] = {**selector}
        if tolerated := joined_tolerations(self.given):
            spec["tolerations"] = [*tolerated]
        return spec

    def _container(self) -> Container:
        given = self.given
        directives = {
            "dir": _DATA,
            "appendonly": "yes",
            "save": "",
            "maxmemory": str(given.most_bytes),
            "maxmemory-policy": "noeviction",
            **given.configuration,
            "requirepass": f"$({_PASSWORD})",
        }
        words = ([f"--{directive}", *(value.split() or [""])] for directive, value in directives.items())
        return Container(
            _CONTAINER,
            image=given.image,
            command=["redis-server"],
            args=[word for line in words for word in line],
            env={_PASSWORD: given.password},
            ports={"redis": PORT},
            cpu=given.cpu,
            memory=given.memory,
            # a Redis that still reads its file answers with an error: it is not to be asked yet, and not to be killed either
            readiness_probe=Probe(Exec(["redis-cli", "-e", "ping"]), period_seconds=5, timeout_seconds=5),
            liveness_probe=Probe(TcpSocket("redis"), initial_delay_seconds=10, period_seconds=10, timeout_seconds=5, failure_threshold=6),
            security_context=SecurityContext.restricted(read_only_root_filesystem=True),
        )

    def _service(self, name: str, **more: str) -> JsonObject:
        port: JsonObject = {"name": "redis", "port": PORT, "protocol": "TCP", "targetPort": "redis"}
        spec: JsonObject = {"ports": [port], "selector": {**self.selector}, "type": "ClusterIP", **more}
        return {"apiVersion": "v1", "kind": "Service", "metadata": self._metadata(name), "spec": spec}

    def _network_policy(self) -> JsonObject:
        """Let in the pods that talk to Redis."""
        in_teams = LabelSelector(match_expressions=[LabelRequirement(_NAMESPACE, "In", self.given.namespaces)])
        callers = Pods(pod_selector=HEAD_AND_AFTER, namespace_selector=in_teams)
        spec: JsonObject = {
            "podSelector": {"matchLabels": {**self.selector}},
            "policyTypes": ["Ingress", "Egress"],
            "ingress": [json_of(IngressRule(from_=[callers], ports=[PORT]))],
        }
        return _policy(self._metadata(self.name), spec)

    def _way_out_of(self, namespace: str) -> JsonObject:
        """Let the same pods out of a team's namespace."""
        own = LabelSelector({_NAMESPACE: self.given.decided_namespace})
        redis = Pods(pod_selector=LabelSelector(self.selector), namespace_selector=own)
        spec: JsonObject = {
            "podSelector": wire(HEAD_AND_AFTER),
            "policyTypes": ["Egress"],
            "egress": [json_of(EgressRule(to=[redis], ports=[PORT]))],
        }
        name = f"allow-{self.name}.{self.given.decided_namespace}"
        return _policy(metadata_of(name, namespace, labels=self.selector), spec)


def _policy(metadata: JsonObject, spec: JsonObject) -> JsonObject:
    return {"apiVersion": "networking.k8s.io/v1", "kind": "NetworkPolicy", "metadata": metadata, "spec": spec}
