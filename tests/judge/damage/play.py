"""Damages to the play (CAL50x, CAL51x)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.judge.damage.early import _added, _any, _first
from tests.judge.damage.sheet import Damage, Sheet, Unfit

if TYPE_CHECKING:
    from collections.abc import Callable


def another_leads(sheet: Sheet) -> Damage:
    """The wrong letter before a trick."""
    number = _any(sheet, sheet.tricks)
    at = sheet.lines[number].index(":") - 1
    leader = sheet.lines[number][at]
    return sheet.only(sheet.replaced(number, at, leader, sheet.others(leader)[0]), "CAL501", number, at)


def a_card_short_in_each(sheet: Sheet) -> Damage:
    """Every trick lacks its last card."""
    _first(sheet)
    lines = sheet.copy()
    for number in sheet.tricks:
        lines[number] = lines[number][:-3]
    return sheet.only(lines, "CAL503", sheet.tricks[0], 1)


def a_card_too_many_in_each(sheet: Sheet) -> Damage:
    """Every trick has a card more than seats."""
    _first(sheet)
    lines = sheet.copy()
    for number in sheet.tricks:
        lines[number] += f" {sheet.cards(number)[0]}"
    number = sheet.tricks[0]
    return sheet.only(lines, "CAL503", number, len(lines[number]) - 2)


def two_cards_changed_round(sheet: Sheet) -> Damage:
    """The second and the third card of a trick change places."""
    number = _any(sheet, sheet.tricks)
    _, second, third, *_ = sheet.cards(number)
    at = sheet.column(number, second)
    lines = sheet.replaced(number, at, second, third)
    lines[number] = f"{lines[number][: at + 2]} {second}{lines[number][at + 5 :]}"
    return sheet.only(lines, "CAL504", number, at)


def anothers_card(sheet: Sheet) -> Damage:
    """A card that another will play later."""
    number, seat, card = _followed(sheet)
    other = _later(sheet, number, lambda each, owner: owner != seat)
    return _instead(sheet, "CAL510", number, card, other)


def a_card_again(sheet: Sheet) -> Damage:
    """A card that was played before."""
    number, _, card = _followed(sheet)
    earlier = [other for other, (line, _) in sheet.played().items() if line < number]
    if not earlier:
        raise Unfit("first trick")
    return _instead(sheet, "CAL511", number, card, sheet.rng.choice(earlier))


def a_revoke(sheet: Sheet) -> Damage:
    """A card of another suit that the same seat will play later, from a hand that could follow."""
    number, seat, card = _followed(sheet)
    other = _later(sheet, number, lambda each, owner: owner == seat and each[1] != card[1])
    return _instead(sheet, "CAL512", number, card, other)


def another_winner(sheet: Sheet) -> Damage:
    """A winner of a trick is stated wrongly."""
    number = _any(sheet, sheet.tricks[:-1])
    winner = sheet.leader(sheet.tricks[sheet.tricks.index(number) + 1])
    lines = sheet.copy()
    lines[number] += f" > {sheet.others(winner)[0]}"
    return sheet.only(lines, "CAL514", number, len(lines[number]) - 1)


def after_the_last_trick(sheet: Sheet) -> Damage:
    """One trick more than there are cards."""
    _first(sheet)
    last = sheet.tricks[-1]
    number = int(sheet.lines[last].split()[0]) + 1
    line = f"{number:>2} {sheet.leader(last)}: {' '.join(sheet.cards(last))}"
    lines, at = _added(sheet, line, at=last + 1)
    return sheet.only(lines, "CAL515", at, 3)


def moving_after_all_passed(sheet: Sheet) -> Damage:
    """Cards are discarded in a hand without a declarer."""
    if sheet.tricks or not sheet.all("deal "):
        raise Unfit("played")
    number = sheet.all("bid ")[-1] + 1
    seat = sheet.seats[0]
    card = sheet.cards(sheet.where(f"deal {seat}"))[0]
    lines, number = _added(sheet, f"discard {seat}: closed {card}", at=number)
    return sheet.only(lines, "CAL515", number, 8)


def broken_off(sheet: Sheet) -> Damage:
    """The last tricks and what they came to are not written down: only a note."""
    _first(sheet)
    if sheet.all("claim ") or sheet.all("concede "):
        raise Unfit("claimed")
    lines = [line for number, line in enumerate(sheet.lines) if number not in sheet.tricks[4:]]
    lines = [
        line for line in lines if not line.startswith(("result ", "score ", "total ", "fault ", "signal ", "show "))
    ]
    return sheet.only(lines, "CAL517", len(lines) - 1, 0)


def a_card_too_early(sheet: Sheet) -> Damage:
    """A lead is written as a card of another suit that the same seat plays later; one reading is left.

    The others then follow a suit that was not led, and the winner of the trick would not lead to the next.
    """
    for number in sheet.rng.sample(sheet.tricks[:-2], len(sheet.tricks[:-2])):
        first, *others = sheet.cards(number)
        seat = sheet.leader(number)
        followed = [card for card in others if card[1] == first[1]]
        own = [
            card for card, (line, owner) in sheet.played().items()
            if line > number and owner == seat and card[1] != first[1]
        ]  # fmt: skip
        held = {card: owner for card, (line, owner) in sheet.played().items() if line >= number}
        for card in own:
            revoke = [each for each in followed if any(c[1] == card[1] and held[c] == held[each] for c in held)]
            if len(revoke) > 1:
                return _instead(sheet, "CAL511", number, first, card)
    raise Unfit("no such lead")


def a_trick_left_out(sheet: Sheet) -> Damage:
    """The line of a trick is missing; every seat has one card left for it."""
    if sheet.all("claim ") or sheet.all("concede "):
        raise Unfit("claimed")
    number = _any(sheet, sheet.tricks[:-1])
    lines = sheet.copy()
    del lines[number]
    return sheet.only(lines, "CAL118", number, _number_at(lines[number]))


def two_tricks_left_out(sheet: Sheet) -> Damage:
    """Two tricks in a row are missing: the rest has no finding, whatever is in it."""
    if len(sheet.tricks) < 8:
        raise Unfit("tricks")
    number = sheet.rng.choice(sheet.tricks[1:5])
    lines = [line for at, line in enumerate(sheet.lines) if at not in (number, number + 1)]
    return sheet.only(lines, "CAL118", number, _number_at(lines[number]))


def two_tricks_changed_round(sheet: Sheet) -> Damage:
    """Two lines change places."""
    number = _any(sheet, sheet.tricks[:-1])
    lines = sheet.copy()
    lines[number], lines[number + 1] = lines[number + 1], lines[number]
    return sheet.only(lines, "CAL118", number + 1, _number_at(lines[number + 1]))


def a_trick_far_away(sheet: Sheet) -> Damage:
    """The line of the second trick is after the eighth."""
    if len(sheet.tricks) < 9:
        raise Unfit("tricks")
    second, eighth = sheet.tricks[1], sheet.tricks[7]
    lines = sheet.copy()
    lines.insert(eighth, lines.pop(second))
    return sheet.only(lines, "CAL118", eighth, _number_at(lines[eighth]))


def a_trick_again(sheet: Sheet) -> Damage:
    """The line of a trick is repeated."""
    number = _any(sheet, sheet.tricks)
    lines, at = _added(sheet, sheet.lines[number], at=number + 1)
    return sheet.only(lines, "CAL118", at, _number_at(lines[at]))


def another_number(sheet: Sheet) -> Damage:
    """A trick has the number of the next one."""
    number = _any(sheet, sheet.tricks[:-1])
    lines = sheet.copy()
    lines[number] = f"{sheet.lines[number + 1][:2]}{lines[number][2:]}"
    return sheet.only(lines, "CAL118", number, _number_at(lines[number]))


# ---------------------------------------------------------------------- helpers


def _number_at(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def swapped_into_a_revoke(sheet: Sheet) -> tuple[list[str], int, int, str]:
    """A revoke as it happens: a seat keeps back a card that would follow, and throws it in a later trick.

    The lines without result and payments, the line and column of the revoke, and whose it is.
    """
    played = sheet.played()
    for number in sheet.tricks[:-1]:
        first, *rest = sheet.cards(number)
        for seat, card in zip(sheet.players(number)[1:], rest, strict=True):
            if card[1] != first[1] or sheet.leader(number + 1) == seat:
                continue
            for other, (line, owner) in played.items():
                thrown = owner == seat and line > number and other[1] not in (card[1], sheet.cards(line)[0][1])
                led = {sheet.cards(each)[0][1] for each in range(number + 1, line + 1)}
                if thrown and card[1] not in led:
                    lines = sheet.replaced(number, sheet.column(number, card), card, other)
                    at = sheet.column(line, other)
                    lines[line] = f"{lines[line][:at]}{card}{lines[line][at + 2 :]}"
                    lines = [each for each in lines if not each.startswith(("result ", "score ", "total "))]
                    return lines, number, sheet.column(number, card), seat
    raise Unfit("no revoke")


def _followed(sheet: Sheet) -> tuple[int, str, str]:
    """A card, not the first of its trick, that follows suit and does not win; its line and its seat."""
    for number in sheet.rng.sample(sheet.tricks[:-1], len(sheet.tricks[:-1])):
        cards = sheet.cards(number)
        for seat, card in list(zip(sheet.players(number), cards, strict=True))[1:]:
            if card[1] == cards[0][1]:
                return number, seat, card
    raise Unfit("nobody follows")


def _later(sheet: Sheet, number: int, fits: Callable[[str, str], bool]) -> str:
    found = [card for card, (line, seat) in sheet.played().items() if line > number and fits(card, seat)]
    if not found:
        raise Unfit("no such card")
    return sheet.rng.choice(found)


def _instead(sheet: Sheet, code: str, number: int, card: str, other: str) -> Damage:
    at = sheet.column(number, card)
    return sheet.only(sheet.replaced(number, at, card, other), code, number, at)


DAMAGES: tuple[Callable[[Sheet], Damage], ...] = (
    another_leads,
    a_card_short_in_each,
    a_card_too_many_in_each,
    two_cards_changed_round,
    anothers_card,
    a_card_again,
    a_revoke,
    another_winner,
    after_the_last_trick,
    moving_after_all_passed,
    broken_off,
    a_card_too_early,
    a_trick_left_out,
    two_tricks_left_out,
    two_tricks_changed_round,
    a_trick_far_away,
    a_trick_again,
    another_number,
)
