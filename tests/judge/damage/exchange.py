"""Damages to the call and to what is exchanged before the first lead (CAL42x, CAL43x)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.judge.damage.early import _added
from tests.judge.damage.sheet import Damage, Sheet, Unfit

if TYPE_CHECKING:
    from collections.abc import Callable


def calling_ones_own(sheet: Sheet) -> Damage:
    """A card that the caller was dealt, where that is refused."""
    if not sheet.ruleset.startswith(("tretre", "gelli-bellora", "foster", "sestiglio")):
        raise Unfit("may be called")
    number = sheet.where("call ")
    called = sheet.cards(number)[0]
    own = [card for card in sheet.cards(sheet.where(f"deal {sheet.declarer}")) if card[0] == called[0]]
    if not own or " with " not in sheet.lines[number]:
        raise Unfit("no such card")
    return sheet.only(sheet.replaced(number, 8, called, own[0]), "CAL420", number, 8)


def calling_what_may_not_be(sheet: Sheet) -> Damage:
    """A low card, where only the highest are called."""
    if not sheet.ruleset.startswith(("foster", "quadriglio")):
        raise Unfit("may be called")
    number = sheet.where("call ")
    called = sheet.cards(number)[0]
    caller = sheet.lines[number][5]
    held = sheet.cards(sheet.where(f"deal {caller}"))
    other = [card for card in sheet.played() if card[0] == "7" and card not in held]
    if not other or " with " not in sheet.lines[number]:
        raise Unfit("no such card")
    lines = sheet.replaced(number, 8, called, other[0])
    lines[number] = lines[number][:10]
    return sheet.only(lines, "CAL421", number, 8)


def calling_what_lies_on_the_table(sheet: Sheet) -> Damage:
    """A card that is in no hand, if the rules refuse that."""
    if "strict" not in sheet.ruleset:
        raise Unfit("may be called")
    number = sheet.where("call ")
    called = sheet.cards(number)[0]
    lines = sheet.replaced(number, 8, called, sheet.cards(sheet.where("monte "))[0])
    lines[number] = lines[number][:10]
    return sheet.only(lines, "CAL422", number, 8)


def calling_another_than_was_given(sheet: Sheet) -> Damage:
    """The call names another card than the holder hands over."""
    number = sheet.where("call ", holding=" with ")
    called = sheet.cards(number)[0]
    holder = sheet.lines[number][sheet.lines[number].index(" with ") + 6]
    given = sheet.where(f"give {holder}", holding=f" {called} to {sheet.declarer}")
    if called not in sheet.played() or sheet.played()[called][1] != sheet.declarer:
        raise Unfit("discarded")
    if not sheet.ruleset.startswith(("pagat", "treccani", "tretre")):
        raise Unfit("not every card may be called")
    other = next(
        card for card in sheet.cards(sheet.where(f"deal {holder}")) if card != called and card in sheet.played()
    )
    return sheet.only(sheet.replaced(number, 8, called, other), "CAL424", given, 0)


def found_elsewhere(sheet: Sheet) -> Damage:
    """The called card is found with another seat."""
    number = sheet.where("call ", holding=" with ")
    at = sheet.lines[number].index(" with ") + 6
    found = sheet.lines[number][at]
    other = next(seat for seat in sheet.others(sheet.lines[number][5]) if seat != found)
    return sheet.only(sheet.replaced(number, at, found, other), "CAL423", number, at)


def another_card_handed_over(sheet: Sheet) -> Damage:
    """Not the called card is handed over."""
    called = sheet.cards(sheet.where("call ", holding=" with "))[0]
    number = sheet.where("give ", holding=f" {called} to {sheet.declarer}")
    giver = sheet.lines[number][5]
    other = next(card for card in sheet.cards(sheet.where(f"deal {giver}")) if card != called)
    return Damage(sheet.replaced(number, sheet.column(number, called), called, other), [("CAL424", number + 1, 1)])


def given_back_to_another(sheet: Sheet) -> Damage:
    """The card goes back to the wrong opponent."""
    number = sheet.where(f"give {sheet.declarer}")
    at = len(sheet.lines[number]) - 1
    right = sheet.lines[number][at]
    other = next(seat for seat in sheet.others(sheet.declarer) if seat != right)
    return sheet.only(sheet.replaced(number, at, right, other), "CAL425", number, at)


def done_twice(sheet: Sheet) -> Damage:
    """The line of the discard is repeated."""
    number = sheet.where(f"discard {sheet.declarer}")
    lines, _ = _added(sheet, sheet.lines[number], at=number + 1)
    return sheet.only(lines, "CAL303", number + 1, 0)


def given_where_nothing_is_given(sheet: Sheet) -> Damage:
    """A card for the declarer, in a game that is played with the monte alone."""
    if sheet.all("call ") or sheet.all("give "):
        raise Unfit("cards are given")
    number = sheet.where(f"discard {sheet.declarer}")
    other = sheet.others(sheet.declarer)[0]
    card = sheet.cards(sheet.where(f"deal {other}"))[0]
    line = f"give {other}: closed {card} to {sheet.declarer}"
    lines, _ = _added(sheet, line, at=number + 1)
    return sheet.only(lines, "CAL430", number + 1, 5)


def taken_by_another(sheet: Sheet) -> Damage:
    """An opponent's letter before what the declarer takes."""
    number = sheet.where(f"take {sheet.declarer}")
    return sheet.only(sheet.replaced(number, 5, sheet.declarer, sheet.others(sheet.declarer)[0]), "CAL431", number, 5)


