"""Hands with unknown cards: certain, possible and impossible facts.

Terms. A *world* here is a plan whose problem has an answer. The *witness* is one possible placement of everything; a
hand is judged with it, and facts of only the witness are left out of the ruling.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import replace
from calarec.core.engine.actions import CallAction, DiscardAction, GiveAction, LayAction, PlayAction, TakeAction
from calarec.core.engine.cards import bits
from calarec.core.engine.events import TrickWon
from calarec.core.engine.moves import apply, legal
from calarec.core.engine.state import NOBODY, NOT_CALLED
from calarec.core.engine.terms import Refusal
from calarec.core.judge.breaches import with_stated_wording
from calarec.core.judge.deal import KnownDeal
from calarec.core.judge.possible_ends import names_of_bonuses
from calarec.core.judge.problems import Spot
from calarec.core.judge.ruling import has_stated_end, rule_hand, rule_unplayed_hand, settle_walk
from calarec.core.judge.seats import number_of
from calarec.core.judge.walking import walk_through
from calarec.core.mechanisms.rules import has_priced_irregularity
from calarec.core.records import model as rec
from calarec.core.wording.severities import DECLARED, UNPRICED
from calarec.unknown_cards import blanks
from calarec.unknown_cards.accounts import Accounts, PlayedWorld
from calarec.unknown_cards.blurring import Blurring, is_settled_by_tricks, sure_cards
from calarec.unknown_cards.claims import find_reachable_points
from calarec.unknown_cards.constraints import PHYSICAL, FactOf
from calarec.unknown_cards.deciding import find_deciding_facts
from calarec.unknown_cards.exchanges import IN_HAND, IN_PILE
from calarec.unknown_cards.search import ACCOUNT_STEPS, DECIDING_STEPS, ENDS_STEPS, WorldSearch, search_budget
from calarec.unknown_cards.solver.search import Placement, placement_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.core.engine.account import Account
    from calarec.core.engine.actions import Action
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State
    from calarec.core.engine.tally import Tally
    from calarec.core.judge.common_account import Common
    from calarec.core.judge.judgement import Happened, Judgement, Knowledge
    from calarec.core.judge.odds import Odds
    from calarec.core.judge.possible_ends import PossibleEnds
    from calarec.core.judge.problems import Problem, Problems
    from calarec.core.judge.totals_so_far import TotalsSoFar
    from calarec.core.judge.walk import Walk
    from calarec.core.records.model import Hand
    from calarec.unknown_cards.blanks import BlankLine, Key
    from calarec.unknown_cards.claims import ReachablePoints
    from calarec.unknown_cards.constraints import Constraints
    from calarec.unknown_cards.exchanges import Plan
    from calarec.unknown_cards.search import FoundWorld, Worlds
    from calarec.unknown_cards.solver.problem import Fact


_MOVED: Final = rec.TableCard | rec.Give | rec.Take | rec.Discard
_NOBODYS: Final = {"monte": IN_PILE, "hand": IN_HAND}


def find_refusal(game: Game, state: State, statement: rec.Statement) -> Refusal | None:
    """Find the refusal of a hand's next statement with any cards, for a lost hand."""
    seat = number_of(state.setting, getattr(statement, "seat", "") or getattr(statement, "leader", ""))
    if seat not in state.setting.active:
        return None
    held = list(bits(state.hands[seat]))
    action: Action | None = None
    if isinstance(statement, rec.Trick) and held:
        action = PlayAction(seat, held[0])
    elif isinstance(statement, rec.Call):
        action = CallAction(seat, game.cards.numbers.get(statement.card, 0))
    elif isinstance(statement, rec.Take):
        offered = (offer.cards for offer in legal(game, state) if offer.do == "take")
        there = next(offered, next((pile for pile in state.piles if pile), 0))
        action = TakeAction(seat, sum(1 << card for card in list(bits(there))[: len(statement.cards)]))
    elif isinstance(statement, rec.Discard | rec.TableCard):
        chosen = sum(1 << card for card in held[: len(statement.cards)])
        action = DiscardAction(seat, chosen) if isinstance(statement, rec.Discard) else LayAction(seat, chosen)
    elif isinstance(statement, rec.Give) and number_of(state.setting, statement.to) in state.setting.active:
        chosen = sum(1 << card for card in held[: len(statement.cards)])
        action = GiveAction(seat, chosen, number_of(state.setting, statement.to))
    answer = apply(game, state, action) if action is not None else None
    return answer if isinstance(answer, Refusal) else None


