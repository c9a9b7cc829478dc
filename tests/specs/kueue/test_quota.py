"""Quotas become resource groups, and what Kueue refuses of them is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heliostat.specs.kueue.quota import Quota, QuotaRules, Quotas, grouped_flavors, quota_problems, resource_groups
from tests.specs.answers import DNS_SUBDOMAIN, LABEL_KEY, Thing, told

IN_COHORT = QuotaRules("cohort", has_parent=True, lends_own_only=True)
ALONE = QuotaRules("cohort", has_parent=False, lends_own_only=True)
COHORT = QuotaRules("parent", has_parent=True, lends_own_only=False)

QUOTAS = st.dictionaries(
    st.sampled_from([f"f{index}" for index in range(8)]),
    st.dictionaries(st.sampled_from([f"x.com/r{index}" for index in range(8)]), st.integers(0, 9), min_size=1, max_size=3),
    max_size=8,
)


def test_flavors_with_the_same_resources_make_one_group() -> None:
    """Flavors keep the order given; resources have the first flavor's order in every flavor; amounts are canonical text."""
    quotas = {
        Thing("ResourceFlavor", "cpu"): {"cpu": 256, "memory": "1024Gi"},
        "spot": {"memory": Quota("512Gi", borrow="256Gi", lend=0), "cpu": Quota(0.5)},
    }

    assert resource_groups(quotas, has_parent=True) == [
        {
            "coveredResources": ["cpu", "memory"],
            "flavors": [
                {"name": "cpu", "resources": [{"name": "cpu", "nominalQuota": "256"}, {"name": "memory", "nominalQuota": "1Ti"}]},
                {
                    "name": "spot",
                    "resources": [
                        {"name": "cpu", "nominalQuota": "500m"},
                        {"name": "memory", "nominalQuota": "512Gi", "borrowingLimit": "256Gi", "lendingLimit": "0"},
                    ],
                },
            ],
        }
    ]


def test_flavors_that_share_no_resource_make_groups_of_their_own() -> None:
    """CPU from one group, GPUs from another."""
    quotas = {"cpu": {"cpu": 8}, "l4": {"nvidia.com/gpu": 2}, "a100": {"nvidia.com/gpu": 1}}

    assert resource_groups(quotas, has_parent=False) == [
        {"coveredResources": ["cpu"], "flavors": [{"name": "cpu", "resources": [{"name": "cpu", "nominalQuota": "8"}]}]},
        {
            "coveredResources": ["nvidia.com/gpu"],
            "flavors": [
                {"name": "l4", "resources": [{"name": "nvidia.com/gpu", "nominalQuota": "2"}]},
                {"name": "a100", "resources": [{"name": "nvidia.com/gpu", "nominalQuota": "1"}]},
            ],
        },
    ]


@pytest.mark.parametrize(
    ("has_parent", "nothing"),
    [(False, {"nominalQuota": "0"}), (True, {"nominalQuota": "0", "borrowingLimit": "0"})],
    ids=["alone", "in a cohort"],
)
def test_an_extended_resource_that_a_flavor_lacks_is_zero_there(has_parent: bool, nothing: dict) -> None:
    """Kueue wants every resource of the group in every flavor; what is not given can neither be used nor borrowed."""
    quotas = {"cpu": {"cpu": 8}, "a100": {"cpu": 96, "nvidia.com/gpu": 8}}

    assert resource_groups(quotas, has_parent=has_parent) == [
        {
            "coveredResources": ["cpu", "nvidia.com/gpu"],
            "flavors": [
                {"name": "cpu", "resources": [{"name": "cpu", "nominalQuota": "8"}, {"name": "nvidia.com/gpu", **nothing}]},
                {
                    "name": "a100",
                    "resources": [{"name": "cpu", "nominalQuota": "96"}, {"name": "nvidia.com/gpu", "nominalQuota": "8"}],
                },
            ],
        }
    ]


def test_a_flavor_that_shares_with_two_groups_joins_them() -> None:
    """Groups are what is connected, in the order in which flavors are given."""
    quotas = {"a": {"x": 1}, "b": {"y": 1}, "c": {"z": 1}, "d": {"x": 1, "z": 1}}

    assert grouped_flavors(quotas) == [["a", "c", "d"], ["b"]]


@given(QUOTAS)
def test_every_flavor_and_every_resource_stands_in_one_group_only(quotas: Quotas) -> None:
    """What Kueue asks of groups holds whatever the quotas: no flavor and no resource twice, equal lists in every flavor."""
    groups = resource_groups(quotas, has_parent=False)
    flavors = [flavor for group in groups for flavor in group["flavors"]]
    covered = [resource for group in groups for resource in group["coveredResources"]]

    assert sorted(flavor["name"] for flavor in flavors) == sorted(quotas)
    assert sorted(covered) == sorted({resource for amounts in quotas.values() for resource in amounts})
    assert all(
        [cell["name"] for cell in flavor["resources"]] == group["coveredResources"] for group in groups for flavor in group["flavors"]
    )
    assert {
        flavor["name"]: {cell["name"]: int(cell["nominalQuota"]) for cell in flavor["resources"] if cell["nominalQuota"] != "0"}
        for flavor in flavors
    } == {name: {resource: amount for resource, amount in amounts.items() if amount} for name, amounts in quotas.items()}


