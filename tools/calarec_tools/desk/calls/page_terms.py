"""Messages in terms of the page: its forms and buttons instead of commands.

Parts of a sentence about things that the page lacks are left out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from calarec.core.wording.language import text_in
from calarec_tools.desk.site.page_words import PAGE_WORDS

if TYPE_CHECKING:
    from calarec.core.wording.language import Language

_FORMS: Final = (
    (r"`calarec fmt`", "mend_all"),
    (r"`calarec replay`", "replay"),
    (r"`calarec (?:check|repair)`", "check"),
    (r"`calarec convert(?! --)[^`]*`", "open_file"),
    (r"`calarec rules (?:list|show|schema|check|new)[^`]*`|`calarec identify`", "rules"),
    (r"`--rules`|(?<![\w`-])--rules(?![\w-])", "under_rules"),
)
"""Commands and options, with the keys of the page's words for them."""
_COMMAND: Final = re.compile(r"`calarec [a-z]|`pip |`--[a-z]|(?<![\w-])--[a-z]|CALAREC_[A-Z]")
_FAULT_LINE: Final = re.compile(r" (?:and add a|e aggiungere una riga) `fault`(?: line)?")
_MINUS: Final = re.compile(r"(?<![^\s(])-(?=\d)")
_PARTS: Final = re.compile(r"(?<=[;.]) (?=\S)")


def to_entry_terms(text: str, lang: Language, *, is_written: bool = False) -> str:
    """A text about an open hand: its lines are buttons and forms of the page."""
    name = text_in(PAGE_WORDS["fault" if is_written else "as_it_happened"], lang)
    return _FAULT_LINE.sub(f": \u201c{name}\u201d", to_page_terms(text, lang))


def with_minus_signs(text: str) -> str:
    """Put a sign as wide as a figure before amounts; quoted lines stay."""
    return "`".join(part if place % 2 else _MINUS.sub("\u2212", part) for place, part in enumerate(text.split("`")))


def to_page_terms(text: str, lang: Language) -> str:
    """A text in the words of the page."""
    if not _COMMAND.search(text):
        return text
    for pattern, key in _FORMS:
        form = f"\u201c{text_in(PAGE_WORDS[key], lang)}\u201d"
        text = form.join(re.split(pattern, text))
    kept = [part for part in _PARTS.split(text) if not _COMMAND.search(part)]
    return " ".join(kept).rstrip(";: ")
