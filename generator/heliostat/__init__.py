"""Heliostat: environments in Python become the manifests that Argo CD syncs.

What environments are written with is listed in `heliostat.names`. Asking for one of those names starts Node, importing this package
does not.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # as in typing, which takes a while to import

if TYPE_CHECKING:
    from heliostat.names import *  # noqa: F403  # all that names lists, and a second list would fall behind it
else:  # type checkers would take any name for one of ours

    def __getattr__(name: str) -> object:
        if name == "__all__" or name[0].isupper():  # else a module, which Python is about to look for
            from heliostat import names  # noqa: PLC0415  # starts Node

            if name == "__all__" or name in names.__all__:
                return getattr(names, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=sys.modules[__name__])

    def __dir__() -> list[str]:
        from heliostat.names import __all__  # noqa: PLC0415  # starts Node

        return sorted([*globals(), *__all__])
