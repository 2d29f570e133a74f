"""The context for the sentences of a mechanism: the rules, names and phrases.

Sentences are a function `(params, telling) -> iterator of sentences and tables`. The keys that it hands to
`telling.make_sentence` are parameters of its own; `also` names rules elsewhere by their whole path.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, Any

from calarec.core.mechanisms.fields import params_of
from calarec.core.mechanisms.table import count_hands_dealt
from calarec.core.wording import phrases
from calarec.core.wording.language import Listing, Phrase, Words
from calarec.rulebook.sentences import Sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.core.mechanisms.rules import Rules
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.language import Translated
    from calarec.rulebook.flow import CardFlow


_RIGHT = Words("right")
_LEFT = Words("left")
_IDLE = Words("(The file also says `{setting}`, which decides nothing here.)")


class Telling:
    """The place in the rules that sentences are about."""

    def __init__(self, ruleset: Ruleset, at: str, room: str = "", flows: tuple[CardFlow, ...] = ()) -> None:
        self.ruleset = ruleset
        self.rules: Rules = ruleset.rules
        self.at = at
        self.room = room
        self.flows = flows
        """Within a contract: numbers of cards before this step, by case."""

    def with_nested_keys(self, *keys: str) -> Telling:
        """The same telling, one map further in."""
        return Telling(self.ruleset, ".".join((self.at, *keys)), self.room, self.flows)

    @property
    def entry_id(self) -> str:
        """The id of the entry that sentences are about."""
        return self.at.rpartition(".")[2]

    def make_sentence(
        self, template: Words, *keys: str, also: tuple[str, ...] = (), style: str = "", room: str = "", **values: object
    ) -> Sentence:
        """A sentence that rests on parameters of this mechanism and perhaps on others."""
        own = tuple(f"{self.at}.{key}" for key in keys)
        return Sentence(template, values, own, also, style, room or self.room)

    def phrase(self, template: Words, **values: object) -> Words:
        """A part of a sentence, filled in."""
        return template.with_values(**values)

    def idle(self, params: Any, *keys: str) -> Iterator[Sentence]:
        """Yield a sentence for each parameter without effect that is not a default."""
        kind: type = type(params)
        defaults = {param.name: param for param in params_of(kind)}
        for key in keys:
            value, each = getattr(params, key), defaults[key]
            if each.required or value != each.default:
                yield self.make_sentence(_IDLE, key, setting=f"{self.at}.{key}: {_spell_value(value)}")

    # Names

    def translated_name(self, kind: str, key: str) -> Translated:
        """The name of a thing."""
        return self.ruleset.name(kind, key)

    def emphasized_name(self, kind: str, key: str) -> Words:
        """A name with emphasis: a contract, a word, a bonus."""
        return Words("*{name}*", name=self.translated_name(kind, key))

    def contract_list(self, ids: Iterable[str], *, either: bool = False) -> Listing:
        """The names of contracts, as a list."""
        return Listing(tuple(self.emphasized_name("contracts", each) for each in ids), either)

    def pile_forms(self, key: str, *, under: str = "pile") -> dict[str, Any]:
        """The forms of a pile's name: `{pile}`, `{of_pile}`, `{in_pile}` and so on."""
        return phrases.thing(self.translated_name("piles", key), under)

    def new_pile(self, key: str) -> dict[str, Any]:
        """The same, and `{new}`: the new pile that takes the place of one that was taken."""
        return {**self.pile_forms(key), "new": Phrase("the_new", self.translated_name("piles", key))}

    def rank_phrase(self, rank: str) -> Phrase:
        """A rank with its article: the ace."""
        return Phrase("the", self.translated_name("ranks", rank))

    def a_rank(self, rank: str) -> Phrase:
        """Any card of a rank: an ace."""
        return Phrase("indefinite", self.translated_name("ranks", rank))

    def every_rank(self, rank: str) -> Words:
        """All cards of a rank: every ace."""
        return Words("every {rank}", rank=self.translated_name("ranks", rank))

    def card_words(self, card: str) -> Words:
        """A card by rank and suit."""
        return Words(
            "{rank} of {suit}",
            rank=self.translated_name("ranks", card[:1]),
            suit=self.translated_name("suits", card[1:]),
        )

    # Numbers, points and payments

    number_phrase = staticmethod(phrases.number_phrase)
    cards_phrase = staticmethod(phrases.cards_phrase)
    tricks_phrase = staticmethod(phrases.tricks_phrase)
    count_phrase = staticmethod(phrases.count_phrase)
    of_them_phrase = staticmethod(phrases.of_them_phrase)
    ordinal_phrase = staticmethod(phrases.ordinal_phrase)
    times_phrase = staticmethod(phrases.times_phrase)
    part_names = staticmethod(phrases.part_names)
    parts_of_unit = staticmethod(phrases.parts_of_unit)

    def laid_cards_phrase(self, count: int, *, face_up: bool = False) -> Phrase:
        """A number of cards, face down or face up."""
        cards = Words("card face up|cards face up") if face_up else Words("card face down|cards face down")
        return phrases.count_phrase(count, cards)

    def pack_points(self, count: int) -> Phrase:
        """Points of the pack as players count them."""
        return phrases.points_phrase(count, self.rules.pack.unit)

    def stake_payment(self, count: int) -> Phrase:
        """A payment."""
        return phrases.payment_phrase(count, self.rules.settle.pay_unit)

    def rate(self, count: int) -> Phrase | str:
        """A stake as a payment, or as a rate for each point of the difference."""
        if self.rules.settle.pay != "difference":
            return self.stake_payment(count)
        return phrases.plain_amount(*self._for_each_point(count))

    def rate_times(self, count: int) -> Phrase | Words:
        """The factor of the difference of points that is paid."""
        times, unit = self._for_each_point(count)
        if times % phrases.parts_of_unit(unit) == 0:
            return phrases.times_phrase(times // phrases.parts_of_unit(unit))
        return Words("{count} times", count=phrases.plain_amount(times, unit))

    def _for_each_point(self, count: int) -> tuple[int, str]:
        """The payment for a point, from that for a unit of points.

        Units of payment are the smaller ones.
        """
        points, paid = phrases.parts_of_unit(self.rules.pack.unit), phrases.parts_of_unit(self.rules.settle.pay_unit)
        common = gcd(points, paid)
        return count * points // common, f"1/{paid // common}"

    def payment_figures(self, count: int) -> str:
        """A payment in figures, for tables."""
        return phrases.plain_amount(count, self.rules.settle.pay_unit)

    # The table

    @property
    def is_clockwise(self) -> bool:
        """Check whether the game goes round to the left."""
        return self.rules.table.direction == "clockwise"

    @property
    def next_side(self) -> Words:
        """The side on which the next in turn sits."""
        return _LEFT if self.is_clockwise else _RIGHT

    @property
    def hands_at_table(self) -> int:
        """The number of hands that are dealt; 0 if it depends on the number of seats."""
        found = {count_hands_dealt(self.rules.table, seats) for seats in self.rules.table.seats}
        return found.pop() if len(found) == 1 else 0

    @property
    def contract_order(self) -> tuple[str, ...]:
        """The contracts in order of bids, each followed by its raises; then the others."""
        contracts, ladder = self.rules.contracts, self.rules.auction.ladder
        ordered: dict[str, None] = {}
        for name in (*ladder, *contracts):
            if name in contracts:
                raised = (each for each in contracts[name].raises if each in contracts and each not in ladder)
                ordered |= dict.fromkeys((name, *raised))
        return tuple(ordered)

    # Within a contract

    def pile_sizes(self, pile: str) -> set[int]:
        """The possible numbers of cards in a pile before this step."""
        return {flow.piles.get(pile, 0) for flow in self.flows}

    def pile_size(self, pile: str) -> int:
        """The number of cards in a pile before this step; 0 if that is not known."""
        sizes = self.pile_sizes(pile)
        return sizes.pop() if len(sizes) == 1 else 0

    def on_table(self) -> Words:
        """The words for the place of a called card that is in no hand."""
        laid = [name for name, pile in self.rules.piles.items() if pile.dealt]
        if not laid:
            return Words("is in no hand")
        piles = Listing(tuple(self.pile_forms(name)["in_pile"] for name in laid), either=True)
        return self.phrase(Words("is {piles}"), piles=piles)

    def max_partners(self, steps: Iterable[str]) -> int:
        """The most partners that these steps may find, or fixed ones."""
        if self.rules.table.sides is not None:
            return 1
        found = [self.rules.steps.get(step) for step in steps]
        calls = [named.params for named in found if named and named.do == "call"]
        return max((call.number for call in calls if call.gets == "partner"), default=0)


def _spell_value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(map(_spell_value, value))}]"
    return "~" if value is None else str(value)
