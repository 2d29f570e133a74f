"""How a word that is being typed may go on: cards that are left, words of whoever is due, people, verbs, commands.

In go the position of a record and what is typed so far, out comes what may stand for its last word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.notation.hand_reader import HAND_VERBS
from calarec.core.notation.single_lines import ANYWHERE_VERBS, EVENING_VERBS
from calarec.core.wording.language import text_in
from calarec_tools.desk.entering import prompts
from calarec_tools.desk.entering.judging import choosable, is_begun, not_dealt, undealt
from calarec_tools.desk.entering.people_lines import seat_of, words_of
from calarec_tools.desk.entering.typed import begins
from calarec_tools.output.formats.score_sheet import OUTCOMES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.core.wording.language import Language
    from calarec_tools.desk.entering.judging import EntryPosition


def completions(at: EntryPosition, typed: str, lang: Language, *, is_open: bool) -> list[str]:
    """What may stand for the last word of what is typed; `is_open`: a hand is."""
    *before, last = typed.split(" ") if typed else [""]
    before = [each for each in before if each]
    if at.game is None:
        offers: Iterable[str] = prompts.rulesets()
    elif not at.session.seats:
        offers = ()
    else:
        offers = _in_hand(at, before, lang) if is_open else _between(at, before, lang)
    return [each for each in offers if begins(each, last)]


def _in_hand(at: EntryPosition, before: list[str], lang: Language) -> Iterable[str]:
    offers: list[str] = []
    if undealt(at) and not is_begun(at):
        offers += [each for each in not_dealt(at) if each not in before]
    for moves in at.moves:
        offers += moves.words or [each for each in choosable(at, moves) if each not in before]
    if not before:
        offers += sorted(HAND_VERBS - EVENING_VERBS - {"hand"})
        offers += [text_in(each, lang) for each in prompts.COMMANDS.values()]
    return dict.fromkeys(offers)


def _between(at: EntryPosition, before: list[str], lang: Language) -> Iterable[str]:
    assert at.game is not None
    if not before:
        people = [at.session.people.get(seat, seat) for seat in at.session.order]
        verbs = sorted((EVENING_VERBS | ANYWHERE_VERBS | {"hand"}) - {"cal", "x-"})
        return [*people, *verbs, *(text_in(each, lang) for each in prompts.COMMANDS.values())]
    before = words_of(at, " ".join(before))
    if seat_of(at, before[0]):
        contracts = [each for each in at.game.rules.contracts if each not in before]
        return [*contracts, *(text_in(each, lang) for each in OUTCOMES)] if before[1:] else contracts
    return [at.session.people.get(seat, seat) for seat in at.session.order]
