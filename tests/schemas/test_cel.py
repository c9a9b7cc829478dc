"""CEL rules are evaluated as the API server does it, and told in its words."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.catalogue import Catalogue
from heliostat.schemas.cel import rule_problems, unchecked_rules
from heliostat.schemas.check import check
from heliostat.schemas.products import data_file
from heliostat.schemas.store import Schema, schema_for, schema_of
from heliostat.schemas.targets import Targets
from tests.schemas.ruled import ruled_crd
from tests.schemas.widget import widget_crd

RULED = schema_of(Catalogue.of_crds("example.com", [ruled_crd()]), "example.com/v1", "Ruled", Targets())


def ruled(*, name: str = "one", **spec: Any) -> JsonObject:
    """Make an object that breaks no rule but those that its fields break."""
    return {
        "apiVersion": "example.com/v1",
        "kind": "Ruled",
        "metadata": {"name": name},
        "spec": {"size": 2, "namespace": "vision", **spec},
    }


def of_rule(schema: dict[str, Any], *rules: dict[str, Any]) -> Schema:
    """Make the schema of a Widget that has a field `value` with some rules."""
    crd = widget_crd()
    spec = crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]
    spec.clear()
    spec.update({"type": "object", "properties": {"value": {**schema, "x-kubernetes-validations": list(rules)}}})
    return schema_of(Catalogue.of_crds("example.com", [crd]), "example.com/v1", "Widget", Targets())


def widget(value: Any) -> JsonObject:
    """Make an object for it."""
    return {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "one"}, "spec": {"value": value}}


TOLD: list[tuple[dict[str, Any], list[str]]] = [
    ({}, []),
    ({"name": "longer"}, ["Invalid value: has a long name"]),
    # messages
    ({"size": 3}, ["spec.size: Invalid value: 3: size is 3, which is odd"]),
    ({"size": 12}, ["spec.size: Invalid value: 12: failed rule: 12 / self > 1"]),
    ({"size": 0}, ['spec.size: Invalid value: "integer": division by zero evaluating rule: 12 / self > 1']),
    ({"label": "A"}, ['spec.label: Invalid value: "A": must be a label', 'spec.label: Invalid value: "A": must be lower case']),
    ({"ratio": 2, "size": 4}, ["spec.ratio: Invalid value: 2: must be at most 1.5"]),
    ({"ratio": 2.5, "size": 4}, ["spec.ratio: Invalid value: 2.5: must be at most 1.5"]),
    (
        {"names": ["a", "B1"]},
        ["spec.names: Invalid value: not all lower case: a, B1", "spec.names: Invalid value: must be sorted and not have TCP"],
    ),
    # reasons and places
    ({"mode": "a"}, ["spec.mode: Forbidden: must not be a"]),
    ({"twice": "a"}, ['spec.twice: Duplicate value: "a"']),
    ({"weights": [{}, {"weight": 0}]}, ["spec.weights[1].weight: Required value: must be positive"]),
    ({"mode": "TCP"}, ["spec.nested.depth: Invalid value: needs a ratio with TCP"]),
    ({"limits": {"a": 1, "b": 0}}, ["spec.limits.b: Invalid value: 0: failed rule: self > 0"]),
    ({"limits": {"cpu": 1}}, ['spec.limits: Invalid value: "object": no such key: a evaluating rule: needs a with cpu']),
    ({"names": []}, ['spec: Invalid value: "object": index out of bounds: 0 evaluating rule: the first must not be A_b']),
    # defaults and nulls
    ({"nested": {"depth": 9}}, ["spec.nested.depth: Invalid value: 9: must be less than 7"]),
    ({"nested": None, "label": None}, []),
    ({"weights": [{"weight": None}] * 7}, ["spec.weights: Invalid value: must weigh 6 at most"]),
    # objects before
    ({"first": "a"}, ['spec.first: Invalid value: "a": must not be a from the start']),
    # conditions
    ({"both": "a"}, ['spec.both: Invalid value: "a": must not be a']),
    ({"both": "b"}, ['spec.both: Invalid value: "b": must not be b']),
    # functions
    ({"amount": 4}, []),
    ({"amount": 5}, ["spec.amount: Invalid value: 5: must be less than 5, or than 16Gi"]),
    ({"amount": "15Gi"}, []),
    ({"amount": "16Gi"}, ['spec.amount: Invalid value: "16Gi": must be less than 5, or than 16Gi']),
    ({"total": "500m"}, []),
    ({"total": "1"}, ['spec.total: Invalid value: "1": must be at most half', 'spec.total: Invalid value: "1": must be a fraction']),
    ({"data": "aGVsbA=="}, []),
    ({"data": "aGVsbG8="}, ['spec.data: Invalid value: "aGVsbG8=": must not be hello']),
    ({"namespace": "cpu"}, ["spec: Invalid value: must not be cpu"]),
    ({"address": "10.0.0.0/8"}, []),
    ({"address": "10.0.0.0/33"}, ['spec.address: Invalid value: "10.0.0.0/33": must be an address']),
    ({"address": "::ffff:10.0.0.1"}, ['spec.address: Invalid value: "::ffff:10.0.0.1": must be an address']),
]


@pytest.mark.parametrize(("spec", "expected"), TOLD, ids=[str(spec) for spec, _ in TOLD])
def test_broken_rules_are_told_in_the_api_servers_words(spec: dict[str, Any], expected: list[str]) -> None:
    """Where fieldPath points, by the reason, with the message that the rule makes of the value."""
    assert [str(problem) for problem in check(ruled(**spec), RULED)] == expected


def test_every_rule_of_the_example_can_be_evaluated() -> None:
    """None is left out."""
    assert unchecked_rules(RULED) == ()


def test_a_missing_field_has_the_name_that_rules_call_it_by() -> None:
    """`namespace` is a reserved word of CEL, and is escaped."""
    body = ruled()
    body["spec"] = {"size": 2}

    assert [str(problem) for problem in check(body, RULED)] == [
        'spec: Invalid value: "object": no such key: __namespace__ evaluating rule: must not be cpu'
    ]


def test_no_rule_is_evaluated_for_an_object_that_misses_something() -> None:
    """Nor for one of the wrong type, as the API server has it: rules may count on what the schema demands."""
    assert [str(problem) for problem in check(ruled(size="3", mode="a"), RULED)] == ['spec.size: must be a whole number, is the text "3"']
    assert [str(problem) for problem in check(ruled(size=2**63, mode="a"), RULED)] == [
        "spec.size: must be at most 9223372036854775807, is 9223372036854775808"
    ]


def test_rules_are_evaluated_beside_other_problems() -> None:
    """An unknown field is dropped before rules see the object."""
    schema = of_rule(
        {"type": "array", "items": {"type": "object", "properties": {"a": {"type": "string"}}}},
        {"rule": "self.all(one, self.exists_one(other, one == other))", "message": "must be unique"},
    )

    assert [str(problem) for problem in check(widget([{"a": "x", "b": 1}, {"a": "x"}]), schema)] == [
        "spec.value: Invalid value: must be unique",
        "spec.value[0].b: unknown field, known here are a",
    ]


@pytest.mark.parametrize(
    ("schema", "rule", "expected"),
    [
        ({"type": "string"}, {"rule": "url(self).getHost() == 'a'"}, "url(self).getHost() == 'a': undeclared reference to 'url'"),
        ({"type": "string"}, {"rule": "self =="}, "self ==: Syntax error: mismatched input '<EOF>' expecting "),
        ({"type": "string"}, {"rule": "true", "messageExpression": "nothing"}, "true: undeclared reference to 'nothing'"),
        (
            {"type": "string", "format": "date-time"},
            {"rule": "self > timestamp('2026-01-01T00:00:00Z')"},
            "self > timestamp('2026-01-01T00:00:00Z'): self is a time, which no rule can read here",
        ),
        (
            {"type": "object", "properties": {"from": {"type": "string", "format": "date"}, "to": {"type": "string", "format": "date"}}},
            {"rule": "self.from < self.to"},
            "self.from < self.to: from is a time, which no rule can read here",
        ),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) and "rule" in value else "",
)
def test_a_rule_that_cannot_be_evaluated_is_named(schema: dict[str, Any], rule: dict[str, Any], expected: str) -> None:
    """With the reason, and objects are not refused for it."""
    made = of_rule(schema, rule)
    [told] = unchecked_rules(made)

    assert told.startswith(expected)
    assert rule_problems(widget("" if schema["type"] == "string" else {}), made) == []


@pytest.mark.parametrize(
    ("rule", "right", "wrong"),
    [
        ("format.named('x').hasValue() || true", None, None),
        ("!format.qualifiedName().validate(self).hasValue()", "nvidia.com/gpu", "/gpu"),
        ("!format.labelValue().validate(self.split(',')[0]).hasValue()", "a_b,", "a b,"),
        ("!format.dns1035Label().validate(self).hasValue()", "a1", "1a"),
        ("!format.byte().validate(self).hasValue()", "YQ==", "YQ"),
        ("self.indexOf('b') == 1 && self.lastIndexOf('b') == 3 && self.indexOf('b', 2) == 3", "abcb", "bbbb"),
        ("'indexOf(validate(' + self == 'indexOf(validate(a'", "a", "b"),
        (r"""self.matches(r"^\d+'$") && self != 'validate(")'""", "12'", "12"),
        ("self.size() == 3", "äö𝄞", "äöü𝄞"),
        ("[3, 1, 2].max() == 3 && [3, 1, 2].min() == int(self)", "1", "3"),
        ("[1, 2, 1].lastIndexOf(int(self)) == 2", "1", "2"),
        ("sets.equivalent([1, 2, 1], [2, int(self)])", "1", "3"),
        ("quantity(self).sub(1).asInteger() == 1 && quantity(self).asApproximateFloat() == 2.0", "2", "3"),
        ("quantity(self).isGreaterThan(quantity('1Ki')) && quantity(self) == quantity('2048')", "2Ki", "1Ki"),
    ],
)
def test_functions_of_kubernetes(rule: str, right: str | None, wrong: str | None) -> None:
    """They answer as Kubernetes' own; one that is not here makes its rule one that is not evaluated."""
    schema = of_rule({"type": "string"}, {"rule": rule, "message": "broken"})

    if right is None or wrong is None:
        assert len(unchecked_rules(schema)) == 1
    else:
        assert [problem.message for problem in rule_problems(widget(right), schema)] == []
        assert [problem.message for problem in rule_problems(widget(wrong), schema)] == [f'Invalid value: "{wrong}": broken']


