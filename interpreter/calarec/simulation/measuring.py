"""What rules are worth: the same deals played under several rulesets, counted.

In go rulesets and how many hands; out come for each how often its contracts are played and made, what seats and
contracts are paid, how often its bonuses fall and how long a match is, each with its interval, and what sets it apart
from the first one: where the packs and the hands have the same size the deals are the same, and the difference is taken
deal by deal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.base.frozen import NamedTuple
from calarec.engine.game import Game
from calarec.engine.state import NOBODY, NOTHING_CARRIED
from calarec.simulation.run import Wishes
from calarec.solving.worlds import Interval, mean, share

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from calarec.mechanisms.ruleset import Ruleset
    from calarec.simulation.run import Simulated
    from calarec.solving.contracts import ContractWorth
    from calarec.solving.solve import Bounds

_OPEN_SECONDS: Final = 1.0
"""For each contract that is asked for with all cards known."""


class MeasuredContract(NamedTuple):
    """How a contract went."""

    contract: str
    played: Interval
    """In which share of all hands it was played."""
    made: Interval | None
    """In which share of its hands the declarer's side won; None if it was never played."""
    paid: Interval | None
    """What its declarer is paid, in the ruleset's unit of payment."""
    by: tuple[int, ...]
    """How often each place declared it, counted from the eldest."""
    can_be_made: Interval | None
    """In which share of the hands that were looked at with all cards known their declarer can make it."""


class MeasuredRules(NamedTuple):
    """A ruleset, measured."""

    ruleset: str
    hands: int
    passed: Interval
    """In which share nobody declared."""
    contracts: tuple[MeasuredContract, ...]
    places: tuple[Interval, ...]
    """What each place is paid a hand, from the eldest to the dealer."""
    bonuses: tuple[tuple[str, Interval], ...]
    """In which share of all hands each bonus fell."""
    matches: Interval | None
    """How many hands a match takes; None if none was played to its end."""
    paired: bool
    """Whether the deals are those of the first ruleset."""
    declarer_apart: Interval | None
    """What the declarer is paid more a hand than under the first ruleset, deal by deal; None if they are not paired."""
    made_apart: Interval | None
    """How much more often the declarer's side wins than under the first ruleset, deal by deal."""


class _Sample(NamedTuple):
    """What is counted of one hand."""

    contract: str
    won: bool
    declared: int
    """What the declarer is paid."""
    place: int
    payments: tuple[int, ...]
    bonuses: tuple[str, ...]
    over: bool


def measure(
    rulesets: Sequence[Ruleset],
    *,
    hands: int,
    seed: int = 0,
    bot: str = "sensible",
    seats: int | None = None,
    opened: int = 0,
    told: Callable[[int], object] | None = None,
) -> tuple[MeasuredRules, ...]:
    """Measures rulesets; the first `opened` hands of each are looked at with all cards known besides.

    `told` is called with how many hands were played so far.
    """
    first: list[_Sample] = []
    found: list[MeasuredRules] = []
    size: tuple[object, ...] = ()
    for ruleset in rulesets:
        game = Game.of(ruleset)
        before = sum(each.hands for each in found)
        samples, could = _played(game, hands, seed, bot, seats, opened, before, told)
        mine = _size(game, seats)
        size = size or mine
        found.append(_measured(game, samples, could, first or samples, paired=mine == size))
        first = first or samples
    return tuple(found)


def _size(game: Game, seats: int | None) -> tuple[object, ...]:
    """What two rulesets need to have in common so that the same seed deals the same cards."""
    rules = game.rules
    piles = tuple(pile.dealt for pile in rules.piles.values() if pile.dealt)
    return len(game.cards.names), rules.deal.hand, piles, game.people[0] if seats is None else seats


