"""Checks of games without auction and with fixed sides: no absent declarer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.wording.language import Listing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.rules import Rules
    from calarec.rule_files.lint.report import Report


def check_played(rules: Rules, report: Report) -> None:
    """Without an auction every hand is played out."""
    if rules.has_auction:
        return
    contract, word = (next(iter(each), "") for each in (rules.contracts, rules.auction.words))
    if contract:
        report.add("RUL441", report.blame(f"contracts.{contract}", "auction.ladder"), contract=contract)
    elif word:
        report.add("RUL441", report.blame(f"auction.words.{word}", "auction.ladder"), wording="word", word=word)
    elif rules.all_pass.do != "play_out":
        report.add("RUL440", report.blame("all_pass.do", "auction.ladder"), do=rules.all_pass.do)


def check_sides(rules: Rules, report: Report) -> None:
    """Check that fixed sides have equal numbers in every hand, and no other partners."""
    table = rules.table
    if table.sides is None:
        return
    if rules.has_auction:
        if not rules.has_bidding_partners:
            report.add("RUL442", report.blame("table.sides", "auction.ladder"), wording="auction")
        for key, step in rules.steps.items():
            if step.do == "call" and step.params.gets == "partner":
                report.add("RUL442", report.blame("table.sides", f"steps.{key}.gets"), wording="call")
    for name, wording in (("sits_out", "out"), ("dummies", "dummies")):
        if getattr(table, name) is not None:
            report.add("RUL442", report.blame("table.sides", f"table.{name}"), wording=wording)
    uneven = [seats for seats in table.seats if seats % table.sides or seats == table.sides]
    if uneven:
        path = report.blame("table.sides", "table.seats")
        alone = uneven[0] == table.sides
        report.add("RUL442", path, wording="alone" if alone else "", sides=table.sides, seats=uneven[0])


def check_declarers(rules: Rules, report: Report) -> None:
    """Report rules about a declarer in a game without declarers."""
    if rules.has_auction:
        return
    for path, word in _of_declarers(rules):
        report.add("RUL443", path, word=word)
    for path in (
        "settle.won_if",
        "settle.shares",
        "settle.pay",
        "settle.each",
        "settle.bonus",
        "raising.until",
        "doubling.words",
    ):
        if report.is_stated_in_file(path):
            report.add("RUL704", path, wording="no_declarer")


def _of_declarers(rules: Rules) -> Iterator[tuple[str, str]]:
    if rules.play.trump is not None and rules.play.trump.by == "declarer":
        yield "play.trump.by", "declarer"
    for key, pile in rules.piles.items():
        if pile.won_by == "declarer":
            yield f"piles.{key}.won_by", pile.won_by
    for key, entry in rules.standing.items():
        for name in ("by", "whose", "to"):
            word = getattr(entry.params, name, "")
            if word in ("declarer", "opponents"):
                yield f"standing.{key}.{name}", word
    if rules.match.counts == "declarer_only":
        yield "match.counts", rules.match.counts


def check_counting(rules: Rules, report: Report) -> None:
    """Check that a hand without payments is counted, and has no rule on payments."""
    if rules.all_pass.do != "play_out" or rules.all_pass.params.pays != "nobody":
        return
    if not rules.has_auction and rules.match.counts != "card_points":
        report.add("RUL444", report.blame("match.counts", "all_pass.pays"), counts=rules.match.counts)
    idle = [name for name in ("stake", "ties", "bonus", "bonus_order") if report.is_stated_in_file(f"all_pass.{name}")]
    if idle:
        listed = Listing(tuple(f"`{name}`" for name in idle))
        report.add("RUL704", f"all_pass.{idle[0]}", wording="nobody_pays", names=listed)


CHECKS: Final = (
    check_played,
    check_sides,
    check_declarers,
    check_counting,
)
"""Every check of this module, in the order in which they are made."""
