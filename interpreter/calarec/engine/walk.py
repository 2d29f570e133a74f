"""Moved to `calarec.engine.moves`."""

from __future__ import annotations

from calarec.base.moved import moved

__getattr__ = moved(__name__, "calarec.engine.moves", {"apply": "apply", "legal": "legal", "start": "start"})
