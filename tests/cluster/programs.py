"""The programs of the cluster lane, built from pinned Go modules into the ignored .cache/; `python tests/cluster/programs.py` builds all.

A program is built in its own module where that module can be built as it is, with the dependencies that upstream pinned itself, and
in a module of ours beside this file where it cannot (the module of Kubernetes counts on a folder that Go's module proxy leaves out;
Redis is a library here). What is built is kept under a name that changes with everything it was built from. Only Python's own
library is used, so that continuous integration can start building before anything else is set up.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
CACHE = HERE.parents[1] / ".cache" / "cluster"


@dataclass(frozen=True)
class Module:
    """A Go module that is built in its own folder, by the checksum that go.sum would have for it."""

    path: str
    version: str
    checksum: str


@dataclass(frozen=True)
class Edit:
    """A text that stands once in a file of a module, and what stands there in the copy that is built."""

    file: str
    old: str
    new: str


@dataclass(frozen=True)
class Program:
    """A program, by the package that it is built from.

    Args:
        module: the module that it is built in, or the folder of one of ours.
        variables: values that the linker writes into string variables.
        edits: what differs from the module.
        toolchain: the Go that builds it (GOTOOLCHAIN): the one on PATH, or a newer one that the module asks for.
    """

    name: str
    package: str
    module: Module | str
    variables: Mapping[str, str] = field(default_factory=dict)
    edits: Sequence[Edit] = ()
    toolchain: str = "auto"


KUBERNETES_VERSION = "1.35.4"
KUEUE_VERSION = "0.19.2"
KUBERAY_VERSION = "1.6.2"
"""The newest that Go's module proxy serves as source; the CRDs, the RBAC and the Deployment of the lane are those of 1.7."""
ARGO_CD = Module("github.com/argoproj/argo-cd/v3", "v3.6.1", "h1:OmhqeKiR3C//awbFrhQqFdtRI+Qiv17j8vqm3UkMj/g=")
ARGO_CD_TOOLCHAIN = "go1.27.3+auto"
"""Argo CD needs a newer Go than the rest, which Go fetches itself."""

_KUBERNETES = {
    "k8s.io/component-base/version.gitVersion": f"v{KUBERNETES_VERSION}",
    "k8s.io/component-base/version.gitMajor": "1",
    "k8s.io/component-base/version.gitMinor": "35",
    "k8s.io/client-go/pkg/version.gitVersion": f"v{KUBERNETES_VERSION}",
}
_ENGINE = "github.com/argoproj/argo-cd/gitops-engine/v3"
_ENGINE_SUM = (
    f"{_ENGINE} {ARGO_CD.version} h1:e9NghanU6O6PrxHq4+PaYxd6Rpe0kC48C2Opkpgx/LQ=\n"
    f"{_ENGINE} {ARGO_CD.version}/go.mod h1:gu+Web1+g1biU+QlcS+p1sxeL+EMPRlaXVyOqUBBZfI="
)
_BEFORE = "github.com/argoproj/notifications-engine v0.5.1-0.20260503100631-0cff13b8a717"

PROGRAMS = (
    Program("etcd", "go.etcd.io/etcd/server/v3", "kubernetes"),
    Program("redis", ".", "redis"),
    Program("kube-apiserver", "k8s.io/kubernetes/cmd/kube-apiserver", "kubernetes", variables=_KUBERNETES),
    Program("kubectl", "k8s.io/kubernetes/cmd/kubectl", "kubernetes", variables=_KUBERNETES),
    Program("kube-controller-manager", "k8s.io/kubernetes/cmd/kube-controller-manager", "kubernetes", variables=_KUBERNETES),
    Program(
        "kueue",
        "./cmd/kueue",
        Module("sigs.k8s.io/kueue", f"v{KUEUE_VERSION}", "h1:mPNzr37u0nwI7ikST5QQl5gg6EgtYOAvC9ZbTgywdN8="),
        variables={
            "sigs.k8s.io/kueue/pkg/version.GitVersion": f"v{KUEUE_VERSION}",
            "sigs.k8s.io/kueue/pkg/visibility.certDir": "visibility",  # "/visibility" in a container, which only root may make
        },
    ),
    Program(
        "kuberay-operator",
        ".",
        Module("github.com/ray-project/kuberay/ray-operator", f"v{KUBERAY_VERSION}", "h1:XUckRswLMyk71D00L62d2Vanh0fVkNqu56+IF/rr+O0="),
    ),
    Program(
        "argocd",
        "./cmd",
        ARGO_CD,
        variables={"github.com/argoproj/argo-cd/v3/common.version": ARGO_CD.version.removeprefix("v")},
        edits=(
            Edit("controller/appcontroller.go", '"0.0.0.0:%d", metricsPort', '"127.0.0.1:%d", metricsPort'),
            Edit("go.mod", f"replace {_ENGINE} => ./gitops-engine", ""),  # a folder that Go's module proxy leaves out
            Edit("go.sum", f"{_BEFORE} h1:", f"{_ENGINE_SUM}\n{_BEFORE} h1:"),
        ),
        toolchain=ARGO_CD_TOOLCHAIN,
    ),
)


