"""One statement put otherwise: what a slip of the pen was meant to say, where the rest of the hand leaves one reading.

A hand whose tricks are all written down tells every card of the play: what a seat holds and nobody plays
is then what it must have played, or discarded, where the record says something that cannot be. So one
slip is one finding, and the rest of the hand is checked as it was played. Lines that stand there once too often are
told and left out; tricks are put in the order in which they were played.

Terms. A *reading* is the hand with one card put in another's place, played through so that nobody hears of it; it
*costs* as many findings as it leaves. A reading is *believed* if it costs nothing and the others do, or clearly less.
A *supposition* is the hand with one thing that is said before the play put otherwise: who deals, who bids, what is
called. It is believed if nothing is wrong with the hand then, if several things are without it, and if no other
supposition does the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from calarec.base.frozen import NamedTuple, replace
from calarec.engine.actions import CallAction, DiscardAction, GiveAction, PlayAction, TakeAction
from calarec.engine.moves import apply, legal
from calarec.engine.terms import Outcome
from calarec.judge.findings import HandFindings
from calarec.judge.seats import arrange, number_of
from calarec.records import model as rec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from calarec.engine.account import Account
    from calarec.engine.actions import Action
    from calarec.engine.game import Game
    from calarec.engine.state import Seating, State
    from calarec.engine.terms import Refusal
    from calarec.judge.walk import Walk
    from calarec.records.model import Hand, Statement
    from calarec.records.numbering import Numbering
    from calarec.wording.findings import Finding


_PLAYS = ("CAL510", "CAL511", "CAL512")
_CALLS = ("CAL420", "CAL421", "CAL422")
_CARDS = ("CAL424", "CAL425", "CAL431", "CAL432", "CAL433", "CAL434", "CAL435")


class Tricks:
    """All cards that the tricks of a record name, and by which seat."""

    def __init__(self, hand: Hand, game: Game, state: State) -> None:
        setting = state.setting
        self.by_seat = [0] * len(setting.labels)
        self.number = self.gaps = 0
        for trick in (each for each in hand.statements if isinstance(each, rec.Trick)):
            self.number += 1
            seat = number_of(setting, trick.leader)
            for name in trick.cards:
                card = game.cards.numbers.get(name)
                if seat not in setting.active or card is None:
                    self.gaps += 1
                    seat = setting.after(seat) if seat in setting.active else seat
                    continue
                self.by_seat[seat] |= 1 << card
                seat = setting.after(seat)
        self.gifts = [
            (number_of(setting, each.to), game.cards.numbers.get(each.cards[0], -1))
            for each in hand.statements
            if isinstance(each, rec.Give) and len(each.cards) == 1
        ]
        self.size = game.rules.deal.hand
        self.whole = self.number == self.size and self.gaps < 2
        self.all = 0
        for cards in self.by_seat:
            self.all |= cards

    def handed(self, seat: int) -> int:
        """The one card that somebody is given; -1 if there is none, or more than one."""
        cards = [card for to, card in self.gifts if to == seat]
        return cards[0] if len(cards) == 1 else -1

    def unplayed(self, state: State, seat: int) -> int:
        """The one card of a hand that no trick names; -1 if there is none, or more than one."""
        left = state.hands[seat] & ~self.all
        return left.bit_length() - 1 if self.whole and left.bit_count() == 1 else -1

    def missing(self, state: State) -> list[tuple[int, int]]:
        """The one trick that is not written down, in the order of play; nothing if it cannot be told."""
        seats = in_turn(state, state.turn) if state.turn in state.setting.active else ()
        left = [state.hands[seat] & ~self.all for seat in seats]
        if state.trick or self.number + 1 != self.size or self.gaps or any(each.bit_count() != 1 for each in left):
            return []
        return [(seat, card.bit_length() - 1) for seat, card in zip(seats, left, strict=True)]


def forced_card(game: Game, state: State, tricks: Tricks, action: Action, refusal: Refusal) -> Action | None:
    """The legal action that must have been meant; None if that cannot be told."""
    found: Action | None = None
    if refusal.code in _PLAYS and isinstance(action, PlayAction):
        card = tricks.unplayed(state, action.seat)
        found = PlayAction(action.seat, card) if card >= 0 and refusal.cards >> card & 1 else None
    elif refusal.code in _CALLS and isinstance(action, CallAction):
        card = tricks.handed(action.seat)
        found = CallAction(action.seat, card) if card >= 0 and refusal.cards >> card & 1 else None
    elif refusal.code in _CARDS:
        found = forced_transfer(game, state, tricks, action)
    return found if found != action else None


def forced_transfer(game: Game, state: State, tricks: Tricks, action: Action) -> Action | None:
    """A transfer that leaves no choice, or whose cards the play shows."""
    kinds = {GiveAction: "give", TakeAction: "take", DiscardAction: "discard"}
    offers = [offer for offer in legal(game, state) if offer.do == kinds.get(type(action))]
    if len(offers) != 1:
        return None
    offer = offers[0]
    if isinstance(action, GiveAction) and tricks.by_seat[action.to] & action.cards and not action.cards & offer.cards:
        return None  # the play shows that this card went over: it is the call that is wrong
    if offer.size == 1:
        return next(offer.actions())
    if not tricks.whole:
        return None
    kept = tricks.by_seat[offer.seat]
    if isinstance(action, DiscardAction):
        cards = offer.cards & ~kept
        if cards & tricks.all:
            return None  # what somebody else plays later did not go to the pile
    elif isinstance(action, GiveAction):
        cards = offer.cards & ~kept & tricks.by_seat[offer.to]
    else:
        cards = offer.cards & kept
    return offer.choose(cards) if offer.least <= cards.bit_count() <= offer.most else None


def holders(state: State, cards: tuple[int, ...]) -> tuple[int, ...]:
    """The seats that the cards of a whole trick lie with, if each lies with another; otherwise nothing."""
    setting = state.setting
    if len(cards) != len(setting.active) or state.trick or min(cards) < 0:
        return ()
    seats = tuple(next((seat for seat in setting.active if state.hands[seat] >> card & 1), -1) for card in cards)
    return seats if set(seats) == set(setting.active) and len(set(cards)) == len(cards) else ()


def in_turn(state: State, leader: int) -> tuple[int, ...]:
    """The seats in order of play from a leader on."""
    return (leader, *state.setting.others(leader))


_AHEAD = 2
"""Where no reading explains everything, one is believed that leaves so much less unexplained."""

_Play: TypeAlias = "tuple[rec.Trick, int]"
"""A trick, and which card of it."""


class CardWrittenTwice(NamedTuple):
    """A card of a trick that must be another one."""

    trick: int
    """The trick's number."""
    place: int
    card: int
    """What was played."""
    again: int
    """The number of the other trick in which the card that is written stands."""


