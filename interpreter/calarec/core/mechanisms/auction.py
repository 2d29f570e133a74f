"""The auction, the raises after it, and the contracts with their steps and leader."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final, Literal

from calarec.core.base.frozen import dataclass
from calarec.core.mechanisms.conditions import (
    ROLE_OPTIONS,
    BidCondition,
    NumberLimits,
    PointLimits,
    When,
    WhenCards,
    WinningCard,
)
from calarec.core.mechanisms.fields import Kind, Mechanism, param
from calarec.core.wording.language import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class AuctionWord:
    """A word that is not a bid: passing, waiting, accepting."""

    when: Literal["always", "before_bid", "after_bid"] = param(
        "When",
        "When it may be said.",
        default="always",
        options={
            "always": "at any turn",
            "before_bid": "before the first bid",
            "after_bid": "after the first bid",
        },
    )
    leaves: bool = param("Leaves", "If true, a player who says it may not speak again in this auction.", default=True)


@dataclass(frozen=True, kw_only=True)
class ForcedBid:
    """A player who may not pass while a contract can be bid."""

    when: BidCondition = param(
        "When", "Whom it binds, by what that player sees; without it: everyone.", default=BidCondition(), since="0.3.0"
    )
    bid: str | None = param(
        "Bid", "As long as this contract can be bid, the player bids it or another one; without it: any contract.",
        default=None, refers_to="contract", since="0.3.0",
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class AuctionRule:
    """The auction that decides the declarer and the contract.

    Every bid is higher, or is held.
    """

    first: Literal["eldest", "dealer"] = param(
        "First",
        "The seat that speaks first.",
        default="eldest",
        options={"eldest": "the seat after the dealer", "dealer": "the dealer"},
    )
    chances: Literal["once", "until_quiet"] = param(
        "Chances",
        "How often a seat may speak.",
        default="once",
        options={
            "once": "once",
            "until_quiet": "again and again, until all others have left it to the highest bidder",
        },
    )
    ladder: tuple[str, ...] = param(
        "Ladder",
        "The contracts that may be bid, from the lowest to the highest; without any there is no "
        "auction, and `all_pass` states how the hand is played.",
        default=(),
        refers_to="contract",
    )
    ends: Literal["all_spoke", "top_bid", "first_bid"] = param(
        "Ends",
        "The event that ends the auction early.",
        default="top_bid",
        options={
            "all_spoke": "nothing: everyone speaks in turn",
            "top_bid": "the highest bid of the ladder",
            "first_bid": "the first bid",
        },
    )
    words: Mapping[str, AuctionWord] = param(
        "Words", "The words that are not bids.", default={}, keys="^[a-z][a-z0-9-]*$", entries=True
    )
    must: tuple[ForcedBid, ...] = param(
        "Must", "Players who may not pass while a contract can be bid.", default=(), since="0.3.0"
    )
    hold: Literal["nobody", "elder", "dealer"] = param(
        "Hold",
        "The player who may repeat the highest bid of another, and so take it over.",
        default="nobody",
        options={
            "nobody": "no player: a bid must be higher",
            "elder": "a player who comes before the highest bidder in the order of speaking",
            "dealer": "the dealer",
        },
        since="0.3.0",
    )


AUCTION = Mechanism(
    name="auction",
    kind=Kind.SECTION,
    params=AuctionRule,
    required=False,
    title=Words("The auction"),
    about="The order of speaking, the bids that beat others, and the end of the auction.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RaisingRule:
    """When a contract may be raised to one that its `raises` name."""

    until: Literal["first_lead", "first_step"] = param(
        "Until",
        "Up to when the declarer may raise.",
        default="first_lead",
        options={
            "first_lead": "until the first card is led",
            "first_step": "only directly after the auction, before anybody does anything else",
        },
    )


RAISING = Mechanism(
    name="raising",
    kind=Kind.SECTION,
    params=RaisingRule,
    required=False,
    title=Words("Raising"),
    about="When the declarer may raise the contract after the auction.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DoublingWord:
    """A word by which more is paid."""

    by: Literal["opponents", "declarer"] = param(
        "By",
        "The players who may say it.",
        options={
            "opponents": "an opponent of the declarer, as far as sides are settled; never a dummy",
            "declarer": "the declarer",
        },
    )
    after: str | None = param(
        "After",
        "The word that it follows; without it: said where no player has doubled yet.",
        default=None, pattern="^[a-z][a-z0-9-]*$",
    )  # fmt: skip
    times: int = param(
        "Times", "The number of times that the payment without it is paid.", default=2, least=2, most=100
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DoublingRule:
    """Words between the auction and the first lead that raise the payment."""

    until: Literal["first_lead", "first_step"] = param(
        "Until",
        "Up to when they may be said.",
        default="first_lead",
        options={
            "first_lead": "until the first card is led",
            "first_step": "only directly after the auction, before anybody does anything else",
        },
    )
    binds: Literal["everyone", "doubler"] = param(
        "Binds",
        "For whom more is paid.",
        default="everyone",
        options={
            "everyone": "between the declarer and every opponent; each word is said once",
            "doubler": "between the declarer and the opponent who says it; the declarer's word binds all opponents for "
            "whom the word that it follows was the last",
        },
    )
    words: Mapping[str, DoublingWord] = param(
        "Words", "The words; without any no player doubles.", default={}, keys="^[a-z][a-z0-9-]*$", entries=True
    )


DOUBLING = Mechanism(
    name="doubling",
    kind=Kind.SECTION,
    params=DoublingRule,
    required=False,
    title=Words("Doubling"),
    about="By which words more is paid, who says them and when.",
    since="0.2.0",
)

LEADERS = {
    "eldest": "the seat after the dealer",
    "declarer": "the declarer",
    "left_of_declarer": "the seat at the declarer's left",
    "right_of_declarer": "the seat at the declarer's right",
    "holder": "the seat that holds the card that `leading_card` names at the first lead; eldest hand if "
    "no seat holds it",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StakeOf:
    """A stake that follows another contract's."""

    of: str = param("Of", "The contract whose stake it follows.", refers_to="contract")
    times: int = param("Times", "How many times that stake.", default=1, least=1, most=1000)


