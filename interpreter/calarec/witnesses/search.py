"""The search for a witness: a complete legal hand that agrees with a record.

If cards are written the way is one of the worlds of `unknown_cards`; if only the score is, hands are played out until
one ends so. Every witness is replayed before it is returned: it is legal, complete, and bears out every line.
"""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple, replace
from calarec.core.engine.cards import bits
from calarec.core.engine.moves import start
from calarec.core.engine.settling import settle_hand
from calarec.core.engine.state import NOBODY
from calarec.core.engine.tally import add_up
from calarec.core.judge.hand import is_score_only
from calarec.core.judge.problems import Problems
from calarec.core.judge.score import UNKNOWN_SCORE
from calarec.core.judge.seats import number_of
from calarec.core.mechanisms.conditions import is_for_contract
from calarec.core.records import model as rec
from calarec.playing.dealing import deal
from calarec.playing.writing import event_statements, outcome_statements
from calarec.record_judge.gaps import begin_totals
from calarec.score_only.judging import possible_outcomes
from calarec.score_only.outcomes import amount_range
from calarec.simulation.bots import FREE
from calarec.simulation.playing import HandOfBots
from calarec.unknown_cards.accounts import Accounts
from calarec.unknown_cards.completing import complete_hand
from calarec.witnesses.arranging import (
    ARRANGED_FIGURES,
    FEW_CHANGES,
    MANY_CHANGES,
    FigureLimits,
    PlayedHand,
    arrange_hand,
)
from calarec.witnesses.attitudes import FollowingBot, NotFollowedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from calarec.core.engine import events as ev
    from calarec.core.engine.account import Account
    from calarec.core.engine.state import Seating
    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.walk import Walk
    from calarec.core.mechanisms.settle import Bonus
    from calarec.core.records.model import Hand
    from calarec.core.wording.findings import Finding

    Wanted = Callable[[Account], bool]

MAX_TRIES: Final = 600
"""The most hands that are played out for one witness."""
MAX_ARRANGED: Final = 12
"""The most of them whose cards are arranged by few changes to reach the points."""
_MAX_ARRANGED_AGAIN: Final = 8
"""The number of these to arrange again by many changes, after few failed."""
_SEED: Final = 1


class HandWitness(NamedTuple):
    """A witness, or the reason why there is none."""

    hand: Hand | None = None
    judged: Judgement | None = None
    """The witness as it is judged."""
    contradiction: Finding | None = None
    excluded: bool = False
    """True if every way was examined."""
    tries: int = 0


def find_witness(judged: Judgement, *, won: bool | None = None) -> HandWitness:
    """Find a witness of a judged hand, `won` by the declarer's side or lost."""
    wrong = next((finding for finding in judged.findings if finding.severity == "error"), None)
    if wrong is not None or judged.setting is None or judged.verdict in ("illegal", "unreadable"):
        return HandWitness(contradiction=wrong or next(iter(judged.findings), None))
    return _WitnessSearch(judged, judged.setting, won=won).find_witness()


def _has_ended(account: Account, *, won: bool | None) -> bool:
    """Check whether the declarer's side has won, or lost, as asked."""
    return won is None or (account.declarer != NOBODY and any(
        side.wins is won for side in account.sides if account.declarer in side.seats
    ))  # fmt: skip


