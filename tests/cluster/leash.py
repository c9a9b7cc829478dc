"""Runs a command for as long as standard input stays open: `python leash.py COMMAND…`.

Whoever starts it holds the other end. However that process ends, by itself, on Ctrl-C or killed, the system closes the end that it
held, and the command is ended with all that it started: asked to first, after five seconds made to.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from contextlib import suppress

SECONDS_TO_END = 5


def main(command: list[str]) -> int:
    """Run the command in a process group of its own until it ends or the leash is let go, as it is when this process is to end."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, process_group=0)
    ended = os.pidfd_open(child.pid)
    watch = select.poll()
    watch.register(sys.stdin, select.POLLIN)
    watch.register(ended, select.POLLIN)
    happened: list[tuple[int, int]] = []
    with suppress(KeyboardInterrupt):
        happened = watch.poll()
    if ended not in dict(happened):
        os.killpg(child.pid, signal.SIGTERM)
        watch.unregister(sys.stdin)
        watch.poll(SECONDS_TO_END * 1000)
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)  # the child, not waited for yet, keeps the group's number from being given away
    return child.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
