"""The second settlement of bonuses with conditions: random and clubs' tables.

The referee of the source rules on the winner and the value of the contract. Here every trick is looked at again: what a
party took, what that is worth, who took the last trick. Points are thirds. Only hands that were played to their end and
in which nothing went wrong are settled here.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from tests.referees import source_004
from tests.referees.moves import word_of
from tests.referees.on_added import TIMES
from tests.referees.on_cards import cards_of
from tests.referees.on_roles import single

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tests.referees.shape import Answer, Hand

    Table = Mapping[str, Mapping[str, Any]]

LAST_TRICK: Final = 3


class Party:
    """Some seats, and what they took."""

    def __init__(self, hand: Hand, seats: set[str], *, wins: bool) -> None:
        self.hand, self.seats, self.wins = hand, seats, wins
        self.tricks = [trick for trick in hand["tricks"] if trick["winner"] in seats]
        self.has_last = hand["tricks"][-1]["winner"] in seats

    def worth(self, cards: list[str]) -> int:
        """Return the points of cards."""
        return sum(source_004.THIRDS[card[0]] for card in cards)

    def value(self, figure: str) -> int:
        """A figure by its key."""
        won = list(cards_of("won", self.seats, self.hand))
        points = self.worth(won) + LAST_TRICK * self.has_last
        return {
            "tricks": len(self.tricks),
            "trick_points": self.worth([card for trick in self.tricks for card in trick["cards"]]),
            "card_points": self.worth(won),
            "points": points,
            "counted": points // 3 * 3,
        }[figure]

    def keeps(self, condition: Mapping[str, Any], contract: str) -> bool:
        """Check whether this party meets all of a condition."""
        if condition.get("contracts") and contract not in condition["contracts"]:
            return False
        if "last_trick" in condition and not self._has_last_trick(condition["last_trick"]):
            return False
        if "result" in condition and (condition["result"] == "won") is not self.wins:
            return False
        if "said" in condition and not self._has_announced(condition["said"]):
            return False
        if "has" in condition and not self._has(condition["has"]):
            return False
        if "cards" in condition and not self._has_cards(condition["cards"]):
            return False
        figures = ("tricks", "trick_points", "card_points", "points", "counted")
        return all(_is_within(self.value(each), condition[each]) for each in figures if each in condition)

    def _has_announced(self, word: str) -> bool:
        return any(
            move["do"] == "declare" and move["seat"] in self.seats and word_of(move) == word
            for move in self.hand.get("moves") or []
        )

    def _has(self, role: str) -> bool:
        seats, dealer = self.hand["seats"], self.hand["dealer"]
        eldest = seats[(seats.index(dealer) + 1) % len(seats)]
        return (dealer if role == "dealer" else eldest) in self.seats

    def _has_last_trick(self, asked: bool | Mapping[str, str]) -> bool:
        if isinstance(asked, bool):
            return asked is self.has_last
        last = self.hand["tricks"][-1]
        suit = last["cards"][0][1]
        (won_with,) = (card for card in last["cards"] if card[1] == suit and
                       not any(_beats(other, card) for other in last["cards"]))  # fmt: skip
        is_asked_for = won_with[0] in asked.get("ranks", won_with) and won_with[1] in asked.get("suits", won_with)
        return self.has_last and is_asked_for

    def _has_cards(self, asked: Mapping[str, Any]) -> bool:
        found = cards_of(asked["where"], self.seats, self.hand)
        return _is_within(sum(self.has_card(asked, card) for card in found), asked)

    @staticmethod
    def has_card(asked: Mapping[str, Any], card: str) -> bool:
        """Check whether a card is one of those asked for."""
        return card[0] in asked.get("ranks", "32ARCF7654") and card[1] in asked.get("suits", "bscd")


def _beats(card: str, other: str) -> bool:
    """Check whether a card is of the same suit and higher."""
    return card[1] == other[1] and "32ARCF7654".index(card[0]) < "32ARCF7654".index(other[0])


def _is_within(value: int, limits: Any) -> bool:
    if isinstance(limits, int):
        return value == limits
    return bool(
        value >= limits.get("at_least", value) and value <= limits.get("at_most", value)
        and value > limits.get("above", value - 1) and value < limits.get("below", value + 1)
    )  # fmt: skip


def opponent_multiple(
    hand: Hand, rules: Mapping[str, Mapping[str, Any]], of: tuple[str, str, str], *, pays: bool
) -> int:
    """Return the factor of an opponent's payment or receipt.

    `of`: the opponent, the declarer, the contract.
    """
    multiple = 1
    for rule in rules.values():
        if all(_holds_of_opponent(hand, condition, of) for condition in _listed_conditions(rule)):
            multiple *= rule.get("pays" if pays else "receives", 1)
    return multiple


def _listed_conditions(rule: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    stated = rule.get("when", {})
    yield from stated if isinstance(stated, list) else [stated]


def _holds_of_opponent(hand: Hand, condition: Mapping[str, Any], of: tuple[str, str, str]) -> bool:
    """Check whether a condition holds of its party, from an opponent's point of view."""
    seat, declarer, contract = of
    opponents = {each for each in hand["deal"] if each != declarer}
    party = {
        "opponent": {seat}, "other_opponents": opponents - {seat}, "opponents": opponents, "declarer": {declarer},
    }[condition.get("of", "opponent")]  # fmt: skip
    return Party(hand, party, wins=False).keeps(condition, contract)


