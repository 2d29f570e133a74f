"""Claimed points and bonuses on the play, against every possible continuation."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.core.engine.account import contract_parties
from calarec.core.engine.cards import bits
from calarec.core.engine.moves import apply, legal
from calarec.core.engine.settling import settle_hand
from calarec.core.engine.tally import add_up
from calarec.core.engine.terms import Outcome
from calarec.core.mechanisms.conditions import is_each_condition_met
from calarec.core.notation.reader import parse_records
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.rulebooks import game as shipped
from tests.unknown_cards.small import claiming

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.engine.account import Account
    from calarec.core.engine.events import Event
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import State

CERTAIN, REFUSED, OPEN = "certain by", "refused", "open and"


def verdicts(account: Account) -> dict[str, str]:
    """Return the account's verdict on each bonus that depends on the play."""
    found = {}
    for reason in account.because:
        said = str(getattr(reason.says, "template", reason.says))
        word = next((each for each in (CERTAIN, REFUSED, OPEN) if f": {each}" in said), "")
        if word:
            found[reason.rule.removeprefix("settle.bonus.")] = word
    return found


def played_out(game: Game, state: State, events: tuple[Event, ...]) -> Iterator[tuple[Event, ...]]:
    """The events of every way in which the play can go on."""
    if state.is_over:
        yield events
        return
    for offer in legal(game, state):
        if offer.do == "play":
            for card in bits(offer.cards):
                answer = apply(game, state, offer.choose(1 << card))
                assert isinstance(answer, Outcome)
                yield from played_out(game, answer.state, (*events, *answer.events))


def holding(game: Game, account: Account, contract: str, wins: bool) -> frozenset[str]:
    """The bonuses whose conditions hold, if the declarer's side has won by what was claimed."""
    own, others = account.counted_sides
    parties = contract_parties(replace(own, wins=wins), others)
    bonuses = game.rules.settle.bonus
    return frozenset(
        name for name, each in bonuses.items() if is_each_condition_met(each.conditions, parties, contract)
    )


@pytest.mark.mass
def test_what_is_certain_or_refused_is_so_however_the_play_goes_on() -> None:
    """Hands of twelve cards that end with a claim after no trick or one, for every number of points."""
    game, rng, told = claiming(), Random(3), Counter[str]()
    for made in simulate(game, hands=60, seed=8, bot="random"):
        said, after = made.hand.statements, rng.choice((0, 1, 1, 1))
        tricks = [each for each in said if isinstance(each, rec.Trick)][:after]
        if not made.state.contract or len(tricks) < after:
            continue
        left = (rec.Trick, rec.Claim, rec.Concede, rec.End, *rec.ASSERTIONS)
        kept = (*(each for each in said if not isinstance(each, left)), *tricks)
        begun = begin_totals(game).replay(replace(made.hand, statements=(*kept, rec.End()), carried=None))
        assert begun.state is not None
        before = tuple(each.event for each in begun.happened)
        outcomes: dict[int, set[frozenset[str]]] = {}
        label = made.state.setting.labels[made.state.declarer]
        for events in played_out(game, begun.state, before):
            account = settle_hand(game, add_up(game.cards, made.state.setting, events))
            own = account.counted_sides[0]
            outcomes.setdefault(own.points, set()).add(holding(game, account, made.state.contract, bool(own.wins)))
        for points, every in outcomes.items():
            claim = (rec.Claim(label, points, answer="accepted"), rec.End("claimed"))
            ruling = begin_totals(game).replay(replace(made.hand, statements=(*kept, *claim), carried=None))
            assert ruling.account is not None
            found = verdicts(ruling.account)
            told.update(found.values())
            order = game.rules.settle.bonus_order
            assert {*found} - {*order} == {"few", "many", "aces"}
            assert tuple(name for name in order if name in found) == order[: len({*found} & {*order})]
            assert {*ruling.account.bonuses} == {name for name, word in found.items() if word == CERTAIN}
            for name, word in found.items():
                if word == CERTAIN:
                    assert all(name in each for each in every), (points, name)
                elif word == REFUSED:
                    assert all(name not in each for each in every), (points, name)
    assert min(told[word] for word in (CERTAIN, REFUSED, OPEN)) > 10


G17 = """cal 1
seat A
seat B
seat C

hand 1
dealer A
deal A: 4s 5b 6b 7s Fs 3c 6d Rb 4d Fd Fb Rs
deal B: 3b 2b Ab 3s 2s As Cc 2c Ac 3d 2d Ad
deal C: 6s Cs Rd 5d Cd 4b Cb 7b 5s Rc 7d 6c
monte 5c 7c Fc 4c
bid B: solissimo
 1 B: 3b 4b 5b
 2 B: 3s 5s 4s
 3 B: 3d 5d 4d
 4 B: 2b 7b 6b
 5 B: 2s 6s 7s
{}claim B: points {} accepted
end claimed
"""


@pytest.mark.parametrize(
    ("trick", "points", "found"),
    [
        (" 6 B: 2c 6c 3c\n", 33, {"cappotto": REFUSED, "stramazzo": CERTAIN}),
        (" 6 B: 2c 6c 3c\n", 32, {"cappotto": REFUSED, "stramazzo": REFUSED}),
        (" 6 B: 2c 6c 3c\n", 29, {"cappotto": REFUSED, "stramazzo": OPEN}),
        (" 6 B: 2c 6c 3c\n", 25, {"cappotto": REFUSED, "stramazzo": REFUSED}),
        ("", 35, {"cappotto": OPEN, "stramazzo": OPEN}),
        ("", 33, {"cappotto": REFUSED, "stramazzo": CERTAIN}),
    ],
)
def test_a_bonus_by_claimed_points_is_certain_refused_or_open(trick: str, points: int, found: dict[str, str]) -> None:
    """Pagat: no trick is a cappotto; less than a point in the cards of at least one trick a stramazzo."""
    (hand,) = parse_records(G17.format(trick, points))
    ruling = begin_totals(shipped("pagat")).replay(hand)
    assert ruling.account is not None
    assert verdicts(ruling.account) == found
    certain = "stramazzo" if found["stramazzo"] == CERTAIN else ""
    assert ruling.account.bonus == certain
    # solissimo is worth 4 from each; a stramazzo triples it
    assert ruling.account.payments == ((-12, 24, -12) if certain else (-4, 8, -4))


def test_a_hand_without_its_tricks_is_decided_by_its_points() -> None:
    """Opponents with 2 of 35 thirds have a trick, but not the last one.

    And less than a point in cards (source 004).
    """
    text = "cal 1\nseat A\nseat B\nseat C\n\nhand 1\ndealer A\nbid B: solissimo\nclaim B: points 33 accepted\n"
    (hand,) = parse_records(f"{text}end claimed\n")
    ruling = begin_totals(shipped("pagat")).replay(hand)
    assert ruling.account is not None
    assert verdicts(ruling.account) == {"cappotto": "refused"}
    assert (ruling.account.bonus, ruling.account.payments) == ("stramazzo", (-12, 24, -12))
