"""What a 10 may mean that was written for a card: the reader knows no pack, the ruleset has one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.light import replace

if TYPE_CHECKING:
    from calarec.diagnostics import Diagnostic
    from calarec.mechanisms.pack import Pack
    from calarec.records.model import Hand

CODE: Final = "CAL106"
_TEN: Final = "T"
_KINGS: Final = "RK"


def with_pack(hand: Hand, pack: Pack) -> Hand:
    """A broken hand whose findings on tens say what they are in this pack."""
    if all(each.code != CODE for each in hand.findings):
        return hand
    return replace(hand, findings=tuple(_told(each, pack) for each in hand.findings))


def _told(finding: Diagnostic, pack: Pack) -> Diagnostic:
    """In a pack with tens the mending is safe; in another nobody but the writer knows what was meant."""
    if finding.code != CODE or finding.fix is None:
        return finding
    if _has(pack, _TEN):
        return replace(finding, wording="ten", fix=replace(finding.fix, safe=True))
    king = next((letter for letter in _KINGS if _has(pack, letter)), "")
    if not king:
        return replace(finding, wording="none", fix=None, args=finding.args | {"ranks": " ".join(pack.ranks)})
    edits = tuple(replace(edit, text=king + edit.text[1:]) for edit in finding.fix.edits)
    card = king + str(finding.args["card"])[1:]
    fix = replace(finding.fix, edits=edits, safe=False)
    return replace(finding, wording="king", fix=fix, args=finding.args | {"card": card})


def _has(pack: Pack, rank: str) -> bool:
    return rank in pack.ranks or rank in pack.aliases
