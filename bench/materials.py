"""Records to measure with: random canonical hands, some with a planted mistake.

The compiled rules play the hands, a thousand times faster than dealing them; the tests compare a sample of the output
with the replay.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from calarec.bulk.compile import CompiledRules, compiled_rules
from calarec.bulk.steps import CALL, DISCARD, DOES, GIVE, TAKE, SharingStep
from calarec.core.engine.behaviours import behaviour_of
from calarec.core.engine.cards import bits
from calarec.core.mechanisms.fields import Kind
from calarec.playouts.playout import PlayedOut, Player, Story

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.core.engine.game import Game
    from calarec.core.engine.match import MatchStanding
    from calarec.core.engine.state import Seating

EVENING = 100
"""Hands of one evening; each evening begins with its own lines."""

FAULTS = ("card", "score", "result", "total")


class Record(NamedTuple):
    """A text and the names of the hands in it that are wrong."""

    text: str
    planted: tuple[str, ...]
    hands: int


def record(game: Game, hands: int, *, seed: int = 1, fault_every: int = 0, evening: int = EVENING) -> Record:
    """Write random plain hands in evenings; make a mistake in one of `fault_every`."""
    writer = _Writer(game, seed)
    planted: list[str] = []
    text: list[str] = []
    for number in range(1, hands + 1):
        if (number - 1) % evening == 0:
            text.append(writer.begin())
        elif writer.over:
            text.append(writer.begin_match())
        lines = writer.hand(str(number))
        if fault_every and number % fault_every == 0:
            _spoil(lines, FAULTS[number // fault_every % len(FAULTS)])
            planted.append(str(number))
        text += lines
    return Record("".join(text), tuple(planted), hands)


def without_cards(made: Record) -> Record:
    """Return the same hands as clubs write them, without any mistake.

    They have dealers, bids, calls, points and payments.
    """
    assert not made.planted
    return made._replace(text=_WITH_CARDS.sub("", made.text))


def _spoil(lines: list[str], fault: str) -> None:
    """Makes one line of a hand wrong."""
    verb = " 5 " if fault == "card" else fault
    at = next((n for n, line in enumerate(lines) if line.startswith(verb)), -1)
    if at < 0:
        at, fault = next(n for n, line in enumerate(lines) if line.startswith("total")), "total"
    line = lines[at]
    if fault == "card":
        # The first two cards change places: each comes out of the wrong hand.
        lines[at] = f"{line[:6]}{line[9:11]} {line[6:8]}{line[11:]}"
        return
    head, _, amount = line.rstrip("\n").rpartition(" ")
    lines[at] = f"{head} {int(amount) + 1:+d}\n" if fault == "score" else f"{head} {int(amount) + 1}\n"


_TRIES = 1000


_WITH_CARDS = re.compile(r"(?m)^(?:deal|monte|table-card|give|take|discard|show|[ \d]\d) .*\n")


class _Writer:
    """Writes one evening after another."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.compiled = game, compiled_rules(game)
        self.player = Player(self.compiled, seed)
        self.names = game.cards.names
        people = game.people[0]
        labels = tuple("ABCDEFG"[:people])
        self.settings = [game.seat(labels, dealer) for dealer in range(people)]
        self.totals: list[int] = []
        self.deals = 0
        self.matches = 0
        self.dealer = 0
        self.order = {name: place for place, name in enumerate(game.cards.list(game.cards.full))}

    def begin(self) -> str:
        """The lines before an evening's first hand."""
        ruleset, setting = self.game.ruleset, self.settings[0]
        self.totals, self.deals, self.matches = [0] * len(setting.labels), 0, 1
        people = [label for seat, label in enumerate(setting.labels) if seat not in setting.dummies]
        dummies = [setting.labels[seat] for seat in setting.dummies]
        lines = [
            "cal 1", f"rules {ruleset.id}@{ruleset.version} sha256:{ruleset.digest[:12]}",
            *(f"seat {label}" for label in people), *(f"dummy {label}" for label in dummies), "",
        ]  # fmt: skip
        return "\n".join(lines) + "\n"

    @property
    def over(self) -> bool:
        """True if the match is over."""
        behaviour = behaviour_of(Kind.SECTION, "match")
        standing: MatchStanding = behaviour.standing(self.game, tuple(self.totals), deal=self.deals)
        return standing.over

    def begin_match(self) -> str:
        """The line between two matches."""
        self.totals, self.deals, self.matches = [0] * len(self.totals), 0, self.matches + 1
        return f"match {self.matches}\n\n"

    def hand(self, name: str) -> list[str]:
        """The lines of a random hand."""
        story, played, setting = self._seated()
        label = [setting.labels[seat] for seat in setting.active]
        lines = [f"hand {name}", f"dealer {setting.labels[setting.dealer]}"]
        lines += [f"deal {label[place]}: {self._cards(hand)}" for place, hand in enumerate(story.hands)]
        lines += [f"monte {self._cards(pile)}" for pile in story.piles if pile]
        lines += self._said(story, label)
        lines += self._exchange(story, label, played)
        lines += self._tricks(story, label, played)
        lines += self._outcome(setting, label, played)
        return [f"{line}\n" for line in (*lines, "end", "")]

    def _story(self) -> tuple[Story, PlayedOut]:
        """Return a random hand; where an all-pass hand is carried on, never one of those."""
        while True:
            story = Story()
            played = self.player.play_one(story)
            if played.contract or self.compiled.rules.all_pass.do != "carry_on":
                return story, played

    def _seated(self) -> tuple[Story, PlayedOut, Seating]:
        """A random hand whose dealer and dummies are where the turn to deal puts them."""
        setting = self.settings[self.dealer]
        places = tuple(setting.active.index(seat) for seat in setting.dummies)
        for _ in range(_TRIES):
            story, played = self._story()
            dealer = setting.active.index(setting.dealer) if setting.dealer in setting.active else story.dealer
            if places == story.dummies and dealer == story.dealer:
                stays = not played.contract and getattr(self.compiled.rules.all_pass.params, "dealer", "next") == "same"
                self.dealer = (setting.dealer + (not stays)) % len(self.settings)
                return story, played, setting
        raise LookupError

    def _cards(self, mask: int) -> str:
        return " ".join(sorted((self.names[number] for number in bits(mask)), key=self.order.__getitem__))

    def _said(self, story: Story, label: list[str]) -> Iterator[str]:
        """Bids, cards named with them, raises."""
        bids: list[str] = []
        ladder = {*self.compiled.rules.auction.ladder, *self.compiled.rules.auction.words}
        raised = [said for said in story.said if isinstance(said[1], str) and said[1] not in ladder]
        for place, word in story.said:
            if isinstance(word, int):
                yield " ".join(["bid", *bids])
                bids = []
                yield f"call {label[place]}: {self._cards(word)}"
            elif (place, word) not in raised:
                bids.append(f"{label[place]}: {word}")
        if bids:
            yield " ".join(["bid", *bids])
        for place, word in raised:
            yield f"raise {label[place]}: {word}"

    def _exchange(self, story: Story, label: list[str], played: PlayedOut) -> Iterator[str]:
        steps = [step for step in self.compiled.programs.get(played.contract, ()) if step is not None]
        at, found = 0, self._named(story, played)
        for kind, place, cards in story.moves:
            while not _does(steps[at], kind):
                at += 1
            step = steps[at]
            at += not isinstance(step, SharingStep)
            open_ = bool(step.open) and not (isinstance(step, SharingStep) and kind == DISCARD)
            text = f"{DOES[kind]} {label[place]}: "
            if kind == CALL:
                found = self._where(story, place, cards)
                yield f"{text}{self._cards(cards)}{self._place_said(found, label)}"
                continue
            to = ""
            if kind == GIVE:
                to = f" to {label[played.declarer if place != played.declarer else found]}"
            yield f"{text}{'open' if open_ else 'closed'} {self._cards(cards)}{to}"

    def _named(self, story: Story, played: PlayedOut) -> int:
        """Return the place of a card that was named with the last bid."""
        named = [(place, card) for place, card in story.said if isinstance(card, int) and place == played.declarer]
        return self._where(story, *named[-1]) if named else -3

    def _where(self, story: Story, place: int, card: int) -> int:
        if story.hands[place] & card:
            return -2
        return next((other for other, hand in enumerate(story.hands) if hand & card), -1)

    def _place_said(self, found: int, label: list[str]) -> str:
        return {-1: " in monte", -2: " in hand"}.get(found) or f" with {label[found]}"

    def _tricks(self, story: Story, label: list[str], played: PlayedOut) -> Iterator[str]:
        if not story.tricks:
            return
        leader = self.compiled.first_leader(played.contract, played.declarer, story.dealer)
        for number, trick in enumerate(story.tricks, 1):
            cards = " ".join(self.names[card.bit_length() - 1] for card in trick)
            yield f"{number:>2} {label[leader]}: {cards}"
            suit = self.game.cards.suit_of[trick[0].bit_length() - 1]
            best = max(card for card in trick if card & suit)
            leader = (leader + trick.index(best)) % len(label)

    def _outcome(self, setting: Seating, label: list[str], played: PlayedOut) -> Iterator[str]:
        labels = setting.labels
        if played.won:
            points = self._points(played)
            yield " ".join(["result", *(f"{label[place]}: {points[place]}" for place in range(len(label)))])
            paid = self._by_seat(setting, played.payments)
            yield " ".join(["score", *(f"{each}: {_signed(paid[seat])}" for seat, each in enumerate(labels))])
        self.deals += 1
        for seat, gain in enumerate(self._gains(setting, played)):
            self.totals[seat] += gain
        yield " ".join(["total", *(f"{each}: {self.totals[seat]}" for seat, each in enumerate(labels))])

    def _points(self, played: PlayedOut) -> list[int]:
        points: list[int] = self.compiled.functions["taken"](
            played.won, played.last, list(played.piles), played.declarer
        )
        return points

    def _gains(self, setting: Seating, played: PlayedOut) -> list[int]:
        """Return the change of each total, by seat."""
        counts = self.compiled.rules.match.counts
        gains = list(played.payments)
        if counts == "declarer_only":
            gains = [gain if place == played.declarer else 0 for place, gain in enumerate(gains)]
        elif counts == "winners_only":
            gains = [max(gain, 0) for gain in gains]
        elif counts == "card_points":
            gains = self._card_points(played)
        return self._by_seat(setting, gains)

    def _card_points(self, played: PlayedOut) -> list[int]:
        if not played.won:
            return [0] * self.compiled.players
        points, own = self._points(played), {played.declarer, played.mate} - {-1}
        mine, whole = sum(points[place] for place in own), self.compiled.units_per_point
        places = range(self.compiled.players)
        return [(mine if place in own else sum(points) - mine) // whole for place in places]

    def _by_seat(self, setting: Seating, amounts: Sequence[int]) -> list[int]:
        """Convert amounts by place to amounts by seat; 0 for seats that sit out."""
        seats = range(len(setting.labels))
        return [amounts[setting.active.index(seat)] if seat in setting.active else 0 for seat in seats]


def _does(step: object, kind: int) -> bool:
    return kind in (TAKE, DISCARD) if isinstance(step, SharingStep) else getattr(step, "do", 0) == kind


def _signed(amount: int) -> str:
    return f"{amount:+}" if amount else "0"


__all__ = ["EVENING", "CompiledRules", "Record", "record"]
