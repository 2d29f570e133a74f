"""Exchanges: every step can be carried out, and at the first lead everybody holds as many cards as were dealt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.language import Listing, Words

if TYPE_CHECKING:
    from calarec.rulesets.lint.report import Report
    from calarec.rulesets.lint.sizes import Trouble, Walk
    from calarec.rulesets.model import Rules

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


def way(steps: tuple[Words, ...]) -> Words:
    """In words, which way the game has gone."""
    return Words("if {steps}", steps=Listing(steps)) if steps else _ALWAYS


def _trouble(trouble: Trouble, contract: str, report: Report) -> None:
    if trouble.what in ("empty", "unequal") and not report.facts.dealt_out:
        return  # the deal comes first
    code, name = _CODES[trouble.what]
    step = f"steps.{trouble.step}"
    item = f"contracts.{contract}.steps.{trouble.number}"
    paths = [f"{step}.{name}", item] if name and report.said(f"{step}.{name}") else [item, step]
    if code in ("RUL407", "RUL408", "RUL410", "RUL411"):
        paths = [item, step]
    if trouble.what in ("empty", "unequal", "no_two"):
        paths += [f"piles.{trouble.values['pile']}.dealt"] if "pile" in trouble.values else ["table.seats"]
    values: dict[str, Any] = {"contract": contract, "step": trouble.step, "way": way(trouble.way), **trouble.values}
    report.add(code, report.blame(*paths), wording=_WORDINGS.get(trouble.what, ""), **values)


def _check_ends(walk: Walk, rules: Rules, report: Report) -> None:
    dealt, path = rules.deal.hand, f"contracts.{walk.contract}.steps"
    for end in walk.ends:
        wrong = [hand for hand, size in enumerate(end.hands) if size != dealt]
        if not wrong:
            continue
        steps = (f"steps.{key}" for key in rules.contracts[walk.contract].steps)
        wording = "" if wrong[0] == 0 else "holder"
        size = end.hands[wrong[0]]
        values: dict[str, Any] = {"contract": walk.contract, "size": size, "dealt": dealt, "way": way(end.way)}
        report.add("RUL404", report.blame(path, *steps), wording=wording, **values)
        return


def _check_moves(rules: Rules, report: Report) -> None:
    """A called card is handed over; a discard discards something."""
    for contract, rule in rules.contracts.items():
        steps = [(number, key, rules.steps[key]) for number, key in enumerate(rule.steps) if key in rules.steps]
        handed = [number for number, _, step in steps if step.do == "hand_over"]
        calls = [(number, key) for number, key, step in steps if step.do == "call" and step.part.gets == "card"]
        for number, key in calls[:1]:
            path = f"contracts.{contract}.steps.{number}"
            if not any(other > number for other in handed):
                report.add("RUL409", report.blame(path, f"steps.{key}"), contract=contract, step=key)
        for walk in report.facts.walks_of(contract):
            for number, key, step in steps:
                if step.do == "discard" and not walk.troubles and key in walk.idle:
                    path = report.blame(f"contracts.{contract}.steps.{number}", f"steps.{key}")
                    report.add("RUL412", path, contract=contract, step=key)


CHECKS: Final = (check_exchanges,)
