"""A hand being played, as a value: every move gives a new one.

In: a ruleset, people, a dealer, and cards that are given or shuffled; or a record that breaks off. Out: what is
legal, what a seat sees, why something is not legal, the account at the end, and the record of the hand at any moment.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from calarec.core.base.arguments import require_seed, wrong_kind
from calarec.core.base.displays import Drawable
from calarec.core.base.errors import PortableError
from calarec.core.base.frozen import dataclass, replace
from calarec.core.engine import events as ev
from calarec.core.engine.game import Game
from calarec.core.engine.moves import apply, legal, start
from calarec.core.engine.settling import carried_on, dealer_after
from calarec.core.engine.state import NOTHING_CARRIED
from calarec.core.engine.terms import Refusal
from calarec.core.judge.beside_moves import find_misstatements
from calarec.core.judge.deal import read_deal
from calarec.core.judge.judgement import Happened, SeatResults
from calarec.core.judge.problems import HandFindings, Problems
from calarec.core.judge.ruling import settle_events
from calarec.core.judge.seats import arrange_seats, find_game_at_table
from calarec.core.judge.walking import walk_through
from calarec.core.mechanisms.ruleset import Ruleset
from calarec.core.notation.reader import Records
from calarec.core.notation.source import Text
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.playing.dealing import deal as shuffled
from calarec.playing.moves import name_offer, read_move, split_moves
from calarec.playing.seat_view import SeatView, seat_view
from calarec.playing.writing import event_statements, outcome_statements
from calarec.record_judge.session import NoRulesError, RecordJudge
from calarec.rule_files.load import load_ruleset

if TYPE_CHECKING:
    from calarec.core.engine.account import Account
    from calarec.core.engine.state import Inherited, Seating, State
    from calarec.core.engine.tally import Tally
    from calarec.core.judge.deal import KnownDeal
    from calarec.core.wording.findings import Finding
    from calarec.playing.move_types import AnyMove
    from calarec.playing.moves import LegalMoves

_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_DATA: Final = tuple(kind for kind in rec.DATA if kind is not rec.Id)  # hashes of another hand are no longer right
_STATED: Final = (rec.Claim, rec.Concede, rec.Fault)


class IllegalMoveError(PortableError, ValueError):
    """A move that is not legal: `finding` has code, rule, source and words."""

    def __init__(self, move: AnyMove, finding: Finding) -> None:
        super().__init__(f"{finding.code} {finding.message()}")
        self.move = move
        self.finding = finding


class UnplayableError(PortableError, ValueError):
    """Cards, or a record, from which no hand can be played on; `findings` say why."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        first = next(iter(findings), None)
        super().__init__(f"{first.code} {first.message()}" if first else "not every card of the hand is known")
        self.findings: tuple[Finding, ...] = tuple(findings)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandInPlay(SeatResults, Drawable):
    """A hand in play; `play` begins one and `resume` continues a recorded one."""

    game: Game
    state: State
    events: tuple[ev.Event, ...]
    session: rec.Preamble
    name: str = "1"
    findings: tuple[Finding, ...] = ()
    """Findings on illegal moves that were made anyway."""
    beside: tuple[tuple[int, rec.Statement], ...] = ()
    """Notes and times, each with the number of events before it."""
    stated: tuple[tuple[int, rec.Statement], ...] = ()
    """Claims and irregularities, each with the number of events before it."""

    # ------------------------------------------------------------------ how it stands

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, in order of play."""
        return self.state.setting.labels

    @property
    def people(self) -> dict[str, str]:
        """The people by seat."""
        return self.session.people

    @property
    def dealer(self) -> str:
        """The dealer's seat."""
        return self.seats[self.state.setting.dealer]

    @property
    def is_over(self) -> bool:
        """Check whether the hand is over."""
        return self.state.is_over

    @property
    def turn(self) -> tuple[str, ...]:
        """The seats for which the hand waits; for a dummy its player.

        They are several where players settle something together.
        """
        waiting = [offer for offer in legal(self.game, self.state) if not offer.is_optional and offer.size]
        return tuple(dict.fromkeys(self.seats[self.state.controller(offer.seat)] for offer in waiting))

    @property
    def account(self) -> Account | None:
        """The settlement of the hand; None while it goes on, and where it is impossible."""
        return self._settle_hand()[0]

    def __repr__(self) -> str:
        next_seats = "over" if self.is_over else f"{' '.join(self.turn)} to move"
        return f"<HandInPlay {self.name} of {self.game.ruleset.id}: {len(self.events)} events, {next_seats}>"

    def _settle_hand(self) -> tuple[Account | None, Tally]:
        return settle_events(self.game, self.state.setting, self.state, [Happened(event, 0) for event in self.events])

    def view(self, seat: str = "") -> SeatView:
        """The view of a seat with its legal moves; without a seat, everything."""
        return seat_view(self.game, self.state, self.events, self._find_seat(seat) if seat else -1)

    def legal(self, seat: str = "") -> tuple[LegalMoves, ...]:
        """The legal moves, or those of a seat as far as it can know.

        Claims, shows, signals and stated irregularities may come at any time besides.
        """
        if seat:
            return self.view(seat).legal
        return tuple(name_offer(self.game, self.state, each) for each in legal(self.game, self.state) if each.size)

    def _find_seat(self, label: str) -> int:
        if label not in self.seats:
            raise ValueError(f"the seats are {' '.join(self.seats)}, not {label!r}")
        return self.seats.index(label)

    # ------------------------------------------------------------------ moves

    def apply(self, move: AnyMove, *, anyway: bool = False) -> HandInPlay:
        """Apply a move, or all moves of one line of a record's JSON.

        IllegalMoveError if it is not legal. With `anyway` it counts all the same, and its finding is kept, as far as
        the rules know how to go on from there. ValueError or TypeError for anything that is not a move.
        """
        hand = self
        for each in split_moves(move):
            hand = hand._after_move(each, anyway=anyway)
        return hand

    def refusal(self, move: AnyMove) -> Finding | None:
        """Why a move is not legal; None if it is."""
        try:
            self.apply(move)
        except IllegalMoveError as error:
            return error.finding
        return None

    def _after_move(self, move: AnyMove, *, anyway: bool) -> HandInPlay:
        read = read_move(self.game, self.state, move, self._statements() if _needs_past(move) else ())
        if read.action is None:
            raise IllegalMoveError(move, read.findings[0])
        answer = apply(self.game, self.state, read.action)
        if isinstance(answer, Refusal):
            read.problems.add_refusal(answer, read.statement, read.cards, answered=False)
            after = answer.anyway and answer.anyway._replace(state=answer.anyway.state.with_latest_places(self.state))
        else:
            after = answer
            read.problems.found += find_misstatements(self.game, answer, read.statement)
        findings = read.findings
        if findings and (after is None or not anyway):
            raise IllegalMoveError(move, findings[0])
        assert after is not None
        stated = self.stated
        if isinstance(read.statement, _STATED):
            stated = (*stated, (len(self.events), read.statement))
        events = (*self.events, *after.events)
        return replace(
            self, state=after.state, events=events, findings=(*self.findings, *findings), stated=stated
        )  # fmt: skip

    # ------------------------------------------------------------------ the record

    def record(self) -> rec.Hand:
        """The hand so far as a record, for `write`.

        Result, payments and `end` are added once it is over.
        """
        said = self._statements()
        if self.is_over:
            account, tally = self._settle_hand()
            if account is not None:
                said += outcome_statements(self.game, self.state.setting, account, tally, None)
            else:
                said.append(rec.End({"claimed": "claimed", "void": "void"}.get(self.state.outcome, "")))
        return rec.Hand(name=self.name, statements=tuple(said), session=self.session)

    def _statements(self) -> list[rec.Statement]:
        setting = self.state.setting
        return event_statements(
            self.game, setting, self.events, beside=self.beside, stated=dict(self.stated), all_said=not self.is_over
        )  # fmt: skip

    def next_hand(
        self, *, deal: Mapping[str, str | Sequence[str]] | None = None, seed: int | str | None = None, name: str = ""
    ) -> HandInPlay:
        """Begin the next hand, with the dealer and inheritance of this finished one."""
        if not self.is_over:
            raise ValueError(f"hand {self.name} is not over")
        setting = self.state.setting
        people = len(setting.labels) - len(setting.dummies)
        dealer = dealer_after(self.game, self.state, self.account, people)
        name = name or (str(int(self.name) + 1) if self.name.isdecimal() else "")
        return _begin_hand(
            self.game, self.session, dealer, carried_on(self.game, self.state, self.account), deal, seed, name
        )


