"""A ruleset compiled: the source of its functions, and what they are made into.

The source is generated at every start and never kept: that takes a few milliseconds, as long as reading it would,
and no file can bring code. A test holds that it is made of integers, signs and names of the generators' own.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from calarec.bulk.auction import AuctionGraph
from calarec.bulk.phases import write_call_check, write_deal_functions, write_exchange_check, write_trick_functions
from calarec.bulk.settlement import (
    require_plain_settlement,
    write_claim_limits,
    write_claim_settlement,
    write_contract_settlement,
    write_play_out_settlement,
    write_points_function,
)
from calarec.bulk.steps import (
    CALL,
    CompiledStep,
    PythonSource,
    compile_step,
    count_places,
)
from calarec.bulk.supported import STANDING, NotPlainError, require_supported
from calarec.core.base.frozen import NamedTuple, dataclass, field
from calarec.core.mechanisms.payment_rows import has_play_dependent_bonus
from calarec.core.mechanisms.rules import find_card_figures
from calarec.core.mechanisms.settle import applying, named_roles

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from calarec.bulk.auction import AuctionTable
    from calarec.bulk.steps import SharingStep
    from calarec.core.engine.cards import Cards
    from calarec.core.engine.game import Game
    from calarec.core.mechanisms.rules import Rules

    FunctionWriter = Callable[[PythonSource, "CompiledRules"], None]
    """A generator of functions for a ruleset."""


def cache_key(compiled: CompiledRules) -> str:
    """The cache key of compiled rules: of these rules, by this code."""
    return f"{compiled.digest} {_generator_stamp()}"


def _generator_stamp() -> str:
    """The time of the newest change to the generator in a checkout; empty elsewhere.

    A checkout changes without its version.
    """
    house = Path(__file__).parents[1]
    if (house / "_data").is_dir():
        return ""
    return str(
        max(file.stat().st_mtime_ns for room in ("bulk", "core/mechanisms") for file in (house / room).glob("*.py"))
    )


def generated_source(write: FunctionWriter, compiled: CompiledRules) -> str:
    """The source for all plain contracts, numbered in the order of the rules."""
    out = PythonSource()
    write(out, compiled)
    return out.source_text()


def write_filter(out: PythonSource, compiled: CompiledRules) -> None:
    """Write every function of the filter."""
    rules, cards = compiled.rules, compiled.cards
    write_trick_functions(out, rules)
    for number, name in enumerate(rules.contracts):
        if name not in compiled.programs:
            continue
        steps = compiled.programs[name]
        write_contract_settlement(out, name, number, rules, cards)
        if not has_play_dependent_bonus(rules, name):
            write_claim_settlement(out, name, number, rules, cards)
        write_exchange_check(out, number, name, steps, rules)
        for step in steps:
            if isinstance(step, CompiledStep) and step.do == CALL:
                write_call_check(out, number, step)
    if rules.all_pass.do == "play_out":
        write_play_out_settlement(out, rules, cards)
    write_points_function(out, rules, cards)
    write_claim_limits(out, rules, cards)
    write_deal_functions(out, rules)


def execute_source(text: str) -> dict[str, Any]:
    """Execute a source and return its definitions."""
    allowed = {"range": range, "min": min, "max": max, "sum": sum, "len": len, "abs": abs}
    space: dict[str, Any] = {"__builtins__": allowed}
    exec(compile(text, "<compiled>", "exec"), space)
    del space["__builtins__"]
    return space


_TIES = ("another_deal", "shared")
"""The ties that need only totals.

