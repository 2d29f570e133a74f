"""`calarec rules measure`: counted again from simulated hands; as a table, as data and as a picture."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

import calarec
from calarec.base.resources import data_folder
from calarec.simulation.measuring import measure
from calarec_tools.main import main

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.simulation.run import Simulated

SCHEMA = json.loads((data_folder("grammar") / "measure.schema.json").read_text(encoding="utf-8"))
HANDS = 120


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("COLUMNS", "100")


def made(rules: str, seats: int | None = None) -> list[Simulated]:
    """Hands of a ruleset whose deal goes round and leaves nothing over."""
    return list(calarec.simulate(calarec.load_rules(rules), hands=HANDS, seed=4, seats=seats))


@pytest.mark.parametrize(("rules", "seats"), [("pagat", None), ("pagat", 4), ("quintiglio", None)])
def test_counts_are_those_of_the_hands(rules: str, seats: int | None) -> None:
    """Contracts, who declared, payments by place, bonuses."""
    hands = made(rules, seats)
    (found,) = measure([calarec.load_rules(rules)], hands=HANDS, seed=4, seats=seats)
    declared = [each for each in hands if each.account.declarer >= 0]
    assert found.passed.value == (HANDS - len(declared)) / HANDS
    for each in found.contracts:
        mine = [one for one in declared if one.account.contract == each.contract]
        assert each.played.value == len(mine) / HANDS
        assert sum(each.by) == len(mine)
        assert (each.made is None) == (not mine)
        for place, count in enumerate(each.by):
            assert count == sum(one.setting.active[place] == one.account.declarer for one in mine)
        if each.made is not None and each.paid is not None:
            assert each.made.value == sum(bool(one.account.sides[0].wins) for one in mine) / len(mine)
            assert each.paid.value == sum(one.account.payments[one.account.declarer] for one in mine) / len(mine)
            assert each.made.low <= each.made.value <= each.made.high
    for place, paid in enumerate(found.places):
        assert paid.value == sum(one.account.payments[one.setting.active[place]] for one in hands) / HANDS
    for name, one_share in found.bonuses:
        assert one_share.value == sum(name in one.account.bonuses for one in hands) / HANDS
    assert found.declarer_apart is None


def test_what_sets_rulesets_apart_is_taken_deal_by_deal() -> None:
    """The same rules are not apart at all; the declarer's lead is worth what the pairs say; other packs have none."""
    ids = ["pagat", "pagat", "pagat-declarer-leads", "tretre", "quintiglio"]
    found = measure([calarec.load_rules(each) for each in ids], hands=HANDS, seed=4)
    assert found[1].declarer_apart == (0, 0, 0)
    assert found[1].made_apart == (0, 0, 0)
    assert [each.paired for each in found] == [True, True, True, True, False]

    def declarers(rules: str) -> list[int]:
        accounts = [each.account for each in made(rules)]
        return [each.payments[each.declarer] if each.declarer >= 0 else 0 for each in accounts]

    pairs = zip(declarers("pagat-declarer-leads"), declarers("pagat"), strict=True)
    apart = found[2].declarer_apart
    assert apart is not None
    assert apart.value == pytest.approx(sum(one - other for one, other in pairs) / HANDS)
    assert apart.low < apart.high


def test_a_match_has_a_length(tmp_path: Path) -> None:
    """Ended matches alone are counted."""
    file = tmp_path / "short.yaml"
    head = "ruleset: short\nversion: 1.0.0\ntitle: Short\nextends: pagat\n"
    file.write_text(f"{head}set:\n  match.until.points: 6\n", "utf-8")
    rules = calarec.load_rules(str(file))
    (found,) = measure([rules], hands=80, seed=1)
    ends = [nth for nth, each in enumerate(calarec.simulate(rules, hands=80, seed=1), 1) if each.standing.over]
    assert found.matches is not None
    assert ends
    assert found.matches.value == ends[-1] / len(ends)
    (none,) = measure([calarec.load_rules("pagat")], hands=2, seed=1)
    assert none.matches is None


