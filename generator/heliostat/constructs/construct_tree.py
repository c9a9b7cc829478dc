"""Constructs that wait in Python until JavaScript needs them, and then arrive there all at once.

A call to Node costs about as much as rendering an object, so charts and objects below an Environment are made in bulk: when it
is rendered, or before as soon as anybody uses one of them, their app or their environment through jsii. Whatever cdk8s offers
then finds the tree as if every construct had been made on the spot.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

import cdk8s
import jsii
from constructs import Construct, Node
from jsii._reference_map import register_reference

from heliostat.manifests.errors import FailedError, RefusedError
from heliostat.manifests.origin import Origin
from heliostat.schemas.targets import Targets

if TYPE_CHECKING:
    from jsii._kernel.types import ObjRef

Made = TypeVar("Made")


class DeferredType(jsii.JSIIMeta):
    """Leaves out what jsii does to every new instance, to note its reference: one that waits has none yet."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Make an instance as plain Python does."""
        return type.__call__(self, *args, **kwargs)


class Deferred:
    """A construct that may still wait in Python. jsii asks for its reference when JavaScript needs it, and it goes with all others."""

    origin: Origin
    _tree: ConstructTree | None = None
    _scope: Construct | None = None
    _construct_id = ""
    _place: int | None = None
    """Its number among the constructs of its tree, in the order of their making; None outside a tree and where it was refused."""
    _ref: ObjRef | None = None

    @property
    def __jsii_ref__(self) -> ObjRef:
        if self._tree is not None:
            self._tree.settle()
            if self._ref is None:
                raise RefusedError(self._tree.refused)
        assert self._ref is not None, "jsii sets the reference of what it makes"
        return self._ref

    @__jsii_ref__.setter
    def __jsii_ref__(self, ref: ObjRef) -> None:
        self._ref = ref

    def complaint(self, message: str, origin: Origin | None = None) -> str:
        """Say what is wrong with the construct, and where."""
        return f"{origin or self.origin}: {self.label}: {message}"

    @property
    def label(self) -> str:
        """What the construct is called in messages: as its author wrote it, unlike a manifest, which is called as the cluster does."""
        return f'{type(self).__name__} "{self._construct_id}"'

    @property
    def node(self) -> Node:
        """The construct's place in the tree."""
        node = cast("Node", jsii.get(self, "node"))
        return node if self._tree is None else _Node(self._tree, node)


class _Node(Node, metaclass=DeferredType):
    """A node that lets waiting constructs arrive before anybody looks for them."""

    def __init__(self, tree: ConstructTree, node: Node) -> None:
        self._tree = tree
        self._ref: ObjRef = node.__jsii_ref__  # type: ignore[attr-defined]  # jsii sets it on instances and declares it on no class

    @property
    def __jsii_ref__(self) -> ObjRef:
        self._tree.settle()
        return self._ref


class _Handle:
    """The tree as JavaScript knows it, used without letting anything arrive."""

    def __init__(self, ref: ObjRef | None) -> None:
        self.__jsii_ref__ = ref


