"""A slip in a line that says what was drawn: it is found where it is, and the hand comes to the same."""

from __future__ import annotations

from random import Random

import pytest

from calarec.judge.running_totals import RunningTotals
from calarec.notation.reader import parse
from calarec.notation.writer import write
from calarec.simulation import simulate
from tests.judge.damage.test_two_slips import with_slips
from tests.rulebooks import game

RULES = "tressette-in-due"


def _played(seed: int) -> list[str]:
    hand = next(iter(simulate(game(RULES), hands=1, seed=seed))).hand
    return write([hand]).rstrip("\n").split("\n")


def _judged(lines: list[str]) -> tuple[object, list[int]]:
    """What is paid, and the lines, from 0, of which something is told; a finding names each line that may be wrong."""
    (hand,) = parse("\n".join(lines) + "\n")
    told = RunningTotals(game(RULES)).replay(hand)
    found = [[each.span.line, each.args.get("line")] for each in told.diagnostics]
    assert len(found) == 1, (told.diagnostics, "\n".join(lines))
    return (told.account and told.account.payments, told.totals), [at - 1 for at in found[0] if isinstance(at, int)]


@pytest.mark.parametrize("seed", range(4))
def test_a_wrong_card_or_seat_of_a_draw_is_one_finding(seed: int) -> None:
    """Whichever card stands there, one that was played, drawn before, drawn later or never."""
    lines, random = _played(seed), Random(seed)
    (hand,) = parse("\n".join(lines) + "\n")
    whole = RunningTotals(game(RULES)).replay(hand)
    assert whole.verdict == "legal"
    assert whole.account is not None
    draws = [at for at, line in enumerate(lines) if line.startswith("take ")]
    assert len(draws) == 20
    for at in draws:
        head, card = lines[at].rsplit(" ", 1)
        other = random.choice([name for name in game(RULES).cards.names if name != card])
        seat = head.replace("take A", "take Z").replace("take B", "take A").replace("take Z", "take B")
        for wrong in (f"{head} {other}", f"{seat} {card}"):
            comes_to, told = _judged(with_slips(lines, (at, wrong)))
            assert at in told, (told, lines[at], wrong)
            assert comes_to == (whole.account.payments, whole.totals), (lines[at], wrong)
