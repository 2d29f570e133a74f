"""`calarec identify`: the right ruleset is found; objections can be replayed."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from calarec.bulk.wanted_hands import FilteredHands
from calarec.core.base.resources import data_folder
from calarec.core.engine.game import Game
from calarec.core.judge.score import UNKNOWN_SCORE
from calarec.core.notation.source import Text
from calarec.public import read
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import load_ruleset
from calarec.rulebook.comparison import compare
from calarec_tools.archive import candidates
from calarec_tools.archive.candidates import HandNumbers, TogetherSaid, identify_evenings, is_objection_by_rules
from calarec_tools.main import main
from tests.bulk.damage import damaged
from tests.bulk.texts import irregular_text
from tests.house.tree import ROOT
from tests.rulebooks import SHIPPED
from tests.tools.evenings import evening, with_slips

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.judge.running_totals import RunningTotals
    from calarec.core.records.model import Hand
    from calarec_tools.archive.candidates import Identification

pytestmark = pytest.mark.slow

SCHEMA = json.loads((data_folder("grammar") / "identify.schema.json").read_text(encoding="utf-8"))
FEW = ("--rules", "pagat", "-r", "pagat-declarer-leads", "-r", "quintiglio", "-r", "tressette")
RULES = cache(load_ruleset)


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)


def answered(tmp_path: Path, text: str, *, every: bool = False) -> list[Identification]:
    """Identify the evenings of a text among all shipped rulesets."""
    file = tmp_path / "a.cal"
    file.write_text(text, encoding="utf-8")
    return list(identify_evenings(str(file), [RULES(each) for each in SHIPPED], every=every))


def _wrong(hand: Hand, ruleset: str) -> bool:
    """Check whether a single hand does not fit a ruleset."""
    judged = begin_totals(Game.from_ruleset(RULES(ruleset)), literal=True, score=UNKNOWN_SCORE).replay(hand)
    return any(map(is_objection_by_rules, judged.findings))


@pytest.mark.parametrize("name", SHIPPED)
def test_the_filter_and_the_replay_say_the_same(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The evidence is the same, with a replay of valid hands or by the filter."""
    rng = Random(name)
    texts = (
        evening(name, 12),
        damaged(evening(name, 30, 2), rng, every=4),
        damaged(irregular_text(name), rng, every=3),
    )
    file = tmp_path / "a.cal"
    file.write_text("\n".join(texts), encoding="utf-8")
    rulesets = [RULES(each) for each in dict.fromkeys((name, "pagat", "pagat-declarer-leads"))]
    passed = []
    can_pass = FilteredHands.can_pass

    def note_passed(plain: FilteredHands, hand: Hand, evening_: RunningTotals) -> bool:
        passed.append(can_pass(plain, hand, evening_))
        return passed[-1]

    monkeypatch.setattr(FilteredHands, "can_pass", note_passed)
    found = []
    for right in (0, 1 << 30):
        monkeypatch.setattr(candidates, "MIN_RIGHT_HANDS", right)
        found.append(list(identify_evenings(str(file), rulesets, every=True)))
    assert found[0] == found[1]
    assert found[0][0].best_candidate.said.true
    rules = RULES(name).rules
    draw = rules.play.draw
    is_known = rules.match.until.minutes is None and rules.play.trump is None and not rules.table.by_seats
    assert any(passed) == (is_known and (draw is None or draw.tops is None))


@pytest.mark.mass
@pytest.mark.parametrize("name", SHIPPED)
def test_the_true_ruleset_is_found(name: str, tmp_path: Path) -> None:
    """No distinguishable ruleset ranks above the true one.

    Each other has a hand and a rule that a replay shows.
    """
    text = evening(name, 50)
    (found,) = answered(tmp_path, text)
    assert found.hands == 50
    true = next(each for each in found.candidates if each.ruleset.id == name)
    assert true.is_fitting
    assert true is found.best_candidate or true in found.undecided_candidates
    hands = {hand.line: hand for hand in read(Text(text, "a.cal"))}
    for each in found.candidates:
        if each is found.best_candidate or each in found.undecided_candidates:
            continue
        apart = found.separating(each)
        assert apart is not None, each.ruleset.id
        assert apart.difference is not None
        own, other = apart.difference
        if apart.difference not in compare(each.ruleset, found.best_candidate.ruleset).differences:
            # The rule is the same, but the names in it are others.
            assert own is not None
            assert other is not None
            assert (own.path, each.ruleset.leaves[own.path][0]) == (other.path, own.value)
            assert found.best_candidate.ruleset.leaves[own.path][0] == other.value != own.value
        if apart.shown.finding.code[:5] == "CAL61":
            continue  # a total rests on the hands before it
        assert _wrong(hands[apart.shown.hand.line], each.ruleset.id)
        assert not _wrong(hands[apart.shown.hand.line], found.best_candidate.ruleset.id)


