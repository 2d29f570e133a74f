"""Sums hold whatever is wrong with a hand: each card counts once, and what is ruled is added everywhere alike."""

from __future__ import annotations

import os
import re
from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.core.engine.behaviours import behaviour_of
from calarec.core.mechanisms.fields import Kind
from calarec.core.notation.reader import parse_records
from calarec.core.records import model as rec
from calarec.record_judge.session import RecordJudge
from calarec.rule_files.load import load_ruleset
from calarec_tools.archive.runs.running import check_files
from calarec_tools.output.files.filling import Filling
from tests.bulk.both import SHIPPED, game
from tests.bulk.damage import damaged
from tests.bulk.texts import text_of
from tests.house.tree import ROOT
from tests.judge.damage.corpus import cases
from tests.judge.damage.money_sums import adds_up, lie_once

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.judge.judgement import Judgement
    from calarec.core.mechanisms.ruleset import Ruleset

RECORDS = ROOT / "tests" / "judge" / "damage" / "records"
CASES = cases() if os.environ.get("CALAREC_THOROUGH") else cases()[::7]
"""One in seven of the corpus: of every base and of most damages; all of them with CALAREC_THOROUGH set."""
_ASSERTED = re.compile(r"(?m)^(?:score|total|carried) .*\n")


def replays(text: str, ruleset: Ruleset) -> list[Judgement]:
    """Replay all hands of a text."""
    session = RecordJudge(ruleset)
    return [session.replay(hand) for hand in parse_records(text, "sums.cal")]


def hold(told: list[Judgement]) -> None:
    """The sums of every hand hold, and so do the totals."""
    for replay in told:
        adds_up(replay)
        lie_once(replay)
    added(told)


def added(told: list[Judgement]) -> None:
    """Check that rulings are in the totals until the match is over.

    After a hand without a ruling the totals are open.
    """
    before: dict[str, int] | None = {}
    deal, unruled, unsure, over = 0, 0, False, False
    for replay in told:
        if replay.hand.new_match:
            before, deal, unruled, unsure, over = {}, 0, 0, False, False
        deal += not over and replay.account is not None and is_a_deal(replay)
        unruled += replay.account is None
        over = over or (replay.standing is not None and replay.standing.over)
        stated = any(isinstance(each, rec.Total) for each in replay.hand.statements)
        if replay.hand.carried is not None or stated:
            before = None  # what is written may be believed
        unsure = unsure and replay.hand.carried is None
        if replay.account is None:
            assert replay.totals is None or not (replay.state and replay.state.is_over), replay.hand.lines
            before, unsure = None, not stated
            continue
        if unsure:
            assert replay.totals is None, replay.hand.lines
            assert replay.standing is None or replay.standing.over, replay.hand.lines
            unsure = not stated
            continue
        gains = behaviour_of(Kind.SECTION, "match").gains(replay.game, replay.account)
        assert replay.totals is not None, replay.hand.lines
        assert replay.standing is not None
        if replay.hand.carried is None:
            assert deal <= replay.standing.deal <= deal + unruled
        if before is not None and replay.setting is not None:
            due = {label: before.get(label, 0) + gain for label, gain in zip(replay.setting.labels, gains, strict=True)}
            assert replay.totals == due, replay.hand.lines
            before |= due
        else:
            before = dict(replay.totals)


def is_a_deal(replay: Judgement) -> bool:
    """Check whether a match counts a hand as a deal.

    It does not if the hand is dealt again, void, passed by all without a pot, or abandoned.
    """
    if replay.outcome == "all_pass":
        return getattr(replay.game.rules.all_pass.params, "pot", None) is not None
    return replay.outcome not in ("", "void", "abandoned")


def filled(path: Path, ruleset: Ruleset) -> str:
    """A file with what it leaves out."""
    return "".join(Filling(ruleset).filled_in(str(path), []))


def three_ways(text: str, ruleset: Ruleset, folder: Path) -> None:
    """Check that replay and `fmt --fill` agree, and `check` too, whole and in shards."""
    path = folder / "sums.cal"
    path.write_text(text, encoding="utf-8", newline="\n")
    told = replays(text, ruleset)
    whole = filled(path, ruleset)
    path.write_text(whole, encoding="utf-8", newline="\n")
    for replay, hand in zip(told, parse_records(whole, "sums.cal"), strict=True):
        totals = [dict(each.amounts) for each in hand.statements if isinstance(each, rec.Total)]
        scores = [dict(each.amounts) for each in hand.statements if isinstance(each, rec.Score)]
        assert totals in ([], [replay.totals]), hand.lines
        if replay.account is None:
            assert totals == scores == [], hand.lines
        elif scores and replay.setting is not None:
            assert scores == [dict(zip(replay.setting.labels, replay.account.payments, strict=True))], hand.lines
    found = [
        [
            each
            for part in check_files([str(path)], rules=str(ruleset.file), size=size)
            for each in part.findings
        ]
        for size in (1 << 20, 1)
    ]  # fmt: skip
    assert [each.code for each in found[0] if each.code in ("CAL611", "CAL612", "CAL613")] == []
    assert found[0] == found[1]


def test_damages_of_the_corpus_leave_sums_that_hold() -> None:
    """Whatever is wrong with a hand, no account has more or fewer points than the pack."""
    loaded = {rules: load_ruleset(rules) for rules in {case.rules for case in CASES}}
    for case in CASES:
        hold(replays(case.text, loaded[case.rules]))


@pytest.mark.mass
@pytest.mark.parametrize("name", SHIPPED)
def test_random_damage_leaves_sums_that_hold(name: str, tmp_path: Path) -> None:
    """In every second hand a line is changed; the hands are replayed, filled in and checked."""
    ruleset = game(name).ruleset
    text = damaged(text_of(name, 10), Random(f"{name} sums"), every=2)
    hold(replays(text, ruleset))
    three_ways(_ASSERTED.sub("", text), ruleset, tmp_path)


def test_a_card_that_somebody_plays_is_not_read_into_what_another_discards() -> None:
    """A has three cards of two, C has one; C plays the third, which is in no pile."""
    (told,) = replays((RECORDS / "takes-three-of-two.cal").read_text(encoding="utf-8"), game("tretre").ruleset)
    hold([told])
    assert told.account is not None
    assert [side.points for side in told.account.sides] == [15, 20]
    assert [(each.code, each.span.line) for each in told.findings] == [("CAL434", 13), ("CAL434", 15)]


def test_a_hand_with_an_error_that_settles_is_paid_and_added() -> None:
    """C calls a card that he laid on the table; the twelve tricks give the result."""
    (told,) = replays((RECORDS / "calls-what-he-laid-down.cal").read_text(encoding="utf-8"), game("tretre").ruleset)
    assert (told.verdict, told.totals) == ("illegal", {"A": 2, "B": 2, "C": -4})
    assert told.standing is not None
    assert told.standing.deal == 1


def test_what_the_record_itself_contradicts_is_not_paid() -> None:
    """Doubtful cards that contradict the written payments give no ruling."""
    text = (RECORDS / "calls-what-he-laid-down.cal").read_text(encoding="utf-8")
    (told,) = replays(text.replace("\nend\n", "\nscore A: -1 B: -1 C: +2\nend\n"), game("tretre").ruleset)
    assert (told.account, told.totals, told.standing) == (None, None, None)
