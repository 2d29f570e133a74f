"""Winners and payers by other marks than a source's: three rulesets, by counting.

Few points win; a partner's game needs more, and the partner's hand is opened; without bids the last trick pays.
It reads the JSON of a replayed hand: deal, bids, calls and plays. Only hands that were played to their end
are settled here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.referees import source_001
from tests.referees.by_contract import WORTH, points
from tests.referees.on_cards import cards_of

if TYPE_CHECKING:
    from tests.referees.shape import Answer, Hand

FEW = {"chiamo": (1, 4), "solo": (2, 2), "solissimo": (4, 4), "dividete": (8, 4), "scegliete": (16, 4)}
"""The payment of each contract, and the points above which it is lost."""
WITH_PARTNER = {"chiamo": (1, 8), "chiedo": (2, 6), "solo": (3, 6)}
"""The payment of each contract, and the points that it needs."""


def _taken(hand: Hand, seats: set[str]) -> tuple[int, int]:
    """The tricks of some seats, and what the cards in them are worth."""
    won = [trick for trick in hand["tricks"] if trick["winner"] in seats]
    return len(won), sum(WORTH.get(card[0], 0) for trick in won for card in trick["cards"])


def few_points(hand: Hand) -> dict[str, int]:
    """The payments where few points win; losers without a trick pay double, with next to nothing in them thrice."""
    declarer, (stake, most) = hand["ruling"]["declarer"], FEW[hand["ruling"]["contract"]]
    others = set(hand["deal"]) - {declarer}
    wins = points(hand, {declarer}) // 3 <= most
    tricks, thirds = _taken(hand, others if wins else {declarer})
    amount = stake * (2 if not tricks else 3 if thirds < 3 else 1) * (1 if wins else -1)
    paid = dict.fromkeys(others, -amount) | {declarer: amount * len(others)}
    return {seat: paid.get(seat, 0) for seat in hand["seats"]}


def partner_of(hand: Hand) -> str:
    """Return the seat that was dealt the called card, if there was a call."""
    called: list[str] = [move["card"] for move in hand["moves"] if move["do"] == "call"]
    if hand["ruling"]["contract"] != "chiamo":
        return ""
    return next(str(seat) for seat, cards in hand["deal"].items() if called[0] in cards)


def with_partner(hand: Hand) -> dict[str, int]:
    """The payments where a partner's game needs eight points; both divide evenly what two opponents pay."""
    declarer, (stake, least) = hand["ruling"]["declarer"], WITH_PARTNER[hand["ruling"]["contract"]]
    side = {declarer, partner_of(hand)} - {""}
    others = set(hand["deal"]) - side
    wins = points(hand, side) // 3 >= least
    tricks, _ = _taken(hand, others if wins else side)
    amount = stake * (1 if tricks else 2) * (1 if wins else -1)
    paid = dict.fromkeys(others, -amount) | dict.fromkeys(side, amount * len(others) // len(side))
    return {seat: paid[seat] for seat in hand["seats"]}


def last_trick_pays(hand: Hand) -> dict[str, int]:
    """The last trick of a hand without bids pays; others pay as in the source."""
    if hand["ruling"]["contract"]:
        answer: Answer = source_001.referee(hand, "spazzatura")
        return {seat: answer["payments"].get(seat, 0) for seat in hand["seats"]}
    payer = hand["tricks"][-1]["winner"]
    others = set(hand["deal"]) - {payer}
    # They have no last trick, so that their cards are all their points.
    cards = sum({"A": 3}.get(card[0], card[0] in "32KQJ") for card in cards_of("won", others, hand))
    amount = 5 if cards < 3 else 6 if cards < 12 else 2
    return {payer: -amount * len(others)} | dict.fromkeys(others, amount)


REFEREES = {"few-points": few_points, "open-partner": with_partner, "last-trick-pays": last_trick_pays}
