"""An environment's apps become Applications in their projects, below a root Application."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.manifest import Manifest
from heliostat.schemas.store import schema_for
from heliostat.schemas.structure import object_of
from heliostat.schemas.targets import Targets
from heliostat.schemas.validate import validate
from heliostat.specs.argocd.argo_cd import ApplicationSettings, ArgoCDSpec
from heliostat.specs.argocd.delivery import Delivery, placement_problems
from heliostat.specs.arguments import Problem
from heliostat.specs.label_selector import LabelSelector
from tests.specs.argocd.objects import crd, kueue, made, ray, team

REPOSITORY = "https://git.example.com/platform/heliostat.git"
OWN = "https://kubernetes.default.svc"

CRDS = [crd("RayJob", "ray.io", annotations={"argocd.argoproj.io/sync-options": "ServerSideApply=true"})]
OPERATOR = [made("v1", "Namespace", "kuberay-system"), made("apps/v1", "Deployment", "kuberay-operator", "kuberay-system")]
QUEUES = [kueue("ResourceFlavor", "cpu"), kueue("ClusterQueue", "prod")]
VISION = [team("vision"), kueue("LocalQueue", "default", "vision")]
TRAIN = [made("v1", "ConfigMap", "code", "vision"), ray("RayJob", "train", "vision", line=7)]
NOTEBOOKS = [ray("RayCluster", "notebooks", "vision", enableInTreeAutoscaling=True)]
CHART = [made("argoproj.io/v1alpha1", "Application", "prod-kueue-chart", "argocd")]
APPS = {"crds": CRDS, "operator": OPERATOR, "queues": QUEUES, "team-vision": VISION, "train": TRAIN, "notebooks": NOTEBOOKS}


def operator_chart(watched: list[JsonValue], *, single: bool) -> JsonObject:
    """The source of an Application that installs KubeRay's operator."""
    return {"chart": "kuberay-operator", "helm": {"valuesObject": {"watchNamespace": watched, "singleNamespaceInstall": single}}}


def delivery(*, cluster: str | None = None, **arguments: Any) -> Delivery:
    """Say how an environment called prod is delivered."""
    return Delivery("argocd", ArgoCDSpec(repository=REPOSITORY, **arguments), "prod", cluster)


def delivered(of: Delivery, apps: dict[str, list[Manifest]]) -> dict[str, Any]:
    """Deliver apps, with nothing wrong, and give what lies in the root's folder by kind and name."""
    everything, problems = of.of(apps, {"ray.io_RayJob": "return {}\n"})
    bodies = [each.body for each in everything["_argocd"]]
    assert problems == []
    assert [str(problem) for body in bodies for problem in problems_of(body)] == []
    return {f"{body['kind']} {object_of(body['metadata'])['name']}": body for body in bodies}


def problems_of(body: JsonObject) -> Sequence[object]:
    """Hold an object against its schema."""
    schema = schema_for(str(body["apiVersion"]), str(body["kind"]), Targets())
    assert schema is not None
    return validate(body, schema)


def refusals(of: Delivery, apps: dict[str, list[Manifest]]) -> list[str]:
    """Name what is wrong, without the line of the ArgoCD itself."""
    _, problems = of.of(apps, {})
    return [re.sub(r"^.*(?=ArgoCD \"argocd\":)", "", problem) for problem in problems]


def expected(
    app: str,
    *,
    wave: int,
    project: str,
    namespace: str | None = None,
    options: Sequence[str] = (),
    ignored: Sequence[JsonObject] = (),
    legacy_diff: bool = False,
) -> JsonObject:
    """Write an Application as it is expected."""
    annotations: JsonObject = {"argocd.argoproj.io/sync-wave": str(wave)}
    if legacy_diff:
        annotations["argocd.argoproj.io/compare-options"] = "ServerSideDiff=false"
    where: JsonObject = {"server": OWN}
    spec: JsonObject = {
        "project": f"prod-{project}",
        "source": {
            "repoURL": REPOSITORY,
            "targetRevision": "main",
            "path": f"out/prod/{app}",
            "directory": {"recurse": True},
        },
        "destination": where if namespace is None else {**where, "namespace": namespace},
        "syncPolicy": {
            "automated": {"prune": True, "selfHeal": True},
            "syncOptions": ["ApplyOutOfSyncOnly=true", *options],
            "retry": {"limit": 10, "refresh": True, "backoff": {"duration": "10s", "factor": 2, "maxDuration": "3m"}},
        },
    }
    if ignored:
        spec["ignoreDifferences"] = [*ignored]
    return {
        "apiVersion": "argoproj.io/v1alpha1",
        "kind": "Application",
        "metadata": {
            "name": f"prod-{app}",
            "namespace": "argocd",
            "labels": {"app.kubernetes.io/part-of": "prod"},
            "annotations": annotations,
            "finalizers": ["resources-finalizer.argocd.argoproj.io"],
        },
        "spec": spec,
    }


