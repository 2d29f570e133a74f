"""Play a recorded hand through the engine, statement by statement.

A hand with all cards known goes in, a `Walk` comes out. It holds the state, the events, and the problems: refusals of
the engine, and wrong details on the lines. After a refusal the hand goes on as it was recorded, so that one mistake
does not hide the next. A step without a choice may be missing from the record: it is supplied; a move without a
choice is corrected. At a choice the walk stops and asks; `calarec.core.judge.readings` answers and lets it go on. It
can also be resumed before any statement.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final, cast

from calarec.core.engine import events as ev
from calarec.core.engine.actions import (
    BidAction,
    CallAction,
    DeclareAction,
    DiscardAction,
    FaultAction,
    GiveAction,
    LayAction,
    PlayAction,
    ShowAction,
    TakeAction,
    TrumpAction,
)
from calarec.core.engine.behaviours import behaviour_at
from calarec.core.engine.moves import apply, follow_tricks, legal, play_cards, skip_due_step
from calarec.core.engine.standing import may_commit
from calarec.core.engine.state import DRAWING
from calarec.core.engine.terms import Outcome, Refusal, StepContext
from calarec.core.judge.actions import Reader, find_repeated_card, is_auction_word, is_share_early, without_share
from calarec.core.judge.beside_moves import (
    check_stated_tricks,
    find_idle_exchange_faults,
    find_wrong_face,
    find_wrong_place,
    find_wrong_winner,
)
from calarec.core.judge.breaches import (
    ILLEGAL,
    NOT_DUE,
    TOO_EARLY,
    UNTIMELY,
    is_in_exchange,
    is_stated_breach,
    record_breach,
    record_repeated_card,
    report_breach,
    report_wrong_face,
    throw_in,
)  # fmt: skip
from calarec.core.judge.forced_moves import find_forced_bid, find_forced_move, find_holders, seats_in_turn
from calarec.core.judge.judgement import Happened, PlayedTricks, StateInPlay
from calarec.core.judge.lines import find_missing_tricks
from calarec.core.judge.problems import Problems, make_problem
from calarec.core.judge.seats import number_of
from calarec.core.judge.walk import Asking, Asks, Exchange, Lost, begin_walk, make_script
from calarec.core.records import model as rec
from calarec.core.wording.severities import DECLARED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.engine.actions import Action
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State
    from calarec.core.engine.terms import Offer
    from calarec.core.judge.deal import KnownDeal
    from calarec.core.judge.forced_moves import ForcedMove
    from calarec.core.judge.problems import Problem
    from calarec.core.judge.walk import Walk
    from calarec.core.records.model import Hand

_PASSED_OVER: Final = frozenset((
    rec.Deal, rec.Monte, rec.Dealer, rec.Out, rec.Carry, *rec.DATA, *rec.SESSION_STATEMENTS, *rec.ASSERTIONS,
))  # fmt: skip
_FOLLOWED = (BidAction, TrumpAction, PlayAction, CallAction, GiveAction, TakeAction, DiscardAction, LayAction)
_AUCTION_LINES = (rec.Bid, rec.Raise)
_MOVING_CARDS = (GiveAction, TakeAction, DiscardAction, LayAction)
_new = tuple.__new__
_AT_ANY_TIME = (rec.Double, rec.Show, rec.Declare, rec.Signal, rec.Fault, rec.Claim, rec.Concede)


def walk_through(
    hand: Hand, game: Game, seating: Seating, dealt: KnownDeal, *, known_cards: int = -1, lost: int | None = None
) -> Walk:
    """Walk a hand through the engine as it is written, lost after `lost` statements."""
    walk = begin_walk(make_script(hand, game, seating, known_cards=known_cards), seating, dealt)
    if lost is not None:
        walk = _walk_up_to(walk, lost).with_loss()
    return walk_on(walk)


def walk_proved_hand(walk: Walk) -> Walk | None:
    """Play a hand that is proved to have no finding; None if a move is refused.

    This is the walk of `walk_on` without the walks on the way. Nothing is compared with the lines.
    """
    game, state, reader, happened = walk.game, walk.state, _make_reader(walk), [*walk.happened]
    kinds = {*_PASSED_OVER, rec.End}
    moves = [statement for statement in walk.hand.statements if type(statement) not in kinds]
    for kind, statements in groupby(moves, type):
        if kind is rec.Trick:
            tricks = [statement for statement in statements if isinstance(statement, rec.Trick)]
            played = _follow_proved_tricks(game, state, tricks)
            if played is None:
                return None
            state, in_tricks = played
            happened += in_tricks
            continue
        for statement in statements:
            reader.state = state
            action = reader.action(statement)
            answer = None if action is None else apply(game, state, action)
            if not isinstance(answer, Outcome):
                return None
            state = answer.state
            happened += [_new(Happened, (event, statement.line, False, state, 0)) for event in answer.events]
    return walk._replace(state=state, happened=tuple(happened)) if state.is_over else None


def _follow_proved_tricks(game: Game, state: State, tricks: Sequence[rec.Trick]) -> tuple[State, list[Happened]] | None:
    """Follow tricks, in one go where that can be; None if a card is refused."""
    numbers = game.cards.numbers
    cards = [tuple([numbers[name] for name in trick.cards]) for trick in tricks]
    followed = follow_tricks(game, state, cards)
    happened: list[Happened] = []
    if followed is None:
        for trick, played in zip(tricks, cards, strict=True):
            seat = state.setting.labels.index(trick.leader)
            plays = list(zip((seat, *state.setting.others(seat)), played, strict=True))
            answers = list(play_cards(game, state, plays))
            if len(answers) < len(plays):
                return None
            state = answers[-1].state
            happened += [_new(Happened, (event, trick.line, False, answer.state, 0))
                         for answer in answers for event in answer.events]  # fmt: skip
        return state, happened
    in_one_go = PlayedTricks(game, state, cards)
    lines = [trick.line for trick in tricks for _ in trick.cards]
    line, place, moment = 0, 0, cast("State | StateInPlay", state)
    for event in followed.events:
        if type(event) is ev.Played:
            line, place = lines[place], place + 1
            moment = StateInPlay(in_one_go, place) if place < len(lines) else followed.state
        happened.append(_new(Happened, (event, line, False, moment, 0)))
    return followed.state, happened


def walk_on(walk: Walk) -> Walk:
    """Go on to the next question, or through all statements that are left."""
    walk = _walk_up_to(walk, len(walk.hand.statements))
    return walk if isinstance(walk.question, Asks) else _finish_walk(walk)


def _walk_up_to(walk: Walk, end: int) -> Walk:
    """Go on to the next question, or to the statement at a place."""
    for place, statement in enumerate(walk.hand.statements[walk.place : end], walk.place):
        if type(statement) in _PASSED_OVER and not walk.readings:
            continue
        walk = walk if walk.place == place else walk._replace(place=place, earlier=walk, question=None)
        after = _take_statement(walk)
        if isinstance(after.question, Asks):
            return after
        walk = after._replace(place=place + 1, earlier=walk, question=None)
    return walk


def _take_statement(walk: Walk) -> Walk:
    """One statement."""
    statement = walk.statement
    if walk.readings and walk.readings_noted <= walk.place:
        for place, problem in walk.readings:
            walk = walk.with_problem(problem) if place == walk.place else walk
        walk = walk._replace(readings_noted=walk.place + 1)
    if type(statement) in _PASSED_OVER:
        return walk
    if isinstance(statement, rec.End):
        return _take_end(walk, statement)
    if isinstance(walk.certainty, Lost) and not _is_ended_by_fault(walk, statement):
        return walk._replace(certainty=walk.certainty._replace(unread=walk.certainty.unread + 1))
    if isinstance(statement, rec.Trick):
        return _take_trick(walk, statement)
    asking = walk.script.asking
    if asking and isinstance(statement, _AUCTION_LINES) and not is_auction_word(walk.game, statement.word):
        return _take_unknown_word(walk, statement)
    if isinstance(statement, rec.Double) and asking is Asking.ALL and walk.question is None:
        return walk._replace(question=Asks()) if _is_double_refused(walk, statement) else _take_line(walk, statement)
    return _take_line(walk, statement)


def _finish_walk(walk: Walk) -> Walk:
    """Report what can be reported only after all statements."""
    if walk.script.asking is Asking.ALL and _may_hide_mistakes(walk):
        walk = _judge_tricks_alone(walk)
    if not walk.has_stated_exchange_fault:
        for problem in find_idle_exchange_faults(walk.hand, walk.game, walk.happened):
            walk = walk.with_problem(problem, breaches=0)
    notes = walk.notes
    shown = bool(walk.script.asking) and walk.is_certain
    claims = check_stated_tricks(walk.hand, walk.game, walk.state, notes.broken_rules, shown=shown)
    problems = [*notes.problems, *claims.problems]
    for number in claims.stated_after_all:
        problems[number] = problems[number]._replace(wording=DECLARED, answered=True, fix=())
    return walk._replace(
        notes=notes._replace(
            problems=tuple(problems),
            breaches=notes.breaches + claims.too_early,
            stated_breaches=notes.stated_breaches + len(claims.stated_after_all),
        )
    )


def _may_hide_mistakes(walk: Walk) -> bool:
    """Check whether cards were not all judged on the way, so that tricks prove more."""
    if isinstance(walk.certainty, Lost):
        return not walk.certainty.has_gap and (walk.certainty.was_uncertain or not walk.state.is_over)
    return not walk.is_certain


def _judge_tricks_alone(walk: Walk) -> Walk:
    """Report what the tricks prove without the moves before them.

    The walk did not report consequences of a reported card, nor a card that it replaced by another.
    """
    if any(problem.code == "CAL503" for problem in walk.problems):
        return walk
    from calarec.core.judge.evidence import Evidence, find_wrong_size, find_wrong_winners

    evidence = Evidence(walk.hand, walk.game, walk.setting, walk.happened, led=walk.state.step == "play")
    is_left_off = walk.is_lost and not walk.state.is_over
    first = len(walk.state.tricks) + bool(walk.state.trick) if is_left_off else len(evidence.rows)
    wrong = find_wrong_size(evidence)
    if wrong is not None:
        number = next(number for number, row in enumerate(evidence.rows) if row.statement is wrong.statement)
        return walk if number < first else walk.with_problem(wrong)
    lines = {problem.line for problem in walk.problems}
    for row, refusal, play in list(evidence.refusals(first, walk.notes.blamed_cards)):
        if play.card >= 0 and walk.notes.blamed_cards >> play.card & 1 and row.statement.line in lines:
            continue
        walk = report_breach(walk, refusal, play, row.statement, row.statement.cards)
    for problem in find_wrong_winners(evidence, first):
        walk = walk.with_problem(problem)
    return walk


def _is_ended_by_fault(walk: Walk, statement: rec.Statement) -> bool:
    """Check whether an irregularity voids a hand that cannot be followed further."""
    if not isinstance(statement, rec.Fault):
        return False
    entry = walk.game.rules.standing.get(statement.word)
    offender = number_of(walk.setting, statement.seat)
    has_claimant = not statement.by or number_of(walk.setting, statement.by) in walk.setting.active
    if entry is None or entry.do != "fault" or not has_claimant:
        return False
    if not may_commit(walk.game, walk.setting, statement.word, offender):
        return False
    claimed = FaultAction(offender, statement.word)
    answer = apply(walk.game, walk.state, claimed)
    return isinstance(answer, Outcome) and answer.state.outcome == "void"


# ---------------------------------------------------------------------- statement by statement


def _make_reader(walk: Walk) -> Reader:
    return Reader(walk.hand, walk.game, walk.setting, Problems(walk.game), walk.state)


def _with_reader_problems(walk: Walk, reader: Reader) -> Walk:
    """With the problems of what a statement names."""
    if not reader.problems.found:
        return walk
    notes = walk.notes
    problems = (*notes.problems, *reader.problems.found)
    return walk._replace(notes=notes._replace(problems=problems, breaches=notes.breaches + reader.breaches))


def _take_line(walk: Walk, statement: rec.Statement) -> Walk:
    reader = _make_reader(walk)
    action = reader.action(statement)
    walk = _with_reader_problems(walk, reader)
    if action is None:
        return walk if isinstance(statement, _AT_ANY_TIME) else walk.with_loss()
    if isinstance(statement, rec.Bid) and walk.state.bidding is not None and walk.state.bidding.over:
        return _report_late_bid(walk, statement)
    before = walk.notes.breaches
    walk = _take_action(walk, action, statement, getattr(statement, "cards", ()) or (getattr(statement, "card", ""),))
    if isinstance(statement, rec.Call) and walk.notes.breaches == before:
        found = find_wrong_place(walk.game, walk.state, statement)
        walk = walk.with_problem(found, breaches=0) if found is not None else walk
    return walk


def _take_unknown_word(walk: Walk, statement: rec.Bid | rec.Raise) -> Walk:
    """A word that the ruleset does not have: idle after the auction, else a question."""
    reader = _make_reader(walk)
    if reader.find_active_seat(statement, statement.seat, 0) is None:
        return _with_reader_problems(walk, reader).with_loss()
    if isinstance(statement, rec.Bid) and (walk.state.bidding is None or walk.state.bidding.over):
        reader.unknown_word(statement)
        return _with_reader_problems(walk, reader)
    return walk._replace(question=Asks())


def _is_double_refused(walk: Walk, statement: rec.Double) -> bool:
    """Check whether a double is an unknown word, or another seat's."""
    action = _make_reader(walk).action(statement)
    return action is None or isinstance(apply(walk.game, walk.state, action), Refusal)


