"""ClusterQueue: every argument, the namespaces it accepts, what is refused."""

from __future__ import annotations

import pytest

from heliostat.specs.kueue.admission_rule import AdmissionRule
from heliostat.specs.kueue.cluster_queue import ClusterQueueSpec
from heliostat.specs.kueue.concurrent_admission import ConcurrentAdmission
from heliostat.specs.kueue.preemption import FlavorFungibility, Preemption
from heliostat.specs.kueue.quota import Quota
from heliostat.specs.label_selector import LabelRequirement, LabelSelector
from tests.specs.answers import DNS_SUBDOMAIN, LABEL_KEY, LABEL_VALUE, Thing, body, told


def test_what_is_not_given_is_written_as_kueue_stores_it() -> None:
    """Defaults stand in the manifest; the namespaces of teams that have the queue are accepted."""
    assert body(ClusterQueueSpec(quotas={"cpu": {"cpu": 8}}), "research") == {
        "apiVersion": "kueue.x-k8s.io/v1beta2",
        "kind": "ClusterQueue",
        "metadata": {"name": "research"},
        "spec": {
            "queueingStrategy": "BestEffortFIFO",
            "namespaceSelector": {"matchLabels": {"cluster-queue.heliostat.dev/research": "true"}},
            "resourceGroups": [
                {"coveredResources": ["cpu"], "flavors": [{"name": "cpu", "resources": [{"name": "cpu", "nominalQuota": "8"}]}]}
            ],
            "flavorFungibility": {"whenCanBorrow": "MayStopSearch", "whenCanPreempt": "TryNextFlavor"},
            "preemption": {"withinClusterQueue": "Never", "reclaimWithinCohort": "Never", "borrowWithinCohort": {"policy": "Never"}},
            "stopPolicy": "None",
        },
    }


def test_every_argument_is_written() -> None:
    """Wherever the API wants a name, a construct does."""
    a100 = Thing("ResourceFlavor", "a100")
    spec = ClusterQueueSpec(
        cohort=Thing("Cohort", "ml"),
        quotas={a100: {"nvidia.com/gpu": Quota(8, borrow=4, lend=2)}},
        namespace_selector=LabelSelector({"tier": "prod"}, match_expressions=[LabelRequirement("team", "Exists")]),
        queueing_strategy="StrictFIFO",
        preemption=Preemption(within_cluster_queue="LowerPriority"),
        flavor_fungibility=FlavorFungibility(when_can_borrow="TryNextFlavor", preference="BorrowingOverPreemption"),
        admission_checks=[
            Thing("AdmissionCheck", "sanity"),
            "budget",
            AdmissionRule(Thing("AdmissionCheck", "provisioning"), on_flavors=[a100]),
        ],
        fair_sharing_weight=2,
        admission_scope="UsageBasedAdmissionFairSharing",
        stop_policy="Hold",
    )

    assert body(spec)["spec"] == {
        "cohortName": "ml",
        "queueingStrategy": "StrictFIFO",
        "namespaceSelector": {"matchLabels": {"tier": "prod"}, "matchExpressions": [{"key": "team", "operator": "Exists"}]},
        "resourceGroups": [
            {
                "coveredResources": ["nvidia.com/gpu"],
                "flavors": [
                    {
                        "name": "a100",
                        "resources": [{"name": "nvidia.com/gpu", "nominalQuota": "8", "borrowingLimit": "4", "lendingLimit": "2"}],
                    }
                ],
            }
        ],
        "flavorFungibility": {
            "whenCanBorrow": "TryNextFlavor",
            "whenCanPreempt": "TryNextFlavor",
            "preference": "BorrowingOverPreemption",
        },
        "preemption": {"withinClusterQueue": "LowerPriority", "reclaimWithinCohort": "Never", "borrowWithinCohort": {"policy": "Never"}},
        "admissionChecksStrategy": {
            "admissionChecks": [{"name": "sanity"}, {"name": "budget"}, {"name": "provisioning", "onFlavors": ["a100"]}]
        },
        "fairSharing": {"weight": "2"},
        "admissionScope": {"admissionMode": "UsageBasedAdmissionFairSharing"},
        "stopPolicy": "Hold",
    }


@pytest.mark.parametrize(
    ("given", "selector"),
    [
        ({}, {}),
        (LabelSelector(), {}),
        ({"tier": "prod"}, {"matchLabels": {"tier": "prod"}}),
        (None, {"matchLabels": {"cluster-queue.heliostat.dev/it": "true"}}),
    ],
    ids=["no condition", "an empty selector", "labels", "nothing"],
)
def test_the_namespaces_that_are_accepted(given: object, selector: dict) -> None:
    """Every namespace only if that is asked for; Kueue's own default, no namespace, cannot come out by accident."""
    assert body(ClusterQueueSpec(quotas={}, namespace_selector=given))["spec"]["namespaceSelector"] == selector


def test_no_quota_makes_no_resource_groups() -> None:
    """An empty list would be dropped on the way."""
    assert "resourceGroups" not in body(ClusterQueueSpec(quotas={}))["spec"]


@pytest.mark.parametrize(
    ("policy", "written"),
    [
        (ConcurrentAdmission("RetainFirstAdmission"), {"migration": {"mode": "RetainFirstAdmission"}}),
        (
            ConcurrentAdmission("TryPreferredFlavors", last_acceptable_flavor=Thing("ResourceFlavor", "l4")),
            {"migration": {"mode": "TryPreferredFlavors", "constraints": {"lastAcceptableFlavorName": "l4"}}},
        ),
    ],
    ids=["mode", "mode and last flavor"],
)
def test_concurrent_admission_is_written(policy: ConcurrentAdmission, written: dict) -> None:
    """The policy stands below `migration`."""
    spec = ClusterQueueSpec(quotas={"a100": {"x.com/gpu": 1}, "l4": {"x.com/gpu": 1}}, concurrent_admission_policy=policy)

    assert body(spec)["spec"]["concurrentAdmissionPolicy"] == written