SKIP = "SkipDryRunOnMissingResource=true"
AUTOSCALED: JsonObject = {
    "group": "ray.io",
    "kind": "RayCluster",
    "name": "notebooks",
    "namespace": "vision",
    "jqPathExpressions": [".spec.workerGroupSpecs[]?.replicas", ".spec.workerGroupSpecs[]?.scaleStrategy"],
}
APPLICATIONS = [
    expected("crds", wave=-40, project="platform", options=["ServerSideApply=true"]),
    expected("operator", wave=-30, project="platform"),
    expected("queues", wave=-20, project="platform"),
    expected("team-vision", wave=-10, project="platform"),
    expected("train", wave=0, project="vision", namespace="vision", options=[SKIP], legacy_diff=True),
    expected("notebooks", wave=0, project="vision", namespace="vision", ignored=[AUTOSCALED], legacy_diff=True),
]


@pytest.mark.parametrize("application", APPLICATIONS, ids=lambda body: object_of(body["metadata"])["name"])
def test_every_app_has_its_application(application: JsonObject) -> None:
    """CRDs, an operator, queues, a team, a queued job beside its CRD, an autoscaled RayCluster: whole, and right by Argo CD's schema."""
    assert delivered(delivery(), APPS)[f"Application {object_of(application['metadata'])['name']}"] == application


def test_a_service_that_keeps_state_in_redis_waits_for_no_dependent_when_it_goes() -> None:
    """Kueue keeps its Workload until it has gone, so that to wait for the Workload would be to wait for ever."""
    config: JsonObject = {"gcsFaultToleranceOptions": {"redisAddress": "redis:6379"}}
    found = delivered(delivery(), {**APPS, "scorer": [ray("RayService", "scorer", "vision", rayClusterConfig=config)]})

    assert found["Application prod-scorer"]["metadata"]["finalizers"] == ["resources-finalizer.argocd.argoproj.io/background"]


def test_what_others_live_in_comes_before_them() -> None:
    """An app of nothing but a Namespace: with the teams where another app is in it, else with the workloads."""
    apps = {"space": [made("v1", "Namespace", "vision")], "alone": [made("v1", "Namespace", "images")], "train": TRAIN}
    found = delivered(delivery(), apps)
    waves = [found[f"Application prod-{app}"]["metadata"]["annotations"]["argocd.argoproj.io/sync-wave"] for app in apps]

    assert waves == ["-10", "0", "0"]


def test_who_lives_in_a_later_app_waits_for_it_unless_told_otherwise() -> None:
    """An operator with a Role in a team's namespace would keep back the team that brings the namespace, and wait for it in vain."""
    apps = {**APPS, "operator": [*OPERATOR, made("rbac.authorization.k8s.io/v1", "Role", "kuberay-operator", "vision")]}
    told = {"operator": ApplicationSettings(wave=-30)}
    found = [delivered(of, apps)["Application prod-operator"] for of in (delivery(), delivery(applications=told))]

    assert [each["metadata"]["annotations"]["argocd.argoproj.io/sync-wave"] for each in found] == ["-9", "-30"]


def test_a_chart_with_roles_in_the_namespaces_of_teams_waits_for_them() -> None:
    """The Roles stand in no file of ours; a chart without them comes with the other operators."""
    waves = [
        delivered(delivery(), {**APPS, "operator": [made("argoproj.io/v1alpha1", "Application", "c", "argocd", spec={"source": source})]})[
            "Application prod-operator"
        ]["metadata"]["annotations"]["argocd.argoproj.io/sync-wave"]
        for source in (operator_chart(["vision"], single=True), operator_chart(["vision"], single=False))
    ]

    assert waves == ["-9", "-30"]


