"""The boundary of the page: `call(name, arguments)`, both ways JSON.

In comes the name of a call with its arguments as an object of JSON, out comes `{"answer": …}`, or `{"refused": text}`
with the reason. The signature of a call states its arguments; others are refused before the call begins.
"""

from __future__ import annotations

import inspect
import json
import re
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, get_type_hints

from calarec.core.wording.language import LANGUAGES, Words, text_in
from calarec.record_judge.session import NoRulesError
from calarec.rule_files.load import RulesetError
from calarec_tools.cli.ruleset import first_error
from calarec_tools.desk.calls.files import NotACallError, RulesId, language_of, require_id, without_folder
from calarec_tools.desk.calls.page_terms import to_page_terms
from calarec_tools.output.files.streams import RefusalError
from calarec_tools.output.files.unruled import no_rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from calarec.core.wording.language import Language

CALLS: Final = {
    "own_rules": "rule_files.own_rules",
    "keep_rules": "rule_files.keep_rules",
    "drop_rules": "rule_files.drop_rules",
    "new_rules": "rule_files.new_rules",
    "rules_text": "rule_files.rules_text",
    "check_rules": "rule_files.check_rules_text",
    "rulebook": "rule_files.rulebook_blocks",
    "house_rules": "house_rules.house_rules",
    "rule_options": "house_rules.rule_options",
    "set_rules": "house_rules.set_rules",
    "take_back_rules": "house_rules.take_back_rules",
    "declarer_payments": "rule_examples.declarer_payments",
    "witness_of_change": "rule_examples.witness_of_change",
    "compare": "rule_files.compare_rules",
    "rules_lines": "which_rules.rules_lines",
    "next_question": "which_rules.next_question",
    "begin": "recording.begin_record",
    "enter": "recording.enter_typed",
    "choices": "recording.current_choices",
    "dealt_by": "recording.choices_with_dealer",
    "take_back": "recording.take_back",
    "certain": "recording.certain_of_hand",
    "drawings": "recording.drawings",
    "correction": "correcting.correction",
    "corrected": "correcting.correct_hand",
    "sheet": "sheets.sheet_of_entry",
    "replay": "sheets.replay_record",
    "odds": "sheets.odds_of_hand",
    "analysis": "analysing.analyse_hand",
    "cards_at": "analysing.cards_at_place",
    "try_card": "analysing.try_card",
    "seat_knowledge": "analysing.seat_knowledge",
    "puzzle": "puzzles.puzzle_of_record",
    "puzzle_order": "puzzles.puzzle_order",
    "season": "season.write_season",
    "open": "opening.open_upload",
    "check": "checking.check_text",
    "mend": "checking.mend_text",
    "mend_all": "checking.mend_all",
    "repairs": "repairing.repairs_of_text",
}
"""The function of each call; its module is imported at the first call."""
MAX_TEXT_LETTERS: Final = 4_000_000
"""No text that comes in is longer than this."""
_HALF: Final = re.compile("[\ud800-\udfff]")
_TOO_LONG: Final = Words("This is longer than the page takes ({most} characters); the command line has no such limit.")
_KINDS: Final[dict[Any, tuple[type, ...]]] = {
    str: (str,),
    RulesId: (str,),
    bool: (bool,),
    list[str]: (list,),
    list[dict[str, Any]]: (list,),
}
_ITEM_KINDS: Final[dict[Any, type]] = {list[str]: str, list[dict[str, Any]]: dict}


def answer_call(name: str, arguments: str) -> str:
    """The answer to a call."""
    if name not in CALLS:
        raise NotACallError(name)
    given = _readable(json.loads(arguments))
    if not isinstance(given, dict):
        raise NotACallError(name)
    lang = language_of(str(given.get("lang")))
    try:
        _check_arguments(name, given)
        answer = function(name)(**given)
    except RefusalError as refusal:
        return _refusal_json(refusal.refusal_text(lang), lang)
    except NoRulesError as error:
        return _refusal_json(no_rules(error).refusal_text(lang), lang)
    except RulesetError as error:
        return _refusal_json(text_in(first_error(error), lang), lang)
    return json.dumps({"answer": answer})


def _refusal_json(text: str, lang: Language) -> str:
    return json.dumps({"refused": to_page_terms(without_folder(text), lang)})


def language_given(arguments: str) -> Language:
    """The language that arguments ask for, with any other errors in them."""
    try:
        return language_of(str(json.loads(arguments).get("lang")))
    except (ValueError, AttributeError, RecursionError):
        return LANGUAGES[0]


def _readable(given: Any) -> Any:
    """Replace half surrogates in strings of the input by the replacement character.

    No file can hold them.
    """
    match given:
        case str():
            return given.encode("utf-16", "surrogatepass").decode("utf-16", "replace") if _HALF.search(given) else given
        case list():
            return [_readable(each) for each in given]
        case dict():
            return {key: _readable(each) for key, each in given.items()}
    return given


@cache
def function(name: str) -> Callable[..., Any]:
    """Return the function that answers a call."""
    module, _, own = CALLS[name].partition(".")
    found: Callable[..., Any] = getattr(import_module(f"calarec_tools.desk.calls.{module}"), own)
    return found


@cache
def parameters(name: str) -> dict[str, Any]:
    """Return the parameters of a call with their types."""
    hints = get_type_hints(function(name))
    return {parameter: hints[parameter] for parameter in inspect.signature(function(name)).parameters}


def _check_arguments(name: str, given: dict[str, Any]) -> None:
    wanted = parameters(name)
    if set(given) != set(wanted):
        raise NotACallError(f"{name}: {sorted(given)}")
    for key, value in given.items():
        if not isinstance(value, _KINDS.get(wanted[key], (str,))):
            raise NotACallError(f"{name}: {key}")
        item_kind = _ITEM_KINDS.get(wanted[key])
        if item_kind is not None and isinstance(value, list) and not all(isinstance(item, item_kind) for item in value):
            raise NotACallError(f"{name}: {key}")
        if isinstance(value, str) and len(value) > MAX_TEXT_LETTERS:
            raise RefusalError(_TOO_LONG, most=MAX_TEXT_LETTERS)
        if wanted[key] is RulesId and isinstance(value, str) and value:
            require_id(value)
