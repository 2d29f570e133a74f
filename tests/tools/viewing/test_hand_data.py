"""The data of a hand: places of cards, as viewers know them, and nothing more."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import calarec
from calarec.core.engine import events as ev
from calarec.core.engine.cards import bits
from calarec.core.notation import parse_records
from calarec_tools.desk.viewing.hand_data import hand_data
from calarec_tools.desk.viewing.stops import stops
from calarec_tools.output.pictures.table import known_hands_at
from tests.records.shelf import RECORDS, name, replays

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.judge.judgement import Judgement

pytestmark = pytest.mark.slow

FOLDERS = ("pagat", "quintiglio", "spazzatura", "settiglio", "foster", "treccani")
SHOWN = sorted(file for folder in FOLDERS for file in (RECORDS / folder).glob("*.cal"))
each_file = pytest.mark.parametrize("file", SHOWN, ids=name)


def _lay(replay: Judgement, end: int) -> dict[int, set[int]]:
    """Return the cards of each seat, then of each pile, from the events."""
    seats = len(replay.setting.labels) if replay.setting else 0
    places: dict[int, set[int]] = {}

    def move(cards: int, start: int | None, to: int | None) -> None:
        for card in bits(cards):
            if start is not None:
                places.setdefault(start, set()).discard(card)
            if to is not None:
                places.setdefault(to, set()).add(card)

    for each in replay.happened[:end]:
        match each.event:
            case ev.Dealt(seat=seat, cards=cards):
                move(cards, None, seat)
            case ev.Laid(pile=pile, cards=cards):
                move(cards, None, seats + pile)
            case ev.Given(seat=seat, to=to, cards=cards):
                move(cards, seat, to)
            case ev.Tabled(seat=seat, pile=pile, cards=cards) | ev.Discarded(seat=seat, pile=pile, cards=cards):
                move(cards, seat, seats + pile)
            case ev.Taken(seat=seat, pile=pile, cards=cards):
                move(cards, seats + pile, seat)
            case ev.Played(seat=seat, card=card):
                move(1 << card, seat, None)
    return {place: cards for place, cards in places.items() if cards}


def _whole(replay: Judgement) -> bool:
    return replay.knowledge == "complete" and bool(replay.happened) and replay.verdict == "legal"


@pytest.mark.parametrize(("third", "taken"), [("__", [0, 0, 0]), ("3b", [1, 0, 0])])
def test_a_trick_of_which_nobody_can_tell_who_won_it_is_nobodys(third: str, taken: list[int]) -> None:
    """Neither the last seat's nor anybody's; one whose best card is known is its player's."""
    lines = ["cal 1", "rules pagat", "seat A", "seat B", "seat C", "", "hand 1", "dealer A"]
    lines += ["bid B: solissimo C: passo A: passo", f"1 B: 4b __ {third}"]
    (replay,) = (calarec.replay(hand) for hand in parse_records("\n".join(lines)))
    (*_, stop) = hand_data(replay)["stops"]
    assert stop["tricks"] == taken


def test_an_irregularity_is_told_with_what_the_hand_came_to() -> None:
    """Below the answer, by name and with its rule, where no sentence of the account has to speak of it."""
    (hand,) = parse_records((RECORDS / "aperta/fault-revoke.cal").read_text("utf-8"))
    last = hand_data(calarec.replay(hand))["answer"][-1]
    assert last["text"]["en"].startswith("Irregularity of Saverio: revoke")
    assert last["text"]["it"].startswith("Irregolarità di Saverio: ")
    assert last["rule"] == "standing.revoke"


@pytest.mark.mass
@each_file
def test_everybodys_cards_are_where_they_are(file: Path) -> None:
    """The changes from stop to stop add up to the place of every card."""
    for replay in replays(file):
        if not _whole(replay):
            continue
        hand = hand_data(replay)
        for place, stop in enumerate(stops(replay.happened)):
            known = {at: set(cards) for at, cards in known_hands_at(hand, place, "").items() if cards}
            assert known == _lay(replay, stop.end)
            assert hand["stops"][place]["sizes"] == [
                len(known.get(at, ())) for at in range(len(hand["seats"]) + len(hand["piles"]))
            ]


