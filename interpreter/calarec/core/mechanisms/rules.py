"""The typed model of a ruleset, and how the flat tree becomes one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import FrozenMap, dataclass, fields, replace
from calarec.core.mechanisms.auction import StakeOf
from calarec.core.mechanisms.conditions import CardFigure, condition_figures, condition_parts
from calarec.core.mechanisms.exchange import MOVING
from calarec.core.mechanisms.fields import About, Kind, params_of, shape_of
from calarec.core.mechanisms.registry import find_mechanism

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from calarec.core.mechanisms.agreed import AgreedRule
    from calarec.core.mechanisms.auction import AuctionRule, Contract, DoublingRule, RaisingRule, WonIf
    from calarec.core.mechanisms.conditions import OwnCondition, PartyCondition
    from calarec.core.mechanisms.exchange import DiscardRule
    from calarec.core.mechanisms.play import PlayRule
    from calarec.core.mechanisms.settle import MatchRule, SettleRule
    from calarec.core.mechanisms.table import DealRule, Pack, Pile, TableRule


@dataclass(frozen=True, slots=True)
class Named:
    """A mechanism chosen by name, with its parameters.

    It is an entry of `steps` or `standing`, or `all_pass`.
    """

    do: str
    params: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """All rules of a game: one attribute a section, called as in the rule file."""

    table: TableRule
    pack: Pack
    piles: Mapping[str, Pile]
    deal: DealRule
    auction: AuctionRule
    raising: RaisingRule
    contracts: Mapping[str, Contract]
    steps: Mapping[str, Named]
    doubling: DoublingRule
    play: PlayRule
    standing: Mapping[str, Named]
    all_pass: Named
    settle: SettleRule
    match: MatchRule
    agreed: Mapping[str, AgreedRule]

    @property
    def has_auction(self) -> bool:
        """Check whether a hand may have a declarer; else `all_pass` rules every hand."""
        return bool(self.auction.ladder)

    @property
    def has_bidding_partners(self) -> bool:
        """Check whether fixed partners bid, two against two."""
        return self.has_auction and (self.table.seats, self.table.sides) == ((4,), 2)

    @property
    def deciding(self) -> str:
        """The path of the rule by which points decide a hand."""
        return "settle.won_if" if self.has_auction else "all_pass.pays"


def build_rules(tree: Mapping[str, Any]) -> Rules:
    """Build the model of a valid flat tree; missing values take their defaults."""

    def section(name: str) -> Any:
        params, said = find_mechanism(Kind.SECTION, name).params, tree.get(name, {})
        if find_mechanism(Kind.SECTION, name).entries:
            return FrozenMap({key: build_params(params, value) for key, value in said.items()})
        return build_params(params, said)

    def make_named(kind: Kind, entry: Mapping[str, Any]) -> Named:
        return Named(entry["do"], build_params(find_mechanism(kind, entry["do"]).params, entry))

    return Rules(
        table=section("table"),
        pack=section("pack"),
        piles=section("piles"),
        deal=section("deal"),
        auction=section("auction"),
        raising=section("raising"),
        contracts=section("contracts"),
        steps=FrozenMap({key: make_named(Kind.STEP, step) for key, step in tree["steps"].items()}),
        doubling=section("doubling"),
        play=section("play"),
        standing=FrozenMap({key: make_named(Kind.STANDING, each) for key, each in tree["standing"].items()}),
        all_pass=make_named(Kind.ALL_PASS, tree["all_pass"]),
        settle=section("settle"),
        match=section("match"),
        agreed=section("agreed"),
    )


def build_params(of: Any, data: Mapping[str, Any]) -> Any:
    """Parameters from their data; those that are not there take their defaults."""
    values = {}
    for param in params_of(of):
        if param.name in data:
            value = data[param.name]
            values[param.name] = value if _is_plain(value) else _build_value(param.type, value)
    return of(**values)


def _is_plain(value: Any) -> bool:
    """Check whether a value is the same in the model as in the data."""
    return value is None or isinstance(value, (str, int))


def _build_value(annotation: Any, value: Any) -> Any:
    if _is_plain(value):
        return value
    shape = shape_of(annotation)
    match shape.kind:
        case "part" | "int_or_part" | "bool_or_part":
            return build_params(shape.item, value)
        case "list":
            return tuple(_build_value(shape.item, item) for item in value)
        case "map":
            return FrozenMap({key: _build_value(shape.item, item) for key, item in value.items()})
    return value


def resolve_table_size(rules: Rules, seats: int) -> Rules:
    """The rules at a table of this size; the same ones if none depends on it."""
    by_seats = rules.table.by_seats
    if not by_seats:
        return rules
    table = replace(rules.table, seats=(seats,), by_seats=FrozenMap({}))
    size = by_seats.get(str(seats))
    if size is None:
        return replace(rules, table=table)
    deal, pack, piles = rules.deal, rules.pack, rules.piles
    if size.hand is not None:
        deal = replace(deal, hand=size.hand)
    if size.packets is not None:
        deal = replace(deal, packets=size.packets)
    if size.without is not None:
        pack = replace(pack, without=size.without)
    if size.piles:
        piles = FrozenMap(
            {key: replace(pile, dealt=size.piles[key]) if key in size.piles else pile for key, pile in piles.items()}
        )
    return replace(rules, table=table, deal=deal, pack=pack, piles=piles)


def find_paths_of_size(rules: Rules, seats: int) -> dict[str, str]:
    """The paths of rules that a size of table states, each with the path there."""
    size, at = rules.table.by_seats.get(str(seats)), f"table.by_seats.{seats}"
    if size is None:
        return {}
    stated = {"deal.hand": size.hand, "deal.packets": size.packets, "pack.without": size.without}
    paths = {path: f"{at}.{path.split('.')[1]}" for path, value in stated.items() if value is not None}
    return paths | {f"piles.{pile}.dealt": f"{at}.piles.{pile}" for pile in size.piles}


def tricks_in(rules: Rules, players: int) -> int:
    """The number of tricks in a hand: one for each card of a hand, dealt or drawn."""
    stock = rules.piles.get(rules.play.draw.pile) if rules.play.draw is not None else None
    return rules.deal.hand + (stock.dealt // players if stock is not None else 0)


def has_exchange(rules: Rules, contract: str) -> bool:
    """Check for card moves before the first lead, under a contract or without one."""
    without = getattr(rules.all_pass.params, "steps", ())
    steps = rules.contracts[contract].steps if contract in rules.contracts else without
    return any(rules.steps[step].do in MOVING for step in steps)


def winning(rules: Rules, contract: str) -> tuple[str, WonIf]:
    """The needs of the declarer's side in a contract, and their path."""
    played = rules.contracts.get(contract)
    if played is not None and played.amounts is not None and played.amounts.of == "points":
        needed = played.won_if or need_points(played, played.amounts.least, rules)
        return f"{contract_path(rules, contract)}.{_AMOUNTS}", needed
    if played is None or played.won_if is None:
        return rules.deciding, rules.settle.won_if
    return f"{contract_path(rules, contract)}.{_WON_IF}", played.won_if


