"""What ends a command from outside; importing this module takes no time, in which nobody would be heard."""

from __future__ import annotations

import signal


class Interruption(BaseException):
    """Somebody asked the command to end, with Ctrl-C or another signal; no Exception, so that nothing takes it for a fault."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
        self.running: tuple[str, ...] = ()
        """The lines of authors that were being executed."""

    @property
    def exit_code(self) -> int:
        """What shells say of a program that a signal ended."""
        return 128 + self.number

    def __str__(self) -> str:
        by = "" if self.number == signal.SIGINT else f" by {signal.Signals(self.number).name}"
        if not self.running:
            return f"interrupted{by}"
        return f"interrupted{by} while {' and '.join(self.running)} {'was' if len(self.running) == 1 else 'were'} running"
