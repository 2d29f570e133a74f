"""Checks of declarations: each is possible, has a time, and has an effect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.mechanisms.conditions import condition_parts
from calarec.core.mechanisms.rules import find_announcements, tricks_in
from calarec.rule_files.lint.facts import list_pack_cards

if TYPE_CHECKING:
    from calarec.core.mechanisms.rules import Rules
    from calarec.core.mechanisms.standing import DeclareRule
    from calarec.rule_files.lint.report import Report


def check_declared(rules: Rules, report: Report) -> None:
    """Check that each declaration has a condition and an effect.

    A deal that does not count counts no declaration.
    """
    asked = find_announcements(rules)
    for word in sorted(asked):
        if word not in rules.standing or rules.standing[word].do != "declare":
            report.add("RUL530", _find_asking_path(rules, word), name=word)
    for key, rule in report.standing_by_mechanism("declare"):
        path = f"standing.{key}"
        if key in asked:
            if rule.deal == "void":
                report.add("RUL530", report.blame(f"{path}.deal", path), wording="void", name=key)
            continue
        if rule.meld is None and rule.hand is None:
            report.add("RUL620", path, name=key)
        worth = any(rule.meld_worth(rule.fewest + 1))
        if rule.deal == "void" and worth:
            counting = next(name for name in ("points", "points_more", "match", "match_more") if getattr(rule, name))
            report.add("RUL621", report.blame(f"{path}.{counting}", f"{path}.deal"), wording="void", name=key)
        elif rule.deal == "goes_on" and not worth:
            report.add("RUL621", path, name=key)
        if rule.deal == "goes_on" and report.is_stated_in_file(f"{path}.dealer"):
            report.add("RUL704", f"{path}.dealer", wording="not_void")
        if rule.lead is not None and rule.deal == "void":
            report.add("RUL621", report.blame(f"{path}.lead", f"{path}.deal"), wording="lead", name=key)
        if rule.by == "declarer" and rule.begins == "deal":
            report.add("RUL623", report.blame(f"{path}.begins", f"{path}.by"), wording="nobody", name=key)


def _find_asking_path(rules: Rules, word: str) -> str:
    """The path of a condition that asks for an announcement."""
    tables = {"settle": rules.settle.bonus, "all_pass": getattr(rules.all_pass.params, "bonus", {})}
    return next(
        f"{section}.bonus.{name}" for section, table in tables.items() for name, bonus in table.items()
        if any(part.said == word for part in condition_parts(bonus.conditions))
    )  # fmt: skip


def check_time(rules: Rules, report: Report) -> None:
    """Check that its time does not end before it begins, or after the play."""
    tricks = min((tricks_in(rules, hands) for hands in report.facts.hands_by_seats.values()), default=rules.deal.hand)
    for key, rule in report.standing_by_mechanism("declare"):
        path = f"standing.{key}"
        values = {"after": rule.after_trick, "until": rule.until_trick, "tricks": tricks, "name": key}
        if rule.after_trick > rule.until_trick:
            report.add("RUL623", report.blame(f"{path}.after_trick", f"{path}.until_trick"), **values)
        elif rule.until_trick >= tricks:
            blame = report.blame(f"{path}.until_trick", "deal.hand")
            report.add("RUL623", blame, wording="end", **values)
        if rule.meld is not None and rule.meld.of == "trump" and rule.begins == "deal":
            report.add("RUL623", report.blame(f"{path}.begins", f"{path}.meld.of"), wording="trump", name=key)


def check_melds(rules: Rules, report: Report) -> None:
    """The pack has the cards of a meld, and a hand has room for them."""
    cards = list_pack_cards(rules.pack)
    for key, rule in report.standing_by_mechanism("declare"):
        if rule.lead is not None and rule.lead not in (rule.meld.ranks if rule.meld is not None else ""):
            blame = report.blame(f"standing.{key}.lead", f"standing.{key}.meld.ranks")
            report.add("RUL622", blame, wording="lead", name=key, rank=rule.lead)
        if rule.meld is None:
            continue
        meld, path = rule.meld, f"standing.{key}.meld"
        if meld.of == "trump" and rules.play.trump is None:
            report.add("RUL622", report.blame(f"{path}.of", "play.trump"), wording="trump", name=key)
        if meld.of == "rank":
            most = max((sum(card[0] == rank for card in cards) for rank in meld.ranks), default=0)
        else:
            suits = [[card for card in cards if card[1] == suit and card[0] in meld.ranks] for suit in rules.pack.suits]
            most = max(map(len, suits), default=0)
        twice = len(set(meld.ranks)) < len(meld.ranks)
        if twice or most < rule.fewest:
            blame = report.blame(f"{path}.{'least' if meld.of == 'rank' else 'ranks'}", "pack.ranks", "pack.suits")
            wording = "twice" if twice else "rank" if meld.of == "rank" else "suit"
            report.add("RUL622", blame, wording=wording, number=rule.fewest, most=most, name=key)
        elif rule.fewest > rules.deal.hand:
            blame = report.blame(f"{path}.ranks", "deal.hand")
            report.add("RUL622", blame, wording="hand", number=rule.fewest, most=rules.deal.hand, name=key)


def check_poor(rules: Rules, report: Report) -> None:
    """A hand may be so poor, and not every hand is."""
    for key, rule in report.standing_by_mechanism("declare"):
        if rule.hand is not None and rule.begins == "deal":
            _check_meld_points(rules, report, key, rule)
        if rule.hand is not None:
            _check_meld_number(rules, report, key, rule)


def _check_meld_points(rules: Rules, report: Report, key: str, rule: DeclareRule) -> None:
    """Check points of a poor hand against the poorest and richest possible ones."""
    assert rule.hand is not None
    below = rule.hand.points_below
    if below is None:
        return
    worth = sorted(rules.pack.points.get(card[0], 0) for card in list_pack_cards(rules.pack))
    least, most = sum(worth[: rules.deal.hand]), sum(worth[-rules.deal.hand :])
    if not least < below <= most:
        wording = "always" if below > most else "never"
        report.add(
            "RUL624", report.blame(f"standing.{key}.hand.points_below", "deal.hand", "pack.points"), wording=wording,
            limit=report.points_words(below), found=report.points_words(most if below > most else least), name=key,
        )  # fmt: skip


def _check_meld_number(rules: Rules, report: Report, key: str, rule: DeclareRule) -> None:
    """Check the number of cards of a poor hand against the possible ones."""
    assert rule.hand is not None
    hand, path = rule.hand, f"standing.{key}.hand"
    if hand.at_most is None:
        for leaf in ("ranks", "suits"):
            if getattr(hand, leaf) is not None:
                report.add("RUL624", f"{path}.{leaf}", wording="unused", name=key)
        if hand.points_below is None:
            report.add("RUL624", path, name=key)
        return
    cards = list_pack_cards(rules.pack)
    those = sum(
        (hand.ranks is None or card[0] in hand.ranks) and (hand.suits is None or card[1] in hand.suits)
        for card in cards
    )  # fmt: skip
    least, most = max(rules.deal.hand - (len(cards) - those), 0), min(rules.deal.hand, those)
    if not least <= hand.at_most < most:
        wording = "never_number" if hand.at_most < least else "always_number"
        found = least if hand.at_most < least else most
        report.add(
            "RUL624", report.blame(f"{path}.at_most", "deal.hand", "pack.ranks"), wording=wording,
            limit=hand.at_most, found=found, name=key,
        )  # fmt: skip


CHECKS: Final = (check_declared, check_time, check_melds, check_poor)
"""Every check of this module, in the order in which they are made."""
