"""Reasons of system errors in words, instead of the system's own."""

from __future__ import annotations

import errno
import os
from typing import Final

from calarec.core.wording.language import Words

_REASONS: Final = {
    errno.ENOENT: Words("there is no such file or folder"),
    errno.EACCES: Words("you are not allowed to do that there"),
    errno.EPERM: Words("you are not allowed to do that there"),
    errno.EEXIST: Words("it exists already"),
    errno.EISDIR: Words("it is a folder"),
    errno.ENOTDIR: Words("a part of the path is not a folder"),
    errno.ENOSPC: Words("the disk is full"),
    errno.EDQUOT: Words("the space on the disk that you may use is full"),
    errno.EFBIG: Words("the file would become larger than it may be"),
    errno.EIO: Words("the disk cannot be read or written"),
    errno.EROFS: Words("nothing can be written there"),
    errno.ENAMETOOLONG: Words("the name is too long"),
    errno.EMFILE: Words("too many files are open"),
    errno.ELOOP: Words("links lead round in a circle"),
}


def why_refused(error: OSError | ValueError) -> Words | str:
    """The reason of an error in words; the system's text for an uncommon one."""
    known = _REASONS.get(getattr(error, "errno", None) or 0)
    if known is not None:
        return known
    return getattr(error, "strerror", None) or str(error)


def reason_in_text(text: str) -> Words | None:
    """The reason that a library quotes in its own text without an error number."""
    return next((reason for number, reason in _REASONS.items() if os.strerror(number) in text), None)
