"""Cohort: what is written, what is refused."""

from __future__ import annotations

import pytest

from heliostat.specs.kueue.cohort import CohortSpec
from heliostat.specs.kueue.quota import Quota
from tests.specs.answers import DNS_SUBDOMAIN, Thing, body, told


def test_a_cohort_without_arguments_is_a_root() -> None:
    """The spec is empty, and nothing is added to it."""
    assert body(CohortSpec(), "ml") == {
        "apiVersion": "kueue.x-k8s.io/v1beta2",
        "kind": "Cohort",
        "metadata": {"name": "ml"},
        "spec": {},
    }


def test_every_argument_is_written() -> None:
    """A cohort below another may have quota of its own, and lend more than that."""
    spec = CohortSpec(parent=Thing("Cohort", "company"), quotas={"a": {"cpu": Quota(0, lend=8)}}, fair_sharing_weight="500m")

    assert body(spec)["spec"] == {
        "parentName": "company",
        "resourceGroups": [
            {
                "coveredResources": ["cpu"],
                "flavors": [{"name": "a", "resources": [{"name": "cpu", "nominalQuota": "0", "lendingLimit": "8"}]}],
            }
        ],
        "fairSharing": {"weight": "500m"},
    }


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        (CohortSpec(namespace="ml"), ["namespace: must be left out, the object belongs to the whole cluster, got 'ml'"]),
        (CohortSpec(name="ml", parent="ml"), ["parent: must be another Cohort, got 'ml' itself"]),
        (
            CohortSpec(parent=""),
            [f"parent: {DNS_SUBDOMAIN}''"],
        ),
        (
            CohortSpec(quotas={"a": {"cpu": Quota(1, borrow=1)}}),
            ['quotas["a"]["cpu"].borrow: needs a parent to borrow from, got 1'],
        ),
        (
            CohortSpec(fair_sharing_weight="x"),
            ['fair_sharing_weight: must be a quantity: \'x\' is not a quantity such as "4", "500m" or "16Gi"'],
        ),
    ],
    ids=["a namespace", "its own parent", "a parent that is no name", "a limit without a parent", "a weight"],
)
def test_what_kueue_refuses_of_a_cohort_is_refused(spec: CohortSpec, expected: list[str]) -> None:
    """A cycle of one is refused too: Kueue accepts it and then never comes to rest."""
    assert told(spec) == expected