def holds(bonus: Mapping[str, Any], parties: Mapping[str, Party], contract: str) -> bool:
    """Check whether a bonus applies: all conditions, and one of the alternatives each."""
    for condition in [bonus.get("when", {}), *bonus.get("also", ())]:
        if not parties[condition.get("of", "losers")].keeps(condition, contract):
            return False
        others = condition.get("one_of", ())
        if others and not any(parties[each.get("of", "losers")].keeps(each, contract) for each in others):
            return False
    return count_each(bonus, parties) > 0


def count_each(bonus: Mapping[str, Any], parties: Mapping[str, Party]) -> int:
    """Count how often a bonus is paid: once, or once for each thing that it counts."""
    counted = bonus.get("for_each")
    if counted is None:
        return 1
    party = parties[counted.get("of", "losers")]
    if "tricks" in counted:
        above: int = counted["tricks"].get("above", 0)
        return max(0, len(party.tricks) - above)
    found = cards_of(counted["cards"]["where"], party.seats, party.hand)
    return len([card for card in found if party.has_card(counted["cards"], card)])


def parties_of(hand: Hand, found: Answer) -> dict[str, Party]:
    """The parties of a hand with a declarer."""
    own = {found["declarer"]}
    theirs = set(hand["deal"]) - own
    (wins,) = (side["wins"] for side in found["sides"] if found["declarer"] in side["seats"])
    winners, losers = (own, theirs) if wins else (theirs, own)
    named = {"declarer": own, "opponents": theirs, "winners": winners, "losers": losers}
    return {name: Party(hand, seats, wins=seats is winners) for name, seats in named.items()}


def referee(
    hand: Hand, table: Table, *, least: int = 0, most: int = 10**6, dealer: int = 1, each: Table | None = None
) -> Answer:
    """The ruling of a hand under pagat's rules with these bonuses; `added`: those outside the order.

    `dealer`: how many times the dealer pays and receives what a contract brings. `each`: as `settle.each` has it.
    """
    found: Answer = source_004.referee(hand, "pagat")
    if found["declarer"] is None:
        return {**found, "added": []}
    parties = parties_of(hand, found)
    applies = [name for name, bonus in table.items() if holds(bonus, parties, found["contract"])]
    outside = [name for name in table if not _is_in_order(table[name])]
    first = next((name for name in applies if name not in outside), None)
    kinds = {name: ("paid_by" in table[name], "times" in table[name]) for name in outside}
    added = sorted((name for name in outside if name in applies), key=lambda name: kinds[name])
    paid: Counter[str] = Counter()
    for payer, receiver, amount in single(found):
        stake = amount // TIMES.get(found["bonus"], 1)
        changes = [
            (table[name], count_each(table[name], parties))
            for name in (first, *added) if name and "paid_by" not in table[name]
        ]  # fmt: skip
        due = _due(max(least, min(most, stake)), stake, changes)
        due *= dealer if hand["dealer"] in (payer, receiver) else 1
        opponent = receiver if payer == found["declarer"] else payer
        of = (opponent, found["declarer"], found["contract"])
        due *= opponent_multiple(hand, each or {}, of, pays=payer == opponent)
        for bonus in [table[name] for name in added if table[name].get("paid_by", "pot") in parties]:
            apart = (bonus.get("plus", 0) + stake * bonus.get("plus_stakes", 0)) * count_each(bonus, parties)
            due += apart if payer in parties[bonus["paid_by"]].seats else -apart
        paid[payer] -= due
        paid[receiver] += due
    for name in added:
        for payer, receiver in _pairs_by_card(hand, table[name]):
            paid[payer] -= table[name]["plus"]
            paid[receiver] += table[name]["plus"]
    payments = {seat: paid[seat] for seat in found["payments"]}
    return {**found, "bonus": first, "payments": payments, "added": added}


