"""Manifests become files, and everything wrong with them is told at once, each with its line."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

import pytest

from heliostat.manifests.errors import RefusedError
from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.manifest import Manifest
from heliostat.manifests.object_ref import ObjectRef
from heliostat.manifests.origin import Frame, Origin
from heliostat.manifests.out_index import INDEX_NAME, IndexEntry, format_index, parse_index, sha256_of
from heliostat.manifests.waiver import Waiver
from heliostat.render.tree import Tree, tree_of
from heliostat.schemas.project import import_crds
from heliostat.schemas.targets import Targets
from tests.schemas.widget import widget_crd, write

UNKNOWN = "example.com/v1"


def manifest(
    api_version: str,
    kind: str,
    name: JsonValue = None,
    namespace: JsonValue = None,
    *,
    line: int = 1,
    construct: str = "it",
    unless: str = "",
    **fields: JsonValue,
) -> Manifest:
    """An object as synth hands it over."""
    metadata: JsonObject = {key: value for key, value in (("name", name), ("namespace", namespace)) if value is not None}
    body: JsonObject = {"apiVersion": api_version, "kind": kind, "metadata": metadata, **fields}
    return Manifest(body, Origin((Frame("environments/prod.py", line),)), construct, unless=unless)


def rendered(*manifests: Manifest, **apps: Sequence[Manifest]) -> Tree:
    """Lay out manifests of one app, or of several."""
    return tree_of({"app": manifests, **apps} if manifests else apps, Targets())


def paths(tree: Tree) -> list[str]:
    """Name the manifests' files."""
    return [path for path in tree.files if path != INDEX_NAME]


def refusals(*manifests: Manifest, **apps: Sequence[Manifest]) -> list[str]:
    """Collect what is wrong."""
    with pytest.raises(RefusedError) as refused:
        rendered(*manifests, **apps)
    return list(refused.value.problems)


class TestLayout:
    def test_path_text_and_index(self) -> None:
        """A manifest lies below its app and namespace, in canonical form, and the index tells what it is."""
        waiver = Waiver("no_limits", "a test", "platform", date(2027, 1, 1))
        quota = manifest("v1", "ResourceQuota", "gpus", "vision", spec={"hard": {"requests.cpu": "2000m"}})
        tree = tree_of({"team-vision": [Manifest(quota.body, quota.origin, "team/gpus", (waiver,))]}, Targets())
        path = "team-vision/vision/resourcequota-gpus.yaml"
        text = 'apiVersion: v1\nkind: ResourceQuota\nmetadata:\n  name: gpus\n  namespace: vision\nspec:\n  hard:\n    requests.cpu: "2"\n'

        assert tree.files[path] == text
        assert parse_index(tree.files[INDEX_NAME], INDEX_NAME) == {
            path: IndexEntry(path, ObjectRef("", "ResourceQuota", "vision", "gpus"), sha256_of(text.encode()), "team/gpus", (waiver,))
        }
        assert (tree.apps, tree.objects, tree.warnings) == (1, 1, ())

    def test_cluster_scope(self) -> None:
        """What belongs to the whole cluster lies in a folder that no namespace can be called."""
        assert paths(rendered(manifest("v1", "Namespace", "vision"))) == ["app/_cluster/namespace-vision.yaml"]

    def test_namespace_of_an_app_on_what_belongs_to_the_whole_cluster(self) -> None:
        """cdk8s puts a chart's namespace on every object; what is stored of an object of the whole cluster has none."""
        tree = rendered(manifest("v1", "Namespace", "vision", "of-the-app"))

        assert tree.files["app/_cluster/namespace-vision.yaml"] == "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: vision\n"

    def test_a_list_is_taken_apart(self) -> None:
        """A List is no object: its items are, with the line that made it."""
        items: list[JsonValue] = [{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}} for name in ("a", "b")]

        assert paths(rendered(manifest("v1", "List", items=items))) == ["app/_cluster/namespace-a.yaml", "app/_cluster/namespace-b.yaml"]

    def test_nothing(self) -> None:
        """An environment without objects is an index that lists none, and says what runs there."""
        assert rendered(app=[]) == Tree({INDEX_NAME: format_index([], Targets().running)}, 1, ())

    def test_order_is_not_seen(self) -> None:
        """The order in which objects were made changes nothing."""
        first, second = manifest("v1", "Namespace", "a"), manifest("v1", "Namespace", "b")

        assert rendered(first, second) == rendered(second, first)

    def test_names_that_files_cannot_have(self) -> None:
        """Characters with a meaning to some system, and capitals that some do not tell apart, are written as bytes."""
        roles = [
            manifest("rbac.authorization.k8s.io/v1", "ClusterRole", name, rules=[]) for name in ("system:node", "View", "view", "a\\b ü")
        ]

        assert paths(rendered(*roles)) == [
            "app/_cluster/clusterrole-system%3anode.yaml",
            "app/_cluster/clusterrole-%56iew.yaml",
            "app/_cluster/clusterrole-view.yaml",
            "app/_cluster/clusterrole-a%5cb%20%c3%bc.yaml",
        ]

    def test_kinds_of_one_name(self) -> None:
        """Where kinds of several groups would share a file, those with a group carry it, and no other file is renamed."""
        service = manifest("v1", "Service", "web", "ns", spec={"ports": [{"port": 80}]})
        others = [manifest(f"{group}/v1", "Service", "web", "ns") for group in ("serving.knative.dev", "example.com")]
        alone = manifest("example.com/v1", "Service", "other", "ns")

        assert paths(rendered(service, *others, alone)) == [
            "app/ns/service-web.yaml",
            "app/ns/service.serving.knative.dev-web.yaml",
            "app/ns/service.example.com-web.yaml",
            "app/ns/service-other.yaml",
        ]

    def test_one_name_in_two_apps(self) -> None:
        """Different objects of one kind and name lie apart by app or namespace."""
        tree = rendered(a=[manifest("v1", "ConfigMap", "x", "one")], b=[manifest("v1", "ConfigMap", "x", "two")])

        assert paths(tree) == ["a/one/configmap-x.yaml", "b/two/configmap-x.yaml"]