class _CardRead(NamedTuple):
    cost: int
    account: Account | None


def in_tricks(course: Walk) -> CardWrittenTwice | None:
    """The earlier of two plays of one card, if it is that one that is wrong; without an answer the hand is doubtful.

    Only where one seat plays the card twice: if two do, the deal shows whose it is.
    """
    doubles = _doubles(course)
    same = [(one, other) for one, other in doubles if _player(course, *one) == _player(course, *other)]
    if not same:
        return None
    card = _unplayed(course, _player(course, *same[0][0])) if len(doubles) == 1 else -1
    if card < 0:
        course.doubtful = True
        return None
    (first, place), (second, other) = same[0]
    early = _read(course, _put(course, first, place, course.game.cards.names[card]))
    late = _read(course, _put(course, second, other, course.game.cards.names[card]))
    if _believed(late, early):
        return None
    if _believed(early, late):
        return CardWrittenTwice(first.number, place, card, second.number)
    course.doubtful = True
    return None


def _doubles(course: Walk) -> list[tuple[_Play, _Play]]:
    """Every two plays of one card."""
    seen: dict[str, _Play] = {}
    found = []
    for trick in (each for each in course.hand.statements if isinstance(each, rec.Trick)):
        for place, name in enumerate(trick.cards):
            if name in seen:
                found.append((seen[name], (trick, place)))
            else:
                seen[name] = trick, place
    return found


def _unplayed(course: Walk, seat: int) -> int:
    """The one card that a seat holds and no trick names, where every other seat plays all that it holds."""
    tricks, setting = course.tricks, course.setting
    left = [course.state.hands[each] & ~tricks.all for each in setting.active]
    if not tricks.whole or tricks.gaps or sum(cards.bit_count() for cards in left) != 1:
        return -1
    return (course.state.hands[seat] & ~tricks.all).bit_length() - 1


def _player(course: Walk, trick: rec.Trick, place: int) -> int:
    leader = number_of(course.setting, trick.leader)
    seats = (leader, *course.setting.others(leader)) if leader in course.setting.active else ()
    return seats[place] if place < len(seats) else -1


