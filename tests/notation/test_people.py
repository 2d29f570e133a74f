"""Names of people in place of seats: people of a `seat` line are understood."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.notation.blocks import cut_into_blocks
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.wording.language import LANGUAGES
from calarec_tools.output.files.apply_fixes import apply_edits, safe_edits

if TYPE_CHECKING:
    from calarec.core.wording.findings import Finding

HEAD = 'cal 1\nrules pagat\nseat A "Salvatore"\nseat B "Mimma Rossi"\nseat C "Peppe"\n\n'
NAMED = """hand 1
dealer Salvatore
bid Mimma: passo Peppe: chiamo salvatore: passo
result Peppe: 20 Salvatore+Mimma: 15
score Peppe: +2 Salvatore: -1 Mimma: -1
end
"""
SEATED = """hand 1
dealer A
bid B: passo C: chiamo A: passo
result C: 20 A+B: 15
score C: +2 A: -1 B: -1
end
"""


def found(text: str) -> list[Finding]:
    """The findings of the only hand."""
    reader = HandReader("a.cal", PreambleBuilder("a.cal"))
    return [
        each for block in cut_into_blocks(iter([text])) for hand in reader.read_block(block) for each in hand.findings
    ]


def test_names_become_seats() -> None:
    """Whole names and one of several names, in sides too, in whatever case: mended, the hand is what was meant."""
    findings = found(HEAD + NAMED)
    assert {(each.code, each.wording) for each in findings} == {("CAL108", "person")}
    assert apply_edits(HEAD + NAMED, safe_edits(findings)) == HEAD + SEATED
    assert findings[0].help("en") == "Salvatore: that is seat `A`"
    assert findings[0].help("it") == "Salvatore: è il posto `A`"


@pytest.mark.parametrize(
    "head",
    [
        HEAD.replace("Peppe", "Salvatore"),
        HEAD.replace("Salvatore", "Saverio"),
        HEAD.replace("Salvatore", "Salvatore Greco").replace("Peppe", "Salvatore Bruni"),
    ],
)
def test_a_name_of_nobody_or_of_two_is_not_understood(head: str) -> None:
    """Then there is nothing that could be put in its place."""
    findings = found(head + SEATED.replace("dealer A", "dealer Salvatore"))
    assert [(each.code, each.wording, each.fix) for each in findings] == [("CAL108", "name", None)]
    assert all(findings[0].help(lang) for lang in LANGUAGES)


def test_whoever_sits_down_later_is_meant_from_then_on() -> None:
    """A new person takes a seat between two hands."""
    text = HEAD + SEATED + '\nseat A "Totò"\n\n' + SEATED.replace("hand 1", "hand 2").replace("dealer A", "dealer Totò")
    findings = found(text)
    assert [(each.wording, each.fix and [edit.text for edit in each.fix.edits]) for each in findings] == [
        ("person", ["A"])
    ]


def test_without_people_a_name_is_explained() -> None:
    """No `seat` line names the person."""
    findings = found("cal 1\nrules pagat\n\n" + SEATED.replace("dealer A", "dealer Anna"))
    assert [(each.code, each.wording) for each in findings] == [("CAL108", "name")]
    assert findings[0].fix is not None
    assert not findings[0].fix.safe
