"""Tells a spec where its construct is."""

from __future__ import annotations

from typing import TypeVar

import cdk8s
from constructs import Construct

from heliostat.constructs.construct_tree import Deferred
from heliostat.constructs.environment import Environment
from heliostat.constructs.manifest_object import ManifestObject
from heliostat.specs.install.place import InstallSpec, Place

Spec = TypeVar("Spec", bound=InstallSpec)


def placed(spec: Spec, scope: Construct) -> Spec:
    """Set the place of a spec that its construct has just been given."""
    spec.put(_place_of(scope))
    return spec


def _place_of(scope: Construct) -> Place:
    if not isinstance(scope, Construct):  # told by the construct itself
        return Place()
    tree = getattr(scope, "_tree", None)
    environment, cluster = (tree.name, tree.cluster) if isinstance(tree, Environment) else (None, None)
    return Place(_namespace_of(scope), environment, cluster)


def _namespace_of(scope: Construct) -> str | None:
    if isinstance(scope, ManifestObject):
        return scope.namespace
    if isinstance(scope, Deferred):
        return getattr(scope, "namespace", None)
    return cdk8s.Chart.of(scope).namespace
