"""Mechanisms for hands without bids: new deal, play without declarer, kept piles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from calarec.core.base.frozen import dataclass
from calarec.core.mechanisms.conditions import SideCondition
from calarec.core.mechanisms.fields import DEALER, ID_PATTERN, Kind, Mechanism, param
from calarec.core.mechanisms.settle import Bonus
from calarec.core.wording.language import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class RedealRule:
    """The hands are thrown in."""

    dealer: Literal["same", "next"] = param("Dealer", "The player who deals again.", default="next", options=DEALER)


REDEAL = Mechanism(
    name="redeal",
    kind=Kind.ALL_PASS,
    params=RedealRule,
    title=Words("All pass: a new deal"),
    about="When all pass, the cards are dealt again.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CountRule:
    """The points that sides count instead of their own, if one has something."""

    when: SideCondition = param("When", "The condition on one of the sides.", default=SideCondition(), since="0.3.0")
    own: int | None = param(
        "Own", "The points that this side counts; without it: those that it has won.",
        default=None, least=0, most=1000, counts="points", since="0.3.0",
    )  # fmt: skip
    others: int | None = param(
        "Others", "The points that each other side counts; without it: those that it has won.",
        default=None, least=0, most=1000, counts="points", since="0.3.0",
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOutRule:
    """Each side, or each for himself, plays without a declarer."""

    leader: Literal["eldest", "dealer"] = param(
        "Leader",
        "The seat that leads to the first trick.",
        default="eldest",
        options={"eldest": "the seat after the dealer", "dealer": "the dealer"},
    )
    pays: Literal["most_points", "last_trick", "fewest_points", "nobody"] = param(
        "Pays",
        "The player who pays all others.",
        default="most_points",
        options={
            "most_points": "who has the most points",
            "last_trick": "who wins the last trick",
            "fewest_points": "who has the fewest points",
            "nobody": "no player: each side counts its points for the match",
        },
    )
    stake: int = param("Stake", "The amount paid to each.", default=1, least=0, most=100_000, counts="payment")
    ties: Literal["each_pays", "nobody_pays"] = param(
        "Ties",
        "The consequence if several have the most points.",
        default="each_pays",
        options={
            "each_pays": "each of them pays those who have fewer",
            "nobody_pays": "no player pays",
        },
    )
    bonus: Mapping[str, Bonus] = param(
        "Bonuses", "The bonuses that change the payment.", default={}, keys=ID_PATTERN, entries=True
    )
    bonus_order: tuple[str, ...] = param(
        "Order of the bonuses", "The first of these that applies counts, and only that.",
        default=(), refers_to="bonus", follows="bonus",
    )  # fmt: skip
    dealer: Literal["same", "next"] = param("Dealer", "The next dealer.", default="next", options=DEALER)
    steps: tuple[str, ...] = param(
        "Steps", "Steps before the play, without a declarer.",
        default=(), refers_to="step", since="0.2.0",
    )  # fmt: skip
    counts: Mapping[str, CountRule] = param(
        "Counts", "The points that sides count instead of their own; the first of these that applies counts.",
        default={}, keys=ID_PATTERN, entries=True, since="0.3.0",
    )  # fmt: skip


PLAY_OUT = Mechanism(
    name="play_out",
    kind=Kind.ALL_PASS,
    params=PlayOutRule,
    title=Words("All pass: each for himself"),
    about="When all pass, the hand is played all the same, without sides.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ForceRule:
    """A player must play although all passed."""

    who: Literal["first", "last"] = param(
        "Who",
        "The player who must play.",
        default="last",
        options={
            "first": "who speaks first",
            "last": "the player who speaks last: the dealer, unless they sit out or begin",
        },
    )
    contract: str = param("Contract", "The contract that they must play.", refers_to="contract")


FORCE = Mechanism(
    name="force",
    kind=Kind.ALL_PASS,
    params=ForceRule,
    title=Words("All pass: a forced bid"),
    about="When all pass, a certain player must play a certain contract.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PotRule:
    """The amounts that all players put in, to be won later."""

    each: int = param(
        "Each", "The amount that each player who was dealt cards puts in.", least=1, most=100_000, counts="payment"
    )
    to: Literal["winner", "declarer"] = param(
        "To",
        "The side that takes all of it.",
        default="winner",
        options={
            "winner": "the side that wins the next contract: the declarer's divides it as it divides payments, the "
            "opponents equally; what cannot be divided stays",
            "declarer": "the side of the next declarer who wins; until then it stays",
        },
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CarryOnRule:
    """The hands are collected, but something is kept."""

    keep: tuple[str, ...] = param("Keep", "The piles that stay as they lie.", default=(), refers_to="pile")
    only: tuple[str, ...] = param(
        "Only",
        "The contracts that may be bid in the next auction; without any: all.",
        default=(),
        refers_to="contract",
    )
    binds: Literal["everyone", "eldest"] = param(
        "Binds",
        "Whom that binds.",
        default="everyone",
        options={"everyone": "everyone", "eldest": "only the seat that speaks first"},
    )
    dealer: Literal["same", "next"] = param("Dealer", "The player who deals again.", default="next", options=DEALER)
    pot: PotRule | None = param(
        "Pot", "The amount that is put in, and the side that takes it.", default=None, since="0.2.0"
    )
    times: int = param(
        "Times",
        "The multiple that is paid for the contract of the next deal, however often all have passed before it.",
        default=1, least=1, most=100, since="0.2.0",
    )  # fmt: skip


CARRY_ON = Mechanism(
    name="carry_on",
    kind=Kind.ALL_PASS,
    params=CarryOnRule,
    title=Words("All pass: something is kept"),
    about="When all pass, piles are kept for the next deal, whose auction is narrowed.",
)
