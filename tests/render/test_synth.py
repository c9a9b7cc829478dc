"""From constructs to manifests: every object, with its line, its construct and its waivers."""

from __future__ import annotations

import runpy
from datetime import date
from pathlib import Path
from typing import Any

import cdk8s
import jsii
import pytest
from constructs import Construct, IValidation

from heliostat.constructs.environment import Environment
from heliostat.constructs.manifest_object import ManifestObject
from heliostat.manifests.errors import ConfigurationError
from heliostat.manifests.manifest import Manifest
from heliostat.manifests.waiver import Waiver
from heliostat.render.synth import synthesise
from tests.constructs.widget import Widget

PLATFORM = """
from tests.constructs.widget import Widget

def two_widgets(app):
    Widget(app, "first", size=1)
    Widget(app, "second", size=2, parts_of={})
"""
PROD = """
from heliostat.constructs.environment import Environment
from platform_of_test import two_widgets
from tests.constructs.widget import Widget

prod = Environment("prod")
main = prod.app("main")
two_widgets(main)
Widget(
    main, "third",
    size=3,
)
"""


def the_only_app(environment: Environment) -> tuple[Manifest, ...]:
    """Render an environment that has one app."""
    [manifests] = synthesise(environment).apps.values()
    return manifests


class TestOrigin:
    """Which line is answerable for an object."""

    def test_of_a_function_elsewhere(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The line of the function and the line that called it; what belongs to an object has the object's."""
        monkeypatch.chdir(tmp_path)
        monkeypatch.syspath_prepend(tmp_path)
        (tmp_path / "platform_of_test.py").write_text(PLATFORM)
        (tmp_path / "prod.py").write_text(PROD)
        environment = runpy.run_path("prod.py")["prod"]

        assert [(each.construct, ours(each)) for each in the_only_app(environment)] == [
            ("first", "platform_of_test.py:5 (from prod.py:8)"),
            ("second", "platform_of_test.py:6 (from prod.py:8)"),
            ("second/parts", "platform_of_test.py:6 (from prod.py:8)"),
            ("third", "prod.py:9"),
        ]

    def test_of_plain_objects(self) -> None:
        """The line of the nearest construct of ours above them, at last the environment's own."""
        environment = Environment("dev")
        app = environment.app("main")
        widget = Widget(app, "widget", size=1)
        cdk8s.ApiObject(app, "in-app", api_version="v1", kind="Secret")
        cdk8s.ApiObject(Construct(widget, "group"), "in-widget", api_version="v1", kind="Secret")
        cdk8s.ApiObject(cdk8s.Chart(environment, "plain"), "in-chart", api_version="v1", kind="Secret")
        origins = {each.construct: each.origin for manifests in synthesise(environment).apps.values() for each in manifests}

        assert origins == {
            "widget": widget.origin,
            "in-app": app.origin,
            "widget/group/in-widget": widget.origin,
            "in-chart": environment.origin,
        }

    def test_survives_patches(self) -> None:
        """An object that JavaScript renders has its own line all the same."""
        environment = Environment("dev")
        widget = Widget(environment.app("main"), "widget", size=1)
        widget.add_json_patch(cdk8s.JsonPatch.replace("/spec/size", 2))

        assert [(each.origin, each.body["spec"]) for each in the_only_app(environment)] == [
            (widget.origin, {"made-for": "1.7.0", "shelves": [{"at": 1}, None], "size": 2})
        ]


def ours(manifest: Manifest) -> str:
    """Show the frames of an origin that are not those of the test runner."""
    frames = [str(frame) for frame in manifest.origin.frames if Path(frame.file).name in ("prod.py", "platform_of_test.py")]
    return frames[0] + "".join(f" (from {frame})" for frame in frames[1:])


class TestApps:
    """Charts directly below the environment, whoever made them."""

    def test_all_of_them(self) -> None:
        """Ours, plain ones, empty ones; a nested chart's objects are its app's."""
        environment = Environment("dev")
        environment.app("empty")
        plain = cdk8s.Chart(environment, "plain")
        Widget(cdk8s.Chart(plain, "nested", namespace="inner"), "two", size=2)
        Widget(plain, "one", size=1)
        grouped = cdk8s.Chart(Construct(environment, "group"), "chart")
        Widget(grouped, "three", size=3)

        assert {name: [each.construct for each in manifests] for name, manifests in synthesise(environment).apps.items()} == {
            "empty": [],
            "plain": ["one", "nested/two"],
            "group-chart": ["three"],
        }

    def test_none(self) -> None:
        """An environment may be empty."""
        assert synthesise(Environment("dev")).apps == {}

    def test_two_of_one_name(self) -> None:
        """Names of charts deeper down are their paths, which may clash."""
        environment = Environment("dev")
        environment.app("group-chart")
        cdk8s.Chart(Construct(environment, "group"), "chart")

        with pytest.raises(ConfigurationError, match=r'test_synth.py:\d+.*: app "group-chart": is there already$'):
            synthesise(environment)

    def test_again(self) -> None:
        """Rendering changes nothing: twice is the same, and what was added between is there."""
        environment = Environment("dev")
        app = environment.app("main")
        Widget(app, "one", size=1)
        first = synthesise(environment)
        second = synthesise(environment)
        Widget(app, "two", size=2)

        assert first == second
        assert [each.construct for each in the_only_app(environment)] == ["one", "two"]
        assert [child.node.id for child in environment.node.children] == ["main"]


class TestManifests:
    """What else a manifest carries."""

    def test_waivers(self) -> None:
        """An object and what belongs to it carry the waivers of their construct."""
        waiver = Waiver("unpinned_image", "a demo", "vision", date(2030, 1, 1))
        environment = Environment("dev")
        app = environment.app("main")
        Widget(app, "one", size=1, parts_of={}, waive=[waiver])
        Widget(app, "two", size=2)

        assert [(each.construct, each.waivers) for each in the_only_app(environment)] == [
            ("one", (waiver,)),
            ("one/parts", (waiver,)),
            ("two", ()),
        ]

    def test_shares_nothing_with_its_construct(self) -> None:
        """A body may be changed, and the next rendering is as before."""
        body: dict[str, Any] = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "one"}, "data": {"a": "b"}}
        environment = Environment("dev")
        ManifestObject(environment.app("main"), "one", body)
        [first] = the_only_app(environment)
        first.body["data"] = {}
        first.body["metadata"] = {}

        assert [each.body for each in the_only_app(environment)] == [body]


