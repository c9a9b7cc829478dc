"""Kueue as we install it against Kueue's own kustomizations, chart, types and validation."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.yaml_writer import to_yaml
from heliostat.schemas.kueue_configuration import configuration_file
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import problems_of
from heliostat.specs.install.crds import SYNC_OPTIONS
from heliostat.specs.install.kueue.certificates import CertificateIssuer
from heliostat.specs.install.kueue.configuration import KueueConfiguration
from heliostat.specs.install.kueue.crds import KueueCrdsSpec
from heliostat.specs.install.kueue.feature_gates import gates_of
from heliostat.specs.install.kueue.frameworks import SHIPPED
from heliostat.specs.install.kueue.kueue import KueueSpec
from heliostat.specs.install.kueue.manager import CHECKSUM
from heliostat.specs.install.kueue.service_monitor import KueueServiceMonitor
from tests.schemas.digests import bare
from tests.upstream.go_program import build, go

TARGETS = Targets(kueue="0.19.2")
"""The version whose module tests/upstream/kueue_install is built from."""

BUILT = "us-central1-docker.pkg.dev/k8s-staging-images/kueue/kueue:main"
"""The image in upstream's branch; a release is built with its own, which is our default."""

HELM_LABELS = frozenset(f"app.kubernetes.io/{name}" for name in ("instance", "managed-by", "version")) | {"helm.sh/chart"}


@cache
def module() -> Path:
    """Find Kueue's module."""
    folder = Path(__file__).with_name("kueue_install")
    done = subprocess.run(
        [go(), "list", "-m", "-f", "{{.Dir}}", "sigs.k8s.io/kueue"], cwd=folder, capture_output=True, text=True, check=True
    )
    return Path(done.stdout.strip())


def answers(questions: Sequence[JsonObject]) -> list[Any]:
    """Ask Kueue's code."""
    asked = "".join(json.dumps(question) + "\n" for question in questions)
    done = subprocess.run([str(build("kueue_install")), str(module())], input=asked, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def by_identity(objects: Sequence[Any]) -> dict[tuple[str, ...], Any]:
    """Sort objects by kind, namespace and name."""
    named = {(each["kind"], each["metadata"].get("namespace", ""), each["metadata"]["name"]): each for each in objects}
    assert len(named) == len(objects)
    return named


def ours(spec: KueueSpec) -> dict[tuple[str, ...], Any]:
    """Render an installation, without the one annotation that only upstream's chart has."""
    assert problems_of(spec, TARGETS) == []
    objects: list[Any] = json.loads(json.dumps([part.body for part in spec.parts("kueue", TARGETS)]))
    for each in objects:
        if each["kind"] == "Deployment":
            del each["spec"]["template"]["metadata"]["annotations"][CHECKSUM]
    return by_identity(objects)


def our_crds(spec: KueueCrdsSpec) -> dict[tuple[str, ...], Any]:
    """Render the CRDs, without the one annotation that Argo CD needs."""
    objects: list[Any] = json.loads(json.dumps([part.body for part in spec.parts("crds", TARGETS)]))
    for each in objects:
        for key in SYNC_OPTIONS:
            del each["metadata"]["annotations"][key]
    return by_identity([bare(each) for each in objects])


def with_configuration(objects: dict[tuple[str, ...], Any]) -> dict[tuple[str, ...], Any]:
    """Read the configuration file in the ConfigMap, which upstream writes with comments."""
    config = next(each for (kind, *_), each in objects.items() if kind == "ConfigMap")
    config["data"] = {file: yaml.safe_load(text) for file, text in config["data"].items()}
    return objects


def test_the_installation_is_the_release() -> None:
    """All 79 objects that upstream builds for a release, field by field, from nothing but the image that upstream's branch has."""
    [built] = answers([{"kustomize": "config/default"}])
    crds = [bare(each) for each in built if each["kind"] == "CustomResourceDefinition"]
    others = [each for each in built if each["kind"] != "CustomResourceDefinition"]

    assert len(built) == 79
    assert with_configuration(ours(KueueSpec(namespace="kueue-system", image=BUILT))) == with_configuration(by_identity(others))
    assert our_crds(KueueCrdsSpec()) == by_identity(crds)
