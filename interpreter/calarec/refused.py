"""What the system refuses, in words: it speaks the language of the system alone, and often of programmers."""

from __future__ import annotations

import errno
from typing import Final

from calarec.language import Both

_REASONS: Final = {
    errno.ENOENT: Both("there is no such file or folder", "il file o la cartella non c'è"),
    errno.EACCES: Both("you are not allowed to do that there", "non ne avete il permesso"),
    errno.EPERM: Both("you are not allowed to do that there", "non ne avete il permesso"),
    errno.EEXIST: Both("it exists already", "esiste già"),
    errno.EISDIR: Both("it is a folder", "è una cartella"),
    errno.ENOTDIR: Both("a part of the path is no folder", "una parte del percorso non è una cartella"),
    errno.ENOSPC: Both("the disk is full", "il disco è pieno"),
    errno.EROFS: Both("nothing can be written there", "lì non si può scrivere"),
    errno.ENAMETOOLONG: Both("the name is too long", "il nome è troppo lungo"),
    errno.EMFILE: Both("too many files are open", "ci sono troppi file aperti"),
    errno.ELOOP: Both("links lead round in a circle", "i collegamenti girano in tondo"),
}


def why_refused(error: OSError | ValueError) -> Both:
    """Why; what is not among the common reasons is said as the system says it."""
    known = _REASONS.get(getattr(error, "errno", None) or 0)
    if known is not None:
        return known
    said = getattr(error, "strerror", None) or str(error)
    return Both(said, said)
