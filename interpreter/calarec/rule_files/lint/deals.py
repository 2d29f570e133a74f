"""The pack and the deal: what is taken out, dealt and drawn comes out even."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.engine.cards import compile_pack
from calarec.core.mechanisms.rules import resolve_table_size
from calarec.core.wording.language import Listing, Words

if TYPE_CHECKING:
    from calarec.core.mechanisms.rules import Rules
    from calarec.rule_files.lint.report import Report


def check_cards(rules: Rules, report: Report) -> None:
    """Cards that are taken out and ranks that are worth something must be in the pack."""
    pack = rules.pack
    for number, card in enumerate(pack.without):
        if len(card) != 2 or card[0] not in pack.ranks or card[1] not in pack.suits:
            wording = "turned" if card[::-1][:1] in pack.ranks and card[:1] in pack.suits else ""
            report.add("RUL303", f"pack.without.{number}", wording=wording, card=card, near=card[::-1])
    first = rules.match.first_eldest
    if first is not None and not _is_in_each_pack(first, rules):
        report.add("RUL303", report.blame("match.first_eldest", "pack.without"), card=first)
    for rank in pack.points:
        if rank not in pack.ranks:
            meant = pack.aliases.get(rank, "")
            wording = "alias" if meant in pack.ranks and meant else ""
            path = report.blame(f"pack.points.{rank}", "pack.ranks")
            report.add("RUL304", path, wording=wording, key=True, rank=rank, ranks=pack.ranks, meant=meant)


def check_total(rules: Rules, report: Report) -> None:
    """The total that a source states is the sum of the cards and the last trick."""
    pack, total = rules.pack, report.facts.pack_total
    if pack.total is not None and pack.total != total:
        points = (f"pack.points.{rank}" for rank in pack.points)
        path = report.blame("pack.total", *points, "pack.points", "pack.last_trick", "pack.ranks", "pack.without")
        last = pack.last_trick
        report.add("RUL305", path, stated=report.points_words(pack.total), total=report.points_words(total),
                   cards=report.points_words(total - last), last=report.points_words(last))  # fmt: skip


def _is_in_each_pack(card: str, rules: Rules) -> bool:
    """Check whether a card is in the pack at every table, by any of its names."""
    return all(card in compile_pack(resolve_table_size(rules, seats).pack).numbers for seats in rules.table.seats)


def check_deal(rules: Rules, report: Report) -> None:
    """Check that all cards are dealt, equally at each table, and in even packets."""
    deal, hands = rules.deal, report.facts.hands_by_seats
    if len(set(hands.values())) > 1:
        said = Listing(tuple(Words("{hands} at {seats} seats", hands=n, seats=s) for s, n in hands.items()))
        report.add("RUL307", report.blame("table.seats", "table.sits_out.at", "table.sits_out.two_at"), hands=said)
    for seats, count in list(hands.items())[:1]:
        _check_sum(rules, report, seats, count)
    if deal.hand % deal.packets:
        report.add("RUL308", report.blame("deal.packets", "deal.hand"), packets=deal.packets, hand=deal.hand)
    if deal.piles != "after" and report.is_stated_in_file("deal.piles"):
        if not any(pile.dealt for pile in rules.piles.values()):
            report.add("RUL704", "deal.piles", wording="no_piles")
        elif deal.packets >= deal.hand:
            report.add("RUL704", "deal.piles", wording="one_round")


def _check_sum(rules: Rules, report: Report, seats: int, count: int) -> None:
    hand, cards = rules.deal.hand, len(report.facts.pack_cards)
    laid = sum(pile.dealt for pile in rules.piles.values())
    if count * hand + laid == cards:
        return
    fits, left = divmod(cards - laid, count)
    rest = cards - count * hand
    fewer = "short" if rest >= 0 else "many"
    wording = "hand" if left == 0 and 1 <= fits <= 40 else "over" if rest > laid else fewer
    piles = (f"piles.{key}.dealt" for key in rules.piles)
    path = report.blame("deal.hand", "table.seats", *piles, "pack.without", "pack.ranks", "pack.suits")
    values: dict[str, Any] = {"seats": seats, "hands": count, "hand": hand, "laid": laid, "sum": count * hand + laid}
    values |= {"cards": cards, "fits": fits, "rest": rest, "apart": abs(rest - laid), "most": cards // count}
    report.add("RUL306", path, wording=wording, **values)


def check_stock(rules: Rules, report: Report) -> None:
    """Check that the stock lasts for whole rounds, and that no step touches it before."""
    draw = rules.play.draw
    if draw is None or draw.pile not in rules.piles:
        return
    dealt, tops = rules.piles[draw.pile].dealt, draw.tops or 1
    uneven = [hands for hands in report.facts.hands_by_seats.values() if hands and dealt % (hands * tops)]
    if not dealt or uneven:
        path = report.blame(f"piles.{draw.pile}.dealt", "play.draw.pile", "table.seats")
        hands, wording = next(iter(uneven), 0), "uneven" if draw.tops is None else "packets"
        report.add(
            "RUL311", path, wording=wording if dealt else "", pile=draw.pile, dealt=dealt, hands=hands, tops=tops
        )
    if draw.tops is not None:
        _check_packets(rules, report)
    for key, step in rules.steps.items():
        used = [name for name in ("pile", "to") if getattr(step.params, name, "") == draw.pile]
        if used:
            path = report.blame(f"steps.{key}.{used[0]}", "play.draw.pile")
            report.add("RUL311", path, wording="step", pile=draw.pile, step=key)


def _check_packets(rules: Rules, report: Report) -> None:
    """The tops of packets are open, and none of their cards makes a trump."""
    draw, trump = rules.play.draw, rules.play.trump
    if draw is not None and draw.shown != "everyone":
        report.add("RUL311", report.blame("play.draw.shown", "play.draw.tops"), wording="closed", pile=draw.pile)
    if draw is not None and trump is not None and trump.pile == draw.pile:
        report.add("RUL311", report.blame("play.trump.pile", "play.draw.tops"), wording="turned", pile=draw.pile)


def check_trump(rules: Rules, report: Report) -> None:
    """A card can be turned up where it is to be, and duties mean something."""
    play, trump = rules.play, rules.play.trump
    if play.is_trump_called:
        _check_called_trump(rules, report)
    elif trump is not None and trump.pile is not None:
        if trump.chosen == "named":
            report.add("RUL704", "play.trump.pile", wording="named_suit")
        elif trump.pile in rules.piles and not rules.piles[trump.pile].dealt:
            report.add("RUL312", report.blame("play.trump.pile", f"piles.{trump.pile}.dealt"), pile=trump.pile)
    if trump is not None and trump.chosen == "turned" and trump.by == "declarer" and rules.has_auction:
        report.add("RUL313", report.blame("play.trump.by", "play.trump.chosen"))
    for name, wording in (("beat", "free"), ("void", "free"), ("void", "no_trump")):
        idle = play.follow == "free" if wording == "free" else trump is None and play.follow != "free"
        if getattr(play, name) != "free" and idle:
            report.add("RUL704", f"play.{name}", wording=wording)


def _check_called_trump(rules: Rules, report: Report) -> None:
    """Some contract calls a card, and no player is named for the trump."""
    steps = (rules.steps[key] for contract in rules.contracts.values() for key in contract.steps if key in rules.steps)
    if all(step.do != "call" for step in steps):
        report.add("RUL704", "play.trump.chosen", wording="never_called")
    for name in ("by", "pile"):
        if report.is_stated_in_file(f"play.trump.{name}"):
            report.add("RUL704", f"play.trump.{name}", wording="called_suit")


CHECKS: Final = (
    check_trump,
    check_stock,
    check_deal,
    check_cards,
    check_total,
)
"""Every check of this module, in the order in which they are made."""
