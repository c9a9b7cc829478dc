"""Fetches what an environment includes by its address."""

from __future__ import annotations

import errno
from http.client import HTTPException
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

_LONGEST_WAIT = 30.0
"""Seconds in which an address has to answer."""


def download(url: str) -> bytes:
    """Read all that an address gives.

    Raises:
        OSError: it gives nothing, for the reason that `strerror` tells.
    """
    try:
        with urlopen(url, timeout=_LONGEST_WAIT) as answer:
            content: bytes = answer.read()
            return content
    except HTTPError as error:
        with error:  # it holds the connection
            raise OSError(errno.EIO, f"HTTP {error.code} {error.reason}") from error
    except (OSError, HTTPException, ValueError) as error:
        raise OSError(errno.EIO, _reason(error)) from error


def _reason(error: Exception) -> str:
    """Say why, without what urllib and the system put around it."""
    cause = error.reason if isinstance(error, URLError) else error
    return (isinstance(cause, OSError) and cause.strerror) or str(cause) or type(error).__name__
