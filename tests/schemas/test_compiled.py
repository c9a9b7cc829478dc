"""Compiled schemas say where and what, however odd the keys are, and many at once say the same as one."""

from __future__ import annotations

from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from heliostat.schemas.compiled import Violation, compile_documents
from heliostat.schemas.store import schema_for
from heliostat.schemas.targets import Targets

TREE = {"x-kubernetes-preserve-unknown-fields": True, "additionalProperties": {"$ref": "#/$defs/tree"}, "items": {"$ref": "#/$defs/tree"}}
DOCUMENT: Any = {**TREE, "$defs": {"tree": {**TREE, "not": {"enum": ["wrong"]}}}}

KEYS = st.sampled_from(["", "0", "00", "1", "a", "a/b", "~1", "é", "-1"])
TREES = st.recursive(
    st.sampled_from(["right", 1, None]), lambda below: st.lists(below, max_size=3) | st.dictionaries(KEYS, below, max_size=3)
)


def _places(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, item in items for place in [(*path, key), *_places(item, (*path, key))]]


@given(data=st.data(), body=st.dictionaries(KEYS, TREES))
def test_a_violation_is_found_where_it_is(data: st.DataObject, body: dict[str, Any]) -> None:
    """Empty keys, keys of digits and keys that JSON pointers escape lead to the right place."""
    assume(_places(body))
    *above, last = path = data.draw(st.sampled_from(_places(body)))
    holder: Any = body
    for step in above:
        holder = holder[step]
    holder[last] = "wrong"
    [compiled] = compile_documents([DOCUMENT])

    assert [(violation.path, violation.value, violation.keyword) for violation in compiled.violations(body)] == [(path, "wrong", "not")]


def test_schemas_compiled_together_answer_as_alone() -> None:
    """Kinds that share a validator do not see each other."""
    kinds = ("RayCluster", "RayJob", "RayService")
    documents = [schema.document for kind in kinds if (schema := schema_for("ray.io/v1", kind, Targets())) is not None]
    bodies: list[Any] = [{"apiVersion": "ray.io/v1", "kind": kind, "spec": {"entrypoint": 1, "serveConfigV2": 1}} for kind in kinds]
    together = compile_documents(documents)
    alone = [compiled for document in documents for compiled in compile_documents([document])]
    told = [[compiled.violations(body) for body in bodies] for compiled in together]

    assert told == [[compiled.violations(body) for body in bodies] for compiled in alone]
    assert Violation(("spec", "entrypoint"), 1, "type", {"types": ["string"]}, '1 is not of type "string"') in told[1][1]
