"""Declarations in hands without cards are judged as far as the hand shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.engine.game import Game
from calarec.core.notation.reader import parse_records
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import load_ruleset
from tests.judge.review.table import house
from tests.rulebooks import game

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.judge.judgement import Judgement


def ruled(played: Game, *lines: str, seats: str = "ABCD") -> Judgement:
    """The ruling on one hand of scores alone, dealt by A."""
    head = "".join(f"seat {each}\n" for each in seats)
    (hand,) = parse_records(f"cal 1\n{head}\nhand 1\ndealer A\n" + "".join(f"{each}\n" for each in lines) + "end\n")
    return begin_totals(played).replay(hand)


def errors(ruling: Judgement) -> list[str]:
    """The codes of the errors."""
    return [each.code for each in ruling.findings if each.severity == "error"]


NAPOLETANA = "declare B: napoletana 3b 2b Ab"


@pytest.mark.parametrize(
    ("lines", "found", "more"),
    [
        ((NAPOLETANA,), [], (0, 3)),
        ((NAPOLETANA, "declare B: napoletana 3s 2s As"), [], (0, 6)),
        ((NAPOLETANA, NAPOLETANA), ["CAL565"], (0, 3)),
        ((NAPOLETANA, "declare B: buongioco 3b 3s 3c"), [], (0, 6)),
        ((NAPOLETANA.replace("B:", "C:"), NAPOLETANA), ["CAL564"], (3, 0)),
        ((NAPOLETANA, "declare C: buongioco Ab As Ac"), ["CAL564"], (0, 3)),
        ((NAPOLETANA, "declare C: buongioco As Ac Ad"), [], (3, 3)),
        (("declare B: napoletana 3b 2s Ab",), ["CAL563"], (0, 0)),
        (("declare B: napoletana 3b 2b Ab Rb",), ["CAL563"], (0, 0)),
        (("declare B: napoletana 3b 2b 2b",), ["CAL563"], (0, 0)),
        (("declare B: buongioco 3b 3s 3c 3c",), ["CAL436"], (0, 3)),
        (("show B: __ __",), [], (0, 0)),
        (("declare B: napoletana",), [], (0, 3)),
        (("declare B: napoletana", "declare B: napoletana"), [], (0, 6)),
        (("declare B: napoletana 3b 2b __",), [], (0, 3)),
        (("signal B: busso",), ["CAL552"], (0, 0)),
    ],
)
def test_declarations_are_judged_by_their_cards(
    lines: tuple[str, ...], found: list[str], more: tuple[int, int]
) -> None:
    """VOC: a meld counts three, once; its cards are of one hand; what is none counts nothing."""
    ruling = ruled(game("tressette-accusi"), *lines, "result B+D: 6p A+C: 5p")
    assert sorted(errors(ruling)) == sorted(found)
    assert ruling.verdict == ("illegal" if {*found} - {"CAL436"} else "legal")
    assert ruling.totals == {"A": 5 + more[0], "B": 6 + more[1], "C": 5 + more[0], "D": 6 + more[1]}


ACES = "  standing.aces: {{do: declare, meld: {{ranks: A, of: rank, least: 2}}, by: {by}, match: 3, begins: {begins}}}"


@pytest.mark.parametrize(
    ("by", "who", "found"),
    [("declarer", "C", ["CAL560"]), ("declarer", "B", []), ("opponents", "B", ["CAL560"]), ("opponents", "C", [])],
)
def test_who_may_not_declare_is_told_once_it_is_known_who_plays(
    by: str, who: str, found: list[str], tmp_path: Path
) -> None:
    """Without a bid the player who may declare is unknown."""
    rules = Game.from_ruleset(load_ruleset(str(house(tmp_path, "pagat", "add:", ACES.format(by=by, begins="play")))))
    said = (f"declare {who}: aces Ab As", "result B: won", "score B: +4 A: -2 C: -2")
    assert errors(ruled(rules, "bid B: solo C: passo A: passo", *said, seats="ABC")) == found
    assert errors(ruled(rules, said[0], seats="ABC")) == []


@pytest.mark.parametrize(("begins", "contract", "found"), [
    ("deal", "chiamo", []), ("deal", "solissimo", ["CAL564"]), ("play", "solissimo", ["CAL564"]),
])  # fmt: skip
def test_a_card_may_be_declared_by_two_if_it_may_have_changed_hands(
    begins: str, contract: str, found: list[str], tmp_path: Path
) -> None:
    """Before the exchange by one, behind it by the other."""
    rules = Game.from_ruleset(
        load_ruleset(str(house(tmp_path, "pagat", "add:", ACES.format(by="anyone", begins=begins))))
    )
    said = ("declare C: aces Ab As", "declare B: aces Ab Ac", "result B: won")
    assert errors(ruled(rules, f"bid B: {contract} C: passo A: passo", *said, seats="ABC")) == found


POOR = (
    "add:",
    "  standing.poor: {do: declare, hand: {points_below: 1p}, begins: deal, until_trick: 0, deal: void, dealer: next}",
    "  standing.aces: {do: declare, meld: {ranks: A, of: rank, least: 2}, begins: deal, match: 3}",
)


@pytest.mark.parametrize(
    ("lines", "outcome", "found"),
    [
        (("declare C: poor",), "void", []),
        (("declare C: poor", "bid B: chiamo C: passo A: passo", "result B: won"), "void", ["CAL614"]),
        (("declare C: poor", "bid B: solo C: passo A: passo", "result B: 20"), "void", ["CAL610"]),
        (("declare C: poor", "bid B: solo C: passo A: passo", "score B: +4 A: -2 C: -2"), "void", ["CAL611"]),
        (("declare C: aces Ab As", "declare C: poor", "bid B: solo", "result B: won"), "score_only", ["CAL564"]),
    ],
)
def test_hands_that_are_thrown_in_are_not_paid(
    lines: tuple[str, ...], outcome: str, found: list[str], tmp_path: Path
) -> None:
    """Plays, points and payments of a thrown-in hand are reported; it must be poor."""
    ruling = ruled(Game.from_ruleset(load_ruleset(str(house(tmp_path, "pagat", *POOR)))), *lines, seats="ABC")
    assert (ruling.outcome, errors(ruling)) == (outcome, found)
    assert ruling.account is not None
    assert any(ruling.account.payments) == (outcome != "void")


@pytest.mark.parametrize("end", ["end", "end void"])
@pytest.mark.parametrize("line", ["result B: won", "result B: lost", "result B: 20", ""])
def test_an_irregularity_that_ends_the_deal_leaves_nothing_to_win(end: str, line: str) -> None:
    """003: a mistake in the exchange costs one to each, and the deal is void; with its cards as without them."""
    said = ("bid B: chiedo C: sto-bene A: sto-bene", "fault B: exchange claimed by C")
    cards = ("deal B: Ab Rb Cb 6b 4b 2c Cc 6c 3d 2d 7d 6d", "deal C: 3b 7b 6s 3c Rc Fc 7c 5c Rd Cd 5d 4d",
             "deal A: 2b 5b 3s As Cs Fs 7s 5s 4s 4c Ad Fd", "monte Fb 2s Rs Ac")  # fmt: skip
    for dealt in ((), cards):
        lines = (*dealt, *said[:1], *(("call B: 3b",) if dealt else ()), *said[1:], *((line,) if line else ()))
        text = (
            "cal 1\nseat A\nseat B\nseat C\n\nhand 1\ndealer A\n" + "".join(f"{each}\n" for each in lines) + f"{end}\n"
        )
        (hand,) = parse_records(text)
        ruling = begin_totals(game("tretre")).replay(hand)
        assert ruling.outcome == "void"
        assert ruling.account is not None
        assert ruling.account.payments == (1, -2, 1)
        wrong = ["CAL610" if line.endswith("20") else "CAL614"] if line else []
        assert [each for each in errors(ruling) if each != "CAL536"] == wrong
