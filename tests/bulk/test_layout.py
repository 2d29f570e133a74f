"""Hands as people write them take the fast way, with findings of a replay."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.bulk import running
from calarec.bulk.filter import Verifier
from calarec.bulk.running import Passed
from calarec.bulk.searched_text import with_plain_layout
from calarec.core.notation.blocks import MAX_LEAD_CHARACTERS
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.source import Text
from calarec.record_judge.session import RecordJudge
from calarec_tools.archive.runs.running import check_files
from calarec_tools.archive.runs.shard import place_of_finding
from tests.bulk.both import SHIPPED, game
from tests.bulk.damage import damaged
from tests.bulk.layouts import EVERY, IN_HANDS, NOTED, REPORTED, SILENT, laid_out
from tests.bulk.texts import text_of
from tests.bulk.verdicts import hold_equal, replay_text, verify_text
from tests.rulebooks import RULES

_FILE = "evening.cal"

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.judge.judgement import Judgement
    from calarec.core.records.model import Hand


@pytest.mark.mass
@pytest.mark.parametrize("name", [*SILENT, *IN_HANDS])
def test_what_is_read_in_silence_passes(name: str) -> None:
    """Hands in any layout that needs no report take the fast way."""
    for rules in ("pagat", "gelli-terziglio", "tressette-in-due"):
        verifier = hold_equal(rules, laid_out(text_of(rules, 12), (name,), rules), pieces=2)
        assert (verifier.passed, verifier.explained) == (12, 0)


@pytest.mark.parametrize("name", REPORTED)
def test_what_is_reported_once_for_a_file_passes_after_that(name: str) -> None:
    """The first hand is explained, with the note."""
    for rules in ("pagat", "gelli-terziglio", "tressette-in-due"):
        verifier = hold_equal(rules, laid_out(text_of(rules, 12), (name,), rules), pieces=2)
        assert verifier.explained <= 2
        assert verifier.passed >= 10


@pytest.mark.mass
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rules", SHIPPED)
def test_layouts_mixed_and_lines_damaged(rules: str, seed: int) -> None:
    """Each line in its own layout, some with a mistake: verdicts as of a replay."""
    text = damaged(text_of(rules, 12), Random(f"{rules} {seed}"), every=1 + seed)
    hold_equal(rules, laid_out(text, tuple(EVERY) if seed % 2 else (*SILENT, *IN_HANDS), f"{seed}"), pieces=1 + seed)


class CountingJudge(RecordJudge):
    """Counts the hands that are replayed card by card."""

    replays = 0

    def replay(self, hand: Hand) -> Judgement:
        """One more."""
        self.replays += 1
        return super().replay(hand)


@pytest.mark.mass
@pytest.mark.parametrize("name", NOTED)
@pytest.mark.parametrize("rules", ["pagat", "gelli-terziglio", "tressette-in-due", "treccani"])
def test_hands_that_are_read_with_notes_are_not_replayed(rules: str, name: str) -> None:
    """They pass with the notes of a replay, and come to the same."""
    text = laid_out(text_of(rules, 12), (name,), rules)
    hold_equal(rules, text, pieces=2)
    judge = CountingJudge(game(rules).ruleset)
    verifier, verdicts = verify_text(rules, text, session=judge)
    assert (verifier.passed, verifier.explained, judge.replays) == (12, 0, 0)
    assert any(isinstance(verdict, Passed) and verdict.notes for verdict in verdicts) == (text != text_of(rules, 12))


@pytest.mark.parametrize("kernel", ["", "plain"])
def test_a_check_reports_what_a_replay_reports(kernel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands with notes among passing ones and ones with errors; with either kernel."""
    monkeypatch.setenv("CALAREC_KERNEL", kernel)
    monkeypatch.setattr(running, "_JUDGES", {})
    for rules in ("pagat", "gelli-terziglio", "tressette-in-due"):
        text = damaged(text_of(rules, 60), Random(rules), every=12, kinds=("amount",))
        head, *hands = re.split(r"(?m)^(?=hand )", text)
        noted = [laid_out(hand, tuple(NOTED), f"{rules} {at}") if at % 3 else hand for at, hand in enumerate(hands)]
        text = "".join([head, *noted]).rpartition("\nend")[0] + "\nend\n"
        found = [
            finding
            for part in check_files([Text(text, _FILE)], rules=str(RULES / f"{rules}.yaml"))
            for finding in part.findings
        ]
        assert found == [
            finding for judged in replay_text(rules, text) for finding in sorted(judged.findings, key=place_of_finding)
        ]
        assert len({finding.code for finding in found}) > 3


