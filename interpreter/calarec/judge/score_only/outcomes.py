"""What a hand can have come to, of which only the score was written down.

Terms. A *candidate* is one outcome: so many points for the declarer's side, a bonus or none, this partner or
that. Points that nobody wrote down are tried one after the other; the rules settle each of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.engine.game import Game
from calarec.language import Words
from calarec.light import NamedTuple, dataclass, replace
from calarec.mechanisms.base import Kind
from calarec.mechanisms.registry import mechanism
from calarec.moves.account import Reason, Side
from calarec.moves.settling import whole
from calarec.moves.state import NOBODY
from calarec.moves.tally import Tally
from calarec.replaying.conceivable import bonuses, ways, without_last_trick

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.settle import Bonus
    from calarec.moves.account import Account
    from calarec.moves.events import Faulted
    from calarec.moves.setting import Setting
    from calarec.replaying.conceivable import Points
    from calarec.rulesets.lint.outcomes import Outcome

NOT_CALLED = -3


class Sums(NamedTuple):
    """What the record says of the points: least and most of the declarer's side and of the others; who won."""

    own: tuple[int, int] | None = None
    others: tuple[int, int] | None = None
    wins: bool | None = None
    torn: bool = False
    """It says of both sides that they have won, or of one that it has won and lost."""
    own_least: int = 0
    """What is written of single seats of the declarer's side, before anything is moved."""
    others_least: int = 0
    own_without_last: bool = False
    """Whether every seat of it is known to have fewer points than the last trick gives."""
    others_without_last: bool = False


class Partnership(NamedTuple):
    """Who plays with the declarer, and where a called card was (a seat, -1 a pile, -2 the own hand, -3 not called)."""

    partner: int = NOBODY
    called: int = NOT_CALLED
    rule: str = ""


class Candidate(NamedTuple):
    """One outcome."""

    account: Account
    tally: Tally


@dataclass(frozen=True, slots=True)
class Played:
    """What is known of a hand besides its points."""

    game: Game
    setting: Setting
    contract: str
    declarer: int
    faults: tuple[Faulted, ...] = ()
    outcome: str = "played"
    claimed: bool = False
    """It ended before all was played: then tricks and cards need not be counted out."""


def all_points(game: Game) -> int:
    """The points of a whole hand."""
    return game.cards.worth(game.cards.full) + game.rules.pack.last_trick


def candidates(played: Played, partnership: Partnership, sums: Sums) -> Iterator[Candidate]:
    """Every outcome that the points allow; those without a bonus first."""
    game = played.game
    table = _table(played)
    known = ways(game, played.contract)
    units = range(all_points(game) + 1)
    rows = known or {(points, all_points(game) - points): [] for points in units}
    later: dict[str, list[tuple[Points, bool]]] = {name: [] for name, _ in _bonuses(game, played)}
    for points in sorted(rows):
        if not _within(points, sums, moved=bool(played.faults)):
            continue
        settled = table.settled("", partnership, points)
        if not _fits(settled.account, sums):
            continue
        applying = table.applying(settled, points, rows[points], sums)
        for name in applying:
            if name:
                later[name].append((points, len(applying) == 1))
            else:
                yield settled
    for name, each in later.items():
        for points, certain in each:
            other = table.settled(name, partnership, points)
            yield other._replace(account=_told(game, other.account, name, certain=certain))


def _applying(played: Played, settled: Candidate, found: list[Outcome], sums: Sums) -> list[str]:
    """The bonuses that may apply with these points, "" for none of them."""
    table = dict(_bonuses(played.game, played))
    if not settled.account.sides:
        return [""]
    last = played.game.rules.pack.last_trick
    possible = without_last_trick(found, last, own=sums.own_without_last, others=sums.others_without_last)
    if not found or played.claimed:
        return ["", *table]
    wins = bool(settled.account.sides[0].wins)
    parties = {"declarer": True, "opponents": False, "winners": wins, "losers": not wins}
    return list(bonuses(possible, table, tuple(table), parties))


def _bonuses(game: Game, played: Played) -> list[tuple[str, Bonus]]:
    rules = game.rules.settle
    return [
        (name, rules.bonus[name])
        for name in rules.bonus_order
        if not rules.bonus[name].when.contracts or played.contract in rules.bonus[name].when.contracts
    ]


def _with_bonus(game: Game, name: str) -> Game:
    """The game with one bonus that applies whatever was played, or with none."""
    settle = game.rules.settle
    table = {name: settle.bonus[name].unconditional()} if name else {}
    changed = replace(settle, bonus=table, bonus_order=tuple(table))
    return Game(game.ruleset, replace(game.rules, settle=changed))


