"""Damages to the play, to claims, irregularities, cards shown and signals (CAL5xx)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.damage.early import _added, _any, _first
from tests.damage.sheet import Damage, Sheet, Unfit

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
    """The second and the third card of a trick stand in each other's place."""
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
    """A winner is stated who is not."""
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
    """Cards are discarded in a hand that nobody plays."""
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


def claimed_by_another(sheet: Sheet) -> Damage:
    """Only the declarer may claim."""
    _only(sheet, "strict")
    return _claim(sheet, sheet.others(sheet.declarer)[0], "claim", "rest refused", "CAL520")


def points_claimed(sheet: Sheet) -> Damage:
    """Only the rest may be claimed."""
    _only(sheet, "strict")
    return _claim(sheet, sheet.declarer, "claim", "points 20 refused", "CAL521")


def conceded_to_nobody(sheet: Sheet) -> Damage:
    """In a hand that all passed nobody can concede."""
    if any(word in sheet.bids for _, word in sheet.said()) or sheet.ruleset.endswith(".yaml"):
        raise Unfit("declarer")
    lines, number = _added(sheet, f"concede {sheet.seats[0]}: rest refused", before="bid ")
    return sheet.only(lines, "CAL522", number, 8)


def claimed_too_early(sheet: Sheet) -> Damage:
    """A claim in the middle of the exchange."""
    if "bare" in sheet.ruleset:
        raise Unfit("no claims")
    lines, number = _added(sheet, f"claim {sheet.declarer}: rest refused", at=sheet.where("discard "))
    return sheet.only(lines, "CAL523", number, 6)


def claimed_all_the_same(sheet: Sheet) -> Damage:
    """A claim under rules that know none."""
    _only(sheet, "bare")
    damage = _claim(sheet, sheet.declarer, "claim", "rest refused", "CAL524")
    return Damage(damage.lines, [("CAL524", damage.expected[0][1], len("claim B: ") + 1)])


def committed_by_another(sheet: Sheet) -> Damage:
    """Only the declarer can discard wrongly."""
    _only(sheet, "strict")
    other = sheet.others(sheet.declarer)[0]
    lines, number = _added(sheet, f"fault {other}: wrong-discard claimed by {sheet.declarer}", at=_first(sheet))
    return Damage(_without_score(lines), [("CAL530", number + 1, 7)])


def claimed_by_a_friend(sheet: Sheet) -> Damage:
    """A revoke is claimed by the offender's own side."""
    if "bare" in sheet.ruleset or not sheet.ruleset.startswith(("pagat", "treccani", "cavendish")):
        raise Unfit("faults")
    other, third, *_ = sheet.others(sheet.declarer)
    lines, number = _added(sheet, f"fault {other}: revoke trick 3 claimed by {third}", before="result ")
    return sheet.only(lines, "CAL531", number, 6)


def claimed_too_late(sheet: Sheet) -> Damage:
    """A misdeal is claimed when cards have been played."""
    _only(sheet, "strict")
    _first(sheet)
    lines, number = _added(sheet, f"fault {sheet.declarer}: misdeal", at=sheet.tricks[1])
    return Damage(_without_score(lines), [("CAL532", number + 1, 7)])


def faults_where_none_are(sheet: Sheet) -> Damage:
    """An irregularity under rules that name none."""
    _only(sheet, "bare")
    lines, number = _added(sheet, f"fault {sheet.declarer}: revoke trick 3", before="result ")
    return sheet.only(lines, "CAL533", number, 9)


def shown_by_another(sheet: Sheet) -> Damage:
    """Only the declarer may show cards."""
    _only(sheet, "strict")
    other = sheet.others(sheet.declarer)[0]
    return _shown(sheet, other, _first(sheet), "CAL540", 5)


def shown_too_late(sheet: Sheet) -> Damage:
    """Cards are shown after the first lead."""
    _only(sheet, "strict")
    _first(sheet)
    return _shown(sheet, sheet.declarer, sheet.tricks[1], "CAL541", 5)


def shown_all_the_same(sheet: Sheet) -> Damage:
    """Cards are shown under rules that know nothing of it."""
    _only(sheet, "bare")
    return _shown(sheet, sheet.declarer, _first(sheet), "CAL542", 0)


def a_declarers_signal(sheet: Sheet) -> Damage:
    """Only opponents may give signals."""
    _only(sheet, "strict")
    return _signal(sheet, sheet.declarer, "CAL550", 7)


def a_signal_without_a_lead(sheet: Sheet) -> Damage:
    """Only who leads may give signals."""
    if not sheet.ruleset.startswith("gelli") and "strict" not in sheet.ruleset:
        raise Unfit("signals")
    leader = sheet.leader(_first(sheet))
    other = next(seat for seat in sheet.others(leader) if seat != sheet.declarer)
    return _signal(sheet, other, "CAL551", len(f"signal {other}: "))


def signals_where_none_are(sheet: Sheet) -> Damage:
    """A signal under rules that know none."""
    if sheet.ruleset != "pagat" and "bare" not in sheet.ruleset:
        raise Unfit("signals")
    seat = sheet.leader(_first(sheet))
    return _signal(sheet, seat, "CAL552", len(f"signal {seat}: "))


# ---------------------------------------------------------------------- helpers


def _only(sheet: Sheet, ruleset: str) -> None:
    if ruleset not in sheet.ruleset or not sheet.tricks:
        raise Unfit(ruleset)


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


def _claim(sheet: Sheet, seat: str, verb: str, what: str, code: str) -> Damage:
    lines, number = _added(sheet, f"{verb} {seat}: {what}", at=sheet.tricks[5])
    return sheet.only(lines, code, number, len(verb) + 1)


def _shown(sheet: Sheet, seat: str, before: int, code: str, at: int) -> Damage:
    last = next(card for card, (line, owner) in sheet.played().items() if owner == seat and line == sheet.tricks[-1])
    lines, number = _added(sheet, f"show {seat}: {last}", at=before)
    return sheet.only(lines, code, number, at)


def _signal(sheet: Sheet, seat: str, code: str, at: int) -> Damage:
    lines, number = _added(sheet, f"signal {seat}: busso", at=_first(sheet))
    return sheet.only(lines, code, number, at)


def _without_score(lines: list[str]) -> list[str]:
    """What an irregularity costs is not the matter here."""
    return [line for line in lines if not line.startswith(("score ", "total ", "penalty "))]


DAMAGES: tuple[Callable[[Sheet], Damage], ...] = (
    another_leads, a_card_short_in_each, a_card_too_many_in_each, two_cards_changed_round, anothers_card, a_card_again,
    a_revoke, another_winner, after_the_last_trick, moving_after_all_passed, broken_off, claimed_by_another,
    points_claimed, conceded_to_nobody, claimed_too_early, claimed_all_the_same, committed_by_another,
    claimed_by_a_friend, claimed_too_late, faults_where_none_are, shown_by_another, shown_too_late, shown_all_the_same,
    a_declarers_signal, a_signal_without_a_lead, signals_where_none_are,
)  # fmt: skip
