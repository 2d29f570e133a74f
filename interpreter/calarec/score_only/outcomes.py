"""The possible outcomes of a score-only hand.

Terms. A *candidate* is one outcome: points of the declarer's side, a bonus or none, one partner or another. Unwritten
points are tried one after the other; the rules settle each of them.

A bonus depends on unwritten tricks, but not all points can come from all tricks. A side with fewer points than the
last trick gives has not won it, nor the pile that goes with it.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import FrozenMap, NamedTuple, replace
from calarec.core.engine.account import Reason, Side
from calarec.core.engine.declaring import sum_declared_points
from calarec.core.engine.game import Game
from calarec.core.engine.settling import settle_hand
from calarec.core.engine.side_points import rounded_points
from calarec.core.engine.state import NOBODY, NOT_CALLED
from calarec.core.engine.tally import Tally
from calarec.core.mechanisms.auction import WonIf
from calarec.core.mechanisms.conditions import (
    can_hold,
    condition_figures,
    condition_parts,
    describe_figure,
    is_for_contract,
)
from calarec.core.mechanisms.rules import is_winning_rule, winning
from calarec.core.mechanisms.settle import changing
from calarec.core.wording.language import Listing, Words
from calarec.score_only.applied_bonuses import (
    MANY_POINTS,
    Applying,
    BonusRows,
    Points,
    bonus_name,
    bonuses_in_ways,
    bonuses_without_ways,
    count_of_entry,
    counted_points,
    list_placed_bonuses,
    roles_and_announcements,
    seat_of_entry,
    unplayed_sides,
    with_counts,
)
from calarec.score_only.applied_rules import NO_RULES, list_applied_rules
from calarec.score_only.claimed_points import joint_verdicts
from calarec.score_only.joint_ways import has_claimed, rule_facts, ways_to_end, without_last_trick

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from calarec.core.engine.account import Account
    from calarec.core.engine.state import Seating
    from calarec.core.mechanisms.all_pass import PlayOutRule
    from calarec.core.mechanisms.joint_outcomes import HandOutcome
    from calarec.core.mechanisms.settle import Bonus
    from calarec.score_only.applied_bonuses import Bonuses
    from calarec.score_only.applied_rules import AppliedRules
    from calarec.score_only.joint_ways import Ways
    from calarec.score_only.known_play import KnownPlay


_MAX_CONTRACTS_KEPT: Final = 1000


class Sums(NamedTuple):
    """The stated points: bounds of the declarer's side and the others; the winner."""

    own: tuple[int, int] | None = None
    others: tuple[int, int] | None = None
    wins: bool | None = None
    torn: bool = False
    """It says of both sides that they have won, or of one that it has won and lost."""
    own_least: int = 0
    """The stated points of single seats, or in tricks, of the declarer's side.

    Before irregularities moved any.
    """
    others_least: int = 0
    own_without_last: bool = False
    """True if every seat of it has fewer points than the last trick gives."""
    others_without_last: bool = False
    own_tricks: int = 0
    """The number of known tricks of the declarer's side."""
    others_tricks: int = 0
    own_in_tricks: int = 0
    """The least points of the cards in these tricks."""
    others_in_tricks: int = 0

    def can_fit_way(self, way: HandOutcome) -> bool:
        """Check whether both sides have at least their known tricks in a way."""
        own, others = way.declarer, way.opponents
        return (
            own.tricks >= self.own_tricks
            and others.tricks >= self.others_tricks
            and own.in_tricks >= self.own_in_tricks
            and others.in_tricks >= self.others_in_tricks
        )


class Partnership(NamedTuple):
    """The declarer's partners, and the place of a called card.

    The place is a seat, -1 a pile, -2 the own hand, -3 not called.
    """

    partners: tuple[int, ...] = ()
    called: int = NOT_CALLED
    rule: str = ""


class Candidate(NamedTuple):
    """One outcome."""

    account: Account
    tally: Tally
    sure: frozenset[str] = frozenset()
    """The bonuses that hold in any case: with these points, or in all others too."""

    @property
    def has_only_sure_bonuses(self) -> bool:
        """Check whether all of its bonuses hold in any case."""
        return self.sure.issuperset(self.account.bonuses)


