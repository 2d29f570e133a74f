"""A record being replayed, and what is wrong with it: breaches are counted, and told unless they follow from others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.diagnostics.model import DECLARED
from calarec.engine.walk import legal
from calarec.light import dataclass, field
from calarec.mechanisms.fault import of_the_play
from calarec.moves import actions as act
from calarec.records import model as rec
from calarec.replaying.claimed import Broken
from calarec.replaying.hearing import NOT_DUE, Hearer
from calarec.replaying.mending import CONSEQUENCES, DOUBTFUL
from calarec.replaying.table import number_of

if TYPE_CHECKING:
    from calarec.moves.behaviour import Outcome, Refusal
    from calarec.moves.state import State


_MOVES = (act.Lay, act.Give, act.Take, act.Discard)


@dataclass(slots=True)
class Breaches(Hearer):
    """Counts and tells breaches."""

    declared: int = 0
    """Breaches that the record itself states as faults."""
    misjudged: int = -1
    """The seat that the record wrongly names as the winner of the last trick."""
    told: int = 0
    """Played cards that a finding is about."""
    broken: list[Broken] = field(default_factory=list)
    """Rules of play that were broken, and by whom."""
    upset: bool = False
    """The exchange went wrong, and the record states it: what does not fit in the rest of it follows from that."""

    def breach(
        self,
        refusal: Refusal,
        action: act.Action,
        statement: rec.Statement,
        cards: tuple[str, ...],
        mended: Outcome | None = None,
    ) -> None:
        """Counts what the rules refuse, and tells it unless it may only follow from what is told already."""
        before = self.doubtful
        stated = self.is_stated(refusal, action, statement)
        self.doubtful = before or (refusal.code in DOUBTFUL and mended is None and not stated)
        follows: Refusal | None = refusal
        if before and refusal.code in CONSEQUENCES and not stated:
            follows = self._proved(refusal, action, statement)  # it may well follow from the card that is told already
        if refusal.code == "CAL501" and action.seat == self.misjudged:
            follows = None  # it follows from the winner that the record states, which is told already
        meant = "" if before else self.fix_for(mended)
        self._tell(follows or refusal, action, statement, cards, meant, silent=follows is None)

    def twice(
        self,
        statement: rec.Statement,
        again: int,
        cards: tuple[str, ...],
        action: act.Action | None = None,
        mended: Outcome | None = None,
    ) -> None:
        """A card stands twice on a line; `mended` is what the line must have meant if it names too few without it."""
        meant = self.card_meant(action) if mended is not None and action is not None else ""
        wording = "another" if meant else "unknown" if action is not None else ""
        self.breaches += 1
        self.doubtful = self.doubtful or wording == "unknown"
        self.findings.add(
            "CAL436", statement, card=again, wording=wording, name=cards[again], meant=meant, fix=meant or None
        )

    def _tell(
        self,
        refusal: Refusal,
        action: act.Action,
        statement: rec.Statement,
        cards: tuple[str, ...],
        meant: str = "",
        *,
        silent: bool = False,
    ) -> None:
        """Counts a breach, and tells it unless it only follows from another."""
        stated = self.is_stated(refusal, action, statement)
        self.breaches += 1
        self.declared += stated
        self.upset = self.upset or (stated and refusal.code != "CAL512")
        if isinstance(action, act.Play) and isinstance(statement, rec.Trick):
            told = -1 if silent or stated else len(self.findings.found)
            self.broken.append(Broken(action.seat, statement.number, refusal.code, told))
        if silent:
            return
        if isinstance(action, act.Play) and action.card >= 0:
            self.told |= 1 << action.card
        if stated:
            refusal = refusal._replace(wording=f"{refusal.wording} {DECLARED}".lstrip())
        self.findings.refused(refusal, statement, cards, answered=stated, meant=meant)

    def _proved(self, refusal: Refusal, action: act.Action, statement: rec.Statement) -> Refusal | None:
        """What of a refusal the tricks prove by themselves."""
        from calarec.replaying.evidence import Evidence

        return Evidence(self).proved(refusal, action, statement, self.told) if self.guessing else None

    def is_stated(self, refusal: Refusal, action: act.Action, statement: rec.Statement) -> bool:
        """Whether the record states what the rules refuse as an irregularity."""
        if isinstance(action, act.Play) and refusal.code == "CAL512":
            number = statement.number if isinstance(statement, rec.Trick) else 0
            return any(
                number_of(self.setting, each.seat) == action.seat and each.trick in (None, number)
                for each in self.hand.statements
                if isinstance(each, rec.Fault)
            )
        if not in_exchange(self.state) and not (isinstance(action, _MOVES) and self._before_the_lead()):
            return False
        # Who goes on while somebody else has still to do something may err, or the other may.
        waits = in_exchange(self.state) and refusal.code == NOT_DUE
        due = {offer.seat for offer in legal(self.game, self.state)} if waits else set()
        return self.upset or self.states_exchange({action.seat, *due})

    def _before_the_lead(self) -> bool:
        """Whether a contract is to be played and no card is led yet."""
        return bool(self.state.contract) and not self.state.started and not self.state.over

    def states_exchange(self, seats: set[int]) -> bool:
        """Whether the record states of one of these seats that it erred in the exchange.

        An irregularity of a trick is none of the exchange, and none either that is stated in the play, if its word
        is the one for cards that are played.
        """
        played = False
        for at, each in enumerate(self.hand.statements):
            played = played or isinstance(each, rec.Trick)
            if not isinstance(each, rec.Fault) or each.trick or at <= self.index:
                continue
            of_play = played and each.word == of_the_play(self.game.rules)
            if number_of(self.setting, each.seat) in seats and not of_play:
                return True
        return False

    def judge_tricks(self) -> None:
        """Judges of the tricks that the engine cannot follow what they prove by themselves."""
        from calarec.replaying.evidence import judge_tricks

        if any(each.code == "CAL503" for each in self.findings.found):
            return
        first = len(self.state.tricks) + bool(self.state.trick)
        for statement, refusal, play in judge_tricks(self, first, self.told):
            self._tell(refusal, play, statement, statement.cards)


def in_exchange(state: State) -> bool:
    """Whether a hand stands between its auction and its first lead."""
    return not state.over and state.step.startswith("steps.")


def repeated(statement: rec.Statement) -> int:
    """Which card of a transfer, or of cards shown, stands before it on the same line; -1 if none does."""
    if not isinstance(statement, rec.Give | rec.Take | rec.Discard | rec.TableCard | rec.Show):
        return -1
    cards = statement.cards
    if len(set(cards)) == len(cards):
        return -1
    return next((n for n, card in enumerate(cards) if "_" not in card and card in cards[:n]), -1)