class _WitnessSearch:
    """Looks for a witness of one hand."""

    def __init__(self, judged: Judgement, setting: Seating, *, won: bool | None) -> None:
        self.judged = judged
        self.game = judged.game
        self.setting = setting
        self.won = won
        self.evening = begin_totals(judged.game, score=UNKNOWN_SCORE)
        self.asserted = Accounts(judged.hand, judged.game, setting, self.evening, budget=Problems(judged.game).budget)
        self.stated_figures = self._stated_figures()

    def find_witness(self) -> HandWitness:
        """The first witness that is found."""
        known = self.judged.account
        ended = {side.wins for side in known.sides if known.declarer in side.seats} - {None} if known else set()
        is_passed = known is not None and known.declarer == NOBODY
        if self.won is not None and (is_passed or (ended and self.won not in ended)):
            return HandWitness(excluded=True)
        if is_score_only(self.judged.hand):
            return self._play_out_hands(None)
        state = self.judged.state
        if self.judged.knowledge in ("complete", "forced") and state is not None and state.is_over:
            found = self._make_witness([happening.event for happening in self.judged.happened])
            return found or HandWitness(excluded=True)
        completed = complete_hand(self.judged, self.setting, self.evening, self._is_wanted)
        if completed.walk is None:
            return HandWitness(excluded=completed.whole)
        if completed.walk.state.is_over:
            found = self._make_witness([happening.event for happening in completed.walk.happened])
            return found or HandWitness()
        return self._play_out_hands(completed.walk)

    def _is_wanted(self, account: Account) -> bool:
        return _has_ended(account, won=self.won) and self._is_settled_as_judged(account)

    def _is_settled_as_judged(self, account: Account) -> bool:
        """Check whether an account has all settled parts of the hand's judgement."""
        known = self.judged.account
        if known is None:
            return True
        if known.payments and known.payments != account.payments:
            return False
        sides = {side.seats: side for side in account.sides}
        return all(
            side.seats in sides
            and side.wins in (None, sides[side.seats].wins)
            and side.points in (None, sides[side.seats].points)
            for side in known.sides
        )

    # ------------------------------------------------------------------ hands played out

    def _play_out_hands(self, begun: Walk | None) -> HandWitness:
        """Play out hands until one agrees with what is written."""
        attitude, aim = 0.0, self._wanted_points()
        arranged: list[PlayedHand] = []
        for attempt in range(MAX_TRIES):
            rng = Random(f"{_SEED}/{attempt}")
            leaning = max(-1.0, min(1.0, rng.gauss(attitude, 0.4)))
            try:
                events, played = self._play_out(begun, leaning, rng)
            except NotFollowedError:
                continue
            account = settle_hand(self.game, add_up(self.game.cards, self.setting, events))
            found = self._make_witness(events)
            if found is None and played is not None and len(arranged) < MAX_ARRANGED and self._has_known_sides(account):
                arranged.append(played)
                found = self._arrange_cards(played, rng, FEW_CHANGES)
                if found is None and len(arranged) == MAX_ARRANGED:
                    again = (self._arrange_cards(hand, rng, MANY_CHANGES) for hand in arranged[:_MAX_ARRANGED_AGAIN])
                    found = next((witness for witness in again if witness is not None), None)
            if found is not None:
                return found
            attitude = _correct_attitude(attitude, account, aim, won=self.won)
        return HandWitness(tries=MAX_TRIES)

    def _has_known_sides(self, account: Account) -> bool:
        """Compare the sides with the known ones; they stay as cards change places."""
        known = self.judged.account
        seats = {side.seats for side in account.sides}
        return known is None or all(side.seats in seats for side in known.sides)

    def _arrange_cards(self, played: PlayedHand, rng: Random, changes: int) -> HandWitness | None:
        """A witness made from a played hand by letting cards change places."""
        known = self.stated_figures or self._figures_by_payments(rng)
        wanted = [*known, *self._figures_of_bonuses(rng)]
        events = arrange_hand(self.game, self.setting, played, wanted, self._fixed_cards(), rng, changes=changes)
        return None if events is None else self._make_witness(events)

    def _wanted_points(self) -> int | None:
        """The points of the declarer's side, where they are known."""
        account = self.judged.account
        own = next((side for side in account.sides if account.declarer in side.seats), None) if account else None
        if own is None or account is None:
            return None
        if account.bonuses or own.points is None:
            return None if own.wins is None else 1_000 if own.wins else -1_000
        return own.points

    def _play_out(self, begun: Walk | None, attitude: float, rng: Random) -> tuple[list[ev.Event], PlayedHand | None]:
        """Play out a hand; with its events what swaps need, where no card is written."""
        bot = FollowingBot(self.judged.hand, self.game, attitude)
        table = HandOfBots(self.game, self.setting, bot, rng, FREE, frozenset())
        if begun is not None:
            bot.written = []
            table.events += [happening.event for happening in begun.happened]
            table.play_on(begun.state)
            return table.events, None
        hands, piles = self._deal(attitude, rng)
        outcome = start(self.game, self.setting, hands, piles)
        table.events += outcome.events
        table.play_on(outcome.state)
        return table.events, PlayedHand(tuple(hands), tuple(piles), tuple(table.actions))

    def _fixed_cards(self) -> int:
        """The cards that some line names."""
        numbers, found = self.game.cards.numbers, 0
        for statement in self.judged.hand.statements:
            names = (statement.card,) if isinstance(statement, rec.Call) else getattr(statement, "cards", ())
            found |= sum(1 << number for number in {numbers[name] for name in names if name in numbers})
        return found

    def _stated_figures(self) -> list[FigureLimits]:
        """The limits of figures of seats, as stated or judged."""
        stated = {
            tuple(number_of(self.setting, label) for label in side.seats): amount_range(
                self.game, side.amount, is_whole=side.whole
            )
            for statement in self.judged.hand.every(rec.Result)
            for side in statement.sides
            if side.amount is not None
        }
        sides = self.judged.account.sides if self.judged.account is not None else ()
        stated |= {side.seats: (side.points,) * 2 for side in sides if side.points is not None}
        return [FigureLimits(seats, "points", least, most) for seats, (least, most) in stated.items()]

    def _figures_by_payments(self, rng: Random) -> list[FigureLimits]:
        """Points that pay what is known to be paid, where none are written."""
        if not self.paying_accounts:
            return []
        account = rng.choice(self.paying_accounts)
        return [
            FigureLimits(side.seats, "points", side.points, side.points)
            for side in account.sides
            if side.points is not None
        ]

    @cached_property
    def paying_accounts(self) -> list[Account]:
        """The outcomes with these payments."""
        known = self.judged.account
        if known is None or not known.payments:
            return []
        outcomes = possible_outcomes(self.judged, self.setting, self.evening)
        return [outcome.account for outcome in outcomes if outcome.account.payments == known.payments]

    def _figures_of_bonuses(self, rng: Random) -> Iterator[FigureLimits]:
        """Yield the limits of applied bonuses, and those beyond unapplied ones."""
        account = self.judged.account
        if account is None or not account.payments:
            return
        section = self.game.rules.settle if account.contract else self.game.rules.all_pass.params
        bonuses: Mapping[str, Bonus] = getattr(section, "bonus", {})
        for name, bonus in bonuses.items():
            has_applied = name in account.bonuses
            if not has_applied and account.bonus and not bonus.is_added:
                continue  # of the order only the first applies, whatever holds after it
            asked = list(self._figures_of_bonus(bonus, account))
            if has_applied:
                yield from (limits for limits in asked if limits is not None)
            elif asked and None not in asked:
                yield rng.choice([limits for limits in asked if limits is not None]).outside

    def _figures_of_bonus(self, bonus: Bonus, account: Account) -> Iterator[FigureLimits | None]:
        """Yield the limits of a bonus for figures of its parties; None for another one."""
        for when in bonus.conditions:
            if not is_for_contract(when, account.contract) or when.one_of:
                yield None
            for limit in when.limits:
                seats = self._seats_of_party(when.of, account)
                is_arranged = seats and isinstance(limit.figure, str) and limit.figure in ARRANGED_FIGURES
                yield FigureLimits(seats, str(limit.figure), limit.least, limit.most) if is_arranged else None

    def _seats_of_party(self, party: str, account: Account) -> tuple[int, ...]:
        """The seats of a party that a condition names."""
        wins = {"winners": True, "losers": False, "others": True}.get(party)
        return tuple(
            seat
            for side in account.sides
            for seat in side.seats
            if (side.wins is wins if wins is not None else (account.declarer in side.seats) == (party == "declarer"))
        )

    def _deal(self, attitude: float, rng: Random) -> tuple[list[int], list[int]]:
        """A deal that often helps a side and has written cards where they must be."""
        declarers = {bid.seat for bid in self.judged.hand.every(rec.Bid) if bid.word in self.game.rules.contracts}
        seats = [number_of(self.setting, label) for label in declarers]
        others = [seat for seat in self.setting.active if seat not in seats]
        strong = -1
        if rng.random() < abs(attitude) and (seats if attitude > 0 else others):
            strong = rng.choice(seats if attitude > 0 else others)
        hands, piles = deal(self.game, self.setting, rng, strong=strong)
        places = [*hands, *piles]
        fixed = dict(self._written_places())
        for card, place in fixed.items():
            _move_card(places, card, place, sum(1 << other for other in fixed), rng)
        return places[: len(hands)], places[len(hands) :]

    def _written_places(self) -> Iterable[tuple[int, int]]:
        """The places where cards on lines of the exchange must have been dealt."""
        numbers, seats = self.game.cards.numbers, len(self.setting.labels)
        for statement in self.judged.hand.statements:
            if isinstance(statement, rec.Take):
                pile = self.game.piles.index(statement.source) if statement.source in self.game.piles else 0
                yield from ((numbers[name], seats + pile) for name in statement.cards if name in numbers)
            elif isinstance(statement, rec.Call) and statement.card in numbers and statement.place:
                places = {"monte": seats, "hand": number_of(self.setting, statement.seat)}
                place = places.get(statement.place, number_of(self.setting, statement.place))
                if place >= 0:
                    yield numbers[statement.card], place

    # ------------------------------------------------------------------ a hand as a witness

    def _make_witness(self, events: Sequence[ev.Event]) -> HandWitness | None:
        """The hand of some events, if it agrees with what is written."""
        tally = add_up(self.game.cards, self.setting, events)
        account = settle_hand(self.game, tally)
        settled = self.asserted.settle_world(tally)
        everything = (1 << len(self.asserted.common.items)) - 1
        if not self._is_wanted(account) or self.asserted.borne_out_items(settled) & everything != everything:
            return None
        said = event_statements(self.game, self.setting, events)
        made = outcome_statements(self.game, self.setting, account, tally, None)
        asserted = [line for line in self.judged.hand.statements if isinstance(line, rec.Result | rec.Score)]
        if not self._is_right((*said, *asserted, made[-1]), account):
            return None
        hand = self._hand_of((*said, *made))
        again = begin_totals(self.game).replay(hand)
        return HandWitness(hand, again) if _is_settled_alike(again, account) else None

    def _is_right(self, statements: tuple[rec.Statement, ...], account: Account) -> bool:
        """Check whether the moves bear out the assertions of the record."""
        return _is_settled_alike(begin_totals(self.game).replay(self._hand_of(statements)), account)

    def _hand_of(self, statements: tuple[rec.Statement, ...]) -> Hand:
        hand, ruleset = self.judged.hand, self.game.ruleset
        pin = hand.session.rules or rec.RulesPin(ruleset.id, ruleset.version)
        return rec.Hand(name=hand.name, statements=statements, session=replace(hand.session, rules=pin))