def _report_late_bid(walk: Walk, statement: rec.Bid) -> Walk:
    """Words after the end of the auction: waiting words are idle, bids are too late."""
    first = _find_same_line(walk, statement)
    if first is not None:
        return _report_same_line(walk, statement, first)
    idle = statement.word in walk.game.rules.auction.words
    found = make_problem(
        "CAL407" if idle else "CAL406", statement, word=0, rule="auction.ends", label=statement.seat,
        name=statement.word,
    )  # fmt: skip
    return walk.with_problem(found, breaches=not idle)


def _take_end(walk: Walk, statement: rec.End) -> Walk:
    walk = throw_in(walk, statement.line)
    if statement.kind == "void" and walk.state.outcome not in ("void", "all_pass"):
        # The table had its reasons; without a `fault` line nobody pays for it.
        ended = ev.Ended("void", walk.setting.all, "match")
        walk = walk.with_outcome(Outcome(walk.state._replace(outcome="void"), (ended,)), statement.line)
    if walk.is_lost or walk.state.is_over:
        return walk
    done = len(walk.state.tricks) == walk.game.tricks(walk.setting) and not walk.state.trick
    if done and walk.state.step == "play":
        # Cards that were played from the wrong hand leave others behind; the hand is over all the same.
        context = StepContext(walk.game, walk.state, "play")
        walk = walk.with_outcome(behaviour_at(walk.game, "play").finish(context), statement.line)
    return walk


