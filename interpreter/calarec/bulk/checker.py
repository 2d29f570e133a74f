"""Plain hands by the compiled kernel, many at a time, from tables of the rules.

A text of whole hands and a running score go in. The number of hands from its beginning that pass comes out, with the
gains of each. The first that does not pass is left to `running.py`, which passes it or has it explained. So the
answers cannot differ, as long as no hand passes here that would not pass there. Auctions are read there too, each
once.
"""

from __future__ import annotations

from operator import index, sub
from struct import Struct, pack
from typing import TYPE_CHECKING, Any, Final

from calarec.bulk.compile import cache_key, generated_source, write_filter
from calarec.bulk.declarations import meld_worths
from calarec.bulk.machine import NO_PROGRAM, Program, translate_source
from calarec.core.base.frozen import NamedTuple
from calarec.core.base.kernel import find_compiled_kernel
from calarec.core.judge.gains import NOT_COUNTED, GainsInARow
from calarec.rule_files import cache

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Protocol

    from calarec.bulk.compile import CompiledRules
    from calarec.bulk.text import PlainSeating

    class CheckerCore(Protocol):
        """The checker that the compiled kernel makes of tables."""

        def seat(self, words: bytes, /) -> None:
            """Learn the seating when a seat deals."""

        def learn(self, dealer: int, said: bytes, contract: int, declarer: int, leader: int, /) -> bool:
            """Learn the result of an auction; False if it is not kept."""

        def run(
            self,
            text: bytes,
            at: int,
            end: int,
            totals: tuple[int, ...],
            goal: int,
            deals: int,
            limit: int,
            carried: int,
            due: int,
            name: bytes,
            /,
        ) -> tuple[
            int, int, int, int, int, bytes, int, int, int, int, bytes, int, int, bytes, bytes, bytes, bytes
        ]:  # fmt: skip
            """Check hands; the reason of the stop, the state after them, and their rows.

            The tuple has reason, hands, lines, place, dealer, auction, due, dealt, closed, carried, name. Then the
            number of matches, hands since the last began, its name; totals, highest totals, rows.
            """


_PROGRAMS: Final = "programs"
"""The kind of these cache entries: data, which the kernel checks with its tables."""
_NEVER: Final = 2**63 - 1
_MAX_CARDS: Final = 62
_MAX_PLACES: Final = 8
_MAX_LABELS: Final = 10
_MAX_SIGNALS: Final = 32
_MAX_WORD_LETTERS: Final = 40
_MAX_DECLARATION_RULES: Final = 16
_MAX_MELDS: Final = 4096
_MAX_MELD_WORTH: Final = 10**9
_COUNT_RULES: Final = ("payments", "winners_only", "card_points", "declarer_only")
_CARRIES_NOTHING, _CARRIES_AUCTION, _CARRIES_PILE = range(3)
NARROWED: Final = 128
"""Added to the dealer of an auction that the hand before narrows."""
_BACK, _SEATING, _AUCTION, _FULL, _OVER, _DONE = range(6)
_NO_AUCTION: Final = -2
"""For what is not an auction; -1: all passed."""


class ScoreReached(NamedTuple):
    """The score before and after checking."""

    totals: tuple[int, ...]
    due: str
    """The seat that is due to deal; empty if not known."""
    carried: int
    """The cards of a kept pile, 0 for only a narrowed auction; -1: no inheritance."""
    name: bytes
    """The name of the hand before."""
    dealt: str = ""
    """The dealer of the hand before."""
    closed: bool = False
    """True if totals were stated."""


class Limits(NamedTuple):
    """When a match may be over: None is never."""

    goal: int | None = None
    """The total that ends a match."""
    deals: int | None = None
    """The number of counting deals that ends a match."""
    left: int | None = None
    """The number of further counting deals that ends it."""
    goes_on: bool = False
    """True if hands after the beginning of another match are read too."""


BEGINS: Final = 4
"""The bit of a packed hand that says that a match begins with it."""


