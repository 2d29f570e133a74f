"""Records that ask for too much: the search stops, says so, and claims nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.judge.running_totals import RunningTotals
from calarec.judge.unknown import search
from calarec.notation.reader import parse
from tests.judge.unknown.facts import RECORDS
from tests.rulebooks import game

if TYPE_CHECKING:
    from calarec.judge.judgement import Judgement


def _replayed(text: str, ruleset: str = "pagat") -> Judgement:
    (hand,) = parse(text)
    assert not hand.broken
    return RunningTotals(game(ruleset)).replay(hand)


def _codes(replayed: Judgement) -> list[str]:
    return [each.code for each in replayed.diagnostics]


BLANK = "cal 1\nseat A\nseat B\nseat C\n\nhand 1\ndealer A\n"


def test_without_an_answer_nothing_is_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no steps left for the search the hand is neither possible nor impossible."""
    monkeypatch.setattr(search, "SEARCH_STEPS", 1)
    replayed = _replayed((RECORDS / "half-known.cal").read_text())
    assert replayed.knowledge == "unsettled"
    assert _codes(replayed) == ["CAL313"]
    assert replayed.deduced == ()
    assert replayed.account is None


def test_without_a_proof_nothing_is_deduced(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no steps left for proofs what was found is possible, only what is plain is deduced, and that is said."""
    monkeypatch.setattr(search, "PROOF_STEPS", 0)
    replayed = _replayed((RECORDS / "broken-off.cal").read_text())
    assert replayed.knowledge == "possible"
    assert all("__" in line or line.startswith("monte") for line in replayed.deduced)
    assert [each.wording for each in replayed.diagnostics if each.code == "CAL313"] == ["cards"]


@pytest.mark.parametrize("ruleset", ["pagat", "tretre"])
def test_a_hand_of_blanks_comes_to_an_end(ruleset: str) -> None:
    """Twelve tricks of unknown cards: the search keeps to its budget and finds a way."""
    word = next(iter(game(ruleset).rules.auction.ladder))
    tricks = "".join(f"{number} B: __ __ __\n" for number in range(1, 13))
    replayed = _replayed(f"{BLANK}bid B: {word}\ncall B: __\n{tricks}end\n", ruleset)
    assert replayed.knowledge in ("possible", "unsettled", "impossible")
    assert replayed.account is None


def test_unknown_words_and_seats_give_findings_and_no_traceback() -> None:
    """What the rules do not know is said; the rest of a partial hand is not guessed at."""
    replayed = _replayed(BLANK + "deal B: __ __ __ __ __ __ __ __ __ __ __ __\nbid B: sole\n 1 B: 3b 2b Ab\nend\n")
    assert replayed.verdict == "illegal"
    assert _codes(replayed)[0] == "CAL210"


def test_more_plays_than_cards() -> None:
    """A thirteenth trick is told by its own code, and the rest is judged."""
    tricks = "".join(f"{number} B: __ __ __\n" for number in range(1, 14))
    replayed = _replayed(f"{BLANK}bid B: solissimo\n{tricks}end\n")
    assert "CAL515" in _codes(replayed)
    assert replayed.verdict == "illegal"