@pytest.mark.parametrize("message", ["'a\\nb'", "' '", "self.substring(9)", "'x'.replace('x', '" + "y" * 5121 + "')"])
def test_a_message_that_cannot_be_shown_gives_way(message: str) -> None:
    """One of several lines, an empty one, one that is too long and one that cannot be made."""
    schema = of_rule({"type": "string"}, {"rule": "false", "message": "plain", "messageExpression": message})

    assert [str(problem) for problem in rule_problems(widget("a"), schema)] == ['spec.value: Invalid value: "a": plain']


@pytest.mark.parametrize("name", sorted(file.stem for file in data_file("kueue", "0.19").parent.glob("*.json")))
def test_every_rule_that_heliostat_brings_can_be_evaluated(name: str) -> None:
    """No kind of its data has an unchecked rule."""
    catalogue = Catalogue.from_file(data_file("kueue", "0.19").with_stem(name))

    assert [told for kind in catalogue.served for told in unchecked_rules(schema_of(catalogue, *kind, Targets()))] == []


def test_built_in_kinds_load_no_cel() -> None:
    """They have no rules, and CEL takes a while to load."""
    code = (
        "import sys\nfrom heliostat.schemas.check import check\nfrom heliostat.schemas.store import schema_for\n"
        "from heliostat.schemas.targets import Targets\nschema = schema_for('v1', 'ConfigMap', Targets())\n"
        "assert not check({'apiVersion': 'v1', 'kind': 'ConfigMap', 'metadata': {'name': 'x'}}, schema)\n"
        "sys.exit('cel_expr_python' in ' '.join(sys.modules))"
    )

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_what_kueue_asks_of_a_cluster_queue() -> None:
    """A limit on borrowing needs a cohort to borrow from."""
    schema = schema_for("kueue.x-k8s.io/v1beta2", "ClusterQueue", Targets())
    resources = [{"name": "cpu", "nominalQuota": 4, "borrowingLimit": 1}]
    spec = {"resourceGroups": [{"coveredResources": ["cpu"], "flavors": [{"name": "cpu", "resources": resources}]}]}
    body: JsonObject = {"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "ClusterQueue", "metadata": {"name": "one"}, "spec": spec}

    assert schema is not None
    assert [str(problem) for problem in check(body, schema)] == ["spec: Invalid value: borrowingLimit must be nil when cohort is empty"]