REFUSED = [
    (
        "a limit without a cohort",
        {"a": {"cpu": Quota(1, borrow=1, lend=0)}},
        ALONE,
        [
            'quotas["a"]["cpu"].borrow: needs a cohort to borrow from, got 1',
            'quotas["a"]["cpu"].lend: needs a cohort to lend to, got 0',
        ],
    ),
    (
        "more lent than owned",
        {"a": {"memory": Quota("1Gi", lend="1025Mi")}},
        IN_COHORT,
        [
            "quotas[\"a\"][\"memory\"].lend: must be at most nominal, which is '1Gi', got '1025Mi'",
        ],
    ),
    (
        "not an amount",
        {"a": {"cpu": "many", "memory": -1}},
        ALONE,
        [
            'quotas["a"]["cpu"]: must be a quantity: \'many\' is not a quantity such as "4", "500m" or "16Gi"',
            'quotas["a"]["memory"]: must not be negative, got -1',
        ],
    ),
    (
        "names",
        {"A": {"nvidia.com/": 1}},
        ALONE,
        [
            f"quotas[\"A\"]: is not the name of a flavor: {DNS_SUBDOMAIN}'A'",
            f'quotas["A"]["nvidia.com/"]: is not the name of a resource: {LABEL_KEY}\'nvidia.com/\'',
        ],
    ),
    (
        "resources that no pod asks for",
        {"a": {"cpu": 1, "memory": "1Gi", "memroy": 1, "gpu": 1}},
        ALONE,
        [
            'quotas["a"]["memroy"]: is no resource that pods ask for, did you mean "memory"',
            'quotas["a"]["gpu"]: is no resource that pods ask for, did you mean "nvidia.com/gpu"',
        ],
    ),
    ("a flavor with nothing", {"a": {}}, ALONE, ['quotas["a"]: must give a quota for at least one resource']),
    (
        "one flavor as construct and as name",
        {Thing("ResourceFlavor", "a"): {"cpu": 1}, "a": {"memory": 1}},
        ALONE,
        [
            'quotas["a"]: is the second entry for the flavor "a", all its resources belong in one',
        ],
    ),
    (
        "what every node has left out",
        {"a": {"cpu": 1, "memory": "1Gi"}, "b": {"cpu": 1}},
        ALONE,
        [
            'quotas["b"]: must give memory too, as the flavor "a" of the same resource group does; 0 where there is none',
        ],
    ),
    (
        "too many groups",
        {f"f{index}": {f"r{index}": 1} for index in range(17)},
        ALONE,
        [
            "quotas: make 17 resource groups (flavors that share a resource), Kueue takes 16",
        ],
    ),
    (
        "too many flavors in a group",
        {f"f{index}": {"cpu": 1} for index in range(65)},
        ALONE,
        [
            'quotas: put 65 flavors in the resource group of the flavor "f0", Kueue takes 64',
        ],
    ),
    (
        "too many resources in a group",
        {"a": {f"r{index}": 1 for index in range(65)}},
        ALONE,
        [
            'quotas: put 65 resources in the resource group of the flavor "a", Kueue takes 64',
        ],
    ),
    (
        "too many pairs",
        {f"f{index}": {f"r{number}": 1 for number in range(27)} for index in range(19)},
        ALONE,
        [
            'quotas: make 513 pairs of flavor and resource in the resource group of the flavor "f0", Kueue takes 512',
        ],
    ),
]


@pytest.mark.parametrize(("quotas", "rules", "expected"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_what_kueue_refuses_of_quotas_is_refused(quotas: Quotas, rules: QuotaRules, expected: list[str]) -> None:
    """Every rule of the CRD and the webhook that quotas can break is told, with its place and what was given."""
    assert [f"{problem.argument}: {problem.message}" for problem in quota_problems(quotas, rules)] == expected


def test_a_cohort_may_lend_more_than_its_own() -> None:
    """A Cohort lends what its members bring, so nominal does not bound it."""
    assert list(quota_problems({"a": {"cpu": Quota(0, lend=8)}}, COHORT)) == []


def test_a_wrong_amount_of_a_quota_is_told_by_its_argument() -> None:
    """Each of the three amounts is checked by itself."""
    assert told(Quota("x", borrow=-1, lend=True)) == [
        "lend: must be a number or text, got True",
        'nominal: must be a quantity: \'x\' is not a quantity such as "4", "500m" or "16Gi"',
        "borrow: must not be negative, got -1",
    ]
    assert told(Quota("x", borrow=-1, lend="1G")) == [
        'nominal: must be a quantity: \'x\' is not a quantity such as "4", "500m" or "16Gi"',
        "borrow: must not be negative, got -1",
    ]