class HandsPassed(NamedTuple):
    """Hands in a row of which there is nothing to say. Amounts are by label."""

    many: int
    lines: int
    """The number of lines of the hands."""
    end: int
    """The start of the next hand."""
    before: tuple[int, ...]
    """The totals before the first of them."""
    score: ScoreReached
    highest: tuple[int, ...]
    """The highest to which each has come after one of them."""
    rows: bytes
    matches: int = 0
    """The number of matches that begin among them."""
    since: int = 0
    """The number of counting deals since the last of these began, or in all."""
    called: bytes = b""
    """The name of the last match."""
    slipped: bool = False
    """True if the stated totals are wrong by the same amounts as before."""
    match: tuple[int, str] | None = None
    """Number and name of the match that begins with them."""

    @property
    def gains_in_a_row(self) -> GainsInARow:
        """Their gains, if no match begins after the first of them."""
        width = len(self.before)
        sums, peaks = (tuple(map(sub, amounts, self.before)) for amounts in (self.score.totals, self.highest))
        return GainsInARow(self.many, sums, peaks, self.rows, f"<{4 * width}x{width}ii", self.since)

    @property
    def hands_of_match(self) -> int:
        """The number of them that belong to the match of the last one."""
        if not self.matches:
            return self.many
        step = len(self.rows) // self.many
        marks = range(len(self.rows) - 4, -1, -step)
        return next(number for number, at in enumerate(marks, 1) if self.rows[at] & BEGINS)

    @property
    def is_last_counted(self) -> bool:
        """Check whether the match counts the deal of the last one."""
        return not int.from_bytes(self.rows[-4:], "little") & NOT_COUNTED


def translate_rules(rules: CompiledRules) -> dict[str, Program] | None:
    """Translate rules to programs; None if the kernel cannot run them or is missing."""
    if (
        find_compiled_kernel() is None
        or len(rules.cards.names) > _MAX_CARDS
        or rules.rules.match.counts not in _COUNT_RULES
    ):
        return None
    if rules.players > _MAX_PLACES or len(rules.pile_names) > _MAX_PLACES:
        return None
    asked = cache_key(rules)
    kept = _as_programs(cache.load_entry(_PROGRAMS, asked, ()))
    if kept:
        return kept
    made = translate_source(generated_source(write_filter, rules))
    cache.can_store_entry(_PROGRAMS, asked, (), files=(), absent=(), payload=made)
    return made


def _as_programs(payload: Any) -> dict[str, Program] | None:
    """The programs that the cache gave; None if these are none."""
    try:
        return {name: Program(tuple(map(index, code)), tuple(map(index, numbers)))
                for name, (code, numbers) in payload.items()}  # fmt: skip
    except (AttributeError, TypeError, ValueError):
        return None


