"""Ray clusters that between them are given every argument there is."""

from __future__ import annotations

from collections.abc import Mapping

from heliostat.specs.label_selector import LabelRequirement, LabelSelector
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
from heliostat.specs.pod.container import Container, Port, RestartRule
from heliostat.specs.pod.environment import ConfigMapKey, ConfigMapRef, FieldPath, FileKey, ResourceField, SecretKey, SecretRef
from heliostat.specs.pod.mount import Mount, Volume
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
from heliostat.specs.ray.gcs_fault_tolerance import RedisFaultTolerance, RocksDbFaultTolerance
from heliostat.specs.ray.head import Head
from heliostat.specs.ray.head_service import HeadService, ServicePort
from heliostat.specs.ray.history_collector import HistoryCollector
from heliostat.specs.ray.ingress import Ingress, IngressTls
from heliostat.specs.ray.network_policy import NetworkRules, RayNetworkPolicy
from heliostat.specs.ray.ray_cluster import RayClusterSpec
from heliostat.specs.ray.worker_group import WorkerGroup

SELECTOR = LabelSelector({"a": "b"}, match_expressions=[LabelRequirement("c", "In", ["d"])])
SE_LINUX = SELinuxOptions(level="s0", role="r", type="t", user="u")
WINDOWS = WindowsOptions(gmsa_credential_spec="s", gmsa_credential_spec_name="n", host_process=False, run_as_user_name="u")
APP_ARMOR = AppArmorProfile("Localhost", localhost_profile="p")
SECCOMP = SeccompProfile("Localhost", localhost_profile="p")

SECURITY = SecurityContext(
    allow_privilege_escalation=False,
    app_armor_profile=APP_ARMOR,
    capabilities=Capabilities(add=["SYS_PTRACE"], drop=["ALL"]),
    privileged=False,
    proc_mount="Default",
    read_only_root_filesystem=True,
    run_as_group=1,
    run_as_non_root=True,
    run_as_user=1,
    se_linux_options=SE_LINUX,
    seccomp_profile=SECCOMP,
    windows_options=WINDOWS,
)

POD_SECURITY = PodSecurityContext(
    app_armor_profile=APP_ARMOR,
    fs_group=1,
    fs_group_change_policy="Always",
    run_as_group=1,
    run_as_non_root=True,
    run_as_user=1,
    se_linux_change_policy="MountOption",
    se_linux_options=SE_LINUX,
    seccomp_profile=SECCOMP,
    supplemental_groups=[1],
    supplemental_groups_policy="Strict",
    sysctls={"kernel.shm_rmid_forced": "1"},
    windows_options=WINDOWS,
)


def _probe(handler: Exec | HttpGet | TcpSocket | Grpc) -> Probe:
    return Probe(
        handler,
        initial_delay_seconds=1,
        period_seconds=1,
        timeout_seconds=1,
        success_threshold=1,
        failure_threshold=1,
        termination_grace_period_seconds=1,
    )


HTTP = HttpGet("serve", path="/", host="h", http_headers={"a": "b"}, scheme="HTTPS")

