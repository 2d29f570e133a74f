"""`calarec rules measure`: counted again from simulated hands; as a table, as data and as a picture."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

import calarec
from calarec.core.base.resources import data_folder
from calarec.simulation import measuring
from calarec.simulation.estimates import Estimate, estimate_mean, estimate_share, student
from calarec.simulation.measuring import measure_rulesets
from calarec.solving.contracts import DealtContract
from calarec_tools.main import main

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.simulation.estimates import FoundOut
    from calarec.simulation.run import Simulated

pytestmark = pytest.mark.slow

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
    """Contracts, declarers, payments by place, bonuses."""
    hands = made(rules, seats)
    (found,) = measure_rulesets([calarec.load_rules(rules)], hands=HANDS, seed=4, seats=seats)
    declared = [each for each in hands if each.account.declarer >= 0]
    assert found.passed is not None
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
            assert each.made.low is not None
            assert each.made.high is not None
            assert each.made.low <= each.made.value <= each.made.high
    for place, paid in enumerate(found.places):
        assert paid.value == sum(one.account.payments[one.setting.active[place]] for one in hands) / HANDS
    for name, one_share in found.bonuses:
        assert one_share.value == sum(name in one.account.bonuses for one in hands) / HANDS
    assert found.declarer_apart is None


def test_what_sets_rulesets_apart_is_taken_deal_by_deal() -> None:
    """The same rules differ in no deal; the declarer's lead is that of the pairs.

    That no deal was seen that sets rules apart is not an interval of no width: there may be some.
    """
    ids = ["pagat", "pagat", "pagat-declarer-leads", "tretre", "quintiglio"]
    found = measure_rulesets([calarec.load_rules(each) for each in ids], hands=HANDS, seed=4)
    assert found[1].declarer_apart == Estimate(0, None, None, HANDS)
    assert found[1].made_apart == Estimate(0, None, None, HANDS)
    assert [each.paired for each in found] == [True, True, True, True, False]

    def declarers(rules: str) -> list[int]:
        accounts = [each.account for each in made(rules)]
        return [each.payments[each.declarer] if each.declarer >= 0 else 0 for each in accounts]

    pairs = zip(declarers("pagat-declarer-leads"), declarers("pagat"), strict=True)
    apart = found[2].declarer_apart
    assert apart is not None
    assert apart.value == pytest.approx(sum(one - other for one, other in pairs) / HANDS)
    assert apart.low is not None
    assert apart.high is not None
    assert apart.low < apart.value < apart.high


def test_a_match_has_a_length(tmp_path: Path) -> None:
    """Every match that was begun is counted, the last one too: it is played to its end after the last hand.

    Of a number of hands that cuts off a match, the long ones would be missing.
    """
    file = tmp_path / "short.yaml"
    head = "ruleset: short\nversion: 1.0.0\ntitle: Short\nextends: pagat\n"
    file.write_text(f"{head}set:\n  match.until.points: 6\n", "utf-8")
    rules = calarec.load_rules(str(file))
    (found,) = measure_rulesets([rules], hands=80, seed=1)
    ends = [nth for nth, each in enumerate(calarec.simulate(rules, hands=200, seed=1), 1) if each.standing.over]
    begun = sum(end < 80 for end in ends) + 1
    assert begun > 2
    assert ends[begun - 2] < 80 < ends[begun - 1]
    assert found.matches is not None
    assert (found.matches.value, found.matches.cases) == (ends[begun - 1] / begun, begun)
    assert found.unfinished == 0
    assert found.hands == found.contracts[0].played.cases == 80
    (none,) = measure_rulesets([calarec.load_rules("pagat")], hands=2, seed=1)
    assert (none.ends, none.matches, none.unfinished) == (False, None, 0)


def test_a_match_that_does_not_come_to_its_end_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With how many hands it had: it is longer than those that are counted, or none is."""
    monkeypatch.setattr(measuring, "_ON", 5)
    (found,) = measure_rulesets([calarec.load_rules("quintiglio")], hands=30)
    assert found.matches is not None
    assert (found.matches, found.unfinished) == (Estimate(26, None, None, 1), 9)
    assert main(["rules", "measure", "quintiglio", "--hands", "30"]) == 0
    said = capsys.readouterr().out
    assert "  Matches played to their end: 1; hands a match: 26.00 (once).\n" in said
    assert "  One more had not ended after 9 hands; it is not counted, so a match takes longer than shown.\n" in said
    assert main(["rules", "measure", "quintiglio", "--hands", "20"]) == 0
    said = capsys.readouterr().out
    assert "  No match came to its end.\n" in said
    assert data(capsys, "quintiglio", "--hands", "20")["rules"][0]["match_unfinished"] == 25


