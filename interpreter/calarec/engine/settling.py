"""What settling by contract and settling without one have in common: rounding, conditions, payments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Joined, Listing, Phrase, Words
from calarec.moves.account import Counted, Reason
from calarec.moves.amounts import payment_said, points_said
from calarec.moves.state import NOBODY

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from calarec.engine.game import Game
    from calarec.language import Sayable
    from calarec.mechanisms.settle import Bonus, When
    from calarec.moves.tally import Tally


def whole(game: Game) -> int:
    """How many units make a whole point."""
    return int(game.rules.pack.unit.partition("/")[2] or 1)


def payment(game: Game, amount: int) -> Words | str:
    """A payment as people say it."""
    return payment_said(amount, int(game.rules.settle.pay_unit.partition("/")[2] or 1))


def rate(game: Game, stake: int) -> Words | str:
    """A stake as people say it; where the difference of the points is paid, what each whole point brings."""
    units = int(game.rules.settle.pay_unit.partition("/")[2] or 1)
    if game.rules.settle.pay != "difference" or units == 1:
        return payment(game, stake)
    return Words("{amount} for each point", amount=points_said(stake * whole(game), units))


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
    effect: Sayable | str = f"×{bonus.times}"
    if bonus.instead is not None:
        new, old = payment(game, bonus.instead), payment(game, amount)
        effect = Words("{new} instead of {old}", new=new, old=old)
    figures: list[Sayable] = [Phrase("figures", party.tricks, Words("trick|tricks"))]
    if bonus.when.card_points_in_tricks_below is not None:
        figures.append(Words("{points} in the cards of the tricks", points=points_mark(party.in_tricks)))
    if bonus.when.card_points_below is not None:
        figures.append(Words("{points} in cards", points=points_mark(party.cards)))
    if bonus.when.points_below is not None:
        figures.append(Words("{points} in all", points=points_mark(party.points)))
    seats = seats_said(party.seats)
    return Reason(
        f"{section}.bonus.{name}",
        Words(
            "{bonus}: {seats} took {figures}: {effect}",
            bonus=called,
            seats=seats,
            figures=Joined(tuple(figures)),
            effect=effect,
        ),
    )


def seats_said(seats: Iterable[int]) -> Listing:
    """Seats as a list; each stands as `{number}` and is replaced by a label or a name when it is read."""
    return Listing(tuple(seat_mark(seat) for seat in seats))


def seat_mark(seat: int) -> str:
    """A seat, said by its label or its name when it is read."""
    return f"{{{seat}}}"


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
        why: Words | str = Words("who has lost by a fault counts no points: ")
    else:
        found, why = abs(own.counted - others.counted), ""
    marked, due = points_mark(found), payment(game, stake * found)
    said = Words("{why}the difference is {points}: {amount} to be paid", why=why, points=marked, amount=due)
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
        said = Words(
            "{seat} pays {amount} to each for “{fault}”", seat=seat_mark(fault.seat), amount=amount, fault=called
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
