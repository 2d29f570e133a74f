"""Trumps: the engine and an independent referee settle alike, and agree on every card that may be played."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.core.base.frozen import replace
from calarec.core.engine.actions import PlayAction, TrumpAction
from calarec.core.engine.events import TrumpMade
from calarec.core.engine.game import Game
from calarec.core.engine.moves import apply, legal, start
from calarec.core.engine.terms import Outcome, Refusal
from calarec.core.engine.tricks import playable
from calarec.core.engine.views import view
from calarec.core.notation import parse_records
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.playing.dealing import deal
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import load_ruleset
from calarec.simulation import simulate
from tests.referees import on_trumps
from tests.referees.agreeing import agreed, hands, rules
from tests.referees.on_trumps import RULES, referee

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.engine.actions import Action

HANDS = hands(60)


@pytest.mark.parametrize("name", RULES)
def test_agrees_with_the_referee(name: str) -> None:
    """Trump, draws, winners of tricks, points and payments, some hands irregular, some claimed."""
    for judged, _ in agreed(rules(name), lambda hand: referee(hand, name), HANDS):
        assert judged.account is not None
        assert sum(judged.account.payments) == 0


@pytest.mark.parametrize("name", RULES)
def test_the_same_cards_may_be_played(name: str) -> None:
    """At every moment the engine offers what the referee allows, and refuses the rest."""
    game, told = rules(name), RULES[name]
    for each in simulate(game, hands=6, seed=3, bot="random"):
        states = [one.state for one in begin_totals(game).replay(each.hand).happened if one.state is not None]
        for state in states:
            if state.is_over or state.step != "play" or state.turn < 0:
                continue
            (offer,) = legal(game, state)
            held, lying = (
                list(game.cards.list(state.hands[state.turn])),
                [game.cards.names[card] for card in state.trick],
            )
            trump = game.cards.names[state.trump.bit_length() - 1][1]
            wanted = on_trumps.allowed(told, held, lying, trump)
            assert sorted(game.cards.list(offer.cards)) == sorted(wanted)
            for name_of in set(held) - set(wanted):
                refused = apply(game, state, PlayAction(state.turn, game.cards.numbers[name_of]))
                assert isinstance(refused, Refusal)
                assert (refused.code, refused.rule) in (
                    ("CAL512", "play.follow"), ("CAL518", "play.beat"), ("CAL518", "play.void")
                )  # fmt: skip


def test_who_chooses_the_trump_and_what_all_see() -> None:
    """In the Maraffa the eldest names a suit; the Briscola has an open card."""
    game = rules("maraffa")
    setting = game.seat(("A", "B", "C", "D"), 0)
    state, _ = start(game, setting, *deal(game, setting, Random(1)))
    assert [(offer.do, offer.seat, offer.words) for offer in legal(game, state)] == [("trump", 1, tuple("bscd"))]
    wrong: list[tuple[str, Action]] = [
        ("CAL427", TrumpAction(1, "x")), ("CAL427", TrumpAction(1, "3b")), ("CAL431", TrumpAction(2, "b")),
        ("CAL430", PlayAction(1, 0)),
    ]  # fmt: skip
    for code, action in wrong:
        refused = apply(game, state, action)
        assert isinstance(refused, Refusal)
        assert refused.code == code
    named = apply(game, state, TrumpAction(1, "c"))
    assert isinstance(named, Outcome)
    assert game.cards.list(named.state.trump)[0][1] == "c"

    game = rules("briscola")
    setting = game.seat(("A", "B"), 0)
    state, dealt = start(game, setting, *deal(game, setting, Random(1)))
    card = game.cards.list(state.piles[0])[0]
    turned = apply(game, state, TrumpAction(0, card))
    assert isinstance(turned, Outcome)
    assert [event.card for event in turned.events if isinstance(event, TrumpMade)] == [game.cards.numbers[card]]
    seen = view(game, turned.state, (*dealt, *turned.events), 1 << 1)
    assert game.cards.list(seen.piles[0].cards) == (card,)
    assert (seen.piles[0].size, seen.trump) == (34, turned.state.trump)
    elsewhere = apply(game, state, TrumpAction(0, game.cards.list(state.hands[0])[0]))
    assert isinstance(elsewhere, Refusal)
    assert elsewhere.code == "CAL435"
    (choice,) = view(game, state, dealt, 1 << 0).choices
    assert (choice.offer.do, {*choice.offer.words}) == (
        "trump",
        {*game.cards.names} - {*game.cards.list(state.hands[0])},
    )
    while not turned.state.is_over:
        (offer,) = legal(game, turned.state)
        last = turned.state.piles[0].bit_count() == 1
        assert offer.do == "play" or (offer.cards == turned.state.turned_up) == last
        on = apply(game, turned.state, next(iter(offer.actions())))
        assert isinstance(on, Outcome)
        turned = on


def test_the_declarer_names_the_trump() -> None:
    """Only the declarer names the trump under such rules, and the record has its seat."""
    for each in simulate(rules("declarers-trump"), hands=4, seed=2, aim="contracts.solo"):
        (named,) = (one for one in each.hand.statements if isinstance(one, rec.Trump))
        assert named.seat == each.setting.labels[each.account.declarer]


def test_duties_by_hand() -> None:
    """Cards of one trick, put together by hand: trump is cups."""
    game = rules("must-trump")
    suit_of, cups = game.cards.suit_of, game.cards.suit_of[game.cards.numbers["3c"]]

    def may(hand: str, trick: str) -> str:
        held = sum(1 << game.cards.numbers[card] for card in hand.split())
        lying = [game.cards.numbers[card] for card in trick.split()]
        return " ".join(game.cards.list(playable(game.rules.play, held, lying, suit_of, cups)))

    assert may("3b 4b 5c", "Rb") == "3b"
    assert may("7b 4b 5c", "Rb") == "7b 4b"
    assert may("3b 4b 5c", "Rb 4c") == "3b 4b"
    assert may("5s 7c 5c", "Rb") == "7c 5c"
    assert may("5s 7c 5c", "Rb 6c") == "7c"
    assert may("5s 4c 5c", "Rb 6c") == "5c 4c"
    assert may("5s 4s", "Rb 6c") == "5s 4s"
    assert may("3c 4c 5s", "6c") == "3c"


TURNED = """ruleset: club
version: 1.0.0
extends: pagat
set:
  play.trump: {chosen: turned, by: dealer, pile: monte}
  play.void: must_trump
