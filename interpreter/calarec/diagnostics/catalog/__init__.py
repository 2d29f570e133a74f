"""The words of every code, a module for each range: `cal3` holds CAL300 to CAL399, `rul2` RUL200 to RUL299.

A module is imported when a code of its range is first spoken of.
"""

from __future__ import annotations

import importlib
from functools import cache
from pkgutil import iter_modules

from calarec.diagnostics.catalog.entry import Code, Wording

__all__ = ["Code", "Wording", "all_codes", "lookup"]


@cache
def _range(name: str) -> dict[str, Code]:
    try:
        module = importlib.import_module(f"{__name__}.{name}")
    except ModuleNotFoundError:
        return {}
    codes: tuple[Code, ...] = module.CODES
    return {code.code: code for code in codes}


def lookup(code: str) -> Code:
    """The catalogue's entry of a code; KeyError if there is none."""
    return _range(code[:4].lower())[code.upper()]


def all_codes() -> list[Code]:
    """Every entry of the catalogue, in the order of the codes."""
    names = sorted(module.name for module in iter_modules(__path__) if module.name != "entry")
    return [code for name in names for code in _range(name).values()]
