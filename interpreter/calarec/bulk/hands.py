"""One plain hand: its cards, auction, exchange and tricks, and its payments.

All of it is checked by the rules. Its assertions about the result and the totals are checked too.
"""

from __future__ import annotations

import re
from functools import cached_property
from struct import Struct
from typing import TYPE_CHECKING, Any, TypeVar

from calarec.bulk.checker import translate_rules
from calarec.bulk.compile import move_dummy_payments
from calarec.bulk.declarations import LinesRead
from calarec.bulk.listener import Listener, has_spoken_lines
from calarec.bulk.play_by_lines import NOT_FOLLOWED, PlayFollower, PlayReached
from calarec.bulk.spoken_lines import NOTHING_SAID
from calarec.bulk.steps import CALL, END, UNSAID, Row
from calarec.bulk.text import MIXED_OPENNESS, HandLayout, Judged, PlainSeating
from calarec.core.base.frozen import NamedTuple, dataclass, replace
from calarec.core.mechanisms.rules import winning
from calarec.core.notation.patterns import AMOUNT, SEAT, STATEMENTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.bulk.checker import CompiledChecker
    from calarec.bulk.compile import CompiledRules
    from calarec.bulk.machine import Program
    from calarec.bulk.play_by_lines import FollowedPlay
    from calarec.bulk.spoken_lines import CardsShown, ClaimMade, SpokenLines
    from calarec.bulk.text import HandText, SettledAuction
    from calarec.core.engine.state import Inherited, Seating


def read_amounts(text: bytes, labels: Sequence[int]) -> list[int | None] | None:
    """The amounts of a line by label; None for a duplicate or unknown seat."""
    words = text.split()
    found: list[int | None] = [None] * len(labels)
    for seat, amount in zip(words[::2], words[1::2], strict=True):
        if seat[0] not in labels or found[labels.index(seat[0])] is not None:
            return None
        found[labels.index(seat[0])] = int(amount)
    return found


_LineRead = TypeVar("_LineRead")
_MAX_LINES_READ = 20_000
_AMOUNTS = re.compile(f"(?: {SEAT}: {AMOUNT})+".encode("ascii"))
_RESULT = re.compile(STATEMENTS["result"].removeprefix("result").encode("ascii"))


class SideSaid(NamedTuple):
    """The result of a side in a `result` line."""

    letters: bytes
    wins: bool | None
    """True if it has won; None if the line states its points."""
    amount: int
    whole: bool
    """True for whole points, not units."""


class ResultRead(NamedTuple):
    """A `result` line."""

    points: tuple[int | None, ...] | None
    """By label, where it gives the points of single seats and nothing else."""
    sides: tuple[SideSaid, ...] | None
    """None for what is not such a line."""