# ---------------------------------------------------------------------- tricks


def _take_trick(walk: Walk, statement: rec.Trick) -> Walk:
    tricks = walk.script.tricks
    is_first = walk.script.asking is Asking.ALL and walk.place == tricks.first_place and walk.question is None
    if is_first and (tricks.has_card_named_twice or tricks.gaps):
        return walk._replace(question=Asks())
    leader = number_of(walk.setting, statement.leader)
    known = walk.game.cards.numbers
    if leader not in walk.setting.active or not all(map(known.__contains__, statement.cards)):
        reader = _make_reader(walk)
        if reader.find_active_seat(statement, statement.leader, 0) is None:
            return _with_reader_problems(walk, reader).with_loss()
        reader.read_names(statement.cards, statement)
        walk = _with_reader_problems(walk, reader)
    number = len(walk.state.tricks) + 1
    wrong = _find_wrong_trick(walk, statement)
    if wrong is not None:
        return walk.with_problem(wrong).with_loss()
    if statement.number > number:
        found = _play_missing_trick(walk, statement, number)
        if found is None:
            return walk.with_loss(has_gap=True)
        walk, number = found, len(found.state.tricks) + 1
    plays, walk = _find_plays(walk, statement, leader)
    walk, left = _play_legal_cards(walk, plays, statement.line)
    for seat, card in left:
        if card < 0 or walk.is_lost:
            return walk.with_loss()
        walk = _take_action(walk, PlayAction(seat, card), statement, statement.cards)
    misnamed = find_wrong_winner(walk.game, walk.state, walk.hand, statement, number, sure=walk.script.known_cards)
    if misnamed is None:
        return walk if walk.misnamed_winner is None else walk._replace(misnamed_winner=None)
    named = number_of(walk.setting, statement.winner)
    return walk._replace(misnamed_winner=named).with_problem(misnamed, breaches=0)


