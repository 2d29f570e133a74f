"""Units: numbers written with them, numbers that were perhaps meant in another one, what the difference brings."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from calarec import load_rules, simulate
from calarec.core.wording.language import LANGUAGES, text_in
from calarec.rule_files.load import check_rules
from calarec.rule_files.units import numbers_with_units
from calarec.rulebook.chapters import chapters_of
from calarec.rulebook.sentences import Sentence
from tests.rulebook.mutations import shipped

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.rule_files.load import Loaded

pytestmark = pytest.mark.slow

_WHEN = "settle.bonus.stramazzo.when"


@pytest.fixture(autouse=True)
def _no_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CALAREC_RULES", str(tmp_path))


def check(folder: Path, text: str, *, parent: str = "pagat", name: str = "house") -> Loaded:
    """The ruleset that changes a parent, with its findings."""
    file = folder / f"{name}.yaml"
    file.write_text(f"ruleset: {name}\nversion: 1.0.0\nextends: {parent}\n{text}", encoding="utf-8")
    return check_rules(str(file))


def told(loaded: Loaded) -> list[tuple[str, str]]:
    """Codes and severities, without redundant lines."""
    return [(each.code, each.severity.value) for each in loaded.findings if each.code != "RUL124"]


def digest(loaded: Loaded) -> str:
    """The digest of a ruleset that is sound."""
    assert loaded.ruleset is not None, [str(each.message()) for each in loaded.findings]
    return loaded.ruleset.digest


@pytest.mark.mass
@pytest.mark.parametrize("name", shipped())
def test_numbers_with_their_unit_are_the_same_rules(name: str, tmp_path: Path) -> None:
    """Every number of every shipped ruleset, written with its unit, gives the same digest and no warning."""
    numbers = numbers_with_units(load_rules(name).tree)
    assert len(numbers) > 5
    lines = "".join(f"  {'.'.join(path)}: {said}\n" for path, (said, _) in numbers.items())
    found = check(tmp_path, f"set:\n{lines}", parent=name)
    assert digest(found) == load_rules(name).digest
    before = [(each.code, each.severity.value) for each in check(tmp_path, "", parent=name).findings]
    assert [each for each in told(found) if each[1] != "note"] == [each for each in before if each[1] != "note"]


@pytest.mark.mass
@pytest.mark.parametrize(
    ("path", "written", "bare"),
    [
        ("settle.won_if.points_at_least", "7p", 21),
        ("settle.won_if.points_at_least", "7 1/3p", 22),
        ("settle.won_if.points_at_least", "22/3p", 22),
        ("settle.bonus.stramazzo.when.card_points_in_tricks_below", "2/3p", 2),
        ("pack.points.*", "1/3p", 1),
        ("contracts.solo.stake", "3x", 3),
        ("contracts.solo.lost", "5x", 5),
        ("match.until.points", "31p", 31),
    ],
)
def test_texts_and_bare_numbers_are_one(path: str, written: str, bare: int, tmp_path: Path) -> None:
    """The unit is resolved before the digest."""
    keep = "  settle.won_if.points_at_least: 4\n" if path.startswith("pack.points") else ""
    one = check(tmp_path, f"set:\n{keep}  {path}: {written}\n", name="one")
    other = check(tmp_path, f"set:\n{keep}  {path}: {bare}\n", name="other")
    assert digest(one) == digest(other)


def test_payments_in_halves(tmp_path: Path) -> None:
    """`1/2x` is one half where halves are counted."""
    stakes = "settle.pay_unit: 1/2, contracts.*.stake"
    one = check(tmp_path, f"set: {{{stakes}: 1/2x}}\n", name="one")
    other = check(tmp_path, f"set: {{{stakes}: 1}}\n", name="other")
    assert digest(one) == digest(other)


def test_a_unit_of_the_child_counts_what_its_parent_wrote(tmp_path: Path) -> None:
    """`6p` stays six points under another unit, a bare number does not."""
    check(
        tmp_path,
        "set: {settle.won_if.points_at_least: 13p, pack.points.*: 1p, standing.revoke.move_points: 3}\n",
        name="above",
    )
    child = check(tmp_path, "set: {pack.unit: 1/6}\nbecause: {pack.unit: {why: finer}}\n", parent="above")
    assert child.ruleset is not None
    assert child.ruleset.tree["settle"]["won_if"]["points_at_least"] == 78
    assert child.ruleset.tree["pack"]["last_trick"] == 6
    assert child.ruleset.tree["standing"]["revoke"]["move_points"] == 3


@pytest.mark.parametrize(
    ("line", "code", "help_en"),
    [
        ("pack.last_trick: 1/2p", "RUL211", "write `1/3p`, `2/3p`"),
        ("contracts.solo.stake: 1/2x", "RUL211", "write `1x`"),
        ("contracts.solo.stake: 2p", "RUL211", "`2x`?"),
        ("pack.last_trick: 2x", "RUL211", "`2p`?"),
        ("match.until.points: 31 1/2p", "RUL211", "write `31p`, `32p`"),
        ("pack.last_trick: 1 point", "RUL203", "`1/3p`"),
        ("contracts.solo.stake: 1/2", "RUL203", "`1/2x`"),
        ("pack.last_trick: 9999p", "RUL206", ""),
        ("deal.hand: 12p", "RUL203", "write `12`"),
        ("settle.bonus.cappotto.times: 2x", "RUL203", "here write only a number: `2`"),
    ],
)
def test_what_does_not_come_out_is_told_once(line: str, code: str, help_en: str, tmp_path: Path) -> None:
    """At the value, with what may be written instead, in both languages."""
    loaded = check(tmp_path, f"set:\n  {line}\n")
    assert [each.code for each in loaded.findings] == [code]
    (finding,) = loaded.findings
    assert (finding.span.line, finding.span.column) == (5, 3 + line.index(":") + 2)
    assert help_en in (finding.help("en") or "")
    assert finding.message("it") != finding.message("en")


@pytest.mark.parametrize(("wrong", "right"), [("2p", "2x"), ("6/2", "6/2x")])
def test_the_other_letter_is_offered(wrong: str, right: str, tmp_path: Path) -> None:
    """A fix is not applied unasked."""
    (finding,) = check(tmp_path, f"set:\n  contracts.solo.stake: {wrong}\n").findings
    assert finding.fix is not None
    assert [each.text for each in finding.fix.edits] == [right]
    assert not finding.fix.safe


@pytest.mark.mass
@pytest.mark.parametrize(
    ("line", "now", "other", "near", "same"),
    [
        ("pack.last_trick: 1", "a third of a point", "1 point (3 thirds)", "1p", "1/3p"),
        ("pack.last_trick: 2", "two thirds of a point", "2 points (6 thirds)", "2p", "2/3p"),
        ("settle.won_if.points_at_least: 6", "2 points (6 thirds)", "6 points (18 thirds)", "6p", "2p"),
        ("settle.won_if.points_at_least: 3", "1 point (3 thirds)", "3 points (9 thirds)", "3p", "1p"),
        ("settle.won_if.points_at_least: 9", "3 points (9 thirds)", "9 points (27 thirds)", "9p", "3p"),
        (f"{_WHEN}.points_below: 3", "1 point (3 thirds)", "3 points (9 thirds)", "3p", "1p"),
        (f"{_WHEN}.card_points_in_tricks_below: 1", "a third of a point", "1 point (3 thirds)", "1p", "1/3p"),
        (f"{_WHEN}.card_points_below: 6", "2 points (6 thirds)", "6 points (18 thirds)", "6p", "2p"),
    ],
)  # fmt: skip
def test_so_few_points_are_warned_of(line: str, now: str, other: str, near: str, same: str, tmp_path: Path) -> None:
    """Both readings are named, how each is written too; a reason answers, and so does the unit."""
    loaded = check(tmp_path, f"set:\n  {line}\n")
    assert told(loaded) == [("RUL504", "warning")]
    (finding,) = loaded.findings
    assert finding.message("en").endswith(f" is {now}, not {other}")
    assert f"for {other} write `{near}`, for {now} write `{same}`" in (finding.help("en") or "")
    path, _, _ = line.partition(":")
    answered = check(tmp_path, f"set:\n  {line}\nbecause:\n  {path}: {{why: We like it.}}\n")
    assert ("RUL504", "note") in told(answered)
    assert "warning" not in {severity for code, severity in told(answered) if code == "RUL504"}
    assert "RUL504" not in dict(told(check(tmp_path, f"set:\n  {path}: {same}\n")))
    assert told(check(tmp_path, f"set:\n  {path}: {near}\n")) in ([], [("RUL502", "warning")])


@pytest.mark.parametrize("line", ["pack.last_trick: 3p", "settle.won_if.points_at_least: 5p"])
def test_what_a_reason_has_answered_asks_for_none(line: str, tmp_path: Path) -> None:
    """A reason written as the help asks is not asked for again."""
    path, _, _ = line.partition(":")
    (warned,) = check(tmp_path, f"set:\n  {line}\n").findings
    assert (warned.code, warned.severity) == ("RUL502", "warning")
    assert f"`{path}:`, and under that `why:`" in warned.help("en")
    (answered,) = check(tmp_path, f"set:\n  {line}\nbecause:\n  {path}:\n    why: We like it.\n").findings
    assert (answered.code, answered.severity) == ("RUL502", "note")
    assert (answered.help("en"), answered.help("it")) == ("", "")


@pytest.mark.parametrize(
    ("parent", "line"),
    [
        ("pagat", "pack.last_trick: 3"),
        ("pagat", "pack.last_trick: 0"),
        ("pagat", "settle.won_if.points_at_least: 18"),
        ("pagat", "settle.bonus.stramazzo.when.points_below: 12"),
        ("pagat", "settle.bonus.stramazzo.when.points_below: 3p"),
        ("thirty-five", "pack.last_trick: 1"),
        ("thirty-five", "settle.won_if.points_at_least: 6"),
    ],
)
def test_what_is_usual_is_not(parent: str, line: str, tmp_path: Path) -> None:
    """Neither half of what is usual, nor more than the pack has, nor what has its unit, nor whole points."""
    assert "RUL504" not in dict(told(check(tmp_path, f"set:\n  {line}\n", parent=parent)))


def test_a_frozen_number_keeps_its_unit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Otherwise the frozen file would have a warning that its author has answered."""
    from calarec_tools.main import main

    wanted = digest(check(tmp_path, "set: {pack.last_trick: 1/3p, settle.won_if.points_at_least: 17}\n"))
    assert main(["rules", "freeze", str(tmp_path / "house.yaml")]) == 0
    text = capsys.readouterr().out
    assert "last_trick: 1/3p" in text
    assert f"sha256:{wanted[:12]}" in text
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "house.yaml").write_text(text, encoding="utf-8")
    kept = check_rules(str(tmp_path / "kept" / "house.yaml"))
    assert digest(kept) == wanted
    assert "RUL504" not in dict(told(kept))


