"""How Kueue counts what pods ask for against quotas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Literal

from heliostat.manifests.json_value import JsonValue
from heliostat.manifests.name_syntax import dns_label_fault, dns_subdomain_fault, label_key_fault
from heliostat.manifests.quantity import canonical_quantity
from heliostat.schemas.targets import Targets
from heliostat.specs.amount import Amount, amount_fault
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.resource_name import counted_resource_fault
from heliostat.specs.wire import json_of, spelled

_MOST_MAPPINGS, _MOST_CLASSES = 16, 8
_LONGEST_DRIVER, _LONGEST_NAME = 63, 253


def _amounts(given: Mapping[str, Amount]) -> JsonValue:
    return {name: canonical_quantity(value) for name, value in given.items()}


@arguments
class ResourceTransformation:
    """Count one resource as others: `ResourceTransformation("nvidia.com/mig-1g.5gb", outputs={"example.com/gpu-memory": "5Gi"})`.

    Args:
        input: resource that pods ask for.
        outputs: resources, and how much of each one unit of it counts for.
        strategy: whether the input itself counts as well; it does unless given. `Replace` without outputs ignores it.
        multiply_by: resource of the pod that the outputs are multiplied by.
    """

    input: str = field(kw_only=False)
    outputs: Mapping[str, Amount] = field(default_factory=dict, metadata=spelled(write=_amounts))
    strategy: Literal["Retain", "Replace"] | None = None
    multiply_by: str | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        for argument, name in (("input", self.input), ("multiply_by", self.multiply_by)):
            if name is not None and (fault := label_key_fault(name) or counted_resource_fault(name)):
                yield Problem(argument, fault)
        for name, value in self.outputs.items():
            if fault := label_key_fault(name) or amount_fault(value):
                yield Problem(f'outputs["{name}"]', fault)


@arguments
class _DeviceSource:
    """What is counted of some devices.

    Args:
        name: name of what is counted.
        driver: name of the DRA driver.
        device_selector: CEL expression that a device has to meet.
    """

    name: str
    driver: str
    device_selector: str = field(metadata=spelled(write=lambda expression: {"cel": {"expression": expression}}))

    def check(self, targets: Targets) -> Iterator[Problem]:
        if fault := dns_subdomain_fault(self.driver):
            yield Problem("driver", fault)
        elif len(self.driver) > _LONGEST_DRIVER:
            yield Problem("driver", f"must have at most {_LONGEST_DRIVER} characters, has {len(self.driver)}")
        if not self.device_selector:
            yield Problem("device_selector", "must be a CEL expression, got nothing")


@arguments
class DeviceCounter(_DeviceSource):
    """A counter that the parts of a device share, by the name that it has in the driver's ResourceSlices."""

    def check(self, targets: Targets) -> Iterator[Problem]:
        if fault := dns_label_fault(self.name):
            yield Problem("name", fault)
        yield from super().check(targets)


@arguments
class DeviceCapacity(_DeviceSource):
    """A capacity that the claims on a device share, such as `gpu.example.com/memory`."""

    def check(self, targets: Targets) -> Iterator[Problem]:
        domain, slash, word = self.name.rpartition("/")
        if (slash and dns_subdomain_fault(domain.lower())) or not word.isidentifier() or not word.isascii():
            yield Problem("name", f'must be a name such as "gpu.example.com/memory", got {self.name!r}')
        yield from super().check(targets)


def _sources(given: Sequence[DeviceCounter | DeviceCapacity]) -> JsonValue:
    return [{"counter" if isinstance(each, DeviceCounter) else "capacity": json_of(each)} for each in given]


