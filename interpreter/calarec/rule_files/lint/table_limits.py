"""Rules that bind a player at the table: each can bind, and leaves a choice."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.mechanisms.conditions import CardFigure, can_hold
from calarec.core.mechanisms.rules import tricks_in
from calarec.core.mechanisms.table import count_hands_dealt, resting_seats
from calarec.rule_files.lint.bonuses import find_wrong_cards, list_wrong_limits, report_wrong_cards
from calarec.rule_files.lint.laid_cards import CardLimit, count_kept_cards
from calarec.rule_files.lint.sizes import list_stages

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.core.mechanisms.conditions import AnyFigure, OwnCondition
    from calarec.core.mechanisms.exchange import DiscardRule
    from calarec.core.mechanisms.joint_outcomes import CardBounds
    from calarec.core.mechanisms.rules import Rules
    from calarec.rule_files.lint.report import Report


class _Player(NamedTuple):
    """A player who acts, with any hand that has a card of each group."""

    bounds: CardBounds
    size: int
    role: str = ""
    groups: tuple[Sequence[str], ...] = ()
    contract: str = ""
    trick: int = 0
    trump: str = ""

    def figure_range(self, which: AnyFigure, /) -> tuple[int, int]:
        """The least and the most that a figure can be."""
        if not isinstance(which, CardFigure):
            return (self.trick, self.trick) if which == "trick" else (int(which == self.role),) * 2
        if which.where == "trump":
            return (int(bool(self.trump) and self.trump in (which.suits or "")),) * 2
        return self.bounds.in_hand(which, self.size, self.groups)


def check_forced_bids(rules: Rules, report: Report) -> None:
    """Everyone who may not pass can hold such cards, and has something to bid."""
    for number, forced in enumerate(rules.auction.must):
        path = f"auction.must.{number}"
        if not rules.has_auction:
            report.add("RUL704", path, wording="no_auction")
        elif _is_sound(forced.when, path, report):
            players = (_Player(report.facts.card_bounds, rules.deal.hand, role) for role in _list_roles(rules))
            _report_verdict({can_hold(forced.when, player) for player in players}, forced.when, path, report)
        if forced.bid is not None and forced.bid in rules.contracts and forced.bid not in rules.auction.ladder:
            report.add("RUL505", f"{path}.bid", wording="never_bid", bonus="auction.must", contract=forced.bid)


def check_leads(rules: Rules, report: Report) -> None:
    """Every limit of leads names cards that a hand may have beside others."""
    pack = report.facts.pack_cards
    for number, limit in enumerate(rules.play.leads):
        path = f"play.leads.{number}"
        barred, others = ([card for card in pack if limit.cards.has_card(card) is named] for named in (True, False))
        if not barred:
            if _is_of_pack(limit.cards, pack):
                report.add("RUL522", path, wording="no_cards", bonus="play.leads")
        elif not others:
            report.add("RUL704", path, wording="every_card")
        elif _is_sound(limit.when, path, report):
            leaders = (leader._replace(groups=(barred, others)) for leader in _list_leaders(rules, report))
            allowed = limit.when.contracts
            verdicts = {
                can_hold(limit.when, leader) if not allowed or leader.contract in allowed else False
                for leader in leaders
            }
            _report_verdict(verdicts, limit.when, path, report)


def _report_verdict(verdicts: set[bool | None], when: OwnCondition, path: str, report: Report) -> None:
    """Report a condition that holds for no player, or for each whom the rule concerns."""
    if verdicts <= {False}:
        report.add("RUL505", f"{path}.when", key=True, wording="own", bonus=path.rpartition(".")[0])
    elif verdicts == {True} and when != type(when)():
        report.add("RUL520", f"{path}.when", key=True, wording="own", bonus=path.rpartition(".")[0])


def _list_leaders(rules: Rules, report: Report) -> Iterator[_Player]:
    """List every player who may lead with a choice, as far as conditions look at it."""
    out, facts = rules.all_pass, report.facts
    starts = {key: (rules.contracts[key].leader, facts.possible_trumps(key)) for key in facts.playable_contracts}
    if out.do == "play_out":
        starts[""] = out.params.leader, facts.possible_trumps("")
    tops = rules.play.draw.tops or 0 if rules.play.draw is not None else 0
    for seats, (contract, (leader, trumps)) in product(rules.table.seats, starts.items()):
        hands = facts.hands_by_seats[seats]
        for left in range(tricks_in(rules, hands) if hands else 0, 1, -1):
            number = tricks_in(rules, hands) - left + 1
            roles = _list_roles(rules, seats, leader if number == 1 else "")
            sizes = range(min(rules.deal.hand, left), min(rules.deal.hand + tops, left) + 1)
            for size, role, trump in product(sizes, roles, trumps):
                yield _Player(facts.card_bounds, size, role, (), contract, number, trump)


def _list_roles(rules: Rules, seats: int = 0, leader: str = "") -> tuple[str, ...]:
    """List the roles that a player with cards can have, or a leader at these seats."""
    rests, tables = rules.table.sits_out, (seats,) if seats else rules.table.seats
    always_out = (
        rests is not None and rests.who == "dealer" and all(resting_seats(rules.table, size) for size in tables)
    )
    if leader == "eldest" or (leader == "dealer" and always_out):
        return ("eldest",)
    if leader == "dealer" and rests is None:
        return ("dealer",)
    alone = all(count_hands_dealt(rules.table, size) == 2 for size in tables) and rests is None
    return (*(() if always_out else ("dealer",)), "eldest", *(() if alone else ("",)))


def check_discard_limits(rules: Rules, report: Report) -> None:
    """Every limit of a discard binds, and all leave enough cards to lay aside."""
    pack = report.facts.pack_cards
    for key, discard in report.steps_by_mechanism("discard"):
        limits: list[CardLimit] = []
        for number, limit in enumerate(discard.limits):
            path = f"steps.{key}.limits.{number}"
            cards = frozenset(filter(limit.cards.has_card, pack))
            if not cards and _is_of_pack(limit.cards, pack):
                report.add("RUL522", path, wording="no_cards", bonus=f"steps.{key}.limits")
            elif cards and limit.at_most >= len(cards):
                report.add("RUL704", f"{path}.at_most", wording="all_cards", count=len(cards))
            elif cards:
                limits.append(CardLimit(cards, limit.at_most))
        if limits:
            barred = frozenset(card for card in pack if card[0] in (discard.never or ""))
            _check_left([*limits, CardLimit(barred, 0)], key, discard, rules, report)


def _check_left(limits: Sequence[CardLimit], key: str, discard: DiscardRule, rules: Rules, report: Report) -> None:
    """However a hand is made up, it has enough cards that may be laid aside."""
    for size, left in sorted(_list_discards(key, discard, rules)):
        kept = count_kept_cards(report.facts.pack_cards, limits, size, size - left)
        if kept > left:
            where = report.blame(f"steps.{key}.limits", "deal.hand")
            report.add("RUL413", where, wording="limits", count=kept, left=left)
            return


def _list_discards(key: str, discard: DiscardRule, rules: Rules) -> set[tuple[int, int]]:
    """List the sizes of hands that can come to a discard, and what they keep."""
    found = set[tuple[int, int]]()
    for contract in rules.contracts.values():
        steps = [step for step in contract.steps if step in rules.steps]
        for step, states in zip(steps, list_stages(rules, steps), strict=False):
            for state in states if step == key else ():
                size, pile = state.hands[0], state.piles.get(discard.pile or "", 0)
                left = size - pile if discard.cards == "up_to_pile" else min(size, rules.deal.hand)
                found.add((size, max(0, left)))
    return found


def _is_sound(when: OwnCondition, path: str, report: Report) -> bool:
    """Check whether the limits of a condition are possible, and report others."""
    name = path.rpartition(".")[0]
    report_wrong_cards(name, when, f"{path}.when", report)
    wrong = tuple(list_wrong_limits(when))
    for figure, wording in wrong:
        report.add("RUL522", f"{path}.when.{figure}", wording=wording, bonus=name, figure=figure)
    return not wrong and not find_wrong_cards(when, report.facts.card_bounds)


def _is_of_pack(figure: CardFigure, pack: list[str]) -> bool:
    """Check whether every named rank and suit is in the pack."""
    ranks, suits = (set(names) for names in zip(*pack, strict=True))
    return set(figure.ranks or "") <= ranks and set(figure.suits or "") <= suits


CHECKS: Final = (check_forced_bids, check_leads, check_discard_limits)
"""Every check of this module, in the order in which they are made."""
