"""Hands without cards whose result leaves the payments open: the outcome is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

import calarec
from calarec.core.notation.reader import parse_records
from calarec.core.wording.language import text_in
from calarec_tools.desk.entering.corrections import keep_correction, old_hand
from calarec_tools.desk.entering.open_outcomes import list_open_outcomes
from calarec_tools.desk.entering.session import Entry
from tests.tools.entering.typing import fresh, last, type_lines

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

PEOPLE: Final = ("Anna", "Bruno", "Carla", "Dora", "Ezio", "Fina", "Gino", "Ines")
HOUSE: Final = "ruleset: casa\nextends: pagat\ntitle: Casa\nversion: 1.0.0\nset:\n  pack.last_trick: 6\n"
"""A player with twelve points of these 12 2/3 has (nearly) swept the others."""


def begun(rules: str, number: int) -> Entry:
    """An evening of so many people, of whom the first deals."""
    entry = Entry("", asked=calarec.load_rules(rules))
    entry.seat_people(PEOPLE[:number])
    entry.take("Anna")
    return entry


@pytest.fixture
def house(tmp_path: Path) -> str:
    """Rules with another last trick."""
    (tmp_path / "casa.yaml").write_text(HOUSE, "utf-8")
    return str(tmp_path / "casa.yaml")


def test_which_bonus_it_was(house: str) -> None:
    """Both that the points allow are named with their payments; the choice is paid."""
    entry = begun(house, 4)
    said = entry.take("Bruno chiamo 12p").said
    assert said == (
        "Too little is written to tell who pays whom. Which was it?",
        "cappotto: Bruno +4 · Carla -2 · Dora -2",
        "stramazzo: Bruno +6 · Carla -3 · Dora -3",
    )
    assert entry.asks() == "hand 1: which was it?> "
    assert entry.take("").said == said
    assert entry.take("stramazzo").said[0] == "Bruno wins chiamo: stramazzo."
    assert entry.text.endswith("result B: 12p\nscore B: +6 C: -3 D: -3 A: 0\ntotal A: 0 B: 6 C: -3 D: -3\nend\n")


def test_a_bonus_that_the_points_allow_is_not_denied(house: str) -> None:
    """Although the payments would be open without it."""
    entry = begun(house, 4)
    assert entry.take("Bruno chiamo 12p cappotto").said[1] == "Carla and Dora pay Bruno 2 each."
    assert entry.text.count("\nend\n") == 1


def test_which_partner_it_was() -> None:
    """Partners are asked for, with the named bonus, if there is no called card.

    Without a monte there was a partner.
    """
    entry = begun("quintiglio", 5)
    said = entry.take("Bruno chiamo won cappotto").said
    assert said[1:] == (
        "with Carla: Bruno +4 · Carla +2 · Anna -2 · Dora -2 · Ezio -2",
        "with Dora: Bruno +4 · Dora +2 · Anna -2 · Carla -2 · Ezio -2",
        "with Ezio: Bruno +4 · Ezio +2 · Anna -2 · Carla -2 · Dora -2",
        "with Anna: Bruno +4 · Anna +2 · Carla -2 · Dora -2 · Ezio -2",
    )
    assert entry.take("with D").said[0] == "Bruno and Dora win chiamo: cappotto."
    assert "score B: +4 D: +2 A: -2 C: -2 E: -2\n" in entry.text


@pytest.mark.parametrize(
    ("rules", "number"), [("quadriglio", 4), ("quintiglio", 5), ("gelli-bellora", 5), ("settiglio", 7)]
)
@pytest.mark.parametrize("ended", ["won", "lost"])
def test_every_outcome_that_is_offered_is_one(rules: str, number: int, ended: str) -> None:
    """Each closes the hand without findings, and is paid as listed; all differ."""
    asked = begun(rules, number)
    asked.take(f"Bruno chiamo {ended}")
    offered = list_open_outcomes(asked.at)
    assert len({each.score for each in offered}) == len(offered) > 2
    for each in offered:
        entry = Entry(asked.text, asked=calarec.load_rules(rules))
        entry.take(text_in(each.name, "en"))
        (hand,) = parse_records(entry.text)
        judged = calarec.replay(hand)
        assert [one for one in judged.findings if one.severity == "error"] == []
        assert judged.account is not None
        assert each.score in entry.text
        paid = {PEOPLE[place]: amount for place, amount in enumerate(judged.account.payments) if amount}
        assert {
            name: int(amount) for name, _, amount in (part.partition(" ") for part in each.paid.split(" · "))
        } == paid


def test_where_points_decide_they_are_asked_for() -> None:
    """No bonus or partner decides the outcome: none is offered, and it can stay open."""
    entry = begun("cavendish", 3)
    (said,) = entry.take("Bruno play won").said
    assert said == "The payments depend on the points: write them in the place of won or lost."
    entry.take("end")
    assert entry.text.endswith("result B: won\nend\n")


def test_who_deals_comes_with_the_hand_or_not_at_all() -> None:
    """A refused first hand writes nothing; as it happened, it has its dealer."""
    entry = Entry("", asked=calarec.load_rules("pagat"))
    entry.seat_people(PEOPLE[:4])
    before = entry.text
    for refused in ("Bruno chiamo", "Bruno chiamo 8,3", "Anna chiamo 7p"):
        assert entry.take(refused, "A").said
        assert entry.text == before
        assert entry.at.due == ""
    entry.take("!")
    assert "dealer A\nbid A: chiamo\nresult A: 7p\n" in entry.text
    entry.take("undo")
    assert entry.text == before
    entry.take("passo", "A")
    assert "dealer A\nbid B: passo C: passo D: passo\n" in entry.text


def test_a_hand_that_is_opened_again_keeps_what_its_result_does_not_tell() -> None:
    """Bonus and partner are in the payments alone, which stay unlike the result's own."""
    for rules, number, told, kept in (
        ("pagat", 3, ("Bruno solo won stramazzo",), "score B: +12 A: -6 C: -6"),
        ("quintiglio", 5, ("Bruno chiamo won", "with Dora"), "score B: +2 D: +1 A: -1 C: -1 E: -1"),
        ("pagat", 3, ("Bruno solo won",), ""),
    ):
        entry = begun(rules, number)
        for each in told:
            entry.take(each)
        before = entry.text
        entry.take("edit 1")
        assert ("score" in entry.text) == bool(kept)
        assert kept in entry.text
        entry.take("dealer A")
        entry.take("")
        assert entry.text == before
        hand = old_hand(entry.evening, before, 0)
        assert hand is not None
        assert (kept in hand.lines) == bool(kept)
        corrected = Entry(before, asked=calarec.load_rules(rules))
        keep_correction(corrected, hand, anyway=False)
        assert corrected.text == before