class _Table:
    """What hands of one declarer and contract come to, each settled once; whoever asks changes nothing of it."""

    def __init__(self, played: Played) -> None:
        self.played = played
        self.known: dict[tuple[str, Partnership, Points], Candidate] = {}
        self.games: dict[str, Game] = {}
        self.bonuses: dict[tuple[Points, bool | None, bool, bool, bool], list[str]] = {}

    def settled(self, bonus: str, partnership: Partnership, points: Points) -> Candidate:
        """The outcome of so many points with a bonus, or with none."""
        key = bonus, partnership, points
        if key not in self.known:
            game = self.games.get(bonus) or self.games.setdefault(bonus, _with_bonus(self.played.game, bonus))
            self.known[key] = _settled(self.played, game, partnership, points)
        return self.known[key]

    def applying(self, settled: Candidate, points: Points, found: list[Outcome], sums: Sums) -> list[str]:
        """The bonuses that may apply with these points, "" for none of them."""
        wins = settled.account.sides[0].wins if settled.account.sides else None
        key = points, wins, sums.own_without_last, sums.others_without_last, bool(settled.account.sides)
        if key not in self.bonuses:
            self.bonuses[key] = _applying(self.played, settled, found, sums)
        return self.bonuses[key]


_MOST_KEPT: Final = 8000
"""So many outcomes are kept."""
_tables: dict[tuple[object, ...], _Table] = {}


def _table(played: Played) -> _Table:
    """The table of a hand: its rules are kept with it, so that their number stays theirs."""
    who = played.setting, played.contract, played.declarer
    key = id(played.game.rules), who, played.faults, played.outcome, played.claimed
    if key not in _tables:
        if sum(len(each.known) for each in _tables.values()) >= _MOST_KEPT:
            _tables.clear()
        _tables[key] = _Table(played)
    return _tables[key]


def _settled(played: Played, game: Game, partnership: Partnership, points: Points) -> Candidate:
    setting = played.setting
    count = len(setting.labels)
    tally = Tally(setting, [0] * count, [0] * count, [0] * count)
    tally.contract, tally.declarer, tally.outcome = played.contract, played.declarer, played.outcome
    tally.partner, tally.called, tally.call_rule = partnership.partner, partnership.called, partnership.rule
    tally.faults = list(played.faults)
    tally.in_tricks[played.declarer], tally.in_tricks[tally.opponents[0]] = points
    account: Account = mechanism(Kind.SECTION, "settle").behaviour.settle(game, tally)
    return Candidate(account, tally)


def _within(points: Points, sums: Sums, *, moved: bool) -> bool:
    """Whether each side has as many points as are written of it, unless some were moved, and of single seats of it."""
    own, others = points
    if own < sums.own_least or others < sums.others_least:
        return False
    return moved or (
        (sums.own is None or sums.own[0] <= own <= sums.own[1])
        and (sums.others is None or sums.others[0] <= others <= sums.others[1])
    )


def _fits(account: Account, sums: Sums) -> bool:
    if not account.counted:
        return True
    own, others = account.counted
    return (
        (sums.wins is None or own.wins == sums.wins)
        and (sums.own is None or sums.own[0] <= own.points <= sums.own[1])
        and (sums.others is None or sums.others[0] <= others.points <= sums.others[1])
    )


def _told(game: Game, account: Account, name: str, *, certain: bool) -> Account:
    """The account, saying of its bonus that only the score, or that the points alone show it."""
    called = game.ruleset.name("bonus", name)
    shown = Words("the stated score shows it")
    if certain:
        shown = Words("the points show it")
    said = Words("{bonus}: {shown}", bonus=called, shown=shown)
    because = tuple(
        Reason(each.rule, said) if each.rule == f"settle.bonus.{name}" else each for each in account.because
    )
    return replace(account, because=because)


def without_figures(account: Account, *, points: bool) -> Account:
    """The account without what nobody wrote down: tricks and cards always, points if they are not known either."""
    sides = tuple(
        Side(
            seats=side.seats,
            tricks=None,
            in_tricks=None,
            cards=None,
            points=side.points if points else None,
            counted=side.counted if points else None,
            wins=side.wins,
        )
        for side in account.sides
    )
    because = account.because if points else tuple(each for each in account.because if each.rule != "settle.won_if")
    return replace(account, sides=sides, because=because)


def range_of(game: Game, amount: int, *, is_whole: bool) -> tuple[int, int]:
    """The points that a stated amount may mean: whole points leave fractions open."""
    units = whole(game)
    return (amount * units, amount * units + units - 1) if is_whole else (amount, amount)
