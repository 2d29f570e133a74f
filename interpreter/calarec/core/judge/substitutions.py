"""Substitutions: all meanings that mistaken statements of a hand may have had.

A walk goes in, before the statement or at its end; substitutions come out, the likeliest kind first. Only
`calarec.core.judge.readings` decides which of them is believed.
"""

from __future__ import annotations

from itertools import islice, product
from typing import TYPE_CHECKING, Final, Protocol

from calarec.core.base.frozen import NamedTuple, replace
from calarec.core.engine.actions import DiscardAction, GiveAction, LayAction, PlayAction, TakeAction
from calarec.core.engine.moves import apply, legal
from calarec.core.engine.terms import Outcome
from calarec.core.engine.tricks import trump_named
from calarec.core.judge.actions import Reader, find_near_bid, find_near_word, is_auction_word
from calarec.core.judge.breaches import NOT_DUE, UNTIMELY
from calarec.core.judge.costs import FINDING, STRONG
from calarec.core.judge.forced_moves import find_forced_transfer
from calarec.core.judge.problems import Problems, make_problem
from calarec.core.judge.seats import arrange_seats, number_of
from calarec.core.records import model as rec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from calarec.core.engine.actions import Action
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating
    from calarec.core.judge.problems import Problem
    from calarec.core.judge.walk import Walk
    from calarec.core.records.model import Hand


_NEAREST: Final = 24
"""The number of nearest lines to try: any draw of a seat may be the one due."""
_PARTED: Final = (LayAction, GiveAction, DiscardAction)
_MOVES: Final = (rec.Bid, rec.Trump, rec.Call, rec.Give, rec.Take, rec.Discard, rec.TableCard)


class SeatedHand(Protocol):
    """A hand and who sits where in it; that it was walked is of no interest here."""

    @property
    def hand(self) -> Hand:
        """The hand."""

    @property
    def game(self) -> Game:
        """The rules that it is played by."""

    @property
    def setting(self) -> Seating:
        """The seating of the hand."""


class Substitution(NamedTuple):
    """Statements of a hand put otherwise."""

    statements: tuple[rec.Statement, ...]
    """The hand so read."""
    at: int
    """The first changed statement: nothing before it need be played again."""
    cost: int
    """So much less must be wrong with the hand so read."""
    told: Problem | None = None
    """The problem to report; None: made by the kind, which knows the alternatives."""
    words: tuple[str, ...] = ()
    """The new words of an auction, or the new contract."""
    setting: Seating | None = None
    """The new seating, if that changes too."""


def _with_statements(hand: Hand, at: int, *new: rec.Statement) -> tuple[rec.Statement, ...]:
    """The statements of a hand with others in the place of one."""
    return (*hand.statements[:at], *new, *hand.statements[at + 1 :])


# ---------------------------------------------------------------------- words of the auction


def propose_words(walk: Walk) -> Iterator[Substitution]:
    """Propose all legal words for the questioned one; for a raise also none."""
    statement, at = walk.statement, walk.place
    if isinstance(statement, rec.Raise):
        for offer in legal(walk.game, walk.state):
            for word in offer.words if offer.do == "raise" else ():
                yield Substitution(
                    _with_statements(walk.hand, at, statement._replace(word=word)), at, STRONG, words=(word,)
                )
        yield Substitution(_with_statements(walk.hand, at, rec.Note("", statement.line)), at, STRONG)
        return
    assert isinstance(statement, rec.Bid)
    for word in _sayable_words(walk, statement):
        read = _with_statements(walk.hand, at, statement._replace(word=word))
        yield Substitution(read, at, STRONG, words=(word,))
        contract = walk.game.rules.contracts.get(word)
        if contract is not None and statement.word in contract.raises:
            last = max(number for number, spoken in enumerate(read) if isinstance(spoken, rec.Bid))
            raised = rec.Raise(statement.seat, statement.word, statement.line, statement.nth)
            yield Substitution((*read[: last + 1], raised, *read[last + 1 :]), at, STRONG, words=(word, statement.word))


