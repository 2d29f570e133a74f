"""A ruleset made ready to be played."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import dataclass
from calarec.core.engine.cards import Cards, compile_pack
from calarec.core.engine.state import NOTHING_CARRIED, TRUMPING, Inherited, Seating
from calarec.core.mechanisms.rules import (
    expand_amounts,
    find_card_figures,
    find_limited_cards,
    find_paths_of_size,
    resolve_table_size,
    tricks_in,
)
from calarec.core.mechanisms.ruleset import Ruleset
from calarec.core.mechanisms.table import resting_seats

if TYPE_CHECKING:
    from calarec.core.mechanisms.conditions import CardFigure
    from calarec.core.mechanisms.rules import Named, Rules


@dataclass(frozen=True)
class Game:
    """A ruleset ready for play; its rules are read from `rules` when needed."""

    ruleset: Ruleset
    rules: Rules
    all_sizes: Game | None = None
    """The game of the same rules for tables of any size, where this one is for one."""

    def __hash__(self) -> int:
        return hash(self.ruleset)

    def __repr__(self) -> str:
        return f"<Game of {self.ruleset.id} {self.ruleset.version}>"

    @classmethod
    def from_ruleset(cls, ruleset: Ruleset) -> Game:
        """Return the game of a ruleset: one object, whose results serve every file."""
        if not isinstance(ruleset, Ruleset):
            from calarec.core.base.arguments import wrong_kind

            raise wrong_kind("ruleset", "a Ruleset, as `load_rules` gives it", ruleset)
        known = _GAMES.get(id(ruleset))
        if known is None:
            if len(_GAMES) >= _MAX_GAMES:
                _GAMES.clear()
            known = _GAMES[id(ruleset)] = cls(ruleset, expand_amounts(ruleset.rules))
        return known

    def __reduce__(self) -> tuple[Any, ...]:
        """Send the rules to another process, which computes the rest again."""
        return type(self), (self.ruleset, self.rules, self.all_sizes)

    def at_table(self, seats: int) -> Game:
        """Find the game at a table of this size: the same, unless pack or deal differ."""
        if self.all_sizes is not None:
            return self.all_sizes.at_table(seats)
        if not self.rules.table.by_seats or seats not in self.people:
            return self
        if seats not in self._sizes:
            self._sizes[seats] = Game(self.ruleset, resolve_table_size(self.rules, seats), self)
        return self._sizes[seats]

    @cached_property
    def _sizes(self) -> dict[int, Game]:
        """The games at tables of one size that were asked for."""
        return {}

    @cached_property
    def cards(self) -> Cards:
        """The compiled pack."""
        return compile_pack(self.rules.pack)

    @cached_property
    def piles(self) -> tuple[str, ...]:
        """The piles by number."""
        return tuple(self.rules.piles)

    @cached_property
    def stock(self) -> int:
        """The pile from which cards are drawn in the play; -1: none are."""
        draw = self.rules.play.draw
        return -1 if draw is None else self.piles.index(draw.pile)

    @property
    def final_steps(self) -> tuple[str, ...]:
        """The steps with which every program ends: a suit becomes trump, and the play."""
        trump = self.rules.play.trump
        return (TRUMPING, "play") if trump is not None and trump.chosen != "turned" else ("play",)

    @property
    def opening_steps(self) -> tuple[str, ...]:
        """The steps with which every hand begins: a trump turned up, and the auction."""
        trump = self.rules.play.trump
        return (TRUMPING, "auction") if trump is not None and trump.chosen == "turned" else ("auction",)

    def tricks(self, setting: Seating) -> int:
        """The number of tricks in a hand."""
        return tricks_in(self.rules, len(setting.active))

    @cached_property
    def card_figures(self) -> dict[CardFigure, int]:
        """The cards that bonuses look at, as masks."""
        names = self.cards.names
        return {
            figure: sum(1 << number for number, name in enumerate(names) if figure.has_card(name))
            for figure in find_card_figures(self.rules)
        }

    @cached_property
    def limited_cards(self) -> dict[CardFigure, int]:
        """The cards that rules on bids, discards and leads name, as masks."""
        names = self.cards.names
        return {
            figure: sum(1 << number for number, name in enumerate(names) if figure.has_card(name))
            for figure in find_limited_cards(self.rules)
        }

    @cached_property
    def worked_out(self) -> dict[str, Any]:
        """Results that mechanisms compute once for all hands, by their keys."""
        return {}

    def params_at(self, path: str) -> Any:
        """The parameters of the step or section at a path."""
        found = self._params_by_path.get(path)
        if found is None:
            if path.startswith("steps."):
                found = self.step(path).params
            else:
                section, _, part = path.partition(".")
                found = getattr(self.rules, section)
                found = getattr(found, part) if part else found
            self._params_by_path[path] = found
        return found

    @cached_property
    def _params_by_path(self) -> dict[str, Any]:
        return {}

    def step(self, path: str) -> Named:
        """The entry of `steps` at a path."""
        return self.rules.steps[path[6:]]

    def seat(
        self, labels: tuple[str, ...], dealer: int, *, dummies: tuple[int, ...] = (), carry: Inherited = NOTHING_CARRIED
    ) -> Seating:
        """Arrange a hand; `labels` are the people's seats, dummies follow them."""
        table = self.rules.table
        if table.dummies and not dummies:
            free = [letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if letter not in labels]
            dummies = tuple(range(len(labels), len(labels) + table.dummies.hands))
            labels = (*labels, *free[: table.dummies.hands])
        people = len(labels) - len(dummies)
        is_kept = carry.rests is not None and carry.rests in labels[:people]
        first = labels.index(carry.rests) if carry.rests and is_kept else dealer
        out = tuple(sorted((first + after) % people for after in resting_seats(table, people)))
        order = [(dealer + 1 + step) % len(labels) for step in range(len(labels))]
        active = tuple(seat for seat in order if seat not in out)
        return Seating(labels, dealer, active, dummies, out, carry, table.sides or 0)

    def stated_path(self, path: str) -> str:
        """The path at which the rule of a path is stated for the table of this size."""
        return path if self.all_sizes is None else self._paths_of_size.get(path, path)

    @cached_property
    def _paths_of_size(self) -> dict[str, str]:
        whole = self.all_sizes or self
        return find_paths_of_size(whole.rules, self.rules.table.seats[0])

    @property
    def cache_key(self) -> tuple[str, int]:
        """The digest of the rules, and the size of the table; 0 for any size."""
        return self.ruleset.digest, 0 if self.all_sizes is None else self.rules.table.seats[0]

    @property
    def people(self) -> tuple[int, ...]:
        """The numbers of people that may sit at the table."""
        return (self.all_sizes or self).rules.table.seats


_MAX_GAMES: Final = 64
_GAMES: Final[dict[int, Game]] = {}
"""Games by the `id` of their rulesets, which they keep alive."""
