"""Hands of scores alone, under house rules that few have, on which a wrong answer was found: each stays right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.engine.game import Game
from calarec.core.notation.reader import parse_records
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import load_ruleset
from tests.judge.review.table import house

if TYPE_CHECKING:
    from pathlib import Path

HOUSES = {
    "pagat": ("pagat",),
    "spazzatura": ("spazzatura",),
    "quadriglio": ("quadriglio",),
    "tressette": ("tressette",),
    "ciapano": ("ciapano",),
    "leftover": ("pagat", "set:", "  settle.leftover: last_trick"),
    "in-the-pile": ("pagat", "set:", "  steps.ask.in_pile: {then: satisfied, won: 2, lost: 1}"),
    "match": (
        "pagat", "add:",
        "  standing.buongioco: {do: declare, meld: {ranks: 32A, of: rank, least: 3}, after_trick: 1, until_trick: 1, "
        "match: 3, match_more: 1}",
    ),
    "both": (
        "pagat", "add:",
        "  standing.aces: {do: declare, meld: {ranks: A, of: rank}, by: declarer, points: 1p}",
        "  standing.napoletana: {do: declare, meld: {ranks: 32A, of: suit}, match: 3}",
    ),
    "few": (
        "tressette", "set:",
        "  all_pass: {do: play_out, leader: eldest, pays: fewest_points, stake: 2, dealer: next, "
        "bonus: {few: {when: {of: losers, points_below: 2p}, plus: 1}}}",
        "  match.counts: payments", "add:",
        "  standing.nap: {do: declare, meld: {ranks: 32A, of: suit}, until_trick: 2, points: 1p}",
    ),
    "nobody's": ("pagat", "set:", "  piles.monte.won_by: nobody", "  match.counts: card_points"),
    "two-partners": (
        "sestiglio", "set:", "  steps.partner.number: 2", "  steps.partner.in_pile: {then: alone}",
        "  settle.shares: {declarer: 1, partner: 1}",
    ),
}  # fmt: skip
SOLO = "bid {}: solo"
CHIAMO = "bid B: chiamo C: passo A: passo"
FIRST = ("match", "dealer B", "bid C: pass A: pass B: pass")
PAID = "score B: +4 A: -2 C: -2"
ACES, NAPOLETANA = "declare B: aces Ab As Ac", "declare C: napoletana 3d 2d Ad"


@pytest.mark.mass
@pytest.mark.parametrize(
    ("name", "lines", "codes", "paid", "totals"),
    [
        # Who had the last trick is not known in these; what the points make together is known all the same.
        ("ciapano", ("result A: 11 B: 0 C: 8 D: 17",), ["CAL320"], None, None),
        ("ciapano", ("result A: 11 B: 0 C: 8 D: 16",), [], None, None),
        # The payments stand as they are, and the claimed points with them.
        ("leftover", (SOLO.format("B"), "claim B: points 20 accepted", "result B: 20 A+C: 15", PAID),
         [], (-2, 4, -2), None),
        # A card on the table costs more.
        ("in-the-pile", (CHIAMO, "call B: 3b in monte", "result B: 20", PAID), [], (-2, 4, -2), None),
        ("in-the-pile", (CHIAMO, "call B: 3b in monte", "result B: won"), [], (-2, 4, -2), None),
        ("in-the-pile", (CHIAMO, "call B: 3b with C", "result B: won"), [], (-1, 2, -1), None),
        ("in-the-pile", (CHIAMO, "result B: won"), [], None, None),
        ("in-the-pile", (CHIAMO, "result B: won", "score B: +4 A: -2 C: -2"), [], (-2, 4, -2), None),
        ("in-the-pile", (CHIAMO, "result B: lost"), [], (1, -2, 1), None),
        # Two who tie both pay.
        ("spazzatura", (*FIRST, "score A: -1 B: -1 C: +2"), [], (-1, -1, 2), None),
        ("spazzatura", (*FIRST, "result A: lost B: lost C: won"), [], (-1, -1, 2), None),
        ("spazzatura", (*FIRST, "result A: lost C: won", "score A: -1 B: -1 C: +2"), [], (-1, -1, 2), None),
        ("spazzatura", (*FIRST, "result A: 16 B: 16"), [], (-1, -1, 2), None),
        # What was declared is in the totals and in no payment.
        ("match", ("match", "dealer B", SOLO.format("C"), "declare A: buongioco 3b 3s 3c 3d", "total A: 6 B: 6 C: -4"),
         [], (2, 2, -4), (6, 6, -4)),
        ("both", ("match", SOLO.format("B"), ACES, NAPOLETANA, "result B: 20 A+C: 18", "score B: +4 A: -2 C: -2",
                  "total A: 1 B: 4 C: 1"), [], (-2, 4, -2), (1, 4, 1)),
        ("both", ("match", SOLO.format("B"), ACES, NAPOLETANA, "result B: 20 A+C: 18", "total A: 1 B: 4 C: 1"),
         [], None, None),
        ("both", ("dealer B", SOLO.format("C"), "claim C: points 20 accepted", ACES.replace("B:", "C:"),
                  "result C: 23 A+B: 15"), [], (-2, -2, 4), None),
        # What was declared is among the points of whoever claims, or concedes.
        ("few", ("declare B: nap 3c 2c Ac", "concede B: points 30 accepted"), [], (2, -2, 2, -2), None),
        ("few", ("concede B: points 30 accepted",), [], (3, -3, 3, -3), None),
        # One figure of these is the slip.
        ("pagat", (SOLO.format("B"), "result B: 20 A: 20"), ["CAL320"], None, None),
        ("pagat", ("dealer C", SOLO.format("A"), "result A: 20 B: 16"), ["CAL320"], None, None),
        ("pagat", (SOLO.format("B"), "result B: 17 A: 19"), ["CAL320"], (2, -4, 2), None),
        ("quadriglio", ("dealer D", "bid A: chiamo", "call A: 3b with C", "result A: 20 B: 10 C: 10"),
         ["CAL320"], None, None),
        # What lies in nobody's pile may be much or little.
        ("nobody's", ("match", "bid B: solissimo", "result B: 20"), [], (-4, 8, -4), ()),
        # Two cards that nobody named are two.
        ("two-partners", ("dealer A", "bid B: chiamo", "call B: __ with C", "call B: __ with D", "result B+C+D: won",
                          "score B: +1 C: +1 D: +1 A: -1 E: -1 F: -1"), [], (-1, 1, 1, 1, -1, -1), None),
        # A call that is none decides nothing.
        ("quadriglio", ("dealer D", "bid A: chiamo", "call A: 3b with C", "call A: 3c with B", "result A: won"),
         ["CAL430"], (1, -1, 1, -1), None),
        ("quadriglio", ("bid B: chiamo", "call B: 3b in hand", "result B: won"), ["CAL420"], None, None),
        # Who is not on one side has no points together.
        ("pagat", (SOLO.format("B"), "result A+B: 20 C: 15", "score B: +4 A: -2 C: -2"), ["CAL616"], None, None),
        ("tressette", ("result A+B: 20 C+D: 15",), ["CAL616"], None, None),
    ],
)  # fmt: skip
def test_what_was_ruled_wrongly_is_right(
    name: str, lines: tuple[str, ...], codes: list[str], paid: tuple[int, ...] | None, totals: tuple[int, ...] | None,
    tmp_path: Path,
) -> None:  # fmt: skip
    """Errors and payments; totals if asked for, none if they cannot be known."""
    base, *more = HOUSES[name]
    rules = load_ruleset(str(house(tmp_path, base, *more)) if more else base)
    seats = "ABCDEF"[: {"two-partners": 6, "quadriglio": 4, "tressette": 4, "ciapano": 4, "few": 4}.get(name, 3)]
    before = [f"seat {each}" for each in seats] + [each for each in lines if each == "match"]
    said = [each for each in lines if each != "match"]
    dealer = [] if said[0].startswith("dealer") else ["dealer A"]
    end = "end claimed" if any(each.startswith(("claim", "concede")) for each in said) else "end"
    text = "\n".join(("cal 1", *before, "", "hand 1", *dealer, *said, end, ""))
    (hand,) = parse_records(text)
    ruling = begin_totals(Game.from_ruleset(rules)).replay(hand)
    assert [each.code for each in ruling.findings if each.severity == "error"] == codes
    assert (ruling.account.payments if ruling.account is not None else None) == paid
    if totals is not None:
        assert ruling.totals == (dict(zip(seats, totals, strict=True)) if totals else None)
