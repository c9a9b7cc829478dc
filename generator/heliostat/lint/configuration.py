"""What a project decides about linting, where it can be reviewed: `[tool.heliostat.lint]` in pyproject.toml or `[lint]` in heliostat.toml.

    [tool.heliostat.lint]
    ignore = ["pod_without_priority"]

    [tool.heliostat.lint.policies.requests_differ_from_limits]
    severity = "warning"
    mode = "memory-and-gpu"

The policies of the project's own folder `policies/` run beside those that ship with Heliostat.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias, cast

from heliostat.lint.policy import Policy, Severity
from heliostat.manifests.errors import ConfigurationError
from heliostat.manifests.guess import did_you_mean
from heliostat.manifests.origin import shown
from heliostat.manifests.shown_value import shown_value
from heliostat.manifests.system_error import system_error

FILES = ("heliostat.toml", "pyproject.toml")

Level: TypeAlias = Severity | Literal["off"]
_LEVELS: tuple[Level, ...] = ("error", "warning", "off")


@dataclass(frozen=True, slots=True)
class Choice:
    """What a project chose for one policy."""

    severity: Level | None = None
    """None leaves it as the policy says."""
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Configuration:
    """What a project chose."""

    file: str | None = None
    """Where it says so; None where it says nothing."""
    select: Sequence[str] = ()
    """Only these policies run, whatever is switched off by itself; none are all."""
    ignore: Sequence[str] = ()
    policies: Mapping[str, Choice] = field(default_factory=dict)

    def severity(self, policy: Policy) -> Level:
        """Say how a policy counts, and whether it runs at all."""
        if policy.id in self.ignore or (self.select and policy.id not in self.select):
            return "off"
        chosen = self.policies.get(policy.id, Choice()).severity
        if chosen is not None:
            return chosen
        return policy.terms.severity if policy.terms.enabled or policy.id in self.select else "off"

    def options(self, policy: Policy) -> Mapping[str, str]:
        """Give a policy's options as they were chosen, else their defaults."""
        defaults = {name: values[0] for name, values in policy.terms.options.items()}
        return defaults | dict(self.policies.get(policy.id, Choice()).options)

    def checked(self, policies: Iterable[Policy]) -> Configuration:
        """Hold it against the policies that there are.

        Raises:
            ConfigurationError: naming each policy that is not there, and each option that one does not have.
        """
        known = {policy.id: policy for policy in policies}
        if faults := list(self._faults(known)):
            raise ConfigurationError("\n".join(f"{self.file or 'the command line'}: {fault}" for fault in faults))
        return self

    def _faults(self, known: Mapping[str, Policy]) -> Iterator[str]:
        for name in dict.fromkeys([*self.select, *self.ignore, *self.policies]):
            if name not in known:
                yield f'there is no policy "{name}"{did_you_mean(name, known)}'
        for name, choice in self.policies.items():
            options = known[name].terms.options if name in known else {}
            for option, value in choice.options.items() if name in known else ():
                if option not in options:
                    yield f'policies.{name}: has no option "{option}"{did_you_mean(option, [*options, "severity"])}'
                elif value not in options[option]:
                    yield f"policies.{name}.{option}: must be one of {', '.join(options[option])}, got {shown_value(value)}"


def read_configuration(root: Path) -> Configuration:
    """Read what the project at a folder chose; nothing where neither file says anything.

    Raises:
        ConfigurationError: naming file and key of what is not usable, or both files when both speak.
        FailedError: when a file cannot be read.
    """
    found = [(root / name, table) for name in FILES if (table := _table(root / name)) is not None]
    if len(found) > 1:
        raise ConfigurationError(f"{' and '.join(shown(str(file)) for file, _ in found)}: both configure Heliostat, expected one of them")
    return _read(*found[0]) if found else Configuration()


def _table(file: Path) -> Mapping[str, object] | None:
    """Read the table of a file that is about linting; None where there is none."""
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise system_error(error, str(file)) from error
    except ValueError as error:  # no TOML, or no UTF-8
        raise ConfigurationError(f"{shown(str(file))}: {error}") from error
    own = content if file.name == FILES[0] else _mapping(content.get("tool")).get("heliostat")
    table = _mapping(own).get("lint")
    return None if table is None else _mapping(table)


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _read(file: Path, table: Mapping[str, object]) -> Configuration:
    known = ("select", "ignore", "policies")
    faults = [f'there is no setting "{key}"{did_you_mean(key, known)}' for key in table if key not in known]
    lists = {key: _names(table.get(key, []), key, faults) for key in ("select", "ignore")}
    policies: dict[str, Choice] = {}
    given = table.get("policies", {})
    if not isinstance(given, dict):
        faults.append(f"policies: must be a table, got {shown_value(given)}")
    for name, settings in _mapping(given).items():
        policies[name] = _choice(name, settings, faults)
    if faults:
        raise ConfigurationError("\n".join(f"{shown(str(file))}: {fault}" for fault in faults))
    return Configuration(shown(str(file)), lists["select"], lists["ignore"], policies)


def _names(value: object, key: str, faults: list[str]) -> Sequence[str]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        faults.append(f"{key}: must be a list of policies, got {shown_value(value)}")
        return ()
    return tuple(value)


def _choice(name: str, settings: object, faults: list[str]) -> Choice:
    if not isinstance(settings, dict):
        faults.append(f"policies.{name}: must be a table, got {shown_value(settings)}")
        return Choice()
    severity = settings.get("severity")
    if severity is not None and severity not in _LEVELS:
        faults.append(f"policies.{name}.severity: must be one of {', '.join(_LEVELS)}, got {shown_value(severity)}")
    options = {key: value for key, value in settings.items() if key != "severity"}
    for key, value in options.items():
        if not isinstance(value, str):
            faults.append(f"policies.{name}.{key}: must be text, got {shown_value(value)}")
    return Choice(cast("Level | None", severity), options)