def _find_wrong_trick(walk: Walk, statement: rec.Trick) -> Problem | None:
    """A trick has no more cards than seats play, and the trick before it has as many."""
    seats, wrong = len(walk.setting.active), statement
    if walk.state.trick and walk.state.step == "play":
        before = (earlier for earlier in reversed(walk.hand.statements[: walk.place]) if isinstance(earlier, rec.Trick))
        wrong = next(before, statement)
    if wrong is statement and len(statement.cards) <= seats:
        return None
    from calarec.core.judge.evidence import wrong_size_problem

    return wrong_size_problem(wrong, seats)


def _play_missing_trick(walk: Walk, statement: rec.Trick, number: int) -> Walk | None:
    """Play the one trick that is not written, if its cards are clear; else None."""
    if number not in find_missing_tricks(walk.hand):
        return walk  # it is the number that is wrong
    played = walk.script.tricks.missing(walk.state)
    state, happened = walk.state, []
    for seat, card in played:
        answer = apply(walk.game, state, PlayAction(seat, card))
        if isinstance(answer, Refusal):
            return None
        state = answer.state
        happened.append(answer)
    labels = walk.setting.labels
    if not played or statement.number != number + 1 or labels[state.turn] != statement.leader:
        return None
    for happening in happened:
        walk = walk.with_outcome(happening, 0, supplied=True)
    names = tuple(walk.game.cards.names[card] for _, card in played)
    return walk._replace(deduced_trick=rec.Trick(number, labels[played[0][0]], names))


