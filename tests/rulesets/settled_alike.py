"""One evening under any rules, settled by each part of calarec that settles hands; they agree or refuse by name."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from calarec.bulk.supported import NotPlainError
from calarec.core.base.frozen import replace
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from kernel.tests.agreement import plain
from tests.bulk.both import Both, choose, compiled, deal, game, setting_of
from tests.bulk.verdicts import hold_equal
from tests.playouts.boards_agree import hold_paid
from tests.sources.card_lines import CARDS

if TYPE_CHECKING:
    from calarec.simulation.run import Simulated


def hold_settled_alike(file: str, hands: int, seed: int) -> set[str]:
    """Engine, source in Python and in the kernel, boards and hands without cards agree; what boards refuse."""
    played = list(simulate(game(file), hands=hands, seed=seed, bot="random"))
    text = write([each.hand for each in played])
    hold_equal(file, text)
    with plain():
        hold_equal(file, text)
    _hold_without_cards(file, played)
    return {refused for number in range(hands) if (refused := _hold_on_board(file, Random(f"{seed}/{number}")))}


def _hold_without_cards(file: str, played: list[Simulated]) -> None:
    """Check that the payments are a possible sum of such a hand."""
    totals = begin_totals(game(file))
    for each in played:
        said = tuple(one for one in each.hand.statements if not isinstance(one, CARDS))
        judged = totals.replay(replace(each.hand, statements=said))
        assert not [found for found in judged.findings if found.severity == "error"], write([judged.hand])
        # Where only points are counted, a hand has no `score` line, and a result has several hands behind it.
        assert judged.account is not None or not any(isinstance(one, rec.Score) for one in said)
        assert judged.account is None or judged.account.payments == each.account.payments


def _hold_on_board(file: str, rng: Random) -> str:
    """A hand played by chance in the engine and on a board comes to the same; or the rule that the board refuses."""
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
