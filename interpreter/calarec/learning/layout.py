"""The layout of actions and observations, the same for every ruleset.

Terms. A *slot* is the number of an action. A *field* is a part of an observation, a block of bytes. Seats are counted
from the seat that looks: 0 is itself, 1 the next in order of play. Parts that a ruleset does not use are zero.
"""

from __future__ import annotations

from typing import Final

from calarec.core.base.errors import PortableError
from calarec.core.base.frozen import NamedTuple

MAX_SEATS: Final = 8
MAX_PILES: Final = 4
SUITS: Final = 4
RANKS: Final = 16
CARDS: Final = SUITS * RANKS
BIDS: Final = 16
RULE_NUMBERS: Final = 16


class SlotGroup(NamedTuple):
    """Slots of one kind, one after another."""

    name: str
    first: int
    size: int
    about: str

    @property
    def end(self) -> int:
        """The first slot after them."""
        return self.first + self.size


class ObservationField(NamedTuple):
    """A part of an observation: rows of bytes, the first of them at `first`."""

    name: str
    first: int
    rows: int
    width: int
    about: str

    @property
    def end(self) -> int:
        """The first byte after it."""
        return self.first + self.rows * self.width


def _count_slots(*groups: tuple[str, int, str]) -> dict[str, SlotGroup]:
    found: dict[str, SlotGroup] = {}
    first = 0
    for name, size, about in groups:
        found[name] = SlotGroup(name, first, size, about)
        first += size
    return found


def _lay_out(*fields: tuple[str, int, int, str]) -> dict[str, ObservationField]:
    found: dict[str, ObservationField] = {}
    first = 0
    for name, rows, width, about in fields:
        found[name] = ObservationField(name, first, rows, width, about)
        first += rows * width
    return found


SLOTS: Final = _count_slots(
    ("card", CARDS, "a card, by suit (16 slots each) and rank: to play, call, give, take, discard or lay"),
    ("bid", BIDS, "a contract, by rising stake: to bid it or to raise to it"),
    ("pass", 4, "a word of the auction that is not a bid, in the order of the rule file"),
    ("double", 8, "a word by which more is paid, in the order of the rule file"),
    ("trump", SUITS, "a suit, to name it trump"),
    ("declare", 8, "a declaration, in the order of the rule file"),
    ("signal", 8, "a signal, in the order of the rule file; the card follows"),
    ("unseen", 1, "a card of a pile that the seat has not seen; chance draws it"),
    ("done", 1, "the end of a choice of cards, or no to what need not be done"),
)
"""The groups of slots, by name."""
ACTIONS: Final = SLOTS["done"].end
"""The number of slots."""
UNSEEN_SLOT: Final = SLOTS["unseen"].first
DONE_SLOT: Final = SLOTS["done"].first

WORDS: Final = SLOTS["unseen"].first - CARDS
"""The number of slots for words."""

KINDS: Final = (
    "bid", "raise", "double", "call", "trump", "table-card", "give", "take", "discard", "play", "declare",
)  # fmt: skip
"""The kinds of decisions, as the `do` of a move names them."""

RULE_FIGURES: Final = (
    ("seats", "the seats that hold cards"),
    ("hand", "the cards dealt to each hand"),
    ("tricks", "the tricks of a hand"),
    ("last_trick", "the points for the last trick"),
    ("units", "the units of a point"),
    ("points_at_least", "the points that the declarer needs; 0: no number is stated"),
    ("points_at_most", "1 more than the points that the declarer may have; 0: no limit is stated"),
    ("follow", "1: the suit led must be followed"),
    ("void", "1: a player without the suit led must play a trump"),
    ("beat", "1: a player must beat the best card if possible"),
    ("sides", "the fixed sides; 0: there are none"),
    ("lowest", "1: the lowest total wins"),
    ("points_count", "1: points are the reward, not payments"),
    ("dummies", "the hands that another seat plays"),
)
"""Numbers of the rules: the name of each and what it is."""

FIELDS: Final = _lay_out(
    ("known", MAX_SEATS, CARDS, "cards that must be in each hand, row 0 the own hand"),
    ("piles", MAX_PILES, CARDS, "cards that must be in each pile"),
    ("chosen", 1, CARDS, "cards chosen so far in the choice that the seat has begun"),
    ("played", MAX_SEATS, CARDS, "cards that each seat has played: the number of the trick"),
    ("won", MAX_SEATS, CARDS, "cards in tricks that each seat has won: the number of the trick"),
    ("trick", MAX_SEATS, CARDS, "the card of each seat in the trick on the table"),
    ("called", 1, CARDS, "cards that were called"),
    ("trump", 1, CARDS, "the cards of the trump suit"),
    ("said", MAX_SEATS, WORDS, "words that each seat has said last: 1 for the first word of the hand, 2 for the next"),
    ("hand_sizes", 1, MAX_SEATS, "how many cards each hand has"),
    ("pile_sizes", 1, MAX_PILES, "how many cards each pile has"),
    ("tricks_won", 1, MAX_SEATS, "how many tricks each seat has won"),
    ("contract", 1, BIDS, "the contract, once the auction has settled it"),
    ("declarer", 1, MAX_SEATS, "the declarer"),
    ("partners", 1, MAX_SEATS, "the declarer's partners whom the seat knows of"),
    ("side", 1, MAX_SEATS, "the seats of the fixed side of the seat that looks"),
    ("called_from", 1, MAX_SEATS + 2, "where the card called last was: a seat, a pile, the caller's hand"),
    ("dealer", 1, MAX_SEATS, "the dealer, if the dealer holds cards"),
    ("in_play", 1, MAX_SEATS, "the seats that hold cards"),
    ("dummy", 1, MAX_SEATS, "the hands that another seat plays"),
    ("turn", 1, MAX_SEATS, "the seats for which the hand waits, as far as everyone knows"),
    ("leader", 1, MAX_SEATS, "the leader of the trick, as far as everyone knows"),
    ("acting_for", 1, MAX_SEATS, "the hand for which the seat decides now; all zero: it does not decide"),
    ("task", 1, len(KINDS), "what the seat decides now"),
    ("receiver", 1, MAX_SEATS, "the seat that is given to"),
    ("pile", 1, MAX_PILES, "the pile that is taken from or laid on"),
    ("numbers", 1, 4, "the fewest and most cards to choose, how many are chosen, how many of them unseen"),
    ("moment", 1, 3, "the number of tricks won; 1 if the seat sits out; 1 if the hand is over"),
    ("card_points", 1, CARDS, "rules: the points of each card"),
    ("card_ranks", 1, CARDS, "rules: the place of each card in its suit, the lowest 1; 0: not in the pack"),
    ("stakes", 1, BIDS, "rules: 1 more than the stake of each contract; 0: there is none"),
    ("figures", 1, RULE_NUMBERS, "rules: " + ", ".join(name for name, _ in RULE_FIGURES)),
)
"""The fields of an observation, by name."""
OBSERVATION_BYTES: Final = FIELDS["figures"].end
"""The size of an observation. Numbers over 255 are 255."""


class LayoutError(PortableError, ValueError):
    """Rules that do not fit into the layout, with the number that is too large."""

    def __init__(self, ruleset: str, what: str, number: int, most: int) -> None:
        super().__init__(f"{ruleset} has {number} {what}, and the layout has room for {most}")
