"""Checks of auction, raises and contracts: words at each turn, and no dead ends."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Final

from calarec.core.engine.auction import can_go_on_after_bid
from calarec.core.mechanisms.exchange import MOVING
from calarec.core.mechanisms.rules import expand_amounts
from calarec.core.wording.language import Listing

if TYPE_CHECKING:
    from calarec.core.mechanisms.rules import Rules
    from calarec.rule_files.lint.report import Report


def check_auction_words(rules: Rules, report: Report) -> None:
    """Check that there is a word at every turn, used once, and not as a contract."""
    auction = rules.auction
    if not rules.has_auction:
        return
    goes_on = can_go_on_after_bid(expand_amounts(rules).auction)
    before = [key for key, word in auction.words.items() if word.when != "after_bid"]
    after = [key for key, word in auction.words.items() if word.when != "before_bid"]
    if goes_on and not after:
        report.add("RUL417", report.blame("auction.words", "auction.ends"))
    elif goes_on and auction.chances == "until_quiet" and not any(auction.words[key].leaves for key in after):
        path = report.blame(*(f"auction.words.{key}.leaves" for key in after), "auction.chances", "auction.words")
        report.add("RUL420", path, words=Listing(tuple(f"`{key}`" for key in after), either=True))
    if not before:
        report.add("RUL418", report.blame("auction.words", *(f"auction.words.{key}.when" for key in auction.words)))
    for key, word in auction.words.items():
        if word.when == "after_bid" and not goes_on:
            report.add("RUL419", report.blame(f"auction.words.{key}.when", "auction.ends", "auction.ladder"), word=key)
        if key in rules.contracts:
            report.add("RUL421", f"auction.words.{key}", word=key)
        if auction.chances == "once" and not word.leaves and report.is_stated_in_file(f"auction.words.{key}.leaves"):
            report.add("RUL704", f"auction.words.{key}.leaves", wording="once")


def check_ends(rules: Rules, report: Report) -> None:
    """With one bid on the ladder two ways of ending mean the same."""
    if (
        len(expand_amounts(rules).auction.ladder) == 1
        and rules.auction.ends == "top_bid"
        and report.is_stated_in_file("auction.ends")
    ):
        report.add("RUL422", report.blame("auction.ladder", "auction.ends"), bid=rules.auction.ladder[0])


def check_hold(rules: Rules, report: Report) -> None:
    """The player who may hold a bid can have a turn after it."""
    auction = expand_amounts(rules).auction
    if auction.hold == "nobody":
        return
    if not rules.has_auction or not can_go_on_after_bid(auction):
        report.add("RUL704", "auction.hold", wording="no_hold")
    elif auction.chances == "once" and (auction.hold == "elder" or auction.first == "dealer"):
        report.add("RUL704", "auction.hold", wording="once")
    elif auction.hold == "dealer" and "dealer" in report.facts.party_roles:
        report.add("RUL704", "auction.hold", wording="dealer_out")


def check_raising(rules: Rules, report: Report) -> None:
    """Report a time for raises in rules without raises."""
    if report.is_stated_in_file("raising.until") and not any(contract.raises for contract in rules.contracts.values()):
        report.add("RUL704", "raising.until", wording="no_raises")


def check_doubling(rules: Rules, report: Report) -> None:
    """Check that every double is possible, unique, and reaches a played payment."""
    words = rules.doubling.words
    idle = [name for name in ("until", "binds") if report.is_stated_in_file(f"doubling.{name}")]
    if idle and not words:
        report.add("RUL704", f"doubling.{idle[0]}", wording="no_doubles")
    for key, word in words.items():
        path = f"doubling.words.{key}"
        if key in rules.contracts or key in rules.auction.words:
            report.add("RUL432", path, word=key)
        if word.after is not None and word.after not in words:
            known = Listing(tuple(f"`{each}`" for each in words))
            report.add("RUL430", f"{path}.after", word=key, after=word.after, known=known)
    for key in words:
        chain = _doubling_chain(key, rules)
        if chain is None:
            report.add("RUL431", f"doubling.words.{key}.after", word=key)
        elif prod(words[each].times for each in chain) > _MAX_TIMES:
            path = report.blame(*(f"doubling.words.{each}.times" for each in chain))
            report.add("RUL433", path, word=key, times=prod(words[each].times for each in chain))


_MAX_TIMES: Final = 1000


def _doubling_chain(word: str, rules: Rules) -> list[str] | None:
    """A double and those that it follows; None if they are circular."""
    found: list[str] = []
    after: str | None = word
    while after is not None and after in rules.doubling.words:
        if after in found:
            return None
        found.append(after)
        after = rules.doubling.words[after].after
    return found


def check_reached(rules: Rules, report: Report) -> None:
    """Every contract can be bid, raised to, or at least gives another its stake."""
    followed = {reference.name for reference in report.references_to("contract") if reference.path[-1] == "of"}
    known = rules.has_auction and all(
        reference.name in rules.contracts for reference in report.references_to("contract")
    )
    for key in rules.contracts if known else ():
        if key not in report.facts.playable_contracts and key not in followed:
            path = report.blame(f"contracts.{key}", "auction.ladder")
            report.add("RUL402", path, contract=key)


def check_raises(rules: Rules, report: Report) -> None:
    """Raises lead upwards, and cards that have moved do not move back."""
    circling = [key for key in rules.contracts if key in report.facts.raised_from(*rules.contracts[key].raises)]
    if circling:
        path = report.blame(*(f"contracts.{key}.raises" for key in circling))
        report.add("RUL403", path, contract=path.split(".")[1])
    for key, contract in rules.contracts.items():
        moving = [f"`{step}`" for step in contract.steps if step in rules.steps and rules.steps[step].do in MOVING]
        can_be_raised = contract.raises and key not in circling
        if can_be_raised and moving and rules.raising.until == "first_lead":
            where = report.blame(f"contracts.{key}.raises", "raising.until")
            report.add("RUL415", where, contract=key, steps=Listing(tuple(moving)))


def check_both(rules: Rules, report: Report) -> None:
    """Report a word that means one thing as a bid and another as a raise."""
    raised = {key: name for name, rule in reversed(list(rules.contracts.items())) for key in rule.raises}
    for number, key in enumerate(rules.auction.ladder):
        if key in raised and key not in report.facts.raised_from(*rules.contracts[key].raises):
            path = report.blame(f"auction.ladder.{number}", f"contracts.{raised[key]}.raises")
            report.add("RUL429", path, contract=key, other=raised[key])


def check_leaders(rules: Rules, report: Report) -> None:
    """Check leaders: with two hands left and right are one; `holder` needs a card."""
    for key, contract in rules.contracts.items():
        if contract.leader == "holder" and contract.leading_card is None:
            report.add("RUL434", report.blame(f"contracts.{key}.leader", f"contracts.{key}"), contract=key)
        elif contract.leader != "holder" and contract.leading_card is not None:
            path = report.blame(f"contracts.{key}.leading_card", f"contracts.{key}.leader")
            report.add("RUL704", path, wording="no_holder")
    if set(report.facts.hands_by_seats.values()) == {2}:
        for key, contract in rules.contracts.items():
            if contract.leader in ("left_of_declarer", "right_of_declarer"):
                report.add("RUL416", report.blame(f"contracts.{key}.leader", "table.seats"), leader=contract.leader)


CHECKS: Final = (
    check_auction_words,
    check_ends,
    check_hold,
    check_reached,
    check_raises,
    check_both,
    check_leaders,
    check_raising,
    check_doubling,
)
"""Every check of this module, in the order in which they are made."""
