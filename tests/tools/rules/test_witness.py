"""`calarec rules diff --witness`: for every rule in which two rulesets differ a hand that sets them apart."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from calarec.core.base.resources import data_folder
from calarec.core.notation.reader import parse_records
from calarec.record_judge.session import RecordJudge
from calarec.rule_files.load import load_ruleset
from calarec_tools.main import main
from calarec_tools.output.files import progress
from tests.rulebooks import SHIPPED
from tests.tools.evenings import evening

pytestmark = pytest.mark.slow

SCHEMA = json.loads((data_folder("grammar") / "rules-diff.schema.json").read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)


def _found(capsys: pytest.CaptureFixture[str], left: str, right: str, *more: str) -> list[dict[str, Any]]:
    capsys.readouterr()
    assert main(["rules", "diff", left, right, "--witness", "--json", *more]) == 0
    told = json.loads(capsys.readouterr().out)
    Draft202012Validator(SCHEMA).validate(told)
    found: list[dict[str, Any]] = told["witnesses"]
    return found


def _judged(rules: str, record: str) -> tuple[bool, dict[str, int]]:
    """Return whether the last hand is legal under rules, and its payments."""
    judge = RecordJudge(load_ruleset(rules), literal=True)
    judged = [judge.replay(hand) for hand in parse_records(record)][-1]
    wrong = [each for each in judged.findings if each.severity != "note" and each.code[3] in "2345"]
    paid = judged.account.payments if judged.account is not None else ()
    labels = judged.setting.labels if judged.setting is not None else ()
    return not wrong and judged.verdict != "illegal", dict(zip(labels, paid, strict=False)) if not wrong else {}


def family(first: str) -> list[str]:
    """A ruleset and all shipped ones that are it but for some rules, or but for some of one of those."""
    texts = {ruleset: file.read_text("utf-8") for ruleset, file in SHIPPED.items()}
    found = [first]
    for each in found:
        found += [name for name, text in texts.items() if f"\nextends: {each}\n" in text]
    return found


@pytest.mark.mass
@pytest.mark.parametrize(
    ("left", "right"),
    [
        *combinations(family("tressette"), 2),
        ("pagat", "pagat-declarer-leads"),
        ("twenty-one", "no-stramazzo"),
        ("twenty-one", "short-11"),
        ("twenty-one", "chiamata-only"),
        ("thirty-five", "thirty-five-eldest-leads"),
    ],
)
def test_every_rule_of_a_family_has_a_witness_that_a_replay_bears_out(
    capsys: pytest.CaptureFixture[str], left: str, right: str
) -> None:
    """Between any two of it."""
    found = _found(capsys, left, right)
    assert found
    for each in found:
        witness = each["witness"]
        assert witness or each["proofs"], each["rules"]
        if not witness:
            continue
        one, other = witness["rulings"]
        assert one != {**other, "ruleset": one["ruleset"], "taken_over": False}
        for ruling in (one, other):
            if ruling["taken_over"]:
                continue
            allowed, paid = _judged(ruling["ruleset"], witness["record"])
            assert allowed == ruling["allowed"]
            assert paid == ruling["payments"] or not allowed


@pytest.mark.mass
@pytest.mark.parametrize(
    ("rule", "code"),
    [
        ("auction.ladder", "CAL430"),
        ("contracts.solissimo.leader", "CAL501"),
        ("contracts.solissimo.raises", "CAL410"),
        ("steps.hand-over.open", "CAL437"),
        ("steps.give-back.open", "CAL437"),
        ("steps.monte.shown", "CAL437"),
    ],
)
def test_a_refusal_comes_from_the_rule_that_it_shows(capsys: pytest.CaptureFixture[str], rule: str, code: str) -> None:
    (shown,) = [each for each in _found(capsys, "pagat", "twenty-one") if rule in each["rules"]]
    assert [ruling["code"] for ruling in shown["witness"]["rulings"]] == ["", code]


def test_what_means_nothing_elsewhere_is_shown_by_what_is_forbidden_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Sitting out at a table of four is shown by a hand at such a table."""
    found = {each["rules"][0]: each["witness"] for each in _found(capsys, "pagat", "thirty-five")}
    for rule in ("table.sits_out.at", "table.sits_out.shares"):
        assert [each["code"] for each in found[rule]["rulings"]] == ["", "CAL216"]
        assert "\nout A\n" in found[rule]["record"]


def test_a_hand_is_no_longer_than_it_must_be(capsys: pytest.CaptureFixture[str]) -> None:
    """The leader shows with the first card; the rest is left out."""
    (found,) = _found(capsys, "thirty-five", "thirty-five-eldest-leads")
    (hand,) = parse_records(found["witness"]["record"])
    assert [each for each in hand.lines if each[:2].strip().isdigit()] == [hand.lines[-2]]
    assert hand.lines[-1].startswith("end abandoned")