def test_the_root_brings_itself_and_all_others() -> None:
    """Into Argo CD's own cluster, in the project that is there before it, with nothing that deletes the rest when it goes."""
    root = delivered(delivery(cluster="prod-eu", project="platform-root"), APPS)["Application prod"]
    settings = {"prune": True, "selfHeal": True}

    assert root["metadata"] == {
        "name": "prod",
        "namespace": "argocd",
        "labels": {"app.kubernetes.io/part-of": "prod"},
        "annotations": {"argocd.argoproj.io/sync-wave": "0"},
    }
    assert root["spec"] == {
        "project": "platform-root",
        "source": {"repoURL": REPOSITORY, "targetRevision": "main", "path": "out/prod/_argocd", "directory": {"recurse": True}},
        "destination": {"server": OWN, "namespace": "argocd"},
        "syncPolicy": {
            "automated": settings,
            "syncOptions": ["ApplyOutOfSyncOnly=true", "ServerSideApply=true"],
            "retry": {"limit": 10, "refresh": True, "backoff": {"duration": "10s", "factor": 2, "maxDuration": "3m"}},
        },
    }


def test_the_root_brings_what_makes_waves_wait() -> None:
    """argocd-cm comes first, with our keys alone, and is never taken away."""
    assert delivered(delivery(), APPS)["ConfigMap argocd-cm"] == {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {
            "name": "argocd-cm",
            "namespace": "argocd",
            "labels": {"app.kubernetes.io/name": "argocd-cm", "app.kubernetes.io/part-of": "argocd"},
            "annotations": {
                "argocd.argoproj.io/sync-wave": "-50",
                "argocd.argoproj.io/sync-options": "Delete=false,Prune=false",
            },
        },
        "data": {"resource.customizations.health.ray.io_RayJob": "return {}\n"},
    }


def test_argocd_cm_may_be_somebody_elses() -> None:
    """One Argo CD that serves several environments gets it from one of them."""
    assert [*delivered(delivery(config_map=False), {"queues": QUEUES})] == [
        "AppProject prod-platform",
        "Application prod-queues",
        "Application prod",
    ]


def test_every_team_has_a_project_and_so_has_the_platform() -> None:
    """A team's goes to its namespaces, the platform's anywhere in the cluster."""
    apps = {**APPS, "teams": [team("language", "nlp"), team("language", "speech")]}
    found = delivered(delivery(cluster="https://prod.example.com"), apps)
    where = {name: body["spec"]["destinations"] for name, body in found.items() if name.startswith("AppProject")}

    assert where == {
        "AppProject prod-platform": [{"server": "https://prod.example.com", "namespace": "*"}],
        "AppProject prod-vision": [{"server": "https://prod.example.com", "namespace": "vision"}],
        "AppProject prod-language": [
            {"server": "https://prod.example.com", "namespace": "nlp"},
            {"server": "https://prod.example.com", "namespace": "speech"},
        ],
    }
    assert found["AppProject prod-platform"]["spec"]["clusterResourceWhitelist"] == [{"group": "*", "kind": "*"}]
    assert found["AppProject prod-vision"]["spec"]["clusterResourceWhitelist"] == []


def test_a_cluster_is_called_by_its_name_or_its_address() -> None:
    """As Environment(cluster=…) has it."""
    named = delivered(delivery(cluster="prod-eu"), APPS)["Application prod-train"]["spec"]["destination"]
    addressed = delivered(delivery(cluster="https://10.0.0.1"), APPS)["Application prod-train"]["spec"]["destination"]

    assert (named, addressed) == ({"name": "prod-eu", "namespace": "vision"}, {"server": "https://10.0.0.1", "namespace": "vision"})


def test_an_application_of_a_chart_goes_to_argo_cd_itself() -> None:
    """It is made where Argo CD looks for it, and what it installs goes where it says."""
    found = delivered(delivery(cluster="prod-eu"), {"kueue": CHART})

    assert found["Application prod-kueue"]["spec"]["destination"] == {"server": OWN, "namespace": "argocd"}
    assert found["AppProject prod-platform"]["spec"]["destinations"] == [
        {"name": "prod-eu", "namespace": "*"},
        {"server": OWN, "namespace": "argocd"},
    ]


CHARTS = "https://charts.example.com"


def chart(project: str, *sources: str) -> Manifest:
    """An Application in a project, from repositories."""
    spec: JsonObject = {"project": project, "sources": [{"repoURL": source} for source in sources]}
    return made("argoproj.io/v1alpha1", "Application", "chart", "argocd", line=5, spec=spec)


