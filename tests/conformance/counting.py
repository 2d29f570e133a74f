"""Settles a hand by counting, from a table of payments: the second method.

The referees play a hand through, step by step. This module looks back on the whole hand. A seat held the cards that it
was dealt, received and took, less those that it gave and laid aside. The pile is the cards in no trick. The exchange is
a row of words (`call give1 take4 give1 discard4`) that has to be one of those listed. It imports neither calarec nor a
referee. The sources of numbers without a remark are in docs/explanation/sources.md, or they are the project defaults
marked there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

Hand = dict[str, Any]
Facts = dict[str, Any]

LATIN: Final = "32ARCF7654"
PAGAT: Final = {"chiamo": 1, "solo": 2, "solissimo": 4, "dividete": 8, "scegliete": 16}
RAISED: Final = ("dividete", "scegliete")
AS_DEALT: Final = ("solissimo", "dividete", "scegliete")


def _orders_of_sharing(shares: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    """Return the orders in which two seats may take shares and lay as many aside."""
    found = []
    for first, second in shares:
        takes, puts = [f"take{first}", f"take{second}"], [f"discard{first}", f"discard{second}"]
        found += [(takes[0], puts[0], takes[1], puts[1]), (*takes, *puts), (*takes, puts[1], puts[0])]
    return tuple(" ".join(word for word in words if word[-1] != "0") for words in found)


TWO_EACH: Final = _orders_of_sharing([(2, 2)])
AT_WILL: Final = _orders_of_sharing([(4, 0), (0, 4), (1, 3), (3, 1), (2, 2)])
TAKE_AND_BURY: Final = "take4 discard4"
PAGAT_EXCHANGE: Final = {
    "chiamo": ("call give1 take4 give1 discard4", f"call {TAKE_AND_BURY}"), "solo": (TAKE_AND_BURY,),
    "solissimo": ("",),
    "dividete": TWO_EACH, "scegliete": AT_WILL,
}  # fmt: skip
OF_THREE: Final = {"chiedo": 1, "solo": 2, "solissimo": 3, "arcisolo": 4, "dividete": 8, "scegliete": 16}
OF_SIX: Final = {"chiamo": 1, "chiedo": 2, "solo": 3, "solissimo": 4, "arcisolo": 5, "dividete": 10, "scegliete": 20}
OF_NO_MONTE: Final = {"chiamo": 1, "chiedo": 2, "solo": 3}


class WrongError(Exception):
    """Something in the hand that its rules do not allow, with the line of the record."""

    def __init__(self, why: str, line: int) -> None:
        super().__init__(why)
        self.line = line


class Game(NamedTuple):
    """The facts of a ruleset: deal, lead, winning points, payments."""

    stakes: dict[str, int]
    """The payment of each opponent by contract, from low to high; empty: no auction."""
    exchange: dict[str, tuple[str, ...]] = {}  # noqa: RUF012 - never changed
    """The orders in which cards may move, by contract."""
    leads: str = "eldest"
    """eldest, declarer, left or right (of the declarer)."""
    declarer_leads: tuple[str, ...] = ()
    cards: int = 12
    monte: int = 4
    ranks: str = LATIN
    three_points: str = "A"
    suits: str = "bscd"
    without: tuple[str, ...] = ()
    bonus: str = ""
    """sweep2: all tricks double. short3: losers' tricks below a point treble, too. bare3, bare2: losers without a card
    point. all_tricks, all_points: 70 is paid."""
    pays: str = "stake"
    sides: tuple[str, ...] = ()
    """The sides in a game without an auction."""
    target: int = 0
    scored: str = "payments"
    """The quantity that totals add up: payments, the declarer's, or whole points."""
    lowest_wins: bool = False
    trump: bool = False
    """The first to play names a suit that takes all others, with a cricca of it."""
    charges: bool = False
    """The winner of the last trick is charged the rest of the eleven."""
    at_seats: dict[int, tuple[int, tuple[str, ...]]] = {}  # noqa: RUF012 - never changed
    """By the number of players, if it matters: cards of each, and removed cards."""
    alone: bool = False
    """A partner in the monte: the declarer wins like arcisolo and loses like solo."""


