"""Open hands: after a certain trick hands are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from calarec.language import Words
from calarec.light import dataclass
from calarec.mechanisms.base import Kind, Mechanism, sentences
from calarec.moves import events as ev
from calarec.moves.state import NOBODY
from calarec.rulesets.fields import param

if TYPE_CHECKING:
    from calarec.moves import actions as act
    from calarec.moves.behaviour import Moment
    from calarec.rulesets.lint.report import Report
    from calarec.rulesets.model import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenHands:
    """Hands are opened when a trick has been won."""

    whose: Literal["opponents", "declarer", "everyone"] = param(
        "Whose",
        "Whose hands are opened.",
        options={
            "opponents": "the hands of the declarer's opponents",
            "declarer": "the declarer's hand",
            "everyone": "all hands",
        },
    )
    to: Literal["opponents", "everyone"] = param(
        "To",
        "Who sees them.",
        options={"opponents": "the opponents of the declarer", "everyone": "everyone"},
    )
    after_trick: int = param("After trick", "The trick after which they are opened.", least=0, most=40)


class Opening:
    """Hands are opened by themselves when the trick has been won."""

    def attempt(self, at: Moment, name: str, part: OpenHands, action: act.Action) -> None:
        """Nobody has to do anything."""

    def fired(self, at: Moment, name: str, part: OpenHands, event: ev.Event) -> tuple[ev.Event, ...]:
        """The hands that an event opens."""
        state = at.state
        if state.declarer == NOBODY or not self._is_time(part, event):
            return ()
        opponents = state.opponents()
        seen = at.all if part.to == "everyone" else sum(1 << seat for seat in opponents)
        whose = {"opponents": opponents, "declarer": (state.declarer,), "everyone": state.setting.active}[part.whose]
        rule = f"standing.{name}"
        return tuple(ev.HandOpened(seat, state.hands[seat], seen, rule) for seat in whose if state.hands[seat])

    def _is_time(self, part: OpenHands, event: ev.Event) -> bool:
        if part.after_trick:
            return isinstance(event, ev.TrickWon) and event.number == part.after_trick
        return isinstance(event, ev.Settled)


def check_trick(rules: Rules, report: Report) -> None:
    """After the last trick there is nothing left to open."""
    for key, hands in report.standing("open_hands"):
        if hands.after_trick >= rules.deal.hand:
            path = report.blame(f"standing.{key}.after_trick", "deal.hand")
            report.add("RUL610", path, trick=hands.after_trick, tricks=rules.deal.hand)


MECHANISM = Mechanism(
    name="open_hands",
    kind=Kind.STANDING,
    part=OpenHands,
    title=Words("Open hands"),
    about="After a certain trick hands are shown.",
    say=sentences("open_hands"),
    behaviour=Opening(),
    checks=(check_trick,),
)