def discarded_by_another(sheet: Sheet) -> Damage:
    """An opponent's letter before what the declarer discards."""
    number = sheet.where(f"discard {sheet.declarer}")
    return sheet.only(sheet.replaced(number, 8, sheet.declarer, sheet.others(sheet.declarer)[0]), "CAL431", number, 8)


def showing_what_lies_aside(sheet: Sheet) -> Damage:
    """A card of the monte is shown before it is taken."""
    if "bare" in sheet.ruleset:
        raise Unfit("nothing is shown")
    taken = sheet.where("take ")
    card = sheet.cards(sheet.where("monte "))[0]
    if sheet.tricks and taken > sheet.tricks[0]:
        raise Unfit("order")
    lines, number = _added(sheet, f"show {sheet.declarer}: {card}", at=sheet.all("bid ")[-1] + 1)
    return sheet.only(lines, "CAL432", number, 8)


def discarding_anothers_card(sheet: Sheet) -> Damage:
    """A card that an opponent was dealt, and plays, is among the discards."""
    number = sheet.where(f"discard {sheet.declarer}")
    other = _opponents_card(sheet)
    card = sheet.cards(number)[-1]
    at = sheet.column(number, card)
    return sheet.only(sheet.replaced(number, at, card, other), "CAL433", number, at)


def too_few_discarded(sheet: Sheet) -> Damage:
    """The last discard is not written down."""
    number = sheet.where(f"discard {sheet.declarer}")
    if len(sheet.cards(number)) < 2 or "up to" in sheet.lines[number] or " to " in sheet.lines[number]:
        raise Unfit("cards")
    lines = sheet.copy()
    lines[number] = lines[number][:-3]
    return sheet.only(lines, "CAL434", number, 0)


def too_few_taken(sheet: Sheet) -> Damage:
    """The last card taken is not written down."""
    number = sheet.where(f"take {sheet.declarer}")
    if len(sheet.cards(number)) != len(sheet.cards(sheet.where("monte "))) or " from " in sheet.lines[number]:
        raise Unfit("a choice")
    lines = sheet.copy()
    lines[number] = lines[number][:-3]
    return sheet.only(lines, "CAL434", number, 0)


def taking_anothers_card(sheet: Sheet) -> Damage:
    """A card is taken that is not there."""
    number = sheet.where(f"take {sheet.declarer}")
    if len(sheet.cards(number)) != len(sheet.cards(sheet.where("monte "))):
        raise Unfit("a choice")
    card = sheet.cards(number)[1]
    at = sheet.column(number, card)
    return sheet.only(sheet.replaced(number, at, card, _opponents_card(sheet)), "CAL435", number, at)


