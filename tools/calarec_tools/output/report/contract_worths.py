"""Contracts that can be made in a deal, on a page or as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.engine.account import points_said
from calarec.core.notation.writer import statement_line
from calarec.core.records.plain import KINDS, make_statement
from calarec.core.wording.cells import cells, visible
from calarec.core.wording.language import Words, text_in
from calarec_tools.output.report.page import pad
from calarec_tools.output.report.solvable import BETWEEN

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from calarec.core.judge.judgement import Judgement
    from calarec.core.wording.language import Language
    from calarec.solving.contracts import ContractWorth, DealWorth
    from calarec_tools.output.report.page import Page

FORMAT: Final = "calarec-contracts/1"

_TITLE: Final = Words("Hand {name}: which contracts can be made, with all cards known")
_MADE: Final = Words("yes")
_NOT_MADE: Final = Words("no")
_NOT_KNOWN: Final = Words("not known")
_REFUSED: Final = Words("{contract}: {reason}")
_POINTS: Final = Words("Beside each answer: the points of the declarer's side with best play by everyone.")


def move_lines(moves: Sequence[Mapping[str, Any]]) -> list[str]:
    """Moves as a record has them."""
    return [
        statement_line(make_statement(KINDS[move["do"]], {name: said for name, said in move.items() if name != "do"}))
        for move in moves
    ]


def print_contract_worths(page: Page, replayed: Judgement, found: DealWorth) -> None:
    """A row for each seat and contract, and under it how its declarer makes it."""
    units = replayed.game.rules.pack.units_per_point
    people = {label: visible(name) for label, name in replayed.hand.session.people.items()}
    page.print_title(_TITLE, name=replayed.hand.name)
    width = max((cells(people.get(each.seat, each.seat)) for each in found.contracts), default=0)
    long = max((cells(each.contract) for each in found.contracts), default=0)
    answers = max(cells(page.localized_text(each)) for each in (_MADE, _NOT_MADE, _NOT_KNOWN))
    contract = ""
    for each in found.contracts:
        answer, style = contract_answer(each)
        page.print_row(
            [
                ("  ", ""), *pad([("" if each.contract == contract else each.contract, "strong")], long), ("  ", ""),
                *pad([(people.get(each.seat, each.seat), "")], width), ("  ", ""),
                *pad([(page.localized_text(answer), style)], answers), ("  ", ""),
                (contract_points(each, units, page.lang), ""),
            ]
        )  # fmt: skip
        contract = each.contract
        if each.made and each.moves:
            page.print_spans([("; ".join(move_lines(each.moves)), "faint")], indent=long + 4)
    for refused in found.refused:
        page.print_sentence(_REFUSED, refused.rule, contract=refused.contract, reason=refused.reason)
    page.print_sentence(_POINTS)


def contract_answer(each: ContractWorth) -> tuple[Words, str]:
    """Return in words whether it can be made, with the style."""
    if each.made is None:
        return _NOT_KNOWN, ""
    return (_MADE, "good") if each.made else (_NOT_MADE, "")


def contract_points(each: ContractWorth, units: int, lang: Language) -> str:
    """The points of the declarer's side."""
    low, high = points_said(each.bounds.low, units), points_said(each.bounds.high, units)
    return low if each.bounds.has_one_value else text_in(BETWEEN.with_values(low=low, high=high), lang)


def contract_worths_data(replayed: Judgement, found: DealWorth, nodes: int, lang: Language) -> dict[str, Any]:
    """The contracts as plain data."""
    return {
        "format": FORMAT,
        **replayed.to_reference(),
        "contracts": [
            {
                "seat": contract.seat,
                "contract": contract.contract,
                "needed": contract.needed,
                "made": contract.made,
                "bounds": list(contract.bounds),
                "points": contract.bounds.low if contract.bounds.has_one_value else None,
                "moves": [dict(move) for move in contract.moves],
            }
            for contract in found.contracts
        ],
        "refused": [
            {"contract": each.contract, "rule": each.rule, "reason": text_in(each.reason, lang)}
            for each in found.refused
        ],
        "settled": found.is_settled,
        "nodes": nodes,
    }