def replay_partial(
    hand: Hand, game: Game, setting: Seating, dealt: KnownDeal, problems: Problems, evening: TotalsSoFar
) -> Judgement:
    """Replay a hand with unknown cards or unwritten exchanges."""
    return PartialHand(hand, game, setting, dealt, problems, evening).rule_partial_hand()


class PartialHand:
    """One hand on its way from the record to a ruling."""

    def __init__(
        self, hand: Hand, game: Game, setting: Seating, dealt: KnownDeal, problems: Problems, evening: TotalsSoFar
    ) -> None:
        self.hand = hand
        self.game = game
        self.setting = setting
        self.dealt = dealt
        self.problems = problems
        self.evening = evening
        self.world_search: WorldSearch = WorldSearch(hand, game, setting, problems)

    def rule_partial_hand(self) -> Judgement:
        """The ruling."""
        worlds = self.world_search.find_worlds()
        if not worlds.found:
            return self._judge_without_world(worlds)
        first = worlds.found[0]
        known = self.world_search.certain_cards(worlds)
        lines = blanks.card_lines(self.hand, self.game, self.setting, first.question)
        physical = any(_fact_origin(fact).weight == PHYSICAL for fact in first.refused)
        # Nothing is concluded from a record that cannot be right.
        told = () if physical else blanks.deduced_lines(first.question, lines, known, self.game)
        knowledge: Knowledge = "impossible" if physical else self._knowledge(worlds, lines, known)
        return self._judge_worlds(worlds, knowledge, known, told)

    def _knowledge(self, worlds: Worlds, lines: list[BlankLine], known: dict[Key, int]) -> Knowledge:
        question = worlds.found[0].question
        forced = worlds.whole and len(worlds.found) == 1 and _is_all_known(question, known)
        if not forced:
            return "possible"
        unwritten = any(move.statement is not None and not move.written for move in question.plan.moves)
        blank = any("_" in name or not line.statement.cards for line in lines for name in line.statement.cards or "_")
        return "forced" if unwritten or blank else "complete"

    # ------------------------------------------------------------------ judging

    def _judge_worlds(
        self, worlds: Worlds, knowledge: Knowledge, known: dict[Key, int], told: tuple[str, ...]
    ) -> Judgement:
        doubt = None
        if knowledge not in ("forced", "complete"):
            sure = self._sure_cards(worlds, known)
            self.problems.sure = sure
            doubt = _Doubt(self, worlds, known, sure)
        before = len(self.problems.found)
        whole, lost, walk = self._walk_through_one(worlds)
        first = worlds.found[0]
        replayed = rule_hand(walk, self.problems, self.evening, knowledge=knowledge, deduced=told, doubt=doubt)
        self._report_refused_facts(first, before, upset=walk.has_stated_exchange_fault)
        self._name_no_partner(worlds, before)
        self._name_no_holder(worlds, known, whole, before)
        self._name_no_winner(replayed, before)
        unfollowed = lost is not None
        if lost is not None:
            declared = replayed.verdict == "irregular"
            is_told = any(self._errors_since(before))
            if not is_told:
                self._report_lost(walk.go_back(lost).state, whole, lost, declared=declared)
            unfollowed = is_told or not declared
        if worlds.gave_up and knowledge == "possible":
            self.problems.add("CAL313", None)
        elif doubt is not None and doubt.gave_up:
            self.problems.add("CAL313", None, wording="account")
        elif knowledge == "possible" and self.world_search.proofs.is_spent:
            self.problems.add("CAL313", None, wording="cards")
        verdict = replayed.verdict
        if (first.refused or unfollowed) and verdict in ("legal", "incomplete"):
            verdict = "illegal"
        if doubt is None or verdict == "illegal":
            return replace(replayed, hand=self.hand, verdict=verdict)
        ends, odds = doubt.find_ends(), doubt.find_odds()
        return replace(replayed, hand=self.hand, verdict=verdict, possible=ends, odds=odds)

    def _walk_through_one(self, worlds: Worlds) -> tuple[Hand, int | None, Walk]:
        """Walk the first world, or one that can reach the claimed points, then put first."""
        refused: list[ReachablePoints] = []
        first, walks = worlds.found[0], []
        for found_world in worlds.found:
            question = found_world.question
            witness = self.world_search.asserting_world(found_world)
            walks.append(self.walk_witness(question, placement_of(question.problem, witness)))
            _, lost, walk = walks[-1]
            claimed = (
                None
                if lost is not None
                else find_reachable_points(found_world, walk, search_budget(self.problems, ACCOUNT_STEPS))
            )
            if claimed is not None and claimed.way is None:
                refused.append(claimed)
            elif lost is None or found_world is first:
                worlds.found.remove(found_world)
                worlds.found.insert(0, found_world)
                way = None if claimed is None else claimed.way
                return walks[-1] if way is None else self.walk_witness(question, placement_of(question.problem, way))
        worlds.gave_up |= not all(points.whole for points in refused)
        whole, lost, _ = walks[0]
        return whole, lost, refused[0].walk_with_ranges(refused)

    def walk_witness(self, question: Constraints, witness: Placement) -> tuple[Hand, int | None, Walk]:
        """Walk a hand as in its witness; also its first statement that cannot be followed."""
        whole = self._complete_hand(question, witness)
        lost = self._where_lost(question.plan, whole)
        behind = lost + 1 if lost is not None else None
        walk = walk_through(
            whole, self.game, self.setting, self._known_deal(witness), known_cards=self.problems.sure, lost=behind
        )  # fmt: skip
        return whole, lost, walk

    def _sure_cards(self, worlds: Worlds, known: dict[Key, int]) -> int:
        """The cards that went the same way in every world."""
        sure = -1 if worlds.whole else 0
        for found_world in worlds.found:
            sure &= sure_cards(
                found_world.question.problem,
                found_world.world,
                blanks.placement_from_known(found_world.question, known),
            )
        return sure

    def walk_world(self, found: FoundWorld) -> tuple[State, Tally] | None:
        """The end of the hand in a world, with its sums; None if it has no end."""
        witness = placement_of(found.question.problem, found.solution)
        hand = self._complete_hand(found.question, witness)
        walk = walk_through(hand, self.game, self.setting, self._known_deal(witness), known_cards=0)
        if not walk.is_certain or not walk.state.is_over:
            return None
        return walk.state, settle_walk(walk)[1]

    def _complete_hand(self, question: Constraints, witness: Placement) -> Hand:
        """Fill in unknown cards and unwritten lines by the witness."""
        where = blanks.cards_by_key(question, witness)
        lines = blanks.card_lines(self.hand, self.game, self.setting, question)
        better: dict[int, rec.Statement] = {
            id(line.statement): blanks.fill_line(line, where, self.game) for line in lines
        }
        better |= blanks.fill_calls(question, witness, self.game)
        statements = tuple(better.get(id(statement), statement) for statement in question.plan.statements)
        if not question.plan.lost:
            statements = tuple(self._with_any_card(statement) for statement in statements)
        return replace(self.hand, statements=statements)

    def _with_any_card(self, statement: rec.Statement) -> rec.Statement:
        """Put any card into plays for which no hand has a card left: they are too many."""
        if not isinstance(statement, rec.Trick):
            return statement
        any_card = self.game.cards.names[0]
        return statement._replace(cards=tuple(any_card if "_" in name else name for name in statement.cards))

    def _known_deal(self, witness: Placement) -> KnownDeal:
        seats = len(self.setting.labels)
        piles = witness.starts[seats : seats + len(self.game.piles)]
        return KnownDeal(list(witness.starts[:seats]), list(piles), self.dealt.recorded)

    def _report_refused_facts(self, found: FoundWorld, before: int, *, upset: bool) -> None:
        """Report refused facts that are not yet reported.

        `upset`: the irregularity in the exchange is stated.
        """
        told = {problem.line for problem in self._errors_since(before)}
        for fact in found.refused:
            about = _fact_origin(fact)
            if about.statement.line in told or (upset and not isinstance(about.statement, rec.Trick)):
                continue
            told.add(about.statement.line)
            card = about.card if about.kind in ("play", "follow", "show", "declare") else None
            self.problems.add("CAL310", about.statement, card=card, wording=about.kind)

    def _name_no_partner(self, worlds: Worlds, before: int) -> None:
        """Leave the partner's name out of reports if it is not known."""
        calls = {tuple(call.found for call in found_world.question.plan.calls) for found_world in worlds.found}
        if worlds.whole and len(calls) == 1:
            return
        kept: list[Problem] = []
        for problem in self.problems.found[before:]:
            hidden = problem._replace(wording="hidden", spot=Spot(), args=problem.args | {"label": ""})
            if problem.code != "CAL525":
                kept.append(problem)
            elif hidden not in kept:
                kept.append(hidden)
        self.problems.found[before:] = kept

    def _name_no_holder(self, worlds: Worlds, known: dict[Key, int], whole: Hand, before: int) -> None:
        """Leave the place of a called card out of reports if it is not known.

        They contain at most that it was not where its line has it.
        """
        calls = whole.every(rec.Call)
        for at, problem in enumerate(self.problems.found[before:], before):
            call = problem.statement
            if problem.code != "CAL423" or not isinstance(call, rec.Call):
                continue
            number = next(number for number, other_call in enumerate(calls) if other_call is call)
            if worlds.whole and known.get(("found", number), 0):
                continue
            places = {found_world.question.plan.calls[number].found for found_world in worlds.found}
            stated = _NOBODYS.get(call.place, number_of(self.setting, call.place))
            args = {name: value for name, value in problem.args.items() if name != "actual"}
            self.problems.found[at] = problem._replace(wording="together" if stated in places else "unsure", args=args)

    def _name_no_winner(self, replayed: Judgement, before: int) -> None:
        """Leave the next leader out of reports if the winner of a trick is not known."""
        won = {
            happening.event.number: happening.event.winner
            for happening in replayed.happened
            if isinstance(happening.event, TrickWon)
        }
        for at, problem in enumerate(self.problems.found[before:], before):
            led = problem.statement.number if isinstance(problem.statement, rec.Trick) else 0
            if problem.code == "CAL501" and won.get(led - 1) == NOBODY and problem.wording in ("", DECLARED, UNPRICED):
                args = {name: value for name, value in problem.args.items() if name != "due"}
                self.problems.found[at] = problem._replace(wording=f"unsure {problem.wording}".rstrip(), args=args)

    def _errors_since(self, before: int) -> Iterator[Problem]:
        """Yield the problems since then, also answered ones."""
        return (problem for problem in self.problems.found[before:] if problem.severity == "error" or problem.answered)

    def _where_lost(self, plan: Plan, whole: Hand) -> int | None:
        """The first statement that cannot be followed; unfilled moves were not planned."""
        if plan.lost:
            return plan.before_play
        left = (
            n
            for n, statement in enumerate(whole.statements)
            if isinstance(statement, _MOVED) and "_" in "".join(statement.cards)
        )
        return next(left, None)

    def _report_lost(self, state: State, whole: Hand, at: int, *, declared: bool) -> None:
        """Report the reason why nothing after a certain statement is known.

        `declared`: the record itself says that something went wrong.
        """
        statement = next(iter(whole.statements[at:]), None)
        refusal = None if statement is None else find_refusal(self.game, state, statement)
        if statement is not None and refusal is not None:
            self.problems.sure = 0
            if declared:
                words = [fault.word for fault in self.hand.every(rec.Fault)]
                refusal = with_stated_wording(
                    refusal, DECLARED if has_priced_irregularity(self.game.rules, words) else UNPRICED
                )
            self.problems.add_refusal(refusal, statement, (), answered=declared)
        elif not declared:
            self.problems.add("CAL312", statement)

    def _judge_without_world(self, worlds: Worlds) -> Judgement:
        """No world at all: nothing fits, or it could not be settled."""
        if worlds.gave_up:
            self.problems.add("CAL313", None, wording="packets" if worlds.hides_tops else "nothing")
            return rule_unplayed_hand(self.hand, self.game, self.setting, "incomplete", "unsettled")
        culprit = next((statement for statement in self.hand.statements if self._is_unfillable(statement)), None)
        self.problems.add("CAL311" if culprit is not None else "CAL312", culprit)
        return rule_unplayed_hand(self.hand, self.game, self.setting, "illegal", "impossible")

    def _is_unfillable(self, statement: rec.Statement) -> bool:
        """Check whether a single deal asks for more cards of a kind than are left."""
        if not isinstance(statement, rec.Deal | rec.Monte) or not any("_" in name for name in statement.cards):
            return False
        numbers, free = self.game.cards.numbers, self.game.cards.full
        for other in self.hand.statements:
            if isinstance(other, rec.Deal | rec.Monte) and other is not statement:
                free &= ~sum(1 << number for number in {numbers[n] for n in other.cards if n in numbers})
        groups = self.world_search.posing.groups_of_names(statement.cards)
        return any((group.cards & free).bit_count() < group.size for group in groups)


