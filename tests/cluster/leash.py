"""Runs a command for as long as standard input stays open: `python leash.py COMMAND…`.

Whoever starts it holds the other end. However that process ends, by itself, on Ctrl-C or killed, the system closes the end that it
held, and the command is ended: asked to first, after five seconds made to.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys

SECONDS_TO_END = 5


def main(command: list[str]) -> int:
    """Run the command until it ends or the leash is let go."""
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    watch = select.poll()
    watch.register(sys.stdin, select.POLLIN)
    ended = os.pidfd_open(child.pid)
    watch.register(ended, select.POLLIN)
    if ended not in dict(watch.poll()):
        child.terminate()
        try:
            child.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            child.kill()
    return child.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
