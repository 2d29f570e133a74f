"""A plain hand of one ruleset in text: a pattern, places of cards, and seats.

The pattern finds the parts of a hand without reading them. Deals and tricks have lines of one length. So a `Struct`
extracts the two characters of a card as one number, and tables give its mask; other characters have none. The rest
between the cards is checked last: without letters of seats and cards, a part leaves the same spaces, colons and words
in every hand.

Terms. A *place* counts from the eldest on; a *label* is a seat's letter, as a number. Everything that depends only on
the people, the dealer and the inheritance of a hand is computed once and kept.
"""

from __future__ import annotations

import re
from functools import cached_property
from operator import itemgetter
from struct import Struct
from typing import TYPE_CHECKING, Any

from calarec.bulk.auction import AuctionEnd, AuctionTable, Point
from calarec.bulk.play_by_lines import DrawLine
from calarec.bulk.steps import CALL, DISCARD, DOES, GIVE, LAY, TAKE, UNSAID
from calarec.core.base.frozen import dataclass, replace
from calarec.core.mechanisms.rules import tricks_in
from calarec.core.notation.patterns import NUMBER, SEAT, STATEMENTS, TIME, WORD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from calarec.bulk.auction import AuctionGraph
    from calarec.bulk.compile import CompiledRules
    from calarec.bulk.spoken_lines import ClaimHeld, SpokenLines, WrongCard
    from calarec.core.engine.cards import Cards
    from calarec.core.engine.state import Seating


_NAME = r'"[ !#->@-\[\]-~]{0,100}"'
"""A hand's name in quotes, of letters that are the same in every encoding."""
MATCH_LINE = re.compile(rf"\n*match(?: ({NUMBER}|{_NAME}))?\n(?=\n*hand)".encode("ascii"))
"""A line that begins a new match right before a hand."""
_MOVES = "|".join(("bid", "raise", "call", "table-card", "give", "take", "discard", "show", "declare"))
_PLAYED = "|".join((" [1-9]", "[1-9][0-9]", "show", "declare", "signal", "claim", "concede", "fault"))
_WON = b" > X"


def line_pattern(text: str) -> str:
    """The pattern of a line."""
    return text + r"\n"


def optional_line(text: str) -> str:
    """The pattern of a line that may be missing; its groups are then None."""
    return f"(?:{line_pattern(text)})?"


