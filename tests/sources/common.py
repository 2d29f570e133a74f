"""Common statements of sources, for any ruleset: cards, turns, play, account."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from calarec.core.engine import events as ev
from calarec.core.engine.actions import BidAction
from calarec.core.engine.moves import apply
from calarec.core.engine.terms import Outcome
from calarec.simulation import simulate
from tests.referees.compose import ACES, EIGHTEEN, LAST_TABLE, LAST_THREE, LAST_TWO, SEVENTEEN, SWEEP, SWEEP_TABLE
from tests.sources.spoken import hand
from tests.sources.table import evenings, table

if TYPE_CHECKING:
    from tests.referees.shape import Hand

# B leads the 4 of batons and loses that trick and all others to C; the rest of the swords lies on the table.
LOST: Final = """
4b 3b 4d
2b 5d 5c
Ab 6d 6c
Rb 7d 7c
Cb Fd Fc
Fb Cd Cc
7b Rd Rc
6b Ad Ac
5b 2d 2c
3d 4c 3c
3s 4s 5s
2s 6s 7s
"""


# The last trick is B's, and no point in it.
LOST_ALL_BUT_ONE: Final = LOST.replace("3s 4s 5s", "3s 5s 2s").replace("2s 6s 7s", "4s 6s 7s")


# ------------------------------------------------------------------ the cards


def pack_is(ruleset: str, suits: int, ranks: str) -> None:
    """Every hand is dealt from these cards, each of them once."""
    for told in evenings(ruleset):
        cards = [card for dealt in told["deal"].values() for card in dealt] + (told["monte"] or [])
        assert len(cards) == len(set(cards)) == suits * len(ranks)
        assert len({card[1] for card in cards}) == suits
        assert {card[0] for card in cards} == set(ranks)


def dealt_are(ruleset: str, each: int, monte: int) -> None:
    """So many cards each, so many on the table; one card more or less is refused."""
    for told in evenings(ruleset):
        assert {len(cards) for cards in told["deal"].values()} == {each}
        assert len(told["monte"] or []) == monte


def highest_of_the_suit_led_wins(ruleset: str, ranks: str) -> None:
    """No other suit wins, and among the cards of the suit led this order holds, the highest first."""
    for told in evenings(ruleset):
        order = list(told["deal"])
        for trick in told["tricks"]:
            turn = order[order.index(trick["leader"]) :] + order[: order.index(trick["leader"])]
            followed = [card for card in trick["cards"] if card[1] == trick["cards"][0][1]]
            best = min(followed, key=lambda card: ranks.index(card[0]))
            assert trick["winner"] in (turn[trick["cards"].index(best)], None)


def winner_leads_next(ruleset: str) -> None:
    """The winner of a trick leads the next one; another leader is refused."""
    for told in evenings(ruleset):
        for before, after in pairwise(told["tricks"]):
            assert after["leader"] == before["winner"]
    good = hand(ruleset, alone(ruleset))
    other = [dict(trick) for trick in good["tricks"]]
    other[5] = other[5] | {"leader": "C", "cards": [*other[5]["cards"][1:], other[5]["cards"][0]]}
    assert not table(ruleset).errors(good)
    assert table(ruleset).errors(good | {"tricks": other})


def cards_count(ruleset: str, worth: dict[str, int], last_trick: int, total: int) -> None:
    """The points of the sides are those of their cards, of the piles won and of the last trick, and sum up."""
    for told in evenings(ruleset):
        ruling = told["ruling"]
        if ruling["outcome"] != "played" or not told["tricks"]:
            continue
        last = told["tricks"][-1]["winner"]
        for side in ruling["sides"]:
            won = [card for trick in told["tricks"] if trick["winner"] in side["seats"] for card in trick["cards"]]
            won += [card for each in told["moves"] if each["do"] == "pile" and each["seat"] in side["seats"]
                    for card in each["cards"]]  # fmt: skip
            points = sum(worth.get(card[0], 0) for card in won) + last_trick * (last in side["seats"])
            assert side["points"] == points
        assert sum(side["points"] for side in ruling["sides"]) == total


# ------------------------------------------------------------------ the turn to speak


def bid(ruleset: str, bids: str, **seated: Any) -> Hand:
    """A hand of which only the auction is known."""
    return table(ruleset).hand(LAST_THREE, LAST_TABLE, bids, **seated) | {"tricks": []}


def neighbour_speaks_first(ruleset: str, word: str) -> None:
    """The next after the dealer in the order of play speaks first; no other may."""
    for dealer in range(3):
        state = table(ruleset).opening(dealer=dealer)
        assert {offer.seat for offer in table(ruleset).offers(state)} == {(dealer + 1) % 3}
    assert table(ruleset).refuses(bid(ruleset, f"C {word}, B -, A -"), "auction")


def one_chance_each(ruleset: str, word: str) -> None:
    """A player who has spoken is not asked again."""
    state = table(ruleset).opening()
    game = table(ruleset).game
    waiting = next(iter(game.rules.auction.words))
    for seat, said in ((1, waiting), (2, word), (0, waiting)):
        assert {offer.seat for offer in table(ruleset).offers(state) if offer.do == "bid"} == {seat}
        answer = apply(game, state, BidAction(seat, said))
        assert isinstance(answer, Outcome)
        state = answer.state
    assert not [offer for offer in table(ruleset).offers(state) if offer.do == "bid"]
    assert state.declarer == 2


def each_bid_is_higher(ruleset: str, ladder: tuple[str, ...]) -> None:
    """After a bid every higher one is legal, and no lower or equal one."""
    for number, low in enumerate(ladder):
        for other, second in enumerate(ladder):
            refused = table(ruleset).refuses(bid(ruleset, f"B {low}, C {second}"), "auction")
            assert refused == (other <= number), (low, second)
    assert tuple(table(ruleset).game.rules.auction.ladder) == ladder


def all_passed(ruleset: str, then: str) -> None:
    """All pass: no player pays, and the deal goes to `then` (the dealer was A)."""
    made = simulate(table(ruleset).game, hands=2, seed=3, aim="all_pass")
    first, second = next(made), next(made)
    labels = first.setting.labels
    assert labels[first.setting.dealer] == "A"
    assert set(first.account.payments) == {0}
    assert labels[second.setting.dealer] == then


def deal_goes_round(ruleset: str) -> None:
    """After a hand that was played the next in the order of play deals."""
    made = list(simulate(table(ruleset).game, hands=12, seed=5))
    for before, after in pairwise(made):
        if before.state.outcome == "played":
            assert after.setting.dealer == (before.setting.dealer + 1) % len(before.setting.labels)


# ------------------------------------------------------------------ the play


def alone(ruleset: str) -> str:
    """A bid that leads straight to the play."""
    rules = table(ruleset).game.rules
    return next(name for name in rules.auction.ladder if not rules.contracts[name].steps or name == "solissimo")


def must_follow(ruleset: str) -> None:
    """A player who has the suit led must play it."""
    tricks = LAST_THREE.replace("3s 4s 5s", "3s 4c 5s").replace("4d 4c Ad", "4d 4s Ad")
    assert not table(ruleset).errors(hand(ruleset, alone(ruleset)))
    assert table(ruleset).refuses(hand(ruleset, alone(ruleset), tricks), "play.follow")


def anything_if_void(ruleset: str) -> None:
    """Players without the suit led have played cards of all other suits."""
    thrown = {
        (trick["cards"][0][1], card[1])
        for told in evenings(ruleset)
        for trick in told["tricks"]
        for card in trick["cards"]
        if card[1] != trick["cards"][0][1]
    }
    assert len(thrown) == 12


def need_not_win(ruleset: str) -> None:
    """In random legal hands a player could have won a trick and did not."""
    ranks = "".join(table(ruleset).game.rules.pack.ranks)
    ducked = 0
    for told in evenings(ruleset):
        held = {seat: list(cards) for seat, cards in told["deal"].items()}
        order = list(told["deal"])
        for trick in told["tricks"]:
            turn = order[order.index(trick["leader"]) :] + order[: order.index(trick["leader"])]
            for seat, card in zip(turn[1:2], trick["cards"][1:2], strict=True):
                led = trick["cards"][0]
                better = [
                    each for each in held[seat] if each[1] == led[1] and ranks.index(each[0]) < ranks.index(led[0])
                ]
                ducked += card[1] == led[1] and card not in better and bool(better)
            for seat, card in zip(turn, trick["cards"], strict=False):
                if card in held[seat]:
                    held[seat].remove(card)
    assert ducked


def leads(ruleset: str, contract: str, leader: str) -> None:
    """In random hands of the contract this player leads; both cases occur."""
    kinds = set()
    for each in simulate(table(ruleset).game, hands=8, seed=1, bot="random", aim=f"contracts.{contract}.stake"):
        played = next((event for event in each.events if isinstance(event, ev.Played)), None)
        if played is None:
            continue
        eldest, declarer = each.setting.active[0], each.state.declarer
        assert played.seat == {"eldest": eldest, "declarer": declarer}[leader]
        kinds.add(eldest == declarer)
    assert False in kinds


# ------------------------------------------------------------------ the account


def six_points_win(ruleset: str) -> None:
    """Eighteen thirds win and seventeen lose; the table goes with the last trick."""
    won = table(ruleset).ruling(hand(ruleset, alone(ruleset), EIGHTEEN, ACES))
    lost = table(ruleset).ruling(hand(ruleset, alone(ruleset), SEVENTEEN, ACES))
    assert [(side["points"], side["wins"]) for side in won["sides"]] == [(18, True), (17, False)]
    assert [(side["points"], side["wins"]) for side in lost["sides"]] == [(17, False), (18, True)]
    assert won["payments"]["B"] > 0 > lost["payments"]["B"]


def pile_goes_with_the_last_trick(ruleset: str) -> None:
    """A wins the last trick alone, and with it the four aces on the table."""
    told = table(ruleset).replay(hand(ruleset, alone(ruleset), EIGHTEEN, ACES))
    won = next(each.event for each in told.happened if isinstance(each.event, ev.PileWon))
    assert (won.seat, won.cards.bit_count()) == (0, 4)
    assert told.account is not None
    assert [side.points for side in told.account.sides] == [18, 17]


def stake_is(ruleset: str, contract: str, stake: int) -> None:
    """The stake from each opponent who has lost, to each who has won; without a bonus."""
    for tricks, lying, sign in ((LAST_THREE, LAST_TABLE, 1), (SEVENTEEN, ACES, -1)):
        ruling = table(ruleset).ruling(hand(ruleset, contract, tricks, lying))
        assert (ruling["contract"], ruling["bonus"]) == (contract, None)
        assert ruling["payments"] == {"A": -sign * stake, "B": 2 * sign * stake, "C": -sign * stake}


def all_tricks_double(ruleset: str) -> None:
    """For the declarer who has them all, and against the one who has none."""
    word = alone(ruleset)
    stake = table(ruleset).ruling(hand(ruleset, word))["stake"]
    for tricks, sign in ((SWEEP, 1), (LOST, -1)):
        ruling = table(ruleset).ruling(hand(ruleset, word, tricks, SWEEP_TABLE))
        assert ruling["bonus"] == "cappotto"
        assert ruling["payments"] == {"A": -2 * sign * stake, "B": 4 * sign * stake, "C": -2 * sign * stake}


def less_than_a_point_triples(ruleset: str) -> None:
    """The losers have tricks with two thirds in them: three times the stake; with three thirds once."""
    two = table(ruleset).ruling(hand(ruleset, "solo", LAST_TWO, LAST_TABLE))
    three = table(ruleset).ruling(hand(ruleset, "solo", LAST_THREE, LAST_TABLE))
    assert (two["bonus"], two["payments"]) == ("stramazzo", {"A": -6, "B": 12, "C": -6})
    assert (three["bonus"], three["payments"]) == (None, {"A": -2, "B": 4, "C": -2})
    lost = table(ruleset).ruling(hand(ruleset, "solissimo", LOST_ALL_BUT_ONE, SWEEP_TABLE))
    assert (lost["bonus"], lost["payments"]) == ("stramazzo", {"A": 12, "B": -24, "C": 12})
