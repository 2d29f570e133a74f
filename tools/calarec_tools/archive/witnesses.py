"""Hands that show a rule in which two rulesets differ: other moves or payments.

From a comparison and, where there is one, a collection comes for each differing rule the plainest hand that shows it,
or the reason why there is none.

Terms. A *run* is a sequence of hands, the last of which shows the rule: a single hand cannot show rules of the match. A
run *separates* two rulesets if its last hand is allowed by only one of them, is paid differently, or leaves the match
in another state. Rules are *taken over* if one ruleset gets them from the other and is otherwise unchanged: then only
these rules account for what a run shows.
"""

from __future__ import annotations

from contextlib import suppress
from copy import deepcopy
from fnmatch import fnmatch
from itertools import chain, islice
from json import dumps
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple, replace
from calarec.core.engine.game import Game
from calarec.core.records import model as rec
from calarec.rule_files.digest import digest_of
from calarec.rule_files.load import check_rules
from calarec.simulation.bots import aim_of
from calarec.simulation.run import AimError, simulate
from calarec_tools.archive.candidates import count_common_keys, read_for
from calarec_tools.archive.covering import SILENT
from calarec_tools.archive.rescoring import OtherRules, Owners

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from calarec.core.judge.judgement import Judgement
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.records.model import Hand
    from calarec.core.wording.findings import Finding
    from calarec.core.wording.language import Words
    from calarec.rulebook.comparison import Comparison, Difference, Leaf
    from calarec.rulebook.differences import DifferingRule

POOL_HANDS: Final = 60
"""The number of hands made for each side, for all rules together."""
_MORE_HANDS: Final = 200
"""The number of hands besides, where all rules together shall make a difference."""
AIMED_HANDS: Final = 4
"""The number of hands for each side that aim at one rule."""
SEEDS: Final = (1, 2)
"""The seeds of sensible and of careless hands."""
_MAX_MATCH_HANDS: Final = 60
"""The maximum number of hands of a match."""
MAX_JUDGED_HANDS: Final = 600
"""The maximum number of hands that are judged to leave out of a run what is not needed."""
_MATCH: Final = ("match.", "all_pass.")
"""Paths of rules that a single hand may not show."""

Run = tuple["Hand", ...]


class SeparatedRuling(NamedTuple):
    """The ruling of one ruleset on the last hand of a run."""

    allowed: bool
    finding: Finding | None
    """The first finding, if the hand is not allowed."""
    paid: tuple[tuple[str, int], ...]
    """By seat; empty if nothing is settled."""
    totals: tuple[tuple[str, int], ...]
    over: bool | None
    """True if the match is over; None if that is not known."""
    deals_next: str
    """The dealer of the next hand; empty if unknown."""


class Witness(NamedTuple):
    """A run that separates two rulesets."""

    run: Run
    rulesets: tuple[Ruleset, Ruleset]
    """The two rulesets.

    If the run shows other differences too: one ruleset, and the same with these rules of the other.
    """
    rulings: tuple[SeparatedRuling, SeparatedRuling]
    made_under: str
    """The ruleset under which it was made; empty if it is from a record."""

    other: str = ""
    """The ruleset that the second takes these rules from.

    Empty if the second is the other ruleset.
    """
    is_plainest: bool = True
    """True if nothing more can be left out of the run; False if that search was given up."""

    @property
    def is_settled_otherwise(self) -> bool:
        """Return whether the hand is ruled otherwise, not only the next dealer."""
        return _is_settled_otherwise(*self.rulings)


class WitnessedRule(NamedTuple):
    """A rule that differs, and the hand that shows it."""

    change: DifferingRule
    witness: Witness | None
    tried: int
    """The number of runs examined."""
    proofs: tuple[Words, ...] = ()
    """For each leaf the reason why no hand can show it; empty if one can."""


