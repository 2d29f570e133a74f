"""`calarec rescore`: what the same play pays under other rules, against referees that know nothing of calarec."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from calarec.core.base.resources import data_folder
from calarec.core.judge.json import as_json
from calarec.core.notation.writer import write
from calarec.rule_files.load import load_ruleset
from calarec.simulation import simulate
from calarec_tools.archive.rescoring import rescore_record
from calarec_tools.cli.rescore import EveryTotal, add_totals
from calarec_tools.main import main
from tests.referees import on_next, on_roles
from tests.referees.agreeing import rules as attested
from tests.referees.comparison import for_the_referee
from tests.referees.deals import referees
from tests.rulebooks import game
from tests.tools.evenings import evening

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

SCHEMA = json.loads((data_folder("grammar") / "rescore.schema.json").read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)


def test_an_evening_pays_what_the_referees_say(tmp_path: Path) -> None:
    """Forty hands under two rulesets, one with other cards' names, that forbids some; these add nothing."""
    (tmp_path / "a.cal").write_text(evening("twenty-one", 40), encoding="utf-8")
    rules = ("twenty-one", "spazzatura")
    found = list(rescore_record("a.cal", [load_ruleset(each) for each in rules], known={}, stops=False))
    paid: dict[str, list[dict[str, int]]] = {}
    for one, name in zip(found, rules, strict=True):
        assert len(one.judged) == 40
        gone = {each.hand.line for each in one.forbidden}
        paid[name] = []
        for judged in one.judged:
            if judged.hand.line in gone:
                continue
            if judged.account is None:
                continue  # all have passed, and under the other rules the hand would have been played
            answer = referees()[name].referee(for_the_referee(as_json(judged)), name)
            assert answer["why_not"] is None
            assert judged.setting is not None
            ours = dict(zip(judged.setting.labels, judged.account.payments, strict=True))
            assert ours == answer["payments"]
            paid[name].append(ours)
        assert sum(len(each.hands) for each in one.evenings) == 40 - len(gone)
    assert len(paid["twenty-one"]) == 40
    assert 5 <= len(paid["spazzatura"]) < 40
    assert any(any(each.values()) for each in paid["spazzatura"])


def test_other_names_are_carried_over(tmp_path: Path) -> None:
    """The same game with other ranks pays the same; the replaced cards are named."""
    (tmp_path / "a.cal").write_text(evening("cavendish", 6), encoding="utf-8")
    rules = [load_ruleset(each) for each in ("cavendish", "american-1900")]
    own, other = rescore_record("a.cal", rules, known={}, stops=False)
    assert not own.assumed
    assert other.assumed["rank"]["3"] == "A"
    assert not other.forbidden
    both = [[each.account.payments for each in one.judged if each.account] for one in (own, other)]
    assert both[0] == both[1]
    assert len(both[0]) == 6


def test_passing_is_said_as_the_other_rules_say_it(tmp_path: Path) -> None:
    """`sto bene` after a bid is `passo` where there is no other word, and the other way round; the cards play alike."""
    rules = [load_ruleset(each) for each in ("tretre", "pagat")]
    (tmp_path / "a.cal").write_text(evening("tretre", 12), encoding="utf-8")
    own, other = rescore_record("a.cal", rules, known={}, stops=False)
    assert not own.assumed
    assert other.assumed["word"] == {"sto-bene": "passo"}
    assert other.assumed["contract"] == {"chiedo": "chiamo"}
    assert len(other.forbidden) < 9
    (tmp_path / "a.cal").write_text(evening("pagat", 12), encoding="utf-8")
    (back,) = rescore_record("a.cal", rules[:1], known={}, stops=False)
    assert back.assumed["word"] == {"passo": "sto-bene"}
    assert back.assumed["contract"] == {"chiamo": "chiedo"}


FORBIDDEN = """cal 1
rules pagat
seat A "Anna"
seat B "Bruno"
seat C "Carla"

hand 1
dealer A
bid B: passo C: chiamo A: passo
result C: won
score A: -1 B: -1 C: +2
end

hand 2
dealer B
bid C: passo A: solo B: passo
result A: won
score A: +4 B: -2 C: -2
end

hand 3
dealer C
bid A: passo B: chiamo C: passo
result B: lost
score A: +1 B: -2 C: +1
end
"""


def _run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["rescore", *words])
    said = capsys.readouterr()
    return status, said.out, said.err


