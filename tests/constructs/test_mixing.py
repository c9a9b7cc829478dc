"""Our constructs beside everything else that cdk8s offers: the same tree of stock ApiObjects renders to the same objects."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cdk8s
import cdk8s_plus_33 as kplus
import jsii
import pytest
import yaml
from constructs import Construct

from heliostat.constructs.environment import Environment
from heliostat.render.synth import synthesise
from tests.constructs.widget import Widget, stock_widget

Make = Callable[..., Any]
Tree = Callable[[cdk8s.App, Make, Make], None]


def objects(tree: Tree, app: cdk8s.App, chart: Make, widget: Make) -> dict[str, list[object]]:
    """Compose a tree and let cdk8s render each of its charts."""
    tree(app, chart, widget)
    return {each.node.path: cdk8s.Testing.synth(each) for each in app.charts}


def stock_chart(app: Construct, id: str, **given: Any) -> cdk8s.Chart:
    """Make a chart like those of `Environment.app`."""
    return cdk8s.Chart(app, id, disable_resource_name_hashes=True, **given)


def our_app(environment: Environment, name: str, **given: Any) -> cdk8s.Chart:
    """Make an app as authors do."""
    return environment.app(name, **given)


def plain_objects(app: cdk8s.App, chart: Make, widget: Make) -> None:
    """Two charts of widgets."""
    first, second = chart(app, "first"), chart(app, "second")
    widget(second, "a", size=1)
    widget(first, "b", size=2)
    widget(first, "c", size=3, name="named", namespace="own", annotations={"note": "yes"})


def namespace_and_labels(app: cdk8s.App, chart: Make, widget: Make) -> None:
    """A chart's namespace and labels, which an object's own win over."""
    main = chart(app, "main", namespace="team", labels={"team": "vision", "tier": "one"})
    widget(main, "plain", size=1)
    widget(main, "own", size=2, namespace="other", labels={"tier": "two"})


def children(app: cdk8s.App, chart: Make, widget: Make) -> None:
    """Objects that belong to an object, and constructs that somebody puts below it."""
    main = chart(app, "main", namespace="team")
    parent = widget(main, "parent", size=1, parts_of={"a": "1"})
    widget(parent, "child", size=2)
    cdk8s.ApiObject(parent, "plain", api_version="v1", kind="Secret")


def patches(app: cdk8s.App, chart: Make, widget: Make) -> None:
    """JSON patches of body and metadata, on an object and on one that belongs to it."""
    main = chart(app, "main")
    one = widget(main, "one", size=1, parts_of={"a/b": "1"})
    one.add_json_patch(cdk8s.JsonPatch.replace("/spec/size", 9), cdk8s.JsonPatch.add("/spec/shelves/-", {"at": 2}))
    one.add_json_patch(cdk8s.JsonPatch.add("/metadata/annotations", {"patched": "yes"}), cdk8s.JsonPatch.remove("/spec/made-for"))
    one.node.find_child("parts").add_json_patch(cdk8s.JsonPatch.add("/data/a~1b", "2"))
    widget(main, "two", size=2)


def metadata_edits(app: cdk8s.App, chart: Make, widget: Make) -> None:
    """Metadata that is edited after the object was made."""
    one = widget(chart(app, "main"), "one", size=1, labels={"kept": "yes"})
    one.metadata.add_label("added", "yes")
    one.metadata.add_annotation("note", "later")
    one.metadata.add("generateName", "w-")
    one.metadata.add_finalizers("test.heliostat.dev/finalizer")


def dependencies_of_objects(app: cdk8s.App, chart: Make, widget: Make) -> None:
    """Objects that come after others that were made later."""
    main = chart(app, "main")
    late, early, earliest = (widget(main, name, size=1) for name in ("late", "early", "earliest"))
    late.add_dependency(early)
    early.node.add_dependency(earliest)


def dependencies_of_constructs(app: cdk8s.App, chart: Make, widget: Make) -> None:
    """Objects that come after all that is below a plain construct."""
    main = chart(app, "main")
    first = widget(main, "first", size=1)
    group = Construct(main, "group")
    widget(group, "a", size=2)
    widget(group, "b", size=3, parts_of={})
    first.add_dependency(group)


def dependencies_of_charts(app: cdk8s.App, chart: Make, widget: Make) -> None:
    """Charts that come after others, said of charts and of an object in one."""
    one, two, three = (chart(app, name) for name in ("one", "two", "three"))
    widget(three, "c", size=3)
    first = widget(one, "a", size=1)
    second = widget(two, "b", size=2)
    one.add_dependency(three)
    first.add_dependency(second)


def plain_api_objects(app: cdk8s.App, chart: Make, widget: Make) -> None:
    """Stock ApiObjects before, between and below."""
    main = chart(app, "main", namespace="team")
    cdk8s.ApiObject(main, "before", api_version="v1", kind="ConfigMap")
    widget(main, "one", size=1)
    secret = cdk8s.ApiObject(main, "between", api_version="v1", kind="Secret", metadata={"name": "given"})
    secret.add_json_patch(cdk8s.JsonPatch.add("/stringData", {"a": "b"}))
    widget(secret, "below", size=2)
    widget(main, "two", size=3)


def cdk8s_plus(app: cdk8s.App, chart: Make, widget: Make) -> None:
    """A Deployment of cdk8s-plus between widgets."""
    main = chart(app, "main", namespace="team")
    widget(main, "one", size=1)
    deployment = kplus.Deployment(main, "web", replicas=2, containers=[kplus.ContainerProps(image="nginx:1.29", port=80)])
    deployment.expose_via_service()
    widget(main, "two", size=2)


def included(app: cdk8s.App, chart: Make, widget: Make) -> None:
    """Objects read from a file."""
    main = chart(app, "main", namespace="team", labels={"team": "vision"})
    widget(main, "one", size=1)
    cdk8s.Include(main, "file", url=str(Path(__file__).with_name("included.yaml")))
    widget(main, "two", size=2)


def nested(app: cdk8s.App, chart: Make, widget: Make) -> None:
    """Plain constructs and charts inside an app."""
    main = chart(app, "main", namespace="team")
    group = Construct(main, "group")
    widget(group, "one", size=1)
    inner = cdk8s.Chart(group, "inner", namespace="inner")
    widget(inner, "two", size=2)
    widget(main, "three", size=3)


def read_back(app: cdk8s.App, chart: Make, widget: Make) -> None:
    """What was found through the tree, by a node that was taken before it was there."""
    main = chart(app, "main")
    root, node = app.node, main.node
    widget(main, "one", size=1)
    node.find_child("one").metadata.add_label("found", "by its app")
    widget(main, "two", size=2)
    [*_, two] = root.find_all()
    two.metadata.add_label("found", "by the environment")
    widget(main, "three", size=3)
    main.api_objects[2].metadata.add_label("found", "by the list")


TREES = [
    plain_objects,
    namespace_and_labels,
    children,
    patches,
    metadata_edits,
    dependencies_of_objects,
    dependencies_of_constructs,
    dependencies_of_charts,
    plain_api_objects,
    cdk8s_plus,
    included,
    nested,
    read_back,
]


@pytest.mark.parametrize("tree", TREES, ids=lambda tree: tree.__name__)
class TestSameObjects:
    """A tree of our constructs renders to the objects, in the order, of the same tree of stock ones."""

    def test_in_an_environment(self, tree: Tree) -> None:
        """In an Environment, by cdk8s' own rendering of each chart."""
        expected = objects(tree, cdk8s.App(), stock_chart, stock_widget)

        assert expected == objects(tree, Environment("dev"), our_app, Widget)

    def test_in_plain_charts_of_an_environment(self, tree: Tree) -> None:
        """In an Environment whose charts are cdk8s' own."""
        expected = objects(tree, cdk8s.App(), stock_chart, stock_widget)

        assert expected == objects(tree, Environment("dev"), stock_chart, Widget)

    def test_in_anybodys_app(self, tree: Tree) -> None:
        """In an app that knows nothing of us."""
        expected = objects(tree, cdk8s.App(), stock_chart, stock_widget)

        assert expected == objects(tree, cdk8s.App(), stock_chart, Widget)

    def test_synthesised(self, tree: Tree) -> None:
        """In an Environment, by our own rendering, which puts nested charts into their app."""
        expected: dict[str, list[object]] = {}
        for path, made in sorted(objects(tree, cdk8s.App(), stock_chart, stock_widget).items()):
            expected.setdefault(path.partition("/")[0], []).extend(made)
        environment = Environment("dev")
        tree(environment, our_app, Widget)

        assert expected == {name: [each.body for each in manifests] for name, manifests in synthesise(environment).apps.items()}

    def test_by_synth_yaml(self, tree: Tree) -> None:
        """In an Environment, by `synth_yaml()`."""
        stock, environment = cdk8s.App(), Environment("dev")
        tree(stock, stock_chart, stock_widget)
        tree(environment, our_app, Widget)

        assert stock.synth_yaml() == environment.synth_yaml()


