"""What every pod takes."""

from __future__ import annotations

from heliostat.specs.arguments import Problem
from heliostat.specs.label_selector import LabelSelector
from heliostat.specs.pod.affinity import Affinity, PodAffinity, PodAffinityTerm, TopologySpread
from heliostat.specs.pod.container import Container
from heliostat.specs.pod.pod import DnsConfig, PodArguments, ResourceClaim, pod_problems, pod_spec, pod_template
from heliostat.specs.pod.security_context import PodSecurityContext
from heliostat.specs.pod.toleration import Toleration
from heliostat.specs.pod.volume import ClaimVolume, ConfigMapVolume, EmptyDir, SecretVolume
from tests.specs.answers import DNS_SUBDOMAIN, LABEL_KEY, LABEL_VALUE, Thing, told

MAIN = {"name": "main", "image": "i"}

FULL = PodArguments(
    pod_labels={"a": "b"},
    pod_annotations={"c": "d"},
    node_selector={"pool": "cpu"},
    tolerations=["spot", Toleration("a", effect="NoExecute")],
    affinity=Affinity(pod_anti_affinity=PodAffinity(required=[PodAffinityTerm("zone", label_selector=LabelSelector())])),
    topology_spread_constraints=[TopologySpread("zone")],
    init_containers=[Container("first", image="i", volumes={"/shared": EmptyDir()})],
    sidecars=[Container("beside", image="i", volumes={"/shared": EmptyDir(), "/data": ClaimVolume("c")})],
    image_pull_secrets=["registry", Thing("Secret", "other")],
    service_account=Thing("ServiceAccount", "runner"),
    automount_service_account_token=False,
    priority_class_name="high",
    restart_policy="Never",
    termination_grace_period_seconds=60,
    active_deadline_seconds=3600,
    pod_security_context=PodSecurityContext(fs_group=1000),
    runtime_class_name="gvisor",
    scheduler_name="s",
    scheduling_gates=["g"],
    resource_claims=[ResourceClaim("gpu", template="t", request="r"), ResourceClaim("nic", claim=Thing("ResourceClaim", "n"))],
    host_network=True,
    host_ipc=False,
    host_pid=False,
    host_users=False,
    host_aliases={"10.0.0.1": ["a", "b"]},
    hostname="h",
    hostname_override="o",
    subdomain="d",
    set_hostname_as_fqdn=True,
    dns_policy="None",
    dns_config=DnsConfig(nameservers=["10.0.0.2"], searches=["x"], options={"ndots": "2", "edns0": None}),
    enable_service_links=False,
    share_process_namespace=True,
    node_name="n1",
    os="linux",
    readiness_gates=["x/y"],
)


def test_every_argument_is_written() -> None:
    """Volumes are gathered from all containers; labels and annotations belong to the template."""
    expected = {
        "nodeSelector": {"pool": "cpu"},
        "tolerations": [{"key": "spot", "operator": "Exists"}, {"key": "a", "operator": "Exists", "effect": "NoExecute"}],
        "affinity": {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [{"topologyKey": "zone", "labelSelector": {}}]}},
        "topologySpreadConstraints": [{"topologyKey": "zone", "maxSkew": 1, "whenUnsatisfiable": "DoNotSchedule"}],
        "initContainers": [{"name": "first", "image": "i", "volumeMounts": [{"name": "shared", "mountPath": "/shared"}]}],
        "containers": [
            MAIN,
            {
                "name": "beside",
                "image": "i",
                "volumeMounts": [{"name": "shared", "mountPath": "/shared"}, {"name": "c", "mountPath": "/data"}],
            },
        ],
        "volumes": [
            {"name": "code", "configMap": {"name": "code"}},
            {"name": "shared", "emptyDir": {}},
            {"name": "c", "persistentVolumeClaim": {"claimName": "c"}},
        ],
        "imagePullSecrets": [{"name": "registry"}, {"name": "other"}],
        "serviceAccountName": "runner",
        "automountServiceAccountToken": False,
        "priorityClassName": "high",
        "restartPolicy": "Never",
        "terminationGracePeriodSeconds": 60,
        "activeDeadlineSeconds": 3600,
        "securityContext": {"fsGroup": 1000},
        "runtimeClassName": "gvisor",
        "schedulerName": "s",
        "schedulingGates": [{"name": "g"}],
        "resourceClaims": [{"name": "gpu", "resourceClaimTemplateName": "t"}, {"name": "nic", "resourceClaimName": "n"}],
        "hostNetwork": True,
        "hostIPC": False,
        "hostPID": False,
        "hostUsers": False,
        "hostAliases": [{"ip": "10.0.0.1", "hostnames": ["a", "b"]}],
        "hostname": "h",
        "hostnameOverride": "o",
        "subdomain": "d",
        "setHostnameAsFQDN": True,
        "dnsPolicy": "None",
        "dnsConfig": {"nameservers": ["10.0.0.2"], "searches": ["x"], "options": [{"name": "ndots", "value": "2"}, {"name": "edns0"}]},
        "enableServiceLinks": False,
        "shareProcessNamespace": True,
        "nodeName": "n1",
        "os": {"name": "linux"},
        "readinessGates": [{"conditionType": "x/y"}],
    }

    assert told(FULL) == []
    assert pod_spec(FULL, MAIN, {"/code": ConfigMapVolume("code")}) == expected