def test_few_values_have_no_false_interval(capsys: pytest.CaptureFixture[str]) -> None:
    """One value has none, nor have eight equal ones; they are printed."""
    words = ["quintiglio", "--hands", "50"]
    (found,) = data(capsys, *words)["rules"]
    assert found["contracts"]["chiedo"]["paid"] == {"value": -8, "low": None, "high": None, "cases": 8}
    assert main(["rules", "measure", *words]) == 0
    assert "-8.00 (the same 8 times)" in capsys.readouterr().out


def small(tmp_path: Path) -> Ruleset:
    """A game so small that everything is found out."""
    file = tmp_path / "small.yaml"
    file.write_text(
        "ruleset: small\nversion: 1.0.0\ntitle: Small\nextends: pagat\nset:\n  pack.suits: bs\n  pack.ranks: 32A74\n"
        '  pack.points: {"3": 1, "2": 1, A: 3}\n  pack.aliases: {}\n  deal.hand: 2\n  deal.packets: 1\n'
        "  settle.won_if.points_at_least: 6\n",
        "utf-8",
    )
    return calarec.load_rules(str(file))


def asked(rules: Ruleset, hands: int = 12) -> dict[str, FoundOut]:
    """Return the facts about each contract of some deals."""
    (found,) = measure_rulesets([rules], hands=hands, seed=2, opened=hands)
    assert 0 < found.opened == sum(sum(each.by) for each in found.contracts)
    assert found.refused == ()
    return {each.contract: each.can_be_made for each in found.contracts if each.can_be_made is not None}


def test_cards_open(tmp_path: Path) -> None:
    """All contracts have the same deals; with enough time all are settled."""
    found = asked(small(tmp_path))
    assert len(found) == 5
    assert found["chiamo"].held >= found["solo"].held
    deals = {each.cases for each in found.values()}
    assert len(deals) == 1
    for each in found.values():
        assert each.unknown == 0
        assert each.held + each.failure_count == each.cases
        assert each.least == each.most == each.held / each.cases
        assert (each.low, each.high) == estimate_share(each.held, each.cases)[1:3]


def test_what_is_not_found_out_in_time_is_not_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is counted as such, and the share is between its least and its most."""
    whole = asked(small(tmp_path))
    answer = DealtContract.can_find_whether_made
    turn = iter(range(10_000))
    monkeypatch.setattr(DealtContract, "can_find_whether_made", lambda each: next(turn) % 2 == 0 and answer(each))
    some = asked(small(tmp_path))
    assert sum(each.unknown for each in some.values()) > 10
    for name, each in some.items():
        assert each.cases == whole[name].cases
        assert each.held + each.failure_count + each.unknown == each.cases
        assert each.held <= whole[name].held <= each.held + each.unknown
        assert each.low <= whole[name].low
        assert each.high >= whole[name].high
        assert each.least <= whole[name].least <= each.most
    monkeypatch.setattr(DealtContract, "can_find_whether_made", lambda _each: False)
    file = str(tmp_path / "small.yaml")
    (figures,) = data(capsys, file, "--hands", "12", "--seed", "2", "--open", "12")["rules"]
    deals, solo = figures["opened"], figures["contracts"]["solo"]["can_be_made"]
    assert solo["deals"] == deals == solo["made"] + solo["not_made"] + solo["unknown"]
    assert (solo["value"], solo["most"]) == (solo["made"] / deals, (solo["made"] + solo["unknown"]) / deals)
    assert main(["rules", "measure", file, "--hands", "12", "--seed", "2", "--open", "12"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any("can, cannot, not found out" in line for line in lines)
    (row,) = [line.split() for line in lines if line.startswith("  solo") and "to 100.0%" in line]
    assert " ".join(row[1:10]) == f"0.0 to 100.0% (0.0 to 100.0) 0 0 {deals}"
    assert f"  With all cards known: {deals} deals with a declarer." in lines


def test_contracts_that_cannot_be_asked_for_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the reason, and without a figure."""
    file = tmp_path / "few.yaml"
    head = "ruleset: few\nversion: 1.0.0\ntitle: Few\nextends: chiamata-only\n"
    file.write_text(f"{head}set: {{settle.won_if: {{points_at_most: 10}}}}\n", "utf-8")
    words = [str(file), "--hands", "3", "--seed", "2", "--open", "3"]
    (found,) = data(capsys, *words)["rules"]
    assert found["contracts"]["chiamo"]["can_be_made"] is None
    assert found["refused"]["chiamo"]["rule"] == "settle.won_if"
    assert main(["rules", "measure", *words]) == 0
    why = "what `settle.won_if` says is not known to the solver"
    assert f"  calarec does not ask if chiamo can be made: {why}.\n" in capsys.readouterr().out