def test_a_unit_that_counts_the_parents_numbers_anew(tmp_path: Path) -> None:
    """Named with the first numbers, answered by a reason; restated ones are not there."""
    loaded = check(tmp_path, "set:\n  settle.pay_unit: 1/2\n")
    assert told(loaded) == [("RUL521", "warning")]
    said = loaded.findings[0].message("en")
    assert "`contracts.chiamo.stake` was 1x and is 1/2x" in said
    assert "2 more" in said
    answered = check(tmp_path, "set:\n  settle.pay_unit: 1/2\nbecause:\n  settle.pay_unit: {why: cheaper}\n")
    assert told(answered) == [("RUL521", "note")]
    stakes = {name: each["stake"] for name, each in load_rules("pagat").tree["contracts"].items()}
    lines = "".join(f"  contracts.{name}.stake: {stake}x\n" for name, stake in stakes.items())
    assert told(check(tmp_path, f"set:\n  settle.pay_unit: 1/2\n{lines}")) == []
    points = check(tmp_path, "set:\n  pack.unit: 1/6\n")
    (said,) = (each.message("en") for each in points.findings if each.code == "RUL521")
    assert "`pack.points.3` was 1/3p and is 1/6p" in said
    assert "last_trick" not in said, "a number with its unit is worth what it was"