def _family_002(**other: Any) -> Game:
    exchange = PAGAT_EXCHANGE | {"chiamo": (f"call give1 give1 {TAKE_AND_BURY}", f"call {TAKE_AND_BURY}")}
    given: dict[str, Any] = {"stakes": PAGAT, "exchange": exchange, "bonus": "sweep2 bare3", "target": 21}
    return Game(**(given | other))


def _family_003(stakes: dict[str, int], cards: int, monte: int, **other: Any) -> Game:
    asked: tuple[str, ...] = ("table-card1 call give1 take1",)
    alone: tuple[str, ...] = ("",)
    if monte:
        asked = (
            f"table-card1 call take{monte} give1 take1 discard{monte}",
            f"table-card1 call take{monte} discard{monte - 1}",
        )  # fmt: skip
        alone = (f"take{monte} discard{monte}",)
    exchange = {
        "chiamo": ("call",), "chiedo": asked, "solissimo": ("",), "arcisolo": ("",), "solo": alone,
        "dividete": TWO_EACH, "scegliete": (f"{alone[0]} {alone[0]}",),
    }  # fmt: skip
    leaders = ("solissimo", "arcisolo", *RAISED) + (() if monte else ("solo",))
    return Game(stakes, exchange, cards=cards, monte=monte, declarer_leads=leaders, bonus="sweep2", target=21,
                alone=True, **other)  # fmt: skip


_CHOICES: Final = ("", " discard0", *(f" discard{number} take{number}" for number in range(5)))
_CALL_AND_CHOOSE: Final = tuple(call + choice for call in ("call give1 give1", "call") for choice in _CHOICES)
_CAVENDISH: Final[dict[str, Any]] = {
    "stakes": {"play": 1}, "exchange": {"play": _CALL_AND_CHOOSE}, "ranks": "32AKQJ7654",
    "suits": "hdcs", "bonus": "all_tricks", "pays": "difference",
}  # fmt: skip
_ALL_FOURS: Final = ("4b", "4s", "4c", "4d")
_FOUR: Final[dict[str, Any]] = {"stakes": {}, "cards": 10, "monte": 0, "pays": "nobody", "scored": "points"}

