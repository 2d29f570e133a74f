"""Likely meanings of a hand as buttons; messages in terms of the page."""

from __future__ import annotations

import re

import pytest

from calarec.core.wording.language import LANGUAGES, Language, text_in
from calarec.core.wording.messages import all_codes, find_section
from calarec_tools.desk.calls.checking import check_text
from calarec_tools.desk.calls.files import RulesId
from calarec_tools.desk.calls.page_terms import to_page_terms
from calarec_tools.desk.calls.recording import enter_typed
from calarec_tools.desk.calls.repairing import repairs_of_text
from calarec_tools.desk.site.page_words import PAGE_WORDS
from tests.house.tree import ROOT

OWN = RulesId("")
RECORD = (ROOT / "records/pagat/first.cal").read_text("utf-8")
NAMED = re.compile(r"`calarec |`pip |--[a-z]|CALAREC_")


def test_alternatives_are_texts_that_hold() -> None:
    """A repeated card: one of the offers is the true record, and each is valid."""
    wrong = RECORD.replace(" 3 B: 3s 4s 6s", " 3 B: 3s 4s 4s")
    assert check_text(text=wrong, rules=OWN, lang="en")["findings"]
    (hand,) = repairs_of_text(text=wrong, rules=OWN, lang="en")
    assert RECORD in [each["text"] for each in hand["offers"]]
    for each in hand["offers"]:
        found = check_text(text=each["text"], rules=OWN, lang="en")["findings"]
        assert not [one for one in found if one["severity"] == "error"]
        assert each["slips"]
        for change in each["changes"]:
            assert change["was"] == [
                line.strip() for line in wrong.split("\n")[change["line"] - 1 :][: len(change["was"])]
            ]
    assert repairs_of_text(text=RECORD, rules=OWN, lang="it") == []


def test_an_irregularity_without_a_price_says_so() -> None:
    """A revoke that the table claimed, under rules that set nothing for it."""
    text = RECORD.replace("3d 6d 4d\n", "3d Cs 4d\nfault C: revoke trick 1 claimed by B\n")
    said = " ".join(each["message"] + each["help"] for each in check_text(text=text, rules=OWN, lang="en")["findings"])
    assert "these rules set no price" in said
    written = text.replace("11 B: As Cs Rs", "11 B: As 6d Rs").partition("note ")[0]
    closed = enter_typed(text=written, typed="", dealer="", lang="en")
    assert closed["stage"] == "between"
    assert closed["said"][-1] == "These rules set no price for the irregularities that were noted."


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_message_speaks_of_a_command_line(lang: Language) -> None:
    """No message or advice of any code names a command, an option or a variable."""
    for code in all_codes():
        for wording in find_section(code, lang).messages.values():
            for text in wording:
                said = to_page_terms(text, lang)
                assert not NAMED.search(said), (code, said)
                assert not said.endswith((";", ":", ",")), (code, said)
            assert to_page_terms(wording.message, lang), code


def test_forms_of_the_page_take_the_place_of_commands() -> None:
    for lang in LANGUAGES:
        rules, under = (f"\u201c{text_in(PAGE_WORDS[each], lang)}\u201d" for each in ("rules", "under_rules"))
        said = "`calarec rules list` x; a file `a.yaml` is in the folders of CALAREC_RULES; `--rules` takes another"
        assert to_page_terms(said, lang) == f"{rules} x; {under} takes another"
    assert to_page_terms("`pip install 'calarec[zst]'`", "en") == ""
    assert to_page_terms("write `passo`; nothing else", "en") == "write `passo`; nothing else"
