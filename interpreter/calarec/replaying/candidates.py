"""What a hand can have come to, of which only the score was written down.

Terms. A *candidate* is one outcome: so many points for the declarer's side, a bonus or none, this partner or
that. Points that nobody wrote down are tried one after the other; the rules settle each of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.engine.game import Game
from calarec.language import Both
from calarec.light import NamedTuple, dataclass, replace
from calarec.mechanisms.base import Kind
from calarec.mechanisms.registry import mechanism
from calarec.moves.account import Reason, Side
from calarec.moves.settling import whole
from calarec.moves.state import NOBODY
from calarec.moves.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.settle import Bonus, When
    from calarec.moves.account import Account
    from calarec.moves.events import Faulted
    from calarec.moves.setting import Setting

NOT_CALLED = -3


class Sums(NamedTuple):
    """What the record says of the points: least and most of the declarer's side and of the others; who won."""

    own: tuple[int, int] | None = None
    others: tuple[int, int] | None = None
    wins: bool | None = None


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


def all_points(game: Game) -> int:
    """The points of a whole hand."""
    return game.cards.worth(game.cards.full) + game.rules.pack.last_trick


def candidates(played: Played, partnership: Partnership, sums: Sums) -> Iterator[Candidate]:
    """Every outcome that the points allow; those without a bonus first."""
    game = played.game
    plain = _with_bonus(game, "")
    settled = [_settled(played, plain, partnership, points) for points in range(all_points(game) + 1)]
    fitting = [each for each in settled if _fits(each.account, sums)]
    for each in fitting:
        if not any(_must(bonus.when, each) for _, bonus in _bonuses(game, played)):
            yield each
    for name, bonus in _bonuses(game, played):
        changed = _with_bonus(game, name)
        for each in fitting:
            if not _may(bonus.when, each, game):
                continue
            points = each.tally.in_tricks[played.declarer]
            other = _settled(played, changed, partnership, points)
            yield other._replace(account=_told(game, other.account, name))


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
    table: dict[str, Bonus] = {}
    if name:
        bonus = settle.bonus[name]
        always = replace(
            bonus.when,
            tricks=None,
            tricks_at_least=None,
            card_points_in_tricks_below=None,
            card_points_below=None,
            points_below=None,
            contracts=(),
        )
        table = {name: replace(bonus, when=always)}
    changed = replace(settle, bonus=table, bonus_order=tuple(table))
    return Game(game.ruleset, replace(game.rules, settle=changed))


def _settled(played: Played, game: Game, partnership: Partnership, points: int) -> Candidate:
    setting = played.setting
    count = len(setting.labels)
    tally = Tally(setting, [0] * count, [0] * count, [0] * count)
    tally.contract, tally.declarer, tally.outcome = played.contract, played.declarer, played.outcome
    tally.partner, tally.called, tally.call_rule = partnership.partner, partnership.called, partnership.rule
    tally.faults = list(played.faults)
    tally.in_tricks[played.declarer] = points
    tally.in_tricks[tally.opponents[0]] = all_points(game) - points
    account: Account = mechanism(Kind.SECTION, "settle").behaviour.settle(game, tally)
    return Candidate(account, tally)


def _fits(account: Account, sums: Sums) -> bool:
    if not account.counted:
        return True
    own, others = account.counted
    return (
        (sums.wins is None or own.wins == sums.wins)
        and (sums.own is None or sums.own[0] <= own.points <= sums.own[1])
        and (sums.others is None or sums.others[0] <= others.points <= sums.others[1])
    )


def _party(when: When, candidate: Candidate) -> Side | None:
    if not candidate.account.sides:
        return None
    own, others = candidate.account.sides
    winners, losers = (own, others) if own.wins else (others, own)
    return {"declarer": own, "opponents": others, "winners": winners, "losers": losers}.get(when.of)


def _may(when: When, candidate: Candidate, game: Game) -> bool:
    """Whether a condition can hold of a side with these points, whatever tricks they came from."""
    side = _party(when, candidate)
    if side is None:
        return False
    points = sum(candidate.tally.in_tricks[seat] for seat in side.seats)
    dealt = sum(pile.dealt for pile in game.rules.piles.values())
    in_piles = sum(sorted(game.cards.points, reverse=True)[:dealt])
    without_last = max(points - game.rules.pack.last_trick, 0)
    if when.tricks == 0 and points > _without_tricks(game, in_piles):
        return False
    limits = (
        (when.card_points_in_tricks_below, without_last - in_piles),
        (when.card_points_below, without_last),
        (when.points_below, points),
    )
    return all(limit is None or least < limit for limit, least in limits)


def _without_tricks(game: Game, in_piles: int) -> int:
    """The most points that can be had without a trick."""
    return in_piles if any(pile.won_by == "declarer" for pile in game.rules.piles.values()) else 0


def _must(when: When, candidate: Candidate) -> bool:
    """Whether a condition holds of a side with these points, whatever tricks they came from."""
    side = _party(when, candidate)
    if side is None or when.tricks is not None or when.tricks_at_least is not None:
        return False
    points = sum(candidate.tally.in_tricks[seat] for seat in side.seats)
    limits = [when.card_points_in_tricks_below, when.card_points_below, when.points_below]
    return all(limit is None or points < limit for limit in limits)


def _told(game: Game, account: Account, name: str) -> Account:
    """The account, saying of its bonus that only the score shows it."""
    called = game.ruleset.name("bonus", name)
    said = Both(f"{called.en}: the stated score shows it", f"{called.it}: risulta dai pagamenti annotati")
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
