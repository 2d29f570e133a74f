"""Moved to `calarec.playing.dealing`."""

from __future__ import annotations

from calarec.base.moved import moved

__getattr__ = moved(__name__, "calarec.playing.dealing", {"deal": "deal"})
