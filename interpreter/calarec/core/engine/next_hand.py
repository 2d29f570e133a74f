"""What a hand that is over leaves to the next one: who deals, what lies on piles and in the pot, a narrowed auction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine.state import NOTHING_CARRIED, Inherited
from calarec.core.mechanisms.rules import deals_again

if TYPE_CHECKING:
    from calarec.core.engine.account import Account
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State
    from calarec.core.engine.tally import Tally


def dealer_after(game: Game, state: State, tally: Tally, people: int) -> int:
    """The seat that deals after a hand that is over."""
    if state.outcome == "void":
        stays = "same" in deals_again(game.rules, state.stated_words)
    else:
        stays = tally.declarer < 0 and getattr(game.rules.all_pass.params, "dealer", "next") == "same"
    dealer = state.setting.dealer
    return dealer if stays else (dealer + 1) % people


def carried_on(game: Game, state: State, account: Account | None, sure: int = -1) -> Inherited:
    """What a hand leaves to the next one, as far as it is sure which cards stayed as they lay."""
    part = game.rules.all_pass.params
    kept: tuple[tuple[int, int], ...] = ()
    if state.outcome == "all_pass" and game.rules.all_pass.do == "carry_on":
        kept = tuple(
            (number, state.piles[number])
            for number, name in enumerate(game.piles)
            if name in part.keep and not state.piles[number] & ~sure
        )
    return left_behind(game, state.setting, state.outcome, account, kept)


def left_behind(
    game: Game, setting: Seating, outcome: str, account: Account | None, kept: tuple[tuple[int, int], ...] = ()
) -> Inherited:
    """What a hand with this end leaves to the next one: piles, a narrowed auction, what lies in the pot."""
    part = game.rules.all_pass.params
    pot: int | None = 0
    if getattr(part, "pot", None) is not None:
        # What is paid goes from one to another, but for what is put into the pot and taken from it.
        before = setting.carry.pot
        known = account is not None and bool(account.payments) and before is not None
        pot = (before or 0) - sum(account.payments) if known and account is not None else None
    if outcome == "all_pass" and game.rules.all_pass.do == "carry_on":
        return Inherited(kept, part.only, part.binds, "all_pass.only", pot, part.times)
    return NOTHING_CARRIED if pot == 0 else Inherited(pot=pot)
