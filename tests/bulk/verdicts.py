"""Holds the verdicts of the compiled filter against those of the replay, hand by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.bulk.filter import Unruled, Verifier
from calarec.bulk.running import Passed
from calarec.bulk.wanted_hands import WantedHands
from calarec.core.base.frozen import replace
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.reader import parse_records
from calarec.record_judge.session import RecordJudge
from tests.bulk.both import game

if TYPE_CHECKING:
    from calarec.core.judge.judgement import Judgement

_FILE = "evening.cal"


def verify_text(
    name: str, text: str, pieces: int = 1, session: RecordJudge | None = None
) -> tuple[Verifier, list[Passed | Judgement | Unruled]]:
    """The verdicts of the mass path on a text that comes in so many pieces."""
    verifier = Verifier(HandReader(_FILE, PreambleBuilder(_FILE)), session or RecordJudge(game(name).ruleset))
    lines = text.splitlines(keepends=True)
    size = max(len(lines) // pieces, 1)
    cut = ["".join(lines[at : at + size]) for at in range(0, len(lines), size)]
    return verifier, list(verifier.verify(cut))


def replay_text(name: str, text: str, session: RecordJudge | None = None) -> list[Judgement]:
    """Replay all hands of a text."""
    session = session or RecordJudge(game(name).ruleset, finds_ends=True)
    return [session.replay(hand) for hand in parse_records(text, _FILE)]


def hold_equal(name: str, text: str, pieces: int = 1) -> Verifier:
    """Check that both agree on every hand."""
    verifier, found = verify_text(name, text, pieces)
    expected = replay_text(name, text)
    assert len(found) == len(expected)
    for verdict, replay in zip(found, expected, strict=True):
        if isinstance(verdict, Passed):
            assert verdict.notes == replay.findings, replay.hand.lines
            assert replay.findings == replay.hand.findings
            assert (replay.verdict, replay.knowledge) == ("legal", "complete")
            assert replay.account is not None
            assert replay.totals is not None
            assert verdict.payments == replay.account.payments
            assert verdict.totals == tuple(replay.totals.values())
            assert verdict.stated == replay.stated
        else:
            assert not isinstance(verdict, Unruled)
            assert verdict.findings == replay.findings
            assert verdict.hand.before == replay.hand.before
            assert verdict.totals == replay.totals
            assert verdict.standing == replay.standing
            assert (verdict.verdict, verdict.knowledge, verdict.outcome) == (
                replay.verdict, replay.knowledge, replay.outcome
            )  # fmt: skip
            assert (verdict.account, verdict.stated) == (replay.account, replay.stated)
    last = expected[-1]
    wanted = list(WantedHands(parse_records(text, _FILE), game(name).ruleset, last.hand.name))
    # What is said once of the rules of an evening is said with the hand that is wanted.
    assert list(map(_without_notes_on_rules, wanted)) == [
        _without_notes_on_rules(each) for each in expected if each.hand.name == last.hand.name
    ]
    return verifier


def _without_notes_on_rules(judged: Judgement) -> Judgement:
    kept = tuple(each for each in judged.findings if each.code not in ("CAL806", "CAL808"))
    return replace(judged, findings=kept)
