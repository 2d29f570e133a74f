"""Offers become decisions one after another: whole hands walked through, and every kind of choice."""

from __future__ import annotations

from random import Random

import pytest

import calarec
from calarec.core.engine.actions import DiscardAction
from calarec.learning.layout import DONE_SLOT, SLOTS
from calarec.learning.rule_slots import slots_of_game
from calarec.learning.stepped_hand import SlotError, SteppedHand
from tests.learning.tables import HOUSES, game_of, name_of_rules, named_slots, read_field, take_named

# Seats A, B, C by seed 4, dealt by C:
# A 3b Rb Cb Fb 5b 3s As Cs 6s Cc Fd 4d   B 2b Ab 7b Rs 5s 3c Fc 4c Ad Rd 7d 5d
# C 6b 4b 2s Fs 7s 4s 7c 6c 5c 2d Cd 6d   monte 2c Ac Rc 3d
_SEED = 4


def begin(rules: str, dealer: str, *, chance: bool = True, seed: int = _SEED) -> SteppedHand:
    """A hand just dealt; house rules by their names."""
    file = next((file for file in HOUSES if name_of_rules(file) == rules), rules)
    game = game_of(file)
    begun = calarec.play(game.ruleset, dealer=dealer, seed=seed)
    return SteppedHand(slots_of_game(game), begun, Random(1) if chance else None)


def who(hand: SteppedHand) -> tuple[str, str]:
    """Return the seat that decides, and the kind of decision."""
    assert hand.decision is not None
    return hand.state.setting.labels[hand.seat], hand.decision.offer.do


def cards_held(hand: SteppedHand, seat: str) -> set[str]:
    """The cards of a seat."""
    return {*hand.to_hand().view().hands[seat].cards}


def test_a_chiamo_of_pagat_from_the_auction_to_the_play() -> None:
    """The card goes over, the monte is taken, without asking; a card goes back, four are buried one by one."""
    hand = begin("pagat", "C")
    assert who(hand) == ("A", "bid")
    assert named_slots(hand) == ["chiamo", "solo", "solissimo", "passo"]
    take_named(hand, "chiamo", "passo", "passo")
    assert who(hand) == ("A", "call")
    assert len(named_slots(hand)) == 40
    take_named(hand, "2b")
    assert who(hand) == ("A", "give")
    assert {"2b", "2c", "Ac", "Rc", "3d"} < cards_held(hand, "A")
    take_named(hand, "4d")
    assert "4d" in cards_held(hand, "B")
    assert who(hand) == ("A", "discard")
    take_named(hand, "5b", "Cs", "Cc")
    assert hand.chosen.bit_count() == 3
    assert read_field(hand.observation(0), "numbers") == [4, 4, 3, 0]
    assert named_slots(hand) == ["3d", "Fd"]
    take_named(hand, "Fd")
    assert who(hand) == ("A", "play")
    assert len(cards_held(hand, "A")) == 12
    assert [event.rule for event in hand.events if event.rule.startswith("steps")] == [
        "steps.ask", "steps.hand-over", "steps.monte", "steps.give-back", "steps.bury",
    ]  # fmt: skip


def test_a_called_card_is_exchanged_for_one_from_the_table() -> None:
    """Quartiglio: after a card is laid down only the holder of the called card acts."""
    hand = begin("quartiglio", "D")
    take_named(hand, "passo", "chiedo", "sto-bene", "sto-bene", "sto-bene")
    assert who(hand) == ("B", "table-card")
    take_named(hand, "5d")
    assert who(hand) == ("B", "call")
    take_named(hand, "3d")
    assert "3d" in cards_held(hand, "B")
    assert "5d" in cards_held(hand, "D")
    assert who(hand) == ("A", "play")


def test_a_partner_who_was_called_knows_it_and_nobody_else() -> None:
    """Until the called card is played: then all see who it is, each from its own place."""
    hand = begin("quintiglio", "E")
    take_named(hand, "chiamo", "sto-bene", "sto-bene", "sto-bene", "sto-bene")
    assert who(hand) == ("A", "call")
    called = max(cards_held(hand, "C"))
    take_named(hand, called)
    assert [read_field(hand.observation(seat), "partners") for seat in (0, 1, 3, 4)] == [[0] * 8] * 4
    assert read_field(hand.observation(2), "partners") == [1, *[0] * 7]
    while called in cards_held(hand, "C"):
        wanted = called if called in named_slots(hand) and who(hand)[0] == "C" else named_slots(hand)[0]
        take_named(hand, wanted)
    assert [read_field(hand.observation(seat), "partners").index(1) for seat in range(5)] == [2, 1, 0, 4, 3]


