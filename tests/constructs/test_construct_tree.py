"""When constructs reach JavaScript, and that nobody can tell."""

from __future__ import annotations

from typing import Any

import cdk8s
import jsii
import pytest
from constructs import Construct, IValidation
from jsii._kernel.providers.process import ProcessProvider

from heliostat.constructs.construct_tree import is_deferrable
from heliostat.constructs.environment import Environment
from heliostat.constructs.manifest_object import ManifestObject
from heliostat.manifests.errors import FailedError
from heliostat.render.synth import synthesise
from tests.constructs.widget import Widget

CALLS = ("create", "get", "set", "invoke", "sget", "sset", "sinvoke")


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Count what Python asks of Node."""
    made: list[str] = []

    def counted(name: str) -> Any:
        ask = getattr(ProcessProvider, name)

        def counting(self: ProcessProvider, request: Any) -> Any:
            made.append(name)
            return ask(self, request)

        return counting

    for name in CALLS:
        monkeypatch.setattr(ProcessProvider, name, counted(name))
    return made


class Loud(Widget):
    """A widget that overrides a method of cdk8s."""

    def to_json(self) -> Any:
        """Say it louder."""
        return {**super().to_json(), "loud": True}


@jsii.implements(IValidation)
class Dissatisfied:
    """Somebody's validation in Python, which looks at a construct."""

    def __init__(self, construct: Construct) -> None:
        self.construct = construct

    def validate(self) -> list[str]:
        """Complain about the construct's path."""
        return [f"{self.construct.node.path} is not to my taste"]