def _play_legal_cards(
    walk: Walk, plays: Sequence[tuple[int, int]], line: int
) -> tuple[Walk, Sequence[tuple[int, int]]]:
    """Play the cards of a trick up to the first that is not legal; and the rest."""
    answers = list(play_cards(walk.game, walk.state, plays))
    if not answers:
        return walk, plays
    events = [Happened(event, line, False, answer.state) for answer in answers for event in answer.events]  # noqa: FBT003
    return walk.with_events(answers[-1].state, events), plays[len(answers) :]


def _find_plays(walk: Walk, statement: rec.Trick, leader: int) -> tuple[list[tuple[int, int]], Walk]:
    """The seats and cards of a trick (-1: unknown), with problems of leader and order."""
    known = walk.game.cards.numbers
    numbers = [known.get(name, -1) for name in statement.cards]
    seats = seats_in_turn(walk.setting, leader)
    if -1 in numbers:
        numbers = _read_unplayed_card(walk, statement, seats, numbers)
        walk = walk.with_likely_cards(statement, numbers)
    plays, hands = list(zip(seats, numbers, strict=False)), walk.state.hands
    for seat, card in plays:
        if card < 0 or not hands[seat] >> card & 1:
            break
    else:
        return plays, walk
    lie = find_holders(walk.state, tuple(numbers))
    if not lie or lie == seats:
        return plays, walk
    if walk.state.turn >= 0 and lie == seats_in_turn(walk.setting, walk.state.turn):
        # The cards stand as they were played; it is the letter before the colon that is wrong.
        refusal = apply(walk.game, walk.state, PlayAction(leader, numbers[0]))
        assert isinstance(refusal, Refusal)
        letter = walk.setting.labels[walk.state.turn]
        walk = record_breach(walk, refusal, PlayAction(leader, numbers[0]), statement, statement.cards, letter=letter)
        return list(zip(lie, numbers, strict=True)), walk
    wrong = next(place for place, seat in enumerate(lie) if seat != seats[place])
    labels = walk.setting.labels
    found = make_problem(
        "CAL504", statement, card=wrong, rule="play", name=statement.cards[wrong], holder=labels[lie[wrong]],
        label=labels[seats[wrong]],
    )  # fmt: skip
    by_seat = dict(zip(lie, numbers, strict=True))
    return [(seat, by_seat[seat]) for seat in seats], walk.with_problem(found)