def _house(tmp_path: Path) -> str:
    """Pagat without `chiamo`, and a solo that is worth ten times as much."""
    changes = "{contracts.solo.stake: 20, auction.ladder: [solo, solissimo]}"
    text = f"ruleset: club\nversion: 1.0.0\nextends: pagat\nset: {changes}\n"
    (tmp_path / "club.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "a.cal").write_text(FORBIDDEN, encoding="utf-8")
    return "./club.yaml"


def test_what_is_forbidden_is_left_out_or_ends_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With hand, line and why; the other hands count all the same, unless it is to stop there."""
    club = _house(tmp_path)
    status, out, _ = _run(capsys, "a.cal", "--rules", club)
    assert status == 1
    assert "Left out: hand 1, line 7: CAL" in out
    assert "Left out: hand 3, line 21: CAL" in out
    (last,) = [line.split() for line in out.splitlines() if line.split()[:1] == ["Total"]]
    assert last == ["Total", "40", "-20", "-20"]
    status, out, _ = _run(capsys, "a.cal", "--rules", club, "--stop")
    assert status == 1
    assert "It ends with hand 1, line 7: CAL" in out
    assert "Total" not in out


def test_totals_stand_side_by_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By person; the record's own payments, results and totals are not believed."""
    club = _house(tmp_path)
    status, out, _ = _run(capsys, "a.cal", "--rules", "pagat", "--rules", club)
    assert status == 1
    tail = [line.split() for line in out.splitlines()[-4:]]
    assert tail == [["pagat", "club"], ["Anna", "+4", "+40"], ["Bruno", "-5", "-20"], ["Carla", "+1", "-20"]]


def test_a_winter_has_totals_of_all_its_evenings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A single visitor counts once; thirds and whole points of evenings are added."""
    club = _house(tmp_path)
    (tmp_path / "b.cal").write_text((tmp_path / "a.cal").read_text(encoding="utf-8").replace("Anna", "Dora"))
    _, out, _ = _run(capsys, "a.cal", "b.cal", "--rules", "pagat", "--rules", club)
    tail = [line.split() for line in out.splitlines()[-6:]]
    assert "Final totals, 2 files together" in out.splitlines()
    assert tail[1:] == [
        ["pagat", "club"], ["Anna", "+4", "+40"], ["Bruno", "-10", "-40"], ["Carla", "+2", "-40"],
        ["Dora", "+4", "+40"],
    ]  # fmt: skip
    _, out, _ = _run(capsys, "a.cal", "b.cal", "--rules", club)
    assert out.splitlines()[-4].split() == ["Anna", "+40"]
    thirds = [EveryTotal({"Anna": 2}, 3), EveryTotal({"Anna": -1, "Bruno": 1}, 1)]
    assert add_totals(thirds) == EveryTotal({"Anna": -1, "Bruno": 3}, 3)


@pytest.mark.mass
@pytest.mark.parametrize("width", [60, 100])
@pytest.mark.parametrize("lang", ["en", "it"])
def test_lines_fit_the_terminal(
    width: int, lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In either language."""
    monkeypatch.setenv("COLUMNS", str(width))
    club = _house(tmp_path)
    _, out, _ = _run(capsys, "a.cal", "--rules", "pagat", "-r", club, "-r", "pagat-declarer-leads", "--lang", lang)
    assert max(map(len, out.splitlines())) <= width


def test_the_json_is_as_the_schema_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One object a hand, all rulesets in it."""
    club = _house(tmp_path)
    _, out, _ = _run(capsys, "a.cal", "--rules", "pagat", "--rules", club, "--json")
    found: list[dict[str, Any]] = [json.loads(line) for line in out.splitlines()]
    for each in found:
        Draft202012Validator(SCHEMA).validate(each)
    assert [each["hand"] for each in found] == ["1", "2", "3"]
    assert [[one["counted"] for one in each["under"]] for each in found] == [[True, False], [True, True], [True, False]]
    assert [one["payments"] for one in found[1]["under"]] == [{"A": 4, "B": -2, "C": -2}, {"A": 40, "B": -20, "C": -20}]


def test_wrong_use_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No rules, unknown rules, no file."""
    _house(tmp_path)
    for words in (["a.cal"], ["a.cal", "--rules", "nope"], ["nope.cal", "--rules", "pagat"]):
        status, out, err = _run(capsys, *words)
        assert (status, out, len(err.splitlines())) == (2, "", 1)


@pytest.mark.parametrize("name", ["holder-half", "dealer-double", "streaks", "last-round-doubled", "one-solo"])
def test_roles_and_rules_of_the_match_pay_as_their_referees_say(name: str, tmp_path: Path) -> None:
    """An evening of pagat under them, up to the end of its first match; a second solo is forbidden."""
    hands = [each.hand for each in simulate(game("pagat"), hands=40, seed=4, bot="random", seats=3)]
    (tmp_path / "a.cal").write_text(write(hands), encoding="utf-8")
    (found,) = rescore_record("a.cal", [attested(name).ruleset], known={}, stops=False)
    forbidden = {each.hand.line for each in found.forbidden}
    match, paid = on_next.Match(name, "ABC") if name in on_next.RULES else None, 0
    for judged in found.judged:
        if judged.hand.line in forbidden:
            continue
        hand = for_the_referee(as_json(judged))
        answer = match.judge(hand) if match else on_roles.referee(hand, name)
        if match:
            match.add(answer)
        assert judged.account is not None
        assert judged.setting is not None
        ours = dict(zip(judged.setting.labels, judged.account.payments, strict=True))
        assert ours == {seat: answer["payments"].get(seat, 0) for seat in ours}
        paid += any(ours.values())
        if judged.standing is not None and judged.standing.over:
            break
    assert paid >= 5
    assert bool(forbidden) is (name == "one-solo")
