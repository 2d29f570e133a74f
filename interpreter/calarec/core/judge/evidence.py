"""Proofs from the tricks of a record, whatever was bid and exchanged before them.

Terms. A card is a seat's *own* if the record gives it to that seat, by the deal or by a line of the exchange, and no
line takes it away. A trick is *sure* if every card in it is its player's own and is in no other place: then none of
them can be another card, misread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine import events as ev
from calarec.core.engine.actions import PlayAction
from calarec.core.engine.terms import Refusal
from calarec.core.engine.terms import cards as cards_said
from calarec.core.judge.lines import find_best_card, find_written_trump
from calarec.core.judge.problems import make_problem
from calarec.core.judge.seats import number_of
from calarec.core.records import model as rec
from calarec.core.wording.language import Listing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.core.engine.actions import Action
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating
    from calarec.core.judge.judgement import Happened
    from calarec.core.judge.problems import Problem
    from calarec.core.records.model import Hand


_ALONE: Final = {"": "alone", "same": "same_alone", "aside": "aside_alone"}
"""Wordings for a misplaced card where the legal plays are not known."""


_PILES: Final = -2
"""The place of cards that come from a pile."""


class WrittenTrick(NamedTuple):
    """A trick as it is written."""

    statement: rec.Trick
    seats: tuple[int, ...]
    """The seats that play, in order; empty for an unknown leader."""
    cards: tuple[int, ...]
    """-1: a card that the pack does not have."""


class Evidence:
    """The certain facts of one hand's tricks; `led`: all before them is known."""

    def __init__(
        self, hand: Hand, game: Game, setting: Seating, happened: Iterable[Happened], *, led: bool = False
    ) -> None:
        self.game = game
        self.setting = setting
        self.trump = find_written_trump(hand, game)
        numbers = self.game.cards.numbers
        happened = tuple(happened)
        self.own, self.aside = self._own(hand, happened)
        drawn = () if game.rules.play.draw is None else hand.statements
        self.drawn = {numbers[name] for each in drawn if isinstance(each, rec.Take) for name in each.cards
                      if name in numbers}  # fmt: skip
        """Cards that came to their seats during the play, at an unknown time."""
        self.rows: list[WrittenTrick] = []
        self.places: dict[int, list[int]] = {}
        """The tricks, from 0, in which each card stands."""
        for trick in hand.every(rec.Trick):
            leader = number_of(self.setting, trick.leader)
            seats = (leader, *self.setting.others(leader)) if leader in self.setting.active else ()
            cards = tuple([numbers.get(name, -1) for name in trick.cards])
            for card in cards:
                self.places.setdefault(card, []).append(len(self.rows))
            self.rows.append(WrittenTrick(trick, seats, cards))
        self.strays = self._strays(hand, happened) if led else {}

    def _own(self, hand: Hand, happened: Iterable[Happened]) -> tuple[list[int], int]:
        """Each seat's own cards, and those that the record lays aside."""
        own = [0] * len(self.setting.labels)
        for event in (happening.event for happening in happened):
            if isinstance(event, ev.Dealt):
                own[event.seat] |= event.cards
        aside = 0
        numbers = self.game.cards.numbers
        for statement in hand.statements:
            seat = number_of(self.setting, getattr(statement, "seat", ""))
            if seat < 0 or not isinstance(statement, rec.Give | rec.Take | rec.Discard | rec.TableCard):
                continue
            cards = sum({1 << numbers[name] for name in statement.cards if name in numbers})
            if isinstance(statement, rec.Take):
                own[seat] |= cards
                aside &= ~cards
                continue
            mine = own[seat] & cards
            own[seat] &= ~cards
            if isinstance(statement, rec.Give):
                to = number_of(self.setting, statement.to)
                own[to] |= mine if to >= 0 else 0
            else:
                aside |= mine
        return own, aside

    def _strays(self, hand: Hand, happened: tuple[Happened, ...]) -> dict[int, int]:
        """Find played cards that belong to another seat, or lay aside (-1).

        Only those that cannot have come to their player. The rest of such a trick is played by its owners, so its
        leader is right. If two seats each play a card of the other's, the deal may have exchanged them.
        """
        moved, unaccounted = self._moved_cards(hand, happened)
        found: dict[int, tuple[int, int]] = {}
        for row in self.rows:
            strange = [(seat, card) for seat, card in zip(row.seats, row.cards, strict=False)
                       if not (self.is_in_one_place(card) and self._has_own(seat, card))]  # fmt: skip
            if len(strange) != 1 or len(row.seats) != len(row.cards) or not self.is_in_one_place(strange[0][1]):
                continue
            ((seat, card),) = strange
            owner = next((each for each in self.setting.active if self._has_own(each, card)), -1)
            sources = {_PILES, *self.setting.active} if moved >> card & 1 else {owner}
            others = [cards for (source, to), cards in unaccounted.items() if to == seat and source in sources]
            whole = self.own[seat].bit_count() == self.game.tricks(self.setting)
            if whole and not any(others) and (owner >= 0 or self.aside >> card & 1):
                found[card] = seat, owner
        return {card: owner for card, (seat, owner) in found.items() if (owner, seat) not in found.values()}

    def _moved_cards(self, hand: Hand, happened: tuple[Happened, ...]) -> tuple[int, dict[tuple[int, int], int]]:
        """The cards that moved after the deal; unexplained ones by origin and receiver.

        The latter may be other cards than written: a seat neither plays them nor passes them on.
        """
        names, moved = self.game.cards.numbers, 0
        came: dict[tuple[int, int], int] = {}
        gone = [0] * (len(self.setting.labels) + 1)
        for statement in hand.statements:
            if not isinstance(statement, rec.Give | rec.Take | rec.Discard | rec.TableCard):
                continue
            cards = sum({1 << names[name] for name in statement.cards if name in names})
            seat = number_of(self.setting, statement.seat)
            moved |= cards
            if isinstance(statement, rec.Take):
                came[_PILES, seat] = came.get((_PILES, seat), 0) | cards
                continue
            gone[seat] |= cards
            if isinstance(statement, rec.Give):
                way = seat, number_of(self.setting, statement.to)
                came[way] = came.get(way, 0) | cards
        for event in (happening.event for happening in happened if not happening.line):
            if isinstance(event, ev.Given | ev.Received | ev.Taken):
                way = (event.seat, event.to) if isinstance(event, ev.Given) else (_PILES, event.seat)
                came[way] = came.get(way, 0) | event.cards
                moved |= event.cards
        for row in self.rows:
            for player, card in zip(row.seats, row.cards, strict=False):
                gone[player] |= 1 << card if card >= 0 else 0
        return moved, {way: cards & ~gone[way[1]] for way, cards in came.items()}

    # ------------------------------------------------------------------ what is sure

    def is_in_one_place(self, card: int) -> bool:
        """Check whether a card is in one place only."""
        return card >= 0 and len(self.places.get(card, ())) == 1

    def is_sure_trick(self, number: int) -> bool:
        """Check whether a trick, counted from 0, was played as it is written."""
        row = self.rows[number]
        if len(row.seats) != len(row.cards):
            return False
        return all(
            self.is_in_one_place(card) and self._has_own(seat, card)
            for seat, card in zip(row.seats, row.cards, strict=True)
        )

    def _has_own(self, seat: int, card: int) -> bool:
        return bool(card >= 0 and self.own[seat] >> card & 1)

    def winner(self, number: int) -> int:
        """The winner of a sure trick; -1 if that depends on an unknown trump."""
        row = self.rows[number]
        best = find_best_card(row.cards, self.game, self.trump)
        return row.seats[row.cards.index(best)] if best >= 0 else -1

    def cards_kept_back(self, number: int, seat: int, card: int) -> int:
        """The cards of the led suit that a seat kept back and played later."""
        led = self.rows[number].cards[0]
        suit = self.game.cards.suit_of[led]
        # Most cards follow suit: the whole trick is looked at for the others only.
        if led < 0 or suit >> card & 1 or self.game.rules.play.follow != "must" or not self.is_sure_trick(number):
            return 0
        later = 0
        for row in self.rows[number + 1 :]:
            for player, each in zip(row.seats, row.cards, strict=False):
                if (
                    player == seat
                    and self.is_in_one_place(each)
                    and self._has_own(seat, each)
                    and each not in self.drawn
                ):
                    later |= 1 << each & suit
        return later

    # ------------------------------------------------------------------ beside the engine

    def prove_refusal(self, refusal: Refusal, action: Action, statement: rec.Statement, told: int) -> Refusal | None:
        """The certain part of a refusal that may follow from the cards `told` before."""
        if not isinstance(action, PlayAction) or action.card < 0 or told >> action.card & 1:
            return None
        number = next(place for place, row in enumerate(self.rows) if row.statement is statement)
        card = action.card
        if refusal.code == "CAL501":
            return refusal if number and self.is_sure_trick(number - 1) else None
        if refusal.code == "CAL512":
            kept = self.cards_kept_back(number, action.seat, card)
            return self._revoke(refusal, kept) if kept else None
        if refusal.code == "CAL511":
            return None if self.is_in_one_place(card) else refusal._replace(wording=_ALONE[refusal.wording])
        # Somebody else's card: it is his own, and he plays it himself or nobody plays one of his.
        others = [
            row.seats[row.cards.index(card)]
            for place, row in enumerate(self.rows)
            if place != number and card in row.cards and row.seats
        ]
        proved = any(seat != action.seat and self._has_own(seat, card) for seat in others) or card in self.strays
        return refusal._replace(wording=_ALONE[refusal.wording]) if proved and refusal.code == "CAL510" else None

    def _revoke(self, refusal: Refusal, kept: int) -> Refusal:
        held = Listing(self.game.cards.list(kept))
        return refusal._replace(args={**refusal.args, "held": held}, cards=kept)

    # ------------------------------------------------------------------ without the engine

    def refusals(self, first: int, told: int) -> Iterator[tuple[WrittenTrick, Refusal, PlayAction]]:
        """Yield all certain refusals of the tricks.

        Cards that are duplicate, aside or another's; from trick `first` on also leaders and revokes.
        """
        last = self.game.tricks(self.setting)
        for number, row in enumerate(self.rows):
            if not row.seats or last <= number < first:
                continue
            if number >= last:
                yield row, Refusal("CAL515", "play", {"seat": row.statement.leader}), PlayAction(row.seats[0], -1)
                return
            previous = self.rows[number - 1] if number and number >= first else None
            follows = previous is not None and previous.statement.number + 1 == row.statement.number
            if previous is not None and follows and previous.statement.winner != self.setting.labels[row.seats[0]]:
                yield from self._leads(number, row)
            for place, (seat, card) in enumerate(zip(row.seats, row.cards, strict=False)):
                if card < 0 or (told >> card & 1 and card not in row.cards[:place]):
                    continue
                refusal = self._refuse_misplaced(number, row, place, seat, card, followed=number < first)
                if refusal is None and number >= first:
                    refusal = self._kept_back(number, row, seat, card)
                if refusal is not None:
                    yield row, refusal, PlayAction(seat, card)

    def _leads(self, number: int, row: WrittenTrick) -> Iterator[tuple[WrittenTrick, Refusal, PlayAction]]:
        if not self.is_sure_trick(number - 1) or self.winner(number - 1) in (-1, row.seats[0]):
            return
        label = self.setting.labels
        args: dict[str, object] = {"seat": label[row.seats[0]], "due": label[self.winner(number - 1)]}
        yield row, Refusal("CAL501", "play.next_leader", args), PlayAction(row.seats[0], row.cards[0])

    def _args(self, seat: int, card: int) -> dict[str, object]:
        return {"seat": self.setting.labels[seat], "card": self.game.cards.names[card]}

    def _refuse_misplaced(
        self, number: int, row: WrittenTrick, place: int, seat: int, card: int, *, followed: bool
    ) -> Refusal | None:
        """Refuse a card that cannot be played at its place, whatever the others play.

        `followed`: the trick was walked through, so its cards that lay aside are reported, or follow from a report.
        """
        earlier = self.places[card][0]
        if earlier < number or card in row.cards[:place]:
            args = {**self._args(seat, card), "trick": earlier + 1}
            return Refusal("CAL511", "play", args, _ALONE["" if earlier < number else "same"], ("card", card))
        owner = self.strays.get(card, -1)
        if owner >= 0:
            args = {**self._args(seat, card), "holder": self.setting.labels[owner]}
            return Refusal("CAL510", "play", args, "alone", ("card", card))
        if card in self.strays or (not followed and self.aside >> card & 1):
            return Refusal("CAL510", "play", self._args(seat, card), "aside_alone", ("card", card))
        return None

    def _kept_back(self, number: int, row: WrittenTrick, seat: int, card: int) -> Refusal | None:
        """Refuse a card of another suit from a seat that could follow."""
        names, kept = self.game.cards.names, self.cards_kept_back(number, seat, card)
        if not kept:
            return None
        args = self._args(seat, card)
        args["led"] = self.game.ruleset.name("suits", names[row.cards[0]][1])
        args["suit"] = self.game.ruleset.name("suits", names[card][1])
        return self._revoke(Refusal("CAL512", "play.follow", args, "", ("card", card)), kept)


