"""Coverage: the rules of a ruleset that a collection exercises.

Hands are judged under rules that record each read. From hands and a ruleset comes a `Coverage`: for every leaf the
first hand that was judged by it, if any, and how often each possible event occurred. A hand that does not fit the rules
exercises nothing.

Terms. A leaf is *silent* if no hand whatever can be judged by it: `SILENT` has the reasons.
"""

from __future__ import annotations

from collections import Counter
from fnmatch import fnmatch
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.auction import can_go_on_after_bid
from calarec.core.engine.game import Game
from calarec.core.mechanisms.rules import contract_path, expand_amounts
from calarec.core.records import model as rec
from calarec.core.wording.language import Words
from calarec.record_judge.gaps import begin_totals
from calarec.record_judge.pins import Chosen, choose_ruleset
from calarec.record_judge.session import NoRulesError
from calarec_tools.archive.candidates import is_objection_by_rules
from calarec_tools.archive.runs.kept_classes import keep_in_parts
from calarec_tools.archive.runs.shards import records_of
from calarec_tools.archive.tracing import trace_reads
from calarec_tools.output.files.output_files import require_all_hands_read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.running_totals import RunningTotals
    from calarec.core.mechanisms.rules import Rules
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.mechanisms.settle import Bonus
    from calarec.core.records.model import Hand
    from calarec_tools.archive.runs.shards import Shard

    Proof: TypeAlias = tuple[str, Words, Callable[[Rules, str], bool]]

_PLAIN: Final = ("legal", "irregular", "incomplete")


class FirstHand(NamedTuple):
    """The hand that was first judged by a rule."""

    file: str
    line: int
    hand: str


class CoveredBranch(NamedTuple):
    """Something that may happen under a ruleset, and how often it did."""

    kind: str
    """`contract`, `bonus`, `word`, `raise`, `fault` or `outcome`."""
    name: str
    times: int
    won: int = 0
    lost: int = 0


class CoverageCounts(NamedTuple):
    """Counts of one shard for one ruleset; `Coverage.add_coverage` adds them up."""

    ruleset: Ruleset
    hands: int
    others: int
    first: dict[str, FirstHand]
    counts: Counter[tuple[str, str]]
    won: Counter[tuple[str, bool]]


keep_in_parts(FirstHand, CoverageCounts)


def counts_of(shard: Shard, *, asked: Ruleset | None = None) -> Iterator[CoverageCounts]:
    """Yield the counts of a shard for each ruleset.

    `asked` is the ruleset for all hands; None: each hand counts for its own.
    """
    covered: dict[tuple[str, str], Coverage] = {}
    loaded: dict[str, Ruleset] = {}
    records = records_of(shard)
    try:
        for hand in records:
            _add_hand(hand, asked, covered, loaded)
    except NoRulesError:
        yield from [each.coverage_counts for each in covered.values()]
        raise
    yield from [each.coverage_counts for each in covered.values()]
    require_all_hands_read(records)


# A hand that does not fit gets rules of which nothing has been read: games remember what they have worked out, so a
# rule that this hand reads would count as unread for the next one.
def _add_hand(
    hand: Hand, asked: Ruleset | None, covered: dict[tuple[str, str], Coverage], loaded: dict[str, Ruleset]
) -> None:
    chosen = Chosen(asked) if asked is not None else choose_ruleset(hand, loaded=loaded)
    ruleset = chosen.ruleset
    if ruleset is None:
        raise NoRulesError(hand, chosen.findings)
    key = ruleset.id, ruleset.digest
    if key not in covered:
        covered[key] = Coverage(ruleset)
    covered[key].count_hand_coverage(hand)


