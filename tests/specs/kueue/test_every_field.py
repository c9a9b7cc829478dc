"""Every field of Kueue's API has an argument."""

from __future__ import annotations

import pytest

from heliostat.schemas.store import schema_for
from heliostat.specs.kueue.admission_check import AdmissionCheckSpec, ParametersReference
from heliostat.specs.kueue.admission_rule import AdmissionRule
from heliostat.specs.kueue.cluster_queue import ClusterQueueSpec
from heliostat.specs.kueue.cohort import CohortSpec
from heliostat.specs.kueue.concurrent_admission import ConcurrentAdmission
from heliostat.specs.kueue.local_queue import LocalQueueSpec
from heliostat.specs.kueue.multi_kueue_cluster import MultiKueueClusterSpec
from heliostat.specs.kueue.multi_kueue_config import MultiKueueConfigSpec
from heliostat.specs.kueue.preemption import BorrowWithinCohort, FlavorFungibility, Preemption
from heliostat.specs.kueue.provisioning_request_config import PodSetUpdates, ProvisioningRequestConfigSpec
from heliostat.specs.kueue.quota import Quota
from heliostat.specs.kueue.resource_flavor import ResourceFlavorSpec, Taint
from heliostat.specs.kueue.topology import TopologySpec
from heliostat.specs.kueue.workload_priority_class import WorkloadPriorityClassSpec
from heliostat.specs.label_selector import LabelRequirement, LabelSelector
from heliostat.specs.object_spec import ObjectSpec
from heliostat.specs.pod.toleration import Toleration
from tests.specs.answers import TARGETS, body
from tests.specs.schema_fields import unreached

QUOTAS = {"a100": {"cpu": Quota(8, borrow=4, lend=2)}}

EVERY_ARGUMENT: list[list[ObjectSpec]] = [
    [AdmissionCheckSpec(controller_name="x", parameters=ParametersReference(api_group="example.com", kind="Budget", name="yearly"))],
    [
        ClusterQueueSpec(
            quotas=QUOTAS,
            cohort="ml",
            namespace_selector=LabelSelector({"tier": "prod"}, match_expressions=[LabelRequirement("team", "In", ["a"])]),
            preemption=Preemption(reclaim_within_cohort="Any", borrow_within_cohort=BorrowWithinCohort(max_priority_threshold=1)),
            flavor_fungibility=FlavorFungibility(when_can_borrow="TryNextFlavor", preference="BorrowingOverPreemption"),
            admission_checks=[AdmissionRule("provisioning", on_flavors=["a100"])],
            fair_sharing_weight=2,
            admission_scope="NoAdmissionFairSharing",
            concurrent_admission_policy=ConcurrentAdmission("TryPreferredFlavors", last_acceptable_flavor="a100"),
        )
    ],
    [CohortSpec(parent="company", quotas=QUOTAS, fair_sharing_weight=2)],
    [LocalQueueSpec(cluster_queue="research", fair_sharing_weight=2)],
    [MultiKueueClusterSpec(kube_config_secret="east"), MultiKueueClusterSpec(cluster_profile="east")],
    [MultiKueueConfigSpec(clusters=["east"], quota_management="Manual")],
    [
        ProvisioningRequestConfigSpec(
            provisioning_class_name="atomic.example.com",
            parameters={"a": "b"},
            managed_resources=["nvidia.com/gpu"],
            pod_set_updates=PodSetUpdates(node_selector={"pool": "NodePool"}),
            pod_set_merge_policy="IdenticalPodTemplates",
        )
    ],
    [
        ResourceFlavorSpec(
            node_labels={"pool": "a100"},
            taints=[Taint("spot", value="yes", effect="NoExecute", time_added="2026-01-01T00:00:00Z")],
            tolerations=[Toleration("spot", operator="Equal", value="yes", effect="NoExecute", toleration_seconds=1)],
            topology="racks",
        )
    ],
    [TopologySpec(levels=["rack"])],
    [WorkloadPriorityClassSpec(value=1, description="training")],
]


@pytest.mark.parametrize("specs", EVERY_ARGUMENT, ids=[type(specs[0]).__name__ for specs in EVERY_ARGUMENT])
def test_every_field_has_an_argument(specs: list[ObjectSpec]) -> None:
    """Nothing but the status, which Kueue writes, is left to overrides."""
    made = [body(spec) for spec in specs]
    schema = schema_for("kueue.x-k8s.io/v1beta2", str(made[0]["kind"]), TARGETS)
    assert schema is not None
    definitions, properties = schema.document["$defs"], schema.document["properties"]
    assert isinstance(definitions, dict)
    assert isinstance(properties, dict)
    written = {name: below for name, below in properties.items() if name not in ("metadata", "status")}

    assert list(unreached({"properties": written}, definitions, made)) == []
