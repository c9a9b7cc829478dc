"""An object of any kind as a construct: its head is with cdk8s, its body stays here until cdk8s needs it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import cdk8s
import jsii
from constructs import Construct

from heliostat.constructs.construct_tree import Deferred, DeferredType, is_deferrable, tree_of
from heliostat.constructs.javascript import javascript_text, plain
from heliostat.manifests.errors import RefusedError
from heliostat.manifests.head import head_faults
from heliostat.manifests.json_value import JsonObject
from heliostat.manifests.origin import Origin, origin_here
from heliostat.manifests.shown_value import shown_value
from heliostat.manifests.waiver import Waiver

HEAD = ("apiVersion", "kind", "metadata")
"""What cdk8s works with: it adds a chart's namespace and labels, and lets everybody edit metadata."""


class ManifestObject(Deferred, cdk8s.ApiObject, metaclass=DeferredType, jsii_type="heliostat.ManifestObject"):
    """A cdk8s ApiObject with any fields, which renders what `body` holds.

    Args:
        scope: the app or the construct that it belongs to.
        id: its id among the constructs there.
        body: the manifest; it must have apiVersion, kind and metadata.name, and is not to be changed any more.
        origin: line that made it, the line that is being executed unless given.
        waivers: findings on it that somebody accepts.
        unless: argument of its parent that leaves it to somebody else.

    Raises:
        RefusedError: outside an Environment, when the manifest cannot be one; inside, that is told when it is rendered.
    """

    def __init__(
        self,
        scope: Construct,
        id: str,
        body: JsonObject,
        *,
        origin: Origin | None = None,
        waivers: Sequence[Waiver] = (),
        unless: str = "",
    ) -> None:
        self.unless = unless
        self._describe(scope, id, origin or origin_here())
        self._make(body, waivers)

    unless = ""

    @property
    def name(self) -> str:
        """Name of the object in the cluster."""
        return self._name

    @property
    def namespace(self) -> str | None:
        """Namespace of the object, its app's where it names none itself; None where neither does."""
        return self._namespace or self._default_namespace()

    @property
    def object_kind(self) -> str:
        """Kind of the object, for those who take it as a reference."""
        return type(self).__name__ if self._body is None else cast("str", self._body["kind"])

    @property
    def is_refused(self) -> bool:
        """Whether there is no such object, because something about it is wrong."""
        return self._body is None

    def refuse(self, *complaints: str) -> None:
        """Say that what was asked for is wrong, in whole messages such as `complaint` composes.

        Raises:
            RefusedError: outside an Environment; inside, it is told when the environment is rendered.
        """
        if self._tree is None:
            raise RefusedError(complaints)
        self._tree.report(complaints, self._scope)

    def manifest(self, metadata: JsonObject) -> JsonObject:
        """Put the body under the metadata that cdk8s has made of the object's own."""
        assert self._body is not None, "what was refused is not in the tree"
        return {"apiVersion": self._body["apiVersion"], "kind": self._body["kind"], "metadata": metadata, **self._rest()}

    def rest_for_javascript(self) -> str:
        """Write the body without its head.

        Raises:
            ValueError: when JavaScript would change it, which is also told when the environment is rendered.
        """
        try:
            return javascript_text(self._rest())
        except ValueError as error:
            self.refuse(self.complaint(str(error)))
            raise

    def _rest(self) -> JsonObject:
        assert self._body is not None, "what was refused is not in the tree"
        return plain({key: value for key, value in self._body.items() if key not in HEAD})

    def _describe(self, scope: Construct, id: str, origin: Origin) -> None:
        """Set what every construct has, also one that is refused."""
        self.origin = origin
        self._scope, self._construct_id = scope, str.__str__(id) if isinstance(id, str) else shown_value(id)
        if not isinstance(scope, Construct):
            raise RefusedError([self.complaint(f"scope: must be an app or a construct in one, got {shown_value(scope)}")])
        if not isinstance(id, str) or not self._construct_id:
            raise RefusedError([self.complaint(f"id: must be text, got {shown_value(id)}")])
        self._tree = tree_of(scope)
        self._name = self._construct_id
        self._namespace: str | None = None
        self._body: JsonObject | None = None
        self.waivers: tuple[Waiver, ...] = ()

    def _make(self, body: JsonObject, waivers: Sequence[Waiver]) -> None:
        """Give the object its body, and its twin in JavaScript."""
        faults = [*head_faults(body)]
        if not faults and self._scope is self._tree:
            faults = ["must be made in an app, got the environment itself as its scope"]
        if faults:
            self.refuse(*[self.complaint(fault) for fault in faults])
            return
        metadata = cast("JsonObject", body["metadata"])
        self._name, self._namespace = cast("str", metadata["name"]), cast("str | None", metadata.get("namespace"))
        self._body, self.waivers = body, tuple(waivers)
        late = self._tree is not None and not self._tree.resolved and is_deferrable(type(self), ManifestObject)
        try:
            manifest = javascript_text({key: body[key] for key in HEAD} if late else plain(body))
        except ValueError as error:
            self.refuse(self.complaint(str(error)))
            return
        if self._tree is None:
            jsii.create(ManifestObject, self, [self._scope, self._construct_id, manifest])
        else:
            self._tree.make(ManifestObject, self, {"manifest": manifest, "late": late})

    def _default_namespace(self) -> str | None:
        scope = self._scope
        while isinstance(scope, ManifestObject):
            scope = scope._scope
        if scope is None or scope is self._tree:
            return None
        return cast("str | None", getattr(scope, "namespace", None)) if isinstance(scope, Deferred) else cdk8s.Chart.of(scope).namespace
