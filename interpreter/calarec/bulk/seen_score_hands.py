"""Score-only hands that pass because a like hand was replayed without findings.

Terms. A *place* counts from the dealer on: rules know a seat only by its place. The *auction* of a hand (`said`) is
its lines from `bid` to `call`. Hands are *alike* if the auction leads to the same bid and calls, and if they have the
same payments and the same result, all of it by place. Only the sums matter of points that are all written, one for
each seat. No rule is here. The first hand with an auction, and the first of those that are alike, is replayed, and
the others pass if that had no findings.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from calarec.bulk.hands import read_amounts
from calarec.bulk.text import line_pattern, optional_line
from calarec.core.base.frozen import NamedTuple, replace
from calarec.core.engine.behaviours import behaviour_of
from calarec.core.engine.state import NOBODY, NOTHING_CARRIED
from calarec.core.mechanisms.fields import Kind
from calarec.core.notation.patterns import AMOUNT, NUMBER, SEAT
from calarec.core.records import model as rec
from calarec.score_only.divided_points import PartyPoints, can_divide_points
from calarec.score_only.outcomes import all_points
from calarec.score_only.stated_lines import HighestBid, find_bid, possible_partnerships

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating
    from calarec.core.judge.judgement import Judgement
    from calarec.core.mechanisms.rules import Named

SCORE_HAND = re.compile(
    "".join((
        r"\n*", line_pattern(f"hand(?: ({NUMBER}))?"), line_pattern(f"dealer ({SEAT})"),
        optional_line(f"out ({SEAT})"),
        r"(bid [^\n]*\n(?:(?:bid|raise|call) [^\n]*\n)*)", optional_line(r"result ([^\n]+)"),
        optional_line(r"score( [^\n]+)"), optional_line(r"total( [^\n]+)"), line_pattern("end"),
    )).encode("ascii")
)  # fmt: skip
"""A score-only hand; groups: name, dealer, out, said, result, score, total."""
_POINTS = re.compile(rf"{SEAT}: (?:0|[1-9][0-9]?)(?: {SEAT}: (?:0|[1-9][0-9]?))*".encode("ascii"))
_AMOUNTS = re.compile(f"(?: {SEAT}: {AMOUNT})+".encode("ascii"))
_CALL = re.compile(rf"(\ncall {SEAT}: )([^\s]+)".encode("ascii"))
_MAX_OUTCOMES = 20_000
_PLACES = bytes(range(0x80, 0x80 + 26))
"""The characters for places instead of seats: no letters of a text."""


class ScoredOutcome(NamedTuple):
    """The outcome of hands that are alike, by seat."""

    payments: tuple[int, ...]
    gains: tuple[int, ...]
    thrown_in: bool = False
    """True if all passed and there was no play."""
    declarer: int = NOBODY
    """By seat as the payments are."""
    partners: tuple[int, ...] = ()
    contract: str = ""
    won: bool | None = None
    points: int | None = None
    """The points of the declarer's side."""
    bonuses: tuple[str, ...] = ()
    stake: int = 0


class _Sides(NamedTuple):
    """The places on the declarer's side, and the others."""

    own: tuple[int, ...]
    others: tuple[int, ...]


class _Heard(NamedTuple):
    """The auction of a hand that was replayed without findings."""

    bid: HighestBid
    """The highest bid, with the declarer by place."""
    calls: bytes
    dummies: tuple[int, ...]
    """The places of dummies."""
    sides: _Sides | None
    """The sides; None if the auction does not show them, or there was no play."""


class _PlacesForDealer:
    """A table as its dealer sees it, and what was heard and read there."""

    def __init__(self, setting: Seating) -> None:
        count, dealer = len(setting.labels), setting.dealer
        self.order = tuple(ord(setting.labels[(dealer + place) % count]) for place in range(count))
        self.dummies = tuple(sorted((seat - dealer) % count for seat in setting.dummies))
        self.by_place = bytes.maketrans(bytes(self.order), _PLACES[:count])
        self.turn = count - dealer
        self.heard: dict[bytes, _Heard] = {}
        self.scores: dict[bytes, tuple[int | None, ...] | None] = {}

    def read_payments(self, score: bytes) -> tuple[int | None, ...] | None:
        """The amounts of a `score` line; None if it cannot be taken as they are."""
        if score not in self.scores:
            if len(self.scores) >= _MAX_OUTCOMES:
                self.scores.clear()
            read = read_amounts(score, self.order) if _AMOUNTS.fullmatch(score) else None
            self.scores[score] = None if read is None else tuple(read)
        return self.scores[score]

    def seat_at_place(self, place: int) -> int:
        """The seat at a place."""
        return place if place == NOBODY else (place - self.turn) % len(self.order)

    def to_seat_order(self, amounts: tuple[int, ...]) -> tuple[int, ...]:
        """Amounts by place as amounts by seat."""
        return (*amounts[self.turn :], *amounts[: self.turn])


