"""Kueue as we install it against what Kueue's own kustomizations and chart make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import problems_of
from heliostat.specs.install.kueue.certificates import CertificateIssuer
from heliostat.specs.install.kueue.chart import chart_values
from heliostat.specs.install.kueue.configuration import KueueConfiguration
from heliostat.specs.install.kueue.crds import KueueCrdsSpec
from heliostat.specs.install.kueue.kueue import KueueSpec
from heliostat.specs.install.kueue.naming import LABELS, NAMESPACE
from heliostat.specs.install.kueue.service_monitor import KueueServiceMonitor
from heliostat.specs.label_selector import LabelRequirement, LabelSelector
from heliostat.specs.pod.affinity import TopologySpread
from heliostat.specs.pod.probe import HttpGet, Probe
from tests.schemas.digests import bare
from tests.specs.install.kueue.release import BUILT, TABLE, digests, text_of, without_our_own
from tests.upstream.kueue_program import EARLIER, VERSION, answers, release

TARGETS = Targets(kueue=VERSION)

CRD, DEPLOYMENT = "CustomResourceDefinition", "Deployment"

Objects = dict[tuple[str, str, str], Any]


def by_identity(objects: Sequence[Any]) -> Objects:
    """Sort objects by kind, namespace and name."""
    named = {(each["kind"], each["metadata"].get("namespace", ""), each["metadata"]["name"]): each for each in objects}
    assert len(named) == len(objects)
    return named


def ours(spec: KueueSpec) -> list[Any]:
    """Render an installation, whose arguments must be right."""
    assert problems_of(spec, TARGETS) == []
    return [part.body for part in spec.parts("kueue", TARGETS)]


def our_crds(spec: KueueCrdsSpec) -> list[Any]:
    """Render the CRDs, without the one annotation that Argo CD needs."""
    return without_our_own([part.body for part in spec.parts("crds", TARGETS)])


@pytest.mark.parametrize("version", [*EARLIER, VERSION])
def test_the_installation_is_the_release(version: str) -> None:
    """All 79 objects that upstream builds for a release, field by field, from nothing but the image that upstream's branch has."""
    built, targets = release(version), Targets(kueue=version)
    crds = [bare(each) for each in built if each["kind"] == CRD]
    others = [each for each in built if each["kind"] != CRD]
    made = [part.body for part in KueueSpec(namespace=NAMESPACE, image=BUILT).parts("kueue", targets)]

    assert len(built) == 79
    assert by_identity(without_our_own(made)) == by_identity(without_our_own(others))
    assert by_identity([bare(each) for each in our_crds(KueueCrdsSpec())]) == by_identity(crds)


def test_the_digests_are_those_of_the_release() -> None:
    """What the suite compares with where there is no Go."""
    assert text_of(digests(release())) == TABLE.read_text(encoding="utf-8")


INSTALLATIONS: Mapping[str, KueueSpec] = {
    "nothing but the defaults": KueueSpec(namespace=NAMESPACE),
    "cert-manager and Prometheus": KueueSpec(
        namespace=NAMESPACE,
        certificates="cert-manager",
        cluster_domain="prod.local",
        service_monitor=KueueServiceMonitor(prometheus_namespace="observability"),
        visibility_priority=True,
    ),
    "an issuer of the platform": KueueSpec(
        namespace=NAMESPACE, certificates=CertificateIssuer("platform", kind="ClusterIssuer", group="cert-manager.io")
    ),
    "pods in every way that the chart knows": KueueSpec(
        namespace=NAMESPACE,
        image="registry.example/kueue:v0.19.1",
        image_pull_policy="IfNotPresent",
        image_pull_secrets=["registry"],
        replicas=2,
        min_available=1,
        max_surge=0,
        max_unavailable=1,
        cpu=4,
        memory="2Gi",
        requests={"cpu": 1},
        log_level=4,
        node_selector={"pool": "system"},
        tolerations=["system:NoSchedule"],
        topology_spread_constraints=[
            TopologySpread("zone", when_unsatisfiable="DoNotSchedule", label_selector=LabelSelector(dict(LABELS)))
        ],
        priority_class_name="system-cluster-critical",
        host_network=True,
        dns_policy="ClusterFirstWithHostNet",
        pod_annotations={"team": "platform"},
        reinvocation_policy="IfNeeded",
        liveness_probe=Probe(HttpGet(8081, path="/healthz"), initial_delay_seconds=60, period_seconds=30, failure_threshold=5),
    ),
    "a configuration of its own": KueueSpec(
        namespace=NAMESPACE,
        configuration=KueueConfiguration(
            manage_jobs_without_queue_name=True,
            managed_jobs_namespace_selector=LabelSelector(
                {"queued": "yes"}, match_expressions=[LabelRequirement("kubernetes.io/metadata.name", "NotIn", ["kube-system", NAMESPACE])]
            ),
            feature_gates={"ConcurrentAdmission": True},
        ),
    ),
}