@jsii.implements(IValidation)
class Saying:
    """A validation that finds one fault."""

    def __init__(self, fault: str) -> None:
        self.fault = fault

    def validate(self) -> list[str]:
        """Name it."""
        return [self.fault]


class TestRefusals:
    """What cdk8s cannot render is told with the line that is answerable."""

    def test_all_objects_that_cannot_be_rendered(self) -> None:
        """Every object with a patch that does not fit."""
        environment = Environment("dev")
        app = environment.app("main")
        widgets = [Widget(app, name, size=1) for name in ("one", "two", "three")]
        for widget in widgets[1:]:
            widget.add_json_patch(cdk8s.JsonPatch.add("/not/there", 1))
        synthesis = synthesise(environment)

        assert [manifest.construct for manifest in synthesis.apps["main"]] == ["one"]
        assert synthesis.refused == tuple(widget.complaint('JSON patch add "/not/there": there is no /not') for widget in widgets[1:])

    @pytest.mark.parametrize(
        ("patch", "fault"),
        [
            (cdk8s.JsonPatch.replace("/spec/a/b", 1), 'replace "/spec/a/b": there is no /spec/a'),
            (cdk8s.JsonPatch.remove("/spec/seiz"), 'remove "/spec/seiz": there is no /spec/seiz'),
            (cdk8s.JsonPatch.copy("/spec/seiz", "/spec/a"), 'copy "/spec/a": there is no /spec/seiz'),
            (cdk8s.JsonPatch.add("/kind/a", 1), 'add "/kind/a": there is no /kind'),
            (cdk8s.JsonPatch.add("spec/a", 1), 'add "spec/a": must begin with "/"'),
            (cdk8s.JsonPatch.test("/spec/size", 2), 'test "/spec/size": finds another value there'),
        ],
    )
    def test_a_patch_that_does_not_fit(self, patch: cdk8s.JsonPatch, fault: str) -> None:
        """One at which JavaScript would fail, or that would be lost."""
        environment = Environment("dev")
        app = environment.app("main")
        widget = Widget(app, "one", size=1)
        plain = cdk8s.ApiObject(app, "two", api_version="v1", kind="ConfigMap")
        plain.add_json_patch(cdk8s.JsonPatch.add("/spec", {"size": 1}))
        for patched in (widget, plain):
            patched.add_json_patch(cdk8s.JsonPatch.add("/spec/later", 1), patch)

        assert synthesise(environment).refused == (
            widget.complaint(f"JSON patch {fault}"),
            f'{app.origin}: "two" in app "main": JSON patch {fault}',
        )

    def test_patches_that_fit(self) -> None:
        """Keys with the signs of pointers in them, ends of lists, and places that an earlier patch has made."""
        environment = Environment("dev")
        widget = Widget(environment.app("main"), "one", size=1)
        widget.add_json_patch(
            cdk8s.JsonPatch.add("/spec/list", [1]),
            cdk8s.JsonPatch.add("/spec/list/-", 2),
            cdk8s.JsonPatch.add("/spec/a~1b", {}),
            cdk8s.JsonPatch.add("/spec/a~1b/c", 3),
            cdk8s.JsonPatch.replace("/spec/new", 4),
        )
        [made] = the_only_app(environment)

        assert {key: value for key, value in made.body["spec"].items() if key not in ("made-for", "shelves")} == {
            "size": 1,
            "list": [1, 2],
            "a/b": {"c": 3},
            "new": 4,
        }

    def test_what_a_validation_says(self) -> None:
        """It is told of its construct, together with what else is wrong."""
        environment = Environment("dev")
        app = environment.app("main")
        widget, other = Widget(app, "one", size=1), Widget(app, "two", size=1)
        widget.node.add_validation(Saying("is no good"))
        other.add_json_patch(cdk8s.JsonPatch.remove("/spec/seiz"))

        assert synthesise(environment).refused == (
            widget.complaint("is no good"),
            other.complaint('JSON patch remove "/spec/seiz": there is no /spec/seiz'),
        )