VOLUMES: Mapping[str, Volume | Mount] = {
    "/config-map": ConfigMapVolume("m", items={"k": KeyFile("p", mode=0o400)}, default_mode=0o440, optional=True),
    "/secret": SecretVolume("s", items={"k": KeyFile("p", mode=0o400)}, default_mode=0o440, optional=True),
    "/claim": Mount(
        ClaimVolume("c", read_only=True), read_only=True, sub_path="x", mount_propagation="None", recursive_read_only="Enabled"
    ),
    "/empty": Mount(EmptyDir("1Gi", medium="Memory"), sub_path_expr="$(A)"),
    "/host": HostPath("/x", type="Directory"),
    "/csi": CsiVolume("d", volume_attributes={"a": "b"}, fs_type="ext4", read_only=True, node_publish_secret_ref="s"),
    "/ephemeral": EphemeralVolume(
        "1Gi",
        storage_class_name="fast",
        volume_mode="Filesystem",
        volume_attributes_class_name="gold",
        selector=SELECTOR,
        volume_name="v",
        data_source=DataSource("VolumeSnapshot", "s", api_group="snapshot.storage.k8s.io", namespace="n"),
        labels={"a": "b"},
        annotations={"a": "b"},
    ),
    "/iscsi": IscsiVolume(
        "10.0.0.1",
        iqn="iqn",
        lun=0,
        portals=["10.0.0.2"],
        fs_type="ext4",
        read_only=True,
        initiator_name="i",
        chap_auth_discovery=True,
        chap_auth_session=True,
        secret_ref="s",
    ),
    "/fc": FibreChannelVolume(target_wwns=["w"], lun=1, fs_type="ext4", read_only=True),
    "/fc-by-id": FibreChannelVolume(wwids=["w"]),
    "/nfs": NfsVolume("h", path="/x", read_only=True),
    "/image": ImageVolume("i:1", pull_policy="Always"),
    "/downward": DownwardVolume(
        {
            "labels": DownwardFile(FieldPath("metadata.labels"), mode=0o400),
            "cpu": DownwardFile(ResourceField("limits.cpu", container_name="ray-head", divisor="1m")),
        },
        default_mode=0o440,
    ),
    "/projected": ProjectedVolume(
        [
            ConfigMapVolume("m", items={"k": KeyFile("p", mode=0o400)}, optional=True),
            SecretVolume("s", items={"k": KeyFile("p", mode=0o400)}, optional=True),
            DownwardVolume(
                {
                    "labels": DownwardFile(FieldPath("metadata.labels"), mode=0o400),
                    "cpu": DownwardFile(ResourceField("limits.cpu", container_name="ray-head", divisor="1m")),
                }
            ),
            ServiceAccountToken("t", audience="a", expiration_seconds=600),
            ClusterTrustBundle("p", bundle="b", optional=True),
            ClusterTrustBundle("q", signer_name="x/y", label_selector=SELECTOR),
            PodCertificate(
                signer_name="x/y",
                key_type="ED25519",
                credential_bundle_path="b",
                key_path="k",
                certificate_chain_path="c",
                max_expiration_seconds=3600,
                user_annotations={"a": "b"},
            ),
        ],
        default_mode=0o400,
    ),
}

CONTAINER: Mapping[str, object] = {
    "env": {
        "A": "b",
        "B": SecretKey("s", "k", optional=True),
        "C": ConfigMapKey("m", "k", optional=True),
        "D": FieldPath("status.podIP"),
        "E": ResourceField("limits.cpu", container_name="ray-head", divisor="1"),
        "F": FileKey("v", "p", "k", optional=True),
    },
    "env_from": [SecretRef("s", prefix="S_", optional=True), ConfigMapRef("m", prefix="M_", optional=True)],
    "volumes": VOLUMES,
    "volume_devices": {"/dev/x": ClaimVolume("block")},
    "image_pull_policy": "Always",
    "working_dir": "/w",
    "security_context": SECURITY,
    "liveness_probe": _probe(HTTP),
    "readiness_probe": _probe(Grpc(1, service="s")),
    "startup_probe": _probe(TcpSocket(1, host="h")),
    "lifecycle": Lifecycle(post_start=Exec(["a"]), pre_stop=Sleep(1), stop_signal="SIGINT"),
    "container_restart_policy": "Never",
    "restart_policy_rules": [RestartRule(action="Restart", operator="In", exit_codes=[1])],
    "resize_policy": {"cpu": "NotRequired"},
    "termination_message_path": "/m",
    "termination_message_policy": "File",
    "stdin": True,
    "stdin_once": True,
    "tty": True,
    "command": ["c"],
    "args": ["a"],
    "limits": {"ephemeral-storage": "1Gi"},
    "ports": {"debug": Port(5678, host_port=5678, host_ip="127.0.0.1")},
}

OTHER_CONTAINER: Mapping[str, object] = {
    **CONTAINER,
    "liveness_probe": _probe(Exec(["l"])),
    "readiness_probe": _probe(HTTP),
    "startup_probe": _probe(Grpc(1, service="s")),
    "lifecycle": Lifecycle(post_start=HTTP, pre_stop=HTTP),
}
THIRD_CONTAINER: Mapping[str, object] = {
    **CONTAINER,
    "liveness_probe": _probe(TcpSocket(1, host="h")),
    "readiness_probe": _probe(Exec(["r"])),
    "startup_probe": _probe(HTTP),
    "lifecycle": Lifecycle(post_start=Sleep(1), pre_stop=Exec(["a"])),
}
FOURTH_CONTAINER: Mapping[str, object] = {
    **CONTAINER,
    "liveness_probe": _probe(Grpc(1, service="s")),
    "readiness_probe": _probe(TcpSocket(1, host="h")),
    "startup_probe": _probe(Exec(["s"])),
}

