"""Judges a record that is being entered: what is wrong with its open hand, and what may be done next.

In go the parts of a record, out comes a `EntryPosition`. The hands before the open one are judged once; the open one is
judged as it stands. Where no card of it is written, nobody could tell whose turn it is: then it is judged as if a
card lay there that nobody knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine import events as ev
from calarec.core.engine.game import Game
from calarec.core.engine.projection import EVERYTHING
from calarec.core.engine.views import view
from calarec.core.notation.blocks import blocks
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.source import Text, chunks
from calarec.core.notation.writer import line_of
from calarec.core.records import model as m
from calarec.playing.moves import UNSEEN, LegalMoves, name_offer
from calarec.record_judge.session import NoRulesError, RecordJudge
from calarec_tools.desk.entering.text import RecordParts, verb_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.core.engine.state import Seating, State
    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.running_totals import RunningTotals
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.records.model import Hand, Preamble, RulesPin
    from calarec.core.wording.findings import Finding
    from calarec.record_judge.pins import Chosen
UNFINISHED: Final = ("CAL012", "CAL014", "CAL114", "CAL517")
"""What is said of every hand that goes on."""
NO_DEALER: Final = "CAL305"
"""Said of a hand of which nothing but its first line is written."""
_CARDS: Final = ("deal", "monte", "call", "give", "take", "discard", "table-card", "show")


class EntryPosition(NamedTuple):
    """How a record stands: between two hands, or in the open one."""

    session: Preamble
    """Who sits where, under which rules."""
    totals: dict[str, int]
    """By person."""
    due: str
    """The seat that deals next; empty if nobody knows."""
    name: str
    """What the last hand was called."""
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
    """The cards of the pack that the open hand does not show anywhere, or that lie where they can be played from."""
    wrong: tuple[Finding, ...] = ()
    unsure: bool = False

    @property
    def over(self) -> bool:
        """Whether the open hand has come to its end."""
        return self.state is not None and self.state.over

    def person(self, seat: str) -> str:
        """Who sits there."""
        return self.session.people.get(seat, seat)


class JudgedHead(NamedTuple):
    """The lines before a hand: who has read them and who has judged them, and the name of their last hand.

    Whoever reads or judges on does it with copies.
    """

    reader: HandReader
    judge: RecordJudge
    name: str = ""
    found: tuple[Finding, ...] = ()
    """Their errors."""


class EveningJudge:
    """Judges the parts of one record again and again; `asked` is the ruleset for all of it, if one was asked for."""

    def __init__(
        self, asked: Ruleset | None = None, file: str = "-", pins: dict[RulesPin, Chosen] | None = None
    ) -> None:
        self.asked = asked
        self.file = file
        self._pins = {} if pins is None else pins
        self._games: dict[str, Game] = {}
        self._head: tuple[str, ...] | None = None
        self._before = self._unread()

    def position(self, parts: RecordParts) -> EntryPosition:
        """How a record stands."""
        self._judge_head(parts.head)
        hand = parts.hand or ("hand",)
        hands = self._read_on(hand)
        if not hands:
            # The lines say that they are of another version of the notation.
            return EntryPosition(m.Preamble(), {}, "", "", wrong=self._before.found)
        last = hands[-1]
        game = self._game(last.session)
        between = EntryPosition(last.session, {}, "", self._before.name, game, wrong=self._before.found)
        if game is None:
            return between
        judge = self._before.judge.copied()
        try:
            judged = judge.replay(last)
        except NoRulesError as error:
            between = self._between(between, last, game, error.diagnostics)
            return between._replace(hand=last, wrong=error.diagnostics) if parts.hand else between
        between = self._between(between, last, game, judged.diagnostics)
        return self._open(between, parts, last, judged, judge.evening) if parts.hand else between

    def renewed(self, parts: RecordParts) -> RecordParts:
        """The record with the totals of all hands added up anew, where they are written."""
        lines = list(parts.head)
        for place, line in enumerate(lines):
            if verb_of(line) != "total":
                continue
            start = max(each for each in range(place) if verb_of(lines[each]) == "hand")
            at = self.position(RecordParts(tuple(lines[:start]), tuple(lines[start:place])))
            totals = at.judgement.totals if at.judgement is not None else None
            if totals:
                lines[place] = line_of(m.Total(tuple(totals.items())))
        return RecordParts(tuple(lines))

    def known(self, head: tuple[str, ...], judged: JudgedHead) -> None:
        """Takes lines before a hand as somebody else has read and judged them."""
        self._head, self._before = head, judged

    def _unread(self) -> JudgedHead:
        return JudgedHead(HandReader(self.file, PreambleBuilder(self.file)), self._judge())

    def _read_on(self, lines: Sequence[str]) -> list[Hand]:
        """The hands of lines that follow the head."""
        reader = self._before.reader.copied()
        return list(_hands(reader, lines, len(self._head or ()) + 1))

    def _between(self, at: EntryPosition, following: Hand, game: Game, said: tuple[Finding, ...]) -> EntryPosition:
        """What holds when the next hand begins, the lines before it taken in; of what is said of it, what is theirs."""
        evening = self._before.judge.copied().running(game.ruleset)
        evening.take_lines_before(following)
        score = evening.score
        said = tuple(each for each in said if each.span.line < following.line and each.severity != "note")
        wrong = (*self._before.found, *(each for each in said if each.code not in UNFINISHED))
        nobody = {each.seat for each in following.session.dummies}
        totals = {**dict(zip(score.people, score.totals, strict=True)), **score.totals_by_person()}
        totals = {who: total for who, total in totals.items() if who not in nobody}
        return at._replace(totals=totals, due=evening.turn.due_seat, wrong=wrong)

    def _judge_head(self, head: tuple[str, ...]) -> None:
        if head == self._head:
            return
        unread = self._unread()
        reader, judge, name = unread.reader, unread.judge, unread.name
        found: list[Finding] = []
        for hand in _hands(reader, head, 1):
            name = hand.name
            try:
                found += judge.replay(hand).diagnostics
            except NoRulesError as error:
                found += error.diagnostics
        errors = tuple(each for each in found if each.severity == "error")
        self._head, self._before = head, JudgedHead(reader, judge, name, errors)

    def _game(self, session: Preamble) -> Game | None:
        """The game by which the next hand is played."""
        judge = self._judge()
        judge.choose(m.Hand(session=session, file=self.file))
        ruleset = judge.chosen.ruleset
        return None if ruleset is None else self._games.setdefault(ruleset.digest, Game.of(ruleset))

    def _judge(self) -> RecordJudge:
        """One who has judged nothing; rules are looked for once, for as long as the record is entered."""
        return RecordJudge(self.asked, pins=self._pins, keeps_names=True)

    def _open(
        self, between: EntryPosition, parts: RecordParts, hand: Hand, judged: Judgement, evening: RunningTotals | None
    ) -> EntryPosition:
        """How the open hand stands as it was judged."""
        begun = any(not isinstance(each, m.At | m.Note | m.Tag | m.Out) for each in hand.statements) or hand.broken
        still = UNFINISHED if begun else (*UNFINISHED, NO_DEALER)
        said = [each for each in judged.diagnostics if each.code not in still and each.severity != "note"]
        wrong = (*between.wrong, *news(between.wrong, said))
        shown = judged if judged.state is not None or hand.broken else self._as_if_dealt(parts, hand) or judged
        at = between._replace(
            hand=hand, judgement=judged, game=judged.game, state=shown.state, setting=shown.setting,
            wrong=wrong, session=hand.session, unsure=evening is not None and evening.is_unsure,
        )  # fmt: skip
        return _with_moves(at, shown)

    def _as_if_dealt(self, parts: RecordParts, hand: Hand) -> Judgement | None:
        """The open hand judged as if its cards were there and nobody knew them."""
        if hand.every(m.Result):
            return None
        dealt = next((place for place, line in enumerate(parts.hand) if verb_of(line) == "dealer"), 0)
        seats = [seat.label for seat in hand.session.seats]
        unknown = f"deal {seats[0]}: __" if seats else ""
        game = self._game(hand.session)
        if game is not None and any(pile.dealt for pile in game.rules.piles.values()):
            unknown = "monte " + " ".join(["__"] * sum(pile.dealt for pile in game.rules.piles.values()))
        elif game is not None and seats:
            unknown = f"deal {_first_dealt(hand)}: " + " ".join(["__"] * game.rules.deal.hand)
        *_, guessed = self._read_on([*parts.hand[: dealt + 1], unknown, *parts.hand[dealt + 1 :]])
        try:
            return self._before.judge.copied().replay(guessed)
        except NoRulesError:
            return None


def _hands(reader: HandReader, lines: Sequence[str], first: int) -> Iterator[Hand]:
    """The hands of lines, the first of which has this number."""
    text = "".join(f"{line}\n" for line in lines)
    for block in blocks(chunks(Text(text), "utf-8", [])):
        yield from reader.hands(block._replace(line=block.line + first - 1))


def _first_dealt(hand: Hand) -> str:
    """A seat that is dealt cards: not the dealer, who may sit out."""
    dealer = next((each.seat for each in hand.every(m.Dealer)), "")
    return next((seat.label for seat in hand.session.seats if seat.label != dealer), dealer)


def _with_moves(at: EntryPosition, judged: Judgement) -> EntryPosition:
    """What may be done in the state that the hand has come to, and which cards are left for it."""
    state, game = judged.state, judged.game
    if state is None:
        return at
    events = (each.event for each in judged.happened)
    known = view(game, state, events, EVERYTHING, sure=judged.sure & game.cards.full)
    moves = tuple(
        name_offer(game, state, each.offer, each.unseen) for each in known.choices if each.offer.size or each.unseen
    )
    gone = 0
    for each in judged.happened:
        gone |= 1 << each.event.card if isinstance(each.event, ev.Played) and each.event.card >= 0 else 0
    trick = tuple(game.cards.names[card] if card >= 0 else UNSEEN for _, card in known.trick)
    return at._replace(moves=moves, trick=trick, left=game.cards.list(game.cards.full & ~gone))


def choosable(at: EntryPosition, moves: LegalMoves) -> tuple[str, ...]:
    """The cards that may be chosen; of those that nobody knows all that are left."""
    return tuple(dict.fromkeys((*moves.cards, *at.left))) if moves.unseen else moves.cards


def undealt(at: EntryPosition) -> list[str]:
    """The places that were dealt cards which the open hand does not say: seats in order of play, `monte`."""
    if at.hand is None or at.setting is None or at.game is None:
        return []
    said = {each.seat for each in at.hand.every(m.Deal)}
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
        card for each in at.hand.statements if isinstance(each, m.Deal | m.Monte | m.Carry) for card in each.cards or ()
    }
    return tuple(each for each in at.game.cards.list(at.game.cards.full) if each not in said)


def unseen(at: EntryPosition, seat: str) -> tuple[str, ...]:
    """The cards that may be those of a hand which nobody has seen: none that is known to be elsewhere."""
    if at.game is None or at.state is None or at.setting is None or at.judgement is None:
        return at.left
    sure = at.judgement.sure if at.state is at.judgement.state else 0
    elsewhere = 0
    for place, cards in enumerate((*at.state.hands, *at.state.piles)):
        if place >= len(at.setting.labels) or at.setting.labels[place] != seat:
            elsewhere |= cards & sure
    return tuple(each for each in at.left if not elsewhere >> at.game.cards.numbers[each] & 1)


def held(at: EntryPosition, seat: str, verb: str) -> tuple[str, ...]:
    """The cards that a seat holds as far as that is known; of who takes cards, those on the piles."""
    if at.game is None or at.state is None or at.setting is None:
        return ()
    places = at.state.piles if verb == "take" else at.state.hands
    cards = 0
    for place, found in enumerate(places):
        if verb == "take" or (place < len(at.setting.labels) and at.setting.labels[place] == seat):
            cards |= found
    return at.game.cards.list(cards)


def dealt_many(at: EntryPosition, place: str) -> int:
    """How many cards a place is dealt."""
    assert at.game is not None
    rules = at.game.rules
    return sum(pile.dealt for pile in rules.piles.values()) if place == "monte" else rules.deal.hand


def has_no_dealer(at: EntryPosition) -> bool:
    """Whether the open hand does not say yet who deals."""
    return at.hand is not None and not at.hand.broken and not at.hand.every(m.Dealer)


# People who come or leave while only the dealer is written do so before the hand, and the dealer is asked again.
def is_begun(at: EntryPosition) -> bool:
    """Whether anything but the deal of the open hand is written."""
    data = (m.Dealer, m.Out, m.At, m.Note, m.Deal, m.Monte, m.Carry, m.Tag, m.RulesPin, m.Seat)
    return at.hand is not None and any(not isinstance(each, data) for each in at.hand.statements)


def news(before: Sequence[Finding], now: Sequence[Finding]) -> list[Finding]:
    """What is said now and was not said before."""
    said = [(each.code, each.message()) for each in before]
    found = []
    for each in now:
        if (each.code, each.message()) in said:
            said.remove((each.code, each.message()))
        else:
            found.append(each)
    return found