@dataclass(frozen=True, kw_only=True)
class WonIf:
    """The requirements for the declarer's side."""

    of: Literal["declarer"] = param(
        "Of", "The side that must reach it.", default="declarer", options={"declarer": "the declarer's side"}
    )
    points_at_least: int | None = param(
        "Points at least", "The points it needs, in the unit of the file.",
        default=None, least=1, most=1000, counts="points",
    )  # fmt: skip
    points_at_most: int | None = param(
        "Points at most", "The points that it may have and no more: where the fewer points win.",
        default=None, least=0, most=1000, counts="points", since="0.2.0",
    )  # fmt: skip
    counted: int | PointLimits | None = param(
        "Counted", "Its points as they are counted in the end, after irregularities and rounding, are this number.",
        default=None, least=0, most=1000, counts="points", since="0.3.0",
    )  # fmt: skip
    tricks: int | NumberLimits | None = param(
        "Tricks", "It has won exactly this number of tricks, or a number within limits.",
        default=None, least=0, most=40, since="0.3.0",
    )  # fmt: skip
    trick_points: int | PointLimits | None = param(
        "Trick points",
        "The cards of its tricks are worth so much, without the last trick's points and without any pile.",
        default=None, least=0, most=1000, counts="points", since="0.3.0",
    )  # fmt: skip
    card_points: int | PointLimits | None = param(
        "Card points",
        "All cards it has won, piles included, are worth so much, without the last trick's points.",
        default=None, least=0, most=1000, counts="points", since="0.3.0",
    )  # fmt: skip
    points: int | PointLimits | None = param(
        "Points", "All its points, before irregularities move any and before rounding, are this number.",
        default=None, least=0, most=1000, counts="points", since="0.3.0",
    )  # fmt: skip
    last_trick: bool | WinningCard | None = param(
        "Last trick",
        "It has won the last trick; with `false`: it has not; with a map: with one of these cards.",
        default=None, since="0.3.0",
    )  # fmt: skip
    cards: WhenCards | None = param("Cards", "It has a number of certain cards.", default=None, since="0.3.0")
    has: Literal["dealer", "eldest"] | None = param(
        "Has", "The player with this role belongs to it.",
        default=None, since="0.3.0", options=ROLE_OPTIONS,
    )  # fmt: skip
    trump: str | None = param(
        "Trump", "One of these suits is trump.",
        default=None, pattern="^[a-z]{1,8}$", refers_to="suit", since="0.3.0",
    )  # fmt: skip

    @cached_property
    def condition(self) -> When:
        """The limits that it sets besides points at least and at most."""
        asked = {name: getattr(self, name) for name in _ASKED_TO_WIN}
        return When(of=self.of, **{name: limits for name, limits in asked.items() if limits is not None})

    @property
    def is_by_points(self) -> bool:
        """Check whether it asks only for points at least and at most."""
        return not self.condition.limits

    def is_reached_by(self, points: int) -> bool:
        """Check whether these points, as they are counted, are within its limits."""
        return (self.points_at_least is None or points >= self.points_at_least) and (
            self.points_at_most is None or points <= self.points_at_most
        )


