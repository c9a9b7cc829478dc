"""The program of a job receives its arguments as they were given, whatever shells lie between."""

from __future__ import annotations

import json
import shlex
import sys

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from heliostat.specs.ray.entrypoint import entrypoint_problems, entrypoint_text
from heliostat.specs.ray.submission_mode import SubmissionMode
from tests.specs.ray.submission import Job, run_on_head, submit

MODES: list[SubmissionMode] = ["K8sJobMode", "SidecarMode", "HTTPMode"]

ODD = [
    "",
    " ",
    "hello world",
    "it's",
    'say "no"',
    "$HOME",
    "${HOME}",
    "$(HOME)",
    "$(touch /tmp/x)",
    "$$",
    "$$(HOME)",
    "`date`",
    "a && b",
    "a;b",
    "a|b>c",
    "C:\\dir\\",
    "dir with space\\",
    '\\"',
    '\\\\" ',
    "\\$",
    "line\nbreak",
    "tab\there",
    "*",
    "~",
    "#no comment",
    "!history",
    "--",
    "--help",
    '{"lr": 0.1, "tags": ["a", "b"]}',
    "grün 水 \u00a0🎉",
    "\x7f\u2028\ufeff",
]

characters = st.one_of(
    st.sampled_from(" \t\n\"'\\$`();&|<>*?#~!{}[]=%-aH"), st.characters(exclude_categories=["Cs"], exclude_characters="\0")
)


@pytest.mark.parametrize("mode", MODES)
def test_a_python_program_receives_its_arguments(mode: SubmissionMode) -> None:
    """Odd arguments arrive in `sys.argv` unchanged."""
    program = [sys.executable, "-c", "import json, sys; print(json.dumps(sys.argv[1:]), end='\\0')", *ODD]
    submitted = submit(Job(entrypoint=entrypoint_text(program, mode)), mode)

    assert json.loads(run_on_head(submitted.entrypoint)[0]) == ODD


@pytest.mark.parametrize("mode", MODES)
@settings(max_examples=60, deadline=None)
@given(arguments=st.lists(st.text(characters), min_size=1, max_size=4))
@example(arguments=["\\"])
def test_every_argument_arrives_unchanged(mode: SubmissionMode, arguments: list[str]) -> None:
    """Whatever text is given, the program gets that text."""
    submitted = submit(Job(entrypoint=entrypoint_text(["printf", "%s\\0", *arguments], mode)), mode)

    assert run_on_head(submitted.entrypoint) == arguments


@pytest.mark.parametrize("mode", MODES)
def test_a_script_runs_on_the_head(mode: SubmissionMode) -> None:
    """A script given as an argument of bash keeps its operators and variables to itself."""
    script = 'X=one && printf "%s\\0" "$X" $((1 + 1)) ; printf "three\\0" | cat'
    submitted = submit(Job(entrypoint=entrypoint_text(["bash", "-c", script], mode)), mode)

    assert run_on_head(submitted.entrypoint) == ["one", "2", "three"]


@pytest.mark.parametrize(
    ("arguments", "mode", "expected"),
    [
        (["python", "train.py", "--epochs", "3"], "K8sJobMode", "python train.py --epochs 3"),
        (["python", "train.py", "--name", "a b"], "K8sJobMode", "python train.py --name 'a b'"),
        (["echo", "it's"], "K8sJobMode", 'echo "it\\\\\'s"'),
        (["echo", "it's"], "HTTPMode", 'echo "it\'s"'),
        (["echo", "$(X)"], "K8sJobMode", "echo \"'\\$$(X)'\""),
        (["echo", "$(X)"], "HTTPMode", "echo '$(X)'"),
    ],
)
def test_plain_arguments_stay_readable(arguments: list[str], mode: SubmissionMode, expected: str) -> None:
    """What needs no quotes has none, and what needs them has as few as the way asks for."""
    assert entrypoint_text(arguments, mode) == expected


def test_text_is_taken_as_it_is() -> None:
    """An entrypoint given as text is the author's own line."""
    assert entrypoint_text("python train.py --out $OUT", "K8sJobMode") == "python train.py --out $OUT"