def _put(course: Walk, trick: rec.Trick, place: int, name: str) -> tuple[rec.Statement, ...]:
    cards = (*trick.cards[:place], name, *trick.cards[place + 1 :])
    return tuple(trick._replace(cards=cards) if each is trick else each for each in course.hand.statements)


def in_transfer(
    course: Walk, action: GiveAction | DiscardAction, statement: rec.Give | rec.Discard
) -> GiveAction | DiscardAction | None:
    """What was given or discarded, where it cannot be what is written: who gave it away plays it later."""
    tricks = course.tricks
    played = tricks.by_seat[action.seat] & action.cards
    if not tricks.whole or played.bit_count() != 1 or _also_played(course, played, action.seat):
        return None
    if not isinstance(apply(course.game, course.state, action), Outcome):
        return None
    meant = forced_transfer(course.game, course.state, tricks, action)
    if not isinstance(meant, GiveAction | DiscardAction) or (meant.cards & ~action.cards).bit_count() != 1:
        return None
    names = course.game.cards
    wrong, right = names.list(played)[0], names.list(meant.cards & ~action.cards)[0]
    changed = statement._replace(cards=tuple(right if card == wrong else card for card in statement.cards))
    as_read = tuple(changed if each is statement else each for each in course.hand.statements)
    here, there = _read(course, as_read), _read(course, course.hand.statements)
    if here.cost + 1 > there.cost or (here.cost + 1 == there.cost and isinstance(action, GiveAction)):
        return None  # two cards of one trick changed places as likely as the card that was given is another
    if here.cost + 1 == there.cost and _paid(here) != _paid(there):
        course.doubtful = True
    return meant


def _also_played(course: Walk, cards: int, seat: int) -> bool:
    """Whether somebody else plays them too: then it is a trick that is wrong."""
    return any(course.tricks.by_seat[other] & cards for other in course.setting.active if other != seat)


def _read(course: Walk, statements: tuple[rec.Statement, ...]) -> _CardRead:
    hand = replace(course.hand, statements=statements)
    trial = type(course)(
        hand, course.game, course.setting, course.findings.quiet(), course.state,
        happened=list(course.happened), guessing=True, depth=course.depth + 1,
    )  # fmt: skip
    trial.run(course.index)
    account = trial.judged_alone()
    wrong = sum(each.severity != "note" for each in trial.findings.found)
    moves = sum(each.severity != "note" and each.code < "CAL6" for each in trial.findings.found)
    silent = max(trial.breaches - trial.declared - moves, 0)
    return _CardRead(wrong + silent + trial.unread + (trial.lost or trial.doubtful), account)


def _believed(read: _CardRead, other: _CardRead) -> bool:
    return read.cost < other.cost and (not read.cost or read.cost + _AHEAD <= other.cost)


def _paid(read: _CardRead) -> tuple[object, ...]:
    return (read.account.payments, read.account.counted) if read.account is not None else ()


LEAST: Final = 2
"""So much must be wrong with a hand as it is written."""
_MOST = 120
"""So many suppositions are tried at most."""


class Supposed(NamedTuple):
    """A supposition: the hand, who sits where, and how it is told."""

    hand: Hand
    setting: Seating
    tell: Callable[[HandFindings], None]


def supposed(course: Walk, before: int, walk: Callable[[Hand, Seating, HandFindings], Walk]) -> Supposed | None:
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


def _cost(course: Walk, before: int) -> int:
    """How much is wrong with a hand as it was read, told or not."""
    told = sum(each.severity != "note" for each in course.findings.found[before:])
    return max(told, course.breaches - course.declared) + course.unread + course.lost


def idle_words(findings: Sequence[Finding]) -> int:
    """How many words were said for nothing: the auction was over."""
    return sum(each.code == "CAL407" for each in findings)


def _head_is_wrong(course: Walk, before: int) -> bool:
    """Whether something of the auction, the call or the exchange is among the findings.

    A word that cannot be said where it stands, and nothing else, is told as that.
    """
    wrong = [each for each in course.findings.found[before:] if each.severity != "note"]
    if len(wrong) == 1:
        return "CAL420" <= wrong[0].code < "CAL436"
    return any("CAL400" < each.code < "CAL436" or each.wording == "first" for each in wrong)


def _suppositions(course: Walk) -> Iterator[Supposed]:
    yield from _dealers(course)
    yield from _speakers(course)
    yield from _calls(course)