def _needs_past(move: AnyMove) -> bool:
    """Check whether a move depends on earlier lines: an irregularity names a trick."""
    return isinstance(move, Mapping) and move.get("do") == "fault"


# ---------------------------------------------------------------------- beginnings


def play(
    rules: Ruleset | Game | str | os.PathLike[str],
    people: int | Sequence[str] | Mapping[str, str] | None = None,
    *,
    dealer: str = "",
    deal: Mapping[str, str | Sequence[str]] | None = None,
    seed: int | str | None = None,
    name: str = "1",
) -> HandInPlay:
    """Begin a hand.

    Args:
        rules: a ruleset, an id or a path.
        people: how many people play, their names in order of play, or their names by seat.
        dealer: a seat or a name; the first seat if you do not give it.
        deal: the cards of each seat, `{"A": "Rb 7b …", "B": […], "monte": …}`; calarec shuffles if you do not give it.
        seed: the same seed shuffles in the same way.
        name: the name of the hand in its record.

    Raises:
        RulesetError: the ruleset has an error, or there is none.
        UnplayableError: `deal` is not a deal of these rules.
        TypeError: an argument has a wrong type.
        ValueError: an argument has an impossible value.
    """
    game = _make_game(rules)
    seats = _named_seats(game, people)
    game = game.at_table(len(seats))
    session = _make_preamble(game, seats)
    known = [seat.label for seat in seats] + [seat.person for seat in seats]
    if dealer and dealer not in known:
        raise ValueError(f"the dealer is one of {' '.join(each for each in known if each)}, not {dealer!r}")
    place = known.index(dealer) % len(seats) if dealer else 0
    return _begin_hand(game, session, place, NOTHING_CARRIED, deal, seed, name)


