"""Heliostat: environments in Python become the manifests that Argo CD syncs.

What environments are written with is listed in `heliostat.names`. Each name is imported when it is asked for; a construct among them
starts Node, importing this package does not.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # as in typing, which takes a while to import

if TYPE_CHECKING:
    from heliostat.names import *  # noqa: F403  # all that names lists, and a second list would fall behind it
else:  # type checkers would take any name for one of ours

    def __getattr__(name: str) -> object:
        if name == "__all__" or name[0].isupper():  # else a module, which Python is about to look for
            from importlib import import_module  # noqa: PLC0415  # importing this package imports nothing

            from heliostat.front_door import modules  # noqa: PLC0415  # the same

            if name == "__all__":
                return sorted(modules())
            if name in modules():
                globals()[name] = getattr(import_module(modules()[name]), name)
                return globals()[name]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=sys.modules[__name__])

    def __dir__() -> list[str]:
        from heliostat.front_door import modules  # noqa: PLC0415  # importing this package imports nothing

        return sorted({*globals(), *modules()})
