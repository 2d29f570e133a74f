"""Reads single lines that no pattern knows: by the grammar, or with what was meant by a slip of the pen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.notation import fast
from calarec.notation.build import build, hand_name
from calarec.notation.checks import comment_glued
from calarec.notation.lines import clean, legible, split_comment

if TYPE_CHECKING:
    from calarec.diagnostics import Diagnostic
    from calarec.notation.found import Finder
    from calarec.records.model import Statement


def read_raw(raw: str, number: int, into: list[Statement], finder: Finder, findings: list[Diagnostic]) -> str:
    """Reads a line as it stands in the file, its comment too; gives its verb, "" if it says nothing."""
    notes: list[Diagnostic] = []
    line = clean(raw, finder.file, number, notes)
    findings += finder.once(notes)
    glued = comment_glued(raw.rstrip("\r"), line.comment, finder.file, number)
    if glued:
        findings.append(glued)
    if not line.text.strip(" "):
        return ""
    if not line.usable:
        from calarec.notation.slips import guess_verb

        return guess_verb(legible(raw))
    return read_clean(line.text, number, into, finder.file, findings)


def read_clean(text: str, number: int, into: list[Statement], file: str, findings: list[Diagnostic]) -> str:
    """Reads a statement that was put in order; gives its verb, or the one it was probably meant to have."""
    verb = fast.read_line(text, number, into)
    if verb:
        return verb
    from calarec.notation import loose

    accepted = loose.accepts_line(text)
    if accepted is None:
        from calarec.notation.slips import explain, guess_verb

        meant = explain(text, file, number)
        findings += meant.findings
        accepted = loose.accepts_line(meant.text) if meant.text else None
        if accepted is None:
            return meant.verb or guess_verb(text)
    add(accepted.verb, accepted.text, number, into)
    return accepted.verb


def add(verb: str, text: str, number: int, into: list[Statement]) -> None:
    """Adds an accepted statement; its text may have a comment and the end of its line."""
    if verb != "hand":
        said = split_comment(text.rstrip("\n"))[0] if ";" in text else text.rstrip("\n")
        build(verb, said.strip(" "), number, into)


def name_on(raw: str) -> str:
    """The name on a `hand` line, "" if it cannot be read."""
    text = split_comment(raw)[0]
    canonical = fast.matcher("hand")
    if canonical and canonical(text):
        return hand_name(text)
    from calarec.notation import loose

    accepted = loose.accepts_line(clean(raw, "", 0, []).text)
    return hand_name(accepted.text.rstrip("\n ")) if accepted else ""