class HandLayout:
    """The form of a plain hand."""

    bit: list[int | None]
    suit: list[int | None]
    tens: bytes
    ones: bytes
    left_of_rows: bytes
    left_of_rows_won: bytes

    def __init__(self, compiled: CompiledRules) -> None:
        rules = compiled.rules
        self.players: int = compiled.players
        self.size: int = rules.deal.hand
        self.tricks: int = tricks_in(rules, self.players)
        self.rounds: int = self.tricks - self.size
        """The number of tricks that are followed by draws."""
        self.auction: bool = rules.has_auction
        self.card: str = _card_pattern(compiled)
        self.letters: bytes = bytes(_letters_of_rules(compiled))
        self.pile: int = next((number for number, pile in enumerate(rules.piles.values()) if pile.dealt), -1)
        """The pile that a `monte` line fills."""
        monte = next((pile.dealt for pile in rules.piles.values() if pile.dealt), 0)
        self.bit, self.suit = card_masks(compiled.cards)
        hands = ("5xB2x" + "Hx" * self.size) * self.players
        self.hands: Struct = Struct("<" + hands)
        self.deal: Struct = Struct("<" + hands + ("6x" + "Hx" * monte if monte else ""))
        self.stock: int = -1 if rules.play.draw is None else compiled.pile_names.index(rules.play.draw.pile)
        self.draw: DrawLine | None = DrawLine(compiled, self.card) if rules.play.draw is not None else None
        row, draws = "3xB1x" + "xH" * self.players, "" if self.draw is None else self.draw.row * self.players
        self.row: Struct = Struct(f"<{row}x")
        self.row_won: Struct = Struct(f"<{row}3xBx")
        self.round: Struct = Struct(f"<{row}x{draws}")
        self.round_won: Struct = Struct(f"<{row}3xBx{draws}")
        cards = b"XX " * self.size
        lines = b"".join(b"deal X: " + cards[:-1] + b"\n" for _ in range(self.players))
        self.left_of_hands: bytes = self.remainder_of(lines)
        self.left_of_deal: bytes = self.remainder_of(
            lines + (b"monte " + b" ".join([b"XX"] * monte) + b"\n" if monte else b"")
        )
        numbers = [b"%2d" % number for number in range(1, self.tricks + 1)]
        self.tens, self.ones = (b"".join(number[at : at + 1] for number in numbers) for at in (0, 1))
        tricks = [number + b" X:" + b" XX" * self.players for number in numbers]
        behind = b"" if self.draw is None else self.draw.line * self.players
        self.left_of_rows, self.left_of_rows_won = (
            self.remainder_of(b"".join([trick + b"\n" + behind * (at < self.rounds) for at, trick in enumerate(rows)]))
            for rows in (tricks, [trick + _WON for trick in tricks])
        )
        self.left_of_some: tuple[bytes, ...] = tuple(
            self.remainder_of(b"".join([trick + b"\n" for trick in tricks[:number]])) for number in range(self.size + 1)
        )
        """The remainders of the first tricks, by their number, without draws between them."""

    def remainder_of(self, text: bytes) -> bytes:
        """The remainder of a part without seats, cards and numbers."""
        return text.translate(None, self.letters)

    @cached_property
    def hand_pattern(self) -> re.Pattern[bytes]:
        """The pattern of a whole hand and the blank lines before it.

        Groups: name, time, dealer, resting seats, inheritance and its cards, deal with monte, deal without, moves,
        tricks without winners, tricks with, tricks of both kinds or with other lines between them, result, score,
        total, end.
        """
        bare_rows, won_rows = self._trick_lines_pattern(self.row.size), self._trick_lines_pattern(self.row_won.size)
        played = _PLAYED if self.draw is None else f"{_PLAYED}|take"
        said = rf"((?:bid|show|declare) [^\n]*\n(?:(?:{_MOVES}) [^\n]*\n)*)"
        if not self.auction:
            said = r"((?:(?:show|declare) [^\n]*\n)*)"
        # Letters of cards may stand in words, too: those of each line are read here.
        dealt = line_pattern(f"deal (?s:.{{{self.hands.size // self.players - 6}}})") * self.players
        laid = self.deal.size - self.hands.size
        monte, bare = (f"monte (?s:.{{{laid - 6}}})", f"|({dealt})") if laid else ("", "|()(?!)")
        frame = (
            r"\n*", line_pattern(rf"hand(?: ({NUMBER}|{_NAME}))?"), optional_line(f"at ({TIME})"),
            line_pattern(f"dealer ({SEAT})"),
            optional_line(f"out ({SEAT}(?: {SEAT})?)"),
            optional_line(rf"carry ({WORD})(?: ({self.card}(?: {self.card})*))?"),
            f"(?:({dealt}{monte}){bare})",
            said,
            rf"(?:({bare_rows})|({won_rows})|((?:(?:{played}) [^\n]*\n)+))?",
            optional_line(r"result ([^\n]+)"), optional_line(r"score( [^\n]+)"), optional_line(r"total( [^\n]+)"),
            line_pattern("end( claimed| void)?"),
        )  # fmt: skip
        return re.compile("".join(frame).encode("ascii"))

    def _trick_lines_pattern(self, width: int) -> str:
        """The pattern of one line for each trick, of this width, with its number.

        Other lines may have the same total length.
        """
        draws = "" if self.draw is None else self.draw.pattern * self.players
        tricks = range(1, self.tricks + 1)
        return "".join(f"{at:2} (?s:.{{{width - 4}}})\\n{draws if at <= self.rounds else ''}" for at in tricks)

    def unpack_rows(self, tricks: bytes, *, won: bool) -> tuple[Iterator[tuple[Any, ...]], ...]:
        """The rows of all tricks: rounds, if cards are drawn, and tricks."""
        row, turn = (self.row_won, self.round_won) if won else (self.row, self.round)
        if self.draw is None:
            return (row.iter_unpack(tricks),)
        at = self.rounds * turn.size
        return turn.iter_unpack(tricks[:at]), row.iter_unpack(tricks[at:])

    def without_draws(self, tricks: bytes, *, won: bool) -> bytes:
        """The lines of all tricks without what is drawn between them."""
        if self.draw is None:
            return tricks
        width, turn = (self.row_won.size, self.round_won.size) if won else (self.row.size, self.round.size)
        end = self.rounds * turn
        return b"".join([tricks[at : at + width] for at in range(0, end, turn)]) + tricks[end:]

    @cached_property
    def move_pattern(self) -> re.Pattern[bytes]:
        """The pattern of a line of the exchange: verb with seat and openness, cards, rest."""
        head = rf"(?m:^)((?:call|table-card|give|take|discard) {SEAT}: (?:open |closed )?)"
        tail = r"((?: (?:with|in|to|from) [A-Za-z][a-z0-9-]*)?)"
        return re.compile(rf"{head}({self.card}(?: {self.card})*|none){tail}\n".encode("ascii"))


