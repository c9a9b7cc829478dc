"""One fleet of RayClusters, written for each of the tools that are compared: every tool renders the same objects."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any

IMAGE = "rayproject/ray:2.52.0-$environment.$number"

ENVIRONMENT = Template("""\
from heliostat import Environment, Head, RayCluster, WorkerGroup

fleet = Environment("$environment")
app = fleet.app("clusters", namespace="team")
for number in range($objects):
    RayCluster(
        app,
        f"cluster-{number}",
        image=f"rayproject/ray:2.52.0-$environment.{number}",
        head=Head(cpu=4, memory="16Gi"),
        workers=[
            WorkerGroup("small", replicas=2, cpu=4, memory="16Gi"),
            WorkerGroup("large", min_replicas=1, max_replicas=5, cpu=8, memory="64Gi", gpus=1),
        ],
    )
""")

BODIES = Template("""\
from heliostat import Environment
from heliostat.constructs.manifest_object import ManifestObject

def body(environment, number):
    return $body

fleet = Environment("$environment")
app = fleet.app("clusters", namespace="team")
for number in range($objects):
    ManifestObject(app, f"cluster-{number}", body("$environment", number))
""")

STOCK = Template("""\
import cdk8s

def body(environment, number):
    return $body

for environment in $environments:
    app = cdk8s.App(outdir=f"dist/{environment}")
    chart = cdk8s.Chart(app, "clusters", namespace="team")
    for number in range($objects):
        given = body(environment, number)
        made = cdk8s.ApiObject(chart, f"cluster-{number}", api_version=given["apiVersion"], kind=given["kind"], metadata=given["metadata"])
        made.add_json_patch(cdk8s.JsonPatch.add("/spec", given["spec"]))
    app.synth()
""")


@dataclass(frozen=True)
class Fleet:
    """So many environments with so many objects in each."""

    environments: int
    objects: int

    @property
    def names(self) -> list[str]:
        """Name the environments."""
        return [f"fleet-{number}" for number in range(self.environments)]

    @property
    def total(self) -> int:
        """Count the objects."""
        return self.environments * self.objects


def write_environments(fleet: Fleet, source: Template, folder: Path, *, first: Any = None) -> None:
    """Write the fleet as Heliostat's environments; `first` is the body of its first object, for those that give bodies."""
    (folder / "environments").mkdir(parents=True)
    for name in fleet.names:
        text = source.substitute(environment=name, objects=fleet.objects, body=_expression(first))
        (folder / "environments" / f"{name}.py").write_text(text)


def write_stock(fleet: Fleet, folder: Path, *, first: Any) -> None:
    """Write the fleet as a program that uses cdk8s alone, given the body of its first object."""
    folder.mkdir(parents=True)
    (folder / "main.py").write_text(STOCK.substitute(environments=fleet.names, objects=fleet.objects, body=_expression(first)))


def _expression(first: Any) -> str:
    """Write the bodies as somebody does in Python: a literal in which `environment` and `number` stand."""
    own = Template(IMAGE).substitute(environment="{environment}", number="{number}")
    return repr(first).replace("'cluster-0'", "f'cluster-{number}'").replace(f"'{image('fleet-0', 0)}'", f"f'{own}'")


def write_helm(fleet: Fleet, text: str, folder: Path) -> None:
    """Write the fleet as a chart with values for each environment, given the YAML of its first object."""
    (folder / "templates").mkdir(parents=True)
    (folder / "Chart.yaml").write_text("apiVersion: v2\nname: clusters\nversion: 0.1.0\n")
    template = text.replace("cluster-0", "{{ .name }}").replace(image("fleet-0", 0), "{{ .image }}")
    (folder / "templates" / "cluster.yaml").write_text(f"{{{{- range .Values.clusters }}}}\n---\n{template}{{{{- end }}}}\n")
    for name in fleet.names:
        values = [{"name": f"cluster-{number}", "image": image(name, number)} for number in range(fleet.objects)]
        (folder / f"{name}.json").write_text(json.dumps({"clusters": values}))


def write_kustomize(fleet: Fleet, texts: list[str], folder: Path) -> None:
    """Write the fleet as overlays over one base, given the YAML of one environment: overlays change names and nothing else."""
    base = folder / "base"
    base.mkdir(parents=True)
    for number, text in enumerate(texts):
        (base / f"{number}.yaml").write_text(text)
    (base / "kustomization.yaml").write_text(json.dumps({"resources": [f"{number}.yaml" for number in range(len(texts))]}))
    for name in fleet.names:
        (folder / name).mkdir()
        (folder / name / "kustomization.yaml").write_text(json.dumps({"resources": ["../base"], "namePrefix": f"{name}-"}))


def image(environment: str, number: int) -> str:
    """Name the image of an object, which is its own."""
    return Template(IMAGE).substitute(environment=environment, number=number)