"""


def test_a_card_is_turned_up_before_the_auction(tmp_path: Path) -> None:
    """The record has this order; without cards the auction is judged."""
    file = tmp_path / "club.yaml"
    file.write_text(TURNED, "utf-8")
    game = Game.from_ruleset(load_ruleset(str(file)))
    evening = begin_totals(game)
    for each in simulate(game, hands=5, seed=4, bot="random"):
        verbs = [type(one).__name__ for one in each.hand.statements]
        assert verbs.index("Trump") < verbs.index("Bid")
        assert [one.code for one in evening.replay(each.hand).findings] == []
        gone = tuple(one for one in each.hand.statements if not isinstance(one, rec.Trump))
        without = begin_totals(game).replay(replace(each.hand, statements=gone))
        assert without.verdict == "illegal"
        assert "CAL430" in [one.code for one in without.findings]
    bids = (rec.Dealer("A"), rec.Bid("B", "solo"), rec.Bid("C", "passo"), rec.Bid("A", "passo"))
    score = rec.Score((("B", 4), ("C", -2), ("A", -2)))
    hand = rec.Hand(name="1", statements=(*bids, score, rec.End()), session=each.hand.session)
    told = begin_totals(game).replay(hand)
    assert [one.code for one in told.findings] == []
    assert told.account is not None
    assert told.account.payments == (-2, 4, -2)


def test_a_wrong_card_under_a_duty_is_told_and_may_be_stated() -> None:
    """With the rule, the legal cards, and a note if the record states it."""
    game = rules("must-trump")
    found = set()
    for each in simulate(game, hands=200, seed=7, bot="random", irregular=True):
        judged = begin_totals(game).replay(each.hand)
        found |= {(one.code, one.severity) for one in judged.findings}
        gone = tuple(one for one in each.hand.statements if not isinstance(one, rec.Fault))
        if len(gone) < len(each.hand.statements):
            bare = begin_totals(game).replay(replace(each.hand, statements=gone))
            assert bare.verdict == "illegal"
            assert {one.code for one in bare.findings if one.severity == "error"} >= {"CAL512"}
    assert ("CAL512", "note") in found


@pytest.mark.parametrize(("name", "line", "into", "code", "column"), [
    ("maraffa", "trump B: b", "trump B: 3b", "CAL427", 1),
    ("must-trump", " 2 A: 3s 6c 3c 6s", " 2 A: 3s 6d 3c 6s", "CAL518", 10),
    ("must-trump", " 2 A: 3s 6c 3c 6s", " 2 A: 3s 6c 5c 6s", "CAL518", 13),
])  # fmt: skip
def test_a_record_is_told_so(name: str, line: str, into: str, code: str, column: int) -> None:
    """A wrong trump and cards that do not trump or beat have findings at their places."""
    (each,) = simulate(rules(name), hands=1, seed=3)
    lines = write([each.hand]).splitlines()
    (number,) = (at for at, text in enumerate(lines) if text.startswith(line))
    lines[number] = lines[number].replace(line, into)
    found = begin_totals(rules(name)).replay(parse_records("\n".join(lines) + "\n")[0]).findings
    assert (code, number + 1, column) in [(one.code, one.span.line, one.span.column) for one in found]


def test_a_suit_where_a_card_is_turned_up() -> None:
    """The finding asks for a card, and does not deny the suit."""
    (each,) = simulate(rules("briscola"), hands=1, seed=3)
    said = tuple(one._replace(what=one.what[1]) if isinstance(one, rec.Trump) else one for one in each.hand.statements)
    (found,) = (
        one for one in begin_totals(rules("briscola")).replay(replace(each.hand, statements=said)).findings
        if one.code == "CAL427"
    )  # fmt: skip
    assert found.wording == "turned"
    assert found.message("en").endswith("is not a card of these rules: the trump is turned up here")


def test_who_wins_is_said_with_the_trump() -> None:
    """A wrong winner is reported with the trump that decides."""
    (each,) = simulate(rules("briscola"), hands=1, seed=3)
    first = next(one for one in each.hand.statements if isinstance(one, rec.Trick))
    seats = [seat.label for seat in each.hand.session.seats]
    found = [
        one for winner in seats
        for one in begin_totals(rules("briscola")).replay(replace(each.hand, statements=tuple(
            first._replace(winner=winner) if one is first else one for one in each.hand.statements
        ))).findings if one.code == "CAL514"
    ]  # fmt: skip
    assert found
    assert all(one.help("en").startswith("the highest trump wins") for one in found)


@pytest.mark.parametrize("name", ["maraffa", "briscola"])
def test_without_its_trump_no_trick_tells_who_should_have_led(name: str) -> None:
    """The line is missed in its place; the winner of a mixed trick stays open."""
    for made in simulate(rules(name), hands=3, seed=4):
        text = "".join(line for line in write([made.hand]).splitlines(keepends=True) if not line.startswith("trump"))
        (hand,) = parse_records(text)
        told = begin_totals(rules(name)).replay(hand)
        assert [each.code for each in told.findings] == ["CAL430"], text
        assert told.account is None
