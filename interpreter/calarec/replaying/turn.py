"""Whose turn it is to deal, from hand to hand of one match.

Terms. A seat is *due* if the hand before tells that it deals next. Nothing is due where the table changes, a match
begins, hands are left out, or the hand before does not tell how it ended. Who deals out of turn is told once: the
next is due after whoever dealt.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from calarec.light import dataclass
from calarec.moves.state import NOBODY
from calarec.records import model as rec

if TYPE_CHECKING:
    from calarec.diagnostics import Diagnostic
    from calarec.records.model import Hand, Session
    from calarec.replaying.result import Replay

_DIGITS = 9
"""No number of a hand has more."""
_PLAYED = ("played", "claimed", "score_only")


@dataclass(slots=True)
class Turn:
    """Who deals next."""

    due: str = ""
    """A seat; empty if nobody knows."""
    name: str = ""
    """What the hand before was called."""
    table: tuple[object, ...] = ()
    """The seats and who sat there."""

    def forget(self) -> None:
        """What comes does not go on from what was."""
        self.due = self.name = ""

    def due_at(self, table: tuple[object, ...]) -> str:
        """Who deals next at a table; nobody knows it at another than before."""
        return self.due if self.table == table else ""

    def take(self, hand: Hand, replayed: Replay) -> tuple[Diagnostic, ...]:
        """What is to be said of a hand's dealer; the next one is due after him."""
        due, before, table = self.due_at(table_of(hand.session)), self.name, table_of(hand.session)
        setting = replayed.setting
        if setting is None:
            self.forget()
            return ()
        dealer = setting.labels[setting.dealer]
        self.due, self.name, self.table = next_dealer(replayed), hand.name, table
        if not due or dealer == due or not follows(before, hand.name):
            return ()
        from calarec.replaying.findings import Findings

        dealt = next((each for each in hand.statements if isinstance(each, rec.Dealer)), None)
        made = Findings(hand, replayed.game).made(
            "CAL307", dealt, seat=0, rule="match.dealer", wording="" if before else "nameless", label=dealer, due=due,
            name=before,
        )  # fmt: skip
        return (made,)


def table_of(session: Session) -> tuple[object, ...]:
    """The seats, and who sits there."""
    return (session.order, tuple(session.people.items()), session.dummies)


def next_dealer(replayed: Replay) -> str:
    """The seat that deals after a hand; empty if that cannot be told."""
    setting, rules = replayed.setting, replayed.game.rules
    if setting is None:
        return ""
    people = setting.labels[: len(setting.labels) - len(setting.dummies)]
    dealer = setting.labels[setting.dealer]
    following = people[(people.index(dealer) + 1) % len(people)]
    state, account = replayed.state, replayed.account
    all_passed = getattr(rules.all_pass.part, "dealer", "next")
    match replayed.outcome:
        case "void":
            words = [word for word, _ in state.faults] if state is not None else []
            same = [rules.standing[word].part.dealer == "same" for word in words if word in rules.standing]
            return "" if not same else dealer if any(same) else following
        case "all_pass":
            return dealer if all_passed == "same" else following
        case outcome if outcome in _PLAYED:
            declared = account is not None and account.declarer != NOBODY
            if declared or all_passed == "next" or (state is not None and state.contract):
                return following
            return dealer if outcome != "score_only" else ""
    return following if state is not None and state.contract and not replayed.outcome else ""


def follows(before: str, name: str) -> bool:
    """Whether no hand was left out, as far as the last numbers in their names tell."""
    if not before or not name:
        return True
    numbers = [re.findall(r"[0-9]+", each)[-1:] for each in (before, name)]
    if not all(numbers):
        return True
    (one,), (other,) = numbers
    return max(len(one), len(other)) > _DIGITS or int(other) == int(one) + 1
