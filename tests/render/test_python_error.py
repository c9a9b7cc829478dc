"""An exception of an author's is told with what they may have meant."""

from __future__ import annotations

import pytest

from heliostat.render.python_error import told_of

AUTHORS = """
from heliostat import Targets

class Silent(Exception):
    def __str__(self):
        raise ValueError

class Nameless:
    def __dir__(self):
        raise ValueError

def count(number):
    {}

counted = 1
"""


def _raised(line: str) -> BaseException:
    """What a line in a function of an author's file raises."""
    text = AUTHORS.format(line)
    names: dict[str, object] = {}
    exec(compile(text, "prod.py", "exec"), names)
    count = names["count"]
    assert callable(count)
    with pytest.raises(BaseException) as raised:  # noqa: PT011  # whichever the line raises
        count(1)
    return raised.value


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("raise ValueError('one\\ntwo')", "ValueError: one"),
        ("raise KeyError", "KeyError"),
        ("raise Silent", "Silent: its text cannot be had (ValueError)"),
        ("from heliostat import RayJobs", "ImportError: cannot import name 'RayJobs' from 'heliostat', did you mean \"RayJob\""),
        ("from heliostat import Zzz", "ImportError: cannot import name 'Zzz' from 'heliostat'"),
        ("import heliostat; heliostat.Taints", "AttributeError: module 'heliostat' has no attribute 'Taints', did you mean \"Taint\""),
        ("'a'.lowre()", "AttributeError: 'str' object has no attribute 'lowre', did you mean \"lower\""),
        ("Nameless().name", "AttributeError: 'Nameless' object has no attribute 'name'"),
        ("raise AttributeError('no')", "AttributeError: no"),
        ("numbre", "NameError: name 'numbre' is not defined, did you mean \"number\""),
        ("countde", "NameError: name 'countde' is not defined, did you mean \"counted\""),
        ("count(numbre=1)", "TypeError: count() got an unexpected keyword argument 'numbre', did you mean \"number\""),
        ("Targets(kubray='1')", "TypeError: Targets.__init__() got an unexpected keyword argument 'kubray', did you mean \"kuberay\""),
        ("import bdb; raise bdb.BdbQuit", "stops in a debugger, for which rendering has no terminal"),
        ("raise EOFError('EOF when reading a line')", "EOFError: EOF when reading a line, since rendering has no terminal"),
        ("raise EOFError('cut off')", "EOFError: cut off"),
        ("(lambda a: a)(b=1)", "TypeError: count.<locals>.<lambda>() got an unexpected keyword argument 'b'"),
    ],
)
def test_what_is_told(line: str, told: str) -> None:
    """The first line of the text, and the nearest name of those that could stand there."""
    assert told_of(_raised(line)) == told
