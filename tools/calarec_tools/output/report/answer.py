"""The answer: winners, payments, their rules, and the reliability of the record.

A sentence states whether the record's own outcome is right; the findings have the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.engine.account import reason_said
from calarec.core.engine.settling import may_have_payments
from calarec.core.judge.turn import find_next_dealer
from calarec.core.mechanisms.rules import has_priced_irregularity
from calarec.core.records import model as rec
from calarec.core.wording.cells import visible
from calarec.core.wording.language import Listing, Phrase, Words, text_in
from calarec.core.wording.sources import rule_place
from calarec_tools.output.report.account import missed_bonuses
from calarec_tools.output.report.wrong import rule_said

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.core.engine.account import Account, Side
    from calarec.core.judge.judgement import Judgement
    from calarec_tools.output.report.page import Page, Spans
    from calarec_tools.output.report.people import People


RIGHT: Final = Words("The result written down is right.")
_FITS: Final = Words("The result written down fits the tricks that are written.")
_TOTALS_RIGHT: Final = Words("The totals written down are right.")
_CARRIED: Final = Words("This hand is recorded correctly; its totals carry on an earlier mistake.")
_SEVERAL: Final = Words("the {what} written down are not right{below}.")
_RESULT_AND_PAYMENTS: Final = Words("Result and payments contradict each other{below}.")
_CALL_AND_RESULT: Final = Words("Call and result contradict each other{below}.")
_ITSELF: Final = Words("The result contradicts itself{below}.")
_RESULT: Final = Words("The result written down is not right{below}.")
_CONTRADICTORY: Final = {
    "": _RESULT_AND_PAYMENTS,
    "points": _RESULT_AND_PAYMENTS,
    "all-passed": _RESULT_AND_PAYMENTS,
    "itself": _ITSELF,
    "nobody": _ITSELF,
    "partner": _CALL_AND_RESULT,
    "alone": _CALL_AND_RESULT,
    "sides": _RESULT,
    "any-partner": _RESULT,
    "totals": Words("Payments and totals contradict each other{below}."),
}
"""The contradiction for each message of CAL616."""
_UNFINISHED: Final = "CAL517"
_BESIDE_TOTALS: Final = (rec.Result, rec.Score, rec.Penalty)
_BELOW: Final = Words(": see below")
_PARTS: Final = (
    (("CAL610", "CAL614", "CAL320"), Words("result"), _RESULT),
    (
        ("CAL611", "CAL321", "CAL324"),
        Words("payments"),
        Words("The payments written down are not right{below}."),
    ),
    (
        ("CAL613",),
        Words("penalty"),
        Words("The penalty written down is not right{below}."),
    ),
    (("CAL612",), Words("totals"), Words("The totals do not add up{below}.")),
)
"""Possible mistakes: their codes, name, and the sentence if there are no others."""


def asserted_sentence(replay: Judgement, *, below: bool) -> Words | Phrase:
    """The sentence; `below`: the findings follow."""
    if replay.stated:
        if any(finding.code == _UNFINISHED and finding.wording == "told" for finding in replay.findings):
            return _FITS
        summed = replay.hand.first_statement(rec.Total) is not None
        return _TOTALS_RIGHT if summed and not any(map(replay.hand.every, _BESIDE_TOTALS)) else RIGHT
    codes = {finding.code for finding in replay.findings if finding.severity == "error"}
    see = _BELOW if below else ""
    contradictory = next((finding.wording for finding in replay.findings if finding.code == "CAL616"), None)
    if contradictory is not None:
        return _CONTRADICTORY[contradictory].with_values(below=see)
    found = [(name, alone) for wanted, name, alone in _PARTS if codes.intersection(wanted)]
    if not found:
        return _RESULT.with_values(below=see) if codes else _CARRIED
    if len(found) == 1:
        return found[0][1].with_values(below=see)
    return Phrase("capital", _SEVERAL.with_values(what=Listing(tuple(name for name, _ in found)), below=see))


_WINS: Final = Words("{who} wins {contract}{points}{bonus}.")
_WIN: Final = Words("{who} win {contract}{points}{bonus}.")
_LOSES: Final = Words("{who} loses {contract}{points}{bonus}.")
_LOSE: Final = Words("{who} lose {contract}{points}{bonus}.")
_WITH: Final = Words(" with {points}")
_BONUS: Final = Words(": {bonus}")
_NOBODY_BID: Final = Words("All have passed; it is played without a declarer.")
_COUNTS: Final = Words("{who} counts {points}")
_COUNT: Final = Words("{who} count {points}")
_HAS_LOST: Final = Words("{who} loses the hand{bonus}.")
_HAVE_LOST: Final = Words("{who} lose the hand{bonus}.")
_LEVEL: Final = Words("The hand has no loser.")
_REDEAL: Final = Words("All have passed; the cards are dealt again.")
_REDEAL_BY_SAME: Final = Words("All have passed; {who} deals again.")
_REDEAL_BY_NEXT: Final = Words("All have passed; {who} deals the next hand.")
_AS_WRITTEN: Final = Words("It is not written who played what; the payments are those written down.")
_VOID: Final = Words("The deal is void.")
_PARTNER_KNOWN: Final = Words("{partner} played with {who}, and all knew it.")
_PARTNER_UNKNOWN: Final = Words("{partner} would have played with {who}; not all knew it yet.")
_UNSETTLED: Final = Words("The hand is not settled.")
_CLAIMED_UNBID: Final = Words("The hand was claimed before anybody had bid: there is nothing to settle.")
_CLAIMED_EARLY: Final = Words("The hand was claimed before the auction was over: there is nothing to settle.")
_PAYS: Final = Words("{who} pays {to} {amount}.")
_PAY: Final = Words("{who} pay {to} {amount} each.")
_PAYS_EACH: Final = Words("{who} pays {amount} each to {to}.")
_GIVES: Final = Words("{who} pays {amount}")
_GIVE: Final = Words("{who} pay {amount} each")
_GETS: Final = Words("{who} receives {amount}")
_GET: Final = Words("{who} receive {amount} each")
_PAYMENTS_UNKNOWN: Final = Words("The payments depend on cards that are not known.")
_FROM_POT: Final = Words("{amount} of it comes from the pot")
_TO_POT: Final = Words("{amount} goes into the pot")
_NOBODY_PAYS: Final = Words("There are no payments.")
_AFTER_THE_STAKE: Final = (
    "settle.bonus", "settle.pay", "settle.shares", "settle.each", "all_pass.bonus", "all_pass.pays", "all_pass.ties",
)  # fmt: skip
"""Rules of which people speak once the stake is settled."""
_WHY: Final = Words("Why")
_VERDICTS: Final = {
    "legal": Words("Every move was legal."),
    "irregular": Words("The irregularities that were noted are settled by the rules."),
    "irregular-partly-priced": Words("These rules set a price for part of the irregularities that were noted."),
    "irregular-unpriced": Words("These rules set no price for the irregularities that were noted."),
    "illegal": Words("Not every move was legal: see {mark} below. It is settled as it was played."),
    "illegal-unsettled": Words("Not every move was legal: see {mark} below."),
    "incomplete": Words("The record breaks off before the hand is over."),
    "not-followed": Words("From there on what is written cannot be followed under these rules."),
    "score_only": Words("Only what the hand came to is written down."),
    "abandoned": Words("The hand was abandoned{why}."),
}
_KNOWLEDGE: Final = {
    "forced": Words("Not everything was recorded; what is missing can only have been so: {deduced}."),
    "unsettled": Words("Not everything was recorded, and what the hand came to depends on what was not."),
    "possible": Words("Not everything was recorded; nothing that was contradicts the rules."),
    "impossible": Words("Not everything was recorded, and what was cannot have been so."),
}
_CONTRADICTED: Final = Words("Not everything was recorded; what does not fit has {mark} below.")
_ONE_WAY: Final = Words("Not everything was recorded; what is missing can only have been one way.")
_BREAKS_OFF: Final = "CAL517"


def print_answer(
    page: Page,
    people: People,
    replay: Judgement,
    *,
    deduced: Sequence[str],
    partners: tuple[int, ...],
    below: bool = True,
) -> None:
    """Print the outcome of the hand.

    `partners` are the known ones; `below`: its findings follow.
    """
    account = replay.account
    if account is None:
        page.print_sentence(_unsettled_sentence(replay))
    else:
        print_outcome(page, people, replay, account, partners)
    if replay.possible is not None:
        from calarec_tools.output.report.possible import print_possible_ends

        print_possible_ends(page, people, replay.possible)
    _print_certainty(page, replay, deduced, below=below)
    if account is not None and account.because:
        page.print_title(_WHY)
        for said, path in _reasons(page, people, replay, account):
            rule = people.name_rule(path)
            if page.full:
                page.print_spans(said)
                whole = ", ".join(part for part in (rule, rule_said(page, people, rule)) if part)
                page.print_spans([(whole, "faint")], indent=4)
            else:
                place = rule_place(people.ruleset.ref(rule).at, own=True)
                page.print_spans(said, f"{rule} {place}".strip(), hang=4, short=place)


def print_outcome(
    page: Page, people: People, replay: Judgement, account: Account, partners: tuple[int, ...] = ()
) -> None:
    """Print the winners and the payments."""
    _print_settled_outcome(page, people, replay, account, partners)
    if not account.payments:
        page.print_sentence(_PAYMENTS_UNKNOWN)
    elif any(account.payments) or (replay.outcome != "all_pass" and may_have_payments(people.game, account)):
        print_payments(page, people, account.payments)


def _reasons(page: Page, people: People, replay: Judgement, account: Account) -> Iterator[tuple[Spans, str]]:
    """Yield the reasons with the paths of their rules.

    Missed bonuses are where they would have counted.
    """
    told = not (account.counted_sides and replay.happened)
    for reason in account.because:
        if not told and reason.rule.startswith(_AFTER_THE_STAKE):
            told = True
            yield from missed_bonuses(page, people, account)
        yield (
            [(visible(reason_said(reason, people.names_by_seat, people.units_of_point, people.lang)), "")],
            reason.rule,
        )


def _unsettled_sentence(replay: Judgement) -> Words:
    """Return a sentence about the reason why nothing is settled."""
    state = replay.state
    if state is None or state.outcome != "claimed" or state.step != "auction":
        return _UNSETTLED
    return _CLAIMED_UNBID if state.bidding is None or state.bidding.high < 0 else _CLAIMED_EARLY


def _print_settled_outcome(
    page: Page, people: People, replay: Judgement, account: Account, partners: tuple[int, ...]
) -> None:
    if replay.outcome == "void":
        page.print_spans([(page.localized_text(_VOID), "strong")])
        known = replay.state.known if replay.state is not None else 0
        for partner in partners if replay.state is not None else ():
            told = _PARTNER_KNOWN if known >> partner & 1 else _PARTNER_UNKNOWN
            page.print_sentence(told, partner=people.names_by_seat[partner], who=people.names_by_seat[account.declarer])
        return
    if account.declarer < 0 and replay.outcome == "score_only" and not account.sides:
        page.print_spans([(page.localized_text(_AS_WRITTEN), "strong")])
        return
    if account.declarer < 0 and not people.game.rules.has_auction:
        _without_declarer(page, people, account)
        return
    if account.declarer < 0:
        said = _redeal_sentence(people, replay) if replay.outcome == "all_pass" else _NOBODY_BID
        page.print_spans([(page.localized_text(said), "strong")])
        return
    own = next((side for side in account.sides if account.declarer in side.seats), None)
    if own is None or own.wins is None:
        page.print_sentence(_UNSETTLED)
        return
    bonus: Spans = []
    if account.bonuses:
        names = Listing(tuple(people.ruleset.name("bonus", name) for name in account.bonuses))
        bonus = page.filled_spans(_BONUS, bonus=text_in(names, people.lang))
    # Of a hand that was written down by its score alone the points may be unknown.
    points: Spans = [] if own.points is None else page.filled_spans(_WITH, points=people.points_text(own.points))
    text = _own_sentence(own)
    page.print_spans(
        [
            (part, style or "strong")
            for part, style in page.filled_spans(
                text,
                who=people.joined_names(own.seats),
                contract=people.contract_spans(account.contract),
                points=points,
                bonus=bonus,
            )
        ]
    )


def _redeal_sentence(people: People, replay: Judgement) -> Words:
    """Return the sentence about a hand that all have passed: it names the dealer."""
    labels = people.setting.labels
    dealer = find_next_dealer(replay)
    # A player who is out of the match deals no more; one hand does not show who is out.
    if dealer not in labels or people.game.rules.match.out_at is not None:
        return _REDEAL
    seat = labels.index(dealer)
    text = _REDEAL_BY_SAME if seat == people.setting.dealer else _REDEAL_BY_NEXT
    return text.with_values(who=people.names_by_seat[seat])


def _without_declarer(page: Page, people: People, account: Account) -> None:
    """Print the points of each side, or the losers, in a hand without a declarer."""
    if people.game.rules.all_pass.params.pays != "nobody":
        losers = [seat for side in account.sides if side.wins is False for seat in side.seats]
        text = _LEVEL if not losers else _HAS_LOST if len(losers) == 1 else _HAVE_LOST
        bonus = page.filled_spans(_BONUS, bonus=people.ruleset.name("bonus", account.bonus)) if account.bonus else []
        said = (
            page.filled_spans(text, who=people.joined_names(losers), bonus=bonus)
            if losers
            else [(page.localized_text(text), "")]
        )
    else:
        each = [
            page.filled_spans(
                _COUNT if len(side.seats) > 1 else _COUNTS,
                who=people.joined_names(side.seats), points=people.points_text(side.counted),
            )
            for side in account.sides
            if side.counted is not None
        ]  # fmt: skip
        said = [span for one in each for span in ((", ", ""), *one)][1:]
        said = [*said, (".", "")] if said else [(page.localized_text(_UNSETTLED), "")]
    page.print_spans([(part, style or "strong") for part, style in said])


def _own_sentence(own: Side) -> Words:
    one = len(own.seats) == 1
    if own.wins:
        return _WINS if one else _WIN
    return _LOSES if one else _LOSE


def print_payments(page: Page, people: People, amounts: tuple[int, ...]) -> None:
    """Print the payments."""
    paying = [seat for seat, amount in enumerate(amounts) if amount < 0]
    paid = [seat for seat, amount in enumerate(amounts) if amount > 0]
    if not paying and not paid:
        page.print_sentence(_NOBODY_PAYS)
        return
    pot = sum(amounts)
    if pot:
        said = page.filled_spans(_FROM_POT if pot > 0 else _TO_POT, amount=people.payment_in_words(abs(pot)))
        page.print_spans([*_payment_spans(page, people, amounts)[:-1], ("; ", ""), *said, (".", "")])
        return
    given, got = ({abs(amounts[seat]) for seat in seats} for seats in (paying, paid))
    to = Phrase("dative", Listing(tuple(people.names_by_seat[seat] for seat in paid)))
    if len(paid) == 1 and len(given) == 1:
        text = _PAYS if len(paying) == 1 else _PAY
        amount = people.payment_in_words(next(iter(given)))
    elif len(paying) == 1 and len(got) == 1:
        text, amount = _PAYS_EACH, people.payment_in_words(next(iter(got)))
    else:
        page.print_spans(_payment_spans(page, people, amounts))
        return
    page.print_sentence(text, who=people.joined_names(paying), to=to, amount=amount)


def _payment_spans(page: Page, people: People, amounts: tuple[int, ...]) -> Spans:
    """Return all payments, those of one amount together."""
    spans: Spans = []
    for sign, one, many in ((-1, _GIVES, _GIVE), (1, _GETS, _GET)):
        by_amount: dict[int, list[int]] = {}
        for seat, amount in enumerate(amounts):
            if amount * sign > 0:
                by_amount.setdefault(abs(amount), []).append(seat)
        for amount, seats in by_amount.items():
            spans += [("; ", "")] if spans else []
            spans += page.filled_spans(
                one if len(seats) == 1 else many, who=people.joined_names(seats), amount=people.payment_in_words(amount)
            )
    return [*spans, (".", "")]


def _print_certainty(page: Page, replay: Judgement, deduced: Sequence[str], *, below: bool) -> None:
    """Print the reliability of the record."""
    spans: Spans = []
    for text, style in _verdict_lines(replay):
        end = replay.hand.end
        why = f": {visible(end.why)}" if end is not None and end.why else ""
        spans += [(" ", ""), *((part, style) for part, _ in page.filled_spans(text, mark="✗", why=why))]
    if replay.stated is not None:
        spans += [
            (" ", ""),
            (page.localized_text(asserted_sentence(replay, below=below)), "" if replay.stated else "wrong"),
        ]
    page.print_spans(spans, hang=2)
    if replay.knowledge in _KNOWLEDGE and replay.outcome != "score_only":
        lines = Listing(tuple(visible(line) for line in deduced))
        page.print_sentence(_knowledge_sentence(replay, has_lines=bool(lines.items)), deduced=lines, mark="✗")


def _knowledge_sentence(replay: Judgement, *, has_lines: bool) -> Words:
    """Describe how complete the record is; `has_lines`: missing moves are printed."""
    if replay.knowledge == "forced" and not has_lines:
        return _ONE_WAY
    is_contradicted = any(finding.severity == "error" for finding in replay.findings)
    return _CONTRADICTED if replay.knowledge == "possible" and is_contradicted else _KNOWLEDGE[replay.knowledge]


def _verdict_lines(replay: Judgement) -> Iterator[tuple[Words, str]]:
    """Yield sentences about the moves, with their styles."""
    if replay.verdict == "illegal":
        settled = replay.account is not None and bool(replay.happened)
        yield _VERDICTS["illegal" if settled else "illegal-unsettled"], "wrong"
    elif replay.outcome == "score_only":
        yield _VERDICTS["score_only"], ""
    elif replay.verdict == "irregular":
        yield irregular_sentence(replay), ""
    elif replay.verdict != "incomplete":
        yield _VERDICTS[replay.verdict], ""
    if replay.outcome == "abandoned":
        yield _VERDICTS["abandoned"], ""
    elif replay.verdict == "incomplete":
        yield _VERDICTS["incomplete"], ""
    elif replay.verdict == "illegal" and not replay.outcome and replay.happened:
        breaks_off = any(finding.code == _BREAKS_OFF for finding in replay.findings)
        yield _VERDICTS["incomplete" if breaks_off else "not-followed"], ""


def irregular_sentence(replay: Judgement) -> Words:
    """Return a sentence on irregularities: with a price by the rules, or without."""
    stated = {has_priced_irregularity(replay.game.rules, [fault.word]) for fault in replay.hand.every(rec.Fault)}
    if False not in stated:
        return _VERDICTS["irregular"]
    return _VERDICTS["irregular-partly-priced" if True in stated else "irregular-unpriced"]
