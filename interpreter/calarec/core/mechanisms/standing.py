"""What holds throughout a hand: claims, faults, shown cards, signals, hands that are opened."""

from __future__ import annotations

from typing import Literal

from calarec.core.base.frozen import dataclass
from calarec.core.mechanisms.fields import DEALER, WHO, param
from calarec.core.mechanisms.mechanism import Kind, Mechanism
from calarec.core.wording.language import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRule:
    """A hand may end before its last trick."""

    by: Literal["anyone", "declarer"] = param(
        "By",
        "Who may claim or concede.",
        default="anyone",
        options={"anyone": "anyone who plays", "declarer": "the declarer"},
    )
    points: bool = param("Points", "Whether a number of points may be claimed instead of the rest.", default=True)
    accepted: Literal["by_other_side", "at_once"] = param(
        "Accepted",
        "What makes it hold.",
        default="by_other_side",
        options={"by_other_side": "the other side accepts it", "at_once": "nothing more"},
    )


CLAIM = Mechanism(
    name="claim",
    kind=Kind.STANDING,
    params=ClaimRule,
    title=Words("Claims"),
    about="Somebody claims or concedes what is still to be played.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultRule:
    """An irregularity. Its id is the word under which a record names it."""

    by: Literal["anyone", "declarer", "opponents"] = param(
        "By",
        "Who can commit it.",
        default="anyone",
        options=WHO,
    )
    claimed_by: Literal["other_side", "anyone"] = param(
        "Claimed by",
        "Who may claim it.",
        default="other_side",
        options={"other_side": "the other side", "anyone": "anyone at the table"},
    )
    before: Literal["auction", "first_lead", "end"] = param(
        "Before",
        "Up to when it may be claimed.",
        default="end",
        options={
            "auction": "before the auction is over",
            "first_lead": "before the first card is led",
            "end": "until the hand is settled",
        },
    )
    pay_each: int = param(
        "Pay each", "What the offender pays to every other player.",
        default=0, least=0, most=100_000, counts="payment",
    )  # fmt: skip
    move_points: int = param(
        "Move points",
        "How many points, in the unit of the file, go from the offender's side to the other after counting.",
        default=0, least=0, most=1000, counts="points",
    )  # fmt: skip
    contract: Literal["unchanged", "lost"] = param(
        "Contract",
        "What becomes of the contract.",
        default="unchanged",
        options={
            "unchanged": "it is settled as played",
            "lost": "the offender's side has lost it; where the difference of the points is paid, it counts none",
        },
    )
    deal: Literal["goes_on", "void"] = param(
        "Deal",
        "What becomes of the deal.",
        default="goes_on",
        options={"goes_on": "it is played on", "void": "it ends at once and is not counted"},
    )
    dealer: Literal["same", "next"] = param(
        "Dealer",
        "Who deals next after a void deal.",
        default="same",
        options=DEALER,
    )

    @property
    def has_price(self) -> bool:
        """Whether it costs something, or changes what becomes of the contract or the deal."""
        return bool(self.pay_each or self.move_points) or self.contract == "lost" or self.deal == "void"


FAULT = Mechanism(
    name="fault",
    kind=Kind.STANDING,
    params=FaultRule,
    title=Words("Irregularities"),
    about="An irregularity, who may claim it, and what it costs.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowRule:
    """Somebody shows cards from the hand; they stay there."""

    by: Literal["anyone", "declarer", "opponents"] = param(
        "By",
        "Who may show cards.",
        default="anyone",
        options=WHO,
    )
    when: Literal["before_first_lead", "any_time"] = param(
        "When",
        "When cards may be shown.",
        default="any_time",
        options={"before_first_lead": "before the first card is led", "any_time": "at any time"},
    )


SHOW = Mechanism(
    name="show",
    kind=Kind.STANDING,
    params=ShowRule,
    title=Words("Showing cards"),
    about="Somebody shows cards to the table.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SignalRule:
    """Words that may be said with a card."""

    words: tuple[str, ...] = param("Words", "The words.", pattern="^[a-z][a-z0-9-]*$", least=1)
    by: Literal["anyone", "opponents"] = param(
        "By",
        "Who may say them.",
        default="anyone",
        options={"anyone": "anyone", "opponents": "the opponents of the declarer"},
    )
    when: Literal["leading", "playing"] = param(
        "When",
        "When they may be said.",
        default="leading",
        options={"leading": "with the card that is led", "playing": "with any card"},
    )
    contracts: tuple[str, ...] = param(
        "Contracts", "Only in these contracts; without any: in all.", default=(), refers_to="contract", since="0.2.0"
    )


SIGNAL = Mechanism(
    name="signal",
    kind=Kind.STANDING,
    params=SignalRule,
    title=Words("Signals"),
    about="Words that partners may say while they play.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenHandsRule:
    """Hands are opened when a trick has been won."""

    whose: Literal["opponents", "declarer", "partner", "everyone"] = param(
        "Whose",
        "Whose hands are opened.",
        options={
            "opponents": "the hands of the declarer's opponents",
            "declarer": "the declarer's hand",
            "partner": "the hand of the declarer's partner, if it is known by then who that is",
            "everyone": "all hands",
        },
    )
    to: Literal["opponents", "everyone"] = param(
        "To",
        "Who sees them.",
        options={"opponents": "the opponents of the declarer", "everyone": "everyone"},
    )
    after_trick: int = param("After trick", "The trick after which they are opened.", least=0, most=40)
    contracts: tuple[str, ...] = param(
        "Contracts", "Only in these contracts; without any: in all.", default=(), refers_to="contract", since="0.2.0"
    )


OPEN_HANDS = Mechanism(
    name="open_hands",
    kind=Kind.STANDING,
    params=OpenHandsRule,
    title=Words("Open hands"),
    about="After a certain trick hands are shown.",
)
