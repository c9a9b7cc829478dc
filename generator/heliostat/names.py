"""The names that environments are written with; `heliostat` hands them out when they are asked for."""

from __future__ import annotations

from heliostat.constructs.argocd import ArgoCD
from heliostat.constructs.environment import Application, Environment
from heliostat.constructs.history_server import HistoryServer
from heliostat.constructs.image_prepull import ImagePrepull
from heliostat.constructs.install.kuberay_crds import KubeRayCrds
from heliostat.constructs.install.kuberay_operator import KubeRayOperator
from heliostat.constructs.install.kueue import Kueue
from heliostat.constructs.install.kueue_crds import KueueCrds
from heliostat.constructs.install.prometheus_operator_crds import PrometheusOperatorCrds
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
from heliostat.constructs.monitoring import RayMonitoring
from heliostat.constructs.ray.ray_cluster import RayCluster
from heliostat.constructs.ray.ray_cron_job import RayCronJob
from heliostat.constructs.ray.ray_job import RayJob
from heliostat.constructs.ray.ray_service import RayService
from heliostat.constructs.redis import Redis
from heliostat.constructs.team import Team
from heliostat.manifests.waiver import Waiver
from heliostat.schemas.targets import Targets
from heliostat.specs.amount import Amounts
from heliostat.specs.argocd.argo_cd import ApplicationSettings
from heliostat.specs.install.helm import Helm
from heliostat.specs.install.kuberay.service_monitor import KubeRayServiceMonitor
from heliostat.specs.install.kuberay.settings import OperatorConfiguration, OperatorLogging
from heliostat.specs.install.kueue.certificates import CertificateIssuer
from heliostat.specs.install.kueue.configuration import KueueConfiguration
from heliostat.specs.install.kueue.metrics import KueueMetrics, LocalQueueMetrics, MetricLabel
from heliostat.specs.install.kueue.multi_kueue import AccessProvider, MultiKueueSettings
from heliostat.specs.install.kueue.pods_ready import RequeuingStrategy, WaitForPodsReady
from heliostat.specs.install.kueue.quota_resources import (
    DeviceCapacity,
    DeviceClassMapping,
    DeviceCounter,
    KueueResources,
    ResourceTransformation,
)
from heliostat.specs.install.kueue.servers import (
    ClientConnection,
    HealthServer,
    KueueControllers,
    LeaderElection,
    VisibilityServer,
    WebhookServer,
)
from heliostat.specs.install.kueue.service_monitor import KueueServiceMonitor
from heliostat.specs.install.kueue.sharing import AdmissionFairSharing, FairSharing, WorkloadRetention
from heliostat.specs.install.kueue.tls import TlsOptions
from heliostat.specs.kueue.admission_check import ParametersReference
from heliostat.specs.kueue.admission_rule import AdmissionRule
from heliostat.specs.kueue.concurrent_admission import ConcurrentAdmission
from heliostat.specs.kueue.preemption import BorrowWithinCohort, FlavorFungibility, Preemption
from heliostat.specs.kueue.provisioning_request_config import PodSetUpdates, RetryStrategy
from heliostat.specs.kueue.quota import FlavorQuotas, Quota, Quotas
from heliostat.specs.kueue.resource_flavor import Taint
from heliostat.specs.label_selector import LabelRequirement, LabelSelector
from heliostat.specs.monitoring.alerts import Alerts
from heliostat.specs.monitoring.open_telemetry import OpenTelemetry
from heliostat.specs.monitoring.scrapes import DcgmExporter
from heliostat.specs.network_rule import EgressRule, IngressRule, IpBlock, Pods, PortRange
from heliostat.specs.pod.affinity import (
    Affinity,
    NodeAffinity,
    NodeRequirement,
    NodeSelectorTerm,
    PodAffinity,
    PodAffinityTerm,
    PreferredNodes,
    PreferredPods,
    TopologySpread,
)
from heliostat.specs.pod.container import Container, Port, Ports, RestartRule
from heliostat.specs.pod.environment import ConfigMapKey, ConfigMapRef, Env, FieldPath, FileKey, ResourceField, SecretKey, SecretRef
from heliostat.specs.pod.mount import Mount, Volumes
from heliostat.specs.pod.pod import DnsConfig, ResourceClaim
from heliostat.specs.pod.probe import Exec, Grpc, HttpGet, Lifecycle, Probe, Sleep, TcpSocket
from heliostat.specs.pod.projected_volume import (
    ClusterTrustBundle,
    DownwardFile,
    DownwardVolume,
    PodCertificate,
    ProjectedVolume,
    ServiceAccountToken,
)
from heliostat.specs.pod.security_context import (
    AppArmorProfile,
    Capabilities,
    PodSecurityContext,
    SeccompProfile,
    SecurityContext,
    SELinuxOptions,
    WindowsOptions,
)
from heliostat.specs.pod.toleration import Toleration
from heliostat.specs.pod.volume import (
    ClaimVolume,
    ConfigMapVolume,
    CsiVolume,
    DataSource,
    EmptyDir,
    EphemeralVolume,
    FibreChannelVolume,
    HostPath,
    ImageVolume,
    IscsiVolume,
    KeyFile,
    NfsVolume,
    SecretVolume,
)
from heliostat.specs.ray.auth import Auth
from heliostat.specs.ray.autoscaler import Autoscaler
from heliostat.specs.ray.code import Code
from heliostat.specs.ray.deletion import DeletionRule
from heliostat.specs.ray.disruption_budget import DisruptionBudget
from heliostat.specs.ray.gcs_fault_tolerance import RedisFaultTolerance, RocksDbFaultTolerance
from heliostat.specs.ray.head import Head
from heliostat.specs.ray.head_service import HeadService
from heliostat.specs.ray.history_collector import HistoryCollector
from heliostat.specs.ray.ingress import Ingress, IngressTls
from heliostat.specs.ray.network_policy import NetworkRules, RayNetworkPolicy
from heliostat.specs.ray.ray_service import ClusterUpgradeOptions, ServeService
from heliostat.specs.ray.serve_config import ServeApplication, ServeConfig, ServeDeployment
from heliostat.specs.ray.service_arguments import ServicePort
from heliostat.specs.ray.submitter import Submitter
from heliostat.specs.ray.topology_request import TopologyRequest
from heliostat.specs.ray.worker_group import WorkerGroup
from heliostat.specs.team.access import Subject
from heliostat.specs.team.limit_range import LimitRangeItem
from heliostat.specs.team.network_policy import TeamNetworkPolicy
from heliostat.specs.team.team import TeamQueue, TeamQueues

