"""Rules in the page, shipped or the user's own: read, compared, checked, kept.

The user's rules are files in a folder of `CALAREC_RULES`, so that they are found by their ids.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final

from calarec.core.wording.cells import visible
from calarec.core.wording.language import Words, text_in
from calarec.record_judge.examples import check_rule_file
from calarec.rule_files.locate import (
    ENDING,
    MAX_RULE_FILE_BYTES,
    is_id,
    known_ids,
    rule_folders,
    search,
    shipped_file,
)
from calarec.rulebook.book import make_rulebook as book_of
from calarec.rulebook.comparison import compare
from calarec.rulebook.differences import differing_rules
from calarec.rulebook.pages import book_pieces, plain_text
from calarec_tools.cli import rules_new
from calarec_tools.cli.rules_opening import parent_of
from calarec_tools.desk.calls.checking import finding_told
from calarec_tools.desk.calls.files import RulesId, language_of, load_by_id
from calarec_tools.desk.calls.recording import DESK
from calarec_tools.desk.site import kept_rules
from calarec_tools.desk.site.listed_rules import listed_rules
from calarec_tools.output.files.streams import Output, RefusalError

if TYPE_CHECKING:
    from calarec.core.wording.language import Language
    from calarec.rulebook.differences import Saying
    from calarec.rulebook.pages import PagePiece

OWN: Final = os.environ.get("CALAREC_OWN_RULES", kept_rules.OWN)
"""The folder of rules while the page is open."""
FOLDER: Final = os.environ.get("CALAREC_PAGE_FOLDER", "")
"""The folder in which the local server keeps rules; a browser keeps them itself."""
_NOT_AN_ID: Final = Words("Rules need a name of small letters, digits and hyphens in `ruleset:`.")
_SHIPPED: Final = Words("`{id}` is the name of rules that come with calarec; choose another one.")
NOT_USABLE: Final = Words("These rules have a mistake; correct it to keep them.")
_LISTED: Final = Words("Choose changes above this text, sentence by sentence.")
_NOTHING: Final = Words("(nothing)")


def own_rules(*, lang: str) -> list[dict[str, Any]]:  # noqa: ARG001 - every call says its language
    """Rules of one's own, as they are listed."""
    return list(listed_rules(known_ids((OWN, FOLDER) if FOLDER else (OWN,)), own=True))


def rules_text(*, rules: RulesId, lang: str) -> str:  # noqa: ARG001 - every call says its language
    """The file of rules."""
    load_by_id(rules)
    file = search(rules, rule_folders()).file
    assert file is not None
    with open(file, encoding="utf-8") as stream:  # noqa: PTH123
        return stream.read()


def new_rules(*, parent: RulesId, name: str, title: str, lang: str) -> str:
    """A small commented file that extends rules, called after them if untitled."""
    if not is_id(name):
        raise RefusalError(_NOT_AN_ID)
    text = rules_new.new_rule_file_text(load_by_id(parent), name, language_of(lang), visible(title.strip()))
    # The line for editors names a place on a disk, and what a terminal lists is listed beside the text here.
    there = [line for line in text.splitlines(keepends=True) if not line.startswith("# yaml-language-server")]
    listed = next((at for at, line in enumerate(there) if "calarec rules show" in line), -1)
    if listed >= 0:
        # The sentence goes on below; what follows it is the file.
        end = next(at for at, line in enumerate(there) if at > listed and not line.startswith("#"))
        there[listed:end] = [f"# {text_in(_LISTED, language_of(lang))}\n"]
    return "".join(there)


def check_rules_text(*, text: str, lang: str) -> dict[str, Any]:
    """Return the findings of a rule file, with its id and title."""
    language = language_of(lang)
    loaded, name = check_rule_text(text)
    return {
        "id": name,
        "title": visible(text_in(loaded.ruleset.title, language)) if loaded.ruleset else "",
        "usable": loaded.ruleset is not None,
        "findings": [
            finding_told(finding, language)
            for finding in loaded.findings
            if finding.span.file == _rule_file_place(name)
        ],
    }


def keep_rules(*, text: str, lang: str) -> dict[str, Any]:
    """Rules of one's own, to be found by their id from now on."""
    loaded, name = check_rule_text(text)
    if loaded.ruleset is None:
        raise RefusalError(NOT_USABLE)
    name = loaded.ruleset.id
    if not is_id(name):
        raise RefusalError(_NOT_AN_ID)
    if shipped_file(name) is not None:
        raise RefusalError(_SHIPPED, id=name)
    os.makedirs(OWN, exist_ok=True)  # noqa: PTH103
    with open(os.path.join(OWN, name + ENDING), "w", encoding="utf-8") as stream:  # noqa: PTH118, PTH123
        stream.write(text)
    DESK.clear_entries()
    return {"id": name, "title": visible(text_in(loaded.ruleset.title, language_of(lang)))}


def drop_rules(*, name: str, lang: str) -> bool:  # noqa: ARG001 - every call says its language
    """Rules of one's own, gone."""
    file = os.path.join(OWN, name + ENDING)  # noqa: PTH118
    if not is_id(name) or not os.path.exists(file):  # noqa: PTH110
        return False
    os.remove(file)  # noqa: PTH107
    DESK.clear_entries()
    return True


def rulebook_blocks(*, rules: RulesId, text: str, lang: str) -> list[dict[str, Any]]:
    """The rulebook of rules, or of the text of a rule file, block by block."""
    language = language_of(lang)
    ruleset = check_rule_text(text)[0].ruleset if text else load_by_id(rules)
    if ruleset is None:
        raise RefusalError(NOT_USABLE)
    book = book_of(ruleset, parent_of(Output(language), ruleset))
    return [_block_data(piece) for piece in book_pieces(book, language)]


def _block_data(piece: PagePiece) -> dict[str, Any]:
    return {
        "kind": piece.kind,
        "text": "\n".join(map(plain_text, piece.text.splitlines())),
        "level": piece.level,
        "number": piece.number,
        "rows": [[plain_text(cell) for cell in row] for row in piece.rows],
    }


def compare_rules(*, left: RulesId, right: RulesId, lang: str) -> list[dict[str, Any]]:
    """Return the differences of two rulesets: both sentences, and the rules."""
    language = language_of(lang)
    comparison = compare(load_by_id(left), load_by_id(right))
    return [
        {
            "left": _saying(change.left, language),
            "right": _saying(change.right, language),
            "rules": [difference.path for difference in change.differences],
        }
        for change in differing_rules(comparison)
    ]


def _saying(sentence: Saying | None, lang: Language) -> str:
    return plain_text(sentence.saying_text(lang)) if sentence else text_in(_NOTHING, lang)


def check_rule_text(text: str) -> tuple[Any, str]:
    """Check the text of a rule file of the user; its name is in the text."""
    raw = text.encode()[: MAX_RULE_FILE_BYTES + 1]
    line = next((text_line for text_line in text.splitlines() if text_line.startswith("ruleset:")), "")
    name = line.partition(":")[2].partition("#")[0].strip().strip("'\"")
    name = name if is_id(name) else "unnamed"
    return check_rule_file(_rule_file_place(name), raw=raw), name


def _rule_file_place(name: str) -> str:
    return os.path.join(OWN, name + ENDING)  # noqa: PTH118
