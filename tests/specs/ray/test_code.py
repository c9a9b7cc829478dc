"""Code that travels in a ConfigMap: found beside the environment, named by its content, mounted where containers start."""

from __future__ import annotations

import base64
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from heliostat.manifests.json_value import JsonObject
from heliostat.specs.pod.volume import ConfigMapVolume, EmptyDir
from heliostat.specs.ray.code import MOST_BYTES, Code, as_code, code_volumes, config_map, config_map_name
from heliostat.specs.ray.head import Head
from heliostat.specs.ray.ray_cluster import RayClusterSpec
from tests.specs.answers import told


class Environments:
    """A folder of environments, with a file that asks for code."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()

    def write(self, path: str, content: str | bytes = "print()\n") -> None:
        """Put a file there."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())

    def code(self, *files: str) -> Code:
        """Make the code as an environment does."""
        given = repr(files[0] if len(files) == 1 else list(files))
        self.write("prod.py", f"from heliostat.specs.ray.code import Code\nmade = Code({given})\n")
        return cast("Code", runpy.run_path(str(self.folder / "prod.py"))["made"])


@pytest.fixture
def environments(tmp_path: Path) -> Environments:
    """An empty folder of environments."""
    return Environments(tmp_path / "environments")


def test_a_file_is_mounted_under_its_own_name(environments: Environments) -> None:
    """The ConfigMap holds the file, is never changed, and is named by its owner and its content."""
    environments.write("workloads/train.py", "print('hi')\n")
    code = environments.code("workloads/train.py")

    assert told(code) == []
    assert config_map_name(code, "train") == "train-code-fa9343b8"
    assert config_map(code, "train", "vision").body == {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": "train-code-fa9343b8", "namespace": "vision"},
        "immutable": True,
        "data": {"train.py": "print('hi')\n"},
    }
    assert code_volumes(code, "train") == {"/home/ray/code": ConfigMapVolume("train-code-fa9343b8")}


def test_a_folder_keeps_its_shape(environments: Environments) -> None:
    """Files in folders of the folder are mounted there; what Python and editors leave behind stays out."""
    for path in (
        "job/train.py",
        "job/data/__init__.py",
        "job/data/load.py",
        "job/.cache/x",
        "job/__pycache__/a.py",
        "job/b.pyc",
        "job/.env",
    ):
        environments.write(path)
    code = environments.code("job")
    [volume] = code_volumes(code, "train").values()

    assert told(code) == []
    assert list(code.contents) == ["data/__init__.py", "data/load.py", "train.py"]
    assert volume.items == {"data.__init__.py": "data/__init__.py", "data.load.py": "data/load.py", "train.py": "train.py"}
    assert list(cast("JsonObject", config_map(code, "train", None).body["data"])) == list(volume.items)


def test_files_and_folders_can_be_mixed(environments: Environments) -> None:
    """Each entry brings its own files."""
    environments.write("a.py")
    environments.write("lib/b.py")

    assert list(environments.code("a.py", "lib").contents) == ["a.py", "b.py"]


def test_what_is_no_text_is_binary_data(environments: Environments) -> None:
    """A ConfigMap holds text and base64 apart."""
    environments.write("job/model.bin", b"\xff\xfe\x00")
    environments.write("job/run.py", "pass\n")
    body = config_map(environments.code("job"), "train", None).body

    assert (body["data"], body["binaryData"]) == ({"run.py": "pass\n"}, {"model.bin": base64.b64encode(b"\xff\xfe\x00").decode()})


@pytest.mark.parametrize(
    "changed",
    [{"a.py": "y\n", "b.py": ""}, {"a.py": "x\n", "c.py": ""}, {"a.py": "x\n"}, {"a.py": "", "b.py": "x\n"}, {"a.py": "x\nb.py\0000\0"}],
)
def test_other_content_gets_another_name(environments: Environments, changed: dict[str, str]) -> None:
    """The hash covers names and content of every file."""
    for path, content in {"a.py": "x\n", "b.py": ""}.items():
        environments.write(f"one/{path}", content)
    for path, content in changed.items():
        environments.write(f"two/{path}", content)

    assert config_map_name(environments.code("one"), "it") != config_map_name(environments.code("two"), "it")


def test_content_is_what_it_was_when_first_asked_for(environments: Environments) -> None:
    """Name, volume and ConfigMap of one rendering speak of the same bytes."""
    environments.write("a.py", "one\n")
    code = environments.code("a.py")
    before = config_map(code, "it", None)
    environments.write("a.py", "two\n")

    assert config_map(code, "it", None) == before


def test_large_code_is_applied_by_the_server(environments: Environments) -> None:
    """A client-side apply keeps a copy in an annotation, which takes 256 KiB."""
    environments.write("small.py", "x" * 190_000)
    environments.write("large.py", "x" * 210_000)
    small, large = (
        cast("JsonObject", config_map(environments.code(name), "it", None).body["metadata"]) for name in ("small.py", "large.py")
    )

    assert "annotations" not in small
    assert large["annotations"] == {"argocd.argoproj.io/sync-options": "ServerSideApply=true"}


