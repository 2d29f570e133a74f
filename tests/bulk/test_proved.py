"""Hands that are proved first and explained second: nothing shows which way it went."""

from __future__ import annotations

import copy
import json
import pickle
from random import Random
from typing import TYPE_CHECKING

import pytest

import calarec
from calarec.bulk import wanted_hands
from calarec.bulk.proved_hands import ProvedHand
from calarec.bulk.wanted_hands import QuickScore
from calarec.core.base.frozen import fields, replace
from calarec.core.judge.happenings import ShownPart
from calarec.core.judge.json import as_json
from calarec.core.judge.judgement import Judgement
from calarec.core.judge.running_totals import RunningTotals
from calarec.core.notation.reader import parse_records
from calarec.core.records import model as rec
from calarec.record_judge.session import NoRulesError, RecordJudge
from calarec_tools.output.report.hand import print_hand
from calarec_tools.output.report.page import Page
from tests.bulk.both import SHIPPED, game
from tests.bulk.damage import damaged
from tests.bulk.texts import simulated_text, text_of
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.records.model import Hand

_SAMPLES = ROOT / "records"
_FOLDERS = sorted({path.parent.name for path in _SAMPLES.glob("*/*.cal")} - {"conformance"})
"""Folders of samples; the records of the suite have one hand each, which is never proved."""
_SCORE = ("score", "match", "turn", "inherited")


@pytest.fixture(autouse=True)
def _prove_from_first_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first hands of a process are proved too."""
    monkeypatch.setattr(wanted_hands, "MIN_HANDS_TO_PROVE", 0)


def _is_proved(judged: Judgement) -> bool:
    return hasattr(judged, "_proof")


def _try_replay(replay: Callable[[Hand], Judgement], hand: Hand) -> Judgement | None:
    try:
        return replay(hand)
    except NoRulesError:
        return None


def _report_as_text(judged: Judgement, lang: str) -> list[str]:
    page = Page(lang, width=100, colour=False, full=True)
    print_hand(judged, page, ShownPart(judged.happened))
    return page.lines


def _hold_equal(text: str, ruleset: Ruleset | None = None, file: str = "evening.cal") -> tuple[int, int]:
    """Hold the proved judgements against those of the engine; the numbers of proved hands, and of all."""
    plainly, first = (RecordJudge(ruleset, finds_ends=True) for _ in range(2))
    quick, proved, number = QuickScore(first), 0, 0
    names = [each.name for each in fields(Judgement)]
    rng = Random(text)
    for hand in parse_records(text, file=file):
        number += 1
        due, found = (_try_replay(replay, hand) for replay in (plainly.replay, quick.replay))
        if due is None or found is None:
            assert due is found
            continue
        proved += _is_proved(found)
        rng.shuffle(names)  # what is asked first must not matter
        for name in names:
            assert getattr(found, name) == getattr(due, name), (hand.name, name)
        assert found == due
        for before, after in zip(due.happened, found.happened, strict=True):
            assert after.state == before.state
        assert json.dumps(as_json(found)) == json.dumps(as_json(due))
        assert _report_as_text(found, "it") == _report_as_text(due, "it")
        assert plainly.evening is not None
        assert first.evening is not None
        for name in _SCORE:
            assert getattr(first.evening, name) == getattr(plainly.evening, name), (hand.name, name)
    return proved, number


@pytest.mark.mass
@pytest.mark.parametrize("name", SHIPPED)
def test_proved_hands_are_explained_as_by_the_engine(name: str) -> None:
    """Every field, every state on the way, JSON and text, of plain hands of each ruleset."""
    proved, number = _hold_equal(text_of(name, 12), game(name).ruleset)
    assert proved == number - 1  # the first hand of a ruleset is replayed: it has the findings on its pin


@pytest.mark.mass
@pytest.mark.parametrize("name", SHIPPED)
def test_claims_declarations_and_mistakes_change_nothing(name: str) -> None:
    """Hands with incidents, and hands with damaged lines."""
    _hold_equal(simulated_text(name, 10, 3), game(name).ruleset)
    _hold_equal(damaged(text_of(name, 12), Random(name), every=2), game(name).ruleset)


@pytest.mark.mass
@pytest.mark.parametrize("folder", _FOLDERS)
def test_samples_are_explained_as_by_the_engine(folder: str) -> None:
    """Every record that is shipped, under the rules that it names."""
    for path in sorted((_SAMPLES / folder).rglob("*.cal")):
        _hold_equal(path.read_text(encoding="utf-8"), file=str(path))


def _judge_second_hand(monkeypatch: pytest.MonkeyPatch) -> tuple[Judgement, list[str]]:
    """A proved judgement, and the hands that the engine has replayed in full since then."""
    first, second = parse_records(text_of("pagat", 2))
    quick, replayed = QuickScore(RecordJudge(game("pagat").ruleset)), []
    quick.replay(first)
    plainly = RunningTotals.replay

    def note_replay(totals: RunningTotals, hand: Hand) -> Judgement:
        replayed.append(hand.name)
        return plainly(totals, hand)

    monkeypatch.setattr(RunningTotals, "replay", note_replay)
    return quick.replay(second), replayed


def test_a_proved_hand_is_never_replayed_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """The verdict comes from the proof, sums from its figures, events from the engine alone."""
    judged, replayed = _judge_second_hand(monkeypatch)
    assert (judged.verdict, judged.findings) == ("legal", ())
    assert judged.payments is not None
    assert judged.state is not None
    assert judged.state.is_over
    assert replayed == []


def test_a_refused_move_is_replayed_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the engine cannot play on, everything comes from the replay."""
    judged, replayed = _judge_second_hand(monkeypatch)
    monkeypatch.setattr(ProvedHand, "_play_hand", lambda _: None)
    assert judged.happened[-1].state == judged.state
    assert replayed == [judged.hand.name]