def with_shared_certainty(found: Iterable[Candidate]) -> list[Candidate]:
    """Keep as certain what is certain in all outcomes with the same winners."""
    every = list(found)
    ended = [(tuple(side.wins for side in candidate.account.sides), candidate.account.partners) for candidate in every]
    sure: dict[object, frozenset[str]] = {}
    for outcome, end in zip(every, ended, strict=True):
        sure[end] = sure.get(end, outcome.sure) & outcome.sure
    return [candidate._replace(sure=sure[end]) for candidate, end in zip(every, ended, strict=True)]


def with_certain_bonuses(game: Game, candidate: Candidate, certain: frozenset[str]) -> Candidate:
    """The outcome, with those of its bonuses sure that every possible end has."""
    shown = certain.intersection(candidate.account.bonuses) - candidate.sure
    if not shown:
        return candidate
    account = _with_evidence(game, candidate.account, dict.fromkeys(shown, Words("what is written shows it")))
    return candidate._replace(account=account, sure=candidate.sure | shown)


def all_points(game: Game) -> int:
    """The points of a whole hand."""
    return game.cards.worth(game.cards.full) + game.rules.pack.last_trick


def may_lose_points(game: Game, *, has_declarer: bool = True) -> bool:
    """Check whether points may go to no side, so that sides need not have them all."""
    lost = ("nobody",) if has_declarer else ("nobody", "declarer")
    return any(pile.won_by in lost for pile in game.rules.piles.values())


def allowed_candidates(played: KnownPlay, partnership: Partnership, sums: Sums) -> Iterator[Candidate]:
    """Every outcome that the points allow; those without a bonus first."""
    game = played.game
    table = _outcome_table(played)
    rows = _possible_points(played, partnership)
    if played.claim is not None:
        sums = Sums()
    later: dict[Bonuses, list[tuple[Points, bool | None, frozenset[str], tuple[AppliedRules, ...]]]] = {
        names: [] for names in table.every if names
    }
    for points in sorted(rows):
        if not _has_stated_points(points, sums, moved=bool(played.faults)):
            continue
        for has_needed, ways in table.possible_results(rows[points]):
            settled = table.settled_outcome((), partnership, points, has_needed=has_needed)
            if not _has_stated_result(settled.account, sums):
                continue
            applying = table.applying_bonuses(settled, points, ways, sums, has_needed=has_needed)
            applied_rules = table.rules_on_opponents(partnership, ways)
            for names in applying.together:
                if names:
                    later[names].append((points, has_needed, applying.sure, applied_rules))
                    continue
                for rules in applied_rules:
                    plain = table.settled_outcome((), partnership, points, rules, has_needed=has_needed)
                    yield plain._replace(sure=applying.sure)
    for names, outcomes in later.items():
        for points, has_needed, sure, applied_rules in outcomes:
            for rules in applied_rules:
                other = table.settled_outcome(names, partnership, points, rules, has_needed=has_needed)
                yield other._replace(account=_with_shown_bonuses(game, other.account, sure), sure=sure)


def _possible_points(played: KnownPlay, partnership: Partnership) -> Ways:
    """The possible points of the sides, with their ways if these can be examined."""
    game, total = played.game, all_points(played.game)
    if played.claim is not None and played.claim.points is not None:
        points, rest = played.claim.points, total - played.claim.points
        own = (played.declarer, *partnership.partners)
        return {(points, rest) if has_claimed(played.claim, own) else (rest, points): []}
    return ways_to_end(game, played.contract) or {(points, total - points): [] for points in range(total + 1)}


def _applying(
    played: KnownPlay, rows: BonusRows, settled: Candidate, points: Points, found: list[HandOutcome], sums: Sums
) -> Applying:
    """The possible bonuses with these points; nothing at all if they are impossible."""
    if not settled.account.sides:
        return Applying([()], frozenset())
    possible = [
        way
        for way in without_last_trick(found, own=sums.own_without_last, others=sums.others_without_last)
        if sums.can_fit_way(way)
    ]
    wins = bool(settled.account.sides[0].wins)
    parties = {"declarer": True, "opponents": False, "winners": wins, "losers": not wins}
    own, others = (side.seats for side in settled.account.sides)
    roles = roles_and_announcements(played.game, settled.tally, own)
    mine, theirs = (sum_declared_points(played.game, settled.tally, seats, []) for seats in (own, others))
    counted = counted_points(settled.account, own)
    if not found or played.claimed:
        verdicts = joint_verdicts(played.game, settled.account, settled.tally)
        return bonuses_without_ways(
            unplayed_sides(roles, (points[0] + mine, points[1] + theirs), counted), rows, parties, verdicts
        )
    return bonuses_in_ways(possible, rows._replace(roles=roles, declared=(mine, theirs), counted=counted), parties)


