"""Where something is installed."""

from __future__ import annotations

from heliostat.specs.install.kuberay.operator import KubeRayOperatorSpec
from heliostat.specs.install.place import Place
from tests.specs.answers import told


def test_the_place_is_no_argument() -> None:
    """It is the construct's to say; authors say the namespace."""
    problem = "place: KubeRayOperator has no such argument, got Place(namespace='ray', environment=None, cluster=None)"

    assert [each.split(", did you mean")[0] for each in told(KubeRayOperatorSpec(namespace="ray", place=Place("ray")))] == [problem]


def test_the_namespace_is_that_of_the_place_unless_given() -> None:
    """Two specs that say the same are the same, wherever they are."""
    here, elsewhere = KubeRayOperatorSpec(), KubeRayOperatorSpec()
    here.put(Place(namespace="ray"))

    assert (here.decided_namespace, told(here)) == ("ray", [])
    assert (elsewhere.decided_namespace, len(told(elsewhere))) == ("", 1)
    assert here == elsewhere