def _read_unplayed_card(walk: Walk, statement: rec.Trick, seats: Sequence[int], numbers: list[int]) -> list[int]:
    """The cards of a trick, an unknown one as the one that its seat never plays.

    One that does not look like it at all is not believed if the trick breaks the rules then.
    """
    names, known = walk.game.cards.names, {*walk.game.rules.pack.ranks, *walk.game.rules.pack.suits}
    unplayed = [walk.script.tricks.unplayed_card(walk.state, seat) for seat in seats]
    read = [card if card >= 0 else unplayed[place] for place, card in enumerate(numbers)]
    alike = all(
        {*name} & known <= {*names[card]} for name, card in zip(statement.cards, read, strict=False) if card >= 0
    )
    if alike or not _play_legal_cards(walk, list(zip(seats, read, strict=False)), 0)[1]:
        return read
    return numbers


# ---------------------------------------------------------------------- through the engine


def _take_action(walk: Walk, action: Action, statement: rec.Statement, cards: tuple[str, ...]) -> Walk:
    if isinstance(action, _MOVING_CARDS) and _is_another_card(walk, action):
        return walk._replace(question=Asks())
    answer = _ask_engine(walk, action)
    legal = not isinstance(answer, Refusal)
    again = find_repeated_card(statement)
    if isinstance(answer, Refusal):
        nothing_new = _find_nothing_new(walk, action, statement, answer)
        if nothing_new is not None:
            return nothing_new
        if is_share_early(walk.hand, walk.place, walk.state, action, answer):
            walk = record_breach(walk, answer, action, statement, cards)
            answer = answer.anyway or answer
    while isinstance(answer, Refusal) and (supplied := _supply_steps(walk, statement, action, answer)) is not None:
        walk = supplied
        answer = apply(walk.game, walk.state, action)
    if isinstance(answer, Refusal) and answer.code == NOT_DUE and is_stated_breach(walk, answer, action, statement):
        walk = record_breach(walk, answer, action, statement, cards)
        walk, following = _leave_undone(walk, action)
        if following is None:
            return walk.with_loss()
        answer = following
    if isinstance(answer, Refusal):
        walk, stands = _take_refusal(walk, answer, action, statement, cards, again)
        if stands is None:
            return walk
        answer = stands
    elif again >= 0:
        walk = record_repeated_card(walk, statement, again, cards)
    moved = find_wrong_face(answer.events, statement)
    if moved is not None:
        walk = report_wrong_face(walk, moved, statement, action.seat)
    return walk.with_outcome(answer, statement.line, is_legal=legal)


def _ask_engine(walk: Walk, action: Action) -> Outcome | Refusal:
    """Apply an action; a declaration of unknown cards is believed."""
    answer = apply(walk.game, walk.state, action)
    if isinstance(answer, Refusal) and answer.code == "CAL564" and walk.script.known_cards != -1:
        unsure = walk.state.hands[action.seat] & ~walk.script.known_cards
        if unsure and isinstance(action, DeclareAction):
            return apply(walk.game, walk.state, action._replace(believed=True))
    return answer


