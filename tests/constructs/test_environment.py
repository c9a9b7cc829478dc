"""Environments and their apps."""

from __future__ import annotations

import subprocess
import sys
from enum import Enum
from pathlib import Path
from typing import Any

import cdk8s
import pytest
import yaml

from heliostat.constructs.environment import Environment
from heliostat.manifests.errors import ConfigurationError
from heliostat.render.synth import synthesise
from heliostat.schemas.targets import Targets
from tests.constructs.widget import Widget

SYNTH = """
import heliostat.constructs
from heliostat.constructs.environment import Environment
from tests.constructs.widget import Widget
environment = Environment("dev")
Widget(environment.app("main", namespace="team"), "one", size=1)
environment.synth()
"""


class TestEnvironment:
    """What an environment is made of."""

    def test_attributes(self) -> None:
        """It keeps what it is given, and where it was made."""
        targets = Targets(kuberay="1.6.0")
        environment = Environment("prod_eu-1", cluster="https://10.0.0.1", targets=targets)
        [*_, caller] = environment.origin.frames

        assert (environment.name, environment.cluster, environment.targets) == ("prod_eu-1", "https://10.0.0.1", targets)
        assert Path(caller.file) == Path(__file__)

    @pytest.mark.parametrize("name", ["", "Prod", "prod/eu", "-prod", "prod_", "p" * 64, "..", None, 3])
    def test_refuses_a_name(self, name: Any) -> None:
        """A name is a folder and the stem of a file."""
        with pytest.raises(ConfigurationError, match=r"test_environment.py:\d+: Environment .*: name: must be at most 63"):
            Environment(name)

    def test_tells_all_that_is_wrong(self) -> None:
        """Every argument is looked at."""
        wrong: Any = {"cluster": 3, "targets": "1.7.0"}
        with pytest.raises(ConfigurationError) as refused:
            Environment("Dev", **wrong)

        assert [line.split(": ", 2)[2].split(":")[0] for line in str(refused.value).splitlines()] == ["name", "cluster", "targets"]

    @pytest.mark.parametrize("cluster", ["", " prod", "*", "https://admin:hunter2@10.0.0.1"])
    def test_refuses_what_is_no_cluster_and_shows_no_password(self, cluster: str) -> None:
        """Argo CD would find none, or all."""
        with pytest.raises(ConfigurationError, match=r"Environment .dev.: cluster: must (be the name|hold no)") as refused:
            Environment("dev", cluster=cluster)

        assert "hunter2" not in str(refused.value)

    def test_takes_an_outdir(self, tmp_path: Path) -> None:
        """cdk8s' own `synth()` writes complete objects to the folder that was asked for."""
        environment = Environment("dev", outdir=str(tmp_path))
        Widget(environment.app("main", namespace="team"), "one", size=1)
        environment.synth()

        assert [yaml.safe_load((tmp_path / "main.k8s.yaml").read_text())["spec"]["size"]] == [1]

    def test_synthesises_where_cdk8s_does(self, tmp_path: Path) -> None:
        """Without a folder, `synth()` writes to dist/, as in any cdk8s app."""
        root = Path(__file__).parents[2]
        subprocess.run(
            [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(root)!r}){SYNTH}"], cwd=tmp_path, check=True, timeout=60
        )

        assert yaml.safe_load((tmp_path / "dist" / "main.k8s.yaml").read_text())["metadata"] == {"name": "one", "namespace": "team"}


