"""Settled hands in bulk and judged one by one: the same columns, cell by cell."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from calarec.core.notation.reader import read_records
from calarec.core.notation.source import Text
from calarec.core.records import model as rec
from calarec.record_judge.session import RecordJudge
from calarec_tools.archive.archive_rows import RowsWanted, shard_rows
from calarec_tools.archive.row_forms import hand_cells, seat_rows
from calarec_tools.archive.runs.shards import Shard
from calarec_tools.output.formats.columns import SettledHand, settled_hand
from calarec_tools.output.formats.settled_records import SettledRecords
from tests.bulk.both import game
from tests.bulk.damage import damaged
from tests.bulk.declaring import DECLARING, declaring_file
from tests.bulk.layouts import NOTED, laid_out
from tests.bulk.stocks import with_winners
from tests.bulk.texts import irregular_text, simulated_text, text_of
from tests.rulebooks import SHIPPED
from tests.tools.evenings import evening, with_slips

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.judge.judgement import Judgement
    from calarec.core.mechanisms.ruleset import Ruleset

pytestmark = pytest.mark.slow

NAMED = 'hand "a, {0} b"'
"""A name that a table has to quote, and a form must not fill in."""


def judged(text: str, asked: Ruleset | None = None) -> list[tuple[SettledHand, Judgement]]:
    """Every hand, judged."""
    judge, number, found = RecordJudge(asked), 0, []
    for hand in read_records(Text(text, "a.cal")):
        number += hand.new_evening or not number
        replayed = judge.replay(hand)
        assert judge.evening is not None
        assert judge.evening.row is not None
        found.append((settled_hand(replayed, judge.evening.row, number), replayed))
    return found


def score_only(text: str) -> str:
    """The record without cards."""
    verbs = ("deal ", "monte ", "take ", "discard ", "give ", "claim ", "concede ", "show ", "signal ", "table-card ")
    lines = [line for line in text.split("\n") if not line.startswith(verbs) and not line[:2].strip().isdigit()]
    return "\n".join(lines).replace("end claimed", "end")


def between(text: str) -> str:
    """The record with matches, people who come, totals that change and a time, between its hands."""
    said = {
        3: "match final\n\n", 5: "adjust A: -2\n", 6: "\n\nmatch\n", 8: 'seat A "Zoe"\n', 10: "carried A: 7 B: 0\n",
        11: "tag date \"2024-05-02\"\n", 13: 'cal 1\nrules {rules}\nseat A\nseat B "O\'x, y"\nseat C\n',
    }  # fmt: skip
    rules = next(line.split()[1] for line in text.split("\n") if line.startswith("rules"))
    head, *hands = text.split("\nhand ")
    for number, hand in enumerate(hands):
        hands[number] = f"\n{said.get(number, '').format(rules=rules)}hand {hand}"
    text = head + "".join(hands).replace("\nhand 2\n", f"\n{NAMED}\n")
    return text.replace("\nhand 8\n", "\nhand 8\nat 2024-05-02T21:30\n")


def texts(name: str) -> list[str]:
    """Evenings of a ruleset: errors, irregular, without cards, damaged, with notes."""
    plain = evening(name, 14, 3)
    rng = Random(name)
    return [
        with_slips(name, 8), irregular_text(name, 14), score_only(evening(name, 10, 4)), between(plain),
        damaged(between(plain), rng, every=3), laid_out(between(plain), tuple(NOTED), name),
    ]  # fmt: skip


@pytest.mark.mass
@pytest.mark.parametrize("name", SHIPPED)
def test_settled_quickly_is_settled(name: str, tmp_path: Path) -> None:
    """Every column of every hand, and every row, are those of judging it."""
    quick = 0
    for text in texts(name):
        expected = judged(text)
        quick += hold_hands(text, expected)
        hold_rows(rows_of(text, tmp_path), expected)
    if name == "pagat":
        assert quick > 15


@pytest.mark.mass
@pytest.mark.parametrize("name", DECLARING)
def test_what_was_declared_is_settled_with_the_rest(name: str, tmp_path: Path) -> None:
    """Points of sides, winners, bonuses, payments and totals, in bulk and judged."""
    asked = game(declaring_file(name, tmp_path)).ruleset
    quick = 0
    for seed, damage in ((3, False), (4, True)):
        text = text_of(declaring_file(name, tmp_path), 20, seed)
        text = damaged(text, Random(name), every=3) if damage else text
        expected = judged(text, asked)
        quick += hold_hands(text, expected, asked)
        hold_rows(rows_of(text, tmp_path, asked=asked), expected)
    assert quick > 25


def test_draws_are_no_tricks(tmp_path: Path) -> None:
    """However draws are written, with winners stated and without, between claims and cards shown."""
    plain = text_of("tressette-in-due", 12)
    texts = [plain, with_winners("tressette-in-due", plain), re.sub(r"(?m)^(take .: )open ", r"\1", plain)]
    texts += [simulated_text("tressette-in-due", 12, 3, aim) for aim in ("standing.show", "standing.claim")]
    for text in texts:
        expected = judged(text)
        assert hold_hands(text, expected) >= 10
        hold_rows(rows_of(text, tmp_path), expected)


def hold_hands(text: str, expected: Sequence[tuple[SettledHand, Judgement]], asked: Ruleset | None = None) -> int:
    """Holds hand by hand; how many were not judged."""
    quick = 0
    found = list(SettledRecords(Text(text, "a.cal"), asked))
    assert len(found) == len(expected)
    for own, (other, replayed) in zip(found, expected, strict=True):
        assert own.hand == other, text
        assert (own.session.seats, own.session.tags) == (replayed.hand.session.seats, replayed.hand.session.tags)
        tricks = replayed.hand.every(rec.Trick)
        assert [*own.led_tricks()] == [(each.leader, each.cards) for each in tricks]
        quick += own.judgement is None
        assert own.record_findings == replayed.findings
    return quick


def hold_rows(found: dict[str, list[list[str]]], expected: Sequence[tuple[SettledHand, Judgement]]) -> None:
    """Holds table by table."""
    dates: dict[int, str | None] = {}
    for told, replayed in expected:
        tags = {each.name: each.text for each in replayed.hand.session.tags}
        dates.setdefault(told.evening, tags.get("date"))
    assert found["hands"] == written([hand_cells(told, dates[told.evening]) for told, _ in expected])
    assert found["seats"] == written([row for told, _ in expected for row in seat_rows(told)])
    cards = [row for told, replayed in expected for row in cards_of(told, replayed)]
    assert found.get("tricks", []) == written(cards)
    assert found.get("balances", []) == written(balances([told for told, _ in expected]))


def rows_of(
    text: str, folder: Path, *, tricks: bool = True, asked: Ruleset | None = None
) -> dict[str, list[list[str]]]:
    """The rows of a record as they are written, by table."""
    (done,) = shard_rows(Shard("a.cal", text=text), wanted=RowsWanted(asked, tricks=tricks), folder=str(folder))
    found = {}
    for table in done.tables:
        with Path(done.row_file(table)).open(encoding="utf-8", newline="") as stream:
            found[table] = list(csv.reader(stream))
    return found


def written(rows: Sequence[Sequence[Any]]) -> list[list[str]]:
    """Rows as they are written."""
    return [["" if cell is None else str(cell) for cell in row] for row in rows]


def cards_of(told: SettledHand, replayed: Judgement) -> list[list[Any]]:
    """Every card of a hand: the next to play sits where play goes on."""
    rows: list[list[Any]] = []
    setting = replayed.setting
    if setting is None or replayed.hand.broken:
        return rows
    seats = [setting.labels[seat] for seat in setting.active]
    tricks = replayed.hand.every(rec.Trick)
    for number, trick in enumerate(tricks):
        if trick.leader in seats:
            turned = seats[seats.index(trick.leader) :] + seats[: seats.index(trick.leader)]
            for place, (seat, card) in enumerate(zip(turned, trick.cards, strict=False)):
                won = told.winners[number] == seat if number < len(told.winners) else None
                rows.append([told.file, told.line, told.evening, number + 1, place + 1, seat, card, won])
    return rows


def balances(hands: list[SettledHand]) -> list[list[Any]]:
    """Return the balances of all people in each evening."""
    first: dict[int, SettledHand] = {}
    own: dict[tuple[int, str], list[tuple[SettledHand, str, int]]] = {}
    for hand in hands:
        first.setdefault(hand.evening, hand)
        for seat in hand.seats:
            if seat.payment is not None:
                own.setdefault((hand.evening, seat.person), []).append((hand, seat.part, seat.payment))
    rows = []
    for (number, person), paid in own.items():
        course = "".join("+" if amount > 0 else "-" if amount < 0 else "0" for _, part, amount in paid if part != "out")
        stakes = sum(amount / hand.pay_units for hand, _, amount in paid)
        declared = sum(part == "declarer" for _, part, _ in paid)
        rows.append([
            "a.cal", first[number].line, number, person, len(paid), len(course), declared, course.count("+"),
            course.count("-"), round(stakes, 9), course,
        ])  # fmt: skip
    return rows