def test_cards_open(tmp_path: Path) -> None:
    """Of a game so small that it is found out: what can be made is a share of the hands that were declared."""
    file = tmp_path / "small.yaml"
    file.write_text(
        "ruleset: small\nversion: 1.0.0\ntitle: Small\nextends: pagat\nset:\n  pack.suits: bs\n  pack.ranks: 32A74\n"
        '  pack.points: {"3": 1, "2": 1, A: 3}\n  pack.aliases: {}\n  deal.hand: 2\n  deal.packets: 1\n'
        "  settle.won_if.points_at_least: 6\n",
        "utf-8",
    )
    (found,) = measure([calarec.load_rules(str(file))], hands=6, seed=2, opened=6)
    by_name = {each.contract: each.can_be_made for each in found.contracts}
    chiamo, solo = by_name["chiamo"], by_name["solo"]
    assert chiamo is not None
    assert solo is not None
    assert chiamo.value >= solo.value


def data(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """Its JSON, which is as the schema says."""
    assert main(["rules", "measure", *words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    Draft202012Validator(SCHEMA).validate(found)
    return found


def test_it_is_told_and_it_is_data(capsys: pytest.CaptureFixture[str]) -> None:
    """Two rulesets, twenty hands; the same for the same seed."""
    words = ["pagat", "pagat-declarer-leads", "--hands", "20", "--seed", "7"]
    found = data(capsys, *words)
    assert data(capsys, *words) == found
    assert [each["id"] for each in found["rules"]] == ["pagat", "pagat-declarer-leads"]
    assert main(["rules", "measure", *words]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "pagat: 20 hands (sensible, seed 7)"
    assert lines[1].split()[:3] == ["contract", "played", "made"]
    chiamo = next(line for line in lines if line.startswith("  chiamo"))
    share = found["rules"][0]["contracts"]["chiamo"]["played"]["value"]
    assert f"{100 * share:.1f} % (" in chiamo
    assert any(line.startswith("  Beside pagat, on the same deals:") for line in lines)


def test_in_italian(capsys: pytest.CaptureFixture[str]) -> None:
    """Every word of it, and decimals with a comma."""
    assert main(["rules", "measure", "pagat", "quintiglio", "--hands", "5", "--lang", "it"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("pagat: 5 mani (sensible, seme 0)\n")
    assert "contratto" in said
    assert "Le distribuzioni sono diverse da quelle di pagat" in said
    assert "0,0 %" in said


@pytest.mark.parametrize("width", [60, 80, 100])
@pytest.mark.parametrize("lang", ["en", "it"])
def test_lines_fit_the_terminal(
    width: int, lang: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that is too wide is two, each with its contracts; nothing of it is lost."""
    words = ["rules", "measure", "pagat", "quintiglio", "--hands", "12", "--lang", lang]
    assert main(words) == 0
    whole = sorted(capsys.readouterr().out.split())
    monkeypatch.setenv("COLUMNS", str(width))
    assert main(words) == 0
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= width
    assert set(out.split()) == set(whole)


def test_a_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Well formed, a bar for each contract that was played; written to a file where one is named."""
    file = tmp_path / "a.svg"
    assert main(["rules", "measure", "pagat", "--hands", "30", "--svg", "-o", str(file)]) == 0
    assert capsys.readouterr().out == ""
    root = ET.fromstring(file.read_text("utf-8"))
    space = "{http://www.w3.org/2000/svg}"
    (found,) = measure([calarec.load_rules("pagat")], hands=30)
    bars = [each for each in root.iter(f"{space}rect") if each.get("class") == "bar"]
    assert len(bars) == sum(each.made is not None for each in found.contracts)
    texts = [each.text for each in root.iter(f"{space}text")]
    assert "pagat" in texts
    assert root.findtext(f"{space}title") == "How often each contract is made"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["pagat", "--hands", "1"], "--hands"),
        (["pagat", "--json", "--svg"], "`--json` and `--svg` are two forms"),
        (["pagat", "--seats", "5"], "`pagat` is played at 3 / 4 seats."),
        (["no-such-rules"], "no-such-rules"),
    ],
)
def test_what_is_refused(capsys: pytest.CaptureFixture[str], words: list[str], says: str) -> None:
    """Is said, with status 2."""
    assert main(["rules", "measure", *words]) == 2
    assert says in capsys.readouterr().err
