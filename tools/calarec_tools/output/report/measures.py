"""The measures of rulesets on a page: contracts, places, bonuses, matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.wording.cells import cells
from calarec.core.wording.language import Words, text_in
from calarec_tools.output.pictures.svg_bars import Bar, Bars
from calarec_tools.output.report.page import pad
from calarec_tools.output.report.solvable import BETWEEN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.language import Language
    from calarec.simulation.estimates import Estimate, FoundOut
    from calarec.simulation.measuring import MeasuredContract, MeasuredRules
    from calarec_tools.output.report.page import Page

_TITLE: Final = Words("{id}: {hands:# hand|# hands} ({bot}, seed {seed})")
_CONTRACT: Final = Words("contract")
_PLAYED: Final = Words("played")
_MADE: Final = Words("made")
_PAID: Final = Words("paid to the declarer")
_OPEN: Final = Words("can be made")
_FOUND: Final = Words("can, cannot, not found out")
_BY: Final = Words("declared by, from the eldest")
_OPENED: Final = Words("With all cards known: {deals:# deal|# deals} with a declarer.")
_REFUSED: Final = Words("calarec does not ask if {contract} can be made: {reason}.")
_NEVER: Final = Words("Never played: {contracts}.")
_PASSED: Final = Words("Without a declarer: {share}.")
_PLACES: Final = Words("Paid a hand, from the eldest on: {places}.")
_COUNTED: Final = Words("Counted for the match a hand, from the eldest on: {places}.")
_SIDES: Final = Words("Counted for the match a hand, by side, that of the eldest first: {places}.")
_BONUS: Final = Words("Bonus {name}: {share} of the hands.")
_DECLARED: Final = Words("Declared {name}: {share} of the hands.")
_MATCH: Final = Words("Matches played to their end: {count}; hands a match: {hands}.")
_NO_MATCH: Final = Words("No match came to its end.")
_NO_END: Final = Words("The rules end a match neither by points nor by deals.")
_UNFINISHED: Final = Words(
    "One more had not ended after {hands:# hand|# hands}; it is not counted, so a match takes longer than shown."
)
_APART: Final = Words(
    "Beside {id}, on the same deals: the declarer is paid {paid} more a hand, and his side wins {made} points of a "
    "hundred more often."
)
_NOT_PAIRED: Final = Words("The deals differ from those of {id}: there is no comparison deal by deal.")
_INTERVALS: Final = Words(
    "In brackets: the 95% interval; there is none where every value is the same, or there is "
    "only one. Payments are in the ruleset's unit."
)
_BOUNDS: Final = Words(
    "Can be made: the least and the most, whatever is true of the deals in which it was not found out; the interval "
    "covers both."
)
_ONCE: Final = Words("once")
_ALIKE: Final = Words("the same {count} times")
_PICTURE: Final = Words("How often each contract is made")
_POINTS_PICTURE: Final = Words("What the match counts a hand")
_CAN: Final = Words("{id}: can be made")
_COUNTS: Final = Words("{id}: counted a hand")
_PAYS: Final = Words("{id}: paid a hand")
_NONE_PLAYED: Final = Words("{id}: no contract was played")
_PLACE: Final = Words("place {places}")
_SIDE: Final = Words("places {places}")


def print_measures(
    page: Page, rulesets: Sequence[Ruleset], found: Sequence[MeasuredRules], seed: int, bot: str
) -> None:
    """A section for each ruleset."""
    for ruleset, rules in zip(rulesets, found, strict=True):
        page.print_title(_TITLE, id=ruleset.id, hands=str(rules.hands), bot=bot, seed=str(seed))
        if rules.contracts:
            _contracts(page, ruleset, rules)
        if rules.passed is not None:
            page.print_sentence(_PASSED, share=percent(rules.passed, page.lang))
        if rules.places:
            page.print_sentence(_PLACES, places="; ".join(_measured_amount(place, page.lang) for place in rules.places))
        if rules.counts:
            by_side = any(len(count.places) > 1 for count in rules.counts)
            said = "; ".join(_measured_amount(count.counted, page.lang) for count in rules.counts)
            page.print_sentence(_SIDES if by_side else _COUNTED, places=said)
        for name, one in rules.bonuses:
            page.print_sentence(_BONUS, name=name, share=percent(one, page.lang))
        for name, one in rules.declarations:
            page.print_sentence(_DECLARED, name=name, share=percent(one, page.lang))
        _matches(page, rules)
        if rules.declarer_apart is not None and rules.made_apart is not None:
            page.print_sentence(
                _APART, id=rulesets[0].id, paid=_measured_amount(rules.declarer_apart, page.lang),
                made=percent(rules.made_apart, page.lang).replace(" %", ""),
            )  # fmt: skip
        elif not rules.paired:
            page.print_sentence(_NOT_PAIRED, id=rulesets[0].id)
    page.blank()
    page.print_sentence(_INTERVALS, indent=0)
    if any(measured_rules.opened for measured_rules in found):
        page.print_sentence(_BOUNDS, indent=0)


def _matches(page: Page, each: MeasuredRules) -> None:
    if not each.ends:
        page.print_sentence(_NO_END)
    elif each.matches is None:
        page.print_sentence(_NO_MATCH)
    else:
        page.print_sentence(_MATCH, count=str(each.matches.cases), hands=_measured_amount(each.matches, page.lang))
    if each.unfinished:
        page.print_sentence(_UNFINISHED, hands=str(each.unfinished))


def _contracts(page: Page, ruleset: Ruleset, each: MeasuredRules) -> None:
    never = [contract.contract for contract in each.contracts if _is_idle_amount(ruleset, contract)]
    told = [contract for contract in each.contracts if contract.contract not in never]
    opened = [one.can_be_made for one in told]
    heads = [_CONTRACT, _PLAYED, _MADE, _PAID, *([_OPEN, _FOUND] if any(opened) else []), _BY]
    rows = [[page.localized_text(head) for head in heads]]
    for one, could in zip(told, opened, strict=True):
        asked = ["", ""] if could is None else [_share_between(could, page.lang), _counted_measure(could)]
        rows.append(
            [
                one.contract,
                percent(one.played, page.lang),
                "" if one.made is None else percent(one.made, page.lang),
                "" if one.paid is None else _measured_amount(one.paid, page.lang),
                *(asked if any(opened) else []),
                " ".join(map(str, one.by)),
            ]
        )
    _print_side_by_side(page, rows)
    if never:
        page.print_sentence(_NEVER, contracts=", ".join(_ranges(each, never)))
    if each.opened:
        page.print_sentence(_OPENED, deals=str(each.opened))
    for refused in each.refused:
        page.print_sentence(_REFUSED, contract=refused.contract, reason=refused.reason)


def _is_idle_amount(ruleset: Ruleset, one: MeasuredContract) -> bool:
    """Check whether a contract is one of several amounts, and was not played."""
    is_amount = one.contract not in ruleset.rules.contracts
    return is_amount and one.made is None and one.can_be_made is None


def _ranges(each: MeasuredRules, idle: Sequence[str]) -> Iterator[str]:
    """Yield unplayed amounts, consecutive ones of a contract as a range: `offro-4–9`."""
    runs: list[list[str]] = [[]]
    for contract in each.contracts:
        name = contract.contract.rpartition("-")[0]
        if contract.contract not in idle or (runs[-1] and runs[-1][-1].rpartition("-")[0] != name):
            runs.append([])
        if contract.contract in idle:
            runs[-1].append(contract.contract)
    for run in filter(None, runs):
        yield run[0] if len(run) == 1 else f"{run[0]}–{run[-1].rpartition('-')[2]}"


def _print_side_by_side(page: Page, rows: Sequence[Sequence[str]]) -> None:
    """Print a table; columns that do not fit follow below, beside the first one again."""
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
            page.print_row(spans)


def percent(of: Estimate, lang: Language) -> str:
    """A share with its interval: 62.0% (58.0 to 66.0)."""
    return _comma(f"{100 * of.value:.1f}% ({_interval(of, 100, 1, lang)})", lang)


def _measured_amount(of: Estimate, lang: Language) -> str:
    return _comma(f"{of.value:.2f} ({_interval(of, 1, 2, lang)})", lang)


def _interval(of: Estimate, times: float, digits: int, lang: Language) -> str:
    """The interval of a figure, or why it has none."""
    if of.low is None or of.high is None:
        return text_in(_ONCE if of.cases == 1 else _ALIKE.with_values(count=str(of.cases)), lang)
    low, high = (f"{times * each:.{digits}f}" for each in (of.low, of.high))
    return text_in(BETWEEN.with_values(low=low, high=high), lang)


def _share_between(of: FoundOut, lang: Language) -> str:
    """Return the bounds of a share and its interval: 8.3 to 75.0% (1.5 to 91.1)."""
    covers = text_in(BETWEEN.with_values(low=f"{100 * of.low:.1f}", high=f"{100 * of.high:.1f}"), lang)
    return _comma(f"{_least_and_most(of, lang)}% ({covers})", lang)


def _least_and_most(of: FoundOut, lang: Language) -> str:
    least, most = (f"{100 * each:.1f}" for each in (of.least, of.most))
    return text_in(BETWEEN.with_values(low=least, high=most), lang) if of.unknown else least


def _counted_measure(of: FoundOut) -> str:
    return f"{of.held} {of.failure_count} {of.unknown}"


def _comma(said: str, lang: Language) -> str:
    return said if lang == "en" else said.replace(".", ",")


def measure_bars(found: Sequence[MeasuredRules], lang: Language) -> Bars:
    """Return bars for each ruleset: the share of each contract made, and makeable.

    Without contracts, the points that the match counts.
    """
    title = _PICTURE if any(rules.contracts for rules in found) else _POINTS_PICTURE
    return Bars(
        text_in(title, lang), tuple(group for measured_rules in found for group in _bar_groups(measured_rules, lang))
    )


def _bar_groups(each: MeasuredRules, lang: Language) -> Iterator[tuple[str, tuple[Bar, ...]]]:
    if not each.contracts:
        counts = [(count.places, count.counted) for count in each.counts] or [
            ((place,), paid) for place, paid in enumerate(each.places)
        ]
        head = _COUNTS if each.counts else _PAYS
        yield (
            text_in(head.with_values(id=each.ruleset), lang),
            tuple(_bar_of(places, one, lang) for places, one in counts),
        )
        return
    made = tuple(
        Bar(contract.contract, contract.made.value, contract.made.low, contract.made.high, percent(contract.made, lang))
        for contract in each.contracts
        if contract.made is not None
    )
    yield each.ruleset if made else text_in(_NONE_PLAYED.with_values(id=each.ruleset), lang), made
    could = tuple(
        Bar(contract.contract, found.least, found.low, found.high, _comma(f"{_least_and_most(found, lang)}%", lang))
        for contract in each.contracts
        if (found := contract.can_be_made) is not None
    )
    if could:
        yield text_in(_CAN.with_values(id=each.ruleset), lang), could


def _bar_of(places: tuple[int, ...], of: Estimate, lang: Language) -> Bar:
    named = " + ".join(str(place + 1) for place in places)
    said = text_in((_SIDE if len(places) > 1 else _PLACE).with_values(places=named), lang)
    return Bar(
        said,
        of.value,
        of.low,
        of.high,
        _comma(f"{of.value:.2f}", lang) if of.low is None else _measured_amount(of, lang),
    )
