"""Damages to claims, irregularities, cards shown and signals (CAL52x to CAL55x)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.judge.damage.early import _added, _first
from tests.judge.damage.play import swapped_into_a_revoke
from tests.judge.damage.sheet import Damage, Sheet, Unfit

if TYPE_CHECKING:
    from collections.abc import Callable


def claimed_by_another(sheet: Sheet) -> Damage:
    """Only the declarer may claim."""
    _only(sheet, "strict")
    return _claim(sheet, sheet.others(sheet.declarer)[0], "claim", "rest refused", "CAL520")


def points_claimed(sheet: Sheet) -> Damage:
    """Only the rest may be claimed."""
    _only(sheet, "strict")
    return _claim(sheet, sheet.declarer, "claim", "points 20 refused", "CAL521")


def conceded_to_nobody(sheet: Sheet) -> Damage:
    """A hand that all passed is conceded."""
    if any(word in sheet.bids for _, word in sheet.said()) or sheet.ruleset.endswith(".yaml"):
        raise Unfit("declarer")
    if not sheet.tricks:
        raise Unfit("dealt again")
    lines, number = _added(sheet, f"concede {sheet.seats[0]}: rest refused", at=sheet.tricks[0])
    return sheet.only(lines, "CAL522", number, 8)


def conceded_before_a_bid(sheet: Sheet) -> Damage:
    """Before anybody has bid there is nothing to concede."""
    if "bare" in sheet.ruleset:
        raise Unfit("no claims")
    lines, number = _added(sheet, f"concede {sheet.seats[0]}: rest refused", before="bid ")
    return sheet.only(lines, "CAL523", number, 8)


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
    lines, number = _added(sheet, f"fault {other}: revoke claimed by {third}", before="result ")
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
    """A signal comes from a player who does not lead."""
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


def answered_by_the_own_side(sheet: Sheet) -> Damage:
    """A claim refused by the claimant."""
    if "bare" in sheet.ruleset:
        raise Unfit("no claims")
    _first(sheet)
    lines, number = _added(sheet, f"claim {sheet.declarer}: rest refused by {sheet.declarer}", at=sheet.tricks[5])
    return sheet.only(lines, "CAL525", number, len(lines[number]) - 1)


def in_a_trick_that_was_not_played(sheet: Sheet) -> Damage:
    """A revoke in a trick that there is not."""
    if not sheet.ruleset.startswith(("pagat", "treccani", "cavendish")):
        raise Unfit("faults")
    line = f"fault {sheet.others(sheet.declarer)[0]}: revoke trick 19 claimed by {sheet.declarer}"
    lines, number = _added(sheet, line, before="result ")
    return sheet.only(lines, "CAL534", number, line.index("19"))


def a_revoke_claimed_twice(sheet: Sheet) -> Damage:
    """A revoke is claimed, and its line is repeated."""
    if not sheet.ruleset.startswith(("pagat", "treccani", "cavendish", "foster")):
        raise Unfit("faults")
    lines, number, column, offender = swapped_into_a_revoke(sheet)
    opponent = sheet.declarer if sheet.declarer != offender else sheet.others(offender)[0]
    claims = f"fault {offender}: revoke trick {lines[number].split()[0]} claimed by {opponent}"
    lines[number + 1 : number + 1] = [claims, claims]
    return Damage(lines, [("CAL512", number + 1, column + 1), ("CAL535", number + 3, len(f"fault {offender}: ") + 1)])


def a_revoke_that_there_was_not(sheet: Sheet) -> Damage:
    """A revoke is claimed of a trick in which all followed suit."""
    _with_revokes(sheet)
    number = sheet.rng.choice(sheet.tricks[:-1])
    seat = sheet.players(number)[1]
    line = f"fault {seat}: revoke trick {sheet.lines[number].split()[0]} claimed by {_opponent(sheet, seat)}"
    lines, at = _added(sheet, line, at=number + 1)
    return Damage(_without_score(lines), [("CAL536", at + 1, line.index("trick ") + 7)])


def a_revoke_of_another_trick(sheet: Sheet) -> Damage:
    """A revoke is claimed, but the number is that of the trick before or behind it."""
    _with_revokes(sheet)
    lines, number, column, offender = swapped_into_a_revoke(sheet)
    trick = int(lines[number].split()[0])
    line = f"fault {offender}: revoke trick {trick + 1} claimed by {_opponent(sheet, offender)}"
    lines.insert(number + 2, line)
    return Damage(lines, [("CAL512", number + 1, column + 1), ("CAL536", number + 3, line.index("trick ") + 7)])


def a_revoke_still_to_come(sheet: Sheet) -> Damage:
    """A revoke claimed for a trick that comes only later."""
    _with_revokes(sheet)
    number = sheet.rng.choice(sheet.tricks[:-2])
    seat = sheet.players(number)[1]
    line = f"fault {seat}: revoke trick {int(sheet.lines[number].split()[0]) + 2} claimed by {_opponent(sheet, seat)}"
    lines, at = _added(sheet, line, at=number + 1)
    return Damage(_without_score(lines), [("CAL534", at + 1, line.index("trick ") + 7)])


def _with_revokes(sheet: Sheet) -> None:
    if not sheet.ruleset.startswith(("pagat", "treccani", "cavendish", "foster")) or not sheet.tricks:
        raise Unfit("faults")


def _opponent(sheet: Sheet, seat: str) -> str:
    return sheet.declarer if sheet.declarer != seat else sheet.others(seat)[0]


# ---------------------------------------------------------------------- helpers


def _only(sheet: Sheet, ruleset: str) -> None:
    if ruleset not in sheet.ruleset or not sheet.tricks:
        raise Unfit(ruleset)


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
    """Remove the lines that depend on the price of an irregularity."""
    return [line for line in lines if not line.startswith(("result ", "score ", "total ", "penalty "))]


DAMAGES: tuple[Callable[[Sheet], Damage], ...] = (
    claimed_by_another,
    points_claimed,
    conceded_to_nobody,
    conceded_before_a_bid,
    claimed_too_early,
    claimed_all_the_same,
    committed_by_another,
    claimed_by_a_friend,
    claimed_too_late,
    faults_where_none_are,
    shown_by_another,
    shown_too_late,
    shown_all_the_same,
    a_declarers_signal,
    a_signal_without_a_lead,
    signals_where_none_are,
    answered_by_the_own_side,
    in_a_trick_that_was_not_played,
    a_revoke_claimed_twice,
    a_revoke_that_there_was_not,
    a_revoke_of_another_trick,
    a_revoke_still_to_come,
)