class TestWarnings:
    def test_unknown_kind(self) -> None:
        """A kind without a schema is rendered as it is, and said to be unchecked, once."""
        tree = rendered(*(manifest(UNKNOWN, "Widget", name, spec={"anything": [1, {"x": None}]}) for name in ("a", "b")))

        assert paths(tree) == ["app/_cluster/widget-a.yaml", "app/_cluster/widget-b.yaml"]
        unchecked = "Widget (example.com/v1) is rendered unchecked"
        assert tree.warnings == (f"{unchecked}, `heliostat schemas import` with the file of its CRD has it checked",)

    def test_unchecked_rules(self, tmp_path: Path) -> None:
        """A rule that cannot be evaluated is told of, once."""
        crd = widget_crd()
        spec = crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]
        spec.update(properties={}, required=[], **{"x-kubernetes-validations": [{"rule": "url('x').getHost() == ''"}]})
        import_crds([write(tmp_path / "crd.yaml", crd)], tmp_path / "_schemas")
        made = [manifest(UNKNOWN, "Widget", name, spec={}) for name in ("a", "b")]

        assert tree_of({"app": made}, Targets(), tmp_path / "_schemas").warnings == (
            "Widget (example.com/v1) is not held against a rule of its schema: url('x').getHost() == '': undeclared reference to 'url'",
        )

    def test_deprecated_version(self) -> None:
        """What the API server warns of when a version is used, it is said here already."""
        (warning,) = rendered(manifest("kueue.x-k8s.io/v1beta1", "ResourceFlavor", "cpu")).warnings

        assert warning == "ResourceFlavor (kueue.x-k8s.io/v1beta1): This version is deprecated. Use v1beta2 instead."

    def test_a_ray_that_kuberay_was_not_tested_with(self) -> None:
        """Once for each version."""
        pod: JsonObject = {"spec": {"containers": [{"name": "ray-head", "image": "rayproject/ray:2.60.0"}]}}
        spec: JsonObject = {"rayVersion": "2.60.0", "headGroupSpec": {"rayStartParams": {}, "template": pod}}
        tree = rendered(*(manifest("ray.io/v1", "RayCluster", name, "vision", spec=spec) for name in ("a", "b")))

        assert tree.warnings == ("Ray 2.60.0 is newer than Ray 2.55, the newest that KubeRay 1.7 was tested with",)


