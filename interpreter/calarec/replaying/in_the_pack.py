"""What slips in the names of cards mean in a pack: the reader knows none, the ruleset has one.

A 10 is a ten only where there are tens. Of two letters in the wrong size or order the pack knows which is the suit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.light import replace

if TYPE_CHECKING:
    from calarec.diagnostics import Diagnostic
    from calarec.mechanisms.pack import Pack
    from calarec.records.model import Hand

_TENS: Final = "CAL106"
_LETTERS: Final = (("CAL105", "letters"), ("CAL107", ""), ("CAL107", "rank"))
"""Codes and wordings of two letters in the wrong size or order."""
_TEN: Final = "T"
_KINGS: Final = "RK"


def with_pack(hand: Hand, pack: Pack) -> Hand:
    """A broken hand whose findings on cards say what they are in this pack."""
    told = tuple(_told(each, pack) for each in hand.findings)
    return hand if told == hand.findings else replace(hand, findings=told)


def _told(finding: Diagnostic, pack: Pack) -> Diagnostic:
    if finding.fix is None:
        return finding
    if finding.code == _TENS:
        return _ten(finding, pack)
    return _letters(finding, pack) if rests_on_the_pack(finding) else finding


def rests_on_the_pack(finding: Diagnostic) -> bool:
    """Whether what this slip means can only be told by the pack."""
    if finding.code == _TENS:
        return True
    return (finding.code, finding.wording) in _LETTERS and str(finding.args["found"]).isalpha()


def _ten(finding: Diagnostic, pack: Pack) -> Diagnostic:
    """In a pack with tens the mending is safe; in another nobody but the writer knows what was meant."""
    card = str(finding.args["card"])
    if _is_rank(_TEN, pack):
        return replace(_as(finding, card, safe=True), wording="ten")
    king = next((letter for letter in _KINGS if _is_rank(letter, pack)), "")
    if king:
        return replace(_as(finding, king + card[1:], safe=False), wording="king")
    return replace(finding, wording="none", fix=None, args=finding.args | {"ranks": " ".join(pack.ranks)})


def _letters(finding: Diagnostic, pack: Pack) -> Diagnostic:
    """The mending is safe if the two letters make one card of the pack, however they are turned."""
    one, other = tuple(str(finding.args["found"]))
    both = {one.upper() + other.lower(), other.upper() + one.lower()}
    meant = [card for card in both if _is_rank(card[0], pack) and (card[1] in pack.suits or card[1] in pack.aliases)]
    return _as(finding, meant[0], safe=True) if len(meant) == 1 else finding


def _as(finding: Diagnostic, card: str, *, safe: bool) -> Diagnostic:
    """The finding with another card in its advice and in its fix, which may say more than the card."""
    assert finding.fix is not None
    edits = tuple(replace(edit, text=card + edit.text[len(card) :]) for edit in finding.fix.edits)
    return replace(finding, args=finding.args | {"card": card}, fix=replace(finding.fix, edits=edits, safe=safe))


def _is_rank(letter: str, pack: Pack) -> bool:
    return letter in pack.ranks or letter in pack.aliases
