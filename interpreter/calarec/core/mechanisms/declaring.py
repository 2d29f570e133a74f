"""What somebody may say of the own cards: a meld that counts, a hand so poor that it may be thrown in."""

from __future__ import annotations

from typing import Literal

from calarec.core.base.frozen import dataclass
from calarec.core.mechanisms.fields import DEALER, WHO, param
from calarec.core.mechanisms.mechanism import Kind, Mechanism
from calarec.core.wording.language import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Meld:
    """Cards that belong together."""

    ranks: str = param("Ranks", "The ranks of its cards.", pattern="^[0-9A-Z]{1,16}$", refers_to="rank")
    of: Literal["suit", "rank"] = param(
        "Of",
        "What its cards have in common.",
        options={
            "suit": "the suit: one card of each of these ranks, and those that follow if more cards are worth more",
            "rank": "the rank: several cards of one of these ranks",
        },
    )
    least: int = param("Least", "Of one rank: at least so many cards.", default=3, least=1, most=8)


@dataclass(frozen=True, slots=True, kw_only=True)
class PoorHand:
    """What a hand must be like: all that is named must hold."""

    points_below: int | None = param(
        "Points below", "Its cards are worth less.", default=None, least=1, most=1000, counts="points"
    )
    ranks: str | None = param(
        "Ranks", "The ranks of the cards of which there may be few; without it: all.",
        default=None, pattern="^[0-9A-Z]{1,16}$", refers_to="rank",
    )  # fmt: skip
    suits: str | None = param(
        "Suits", "The suits of the cards of which there may be few; without it: all.",
        default=None, pattern="^[a-z]{1,8}$", refers_to="suit",
    )  # fmt: skip
    at_most: int | None = param("At most", "At most so many cards of these.", default=None, least=0, most=40)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclareRule:
    """Something that is said of the own cards, and checked. Its id is the word under which a record names it."""

    meld: Meld | None = param("Meld", "The cards that are named.", default=None)
    hand: PoorHand | None = param("Hand", "What the whole hand must be like.", default=None)
    by: Literal["anyone", "declarer", "opponents"] = param(
        "By",
        "Who may declare it.",
        default="anyone",
        options=WHO,
    )
    begins: Literal["deal", "play"] = param(
        "Begins",
        "From when on it may be declared.",
        default="play",
        options={"deal": "from the deal on", "play": "when auction and exchange are over"},
    )
    after_trick: int = param("After trick", "Not before so many tricks have been won.", default=0, least=0, most=40)
    until_trick: int = param(
        "Until trick",
        "Up to when: before the card that is led after so many tricks; 0: before the first card is led.",
        default=1, least=0, most=40,
    )  # fmt: skip
    played: bool = param("Played", "Whether cards that one has already played count.", default=True)
    seen: Literal["everyone", "side", "nobody"] = param(
        "Seen",
        "Who learns which cards they are.",
        default="everyone",
        options={"everyone": "everyone", "side": "who is known to be on the same side", "nobody": "nobody else"},
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
        "Match", "So much is added to the total of everybody on the side.",
        default=0, least=0, most=100_000, counts="total",
    )  # fmt: skip
    match_more: int = param(
        "Match more", "So much more for each card of a meld above the fewest.",
        default=0, least=0, most=100_000, counts="total",
    )  # fmt: skip
    deal: Literal["goes_on", "void"] = param(
        "Deal",
        "What becomes of the deal.",
        default="goes_on",
        options={"goes_on": "it is played on", "void": "the hands are thrown in, and it is not counted"},
    )
    dealer: Literal["same", "next"] = param(
        "Dealer",
        "Who deals next if the hands are thrown in.",
        default="same",
        options=DEALER,
    )

    @property
    def fewest(self) -> int:
        """How many cards the smallest meld has."""
        if self.meld is None:
            return 0
        return len(self.meld.ranks) if self.meld.of == "suit" else self.meld.least

    @property
    def has_growing_worth(self) -> bool:
        """Whether a meld of more cards is worth more."""
        return bool(self.points_more or self.match_more)

    def meld_worth(self, cards: int) -> tuple[int, int]:
        """What so many cards are worth: points of the hand, and of the match."""
        above = max(cards - self.fewest, 0) if self.meld is not None else 0
        return self.points + self.points_more * above, self.match + self.match_more * above


DECLARE = Mechanism(
    name="declare",
    kind=Kind.STANDING,
    params=DeclareRule,
    title=Words("Declarations"),
    about="Somebody says what there is in the own hand: a meld that counts, or a hand that may be thrown in.",
)
