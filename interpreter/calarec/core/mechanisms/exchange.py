"""The steps before the play in which cards move or are named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

from calarec.core.base.frozen import NamedTuple, dataclass
from calarec.core.mechanisms.auction import StakeOf
from calarec.core.mechanisms.conditions import CardFigure
from calarec.core.mechanisms.fields import Kind, Mechanism, param
from calarec.core.wording.language import Words

if TYPE_CHECKING:
    from collections.abc import Mapping


class Transfer(NamedTuple):
    """A step in which cards move.

    `who` and `many` may name the parameter with the value.
    """

    do: Literal["give", "take", "discard", "table-card"]
    """The action, and so the line of a record and the public part of the event."""
    who: Literal["declarer", "holder", "who"] = "declarer"
    """The actor; the holder held the called card, and is missing if no other hand did."""
    source: str = ""
    """The parameter with the source pile; empty: the hand of the actor."""
    target: str = ""
    """The role of the receiver, or the parameter with the target pile.

    Empty: the hand of the actor.
    """
    which: Literal["any", "called"] = "any"
    many: Literal["one", "all", "as_discarded", "down_to_dealt", "up_to_pile", "cards"] = "one"
    """`down_to_dealt` and `up_to_pile` may name ranks that are `never` among them; `up_to_pile` has two parameters
    more: the `pile` that limits the number, and `at_least`."""
    when: Literal["always", "handed"] = "always"
    """`handed`: only if the called card was handed over before."""
    sets: Literal["", "handed", "tabled", "discards"] = ""
    """The fact that is kept for later steps."""

    def parameter_word(self, word: Literal["who", "many"], params: Any) -> str:
        """A word of it, as the parameters of a step say."""
        name: str = getattr(self, word)
        found: str = getattr(params, name, name)
        return found

    @property
    def receiver(self) -> str:
        """The role of the receiver; empty if the cards go to a pile or to their taker."""
        return self.target if self.target in ROLES else ""

    def transfer_pile(self, params: Any) -> str:
        """The pile from which or to which the cards go; none: from hand to hand."""
        name = self.source or ("" if self.receiver else self.target)
        found: str = getattr(params, name) if name else ""
        return found

    def is_open(self, params: Any) -> bool:
        """Check whether all players see the cards."""
        if hasattr(params, "open"):
            return bool(params.open)
        return bool(params.shown == "everyone")


ROLES: Final = ("declarer", "holder")

THEN = {
    "satisfied": "the call is satisfied and no player gives a card",
    "alone": "the declarer plays without a partner",
    "refused": "the call is refused and another card must be named",
    "again": "in the declarer's own hand: all are informed, and a second card is called, which may not be there too",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Callable:
    """One row of what may be called; a card may be called if one row allows it."""

    ranks: str = param("Ranks", "The ranks that may be called.", pattern="^[0-9A-Z]{1,16}$", refers_to="rank")
    holding_all: str | None = param(
        "Holding all", "Only by a player who holds every card of these ranks.",
        default=None, pattern="^[0-9A-Z]{1,16}$", refers_to="rank",
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundRule:
    """The consequence if no other hand holds the called card."""

    # `again` (a second card is called) is a house rule: no source that could be read has it.
    then: Literal["satisfied", "alone", "refused", "again"] = param("Then", "The consequence.", options=THEN)
    won: int | StakeOf | None = param(
        "Won",
        "The amount for winning then, where it differs from the contract's stake.",
        default=None,
        least=0,
        counts="rate",
    )
    lost: int | StakeOf | None = param(
        "Lost",
        "The amount for losing then, where it differs from the contract's stake.",
        default=None,
        least=0,
        counts="rate",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRule:
    """The declarer names a card."""

    named: Literal["after_auction", "with_bid"] = param(
        "Named",
        "When the card is named.",
        default="after_auction",
        options={"after_auction": "after the auction", "with_bid": "together with the bid"},
    )
    cards: tuple[Callable, ...] = param(
        "Cards", "The cards that may be called, a row for each case; without a row any card may be.", default=()
    )
    gets: Literal["card", "partner"] = param(
        "Gets",
        "The purpose of the call.",
        options={"card": "the called card", "partner": "its holder as a partner"},
    )
    number: int = param(
        "Number",
        "How many cards are called, one after the other. A player who holds one of them is a partner, and one hand "
        "may hold several. If none of them brings a partner, `in_pile` and `in_hand` apply as for a declarer who "
        "plays alone.",
        default=1, least=1, most=4, since="0.2.0",
    )  # fmt: skip
    in_pile: FoundRule = param("In a pile", "The consequence if the card is on the table.")
    in_hand: FoundRule = param("In hand", "The consequence if the declarer holds the card.")
    revealed: Literal["when_played", "at_call", "at_end"] = param(
        "Revealed",
        "When the partner is known to all.",
        default="when_played",
        options={
            "when_played": "when the called card is played",
            "at_call": "at once",
            "at_end": "when the hand is over",
        },
    )


IN_PILE, IN_HAND = -1, -2

CALL = Mechanism(
    name="call",
    kind=Kind.STEP,
    params=CallRule,
    title=Words("Calling a card"),
    about="The declarer names a card, to receive it or to find a partner.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOverRule:
    """The holder gives the called card; nothing happens if no other hand holds it."""

    open: bool = param("Open", "If true, the card is shown to all.")


HAND_OVER = Mechanism(
    name="hand_over",
    kind=Kind.STEP,
    params=HandOverRule,
    title=Words("Handing over the called card"),
    about="The player who holds the called card gives it to the declarer.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCardRule:
    """The declarer lays one card on the table."""

    pile: str = param("Pile", "The pile on which it is laid.", refers_to="pile")
    open: bool = param("Open", "If true, it is laid face up.", default=False)


TABLE_CARD = Mechanism(
    name="table_card",
    kind=Kind.STEP,
    params=TableCardRule,
    title=Words("Tabling a card"),
    about="The declarer lays one card on the table.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeRule:
    """A player takes cards from a pile."""

    who: Literal["declarer", "holder"] = param(
        "Who",
        "The player who takes.",
        default="declarer",
        options={
            "declarer": "the declarer",
            "holder": "the player who held the called card; no player if no other hand held it",
        },
    )
    pile: str = param("Pile", "The pile from which the cards are taken.", refers_to="pile")
    cards: Literal["all", "as_discarded"] = param(
        "Cards",
        "How many cards.",
        default="all",
        options={"all": "all of them", "as_discarded": "as many as were discarded before, chosen freely"},
    )
    shown: Literal["everyone", "taker"] = param(
        "Shown to",
        "The players who see the pile.",
        options={"everyone": "it is turned face up for all", "taker": "only the seat that takes"},
    )


TAKE = Mechanism(
    name="take",
    kind=Kind.STEP,
    params=TakeRule,
    title=Words("Taking a pile"),
    about="A player takes cards from a pile into the hand.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LookRule:
    """Players look at a pile and leave it where it is."""

    who: Literal["declarer", "opponents", "everyone"] = param(
        "Who",
        "The players who look.",
        default="declarer",
        options={
            "declarer": "the declarer",
            "opponents": "the opponents of the declarer",
            "everyone": "everyone",
        },
    )
    pile: str = param("Pile", "The pile that is seen.", refers_to="pile")


LOOK = Mechanism(
    name="look",
    kind=Kind.STEP,
    params=LookRule,
    title=Words("Looking at a pile"),
    about="A pile is seen without being taken.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveRule:
    """The declarer gives a card back, unless no card was handed over."""

    open: bool = param("Open", "If true, it is shown to all.")


GIVE = Mechanism(
    name="give",
    kind=Kind.STEP,
    params=GiveRule,
    title=Words("Giving back a card"),
    about="The declarer gives a card back to the player who handed over the called card.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardLimit:
    """Certain cards of which only a number may be laid aside."""

    ranks: str | None = param(
        "Ranks", "The ranks of the cards; without it: all.",
        default=None, pattern="^[0-9A-Z]{1,16}$", refers_to="rank", since="0.3.0",
    )  # fmt: skip
    suits: str | None = param(
        "Suits", "The suits of the cards; without it: all.",
        default=None, pattern="^[a-z]{1,8}$", refers_to="suit", since="0.3.0",
    )  # fmt: skip
    at_most: int = param("At most", "At most this number of them.", default=0, least=0, most=40, since="0.3.0")

    @property
    def cards(self) -> CardFigure:
        """The cards that it limits."""
        return CardFigure(self.ranks, self.suits, "hand")


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardRule:
    """The declarer lays cards from the hand on a pile."""

    to: str = param("To", "The pile on which they are laid.", refers_to="pile")
    cards: Literal["down_to_dealt", "up_to_pile"] = param(
        "Cards",
        "How many cards.",
        default="down_to_dealt",
        options={
            "down_to_dealt": "as many as bring the hand back to the number dealt",
            "up_to_pile": "at most as many as a pile holds",
        },
    )
    pile: str | None = param(
        "Pile", "With `up_to_pile`: the pile that limits the number.", default=None, refers_to="pile"
    )
    at_least: int = param("At least", "With `up_to_pile`: the least number of cards.", default=0, least=0, most=4)
    never: str | None = param(
        "Never", "Ranks that may not be laid aside.",
        default=None, pattern="^[0-9A-Z]{1,16}$", refers_to="rank", since="0.2.0",
    )  # fmt: skip
    open: bool = param("Open", "If true, they are shown to all.", default=False)
    limits: tuple[DiscardLimit, ...] = param(
        "Limits", "Cards of which at most a number may be laid aside.", default=(), since="0.3.0"
    )


DISCARD = Mechanism(
    name="discard",
    kind=Kind.STEP,
    params=DiscardRule,
    title=Words("Discarding"),
    about="The declarer lays cards aside.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareRule:
    """Opponents take cards from a pile and put as many back."""

    pile: str = param("Pile", "The pile that is shared; the discards go back to it.", refers_to="pile")
    who: Literal["opponents", "first_two_opponents"] = param(
        "Who",
        "The players who share, counted from the declarer on in order of play.",
        default="opponents",
        options={"opponents": "all opponents", "first_two_opponents": "the first two opponents"},
    )
    each: Literal["equal", "any", "all"] = param(
        "Each",
        "How many cards each takes.",
        options={
            "equal": "the same number",
            "any": "any number, together the whole pile; in turn: any number each",
            "all": "the whole pile, one after the other",
        },
    )
    decided: Literal["blind", "jointly", "in_turn"] = param(
        "Decided",
        "How it is decided who takes what.",
        options={
            "blind": "the cards are drawn unseen",
            "jointly": "the sharers settle it together",
            "in_turn": "one after the other, each having discarded before the next takes",
        },
    )
    shown: Literal["nobody", "taker", "opponents", "everyone"] = param(
        "Shown to",
        "The players who see the pile before it is shared.",
        options={
            "nobody": "no player: each sees only the cards they took",
            "taker": "whose turn it is to take",
            "opponents": "those who share it",
            "everyone": "it is turned face up for all",
        },
    )


SHARE = Mechanism(
    name="share",
    kind=Kind.STEP,
    params=ShareRule,
    title=Words("Sharing a pile"),
    about="The opponents share a pile and discard as many cards as they took.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PassRule:
    """All players pass cards to another player at the same time."""

    to: Literal["left", "right", "opposite"] = param(
        "To",
        "The player who receives them.",
        options={"left": "the player at the left", "right": "the player at the right", "opposite": "who sits opposite"},
    )
    cards: int = param("Cards", "How many cards each gives.", default=1, least=1, most=20)
    open: bool = param("Open", "If true, they are shown to all.", default=False)


PASS_CARDS = Mechanism(
    name="pass_cards",
    kind=Kind.STEP,
    params=PassRule,
    title=Words("Passing cards"),
    about="All players pass cards to a neighbour, before they see the cards that come.",
)

STEPS: Final = (CALL, HAND_OVER, TABLE_CARD, TAKE, LOOK, GIVE, DISCARD, SHARE, PASS_CARDS)
"""All mechanisms of steps, in the order of the documentation."""

TRANSFERS: Final[Mapping[str, Transfer]] = {
    "hand_over": Transfer("give", who="holder", target="declarer", which="called", sets="handed"),
    "table_card": Transfer("table-card", target="pile", sets="tabled"),
    "take": Transfer("take", who="who", source="pile", many="cards"),
    "give": Transfer("give", target="holder", when="handed"),
    "discard": Transfer("discard", target="to", many="cards", sets="discards"),
}
"""The transfers of steps, by name; a call, a look and a share have more or less."""

MOVING: Final = frozenset({*TRANSFERS, "share", "pass_cards"})
"""The steps in which cards change places."""