def _bonuses_for_contract(played: KnownPlay) -> BonusRows:
    """The bonuses that speak of the contract."""
    rules = played.game.rules.settle
    table = {
        name: bonus
        for name, bonus in _payable_bonuses(played.game, rules.bonus).items()
        if all(is_for_contract(condition, played.contract) for condition in bonus.conditions)
    }
    order = changing(table, (name for name in rules.bonus_order if name in table))
    facts = rule_facts(played.game)
    placed = frozenset() if played.claimed else list_placed_bonuses(played.game, table, has_declarer=True)
    return BonusRows(facts, played.contract, with_counts(table, facts, played.setting.active), order, placed=placed)


def _payable_bonuses(game: Game, table: Mapping[str, Bonus]) -> dict[str, Bonus]:
    """The bonuses without those by a card that the pack of this table does not have."""
    return {name: bonus for name, bonus in table.items() if bonus.card is None or bonus.card in game.cards.numbers}


def _unconditional_bonuses(table: Mapping[str, Bonus], names: Bonuses) -> tuple[dict[str, Bonus], Bonuses]:
    """These bonuses, which apply whatever was played, and their order."""
    counts = {bonus_name(name): count_of_entry(name) for name in names}
    chosen = {name: table[name].unconditional(counts[name]) for name in table if name in counts}
    return chosen, tuple(name for name in names if name in chosen and not chosen[name].is_added)


def _with_bonuses(game: Game, names: Bonuses) -> Game:
    """The game with bonuses that apply whatever was played, and no others."""
    settle = game.rules.settle
    table, order = _unconditional_bonuses(settle.bonus, names)
    return Game(game.ruleset, replace(game.rules, settle=replace(settle, bonus=table, bonus_order=order)))


def _with_result(game: Game, contract: str, *, has_needed: bool | None) -> Game:
    """The game in which a side has what it needs besides points, or has not."""
    if has_needed is None:
        return game
    rules = game.rules
    needed = winning(rules, contract)[1]
    limits = (needed.points_at_least, needed.points_at_most) if has_needed else (MANY_POINTS * MANY_POINTS, None)
    decided = WonIf(points_at_least=limits[0], points_at_most=limits[1])
    own = replace(rules.contracts[contract], won_if=decided)
    return Game(game.ruleset, replace(rules, contracts=FrozenMap({**rules.contracts, contract: own})))


