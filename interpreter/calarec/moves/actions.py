"""Moved to `calarec.engine.actions`."""

from __future__ import annotations

from calarec.base.moved import moved

_NAMES = ("Bid", "Call", "Claim", "Discard", "Fault", "Give", "Lay", "Play", "Raise", "Show", "Signal", "Take")

__getattr__ = moved(__name__, "calarec.engine.actions", {name: f"{name}Action" for name in _NAMES})