@jsii.implements(cdk8s.IResolver)
class Shouting:
    """A resolver that writes one word in capitals wherever it stands."""

    def resolve(self, context: cdk8s.ResolutionContext) -> None:
        """Replace the word."""
        if context.value == "quiet":
            context.replace_value("QUIET")


class TestResolvers:
    """Resolvers of cdk8s see every value of our objects, as they do of what cdk8s reads from a file."""

    def composed(self, app: cdk8s.App, chart: Make) -> cdk8s.Chart:
        """Compose two widgets of which one is patched."""
        made = chart(app, "main", labels={"chart": "quiet"})
        Widget(made, "one", size=1, labels={"own": "quiet"}, overrides={"spec": {"mode": ["quiet", "loud"]}}, parts_of={"a": "quiet"})
        patched = Widget(made, "two", size=2, overrides={"spec": {"mode": "quiet"}})
        patched.add_json_patch(cdk8s.JsonPatch.add("/spec/patched", "quiet"))
        return made

    def expected(self, tmp_path: Path) -> list[object]:
        """Let cdk8s read the same objects from a file, and patch the last."""
        stock = cdk8s.App()
        made = stock_chart(stock, "main")
        stock_widget(made, "one", size=1, labels={"own": "quiet"}, overrides={"spec": {"mode": ["quiet", "loud"]}}, parts_of={"a": "quiet"})
        stock_widget(made, "two", size=2, overrides={"spec": {"mode": "quiet"}})
        file = tmp_path / "objects.yaml"
        file.write_text(yaml.safe_dump_all(cdk8s.Testing.synth(made)))
        chart = stock_chart(cdk8s.App(resolvers=[Shouting()]), "main", labels={"chart": "quiet"})
        cdk8s.Include(chart, "file", url=str(file))
        last = chart.node.find_all()[-1]
        assert isinstance(last, cdk8s.ApiObject)
        last.add_json_patch(cdk8s.JsonPatch.add("/spec/patched", "quiet"))
        return list(cdk8s.Testing.synth(chart))

    def test_in_an_environment(self, tmp_path: Path) -> None:
        """By cdk8s' own rendering, and by ours."""
        environment = Environment("dev", resolvers=[Shouting()])
        app = self.composed(environment, our_app)

        assert cdk8s.Testing.synth(app) == self.expected(tmp_path)
        assert [each.body for each in synthesise(environment).apps["main"]] == self.expected(tmp_path)

    def test_in_anybodys_app(self, tmp_path: Path) -> None:
        """In an app that knows nothing of us."""
        chart = self.composed(cdk8s.App(resolvers=[Shouting()]), stock_chart)

        assert cdk8s.Testing.synth(chart) == self.expected(tmp_path)
