"""How KubeRay hands a job to Ray, and what the way there does to text.

In K8sJobMode and SidecarMode KubeRay writes `ray job submit` as one line of bash (v1.6.2 and v1.7.0, `controllers/ray/common/job.go`,
BuildJobSubmitCommand): the runtime environment and the metadata as JSON that Go's `strconv.Quote` puts between double quotes, where
bash still expands `$` and backticks. The line is an argument of a container, where the kubelet expands `$(NAME)` and `$$` before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from heliostat.manifests.json_value import JsonObject, JsonValue
from heliostat.specs.arguments import Problem

SubmissionMode: TypeAlias = Literal["K8sJobMode", "HTTPMode", "SidecarMode", "InteractiveMode"]

SUBMITTED_BY_SHELL: tuple[SubmissionMode, ...] = ("K8sJobMode", "SidecarMode")
"""Modes in which what is submitted passes the shell of a submitter container."""

_DOLLAR = "${0:+$}"
"""What bash and the kubelet turn into `$`: the alternative of parameter 0, which is always set."""


def submitted(given: Mapping[str, JsonValue], mode: SubmissionMode) -> JsonObject:
    """Write a mapping so that Ray receives it as it was given, keys and values."""
    return {_text(key, mode): _value(value, mode) for key, value in given.items()}


def _value(value: JsonValue, mode: SubmissionMode) -> JsonValue:
    if isinstance(value, str):
        return _text(value, mode)
    if isinstance(value, Mapping):
        return submitted(value, mode)
    if isinstance(value, Sequence):
        return [_value(item, mode) for item in value]
    return value


def _text(text: str, mode: SubmissionMode) -> str:
    return text.replace("$", _DOLLAR) if mode in SUBMITTED_BY_SHELL else text


def submitted_problems(place: str, value: JsonValue, mode: SubmissionMode) -> Iterator[Problem]:
    """Name the texts in a value that cannot reach Ray unchanged, by key or index below `place`."""
    if isinstance(value, str):
        lost = next((character for character in value if _is_lost(character)), None)
        if lost is not None and mode in SUBMITTED_BY_SHELL:
            yield Problem(place, f'holds {lost!a}, which the submitter\'s shell changes in {mode}; submission_mode="HTTPMode" has no shell')
    elif isinstance(value, Mapping):
        for key, item in value.items():
            if key and any(map(_is_lost, key)):
                yield from submitted_problems(f"{place}[{key!a}]", key, mode)
            yield from submitted_problems(f'{place}["{key}"]', item, mode)
    elif isinstance(value, Sequence):
        for index, item in enumerate(value):
            yield from submitted_problems(f"{place}[{index}]", item, mode)


def _is_lost(character: str) -> bool:
    """Tell what bash executes, and what `strconv.Quote` writes as `\\x7f` or `\\U…`, which JSON does not know."""
    return character in "`\x7f" or (character > "\uffff" and not character.isprintable())
