"""Proposals: all meanings that mistaken lines of a hand may have had.

A hand goes in as it was judged as written; proposals come out, the likeliest first. Problems ask for them. A card
changes if it is duplicate, or on a line that a finding names; its replacement is a card without a place, or one that
the finding names. `calarec.repairs.search` checks which of them are right.

Terms. A *place* is a card of a statement. A card *comes to rest* in a trick or in a discard. The *weight* of a
proposal is the unlikelihood of its mistake: each is as likely as two of the next.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, groupby, permutations
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple, replace
from calarec.core.judge.costs import ANOTHER_LINE, BOTH_SYMBOLS, FAR_APART, MORE_NUMBERS, SLIPS, UNNAMED
from calarec.core.judge.lines import with_pack_names
from calarec.core.judge.substitutions import propose_before_play
from calarec.core.records import model as rec
from calarec.core.wording.language import Listing
from calarec.repairs.cards import DEALT, MOVED, card_faults, cards_of, count_resting, known_cards, with_cards
from calarec.repairs.needed_changes import list_needed_changes
from calarec.repairs.seats import other_seats, shift_seats

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating
    from calarec.core.judge.judgement import Judgement
    from calarec.core.records.model import Hand
    from calarec.core.wording.findings import Edit, Finding
    from calarec.repairs.needed_changes import Look

_ASKING: Final = 6
"""The first findings of a hand that ask for proposals; others follow from them."""
_LEADS: Final = "CAL501"
_AMOUNTS: Final = (rec.Score, rec.Total, rec.Penalty, rec.Carried)

Statements = tuple[rec.Statement, ...]


class PutOtherwise(NamedTuple):
    """A changed hand, and the mistake that made it what it is."""

    slip: str
    weight: float
    statements: Statements = ()
    lines: tuple[str, ...] = ()
    """The lines so put, where no statement says them."""
    above: tuple[str, ...] = ()
    """Lines that are put in above the hand."""
    possible: bool = True
    """True if every seat has the cards that it moves, as far as visible."""
    lifted: int = 0
    """The number of cards that are no longer misplaced or missing."""


class _Seated(NamedTuple):
    """A hand and who sits where."""

    hand: Hand
    game: Game
    setting: Seating


class CardPlace(NamedTuple):
    """A card of a statement."""

    at: int
    nth: int


def propose_changes(judged: Judgement) -> tuple[list[PutOtherwise], int]:
    """All proposals, the likeliest first; of equal ones in the order here.

    The number of examined ones comes with them. Insufficient ones follow all others: a seat still has an impossible
    card after them, or a line stays that must change. They are included only if they leave fewer misplaced cards.
    """
    undoing = Undoing(judged)
    order, game = undoing.order, undoing.game
    as_written = card_faults(undoing.statements, order, game).total
    found = []
    looked_at = 0
    for proposal in undoing.all_proposals():
        looked_at += 1
        if proposal.lines:
            found.append(proposal)
            continue
        faults = card_faults(proposal.statements, order, game)
        possible = faults.has_no_wrong_card and undoing.is_touched(proposal.statements)
        if possible or faults.total < as_written:
            found.append(proposal._replace(possible=possible, lifted=as_written - faults.total))
    return sorted(found, key=proposal_order), looked_at


def proposal_order(each: PutOtherwise) -> tuple[bool, float]:
    """The order of proposals."""
    return not each.possible, each.weight


class Undoing:
    """The proposals for one hand."""

    def __init__(self, judged: Judgement) -> None:
        self.judged = judged
        self.game: Game = judged.game
        self.hand: Hand = with_pack_names(judged.hand, self.game)
        self.statements: Statements = self.hand.statements or self.hand.readable
        self.wrong: list[Finding] = [finding for finding in judged.findings if finding.severity != "note"][:_ASKING]
        self.tricks: list[int] = [
            at for at, statement in enumerate(self.statements) if isinstance(statement, rec.Trick)
        ]
        self.lines: set[int] = {line for finding in self.wrong for line in self._lines_of(finding)}
        names = self.game.cards.numbers
        self.named: set[str] = {word for finding in self.wrong for word in _words_of_finding(finding) if word in names}
        pack = set(self.game.cards.names)
        # A pile that is carried on is not dealt again, whether its cards are written twice or not.
        carried = {
            card for statement in self.statements if isinstance(statement, rec.Carry) for card in cards_of(statement)
        }
        piled = {card for statement in self.statements if isinstance(statement, rec.Monte) for card in statement.cards}
        self.dealt: Counter[str] = Counter(
            card for statement in self.statements if isinstance(statement, DEALT) for card in known_cards(statement)
        )
        self.dealt.update(carried - piled)
        self.rested: Counter[str] = count_resting(self.statements)
        self.undealt: list[str] = sorted(pack - self.dealt.keys())
        self.unrested: list[str] = sorted(pack - self.rested.keys())
        self.home: dict[str, str] = {
            card: statement.seat
            for statement in self.statements
            if isinstance(statement, rec.Deal)
            for card in statement.cards
        }
        self.piled: list[str] = [
            card for statement in self.statements if isinstance(statement, rec.Monte) for card in statement.cards
        ]
        self.taken: set[str] = {
            card for statement in self.statements if isinstance(statement, rec.Take) for card in statement.cards
        }
        self.untaken: list[str] = [card for card in self.piled if card not in self.taken]
        self.order: tuple[str, ...] = self._seats_in_order()
        self.must_change: list[Look] = list_needed_changes(judged, self.statements)

    def _seats_in_order(self) -> tuple[str, ...]:
        """The seats that hold cards, in order of play."""
        setting = self.judged.setting
        if setting is not None:
            return tuple(setting.labels[seat] for seat in setting.active)
        labels = dict.fromkeys((*self.hand.session.order, *(dummy.seat for dummy in self.hand.session.dummies)))
        dealt = {statement.seat for statement in self.statements if isinstance(statement, rec.Deal)}
        return tuple(label for label in labels if label in dealt) if dealt else tuple(labels)

    def _lines_of(self, finding: Finding) -> Iterator[int]:
        """The lines of a finding: its own; for a wrong leader, also the trick before."""
        line = finding.span.line
        yield line
        if finding.code == _LEADS:
            yield from [self.statements[at].line for at in self.tricks if self.statements[at].line < line][-1:]

    def all_proposals(self) -> Iterator[PutOtherwise]:
        """Kind after kind."""
        yield from self._propose_fixes()
        if not self.statements:
            return
        yield from self._propose_dealt_cards()
        yield from self._propose_resting_cards()
        yield from self._propose_moved_cards()
        yield from self._propose_exchanges_in_tricks()
        yield from self._propose_exchanges_in_deals()
        yield from self._propose_missing_cards()
        yield from self._propose_surplus_cards()
        yield from self._propose_missing_lines()
        yield from self._propose_repeated_lines()
        yield from self._propose_orders()
        yield from self._propose_seats()
        yield from self._propose_shifted_seats()
        yield from self._propose_spoken()
        yield from self._propose_amounts()

    def is_touched(self, statements: Statements) -> bool:
        """Check whether all necessary changes are made."""
        return all(said(statements) != said(self.statements) for said in self.must_change)

    # ------------------------------------------------------------------ what is made of them

    def _put_statements(self, slip: str, changed: dict[int, rec.Statement | None], more: float = 0) -> PutOtherwise:
        """Other statements in their places; None: none at all."""
        left = []
        for at, statement in enumerate(self.statements):
            new = changed.get(at, statement)
            if new is not None:
                left.append(new)
        return PutOtherwise(slip, SLIPS[slip] + more, tuple(left))

    def _insert_behind(self, slip: str, at: int, new: rec.Statement, more: float = 0) -> PutOtherwise:
        """Insert a statement after this place."""
        read = (*self.statements[: at + 1], new, *self.statements[at + 1 :])
        return PutOtherwise(slip, SLIPS[slip] + more, read)

    def _card_at(self, place: CardPlace) -> str:
        return cards_of(self.statements[place.at])[place.nth]

    def _card_places(self, *kinds: type) -> Iterator[CardPlace]:
        for at, statement in enumerate(self.statements):
            if isinstance(statement, kinds):
                yield from (CardPlace(at, nth) for nth in range(len(cards_of(statement))))

    def _replace_card(self, place: CardPlace, card: str, more: float = 0) -> PutOtherwise:
        """Another card in a place."""
        statement = self.statements[place.at]
        cards = list(cards_of(statement))
        far = BOTH_SYMBOLS if cards[place.nth][0] != card[0] and cards[place.nth][-1] != card[-1] else 0
        cards[place.nth] = card
        return self._put_statements("card", {place.at: with_cards(statement, cards)}, far + more)

    def _exchange_cards(self, one: CardPlace, other: CardPlace) -> PutOtherwise:
        """Two cards in each other's places."""
        first, second = self._card_at(one), self._card_at(other)
        if one.at == other.at:
            cards = list(cards_of(self.statements[one.at]))
            cards[one.nth], cards[other.nth] = second, first
            apart = FAR_APART * (abs(one.nth - other.nth) > 1)
            return self._put_statements("exchanged", {one.at: with_cards(self.statements[one.at], cards)}, apart)
        changed: dict[int, rec.Statement | None] = {}
        for place, card in ((one, second), (other, first)):
            cards = list(cards_of(self.statements[place.at]))
            cards[place.nth] = card
            changed[place.at] = with_cards(self.statements[place.at], cards)
        more = ANOTHER_LINE
        if one.nth != other.nth or abs(one.at - other.at) > 1:  # they do not stand below each other
            more += FAR_APART * (first[0] != second[0] and first[-1] != second[-1])
            if isinstance(self.statements[one.at], rec.Trick) and isinstance(self.statements[other.at], rec.Trick):
                more += FAR_APART * (abs(self._trick_position(one.at) - self._trick_position(other.at)) > 1)
                more += FAR_APART * (self._player_at(one) != self._player_at(other))
        return self._put_statements("exchanged", changed, more)

    def _trick_position(self, at: int) -> int:
        return self.tricks.index(at)

    def _player_at(self, place: CardPlace) -> str:
        trick = self.statements[place.at]
        assert isinstance(trick, rec.Trick)
        if trick.leader not in self.order:
            return ""
        return self.order[(self.order.index(trick.leader) + place.nth) % len(self.order)]

    # ------------------------------------------------------------------ what the judge offers

    def _propose_fixes(self) -> Iterator[PutOtherwise]:
        """Propose the fixes of the findings themselves."""
        for finding in self.wrong:
            edits = finding.fix.edits if finding.fix is not None else ()
            if not edits or any(edit.span.line != edit.span.end_line for edit in edits):
                continue
            lines = list(self.hand.lines)
            start = self.hand.line - len(self.hand.own_comments)
            for change in sorted(edits, key=lambda each: (each.span.line, each.span.column), reverse=True):
                if not start <= change.span.line <= self.hand.last_line:
                    break
                # What is inserted above the hand's comments is read right above the hand.
                place = max(change.span.line - self.hand.line, 0)
                text = lines[place]
                new = change.text.replace("\n", "\r\n" if text.endswith("\r") else "\n")
                lines[place] = text[: change.span.column - 1] + new + text[change.span.end_column - 1 :]
            else:
                slip = "amount" if finding.code.startswith("CAL6") else "symbol"
                more = MORE_NUMBERS * (len(edits) - 1)
                if any(edit.text in self.game.cards.numbers for edit in edits):
                    slip = "card"
                    more += BOTH_SYMBOLS * any(_is_other_card(self.hand.lines, self.hand.line, edit) for edit in edits)
                written = "\n".join(lines).split("\n")
                above = written[: len(written) - len(lines)] if edits[0].span.line <= self.hand.line else []
                if above:
                    slip = "line-missing"
                yield PutOtherwise(slip, SLIPS[slip] + more, lines=tuple(written[len(above) :]), above=tuple(above))

    # ------------------------------------------------------------------ one card for another

    def _propose_dealt_cards(self) -> Iterator[PutOtherwise]:
        """Replace a card that is dealt twice, or unknown, by one that is not dealt."""
        names = self.game.cards.numbers
        for place in self._card_places(*DEALT):
            card = self._card_at(place)
            if self.dealt[card] > 1 or card not in names:
                yield from (self._replace_card(place, other_card) for other_card in self.undealt)

    def _propose_resting_cards(self) -> Iterator[PutOtherwise]:
        """Replace a card that rests twice, or on a named line, by one that rests nowhere."""
        names = self.game.cards.numbers
        for place in self._card_places(rec.Trick, rec.Discard):
            card = self._card_at(place)
            suspect = self.rested[card] > 1 or card not in names
            if not suspect and self.statements[place.at].line not in self.lines and card not in self.named:
                continue
            for other_card in self.unrested:
                yield self._replace_card(place, other_card, 0 if suspect else UNNAMED)

    def _propose_moved_cards(self) -> Iterator[PutOtherwise]:
        """Replace a given, taken, shown or called card by another possible one."""
        given = [card for statement in self.statements if isinstance(statement, rec.Give) for card in statement.cards]
        for place in self._card_places(rec.Give, rec.Take, rec.TableCard, rec.Call, rec.Show, rec.Declare, rec.Trump):
            statement, card = self.statements[place.at], self._card_at(place)
            cards = cards_of(statement)
            fitting: dict[str, float] = {}
            if isinstance(statement, rec.Take):
                fitting = dict.fromkeys(self.untaken, 0.0)
            elif isinstance(statement, rec.Give):
                played = self._cards_played_by(statement.to)
                fitting = {
                    fitting_card: 0.0
                    for fitting_card in sorted(played)
                    if self.home.get(fitting_card) == statement.seat
                }
                fitting |= {statement.card: 0.0 for statement in self.statements if isinstance(statement, rec.Call)}
            elif isinstance(statement, rec.Call):
                fitting = dict.fromkeys(given, 0.0)
            if statement.line in self.lines or card in self.named:
                also = dict.fromkeys(sorted(self.named), UNNAMED)
                if isinstance(statement, rec.Call | rec.Trump):
                    alike = (name for name in self.game.cards.names if name[0] == card[0] or name[-1] == card[-1])
                    also |= dict.fromkeys(alike, 0.0 if statement.line in self.lines else UNNAMED)
                fitting = {**also, **fitting}
            yield from (
                self._replace_card(place, fitting_card, more)
                for fitting_card, more in fitting.items()
                if fitting_card not in cards
            )

    def _cards_played_by(self, label: str) -> set[str]:
        return {self._card_at(place) for place in self._card_places(rec.Trick) if self._player_at(place) == label}

    # ------------------------------------------------------------------ two cards exchanged

    def _propose_exchanges_in_tricks(self) -> Iterator[PutOtherwise]:
        """Exchange two cards of the play, one of which or its line is named.

        If only figures are wrong no card is named: then they are beside each other.
        """
        places = list(self._card_places(rec.Trick, rec.Discard))
        lines = [self.statements[place.at].line in self.lines for place in places]
        wanted = {
            place for place, named in zip(places, lines, strict=True) if named or self._card_at(place) in self.named
        }
        sums = all(finding.code.startswith("CAL6") for finding in self.wrong)
        for number, first in enumerate(places):
            for other in places[number + 1 :]:
                near = sums and other.at - first.at <= 1 and (first.at == other.at or first.nth == other.nth)
                if first in wanted or other in wanted or near:
                    yield self._exchange_cards(first, other)

    def _propose_exchanges_in_deals(self) -> Iterator[PutOtherwise]:
        """Exchange two cards played by other seats than dealt to, or one of them named."""
        moved = {card for statement in self.statements if isinstance(statement, MOVED) for card in statement.cards}
        player = {self._card_at(place): self._player_at(place) for place in self._card_places(rec.Trick)}
        strange = {card for card, who in player.items() if self.home.get(card) not in (None, who) and card not in moved}
        if self.taken:
            strange |= self.taken.symmetric_difference(self.piled)
        strange |= self.named
        places = [place for place in self._card_places(*DEALT) if self._card_at(place) in strange]
        for number, first in enumerate(places):
            yield from (self._exchange_cards(first, other) for other in places[number + 1 :] if first.at != other.at)
        for place in self._card_places(rec.Give, rec.Take, rec.Call):
            for other in self._card_places(rec.Discard):
                if self.statements[place.at].line in self.lines:
                    yield self._exchange_cards(place, other)
        for one_place, other in combinations(self._card_places(rec.Give, rec.Take, rec.Call), 2):
            if one_place.at != other.at and not self.lines.isdisjoint(
                self.statements[place.at].line for place in (one_place, other)
            ):
                yield self._exchange_cards(one_place, other)

    # ------------------------------------------------------------------ cards too few, too many

    def _propose_missing_cards(self) -> Iterator[PutOtherwise]:
        """Add a card without a place to a line with a card too few."""
        usual = Counter(len(statement.cards) for statement in self.statements if isinstance(statement, rec.Deal))
        size = max(usual, default=0)
        for at, line in enumerate(self.statements):
            cards = cards_of(line)
            if isinstance(line, DEALT) and self.undealt and (isinstance(line, rec.Monte) or len(cards) < size):
                yield from (self._insert_card(at, self._sorted_index(cards, card), card) for card in self.undealt)
            elif isinstance(line, rec.Trick) and len(cards) < len(self.order):
                for card in self.unrested:
                    yield from (self._insert_card(at, nth, card) for nth in range(len(cards) + 1))
            elif isinstance(line, rec.Discard) and self.unrested:
                yield from (self._insert_card(at, self._sorted_index(cards, card), card) for card in self.unrested)
            elif isinstance(line, rec.Take):
                for card in self.untaken:
                    yield self._insert_card(at, min(self.piled.index(card), len(cards)), card)

    def _insert_card(self, at: int, nth: int, card: str) -> PutOtherwise:
        statement = self.statements[at]
        cards = cards_of(statement)
        return self._put_statements("missing", {at: with_cards(statement, (*cards[:nth], card, *cards[nth:]))})

    def _sorted_index(self, cards: Sequence[str], card: str) -> int:
        """The sorted place of a card among others in pack order; otherwise the end."""
        order = {name: place for place, name in enumerate(self.game.cards.list(self.game.cards.full))}
        ranks = [order.get(card, -1) for card in cards]
        if ranks != sorted(ranks):
            return len(cards)
        return sum(rank < order[card] for rank in ranks)

    def _propose_surplus_cards(self) -> Iterator[PutOtherwise]:
        """A card stands on a line that should not be there."""
        for at, statement in enumerate(self.statements):
            cards = cards_of(statement)
            long = isinstance(statement, rec.Trick) and len(cards) > len(self.order)
            for nth, card in enumerate(cards):
                again = isinstance(statement, DEALT) and self.dealt[card] > 1 and not self.undealt
                again |= isinstance(statement, rec.Discard) and self.rested[card] > 1
                if (long or again or cards.count(card) > 1) and len(cards) > 1:
                    yield self._put_statements(
                        "too-many", {at: with_cards(statement, (*cards[:nth], *cards[nth + 1 :]))}
                    )

    # ------------------------------------------------------------------ lines

    def _propose_missing_lines(self) -> Iterator[PutOtherwise]:
        """Propose an unwritten line: a hand, a dealer, an exchange, a trick."""
        yield from self._propose_missing_deal()
        yield from self._propose_missing_transfers()
        yield from self._propose_missing_trick()
        if not any(isinstance(statement, rec.Dealer) for statement in self.statements):
            first = next((at for at, statement in enumerate(self.statements) if not isinstance(statement, rec.DATA)), 0)
            for label in self.hand.session.order:
                yield self._insert_behind("line-missing", first - 1, rec.Dealer(label))

    def _propose_missing_deal(self) -> Iterator[PutOtherwise]:
        dealt = [at for at, statement in enumerate(self.statements) if isinstance(statement, DEALT)]
        if not dealt or not self.undealt:
            return
        without = [label for label in self.order if label not in self.home]
        names = self.game.cards.list(self.game.cards.mask(self.undealt))
        for label in without or self.hand.session.order:
            if label not in self.home:
                yield self._insert_behind("line-missing", dealt[0] - 1, rec.Deal(label, names))
        if not any(isinstance(statement, rec.Monte) for statement in self.statements):
            yield self._insert_behind("line-missing", dealt[-1], rec.Monte(names))

    def _propose_missing_transfers(self) -> Iterator[PutOtherwise]:
        """Propose takes of the dealt pile, and discards of cards that are not played.

        A called card needs no line: it goes to the caller.
        """
        first = self.tricks[0] if self.tricks else len(self.statements) - 1
        moved = [at for at, statement in enumerate(self.statements) if isinstance(statement, (*MOVED, rec.Call))]
        spoken = [at for at, statement in enumerate(self.statements) if isinstance(statement, rec.SPOKEN)]
        if not spoken or not self.tricks:
            return
        places = sorted({spoken[-1], *moved, first - 1})
        players = dict.fromkeys(statement.seat for statement in self.statements if isinstance(statement, rec.Bid))
        kinds = {type(statement) for statement in self.statements}
        rest = self.game.cards.list(self.game.cards.mask(self.unrested)) if self.unrested else ()
        given = {card for statement in self.statements if isinstance(statement, rec.Give) for card in statement.cards}
        for label in players:
            new: list[rec.Statement] = []
            if rec.Take not in kinds and self.piled:
                new += [rec.Take(label, tuple(self.piled), opened) for opened in (True, False)]
            if rec.Discard not in kinds and rest:
                new += [rec.Discard(label, rest, opened) for opened in (False, True)]
            for other in self.order:
                strange = sorted(card for card in self._cards_played_by(other) if self.home.get(card) == label)
                new += [rec.Give(label, other, (card,), open=True) for card in strange if card not in given]
            yield from (self._insert_behind("line-missing", at, statement) for at in places for statement in new)

    def _propose_missing_trick(self) -> Iterator[PutOtherwise]:
        """Propose the one unwritten trick: all last cards, with every possible leader."""
        seats = len(self.order)
        moved = {card for statement in self.statements if isinstance(statement, MOVED) for card in statement.cards}
        unplayed = [card for card in self.unrested if card in moved or card not in self.piled]
        if not self.tricks or len(unplayed) != seats or seats > 4:
            return
        written = [self.statements[at] for at in self.tricks]
        numbers = [trick.number for trick in written if isinstance(trick, rec.Trick)]
        gap = next((place for place, number in enumerate(numbers, 1) if number != place), len(numbers) + 1)
        at = self.tricks[gap - 2] if gap > 1 else self.tricks[0] - 1
        left = {self.home.get(card, ""): card for card in unplayed}
        for place in range(seats):
            seated = (*self.order[place:], *self.order[:place])
            if all(label in left for label in seated):
                yield self._insert_behind(
                    "line-missing", at, rec.Trick(gap, seated[0], tuple(left[label] for label in seated))
                )
            elif seats <= 3:
                for cards in permutations(unplayed):
                    yield self._insert_behind("line-missing", at, rec.Trick(gap, seated[0], cards), UNNAMED)

    def _propose_repeated_lines(self) -> Iterator[PutOtherwise]:
        """Drop a duplicate line."""
        seen: list[object] = []
        for _, line in groupby(enumerate(self.statements), lambda each: each[1].line):
            places = [*line]
            what = [
                statement.cards if isinstance(statement, rec.Trick) else statement._replace(line=0)
                for _, statement in places
            ]
            if what in seen:
                yield self._put_statements("line-twice", {at: None for at, _ in places})
            seen.append(what)

    def _propose_orders(self) -> Iterator[PutOtherwise]:
        """Exchange the lines of two tricks, or move one of them."""
        for place, earlier in enumerate(self.tricks):
            for step, other in enumerate(self.tricks[place + 1 :], 1):
                first: Any = self.statements[earlier]
                second: Any = self.statements[other]
                near = first.line in self.lines or second.line in self.lines or step == 1
                if not near:
                    continue
                kept = (
                    second._replace(line=first.line, number=first.number),
                    first._replace(line=second.line, number=second.number),
                )
                yield self._put_statements("order", {earlier: kept[0], other: kept[1]}, FAR_APART * (step > 1))
                whole = second._replace(line=first.line), first._replace(line=second.line)
                yield self._put_statements("order", {earlier: whole[0], other: whole[1]}, FAR_APART * (step > 1))
                numbers = first._replace(number=second.number), second._replace(number=first.number)
                yield self._put_statements("order", {earlier: numbers[0], other: numbers[1]}, FAR_APART * (step > 1))
        for place, index in enumerate(self.tricks, 1):
            trick: Any = self.statements[index]
            if trick.number != place:
                yield self._put_statements("symbol", {index: trick._replace(number=place)})

    # ------------------------------------------------------------------ seats

    def _propose_seats(self) -> Iterator[PutOtherwise]:
        """Replace a seat's letter, on a named line or before the play."""
        for at, line in enumerate(self.statements):
            asked = line.line in self.lines
            front = isinstance(line, (*DEALT, *MOVED, rec.Call, rec.Raise, rec.Double, rec.Trump))
            if not asked and not front:
                continue
            for field in ("seat", "leader", "winner", "to"):
                label = getattr(line, field, "")
                if isinstance(label, str) and label and not isinstance(line, rec.Dealer | rec.Bid):
                    for other in self.hand.session.order:
                        if other != label:
                            changed = line._replace(**{field: other})  # type: ignore[arg-type]
                            yield self._put_statements("seat", {at: changed}, 0 if asked else UNNAMED)
        for at, figures in enumerate(self.statements):
            if figures.line in self.lines and isinstance(figures, rec.Result | rec.Score | rec.Total):
                yield from (
                    self._put_statements("seat", {at: other}) for other in other_seats(figures, self.hand.session.order)
                )
        deals = [(at, statement) for at, statement in enumerate(self.statements) if isinstance(statement, rec.Deal)]
        for place, (one_at, one_deal) in enumerate(deals):
            for two_at, two in deals[place + 1 :]:
                if one_deal.seat != two.seat:
                    letters = {one_at: one_deal._replace(seat=two.seat), two_at: two._replace(seat=one_deal.seat)}
                    yield self._put_statements("exchanged", {**letters}, ANOTHER_LINE)

    def _propose_shifted_seats(self) -> Iterator[PutOtherwise]:
        """All lines of a kind are those of the neighbours."""
        kinds: tuple[tuple[type, ...], ...] = (
            (rec.Deal,), (rec.Bid, rec.Raise), (rec.Trick,), (rec.Score,), (rec.Total,), (rec.Result,),
        )  # fmt: skip
        order = self.order
        for step in range(1, len(order)):
            near = 0 if step in (1, len(order) - 1) else UNNAMED
            shift = dict(zip(order, (*order[step:], *order[:step]), strict=True))
            for kind in kinds:
                changed: dict[int, rec.Statement | None] = {
                    at: shift_seats(statement, shift)
                    for at, statement in enumerate(self.statements)
                    if isinstance(statement, kind)
                }
                if changed:
                    yield self._put_statements("shifted", changed, near)

    # ------------------------------------------------------------------ what is said, what is paid

    def _propose_spoken(self) -> Iterator[PutOtherwise]:
        """Propose other dealers, bids and calls, as the judge does."""
        if self.judged.setting is not None and any(isinstance(statement, rec.Dealer) for statement in self.statements):
            hand = replace(self.hand, statements=self.statements)
            for substitution in propose_before_play(_Seated(hand, self.game, self.judged.setting)):
                told = substitution.told
                slip = "word"
                if told is not None and told.code == "CAL308":
                    slip = "dealer"
                elif told is not None and told.wording == "swapped":
                    slip = "order"
                elif told is not None and told.wording == "seat":
                    slip = "seat"
                yield PutOtherwise(slip, SLIPS[slip], substitution.statements)
        words = dict.fromkeys(word for contract in self.game.rules.contracts.values() for word in contract.raises)
        for at, statement in enumerate(self.statements):
            if isinstance(statement, rec.Raise):
                yield from (self._put_statements("word", {at: statement._replace(word=word)}) for word in words)
            if isinstance(statement, rec.Call):
                for where in ("monte", "hand", *self.hand.session.order):
                    if where != statement.found:
                        yield self._put_statements("word", {at: statement._replace(found=where)}, UNNAMED)
            opened = getattr(statement, "open", None)
            if opened is not None:
                yield self._put_statements("word", {at: statement._replace(open=not opened)}, UNNAMED)  # type: ignore[call-arg]

    def _propose_amounts(self) -> Iterator[PutOtherwise]:
        """Replace written figures by the result of the hand."""
        account, setting = self.judged.account, self.judged.setting
        if account is None or setting is None:
            return
        paid = dict(zip(setting.labels, account.payments, strict=False))
        for at, statement in enumerate(self.statements):
            due: dict[str, int] | None
            due = (
                paid
                if isinstance(statement, rec.Score)
                else self.judged.totals
                if isinstance(statement, rec.Total)
                else None
            )
            if not isinstance(statement, _AMOUNTS) or due is None:
                continue
            amounts = tuple((label, due.get(label, amount)) for label, amount in statement.amounts)
            wrong = sum(amount != other for amount, other in zip(amounts, statement.amounts, strict=True))
            if wrong:
                yield self._put_statements(
                    "amount", {at: statement._replace(amounts=amounts)}, MORE_NUMBERS * (wrong - 1)
                )


def _is_other_card(lines: Sequence[str], first: int, edit: Edit) -> bool:
    """Check whether a card and its replacement have nothing in common."""
    old = lines[edit.span.line - first][edit.span.column - 1 : edit.span.end_column - 1]
    return len(old) == len(edit.text) == 2 and old[0] != edit.text[0] and old[1] != edit.text[1]


def _words_of_finding(finding: Finding) -> Iterable[str]:
    for value in finding.args.values():
        if isinstance(value, str):
            yield value
        elif isinstance(value, Listing):
            yield from (item for item in value.items if isinstance(item, str))
