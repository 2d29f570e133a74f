"""Whose deal it is: who deals after a hand, as far as the rules and the record tell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeAlias

from calarec.core.engine.state import NOBODY
from calarec.core.mechanisms.rules import deals_again

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from calarec.core.judge.judgement import Judgement

Turn: TypeAlias = tuple[str, str]
"""The seat that deals next, empty if nobody knows, and what the hand before was called."""
NOBODYS_TURN: Final[Turn] = ("", "")
_DIGITS = 9
"""No number of a hand has more."""
_PLAYED = ("played", "claimed", "score_only")


def next_dealer(replayed: Judgement, stated: Sequence[str] | None = None) -> str:
    """The seat that deals after a hand; empty if that cannot be told.

    `stated` are the words of irregularities and declarations, of a hand of which no state is kept.
    """
    setting, rules = replayed.setting, replayed.game.rules
    if setting is None:
        return ""
    people = setting.labels[: len(setting.labels) - len(setting.dummies)]
    dealer = setting.labels[setting.dealer]
    following = people[(people.index(dealer) + 1) % len(people)]
    state, account = replayed.state, replayed.account
    if state is not None:
        stated = state.stated
    all_passed = getattr(rules.all_pass.params, "dealer", "next")
    match replayed.outcome:
        case "void":
            deals = deals_again(rules, stated) if stated is not None else []
            return "" if not deals else dealer if "same" in deals else following
        case "all_pass":
            return dealer if all_passed == "same" else following
        case outcome if outcome in _PLAYED:
            declared = account is not None and account.declarer != NOBODY
            if declared or all_passed == "next" or (state is not None and state.contract):
                return following
            return dealer if outcome != "score_only" else ""
    return following if state is not None and state.contract and not replayed.outcome else ""


def still_in(turn: Turn, people: Mapping[str, str], out: Collection[str]) -> Turn:
    """The turn, of the first at the table from its seat on whom no total has put out of the match.

    `people`: who sits on each seat, in order of play.
    """
    label, name = turn
    if label not in people or people[label] not in out:
        return turn
    order = [*people]
    at = order.index(label)
    return next((each for each in (*order[at:], *order[:at]) if people[each] not in out), ""), name


def follows(before: str, name: str) -> bool:
    """Whether no hand was left out, as far as the last numbers in their names tell."""
    if not before or not name:
        return True
    numbers = [re.findall(r"[0-9]+", each)[-1:] for each in (before, name)]
    if not all(numbers):
        return True
    (one,), (other,) = numbers
    return max(len(one), len(other)) > _DIGITS or int(other) == int(one) + 1