class CompiledChecker:
    """The checker of some people under some rules."""

    def __init__(
        self, rules: CompiledRules, labels: Sequence[int], people: int, found: dict[str, Program],
        seating: Callable[[int], PlainSeating],
    ) -> None:  # fmt: skip
        """Make a checker; `seating` gives the seating under each dealer.

        ValueError for rules that the kernel cannot serve.
        """
        kernel = find_compiled_kernel()
        if kernel is None or len(labels) > _MAX_LABELS:
            raise ValueError
        self.seating = seating
        self.width: int = len(labels)
        self.core: CheckerCore = kernel.Checker(pack_words(checker_tables(rules, labels, people, found)))
        self.amounts: Struct = Struct(f"={self.width}q")
        self.seated: set[int] = set()

    def check_hands(self, data: bytes, at: int, score: ScoreReached, limits: Limits) -> HandsPassed:
        """Hands from a place on; with the last of them the match may be over."""
        goal, deals, left = (_NEVER if limit is None else limit for limit in (limits.goal, limits.deals, limits.left))
        most = deals if limits.goes_on else 0
        found = HandsPassed(0, 0, at, score.totals, score, (-_NEVER,) * self.width, b"")
        while True:
            stop, hands, lines, at, dealer, said, due, dealt, closed, carried, name, begun, since, called, *packed = (
                self.core.run(
                    data, found.end, len(data), score.totals, goal, left, most, score.carried,
                    ord(score.due or "\0"), score.name,
                )
            )  # fmt: skip
            if hands:
                totals, highest = map(self.amounts.unpack_from, packed[:2])
                left = deals if begun else left
                left -= since if left < _NEVER else 0
                score = ScoreReached(totals, chr(due), carried, name, chr(dealt), score.closed or bool(closed))
                found = HandsPassed(
                    found.many + hands, found.lines + lines, at, found.before, score,
                    tuple(map(max, found.highest, highest)), found.rows + packed[2], found.matches + begun,
                    since if begun else found.since + since, called if begun else found.called,
                )  # fmt: skip
            if stop == _SEATING:
                going = self._can_tell_seating(dealer)
            elif stop == _AUCTION:
                going = self._can_tell_auction(dealer, said)
            else:
                going = stop == _FULL
            if not going:
                return found

    def _can_tell_seating(self, dealer: int) -> bool:
        """Give the kernel the seating of a dealer; False if it is not known."""
        if dealer in self.seated:
            return False
        self.seated.add(dealer)
        try:
            self.core.seat(pack_words(seat_words(self.seating(dealer), dealer)))
        except (TypeError, ValueError, KeyError, IndexError):
            return False
        return True

    def _can_tell_auction(self, dealer: int, said: bytes) -> bool:
        """Give the kernel the result of an auction."""
        contract, declarer, leader = _NO_AUCTION, -1, -1
        try:
            heard = self.seating(dealer).hear_auction(said)
        except (TypeError, ValueError, KeyError, IndexError):
            heard = None
        if heard is not None:
            contract, declarer, leader = heard.number, heard.declarer, heard.leader
        return self.core.learn(dealer, said, contract, declarer, leader)


def pack_words(numbers: Sequence[int]) -> bytes:
    """Numbers as the kernel reads them."""
    return pack(f"={len(numbers)}q", *numbers)


def checker_tables(rules: CompiledRules, labels: Sequence[int], people: int, found: dict[str, Program]) -> list[int]:
    """As `kernel/core/checker.h` wants them."""
    all_pass, cards, signals, declared = (
        rules.rules.all_pass,
        rules.cards,
        _signal_rules(rules),
        _declaration_rules(rules),
    )
    piles = rules.rules.piles
    into = [
        rules.players, rules.rules.deal.hand, sum(pile.dealt for pile in piles.values()),
        next((number for number, pile in enumerate(piles.values()) if pile.dealt), -1),
        len(piles), len(rules.contract_names), len(cards.names), rules.rules.play.follow == "must",
        rules.rules.has_auction,
        any(rules.has_call_with_bid(name) for name in rules.contract_names),
        _COUNT_RULES.index(rules.rules.match.counts), rules.units_per_point, rules.has_leftover_for_last_trick,
        all_pass.do == "redeal", all_pass.do == "play_out", getattr(all_pass.params, "dealer", "next") == "same",
        _may_show(rules), *_claim_rules(rules), _carry_kind(rules), len(signals), _draw_kind(rules), len(declared),
        len(labels), people, *labels,
    ]  # fmt: skip
    for number, name in enumerate(cards.names):
        into += [ord(name[0]) | ord(name[1]) << 7, cards.suit_of[number]]
    for name in piles:
        into += [len(name), *name.encode("ascii")]
    for name in rules.contract_names:
        into += [len(name), *name.encode("ascii"), rules.has_call_with_bid(name), rules.can_play_once_called(name)]
    for word, numbers in signals.items():
        into += [len(word), *word.encode("ascii"), *numbers]
    for word, kind in declared.items():
        into += [len(word), *word.encode("ascii"), *kind]
    kinds = ("check", "settle", "claimed", "called")
    names = [f"{what}_{number}" for number in range(len(rules.contract_names)) for what in kinds]
    for program in (found.get(name, NO_PROGRAM) for name in (*names, "settle_out", "taken", "claimable")):
        into += [len(program.code), len(program.numbers), *program.code, *program.numbers]
    return [int(word) for word in into]