@pytest.mark.parametrize("rules", ["tressette-accusi", "rovescino"])
def test_what_the_match_counts(rules: str) -> None:
    """By place, or by side if sides are fixed; declarations for the match count."""
    hands = made(rules)
    (found,) = measure_rulesets([calarec.load_rules(rules)], hands=HANDS, seed=4)
    sides = 2 if rules == "tressette-accusi" else len(hands[0].setting.active)
    assert [each.places for each in found.counts] == [
        tuple(range(side, len(hands[0].setting.active), sides)) for side in range(sides)
    ]
    for each in found.counts:
        for place in each.places:
            counted = 0
            for one in hands:
                side = next(side for side in one.account.sides if one.setting.active[place] in side.seats)
                counted += (side.counted or 0) // 3 + side.declared
            assert each.counted.value == counted / HANDS
    assert [name for name, _ in found.declarations] == ["napoletana", "buongioco"] * (rules == "tressette-accusi")
    for name, declared in found.declarations:
        assert declared.value == sum(name in str(each.events) for each in hands) / HANDS > 0


def test_without_a_declarer_nothing_is_told_of_one(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither contracts nor payments nor the declarer's lead: match points and length."""
    found = data(capsys, "ciapano", "rovescino", "--hands", "20")["rules"]
    for each in found:
        assert (each["passed"], each["contracts"], each["places"]) == (None, {}, [])
        assert each["declarer_apart"] is each["made_apart"] is None
        assert [one["places"] for one in each["counted"]] == [[1], [2], [3], [4]]
        assert each["match"]["cases"] > 0
    assert found[1]["paired"]
    assert main(["rules", "measure", "ciapano", "rovescino", "--hands", "20"]) == 0
    said = capsys.readouterr().out
    assert not [word for word in ("declar", "Paid", "Beside", "contract") if word in said]
    assert said.count("  Counted for the match a hand, from the eldest on: ") == 2


def test_rules_with_and_without_a_declarer_side_by_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The deals are the same, but no declarer is compared with a missing one."""
    file = tmp_path / "nobody.yaml"
    head = "ruleset: nobody\nversion: 1.0.0\ntitle: Nobody\nextends: rovescino\n"
    file.write_text(f"{head}set: {{deal.hand: 12, table.seats: [3]}}\nadd: {{piles.monte: {{dealt: 4}}}}\n", "utf-8")
    for words in (["pagat", str(file)], [str(file), "pagat"]):
        found = data(capsys, *words, "--hands", "10")["rules"]
        assert found[1]["paired"]
        assert found[1]["declarer_apart"] is found[1]["made_apart"] is None


def test_open_cards_of_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    """Hands without a declarer are reported, also in a game with bids."""
    assert main(["rules", "measure", "tressette", "pagat", "--hands", "2", "--open", "2", "--seed", "3"]) == 0
    said = "".join(
        f"`{id_}`: there is no declarer in those hands, so `--open` has nothing to solve.\n"
        for id_ in ("tressette", "pagat")
    )
    assert capsys.readouterr().err == said


def data(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """Its JSON, checked against the schema."""
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
    assert f"{100 * share:.1f}% (" in chiamo
    assert any(line.startswith("  Beside pagat, on the same deals:") for line in lines)


def test_in_italian(capsys: pytest.CaptureFixture[str]) -> None:
    """Every word of it, and decimals with a comma."""
    assert main(["rules", "measure", "pagat", "quintiglio", "--hands", "5", "--lang", "it"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("pagat: 5 mani (sensible, seme 0)\n")
    assert "contratto" in said
    assert "Le distribuzioni sono diverse da quelle di pagat" in said
    assert "0,0%" in said


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
    (found,) = measure_rulesets([calarec.load_rules("pagat")], hands=30)
    bars = [each for each in root.iter(f"{space}rect") if each.get("class") == "bar"]
    assert len(bars) == sum(each.made is not None for each in found.contracts)
    texts = [each.text for each in root.iter(f"{space}text")]
    assert "pagat" in texts
    assert root.findtext(f"{space}title") == "How often each contract is made"


def drawn(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[str | None, list[str], list[str]]:
    """The title of a picture, the names of its groups and bars, and how wide each bar is."""
    assert main(["rules", "measure", *words, "--svg"]) == 0
    root = ET.fromstring(capsys.readouterr().out)
    space = "{http://www.w3.org/2000/svg}"
    widths = [each.get("width", "") for each in root.iter(f"{space}rect") if each.get("class") == "bar"]
    return root.findtext(f"{space}title"), [each.text or "" for each in root.iter(f"{space}text")], widths


def test_a_picture_of_what_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    """Without contracts match points; with open cards possible ones; or a remark."""
    title, texts, widths = drawn(capsys, "tressette", "--hands", "20")
    assert title == "What the match counts a hand"
    assert [texts[nth] for nth in (1, 2, 4)] == ["tressette: counted a hand", "places 1 + 3", "places 2 + 4"]
    assert len(widths) == 2
    assert all(0 < float(each) <= 330 for each in widths)
    title, texts, widths = drawn(capsys, "chiamata-only", "rovescino", "--hands", "3", "--seed", "2", "--open", "1")
    assert title == "How often each contract is made"
    assert {"chiamata-only", "chiamata-only: can be made", "rovescino: counted a hand", "place 4"} <= {*texts}
    assert len(widths) == 6


def test_a_picture_without_a_contract(capsys: pytest.CaptureFixture[str]) -> None:
    """It states that none was played."""
    seed = next(
        str(seed) for seed in range(99)
        if not any(each.account.contract for each in calarec.simulate(calarec.load_rules("pagat"), hands=2, seed=seed))
    )  # fmt: skip
    _, texts, widths = drawn(capsys, "pagat", "--hands", "2", "--seed", seed)
    assert "pagat: no contract was played" in texts
    assert widths == []


def test_figures() -> None:
    """A mean is as uncertain as its few figures are, by Student's distribution as tables have it."""
    assert [round(student(each), 3) for each in (1, 2, 4, 30)] == [12.706, 4.303, 2.776, 2.042]
    assert [round(student(each), 2) for each in (5, 6, 10, 120)] == [2.57, 2.45, 2.23, 1.98]
    assert estimate_mean([4]) == Estimate(4, None, None, 1)
    assert estimate_mean([3, 3, 3]) == Estimate(3, None, None, 3)
    value, low, high, cases = estimate_mean([1, 3])
    assert (value, cases) == (2, 2)
    assert low == pytest.approx(2 - 12.706, abs=0.001)
    assert high == pytest.approx(2 + 12.706, abs=0.001)
    assert estimate_mean([1, 3], least=1)[1] == 1
    assert [round(each or 0, 3) for each in estimate_share(0, 1)] == [0, 0, 0.793, 1]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["pagat", "--hands", "1"], "--hands"),
        (["pagat", "--json", "--svg"], "`--json` and `--svg` are two forms"),
        (["pagat", "--seats", "5"], "`pagat` is played at 3 / 4 seats."),
        (["no-such-rules"], "no-such-rules"),
        (
            ["pagat", "ciapano", "--bot", "strong"],
            "`strong` does not play `ciapano`: the solver does not know games in which the fewest points win",
        ),
    ],
)
def test_what_is_refused(capsys: pytest.CaptureFixture[str], words: list[str], says: str) -> None:
    """It is reported, with status 2."""
    assert main(["rules", "measure", *words]) == 2
    assert says in capsys.readouterr().err


def test_amounts_that_nobody_played_are_gathered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No row of zeros for each of sixty amounts; the data has them all."""
    file = tmp_path / "club.yaml"
    file.write_text(
        "ruleset: club\nversion: 1.0.0\nextends: pagat\n"
        "add: {contracts.offro: {stake: 1, amounts: {least: 1, most: 60}, leader: declarer}}\n"
        "set: {auction.ladder: [offro]}\n",
        encoding="utf-8",
    )
    assert main(["rules", "measure", str(file), "--hands", "30"]) == 0
    shown = capsys.readouterr().out
    rows = [line for line in shown.splitlines() if line.startswith("  offro-")]
    assert 0 < len(rows) < 10
    assert all("0.0% (0.0" not in line for line in rows)
    assert "–60." in shown
    assert main(["rules", "measure", str(file), "--hands", "30", "--json"]) == 0
    (rules,) = json.loads(capsys.readouterr().out)["rules"]
    assert len([name for name in rules["contracts"] if name.startswith("offro-")]) == 60
