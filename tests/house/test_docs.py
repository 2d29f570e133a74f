"""Pages that list data are those that the data call for."""

from __future__ import annotations

from calarec.core.wording.language import LANGUAGES
from calarec.core.wording.messages import code_ranges, range_title
from tests.house.tree import ROOT

CODES = "../../interpreter/calarec/core/wording"


def test_the_page_of_codes_leads_to_every_range_in_every_language() -> None:
    """A link for each range and language, with its title, to a file; and no other."""
    folder = ROOT / "docs" / "reference"
    text = (folder / "codes.md").read_text(encoding="utf-8")
    links = {
        (lang, name): f"[{range_title(name, lang)}]({CODES}/{lang}/codes/{name.lower()}.md)"
        for name in code_ranges()
        for lang in LANGUAGES
    }
    assert [link for link in links.values() if link not in text] == []
    assert text.count("](") == len(links)
    assert all((folder / link.partition("](")[2].removesuffix(")")).is_file() for link in links.values())