The others need feats of the match, and a hand that passes has only its gains.
"""
_ALL_PASS = ("redeal", "carry_on", "play_out")


@dataclass(frozen=True)
class CompiledRules:
    """The compiled rules. Functions are generated when the first is needed."""

    digest: str
    rules: Rules
    cards: Cards
    programs: Mapping[str, Sequence[CompiledStep | SharingStep | None]]
    """The steps of every contract that is plain."""
    lacking: Mapping[str, str]
    """The unknown rule's path by contract; under `""` that of the whole ruleset."""
    players: int
    """The number of hands that are dealt."""
    game: Game
    """The game that they were compiled from; its engine settles rare hands."""
    _auctions: dict[AuctionTable, AuctionGraph] = field(default_factory=dict)
    _made: dict[FunctionWriter, dict[str, Any]] = field(default_factory=dict)

    @property
    def can_be_served(self) -> bool:
        """Check whether the ruleset can be served, at least in part."""
        return "" not in self.lacking and (bool(self.programs) or not self.rules.has_auction)

    @property
    def unforeseen(self) -> str:
        """The path of a rule that boards cannot play ahead: a stock; empty without one."""
        return "" if self.rules.play.draw is None else "play.draw"

    @cached_property
    def functions(self) -> dict[str, Any]:
        """The functions of the filter, by name."""
        return self.functions_by(write_filter)

    def functions_by(self, write: FunctionWriter) -> dict[str, Any]:
        """The functions that a generator writes for these rules, by name."""
        found = self._made.get(write)
        if found is None:
            found = self._made[write] = execute_source(generated_source(write, self))
        return found

    @cached_property
    def contract_names(self) -> tuple[str, ...]:
        """The contracts by number."""
        return tuple(self.rules.contracts)

    @cached_property
    def pile_names(self) -> tuple[str, ...]:
        """The piles by number."""
        return tuple(self.rules.piles)

    def bonus_names(self, contract: str) -> tuple[str, ...]:
        """The bonuses of a contract, or of a hand without one, in the order of their bits."""
        told: Any = self.rules.settle if contract else self.rules.all_pass.params
        return applying(getattr(told, "bonus", {}), getattr(told, "bonus_order", ()))

    @cached_property
    def units_per_point(self) -> int:
        """The number of units in a whole point."""
        return self.rules.pack.units_per_point

    @cached_property
    def has_leftover_for_last_trick(self) -> bool:
        """Check whether the last trick's winner gets whole points of dropped fractions."""
        settle = self.rules.settle
        return settle.leftover == "last_trick" and settle.rounding == "down" and self.units_per_point > 1

    @cached_property
    def needs_dealt_hands(self) -> bool:
        """Check whether a settlement needs the cards as they were dealt."""
        return any(figure.where == "dealt" for figure in find_card_figures(self.rules))

    def has_call_with_bid(self, contract: str) -> bool:
        """Check whether a card is named together with the bid of a contract."""
        steps = [self.rules.steps[step] for step in self.rules.contracts[contract].steps]
        return any(step.do == "call" and step.params.named == "with_bid" for step in steps)

    def can_play_once_called(self, contract: str) -> bool:
        """Check whether the play begins right after the bid and calls of a contract."""
        rule, words = self.rules.contracts[contract], self.rules.doubling.words
        return not rule.raises and not words and all(self.rules.steps[step].do == "call" for step in rule.steps)

    def auction_graph(self, table: AuctionTable) -> AuctionGraph:
        """The auction of a table; NotPlainError for rules without bids.

        Playouts begin with it, and boards of games with an auction.
        """
        if not self.rules.has_auction:
            raise NotPlainError("auction.ladder")
        found = self._auctions.get(table)
        if found is None:
            with_card = frozenset(name for name in self.contract_names if self.has_call_with_bid(name))
            found = self._auctions[table] = AuctionGraph(self.rules, table, with_card)
        return found

    def first_leader(self, contract: str, declarer: int, dealer: int) -> int:
        """The place that leads to the first trick, also without a contract."""
        if not contract:
            return 0 if self.rules.all_pass.params.leader == "eldest" else max(dealer, 0)
        role = self.rules.contracts[contract].leader
        if role in ("eldest", "declarer"):
            return 0 if role == "eldest" else declarer
        step = 1 if (role == "left_of_declarer") == (self.rules.table.direction == "clockwise") else -1
        return (declarer + step) % self.players


_COMPILED_RULES: dict[tuple[str, int], CompiledRules] = {}
_MAX_COMPILED_RULES = 64


def compiled_rules(game: Game) -> CompiledRules:
    """The compiled rules of a game; one for all games with the same rules."""
    found = _COMPILED_RULES.get(game.cache_key)
    if found is None:
        if len(_COMPILED_RULES) >= _MAX_COMPILED_RULES:
            _COMPILED_RULES.clear()
        found = _COMPILED_RULES[game.cache_key] = _compile_game(game)
    return found


def _compile_game(game: Game) -> CompiledRules:
    rules = game.rules
    lacking: dict[str, str] = {}
    programs: dict[str, Sequence[CompiledStep | SharingStep | None]] = {}
    try:
        _require_known_sections(rules)
    except NotPlainError as found:
        lacking[""] = str(found)
    for name, contract in rules.contracts.items():
        try:
            require_supported(contract, f"contracts.{name}")
            require_plain_settlement(rules, name)
            programs[name] = tuple(compile_step(step, rules, game.cards) for step in contract.steps)
            _require_raises_first(name, rules, programs[name])
        except NotPlainError as found:
            programs.pop(name, None)
            lacking[name] = str(found)
    digest, seats = game.cache_key
    name = f"{digest}-{seats}" if seats else digest
    return CompiledRules(name, rules, game.cards, programs, lacking, count_places(rules), game)


