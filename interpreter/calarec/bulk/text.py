"""Who sits where in a hand of the text: letters to places and back, auctions that were heard before.

Terms. A *place* counts from the eldest on; a *label* is a seat's letter, as a number. Everything that depends only
on the people, the dealer and what a hand inherits is worked out once and kept.
"""

from __future__ import annotations

import re
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from calarec.kernel.auction import Outcome, Point, Table
from calarec.kernel.steps import CALL, DISCARD, DOES, GIVE, LAY, TAKE, UNSAID
from calarec.light import NamedTuple
from calarec.notation.patterns import SEAT, STATEMENTS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from calarec.kernel.kernel import Kernel
    from calarec.moves.setting import Setting

_SPOKEN = re.compile("|".join((STATEMENTS["bid"], STATEMENTS["raise"], f"call {SEAT}: x")))
"""A line of an auction; of a call only who makes it matters here."""
MOST_KEPT = 20_000
"""Auctions of one seating; beyond that it is begun anew, so that no file can fill the memory."""


class Settled(NamedTuple):
    """What an auction came to, and what follows from it."""

    contract: str
    """Empty if all passed."""
    number: int
    declarer: int
    leader: int
    """The place that leads to the first trick."""
    turned: tuple[int, ...]
    """The seats' letters, beginning with the leader."""
    check: Any
    """The functions that hold an exchange against the contract, and that settle it."""
    settle: Any


class Seating:
    """One arrangement of people, dealer and inheritance."""

    def __init__(self, kernel: Kernel, setting: Setting) -> None:
        self.kernel, self.setting = kernel, setting
        self.letters = tuple(ord(setting.labels[seat]) for seat in setting.active)
        self.places: list[int | None] = [None] * 128
        for place, letter in enumerate(self.letters):
            self.places[letter] = place
        place_of = {seat: place for place, seat in enumerate(setting.active)}
        self.dealer = place_of.get(setting.dealer, -1)
        self.dummies = tuple(place_of[seat] for seat in setting.dummies)
        shares = kernel.rules.table.sits_out
        self.idle = len(setting.out) if shares is not None and shares.shares == "opponents" else 0
        self.out = "".join(setting.labels[seat] for seat in setting.out).encode("ascii")
        idle_place = len(setting.active)
        seats = range(len(setting.labels))
        self.by_label: Callable[[Sequence[Any]], tuple[Any, ...]] = itemgetter(
            *(place_of.get(seat, idle_place) for seat in seats)
        )
        """Turns a list by place, with the amount of who sits out at its end, into a tuple by label."""
        self.label_places = tuple(place_of.get(seat) for seat in seats)
        self.labels = tuple(ord(label) for label in setting.labels)
        self.heads, self.tails = self._heads(), self._tails()
        speakers = tuple(place for place in range(len(setting.active)) if place not in self.dummies)
        carry = setting.carry
        table = Table(speakers, self.dealer, carry.only, carry.binds == "everyone")
        self.auction = kernel.auction(table)
        self._heard: dict[bytes, Settled | None] = {}

    def _heads(self) -> dict[bytes, tuple[int, int, int]]:
        """How lines of the exchange may begin: what is done, by which place, and how openly."""
        known = {}
        for do, verb in DOES.items():
            for place, letter in enumerate(self.letters):
                for shown, word in ((UNSAID, ""), (1, "open "), (0, "closed ")):
                    if do != CALL or shown == UNSAID:
                        known[f"{verb} {chr(letter)}: {word}".encode("ascii")] = do, place, shown
        return known

    def _tails(self) -> dict[int, dict[bytes, int]]:
        """How they may end, by what is done."""
        labels = [bytes([letter]) for letter in self.letters]
        piles = [pile.encode("ascii") for pile in self.kernel.piles]
        return {
            CALL: {b"": UNSAID, b" in monte": -1, b" in hand": -2}
            | {b" with " + label: place for place, label in enumerate(labels)},
            LAY: {b"": UNSAID},
            GIVE: {b" to " + label: place for place, label in enumerate(labels)},
            TAKE: {b"": UNSAID} | {b" from " + pile: number for number, pile in enumerate(piles)},
            DISCARD: {b"": UNSAID} | {b" to " + pile: number for number, pile in enumerate(piles)},
        }

    def heard(self, said: bytes) -> Settled | None:
        """What bids and raises come to; None if anything is not as it should be."""
        try:
            return self._heard[said]
        except KeyError:
            if len(self._heard) >= MOST_KEPT:
                self._heard.clear()
            found = self._heard[said] = self._listen(said)
            return found

    def _listen(self, said: bytes) -> Settled | None:
        text = said.decode("ascii")
        if not all(map(_SPOKEN.fullmatch, text.splitlines())):
            return None
        words = text.split()
        point: Point | Outcome | None = self.auction.start
        settled: Settled | None = None
        verb = ""
        at = 0
        while at < len(words):
            if words[at] in ("bid", "raise", "call"):
                verb, at = words[at], at + 1
                continue
            place, word = self.places[ord(words[at][0])], words[at + 1]
            at += 2
            if verb == "raise":
                settled = self._raised(settled, place, word)
                if settled is None:
                    return None
                continue
            if not isinstance(point, Point) or place != point.seat or point.calling != (verb == "call"):
                return None
            point = point.said("" if verb == "call" else word)
            settled = self._settled(*point) if isinstance(point, Outcome) else None
        return settled

    def _settled(self, contract: str, declarer: int) -> Settled | None:
        kernel = self.kernel
        if contract and contract not in kernel.programs:
            return None
        leader = -1
        if contract or kernel.rules.all_pass.do == "play_out":
            leader = kernel.leader(contract, declarer, self.dealer)
        number = kernel.contracts.index(contract) if contract else -1
        check, settle = (kernel.functions.get(f"{name}_{number}") for name in ("check", "settle"))
        turned = self.letters[leader:] + self.letters[:leader]
        return Settled(contract, number, declarer, leader, turned, check, settle)

    def _raised(self, settled: Settled | None, place: int | None, word: str) -> Settled | None:
        """A raise right after the auction, before anybody had to act."""
        if settled is None or not settled.contract or place != settled.declarer:
            return None
        contract = self.kernel.rules.contracts[settled.contract]
        if word not in contract.raises:
            return None
        if contract.steps and self.kernel.rules.raising.until == "first_step":
            return None
        return self._settled(word, settled.declarer)
