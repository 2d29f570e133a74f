"""The analysis of hands in the page, in slices, so that no call takes long.

Results are kept for the next call. Another process, or one that was restarted, begins from the start and finds the
same.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write
from calarec.core.wording.language import Words
from calarec.record_judge.session import RecordJudge
from calarec.solving.position import UnsolvableError
from calarec_tools.desk.calls.files import NotACallError, RulesId
from calarec_tools.desk.calls.page_terms import to_page_terms
from calarec_tools.desk.calls.sheets import judged_hands
from calarec_tools.desk.viewing.hand_analysis import HandAnalysis, PlayPlace
from calarec_tools.desk.viewing.hand_data import hand_data, texts_in_languages
from calarec_tools.output.files.streams import RefusalError

if TYPE_CHECKING:
    from calarec.core.judge.judgement import Judgement

SLICE_SECONDS: Final = 1.0
"""The search time of a call; the page asks again for more."""
PLACE_SECONDS: Final = 5.0
"""The maximum time for the analysis of one place."""
MAX_ANALYSES: Final = 2
MAX_WORLDS: Final = 100
_PLACE: Final = re.compile(r"([1-9][0-9]?)(?:\.([1-9]))?", re.ASCII)
_NUMBER: Final = re.compile(r"[0-9]{1,4}", re.ASCII)
_REASON: Final = Words("This cannot be analysed: {reason}.")
_NO_CARD: Final = Words("`{card}` cannot be played there.")
_OTHERWISE: Final = Words("Hand {name}, as it could have gone")


class _Analyses:
    """The analyses asked for last, each with its record, rules and hand."""

    def __init__(self) -> None:
        self.kept: list[tuple[tuple[str, str, int], HandAnalysis]] = []

    def find_analysis(self, text: str, rules: str, hand: str) -> HandAnalysis:
        """The analysis of a hand of a record."""
        if not _NUMBER.fullmatch(hand):
            raise NotACallError(hand)
        key = text, rules, int(hand)
        found = next((analysis for known, analysis in self.kept if known == key), None)
        if found is None:
            judged: list[Judgement] = judged_hands(text, RulesId(rules))
            if int(hand) >= len(judged):
                raise NotACallError(hand)
            found = HandAnalysis(judged[int(hand)])
        others = [(known, analysis) for known, analysis in self.kept if known != key]
        self.kept = [(key, found), *others][:MAX_ANALYSES]
        return found

    def clear_analyses(self) -> None:
        """Rules have changed."""
        self.kept.clear()


ANALYSES: Final = _Analyses()


def analyse_hand(*, text: str, rules: RulesId, hand: str, lang: str) -> dict[str, Any]:
    """Return what is known of a hand (its number from 0) after more searching."""
    del lang  # answers are in every language
    analysis = ANALYSES.find_analysis(text, rules, hand)
    analysis.search_for(SLICE_SECONDS)
    found = analysis.as_data()
    refused = found["refused"]
    return {
        **found,
        "refused": refused and {language: to_page_terms(said, language) for language, said in refused.items()},
    }


def cards_at_place(*, text: str, rules: RulesId, hand: str, at: str, lang: str) -> dict[str, Any]:
    """Return the value of each card that could be played at a place of a hand."""
    del lang  # answers are in every language
    try:
        return ANALYSES.find_analysis(text, rules, hand).cards_data(_read_place(at), PLACE_SECONDS)
    except UnsolvableError as error:
        raise RefusalError(_REASON, reason=error.reason) from None


def try_card(*, text: str, rules: RulesId, hand: str, at: str, card: str, lang: str) -> dict[str, Any]:
    """The hand with another card at a place, and the best play of all from there."""
    del lang  # answers are in every language
    analysis = ANALYSES.find_analysis(text, rules, hand)
    try:
        other = analysis.other_hand(_read_place(at), card, PLACE_SECONDS)
    except UnsolvableError as error:
        raise RefusalError(_REASON, reason=error.reason) from None
    if other is None:
        raise RefusalError(_NO_CARD, card=card[:10])
    record = parse_records(write([other.record()]))[0]
    found = hand_data(RecordJudge(analysis.judged.game.ruleset).replay(record))
    title = _OTHERWISE.with_values(name=analysis.judged.hand.name)
    return {**found, "title": texts_in_languages(title)}


def seat_knowledge(*, text: str, rules: RulesId, hand: str, at: str, worlds: str, lang: str) -> dict[str, Any]:
    """Return what the seat to play at a place could know of its cards."""
    del lang  # answers are in every language
    if not _NUMBER.fullmatch(worlds) or not 0 < int(worlds) <= MAX_WORLDS:
        raise NotACallError(worlds)
    analysis = ANALYSES.find_analysis(text, rules, hand)
    try:
        return analysis.seat_data(_read_place(at), int(worlds), PLACE_SECONDS)
    except UnsolvableError as error:
        raise RefusalError(_REASON, reason=error.reason) from None


def _read_place(at: str) -> PlayPlace:
    found = _PLACE.fullmatch(at)
    if found is None:
        raise NotACallError(at)
    return PlayPlace(int(found[1]), int(found[2] or 0))
