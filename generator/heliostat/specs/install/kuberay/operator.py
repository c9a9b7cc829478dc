"""KubeRay's operator: everything that its Helm chart installs.

Source: KubeRay v1.6.2 and v1.7.0, helm-chart/kuberay-operator/templates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.yaml_writer import to_yaml
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.install.helm import Helm, application
from heliostat.specs.install.kuberay.feature_gates import feature_gates
from heliostat.specs.install.kuberay.operator_arguments import KubeRayOperatorArguments
from heliostat.specs.install.kuberay.problems import name_problems, operator_problems
from heliostat.specs.install.kuberay.resources import operator_resources
from heliostat.specs.install.kuberay.roles import leader_election_rules, operator_rules, roles_for_people
from heliostat.specs.install.kuberay.service_monitor import service_monitor
from heliostat.specs.install.kuberay.settings import CONFIG_KEY
from heliostat.specs.install.kuberay.values import chart_of, chart_values
from heliostat.specs.install.rbac import binding, role
from heliostat.specs.object_spec import Part, merged, metadata_of
from heliostat.specs.pod.container import ContainerArguments, Port, ports_json
from heliostat.specs.pod.mount import mounts_json
from heliostat.specs.pod.pod import pod_spec, pod_template
from heliostat.specs.pod.workload import deployment
from heliostat.specs.reference import name_of
from heliostat.specs.wire import wire

_CONTAINER, _PORT = "kuberay-operator", Port(8080)


@arguments
class KubeRayOperatorSpec(KubeRayOperatorArguments):
    """KubeRay's operator with all that it needs."""

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from operator_problems(self, targets)

    def check_name(self, name: str) -> Iterator[Problem]:
        """Check the name, which is also that of a Service and a label."""
        yield from name_problems(name)

    def parts(self, name: str, targets: Targets) -> list[Part]:
        if self.install != "manifests":
            helm = self.install if isinstance(self.install, Helm) else Helm()
            return [Part("", application(self, helm, chart_of(targets), name, chart_values(self, name, targets)))]
        return [*_Objects(self, name, targets).parts(), *self.namespace_parts()]


@dataclass(frozen=True)
class _Objects:
    """The objects of one operator."""

    given: KubeRayOperatorArguments
    name: str
    targets: Targets

    def parts(self) -> list[Part]:
        made = {"": self._deployment(), "service": self._service()}
        if self.given.configuration is not None:
            made["config"] = self._config_map()
        if self.given.create_service_account:
            made["service-account"] = {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": self._metadata(self.service_account)}
        if self.given.service_monitor is not None:
            made["service-monitor"] = service_monitor(
                self.given.service_monitor, self.name, self.given.decided_namespace, self.given.name_override
            )
        return [*(Part(each, body) for each, body in made.items()), *(self._rbac() if self.given.rbac_enable else ())]

    @property
    def selector(self) -> dict[str, str]:
        return self.given.selector(self.name)

    @property
    def service_account(self) -> str:
        return name_of(self.given.service_account or self.name)

    @property
    def gates(self) -> dict[str, bool]:
        return feature_gates(self.given.feature_gates, self.targets.kuberay)

    def _metadata(self, name: str, labels: Mapping[str, str] | None = None) -> JsonObject:
        return metadata_of(name, self.given.decided_namespace, labels={**self.selector, **(labels or {})})

    def _deployment(self) -> JsonObject:
        given = self.given
        metadata = self._metadata(self.name, given.labels)
        if given.annotations:
            metadata["annotations"] = dict(given.annotations)
        template = pod_template(self._pod(), labels=given.labels_of_pods(self.name), annotations=given.pod_annotations)
        body = deployment(metadata, template, selector=self.selector, replicas=given.replicas, strategy={"type": "Recreate"})
        return merged(body, given.overrides)

    def _pod(self) -> JsonObject:
        given, volumes = self.given, self.given.mounted(self.name)
        container: JsonObject = {
            **wire(given, fields_of=ContainerArguments),
            "name": _CONTAINER,
            "image": given.image_of(self.targets.kuberay),
            "command": [given.operator_command],
            "args": given.flags(given.watched, self.gates),
            "ports": ports_json({"http": _PORT}),
        }
        if mounts := mounts_json(volumes):
            container["volumeMounts"] = mounts
        if resources := operator_resources(given):
            container["resources"] = resources
        return {**pod_spec(given, container, {**volumes, **given.volume_devices}), "serviceAccountName": self.service_account}

    def _service(self) -> JsonObject:
        port: JsonObject = {"name": "http", "port": self.given.service_port, "protocol": "TCP", "targetPort": "http"}
        spec: JsonObject = {"ports": [port], "selector": {**self.selector}, "type": self.given.service_type}
        return {"apiVersion": "v1", "kind": "Service", "metadata": self._metadata(self.name), "spec": spec}

    def _config_map(self) -> JsonObject:
        text = to_yaml(self.given.configuration_body(self.given.watched))
        metadata = self._metadata(f"{self.name}-config", self.given.labels)
        return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata, "data": {CONFIG_KEY: text}}

    def _rbac(self) -> Iterator[Part]:
        """Make the roles of the operator and of people."""
        own = self.given.decided_namespace
        yield from self._granted("leader-election", f"{self.name}-leader-election", leader_election_rules(), own)
        features = {gate for gate, is_on in self.gates.items() if is_on} | {self.given.batch_scheduler or ""}
        rules = operator_rules(self.targets.kuberay, features)
        if not self.given.single_namespace_install:
            yield from self._granted("cluster", self.name, rules, None)
            for body in roles_for_people(self.selector):
                yield Part(str(cast("JsonObject", body["metadata"])["name"]), body)
        elif self.given.cr_namespaced_rbac_enable:
            for namespace in self.given.watched:
                yield from self._granted(f"in-{namespace}", self.name, rules, namespace)

    def _granted(self, part: str, name: str, rules: Sequence[JsonObject], namespace: str | None) -> Iterator[Part]:
        """Make a role that is called `name`, and give it to the operator."""
        yield Part(f"{part}-role", role(name, rules, namespace=namespace, labels=self.selector))
        account = (self.given.decided_namespace, self.service_account)
        yield Part(f"{part}-role-binding", binding(name, name, account, namespace=namespace, labels=self.selector))
