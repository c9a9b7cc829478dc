"""The DaemonSet that brings one image to the nodes of one flavor."""

from __future__ import annotations

import hashlib
import re

from heliostat.manifests.json_value import JsonObject
from heliostat.specs.object_spec import merged, metadata_of
from heliostat.specs.pod.container import Container
from heliostat.specs.pod.pod import PodArguments, pod_spec, pod_template
from heliostat.specs.pod.security_context import PodSecurityContext, SeccompProfile, SecurityContext
from heliostat.specs.pod.workload import daemon_set
from heliostat.specs.prepull.image_prepull import ImagePrepullSpec
from heliostat.specs.reference import FlavorReference

_NOBODY = 65534
_LONGEST_NAME = 63
"""It is the value of a label, too."""


def prepull_daemon_set(given: ImagePrepullSpec, name: str, flavor: FlavorReference, image: str, labels: JsonObject) -> JsonObject:
    """Write the DaemonSet.

    Args:
        given: the arguments.
        name: name of the ImagePrepull and its ServiceAccount.
        flavor: whose nodes.
        image: what is pulled.
        labels: labels of every object in the app.
    """
    own = daemon_set_name(name, flavor.name, image)
    selector = {"app.kubernetes.io/name": "image-prepull", "app.kubernetes.io/instance": own}
    metadata = metadata_of(
        own,
        given.decided_namespace,
        labels={**{key: str(value) for key, value in labels.items()}, **selector, **given.labels},
        annotations=dict(given.annotations),
    )
    template = pod_template(_pod(given, name, flavor, image), labels=selector, annotations={})
    # nobody relies on the pods, so that a change need not wait for one node after another
    strategy: JsonObject = {"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": "100%"}}
    return merged(daemon_set(metadata, template, selector=selector, update_strategy=strategy), given.overrides)


def daemon_set_name(name: str, flavor: str, image: str) -> str:
    """Name a DaemonSet for people, by flavor and end of the image, and tell it from all others by a digest of both."""
    digest = hashlib.sha256(f"{flavor} {image}".encode()).hexdigest()[:8]
    words = re.sub(r"[^a-z0-9]+", "-", f"{name}-{flavor}-{image.partition('@')[0].rpartition('/')[2]}".lower())
    return f"{words[: _LONGEST_NAME - len(digest) - 1].rstrip('-')}-{digest}"


def _pod(given: ImagePrepullSpec, name: str, flavor: FlavorReference, image: str) -> JsonObject:
    pull = Container(
        "pull",
        image=image,
        command=["true"],
        env={"NVIDIA_VISIBLE_DEVICES": "void"},  # images of CUDA ask for all GPUs, past any request
        cpu="10m",
        memory="16Mi",
        security_context=SecurityContext.restricted(read_only_root_filesystem=True),
    )
    pause = Container(
        "pause",
        image=given.pause_image,
        cpu="10m",
        memory="16Mi",
        security_context=SecurityContext.restricted(read_only_root_filesystem=True),
    )
    arguments = PodArguments(
        node_selector=flavor.node_labels,
        init_containers=[pull],
        image_pull_secrets=given.image_pull_secrets,
        service_account=name,
        automount_service_account_token=False,
        priority_class_name=given.priority_class_name,
        enable_service_links=False,
        pod_security_context=PodSecurityContext(
            run_as_group=_NOBODY, run_as_non_root=True, run_as_user=_NOBODY, seccomp_profile=SeccompProfile("RuntimeDefault")
        ),
    )
    spec = pod_spec(arguments, pause.wire(), {})
    return {**spec, "tolerations": [*flavor.tolerations]} if flavor.tolerations else spec