def test_a_proved_judgement_is_a_value_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """It can be copied, sent to another process, compared, printed and changed."""
    judged, _ = _judge_second_hand(monkeypatch)
    assert repr(judged).startswith("<Judgement of hand 2 by pagat: legal")
    assert copy.copy(judged) == pickle.loads(pickle.dumps(judged)) == judged
    assert replace(judged, stated=None).happened == judged.happened
    with pytest.raises(AttributeError, match="no attribute 'winner'"):
        _ = judged.winner  # type: ignore[attr-defined]


def _replay_by_library(text: str) -> Iterator[Judgement]:
    return calarec.replay(calarec.read(calarec.Text(text)), game("pagat").ruleset)


def test_the_library_proves_hands_of_a_record() -> None:
    """The hands of `calarec.read` are what their lines say."""
    judged = list(_replay_by_library(text_of("pagat", 4)))
    assert [_is_proved(each) for each in judged] == [False, True, True, True]


def test_hands_that_a_program_has_changed_are_not_proved() -> None:
    """Their lines are those before the change."""
    hands = list(parse_records(text_of("pagat", 4)))
    trick = next(statement for statement in hands[2].statements if isinstance(statement, rec.Trick))
    wrong = trick._replace(cards=(*trick.cards[1:], trick.cards[0]))
    changed = tuple(wrong if statement is trick else statement for statement in hands[2].statements)
    hands[2] = replace(hands[2], statements=changed)
    judged = list(calarec.replay(hands, game("pagat").ruleset))
    assert judged[2].verdict == "illegal"
    assert not any(map(_is_proved, judged))


def test_few_hands_are_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """To load the compiled rules takes longer than to replay some hands."""
    monkeypatch.setattr(wanted_hands, "MIN_HANDS_TO_PROVE", 3)
    monkeypatch.setattr(wanted_hands, "_replayed_hands", {})
    judged = list(_replay_by_library(text_of("pagat", 5)))
    assert [_is_proved(each) for each in judged] == [False, False, False, True, True]
