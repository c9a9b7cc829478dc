"""The processes of the lane, each on a leash (leash.py) so that none outlives the tests."""

from __future__ import annotations

import os
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

_LEASH = Path(__file__).with_name("leash.py")


def free_ports(count: int) -> list[int]:
    """Have the system choose ports of 127.0.0.1 that nobody listens on."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def wait_for(what: str, is_so: Callable[[], object], *, seconds: float = 60, seen: Callable[[], object] = lambda: "") -> None:
    """Wait until something holds, and fail with what was seen last where it does not in time."""
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until, f"not within {seconds:.0f} s: {what}\n{seen()}"
        time.sleep(0.2)


def answers(url: str) -> bool:
    """Say whether something at a URL of 127.0.0.1 answers 200; whose certificate it has does not matter."""
    context = ssl._create_unverified_context()
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context))
    with suppress(OSError, urllib.error.URLError), opener.open(url, timeout=5) as answer:
        return bool(answer.status == 200)
    return False


@dataclass
class Process:
    """A process that runs, and where it writes what it has to say."""

    name: str
    log: Path
    leash: subprocess.Popen[bytes]

    def wait_until(self, is_so: Callable[[], object], seconds: float = 60) -> None:
        """Wait until it is up, and fail with the end of its log where it ends before, or is not in time."""
        wait_for(f"{self.name} is up", lambda: self.has_ended or is_so(), seconds=seconds, seen=self.last_lines)
        assert not self.has_ended, f"{self.name} ended:\n{self.last_lines()}"

    @property
    def has_ended(self) -> bool:
        """Say whether it has ended by itself."""
        return self.leash.poll() is not None

    def last_lines(self, count: int = 20) -> str:
        """Give the end of what it wrote."""
        return "\n".join(self.log.read_text(encoding="utf-8", errors="replace").splitlines()[-count:])

    def end(self) -> None:
        """End it, and wait until it has."""
        assert self.leash.stdin is not None
        self.leash.stdin.close()
        self.leash.wait()


@dataclass
class Processes:
    """Processes that are ended together, the last one first."""

    logs: Path
    _running: list[Process] = field(default_factory=list)

    def start(
        self, name: str, command: Sequence[str | Path], *, environment: Mapping[str, str] | None = None, cwd: Path | None = None
    ) -> Process:
        """Start a program in a session of its own, where no Ctrl-C reaches it but through the leash."""
        self.logs.mkdir(parents=True, exist_ok=True)
        log = self.logs / f"{name}.log"
        with log.open("wb") as written:
            leash = subprocess.Popen(
                [sys.executable, "-I", "-S", _LEASH, *command],
                stdin=subprocess.PIPE,
                stdout=written,
                stderr=subprocess.STDOUT,
                env={**os.environ, **(environment or {})},
                cwd=cwd,
                start_new_session=True,
            )
        self._running.append(process := Process(name, log, leash))
        return process

    def end(self) -> None:
        """End them all."""
        while self._running:
            self._running.pop().end()
