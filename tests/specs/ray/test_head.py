"""The head group, its Service and its Ingress."""

from __future__ import annotations

import pytest

from heliostat.schemas.targets import Targets
from heliostat.specs.pod.container import Port
from heliostat.specs.ray.head import Head, head_group, head_ports
from heliostat.specs.ray.head_service import HeadService, ServicePort
from heliostat.specs.ray.ingress import Ingress, IngressTls
from heliostat.specs.ray.ray_template import ClusterWide
from tests.specs.answers import TARGETS, told

CLUSTER = ClusterWide(targets=TARGETS, image=None, ray_version="2.52.0", volumes={}, working_dir=None, pod_labels={}, scheduling_gates=())
PORTS = {"gcs-server": 6379, "dashboard": 8265, "client": 10001, "serve": 8000, "metrics": 8080}


def head(**arguments: object) -> Head:
    """A head with what every pod needs."""
    return Head(cpu=4, memory="16Gi", **arguments)


def test_the_ports_that_kuberay_looks_up_are_all_named() -> None:
    """A list that names one hides those that it does not name."""
    assert head_ports(head()) == PORTS
    assert head_ports(head(ports={"debug": 5678})) == {**PORTS, "debug": 5678}


def test_a_port_follows_the_flag_that_moves_it() -> None:
    """Ray listens where its flags say; the Service must lead there."""
    moved = head(ray_start_params={"port": "6380", "dashboard-port": 9000})

    assert head_ports(moved) == {**PORTS, "gcs-server": 6380, "dashboard": 9000}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (
            {"ports": {"dashboard": 9000}},
            "ports[\"dashboard\"]: must be where Ray listens, which is said by ray_start_params={'dashboard-port': 9000}",
        ),
        (
            {"ports": {"gcs-server": Port(6379)}, "ray_start_params": {"port": 6380}},
            "ports[\"gcs-server\"]: must be where Ray listens, which is said by ray_start_params={'port': 6379}",
        ),
        (
            {"head_service": HeadService(ports={"dashboard": 80})},
            'head_service.ports["dashboard"]: must be left out, since KubeRay adds the ports of the Ray container',
        ),
    ],
)
def test_ports_that_lead_nowhere_are_refused(arguments: dict[str, object], expected: str) -> None:
    """KubeRay copies neither from the flag to the port nor back, and repeats ports that a Service has already."""
    assert told(head(**arguments)) == [expected]


def test_ports_that_agree_with_the_flags_are_taken() -> None:
    """An author may say both, or bind a port to the node."""
    assert told(head(ports={"dashboard": 9000, "serve": Port(8000, host_port=80)}, ray_start_params={"dashboard-port": "9000"})) == []


def test_service_and_ingress_are_written_beside_the_template() -> None:
    """The class of an Ingress stands in an annotation of the cluster, not here."""
    service = HeadService(
        name="gate",
        labels={"a": "b"},
        annotations={"c": "d"},
        ports={"extra": 81, "web": ServicePort(80, target_port="dashboard", node_port=30080, app_protocol="http")},
        cluster_ip="10.0.0.1",
        external_ips=["10.0.0.2"],
        external_traffic_policy="Local",
        internal_traffic_policy="Cluster",
        ip_families=["IPv4"],
        ip_family_policy="SingleStack",
        load_balancer_class="x/y",
        load_balancer_source_ranges=["10.0.0.0/8"],
        allocate_load_balancer_node_ports=False,
        health_check_node_port=30081,
        publish_not_ready_addresses=True,
        session_affinity="ClientIP",
        session_affinity_timeout_seconds=60,
        traffic_distribution="PreferClose",
    )
    ingress = Ingress(
        class_name="nginx", host="ray.example", path="/x", path_type="Exact", tls=[IngressTls(hosts=["ray.example"], secret_name="s")]
    )
    given = head(service_type="LoadBalancer", head_service=service, ingress=ingress)

    written = head_group(given, CLUSTER, volumes={})
    del written["template"]

    assert told(given) == []
    assert written == {
        "rayStartParams": {},
        "serviceType": "LoadBalancer",
        "headService": {
            "metadata": {"name": "gate", "labels": {"a": "b"}, "annotations": {"c": "d"}},
            "spec": {
                "ports": [
                    {"name": "extra", "port": 81, "protocol": "TCP"},
                    {"name": "web", "port": 80, "targetPort": "dashboard", "protocol": "TCP", "nodePort": 30080, "appProtocol": "http"},
                ],
                "clusterIP": "10.0.0.1",
                "externalIPs": ["10.0.0.2"],
                "externalTrafficPolicy": "Local",
                "internalTrafficPolicy": "Cluster",
                "ipFamilies": ["IPv4"],
                "ipFamilyPolicy": "SingleStack",
                "loadBalancerClass": "x/y",
                "loadBalancerSourceRanges": ["10.0.0.0/8"],
                "allocateLoadBalancerNodePorts": False,
                "healthCheckNodePort": 30081,
                "publishNotReadyAddresses": True,
                "sessionAffinity": "ClientIP",
                "sessionAffinityConfig": {"clientIP": {"timeoutSeconds": 60}},
                "trafficDistribution": "PreferClose",
            },
        },
        "enableIngress": True,
        "ingressOptions": {
            "host": "ray.example",
            "path": "/x",
            "pathType": "Exact",
            "tls": [{"hosts": ["ray.example"], "secretName": "s"}],
        },
    }


def test_a_plain_ingress_and_a_plain_service_say_nothing_more() -> None:
    """What is left out is left to KubeRay."""
    written = head_group(head(head_service=HeadService(), ingress=Ingress()), CLUSTER, volumes={})
    del written["template"]

    assert written == {"rayStartParams": {}, "headService": {}, "enableIngress": True}


def test_options_of_an_ingress_need_their_version() -> None:
    """Before KubeRay 1.7 only its class can be said."""
    older = Targets(kuberay="1.6.2")

    assert told(Ingress(class_name="nginx"), older) == []
    assert told(Ingress(host="h", tls=[IngressTls()]), older) == [
        "host: needs KubeRay 1.7, the target is 1.6.2",
        "tls: needs KubeRay 1.7, the target is 1.6.2",
    ]
    assert told(Ingress(path="x")) == ["path: must begin with \"/\", got 'x'"]