class SeenScoreHands:
    """The outcomes of hands that were replayed in silence, at one table."""

    def __init__(self, game: Game, labels: tuple[str, ...]) -> None:
        self.game, self.labels = game, labels
        self._total, self._last = all_points(game), game.rules.pack.last_trick
        dummies = game.rules.table.dummies
        self._people = labels[: len(labels) - (dummies.hands if dummies else 0)]
        self._callable = frozenset(game.cards.names).intersection(*map(self._callable_cards, game.rules.steps.values()))
        self._views: dict[bytes, _PlacesForDealer] = {}
        self._heard: dict[tuple[bytes, tuple[int, ...]], _Heard] = {}
        self._outcomes: dict[tuple[object, ...], ScoredOutcome] = {}

    def _callable_cards(self, step: Named) -> Iterable[str]:
        """The cards that may be called in a step, with any holdings.

        All without a call, or if any may be called.
        """
        rows = step.params.cards if step.do == "call" else ()
        ranks = "".join(row.ranks for row in rows)
        return [name for name in self.game.cards.names if not rows or name[0] in ranks]

    def seen_outcome(self, found: re.Match[bytes]) -> ScoredOutcome | None:
        """The outcome of a hand like a replayed one; None without one.

        One of the people deals.
        """
        view = self._places_for_dealer(found[2])
        heard = self._find_heard(view, found[4])
        known = self._outcomes.get(self._outcome_key(view, heard, found)) if heard is not None else None
        if known is None:
            return None
        declarer, partners = view.seat_at_place(known.declarer), tuple(sorted(map(view.seat_at_place, known.partners)))
        payments, gains = view.to_seat_order(known.payments), view.to_seat_order(known.gains)
        return known._replace(payments=payments, gains=gains, declarer=declarer, partners=partners)

    def keep_outcome(self, found: re.Match[bytes], replayed: Judgement) -> None:
        """Keep the outcome of a replay without findings that only the hand decided.

        Notes on lines do not matter.
        """
        account, setting = replayed.account, replayed.setting
        if account is None or setting is None or setting.labels != self.labels:
            return
        if replayed.findings != replayed.hand.findings:
            return
        if replayed.totals is None or setting.carry != NOTHING_CARRIED:
            return  # what the match counts cannot be told, or it does not rest on this hand alone
        thrown_in = replayed.outcome == "all_pass" and self.game.rules.all_pass.do != "carry_on"
        played = replayed.outcome == "score_only" and account.declarer != NOBODY and found[6] is not None
        states = True if any(found.group(5, 6, 7)) else None
        if replayed.verdict != "legal" or replayed.stated is not states or not (thrown_in or played):
            return
        if len(self._outcomes) + len(self._heard) >= _MAX_OUTCOMES:
            self._outcomes.clear()
            self._heard.clear()
            self._views.clear()
        view = self._places_for_dealer(found[2])
        heard = self._find_heard(view, found[4]) or self._keep_heard(view, found[4], replayed)
        count = len(self.labels)
        gains = behaviour_of(Kind.SECTION, "match").gains(self.game, account)
        payments, gains = (
            tuple(by_seat[(setting.dealer + place) % count] for place in range(count))
            for by_seat in (account.payments, gains)
        )  # fmt: skip
        declarer, *partners = (
            seat if seat == NOBODY else (seat - setting.dealer) % count
            for seat in (account.declarer, *account.partners)
        )
        side = next((side for side in account.sides if account.declarer in side.seats), None)
        self._outcomes[self._outcome_key(view, heard, found)] = ScoredOutcome(
            payments, gains, thrown_in, declarer, tuple(partners), account.contract, side.wins if side else None,
            side.points if side else None, account.bonuses, account.stake,
        )  # fmt: skip

    def _places_for_dealer(self, dealer: bytes) -> _PlacesForDealer:
        found = self._views.get(dealer)
        if found is None:
            setting = self.game.seat(self._people, self._people.index(dealer.decode("ascii")))
            found = self._views[dealer] = _PlacesForDealer(setting._replace(labels=self.labels))
        return found

    # ------------------------------------------------------------------ what was said

    def _find_heard(self, view: _PlacesForDealer, said: bytes) -> _Heard | None:
        """The known result of the same auction."""
        said = self._without_card(said)
        heard = view.heard.get(said)
        if heard is None:
            heard = self._heard.get((said.translate(view.by_place), view.dummies))
            if heard is not None:
                view.heard[said] = heard
        return heard

    def _without_card(self, said: bytes) -> bytes:
        """The auction without the called card, if it may be called: it decides nothing.

        Several called cards stay, as each must be another.
        """
        return _CALL.sub(self._blank_call, said) if said.count(b"\ncall ") == 1 else said

    def _blank_call(self, call: re.Match[bytes]) -> bytes:
        return call[1] + (b"__" if call[2].decode("ascii") in self._callable else call[2])

    def _keep_heard(self, view: _PlacesForDealer, text: bytes, replayed: Judgement) -> _Heard:
        setting, account = replayed.setting, replayed.account
        assert setting is not None
        assert account is not None
        said = self._without_card(text).translate(view.by_place)
        bid = find_bid(replayed.hand, self.game, setting)
        calls = b"".join(call for call in said.splitlines(keepends=True) if call.startswith(b"call "))
        sides = self._sides_of(replayed.hand, setting, account.partners) if bid.contract else None
        bid = bid._replace(declarer=(bid.declarer - setting.dealer) % len(self.labels) if bid.contract else NOBODY)
        heard = _Heard(bid, calls, view.dummies, sides)
        self._heard[said, view.dummies] = heard
        return heard

    def _sides_of(self, hand: rec.Hand, setting: Seating, partners: tuple[int, ...]) -> _Sides | None:
        said = tuple(statement for statement in hand.statements if not isinstance(statement, rec.Result))
        bid = find_bid(hand, self.game, setting)
        if len(possible_partnerships(replace(hand, statements=said), self.game, setting, bid)) > 1:
            return None
        own = {bid.declarer, *partners}
        count = len(self.labels)
        return _Sides(
            tuple((seat - setting.dealer) % count for seat in own),
            tuple((seat - setting.dealer) % count for seat in setting.active if seat not in own),
        )

    # ------------------------------------------------------------------ what it came to

    def _outcome_key(self, view: _PlacesForDealer, heard: _Heard, found: re.Match[bytes]) -> tuple[object, ...]:
        *_, out, _, result, score, total = found.groups()
        points: object = None
        if result is not None:
            points = self._declarer_points(result, view, heard) or result.translate(view.by_place)
        payments: object = None
        if score is not None:
            payments = view.read_payments(score) or score.translate(view.by_place)
        absent = out and out.translate(view.by_place)
        return heard.bid, heard.calls, heard.dummies, absent, points, payments, total is None

    def _declarer_points(self, result: bytes, view: _PlacesForDealer, heard: _Heard) -> tuple[int, bool, bool] | None:
        """The declarer's points, and the sides that cannot have won the last trick.

        None if not all points are written.
        """
        sides = heard.sides
        if sides is None or not _POINTS.fullmatch(result):
            return None
        points = read_amounts(result, view.order)
        if points is None or any(
            (point is None) == (place in sides.own + sides.others) for place, point in enumerate(points)
        ):
            return None
        known = [point or 0 for point in points]
        if sum(known) != self._total or not self._can_be_divided(points, heard.bid):
            return None
        mine, theirs = (
            len(side) > 1 and all(known[place] < self._last for place in side) for side in (sides.own, sides.others)
        )  # fmt: skip
        return sum(known[place] for place in sides.own), mine, theirs

    def _can_be_divided(self, points: Sequence[int | None], bid: HighestBid) -> bool:
        """Check whether tricks can give the seats these points; None: no cards."""
        parties = [
            PartyPoints(point, point, has_declarer=place == bid.declarer)
            for place, point in enumerate(points)
            if point is not None
        ]
        return can_divide_points(self.game, bid.contract, len(parties), parties, every=True)


_MAX_TABLES = 64


def seen_hands_at(game: Game, labels: tuple[str, ...]) -> SeenScoreHands:
    """The seen score-only hands of a table, kept over people, matches and files."""
    known: dict[tuple[str, ...], SeenScoreHands] = game.worked_out.setdefault(__name__, {})
    if labels not in known and len(known) >= _MAX_TABLES:
        known.clear()
    return known.get(labels) or known.setdefault(labels, SeenScoreHands(game, labels))
