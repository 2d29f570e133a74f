"""The match: running totals, its end and its winners."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.account import whole_points
from calarec.core.engine.state import NOBODY, MatchTerm

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from calarec.core.engine.account import Account
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating
    from calarec.core.mechanisms.settle import NextCondition


class Feats(NamedTuple):
    """A player's record in a match, as far as ties ask for it."""

    won: int = 0
    """The hands that they have won."""
    declared: bool = False
    """True if they were the declarer of the last hand."""
    best: tuple[tuple[int, int], ...] = ()
    """Pairs of deal and total: each total that was better than all before."""
    in_a_row: int = 0
    """The contracts in a row that they declared and won; below 0: that they lost."""
    contracts: tuple[str, ...] = ()
    """The contracts that they declared, each once."""

    def with_hand(self, deal: int, total: int, mark: int, contract: str = "", *, lowest: bool) -> Feats:
        """Add one more hand, played under this contract."""
        better = not self.best or (total < self.best[-1][1] if lowest else total > self.best[-1][1])
        best = (*self.best, (deal, total)) if better else self.best
        feats = Feats(self.won + bool(mark & WON), bool(mark & DECLARED), best, self.in_a_row, self.contracts)
        if not (mark & DECLARED and contract):
            return feats
        in_a_row = max(self.in_a_row, 0) + 1 if mark & WON else min(self.in_a_row, 0) - 1
        contracts = self.contracts if contract in self.contracts else (*self.contracts, contract)
        return feats._replace(in_a_row=in_a_row, contracts=contracts)


WON: Final = 1
DECLARED: Final = 2
NO_FEATS: Final = Feats()


class Series(NamedTuple):
    """Matches won and points by rank, by person, in the matches of an evening."""

    games: tuple[tuple[str, int], ...] = ()
    """The matches that each has won in the rubber that is played."""
    points: tuple[tuple[str, int], ...] = ()
    """The points by rank."""
    is_known: bool = True
    """True if the record shows the winner of each match."""

    def with_match(self, winners: Sequence[str], points: Sequence[tuple[str, int]], *, is_known: bool) -> Series:
        """Add a match that is over.

        `is_known`: whether the record shows who has won it, and the points.
        """
        games = _add_by_person(self.games, ((winner, 1) for winner in winners))
        return Series(games, _add_by_person(self.points, points), self.is_known and is_known)

    def with_renamed_people(self, names: Mapping[str, str]) -> Series:
        """The same of persons who are called otherwise from now on."""
        games, points = (
            tuple((names.get(person, person), amount) for person, amount in amounts)
            for amounts in (self.games, self.points)
        )
        return self._replace(games=games, points=points)

    def find_rubber_winners(self, games: int | None) -> tuple[str, ...]:
        """List the persons who have won enough matches for the rubber."""
        return tuple(person for person, won in self.games if games is not None and won >= games)

    def with_new_rubber(self, games: int | None) -> Series:
        """The series before the next match: after a decided rubber another one begins."""
        return self._replace(games=()) if self.find_rubber_winners(games) else self


