"""KubeRay's operator and CRDs as we install them, against the sources of the operator."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import Targets
from heliostat.specs.install.crds import SYNC_OPTIONS
from heliostat.specs.install.kuberay.crds import KubeRayCrdsSpec
from heliostat.specs.install.kuberay.operator import KubeRayOperatorSpec
from heliostat.specs.install.kuberay.settings import OperatorConfiguration, OperatorLogging
from heliostat.specs.pod.container import Container
from heliostat.specs.pod.environment import FieldPath
from tests.schemas.digests import bare
from tests.specs.answers import bodies, told
from tests.upstream.go_program import answers
from tests.upstream.test_schemas import differences, upstream_files

TARGETS = Targets(kuberay="1.6.2")
"""The newest version that Go's module proxy serves; the chart is in none, tests/specs/install/kuberay/charted.py has digests of it."""

GATES = ["AsyncJobInfoQuery", "RayClusterMTLS", "RayClusterStatusConditions", "RayCronJob", "RayCronJobs", "RayJobDeletionPolicy"]
SCHEDULERS = ["kai-scheduler", "scheduler-plugins", "volcano", "yunikorn"]


def operator(**arguments: Any) -> KubeRayOperatorSpec:
    return KubeRayOperatorSpec(namespace="kuberay-system", **arguments)


def read(file: Path) -> Any:
    return yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader)


def upstream(folder: str) -> dict[tuple[str, str], Any]:
    """Read the objects of a folder of the operator's sources, by kind and name."""
    root = upstream_files("kuberay", "v1.6.2")[0].parents[3]
    found = [each for file in (root / "config" / folder).glob("*.yaml") for each in yaml.safe_load_all(file.read_text(encoding="utf-8"))]
    return {(each["kind"], each["metadata"]["name"]): each for each in found if each and "metadata" in each}


@pytest.mark.parametrize("version", ["v1.5.1", "v1.6.2"])
def test_the_crds_are_upstreams_field_by_field(version: str) -> None:
    """As they are written, but for the annotation that is Argo CD's; descriptions aside."""
    ours: dict[str, Any] = {}
    for crd in bodies(KubeRayCrdsSpec(), targets=Targets(kuberay=version.removeprefix("v"))).values():
        metadata: Any = crd["metadata"]
        kept = {key: value for key, value in metadata["annotations"].items() if key not in SYNC_OPTIONS}
        ours[metadata["name"]] = {**crd, "metadata": {**metadata, "annotations": kept}}
    theirs = {crd["metadata"]["name"]: bare(crd) for crd in map(read, upstream_files("kuberay", version))}

    assert [*differences(theirs, ours)] == []


def test_the_roles_are_upstreams_field_by_field() -> None:
    """Those of the operator and those for people."""
    theirs = {key: body["rules"] for key, body in upstream("rbac").items() if key[0] in ("ClusterRole", "Role")}
    made: Any = bodies(operator(), "kuberay-operator", TARGETS)
    ours = {(body["kind"], body["metadata"]["name"]): body["rules"] for body in made.values() if "rules" in body}

    assert len(theirs) == 8
    assert [*differences(theirs, ours)] == []


def test_the_container_is_upstreams() -> None:
    """In all that kustomize and chart have in common."""
    [theirs] = upstream("manager")["Deployment", "kuberay-operator"]["spec"]["template"]["spec"]["containers"]
    deployment: Any = bodies(operator(), "kuberay-operator", TARGETS)[""]
    [ours] = deployment["spec"]["template"]["spec"]["containers"]

    for field in ("name", "command", "imagePullPolicy", "ports", "livenessProbe", "readinessProbe"):
        assert (field, ours[field]) == (field, theirs[field])
    assert ours["resources"]["limits"] == theirs["resources"]["limits"]
    assert ours["securityContext"] == {**theirs["securityContext"], "runAsNonRoot": True}


def test_the_same_feature_gates_are_known() -> None:
    """What we refuse the operator exits at, and only that."""
    said = answers("kuberay", [{"kind": "FeatureGates", "gates": f"{gate}=true"} for gate in GATES])

    assert [bool(told(operator(feature_gates={gate: True}), TARGETS)) for gate in GATES] == [error is not None for error, *_ in said]


@pytest.mark.parametrize("scheduler", [None, *SCHEDULERS])
def test_the_operator_takes_the_configuration_file(scheduler: Any) -> None:
    """With everything in it that it can hold: no field is unknown to it, and none is lost."""
    spec = operator(
        batch_scheduler=scheduler,
        watched_namespaces=["vision", "language"],
        use_kubernetes_proxy=True,
        leader_election_enabled=False,
        logging=OperatorLogging(base_dir="/logs", file_name="operator.log"),
        qps=2.5,
        configuration=OperatorConfiguration(
            default_container_envs={"A": "b", "NODE": FieldPath("spec.nodeName")},
            head_sidecar_containers=[Container("side", image="side:v1", cpu="100m")],
            worker_sidecar_containers=[Container("side", image="side:v1", memory="64Mi", ports={"http": 80})],
        ),
    )
    config: Any = bodies(spec, "kuberay-operator", TARGETS)["config"]
    ours: JsonObject = yaml.safe_load(config["data"]["config.yaml"])

    [[error, theirs, _]] = answers("kuberay", [ours])

    assert error is None
    assert [*differences(theirs, ours)] == []
