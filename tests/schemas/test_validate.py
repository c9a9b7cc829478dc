"""An object is held against the schema of its kind, and what is wrong is told in one sentence each."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from heliostat.schemas.catalogue import Catalogue
from heliostat.schemas.store import Schema, schema_for, schema_of
from heliostat.schemas.targets import Targets
from heliostat.schemas.validate import validate
from tests.schemas.digests import bare
from tests.schemas.widget import widget_crd

Change = Callable[[Any], object]

OBJECTS: dict[str, Any] = {
    body["kind"]: body
    for body in yaml.safe_load_all("""
apiVersion: ray.io/v1
kind: RayCluster
metadata: {name: notebook, namespace: vision, labels: {app: notebook}}
spec:
  rayVersion: 2.52.0
  headGroupSpec:
    rayStartParams: {}
    template:
      metadata: {labels: {team: vision}}
      spec:
        containers:
        - name: ray-head
          image: rayproject/ray:2.52.0
          ports: [{name: gcs, containerPort: 6379, protocol: TCP}, {name: serve, containerPort: 8000}]
          env: [{name: A, value: a}, {name: B, value: b}]
          resources: {limits: {cpu: 4, memory: 16Gi}, requests: {cpu: "4", memory: 16Gi}}
  workerGroupSpecs:
  - groupName: cpu
    replicas: 2
    rayStartParams: {num-cpus: "4"}
    template: {spec: {containers: [{name: ray-worker, image: "rayproject/ray:2.52.0"}]}}
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: ClusterQueue
metadata: {name: research}
spec:
  cohortName: ml
  namespaceSelector: {}
  resourceGroups:
  - coveredResources: [cpu, memory]
    flavors:
    - name: cpu
      resources: [{name: cpu, nominalQuota: 4}, {name: memory, nominalQuota: 16Gi}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: vision, creationTimestamp: null}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {creationTimestamp: null, labels: {app: web}}
    spec:
      containers:
      - name: web
        image: web
        resources: {limits: {cpu: 0.5}}
        livenessProbe: {httpGet: {port: http, path: /}}
---
apiVersion: v1
kind: Secret
metadata: {name: token}
type: Opaque
data: {token: aGVsbG8=}
stringData: {other: text}
---
apiVersion: example.com/v1
kind: Widget
metadata: {name: one}
spec:
  size: 2
  weight: 0.5
  note: null
  port: http
  tags: [a, b]
  anything: {known: text, other: {deep: [1]}}
  empty: {}
  settings: {any: true, name: false}
  either: {a: x}
  template: {apiVersion: v1, kind: Pod, metadata: {name: x, labels: {a: b}}, spec: {}}
  from: 10.0.0.1
""")
}


def _schema(api_version: str, kind: str) -> Schema:
    if api_version.startswith("example.com/"):
        return schema_of(Catalogue.of_crds("example.com", [bare(widget_crd())]), api_version, kind, Targets())
    found = schema_for(api_version, kind, Targets())
    assert found is not None
    return found


SCHEMAS = {kind: _schema(body["apiVersion"], kind) for kind, body in OBJECTS.items()}


@pytest.mark.parametrize("kind", sorted(OBJECTS))
def test_a_right_object_has_no_problem(kind: str) -> None:
    """Whole numbers for quantities, nulls that are dropped, free fields, missing defaults."""
    assert validate(OBJECTS[kind], SCHEMAS[kind]) == []


def _at(*path: str | int, **fields: object) -> Change:
    """Set fields of the object at a path; `None` for a field's own name takes it away."""

    def change(body: Any) -> None:
        for step in path:
            body = body[step]
        body.update(fields)

    return change


def _without(*path: str | int) -> Change:
    def change(body: Any) -> None:
        for step in path[:-1]:
            body = body[step]
        del body[path[-1]]

    return change