__all__ = [
    "AccessProvider",
    "AdmissionCheck",
    "AdmissionFairSharing",
    "AdmissionRule",
    "Affinity",
    "Alerts",
    "Amounts",
    "AppArmorProfile",
    "Application",
    "ApplicationSettings",
    "ArgoCD",
    "Auth",
    "Autoscaler",
    "BorrowWithinCohort",
    "Capabilities",
    "CertificateIssuer",
    "ClaimVolume",
    "ClientConnection",
    "ClusterQueue",
    "ClusterTrustBundle",
    "ClusterUpgradeOptions",
    "Code",
    "Cohort",
    "ConcurrentAdmission",
    "ConfigMapKey",
    "ConfigMapRef",
    "ConfigMapVolume",
    "Container",
    "CsiVolume",
    "DataSource",
    "DcgmExporter",
    "DeletionRule",
    "DeviceCapacity",
    "DeviceClassMapping",
    "DeviceCounter",
    "DisruptionBudget",
    "DnsConfig",
    "DownwardFile",
    "DownwardVolume",
    "EgressRule",
    "EmptyDir",
    "Env",
    "Environment",
    "EphemeralVolume",
    "Exec",
    "FairSharing",
    "FibreChannelVolume",
    "FieldPath",
    "FileKey",
    "FlavorFungibility",
    "FlavorQuotas",
    "Grpc",
    "Head",
    "HeadService",
    "HealthServer",
    "Helm",
    "HistoryCollector",
    "HistoryServer",
    "HostPath",
    "HttpGet",
    "ImagePrepull",
    "ImageVolume",
    "Ingress",
    "IngressRule",
    "IngressTls",
    "IpBlock",
    "IscsiVolume",
    "KeyFile",
    "KubeRayCrds",
    "KubeRayOperator",
    "KubeRayServiceMonitor",
    "Kueue",
    "KueueConfiguration",
    "KueueControllers",
    "KueueCrds",
    "KueueMetrics",
    "KueueResources",
    "KueueServiceMonitor",
    "LabelRequirement",
    "LabelSelector",
    "LeaderElection",
    "Lifecycle",
    "LimitRangeItem",
    "LocalQueue",
    "LocalQueueMetrics",
    "MetricLabel",
    "Mount",
    "MultiKueueCluster",
    "MultiKueueConfig",
    "MultiKueueSettings",
    "NetworkRules",
    "NfsVolume",
    "NodeAffinity",
    "NodeRequirement",
    "NodeSelectorTerm",
    "OpenTelemetry",
    "OperatorConfiguration",
    "OperatorLogging",
    "ParametersReference",
    "PodAffinity",
    "PodAffinityTerm",
    "PodCertificate",
    "PodSecurityContext",
    "PodSetUpdates",
    "Pods",
    "Port",
    "PortRange",
    "Ports",
    "Preemption",
    "PreferredNodes",
    "PreferredPods",
    "Probe",
    "ProjectedVolume",
    "PrometheusOperatorCrds",
    "ProvisioningRequestConfig",
    "Quota",
    "Quotas",
    "RayCluster",
    "RayCronJob",
    "RayJob",
    "RayMonitoring",
    "RayNetworkPolicy",
    "RayService",
    "Redis",
    "RedisFaultTolerance",
    "RequeuingStrategy",
    "ResourceClaim",
    "ResourceField",
    "ResourceFlavor",
    "ResourceTransformation",
    "RestartRule",
    "RetryStrategy",
    "RocksDbFaultTolerance",
    "SELinuxOptions",
    "SeccompProfile",
    "SecretKey",
    "SecretRef",
    "SecretVolume",
    "SecurityContext",
    "ServeApplication",
    "ServeConfig",
    "ServeDeployment",
    "ServeService",
    "ServiceAccountToken",
    "ServicePort",
    "Sleep",
    "Subject",
    "Submitter",
    "Taint",
    "Targets",
    "TcpSocket",
    "Team",
    "TeamNetworkPolicy",
    "TeamQueue",
    "TeamQueues",
    "TlsOptions",
    "Toleration",
    "Topology",
    "TopologyRequest",
    "TopologySpread",
    "VisibilityServer",
    "Volumes",
    "WaitForPodsReady",
    "Waiver",
    "WebhookServer",
    "WindowsOptions",
    "WorkerGroup",
    "WorkloadPriorityClass",
    "WorkloadRetention",
]
