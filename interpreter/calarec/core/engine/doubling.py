"""Doubling: words that raise the payment, the seats that may say them, the factor.

Terms. The *level* of an opponent's payment is the last word that was said about it, or none. A word may be said where
a payment is at the word that it follows. All opponents are at one level where doubling binds everyone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine import events as ev
from calarec.core.engine.state import NOBODY
from calarec.core.engine.terms import Offer, Outcome, Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from calarec.core.engine.actions import DoubleAction
    from calarec.core.engine.state import State
    from calarec.core.engine.terms import StepContext
    from calarec.core.mechanisms.auction import DoublingRule


def find_last_words(params: DoublingRule, said: Iterable[tuple[int, str]], opponents: Sequence[int]) -> dict[int, str]:
    """Map each opponent to the word that its payment is at; empty without one."""
    stand = dict.fromkeys(opponents, "")
    for seat, word in said:
        stand |= dict.fromkeys(_find_bound_opponents(params, stand, seat, word), word)
    return stand


def _find_bound_opponents(params: DoublingRule, stand: Mapping[int, str], seat: int, word: str) -> list[int]:
    """The opponents whom a word binds."""
    rule = params.words[word]
    if params.binds == "everyone":
        return list(stand)
    if rule.by == "opponents":
        return [seat] if seat in stand else []
    return [each for each, before in stand.items() if before == (rule.after or "")]


def find_word_factor(params: DoublingRule, word: str) -> int:
    """The factor of the stake at a word, with all the words that it follows."""
    times = 1
    for _ in params.words:
        if not word:
            break
        rule = params.words[word]
        times *= rule.times
        word = rule.after or ""
    return times


class Doubling:
    """Words between the auction and the first lead by which more is paid."""

    def offers(self, at: StepContext) -> tuple[Offer, ...]:
        """The words that each seat may say now."""
        params: DoublingRule = at.game.rules.doubling
        state = at.state
        if not params.words or state.declarer == NOBODY or not self._is_in_time(at, params):
            return ()
        found = []
        for seat in state.setting.active:
            words = tuple(word for word in params.words if self._may_say_word(state, params, seat, word))
            if words:
                found.append(Offer("double", seat, "doubling", words=words))
        return tuple(found)

    def attempt(self, at: StepContext, action: DoubleAction) -> Outcome | Refusal:
        """Say the word, or refuse it with the reason."""
        params: DoublingRule = at.game.rules.doubling
        state, word = at.state, action.word
        args: dict[str, object] = {"seat": at.label(action.seat), "word": word}
        if word not in params.words:
            args |= {"name": word, "known": ", ".join(params.words)}
            return Refusal("CAL218", "doubling.words", args, "" if params.words else "none", ("word", 0))
        rule, path = params.words[word], f"doubling.words.{word}"
        if state.declarer == NOBODY:
            return Refusal("CAL415", "doubling.until", args, "auction", ("word", 0))
        said = Outcome(
            state._replace(doubles=(*state.doubles, (action.seat, word))),
            (ev.Said(action.seat, word, "double", at.all, path),),
        )
        may = self._is_on_doubling_side(state, rule.by, action.seat)
        args |= {"after": rule.after or "", "declarer": at.label(state.declarer)}
        if not may:
            return Refusal("CAL414", f"{path}.by", args, "declarer" if rule.by == "declarer" else "")
        if not self._is_in_time(at, params):
            there = None if state.has_started or state.is_over else said
            until = "" if params.until == "first_lead" else params.until
            return Refusal("CAL415", "doubling.until", args, until, ("word", 0), anyway=there)
        if not self._may_say_word(state, params, action.seat, word):
            wording = "" if rule.after is not None and not self._is_word_said(state, word) else "again"
            return Refusal("CAL416", f"{path}.after", args, wording, ("word", 0))
        return said

    def _may_say_word(self, state: State, params: DoublingRule, seat: int, word: str) -> bool:
        rule = params.words[word]
        if not self._is_on_doubling_side(state, rule.by, seat):
            return False
        stand = find_last_words(params, state.doubles, state.opponents())
        asked = {seat: stand[seat]} if params.binds == "doubler" and rule.by == "opponents" else stand
        return (rule.after or "") in asked.values()

    def _is_on_doubling_side(self, state: State, by: str, seat: int) -> bool:
        """Check whether a seat is on the side that says a word; dummies say none."""
        if seat in state.setting.dummies:
            return False
        return seat == state.declarer if by == "declarer" else seat in state.opponents()

    def _is_word_said(self, state: State, word: str) -> bool:
        return any(said == word for _, said in state.doubles)

    def _is_in_time(self, at: StepContext, params: DoublingRule) -> bool:
        state = at.state
        if state.has_started or state.is_over or state.step == "auction":
            return False
        # What happens by itself, as looking at a pile, is nobody's step.
        return params.until == "first_lead" or all(
            at.game.step(path).do == "look" for path in state.program[1 : state.at] if path.startswith("steps.")
        )