def test_what_is_paid_for_a_point_counts_as_the_parent_pays_it(tmp_path: Path) -> None:
    """Stakes for each point of the difference are in the parent's unit of points."""
    parent = tmp_path / "thirds.yaml"
    lines = "extends: pagat\nset:\n  settle.pay: difference\n  settle.pay_unit: 1/3\n"
    parent.write_text(f"ruleset: thirds\nversion: 1.0.0\n{lines}", encoding="utf-8")
    loaded = check(tmp_path, "set:\n  settle.pay_unit: 1/2\n", parent="thirds")
    (said,) = (each.message("en") for each in loaded.findings if each.code == "RUL521")
    assert "`contracts.solo.stake` was 2x and is 3x" in said


def test_messages_say_the_unit(tmp_path: Path) -> None:
    """Points of findings are points, with the file's number beside them."""
    (finding,) = check(tmp_path, "set:\n  settle.won_if.points_at_least: 54\n").findings
    assert finding.message("en") == (
        "the declarer needs 18 points (54 thirds), and the whole deal is worth 11 points and two thirds (35 thirds)"
    )
    (finding,) = check(tmp_path, "set:\n  pack.total: 11p\n").findings
    assert finding.message("it").endswith("insieme 11 punti e due terzi (35 terzi), non 11 punti (33 terzi)")


