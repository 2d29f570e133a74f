"""What a walked hand comes to: its account, and what its own lines say against that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine import events as ev
from calarec.core.engine.actions import DeclareAction
from calarec.core.engine.moves import apply
from calarec.core.engine.settling import is_result_open, settle_hand
from calarec.core.engine.state import NOBODY
from calarec.core.engine.tally import Tally, add_up
from calarec.core.engine.terms import Outcome
from calarec.core.judge.assertions import Assertions
from calarec.core.judge.problems import Problems

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.core.engine.account import Account
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State
    from calarec.core.judge.judgement import Happened
    from calarec.core.judge.problems import Problem
    from calarec.core.judge.walk import Walk


def settle_events(
    game: Game, setting: Seating, state: State, happened: Iterable[Happened]
) -> tuple[Account | None, Tally]:
    """The account of a hand that is over; None for one that is not, or that was claimed without a contract.

    None too where claimed points leave open which side has won.
    There is none either where the cards of tricks and piles are not the pack, each card once: a card that the record
    has in two places, or in none, would be counted twice, or not at all.
    """
    tally = add_up(game.cards, setting, (happening.event for happening in happened))
    if not state.is_over or (state.outcome == "claimed" and state.step == "auction"):
        return None, tally
    if state.outcome in ("played", "claimed") and not tally.has_every_card_once:
        return None, tally
    if setting.carry.pot is None and tally.declarer != NOBODY and state.outcome != "void":
        return None, tally  # nobody knows what lies in the pot
    if is_result_open(game, tally):
        return None, tally
    return settle_hand(game, tally), tally


def settle_walk(walk: Walk) -> tuple[Account | None, Tally]:
    """The account of a walked hand."""
    return settle_events(walk.game, walk.setting, walk.state, walk.happened)


def accounts_with_refused(walk: Walk) -> list[tuple[Account, Tally]]:
    """What a hand comes to if what was declared against the rules is counted: as it is said, or as another's.

    The other is whoever might have declared it; nothing where nothing was declared so.
    """
    found = []
    for meant in (_count_as_said, _count_for_another):
        counted = tuple(happening._replace(event=meant(walk, happening)) for happening in walk.happened)
        account, tally = settle_events(walk.game, walk.setting, walk.state, counted)
        if account is not None and counted != walk.happened:
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
    """What a hand comes to, and what the record asserts against it; nothing if the hand is lost or doubtful."""
    account, tally = settle_walk(walk)
    if not walk.is_certain or account is None:
        return None, []
    return account, _hold_assertions(walk, account, tally).problems.found


def is_account_borne_out(walk: Walk, account: Account | None, tally: Tally) -> bool:
    """Whether an account may stand: where a card is recorded where it cannot be, the record must not speak against it.

    What such a hand came to is told by its cards if they add up all the same; where its own result or payments are
    others, one of the two is wrong, and nobody can tell which.
    """
    if account is None or walk.is_certain:
        return True
    return _hold_assertions(walk, account, tally).stated is not False


def _hold_assertions(walk: Walk, account: Account, tally: Tally) -> Assertions:
    asserted = Assertions(walk.hand, walk.game, walk.setting, Problems(walk.game), tricks=walk.state.tricks)
    asserted.check(account, tally, None)
    return asserted
