"""The result of replaying a hand: its events, its ruling, its findings."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypeVar

from calarec.core.base.frozen import NamedTuple, dataclass
from calarec.core.engine.behaviours import behaviour_of
from calarec.core.engine.moves import play_cards
from calarec.core.judge.agreed_payments import find_agreed_payments, with_agreed_payments
from calarec.core.mechanisms.fields import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from calarec.core.engine import events as ev
    from calarec.core.engine.account import Account
    from calarec.core.engine.game import Game
    from calarec.core.engine.match import MatchStanding
    from calarec.core.engine.state import Seating, State
    from calarec.core.judge.agreed_payments import AgreedPayment
    from calarec.core.judge.odds import Odds
    from calarec.core.judge.possible_ends import PossibleEnds
    from calarec.core.records.model import Hand
    from calarec.core.wording.findings import Finding


class SeatResults:
    """The results of a judged, played or simulated hand by letters of seats."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def game(self) -> Game: ...
        @property
        def seats(self) -> tuple[str, ...]: ...
        @property
        def account(self) -> Account | None: ...

    @property
    def agreed_payments(self) -> tuple[AgreedPayment, ...]:
        """Payments by rules that are kept by hand; only a judgement has any."""
        return ()

    @property
    def payments(self) -> dict[str, int] | None:
        """Each seat's payment in the ruleset's unit; None where it is not known."""
        account = self.account
        return dict(zip(self.seats, account.payments, strict=True)) if account and account.payments else None

    @property
    def score(self) -> dict[str, int] | None:
        """Each gain: payments, or points if they count, and payments by hand."""
        account = self.account
        if account is None or not account.payments:
            return None
        gains = behaviour_of(Kind.SECTION, "match").gains(self.game, account)
        return dict(zip(self.seats, with_agreed_payments(gains, self.agreed_payments, self.seats), strict=True))

    @property
    def points(self) -> dict[str, int | None] | None:
        """The points of each seat's side, in the ruleset's unit."""
        account = self.account
        if account is None or not account.sides:
            return None
        points = {seat: side.points for side in account.sides for seat in side.seats}
        return {self.seats[seat]: points[seat] for seat in sorted(points)}

    @property
    def won(self) -> tuple[str, ...] | None:
        """The seats of the side that has won; none where no side wins a hand."""
        account = self.account
        if account is None:
            return None
        winners = {seat for side in account.sides if side.wins for seat in side.seats}
        return tuple(label for seat, label in enumerate(self.seats) if seat in winners)

    def _payments_text(self) -> str:
        """The payments in one line, for the text of a value."""
        payments = self.payments
        return " ".join(f"{seat} {amount:+}" for seat, amount in payments.items()) if payments else "not settled"


class Proof(Protocol):
    """The proof that a hand has nothing to report."""

    def find_fields(self, name: str) -> Mapping[str, Any]:
        """Find a field of the judgement, and those that are found with it."""


class FoundLater:
    """A frozen value of which some fields are found when one of them is first read."""

    __slots__ = ("_proof",)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            # A slot without a value leads here.
            if name not in type(self).__slots__:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            for field_name, value in self._proof.find_fields(name).items():
                object.__setattr__(self, field_name, value)
            return getattr(self, name)


_Kind = TypeVar("_Kind", bound=FoundLater)


def make_found_later(kind: type[_Kind], proof: Proof, **known: Any) -> _Kind:
    """A value with these fields; the proof finds the others when they are read."""
    value = object.__new__(kind)
    object.__setattr__(value, "_proof", proof)
    for name, field_value in known.items():
        object.__setattr__(value, name, field_value)
    return value


Verdict: TypeAlias = Literal["legal", "irregular", "incomplete", "illegal", "unreadable"]
Knowledge: TypeAlias = Literal["complete", "forced", "possible", "impossible", "unsettled"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement(SeatResults, FoundLater):
    """A replayed hand.

    `verdict` is about the moves, `knowledge` about what was recorded, `stated` about the assertions (None:
    there are none). `account` is None where nothing was settled; `totals` are those after the hand, by seat.
    """

    hand: Hand
    game: Game
    setting: Seating | None
    happened: tuple[Happened, ...] = ()
    state: State | None = None
    verdict: Verdict
    knowledge: Knowledge = "complete"
    stated: bool | None = None
    outcome: str = ""
    account: Account | None = None
    totals: dict[str, int] | None = None
    standing: MatchStanding | None = None
    possible_end: str = ""
    """The rule that may have ended the match; empty if the record decides it."""
    deduced: tuple[str, ...] = ()
    """Unrecorded facts that are certain, as record lines."""
    sure: int = -1
    """The cards that went the same way in every case, as a mask."""
    possible: PossibleEnds | None = None
    """The possible ends of an unsettled hand; None where not asked for."""
    odds: Odds | None = None
    """The odds of each end of an unsettled hand; None where not asked for."""
    findings: tuple[Finding, ...] = ()

    def __repr__(self) -> str:
        hand, rules = self.hand.name or "(no name)", self.game.ruleset.id
        return f"<Judgement of hand {hand} by {rules}: {self.verdict}, {self._payments_text()}>"

    def _repr_html_(self) -> str | None:
        from calarec.core.base.displays import show_as_html

        return show_as_html(self)

    @property
    def agreed_payments(self) -> tuple[AgreedPayment, ...]:
        """The payments of this hand under rules that people apply themselves."""
        return find_agreed_payments(self.hand)

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, in order of play; none where the table could not be seated."""
        return self.setting.labels if self.setting else ()

    def to_reference(self) -> dict[str, Any]:
        """Identify hand and rules as plain data, for the start of every object."""
        hand, ruleset = self.hand, self.game.ruleset
        return {"file": hand.file, "line": hand.line, "hand": hand.name, "rules": ruleset.identity}


class Happened(NamedTuple):
    """An event with its line (0: none), and whether it was supplied."""

    event: ev.Event
    line: int
    supplied: bool = False
    moment: State | StateInPlay | None = None
    hidden: int = 0
    """The event's cards that the record leaves open, as a mask."""

    @property
    def state(self) -> State | None:
        """The state once everything has happened that happened at once."""
        moment = self.moment
        return moment.find_state() if isinstance(moment, StateInPlay) else moment


class PlayedTricks:
    """Tricks played in one go, and the states in between once one is asked for."""

    def __init__(self, game: Game, first: State, tricks: Sequence[tuple[int, ...]]) -> None:
        self._game, self._first, self._tricks = game, first, tricks

    @cached_property
    def states(self) -> list[State]:
        """The state before the first card, and after each card."""
        states = [self._first]
        for cards in self._tricks:
            leader = states[-1].turn
            seats = (leader, *states[-1].setting.others(leader))
            plays = list(zip(seats, cards, strict=True))
            states += [answer.state for answer in play_cards(self._game, states[-1], plays)]
        return states


class StateInPlay:
    """A state between two cards of such tricks, equal to the state itself."""

    __slots__ = ("_place", "_tricks")

    def __init__(self, tricks: PlayedTricks, place: int) -> None:
        self._tricks, self._place = tricks, place

    def find_state(self) -> State:
        """The state after as many cards as the place says."""
        return self._tricks.states[self._place]

    def __eq__(self, other: object) -> bool:
        return self.find_state() == (other.find_state() if isinstance(other, StateInPlay) else other)

    def __hash__(self) -> int:
        return hash(self.find_state())

    def __repr__(self) -> str:
        return repr(self.find_state())