def test_hands_of_records_and_the_folder_they_are_written_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.cal").write_text(evening("pagat", 12), encoding="utf-8")
    found = _found(capsys, "pagat", "pagat-declarer-leads", "--from", "a.cal", "-o", "shown")
    shown = [each for each in found if each["witness"]]
    assert shown
    assert {each["witness"]["file"] for each in shown} == {"a.cal"}
    files = sorted((tmp_path / "shown").iterdir())
    assert len(files) == len(shown)
    for file, each in zip(files, shown, strict=True):
        assert file.read_text(encoding="utf-8").split("\n", 1)[1] == each["witness"]["record"]
    (tmp_path / "none.cal").write_text(evening("tressette", 1), encoding="utf-8")
    assert not any(each["witness"] for each in _found(capsys, "twenty-one", "no-stramazzo", "--from", "none.cal"))


def test_what_no_hand_can_show_is_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = "ruleset: club\nversion: 1.0.0\ntitle: Club\nextends: pagat\nset:\n  deal.packets: 3\n"
    (tmp_path / "club.yaml").write_text(house, encoding="utf-8")
    (found,) = _found(capsys, "pagat", "./club.yaml")
    assert found["witness"] is None
    assert found["tried"] == 0
    assert found["proofs"] == ["a record says which cards a seat was dealt, not in what packets"]


@pytest.mark.mass
@pytest.mark.parametrize("columns", ["60", "100"])
@pytest.mark.parametrize("lang", ["en", "it"])
def test_it_fits_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: str, lang: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert main(["rules", "diff", "thirty-five", "thirty-five-eldest-leads", "--witness", "--lang", lang]) == 0
    said = capsys.readouterr().out
    assert max(map(len, said.splitlines())) <= int(columns)
    assert ("Shown by a hand made under" in said) == (lang == "en")
    assert ("Lo mostra una mano fatta con" in said) == (lang == "it")


def test_wrong_use_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["-o", "x"], ["--from", "a.cal"]):
        assert main(["rules", "diff", "pagat", "twenty-one", *words]) == 2
        told = capsys.readouterr()
        assert (told.out, told.err) == ("", "calarec: `--from` and `-o` go with `--witness`.\n")
    assert main(["rules", "diff", "pagat", "no-such-rules", "--witness"]) == 2


def test_what_cannot_be_had_is_refused_before_anything_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder that is a file or would be in one; records that cannot be read."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    (tmp_path / "bin.cal").write_bytes(b"\0\0\0")
    diff = ["rules", "diff", "pagat", "pagat-declarer-leads", "--witness"]
    for words, said in (
        ([*diff, "-o", "file"], "calarec: `file` is a file; `-o` needs a folder."),
        ([*diff, "-o", "file/more"], "calarec: `file` is a file; `-o` needs a folder."),
        (["rules", "check", "pagat", "--hands", "1", "-o", "file"], "calarec: `file` is a file; `-o` needs a folder."),
        ([*diff, "--from", "bin.cal"], "calarec: bin.cal:1:1: CAL015 "),
        ([*diff, "--from", "none.cal"], "calarec: "),
    ):
        assert main(words) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.startswith(said)
        assert told.err.count("\n") == 1
    assert (tmp_path / "file").read_text(encoding="utf-8") == ""


def test_a_hand_that_shows_a_finding_is_written_to_the_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`rules check -o`: without a majority, a hand in which both sides have enough."""
    club = "ruleset: club\nversion: 1.0.0\ntitle: Club\nextends: pagat\nset:\n  settle.won_if.points_at_least: 15\n"
    (tmp_path / "club.yaml").write_text(club, encoding="utf-8")
    assert main(["rules", "check", "club.yaml", "--hands", "1", "-o", "shown/here"]) == 1
    told = capsys.readouterr()
    assert "RUL502" in told.out
    (file,) = (tmp_path / "shown" / "here").iterdir()
    assert told.err.splitlines()[0] == f"{Path('shown/here', file.name)}: a hand that shows it"
    (judged,) = map(
        RecordJudge(load_ruleset("./club.yaml"), literal=True).replay, parse_records(file.read_text(encoding="utf-8"))
    )
    assert judged.verdict == "legal"
    assert judged.account is not None
    said = next(line for line in judged.hand.lines if line.startswith("result ")).split()[1:]
    points = dict(zip((each[:-1] for each in said[::2]), map(int, said[1::2]), strict=True))
    assert judged.setting is not None
    own = points[judged.setting.labels[judged.account.declarer]]
    assert 15 <= own <= sum(points.values()) - 15


def test_a_terminal_sees_how_far_the_search_has_come(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line on standard error, which is taken away again; nothing where that is not a terminal."""
    monkeypatch.setattr(progress, "_DELAY_SECONDS", 0.0)
    monkeypatch.setattr(progress, "_INTERVAL_SECONDS", 0.0)
    assert main(["rules", "diff", "pagat", "pagat-declarer-leads", "--witness"]) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(["rules", "diff", "pagat", "pagat-declarer-leads", "--witness"]) == 0
    told = capsys.readouterr().err
    assert "1 hand tried; rule 1" in told
    assert told.endswith("\r\x1b[K")