ONE = {"a": {"cpu": 1}}
REFUSED = [
    (
        "a namespace",
        ClusterQueueSpec(quotas=ONE, namespace="ml"),
        ["namespace: must be left out, the object belongs to the whole cluster, got 'ml'"],
    ),
    (
        "a name that makes no label",
        ClusterQueueSpec(quotas=ONE, name="q" * 64),
        ["namespace_selector: must be given, as the name of this queue is too long for a label of its own"],
    ),
    (
        "labels that are none",
        ClusterQueueSpec(quotas=ONE, namespace_selector={"a b": "-"}),
        [f"namespace_selector[\"a b\"]: {LABEL_KEY}'a b'", f"namespace_selector[\"a b\"]: {LABEL_VALUE}'-'"],
    ),
    (
        "a selector with labels that are none",
        ClusterQueueSpec(quotas=ONE, namespace_selector=LabelSelector({"": "a"})),
        [f"namespace_selector.match_labels[\"\"]: {LABEL_KEY}''"],
    ),
    (
        "a cohort that is no name",
        ClusterQueueSpec(quotas=ONE, cohort="ML"),
        [
            f"cohort: {DNS_SUBDOMAIN}'ML'",
        ],
    ),
    (
        "a limit without a cohort",
        ClusterQueueSpec(quotas={"a": {"cpu": Quota(1, borrow=1)}}),
        ['quotas["a"]["cpu"].borrow: needs a cohort to borrow from, got 1'],
    ),
    (
        "more lent than owned",
        ClusterQueueSpec(cohort="ml", quotas={"a": {"cpu": Quota(1, lend=2)}}),
        ['quotas["a"]["cpu"].lend: must be at most nominal, which is 1, got 2'],
    ),
    (
        "weights",
        ClusterQueueSpec(quotas=ONE, fair_sharing_weight="1n"),
        ["fair_sharing_weight: must be 0 or more than one billionth (1n), got '1n'"],
    ),
    (
        "a negative weight",
        ClusterQueueSpec(quotas=ONE, fair_sharing_weight=-1),
        ["fair_sharing_weight: must not be negative, got -1"],
    ),
    (
        "checks on flavors of other queues, and twice",
        ClusterQueueSpec(
            quotas={"a": {"cpu": 1}, "b": {"cpu": 1}},
            admission_checks=["x", AdmissionRule("y", on_flavors=["c", "a", "a"]), Thing("AdmissionCheck", "x"), ""],
        ),
        [
            "admission_checks[1].on_flavors[0]: must be a flavor of this queue, a, b, got 'c'",
            "admission_checks[1].on_flavors[2]: names the flavor 'a' a second time",
            'admission_checks[2]: names the AdmissionCheck "x" a second time',
            "admission_checks[3]: must be the name of an AdmissionCheck, of 1 to 316 characters, got ''",
        ],
    ),
    (
        "too many checks",
        ClusterQueueSpec(quotas=ONE, admission_checks=[f"c{index}" for index in range(65)]),
        ["admission_checks: must be at most 64, got 65"],
    ),
    (
        "too many flavors and resources in all",
        ClusterQueueSpec(quotas={f"f{group}-{index}": {f"r{group}": 1} for group in range(5) for index in range(52)}),
        ["quotas: name 260 flavors, Kueue takes 256"],
    ),
    (
        "too many resources in all",
        ClusterQueueSpec(quotas={f"f{group}": {f"r{group}-{index}": 1 for index in range(52)} for group in range(5)}),
        ["quotas: name 260 resources, Kueue takes 256"],
    ),
    (
        "concurrent admission over two groups, first in first out",
        ClusterQueueSpec(
            quotas={"a": {"cpu": 1}, "b": {"memory": 1}},
            queueing_strategy="StrictFIFO",
            concurrent_admission_policy=ConcurrentAdmission("TryPreferredFlavors", last_acceptable_flavor="c"),
        ),
        [
            'queueing_strategy: cannot be "StrictFIFO" with a concurrent_admission_policy',
            "quotas: must make one resource group with a concurrent_admission_policy, got 2",
            "concurrent_admission_policy.last_acceptable_flavor: must be a flavor of this queue, a, b, got 'c'",
        ],
    ),
    (
        "concurrent admission over many flavors",
        ClusterQueueSpec(
            quotas={f"f{index}": {"cpu": 1} for index in range(17)},
            concurrent_admission_policy=ConcurrentAdmission("RetainFirstAdmission"),
        ),
        ["quotas: must name at most 16 flavors with a concurrent_admission_policy, got 17"],
    ),
    (
        "a last flavor that nothing moves to",
        ClusterQueueSpec(
            quotas=ONE,
            concurrent_admission_policy=ConcurrentAdmission("RetainFirstAdmission", last_acceptable_flavor="a"),
        ),
        [
            'concurrent_admission_policy.last_acceptable_flavor: needs the mode "TryPreferredFlavors", which is "RetainFirstAdmission"',
        ],
    ),
    (
        "Kueue's old name of an argument",
        ClusterQueueSpec(quotas=ONE, cohort_name="ml"),
        ["cohort_name: ClusterQueue has no such argument, got 'ml', did you mean \"cohort\""],
    ),
]


@pytest.mark.parametrize(("spec", "expected"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_what_kueue_refuses_of_a_queue_is_refused(spec: ClusterQueueSpec, expected: list[str]) -> None:
    """Every rule of the CRD and the webhook that arguments can break is told, with what was given."""
    assert told(spec) == expected
