"""Evenings with the same first lines: the findings equal those of reading each."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from calarec.bulk import running
from calarec.bulk.checker import HandsPassed
from calarec.bulk.filter import Unruled, Verifier
from calarec.bulk.running import Passed
from calarec.core.judge.json import as_json
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.preamble import PreambleBuilder
from calarec.record_judge.session import RecordJudge
from tests.bulk.damage import damaged
from tests.bulk.layouts import EVERY, REPORTED, laid_out
from tests.bulk.texts import text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

OTHER_LINES = (
    'table "Bar È Qui"\n',
    'tag date "2024-05-31"\n',
    "\n",
    "; altra sera\n",
    ";così\n",
    "match\n",
    "carried A: +4\n",
    "tavolo\n",
)
"""Other lines before the first hand of some evenings."""


@pytest.fixture(autouse=True)
def _require_compiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The compiled kernel is asked for the first hand already."""
    monkeypatch.setattr(running, "_MIN_HANDS_FOR_KERNEL", 0)
    running._JUDGES.clear()
    yield
    running._JUDGES.clear()


def evenings_of(rules: tuple[str, ...], rng: Random, many: int, *, varied: bool) -> str:
    """Make evenings of a few hands; `varied`: some with other people, rules and lines."""
    made = []
    for number in range(many):
        head, *hands = re.split(r"(?m)^(?=hand )", text_of(rng.choice(rules), 12, seed=rng.randrange(2)))
        if varied and rng.random() < 0.3:
            head = re.sub(
                r"(?m)^seat ([AB])$", rng.choice((r'seat \1 "Niccolò"', r'seat \1 "Carlo"', r'seat \1 "?"')), head
            )
        if varied and rng.random() < 0.3:
            head = head.rstrip("\n") + "\n" + rng.choice(OTHER_LINES) + "\n"
        if varied and rng.random() < 0.1:
            head = head.replace("cal 1", "cal 2")
        made.append(("\n" * (number > 0)) + head + "".join(hands[: rng.randrange(1, 12)]).rstrip("\n") + "\n")
    return "".join(made)


def judged_text(text: str, *, across: bool, pieces: int) -> tuple[list[object], dict[str, Any], int]:
    """Return the explained hands, the final state, and the number of evenings read."""
    running._JUDGES.clear()
    judge = RecordJudge()
    reader = HandReader("a.cal", PreambleBuilder("a.cal"))
    verifier = Verifier(reader, judge)
    lines = text.splitlines(keepends=True)
    size = len(lines) // pieces + 1
    cut = ["".join(lines[at : at + size]) for at in range(0, len(lines), size)]
    found: list[object] = []
    hands = read = 0
    for verdict in verifier.verify_in_runs(cut, across_evenings=across):
        if isinstance(verdict, HandsPassed | Passed):
            hands += verdict.many if isinstance(verdict, HandsPassed) else 1
            read += isinstance(verdict, Passed) and verdict.opened is not None
        else:
            hands += 1
            said = (verdict.hand, verdict.findings) if isinstance(verdict, Unruled) else as_json(verdict)
            found.append((hands, said))
    evening, spoken = judge.evening, reader.evening
    assert evening is not None
    verifier.end_text()
    state = {
        "score": evening.take_snapshot()._replace(last_hand=None),  # type: ignore[arg-type]
        "session": (
            spoken.session,
            spoken.count,
            spoken.held,
            spoken.closed,
            spoken.between,
            spoken.started,
            spoken.foreign,
        ),
        "reader": (reader.previous, reader.lead, reader.pending, judge.pinned, judge.told, verifier.behind),
        "hands": hands,
    }
    return found, state, read


@pytest.mark.parametrize("seed", range(12))
def test_evenings_are_judged_alike(seed: int) -> None:
    """Changed people, rules, lines and layouts give the same findings and state.

    Some hands have mistakes.
    """
    rng = Random(f"evenings {seed}")
    rules = (("pagat",), ("pagat", "gelli-terziglio"), ("treccani",), ("quadriglio", "tressette-in-due"))[seed % 4]
    text = evenings_of(rules, rng, 14, varied=seed % 3 > 0)
    if seed % 2:
        text = damaged(text, rng, every=3)
    if seed > 5:
        text = laid_out(text, tuple(REPORTED) if seed % 2 else tuple(EVERY), f"{seed}")
    for pieces in (1, 3):
        found, state, _ = judged_text(text, across=True, pieces=pieces)
        expected, state_anew, _ = judged_text(text, across=False, pieces=pieces)
        assert found == expected
        assert state == state_anew


def test_evenings_with_the_same_lines_pass_in_the_kernel() -> None:
    """The lines are read twice: at the start of the file, and after a blank line."""
    text = evenings_of(("pagat",), Random("same"), 1, varied=False)
    for old, new in (("", ""), ("\n", "\r\n"), ("seat A\n", 'seat A "Niccolò"\n')):
        whole = "\n".join([text] * 12).replace(old, new)
        _, state, read = judged_text(whole, across=True, pieces=1)
        assert state["hands"] == whole.count("\nhand ")
        assert state["session"][1] == 12
        assert read <= 2
