"""HistoryServer: what shows the logs and events of Ray clusters that are gone.

Source: KubeRay v1.7.0, historyserver/cmd/historyserver/main.go and historyserver/config.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated

from heliostat.manifests.go_duration import duration_seconds
from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.name_syntax import dns_label_fault, label_key_fault
from heliostat.manifests.quantity import canonical_quantity
from heliostat.schemas.targets import Targets
from heliostat.specs.amount import Amount, amount
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.install.place import InstallSpec
from heliostat.specs.install.rbac import binding, role, rule
from heliostat.specs.object_spec import Part, merged, metadata_of
from heliostat.specs.pod.container import ContainerArguments, container_problems, image_problems, ports_json
from heliostat.specs.pod.pod import PodArguments, pod_problems, pod_spec, pod_template
from heliostat.specs.pod.probe import HttpGet, Probe
from heliostat.specs.pod.resources import resource_problems, resources_json
from heliostat.specs.pod.security_context import PodSecurityContext, SecurityContext
from heliostat.specs.pod.workload import deployment, workload_problems
from heliostat.specs.ray.history_storage import storage_problems
from heliostat.specs.reference import OfKind, TeamReference, name_of
from heliostat.specs.version_need import version_problems
from heliostat.specs.wire import spelled, wire

_CONTAINER = "historyserver"
_PORT = 8080


@arguments
class HistoryServerSpec(PodArguments, ContainerArguments, InstallSpec):
    """Arguments of a HistoryServer. It also takes what every pod and every container takes.

    KubeRay 1.7 has it. It reads what the collector of each cluster (`history_server=HistoryCollector(…)`) has written, and hands on to
    those that still run. It asks nobody who they are: whoever reaches its Service sees the history of all teams. The object itself is
    its Deployment: `labels`, `annotations` and `overrides` are of that. It passes Pod Security's level "restricted".

    Args:
        image: its image; upstream publishes none.
        env: says where from, as for the collectors: STORAGE_BACKEND (GCS, S3, AZUREBLOB, ALIYUNOSS), what that backend needs, with keys
            from Secrets, and STORAGE_ROOT_DIR.
        replicas: how many servers, each with a cache of its own.
        cpu: CPUs, requested and limited.
        memory: memory with its unit, requested and limited.
        session_cache_max_memory: what cached sessions may take of it, with its unit, before the oldest go; 2Gi by default.
        session_cache_size: sessions that are cached; 100 by default.
        session_cache_ttl: how long one stays after it was last looked at, such as `30m`; `0s` for as long as there is room.
        session_process_timeout: how long reading one may take; `2m` by default.
        kube_api_qps: most requests a second to the API server; 100 by default.
        kube_api_burst: most at once; 200 by default.
        use_auth_token_mode: True reads the tokens of clusters that ask for one, to hand on to them.
        teams: teams whose clusters' tokens it reads, with `use_auth_token_mode`. It then may read every Secret in their namespaces.
        service_account_annotations: annotations of its ServiceAccount, by which clouds give it access to the storage.
        service_port: port of its Service.
    """

    image: str
    replicas: int = 1
    cpu: Amount = "500m"
    memory: str = "4Gi"
    session_cache_max_memory: str | None = None
    session_cache_size: int | None = None
    session_cache_ttl: str | None = None
    session_process_timeout: str | None = None
    kube_api_qps: int | float | None = None
    kube_api_burst: int | None = None
    use_auth_token_mode: bool = False
    teams: Sequence[Annotated[TeamReference, OfKind("Team")]] = ()
    service_account_annotations: Mapping[str, str] = field(default_factory=dict)
    service_port: int = 30080
    readiness_probe: Probe | None = field(default_factory=lambda: Probe(HttpGet("http", path="/readz")))
    liveness_probe: Probe | None = field(default_factory=lambda: Probe(HttpGet("http", path="/livez")))
    security_context: SecurityContext | None = field(default_factory=SecurityContext.restricted)
    pod_security_context: PodSecurityContext | None = field(
        default_factory=PodSecurityContext.restricted, metadata=spelled("securityContext")
    )

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from version_problems("", "kuberay", "1.7", targets)
        yield from self.namespace_problems()
        yield from image_problems("image", self.image)
        yield from storage_problems("env", self.env)
        yield from resource_problems({"cpu": self.cpu, "memory": self.memory}, {}, {})
        yield from self._flag_problems()
        if self.use_auth_token_mode != bool(self.teams):
            yield Problem("teams", "must be given with use_auth_token_mode=True, and only then")
        for key in self.service_account_annotations:
            if fault := label_key_fault(key.lower()):
                yield Problem(f'service_account_annotations["{key}"]', fault)
        if not 1 <= self.service_port <= 65535:
            yield Problem("service_port", f"must be a number from 1 to 65535, got {self.service_port}")
        yield from container_problems(self, {"http": _PORT}, targets)
        yield from pod_problems(self, self.volumes, _CONTAINER)
        yield from workload_problems(self, _selector(""))

    def _flag_problems(self) -> Iterator[Problem]:
        """Name what it would exit at."""
        if self.replicas < 0:
            yield Problem("replicas", f"must not be negative, got {self.replicas}")
        for argument in ("session_cache_size", "kube_api_qps", "kube_api_burst"):
            if (number := getattr(self, argument)) is not None and number <= 0:
                yield Problem(argument, f"must be more than 0, got {number}")
        for argument, least in (("session_cache_ttl", 0), ("session_process_timeout", 1)):
            if (text := getattr(self, argument)) is not None and ((seconds := duration_seconds(text)) is None or seconds < least):
                yield Problem(argument, f"must be a duration of at least {least}s, such as 30m, got {text!r}")
        if (most := self.session_cache_max_memory) is not None:
            wrong = [*resource_problems({"memory": most}, {}, {})]
            yield from (Problem("session_cache_max_memory", problem.message) for problem in wrong)
            if not wrong and amount(most) >= amount(self.memory):
                yield Problem("session_cache_max_memory", f"must be less than memory, which is {self.memory!r}, got {most!r}")

    def check_name(self, name: str) -> Iterator[Problem]:
        """Check the name, which is also that of a Service and a label."""
        if fault := dns_label_fault(name):
            yield Problem("name", fault)

    def parts(self, name: str, targets: Targets) -> list[Part]:
        return [*_Objects(self, name).parts(), *self.namespace_parts()]


def _selector(name: str) -> dict[str, str]:
    return {"app.kubernetes.io/name": "historyserver", "app.kubernetes.io/instance": name}


@dataclass(frozen=True)
class _Objects:
    """The objects of one server."""

    given: HistoryServerSpec
    name: str

    def parts(self) -> list[Part]:
        return [
            Part("", merged(self._deployment(), self.given.overrides)),
            Part("service", self._service()),
            *self._accounts(),
            *self._granted("clusters", rule("ray.io", "rayclusters", "get list"), None),
            *(
                part
                for team in self.given.teams
                for part in self._granted("tokens", rule("core", "secrets", "get"), team.namespace or team.name)
            ),
        ]

    @property
    def selector(self) -> dict[str, str]:
        return _selector(self.name)

    @property
    def service_account(self) -> str:
        return name_of(self.given.service_account or self.name)

    def _metadata(self, name: str, labels: Mapping[str, str], annotations: Mapping[str, str]) -> JsonObject:
        return metadata_of(name, self.given.decided_namespace, labels={**self.selector, **labels}, annotations=annotations)

    def _deployment(self) -> JsonObject:
        given = self.given
        template = pod_template(self._pod(), labels={**self.selector, **given.pod_labels}, annotations=given.pod_annotations)
        metadata = self._metadata(self.name, given.labels, given.annotations)
        return deployment(metadata, template, selector=self.selector, replicas=given.replicas)

    def _pod(self) -> JsonObject:
        given = self.given
        container: JsonObject = {
            **wire(given, fields_of=ContainerArguments),
            "name": _CONTAINER,
            "image": given.image,
            "ports": ports_json({"http": _PORT}),
            "resources": resources_json({"cpu": given.cpu, "memory": given.memory}, {}, {}),
        }
        if flags := [*self._flags()]:
            container["args"] = [*flags]
        return {**pod_spec(given, container, {**given.volumes, **given.volume_devices}), "serviceAccountName": self.service_account}

    def _flags(self) -> Iterator[str]:
        given = self.given
        memory = given.session_cache_max_memory
        flags = {
            "session-cache-max-memory": None if memory is None else canonical_quantity(memory),
            "session-cache-size": given.session_cache_size,
            "session-cache-ttl": given.session_cache_ttl,
            "session-process-timeout": given.session_process_timeout,
            "kube-api-qps": given.kube_api_qps,
            "kube-api-burst": given.kube_api_burst,
            "use-auth-token-mode": "true" if given.use_auth_token_mode else None,
        }
        yield from (f"--{flag}={value}" for flag, value in flags.items() if value is not None)

    def _service(self) -> JsonObject:
        port: JsonObject = {"name": "http", "port": self.given.service_port, "protocol": "TCP", "targetPort": "http"}
        spec: JsonObject = {"ports": [port], "selector": {**self.selector}, "type": "ClusterIP"}
        return {"apiVersion": "v1", "kind": "Service", "metadata": self._metadata(self.name, {}, {}), "spec": spec}

    def _accounts(self) -> Iterator[Part]:
        """Make its ServiceAccount, unless it acts as one that somebody else makes."""
        if self.given.service_account is None:
            metadata = self._metadata(self.name, {}, self.given.service_account_annotations)
            yield Part("service-account", {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": metadata})

    def _granted(self, what: str, allowed: JsonObject, namespace: str | None) -> Iterator[Part]:
        """Give it a right in one namespace, or in all of them."""
        place, name = what if namespace is None else f"{what}-{namespace}", f"{self.name}-{what}"
        account = (self.given.decided_namespace, self.service_account)
        yield Part(f"{place}-role", role(name, [allowed], namespace=namespace, labels=self.selector))
        yield Part(f"{place}-binding", binding(name, name, account, namespace=namespace, labels=self.selector))
