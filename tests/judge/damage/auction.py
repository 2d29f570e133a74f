"""Damages to the auction and to raises (CAL40x, CAL41x)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.judge.damage.early import _added
from tests.judge.damage.sheet import Damage, Sheet, Unfit, pairs

if TYPE_CHECKING:
    from collections.abc import Callable


def speaking_out_of_turn(sheet: Sheet) -> Damage:
    """The first two words are written in the wrong order."""
    number = sheet.where("bid ")
    said = pairs(sheet.lines[number])
    if len(said) < 3 or len(sheet.all("bid ")) > 1 or len({seat for seat, _ in said}) < len(said):
        raise Unfit("words")
    if sum(word in sheet.bids for _, word in said) > 1 or "treccani" in sheet.ruleset:
        raise Unfit("bids")
    said[0], said[1] = said[1], said[0]
    lines = sheet.copy()
    lines[number] = "bid " + " ".join(f"{seat}: {word}" for seat, word in said)
    return sheet.only(lines, "CAL401", number, 4)


def a_word_forgotten(sheet: Sheet) -> Damage:
    """The first word, which was a waiting one, is not written down."""
    number = sheet.where("bid ")
    said = pairs(sheet.lines[number])
    if len(said) < 2 or said[0][1] not in sheet.words or [seat for seat, _ in said].count(said[0][0]) > 1:
        raise Unfit("words")
    lines = sheet.copy()
    lines[number] = "bid " + " ".join(f"{seat}: {word}" for seat, word in said[1:])
    return sheet.only(lines, "CAL401", number, 4)


def not_higher(sheet: Sheet) -> Damage:
    """After a bid another player repeats it."""
    number = sheet.where("bid ")
    said = pairs(sheet.lines[number])
    at = next((n for n, (_, word) in enumerate(said) if word in sheet.bids), -1)
    if at < 0 or at + 1 >= len(said) or said[at + 1][1] not in sheet.words or len(sheet.bids) < 2:
        raise Unfit("nobody after the bid")
    if len({seat for seat, _ in said}) < len(said):
        raise Unfit("several words each")
    seat, word = said[at + 1]
    column = sheet.lines[number].index(f"{seat}: {word}") + 3
    return sheet.only(sheet.replaced(number, column, word, said[at][1]), "CAL402", number, column)


def passing_after_a_bid(sheet: Sheet) -> Damage:
    """A pass after a bid, in a ruleset that has another word for it."""
    number = (
        sheet.where("bid ", holding="buono") if "treccani" in sheet.ruleset else sheet.where("bid ", holding="sto-")
    )
    old = "buono" if "buono" in sheet.lines[number] else "sto-bene"
    column = sheet.column(number, old)
    return sheet.only(sheet.replaced(number, column, old, "passo"), "CAL403", number, column)


def accepting_nothing(sheet: Sheet) -> Damage:
    """A bid is accepted that was not made."""
    if "treccani" not in sheet.ruleset:
        raise Unfit("words")
    number = sheet.where("bid ", holding=": passo")
    column = sheet.column(number, "passo")
    return sheet.only(sheet.replaced(number, column, "passo", "buono"), "CAL403", number, column)


def bidding_a_raise(sheet: Sheet) -> Damage:
    """A contract that is only raised to is bid."""
    if "dividete" in sheet.bids or "solissimo" not in sheet.bids or "pagat" not in sheet.ruleset:
        raise Unfit("ladder")
    number = sheet.where("bid ")
    seat, word = sheet.said()[0]
    column = sheet.lines[number].index(f"{seat}: {word}") + 3
    return sheet.only(sheet.replaced(number, column, word, "dividete"), "CAL404", number, column)


def a_restricted_bid(sheet: Sheet) -> Damage:
    """A low bid, in a hand marked as following one that all passed."""
    if (
        "treccani" not in sheet.ruleset
        or sheet.said()[-1][1] != "buono"
        or sheet.bids[0] not in dict(sheet.said()).values()
    ):
        raise Unfit("bid")
    lines, _ = _added(sheet, "carry all-pass", before="deal ")
    number = sheet.where("bid ")
    return sheet.only(lines, "CAL405", number + 1, sheet.column(number, sheet.bids[0]))


def bidding_too_late(sheet: Sheet) -> Damage:
    """One more bid when all have spoken."""
    if sheet.ruleset == "gelli-terziglio":
        raise Unfit("a card is named first")
    number = sheet.all("bid ")[-1]
    lines = sheet.copy()
    lines[number] += f" {sheet.others(sheet.declarer)[0]}: {sheet.bids[-1]}"
    return sheet.only(lines, "CAL406", number, len(lines[number]) - len(sheet.bids[-1]))


def an_idle_word(sheet: Sheet) -> Damage:
    """One more waiting word when all have spoken: only a note."""
    if sheet.ruleset == "gelli-terziglio":
        raise Unfit("a card is named first")
    number = sheet.all("bid ")[-1]
    lines = sheet.copy()
    lines[number] += f" {sheet.others(sheet.declarer)[0]}: {sheet.words[0]}"
    return sheet.only(lines, "CAL407", number, len(lines[number]) - len(sheet.words[0]))


def raising_what_cannot_be(sheet: Sheet) -> Damage:
    """A contract without raises is raised."""
    if "pagat" not in sheet.ruleset or (sheet.declarer and sheet.said()[0][1] == "solissimo"):
        raise Unfit("raises")
    lines, number = _added(sheet, f"raise {sheet.declarer}: dividete", at=sheet.where(" 1 "))
    return sheet.only(lines, "CAL410", number, 9)


def raising_after_the_lead(sheet: Sheet) -> Damage:
    """A raise behind the first trick."""
    if "pagat" not in sheet.ruleset or sheet.said()[0][1] != "solissimo" or sheet.all("raise "):
        raise Unfit("contract")
    lines, number = _added(sheet, f"raise {sheet.declarer}: dividete", at=sheet.where(" 2 "))
    return sheet.only(lines, "CAL411", number, 9)


def raised_by_another(sheet: Sheet) -> Damage:
    """The declarer's raise under another's letter."""
    number = sheet.where("raise ")
    other = sheet.others(sheet.declarer)[0]
    return sheet.only(sheet.replaced(number, 6, sheet.declarer, other), "CAL412", number, 6)


def raising_before_the_auction(sheet: Sheet) -> Damage:
    """A raise before anybody has bid."""
    lines, number = _added(sheet, f"raise {sheet.seats[0]}: {sheet.bids[-1]}", before="bid ")
    return sheet.only(lines, "CAL413", number, 9)


def words_changed_round(sheet: Sheet) -> Damage:
    """The declarer's bid and the word after or before it change places."""
    number, said = _exchanged(sheet)
    at = next(nth for nth, (_, word) in enumerate(said) if word in sheet.bids)
    other = at - 1 if at else at + 1
    if other >= len(said) or said[at][0] == said[other][0]:
        raise Unfit("one word")
    first, second = min(at, other), max(at, other)
    words = [word for _, word in said]
    words[first], words[second] = words[second], words[first]
    lines = sheet.copy()
    lines[number] = "bid " + " ".join(f"{seat}: {word}" for (seat, _), word in zip(said, words, strict=True))
    return sheet.only(lines, "CAL408", number, lines[number].index(f"{said[first][0]}: {words[first]}"))


