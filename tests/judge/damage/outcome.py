"""Damages to result, payments, penalties and totals (CAL6xx)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.judge.damage.early import _added, _first
from tests.judge.damage.sheet import Damage, Sheet, Unfit

if TYPE_CHECKING:
    from collections.abc import Callable


def another_result(sheet: Sheet) -> Damage:
    """A side's points are one too many."""
    return _one_more(sheet, "result ", "CAL610", plus=False)


def another_payment(sheet: Sheet) -> Damage:
    """A payment is one too many."""
    return _one_more(sheet, "score ", "CAL611", plus=True)


def another_total(sheet: Sheet) -> Damage:
    """A running total is one too many; the hand before it shows the right one."""
    number = sheet.where("total ")
    _must_carry(sheet)
    damage = _one_more(sheet, "total ", "CAL612", plus=False)
    amounts = _before(sheet)
    damage.lines.insert(sheet.where("hand "), f"carried {' '.join(f'{seat}: {amount}' for seat, amount in amounts)}")
    return Damage(damage.lines, [("CAL612", number + 2, damage.expected[0][2])])


def another_penalty(sheet: Sheet) -> Damage:
    """A penalty that the irregularity does not carry."""
    if sheet.ruleset != "foster":
        raise Unfit("penalty")
    _first(sheet)
    offender, claimant = sheet.others(sheet.declarer)[0], sheet.declarer
    lines, number = _added(sheet, f"fault {offender}: revoke claimed by {claimant}", before="result ")
    lines.insert(number + 1, f"penalty {offender}: -9 {claimant}: +8")
    lines = [line for line in lines if not line.startswith(("result ", "score ", "total "))]
    at = lines[number + 1].index("+8")
    return Damage(lines, [("CAL613", number + 2, at + 1)])


def won_instead_of_lost(sheet: Sheet) -> Damage:
    """The wrong side is written as the winner."""
    number = sheet.where("score ")
    paid = int(re.search(rf"{sheet.declarer}: ([+-]?\d+)", sheet.lines[number])[1])  # type: ignore[index]
    if not paid:
        raise Unfit("nobody won")
    lines = sheet.copy()
    lines[sheet.where("result ")] = f"result {sheet.declarer}: {'lost' if paid > 0 else 'won'}"
    return sheet.only(lines, "CAL614", sheet.where("result "), 7)


def paid_as_the_other_side(sheet: Sheet) -> Damage:
    """A score-only hand with the wrong winner, and no totals to show the right one."""
    paid = int(re.search(rf"{sheet.declarer}: ([+-]?\d+)", sheet.lines[sheet.where("score ")])[1])  # type: ignore[index]
    if not paid or sheet.all("fault "):
        raise Unfit("nobody won")
    kept = ("cal ", "rules ", "seat ", "dummy ", "hand ", "dealer ", "out ", "bid ", "raise ", "call ", "score ", "end")
    lines = []
    for line in sheet.lines:
        if line.startswith("result "):
            lines.append(f"result {sheet.declarer}: {'lost' if paid > 0 else 'won'}")
        elif line.startswith(kept):
            lines.append(line)
    number = next(at for at, line in enumerate(lines) if line.startswith("score "))
    return Damage(lines, [("CAL616", number + 1, 1)])


def after_the_match(sheet: Sheet) -> Damage:
    """A hand after a total far above the end of the match: only a note."""
    if sheet.ruleset not in ("treccani", "tretre", "twenty-one", "short-11"):
        raise Unfit("no end")
    start = sheet.where("hand ")
    lines = [line for line in sheet.lines if not line.startswith(("total ", "carried "))]
    hand = lines[start:]
    carried = " ".join(f"{seat}: {60 if seat == 'A' else 0}" for seat in sheet.everybody)
    again = [f"hand {int(hand[0].split()[1]) + 2}", *hand[1:]]  # between them somebody else has dealt
    after = [f"carried {carried}", *hand, "", *again, "", *[again[0] + "0", *again[1:]]]
    return Damage([*lines[:start], *after], [("CAL615", start + len(hand) + 3, 1)])


