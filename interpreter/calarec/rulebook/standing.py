"""Irregularities in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.language import Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.fault import Fault
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_BY = {
    "anyone": Words("by anyone"),
    "declarer": Words("by the declarer"),
    "opponents": Words("by an opponent of the declarer"),
}
_CLAIMED_BY = {
    "other_side": Words("the other side"),
    "anyone": Words("anyone at the table"),
}
_BEFORE = {
    "auction": Words("before the auction is over"),
    "first_lead": Words("before the first card is led"),
    "end": Words("as long as the hand has not been settled"),
}
_DEALER = {
    "same": Words("the same dealer deals again"),
    "next": Words("the next dealer deals"),
}

_LOST: Final = Words("The offender's side has then lost the contract.")
_LOST_ALL: Final = Words(
    "The offender's side has then lost the contract, and counts no points when the difference is paid."
)


def say(part: Fault, telling: Telling) -> Iterator[Told]:
    """What the fault is called, who may claim it, and what follows."""
    yield telling.say(
        Words("{fault}, {by}: {claimed_by} may claim it, {before}."),
        "do", "by", "claimed_by", "before",
        style="item", fault=telling.called("faults", telling.key),
        by=_BY[part.by], claimed_by=_CLAIMED_BY[part.claimed_by], before=_BEFORE[part.before],
    )  # fmt: skip
    yield from _costs(part, telling)
    if part.contract == "lost":
        by_points = telling.rules.settle.pay == "difference"
        yield telling.say(_LOST_ALL if by_points else _LOST, "contract")
    if part.deal == "void":
        yield telling.say(
            Words("The deal ends at once and does not count; {dealer}."),
            "deal", "dealer", dealer=_DEALER[part.dealer],
        )  # fmt: skip
    else:
        yield from telling.idle(part, "dealer")
    if not part.pay_each and not part.move_points and part.contract == "unchanged" and part.deal == "goes_on":
        yield telling.say(
            Words("The rules set no penalty: the hand goes on and is settled as it was played."),
            "pay_each", "move_points", "contract", "deal",
        )  # fmt: skip


def _costs(part: Fault, telling: Telling) -> Iterator[Told]:
    if part.pay_each:
        yield telling.say(
            Words("The offender pays {amount} to each of the other players."),
            "pay_each", amount=telling.amount(part.pay_each),
        )  # fmt: skip
    if part.move_points:
        yield telling.say(
            Words("When the points have been counted, {points} go from the offender's side to the other."),
            "move_points", points=telling.points(part.move_points),
        )  # fmt: skip
