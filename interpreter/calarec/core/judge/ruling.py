"""The ruling on a walked hand: its account, totals, assertions and verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from calarec.core.base.frozen import replace
from calarec.core.engine import events as ev
from calarec.core.engine.actions import DeclareAction
from calarec.core.engine.cards import bits
from calarec.core.engine.moves import apply
from calarec.core.engine.settling import carried_on, is_result_open, settle_hand
from calarec.core.engine.state import DRAWING, NOBODY
from calarec.core.engine.tally import Tally, add_up
from calarec.core.engine.terms import Outcome
from calarec.core.judge.assertions import Assertions
from calarec.core.judge.judgement import Judgement, Knowledge, Verdict
from calarec.core.judge.problems import Problems
from calarec.core.mechanisms.rules import deals_again
from calarec.core.records import model as rec

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from calarec.core.engine.account import Account
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State
    from calarec.core.engine.tally import Tally
    from calarec.core.judge.common_account import Common
    from calarec.core.judge.judgement import Happened
    from calarec.core.judge.problems import Problem
    from calarec.core.judge.totals_so_far import TotalsSoFar
    from calarec.core.judge.walk import Walk
    from calarec.core.records.model import Hand


class Unsure(Protocol):
    """The uncertain facts to keep out of a ruling, as some possible worlds lack them."""

    def common(self, walk: Walk, account: Account | None, tally: Tally) -> Common | None:
        """The common part of all worlds; None if there is none, or it is not known."""

    def blur_events(self, happened: Sequence[Happened]) -> tuple[Happened, ...]:
        """The events with the cards marked that are not known."""

    def state(self, state: State) -> State:
        """The last state without what is not known of it."""


def has_stated_end(hand: Hand) -> bool:
    """Check whether the result of a hand is written, for `score_only` to examine."""
    return hand.has_any(rec.Result, rec.Score)


def _is_pot_unknown(hand: Hand, setting: Seating, tally: Tally, outcome: str) -> bool:
    """Check for a contract played for an unknown pot, without a stated result."""
    played = tally.declarer != NOBODY and outcome in ("played", "claimed")
    return played and setting.carry.has_unknown_payment and not has_stated_end(hand)


def rule_hand(
    walk: Walk,
    problems: Problems,
    evening: TotalsSoFar,
    *,
    knowledge: Knowledge = "complete",
    deduced: tuple[str, ...] = (),
    doubt: Unsure | None = None,
) -> Judgement:
    """Make the ruling on a hand that has gone through the engine, with its problems."""
    game, setting, hand, state = walk.game, walk.setting, walk.hand, walk.state
    problems.found += walk.problems
    problems.played = hand.statements
    account, tally = settle_walk(walk)
    common: Common | None = None
    last = state if doubt is None else doubt.state(state)
    # A void deal costs what it costs whatever the cards were, and whatever happened to them.
    if tally.outcome == "void":
        account = replace(account, partners=tuple(bits(last.partners))) if account is not None else None
    elif doubt is not None:
        common = None if not walk.is_certain else doubt.common(walk, account, tally)
        account = common.shared_account if common is not None else None
    else:
        account = account if is_account_borne_out(walk, account, tally) else None
    is_abandoned = any(end.kind == "abandoned" for end in hand.every(rec.End))
    outcome = state.outcome or ("abandoned" if is_abandoned else "")
    added = account if common is None else common.account_of_gains
    totals: dict[str, int] | None
    totals, standing = evening.add_hand(hand, added, setting.labels, outcome)
    assertions = Assertions(hand, game, setting, problems, evening=evening, tricks=state.tricks)
    if common is not None and common.first is not None:
        assertions.among(common, totals if added is not None else None)
    elif account is not None:
        assertions.check(account, tally, totals, instead=accounts_with_refused(walk) if walk.notes.breaches else ())
    if added is None and (state.is_over or _find_verdict(walk) == "illegal"):
        totals, standing = None, None
    if not state.is_over and not walk.is_lost and not is_abandoned:
        problems.add("CAL517", hand.end, rule=state.step if state.step in ("play", "auction") else "",
                     wording=_waiting_for(state))  # fmt: skip
    if outcome == "void" and not state.faults and not deals_again(game.rules, state.stated_words):
        problems.add("CAL517", hand.end, wording="void")
    if account is None and _is_pot_unknown(hand, setting, tally, outcome):
        problems.add("CAL322", None, wording="pot" if setting.carry.pot is None else "match")
    evening.inherited = carried_on(game, state, account, problems.sure)
    return Judgement(
        hand=hand,
        game=game,
        setting=setting,
        happened=walk.happened if doubt is None else doubt.blur_events(walk.happened),
        state=last,
        verdict=_find_verdict(walk),
        knowledge=knowledge,
        stated=assertions.stated,
        outcome=outcome,
        account=account,
        totals=totals,
        standing=standing,
        deduced=deduced,
        sure=problems.sure,
    )


def _find_verdict(walk: Walk) -> Verdict:
    if walk.notes.breaches > walk.notes.stated_breaches:
        return "illegal"
    if not walk.state.is_over:
        return "incomplete"
    return "irregular" if walk.notes.breaches or walk.state.faults else "legal"


def _waiting_for(state: State) -> str:
    if state.step in ("auction", "play"):
        return state.step
    return "play" if state.step == DRAWING else "exchange"


def rule_unplayed_hand(
    hand: Hand, game: Game, setting: Seating | None, verdict: Verdict, knowledge: Knowledge = "complete"
) -> Judgement:
    """The ruling on a hand that cannot be taken through the engine."""
    return Judgement(hand=hand, game=game, setting=setting, verdict=verdict, knowledge=knowledge)


def settle_events(
    game: Game, setting: Seating, state: State, happened: Iterable[Happened]
) -> tuple[Account | None, Tally]:
    """The account of a finished hand; None if unfinished or claimed without contract.

    None too where claimed points leave open which side has won, and where the cards of tricks and piles are not the
    pack, each card once. A card that the record has in two places, or in none, would be counted twice, or not at all.
    """
    tally = add_up(game.cards, setting, (happening.event for happening in happened))
    if not state.is_over or (state.outcome == "claimed" and state.step == "auction"):
        return None, tally
    if state.outcome in ("played", "claimed") and not tally.has_every_card_once:
        return None, tally
    if setting.carry.has_unknown_payment and tally.declarer != NOBODY and state.outcome != "void":
        return None, tally  # what lies in the pot, or what the match multiplies, is not known
    if is_result_open(game, tally):
        return None, tally
    return settle_hand(game, tally), tally


def settle_walk(walk: Walk) -> tuple[Account | None, Tally]:
    """The account of a walked hand."""
    return settle_events(walk.game, walk.setting, walk.state, walk.happened)


def accounts_with_refused(walk: Walk) -> list[tuple[Account, Tally]]:
    """The accounts that count refused declarations, as made or as another seat's.

    The other seat is any that might have declared it. Empty without a refused declaration.
    """
    found = []
    for meant in (_count_as_said, _count_for_another):
        events = [meant(walk, happening) for happening in walk.happened]
        if all(event is happening.event for event, happening in zip(events, walk.happened, strict=True)):
            continue
        counted = [happening._replace(event=event) for event, happening in zip(events, walk.happened, strict=True)]
        account, tally = settle_events(walk.game, walk.setting, walk.state, counted)
        if account is not None:
            found.append((account, tally))
    return found


def _count_as_said(_walk: Walk, happened: Happened) -> ev.Event:
    event = happened.event
    return event._replace(refused=False) if isinstance(event, ev.Declared) and event.refused else event


def _count_for_another(walk: Walk, happened: Happened) -> ev.Event:
    event, state = happened.event, happened.state
    if not isinstance(event, ev.Declared) or not event.refused or state is None:
        return event
    said = (DeclareAction(seat, event.word, event.cards, event.unknown) for seat in walk.setting.active)
    seats = [finding.seat for finding in said if isinstance(apply(walk.game, state, finding), Outcome)]
    return event._replace(seat=seats[0], refused=False) if len(seats) == 1 else event


def find_account(walk: Walk) -> tuple[Account | None, list[Problem]]:
    """The account of a walk and the assertions against it.

    Nothing if the hand is lost or doubtful.
    """
    account, tally = settle_walk(walk)
    if not walk.is_certain or account is None:
        return None, []
    return account, _hold_assertions(walk, account, tally).problems.found


def is_account_borne_out(walk: Walk, account: Account | None, tally: Tally) -> bool:
    """Check whether an account may count: an uncertain hand must not contradict it.

    A card is recorded at an impossible place there. Its cards decide if they add up all the same. If its own
    result or payments differ, one of the two is wrong, and it is not clear which.
    """
    if account is None or walk.is_certain:
        return True
    return _hold_assertions(walk, account, tally).stated is not False


def _hold_assertions(walk: Walk, account: Account, tally: Tally) -> Assertions:
    asserted = Assertions(walk.hand, walk.game, walk.setting, Problems(walk.game), tricks=walk.state.tricks)
    asserted.check(account, tally, None)
    return asserted
