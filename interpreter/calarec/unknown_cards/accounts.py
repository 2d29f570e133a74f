"""The results of a hand with unknown cards: all accounts of all its worlds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import replace
from calarec.core.engine.behaviours import behaviour_of
from calarec.core.engine.settling import settle_hand
from calarec.core.engine.state import NOBODY
from calarec.core.judge.agreed_payments import find_agreed_payments, with_agreed_payments
from calarec.core.judge.assertions import Assertions
from calarec.core.judge.common_account import Common, Item, SettledWorld
from calarec.core.judge.possible_ends import GatheredEnds, names_of_bonuses
from calarec.core.judge.problems import Problems
from calarec.core.mechanisms.fields import Kind
from calarec.core.records import model as rec
from calarec.unknown_cards.solver.sums import LAST, NONE, CountedCards, Counting, Exploration, Goes, PartySums

if TYPE_CHECKING:
    from collections.abc import Callable

    from calarec.core.engine.account import Account
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State
    from calarec.core.engine.tally import Tally
    from calarec.core.judge.possible_ends import PossibleEnds
    from calarec.core.judge.problems import Budget
    from calarec.core.judge.totals_so_far import TotalsSoFar
    from calarec.core.records.model import Hand
    from calarec.unknown_cards.search import FoundWorld
    from calarec.unknown_cards.solver.problem import World

    Wanted = Callable[[Account], bool]


class Accounts:
    """Finds all accounts of one hand."""

    def __init__(self, hand: Hand, game: Game, setting: Seating, evening: TotalsSoFar, budget: Budget) -> None:
        self.hand = hand
        self.game = game
        self.setting = setting
        self.evening = evening
        self.budget = budget
        self.common: Common = Common(self._items())
        self.gave_up: bool = False
        self.played: list[tuple[FoundWorld, PlayedWorld]] = []
        """The worlds of which all accounts were taken."""
        self.unplayed: list[Account] = []
        """The accounts of worlds in which nothing was played."""

    def _items(self) -> tuple[Item, ...]:
        items: list[Item] = []
        for statement in self.hand.statements:
            if isinstance(statement, rec.Result):
                items += [
                    Item(statement, index)
                    for index in range(len(statement.sides))
                    if self._is_seated(statement.sides[index].seats)
                ]
            elif isinstance(statement, rec.Score | rec.Total):
                items.append(Item(statement))
        return tuple(items)

    def _is_seated(self, labels: tuple[str, ...]) -> bool:
        return all(label in self.setting.labels for label in labels)

    def can_collect_accounts(self, found: FoundWorld, state: State, tally: Tally) -> bool:
        """Collect all accounts of a world; False at the limit.

        `state` and `tally` are those of its witness.
        """
        played = PlayedWorld(self, found, state, tally)
        if self.is_unplayed(tally):
            settled = self.settle_world(tally)
            self.add_account(settled)
            self.unplayed.append(settled.account)
            return True
        if not played.can_be_counted:
            return False
        self.played.append((found, played))
        whole = played.exploration.can_tell_all(self.budget, played)
        self.gave_up |= self.budget.is_spent
        return whole

    def is_unplayed(self, tally: Tally) -> bool:
        """Check whether the hand ended before its play."""
        return tally.outcome in ("all_pass", "void") and self.game.rules.all_pass.do != "play_out"

    def find_ends(self, budget: Budget) -> PossibleEnds | None:
        """The possible ends of the hand; None if it is settled."""
        if self.common.is_settled:
            return None
        contracts = {played.template.contract for _, played in self.played}
        gathered, whole = GatheredEnds(), not self.gave_up
        for account in self.unplayed:
            gathered.add_end(account)
        for _, played in self.played:
            news = _EndsOfWorld(played, gathered)
            for sums, way in tuple(played.ways.items()):
                news.take_sums(sums, way)
            whole &= played.exploration.can_tell_all(budget, news) and news.is_reached
        if whole and gathered.can_seek_values():
            # Between the least and the most points some may be impossible.
            seeking = [(played, _EndsOfWorld(played, gathered)) for _, played in self.played]
            told = [played.exploration.can_tell_all(budget, news) and news.is_reached for played, news in seeking]
            gathered.sought = gathered.sought if all(told) else frozenset()
        return gathered.find_ends(names_of_bonuses(self.game, contracts), whole=whole)

    @property
    def can_be_decided(self) -> bool:
        """Check whether a card of a trick may settle the hand.

        It was played, and there are no assertions about it.
        """
        return not self.common.items and not self.unplayed

    def settle_world(self, tally: Tally) -> SettledWorld:
        """The account of what was added up."""
        account = settle_hand(self.game, tally)
        gains: tuple[int, ...] = behaviour_of(Kind.SECTION, "match").gains(self.game, account)
        return SettledWorld(account, tally, gains)

    def add_account(self, settled: SettledWorld) -> None:
        """One account that is possible."""
        self.common.add_possible(settled, self.borne_out_items(settled))

    def borne_out_items(self, settled: SettledWorld) -> int:
        """The items that an account bears out."""
        return sum(1 << number for number, item in enumerate(self.common.items) if self._is_borne_out_by(settled, item))

    def _is_borne_out_by(self, settled: SettledWorld, item: Item) -> bool:
        statement = item.statement
        if isinstance(statement, rec.Total):
            return self._has_right_total(settled, statement)
        check = Assertions(self.hand, self.game, self.setting, Problems(self.game))
        if isinstance(statement, rec.Result):
            check.result(statement, item.side, statement.sides[item.side], settled.account, settled.tally)
        else:
            check.score(statement, settled.account)
        return check.stated is not False

    def _has_right_total(self, settled: SettledWorld, statement: rec.Total) -> bool:
        if not self.evening.has_begun:
            return True
        labels = self.setting.labels
        gains = dict(
            zip(labels, with_agreed_payments(settled.gains, find_agreed_payments(self.hand), labels), strict=True)
        )
        before = {label: self.evening.find_stated_total(self.hand, label) for label in gains}
        return all(
            before.get(label) is None or (before[label] or 0) + gains[label] == amount
            for label, amount in statement.amounts
            if label in gains
        )


class PlayedWorld:
    """The counting of cards in one world, with their sums."""

    def __init__(self, accounts: Accounts, found: FoundWorld, state: State, tally: Tally) -> None:
        self.accounts = accounts
        self.template = tally
        self.parties: tuple[tuple[int, ...], ...] = self._counting_parties()
        self.cache: dict[int, tuple[SettledWorld, int]] = {}
        self.ways: dict[int, World] = {}
        """A way to each of the sums that were reached."""
        self.counting: Counting = self._card_counting(found, state)
        self.exploration: Exploration = Exploration(self.counting, found.world, found.solution)

    @property
    def is_done(self) -> bool:
        """Check whether nothing more is to be found out."""
        return self.accounts.common.is_done

    @property
    def can_be_counted(self) -> bool:
        """Check whether the sums of the parties decide everything."""
        claim, piles = self.template.claim, self.accounts.game.rules.piles
        if any(figure.where == "last" for figure in self.accounts.game.card_figures):
            return False  # sums do not say which card has won the last trick
        rules = self.accounts.game.rules
        tables = rules.settle.bonus, getattr(rules.all_pass.params, "bonus", {})
        if any(bonus.card_place for table in tables for bonus in table.values()):
            return False  # nor who has won a card
        return claim is None or claim.points is None or all(pile.won_by != "nobody" for pile in piles.values())

    def is_new(self, sums: int, /) -> bool:
        """Check whether sums lead to an account that leaves less in common."""
        return self.accounts.common.is_changed_by(*self.account_of_sums(sums))

    def take_sums(self, sums: int, way: World | None = None, /) -> None:
        """Sums that are possible."""
        if way is not None:
            self.ways.setdefault(sums, way)
        self.accounts.common.add_possible(*self.account_of_sums(sums))

    def _counting_parties(self) -> tuple[tuple[int, ...], ...]:
        """The counting parties; each seat, if the record states a part of a side."""
        sides = self.template.sides
        alone = tuple((seat,) for seat in sorted(self.accounts.setting.active))
        if self.accounts.game.rules.settle.each:
            return alone
        labels = self.accounts.setting.labels
        known = {frozenset(labels[seat] for seat in side) for side in sides}
        for item in self.accounts.common.items:
            if isinstance(item.statement, rec.Result):
                side = item.statement.sides[item.side]
                if side.amount is not None and frozenset(side.seats) not in known:
                    return alone
        return sides

    def _party_of_seat(self, seat: int) -> int:
        return next((number for number, seats in enumerate(self.parties) if seat in seats), NONE)

    def _card_counting(self, found: FoundWorld, state: State) -> Counting:
        game, problem, tally = self.accounts.game, found.question.problem, self.template
        seats, piles = len(self.accounts.setting.labels), len(game.piles)
        claim = tally.claim
        left = Goes(
            piles=False, party=self._party_of_seat(claim.to) if claim is not None and claim.points is None else NONE
        )
        complete = min(len(state.tricks), len(problem.tricks))
        rests = {slot: left for trick in problem.tricks[complete:] for slot in trick}
        owners = {"last_trick": LAST, "declarer": self._party_of_seat(tally.declarer), "nobody": NONE}
        if claim is not None and claim.holds:
            # What was claimed as points holds it already.
            owners["last_trick"] = self._party_of_seat(claim.to) if claim.points is None else NONE
        for place in range(len(problem.starts)):
            goes = left
            if place >= seats:
                pile = game.rules.piles[game.piles[(place - seats) % piles]]
                goes = Goes(piles=True, party=owners[pile.won_by])
            rests[problem.first_rest + place] = goes
        parties = [self._party_of_seat(seat) for seat in range(seats)] + [NONE] * (2 * piles)
        of_cards = tuple(
            CountedCards(cards, figure.where) for figure, cards in game.card_figures.items() if figure.is_counted
        )
        return Counting(problem, game.cards.points, parties, len(self.parties), complete, rests, of_cards)

    def account_of_sums(self, packed: int) -> tuple[SettledWorld, int]:
        """The account of sums, and the items that it bears out."""
        if packed not in self.cache:
            settled = self.accounts.settle_world(self._tally_of_sums(self.counting.unpack_sums(packed)))
            self.cache[packed] = settled, self.accounts.borne_out_items(settled)
        return self.cache[packed]

    def _tally_of_sums(self, sums: PartySums) -> Tally:
        """The tally of the witness with other sums, at the first seat of each party."""
        # A field that is not replaced here must be alike in every way (tests/unknown_cards/test_tally_fields.py).
        count = len(self.accounts.setting.labels)
        tally = replace(self.template, tricks=[0] * count, in_tricks=[0] * count, piles=[0] * count, of_cards={})
        counted = [figure for figure in self.accounts.game.card_figures if figure.is_counted]
        for figure, counts in zip(counted, sums.of_cards, strict=True):
            tally.of_cards[figure] = [0] * count
            for seats, number in zip(self.parties, counts, strict=True):
                tally.of_cards[figure][seats[0]] = number
        for seats, tricks, worth, piles in zip(self.parties, sums.tricks, sums.in_tricks, sums.piles, strict=True):
            tally.tricks[seats[0]], tally.in_tricks[seats[0]], tally.piles[seats[0]] = tricks, worth, piles
        claim = tally.claim
        if claim is None:
            tally.last = self.parties[sums.last][0] if sums.last >= 0 else NOBODY
        elif claim.points is None:
            tally.tricks[claim.to] += claim.tricks
        else:
            cards = self.accounts.game.cards
            rest = cards.worth(cards.full) - sum(sums.in_tricks) - sum(sums.piles)
            tally.claim = claim._replace(rest=_cards_worth(cards.points, rest))
        return tally


class _EndsOfWorld:
    """Takes the ends of one world that bear out what the record asserts."""

    is_done = False

    def __init__(self, played: PlayedWorld, gathered: GatheredEnds) -> None:
        common = played.accounts.common
        self.played = played
        self.gathered = gathered
        self.wanted = 0 if common.contradicted_items else (1 << len(common.items)) - 1
        self.is_reached = True
        """True if a way is known to every end."""

    def is_new(self, sums: int, /) -> bool:
        """Check whether sums lead to a new end."""
        settled, pattern = self.played.account_of_sums(sums)
        return pattern & self.wanted == self.wanted and self.gathered.is_extended_by(settled.account)

    def take_sums(self, sums: int, way: World | None = None, /) -> None:
        """Sums of a way; those of no way only leave open what they would add."""
        if not self.is_new(sums):
            return
        if way is None:
            self.is_reached = False
        else:
            self.played.ways.setdefault(sums, way)
            self.gathered.add_end(self.played.account_of_sums(sums)[0].account)


class WantedEnd:
    """Takes the first way to a wanted end that bears out what is asserted."""

    def __init__(self, played: PlayedWorld, wanted: Wanted) -> None:
        self.played = played
        self.wanted = wanted
        self.way: World | None = None
        self.is_excluded: bool = True
        """True if no wanted end was left unreached."""

    @property
    def is_done(self) -> bool:
        """Check whether a way is found."""
        return self.way is not None

    def is_new(self, sums: int, /) -> bool:
        """Check whether sums lead to an end that is wanted."""
        settled, pattern = self.played.account_of_sums(sums)
        everything = (1 << len(self.played.accounts.common.items)) - 1
        return pattern & everything == everything and self.wanted(settled.account)

    def take_sums(self, sums: int, way: World | None = None, /) -> None:
        """Sums of a way, or sums that cannot be excluded."""
        if self.way is not None or not self.is_new(sums):
            return
        if way is None:
            self.is_excluded = False
        self.way = way


def _cards_worth(points: tuple[int, ...], wanted: int) -> int:
    """Some cards that are worth so much together; which ones they are does not matter."""
    reached = {0: 0}
    for card, worth in enumerate(points):
        if worth:
            reached = {total + worth: cards | 1 << card for total, cards in reached.items()} | reached
    return reached.get(wanted, 0)
