"""The words of every code, a module for each range: `cal3` holds CAL300 to CAL399, `rul2` RUL200 to RUL299.

A module is imported when a code of its range is first spoken of.
"""

from __future__ import annotations

import importlib
from functools import cache
from typing import Final

from calarec.diagnostics.catalog.entry import Code, Wording

__all__ = ["Code", "Wording", "all_codes", "codes_of", "lookup", "ranges"]

_NOT_RANGES: Final = frozenset({"entry", "titles"})


@cache
def _range(name: str) -> dict[str, Code]:
    if not (name.isalnum() and name[-1:].isdigit()):
        raise ModuleNotFoundError(name)
    codes: tuple[Code, ...] = importlib.import_module(f"{__name__}.{name}").CODES
    return {code.code: code for code in codes}


@cache
def ranges() -> tuple[str, ...]:
    """The ranges that exist, in order: CAL0, CAL1 … RUL0 …"""
    from pkgutil import iter_modules

    return tuple(sorted(module.name.upper() for module in iter_modules(__path__) if module.name not in _NOT_RANGES))


def codes_of(name: str) -> list[Code]:
    """The entries of one range, in order; none if there is no such range."""
    return list(_range(name.lower()).values()) if name.upper() in ranges() else []


def lookup(code: str) -> Code:
    """The catalogue's entry of a code; KeyError if there is none."""
    name = code[:4].lower()
    try:
        entries = _range(name)
    except ModuleNotFoundError:
        raise KeyError(code) from None
    return entries[code.upper()]


def all_codes() -> list[Code]:
    """Every entry of the catalogue, in the order of the codes."""
    return [code for name in ranges() for code in codes_of(name)]
