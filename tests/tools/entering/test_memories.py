"""Facts that would settle a hand are offered by number, or as buttons of the page."""

from __future__ import annotations

from calarec.core.notation.reader import parse_records
from calarec_tools.desk.calls.correcting import correction
from calarec_tools.desk.entering.session import Entry
from tests.tools.entering.typing import type_lines
from tests.witnesses.half_remembered import HALF_REMEMBERED

COMMENTED = HALF_REMEMBERED.replace("8 B: Cc 2c _c", "8 B: Cc 2c _c  ; Gigi laughed")


def test_a_hand_that_is_opened_again_offers_what_would_settle_it() -> None:
    """Marta's ace of cups in trick 8 makes 18 thirds certain; a remark on its line stays."""
    entry = Entry(COMMENTED)
    opened, settled, finished = type_lines(entry, ["edit 1", "1", ""])
    assert "Rosa has 5 1/3 to 8 points (16 to 24 thirds); 6 points (18 thirds) needed." in opened
    number = opened.index("Does anyone remember one of these? Type its number.")
    assert opened[number + 1] == "1 If Marta played the ace of cups in trick 8, Rosa has won."
    assert settled[:2] == ("Rosa wins chiamo.", "Marta and Gigi pay Rosa 1 each.")
    assert " 8 B: Cc 2c Ac  ; Gigi laughed" in entry.text.splitlines()
    assert "Rosa 2" in finished[-1]
    (hand,) = parse_records(entry.text)
    assert hand.findings == ()


def test_a_hand_that_is_finished_without_being_settled_asks_too() -> None:
    """The number is asked for once the hand is opened again."""
    entry = Entry(HALF_REMEMBERED.removesuffix("end\n"))
    (finished,) = type_lines(entry, [""])
    assert "Does anyone remember one of these? Type `edit 1`, then its number." in finished
    assert "Either side can have won." in finished


def test_a_number_that_is_not_offered_writes_nothing() -> None:
    """Nor does a zero."""
    entry = Entry(HALF_REMEMBERED)
    type_lines(entry, ["edit 1"])
    before = entry.text
    for typed in ("0", "9"):
        assert entry.take(typed).said
        assert entry.text == before


def test_a_correction_has_bounds_and_lines_with_what_is_remembered() -> None:
    """With these lines the hand is settled, and no bounds are left."""
    found = correction(text=HALF_REMEMBERED, number="0", lines=[], lang="it")
    assert found["bounds"][0] == "Rosa ha da 5 1/3 a 8 punti (da 16 a 24 terzi); ne servono 6 punti (18 terzi)."
    memory = found["memories"][0]
    assert memory["said"] == "Se Marta ha giocato l'asso di coppe nella presa 8, Rosa ha vinto."
    changed = [(old, new) for old, new in zip(found["lines"], memory["lines"], strict=True) if old != new]
    assert changed == [("8 B: Cc 2c _c", " 8 B: Cc 2c Ac")]
    settled = correction(text=HALF_REMEMBERED, number="0", lines=memory["lines"], lang="it")
    assert (settled["bounds"], settled["memories"]) == ([], [])
    assert settled["said"][0] == "Rosa vince «chiamo»."
