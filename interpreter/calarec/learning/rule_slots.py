"""The slots of one ruleset: the numbers of its cards, contracts and words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.cards import bits
from calarec.core.mechanisms.payment_rows import resolve_stake
from calarec.core.mechanisms.rules import tricks_in, winning
from calarec.core.mechanisms.table import count_hands_dealt
from calarec.learning.layout import (
    BIDS,
    CARDS,
    DONE_SLOT,
    MAX_PILES,
    MAX_SEATS,
    RANKS,
    RULE_NUMBERS,
    SLOTS,
    SUITS,
    UNSEEN_SLOT,
    LayoutError,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import State

_SUITS: Final = "bscd"
_RANKS: Final = "32ARCF7654"
"""The ranks with the same slots in every ruleset; others take the free ones."""
_BYTE: Final = 255
_KEY: Final = "learning.slots"


class _SuitBytes(dict[int, bytes]):
    """The cards of one suit as 16 bytes, each set made when it is first needed."""

    def __init__(self, columns: Sequence[int]) -> None:
        super().__init__()
        self.columns = columns

    def __missing__(self, cards: int) -> bytes:
        row = bytearray(RANKS)
        for card in bits(cards):
            row[self.columns[card]] = 1
        found = self[cards] = bytes(row)
        return found


class _Suit(NamedTuple):
    """The place of a suit in a mask of cards."""

    table: _SuitBytes
    shift: int
    mask: int


NO_CARDS: Final = bytes(CARDS)


class RuleSlots:
    """The slots of a game, made once for it: see `slots_of_game`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules = game.rules
        self._require_room()
        self.slot_of_card = self._place_cards()
        self.card_of_slot = {slot: card for card, slot in enumerate(self.slot_of_card)}
        self.later_cards = self._find_later_cards()
        self.contracts = self._sort_contracts()
        self.place_of_contract = {name: place for place, name in enumerate(self.contracts)} | {"": -1}
        self.slot_of_word = self._place_words()
        self.word_of_slot = {kind: {slot: word for word, slot in words.items()} for kind, words in self._words()}
        self._led_by_holders = {
            name
            for name, contract in self.rules.contracts.items()
            if contract.leader == "holder" and contract.leading_card is not None
        }
        self._suits = self._make_suits()
        self._rule_bytes: dict[tuple[int, str], bytes] = {}
        self.signals = {
            name: entry.params for name, entry in self.rules.standing.items() if entry.do == "signal"
        }  # fmt: skip
        self.declarations = {
            name: entry.params for name, entry in self.rules.standing.items() if entry.do == "declare"
        }  # fmt: skip
        self.counts_points = self.rules.match.counts == "card_points"
        """True if points are the reward."""

    # ------------------------------------------------------------------ places

    def _require_room(self) -> None:
        rules, name = self.rules, self.game.ruleset.id
        dealt = max(count_hands_dealt(rules.table, people) for people in rules.table.seats)
        words = {
            "signals": sum(len(entry.params.words) for entry in rules.standing.values() if entry.do == "signal"),
            "declarations": sum(1 for entry in rules.standing.values() if entry.do == "declare"),
        }
        for what, number, most in (
            ("hands", dealt, MAX_SEATS),
            ("suits", len(rules.pack.suits), SUITS),
            ("piles", len(rules.piles), MAX_PILES),
            ("contracts", len(rules.contracts), BIDS),
            ("waiting words", len(rules.auction.words), SLOTS["pass"].size),
            ("doubling words", len(rules.doubling.words), SLOTS["double"].size),
            ("declarations", words["declarations"], SLOTS["declare"].size),
            ("signals", words["signals"], SLOTS["signal"].size),
        ):
            if number > most:
                raise LayoutError(name, what, number, most)

    def _place_cards(self) -> list[int]:
        """The slot of each card."""
        pack = self.rules.pack
        suits = _place_letters(pack.suits, _SUITS, SUITS)
        ranks = _place_letters(pack.ranks, _RANKS, RANKS)
        return [RANKS * suits[name[1]] + ranks[name[0]] for name in self.game.cards.names]

    def _find_later_cards(self) -> list[int]:
        """For each card the mask of those with greater slots."""
        return [
            sum(1 << card for card, later in enumerate(self.slot_of_card) if later > slot) for slot in self.slot_of_card
        ]

    def _sort_contracts(self) -> tuple[str, ...]:
        """The contracts by stake; of the same stake in the order of the rule file."""
        contracts = self.rules.contracts
        return tuple(sorted(contracts, key=lambda name: resolve_stake(contracts[name].stake, contracts) or 0))

    def _words(self) -> Iterator[tuple[str, dict[str, int]]]:
        """For each kind of decision by words, the slot of each word."""
        rules = self.rules
        bids = _number_words(self.contracts, "bid")
        standing = rules.standing.items()
        signals = [word for _, entry in standing if entry.do == "signal" for word in entry.params.words]
        yield "bid", bids | _number_words(rules.auction.words, "pass")
        yield "raise", bids
        yield "double", _number_words(rules.doubling.words, "double")
        suits = _place_letters(rules.pack.suits, _SUITS, SUITS)
        yield "trump", {suit: SLOTS["trump"].first + place for suit, place in suits.items()}
        yield "declare", _number_words([name for name, entry in standing if entry.do == "declare"], "declare")
        yield "signal", _number_words(dict.fromkeys(signals), "signal")

    def _place_words(self) -> dict[str, dict[str, int]]:
        return dict(self._words())

    def is_leader_known(self, state: State) -> bool:
        """True unless the holder of a card leads, and has not led yet."""
        return state.contract not in self._led_by_holders or state.has_started

    def find_cards_after(self, cards: int) -> int:
        """The cards whose slots are greater than all slots of some cards."""
        after = self.game.cards.full
        for card in bits(cards):
            after &= self.later_cards[card]
        return after

    # ------------------------------------------------------------------ bytes

    def _make_suits(self) -> tuple[_Suit, ...]:
        """A table for each row of slots."""
        found = []
        for row in range(SUITS):
            cards = [card for card, slot in enumerate(self.slot_of_card) if slot // RANKS == row]
            shift = cards[0] if cards else 0
            # The cards of a suit have consecutive numbers.
            columns = [self.slot_of_card[card] % RANKS for card in cards]
            found.append(_Suit(_SuitBytes(columns), shift, (1 << len(cards)) - 1))
        return tuple(found)

    def card_bytes(self, cards: int) -> bytes:
        """A set of cards as a byte for each slot."""
        if not cards:
            return NO_CARDS
        one, two, three, four = self._suits
        return (
            one.table[cards >> one.shift & one.mask] + two.table[cards >> two.shift & two.mask]
            + three.table[cards >> three.shift & three.mask] + four.table[cards >> four.shift & four.mask]
        )  # fmt: skip

    def rule_bytes(self, seats: int, contract: str) -> bytes:
        """The fields of an observation that hold the rules, for a number of hands."""
        found = self._rule_bytes.get((seats, contract))
        if found is None:
            found = self._rule_bytes[seats, contract] = self._make_rule_bytes(seats, contract)
        return found

    def _make_rule_bytes(self, seats: int, contract: str) -> bytes:
        rules, cards = self.rules, self.game.cards
        points, ranks = bytearray(CARDS), bytearray(CARDS)
        for card, slot in enumerate(self.slot_of_card):
            points[slot] = min(cards.points[card], _BYTE)
            ranks[slot] = (cards.suit_of[card] & (2 << card) - 1).bit_count()
        stakes = bytearray(BIDS)
        for place, name in enumerate(self.contracts):
            stakes[place] = min((resolve_stake(rules.contracts[name].stake, rules.contracts) or 0) + 1, _BYTE)
        return bytes(points + ranks + stakes) + _count_bytes(self._rule_numbers(seats, contract), RULE_NUMBERS)

    def _rule_numbers(self, seats: int, contract: str) -> tuple[int, ...]:
        """The numbers that `RULE_FIGURES` names."""
        rules = self.rules
        needed = winning(rules, contract)[1]
        dummies = rules.table.dummies
        return (
            seats,
            rules.deal.hand,
            tricks_in(rules, seats),
            rules.pack.last_trick,
            rules.pack.units_per_point,
            needed.points_at_least or 0,
            0 if needed.points_at_most is None else needed.points_at_most + 1,
            rules.play.follow == "must",
            rules.play.void == "must_trump",
            rules.play.beat == "must",
            rules.table.sides or 0,
            rules.match.wins == "lowest",
            rules.match.counts == "card_points",
            dummies.hands if dummies else 0,
        )

    # ------------------------------------------------------------------ names

    def name_slot(self, slot: int) -> str:
        """Name an action: a card, a word, `__` or `done`; empty if the rules lack it."""
        if slot in self.card_of_slot:
            return self.game.cards.names[self.card_of_slot[slot]]
        if slot in (UNSEEN_SLOT, DONE_SLOT):
            return "__" if slot == UNSEEN_SLOT else "done"
        return next((words[slot] for words in self.word_of_slot.values() if slot in words), "")


def slots_of_game(game: Game) -> RuleSlots:
    """The slots of a game; LayoutError if its rules do not fit into the layout."""
    found: RuleSlots | None = game.worked_out.get(_KEY)
    if found is None:
        found = game.worked_out[_KEY] = RuleSlots(game)
    return found


def _place_letters(letters: Iterable[str], usual: str, places: int) -> dict[str, int]:
    """The place of each letter: its usual one, or the first that is free."""
    found = {letter: usual.index(letter) for letter in letters if letter in usual}
    free = [place for place in (*range(len(usual), places), *range(len(usual))) if place not in found.values()]
    return found | dict(zip([letter for letter in letters if letter not in usual], free, strict=False))


def _number_words(words: Iterable[str], group: str) -> dict[str, int]:
    """The slots of some words, one after another."""
    return {word: SLOTS[group].first + place for place, word in enumerate(words)}


def _count_bytes(numbers: Iterable[int], size: int) -> bytes:
    """Numbers as bytes, those that are too large as 255."""
    found = bytes(min(max(number, 0), _BYTE) for number in numbers)
    return found + bytes(size - len(found))
