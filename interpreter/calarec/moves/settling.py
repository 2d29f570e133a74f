"""What settling by contract and settling without one have in common: rounding, conditions, payments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both
from calarec.moves.account import Counted, Reason
from calarec.moves.amounts import payment_said, points_said
from calarec.moves.state import NOBODY

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from calarec.engine.game import Game
    from calarec.mechanisms.settle import Bonus, When
    from calarec.moves.tally import Tally


def whole(game: Game) -> int:
    """How many units make a whole point."""
    return int(game.rules.pack.unit.partition("/")[2] or 1)


def payment(game: Game, amount: int) -> Both:
    """A payment as people say it."""
    return payment_said(amount, int(game.rules.settle.pay_unit.partition("/")[2] or 1))


def rate(game: Game, stake: int) -> Both:
    """A stake as people say it; where the difference of the points is paid, what each whole point brings."""
    units = int(game.rules.settle.pay_unit.partition("/")[2] or 1)
    if game.rules.settle.pay != "difference" or units == 1:
        return payment(game, stake)
    said = points_said(stake * whole(game), units)
    return Both(f"{said} for each point", f"{said} per ogni punto")


def counted(game: Game, points: int) -> int:
    """Points after rounding, still in the ruleset's unit."""
    if game.rules.settle.rounding == "down":
        return points // whole(game) * whole(game)
    return points


def side_of(game: Game, tally: Tally, seats: tuple[int, ...]) -> Counted:
    """A side's part before anything is moved, and before anybody has won."""
    points = tally.points(seats, game.rules.pack.last_trick)
    return Counted(
        seats=seats,
        tricks=sum(tally.tricks[seat] for seat in seats),
        in_tricks=sum(tally.in_tricks[seat] for seat in seats),
        cards=sum(tally.cards(seat) for seat in seats),
        points=points,
        counted=counted(game, points),
        wins=None,
    )


def first_bonus(
    table: Mapping[str, Bonus],
    order: Sequence[str],
    parties: Mapping[str, Counted],
    contract: str,
    *,
    by_points: bool = False,
) -> tuple[str, Bonus] | None:
    """The first bonus of the order whose condition holds; `by_points`: of those that look at all points alone."""
    for name in order:
        bonus = table[name]
        if by_points and not looks_at_points_alone(bonus.when):
            continue
        party = parties.get(bonus.when.of)
        if party is not None and holds(bonus.when, party, contract):
            return name, bonus
    return None


def looks_at_points_alone(when: When) -> bool:
    """Whether a condition asks nothing of tricks or of single cards."""
    others = (when.tricks, when.tricks_at_least, when.card_points_in_tricks_below, when.card_points_below)
    return all(limit is None for limit in others)


def holds(when: When, party: Counted, contract: str) -> bool:
    """Whether a condition holds of a party: all that it names must."""
    if when.contracts and contract not in when.contracts:
        return False
    if when.tricks is not None and party.tricks != when.tricks:
        return False
    if when.tricks_at_least is not None and party.tricks < when.tricks_at_least:
        return False
    limits = (
        (when.card_points_in_tricks_below, party.in_tricks),
        (when.card_points_below, party.cards),
        (when.points_below, party.points),
    )
    return all(limit is None or value < limit for limit, value in limits)


def with_bonus(amount: int, bonus: Bonus | None) -> int:
    """The amount after a bonus."""
    if bonus is None:
        return amount
    return bonus.instead if bonus.instead is not None else amount * (bonus.times or 1)