class TestRefusals:
    @pytest.mark.parametrize(
        ("wrong", "message"),
        [
            pytest.param(
                manifest("v1", "ConfigMap", namespace="ns"), 'ConfigMap without name, construct "it": has no metadata.name', id="no name"
            ),
            pytest.param(
                Manifest({"apiVersion": "v1", "kind": "Pod", "metadata": {"generateName": "x-"}}, manifest("v1", "Pod").origin, ""),
                "Pod without name: has metadata.generateName, which makes another object at every sync, expected metadata.name",
                id="a name made up at every sync",
            ),
            pytest.param(
                Manifest({"kind": "Pod", "metadata": {"name": "x"}}, manifest("v1", "Pod").origin, ""),
                "Pod x: has no apiVersion",
                id="no apiVersion",
            ),
            pytest.param(
                manifest("kueue.x-k8s.io/v1beta2", "Cohort", "a_b", namespace="ns"),
                "Cohort a_b: metadata.name: must be at most 253 lower-case letters, digits",
                id="a namespace that is the app's alone",
            ),
            pytest.param(
                Manifest(
                    {"apiVersion": "example.com/v1", "kind": "Foo", "metadata": {"name": "x", "labels": ["a"]}},
                    manifest("v1", "Pod").origin,
                    "",
                ),
                "Foo x: metadata.labels: must be a mapping, got ['a']",
                id="odd metadata of a kind that is not known",
            ),
            pytest.param(
                manifest("v1", "ConfigMap", "x"),
                "ConfigMap x: is namespaced and has no namespace, expected one on the ConfigMap or on its app",
                id="no namespace",
            ),
            pytest.param(
                Manifest(
                    {**manifest("v1", "ConfigMap", "x", "y").body, "data": {"x": "y" * 2**22}},
                    Origin((Frame("environments/prod.py", 1),)),
                    "x",
                ),
                "ConfigMap y/x: is 4194",
                id="an object larger than the API server reads",
            ),
            pytest.param(
                manifest("ray.io/v1", "RayClusters", "x", "y"),
                'RayClusters y/x: KubeRay 1.7 has no kind RayClusters in ray.io/v1, did you mean "RayCluster"',
                id="a kind that its group does not have",
            ),
            pytest.param(
                manifest(UNKNOWN, "Widget", "x", "Y"),
                "Widget Y/x: metadata.namespace: must be at most 63 lower-case letters",
                id="no name for a namespace",
            ),
            pytest.param(
                manifest(UNKNOWN, "Widget", "Train"),
                'Widget Train: metadata.name: must be at most 253 lower-case letters, digits, "-" and ".", with a letter or digit around'
                " each \".\", got 'Train'",
                id="no name for Kubernetes",
            ),
            pytest.param(
                manifest(UNKNOWN, "Widget", "x" * 253),
                f"Widget {'x' * 253}: metadata.name: makes a file name of 265 bytes, expected at most 255",
                id="too long for a file",
            ),
            pytest.param(
                manifest("v1", "ConfigMap", "x", "ns", data={"x": math.nan}),
                "ConfigMap ns/x: data.x: is nan, expected a finite number",
                id="not a number",
            ),
            pytest.param(
                manifest("ray.io/v1", "RayCluster", "x", "ns", spec={"headGroupSpec": {"template": {}, "rayStartParam": {}}}),
                "RayCluster ns/x: spec.headGroupSpec.rayStartParam: ",
                id="not in the schema",
            ),
            pytest.param(
                manifest("kueue.x-k8s.io/v1beta2", "ResourceFlavor", "x", spec={"topologyName": "rack"}),
                'ResourceFlavor x: spec: Invalid value: "object": no such key: nodeLabels evaluating rule: at least one nodeLabel is ',
                id="against a rule of the schema",
            ),
        ],
    )
    def test_one(self, wrong: Manifest, message: str) -> None:
        """What is wrong is told with line and object."""
        first, *_ = refusals(wrong)

        assert first.startswith(f"environments/prod.py:1: {message}")

    def test_all(self) -> None:
        """Everything wrong in all apps is told at once."""
        told = refusals(
            a=[manifest("v1", "ConfigMap", line=1), manifest("v1", "ConfigMap", "X", line=2)],
            b=[manifest(UNKNOWN, "Widget", "x", line=3, spec=math.inf)],
        )

        assert [problem.partition(": ")[0] for problem in told] == [
            "environments/prod.py:1",
            "environments/prod.py:2",
            "environments/prod.py:2",
            "environments/prod.py:3",
        ]

    def test_one_object_twice(self) -> None:
        """Two versions of one object in two apps are one object in the cluster."""
        told = refusals(a=[manifest(UNKNOWN, "Widget", "x", line=3)], b=[manifest("example.com/v2", "Widget", "x", line=7)])

        assert told == ['environments/prod.py:7: Widget x: is made twice, first at environments/prod.py:3 in app "a"']

    def test_one_object_twice_on_a_line(self) -> None:
        """The construct tells which of those that one line makes was the first."""
        told = refusals(*(manifest("v1", "Namespace", "x", line=3, construct=each) for each in "ab"))

        first = 'first by "a" at environments/prod.py:3 in app "app"'

        assert told == [f"environments/prod.py:3: Namespace x: is made twice, {first}"]

    @pytest.mark.parametrize("unless", [(3, "create_namespace=False"), (7, "create_namespace=False")])
    def test_one_object_twice_that_one_of_them_can_leave_out(self, unless: tuple[int, str]) -> None:
        """The argument that does is named, with the line that it belongs to."""
        line, argument = unless
        made = [manifest("v1", "Namespace", "x", line=each, unless=argument if each == line else "") for each in (3, 7)]

        instead = f"{argument} at environments/prod.py:{line} leaves it to the other"

        assert refusals(*made) == [
            f'environments/prod.py:7: Namespace x: is made twice, first at environments/prod.py:3 in app "app", {instead}'
        ]

    def test_one_file_for_two_objects(self) -> None:
        """Kinds that differ in nothing a file name could show are refused."""
        told = refusals(manifest(UNKNOWN, "Widget", "x", line=3), manifest(UNKNOWN, "widget", "x", line=7))

        path = "app/_cluster/widget.example.com-x.yaml"

        assert told == [f"environments/prod.py:7: widget x: would lie in the same file as Widget x (environments/prod.py:3): {path}"]

    @pytest.mark.parametrize("app", ["", "..", "a/b", ".heliostat", "heliostat.index", "Queues"])
    def test_app(self, app: str) -> None:
        """An app is named so that its folder lies below the environment and is nobody else's."""
        apps: Mapping[str, Sequence[Manifest]] = {app: []}

        with pytest.raises(RefusedError, match=r'^app ".*": its name must be at most 63 lower-case'):
            tree_of(apps, Targets())
