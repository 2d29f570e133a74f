"""The lines of a score-only hand: declarer, contract, points, faults, partner."""

from __future__ import annotations

from itertools import product, takewhile
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from calarec.core.base.frozen import NamedTuple, replace
from calarec.core.engine.actions import DoubleAction
from calarec.core.engine.auction import (
    forced_bid,
    list_waiting,
    may_hold_bid,
    note_word,
    program_of,
    speaking_order,
)
from calarec.core.engine.events import Faulted
from calarec.core.engine.game import Game
from calarec.core.engine.moves import apply, start
from calarec.core.engine.standing import may_commit
from calarec.core.engine.state import NOBODY, Bidding
from calarec.core.engine.terms import Refusal, StepContext
from calarec.core.judge.deal import KnownDeal, masks_in_order
from calarec.core.judge.seats import number_of
from calarec.core.judge.walk import Walk, make_script
from calarec.core.judge.walking import walk_on, walk_through
from calarec.core.records import model as rec
from calarec.score_only.call_places import NOBODYS, UNCALLED, call_places, deciding_call, has_holder_role, stated_place
from calarec.score_only.joint_ways import has_claimed
from calarec.score_only.outcomes import (
    Partnership,
    SidePoints,
    Sums,
    all_points,
    amount_range,
    may_lose_points,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from calarec.core.engine.events import Claimed
    from calarec.core.engine.state import Seating, State
    from calarec.core.judge.problems import Problems
    from calarec.core.mechanisms.exchange import CallRule
    from calarec.core.mechanisms.rules import Rules
    from calarec.core.records.model import Hand
    from calarec.score_only.call_places import CallPlaces
    from calarec.score_only.shown_tricks import ShownTricks

ExchangeLine: TypeAlias = rec.Call | rec.TableCard | rec.Give | rec.Take | rec.Discard
"""A line of an exchange; without cards, what it names is held against all deals."""


class HighestBid(NamedTuple):
    """The declarer and contract; without a contract all passed, or none is stated."""

    declarer: int = NOBODY
    contract: str = ""
    all_passed: bool = False
    every_seat: bool = False
    """True if every seat spoke, so that the order of the bids can be judged."""


def find_bid(hand: Hand, game: Game, setting: Seating) -> HighestBid:
    """The highest bid with all its raises.

    A bid that is not higher, or comes after the end of an auction whose order is known, does not count. With a
    mistake in the order of the words, the auction ends as it does in a hand with cards.
    """
    found = _find_written_bid(hand, game, setting)
    spoken = [statement for statement in hand.statements if isinstance(statement, rec.SPOKEN)]
    if not _is_order_judged(hand, game, setting, found):
        return found
    last = _count_auction_words(spoken)
    walk = _walk_in_order(hand, spoken[:last], game, setting)
    is_open = walk is None or walk.is_lost or (walk.state.step == "auction" and not walk.state.is_over)
    if walk is None or is_open or not (walk.state.contract or found.every_seat):
        return found
    declarer, contract = walk.state.declarer, walk.state.contract
    for word in (statement.word for statement in spoken[last:] if isinstance(statement, rec.Raise)):
        contract = word if contract and word in game.rules.contracts[contract].raises else contract
    return HighestBid(declarer, contract, all_passed=not contract, every_seat=found.every_seat)


def _find_written_bid(hand: Hand, game: Game, setting: Seating) -> HighestBid:
    """The highest bid by the written words only."""
    auction = game.rules.auction
    speakers = set(speaking_order(game, setting))
    is_order_known = not _is_card_named_with_bid(hand, game, setting) and speakers <= {
        number_of(setting, bid.seat) for bid in hand.every(rec.Bid)
    }
    spoke: set[int] = set()
    bidding, found = Bidding(turn=0), HighestBid()
    forced = forced_bid(game, setting)
    for statement in hand.statements:
        if not isinstance(statement, rec.Bid | rec.Raise):
            continue
        seat, word = number_of(setting, statement.seat), statement.word
        if isinstance(statement, rec.Bid):
            spoke.add(seat)
            if seat in setting.active and not (is_order_known and not list_waiting(auction, bidding, speakers)):
                bidding, found = _note_bid(game, setting, bidding, found, seat, word)
            continue
        if forced is not None and not found.contract and spoke >= speakers:
            found = HighestBid(*forced)
        if found.contract and seat in setting.active and word in game.rules.contracts[found.contract].raises:
            found = found._replace(contract=word)
    everybody = spoke >= speakers or not auction.ladder
    if forced is not None and everybody and not found.contract:
        found = HighestBid(*forced)
    return found._replace(every_seat=everybody, all_passed=everybody and not found.contract)


def _note_bid(
    game: Game, setting: Seating, bidding: Bidding, found: HighestBid, seat: int, word: str
) -> tuple[Bidding, HighestBid]:
    """The auction and its highest bid after a word.

    A contract that players reach otherwise than by a bid counts as the declarer's.
    """
    auction = game.rules.auction
    if word in auction.words:
        return note_word(auction, bidding, seat, word), found
    if word not in auction.ladder:
        return bidding, HighestBid(seat, word) if word in game.rules.contracts else found
    is_held = found.contract == word and may_hold_bid(game, setting, word, found.declarer, seat)
    if found.contract in auction.ladder[auction.ladder.index(word) :] and not is_held:
        return bidding._replace(left=bidding.left | 1 << seat), found
    return note_word(auction, bidding, seat, word), HighestBid(seat, word)


def _is_card_named_with_bid(hand: Hand, game: Game, setting: Seating) -> bool:
    """Check whether a card is named with a bid; then the order of bids is not judged.

    After the passes of all speakers no bid follows, and no card.
    """
    if not any(entry.do == "call" and entry.params.named == "with_bid" for entry in game.rules.steps.values()):
        return False
    passes = takewhile(lambda bid: bid.word in game.rules.auction.words, hand.every(rec.Bid))
    return not {*speaking_order(game, setting)} <= {number_of(setting, bid.seat) for bid in passes}


def judge_auction(hand: Hand, game: Game, setting: Seating, problems: Problems, bid: HighestBid) -> int:
    """Judge the auction of a hand without cards; the number of breaches.

    The order of bids is judged if all seats spoke, or one too often; raises and bids that no auction has always are.
    The auction is walked with arbitrary cards. Later words are judged separately if steps come between, which are not
    written.
    """
    spoken = [statement for statement in hand.statements if isinstance(statement, rec.SPOKEN)]
    if not _is_order_judged(hand, game, setting, bid):
        # Of the declarer's bid alone only that it can be one is to be judged.
        return _judge_spoken_words(hand, spoken, game, setting, problems)
    if bid.contract and game.rules.contracts[bid.contract].steps:
        auction = _count_auction_words(spoken)
        breaches = _judge_in_order(hand, spoken[:auction], game, setting, problems)
        return breaches + _judge_spoken_words(hand, spoken, game, setting, problems, start=auction)
    return _judge_in_order(hand, spoken, game, setting, problems)


def _judge_in_order(
    hand: Hand, spoken: list[rec.SpokenStatement], game: Game, setting: Seating, problems: Problems
) -> int:
    """Judge all words in their order; the number of breaches."""
    walk = _walk_in_order(hand, spoken, game, setting)
    if walk is None:
        return 0
    problems.found += walk.problems
    return walk.notes.breaches


def _count_auction_words(spoken: Sequence[rec.SpokenStatement]) -> int:
    """Count the words up to the last bid."""
    return max((at for at, statement in enumerate(spoken, 1) if isinstance(statement, rec.Bid)), default=0)


def _is_order_judged(hand: Hand, game: Game, setting: Seating, bid: HighestBid) -> bool:
    """Check whether enough words are written to judge their order."""
    in_order = bid.every_seat or (game.rules.auction.chances == "once" and _has_second_bid(hand))
    if not in_order or _is_card_named_with_bid(hand, game, setting):
        return False
    return any(isinstance(statement, rec.SPOKEN) for statement in hand.statements)


def _walk_in_order(hand: Hand, spoken: list[rec.SpokenStatement], game: Game, setting: Seating) -> Walk | None:
    """Walk the auction with arbitrary cards; None without a finding."""
    key = id(game.rules), setting, tuple((statement.seat, statement.word, type(statement)) for statement in spoken)
    if key in _in_order:
        return None
    game = _without_bids_forced_by_cards(without_turned_card(game))
    walk = walk_through(replace(hand, statements=tuple(spoken)), game, setting, arbitrary_deal(game, setting))
    if walk.notes.breaches or walk.problems:
        return walk
    if len(_in_order) >= _MAX_AUCTIONS_KEPT:
        _in_order.clear()
    _in_order[key] = game.rules
    return None


def _has_second_bid(hand: Hand) -> bool:
    """Check whether a seat bids twice; raises and doubles are not counted."""
    speakers = [bid.seat for bid in hand.every(rec.Bid)]
    return len(set(speakers)) < len(speakers)


_MAX_AUCTIONS_KEPT: Final = 4000
_in_order: dict[tuple[object, ...], Rules] = {}
"""Auctions without findings; the rules are kept, so that their `id` stays theirs."""


def _judge_spoken_words(
    hand: Hand, spoken: list[rec.SpokenStatement], game: Game, setting: Seating, problems: Problems, start: int = 0
) -> int:
    """Judge raises, doubles, and impossible, barred or repeated bids.

    The words before them decide.

    Only words from number `start` on; returns the number of breaches.
    """
    breaches = 0
    ladder = game.rules.auction.ladder
    doubles: tuple[tuple[int, str], ...] = ()
    for number, statement in enumerate(spoken[start:], start):
        after = isinstance(statement, rec.Raise | rec.Double)
        seat = number_of(setting, statement.seat)
        barred = statement.word not in ladder or setting.carry.only or setting.carry.by_match
        beaten = Bidding(turn=seat) if after else _repeated_bid(spoken[:number], statement, game, setting)
        if after or (ladder and statement.word in game.rules.contracts and (barred or beaten.high >= 0)):
            before = replace(hand, statements=tuple(spoken[:number]))
            bid = find_bid(before, game, setting) if after else HighestBid()
            state = state_after_auction(game, setting, bid, statement)._replace(doubles=doubles)
            if not after:
                state = state._replace(bidding=beaten)
            alone = replace(hand, statements=(statement,))
            walk = walk_on(Walk(state, (), make_script(alone, game, setting)))
            problems.found += walk.problems
            breaches += walk.notes.breaches
            doubles = walk.state.doubles
    return breaches


def _repeated_bid(before: list[rec.SpokenStatement], bid: rec.SpokenStatement, game: Game, setting: Seating) -> Bidding:
    """The auction at a bid; its highest bid is only known if it is the same.

    In whatever order the two were said, one had to be higher, unless a player may hold the bid of the other.
    """
    seat, ladder = number_of(setting, bid.seat), game.rules.auction.ladder
    others = [number_of(setting, said.seat) for said in before if isinstance(said, rec.Bid) and said.word == bid.word]
    holder = next((other for other in others if other not in (seat, NOBODY)), NOBODY)
    pairs = ((holder, seat), (seat, holder))
    if NOBODY in (holder, seat) or bid.word not in ladder:
        return Bidding(turn=seat)
    if any(may_hold_bid(game, setting, bid.word, *pair) for pair in pairs):
        return Bidding(turn=seat)
    return Bidding(turn=seat, high=ladder.index(bid.word), holder=holder)


def find_doubles(hand: Hand, game: Game, setting: Seating, bid: HighestBid) -> tuple[tuple[int, str], ...]:
    """Pairs of seat and word that raise the payment, where they are legal."""
    said = hand.every(rec.Double)
    if not said or not bid.contract:
        return ()
    state = state_after_auction(game, setting, bid, said[0])
    for double in said:
        answer = apply(game, state, DoubleAction(number_of(setting, double.seat), double.word))
        taken = answer.anyway if isinstance(answer, Refusal) else answer
        state = taken.state if taken is not None else state
    return state.doubles


def state_after_auction(game: Game, setting: Seating, bid: HighestBid, said: rec.SpokenStatement | None) -> State:
    """The state for a word after the auction; without a contract that at the start."""
    game = without_turned_card(game)
    dealt = arbitrary_deal(game, setting)
    state = start(game, setting, dealt.hands, dealt.piles).state
    if not bid.contract:
        return state
    program = program_of(StepContext(game, state, "auction"), bid.contract)
    until = game.rules.doubling.until if isinstance(said, rec.Double) else game.rules.raising.until
    at = 1 if until == "first_step" else len(program) - 1
    return state._replace(contract=bid.contract, declarer=bid.declarer, program=program, at=at)


def without_turned_card(game: Game) -> Game:
    """The game without the card turned up before the auction, which is not written."""
    if game.opening_steps == ("auction",):
        return game
    return _game_with(game, "without_turned_card", play=replace(game.rules.play, trump=None))


def _without_bids_forced_by_cards(game: Game) -> Game:
    """The game in which no cards force a bid: those of the players are not written."""
    must = tuple(forced for forced in game.rules.auction.must if forced.when.cards is None)
    if len(must) == len(game.rules.auction.must):
        return game
    return _game_with(game, "without_bids_forced_by_cards", auction=replace(game.rules.auction, must=must))


def _game_with(game: Game, key: str, **sections: Any) -> Game:
    """The game with other rules in some sections, made once."""
    found: Game | None = game.worked_out.get(key)
    if found is None:
        found = game.worked_out[key] = Game(game.ruleset, replace(game.rules, **sections))
    return found


def arbitrary_deal(game: Game, setting: Seating) -> KnownDeal:
    """Cards, to have some: nothing depends on whose they are."""
    hands = [game.rules.deal.hand if seat in setting.active else 0 for seat in range(len(setting.labels))]
    masks = masks_in_order([*hands, *(pile.dealt for pile in game.rules.piles.values())])
    return KnownDeal(masks[: len(hands)], masks[len(hands) :])


def possible_partnerships(hand: Hand, game: Game, setting: Seating, bid: HighestBid) -> list[Partnership]:
    """The possible partnerships; one entry if they are known, or there are none.

    If a card is called for its own sake, and a found card changes the stakes: all places where it may have been.
    """
    found = called_partnerships(hand, game, setting, bid)
    if all(partnership.partners == found[0].partners for partnership in found):
        return found
    return _partnerships_by_sides(hand, setting, bid, found)


def called_partnerships(hand: Hand, game: Game, setting: Seating, bid: HighestBid) -> list[Partnership]:
    """The same by the calls only, whatever a result joins."""
    name, part = deciding_call(game, bid.contract)
    beside = setting.fixed_partners(bid.declarer) if setting.sides else ()
    if part is None or (setting.sides and part.gets == "partner"):
        return [Partnership(beside, rule="table.sides")] if setting.sides else [Partnership()]
    rule, others, can = f"steps.{name}", setting.others(bid.declarer), call_places(game, bid.contract, name)
    uncalled = (UNCALLED,) if can.uncalled else ()
    calls = _written_calls(hand, setting, bid, part)
    if part.gets != "partner":
        where = _possible_places(calls[0], others, can) if calls else (*others, *can.deciding, *uncalled)
        is_each_holder_told = has_holder_role(game)
        held = (place if place < 0 or is_each_holder_told else others[0] for place in where)
        return list(dict.fromkeys(Partnership(beside, place, rule) for place in held))
    places = [_possible_places(call, others, can) for call in calls]
    places += [(*others, *can.deciding, *uncalled)] * (part.number - len(calls))
    return list(dict.fromkeys(_partnership_from_places(held, rule) for held in product(*places)))


def _written_calls(hand: Hand, setting: Seating, bid: HighestBid, part: CallRule) -> list[int | None]:
    """The stated places of the declarer's called cards; None if not stated.

    A card that is called again, and surplus calls, have no entry.
    """
    calls = [stated_place(call, setting) for call in hand.every(rec.Call)
             if number_of(setting, call.seat) == bid.declarer]  # fmt: skip
    again = part.in_hand.then == "again" and (len(calls) > part.number or calls[:1] == [NOBODYS["hand"]])
    return calls[again : again + part.number]


def _possible_places(stated: int | None, others: tuple[int, ...], can: CallPlaces) -> tuple[int, ...]:
    """The possible places of a called card by its line; all if that is impossible."""
    every = (*others, *can.deciding)
    return (stated,) if stated is not None and stated in every else every


def _partnership_from_places(places: tuple[int, ...], rule: str) -> Partnership:
    """The partnership of all holders of called cards.

    Without a holder the place of the last card counts.
    """
    holders = tuple(sorted({place for place in places if place >= 0}))
    called = [place for place in places if place != UNCALLED]
    return Partnership(holders, holders[0] if holders else called[-1] if called else UNCALLED, rule)


def call_against_sides(
    hand: Hand, game: Game, setting: Seating, bid: HighestBid
) -> tuple[rec.Result, str, tuple[str, ...]] | None:
    """The result that contradicts a call for a partner: line, finder and joined seats."""
    name, part = deciding_call(game, bid.contract)
    if part is None or part.gets != "partner" or setting.sides:
        return None
    can = (*setting.others(bid.declarer), *call_places(game, bid.contract, name).deciding)
    calls = [call for call in _written_calls(hand, setting, bid, part) if call is not None and call in can]
    if len(calls) < part.number:
        return None
    holders = [setting.labels[call] for call in calls if call >= 0]
    own = {setting.labels[bid.declarer], *holders}
    told = holders[0] if holders else next(where for where, place in NOBODYS.items() if place == calls[-1])
    for result in hand.every(rec.Result):
        for side in result.sides:
            joined = set(side.seats)
            if joined <= set(setting.labels) and joined & own and not joined <= own and len(joined) > 1:
                return result, told, side.seats
    return None


def _partnerships_by_sides(
    hand: Hand, setting: Seating, bid: HighestBid, found: list[Partnership]
) -> list[Partnership]:
    """Filter partnerships by sides that a result joins: `A+C: 11`.

    Part of a side is on one side too.
    """
    for side in _stated_sides(hand):
        seats = {number_of(setting, label) for label in side.seats}
        if bid.declarer in seats and len(seats) > 1:
            exact = [partnership for partnership in found if {bid.declarer, *partnership.partners} == seats]
            return (
                exact
                or [
                    partnership
                    for partnership in found
                    if partnership.partners and seats.issuperset(partnership.partners)
                ]
                or found
            )
        if len(seats) > 1:
            others = set(setting.active) - seats
            exact = [partnership for partnership in found if {bid.declarer, *partnership.partners} == others]
            return (
                exact
                or [
                    partnership
                    for partnership in found
                    if partnership.partners and not seats & set(partnership.partners)
                ]
                or found
            )
    return found


def stated_sums(
    hand: Hand, game: Game, setting: Seating, bid: HighestBid, partnership: Partnership, shown: ShownTricks,
    claim: Claimed | None,
) -> Sums:  # fmt: skip
    """The sums of the two sides by results and written tricks.

    Claimed points count whatever the results are.
    """
    own = {bid.declarer, *partnership.partners}
    others = set(setting.active) - own
    if claim is not None:
        exactly = claim.points or 0, claim.points or 0
        return Sums(own=exactly) if has_claimed(claim, own) else Sums(others=exactly)
    found = Sums(_stated_sum(hand, game, setting, own), _stated_sum(hand, game, setting, others))
    last = game.rules.pack.last_trick
    (own_shown, own_tricks), (others_shown, others_tricks) = shown.sums_of(own), shown.sums_of(others)
    points = stated_points(hand, game, setting)
    found = found._replace(
        own_least=max(0 if found.own else _least_points(points, own), own_shown),
        others_least=max(0 if found.others else _least_points(points, others), others_shown),
        own_tricks=own_tricks,
        others_tricks=others_tricks,
        own_in_tricks=own_shown,
        others_in_tricks=others_shown,
        own_without_last=_has_each_below(hand, game, setting, own, last),
        others_without_last=_has_each_below(hand, game, setting, others, last),
    )
    won = {(seat in own) == (side.outcome == "won")
           for side in _stated_sides(hand) if side.outcome
           for seat in (number_of(setting, label) for label in side.seats) if seat in setting.active}  # fmt: skip
    return found._replace(wins=next(iter(won)) if len(won) == 1 else None, torn=len(won) > 1)


def _stated_sum(hand: Hand, game: Game, setting: Seating, seats: set[int]) -> tuple[int, int] | None:
    """The stated points of all these seats together; None if some are not stated."""
    least = most = 0
    left = set(seats)
    for side in _stated_sides(hand):
        stated = {number_of(setting, label) for label in side.seats}
        if side.amount is None or not stated <= left:
            continue
        low, high = amount_range(game, side.amount, is_whole=side.whole)
        least, most, left = least + low, most + high, left - stated
    return None if left else (least, most)


def stated_points(hand: Hand, game: Game, setting: Seating) -> list[tuple[set[int], tuple[int, int]]]:
    """Seats and their points, least and most; every seat once."""
    found: list[tuple[set[int], tuple[int, int]]] = []
    seen: set[int] = set()
    for side in _stated_sides(hand):
        seats = {number_of(setting, label) for label in side.seats}
        if side.amount is not None and not seats & seen and seats <= set(setting.active):
            found.append((seats, amount_range(game, side.amount, is_whole=side.whole)))
            seen |= seats
    return found


def points_of_sides(hand: Hand, game: Game, setting: Seating, claim: Claimed | None) -> SidePoints:
    """The stated points of each fixed side; of the only missing one the rest.

    Points that irregularities moved between two sides are put back. One of two sides may have claimed points.
    """
    sides = setting.fixed_sides
    if claim is not None and claim.points is not None:
        rest = all_points(game) - claim.points
        return {side: ((claim.points if has_claimed(claim, side) else rest),) * 2 for side in sides}
    found = {side: told for side in sides if (told := _stated_sum(hand, game, setting, set(side))) is not None}
    if len(sides) == len(found) + 1 and found and not may_lose_points(game):
        other = next(side for side in sides if side not in found)
        least, most = (all_points(game) - sum(points[end] for points in found.values()) for end in (1, 0))
        found[other] = max(least, 0), most
    if len(sides) == 2:
        for fault in stated_faults(hand, game, setting):
            moved = game.rules.standing[fault.word].params.move_points
            for side, (least, most) in found.items():
                back = moved if fault.seat in side else -moved
                found[side] = least + back, most + back
    return found


def hands_without_one_figure(hand: Hand, game: Game, setting: Seating) -> list[Hand]:
    """The hands without one of the uneven figures, where the others are possible."""
    total, found = all_points(game), []
    for line in hand.every(rec.Result):
        for side in line.sides:
            if side.amount is None:
                continue
            left = line._replace(sides=tuple(other_side for other_side in line.sides if other_side is not side))
            other = replace(
                hand, statements=tuple(left if statement is line else statement for statement in hand.statements)
            )
            points = [least for _, (least, _) in stated_points(other, game, setting)]
            if all(0 <= point <= total for point in points) and sum(points) <= total:
                found.append(other)
    return found


def _least_points(points: list[tuple[set[int], tuple[int, int]]], seats: set[int]) -> int:
    """The least points of some seats: the stated ones of seats among them."""
    return sum(least for among, (least, _) in points if among <= seats)


def _has_each_below(hand: Hand, game: Game, setting: Seating, seats: set[int], limit: int) -> bool:
    """Check whether each of these seats has stated points below a limit."""
    below = {
        number_of(setting, side.seats[0])
        for side in _stated_sides(hand)
        if len(side.seats) == 1 and side.amount is not None
        and amount_range(game, side.amount, is_whole=side.whole)[1] < limit
    }  # fmt: skip
    return len(seats) > 1 and seats <= below


def _stated_sides(hand: Hand) -> Iterable[rec.Stated]:
    return (side for result in hand.every(rec.Result) for side in result.sides)


def stated_faults(hand: Hand, game: Game, setting: Seating) -> tuple[Faulted, ...]:
    """The irregularities that the record states and the rules know."""
    found = []
    for said in hand.every(rec.Fault):
        seat, rule = number_of(setting, said.seat), game.rules.standing.get(said.word)
        if rule is not None and rule.do == "fault" and may_commit(game, setting, said.word, seat):
            by, path = number_of(setting, said.by) if said.by else NOBODY, f"standing.{said.word}"
            found.append(Faulted(seat, said.word, by, said.trick or 0, setting.all, path))
    return tuple(found)


def is_claimed(hand: Hand) -> bool:
    """Check whether the hand ended before all was played."""
    claims = bool(hand.every(rec.Claim))
    return claims or (hand.end is not None and hand.end.kind == "claimed")


def stated_payments(hand: Hand) -> dict[str, int]:
    """The payments that the record states."""
    found: dict[str, int] = {}
    for statement in hand.statements:
        if isinstance(statement, rec.Score):
            found |= dict(statement.amounts)
    return found