def test_silence_writes_the_main_container_alone() -> None:
    """No argument of a pod is needed."""
    assert pod_spec(PodArguments(), MAIN, {}) == {"containers": [MAIN]}


def test_a_template_has_metadata_only_where_there_is_some() -> None:
    """An empty one would be dropped by the API server's Go types in some objects and kept in others."""
    assert pod_template({}, labels={}, annotations={}) == {"spec": {}}
    assert pod_template({}, labels={"a": "b"}, annotations={"c": "d"}) == {
        "metadata": {"labels": {"a": "b"}, "annotations": {"c": "d"}},
        "spec": {},
    }


def test_what_kubernetes_refuses_is_refused_together() -> None:
    """Labels, selectors, tolerations, volumes and names of containers have their syntax, and names differ."""
    pod = PodArguments(
        pod_labels={"a b": "c", "d": "e f"},
        pod_annotations={"/": ""},
        node_selector={"x": "y z"},
        tolerations=["a b"],
        service_account="S",
        priority_class_name="P",
        runtime_class_name="R",
        image_pull_secrets=["ok", "I"],
        init_containers=[Container("main", image="i")],
        sidecars=[Container("b", image="i", volumes={"/a": SecretVolume("c")}), Container("b", image="i")],
    )

    expected = [
        Problem("tolerations[0]", "'a b' is not of the form key=value:NoSchedule, key:NoSchedule or key"),
        Problem('pod_labels["a b"]', f"{LABEL_KEY}'a b'"),
        Problem('pod_labels["d"]', f"{LABEL_VALUE}'e f'"),
        Problem('node_selector["x"]', f"{LABEL_VALUE}'y z'"),
        Problem("service_account", f"{DNS_SUBDOMAIN}'S'"),
        Problem("priority_class_name", f"{DNS_SUBDOMAIN}'P'"),
        Problem("runtime_class_name", f"{DNS_SUBDOMAIN}'R'"),
        Problem("image_pull_secrets[1]", f"{DNS_SUBDOMAIN}'I'"),
        Problem('pod_annotations["/"]', f"{LABEL_KEY}'/'"),
        Problem("volumes", 'have two different volumes of the name "c", one needs a name= of its own'),
        Problem("init_containers[0].name", 'must differ from that of every other container, got "main" again'),
        Problem("sidecars[1].name", 'must differ from that of every other container, got "b" again'),
    ]

    assert list(pod_problems(pod, {"/data": ClaimVolume("c")}, "main")) == expected


def test_a_claim_is_made_from_a_template_or_exists() -> None:
    """One of the two, not both."""
    assert told(ResourceClaim("a")) == [": must have either a template or a claim"]
    assert told(ResourceClaim("a", template="t", claim="c")) == [": must have either a template or a claim"]


def test_the_first_container_uses_all_claims() -> None:
    """One request of a claim may be meant."""
    assert FULL.claims == {"gpu": "r", "nic": None}
