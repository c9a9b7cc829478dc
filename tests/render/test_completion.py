"""Rendering adds what follows from all that an environment holds: images on the nodes, and the folder of the root Application."""

from __future__ import annotations

import cdk8s
import pytest

from heliostat.constructs.argocd import ArgoCD
from heliostat.constructs.environment import Environment
from heliostat.constructs.image_prepull import ImagePrepull
from heliostat.constructs.install.kueue import Kueue
from heliostat.constructs.kueue.cohort import Cohort
from heliostat.constructs.kueue.resource_flavor import ResourceFlavor
from heliostat.constructs.manifest_object import ManifestObject
from heliostat.constructs.ray.ray_cluster import RayCluster
from heliostat.manifests.errors import ConfigurationError, RefusedError
from heliostat.render.completion import completed
from heliostat.render.synth import synthesise
from heliostat.render.tree import Tree, tree_of
from heliostat.specs.argocd.argo_cd import ApplicationSettings
from heliostat.specs.install.kueue.configuration import KueueConfiguration
from heliostat.specs.ray.head import Head


def environment_with_queues() -> Environment:
    """Make an environment of one app."""
    environment = Environment("prod")
    Cohort(environment.app("queues"), "ml")
    return environment


def tree(environment: Environment) -> Tree:
    """Render an environment."""
    return tree_of(completed(environment, synthesise(environment)).apps, environment.targets)


def test_images_are_pulled_and_delivered() -> None:
    """An image of a Ray object, on the nodes of its flavor, in the app of the ImagePrepull; and Argo CD brings it as all else."""
    environment = environment_with_queues()
    ImagePrepull(environment.app("images", namespace="images"), "pull")
    cpu = ResourceFlavor(environment.app("nodes"), "cpu", node_labels={"pool": "cpu"})
    RayCluster(environment.app("c", namespace="vision"), "c", head=Head(cpu=1, memory="4Gi", flavor=cpu))
    ArgoCD(environment, "argocd", repository="https://git.example.com/r.git")
    rendered = tree(environment)
    [daemon_set] = [text for path, text in rendered.files.items() if path.startswith("images/images/daemonset-pull-cpu-ray-2-52-0-")]

    assert "image: rayproject/ray:2.52.0" in daemon_set
    assert 'sync-wave: "0"' in rendered.files["_argocd/argocd/application-prod-images.yaml"]


def test_kueue_leaves_the_pods_alone() -> None:
    """Or the ImagePrepull is refused, by its line and that of Kueue."""
    environment = Environment("prod")
    frameworks = ["pod", "ray.io/raycluster", "ray.io/rayjob", "ray.io/rayservice"]
    configuration = KueueConfiguration(frameworks=frameworks, manage_jobs_without_queue_name=True)
    Kueue(environment.app("kueue", namespace="kueue-system"), "kueue", configuration=configuration)
    ImagePrepull(environment.app("images", namespace="images"), "pull")
    [refused] = completed(environment, synthesise(environment)).refused

    assert 'ImagePrepull "pull": its pods would wait for quota' in refused


def test_without_argo_cd_there_is_nothing_of_it() -> None:
    """Neither a folder nor an annotation."""
    environment = environment_with_queues()
    synthesis = synthesise(environment)

    assert completed(environment, synthesis) is synthesis


def test_the_folder_of_the_root_lies_beside_the_apps() -> None:
    """It is no app itself, so it is not counted as one."""
    environment = environment_with_queues()
    ArgoCD(environment, "argocd", repository="https://git.example.com/r.git")
    rendered = tree(environment)

    assert sorted(rendered.files) == [
        "_argocd/argocd/application-prod-queues.yaml",
        "_argocd/argocd/application-prod.yaml",
        "_argocd/argocd/appproject-prod-platform.yaml",
        "_argocd/argocd/configmap-argocd-cm.yaml",
        "heliostat.index",
        "queues/_cluster/cohort-ml.yaml",
    ]
    assert (rendered.apps, rendered.objects, rendered.warnings) == (1, 5, ())
    assert "argocd.argoproj.io/sync-options: Delete=confirm,Prune=confirm" in rendered.files["queues/_cluster/cohort-ml.yaml"]
    assert "resource.customizations.health.argoproj.io_Application: |" in rendered.files["_argocd/argocd/configmap-argocd-cm.yaml"]


def test_what_is_wrong_is_told_with_all_else() -> None:
    """Beside what the environment refuses already."""
    environment = environment_with_queues()
    ArgoCD(environment, "argocd", repository="https://git.example.com/r.git", applications={"queue": ApplicationSettings(wave=1)})
    environment.report(["another fault"])
    first, second = completed(environment, synthesise(environment)).refused

    assert first == "another fault"
    assert second.endswith('ArgoCD "argocd": applications["queue"]: the environment has no such app, did you mean "queues"')


def test_nobody_else_takes_the_folder() -> None:
    """Not even as a chart of one's own."""
    environment = environment_with_queues()
    cdk8s.Chart(environment, "_argocd")

    with pytest.raises(ConfigurationError, match=r'app "_argocd": is the name of what `ArgoCD` makes$'):
        synthesise(environment)
    with pytest.raises(ConfigurationError, match="app '_argocd': name: must be at most 63 lower-case letters"):
        environment.app("_argocd")


def test_objects_in_a_list_count_each_for_itself() -> None:
    """As they do for Argo CD; one that lacks a name is told as it is without ArgoCD."""
    environment = Environment("prod")
    ArgoCD(environment, "argocd", repository="https://git.example.com/r.git")
    app = environment.app("queues")
    cohort = {"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "Cohort", "metadata": {"name": "ml"}, "spec": {}}
    ManifestObject(app, "list", {"apiVersion": "v1", "kind": "List", "metadata": {"name": "list"}, "items": [cohort]})

    assert "Delete=confirm,Prune=confirm" in tree(environment).files["queues/_cluster/cohort-ml.yaml"]


def test_what_has_no_name_is_told_as_ever() -> None:
    """Delivery looks at names and metadata, and stumbles over none that is missing."""
    environment = Environment("prod")
    ArgoCD(environment, "argocd", repository="https://git.example.com/r.git")
    nameless = {"apiVersion": "ray.io/v1", "kind": "RayCluster", "spec": {"enableInTreeAutoscaling": True}}
    space = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"labels": {"heliostat.dev/team": "vision"}}}
    body = {"apiVersion": "v1", "kind": "List", "metadata": {"name": "list"}, "items": [nameless, space, {"kind": "Odd", "metadata": 7}]}
    ManifestObject(environment.app("odd"), "list", body)

    with pytest.raises(RefusedError, match=r"has no metadata\.name"):
        tree(environment)