def test_as_much_fits_as_a_config_map_takes(environments: Environments) -> None:
    """The limit is exact, names included."""
    environments.write("a.py", "x" * (MOST_BYTES - len("a.py")))

    assert told(environments.code("a.py")) == []


FOLDER = "the folder of the environment's file"


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (["nowhere.py"], f"must exist below environments/, {FOLDER}, got 'nowhere.py'"),
        (["/etc/passwd"], f"must be relative and stay below environments/, {FOLDER}, got '/etc/passwd'"),
        (["../secret.py"], f"must be relative and stay below environments/, {FOLDER}, got '../secret.py'"),
        ([""], f"must be relative and stay below environments/, {FOLDER}, got ''"),
        (["empty"], "must hold at least one file, 'empty' is empty"),
        (["link.py"], "must not be reached through a symbolic link, link.py is one"),
        (["linked/a.py"], "must not be reached through a symbolic link, linked is one"),
        (["holds"], "must not hold symbolic links, holds/link.py is one"),
        (["odd name.py"], 'must have names of letters, digits, "-", "_" and ".", got \'odd name.py\''),
        (["one/a.py", "two/a.py"], 'must differ in their names, with "." for "/": 2 would be "a.py" in the ConfigMap'),
        (["clash"], 'must differ in their names, with "." for "/": 2 would be "a.b.py" in the ConfigMap'),
        (["big.py"], "must be at most 1,048,576 bytes in all, which is what a ConfigMap takes, got 1,048,577; build them into the image"),
    ],
)
def test_what_cannot_be_shipped_is_refused(environments: Environments, files: list[str], message: str) -> None:
    """Only plain files below the environments' folder, under names a ConfigMap knows, are taken."""
    for path in ("one/a.py", "two/a.py", "odd name.py", "clash/a.b.py", "clash/a/b.py", "holds/a.py"):
        environments.write(path)
    environments.write("big.py", "x" * (MOST_BYTES - len("big.py") + 1))
    (environments.folder / "empty").mkdir()
    (environments.folder / "link.py").symlink_to("one/a.py")
    (environments.folder / "linked").symlink_to("one")
    (environments.folder / "holds" / "link.py").symlink_to("a.py")

    assert told(environments.code(*files)) == [f"files: {message}"]


def test_an_unreadable_file_is_told(environments: Environments, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the disk refuses is one problem among the others."""
    environments.write("a.py")

    def refused(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path.name))

    monkeypatch.setattr(Path, "read_bytes", refused)

    assert told(environments.code("a.py")) == ["files: cannot be read, Permission denied: a.py"]


def test_an_unreadable_folder_is_told(environments: Environments, monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be seen is not left out."""
    environments.write("job/a.py")
    environments.write("job/lib/b.py")
    iterdir = Path.iterdir

    def refused(path: Path) -> Iterator[Path]:
        if path.name == "lib":
            raise PermissionError(13, "Permission denied", str(path.name))
        return iterdir(path)

    monkeypatch.setattr(Path, "iterdir", refused)

    assert told(environments.code("job")) == ["files: cannot be read, Permission denied: lib"]


@pytest.mark.parametrize("path", ["code", "/", "/a:b"])
def test_the_mount_path_is_absolute(path: str) -> None:
    """Kubernetes takes no other path for a mount."""
    assert told(Code(Path(__file__).name, mount_path=path)) == [f'mount_path: must be an absolute path below "/", got {path!r}']


def test_no_file_is_no_code() -> None:
    """An empty list is a mistake."""
    assert told(Code([])) == ["files: must name at least one file"]


def test_the_same_name_in_another_folder(tmp_path: Path) -> None:
    """A file that is there for one environment may be missing beside another, which names it with the same words."""
    here, there = Environments(tmp_path / "here"), Environments(tmp_path / "there")
    here.write("train.py")
    spec = {
        where: RayClusterSpec(head=Head(cpu=1, memory="2Gi"), code=each.code("train.py")) for where, each in (("h", here), ("t", there))
    }

    assert told(spec["h"]) == []
    assert told(spec["t"]) == ["code.files: must exist below there/, the folder of the environment's file, got 'train.py'"]


def test_text_stands_for_code() -> None:
    """`code="train.py"` is `code=Code("train.py")`."""
    assert as_code("train.py").files == "train.py"


def test_nothing_else_is_mounted_in_its_place() -> None:
    """A volume at the same path would hide the code."""
    head = Head(cpu=1, memory="4Gi", volumes={"/code": EmptyDir()})

    assert told(RayClusterSpec(head=head, code=Code(Path(__file__).name, mount_path="/code"))) == [
        'head.volumes["/code"]: must be left out, since the code is mounted there'
    ]
