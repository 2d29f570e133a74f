"""Common statements of sources on the exchange: calls, gifts, shares, raises."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any

from calarec.core.engine import events as ev
from tests.referees.compose import LAST_TABLE, LAST_THREE
from tests.sources.spoken import MOVES, bids_for, hand
from tests.sources.table import table

if TYPE_CHECKING:
    from tests.referees.shape import Hand


def without(good: Hand, number: int) -> list[dict[str, Any]]:
    """The moves of a hand without one of them."""
    return [each for place, each in enumerate(good["moves"]) if place != number]


def changed(good: Hand, number: int, **fields: Any) -> list[dict[str, Any]]:
    """The moves of a hand with one of them changed."""
    return [each | fields if place == number else each for place, each in enumerate(good["moves"])]


def in_order(good: Hand, *numbers: int) -> list[dict[str, Any]]:
    """The moves of a hand in another order."""
    return [good["moves"][number] for number in numbers]


def refused_if(ruleset: str, good: Hand, moves: list[dict[str, Any]], rule: str) -> None:
    """The hand is legal; with these moves instead of its own a rule refuses it."""
    assert not table(ruleset).errors(good)
    assert table(ruleset).refuses(good | {"moves": moves}, rule), table(ruleset).errors(good | {"moves": moves})


def called_at_home(ruleset: str, card: str, rule: str) -> None:
    """A card of the own hand or of the table may be called: none is given or returned."""
    moves = f"call B {card}\n" + MOVES[ruleset]["solo"].format(LAST_TABLE, *LAST_TABLE.split()).strip()
    good = table(ruleset).hand(LAST_THREE, LAST_TABLE, bids_for(ruleset, "chiamo"), moves)
    assert not table(ruleset).errors(good)
    told = table(ruleset).replay(good)
    called = next(each.event for each in told.happened if isinstance(each.event, ev.Called))
    assert called.found == (-2 if card == "3s" else -1)
    assert not [each for each in told.happened if isinstance(each.event, ev.Given)]
    assert called.rule.startswith(rule)


def nobody_sees_the_pile(ruleset: str, contract: str) -> None:
    """No card of it is seen before the last trick is won."""
    told = table(ruleset).replay(hand(ruleset, contract))
    seen = [each.event for each in told.happened if isinstance(each.event, ev.Laid | ev.Turned | ev.Taken)]
    assert [event.seen for event in seen] == [0]


def raised_by_declarer_alone(ruleset: str, word: str) -> None:
    """Only by the declarer, and only of this bid."""
    good = hand(ruleset, word)
    assert not table(ruleset).errors(good)
    refused_if(ruleset, good, changed(good, 0, seat="C"), "raising")
    solo = hand(ruleset, "solo")
    refused_if(ruleset, solo, [good["moves"][0], *solo["moves"]], "contracts.solo.raises")


def raised_before_the_first_lead(ruleset: str) -> None:
    """A player who has led cannot raise any more."""
    good = hand(ruleset, "solissimo")
    late = {"do": "raise", "seat": "B", "word": "dividete", "after_trick": 1}
    refused_if(ruleset, good, [late], "raising")
    early = hand(ruleset, "dividete")
    state = table(ruleset).replay(before_the_exchange(early)).state
    assert state is not None
    assert [offer.words for offer in table(ruleset).offers(state) if offer.do == "raise"] == [("dividete", "scegliete")]


def before_the_exchange(good: Hand) -> Hand:
    """A hand of which only the deal and the auction are known."""
    return good | {"moves": [], "tricks": []}


def two_each_unseen(ruleset: str) -> None:
    """Exactly two cards for each opponent, seen by him alone, and two of his fourteen back, face down."""
    good = hand(ruleset, "dividete")
    first = next(number for number, each in enumerate(good["moves"]) if each["do"] == "take")
    assert table(ruleset).who_saw(good, ev.Taken) == {"C"}
    assert table(ruleset).who_saw(good, ev.Discarded) == {"C"}
    assert table(ruleset).replay(good).account is not None
    refused_if(ruleset, good, changed(good, first, open=True), "steps.two-each")
    refused_if(ruleset, good, changed(good, first + 1, open=True), "steps.two-each")
    assert table(ruleset).errors(good | {"moves": changed(good, first, cards=good["moves"][first]["cards"][:1])})
    refused_if(ruleset, good, changed(good, first + 1, cards=good["moves"][first + 1]["cards"][:1]), "steps.two-each")


def shared_in_any_order(ruleset: str, contract: str) -> None:
    """Either takes first, and lays back before or after the other takes, to one end; none draws what was laid back."""
    good = hand(ruleset, contract)
    start = next(number for number, each in enumerate(good["moves"]) if each["do"] == "take")
    before, shared = good["moves"][:start], good["moves"][start:]
    ends = set()
    for order in permutations(shared):
        steps = [(each["seat"], each["do"]) for each in order]
        if any(steps.index((seat, "take")) > steps.index((seat, "discard")) for seat in "AC"):
            continue
        told = table(ruleset).replay(good | {"moves": [*before, *order]})
        assert not told.findings, steps
        assert told.account is not None
        ends.add((told.account.payments, tuple(side.points for side in told.account.sides)))
    assert len(ends) == 1
    early = [each for each in shared if each["seat"] == "C"]
    state = table(ruleset).replay(good | {"moves": [*before, *early], "tricks": []}).state
    assert state is not None
    left = next(offer.cards for offer in table(ruleset).offers(state) if offer.do == "take")
    assert not set(table(ruleset).game.cards.list(left)) & set(early[-1]["cards"])


def divided_at_will(ruleset: str) -> None:
    """All see the cards; three and one, or four and none; as many back."""
    good = hand(ruleset, "scegliete")
    start = next(number for number, each in enumerate(good["moves"]) if each["do"] == "take")
    assert table(ruleset).who_saw(good, ev.Taken) == set("ABC")
    refused_if(ruleset, good, changed(good, start, open=False), "steps.as-they-like")
    back = next(number for number, each in enumerate(good["moves"]) if each["do"] == "discard")
    assert table(ruleset).who_saw(good, ev.Discarded) != set("ABC")
    refused_if(ruleset, good, changed(good, back, open=True), "steps.as-they-like")
    raised = "raise B scegliete\n" if good["moves"][0]["do"] == "raise" else ""
    bids = bids_for(ruleset, "scegliete")
    one = f"{raised}take A 5d 6d 7d Fd open\ndiscard A {LAST_TABLE} closed"
    assert not table(ruleset).errors(table(ruleset).hand(LAST_THREE, LAST_TABLE, bids, one))
    few = good["moves"][start]["cards"][:1]
    refused_if(ruleset, good, changed(good, start, cards=few), "steps.as-they-like")
