"""ApplicationSets: an app in every cluster of a kind, in place of one Application."""

from __future__ import annotations

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.structure import object_of
from heliostat.specs.argocd.order import WAVE
from heliostat.specs.label_selector import LabelSelector
from heliostat.specs.wire import wire


def application_set(application: JsonObject, clusters: LabelSelector) -> JsonObject:
    """Have an Application made for every cluster in Argo CD whose Secret has some labels, `<name>-<cluster>`.

    A cluster that loses its labels keeps what was delivered to it, and so does every cluster when the app goes: a label is too easily
    lost for that to take a platform down (`preserveResourcesOnDeletion`). The wave stands on the ApplicationSet, and says when it
    makes its Applications; how these are is not waited for.
    """
    metadata = {key: value for key, value in object_of(application["metadata"]).items() if key != "finalizers"}
    annotations = object_of(metadata.pop("annotations", None))
    of_each = {key: value for key, value in metadata.items() if key != "namespace"}
    of_each["name"] = f"{metadata['name']}-{{{{.nameNormalized}}}}"
    if kept := {key: value for key, value in annotations.items() if key != WAVE}:
        of_each["annotations"] = kept
    spec = object_of(application["spec"])
    return {
        "apiVersion": "argoproj.io/v1alpha1",
        "kind": "ApplicationSet",
        "metadata": {**metadata, "annotations": {key: value for key, value in annotations.items() if key == WAVE}},
        "spec": {
            "goTemplate": True,
            "goTemplateOptions": ["missingkey=error"],
            "generators": [{"clusters": {"selector": wire(clusters)}}],
            "syncPolicy": {"preserveResourcesOnDeletion": True},
            "template": {
                "metadata": of_each,
                "spec": {**spec, "destination": {**object_of(spec.get("destination")), "server": "{{.server}}"}},
            },
        },
    }
