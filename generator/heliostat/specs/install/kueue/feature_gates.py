"""Feature gates of Kueue, which exits when it is given one that it does not know.

Source: sigs.k8s.io/kueue v0.17.0, v0.18.4 and v0.19.0 to v0.19.2, pkg/features/kube_features.go, and LoadAndValidateFeatureGates of
pkg/config/validation.go. The gates of Kubernetes' own libraries, which Kueue takes too, are not among them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from heliostat.manifests.guess import did_you_mean
from heliostat.schemas.targets import Targets, at_least, minor
from heliostat.specs.arguments import Problem
from heliostat.specs.version_need import version_problems

_TABLE = """
    AdmissionFairSharing 0.12 alpha off, 0.15 beta on
    AdmissionGatedBy 0.17 alpha off, 0.19 beta on
    AssignQueueLabelsForPods 0.17 beta on
    CleanupProvisioningRequestsOnEviction 0.19 beta on
    ConcurrentAdmission 0.18 alpha off
    CustomMetricLabels 0.17 alpha off
    DRAExtendedResources 0.17 alpha off, 0.18 deprecated off locked, 0.19 removed
    DeferRayServiceFinalizationForRedisCleanup 0.19 beta on
    DisableWaitForPodsReady 0.19 alpha off
    DynamicResourceAllocation 0.14 alpha off, 0.18 deprecated off locked, 0.19 removed
    ElasticJobsViaWorkloadSlices 0.13 alpha off, 0.18 beta on
    ElasticJobsViaWorkloadSlicesWithTAS 0.17 alpha off
    FailureRecoveryPolicy 0.15 alpha off
    FairSharingPreemptWithinNominal 0.17 beta on
    FairSharingPrioritizeNonBorrowing 0.17 beta on
    FastQuotaReleaseInPodIntegration 0.17 alpha off
    FinishOrphanedWorkloads 0.18 beta on
    FlavorFungibility 0.5 beta on
    FlavorFungibilityPreserveScanProgress 0.19.1 beta on
    HierarchicalCohorts 0.11 beta on, 0.17 ga on locked
    KueueDRAIntegration 0.18 beta on
    KueueDRAIntegrationConsumableCapacity 0.19 alpha off
    KueueDRAIntegrationExtendedResource 0.18 alpha off, 0.19 beta on
    KueueDRAIntegrationPartitionableDevices 0.18 alpha off, 0.19 beta on
    KueueDRARejectWorkloadsWhenDRADisabled 0.18 beta on
    LWSImmutableGroupSize 0.19.1 beta on
    LendingLimit 0.6 alpha off, 0.9 beta on, 0.17 ga on locked, 0.19 removed
    LocalQueueDefaulting 0.10 alpha off, 0.12 beta on, 0.17 ga on locked, 0.19 removed
    LocalQueueMetrics 0.10 alpha off, 0.17 beta on
    ManagedJobsNamespaceSelectorAlwaysRespected 0.13 alpha off, 0.15 beta on, 0.19 ga on locked
    MetricForWorkloadCreationLatency 0.18 beta on
    MetricsForCohorts 0.18 beta on
    MultiKueue 0.6 alpha off, 0.9 beta on
    MultiKueueAdaptersForCustomJobs 0.14 alpha off, 0.15 beta on
    MultiKueueAllowInsecureKubeconfigs 0.15 alpha off, 0.17 deprecated off, 0.19 deprecated off locked
    MultiKueueBatchJobWithManagedBy 0.8 alpha off, 0.15 beta on, 0.17 ga on locked, 0.19 removed
    MultiKueueClusterProfile 0.15 alpha off
    MultiKueueIncrementalDispatcherConfig 0.19 beta on
    MultiKueueIncrementalDispatcherRespectConfigOrder 0.19 beta on
    MultiKueueKubeConfigPathValidation 0.19 alpha off
    MultiKueueManagerQuotaAutomation 0.18 alpha off
    MultiKueueOrchestratedPreemption 0.17 alpha off
    MultiKueueRedoAdmissionOnEvictionInWorker 0.16 beta on, 0.18 ga on locked
    MultiKueueRemoteSpecSync 0.19.1 beta on
    MultiKueueWaitForWorkloadAdmitted 0.16 beta on, 0.18 ga on locked
    ObjectRetentionPolicies 0.12 alpha off, 0.13 beta on, 0.17 ga on locked
    PartialAdmission 0.4 alpha off, 0.5 beta on
    PodIntegrationValidateGroupOwner 0.19.2 beta on
    PrioritizePreemptorWorkloads 0.19.2 alpha off
    PriorityBoost 0.17 alpha off
    PrioritySortingWithinCohort 0.6 beta on
    PropagateBatchJobLabelsToWorkload 0.15 beta on, 0.17 ga on locked
    QuotaCheckStrategy 0.18 alpha off, 0.19 beta on
    ReclaimablePods 0.15 beta on
    RecomputeAssignmentUponPreemptionTargetsOverlap 0.19.1 alpha off
    RejectUpdatesToCQWithInvalidOnFlavors 0.18 alpha off
    RemoveFinalizersWithStrictPatch 0.17 beta on
    SanitizePodSets 0.13 beta on, 0.17 ga on locked, 0.19 removed
    SchedulerLibraryIntegration 0.19 alpha off
    SchedulerLongRequeueInterval 0.17 alpha off
    SchedulerTimestampPreemptionBuffer 0.17 alpha off
    SchedulingEquivalenceHashing 0.17 beta off, 0.18 beta on
    ShortWorkloadNames 0.17 alpha off
    SkipAncestorCheckForDeletedWorkloads 0.19.1 beta on
    SkipFinalizersForPodsSuspendedByParent 0.16 beta on, 0.18 ga on locked
    SkipReassignmentForPodOwnedWorkloads 0.19 beta on
    SparkApplicationIntegration 0.17 alpha off
    TASAssignmentsEncodingByHostnamePrefix 0.19 beta on
    TASBalancedPlacement 0.15 alpha off
    TASCacheNodeMatchResults 0.19 beta on
    TASCacheTopologyTree 0.19.2 alpha off
    TASCachingRemainingResources 0.19 beta on
    TASFailedNodeReplacement 0.12 alpha off, 0.14 beta on
    TASFailedNodeReplacementFailFast 0.13 alpha off, 0.14 beta on
    TASHandleOverlappingFlavors 0.18 beta on
    TASMultiLayerTopology 0.17 alpha off, 0.19 beta on
    TASProfileMixed 0.10 alpha off, 0.15 beta on
    TASRecomputeAssignmentWithinSchedulingCycle 0.19 beta on
    TASReplaceNodeDueToNotReadyOverFixedTime 0.17 beta on, 0.19 deprecated off
    TASReplaceNodeOnNodeTaints 0.17 beta on
    TASReplaceNodeOnPodTermination 0.13 alpha off, 0.14 beta on
    TASRespectNodeAffinityPreferred 0.18 alpha off
    TASValidateWorkloadSliceSize 0.19.1 beta on
    TLSOptions 0.16 beta on
    TopologyAwareScheduling 0.9 alpha off, 0.14 beta on
    UnadmittedWorkloadsExplicitStatus 0.19 beta off
    UnadmittedWorkloadsObservability 0.19 beta off
    ValidateRayAndSparkJobUpdates 0.19.2 beta on
    VectorizedResourceRequests 0.19 beta on
    VisibilityOnDemand 0.6 alpha off, 0.9 beta on
    WorkloadIdentifierAnnotations 0.18 beta on
    WorkloadPriorityClassDefaulting 0.18 alpha off
    WorkloadRequestUseMergePatch 0.14 alpha off
    WorkloadValidateResourcesAreNonNegative 0.19.1 beta on
    WorkloadValidationForPodSetMetadata 0.19.1 beta on