def bonus_reason(game: Game, section: str, name: str, bonus: Bonus, party: Counted, amount: int) -> Reason:
    """Why a bonus applied, with the figures that decided; `amount` is what would be paid without it."""
    called = game.ruleset.name("bonus", name)
    effect = Both(f"×{bonus.times}", f"×{bonus.times}")
    if bonus.instead is not None:
        new, old = payment(game, bonus.instead), payment(game, amount)
        effect = Both(f"{new.en} instead of {old.en}", f"{new.it} invece di {old.it}")
    figures = [
        Both("1 trick", "1 presa") if party.tricks == 1 else Both(f"{party.tricks} tricks", f"{party.tricks} prese")
    ]
    if bonus.when.card_points_in_tricks_below is not None:
        figures.append(
            Both(
                f"{points_mark(party.in_tricks)} in the cards of the tricks",
                f"{points_mark(party.in_tricks)} nelle carte delle prese",
            )
        )
    if bonus.when.card_points_below is not None:
        figures.append(Both(f"{points_mark(party.cards)} in cards", f"{points_mark(party.cards)} nelle carte"))
    if bonus.when.points_below is not None:
        figures.append(Both(f"{points_mark(party.points)} in all", f"{points_mark(party.points)} in tutto"))
    seats = seats_said(party.seats)
    return Reason(
        f"{section}.bonus.{name}",
        Both(
            f"{called.en}: {seats.en} took {', '.join(each.en for each in figures)}: {effect.en}",
            f"{called.it}: {seats.it}, {', '.join(each.it for each in figures)}: {effect.it}",
        ),
    )


def seats_said(seats: Iterable[int]) -> Both:
    """Seats as a list; each stands as `{number}` and is replaced by a label or a name when it is read."""
    marks = [f"{{{seat}}}" for seat in seats]
    if len(marks) < 2:
        return Both("".join(marks), "".join(marks))
    return Both(f"{', '.join(marks[:-1])} and {marks[-1]}", f"{', '.join(marks[:-1])} e {marks[-1]}")


def points_mark(points: int) -> str:
    """A number of points in the ruleset's unit, said as players count them when it is read."""
    return f"{{={points}}}"


def forfeited(game: Game, tally: Tally) -> bool:
    """Whether a contract is lost by a fault, whatever was played."""
    return any(game.rules.standing[fault.word].part.contract == "lost" for fault in tally.faults)


def difference(game: Game, tally: Tally, own: Counted, others: Counted, stake: int, because: list[Reason]) -> int:
    """The difference that is paid, and why; who has lost by a fault has no points to set against the other's."""
    if forfeited(game, tally):
        found = counted(game, own.points + others.points)
        why = Both("who has lost by a fault counts no points: ", "chi ha perso per un'irregolarità non conta punti: ")
    else:
        found, why = abs(own.counted - others.counted), Both("", "")
    marked, due = points_mark(found), payment(game, stake * found)
    said = Both(
        f"{why.en}the difference is {marked}: {due.en} to be paid",
        f"{why.it}la differenza è di {marked}: da pagare {due.it}",
    )
    because.append(Reason("settle.pay", said))
    return found


def fault_payments(game: Game, tally: Tally, payments: list[int]) -> list[Reason]:
    """Adds what offenders pay to every other player."""
    reasons: list[Reason] = []
    for fault in tally.faults:
        part = game.rules.standing[fault.word].part
        if not part.pay_each:
            continue
        others = [seat for seat in tally.setting.active if seat != fault.seat and seat not in tally.setting.dummies]
        sits_out = game.rules.table.sits_out
        if sits_out and sits_out.shares == "opponents" and fault.seat == tally.declarer:
            others += tally.setting.out
        for seat in others:
            payments[seat] += part.pay_each
        payments[fault.seat] -= part.pay_each * len(others)
        called, amount = game.ruleset.name("faults", fault.word), payment(game, part.pay_each)
        said = Both(
            f"{{{fault.seat}}} pays {amount.en} to each for “{called.en}”",
            f"{{{fault.seat}}} paga {amount.it} a ciascuno per «{called.it}»",
        )
        reasons.append(Reason(f"standing.{fault.word}.pay_each", said))
    return reasons


def answer_for_dummies(tally: Tally, payments: list[int]) -> None:
    """What a dummy would pay or receive goes to the seat that plays it."""
    if tally.declarer == NOBODY:
        return
    for dummy in tally.setting.dummies:
        player = next((seat for seat in tally.opponents if seat not in tally.setting.dummies), NOBODY)
        if player != NOBODY:
            payments[player] += payments[dummy]
            payments[dummy] = 0
