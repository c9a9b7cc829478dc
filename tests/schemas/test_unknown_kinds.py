"""A kind without a schema is explained where something is known of its group, and passed over where nothing is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from heliostat.schemas.catalogue import Catalogue
from heliostat.schemas.targets import Targets
from heliostat.schemas.unknown_kinds import why_unknown
from tests.schemas.digests import bare
from tests.schemas.widget import widget_crd

TARGETS = 'targets=Targets(prometheus_operator="0.89.0")'
TOLD = [
    ("ray.io/v1", "RayClusters", 'KubeRay 1.7 has no kind RayClusters in ray.io/v1, did you mean "RayCluster"'),
    ("ray.io/v1", "rayjob", 'KubeRay 1.7 has no kind rayjob in ray.io/v1, did you mean "RayJob"'),
    ("ray.io/v1", "Trainer", "KubeRay 1.7 has no kind Trainer in ray.io/v1"),
    ("ray.io/v2", "RayJob", "KubeRay 1.7 has RayJob as ray.io/v1 and ray.io/v1alpha1, not as ray.io/v2"),
    (
        "kueue.x-k8s.io/v1alpha1",
        "Cohort",
        "Kueue 0.19 has Cohort as kueue.x-k8s.io/v1beta1 and kueue.x-k8s.io/v1beta2, not as kueue.x-k8s.io/v1alpha1",
    ),
    ("v1", "Deployment", "Kubernetes 1.35 has Deployment as apps/v1, not as v1"),
    ("policy/v1beta1", "PodDisruptionBudget", "Kubernetes 1.35 has PodDisruptionBudget as policy/v1, not as policy/v1beta1"),
    ("extensions/v1beta1", "Ingress", "Kubernetes 1.35 has Ingress as networking.k8s.io/v1, not as extensions/v1beta1"),
    ("v1", "Namspace", 'Kubernetes 1.35 has no kind Namspace in v1, did you mean "Namespace"'),
    ("argoproj.io/v1alpha1", "Aplication", 'Argo CD 3.6 has no kind Aplication in argoproj.io/v1alpha1, did you mean "Application"'),
    ("cert-manager.io/v1", "Certificat", 'cert-manager 1.21 has no kind Certificat in cert-manager.io/v1, did you mean "Certificate"'),
    ("batches/v1", "Task", "Kubernetes 1.35 has no kind Task in batches/v1"),
    (
        "monitoring.coreos.com/v1",
        "PodMonitor",
        f"needs the CRDs of the Prometheus operator, which the Environment says are there by {TARGETS}",
    ),
]
NOT_TOLD = [
    ("ray.io/v1", "RayCluster"),
    ("apps/v1", "ControllerRevision"),
    ("v1", "List"),
    ("argoproj.io/v1alpha1", "Application"),
    ("argoproj.io/v1alpha1", "Workflow"),
    ("config.kueue.x-k8s.io/v1beta2", "Configuration"),
    ("gateway.networking.k8s.io/v1", "Gateway"),
    ("gateway.networking.k8s.io/v1alpha1", "Gateway"),
    ("gateway.networking.k8s.io/v1", "Experiment"),
    ("external-secrets.io/v1alpha1", "ExternalSecret"),
]


@pytest.mark.parametrize(("api_version", "kind", "message"), TOLD)
def test_what_no_server_takes_is_told(api_version: str, kind: str, message: str) -> None:
    """A misspelled kind, a version that is not served, a group of Kubernetes' own that is none."""
    assert why_unknown(api_version, kind, Targets()) == message


@pytest.mark.parametrize(("api_version", "kind"), NOT_TOLD)
def test_what_may_be_there_is_not_told(api_version: str, kind: str) -> None:
    """Known kinds, built-in kinds that are known by name, groups whose CRDs nobody imported."""
    assert why_unknown(api_version, kind, Targets()) is None


def test_a_kind_of_another_version_names_the_versions_that_have_it() -> None:
    """RayCronJob came with KubeRay 1.6."""
    assert why_unknown("ray.io/v1", "RayCronJob", Targets(kuberay="1.5.1")) == (
        "KubeRay 1.5 has no kind RayCronJob in ray.io/v1, KubeRay 1.6 and 1.7 have it"
    )


def test_kinds_of_a_cluster_with_the_prometheus_operator_are_known_as_those_of_others_are() -> None:
    """The target says that they are there, and of which version; of a version that is not known nothing is told."""
    asked = [("monitoring.coreos.com/v1", "PodMonitor"), ("monitoring.coreos.com/v1", "PodMonitors")]

    assert [why_unknown(*kind, Targets(prometheus_operator="0.89.0")) for kind in asked] == [
        None,
        'Prometheus operator 0.89 has no kind PodMonitors in monitoring.coreos.com/v1, did you mean "PodMonitor"',
    ]
    assert [why_unknown(*kind, Targets(prometheus_operator="0.80.0")) for kind in asked] == [None, None]


def test_kinds_of_an_operator_that_is_not_there_are_known_where_a_project_imported_them(tmp_path: Path) -> None:
    """The project's own CRDs say that the cluster has them."""
    text = Catalogue.of_crds("monitoring.coreos.com", [bare(widget_crd(group="monitoring.coreos.com"))]).to_text()
    (tmp_path / "monitoring.coreos.com.json").write_text(text, encoding="utf-8")
    asked = [("monitoring.coreos.com/v1", "Widget"), ("monitoring.coreos.com/v1", "Wigdet")]

    assert [why_unknown(*kind, Targets(), tmp_path) for kind in asked] == [
        None,
        'your schemas have no kind Wigdet in monitoring.coreos.com/v1, did you mean "Widget"',
    ]


def test_a_projects_own_group_is_known_as_it_was_imported(tmp_path: Path) -> None:
    """A version that the CRD has and does not serve is no version, and kinds of Kubernetes are not the project's."""
    text = Catalogue.of_crds("example.com", [bare(widget_crd())]).to_text()
    (tmp_path / "example.com.json").write_text(text, encoding="utf-8")
    asked = [("example.com/v1", "Widget"), ("example.com/v0", "Widget"), ("example.com/v1", "Wigdet"), ("example.com/v1", "Deployment")]

    assert json.loads(text)["source"] == "example.com"
    assert [why_unknown(api_version, kind, Targets(), tmp_path) for api_version, kind in asked] == [
        None,
        "your schemas have Widget as example.com/v1 and example.com/v1alpha1, not as example.com/v0",
        'your schemas have no kind Wigdet in example.com/v1, did you mean "Widget"',
        "Kubernetes 1.35 has Deployment as apps/v1, not as example.com/v1",
    ]


def test_a_group_of_a_product_that_a_project_imported_too_is_both(tmp_path: Path) -> None:
    """The kinds of both are known, and the message names those that it speaks of."""
    text = Catalogue.of_crds("ray.io", [bare(widget_crd(group="ray.io"))]).to_text()
    (tmp_path / "ray.io.json").write_text(text, encoding="utf-8")
    asked = [("ray.io/v1", "RayClusters"), ("ray.io/v2", "Widget")]

    assert [why_unknown(api_version, kind, Targets(), tmp_path) for api_version, kind in asked] == [
        'your schemas and KubeRay 1.7 have no kind RayClusters in ray.io/v1, did you mean "RayCluster"',
        "your schemas have Widget as ray.io/v1 and ray.io/v1alpha1, not as ray.io/v2",
    ]