class AssertionChecker:
    """Checks of `score` and `result` lines, which remember lines."""

    def __init__(self, judge: Judge, labels: Sequence[int]) -> None:
        self.judge: Judge = judge
        self.labels: Sequence[int] = labels
        self._scores: dict[bytes, tuple[int | None, ...] | None] = {}
        self._results: dict[bytes, ResultRead] = {}

    def is_score_right(self, text: bytes, payments: tuple[int, ...]) -> bool:
        """Check whether a `score` line is right."""
        if text in self._scores:
            stated = self._scores[text]
        else:
            read = read_amounts(text, self.labels) if _AMOUNTS.fullmatch(text) else None
            stated = _keep_line(self._scores, text, None if read is None else tuple(read))
        return stated == payments or (stated is not None and _has_due_amounts(stated, payments))

    def is_result_right(self, text: bytes, judged: Judged, seating: PlainSeating) -> bool:
        """Check whether a `result` line is right."""
        read = self._results.get(text) or _keep_line(self._results, text, self._read_result(text))
        points = self.judge.points_of_places(judged) if not judged.claimed else None
        if read.points is None or points is None or judged.added:
            return read.sides is not None and self._is_right_of_sides(read.sides, judged, seating, points)
        due = seating.by_label((*points, None))
        return read.points == due or _has_due_amounts(read.points, due)

    def _read_result(self, text: bytes) -> ResultRead:
        if not _RESULT.fullmatch(b" " + text):
            return ResultRead(None, None)
        plain = read_amounts(text, self.labels) if _AMOUNTS.fullmatch(b" " + text) else None
        words = text.split()
        sides = []
        for letters, said in zip(words[::2], words[1::2], strict=True):
            wins = said == b"won" if said in (b"won", b"lost") else None
            amount = 0 if wins is not None else int(said.removesuffix(b"p"))
            sides.append(SideSaid(letters.translate(None, b":+"), wins, amount, said.endswith(b"p")))
        return ResultRead(None if plain is None else tuple(plain), tuple(sides))

    def _is_right_of_sides(
        self, sides: Sequence[SideSaid], judged: Judged, seating: PlainSeating, points: list[int] | None
    ) -> bool:
        """Check a result of joined seats, whole points, or only the winner.

        Without points of each place it has to be about whole sides; declarations count only for whole sides.
        """
        seen: set[int] = set()
        for side in sides:
            letters, wins, amount = side.letters, side.wins, side.amount
            known = {place for letter in letters if (place := seating.places[letter]) is not None}
            if len(known) != len(letters) or seen & known:
                return False
            seen |= known
            due = self._points_of_side(known, judged, seating.sides) if points is None or judged.added else None
            if due is None and points is not None:
                due = sum([points[place] for place in known])
            if wins is not None:
                if not all(self._is_right_outcome(wins, judged, place) for place in known):
                    return False
            elif due is None or amount != (due // self.judge.compiled.units_per_point if side.whole else due):
                return False
        return True

    def _points_of_side(self, places: set[int], judged: Judged, sides: tuple[tuple[int, ...], ...]) -> int | None:
        """The points of a side; None for places that are none."""
        if not judged.settled.contract:
            whole = len(places) == 1 if not sides else tuple(sorted(places)) in sides
            return sum(judged.points[place] for place in places) if whole else None
        own = {judged.settled.declarer, judged.mate} - {-1}
        if places == own:
            return int(judged.points)
        return judged.others if places == set(range(self.judge.compiled.players)) - own else None

    def _is_right_outcome(self, said: bool, judged: Judged, place: int) -> bool:  # noqa: FBT001 - what the line says
        """Check whether a side has won, in hands with a declarer."""
        if not judged.settled.contract:
            return False
        rules = self.judge.compiled.rules
        points, whole = judged.points, self.judge.compiled.units_per_point
        counted = points // whole * whole if rules.settle.rounding == "down" else points
        wins = winning(rules, judged.settled.contract)[1].is_reached_by(counted)
        own: bool = place in (judged.settled.declarer, judged.mate)
        return (wins == own) == said


def _keep_line(kept: dict[bytes, _LineRead], text: bytes, read: _LineRead) -> _LineRead:
    """Keep the reading of a line for the next time."""
    if len(kept) >= _MAX_LINES_READ:
        kept.clear()
    kept[text] = read
    return read


def _has_due_amounts(stated: Sequence[int | None], due: Sequence[int | None]) -> bool:
    """Check whether every stated amount is the one that is due."""
    return all(
        amount_stated is None or amount_stated == amount for amount_stated, amount in zip(stated, due, strict=True)
    )


def _kinds_of_openness(rows: Sequence[Row]) -> set[bool]:
    """Collect whether moves of the exchange have `open` or `closed`."""
    return {shown != UNSAID for do, _, _, _, shown in rows if do not in (CALL, END)}


@dataclass(slots=True)
class FirstLead:
    """The state of a hand when its play begins."""

    settled: SettledAuction
    hands: list[int]
    piles: list[int]
    rows: list[Row]
    """The lines of the exchange."""
    seating: PlainSeating
    dealt: list[int]
    """The hands as they were dealt, if anything asks for them."""
    found: int = -3
    mate: int = -1


_LAST: Row = (END, 0, 0, UNSAID, UNSAID)
_NO_MOVES = [_LAST]
_MAX_SEATINGS = 64
"""Seatings that are kept; no file can fill the memory."""


class Judge:
    """The judge of hands under one ruleset.

    Every method returns None for a hand that has to be explained.
    """

    def __init__(self, compiled: CompiledRules) -> None:
        self.compiled = compiled
        self.layout: HandLayout = HandLayout(compiled)
        self.bit: list[int | None] = self.layout.bit
        self.suit: list[int | None] = self.layout.suit
        functions = compiled.functions
        self.dealt: Any = functions["dealt"]
        self.dealt_bare: Any = functions["dealt_bare"]
        self.tricks: Any = functions["tricks"]
        self.tricks_said: Any = functions["tricks_said"]
        self.tricks_some: Any = functions.get("tricks_some")
        self.taken: Any = functions["taken"]
        self.played_out: Any = functions.get("settle_out")
        self.needs_dealt_hands: bool = compiled.needs_dealt_hands
        self.with_card: set[str] = {name for name in compiled.contract_names if compiled.has_call_with_bid(name)}
        self.full: int = compiled.cards.full
        self.none: list[int] = [0] * len(compiled.pile_names)
        self.cards: dict[bytes, int] = {
            name.encode("ascii"): 1 << number for name, number in compiled.cards.numbers.items()
        }
        self.cards[b"none"] = 0
        self.by_line: PlayFollower = PlayFollower(compiled, self.layout.draw, self.cards)
        self.listener: Listener = Listener(compiled, self.cards, self.layout.card)
        self.runs: dict[int, Struct] = {3 * n - 1: Struct("<H" + "xH" * (n - 1)) for n in range(2, 41)}
        """Formats that extract cards from a run of lines, by the length of the run."""
        self._seatings: dict[Seating, PlainSeating] = {}
        self.passed: int = 0
        """The number of hands that passed here; the kernel is not used for few."""
        self.checkers: dict[tuple[tuple[str, ...], tuple[str, ...]], CompiledChecker | None] = {}
        """By seats and people."""
        self._assertion_checkers: dict[tuple[int, ...], AssertionChecker] = {}

    def plain_seating(self, setting: Seating) -> PlainSeating:
        """The seating of a table; evenings of the same people share its auctions."""
        found = self._seatings.get(setting)
        if found is None:
            if len(self._seatings) >= _MAX_SEATINGS:
                self._seatings.clear()
            found = self._seatings[setting] = PlainSeating(self.compiled, setting)
        return found

    def assertion_checker(self, labels: tuple[int, ...]) -> AssertionChecker:
        """The checker of assertions for people with these letters."""
        found = self._assertion_checkers.get(labels)
        if found is None:
            if len(self._assertion_checkers) >= _MAX_SEATINGS:
                self._assertion_checkers.clear()
            found = self._assertion_checkers[labels] = AssertionChecker(self, labels)
        return found

    @cached_property
    def kernel_programs(self) -> dict[str, Program] | None:
        """The programs for the compiled kernel; None if it cannot run them."""
        return translate_rules(self.compiled)

    def judge_hand(self, text: HandText, seating: PlainSeating, carry: Inherited) -> Judged | None:
        """Judge a hand without findings; errors of tables where it has to be explained."""
        spoken = NOTHING_SAID
        if text.tricks_mixed is not None or text.end is not None or has_spoken_lines(text.moves):
            listened = self.listener.listen(text, seating)
            if listened is None:
                return None
            text, spoken = listened
        hands, piles = self._read_deal(text, seating, carry)
        dealt = hands.copy() if self.needs_dealt_hands or spoken is not NOTHING_SAID else hands
        heard = self._read_before_play(text, hands, piles, seating)
        if heard is None:
            return None
        settled, rows, asked, found, mate = heard
        if settled.check is None:
            if rows is not _NO_MOVES or (self.played_out is None and spoken.late):
                return None
            return self._judge_play(text, spoken, FirstLead(settled, hands, piles, rows, seating, dealt))
        if spoken.declared:
            rows = LinesRead(rows)
        exchanged = settled.check(hands, piles, settled.declarer, asked, found, mate, rows)
        if not exchanged:
            return None
        return self._judge_play(text, spoken, FirstLead(settled, hands, piles, rows, seating, dealt, *exchanged))

    def _judge_play(self, text: HandText, spoken: SpokenLines, lead: FirstLead) -> Judged | None:
        """Judge a hand from its first lead on."""
        play = self._follow_by_lines(text, spoken, lead)
        if play is None:
            return None
        if spoken is not NOTHING_SAID:
            ended = self._judge_spoken(spoken, lead, play)
            if not isinstance(ended, bool):
                return ended
            if not ended:
                return None
        settled, hands, piles, seating = lead.settled, lead.hands, lead.piles, lead.seating
        found, mate = lead.found, lead.mate
        if spoken.void:
            if not play.reached or settled.check is None:
                return None
            now, none = play.reached[-1], [0] * len(hands)
            return Judged(
                settled, none, 0, now.won, now.leader, piles, mate, found, 0, 0, spoken, wrong=tuple(play.wrong)
            )
        if settled.check is None and self.played_out is None:
            played = text.tricks or text.tricks_won or text.tricks_mixed
            return None if played else Judged(settled, [0] * len(hands), 0, (), -1, piles, -1, -3, (), 0, spoken)
        taken = self._follow_tricks(text, lead, play)
        if taken is None:
            return None
        won, last = taken
        if settled.check is None:
            paid = self.played_out(won, last, piles, hands, hands, seating.dealer)
        else:
            paid = settled.settle(
                won, last, piles, settled.declarer, mate, found, seating.idle, lead.dealt, hands, seating.dealer
            )
            if seating.dummies:
                move_dummy_payments(paid[0], seating.dummies, settled.declarer, mate)
        pays, idle, bonus, stake, points, others = paid
        idle = idle if seating.idle or settled.check is None else 0
        judged = Judged(
            settled, pays, idle, won, last, piles, mate, found, points, others, spoken, bonus=bonus, stake=stake,
            wrong=tuple(play.wrong),
        )  # fmt: skip
        return self._with_declared(judged, seating)

    def _judge_spoken(self, spoken: SpokenLines, lead: FirstLead, play: FollowedPlay) -> Judged | bool:
        """Judge a hand that a claim ends; True without one, False for an illegal line."""
        settled, hands, piles, rows, seating = lead.settled, lead.hands, lead.piles, lead.rows, lead.seating
        dealt, found, mate, reached = lead.dealt, lead.found, lead.mate, play.reached
        judged = Judged(settled, [], 0, (), -1, piles, mate, found, 0, 0, spoken, wrong=tuple(play.wrong))

        def cards_held(shown: CardsShown) -> int | None:
            if reached and shown.at >= 0:
                return reached[shown.line].hands[shown.place]
            return self.listener.cards_in_hand(shown.at, shown.place, spoken, dealt, rows, hands, seating)

        def play_before(claim: ClaimMade) -> PlayReached | None:
            return reached[claim.line] if reached else self._follow_first_tricks(spoken.tricks[: claim.at], lead)

        if not (
            self.listener.may_show(spoken, cards_held, settled.declarer)
            and self.listener.may_signal(spoken, settled.declarer, settled.contract, seating)
            and (not spoken.declared or self.listener.may_declare(spoken, dealt, rows, hands, judged, seating))
        ):
            return False
        claim = self.listener.find_ending_claim(spoken, settled, mate, piles, play_before)
        if isinstance(claim, bool):
            return claim
        if claim.points is not None and settled.contract and settled.claimed is None:
            return False  # the engine finds out which bonuses the points make certain
        before = play_before(claim)
        if before is None:
            return False
        if self.layout.draw is not None:
            piles[self.layout.stock] = 0
        ended = self.listener.settle_claim(claim, before, judged, seating, (dealt, hands))
        return self._with_declared(ended, seating) or False

    def _with_declared(self, judged: Judged, seating: PlainSeating) -> Judged | None:
        """A hand with what was declared in it."""
        return self.listener.declarations.with_declarations(judged, seating) if judged.spoken.declared else judged

    def _read_deal(self, text: HandText, seating: PlainSeating, carry: Inherited) -> tuple[list[int], list[int]]:
        """Read hands and piles; TypeError for no card or seat, ValueError for no deal."""
        layout = self.layout
        piles = self.none.copy()
        deal = text.deal
        if deal is not None:
            hands, laid = self.dealt(layout.deal.unpack(deal), self.bit, seating.places)
            left = layout.left_of_deal
            if layout.pile >= 0:
                piles[layout.pile] = laid
        else:
            deal, left = text.hands, layout.left_of_hands
            hands, laid = self.dealt_bare(layout.hands.unpack(deal), self.bit, seating.places)
            for pile, cards in carry.piles:
                piles[pile] = cards
                laid += cards
        # So many different powers of two make this sum only if each card occurs once.
        if sum(hands) + laid != self.full or deal.translate(None, layout.letters) != left:
            raise ValueError
        return hands, piles

    def _read_before_play(
        self, text: HandText, hands: list[int], piles: list[int], seating: PlainSeating
    ) -> tuple[SettledAuction, list[Row], int, int, int] | None:
        """Read the auction, the exchange after it, and the card named with the last bid."""
        moves = text.moves
        if self.with_card and b"\ncall " in moves:
            return self._read_bids_with_cards(text, hands, piles, seating)
        end = moves.find(b"\n") + 1
        while moves.startswith((b"raise", b"bid"), end):
            end = moves.index(b"\n", end) + 1
        heard = seating.hear_auction(moves[:end])
        rows = (
            self._exchange_rows(moves[end:], seating, mixes_openness=text.mixes_openness)
            if end < len(moves)
            else _NO_MOVES
        )
        return None if heard is None or rows is None else (heard, rows, 0, -3, -1)

    def _exchange_rows(self, moves: bytes, seating: PlainSeating, *, mixes_openness: bool) -> list[Row] | None:
        """The lines of the exchange, and one that says that it is over."""
        lines = self.layout.move_pattern.findall(moves)
        if len(lines) != moves.count(b"\n"):
            return None
        heads, tails, known = seating.heads, seating.tails, self.cards
        rows: list[Row] = []
        kinds = 0
        for head, named, tail in lines:
            do, place, shown, kind = heads[head]
            kinds |= kind
            cards = known.get(named)
            if cards is None:
                codes = self.runs[len(named)].unpack(named)
                cards = sum(map(self.bit.__getitem__, codes))  # type: ignore[arg-type]
                if cards.bit_count() != len(codes):
                    return None
            rows.append((do, place, cards, tails[do][tail], shown))
        if kinds == MIXED_OPENNESS and not mixes_openness:
            return None
        rows.append(_LAST)
        return rows

    def _read_bids_with_cards(
        self, text: HandText, hands: list[int], piles: list[int], seating: PlainSeating
    ) -> tuple[SettledAuction, list[Row], int, int, int] | None:
        """Read an auction with cards named with bids, and the exchange after it."""
        said, rest, calls, contract = b"", b"", [], b""
        for line in text.moves.splitlines(keepends=True):
            if line.startswith((b"bid", b"raise")):
                said += line
                contract = line.split()[-1]
            elif line.startswith(b"call"):
                said += line[:8] + b"x\n"
                calls.append((contract.decode("ascii"), line))
            else:
                rest += line
        heard = seating.hear_auction(said)
        rows = self._exchange_rows(rest, seating, mixes_openness=text.mixes_openness) if rest else _NO_MOVES
        if heard is None or rows is None or not text.moves.endswith(rest):
            return None
        asked, found, mate = 0, -3, -1
        for name, line in calls:
            call = self._exchange_rows(line, seating, mixes_openness=text.mixes_openness)
            if call is None:
                return None
            _, seat, cards, to, _ = call[0]
            called = self.compiled.functions[f"called_{self.compiled.contract_names.index(name)}"]
            answer = called(hands, piles, seat, cards, to)
            if not answer:
                return None
            asked, found, mate = answer
        if heard.contract not in self.with_card:
            asked, found, mate = 0, -3, -1
        return heard, rows, asked, found, mate

    def _follow_tricks(self, text: HandText, lead: FirstLead, play: FollowedPlay) -> tuple[tuple[int, ...], int] | None:
        """The cards won by each place, and the winner of the last trick.

        A stock is used up then.
        """
        settled, hands, layout = lead.settled, lead.hands, self.layout
        leader = settled.leader
        turned = (*hands[leader:], *hands[:leader]) if leader else hands
        tricks, won = text.tricks, text.tricks is None
        if won:
            tricks = text.tricks_won
        if tricks is None:
            return self._end_of_followed_play(play, lead) if play.reached else self._follow_mixed_tricks(text, lead)
        stock: tuple[int, ...] = ()
        if layout.draw is not None:
            stock = (lead.piles[layout.stock],)
            if not (text.mixes_openness or _kinds_of_openness(lead.rows) <= {True}):
                return None
        go, left = (self.tricks_said, layout.left_of_rows_won) if won else (self.tricks, layout.left_of_rows)
        played = go(*layout.unpack_rows(tricks, won=won), self.bit, self.suit, *settled.turned, *turned, *stock)
        if not played or tricks.translate(None, layout.letters) != left:
            return None
        if stock:
            lead.piles[layout.stock] = 0
        last = lead.seating.places[played[0]] or 0
        taken: tuple[int, ...] = played[1:]
        return (taken[-last:] + taken[:-last] if last else taken), last

    def _end_of_followed_play(self, play: FollowedPlay, lead: FirstLead) -> tuple[tuple[int, ...], int] | None:
        """The same of a play that was followed line after line."""
        end = play.reached[-1]
        if end.stock or any(end.hands):
            return None
        if self.layout.draw is not None:
            lead.piles[self.layout.stock] = 0
        return end.won, end.leader

    def _follow_by_lines(self, text: HandText, spoken: SpokenLines, lead: FirstLead) -> FollowedPlay | None:
        """Follow the play line by line, if needed; None if something is wrong with it."""
        if text.tricks_mixed is None or (self.layout.draw is None and not spoken.faults):
            return NOT_FOLLOWED
        hands, seating = lead.hands, lead.seating
        stock = 0 if self.layout.draw is None else lead.piles[self.layout.stock]
        begins = PlayReached(tuple(hands), (0,) * len(hands), stock, lead.settled.leader)
        lines = text.tricks_mixed.splitlines(keepends=True)
        return self.by_line.follow_play(
            lines, begins, seating.letters, _kinds_of_openness(lead.rows), spoken, mixes_openness=text.mixes_openness
        )

    def _follow_first_tricks(self, lines: Sequence[bytes], lead: FirstLead) -> PlayReached | None:
        """The first tricks of a hand; they say who won, or not."""
        settled, hands, seating = lead.settled, lead.hands, lead.seating
        layout, leader, players = self.layout, settled.leader, self.compiled.players
        width, count = layout.row.size, len(lines)
        tricks = b"".join([line[: width - 1] + b"\n" for line in lines])
        turned = (*hands[leader:], *hands[:leader])
        if len(tricks) != width * count or tricks.translate(None, layout.letters) != layout.left_of_some[count]:
            return None
        if not self._has_numbers_in_order(tricks, count):
            return None
        played = self.tricks_some(layout.row.iter_unpack(tricks), self.bit, self.suit, *settled.turned, *turned)
        if not played or not self._has_right_winners(lines, played[0]):
            return None
        last = seating.places[played[0]] or 0
        won, left = played[1 : players + 1], played[players + 1 :]
        won, left = ((*masks[players - last :], *masks[: players - last]) for masks in (won, left))
        # A card that was not there is left, and one that is played twice is there again: then too many are.
        for now, held in zip(left, hands, strict=True):
            if now.bit_count() + count != held.bit_count():
                return None
        return PlayReached(left, won, 0, last)

    def _has_numbers_in_order(self, tricks: bytes, count: int) -> bool:
        """Check whether lines of one length are the first tricks in their order."""
        layout, width = self.layout, self.layout.row.size
        return tricks[1::width] == layout.ones[:count] and tricks[::width] == layout.tens[:count]

    def _has_right_winners(self, lines: Sequence[bytes], last: int) -> bool:
        """Check whether stated winners lead to the next trick; `last` leads after them."""
        length = self.layout.row.size - 1
        leaders = [line[3] for line in lines[1:]] + [last]
        return all(line[length:] in (b"\n", b" > %c\n" % winner) for line, winner in zip(lines, leaders, strict=True))

    def _follow_mixed_tricks(self, text: HandText, lead: FirstLead) -> tuple[tuple[int, ...], int] | None:
        """Tricks of which some say who won and some do not."""
        bare, lines, width = text.tricks_mixed or b"", [], self.layout.row.size
        if len(bare) != width * self.layout.tricks:  # some say who won
            lines = bare.splitlines(keepends=True)
            bare = b"".join([line[: width - 1] + b"\n" for line in lines])
        if len(bare) != width * self.layout.tricks or not self._has_numbers_in_order(bare, self.layout.tricks):
            return None
        played = self._follow_tricks(replace(text, tricks=bare), lead, NOT_FOLLOWED)
        if played is None or (lines and not self._has_right_winners(lines, lead.seating.letters[played[1]])):
            return None
        return played

    # ------------------------------------------------------------------ after the play

    def points_of_places(self, judged: Judged) -> list[int]:
        """The points of each place."""
        if not judged.won:
            return [0] * self.compiled.players
        return self.taken(judged.won, judged.last, judged.piles, judged.settled.declarer)  # type: ignore[no-any-return]

    def credited_points(self, judged: Judged, seating: PlainSeating) -> list[int]:
        """The whole points with which each place is credited: those of its side."""
        whole = self.compiled.units_per_point
        if not judged.won:
            return [0] * self.compiled.players
        if not judged.settled.contract:
            points, found = judged.points, [0] * self.compiled.players
            for side in seating.parties:
                credited = sum([points[place] for place in side]) // whole
                for place in side:
                    found[place] = credited
            if self.compiled.has_leftover_for_last_trick:
                last = next(side for side in seating.parties if judged.last in side)
                left = sum(points) // whole - sum([found[side[0]] for side in seating.parties])
                for place in last:
                    found[place] += left
            return found
        own = (judged.settled.declarer, judged.mate)
        mine, theirs = judged.points // whole, judged.others // whole
        return [mine if place in own else theirs for place in range(self.compiled.players)]
