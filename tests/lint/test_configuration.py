"""What a project chooses for its policies, and how a choice that cannot be is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from heliostat.lint.configuration import Choice, Configuration, read_configuration
from heliostat.lint.policy import Policy, Terms
from heliostat.manifests.errors import ConfigurationError, FailedError

MODES = {"mode": ("strict", "memory-and-gpu")}
SQUEEZED = Policy("requests_differ_from_limits", Terms("error", options=MODES), lambda *_: [], Path())
ABSENT = Policy("no_network_policy", Terms("warning", enabled=False), lambda *_: [], Path())


def written(folder: Path, name: str, text: str) -> Configuration:
    """Read a project with one file."""
    (folder / name).write_text(text)
    return read_configuration(folder)


@pytest.mark.parametrize(
    ("name", "table"), [("pyproject.toml", "tool.heliostat.lint"), ("heliostat.toml", "lint")], ids=["pyproject", "heliostat"]
)
def test_both_files_say_the_same(tmp_path: Path, name: str, table: str) -> None:
    """Lists, severities and options are read; a project may use either file."""
    text = f"""
        [{table}]
        ignore = ["no_network_policy"]
        [{table}.policies.requests_differ_from_limits]
        severity = "warning"
        mode = "memory-and-gpu"
    """

    assert written(tmp_path, name, text) == Configuration(
        str(tmp_path / name),
        ignore=("no_network_policy",),
        policies={"requests_differ_from_limits": Choice("warning", {"mode": "memory-and-gpu"})},
    )


@pytest.mark.parametrize("text", ["", "[tool.other]\nlint = 1\n", "[tool.heliostat]\n", "tool = 1\n"])
def test_who_says_nothing_gets_the_defaults(tmp_path: Path, text: str) -> None:
    """A pyproject.toml is mostly about other things."""
    assert written(tmp_path, "pyproject.toml", text) == Configuration()


@pytest.mark.parametrize(
    ("configuration", "severities"),
    [
        (Configuration(), ("error", "off")),
        (Configuration(select=("no_network_policy",)), ("off", "warning")),
        (Configuration(ignore=("requests_differ_from_limits",)), ("off", "off")),
        (Configuration(policies={"no_network_policy": Choice("error"), "requests_differ_from_limits": Choice("off")}), ("off", "error")),
        (Configuration(select=("requests_differ_from_limits",), ignore=("requests_differ_from_limits",)), ("off", "off")),
    ],
)
def test_severities(configuration: Configuration, severities: tuple[str, str]) -> None:
    """What speaks of something absent runs when it is asked for; what is ignored never does."""
    assert (configuration.severity(SQUEEZED), configuration.severity(ABSENT)) == severities


def test_options() -> None:
    """An option has its first value until the project chooses."""
    chosen = Configuration(policies={SQUEEZED.id: Choice(options={"mode": "memory-and-gpu"})})

    assert Configuration().options(SQUEEZED) == {"mode": "strict"}
    assert chosen.options(SQUEEZED) == {"mode": "memory-and-gpu"}


def test_what_no_policy_has() -> None:
    """Names of policies and options that are not there are told together, each with what may be meant."""
    given = Configuration(
        "pyproject.toml",
        ignore=("no_network_polcy",),
        policies={SQUEEZED.id: Choice(options={"mod": "strict", "mode": "loose"}), "requests_differ": Choice("off")},
    )
    with pytest.raises(ConfigurationError) as refused:
        given.checked([SQUEEZED, ABSENT])

    assert refused.value.message.splitlines() == [
        'pyproject.toml: there is no policy "no_network_polcy", did you mean "no_network_policy"',
        'pyproject.toml: there is no policy "requests_differ", did you mean "requests_differ_from_limits"',
        'pyproject.toml: policies.requests_differ_from_limits: has no option "mod", did you mean "mode"',
        "pyproject.toml: policies.requests_differ_from_limits.mode: must be one of strict, memory-and-gpu, got 'loose'",
    ]
    assert Configuration().checked([]) == Configuration()


def test_what_no_setting_is(tmp_path: Path) -> None:
    """Wrong keys and types are told together."""
    text = 'ignored = []\nselect = "all"\npolicies.a = 1\npolicies.b.severity = "fatal"\npolicies.b.mode = 1\n'
    with pytest.raises(ConfigurationError) as refused:
        written(tmp_path, "heliostat.toml", f"[lint]\n{text}")

    assert [line.removeprefix(f"{tmp_path}/heliostat.toml: ") for line in refused.value.message.splitlines()] == [
        'there is no setting "ignored", did you mean "ignore"',
        "select: must be a list of policies, got 'all'",
        "policies.a: must be a table, got 1",
        "policies.b.severity: must be one of error, warning, off, got 'fatal'",
        "policies.b.mode: must be text, got 1",
    ]


@pytest.mark.parametrize("text", [b"[lint", b"\xff\xfe"])
def test_no_toml(tmp_path: Path, text: bytes) -> None:
    """A file that cannot be read as TOML is named."""
    (tmp_path / "heliostat.toml").write_bytes(text)
    with pytest.raises(ConfigurationError, match=r"heliostat\.toml: "):
        read_configuration(tmp_path)


def test_two_files(tmp_path: Path) -> None:
    """One place decides."""
    (tmp_path / "heliostat.toml").write_text("[lint]\n")
    with pytest.raises(ConfigurationError, match="both configure Heliostat, expected one of them"):
        written(tmp_path, "pyproject.toml", "[tool.heliostat.lint]\n")


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    """What the system says is told."""
    (tmp_path / "heliostat.toml").mkdir()
    with pytest.raises(FailedError, match=r"heliostat\.toml: Is a directory"):
        read_configuration(tmp_path)
