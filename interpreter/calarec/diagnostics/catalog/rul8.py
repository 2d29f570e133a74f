"""RUL8xx: what comes out when random hands are played under a ruleset that was accepted."""

from __future__ import annotations

from calarec.diagnostics.catalog.entry import Code
from calarec.diagnostics.model import Severity
from calarec.language import Both

CODES = (
    Code(
        code="RUL801",
        severity=Severity.ERROR,
        title=Both("A random hand cannot be played", "Una mano a caso non si può giocare"),
        message=Both(
            "after {hands} random hands one could not be played to its end: {problem}",
            "dopo {hands} mani a caso una non si è potuta giocare fino in fondo: {problem}",
        ),
        help=Both(
            "the checks should have found why; please report this file",
            "i controlli avrebbero dovuto trovarne la ragione; segnala questo file",
        ),
        page=Both(
            "`rules check` plays a thousand random hands under every ruleset that it has accepted, so that what it "
            "accepts does not fail at the table. Here one hand could not be played to its end, or its payments did not "
            "sum to zero. No ruleset is known to do this; if yours does, the checks lack a rule.\n\n"
            "```\ncalarec rules check mine.yaml\n```",
            "`rules check` gioca mille mani a caso con ogni regolamento che ha accettato, perché ciò che accetta "
            "non fallisca al tavolo. Qui una mano non si è potuta giocare fino in fondo, oppure i pagamenti non danno "
            "somma zero. Nessun regolamento noto lo fa; se il tuo lo fa, ai controlli manca una regola.\n\n"
            "```\ncalarec rules check mio.yaml\n```",
        ),
    ),
)
