"""Writing a file as a whole, once it is clear that all of it can be written and that it differs."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from calarec.diagnostics import Severity
from calarec.diagnostics.model import Advised, Told
from calarec.language import Words
from calarec.notation.replacing import replace_file
from calarec.notation.source import UNREADABLE, chunks, unmarked
from calarec_tools.checking.mending import stamp, unless_changed
from calarec_tools.cli.output import RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.diagnostics import Diagnostic
    from calarec_tools.cli.output import Output

_CANNOT = Words("{place}: {code} {said}")


class _Unchanged(Exception):  # noqa: N818 - it is an answer on its way
    """What would be written stands there already."""


def text_of_any(file: str) -> str:
    """The text of any input, compressed or not, with every line's end; a refusal if it cannot be had whole.

    Bytes that are no text are lone surrogates in it. The input is read once: it may be a pipe.
    """
    findings: list[Diagnostic] = []
    text = "".join(chunks(file, "utf-8", findings))
    refuse_unread(findings)
    return "\n".join(unmarked(line) for line in text.split("\n"))


def replace_if_changed(file: str, pieces: Iterable[str], findings: list[Diagnostic]) -> bool:
    """Replaces a file by a text, and says whether that changed it. Where reading failed nothing is written.

    The text is written beside the file while it is made, so that the largest file takes no memory. A file that
    somebody else changes meanwhile is left alone.
    """
    untouched = unless_changed(file, stamp(file))
    try:
        replace_file(file, _differing(file, pieces, findings), ready=untouched)
    except _Unchanged:
        return False
    return True


def differs(file: str, pieces: Iterable[str], findings: list[Diagnostic]) -> bool:
    """Whether a text is another than that of a file."""
    try:
        for _ in _differing(file, pieces, findings):
            pass
    except _Unchanged:
        return False
    return True


def _differing(file: str, pieces: Iterable[str], findings: list[Diagnostic]) -> Iterator[str]:
    new = hashlib.sha256()
    for piece in pieces:
        new.update(piece.encode("utf-8", "surrogateescape"))
        yield piece
    refuse_unread(findings)
    with open(file, "rb") as stream:  # noqa: PTH123
        if hashlib.file_digest(stream, "sha256").digest() == new.digest():
            raise _Unchanged


def refuse_unread(findings: Iterable[Diagnostic]) -> None:
    """A refusal, if what was read is not all that there was."""
    for finding in findings:
        if finding.code in UNREADABLE and finding.severity is Severity.ERROR:
            place = str(finding.span) if finding.span.line else finding.span.file
            raise RefusalError(
                _CANNOT,
                place=place,
                code=finding.code,
                said=Words("{said}{advice}", said=Told(finding), advice=Advised(finding)),
            )


def complain(out: Output, refusal: RefusalError) -> None:
    """A refusal that does not end the command: one line on standard error."""
    out.remark(f"calarec: {refusal.said(out.lang)}")