def card_masks(cards: Cards) -> tuple[list[int | None], list[int | None]]:
    """The masks of cards and of their suits, by the two characters as one number."""
    bit: list[int | None] = [None] * (1 << 15)
    suit: list[int | None] = [None] * (1 << 15)
    for name, number in cards.numbers.items():
        code = ord(name[0]) | ord(name[1]) << 8
        bit[code], suit[code] = 1 << number, cards.suit_of[number]
    return bit, suit


def _card_pattern(compiled: CompiledRules) -> str:
    names = compiled.cards.numbers
    ranks = "".join(sorted({name[0] for name in names}))
    suits = "".join(sorted({name[1] for name in names}))
    return f"[{ranks}][{suits}]"


def _letters_of_rules(compiled: CompiledRules) -> set[int]:
    """Every character of a seat, a number or a card."""
    capitals = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    return set(capitals) | {ord(letter) for name in compiled.cards.numbers for letter in name}


_SPOKEN = re.compile("|".join((STATEMENTS["bid"], STATEMENTS["raise"], f"call {SEAT}: x")))
"""A line of an auction; of a call only the caller matters here."""
_UNSTATED_KIND, _STATED_KIND = 1, 2
MIXED_OPENNESS = _UNSTATED_KIND | _STATED_KIND
"""The kinds of openness of all moves of a hand, if only some of them state theirs; calls have no kind."""
MAX_AUCTIONS = 20_000
"""The most auctions to keep of one seating, so that no file fills the memory."""


@dataclass(frozen=True, slots=True)
class SettledAuction:
    """The result of an auction, and the functions for the hand after it."""

    contract: str
    """Empty if all passed."""
    number: int
    declarer: int
    leader: int
    """The place that leads to the first trick."""
    turned: tuple[int, ...]
    """The seats' letters, beginning with the leader."""
    check: Any
    """The functions that check the exchange and settle the hand, played or claimed."""
    settle: Any
    claimed: Any
    words: tuple[str, ...] = ()
    """The declarer's last bid, then every raise of it."""


