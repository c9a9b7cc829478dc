"""The constructs of Kueue's objects: each makes what its spec says, and is taken wherever its name is wanted."""

from __future__ import annotations

from typing import Any

import cdk8s
import pytest

from heliostat.constructs.environment import Environment
from heliostat.constructs.kubernetes_object import KubernetesObject
from heliostat.constructs.kueue.admission_check import AdmissionCheck
from heliostat.constructs.kueue.cluster_queue import ClusterQueue
from heliostat.constructs.kueue.cohort import Cohort
from heliostat.constructs.kueue.local_queue import LocalQueue
from heliostat.constructs.kueue.multi_kueue_cluster import MultiKueueCluster
from heliostat.constructs.kueue.multi_kueue_config import MultiKueueConfig
from heliostat.constructs.kueue.provisioning_request_config import ProvisioningRequestConfig
from heliostat.constructs.kueue.resource_flavor import ResourceFlavor
from heliostat.constructs.kueue.topology import Topology
from heliostat.constructs.kueue.workload_priority_class import WorkloadPriorityClass
from heliostat.specs.kueue.admission_check import AdmissionCheckSpec
from heliostat.specs.kueue.admission_rule import AdmissionRule
from heliostat.specs.kueue.cluster_queue import ClusterQueueSpec
from heliostat.specs.kueue.cohort import CohortSpec
from heliostat.specs.kueue.local_queue import LocalQueueSpec
from heliostat.specs.kueue.multi_kueue_cluster import MultiKueueClusterSpec
from heliostat.specs.kueue.multi_kueue_config import MultiKueueConfigSpec
from heliostat.specs.kueue.provisioning_request_config import ProvisioningRequestConfigSpec
from heliostat.specs.kueue.quota import Quota
from heliostat.specs.kueue.resource_flavor import ResourceFlavorSpec
from heliostat.specs.kueue.topology import TopologySpec
from heliostat.specs.kueue.workload_priority_class import WorkloadPriorityClassSpec
from heliostat.specs.object_spec import ObjectSpec
from heliostat.specs.reference import FlavorReference
from tests.specs.answers import body

MINIMAL: list[tuple[type[KubernetesObject], type[ObjectSpec], dict[str, Any]]] = [
    (AdmissionCheck, AdmissionCheckSpec, {"controller_name": "example.com/budget"}),
    (ClusterQueue, ClusterQueueSpec, {"quotas": {"cpu": {"cpu": 8}}}),
    (Cohort, CohortSpec, {}),
    (LocalQueue, LocalQueueSpec, {"cluster_queue": "research"}),
    (MultiKueueCluster, MultiKueueClusterSpec, {"kube_config_secret": "east"}),
    (MultiKueueConfig, MultiKueueConfigSpec, {"clusters": ["east"]}),
    (ProvisioningRequestConfig, ProvisioningRequestConfigSpec, {"provisioning_class_name": "atomic.example.com"}),
    (ResourceFlavor, ResourceFlavorSpec, {"node_labels": {"pool": "cpu"}}),
    (Topology, TopologySpec, {"levels": ["kubernetes.io/hostname"]}),
    (WorkloadPriorityClass, WorkloadPriorityClassSpec, {"value": 1}),
]


@pytest.mark.parametrize(("construct", "spec", "arguments"), MINIMAL, ids=[case[0].__name__ for case in MINIMAL])
def test_a_construct_makes_the_object_of_its_spec(
    construct: type[KubernetesObject], spec: type[ObjectSpec], arguments: dict[str, Any]
) -> None:
    """The id is the name, in anybody's chart."""
    chart = cdk8s.Testing.chart()
    made = construct(chart, "it", **arguments)

    assert made.name == "it"
    assert cdk8s.Testing.synth(chart) == [body(spec(**arguments))]


