"""The play: how tricks are led, followed and won."""

from __future__ import annotations

from typing import Literal

from calarec.core.base.frozen import dataclass
from calarec.core.mechanisms.conditions import CardFigure, LeadCondition
from calarec.core.mechanisms.fields import Kind, Mechanism, param
from calarec.core.wording.language import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawRule:
    """A stock from which cards are drawn in the play."""

    pile: str = param("Pile", "The pile that is drawn from.", refers_to="pile")
    shown: Literal["everyone", "nobody"] = param(
        "Shown",
        "The players who see a card that is drawn, besides the seat that draws it.",
        default="nobody",
        options={"everyone": "everyone", "nobody": "no other player"},
    )
    tops: int | None = param(
        "Tops",
        "The number of packets of the pile before each player, all of one size. The top card of each is turned up "
        "before the first trick and is played like a card of the hand; after the trick the next one is turned up.",
        default=None, least=1, most=8, since="0.3.0",
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class TrumpRule:
    """A suit that takes all others."""

    chosen: Literal["named", "turned", "called"] = param(
        "Chosen",
        "How it is known which suit is trump.",
        options={
            "named": "a player names a suit",
            "turned": "a card is turned up, whose suit is trump",
            "called": "the suit of the first card that the declarer calls is trump; in a hand without a call there "
            "is no trump",
        },
    )
    by: Literal["eldest", "dealer", "declarer"] = param(
        "By",
        "The player who names the suit, or turns up the card.",
        default="eldest",
        options={
            "eldest": "the seat that has its turn first",
            "dealer": "the dealer; if the dealer sits out, the seat that has its turn last",
            "declarer": "the declarer; in a hand without one there is no trump",
        },
    )
    pile: str | None = param(
        "Pile",
        "The pile whose card is turned up and stays there face up; if cards are drawn from it, this one is drawn "
        "last. Without a pile, the player who turns the card up shows one of their own and keeps it.",
        default=None, refers_to="pile",
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class LeadLimit:
    """Cards that may not be led, unless the hand has no other card."""

    when: LeadCondition = param(
        "When", "Whom it binds and to which trick; without it: everyone, to each trick.",
        default=LeadCondition(), since="0.3.0",
    )  # fmt: skip
    never: str | None = param(
        "Never", "The ranks that may not be led; without it: all.",
        default=None, pattern="^[0-9A-Z]{1,16}$", refers_to="rank", since="0.3.0",
    )  # fmt: skip
    suits: str | None = param(
        "Suits", "Only cards of these suits may not be led; without it: those of all.",
        default=None, pattern="^[a-z]{1,8}$", refers_to="suit", since="0.3.0",
    )  # fmt: skip

    @property
    def cards(self) -> CardFigure:
        """The cards that may not be led."""
        return CardFigure(self.never, self.suits, "hand")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRule:
    """The play of tricks."""

    follow: Literal["must", "free"] = param(
        "Follow",
        "The cards that may be played to a lead.",
        default="must",
        options={"must": "a card of the suit led, if there is one in the hand", "free": "any card"},
    )
    wins: Literal["highest_of_suit_led"] = param(
        "Wins",
        "The player who wins a trick.",
        default="highest_of_suit_led",
        options={"highest_of_suit_led": "the player of the highest card of the suit led"},
    )
    next_leader: Literal["winner"] = param(
        "Next leader",
        "The player who leads to the next trick.",
        default="winner",
        options={"winner": "who won the last one"},
    )
    trump: TrumpRule | None = param("Trump", "A suit that takes all others.", default=None, since="0.2.0")
    beat: Literal["free", "must"] = param(
        "Beat",
        "The duty to beat the card that wins so far if possible, in the suit led or with a trump that is due.",
        default="free", since="0.2.0",
        options={"free": "no: any card of the suit will do", "must": "yes, if the hand has a card that does"},
    )  # fmt: skip
    void: Literal["free", "must_trump"] = param(
        "Void",
        "The cards that a player without a card of the suit led may play.",
        default="free", since="0.2.0",
        options={"free": "any card", "must_trump": "a trump, if there is one in the hand"},
    )  # fmt: skip
    draw: DrawRule | None = param(
        "Draw",
        "After each trick all players draw a card from a pile, beginning with the winner of the trick, until it is "
        "used up. With `tops` the pile is in packets before the players, each with an open top card.",
        default=None, since="0.2.0",
    )  # fmt: skip
    leads: tuple[LeadLimit, ...] = param(
        "Leads", "Cards that may not be led, unless the hand has no other card.", default=(), since="0.3.0"
    )

    @property
    def is_trump_called(self) -> bool:
        """Check whether a called card makes its suit trump, so that no player names one."""
        return self.trump is not None and self.trump.chosen == "called"


PLAY = Mechanism(
    name="play",
    kind=Kind.SECTION,
    params=PlayRule,
    required=False,
    title=Words("The play"),
    about="How tricks are played and won.",
)
