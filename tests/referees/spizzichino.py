"""The Spizzichino, ruled independently: ten cards in hand, and two packets of five whose top cards are open.

TCC is the page of The Card Club, PIZ that of Giochi di carte, GMR that of gamerules.com, SPI Pagat's; see
docs/explanation/sources.md.
"""

from __future__ import annotations

from typing import Any

from tests.referees import defaults
from tests.referees.moves import cards_of
from tests.referees.shape import Answer, Hand, UnfinishedError, answer, guarded, need, settled_claim
from tests.referees.tricks import after, dealt, seated

ORDER = "32ARCF7654"
THIRDS = {"A": 3, "3": 1, "2": 1, "R": 1, "C": 1, "F": 1, "7": 0, "6": 0, "5": 0, "4": 0}
PACK = [rank + suit for suit in "bscd" for rank in ORDER]
HAND, PACKETS, SIZE = 10, 2, 5
TARGET = 21
RULESETS = ("spizzichino",)


def referee(hand: Hand, ruleset: str) -> Answer:
    """The ruling of one hand."""
    need(ruleset in RULESETS, "another game")
    return guarded(lambda: _judge(hand), hand)


class Packets:
    """The packets: the number of cards below each open card, and unopened packets."""

    def __init__(self, seats: list[str]) -> None:
        self.below: dict[str, int] = {}
        self.closed: dict[str, list[int]] = {seat: [SIZE] * PACKETS for seat in seats}

    def play(self, seat: str, card: str) -> None:
        """Take a card away, and leave the packet below it closed."""
        left = self.below.pop(card, 0)
        if left:
            self.closed[seat].append(left)

    def turn(self, seat: str, card: str) -> None:
        """Open a packet of a seat."""
        need(self.closed[seat], f"{seat} has no packet to turn a card of")
        self.below[card] = self.closed[seat].pop() - 1

    def wait(self) -> list[str]:
        """The seats that still have to open a packet."""
        return [seat for seat, sizes in self.closed.items() if sizes]


def _judge(hand: Hand) -> Answer:
    need(not hand["auction"], "nobody bids")
    order = seated(hand, (2,))
    hands = dealt(hand, order, HAND, len(order) * PACKETS * SIZE, PACK)
    done, stock = _play(hand, order, hands)
    defaults.not_by_own_side(hand, [[seat] for seat in order])
    seats = sorted(order)
    thirds = dict.fromkeys(seats, 0)
    for winner, cards in done:
        thirds[winner] += sum(THIRDS[card[0]] for card in cards)
    agreed = None
    if settled_claim(hand) is not None and any(hands.values()):
        who, agreed = defaults.claimed(hand, [[seat] for seat in seats], len(done), 3)
        last = seats[who]
        thirds[last] += sum(THIRDS[card[0]] for held in (*hands.values(), stock) for card in held)
    else:
        need(not stock, "cards were left in the packets")
        last = done[-1][0]
    # SPI: one point for the last trick.
    thirds[last] += 3
    if agreed is not None:
        (other,) = (seat for seat in seats if seat != last)
        thirds[last], thirds[other] = agreed, 35 - agreed
    return answer(
        outcome="played", winners=[who for who, _ in done], payments=dict.fromkeys(hand["seats"], 0),
        sides=[{"seats": [seat], "points": thirds[seat], "wins": None} for seat in seats],
    )  # fmt: skip


def _play(hand: Hand, order: list[str], hands: dict[str, list[str]]) -> tuple[list[Any], list[str]]:
    """The cards that each seat has won, and the cards that are still closed."""
    stock = list(hand["monte"])
    turns = [move for move in hand["moves"] if move["do"] == "take"]
    packets = Packets(order)
    excused = defaults.excused_revokes(hand)
    lead, done = order[0], []
    _turn_up(turns, 0, packets, hands, stock)
    for number, trick in enumerate(hand["tricks"], 1):
        need(not packets.wait(), "a card was not turned up")
        need(trick["leader"] == lead, f"{lead} leads to trick {number}")
        need(len(trick["cards"]) == len(order), "a trick that was not finished")
        seats = [lead, after(order, lead)]
        led = trick["cards"][0][1]
        for seat, card in zip(seats, trick["cards"], strict=True):
            need(card in hands[seat], f"trick {number}: {seat} has not got {card}")
            # TCC: a hand is twelve cards, those that are open among them.
            if card[1] != led and any(other[1] == led for other in hands[seat]):
                defaults.excuse(excused, number, seat, "")
            hands[seat].remove(card)
            packets.play(seat, card)
        first, second = trick["cards"]
        # TCC: who answers takes it with a higher card, and never with another suit.
        takes = second[1] == led and ORDER.index(second[0]) < ORDER.index(first[0])
        lead = seats[takes]
        done.append((lead, trick["cards"]))
        # GMR: the card below is turned up for the next trick.
        _turn_up(turns, number, packets, hands, stock)
    need(not turns, "a card was turned up at the wrong moment")
    need(all(excused.values()), "a revoke was claimed where there was none")
    if any(hands.values()) and settled_claim(hand) is None:
        raise UnfinishedError(do="play", seat=lead, source=list(hands[lead]), led=[])
    return done, stock


def _turn_up(turns: list[Any], number: int, packets: Packets, hands: dict[str, list[str]], stock: list[str]) -> None:
    """The cards that are turned up after a trick, or before the first."""
    while turns and turns[0]["after_trick"] == number:
        move = turns.pop(0)
        need(move["open"], "it is turned up for all to see")
        need(cards_of(move), "no card")
        for card in cards_of(move):
            need(card in stock, f"{card} lies in no packet")
            packets.turn(move["seat"], card)
            stock.remove(card)
            hands[move["seat"]].append(card)


def match(hands: list[Hand], ruleset: str) -> Answer:
    """The standing of the match after these hands."""
    totals = dict.fromkeys(hands[0]["seats"], 0)
    for hand in hands:
        for side in referee(hand, ruleset)["sides"]:
            # SPI: fractions are dropped.
            totals[side["seats"][0]] += side["points"] // 3
    best = max(totals.values())
    winners = [seat for seat, total in totals.items() if total == best]
    # PIZ: to 21.
    over = best >= TARGET and len(winners) == 1
    return {"totals": totals, "over": over, "winners": winners if over else []}
