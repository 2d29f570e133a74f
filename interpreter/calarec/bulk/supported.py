"""The supported rules: each parameter of each part, and each possible word.

A ruleset with anything else is not plain: the engine serves it. So a new mechanism, word or parameter with an effect
is never ignored; a new parameter that is left at its default changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import fields
from calarec.core.mechanisms.conditions import CONDITIONS

if TYPE_CHECKING:
    from collections.abc import Iterable

ANYTHING: Final = None
"""The values of a parameter that may be any number, name or part.

Words are listed instead, each of them.
"""
_DEALER: Final = ("same", "next")

_FIGURES: Final = frozenset({
    "tricks", "in_tricks", "cards", "points", "counted", "last_trick", "result", "dealt", "held", "won", "dealer",
    "eldest", "trump",
})  # fmt: skip
"""The figures of `bulk/settlement.py:Party`; the engine handles other conditions."""
_ASKED: Final[dict[str, Iterable[object] | None]] = {row.name: ANYTHING for row in CONDITIONS if row.figure in _FIGURES}
_CONDITION: Final[dict[str, Iterable[object] | None]] = {
    "of": ("losers", "winners", "declarer", "opponents", "others"), "contracts": ANYTHING, **_ASKED,
}  # fmt: skip
_LIMITS: Final[dict[str, Iterable[object] | None]] = {
    "at_least": ANYTHING, "at_most": ANYTHING, "above": ANYTHING, "below": ANYTHING
}  # fmt: skip
_KNOWN: Final[dict[str, dict[str, Iterable[object] | None]]] = {
    "TableRule": {
        "seats": ANYTHING, "direction": ("clockwise", "counterclockwise"), "sits_out": ANYTHING, "dummies": ANYTHING,
        "sides": ANYTHING,
    },
    "SitsOut": {
        "at": ANYTHING, "who": ("dealer", "loser"), "shares": ("nobody", "opponents"), "two_at": ANYTHING,
        "second": ("previous", "next"),
    },
    "Dummies": {"hands": ANYTHING, "played_by": ("opponent",), "seen_by": ("player", "everyone")},
    "Pack": {
        "suits": ANYTHING, "ranks": ANYTHING, "without": ANYTHING, "unit": ANYTHING, "points": ANYTHING,
        "last_trick": ANYTHING, "total": ANYTHING, "aliases": ANYTHING,
    },
    "Pile": {"dealt": ANYTHING, "won_by": ("last_trick", "declarer", "nobody")},
    "DealRule": {"hand": ANYTHING, "packets": ANYTHING, "piles": ("after", "after_first_round")},
    "AuctionRule": {
        "first": ("eldest", "dealer"), "chances": ("once", "until_quiet"), "ladder": ANYTHING,
        "ends": ("all_spoke", "top_bid", "first_bid"), "words": ANYTHING, "must": ((),),
        "hold": ("nobody", "elder", "dealer"),
    },
    "AuctionWord": {"when": ("always", "before_bid", "after_bid"), "leaves": (True, False)},
    "RaisingRule": {"until": ("first_lead", "first_step")},
    "DoublingRule": {
        "until": ("first_lead", "first_step"), "binds": ("everyone", "doubler"), "words": ({},),
    },
    "Contract": {
        "stake": ANYTHING, "lost": ANYTHING, "steps": ANYTHING, "raises": ANYTHING, "won_if": ANYTHING,
        "leading_card": (None,), "amounts": ANYTHING, "turn": ("any", "first"),
        "leader": ("eldest", "declarer", "left_of_declarer", "right_of_declarer", "holder"),
    },
    "StakeOf": {"of": ANYTHING, "times": ANYTHING},
    "PlayRule": {
        "follow": ("must", "free"), "wins": ("highest_of_suit_led",), "next_leader": ("winner",), "draw": ANYTHING,
        "trump": (None,), "beat": ("free", "must"), "void": ("free", "must_trump"),
        "leads": ((),),
    },
    "DrawRule": {"pile": ANYTHING, "shown": ("everyone", "nobody"), "tops": ANYTHING},
    "CallRule": {
        "named": ("after_auction", "with_bid"), "cards": ANYTHING, "gets": ("card", "partner"), "in_pile": ANYTHING,
        "in_hand": ANYTHING, "number": (1,), "revealed": ("when_played", "at_call", "at_end"),
    },
    "Callable": {"ranks": ANYTHING, "holding_all": ANYTHING},
    "FoundRule": {"then": ("satisfied", "alone", "refused", "again"), "won": ANYTHING, "lost": ANYTHING},
    "LookRule": {"who": ("declarer", "opponents", "everyone"), "pile": ANYTHING},
    "ShareRule": {
        "pile": ANYTHING, "who": ("opponents", "first_two_opponents"), "each": ("equal", "any", "all"),
        "decided": ("blind", "jointly", "in_turn"), "shown": ("nobody", "taker", "opponents", "everyone"),
    },
    "RedealRule": {"dealer": _DEALER},
    "CarryOnRule": {"keep": ANYTHING, "only": ANYTHING, "binds": ("everyone", "eldest"), "dealer": _DEALER,
        "pot": (None,), "times": (1,),
    },
    "PlayOutRule": {
        "leader": ("eldest", "dealer"), "pays": ("most_points", "fewest_points", "last_trick", "nobody"),
        "stake": ANYTHING, "ties": ("each_pays", "nobody_pays"), "bonus": ANYTHING,
        "bonus_order": ANYTHING, "dealer": _DEALER, "steps": ((),),
    },
    "SettleRule": {
        "won_if": ANYTHING, "rounding": ("none", "down"), "leftover": ("nobody", "last_trick"),
        "pay": ("each_opponent", "difference"),
        "pay_unit": ANYTHING, "shares": ANYTHING, "roles": ANYTHING, "bonus": ANYTHING, "bonus_order": ANYTHING,
        "least": ANYTHING, "most": ANYTHING, "each": ({},),
    },
    "WonIf": {
        "of": ("declarer",), "points_at_least": ANYTHING, "points_at_most": ANYTHING, **_ASKED,
    },
    "Roles": {"dealer": ANYTHING, "eldest": ANYTHING, "holder": ANYTHING},
    "RoleRule": {"pays": ANYTHING, "receives": ANYTHING},
    "Shares": {"declarer": ANYTHING, "partner": ANYTHING},
    "Bonus": {
        "when": ANYTHING, "also": ANYTHING, "times": ANYTHING, "instead": ANYTHING, "plus": ANYTHING,
        "plus_stakes": ANYTHING, "for_each": ANYTHING, "cumulative": ANYTHING, "plus_pot": (None, False),
        "paid_by": (None, "losers", "winners", "declarer", "opponents"), "to": (None, "pot"), "card": (None,),
    },
    "When": {**_CONDITION, "one_of": ANYTHING},
    "Alternative": _CONDITION,
    "NumberLimits": _LIMITS,
    "PointLimits": _LIMITS,
    "Until": {"points": ANYTHING, "deals": ANYTHING, "minutes": ANYTHING, "round": ANYTHING, "each": ((),)},
    "WhenCards": {
        "ranks": ANYTHING, "suits": ANYTHING, "at_least": ANYTHING, "at_most": ANYTHING,
        "where": ("dealt", "held", "won"),
    },
    "MatchRule": {
        "counts": ("payments", "winners_only", "card_points", "declarer_only"), "until": ANYTHING,
        "wins": ("highest", "lowest"), "out_at": ANYTHING,
        "tie": ("another_deal", "shared", "declarer", "more_hands", "first_there"),
        "dealer": ("next", "winner", "loser"), "next": ({},), "games": (None,), "ranking": ((),),
    },
    "DeclareRule": {
        "meld": ANYTHING, "hand": ANYTHING, "by": ("anyone", "declarer", "opponents"), "begins": ("deal", "play"),
        "after_trick": ANYTHING, "until_trick": ANYTHING, "played": (True, False),
        "seen": ("everyone", "side", "nobody"), "points": ANYTHING, "points_more": ANYTHING, "match": ANYTHING,
        "match_more": ANYTHING, "deal": ("goes_on", "void"), "dealer": _DEALER,
    },
    "Meld": {"ranks": ANYTHING, "of": ("suit", "rank", "trump"), "least": ANYTHING},
    "PoorHand": {"points_below": ANYTHING, "ranks": ANYTHING, "suits": ANYTHING, "at_most": ANYTHING},
}  # fmt: skip

STANDING: Final = frozenset({"claim", "fault", "show", "signal", "open_hands", "declare"})
"""Standing rules without effect on a plain hand, or handled by `listener.py`."""


class NotPlainError(Exception):
    """A rule that the generator does not know; its path is the argument."""


def require_supported(part: Any, path: str) -> None:
    """Raises NotPlainError unless everything that a part says is known."""
    about = _KNOWN.get(type(part).__name__)
    if about is None:
        raise NotPlainError(path)
    for field in fields(part):
        stated = getattr(part, field.name)
        words = about.get(field.name, (_find_default(field),))
        if words is not None and stated not in words:
            raise NotPlainError(f"{path}.{field.name}")


def _find_default(field: Any) -> Any:
    """The value of a parameter that the file leaves out."""
    return field.default_factory() if callable(field.default_factory) else field.default
