"""ImagePrepull: what an author says, and what does not depend on other objects."""

from __future__ import annotations

from typing import Any

import pytest

from heliostat.specs.prepull.image_prepull import ImagePrepullSpec
from tests.specs.answers import DNS_LABEL, DNS_SUBDOMAIN, bodies, told

NAMESPACE = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "images"}}
ACCOUNT = {
    "apiVersion": "v1",
    "kind": "ServiceAccount",
    "metadata": {"name": "it", "namespace": "images"},
    "automountServiceAccountToken": False,
}


def test_objects_that_are_there_from_the_start() -> None:
    """A ServiceAccount without a token, and the Namespace where nobody else makes it."""
    assert bodies(ImagePrepullSpec(namespace="images")) == {"": ACCOUNT, "namespace": NAMESPACE}
    assert bodies(ImagePrepullSpec(namespace="images", create_namespace=False)) == {"": ACCOUNT}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"namespace": None}, "namespace: must be given, here or to the app, since its objects refer to each other by it"),
        ({"flavors": ["cpu"]}, "flavors[0]: must be a ResourceFlavor, got 'cpu'"),
        ({"images": "ray:1"}, "images: must be a list, got 'ray:1'"),
        ({"images": ["ray:1", ":1"]}, "images[1]: must be a reference such as registry.example/train:v1, got ':1'"),
        ({"exclude": [""]}, "exclude[0]: must be a reference such as registry.example/train:v1, got ''"),
        ({"pause_image": ""}, "pause_image: must be a reference such as registry.example/train:v1, got ''"),
        ({"priority_class_name": "Low!"}, f"priority_class_name: {DNS_SUBDOMAIN}'Low!'"),
        ({"image_pull_secrets": ["a", "B"]}, f"image_pull_secrets[1]: {DNS_SUBDOMAIN}'B'"),
        ({"name": "x" * 41}, f"name: must be at most 40 characters, since flavor and image are appended to it, got {'x' * 41!r}"),
        ({"name": "a.b"}, f"name: {DNS_LABEL}'a.b'"),
    ],
)
def test_refused(arguments: dict[str, Any], expected: str) -> None:
    """What Kubernetes refuses in it, each by its argument."""
    assert told(ImagePrepullSpec(**{"namespace": "images", **arguments})) == [expected]
