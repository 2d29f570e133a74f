"""Notes of a sheet on matches: the last hand, hands outside, uncounted hands."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.wording.cells import visible
from calarec.core.wording.language import Joined, Listing, Words
from calarec.core.wording.sources import rule_place
from calarec_tools.output.report.series_notes import series_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from calarec.core.engine.match import EndedMatch
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec_tools.output.formats.columns import SettledHand

_WON: Final = Words("The match ended with hand {hand}, won by {who}{rule}.")
_WON_BY: Final = Words("The match is over, won by {who}{rule}.")
_ENDED: Final = Words("The match ended with hand {hand}; the record leaves open who has won it{rule}.")
_OVER: Final = Words("The match is over; the record leaves open who has won it{rule}.")
_HAND_OPEN: Final = Words("The record leaves open with which hand the match ended.")
_END_OPEN: Final = Words("The record leaves open whether the match is over{rule}.")
_OUTSIDE: Final = Words("{n:Hand|Hands} {hands}: outside the match, which had ended.")
_NOT_COUNTED: Final = Words("{n:Hand|Hands} {hands}: not {n:a deal|deals} that the match counts{rule}.")
_BY_RULE: Final = Words(" ({rule})")
_MAX_SHOWN_NAMES: Final = 8


class MatchNote(NamedTuple):
    """A note on a match, and the rule that it rests on; "" if it rests on none."""

    said: Words
    ruleset: Ruleset
    path: str = ""

    def note_words(self, *, has_rule: bool = True) -> Words:
        """Return its sentence; `has_rule`: with the path and the place of its rule."""
        if not has_rule or not self.path:
            return self.said.with_values(rule="")
        place = rule_place(self.ruleset.ref(self.path).at, own=True)
        named = f"{self.path} {visible(place)}" if place else self.path
        return self.said.with_values(rule=_BY_RULE.with_values(rule=named))


def match_notes(hands: Iterable[SettledHand]) -> Iterator[MatchNote]:
    """Yield notes on the matches of an evening, in order.

    Hands that do not count are named if the rules end a match by the number of its deals.
    """
    for _, group in groupby(hands, key=lambda hand: (hand.match, hand.ruleset.digest)):
        match = list(group)
        ended, ruleset = match[-1].ended, match[-1].ruleset
        if ended is not None:
            yield MatchNote(_match_end_words(ended), ruleset, ended.rule)
            yield from (MatchNote(words, ruleset) for words in series_words(ended.series, ruleset))
            if not ended.is_hand_known:
                yield MatchNote(_HAND_OPEN, ruleset)
        elif match[-1].possible_end:
            yield MatchNote(_END_OPEN, ruleset, match[-1].possible_end)
        outside = [hand.hand for hand in match if hand.outside]
        if outside:
            yield MatchNote(_OUTSIDE.with_values(n=len(outside), hands=named_hands(outside)), ruleset)
        if ruleset.rules.match.until.deals is None:
            continue
        for rule in dict.fromkeys(hand.not_counted for hand in match if hand.not_counted and not hand.outside):
            left_out = [hand.hand for hand in match if hand.not_counted == rule]
            said = _NOT_COUNTED.with_values(n=len(left_out), hands=named_hands(left_out))
            yield MatchNote(said, ruleset, rule)


def named_hands(names: Sequence[str]) -> Joined:
    """The names of hands, the first of them if there are many."""
    return Joined(tuple([visible(name) for name in names[:_MAX_SHOWN_NAMES]] + ["…"] * (len(names) > _MAX_SHOWN_NAMES)))


def _match_end_words(ended: EndedMatch) -> Words:
    sentence = (_WON if ended.hand else _WON_BY) if ended.winners else _ENDED if ended.hand else _OVER
    who = Listing(tuple(map(visible, ended.winners)))
    return sentence.with_values(hand=visible(ended.hand), who=who)