class PlainSeating:
    """One arrangement of people, dealer and inheritance."""

    def __init__(self, compiled: CompiledRules, setting: Seating) -> None:
        self.compiled: CompiledRules = compiled
        self.setting: Seating = setting
        self.letters: tuple[int, ...] = tuple(ord(setting.labels[seat]) for seat in setting.active)
        self.places: list[int | None] = [None] * 128
        for place, letter in enumerate(self.letters):
            self.places[letter] = place
        place_of = {seat: place for place, seat in enumerate(setting.active)}
        self.dealer: int = place_of.get(setting.dealer, -1)
        self.dummies: tuple[int, ...] = tuple(place_of[seat] for seat in setting.dummies)
        shares = compiled.rules.table.sits_out
        self.idle: int = len(setting.out) if shares is not None and shares.shares == "opponents" else 0
        self.out: bytes = " ".join(setting.labels[seat] for seat in setting.out).encode("ascii")
        idle_place = len(setting.active)
        seats = range(len(setting.labels))
        self.by_label: Callable[[Sequence[Any]], tuple[Any, ...]] = itemgetter(
            *(place_of.get(seat, idle_place) for seat in seats)
        )
        """The conversion of a list by place, resting seats last, to a tuple by label."""
        self.labels: tuple[int, ...] = tuple(ord(label) for label in setting.labels)
        self.heads: dict[bytes, tuple[int, int, int, int]] = self._line_heads()
        self.tails: dict[int, dict[bytes, int]] = self._line_tails()
        speakers = tuple(place for place in range(len(setting.active)) if place not in self.dummies)
        carry = setting.carry
        table = AuctionTable(speakers, self.dealer, carry.only, carry.binds == "everyone")
        self.auction: AuctionGraph | None = compiled.auction_graph(table) if compiled.rules.has_auction else None
        self._heard: dict[bytes, SettledAuction | None] = {}
        sides = setting.fixed_sides if setting.sides else ()
        self.sides: tuple[tuple[int, ...], ...] = tuple(
            tuple(sorted(place_of[seat] for seat in side)) for side in sides
        )
        """The places of each fixed side."""
        self.parties: tuple[tuple[int, ...], ...] = self.sides or tuple((place,) for place in range(len(self.letters)))
        """The parties that count points together without a declarer."""
        if not compiled.rules.has_auction:
            self._heard[b""] = self._settle_auction("", -1)

    def _line_heads(self) -> dict[bytes, tuple[int, int, int, int]]:
        """The beginnings of lines of the exchange: move, place, openness, its kind."""
        known = {}
        for do, verb in DOES.items():
            for place, letter in enumerate(self.letters):
                for shown, word in ((UNSAID, ""), (1, "open "), (0, "closed ")):
                    if do != CALL or shown == UNSAID:
                        kind = 0 if do == CALL else _UNSTATED_KIND if shown == UNSAID else _STATED_KIND
                        known[f"{verb} {chr(letter)}: {word}".encode("ascii")] = do, place, shown, kind
        return known

    def _line_tails(self) -> dict[int, dict[bytes, int]]:
        """The ends of lines of the exchange, by move."""
        labels = [bytes([letter]) for letter in self.letters]
        piles = [pile.encode("ascii") for pile in self.compiled.pile_names]
        return {
            CALL: {b"": UNSAID, b" in monte": -1, b" in hand": -2}
            | {b" with " + label: place for place, label in enumerate(labels)},
            LAY: {b"": UNSAID},
            GIVE: {b" to " + label: place for place, label in enumerate(labels)},
            TAKE: {b"": UNSAID} | {b" from " + pile: number for number, pile in enumerate(piles)},
            DISCARD: {b"": UNSAID} | {b" to " + pile: number for number, pile in enumerate(piles)},
        }

    def hear_auction(self, said: bytes) -> SettledAuction | None:
        """The result of bids and raises; None if anything is wrong."""
        try:
            return self._heard[said]
        except KeyError:
            if len(self._heard) >= MAX_AUCTIONS:
                self._heard.clear()
            found = self._heard[said] = self._settle_spoken(said)
            return found

    def _settle_spoken(self, heard: bytes) -> SettledAuction | None:
        text = heard.decode("ascii")
        if self.auction is None or not all(map(_SPOKEN.fullmatch, text.removesuffix("\n").split("\n"))):
            return None
        words = text.split()
        point: Point | AuctionEnd | None = self.auction.start
        settled: SettledAuction | None = None
        verb = ""
        said: list[tuple[int | None, str]] = []
        at = 0
        while at < len(words):
            if words[at] in ("bid", "raise", "call"):
                verb, at = words[at], at + 1
                continue
            place, word = self.places[ord(words[at][0])], words[at + 1]
            at += 2
            if verb == "raise":
                settled = self._raise_contract(settled, place, word)
                if settled is None:
                    return None
                continue
            said = said if verb == "call" else [*said, (place, word)]
            if not isinstance(point, Point) or place != point.seat or point.calling != (verb == "call"):
                return None
            point = point.point_after("" if verb == "call" else word)
            settled = self._settle_auction(point.contract, point.declarer) if isinstance(point, AuctionEnd) else None
            if settled is not None:
                own = [word_said for speaker, word_said in said if speaker == settled.declarer]
                settled = replace(settled, words=tuple(own[-1:]))
        return settled

    def _settle_auction(self, contract: str, declarer: int) -> SettledAuction | None:
        compiled = self.compiled
        if contract and contract not in compiled.programs:
            return None
        leader = -1
        if contract or compiled.rules.all_pass.do == "play_out":
            leader = compiled.first_leader(contract, declarer, self.dealer)
        number = compiled.contract_names.index(contract) if contract else -1
        check, settle, claimed = (compiled.functions.get(f"{name}_{number}") for name in ("check", "settle", "claimed"))
        turned = self.letters[leader:] + self.letters[:leader]
        return SettledAuction(contract, number, declarer, leader, turned, check, settle, claimed)

    def _raise_contract(self, settled: SettledAuction | None, place: int | None, word: str) -> SettledAuction | None:
        """A raise right after the auction, before anybody had to act."""
        if settled is None or not settled.contract or place != settled.declarer:
            return None
        contract = self.compiled.rules.contracts[settled.contract]
        if word not in contract.raises:
            return None
        if contract.steps and self.compiled.rules.raising.until == "first_step":
            return None
        raised = self._settle_auction(word, settled.declarer)
        return raised and replace(raised, words=(*settled.words, word))


