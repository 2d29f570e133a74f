"""A card written for another of the hand: one place is wrong, or no figure counts."""

from __future__ import annotations

import re

import pytest

from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.core.wording.language import LANGUAGES
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.judge.damage.written_hand import ASSERTED, HAND, replay_text, without_lines
from tests.referees.agreeing import rules
from tests.rulebooks import game


def found(text: str) -> list[tuple[str, str, int]]:
    """Code, wording and line of each finding."""
    return [(each.code, each.wording, each.span.line) for each in replay_text(text).findings]


def fixes(text: str) -> list[tuple[str, bool]]:
    """Return the proposed texts, and whether each is safe."""
    fixes = [each.fix for each in replay_text(text).findings]
    return [(edit.text, fix.safe) for fix in fixes if fix is not None for edit in fix.edits]


@pytest.mark.parametrize("asserted", [True, False])
def test_the_place_is_told_that_is_wrong(asserted: bool) -> None:
    """B leads coins, not swords, to trick 4: two others follow coins, and Cs is played in trick 9."""
    text = HAND.replace(" 4 B: Cd 4d 5d", " 4 B: Cs 4d 5d")
    text = text if asserted else without_lines(text, *ASSERTED)
    assert found(text) == [("CAL511", "later", 22)]
    assert fixes(text) == [("Cd", False)]
    ruling = replay_text(text)
    assert ruling.account is not None
    assert ruling.account.payments == (-1, 2, -1)
    assert all("Cd" in ruling.findings[0].help(lang) for lang in LANGUAGES)


def test_the_later_place_is_told_as_before() -> None:
    """A card led in trick 4 cannot be led again; with the fix trick 9 breaks no rule."""
    text = HAND.replace(" 9 A: 7d Cs 3d", " 9 A: 7d Cd 3d")
    assert found(text) == [("CAL511", "", 27)]
    assert fixes(text) == [("Cs", False)]


def test_the_result_decides_where_the_moves_do_not() -> None:
    """6c is written twice instead of Fc and 6c: the points decide which is which."""
    text = HAND.replace(" 2 B: 7s Fc Fs", " 2 B: 7s 6c Fs")
    assert found(text) == [("CAL511", "later", 20)]
    assert fixes(text) == [("Fc", False)]
    silent = without_lines(text, *ASSERTED)
    assert [each[:2] for each in found(silent)] == [("CAL511", "alone")]
    assert fixes(silent) == []


def plays() -> list[tuple[int, str, str]]:
    """Line, seat and card of every play of HAND, the lines counted from 0."""
    found = []
    for number, line in enumerate(HAND.splitlines()):
        if trick := re.match(r" ?\d+ ([A-C]): (.*)", line):
            first = "ABC".index(trick[1])
            found += [(number, "ABC"[(first + at) % 3], card) for at, card in enumerate(trick[2].split())]
    return found


@pytest.mark.parametrize("seat", "ABC")
def test_no_card_written_for_another_of_the_same_hand_accuses_anybody_else(seat: str) -> None:
    """Each card of a seat for each fourth of its others: the place and what was meant, or no more than the card."""
    own = [(number, card) for number, player, card in plays() if player == seat]
    for nth, (number, card) in enumerate(own):
        for _, other in [*own[:nth], *own[nth + 1 :]][nth % 4 :: 4]:
            lines = HAND.splitlines(keepends=True)
            lines[number] = lines[number].replace(card, other)
            told = found("".join(lines))
            assert len(told) == 1, (number, card, other)
            assert told[0][1] == "alone" or (told[0][2], fixes("".join(lines))) == (number + 1, [(card, False)])


def test_figures_are_not_told_where_nothing_decides() -> None:
    """B's ace or two in trick 6 and the other in trick 10: both are legal."""
    twice = without_lines(HAND, *ASSERTED).replace(" 6 C: 6c Cc 2c", " 6 C: 6c Cc Ac")
    ruling = replay_text(twice)
    assert [(each.code, each.wording) for each in ruling.findings] == [("CAL511", "alone")]
    assert ruling.findings[0].fix is None
    said = replay_text(twice.replace("end\n", "score B: +9 A: -1 C: -8\nend\n"))
    assert "CAL610" not in [each.code for each in said.findings]


