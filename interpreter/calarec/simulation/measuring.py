"""Measurements of rules: the same deals played under several rulesets, counted.

Rulesets and a number of hands go in. For each ruleset come out how often its contracts are played and made, payments
of seats and contracts, and what the match counts. Then come the shares of its bonuses, the length of a match, and
differences from the first ruleset, each with its interval. If the packs and the hands have the same size the deals
are the same, and the difference is taken deal by deal. A game without bids has no figures on declarers.

A deal that could not be solved with all cards known is counted as that. It is not missing by chance, for the closest
deals take longest. The last match is played to its end, for otherwise the long ones would be missing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine import events as ev
from calarec.core.engine.behaviours import behaviour_of
from calarec.core.engine.game import Game
from calarec.core.engine.state import NOBODY, NOTHING_CARRIED
from calarec.core.mechanisms.fields import Kind
from calarec.simulation.estimates import FoundOut, estimate_mean, estimate_share
from calarec.simulation.run import Wishes, may_end_match

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.simulation.estimates import Estimate
    from calarec.simulation.run import MatchInPlay, Simulated
    from calarec.solving.contracts import RefusedContract

OPEN_SECONDS: Final = 1.0
"""For each contract that is asked for with all cards known."""
# A number of hands cuts off one match, and a long one more likely than a short one.
_ON: Final = 1000
"""The most hands to play after the last one, until its match is over."""


class MeasuredContract(NamedTuple):
    """The figures of a contract."""

    contract: str
    played: Estimate
    """In which share of all hands it was played."""
    made: Estimate | None
    """The share of its hands that the declarer's side won; None if never played."""
    paid: Estimate | None
    """The declarer's payment, in the ruleset's unit."""
    by: tuple[int, ...]
    """The number of times that each place declared it, from the eldest on."""
    can_be_made: FoundOut | None
    """The number of examined deals that the declarer can make with all cards known.

    None if not asked for.
    """


class MeasuredCount(NamedTuple):
    """The match's count for some places: one, or those of a fixed side."""

    places: tuple[int, ...]
    """Counted from the eldest, who is 0."""
    counted: Estimate
    """A hand: whole points, or payments in the ruleset's unit."""


class MeasuredRules(NamedTuple):
    """A ruleset, measured."""

    ruleset: str
    hands: int
    passed: Estimate | None
    """The share of hands without declarer; None in a game without bids."""
    contracts: tuple[MeasuredContract, ...]
    refused: tuple[RefusedContract, ...]
    """The contracts that could not be asked for with all cards known."""
    opened: int
    """The number of deals that were examined with all cards known."""
    places: tuple[Estimate, ...]
    """The payment of each place, eldest to dealer; empty in a game without payments."""
    counts: tuple[MeasuredCount, ...]
    """The match's counts, where they are not the payments."""
    bonuses: tuple[tuple[str, Estimate], ...]
    """In which share of all hands each bonus fell."""
    declarations: tuple[tuple[str, Estimate], ...]
    """The share of hands with each declaration that is not a contract."""
    ends: bool
    """True if the rules end a match by points or deals."""
    matches: Estimate | None
    """The number of hands in a match; None if none was played to its end."""
    unfinished: int
    """The number of hands of an uncounted match without an end; 0 without one."""
    paired: bool
    """True if the deals are those of the first ruleset."""
    declarer_apart: Estimate | None
    """The declarer's higher payment than under the first ruleset, deal by deal.

    None if they are not paired, or one has no declarer.
    """
    made_apart: Estimate | None
    """The declarer's higher share of wins than under the first ruleset, deal by deal."""


class _Sample(NamedTuple):
    """The counted figures of one hand."""

    contract: str
    won: bool
    declared: int
    """The declarer's payment."""
    place: int
    payments: tuple[int, ...]
    gains: tuple[int, ...]
    """The gains that the match counts."""
    bonuses: tuple[str, ...]
    said: frozenset[str]
    """The legal declarations besides the contract."""
    over: bool


class _Sampled(NamedTuple):
    """The counted figures of one ruleset."""

    samples: list[_Sample]
    could: list[dict[str, bool | None]]
    """For each examined deal: whether its declarer can make each contract, or None."""
    refused: dict[str, RefusedContract]
    beyond: list[bool]
    """For each hand after the last one whether it ended the match."""


