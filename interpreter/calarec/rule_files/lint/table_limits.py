"""Rules that bind a player at the table: each can bind, and leaves a choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.mechanisms.conditions import CardFigure
from calarec.core.mechanisms.rules import tricks_in
from calarec.rule_files.lint.bonuses import find_wrong_cards, list_wrong_limits, report_wrong_cards
from calarec.rule_files.lint.facts import in_piles

if TYPE_CHECKING:
    from calarec.core.mechanisms.conditions import Limit, OwnCondition
    from calarec.core.mechanisms.exchange import DiscardRule
    from calarec.core.mechanisms.play import LeadLimit
    from calarec.core.mechanisms.rules import Rules
    from calarec.rule_files.lint.report import Report


def check_forced_bids(rules: Rules, report: Report) -> None:
    """Everyone who may not pass can hold such cards, and has something to bid."""
    for number, forced in enumerate(rules.auction.must):
        path = f"auction.must.{number}"
        if not rules.has_auction:
            report.add("RUL704", path, wording="no_auction")
        elif _is_sound(forced.when, path, report) and not _can_hold(forced.when, rules, report):
            report.add("RUL505", f"{path}.when", key=True, wording="own", bonus="auction.must")
        if forced.bid is not None and forced.bid in rules.contracts and forced.bid not in rules.auction.ladder:
            report.add("RUL505", f"{path}.bid", wording="never_bid", bonus="auction.must", contract=forced.bid)


def check_leads(rules: Rules, report: Report) -> None:
    """Every limit of leads names cards that a hand may have beside others."""
    pack = report.facts.pack_cards
    for number, limit in enumerate(rules.play.leads):
        path = f"play.leads.{number}"
        count = sum(limit.cards.has_card(card) for card in pack)
        if not count:
            if _is_of_pack(limit.cards, pack):
                report.add("RUL522", path, wording="no_cards", bonus="play.leads")
        elif count == len(pack):
            report.add("RUL704", path, wording="every_card")
        elif _is_sound(limit.when, path, report) and not _can_bar_lead(limit, rules, report):
            report.add("RUL505", f"{path}.when", key=True, wording="own", bonus="play.leads")


def check_discard_limits(rules: Rules, report: Report) -> None:
    """Every limit of a discard binds, and all leave enough cards to lay aside."""
    pack = report.facts.pack_cards
    for key, discard in report.steps_by_mechanism("discard"):
        # As many cards as a hand can have then; whatever it lays aside, `deal.hand` or less is left.
        size = rules.deal.hand + (in_piles(rules) if discard.cards == "down_to_dealt" else 0)
        kept = 0
        for number, limit in enumerate(discard.limits):
            path = f"steps.{key}.limits.{number}"
            count = sum(limit.cards.has_card(card) for card in pack)
            if not count and _is_of_pack(limit.cards, pack):
                report.add("RUL522", path, wording="no_cards", bonus=f"steps.{key}.limits")
            elif count and limit.at_most >= count:
                report.add("RUL704", f"{path}.at_most", wording="all_cards", count=count)
            kept += max(0, min(count, size) - limit.at_most)
        if kept:
            _check_left(kept, key, discard, rules, report)


def _check_left(kept: int, key: str, discard: DiscardRule, rules: Rules, report: Report) -> None:
    """However a hand is made up, it has enough cards that may be laid aside."""
    kept += sum(card[0] in (discard.never or "") for card in report.facts.pack_cards)
    pile = rules.piles.get(discard.pile or "") if discard.cards == "up_to_pile" else None
    left = rules.deal.hand - (pile.dealt if pile is not None else 0)
    if kept > left:
        where = report.blame(f"steps.{key}.limits", "deal.hand")
        report.add("RUL413", where, wording="limits", count=kept, left=max(left, 0))


def _is_sound(when: OwnCondition, path: str, report: Report) -> bool:
    """Check whether the limits of a condition are possible, and report others."""
    name = path.rpartition(".")[0]
    report_wrong_cards(name, when, f"{path}.when", report)
    wrong = tuple(list_wrong_limits(when))
    for figure, wording in wrong:
        report.add("RUL522", f"{path}.when.{figure}", wording=wording, bonus=name, figure=figure)
    return not wrong and not find_wrong_cards(when, report.facts.card_bounds)


def _can_hold(when: OwnCondition, rules: Rules, report: Report, size: int | None = None) -> bool:
    """Check whether a player with `size` cards can meet a condition."""
    hand = rules.deal.hand if size is None else size
    dealer = report.facts.party_roles.get("dealer", (0, 1))
    return all(_is_possible(limit, hand, dealer, report) for limit in when.limits if limit.row.name != "trick")


def _is_possible(limit: Limit, hand: int, dealer: tuple[int, int], report: Report) -> bool:
    if not isinstance(limit.figure, CardFigure):
        return limit.figure != "dealer" or dealer != (0, 0)
    if limit.figure.where == "trump":
        bounds = report.facts.card_bounds
        return bounds.has_trump and bool(bounds.matching(limit.figure))
    count, pack = len(report.facts.card_bounds.matching(limit.figure)), len(report.facts.pack_cards)
    least, most = max(0, hand - (pack - count)), min(count, hand)
    return (limit.least is None or most >= limit.least) and (limit.most is None or least <= limit.most)


def _can_bar_lead(limit: LeadLimit, rules: Rules, report: Report) -> bool:
    """Check whether a hand can have both a barred lead and another card."""
    tricks = max((tricks_in(rules, hands) for hands in report.facts.hands_by_seats.values() if hands), default=0)
    asked = [trick for trick in limit.when.limits if trick.row.name == "trick"]
    named = [number for number in range(1, tricks + 1) if all(trick.is_met_by(number) for trick in asked)]
    sizes = {min(rules.deal.hand, tricks - number + 1) for number in named}
    return any(size > 1 and _can_hold(limit.when, rules, report, size) for size in sizes)


def _is_of_pack(figure: CardFigure, pack: list[str]) -> bool:
    """Check whether every named rank and suit is in the pack."""
    ranks, suits = (set(names) for names in zip(*pack, strict=True))
    return set(figure.ranks or "") <= ranks and set(figure.suits or "") <= suits


CHECKS: Final = (check_forced_bids, check_leads, check_discard_limits)
"""Every check of this module, in the order in which they are made."""
