"""Examples of what house rules change: payments of contracts, and a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.judge.score import UNKNOWN_SCORE
from calarec.core.notation.reader import parse_records
from calarec.core.wording.cells import visible
from calarec.core.wording.language import Words, text_in
from calarec.record_judge.gaps import begin_totals
from calarec.record_judge.session import RecordJudge
from calarec.rulebook.comparison import compare
from calarec.rulebook.differences import differing_rules
from calarec.score_only.judging import possible_outcomes
from calarec_tools.desk.calls.files import language_of
from calarec_tools.desk.calls.house_rules import house_parts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.language import Language
    from calarec_tools.archive.witnesses import SeparatedRuling

_SEATS: Final = "ABCDEFGH"
_PEOPLE: Final = ("Anna", "Bruno", "Carla", "Dino", "Elsa", "Franco", "Gina", "Hugo")
_WON: Final = Words("won", sense="outcome")
_LOST: Final = Words("lost", sense="outcome")
_NOT_ALLOWED: Final = Words("This hand is not allowed: {why}.")
_ALLOWED: Final = Words("This hand is allowed.")
_IN_MATCH: Final = ("match.",)
"""Rules of which a single hand shows nothing."""


def declarer_payments(*, text: str, lang: str) -> dict[str, Any]:
    """Return the declarer's payments for each contract, with the parent's.

    {columns [text], rows [{name, cells [{now, was}]}], people}: empty without a declarer, or where points decide.
    """
    language = language_of(lang)
    ruleset, parent = house_parts(text)
    now, was = _payments(ruleset), _payments(parent)
    bonuses = list(dict.fromkeys(bonus for found in now.values() for _, bonus in found if bonus))
    columns = [(True, ""), (False, ""), *((True, bonus) for bonus in bonuses)]
    rows = [
        {
            "name": _name(ruleset, "contracts", contract, language),
            "cells": [
                {"now": _signed_amount(found.get(column)), "was": _signed_amount(was.get(contract, {}).get(column))}
                for column in columns
            ],
        }
        for contract, found in now.items()
        if found
    ]
    heads = [
        _name(ruleset, "bonus", bonus, language) if bonus else text_in(_WON if won else _LOST, language)
        for won, bonus in columns
    ]
    return {"columns": heads, "rows": rows, "people": str(min(ruleset.rules.table.seats))}


def _signed_amount(amount: int | None) -> str:
    return "" if amount is None else f"{amount:+d}".replace("-", "\u2212")


def _name(ruleset: Ruleset, kind: str, key: str, lang: Language) -> str:
    return visible(text_in(ruleset.name(kind, key), lang))


def _payments(ruleset: Ruleset) -> dict[str, dict[tuple[bool, str], int]]:
    """By contract, result and bonus: what the declarer receives, if one amount."""
    found: dict[str, dict[tuple[bool, str], int]] = {}
    if not ruleset.rules.has_auction:
        return found
    for contract in ruleset.rules.auction.ladder:
        amounts: dict[tuple[bool, str], set[int]] = {}
        for won in (True, False):
            for bonuses, amount in _outcomes(ruleset, contract, won=won):
                if len(bonuses) < 2:
                    amounts.setdefault((won, "".join(bonuses)), set()).add(amount)
        found[contract] = {outcome: next(iter(several)) for outcome, several in amounts.items() if len(several) == 1}
    return found


def _outcomes(ruleset: Ruleset, contract: str, *, won: bool) -> Iterator[tuple[tuple[str, ...], int]]:
    people = min(ruleset.rules.table.seats)
    seats = "".join(f'seat {seat} "{name}"\n' for seat, name in zip(_SEATS, _PEOPLE[:people], strict=False))
    ended = f"result B: {'won' if won else 'lost'}"
    record = f"cal 1\n{seats}\nhand 1\ndealer A\nbid B: {contract}\n{ended}\nend\n"
    judge = RecordJudge(ruleset)
    for judged in map(judge.replay, parse_records(record)):
        if judged.setting is None:
            return
        for candidate in possible_outcomes(judged, judged.setting, begin_totals(judged.game, score=UNKNOWN_SCORE)):
            if candidate.account.payments:
                yield candidate.account.bonuses, candidate.account.payments[judged.setting.labels.index("B")]


def witness_of_change(*, text: str, paths: list[str], lang: str) -> dict[str, Any]:
    """A hand that comes out otherwise by a rule: {record, rulings [text]}."""
    from calarec.core.notation.writer import write
    from calarec_tools.archive.witnesses import WitnessSearch

    language = language_of(lang)
    ruleset, parent = house_parts(text)
    comparison = compare(parent, ruleset)
    for change in differing_rules(comparison):
        is_asked = paths == [difference.path for difference in change.differences]
        if not is_asked or all(path.startswith(_IN_MATCH) for path in paths):
            continue
        witness = WitnessSearch(comparison).find_witness(change).witness
        if witness is not None:
            return {
                "record": write(witness.run),
                "rulings": [_ruling_text(ruling, language) for ruling in witness.rulings],
            }
    return {"record": "", "rulings": []}


def _ruling_text(ruling: SeparatedRuling, lang: Language) -> str:
    if not ruling.allowed:
        why = visible(ruling.finding.message(lang)).rstrip(".") if ruling.finding else ""
        return text_in(_NOT_ALLOWED.with_values(why=why), lang)
    paid = " \u00b7 ".join(
        f"{_PEOPLE[_SEATS.index(seat)]} {_signed_amount(amount)}" for seat, amount in ruling.paid if amount
    )
    return paid or text_in(_ALLOWED, lang)
