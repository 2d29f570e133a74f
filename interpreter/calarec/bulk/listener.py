"""Lines between the moves of a plain hand: shows, declarations, signals, claims.

Stated irregularities are only collected here: the play shows what they answer for (`play_by_lines.py`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeVar

from calarec.bulk.compile import move_dummy_payments
from calarec.bulk.declarations import Declarations, LinesRead
from calarec.bulk.spoken_lines import (
    AMONG,
    MOVED,
    NOTHING_SAID,
    RAISED,
    CardsShown,
    ClaimHeld,
    ClaimMade,
    FaultStated,
    MeldDeclared,
    SignalGiven,
    SpokenLines,
)
from calarec.bulk.steps import CALL, END, GIVE, TAKE
from calarec.core.base.frozen import replace
from calarec.core.engine.state import NOBODY
from calarec.core.mechanisms.rules import tricks_in
from calarec.core.notation.patterns import NUMBER, SEAT, WORD

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from calarec.bulk.compile import CompiledRules
    from calarec.bulk.play_by_lines import PlayReached
    from calarec.bulk.spoken_lines import Spoken
    from calarec.bulk.steps import Row
    from calarec.bulk.text import HandText, Judged, PlainSeating, SettledAuction

_T = TypeVar("_T")

_CLAIM = re.compile(rf"(claim|concede) ({SEAT}): (?:rest|points ({NUMBER}))(?: (accepted|refused))?\n".encode("ascii"))
_SIGNAL = re.compile(rf"signal ({SEAT}): ({WORD})\n".encode("ascii"))
_FAULT = re.compile(rf"fault ({SEAT}): ({WORD})(?: trick ({NUMBER}))?(?: claimed by ({SEAT}))?\n".encode("ascii"))
_TRICK = b" 0123456789"
_PLAY = _TRICK + b"t"
"""The beginnings of lines of tricks and draws, which no other line has."""
_NO_TRANSFER = (b"bid ", b"raise ", b"call ")
_SAID = (b"show ", b"declare ")
"""The beginnings of lines that may be among the moves before the play."""


class Listener:
    """The reader of lines between moves, for one ruleset.

    None or False is the answer for a hand that has to be explained.
    """

    def __init__(self, compiled: CompiledRules, cards: dict[bytes, int], card: str) -> None:
        rules = compiled.rules
        self.compiled: CompiledRules = compiled
        self.cards: dict[bytes, int] = cards
        self.tricks: int = tricks_in(rules, compiled.players)
        standing = rules.standing.values()
        self.draws: bool = rules.play.draw is not None
        self.show: Any = next((entry.params for entry in standing if entry.do == "show"), None)
        self.claim: Any = next((entry.params for entry in standing if entry.do == "claim"), None)
        self.signals: tuple[Any, ...] = tuple(entry.params for entry in standing if entry.do == "signal")
        self.declarations: Declarations = Declarations(compiled, cards, card)
        self._showing = re.compile(rf"show ({SEAT}): ({card}(?: {card})*)(?: to((?: {SEAT})+))?\n".encode("ascii"))

    def listen(self, text: HandText, seating: PlainSeating) -> tuple[HandText, SpokenLines] | None:
        """Split a hand into its text without these lines, and the lines."""
        said: list[Spoken | None] = []
        plays: list[bytes] = []
        at = 0
        moves, line, late = text.moves, b"", text.tricks_mixed is not None
        if has_spoken_lines(moves):
            before, moves, moved = moves.splitlines(keepends=True), b"", 0
            late = not before[-1].startswith(b"bid ")
            for line, stage in zip(before, _stages(before), strict=True):
                if line.startswith(_SAID):
                    said.append(self._read_line(line, (~moved, 0), seating, stage))
                else:
                    moves += line
                    moved += not line.startswith(_NO_TRANSFER)
        for line in (text.tricks_mixed or b"").splitlines(keepends=True):
            if line[0] in _PLAY:
                plays.append(line)
                at += line[0] in _TRICK
            else:
                said.append(self._read_line(line, (at, len(plays)), seating))
        if None in said:
            return None
        if not said:
            return None if text.end else (text, NOTHING_SAID)
        claims, faults = _spoken_of_kind(ClaimMade, said), _spoken_of_kind(FaultStated, said)
        void = text.end == b" void"
        if not _has_right_end(faults, line, void=void):
            return None
        closes = bool(claims) and line[:1] == b"c"
        tricks = tuple([play for play in plays if play[0] in _TRICK])
        spoken = SpokenLines(
            _spoken_of_kind(CardsShown, said), _spoken_of_kind(MeldDeclared, said), _spoken_of_kind(SignalGiven, said),
            claims, faults, tricks, closes, text.end == b" claimed", late, void,
        )  # fmt: skip
        return replace(text, moves=moves, tricks_mixed=b"".join(plays) if plays else text.tricks_mixed), spoken

    def _read_line(
        self, line: bytes, when: tuple[int, int], seating: PlainSeating, stage: int = MOVED
    ) -> Spoken | None:
        """Read a line between moves or tricks."""
        if line.startswith(b"show "):
            return self._read_show(line, when, seating)
        if line.startswith(b"declare "):
            return self.declarations.read_declaration(line, when[0], seating, stage)
        if line.startswith(b"signal "):
            return self._read_signal(line, when[0], seating)
        if line.startswith(b"fault "):
            return self._read_fault(line, when[0], seating)
        return self._read_claim(line, when, seating)

    def _read_show(self, line: bytes, when: tuple[int, int], seating: PlainSeating) -> CardsShown | None:
        found = self._showing.fullmatch(line)
        place = seating.places[found[1][0]] if found is not None else None
        if (
            found is None
            or place is None
            or any(seating.places[label[0]] is None for label in (found[3] or b"").split())
        ):
            return None
        names = found[2].split()
        cards = sum(self.cards[name] for name in set(names))
        return CardsShown(when[0], place, cards, when[1]) if cards.bit_count() == len(names) else None

    def _read_signal(self, line: bytes, at: int, seating: PlainSeating) -> SignalGiven | None:
        found = _SIGNAL.fullmatch(line)
        place = seating.places[found[1][0]] if found is not None else None
        return None if found is None or place is None else SignalGiven(at, place, found[2].decode("ascii"))

    def _read_fault(self, line: bytes, at: int, seating: PlainSeating) -> FaultStated | None:
        """An irregularity, if the rules know it."""
        found = _FAULT.fullmatch(line)
        place = seating.places[found[1][0]] if found is not None else None
        if found is None or place is None:
            return None
        word = found[2].decode("ascii")
        by = NOBODY if found[4] is None else seating.places[found[4][0]]
        entry = self.compiled.rules.standing.get(word)
        if by is None or entry is None or entry.do != "fault":
            return None
        return FaultStated(at, place, word, by, int(found[3] or 0), entry.params.deal == "void")

    def _read_claim(self, line: bytes, when: tuple[int, int], seating: PlainSeating) -> ClaimMade | None:
        found = _CLAIM.fullmatch(line)
        place = seating.places[found[2][0]] if found is not None else None
        if found is None or place is None:
            return None
        accepted = None if found[4] is None else found[4] == b"accepted"
        points = None if found[3] is None else int(found[3])
        return ClaimMade(when[0], place, found[1] == b"concede", points, accepted, when[1])

    # ------------------------------------------------------------------ held against the rules

    def may_show(self, spoken: SpokenLines, held: Callable[[CardsShown], int | None], declarer: int) -> bool:
        """Check whether all shown cards may be shown, by their holder."""
        rule = self.show
        for shown in spoken.shown:
            at, place = shown.at, shown.place
            if rule is None or at >= self.tricks or (at >= 0 and rule.when == "before_first_lead"):
                return False
            if rule.by != "anyone" and (at < 0 or (place == declarer) != (rule.by == "declarer")):
                return False
            has = held(shown)
            if has is None or shown.cards & ~has:
                return False
        return True

    def cards_in_hand(
        self,
        at: int,
        place: int,
        spoken: SpokenLines,
        dealt: Sequence[int],
        rows: Sequence[Row],
        hands: Sequence[int],
        seating: PlainSeating,
    ) -> int | None:
        """The holding of a place at a moment before any draw; None if not known.

        `hands` are those after the exchange.
        """
        if at >= 0:
            return hands[place] & ~self._cards_played_by_place(spoken.tricks[:at], seating)[place]
        if at == ~0:
            return dealt[place]
        # What need not be said may have happened anywhere; if what is said leads here, it is all that happened.
        transfers = [row for row in rows if row[0] not in (CALL, END)]
        now = _hands_after_moves(dealt, transfers[:~at])
        return None if now is None or _hands_after_moves(dealt, transfers) != list(hands) else now[place]

    def may_declare(
        self,
        spoken: SpokenLines,
        dealt: Sequence[int],
        rows: Sequence[Row],
        hands: Sequence[int],
        judged: Judged,
        seating: PlainSeating,
    ) -> bool:
        """Check whether all declarations are legal; `hands` are after the exchange."""

        def cards_held(at: int, place: int) -> int | None:
            return self.cards_in_hand(at, place, spoken, dealt, rows, hands, seating)

        begun = not isinstance(rows, LinesRead) or rows.is_complete
        return self.declarations.may_be_declared(spoken.declared, judged, cards_held, hands, begun=begun)

    def may_signal(self, spoken: SpokenLines, declarer: int, contract: str, seating: PlainSeating) -> bool:
        """Check whether all signals are legal.

        Before the first trick only the replay may know whether the play has begun.
        """
        first = 0 if contract and self.compiled.can_play_once_called(contract) else 1
        for signal in spoken.signals:
            at, place, word = signal.at, signal.place, signal.word
            rule = next((signal for signal in self.signals if word in signal.words), None)
            if rule is None or not first <= at < self.tricks or (rule.by == "opponents" and place == declarer):
                return False
            if rule.contracts and contract not in rule.contracts:
                return False
            if rule.when == "leading" and (at == len(spoken.tricks) or seating.places[spoken.tricks[at][3]] != place):
                return False
        return True

    def _cards_played_by_place(self, tricks: Sequence[bytes], seating: PlainSeating) -> list[int]:
        """The cards that each place has played."""
        players = self.compiled.players
        found = [0] * players
        for line in tricks:
            leader = seating.places[line[3]] or 0
            for number in range(players):
                found[(leader + number) % players] |= self.cards[line[6 + 3 * number : 8 + 3 * number]]
        return found

    def find_ending_claim(
        self,
        spoken: SpokenLines,
        settled: SettledAuction,
        mate: int,
        piles: Sequence[int],
        played: Callable[[ClaimMade], PlayReached | None],
    ) -> ClaimMade | bool:
        """The claim that ends the hand; True without one, False if one is illegal.

        `played` gives the play before a claim.
        """
        rule, last = self.claim, len(spoken.claims) - 1
        for number, claim in enumerate(spoken.claims):
            if rule is None or not 0 < claim.at < self.tricks:
                return False
            if not settled.contract and (claim.concede or claim.points is not None):
                return False
            if self.draws and claim.points is not None:
                return False  # to whom the points of a stock can still go is for the engine
            if (rule.by == "declarer" and claim.place != settled.declarer) or (
                claim.points is not None and not rule.points
            ):
                return False
            if claim.points is not None:
                before = played(claim)
                to, may = self._claim_winner(claim, settled, mate), self.compiled.functions["claimable"]
                if before is None or not may(claim.points, before.won, to, piles, settled.declarer, mate):
                    return False
            agreed = claim.accepted is None and (rule.accepted == "at_once" or (number == last and spoken.end))
            if claim.accepted or agreed:
                return claim if number == last and spoken.closes else False
        return not spoken.end

    def _side_of_place(self, place: int, settled: SettledAuction, mate: int) -> set[int]:
        own = {settled.declarer, mate} - {-1}
        return own if place in own else set(range(self.compiled.players)) - own

    def _claim_winner(self, claim: ClaimMade, settled: SettledAuction, mate: int) -> int:
        """A place of the side that gets what is claimed."""
        if not claim.concede:
            return claim.place
        return min(set(range(self.compiled.players)) - self._side_of_place(claim.place, settled, mate))

    def settle_claim(
        self,
        claim: ClaimMade,
        before: PlayReached,
        judged: Judged,
        seating: PlainSeating,
        hands: tuple[list[int], list[int]],
    ) -> Judged:
        """Settle a hand that a claim ends; `judged` lacks what was won and paid.

        `hands` are those dealt and at the first lead.
        """
        settled, mate, piles, won = judged.settled, judged.mate, judged.piles, before.won
        to, after = self._claim_winner(claim, settled, mate), (judged.found, seating.idle, *hands, seating.dealer)
        rest = sum(before.hands) + before.stock
        held = ClaimHeld(claim, to, rest)
        if claim.points is None:
            won = tuple([cards | rest if place == to else cards for place, cards in enumerate(won)])
        if not settled.contract:
            paid = self.compiled.functions["settle_out"](won, to, piles, *hands, seating.dealer)
        elif claim.points is None:
            paid = settled.settle(won, to, piles, settled.declarer, mate, *after)
        else:
            paid = settled.claimed(claim.points, to, piles, settled.declarer, mate, *after)
            to = -1
        pays, idle, bonus, stake, points, others = paid
        if settled.contract and seating.dummies:
            move_dummy_payments(pays, seating.dummies, settled.declarer, mate)
        return replace(
            judged, pays=pays, idle=idle if seating.idle else 0, won=won, last=to, points=points, others=others,
            claimed=held, bonus=bonus, stake=stake, played=before.leader,
        )  # fmt: skip


def has_spoken_lines(moves: bytes) -> bool:
    """Check for lines among the moves before the play that are not moves."""
    return b"show " in moves or b"declare " in moves


def _stages(lines: Sequence[bytes]) -> list[int]:
    """The stage of the hand at each of its lines before the play."""
    found, stage = [], MOVED
    for line in reversed(lines):
        if not line.startswith(_SAID):
            stage = RAISED if line.startswith(b"raise ") else AMONG
        found.append(stage)
    return found[::-1]


def _has_right_end(faults: Sequence[FaultStated], line: bytes, *, void: bool) -> bool:
    """Check that a void deal, and no other, ends with the line of its irregularity."""
    ending = [fault for fault in faults if fault.void]
    return ending == ([*faults[-1:]] if void else []) and (not void or line.startswith(b"fault "))


def _spoken_of_kind(kind: type[_T], said: Sequence[Spoken | None]) -> tuple[_T, ...]:
    """The lines of one kind."""
    return tuple([line for line in said if isinstance(line, kind)])


def _hands_after_moves(hands: Sequence[int], rows: Sequence[Row]) -> list[int] | None:
    """The hands after some moves; None for a card without, or with, another holder."""
    found = list(hands)
    for do, place, cards, to, _ in rows:
        if do == TAKE:
            if cards & sum(found):
                return None
            found[place] |= cards
            continue
        if cards & ~found[place]:
            return None
        found[place] ^= cards
        if do == GIVE:
            found[to] |= cards
    return found