def _pairs_by_card(hand: Hand, bonus: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return pairs of payer and receiver for a bonus by a card.

    The player who has it pays all others, or each of the others pays that player.
    """
    card = bonus.get("card")
    if card is None:
        return []
    places = {"card_winner": "won", "card_holder": "dealt"}
    where = places.get(bonus["paid_by"]) or places[bonus["to"]]
    players = [seat for seat in hand["deal"] if card in cards_of(where, {seat}, hand)]
    pairs = [(player, other) for player in players for other in hand["deal"] if other != player]
    return pairs if bonus["paid_by"] in places else [(other, player) for player, other in pairs]


def _is_in_order(bonus: Mapping[str, Any]) -> bool:
    return not bonus.get("cumulative") and not {"plus", "plus_stakes"} & bonus.keys()


def _due(amount: int, stake: int, applied: list[tuple[Mapping[str, Any], int]]) -> int:
    """Return the amount after bonuses, in order, each with its number of times."""
    for bonus, count in applied:
        amount = bonus.get("instead", amount) * bonus.get("times", 1)
        amount += (bonus.get("plus", 0) + stake * bonus.get("plus_stakes", 0)) * count
    return amount


CLUBS: Final[dict[str, tuple[dict[str, Any], dict[str, int]]]] = {
    "graded": (
        {
            "draw": {"when": {"of": "declarer", "counted": 15}, "instead": 0},
            "ten": {"when": {"of": "winners", "counted": {"at_least": 30}}, "times": 3},
            "eight": {"when": {"of": "winners", "counted": {"at_least": 24, "at_most": 29}}, "times": 2},
            "last": {"when": {"of": "winners", "last_trick": True}, "plus": 1},
            "lone": {
                "when": {"of": "winners", "one_of": [
                    {"of": "declarer", "tricks": {"below": 4}},
                    {"of": "opponents", "trick_points": {"at_least": 20}, "last_trick": False},
                    {"of": "winners", "card_points": 22},
                    {"of": "losers", "points": {"at_least": 16}, "contracts": ["chiamo"]},
                ]},
                "times": 2, "cumulative": True,
            },
        },
        {"least": 2, "most": 8},
    ),
    "apart": (
        {
            "cappotto": {"when": {"of": "losers", "tricks": 0}, "times": 2},
            "always": {"plus": 1},
            "fine": {
                "when": {"of": "declarer", "result": "lost", "tricks": {"below": 5}}, "plus": 3, "paid_by": "declarer",
            },
            "reward": {
                "when": {"of": "opponents", "result": "lost"},
                "also": [{"of": "losers", "has": "eldest"}], "plus_stakes": 2, "paid_by": "opponents",
            },
            "sorry": {"when": {"of": "losers", "points": {"at_least": 15}}, "plus": 1, "paid_by": "winners"},
            "more": {"when": {"of": "losers", "counted": {"below": 9}}, "plus": 2, "paid_by": "losers"},
        },
        {"dealer": 2},
    ),
    "announced": (
        {
            "announced": {
                "when": {"of": "losers", "tricks": {"at_most": 2}}, "also": [{"of": "winners", "said": "all"}],
                "times": 3,
            },
            "failed": {"when": {"of": "losers", "said": "all"}, "plus": 1, "paid_by": "losers"},
            "boast": {
                "when": {"of": "winners", "said": "boast", "one_of": [
                    {"of": "winners", "tricks": {"at_least": 8}}, {"of": "losers", "said": "boast"},
                ]},
                "plus_stakes": 1,
            },
        },
        {},
    ),
    "each-ace": (
        {
            "aces": {"for_each": {"of": "winners", "cards": {"ranks": "A", "where": "won"}}, "plus": 1},
            "tricks": {
                "when": {"of": "declarer", "result": "won"}, "for_each": {"of": "winners", "tricks": {"above": 9}},
                "plus_stakes": 1,
            },
            "dealt": {
                "for_each": {"of": "declarer", "cards": {"ranks": "3", "suits": "bs", "where": "dealt"}}, "plus": 2,
                "paid_by": "opponents",
            },
        },
        {},
    ),
    "last-ace": (
        {
            "ace": {"when": {"of": "winners", "last_trick": {"ranks": "A"}}, "plus": 1},
            "coins": {
                "when": {"of": "losers", "one_of": [
                    {"of": "losers", "last_trick": {"ranks": "32ARCF", "suits": "d"}},
                    {"of": "losers", "last_trick": {"suits": "b"}, "tricks": {"at_least": 3}},
                ]},
                "plus": 2,
            },
        },
        {},
    ),
    "limits": (
        {
            "any": {
                "when": {"of": "winners", "tricks": {"at_least": 2, "at_most": 11}, "one_of": [
                    {"of": "losers", "tricks": {"at_least": 4, "at_most": 5}},
                    {"of": "losers", "trick_points": {"at_least": 9, "at_most": 11}},
                    {"of": "losers", "trick_points": 13},
                    {"of": "losers", "card_points": {"at_least": 12, "at_most": 14}},
                    {"of": "losers", "card_points": 17},
                    {"of": "losers", "points": {"at_least": 19, "at_most": 20}},
                    {"of": "losers", "points": 22},
                    {"of": "losers", "counted": {"at_least": 24, "at_most": 27}},
                    {"of": "losers", "counted": 30},
                ]},
                "times": 2,
            },
            "plain": {"when": {"of": "winners", "last_trick": False, "result": "won"}, "instead": 5},
        },
        {},
    ),
}  # fmt: skip
"""The changes of the tests' rulesets to pagat.

They are the bonuses in order, the least and the most, and the payments of the dealer.
"""

BEAST_EACH: Final = 1
PAYING_POT_EACH: Final = 2


class PayingPlate:
    """A pot of which the four of cups takes two, everyone one if the contract is lost, the three of swords all."""

    def __init__(self) -> None:
        self.lies = 0
        self.paid: Counter[str] = Counter()

    def payments(self, hand: Hand) -> dict[str, int]:
        """Return the payments of all players."""
        found: Answer = source_004.referee(hand, "pagat")
        declarer = found["declarer"]
        if not declarer:
            self.lies += PAYING_POT_EACH * len(hand["deal"])
            return {seat: -PAYING_POT_EACH * (seat in hand["deal"]) for seat in hand["seats"]}
        won = any(side["wins"] for side in found["sides"] if declarer in side["seats"])
        paid = Counter(self._contract_payments(hand, declarer, won=won))
        before = self.lies
        (four,) = (seat for seat in hand["deal"] if "4c" in cards_of("won", {seat}, hand))
        self._take(paid, "four", [four], 2)
        if not won:
            self._take(paid, "comfort", list(hand["deal"]), 1)
        dealt = cards_of("dealt", {declarer}, hand)
        holders = [seat for seat in hand["deal"] if "3s" in cards_of("dealt", {seat}, hand)]
        if sum(card[0] == "3" for card in dealt) >= 3 and holders:
            self._take(paid, "three", holders, before)
        if won:
            self._take(paid, "declarer", [declarer], self.lies)
        return {seat: paid[seat] for seat in hand["seats"]}

    def _take(self, paid: Counter[str], why: str, seats: list[str], amount: int) -> None:
        """As much for each as is asked for, or as the pot holds."""
        each = min(amount, self.lies // len(seats))
        for seat in seats:
            paid[seat] += each
        self.lies -= each * len(seats)
        self.paid[why] += each > 0

    @staticmethod
    def _contract_payments(hand: Hand, declarer: str, *, won: bool) -> dict[str, int]:
        """Pagat's, without a bonus."""
        found: Answer = source_004.referee(hand, "pagat")
        others = [seat for seat in hand["deal"] if seat != declarer]
        stake = abs(found["payments"][others[0]]) // TIMES.get(found["bonus"], 1)
        return dict.fromkeys(others, -stake if won else stake) | {declarer: (stake if won else -stake) * len(others)}


class BeastPlate:
    """A pot that a lost solo doubles; a declarer who wins takes all of it."""

    def __init__(self) -> None:
        self.lies = 0

    def payments(self, hand: Hand) -> dict[str, int]:
        """Return the payments of all players."""
        found: Answer = source_004.referee(hand, "pagat")
        paid: Counter[str] = Counter(found["payments"])
        declarer = found["declarer"]
        if not declarer:
            for seat in hand["deal"]:
                paid[seat] -= BEAST_EACH
            self.lies += BEAST_EACH * len(hand["deal"])
        elif any(side["wins"] for side in found["sides"] if declarer in side["seats"]):
            paid[declarer] += self.lies
            self.lies = 0
        elif found["contract"] == "solo":
            paid[declarer] -= self.lies
            self.lies *= 2
        return {seat: paid[seat] for seat in hand["seats"]}
