"""Checks of standing rules: each can apply, and its words are its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.mechanisms.rules import tricks_in

if TYPE_CHECKING:
    from calarec.core.mechanisms.rules import Rules
    from calarec.rule_files.lint.report import Report


def check_one_claim(rules: Rules, report: Report) -> None:
    """Two rules of this kind would contradict each other."""
    del rules
    for key, _ in list(report.standing_by_mechanism("claim"))[1:]:
        report.add("RUL611", f"standing.{key}", name=key)


def check_effects(rules: Rules, report: Report) -> None:
    """Check that an irregularity has a possible cost, committer and claimant."""
    for key, fault in report.standing_by_mechanism("fault"):
        path = f"standing.{key}"
        void = fault.deal == "void"
        if not fault.has_price:
            report.add("RUL606", path, word=key)
        if void and (fault.move_points or fault.contract == "lost"):
            lost = f"{path}.contract" if fault.contract == "lost" else f"{path}.move_points"
            report.add("RUL607", report.blame(f"{path}.deal", lost), wording=lost.rpartition(".")[2])
        elif fault.move_points and fault.contract == "lost" and not _has_lasting_move(rules, report):
            report.add("RUL607", report.blame(f"{path}.move_points", f"{path}.contract"), wording="both")
        if not void and report.is_stated_in_file(f"{path}.dealer"):
            report.add("RUL704", f"{path}.dealer", wording="not_void")
        if fault.pay_again is not None and (void or fault.pay_again == fault.pay_each):
            report.add("RUL704", f"{path}.pay_again", wording="void_at_once" if void else "paid_alike")
        if fault.pay_pot and getattr(rules.all_pass.params, "pot", None) is None:
            report.add("RUL615", f"{path}.pay_pot", fault=key)
        if fault.before == "auction" and fault.by in ("declarer", "opponents"):
            report.add("RUL608", report.blame(f"{path}.before", f"{path}.by"), by=fault.by)
        if fault.move_points > report.facts.pack_total:
            points, total = report.points_words(fault.move_points), report.points_words(report.facts.pack_total)
            report.add("RUL609", f"{path}.move_points", points=points, total=total)


def _has_lasting_move(rules: Rules, report: Report) -> bool:
    """Check whether moved points matter beside a lost contract.

    The match counts them, or two sides play without a contract.
    """
    played_out = rules.all_pass.do == "play_out"
    two = any((rules.table.sides or hands) == 2 for hands in report.facts.hands_by_seats.values())
    return rules.match.counts == "card_points" or (played_out and two)


def check_one_show(rules: Rules, report: Report) -> None:
    """Two rules of this kind would contradict each other."""
    del rules
    for key, _ in list(report.standing_by_mechanism("show"))[1:]:
        report.add("RUL611", f"standing.{key}", name=key)


def check_signal_words(rules: Rules, report: Report) -> None:
    """Check that a signal is not a word of the auction, and belongs to one rule only."""
    taken = {**dict.fromkeys(rules.contracts, "contract"), **dict.fromkeys(rules.auction.words, "word")}
    for key, signal in report.standing_by_mechanism("signal"):
        for number, word in enumerate(signal.words):
            if word in taken:
                report.add("RUL605", f"standing.{key}.words.{number}", wording=taken[word], word=word)
            taken.setdefault(word, "signal")


def check_trick(rules: Rules, report: Report) -> None:
    """Report hands to open after the last trick, or of a partner that never exists."""
    for key, opened in report.standing_by_mechanism("open_hands"):
        where = opened.contracts or tuple(rules.contracts)
        if opened.whose == "partner" and not any(
            report.facts.partners_of_contract(each) for each in where if each in rules.contracts
        ):
            report.add("RUL610", f"standing.{key}.whose", wording="partner", name=key)
        tricks = min(
            (tricks_in(rules, hands) for hands in report.facts.hands_by_seats.values()), default=rules.deal.hand
        )
        if opened.after_trick >= tricks:
            path = report.blame(f"standing.{key}.after_trick", "deal.hand")
            report.add("RUL610", path, trick=opened.after_trick, tricks=tricks)


CHECKS: Final = (
    check_one_claim,
    check_effects,
    check_trick,
    check_one_show,
    check_signal_words,
)
"""Every check of this module, in the order in which they are made."""