class _OutcomeTable:
    """The outcomes of hands with one declarer and contract, each settled once.

    Questions change nothing in it.
    """

    def __init__(self, played: KnownPlay) -> None:
        self.played = played
        self.known: dict[tuple[Bonuses, Partnership, Points, bool | None, AppliedRules], Candidate] = {}
        self.applied: dict[tuple[Partnership, frozenset[int]], tuple[AppliedRules, ...]] = {}
        self.games: dict[tuple[Bonuses, bool | None], Game] = {}
        self.needed = winning(played.game.rules, played.contract)[1].condition
        """The needs of the declarer's side besides points."""
        together: dict[tuple[object, ...], dict[tuple[object, ...], Applying]]
        together = played.game.worked_out.setdefault(__name__, {})
        if len(together) >= _MAX_CONTRACTS_KEPT:  # a game is kept for the process, and a record names any seats
            together.clear()
        self.rows = _bonuses_for_contract(played)
        self.every = self.rows.possible_combinations
        bonuses_of_rules = played.game.rules.settle.bonus.values()
        conditions = [part for bonus in bonuses_of_rules for part in condition_parts(bonus.conditions)]
        has_cards = any(bonus.card_place for bonus in bonuses_of_rules)
        self.by_seats = has_cards or bool(played.declared) or any(condition.has for condition in conditions)
        """True if the partnership decides which bonuses apply."""
        who = (played.setting, played.declarer, played.declared) if self.by_seats else ()
        by_points = played.claim is not None
        self.bonuses = together.setdefault((played.contract, played.claimed, by_points, who), {})
        """The possible bonuses, for all tables where they are the same."""

    def possible_results(self, ways: list[HandOutcome]) -> Iterator[tuple[bool | None, list[HandOutcome]]]:
        """Yield whether a side may have its needs besides points, with the ways."""
        if not self.needed.limits:
            yield None, ways
            return
        if not ways or self.played.claimed or self.played.claim is not None:
            yield from ((True, ways), (False, ways))
            return
        own = self.rows.facts.party(ways[0].declarer, self.played.contract)
        verdicts = [can_hold(self.needed, own._replace(side=way.declarer)) for way in ways]
        for has_needed in (True, False):
            found = [way for way, verdict in zip(ways, verdicts, strict=True) if verdict in (has_needed, None)]
            if found:
                yield has_needed, found

    def rules_on_opponents(self, partnership: Partnership, ways: list[HandOutcome]) -> tuple[AppliedRules, ...]:
        """The rules on single opponents that may apply together in these ways."""
        tricks = frozenset() if self.played.claimed else frozenset(way.opponents.tricks for way in ways)
        key = partnership, tricks
        if key not in self.applied:
            self.applied[key] = list_applied_rules(self.played, partnership.partners, ways)
        return self.applied[key]

    def settled_outcome(
        self, names: Bonuses, partnership: Partnership, points: Points, rules: AppliedRules = NO_RULES, *,
        has_needed: bool | None,
    ) -> Candidate:  # fmt: skip
        """The outcome of these points with some bonuses, or with none."""
        key = names, partnership, points, has_needed, rules
        if key not in self.known:
            game = self.games.get((names, has_needed))
            if game is None:
                with_bonuses = _with_bonuses(self.played.game, names)
                game = _with_result(with_bonuses, self.played.contract, has_needed=has_needed)
                self.games[names, has_needed] = game
            found = _settle_outcome(self.played, game, partnership, (points, rules), names)
            if has_needed is not None:
                because = tuple(reason for reason in found.account.because if not is_winning_rule(reason.rule))
                found = found._replace(account=replace(found.account, because=because))
            self.known[key] = found
        return self.known[key]

    def applying_bonuses(
        self, settled: Candidate, points: Points, found: list[HandOutcome], sums: Sums, *, has_needed: bool | None
    ) -> Applying:
        """The possible bonuses with these points."""
        wins = settled.account.sides[0].wins if settled.account.sides else None
        key = (
            points, wins, has_needed,
            sums.own_without_last, sums.others_without_last, sums.own_tricks, sums.others_tricks,
            sums.own_in_tricks, sums.others_in_tricks,
            tuple([side.counted for side in settled.account.sides]), settled.account.partners if self.by_seats else (),
        )  # fmt: skip
        if key not in self.bonuses:
            self.bonuses[key] = _applying(self.played, self.rows, settled, points, found, sums)
        return self.bonuses[key]


_MAX_OUTCOMES_KEPT: Final = 8000
"""The most outcomes to keep."""
_tables: dict[tuple[object, ...], _OutcomeTable] = {}


def _outcome_table(played: KnownPlay) -> _OutcomeTable:
    """The table of a hand; its rules are kept, so that their `id` stays theirs."""
    who = played.setting, played.contract, played.declarer
    key = (
        id(played.game.rules), who, played.faults, played.declared, played.outcome, played.claimed, played.doubles,
        played.claim,
    )  # fmt: skip
    if key not in _tables:
        if sum(len(table.known) for table in _tables.values()) >= _MAX_OUTCOMES_KEPT:
            _tables.clear()
        _tables[key] = _OutcomeTable(played)
    return _tables[key]


