"""ImagePrepull: images are on the nodes before the pods that need them, since an image of Ray takes minutes to come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.name_syntax import dns_label_fault
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.install.place import InstallSpec
from heliostat.specs.object_spec import Part, metadata_of
from heliostat.specs.pod.container import image_problems
from heliostat.specs.reference import FlavorReference, Named, OfKind
from heliostat.specs.reference_name import reference_problems

_LONGEST_NAME = 40
"""Characters that leave room for the flavor and the image in the names of its DaemonSets."""


@arguments
class ImagePrepullSpec(InstallSpec):
    """Arguments of an ImagePrepull.

    Each image that is used on the nodes of a flavor gets a DaemonSet there, whose pods start a container of the image that runs
    `true`, and then only wait. The DaemonSets follow from the Ray objects of all apps, so they are made when everything else is there:
    `labels`, `annotations` and `overrides` are of each. They pass Pod Security's level "restricted", and ask for no GPU.

    Args:
        flavors: ResourceFlavors whose nodes are meant; all of the environment unless given.
        images: images for the nodes of each of the flavors; those that the environment's Ray objects use there unless given. A pod
            that names no nodes counts wherever it tolerates the taints.
        exclude: images that are left to the pods that need them, such as those without a program `true`.
        image_pull_secrets: Secrets with registry credentials, in its namespace.
        priority_class_name: PriorityClass of its pods.
        pause_image: image of the container that waits.
    """

    flavors: Sequence[FlavorReference] | None = None
    images: Sequence[str] | None = None
    exclude: Sequence[str] = ()
    image_pull_secrets: Sequence[Annotated[Named | str, OfKind("Secret")]] = ()
    priority_class_name: Annotated[Named | str, OfKind("PriorityClass")] | None = None
    pause_image: str = "registry.k8s.io/pause:3.10.1"

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from self.namespace_problems()
        for argument in ("images", "exclude"):
            for index, image in enumerate(getattr(self, argument) or ()):
                yield from image_problems(f"{argument}[{index}]", image)
        yield from image_problems("pause_image", self.pause_image)
        yield from reference_problems("priority_class_name", self.priority_class_name)
        for index, secret in enumerate(self.image_pull_secrets):
            yield from reference_problems(f"image_pull_secrets[{index}]", secret)

    def check_name(self, name: str) -> Iterator[Problem]:
        """Check the name, with which those of its DaemonSets begin."""
        if len(name) > _LONGEST_NAME:
            yield Problem("name", f"must be at most {_LONGEST_NAME} characters, since flavor and image are appended to it, got {name!r}")
        elif fault := dns_label_fault(name):
            yield Problem("name", fault)

    def parts(self, name: str, targets: Targets) -> list[Part]:
        """Make what does not depend on other objects: a ServiceAccount without rights, and the Namespace."""
        metadata = metadata_of(name, self.decided_namespace)
        account: JsonObject = {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": metadata, "automountServiceAccountToken": False}
        return [Part("", account), *self.namespace_parts()]