@arguments
class DeviceClassMapping:
    """Count devices of some DeviceClasses, of dynamic resource allocation, as one resource.

    Args:
        name: name of the resource in quotas.
        device_class_names: the DeviceClasses.
        sources: counters or capacities of the devices that are counted in place of whole devices.
    """

    name: str = field(kw_only=False)
    device_class_names: Sequence[str]
    sources: Sequence[DeviceCounter | DeviceCapacity] = field(default=(), metadata=spelled(write=_sources))

    def check(self, targets: Targets) -> Iterator[Problem]:
        """Check what validateDeviceClassMappings of pkg/config/validation.go in Kueue 0.19 refuses in one of them."""
        names = {"name": self.name, **{f"device_class_names[{index}]": name for index, name in enumerate(self.device_class_names)}}
        for argument, name in names.items():
            if fault := label_key_fault(name):
                yield Problem(argument, fault)
            elif len(name) > _LONGEST_NAME:
                yield Problem(argument, f"must have at most {_LONGEST_NAME} characters, has {len(name)}")
        if not 1 <= len(self.device_class_names) <= _MOST_CLASSES:
            yield Problem("device_class_names", f"must have 1 to {_MOST_CLASSES} names, has {len(self.device_class_names)}")
        if len(set(self.device_class_names)) < len(self.device_class_names):
            yield Problem("device_class_names", "must differ from each other")
        if len({type(source) for source in self.sources}) > 1:
            yield Problem("sources", "must be all counters or all capacities")

    @property
    def counter(self) -> str | None:
        """Name of the counter that tells it from another mapping of the same DeviceClass."""
        first = self.sources[0] if self.sources else None
        return first.name if isinstance(first, DeviceCounter) else None


@arguments
class KueueResources:
    """How resources are counted.

    Args:
        quota_check_strategy: `BlockUndeclared`, the default, admits nothing that asks for a resource that its ClusterQueue has no
            quota for; `IgnoreUndeclared` does not count such a resource.
        exclude_resource_prefixes: resources whose names begin so are never counted, such as `networking.example.com/`.
        transformations: resources that count as others.
        device_class_mappings: devices of dynamic resource allocation that count as resources.
    """

    quota_check_strategy: Literal["BlockUndeclared", "IgnoreUndeclared"] | None = None
    exclude_resource_prefixes: Sequence[str] = ()
    transformations: Sequence[ResourceTransformation] = ()
    device_class_mappings: Sequence[DeviceClassMapping] = ()

    def check(self, targets: Targets) -> Iterator[Problem]:
        """Check what pkg/config/validation.go of Kueue 0.19 refuses of all of them together."""
        if self.exclude_resource_prefixes and self.quota_check_strategy == "IgnoreUndeclared":
            yield Problem("exclude_resource_prefixes", "must be left out with IgnoreUndeclared, which ignores them already")
        if "" in self.exclude_resource_prefixes:
            yield Problem("exclude_resource_prefixes", "must not have an empty prefix, by which nothing at all is counted")
        inputs = [each.input for each in self.transformations]
        for index, name in enumerate(inputs):
            if name in inputs[:index]:
                yield Problem(f"transformations[{index}].input", f'must differ from that of every other transformation, got "{name}" again')
        yield from self._mapping_problems()

    def _mapping_problems(self) -> Iterator[Problem]:
        mappings = self.device_class_mappings
        if len(mappings) > _MOST_MAPPINGS:
            yield Problem("device_class_mappings", f"must have at most {_MOST_MAPPINGS} mappings, has {len(mappings)}")
        mapped: dict[str, tuple[str, set[str | None]]] = {}
        for index, mapping in enumerate(mappings):
            place = f"device_class_mappings[{index}]"
            if mapping.name in [each.name for each in mappings[:index]]:
                yield Problem(f"{place}.name", f'must differ from that of every other mapping, got "{mapping.name}" again')
            for number, name in enumerate(mapping.device_class_names):
                resource, counters = mapped.setdefault(name, (mapping.name, {mapping.counter}))
                if resource == mapping.name:
                    continue
                if mapping.counter is None or None in counters or mapping.counter in counters:
                    yield Problem(f"{place}.device_class_names[{number}]", f'is mapped to "{resource}" already, got "{name}" again')
                counters.add(mapping.counter)
