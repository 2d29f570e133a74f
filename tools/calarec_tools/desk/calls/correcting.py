"""Corrections in the page: the facts of a hand, changed apart from the record.

In come a record, the number of a hand, and its new lines (none: as they are). Out comes

    name, finished, lines [text] (after the first), said [text] (its outcome),
    facts [{kind (the verb, or `trick`), who, to, text, before, after (the parts of the line around its cards), cards
        or null, order [who] (of the cards of a trick), said [[seat, word]] (of the bids), wrong [finding]}], one a
        line,
    wrong [finding] (of no line of these), unreadable (a line is not notation: do not continue with these lines),
    bounds [text] (possible outcomes of a hand that is not settled), memories [{said, lines}] (facts that would settle
        it, and the lines with them),
    outcomes [{name, paid, score (the line), has_bonus}] (possible outcomes of a hand without cards, by its result),
    left_open (the question that decides between them), declarer (the seat; empty where tricks are written),
    people [[seat, name]], words [{word, name}] (possible bids), faults [{word, name}], counts {place: number} (of
    the cards that are dealt), whole (units of a point), parts (their names), pack {card: [id of its symbol, name]}.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from calarec.core.notation.formatter import split_line
from calarec.core.records import model as m
from calarec.core.wording.cells import visible
from calarec.core.wording.language import Phrase, text_in
from calarec.score_only.stated_lines import find_bid
from calarec_tools.desk.calls.cited_rules import finding_data
from calarec_tools.desk.calls.faces import pack_symbols
from calarec_tools.desk.calls.files import language_of
from calarec_tools.desk.calls.recording import DESK, faults_of, position_data, ruleset_of
from calarec_tools.desk.entering import prompts
from calarec_tools.desk.entering.corrections import (
    OldHand,
    corrected_position,
    has_unreadable_line,
    keep_correction,
    old_hand,
    wrong_in,
)
from calarec_tools.desk.entering.entry_positions import dealt_many
from calarec_tools.desk.entering.memories import describe_bounds, find_memories
from calarec_tools.desk.entering.one_line_hands import names_of_parts
from calarec_tools.desk.entering.open_outcomes import all_outcomes, list_open_outcomes, told_apart
from calarec_tools.desk.entering.text import align_trick
from calarec_tools.desk.entering.typed_words import NotTakenError
from calarec_tools.output.files.streams import RefusalError
from calarec_tools.output.report.wrong import with_people_named

if TYPE_CHECKING:
    from calarec.core.records.model import Statement
    from calarec.core.wording.findings import Finding
    from calarec.core.wording.language import Language
    from calarec_tools.desk.entering.entry_positions import EntryPosition
    from calarec_tools.desk.entering.evening_session import EveningSession

_CARD: Final = re.compile(r"[0-9A-Z_][a-z_][!?]*")
_WITH_CARDS: Final = (
    m.Deal, m.Monte, m.Call, m.TableCard, m.Give, m.Take, m.Discard, m.Show, m.Trick,
)  # fmt: skip
_SAYING: Final = (m.Bid, m.Raise, m.Double)


def correction(*, text: str, number: str, lines: list[str], lang: str) -> dict[str, Any]:
    """Return a hand of the record with these lines, as data."""
    language = language_of(lang)
    # On a copy: the evening of the record itself stays judged.
    evening = DESK.entry_at(text, language).evening.make_copy()
    return _correction_data(evening, _asked_hand(evening, text, number, lines), language)


def correct_hand(*, text: str, number: str, lines: list[str], anyway: str, lang: str) -> dict[str, Any]:
    """Return the record with the corrected hand, as `recording.enter_typed` does.

    `refused` states why the hand is not accepted.
    """
    entry = DESK.entry_at(text, language_of(lang))
    hand = _asked_hand(entry.evening.make_copy(), text, number, lines)
    try:
        reply = keep_correction(entry, hand, anyway=bool(anyway))
    except NotTakenError as error:
        return position_data(entry, tuple(text_in(each, entry.lang) for each in error.said), refused=True)
    return position_data(entry, reply.said, refused=False)


def _asked_hand(evening: EveningSession, text: str, number: str, lines: list[str]) -> OldHand:
    found = old_hand(evening, text, int(number)) if number.isdecimal() and len(number) < 9 else None
    if found is None:
        raise RefusalError(prompts.NO_HAND, name=visible(number))
    # What comes from outside is one line each.
    return found.with_lines([align_trick(" ".join(line.splitlines())) for line in lines]) if lines else found


def _correction_data(evening: EveningSession, hand: OldHand, lang: Language) -> dict[str, Any]:
    at = corrected_position(evening, hand)
    people = at.session.people
    first = len(hand.open.head) + 1
    wrong = [with_people_named(finding, people) for finding in wrong_in(evening, hand, at)]
    facts = [
        {
            **_fact(line, at, lang),
            "wrong": _findings_data(at, [finding for finding in wrong if finding.span.line == first + place], lang),
        }
        for place, line in enumerate(hand.lines, 1)
    ]
    there = range(first + 1, first + 1 + len(hand.lines))
    others = [each for each in wrong if each.span.line not in there]
    open_now = list_open_outcomes(at)
    settled = at.judgement is not None and (at.is_over or at.judgement.account is not None)
    return {
        "name": visible(at.hand.name) if at.hand else "",
        "finished": hand.finished,
        "lines": list(hand.lines),
        "facts": facts,
        "wrong": _findings_data(at, others, lang),
        "unreadable": has_unreadable_line(hand),
        "said": [visible(each) for each in prompts.came_to(at.judgement, lang)] if settled and at.judgement else [],
        "declarer": _declarer_by_bids(at),
        "outcomes": [
            {
                "name": visible(text_in(left_open.name, lang)),
                "paid": left_open.paid,
                "score": left_open.score,
                "has_bonus": bool(left_open.bonuses),
            }
            for left_open in told_apart(all_outcomes(at))
        ],
        "memories": [
            {"said": each.said, "lines": list(each.lines)}
            for each in find_memories(at.judgement, hand.lines, first + 1, lang)
        ],
        "bounds": list(describe_bounds(at.judgement, lang)),
        "left_open": text_in(prompts.which_of(open_now)[0], lang) if open_now else "",
        **_correction_choices(at, lang),
    }


def _declarer_by_bids(at: EntryPosition) -> str:
    """Return the declarer of a hand without tricks, by the bids; empty if unknown."""
    if at.hand is None or at.game is None or at.setting is None or at.hand.every(m.Trick):
        return ""
    seat = find_bid(at.hand, at.game, at.setting).declarer
    return at.setting.labels[seat] if seat >= 0 else ""


def _findings_data(at: EntryPosition, wrong: list[Finding], lang: Language) -> list[dict[str, Any]]:
    return [finding_data(finding, ruleset_of(at), lang) for finding in wrong]


def _fact(line: str, at: EntryPosition, lang: Language) -> dict[str, Any]:
    """One line: its topic, and its choices."""
    parts = split_line(line)
    statement = parts.statements[0] if parts.statements else None
    fact: dict[str, Any] = {
        "kind": "trick" if isinstance(statement, m.Trick) else parts.verb or "",
        "text": visible(line.strip()),
        "who": _acting_person(at, statement, lang),
        "to": text_in(Phrase("dative", _person_at(at, statement.to)), lang) if isinstance(statement, m.Give) else "",
        "before": "", "after": "", "cards": None, "order": [], "said": [],
    }  # fmt: skip
    if isinstance(statement, _WITH_CARDS) and not parts.comment:
        _cut_line_at_cards(line.strip(), statement, at, fact)
    if isinstance(statement, _SAYING) and not parts.comment:
        fact["said"] = [[each.seat, each.word] for each in parts.statements if isinstance(each, _SAYING)]
    return fact


def _acting_person(at: EntryPosition, statement: Statement | None, lang: Language) -> str:
    if isinstance(statement, m.Monte) and at.game is not None:
        pile = next((each for each, pile in at.game.rules.piles.items() if pile.dealt), "monte")
        return visible(text_in(at.game.ruleset.name("piles", pile), lang))
    return _person_at(at, getattr(statement, "seat", "") or getattr(statement, "leader", ""))


def _cut_line_at_cards(line: str, statement: Statement, at: EntryPosition, fact: dict[str, Any]) -> None:
    """Add the cards of a line and the text on both sides of them to `fact`."""
    words = line.split()
    named = [bool(place and (_CARD.fullmatch(word) or word == "none")) for place, word in enumerate(words)]
    if not any(named):
        return
    first, last = named.index(True), len(words) - named[::-1].index(True)
    if not isinstance(statement, m.Trick) and not all(named[first:]):
        last = named.index(False, first)
    cards = [word for word in words[first:last] if word != "none"]
    # Who wins a trick, and where a called card is, follows from the cards.
    behind = [] if isinstance(statement, m.Trick | m.Call) else words[last:]
    if isinstance(statement, m.Trick):
        cards = [card for card in cards if _CARD.fullmatch(card)]
        fact["order"] = [_person_at(at, seat) for seat in _seats_from_leader(at, statement.leader)]
    fact |= {"before": " ".join(words[:first]), "cards": cards, "after": " ".join(behind)}


def _seats_from_leader(at: EntryPosition, leader: str) -> list[str]:
    """Return the seats that play, from the leader on."""
    setting = at.setting
    order = [setting.labels[seat] for seat in setting.active] if setting else list(at.session.order)
    start = order.index(leader) if leader in order else 0
    return [*order[start:], *order[:start]]


def _person_at(at: EntryPosition, seat: str) -> str:
    return visible(at.person(seat)) if seat else ""


def _correction_choices(at: EntryPosition, lang: Language) -> dict[str, Any]:
    game = at.game
    people = [[seat, _person_at(at, seat)] for seat in at.session.order]
    if game is None:
        return {"people": people, "words": [], "faults": [], "counts": {}, "whole": 1, "parts": [], "pack": {}}
    named = dict.fromkeys((*game.rules.auction.words, *game.rules.contracts))
    words = [{"word": each, "name": visible(text_in(_name_of_term(at, each), lang))} for each in named]
    return {
        "people": people,
        "words": words,
        "faults": faults_of(at, lang),
        "counts": {place: dealt_many(at, place) for place in (*at.session.order, "monte")},
        "whole": game.rules.pack.units_per_point,
        "parts": names_of_parts(game.rules.pack.units_per_point, lang),
        "pack": pack_symbols(game.ruleset, game.cards.list(game.cards.full), lang),
    }


def _name_of_term(at: EntryPosition, word: str) -> Any:
    assert at.game is not None
    kind = "contracts" if word in at.game.rules.contracts else "words"
    return at.game.ruleset.name(kind, word)