def resume(hand: rec.Hand, rules: Ruleset | str | os.PathLike[str] | None = None) -> HandInPlay:
    """Continue a hand of a record at its end.

    Without `rules` the ruleset is the one that the record names; NoRulesError if there is none. Illegal moves are
    among the findings. UnplayableError if not every card is known, or if the course of the hand is unclear.
    """
    if not isinstance(hand, rec.Hand):
        raise wrong_kind("hand", "a Hand, as `read` gives it", hand)
    judge = RecordJudge(None if rules is None else _make_game(rules).ruleset)
    told = judge.choose(hand)
    if judge.chosen.ruleset is None:
        raise NoRulesError(hand, judge.chosen.findings)
    if hand.broken:
        raise UnplayableError((*told, *hand.findings))
    game = Game.from_ruleset(judge.chosen.ruleset)
    session = replace(hand.session, rules=hand.session.rules or _make_preamble(game, ()).rules)
    hand = _with_lines(replace(hand, session=session))
    game = find_game_at_table(hand, game)
    setting, dealt, problems = _read_hand(hand, game, NOTHING_CARRIED)
    walk = walk_through(hand, game, setting, dealt)
    findings = HandFindings(hand, game).make_findings((*problems.found, *walk.problems))
    if walk.is_lost:
        raise UnplayableError(findings)
    begun = HandInPlay(
        game=game, state=walk.state, events=tuple(happening.event for happening in walk.happened), session=session,
        name=hand.name, findings=findings,
    )  # fmt: skip
    return replace(begun, beside=_notes_of_hand(hand, walk.happened), stated=_claims_of_hand(hand, walk.happened))


def _begin_hand(
    game: Game,
    session: rec.Preamble,
    dealer: int,
    inherited: Inherited,
    deal: Mapping[str, str | Sequence[str]] | None,
    seed: int | str | None,
    name: str,
) -> HandInPlay:
    """A hand just dealt."""
    if not isinstance(name, str):
        raise wrong_kind("name", "a text", name)
    labels = tuple(seat.label for seat in session.seats)
    if deal is None:
        setting = game.seat(labels, dealer, carry=inherited)
        if seed is not None:
            require_seed(seed)
        hands, piles = shuffled(game, setting, Random(seed))
    else:
        said = [
            rec.Dealer(labels[dealer]),
            *_deal_statements(game, (*labels, *(dummy.seat for dummy in session.dummies)), deal),
        ]
        setting, dealt, _ = _read_hand(rec.Hand(name=name, statements=tuple(said), session=session), game, inherited)
        hands, piles = dealt.hands, dealt.piles
    opening = start(game, setting, hands, piles)
    return HandInPlay(game=game, state=opening.state, events=opening.events, session=session, name=name)


def _read_hand(hand: rec.Hand, game: Game, inherited: Inherited) -> tuple[Seating, KnownDeal, Problems]:
    """Read seating and deal of a record; UnplayableError if not every card is known."""
    problems = Problems(game)
    setting = arrange_seats(hand, game, problems, inherited)
    dealt = read_deal(hand, game, setting, problems) if setting is not None else None
    if setting is None or dealt is None or not dealt.sound or not dealt.is_complete(game.cards.full):
        raise UnplayableError(HandFindings(hand, game).make_findings(problems.found))
    return setting, dealt, problems