def test_a_raise_is_asked_about_once() -> None:
    """After a solissimo the declarer may raise; one who plays on is not asked again."""
    hand = begin("pagat", "C")
    take_named(hand, "solissimo")
    assert who(hand) == ("A", "raise")
    assert named_slots(hand) == ["dividete", "scegliete", "done"]
    take_named(hand, "done")
    assert who(hand) == ("A", "play")


def test_a_joint_exchange_goes_by_seats() -> None:
    """Scegliete: the first opponent takes from the open monte and lays back, then the second takes what is left."""
    hand = begin("pagat", "C")
    take_named(hand, "solissimo", "scegliete")
    assert who(hand) == ("B", "take")
    assert named_slots(hand) == ["2c", "Ac", "Rc", "3d"]
    take_named(hand, "Ac")
    assert named_slots(hand) == ["Rc", "3d", "done"]
    take_named(hand, "done")
    assert who(hand) == ("B", "discard")
    take_named(hand, "5s")
    assert who(hand) == ("C", "discard")
    assert {"2c", "Rc", "3d"} < cards_held(hand, "C")


def test_unseen_cards_are_drawn_without_asking() -> None:
    """Dividete: each opponent gets two cards face down; only what is laid back is chosen."""
    hand = begin("pagat", "C", chance=False)
    take_named(hand, "solissimo", "dividete")
    draws = []
    while hand.draw is not None:
        draws.append(hand.draw.pool.bit_count())
        hand.make_draw(hand.draw.pool.bit_length() - 1)
    assert draws == [4, 3]
    assert who(hand) == ("B", "discard")
    assert cards_held(hand, "C") >= {"2s", "Fs"}


def test_cards_from_a_stock_are_chance() -> None:
    """Draws are chance: each player draws after a trick, the winner first."""
    hand = begin("tressette-in-due", "B", chance=False)
    hand.apply_slot(hand.list_slots()[0])
    hand.apply_slot(hand.list_slots()[0])
    for left in (20, 19):
        assert hand.decision is None
        assert hand.draw is not None
        assert hand.draw.pool.bit_count() == left
        hand.make_draw(hand.draw.pool.bit_length() - 1)
    assert who(hand)[1] == "play"


def test_cards_are_passed_by_all_before_anybody_sees_them() -> None:
    """Three each, one by one, by rising slots; a giver sees the cards that have come."""
    hand = begin("passed", "D")
    for seat in "ABCD":
        assert who(hand) == (seat, "give")
        place = "ABCD".index(seat)
        assert sum(read_field(hand.observation(place), "known")) == 10
        given = named_slots(hand)[:3]
        take_named(hand, *given)
        assert not {*given} & cards_held(hand, seat)
    assert [sum(read_field(hand.observation(place), "known")) for place in range(4)] == [10] * 4
    assert who(hand) == ("A", "play")


def test_words_by_which_more_is_paid_are_asked_about_one_after_another() -> None:
    """Each opponent may double with contro; then the declarer may answer."""
    hand = begin("contro", "C")
    take_named(hand, "solo", "passo", "passo")
    asked = []
    while named_slots(hand) == ["contro", "done"]:
        asked.append(who(hand))
        take_named(hand, "done" if len(asked) == 1 else "contro")
    assert asked == [("B", "double"), ("C", "double")]
    assert who(hand) == ("A", "double")
    assert named_slots(hand) == ["surcontro", "done"]
    take_named(hand, "surcontro")
    assert [word for _, word in hand.state.doubles] == ["contro", "surcontro"]


def test_a_declaration_names_its_meld_by_the_highest_card() -> None:
    """Only a player with a meld is asked; after a refusal never again."""
    hand = next(hand for seed in range(60) for hand in [_play_to_declaration(seed)] if hand is not None)
    assert hand.decision is not None
    seat, melds = hand.seat, hand.decision.declarations
    words = list(dict.fromkeys(meld.word for meld in melds))
    assert named_slots(hand) == [*words, "done"]
    other = hand.copy()
    take_named(hand, words[0])
    named = [meld for meld in melds if meld.word == words[0]]
    if len(named) > 1:
        assert len(named_slots(hand)) == len(named) + 1
        take_named(hand, hand.game.cards.names[named[0].cards.bit_length() - 1])
    assert hand.state.declared == ((named[0].word, seat, named[0].cards),)
    take_named(other, "done")
    while other.decision is not None:
        assert (other.seat, other.decision.offer.do) != (seat, "declare")
        other.apply_slot(other.list_slots()[0])
    assert all(who_said != seat for _, who_said, _ in other.state.declared)


