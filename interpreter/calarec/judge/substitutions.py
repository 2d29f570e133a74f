"""One slip in what is said before the play, of which several findings follow: who deals, who bids, what is called.

Terms. A *supposition* is the hand with one such thing put otherwise. It is believed if nothing is wrong with the hand
then, if several things are without it, and if no other supposition does the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.light import NamedTuple, replace
from calarec.records import model as rec
from calarec.replaying.findings import Findings
from calarec.replaying.table import arrange, number_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from calarec.diagnostics import Diagnostic
    from calarec.moves.setting import Setting
    from calarec.records.model import Hand
    from calarec.replaying.course import Course

LEAST: Final = 2
"""So much must be wrong with a hand as it is written."""
_MOST = 120
"""So many suppositions are tried at most."""


class Supposed(NamedTuple):
    """A supposition: the hand, who sits where, and how it is told."""

    hand: Hand
    setting: Setting
    tell: Callable[[Findings], None]


def supposed(course: Course, before: int, walk: Callable[[Hand, Setting, Findings], Course]) -> Supposed | None:
    """The one supposition that explains a hand; None if there is none, or if one finding is all there is.

    `before`: so many findings were made before the hand was played through.
    """
    if _cost(course, before) < LEAST or not _head_is_wrong(course, before):
        return None
    believed: dict[object, Supposed] = {}
    idle = idle_words(course.findings.found[before:])
    for number, each in enumerate(_suppositions(course)):
        if number == _MOST:
            return None
        trial = walk(each.hand, each.setting, course.findings.quiet())
        account, state = trial.judged_alone(), trial.state
        if idle_words(trial.findings.found) > idle:
            continue  # a word that leaves others nothing to say does not explain them
        if (account is not None or state.outcome == "all_pass") and not _cost(trial, 0):
            payments = account.payments if account is not None else None
            believed.setdefault((state.contract, state.declarer, state.partner, payments), each)
    return next(iter(believed.values())) if len(believed) == 1 else None


def _cost(course: Course, before: int) -> int:
    """How much is wrong with a hand as it was read, told or not."""
    told = sum(each.severity != "note" for each in course.findings.found[before:])
    return max(told, course.breaches - course.declared) + course.unread + course.lost


def idle_words(findings: Sequence[Diagnostic]) -> int:
    """How many words were said for nothing: the auction was over."""
    return sum(each.code == "CAL407" for each in findings)


def _head_is_wrong(course: Course, before: int) -> bool:
    """Whether something of the auction, the call or the exchange is among the findings.

    A word that cannot be said where it stands, and nothing else, is told as that.
    """
    wrong = [each for each in course.findings.found[before:] if each.severity != "note"]
    if len(wrong) == 1:
        return "CAL420" <= wrong[0].code < "CAL436"
    return any("CAL400" < each.code < "CAL436" or each.wording == "first" for each in wrong)


def _suppositions(course: Course) -> Iterator[Supposed]:
    yield from _dealers(course)
    yield from _speakers(course)
    yield from _calls(course)


def _put(hand: Hand, changed: dict[int, rec.Statement]) -> Hand:
    """The hand with statements put otherwise, by their places."""
    return replace(hand, statements=tuple(changed.get(at, each) for at, each in enumerate(hand.statements)))


def _dealers(course: Course) -> Iterator[Supposed]:
    hand, labels = course.findings.hand, course.setting.labels
    at, stated = next((at, each) for at, each in enumerate(course.hand.statements) if isinstance(each, rec.Dealer))
    for label in labels:
        if label == stated.seat:
            continue
        quiet = Findings(hand, course.game)
        other = _put(course.hand, {at: stated._replace(seat=label)})
        setting = arrange(other, course.game, quiet, course.setting.carry)
        if setting is None or quiet.found or set(setting.active) != set(course.setting.active):
            continue

        def tell(findings: Findings, meant: str = label) -> None:
            findings.add("CAL308", stated, seat=0, label=stated.seat, meant=meant, fix=meant, rule="auction")

        yield Supposed(other, setting, tell)


def _speakers(course: Course) -> Iterator[Supposed]:
    """One seat's letter for another's, one word for another, two words or two seats changed round."""
    bids = [(at, each) for at, each in enumerate(course.hand.statements) if isinstance(each, rec.Bid)]
    auction = course.game.rules.auction
    for nth, (at, bid) in enumerate(bids):
        for label in course.setting.labels:
            if label != bid.seat and number_of(course.setting, label) in course.setting.active:
                yield _said(course, {at: bid._replace(seat=label)}, bid, seat=label)
        for word in (*auction.words, *auction.ladder):
            if word != bid.word:
                yield _said(course, {at: bid._replace(word=word)}, bid, word=word)
        for other_at, other in bids[nth + 1 : nth + 3]:
            if other.word != bid.word and other.seat != bid.seat:
                words: dict[int, rec.Statement] = {at: bid._replace(word=other.word)}
                yield _said(course, {**words, other_at: other._replace(word=bid.word)}, bid, swapped=other)
                seats: dict[int, rec.Statement] = {at: bid._replace(seat=other.seat)}
                yield _said(course, {**seats, other_at: other._replace(seat=bid.seat)}, bid, swapped=other)


def _said(
    course: Course,
    changed: dict[int, rec.Statement],
    wrong: rec.Bid,
    *,
    seat: str = "",
    word: str = "",
    swapped: rec.Bid | None = None,
) -> Supposed:
    def tell(findings: Findings) -> None:
        other = swapped or wrong
        findings.add(
            "CAL408", wrong, seat=0 if seat else None, word=0 if word else None,
            wording="seat" if seat else "swapped" if swapped is not None else "", label=wrong.seat, name=wrong.word,
            other=other.seat, other_name=other.word, meant=seat or word, fix=seat or word or None, rule="auction",
        )  # fmt: skip

    return Supposed(_put(course.hand, changed), course.setting, tell)


def _calls(course: Course) -> Iterator[Supposed]:
    """The card that is called is one that is handed to the caller."""
    for at, call in enumerate(course.hand.statements):
        if not isinstance(call, rec.Call):
            continue
        gifts = [each for each in course.hand.statements if isinstance(each, rec.Give) and each.to == call.seat]
        for card in {gift.cards[0] for gift in gifts if len(gift.cards) == 1} - {call.card}:

            def tell(findings: Findings, call: rec.Call = call, card: str = card) -> None:
                findings.add(
                    "CAL426", call, card=0, name=call.card, label=call.seat, meant=card, fix=card, rule="auction"
                )

            yield Supposed(_put(course.hand, {at: call._replace(card=card)}), course.setting, tell)
