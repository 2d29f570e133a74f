"""A ruleset compiled: its generated functions, and what of it the generator does not know."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from calarec.kernel.auction import Auction, Table
from calarec.kernel.plain import IDLE_STANDING, NotPlainError, known
from calarec.kernel.source import functions_of, generate, source_of
from calarec.kernel.steps import Sharing, Step, hands_dealt, step_of
from calarec.light import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from calarec.engine.game import Game
    from calarec.moves.cards import Cards
    from calarec.rulesets.model import Rules

_FIRST_AND_LAST = {"dealt", "tricks_told"}
"""What the generator writes first and last: a source that lacks them is not whole."""
_ALL_PASS = ("redeal", "carry_on", "play_out")


@dataclass(frozen=True)
class Kernel:
    """The compiled rules. Functions are generated and compiled when the first of them is asked for."""

    digest: str
    rules: Rules
    cards: Cards
    programs: Mapping[str, Sequence[Step | Sharing | None]]
    """The steps of every contract that is plain."""
    lacking: Mapping[str, str]
    """For a contract that is not plain, and `""` for the whole ruleset: the path of the rule that is not known."""
    players: int
    """How many hands are dealt."""
    _auctions: dict[Table, Auction] = field(default_factory=dict)

    @property
    def plain(self) -> bool:
        """Whether the ruleset can be served, at least in part."""
        return "" not in self.lacking and bool(self.programs)

    @cached_property
    def source(self) -> str:
        """The generated source."""
        return source_of(self.digest, self.rules, self.cards, self.programs)

    @cached_property
    def functions(self) -> dict[str, Any]:
        """What it defines, by name."""
        try:
            found = functions_of(self.source)
            if found.keys() >= _FIRST_AND_LAST:
                return found
        except Exception:  # the cache held words of ours that are no program: anything may go wrong
            pass
        return functions_of(generate(self.rules, self.cards, self.programs))

    @cached_property
    def contracts(self) -> tuple[str, ...]:
        """The contracts by number."""
        return tuple(self.rules.contracts)

    @cached_property
    def piles(self) -> tuple[str, ...]:
        """The piles by number."""
        return tuple(self.rules.piles)

    @cached_property
    def whole(self) -> int:
        """How many units make a whole point."""
        return int(self.rules.pack.unit.partition("/")[2] or 1)

    def calls_with_bid(self, contract: str) -> bool:
        """Whether a card is named together with the bid of a contract."""
        steps = [self.rules.steps[step] for step in self.rules.contracts[contract].steps]
        return any(step.do == "call" and step.part.named == "with_bid" for step in steps)

    def auction(self, table: Table) -> Auction:
        """The auction of a table."""
        found = self._auctions.get(table)
        if found is None:
            with_card = frozenset(name for name in self.contracts if self.calls_with_bid(name))
            found = self._auctions[table] = Auction(self.rules, table, with_card)
        return found

    def leader(self, contract: str, declarer: int, dealer: int) -> int:
        """The place that leads to the first trick; without a contract each plays for himself."""
        if not contract:
            return 0 if self.rules.all_pass.part.leader == "eldest" else max(dealer, 0)
        role = self.rules.contracts[contract].leader
        if role in ("eldest", "declarer"):
            return 0 if role == "eldest" else declarer
        step = 1 if (role == "left_of_declarer") == (self.rules.table.direction == "clockwise") else -1
        return (declarer + step) % self.players


_KNOWN: dict[str, Kernel] = {}
_MOST_KNOWN = 64


def kernel_of(game: Game) -> Kernel:
    """The kernel of a game; one for all games with the same rules."""
    found = _KNOWN.get(game.ruleset.digest)
    if found is None:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        found = _KNOWN[game.ruleset.digest] = _compiled(game)
    return found


def _compiled(game: Game) -> Kernel:
    rules = game.rules
    lacking: dict[str, str] = {}
    programs: dict[str, Sequence[Step | Sharing | None]] = {}
    try:
        _whole_known(rules)
    except NotPlainError as found:
        lacking[""] = str(found)
    for name, contract in rules.contracts.items():
        try:
            known(contract, f"contracts.{name}")
            programs[name] = tuple(step_of(step, rules, game.cards) for step in contract.steps)
            _raises_first(name, rules, programs[name])
        except NotPlainError as found:
            programs.pop(name, None)
            lacking[name] = str(found)
    return Kernel(game.ruleset.digest, rules, game.cards, programs, lacking, hands_dealt(rules))


def _whole_known(rules: Rules) -> None:
    """Everything but steps and contracts."""
    for name in ("table", "pack", "deal", "auction", "raising", "play", "settle", "match"):
        known(getattr(rules, name), name)
    within = (rules.table.sits_out, rules.table.dummies, rules.settle.won_if, rules.settle.shares)
    for part in within:
        if part is not None:
            known(part, type(part).__name__)
    for name, pile in rules.piles.items():
        known(pile, f"piles.{name}")
    for word, said in rules.auction.words.items():
        known(said, f"auction.words.{word}")
    for name, entry in rules.standing.items():
        if entry.do not in IDLE_STANDING:
            raise NotPlainError(f"standing.{name}.do")
    if rules.all_pass.do not in _ALL_PASS:
        raise NotPlainError("all_pass.do")
    known(rules.all_pass.part, "all_pass")
    _bids_with_cards(rules)


def _bids_with_cards(rules: Rules) -> None:
    """Where a card is named with a bid that is then overbid, its place must not change a stake."""
    for name, entry in rules.steps.items():
        if entry.do == "call" and entry.part.named == "with_bid":
            for where in ("in_pile", "in_hand"):
                found = getattr(entry.part, where)
                if found.won is not None or found.lost is not None:
                    raise NotPlainError(f"steps.{name}.{where}")


def _raises_first(name: str, rules: Rules, steps: Sequence[Step | Sharing | None]) -> None:
    """A contract may be raised before anything has moved, or not at all."""
    if rules.contracts[name].raises and any(step is not None for step in steps):
        raise NotPlainError(f"contracts.{name}.raises")