GROUP = ("spec", "workerGroupSpecs", 0)
HEAD = ("spec", "headGroupSpec", "template", "spec", "containers", 0)
FLAVOR = ("spec", "resourceGroups", 0, "flavors", 0)
QUANTITY = 'must be a quantity such as "500m", "4" or "16Gi"'
IN_HEAD = "spec.headGroupSpec.template.spec.containers[0]"
EMBEDDED_METADATA = "annotations, finalizers, labels, name, namespace"
SUBDOMAIN = r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$"

WRONG: list[tuple[str, Change, list[str]]] = [
    # fields
    ("RayCluster", _at(*GROUP, maxReplica=3), ['spec.workerGroupSpecs[0].maxReplica: unknown field, did you mean "maxReplicas"']),
    ("RayCluster", _at(*GROUP, MinReplicas=3), ['spec.workerGroupSpecs[0].MinReplicas: unknown field, did you mean "minReplicas"']),
    ("RayCluster", _at(*GROUP, rayVersion="2"), ['spec.workerGroupSpecs[0].rayVersion: unknown field, did you mean "spec.rayVersion"']),
    (
        "RayCluster",
        _at(*GROUP, nodeSelector={}),
        ['spec.workerGroupSpecs[0].nodeSelector: unknown field, did you mean "spec.workerGroupSpecs[0].template.spec.nodeSelector"'],
    ),
    ("RayCluster", _at(*GROUP, image="x"), ["spec.workerGroupSpecs[0].image: unknown field"]),
    ("RayCluster", _at(specs={}), ['specs: unknown field, did you mean "spec"']),
    ("RayCluster", _at("metadata", label={}), ['metadata.label: unknown field, did you mean "labels"']),
    (
        "RayCluster",
        _at("spec", "headGroupSpec", "template", "metadata", generateName="x"),
        [f"spec.headGroupSpec.template.metadata.generateName: unknown field, known here are {EMBEDDED_METADATA}"],
    ),
    ("ClusterQueue", _at("spec", cohort="ml"), ['spec.cohort: unknown field, did you mean "cohortName"']),
    ("Deployment", _at("spec", "template", "spec", hostPort=1), ["spec.template.spec.hostPort: unknown field"]),
    ("Widget", _at("spec", "empty", a=1), ["spec.empty.a: unknown field"]),
    ("Widget", _at("spec", "template", "metadata", name_="x"), ['spec.template.metadata.name_: unknown field, did you mean "name"']),
    # required
    ("RayCluster", _without(*GROUP, "groupName"), ["spec.workerGroupSpecs[0].groupName: is required and missing"]),
    ("RayCluster", _at(*GROUP, groupName=None), ["spec.workerGroupSpecs[0].groupName: is required and missing"]),
    (
        "RayCluster",
        lambda body: body["spec"]["workerGroupSpecs"][0].update(groupname=body["spec"]["workerGroupSpecs"][0].pop("groupName")),
        ['spec.workerGroupSpecs[0].groupname: unknown field, did you mean "groupName"'],
    ),
    ("Deployment", _without("spec", "selector"), ["spec.selector: is required and missing"]),
    # types
    ("RayCluster", _at(*GROUP, replicas="2"), ['spec.workerGroupSpecs[0].replicas: must be a whole number, is the text "2"']),
    ("RayCluster", _at(*GROUP, replicas=1.5), ["spec.workerGroupSpecs[0].replicas: must be a whole number, is the number 1.5"]),
    ("RayCluster", _at(*GROUP, replicas=True), ["spec.workerGroupSpecs[0].replicas: must be a whole number, is true"]),
    ("RayCluster", _at(*GROUP, replicas=2**31), ["spec.workerGroupSpecs[0].replicas: must be at most 2147483647, is 2147483648"]),
    ("RayCluster", _at(*GROUP, replicas=None), []),
    ("RayCluster", _at(*HEAD, env={"A": "a"}), [f"{IN_HEAD}.env: must be a list, is a mapping"]),
    ("RayCluster", _at(*HEAD, command="python"), [f'{IN_HEAD}.command: must be a list, is the text "python"']),
    ("RayCluster", _at(*HEAD, command=["a", None]), [f"{IN_HEAD}.command[1]: must be text, is null"]),
    (
        "RayCluster",
        _at("metadata", labels={"a": True, "b/c": 3}),
        ["metadata.labels.a: must be text, is true", 'metadata.labels["b/c"]: must be text, is the number 3'],
    ),
    (
        "RayCluster",
        _at("metadata", labels={"80": 80, "080": [], "": 1}),
        [
            'metadata.labels[""]: must be text, is the number 1',
            "metadata.labels.080: must be text, is a list",
            "metadata.labels.80: must be text, is the number 80",
        ],
    ),
    ("RayCluster", _at(metadata=[]), ["metadata: must be a mapping, is a list"]),
    ("Widget", _at("spec", port=1.5), ["spec.port: must be a whole number or text, is the number 1.5"]),
    ("Widget", _at("spec", note=1), ["spec.note: must be text or null, is the number 1"]),
    ("Widget", _at("spec", "settings", size="x"), ['spec.settings.size: must be true or false, is the text "x"']),
    # quantities
    (
        "RayCluster",
        _at(*HEAD, "resources", "limits", cpu="1 core", memory=1.5),
        [
            f'{IN_HEAD}.resources.limits.cpu: {QUANTITY}, is "1 core"',
            f"{IN_HEAD}.resources.limits.memory: {QUANTITY}, is the number 1.5",
        ],
    ),
    (
        "Deployment",
        _at("spec", "template", "spec", "containers", 0, resources={"limits": {"cpu": [], "memory": "16 Gi"}}),
        [
            f"spec.template.spec.containers[0].resources.limits.cpu: {QUANTITY}, is a list",
            f'spec.template.spec.containers[0].resources.limits.memory: {QUANTITY}, is "16 Gi", did you mean "16Gi"',
        ],
    ),
    # values
    (
        "RayCluster",
        _at("spec", upgradeStrategy={"type": "recreate"}),
        ['spec.upgradeStrategy.type: must be "Recreate" or "None", is "recreate", did you mean "Recreate"'],
    ),
    (
        "Widget",
        _at("spec", colour=1, either=[]),
        ["spec.colour: must be text, is the number 1", "spec.either: must be a mapping, is a list"],
    ),
    ("Widget", _at("spec", colour="blue"), ['spec.colour: must be "red" or "green", is "blue"']),
    (
        "ClusterQueue",
        _at(*FLAVOR, name="A100"),
        [f'spec.resourceGroups[0].flavors[0].name: must match {SUBDOMAIN}, is "A100"'],
    ),
    ("ClusterQueue", _at(*FLAVOR[:3], coveredResources=[]), ["spec.resourceGroups[0].coveredResources: must have at least 1 item, has 0"]),
    ("Secret", _at(data={"token": "not base64"}), ['data.token: must be base64 text, is "not base64"']),
    ("Widget", _at("spec", size=0), ["spec.size: must be at least 1, is 0"]),
    ("Widget", _at("spec", weight=0), ["spec.weight: must be more than 0, is 0"]),
    ("Widget", _at("spec", note="four"), ["spec.note: must have at most 3 characters, has 4"]),
    ("Widget", _at("spec", tags=list("abcd")), ["spec.tags: must have at most 3 items, has 4"]),
    ("Widget", _at("spec", either={}), ["spec.either: must fit exactly one of the forms that its schema allows"]),
    ("Widget", _at("spec", either={"a": "x", "c": "y"}), ["spec.either.c: unknown field, known here are a, b"]),
    ("Widget", _at("spec", either={"a": "x", "c": None}), ["spec.either.c: unknown field, known here are a, b"]),
    ("Widget", {"from": "here"}, ['spec.from: must be an IPv4 address, is "here"']),
    # entries
    ("RayCluster", _at(*HEAD, "env", 1, name="A"), [f'{IN_HEAD}.env[1]: has the same name as [0]: "A"']),
    (
        "RayCluster",
        _at(*HEAD, "ports", 1, containerPort=6379),
        [f'{IN_HEAD}.ports[1]: has the same containerPort and protocol as [0]: 6379, "TCP"'],
    ),
    ("RayCluster", _at(*HEAD, "ports", 1, containerPort=6379, protocol="UDP"), []),
    (
        "RayCluster",
        lambda body: body["spec"]["headGroupSpec"]["template"]["spec"]["containers"][0]["ports"].append(
            {"containerPort": 6379, "protocol": None}
        ),
        [f'{IN_HEAD}.ports[2]: has the same containerPort and protocol as [0]: 6379, "TCP"'],
    ),
    ("Widget", _at("spec", tags=["a", "b", "a"]), ['spec.tags[2]: is in the list twice: "a"']),
    ("Deployment", _at("metadata", finalizers=["a", "a"]), ['metadata.finalizers[1]: is in the list twice: "a"']),
    # several
    (
        "RayCluster",
        lambda body: (body.update(status=[]), body["spec"].update(headGroupSpec=3), body["metadata"].update(nam="x")),
        [
            'metadata.nam: unknown field, did you mean "name"',
            "spec.headGroupSpec: must be a mapping, is the number 3",
            "status: must be a mapping, is a list",
        ],
    ),
]


