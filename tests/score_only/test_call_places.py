"""Possible places of called cards and lone declarers, against all small deals."""

from __future__ import annotations

from functools import cache, partial
from itertools import combinations, permutations
from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.core.base.frozen import replace
from calarec.core.engine.actions import BidAction, CallAction
from calarec.core.engine.cards import bits
from calarec.core.engine.game import Game
from calarec.core.engine.moves import apply, legal, start
from calarec.core.engine.terms import Outcome
from calarec.core.notation.reader import parse_records
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import load_ruleset
from calarec.score_only.exchange_lines import ImpossibleLine, first_impossible_line
from calarec.score_only.stated_lines import ExchangeLine, HighestBid
from calarec.simulation import simulate
from tests.rulebooks import game as shipped
from tests.unknown_cards.brute import deals, tells_in_part

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from calarec.core.engine.state import Seating, State
    from calarec.core.judge.judgement import Judgement

_RULES = """ruleset: small
version: 1.0.0
title: Small
source: house rule
table: {{seats: [{seats}], direction: counterclockwise}}
pack: {{suits: bs, ranks: "32A7", {without}unit: "1", points: {{A: 3, "3": 1, "2": 1}}, last_trick: 3}}
piles: {piles}
deal: {{hand: 2, packets: 2}}
auction:
  {{first: eldest, chances: once, ladder: [game], ends: first_bid, words: {{pass: {{when: always, leaves: true}}}}}}
contracts:
  game: {{stake: 6, steps: [{steps}], leader: eldest}}
steps:
{program}
play: {{follow: must, wins: highest_of_suit_led, next_leader: winner}}
standing:
  claim: {{do: claim, by: anyone, points: true, accepted: by_other_side}}
all_pass: {{do: redeal, dealer: next}}
settle:
  won_if: {{of: declarer, points_at_least: 7}}
  rounding: none
  pay: each_opponent
{shares}
match: {{counts: payments, dealer: next}}
"""
_MONTE = "{monte: {dealt: 2, won_by: last_trick}}"
_CALL = "  call: {{do: call, gets: partner, {cards}in_pile: {pile}, in_hand: {hand}, revealed: at_end}}"
_THREES = 'cards: [{ranks: "3"}], '
_TWOS = 'cards: [{ranks: "3"}, {ranks: "2", holding_all: "3"}], '
REFUSED, ALONE, AGAIN = "{then: refused}", "{then: alone}", "{then: again}"

CALLS = {
    "nothing on the table": (4, "{}", "", ALONE, REFUSED),
    "own cards": (4, "{}", "", ALONE, ALONE),
    "own cards again": (4, "{}", "", ALONE, AGAIN),
    "threes, of which one hand can hold all": (4, "{}", _THREES, ALONE, REFUSED),
    "threes again": (4, "{}", _THREES, ALONE, AGAIN),
    "twos for who holds all threes": (4, "{}", _TWOS, ALONE, REFUSED),
    "a monte": (3, _MONTE, "", ALONE, REFUSED),
    "a monte with threes": (3, _MONTE, _THREES, REFUSED, REFUSED),
    "a monte, which is refused": (3, _MONTE, "", REFUSED, ALONE),
    "a monte, own cards again": (3, _MONTE, "", REFUSED, AGAIN),
}  # fmt: skip
"""Seats, piles, the cards that may be called, what follows from one on the table, and from one of the caller's own."""


def write_rules(folder: Path, **values: object) -> Game:
    """The game of a small rule file."""
    path = folder / "small.yaml"
    path.write_text(
        _RULES.format(**{"without": "", "shares": "  shares: {declarer: 1, partner: 1}", **values}), "utf-8"
    )
    return Game.from_ruleset(load_ruleset(str(path)))


def calling_game(folder: Path, name: str) -> Game:
    """A game in which a partner is called."""
    seats, piles, cards, pile, hand = CALLS[name]
    program = _CALL.format(cards=cards, pile=pile, hand=hand)
    return write_rules(folder, seats=seats, piles=piles, steps="call", program=program)