_TERM = PodAffinityTerm(
    "zone",
    label_selector=SELECTOR,
    namespaces=["n"],
    namespace_selector=SELECTOR,
    match_label_keys=["a"],
    mismatch_label_keys=["b"],
)
_NODES = NodeSelectorTerm([NodeRequirement("zone", "In", ["a"])], match_fields=[NodeRequirement("metadata.name", "In", ["n"])])
_PODS = PodAffinity(required=[_TERM], preferred=[PreferredPods(_TERM)])


def _containers(name: str) -> list[Container]:
    """Containers that between them are given every kind of probe and hook."""
    kinds = (CONTAINER, OTHER_CONTAINER, THIRD_CONTAINER, FOURTH_CONTAINER)
    return [Container(f"{name}-{index}", image="i:1", cpu=1, memory="1Gi", claims={"a": "r"}, **kind) for index, kind in enumerate(kinds)]


POD: Mapping[str, object] = {
    "pod_labels": {"a": "b"},
    "pod_annotations": {"a": "b"},
    "node_selector": {"a": "b"},
    "tolerations": [Toleration("a", operator="Equal", value="b", effect="NoExecute", toleration_seconds=1)],
    "affinity": Affinity(
        node_affinity=NodeAffinity(required=[_NODES], preferred=[PreferredNodes(_NODES)]), pod_affinity=_PODS, pod_anti_affinity=_PODS
    ),
    "topology_spread_constraints": [
        TopologySpread(
            "zone",
            label_selector=SELECTOR,
            min_domains=1,
            match_label_keys=["a"],
            node_affinity_policy="Honor",
            node_taints_policy="Honor",
        )
    ],
    "init_containers": _containers("init"),
    "sidecars": _containers("side"),
    "image_pull_secrets": ["s"],
    "service_account": "s",
    "automount_service_account_token": True,
    "priority_class_name": "p",
    "restart_policy": "Never",
    "termination_grace_period_seconds": 1,
    "active_deadline_seconds": 1,
    "pod_security_context": POD_SECURITY,
    "runtime_class_name": "r",
    "scheduler_name": "s",
    "scheduling_gates": ["g"],
    "resource_claims": [ResourceClaim("a", template="t", request="r"), ResourceClaim("b", claim="c")],
    "host_network": True,
    "host_ipc": True,
    "host_pid": True,
    "host_users": True,
    "host_aliases": {"10.0.0.1": ["h"]},
    "hostname": "h",
    "hostname_override": "o",
    "subdomain": "s",
    "set_hostname_as_fqdn": True,
    "dns_policy": "None",
    "dns_config": DnsConfig(nameservers=["10.0.0.1"], searches=["s"], options={"ndots": "1"}),
    "enable_service_links": True,
    "share_process_namespace": True,
    "node_name": "n",
    "os": "linux",
    "readiness_gates": ["r"],
}

RAY_POD: Mapping[str, object] = {
    **POD,
    **CONTAINER,
    "cpu": 4,
    "memory": "16Gi",
    "ray_resources": {"licence": 1},
    "ray_labels": {"tier": "hot"},
    "ray_start_params": {"temp-dir": "/x"},
}

RULES = NetworkRules(
    ingress=[
        IngressRule(
            from_=[Pods(pod_selector=SELECTOR, namespace_selector=SELECTOR), IpBlock("10.0.0.0/8", except_=["10.1.0.0/16"])],
            ports=[PortRange(1, end_port=2)],
        )
    ],
    egress=[
        EgressRule(
            to=[Pods(pod_selector=SELECTOR, namespace_selector=SELECTOR), IpBlock("10.0.0.0/8", except_=["10.1.0.0/16"])],
            ports=[PortRange(1, end_port=2)],
        )
    ],
)

