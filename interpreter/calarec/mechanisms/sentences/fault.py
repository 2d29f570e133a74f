"""Irregularities in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.language import Both

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.fault import Fault
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_BY = {
    "anyone": Both("by anyone", "di chiunque"),
    "declarer": Both("by the declarer", "del dichiarante"),
    "opponents": Both("by an opponent of the declarer", "di un avversario del dichiarante"),
}
_CLAIMED_BY = {
    "other_side": Both("the other side", "all'altra parte"),
    "anyone": Both("anyone at the table", "a chiunque sia al tavolo"),
}
_BEFORE = {
    "auction": Both("before the auction is over", "prima che finisca la dichiarazione"),
    "first_lead": Both("before the first card is led", "prima che esca la prima carta"),
    "end": Both("as long as the hand has not been settled", "finché la smazzata non è stata pagata"),
}
_DEALER = {
    "same": Both("the same dealer deals again", "ridà le carte lo stesso mazziere"),
    "next": Both("the next dealer deals", "dà le carte il mazziere seguente"),
}

_LOST: Final = Both(
    "The offender's side has then lost the contract.", "La parte di chi ha sbagliato ha allora perso il contratto."
)
_LOST_ALL: Final = Both(
    "The offender's side has then lost the contract, and counts no points when the difference is paid.",
    "La parte di chi ha sbagliato ha allora perso il contratto, e nella differenza da pagare non conta punti.",
)


def say(part: Fault, telling: Telling) -> Iterator[Told]:
    """What the fault is called, who may claim it, and what follows."""
    yield telling.say(
        Both(
            "{fault}, {by}: {claimed_by} may claim it, {before}.",
            "{fault}, da parte {by}: il reclamo spetta {claimed_by}, {before}.",
        ),
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
            Both(
                "The deal ends at once and does not count; {dealer}.",
                "La smazzata finisce lì e non conta; {dealer}.",
            ),
            "deal", "dealer", dealer=_DEALER[part.dealer],
        )  # fmt: skip
    else:
        yield from telling.idle(part, "dealer")
    if not part.pay_each and not part.move_points and part.contract == "unchanged" and part.deal == "goes_on":
        yield telling.say(
            Both("The rules set no penalty: the hand goes on and is settled as it was played.",
                 "Le regole non fissano una penalità: la smazzata continua e si paga com'è stata giocata."),
            "pay_each", "move_points", "contract", "deal",
        )  # fmt: skip


def _costs(part: Fault, telling: Telling) -> Iterator[Told]:
    if part.pay_each:
        yield telling.say(
            Both(
                "The offender pays {amount} to each of the other players.",
                "Chi ha sbagliato paga {amount} a ciascuno degli altri.",
            ),
            "pay_each", amount=telling.amount(part.pay_each),
        )  # fmt: skip
    if part.move_points:
        yield telling.say(
            Both(
                "When the points have been counted, {points} go from the offender's side to the other.",
                "Contati i punti, {points} passano dalla parte di chi ha sbagliato all'altra.",
            ),
            "move_points", points=telling.points(part.move_points),
        )  # fmt: skip