def dealt(game: Game, sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every way to deal the pack in parts of two."""
    cards = range(len(game.cards.names))
    for order in permutations(cards):
        if all(order[number] < order[number + 1] for number in range(0, len(order), 2)):
            yield tuple(1 << order[number] | 1 << order[number + 1] for number in range(0, 2 * len(sizes), 2))


def found_places(game: Game, labels: str) -> set[tuple[int, int, bool]]:
    """Return for each deciding call its card's place, partner (a mask), and if called."""
    setting = game.seat(tuple(labels), 0)
    found = set()
    count = len(labels) + len(game.piles)
    for parts in dealt(game, (2,) * count):
        state = start(game, setting, parts[: len(labels)], parts[len(labels) :]).state
        answer = apply(game, state, BidAction(1, "game"))
        assert isinstance(answer, Outcome)
        waiting = [answer.state]
        while waiting:
            state = waiting.pop()
            if not state.step.startswith("steps."):
                found.add((state.found, state.partners, bool(state.calls)))
                continue
            for card in bits(legal(game, state)[0].cards):
                answer = apply(game, state, CallAction(1, card))
                assert isinstance(answer, Outcome)
                waiting.append(answer.state)
    return found


def payments(labels: str, partners: int, *, won: bool) -> str:
    """The score line of the declarer B, by hand: each opponent pays six, and a partner has half of all."""
    others = [seat for seat in range(len(labels)) if seat != 1 and not partners >> seat & 1]
    total, sign = 6 * len(others), 1 if won else -1
    due = {1: total // (2 if partners else 1)}
    due |= dict.fromkeys(bits(partners), total // 2) | dict.fromkeys(others, -6)
    return "score " + " ".join(f"{labels[seat]}: {sign * due[seat]:+d}" for seat in range(len(labels)))


def judge(game: Game, labels: str, *lines: str) -> Judgement:
    """The ruling on a hand of scores alone that B plays."""
    head = "".join(f"seat {each}\n" for each in labels)
    text = f"cal 1\n{head}\nhand 1\ndealer A\nbid B: game\n" + "".join(f"{each}\n" for each in lines) + "end\n"
    (hand,) = parse_records(text)
    return begin_totals(game).replay(hand)


def errors(ruling: Judgement) -> list[str]:
    """The codes of its errors."""
    return [each.code for each in ruling.findings if each.severity == "error"]


@pytest.mark.mass
@pytest.mark.parametrize("name", CALLS)
def test_payments_and_places_are_accepted_if_some_deal_has_them(name: str, tmp_path: Path) -> None:
    """Every place of the card with the payments of every partner and of none, against all deals and all calls."""
    game, labels = calling_game(tmp_path, name), "ABCD"[: CALLS[name][0]]
    every = found_places(game, labels)
    places = {"monte": -1, "hand": -2} | {label: seat for seat, label in enumerate(labels)}
    for stated in ("", *places):
        line = "call B: 3b" + (f" in {stated}" if stated in ("monte", "hand") else f" with {stated}" if stated else "")
        where = -2 if stated == "B" else places.get(stated)
        for partners in (0, 1, *(1 << seat for seat in range(2, len(labels)))):
            for written in (True, False) if not stated else (True,):
                # An own card that does not count is followed by another call, which need not be written.
                shown = {(found, mates, called) for found, mates, called in every
                         if not written or (called and (where is None or found == where))}  # fmt: skip
                if written and where == -2 and CALLS[name][4] == AGAIN:
                    shown = {each for each in every if each[2]}
                possible = any(mates == partners for _, mates, _ in shown)
                for won in (True, False):
                    lines = ([line] if written else []) + [payments(labels, partners, won=won)]
                    assert (not errors(judge(game, labels, *lines))) == possible, (lines, shown)


@pytest.mark.mass
@pytest.mark.parametrize("name", CALLS)
def test_a_result_may_join_seats_if_some_deal_puts_them_on_one_side(name: str, tmp_path: Path) -> None:
    """Every set of seats, by what they won and by its words, against the sides of all deals and all calls."""
    game, labels = calling_game(tmp_path, name), "ABCD"[: CALLS[name][0]]
    sides = {1 << 1 | mates for _, mates, _ in found_places(game, labels)}
    everybody = (1 << len(labels)) - 1
    for size in range(2, len(labels)):
        for joined in combinations(range(len(labels)), size):
            mask = sum(1 << seat for seat in joined)
            possible = any(not mask & ~own or not mask & own for own in (sides | {everybody & ~own for own in sides}))
            seats = "+".join(labels[seat] for seat in joined)
            for said in ("won", "lost", "6"):
                found = errors(judge(game, labels, f"result {seats}: {said}"))
                assert found == ([] if possible else ["CAL616"]), (seats, said, sides)


_EXCHANGE = """  lay: {do: table_card, pile: tabled}
  call: {do: call, gets: card, in_pile: {then: satisfied}, in_hand: {then: refused}}
  monte: {do: take, who: declarer, pile: monte, cards: all, shown: taker}
  swap: {do: hand_over, open: false}
  take-tabled: {do: take, who: holder, pile: tabled, cards: all, shown: taker}
  bury: {do: discard, to: monte, cards: down_to_dealt}
  ask: {do: call, gets: card, in_pile: {then: satisfied}, in_hand: {then: satisfied}}
  hand-over: {do: hand_over, open: true}
  give-back: {do: give, open: true}
"""
_PROGRAMS = ("lay, call, monte, swap, take-tabled, bury", "ask, hand-over, monte, give-back, bury")


@cache
def _by_program(folder: Path, steps: str) -> Game:
    piles = "{monte: {dealt: 1, won_by: last_trick}, tabled: {won_by: last_trick}}"
    used = [each for each in _EXCHANGE.splitlines() if each.split(":")[0].strip() in steps.split(", ")]
    return write_rules(
        folder, seats=3, piles=piles, steps=steps, program="\n".join(used), without="without: [7s], ", shares=""
    )


def _changed(lines: list[ExchangeLine], rng: Random, names: tuple[str, ...]) -> list[ExchangeLine]:
    """Some of the lines, perhaps with another card, another seat or another place."""
    kept = [each for each in lines if rng.random() < 0.7]
    for number, line in enumerate(kept):
        what = rng.random()
        if what < 0.2 and not isinstance(line, rec.Call):
            kept[number] = line._replace(cards=(rng.choice((*names, "__")), *line.cards[1:]))
        elif what < 0.3:
            kept[number] = line._replace(seat=rng.choice("ABC"))
        elif what < 0.6 and isinstance(line, rec.Call):
            kept[number] = line._replace(card=rng.choice(names), found=rng.choice(("", "monte", "hand", "A", "C")))
    return kept


def has_open_way(game: Game, setting: Seating, bids: Sequence[rec.Bid], lines: Sequence[ExchangeLine]) -> bool:
    """Check whether some deal and some moves allow these lines, by trying all.

    Other lines may be missing between them.
    """
    for hands, piles in deals(game, setting, ()):
        begun = start(game, setting, hands, piles).state
        for bid in bids:
            answer = apply(game, begun, BidAction(setting.labels.index(bid.seat), bid.word))
            assert isinstance(answer, Outcome)
            begun = answer.state
        waiting = [(begun, 0)]
        seen: set[tuple[State, int]] = set()
        while waiting:
            state, told = waiting.pop()
            if told == len(lines):
                return True
            if (state, told) in seen or not state.step.startswith("steps."):
                continue
            seen.add((state, told))
            for offer in legal(game, state):
                for action in offer.actions():
                    answer = apply(game, state, action)
                    if isinstance(answer, Outcome):
                        waiting.append((answer.state, told))
                        if tells_in_part(game, state, lines[told], action):
                            waiting.append((answer.state, told + 1))
    return False


@pytest.mark.mass
@pytest.mark.parametrize("steps", _PROGRAMS)
def test_lines_of_an_exchange_are_accepted_if_some_deal_allows_them(steps: str, tmp_path: Path) -> None:
    """Calls and moves of cards that were written in part or wrongly, against every deal of seven cards."""
    game, rng, accepted, refused = _by_program(tmp_path, steps), Random(7), 0, 0
    made = [each for each in simulate(game, hands=30, seed=3, bot="random") if each.hand.every(rec.Call)]
    for each in made[:9]:
        bids = each.hand.every(rec.Bid)
        lines = _changed([one for one in each.hand.statements if isinstance(one, ExchangeLine)], rng, game.cards.names)
        named = [[card for card in getattr(one, "cards", ()) if card != "__"] for one in lines]
        repeats = any(len({*cards}) < len(cards) for cards in named)
        if repeats or not lines:
            continue
        setting = each.state.setting
        statements = (rec.Dealer(setting.labels[setting.dealer]), *bids, *lines, rec.End())
        hand = replace(each.hand, statements=statements, carried=None)
        possible = has_open_way(game, setting, bids, lines)
        assert (not errors(begin_totals(game).replay(hand))) == possible, statements
        accepted += possible
        refused += not possible
    assert accepted
    assert refused > 1


def test_beyond_its_limits_nothing_is_called_impossible(tmp_path: Path) -> None:
    """A card is given that the giver cannot hold; with no plan or no round left that is not found out."""
    game = _by_program(tmp_path, _PROGRAMS[1])
    setting = game.seat(tuple("ABC"), 0)
    lines = (rec.Call("B", "3b", "C"), rec.Give("A", "B", ("3b",)))
    hand = parse_records("cal 1\nseat A\nseat B\nseat C\n\nhand 1\ndealer A\nbid B: game\nend\n")[0]
    assert not has_open_way(game, setting, [rec.Bid("B", "game")], lines)
    ask = partial(first_impossible_line, hand, game, setting, HighestBid(1, "game"), lines)
    assert ask() == ImpossibleLine(lines[1], due=False)
    assert ask(plans=0) is None
    assert ask(steps=0) is None


QUARTIGLIO = "bid B: {} C: sto-bene D: sto-bene A: sto-bene"
ALONE_PAID = "score A: -1 B: +3 C: -1 D: -1"


@pytest.mark.parametrize(
    ("rules", "seats", "lines", "found", "paid"),
    [
        ("quartiglio", "ABCD", (QUARTIGLIO.format("chiamo"), "call B: 3c in monte", "result B: won"), ["CAL423"], None),
        ("quartiglio", "ABCD", (QUARTIGLIO.format("chiamo"), "call B: 3c", "result B: won", ALONE_PAID), ["CAL321"],
         None),
        ("quartiglio", "ABCD", (QUARTIGLIO.format("chiamo"), ALONE_PAID), ["CAL321"], None),
        ("quartiglio", "ABCD", (QUARTIGLIO.format("chiedo"), "call B: 3c in monte", "result B: won"), ["CAL423"],
         (-2, 6, -2, -2)),
        ("quartiglio", "ABCD", (QUARTIGLIO.format("chiamo"), "call B: 3c with B", "result B: won"), ["CAL420"], None),
        ("quartiglio", "ABCD", (QUARTIGLIO.format("chiamo"), "call B: 3c with E"), ["CAL215"], None),
        ("quartiglio", "ABCD", (QUARTIGLIO.format("chiedo"), "call B: 3c with C", "give D: 3c to B", "result B: won"),
         ["CAL430"], (-2, 6, -2, -2)),
        ("quartiglio", "ABCD", (QUARTIGLIO.format("chiedo"), "take B: 3c", "result B: won"), ["CAL430"],
         (-2, 6, -2, -2)),
        ("gelli-bellora", "ABCDE", ("bid B: chiamo", "call B: 3c in monte", "result B: won"), ["CAL423"], None),
        # Who holds all threes and twos has no card to call, and plays alone.
        ("quadriglio", "ABCD", ("bid B: chiamo", "result B: won", ALONE_PAID), [], (-1, 3, -1, -1)),
        ("quadriglio", "ABCD", ("bid B: chiamo", "call B: 3c", "result B: won", ALONE_PAID), ["CAL321"], None),
        ("quadriglio", "ABCD", ("bid B: scambio", "call B: 3c in monte", "result B: won"), ["CAL423"],
         (-2, 6, -2, -2)),
        # A monte of four can hold the card.
        ("sestiglio", "ABCDEF", ("bid B: chiamo", "call B: 3c in monte", "result B: won"), [],
         (-5, 25, -5, -5, -5, -5)),
        # Paid is what B wins alone, with the card in the monte: the place may be wrong as well as the bid.
        ("sestiglio", "ABCDEF", ("bid B: chiamo", "call B: 3c with D", "score A: -5 B: +25 C: -5 D: -5 E: -5 F: -5"),
         ["CAL321"], None),
        ("pagat", "ABCD", ("bid B: chiamo", "call B: 3b with A", "result B: won"), ["CAL215"], (0, 2, -1, -1)),
        ("pagat", "ABC", ("bid B: chiamo", "call B: 3b with B", "result B: won"), [], (-1, 2, -1)),
        ("pagat", "ABC", ("bid B: chiamo", "call B: 3b in monte", "give C: 3b to B", "result B: won"), ["CAL430"],
         (-1, 2, -1)),
    ],
)  # fmt: skip
def test_what_no_deal_allows_is_reported(
    rules: str, seats: str, lines: tuple[str, ...], found: list[str], paid: tuple[int, ...] | None
) -> None:
    """Quartiglio and Gelli's bellora have no monte, quadriglio neither; in pagat at four the dealer has no cards."""
    head = "".join(f"seat {each}\n" for each in seats)
    (hand,) = parse_records(f"cal 1\n{head}\nhand 1\ndealer A\n" + "".join(f"{each}\n" for each in lines) + "end\n")
    ruling = begin_totals(shipped(rules)).replay(hand)
    assert errors(ruling) == found
    assert (ruling.account.payments if ruling.account is not None else None) == paid