"""
"""A line for each gate: the version from which on it is how it is said, and `locked` where it cannot be changed."""

_ALL = {"AllAlpha": "alpha", "AllBeta": "beta"}
"""Gates that stand for all others of a stage."""

_REQUIRED: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(
        (
            "TASBalancedPlacement",
            "TASFailedNodeReplacement",
            "TASHandleOverlappingFlavors",
            "TASMultiLayerTopology",
            "TASProfileMixed",
            "TASRecomputeAssignmentWithinSchedulingCycle",
            "TASReplaceNodeOnNodeTaints",
            "TASRespectNodeAffinityPreferred",
        ),
        ("TopologyAwareScheduling",),
    ),
    **dict.fromkeys(
        ("TASFailedNodeReplacementFailFast", "TASReplaceNodeDueToNotReadyOverFixedTime", "TASReplaceNodeOnPodTermination"),
        ("TopologyAwareScheduling", "TASFailedNodeReplacement"),
    ),
    **dict.fromkeys(
        ("KueueDRAIntegrationConsumableCapacity", "KueueDRAIntegrationExtendedResource", "KueueDRAIntegrationPartitionableDevices"),
        ("KueueDRAIntegration",),
    ),
    "ElasticJobsViaWorkloadSlicesWithTAS": ("ElasticJobsViaWorkloadSlices", "TopologyAwareScheduling"),
    "UnadmittedWorkloadsExplicitStatus": ("UnadmittedWorkloadsObservability",),
}
"""Gates that Kueue refuses to have on where another is off."""


@dataclass(frozen=True, slots=True)
class Gate:
    """How a gate is from one version on."""

    since: str
    stage: str
    is_on: bool
    is_locked: bool


def _read(table: str) -> dict[str, list[Gate]]:
    gates = {}
    for line in table.strip().splitlines():
        name, _, stages = line.strip().partition(" ")
        words = [stage.split() for stage in stages.split(", ")]
        gates[name] = [Gate(since, stage, "on" in more, "locked" in more) for since, stage, *more in words]
    return gates


_GATES = _read(_TABLE)


def gates_of(kueue: str) -> dict[str, Gate]:
    """Name the gates of a version, as they are there; one that was removed has the stage `removed`."""
    now = {name: [gate for gate in gates if at_least(kueue, gate.since)] for name, gates in _GATES.items()}
    return {name: gates[-1] for name, gates in now.items() if gates}


def effective_gates(given: Mapping[str, bool], kueue: str) -> dict[str, bool]:
    """Tell of every gate whether it is on."""
    stages = {stage: given[name] for name, stage in _ALL.items() if name in given}
    return {name: given.get(name, stages.get(gate.stage, gate.is_on)) for name, gate in gates_of(kueue).items() if gate.stage != "removed"}


def feature_gate_problems(argument: str, given: Mapping[str, bool], targets: Targets) -> Iterator[Problem]:
    """Name the gates at which the target's Kueue exits."""
    known = gates_of(targets.kueue)
    version = minor(targets.kueue)
    for name, is_on in given.items():
        place, gate = f'{argument}["{name}"]', known.get(name)
        if name in _ALL:
            continue
        if gate is None and name in _GATES:
            yield from version_problems(place, "kueue", _GATES[name][0].since, targets)
        elif gate is None:
            there = [other for other, its in known.items() if its.stage != "removed"]
            yield Problem(place, f"is no feature gate of Kueue {version}{did_you_mean(name, there)}")
        elif gate.stage == "removed":
            yield Problem(place, f"must be left out, since Kueue {gate.since} has removed it, the target is {targets.kueue}")
        elif gate.is_locked and is_on != gate.is_on:
            yield Problem(place, f"must be {gate.is_on} or left out, since Kueue {gate.since} has locked it")
    gates = effective_gates(given, targets.kueue)
    for name, required in _REQUIRED.items():
        for other in required:
            if gates.get(name) and not gates.get(other, True):
                cause = name if name in given else other if other in given else next(each for each in _ALL if each in given)
                yield Problem(f'{argument}["{cause}"]', f"leaves {name} on with {other} off, of which Kueue refuses the first")