def _find_nothing_new(walk: Walk, action: Action, statement: rec.Statement, refusal: Refusal) -> Walk | None:
    """The walk after a line of nothing, or of something that is above; else None."""
    left = _state_with_nothing_done(walk, action, refusal)
    if left is not None:
        return walk._replace(state=left)
    first = _find_same_line(walk, statement) if _may_be_repeated(walk, statement, refusal) else None
    return _report_same_line(walk, statement, first) if first is not None else None


def _state_with_nothing_done(walk: Walk, action: Action, refusal: Refusal) -> State | None:
    """The state after a line that moves nothing; None where it must move something."""
    if refusal.code == NOT_DUE and getattr(action, "cards", 1) == 0:
        return walk.state
    return without_share(walk.game, walk.state, action)


def _is_another_card(walk: Walk, action: LayAction | GiveAction | TakeAction | DiscardAction) -> bool:
    """Check whether a given card is played later, or a drawn card never: a question."""
    tricks = walk.script.tricks
    if walk.script.asking is not Asking.ALL or walk.question is not None or not tricks.is_whole:
        return False
    played = tricks.by_seat[action.seat] & action.cards
    if isinstance(action, TakeAction):
        again = tricks.taken_cards[action.seat][1] & action.cards
        return walk.state.step == DRAWING and action.seat in walk.state.drawing and bool(again or not played)
    return played.bit_count() == 1


def _take_refusal(
    walk: Walk, refusal: Refusal, action: Action, statement: rec.Statement, cards: tuple[str, ...], again: int
) -> tuple[Walk, Outcome | None]:
    """Report a refusal; the outcome as it is written, or None where that is done."""
    stated = is_stated_breach(walk, refusal, action, statement)
    if not stated and _is_step_missing(walk, action, refusal):
        walk = walk._replace(exchange=Exchange.UNWRITTEN)
    mend = None if stated else _find_meant_action(walk, action, refusal)
    if mend is None and not stated and _may_be_another_word(walk, action, refusal):
        return walk._replace(question=Asks(refusal)), None
    if again < 0 or refusal.code != "CAL434":
        walk = record_breach(walk, refusal, action, statement, cards, mend)
    else:
        walk = record_repeated_card(walk, statement, again, cards, action, mend)
    if mend is not None:
        return walk.with_outcome(mend.outcome, statement.line), None
    if refusal.anyway is None and isinstance(action, _FOLLOWED):
        walk = walk.with_loss()
    return walk, refusal.anyway


def _find_meant_action(walk: Walk, action: Action, refusal: Refusal) -> ForcedMove | None:
    """The action that must have been meant; None where cards are not certain."""
    if walk.script.known_cards != -1:
        return None
    if isinstance(action, BidAction):
        return find_forced_bid(walk.game, walk.state, walk.hand, walk.happened, action, refusal)
    return find_forced_move(walk.game, walk.state, walk.script.tricks, action, refusal)


def _may_be_another_word(walk: Walk, action: Action, refusal: Refusal) -> bool:
    """Check whether to ask about a word that is not legal at its place."""
    if not isinstance(action, BidAction) or not walk.script.asking or walk.question is not None:
        return False
    return refusal.code != NOT_DUE and (refusal.code in ILLEGAL or refusal.anyway is None)


def _may_be_repeated(walk: Walk, statement: rec.Statement, refusal: Refusal) -> bool:
    """Check whether a refused line may be repeated; a single bid may be another's."""
    if isinstance(statement, rec.SPOKEN):
        return not isinstance(statement, rec.Bid) or len(_words_of_line(walk, statement)) > 1
    return refusal.code in UNTIMELY


def _find_same_line(walk: Walk, statement: rec.Statement) -> rec.Statement | None:
    """The same statement above, if it happened; of a word, with its whole line."""
    happened, spoken = (
        {happening.line for happening in walk.happened if happening.line},
        isinstance(statement, rec.SPOKEN),
    )
    if spoken:
        happened.discard(statement.line)
    for earlier in walk.hand.statements[: walk.place]:
        if earlier.line in happened and rec.is_same_statement(earlier, statement):
            if not spoken or _words_of_line(walk, earlier) == _words_of_line(walk, statement):
                return earlier
            happened.discard(earlier.line)  # no other word of that line either
    return None