def _play_to_declaration(seed: int) -> SteppedHand | None:
    """Return a hand at a moment when a seat may declare; None if there is none."""
    hand = begin("tressette-accusi", "D", seed=seed)
    while hand.decision is not None:
        if hand.decision.declarations:
            return hand
        hand.apply_slot(hand.list_slots()[0])
    return None


def test_a_signal_comes_with_the_card_that_is_led() -> None:
    """One word and then a card; followers give no signal."""
    hand = begin("gelli-bellora", "E")
    take_named(hand, "chiamo")
    assert who(hand) == ("A", "call")
    take_named(hand, named_slots(hand)[0])
    assert who(hand)[1] == "play"
    leader = hand.seat
    assert [name for name in named_slots(hand) if len(name) > 2] == ["busso", "striscio", "striscio-lungo", "piombo"]
    take_named(hand, "busso")
    assert hand.seat == leader
    assert all(len(name) == 2 for name in named_slots(hand))
    take_named(hand, named_slots(hand)[0])
    assert hand.seat != leader
    assert all(len(name) == 2 for name in named_slots(hand))
    assert SLOTS["signal"].size >= 4


def test_a_dummy_is_played_by_another_seat() -> None:
    """The opponent decides for the open hand, and sees that it is not its own."""
    hand = begin("a-due", "B")
    take_named(hand, "solissimo", "pass")
    while hand.decision is not None and hand.decision.offer.seat == hand.seat:
        take_named(hand, named_slots(hand)[0])
    decision = hand.decision
    assert decision is not None
    assert (decision.offer.seat, decision.seat) == (2, 1)
    seen = hand.observation(1)
    place = read_field(seen, "acting_for").index(1)
    assert read_field(seen, "dummy")[place] == 1
    assert sum(read_field(seen, "known", place)) == hand.state.hands[2].bit_count()
    assert sum(read_field(hand.observation(0), "acting_for")) == 0


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    """With the action, its name and the seat."""
    hand = begin("pagat", "C")
    for slot in (-1, DONE_SLOT, 0, 10_000):
        with pytest.raises(SlotError, match="is not legal for A now"):
            hand.apply_slot(slot)
    assert named_slots(hand) == ["chiamo", "solo", "solissimo", "passo"]


def test_a_copy_goes_its_own_way() -> None:
    """And both go on as they would have alone."""
    hand = begin("pagat", "C")
    take_named(hand, "chiamo", "passo", "passo", "2b", "4d", "5b")
    other = hand.copy()
    take_named(hand, "Cs", "Cc", "3d")
    assert who(hand) == ("A", "play")
    assert who(other) == ("A", "discard")
    take_named(other, "Cs", "Cc", "3d")
    assert other.state == hand.state
    assert other.observation(0) == hand.observation(0)
    assert other.mask == hand.mask


@pytest.mark.parametrize(("rules", "words"), [("one-ace-aside", ("solo",)), ("pagat", ("solo",))])
def test_every_choice_of_several_cards_can_be_made_in_exactly_one_way(rules: str, words: tuple[str, ...]) -> None:
    """All sets of cards that the engine offers, each by one sequence of slots; with limits on some cards too."""
    hand = begin(rules, "C")
    take_named(hand, *words, "passo", "passo")
    assert who(hand) == ("A", "discard")
    decision = hand.decision
    assert decision is not None
    offered = sorted(action.cards for action in decision.offer.actions() if isinstance(action, DiscardAction))
    found: list[int] = []
    pending = [(hand.chosen, hand.mask)]
    while pending:
        hand.chosen, hand.mask = pending.pop()
        here = hand.chosen
        for slot in hand.list_slots():
            hand.chosen = here | 1 << hand.slots.card_of_slot[slot]
            if hand.chosen.bit_count() == decision.offer.most:
                found.append(hand.chosen)
            else:
                pending.append((hand.chosen, hand.find_mask(decision)))
    assert sorted(found) == offered
