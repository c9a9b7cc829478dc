"""Objects made from specs: their arguments, and what is said of wrong ones."""

from __future__ import annotations

import pydoc
from enum import Enum
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

import cdk8s
import pytest
from constructs import Construct
from mypy import api

from heliostat.constructs.environment import Environment
from heliostat.constructs.kubernetes_object import KubernetesObject
from heliostat.manifests.errors import RefusedError
from heliostat.render.synth import synthesise
from heliostat.schemas.targets import Targets
from tests.constructs.widget import Widget, WidgetSpec

TYPED = """
from heliostat.constructs.environment import Environment
from tests.constructs.widget import Widget

app = Environment("dev").app("main")
Widget(app, "one", size=1)
Widget(app, "two", size="2")
Widget(app, "three", size=3, colour="red")
Widget(app, size=4)
"""


class TestArguments:
    """A construct takes the arguments of its spec."""

    def test_signature(self) -> None:
        """`self`, `scope`, `id`, then what the spec takes, by keyword."""
        parameters = signature(Widget.__init__).parameters

        assert list(parameters)[:3] == ["self", "scope", "id"]
        assert dict([*parameters.items()][3:]) == dict(signature(WidgetSpec).parameters)
        assert parameters["size"].kind is Parameter.KEYWORD_ONLY

    def test_help(self) -> None:
        """help() shows every argument with its words, those that all objects take too."""
        shown = pydoc.render_doc(Widget, renderer=pydoc.plaintext)

        assert "A widget, in any app." in shown
        assert "size: how big it is." in shown
        assert "labels: labels of the object itself." in shown

    def test_types(self, tmp_path: Path) -> None:
        """A type checker sees names and types of the arguments."""
        file = tmp_path / "environment.py"
        file.write_text(TYPED)
        found, _, _ = api.run(["--strict", "--no-error-summary", "--hide-error-context", "--cache-dir", str(tmp_path / "cache"), str(file)])

        assert [line.split(":", 2)[1:] for line in found.splitlines() if ": error:" in line] == [
            ["7", ' error: Argument "size" to "Widget" has incompatible type "str"; expected "int"  [arg-type]'],
            ["8", ' error: Unexpected keyword argument "colour" for "Widget"  [call-arg]'],
            ["9", ' error: Too few arguments for "Widget"  [call-arg]'],
        ]


class TestNames:
    """What others may read of a construct, without asking JavaScript."""

    def test_name(self) -> None:
        """The id, unless there is a name; overrides come last."""
        app = Environment("dev").app("main")
        given: list[dict[str, Any]] = [{}, {"name": "two"}, {"overrides": {"metadata": {"name": "three"}}}]

        assert [Widget(app, f"w{n}", size=1, **each).name for n, each in enumerate(given)] == ["w0", "two", "three"]

    def test_name_in_an_enum(self) -> None:
        """Text of an Enum is what it holds, not what it prints."""

        class Size(str, Enum):  # noqa: UP042  # StrEnum prints its text, this does not
            BIG = "big"

        app = Environment("dev").app("main")
        widgets = [Widget(app, Size.BIG, size=1), Widget(app, "other", name=Size.BIG, size=1)]

        assert [widget.name for widget in widgets] == ["big", "big"]
        assert [each.body["metadata"]["name"] for each in synthesise(app.environment).apps["main"]] == ["big", "big"]

    def test_namespace(self) -> None:
        """Its own, else that of its app, at every depth; None where neither has one."""
        environment = Environment("dev")
        app = environment.app("main", namespace="team")
        own = Widget(app, "own", size=1, namespace="other")
        plain = cdk8s.Chart(environment, "plain", namespace="plain")
        scopes: list[Construct] = [app, own, Construct(app, "group"), environment.app("bare"), plain]

        assert own.namespace == "other"
        assert [Widget(scope, "below", size=1).namespace for scope in scopes] == ["team", "team", "team", None, "plain"]

    def test_namespace_is_what_is_rendered(self) -> None:
        """What a construct says of its namespace is what cdk8s writes."""
        environment = Environment("dev")
        widgets = [
            Widget(environment.app("one", namespace="team"), "a", size=1),
            Widget(environment.app("two"), "b", size=1),
            Widget(Widget(environment.app("three", namespace="team"), "c", size=1, namespace="own"), "d", size=1),
        ]
        rendered = {
            m.body["metadata"]["name"]: m.body["metadata"].get("namespace") for ms in synthesise(environment).apps.values() for m in ms
        }

        assert [widget.namespace for widget in widgets] == [rendered[widget.name] for widget in widgets]

    def test_targets(self) -> None:
        """Specs are told what runs in the environment, also in its plain charts."""
        environment = Environment("dev", targets=Targets(kuberay="1.5.0"))
        Widget(environment.app("main"), "a", size=1)
        Widget(cdk8s.Chart(environment, "plain"), "b", size=1)

        assert [m.body["spec"]["made-for"] for ms in synthesise(environment).apps.values() for m in ms] == ["1.5.0", "1.5.0"]


