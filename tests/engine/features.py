"""Features of hands: the events that readers should see under each ruleset.

Terms. A *feature* is a sentence that is true of some hands. Some are the same for all rulesets; others are
made from the calls, bonuses and stakes that a ruleset has.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from calarec.core.engine import events as ev
from calarec.core.engine.actions import ClaimAction, DiscardAction, FaultAction, ShowAction, SignalAction
from calarec.core.engine.state import NOBODY

if TYPE_CHECKING:
    from collections.abc import Callable

    from calarec.core.engine.game import Game
    from calarec.core.mechanisms.exchange import CallRule
    from calarec.simulation.run import Simulated

    Feature = Callable[[Simulated], bool]

CLOSE = 2
"""The distance from the threshold of a close result, in the ruleset's unit."""


def features(of: Game) -> dict[str, Feature]:
    """Every feature that may be asked of a hand of this ruleset, by name."""
    found = dict(_COMMON)
    needed = of.rules.settle.won_if.points_at_least or 0
    found["close, won"] = lambda hand: _wins(hand) and hand.account.counted_sides[0].points <= needed + CLOSE
    found["close, lost"] = lambda hand: _loses(hand) and hand.account.counted_sides[0].points >= needed - CLOSE
    for name, entry in of.rules.steps.items():
        path = f"steps.{name}"
        if entry.do == "call":
            found |= _of_call(path, name, entry.params)
        if entry.do == "discard" and entry.params.cards == "up_to_pile":
            found[f"{name}: no card"] = partial(_laid_aside, range(1))
            found[f"{name}: a part"] = partial(_laid_aside, range(1, 4))
            found[f"{name}: the most"] = partial(_laid_aside, range(4, 5))
        if entry.do == "share" and entry.params.each == "any":
            found[f"{name}: unevenly"] = partial(_unevenly, path)
    for name in of.rules.settle.bonus_order:
        found[f"settle.bonus.{name}"] = partial(_because, f"settle.bonus.{name}")
    if of.rules.table.dummies:
        found["a dummy leads first"] = lambda hand: _first_leader(hand) in hand.setting.dummies
    return found | _of_all_pass(of)


def _of_call(path: str, name: str, call: CallRule) -> dict[str, Feature]:
    found: dict[str, Feature] = {
        f"{name}: in a hand": partial(_called, path, range(7)),
        f"{name}: in a pile": partial(_called, path, range(-1, 0)),
        f"{name}: in one's own hand": partial(_called, path, range(-2, -1)),
    }
    for result in ("won", "lost"):
        if getattr(call.in_pile, result) is not None:
            found[f"{path}.in_pile.{result}"] = partial(_because, f"{path}.in_pile.{result}")
    return found


def _of_all_pass(of: Game) -> dict[str, Feature]:
    """Only where something follows: hands that are thrown in show nothing."""
    do, params = of.rules.all_pass.do, of.rules.all_pass.params
    if do == "redeal":
        return {}
    found: dict[str, Feature] = {"all pass": partial(_happened, ev.AllPassed)}
    if do == "carry_on":
        found["played after all passed"] = lambda hand: bool(hand.setting.carry.rule) and bool(hand.account.contract)
        return found
    rules = ["all_pass.pays", "all_pass.ties", *(f"all_pass.bonus.{name}" for name in params.bonus_order)]
    return found | {rule: partial(_because, rule) for rule in rules}


def is_plain(hand: Simulated) -> bool:
    """Check whether there was no claim, shown card, signal or complaint."""
    return not any(isinstance(each, ClaimAction | ShowAction | SignalAction | FaultAction) for each in hand.actions)


def _wins(hand: Simulated) -> bool:
    return bool(hand.account.declarer != NOBODY and hand.account.sides[0].wins)


def _loses(hand: Simulated) -> bool:
    return hand.account.declarer != NOBODY and not hand.account.sides[0].wins


def _words(hand: Simulated, *kinds: str) -> list[ev.Said]:
    return [each for each in hand.events if isinstance(each, ev.Said) and each.kind in kinds]


def _declared_late(hand: Simulated) -> bool:
    return hand.account.declarer not in (NOBODY, hand.setting.eldest)


def _passed_first(hand: Simulated) -> bool:
    kinds = [each.kind for each in _words(hand, "bid", "pass")]
    return "bid" in kinds and kinds[0] == "pass"


def _came_in(hand: Simulated) -> bool:
    """Check whether a seat bid after passing."""
    passed: set[int] = set()
    for word in _words(hand, "bid", "pass"):
        if word.kind == "bid" and word.seat in passed:
            return True
        passed |= {word.seat} if word.kind == "pass" else set()
    return False


def _bid_twice(hand: Simulated) -> bool:
    seats = [each.seat for each in _words(hand, "bid")]
    return len(seats) > len(set(seats))


def _happened(kind: type[ev.Event], hand: Simulated) -> bool:
    return any(isinstance(each, kind) for each in hand.events)


def _losers_last(hand: Simulated) -> bool:
    tricks = [each for each in hand.events if isinstance(each, ev.TrickWon)]
    losers = [seat for side in hand.account.sides if side.wins is False for seat in side.seats]
    return bool(tricks) and tricks[-1].winner in losers


def _first_leader(hand: Simulated) -> int:
    return next((each.seat for each in hand.events if isinstance(each, ev.Played)), NOBODY)


def _led_by_other(hand: Simulated) -> bool:
    return hand.account.declarer not in (NOBODY, _first_leader(hand))


def _revealed(hand: Simulated) -> bool:
    kinds = [type(each) for each in hand.events if isinstance(each, ev.Played | ev.PartnerKnown)]
    return ev.PartnerKnown in kinds[kinds.index(ev.Played) : -1] if ev.Played in kinds else False


def _called(path: str, where: range, hand: Simulated) -> bool:
    calls = [each for each in hand.events if isinstance(each, ev.Called)]
    return bool(calls) and calls[-1].rule == path and calls[-1].found in where


def _because(rule: str, hand: Simulated) -> bool:
    return any(each.rule == rule for each in hand.account.because)


def _laid_aside(number: range, hand: Simulated) -> bool:
    return any(isinstance(each, DiscardAction) and each.cards.bit_count() in number for each in hand.actions)


def _unevenly(path: str, hand: Simulated) -> bool:
    numbers = [each.cards.bit_count() for each in hand.events if isinstance(each, ev.Taken) and each.rule == path]
    return bool(numbers) and (len(numbers) == 1 or len(set(numbers)) > 1)


_COMMON: dict[str, Feature] = {
    "the declarer is not the eldest": _declared_late,
    "somebody passes before a bid": _passed_first,
    "a bid is beaten": lambda hand: len({each.seat for each in _words(hand, "bid")}) > 1,
    "who had passed bids": _came_in,
    "a bidder bids again": _bid_twice,
    "a raise": lambda hand: bool(_words(hand, "raise")),
    "won without a bonus": lambda hand: _wins(hand) and not hand.account.bonus,
    "lost without a bonus": lambda hand: _loses(hand) and not hand.account.bonus,
    "the losers win the last trick": _losers_last,
    "the first leader is not the declarer": _led_by_other,
    "a seat sits out": lambda hand: bool(hand.setting.out),
    "a partner comes to be known in play": _revealed,
}
