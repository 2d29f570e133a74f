"""The position of a record that is being entered.

That is: the findings of its open hand, and the next moves. In go an evening and the parts of its record. The hands
before the open one are those of the evening; the open one is judged after them. If no card of it is written, it is
judged as if unknown cards were dealt: otherwise the turn would be unknown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine import events as ev
from calarec.core.engine.events import EVERYTHING
from calarec.core.engine.views import view
from calarec.core.notation.writer import statement_line
from calarec.core.records import model as m
from calarec.playing.moves import UNSEEN, LegalMoves, name_offer
from calarec_tools.desk.entering.evening_session import NO_DEALER, UNFINISHED, judge_if_ruled
from calarec_tools.desk.entering.text import RecordParts, keyword_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State
    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.running_totals import RunningTotals
    from calarec.core.records.model import Hand, Preamble
    from calarec.core.wording.findings import Finding
    from calarec_tools.desk.entering.evening_session import EveningSession, JudgedHead


class EntryPosition(NamedTuple):
    """The position of a record: between two hands, or in the open one."""

    session: Preamble
    """People, seats and rules."""
    totals: dict[str, int]
    """By person."""
    due: str
    """The seat that deals next; empty if unknown."""
    name: str
    """The name of the last hand."""
    game: Game | None = None
    hand: Hand | None = None
    """The open hand; None between hands."""
    judgement: Judgement | None = None
    state: State | None = None
    setting: Seating | None = None
    moves: tuple[LegalMoves, ...] = ()
    trick: tuple[str, ...] = ()
    """The cards of the trick on the table, as they are known."""
    left: tuple[str, ...] = ()
    """The cards that the open hand does not show, or that can be played from a pile."""
    wrong: tuple[Finding, ...] = ()
    unsure: bool = False

    @property
    def is_over(self) -> bool:
        """True if the open hand has ended."""
        return self.state is not None and self.state.is_over

    def person(self, seat: str) -> str:
        """Return the player in a seat, or the seat if that has no name."""
        return self.session.people.get(seat, seat)


def find_position(evening: EveningSession, parts: RecordParts) -> EntryPosition:
    """The position of a record; its evening is judged up to the open hand."""
    evening.change_text(RecordParts(parts.head).text)
    evening.judge_hands()
    errors = tuple(error for judged in evening.hands for error in judged.findings if error.severity == "error")
    return _OpenedHand(evening, evening.last_head, parts.hand, len(parts.head) + 1, errors).position()


def position_behind(evening: EveningSession, head: JudgedHead, lines: Sequence[str], number: int) -> EntryPosition:
    """Return the position after a head and the lines of a hand, from line `number`."""
    return _OpenedHand(evening, head, tuple(lines), number).position()


def renew_totals(evening: EveningSession, parts: RecordParts) -> RecordParts:
    """The record with the totals of all hands added up again, where they are written."""
    lines = list(parts.head)
    for place, line in enumerate(lines):
        if keyword_of(line) != "total":
            continue
        start = max(before for before in range(place) if keyword_of(lines[before]) == "hand")
        at = find_position(evening, RecordParts(tuple(lines[:start]), tuple(lines[start:place])))
        totals = at.judgement.totals if at.judgement is not None else None
        if totals:
            lines[place] = statement_line(m.Total(tuple(totals.items())))
    return RecordParts(tuple(lines))


class _OpenedHand(NamedTuple):
    """A hand after a head; without lines, one that begins, for the state before it."""

    evening: EveningSession
    head: JudgedHead
    lines: tuple[str, ...]
    number: int
    errors: tuple[Finding, ...] = ()
    """The findings of the head."""

    def position(self) -> EntryPosition:
        """Return the position of the record with it."""
        hands = self.head.read_on(self.lines or ("hand",), self.number)
        if not hands:
            # The lines say that they are of another version of the notation.
            return EntryPosition(m.Preamble(), {}, "", "", wrong=self.errors)
        last = hands[-1]
        if _has_claim_at_end(last):
            *_, last = self.head.read_on((*self.lines, "end claimed"), self.number)
        game = self.evening.game_of(last.session)
        between = EntryPosition(last.session, {}, "", self.head.name, game, wrong=self.errors)
        if game is None:
            return between
        judge = self.evening.judge_behind(self.head)
        judged, found = judge_if_ruled(last, judge)
        between = self._position_before_hand(between, last, game, found)
        if not self.lines:
            return between
        if judged is None:
            return between._replace(hand=last, wrong=found)
        return self._with_hand(between, last, judged, judge.evening)

    def _position_before_hand(
        self, at: EntryPosition, following: Hand, game: Game, said: tuple[Finding, ...]
    ) -> EntryPosition:
        """The position when the hand begins, with the findings of the lines before."""
        evening = self.evening.judge_behind(self.head).running(game.ruleset)
        evening.take_lines_before(following)
        score = evening.score
        said = tuple(finding for finding in said if finding.span.line < following.line and finding.severity != "note")
        wrong = (*self.errors, *(finding for finding in said if finding.code not in UNFINISHED))
        totals = {**dict(zip(score.people, score.totals, strict=True)), **score.totals_by_person()}
        nobody = {dummy.seat for dummy in following.session.dummies}
        totals = {who: total for who, total in totals.items() if who not in nobody}
        return at._replace(totals=totals, due=evening.turn.due_seat, wrong=wrong)

    def _with_hand(
        self, between: EntryPosition, hand: Hand, judged: Judgement, evening: RunningTotals | None
    ) -> EntryPosition:
        """Return the position with the hand as it was judged."""
        begun = any(not isinstance(line, m.At | m.Note | m.Tag | m.Out) for line in hand.statements) or hand.broken
        still = UNFINISHED if begun else (*UNFINISHED, NO_DEALER)
        said = [finding for finding in judged.findings if finding.code not in still and finding.severity != "note"]
        wrong = (*between.wrong, *news(between.wrong, said))
        shown = judged if judged.state is not None or hand.broken else self._as_if_dealt(hand) or judged
        at = between._replace(
            hand=hand, judgement=judged, game=judged.game, state=shown.state, setting=shown.setting,
            wrong=wrong, session=hand.session, unsure=evening is not None and evening.is_unsure,
        )  # fmt: skip
        return _with_moves(at, shown)

    def _as_if_dealt(self, hand: Hand) -> Judgement | None:
        """The hand judged as if its cards were there and unknown."""
        if hand.every(m.Result):
            return None
        dealt = next((place for place, line in enumerate(self.lines) if keyword_of(line) == "dealer"), 0)
        seats = [seat.label for seat in hand.session.seats]
        unknown = f"deal {seats[0]}: __" if seats else ""
        game = self.evening.game_of(hand.session)
        if game is not None and any(pile.dealt for pile in game.rules.piles.values()):
            unknown = "monte " + " ".join(["__"] * sum(pile.dealt for pile in game.rules.piles.values()))
        elif game is not None and seats:
            unknown = f"deal {_first_dealt(hand)}: " + " ".join(["__"] * game.rules.deal.hand)
        lines = (*self.lines[: dealt + 1], unknown, *self.lines[dealt + 1 :])
        *_, guessed = self.head.read_on(lines, self.number)
        return judge_if_ruled(guessed, self.evening.judge_behind(self.head))[0]


def _has_claim_at_end(hand: Hand) -> bool:
    """Check whether the last line is a claim or concession that is not refused."""
    last = hand.statements[-1] if hand.statements and not hand.broken else None
    return isinstance(last, m.Claim | m.Concede) and last.answer != "refused"


def _first_dealt(hand: Hand) -> str:
    """A seat that is dealt cards: not the dealer, who may sit out."""
    dealer = next((line.seat for line in hand.every(m.Dealer)), "")
    return next((seat.label for seat in hand.session.seats if seat.label != dealer), dealer)


def _with_moves(at: EntryPosition, judged: Judgement) -> EntryPosition:
    """The position with the legal moves and the cards that are left for them."""
    state, game = judged.state, judged.game
    if state is None:
        written = {card for trick in judged.hand.every(m.Trick) for card in trick.cards}
        return at._replace(left=tuple(card for card in game.cards.list(game.cards.full) if card not in written))
    events = (happened.event for happened in judged.happened)
    known = view(game, state, events, EVERYTHING, sure=judged.sure & game.cards.full)
    moves = tuple(
        name_offer(game, state, choice.offer, choice.unseen)
        for choice in known.choices
        if choice.offer.size or choice.unseen
    )
    gone = 0
    for happened in judged.happened:
        event = happened.event
        gone |= 1 << event.card if isinstance(event, ev.Played) and event.card >= 0 else 0
    trick = tuple(game.cards.names[card] if card >= 0 else UNSEEN for _, card in known.trick)
    return at._replace(moves=moves, trick=trick, left=game.cards.list(game.cards.full & ~gone))


def choosable(at: EntryPosition, moves: LegalMoves) -> tuple[str, ...]:
    """Return the cards that may be chosen; of unknown cards, all that are left."""
    return tuple(dict.fromkeys((*moves.cards, *at.left))) if moves.unseen else moves.cards


def undealt(at: EntryPosition) -> list[str]:
    """The places whose deal is not written: seats in order of play, `monte`."""
    if at.hand is None or at.setting is None or at.game is None:
        return []
    said = {deal.seat for deal in at.hand.every(m.Deal)}
    places = [at.setting.labels[seat] for seat in at.setting.active if at.setting.labels[seat] not in said]
    carried = bool(at.hand.every(m.Carry))
    monte = bool(at.hand.every(m.Monte)) or carried
    if not monte and any(pile.dealt for pile in at.game.rules.piles.values()):
        places.append("monte")
    return places


def not_dealt(at: EntryPosition) -> tuple[str, ...]:
    """The cards that no line of the open hand deals to anybody."""
    if at.hand is None or at.game is None:
        return ()
    said = {
        card
        for statement in at.hand.statements
        if isinstance(statement, m.Deal | m.Monte | m.Carry)
        for card in statement.cards or ()
    }
    return tuple(card for card in at.game.cards.list(at.game.cards.full) if card not in said)


def unseen(at: EntryPosition, seat: str) -> tuple[str, ...]:
    """The cards that an unseen hand may have: none that is known to be elsewhere."""
    if at.game is None or at.state is None or at.setting is None or at.judgement is None:
        return at.left
    sure = at.judgement.sure if at.state is at.judgement.state else 0
    elsewhere = 0
    for place, cards in enumerate((*at.state.hands, *at.state.piles)):
        if place >= len(at.setting.labels) or at.setting.labels[place] != seat:
            elsewhere |= cards & sure
    others = _dealt_to_others(at, seat)
    return tuple(card for card in at.left if not elsewhere >> at.game.cards.numbers[card] & 1 and card not in others)


def _dealt_to_others(at: EntryPosition, seat: str) -> set[str]:
    """Return the cards of seats that have not given any, if this one has taken none."""
    if at.hand is None or any(line.seat == seat for line in at.hand.every(m.Take)):
        return set()
    giving = {line.seat for line in at.hand.every(m.Give)}
    return {
        card
        for deal in at.hand.every(m.Deal)
        if deal.seat not in (seat, *giving)
        for card in deal.cards
        if "_" not in card
    }


def cards_held(at: EntryPosition, seat: str, verb: str) -> tuple[str, ...]:
    """The cards that a seat is known to hold; to take cards, those on the piles."""
    if at.game is None or at.state is None or at.setting is None:
        return ()
    places = at.state.piles if verb == "take" else at.state.hands
    cards = 0
    for place, found in enumerate(places):
        if verb == "take" or (place < len(at.setting.labels) and at.setting.labels[place] == seat):
            cards |= found
    return at.game.cards.list(cards)


def dealt_many(at: EntryPosition, place: str) -> int:
    """Count the cards that a place is dealt."""
    assert at.game is not None
    rules = at.game.rules
    return sum(pile.dealt for pile in rules.piles.values()) if place == "monte" else rules.deal.hand


def has_no_dealer(at: EntryPosition) -> bool:
    """Check whether the dealer of the open hand is still missing."""
    return at.hand is not None and not at.hand.broken and not at.hand.every(m.Dealer)


# People who come or leave while only the dealer is written do so before the hand, and the dealer is asked again.
def is_begun(at: EntryPosition) -> bool:
    """Check whether anything but the deal of the open hand is written."""
    data = (m.Dealer, m.Out, m.At, m.Note, m.Deal, m.Monte, m.Carry, m.Tag, m.RulesPin, m.Seat)
    return at.hand is not None and any(not isinstance(line, data) for line in at.hand.statements)


def news(before: Sequence[Finding], now: Sequence[Finding]) -> list[Finding]:
    """Return the findings that are new since before."""
    said = [(finding.code, finding.message()) for finding in before]
    new = []
    for finding in now:
        if (finding.code, finding.message()) in said:
            said.remove((finding.code, finding.message()))
        else:
            new.append(finding)
    return new
