"""Every way in which the lines of a hand may have been meant otherwise: what a slip of the pen made of them, undone.

In goes a hand as it was judged as it stands; out come proposals, the likeliest first. What does not fit asks for them:
a card is put otherwise where it stands twice, or on a line that a finding names; what it may be is what stands nowhere,
or what the finding names. Which of them holds is for `calarec.repair.search` to see.

Terms. A *place* is a card of a statement. A card *comes to rest* in a trick or in a discard. The *weight* of a proposal
says how unlikely its slip is: each is as likely as two of the next.
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
from calarec.repair.cards import DEALT, MOVED, card_faults, cards_of, known_cards, resting, with_cards
from calarec.repair.needed import must_change
from calarec.repair.seats import other_seats, shifted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating
    from calarec.core.judge.judgement import Judgement
    from calarec.core.records.model import Hand
    from calarec.core.wording.findings import Edit, Finding

_ASKING: Final = 6
"""The first so many findings of a hand ask for proposals; others follow from them."""
_LEADS: Final = "CAL501"
_AMOUNTS: Final = (rec.Score, rec.Total, rec.Penalty, rec.Carried)

Statements = tuple[rec.Statement, ...]


class PutOtherwise(NamedTuple):
    """A hand put otherwise, and by which slip it became what it is."""

    slip: str
    weight: float
    statements: Statements = ()
    lines: tuple[str, ...] = ()
    """The lines so put, where no statement says them."""
    above: tuple[str, ...] = ()
    """Lines that are put in above the hand."""
    possible: bool = True
    """Whether, as far as can be seen without playing it, everybody has the cards that he moves."""
    lifted: int = 0
    """So many cards less are where they cannot be, or nowhere."""


class _Seated(NamedTuple):
    """A hand and who sits where."""

    hand: Hand
    game: Game
    setting: Seating


class CardPlace(NamedTuple):
    """A card of a statement."""

    at: int
    nth: int


def proposals(judged: Judgement) -> tuple[list[PutOtherwise], int]:
    """All that may have been meant, the likeliest first; of equal ones in the order in which they stand here.

    With how many were looked at.

    Behind all others those that cannot be all that is wrong: after which somebody still has a card that he cannot have,
    or a line stays as it is that must change. Of these only such as leave fewer cards in a wrong place.
    """
    undoing = Undoing(judged)
    order, game = undoing.order, undoing.game
    as_written = card_faults(undoing.statements, order, game).total
    found = []
    looked_at = 0
    for each in undoing.all():
        looked_at += 1
        if each.lines:
            found.append(each)
            continue
        faults = card_faults(each.statements, order, game)
        possible = faults.possible and undoing.is_touched(each.statements)
        if possible or faults.total < as_written:
            found.append(each._replace(possible=possible, lifted=as_written - faults.total))
    return sorted(found, key=in_order), looked_at


def in_order(each: PutOtherwise) -> tuple[bool, float]:
    """What proposals are put in order by."""
    return not each.possible, each.weight


class Undoing:
    """The proposals for one hand."""

    def __init__(self, judged: Judgement) -> None:
        self.judged = judged
        self.game: Game = judged.game
        self.hand = with_pack_names(judged.hand, self.game)
        self.statements: Statements = self.hand.statements or self.hand.readable
        self.wrong = [each for each in judged.diagnostics if each.severity != "note"][:_ASKING]
        self.tricks = [at for at, each in enumerate(self.statements) if isinstance(each, rec.Trick)]
        self.lines = {line for each in self.wrong for line in self._lines_of(each)}
        names = self.game.cards.numbers
        self.named = {each for finding in self.wrong for each in _words(finding) if each in names}
        pack = set(self.game.cards.names)
        # A pile that is carried on is not dealt again, whether its cards are written twice or not.
        carried = {card for each in self.statements if isinstance(each, rec.Carry) for card in cards_of(each)}
        piled = {card for each in self.statements if isinstance(each, rec.Monte) for card in each.cards}
        self.dealt = Counter(card for each in self.statements if isinstance(each, DEALT) for card in known_cards(each))
        self.dealt.update(carried - piled)
        self.rested = resting(self.statements)
        self.undealt = sorted(pack - self.dealt.keys())
        self.unrested = sorted(pack - self.rested.keys())
        self.home = {card: each.seat for each in self.statements if isinstance(each, rec.Deal) for card in each.cards}
        self.piled = [card for each in self.statements if isinstance(each, rec.Monte) for card in each.cards]
        self.taken = {card for each in self.statements if isinstance(each, rec.Take) for card in each.cards}
        self.untaken = [card for card in self.piled if card not in self.taken]
        self.order = self._order()
        self.must_change = must_change(judged, self.statements)

    def _order(self) -> tuple[str, ...]:
        """The seats that hold cards, in order of play."""
        setting = self.judged.setting
        if setting is not None:
            return tuple(setting.labels[each] for each in setting.active)
        labels = dict.fromkeys((*self.hand.session.order, *(each.seat for each in self.hand.session.dummies)))
        dealt = {each.seat for each in self.statements if isinstance(each, rec.Deal)}
        return tuple(each for each in labels if each in dealt) if dealt else tuple(labels)

    def _lines_of(self, finding: Finding) -> Iterator[int]:
        """The lines that a finding names: its own; where the wrong seat leads, also that of the trick before."""
        line = finding.span.line
        yield line
        if finding.code == _LEADS:
            yield from [self.statements[at].line for at in self.tricks if self.statements[at].line < line][-1:]

    def all(self) -> Iterator[PutOtherwise]:
        """Kind after kind."""
        yield from self._offered()
        if not self.statements:
            return
        yield from self._dealt_wrong()
        yield from self._rested_wrong()
        yield from self._moved_wrong()
        yield from self._exchanged_in_tricks()
        yield from self._exchanged_in_deals()
        yield from self._cards_missing()
        yield from self._cards_too_many()
        yield from self._lines_missing()
        yield from self._lines_twice()
        yield from self._orders()
        yield from self._seats()
        yield from self._seats_shifted()
        yield from self._spoken()
        yield from self._amounts()

    def is_touched(self, statements: Statements) -> bool:
        """Whether all is put otherwise that must be."""
        return all(said(statements) != said(self.statements) for said in self.must_change)

    # ------------------------------------------------------------------ what is made of them

    def _put(self, slip: str, changed: dict[int, rec.Statement | None], more: float = 0) -> PutOtherwise:
        """Other statements in their places; None: none at all."""
        left = []
        for at, each in enumerate(self.statements):
            new = changed.get(at, each)
            if new is not None:
                left.append(new)
        return PutOtherwise(slip, SLIPS[slip] + more, tuple(left))

    def _behind(self, slip: str, at: int, new: rec.Statement, more: float = 0) -> PutOtherwise:
        """A statement more, behind that of this place."""
        read = (*self.statements[: at + 1], new, *self.statements[at + 1 :])
        return PutOtherwise(slip, SLIPS[slip] + more, read)

    def _card(self, place: CardPlace) -> str:
        return cards_of(self.statements[place.at])[place.nth]

    def _places(self, *kinds: type) -> Iterator[CardPlace]:
        for at, each in enumerate(self.statements):
            if isinstance(each, kinds):
                yield from (CardPlace(at, nth) for nth in range(len(cards_of(each))))

    def _other(self, place: CardPlace, card: str, more: float = 0) -> PutOtherwise:
        """Another card in a place."""
        statement = self.statements[place.at]
        cards = list(cards_of(statement))
        far = BOTH_SYMBOLS if cards[place.nth][0] != card[0] and cards[place.nth][-1] != card[-1] else 0
        cards[place.nth] = card
        return self._put("card", {place.at: with_cards(statement, cards)}, far + more)

    def _exchanged(self, one: CardPlace, other: CardPlace) -> PutOtherwise:
        """Two cards in each other's places."""
        first, second = self._card(one), self._card(other)
        if one.at == other.at:
            cards = list(cards_of(self.statements[one.at]))
            cards[one.nth], cards[other.nth] = second, first
            apart = FAR_APART * (abs(one.nth - other.nth) > 1)
            return self._put("exchanged", {one.at: with_cards(self.statements[one.at], cards)}, apart)
        changed: dict[int, rec.Statement | None] = {}
        for place, card in ((one, second), (other, first)):
            cards = list(cards_of(self.statements[place.at]))
            cards[place.nth] = card
            changed[place.at] = with_cards(self.statements[place.at], cards)
        more = ANOTHER_LINE
        if one.nth != other.nth or abs(one.at - other.at) > 1:  # they do not stand below each other
            more += FAR_APART * (first[0] != second[0] and first[-1] != second[-1])
            if isinstance(self.statements[one.at], rec.Trick) and isinstance(self.statements[other.at], rec.Trick):
                more += FAR_APART * (abs(self._position(one.at) - self._position(other.at)) > 1)
                more += FAR_APART * (self._player(one) != self._player(other))
        return self._put("exchanged", changed, more)

    def _position(self, at: int) -> int:
        return self.tricks.index(at)

    def _player(self, place: CardPlace) -> str:
        trick = self.statements[place.at]
        assert isinstance(trick, rec.Trick)
        if trick.leader not in self.order:
            return ""
        return self.order[(self.order.index(trick.leader) + place.nth) % len(self.order)]

    # ------------------------------------------------------------------ what the judge offers

    def _offered(self) -> Iterator[PutOtherwise]:
        """What findings themselves would have stand there."""
        for finding in self.wrong:
            edits = finding.fix.edits if finding.fix is not None else ()
            if not edits or any(each.span.line != each.span.end_line for each in edits):
                continue
            lines = list(self.hand.lines)
            for each in sorted(edits, key=lambda each: (each.span.line, each.span.column), reverse=True):
                place = each.span.line - self.hand.line
                if not 0 <= place < len(lines):
                    break
                text = lines[place]
                lines[place] = text[: each.span.column - 1] + each.text + text[each.span.end_column - 1 :]
            else:
                slip = "amount" if finding.code.startswith("CAL6") else "symbol"
                more = MORE_NUMBERS * (len(edits) - 1)
                if any(each.text in self.game.cards.numbers for each in edits):
                    slip = "card"
                    more += BOTH_SYMBOLS * any(_differs(self.hand.lines, self.hand.line, each) for each in edits)
                written = "\n".join(lines).split("\n")
                above = written[: len(written) - len(lines)] if edits[0].span.line == self.hand.line else []
                if above:
                    slip = "line-missing"
                yield PutOtherwise(slip, SLIPS[slip] + more, lines=tuple(written[len(above) :]), above=tuple(above))

    # ------------------------------------------------------------------ one card for another

    def _dealt_wrong(self) -> Iterator[PutOtherwise]:
        """A card that is dealt twice is one that is dealt nowhere; so is one that the pack does not have."""
        names = self.game.cards.numbers
        for place in self._places(*DEALT):
            card = self._card(place)
            if self.dealt[card] > 1 or card not in names:
                yield from (self._other(place, each) for each in self.undealt)

    def _rested_wrong(self) -> Iterator[PutOtherwise]:
        """A card that comes to rest twice, or stands on a line that is named, is one that comes to rest nowhere."""
        names = self.game.cards.numbers
        for place in self._places(rec.Trick, rec.Discard):
            card = self._card(place)
            suspect = self.rested[card] > 1 or card not in names
            if not suspect and self.statements[place.at].line not in self.lines and card not in self.named:
                continue
            for each in self.unrested:
                yield self._other(place, each, 0 if suspect else UNNAMED)

    def _moved_wrong(self) -> Iterator[PutOtherwise]:
        """A card that is given, taken, shown or called is another: of those that may be there."""
        given = [card for each in self.statements if isinstance(each, rec.Give) for card in each.cards]
        for place in self._places(rec.Give, rec.Take, rec.TableCard, rec.Call, rec.Show, rec.Declare, rec.Trump):
            statement, card = self.statements[place.at], self._card(place)
            cards = cards_of(statement)
            fitting: dict[str, float] = {}
            if isinstance(statement, rec.Take):
                fitting = dict.fromkeys(self.untaken, 0.0)
            elif isinstance(statement, rec.Give):
                played = self._played_by(statement.to)
                fitting = {each: 0.0 for each in sorted(played) if self.home.get(each) == statement.seat}
                fitting |= {each.card: 0.0 for each in self.statements if isinstance(each, rec.Call)}
            elif isinstance(statement, rec.Call):
                fitting = dict.fromkeys(given, 0.0)
            if statement.line in self.lines or card in self.named:
                also = dict.fromkeys(sorted(self.named), UNNAMED)
                if isinstance(statement, rec.Call | rec.Trump):
                    alike = (each for each in self.game.cards.names if each[0] == card[0] or each[-1] == card[-1])
                    also |= dict.fromkeys(alike, 0.0 if statement.line in self.lines else UNNAMED)
                fitting = {**also, **fitting}
            yield from (self._other(place, each, more) for each, more in fitting.items() if each not in cards)

    def _played_by(self, label: str) -> set[str]:
        return {self._card(each) for each in self._places(rec.Trick) if self._player(each) == label}

    # ------------------------------------------------------------------ two cards exchanged

    def _exchanged_in_tricks(self) -> Iterator[PutOtherwise]:
        """Of two cards of the play one stands on a line that is named, or is named itself.

        Where figures alone are wrong nothing of the play is named: then they stand beside each other.
        """
        places = list(self._places(rec.Trick, rec.Discard))
        lines = [self.statements[each.at].line in self.lines for each in places]
        wanted = {each for each, named in zip(places, lines, strict=True) if named or self._card(each) in self.named}
        sums = all(each.code.startswith("CAL6") for each in self.wrong)
        for number, one in enumerate(places):
            for other in places[number + 1 :]:
                near = sums and other.at - one.at <= 1 and (one.at == other.at or one.nth == other.nth)
                if one in wanted or other in wanted or near:
                    yield self._exchanged(one, other)

    def _exchanged_in_deals(self) -> Iterator[PutOtherwise]:
        """Two cards that are played by others than they were dealt to, or one of them named."""
        moved = {card for each in self.statements if isinstance(each, MOVED) for card in each.cards}
        player = {self._card(each): self._player(each) for each in self._places(rec.Trick)}
        strange = {card for card, who in player.items() if self.home.get(card) not in (None, who) and card not in moved}
        if self.taken:
            strange |= self.taken.symmetric_difference(self.piled)
        strange |= self.named
        places = [each for each in self._places(*DEALT) if self._card(each) in strange]
        for number, one in enumerate(places):
            yield from (self._exchanged(one, other) for other in places[number + 1 :] if one.at != other.at)
        for place in self._places(rec.Give, rec.Take, rec.Call):
            for other in self._places(rec.Discard):
                if self.statements[place.at].line in self.lines:
                    yield self._exchanged(place, other)
        for one, other in combinations(self._places(rec.Give, rec.Take, rec.Call), 2):
            if one.at != other.at and not self.lines.isdisjoint(self.statements[each.at].line for each in (one, other)):
                yield self._exchanged(one, other)

    # ------------------------------------------------------------------ cards too few, too many

    def _cards_missing(self) -> Iterator[PutOtherwise]:
        """A line has a card too few: of those that stand nowhere."""
        usual = Counter(len(each.cards) for each in self.statements if isinstance(each, rec.Deal))
        size = max(usual, default=0)
        for at, each in enumerate(self.statements):
            cards = cards_of(each)
            if isinstance(each, DEALT) and self.undealt and (isinstance(each, rec.Monte) or len(cards) < size):
                yield from (self._inserted(at, self._sorted_in(cards, card), card) for card in self.undealt)
            elif isinstance(each, rec.Trick) and len(cards) < len(self.order):
                for card in self.unrested:
                    yield from (self._inserted(at, nth, card) for nth in range(len(cards) + 1))
            elif isinstance(each, rec.Discard) and self.unrested:
                yield from (self._inserted(at, self._sorted_in(cards, card), card) for card in self.unrested)
            elif isinstance(each, rec.Take):
                for card in self.untaken:
                    yield self._inserted(at, min(self.piled.index(card), len(cards)), card)

    def _inserted(self, at: int, nth: int, card: str) -> PutOtherwise:
        statement = self.statements[at]
        cards = cards_of(statement)
        return self._put("missing", {at: with_cards(statement, (*cards[:nth], card, *cards[nth:]))})

    def _sorted_in(self, cards: Sequence[str], card: str) -> int:
        """The place of a card among others, where those stand in the order of the pack; otherwise the end."""
        order = {name: place for place, name in enumerate(self.game.cards.list(self.game.cards.full))}
        ranks = [order.get(each, -1) for each in cards]
        if ranks != sorted(ranks):
            return len(cards)
        return sum(rank < order[card] for rank in ranks)

    def _cards_too_many(self) -> Iterator[PutOtherwise]:
        """A card stands on a line that should not be there."""
        for at, each in enumerate(self.statements):
            cards = cards_of(each)
            long = isinstance(each, rec.Trick) and len(cards) > len(self.order)
            for nth, card in enumerate(cards):
                again = isinstance(each, DEALT) and self.dealt[card] > 1 and not self.undealt
                again |= isinstance(each, rec.Discard) and self.rested[card] > 1
                if (long or again or cards.count(card) > 1) and len(cards) > 1:
                    yield self._put("too-many", {at: with_cards(each, (*cards[:nth], *cards[nth + 1 :]))})

    # ------------------------------------------------------------------ lines

    def _lines_missing(self) -> Iterator[PutOtherwise]:
        """A line that nobody wrote down: a hand, a dealer, an exchange, a trick."""
        yield from self._deal_missing()
        yield from self._transfers_missing()
        yield from self._trick_missing()
        if not any(isinstance(each, rec.Dealer) for each in self.statements):
            first = next((at for at, each in enumerate(self.statements) if not isinstance(each, rec.DATA)), 0)
            for label in self.hand.session.order:
                yield self._behind("line-missing", first - 1, rec.Dealer(label))

    def _deal_missing(self) -> Iterator[PutOtherwise]:
        dealt = [at for at, each in enumerate(self.statements) if isinstance(each, DEALT)]
        if not dealt or not self.undealt:
            return
        without = [each for each in self.order if each not in self.home]
        names = self.game.cards.list(self.game.cards.mask(self.undealt))
        for label in without or self.hand.session.order:
            if label not in self.home:
                yield self._behind("line-missing", dealt[0] - 1, rec.Deal(label, names))
        if not any(isinstance(each, rec.Monte) for each in self.statements):
            yield self._behind("line-missing", dealt[-1], rec.Monte(names))

    def _transfers_missing(self) -> Iterator[PutOtherwise]:
        """What is taken is what was laid down; what is put away is what is played nowhere.

        A card that was called needs no line: it goes to who called it.
        """
        first = self.tricks[0] if self.tricks else len(self.statements) - 1
        moved = [at for at, each in enumerate(self.statements) if isinstance(each, (*MOVED, rec.Call))]
        spoken = [at for at, each in enumerate(self.statements) if isinstance(each, rec.SPOKEN)]
        if not spoken or not self.tricks:
            return
        places = sorted({spoken[-1], *moved, first - 1})
        players = dict.fromkeys(each.seat for each in self.statements if isinstance(each, rec.Bid))
        kinds = {type(each) for each in self.statements}
        rest = self.game.cards.list(self.game.cards.mask(self.unrested)) if self.unrested else ()
        given = {card for each in self.statements if isinstance(each, rec.Give) for card in each.cards}
        for label in players:
            new: list[rec.Statement] = []
            if rec.Take not in kinds and self.piled:
                new += [rec.Take(label, tuple(self.piled), opened) for opened in (True, False)]
            if rec.Discard not in kinds and rest:
                new += [rec.Discard(label, rest, opened) for opened in (False, True)]
            for other in self.order:
                strange = sorted(card for card in self._played_by(other) if self.home.get(card) == label)
                new += [rec.Give(label, other, (card,), open=True) for card in strange if card not in given]
            yield from (self._behind("line-missing", at, each) for at in places for each in new)

    def _trick_missing(self) -> Iterator[PutOtherwise]:
        """The one trick that was not written down: everybody's last card, in every order of who led."""
        seats = len(self.order)
        moved = {card for each in self.statements if isinstance(each, MOVED) for card in each.cards}
        unplayed = [card for card in self.unrested if card in moved or card not in self.piled]
        if not self.tricks or len(unplayed) != seats or seats > 4:
            return
        written = [self.statements[at] for at in self.tricks]
        numbers = [each.number for each in written if isinstance(each, rec.Trick)]
        gap = next((place for place, number in enumerate(numbers, 1) if number != place), len(numbers) + 1)
        at = self.tricks[gap - 2] if gap > 1 else self.tricks[0] - 1
        left = {self.home.get(card, ""): card for card in unplayed}
        for place in range(seats):
            seated = (*self.order[place:], *self.order[:place])
            if all(each in left for each in seated):
                yield self._behind("line-missing", at, rec.Trick(gap, seated[0], tuple(left[each] for each in seated)))
            elif seats <= 3:
                for cards in permutations(unplayed):
                    yield self._behind("line-missing", at, rec.Trick(gap, seated[0], cards), UNNAMED)

    def _lines_twice(self) -> Iterator[PutOtherwise]:
        """A line stands there a second time."""
        seen: list[object] = []
        for _, line in groupby(enumerate(self.statements), lambda each: each[1].line):
            places = [*line]
            what = [each.cards if isinstance(each, rec.Trick) else each._replace(line=0) for _, each in places]
            if what in seen:
                yield self._put("line-twice", {at: None for at, _ in places})
            seen.append(what)

    def _orders(self) -> Iterator[PutOtherwise]:
        """Two tricks stand in each other's lines; or one of them in another than its own."""
        for place, one in enumerate(self.tricks):
            for step, other in enumerate(self.tricks[place + 1 :], 1):
                first: Any = self.statements[one]
                second: Any = self.statements[other]
                near = first.line in self.lines or second.line in self.lines or step == 1
                if not near:
                    continue
                kept = (
                    second._replace(line=first.line, number=first.number),
                    first._replace(line=second.line, number=second.number),
                )
                yield self._put("order", {one: kept[0], other: kept[1]}, FAR_APART * (step > 1))
                whole = second._replace(line=first.line), first._replace(line=second.line)
                yield self._put("order", {one: whole[0], other: whole[1]}, FAR_APART * (step > 1))
                numbers = first._replace(number=second.number), second._replace(number=first.number)
                yield self._put("order", {one: numbers[0], other: numbers[1]}, FAR_APART * (step > 1))
        for place, one in enumerate(self.tricks, 1):
            trick: Any = self.statements[one]
            if trick.number != place:
                yield self._put("symbol", {one: trick._replace(number=place)})

    # ------------------------------------------------------------------ seats

    def _seats(self) -> Iterator[PutOtherwise]:
        """One letter of a seat for another, on a line that is named or in front of the play."""
        for at, each in enumerate(self.statements):
            asked = each.line in self.lines
            front = isinstance(each, (*DEALT, *MOVED, rec.Call, rec.Raise, rec.Double, rec.Trump))
            if not asked and not front:
                continue
            for field in ("seat", "leader", "winner", "to"):
                label = getattr(each, field, "")
                if isinstance(label, str) and label and not isinstance(each, rec.Dealer | rec.Bid):
                    for other in self.hand.session.order:
                        if other != label:
                            changed = each._replace(**{field: other})  # type: ignore[arg-type]
                            yield self._put("seat", {at: changed}, 0 if asked else UNNAMED)
        for at, each in enumerate(self.statements):
            if each.line in self.lines and isinstance(each, rec.Result | rec.Score | rec.Total):
                yield from (self._put("seat", {at: other}) for other in other_seats(each, self.hand.session.order))
        deals = [(at, each) for at, each in enumerate(self.statements) if isinstance(each, rec.Deal)]
        for place, (one_at, one) in enumerate(deals):
            for two_at, two in deals[place + 1 :]:
                if one.seat != two.seat:
                    letters = {one_at: one._replace(seat=two.seat), two_at: two._replace(seat=one.seat)}
                    yield self._put("exchanged", {**letters}, ANOTHER_LINE)

    def _seats_shifted(self) -> Iterator[PutOtherwise]:
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
                    at: shifted(each, shift) for at, each in enumerate(self.statements) if isinstance(each, kind)
                }
                if changed:
                    yield self._put("shifted", changed, near)

    # ------------------------------------------------------------------ what is said, what is paid

    def _spoken(self) -> Iterator[PutOtherwise]:
        """Who deals, who bids what, what is called: as the judge supposes it."""
        if self.judged.setting is not None and any(isinstance(each, rec.Dealer) for each in self.statements):
            hand = replace(self.hand, statements=self.statements)
            for each in propose_before_play(_Seated(hand, self.game, self.judged.setting)):
                told = each.told
                slip = "word"
                if told is not None and told.code == "CAL308":
                    slip = "dealer"
                elif told is not None and told.wording == "swapped":
                    slip = "order"
                elif told is not None and told.wording == "seat":
                    slip = "seat"
                yield PutOtherwise(slip, SLIPS[slip], each.statements)
        words = dict.fromkeys(word for each in self.game.rules.contracts.values() for word in each.raises)
        for at, statement in enumerate(self.statements):
            if isinstance(statement, rec.Raise):
                yield from (self._put("word", {at: statement._replace(word=each)}) for each in words)
            if isinstance(statement, rec.Call):
                for found in ("monte", "hand", *self.hand.session.order):
                    if found != statement.found:
                        yield self._put("word", {at: statement._replace(found=found)}, UNNAMED)
            opened = getattr(statement, "open", None)
            if opened is not None:
                yield self._put("word", {at: statement._replace(open=not opened)}, UNNAMED)  # type: ignore[call-arg]

    def _amounts(self) -> Iterator[PutOtherwise]:
        """What is written of figures is what the hand comes to, as it stands."""
        account, setting = self.judged.account, self.judged.setting
        if account is None or setting is None:
            return
        paid = dict(zip(setting.labels, account.payments, strict=False))
        for at, each in enumerate(self.statements):
            due: dict[str, int] | None
            due = paid if isinstance(each, rec.Score) else self.judged.totals if isinstance(each, rec.Total) else None
            if not isinstance(each, _AMOUNTS) or due is None:
                continue
            amounts = tuple((label, due.get(label, amount)) for label, amount in each.amounts)
            wrong = sum(one != other for one, other in zip(amounts, each.amounts, strict=True))
            if wrong:
                yield self._put("amount", {at: each._replace(amounts=amounts)}, MORE_NUMBERS * (wrong - 1))


def _differs(lines: Sequence[str], first: int, edit: Edit) -> bool:
    """Whether a card and what is to stand in its place have nothing in common."""
    old = lines[edit.span.line - first][edit.span.column - 1 : edit.span.end_column - 1]
    return len(old) == len(edit.text) == 2 and old[0] != edit.text[0] and old[1] != edit.text[1]


def _words(finding: Finding) -> Iterable[str]:
    for value in finding.args.values():
        if isinstance(value, str):
            yield value
        elif isinstance(value, Listing):
            yield from (each for each in value.items if isinstance(each, str))
