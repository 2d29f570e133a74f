"""Hands recorded in the page: the positions of `entering`, as data.

In come the text of a record and the user's input, out comes the new position of the record:

    text, said [text] (about the input), refused (the input was not accepted; `!` before it writes it as it happened),
    cause [text] (code and rule of a refusal, on request), cited (that rule in words: `cited_rules`), asks,
    stage (rules, people, between, dealer, deal, move, which, finish, stuck), name of the hand and its lines,
    bids [{who, said}] (of the open hand, in their order), trick [card] (the cards of the trick on the table),
    outcomes [{name, paid}] (at `which`: the possible outcomes of the hand), unsettled (the payments are unknown),
    edited (whether it was finished before),
    people [{seat, name, total, here}], due (the seat that deals next),
    resting {dealer: [seat]} (the players without cards in the next hand, by each who may deal it), wrong [finding],
    places [{place, name, count}] with cards that are not written, undealt [card], left [card],
    moves [{do, seat, who, to, pile, words [{word, name}], cards, least, most, optional, unseen,
    others [card] (that an unseen hand may have)}],
    contracts [{word, name, raised [word] (what it may be raised to), is_raise (it cannot be bid)}],
    bonuses, faults [{word, name}], may_claim (the rules allow to claim the rest of the tricks),
    whole (units of a point), parts (their names, that of several first: thirds),
    passing (the word),
    parties [{seats, name}] (the sides, in a game without a declarer),
    finished (number of finished hands),
    pack {card: [id of its symbol, name]} (in the order of a hand on the table), deck (the deck of the drawings:
    `drawings`),
    came_to [text] (result and payments of a hand that has ended and is not finished yet; or its possible outcomes),
    memories [text] (facts that would settle such a hand; to write one, its number is typed, from 1),
    ended [text] (result and payments of the last finished hand, between hands),
    hands [name] (all that are written), correct (the hand that is to be corrected, otherwise -1),
    known ({seat, contract, cardless (no cards are written)} of a hand that can be ended without its other cards) or
    null,
    holders [{name, typed}] (seats and piles that may have the called card, with the line to type),
    leaders [{seat, name, typed}] (possible leaders of the next trick, where a card of the last one is unknown, with
    the text to type before the card),
    players [{seat, name}] (those who play the open hand, in order of play), next_trick (the number of the first trick
    after those that are written, 0 where there is none), tricks (how many the hand has),
    hand (as in `viewing`, with only its last position) or null.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.mechanisms.table import resting_seats
from calarec.core.records import model as m
from calarec.core.wording.cells import visible
from calarec.core.wording.language import Phrase, text_in
from calarec_tools.desk.calls.cited_rules import cite_rule_of, finding_data
from calarec_tools.desk.calls.faces import pack_symbols, symbols_of_cards
from calarec_tools.desk.calls.files import RulesId, language_of, load_by_id
from calarec_tools.desk.calls.page_terms import to_entry_terms, with_minus_signs
from calarec_tools.desk.entering import prompts
from calarec_tools.desk.entering.corrections import hand_names
from calarec_tools.desk.entering.entry_positions import (
    dealt_many,
    find_position,
    has_no_dealer,
    is_begun,
    news,
    not_dealt,
    undealt,
    unseen,
)
from calarec_tools.desk.entering.memories import describe_bounds
from calarec_tools.desk.entering.one_line_hands import declared_contract, names_of_parts, passing_word
from calarec_tools.desk.entering.open_outcomes import told_apart
from calarec_tools.desk.entering.session import Entry
from calarec_tools.desk.entering.text import RecordParts, first_record_lines, keyword_of
from calarec_tools.desk.entering.typed_words import NotTakenError
from calarec_tools.desk.viewing.hand_data import hand_now
from calarec_tools.output.report.wrong import with_people_named

if TYPE_CHECKING:
    from calarec.core.mechanisms.rules import Rules
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.findings import Finding
    from calarec.core.wording.language import Language
    from calarec.playing.moves import LegalMoves
    from calarec_tools.desk.entering.entry_positions import EntryPosition


class _Desk:
    """The last records entered, each found by its text.

    A record that is no longer kept is read again, so nothing is lost.
    """

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def entry_at(self, text: str, lang: Language) -> Entry:
        """The record with this text."""
        known = (entry for entry in self.entries if entry.text == text and entry.lang == lang)
        entry = next(known, None) or Entry(text, lang=lang, load=load_by_id, by_name=True)
        # The one that was asked for the longest ago goes.
        self.entries = [entry, *(each for each in self.entries if each is not entry)][:MAX_ENTRIES]
        return entry

    def clear_entries(self) -> None:
        """Rules have changed: hands judged by them are judged again."""
        self.entries.clear()


MAX_ENTRIES: Final = 6
"""An evening in two languages, and some more."""
DESK: Final = _Desk()
_CARDS: Final = (m.Deal, m.Monte, m.Trick, m.Take, m.Give, m.Discard, m.TableCard)
_BUTTONS: Final = (prompts.AS_IT_HAPPENED,)
"""Messages at a keyboard that are buttons in the page."""


def begin_record(*, rules: RulesId, people: list[str], day: str, lang: str) -> dict[str, Any]:
    """A new record of these people, in order of play."""
    language = language_of(lang)
    entry = DESK.entry_at(RecordParts(first_record_lines(load_by_id(rules), day)).text, language)
    try:
        said = entry.seat_people([person.strip() for person in people if person.strip()], prompts.PEOPLE_HERE).said
    except NotTakenError as error:
        said = tuple(text_in(each, language) for each in error.said)
    return position_data(entry, said, refused=not entry.at.session.seats)


def enter_typed(*, text: str, typed: str, dealer: str, lang: str) -> dict[str, Any]:
    """Return the record with the input, or the reason why it is refused.

    `dealer` deals a hand that begins with it, whichever seat is due; "": the seat that is due.
    """
    entry = DESK.entry_at(text, language_of(lang))
    asked = entry.asked_to_edit(typed)
    if asked:
        names = hand_names(text)
        number = max((place for place, name in enumerate(names) if name == asked), default=-1)
        said = () if number >= 0 else (text_in(prompts.NO_HAND.with_values(name=visible(asked)), entry.lang),)
        return position_data(entry, said, refused=False, correct=number)
    reply = entry.take(typed, dealer)
    if entry.text == text:
        # Where no seat is due, the dealer is asked for beside the form.
        shown = entry.with_dealer(dealer) if entry.at.due else entry
        return position_data(shown, reply.said, refused=entry.refused is not None)
    return position_data(entry, reply.said, refused=False)


def take_back(*, text: str, before: str, lang: str) -> dict[str, Any]:
    """Return the record without its last entry.

    `before` is the text that it had before that entry: the page knows it, whichever worker answers. "" if unknown.
    """
    entry = DESK.entry_at(text, language_of(lang))
    return position_data(entry, entry.take_back(before).said, refused=False)


def current_choices(*, text: str, lang: str) -> dict[str, Any]:
    """Return the position of a record."""
    entry = DESK.entry_at(text, language_of(lang))
    return position_data(entry, (), refused=False)


def choices_with_dealer(*, text: str, dealer: str, lang: str) -> dict[str, Any]:
    """Return the position of a record between hands, with another dealer."""
    entry = DESK.entry_at(text, language_of(lang)).with_dealer(dealer)
    return position_data(entry, (), refused=False)


def certain_of_hand(*, text: str, lang: str) -> dict[str, Any]:
    """Return what is certain of the open hand, and facts that would settle it.

    `said` has the certain sentences. Each of the `facts` has a sentence `said`, and the `text` of the record with it
    written.
    """
    entry = DESK.entry_at(text, language_of(lang))
    found = entry.find_certain()
    head, begun = entry.parts, entry.parts.hand[:1]
    return {
        "said": [visible(each) for each in found.said],
        "facts": [
            {"said": visible(memory.said), "text": head._replace(hand=(*begun, *memory.lines)).text}
            for memory in found.memories
        ],
    }


def drawings(*, text: str, lang: str) -> str:
    """The cards of the rules that a record is played by now, as symbols of SVG."""
    game = DESK.entry_at(text, language_of(lang)).at.game
    return "" if game is None else symbols_of_cards(game.ruleset, game.cards.names)


def position_data(entry: Entry, said: tuple[str, ...], *, refused: bool, correct: int = -1) -> dict[str, Any]:
    """Return the position of the record as data."""
    at, lang = entry.at, entry.lang
    open_hand = entry.parts.hand
    # What stands elsewhere on the page: the lines of the hand, its buttons, the totals.
    outcomes = told_apart(entry.open_outcomes())
    buttons = (*_BUTTONS, *(left_open.outcome_line() for left_open in outcomes))
    came_to = _came_to(entry)
    beside = (*open_hand, *(text_in(button, lang) for button in buttons), entry.totals(), *came_to)
    data: dict[str, Any] = {
        "text": entry.text,
        "said": [with_minus_signs(to_entry_terms(visible(each), lang)) for each in said if each not in beside],
        "refused": refused,
        "cause": _cause(entry) if refused else [],
        "cited": cite_rule_of(entry.cause if refused else None, ruleset_of(at), lang),
        "asks": entry.asks().removesuffix("> "),
        "stage": _stage(entry),
        "name": visible(at.hand.name) if at.hand and open_hand else "",
        "lines": [visible(each) for each in open_hand],
        "bids": _bid_data(at, lang),
        "trick": list(at.trick),
        "edited": entry.parts.edited,
        "people": _people_data(at),
        "due": at.due,
        "resting": _resting_data(entry),
        "wrong": [_wrong_data(with_people_named(each, at.session.people), at, lang) for each in at.wrong],
        "finished": sum(keyword_of(line) == "hand" for line in entry.parts.head),
        "over": at.is_over,
        "outcomes": [{"name": text_in(outcome.name, lang), "paid": outcome.paid} for outcome in outcomes],
        "unsettled": at.judgement is None or (at.judgement.account is None and not at.is_over),
        "known": _known_hand_data(entry),
        "holders": _holder_data(entry),
        "leaders": _leader_data(entry),
        "players": _players_data(at),
        "next_trick": _next_trick(at),
        "tricks": 0 if at.game is None or at.setting is None else at.game.tricks(at.setting),
        "hands": [visible(name) for name in hand_names(entry.text)],
        "correct": correct,
        "came_to": [with_minus_signs(said_line) for said_line in came_to],
        "ended": _find_last_result(entry),
        "memories": [memory.said for memory in entry.list_memories()] if _stage(entry) == "finish" else [],
        **_offers_data(entry),
    }
    shown = at.judgement if open_hand else None
    data["hand"] = hand_now(shown) if shown is not None and shown.setting is not None and shown.happened else None
    return data


def _came_to(entry: Entry) -> tuple[str, ...]:
    """The result of a hand that has ended and is still open, or its bounds."""
    judged = entry.at.judgement
    if judged is None or not entry.at.is_over or not entry.parts.hand:
        return ()
    if judged.account is None:
        return tuple(map(visible, describe_bounds(judged, entry.lang)))
    return tuple(visible(each) for each in prompts.came_to(judged, entry.lang))


def ruleset_of(at: EntryPosition) -> Ruleset | None:
    """Return the rules by which is played now."""
    return None if at.game is None else at.game.ruleset


def _wrong_data(found: Finding, at: EntryPosition, lang: Language) -> dict[str, Any]:
    data = finding_data(found, ruleset_of(at), lang)
    return {**data, "help": to_entry_terms(data["help"] or "", lang, is_written=True)}


def _bid_data(at: EntryPosition, lang: Language) -> list[dict[str, str]]:
    """The bids of the open hand, in their order."""
    if at.game is None or at.hand is None:
        return []
    bids = [statement for statement in at.hand.statements if isinstance(statement, m.Bid | m.Raise | m.Double)]
    known = at.game.rules.contracts
    return [
        {
            "who": visible(at.person(bid.seat)),
            "said": visible(
                text_in(at.game.ruleset.name("contracts" if bid.word in known else "words", bid.word), lang)
            ),
        }
        for bid in bids
    ]


def _find_last_result(entry: Entry) -> list[str]:
    """The result of the last finished hand, for a page that did not write it."""
    if entry.parts.hand:
        return []
    judged = [hand.judgement for hand in entry.evening.hands if hand.judgement is not None][-1:]
    return [with_minus_signs(visible(said)) for judgement in judged for said in prompts.came_to(judgement, entry.lang)]


def _cause(entry: Entry) -> list[str]:
    """The code and the rule of a refusal."""
    found = entry.cause
    return [found.code, *(text_in(each, entry.lang) for each in prompts.by_rule(found))] if found else []


def _stage(entry: Entry) -> str:
    at = entry.at
    if at.game is None:
        return "rules"
    if not at.session.seats:
        return "people"
    if not entry.parts.hand:
        return "between"
    if has_no_dealer(at):
        return "dealer"
    if undealt(at) and not is_begun(at):
        return "deal"
    summed = at.hand is not None and bool(at.hand.every(m.Result))
    if at.is_over or summed:
        return "which" if told_apart(entry.open_outcomes()) else "finish"
    return "move" if at.moves else "stuck"


def _known_hand_data(entry: Entry) -> dict[str, Any] | None:
    """Return declarer and contract of a hand that can end without its other cards."""
    at = entry.at
    if at.game is None or not entry.parts.hand or _stage(entry) not in ("deal", "move", "stuck"):
        return None
    declared = ("", "") if not at.game.rules.contracts else declared_contract(at)
    if declared is None:
        return None
    cardless = at.hand is not None and not any(isinstance(statement, _CARDS) for statement in at.hand.statements)
    return {"seat": declared[0], "contract": declared[1], "cardless": cardless}


def _party_data(at: EntryPosition) -> list[dict[str, str]]:
    """Return the sides that count points together in a game without a declarer."""
    if at.game is None or at.game.rules.contracts:
        return []
    nobody = {dummy.seat for dummy in at.session.dummies}
    order = at.session.order if at.setting is None else at.setting.labels
    playing = [place for place, each in enumerate(order) if each not in nobody]
    playing = playing if at.setting is None else sorted(at.setting.active)
    sides = at.game.rules.table.sides or len(order)
    found = [[order[each] for each in playing if each % sides == side] for side in range(sides)]
    return [
        {"seats": "+".join(each), "name": ", ".join(visible(at.person(one)) for one in each)} for each in found if each
    ]


def _holder_data(entry: Entry) -> list[dict[str, str]]:
    """Return the possible holders of the called card, each with the line for it."""
    at = entry.at
    last = at.hand.statements[-1] if at.hand is not None and at.hand.statements else None
    if _stage(entry) != "stuck" or not isinstance(last, m.Call) or at.setting is None or at.game is None:
        return []
    piles = {each: pile.dealt for each, pile in at.game.rules.piles.items() if pile.dealt}
    seats = [at.setting.labels[seat] for seat in at.setting.active]
    lines = {at.person(seat): f"give {seat}: {last.card} to {last.seat}" for seat in seats if seat != last.seat}
    for name, count in piles.items():
        blanks = " __" * (count - 1)
        lines[text_in(at.game.ruleset.name("piles", name), entry.lang)] = f"take {last.seat}: {last.card}{blanks}"
    found = {who: (line, find_position(entry.evening, entry.parts.with_line(line))) for who, line in lines.items()}
    return [
        {"name": visible(who), "typed": line}
        for who, (line, then) in found.items()
        if then.moves and not news(at.wrong, then.wrong)
    ]


def _leader_data(entry: Entry) -> list[dict[str, str]]:
    """The seats that may lead, where an unknown card may have won the last trick."""
    at = entry.at
    if _stage(entry) != "stuck" or at.setting is None or at.state is None:
        return []
    last = at.hand.statements[-1] if at.hand is not None and at.hand.statements else None
    # If the holder of the called card is forgotten, nothing more is written of the exchange.
    if at.state.step != "play" and not isinstance(last, m.Call):
        return []
    seats = [at.setting.labels[seat] for seat in at.setting.active]
    lines = {seat: f"{len(at.state.tricks) + 1} {seat}:" for seat in seats}
    found = {seat: find_position(entry.evening, entry.parts.with_line(f"{line} __")) for seat, line in lines.items()}
    return [
        {"seat": seat, "name": visible(at.person(seat)), "typed": lines[seat]}
        for seat, position in found.items()
        if position.moves and not news(at.wrong, position.wrong)
    ]


def _resting_data(entry: Entry) -> dict[str, list[str]]:
    """The players who get no cards in the next hand, by its dealer."""
    at = entry.at
    order = at.session.order
    if at.game is None or entry.parts.hand or not resting_seats(at.game.rules.table, len(order)):
        return {}
    begun = {
        dealer: find_position(entry.evening, entry.parts.with_hand_begun(("hand", f"dealer {dealer}")))
        for dealer in ((at.due,) if at.due else order)
    }
    return {
        dealer: [position.setting.labels[seat] for seat in position.setting.out]
        for dealer, position in begun.items()
        if position.setting is not None
    }


def _players_data(at: EntryPosition) -> list[dict[str, str]]:
    """The players of the open hand, in order of play."""
    if at.setting is None or at.hand is None:
        return []
    labels = at.setting.labels
    return [{"seat": labels[seat], "name": visible(at.person(labels[seat]))} for seat in at.setting.active]


def _next_trick(at: EntryPosition) -> int:
    """The number of the trick after those that are written; 0 if the hand has no more."""
    if at.setting is None or at.hand is None or at.game is None or at.is_over:
        return 0
    number = max((trick.number for trick in at.hand.every(m.Trick)), default=0) + 1
    return number if number <= at.game.tricks(at.setting) else 0


def _people_data(at: EntryPosition) -> list[dict[str, Any]]:
    """Return the people at the table, then those who have left with a total."""
    people = at.session.people
    here = [
        {"seat": seat, "name": visible(people.get(seat, seat)), "total": at.totals.get(people.get(seat, seat), 0),
         "here": True}
        for seat in at.session.order
    ]  # fmt: skip
    gone = [
        {"seat": "", "name": visible(who), "total": total, "here": False}
        for who, total in at.totals.items()
        if who not in people.values()
    ]
    return here + gone


def _offers_data(entry: Entry) -> dict[str, Any]:
    """Return the cards, moves and words that the page offers."""
    at, lang = entry.at, entry.lang
    game = at.game
    if game is None:
        return {"places": [], "undealt": [], "left": [], "moves": [], "contracts": [], "bonuses": [], "faults": [],
                "may_claim": False, "parties": [], "whole": 1, "parts": [],
                "passing": "", "pack": {}, "deck": ""}  # fmt: skip
    ruleset = game.ruleset
    places = undealt(at) if not is_begun(at) else []
    named = {pile: visible(text_in(ruleset.name("piles", pile), lang)) for pile in game.piles}
    bare = [word for word in game.rules.auction.words if word not in game.rules.auction.ladder]
    return {
        "places": [
            {
                "place": place,
                "name": visible(at.person(place)) if place != "monte" else next(iter(named.values()), place),
                "count": dealt_many(at, place),
            }
            for place in places
        ],
        "undealt": list(not_dealt(at)) if places else [],
        "left": list(at.left),
        "moves": [_moves_data(at, move, lang) for move in at.moves],
        "contracts": [_contract_offer(at, contract, lang) for contract in game.rules.contracts],
        "bonuses": [_named_offer(at, "bonus", each, lang) for each in game.rules.settle.bonus],
        "faults": faults_of(at, lang),
        "may_claim": any(rule.do == "claim" for rule in game.rules.standing.values()),
        "parties": _party_data(at),
        "whole": game.rules.pack.units_per_point,
        "parts": names_of_parts(game.rules.pack.units_per_point, lang),
        "passing": next((each for each in bare if passing_word(game, [each])), ""),
        "pack": pack_symbols(ruleset, game.cards.list(game.cards.full), lang),
        "deck": ruleset.digest,
    }


def faults_of(at: EntryPosition, lang: Language) -> list[dict[str, str]]:
    """The irregularities that the rules know."""
    standing = {} if at.game is None else at.game.rules.standing
    return [_named_offer(at, "faults", each, lang) for each, rule in standing.items() if rule.do == "fault"]


def _named_offer(at: EntryPosition, kind: str, word: str, lang: Language) -> dict[str, str]:
    assert at.game is not None
    return {"word": word, "name": visible(text_in(at.game.ruleset.name(kind, word), lang))}


def _contract_offer(at: EntryPosition, contract: str, lang: Language) -> dict[str, Any]:
    """Return a contract with its raises.

    `raised`: the contracts that it may be raised to; `is_raise`: it is never bid itself.
    """
    assert at.game is not None
    rules = at.game.rules
    raised = [word for word in rules.contracts[contract].raises if word in rules.contracts]
    is_raise = contract in raises_alone(rules)
    return {**_named_offer(at, "contracts", contract, lang), "raised": raised, "is_raise": is_raise}


def raises_alone(rules: Rules) -> tuple[str, ...]:
    """Return the contracts that cannot be bid: another contract is raised to them."""
    bids = rules.auction.ladder if rules.has_auction else ()
    raised = {word for contract in rules.contracts.values() for word in contract.raises}
    return tuple(word for word in rules.contracts if word in raised and word not in bids)


def _moves_data(at: EntryPosition, moves: LegalMoves, lang: Language) -> dict[str, Any]:
    kind = "contracts" if moves.do in ("bid", "raise") else "words"
    return {
        "do": moves.do,
        "seat": moves.seat,
        "who": visible(at.person(moves.seat)),
        "to": text_in(Phrase("dative", visible(at.person(moves.to))), lang) if moves.to else "",
        "to_seat": moves.to or "",
        "pile": moves.pile,
        "words": [_named_offer(at, kind, word, lang) for word in moves.words],
        "cards": list(moves.cards),
        "least": moves.least,
        "most": moves.most,
        "optional": moves.is_optional,
        "unseen": moves.unseen,
        "others": list(unseen(at, moves.seat)) if moves.unseen and moves.do != "take" else [],
    }
