"""URLs of the pages of codes, and codes that link to them on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base import version
from calarec.core.wording.language import SOURCE

if TYPE_CHECKING:
    from calarec.core.wording.language import Language


def find_code_url(code: str, lang: Language) -> str:
    """Return the URL of the page of a code; empty while calarec has no site."""
    folder = "" if lang == SOURCE else f"{lang}/"
    return f"{version.SITE.rstrip('/')}/{folder}reference/codes/{code.lower()}/" if version.SITE else ""


def link_on_terminal(text: str, url: str) -> str:
    """Return a text that opens a URL on a terminal; without a URL only the text."""
    return f"\x1b]8;;{url}\x1b\\{text}\x1b]8;;\x1b\\" if url else text
