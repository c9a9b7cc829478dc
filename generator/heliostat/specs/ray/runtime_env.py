"""Ray's runtime environment: a mapping in Ray's own words, checked against what Ray knows, written as YAML text.

Source: Ray 2.52, `runtime_env/runtime_env.py` and `_private/runtime_env/{validation,protocol,image_uri}.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from heliostat.manifests.json_value import JsonValue
from heliostat.manifests.yaml_writer import to_yaml
from heliostat.specs.arguments import Problem
from heliostat.specs.ray.ray_mapping import field_problems
from heliostat.specs.ray.submission_mode import SUBMITTED_BY_SHELL, SubmissionMode, submitted, submitted_problems

PLUGINS_VARIABLE = "RAY_RUNTIME_ENV_PLUGINS"
"""Environment variable of Ray's containers that names plugins, and with them further fields."""

_MAPPING = Mapping[str, object]
_FIELDS: dict[str, Any] = {
    "working_dir": str,
    "py_modules": Sequence[str],
    "py_executable": str,
    "java_jars": Sequence[str],
    "excludes": Sequence[str],
    "pip": str | Sequence[str] | _MAPPING,
    "uv": str | Sequence[str] | _MAPPING,
    "conda": str | _MAPPING,
    "env_vars": Mapping[str, str],
    "image_uri": str,
    "container": _MAPPING,
    "worker_process_setup_hook": str,
    "nsight": str | Mapping[str, str],
    "rocprof_sys": str | _MAPPING,
    "config": _MAPPING,
}
_NESTED: dict[str, dict[str, Any]] = {
    "pip": {"packages": str | Sequence[str], "pip_check": bool, "pip_version": str, "pip_install_options": Sequence[str]},
    "uv": {"packages": Sequence[str], "uv_check": bool, "uv_version": str, "uv_pip_install_options": Sequence[str]},
    "config": {"setup_timeout_seconds": int, "eager_install": bool, "log_files": Sequence[str]},
}
_INSTALLERS = ("pip", "uv", "conda")
_WITH_AN_IMAGE = frozenset({"config", "env_vars"})
_PROTOCOLS = ("https", "s3", "gs", "azure", "abfss", "file")
_PACKAGES = (".zip", ".whl")


def runtime_env_text(runtime_env: Mapping[str, JsonValue], mode: SubmissionMode) -> str:
    """Write `runtimeEnvYAML` so that Ray receives the mapping as it was given, whatever the submission mode."""
    return to_yaml(submitted(runtime_env, mode))


def job_runtime_env_problems(runtime_env: Mapping[str, JsonValue], mode: SubmissionMode, *, plugins: bool) -> Iterator[Problem]:
    """Check the runtime environment of a job; `plugins` allows fields that Ray itself does not know."""
    uploads = mode in SUBMITTED_BY_SHELL
    yield from runtime_env_problems("runtime_env", runtime_env, uploader=None if uploads else mode, plugins=plugins)
    yield from submitted_problems("runtime_env", dict(runtime_env), mode)


def runtime_env_problems(
    argument: str, runtime_env: Mapping[str, JsonValue], *, uploader: str | None, plugins: bool = False
) -> Iterator[Problem]:
    """Check a runtime environment.

    Args:
        argument: where it stands.
        runtime_env: the mapping.
        uploader: who would have to upload local directories and does not; None where they are uploaded.
        plugins: True allows fields that Ray itself does not know.
    """
    wrong = [*field_problems(argument, runtime_env, _FIELDS, closed=not plugins), *_nested_problems(argument, runtime_env)]
    yield from wrong
    if wrong:
        return
    yield from _together_problems(argument, runtime_env)
    yield from _location_problems(argument, runtime_env, uploader)
    try:
        to_yaml(dict(runtime_env))
    except ValueError as error:
        yield Problem(argument, str(error))


def _nested_problems(argument: str, runtime_env: Mapping[str, JsonValue]) -> Iterator[Problem]:
    for key, fields in _NESTED.items():
        below = runtime_env.get(key)
        if not isinstance(below, Mapping):
            continue
        place = f'{argument}["{key}"]'
        yield from field_problems(place, below, fields)
        if "packages" in fields and "packages" not in below:
            yield Problem(place, 'must have "packages"')
        timeout = below.get("setup_timeout_seconds")
        if isinstance(timeout, int) and timeout <= 0 and timeout != -1:
            yield Problem(f'{place}["setup_timeout_seconds"]', f"must be positive, or -1 for no limit, got {timeout}")


def _together_problems(argument: str, runtime_env: Mapping[str, JsonValue]) -> Iterator[Problem]:
    installers = [key for key in _INSTALLERS if runtime_env.get(key)]
    if len(installers) > 1:
        yield Problem(argument, f"must have one of {', '.join(_INSTALLERS)}, got {' and '.join(installers)}")
    for key in ("image_uri", "container"):
        if runtime_env.get(key) and (others := [other for other in runtime_env if other not in _WITH_AN_IMAGE | {key}]):
            yield Problem(f'{argument}["{key}"]', f"goes only with config and env_vars, got {', '.join(others)} beside it")


def _location_problems(argument: str, runtime_env: Mapping[str, JsonValue], uploader: str | None) -> Iterator[Problem]:
    working_dir, modules = runtime_env.get("working_dir"), runtime_env.get("py_modules")
    places = {f'{argument}["working_dir"]': working_dir} if isinstance(working_dir, str) else {}
    if isinstance(modules, Sequence):
        places |= {f'{argument}["py_modules"][{index}]': module for index, module in enumerate(modules) if isinstance(module, str)}
    for place, location in places.items():
        uri = urlsplit(location)
        if not uri.scheme:
            if uploader is not None:
                yield Problem(place, f"must be the URI of a zip file, {uploader} uploads no directory, got {location!r}")
        elif uri.scheme not in _PROTOCOLS:
            yield Problem(place, f"must start with one of {', '.join(f'{known}://' for known in _PROTOCOLS)}, got {location!r}")
        elif not uri.path.endswith(_PACKAGES):
            yield Problem(place, f"must name a .zip or .whl file, got {location!r}")