def measure_rulesets(
    rulesets: Sequence[Ruleset],
    *,
    hands: int,
    seed: int = 0,
    bot: str = "sensible",
    seats: int | None = None,
    opened: int = 0,
    told: Callable[[int], object] | None = None,
) -> tuple[MeasuredRules, ...]:
    """Measure rulesets; the first `opened` hands also with all cards known.

    `told` is called with the number of hands played so far. NotPlayedError, before any, if `bot` does not play them.
    """
    first: tuple[Game, list[_Sample]] | None = None
    found: list[MeasuredRules] = []
    size: tuple[object, ...] = ()
    wishes = Wishes(seed, bot, seats)
    games = [Game.from_ruleset(ruleset) for ruleset in rulesets]
    for game, match in [(game, wishes.start_match(game, hands)) for game in games]:
        before = sum(rules.hands for rules in found)
        sampled = _play_sample(game, match, hands, seed, opened, before, told)
        mine = _deal_size(game, seats)
        size = size or mine
        found.append(_measure_sample(game, sampled, first, paired=mine == size))
        first = first or (game, sampled.samples)
    return tuple(found)


def _deal_size(game: Game, seats: int | None) -> tuple[object, ...]:
    """The properties that two rulesets must share for equal deals from one seed."""
    rules = game.rules
    piles = tuple(pile.dealt for pile in rules.piles.values() if pile.dealt)
    return len(game.cards.names), rules.deal.hand, piles, game.people[0] if seats is None else seats


def _play_sample(
    game: Game, match: MatchInPlay, hands: int, seed: int, opened: int, before: int,
    told: Callable[[int], object] | None,
) -> _Sampled:  # fmt: skip
    """Play hands of one ruleset; equal deals need a moving deal and no inheritance."""
    found = _Sampled([], [], {}, [])
    for number in range(1, hands + 1):
        made = simulate_dealt_hand(match, number, seed)
        found.samples.append(_sample(game, made))
        if number <= opened and made.account.declarer != NOBODY:
            found.could.append(_could(game, made, found.refused))
        if told is not None:
            told(before + number)
    over = found.samples[-1].over or not may_end_match(game)
    while not over and len(found.beyond) < _ON:
        over = simulate_dealt_hand(match, hands + len(found.beyond) + 1, seed).standing.over
        found.beyond.append(over)
    return found


def simulate_dealt_hand(match: MatchInPlay, number: int, seed: int) -> Simulated:
    """A hand whose deal depends only on seed and number."""
    match.dealer = (number - 1) % len(match.labels)
    match.inherited = NOTHING_CARRIED
    return match.add_next_hand(number, seed)


def _sample(game: Game, made: Simulated) -> _Sample:
    account, active = made.account, made.setting.active
    declared = account.declarer != NOBODY
    gains = behaviour_of(Kind.SECTION, "match").gains(game, account)
    return _Sample(
        contract=account.contract if declared else "",
        won=bool(declared and account.sides and account.sides[0].wins),
        declared=account.payments[account.declarer] if declared else 0,
        place=active.index(account.declarer) if declared else -1,
        payments=tuple(account.payments[seat] for seat in active),
        gains=tuple(gains[seat] for seat in active),
        bonuses=account.bonuses,
        said=_find_declarations(game, made),
        over=made.standing.over,
    )


def _find_declarations(game: Game, made: Simulated) -> frozenset[str]:
    """The words that were declared; events are asked for only if there are any."""
    if all(entry.do != "declare" for entry in game.rules.standing.values()):
        return frozenset()
    return frozenset(event.word for event in made.events if isinstance(event, ev.Declared) and not event.refused)


def _could(game: Game, made: Simulated, refused: dict[str, RefusedContract]) -> dict[str, bool | None]:
    """Find the contracts that a declarer could have made; failures go to `refused`."""
    from calarec.core.engine.moves import start
    from calarec.solving.contracts import DealtContract, KnownEndings, RefusedContract
    from calarec.solving.position import UnsolvableError
    from calarec.solving.search import Allowance

    hands, piles = [0] * len(made.setting.labels), [0] * len(game.piles)
    for event in made.events:
        if isinstance(event, ev.Dealt):
            hands[event.seat] |= event.cards
        elif isinstance(event, ev.Laid):
            piles[event.pile] |= event.cards
    dealt = start(game, made.setting, hands, piles).state
    known = KnownEndings()
    found: dict[str, bool | None] = {}
    for contract in game.rules.contracts:
        allowance = Allowance(seconds=OPEN_SECONDS)
        try:
            asked = DealtContract(game, dealt, made.account.declarer, contract, allowance, known)
        except UnsolvableError as error:
            refused[contract] = RefusedContract(contract, error.reason, error.rule)
            continue
        asked.can_find_whether_made()
        found[contract] = asked.contract_worth().made
    return found