def test_constructs_stand_for_their_names() -> None:
    """Topology, flavor, cohort, check, configuration, cluster and queue are given as constructs."""
    chart = cdk8s.Testing.chart()
    flavor = ResourceFlavor(chart, "a100", node_labels={"pool": "a100"}, topology=Topology(chart, "racks", levels=["rack"]))
    cohort = Cohort(chart, "ml", parent=Cohort(chart, "company"), quotas={flavor: {"cpu": 1}})
    provisioning = ProvisioningRequestConfig(chart, "nodes", provisioning_class_name="atomic.example.com")
    regions = MultiKueueConfig(chart, "regions", clusters=[MultiKueueCluster(chart, "east", kube_config_secret="east")])
    checks = [AdmissionCheck(chart, f"by-{parameters.name}", parameters=parameters) for parameters in (provisioning, regions)]
    queue = ClusterQueue(
        chart,
        "research",
        cohort=cohort,
        quotas={flavor: {"cpu": Quota(8, borrow=4)}},
        admission_checks=[AdmissionRule(checks[0], on_flavors=[flavor]), checks[1]],
    )
    LocalQueue(chart, "default", namespace="vision", cluster_queue=queue)
    specs = {f"{made['kind']} {made['metadata']['name']}": made["spec"] for made in cdk8s.Testing.synth(chart)}

    assert specs["ResourceFlavor a100"]["topologyName"] == "racks"
    assert specs["Cohort ml"]["parentName"] == "company"
    assert specs["Cohort ml"]["resourceGroups"][0]["flavors"][0]["name"] == "a100"
    assert specs["MultiKueueConfig regions"]["clusters"] == ["east"]
    assert specs["AdmissionCheck by-nodes"] == {
        "controllerName": "kueue.x-k8s.io/provisioning-request",
        "parameters": {"apiGroup": "kueue.x-k8s.io", "kind": "ProvisioningRequestConfig", "name": "nodes"},
    }
    assert specs["AdmissionCheck by-regions"] == {
        "controllerName": "kueue.x-k8s.io/multikueue",
        "parameters": {"apiGroup": "kueue.x-k8s.io", "kind": "MultiKueueConfig", "name": "regions"},
    }
    assert specs["ClusterQueue research"]["cohortName"] == "ml"
    assert specs["ClusterQueue research"]["resourceGroups"][0]["flavors"][0]["name"] == "a100"
    assert specs["ClusterQueue research"]["admissionChecksStrategy"]["admissionChecks"] == [
        {"name": "by-nodes", "onFlavors": ["a100"]},
        {"name": "by-regions"},
    ]
    assert specs["LocalQueue default"]["clusterQueue"] == "research"


def test_a_flavor_tells_what_a_pod_needs() -> None:
    """Its node labels, its tolerations, and one for each of its taints."""
    flavor = ResourceFlavor(cdk8s.Testing.chart(), "a100", node_labels={"pool": "a100"}, taints=["spot:NoSchedule"])

    assert isinstance(flavor, FlavorReference)
    assert flavor.node_labels == {"pool": "a100"}
    assert flavor.tolerations == [{"key": "spot", "operator": "Exists", "effect": "NoSchedule"}]


@pytest.mark.parametrize(
    ("arguments", "labels"),
    [
        ({}, {"cluster-queue.heliostat.dev/research": "true"}),
        ({"namespace_selector": {"tier": "prod"}}, {"tier": "prod"}),
        ({"namespace_selector": {}}, {}),
    ],
    ids=["its own", "given", "none"],
)
def test_a_queue_tells_what_a_namespace_needs(arguments: dict[str, Any], labels: dict[str, str]) -> None:
    """The labels that its selector asks for."""
    assert ClusterQueue(cdk8s.Testing.chart(), "research", quotas={}, **arguments).namespace_labels == labels


def test_what_was_refused_can_still_be_taken() -> None:
    """In an environment each wrong argument is told once, where it stands; those who take the construct go on."""
    environment = Environment("prod")
    queues = environment.app("queues")
    flavor = ResourceFlavor(queues, "a100", node_labels=["pool"], taints=["a"])
    queue = ClusterQueue(queues, "research", quotas={flavor: {"cpu": "x"}}, namespace_selector="all")
    LocalQueue(queues, "default", namespace="vision", cluster_queue=queue)

    assert (flavor.node_labels, flavor.tolerations, queue.namespace_labels) == ({}, [], {})
    assert [problem.partition(": ")[2] for problem in environment.refused] == [
        "ResourceFlavor \"a100\": node_labels: must be a mapping, got ['pool']",
        "ClusterQueue \"research\": namespace_selector: must be a LabelSelector or a mapping, got 'all'",
        'ClusterQueue "research": quotas["a100"]["cpu"]: must be a quantity: \'x\' is not a quantity such as "4", "500m" or "16Gi"',
    ]
