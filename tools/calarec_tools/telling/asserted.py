"""Whether what the record says of its own outcome is right, in a sentence; findings say the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.language import Both, Listing

if TYPE_CHECKING:
    from calarec.replaying.result import Replay

RIGHT: Final = Both("The result written down is right.", "Il risultato scritto è giusto.")
_CARRIED: Final = Both(
    "What is written down of this hand is right; its totals carry on an earlier slip.",
    "Quel che è scritto di questa mano è giusto; i totali si portano dietro una svista precedente.",
)
_SEVERAL: Final = Both("{what} written down are not right{below}.", "{what} scritti non sono giusti{below}.")
_CONTRADICTORY: Final = {
    "": Both("Result and payments contradict each other{below}.", "Risultato e pagamenti si contraddicono{below}."),
    "totals": Both("Payments and totals contradict each other{below}.", "Pagamenti e totali si contraddicono{below}."),
}
_BELOW: Final = Both(": see below", ": vedi più sotto")
_NOTHING: Final = Both("", "")
_RESULT: Final = Both("The result written down is not right{below}.", "Il risultato scritto non è giusto{below}.")
_PARTS: Final = (
    (("CAL610", "CAL614", "CAL320"), Both("result", "risultato"), _RESULT),
    (
        ("CAL611", "CAL321", "CAL324"),
        Both("payments", "pagamenti"),
        Both("The payments written down are not right{below}.", "I pagamenti scritti non sono giusti{below}."),
    ),
    (
        ("CAL613",),
        Both("penalty", "penalità"),
        Both("The penalty written down is not right{below}.", "La penalità scritta non è giusta{below}."),
    ),
    (("CAL612",), Both("totals", "totali"), Both("The totals do not add up{below}.", "I totali non tornano{below}.")),
)
"""What may be wrong: the codes that say so, its name, and the sentence if nothing else is."""


def asserted(replay: Replay, *, below: bool) -> tuple[Both, dict[str, object]]:
    """The sentence and what stands in it; `below`: the findings follow."""
    if replay.stated:
        return RIGHT, {}
    codes = {each.code for each in replay.diagnostics if each.severity == "error"}
    values: dict[str, object] = {"below": _BELOW if below else _NOTHING}
    contradictory = next((each.wording for each in replay.diagnostics if each.code == "CAL616"), None)
    if contradictory is not None:
        return _CONTRADICTORY[contradictory], values
    found = [(name, alone) for wanted, name, alone in _PARTS if codes.intersection(wanted)]
    if not found:
        return (_RESULT, values) if codes else (_CARRIED, {})
    if len(found) == 1:
        return found[0][1], values
    (first, _), *others = found
    values["what"] = Listing((Both(f"The {first.en}", first.it.capitalize()), *(name for name, _ in others)))
    return _SEVERAL, values
