"""Files that cdk8s includes are looked at first."""

from __future__ import annotations

from pathlib import Path

import cdk8s
import pytest

from heliostat.constructs.environment import Environment
from heliostat.manifests.errors import RefusedError
from heliostat.render.includes import checked_includes

RIGHT = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("a: [1\nb: 2\n", ["line 2: is not YAML: did not find expected ',' or ']'"]),
        ("a: 1\n", ["has no apiVersion and no kind"]),
        (f"{RIGHT}---\nhello\n", ["document 2: must be a mapping, got 'hello'"]),
        (f"{RIGHT}---\nkind: Pod\n---\n- a\n", ["document 2: has no apiVersion", "document 3: must be a mapping, got ['a']"]),
        ("apiVersion: v1\nkind: Pod\nmetadata: {labels: [a]}\n", ["metadata.labels: must be a mapping, got ['a']"]),
        ("apiVersion: v1\nkind: Pod\nmetadata: a\n", ["metadata: must be a mapping, got 'a'"]),
        (b"\xff\n", ["line 1: is not UTF-8 text: the byte 0xff is none of it"]),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str | bytes, faults: list[str]) -> None:
    """What cdk8s would take in part, or not understand, is told with the line of the environment and the place in the file."""
    app = Environment("dev").app("main")
    file = tmp_path / "objects.yaml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with checked_includes(), pytest.raises(RefusedError) as refused:
        cdk8s.Include(app, "file", url=str(file))

    assert [problem.split(".py:", 1)[1].partition(": ")[2] for problem in refused.value.problems] == [
        f'Include "file": {file}: {fault}' for fault in faults
    ]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """Nor a folder in its place."""
    app = Environment("dev").app("main")
    for place, reason in ((tmp_path / "nowhere.yaml", "No such file or directory"), (tmp_path, "Is a directory")):
        with checked_includes(), pytest.raises(RefusedError, match=f"cannot be read, {reason}$"):
            cdk8s.Include(app, "file", url=str(place))


def test_what_is_taken(tmp_path: Path) -> None:
    """Empty documents, aliases, and objects that cdk8s names."""
    file = tmp_path / "objects.yaml"
    file.write_text(f"---\n---\n{RIGHT}data: &data {{a: b}}\n---\napiVersion: v1\nkind: ConfigMap\ndata: {{c: d}}\n")
    with checked_includes():
        included = cdk8s.Include(Environment("dev").app("main"), "file", url=str(file))

    assert [each.name for each in included.api_objects] == ["a", "main-file-object0-configmap"]


def test_nothing_is_left_behind() -> None:
    """Outside, cdk8s is as it was."""
    own = cdk8s.Include.__init__
    with checked_includes():
        assert cdk8s.Include.__init__ is not own

    assert cdk8s.Include.__init__ is own
