"""What rules are worth, told on a page: contracts, places, bonuses, matches, and what sets a ruleset apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.wording.cells import cells
from calarec.wording.language import Words, say
from calarec_tools.pictures.svg_bars import Bar, Bars
from calarec_tools.report.page import pad
from calarec_tools.report.solvable import BETWEEN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.mechanisms.ruleset import Ruleset
    from calarec.simulation.measuring import MeasuredRules
    from calarec.solving.worlds import Interval
    from calarec.wording.language import Language
    from calarec_tools.report.page import Page

_TITLE: Final = Words("{id}: {hands} hands ({bot}, seed {seed})")
_CONTRACT: Final = Words("contract")
_PLAYED: Final = Words("played")
_MADE: Final = Words("made")
_PAID: Final = Words("paid to the declarer")
_OPEN: Final = Words("can be made")
_BY: Final = Words("declared by, from the eldest")
_PASSED: Final = Words("Nobody declared: {share}.")
_PLACES: Final = Words("Paid a hand, from the eldest on: {places}.")
_BONUS: Final = Words("Bonus {name}: {share} of the hands.")
_MATCH: Final = Words("A match takes {hands} hands.")
_NO_MATCH: Final = Words("No match came to its end.")
_APART: Final = Words(
    "Beside {id}, on the same deals: the declarer is paid {paid} more a hand, and his side wins {made} points of a "
    "hundred more often."
)
_NOT_PAIRED: Final = Words("The deals are others than those of {id}: nothing is told deal by deal.")
_INTERVALS: Final = Words("In brackets: the interval of 95 %. Payments are in the ruleset's unit.")
_PICTURE: Final = Words("How often each contract is made")


def told(page: Page, rulesets: Sequence[Ruleset], found: Sequence[MeasuredRules], seed: int, bot: str) -> None:
    """A section for each ruleset."""
    for ruleset, each in zip(rulesets, found, strict=True):
        page.title(_TITLE, id=ruleset.id, hands=str(each.hands), bot=bot, seed=str(seed))
        _contracts(page, each)
        page.tell(_PASSED, share=percent(each.passed, page.lang))
        page.tell(_PLACES, places="; ".join(_amount(place, page.lang) for place in each.places))
        for name, one in each.bonuses:
            page.tell(_BONUS, name=name, share=percent(one, page.lang))
        if each.matches is None:
            page.tell(_NO_MATCH)
        else:
            page.tell(_MATCH, hands=_amount(each.matches, page.lang))
        if each.declarer_apart is not None and each.made_apart is not None:
            page.tell(
                _APART, id=rulesets[0].id, paid=_amount(each.declarer_apart, page.lang),
                made=percent(each.made_apart, page.lang).replace(" %", ""),
            )  # fmt: skip
        elif not each.paired:
            page.tell(_NOT_PAIRED, id=rulesets[0].id)
    page.blank()
    page.tell(_INTERVALS, indent=0)


def _contracts(page: Page, each: MeasuredRules) -> None:
    heads = [_CONTRACT, _PLAYED, _MADE, _PAID, _BY]
    opened = any(one.can_be_made is not None for one in each.contracts)
    rows = [[page.word(head) for head in (heads if not opened else [*heads[:4], _OPEN, _BY])]]
    for one in each.contracts:
        row = [
            one.contract,
            percent(one.played, page.lang),
            "" if one.made is None else percent(one.made, page.lang),
            "" if one.paid is None else _amount(one.paid, page.lang),
            " ".join(map(str, one.by)),
        ]
        if opened:
            row.insert(4, "" if one.can_be_made is None else percent(one.can_be_made, page.lang))
        rows.append(row)
    _side_by_side(page, rows)


def _side_by_side(page: Page, rows: Sequence[Sequence[str]]) -> None:
    """A table; what does not fit beside its first column stands below, beside that column again."""
    widths = [max(cells(row[column]) for row in rows) for column in range(len(rows[0]))]
    shown: list[list[int]] = [[0]]
    for column in range(1, len(widths)):
        if (
            page.width
            and len(shown[-1]) > 1
            and 2 + sum(widths[each] + 2 for each in shown[-1]) + widths[column] > page.width
        ):
            shown.append([0])
        shown[-1].append(column)
    for columns in shown:
        for nth, row in enumerate(rows):
            spans = [("  ", "")]
            for column in columns:
                spans += [*pad([(row[column], "" if nth else "faint")], widths[column]), ("  ", "")]
            page.row(spans)


def percent(of: Interval, lang: Language) -> str:
    """A share with its interval: 62 % (58–66)."""
    value, low, high = (f"{100 * each:.1f}" for each in of)
    return _comma(f"{value} % ({say(BETWEEN.filled(low=low, high=high), lang)})", lang)


def _amount(of: Interval, lang: Language) -> str:
    value, low, high = (f"{each:.2f}" for each in of)
    return _comma(f"{value} ({say(BETWEEN.filled(low=low, high=high), lang)})", lang)


def _comma(said: str, lang: Language) -> str:
    return said if lang == "en" else said.replace(".", ",")


def bars(found: Sequence[MeasuredRules], lang: Language) -> Bars:
    """How often each contract is made, ruleset by ruleset."""
    return Bars(
        say(_PICTURE, lang),
        tuple(
            (
                each.ruleset,
                tuple(
                    Bar(one.contract, one.made.value, one.made.low, one.made.high, percent(one.made, lang))
                    for one in each.contracts
                    if one.made is not None
                ),
            )
            for each in found
        ),
    )