def _measure_sample(
    game: Game, sampled: _Sampled, first: tuple[Game, list[_Sample]] | None, *, paired: bool
) -> MeasuredRules:
    samples = sampled.samples
    hands, places = len(samples), max(len(sample.payments) for sample in samples)
    pairs: list[tuple[_Sample, _Sample]] = []
    if paired and first is not None and game.rules.has_auction and first[0].rules.has_auction:
        pairs = list(zip(samples, first[1], strict=True))
    all_pass = game.rules.all_pass.params
    bonuses = dict.fromkeys([*game.rules.settle.bonus, *getattr(all_pass, "bonus", {})])
    declarations = [name for name, entry in game.rules.standing.items() if entry.do == "declare"]
    pays = game.rules.has_auction or getattr(all_pass, "pays", "nobody") != "nobody"
    over = [*(sample.over for sample in samples), *sampled.beyond]
    ends = [number for number, each in enumerate(over, 1) if each]
    lengths = [end - before for before, end in zip([0, *ends], ends, strict=False)]
    may_end = may_end_match(game)
    return MeasuredRules(
        ruleset=game.ruleset.id,
        hands=hands,
        passed=estimate_share(sum(not sample.contract for sample in samples), hands)
        if game.rules.has_auction
        else None,
        contracts=tuple(_measure_contract(name, sampled, places) for name in game.rules.contracts),
        refused=tuple(sampled.refused.values()),
        opened=len(sampled.could),
        places=tuple(
            estimate_mean(_values_of_place(place, [sample.payments for sample in samples]))
            for place in range(places if pays else 0)
        ),
        counts=tuple(_measure_counts(game, samples, places)),
        bonuses=tuple(
            (name, estimate_share(sum(name in sample.bonuses for sample in samples), hands)) for name in bonuses
        ),
        declarations=tuple(
            (name, estimate_share(sum(name in sample.said for sample in samples), hands)) for name in declarations
        ),
        ends=may_end,
        matches=estimate_mean(lengths, least=1) if lengths else None,
        unfinished=len(over) - max(ends, default=0) if may_end else 0,
        paired=paired,
        declarer_apart=estimate_mean([one.declared - other.declared for one, other in pairs]) if pairs else None,
        made_apart=estimate_mean([one.won - other.won for one, other in pairs]) if pairs else None,
    )


def _measure_counts(game: Game, samples: list[_Sample], places: int) -> Iterator[MeasuredCount]:
    """Yield the match's counts, by place or fixed side; none if they are the payments."""
    if game.rules.match.counts == "payments":
        return
    sides = game.rules.table.sides or places
    for side in range(sides):
        yield MeasuredCount(
            tuple(range(side, places, sides)),
            estimate_mean(_values_of_place(side, [sample.gains for sample in samples])),
        )


def _values_of_place(place: int, hands: list[tuple[int, ...]]) -> list[int]:
    """The values of a place, in hands that have it."""
    return [hand[place] for hand in hands if place < len(hand)]


def _measure_contract(name: str, sampled: _Sampled, places: int) -> MeasuredContract:
    samples = sampled.samples
    mine = [sample for sample in samples if sample.contract == name]
    asked = [each.get(name) for each in sampled.could]
    never = not any(name in each for each in sampled.could)
    return MeasuredContract(
        contract=name,
        played=estimate_share(len(mine), len(samples)),
        made=estimate_share(sum(each.won for each in mine), len(mine)) if mine else None,
        paid=estimate_mean([each.declared for each in mine]) if mine else None,
        by=tuple(sum(each.place == place for each in mine) for place in range(places)),
        can_be_made=None if never else FoundOut(len(asked), asked.count(True), asked.count(None)),
    )
