"""Checks of exchanges: possible steps, and full hands at the first lead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.mechanisms.exchange import TRANSFERS
from calarec.core.wording.language import Listing, Words

if TYPE_CHECKING:
    from calarec.core.mechanisms.exchange import CallRule, DiscardRule
    from calarec.core.mechanisms.rules import Rules
    from calarec.rule_files.lint.report import Report
    from calarec.rule_files.lint.sizes import SizeWalk, Trouble


_CODES: Final = {
    "empty": ("RUL405", "pile"),
    "read_early": ("RUL406", "pile"),
    "no_call": ("RUL407", ""),
    "before_hand_over": ("RUL407", ""),
    "called_twice": ("RUL408", ""),
    "nothing_discarded": ("RUL410", "cards"),
    "too_few": ("RUL410", "cards"),
    "too_small": ("RUL411", ""),
    "unequal": ("RUL414", "each"),
    "no_two": ("RUL414", "who"),
}
"""A trouble → its code, and the parameter of the step that it concerns."""
_WORDINGS: Final = {"before_hand_over": "early", "too_few": "few", "unequal": "", "no_two": "two"}
_ALWAYS: Final = Words("in every case")


def check_exchanges(rules: Rules, report: Report) -> None:
    """Walks through every contract at every table."""
    for contract, rule in rules.contracts.items():
        if not all(step in rules.steps for step in rule.steps):
            continue  # said by the check of names; what follows from it would only confuse
        for walk in report.facts.walks_of(contract):
            for trouble in walk.troubles:
                _trouble(trouble, contract, report)
            if not walk.troubles:
                _check_ends(walk, rules, report)
    _check_moves(rules, report)


def way_words(steps: tuple[Words, ...]) -> Words:
    """In words, which way the game has gone."""
    return Words("if {steps}", steps=Listing(steps)) if steps else _ALWAYS


def _trouble(trouble: Trouble, contract: str, report: Report) -> None:
    if trouble.what in ("empty", "unequal") and not report.facts.is_dealt_out:
        return  # the deal comes first
    code, name = _CODES[trouble.what]
    step = f"steps.{trouble.step}"
    item = f"contracts.{contract}.steps.{trouble.number}"
    paths = [f"{step}.{name}", item] if name and report.is_stated_in_file(f"{step}.{name}") else [item, step]
    if code in ("RUL407", "RUL408", "RUL410", "RUL411"):
        paths = [item, step]
    if trouble.what in ("empty", "unequal", "no_two"):
        paths += [f"piles.{trouble.values['pile']}.dealt"] if "pile" in trouble.values else ["table.seats"]
    values: dict[str, Any] = {
        "contract": contract,
        "step": trouble.step,
        "way": way_words(trouble.way),
        **trouble.values,
    }
    wording = _WORDINGS.get(trouble.what, "")
    if trouble.what == "no_call" and report.facts.partners_of_contract(contract):
        wording = "partner"
    report.add(code, report.blame(*paths), wording=wording, **values)


def _check_ends(walk: SizeWalk, rules: Rules, report: Report) -> None:
    dealt, path = rules.deal.hand, f"contracts.{walk.contract}.steps"
    for end in walk.ends:
        wrong = [hand for hand, size in enumerate(end.hands) if size != dealt]
        if not wrong:
            continue
        steps = (f"steps.{key}" for key in rules.contracts[walk.contract].steps)
        wording = "" if wrong[0] == 0 else "holder"
        size = end.hands[wrong[0]]
        values: dict[str, Any] = {"contract": walk.contract, "size": size, "dealt": dealt, "way": way_words(end.way)}
        report.add("RUL404", report.blame(path, *steps), wording=wording, **values)
        return


def _check_moves(rules: Rules, report: Report) -> None:
    """A called card is handed over; a discard discards something."""
    for contract, rule in rules.contracts.items():
        steps = [(number, key, rules.steps[key]) for number, key in enumerate(rule.steps) if key in rules.steps]
        handed = [number for number, _, step in steps if step.do in TRANSFERS and TRANSFERS[step.do].sets == "handed"]
        calls = [(number, key) for number, key, step in steps if step.do == "call" and step.params.gets == "card"]
        for number, key in calls[:1]:
            path = f"contracts.{contract}.steps.{number}"
            if not any(other > number for other in handed):
                report.add("RUL409", report.blame(path, f"steps.{key}"), contract=contract, step=key)
        for walk in report.facts.walks_of(contract):
            for number, key, _ in steps:
                if not walk.troubles and key in walk.idle:
                    path = report.blame(f"contracts.{contract}.steps.{number}", f"steps.{key}")
                    report.add("RUL412", path, contract=contract, step=key)


def check_call_rows(rules: Rules, report: Report) -> None:
    """Check that each row of callable cards is useful, and that one always is."""
    for key, call in report.steps_by_mechanism("call"):
        always = ""
        for number, row in enumerate(call.cards):
            path = f"steps.{key}.cards.{number}"
            if not set(row.ranks) - set(always):
                report.add("RUL424", path, wording="covered", ranks=row.ranks)
            elif set(row.ranks) <= set(row.holding_all or "") and call.in_hand.then == "refused":
                report.add("RUL424", path, ranks=row.ranks, holding=row.holding_all)
            always += "" if row.holding_all else row.ranks
        _check_stuck(f"steps.{key}", call, rules, report)


def _check_stuck(path: str, call: CallRule, rules: Rules, report: Report) -> None:
    ranks = "".join(dict.fromkeys("".join(row.ranks for row in call.cards)))
    count = sum(1 for card in report.facts.pack_cards if card[0] in ranks)
    stuck = rules.deal.hand + call.number - 1
    if call.cards and call.in_hand.then == "refused" and 0 < count <= stuck:
        report.add("RUL425", f"{path}.cards", ranks=Listing(tuple(ranks)), count=count)


def check_found(rules: Rules, report: Report) -> None:
    """Check that the rule for a card on the table or in the own hand fits the call."""
    del rules
    for key, call in report.steps_by_mechanism("call"):
        wrong = "alone" if call.gets == "card" else "satisfied"
        for name in ("in_pile", "in_hand"):
            found = getattr(call, name)
            if found.then == "again" and (name == "in_pile" or call.named == "with_bid"):
                where = report.blame(f"steps.{key}.{name}.then", f"steps.{key}.named")
                report.add("RUL426", where, wording="again" if name == "in_pile" else "again_with_bid")
            if found.then == wrong:
                path = report.blame(f"steps.{key}.{name}.then", f"steps.{key}.gets")
                report.add("RUL426", path, wording=call.gets)
            for paid in ("won", "lost"):
                if getattr(found, paid) is not None and found.then == "refused":
                    report.add("RUL704", f"steps.{key}.{name}.{paid}", wording="refused", key=True)
        if call.gets == "card" and report.is_stated_in_file(f"steps.{key}.revealed"):
            report.add("RUL704", f"steps.{key}.revealed", wording="no_partner")


def check_named(rules: Rules, report: Report) -> None:
    """Check that a card named with a bid is the first step of a contract that is bid."""
    for key, call in report.steps_by_mechanism("call"):
        for name, contract in rules.contracts.items():
            if call.named != "with_bid" or key not in contract.steps:
                continue
            path = report.blame(f"steps.{key}.named", f"contracts.{name}.steps")
            if name not in rules.auction.ladder:
                report.add("RUL427", path, wording="raised", contract=name)
            elif contract.steps[0] != key:
                report.add("RUL427", path, contract=name, first=contract.steps[0])


def check_partner(rules: Rules, report: Report) -> None:
    """Check that a contract with a called partner has enough hands, and no dummies."""
    hands = report.facts.hands_by_seats
    for key, call in report.steps_by_mechanism("call"):
        if call.gets == "partner" and hands and min(hands.values()) < 2 + call.number:
            path = report.blame(f"steps.{key}.number", f"steps.{key}.gets", "table.seats")
            wording = "several" if call.number > 1 else ""
            report.add("RUL428", path, wording=wording, number=call.number, needed=2 + call.number)
        elif call.gets == "partner" and rules.table.dummies is not None:
            report.add("RUL428", report.blame("table.dummies", f"steps.{key}.gets"), wording="dummies")


def check_several(rules: Rules, report: Report) -> None:
    """Check calls of several cards: for partners, after the auction."""
    del rules
    for key, call in report.steps_by_mechanism("call"):
        for name, wrong, wording in (
            ("gets", call.gets == "card", "card"),
            ("named", call.named == "with_bid", "with_bid"),
            ("in_hand.then", call.in_hand.then == "again", "again"),
        ):
            if call.number > 1 and wrong:
                report.add("RUL428", report.blame(f"steps.{key}.number", f"steps.{key}.{name}"), wording=wording)


def check_limits(rules: Rules, report: Report) -> None:
    """Check that the number of discards is stated once, and is possible."""
    for key, discard in report.steps_by_mechanism("discard"):
        path = f"steps.{key}"
        if discard.cards == "up_to_pile" and discard.pile is None:
            report.add("RUL413", f"{path}.cards")
        elif discard.cards == "up_to_pile":
            pile = rules.piles.get(discard.pile)
            if pile is not None and 0 < pile.dealt < discard.at_least:
                where = report.blame(f"{path}.at_least", f"piles.{discard.pile}.dealt")
                report.add("RUL413", where, wording="least", least=discard.at_least, pile=discard.pile, size=pile.dealt)
        else:
            for name in ("pile", "at_least"):
                if report.is_stated_in_file(f"{path}.{name}"):
                    report.add("RUL704", f"{path}.{name}", wording="down_to_dealt", key=True)
        _check_never(rules, report, path, discard)


# `never` has no exception for a player with nothing else. This proof lets the engine, the filter and the plans of
# unwritten exchanges take a choice for a pool of cards and a number.
def _check_never(rules: Rules, report: Report, path: str, discard: DiscardRule) -> None:
    """Check that a seat cannot hold too many cards that may not be discarded."""
    if discard.never is None:
        return
    count = sum(card[0] in discard.never for card in report.facts.pack_cards)
    pile = rules.piles.get(discard.pile or "") if discard.cards == "up_to_pile" else None
    left = rules.deal.hand - (pile.dealt if pile is not None else 0)
    if count > left:
        where = report.blame(f"{path}.never", "deal.hand")
        report.add("RUL413", where, wording="never", count=count, left=max(left, 0))


def check_sharing(rules: Rules, report: Report) -> None:
    """Check that the shares fit how they are decided and which seats see the pile."""
    del rules
    for key, share in report.steps_by_mechanism("share"):
        path = f"steps.{key}"
        if share.each == "all" and share.decided != "in_turn":
            where = report.blame(f"{path}.decided", f"{path}.each")
            report.add("RUL423", where, wording="all", decided=share.decided)
        elif share.decided == "blind" and share.shown != "nobody":
            report.add("RUL423", report.blame(f"{path}.shown", f"{path}.decided"), wording="blind", shown=share.shown)
        elif share.decided == "jointly" and share.shown == "taker":
            report.add("RUL423", report.blame(f"{path}.shown", f"{path}.decided"), wording="jointly")


CHECKS: Final = (
    check_call_rows,
    check_found,
    check_named,
    check_partner,
    check_several,
    check_limits,
    check_sharing,
    check_exchanges,
)
"""Every check of this module, in the order in which they are made."""
