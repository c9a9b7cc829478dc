"""The DaemonSet of one image on the nodes of one flavor."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from heliostat.manifests.canonical import canonical
from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.name_syntax import dns_label_fault
from heliostat.schemas.store import schema_for
from heliostat.schemas.validate import validate
from heliostat.specs.prepull.daemon_set import daemon_set_name, prepull_daemon_set
from heliostat.specs.prepull.image_prepull import ImagePrepullSpec
from tests.specs.answers import TARGETS
from tests.specs.prepull.nodes import CPU, GPU, L4, SPOT, Flavor

IMAGE = "rayproject/ray:2.52.0-py311-gpu"

RESOURCES: JsonObject = {"cpu": "10m", "memory": "16Mi"}
RIGHTS: JsonObject = {
    "allowPrivilegeEscalation": False,
    "capabilities": {"drop": ["ALL"]},
    "readOnlyRootFilesystem": True,
    "runAsNonRoot": True,
    "seccompProfile": {"type": "RuntimeDefault"},
}
CONTAINER: JsonObject = {"resources": {"limits": RESOURCES, "requests": RESOURCES}, "securityContext": RIGHTS}


def made(flavor: Flavor = L4, labels: JsonObject | None = None, **arguments: Any) -> JsonObject:
    """Write one, which is valid and stored as it is."""
    body = prepull_daemon_set(ImagePrepullSpec(namespace="images", **arguments), "images", flavor, IMAGE, labels or {})
    schema = schema_for("apps/v1", "DaemonSet", TARGETS)
    assert schema is not None
    assert validate(body, schema) == []
    assert canonical(body, schema.document) == body
    return body


def test_every_field() -> None:
    """The image is started once, without rights or GPUs, on the flavor's nodes; then a container waits, so that the image stays."""
    selector = {"app.kubernetes.io/name": "image-prepull", "app.kubernetes.io/instance": daemon_set_name("images", "l4", IMAGE)}
    void = {"name": "NVIDIA_VISIBLE_DEVICES", "value": "void"}

    assert made() == {
        "apiVersion": "apps/v1",
        "kind": "DaemonSet",
        "metadata": {"name": selector["app.kubernetes.io/instance"], "namespace": "images", "labels": selector},
        "spec": {
            "selector": {"matchLabels": selector},
            "template": {
                "metadata": {"labels": selector},
                "spec": {
                    "automountServiceAccountToken": False,
                    "containers": [{"name": "pause", "image": "registry.k8s.io/pause:3.10.1", **CONTAINER}],
                    "enableServiceLinks": False,
                    "initContainers": [{"name": "pull", "image": IMAGE, "command": ["true"], "env": [void], **CONTAINER}],
                    "nodeSelector": {"pool": "l4", "spot": "true"},
                    "securityContext": {
                        "runAsGroup": 65534,
                        "runAsNonRoot": True,
                        "runAsUser": 65534,
                        "seccompProfile": {"type": "RuntimeDefault"},
                    },
                    "serviceAccountName": "images",
                    "tolerations": [GPU, SPOT],
                },
            },
            "updateStrategy": {"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": "100%"}},
        },
    }


def test_what_an_author_says() -> None:
    """Labels of the app and the author's own, credentials, priority, another image that waits; overrides go last."""
    body: Any = made(
        CPU,
        labels={"tier": "platform", "owner": "nobody"},
        image_pull_secrets=["registry"],
        priority_class_name="low",
        pause_image="registry.internal/pause:1",
        annotations={"a": "b"},
        overrides={"spec": {"minReadySeconds": 5}},
    )
    pod = body["spec"]["template"]["spec"]
    own = body["metadata"]["name"]

    assert body["metadata"] == {
        "name": own,
        "namespace": "images",
        "labels": {
            "tier": "platform",
            "owner": "nobody",
            "app.kubernetes.io/name": "image-prepull",
            "app.kubernetes.io/instance": own,
        },
        "annotations": {"a": "b"},
    }
    assert (pod["imagePullSecrets"], pod["priorityClassName"], pod["nodeSelector"]) == ([{"name": "registry"}], "low", {"pool": "cpu"})
    assert "tolerations" not in pod
    assert pod["containers"][0]["image"] == "registry.internal/pause:1"
    assert body["spec"]["minReadySeconds"] == 5


def test_a_flavor_without_labels() -> None:
    """It stands for every node."""
    body: Any = made(Flavor("any"))

    assert "nodeSelector" not in body["spec"]["template"]["spec"]


def test_a_name_tells_flavor_and_image() -> None:
    """And a digest tells those apart that look alike."""
    names = [daemon_set_name("images", "l4", image) for image in (IMAGE, f"mirror.internal:5000/{IMAGE}", "ray@sha256:" + "0" * 64)]

    assert [re.sub("[0-9a-f]{8}$", "…", name) for name in names] == [
        "images-l4-ray-2-52-0-py311-gpu-…",
        "images-l4-ray-2-52-0-py311-gpu-…",
        "images-l4-ray-…",
    ]
    assert len(set(names)) == 3


@given(
    flavor=st.from_regex(r"[a-z0-9]([-a-z0-9.]{0,60}[a-z0-9])?", fullmatch=True),
    image=st.text(st.characters(exclude_categories=["Z", "C"]), min_size=1, max_size=90),
)
def test_a_name_is_always_one(flavor: str, image: str) -> None:
    """Whatever flavor and image are called; it is also the value of a label."""
    assert dns_label_fault(daemon_set_name("images", flavor, image)) is None
