"""Claims, irregularities, shown cards, signals and open hands in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.wording.language import Listing, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.standing import ClaimRule, FaultRule, OpenHandsRule, ShowRule, SignalRule
    from calarec.rulebook.sentences import Told
    from calarec.rulebook.telling import Telling


_CLAIMERS = {
    "anyone": Words("anyone who plays"),
    "declarer": Words("only the declarer"),
}
_WHAT = {
    False: Words("To shorten the hand, {by} may claim or concede all the tricks that are left."),
    True: Words(
        "To shorten the hand, {by} may claim or concede all the tricks that are left, or claim a number of points."
    ),
}
_ACCEPTED = {
    "by_other_side": Words("That holds when the other side agrees."),
    "at_once": Words("That holds at once, whether the others agree or not."),
}


def say_claim(params: ClaimRule, telling: Telling) -> Iterator[Told]:
    """Yield the sentences on claims: claimers, and what makes one hold."""
    yield telling.make_sentence(_WHAT[params.points], "by", "points", style="item", by=_CLAIMERS[params.by])
    yield telling.make_sentence(_ACCEPTED[params.accepted], "accepted")


_AT_FAULT = {
    "anyone": Words("by anyone"),
    "declarer": Words("by the declarer"),
    "opponents": Words("by an opponent of the declarer"),
    "dealer": Words("by the dealer, even if the dealer sits out"),
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


def say_fault(params: FaultRule, telling: Telling) -> Iterator[Told]:
    """Yield the sentences on an irregularity: name, claimers and effects."""
    yield telling.make_sentence(
        Words("{fault}, {by}: {claimed_by} may claim it, {before}."),
        "do", "by", "claimed_by", "before",
        style="item", fault=telling.emphasized_name("faults", telling.entry_id),
        by=_AT_FAULT[params.by], claimed_by=_CLAIMED_BY[params.claimed_by], before=_BEFORE[params.before],
    )  # fmt: skip
    yield from _costs(params, telling)
    if params.contract == "lost":
        by_points = telling.rules.settle.pay == "difference"
        yield telling.make_sentence(_LOST_ALL if by_points else _LOST, "contract")
    if params.deal == "void":
        yield telling.make_sentence(
            Words("The deal ends at once and does not count; {dealer}."),
            "deal", "dealer", dealer=_DEALER[params.dealer],
        )  # fmt: skip
    else:
        yield from telling.idle(params, "dealer")
    if not params.has_price:
        yield telling.make_sentence(
            Words("The rules set no penalty: the hand goes on and is settled as it was played."),
            "pay_each", "move_points", "contract", "deal",
        )  # fmt: skip


_AGAIN = {
    True: Words(
        "For the second and each later one in the same hand, the offender pays {amount} to each of the other players."
    ),
    False: Words("For the second and each later one in the same hand, the offender pays nothing to the other players."),
}


def _costs(params: FaultRule, telling: Telling) -> Iterator[Told]:
    if params.pay_each:
        yield telling.make_sentence(
            Words("The offender pays {amount} to each of the other players."),
            "pay_each", amount=telling.stake_payment(params.pay_each),
        )  # fmt: skip
    if params.pay_again is not None:
        yield telling.make_sentence(
            _AGAIN[bool(params.pay_again)], "pay_again", amount=telling.stake_payment(params.pay_again)
        )
    if params.pay_pot:
        yield telling.make_sentence(
            Words("The offender pays {amount} into the pot."), "pay_pot", amount=telling.stake_payment(params.pay_pot)
        )
    if params.move_points:
        yield telling.make_sentence(
            Words("When the points have been counted, the offender's side gives {points} to the other."),
            "move_points", points=telling.pack_points(params.move_points),
        )  # fmt: skip


_SHOWERS = {
    "anyone": Words("anyone"),
    "declarer": Words("the declarer"),
    "opponents": Words("an opponent of the declarer"),
}
_SHOW_TIMES = {
    "before_first_lead": Words(
        "Before the first card is led {by} may show cards to the table and take them back into the hand."
    ),
    "any_time": Words("At any time {by} may show cards to the table and take them back into the hand."),
}


def say_show(params: ShowRule, telling: Telling) -> Iterator[Told]:
    """Yield the sentence on shown cards: players and time."""
    yield telling.make_sentence(_SHOW_TIMES[params.when], "by", "when", style="item", by=_SHOWERS[params.by])


_SIGNALLERS = {
    "anyone": Words("anyone"),
    "opponents": Words("an opponent of the declarer"),
}
_SIGNAL_TIMES = {
    "leading": Words("With the card that is led {by} may say {words}."),
    "playing": Words("With any card that is played {by} may say {words}."),
}


def say_signal(params: SignalRule, telling: Telling) -> Iterator[Told]:
    """Yield the sentences on signals: words, players and time."""
    words = Listing(tuple(telling.emphasized_name("words", word) for word in params.words), either=True)
    yield from _only_in(params.contracts, telling)
    yield telling.make_sentence(
        _SIGNAL_TIMES[params.when],
        "words",
        "by",
        "when",
        style="new",
        room="play",
        by=_SIGNALLERS[params.by],
        words=words,
    )


def _only_in(contracts: tuple[str, ...], telling: Telling) -> Iterator[Told]:
    """In which contracts what follows holds, if not in all."""
    if contracts:
        names = telling.contract_list(contracts, either=True)
        yield telling.make_sentence(
            Words("Only in {contracts}:"), "contracts", style="new", room="play", contracts=names
        )


_OPEN = {
    ("opponents", "opponents"): Words("{when} the declarer's opponents show each other their hands."),
    ("opponents", "everyone"): Words("{when} the declarer's opponents lay their hands face up on the table."),
    ("declarer", "opponents"): Words("{when} the declarer shows the hand to the opponents."),
    ("declarer", "everyone"): Words("{when} the declarer lays the hand face up on the table."),
    ("partner", "opponents"): Words("{when} the declarer's partner, once known, shows the hand to the opponents."),
    ("partner", "everyone"): Words("{when} the declarer's partner, once known, lays the hand face up on the table."),
    ("everyone", "opponents"): Words("{when} all hands are shown to the declarer's opponents."),
    ("everyone", "everyone"): Words("{when} everyone lays the hand face up on the table."),
}


def say_open_hands(params: OpenHandsRule, telling: Telling) -> Iterator[Told]:
    """Yield the sentences on opened hands: owners, time and viewers."""
    when = Words("Before the first trick")
    if params.after_trick:
        when = telling.phrase(Words("After the {trick} trick"), trick=telling.ordinal_phrase(params.after_trick))
    keys = ("whose", "to", "after_trick")
    yield from _only_in(params.contracts, telling)
    yield telling.make_sentence(_OPEN[params.whose, params.to], *keys, style="new", room="play", when=when)
