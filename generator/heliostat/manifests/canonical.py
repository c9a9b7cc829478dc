"""The form in which an object is stored unchanged: what is in Git is what the cluster holds, and Argo CD shows Synced.

Two sources say what the API server would change. The schema of a kind says where a default is added and which fields are
quantities; `kind_forms` says what Go code adds to the built-in kinds. Observed on kube-apiserver 1.35 with Kueue 0.19.2 and
the KubeRay operator.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.manifests.kind_forms import complete
from heliostat.manifests.quantity import canonical_quantity

_GO_ROUND_TRIP = ("ray.io/",)
"""API groups whose objects controllers write back through Go types, at KubeRay's finalizers and at Kueue's admission. That drops what
`omitempty` covers: empty lists, maps and text, and the zeros of fields that are no pointers.
"""

_POINTERS = frozenset({"storageClassName", "volumeAttributesClassName", "apiGroup", "localhostProfile", "hostnameOverride", "fsType"})
"""Text that Go holds by a pointer, so that it may be empty (k8s.io/api v0.35, core/v1/types.go)."""

_ZEROS = frozenset(
    {"readOnly", "hostNetwork", "hostPID", "hostIPC", "stdin", "stdinOnce", "tty", "hostPort"}
    | {"initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold"}
    | {"entrypointNumCpus", "entrypointNumGpus", "excludeHeadPodFromServeSvc", "publishNotReadyAddresses"}
)
"""False and 0 that are dropped; Go holds the other such fields by a pointer (same source, and ray.io/v1 of KubeRay v1.6.2)."""

_HOUSE_DEFAULTS: Mapping[str, JsonValue] = {"rayStartParams": {}}
"""Defaults that no schema states. Kueue's webhook writes an absent `rayStartParams` as null, which KubeRay's CRD then refuses."""


@dataclass(slots=True)
class _Place:
    """What has to be done at one place of a kind, and below it."""

    quantity: bool = False
    environment: bool = False
    """An entry of `env`: Go drops an empty `value`."""
    fields: dict[str, tuple[_Place | None, tuple[JsonValue, ...]]] = field(default_factory=dict)
    """What is done to a field, and the values with which Go drops it."""
    others: _Place | None = None
    items: _Place | None = None
    defaults: dict[str, JsonValue] = field(default_factory=dict)

    @property
    def idle(self) -> bool:
        return not (self.quantity or self.environment or self.fields or self.others or self.items or self.defaults)


_plans: dict[int, tuple[JsonObject, _Place]] = {}
"""What was read off a schema, by its identity; the schema is kept so that the identity stays its own."""


def canonical(body: JsonObject, schema: JsonObject | None) -> JsonObject:
    """Bring an object into the form in which it is stored unchanged; the given object is left as it is.

    Args:
        body: a manifest; what is not as the schema says is left for the validator to name.
        schema: JSON Schema of its kind, shared subtrees under `$defs`, quantities marked `format: quantity`; None where the
            kind is not known, and then only what holds for every kind is done.
    """
    made = body
    if schema is not None:
        known = _plans.get(id(schema))
        if known is None:
            round_trip = str(body.get("apiVersion")).startswith(_GO_ROUND_TRIP)
            known = _plans[id(schema)] = (schema, _Reader(schema, round_trip=round_trip).place(schema))
        made = _stored_mapping(body, known[1])
    metadata = made.get("metadata")
    if isinstance(metadata, dict):
        empty = [key for key in ("labels", "annotations", "creationTimestamp") if key in metadata and not metadata[key]]
        if empty:
            made = {**made, "metadata": {key: value for key, value in metadata.items() if key not in empty}}
    return complete(made)


def _stored(value: JsonValue, place: _Place) -> JsonValue:
    """Bring a value into its form; one that has it already comes back itself, as nearly all do."""
    if type(value) is dict:
        return _stored_mapping(value, place)
    if type(value) is list:
        return _stored_list(value, place.items) if place.items is not None else value
    if place.quantity and isinstance(value, str | int | float):
        try:
            spelled = canonical_quantity(value)
        except ValueError:
            return value
        return value if spelled == value else spelled
    return value


def _stored_list(value: list[JsonValue], items: _Place) -> list[JsonValue]:
    made = value
    for index, item in enumerate(value):
        stored = _stored(item, items)
        if stored is not item:
            made = [*value] if made is value else made
            made[index] = stored
    return made


def _stored_mapping(value: JsonObject, place: _Place) -> JsonObject:
    made = value
    field_of, others = place.fields.get, (place.others, ())
    for key, item in value.items():
        below, omitted = field_of(key, others)
        if omitted and not item and any(item == zero and type(item) is type(zero) for zero in omitted):
            made = dict(made) if made is value else made
            del made[key]
        elif below is not None and (stored := _stored(item, below)) is not item:
            made = dict(made) if made is value else made
            made[key] = stored
    if place.defaults and not place.defaults.keys() <= value.keys():
        made = dict(made) if made is value else made
        for key, default in place.defaults.items():
            if key not in value:
                below, _ = field_of(key, others)
                made[key] = deepcopy(default) if below is None else _stored(deepcopy(default), below)
    if place.environment and made.get("value") == "":
        made = {key: item for key, item in made.items() if key != "value"}
    return made


class _Reader:
    """Reads off one schema where something has to be done; parts without such a place are left out."""

    def __init__(self, schema: JsonObject, *, round_trip: bool) -> None:
        definitions = schema.get("$defs")
        self._definitions = definitions if isinstance(definitions, dict) else {}
        self._shared: dict[str, _Place] = {}
        self._round_trip = round_trip

    def place(self, schema: JsonValue, *, key: str = "") -> _Place:
        if not isinstance(schema, dict):
            return _Place()
        reference = schema.get("$ref")
        if isinstance(reference, str):
            return self._definition(reference, key)
        made = _Place(quantity=schema.get("format") == "quantity")
        properties = schema.get("properties")
        required = schema.get("required")
        required = required if isinstance(required, list) else []
        if isinstance(properties, dict):
            for name, below in properties.items():
                default = _HOUSE_DEFAULTS.get(name, below.get("default") if isinstance(below, dict) else None)
                if default is not None:
                    made.defaults[name] = default
                droppable = self._round_trip and default is None and name not in required
                found, omitted = self._unless_idle(below, key=name), self._zeros(name, below) if droppable else ()
                if found is not None or omitted:
                    made.fields[name] = (found, omitted)
        made.others = self._unless_idle(schema.get("additionalProperties"))
        made.items = self._unless_idle(schema.get("items"), key=key)
        if key == "env" and isinstance(properties, dict) and "value" in properties and "valueFrom" in properties:
            made.environment = True
        return made

    def _zeros(self, name: str, schema: JsonValue) -> tuple[JsonValue, ...]:
        """Name the values of a field that Go drops."""
        while isinstance(schema, dict) and isinstance(schema.get("$ref"), str):
            schema = self._definitions.get(str(schema["$ref"]).rpartition("/")[2])
        if not isinstance(schema, dict) or name in _POINTERS:
            return ()
        if schema.get("type") == "object":
            return ({},) if "additionalProperties" in schema else ()
        zeros: Mapping[JsonValue, JsonValue] = {"array": [], "string": ""}
        numbers: Mapping[JsonValue, JsonValue] = {"boolean": False, "integer": 0, "number": 0}
        kind = schema.get("type")
        if kind in zeros:
            return (zeros[kind],)
        return (numbers[kind],) if kind in numbers and name in _ZEROS else ()

    def _unless_idle(self, schema: JsonValue, *, key: str = "") -> _Place | None:
        found = self.place(schema, key=key)
        return None if found.idle else found

    def _definition(self, reference: str, key: str) -> _Place:
        seen = self._shared.get(f"{reference} {key}")
        if seen is None:
            seen = self._shared[f"{reference} {key}"] = _Place()
            found = self.place(self._definitions.get(reference.rpartition("/")[2]), key=key)
            for name in ("quantity", "environment", "fields", "others", "items", "defaults"):
                setattr(seen, name, getattr(found, name))
        return seen
