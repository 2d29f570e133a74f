"""CAL7xx: style. Nothing here is wrong."""

from __future__ import annotations

from calarec.diagnostics.catalog.entry import Code, sample
from calarec.diagnostics.model import Severity
from calarec.language import Both

CODES = (
    Code(
        code="CAL701",
        severity=Severity.NOTE,
        title=Both("A comment without a blank", "Un commento senza spazio"),
        message=Both("this comment has no blank after its `;`", "questo commento non ha uno spazio dopo il `;`"),
        help=Both(
            "write a blank if it is a comment; is it a statement that lost its first letter?",
            "mettere uno spazio, se è un commento; o è una riga che ha perso la prima lettera?",
        ),
        page=sample(
            "A comment is written `; like this`. Where the blank is missing, a `;` may have taken the place of a "
            "letter, and the line would then say nothing without anybody noticing.",
            "Un commento si scrive `; così`. Dove manca lo spazio, il `;` può aver preso il posto di una lettera, e la "
            "riga non direbbe più nulla senza che nessuno se ne accorga.",
            ";eal A: 3b 2b Ab",
            "deal A: 3b 2b Ab",
        ),
    ),
    Code(
        code="CAL702",
        severity=Severity.NOTE,
        title=Both("`open` or `closed` forgotten", "`open` o `closed` dimenticato"),
        message=Both(
            "`{verb}` says neither `open` nor `closed`, though other lines of this hand do",
            "`{verb}` non dice né `open` né `closed`, mentre altre righe di questa mano lo dicono",
        ),
        help=Both("without it the ruleset decides", "in mancanza, decide il regolamento"),
        page=sample(
            "Cards change hands openly or covered. Where a line does not say it, the ruleset decides; where some lines "
            "of a hand say it and others do not, it was probably forgotten.",
            "Le carte passano di mano scoperte o coperte. Se una riga non lo dice, decide il regolamento; se in una "
            "mano alcune righe lo dicono e altre no, probabilmente è stato dimenticato.",
            "take B: open Ab 6d 3s 7s\ndiscard B: 6b 5c 6d 5s",
            "take B: open Ab 6d 3s 7s\ndiscard B: closed 6b 5c 6d 5s",
        ),
    ),
    Code(
        code="CAL703",
        severity=Severity.NOTE,
        title=Both("Two hands with one name", "Due mani con lo stesso nome"),
        message=Both("the hand before this one is called `{name}` too", "anche la mano precedente si chiama `{name}`"),
        page=sample(
            "Hands are named so that people can speak of them; two of the same name in a row are probably a slip.",
            "Le mani hanno un nome perché se ne possa parlare; due di seguito con lo stesso nome sono probabilmente "
            "una svista.",
            "hand 7\nend\n\nhand 7\nend",
            "hand 7\nend\n\nhand 8\nend",
        ),
    ),
)