@pytest.mark.mass
@each_file
def test_nobody_is_shown_what_they_did_not_see(file: Path) -> None:
    """Eyes see own cards, and others' only if all saw them or they gave them."""
    for replay in replays(file):
        if not _whole(replay):
            continue
        hand = hand_data(replay)
        labels = [seat["label"] for seat in hand["seats"] if seat["plays"]]
        numbers = {seat["label"]: at for at, seat in enumerate(hand["seats"])}
        for place, stop in enumerate(stops(replay.happened)):
            lay = _lay(replay, stop.end)
            for label in labels:
                own, known = numbers[label], known_hands_at(hand, place, label)
                assert set(known.get(own, ())) == lay.get(own, set())
                seen = _seen(replay, stop.end, 1 << own)
                for at, cards in known.items():
                    assert set(cards) <= lay.get(at, set())
                    assert at == own or set(cards) <= seen


def _seen(replay: Judgement, end: int, eyes: int) -> set[int]:
    """Every card that these eyes have seen so far."""
    seen: set[int] = set()
    for each in replay.happened[:end]:
        cards = getattr(each.event, "cards", None)
        if each.event.seen & eyes and isinstance(cards, int):
            seen |= set(bits(cards))
    return seen


def test_a_closed_discard_is_told_to_who_made_it_alone() -> None:
    """The others hear how many cards there were."""
    [replay] = replays(RECORDS / "pagat" / "first.cal")
    hand = hand_data(replay)
    [stop] = [each for each in hand["stops"] if each["rule"] == "steps.bury"]
    cards = "the jack of batons, the five of batons, the knight of cups and the knight of coins"
    assert stop["said"][""]["en"] == f"Bruno discards {cards} (monte, face down)."
    assert stop["said"]["A"] == {
        "en": "Bruno discards 4 cards (monte, face down).",
        "it": "Bruno scarta 4 carte (monte, coperte).",
    }
    assert "B" not in stop["said"]


def test_cards_are_said_in_words() -> None:
    """Cards are read aloud as words, not letters."""
    (judged,) = replays(RECORDS / "pagat" / "first.cal")
    said = [each["said"] for each in hand_data(judged)["stops"]]
    taken = next(each for each in said if each[""]["en"].startswith("Bruno takes the knight"))
    assert taken[""] == {
        "en": "Bruno takes the knight of batons, the five of batons, the knight of cups and the knight of coins "
        "(monte, face up).",
        "it": "Bruno prende il cavallo di bastoni, il cinque di bastoni, il cavallo di coppe e il cavallo di denari "
        "(monte, scoperte).",
    }


def test_findings_stand_where_they_belong() -> None:
    """A revoke at the card that was not legal; what is about no move at the end."""
    text = (RECORDS / "pagat" / "fault-revoke.cal").read_text("utf-8")
    assert "fault" in text
    [replay, *_] = replays(RECORDS / "pagat" / "fault-revoke.cal")
    hand = hand_data(replay)
    [found] = [each for each in hand["findings"] if each["code"] == "CAL512"]
    stop = hand["stops"][found["stop"]]
    assert stop["line"] == found["line"]
    assert "." in stop["names"][0]
    assert found["message"]["en"] != found["message"]["it"]


def test_every_rule_that_is_named_has_its_place_and_source() -> None:
    """In both languages, once for each rule."""
    [replay] = replays(RECORDS / "pagat" / "first.cal")
    hand = hand_data(replay)
    named = {each["rule"] for each in (*hand["stops"], *hand["answer"], *hand["findings"]) if each["rule"]}
    assert named == set(hand["references"])
    assert hand["references"]["steps.monte"] == {
        "en": 'pagat:59, source Pagat, "Taking the monte"',
        "it": 'pagat:59, fonte Pagat, "Taking the monte"',
    }
    json.dumps(hand)


@pytest.mark.mass
@each_file
def test_what_may_be_played_is_what_the_next_card_is_one_of(file: Path) -> None:
    """At every stop before a card of a legal hand, for all eyes and its player's."""
    for replay in replays(file):
        if not _whole(replay):
            continue
        hand: dict[str, Any] = hand_data(replay)
        found = stops(replay.happened)
        for place, stop in enumerate(found[:-1]):
            following = replay.happened[stop.end].event
            if isinstance(following, ev.Played):
                told = hand["stops"][place]
                assert told["turn"] == following.seat
                assert following.card in told["may"][""]
                label = replay.setting.labels[replay.state.controller(following.seat)]  # type: ignore[union-attr]
                assert following.card in told["may"][label]