@pytest.mark.parametrize(("kind", "change", "expected"), WRONG, ids=[f"{kind} {told[:1]}" for kind, _, told in WRONG])
def test_what_is_wrong_is_told(kind: str, change: Any, expected: list[str]) -> None:
    """Path, what is, what is expected, and what was probably meant; in the order of the paths."""
    body = deepcopy(OBJECTS[kind])
    if callable(change):
        change(body)
    else:
        body["spec"].update(change)
    before = deepcopy(body)

    assert [str(problem) for problem in validate(body, SCHEMAS[kind])] == expected
    assert body == before


def test_a_long_value_is_cut() -> None:
    """A message shows enough of a value to find it again."""
    body = {**OBJECTS["Secret"], "data": {"token": "?" * 1000}}

    assert [str(problem) for problem in validate(body, SCHEMAS["Secret"])] == [f'data.token: must be base64 text, is "{"?" * 59}…']


def test_a_recursive_schema_is_followed() -> None:
    """A schema inside a CRD is checked at any depth, and its lists with identity too."""
    crd = widget_crd()
    spec = crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]
    spec["properties"]["size"]["maximal"] = 3
    spec["x-kubernetes-validations"] *= 2
    schema = _schema("apiextensions.k8s.io/v1", "CustomResourceDefinition")
    place = "spec.versions[0].schema.openAPIV3Schema.properties.spec"

    assert [str(problem) for problem in validate(crd, schema)] == [
        f'{place}.properties.size.maximal: unknown field, did you mean "maximum"',
        f'{place}.x-kubernetes-validations[1]: has the same rule as [0]: "self.size > 1"',
    ]


def _places(body: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Name the mappings of an object whose fields its schema names."""
    free = ("labels", "annotations", "limits", "requests", "matchLabels", "rayStartParams", "data", "stringData", "anything", "settings")
    if isinstance(body, dict) and not (path and path[-1] in free):
        return [path, *(place for key, value in body.items() for place in _places(value, (*path, key)))]
    return [place for index, item in enumerate(body) for place in _places(item, (*path, index))] if isinstance(body, list) else []


@given(data=st.data(), kind=st.sampled_from(sorted(OBJECTS)), field=st.text(min_size=1).map("x-{}".format))
def test_one_unknown_field_is_one_problem_at_its_place(data: st.DataObject, kind: str, field: str) -> None:
    """Wherever in a right object a field is added, that field is refused and nothing else."""
    body = deepcopy(OBJECTS[kind])
    path = data.draw(st.sampled_from(_places(body)))
    holder = body
    for step in path:
        holder = holder[step]
    holder[field] = data.draw(st.sampled_from([None, 1, "text", [], {}]))

    assert [problem.path for problem in validate(body, SCHEMAS[kind])] == [(*path, field)]
