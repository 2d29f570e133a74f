"""Look: a pile is seen without being taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from calarec.language import Words
from calarec.light import dataclass
from calarec.mechanisms.base import Kind, Mechanism, sentences
from calarec.moves import events as ev
from calarec.moves.behaviour import Offer, Outcome, Refusal
from calarec.moves.reasons import not_due
from calarec.rulesets.fields import param

if TYPE_CHECKING:
    from calarec.moves import actions as act
    from calarec.moves.behaviour import Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Somebody looks at a pile and leaves it where it is."""

    who: Literal["declarer", "opponents", "everyone"] = param(
        "Who",
        "Who looks.",
        default="declarer",
        options={
            "declarer": "the declarer",
            "opponents": "the opponents of the declarer",
            "everyone": "everyone",
        },
    )
    pile: str = param("Pile", "The pile that is seen.", refers_to="pile")


class Looking:
    """A pile is shown to some; nobody has to act."""

    def automatic(self, at: Moment) -> Outcome | None:
        """Shows the pile and goes on."""
        state, part = at.state, at.part
        pile = at.game.piles.index(part.pile)
        if part.who == "everyone":
            seen = at.all
        elif part.who == "declarer":
            seen = 1 << state.declarer
        else:
            seen = sum(1 << seat for seat in state.opponents())
        return Outcome(at.on(), (ev.Turned(pile, state.piles[pile], seen, at.path),))

    def offers(self, at: Moment) -> tuple[Offer, ...]:
        """None: it happens by itself."""
        return ()

    def attempt(self, at: Moment, action: act.Action) -> Outcome | Refusal:
        """Nothing is to be done."""
        return not_due(at, action)


MECHANISM = Mechanism(
    name="look",
    kind=Kind.STEP,
    part=Look,
    title=Words("Looking at a pile"),
    about="A pile is seen without being taken.",
    say=sentences("look"),
    behaviour=Looking(),
)
