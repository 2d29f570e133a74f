"""Rules throughout a hand: claims, faults, shown cards, signals, opened hands."""

from __future__ import annotations

from typing import Literal

from calarec.core.base.frozen import dataclass
from calarec.core.mechanisms.fields import DEALER, WHO, Kind, Mechanism, param
from calarec.core.wording.language import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRule:
    """A hand may end before its last trick."""

    by: Literal["anyone", "declarer"] = param(
        "By",
        "The players who may claim or concede.",
        default="anyone",
        options={"anyone": "anyone who plays", "declarer": "the declarer"},
    )
    points: bool = param("Points", "If true, a number of points may be claimed instead of the rest.", default=True)
    accepted: Literal["by_other_side", "at_once"] = param(
        "Accepted",
        "The condition for a claim to count.",
        default="by_other_side",
        options={"by_other_side": "the other side accepts it", "at_once": "nothing more"},
    )


CLAIM = Mechanism(
    name="claim",
    kind=Kind.STANDING,
    params=ClaimRule,
    title=Words("Claims"),
    about="A player claims or concedes the tricks that are still to be played.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultRule:
    """An irregularity. Its id is the word under which a record names it."""

    by: Literal["anyone", "declarer", "opponents", "dealer"] = param(
        "By",
        "The players who can commit it.",
        default="anyone",
        options={**WHO, "dealer": "the dealer, even if the dealer sits out"},
    )
    claimed_by: Literal["other_side", "anyone"] = param(
        "Claimed by",
        "The players who may claim it.",
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
        "Pay each", "The amount that the offender pays to every other player.",
        default=0, least=0, most=100_000, counts="payment",
    )  # fmt: skip
    pay_again: int | None = param(
        "Pay again",
        "The amount that the offender pays to every other player for the second and each later one "
        "in the same hand; without it: as for the first.",
        default=None, least=0, most=100_000, counts="payment", since="0.3.0",
    )  # fmt: skip
    pay_pot: int = param(
        "Pay pot", "The amount that the offender pays into the pot.",
        default=0, least=0, most=100_000, counts="payment", since="0.3.0",
    )  # fmt: skip
    move_points: int = param(
        "Move points",
        "How many points, in the unit of the file, go from the offender's side to the other after counting.",
        default=0, least=0, most=1000, counts="points",
    )  # fmt: skip
    contract: Literal["unchanged", "lost"] = param(
        "Contract",
        "The consequence for the contract.",
        default="unchanged",
        options={
            "unchanged": "it is settled as played",
            "lost": "the offender's side has lost it; where the difference of the points is paid, it counts none",
        },
    )
    deal: Literal["goes_on", "void"] = param(
        "Deal",
        "The consequence for the deal.",
        default="goes_on",
        options={"goes_on": "it is played on", "void": "it ends at once and is not counted"},
    )
    dealer: Literal["same", "next"] = param(
        "Dealer",
        "The dealer after a void deal.",
        default="same",
        options=DEALER,
    )

    @property
    def has_price(self) -> bool:
        """Check whether it costs something, or changes the contract or the deal."""
        paid = self.pay_each or self.pay_again or self.pay_pot
        return bool(paid or self.move_points) or self.contract == "lost" or self.deal == "void"

    def payment_to_each(self, *, is_repeated: bool) -> int:
        """The payment of the offender to every other player.

        `is_repeated`: for another one in the same hand.
        """
        return self.pay_again if is_repeated and self.pay_again is not None else self.pay_each


FAULT = Mechanism(
    name="fault",
    kind=Kind.STANDING,
    params=FaultRule,
    title=Words("Irregularities"),
    about="An irregularity, who may claim it, and what it costs.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowRule:
    """A player shows cards from the hand; they stay there."""

    by: Literal["anyone", "declarer", "opponents"] = param(
        "By",
        "The players who may show cards.",
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
    about="A player shows cards to the table.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SignalRule:
    """Words that may accompany a card."""

    words: tuple[str, ...] = param("Words", "The words.", pattern="^[a-z][a-z0-9-]*$", least=1)
    by: Literal["anyone", "opponents"] = param(
        "By",
        "The players who may say them.",
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
        "The players who see them.",
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Meld:
    """Cards that belong together."""

    ranks: str = param("Ranks", "The ranks of its cards.", pattern="^[0-9A-Z]{1,16}$", refers_to="rank")
    of: Literal["suit", "rank", "trump"] = param(
        "Of",
        "The property that its cards share.",
        options={
            "suit": "the suit: one card of each of these ranks, and those that follow if more cards are worth more",
            "rank": "the rank: several cards of one of these ranks",
            "trump": "the trump suit: as with the suit, but only of that one",
        },
    )
    least: int = param("Least", "The fewest cards, if they are of one rank.", default=3, least=1, most=8)


@dataclass(frozen=True, slots=True, kw_only=True)
class PoorHand:
    """The properties of a hand: all that are named must hold."""

    points_below: int | None = param(
        "Points below", "Its cards are worth less than this.", default=None, least=1, most=1000, counts="points"
    )
    ranks: str | None = param(
        "Ranks", "The ranks of the cards of which there may be few; without it: all.",
        default=None, pattern="^[0-9A-Z]{1,16}$", refers_to="rank",
    )  # fmt: skip
    suits: str | None = param(
        "Suits", "The suits of the cards of which there may be few; without it: all.",
        default=None, pattern="^[a-z]{1,8}$", refers_to="suit",
    )  # fmt: skip
    at_most: int | None = param("At most", "The most cards of these.", default=None, least=0, most=40)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclareRule:
    """A declaration of own cards, which is checked.

    Its id is the word under which a record names it.
    """

    meld: Meld | None = param("Meld", "The cards that are named.", default=None)
    hand: PoorHand | None = param("Hand", "The properties that the whole hand must have.", default=None)
    by: Literal["anyone", "declarer", "opponents"] = param(
        "By",
        "The players who may declare it.",
        default="anyone",
        options=WHO,
    )
    begins: Literal["deal", "play"] = param(
        "Begins",
        "From when on it may be declared.",
        default="play",
        options={"deal": "from the deal on", "play": "when auction and exchange are over"},
    )
    after_trick: int = param(
        "After trick", "The number of tricks that must have been won before.", default=0, least=0, most=40
    )
    until_trick: int = param(
        "Until trick",
        "The last moment: before the card that is led after this number of tricks; 0: before the first card is led.",
        default=1, least=0, most=40,
    )  # fmt: skip
    played: bool = param("Played", "If true, cards that the player has already played count.", default=True)
    lead: str | None = param(
        "Lead",
        "The rank of the card of the meld that the player who declares it leads next; only the player on lead may "
        "declare it then.",
        default=None, pattern="^[0-9A-Z]$", refers_to="rank", since="0.3.0",
    )  # fmt: skip
    seen: Literal["everyone", "side", "nobody"] = param(
        "Seen",
        "The players who learn the cards.",
        default="everyone",
        options={"everyone": "everyone", "side": "players known to be on the same side", "nobody": "no other player"},
    )
    points: int = param(
        "Points", "So much is added to the points of the side in this hand, before it is seen who has won.",
        default=0, least=0, most=1000, counts="points",
    )  # fmt: skip
    points_more: int = param(
        "Points more", "So much more for each card of a meld above the fewest.",
        default=0, least=0, most=1000, counts="points",
    )  # fmt: skip
    match: int = param(
        "Match", "The amount that is added to the total of each player on the side.",
        default=0, least=0, most=100_000, counts="total",
    )  # fmt: skip
    match_more: int = param(
        "Match more", "So much more for each card of a meld above the fewest.",
        default=0, least=0, most=100_000, counts="total",
    )  # fmt: skip
    deal: Literal["goes_on", "void"] = param(
        "Deal",
        "The consequence for the deal.",
        default="goes_on",
        options={"goes_on": "it is played on", "void": "the hands are thrown in, and it is not counted"},
    )
    dealer: Literal["same", "next"] = param(
        "Dealer",
        "The next dealer if the hands are thrown in.",
        default="same",
        options=DEALER,
    )

    @property
    def fewest(self) -> int:
        """The number of cards in the smallest meld."""
        if self.meld is None:
            return 0
        return self.meld.least if self.meld.of == "rank" else len(self.meld.ranks)

    @property
    def has_growing_worth(self) -> bool:
        """Check whether a meld of more cards is worth more."""
        return bool(self.points_more or self.match_more)

    def meld_worth(self, cards: int) -> tuple[int, int]:
        """The worth of a number of cards: points of the hand, and of the match."""
        above = max(cards - self.fewest, 0) if self.meld is not None else 0
        return self.points + self.points_more * above, self.match + self.match_more * above


DECLARE = Mechanism(
    name="declare",
    kind=Kind.STANDING,
    params=DeclareRule,
    title=Words("Declarations"),
    about="A player declares a holding: a meld that counts, or a hand that may be thrown in.",
)
