"""Sheets, tables, standings and debts of evenings in which people come and go, against sums made without them."""

from __future__ import annotations

import csv
import html
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from calarec_tools.main import main
from tests.tools.sheet.comings import drawn

pytestmark = pytest.mark.slow

SEEDS = range(20)


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.chdir(tmp_path)


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return the output of a command on a correct evening."""
    status = main([*words])
    said = capsys.readouterr()
    assert (status, said.err) == (0, ""), said
    return said.out


def data(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """The sheet as JSON."""
    found: dict[str, Any] = json.loads(shown(capsys, "sheet", *words, "--json"))
    return found


@pytest.mark.mass
@pytest.mark.parametrize("seed", SEEDS)
def test_every_form_has_the_same_totals(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    """All formats have the same totals, also of players who have left.

    `check` finds nothing worse than a dealer out of turn.
    """
    evening = drawn(Random(seed))
    Path("a.cal").write_text(evening.text, encoding="utf-8")
    assert main(["check", "a.cal"]) == 0, capsys.readouterr().out
    capsys.readouterr()
    found = data(capsys, "a.cal")
    (sheet,) = found["evenings"]
    due = evening.totals
    assert {who: amount for who, amount in sheet["totals"].items() if amount} == {k: v for k, v in due.items() if v}
    assert found["standings"] == found["balances"] == sheet["totals"]
    assert found["left"] == sum(due.values()) == evening.outside
    text = shown(capsys, "sheet", "a.cal")
    last = text.partition(" Total ")[2] or text.partition(" Total\n")[2]
    assert [int(each) for each in last.partition("\n\n")[0].split()] == [*sheet["totals"].values()]
    (row,) = [
        line for line in shown(capsys, "sheet", "a.cal", "--format", "markdown").splitlines() if "| Total |" in line
    ]
    assert [int(each) for each in re.findall(r"-?\d+", row)] == [*sheet["totals"].values()]
    page = shown(capsys, "sheet", "a.cal", "--format", "html")
    foot = page[page.index("Total</") :].partition("</tr>")[0]
    cells = [html.unescape(re.sub(r"<[^>]+>", "", each)).strip() for each in foot.split("<td")[1:]]
    numbers = [int(each.rpartition(">")[2].replace("−", "-")) for each in cells if re.search(r"\d", each)]
    assert numbers == [*sheet["totals"].values()]


@pytest.mark.mass
@pytest.mark.parametrize("seed", SEEDS)
def test_the_table_sums_to_the_totals(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Row by row: payments and adjustments lead to each total beside them."""
    evening = drawn(Random(seed), carried={"Anna": 3, "Ida": -3} if seed % 2 else None)
    Path("a.cal").write_text(evening.text, encoding="utf-8")
    sums: dict[str, int] = {}
    for row in csv.DictReader(shown(capsys, "sheet", "a.cal", "--format", "csv").splitlines()):
        if row["outcome"] == "carried":
            sums[row["person"]] = int(row["total"])
        else:
            sums[row["person"]] = sums.get(row["person"], 0) + int(row["payment"] or row["adjusted"] or 0)
        assert int(row["total"]) == sums[row["person"]]
    assert {who: amount for who, amount in sums.items() if amount} == {k: v for k, v in evening.totals.items() if v}


@pytest.mark.mass
@pytest.mark.parametrize("seed", SEEDS)
def test_debts_make_everybody_even(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    """In stakes and in money, to the last coin; what does not come out even is the pot's."""
    evening = drawn(Random(seed))
    Path("a.cal").write_text(evening.text, encoding="utf-8")
    found = data(capsys, "a.cal", "--stake", "0.15")
    for owed, debts in ((found["balances"], found["debts"]), (found["money"]["balances"], found["money"]["debts"])):
        cents = {who: round(float(amount) * 100) for who, amount in owed.items()}
        for debt in debts:
            amount = round(float(debt["amount"]) * 100)
            assert amount > 0
            for who, sign in ((debt["from"], 1), (debt["to"], -1)):
                if who is not None:
                    cents[who] += sign * amount
        assert set(cents.values()) <= {0}
    money = {who: round(float(amount) * 100) for who, amount in found["money"]["balances"].items()}
    assert {who: cents for who, cents in money.items() if cents} == {k: 15 * v for k, v in evening.totals.items() if v}


@pytest.mark.mass
@pytest.mark.parametrize("seed", SEEDS)
def test_standings_over_evenings(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    """The second carries on from the first, a third begins anew; both spellings of one person are one."""
    draw = Random(seed)
    first = drawn(draw, hands=5)
    second = drawn(draw, hands=5, carried=first.totals)
    third = drawn(draw, hands=5)
    for name, evening in (("a.cal", first), ("b.cal", second), ("c.cal", third)):
        text = evening.text.replace('"Anna"', '"A. Rossi"') if name == "c.cal" else evening.text
        Path(name).write_text(text, encoding="utf-8")
    due = dict(second.totals)
    for who, amount in third.totals.items():
        due[who] = due.get(who, 0) + amount
    known = ["--alias", "A. Rossi=Anna"] if '"Anna"' in third.text else []
    found = data(capsys, "a.cal", "b.cal", "c.cal", *known)
    assert {who: amount for who, amount in found["standings"].items() if amount} == {k: v for k, v in due.items() if v}
    assert found["brought"] == {}
    together = "\n".join(Path(name).read_text("utf-8") for name in ("a.cal", "b.cal", "c.cal"))
    Path("all.cal").write_text(together, encoding="utf-8")
    assert data(capsys, "all.cal", *known)["standings"] == found["standings"]


@pytest.mark.mass
@pytest.mark.parametrize("seed", SEEDS)
def test_a_score_sheet_goes_there_and_back(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Seats, payments and totals survive, unless people have changed places."""
    evening = drawn(Random(seed), carried={"Anna": 3, "Ida": -3} if seed % 2 else None)
    Path("a.cal").write_text(evening.text, encoding="utf-8")
    if main(["sheet", "a.cal", "--format", "score-sheet", "-o", "a.csv"]) == 2:
        assert "people change places" in capsys.readouterr().err
        return
    assert main(["convert", "a.csv", "b.cal", "--rules", "pagat"]) == 0
    assert main(["check", "b.cal"]) == 0, capsys.readouterr().out
    capsys.readouterr()
    (before,), (after,) = (data(capsys, name)["evenings"] for name in ("a.cal", "b.cal"))
    assert after["totals"] == {who: before["totals"][who] for who in after["totals"]}
    assert all(not before["totals"][who] for who in before["people"] if who not in after["people"])
    assert len(before["hands"]) == len(after["hands"])
    for one, other in zip(before["hands"], after["hands"], strict=True):
        for field in ("hand", "dealer", "declarer", "won", "payments", "bonus"):
            assert one[field] == other[field], field
        assert set(one["seats"].values()) == set(other["seats"].values())