def another_dealt(sheet: Sheet) -> Damage:
    """The dealer's letter is another's; the same people are at the table."""
    _, said = _exchanged(sheet)
    if "thirty-five" in sheet.ruleset:
        raise Unfit("who speaks first is all that depends on it")
    if sheet.all("out ") or len(said) < len(sheet.seats) or sheet.all("dummy "):
        raise Unfit("seats")
    at = sheet.where("dealer ")
    dealer = sheet.lines[at][7]
    return sheet.only(sheet.replaced(at, 7, dealer, sheet.rng.choice(sheet.others(dealer))), "CAL308", at, 7)


def _exchanged(sheet: Sheet) -> tuple[int, list[tuple[str, str]]]:
    """The one line of an auction with one bid, after which the declarer calls, takes and discards."""
    numbers = sheet.all("bid ")
    said = sheet.said()
    if len(numbers) != 1 or sum(word in sheet.bids for _, word in said) != 1 or sheet.all("raise "):
        raise Unfit("auction")
    if "call " in sheet.lines[numbers[0] + 1] and not sheet.all("give "):
        raise Unfit("called with the bid")
    sheet.where(f"call {sheet.declarer}")
    sheet.where(f"discard {sheet.declarer}")
    return numbers[0], said


DAMAGES: tuple[Callable[[Sheet], Damage], ...] = (
    speaking_out_of_turn,
    a_word_forgotten,
    not_higher,
    passing_after_a_bid,
    accepting_nothing,
    bidding_a_raise,
    a_restricted_bid,
    bidding_too_late,
    an_idle_word,
    raising_what_cannot_be,
    raising_after_the_lead,
    raised_by_another,
    raising_before_the_auction,
    words_changed_round,
    another_dealt,
)
