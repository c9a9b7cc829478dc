"""From the Ray objects of an environment to what brings their images to the nodes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.manifest import Apps, Manifest
from heliostat.manifests.origin import Origin
from heliostat.schemas.structure import list_of, object_of
from heliostat.specs.install.kueue.naming import NAMESPACE_LABEL
from heliostat.specs.install.kueue.running_kueue import RunningKueue
from heliostat.specs.label_selector import selects
from heliostat.specs.prepull.daemon_set import prepull_daemon_set
from heliostat.specs.prepull.image_prepull import ImagePrepullSpec
from heliostat.specs.prepull.ray_images import images_on
from heliostat.specs.ray.described_cluster import value_at
from heliostat.specs.reference import FlavorReference


@dataclass(frozen=True, slots=True)
class Prepull:
    """What an environment pulls beforehand."""

    name: str
    """Name of the ImagePrepull, and of its ServiceAccount."""
    spec: ImagePrepullSpec
    flavors: Sequence[FlavorReference]
    """Whose nodes are meant."""
    kueues: Sequence[RunningKueue]
    """What queues jobs in the environment."""
    origin: Origin

    def of(self, apps: Apps) -> tuple[dict[str, tuple[Manifest, ...]], list[str]]:
        """Add the DaemonSets to the app that holds the ServiceAccount of their pods.

        Args:
            apps: what the environment renders, by app.

        Returns:
            The apps with them, and what is wrong.
        """
        bodies = [each.body for manifests in apps.values() for each in manifests]
        completed = {app: tuple(manifests) for app, manifests in apps.items()}
        for app, manifests in completed.items():
            for account in manifests:
                if self._is_own(account.body):
                    made = self._daemon_sets(bodies, object_of(value_at(account.body, "metadata.labels")))
                    own = (Manifest(body, self.origin, f"{account.construct}/{_construct_id(body)}") for body in made)
                    return {**completed, app: (*manifests, *own)}, [*self._problems(bodies)]
        return completed, []

    def _problems(self, bodies: Sequence[JsonObject]) -> Iterator[str]:
        """Name a Kueue that would hold the pods back until somebody gives them quota."""
        namespace = self.spec.decided_namespace
        labels = {NAMESPACE_LABEL: namespace}
        has_default_queue = False
        for body in bodies:
            if body.get("kind") == "Namespace" and value_at(body, "metadata.name") == namespace:
                labels |= {key: str(value) for key, value in object_of(value_at(body, "metadata.labels")).items()}
            has_default_queue |= body.get("kind") == "LocalQueue" and _place(body) == (namespace, "default")
        for kueue in self.kueues:
            takes_all = kueue.configuration.get("manageJobsWithoutQueueName") is True or has_default_queue
            if takes_all and "pod" in list_of(value_at(kueue.configuration, "integrations.frameworks")) and selects(kueue.managed, labels):
                yield (
                    f'{self.origin}: ImagePrepull "{self.name}": its pods would wait for quota, since the namespace "{namespace}" '
                    f"is managed by {kueue}, which queues pods; expected a namespace that it does not manage"
                )

    def _is_own(self, body: JsonObject) -> bool:
        return body.get("kind") == "ServiceAccount" and _place(body) == (self.spec.decided_namespace, self.name)

    def _daemon_sets(self, bodies: Sequence[JsonObject], labels: JsonObject) -> Iterator[JsonObject]:
        for flavor in self.flavors:
            for image in images_on(flavor, bodies) if self.spec.images is None else dict.fromkeys(self.spec.images):
                if image not in self.spec.exclude:
                    yield prepull_daemon_set(self.spec, self.name, flavor, image, labels)


def _place(body: JsonObject) -> tuple[JsonValue, JsonValue]:
    return value_at(body, "metadata.namespace"), value_at(body, "metadata.name")


def _construct_id(body: JsonObject) -> str:
    return f"{body['kind']}-{value_at(body, 'metadata.name')}".lower()