GAMES: Final[dict[str, Game]] = {
    "thirty-five": Game(PAGAT, PAGAT_EXCHANGE, leads="declarer", ranks="32AKRJ7654", bonus="sweep2 short3"),
    "thirty-five-eldest-leads": Game(
        PAGAT, PAGAT_EXCHANGE, declarer_leads=AS_DEALT, ranks="32AKRJ7654", bonus="sweep2 short3"
    ),
    "spazzatura": Game(PAGAT, PAGAT_EXCHANGE, declarer_leads=AS_DEALT, ranks="32AKQJ7654", bonus="sweep2 short3"),
    "twenty-one": _family_002(),
    "terziglio-31": _family_002(target=31),
    "short-11": _family_002(target=11),
    "no-stramazzo": _family_002(bonus="sweep2"),
    "chiamata-only": _family_002(stakes={"chiamo": 1}),
    "aperta": _family_002(bonus="sweep2 bare2"),
    "a-due": _family_002(),
    "tretre": _family_003(OF_THREE, 12, 4),
    "quartiglio": _family_003(OF_NO_MONTE, 10, 0),
    "quintiglio": _family_003(OF_NO_MONTE, 8, 0),
    "sestiglio": _family_003(OF_SIX, 6, 4),
    "settiglio": _family_003(OF_SIX, 6, 4),
    "settiglio-monte-5": _family_003({bid: OF_SIX[bid] for bid in OF_SIX if bid != "dividete"}, 5, 5),
    "settiglio-stripped": _family_003(OF_NO_MONTE, 5, 0, without=("4b", "4s", "4c", "4d", "5d")),
    "pagat": Game(PAGAT, PAGAT_EXCHANGE, declarer_leads=AS_DEALT, bonus="sweep2 short3"),
    "pagat-declarer-leads": Game(PAGAT, PAGAT_EXCHANGE, leads="declarer", bonus="sweep2 short3"),
    "cavendish": Game(**_CAVENDISH, leads="left"),
    "cavendish-right-leads": Game(**_CAVENDISH, leads="right"),
    "american-1900": Game(**(_CAVENDISH | {"ranks": "AKQJT98765", "three_points": "Q"}), leads="left"),
    "foster": Game(
        {"play": 1}, {"play": (*_CALL_AND_CHOOSE, *(choice.strip() for choice in _CHOICES))}, ranks="32AKQJ7654",
        suits="hdcs",
        bonus="all_points", pays="difference", scored="declarer",
    ),
    "treccani": Game(PAGAT, PAGAT_EXCHANGE, target=21, scored="points"),
    "gelli-terziglio": Game(
        {"chiamo": 1, "solo": 2}, {"chiamo": PAGAT_EXCHANGE["chiamo"], "solo": TWO_EACH}, declarer_leads=("solo",),
        bonus="points2",
    ),
    "gelli-bellora": Game({"chiamo": 3}, {"chiamo": ("call",)}, cards=8, monte=0, bonus="sweep2"),
    "quadriglio": Game(
        {"chiamo": 1, "scambio": 2, "solo": 3},
        {"chiamo": ("call",), "scambio": ("table-card1 call give1 take1",), "solo": ("",)}, cards=10, monte=0,
    ),
    "tressette": Game(**_FOUR, sides=("AC", "BD"), target=21),
    "tressette-31": Game(**_FOUR, sides=("AC", "BD"), target=31),
    "tressette-accusi": Game(**_FOUR, sides=("AC", "BD"), target=31),
    "beccaccino": Game(**_FOUR, sides=("AC", "BD"), target=41, trump=True),
    "tressette-in-due": Game(**(_FOUR | {"monte": 20}), sides=("A", "B"), target=21),
    "spizzichino": Game(**(_FOUR | {"monte": 20}), sides=("A", "B"), target=21),
    "rovescino": Game(**_FOUR, sides=("A", "B", "C", "D"), target=31, lowest_wins=True),
    "ciapano": Game(**_FOUR, sides=("A", "B", "C", "D"), target=31, lowest_wins=True, charges=True),
    "traversone": Game(**_FOUR, target=41, lowest_wins=True, charges=True, at_seats={
        3: (13, ("4d",)), 5: (8, ()), 6: (6, _ALL_FOURS), 7: (5, (*_ALL_FOURS, "5d")), 8: (5, ()),
    }),
}  # fmt: skip
DRAWN: Final = ("tressette-in-due", "spizzichino")
"""The draws, by which hands get cards during the play."""
PARTNER: Final = dict.fromkeys(
    ("quartiglio", "quintiglio", "sestiglio", "settiglio", "settiglio-monte-5", "settiglio-stripped", "gelli-bellora",
     "quadriglio"), ("chiamo",),
)  # fmt: skip
"""In which contracts the holder of the called card plays with the declarer."""


def count_hand(hand: Hand) -> Facts:
    """Return the facts of a hand; raise WrongError at its first illegal line."""
    return _Count(hand).facts()


def find_game(hand: Hand) -> Game:
    """The game of a hand, at a table of its size."""
    game = GAMES[hand["rules"]["id"]]
    cards, without = game.at_seats.get(len(hand["seats"]), (game.cards, game.without))
    return game._replace(cards=cards, without=without)


def whole_pack(game: Game) -> list[str]:
    """Every card of a ruleset."""
    every = [rank + suit for suit in game.suits for rank in game.ranks]
    return [card for card in every if card not in game.without]