INSTEAD = 'before Ray sees it; give a list of arguments, a script as ["bash", "-c", "…"]'
UNQUOTED = f"would lose them in the submitter's shell {INSTEAD}"
OBEYED = f"would be obeyed by the submitter's shell {INSTEAD}"
EXPANDED = f"would be expanded by the submitter's shell {INSTEAD}"
REPLACED = f"would be replaced by the kubelet {INSTEAD}"


@pytest.mark.parametrize(
    ("entrypoint", "mode", "argument", "message"),
    [
        ("  ", "HTTPMode", "entrypoint", "must name a command, got an empty text"),
        ([], "HTTPMode", "entrypoint", "must name a program, got an empty list"),
        (["", "x"], "HTTPMode", "entrypoint[0]", "must be a program, variables belong into runtime_env[\"env_vars\"], got ''"),
        (["A=1", "x"], "HTTPMode", "entrypoint[0]", "must be a program, variables belong into runtime_env[\"env_vars\"], got 'A=1'"),
        (["x", "a\0b"], "K8sJobMode", "entrypoint[1]", "holds a character that no argument can hold, got 'a\\x00b'"),
        (["x", "\ud800"], "K8sJobMode", "entrypoint[1]", "holds a character that no argument can hold, got '\\ud800'"),
        ("echo 'a", "HTTPMode", "entrypoint", "must close what it opens, a ' is still open at its end"),
        ('echo "a', "K8sJobMode", "entrypoint", 'must close what it opens, a " is still open at its end'),
        ("echo \\", "K8sJobMode", "entrypoint", "must close what it opens, a backslash is still open at its end"),
        ("cd /app && python a.py", "K8sJobMode", "entrypoint", f"must be one command in K8sJobMode, its `&&` {OBEYED}"),
        ("python a.py; python b.py", "SidecarMode", "entrypoint", f"must be one command in SidecarMode, its `;` {OBEYED}"),
        ("python a.py | tee log", "K8sJobMode", "entrypoint", f"must be one command in K8sJobMode, its `|` {OBEYED}"),
        ("python a.py &", "K8sJobMode", "entrypoint", f"must be one command in K8sJobMode, its `&` {OBEYED}"),
        ("(python a.py)", "K8sJobMode", "entrypoint", f"must be one command in K8sJobMode, its `(` {OBEYED}"),
        ("python a.py\npython b.py", "K8sJobMode", "entrypoint", f"must be one command in K8sJobMode, its line break {OBEYED}"),
        ("python a.py > log", "K8sJobMode", "entrypoint", f"must be one command in K8sJobMode, its `>` {OBEYED}"),
        ("python a.py < in", "SidecarMode", "entrypoint", f"must be one command in SidecarMode, its `<` {OBEYED}"),
        ("a\0b", "HTTPMode", "entrypoint", "holds a character that no argument can hold, got 'a\\x00b'"),
        ("a \ud800", "K8sJobMode", "entrypoint", "holds a character that no argument can hold, got 'a \\ud800'"),
        ("python a.py # first", "K8sJobMode", "entrypoint", f"must be one command in K8sJobMode, its comment {OBEYED}"),
        ("echo `date`", "K8sJobMode", "entrypoint", f"must be one command in K8sJobMode, its backtick {OBEYED}"),
        ('q "from `t`"', "K8sJobMode", "entrypoint", f"must be one command in K8sJobMode, its backtick {OBEYED}"),
        ('q "$(date)"', "K8sJobMode", "entrypoint", f"must be one command in K8sJobMode, its `$(` {OBEYED}"),
        ("python a.py --out $OUT", "K8sJobMode", "entrypoint", f"must hold no variable in K8sJobMode, its `$OUT` {EXPANDED}"),
        ("python a.py ${OUT:-x}/a", "SidecarMode", "entrypoint", f"must hold no variable in SidecarMode, its `${{OUT:-x}}` {EXPANDED}"),
        ('q "in $HOME"', "K8sJobMode", "entrypoint", f"must hold no variable in K8sJobMode, its `$HOME` {EXPANDED}"),
        ('q "$?"', "K8sJobMode", "entrypoint", f"must hold no variable in K8sJobMode, its `$?` {EXPANDED}"),
        ("q $'a'", "K8sJobMode", "entrypoint", f"must hold no variable in K8sJobMode, its `$'a'` {EXPANDED}"),
        ("q '$(OUT)'", "K8sJobMode", "entrypoint", f"must hold no variable in K8sJobMode, its `$(OUT)` {REPLACED}"),
        *(
            (f"q {word}", "K8sJobMode", "entrypoint", f"must mean the same without its quotes in K8sJobMode, its {word} {UNQUOTED}")
            for word in (
                "'print(1)'",
                "'*.csv'",
                "'a;b'",
                "'$OUT'",
                "\\$OUT",
                "\\;",
                "'in $OUT'",
                '"\\`t\\` x"',
                "'{\"a\":1}'",
                "'a\nb'",
                "it\\'s",
            )
        ),
        ("q ~/a", "K8sJobMode", "entrypoint", f"must name its words one by one in K8sJobMode, its `~` {EXPANDED}"),
        ("q x{1,2}", "K8sJobMode", "entrypoint", f"must name its words one by one in K8sJobMode, its `{{1,2}}` {EXPANDED}"),
        ("q data/*.csv", "K8sJobMode", "entrypoint", f"must name its words one by one in K8sJobMode, its `*` {EXPANDED}"),
        ("q part-?.csv", "SidecarMode", "entrypoint", f"must name its words one by one in SidecarMode, its `?` {EXPANDED}"),
        ("q part-[0-9].csv", "K8sJobMode", "entrypoint", f"must name its words one by one in K8sJobMode, its `[0-9]` {EXPANDED}"),
        ("q '5$$'", "K8sJobMode", "entrypoint", f"must hold no variable in K8sJobMode, its `$$` {REPLACED}"),
    ],
)
def test_an_entrypoint_that_would_not_arrive_is_refused(
    entrypoint: str | list[str], mode: SubmissionMode, argument: str, message: str
) -> None:
    """The submitter's shell must find one command, and every argument must be one that a program can get."""
    told = [(problem.argument, problem.message) for problem in entrypoint_problems(entrypoint, mode)]

    assert told == [(argument, message)]


