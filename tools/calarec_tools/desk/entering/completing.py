"""Completions while entering: cards that are left, words, people, commands.

In go the position of a record and the input so far, out come the possible last words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.notation.hand_reader import HAND_VERBS
from calarec.core.notation.single_lines import ANYWHERE_VERBS, EVENING_VERBS
from calarec.core.wording.language import text_in
from calarec_tools.desk.entering import prompts
from calarec_tools.desk.entering.entry_positions import choosable, is_begun, not_dealt, undealt
from calarec_tools.desk.entering.people_lines import find_typed_seat, split_typed_words
from calarec_tools.desk.entering.typed_words import is_completion
from calarec_tools.output.formats.score_sheet import OUTCOMES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.core.wording.language import Language
    from calarec_tools.desk.entering.entry_positions import EntryPosition


def list_completions(at: EntryPosition, typed: str, lang: Language, *, is_open: bool) -> list[str]:
    """List completions of the last word; `is_open`: there is an open hand."""
    *before, last = typed.split(" ") if typed else [""]
    before = [each for each in before if each]
    if at.game is None:
        offers: Iterable[str] = prompts.list_rulesets()
    elif not at.session.seats:
        offers = ()
    else:
        offers = _offers_in_hand(at, before, lang) if is_open else _offers_between_hands(at, before, lang)
    return [offer for offer in offers if is_completion(offer, last)]


def _offers_in_hand(at: EntryPosition, before: list[str], lang: Language) -> Iterable[str]:
    offers: list[str] = []
    if undealt(at) and not is_begun(at):
        offers += [each for each in not_dealt(at) if each not in before]
    for moves in at.moves:
        offers += moves.words or [each for each in choosable(at, moves) if each not in before]
    if not before:
        offers += sorted(HAND_VERBS - EVENING_VERBS - {"hand"})
        offers += [text_in(each, lang) for each in prompts.COMMANDS.values()]
    return dict.fromkeys(offers)


def _offers_between_hands(at: EntryPosition, before: list[str], lang: Language) -> Iterable[str]:
    assert at.game is not None
    if not before:
        people = [at.session.people.get(seat, seat) for seat in at.session.order]
        verbs = sorted((EVENING_VERBS | ANYWHERE_VERBS | {"hand"}) - {"cal", "x-"})
        return [*people, *verbs, *(text_in(each, lang) for each in prompts.COMMANDS.values())]
    before = split_typed_words(at, " ".join(before))
    if find_typed_seat(at, before[0]):
        contracts = [contract for contract in at.game.rules.contracts if contract not in before]
        return [*contracts, *(text_in(each, lang) for each in OUTCOMES)] if before[1:] else contracts
    return [at.session.people.get(seat, seat) for seat in at.session.order]