def _changed(hand: Hand, changed: dict[int, rec.Statement]) -> Hand:
    """The hand with statements put otherwise, by their places."""
    return replace(hand, statements=tuple(changed.get(at, each) for at, each in enumerate(hand.statements)))


def _dealers(course: Walk) -> Iterator[Supposed]:
    hand, labels = course.findings.hand, course.setting.labels
    at, stated = next((at, each) for at, each in enumerate(course.hand.statements) if isinstance(each, rec.Dealer))
    for label in labels:
        if label == stated.seat:
            continue
        quiet = HandFindings(hand, course.game)
        other = _changed(course.hand, {at: stated._replace(seat=label)})
        setting = arrange(other, course.game, quiet, course.setting.carry)
        if setting is None or quiet.found or set(setting.active) != set(course.setting.active):
            continue

        def tell(findings: HandFindings, meant: str = label) -> None:
            findings.add("CAL308", stated, seat=0, label=stated.seat, meant=meant, fix=meant, rule="auction")

        yield Supposed(other, setting, tell)


def _speakers(course: Walk) -> Iterator[Supposed]:
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
    course: Walk,
    changed: dict[int, rec.Statement],
    wrong: rec.Bid,
    *,
    seat: str = "",
    word: str = "",
    swapped: rec.Bid | None = None,
) -> Supposed:
    def tell(findings: HandFindings) -> None:
        other = swapped or wrong
        findings.add(
            "CAL408", wrong, seat=0 if seat else None, word=0 if word else None,
            wording="seat" if seat else "swapped" if swapped is not None else "", label=wrong.seat, name=wrong.word,
            other=other.seat, other_name=other.word, meant=seat or word, fix=seat or word or None, rule="auction",
        )  # fmt: skip

    return Supposed(_changed(course.hand, changed), course.setting, tell)


def _calls(course: Walk) -> Iterator[Supposed]:
    """The card that is called is one that is handed to the caller."""
    for at, call in enumerate(course.hand.statements):
        if not isinstance(call, rec.Call):
            continue
        gifts = [each for each in course.hand.statements if isinstance(each, rec.Give) and each.to == call.seat]
        for card in {gift.cards[0] for gift in gifts if len(gift.cards) == 1} - {call.card}:

            def tell(findings: HandFindings, call: rec.Call = call, card: str = card) -> None:
                findings.add(
                    "CAL426", call, card=0, name=call.card, label=call.seat, meant=card, fix=card, rule="auction"
                )

            yield Supposed(_changed(course.hand, {at: call._replace(card=card)}), course.setting, tell)


def in_order(hand: Hand, game: Game, setting: Seating, findings: HandFindings) -> Hand:
    """The hand with its tricks in order, each once, and with numbers that were slips put right."""
    tricks = [each for each in hand.statements if isinstance(each, rec.Trick)]
    if all(trick.number == number for number, trick in enumerate(tricks, 1)):
        return hand
    from calarec.records.numbering import numbering

    found = numbering(tricks)
    if not any(each.code == "CAL118" for each in findings.hand.findings):
        for slip in found.slips:
            trick = tricks[slip.place]
            findings.add("CAL516", trick, number=0, found=trick.number, due=slip.due)
    played = [tricks[place]._replace(number=number) for place, number in found.order]
    written = [tricks[place] for place in sorted(place for place, _ in found.order)]
    if _breaks(written, game, setting) < _breaks(played, game, setting):
        played = _as_written(written, found)
    return replace(hand, statements=_in_their_places(hand, played))


def gaps(hand: Hand) -> list[int]:
    """The numbers that are missing between the tricks."""
    numbers = {each.number for each in hand.statements if isinstance(each, rec.Trick)}
    return [number for number in range(1, min(max(numbers, default=0), len(numbers) + 1)) if number not in numbers]


def with_blank(hand: Hand, game: Game, setting: Seating) -> Hand | None:
    """The hand with unknown cards for the one trick that is missing; None if it is not known who led to it."""
    tricks = [each for each in hand.statements if isinstance(each, rec.Trick)]
    before = next((each for each in tricks if each.number == gaps(hand)[0] - 1), None)
    leader = -1 if before is None or len(gaps(hand)) > 1 else winner_of(before, game, setting)
    if before is None or leader < 0:
        return None
    blank = rec.Trick(before.number + 1, setting.labels[leader], ("__",) * len(setting.active))
    at = hand.statements.index(before) + 1
    return replace(hand, statements=(*hand.statements[:at], blank, *hand.statements[at:]))


