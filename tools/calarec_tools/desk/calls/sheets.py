"""Records replayed and added up in the page, as `view` and `sheet` do it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from calarec.core.notation.reader import parse_records
from calarec.core.wording.language import LANGUAGES, Words, text_in
from calarec.record_judge.session import RecordJudge
from calarec_tools.desk.calls.cited_rules import cite_rule
from calarec_tools.desk.calls.faces import symbols_of_cards
from calarec_tools.desk.calls.files import RECORD, RulesId, as_file, language_of, load_by_id
from calarec_tools.desk.entering.text import keyword_of, split_record
from calarec_tools.desk.viewing.hand_data import hand_data
from calarec_tools.desk.viewing.player_words import player_words
from calarec_tools.output.files.streams import RefusalError
from calarec_tools.output.pictures.svg_curve import CURVE_STYLE
from calarec_tools.output.pictures.xml import element, text_element
from calarec_tools.output.sheet.evenings import read_evenings
from calarec_tools.output.sheet.lines import SheetWords
from calarec_tools.output.sheet.match_notes import match_notes
from calarec_tools.output.sheet.pages import debts_html, evening_html

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from calarec.core.judge.judgement import Judgement
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec_tools.output.sheet.evenings import EveningSheet
    from calarec_tools.output.sheet.match_notes import MatchNote


MAX_STEPPED_HANDS: Final = 1000
"""The maximum number of hands to step through: the page holds all positions."""
ODDS_SEED: Final = 1
_NOTHING_OPEN: Final = Words("Nothing is open that calarec can count.")
_NO_SUCH_HAND: Final = Words("The record has changed since it was shown.")
_HAND: Final = re.compile(r"^[ \t]*hand\b", re.MULTILINE)
_TOO_MANY: Final = Words(
    "This has more hands ({found}) than the page steps through ({most}); `calarec view` has no limit."
)


def replay_record(*, text: str, rules: RulesId, lang: str) -> dict[str, Any]:
    """Return the hands of a record to step through, its sheet, and its debts.

    If rules are named, they replace those of the record.
    """
    judged: list[Judgement] = []
    sheets = _stepped_evenings(text, rules, judged)
    packs: dict[str, Judgement] = {judgement.game.ruleset.digest: judgement for judgement in judged}
    drawn = "".join(
        symbols_of_cards(judgement.game.ruleset, judgement.game.cards.names) for judgement in packs.values()
    )
    said = SheetWords(sheets, language_of(lang))
    return {
        "hands": [_hand_with_rules_cited(judgement) for judgement in judged],
        "symbols": drawn,
        "words": player_words(),
        "sheet": _sheet_html(said) if sheets else "",
        "debts": "".join(debts_html(said)) if sheets else "",
    }


def _hand_with_rules_cited(judged: Judgement) -> dict[str, Any]:
    """Return the data of a hand, with the rule of each finding in words."""
    data = hand_data(judged)
    ruleset = judged.game.ruleset
    for finding in data["findings"]:
        finding["cited"] = {lang: cite_rule(ruleset, finding["rule"], lang) for lang in LANGUAGES}
    return data


def odds_of_hand(*, text: str, rules: RulesId, number: str, lang: str) -> dict[str, Any]:
    """Return the odds of one hand, {title, lines}; its number counts from 0."""
    judge = RecordJudge(load_by_id(rules) if rules else None, finds_ends=True)
    language = language_of(lang)
    for place, hand in enumerate(parse_records(text)):
        is_wanted = str(place) == number
        if is_wanted:
            judge.odds_seed = ODDS_SEED
            if judge.evening is not None:
                judge.evening.odds_seed = ODDS_SEED
        judged = judge.replay(hand)
        if is_wanted:
            found = hand_data(judged)["odds"]
            if found is None:
                return {"title": "", "lines": [text_in(_NOTHING_OPEN, language)]}
            return {"title": found["title"][language], "lines": [line[language] for line in found["lines"]]}
    raise RefusalError(_NO_SUCH_HAND)


def judged_hands(text: str, rules: RulesId) -> list[Judgement]:
    """The hands of a record that `replay_record` has, in the same order."""
    judged: list[Judgement] = []
    _stepped_evenings(text, rules, judged)
    return judged


def _stepped_evenings(text: str, rules: RulesId, judged: list[Judgement]) -> list[EveningSheet]:
    """The evenings of a record; their hands are added to `judged`."""
    found = sum(1 for _ in _HAND.finditer(text))
    if found > MAX_STEPPED_HANDS:
        raise RefusalError(_TOO_MANY, found=found, most=MAX_STEPPED_HANDS)
    return [evening for evening in _evenings(text, load_by_id(rules) if rules else None, judged) if evening.hands]


def sheet_of_entry(*, text: str, lang: str) -> str:
    """Return the sheet and debts of a record that is being entered, as HTML."""
    closed = split_record(text).without_open_hand().text
    said = SheetWords([evening for evening in _evenings(closed, None, []) if evening.hands], language_of(lang))
    begins = [line for line, written in enumerate(closed.split("\n"), 1) if keyword_of(written) == "hand"]
    return _sheet_html(said, {line: number for number, line in enumerate(begins)}) if said.sheets else ""


def _evenings(text: str, asked: Ruleset | None, judged: list[Judgement]) -> Iterator[EveningSheet]:
    with as_file(RECORD, text.encode()) as file:
        for sheet in read_evenings(file, asked, {}, judged, RecordJudge(asked, finds_ends=True)):
            sheet.file = ""  # where it lies for the moment is of interest to nobody
            yield sheet


def _match_note_html(said: SheetWords, note: MatchNote) -> str:
    """Return a note on a match; its rule and the source of that are attributes."""
    lang = said.lang
    cited = cite_rule(note.ruleset, note.path, lang)
    attributes = {"data-rule": cited["said"], "data-source": cited["source"]} if any(cited.values()) else {}
    return text_element("p", said.sheet_word(note.note_words(has_rule=False)), **{"class": "faint"}, **attributes)


def _sheet_html(said: SheetWords, numbers: Mapping[int, int] | None = None) -> str:
    """Return the sheets as HTML, without the style of the curve.

    The page has that style; its policy forbids styles within a text. `numbers`: see `evening_html`.
    """
    shown = [
        evening_html(
            said,
            sheet,
            f"curve-{number}",
            "h2",
            numbers=numbers,
            match_notes=[_match_note_html(said, note) for note in match_notes(sheet.hands)],
        )
        for number, sheet in enumerate(said.sheets)
    ]
    return "".join([*shown, *debts_html(said)]).replace(element("style", [CURVE_STYLE]), "")
