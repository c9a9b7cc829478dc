"""ResourceFlavor: labels, taints, tolerations, and what a pod needs of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heliostat.specs.kueue.resource_flavor import ResourceFlavorSpec, Taint
from heliostat.specs.pod.toleration import Toleration
from tests.specs.answers import DNS_SUBDOMAIN, LABEL_KEY, LABEL_VALUE, Thing, body, told

GPU_TAINT = "nvidia.com/gpu=present:NoSchedule"

TAINTS = st.builds(
    Taint,
    st.sampled_from(["spot", "nvidia.com/gpu"]),
    value=st.sampled_from([None, "", "present"]),
    effect=st.sampled_from(["NoSchedule", "PreferNoSchedule", "NoExecute"]),
)


def test_a_flavor_without_arguments_is_every_node() -> None:
    """An empty spec is written, as Kueue stores it."""
    assert body(ResourceFlavorSpec(), "default") == {
        "apiVersion": "kueue.x-k8s.io/v1beta2",
        "kind": "ResourceFlavor",
        "metadata": {"name": "default"},
        "spec": {},
    }


def test_every_argument_is_written() -> None:
    """Taints and tolerations may be typed or text, a topology may be the construct."""
    spec = ResourceFlavorSpec(
        node_labels={"pool": "a100"},
        taints=[GPU_TAINT, Taint("spot", effect="NoExecute", time_added="2026-01-01T00:00:00Z")],
        tolerations=["spot", Toleration("team", operator="Equal", value="ml", effect="NoExecute", toleration_seconds=60)],
        topology=Thing("Topology", "racks"),
        labels={"owner": "platform"},
        annotations={"note": "a"},
        overrides={"spec": {"nodeLabels": {"zone": "b"}}},
    )

    assert body(spec, "a100") == {
        "apiVersion": "kueue.x-k8s.io/v1beta2",
        "kind": "ResourceFlavor",
        "metadata": {"name": "a100", "labels": {"owner": "platform"}, "annotations": {"note": "a"}},
        "spec": {
            "nodeLabels": {"pool": "a100", "zone": "b"},
            "nodeTaints": [
                {"key": "nvidia.com/gpu", "value": "present", "effect": "NoSchedule"},
                {"key": "spot", "effect": "NoExecute", "timeAdded": "2026-01-01T00:00:00Z"},
            ],
            "tolerations": [
                {"key": "spot", "operator": "Exists"},
                {"key": "team", "operator": "Equal", "value": "ml", "effect": "NoExecute", "tolerationSeconds": 60},
            ],
            "topologyName": "racks",
        },
    }


@pytest.mark.parametrize(
    ("spec", "tolerations"),
    [
        (ResourceFlavorSpec(), []),
        (
            ResourceFlavorSpec(taints=[GPU_TAINT]),
            [{"key": "nvidia.com/gpu", "operator": "Equal", "value": "present", "effect": "NoSchedule"}],
        ),
        (ResourceFlavorSpec(taints=["spot:NoExecute"]), [{"key": "spot", "operator": "Exists", "effect": "NoExecute"}]),
        (ResourceFlavorSpec(taints=["spot:PreferNoSchedule"]), []),
        (ResourceFlavorSpec(taints=[GPU_TAINT], tolerations=["nvidia.com/gpu"]), [{"key": "nvidia.com/gpu", "operator": "Exists"}]),
        (ResourceFlavorSpec(taints=[GPU_TAINT], tolerations=[Toleration()]), [{"operator": "Exists"}]),
        (
            ResourceFlavorSpec(taints=[GPU_TAINT], tolerations=["nvidia.com/gpu=absent"]),
            [
                {"key": "nvidia.com/gpu", "operator": "Equal", "value": "absent"},
                {"key": "nvidia.com/gpu", "operator": "Equal", "value": "present", "effect": "NoSchedule"},
            ],
        ),
    ],
    ids=[
        "nothing to tolerate",
        "a taint with a value",
        "a taint without a value",
        "a taint that keeps no pod away",
        "a taint that the flavor's toleration covers",
        "a toleration of everything",
        "a taint that the flavor's toleration does not cover",
    ],
)
def test_a_pod_needs_the_flavors_tolerations_and_one_for_each_taint_left(spec: ResourceFlavorSpec, tolerations: list) -> None:
    """Kueue adds only the flavor's own tolerations to pods, so a taint needs one that the pod brings."""
    assert spec.pod_tolerations() == tolerations


@given(TAINTS, TAINTS)
def test_the_toleration_of_a_taint_covers_it_and_no_other_key_or_effect(one: Taint, other: Taint) -> None:
    """A taint's own toleration covers another taint only if key and effect agree, and the value where there is one."""
    same = (one.key, one.effect) == (other.key, other.effect) and (not one.value or one.value == other.value)

    assert one.tolerated_by(one.toleration())
    assert other.tolerated_by(one.toleration()) == same


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        (
            ResourceFlavorSpec(namespace="ml"),
            ["namespace: must be left out, the object belongs to the whole cluster, got 'ml'"],
        ),
        (
            ResourceFlavorSpec(node_labels={"a b": "-"}),
            [f"node_labels[\"a b\"]: {LABEL_KEY}'a b'", f"node_labels[\"a b\"]: {LABEL_VALUE}'-'"],
        ),
        (
            ResourceFlavorSpec(
                node_labels={f"l{index}": "x" for index in range(9)},
                taints=[f"t{index}:NoSchedule" for index in range(9)],
                tolerations=[f"t{index}" for index in range(10)],
            ),
            ["node_labels: must be at most 8, got 9", "taints: must be at most 8, got 9", "tolerations: must be at most 8, got 10"],
        ),
        (
            ResourceFlavorSpec(taints=["spot", "a=b:Never", "-:NoSchedule"]),
            [
                "taints[0]: 'spot' is not of the form key=value:NoSchedule or key:NoSchedule",
                "taints[1]: 'a=b:Never' is not of the form key=value:NoSchedule, key:NoSchedule or key",
                f"taints[2]: key {LABEL_KEY}'-'",
            ],
        ),
        (
            ResourceFlavorSpec(taints=[Taint("-", value="?", effect="NoSchedule")]),
            [f"taints[0].key: {LABEL_KEY}'-'", f"taints[0].value: {LABEL_VALUE}'?'"],
        ),
        (
            ResourceFlavorSpec(taints=["spot=a:NoSchedule", "spot=b:NoSchedule", "spot=a:NoExecute"]),
            ["taints[1]: must not repeat key and effect of another taint, got spot:NoSchedule"],
        ),
        (
            ResourceFlavorSpec(topology="Racks"),
            [
                f"topology: {DNS_SUBDOMAIN}'Racks'",
                "node_labels: must name at least one label where a topology is given",
            ],
        ),
        (
            ResourceFlavorSpec(node_labels={"pool": 1}),
            ['node_labels["pool"]: must be text, got 1'],
        ),
    ],
    ids=[
        "a namespace",
        "label syntax",
        "too many",
        "text that is no taint",
        "taint syntax",
        "one taint twice",
        "a topology without labels",
        "a label that is no text",
    ],
)
def test_what_kueue_refuses_of_a_flavor_is_refused(spec: ResourceFlavorSpec, expected: list[str]) -> None:
    """Every rule of the CRD and the webhook that arguments can break is told, with what was given."""
    assert told(spec) == expected
