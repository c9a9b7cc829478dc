"""What the operating system refuses, in words: which path, what is wrong with it, what to do."""

from __future__ import annotations

import errno
from collections.abc import Mapping

from heliostat.manifests.errors import FailedError
from heliostat.manifests.origin import shown

_RIGHT = "give whoever runs this the right to it"
_ROOM = "make room on that disk"
_ADVICE: Mapping[int, str] = {
    errno.EACCES: _RIGHT,
    errno.EPERM: _RIGHT,
    errno.EROFS: "that disk is mounted to be read only",
    errno.ENOSPC: _ROOM,
    errno.EDQUOT: _ROOM,
    errno.EFBIG: "raise the limit on the size of files, `ulimit -f`",
    errno.EMFILE: "raise the limit on open files, `ulimit -n`",
    errno.ENAMETOOLONG: "choose a shorter name",
}


def system_error(error: OSError, place: str, *, hint: str | None = None) -> FailedError:
    """Tell what the system refused.

    Args:
        error: the refusal; where it names no file, it is one of `place`.
        place: what was being read or written.
        hint: what else to say beside the advice that fits.
    """
    where = error.filename if isinstance(error.filename, str) else place
    hints = [each for each in (hint, advice(error)) if each]
    return FailedError(f"{shown(where)}: {error.strerror or error}", hint="; ".join(hints) or None)


def advice(error: OSError) -> str | None:
    """Say what to do about a refusal, where that is known."""
    return _ADVICE.get(error.errno or 0)
