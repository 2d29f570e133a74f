"""Lines for any time in a hand without its cards, judged without cards.

Without tricks the time of such a line is not known, so the rules are asked as if every moment were the right one. The
acting player is assumed to have the necessary cards, unless the hand itself gives them to another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from calarec.core.base.frozen import NamedTuple, replace
from calarec.core.engine.actions import DeclareAction, FaultAction
from calarec.core.engine.events import Claimed, Declared
from calarec.core.engine.game import Game
from calarec.core.engine.moves import apply
from calarec.core.engine.standing import may_commit
from calarec.core.engine.state import NOBODY
from calarec.core.engine.terms import Outcome, Refusal
from calarec.core.judge.actions import Reader, find_repeated_card
from calarec.core.judge.problems import Problems
from calarec.core.judge.seats import number_of
from calarec.core.mechanisms.rules import deals_again
from calarec.core.mechanisms.standing import DeclareRule, FaultRule, ShowRule, SignalRule
from calarec.core.records import model as rec
from calarec.score_only.outcomes import may_lose_points
from calarec.score_only.stated_lines import HighestBid, possible_partnerships, state_after_auction

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.engine.actions import Action
    from calarec.core.engine.state import Seating, State
    from calarec.core.records.model import Hand

_Event = TypeVar("_Event", Claimed, Declared)

_AT_ANY_TIME: Final = (rec.Fault, rec.Declare, rec.Signal, rec.Claim, rec.Concede, rec.Show)
_ALWAYS: Final = frozenset({
    "CAL524", "CAL533", "CAL542", "CAL552", "CAL562",  # rules that know nothing of the kind
    "CAL563", "CAL564", "CAL565",  # what is declared
})  # fmt: skip
"""Codes of lines that are impossible with any declarer, contract and partner."""
_BY_SIDES: Final = frozenset({"CAL520", "CAL521", "CAL522", "CAL530", "CAL540", "CAL550", "CAL560"})
"""Codes that depend on declarer, contract and partners."""


class SaidLine(NamedTuple):
    """A line for any time, with its meaning and the answer of the rules."""

    statement: rec.Statement
    action: Action
    answer: Outcome | Refusal
    wrong: bool
    """True if it is wrong whatever the cards and partners are."""

    def event(self, kind: type[_Event]) -> _Event | None:
        """The event of a kind, if the line counts as it is."""
        outcome = self.answer.anyway if isinstance(self.answer, Refusal) else self.answer
        return (
            next((event for event in outcome.events if isinstance(event, kind)), None) if outcome is not None else None
        )


def answered_lines(reader: Reader, bid: HighestBid) -> Iterator[SaidLine]:
    """Yield the readable lines for any time, with answers."""
    hand, game, setting = reader.hand, reader.game, reader.setting
    every = [statement for statement in hand.statements if isinstance(statement, _AT_ANY_TIME)]
    if not every:
        return
    game = _at_any_time(game)
    state = state_after_auction(game, setting, bid, None)._replace(piles=(0,) * len(game.piles))
    if bid.all_passed and game.rules.all_pass.do == "play_out":
        state = state._replace(program=game.final_steps, at=len(game.final_steps) - 1)
    known = possible_partnerships(hand, game, setting, bid) if bid.contract else []
    if len(known) == 1:
        state = state._replace(partners=sum(1 << seat for seat in known[0].partners))
        reader.state = state
    settled = bool(bid.contract) or bid.all_passed or not game.rules.has_auction
    for statement in every:
        if isinstance(statement, rec.Fault) and statement.trick is not None and statement.trick <= game.tricks(setting):
            statement = statement._replace(trick=None)
        action = reader.action(statement)
        if action is None:
            continue
        action = _with_some_cards(game, action)
        answer = apply(game, _state_holding(game, state, action), action)
        code = answer.code if isinstance(answer, Refusal) else ""
        together = len(known) == 1 or (isinstance(action, FaultAction) and action.by == action.seat)
        by_sides = code in _BY_SIDES and (settled or (isinstance(answer, Refusal) and answer.wording == "dealer"))
        wrong = code in _ALWAYS or by_sides or (code == "CAL531" and together)
        yield SaidLine(statement, action, answer, wrong)
        if isinstance(action, DeclareAction) and not wrong:
            state = state._replace(declared=(*state.declared, (action.word, action.seat, action.cards)))


def judge_any_time_lines(hand: Hand, game: Game, setting: Seating, problems: Problems, bid: HighestBid) -> int:
    """Judge the lines for any time: words, seats, cards, and right of the player.

    Returns the number of breaches.
    """
    reader = Reader(hand, game, setting, problems)
    breaches = 0
    for line in answered_lines(reader, bid):
        again, cards = find_repeated_card(line.statement), getattr(line.statement, "cards", ())
        if line.wrong and isinstance(line.answer, Refusal):
            problems.add_refusal(line.answer, line.statement, cards, answered=False)
        elif again >= 0:
            problems.add("CAL436", line.statement, card=again, name=cards[again])
        breaches += line.wrong
    return breaches + reader.breaches


def has_unknown_worth(statement: rec.Declare, game: Game) -> bool:
    """Check for a declaration of unknown worth: more cards add, and none are written."""
    rule = game.rules.standing.get(statement.word)
    return (
        not statement.cards
        and rule is not None
        and isinstance(rule.params, DeclareRule)
        and rule.params.has_growing_worth
    )


def declarations(hand: Hand, game: Game, setting: Seating, bid: HighestBid) -> tuple[Declared, ...]:
    """The legal declarations; their cards decide nothing.

    A declaration that adds only to the totals, by an unknown amount, is left out.
    """
    found = []
    for said_line in _quietly(hand, game, setting, bid, rec.Declare):
        declared, line = said_line.event(Declared), said_line.statement
        left_out = isinstance(line, rec.Declare) and has_unknown_worth(line, game) and not _may_add_points(line, game)
        if declared is not None and not said_line.wrong and not left_out:
            number = declared.cards.bit_count() + declared.unknown
            found.append(declared._replace(cards=0, unknown=number, seen=setting.all, refused=False))
    return tuple(found)


def _may_add_points(statement: rec.Declare, game: Game) -> bool:
    rule = game.rules.standing[statement.word].params
    return bool(rule.points or rule.points_more)


def find_claim_of_points(hand: Hand, game: Game, setting: Seating, bid: HighestBid) -> Claimed | None:
    """The claimed or conceded points that hold and replace a count.

    `to` is the claiming seat, or `NOBODY` for a concession. None in a game where points may go to no side.
    """
    if may_lose_points(game):
        return None
    for line in _quietly(hand, game, setting, bid, rec.Claim, rec.Concede):
        claim = line.event(Claimed)
        if claim is not None and claim.holds:
            to = NOBODY if claim.concede else claim.seat
            return claim._replace(to=to, rest=game.cards.full) if claim.points is not None else None
    return None


def has_ended_deal(hand: Hand, game: Game, setting: Seating, bid: HighestBid) -> bool:
    """Check whether an irregularity or a declaration has ended the deal."""
    rules = game.rules
    words = [
        fault.word
        for fault in hand.every(rec.Fault)
        if may_commit(game, setting, fault.word, number_of(setting, fault.seat))
    ]
    declared = any(deals_again(rules, (declare.word,)) for declare in hand.every(rec.Declare))
    words += [declaration.word for declaration in declarations(hand, game, setting, bid)] if declared else []
    return bool(deals_again(rules, words))


def _quietly(hand: Hand, game: Game, setting: Seating, bid: HighestBid, *kinds: type) -> Iterator[SaidLine]:
    """Yield the lines of some kinds without reports."""
    if any(isinstance(statement, kinds) for statement in hand.statements):
        every = answered_lines(Reader(hand, game, setting, Problems(game)), bid)
        yield from (line for line in every if isinstance(line.statement, kinds))


def _at_any_time(game: Game) -> Game:
    """The game in which everything is allowed at any time."""
    found: Game | None = game.worked_out.get(__name__)
    if found is None:
        standing = {name: replace(entry, params=_timeless(entry.params)) for name, entry in game.rules.standing.items()}
        found = game.worked_out[__name__] = Game(game.ruleset, replace(game.rules, standing=standing))
    return found


def _timeless(params: object) -> object:
    match params:
        case DeclareRule():
            return replace(params, begins="deal", after_trick=0, until_trick=40)
        case FaultRule():
            return replace(params, before="end")
        case SignalRule():
            return replace(params, when="playing")
        case ShowRule():
            return replace(params, when="any_time")
    return params


def _with_some_cards(game: Game, action: Action) -> Action:
    """The action; a declaration without written cards gets as many as it needs."""
    if (
        not isinstance(action, DeclareAction)
        or action.word not in game.rules.standing
        or action.cards
        or action.unknown
    ):
        return action
    return action._replace(unknown=game.rules.standing[action.word].params.fewest)


def _state_holding(game: Game, state: State, action: Action) -> State:
    """The state in which a player has all cards except those declared by others.

    A poor hand has its own of these and what it shows. Cards that are declared before the exchange may be another's
    afterwards.
    """
    if not isinstance(action, DeclareAction):
        return state._replace(hands=(game.cards.full,) * len(state.hands))
    rule = game.rules.standing[action.word].params if action.word in game.rules.standing else None
    own = others = 0
    for _, seat, cards in state.declared:
        own |= cards if seat == action.seat else 0
        others |= cards if seat != action.seat else 0
    moved = any(path.startswith("steps.") for path in state.program)
    held = game.cards.full if moved else game.cards.full & ~others
    if getattr(rule, "hand", None) is not None:
        held = own | action.cards
    if action.unknown and not action.cards:
        # Which cards it was said with before nobody knows either.
        state = state._replace(declared=())
    return state.with_hand(action.seat, held)
