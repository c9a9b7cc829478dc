"""Installing by a Helm chart: an Argo CD Application with chart, version and values in place of the objects themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.name_syntax import dns_label_fault
from heliostat.schemas.targets import Targets
from heliostat.specs.argocd.address import password_fault
from heliostat.specs.argocd.application import FINALIZER, RETRY
from heliostat.specs.argocd.destination import destination
from heliostat.specs.argocd.object_annotations import SYNC_OPTIONS, confirmed
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.install.place import InstallSpec
from heliostat.specs.object_spec import merged, metadata_of
from heliostat.specs.reference import Named, OfKind, name_of
from heliostat.specs.reference_name import reference_problems

_VERSION = re.compile(r"v?\d+\.\d+\.\d+([-+][-+.0-9A-Za-z]+)?")


@arguments
class Helm:
    """Install by the chart, where `install="helm"` does not say enough.

    Args:
        repository: where the chart is, a mirror of upstream's repository for example.
        version: version of the chart; the target's unless given.
        namespace: namespace that Argo CD looks for Applications in.
        project: AppProject of the Application, which has to admit the chart's repository and any kind, as `default` does, and
            `<environment>-platform`, which `ArgoCD` makes.
    """

    repository: str | None = None
    version: str | None = None
    namespace: str = "argocd"
    project: Annotated[Named | str, OfKind("AppProject")] = "default"

    def check(self, targets: Targets) -> Iterator[Problem]:
        if fault := dns_label_fault(self.namespace):
            yield Problem("namespace", fault)
        yield from reference_problems("project", self.project)
        if self.repository is not None and (fault := password_fault(self.repository)):
            yield Problem("repository", fault)
        if self.version is not None and not _VERSION.fullmatch(self.version):
            yield Problem("version", f"must be one version such as 1.7.0, so that Git says what runs, got {self.version!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A chart as upstream publishes it."""

    name: str
    repository: str
    version: str


def application(
    spec: InstallSpec,
    helm: Helm,
    chart: Chart,
    name: str,
    values: JsonObject,
    *,
    sync_options: Sequence[str] = (),
    brings_crds: bool = False,
) -> JsonObject:
    """Write the Application. When it goes, so does what its chart has installed.

    It is called `<environment>-<name>-chart`, so that it is no other Application of the environment. It makes the namespace by itself:
    an Application belongs into the cluster that Argo CD runs in, where nothing else of the app need be.

    Args:
        spec: what is installed; labels, annotations and overrides are the Application's.
        helm: how it is installed.
        chart: the chart.
        name: name of the release.
        values: values of the chart.
        sync_options: what Argo CD has to know to apply the objects of the chart.
        brings_crds: whether the chart holds CRDs, with which all objects of their kinds go: somebody has to say yes first.
    """
    application_name = f"{spec.place.environment}-{name}-chart" if spec.place.environment else f"{name}-chart"
    metadata = metadata_of(application_name, helm.namespace, labels=spec.labels, annotations=spec.annotations)
    if brings_crds:
        metadata["annotations"] = {**spec.annotations, SYNC_OPTIONS: confirmed({"metadata": metadata})}
    metadata["finalizers"] = [FINALIZER]
    source: JsonObject = {
        "chart": chart.name,
        # CRDs are an app of their own, since Helm installs them once and never upgrades them
        "helm": {"releaseName": name, "skipCrds": True, "valuesObject": values},
        "repoURL": helm.repository or chart.repository,
        "targetRevision": helm.version or chart.version,
    }
    options = [*(["CreateNamespace=true"] if spec.create_namespace else []), *sync_options]
    body: JsonObject = {
        "apiVersion": "argoproj.io/v1alpha1",
        "kind": "Application",
        "metadata": metadata,
        "spec": {
            "project": name_of(helm.project),
            "source": source,
            "destination": destination(spec.place.cluster, spec.decided_namespace),
            "syncPolicy": {
                "automated": {"prune": True, "selfHeal": True},
                "retry": RETRY,
                **({"syncOptions": [*options]} if options else {}),
            },
        },
    }
    return merged(body, spec.overrides)


def changed_values(values: JsonObject, defaults: JsonObject) -> JsonObject:
    """Keep of a chart's values those that differ from its defaults; null takes away what is a default and is not meant."""
    changed: JsonObject = {}
    for key in [*values, *(key for key in defaults if key not in values)]:
        mine, theirs = values.get(key), defaults.get(key)
        if isinstance(mine, dict) and isinstance(theirs, dict):
            if below := changed_values(mine, theirs):
                changed[key] = below
        elif mine != theirs:
            changed[key] = mine
    return changed