def _add_by_person(known: Iterable[tuple[str, int]], more: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    sums = dict(known)
    for person, amount in more:
        sums[person] = sums.get(person, 0) + amount
    return tuple(sorted(sums.items()))


def rank_points(game: Game, totals: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """The points that a match gives by rank to each person with these totals."""
    ranking, is_lowest = game.rules.match.ranking, game.rules.match.wins == "lowest"
    places = {person: sum(other < total if is_lowest else other > total for other in totals.values())
              for person, total in totals.items()}  # fmt: skip
    return tuple((person, ranking[place] if place < len(ranking) else 0) for person, place in places.items())


class EndedMatch(NamedTuple):
    """A match that is over."""

    rule: str
    """The rule that ended it."""
    hand: str = ""
    """The name of its last hand.

    Empty where it has none, or where the record leaves open which hand it was.
    """
    winners: tuple[str, ...] = ()
    """By person; empty where the record leaves them open."""
    decided: str = ""
    """The tie rule that decided between players with the same total."""
    is_hand_known: bool = True
    """True if the record shows the hand with which it ended."""
    series: Series = Series()
    """The sums that the evening's matches give, this one included, if rules ask."""


class MatchStanding(NamedTuple):
    """The score of a match after a hand; totals in the counted unit, by seat."""

    deal: int
    """The number of deals that count so far, this one included if it counts."""
    totals: tuple[int, ...]
    over: bool
    winners: tuple[int, ...]
    rule: str = ""
    """The rule that ended it."""
    decided: str = ""
    """The rule that decided between equal totals, by its name in the ruleset."""
    out: tuple[int, ...] = ()
    """The seats that are out by their totals."""
    counts: bool | None = True
    """True if this deal counts for the match; None if the record leaves it open."""
    ended: EndedMatch | None = None
    """The end of the match, once it has ended, where hands are added up in order."""
    outside: bool = False
    """True if the match had ended before this hand."""


class Matching:
    """Adds hands up and says when the match is over."""

    def gains(self, game: Game, account: Account) -> tuple[int, ...]:
        """The points that each seat adds to its total for a hand, with declarations."""
        gained = list(self._counted_amounts(game, account))
        for side in account.sides:
            for seat in side.seats if gained and side.declared else ():
                gained[seat] += side.declared
        return tuple(gained)

    def _counted_amounts(self, game: Game, account: Account) -> tuple[int, ...]:
        """The amounts of a hand that the match counts, by seat."""
        payments, counts = account.payments, game.rules.match.counts
        if counts == "winners_only":
            return tuple(max(payment, 0) for payment in payments)
        if counts == "declarer_only":
            return tuple(payment if seat == account.declarer else 0 for seat, payment in enumerate(payments))
        if counts == "card_points":
            gained = [0] * len(payments)
            for side in account.sides:
                for seat in side.seats:
                    gained[seat] = whole_points(side.counted or 0, game.rules.pack.units_per_point)
            return tuple(gained)
        return payments

    def marks(self, account: Account) -> tuple[int, ...]:
        """Marks of each seat: whether it has won the hand, and whether it declared.

        A contract of a void hand, which has no sides, is neither won nor lost: it was not played.
        """
        winners = {seat for side in account.sides if side.wins for seat in side.seats}
        declarer = account.declarer if account.sides else NOBODY
        return tuple(WON * (seat in winners) + DECLARED * (seat == declarer) for seat in range(len(account.payments)))

    def standing(
        self,
        game: Game,
        totals: tuple[int, ...],
        *,
        deal: int,
        counts: bool = True,
        time_up: bool = False,
        feats: Sequence[Feats] = (),
    ) -> MatchStanding:
        """Find out whether the match is over after a number of deals, and its winners.

        `counts`: whether the last hand is one of these deals. One that is dealt again ends no match by the number of
        its deals or by its time: the deal that was due is still to be played. Nor does it end a round.
        """
        until, tie = game.rules.match.until, game.rules.match.tie
        dummies = game.rules.table.dummies
        # Nobody sits where a dummy lies, last at the table: its nothing wins no match.
        people = totals[: len(totals) - dummies.hands] if dummies else totals
        most = max(people, default=0)
        out = out_of(game, people)
        left = {seat: total for seat, total in enumerate(people) if seat not in out} or dict(enumerate(people))
        best = (min if game.rules.match.wins == "lowest" else max)(left.values(), default=most)
        too_few = bool(out) and len(people) - len(out) not in game.people
        ends = {
            "until.points": until.points is not None and most >= until.points * payment_units(game),
            "until.deals": until.deals is not None and counts and deal >= until.deals,
            "until.minutes": until.minutes is not None and counts and time_up,
            "until.each": bool(until.each)
            and len(feats) >= len(people)
            and all(set(until.each) <= set(feat.contracts) for feat in feats[: len(people)]),
            "out_at": too_few,
        }
        if until.round and not (counts and deal % len(people) == 0):
            ends = {"out_at": too_few}
        reached = next((f"match.{what}" for what, holds in ends.items() if holds), "")
        winners = tuple(seat for seat, total in left.items() if total == best)
        if not reached:
            return MatchStanding(deal, totals, over=False, winners=(), out=out, counts=counts)
        decided = ""
        sides = game.rules.table.sides
        if not is_one_side(winners, sides) and tie != "shared":
            winners = self._before_the_others(game, winners, best, feats)
            decided = tie
        if not is_one_side(winners, sides) and tie != "shared":
            if not too_few:
                return MatchStanding(deal, totals, over=False, winners=(), out=out, counts=counts)
            decided = ""  # there are not enough players for one more deal
        return MatchStanding(
            deal, totals, over=True, winners=winners, rule=reached, decided=decided, out=out, counts=counts
        )

    def _before_the_others(
        self, game: Game, winners: tuple[int, ...], best: int, feats: Sequence[Feats]
    ) -> tuple[int, ...]:
        """Break a tie: those of `winners` that come before the others, or all of them."""
        done = {seat: feats[seat] if seat < len(feats) else NO_FEATS for seat in winners}
        lowest = game.rules.match.wins == "lowest"
        first: tuple[int, ...] = ()
        match game.rules.match.tie:
            case "declarer":
                first = tuple(seat for seat in winners if done[seat].declared)
            case "more_hands":
                most = max(each.won for each in done.values())
                first = tuple(seat for seat in winners if done[seat].won == most)
            case "first_there":
                deals = {
                    seat: next((n for n, had in each.best if (had <= best if lowest else had >= best)), -1)
                    for seat, each in done.items()
                }
                first = tuple(seat for seat in winners if deals[seat] == min(deals.values()))
        return first if is_one_side(first, game.rules.table.sides) else winners


def find_match_terms(
    game: Game, feats: Mapping[str, Feats], deals: int, *, has_gap: bool = False, open_deals: int = 0
) -> tuple[MatchTerm, ...] | None:
    """The rules of `match.next` that apply to the next hand; None if that is open.

    Only what changes payments is open.

    `feats`: by seat. `deals`: those that have counted. `has_gap`: a hand has no known result; `open_deals`: those that
    may count besides.
    """
    rule, found = game.rules.match, list[MatchTerm]()
    for name, part in rule.next.items():
        when, seats = part.when, tuple(feats)
        if when.round == "last":
            left = (rule.until.deals or 0) - deals
            is_last, is_surely_earlier = left <= len(feats), left - open_deals > len(feats)
            if not (is_last or is_surely_earlier) and part.times != 1:
                return None
            if not is_last:
                continue
        if when.is_about_players:
            if has_gap and part.times != 1:
                return None
            seats = tuple(label for label, feat in feats.items() if _has_done(feat, when))
        if seats:
            found.append(MatchTerm(name, seats if when.is_about_players else ()))
    return tuple(found)


def _has_done(feat: Feats, when: NextCondition) -> bool:
    """Check what a player has done in the match against a condition."""
    has_lost = when.lost_in_a_row is None or -feat.in_a_row >= when.lost_in_a_row
    has_won = when.won_in_a_row is None or feat.in_a_row >= when.won_in_a_row
    return has_lost and has_won and (not when.declared or bool(set(when.declared) & set(feat.contracts)))


def is_deal_counted(game: Game, outcome: str) -> bool | None:
    """Check whether the match counts a hand with this end; None if it is not known.

    A void deal is dealt again, whatever an irregularity cost. So is an abandoned hand, and one that all passed,
    unless it was played out, or every player paid into the pot.
    """
    if outcome == "all_pass":
        return getattr(game.rules.all_pass.params, "pot", None) is not None
    if outcome in ("void", "abandoned"):
        return False
    return True if outcome else None


def find_seat_by_result(setting: Seating, account: Account | None, *, has_won: bool) -> int | None:
    """Find the declarer or first player of the side that has won or lost a hand.

    `NOBODY` where no side has won; None where the account leaves that open. Players follow from the eldest hand on,
    with the dealer last; dummies and seats without cards represent no side.
    """
    if account is None or not has_known_winners(account):
        return None
    if any(side.wins is None for side in account.sides):
        return NOBODY
    seats = {seat for side in account.sides if side.wins is has_won for seat in side.seats}
    players = (seat for seat in setting.active if seat in seats and seat not in setting.dummies)
    return account.declarer if account.declarer in seats else next(players, NOBODY)


def has_known_winners(account: Account) -> bool:
    """Check whether an account shows who has won the hand, or that no side has."""
    if any(side.wins is None for side in account.sides):
        return not account.contract and len(account.counted_sides) == len(account.sides)
    return bool(account.sides)


def find_dealer_by_result(game: Game, setting: Seating, account: Account | None) -> int | None:
    """The seat that deals after a hand that has a result.

    A hand with a declarer has one, and every hand of a game without an auction. None where it depends on a result that
    the account leaves open.
    """
    people, rule = len(setting.labels) - len(setting.dummies), game.rules.match.dealer
    following = (setting.dealer + 1) % people
    if rule == "next":
        return following
    found = find_seat_by_result(setting, account, has_won=rule == "winner")
    return following if found == NOBODY else found


def find_next_rest(game: Game, setting: Seating, outcome: str, account: Account | None) -> str | None:
    """The seat that sits out after a hand by its result.

    Empty: the dealer. None: the result is not known.
    """
    rule = game.rules.table.sits_out
    if rule is None or rule.who == "dealer":
        return ""
    is_settled = outcome not in ("void", "all_pass")
    loser = find_seat_by_result(setting, account, has_won=False) if is_settled else NOBODY
    if loser != NOBODY:
        return None if loser is None else setting.labels[loser]
    return setting.carry.rests or (setting.labels[setting.dealer] if setting.out else "")


def out_of(game: Game, totals: Sequence[int]) -> tuple[int, ...]:
    """The places of those whose totals put them out."""
    rule = game.rules.match
    if rule.out_at is None:
        return ()
    goal = rule.out_at * payment_units(game)
    lowest = rule.wins == "lowest"
    return tuple(place for place, total in enumerate(totals) if (total if lowest else -total) >= goal)


def is_one_side(seats: Iterable[int], sides: int | None) -> bool:
    """Check whether some seats are one side: a fixed one, or one seat."""
    return len({seat % sides if sides else seat for seat in seats}) == 1


def payment_units(game: Game) -> int:
    """The units of payment in one stake; 1 where card points are counted."""
    if game.rules.match.counts == "card_points":
        return 1
    return game.rules.settle.units_per_stake


class MatchLimits(NamedTuple):
    """The limits of totals and deals that may end a match."""

    goal: int | None
    deals: int | None
    ties_go_on: bool
    lowest: bool
    sides: int | None

    @classmethod
    def from_game(cls, game: Game) -> MatchLimits:
        """Read the limits from a ruleset."""
        rule = game.rules.match
        goal = None if rule.until.points is None else rule.until.points * payment_units(game)
        lowest = rule.wins == "lowest"
        return cls(goal, rule.until.deals, rule.tie == "another_deal", lowest, game.rules.table.sides)

    def may_be_reached(self, totals: tuple[int, ...], deals: int) -> bool:
        """Check whether the match may be over; `deals`: how many may count."""
        if self.deals is not None and deals >= self.deals:
            return True
        if self.goal is None:
            return False
        best = min(totals) if self.lowest else max(totals)
        if max(totals) < self.goal or not self.ties_go_on:
            return max(totals) >= self.goal
        return is_one_side((seat for seat, total in enumerate(totals) if total == best), self.sides)