def test_cards_that_nobody_remembers_are_asked_and_told_as_such() -> None:
    """The prompt of a trick shows its cards as written, unknown ones too."""
    entry = fresh()
    type_lines(entry, ["Anna", "bid B: solissimo C: passo A: passo", "__", "5b"])
    assert last(entry) == " 1 B: __ 5b"
    assert entry.asks() == "trick 1: __ 5b, Anna to play> "


def test_a_hand_that_was_begun_with_its_tricks_ends_by_what_it_came_to() -> None:
    """Outcomes that the tricks rule out are not offered; contradictions are refused."""
    entry = fresh()
    type_lines(entry, ["Anna", "passo", "solissimo", "5d", "6d", "4d", "__", "__", "__"])
    before = entry.text
    assert entry.take("Carla solissimo 11p cappotto").said == ("A hand that ended so cannot have come to cappotto.",)
    assert entry.text == before
    assert entry.take("Carla solissimo won stramazzo").said[:2] == (
        "Carla wins solissimo: stramazzo.", "Anna and Bruno pay Carla 12 each.",
    )  # fmt: skip
    assert entry.text.endswith("result C: won\nscore C: +24 A: -12 B: -12\ntotal A: -12 B: -12 C: 24\nend\n")
    type_lines(entry, ["", "passo", "solissimo", "Ad", "4d", "5d", "3c", "Ac", "Rc", "2c", "4c", "5c"])
    refused = entry.take("Anna solissimo 1p").said
    assert refused[0].startswith("CAL320 the tricks that are written make ")
    assert entry.take("Anna solissimo 7p").said[1] == "Bruno and Carla pay Anna 4 each."


def test_the_partner_of_a_begun_hand_is_asked_where_no_trick_has_shown_him() -> None:
    """Four can have held the called card; each with its payments."""
    entry = begun("quintiglio", 5)
    type_lines(entry, ["chiamo", "sto-bene", "sto-bene", "sto-bene", "sto-bene", "call B: 3c", " 1 B: __ __ __ __ __"])
    asked, *told = entry.take("Bruno chiamo won").said
    assert asked == "Too little is written to tell who pays whom. Which was it?"
    assert [each.partition(":")[0] for each in told] == [
        "with Carla", "with Dora", "with Ezio", "with Anna",
    ]  # fmt: skip
    assert entry.take("with Dora").said[:2] == (
        "Bruno and Dora win chiamo.", "Anna, Carla and Ezio pay 1 each; Bruno receives 2; Dora receives 1.",
    )  # fmt: skip
