"""The seating of a recorded hand: dealer, resting seats, dummies, inheritance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from calarec.core.engine.state import NOTHING_CARRIED, Inherited, MatchTerm, Seating
from calarec.core.judge.problems import Problems
from calarec.core.mechanisms.table import resting_seats
from calarec.core.records import model as rec
from calarec.core.wording.language import Listing, Words

if TYPE_CHECKING:
    from calarec.core.engine.game import Game
    from calarec.core.records.model import Hand

NOBODY_AT_ALL: Final = Words("no player")
Kind = TypeVar("Kind", rec.Dealer, rec.Out)


def arrange_seats(hand: Hand, game: Game, problems: Problems, inherited: Inherited = NOTHING_CARRIED) -> Seating | None:
    """Arrange the seating of a hand; None if it is unclear, with new findings."""
    labels = seated_labels(hand, game, problems)
    if labels is None:
        return None
    dummies = _dummy_seats(hand)
    dealer = _find_dealer(hand, labels, problems)
    if dealer is None:
        return None
    carry = _find_inherited(hand, game, inherited)
    if resting_seats(game.rules.table, len(labels)):
        carry = carry._replace(rests=_find_rest(hand, game, labels, carry))
        if carry.rests is None:
            problems.add("CAL306", None, wording="unknown", rule="table.sits_out")
            return None
    setting = game.seat(tuple(labels), labels.index(dealer), carry=carry)
    if dummies:
        setting = setting._replace(labels=(*labels, *dummies[: len(setting.dummies)]))
    _check_out(hand, game, setting, problems)
    _check_pot(hand, game, problems)
    _check_terms(hand, game, setting, problems)
    return setting


def number_of(setting: Seating, label: str) -> int:
    """The seat with a label; -1 if there is none."""
    return setting.labels.index(label) if label in setting.labels else -1


def _find_dealer(hand: Hand, labels: list[str], problems: Problems) -> str | None:
    statement = hand.first_statement(rec.Dealer)
    if statement is None:
        problems.add("CAL305", None)
        return None
    if statement.seat not in labels:
        problems.add("CAL215", statement, seat=0, wording="dealer", label=statement.seat, seats=" ".join(labels))
        return None
    return statement.seat


def _find_rest(hand: Hand, game: Game, labels: list[str], inherited: Inherited) -> str | None:
    """The seat that sits out by the result of hands before.

    An `out` line states it, those hands have left it, or the cards dealt show it.
    """
    rule = game.rules.table.sits_out
    if rule is None or rule.who == "dealer":
        return ""
    stated, dealt = hand.first_statement(rec.Out), {deal.seat for deal in hand.every(rec.Deal)}
    out = (
        set(labels) - dealt if stated is None and dealt and not inherited.rests else set(stated.seats if stated else ())
    )
    steps = resting_seats(game.rules.table, len(labels))
    for number, label in enumerate(labels):
        if out == {labels[(number + step) % len(labels)] for step in steps}:
            return label
    return inherited.rests


def _check_out(hand: Hand, game: Game, setting: Seating, problems: Problems) -> None:
    statement = hand.first_statement(rec.Out)
    expected = tuple(setting.labels[seat] for seat in setting.out)
    if statement is not None and sorted(statement.seats) != sorted(expected):
        wording = ("several" if len(expected) > 1 else "") if expected else "nobody"
        gone = who_has_left(hand, game, setting)
        come = next((label for label in sorted(_who_occurs(hand)) if label not in setting.labels), "")
        if gone or come:
            wording = ("left" if gone else "come") + ("_several" if len(expected) > 1 else "")
        problems.add(
            "CAL306", statement, seat=0, wording=wording, rule="table.sits_out",
            found=" ".join(statement.seats), due=Listing(expected) or NOBODY_AT_ALL, who=gone or come,
        )  # fmt: skip


def _check_pot(hand: Hand, game: Game, problems: Problems) -> None:
    """Rules without a pot have nothing to be carried in it."""
    stated = next((carry for carry in hand.every(rec.Carry) if carry.what == rec.POT), None)
    if stated is not None and getattr(game.rules.all_pass.params, "pot", None) is None:
        problems.add("CAL220", stated, word=1, rule="all_pass")


def _check_terms(hand: Hand, game: Game, setting: Seating, problems: Problems) -> None:
    """Check that a hand inherits rules of the match, for seats of the table."""
    rules = game.rules.match.next
    if not rules:
        return
    for carry in hand.every(rec.Carry):
        other = next((label for label in carry.seats if label not in setting.labels), "")
        if other:
            problems.add("CAL215", carry, wording="", label=other, seats=" ".join(setting.labels))
        if carry.what not in (*rules, *game.piles, rec.POT, "all-pass"):
            known = Listing(tuple(f"`{name}`" for name in rules))
            problems.add("CAL220", carry, word=1, wording="match", rule="match.next", term=carry.what, known=known)


def who_has_left(hand: Hand, game: Game, setting: Seating) -> str:
    """Find the seat that must have left without a line; empty if all may be seated.

    A seat plays, or is paid, that should sit out, or another sits out than should. Without one seat that does not
    occur in the hand, all of it would be right.
    """
    labels = setting.labels[: len(setting.labels) - len(setting.dummies)]
    playing, out = _who_plays(hand), hand.first_statement(rec.Out)
    stated = None if out is None else set(out.seats)
    if _is_possible_table(setting, labels, playing, stated):
        return ""
    occurs = _who_occurs(hand)
    for label in labels:
        fewer = tuple(each for each in labels if each != label)
        if label in occurs or len(fewer) not in game.people or game.at_table(len(fewer)) is not game:
            continue
        other = game.seat(fewer, fewer.index(labels[setting.dealer]), carry=setting.carry)
        if _is_possible_table(other, fewer, playing, stated):
            return label
    return ""


def _is_possible_table(setting: Seating, labels: tuple[str, ...], playing: set[str], stated: set[str] | None) -> bool:
    """Check whether the seats that play may, and whether the stated ones sit out."""
    out = {labels[seat] for seat in setting.out}
    return not playing & out and stated in (None, out)


def _who_plays(hand: Hand) -> set[str]:
    """The seats that were dealt cards, bid, or pay or are paid."""
    found = {statement.seat for statement in hand.statements if isinstance(statement, rec.Deal | rec.Bid)}
    paid = [score.amounts for score in hand.every(rec.Score)]
    return found | {label for amounts in paid for label, amount in amounts if amount}


def _who_occurs(hand: Hand) -> set[str]:
    """The seats that a hand names, but for those that sit out."""
    named = [
        statement.amounts for statement in hand.statements if isinstance(statement, rec.Score | rec.Total | rec.Penalty)
    ]
    dealers = {dealer_line.seat for dealer_line in hand.every(rec.Dealer)}
    return _who_plays(hand) | dealers | {label for amounts in named for label, _ in amounts}


def seated_labels(hand: Hand, game: Game, problems: Problems) -> list[str] | None:
    """The seats of a possible table; None, with the finding, if it is not."""
    dummies = _dummy_seats(hand)
    labels = [label for label in hand.session.order if label not in dummies]
    if not labels:
        labels = _seats_that_occur(hand, dummies)
    if len(labels) not in game.people and hand.session.seats_unsure:
        # The line that could not be made out was told; that somebody is missing follows from it.
        everybody = _seats_that_occur(hand, dummies)
        if len(everybody) not in game.people or labels != [label for label in everybody if label in labels]:
            return None
        return everybody
    if len(labels) in game.people:
        return labels
    problems.add(
        "CAL216", hand.first_statement(rec.Dealer), found=len(labels), rule="table.seats",
        allowed=" / ".join(str(number) for number in game.people),
    )  # fmt: skip
    return None


def find_game_at_table(hand: Hand, game: Game) -> Game:
    """The game at the table of a hand; the one given if the table does not fit."""
    if game.all_sizes is None and not game.rules.table.by_seats:
        return game
    labels = seated_labels(hand, game, Problems(game))
    return game if labels is None else game.at_table(len(labels))


def _dummy_seats(hand: Hand) -> tuple[str, ...]:
    return tuple(dummy.seat for dummy in hand.session.dummies)


def _find_inherited(hand: Hand, game: Game, inherited: Inherited) -> Inherited:
    """The stated inheritance of a hand, otherwise that of the hand before."""
    by_match = [carry for carry in hand.every(rec.Carry) if carry.what in game.rules.match.next]
    if by_match:
        inherited = inherited._replace(by_match=tuple(MatchTerm(carry.what, carry.seats) for carry in by_match))
    stated = [carry for carry in hand.every(rec.Carry) if carry not in by_match]
    if not stated or game.rules.all_pass.do != "carry_on":
        return inherited
    part = game.rules.all_pass.params
    pot = inherited.pot
    if part.pot is not None:
        pot = next((carry.amount for carry in stated if carry.what == rec.POT and carry.amount is not None), pot)
    if all(carry.what == rec.POT for carry in stated):
        return inherited if pot == inherited.pot else inherited._replace(pot=pot)
    piles = []
    for carry in stated:
        known = [game.cards.numbers[name] for name in carry.cards or () if name in game.cards.numbers]
        if carry.what in game.piles and known:
            piles.append((game.piles.index(carry.what), sum(1 << number for number in known)))
    return Inherited(
        tuple(piles), part.only, part.binds, "all_pass.only", pot, part.times, inherited.rests, inherited.by_match
    )


def _seats_that_occur(hand: Hand, dummies: tuple[str, ...]) -> list[str]:
    """Without seat lines: the letters that the hand uses, in alphabetical order."""
    seen: set[str] = set()
    for statement in hand.statements:
        if isinstance(statement, rec.Deal | rec.Dealer | rec.Bid):
            seen.add(statement.seat)
    return sorted(seen - set(dummies))


def has_seat_without_cards(
    problems: Problems, statement: rec.Result, index: int, side: rec.Stated, setting: Seating
) -> bool:
    """Report a side with a seat without cards; return whether there is one."""
    label = next((seat for seat in side.seats if number_of(setting, seat) not in setting.active), "")
    if not label:
        return False
    wording = "out" if number_of(setting, label) in setting.out else ""
    problems.add("CAL215", statement, seat=index, wording=wording, label=label, seats=" ".join(setting.labels))
    return True