def winner_of(trick: rec.Trick, game: Game, setting: Seating) -> int:
    """Who wins a trick that is written in full; -1 if it is not."""
    cards = [game.cards.numbers.get(name, -1) for name in trick.cards]
    leader = number_of(setting, trick.leader)
    if -1 in cards or leader not in setting.active or len(cards) != len(setting.active):
        return -1
    suit = game.cards.suit_of[cards[0]]
    best = max(card for card in cards if suit >> card & 1)
    return (leader, *setting.others(leader))[cards.index(best)]


def _breaks(tricks: Sequence[rec.Trick], game: Game, setting: Seating) -> int:
    """How often another leads than who won the trick before."""
    won = [winner_of(trick, game, setting) for trick in tricks]
    return sum(0 <= winner != number_of(setting, trick.leader) for winner, trick in zip(won, tricks[1:], strict=False))


def _as_written(written: list[rec.Trick], found: Numbering) -> list[rec.Trick]:
    """The tricks in the order of their lines, counted up where none is missing."""
    if found.missing:
        return written
    return [trick._replace(number=number) for number, trick in enumerate(written, 1)]


def _in_their_places(hand: Hand, tricks: list[rec.Trick]) -> tuple[rec.Statement, ...]:
    """The statements with the tricks one after the other in the places of those that are kept."""
    lines = {trick.line for trick in tricks}
    kept = [each for each in hand.statements if not isinstance(each, rec.Trick) or each.line in lines]
    following = iter(tricks)
    return tuple(next(following) if isinstance(each, rec.Trick) else each for each in kept)


def proofread(hand: Hand, setting: Seating, findings: HandFindings) -> tuple[Hand, bool]:
    """The hand without repeated lines, and whether its deal can be told from them."""
    seen: dict[tuple[object, ...], Statement] = {}
    left: list[Statement] = []
    told = True
    for statement in hand.statements:
        what = _what(statement)
        first = seen.setdefault(what, statement) if what else statement
        if first is statement:
            left.append(statement)
            continue
        if isinstance(statement, rec.Fault):
            findings.add(
                "CAL535", statement, wording="" if statement.trick else "no_trick", rule=_rule(findings, statement),
                word=1, name=statement.word, label=statement.seat, line=first.line, trick=statement.trick,
            )  # fmt: skip
            continue
        same = getattr(first, "cards", ()) == getattr(statement, "cards", ()) and not isinstance(statement, rec.Dealer)
        told = told and (same or isinstance(statement, rec.Dealer))
        _again(statement, first, hand, setting, findings, same=same)
    return (hand, told) if len(left) == len(hand.statements) else (replace(hand, statements=tuple(left)), told)


def _what(statement: Statement) -> tuple[object, ...]:
    """What can be said once only by such a line; nothing if it may be repeated."""
    match statement:
        case rec.Deal():
            return ("deal", statement.seat)
        case rec.Monte():
            return ("monte",)
        case rec.Dealer():
            return ("dealer",)
        case rec.Fault():
            return ("fault", statement.seat, statement.word, statement.trick)
    return ()


def _rule(findings: HandFindings, statement: rec.Fault) -> str:
    return f"standing.{statement.word}" if statement.word in findings.game.rules.standing else ""


def _again(
    statement: Statement, first: Statement, hand: Hand, setting: Seating, findings: HandFindings, *, same: bool
) -> None:
    """Tells a line that stands there a second time, and whose it may be."""
    if isinstance(statement, rec.Deal):
        dealt = {number_of(setting, each.seat) for each in hand.statements if isinstance(each, rec.Deal)}
        without = [setting.labels[seat] for seat in setting.active if seat not in dealt]
        meant = without[0] if len(without) == 1 and not same else ""
        findings.add(
            "CAL303", statement, seat=0, wording="same" if same else "deal_meant" if meant else "deal",
            rule="deal.hand", label=statement.seat, line=first.line, meant=meant, verb=f"deal {statement.seat}",
        )  # fmt: skip
        return
    if isinstance(statement, rec.Monte):
        findings.add(
            "CAL303", statement, wording="same" if same else "monte", rule="piles", line=first.line, verb="monte"
        )
        return
    assert isinstance(statement, rec.Dealer)
    assert isinstance(first, rec.Dealer)
    findings.add("CAL303", statement, wording="dealer", label=first.seat, line=first.line, verb="dealer")
