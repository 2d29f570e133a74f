"""Duplicate lines, and tricks in another order than they were played in.

A hand goes in as written and comes out as read: without mere repetitions, its tricks in order of play. Both decisions
use only the lines themselves; no card need be known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calarec.core.base.frozen import replace
from calarec.core.engine.tricks import best_of, trump_named
from calarec.core.judge.seats import number_of
from calarec.core.records import model as rec

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating
    from calarec.core.judge.problems import Problems
    from calarec.core.records.model import Hand, Statement
    from calarec.core.records.numbering import Numbering

_BEFORE_THE_LEAD = (rec.Bid, rec.Raise, rec.Call, rec.Give, rec.Take, rec.Discard, rec.TableCard, rec.Trump)


# After this a card has one name, so no search for a card has to know other letters. Findings show the hand as written.
def with_pack_names(hand: Hand, game: Game) -> Hand:
    """The hand with every card called as the pack calls it."""
    other = game.cards.other_names
    if not other:
        return hand
    statements, readable = (
        tuple([_with_pack_names(statement, other) for statement in some]) for some in (hand.statements, hand.readable)
    )
    if (statements, readable) == (hand.statements, hand.readable):
        return hand
    return replace(hand, statements=statements, readable=readable)


def _with_pack_names(statement: Any, other: dict[str, str]) -> Any:
    cards = getattr(statement, "cards", None)
    if cards and not other.keys().isdisjoint(cards):
        return statement._replace(cards=tuple([other.get(name, name) for name in cards]))
    if isinstance(statement, rec.Call) and statement.card in other:
        return statement._replace(card=other[statement.card])
    if isinstance(statement, rec.Trump) and statement.what in other:
        return statement._replace(what=other[statement.what])
    return statement


# Before the walk: who won each trick decides the order. A second walk would cost more and chooses no better.
def order_tricks(hand: Hand, game: Game, setting: Seating, problems: Problems) -> Hand:
    """Sort the tricks of a hand, each once, and correct mistaken numbers."""
    tricks = hand.every(rec.Trick)
    if all(trick.number == number for number, trick in enumerate(tricks, 1)):
        return hand
    from calarec.core.records.numbering import numbering

    found = numbering(tricks)
    if not any(finding.code == "CAL118" for finding in hand.findings):
        for slip in found.slips:
            trick = tricks[slip.place]
            problems.add("CAL516", trick, number=0, found=trick.number, due=slip.due)
    places = [place for place, _ in found.order]
    played = [tricks[place]._replace(number=number) for place, number in found.order]
    written = [tricks[place] for place in sorted(places)]
    trump = find_written_trump(hand, game)
    if _count_wrong_leaders(written, game, setting, trump) < _count_wrong_leaders(played, game, setting, trump):
        places, played = sorted(places), _number_by_line(written, found)
    drawn = game.rules.play.draw is not None
    return replace(hand, statements=_in_their_places(hand, dict(zip(places, played, strict=True)), drawn=drawn))


def find_missing_tricks(hand: Hand) -> list[int]:
    """The numbers that are missing between the tricks."""
    numbers = {trick.number for trick in hand.every(rec.Trick)}
    return [number for number in range(1, min(max(numbers, default=0), len(numbers) + 1)) if number not in numbers]


def add_missing_trick(hand: Hand, game: Game, setting: Seating) -> Hand | None:
    """Fill the one missing trick with unknown cards; None if its leader is unknown."""
    tricks = hand.every(rec.Trick)
    before = next((trick for trick in tricks if trick.number == find_missing_tricks(hand)[0] - 1), None)
    leader = (
        -1
        if before is None or len(find_missing_tricks(hand)) > 1
        else find_trick_winner(before, game, setting, find_written_trump(hand, game))
    )
    if before is None or leader < 0:
        return None
    blank = rec.Trick(before.number + 1, setting.labels[leader], ("__",) * len(setting.active))
    at = hand.statements.index(before) + 1
    return replace(hand, statements=(*hand.statements[:at], blank, *hand.statements[at:]))


def find_written_trump(hand: Hand, game: Game) -> int:
    """The trump suit of a hand's lines; 0 without trump, -1 if it may be unwritten."""
    if game.rules.play.trump is None:
        return 0
    if game.rules.play.is_trump_called:
        return _find_called_trump(hand, game)
    made = (trump_named(game, trump.what) for trump in hand.every(rec.Trump))
    return next(made, -1) or -1


