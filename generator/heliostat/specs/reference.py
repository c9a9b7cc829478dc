"""What a spec may be given in place of a name: a construct of ours, or anything that has what is needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from heliostat.manifests.json_value import JsonObject


@runtime_checkable
class Named(Protocol):
    """Whatever has the name of an object in the cluster."""

    @property
    def name(self) -> str: ...


@runtime_checkable
class FlavorReference(Named, Protocol):
    """A ResourceFlavor: its name and what a pod needs to land on its nodes."""

    @property
    def node_labels(self) -> Mapping[str, str]: ...

    @property
    def tolerations(self) -> Sequence[JsonObject]:
        """Tolerations as they stand in a pod: those that the flavor adds, and those for its own taints."""
        ...


@runtime_checkable
class QueueReference(Named, Protocol):
    """A LocalQueue: its name and the namespace it serves."""

    @property
    def namespace(self) -> str | None: ...


@runtime_checkable
class QueueWithFlavors(QueueReference, Protocol):
    """A LocalQueue that knows the flavors behind it."""

    @property
    def flavor_tolerations(self) -> Sequence[JsonObject]:
        """Tolerations that Kueue adds to the pods that it admits on one of the flavors, of all of them."""
        ...


@runtime_checkable
class TeamReference(Named, Protocol):
    """A Team: its name and its namespace."""

    @property
    def namespace(self) -> str | None: ...


@runtime_checkable
class TeamWithQueues(TeamReference, Protocol):
    """A Team that tells its LocalQueues."""

    @property
    def queue_names(self) -> Sequence[str] | None:
        """Names of the LocalQueues that the team makes; None where they are not known."""
        ...


@runtime_checkable
class TeamWithBorders(TeamReference, Protocol):
    """A Team that tells whether its namespace is closed."""

    @property
    def is_closed(self) -> bool:
        """Whether network policies deny what nobody opens."""
        ...


@dataclass(frozen=True)
class OfKind:
    """Narrows an annotation to references of some kinds; a name, or what `text` calls it, is taken where text is."""

    kinds: tuple[str, ...]
    text: str

    def __init__(self, *kinds: str, text: str = "name") -> None:
        object.__setattr__(self, "kinds", kinds)
        object.__setattr__(self, "text", text)

    def words(self, base: str) -> str:
        """Say what is expected."""
        kinds = " or ".join(self.kinds)
        return f"{'an' if kinds[0] in 'AEIO' else 'a'} {kinds}{f' or its {self.text}' if 'text' in base else ''}"


@dataclass(frozen=True)
class Such:
    """Gives an annotation an example for its messages."""

    example: str

    def words(self, base: str) -> str:
        """Say what is expected."""
        return f'{base} such as "{self.example}"'


def kind_of(reference: object) -> str | None:
    """Tell the kind of an object in the cluster; None of what is none, though it may have a name, as a file or a module has.

    Constructs of ours tell it as `object_kind`, in the words that authors use (`Team`), those of cdk8s as `kind`.
    """
    try:
        kind = getattr(reference, "object_kind", None)
        if kind is None and hasattr(reference, "api_version"):
            kind = getattr(reference, "kind", None)
        return kind if isinstance(kind, str) and isinstance(getattr(reference, "name", None), str) else None
    except Exception:  # an author's class may raise anything when it is looked at
        return None


def name_of(reference: Named | str) -> str:
    """Take the name out of a reference."""
    return reference if isinstance(reference, str) else reference.name
