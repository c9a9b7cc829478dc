"""A value on its own is spelled so that it can be taken for nothing else; tests of the writer prove it with readers."""

from __future__ import annotations

import pytest

from heliostat.manifests.json_value import JsonValue
from heliostat.manifests.yaml_scalar import one_line, one_word


@pytest.mark.parametrize(
    ("plain", "quoted"),
    [
        pytest.param(
            "train a.b/c a_b (x) $(POD_IP) ./run.sh ../data -c --epochs=3 /bin/sh it's", "", id="words, paths and flags stay bare"
        ),
        pytest.param(
            "500m 16Gi 1.2.3-rc1 v1 10.0.0.0/8 5m30s 100%", "1 0.5 -1 2.52.0 1T 007 0x1F 0o7 1_000 1e3 1e10 1,000", id="numbers are quoted"
        ),
        pytest.param(
            "yesterday none N/A", "y n yes No on OFF true null ~ NaN .inf -inf", id="what some reader takes for a word of its own is quoted"
        ),
        pytest.param("fe80::1 8080:80/tcp", "2001-01-01 12:30:45 8080:80 1:20.5", id="dates, times and ratios are quoted"),
        pytest.param(
            "a:b a#b a,b a[0] a{b} a*b a=b", "a: # * & ! | > % @ ` {a} [a] , - ? = <<", id="syntax is quoted where it could be taken for it"
        ),
        pytest.param("Müller 日本語", "", id="letters of other scripts stay bare"),
    ],
)
def test_quotes_are_where_they_are_needed(plain: str, quoted: str) -> None:
    """A text is quoted only if some reader of YAML 1.1 or 1.2 could take it for something else."""
    spelled = [one_line(text) for text in (*plain.split(), *quoted.split())]

    assert spelled == [*plain.split(), *(f'"{text}"' for text in quoted.split())]


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (0, "0"),
        (2**63 - 1, "9223372036854775807"),
        (-(2**63), "-9223372036854775808"),
        (1.0, "1.0"),
        (-0.0, "-0.0"),
        (1e21, "1.0e+21"),
        (1.5e-7, "1.5e-07"),
        ({}, "{}"),
        ([], "[]"),
    ],
)
def test_single_words(value: JsonValue, written: str) -> None:
    """Numbers keep their digits and their type."""
    assert one_word(value) == written