def _is_settled_alike(judged: Judgement, account: Account) -> bool:
    """Check whether a hand is judged complete and right, with an account's payments."""
    return (
        judged.verdict in ("legal", "irregular")
        and judged.knowledge == "complete"
        and judged.stated is not False
        and judged.account is not None
        and judged.account.payments == account.payments
        and not any(finding.severity == "error" for finding in judged.findings)
    )


def _correct_attitude(attitude: float, account: Account, aim: int | None, *, won: bool | None) -> float:
    """The attitude for the next try: nearer to the wanted end."""
    own = next((side for side in account.sides if account.declarer in side.seats), None)
    if own is None or own.points is None:
        return attitude
    if aim is None:
        towards = 0 if won is None or own.wins is won else (1 if won else -1)
    else:
        towards = (aim > own.points) - (aim < own.points)
    return max(-1.0, min(1.0, attitude + 0.06 * towards))


def _move_card(places: list[int], card: int, place: int, fixed: int, rng: Random) -> None:
    """Puts a card where it must have been dealt, for one of chance."""
    here = next((number for number, cards in enumerate(places) if cards >> card & 1), place)
    given = list(bits(places[place] & ~fixed))
    if here == place or not given:
        return
    other = rng.choice(given)
    places[place] ^= 1 << card | 1 << other
    places[here] ^= 1 << card | 1 << other
