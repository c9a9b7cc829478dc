"""The program `heliostat`: it can be ended and says so from its first line on, and then runs the command line."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from types import FrameType

from heliostat.manifests.interruption import Interruption

Handler = Callable[[int, FrameType | None], None] | signal.Handlers


def main() -> None:
    """Run the command line and end the program."""
    interruptions: list[Interruption] = []

    def interrupt(number: int, _: FrameType | None) -> None:
        _handle_interruptions(_go_on_ending)
        interruptions.append(Interruption(number))
        raise interruptions[0]

    try:
        _handle_interruptions(interrupt)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # where whoever started us ignores it, nobody learns how a process ended
        code = _run()
    except BaseException:
        if not interruptions:
            raise
        from heliostat.cli.report import tell  # noqa: PLC0415  # what was being imported, an interruption may have stopped

        (interruption,) = interruptions  # whatever became of it on its way here
        tell(str(interruption))
        code = interruption.exit_code
    _handle_interruptions(signal.SIG_IGN)
    sys.exit(code)


def _run() -> int:
    # these take a while, in which Ctrl-C may come
    from heliostat.cli.commands import run  # noqa: PLC0415
    from heliostat.cli.streams import open_streams  # noqa: PLC0415

    open_streams()
    return run()


def _handle_interruptions(handler: Handler) -> None:
    """Handle what asks for the end, but not what whoever started us wants ignored, as nohup does."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)


def _go_on_ending(_number: int, _: FrameType | None) -> None:
    """Change nothing: everything is being put in order already."""