def test_quoted_texts_are_left_as_they_are() -> None:
    """Two names that differ only in spaces are two; a tab in a name is an error."""
    for names in (('"a  b"', '"a b"'), ('"a b"', '"a b"'), ('"a\tb"', '"c"')):
        text = text_of("pagat", 2)
        for number, name in enumerate(names, 1):
            text = re.sub(rf"(?m)^hand {number}$", f"hand  {name}", text)
        hold_equal("pagat", text)


def test_hands_that_are_too_long_are_explained() -> None:
    """A hand with too many lines, a line that is too long."""
    text = text_of("pagat", 2)
    for more in ("\n" * 2100, "; x\n" * 2100, "; " + "x" * 11_000 + "\n"):
        assert hold_equal("pagat", text.replace("dealer", f"{more}\ndealer", 1)).explained >= 1


def test_what_a_stranger_writes_takes_no_longer_than_it_is_long() -> None:
    """Lines of spaces before a comment sign are read once; plain text is unchanged."""
    lines = "".join(f"hand {number}\n" + (" " * 9_000 + "x;y\n") * 40 for number in range(20))
    assert with_plain_layout(lines, ()).is_as_written


@pytest.mark.parametrize("names", [tuple(SILENT), tuple(REPORTED), tuple(EVERY)], ids=("silent", "reported", "every"))
def test_what_is_found_does_not_depend_on_cuts(tmp_path: Path, names: tuple[str, ...]) -> None:
    """Findings, places and verdicts of a file as a whole and in shards."""
    file = tmp_path / "evening.cal"
    text = damaged(text_of("pagat", 24), Random("cuts"), every=3, kinds=("amount",))
    file.write_text(laid_out(text, names, "cuts"), "utf-8", newline="")
    found = []
    for size in (None, 3000):
        parts = list(check_files([str(file)], rules="pagat", size=size))
        verdicts: dict[str, int] = {}
        for part in parts:
            for verdict, hands in part.report.verdicts.items():
                verdicts[verdict] = verdicts.get(verdict, 0) + hands
        found.append(([each for part in parts for each in part.findings], verdicts))
    assert found[0] == found[1]
    assert found[0][0]


def test_what_was_learned_of_a_file_serves_the_next() -> None:
    """An explained hand without cards passes in another file under the same rules."""
    text = "cal 1\nrules pagat\n" + "".join(f"seat {seat}\n" for seat in "ABC")
    text += (
        "".join(
            f"\nhand {number}\ndealer A\nbid B: chiamo C: passo A: passo\nresult B: won\nscore A: -1 B: +2 C: -1\nend\n"
            for number in range(1, 3)
        )
        .replace("hand 2\ndealer A", "hand 2\ndealer B")
        .replace(
            "dealer B\nbid B: chiamo C: passo A: passo\nresult B: won\nscore A: -1 B: +2 C: -1",
            "dealer B\nbid C: chiamo A: passo B: passo\nresult C: won\nscore A: -1 B: -1 C: +2",
        )
    )
    passed = []
    for rules in ("pagat", "pagat", "pagat-declarer-leads"):
        verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge(game(rules).ruleset))
        list(verifier.verify([text]))
        passed.append(verifier.passed)
    assert passed[1] > 0
    assert passed[1] >= passed[0]
    assert passed[2] <= passed[0] + 1


@pytest.mark.parametrize("behind", ["; long\n", "; long\n;  longer\n", "\n; long\n"])
def test_what_a_hand_without_its_end_has_taken_is_read_once(behind: str) -> None:
    """The lines before the next hand, shown with its findings, are the written ones."""
    first, *others = text_of("pagat", 6).split("\nend\n\n")
    spaced = re.sub(r"(?m)^(result .*)$", r"\1  ; spaces and a comment", first)
    wrong = re.sub(r"(?m)^score A: \S+", "score A: +9", "\nend\n\n".join(others))
    assert spaced != first
    assert wrong.startswith("hand 2\n")
    hold_equal("pagat", f"{spaced}\nfine\n{behind}{wrong}")


def test_findings_after_a_long_interval_are_on_their_lines() -> None:
    """A hand that is read in pieces moves no line of the hands after it."""
    head = 'cal 1\nrules pagat\nseat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n'
    right, wrong = "A: -1 B: +2 C: -1", "A: -1 B: +2 C: +7"

    def score_hand(name: int, dealer: str, score: str) -> str:
        return f"\nhand {name}\ndealer {dealer}\nbid B: chiamo\nresult B: 20\nscore {score}\nend\n"

    interval = "\n" * (MAX_LEAD_CHARACTERS + 1)
    hands = (score_hand(1, "A", right), interval, score_hand(2, "B", wrong), score_hand(3, "C", wrong))
    text = head + "".join(hands)
    hold_equal("pagat", text)
    _, verdicts = verify_text("pagat", text)
    last = verdicts[-1]
    assert not isinstance(last, Passed)
    last_score = len(text.splitlines()) - 1
    assert [finding.span.line for finding in last.findings] == [last_score]