class TestCycles:
    """What depends on itself comes in no order, and is refused with every line that is part of it."""

    def test_of_objects(self) -> None:
        """In one app."""
        environment = Environment("dev")
        app = environment.app("main")
        one, two, three = (Widget(app, name, size=1) for name in ("one", "two", "three"))
        one.add_dependency(two)
        two.add_dependency(three, one)

        assert synthesise(environment).refused == (one.complaint(f'depends on itself by way of Widget "two" ({two.origin})'),)

    def test_of_one(self) -> None:
        """An object, and an app."""
        environment = Environment("dev")
        app = environment.app("main")
        widget = Widget(app, "one", size=1)
        widget.add_dependency(widget)
        app.add_dependency(app)

        assert synthesise(environment).refused == (app.complaint("depends on itself"), widget.complaint("depends on itself"))

    def test_of_apps(self) -> None:
        """Said of the apps, or of what is in them."""
        environment = Environment("dev")
        apps = [environment.app(name) for name in ("one", "two", "three")]
        widgets = [Widget(app, "widget", size=1) for app in apps]
        apps[0].add_dependency(apps[1])
        widgets[1].add_dependency(widgets[2])
        Widget(apps[2], "another", size=1).add_dependency(widgets[0])

        by_way_of = f'app "two" ({apps[1].origin}), app "three" ({apps[2].origin})'
        assert synthesise(environment).refused == (apps[0].complaint(f"depends on itself by way of {by_way_of}"),)

    def test_of_groups(self) -> None:
        """Said of plain constructs, for what is below them."""
        environment = Environment("dev")
        app = environment.app("main")
        groups = [Construct(app, name) for name in ("one", "two")]
        widgets = [Widget(group, "widget", size=1) for group in groups]
        groups[0].node.add_dependency(groups[1])
        widgets[1].add_dependency(widgets[0])

        assert synthesise(environment).refused == (
            widgets[0].complaint(f'depends on itself by way of Widget "widget" ({widgets[1].origin})'),
        )

    def test_none(self) -> None:
        """What is below one and depends on it, two ways to one end, and apps that only their objects tie."""
        environment = Environment("dev")
        one, two = environment.app("one"), environment.app("two")
        parent = Widget(one, "parent", size=1)
        child = Widget(parent, "child", size=1)
        child.add_dependency(parent)
        ends = [Widget(two, name, size=1) for name in ("a", "b", "c", "d")]
        ends[0].add_dependency(ends[1], ends[2])
        ends[1].add_dependency(ends[3])
        ends[2].add_dependency(ends[3])
        parent.add_dependency(ends[0])
        one.add_dependency(two)

        assert synthesise(environment).refused == ()
