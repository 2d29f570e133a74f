"""The final account: tricks and points of each side, bonuses, payments, match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.engine import events as ev
from calarec.core.engine.account import Counted, contract_parties, join_sides, points_said
from calarec.core.judge.agreed_payments import with_agreed_payments
from calarec.core.judge.score_rows import signed_text
from calarec.core.mechanisms.conditions import (
    CardFigure,
    card_figure_words,
    condition_figures,
    describe_figure,
    failing,
    find_said_word,
    has_only_counted_cards,
    is_condition_met,
    is_for_contract,
)
from calarec.core.mechanisms.rules import winning
from calarec.core.mechanisms.settle import adding, changing
from calarec.core.wording.cells import cells
from calarec.core.wording.language import Listing, Words, fill_words, text_in
from calarec_tools.output.report.page import FIXED, cut, pad, spans_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from calarec.core.engine.account import Account, Side
    from calarec.core.engine.match import MatchStanding
    from calarec.core.judge.judgement import Judgement
    from calarec.core.mechanisms.conditions import When
    from calarec_tools.output.report.page import Page, Spans
    from calarec_tools.output.report.people import People


_NO_BONUS: Final = Words("not {bonus}: {who} took {figures}; condition: {wanted}")
_NO_CARDS: Final = Words("not {bonus}: {who} had {figures}; condition: {wanted}")
_NO_DEED: Final = Words("not {bonus}: {who} {did}; condition: {wanted}")
_TOOK: Final = Words("took {figures}")
_NO_SUCH: Final = Words("{bonus}: these rules do not have it")
_NO_TRICK: Final = Words("no trick")
_SOME_TRICKS: Final = Words("{count:# trick|# tricks}")


def missed_bonuses(page: Page, people: People, settled: Account) -> Iterator[tuple[Spans, str]]:
    """Yield each bonus that does not count, with the path of its rule.

    In an order, those after the one that counts are left out. If points were claimed, the account
    itself has a reason for each that depends on the play.
    """
    section = "settle" if settled.declarer >= 0 else "all_pass"
    rules = people.game.rules.settle if settled.declarer >= 0 else people.game.rules.all_pass.params
    parties, reasoned = _counted_parties(settled), {reason.rule for reason in settled.because}
    table = getattr(rules, "bonus", {})
    order = changing(table, getattr(rules, "bonus_order", ()))
    before = order[: order.index(settled.bonus)] if settled.bonus in order else order
    for name in (*before, *(each for each in adding(table) if each not in settled.added)):
        conditions = table[name].conditions
        if any(condition.of not in parties for condition in conditions) or f"{section}.bonus.{name}" in reasoned:
            continue
        for when in conditions:
            party = parties[when.of]
            if any(
                isinstance(figure, CardFigure) and figure not in party.of_cards for figure in condition_figures(when)
            ):
                break  # nobody knows how many of these cards they had
            if is_condition_met(when, party, settled.contract):
                continue
            figures, deeds = _figures_and_deeds(page, people, when, party)
            took = [page.filled_spans(_TOOK, figures=figures)] if figures and deeds else []
            said = page.filled_spans(
                _NO_DEED if deeds else _NO_CARDS if has_only_counted_cards(when) else _NO_BONUS,
                bonus=people.ruleset.name("bonus", name),
                who=people.joined_names(party.seats),
                figures=figures,
                did=_joined_conditions([*took, *deeds]),
                wanted=_joined_conditions(_failed_conditions(page, people, when, party, settled.contract)),
            )
            yield said, f"{section}.bonus.{name}.when"
            break
    for path in people.ruleset.removed:
        if path.startswith(f"{section}.bonus."):
            yield page.filled_spans(_NO_SUCH, bonus=people.ruleset.name("bonus", path.rpartition(".")[2])), path


def _counted_parties(settled: Account) -> Mapping[str, Counted]:
    sides = settled.counted_sides
    if settled.declarer < 0:
        paid, paying = ([side for side in sides if side.wins is wins] for wins in (True, False))
        if not paid or not any(settled.payments):
            return {}
        winners, losers = join_sides(paid, wins=True), join_sides(paying, wins=False)
        return {"others": winners, "winners": winners, "losers": losers}
    return contract_parties(*sides)


def _failed_conditions(page: Page, people: People, when: When, party: Counted, contract: str) -> list[Spans]:
    """The conditions that do not hold, with their requirements."""
    wanted: list[Spans] = []
    if not is_for_contract(when, contract):
        names = Listing(tuple(people.ruleset.name("contracts", each) for each in when.contracts), either=True)
        wanted.append([(text_in(names, people.lang), "")])
    for limit in failing(when, party):
        counts = limit.figure_description.counts

        def number_words(value: int, counts: str = counts) -> str:
            said = {"tricks": _tricks_text(people, value), "points": people.points_text(value)}
            return said.get(counts, str(value))

        text = (
            number_words(0)
            if counts == "tricks" and limit.most == 0
            else limit.account_words(number_words, people.ruleset.rules.pack.units_per_point)
        )
        if isinstance(limit.figure, CardFigure) and isinstance(text, Words):
            text = text.with_values(**card_figure_words(limit.figure, 1, people.ruleset.name))
        wanted.append([(page.localized_text(text), "")])
    return wanted


def _tricks_text(people: People, count: int) -> str:
    return fill_words(_SOME_TRICKS if count else _NO_TRICK, people.lang, {"count": count})


def _figures_and_deeds(page: Page, people: People, when: When, party: Counted) -> tuple[Spans, list[Spans]]:
    """Return the figures that a party took, and the others as what it did."""
    figures: list[Spans] = []
    deeds: list[Spans] = []
    for which in condition_figures(when):
        value, figure = party.figure_value(which), describe_figure(which)
        cards = card_figure_words(which, value, people.ruleset.name) if isinstance(which, CardFigure) else {}
        deed = figure.describe_deed(value)
        told = page.filled_spans(
            deed or figure.describe_value(value),
            tricks=_tricks_text(people, value), points=people.points_text(value), number=str(value),
            word=people.ruleset.name("standing", find_said_word(which)) if find_said_word(which) else "", **cards,
        )  # fmt: skip
        (deeds if deed else figures).append(told)
    return _joined_conditions(figures), deeds


def _joined_conditions(told: list[Spans]) -> Spans:
    return [span for spans in told for span in ((", ", ""), *spans)][1:]


_ACCOUNT: Final = Words("The account")
_TRICKS: Final = Words("tricks")
_IN_TRICKS: Final = Words("cards in tricks")
_LAST: Final = Words("+ last trick")
_MOVED: Final = Words("± moved")
_TOTAL: Final = Words("= points")
_UNITS: Final = {
    1: Words(""), 2: Words("in halves"), 3: Words("in thirds"),
    4: Words("in quarters"),
}  # fmt: skip
_COUNTED: Final = Words("as counted")
_NEEDED: Final = Words("needed")
_AT_MOST: Final = Words("at most")
_SCORE: Final = Words("The score")
_SCORE_AFTER: Final = Words("The score after deal {deal}")
_BEFORE: Final = Words("before")
_HAND: Final = Words("this hand")
_AFTER: Final = Words("after it")
_OVER: Final = Words("The match is over: {who} {win} it.")
_OVER_OPEN: Final = Words("The match is over; the record leaves open who has won it.")
_STATED_TOTALS: Final = Words("The totals are those that the record states.")
_END_OPEN: Final = Words("The record leaves open whether the match is over.")
_OUTSIDE: Final = Words("The match ended with hand {hand}; this hand is outside it.")
_OUTSIDE_OF_SOME: Final = Words("The match ended before this hand, which is outside it.")
_NOT_COUNTED: Final = Words("The match does not count this deal: it is dealt again.")
_OUT: Final = Words("Out of the match: {who}.")
_WINS: Final = Words("wins")
_WIN: Final = Words("win")
_SHARE: Final = Words("share")
_DEAL: Final = Words("Deal {deal} of the match.")


def print_account(page: Page, people: People, replay: Judgement) -> None:
    """The whole account of a hand that was settled."""
    settled = replay.account
    if settled is not None and page.full and settled.counted_sides and replay.happened:
        page.print_title(_ACCOUNT)
        _print_sides(page, people, replay, settled)
    if settled is not None and replay.totals is not None:
        _score(page, people, replay, settled, replay.totals)
    else:
        _score_unknown(page, people, replay)


# ---------------------------------------------------------------------- points


def _print_sides(page: Page, people: People, replay: Judgement, settled: Account) -> None:
    sides = settled.counted_sides
    rows = list(_points_rows(page, people, replay, settled))
    label = max(cells(word) for word, *_ in rows) + 2
    room = (page.room - 2 - label) // len(sides)
    beside = room - (max(cells(people.name_rule(rule)) for _, _, rule, _ in rows if rule) + 2) // len(sides)
    heads = [spans_text(people.joined_names(side.seats)) for side in sides]
    column = _column_width(heads)
    if column > beside:
        heads = [" + ".join(people.names_by_seat[seat] for seat in side.seats) for side in sides]
        column = _column_width(heads)
    if column > room:
        heads = ["+".join(people.setting.labels[seat] for seat in side.seats) for side in sides]
        column = max(
            *(cells(head) + 2 for head in heads), *(len(value) + 2 for _, values, *_ in rows for value in values)
        )
    for word, values, rule, style in [("", [cut(head, column - 2) for head in heads], "", "strong"), *rows]:
        spans = pad([(word.replace(" ", FIXED), "")], label)
        for value in values:
            spans += pad([(value.replace(" ", FIXED), style)], column, right=True)
        spans = [(text.replace(" ", FIXED), kind) for text, kind in spans]
        page.print_spans(spans, people.name_rule(rule) if rule else "", must=False)


def _column_width(heads: list[str]) -> int:
    return min(max(7, *(cells(head) + 2 for head in heads)), 24)


def _points_rows(
    page: Page, people: People, replay: Judgement, settled: Account
) -> Iterator[tuple[str, list[str], str, str]]:
    """The rows of the table of points: word, a value for each side, rule, style."""
    sides, rules = settled.counted_sides, people.game.rules
    yield page.localized_text(_TRICKS), [str(side.tricks) for side in sides], "play.wins", ""
    yield page.localized_text(_IN_TRICKS), [people.short(side.in_tricks) for side in sides], "pack.points", ""
    for pile, name in enumerate(people.game.piles):
        gained = [_from_pile(people, replay, pile, side) for side in sides]
        if any(each is not None for each in gained):
            values = ["" if each is None else people.short(each) for each in gained]
            yield f"+ {people.pile_name(pile)}", values, f"piles.{name}.won_by", ""
    last = [rules.pack.last_trick if _has_last_trick(replay, side) else 0 for side in sides]
    if any(last):
        yield page.localized_text(_LAST), [people.short(each) if each else "" for each in last], "pack.last_trick", ""
    points = [side.points for side in sides]
    moved = [side.points - side.cards - each for side, each in zip(sides, last, strict=True)]
    if any(moved):
        why = [
            happening.event.rule
            for happening in replay.happened
            if isinstance(happening.event, ev.Faulted | ev.Claimed)
        ]
        yield page.localized_text(_MOVED), [people.short(each) for each in moved], why[0] if why else "", ""
    yield page.localized_text(_TOTAL), [people.short(each) for each in points], "", "strong"
    if people.units_of_point > 1:
        yield (
            page.localized_text(_UNITS.get(people.units_of_point, _TOTAL)),
            [str(each) for each in points],
            "pack.unit",
            "",
        )
    counted = [side.counted for side in sides]
    if counted != points:
        yield page.localized_text(_COUNTED), [people.short(each) for each in counted], "settle.rounding", "strong"
    if settled.declarer >= 0:
        rule, won_if = winning(rules, settled.contract)
        for label, needed in ((_NEEDED, won_if.points_at_least), (_AT_MOST, won_if.points_at_most)):
            if needed is not None:
                said = [people.short(needed) if settled.declarer in side.seats else "" for side in sides]
                yield page.localized_text(label), said, rule, ""


def _from_pile(people: People, replay: Judgement, pile: int, side: Counted) -> int | None:
    """Return the points of a side from a pile; None if it did not get it, or unknown."""
    won = [happening.event for happening in replay.happened if isinstance(happening.event, ev.PileWon)]
    worth = {each.pile: people.game.cards.worth(each.cards) for each in won if each.seat in side.seats}
    open_ = {each.pile for each in won if each.seat in side.seats and each.unknown}
    if pile in open_:
        # What the side has beside its tricks is known, whatever lay there.
        return (
            side.cards - side.in_tricks - sum(worth[each] for each in worth if each != pile)
            if len(open_) == 1
            else None
        )
    return worth.get(pile)


def _has_last_trick(replay: Judgement, side: Side) -> bool:
    winner = -1
    for happening in replay.happened:
        if isinstance(happening.event, ev.TrickWon):
            winner = happening.event.winner
        elif isinstance(happening.event, ev.Claimed) and happening.event.holds:
            winner = happening.event.to if happening.event.points is None else -1
    return winner in side.seats


# ---------------------------------------------------------------------- the match


_DECIDED: Final = {
    "declarer": Words("Others have the same total; the declarer of the last hand comes first."),
    "more_hands": Words("Others have the same total; who has won more hands comes first."),
    "first_there": Words("Others have the same total; who had it first comes first."),
}


def _score_unknown(page: Page, people: People, replay: Judgement) -> None:
    """Print the state of the match after a hand that leaves the totals open."""
    standing = replay.standing
    if standing is not None and standing.over:
        page.print_title(_SCORE, people.name_rule("match.counts"))
        if not standing.outside:
            page.print_sentence(_STATED_TOTALS)
        _print_standing(page, people, replay, standing, named=False)
    elif replay.possible_end:
        page.print_title(_SCORE, people.name_rule("match.counts"))
        page.print_sentence(_END_OPEN, people.name_rule(replay.possible_end))


_KEPT_BY_HAND: Final = Words("Kept by hand, {rule}: {amounts}.")
_PAID_BY_HAND: Final = Words("{amount} to {who}")


def _print_agreed_payments(page: Page, people: People, replay: Judgement) -> None:
    """Print the payments by rules that are kept by hand, a line for each."""
    names = dict(zip(people.setting.labels, people.names_by_seat, strict=True))
    for payment in replay.agreed_payments:
        paid = tuple(
            _PAID_BY_HAND.with_values(amount=signed_text(amount), who=names.get(label, label))
            for label, amount in payment.amounts.items()
        )
        rule = people.game.ruleset.name("agreed", payment.rule)
        page.print_sentence(
            _KEPT_BY_HAND.with_values(rule=rule, amounts=Listing(paid)), people.name_rule(f"agreed.{payment.rule}")
        )


def _score(page: Page, people: People, replay: Judgement, settled: Account, totals: dict[str, int]) -> None:
    standing = replay.standing
    named = not page.full and standing is not None and not standing.over
    if named and standing is not None:
        page.print_title(_SCORE_AFTER, people.name_rule("match.counts"), deal=standing.deal)
    else:
        page.print_title(_SCORE, people.name_rule("match.counts"))
    _print_agreed_payments(page, people, replay)
    paid = with_agreed_payments(_gains_by_seat(people, settled), replay.agreed_payments, people.setting.labels)
    seats = [seat for seat in range(len(paid)) if seat not in people.setting.dummies]
    gains = tuple(paid[seat] for seat in seats)
    after = [totals[people.setting.labels[seat]] for seat in seats]
    before = [total - gain for total, gain in zip(after, gains, strict=True)]
    rows = [
        (page.localized_text(_BEFORE), [_total_text(people, total) for total in before], ""),
        (page.localized_text(_HAND), [_total_text(people, gain, sign=True) for gain in gains], ""),
        (page.localized_text(_AFTER), [_total_text(people, total) for total in after], "strong"),
    ]
    if not page.full:
        both = [f"{total} ({gain})" for total, gain in zip(rows[2][1], rows[1][1], strict=True)]
        beside = cells(rows[2][0]) + 4 + (max(map(len, both)) + 2) * len(both) <= page.room
        rows = [(rows[2][0], both, "strong")] if beside else rows[1:]
    heads = [people.names_by_seat[seat] for seat in seats]
    first = max(cells(word) for word, *_ in rows) + 2
    widest = max(len(value) for _, values, _ in rows for value in values) + 2
    column = min(max(widest, *(cells(head) + 2 for head in heads)), 16)
    if first + column * len(heads) > page.room - 2:
        heads, column = [people.setting.labels[seat] for seat in seats], widest
    for word, values, style in [("", [cut(head, column - 2) for head in heads], "strong"), *rows]:
        line: Spans = [("  ", ""), *pad([(word, "")], first)]
        for value in values:
            line += pad([(value, style)], column, right=True)
        page.print_row(line)
    if standing is not None and standing.out:
        page.print_sentence(_OUT, people.name_rule("match.out_at"), who=people.joined_names(standing.out))
    if standing is not None:
        _print_standing(page, people, replay, standing, named=named)
    elif replay.possible_end:
        page.print_sentence(_END_OPEN, people.name_rule(replay.possible_end))


def _print_standing(page: Page, people: People, replay: Judgement, standing: MatchStanding, *, named: bool) -> None:
    """Print the state of the match; `named`: the title has the number of the deal."""
    if standing.outside and standing.ended is not None and standing.ended.hand:
        page.print_sentence(_OUTSIDE, people.name_rule(standing.rule), hand=standing.ended.hand)
    elif standing.outside:
        page.print_sentence(_OUTSIDE_OF_SOME, people.name_rule(standing.rule))
    elif standing.counts is False:
        from calarec.core.judge.match_course import find_uncounted_rule

        page.print_sentence(_NOT_COUNTED, people.name_rule(find_uncounted_rule(replay) or "match.until"))
    if standing.over and standing.winners:
        won = page.localized_text(_won_words(people, standing.winners))
        page.print_sentence(_OVER, people.name_rule(standing.rule), who=people.joined_names(standing.winners), win=won)
        if standing.decided in _DECIDED:
            page.print_sentence(_DECIDED[standing.decided], people.name_rule("match.tie"))
    elif standing.over:
        page.print_sentence(_OVER_OPEN, people.name_rule(standing.rule))
    if standing.ended is not None and not standing.outside:
        from calarec_tools.output.report.series_notes import series_words  # for a match's last hand

        for sentence in series_words(standing.ended.series, people.game.ruleset):
            page.print_sentence(sentence)
    if standing.over:
        return
    if not named:
        page.print_sentence(_DEAL, deal=standing.deal)


def _won_words(people: People, winners: tuple[int, ...]) -> Words:
    """Return the verb for one winner, a side of several, or several who are level."""
    from calarec.core.engine.match import is_one_side

    if len(winners) == 1:
        return _WINS
    return _WIN if is_one_side(winners, people.game.rules.table.sides) else _SHARE


def _total_text(people: People, amount: int, *, sign: bool = False) -> str:
    """A total, in the unit that counts for the match."""
    from calarec.core.engine.match import payment_units

    said = points_said(amount, payment_units(people.game))
    return f"+{said}" if sign and amount > 0 else said


def _gains_by_seat(people: People, settled: Account) -> tuple[int, ...]:
    from calarec.core.engine.behaviours import behaviour_of
    from calarec.core.mechanisms.fields import Kind

    gains: tuple[int, ...] = behaviour_of(Kind.SECTION, "match").gains(people.game, settled)
    return gains