def test_a_chart_may_be_in_the_project_of_the_platform() -> None:
    """Which admits its repository then, and that of nobody else's chart."""
    found = delivered(
        delivery(), {"chart": [chart("prod-platform", CHARTS, REPOSITORY)], "other": [chart("default", "https://else.where")]}
    )

    assert found["AppProject prod-platform"]["spec"]["sourceRepos"] == [REPOSITORY, CHARTS]


def test_a_chart_in_the_project_of_a_team_is_told() -> None:
    """Argo CD would refuse it, as the project knows no repository but the environment's."""
    told = "prod.py:5: Application argocd/chart: spec.project: must be a project that admits https://charts.example.com, such as "

    assert refusals(delivery(), {"team": VISION, "chart": [chart("prod-vision", REPOSITORY, CHARTS)]}) == [
        f'{told}"prod-platform", got "prod-vision"'
    ]
    assert refusals(delivery(), {"team": VISION, "chart": [chart("prod-vision", REPOSITORY)]}) == []


@pytest.mark.parametrize(
    ("cluster", "namespace", "problems"),
    [(None, "argocd", 1), ("in-cluster", "argocd", 1), (OWN, "argocd", 1), ("prod-eu", "argocd", 0), (None, "vision", 0)],
)
def test_no_team_lives_with_argo_cd(cluster: str | None, namespace: str, problems: int) -> None:
    """Its ConfigMaps would be Argo CD's settings, and its network policies would shut Argo CD in; another cluster is another matter."""
    told = (
        'ArgoCD "argocd": namespace: "argocd" is the namespace of the team "vision", whose ConfigMaps and network policies must not be '
        "Argo CD's own"
    )

    assert refusals(delivery(cluster=cluster), {"team": [team("vision", namespace)]}) == [told] * problems


def test_settings_of_an_app_count() -> None:
    """Its wave, its project, and last of all whatever else an Application can say; the root still comes last."""
    settings = {
        "train": ApplicationSettings(wave=5, project="platform"),
        "queues": ApplicationSettings(overrides={"spec": {"syncPolicy": {"automated": None}}, "metadata": {"labels": {"tier": "1"}}}),
    }
    found = delivered(delivery(applications=settings), APPS)

    assert found["Application prod-train"] == expected("train", wave=5, project="platform", options=[SKIP], legacy_diff=True)
    assert "automated" not in found["Application prod-queues"]["spec"]["syncPolicy"]
    assert found["Application prod-queues"]["metadata"]["labels"] == {"app.kubernetes.io/part-of": "prod", "tier": "1"}
    assert found["Application prod"]["metadata"]["annotations"] == {"argocd.argoproj.io/sync-wave": "5"}


def test_every_app_in_every_cluster_of_a_kind() -> None:
    """An ApplicationSet stands where the Application would, and makes it for each cluster that has the labels."""
    found = delivered(delivery(application_set=LabelSelector({"environment": "prod"})), APPS)
    [notebooks] = [body for name, body in found.items() if name == "ApplicationSet prod-notebooks"]
    alone = expected("notebooks", wave=0, project="vision", namespace="vision", ignored=[AUTOSCALED], legacy_diff=True)

    assert notebooks == {
        "apiVersion": "argoproj.io/v1alpha1",
        "kind": "ApplicationSet",
        "metadata": {
            "name": "prod-notebooks",
            "namespace": "argocd",
            "labels": {"app.kubernetes.io/part-of": "prod"},
            "annotations": {"argocd.argoproj.io/sync-wave": "0"},
        },
        "spec": {
            "goTemplate": True,
            "goTemplateOptions": ["missingkey=error"],
            "generators": [{"clusters": {"selector": {"matchLabels": {"environment": "prod"}}}}],
            "syncPolicy": {"preserveResourcesOnDeletion": True},
            "template": {
                "metadata": {
                    "name": "prod-notebooks-{{.nameNormalized}}",
                    "labels": {"app.kubernetes.io/part-of": "prod"},
                    "annotations": {"argocd.argoproj.io/compare-options": "ServerSideDiff=false"},
                },
                "spec": {**object_of(alone["spec"]), "destination": {"server": "{{.server}}", "namespace": "vision"}},
            },
        },
    }
    assert found["AppProject prod-vision"]["spec"]["destinations"] == [{"server": "*", "namespace": "vision"}]
    assert [name for name in found if name.startswith("Application ")] == ["Application prod"]