class Coverage:
    """Counts of the hands seen so far for one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.hands = 0
        """Hands that fit the rules."""
        self.others = 0
        """Hands that do not, or that cannot be read."""
        self.first: dict[str, FirstHand] = {}
        """By the path of each leaf that was read."""
        self.counts: Counter[tuple[str, str]] = Counter()
        self.won: Counter[tuple[str, bool]] = Counter()
        self._totals: RunningTotals | None = None
        self._begin_coverage()

    @property
    def coverage_counts(self) -> CoverageCounts:
        """The counts without the methods, to be sent or kept."""
        return CoverageCounts(self.ruleset, self.hands, self.others, self.first, self.counts, self.won)

    def add_coverage(self, more: CoverageCounts) -> None:
        """Add the counts of hands that follow these."""
        self.hands += more.hands
        self.others += more.others
        self.first = more.first | self.first
        self.counts += more.counts
        self.won += more.won

    def _begin_coverage(self) -> None:
        """Rules of which nothing has been read, in a game that remembers nothing of them."""
        rules, self._seen = trace_reads(expand_amounts(self.ruleset.rules))
        game = Game(self.ruleset, rules)
        if self._totals is None:
            self._totals = begin_totals(game, literal=True)
        self._totals.game = game

    def count_hand_coverage(self, hand: Hand) -> None:
        """One hand more."""
        assert self._totals is not None
        judged = self._totals.replay(hand)
        if judged.verdict not in _PLAIN or any(map(is_objection_by_rules, judged.findings)):
            self.others += 1
            self._begin_coverage()
            return
        self.hands += 1
        place = FirstHand(hand.file, hand.line, hand.name)
        for path in self._seen - self.first.keys():
            if path in self.ruleset.leaves:
                self.first[path] = place
        self._count_judgement(judged)

    def _count_judgement(self, judged: Judgement) -> None:
        rules = judged.game.rules
        for said in judged.hand.statements:
            if isinstance(said, rec.Bid) and said.word not in rules.contracts:
                self.counts["word", said.word] += 1
            if isinstance(said, rec.Raise):
                self.counts["raise", said.word] += 1
            if isinstance(said, rec.Fault):
                self.counts["fault", said.word] += 1
            if isinstance(said, rec.Adjust):
                self.counts["agreed", said.why] += 1
        if judged.outcome:
            self.counts["outcome", judged.outcome] += 1
        for term in () if judged.setting is None else judged.setting.carry.by_match or ():
            self.counts["next", term.rule] += 1
        account = judged.account
        if account is None:
            return
        if account.contract:
            contract = contract_path(rules, account.contract)[len("contracts.") :]
            self.counts["contract", contract] += 1
            side = next((each for each in account.sides if account.declarer in each.seats), None)
            if side is not None and side.wins is not None:
                self.won[contract, side.wins] += 1
        for name in account.bonuses:
            self.counts["bonus", name] += 1

    # ------------------------------------------------------------------ what came of it

    @property
    def silent(self) -> set[str]:
        """The leaves that no hand can be judged by."""
        return {path for path in self.ruleset.leaves if is_silent(self.ruleset.rules, path)} - self.first.keys()

    @property
    def unexercised_leaves(self) -> list[str]:
        """Leaves that no hand was judged by, though one might be.

        They are in the order of the ruleset.
        """
        silent = self.silent
        return [path for path in self.ruleset.leaves if path not in self.first and path not in silent]

    @property
    def exercised_share(self) -> float:
        """The percentage of the leaves that hands can exercise and that some hand did."""
        possible = len(self.ruleset.leaves) - len(self.silent)
        return 100 * len(self.first) / possible if possible else 100.0

    def covered_branches(self) -> Iterator[CoveredBranch]:
        """Everything that may happen, with how often it did."""
        rules = self.ruleset.rules
        for name in rules.contracts:
            won, lost = self.won[name, True], self.won[name, False]
            yield CoveredBranch("contract", name, self.counts["contract", name], won, lost)
        known: dict[str, tuple[str, ...]] = {
            "bonus": tuple(rules.settle.bonus),
            "word": tuple(rules.auction.words) if rules.has_auction else (),
            "raise": tuple(dict.fromkeys(word for contract in rules.contracts.values() for word in contract.raises)),
            "fault": tuple(name for name, each in rules.standing.items() if each.do == "fault"),
            "agreed": tuple(rules.agreed),
            "next": tuple(rules.match.next),
            "outcome": (),
        }
        for kind, names in known.items():
            seen = tuple(name for of, name in sorted(self.counts) if of == kind)
            for name in dict.fromkeys((*names, *seen)):
                yield CoveredBranch(kind, name, self.counts[kind, name])


# ---------------------------------------------------------------------- what no hand can show


def is_silent(rules: Rules, path: str) -> bool:
    """Check whether no hand whatever can be judged by a leaf."""
    return any(fnmatch(path, pattern) and holds(rules, path) for pattern, _, holds in SILENT)


def _is_always_possible(_rules: Rules, _path: str) -> bool:
    return True


def _step_at_path(rules: Rules, path: str) -> Any:
    return rules.steps[path.split(".")[1]].params


def _fault_at_path(rules: Rules, path: str) -> Any:
    return rules.standing[path.split(".")[1]].params


def _bonus_at_path(rules: Rules, path: str) -> Bonus:
    section, _, name = path.split(".")[:3]
    rows = rules.settle.bonus if section == "settle" else rules.all_pass.params.bonus
    return rows[name]


SILENT: Final[tuple[Proof, ...]] = (
    ("agreed*", Words("a rule in words, which the players keep by hand"), _is_always_possible),
    ("deal.packets", Words("a record says which cards a seat was dealt, not in what packets"), _is_always_possible),
    ("deal.piles", Words("a record says which cards a pile was dealt, not when"), _is_always_possible),
    ("pack.total", Words("it is what the source states; it is checked and decides nothing"), _is_always_possible),
    ("play.wins", Words("there is one way to win a trick"), _is_always_possible),
    ("play.next_leader", Words("there is one way to go on"), _is_always_possible),
    ("settle.won_if.of", Words("there is one side that must reach the threshold"), _is_always_possible),
    ("all_pass.counts.*.when.of", Words("it looks at each side in turn; there is no other party"), _is_always_possible),
    (
        "table.sits_out.second", Words("the second seat that sits out, if there is one"),
        lambda rules, _: getattr(rules.table.sits_out, "two_at", None) is None,
    ),
    ("table.dummies.played_by", Words("there is one seat that can play a dummy"), _is_always_possible),
    (
        "table.direction",
        Words("it tells left from right, and no contract here is led from the left or the right"),
        lambda rules, _: all(contract.leader in ("eldest", "declarer") for contract in rules.contracts.values()),
    ),
    (
        "contracts.*.turn",
        Words("at which turn it is bid, where each player speaks only once or it is bid at no later turn"),
        lambda rules, path: rules.auction.chances == "once" or path.split(".")[1] not in rules.auction.ladder[1:],
    ),
    ("auction.hold", Words("a player who may repeat a bid, where no player speaks after one"),
     lambda rules, _: not can_go_on_after_bid(expand_amounts(rules).auction)),
    ("steps.*.pile", Words("the pile that limits a discard, where no pile does"),
     lambda rules, path: getattr(_step_at_path(rules, path), "cards", "") == "down_to_dealt"),
    ("steps.*.at_least", Words("the least discard, where the number is fixed"),
     lambda rules, path: getattr(_step_at_path(rules, path), "cards", "") == "down_to_dealt"),
    ("steps.*.revealed", Words("when a partner is revealed, where a card is called for itself"),
     lambda rules, path: _step_at_path(rules, path).gets == "card"),
    ("steps.*.in_hand.won", Words("a stake for a call that is refused"),
     lambda rules, path: _step_at_path(rules, path).in_hand.then == "refused"),
    ("steps.*.in_hand.lost", Words("a stake for a call that is refused"),
     lambda rules, path: _step_at_path(rules, path).in_hand.then == "refused"),
    ("steps.*.in_pile.won", Words("a stake for a call that is refused, or where no card lies on the table"),
     lambda rules, path: _step_at_path(rules, path).in_pile.then == "refused"
     or not any(pile.dealt for pile in rules.piles.values())),
    ("steps.*.in_pile.lost", Words("a stake for a call that is refused, or where no card lies on the table"),
     lambda rules, path: _step_at_path(rules, path).in_pile.then == "refused"
     or not any(each.dealt for each in rules.piles.values())),
    ("standing.*.contract", Words("what becomes of the contract when the deal is void"),
     lambda rules, path: _fault_at_path(rules, path).deal == "void"),
    ("standing.*.move_points", Words("points that are moved when the deal is void"),
     lambda rules, path: _fault_at_path(rules, path).deal == "void"),
    ("standing.*.dealer", Words("the dealer after a void deal, if play goes on"),
     lambda rules, path: _fault_at_path(rules, path).deal == "goes_on"),
    ("*.bonus.*.times", Words("the factor of a bonus that pays a sum instead"),
     lambda rules, path: _bonus_at_path(rules, path).instead is not None),
    ("match.games", Words("matches of an evening add up to nothing"), lambda rules, _: rules.match.games is None),
    ("match.ranking", Words("matches of an evening add up to nothing"), lambda rules, _: not rules.match.ranking),
    ("settle.pay_unit", Words("it is read only when a match goes to a number of points"),
     lambda rules, _: rules.match.until.points is None or rules.match.counts == "card_points"),
    ("pack.unit", Words("it is read only where fractions are dropped"),
     lambda rules, _: rules.settle.rounding == "none"),
    ("*.bonus.*.paid_by", Words("which side pays what a bonus adds, where it adds nothing"),
     lambda rules, path: not _bonus_at_path(rules, path).is_added),
    ("*.bonus.*.to", Words("where what a bonus adds is paid, where no side pays it apart"),
     lambda rules, path: not _bonus_at_path(rules, path).is_own_payment),
    ("*.bonus.*.card", Words("the card of a payment for which no player pays or is paid by a card"),
     lambda rules, path: _bonus_at_path(rules, path).card_place == ""),
    ("settle.each", Words("no opponent pays or receives otherwise than the rest"),
     lambda rules, _: not rules.settle.each),
    ("settle.bonus", Words("there is no bonus"), lambda rules, _: not rules.settle.bonus_order),
    ("doubling.until", Words("there is no word that doubles"), lambda rules, _: not rules.doubling.words),
    ("doubling.binds", Words("there is no word that doubles"), lambda rules, _: not rules.doubling.words),
    ("raising.until", Words("no contract can be raised"),
     lambda rules, _: not any(each.raises for each in rules.contracts.values())),
)  # fmt: skip
"""Patterns of paths that no hand can be judged by.

Each with the reason and a test of the rulesets for which it is true.
"""
