"""The command of a RayJob, quoted so that the program receives its arguments as they were given.

What the entrypoint passes on its way (KubeRay v1.6.2 and v1.7.0 `controllers/ray/common/job.go` and `rayjob_controller.go`, Ray 2.52
`dashboard/modules/job/cli.py` and `job_supervisor.py`):

    K8sJobMode, SidecarMode   kubelet: $(NAME) and $$ in container args   bash: `ray job submit … -- <entrypoint> ;`
                              Ray's CLI: subprocess.list2cmdline          sh on the head
    HTTPMode                  sh on the head
"""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterator, Sequence

from heliostat.specs.arguments import Problem
from heliostat.specs.ray.submission_mode import SUBMITTED_BY_SHELL, SubmissionMode

_EXPANDED_BY_KUBELET = re.compile(r"\$(?=[$(])")
_ESCAPED_IN_DOUBLE_QUOTES = re.compile(r'\\([\\"$`])')
_SPECIAL_IN_DOUBLE_QUOTES = re.compile(r'([\\"$`])')
_BACKSLASHES = re.compile(r'(\\+)(?="|\Z)|([\\$`])')
_QUOTES = re.compile(r"""(['"])""")


def entrypoint_text(entrypoint: str | Sequence[str], mode: SubmissionMode) -> str:
    """Write the entrypoint: text as it is, a list of arguments as the line that gives the program these arguments."""
    if isinstance(entrypoint, str):
        return entrypoint
    if mode not in SUBMITTED_BY_SHELL:
        return " ".join(map(_quoted, entrypoint))
    line = " ".join(_quoted(_through_ray_cli(argument)) for argument in entrypoint)
    return _EXPANDED_BY_KUBELET.sub("$$", line)


def _quoted(word: str) -> str:
    """Quote a word for a shell: as `shlex.quote` does, but in double quotes when it holds an apostrophe."""
    return '"' + _SPECIAL_IN_DOUBLE_QUOTES.sub(r"\\\1", word) + '"' if "'" in word else shlex.quote(word)


def _through_ray_cli(argument: str) -> str:
    """Spell an argument so that sh reads it back after `list2cmdline`.

    That function quotes for Windows: it puts `"` around an argument with a space or tab and around an empty one, a backslash before
    each `"`, and doubles the backslashes before a `"` that it writes; `$`, a backtick, `'` and `;` pass as they are.
    """
    if " " in argument or "\t" in argument or not argument:
        return _BACKSLASHES.sub(lambda found: found[1] or f"\\{found[2]}", argument)
    return "".join({"'": r"\'", '"': '"'}.get(piece) or shlex.quote(piece) for piece in _QUOTES.split(argument) if piece)


def entrypoint_problems(entrypoint: str | Sequence[str], mode: SubmissionMode) -> Iterator[Problem]:
    """Check that the entrypoint is one command, and that what is given can reach the program."""
    if not isinstance(entrypoint, str):
        yield from _argument_problems(entrypoint)
    elif not entrypoint.strip():
        yield Problem("entrypoint", "must name a command, got an empty text")
    elif _is_no_argument(entrypoint):
        yield Problem("entrypoint", f"holds a character that no argument can hold, got {entrypoint!a}")
    elif (ending := _unfinished(entrypoint)) is not None:
        yield Problem("entrypoint", f"must close what it opens, {ending} is still open at its end")
    elif mode in SUBMITTED_BY_SHELL and (fault := _fault_on_the_way(entrypoint)):
        must, changed = fault
        yield Problem(
            "entrypoint", f'{must} in {mode}, its {changed} before Ray sees it; give a list of arguments, a script as ["bash", "-c", "…"]'
        )


def _argument_problems(arguments: Sequence[str]) -> Iterator[Problem]:
    if not arguments:
        yield Problem("entrypoint", "must name a program, got an empty list")
        return
    for index, argument in enumerate(arguments):
        if _is_no_argument(argument):
            yield Problem(f"entrypoint[{index}]", f"holds a character that no argument can hold, got {argument!a}")
    if not arguments[0] or "=" in arguments[0]:
        yield Problem("entrypoint[0]", f'must be a program, variables belong into runtime_env["env_vars"], got {arguments[0]!r}')


def _is_no_argument(text: str) -> bool:
    return "\0" in text or any("\ud800" <= character <= "\udfff" for character in text)