_ASKED_TO_WIN: Final = (
    "tricks",
    "trick_points",
    "card_points",
    "points",
    "counted",
    "last_trick",
    "cards",
    "has",
    "trump",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Amounts:
    """The amounts with which a contract is bid."""

    least: int = param("Least", "The lowest that may be offered.", default=1, least=1, most=10_000)
    most: int = param("Most", "The highest that may be offered.", least=1, most=10_000)
    by: int = param("By", "The step from one to the next.", default=1, least=1, most=10_000)
    of: Literal["stakes", "points"] = param(
        "Of", "The unit of an amount.",
        default="stakes", since="0.3.0",
        options={
            "stakes": "stakes: the stake of the contract is paid for each unit of the amount",
            "points": "whole points: the declarer's side needs at least that number to win, and the stake is paid once",
        },
    )  # fmt: skip

    @property
    def offered_amounts(self) -> range:
        """All that may be offered, the lowest first."""
        return range(self.least, self.most + 1, self.by)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """One contract. Bids, raises and fallbacks are all contracts."""

    stake: int | StakeOf = param(
        "Stake",
        "The amount that each opponent pays if it is won, and is paid if it is lost.",
        least=0, most=100_000, counts="rate",
    )  # fmt: skip
    lost: int | StakeOf | None = param(
        "Lost",
        "The amount if it is lost, where that differs from the stake.",
        default=None,
        least=0,
        most=100_000,
        counts="rate",
    )
    steps: tuple[str, ...] = param(
        "Steps",
        "The steps between the auction and the first lead, in order.",
        default=(),
        refers_to="step",
    )
    leader: Literal["eldest", "declarer", "left_of_declarer", "right_of_declarer", "holder"] = param(
        "Leader", "The seat that leads to the first trick.", options=LEADERS
    )
    leading_card: str | None = param(
        "Leading card", "The card whose holder leads, after any exchange; it need not be the card that is led.",
        default=None, pattern="^[0-9A-Z][a-z]$", refers_to="card", since="0.2.0",
    )  # fmt: skip
    won_if: WonIf | None = param(
        "Won if", "When the declarer's side has won this contract, where that is otherwise than in the others.",
        default=None, since="0.2.0",
    )  # fmt: skip
    amounts: Amounts | None = param(
        "Amounts",
        "It is bid with an amount, as `ID-N`, each higher than the last; `of` states its meaning.",
        default=None, since="0.2.0",
    )  # fmt: skip
    turn: Literal["any", "first"] = param(
        "Turn", "At which turn to speak it may be bid.", default="any", since="0.2.0",
        options={"any": "at any", "first": "at the first turn of the player who bids it, and not later"},
    )  # fmt: skip
    raises: tuple[str, ...] = param(
        "Raises", "The contracts to which the declarer may raise it.", default=(), refers_to="contract"
    )


CONTRACTS = Mechanism(
    name="contracts",
    kind=Kind.SECTION,
    params=Contract,
    entries=True,
    required=False,
    title=Words("The contracts"),
    about="The contracts that may be played, the worth of each, and its leader.",
)
