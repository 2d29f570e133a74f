"""Whether what the record says of its own outcome is right, in a sentence; findings say the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.language import Listing, Phrase, Words

if TYPE_CHECKING:
    from calarec.replaying.result import Replay

RIGHT: Final = Words("The result written down is right.")
_CARRIED: Final = Words("What is written down of this hand is right; its totals carry on an earlier slip.")
_SEVERAL: Final = Words("the {what} written down are not right{below}.")
_CONTRADICTORY: Final = {
    "": Words("Result and payments contradict each other{below}."),
    "totals": Words("Payments and totals contradict each other{below}."),
}
_BELOW: Final = Words(": see below")
_RESULT: Final = Words("The result written down is not right{below}.")
_PARTS: Final = (
    (("CAL610", "CAL614", "CAL320"), Words("result"), _RESULT),
    (
        ("CAL611", "CAL321", "CAL324"),
        Words("payments"),
        Words("The payments written down are not right{below}."),
    ),
    (
        ("CAL613",),
        Words("penalty"),
        Words("The penalty written down is not right{below}."),
    ),
    (("CAL612",), Words("totals"), Words("The totals do not add up{below}.")),
)
"""What may be wrong: the codes that say so, its name, and the sentence if nothing else is."""


def asserted(replay: Replay, *, below: bool) -> Words | Phrase:
    """The sentence; `below`: the findings follow."""
    if replay.stated:
        return RIGHT
    codes = {each.code for each in replay.diagnostics if each.severity == "error"}
    see = _BELOW if below else ""
    contradictory = next((each.wording for each in replay.diagnostics if each.code == "CAL616"), None)
    if contradictory is not None:
        return _CONTRADICTORY[contradictory].filled(below=see)
    found = [(name, alone) for wanted, name, alone in _PARTS if codes.intersection(wanted)]
    if not found:
        return _RESULT.filled(below=see) if codes else _CARRIED
    if len(found) == 1:
        return found[0][1].filled(below=see)
    return Phrase("capital", _SEVERAL.filled(what=Listing(tuple(name for name, _ in found)), below=see))