class TestApp:
    """What `Environment.app` makes."""

    def test_attributes(self) -> None:
        """An app knows its name, its environment, and what it gives its objects."""
        environment = Environment("dev")
        app = environment.app("main", namespace="team", labels={"a": "b"})

        assert (app.name, app.environment, app.namespace, app.labels) == ("main", environment, "team", {"a": "b"})
        assert (app.node.id, cdk8s.Chart.of(app)) == ("main", app)

    def test_refuses_a_second_one_of_a_name(self) -> None:
        """Both lines are named."""
        environment = Environment("dev")
        first = environment.app("main")
        with pytest.raises(ConfigurationError) as refused:
            environment.app("main")
        here = f"{Path(__file__).name}:"

        assert str(first.origin) in str(refused.value).partition("is there already")[2]
        assert here in str(refused.value).partition("is there already")[0]

    def test_refuses_the_name_of_a_plain_chart(self) -> None:
        """A plain chart is an app too: the clash is told when the environment is rendered."""
        environment = Environment("dev")
        cdk8s.Chart(environment, "main")
        environment.app("main")

        (problem,) = synthesise(environment).refused

        assert problem.endswith("There is already a Construct with name 'main' in Environment")

    def test_tells_all_that_is_wrong(self) -> None:
        """Name, namespace and labels are what Kubernetes takes."""
        wrong: Any = {"namespace": "Team", "labels": {"a b": "c", "d": "e f", "g": 1}}
        with pytest.raises(ConfigurationError) as refused:
            Environment("dev").app("main/app", **wrong)

        faults = [line.partition(": app 'main/app': ")[2].partition(": must")[0] for line in str(refused.value).splitlines()]
        assert faults == ["name", "namespace", "labels", 'labels["d"]', 'labels["g"]']

    def test_takes_text_for_what_it_holds(self) -> None:
        """Not for what its class prints."""

        class Name(str, Enum):  # noqa: UP042  # StrEnum prints its text, this does not
            DEV = "dev"

        environment = Environment(Name.DEV)
        app = environment.app(Name.DEV, namespace=Name.DEV, labels={Name.DEV: Name.DEV})

        assert f"{environment.name} {app.name} {app.namespace} {app.labels}" == "dev dev dev {'dev': 'dev'}"

    def test_refuses_what_cannot_be_shown(self) -> None:
        """A number that Python does not print is described."""
        huge: Any = 10**5000
        with pytest.raises(ConfigurationError, match=r"name: must be text, got a number of about 5000 digits$"):
            Environment("dev").app(huge)

    def test_refuses_labels_that_are_none(self) -> None:
        """Labels are a mapping."""
        wrong: Any = ["a", "b"]
        with pytest.raises(ConfigurationError, match=r"labels: must be a mapping, got \['a', 'b'\]"):
            Environment("dev").app("main", labels=wrong)

    def test_names_objects_for_their_path(self) -> None:
        """What is given no name gets one without a hash, which would be noise in Git."""
        app = Environment("dev").app("main")
        made = cdk8s.ApiObject(app, "settings", api_version="v1", kind="ConfigMap")

        assert made.name == "main-settings"


class TestRefusals:
    """What is wrong is collected, and told by whatever renders."""

    def test_by_our_rendering(self) -> None:
        """All of it, in the order of its making."""
        environment = Environment("dev")
        app = environment.app("main")
        wrong: Any = {"size": "big"}
        Widget(app, "one", **wrong)
        Widget(app, "two", size=2)
        Widget(app, "three", **wrong)
        synthesis = synthesise(environment)

        assert [manifest.construct for manifest in synthesis.apps["main"]] == ["two"]
        assert [problem.split(": ", 1)[1] for problem in synthesis.refused] == [
            "Widget \"one\": size: must be a whole number, got 'big'",
            "Widget \"three\": size: must be a whole number, got 'big'",
        ]

    def test_by_cdk8s(self, tmp_path: Path) -> None:
        """cdk8s' own rendering does not leave out in silence what was refused."""
        environment = Environment("dev", outdir=str(tmp_path))
        app = environment.app("main")
        wrong: Any = {"size": "big"}
        Widget(app, "one", **wrong)

        for render in (environment.synth_yaml, environment.synth, lambda: cdk8s.Testing.synth(app), app.to_json):
            with pytest.raises(RuntimeError, match=r"Validation failed with the following errors:\n .* Widget \"one\": size: must be"):
                render()