def find_wrong_size(evidence: Evidence) -> Problem | None:
    """Find the first trick of a wrong size: too large, or too small before the last."""
    seats = len(evidence.setting.active)
    wrong = next((row for row in evidence.rows[:-1] if len(row.cards) != seats), None)
    wrong = wrong or next((row for row in evidence.rows if len(row.cards) > seats), None)
    return None if wrong is None else wrong_size_problem(wrong.statement, seats)


def wrong_size_problem(trick: rec.Trick, seats: int) -> Problem:
    """That a trick has too few cards, or too many."""
    few = len(trick.cards) < seats
    return make_problem(
        "CAL503", trick, card=None if few else seats, wording="few" if few else "", rule="table.seats",
        trick=trick.number, found=cards_said(len(trick.cards)), seats=seats,
    )  # fmt: skip


def find_wrong_winners(evidence: Evidence, first: int) -> Iterator[Problem]:
    """Sure tricks, from one on, whose lines name another winner."""
    labels = evidence.setting.labels
    for number, row in enumerate(evidence.rows[first:], first):
        stated = row.statement.winner
        sure = evidence.winner(number) if stated and evidence.is_sure_trick(number) else -1
        if sure >= 0 and labels[sure] != stated:
            actual = labels[sure]
            name = evidence.game.cards.names[row.cards[row.seats.index(sure)]]
            yield make_problem(
                "CAL514", row.statement, seat=1, rule="play.wins", stated=stated, actual=actual, fix=actual, name=name,
                wording="" if evidence.game.rules.play.trump is None else "trump",
            )  # fmt: skip
