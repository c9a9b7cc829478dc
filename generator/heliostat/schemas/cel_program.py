"""CEL expressions compiled and evaluated by Google's CEL, cel-expr-python, which is made to answer in the API server's terms.

Differences to the API server (k8s.io/apiserver v0.35.4, pkg/cel) that a rule can notice: what a rule costs is not counted; lists of
type `set` and `map` are compared and added in their order; `self` is checked when a rule runs, not when it is compiled.
"""

from __future__ import annotations

import re
from functools import cache

from cel_expr_python import cel
from cel_expr_python.ext.ext_bindings import ExtBindings
from cel_expr_python.ext.ext_math import ExtMath
from cel_expr_python.ext.ext_optional import ExtOptional
from cel_expr_python.ext.ext_strings import ExtStrings

from heliostat.manifests.json_value import JsonValue
from heliostat.schemas.cel_functions import functions
from heliostat.schemas.cel_text import respelled


class UnsupportedExpressionError(Exception):
    """An expression is none that this evaluates; the message says why."""


class EvaluationError(Exception):
    """An expression has no value; the message is cel-go's."""


class Activation:
    """The value that `self` stands for."""

    __slots__ = ("made",)

    def __init__(self, value: object) -> None:
        self.made = _environment().Activation({"self": value})


class Program:
    """A compiled expression."""

    __slots__ = ("_expression",)

    def __init__(self, text: str) -> None:
        try:
            self._expression = _environment().compile(respelled(text))
        except RuntimeError as error:
            first = str(error).splitlines()[0]
            found = _COMPILER_ERROR.search(first)
            raise UnsupportedExpressionError(found["words"] if found else first) from error

    def value(self, activation: Activation) -> JsonValue:
        """Evaluate the expression.

        Raises:
            EvaluationError: it has no value; a field is missing or the types do not fit.
        """
        result = self._expression.eval(activation.made)
        value: JsonValue = result.value()
        if not isinstance(value, bool) and result.type() == cel.Type.ERROR:
            raise EvaluationError(_in_words_of_cel_go(str(value)))
        return value


@cache
def program(text: str) -> Program:
    """Compile an expression, each once.

    Raises:
        UnsupportedExpressionError: it is no CEL, or calls a function that is not there.
    """
    return Program(text)


@cache
def _environment() -> cel.Env:
    extensions = [ExtBindings(), ExtMath(), ExtOptional(), ExtStrings()]
    return cel.NewEnv(variables={"self": cel.Type.DYN}, extensions=extensions, functions=functions())


_COMPILER_ERROR = re.compile(r"ERROR: <input>:\d+:\d+: (?P<words>.*?)(?: \(in container ''\))?$")

_WORDS = (
    (re.compile(r'Key not found in map : "(.*)"', re.DOTALL), r"no such key: \1"),
    (re.compile(r"Key not found in map : (.*)", re.DOTALL), r"no such key: \1"),
    (re.compile(r"No matching overloads found.*|Applying SELECT to non-message type", re.DOTALL), "no such overload"),
    (re.compile(r"Index error: index=(-?\d+) size=\d+"), r"index out of bounds: \1"),
    (re.compile(r"divide by zero"), "division by zero"),
    (re.compile(r"String to (Duration|Timestamp) conversion failed"), r"type conversion error from 'string' to 'google.protobuf.\1'"),
)
_STATUS = re.compile(r"^[A-Z_]+: ")


def _in_words_of_cel_go(error: str) -> str:
    words = _STATUS.sub("", error)
    return next((found.expand(ours) for pattern, ours in _WORDS if (found := pattern.fullmatch(words)) is not None), words)
