"""Declarations in a plain hand: their legality, and what they add to the totals.

The engine's own functions decide time, player and cards (`core/engine/declaring.py`). The melds of each kind are
listed once, with their worth. The engine itself settles what adds to the points of a hand.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

from calarec.bulk.resettled_hands import tally_from_judged
from calarec.bulk.spoken_lines import AMONG, MOVED, RAISED, MeldDeclared
from calarec.bulk.steps import END
from calarec.core.base.frozen import replace
from calarec.core.engine.declaring import every_meld, is_declared_before, is_poor, is_time_after
from calarec.core.engine.match import payment_units
from calarec.core.engine.settling import settle_hand
from calarec.core.engine.state import is_rule_for_seat
from calarec.core.notation.patterns import SEAT, WORD

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from calarec.bulk.compile import CompiledRules
    from calarec.bulk.steps import Row
    from calarec.bulk.text import Judged, PlainSeating
    from calarec.core.mechanisms.standing import DeclareRule


class LinesRead(list["Row"]):
    """The lines of an exchange, with a count of requests beyond the last."""

    def __init__(self, rows: Sequence[Row]) -> None:
        super().__init__(rows)
        self.asked: int = 0

    def __getitem__(self, at: Any) -> Any:
        """A line."""
        found = super().__getitem__(at)
        self.asked += found[0] == END
        return found

    @property
    def is_complete(self) -> bool:
        """Check whether a row after the last was requested exactly once.

        Each awaited step requests a row; so then all steps had theirs.
        """
        return self.asked == 1


def meld_worths(compiled: CompiledRules) -> dict[str, dict[int, int]]:
    """Map the kinds that need only cards to their melds, with their worth in totals."""
    units = payment_units(compiled.game)
    return {
        name: {meld: rule.meld_worth(meld.bit_count())[1] * units for meld in every_meld(compiled.cards, rule)}
        for name, rule in declaration_rules(compiled).items()
        if rule.meld is not None and rule.hand is None and not (rule.points or rule.points_more)
    }


def declaration_rules(compiled: CompiledRules) -> dict[str, DeclareRule]:
    """The declarations that let the hand go on, by word.

    Hands that a declaration throws in have no tricks, and are explained. So are declarations where cards are drawn:
    this module does not compute holdings then.
    """
    if compiled.rules.play.draw is not None:
        return {}
    standing = compiled.rules.standing.items()
    return {name: entry.params for name, entry in standing if entry.do == "declare" and entry.params.deal == "goes_on"}


class Declarations:
    """The possible declarations of a ruleset.

    None or False is the answer for a hand that has to be explained.
    """

    def __init__(self, compiled: CompiledRules, cards: dict[bytes, int], card: str) -> None:
        self.compiled: CompiledRules = compiled
        self.cards: dict[bytes, int] = cards
        self.rules: dict[str, DeclareRule] = declaration_rules(compiled)
        self._line = re.compile(rf"declare ({SEAT}): ({WORD})((?: {card})*)\n".encode("ascii"))

    @cached_property
    def melds_by_word(self) -> dict[str, frozenset[int]]:
        """The melds of every kind that names cards."""
        cards = self.compiled.cards
        return {name: frozenset(every_meld(cards, rule)) for name, rule in self.rules.items() if rule.meld is not None}

    def read_declaration(self, line: bytes, at: int, seating: PlainSeating, stage: int = MOVED) -> MeldDeclared | None:
        """Read the declaration of a line, if the rules know the word and such a meld."""
        found = self._line.fullmatch(line)
        place = seating.places[found[1][0]] if found is not None else None
        if found is None or place is None:
            return None
        word, names = found[2].decode("ascii"), found[3].split()
        cards = sum([self.cards[name] for name in set(names)])
        if word not in self.rules or cards.bit_count() != len(names):
            return None
        melds = self.melds_by_word.get(word)
        return MeldDeclared(at, place, word, cards, stage) if melds is None or cards in melds else None

    def may_be_declared(
        self,
        said: Sequence[MeldDeclared],
        judged: Judged,
        held: Callable[[int, int], int | None],
        hands: Sequence[int],
        *,
        begun: bool,
    ) -> bool:
        """Check whether all declarations are legal.

        `held` gives the holding of a place after a number of tricks, or moves. `hands` are those at the first lead.
        `begun` is whether the play begins as soon as all lines before it are done.
        """
        declarer = judged.settled.declarer
        before: list[tuple[str, int, int]] = []
        for meld in said:
            at, place, word, cards, stage = meld.at, meld.place, meld.word, meld.cards, meld.stage
            rule = self.rules[word]
            if at >= self.compiled.rules.deal.hand or (rule.by != "anyone" and stage == AMONG):
                return False
            # Nothing is exchanged under a contract that may be raised, and nobody is called.
            partners = 1 << judged.mate if judged.mate >= 0 and stage != RAISED else 0
            playing = at >= 0 or stage == RAISED or (stage == MOVED and begun)
            if not is_time_after(rule, max(at, 0), playing=playing) or not is_rule_for_seat(
                rule.by, place, declarer, partners
            ):
                return False
            if is_declared_before(before, word, place, cards):
                return False
            has = hands[place] if rule.played and at >= 0 else held(at, place)
            if has is None or cards & ~has:
                return False
            if rule.hand is not None and not is_poor(self.compiled.cards, rule.hand, has):
                return False
            before.append((word, place, cards))
        return True

    # ------------------------------------------------------------------ what it is worth

    def with_declarations(self, judged: Judged, seating: PlainSeating) -> Judged | None:
        """The result of a played hand with its declarations."""
        said = judged.spoken.declared
        if any(self.rules[meld.word].meld_worth(meld.cards.bit_count())[0] for meld in said):
            return self._settle_by_engine(judged, seating)
        units = payment_units(self.compiled.game)
        sides = self._places_of_sides(judged, seating)
        declared = [0] * self.compiled.players
        for declaration in said:
            worth = self.rules[declaration.word].meld_worth(declaration.cards.bit_count())[1] * units
            for place in next(side for side in sides if declaration.place in side):
                declared[place] += worth
        return replace(judged, declared=tuple(declared))

    def _places_of_sides(self, judged: Judged, seating: PlainSeating) -> tuple[tuple[int, ...], ...]:
        """The places of each side."""
        everybody = range(self.compiled.players)
        if not judged.settled.contract:
            return seating.parties
        own = {judged.settled.declarer, judged.mate} - {-1}
        return tuple(own), tuple(place for place in everybody if place not in own)

    def _settle_by_engine(self, judged: Judged, seating: PlainSeating) -> Judged | None:
        """The same by the engine: points of declarations may decide the result."""
        game, setting, contract = self.compiled.game, seating.setting, judged.settled.contract
        if game.card_figures:
            return None  # what a card in a hand decides is not kept here
        seats, tally = setting.active, tally_from_judged(game, setting, judged)
        account = settle_hand(game, tally)
        points, declared = [0] * len(seats), [0] * len(seats)
        for side in account.counted_sides:
            points[seats.index(side.seats[0])] = side.points
            for seat in side.seats:
                declared[seats.index(seat)] = side.declared
        applied = self.compiled.bonus_names(contract)
        return replace(
            judged, pays=[account.payments[seat] for seat in seats],
            idle=account.payments[setting.out[0]] if setting.out else 0,
            points=account.counted_sides[0].points if contract else points,
            others=account.counted_sides[1].points if contract else 0,
            bonus=sum(1 << applied.index(name) for name in account.bonuses), stake=account.stake,
            declared=tuple(declared), added=True,
        )  # fmt: skip
