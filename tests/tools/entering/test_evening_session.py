"""An evening that changes line by line is, after every change, what its text gives by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calarec_tools.desk.entering import evening_session
from calarec_tools.desk.entering.evening_session import EveningSession
from tests.house.tree import ROOT
from tests.shards import examples

if TYPE_CHECKING:
    from calarec.core.records.model import Hand
    from calarec.record_judge.session import RecordJudge

pytestmark = pytest.mark.slow

_EVENINGS: Final = tuple(
    (ROOT / name).read_text("utf-8")
    for name in ("docs/examples/evening.cal", "records/a-due/score-only.cal", "records/tressette/by-hand.cal")
)
_LINES: Final = (
    "", "  ", "hand", "hand 2", "hand 9", "end", "end void", "cal 1", "cal 2", "rules pagat", "rules tretre@1.0.0",
    "rules nobody-knows", "rules", "rul", 'seat A "Zoe"', 'seat D "Dora" after A', "seat", "leave A", "leave", "match",
    "carried A: 3 B: -3", "adjust A: +1", 'tag date "2026-11-30"', "dealer A", "dealer", "bid A: solo", "result A: won",
    "result B: lost", "score B: +2 A: -1 C: -1", "total A: 5 B: -5 C: 0", "total", 'note "q"', "; said", "\ttotal A: 3",
    "deal A: Ab", "monte", "foo", " 1 B: 3d", "\x00", "\ufeffcal 1",
)  # fmt: skip
_EDITS: Final = st.tuples(
    st.integers(0, 200), st.sampled_from(("put", "take", "cut", "other", "twice", "swap", "windows", "whole", "back")),
    st.sampled_from(_LINES), st.sampled_from(("nothing", "through", "all", "aside")),
)  # fmt: skip


def _apply_edit(text: str, edit: tuple[int, str, str, str], earlier: list[str]) -> str:
    """A text after one edit; `back` is a text that there was before, as an undo gives it."""
    number, kind, line, _ = edit
    lines = text.split("\n")
    place = number % len(lines)
    match kind:
        case "put":
            lines.insert(place, line)
        case "take":
            del lines[place]
        case "cut":
            lines[place] = lines[place][: number % 9]
        case "other":
            lines[place] = line
        case "twice":
            lines.insert(place, lines[place])
        case "swap":
            lines[place - 1], lines[place] = lines[place], lines[place - 1]
        case "windows":
            return text.replace("\r\n", "\n") if "\r" in text else text.replace("\n", "\r\n")
        case "whole":
            return _EVENINGS[number % len(_EVENINGS)]
        case "back":
            return earlier[number % len(earlier)]
    return "\n".join(lines)


def _work(evening: EveningSession, edit: tuple[int, str, str, str]) -> None:
    """Judge as much as a caller asks for between two changes."""
    match edit[3]:
        case "through":
            evening.judge_hands(through=edit[0] % 60)
        case "all":
            evening.judge_hands()
        case "aside":
            other = evening.make_copy()
            other.judge_hands(through=edit[0] % 60)
            evening.take_over(other)


def _state(evening: EveningSession) -> list[Any]:
    """All data of an evening, and all that decides how it goes on."""
    evening.judge_hands()
    hands = [(ruled.hand, ruled.findings, _ruling(ruled.judgement)) for ruled in evening.hands]
    heads = [(ruled.block, evening_session._comparable_state(ruled.after)) for ruled in evening.judged]
    return [hands, heads, evening.current_findings(), evening.text]


def _ruling(judgement: Any) -> Any:
    return judgement and (
        judgement.verdict, judgement.totals, judgement.account, judgement.standing, judgement.happened,
        judgement.findings, judgement.game.ruleset.digest,
    )  # fmt: skip


@settings(max_examples=examples(80), deadline=None)
@given(st.sampled_from(_EVENINGS), st.lists(_EDITS, min_size=1, max_size=12))
def test_after_any_changes_it_is_what_its_text_gives(text: str, edits: list[tuple[int, str, str, str]]) -> None:
    """Hands, findings, totals and what the next hand would go on from, however much was judged in between."""
    evening, texts = EveningSession(text), [text]
    for edit in edits:
        _work(evening, edit)
        evening.change_text(_apply_edit(evening.text, edit, texts))
        texts.append(evening.text)
    assert _state(evening) == _state(EveningSession(evening.text))


@pytest.fixture
def judged_names(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of hands, as they are judged."""
    names: list[str] = []
    judge_hand = evening_session.judge_if_ruled

    def note_and_judge(hand: Hand, judge: RecordJudge) -> Any:
        names.append(hand.name)
        return judge_hand(hand, judge)

    monkeypatch.setattr(evening_session, "judge_if_ruled", note_and_judge)
    return names


def test_hands_behind_a_change_are_judged_as_far_as_it_reaches(judged_names: list[str]) -> None:
    """Another total in the second of four hands reaches the next, which states its own; another result reaches all."""
    begun = _EVENINGS[0].replace("B: pasta", "B: passo")
    text = begun + "\nhand 4\ndealer A\nbid B: solo C: passo A: passo\nresult B: won\nend\n"
    evening = EveningSession(text)
    evening.judge_hands()
    assert judged_names == ["1", "2", "3", "4"]
    judged_names.clear()
    evening.change_text(text.replace("total A: 1 B: 5 C: -5", "total A: 1 B: 5 C: -6"))
    evening.judge_hands()
    assert judged_names == ["2", "3"]
    judged_names.clear()
    evening.change_text(text)
    evening.judge_hands()
    assert judged_names == ["3"]  # the second is known from before, the third was judged in between
    judged_names.clear()
    evening.change_text(text.replace("lost\nscore C: -4 A: +2 B: +2", "won\nscore C: +4 A: -2 B: -2"))
    evening.judge_hands()
    assert judged_names == ["2", "3", "4"]


def test_a_hand_that_no_longer_goes_on_has_its_end_missing() -> None:
    """The last hand may be unfinished; once another one follows it may not, though its own lines are the same."""
    lines = _EVENINGS[0].split("\n")
    begun = "\n".join(lines[: lines.index("hand 3") - 2])
    evening = EveningSession(begun + "\n")
    evening.judge_hands()
    assert "CAL114" not in {finding.code for finding in evening.current_findings()}
    evening.change_text(begun + "\n\nhand 3\n")
    evening.judge_hands()
    assert "CAL114" in {finding.code for finding in evening.current_findings()}