def _carry_kind(rules: CompiledRules) -> int:
    """The kind of inheritance after an all-pass; unknown kinds count as none."""
    all_pass = rules.rules.all_pass
    if all_pass.do != "carry_on":
        return _CARRIES_NOTHING
    dealt = [name for name, pile in rules.rules.piles.items() if pile.dealt]
    if not all_pass.params.keep:
        return _CARRIES_AUCTION
    return _CARRIES_PILE if [*all_pass.params.keep] == dealt else _CARRIES_NOTHING


def _draw_kind(rules: CompiledRules) -> int:
    """The kind of draws between the tricks: none, closed or open."""
    draw = rules.rules.play.draw
    return 0 if draw is None else 2 if draw.shown == "everyone" else 1


def _signal_rules(rules: CompiledRules) -> dict[str, tuple[bool, bool, int]]:
    """Map each signal to its limits: not the declarer, only the leader, contracts.

    Contracts are a mask; 0: all.
    """
    found: dict[str, tuple[bool, bool, int]] = {}
    for entry in rules.rules.standing.values():
        if entry.do == "signal":
            among = sum(1 << rules.contract_names.index(name) for name in entry.params.contracts)
            for word in entry.params.words:
                found.setdefault(word, (entry.params.by == "opponents", entry.params.when == "leading", among))
    fits = len(found) <= _MAX_SIGNALS and all(len(word) <= _MAX_WORD_LETTERS for word in found)
    return found if fits and len(rules.contract_names) <= _MAX_CARDS else {}


def _declaration_rules(rules: CompiledRules) -> dict[str, list[int]]:
    """Map each declaration to its tricks, players, use of played cards, and melds."""
    found: dict[str, list[int]] = {}
    for word, melds in meld_worths(rules).items():
        rule = rules.rules.standing[word].params
        if 0 < len(melds) <= _MAX_MELDS and max(melds.values()) <= _MAX_MELD_WORTH and len(word) <= _MAX_WORD_LETTERS:
            by = ("anyone", "declarer", "opponents").index(rule.by)
            found[word] = [rule.after_trick, rule.until_trick, by, rule.played, len(melds)]
            found[word] += [number for meld in melds.items() for number in meld]
    return found if len(found) <= _MAX_DECLARATION_RULES else {}


def _may_show(rules: CompiledRules) -> bool:
    """Check whether every seat may show cards between tricks.

    The first such rule counts, as in `listener.py`.
    """
    rule = next((entry.params for entry in rules.rules.standing.values() if entry.do == "show"), None)
    return rule is not None and rule.when != "before_first_lead" and rule.by == "anyone"


def _claim_rules(rules: CompiledRules) -> tuple[int, bool, bool]:
    """The rule for claims: claimer, acceptance at once, and claims of points."""
    rule = next((entry.params for entry in rules.rules.standing.values() if entry.do == "claim"), None)
    if rule is None:
        return 0, False, False
    return ("anyone", "declarer").index(rule.by) + 1, rule.accepted == "at_once", rule.points


def seat_words(seating: PlainSeating, dealer: int) -> list[int]:
    """The seating under a dealer in the form of `kernel/core/checker.h`."""
    places = len(seating.letters)
    of_label = seating.by_label((*range(places), -1))
    dummies = sum(1 << place for place in seating.dummies)
    side_of = {place: sum(1 << member for member in side) for side in seating.sides for place in side}
    sides = [side_of.get(place, 1 << place) for place in range(places)]
    return [
        dealer, seating.dealer, seating.idle, dummies, len(seating.out), *seating.out, *seating.letters, *of_label,
        *sides,
    ]  # fmt: skip