# Believed only if the payments say so: it must save two findings. Without payments nothing is doubled.
def propose_doubles(walk: Walk) -> Iterator[Substitution]:
    """Propose another double: by another seat, of another word, or one before it."""
    statement = walk.statement
    assert isinstance(statement, rec.Double)
    known = tuple(walk.game.rules.doubling.words)
    meant = statement.word if statement.word in known else find_near_word(statement.word, known)
    for offer in legal(walk.game, walk.state):
        label = walk.setting.labels[offer.seat]
        for word in offer.words if offer.do == "double" else ():
            if word == meant or label == statement.seat:
                read = _with_statements(walk.hand, walk.place, statement._replace(seat=label, word=word))
                yield Substitution(read, walk.place, STRONG, words=(word,))
    said = statement._replace(word=meant)
    earlier = next((each.place for each in _walks_before(walk) if _is_due(each, said)), -1)
    if earlier >= 0:
        read = _with_statements(walk.hand, walk.place)
        yield Substitution((*read[:earlier], said, *read[earlier:]), earlier, STRONG, words=(meant,))


def _sayable_words(walk: Walk, statement: rec.Bid) -> tuple[str, ...]:
    """The words that the seat may say, or all of the auction out of turn."""
    offers = [offer for offer in legal(walk.game, walk.state) if offer.do == "bid"]
    for offer in offers:
        if walk.setting.labels[offer.seat] == statement.seat:
            return offer.words
    auction = walk.game.rules.auction
    return (*auction.words, *auction.ladder) if offers else ()


# ---------------------------------------------------------------------- words of a hand without cards


def find_unknown_words(hand: Hand, game: Game) -> dict[int, str]:
    """The places of unknown bids and raises, each with the word that it looks like."""
    found = {}
    for at, statement in enumerate(hand.statements):
        if isinstance(statement, rec.Bid | rec.Raise) and not is_auction_word(game, statement.word):
            near = find_near_bid(statement.word, game)
            found[at] = near if isinstance(statement, rec.Bid) or near in _raise_words(game) else ""
    return found


def propose_unknown_words(hand: Hand, game: Game) -> Iterator[Substitution]:
    """Propose all combinations of words for unknown ones; a raise may be dropped."""
    places = find_unknown_words(hand, game)
    words = (*game.rules.auction.words, *game.rules.auction.ladder)
    choices = ((*_raise_words(game), "") if isinstance(hand.statements[at], rec.Raise) else words for at in places)
    for said in product(*choices):
        yield substitute_words(hand, dict(zip(places, said, strict=True)))


def substitute_words(hand: Hand, words: dict[int, str]) -> Substitution:
    """Put other words in their places; an empty one drops its statement."""
    statements = list(hand.statements)
    for at, word in words.items():
        written = statements[at]
        assert isinstance(written, rec.Bid | rec.Raise)
        statements[at] = written._replace(word=word) if word else rec.Note("", written.line)
    return Substitution(tuple(statements), min(words), STRONG, words=tuple(words.values()))


def _raise_words(game: Game) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for contract in game.rules.contracts.values() for word in contract.raises))


# ---------------------------------------------------------------------- another contract


def propose_contracts(hand: Hand, game: Game) -> Iterator[Substitution]:
    """Propose every other contract for the bid one, or as its raise."""
    ladder, contracts = game.rules.auction.ladder, game.rules.contracts
    bids = {
        at: statement
        for at, statement in enumerate(hand.statements)
        if isinstance(statement, rec.Bid) and statement.word in ladder
    }
    if not bids:
        return
    may_be_held = game.rules.auction.hold != "nobody"
    at = max(bids, key=lambda each: (ladder.index(bids[each].word), each if may_be_held else -each))
    bid = bids[at]
    raises = ((up, statement) for up, statement in enumerate(hand.statements) if isinstance(statement, rec.Raise))
    up, raised = next(raises, (0, None))
    for word in ladder:
        other = replace(hand, statements=_with_statements(hand, at, bid._replace(word=word)))
        if raised is not None:
            yield _paid_contract(_with_statements(other, up), at, raised if word == bid.word else bid, word)
        elif word != bid.word:
            yield _paid_contract(other.statements, at, bid, word, fix=word)
    for word in contracts[bid.word].raises:
        if raised is None:
            last = max(number for number, statement in enumerate(hand.statements) if isinstance(statement, rec.Bid))
            added = hand.statements[last], rec.Raise(bid.seat, word)
            yield _paid_contract(_with_statements(hand, last, *added), last, bid, word, wording="raised")
        elif word != raised.word:
            yield _paid_contract(_with_statements(hand, up, raised._replace(word=word)), up, raised, word, fix=word)


