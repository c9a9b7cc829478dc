"""What holds for every Ray object, beside the cluster it describes: its name, its namespace, its labels and annotations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from heliostat.specs.arguments import Problem

_DNS_1035 = re.compile(r"[a-z]([-a-z0-9]*[a-z0-9])?")

_SAID_BY_LABEL = {
    "kueue.x-k8s.io/queue-name": "queue=…",
    "kueue.x-k8s.io/priority-class": "priority_class=…",
}
_SAID_BY_ANNOTATION = {
    "kueue.x-k8s.io/queue-name": "queue=…, which Kueue reads as a label only",
    "kueue.x-k8s.io/elastic-job": "elastic=True",
    "kubernetes.io/ingress.class": "head=Head(…, ingress=Ingress(class_name=…))",
    "ray.io/enable-serve-service": "serve_service=True",
    "ray.io/external-storage-namespace": "gcs_fault_tolerance=RedisFaultTolerance(…, external_storage_namespace=…)",
    "ray.io/ft-enabled": "gcs_fault_tolerance=RedisFaultTolerance(…)",
    "ray.io/initializing-timeout": "initializing_timeout=… of a RayService",
    "ray.io/gcs-ft-deletion-timeout": "gcs_fault_tolerance=RedisFaultTolerance(…, deletion_timeout_seconds=…)",
}


def name_problems(name: str, longest: int) -> Iterator[Problem]:
    """Check the name of a Ray object, to which KubeRay appends those of its Services and pods.

    Source: KubeRay 1.7 controllers/ray/utils/validation.go, Validate…Metadata; 53 characters for a RayCluster, 47 for a RayJob or
    RayService, 36 for a RayCronJob.
    """
    if len(name) > longest:
        yield Problem("name", f"must be at most {longest} characters, since KubeRay appends to it, got {name!r} ({len(name)} characters)")
    elif not _DNS_1035.fullmatch(name):
        yield Problem("name", f'must be lower-case letters, digits and "-", with a letter first and no "-" last, got {name!r}')


def metadata_problems(labels: Mapping[str, str], annotations: Mapping[str, str]) -> Iterator[Problem]:
    """Name labels and annotations for which there is an argument, which also checks what goes with it."""
    for argument, given, said in (("labels", labels, _SAID_BY_LABEL), ("annotations", annotations, _SAID_BY_ANNOTATION)):
        for key in given:
            if key in said:
                yield Problem(f'{argument}["{key}"]', f"must be given as {said[key]}")