def _settle_outcome(
    played: KnownPlay, game: Game, partnership: Partnership, taken: tuple[Points, AppliedRules], names: Bonuses
) -> Candidate:
    setting, (points, rules) = played.setting, taken
    count = len(setting.labels)
    tally = Tally(setting, [0] * count, [0] * count, [0] * count)
    tally.contract, tally.declarer, tally.outcome = played.contract, played.declarer, played.outcome
    tally.partners, tally.called, tally.call_rule = partnership.partners, partnership.called, partnership.rule
    tally.faults, tally.doubles = list(played.faults), list(played.doubles)
    tally.declared, tally.assumed_rules = list(played.declared), rules
    if played.claim is not None:
        ours = has_claimed(played.claim, (played.declarer, *partnership.partners))
        tally.claim = played.claim._replace(to=played.declarer if ours else tally.opponents[0])
    else:
        tally.in_tricks[played.declarer], tally.in_tricks[tally.opponents[0]] = points
    tally.seats_by_card = _find_card_seats(game.rules.settle.bonus, names)
    return Candidate(settle_hand(game, tally), tally)


def _find_card_seats(table: Mapping[str, Bonus], names: Bonuses) -> dict[tuple[str, str], int]:
    """The seats that pay or are paid by a card, as these entries assume them."""
    found: dict[tuple[str, str], int] = {}
    for name, seat in ((name, seat_of_entry(name)) for name in names):
        bonus = table[bonus_name(name)]
        if seat is not None and bonus.card is not None:
            found[bonus.card_place, bonus.card] = seat
    return found


def _has_stated_points(points: Points, sums: Sums, *, moved: bool) -> bool:
    """Check the points of each side against the stated ones.

    `moved`: irregularities moved some, so that only those of single seats count.
    """
    own, others = points
    if own < sums.own_least or others < sums.others_least:
        return False
    return moved or (
        (sums.own is None or sums.own[0] <= own <= sums.own[1])
        and (sums.others is None or sums.others[0] <= others <= sums.others[1])
    )


def _has_stated_result(account: Account, sums: Sums) -> bool:
    if not account.counted_sides:
        return True
    own, others = account.counted_sides
    return (
        (sums.wins is None or own.wins == sums.wins)
        and (sums.own is None or sums.own[0] <= own.points <= sums.own[1])
        and (sums.others is None or sums.others[0] <= others.points <= sums.others[1])
    )


_SHOWN_BY_POINTS: Final = frozenset({"points", "tricks"})


def _with_shown_bonuses(game: Game, account: Account, sure: frozenset[str]) -> Account:
    """The account with evidence for its bonuses: the score, or other figures."""
    bonuses = _bonuses_in(game, account)
    return _with_evidence(
        game, account, {name: _describe_evidence(bonuses[name], sure=name in sure) for name in account.bonuses}
    )


def _with_evidence(game: Game, account: Account, shown: Mapping[str, Words]) -> Account:
    """The account with the evidence for bonuses, each with its effect on the payment.

    A payment apart keeps its own reason, after that.
    """
    section = bonus_path(account)
    left = {f"{section}.{name}": (name, evidence) for name, evidence in shown.items()}
    because = []
    for reason in account.because:
        name, evidence = left.pop(reason.rule, ("", None))
        if evidence is None:
            because.append(reason)
            continue
        called, effect = game.ruleset.name("bonus", name), reason.says.values["effect"]
        said = Words("{bonus}: {shown}: {effect}", bonus=called, shown=evidence, effect=effect)
        because.append(Reason(reason.rule, said))
    return replace(account, because=tuple(because))


def _bonuses_in(game: Game, account: Account) -> Mapping[str, Bonus]:
    """The bonuses of a hand with a contract, or after an all-pass."""
    found: Mapping[str, Bonus] = game.rules.settle.bonus if account.contract else game.rules.all_pass.params.bonus
    return found


def _describe_evidence(bonus: Bonus, *, sure: bool) -> Words:
    """The evidence for a bonus without written tricks."""
    if not sure or bonus.card_place:
        return Words("the stated score shows it")
    parts = condition_parts(bonus.conditions)
    looked_at = {describe_figure(figure).counts for part in parts for figure in condition_figures(part)}
    return Words("the points show it") if looked_at <= _SHOWN_BY_POINTS else Words("what is written shows it")


def bonus_path(account: Account) -> str:
    """The path of a hand's bonuses in its rules."""
    return "settle.bonus" if account.contract else "all_pass.bonus"


