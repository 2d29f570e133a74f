"""The interpreter gives no name a meaning.

A ruleset in which every id, contract, bid, suit and rank is renamed to nonsense gives the same rulings, up to that
renaming.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine.actions import BidAction, RaiseAction

if TYPE_CHECKING:
    from calarec.core.engine.actions import Action

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from calarec.core.engine.game import Game
from calarec.core.engine.moves import apply, start
from calarec.core.engine.settling import settle_hand
from calarec.core.engine.tally import add_up
from calarec.core.engine.terms import Outcome
from tests.engine.playing import play
from tests.rulebooks import IDS, game

if TYPE_CHECKING:
    from calarec.core.engine import events as ev
    from calarec.core.engine.account import Account

_RANKS = "Z0Y1X9W8VUPQ6H"
_SUITS = "zyxwvutq"
_NAMED_MAPS = ("contracts", "steps", "piles", "standing")


class Renaming:
    """Nonsense for every name that a tree of rules gives."""

    def __init__(self, tree: dict[str, Any]) -> None:
        pack = tree["pack"]
        self.ranks = str.maketrans(pack["ranks"], _RANKS[: len(pack["ranks"])])
        self.suits = str.maketrans(pack["suits"], _SUITS[: len(pack["suits"])])
        names: set[str] = set(tree["auction"]["words"])
        for section in _NAMED_MAPS:
            names |= set(tree[section])
        names |= set(tree["settle"]["bonus"]) | set(tree["all_pass"].get("bonus", {}))
        self.names = {name: f"q{number}x" for number, name in enumerate(sorted(names))}

    def tree(self, tree: dict[str, Any]) -> dict[str, Any]:
        """The tree with every name replaced."""
        new: dict[str, Any] = {key: self._value(value) for key, value in tree.items()}
        pack = dict(tree["pack"])
        pack["ranks"] = pack["ranks"].translate(self.ranks)
        pack["suits"] = pack["suits"].translate(self.suits)
        pack["points"] = {rank.translate(self.ranks): points for rank, points in pack["points"].items()}
        pack["without"] = [card[0].translate(self.ranks) + card[1].translate(self.suits) for card in pack["without"]]
        pack["aliases"] = {}
        new["pack"] = pack
        for section in _NAMED_MAPS:
            new[section] = self._keys(new[section])
        new["auction"]["words"] = self._keys(new["auction"]["words"])
        for section in ("settle", "all_pass"):
            if "bonus" in new[section]:
                new[section]["bonus"] = self._keys(new[section]["bonus"])
        for step in new["steps"].values():
            for row in step.get("cards", ()) if step["do"] == "call" else ():
                for key in ("ranks", "holding_all"):
                    row[key] = row[key].translate(self.ranks) if row[key] else row[key]
        return new

    def _value(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {key: self._entry(key, child) for key, child in value.items()}
        return [self._value(item) for item in value] if isinstance(value, list) else value

    def _keys(self, entries: dict[str, Any]) -> dict[str, Any]:
        return {self.names[key]: value for key, value in entries.items()}

    def _entry(self, key: str, value: Any) -> Any:
        """A value under a key; texts that name something are renamed."""
        if isinstance(value, str) and key in ("pile", "to", "of") and value in self.names:
            return self.names[value]
        if isinstance(value, list) and key in _LISTS:
            return [self.names.get(item, item) for item in value]
        return self._value(value)

    def path(self, path: str) -> str:
        """A rule path in the renamed ruleset."""
        parts = path.split(".")
        known = {"contracts", "steps", "piles", "standing", "words", "bonus"}
        return ".".join(
            self.names.get(part, part) if number and parts[number - 1] in known else part
            for number, part in enumerate(parts)
        )


_LISTS = {"ladder", "steps", "raises", "bonus_order", "keep", "only", "contracts"}


def _account(of: Game, setting: Any, events: list[ev.Event]) -> Account:
    tally = add_up(of.cards, setting, events)
    return settle_hand(of, tally)


def _renamed_action(action: Action, renaming: Renaming) -> Action:
    if isinstance(action, BidAction | RaiseAction):
        return action._replace(word=renaming.names[action.word])
    return action


def _renamed_event(event: ev.Event, renaming: Renaming) -> ev.Event:
    changed: dict[str, Any] = {"rule": renaming.path(event.rule)}
    for name in ("word", "contract"):
        if getattr(event, name, ""):
            changed[name] = renaming.names[getattr(event, name)]
    return event._replace(**changed)


@pytest.mark.parametrize("ruleset", IDS)
def test_names_mean_nothing(ruleset: str) -> None:
    """Twenty random hands with other names have the same events and payments."""
    plain = game(ruleset)
    tree: Any = plain.ruleset.tree
    renaming = Renaming(tree)
    renamed = renaming.tree(tree)
    nonsense = Game.from_ruleset(replace(plain.ruleset, id="nonsense", tree=renamed, hashed=renamed, words={}))
    assert nonsense.rules.pack.ranks != plain.rules.pack.ranks
    for number in range(20):
        played = play(plain, Random(f"{ruleset}/{number}"))
        outcome = start(nonsense, played.setting, played.hands, played.piles)
        events = list(outcome.events)
        for step in played.steps:
            answer = apply(nonsense, outcome.state, _renamed_action(step.action, renaming))
            assert isinstance(answer, Outcome)
            outcome = answer
            events += answer.events
        assert events == [_renamed_event(event, renaming) for event in played.events]
        one, two = _account(plain, played.setting, played.events), _account(nonsense, played.setting, events)
        assert two.payments == one.payments
        assert [reason.rule for reason in two.because] == [renaming.path(reason.rule) for reason in one.because]
        assert [side.points for side in two.sides] == [side.points for side in one.sides]