def _require_known_sections(rules: Rules) -> None:
    """Everything but steps and contracts."""
    for name in ("table", "pack", "deal", "auction", "raising", "doubling", "play", "settle", "match"):
        require_supported(getattr(rules, name), name)
    roles = rules.settle.roles
    within = (
        rules.table.sits_out, rules.table.dummies, rules.settle.won_if, rules.settle.shares, roles,
        rules.match.until, rules.play.draw,
        *(contract.won_if for contract in rules.contracts.values()),
        *(rule for _, rule in named_roles(roles)),
    )  # fmt: skip
    for part in within:
        if part is not None:
            require_supported(part, type(part).__name__)
    served = {
        "play.draw": rules.play.draw is None or _can_go_round(rules.piles[rules.play.draw.pile].dealt, rules),
        "play.draw.tops": getattr(rules.play.draw, "tops", None) is None,
        "play.beat": rules.play.beat == "free", "play.void": rules.play.void == "free",
        "settle.leftover": rules.settle.leftover == "nobody" or not rules.has_auction,
        "match.tie": rules.match.tie in _TIES,
        "match.out_at": rules.match.out_at is None,
        "settle.roles.holder": roles.holder is None,
        "settle.roles": not any(rule.halves for _, rule in named_roles(roles)),
        "auction.hold": rules.auction.hold == "nobody",
        "table.sits_out.who": getattr(rules.table.sits_out, "who", "dealer") == "dealer",
        "table.sits_out.two_at": not named_roles(roles) or getattr(rules.table.sits_out, "two_at", None) is None,
    }  # fmt: skip
    for path in (path for path, is_served in served.items() if not is_served):
        raise NotPlainError(path)
    for name, pile in rules.piles.items():
        require_supported(pile, f"piles.{name}")
    for word, said in rules.auction.words.items():
        require_supported(said, f"auction.words.{word}")
    _require_known_standing(rules)
    if rules.all_pass.do not in _ALL_PASS:
        raise NotPlainError("all_pass.do")
    require_supported(rules.all_pass.params, "all_pass")
    require_plain_settlement(rules, "")
    _require_plain_sides(rules)
    _require_fixed_stakes(rules)


def _require_known_standing(rules: Rules) -> None:
    """Refuse rulesets with unknown standing rules."""
    for name, entry in rules.standing.items():
        if entry.do not in STANDING:
            raise NotPlainError(f"standing.{name}.do")
        if entry.do == "declare":
            for part in (entry.params, entry.params.meld, entry.params.hand):
                if part is not None:
                    require_supported(part, f"standing.{name}")


def _can_go_round(dealt: int, rules: Rules) -> bool:
    """Check whether a stock lasts exactly for some rounds of draws."""
    return dealt > 0 and not dealt % count_places(rules)


def _require_plain_sides(rules: Rules) -> None:
    """Fixed sides neither bid nor pay: each counts its points."""
    counts = not rules.has_auction and getattr(rules.all_pass.params, "pays", "") == "nobody"
    if rules.table.sides is not None and not counts:
        raise NotPlainError("table.sides")


def _require_fixed_stakes(rules: Rules) -> None:
    """Refuse calls with bids whose place changes a stake: a higher bid may follow."""
    for name, entry in rules.steps.items():
        if entry.do == "call" and entry.params.named == "with_bid":
            for where in ("in_pile", "in_hand"):
                found = getattr(entry.params, where)
                if found.won is not None or found.lost is not None:
                    raise NotPlainError(f"steps.{name}.{where}")


def _require_raises_first(name: str, rules: Rules, steps: Sequence[CompiledStep | SharingStep | None]) -> None:
    """A contract may be raised before anything has moved, or not at all."""
    if rules.contracts[name].raises and any(step is not None for step in steps):
        raise NotPlainError(f"contracts.{name}.raises")


class Paid(NamedTuple):
    """The settlement of a hand, by place."""

    payments: tuple[int, ...]
    idle: int
    """The payment of each resting seat; negative if it pays."""
    bonus: int
    """The bonuses that applied: a bit for each, in the order of `settle.applying`."""
    amount: int
    points: tuple[int, ...]
    """The points of the declarer's side and the others; without a declarer, of each."""


def move_dummy_payments(pays: list[int], dummies: tuple[int, ...], decl: int, mate: int) -> None:
    """Move the payments of a dummy to its player: the first opponent in person."""
    players = len(pays)
    for dummy in dummies:
        for step in range(1, players):
            place = (decl + step) % players
            if place not in (*dummies, mate):
                pays[place] += pays[dummy]
                pays[dummy] = 0
                break