def test_rules_are_shown_with_their_units(capsys: pytest.CaptureFixture[str]) -> None:
    """Beside the numbers, which stay as they are."""
    from calarec_tools.main import main

    assert main(["rules", "show", "pagat"]) == 0
    shown = capsys.readouterr().out
    assert re.search(r"^  last_trick: 3 +# 1p$", shown, re.M)
    assert re.search(r"points_at_least: 18\b.* +# (points_at_least: )?6p$", shown, re.M)
    assert "x" not in "".join(re.findall(r"#.*[0-9]x", shown)), "whole stakes need no unit"
    assert main(["rules", "show", "pagat", "--origin"]) == 0
    assert re.search(r"last_trick: 3 +# 1p; pagat:\d+ ", capsys.readouterr().out)


DIFFERENCE = """\
set:
  settle.pay: difference
  settle.pay_unit: {paid}
  pack.unit: {unit}
  settle.bonus.cappotto: {{when: {{of: losers, tricks: 0}}, instead: 70}}
  settle.bonus.stramazzo: off
  settle.bonus_order: [cappotto]
because:
  pack.unit: {{why: a trial}}
  settle.pay_unit: {{why: a trial}}
"""


@pytest.mark.parametrize(("unit", "paid"), [("1/3", "1/3"), ("1/3", "1/6"), ('"1"', "1/2"), ('"1"', '"1"')])
def test_the_difference_is_one_sum_in_book_reasons_and_arithmetic(unit: str, paid: str, tmp_path: Path) -> None:
    """The book's stake times the difference is what is paid, and the reasons agree."""
    loaded = check(tmp_path, DIFFERENCE.format(unit=unit, paid=paid))
    assert loaded.ruleset is not None, [str(each.message()) for each in loaded.findings]
    rules = loaded.ruleset
    parts, pays = (Fraction(each.strip('"')) for each in (unit, paid))
    book = {
        text_in(chapter.title, "en"): Fraction(sum(Fraction(part) for part in found[1].split()))
        for chapter in chapters_of(rules)
        for each in chapter.told
        if isinstance(each, Sentence)
        and (found := re.match(r"The stake is ([0-9/ ]+?)(?: \(|:)", each.sentence_text("en")))
    }
    assert book["chiamo"] * 2 == book["solo"]
    seen = 0
    for hand in simulate(rules, hands=12, seed=5):
        ruling = hand.account
        if not ruling.contract or ruling.bonus:
            continue
        own, others = (each.counted or 0 for each in ruling.sides)
        difference = abs(own - others) * parts
        rate = book[text_in(rules.name("contracts", ruling.contract), "en")]
        assert ruling.stake * pays == difference * rate
        said = " ".join(text_in(reason.says, "en") for reason in ruling.because)
        stake = re.search(r"stake ([0-9/ ]+)", said)
        assert stake is not None
        assert sum(map(Fraction, stake[1].split())) == rate
        seen += 1
    assert seen > 5


def test_parts_of_a_stake_are_said_in_full(tmp_path: Path) -> None:
    """Half of what, a reader of the book would ask."""
    loaded = check(tmp_path, "set:\n  settle.pay_unit: 1/2\n")
    assert loaded.ruleset is not None
    for lang in LANGUAGES:
        texts = [each.sentence_text(lang) for chapter in chapters_of(loaded.ruleset) for each in chapter.told
                 if isinstance(each, Sentence)]  # fmt: skip
        wanted = "each opponent pays half a stake" if lang == "en" else "ogni avversario gli paga mezza posta"
        assert any(wanted in text for text in texts)


@pytest.mark.parametrize("line", ["pack.last_trick: 2p", "pack.last_trick: 3p", "settle.won_if.points_at_least: 5p"])
def test_the_target_that_the_help_names_is_a_majority(line: str, tmp_path: Path) -> None:
    """Written into the file, it leaves nothing to warn of."""
    (warned,) = check(tmp_path, f"set:\n  {line}\n").findings
    found = re.search(r"write `(settle\.won_if\.points_at_least: [0-9]+p)`", warned.help("en") or "")
    assert found is not None
    kept = "" if line.startswith("settle") else f"  {line}\n"
    assert "RUL502" not in dict(told(check(tmp_path, f"set:\n{kept}  {found[1]}\n")))