def test_a_card_given_back_that_is_played_later() -> None:
    """The transfer is wrong: its giver plays the card, its receiver one that he was never dealt."""
    text = HAND.replace("give B: open 4c to C", "give B: open 2d to C")
    assert found(text) == [("CAL438", "", 17)]
    assert fixes(text) == [("4c", False)]
    ruling = replay_text(text)
    assert ruling.account is not None
    assert "è 4c" in ruling.findings[0].help("it")


def test_a_card_discarded_that_is_played_later() -> None:
    """The same of the discard; a result that fits neither reading decides nothing, and is not judged."""
    text = HAND.replace("closed 6b 5c 6d 5s", "closed 6b 5c 6d Rs")
    assert found(text) == [("CAL438", "", 18)]
    assert fixes(text) == [("5s", False)]
    assert found(text.replace("result B: 24", "result B: 25")) == [("CAL438", "unsure", 18)]


def test_a_revoke_that_is_claimed_stays_as_it_was_played() -> None:
    """A fault line states that the card is as it was played."""
    revoked = HAND.replace(" 7 B: 2d Fd Ad", " 7 B: 2d 3c Ad").replace(" 8 B: Rs 3c As", " 8 B: Rs Fd As")
    claimed = without_lines(revoked, *ASSERTED).replace(" 9 A:", "fault C: revoke trick 7 claimed by B\n 9 A:")
    ruling = replay_text(claimed)
    assert [(each.code, each.severity) for each in ruling.findings] == [("CAL512", "note")]
    assert ruling.verdict == "irregular"


@pytest.mark.parametrize(("name", "seed"), [("contro-alone", 0), ("quartiglio", 2)])
def test_whatever_card_is_written_for_the_one_that_lies_on_the_table(name: str, seed: int) -> None:
    """The card of another holder, a called or a later one: one finding, and settled."""
    of = rules(name) if name == "contro-alone" else game(name)
    text = write([next(iter(simulate(of, hands=1, seed=seed))).hand])
    line = next(each for each in text.split("\n") if each.startswith("table-card "))
    whole = begin_totals(of).replay(next(iter(parse_records(text))))
    assert whole.account is not None
    for card in of.cards.names:
        if card == line[-2:]:
            continue
        (hand,) = parse_records(text.replace(line, line[:-2] + card))
        told = begin_totals(of).replay(hand)
        assert [each.span.line for each in told.findings] == [text.split("\n").index(line) + 1], card
        assert told.account is not None
        assert told.account.payments == whole.account.payments


@pytest.mark.parametrize(("seed", "right"), [
    (0, "B: solo C: sto-bene"), (1, "B: solo C: sto-bene"), (4, "C: solo A: sto-bene"), (4, "A: chiedo B: sto-bene"),
])  # fmt: skip
def test_a_higher_bid_for_another_word_is_one_slip_where_another_exchange_is_written(seed: int, right: str) -> None:
    """Written exchanges show the true bid if the higher one allows none."""
    text = write([next(iter(simulate(game("tretre"), hands=1, seed=seed))).hand])
    assert text.count(right) == 1
    (hand,) = parse_records(text.replace(right, right.rsplit(" ", 1)[0] + " scegliete"))
    told = begin_totals(game("tretre")).replay(hand)
    assert [each.code for each in told.findings] == ["CAL408"]
    assert told.account is not None
    assert told.stated is True


def test_a_raise_that_was_lost_with_its_exchange_accuses_nobody() -> None:
    """Cards of the monte are played: one finding, and none about supposed cards."""
    looked_at = 0
    for each in simulate(game("pagat"), hands=60, seed=3, bot="random"):
        lines = write([each.hand]).split("\n")
        if not any(line.startswith("raise ") for line in lines) or any(line.startswith("cla") for line in lines):
            continue
        lost = ("raise ", "take ", "discard ", "give ", "score ", "total ")
        left = [line for line in lines if not line.startswith(lost)]
        exchanged = [*each.hand.every(rec.Take)]
        told = begin_totals(game("pagat")).replay(next(iter(parse_records("\n".join(left)))))
        if exchanged:
            looked_at += 1
            assert [found.code for found in told.findings] == ["CAL510"], lines
    assert looked_at > 9