class TestRefusals:
    """Wrong arguments name file, line, construct and argument."""

    def test_in_an_environment(self) -> None:
        """They are collected; the construct can be passed on, and is no object."""
        environment = Environment("dev")
        app = environment.app("main", namespace="team")
        wrong: Any = {"size": "1", "labels": {"a": 1}}
        refused = Widget(app, "one", **wrong)
        below = Widget(refused, "below", size=1)

        assert [problem.split(": ", 1)[1] for problem in environment.refused] == [
            'Widget "one": labels["a"]: must be text, got 1',
            "Widget \"one\": size: must be a whole number, got '1'",
        ]
        assert environment.refused[0].startswith(f"{refused.origin}: ")
        assert (refused.is_refused, refused.name, refused.namespace, below.name) == (True, "one", "team", "below")

    def test_when_it_is_used_in_javascript(self) -> None:
        """Whoever needs the object itself is told why there is none."""
        environment = Environment("dev")
        wrong: Any = {"size": "1"}
        refused = Widget(environment.app("main"), "one", **wrong)

        with pytest.raises(RefusedError, match='Widget "one": size: must be a whole number'):
            refused.metadata.add_label("a", "b")

    def test_in_anybodys_app(self) -> None:
        """They are told at once, all of them."""
        chart = cdk8s.Chart(cdk8s.App(), "main")
        wrong: Any = {"size": "1", "colour": "red", "sise": 2}
        with pytest.raises(RefusedError) as refused:
            Widget(chart, "one", **wrong)

        assert [problem.split(": ", 2)[2].partition(",")[0] for problem in refused.value.problems] == [
            "colour: Widget has no such argument",
            "sise: Widget has no such argument",
            "size: must be a whole number",
        ]

    @pytest.mark.parametrize(
        ("overrides", "message"),
        [
            ({"kind": None}, "has no kind"),
            ({"apiVersion": None, "metadata": None}, "has no apiVersion and no metadata.name"),
            ({"metadata": {"name": ""}}, "has no metadata.name"),
            ({"metadata": "one"}, "metadata: must be a mapping, got 'one'"),
            ({"metadata": {"labels": ["a"]}}, "metadata.labels: must be a mapping, got ['a']"),
        ],
    )
    def test_no_object(self, overrides: Any, message: str) -> None:
        """Overrides cannot take away what makes it an object."""
        environment = Environment("dev")
        Widget(environment.app("main"), "one", size=1, overrides=overrides)

        assert [problem.split(": ", 2)[2] for problem in environment.refused] == [message]

    def test_one_id_twice(self) -> None:
        """Both lines are told."""
        environment = Environment("dev")
        app = environment.app("main")
        first = Widget(app, "one", size=1)
        second = Widget(app, "one", size=2)
        (problem,) = synthesise(environment).refused

        assert problem == f'{second.origin}: Widget "one": has the id of Widget "one", made at {first.origin}'

    def test_one_id_twice_in_anybodys_app(self) -> None:
        """cdk8s' message, as it comes."""
        chart = cdk8s.Chart(cdk8s.App(), "main")
        Widget(chart, "one", size=1)

        with pytest.raises(RuntimeError, match=r"There is already a Construct with name 'one' in Chart \[main\]$"):
            Widget(chart, "one", size=2)

    def test_outside_an_app(self) -> None:
        """An object needs an app around it."""
        environment = Environment("dev")
        Widget(environment, "one", size=1)

        assert [problem.split(": ", 2)[2] for problem in environment.refused] == [
            "must be made in an app, got the environment itself as its scope"
        ]

    @pytest.mark.parametrize(("scope", "id", "message"), [("main", "one", "scope: must be an app"), (None, 3, "id: must be text, got 3")])
    def test_no_place(self, scope: Any, id: Any, message: str) -> None:
        """A scope is a construct and an id is text."""
        with pytest.raises(RefusedError, match=rf'^\S+test_kubernetes_object.py:\d+: Widget "{id}": {message}'):
            Widget(scope or Environment("dev").app("main"), id, size=1)

    def test_what_javascript_would_round(self) -> None:
        """Exact whole numbers stay exact; where an object has to pass through JavaScript they are refused."""
        large = 2**53 + 1
        environment = Environment("dev")
        app = environment.app("main")
        Widget(app, "one", size=large)

        assert [manifest.body["spec"]["size"] for manifest in synthesise(environment).apps["main"]] == [large]
        two = Widget(app, "two", size=large)
        two.add_json_patch(cdk8s.JsonPatch.add("/spec/colour", "red"))
        message = f'Widget "two": spec.size: {large} is beyond what JavaScript holds exactly, and this object has to pass through it'
        with pytest.raises(RefusedError) as refused:
            synthesise(environment)
        assert str(refused.value) == f"{two.origin}: {message}"
        with pytest.raises(RefusedError, match=r"spec\.size: .* is beyond what JavaScript holds exactly"):
            Widget(cdk8s.Chart(cdk8s.App(), "main"), "one", size=large)


class TestSubclasses:
    """Constructs of others over ours."""

    def test_own_refusals(self) -> None:
        """A construct may refuse more, at its own line or another."""
        environment = Environment("dev")
        widget = Widget(environment.app("main"), "one", size=1)
        widget.refuse(widget.complaint("is not wanted here"))

        assert environment.refused == [f'{widget.origin}: Widget "one": is not wanted here']
        with pytest.raises(RefusedError, match=r'Widget "two": is not wanted here$'):
            refusing(Widget(cdk8s.Chart(cdk8s.App(), "main"), "two", size=1))


def refusing(widget: KubernetesObject) -> None:
    """Refuse a construct outside an environment."""
    widget.refuse(widget.complaint("is not wanted here"))
