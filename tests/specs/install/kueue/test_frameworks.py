"""Names of frameworks, and kinds that other controllers bring to Kueue."""

from __future__ import annotations

from heliostat.specs.install.kueue.configuration import KueueConfiguration
from heliostat.specs.install.kueue.frameworks import RAY
from heliostat.specs.install.kueue.multi_kueue import MultiKueueSettings
from tests.specs.answers import told

NOT_A_KIND = 'must be a kind with version and group such as "Foo.v1.example.com", got '


def test_what_kueue_exits_at() -> None:
    """A name that it does not know, one that is there twice, and one that waits behind a gate."""
    given = ["ray.io/rayjbo", *RAY, "pod", "pod", "sparkoperator.k8s.io/sparkapplication"]

    assert told(KueueConfiguration(frameworks=given)) == [
        'frameworks[0]: "ray.io/rayjbo" is no framework of Kueue 0.19, did you mean "ray.io/rayjob"',
        'frameworks[5]: names "pod" again',
        'frameworks[6]: "sparkoperator.k8s.io/sparkapplication" needs feature_gates={"SparkApplicationIntegration": True}',
    ]


def test_rays_frameworks_are_all_there() -> None:
    """A Ray object of a kind that is not among them would start at once, whatever queue it names."""
    assert told(KueueConfiguration(frameworks=["batch/job", "ray.io/rayjob"])) == [
        'frameworks: must have "ray.io/raycluster" and "ray.io/rayservice", else Kueue does not queue these'
    ]
    assert told(KueueConfiguration(frameworks=RAY)) == []


def test_kinds_of_other_controllers_are_not_kueues_own() -> None:
    """Each is written as a kind, once."""
    given = ["Foo.v1.example.com", "Foo.v1.example.com", "Foo", "RayJob.v1.ray.io"]

    assert told(KueueConfiguration(external_frameworks=given)) == [
        'external_frameworks[1]: names "Foo.v1.example.com" again',
        f"external_frameworks[2]: {NOT_A_KIND}'Foo'",
        'external_frameworks[3]: must be left out, since "RayJob.v1.ray.io" is queued by the framework "ray.io/rayjob"',
    ]


def test_multi_kueue_brings_its_own_kinds_already() -> None:
    """A Deployment it does not bring, so that somebody else may."""
    settings = MultiKueueSettings(external_frameworks=["Deployment.v1.apps", "RayJob.v1.ray.io"])

    assert told(KueueConfiguration(multi_kueue=settings)) == [
        (
            'multi_kueue.external_frameworks[1]: must be left out, since "RayJob.v1.ray.io" is brought to other clusters '
            'by the framework "ray.io/rayjob"'
        )
    ]