def _paid_contract(
    statements: tuple[rec.Statement, ...], at: int, said: rec.Bid | rec.Raise, contract: str, *,
    wording: str = "paid", fix: str | None = None,
) -> Substitution:  # fmt: skip
    told = make_problem(
        "CAL408", said, word=0, wording=wording, label=said.seat, name=said.word, meant=contract, fix=fix,
        rule="settle.pay",
    )  # fmt: skip
    return Substitution(statements, at, STRONG, told, (contract,))


# ---------------------------------------------------------------------- cards


class _Play(NamedTuple):
    """A card of a trick."""

    at: int
    """The place of the statement."""
    trick: rec.Trick
    place: int

    @property
    def name(self) -> str:
        """The card as it is written."""
        return self.trick.cards[self.place]


def propose_repeated_card(walk: Walk) -> list[Substitution]:
    """Replace either of a seat's two plays of one card by the card it never plays."""
    doubles = _find_cards_twice(walk)
    if len(doubles) != 1 or _find_player(walk, doubles[0][0]) != _find_player(walk, doubles[0][1]):
        return []  # if two seats play it, the deal shows whose it is
    early, late = doubles[0]
    card = _find_unplayed_card(walk, _find_player(walk, early))
    if card < 0:
        return []
    meant = walk.game.cards.names[card]
    return [
        Substitution(_with_card(walk, late, meant), late.at, FINDING),
        _substitute_play(walk, early, late.trick, meant),
    ]


def propose_missing_card(walk: Walk) -> list[Substitution]:
    """Keep a card that the pack lacks, or take each such one for the unplayed card.

    Then the unknown name means that card.
    """
    plays = [_Play(at, trick, place) for at, trick in enumerate(walk.hand.statements) if isinstance(trick, rec.Trick)
             for place in range(len(trick.cards))]  # fmt: skip
    numbers = walk.game.cards.numbers
    strange = [play for play in plays if play.name not in numbers]
    seat = _find_player(walk, strange[0]) if len(strange) == 1 else -1
    card = walk.script.tricks.unplayed_card(walk.state, seat) if seat >= 0 else -1
    if card < 0:
        return []
    (none,), meant = strange, walk.game.cards.names[card]
    pack = walk.game.rules.pack
    known = {*none.name} & {*pack.ranks, *pack.suits}
    alike = [
        play for play in plays if _find_player(walk, play) == seat and known <= {*play.name} and play.name in numbers
    ]
    as_written = Substitution(walk.hand.statements, walk.place, 0)
    return [as_written, *(_substitute_play(walk, play, none.trick, meant) for play in alike)]


def _substitute_play(walk: Walk, play: _Play, other: rec.Trick, meant: str) -> Substitution:
    """A card that is another one, since it is played in another trick."""
    told = make_problem(
        "CAL511", play.trick, card=play.place, wording="later", rule="play", name=play.name, trick=other.number,
        meant=meant, fix=meant,
    )  # fmt: skip
    return Substitution(_with_card(walk, play, meant), play.at, FINDING, told)


def _find_cards_twice(walk: Walk) -> list[tuple[_Play, _Play]]:
    """Every two plays of one card."""
    seen: dict[str, _Play] = {}
    found = []
    for at, trick in enumerate(walk.hand.statements):
        for place, name in enumerate(trick.cards if isinstance(trick, rec.Trick) else ()):
            assert isinstance(trick, rec.Trick)
            if name in seen:
                found.append((seen[name], _Play(at, trick, place)))
            else:
                seen[name] = _Play(at, trick, place)
    return found


def _find_unplayed_card(walk: Walk, seat: int) -> int:
    """The one card that a seat holds and no trick names, if all others are played.

    The seat may get it later: a card drawn in the play may be any seat's.
    """
    tricks, stock = walk.script.tricks, walk.game.stock
    drawn = walk.state.piles[stock] & ~tricks.all if stock >= 0 else 0
    left = [walk.state.hands[each] & ~tricks.all for each in walk.setting.active]
    if not tricks.is_whole or tricks.gaps or sum(cards.bit_count() for cards in (drawn, *left)) != 1:
        return -1
    return (walk.state.hands[seat] & ~tricks.all | drawn).bit_length() - 1


def _find_player(walk: Walk, play: _Play) -> int:
    leader = number_of(walk.setting, play.trick.leader)
    seats = (leader, *walk.setting.others(leader)) if leader in walk.setting.active else ()
    return seats[play.place] if play.place < len(seats) else -1