_TOKEN = re.compile(
    r"""
      (?P<single> '[^']*' ) | (?P<open_single> ' )
    | (?P<double> "(?:[^"\\]|\\.)*" ) | (?P<open_double> " )
    | (?P<escaped> \\. ) | (?P<open_escape> \\ )
    | (?P<comment> (?<!\S)\# )
    | (?P<operator> \n | && | \|\| | [;&|()<>`] | \$\( )
    | (?P<words> (?<!\S)~ | \{[^\s{}'"\\]*(?:,|\.\.)[^\s{}'"\\]*\} | [*?] | \[[^\s\]'"\\]*\w-\w[^\s\]'"\\]*\] )
    | (?P<variable> \$ (?: [A-Za-z_]\w* | \{[^}]*\}? | [0-9@*\#?!$\[-] | '(?:[^'\\]|\\.)*' | "(?:[^"\\]|\\.)*" ) )
    | .
    """,
    re.VERBOSE | re.DOTALL | re.ASCII,
)
_SUBSTITUTION = re.compile(r"\\.|(`|\$\()", re.DOTALL)
_VARIABLE = re.compile(r"\\.|(\$(?:[A-Za-z_]\w*|\{[^}]*\}?|[0-9@*#?!$\[-]))", re.DOTALL | re.ASCII)
_REPLACED_BY_KUBELET = re.compile(r"\$\$|\$\([A-Z_][A-Z0-9_]*\)")
"""What the kubelet reads as `$`, and as one of the submitter's variables; it leaves what names none, such as `$(date)`, as it is."""

_PATTERN = re.compile(r'[^"]*[*?\[~{#]')
"""What a shell puts names of files or several words in place of, in a word without quotes."""

_OPENED = {"open_single": "a '", "open_double": 'a "', "open_escape": "a backslash"}


def _unfinished(text: str) -> str | None:
    return next((_OPENED[kind] for found in _TOKEN.finditer(text.strip()) if (kind := found.lastgroup or "") in _OPENED), None)


def _fault_on_the_way(text: str) -> tuple[str, str] | None:
    return _operator_fault(text) or _expansion_fault(text) or _quotes_fault(text)


def _operator_fault(text: str) -> tuple[str, str] | None:
    """Name what makes bash see more than one command in a text."""
    if operator := _operator(text):
        return "must be one command", f"{operator} would be obeyed by the submitter's shell"
    return None


def _expansion_fault(text: str) -> tuple[str, str] | None:
    """Name what bash or the kubelet puts another text in place of."""
    if variable := _variable(text):
        return "must hold no variable", f"`{variable}` would be expanded by the submitter's shell"
    if words := next((found[0] for found in _TOKEN.finditer(text.strip()) if found["words"]), None):
        return "must name its words one by one", f"`{words}` would be expanded by the submitter's shell"
    if found := _REPLACED_BY_KUBELET.search(text):
        return "must hold no variable", f"`{found[0]}` would be replaced by the kubelet"
    return None


def _quotes_fault(text: str) -> tuple[str, str] | None:
    """Name a word that needs the quotes which the submitter's shell takes off, and Ray's CLI does not put on again."""
    for word in _words(text):
        meant = _unquoted(word)
        if meant != word and not _is_read_as(subprocess.list2cmdline([meant]), meant):
            return "must mean the same without its quotes", f"{word} would lose them in the submitter's shell"
    return None


def _is_read_as(passed: str, meant: str) -> bool:
    """Tell whether the shell on the head takes what Ray's CLI writes for that one word."""
    if _unfinished(passed) or _operator(passed) or _variable(passed) or _PATTERN.match(passed):
        return False
    return [*map(_unquoted, _words(passed))] == [meant]


def _words(text: str) -> list[str]:
    """Split a text into words as they are written, with their quotes."""
    written = [""]
    for found in _TOKEN.finditer(text.strip()):
        if found[0].isspace():
            written.append("")
        else:
            written[-1] += found[0]
    return [word for word in written if word]


def _unquoted(word: str) -> str:
    """Read a word as a shell does that expands nothing."""
    return "".join(_unquoted_piece(found) for found in _TOKEN.finditer(word))


def _unquoted_piece(found: re.Match[str]) -> str:
    if found["single"]:
        return found[0][1:-1]
    if found["double"]:
        return _ESCAPED_IN_DOUBLE_QUOTES.sub(r"\1", found[0][1:-1])
    return found[0][1:] if found["escaped"] else found[0]


def _operator(text: str) -> str | None:
    """Find it in a text, outside of quotes or, where it is a command within a word, outside of apostrophes."""
    for found in _TOKEN.finditer(text.strip()):
        if found["comment"]:
            return "comment"
        if found["operator"]:
            return "line break" if found[0] == "\n" else f"`{found[0]}`" if found[0] != "`" else "backtick"
        for inner in _SUBSTITUTION.finditer(found["double"] or ""):
            if inner[1]:
                return "backtick" if inner[1] == "`" else f"`{inner[1]}`"
    return None


def _variable(text: str) -> str | None:
    """Name what bash expands: a `$` with a name or more behind it, unless it is escaped or between apostrophes."""
    for found in _TOKEN.finditer(text.strip()):
        if found["variable"]:
            return found[0]
        for inner in _VARIABLE.finditer(found["double"] or ""):
            if inner[1]:
                return inner[1]
    return None