def keep_common_bonuses(game: Game, account: Account, alike: Sequence[Account]) -> Account:
    """Keep the bonuses that all outcomes with the same payments have.

    The score shows no others. If other outcomes have a bonus instead, one of them applies, and the reason names them
    all.
    """
    shown = set(account.bonuses).intersection(*(other.bonuses for other in alike))
    path = bonus_path(account)
    gone = {f"{path}.{name}" for name in account.bonuses if name not in shown}
    if not gone:
        return account
    open_ways = [[name for name in each.bonuses if name not in shown] for each in alike]
    place = next(number for number, reason in enumerate(account.because) if reason.rule in gone)
    because = [reason for reason in account.because if reason.rule not in gone]
    if all(open_ways):
        names = dict.fromkeys(name for way in open_ways for name in way)
        listed = Listing(tuple(game.ruleset.name("bonus", name) for name in names), either=True)
        because.insert(place, Reason(path, Words("{bonus}: the payments are the same", bonus=listed)))
    return replace(
        account,
        bonus=account.bonus if account.bonus in shown else "",
        added=tuple(name for name in account.added if name in shown),
        because=tuple(because),
    )


def without_figures(account: Account, *, points: bool, all_of: Iterable[Account] = ()) -> Account:
    """Drop unwritten figures: tricks and cards always, points if not known.

    Otherwise only points that all other outcomes share are kept.
    """
    every = [[side.points for side in other.sides] for other in all_of]
    sides = []
    for number, side in enumerate(account.sides):
        known = points and all(points_of_sides[number] == side.points for points_of_sides in every)
        told = (side.points, side.counted) if known else (None, None)
        sides.append(Side(side.seats, None, None, None, *told, wins=side.wins, declared=side.declared))
    said = points and bool(sides) and sides[0].points is not None
    because = tuple(reason for reason in account.because if said or not is_winning_rule(reason.rule))
    return replace(account, sides=tuple(sides), because=because)


def amount_range(game: Game, amount: int, *, is_whole: bool) -> tuple[int, int]:
    """The points that a stated amount may mean: whole points leave fractions open."""
    units = game.rules.pack.units_per_point
    if not is_whole:
        return amount, amount
    least, most = amount * units, (abs(amount) + 1) * units - 1
    return (-most, least) if amount < 0 else (least, most)


SidePoints = dict[tuple[int, ...], tuple[int, int]]
"""The bounds of each side's stated points, before irregularities moved any."""


def outcomes_without_declarer(
    game: Game, setting: Seating, tally: Tally, stated: SidePoints, *, claimed: bool = False
) -> list[Candidate]:
    """All outcomes, without a bonus first, by stated points or any possible payer.

    `claimed`: it ended before all was played.
    """
    part = game.rules.all_pass.params
    exact = all(least == most for least, most in stated.values())
    known = set(stated) == set(setting.fixed_sides)
    known = known and all(rounded_points(game, least) == rounded_points(game, most) for least, most in stated.values())
    points = {side: least for side, (least, _) in stated.items()} if known else {}
    if part.pays == "nobody":
        if not known:
            return []
        taken = _with_points(tally, points)
        account = settle_hand(game, taken)
        return [Candidate(_without_unwritten_figures(account, exact=exact), taken)]
    found = []
    rows = _rows_of_all(game, setting, claimed=claimed)
    games: dict[tuple[tuple[str, int], ...], Game] = {}
    for names in rows.possible_combinations:
        counts = tuple((bonus_name(name), count_of_entry(name)) for name in names)
        changed = games[counts] = games.get(counts) or _played_out_with(game, part, names)
        card_seats = _find_card_seats(part.bonus, names)
        for counted, by_points in _tallies(setting, tally, points, part, game.rules.pack.last_trick):
            taken = replace(counted, seats_by_card=card_seats)
            account = settle_hand(changed, taken)
            applying = _bonuses_of_all(rows, game, taken, account, points if by_points else {})
            if account.bonuses == tuple(map(bonus_name, names)) and names in applying.together:
                told = (
                    _without_unwritten_figures(account, exact=exact)
                    if by_points
                    else without_figures(account, points=False)
                )
                found.append(Candidate(_with_shown_bonuses(game, told, applying.sure), taken, applying.sure))
    return with_shared_certainty(found)


def _with_points(tally: Tally, points: Mapping[tuple[int, ...], int]) -> Tally:
    """A tally with its points at the first seat of each side, apart from claimed ones."""
    if tally.claim is not None:
        to = next((side[0] for side in points if has_claimed(tally.claim, side)), NOBODY)
        return replace(tally, claim=tally.claim._replace(to=to))
    in_tricks = [0] * len(tally.in_tricks)
    for side, number in points.items():
        in_tricks[side[0]] = number
    return replace(tally, in_tricks=in_tricks)