def _with_card(walk: Walk, play: _Play, name: str) -> tuple[rec.Statement, ...]:
    cards = play.trick.cards
    return _with_statements(
        walk.hand, play.at, play.trick._replace(cards=(*cards[: play.place], name, *cards[play.place + 1 :]))
    )


# The tricks are believed more than the line of a discard. Not where two cards of one trick may have changed places.
def propose_transfer(walk: Walk, action: Action | None) -> list[Substitution]:
    """Propose another card for a transfer whose card is played later, or for a draw."""
    statement, tricks = walk.statement, walk.script.tricks
    if isinstance(action, TakeAction) and isinstance(statement, rec.Take):
        return _propose_draw(walk, statement, action)
    if not isinstance(action, _PARTED) or not isinstance(statement, rec.TableCard | rec.Give | rec.Discard):
        return []
    played = tricks.by_seat[action.seat] & action.cards
    others = (seat for seat in walk.setting.active if seat != action.seat)
    if any(tricks.by_seat[other] & played for other in others):
        return []  # somebody else plays it too: then it is a trick that is wrong
    if not isinstance(apply(walk.game, walk.state, action), Outcome):
        return []
    meant = find_forced_transfer(walk.game, walk.state, tricks, action)
    if not isinstance(meant, _PARTED) or (meant.cards & ~action.cards).bit_count() != 1:
        return []
    names = walk.game.cards
    wrong, right = names.list(played)[0], names.list(meant.cards & ~action.cards)[0]
    changed = statement._replace(cards=tuple(right if card == wrong else card for card in statement.cards))
    trick = next(each.number for each in walk.hand.every(rec.Trick) if wrong in each.cards)
    told = make_problem(
        "CAL438", statement, card=statement.cards.index(wrong), name=wrong, label=walk.setting.labels[action.seat],
        meant=right, fix=right, rule="play", trick=trick,
    )  # fmt: skip
    # Two cards of one trick changed places as likely as the card that was given is another.
    cost = STRONG if isinstance(action, GiveAction) else FINDING
    return [Substitution(_with_statements(walk.hand, walk.place, changed), walk.place, cost, told)]


def _propose_draw(walk: Walk, statement: rec.Take, action: TakeAction) -> list[Substitution]:
    """The one other card that a seat draws, where it never plays the written one."""
    meant = find_forced_transfer(walk.game, walk.state, walk.script.tricks, action)
    if not isinstance(meant, TakeAction) or meant.cards == action.cards or len(statement.cards) != 1:
        return []
    (right,), (wrong,) = walk.game.cards.list(meant.cards), statement.cards
    others = (later for later in walk.hand.statements[walk.place + 1 :] if isinstance(later, rec.Take))
    again = next((other for other in others if other.seat == statement.seat and wrong in other.cards), None)
    # Of two lines with one card nobody may know which is wrong: the hand comes to the same.
    told = make_problem(
        "CAL438", statement, card=0, wording="drawn" if again is None else "drawn_again", name=wrong, meant=right,
        label=walk.setting.labels[action.seat], line=again.line if again is not None else 0,
        fix=right if again is None else None, rule="play",
    )  # fmt: skip
    return [
        Substitution(
            _with_statements(walk.hand, walk.place, statement._replace(cards=(right,))), walk.place, FINDING, told
        )
    ]


# ---------------------------------------------------------------------- lines out of their places


def propose_order(walk: Walk, without: Callable[[int], Walk]) -> Iterator[Substitution]:
    """Move the first line that is not due, or put the next due line before it.

    `walk` has come to its end; so has the one `without` the line of a place.
    """
    wrong = next((problem for problem in walk.problems if problem.code in UNTIMELY), None)
    places = (at for at, statement in enumerate(walk.hand.statements) if wrong and statement is wrong.statement)
    at = next(places, -1)
    if wrong is None or at < 0:
        return
    statements, before = walk.hand.statements, walk.go_back(at)
    moves = (later for later in range(at + 1, len(statements)) if not isinstance(statements[later], rec.Double))
    due = (later for later in moves if _is_due(before, statements[later]))
    for later in islice(due, _NEAREST):
        yield _move_line(statements, later, at, wrong)
        yield from _exchange_lines(statements, at, later, wrong)
    earlier = next((each.place for each in _walks_before(before) if _is_due(each, statements[at])), -1)
    if earlier >= 0:
        yield _move_line(statements, at, earlier, wrong)
    for moved in filter(lambda place: place >= 0, (at, _find_alike(statements, at))):
        left = without(moved)
        stopped = next((problem.statement for problem in left.problems if problem.code in UNTIMELY), None)
        for each in [*_walks_before(left)][::-1]:
            here = each.statement is stopped or (stopped is None and _is_due(each, statements[moved]))
            if each.place > at - (moved < at) and here:
                yield _move_line(statements, moved, each.place + 1, wrong)


