"""Common texts of a hand's report: people by name, coloured cards, points."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from calarec.core.engine.account import in_points, points_said
from calarec.core.wording.cells import visible
from calarec.core.wording.language import Listing, Phrase, Words, text_in
from calarec.core.wording.people import name_seats

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from calarec.core.engine.state import Seating
    from calarec.core.judge.judgement import Happened, Judgement
    from calarec.core.records.model import Statement
    from calarec.core.wording.language import Language
    from calarec_tools.output.report.page import Spans


UNKNOWN: Final = "__"
"""An unknown card."""


class People:
    """One hand to be described in one language."""

    def __init__(self, replay: Judgement, setting: Seating, lang: Language) -> None:
        self.replay = replay
        self.game = replay.game
        self.ruleset = replay.game.ruleset
        self.setting = setting
        self.lang = lang
        self.paths: dict[str, None] = {}
        """The rules that were named, in order."""

    def name_rule(self, path: str) -> str:
        """Record a rule, for the list of those that decided; return its path."""
        self.paths[path] = None
        return path

    @cached_property
    def names_by_seat(self) -> tuple[str, ...]:
        """The people by seat; equal names have their letters added."""
        return tuple(name_seats(self.replay.hand.session.people, self.setting.labels).values())

    def who(self, seat: int) -> Spans:
        """A person."""
        return [(self.names_by_seat[seat], "")]

    def recipient(self, seat: int) -> Phrase:
        """A person to whom something is given."""
        return Phrase("dative", self.names_by_seat[seat])

    def joined_names(self, seats: Iterable[int]) -> Spans:
        """Some people: "Anna, Bruno and Carla"."""
        return [(text_in(Listing(tuple(self.names_by_seat[seat] for seat in seats)), self.lang), "")]

    @cached_property
    def statements_by_line(self) -> dict[int, Statement]:
        """The statements by their lines."""
        return {statement.line: statement for statement in self.replay.hand.statements if statement.line}

    # ------------------------------------------------------------------ cards

    def written_order(self, happened: Happened) -> list[int]:
        """Return the cards of an event as written; none if the record names others."""
        numbers = self.game.cards.numbers
        names = getattr(self.statements_by_line.get(happened.line), "cards", None) or ()
        order = [numbers[name] for name in names if name in numbers]
        cards = getattr(happened.event, "cards", 0)
        return order if isinstance(cards, int) and sum(1 << each for each in set(order)) == cards else []

    def card_spans(self, number: int, mark: str = "") -> Spans:
        """One card in its suit's colour."""
        cards = self.game.cards
        suit = cards.suits.index(cards.suit_of[number]) % 6
        return [(cards.names[number] + mark, f"suit{suit}")]

    def cards_spans(self, mask: int, order: Sequence[int] = ()) -> Spans:
        """Cards side by side, in the order given or suit by suit."""
        numbers = order or [self.game.cards.numbers[name] for name in self.game.cards.list(mask)]
        return [span for number in numbers for span in ((" ", ""), *self.card_spans(number))][1:]

    def by_suit(self, mask: int) -> Spans:
        """Cards suit by suit with a wider gap between two suits."""
        suits = [mask & suit for suit in self.game.cards.suits if mask & suit]
        return [span for cards in suits for span in ((" · ", "faint"), *self.cards_spans(cards))][1:]

    def card_in_words(self, number: int) -> Words:
        """A card in words, with its article: "the three of batons"."""
        name = self.game.cards.names[number]
        rank, suit = self.ruleset.name("ranks", name[0]), self.ruleset.name("suits", name[1])
        return Words("{rank} of {suit}", rank=Phrase("the", rank), suit=suit)

    def number_of_cards(self, count: int) -> Phrase:
        """A number of cards."""
        return Phrase("so_many", count, Words("card|cards"))

    def seen_cards(self, cards: int, hidden: int, order: Sequence[int] = (), blanks: int = 0) -> Spans:
        """Return the cards, or their number if hidden; `__` for each unknown card."""
        if hidden:
            return [(text_in(self.number_of_cards(hidden), self.lang), "")]
        spans = self.cards_spans(cards, order)
        for _ in range(blanks):
            spans += [(" ", ""), (UNKNOWN, "faint")]
        return spans if cards or not blanks else spans[1:]

    # ------------------------------------------------------------------ points and payments

    @cached_property
    def units_of_point(self) -> int:
        """The number of units to a whole point."""
        return self.game.rules.pack.units_per_point

    def points_text(self, points: int) -> str:
        """ "8 points (24 thirds)"."""
        return in_points(points, self.units_of_point, self.lang)

    def short(self, points: int) -> str:
        """ "8", "7 2/3"."""
        return points_said(points, self.units_of_point)

    def trick_worth_text(self, cards: Iterable[int]) -> str:
        """The card points of a trick."""
        return self.short(sum(self.game.cards.points[card] for card in cards))

    def payment_in_words(self, amount: int, *, sign: bool = False) -> str:
        """A payment, in stakes."""
        units = self.game.rules.settle.units_per_stake
        said = points_said(amount, units)
        return f"+{said}" if sign and amount > 0 else said

    def contract_spans(self, name: str) -> Spans:
        """A contract as it is called."""
        return [(visible(text_in(self.ruleset.name("contracts", name), self.lang)), "strong")]

    def pile_name(self, number: int) -> str:
        """A pile as it is called."""
        return visible(text_in(self.ruleset.name("piles", self.game.piles[number]), self.lang))

    def suits(self) -> Spans:
        """The suits with their letters."""
        spans: Spans = []
        for number, suit in enumerate(self.game.rules.pack.suits):
            spans += [(" · ", "faint")] if spans else []
            spans += [(suit, f"suit{number % 6}"), (f" {text_in(self.ruleset.name('suits', suit), self.lang)}", "")]
        return spans

    def face_spans(self) -> Spans:
        """The ranks that are not figures, with their letters."""
        known = [(rank, self.ruleset.name("ranks", rank)) for rank in self.game.rules.pack.ranks if not rank.isdigit()]
        return [(" · ".join(f"{rank} {text_in(said, self.lang)}" for rank, said in known), "")]
