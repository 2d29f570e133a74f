"""Steps before the play in a hand without its cards: calls, trump, exchange.

The acting player is assumed to have the necessary cards. A called card was at its stated place, if that is possible.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, get_args

from calarec.core.base.frozen import replace
from calarec.core.engine.actions import CallAction, TrumpAction
from calarec.core.engine.behaviours import behaviour_at
from calarec.core.engine.due import has_moment_in, has_no_moment, not_due, nothing_due
from calarec.core.engine.state import NOBODY, TRUMPING
from calarec.core.engine.terms import Outcome, Refusal, StepContext
from calarec.core.judge.actions import Reader
from calarec.core.judge.beside_moves import place_in_words
from calarec.core.judge.seats import number_of
from calarec.core.mechanisms.rules import of_the_play
from calarec.core.records import model as rec
from calarec.score_only.call_places import NOBODYS, call_places, stated_place
from calarec.score_only.stated_lines import ExchangeLine, HighestBid, find_bid, state_after_auction

if TYPE_CHECKING:
    from calarec.core.engine.actions import Action
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State
    from calarec.core.judge.problems import Problems
    from calarec.core.records.model import Hand

_DONE: Final = (*get_args(ExchangeLine), rec.Trump)
_WRONG_PLACE: Final = "CAL423"


def judge_steps(hand: Hand, game: Game, setting: Seating, problems: Problems, bid: HighestBid) -> int:
    """Judge the steps before the play: their place in the contract, and calls.

    Without a contract, after an auction of passes or in a game without one, no such step is due. Returns the number
    of breaches.
    """
    if not (bid.contract or bid.all_passed) or not any(isinstance(statement, _DONE) for statement in hand.statements):
        return 0
    steps = _Steps(hand, game, setting, problems, bid)
    for number, line in enumerate(hand.statements):
        if isinstance(line, _DONE):
            steps.judge_line(number, line)
    if bid.contract and not steps.breaches and not steps.has_impossible_place:
        steps.judge_together()
    return steps.breaches


class _Steps:
    """The steps before the play, as far as some lines contain them."""

    def __init__(self, hand: Hand, game: Game, setting: Seating, problems: Problems, bid: HighestBid) -> None:
        self.hand, self.game, self.setting, self.problems, self.bid = hand, game, setting, problems, bid
        self.reader = Reader(hand, game, setting, problems)
        self.state = self._state_before_play(bid)
        self.refused = 0
        self.has_impossible_place = False
        """True if a called card has an impossible stated place."""
        self.at = 0
        """The place in the program of the last step in which a card was called."""

    @property
    def breaches(self) -> int:
        """The number of breaches."""
        return self.refused + self.reader.breaches

    def judge_line(self, number: int, statement: rec.Statement) -> None:
        """Judge a line; a seat with a stated irregularity may be out of turn."""
        self._take_raise(number)
        word = of_the_play(self.game.rules)
        erred = {fault.seat for fault in self.hand.every(rec.Fault) if fault.word != word}
        action = self._action_of_line(statement)
        if action is None or getattr(statement, "seat", "") in erred:
            return
        answer = self._answer_action(action, statement)
        if isinstance(answer, Refusal):
            names = (statement.card,) if isinstance(statement, rec.Call) else getattr(statement, "cards", ())
            self.problems.add_refusal(answer, statement, names, answered=False)
            # Where a called card was is an assertion: the call itself may be legal.
            if answer.code == _WRONG_PLACE:
                self.has_impossible_place = True
            else:
                self.refused += 1

    def judge_together(self) -> None:
        """Judges whether the lines of an exchange can be so together.

        Left out are hands of which the contract changes between these lines, or an irregularity before the play is
        stated.
        """
        hand, rules = self.hand, self.game.rules
        lines = [statement for statement in hand.statements if isinstance(statement, ExchangeLine)]
        erred = [fault for fault in hand.every(rec.Fault) if fault.word != of_the_play(rules)]
        calls_with_bid = any(step.do == "call" and step.params.named == "with_bid" for step in rules.steps.values())
        if hand.every(rec.Raise) or erred or calls_with_bid or [type(line) for line in lines] in ([], [rec.Call]):
            return
        from calarec.score_only.exchange_lines import first_impossible_line

        found = first_impossible_line(hand, self.game, self.setting, self.bid, lines)
        if found is None:
            return
        self.refused += 1
        action = None if found.due else self._action_of_line(found.line)
        if action is None:
            self.problems.add("CAL310", found.line, wording="call" if isinstance(found.line, rec.Call) else "move")
        else:
            last = StepContext(self.game, self.state, self.state.step)
            self.problems.add_refusal(nothing_due(last, action), found.line, (), answered=False)

    def _take_raise(self, number: int) -> None:
        """Go on with the raised contract; lines before a raise are of the earlier one."""
        if not self.hand.every(rec.Raise):
            return
        before = replace(self.hand, statements=self.hand.statements[:number])
        bid = find_bid(before, self.game, self.setting)
        if bid.contract and bid.contract != self.bid.contract:
            self.at, self.state = 0, self._state_before_play(bid)
        self.bid = bid

    def _state_before_play(self, bid: HighestBid) -> State:
        """The state after all steps before the play."""
        return state_after_auction(self.game, self.setting, bid, None)._replace(piles=(0,) * len(self.game.piles))

    def _action_of_line(self, statement: rec.Statement) -> Action | None:
        """The action of a line; its unknown cards do not matter."""
        if isinstance(statement, rec.Call):
            seat = self.reader.find_active_seat(statement, statement.seat, 0)
            is_known = (
                statement.place in ("", *NOBODYS)
                or self.reader.find_active_seat(statement, statement.found, 1) is not None
            )
            if seat is None or not is_known:
                return None
            if "_" in statement.card:
                return CallAction(seat, NOBODY)
        if isinstance(statement, rec.TableCard | rec.Give | rec.Take | rec.Discard):
            statement = statement._replace(cards=tuple(card for card in statement.cards if "_" not in card))
        return self.reader.action(statement)

    def _answer_action(self, action: Action, statement: rec.Statement) -> Outcome | Refusal | None:
        last = StepContext(self.game, self.state, self.state.step)
        if not self.bid.contract:
            rule = self.game.rules.all_pass
            program = [f"steps.{step}" for step in getattr(rule.params, "steps", ())]
            is_refused = self.bid.all_passed and has_no_moment(self.game, program, action)
            return nothing_due(last._replace(path="all_pass"), action) if is_refused else None
        if isinstance(action, CallAction) and isinstance(statement, rec.Call):
            contract = self._bid_with_a_card(action.seat)
            if contract:
                found = self._answer_to_call(
                    self._state_before_play(HighestBid(action.seat, contract)), 0, statement, action
                )
                return found[1] if found is not None else None
            found = self._answer_to_call(self.state, self.at, statement, action)
            return self._keep_call(*found) if found is not None else not_due(last, action)
        if has_no_moment(self.game, self.state.program, action):
            return not_due(last, action)
        return self._answer_trump(last, action) if isinstance(action, TrumpAction) else None

    def _keep_call(self, place: int, answer: Outcome | Refusal) -> Outcome | Refusal:
        """The answer to a call, which is kept with those before it."""
        outcome = answer.anyway if isinstance(answer, Refusal) else answer
        if outcome is not None:
            told, self.at = outcome.state, place
            self.state = self.state._replace(called=told.called, found=told.found, earlier=told.earlier)
        return answer

    def _bid_with_a_card(self, seat: int) -> str:
        """The contract that a seat bid with a card, also if overbid; empty if none."""
        rules = self.game.rules
        said = (bid.word for bid in self.hand.every(rec.Bid) if number_of(self.setting, bid.seat) == seat)
        steps = ((word, rules.steps[step]) for word in said if word in rules.contracts
                 for step in rules.contracts[word].steps)  # fmt: skip
        return next((word for word, step in steps if step.do == "call" and step.params.named == "with_bid"), "")

    def _answer_trump(self, last: StepContext, action: TrumpAction) -> Outcome | Refusal:
        """Apply a trump, with any cards that may be turned up."""
        if self.state.trump:
            return not_due(last, action)
        full = self.game.cards.full
        everywhere = self.state._replace(hands=(full,) * len(self.state.hands), piles=(full,) * len(self.state.piles))
        answer: Outcome | Refusal = behaviour_at(self.game, TRUMPING).attempt(
            StepContext(self.game, everywhere, TRUMPING), action
        )
        if isinstance(answer, Outcome):
            self.state = self.state._replace(trump=answer.state.trump)
        return answer

    def _answer_to_call(
        self, state: State, start: int, call: rec.Call, action: CallAction
    ) -> tuple[int, Outcome | Refusal] | None:
        """Apply a call at the first step from a place on that waits for one."""
        for place, path in enumerate(state.program[start:], start):
            if has_moment_in(self.game, path, action):
                if place > start:
                    state = state._replace(called=-1, earlier=())
                at = StepContext(self.game, state._replace(at=place), path)
                if action.card < 0:
                    action = action._replace(card=self._any_card(at))
                at = at._replace(state=self._with_called_card(at.state, action.card, call))
                calling = behaviour_at(self.game, path)
                if not state.calls or calling.automatic(at) is None:
                    return place, self._refuse_empty_table(state.contract, path, call) or calling.attempt(at, action)
        return None

    def _refuse_empty_table(self, contract: str, path: str, call: rec.Call) -> Refusal | None:
        """Refuse a called card on the table where no cards are."""
        step = path.removeprefix("steps.")
        if call.place != "monte" or call_places(self.game, contract, step).on_table:
            return None
        args: dict[str, object] = {"name": call.card, "stated": place_in_words(call.place, call.seat)}
        return Refusal("CAL423", path, args, "nowhere", ("word", 2))

    def _any_card(self, at: StepContext) -> int:
        """A card that may be called and that no line names."""
        named = {self.game.cards.numbers.get(call.card, -1) for call in self.hand.every(rec.Call)}
        named |= {card for card, _ in at.state.calls}
        calling, every = behaviour_at(self.game, at.path), range(len(self.game.cards.names))
        return next((card for card in every if card not in named and calling.cards_needed_to_call(at, card)), 0)

    def _with_called_card(self, state: State, card: int, call: rec.Call) -> State:
        """The state with a called card at its stated place, and all other cards in hand."""
        called = 1 << card
        hands, piles = [0] * len(state.hands), [0] * len(state.piles)
        hands[state.declarer] = self.game.cards.full & ~called
        where = stated_place(call, self.setting)
        if where == NOBODYS["monte"]:
            piles[:1] = [called]
        else:
            holder = self.setting.seat_after(state.declarer) if where is None else where
            hands[state.declarer if where == NOBODYS["hand"] else holder] |= called
        return state._replace(hands=tuple(hands), piles=tuple(piles))