def program(name: str) -> Path:
    """Name a program's file, and build it first where nothing built from the same sources is there."""
    asked = next(found for found in PROGRAMS if found.name == name)
    built = CACHE / "programs" / _identity(asked) / name
    if not built.exists():
        built.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE, ignore_cleanup_errors=True) as scratch:
            made = Path(scratch, "built")
            _build(asked, _source(asked, Path(scratch, "source")), made)
            made.replace(built)
    return built


def go(*arguments: str, cwd: Path, toolchain: str = "auto", **variables: str) -> str:
    """Run Go, which the lane cannot do without, and give what it printed."""
    found = shutil.which("go")
    if found is None:
        sys.exit("the cluster lane needs Go: put `go` on PATH")
    environment = {**os.environ, "CGO_ENABLED": "0", "GOTOOLCHAIN": toolchain, "GOFLAGS": "-mod=readonly -buildvcs=false", "GOWORK": "off"}
    environment |= variables
    done = subprocess.run([found, *arguments], cwd=cwd, env=environment, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(f"`go {' '.join(arguments)}` failed in {cwd}: the lines above say why")
    return done.stdout


def module_folder(module: Module, toolchain: str = "auto") -> Path:
    """Fetch a module into Go's cache, hold it against its checksum, and name its folder there."""
    told = json.loads(go("mod", "download", "-json", f"{module.path}@{module.version}", cwd=Path("/"), toolchain=toolchain))
    if told["Sum"] != module.checksum:
        sys.exit(f"{module.path} {module.version} has the checksum {told['Sum']}, expected {module.checksum}")
    return Path(told["Dir"])


def _identity(asked: Program) -> str:
    ours = sorted((HERE / asked.module).iterdir()) if isinstance(asked.module, str) else []
    return hashlib.sha256("".join([str(asked), *(file.read_text(encoding="utf-8") for file in ours)]).encode()).hexdigest()[:16]


def _source(asked: Program, scratch: Path) -> Path:
    """Name the folder to build in: the module's own, or a copy of it with the edits made."""
    if isinstance(asked.module, str):
        return HERE / asked.module
    folder = module_folder(asked.module, asked.toolchain)
    if not asked.edits:
        return folder
    shutil.copytree(folder, scratch, copy_function=shutil.copyfile, ignore=shutil.ignore_patterns("docs"))
    for edit in asked.edits:
        file = scratch / edit.file
        text = file.read_text(encoding="utf-8")
        if (times := text.count(edit.old)) != 1:
            sys.exit(f"{asked.module.path} {asked.module.version}: {edit.file} has {edit.old!r} {times} times, expected once")
        file.write_text(text.replace(edit.old, edit.new), encoding="utf-8")
    return scratch


def _build(asked: Program, source: Path, built: Path) -> None:
    start = time.monotonic()
    values = " ".join(f"-X {name}={value}" for name, value in asked.variables.items())
    command = ("build", "-trimpath", "-ldflags", f"-s -w {values}", "-o", str(built), asked.package)
    go(*command, cwd=source, toolchain=asked.toolchain, GOTMPDIR=str(built.parent))
    print(f"built {asked.name} in {time.monotonic() - start:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended before all programs were built"))
    for each in PROGRAMS:
        program(each.name)
