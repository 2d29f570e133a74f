"""A few lines by which the reviewing tests deal, act and settle."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from calarec import load_rules
from calarec.core.engine.cards import bits
from calarec.core.engine.game import Game
from calarec.core.engine.moves import apply, legal, start
from calarec.core.engine.settling import settle_hand
from calarec.core.engine.tally import add_up
from calarec.core.engine.terms import Outcome
from calarec.playing.dealing import deal

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from calarec.core.engine.account import Account
    from calarec.core.engine.actions import Action
    from calarec.core.engine.state import State


class Table:
    """A hand in play."""

    def __init__(self, rules: str | Path, *, seats: int, dealer: int = 0, seed: int = 0) -> None:
        self.game = Game.from_ruleset(load_rules(rules))
        self.setting = self.game.seat(tuple("ABCDEFG"[:seats]), dealer)
        self.chance = Random(seed)
        hands, piles = deal(self.game, self.setting, self.chance)
        begun = start(self.game, self.setting, hands, piles)
        self.state: State = begun.state
        self.events = list(begun.events)

    def does(self, action: Action) -> None:
        """Applies an action that must be legal."""
        answer = apply(self.game, self.state, action)
        assert isinstance(answer, Outcome), answer
        self.state = answer.state
        self.events += answer.events

    def goes_on(self, until: Callable[[State], bool], *words: str) -> None:
        """Play at random, with the first of the words that may be spoken."""
        while not self.state.is_over and not until(self.state):
            offer = legal(self.game, self.state)[0]
            if offer.words:
                self.does(offer.say(next((word for word in words if word in offer.words), offer.words[0])))
            else:
                chosen = self.chance.sample(list(bits(offer.cards)), offer.least)
                self.does(offer.choose(sum(1 << card for card in chosen)))

    def account(self) -> Account:
        """Settle the hand."""
        tally = add_up(self.game.cards, self.setting, self.events)
        return settle_hand(self.game, tally)


def house(folder: Path, parent: str, *lines: str) -> Path:
    """A house rule that extends a ruleset."""
    path = folder / "club.yaml"
    path.write_text("\n".join(["ruleset: club", "version: 1.0.0", f"extends: {parent}", *lines, ""]), encoding="utf-8")
    return path