def test_objects_keep_their_line_and_the_root_has_that_of_argo_cd() -> None:
    """What is wrong with an Application is wrong at ArgoCD(…)."""
    of = delivery()
    everything, _ = of.of(APPS, {})

    assert [each.origin for each in everything["train"]] == [each.origin for each in TRAIN]
    assert {each.origin.line.file for each in everything["_argocd"] if each.origin.line} == {__file__}
    assert [each.construct for each in everything["_argocd"]][:2] == ["argocd/configmap-argocd-cm", "argocd/appproject-prod-platform"]


def test_an_app_without_objects_has_no_folder_and_no_application() -> None:
    """Argo CD would look for the folder in vain."""
    assert "Application prod-empty" not in delivered(delivery(), {"empty": [], "queues": QUEUES})


TOLD = [
    pytest.param(
        {"applications": {"trian": ApplicationSettings(wave=1)}},
        APPS,
        'ArgoCD "argocd": applications["trian"]: the environment has no such app, did you mean "train"',
        id="settings of an app that is not there",
    ),
    pytest.param(
        {"applications": {"zzz": ApplicationSettings(wave=1)}},
        {"queues": QUEUES},
        'ArgoCD "argocd": applications["zzz"]: the environment has no such app, only queues',
        id="nothing alike",
    ),
    pytest.param(
        {},
        {"team": VISION, "mixed": [*QUEUES, *TRAIN]},
        'prod.py:1: app "mixed": belongs to two projects: ResourceFlavor cpu (prod.py:1) to the platform\'s, ConfigMap vision/code '
        '(prod.py:1) to the team "vision"\'s; move one of them to another app, or decide by ApplicationSettings(project=…)',
        id="an app in two projects",
    ),
    pytest.param(
        {},
        {"team": [team("platform")]},
        'ArgoCD "argocd": a team must not be called "platform", as the project of all that is no team\'s is',
        id="a team with the platform's name",
    ),
    pytest.param(
        {"cluster": "prod-eu"},
        {"mixed": [*CHART, *QUEUES]},
        'prod.py:1: app "mixed": holds an Application, which goes to Argo CD\'s own cluster, beside other objects, expected an app of '
        "its own",
        id="an Application beside other objects",
    ),
    pytest.param(
        {"application_set": LabelSelector({"environment": "prod"})},
        {"kueue": CHART},
        'prod.py:1: app "kueue": holds an Application, which goes to one cluster, expected none where application_set is given',
        id="an Application for a fleet",
    ),
    pytest.param(
        {
            "applications": {
                "notebooks": ApplicationSettings(overrides={"spec": {"syncPolicy": {"syncOptions": ["RespectIgnoreDifferences=true"]}}})
            }
        },
        {"team": VISION, "notebooks": NOTEBOOKS},
        'prod.py:1: app "notebooks": must not have RespectIgnoreDifferences=true beside .spec.workerGroupSpecs[]?.replicas, since Argo '
        "CD then never applies anything in that list again",
        id="lists that would be kept as they run",
    ),
    pytest.param(
        {"applications": {"queues": ApplicationSettings(overrides={"metadata": None})}},
        {"queues": QUEUES},
        'prod.py:1: app "queues": its Application, as overrides leave it: has no metadata.name',
        id="an Application without a name",
    ),
]


@pytest.mark.parametrize(("arguments", "apps", "message"), TOLD)
def test_what_cannot_be_delivered_is_told(arguments: dict[str, Any], apps: dict[str, list[Manifest]], message: str) -> None:
    """With the line of what is wrong, and what to do."""
    assert refusals(delivery(**arguments), apps) == [message]


def test_an_environment_must_fit() -> None:
    """Its name is that of the root, and one cluster is not several."""
    several = ArgoCDSpec(repository=REPOSITORY, application_set=LabelSelector({"environment": "prod"}))

    assert [*placement_problems(several, "prod_eu", "prod")] == [
        Problem(
            "",
            'the environment\'s name begins those of its Applications, which must be at most 253 lower-case letters, digits, "-" and '
            '".", with a letter or digit around each ".", got \'prod_eu\'',
        ),
        Problem("application_set", 'must be left out where the environment names its one cluster, "prod"'),
    ]
    assert [*placement_problems(several, "prod", None)] == []