def _find_alike(statements: Sequence[rec.Statement], at: int) -> int:
    """The last earlier statement of the kind, for the same seat if any; -1: none."""
    one = statements[at]
    alike = (place for place in range(at - 1, -1, -1) if type(statements[place]) is type(one))
    return next((place for place in alike if getattr(statements[place], "seat", "") == getattr(one, "seat", "")), -1)


def _walks_before(walk: Walk) -> Iterator[Walk]:
    """A walk before each of its statements, the last first."""
    earlier = walk.earlier
    while earlier is not None:
        yield earlier
        earlier = earlier.earlier


def _move_line(statements: Sequence[rec.Statement], at: int, to: int, wrong: Problem) -> Substitution:
    """A statement, with all that its line says, in front of that of another place."""
    first = statements[at]
    upto = at + 1
    while first.line and upto < len(statements) and statements[upto].line == first.line:
        upto += 1
    left = [*statements[:at], *statements[upto:]]
    there = to - (upto - at) * (at < to)
    left[there:there] = statements[at:upto]
    args = {**wrong.args, "line": first.line, "beside": statements[to].line}
    late = first is wrong.statement and to < at and wrong.code == NOT_DUE
    told = wrong._replace(wording="late_order" if late else "order", args=args)
    return Substitution(tuple(left), min(at, to), FINDING, told)


# One mistake: as two moves they were two findings on one line.
def _exchange_lines(statements: Sequence[rec.Statement], at: int, later: int, wrong: Problem) -> Iterator[Substitution]:
    """Exchange two lines, if others are between them."""
    lines = [statements[place].line for place in (at, later)]
    if later == at + 1 or any(sum(statement.line == line for statement in statements) > 1 for line in lines):
        return
    left = [*statements]
    left[at], left[later] = left[later], left[at]
    args = {**wrong.args, "line": lines[1], "beside": lines[0]}
    yield Substitution(tuple(left), at, FINDING, wrong._replace(wording="exchanged", args=args))


def _is_due(walk: Walk, statement: rec.Statement) -> bool:
    """Check whether a move or a word is due at the place of a walk."""
    if isinstance(statement, rec.Trick):
        card = walk.game.cards.numbers.get(statement.cards[0], -1) if statement.cards else -1
        action: Action | None = PlayAction(number_of(walk.setting, statement.leader), card) if card >= 0 else None
    elif isinstance(statement, (*_MOVES, rec.Double)):
        action = Reader(walk.hand, walk.game, walk.setting, Problems(walk.game), walk.state).action(statement)
    else:
        return False
    return action is not None and isinstance(apply(walk.game, walk.state, action), Outcome)


# ---------------------------------------------------------------------- the trump


def propose_trumps(walk: Walk) -> Iterator[Substitution]:
    """Propose every other trump suit, by one turned-up card of each suit.

    A card of a pile may be any one, for it is drawn later.
    """
    trump = walk.game.rules.play.trump
    for at, said in enumerate(walk.hand.statements):
        if trump is None or not isinstance(said, rec.Trump):
            continue
        before, seen = walk.go_back(at), {said.what}
        wrong = next((problem for problem in walk.problems if problem.statement is said), None)
        offers = (offer for offer in legal(before.game, before.state) if offer.do == "trump")
        for word in (word for offer in offers for word in offer.words):
            one = word if trump.pile is not None else word[-1]
            if word == said.what or one in seen:
                continue
            seen.add(one)
            told = make_problem(
                "CAL427", said, word=1, wording="meant", rule="play.trump", found=said.what,
                suit=walk.game.ruleset.name("suits", word[-1]),
                fix=word if trump.chosen == "named" or trump.pile is not None else None,
            )  # fmt: skip
            same = trump_named(walk.game, said.what) == trump_named(walk.game, word)
            read = _with_statements(walk.hand, at, said._replace(what=word))
            yield Substitution(read, at, STRONG, wrong if same and wrong is not None else told)


