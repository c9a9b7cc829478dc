"""How KubeRay's operator is told what to do: by flags, or by a configuration file.

Source: KubeRay v1.7.0, ray-operator/main.go and apis/config/v1alpha1; helm-chart/kuberay-operator/templates/{deployment,configmap}.yaml.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Literal

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.name_syntax import label_key_fault
from heliostat.schemas.targets import Targets
from heliostat.specs.amount import amount_fault
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.label_selector import label_problems
from heliostat.specs.pod.container import Container
from heliostat.specs.pod.environment import Env, env_json, env_problems
from heliostat.specs.version_need import version_problems
from heliostat.specs.wire import spelled, wire

CONFIG_FOLDER, CONFIG_KEY = "/etc/kuberay", "config.yaml"

Encoder = Literal["json", "console"]


@arguments
class OperatorLogging:
    """Where the operator writes its log, beside the standard output.

    Args:
        stdout_encoder: form of a line on the standard output.
        file_encoder: form of a line in the file.
        base_dir: folder of the log file, an `emptyDir` of the pod; there is no file unless both are given,
        file_name: and its name.
        size_limit: the most that the folder may hold, such as `1Gi`; the pod is evicted beyond it.
    """

    stdout_encoder: Encoder = "json"
    file_encoder: Encoder = "json"
    base_dir: str = ""
    file_name: str = ""
    size_limit: str | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        if bool(self.base_dir) != bool(self.file_name):
            yield Problem("file_name" if self.base_dir else "base_dir", "must be given too, there is no log file without both")
        if self.size_limit is not None and not self.path:
            yield Problem("size_limit", "must be left out where there is no log file")
        elif self.size_limit is not None and (fault := amount_fault(self.size_limit)):
            yield Problem("size_limit", fault)
        if self.base_dir and not self.base_dir.startswith("/"):
            yield Problem("base_dir", f"must be an absolute path, got {self.base_dir!r}")

    @property
    def path(self) -> str | None:
        """The log file; None where there is none."""
        return f"{self.base_dir}/{self.file_name}" if self.base_dir and self.file_name else None


@arguments
class OperatorConfiguration:
    """What the operator adds to all Ray pods that it makes; it is then configured by a file instead of flags.

    What a Ray object says of its own pods goes before.

    Args:
        default_container_envs: environment variables of every Ray container.
        head_sidecar_containers: further containers of every head; the volumes that they mount must be in the pod by themselves.
        worker_sidecar_containers: the same for every worker.
        default_pod_annotations: annotations of every Ray pod (KubeRay 1.7 and later).
        default_pod_labels: labels of every Ray pod (KubeRay 1.7 and later).
    """

    default_container_envs: Env = field(default_factory=dict, metadata=spelled(write=env_json))
    head_sidecar_containers: Sequence[Container] = ()
    worker_sidecar_containers: Sequence[Container] = ()
    default_pod_annotations: Mapping[str, str] = field(default_factory=dict)
    default_pod_labels: Mapping[str, str] = field(default_factory=dict)

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from env_problems("default_container_envs", self.default_container_envs)
        for argument in ("default_pod_annotations", "default_pod_labels"):
            if getattr(self, argument):
                yield from version_problems(argument, "kuberay", "1.7", targets)
        yield from label_problems("default_pod_labels", self.default_pod_labels)
        for key in self.default_pod_annotations:
            if fault := label_key_fault(key):
                yield Problem(f'default_pod_annotations["{key}"]', fault)


@arguments
class OperatorSettings:
    """What the operator is told, by flags or by a file.

    Args:
        watched_namespaces: namespaces whose Ray objects it looks after; all of them when empty.
        feature_gates: gates that are not to be as they are by default: {"RayCronJob": True}.
        batch_scheduler: scheduler that places the pods of a cluster together. Upstream's older way to say `volcano`,
            `batchScheduler.enabled`, is not offered.
        metrics: whether the metrics that the operator serves tell of Ray's objects too.
        use_kubernetes_proxy: True reaches dashboards through the API server, where network policies keep the operator from them.
        leader_election_enabled: whether operators agree on which one works.
        reconcile_concurrency: objects of a kind that are looked after at the same time.
        qps: requests to the API server in a second, in the long run; a negative number sets no limit.
        burst: requests to the API server at once.
        logging: where and how it logs.
        configuration: what it adds to all Ray pods.
    """

    watched_namespaces: Sequence[str] = ()
    feature_gates: Mapping[str, bool] = field(default_factory=dict)
    batch_scheduler: Literal["kai-scheduler", "scheduler-plugins", "volcano", "yunikorn"] | None = None
    metrics: bool = True
    use_kubernetes_proxy: bool | None = None
    leader_election_enabled: bool = True
    reconcile_concurrency: int = 1
    qps: float = 100
    burst: int = 200
    logging: OperatorLogging = field(default_factory=OperatorLogging)
    configuration: OperatorConfiguration | None = None

    @property
    def queries(self) -> float:
        """`qps` as it is written: a whole number without a decimal point."""
        return int(self.qps) if self.qps == int(self.qps) else self.qps

    def flags(self, watched: Sequence[str], gates: Mapping[str, bool]) -> list[JsonValue]:
        """Write the arguments of the command.

        Args:
            watched: namespaces that are watched; all when empty.
            gates: all feature gates that are set.
        """
        if self.configuration is not None:
            said = ["--config", f"{CONFIG_FOLDER}/{CONFIG_KEY}"]
        else:
            said = [f"--batch-scheduler={self.batch_scheduler}"] if self.batch_scheduler else []
            said += ["--watch-namespace", ",".join(watched)] if watched else []
            said += ["--log-file-path", self.logging.path] if self.logging.path else []
            said += ["--log-stdout-encoder", self.logging.stdout_encoder, "--log-file-encoder", self.logging.file_encoder]
            if self.use_kubernetes_proxy is not None:
                said.append(f"--use-kubernetes-proxy={_go(self.use_kubernetes_proxy)}")
            said += [
                f"--enable-leader-election={_go(self.leader_election_enabled)}",
                f"--enable-metrics={_go(self.metrics)}",
                f"--reconcile-concurrency={self.reconcile_concurrency}",
                f"--qps={self.queries}",
                f"--burst={self.burst}",
            ]
        return [*said, f"--feature-gates={','.join(f'{gate}={_go(is_on)}' for gate, is_on in gates.items())}"]

    def configuration_body(self, watched: Sequence[str]) -> JsonObject:
        """Write what stands in the configuration file; feature gates stay a flag."""
        assert self.configuration is not None
        body: JsonObject = {
            "apiVersion": "config.ray.io/v1alpha1",
            "kind": "Configuration",
            "enableLeaderElection": self.leader_election_enabled,
            "enableMetrics": self.metrics,
            "reconcileConcurrency": self.reconcile_concurrency,
            "qps": self.queries,
            "burst": self.burst,
            "logStdoutEncoder": self.logging.stdout_encoder,
            "logFileEncoder": self.logging.file_encoder,
            **wire(self.configuration),
        }
        others = {
            "useKubernetesProxy": self.use_kubernetes_proxy,
            "watchNamespace": ",".join(watched) or None,
            "logFile": self.logging.path,
            "batchScheduler": self.batch_scheduler,
        }
        return {**body, **{key: value for key, value in others.items() if value is not None}}


def _go(value: bool) -> str:
    return "true" if value else "false"
