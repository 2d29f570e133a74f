"""Damages to words, to the table and to the deal (CAL2xx, CAL3xx)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.judge.damage.sheet import Damage, Sheet, Unfit

if TYPE_CHECKING:
    from collections.abc import Callable


def unknown_bid(sheet: Sheet) -> Damage:
    """A word of the auction is misspelt."""
    number = sheet.where("bid ")
    seat, word = sheet.rng.choice(sheet.said()[: sheet.lines[number].count(":")])
    at = sheet.lines[number].index(f"{seat}: {word}") + 3
    return sheet.only(sheet.replaced(number, at, word, f"zz{word}"), "CAL210", number, at)


def unknown_rank_dealt(sheet: Sheet) -> Damage:
    """A dealt card has a rank that the pack does not have."""
    number = sheet.rng.choice(sheet.all("deal "))
    card = sheet.rng.choice(sheet.cards(number))
    at = sheet.column(number, card)
    return sheet.only(sheet.replaced(number, at, card, sheet.other_rank() + card[1]), "CAL211", number, at)


def unknown_suit_played(sheet: Sheet) -> Damage:
    """A played card has a suit that the pack does not have."""
    number = _any(sheet, sheet.tricks)
    card = sheet.rng.choice(sheet.cards(number))
    at = sheet.column(number, card)
    return sheet.only(sheet.replaced(number, at, card, f"{card[0]}z"), "CAL211", number, at)


def unknown_fault(sheet: Sheet) -> Damage:
    """An irregularity that the rules have no word for."""
    if "bare" in sheet.ruleset:
        raise Unfit("no irregularities")
    lines, number = _added(sheet, f"fault {sheet.declarer}: sneeze trick 2", before="result ")
    return sheet.only(lines, "CAL212", number, len(f"fault {sheet.declarer}: "))


def unknown_signal(sheet: Sheet) -> Damage:
    """A signal that the rules do not list."""
    if not sheet.ruleset.startswith("gelli") and "strict" not in sheet.ruleset:
        raise Unfit("no signals")
    seat = sheet.leader(_first(sheet))
    lines, number = _added(sheet, f"signal {seat}: sneeze", at=_first(sheet))
    return sheet.only(lines, "CAL213", number, len(f"signal {seat}: "))


def unknown_pile(sheet: Sheet) -> Damage:
    """Cards go to a pile that is none."""
    number = sheet.where("discard ")
    if " to " in sheet.lines[number]:
        raise Unfit("named")
    lines = sheet.copy()
    lines[number] += " to cellar"
    return sheet.only(lines, "CAL214", number, len(lines[number]) - len("cellar"))


def unknown_dealer(sheet: Sheet) -> Damage:
    """A dealer in a seat that does not exist."""
    number = sheet.where("dealer ")
    return sheet.only(sheet.replaced(number, 7, sheet.lines[number][7], "Z"), "CAL215", number, 7)


def unknown_seat_scored(sheet: Sheet) -> Damage:
    """A payment to a seat that does not exist."""
    number = sheet.where("score ")
    return sheet.only(sheet.replaced(number, 6, sheet.lines[number][6], "Z"), "CAL215", number, 6)


def a_seat_too_few(sheet: Sheet) -> Damage:
    """Only two sit at the table."""
    if sheet.all("dummy "):
        raise Unfit("dummies")
    seats = sheet.all("seat ")[2:]
    lines = [line for number, line in enumerate(sheet.lines) if number not in seats]
    return sheet.only(lines, "CAL216", lines.index(sheet.lines[sheet.where("dealer ")]), 0)


def another_pack(sheet: Sheet) -> Damage:
    """All suits are those of another country."""
    suits = dict(zip(sheet.suits, "wxyz", strict=False))
    lines = sheet.copy()
    for number in (*sheet.all("deal "), *sheet.all("monte "), *sheet.tricks):
        for card in sheet.cards(number):
            lines[number] = lines[number].replace(card, card[0] + suits[card[1]])
    number = sheet.where("deal ")
    return sheet.only(lines, "CAL217", number, 8)


def dealt_twice(sheet: Sheet) -> Damage:
    """A card of an earlier hand is in a later one."""
    deals = sheet.all("deal ")
    number = sheet.rng.choice(deals[1:])
    card = sheet.rng.choice(sheet.cards(number))
    other = sheet.rng.choice(sheet.cards(deals[0]))
    at = sheet.column(number, card)
    return sheet.only(sheet.replaced(number, at, card, other), "CAL301", number, at)


def dealt_twice_in_one_hand(sheet: Sheet) -> Damage:
    """A card is twice in a hand."""
    number = sheet.rng.choice(sheet.all("deal "))
    *_, first, second = sheet.cards(number)
    at = sheet.column(number, second)
    return sheet.only(sheet.replaced(number, at, second, first), "CAL301", number, at)


def a_card_short(sheet: Sheet) -> Damage:
    """The last card of a hand is missing."""
    number = sheet.rng.choice(sheet.all("deal "))
    lines = sheet.copy()
    lines[number] = lines[number][:-3]
    return sheet.only(lines, "CAL302", number, 0)


def monte_short(sheet: Sheet) -> Damage:
    """The last card of what was dealt to the table is missing."""
    number = sheet.where("monte ")
    lines = sheet.copy()
    lines[number] = lines[number][:-3]
    return sheet.only(lines, "CAL302", number, 0)


def a_monte_where_none_is(sheet: Sheet) -> Damage:
    """Cards are written as dealt to a table that gets none."""
    if sheet.all("monte ") or not sheet.all("deal "):
        raise Unfit("monte")
    lines, number = _added(sheet, f"monte {' '.join(sheet.cards(sheet.where('deal '))[:4])}", before="bid ")
    return sheet.only(lines, "CAL304", number, 0)


def no_dealer(sheet: Sheet) -> Damage:
    """A hand without a dealer."""
    lines = sheet.copy()
    del lines[sheet.where("dealer ")]
    return sheet.only(lines, "CAL305", sheet.where("hand "), 0)


def another_sits_out(sheet: Sheet) -> Damage:
    """Another seat sits out than the one that must."""
    number = sheet.where("out ")
    return sheet.only(sheet.replaced(number, 4, sheet.lines[number][4], sheet.seats[0]), "CAL306", number, 4)


def one_sits_out_too_many(sheet: Sheet) -> Damage:
    """A player who sits out where all play."""
    if sheet.all("out "):
        raise Unfit("out")
    lines, number = _added(sheet, f"out {sheet.seats[0]}", before="deal ")
    return sheet.only(lines, "CAL306", number, 4)


def a_card_too_many(sheet: Sheet) -> Damage:
    """A hand has one card more than it should: one that another has too, or one of its own again."""
    deals = sheet.all("deal ")
    number = sheet.rng.choice(deals)
    card = sheet.rng.choice(sheet.cards(sheet.rng.choice(deals)))
    lines = sheet.copy()
    lines[number] += f" {card}"
    return sheet.only(lines, "CAL301", number, len(lines[number]) - 2)


def a_declarers_card_on_the_table(sheet: Sheet) -> Damage:
    """The monte is written with a card that the declarer was dealt; what he takes shows what lay there."""
    number = sheet.where("monte ")
    taken = sheet.cards(sheet.where(f"take {sheet.declarer}"))
    own = [card for card in sheet.cards(sheet.where(f"deal {sheet.declarer}")) if card in sheet.played()]
    card = sheet.cards(number)[1]
    if card not in taken or sheet.where("deal ") > number:
        raise Unfit("not taken")
    at = sheet.column(number, card)
    return sheet.only(sheet.replaced(number, at, card, sheet.rng.choice(own)), "CAL301", number, at)


def dealt_to_one_twice(sheet: Sheet) -> Damage:
    """The letter before one hand is that of the one above it."""
    first, second, *_ = sheet.all("deal ")
    lines = sheet.replaced(second, 5, sheet.lines[second][5], sheet.lines[first][5])
    return sheet.only(lines, "CAL303", second, 5)


def a_deal_line_again(sheet: Sheet) -> Damage:
    """A hand is written down twice."""
    number = sheet.rng.choice(sheet.all("deal "))
    lines, at = _added(sheet, sheet.lines[number], at=number + 1)
    return sheet.only(lines, "CAL303", at, 5)


def a_monte_again(sheet: Sheet) -> Damage:
    """A second monte, with a card of a hand in it."""
    number = sheet.where("monte ")
    cards = sheet.cards(number)
    line = f"monte {' '.join([*cards[:-1], sheet.cards(sheet.where('deal '))[0]])}"
    lines, at = _added(sheet, line, at=number + 1)
    return sheet.only(lines, "CAL303", at, 0)


def a_second_dealer(sheet: Sheet) -> Damage:
    """A line below the dealer's names another."""
    number = sheet.where("dealer ")
    other = next(seat for seat in sheet.seats if seat != sheet.lines[number][7])
    lines, at = _added(sheet, f"dealer {other}", at=number + 1)
    return sheet.only(lines, "CAL303", at, 0)


def _added(sheet: Sheet, line: str, *, before: str = "", at: int = -1) -> tuple[list[str], int]:
    """The lines with one more, and its number."""
    number = sheet.where(before) if before else at
    lines = sheet.copy()
    lines.insert(number, line)
    return lines, number


def _any(sheet: Sheet, numbers: list[int]) -> int:
    if not numbers:
        raise Unfit("no tricks")
    return sheet.rng.choice(numbers)


def _first(sheet: Sheet) -> int:
    if not sheet.tricks:
        raise Unfit("no tricks")
    return sheet.tricks[0]


DAMAGES: tuple[Callable[[Sheet], Damage], ...] = (
    unknown_bid, unknown_rank_dealt, unknown_suit_played, unknown_fault, unknown_signal, unknown_pile, unknown_dealer,
    unknown_seat_scored, a_seat_too_few, another_pack, dealt_twice, dealt_twice_in_one_hand, a_card_short, monte_short,
    a_monte_where_none_is, no_dealer, another_sits_out, one_sits_out_too_many, dealt_to_one_twice,
    a_card_too_many, a_declarers_card_on_the_table,
    a_deal_line_again, a_monte_again, a_second_dealer,
)  # fmt: skip