def _played(
    game: Game, hands: int, seed: int, bot: str, seats: int | None, opened: int, before: int,
    told: Callable[[int], object] | None,
) -> tuple[list[_Sample], list[tuple[ContractWorth, ...]]]:  # fmt: skip
    """Hands of one ruleset; the deal goes round and nothing is left over, so that the deals are always the same."""
    match = Wishes(seed, bot, seats).match(game)
    samples: list[_Sample] = []
    could: list[tuple[ContractWorth, ...]] = []
    for number in range(1, hands + 1):
        match.dealer = (number - 1) % len(match.labels)
        match.inherited = NOTHING_CARRIED
        made = match.hand(number, seed)
        samples.append(_sample(made))
        if number <= opened and made.account.declarer != NOBODY:
            could.append(_could(game, made))
        if told is not None:
            told(before + number)
    return samples, could


def _sample(made: Simulated) -> _Sample:
    account, active = made.account, made.setting.active
    declared = account.declarer != NOBODY
    return _Sample(
        contract=account.contract if declared else "",
        won=bool(declared and account.sides and account.sides[0].wins),
        declared=account.payments[account.declarer] if declared else 0,
        place=active.index(account.declarer) if declared else -1,
        payments=tuple(account.payments[seat] for seat in active),
        bonuses=account.bonuses,
        over=made.standing.over,
    )


def _could(game: Game, made: Simulated) -> tuple[ContractWorth, ...]:
    """What the declarer of a hand could have made, all cards known."""
    from calarec.engine import events as ev
    from calarec.engine.moves import start
    from calarec.solving.contracts import DealtContract
    from calarec.solving.position import UnsolvableError
    from calarec.solving.search import Allowance

    hands, piles = [0] * len(made.setting.labels), [0] * len(game.piles)
    for event in made.events:
        if isinstance(event, ev.Dealt):
            hands[event.seat] |= event.cards
        elif isinstance(event, ev.Laid):
            piles[event.pile] |= event.cards
    dealt = start(game, made.setting, hands, piles).state
    known: dict[object, Bounds] = {}
    found = []
    for contract in game.rules.contracts:
        allowance = Allowance(seconds=_OPEN_SECONDS)
        try:
            asked = DealtContract(game, dealt, made.account.declarer, contract, allowance, known)
        except UnsolvableError:
            continue
        asked.ask_whether_made()
        found.append(asked.worth())
    return tuple(found)


def _measured(
    game: Game, samples: list[_Sample], could: list[tuple[ContractWorth, ...]], first: list[_Sample], *, paired: bool
) -> MeasuredRules:
    hands, places = len(samples), len(samples[0].payments)
    ends = [number for number, each in enumerate(samples, 1) if each.over]
    lengths = [end - before for before, end in zip([0, *ends], ends, strict=False)]
    pairs = [(one, other) for one, other in zip(samples, first, strict=True)] if paired and first is not samples else []
    bonuses = dict.fromkeys([*game.rules.settle.bonus, *getattr(game.rules.all_pass.params, "bonus", {})])
    return MeasuredRules(
        ruleset=game.ruleset.id,
        hands=hands,
        passed=share(sum(not each.contract for each in samples), hands),
        contracts=tuple(_contract(name, samples, could, places) for name in game.rules.contracts),
        places=tuple(mean([each.payments[place] for each in samples]) for place in range(places)),
        bonuses=tuple((name, share(sum(name in each.bonuses for each in samples), hands)) for name in bonuses),
        matches=mean(lengths) if lengths else None,
        paired=paired,
        declarer_apart=mean([one.declared - other.declared for one, other in pairs]) if pairs else None,
        made_apart=mean([one.won - other.won for one, other in pairs]) if pairs else None,
    )


def _contract(
    name: str, samples: list[_Sample], could: list[tuple[ContractWorth, ...]], places: int
) -> MeasuredContract:
    mine = [each for each in samples if each.contract == name]
    asked = [each.made for hand in could for each in hand if each.contract == name and each.made is not None]
    return MeasuredContract(
        contract=name,
        played=share(len(mine), len(samples)),
        made=share(sum(each.won for each in mine), len(mine)) if mine else None,
        paid=mean([each.declared for each in mine]) if mine else None,
        by=tuple(sum(each.place == place for each in mine) for place in range(places)),
        can_be_made=share(sum(asked), len(asked)) if asked else None,
    )
