"""Runs a health check as Argo CD does, with no more than Argo CD opens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from lupa.lua51 import LuaRuntime

from heliostat.manifests.json_value import JsonObject

GLOBALS = (
    "assert",
    "error",
    "ipairs",
    "next",
    "pairs",
    "pcall",
    "rawequal",
    "rawget",
    "select",
    "table",
    "tonumber",
    "tostring",
    "type",
    "unpack",
)
"""Lua's base and table libraries without what reads files or gets out of the sandbox (argo-cd 3.6, util/lua/lua.go, runLua)."""

RUN = """
debug.setmetatable("", nil) -- a text has no methods where the string library is not open
return function(script, names, object)
  local sandbox = {obj = object}
  for _, name in ipairs(names) do
    sandbox[name] = _G[name]
  end
  return setfenv(assert(loadstring(script)), sandbox)()
end
"""


@dataclass(frozen=True)
class Health:
    """What a check answers."""

    status: object
    message: object


def health_of(script: str, body: JsonObject) -> Health:
    """Run a check on an object, with globals of its own.

    Raises:
        lupa.LuaError: the check raises, or uses what Argo CD does not open.
    """
    lua, run = _lua()
    answer = run(script, lua.table(*GLOBALS), _lua_value(lua, body))
    return Health(answer["status"], answer["message"])


@cache
def _lua() -> tuple[LuaRuntime, Callable[[str, object, object], Mapping[str, object]]]:
    lua = LuaRuntime(register_eval=False, register_builtins=False)
    return lua, lua.execute(RUN)


def _lua_value(lua: LuaRuntime, value: object) -> object:
    """As util/lua/lua.go's decodeValue: a null is nothing, an object and a list are tables."""
    if isinstance(value, Mapping):
        table = lua.table()
        for name, item in value.items():
            if item is not None:
                table[name] = _lua_value(lua, item)
        return table
    if isinstance(value, Sequence) and not isinstance(value, str):
        return lua.table(*(_lua_value(lua, item) for item in value))
    return value
