"""What a mechanism's `say` is given: the rules around it, names for things, and the means to say sentences.

A `say` is a function `(part, telling) -> iterator of sentences and tables`. The keys that it hands to
`telling.say` are parameters of its own part; `also` names rules elsewhere by their whole path.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, Any

from calarec.language import Both, Listing, fill
from calarec.rulesets.explain import grammar
from calarec.rulesets.explain.sentences import Sentence
from calarec.rulesets.fields import params_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.rulesets.explain.flow import Moment
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.model import Rules
    from calarec.rulesets.ruleset import Ruleset

_RIGHT = Both("right", "destra")
_LEFT = Both("left", "sinistra")
_IDLE = Both(
    "(The file also says `{setting}`, which decides nothing here.)",
    "(Il file dice anche `{setting}`, che qui non decide nulla.)",
)


class Telling:
    """The place in the rules from which something is told."""

    def __init__(self, ruleset: Ruleset, at: str, room: str = "", moments: tuple[Moment, ...] = ()) -> None:
        self.ruleset = ruleset
        self.rules: Rules = ruleset.rules
        self.at = at
        self.room = room
        self.moments = moments
        """Within a contract: the state before this step, case by case."""

    def within(self, *keys: str) -> Telling:
        """The same telling, one part further in."""
        return Telling(self.ruleset, ".".join((self.at, *keys)), self.room, self.moments)

    @property
    def key(self) -> str:
        """The id of the entry that is told."""
        return self.at.rpartition(".")[2]

    def say(
        self, template: Both, *keys: str, also: tuple[str, ...] = (), style: str = "", room: str = "", **values: object
    ) -> Sentence:
        """A sentence that rests on parameters of this part and perhaps on others."""
        own = tuple(f"{self.at}.{key}" for key in keys)
        return Sentence(template, values, own, also, style, room or self.room)

    def phrase(self, template: Both, **values: object) -> Both:
        """A part of a sentence, filled in in both languages."""
        return Both(fill(template, "en", values), fill(template, "it", values))

    def idle(self, part: Any, *keys: str) -> Iterator[Sentence]:
        """Names parameters that decide nothing as things stand, unless they are as by default."""
        kind: type = type(part)
        defaults = {each.name: each for each in params_of(kind)}
        for key in keys:
            value, each = getattr(part, key), defaults[key]
            if each.required or value != each.default:
                yield self.say(_IDLE, key, setting=f"{self.at}.{key}: {_spelt(value)}")

    # Names

    def name(self, kind: str, key: str) -> Both:
        """What something is called."""
        return self.ruleset.name(kind, key)

    def called(self, kind: str, key: str) -> Both:
        """A name set off from the text: a contract, a word that is said, a bonus."""
        said = self.name(kind, key)
        return Both(f"*{said.en}*", f"*{said.it}*")

    def contracts(self, ids: Iterable[str], *, either: bool = False) -> Listing:
        """The names of contracts, as a list."""
        return Listing(tuple(self.called("contracts", each) for each in ids), either)

    def pile(self, key: str, *, under: str = "pile") -> dict[str, Any]:
        """The forms of a pile's name: `{pile}`, `{of_pile}`, `{to_pile}`, `{from_pile}`, `{in_pile}`, `{on_pile}`."""
        return grammar.thing(self.name("piles", key), under)

    def new_pile(self, key: str) -> dict[str, Any]:
        """The same, and `{new}`: the new pile that takes the place of one that was taken."""
        name = self.name("piles", key)
        noun = grammar.article(name.it)[1]
        feminine = grammar.article(name.it)[0] in ("la", "le") or (noun.split()[:1] or [""])[0].endswith("a")
        new = Both(f"the new {name.en}", f"{'la nuova' if feminine else 'il nuovo'} {noun}")
        return {**self.pile(key), "new": new}

    def rank(self, rank: str) -> Both:
        """A rank with its article: the ace."""
        return grammar.thing(self.name("ranks", rank), "rank")["rank"]

    def a_rank(self, rank: str) -> Both:
        """Any card of a rank: an ace."""
        return grammar.indefinite(self.name("ranks", rank))

    def every_rank(self, rank: str) -> Both:
        """All cards of a rank: every ace."""
        name = self.name("ranks", rank)
        return Both(f"every {name.en}", f"ogni {name.it}")

    def card(self, card: str) -> Both:
        """A card by rank and suit."""
        rank, suit = self.name("ranks", card[:1]), self.name("suits", card[1:])
        return Both(f"{rank.en} of {suit.en}", f"{rank.it} di {suit.it}")

    # Numbers, points and payments

    number = staticmethod(grammar.number)
    cards = staticmethod(grammar.cards)
    tricks = staticmethod(grammar.tricks)
    counted = staticmethod(grammar.counted)
    ordinal = staticmethod(grammar.ordinal)
    times = staticmethod(grammar.times)
    part_names = staticmethod(grammar.part_names)
    parts_of = staticmethod(grammar.parts_of)

    def laid(self, count: int, *, face_up: bool = False) -> Both:
        """So many cards, face down or face up."""
        said = grammar.cards(count)
        face = Both("face up", "scopert") if face_up else Both("face down", "copert")
        return Both(f"{said.en} {face.en}", f"{said.it} {face.it}{'a' if count == 1 else 'e'}")

    def points(self, count: int) -> Both:
        """Points of the pack as players count them."""
        return grammar.points(count, self.rules.pack.unit)

    def amount(self, count: int) -> Both:
        """A payment."""
        return grammar.amount(count, self.rules.settle.pay_unit)

    def rate(self, count: int) -> Both:
        """A stake: a payment, or where the difference of the points is paid what each point of it brings."""
        if self.rules.settle.pay != "difference":
            return self.amount(count)
        return Both(*(grammar.plain_amount(*self._for_each_point(count)),) * 2)

    def rate_times(self, count: int) -> Both:
        """How many times the difference of the points is paid."""
        times, unit = self._for_each_point(count)
        if times % grammar.parts_of(unit) == 0:
            return grammar.times(times // grammar.parts_of(unit))
        said = grammar.plain_amount(times, unit)
        return Both(f"{said} times", f"{said} volte")

    def _for_each_point(self, count: int) -> tuple[int, str]:
        """What is paid for a point, if so much is paid for each unit of points: units of payment are the smaller."""
        points, paid = grammar.parts_of(self.rules.pack.unit), grammar.parts_of(self.rules.settle.pay_unit)
        common = gcd(points, paid)
        return count * points // common, f"1/{paid // common}"

    def figures(self, count: int) -> str:
        """A payment in figures, for tables."""
        return grammar.plain_amount(count, self.rules.settle.pay_unit)

    # The table

    @property
    def clockwise(self) -> bool:
        """Does the game go round to the left?"""
        return self.rules.table.direction == "clockwise"

    @property
    def next_side(self) -> Both:
        """The side on which the next in turn sits."""
        return _LEFT if self.clockwise else _RIGHT

    @property
    def hands(self) -> int:
        """How many hands are dealt; 0 if that depends on how many sit at the table."""
        table = self.rules.table
        extra = table.dummies.hands if table.dummies else 0
        out = table.sits_out
        found = {seats + extra - (1 if out and out.at == seats else 0) for seats in table.seats}
        return found.pop() if len(found) == 1 else 0

    @property
    def contract_order(self) -> tuple[str, ...]:
        """The contracts as they are bid, each followed by those to which it may be raised; then the others."""
        contracts, ladder = self.rules.contracts, self.rules.auction.ladder
        ordered: dict[str, None] = {}
        for name in (*ladder, *contracts):
            if name in contracts:
                raised = (each for each in contracts[name].raises if each in contracts and each not in ladder)
                ordered |= dict.fromkeys((name, *raised))
        return tuple(ordered)

    # Within a contract

    def sizes(self, pile: str) -> set[int]:
        """How many cards a pile may hold at this moment."""
        return {moment.piles.get(pile, 0) for moment in self.moments}

    def size(self, pile: str) -> int:
        """How many cards a pile holds at this moment; 0 if that is not known."""
        sizes = self.sizes(pile)
        return sizes.pop() if len(sizes) == 1 else 0

    def on_table(self) -> Both:
        """Where a called card is that is in nobody's hand."""
        laid = [name for name, pile in self.rules.piles.items() if pile.dealt]
        if not laid:
            return Both("is in nobody's hand", "non è in mano a nessuno")
        piles = Listing(tuple(self.pile(name)["in_pile"] for name in laid), either=True)
        return self.phrase(Both("lies {piles}", "sta {piles}"), piles=piles)

    def finds_partner(self, steps: Iterable[str]) -> bool:
        """Does one of these steps call a partner?"""
        found = (self.rules.steps.get(step) for step in steps)
        return any(named.do == "call" and named.part.gets == "partner" for named in found if named)

    def steps(self, ids: Iterable[str]) -> Iterator[Told]:
        """The steps of this contract, each one an item of a numbered list."""
        from calarec.mechanisms.base import Kind
        from calarec.mechanisms.registry import mechanism
        from calarec.rulesets.explain.flow import moments

        steps = tuple(step for step in ids if step in self.rules.steps)
        for step, before in zip(steps, moments(self.rules, steps), strict=False):
            named = self.rules.steps[step]
            say = mechanism(Kind.STEP, named.do).say
            here = Telling(self.ruleset, f"steps.{step}", self.room, before)
            for place, told in enumerate(say(named.part, here) if say else ()):
                if not isinstance(told, Sentence):
                    yield told
                elif place:
                    yield told._replace(style="")
                else:
                    yield told._replace(style="step", also=(*told.also, f"{self.at}.steps", f"steps.{step}.do"))


def _spelt(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(map(_spelt, value))}]"
    return "~" if value is None else str(value)