class ConstructTree(Deferred, cdk8s.App, metaclass=DeferredType, jsii_type="heliostat.Environment"):
    """A cdk8s app that knows what waits below it, and what was refused.

    Args:
        targets: versions that the objects are made for.
        origin: line that made the app.
        outdir: folder of cdk8s' own `synth()`.
        resolvers: cdk8s resolvers that see every value; with any, objects arrive whole.
    """

    _place = -1

    def __init__(self, *, targets: Targets, origin: Origin, outdir: str | None = None, resolvers: Sequence[cdk8s.IResolver] = ()) -> None:
        self.targets = targets
        self.origin = origin
        self.resolved = bool(resolvers)
        self._reported: list[tuple[str, str]] = []
        self._tree = self
        self._constructs: list[Deferred] = []
        self._waiting: list[Mapping[str, object]] = []
        self._claimed = 0
        jsii.create(ConstructTree, self, [list(resolvers), outdir])
        self._javascript = _Handle(self._ref)
        self._touched = False
        self._surveying = False

    @property
    def refused(self) -> list[str]:
        """What is wrong; where that reads the same of several constructs, made on one line, with the place of each."""
        often = Counter(problem for problem, _ in self._reported)
        return [f"{problem} (in {place})" if place and often[problem] > 1 else problem for problem, place in self._reported]

    def report(self, problems: Sequence[str], scope: Construct | None = None) -> None:
        """Remember what is wrong with something in a scope, so that all of it is told when the environment is rendered."""
        place = scope.label if isinstance(scope, Deferred) and scope is not self else ""
        self._reported += [(problem, place) for problem in problems]

    def make(self, declared: type, construct: Deferred, content: Mapping[str, object]) -> None:
        """Make a construct in JavaScript: later where nobody can tell, at once below constructs that are there already.

        Args:
            declared: class of the construct that jsii knows.
            construct: the construct, which has its scope and its id.
            content: what the constructor in JavaScript takes between `id` and `place`, by name.
        """
        scope, place = construct._scope, len(self._constructs)
        if isinstance(scope, Deferred) and scope._place is None:
            return  # its parent was refused
        if isinstance(scope, Deferred) and is_deferrable(type(construct), declared):
            self._waiting.append({"place": place, "scope": scope._place, "id": construct._construct_id, **content})
        else:
            jsii.create(declared, construct, [scope, construct._construct_id, *content.values(), place])
        construct._place = place
        self._constructs.append(construct)

    def made(self, kind: type[Made]) -> list[Made]:
        """Name the constructs of a class so far, in the order of their making, without those that were refused."""
        return [each for each in self._constructs if isinstance(each, kind) and each._place is not None]

    def at(self, place: int) -> Deferred:
        """Name the construct at a place."""
        return self if place < 0 else self._constructs[place]

    def settle(self) -> None:
        """Let all that waits arrive, and tie each construct to its twin in JavaScript."""
        self._touched = True
        self._deliver()
        unclaimed = [each for each in self._constructs[self._claimed :] if each._ref is None and each._place is not None]
        self._claimed = len(self._constructs)
        if unclaimed:
            twins = self._ask("claim", json.dumps([each._place for each in unclaimed]))
            for construct, twin in zip(unclaimed, twins, strict=True):
                construct._ref = twin.__jsii_ref__
                register_reference(construct)

    def survey(self) -> Mapping[str, Any]:
        """Let all that waits arrive, and ask JavaScript for what Python does not know of each object (see assembly/src).

        What was refused is not among the objects, and stays in `refused`.

        Raises:
            RefusedError: naming all that is wrong in the environment, where cdk8s cannot resolve it.
        """
        if self._touched:
            self.settle()  # code in Python may be called back, and has to meet the constructs that it knows
        self._surveying = True
        try:
            answer: dict[str, Any] = json.loads(self._ask("survey", self._descriptions()))
        finally:
            self._surveying = False
        self._take_refused(answer["refused"])
        if "failure" in answer:
            raise RefusedError(self.refused or [f"{self.origin}: {answer['failure']}"])
        return answer

    @jsii.member(jsii_name="bodies")
    def _bodies(self, places: str) -> str:
        raise NotImplementedError  # jsii asks Python only for what a class below the declared one overrides: Environment does

    @jsii.member(jsii_name="refusals")
    def _refusals(self) -> str:
        raise NotImplementedError  # as above

    def _deliver(self) -> None:
        if self._waiting:
            self._take_refused(json.loads(self._ask("define", self._descriptions())))

    def _descriptions(self) -> str:
        """Describe what waits, which then waits no more."""
        waiting, self._waiting = self._waiting, []
        return json.dumps(waiting)

    def _take_refused(self, answer: Sequence[tuple[int, str]]) -> None:
        """Remember what could not be made, and why unless its parent could not be made either."""
        for place, message in answer:
            refused = self._constructs[place]
            refused._place = None
            if message:
                same = (
                    each
                    for each in self._constructs[:place]
                    if (each._scope, each._construct_id) == (refused._scope, refused._construct_id)
                )
                earlier = next(same, None)
                taken = f"has the id of {earlier.label}, made at {earlier.origin}" if earlier else message
                self.report([refused.complaint(taken)], refused._scope)

    def _ask(self, method: str, *args: str) -> Any:
        try:
            return jsii.invoke(self._javascript, method, list(args))
        except RuntimeError as error:
            raise RefusedError(self.refused or [f"{self.origin}: {str(error).removeprefix('Error: ')}"]) from error
        except (OSError, ValueError) as error:
            raise FailedError(f"Node ended while it had the constructs of {self.origin}", hint=str(error)) from error


def tree_of(scope: Construct) -> ConstructTree | None:
    """Find the tree of an Environment that a construct belongs to; None in anybody else's app."""
    return scope._tree if isinstance(scope, Deferred) else _tree_above(scope)


@cache
def _tree_above(scope: Construct) -> ConstructTree | None:
    """Ask JavaScript for the root; jsii keeps every construct for good, so that remembering the answer costs nothing more."""
    root = scope.node.root
    return root if isinstance(root, ConstructTree) else None


@cache
def is_deferrable(cls: type, declared: type) -> bool:
    """Tell whether instances may be made in bulk: jsii tells JavaScript of overridden methods only when it makes one by itself."""
    below = cls.__mro__[: cls.__mro__.index(declared)]
    names = {name for each in below for name in vars(each) if not name.startswith("__")}
    members = (getattr(declared, name, None) for name in names)
    implements = getattr(cls, "__jsii_ifaces__", []) != getattr(declared, "__jsii_ifaces__", [])
    return not implements and not any(hasattr(getattr(each, "fget", each), "__jsii_name__") for each in members)