class _Count:
    """A hand looked back upon."""

    def __init__(self, hand: Hand) -> None:
        self.hand, self.ruleset = hand, hand["rules"]["id"]
        self.game = find_game(hand)
        labels = list(hand["seats"]) + list(hand["dummies"])
        start = labels.index(hand["dealer"]) + 1
        self.order = [seat for seat in labels[start:] + labels[:start] if seat not in hand["out"]]
        self.contract, self.declarer, self.partner = self._speak()

    # ------------------------------------------------------------------ the auction and the exchange

    def _speak(self) -> tuple[str | None, str | None, str | None]:
        ladder, best, declarer = list(self.game.stakes), None, None
        speakers = [seat for seat in self.order if seat not in self.hand["dummies"]]
        biddable = [word for word in ladder if word not in RAISED or not self._raises()]
        for number, said in enumerate(self.hand["auction"]):
            if number < len(speakers) and said["seat"] != speakers[number]:
                raise WrongError("out of turn", said["line"])
            if said["kind"] == "pass":
                continue
            if said["bid"] not in biddable or (best and ladder.index(said["bid"]) <= ladder.index(best)):
                raise WrongError("not a higher bid", said["line"])
            best, declarer = said["bid"], said["seat"]
        for move in self.hand["moves"]:
            if move["do"] == "raise":
                if move["seat"] != declarer or best != "solissimo" or move["word"] not in RAISED:
                    raise WrongError("no such raise", move["line"])
                best = move["word"]
        return best, declarer, self._find_partner(best, declarer)

    def _raises(self) -> bool:
        """Check whether dividete and scegliete come after the auction."""
        return self.ruleset in (
            "thirty-five",
            "thirty-five-eldest-leads",
            "spazzatura",
            "pagat",
            "pagat-declarer-leads",
        )

    def _calls(self, declarer: str | None) -> list[dict[str, Any]]:
        return [move for move in self.hand["moves"] if move["do"] == "call" and move["seat"] == declarer]

    def _find_partner(self, contract: str | None, declarer: str | None) -> str | None:
        if contract not in PARTNER.get(self.ruleset, ()) or not self._calls(declarer):
            return None
        card = self._calls(declarer)[-1]["card"]
        return next((seat for seat in self.order if card in self.hand["deal"][seat] and seat != declarer), None)

    def _check_exchange(self) -> None:
        moves = [
            move for move in self.hand["moves"]
            if move["do"] in ("give", "take", "discard", "table-card") or move in self._calls(self.declarer)
        ]  # fmt: skip
        if not self.contract:
            if moves and self.game.stakes:
                raise WrongError("nothing is exchanged", moves[0]["line"])
            return
        orders = [order.split() for order in self.game.exchange[self.contract]]
        said = [move["do"] + ("" if move["do"] == "call" else str(len(move["cards"]))) for move in moves]
        for number, move in enumerate(moves, 1):
            if not any(order[:number] == said[:number] for order in orders):
                raise WrongError(f"the exchange is {said}", move["line"])
        if said not in orders:
            raise WrongError(f"the exchange is {said}", self._first_trick_line())
        called = self._calls(self.declarer)
        gifts = [move for move in moves if move["do"] == "give"]
        if called and gifts and gifts[0]["cards"] != [called[-1]["card"]]:
            raise WrongError("not the called card", gifts[0]["line"])

    def _first_trick_line(self) -> int:
        return int(self.hand["tricks"][0]["line"]) if self.hand["tricks"] else 0

    def _find_held_cards(self) -> dict[str, set[str]]:
        """Return the cards of each seat at the first lead."""
        held = {seat: set(cards) for seat, cards in self.hand["deal"].items()}
        for move in self.hand["moves"]:
            if move["do"] not in ("give", "discard", "table-card", "take"):
                continue
            cards = set(move["cards"])
            if move["do"] != "take" and not cards <= held[move["seat"]]:
                raise WrongError("cards that are not held", move["line"])
            if move["do"] == "take":
                held[move["seat"]] |= cards
            else:
                held[move["seat"]] -= cards
                if move["do"] == "give":
                    held[move["to"]] |= cards
        drawn = self.game.monte // 2 if self.ruleset in DRAWN else 0
        for seat, cards in held.items():
            if len(cards) != self.game.cards + drawn:
                raise WrongError(f"{seat} has {len(cards)} cards", self._first_trick_line())
        return held

    # ------------------------------------------------------------------ the play

    def _leader(self) -> str:
        declarer = self.declarer
        if declarer is None:
            return str(self.order[0])
        place = self.order.index(declarer)
        if self.contract in self.game.declarer_leads or self.game.leads == "declarer":
            return declarer
        seat = {"left": self.order[(place + 1) % 3], "right": self.order[place - 1]}.get(self.game.leads, self.order[0])
        return str(seat)

    def _play(self, held: dict[str, set[str]]) -> list[str]:
        """Return the winner of each trick."""
        lead, winners, trump = self._leader(), [], self._find_trump()
        gone: set[str] = set()
        excused = {(move["trick"], move["seat"]) for move in self.hand["moves"] if move["do"] == "fault"}
        drawn = self._drawn()
        for number, trick in enumerate(self.hand["tricks"], 1):
            place = self.order.index(trick["leader"])
            seats = self.order[place:] + self.order[:place]
            suit = trick["cards"][0][1]
            if trick["leader"] != lead:
                raise WrongError("the wrong seat leads", trick["line"])
            for seat, card in zip(seats, trick["cards"], strict=True):
                left = held[seat] - gone - drawn.get((number, seat), set())
                if card not in left:
                    raise WrongError(f"{seat} does not hold {card}", trick["line"])
                if card[1] != suit and any(other[1] == suit for other in left) and (number, seat) not in excused:
                    raise WrongError(f"{seat} must follow suit", trick["line"])
            gone |= set(trick["cards"])
            wins = trump if trump and any(card[1] == trump for card in trick["cards"]) else suit
            following = [card for card in trick["cards"] if card[1] == wins]
            best = min(following, key=lambda card: self.game.ranks.index(card[0]))
            lead = seats[trick["cards"].index(best)]
            winners.append(lead)
        return winners

    def _find_trump(self) -> str:
        """The suit that is trump; a cricca is of it, and its ace is led."""
        if not self.game.trump:
            return ""
        line, eldest = self._first_trick_line(), self.order[0]
        named = [move for move in self.hand["moves"] if move["do"] == "trump"]
        if [move["seat"] for move in named] != [eldest] or named[0]["after_trick"]:
            raise WrongError("eldest hand names the trump suit", named[0]["line"] if named else line)
        trump = str(named[0]["suit"])
        for move in self.hand["moves"]:
            if move["do"] == "declare":
                wanted = {rank + trump for rank in "32A"}
                if move["after_trick"] or move["seat"] != eldest or {*move["cards"]} != wanted:
                    raise WrongError("no cricca", move["line"])
                if not wanted <= {*self.hand["deal"][eldest]}:
                    raise WrongError("cards that are not held", move["line"])
                if self.hand["tricks"][0]["cards"][0] != "A" + trump:
                    raise WrongError("the ace of the cricca is led", line)
        return trump

    def _drawn(self) -> dict[tuple[int, str], set[str]]:
        """Return the cards that each seat does not have before a trick, as drawn later."""
        if self.ruleset not in DRAWN:
            return {}
        if self.ruleset == "spizzichino":
            self._check_packets()
        later: dict[tuple[int, str], set[str]] = {}
        for move in self.hand["moves"]:
            if move["do"] == "take":
                for number in range(1, move["after_trick"] + 1):
                    later.setdefault((number, move["seat"]), set()).update(move["cards"])
        return later

    def _check_packets(self) -> None:
        """Two packets of five before each seat: of which a card was played, the next one is turned up."""
        below: dict[str, int] = {}
        turned = [move for move in self.hand["moves"] if move["do"] == "take"]
        opened = [(seat, 4) for seat in self.order]
        wanted = sorted([*self.order, *self.order])
        for number in range(len(self.hand["tricks"]) + 1):
            cards = [(move["seat"], card) for move in turned if move["after_trick"] == number for card in move["cards"]]
            if sorted(seat for seat, _ in cards) != wanted:
                raise WrongError("other cards are turned up", turned[0]["line"])
            left = dict(opened)
            below |= {card: left[seat] for seat, card in cards}
            if number < len(self.hand["tricks"]):
                trick = self.hand["tricks"][number]
                place = self.order.index(trick["leader"])
                seats = self.order[place:] + self.order[:place]
                opened = [
                    (seat, below[card] - 1) for seat, card in zip(seats, trick["cards"], strict=True) if below.get(card)
                ]
                wanted = sorted(seat for seat, _ in opened)

    # ------------------------------------------------------------------ what it came to

    def worth(self, cards: Sequence[str]) -> int:
        """Three for an ace (or the queen of 1900), one for each of five other high ranks."""
        high = self.game.ranks[:6]
        return sum(3 if card[0] == self.game.three_points else card[0] in high for card in cards)

    def facts(self) -> Facts:
        """Return the facts of the hand."""
        every = [card for cards in self.hand["deal"].values() for card in cards] + self.hand["monte"]
        kept = not self.hand["monte"] and self.game.monte
        if len(set(every)) != len(every) or (not kept and set(every) != set(whole_pack(self.game))):
            raise WrongError("not the pack", 0)
        self._check_exchange()
        if self.game.stakes and not self.contract and self.ruleset != "spazzatura":
            return self._basic_facts() | {
                "trick_winners": [],
                "sides": [],
                "bonus": None,
                "payments": self._zero_amounts(),
            }
        winners = self._play(self._find_held_cards())
        sides = self._sides()
        tricks = [sum(winner in side for winner in winners) for side in sides]
        in_tricks = [
            sum(self.worth(trick["cards"]) for trick, winner in zip(self.hand["tricks"], winners, strict=True)
                if winner in side)
            for side in sides
        ]  # fmt: skip
        taker = self._find_claiming_side(sides)
        last = next(number for number, side in enumerate(sides) if winners[-1] in side) if taker is None else taker
        if taker is not None:
            tricks[taker] += self.game.cards - len(winners)
        rest = 35 - sum(in_tricks) if taker is not None else 0
        points = list(in_tricks)
        points[last] = 35 - sum(in_tricks) + in_tricks[last]
        if taker is not None:
            in_tricks[taker] += rest - 3 - self.worth(self._pile())
        return self._basic_facts() | {"trick_winners": winners} | self._settle(sides, tricks, in_tricks, points, last)

    def _pile(self) -> list[str]:
        held = set().union(*self._find_held_cards().values())
        return [card for card in whole_pack(self.game) if card not in held]

    def _find_claiming_side(self, sides: list[list[str]]) -> int | None:
        """The side that gets the rest by an accepted claim."""
        for move in self.hand["moves"]:
            if move["do"] in ("claim", "concede") and move["answer"] == "accepted":
                own = next(number for number, side in enumerate(sides) if move["seat"] in side)
                return own if move["do"] == "claim" else 1 - own
        return None

    def _basic_facts(self) -> Facts:
        return {"legal": True, "contract": self.contract, "declarer": self.declarer, "partner": self.partner}

    def _zero_amounts(self) -> dict[str, int]:
        return dict.fromkeys(self.hand["seats"], 0)

    def _sides(self) -> list[list[str]]:
        if self.game.sides:
            return [list(side) for side in self.game.sides]
        if self.declarer is None:
            return [[seat] for seat in self.order]
        mine = [seat for seat in self.order if seat in (self.declarer, self.partner)]
        return [mine, [seat for seat in self.order if seat not in mine]]

    def _settle(
        self, sides: list[list[str]], tricks: list[int], in_tricks: list[int], points: list[int], last: int
    ) -> Facts:
        payments = self._zero_amounts()
        wins: list[bool | None] = [None] * len(sides)
        bonus = None
        if self.declarer is None and self.game.stakes:
            wins = [each < max(points) for each in points]
            paid = [number for number, won in enumerate(wins) if won]
            bonus, times = self._bonus(sum(tricks[n] for n in paid), sum(in_tricks[n] for n in paid))
            for payer in (sides[number][0] for number, won in enumerate(wins) if not won):
                for number in paid:
                    payments[payer] -= times
                    payments[sides[number][0]] += times
        elif self.declarer is not None:
            made = list(points)
            for move in self.hand["moves"]:
                if move["do"] == "fault" and self.ruleset == "foster":
                    guilty = 0 if move["seat"] in sides[0] else 1
                    points[guilty], points[1 - guilty] = points[guilty] - 9, points[1 - guilty] + 9
            wins = [points[0] >= 18, points[0] < 18]
            loser = wins.index(False)
            bonus, times = self._bonus(
                tricks[loser], in_tricks[loser], made[loser], made[loser] - (3 if loser == last else 0)
            )
            payments = self._pay(sides, self._amount(points, bonus, times) * (1 if wins[0] else -1))
        found = [
            {"seats": sorted(side), "points": points[number], "wins": wins[number]} for number, side in enumerate(sides)
        ]
        return {"sides": sorted(found, key=lambda side: str(side["seats"])), "bonus": bonus, "payments": payments}

    def _bonus(self, tricks: int, in_tricks: int, points: int = 99, cards: int = 99) -> tuple[str | None, int]:
        """By the losers' holdings: tricks, card points in them, all points, all cards."""
        known = self.game.bonus.split()
        if "all_tricks" in known:
            return ("all-tricks", 1) if tricks == 0 else (None, 1)
        if "all_points" in known:
            return ("all-points", 1) if points == 0 else (None, 1)
        if "points2" in known:
            return ("cappotto", 2) if points == 0 else (None, 1)
        if "sweep2" in known and tricks == 0:
            return "cappotto", 2
        if "short3" in known and in_tricks < 3:
            return "stramazzo", 3
        for word, times in (("bare3", 3), ("bare2", 2)):
            if word in known and cards == 0:
                return "stramazzo", times
        return None, 1

    def _amount(self, points: list[int], bonus: str | None, times: int) -> int:
        if self.game.pays == "difference":
            return 70 if bonus else abs(points[0] - points[1])
        stake = self.game.stakes[str(self.contract)]
        if self.game.alone and self.contract == "chiamo" and self.partner is None:
            stake = self.game.stakes["arcisolo" if points[0] >= 18 else "solo"]
        return stake * times

    def _pay(self, sides: list[list[str]], amount: int) -> dict[str, int]:
        payments = self._zero_amounts()
        opponents = list(sides[1])
        if self.ruleset == "foster":  # the dealer of four shares the fortunes of the opponents
            opponents = [seat for seat in self.hand["seats"] if seat != self.declarer]
        for seat in opponents:
            payer = seat if seat in payments else next(each for each in payments if each != self.declarer)
            payments[payer] -= amount
            payments[str(self.declarer)] += amount
        if self.partner:
            payments[self.partner] += amount
            payments[str(self.declarer)] -= amount
        return payments