def _deal_statements(game: Game, labels: Sequence[str], deal: Mapping[str, str | Sequence[str]]) -> list[rec.Statement]:
    """The lines of a deal that is given."""
    if not isinstance(deal, Mapping):
        raise wrong_kind("deal", "the cards of each seat", deal)
    said: list[rec.Statement] = []
    for place, given in deal.items():
        if not isinstance(given, Iterable):
            raise wrong_kind("deal", "the cards of each seat", deal)
        cards = tuple(given.split() if isinstance(given, str) else given)
        if not all(isinstance(card, str) and len(card) == 2 for card in cards):
            raise ValueError(f"cards are named by two characters, rank and suit, not {given!r}")
        if place in labels:
            said.append(rec.Deal(place, cards))
        elif place == "monte" or place in game.piles:
            said.append(rec.Monte(cards))
        else:
            raise ValueError(f"cards are dealt to {' '.join(labels)} and monte, not to {place!r}")
    return said


def _make_game(rules: Ruleset | Game | str | os.PathLike[str]) -> Game:
    if isinstance(rules, Game):
        return rules
    if isinstance(rules, Ruleset):
        return Game.from_ruleset(rules)
    path = os.fspath(rules) if isinstance(rules, str | os.PathLike) else rules
    if not isinstance(path, str):
        raise wrong_kind("rules", "a Ruleset, an id or a path", rules)
    return Game.from_ruleset(load_ruleset(path))


def _named_seats(game: Game, people: int | Sequence[str] | Mapping[str, str] | None) -> tuple[rec.Seat, ...]:
    """The seats with their people."""
    if people is None:
        people = game.people[0]
    if isinstance(people, int):
        seats = tuple(rec.Seat(letter) for letter in _LETTERS[: max(people, 0)])
    elif isinstance(people, Mapping):
        seats = tuple(rec.Seat(label, person) for label, person in people.items())
    elif isinstance(people, Sequence) and not isinstance(people, str):
        seats = tuple(rec.Seat(letter, person) for letter, person in zip(_LETTERS, people, strict=False))
    else:
        raise wrong_kind("people", "a number, names in order of play, or names by seat", people)
    if not all(seat.label in [*_LETTERS] and isinstance(seat.person, str) for seat in seats):
        raise wrong_kind("people", "a number, names in order of play, or names by seat (a capital letter)", people)
    count = people if isinstance(people, int) else len(people)
    if count not in game.people:
        allowed = " or ".join(map(str, game.people))
        raise ValueError(f"{game.ruleset.id} is played at {allowed} seats, not at {count}")
    return seats


def _make_preamble(game: Game, seats: tuple[rec.Seat, ...]) -> rec.Preamble:
    """The preamble of the hand."""
    ruleset = game.ruleset
    pin = rec.RulesPin(ruleset.id, ruleset.version, ruleset.digest[:12])
    labels = tuple(seat.label for seat in seats)
    setting = game.seat(labels, 0) if seats else None
    dummies = tuple(rec.Dummy(setting.labels[seat]) for seat in setting.dummies) if setting else ()
    return rec.Preamble(rules=pin, seats=seats, dummies=dummies)


def _with_lines(hand: rec.Hand) -> rec.Hand:
    """A hand whose statements have lines; one made by a program is written and read."""
    if hand.line:
        return hand
    return next(iter(Records(Text(write([hand]), ""))))


def _notes_of_hand(hand: rec.Hand, happened: Sequence[Happened]) -> tuple[tuple[int, rec.Statement], ...]:
    """The notes and times of a hand, each with the number of events before it."""
    dealer = next((statement.line for statement in hand.every(rec.Dealer)), 0)
    opening = next((place for place, each in enumerate(happened) if each.line), len(happened))
    found = []
    for statement in hand.statements:
        if isinstance(statement, _DATA):
            before = max(
                (place for place, told in enumerate(happened, 1) if 0 < told.line < statement.line), default=opening
            )
            found.append((-1 if statement.line < dealer else before, statement._replace(line=0)))
    return tuple(found)


def _claims_of_hand(hand: rec.Hand, happened: Sequence[Happened]) -> tuple[tuple[int, rec.Statement], ...]:
    """The claims and irregularities of a hand, each with the number of events before."""
    lines = {statement.line: statement for statement in hand.statements if isinstance(statement, _STATED)}
    return tuple(
        (place, lines[told.line]._replace(line=0))
        for place, told in enumerate(happened)
        if told.line in lines and isinstance(told.event, ev.Claimed | ev.Faulted)
    )