def another_result_in_whole_points(sheet: Sheet) -> Damage:
    """The result in whole points, one of them less than ten and wrong."""
    number = sheet.where("result ")
    if not sheet.ruleset.startswith(("pagat", "treccani")) or "/" in sheet.lines[number]:
        raise Unfit("unit")
    amounts = re.findall(r"([A-Z](?:\+[A-Z])*): (\d+)", sheet.lines[number])
    small = [nth for nth, (_, amount) in enumerate(amounts) if int(amount) // 3 < 9]
    if not small or len(sheet.seats) != 3:
        raise Unfit("amounts")
    said = [f"{seat}: {int(amount) // 3 + (nth == small[0])}p" for nth, (seat, amount) in enumerate(amounts)]
    lines = sheet.copy()
    lines[number] = "result " + " ".join(said)
    return sheet.only(lines, "CAL610", number, lines[number].index(said[small[0]]) + len(said[small[0]]) - 2)


def totals_from_elsewhere(sheet: Sheet) -> Damage:
    """The first totals include earlier wins, without a line for them."""
    return _totals_beside(sheet, "CAL617", 7, -7)


def uneven_totals_from_elsewhere(sheet: Sheet) -> Damage:
    """The same, and what was brought along does not come out even."""
    return _totals_beside(sheet, "CAL618", 7, -6)


def _totals_beside(sheet: Sheet, code: str, *more: int) -> Damage:
    _must_carry(sheet)
    if sheet.all("carried "):
        raise Unfit("what was brought along is said")
    number = sheet.where("total ")
    amounts = re.findall(r"([A-Z]): ([+-]?\d+)", sheet.lines[number])
    added = [*more, *(0 for _ in amounts[len(more) :])]
    lines = sheet.copy()
    lines[number] = "total " + " ".join(
        f"{seat}: {int(amount) + plus}" for (seat, amount), plus in zip(amounts, added, strict=True)
    )
    return sheet.only(lines, code, number, 0)


def dealing_again(sheet: Sheet) -> Damage:
    """A player who deals twice in a row: a note, and only one."""
    _ = sheet.declarer, sheet.where("score ")
    start = sheet.where("hand ")
    lines = [line for line in sheet.lines if not line.startswith("total ")]
    hand = lines[start:]
    again = [f"hand {int(hand[0].split()[1]) + 1}", *hand[1:]]
    at = next(number for number, line in enumerate(hand) if line.startswith("dealer "))
    return Damage([*lines, "", *again], [("CAL307", len(lines) + 1 + at + 1, 8)])


def _one_more(sheet: Sheet, verb: str, code: str, *, plus: bool) -> Damage:
    number = sheet.where(verb)
    found = sheet.rng.choice(list(re.finditer(r"(?<=: )[+-]?\d+", sheet.lines[number])))
    amount = int(found[0]) + 1
    said = f"{amount:+}" if plus and amount else str(amount)
    return sheet.only(sheet.replaced(number, found.start(), found[0], said), code, number, found.start())


def _must_carry(sheet: Sheet) -> None:
    if not sheet.all("score ") or not sheet.ruleset.startswith(("pagat", "cavendish", "gelli")):
        raise Unfit("totals are made of something else")


def _before(sheet: Sheet) -> list[tuple[str, int]]:
    def amounts(verb: str) -> dict[str, int]:
        line = sheet.lines[sheet.where(verb)]
        return {seat: int(amount) for seat, amount in re.findall(r"([A-Z]): ([+-]?\d+)", line)}

    after, paid = amounts("total "), amounts("score ")
    return [(seat, amount - paid.get(seat, 0)) for seat, amount in after.items()]


DAMAGES: tuple[Callable[[Sheet], Damage], ...] = (
    another_result, another_payment, another_total, another_penalty, won_instead_of_lost,
    paid_as_the_other_side, after_the_match, dealing_again,
    another_result_in_whole_points, totals_from_elsewhere, uneven_totals_from_elsewhere,
)  # fmt: skip
