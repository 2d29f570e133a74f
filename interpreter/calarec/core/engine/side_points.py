"""Stage 1 of a settlement: each side's points after claims, penalties, rounding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from calarec.core.base.frozen import replace
from calarec.core.engine.account import Counted, Reason, points_mark, seat_mark, whole_points
from calarec.core.engine.state import NOBODY
from calarec.core.mechanisms.conditions import ROLES, describe_figure, failing, make_said_figure
from calarec.core.wording.language import Listing, Words

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from calarec.core.engine.game import Game
    from calarec.core.engine.tally import Tally
    from calarec.core.mechanisms.all_pass import CountRule

    Sides: TypeAlias = tuple[Counted, ...]


def count_sides(game: Game, tally: Tally, because: list[Reason]) -> Sides:
    """The sides of a hand with their points, and the reasons for what changed these."""
    sides: Sides = tuple(count_side(game, tally, seats) for seats in tally.sides)
    for change_points in POINT_CHANGES:
        sides = change_points(game, tally, sides, because)
    return sides


def count_side(game: Game, tally: Tally, seats: tuple[int, ...]) -> Counted:
    """Add up what some seats have taken, before any points are moved."""
    in_tricks = sum([tally.in_tricks[seat] for seat in seats])
    cards = in_tricks + sum([tally.piles[seat] for seat in seats])
    has_last_trick = tally.last in seats
    points = cards + (game.rules.pack.last_trick if has_last_trick else 0)
    return Counted(
        seats=seats,
        tricks=sum([tally.tricks[seat] for seat in seats]),
        in_tricks=in_tricks,
        cards=cards,
        points=points,
        counted=rounded_points(game, points),
        wins=None,
        has_last_trick=has_last_trick,
        of_cards={figure: tally.count(figure, cards, seats) for figure, cards in game.card_figures.items()},
        roles=frozenset(
            [name for name in ROLES if role_holder(tally, name) in seats] + list_said_figures(tally, seats)
        ),
    )


def list_said_figures(tally: Tally, seats: Collection[int]) -> list[str]:
    """The figures of the announcements that some seats have made."""
    return [make_said_figure(event.word) for event in tally.declared if event.seat in seats]


def role_holder(tally: Tally, role: str) -> int:
    """The seat that has a role in this hand; -1 without one."""
    if role == "holder":
        return tally.called if tally.called in tally.opponents else NOBODY
    return tally.setting.dealer if role == "dealer" else tally.setting.eldest


def rounded_points(game: Game, points: int) -> int:
    """Points after rounding, still in the ruleset's unit."""
    if game.rules.settle.rounding == "down":
        units = game.rules.pack.units_per_point
        return whole_points(points, units) * units
    return points


def with_points(game: Game, side: Counted, points: int) -> Counted:
    """A side with other points."""
    return replace(side, points=points, counted=rounded_points(game, points))


def seat_list(seats: Iterable[int]) -> Listing:
    """A list of placeholders for seats, filled with labels or names for the reader."""
    return Listing(tuple(seat_mark(seat) for seat in seats))


def rounding_reason(side: Counted) -> Reason:
    """A side that does not count its points as they are, by rounding or by a rule."""
    text = Words("{seats}: {points}, counted as {counted}")
    points, counted = points_mark(side.points), points_mark(side.counted)
    return Reason(
        side.counts_by or "settle.rounding",
        text.with_values(seats=seat_list(side.seats), points=points, counted=counted),
    )


# Each of the following takes the sides and gives them changed; the reasons are added to `because`.


def _apply_claim(game: Game, tally: Tally, sides: Sides, because: list[Reason]) -> Sides:
    """Gives both sides the points that were claimed in place of the count."""
    claim = tally.claim
    if claim is None or claim.points is None or len(sides) != 2:
        return sides
    own, others = sides
    total = own.cards + others.cards + game.cards.worth(claim.rest) + game.rules.pack.last_trick
    rest = total - claim.points
    first, second = (claim.points, rest) if claim.to in own.seats else (rest, claim.points)
    points = points_mark(claim.points)
    text = Words("{seat}: {points}, as claimed", seat=seat_mark(claim.seat), points=points)
    because.append(Reason(claim.rule, text))
    return with_points(game, own, first), with_points(game, others, second)