SERVICE = HeadService(
    name="n",
    labels={"a": "b"},
    annotations={"a": "b"},
    ports={"web": ServicePort(80, target_port="dashboard", node_port=30080, app_protocol="http")},
    cluster_ip="10.0.0.1",
    external_ips=["10.0.0.2"],
    external_traffic_policy="Local",
    internal_traffic_policy="Cluster",
    ip_families=["IPv4"],
    ip_family_policy="SingleStack",
    load_balancer_class="x/y",
    load_balancer_source_ranges=["10.0.0.0/8"],
    allocate_load_balancer_node_ports=True,
    health_check_node_port=30081,
    publish_not_ready_addresses=True,
    session_affinity="ClientIP",
    session_affinity_timeout_seconds=1,
    traffic_distribution="PreferClose",
)

WITH_REDIS = RayClusterSpec(
    head=Head(
        **RAY_POD,
        service_type="LoadBalancer",
        head_service=SERVICE,
        ingress=Ingress(class_name="c", host="h", path="/", path_type="Prefix", tls=[IngressTls(hosts=["h"], secret_name="s")]),
    ),
    workers=[WorkerGroup("w", max_replicas=2, num_of_hosts=2, idle_timeout_seconds=1, priority=1, **RAY_POD)],
    image="rayproject/ray:2.56.0",
    autoscaler=Autoscaler(
        upscaling_mode="Default",
        idle_timeout_seconds=1,
        image="i:1",
        image_pull_policy="Always",
        cpu=1,
        memory="1Gi",
        env=CONTAINER["env"],
        env_from=CONTAINER["env_from"],
        command=["c"],
        args=["a"],
        security_context=SECURITY,
        volumes={
            "/claim": Mount(
                ClaimVolume("c", read_only=True), read_only=True, sub_path="x", mount_propagation="None", recursive_read_only="Enabled"
            ),
            "/empty": Mount(EmptyDir("1Gi", medium="Memory"), sub_path_expr="$(A)"),
        },
    ),
    gcs_fault_tolerance=RedisFaultTolerance(
        "redis:6379",
        username=SecretKey("s", "user", optional=True),
        password=SecretKey("s", "password", optional=True),
        external_storage_namespace="n",
    ),
    auth=Auth(secret_name="s"),
    network_policy=RayNetworkPolicy(head=RULES, workers=RULES, groups={"w": RULES}),
    tls=True,
    history_server=HistoryCollector(
        image="i:1",
        image_pull_policy="Always",
        env={**CONTAINER["env"], "STORAGE_BACKEND": "S3", "S3_REGION": "eu"},
        limits={"cpu": 1},
    ),
    head_service_annotations={"a": "b"},
    upgrade_strategy="Recreate",
    suspend=False,
    managed_by="ray.io/kuberay-operator",
)

WITH_ROCKSDB = RayClusterSpec(
    head=Head(cpu=4, memory="16Gi"),
    image="rayproject/ray:2.56.0",
    gcs_fault_tolerance=RocksDbFaultTolerance(
        size="1Gi", storage_class_name="s", access_modes=["ReadWriteOnce"], sub_path="x", deletion_policy="Retain"
    ),
    auth=Auth(enable_k8s_token_auth=True),
)

WITH_CLAIM = RayClusterSpec(
    head=Head(cpu=4, memory="16Gi"),
    gcs_fault_tolerance=RocksDbFaultTolerance(claim="c"),
)

WITH_NAMED_USER = RayClusterSpec(
    head=Head(cpu=4, memory="16Gi"),
    gcs_fault_tolerance=RedisFaultTolerance("redis:6379", username="ray"),
)

WITH_CONFIGURED_USER = RayClusterSpec(
    head=Head(cpu=4, memory="16Gi"),
    gcs_fault_tolerance=RedisFaultTolerance("redis:6379", username=ConfigMapKey("m", "k", optional=True)),
)

EVERY_ARGUMENT = {
    "redis": WITH_REDIS,
    "rocksdb": WITH_ROCKSDB,
    "claim": WITH_CLAIM,
    "user by name": WITH_NAMED_USER,
    "user from a ConfigMap": WITH_CONFIGURED_USER,
}