def another_called(sheet: Sheet) -> Damage:
    """The call names a card that the declarer holds, where that is allowed; another is handed to him."""
    number = sheet.where("call ", holding=" with ")
    called = sheet.cards(number)[0]
    holder = sheet.lines[number][sheet.lines[number].index(" with ") + 6]
    sheet.where(f"give {holder}", holding=f" {called} to {sheet.declarer}")
    if not sheet.ruleset.startswith("pagat"):
        raise Unfit("not every card may be called")
    own = [card for card in sheet.cards(sheet.where(f"deal {sheet.declarer}")) if card in sheet.played()]
    return sheet.only(sheet.replaced(number, 8, called, own[0]), "CAL426", number, 8)


def another_given_back(sheet: Sheet) -> Damage:
    """In the record the declarer returns a card that he plays later."""
    number = sheet.where(f"give {sheet.declarer}")
    return _played_later(sheet, number)


def another_discarded(sheet: Sheet) -> Damage:
    """In the record the declarer discards a card that he plays later."""
    number = sheet.where(f"discard {sheet.declarer}")
    if " to " in sheet.lines[number]:
        raise Unfit("named")
    return _played_later(sheet, number)


def _played_later(sheet: Sheet, number: int) -> Damage:
    card = sheet.cards(number)[-1]
    dealt = sheet.cards(sheet.where(f"deal {sheet.declarer}"))
    played = sheet.played()
    own = [each for each in dealt if each in played and played[each][1] == sheet.declarer]
    # In one trick with the card that was given, two cards may just as well have changed places.
    own = [each for each in own if card not in played or played[card][0] != played[each][0]]
    if not own or not sheet.tricks or any(number > line for line in sheet.tricks):
        raise Unfit("cards")
    at = sheet.column(number, card)
    return sheet.only(sheet.replaced(number, at, card, sheet.rng.choice(own)), "CAL438", number, at)


def a_card_twice(sheet: Sheet) -> Damage:
    """A card of what is taken, given or discarded is written down twice."""
    number = sheet.rng.choice([*sheet.all("take "), *sheet.all("give "), *sheet.all("discard ")] or _none())
    card = str(sheet.rng.choice(sheet.cards(number) or _none()))
    at = sheet.column(number, card) + 3
    line = sheet.lines[number]
    lines = sheet.copy()
    lines[number] = f"{line[:at]}{card} {line[at:]}".rstrip() if at <= len(line) else f"{line} {card}"
    return sheet.only(lines, "CAL436", number, at)


def a_card_in_anothers_place(sheet: Sheet) -> Damage:
    """The last discard is written as the one before it."""
    number = sheet.where(f"discard {sheet.declarer}")
    cards = sheet.cards(number)
    if len(cards) < 2 or "up to" in sheet.lines[number] or " to " in sheet.lines[number]:
        raise Unfit("cards")
    at = sheet.column(number, cards[-1])
    return sheet.only(sheet.replaced(number, at, cards[-1], cards[-2]), "CAL436", number, at)


def _none() -> list[int]:
    raise Unfit("nothing changes hands")


def taken_covered(sheet: Sheet) -> Damage:
    """An open take that the record calls closed."""
    number = sheet.where("take ", holding=": open ")
    at = sheet.lines[number].index("open")
    return sheet.only(sheet.replaced(number, at, "open", "closed"), "CAL437", number, at)


def _opponents_card(sheet: Sheet) -> str:
    """A card that an opponent was dealt and plays, and that no other line names."""
    declarer = sheet.declarer
    dealt = [card for seat in sheet.others(declarer) for card in sheet.cards(sheet.where(f"deal {seat}"))]
    moved = [card for verb in ("give ", "call ", "take ") for number in sheet.all(verb) for card in sheet.cards(number)]
    return next(card for card in dealt if card in sheet.played() and card not in moved)


DAMAGES: tuple[Callable[[Sheet], Damage], ...] = (
    calling_ones_own,
    calling_what_may_not_be,
    calling_what_lies_on_the_table,
    calling_another_than_was_given,
    found_elsewhere,
    another_card_handed_over,
    given_back_to_another,
    done_twice,
    given_where_nothing_is_given,
    taken_by_another,
    discarded_by_another,
    showing_what_lies_aside,
    discarding_anothers_card,
    too_few_discarded,
    too_few_taken,
    taking_anothers_card,
    taken_covered,
    another_called,
    another_given_back,
    another_discarded,
    a_card_twice,
    a_card_in_anothers_place,
)