def _add_declarations(game: Game, tally: Tally, sides: Sides, because: list[Reason]) -> Sides:
    """Adds what the declarations of each side are worth."""
    if not tally.declared:
        return sides
    from calarec.core.engine.declaring import sum_declared_points

    added = [sum_declared_points(game, tally, side.seats, because) for side in sides]
    return tuple(
        with_points(game, side, side.points + more) if more else side for side, more in zip(sides, added, strict=True)
    )


def _apply_penalties(game: Game, tally: Tally, sides: Sides, because: list[Reason]) -> Sides:
    """Move the points that irregularities cost from one of two sides to the other."""
    if len(sides) != 2:
        return sides
    own, others = sides
    for fault in tally.faults:
        points = game.rules.standing[fault.word].params.move_points
        if not points:
            continue
        lost = points if fault.seat in own.seats else -points
        own = replace(with_points(game, own, own.points - lost), moved=own.moved - lost)
        others = replace(with_points(game, others, others.points + lost), moved=others.moved + lost)
        text = Words(
            "{seat}'s side gives {points} to the other for “{fault}”",
            points=points_mark(points), seat=seat_mark(fault.seat), fault=game.ruleset.name("faults", fault.word),
        )  # fmt: skip
        because.append(Reason(f"standing.{fault.word}.move_points", text))
    return own, others


# Whole points of what all sides have dropped. With two sides of a pack of 35 thirds they never come to one; the check
# of rule files reports that.
def _add_leftover(game: Game, tally: Tally, sides: Sides, because: list[Reason]) -> Sides:
    """Give the dropped fractions to the side with the last trick, if ruled so."""
    if game.rules.settle.leftover != "last_trick":
        return sides
    left = rounded_points(game, sum(side.points - side.counted for side in sides))
    last = next((side for side in sides if tally.last in side.seats), None)
    if not left or last is None:
        return sides
    text = Words("{seats}, with the last trick: {points} more, of what all have dropped")
    because.append(Reason("settle.leftover", text.with_values(seats=seat_list(last.seats), points=points_mark(left))))
    return tuple(replace(side, counted=side.counted + left) if side is last else side for side in sides)


_COUNTS_ARE_OPEN: Final = Words("what the sides have is open after the claim of points, and changes nothing")


def _replace_counts(game: Game, tally: Tally, sides: Sides, because: list[Reason]) -> Sides:
    """Replace what sides count by what the first rule states that applies to one."""
    rules: Mapping[str, CountRule] = getattr(game.rules.all_pass.params, "counts", {})
    if tally.declarer != NOBODY:
        return sides
    for name, rule in rules.items():
        path = f"all_pass.counts.{name}"
        if tally.if_claimed is not None and any(describe_figure(limit.figure).played for limit in rule.when.limits):
            because.append(Reason(path, _COUNTS_ARE_OPEN))
            continue
        found = [side for side in sides if not failing(rule.when, side)]
        if found:
            return tuple(_side_counting(side, rule.own if side in found else rule.others, path) for side in sides)
    return sides


def _side_counting(side: Counted, points: int | None, path: str) -> Counted:
    """A side that counts other points by a rule; None: those that it has."""
    return side if points is None else replace(side, counted=points, counts_by=path)


POINT_CHANGES: Final[tuple[Callable[[Game, Tally, Sides, list[Reason]], Sides], ...]] = (
    _apply_claim,
    _add_declarations,
    _apply_penalties,
    _add_leftover,
    _replace_counts,
)
"""The changes to the points of the sides, in the order in which they happen."""
