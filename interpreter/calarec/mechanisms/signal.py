"""Signal: a word that partners may say while they play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from calarec.language import Words
from calarec.light import dataclass
from calarec.mechanisms.base import Kind, Mechanism, sentences
from calarec.moves import events as ev
from calarec.moves.actions import Signal as SignalAction
from calarec.moves.behaviour import Outcome, Refusal
from calarec.rulesets.fields import param

if TYPE_CHECKING:
    from calarec.moves import actions as act
    from calarec.moves.behaviour import Moment
    from calarec.rulesets.lint.report import Report
    from calarec.rulesets.model import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal:
    """Words that may be said with a card."""

    words: tuple[str, ...] = param("Words", "The words.", pattern="^[a-z][a-z0-9-]*$", least=1)
    by: Literal["anyone", "opponents"] = param(
        "By",
        "Who may say them.",
        default="anyone",
        options={"anyone": "anyone", "opponents": "the opponents of the declarer"},
    )
    when: Literal["leading", "playing"] = param(
        "When",
        "When they may be said.",
        default="leading",
        options={"leading": "with the card that is led", "playing": "with any card"},
    )


class Signalling:
    """A word is said with a card."""

    def attempt(self, at: Moment, name: str, part: Signal, action: act.Action) -> Outcome | Refusal | None:
        """Says the word."""
        if not isinstance(action, SignalAction) or action.word not in part.words:
            return None
        state = at.state
        outcome = Outcome(state, (ev.Signalled(action.seat, action.word, at.all, f"standing.{name}"),))
        args: dict[str, object] = {"seat": at.label(action.seat), "word": action.word}
        if part.by == "opponents" and action.seat == state.declarer:
            return Refusal("CAL550", f"standing.{name}.by", args, anyway=outcome)
        if part.when == "leading" and (state.trick or action.seat != state.turn):
            return Refusal("CAL551", f"standing.{name}.when", args, point=("word", 1), anyway=outcome)
        return outcome


def check_words(rules: Rules, report: Report) -> None:
    """A signal is no word of the auction and no bid, and belongs to one signal alone."""
    taken = {**dict.fromkeys(rules.contracts, "contract"), **dict.fromkeys(rules.auction.words, "word")}
    for key, signal in report.standing("signal"):
        for number, word in enumerate(signal.words):
            if word in taken:
                report.add("RUL605", f"standing.{key}.words.{number}", wording=taken[word], word=word)
            taken.setdefault(word, "signal")


MECHANISM = Mechanism(
    name="signal",
    kind=Kind.STANDING,
    part=Signal,
    title=Words("Signals"),
    about="Words that partners may say while they play.",
    say=sentences("signal"),
    behaviour=Signalling(),
    checks=(check_words,),
)