def _without_unwritten_figures(account: Account, *, exact: bool) -> Account:
    """Drop unwritten figures; of whole points also the dropped fraction."""
    told = without_figures(account, points=True)
    if exact:
        return told
    because = tuple(reason for reason in told.because if reason.rule not in ("settle.rounding", "all_pass.pays"))
    return replace(told, sides=tuple(replace(side, points=None) for side in told.sides), because=because)


def _rows_of_all(game: Game, setting: Seating, *, claimed: bool) -> BonusRows:
    """The bonuses of a hand without a declarer."""
    part = game.rules.all_pass.params
    facts = rule_facts(game)
    table, order = _payable_bonuses(game, part.bonus), changing(part.bonus, part.bonus_order)
    placed = frozenset() if claimed else list_placed_bonuses(game, table, has_declarer=False)
    return BonusRows(facts, "", with_counts(table, facts, setting.active), order, placed=placed)


def _bonuses_of_all(
    rows: BonusRows, game: Game, tally: Tally, account: Account, points: Mapping[tuple[int, ...], int]
) -> Applying:
    """The possible bonuses with known payers; `points`: those of all, if known."""
    payers, others = ([side.seats for side in account.sides if side.wins is wins] for wins in (False, True))
    roles = roles_and_announcements(game, tally, [seat for side in payers for seat in side])
    parties = {"others": False, "winners": False, "losers": True}
    sums = (sum(points[payer] for payer in payers), sum(points[other] for other in others)) if points else None
    mine, theirs = (sum(sum_declared_points(game, tally, side, []) for side in sides) for sides in (payers, others))
    all_told = None if sums is None else (sums[0] + mine, sums[1] + theirs)
    paying = [seat for side in payers for seat in side]
    counted = None if sums is None else counted_points(account, paying)
    unseen = bonuses_without_ways(
        unplayed_sides(roles, all_told, counted), rows, parties, joint_verdicts(game, account, tally)
    )
    if sums is None or tally.claim is not None:
        return unseen
    found, last = ways_to_end(game, "").get(sums, []), game.rules.pack.last_trick
    none, no_other = (all(points[side] < last for side in sides) for sides in (payers, others))
    possible = without_last_trick(found, own=none, others=no_other)
    if not possible:
        return unseen
    if game.rules.all_pass.params.pays == "last_trick":
        # Who pays has won it, and so nobody else.
        possible = without_last_trick(possible, own=False, others=True)
        if not possible:
            return Applying([], frozenset())
    return bonuses_in_ways(possible, rows._replace(roles=roles, counted=counted), parties)


def _tallies(
    setting: Seating, tally: Tally, points: Mapping[tuple[int, ...], int], part: PlayOutRule, last_trick: int
) -> Iterator[tuple[Tally, bool]]:
    """Yield possible tallies, and whether their points are the stated ones."""
    sides = setting.fixed_sides
    if points and part.pays == "last_trick":
        for side in sides:
            last = 0 if tally.claim is not None else last_trick
            if points[side] >= last:
                yield replace(_with_points(tally, {**points, side: points[side] - last}), last=side[0]), True
        return
    if points:
        yield _with_points(tally, points), True
        return
    extreme = -MANY_POINTS if part.pays == "fewest_points" else MANY_POINTS
    most = 1 if part.pays == "last_trick" else len(sides) - 1
    for size in range(1, most + 1):
        for payers in combinations(sides, size):
            taken = {side: extreme if side in payers else points.get(side, 0) for side in sides}
            last = payers[0][0] if part.pays == "last_trick" else NOBODY
            yield replace(_with_points(tally, taken), last=last), False


def _played_out_with(game: Game, part: PlayOutRule, names: Bonuses) -> Game:
    """The game with bonuses that apply whatever was played, and no others."""
    table, order = _unconditional_bonuses(part.bonus, names)
    changed = replace(part, bonus=table, bonus_order=order)
    named = replace(game.rules.all_pass, params=changed)
    return Game(game.ruleset, replace(game.rules, all_pass=named))