def _find_called_trump(hand: Hand, game: Game) -> int:
    """Find the suit of the first called card; 0 if none is called, -1 if unknown."""
    contracts, steps = game.rules.contracts, game.rules.steps
    bids = [place for place, line in enumerate(hand.statements) if isinstance(line, rec.Bid) and line.word in contracts]
    lines = hand.statements[bids[-1] if bids else 0 :]
    played = [line.word for line in lines if isinstance(line, rec.Bid | rec.Raise) and line.word in contracts]
    if played and all(steps[step].do != "call" for word in played for step in contracts[word].steps):
        return 0
    called = next((line.card for line in lines if isinstance(line, rec.Call)), "")
    return trump_named(game, called[-1:]) or -1


def find_best_card(cards: Sequence[int], game: Game, trump: int) -> int:
    """The card that wins a trick; -1 if that depends on a trump that is not known."""
    suit_of = game.cards.suit_of
    if trump < 0 and any(not suit_of[cards[0]] >> card & 1 for card in cards):
        return -1
    return best_of(cards, suit_of, max(trump, 0))


def find_trick_winner(trick: rec.Trick, game: Game, setting: Seating, trump: int) -> int:
    """The winner of a trick that is written in full; -1 if it is not."""
    cards = [game.cards.numbers.get(name, -1) for name in trick.cards]
    leader = number_of(setting, trick.leader)
    if -1 in cards or leader not in setting.active or len(cards) != len(setting.active):
        return -1
    best = find_best_card(cards, game, trump)
    return (leader, *setting.others(leader))[cards.index(best)] if best >= 0 else -1


def _count_wrong_leaders(tricks: Sequence[rec.Trick], game: Game, setting: Seating, trump: int) -> int:
    """Count the tricks that another seat leads than the last winner."""
    won = [find_trick_winner(trick, game, setting, trump) for trick in tricks]
    return sum(0 <= winner != number_of(setting, trick.leader) for winner, trick in zip(won, tricks[1:], strict=False))


def _number_by_line(written: list[rec.Trick], found: Numbering) -> list[rec.Trick]:
    """The tricks in the order of their lines, counted up where none is missing."""
    if found.missing:
        return written
    return [trick._replace(number=number) for number, trick in enumerate(written, 1)]


def _in_their_places(hand: Hand, played: dict[int, rec.Trick], *, drawn: bool) -> tuple[rec.Statement, ...]:
    """The statements with moved tricks in their places; tricks that ascend stay.

    `drawn`: cards are drawn after each trick.
    """
    from calarec.core.records.numbering import places_out_of_order

    order = {place: number for number, place in enumerate(played, 1)}
    written = sorted(played)
    early = _before_the_lead(hand, drawn=drawn)
    left = [order[place] for place in written if place not in early]
    if early and left and not places_out_of_order(left):
        ways = [early & {*written}]
    else:
        numbers = [order[place] for place in written]
        # Of two that changed places each may be the one that stands elsewhere: where cards are drawn, these tell it.
        last = len(numbers)
        earlier = [last - 1 - at for at in places_out_of_order([last + 1 - number for number in reversed(numbers)])]
        ways = [{written[at] for at in behind} for behind in (places_out_of_order(numbers), earlier)[: 1 + drawn]]
    return min((_with_moved(hand, played, moved, drawn=drawn) for moved in ways), key=_drawn_again)


def _with_moved(hand: Hand, played: dict[int, rec.Trick], moved: set[int], *, drawn: bool) -> tuple[rec.Statement, ...]:
    """The statements with the tricks of some places moved to where they were played."""
    found: list[rec.Statement] = []
    place = -1
    for statement in hand.statements:
        if not isinstance(statement, rec.Trick):
            found.append(statement)
            continue
        place += 1
        if place in played and place not in moved:
            found.append(played[place])
    before: rec.Trick | None = None
    for place, trick in played.items():
        if place in moved:
            found.insert(_place_after_trick(found, before, drawn=drawn), trick)
        before = trick
    return tuple(found)


