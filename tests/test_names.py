"""The names that an environment may import: all of them, lazily, and known to type checkers."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import subprocess
import sys
import typing
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any

import pytest
from mypy import api

import heliostat
import heliostat.constructs
import heliostat.specs
from heliostat import names
from heliostat.constructs.kubernetes_object import KubernetesObject
from heliostat.front_door import modules
from heliostat.specs.argocd.argo_cd import ArgoCDSpec
from heliostat.specs.argument_types import type_hints_of
from heliostat.specs.object_spec import ObjectSpec

CHECKED = """
from heliostat import Environment, Quota, RayJbo

reveal_type(Environment("dev").app("main"))
reveal_type(Quota(4))
"""


ALIASES = {"Amounts", "Env", "FlavorQuotas", "Ports", "Quotas", "TeamQueues", "Volumes"}
"""Mappings of mixed values, which type checkers guess wrong where they are kept in a variable."""

IN_VARIABLES = """
from heliostat import (
    Amounts, ClusterQueue, EmptyDir, Env, Environment, FlavorQuotas, Head, NfsVolume, Port, Ports, Quota, Quotas, RayCluster,
    ResourceFlavor, SecretKey, Team, TeamQueue, TeamQueues, Volumes,
)

dev = Environment("dev")
queues = dev.app("queues")
cpu, spot = ResourceFlavor(queues, "cpu"), ResourceFlavor(queues, "spot")
of_cpu: FlavorQuotas = {"cpu": 8, "memory": "8Gi"}
quotas: Quotas = {cpu: of_cpu, spot: {"cpu": Quota(4), "memory": "4Gi"}}
small = ClusterQueue(queues, "small", quotas=quotas)
of_team: TeamQueues = {"default": small, "batch": TeamQueue(small), "other": "elsewhere"}
team = Team(dev.app("team"), "vision", queues=of_team)
env: Env = {"MODE": "batch", "TOKEN": SecretKey("token", "value")}
volumes: Volumes = {"/data": NfsVolume("nfs", "/data"), "/scratch": EmptyDir()}
limits: Amounts = {"ephemeral-storage": "10Gi", "rdma/hca": 1}
ports: Ports = {"admin": 9100, "probes": Port(9200, protocol="UDP")}
head = Head(cpu=1, memory="4Gi", flavor=cpu, env=env, volumes=volumes, limits=limits, ports=ports)
RayCluster(dev.app("it"), "it", team=team, queue=team.queue("default"), head=head)
"""


def specs_of_constructs() -> dict[str, type]:
    """Find every construct of ours and its spec, which is named for it."""
    for package in (heliostat.constructs, heliostat.specs):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    specs = {spec.__name__: spec for spec in subclasses(ObjectSpec)}
    return {construct.__name__: specs[f"{construct.__name__}Spec"] for construct in subclasses(KubernetesObject)}


def subclasses(cls: type) -> Iterator[type]:
    """Walk the classes of the package that extend one."""
    for below in cls.__subclasses__():
        if below.__module__.startswith("heliostat."):
            yield below
            yield from subclasses(below)


def classes_in(hint: Any) -> Iterator[type]:
    """Walk the classes that an annotation speaks of."""
    if inspect.isclass(hint) and hint.__module__.startswith("heliostat."):
        yield hint
    for part in typing.get_args(hint):
        yield from classes_in(part)


def arguments_below(spec: type, found: dict[str, type]) -> None:
    """Collect the classes whose instances are arguments of a spec, at every depth."""
    for hint in type_hints_of(spec).values():
        for cls in classes_in(hint):
            if is_dataclass(cls) and cls.__name__ not in found:
                found[cls.__name__] = cls
                arguments_below(cls, found)


def test_lists_all() -> None:
    """Constructs, what their arguments are made of, and what an environment is made with."""
    constructs = specs_of_constructs()
    arguments: dict[str, type] = {}
    for spec in (*constructs.values(), ArgoCDSpec):
        arguments_below(spec, arguments)

    assert names.__all__ == sorted({*constructs, *arguments, *ALIASES, "Application", "ArgoCD", "Environment", "OpenTelemetry", "Targets"})


def test_hands_out_what_is_listed() -> None:
    """Each name is the class of that name, or what a mapping of that name is annotated with."""
    classes = [name for name in names.__all__ if name not in ALIASES]

    assert [getattr(heliostat, name).__name__ for name in classes] == classes
    assert {typing.get_origin(getattr(heliostat, name)) for name in ALIASES} == {Mapping}
    assert set(names.__all__) <= set(dir(heliostat))


def test_refuses_others() -> None:
    """What is not listed is not there."""
    with pytest.raises(ImportError, match="cannot import name 'RayJbo' from 'heliostat'"):
        exec("from heliostat import RayJbo")


def test_says_what_it_hands_out() -> None:
    """What tools read off the package is what the list says."""
    assert heliostat.__all__ == names.__all__ == sorted(modules())


@pytest.mark.parametrize(
    ("asked", "not_imported"),
    [
        ("import heliostat; from heliostat import manifests", {"cdk8s", "jsii", "heliostat.names", "heliostat.front_door", "ast"}),
        ("from heliostat import Quota, Head, Targets", {"cdk8s", "jsii", "heliostat.names"}),
        (
            "from heliostat import Environment, RayCluster",
            {"heliostat.names", "heliostat.specs.redis", "heliostat.specs.install.kueue.kueue"},
        ),
    ],
)
def test_imports_what_is_asked_for(asked: str, not_imported: set[str]) -> None:
    """Importing the package starts no Node, nor do arguments; what nobody asks for is not imported, which takes long."""
    code = f"import sys; {asked}; print({not_imported!r} & {{*sys.modules}})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)

    assert done.stdout == "set()\n"


def test_is_known_to_type_checkers(tmp_path: Path) -> None:
    """They see the names as if they had been imported, and no others."""
    file = tmp_path / "environment.py"
    file.write_text(CHECKED)
    found, _, _ = api.run(["--strict", "--no-error-summary", "--cache-dir", str(tmp_path / "cache"), str(file)])

    assert [line.partition(f"{file.name}:")[2] for line in found.splitlines()] == [
        '2: error: Module "heliostat" has no attribute "RayJbo"; maybe "RayJob"?  [attr-defined]',
        '4: note: Revealed type is "heliostat.constructs.environment.Application"',
        '5: note: Revealed type is "heliostat.specs.kueue.quota.Quota"',
    ]


def test_mappings_in_variables_are_annotated(tmp_path: Path) -> None:
    """An environment that keeps its quotas, volumes or variables by a name passes mypy's strict mode, and runs."""
    file = tmp_path / "environment.py"
    file.write_text(IN_VARIABLES)
    found, _, _ = api.run(["--strict", "--no-error-summary", "--cache-dir", str(tmp_path / "cache"), str(file)])
    made: dict[str, Any] = {}
    exec(IN_VARIABLES, made)

    assert found == ""
    assert made["dev"].refused == []
