"""The ends of a hand whose last tricks were not written.

If few tricks are missing, each is judged as written with unknown cards, led by every seat that can have led to it:
these are all ways of the hand. If those are too many to be looked at, the written tricks still bound its end.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import dataclass, replace
from calarec.core.engine.events import TrickWon
from calarec.core.engine.state import NOTHING_CARRIED
from calarec.core.judge.hand import replay_hand
from calarec.core.judge.lines import find_trick_winner, find_written_trump
from calarec.core.judge.possible_ends import DecidingFacts, GatheredEnds, names_of_bonuses
from calarec.core.judge.score import UNKNOWN_SCORE
from calarec.core.records import model as rec
from calarec.score_only.judging import count_ends
from calarec.unknown_cards.exchanges import BLANK
from calarec.unknown_cards.remembering import with_facts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating
    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.possible_ends import MemorableFact, PossibleEnds
    from calarec.core.judge.running_totals import RunningTotals
    from calarec.core.records.model import Hand

MAX_ORDERS: Final = 27
"""The most orders of leaders in the missing tricks: three tricks of three seats."""
_MAX_TRIED: Final = 4
"""The deciding facts that are tried in every order."""


def find_ends_of_rest(
    judged: Judgement, setting: Seating, ends: PossibleEnds, begin_totals: Callable[..., RunningTotals]
) -> PossibleEnds:
    """The ends of a hand that breaks off, or of which not every way was looked at."""
    if setting.carry == NOTHING_CARRIED and not judged.hand.every(rec.Result):
        rest = _Rest(judged.game, setting, begin_totals, tuple(_completed_hands(judged, setting)))
        found = rest.find_ends()
        if found is not None:
            return replace(found, deciding=rest.find_deciding_facts(found))
    counted = count_ends(judged, setting, begin_totals(judged.game, score=UNKNOWN_SCORE))
    return ends if counted is None else replace(ends, by_counting=counted)


@dataclass(slots=True)
class _Rest:
    """A hand with missing tricks of unknown cards, for each order of their leaders."""

    game: Game
    setting: Seating
    begin_totals: Callable[..., RunningTotals]
    orders: tuple[Hand, ...]

    def find_ends(self, *, facts: tuple[MemorableFact, ...] = ()) -> PossibleEnds | None:
        """The ends of all ways; None if there are too many.

        With facts, those of the ways that have them; None if these do not decide.
        """
        gathered, contracts = GatheredEnds(), dict[str, None]()
        payments = set[tuple[int, ...]]()
        deciding: dict[tuple[MemorableFact, ...], DecidingFacts] = {}
        possible = []
        for hand in self.orders:
            evening = self.begin_totals(self.game, score=UNKNOWN_SCORE, finds_ends=True)
            written = with_facts(hand, self.game, self.setting, facts) if facts else hand
            judged = replay_hand(written, self.game, evening, evening.gap_judge, literal=True)
            if any(finding.code == "CAL313" for finding in judged.findings):
                return None
            if judged.verdict == "illegal" or judged.knowledge == "impossible":
                continue
            if judged.possible is not None and judged.possible.whole:
                gathered.add_possible_ends(judged.possible)
                contracts[judged.possible.contract] = None
                deciding |= {found.facts: found for found in judged.possible.deciding}
                payments |= {*(judged.possible.payments or ())}
            elif judged.possible is None and judged.account is not None and judged.account.payments:
                gathered.add_settled_end(judged.account)
                contracts[judged.account.contract] = None
                payments.add(judged.account.payments)
            else:
                return None
            # A fact with two ends decides nothing, whatever the other orders are.
            if facts and len(payments) > 1:
                return None
            possible.append(hand)
        if not contracts:
            return None
        self.orders = self.orders if facts else tuple(possible)
        ends = gathered.find_ends(names_of_bonuses(self.game, contracts), whole=True)
        return replace(ends, deciding=tuple(deciding.values()))

    def find_deciding_facts(self, ends: PossibleEnds) -> tuple[DecidingFacts, ...]:
        """The facts that decide in every order, of those that decide in one."""
        if ends.payments is None or len(ends.payments) < 2:
            return ()
        if len(self.orders) == 1:
            return ends.deciding
        found = []
        for facts in [decided.facts for decided in ends.deciding][:_MAX_TRIED]:
            then = self.find_ends(facts=facts)
            if then is not None and then.payments is not None and len(then.payments) == 1:
                wins = {side.wins for side in then.sides if then.declarer in side.seats}
                found.append(DecidingFacts(facts, wins.pop() if len(wins) == 1 else None, *then.payments))
        return tuple(found)


def _completed_hands(judged: Judgement, setting: Seating) -> Iterator[Hand]:
    """Yield the hand with its missing tricks for each order of leaders, if few."""
    hand, game, players = judged.hand, judged.game, len(setting.active)
    written = {trick.number: trick for trick in hand.every(rec.Trick)}
    total, last = game.tricks(setting), hand.every(rec.Trick)[-1]
    missing = [number for number in range(1, total + 1) if number not in written]
    if not missing and len(last.cards) == players:
        return
    if list(written) != sorted(written) or len(written) < len(hand.every(rec.Trick)) or last.number > total:
        return
    written[last.number] = last._replace(cards=(*last.cards, *(BLANK for _ in range(players - len(last.cards)))))
    orders = [_possible_leaders(judged, written.get(number - 1), setting) for number in missing]
    if prod(map(len, orders)) > MAX_ORDERS:
        return
    before = [line for line in hand.statements if not isinstance(line, rec.Trick)]
    place = next(at for at, line in enumerate(hand.statements) if isinstance(line, rec.Trick))
    rest = [line for line in hand.statements[place:] if not isinstance(line, rec.Trick)]
    if any(not isinstance(line, rec.End | rec.Note) for line in rest):
        return
    for leaders in product(*orders):
        added = {
            number: rec.Trick(number, setting.labels[leader], (BLANK,) * players)
            for number, leader in zip(missing, leaders, strict=True)
        }
        tricks = [{**written, **added}[number] for number in range(1, total + 1)]
        yield replace(hand, statements=(*before[:place], *tricks, *before[place:]))


def _possible_leaders(judged: Judgement, before: rec.Trick | None, setting: Seating) -> tuple[int, ...]:
    """The seats that can have led to a missing trick, by the trick before it."""
    winner = -1 if before is None else _winner_of(judged, before, setting)
    return (winner,) if winner >= 0 else setting.active


def _winner_of(judged: Judgement, last: rec.Trick, setting: Seating) -> int:
    """The winner of a written trick; negative if that is not known."""
    won = (
        happening.event.winner
        for happening in judged.happened
        if isinstance(happening.event, TrickWon) and happening.event.number == last.number
    )
    by_cards = find_trick_winner(last, judged.game, setting, find_written_trump(judged.hand, judged.game))
    return max(by_cards, next(won, -1))
