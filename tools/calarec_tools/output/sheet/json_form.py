"""The sheet for programs; `grammar/sheet.schema.json` explains its fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.escapes import to_json_line
from calarec_tools.output.sheet.debts import settled_up
from calarec_tools.output.sheet.evenings import balance_sheets, standings
from calarec_tools.output.sheet.money import in_coins, in_money

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from calarec.core.judge.score_rows import TableEvent
    from calarec_tools.output.formats.columns import SettledHand
    from calarec_tools.output.sheet.debts import Settlement
    from calarec_tools.output.sheet.evenings import EveningSheet
    from calarec_tools.output.sheet.money import StakeMoney

FORMAT: Final = "calarec-sheet/1"


def sheet_json_pieces(
    sheets: Sequence[EveningSheet], spellings: Mapping[str, Sequence[str]], stake: StakeMoney | None
) -> Iterator[str]:
    """The whole sheet as one line of JSON, in pieces of an evening."""
    head = to_json_line({"format": FORMAT})[:-1]
    yield f'{head}, "evenings": ['
    for number, sheet in enumerate(sheets):
        yield (", " if number else "") + to_json_line(_evening_data(sheet))
    yield f"], {to_json_line(_together_data(sheets, spellings, stake))[1:]}\n"


def _together_data(
    sheets: Sequence[EveningSheet], spellings: Mapping[str, Sequence[str]], stake: StakeMoney | None
) -> dict[str, Any]:
    """The data after the evenings."""
    found = standings(sheets)
    owed, units = balance_sheets(sheets)
    settled = settled_up(owed)
    return {
        "unit": _stake_unit(found.units),
        "standings": found.amounts,
        "brought": found.brought,
        "spellings": {who: list(others) for who, others in spellings.items()},
        "debt_unit": _stake_unit(units),
        "balances": owed,
        "debts": _debts_data(settled),
        "fewest": settled.fewest,
        "left": settled.left,
        "money": _money(owed, units, stake) if stake else None,
    }


def _stake_unit(parts: int) -> str:
    return "1" if parts == 1 else f"1/{parts}"


def _debts_data(settled: Settlement) -> list[dict[str, Any]]:
    return [
        {"from": debt.debtor or None, "to": debt.creditor or None, "amount": debt.amount} for debt in settled.debts
    ]  # fmt: skip


def _money(owed: dict[str, int], units: int, stake: StakeMoney) -> dict[str, Any]:
    coins = in_coins(owed, units, stake)
    settled = settled_up(coins.coins)
    return {
        "stake": stake.stake_text,
        "rounded": coins.rounded,
        "balances": {who: in_money(amount, stake.decimals) for who, amount in coins.coins.items()},
        "debts": [each | {"amount": in_money(each["amount"], stake.decimals)} for each in _debts_data(settled)],
        "fewest": settled.fewest,
        "left": in_money(settled.left, stake.decimals),
    }


def _evening_data(sheet: EveningSheet) -> dict[str, Any]:
    return {
        "file": sheet.file,
        "line": sheet.line,
        "evening": sheet.number,
        "title": sheet.title or None,
        "date": sheet.date or None,
        "rules": [
            {"id": ruleset.id, "version": ruleset.version, "digest": ruleset.digest}
            for ruleset in sheet.evening_rulesets
        ],
        "counts": sheet.hands[-1].counts,
        "unit": _stake_unit(sheet.evening_units),
        "people": list(sheet.evening_people),
        "hands": [_sheet_hand_data(hand) for hand in sheet.hands],
        "after": [
            _sheet_event_data(
                event._replace(amounts=tuple(sheet.in_its_unit(dict(event.amounts), sheet.hands[-1]).items()))
            )
            for event in sheet.after
        ],
        "totals": sheet.final_totals,
    }


def _sheet_hand_data(hand: SettledHand) -> dict[str, Any]:
    people = {seat.seat: seat.person for seat in hand.seats}
    return {
        "hand": hand.hand,
        "line": hand.line,
        "before": [_sheet_event_data(event) for event in hand.before],
        "seats": people,
        "dealer": people.get(hand.dealer),
        "declarer": people.get(hand.declarer),
        "partner": people.get(hand.partners[0]) if hand.partners else None,
        **({"partners": [people.get(partner) for partner in hand.partners]} if len(hand.partners) > 1 else {}),
        "contract": hand.contract or None,
        "outcome": hand.outcome or None,
        "verdict": hand.verdict,
        "won": hand.won,
        "unit": _stake_unit(hand.units),
        "points": hand.points,
        "bonus": hand.bonus or None,
        "pay_unit": _stake_unit(hand.pay_units),
        "payments": hand.payments_by_person,
        "totals": hand.totals if hand.sure else None,
        "over": hand.over,
        "counts": hand.counted_deal,
        "outside": hand.outside,
        "findings": list(hand.codes),
        "faults": [
            {
                "who": people.get(fault.seat),
                "word": fault.word,
                "trick": fault.trick,
                "claimed_by": people.get(fault.by),
            }
            for fault in hand.faults
        ],
        "agreed": [
            {"rule": event.text, "amounts": dict(event.amounts), "line": event.line or None} for event in hand.agreed
        ],
    }


def _sheet_event_data(event: TableEvent) -> dict[str, Any]:
    return {
        "kind": event.kind,
        "who": event.who or None,
        "seat": event.seat or None,
        "amounts": dict(event.amounts),
        "text": event.text or None,
        "line": event.line or None,
    }