# ------------------------------------------------------------------ the match


def count_match(hands: list[Hand]) -> list[Facts]:
    """The facts of each hand, with the totals after it and the end of the match."""
    totals: dict[str, int] = {}
    found = []
    for hand in hands:
        facts = count_hand(hand)
        game = GAMES[hand["rules"]["id"]]
        for seat, amount in _gains(hand, facts, game).items():
            totals[seat] = totals.get(seat, 0) + amount
        reached = game.target and max(totals.values()) >= game.target
        best = (min if game.lowest_wins else max)(totals.values())
        winners = sorted(seat for seat, total in totals.items() if total == best)
        one_side = len(winners) == 1 or any(set(winners) == set(side) for side in game.sides)
        over = bool(reached and one_side)
        found.append(facts | {"totals": dict(totals), "match": {"over": over, "winners": winners if over else []}})
    return found


def _gains(hand: Hand, facts: Facts, game: Game) -> dict[str, int]:
    if game.scored == "payments":
        return dict(facts["payments"])
    if game.scored == "declarer":
        return {seat: paid if seat == facts["declarer"] else 0 for seat, paid in facts["payments"].items()}
    gains = dict.fromkeys(hand["seats"], 0)
    for side in facts["sides"]:
        for seat in side["seats"]:
            gains[seat] = side["points"] // 3
    if game.charges and facts["trick_winners"]:
        last = facts["trick_winners"][-1]
        gains[last] = 11 - sum(amount for seat, amount in gains.items() if seat != last)
        if hand["rules"]["id"] == "traversone" and gains[last] == 11:  # OAS: a cappotto
            gains = {seat: 0 if seat == last else 11 for seat in gains}
    for move in hand["moves"]:
        if move["do"] == "declare":
            for seat in next(side["seats"] for side in facts["sides"] if move["seat"] in side["seats"]):
                gains[seat] += len(move["cards"])
    return gains
