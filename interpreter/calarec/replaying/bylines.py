"""A record being replayed, and what its lines say beside the moves: open or closed, where a card was, who won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.diagnostics.model import DECLARED
from calarec.language import Phrase, Words
from calarec.light import dataclass
from calarec.moves import events as ev
from calarec.records import model as rec
from calarec.replaying.breaches import Breaches, in_exchange
from calarec.replaying.table import number_of

if TYPE_CHECKING:
    from calarec.moves.behaviour import Outcome

_MOVED = (ev.Given, ev.Taken, ev.Discarded, ev.Tabled)


@dataclass(slots=True)
class Stated(Breaches):
    """Holds what lines say beside the moves against what happened."""

    def check_faces(self, outcome: Outcome, statement: rec.Statement) -> None:
        """What the record calls open or closed must be so under the rules."""
        said = getattr(statement, "open", None)
        if said is None:
            return
        moved = next((each for each in outcome.events if isinstance(each, _MOVED)), None)
        if moved is None or moved.open == said:
            return
        label = getattr(statement, "seat", "")
        stated = in_exchange(self.state) and self.states_exchange({number_of(self.setting, label)})
        self.breaches += 1
        self.declared += stated
        wording, fix = ("open", "closed") if said else ("closed", "open")
        self.findings.add(
            "CAL437", statement, word=1, rule=moved.rule, wording=f"{wording} {DECLARED}" if stated else wording,
            fix=None if stated else fix, label=label, answered=stated,
        )  # fmt: skip

    def check_found(self, statement: rec.Call) -> None:
        found = self.state.found
        actual = {-1: "monte", -2: "hand"}.get(found, "")
        if found >= 0:
            actual = self.setting.labels[found]
        if statement.found and actual and statement.found != actual:
            place = {"word": 2, "seat": None} if statement.found in ("monte", "hand") else {"word": None, "seat": 1}
            rule = next((path for path in self.state.program if self._is_call(path)), "")
            self.findings.add(
                "CAL423", statement, word=place["word"], seat=place["seat"], rule=rule,
                actual=_where_said(actual, statement.seat), stated=_where_said(statement.found, statement.seat),
                name=statement.card,
            )  # fmt: skip

    def _is_call(self, path: str) -> bool:
        return path.startswith("steps.") and self.game.step(path).do == "call"

    def check_winner(self, statement: rec.Trick, number: int) -> None:
        self.misjudged = -1
        if not statement.winner or len(self.state.tricks) < number:
            return
        actual = self.setting.labels[self.state.tricks[number - 1].winner]
        if statement.winner != actual:
            self.misjudged = number_of(self.setting, statement.winner)
            following = [each for each in self.hand.statements if isinstance(each, rec.Trick)]
            leads = next((each.leader for each in following if each.number == statement.number + 1), actual)
            self.findings.add(
                "CAL514", statement, seat=1, rule="play.wins", stated=statement.winner, actual=actual, fix=actual,
                safe=leads == actual, name=self._best(number),
            )  # fmt: skip

    def _best(self, number: int) -> str:
        trick = self.state.tricks[number - 1]
        order = self.setting.active
        place = (order.index(trick.winner) - order.index(trick.leader)) % len(order)
        return self.game.cards.names[trick.cards[place]]


def _where_said(found: str, caller: str) -> Words:
    """Where a called card was, as people say it."""
    if found == "monte":
        return Words("in the monte")
    if found == "hand":
        return Words("in {seat}'s own hand", seat=caller)
    return Words("in {seat}'s hand", seat=Phrase("dative", found))