class WitnessSearch:
    """The search for runs that show differing rules; in `records`, if there are any."""

    def __init__(
        self,
        comparison: Comparison,
        records: list[Run] | None = None,
        tell_tried: Callable[[int], None] = lambda _: None,
    ) -> None:
        self.comparison = comparison
        self.left, self.right = comparison.left, comparison.right
        self.records = records
        self.tell_tried = tell_tried
        """Called with the number of hands or matches examined."""
        self.tried = 0
        self._pool: list[tuple[Run, str]] | None = None
        self._apart: list[tuple[Run, str]] = []
        self._aimed: dict[tuple[str, object], _SharedRuns] = {}
        """Runs made for an aim, by ruleset and aim: several rules may have the same."""
        self._rulings: dict[tuple[int, int], SeparatedRuling] = {}
        """Rulings of the two rulesets on kept runs, by the ids of both."""
        self._owners: Owners = {}
        self._accepted: dict[str, bool] = {}
        """Whether rule files with rules taken over are accepted, by digest."""

    # ------------------------------------------------------------------ where runs come from

    @property
    def separating_runs(self) -> list[tuple[Run, str]]:
        """Return the runs of the pool that separate the two."""
        if self._pool is None:
            self._pool = [(run, "") for run in self.records] if self.records is not None else list(self._make_runs())
            for run, made in self._pool:
                self._count_tried()
                if is_other_ruling(self._find_ruling(self.left, run), self._find_ruling(self.right, run)):
                    self._apart.append((run, made))
        return self._apart

    @property
    def all_pooled_runs(self) -> list[tuple[Run, str]]:
        """All of the pool."""
        return self._pool or []

    def _make_runs(self) -> Iterator[tuple[Run, str]]:
        """Make single hands and matches under both rulesets."""
        for ruleset in (self.left, self.right):
            game = Game.from_ruleset(ruleset)
            for seats in game.people:
                for bot, seed in zip(("sensible", "random"), SEEDS, strict=True):
                    made = simulate(game, hands=POOL_HANDS // 2 // len(game.people), seed=seed, bot=bot, seats=seats)
                    yield from (((_by_itself(simulated.hand),), ruleset.id) for simulated in made)

    def _make_aimed_runs(self, change: DifferingRule) -> Iterator[tuple[Run, str]]:
        """Make hands that touch one of the rules, under the ruleset that has it.

        For a rule of the match, make matches.
        """
        for ruleset, leaves in ((self.left, _changed_leaves(change, 0)), (self.right, _changed_leaves(change, 1))):
            game = Game.from_ruleset(ruleset)
            for leaf in leaves[:3]:
                with suppress(AimError, ValueError):
                    for run in self._find_aimed_runs(game, leaf.path):
                        yield run, ruleset.id

    def _find_aimed_runs(self, game: Game, path: str) -> _SharedRuns:
        """Return the runs made for a rule; raise ValueError if the game lacks it."""
        aim = "match" if path.startswith(_MATCH) else replace(aim_of(game, path), path="")
        key = game.ruleset.id, aim
        if key not in self._aimed:
            self._aimed[key] = _SharedRuns(_play_matches(game) if aim == "match" else _make_hands(game, path))
        return self._aimed[key]

    def _find_ruling(self, ruleset: Ruleset, run: Run) -> SeparatedRuling:
        """Return the ruling of one of the two on a kept run."""
        key = id(ruleset), id(run)
        if key not in self._rulings:
            self._rulings[key] = ruling(ruleset, run, self._owners)
        return self._rulings[key]

    def _count_tried(self) -> None:
        self.tried += 1
        self.tell_tried(self.tried)

    def _rule_once(self, ruleset: Ruleset, run: Run) -> SeparatedRuling:
        """Return the ruling of a ruleset on a run that is not kept."""
        return ruling(ruleset, run, self._owners)

    def is_settled_otherwise(self, run: Run) -> bool:
        """Check whether the two rulesets settle the last hand of a run otherwise."""
        return _is_settled_otherwise(self._rule_once(self.left, run), self._rule_once(self.right, run))

    def find_run_settled_otherwise(self) -> Run | None:
        """Find a run that all differing rules together settle otherwise; or None."""
        pooled = (run for run, _ in self.separating_runs)
        found = (run for run in chain(pooled, self._make_more_hands()) if self.is_settled_otherwise(run))
        run = next(found, None)
        return None if run is None else find_plainest_run(run, self.is_settled_otherwise).run

    def _make_more_hands(self) -> Iterator[Run]:
        """Make single hands under the left ruleset besides those of the pool."""
        made = simulate(Game.from_ruleset(self.left), hands=_MORE_HANDS, seed=max(SEEDS) + 1)
        return ((_by_itself(simulated.hand),) for simulated in made)

    # ------------------------------------------------------------------ one rule

    def find_witness(self, change: DifferingRule) -> WitnessedRule:
        """Find a run that shows a rule.

        Best is one in which this rule accounts for all that differs between the two rulings.
        """
        proofs = self._proofs(change)
        if proofs:
            return WitnessedRule(change, None, 0, proofs)
        pairs = self._taken_over(change)
        second: tuple[Run, str, _Shown] | None = None
        tried = 0
        runs: dict[int, tuple[Run, str]] = {}
        for run, made in self._runs_for_rule(change):
            tried += 1
            self._count_tried()
            if id(run) in runs:
                continue
            runs[id(run)] = run, made
            for shown in pairs:
                changed = shown.ruling_with_changes(run)
                own = self._find_ruling(shown.ruleset, run) if changed is not None else None
                if own is None or changed is None or not is_other_ruling(own, changed):
                    continue
                if is_plainly_shown(own, self._find_ruling(shown.other, run), changed):
                    return self._make_witnessed_rule(change, run, made, shown, tried)
                if second is None and self._is_accepted(shown.otherwise):
                    second = run, made, shown
        if second is not None:
            return self._make_witnessed_rule(change, *second, tried)
        return self._find_witness_by_reading(change, list(runs.values()), tried)

    def _find_witness_by_reading(
        self, change: DifferingRule, runs: Sequence[tuple[Run, str]], tried: int
    ) -> WitnessedRule:
        """Find a run that reads the rule and that the two rulesets judge differently.

        For rules without meaning in the other ruleset. Best is a run that a nearby rule forbids: any other may be
        forbidden for another reason.
        """
        sides = ((self.left, 0), (self.right, 1))

        def count_shared_keys(run: Run, rule: Callable[[Ruleset, Run], SeparatedRuling] = self._rule_once) -> int:
            """Return 0 if a run does not show it, otherwise how near it comes to the rule."""
            rulings = tuple(rule(each, run) for each, _ in sides)
            if not is_other_ruling(*rulings):
                return 0
            paths = [{leaf.path for leaf in _changed_leaves(change, place)} for _, place in sides]
            read = (read_for(each, run[-1]) & of for (each, _), of in zip(sides, paths, strict=True))
            return 1 + _nearest_path_length(set.union(*paths), rulings) if any(read) else 0

        found = [(count_shared_keys(run, self._find_ruling), run, made) for run, made in runs]
        near, run, made = max(found, key=lambda each: each[0], default=(0, (), ""))
        if not near:
            return WitnessedRule(change, None, tried)
        plain = find_plainest_run(run, lambda run: count_shared_keys(run) >= near)
        rulings = self._rule_once(self.left, plain.run), self._rule_once(self.right, plain.run)
        rulesets = self.left, self.right
        witness = Witness(plain.run, rulesets, rulings, made, is_plainest=plain.is_plainest)
        return WitnessedRule(change, witness, tried)

    def _runs_for_rule(self, change: DifferingRule) -> Iterator[tuple[Run, str]]:
        """Yield the pool, runs that separate first; then runs made for this rule."""
        apart = {id(run) for run, _ in self.separating_runs}
        yield from self.separating_runs
        yield from (run for run in self.all_pooled_runs if id(run[0]) not in apart)
        if self.records is None:
            yield from self._make_aimed_runs(change)

    def _is_accepted(self, ruleset: Ruleset) -> bool:
        """Check whether a file with these rules is accepted; once for each digest."""
        if ruleset.digest not in self._accepted:
            tree = {"ruleset": "otherwise", "version": ruleset.version, **ruleset.hashed}
            loaded = check_rules("otherwise.yaml", raw=dumps(tree, default=dict).encode())
            self._accepted[ruleset.digest] = loaded.ruleset is not None
        return self._accepted[ruleset.digest]

    def _make_witnessed_rule(
        self, change: DifferingRule, run: Run, made: str, shown: _Shown, tried: int
    ) -> WitnessedRule:
        plainly = shown.is_plainly_shown_by(run)
        shortened = find_plainest_run(run, shown.is_plainly_shown_by if plainly else shown.is_shown_by)
        plain = shortened.run
        rulesets = (self.left, self.right) if plainly else (shown.ruleset, shown.otherwise)
        named_as = None if plainly else shown.ruleset
        rulings = self._rule_once(rulesets[0], plain), ruling(rulesets[1], plain, self._owners, named_as=named_as)
        other = "" if plainly else shown.other.id
        return WitnessedRule(change, Witness(plain, rulesets, rulings, made, other, shortened.is_plainest), tried)

    def _proofs(self, change: DifferingRule) -> tuple[Words, ...]:
        """Why no hand can show the rule; nothing if one may."""
        found: list[Words] = []
        for ruleset, leaves in ((self.left, _changed_leaves(change, 0)), (self.right, _changed_leaves(change, 1))):
            for leaf in leaves:
                why = _silence(ruleset, leaf.path)
                if why is None:
                    return ()
                found += [why] if why not in found else []
        return tuple(found)

    def _taken_over(self, change: DifferingRule) -> list[_Shown]:
        """Each of the two beside itself with these rules of the other."""
        found = []
        for place, (ruleset, other) in enumerate(((self.left, self.right), (self.right, self.left))):
            otherwise = with_rules(ruleset, change.differences, place)
            if otherwise is not None:
                found.append(_Shown(ruleset, otherwise, other, self._owners))
        return found


class _Shown(NamedTuple):
    """A ruleset, the same with some rules of the other, and the other."""

    ruleset: Ruleset
    otherwise: Ruleset
    other: Ruleset
    owners: Owners

    def is_shown_by(self, run: Run) -> bool:
        """Check whether a run shows these rules."""
        changed = self.ruling_with_changes(run)
        return changed is not None and is_other_ruling(ruling(self.ruleset, run, self.owners), changed)

    def ruling_with_changes(self, run: Run) -> SeparatedRuling | None:
        """Return the ruling with the other's rules; None if they do not fit together."""
        with suppress(Exception):  # what the checks of rule files would refuse may fail anywhere
            # In names of the ruleset itself: a name that goes with the rules of the other is missed.
            return ruling(self.otherwise, run, self.owners, named_as=self.ruleset)
        return None

    def is_plainly_shown_by(self, run: Run) -> bool:
        """Check whether these rules account for the whole difference.

        With them this ruleset rules as the other does, for the same reason.
        """
        own, theirs = (ruling(ruleset, run, self.owners) for ruleset in (self.ruleset, self.other))
        changed = self.ruling_with_changes(run) if is_other_ruling(own, theirs) else None
        return changed is not None and is_plainly_shown(own, theirs, changed)


def is_plainly_shown(own: SeparatedRuling, theirs: SeparatedRuling, changed: SeparatedRuling) -> bool:
    """Check whether two rulings differ, and the rules taken over account for it all.

    `changed` is the ruling of the first ruleset with rules of the other: equal to the other's, for the same reason.
    """
    return (
        is_other_ruling(own, theirs)
        and not is_other_ruling(theirs, changed)
        and _ruling_reason(theirs) == _ruling_reason(changed)
    )


class _SharedRuns:
    """Runs that are made when they are asked for first, and kept."""

    def __init__(self, made: Iterator[Run]) -> None:
        self.made = made
        self.kept: list[Run] = []

    def __iter__(self) -> Iterator[Run]:
        yield from self.kept
        for run in self.made:
            self.kept.append(run)
            yield run


class ShownRun(NamedTuple):
    """A run that shows something, and whether it is as short as can be."""

    run: Run
    is_plainest: bool


class _JudgedHandsError(Exception):
    """Raised when enough hands were judged for one run."""


class _RunShortener:
    """Leaves out what a run does not need, until it has judged many hands."""

    def __init__(self, run: Run, shows: Callable[[Run], bool]) -> None:
        self.run = run
        self._shows = shows
        self._judged_hands = 0

    def shorten(self) -> ShownRun:
        """Leave out hands, the end of the last one, and what that may do without."""
        with suppress(_JudgedHandsError):
            self._leave_out_hands()
            *before, last = self.run
            any(self._has_kept((*before, hand)) for hand in _shorter(last))
            for statement in reversed(self.run[-1].statements):
                if isinstance(statement, _LEFT_OUT):
                    *before, last = self.run
                    kept = tuple(each for each in last.statements if each is not statement)
                    self._has_kept((*before, replace(last, statements=kept)))
            return ShownRun(self.run, is_plainest=True)
        return ShownRun(self.run, is_plainest=False)

    def _leave_out_hands(self) -> None:
        """Leave out hands before the last one: at first many at once."""
        count = len(self.run) - 1
        while count:
            place = 0
            while place < len(self.run) - 1:
                end = min(place + count, len(self.run) - 1)
                if not self._has_kept((*self.run[:place], *self.run[end:])):
                    place = end
            count //= 2

    def _has_kept(self, run: Run) -> bool:
        """Keep a run instead of the present one; False if it does not show the same."""
        self._judged_hands += len(run)
        if self._judged_hands > MAX_JUDGED_HANDS:
            raise _JudgedHandsError
        shows = self._shows(run)
        if shows:
            self.run = run
        return shows


def find_plainest_run(run: Run, shows: Callable[[Run], bool]) -> ShownRun:
    """A run with nothing that it does not need, as far as few judgements find that."""
    return _RunShortener(run, shows).shorten()


_LEFT_OUT: Final = (*rec.ASSERTIONS, *rec.DATA, rec.Signal, rec.Show)
"""Statements that a hand may do without."""


def _shorter(hand: Hand) -> Iterator[Hand]:
    """The hand broken off, after its first statements first."""
    said = hand.statements
    first = next((at for at, each in enumerate(said) if isinstance(each, rec.Bid | rec.Trick)), len(said))
    for stop in range(first + 1, len(said) - 1):
        played = all(isinstance(each, (*_LEFT_OUT, rec.End)) for each in said[stop:])
        if not played and not isinstance(said[stop - 1], _LEFT_OUT):
            yield replace(hand, statements=(*said[:stop], rec.End("abandoned", "what follows shows nothing more")))


def ruling(ruleset: Ruleset, run: Run, owners: Owners, *, named_as: Ruleset | None = None) -> SeparatedRuling:
    """Return a ruleset's ruling on the last hand of a run, in its names or `named_as`.

    `owners` are kept from run to run.
    """
    judge = OtherRules(ruleset, as_written=True, owners=owners, named_as=named_as)
    judged: Judgement | None = None
    for hand in run:
        judge.forbidden.clear()
        judged = judge.replay(hand)
    assert judged is not None
    forbidden = judge.forbidden[-1] if judge.forbidden else None
    account, setting, standing = judged.account, judged.setting, judged.standing
    labels = setting.labels if setting is not None else ()
    return SeparatedRuling(
        allowed=forbidden is None,
        finding=forbidden.finding if forbidden is not None else None,
        paid=tuple(zip(labels, account.payments, strict=False)) if account is not None else (),
        totals=tuple((judged.totals or {}).items()),
        deals_next=judge.evening.turn.due_seat if judge.evening is not None and forbidden is None else "",
        over=standing.over if standing is not None and forbidden is None else None,
    )


def is_other_ruling(one: SeparatedRuling, other: SeparatedRuling) -> bool:
    """Check whether two rulings differ in moves allowed, payments or the match."""
    if not (one.allowed and other.allowed):
        return one.allowed != other.allowed
    return one != other


def _is_settled_otherwise(one: SeparatedRuling, other: SeparatedRuling) -> bool:
    """Check whether two rulings differ in more than the match and the dealer."""
    return (one.allowed, one.finding, one.paid) != (other.allowed, other.finding, other.paid)


def _nearest_path_length(paths: Iterable[str], rulings: Sequence[SeparatedRuling]) -> int:
    """Return the longest common path of these rules and a rule that forbids the run."""
    by = [
        separated_ruling.finding.rule.path
        for separated_ruling in rulings
        if separated_ruling.finding is not None and separated_ruling.finding.rule is not None
    ]
    return max((count_common_keys(path.split("."), other) for path in paths for other in by), default=0)


def _ruling_reason(found: SeparatedRuling) -> tuple[object, ...] | None:
    """Return a key for the reason why a hand is not allowed; None if it is allowed.

    Made hands have no lines, so the rule and the words identify the place.
    """
    told = found.finding
    return (told.code, told.rule and told.rule.path, told.message()) if told else None


# ---------------------------------------------------------------------- rules taken over


def with_rules(ruleset: Ruleset, differences: Sequence[Difference], place: int) -> Ruleset | None:
    """Give a ruleset the other side's values of some rules; None if impossible.

    `place`: 0 if it is the left one of the two. Rules under other names in the other ruleset cannot be taken over.
    """
    tree: Any = deepcopy(dict(ruleset.hashed))
    for difference in differences:
        own, other = (difference.right, difference.left) if place else (difference.left, difference.right)
        if own is not None and other is not None and own.path != other.path:
            return None
        path = (own or other).path.split(".")  # type: ignore[union-attr]
        if not _can_put(tree, path, other):
            return None
    # By its digest it is told from the same ruleset with other rules taken over.
    changed = replace(ruleset, tree=tree, hashed=tree, digest=digest_of(tree), id=f"{ruleset.id}-otherwise")
    with suppress(Exception):  # what the checks of rule files would refuse may fail anywhere
        Game.from_ruleset(changed)
        return changed
    return None


def _can_put(node: Any, path: Sequence[str], other: Leaf | None) -> bool:
    """Put in a value, or remove it with emptied parents; return False if impossible."""
    key, *rest = path
    if isinstance(node, list):
        if not key.isdigit() or int(key) > len(node) or (other is None and not rest):
            return False
        if rest:
            return int(key) < len(node) and _can_put(node[int(key)], rest, other)
        assert other is not None
        node[int(key) : int(key) + 1] = [other.value]
        return True
    if not isinstance(node, dict):
        return False
    if rest:
        done = _can_put(node.setdefault(key, {}), rest, other)
        if node[key] == {}:
            del node[key]
        return done
    if other is None:
        node.pop(key, None)
    else:
        node[key] = other.value
    return True


def _changed_leaves(change: DifferingRule, place: int) -> list[Leaf]:
    return [
        leaf
        for difference in change.differences
        if (leaf := difference.right if place else difference.left) is not None
    ]


def _silence(ruleset: Ruleset, path: str) -> Words | None:
    """Why no hand can be judged by a leaf; None if one can."""
    found = (why for pattern, why, holds in SILENT if fnmatch(path, pattern) and holds(ruleset.rules, path))
    return next(found, None)


# ---------------------------------------------------------------------- hands


def _by_itself(hand: Hand) -> Hand:
    """A hand of a match as the first of its own."""
    said = tuple(statement for statement in hand.statements if not isinstance(statement, rec.Total))
    return replace(hand, statements=said, new_match=False, name="1", between=(), carried=None)


def _make_hands(game: Game, path: str) -> Iterator[Run]:
    """Make single hands that touch a rule."""
    for made in simulate(game, hands=AIMED_HANDS, seed=SEEDS[0], aim=path):
        yield (_by_itself(made.hand),)


def _play_matches(game: Game) -> Iterator[Run]:
    """A match from each seed."""
    return (_play_match(game, seed) for seed in SEEDS)


def _play_match(game: Game, seed: int) -> Run:
    """A match from its first hand to its last."""
    hands: list[Hand] = []
    for simulated in islice(simulate(game, hands=_MAX_MATCH_HANDS, seed=seed), _MAX_MATCH_HANDS):
        hands.append(simulated.hand)
        if simulated.standing.over:
            break
    return tuple(hands)


def runs_of_record(hands: Iterable[Hand]) -> Iterator[Run]:
    """Yield each hand of a record as a run, and each match up to its last hand."""
    match: list[Hand] = []
    for hand in hands:
        if hand.broken:
            match = []
            continue
        if hand.new_match or hand.new_evening:
            if len(match) > 1:
                yield tuple(match)
            match = []
        match.append(hand)
        yield (_by_itself(hand),)
    if len(match) > 1:
        yield tuple(match)