_WON_IF: Final = "won_if"
_AMOUNTS: Final = "amounts"


def is_winning_rule(path: str) -> bool:
    """Check whether a path is one that `winning` names."""
    return path.rpartition(".")[2] in (_WON_IF, _AMOUNTS)


def need_points(contract: Contract, amount: int, rules: Rules) -> WonIf:
    """Return what a contract that is bid with a number of points needs."""
    return replace(contract.won_if or rules.settle.won_if, points_at_least=amount * rules.pack.units_per_point)


def exact_target(rules: Rules, contract: str) -> tuple[str, WonIf]:
    """The points before rounding that the declarer's side needs, with the path.

    If fractions are dropped, 17 thirds are reached with 18 of them, and "at most 6" with 8.
    """
    rule, needed = winning(rules, contract)
    parts = rules.pack.units_per_point if rules.settle.rounding == "down" else 1
    least, most = needed.points_at_least, needed.points_at_most
    return rule, replace(
        needed,
        points_at_least=None if least is None else -(-least // parts) * parts,
        points_at_most=None if most is None else most // parts * parts + parts - 1,
    )


def contract_path(rules: Rules, contract: str) -> str:
    """The path of a contract; one with an amount has the path of the whole entry."""
    amounts = rules.contracts[contract].amounts
    written, _, amount = contract.rpartition("-")
    is_of_amount = amounts is not None and amount.isdecimal() and int(amount) in amounts.offered_amounts
    return f"contracts.{written if is_of_amount else contract}"


def is_same_contract(rules: Rules, contract: str, other: str) -> bool:
    """Check whether two contracts are one in the file, with different amounts."""
    return contract_path(rules, contract) == contract_path(rules, other)


def of_the_play(rules: Rules) -> str:
    """The word for a wrong card that any player may play, if the hand goes on.

    Empty if there is none.
    """
    for name, entry in rules.standing.items():
        if entry.do == "fault" and entry.params.by == "anyone" and entry.params.deal == "goes_on":
            return name
    return ""


def has_priced_irregularity(rules: Rules, words: Iterable[str]) -> bool:
    """Check whether the rules set a price for one of these irregularities."""
    entries = (rules.standing.get(word) for word in words)
    return any(entry is not None and entry.do == "fault" and entry.params.has_price for entry in entries)


def is_exchange_irregularity(rules: Rules, word: str) -> bool:
    """Check for an irregularity of the exchange: ends the deal, or not anyone's.

    One that must be claimed before the end of the auction is excluded, as is one that only the dealer can commit.
    """
    entry = rules.standing.get(word)
    if entry is None or entry.do != "fault" or entry.params.before == "auction" or entry.params.by == "dealer":
        return False
    return bool(entry.params.deal == "void" or entry.params.by != "anyone")


def deals_again(rules: Rules, words: Iterable[str]) -> list[str]:
    """The rules on the dealer after each of some words that void a deal."""
    entries = [rules.standing[word] for word in words if word in rules.standing]
    return [
        entry.params.dealer for entry in entries if entry.do in ("fault", "declare") and entry.params.deal == "void"
    ]  # fmt: skip


def has_match_declaration(rules: Rules, words: Iterable[str]) -> bool:
    """Check whether some of these words are declarations that add to the totals."""
    entries = [rules.standing[word] for word in words if word in rules.standing]
    return any(entry.do == "declare" and (entry.params.match or entry.params.match_more) for entry in entries)


def find_announcements(rules: Rules) -> frozenset[str]:
    """The declarations that bonuses ask for."""
    tables = rules.settle.bonus, getattr(rules.all_pass.params, "bonus", {})
    parts = (part for table in tables for bonus in table.values() for part in condition_parts(bonus.conditions))
    return frozenset(part.said for part in parts if part.said is not None)


def find_card_figures(rules: Rules) -> tuple[CardFigure, ...]:
    """The figures of certain cards that conditions of a ruleset look at, each once."""
    bonuses = [*rules.settle.bonus.values(), *getattr(rules.all_pass.params, "bonus", {}).values()]
    needed = (rules.settle.won_if, *(contract.won_if for contract in rules.contracts.values()))
    conditions = [when for bonus in bonuses for when in bonus.conditions]
    conditions += [won_if.condition for won_if in needed if won_if is not None]
    parts: list[PartyCondition] = [*condition_parts(conditions)]
    parts += [when for rule in rules.settle.each.values() for when in rule.conditions]
    parts += [rule.when for rule in getattr(rules.all_pass.params, "counts", {}).values()]
    return tuple(dict.fromkeys(
        figure for when in parts for figure in condition_figures(when) if isinstance(figure, CardFigure)
    ))  # fmt: skip


def find_limited_cards(rules: Rules) -> tuple[CardFigure, ...]:
    """The cards that rules on bids, discards and leads name, each once."""
    discards: list[DiscardRule] = [entry.params for entry in rules.steps.values() if entry.do == "discard"]
    found = [limit.cards for discard in discards for limit in discard.limits]
    found += [lead.cards for lead in rules.play.leads]
    conditions: list[OwnCondition] = [*(forced.when for forced in rules.auction.must)]
    conditions += [lead.when for lead in rules.play.leads]
    found += [asked.figure for when in conditions for asked in when.limits if isinstance(asked.figure, CardFigure)]
    return tuple(dict.fromkeys(found))


def expand_amounts(rules: Rules) -> Rules:
    """Expand contracts with amounts to one contract for each amount."""
    if all(contract.amounts is None for contract in rules.contracts.values()):
        return rules
    names = {
        key: tuple(f"{key}-{amount}" for amount in contract.amounts.offered_amounts)
        for key, contract in rules.contracts.items() if contract.amounts is not None
    }  # fmt: skip
    spread: dict[str, Any] = {
        section.name: _spread_amounts(getattr(rules, section.name), names) for section in fields(rules)
    }
    contracts: dict[str, Contract] = {}
    for key, each in spread["contracts"].items():
        amounts = each.amounts.offered_amounts if each.amounts is not None else ()
        contracts |= {f"{key}-{amount}": _contract_of_amount(each, amount, rules) for amount in amounts} or {key: each}
    return replace(rules, **spread | {"contracts": FrozenMap(contracts)})


def _contract_of_amount(contract: Contract, amount: int, rules: Rules) -> Contract:
    """Make the contract of an amount, of stakes or of points."""
    if contract.amounts is not None and contract.amounts.of == "points":
        return replace(contract, won_if=need_points(contract, amount, rules))
    lost = None if contract.lost is None else _times(contract.lost, amount)
    return replace(contract, stake=_times(contract.stake, amount), lost=lost)


def _times(stake: int | StakeOf, amount: int) -> int | StakeOf:
    return stake * amount if isinstance(stake, int) else replace(stake, times=stake.times * amount)


def _spread_amounts(part: Any, names: Mapping[str, tuple[str, ...]]) -> Any:
    """Put every amount where a contract is listed, the least where one is named."""
    if isinstance(part, FrozenMap):
        return FrozenMap({key: _spread_amounts(nested, names) for key, nested in part.items()})
    if isinstance(part, tuple):
        return tuple(_spread_amounts(entry, names) for entry in part)
    if isinstance(part, Named):
        return Named(part.do, _spread_amounts(part.params, names))
    if part is None or isinstance(part, str | int):
        return part
    changed = {
        field.name: _expand_names(field.metadata["about"], getattr(part, field.name), names) for field in fields(part)
    }
    return replace(part, **changed)


def _expand_names(about: About, value: Any, names: Mapping[str, tuple[str, ...]]) -> Any:
    if about.refers_to != "contract":
        return _spread_amounts(value, names)
    if isinstance(value, str):
        return names.get(value, (value,))[0]
    return tuple(name for contract in value or () for name in names.get(contract, (contract,)))
