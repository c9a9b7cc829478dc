"""The store answers with the schema of the version that an environment runs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from heliostat.manifests.errors import FailedError
from heliostat.schemas.catalogue import Catalogue
from heliostat.schemas.quantity_fields import PATTERN
from heliostat.schemas.store import crd, schema_for
from heliostat.schemas.targets import Targets
from tests.schemas.digests import bare
from tests.schemas.widget import widget_crd

TARGETS = Targets()


def _fields(api_version: str, kind: str, *path: str, targets: Targets = TARGETS) -> dict[str, object]:
    schema = schema_for(api_version, kind, targets)
    assert schema is not None
    found = schema.document
    for step in ("properties", *path):
        found = found[step]  # a path that is known to be there
        if "$ref" in found:
            shared = schema.document["$defs"][found["$ref"].removeprefix("#/$defs/")]
            found = {**shared, **{keyword: value for keyword, value in found.items() if keyword != "$ref"}}
    return found


def test_a_schema_says_what_kind_it_is_of() -> None:
    """Identity, scope and plural come from the CRD, or from the paths of a built-in kind."""
    told = []
    for api_version, kind in (
        ("ray.io/v1", "RayCluster"),
        ("kueue.x-k8s.io/v1beta1", "Cohort"),
        ("apps/v1", "Deployment"),
        ("v1", "Namespace"),
    ):
        schema = schema_for(api_version, kind, TARGETS)
        assert schema is not None
        told.append((schema.api_version, schema.kind, schema.plural, schema.namespaced, schema.source, schema.deprecation))

    assert told == [
        ("ray.io/v1", "RayCluster", "rayclusters", True, "KubeRay 1.7", None),
        (
            "kueue.x-k8s.io/v1beta1",
            "Cohort",
            "cohorts",
            False,
            "Kueue 0.19",
            "This version is deprecated. Use v1beta2 instead.",
        ),
        ("apps/v1", "Deployment", "deployments", True, "Kubernetes 1.35", None),
        ("v1", "Namespace", "namespaces", False, "Kubernetes 1.35", None),
    ]


@pytest.mark.parametrize(
    ("api_version", "kind", "source"),
    [
        ("cert-manager.io/v1", "Certificate", "cert-manager 1.21"),
        ("acme.cert-manager.io/v1", "Challenge", "cert-manager 1.21"),
        ("external-secrets.io/v1", "ExternalSecret", "External Secrets 1.3"),
        ("generators.external-secrets.io/v1alpha1", "Password", "External Secrets 1.3"),
        ("bitnami.com/v1alpha1", "SealedSecret", "Sealed Secrets 0.40"),
        ("gateway.networking.k8s.io/v1", "HTTPRoute", "Gateway API 1.7"),
    ],
)
def test_what_no_target_names_is_known_in_one_version(api_version: str, kind: str, source: str) -> None:
    """Whatever the targets are."""
    schema = schema_for(api_version, kind, TARGETS)

    assert schema is not None
    assert (schema.source, schema.namespaced) == (source, True)


def test_the_older_kueue_has_its_own_schemas() -> None:
    """The target decides."""
    sources = [schema_for("kueue.x-k8s.io/v1beta2", "ClusterQueue", Targets(kueue=version)) for version in ("0.18.4", "0.19.2")]

    assert [schema and schema.source for schema in sources] == ["Kueue 0.18", "Kueue 0.19"]


def test_a_kind_that_is_not_known_has_no_schema() -> None:
    """Nothing is guessed for a misspelled kind, a version that is not served, a foreign group."""
    asked = [("ray.io/v1", "RayClusters"), ("ray.io/v9", "RayCluster"), ("example.com/v1", "Widget"), ("", ""), ("../v1", "Pod")]

    assert [schema_for(api_version, kind, TARGETS) for api_version, kind in asked] == [None] * len(asked)


def test_the_same_question_gives_the_same_object() -> None:
    """Compiled validators are kept by the identity of a schema, so targets that differ elsewhere share it."""
    others = [Targets(), Targets(ray="2.9.0", kuberay="1.7.5", kueue="0.19.0", kubernetes="1.35.9"), Targets(kubernetes="1.34.0")]
    same = [schema_for("ray.io/v1", "RayJob", targets) is schema_for("ray.io/v1", "RayJob", TARGETS) for targets in others]

    assert same == [True, True, False]


@pytest.mark.parametrize(("kuberay", "known"), [("1.5.1", (False, False)), ("1.6.2", (True, False)), ("1.7.0", (True, True))])
def test_each_target_has_its_own_schema(kuberay: str, known: tuple[bool, bool]) -> None:
    """RayCronJob came with KubeRay 1.6, the priority of a worker group with 1.7."""
    targets = Targets(kuberay=kuberay)
    group = _fields("ray.io/v1", "RayCluster", "spec", "properties", "workerGroupSpecs", "items", "properties", targets=targets)

    assert (schema_for("ray.io/v1", "RayCronJob", targets) is not None, "priority" in group) == known


def test_a_document_keeps_what_a_reader_needs() -> None:
    """Defaults stand at the place they are for, quantities are marked, lists have their keys, rules are kept."""
    group = ("spec", "properties", "workerGroupSpecs", "items", "properties")
    pod = (*group, "template", "properties", "spec", "properties", "containers", "items", "properties")
    cluster = ("ray.io/v1", "RayCluster")

    assert _fields(*cluster, *group, "maxReplicas") == {"type": "integer", "format": "int32", "default": 2147483647}
    assert _fields(*cluster, *pod, "env")["x-kubernetes-list-map-keys"] == ["name"]
    assert _fields(*cluster, *pod, "resources", "properties", "limits", "additionalProperties") == {
        "anyOf": [{"type": "integer"}, {"type": "string"}],
        "format": "quantity",
        "pattern": PATTERN,
        "x-kubernetes-int-or-string": True,
    }
    assert _fields(*cluster, "spec", "properties", "managedBy")["x-kubernetes-validations"]
    assert _fields("v1", "Pod", "spec", "properties", "containers", "items", "properties", "resources", "properties", "limits")[
        "additionalProperties"
    ] == {"$ref": "#/$defs/resource.Quantity"}


def test_metadata_is_that_of_the_targets_kubernetes() -> None:
    """A CRD says of its metadata only that it is there; what may stand in it the API server knows."""
    assert sorted(_fields("ray.io/v1", "RayCluster", "metadata", "properties")) == sorted(_fields("v1", "Pod", "metadata", "properties"))


def test_a_crd_is_rendered_back_without_marks_and_as_the_callers_own() -> None:
    """What a reader is helped with is not in the CRD, and changing a copy changes nothing."""
    copy = crd("ray.io", "RayCluster", TARGETS)
    copy.clear()

    assert '"quantity"' not in str(crd("ray.io", "RayCluster", TARGETS))
    assert crd("ray.io", "RayCluster", TARGETS)["metadata"] == {
        "name": "rayclusters.ray.io",
        "annotations": {"controller-gen.kubebuilder.io/version": "v0.16.5"},
    }
    with pytest.raises(ValueError, match=r"no CRD of Widget in example\.com is known"):
        crd("example.com", "Widget", TARGETS)


def test_a_projects_own_catalogue_comes_first(tmp_path: Path) -> None:
    """A project that runs a fork of KubeRay imports its CRDs; kinds that it did not import are still ours."""
    fork = bare(widget_crd("RayCluster", group="ray.io"))
    (tmp_path / "ray.io.json").write_text(Catalogue.of_crds("ray.io", [fork]).to_text(), encoding="utf-8")
    own, ours = (schema_for("ray.io/v1", kind, TARGETS, tmp_path) for kind in ("RayCluster", "RayJob"))

    assert own is not None
    assert ours is not None
    assert (own.source, ours.source) == ("ray.io", "KubeRay 1.7")
    assert crd("ray.io", "RayCluster", TARGETS, tmp_path) == fork


def test_limits_on_a_name_are_kept(tmp_path: Path) -> None:
    """A CRD may limit metadata.name; what else metadata is stays the API server's."""
    limited = widget_crd()
    schema = limited["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
    schema["properties"]["metadata"] = {"type": "object", "properties": {"name": {"type": "string", "maxLength": 3}}}
    (tmp_path / "example.com.json").write_text(Catalogue.of_crds("example.com", [limited]).to_text(), encoding="utf-8")
    found = schema_for("example.com/v1", "Widget", TARGETS, tmp_path)

    assert found is not None
    assert found.document["properties"]["metadata"] == {
        "$ref": "#/$defs/meta.v1.ObjectMeta",
        "allOf": [{"properties": {"name": {"type": "string", "maxLength": 3}}}],
    }


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "is not JSON"),
        ("[" * 100_000, "is nested too deep"),
        ("[]", 'is not a catalogue of schemas with "format": 1'),
        ('{"format": 2}', "is not a catalogue of schemas"),
    ],
)
def test_a_broken_catalogue_is_told(tmp_path: Path, content: str, message: str) -> None:
    """A merge conflict in a committed catalogue is named with the way out of it."""
    (tmp_path / "example.com.json").write_text(content, encoding="utf-8")

    with pytest.raises(FailedError) as refused:
        schema_for("example.com/v1", "Widget", TARGETS, tmp_path)
    assert message in refused.value.message
    assert refused.value.hint == "remove it and import its CRDs again: heliostat schemas import FILE…"


@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir], ids=["pipe", "folder"])
def test_a_catalogue_that_is_no_file_is_told(tmp_path: Path, make: Callable[[Path], None]) -> None:
    """Nothing waits for a pipe that nobody writes to."""
    make(tmp_path / "example.com.json")

    with pytest.raises(FailedError) as refused:
        schema_for("example.com/v1", "Widget", TARGETS, tmp_path)
    assert refused.value.message == f"{tmp_path}/example.com.json is not a file"


def test_a_folder_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    """A kind whose schema may be there does not pass unchecked; where there is no folder there is no schema."""
    (tmp_path / "file").write_text("", encoding="utf-8")

    with pytest.raises(FailedError, match=f"^{tmp_path}/file: Not a directory$"):
        schema_for("example.com/v1", "Widget", TARGETS, tmp_path / "file")
    assert schema_for("example.com/v1", "Widget", TARGETS, tmp_path / "none") is None


def test_a_schema_costs_neither_yaml_nor_a_validator() -> None:
    """What reads and validates is imported by those who do so."""
    asked = "import sys; from heliostat.schemas import store; print({'yaml', 'jsonschema_rs', 'click'} & set(sys.modules))"

    assert subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout == "set()\n"
