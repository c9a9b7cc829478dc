"""The program `heliostat`: it can be ended and says so from its first line on, and then runs the command line."""

from __future__ import annotations

import signal
import sys
from types import FrameType

from heliostat.manifests.interruption import Interruption

TYPE_CHECKING = False  # as in typing, which takes a while to import

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

_INTERRUPTIONS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_SECONDS_UNTIL_AGAIN = 0.1


def main() -> None:
    """Run the command line and end the program."""
    ears = _Ears()
    try:
        ears.open()
        code = _run()
    except BaseException:
        if ears.heard is None:
            raise
        from heliostat.cli.report import tell  # noqa: PLC0415  # imports come after the first line that hears Ctrl-C

        tell(str(ears.heard))  # whatever became of it on its way here
        code = ears.heard.exit_code
        ears.close()  # while it is still being handled: after that, it would be raised again
    else:
        ears.close()
    sys.exit(code)


def _run() -> int:
    from heliostat.cli.commands import run  # noqa: PLC0415  # takes a while, in which Ctrl-C is to be heard
    from heliostat.cli.streams import open_streams  # noqa: PLC0415  # the same

    open_streams()
    return run()


class _Ears:
    """Hear who asks the program to end, and raise it until it is heeded: what comes while everything is put in order changes nothing."""

    def __init__(self) -> None:
        self.heard: Interruption | None = None

    def open(self) -> None:
        """Listen, but not to what whoever started us wants ignored, as nohup does."""
        for number in _INTERRUPTIONS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._hear)
        signal.signal(signal.SIGALRM, self._hear)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # where that is ignored, nobody learns how a process ended
        sys.unraisablehook = self._drop

    def close(self) -> None:
        """Listen no more: all is done."""
        signal.setitimer(signal.ITIMER_REAL, 0)
        self._ignore(*_INTERRUPTIONS, signal.SIGALRM)

    @staticmethod
    def _ignore(*numbers: signal.Signals) -> None:
        for number in numbers:
            signal.signal(number, signal.SIG_IGN)

    def _hear(self, number: int, _: FrameType | None) -> None:
        if self.heard is None:
            self.heard = Interruption(number)
            self._ignore(*_INTERRUPTIONS)  # once is enough, and who leans on Ctrl-C would interrupt this very function
            # Python and its libraries lose what is raised at a few places, while they import or clear away
            signal.setitimer(signal.ITIMER_REAL, _SECONDS_UNTIL_AGAIN, _SECONDS_UNTIL_AGAIN)
        if not self._is_heeded():
            raise self.heard

    def _is_heeded(self) -> bool:
        """Tell whether it is being handled at this moment."""
        error = sys.exception()
        while error is not None and error is not self.heard:
            error = error.__context__
        return error is not None

    def _drop(self, lost: UnraisableHookArgs) -> None:
        """Say what Python says of what goes no further, but not of what will be raised again."""
        if self.heard is None or lost.exc_value is not self.heard:
            sys.__unraisablehook__(lost)