@pytest.mark.parametrize(
    ("entrypoint", "mode"),
    [
        ("cd /app && python a.py; python b.py | tee log", "HTTPMode"),
        ('python -c "import ray; ray.init()"', "K8sJobMode"),
        ("python a.py --name 'a' --text \"it's a 'b'\" --json '{\"a\": 1}' ''", "K8sJobMode"),
        ("python a.py > log <in 2>&1 'print(1)'", "HTTPMode"),
        ("python a.py --out $OUT $(date)", "HTTPMode"),
        ('python a.py --price 5$ --share "$ 5" a$/b', "K8sJobMode"),
        ('python a.py --tag a#b \\"', "K8sJobMode"),
        ("python a.py\n", "K8sJobMode"),
        ('python a.py layers=[64,64] "over *.csv?"', "K8sJobMode"),
        ("python a.py *.csv", "HTTPMode"),
        (["python", "a.py", "*.csv"], "K8sJobMode"),
        (["bash", "-c", "a && b"], "K8sJobMode"),
    ],
)
def test_one_command_is_accepted(entrypoint: str | list[str], mode: SubmissionMode) -> None:
    """Operators inside quotes are arguments, and without a submitter's shell the whole line is Ray's."""
    assert list(entrypoint_problems(entrypoint, mode)) == []


WORDS = st.text(st.sampled_from(" \t\n\"'\\$`();&|<>*?#~{},.=%-aH12"), max_size=6)
QUOTED = st.one_of(WORDS, WORDS.map(lambda word: f"'{word}'"), WORDS.map(lambda word: f'"{word}"'), WORDS.map(shlex.quote))


@settings(max_examples=300, deadline=None)
@given(words=st.lists(QUOTED, max_size=3))
@example(words=["5$", "a$/b", '"$ 5"'])
def test_an_accepted_text_means_what_it_says(words: list[str]) -> None:
    """The program gets the arguments that a shell would give it, had it read the author's line itself."""
    text = " ".join(["printf [%s]", *words])
    assume(not list(entrypoint_problems(text, "K8sJobMode")))
    submitted = submit(Job(entrypoint=text), "K8sJobMode")

    assert run_on_head(submitted.entrypoint) == run_on_head(text)