HELM_LABELS = frozenset(f"app.kubernetes.io/{name}" for name in ("instance", "managed-by", "version")) | {"helm.sh/chart", *LABELS}
"""Labels that say who has installed an object, and by which Services find pods: the chart's differ from those of the release."""

DEFAULTS = {"timeoutSeconds": 1, "failureThreshold": 3, "successThreshold": 1, "type": "ClusterIP", "reinvocationPolicy": "Never"}
"""What the chart writes and the API server would add."""


def plain(value: Any) -> Any:
    """Leave out what the chart says in its own words: labels, defaults, and the order of what has a name."""
    if isinstance(value, dict):
        kept = {key: plain(below) for key, below in value.items() if key not in HELM_LABELS and DEFAULTS.get(key) != below}
        return {key: below for key, below in kept.items() if key != "labels"}
    if isinstance(value, list):
        items = [plain(item) for item in value]
        return sorted(items, key=lambda item: item["name"]) if all(isinstance(item, dict) and "name" in item for item in items) else items
    return value


def charted(objects: Sequence[Any]) -> Objects:
    """Prepare objects for the comparison with the chart's, which puts namespaces on objects that have none."""
    made = without_our_own([each for each in objects if each["kind"] not in (CRD, "Namespace")])
    for each in made:
        if each["kind"].endswith(("WebhookConfiguration", "FlowSchema", "PriorityLevelConfiguration")):
            each["metadata"].pop("namespace", None)
        if each["kind"] == "ConfigMap":
            # what the chart adds is Kueue's default
            [configuration] = each["data"].values()
            if configuration.get("internalCertManagement", {}).get("enable"):
                del configuration["internalCertManagement"]
        if each["kind"] == DEPLOYMENT:
            [container] = each["spec"]["template"]["spec"]["containers"]
            # a released chart has the released image, that of the module has the one of the branch
            container["image"] = container["image"].replace("us-central1-docker.pkg.dev/k8s-staging-images", "registry.k8s.io")
            container["image"] = container["image"].replace(":release-0.19", f":v{VERSION}")
    return by_identity([plain(each) for each in made])


@pytest.mark.parametrize("spec", INSTALLATIONS.values(), ids=INSTALLATIONS)
def test_the_chart_makes_the_same_of_our_values(spec: KueueSpec) -> None:
    """Installed by chart or by manifests, the objects are the same but for labels: the values say all that our arguments say."""
    [rendered] = answers([{"chart": chart_values(spec, TARGETS)}])

    assert charted(ours(spec)) == charted(rendered)


@pytest.mark.parametrize("certificates", ["internal", "cert-manager"])
def test_crds_are_converted_and_trusted_as_those_of_the_chart(certificates: Any) -> None:
    """The webhook is the chart's; its annotation is left out where nothing is converted, since cert-manager has nothing to write there."""
    [rendered] = answers([{"chart": {"enableCertManager": certificates != "internal"}}])
    theirs = by_identity([each for each in rendered if each["kind"] == CRD])
    made = by_identity(our_crds(KueueCrdsSpec(certificates=certificates)))

    assert theirs.keys() == made.keys()
    for name, crd in made.items():
        assert crd["spec"].get("conversion") == theirs[name]["spec"].get("conversion")
        if "conversion" in crd["spec"]:
            assert crd["metadata"]["annotations"] == theirs[name]["metadata"]["annotations"]
