"""Kueue: everything that its release installs, but for the CRDs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.install.helm import Helm, application
from heliostat.specs.install.kueue.arguments import KueueArguments
from heliostat.specs.install.kueue.certificates import ca_annotation, certificate_objects, is_internal
from heliostat.specs.install.kueue.chart import RELEASE, SYNC_OPTIONS, chart_of, chart_values
from heliostat.specs.install.kueue.controller_manager import manager_deployment, manager_objects
from heliostat.specs.install.kueue.controller_manager_roles import manager_roles
from heliostat.specs.install.kueue.naming import LABELS, VISIBILITY_CERTIFICATE
from heliostat.specs.install.kueue.people_roles import people_roles
from heliostat.specs.install.kueue.problems import kueue_problems
from heliostat.specs.install.kueue.service_monitor import service_monitor_objects
from heliostat.specs.install.kueue.services import metrics_service, visibility_objects, visibility_priority, webhook_service
from heliostat.specs.install.kueue.webhooks import webhook_configurations
from heliostat.specs.install.place import UNLESS
from heliostat.specs.object_spec import Part, metadata_of
from heliostat.specs.wire import wire


@arguments
class KueueSpec(KueueArguments):
    """Kueue with all that it needs."""

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from kueue_problems(self, targets)

    def parts(self, name: str, targets: Targets) -> list[Part]:
        if self.install != "manifests":
            helm = self.install if isinstance(self.install, Helm) else Helm()
            values = chart_values(self, targets)
            chart = chart_of(targets)
            return [Part("", application(self, helm, chart, RELEASE, values, sync_options=SYNC_OPTIONS, brings_crds=True))]
        made = [Part("", manager_deployment(self, targets.kueue)), *(Part(_id(body), body) for body in self._others(targets.kueue))]
        if self.create_namespace:
            metadata = metadata_of(self.decided_namespace, None, labels=LABELS)
            made.append(Part("namespace", {"apiVersion": "v1", "kind": "Namespace", "metadata": metadata}, unless=UNLESS))
        return made

    def _others(self, kueue: str) -> Iterator[JsonObject]:
        """Make all but the Deployment, as a version of Kueue has them."""
        namespace, ports = self.decided_namespace, self.ports
        yield from manager_objects(self)
        yield from manager_roles(namespace, kueue)
        yield from people_roles()
        yield from certificate_objects(self.certificates, namespace, self.cluster_domain)
        yield webhook_service(namespace, ports["webhook-server"])
        yield from webhook_configurations(
            namespace,
            wire(self.managed_namespaces),
            reinvocation=self.reinvocation_policy,
            annotations=ca_annotation(self.certificates, namespace),
        )
        if "metrics" in ports:
            yield metrics_service(namespace, ports["metrics"])
        if self.service_monitor is not None:
            yield from service_monitor_objects(self.service_monitor, namespace, self.certificates)
        if self.visibility:
            annotations = ca_annotation(self.certificates, namespace, VISIBILITY_CERTIFICATE)
            trusted = not is_internal(self.certificates)
            yield from visibility_objects(namespace, ports["visibility"], annotations, is_trusted=trusted)
        if self.visibility_priority:
            yield from visibility_priority()


def _id(body: JsonObject) -> str:
    """Name the construct of an object."""
    return f"{str(body['kind']).lower()}-{cast('JsonObject', body['metadata'])['name']}"