def _drawn_again(statements: Iterable[rec.Statement]) -> int:
    """Count the second draws of a seat before the next trick."""
    again, seats = 0, set[str]()
    for statement in statements:
        if isinstance(statement, rec.Trick):
            seats.clear()
        elif isinstance(statement, rec.Take):
            again += statement.seat in seats
            seats.add(statement.seat)
    return again


def _before_the_lead(hand: Hand, *, drawn: bool) -> set[int]:
    """The places of tricks before lines that precede the first lead.

    Cards are drawn later.
    """
    tricks = 0
    early = 0
    for statement in hand.statements:
        tricks += isinstance(statement, rec.Trick)
        later = drawn and isinstance(statement, rec.Take)
        early = tricks if isinstance(statement, _BEFORE_THE_LEAD) and not later else early
    return {*range(early)}


def _place_after_trick(statements: list[rec.Statement], before: rec.Trick | None, *, drawn: bool) -> int:
    """The place after a trick and its draws; before all tricks if there is none."""
    step = 1 if before is not None else -1
    first = (at for at, statement in enumerate(statements) if isinstance(statement, rec.Trick))
    at = statements.index(before) + 1 if before is not None else next(first)
    seats: set[str] = set()
    while drawn and 0 < at < len(statements):
        each = statements[at if before is not None else at - 1]
        if not isinstance(each, rec.Take) or each.seat in seats:
            break
        seats.add(each.seat)
        at += step
    return at


# A repeated line that says the same is left out, so an irregularity is paid once. Two deals of one seat are not judged.
def proofread(hand: Hand, setting: Seating, problems: Problems) -> tuple[Hand, bool]:
    """Remove repeated lines, and check whether they leave the deal clear."""
    seen: dict[tuple[object, ...], Statement] = {}
    left: list[Statement] = []
    told = True
    for statement in hand.statements:
        what = _unique_key(statement)
        first = seen.setdefault(what, statement) if what else statement
        if first is statement:
            left.append(statement)
            continue
        if isinstance(statement, rec.Fault):
            problems.add(
                "CAL535", statement, wording="" if statement.trick else "no_trick", rule=_rule(problems, statement),
                word=1, name=statement.word, label=statement.seat, line=first.line, trick=statement.trick,
            )  # fmt: skip
            continue
        same = getattr(first, "cards", ()) == getattr(statement, "cards", ()) and not isinstance(statement, rec.Dealer)
        told = told and (same or isinstance(statement, rec.Dealer))
        _report_repeated_line(statement, first, hand, setting, problems, same=same)
    return (hand, told) if len(left) == len(hand.statements) else (replace(hand, statements=tuple(left)), told)


def _unique_key(statement: Statement) -> tuple[object, ...]:
    """The key of a line that may occur once; empty if it may be repeated."""
    match statement:
        case rec.Deal():
            return ("deal", statement.seat)
        case rec.Monte():
            return ("monte",)
        case rec.Dealer():
            return ("dealer",)
        case rec.Fault():
            return ("fault", statement.seat, statement.word, statement.trick)
    return ()


def _rule(problems: Problems, statement: rec.Fault) -> str:
    return f"standing.{statement.word}" if statement.word in problems.game.rules.standing else ""


def _report_repeated_line(
    statement: Statement, first: Statement, hand: Hand, setting: Seating, problems: Problems, *, same: bool
) -> None:
    """Report a repeated line, and the seat that it may belong to."""
    if isinstance(statement, rec.Deal):
        dealt = {number_of(setting, deal.seat) for deal in hand.every(rec.Deal)}
        without = [setting.labels[seat] for seat in setting.active if seat not in dealt]
        meant = without[0] if len(without) == 1 and not same else ""
        problems.add(
            "CAL303", statement, seat=0, wording="same" if same else "deal_meant" if meant else "deal",
            rule="deal.hand", label=statement.seat, line=first.line, meant=meant, verb=f"deal {statement.seat}",
        )  # fmt: skip
        return
    if isinstance(statement, rec.Monte):
        problems.add(
            "CAL303", statement, wording="same" if same else "monte", rule="piles", line=first.line, verb="monte"
        )
        return
    assert isinstance(statement, rec.Dealer)
    assert isinstance(first, rec.Dealer)
    problems.add("CAL303", statement, wording="dealer", label=first.seat, line=first.line, verb="dealer")
