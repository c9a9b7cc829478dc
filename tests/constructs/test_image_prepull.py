"""The construct of an ImagePrepull: what it follows."""

from __future__ import annotations

import cdk8s
import pytest

from heliostat.constructs.environment import Environment
from heliostat.constructs.image_prepull import ImagePrepull
from heliostat.constructs.kueue.resource_flavor import ResourceFlavor
from heliostat.manifests.errors import RefusedError


def test_it_is_for_all_flavors_unless_some_are_named() -> None:
    """Also for those that are made after it."""
    environment = Environment("prod")
    app = environment.app("images", namespace="images")
    everywhere = ImagePrepull(app, "everywhere")
    cpu, l4 = (ResourceFlavor(environment.app(name), name) for name in ("cpu", "l4"))
    some = ImagePrepull(app, "some", flavors=[l4])
    prepulls = [each.prepull([]) for each in (everywhere, some)]

    assert [each and (each.name, [*each.flavors], each.origin) for each in prepulls] == [
        ("everywhere", [cpu, l4], everywhere.origin),
        ("some", [l4], some.origin),
    ]


def test_what_is_refused_pulls_nothing() -> None:
    """The rest of the environment is told all the same."""
    environment = Environment("prod")
    refused = ImagePrepull(environment.app("images"), "images")

    assert refused.prepull([]) is None
    assert [problem.partition(": ")[2] for problem in environment.refused] == [
        'ImagePrepull "images": namespace: must be given, here or to the app, since its objects refer to each other by it'
    ]


def test_a_stock_app_has_nobody_to_make_its_daemon_sets() -> None:
    """There it would be a ServiceAccount and no more."""
    chart = cdk8s.Chart(cdk8s.Testing.app(), "images", namespace="images")

    with pytest.raises(RefusedError, match=r'ImagePrepull "images": must be made in an Environment, whose Ray objects it follows$'):
        ImagePrepull(chart, "images")