def test_a_slip_leaves_the_true_ruleset_on_top(tmp_path: Path) -> None:
    """Then none fits, and the true one comes nearest; its wrong hand is named."""
    text = evening("pagat", 30)
    at = text.index("\nscore ", text.index("\nhand 9\n"))
    end = text.index("\n", at + 1)
    text = text[:at] + "\nscore A: +7 B: -7 C: 0" + text[end:]
    (found,) = answered(tmp_path, text)
    assert not found.best_candidate.is_fitting
    assert found.best_candidate.ruleset.id == "pagat"
    assert found.best_candidate.said.legal == 30
    assert found.best_candidate.said.false >= 1
    assert text[:at].count("\nhand ") == int(found.best_candidate.said.against[0].hand.name)


def test_rules_of_another_table_are_farther_than_any_of_this_one(tmp_path: Path) -> None:
    """Rulesets of other table sizes rank below all rulesets of this one."""
    text = evening("pagat", 1)
    line = next(each for each in text.splitlines() if each.startswith("score "))
    (found,) = answered(tmp_path, text.replace(line, "score A: +7 B: -7 C: 0"))
    assert not any(each.is_fitting for each in found.candidates)
    assert found.best_candidate.ruleset.id == "pagat"  # its moves are legal, and the figure alone is false
    seated = [each.said.against[0].finding.code not in {"CAL216", "CAL217"} for each in found.candidates]
    assert set(seated) == {True, False}
    assert seated == sorted(seated, reverse=True)


def test_evenings_of_one_file_have_their_own_answers(tmp_path: Path) -> None:
    """Each by its own hands, the second as if alone."""
    both = answered(tmp_path, evening("pagat", 30) + "\n" + evening("tretre", 30))
    (alone,) = answered(tmp_path, evening("tretre", 30))
    assert [(each.hands, each.best_candidate.ruleset.id) for each in both] == [(30, "pagat"), (30, "tretre")]
    assert [(each.ruleset.id, each.said.tried, each.said.legal) for each in both[1].candidates] == [
        (each.ruleset.id, each.said.tried, each.said.legal) for each in alone.candidates
    ]


def test_who_is_refuted_is_tried_no_further_unless_asked(tmp_path: Path) -> None:
    """`tried` has the number."""
    text = evening("pagat", 50)
    tried = {each.ruleset.id: each.said.tried for each in answered(tmp_path, text)[0].candidates}
    assert tried["pagat"] == 50
    assert tried["tressette"] == 20
    assert {each.said.tried for each in answered(tmp_path, text, every=True)[0].candidates} == {50}


def test_evenings_that_are_decided_early_have_the_same_answer(tmp_path: Path) -> None:
    """The best, its hands and those like it; the others are tried less, whatever rules each evening was played by."""
    names = ("pagat", "tretre", "spazzatura", "pagat-declarer-leads", "tressette")
    rulesets = [RULES(each) for each in names]
    rng = Random("decided")
    evenings = [evening(name, 12) for name in names[:4]]
    evenings += [with_slips(name, 8) for name in names[:3]]
    evenings += [damaged(evening(name, 12), rng, every=every) for name in names[:2] for every in (2, 9)]
    rng.shuffle(evenings)
    file = tmp_path / "a.cal"
    file.write_text("\n".join([*evenings, evening("pagat", 110), "cal 1\nhand 1\nend\n"]), encoding="utf-8")
    whole = list(identify_evenings(str(file), rulesets))
    early = list(identify_evenings(str(file), rulesets, thorough=2))
    assert [shown_answer(each) for each in early] == [shown_answer(each) for each in whole]
    assert {each.best_candidate.ruleset.id for each in whole} >= set(names[:3])
    tried = [sum(said.tried for said in each.said_of(rulesets)) for each in whole]
    less = [sum(said.tried for said in each.said_of(rulesets)) for each in early]
    assert less[:2] == tried[:2]
    assert less[-2] == tried[-2], "an evening that is not kept"
    assert sum(less) < 0.7 * sum(tried)


def shown_answer(found: Identification) -> tuple[object, ...]:
    """All that a table says of an evening."""
    best = found.best_candidate
    alike = [each.ruleset.id for each in found.undecided_candidates]
    return found.line, found.hands, best.ruleset.id, best.is_fitting, best.said.tried, len(best.said.wrong), alike


def test_hands_without_cards_tell_too(tmp_path: Path) -> None:
    """The payments of contracts distinguish rulesets with the same words."""
    head = 'cal 1\nseat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n\n'
    hand = "hand {n}\ndealer A\nbid B: passo C: solo A: passo\nresult C: won\nscore A: -2 B: -2 C: +4\nend\n\n"
    (found,) = answered(tmp_path, head + "".join(hand.format(n=n) for n in range(1, 4)))
    assert [each.is_fitting for each in found.candidates if each.ruleset.id == "pagat"] == [True]
    assert not all(each.is_fitting for each in found.candidates)