# What is read again and again for each hand has slots, which are read faster than the fields of a named tuple.
@dataclass(slots=True)
class HandText:
    """The parts of a plain hand, as the pattern finds them; None where there is none."""

    name: bytes
    at: bytes
    dealer: bytes
    out: bytes
    carry: bytes
    kept: bytes
    deal: bytes
    hands: bytes
    moves: bytes
    tricks: bytes
    tricks_won: bytes
    tricks_mixed: bytes
    """Tricks of which only some have winners, or with other lines between them."""
    result: bytes
    score: bytes
    total: bytes
    end: bytes
    mixes_openness: bool = False
    """True if a note reports transfers without `open` or `closed` beside others."""

    @classmethod
    def from_match(cls, found: re.Match[bytes], *, mixes_openness: bool = False) -> HandText:
        """The parts of a hand that was found by the pattern."""
        parts: Any = (*found.groups(), mixes_openness)
        return cls(*parts)


@dataclass(slots=True)
class Judged:
    """The result of a hand. Lists are by place."""

    settled: SettledAuction
    pays: list[int]
    idle: int
    """The payment of each who sits out."""
    won: tuple[int, ...]
    """The cards that each place has won; empty if nothing was played."""
    last: int
    piles: list[int]
    mate: int
    found: int
    """The place of a called card."""
    points: Any
    """Points of the declarer's side; without a declarer, those of each place."""
    others: int
    spoken: SpokenLines
    """The lines between the moves that are not moves."""
    claimed: ClaimHeld | None = None
    """The claim that ended the play: then only the points of whole sides are known."""
    bonus: int = 0
    """The bonuses that applied: a bit for each, as `CompiledRules.bonuses` names them."""
    stake: int = 0
    """The payment of each opponent, bonuses included."""
    played: int = -1
    """The winner of the last played trick, where a claim ended the play."""
    declared: tuple[int, ...] = ()
    """The amounts of declarations in the total of each place; empty without any."""
    added: bool = False
    """True if declarations add to the points: then only points of sides are known."""
    wrong: tuple[WrongCard, ...] = ()
    """The cards for which a stated irregularity answers."""

    @property
    def won_last(self) -> int:
        """The place that has won the last trick that was played."""
        return self.last if self.claimed is None else self.played
