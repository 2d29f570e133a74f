"""Declarations entered hand by hand."""

from __future__ import annotations

import calarec
from calarec_tools.desk.entering.session import Entry
from tests.records.shelf import RECORDS
from tests.tools.entering.typing import last, type_lines


def test_declarations_are_entered_and_refused_like_moves() -> None:
    """True declarations are written; repeated and false ones are refused with a rule."""
    text = (RECORDS / "tressette-accusi" / "evening.cal").read_text("utf-8")
    entry = Entry(text[: text.index("hand 1")], asked=calarec.load_rules("tressette-accusi"))
    third = text[text.index("hand 3") : text.index("hand 4")].splitlines()
    type_lines(entry, third[: third.index("declare A: napoletana 3c 2c Ac")])
    assert type_lines(entry, ["declare A: napoletana 3c 2c Ac"]) == [()]
    again, missing = type_lines(entry, ["declare A: napoletana 3c 2c Ac", "declare A: buongioco Ab As 3s"])
    assert again[0].startswith("CAL565")
    assert missing[0].startswith("CAL564")
    assert type_lines(entry, ["declare B: napoletana 3d 2d Ad"]) == [()]
    assert last(entry) == "declare B: napoletana 3d 2d Ad"
