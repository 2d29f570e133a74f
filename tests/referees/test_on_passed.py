"""Cards passed to neighbours: the engine and an independent referee settle alike.

The referee takes what was passed out of the hands as they were dealt and has the rest ruled as a hand of the game
without passing. With CALAREC_THOROUGH set, 2,000 hands of each ruleset are compared.
"""

from __future__ import annotations

from typing import Any

import pytest

from calarec.core.engine.events import of_seat
from calarec.core.engine.views import view
from calarec.core.notation import parse_records, write
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.referees import on_sides, treccani
from tests.referees.agreeing import agreed, hands, rules
from tests.referees.shape import guarded, need

HANDS = hands(60)
# Ruleset: how many are passed, to whom (seats further in order of play), whether all see them.
PASSED = {"passed": (3, 1, False), "passed-across": (1, 2, True), "passed-solissimo": (2, 2, False)}


def referee(hand: dict[str, Any], name: str) -> dict[str, Any]:
    """The ruling of one hand."""

    def judged() -> dict[str, Any]:
        if name == "passed-solissimo":
            bids = [each["bid"] for each in hand["auction"]]
            return treccani.judge(_without(hand, name) if "solissimo" in bids else hand, None)
        return on_sides.judge(_without(hand, name), on_sides.RULES["rovescino" if name == "passed" else "tressette"])

    return guarded(judged, hand)


def _without(hand: dict[str, Any], name: str) -> dict[str, Any]:
    """The hand as if what came had been dealt."""
    number, further, open_ = PASSED[name]
    passed = [move for move in hand["moves"] if move["do"] == "give"]
    seats = hand["seats"]
    need(sorted(move["seat"] for move in passed) == sorted(seats), "everybody passes once")
    dealt = {seat: list(cards) for seat, cards in hand["deal"].items()}
    for move in passed:
        need(len({*move["cards"]}) == number and {*move["cards"]} <= {*hand["deal"][move["seat"]]}, "not these")
        need(seats.index(move["to"]) == (seats.index(move["seat"]) + further) % len(seats), "to another")
        need(move["open"] == open_, "the wrong face")
        for card in move["cards"]:
            dealt[move["seat"]].remove(card)
            dealt[move["to"]].append(card)
    # What is shown before everybody has passed is shown by who held it at that moment, not of the hand that is played.
    until = max(place for place, move in enumerate(hand["moves"]) if move["do"] == "give")
    for move in hand["moves"][:until]:
        come = [card for each in passed if each["to"] == move["seat"] for card in each["cards"]]
        need(move["do"] != "show" or {*move["cards"]} <= {*hand["deal"][move["seat"]], *come}, "shown, not held")
    kept = [move for place, move in enumerate(hand["moves"]) if place > until or move["do"] not in ("give", "show")]
    return {**hand, "deal": dealt, "moves": kept}


@pytest.mark.parametrize("name", PASSED)
def test_agrees_with_the_referee(name: str) -> None:
    """Winners of tricks, points, payments; some hands irregular; every hand of those without an auction is passed."""
    passed = 0
    for judged, _ in agreed(rules(name), lambda hand: referee(hand, name), HANDS):
        passed += any(isinstance(one, rec.Give) for one in judged.hand.statements)
    assert passed == HANDS if name != "passed-solissimo" else passed


def _told(name: str, changed: str, into: str) -> list[str]:
    """Return the errors of a hand with one changed line."""
    (each,) = simulate(rules(name), hands=1, seed=1)
    text = write([each.hand])
    assert changed in text
    replayed = begin_totals(rules(name)).replay(parse_records(text.replace(changed, into, 1))[0])
    return [finding.code for finding in replayed.findings if finding.severity == "error"]


def test_what_is_passed_wrongly_is_told() -> None:
    """To another seat, a card that has just come, too few, the same seat twice."""
    (each,) = simulate(rules("passed"), hands=1, seed=1)
    first, second, third, last = (one for one in each.hand.statements if isinstance(one, rec.Give))
    assert (first.to, second.to, third.to, last.to) == (second.seat, third.seat, last.seat, first.seat)
    line = f"give {second.seat}: closed {' '.join(second.cards)} to {second.to}"
    assert "CAL428" in _told("passed", line, line.replace(f"to {second.to}", f"to {first.seat}"))
    assert "CAL429" in _told("passed", line, line.replace(second.cards[0], first.cards[0]))
    assert "CAL434" in _told("passed", line, line.replace(f" {second.cards[0]}", ""))
    assert "CAL437" in _told("passed", line, line.replace("closed", "open"))


def test_who_gives_has_not_seen_what_comes() -> None:
    """The receiver knows the cards once the own ones are given; the others never do; of open ones all do."""
    (each,) = simulate(rules("passed"), hands=1, seed=1)
    replayed = begin_totals(rules("passed")).replay(each.hand)
    gives = [one for one in each.hand.statements if isinstance(one, rec.Give)]
    labels, cards = each.setting.labels, replayed.game.cards
    second, come = labels.index(gives[1].seat), cards.mask(gives[0].cards)

    def known(seat: int, lines: int) -> int:
        """Return a seat's knowledge of the second giver's hand after some lines."""
        places = [n for n, one in enumerate(replayed.happened) if type(one.event).__name__ == "Given"]
        end = places[lines] if lines < len(places) else len(replayed.happened)
        events = [one.event for one in replayed.happened[:end]]
        state = replayed.happened[end - 1].state
        assert state is not None
        return view(replayed.game, state, events, of_seat(seat)).hands[second].cards

    assert not known(second, 1) & come
    assert known(second, 2) & come == come
    assert known(labels.index(gives[0].seat), 1) & come == come
    assert not known(labels.index(gives[2].seat), 2) & come


def test_what_was_passed_is_worked_out_where_nobody_wrote_it_down() -> None:
    """Deals and tricks prove it: the player of a neighbour's card was given it."""
    for each in simulate(rules("passed"), hands=3, seed=4):
        gives = [one for one in each.hand.statements if isinstance(one, rec.Give)]
        text = write([each.hand])
        for one in gives:
            text = text.replace(f"closed {' '.join(one.cards)} to", "closed __ __ __ to")
        replayed = begin_totals(rules("passed")).replay(parse_records(text)[0])
        assert not [finding.code for finding in replayed.findings if finding.severity == "error"]
        told = {line.split(":")[0]: {*line.split()} for line in replayed.deduced}
        assert all({*one.cards} <= told[f"give {one.seat}"] for one in gives)