class _Doubt:
    """Keeps facts of only one world out of a ruling."""

    def __init__(self, partial: PartialHand, worlds: Worlds, known: dict[Key, int], sure: int) -> None:
        self.partial = partial
        self.worlds = worlds
        self.known = known
        self.sure = sure
        self.gave_up = False
        self.accounts: Accounts | None = None
        """All accounts, once they were taken."""

    def find_ends(self) -> PossibleEnds | None:
        """The possible ends of the hand; None if it is settled.

        None too if they are not asked for, and the hand states no end. A stated end is held against them.
        """
        problems, is_asked = self.partial.problems, self.partial.evening.finds_ends
        if self.accounts is None or problems is not problems.loud:
            return None
        if not is_asked and not has_stated_end(self.partial.hand):
            return None
        ends = self.accounts.find_ends(search_budget(problems, ENDS_STEPS))
        is_open = ends is not None and ends.payments is not None and len(ends.payments) > 1
        if ends is None or not is_open or not is_asked or not self.accounts.can_be_decided:
            return ends
        deciding = find_deciding_facts(self.accounts.played, search_budget(problems, DECIDING_STEPS))
        return replace(ends, deciding=deciding)

    def find_odds(self) -> Odds | None:
        """Find the odds of the ends of a hand; None if settled or not asked for.

        None too if not all worlds are known.
        """
        partial, found = self.partial, self.worlds.found
        seed, is_first = partial.evening.odds_seed, partial.problems is partial.problems.loud
        if seed is None or not is_first or not self.worlds.whole or found[0].refused or found[0].question.plan.lost:
            return None
        accounts = self.accounts or Accounts(
            partial.hand, partial.game, partial.setting, partial.evening, search_budget(partial.problems, ACCOUNT_STEPS)
        )
        if accounts.common.is_settled:
            return None
        from calarec.unknown_cards.sampling import find_odds

        played = [
            (world, PlayedWorld(accounts, world, *walked))
            for world in found
            for walked in [partial.walk_world(world)]
            if walked is not None and not accounts.is_unplayed(walked[1])
        ]
        if len(played) < len(found) or not all(world.can_be_counted for _, world in played):
            return None
        wanted = 0 if accounts.common.contradicted_items else (1 << len(accounts.common.items)) - 1
        bonuses = names_of_bonuses(partial.game, {world.template.contract for _, world in played})
        return find_odds(played, wanted, bonuses, seed)

    def common(self, walk: Walk, account: Account | None, tally: Tally) -> Common | None:
        """The common part of all worlds."""
        partial, worlds = self.partial, self.worlds
        first = worlds.found[0]
        if account is None or first.refused or first.question.plan.lost:
            return None
        budget = search_budget(partial.problems, ACCOUNT_STEPS)
        accounts = Accounts(partial.hand, partial.game, partial.setting, partial.evening, budget)
        if not worlds.whole:
            every_play = all(self.known.get(("play", slot), 0) for slot in range(len(first.question.slots)))
            if not is_settled_by_tricks(partial.game, walk.state, every_play=every_play):
                return None
            accounts.add_account(accounts.settle_world(tally))
            return accounts.common
        for found_world in worlds.found:
            walked = (walk.state, tally) if found_world is first else partial.walk_world(found_world)
            if walked is None or not accounts.can_collect_accounts(found_world, *walked):
                self.gave_up = True
                return None
        self.gave_up = accounts.gave_up
        self.accounts = accounts
        return accounts.common

    def blur_events(self, happened: Sequence[Happened]) -> tuple[Happened, ...]:
        """The events with the unknown cards marked."""
        return Blurring(self.partial.game, self.partial.setting, self.worlds, self.known, self.sure).blur_all(happened)

    def state(self, state: State) -> State:
        """The state without partners of whom it is not known who they are."""
        calls = range(len(self.worlds.found[0].question.plan.calls))
        where = [self.known.get(("found", number), 0) for number in calls]
        if all(where):
            return state
        contracts = {found_world.question.plan.state.contract for found_world in self.worlds.found}
        contract = state.contract if len(contracts) == 1 else ""
        known = sum(1 << place.bit_length() - 3 for place in where if place.bit_length() > 2)
        return state._replace(partners=state.partners & known, found=NOT_CALLED, contract=contract)


def _is_all_known(question: Constraints, known: dict[Key, int]) -> bool:
    sizes = question.problem.starts
    return (
        all(
            known.get(("deal", place), 0).bit_count() == sum(group.size for group in groups)
            for place, groups in enumerate(sizes)
        )
        and all(
            known.get(key, 0).bit_count() == question.plan.moves[number].size
            for number, key in blanks.move_keys(question)
        )
        and all(known.get(("play", slot), 0) for slot in range(len(question.slots)))
        and all(known.get(("call", number), 0) for number in range(len(question.plan.calls)))
    )


def _fact_origin(fact: Fact) -> FactOf:
    assert isinstance(fact.about, FactOf)
    return fact.about