class TestWaiting:
    """Constructs below an Environment reach JavaScript together."""

    def test_sends_nothing_while_composing(self, calls: list[str]) -> None:
        """Apps, objects, names and namespaces are plain Python."""
        environment = Environment("dev")
        calls.clear()
        app = environment.app("main", namespace="team")
        widgets = [Widget(app, f"w{n}", size=n, parts_of={}) for n in range(5)]

        assert [widget.namespace for widget in widgets] == ["team"] * 5
        assert calls == []

    def test_arrives_in_one_call(self, calls: list[str]) -> None:
        """Rendering makes all constructs and asks for all their metadata in one call."""
        environment = Environment("dev")
        for name in ("one", "two"):
            app = environment.app(name)
            for n in range(20):
                Widget(app, f"w{n}", size=n)
        calls.clear()
        synthesise(environment)

        assert calls == ["invoke"]

    def test_fetches_all_bodies_in_one_callback(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """cdk8s' own rendering reads the bodies, and asks Python for them once."""
        asked: list[str] = []
        bodies = Environment._bodies
        monkeypatch.setattr(Environment, "_bodies", lambda self, places: asked.append(places) or bodies(self, places))
        environment = Environment("dev")
        app = environment.app("main")
        for n in range(3):
            Widget(app, f"w{n}", size=n)
        environment.synth_yaml()
        environment.synth_yaml()

        assert asked == ["[1,2,3]"]

    def test_fetches_only_patched_bodies(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Our own rendering reads no body but those that JavaScript has to change."""
        asked: list[str] = []
        bodies = Environment._bodies
        monkeypatch.setattr(Environment, "_bodies", lambda self, places: asked.append(places) or bodies(self, places))
        environment = Environment("dev")
        app = environment.app("main")
        for n in range(3):
            Widget(app, f"w{n}", size=n)
        Widget(app, "patched", size=4).add_json_patch(cdk8s.JsonPatch.replace("/spec/size", 5))
        sizes = [manifest.body["spec"]["size"] for manifest in synthesise(environment).apps["main"]]

        assert (asked, sizes) == (["[4]"], [0, 1, 2, 5])

    def test_is_made_at_once_in_anybodys_app(self, calls: list[str]) -> None:
        """Elsewhere an object takes one call; the first in a chart takes two more, to look for an environment."""
        chart = cdk8s.Chart(cdk8s.App(), "main")
        calls.clear()
        Widget(chart, "one", size=1)
        Widget(chart, "two", size=2)

        assert calls == ["get", "get", "create", "create"]


class TestIdentity:
    """What the tree gives back is the construct that was made."""

    def test_finds_the_constructs_that_were_made(self) -> None:
        """By app, by parent, by environment."""
        environment = Environment("dev")
        app = environment.app("main")
        widget = Widget(app, "one", size=1, parts_of={})

        assert [app] == environment.charts
        assert [widget] == app.api_objects
        assert widget is environment.node.find_child("main").node.find_child("one")
        assert app is widget.node.scope
        assert environment is cdk8s.Chart.of(widget).node.root

    def test_finds_them_after_rendering(self) -> None:
        """Rendering ties no knots, looking afterwards does."""
        environment = Environment("dev")
        widget = Widget(environment.app("main"), "one", size=1)
        synthesise(environment)
        widget.metadata.add_label("late", "yes")

        assert [m.body["metadata"] for m in synthesise(environment).apps["main"]] == [{"name": "one", "labels": {"late": "yes"}}]

    def test_meets_them_in_a_callback(self) -> None:
        """Code in Python that JavaScript calls while it renders."""
        environment = Environment("dev")
        app = environment.app("main")
        early = Widget(app, "early", size=1)
        early.node.add_validation(Dissatisfied(early))
        late = Widget(app, "late", size=1)
        early.node.add_validation(Dissatisfied(late))

        complaints = ["main/early is not to my taste", "main/late is not to my taste"]
        assert synthesise(environment).refused == tuple(early.complaint(complaint) for complaint in complaints)


class TestOverriding:
    """A class that overrides what is cdk8s' is made as jsii makes it."""

    def test_calls_the_override(self) -> None:
        """In cdk8s' own rendering and in ours."""
        environment = Environment("dev")
        app = environment.app("main")
        Widget(app, "before", size=0)
        Loud(app, "loud", size=1)

        assert [each.get("loud") for each in cdk8s.Testing.synth(app)] == [None, True]
        assert [each.body.get("loud") for each in synthesise(environment).apps["main"]] == [None, True]

    def test_is_not_made_below_what_was_refused(self) -> None:
        """A child of a refused construct is left out in silence, whichever way it would be made."""
        environment = Environment("dev")
        wrong: Any = {"size": "big"}
        refused = Widget(environment.app("main"), "refused", **wrong)
        Loud(refused, "loud", size=1)
        Widget(refused, "quiet", size=1)

        assert len(environment.refused) == 1

    def test_tells_which_classes_may_wait(self) -> None:
        """Ours may, with attributes of their own; those that override or implement what JavaScript calls may not."""

        @jsii.implements(IValidation)
        class Implementing(Widget):
            def validate(self) -> list[str]:
                return []

        assert [is_deferrable(each, ManifestObject) for each in (ManifestObject, Widget, Loud, Implementing)] == [True, True, False, False]


class TestPrivatesOfJsii:
    """What is relied upon that jsii does not promise."""

    def test_no_attribute_of_ours_is_an_override(self) -> None:
        """jsii looks for overrides down to the first class that it knows: `name`, `namespace` and `node` are none."""
        for cls, declared in ((Widget, ManifestObject), (ManifestObject, ManifestObject)):
            made = cls.__new__(cls)
            assert jsii_overrides(declared, made) == []


def jsii_overrides(declared: type, made: object) -> list[object]:
    """Ask jsii which methods it would have JavaScript call in Python."""
    from jsii._kernel import _get_overides  # noqa: PLC0415  # private: the test is about it

    return list(_get_overides(declared, made))


class TestNodeEnds:
    """Node is another process, and may be killed."""

    def test_says_so(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """What the pipes make of it becomes one message."""
        environment = Environment("dev")
        Widget(environment.app("main"), "one", size=1)

        def broken(self: ProcessProvider, request: Any) -> Any:
            raise BrokenPipeError(32, "Broken pipe")

        monkeypatch.setattr(ProcessProvider, "invoke", broken)
        with pytest.raises(FailedError, match=r"^Node ended while it had the constructs of .*test_construct_tree.py:\d+\n  .*Broken pipe$"):
            synthesise(environment)
