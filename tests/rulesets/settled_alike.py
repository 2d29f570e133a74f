"""Evenings under any rules, settled by each part of calarec that settles hands; they agree or refuse by name."""

from __future__ import annotations

import os
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Final

import pytest

from calarec.bulk.supported import NotPlainError
from calarec.core.base.frozen import replace
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.learning.kernel_hand import make_steps
from calarec.learning.layout import LayoutError
from calarec.learning.step_tables import NotSteppedError
from calarec.learning.tables import LearningTable
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from calarec.simulation.run import AimError
from kernel.tests.agreement import plain
from kernel.tests.steps_agree import hold_hand
from tests.bulk.both import Both, choose, compiled, deal, game, setting_of
from tests.bulk.verdicts import hold_equal
from tests.playouts.boards_agree import hold_paid
from tests.sources.card_lines import CARDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.simulation.run import Simulated


_SHOWS: Final = (*CARDS, rec.Score)
"""Statements that a hand lacks if only its result is written."""
_OPEN_BONUS: Final = "CAL323"
"""The code of a payment without a bonus that cannot be ruled out."""
_NO_KERNEL: Final = "the compiled kernel does not run"
_PASSED_HANDS: Final = 2


def hold_settled_alike(file: str, hands: int, seed: int) -> set[str]:
    """Check that all parts agree; return the paths and reasons of those that refuse.

    The parts are the engine, the source in Python and in the kernel, boards, steps and hands without cards.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CALAREC_KERNEL", "compiled")
        return _hold_all_parts(file, hands, seed)


def _hold_all_parts(file: str, hands: int, seed: int) -> set[str]:
    for played in _play_evenings(file, hands, seed):
        text = write([each.hand for each in played])
        hold_equal(file, text)
        with plain():
            hold_equal(file, text)
        _hold_without_cards(file, played)
    refused = {_hold_on_board(file, Random(f"{seed}/{number}")) for number in range(hands)}
    refused |= _hold_in_steps(file, hands, seed)
    assert _NO_KERNEL not in refused or not os.environ.get("CALAREC_ALL_TESTS")
    return refused - {"", _NO_KERNEL}


def _play_evenings(file: str, hands: int, seed: int) -> Iterator[list[Simulated]]:
    """Yield an evening of random players, and one of players who pass."""
    yield list(simulate(game(file), hands=hands, seed=seed, bot="random"))
    if game(file).rules.has_auction:
        with suppress(AimError):  # rules in which a player always bids
            yield list(simulate(game(file), hands=_PASSED_HANDS, seed=seed, bot="random", aim="all_pass.do"))


def _hold_without_cards(file: str, played: list[Simulated]) -> None:
    """Check that the payments are a possible sum of such a hand, and certain ones the true ones."""
    with_score, without_score = begin_totals(game(file)), begin_totals(game(file))
    for each in played:
        judged = with_score.replay(_leave_out(each, CARDS))
        assert not [found for found in judged.findings if found.severity == "error"], write([judged.hand])
        # Where only points are counted, a hand has no `score` line, and a result has several hands behind it.
        assert judged.account is not None or not any(isinstance(one, rec.Score) for one in judged.hand.statements)
        assert judged.account is None or judged.account.payments == each.account.payments
        judged = without_score.replay(_leave_out(each, _SHOWS))
        is_open = any(found.code == _OPEN_BONUS for found in judged.findings)
        account = judged.account
        assert account is None or is_open or account.payments == each.account.payments, write([each.hand])


def _leave_out(simulated: Simulated, kinds: tuple[type, ...]) -> rec.Hand:
    """A hand without statements of these kinds."""
    kept = tuple(one for one in simulated.hand.statements if not isinstance(one, kinds))
    return replace(simulated.hand, statements=kept)


def _hold_in_steps(file: str, hands: int, seed: int) -> set[str]:
    """Check that the compiled kernel plays as the engine; return the rules that it refuses."""
    refused = set[str]()
    for people in game(file).people:
        try:
            table = LearningTable(game(file), people, "")
            table.begin_seed(seed)
            make_steps(table.slots, table.first.state.setting, 1)
        except (NotSteppedError, LayoutError) as found:
            refused.add(str(found))
        else:
            rng = Random(f"{seed} {people}")
            for _ in range(hands):
                hold_hand(table, rng)
    return refused


def _hold_on_board(file: str, rng: Random) -> str:
    """Check that a random hand ends alike in the engine and on a board; or return the refused rule."""
    rules = compiled(file)
    if not game(file).rules.has_auction or rules.unforeseen or rules.lacking:
        return rules.unforeseen or next(iter(rules.lacking.values()), "auction.ladder")
    setting = setting_of(game(file), rng)
    try:
        both = Both(file, setting, *deal(game(file), setting, rng))
        while not both.state.is_over:
            both.make(*choose(both.offers(), rng))
    except NotPlainError as found:
        return str(found)
    hold_paid(both)
    return ""