# ---------------------------------------------------------------------- what is said before the play


def propose_before_play(walk: SeatedHand) -> Iterator[Substitution]:
    """Propose other dealers, bids and called cards, or two bids exchanged."""
    yield from _propose_dealers(walk)
    yield from _propose_speakers(walk)
    yield from _propose_calls(walk)


def _propose_dealers(walk: SeatedHand) -> Iterator[Substitution]:
    statements, setting = walk.hand.statements, walk.setting
    at, stated = next((at, statement) for at, statement in enumerate(statements) if isinstance(statement, rec.Dealer))
    for label in setting.labels:
        if label == stated.seat:
            continue
        quiet = Problems(walk.game)
        read = _with_statements(walk.hand, at, stated._replace(seat=label))
        other = arrange_seats(replace(walk.hand, statements=read), walk.game, quiet, setting.carry)
        if other is None or quiet.found or set(other.active) != set(setting.active):
            continue
        told = make_problem("CAL308", stated, seat=0, label=stated.seat, meant=label, fix=label, rule="auction")
        yield Substitution(read, 0, STRONG, told, setting=other)


def _propose_speakers(walk: SeatedHand) -> Iterator[Substitution]:
    """Propose another seat or word for a bid, or exchange two words or two seats."""
    bids = [(at, statement) for at, statement in enumerate(walk.hand.statements) if isinstance(statement, rec.Bid)]
    auction = walk.game.rules.auction
    for nth, (at, bid) in enumerate(bids):
        for label in walk.setting.labels:
            if label != bid.seat and number_of(walk.setting, label) in walk.setting.active:
                told = _other_bid_problem(bid, wording="seat", seat=0, meant=label, fix=label)
                yield Substitution(_with_statements(walk.hand, at, bid._replace(seat=label)), at, STRONG, told)
        for word in (*auction.words, *auction.ladder):
            if word != bid.word:
                told = _other_bid_problem(bid, word=0, meant=word, fix=word)
                yield Substitution(_with_statements(walk.hand, at, bid._replace(word=word)), at, STRONG, told)
        for other_at, other in bids[nth + 1 : nth + 3]:
            if other.word != bid.word and other.seat != bid.seat:
                told = _other_bid_problem(bid, other, wording="swapped")
                words = bid._replace(word=other.word), other._replace(word=bid.word)
                seats = bid._replace(seat=other.seat), other._replace(seat=bid.seat)
                for one, two in (words, seats):
                    read = _with_bids(walk.hand.statements, {at: one, other_at: two})
                    yield Substitution(read, at, STRONG, told)


def _with_bids(statements: Sequence[rec.Statement], changed: dict[int, rec.Bid]) -> tuple[rec.Statement, ...]:
    return tuple(changed.get(at, statement) for at, statement in enumerate(statements))


def _other_bid_problem(
    wrong: rec.Bid,
    other: rec.Bid | None = None,
    *,
    wording: str = "",
    seat: int | None = None,
    word: int | None = None,
    meant: str = "",
    fix: str | None = None,
) -> Problem:
    other = other or wrong
    return make_problem(
        "CAL408", wrong, seat=seat, word=word, wording=wording, label=wrong.seat, name=wrong.word, other=other.seat,
        other_name=other.word, meant=meant, fix=fix, rule="auction",
    )  # fmt: skip


def _propose_calls(walk: SeatedHand) -> Iterator[Substitution]:
    """The card that is called is one that is handed to the caller."""
    for at, call in enumerate(walk.hand.statements):
        if not isinstance(call, rec.Call):
            continue
        gifts = [give for give in walk.hand.every(rec.Give) if give.to == call.seat]
        for card in {gift.cards[0]: None for gift in gifts if len(gift.cards) == 1 and gift.cards[0] != call.card}:
            told = make_problem(
                "CAL426", call, card=0, name=call.card, label=call.seat, meant=card, fix=card, rule="auction"
            )
            yield Substitution(_with_statements(walk.hand, at, call._replace(card=card)), at, STRONG, told)


def find_asked_action(walk: Walk) -> Action | None:
    """The action of the statement before which a walk waits."""
    return Reader(walk.hand, walk.game, walk.setting, Problems(walk.game), walk.state).action(walk.statement)
