"""Three hashes, and the changes to which each reacts."""

from __future__ import annotations

import pytest

from calarec.core.notation import parse_records
from calarec_tools.archive.hashes import Hashes, hashes_of
from tests.notation import corpus

SAMPLE = corpus.text(corpus.HERE / "valid" / "sample.cal")


def of(text: str, index: dict[str, int] | None = None) -> Hashes:
    """The hashes of the first hand of a record."""
    return hashes_of(parse_records(text)[0], index)


BEFORE = of(SAMPLE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Anna", "Agata"),
        ("hand 7", "hand 8"),
        ("; a comment belongs to its line", ""),
        ("Cb? 2b", "Cb 2b!"),
        (" > B", ""),
        ("with C", ""),
        ("result B: 24 A: 7 C: 4\n", ""),
        ("total A: 11", "total A: 12"),
        ("monte Ab 6d 3s 7s", "monte 7s 3s 6d Ab"),
        ("discard B: closed 6b 5c", "discard B: closed 5c 6b"),
        ("at 2025-11-02T21:10:30+01:00\n", 'note "late"\n'),
        ("end\n", "\nend\n"),
    ],
)
def test_what_does_not_count(old: str, new: str) -> None:
    """Names, comments, marks, assertions, times, layout, the order of a hand's cards."""
    assert old in SAMPLE
    assert of(SAMPLE.replace(old, new, 1)) == BEFORE


def test_a_dealt_card_changes_the_deal_and_the_whole() -> None:
    """Two cards of two hands exchanged."""
    after = of(SAMPLE.replace("deal A: Rb", "deal A: Cb").replace("deal B: Cb", "deal B: Rb"))
    assert after.deal != BEFORE.deal
    assert after.play == BEFORE.play
    assert after.hand != BEFORE.hand


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("C: passo", "C: solo"),
        (" 6 C: 6c Cc 2c", " 6 C: 6c 2c Cc"),
        ("call B: 3b", "call B: 2b"),
        ("give C: open", "give C: closed"),
        ("end\n", "end claimed\n"),
    ],
)
def test_what_was_done_changes_the_play_and_the_whole(old: str, new: str) -> None:
    """Bids, cards in the order played, openness and end."""
    after = of(SAMPLE.replace(old, new, 1))
    assert after.deal == BEFORE.deal
    assert after.play != BEFORE.play
    assert after.hand != BEFORE.hand


def test_the_dealer_changes_the_whole_alone() -> None:
    """The same deal and play under another dealer is another hand."""
    after = of(SAMPLE.replace("dealer A", "dealer B"))
    assert (after.deal, after.play) == (BEFORE.deal, BEFORE.play)
    assert after.hand != BEFORE.hand


def test_other_symbols_of_the_same_pack_give_the_same() -> None:
    """With the pack's index cards count by number: K for R is the same king."""
    ranks = "32ARCF7654"
    suits = "bcds"
    italian = {rank + suit: 10 * n + r for n, suit in enumerate(suits) for r, rank in enumerate(ranks)}
    english = {card.replace("R", "K"): number for card, number in italian.items()}
    other = SAMPLE
    for suit in suits:
        other = other.replace(f"R{suit}", f"K{suit}")
    assert of(other) != BEFORE
    assert of(other, english) == of(SAMPLE, italian)


def test_other_letters_for_the_seats_give_the_same() -> None:
    """Seats count by their turn."""
    other = SAMPLE
    for old, new in (("A", "X"), ("B", "Y"), ("C", "Z")):
        other = other.replace(f" {old}:", f" {new}:").replace(f"seat {old}", f"seat {new}")
        other = other.replace(f"dealer {old}", f"dealer {new}").replace(f"> {old}", f"> {new}")
        other = other.replace(f"to {old}\n", f"to {new}\n").replace(f"with {old}", f"with {new}")
    assert of(other) == BEFORE


def test_without_a_deal_there_is_no_deal_hash() -> None:
    """Score-only hands have the other two."""
    assert of("hand 1\nscore A: 1 B: -1\nend\n").deal is None