def _words_of_line(walk: Walk, statement: rec.Statement) -> list[rec.Statement]:
    """The words of several seats on one line."""
    if not isinstance(statement, rec.SPOKEN):
        return []
    return [spoken._replace(line=0) for spoken in walk.hand.statements
            if isinstance(spoken, rec.SPOKEN) and spoken.line == statement.line]  # fmt: skip


def _report_same_line(walk: Walk, statement: rec.Statement, first: rec.Statement) -> Walk:
    """Report a duplicate line once; it is read once."""
    if any(problem.code == "CAL303" and problem.line == statement.line for problem in walk.problems):
        return walk
    return walk.with_problem(make_problem("CAL303", statement, wording="same", line=first.line))


def _leave_undone(walk: Walk, action: Action) -> tuple[Walk, Outcome | Refusal | None]:
    """The outcome of an action once due steps are left undone; None if it never fits."""
    state, left = walk.state, []
    while is_in_exchange(state):
        left.append(skip_due_step(walk.game, state))
        state = left[-1].state
        answer = apply(walk.game, state, action)
        if isinstance(answer, Outcome) or answer.code != NOT_DUE:
            for outcome in left:
                walk = walk.with_outcome(outcome, 0)
            return walk, answer
    return walk, None


def _supply_steps(walk: Walk, statement: rec.Statement, action: Action, refusal: Refusal) -> Walk | None:
    """Take due steps that need no line: those without a choice, or with no action."""
    if isinstance(statement, (*_AT_ANY_TIME, rec.Raise)):
        return None
    done: list[Outcome] = []
    forced: list[Outcome] = []
    state, fits = walk.state, False
    while not fits and (offer := _find_silent_offer(walk.game, state)) is not None:
        answer = apply(walk.game, state, offer.choose(offer.cards if offer.least else 0))
        if isinstance(answer, Refusal):
            break
        state = answer.state
        if offer.least and len(forced) == len(done):
            forced.append(answer)
        done.append(answer)
        tried = apply(walk.game, state, action)
        fits = isinstance(tried, Outcome) or refusal.code == NOT_DUE != tried.code
    if not fits:
        # Whether nothing was done is anybody's guess if what follows does not fit; what leaves no choice was done.
        done = forced if refusal.code == NOT_DUE else []
    if not done:
        return None
    if len(done) > len(forced):
        walk = walk._replace(exchange=max(walk.exchange, Exchange.PASSED_OVER))
    for outcome in done:
        walk = walk.with_outcome(outcome, 0, supplied=True)
    return walk


def _is_step_missing(walk: Walk, action: Action, refusal: Refusal) -> bool:
    """Check whether a call or an exchange without a line is the reason for a refusal."""
    if refusal.code == NOT_DUE:
        calling = walk.state.bidding is not None and walk.state.bidding.calling
        return calling or walk.state.step == DRAWING or walk.state.step.startswith("steps.")
    if isinstance(action, ShowAction) or refusal.code in UNTIMELY:
        # What is shown may have been drawn, and who draws may have drawn after another; but not from packets, where
        # there is no order.
        return walk.state.step == DRAWING and not (walk.state.packets and isinstance(action, TakeAction))
    if refusal.code in TOO_EARLY:
        return is_in_exchange(walk.state)
    return walk.exchange is not Exchange.WRITTEN and isinstance(action, PlayAction)


def _find_silent_offer(game: Game, state: State) -> Offer | None:
    """The offer that is due, if it leaves no choice or nothing need be done."""
    if state.is_over or not (state.step == DRAWING or state.step.startswith("steps.")):
        return None
    offers = [offer for offer in legal(game, state) if not offer.is_optional and offer.do != "play"]
    fits = len(offers) == 1 and (offers[0].size == 1 or not offers[0].least)
    return offers[0] if fits else None