def _run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["identify", *words] if "mine" in words or "tressette-31" in words else ["identify", *words, *FEW])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_the_command_answers_for_one_evening(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The answer has the fitting rulesets, indistinguishable ones, and reasons.

    A reason is a hand, a line, a finding, and the rule in both files.
    """
    (tmp_path / "a.cal").write_text(evening("tressette", 20), encoding="utf-8")
    status, out, _ = _run(capsys, "a.cal", "--rules", "tressette", "-r", "tressette-31", "-r", "rovescino")
    assert status == 0
    lines = out.splitlines()
    assert lines[:3] == [
        "a.cal, line 8: 20 hands",
        "  tressette fits: every hand is legal and true.",
        "  These hands cannot tell it apart from: tressette-31.",
    ]
    assert "hand 1, line 8" in out
    assert "rovescino:" in out


def test_a_notebook_of_several_evenings_has_one_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From all hands together: one evening decides what another leaves open."""
    # Of four hands nobody can tell who would have led under the other rules.
    for name, text in {"a.cal": evening("pagat", 4, seed=3), "b.cal": evening("pagat", 30)}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    status, out, _ = _run(capsys, ".")
    assert status == 0
    lines = out.splitlines()
    assert lines[:3] == ["All 2 evenings together: 34 hands", "  pagat fits: every hand is legal and true.", ""]
    at = next(place for place, each in enumerate(lines) if each.startswith("  pagat-declarer-leads: "))
    assert lines[at + 1].startswith(("    a.cal, hand ", "    b.cal, hand "))
    assert [each.split() for each in lines if each.startswith(("a.cal  ", "b.cal  "))] == [
        ["a.cal", "7", "4", "pagat", "pagat-declarer-leads"], ["b.cal", "7", "30", "pagat"],
    ]  # fmt: skip


def test_what_speaks_against_the_nearest_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a fitting ruleset, the first wrong hands are shown."""
    text = evening("pagat", 5)
    line = next(each for each in text.splitlines() if each.startswith("score "))
    (tmp_path / "a.cal").write_text(text.replace(line, "score A: +7 B: -7 C: 0", 1), encoding="utf-8")
    status, out, _ = _run(capsys, "a.cal")
    assert status == 1
    assert "pagat comes nearest" in out.splitlines()[1]
    assert out.splitlines()[2].startswith("    hand 1, line ")


def test_nothing_is_called_near_of_which_no_hand_is_in_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = (ROOT / "records" / "pagat" / "first.cal").read_text(encoding="utf-8")
    hand = first.partition("\nhand 2")[0].replace("12 B: Cb? Rb 7c", "12 B: Cb? Rb 7d")
    (tmp_path / "a.cal").write_text(hand, encoding="utf-8")
    assert main(["identify", *FEW, "a.cal"]) == 1
    said = capsys.readouterr().out
    assert "No ruleset fits: under each of them, no hand is in order. Under pagat:" in said
    assert "was played in trick 5 already" in said
    assert "nearest" not in said
    (tmp_path / "b.cal").write_text(hand, encoding="utf-8")
    assert main(["identify", *FEW, "a.cal", "b.cal"]) == 1
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [row[3] for row in rows if row[:1] in (["a.cal"], ["b.cal"])] == ["none", "none"]


def test_evenings_together_are_their_hands_in_a_row(tmp_path: Path) -> None:
    """Their sums per ruleset are those of one long evening of the same hands."""
    one, two = evening("pagat", 9), evening("tretre", 9, seed=2)
    rulesets = [RULES(each) for each in SHIPPED]
    together = TogetherSaid(rulesets)
    apart = answered(tmp_path, one) + answered(tmp_path, two)
    for each in apart:
        together.add_evening_evidence(each.hands, each.said_of(rulesets))
    for place, said in enumerate(together.found.said_of(rulesets)):
        first, second = (each.said_of(rulesets)[place] for each in apart)
        assert said.tried == first.tried + second.tried
        assert said.wrong == first.wrong | {9 + number for number in second.wrong}
        assert [each.number for each in said.against] == sorted(said.wrong)[:3]


def test_what_is_alike_fits_a_page_that_nobody_reads_at_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Long lists are wrapped without a terminal too; common findings are for all."""
    monkeypatch.delenv("COLUMNS")
    text = 'cal 1\nseat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n\nhand 1\ndealer A\nbid B: passo C: solo A: passo\n'
    for name in ("a.cal", "b.cal"):
        (tmp_path / name).write_text(f"{text}result C: won\nscore A: -7 B: -2 C: +4\nend\n", encoding="utf-8")
    assert main(["identify", "."]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [each for each in lines if each.startswith("      ") and each.endswith(" settiglio")] == [lines[-1]] * 2
    assert any(each.startswith("  These hands cannot tell it apart from: ") for each in lines[:5])
    assert max(map(len, lines)) <= 100


def test_hands_that_were_broken_off_tell_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nor do rules come before those of the record because no hand could be played by them."""
    broken_off = evening("pagat", 1).partition("\n 5 ")[0] + '\nend abandoned "the lights went out"\n'
    (tmp_path / "a.cal").write_text(broken_off, encoding="utf-8")
    (tmp_path / "b.cal").write_text(broken_off, encoding="utf-8")
    status, out, _ = _run(capsys, ".")
    assert status == 1
    lines = out.splitlines()
    assert lines[1] == "  None of these hands can be judged, so they do not show which rules were in force."
    assert [each.split()[3:5] for each in lines if each.startswith(("a.cal  ", "b.cal  "))] == [
        ["nothing", "tells"]
    ] * 2


@pytest.mark.mass
@pytest.mark.parametrize("width", [60, 80, 100])
@pytest.mark.parametrize("lang", ["en", "it"])
def test_lines_fit_the_terminal(
    width: int, lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One evening and a table of two, in either language."""
    monkeypatch.setenv("COLUMNS", str(width))
    (tmp_path / "a.cal").write_text(evening("pagat", 12), encoding="utf-8")
    (tmp_path / "b.cal").write_text(evening("tressette", 12), encoding="utf-8")
    for words in (["a.cal"], ["a.cal", "b.cal"]):
        _, out, _ = _run(capsys, *words, "--lang", lang)
        assert max(map(len, out.splitlines())) <= width
        assert "pagat" in out


def test_the_json_is_as_the_schema_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One object an evening, the rule apart with its places in both files."""
    (tmp_path / "a.cal").write_text(evening("pagat", 12), encoding="utf-8")
    (tmp_path / "b.cal").write_text(evening("quintiglio", 12), encoding="utf-8")
    _, out, _ = _run(capsys, ".", "--json")
    found: list[dict[str, Any]] = [json.loads(line) for line in out.splitlines()]
    for each in found:
        Draft202012Validator(SCHEMA).validate(each)
    assert [each["candidates"][0]["rules"]["id"] for each in found[:2]] == ["pagat", "quintiglio"]
    (both,) = found[2:]
    assert (both["file"], both["line"], both["hands"], both["evenings"]) == ("", 0, 24, 2)
    assert {row["file"] for each in both["candidates"] for row in each["against"]} == {"a.cal", "b.cal"}
    by_id = {each["rules"]["id"]: each for each in found[0]["candidates"]}
    apart = by_id["pagat-declarer-leads"]["against"][0]["apart"]
    assert apart["own"]["rule"] == apart["best"]["rule"]
    assert apart["own"]["rule"].endswith(".leader")
    assert (apart["own"]["value"], apart["best"]["value"]) == ("declarer", "eldest")


def test_a_folder_of_candidates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One's own house rule among them; a folder without any is named; status 1 if none fits."""
    (tmp_path / "a.cal").write_text(evening("pagat", 20), encoding="utf-8")
    rules = tmp_path / "mine"
    rules.mkdir()
    assert _run(capsys, "a.cal", "--rules", "mine")[0] == 2
    (rules / "club.yaml").write_text(
        "ruleset: club\nversion: 1.0.0\nextends: pagat\nset: {contracts.*.leader: declarer}\n", encoding="utf-8"
    )
    assert _run(capsys, "a.cal", "--rules", "mine")[0] == 1
    assert _run(capsys, "a.cal", "--rules", "mine", "--rules", "pagat")[0] == 0


def test_what_cannot_be_read_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And the other file has its answer."""
    (tmp_path / "a.cal").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    (tmp_path / "b.cal").write_text(evening("pagat", 20), encoding="utf-8")
    status, out, err = _run(capsys, "a.cal", "nope.cal", "b.cal")
    assert status == 2
    assert len(err.splitlines()) == 2
    assert "pagat fits" in out


def test_numbers_of_hands_are_a_set() -> None:
    """A set of numbers has each added one once; equal sets have equal numbers."""
    chance = Random(5)
    for _ in range(50):
        numbers = [chance.randrange(60) for _ in range(chance.randrange(40))]
        one, other = HandNumbers(), HandNumbers()
        one |= set(numbers)
        for number in reversed(numbers):
            other.add(number)
        assert one == other
        assert len(one) == len(set(numbers))
        assert {number for number in range(70) if number in one} == set(one) == set(numbers)
        more = chance.choice([number for number in range(60) if number not in one])
        other.add(more)
        assert one != other
        other.discard(more)
        assert one == other
