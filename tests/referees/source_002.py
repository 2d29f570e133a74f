"""Referee of source 002: `twenty-one` and the variations that the page names.

Line references are to the source file 002. Rules on which it is silent have *project default*.
Points are counted in thirds. In `a-due` the third hand is a dummy: it is dealt, and has no player.
"""

from __future__ import annotations

from typing import Any

from tests.referees import defaults
from tests.referees.moves import cards_of, exchange, share, shift, take_move, words
from tests.referees.shape import Answer, Hand, Hands, Move, UnfinishedError, answer, guarded, need, settled_claim

RULESETS = ("twenty-one", "terziglio-31", "short-11", "no-stramazzo", "chiamata-only", "aperta", "a-due")
PACK = [rank + suit for suit in "bscd" for rank in "32ARCF7654"]  # 002:54
STRENGTH = {"3": 10, "2": 9, "A": 8, "R": 7, "C": 6, "F": 5, "7": 4, "6": 3, "5": 2, "4": 1}  # 002:40, 002:82
LADDER = {"chiamo": 1, "solo": 2, "solissimo": 4, "dividete": 8, "scegliete": 16}  # 002:69-74, 002:91
TARGET = {"terziglio-31": 31, "short-11": 11}  # 002:103, 002:154; 002:156; all others 21: 002:95


def thirds(cards: list[str]) -> int:
    """An ace is a point, a 3, 2, king, knight or jack a third (002:43, 002:88)."""
    return 3 * sum(card[0] == "A" for card in cards) + sum(card[0] in "32RCF" for card in cards)


def bids(ruleset: str) -> list[str]:
    """The five contracts (002:37, 002:69); beginners play only chiamo (002:107)."""
    return ["chiamo"] if ruleset == "chiamata-only" else list(LADDER)


def table(ruleset: str) -> dict[str, Any]:
    """Return the facts for dealing by the random player: 002:50, 002:63, 002:104."""
    if ruleset == "a-due":
        return {"seats": (2,), "hand": 12, "monte": 4, "pack": PACK, "out_at": 0, "dummies": 1}
    return {"seats": (3, 4), "hand": 12, "monte": 4, "pack": PACK, "out_at": 4, "dummies": 0}


def referee(hand: Hand, ruleset: str = "twenty-one") -> Answer:
    """The ruling of one hand."""
    return guarded(lambda: judge(hand, ruleset), hand)


def judge(hand: Hand, ruleset: str) -> Answer:
    defaults.known_faults(hand, ["revoke"])
    defaults.no_signals(hand)
    people = persons(hand, ruleset)
    order = hands_in_order(hand, people, ruleset)
    hands = dealt(hand, order)
    speakers = [seat for seat in order if seat in people]
    contract, declarer = auction(words(hand), speakers, bids(ruleset))
    if contract is None or declarer is None:
        need(not exchange(hand) and not hand["tricks"], "002:75 the deal is void")
        same = hand["dealer"]  # 002:75 by the same dealer
        return answer(outcome="all_pass", payments=dict.fromkeys(people, 0), next_dealer=same)
    check_controls(hand, people, order, declarer)
    dealt_cards = {seat: set(hands[seat]) for seat in order}
    stock = before_play(exchange(hand), contract, declarer, order, hands, list(hand["monte"]))
    held = {seat: dealt_cards[seat] | set(hands[seat]) for seat in order}
    defaults.only_shows(hand, held, hand["tricks"], order)
    tricks = play(hand, order, hands)
    return settle(hand, ruleset, contract, declarer, people, order, hands, tricks, stock)


# ------------------------------------------------------------------ the table, the deal


def persons(hand: Hand, ruleset: str) -> list[str]:
    """Return the people at the table: three or four (002:50); `a-due`: two (002:104)."""
    numbers = (2,) if ruleset == "a-due" else (3, 4)
    people: list[str] = [seat for seat in hand["seats"] if seat not in (hand.get("controls") or {})]
    people = people[: max(numbers)]
    need(len(people) in numbers and hand["dealer"] in people, "002:50 the wrong number of players")
    return people


def hands_in_order(hand: Hand, people: list[str], ruleset: str) -> list[str]:
    """The three hands from the dealer's right on (002:65); of four players the dealer is idle (002:50)."""
    out = [hand["dealer"]] if len(people) == 4 else []
    need(list(hand.get("out") or []) == out, "002:50 the wrong seat is idle")
    # Project default: the dummy sits after the last seat.
    around = people + [seat for seat in sorted(hand["deal"]) if seat not in people]
    need(len(around) == (3 if ruleset == "a-due" else len(people)), "cards dealt to a seat that is not there")
    start = around.index(hand["dealer"]) + 1
    return [seat for seat in around[start:] + around[:start] if seat not in out]


def dealt(hand: Hand, order: list[str]) -> Hands:
    """Twelve cards each (002:63), four in the stock (002:64), all of the pack (002:54)."""
    need(sorted(hand["deal"]) == sorted(order), "002:63 cards dealt to the wrong seats")
    sizes = [len(hand["deal"][seat]) for seat in order]
    need(sizes == [12, 12, 12] and len(hand["monte"]) == 4, "002:63-64 twelve cards each and four in the stock")
    every = list(hand["monte"])
    every += [card for seat in order for card in hand["deal"][seat]]
    need(sorted(every) == sorted(PACK), "002:54 the cards are not the pack")
    return {seat: list(hand["deal"][seat]) for seat in order}


def check_controls(hand: Hand, people: list[str], order: list[str], declarer: str) -> None:
    """Project default: the declarer's opponent plays the dummy."""
    for dummy, player in (hand.get("controls") or {}).items():
        need(dummy in order and dummy not in people, f"{dummy} is not a dummy")
        need(player in people and player != declarer, f"{player} may not play the dummy")


# ------------------------------------------------------------------ the auction


def auction(said: list[tuple[str, str]], speakers: list[str], ladder: list[str]) -> tuple[str | None, str | None]:
    """From eldest hand on, one chance each, a higher contract outbids a lower one (002:69)."""
    waiting = list(speakers)
    contract: str | None = None
    declarer: str | None = None
    for seat, word in said:
        need(waiting and waiting[0] == seat, f"002:69 it is not {seat}'s turn to speak")
        waiting.pop(0)
        if word != "pass":
            need(word in ladder, f"002:69 no such contract: {word}")
            need(contract is None or ladder.index(word) > ladder.index(contract), f"002:69 {word} does not outbid")
            contract, declarer = word, seat
        if contract == ladder[-1]:
            waiting = []
    if waiting:
        raise UnfinishedError(do="bid", seat=waiting[0], words=[*ladder, "pass"])
    return contract, declarer


# ------------------------------------------------------------------ before the play


def before_play(
    queue: list[Move], contract: str, declarer: str, order: list[str], hands: Hands, stock: list[str]
) -> list[str]:
    """Check the exchange of each contract; return the stock when play begins."""
    defenders = [seat for seat in order if seat != declarer]
    if contract == "chiamo":
        exchange_a_card(queue, declarer, defenders, hands)
    if contract in ("chiamo", "solo"):
        stock = use_the_stock(queue, declarer, hands, stock)
    if contract == "dividete":  # 002:73 exactly two each, unseen; 002:67 in the list they are bids
        stock = share(queue, defenders, hands, stock, each=2, face=False)
    if contract == "scegliete":  # 002:74 face up for all, split as they like, the same number back
        stock = share(queue, defenders, hands, stock, each=None, face=True)
    need(not queue, f"a move out of place: {queue}")
    return stock


def exchange_a_card(queue: list[Move], declarer: str, defenders: list[str], hands: Hands) -> None:
    """The card passes face down, and one of the soloist's choice goes back face down (002:70)."""
    move = take_move(queue, do="call", seat=declarer, source=PACK, least=1, most=1)
    called = cards_of(move)
    # Project default: in the stock, or in the soloist's own hand, the call is satisfied.
    for holder in defenders:
        if called[0] in hands[holder]:
            take_move(queue, do="give", seat=holder, to=declarer, open=False, source=called, least=1, most=1)
            shift(called, hands[holder], hands[declarer])
            mine = list(hands[declarer])
            back = take_move(queue, do="give", seat=declarer, to=holder, open=False, source=mine, least=1, most=1)
            shift(cards_of(back), hands[declarer], hands[holder])
            return


def use_the_stock(queue: list[Move], declarer: str, hands: Hands, stock: list[str]) -> list[str]:
    """The soloist picks up the four cards and discards four, face down (002:70, 002:71)."""
    # That the others see the stock is not said: project default, they do not.
    take_move(queue, do="take", seat=declarer, open=False, source=stock, least=4, most=4)
    mine = hands[declarer]
    shift(stock, stock, mine)
    move = take_move(queue, do="discard", seat=declarer, open=False, source=list(mine), least=4, most=4)
    new: list[str] = []
    shift(cards_of(move), mine, new)
    return new


# ------------------------------------------------------------------ the play


def winner_of(seats: list[str], cards: list[str]) -> str:
    """The highest card of the suit led wins, no trumps (002:81-82)."""
    best = 0
    for place in range(1, len(cards)):
        if cards[place][1] == cards[0][1] and STRENGTH[cards[place][0]] > STRENGTH[cards[best][0]]:
            best = place
    return seats[best]


def play(hand: Hand, order: list[str], hands: Hands, *, follow: bool = True) -> list[tuple[str, list[str]]]:
    """Return winner and cards of each finished trick; other cards stay in the hands."""
    done: list[tuple[str, list[str]]] = []
    lead = order[0]  # 002:79 the dealer's right, whatever the contract
    excused = defaults.excused_revokes(hand)
    table_cards: list[str] = []
    for number, trick in enumerate(hand["tricks"], 1):
        need(not table_cards, "a trick after one that was not finished")
        need(trick["leader"] == lead, f"002:79, 002:82 {lead} leads to trick {number}")
        place = order.index(lead)
        seats = order[place:] + order[:place]
        need(1 <= len(trick["cards"]) <= 3, f"trick {number} has too many cards or none")
        suit = trick["cards"][0][1]
        for seat, card in zip(seats, trick["cards"], strict=False):
            need(card in hands[seat], f"trick {number}: {seat} does not hold {card}")
            if follow and card[1] != suit and suit in [other[1] for other in hands[seat]]:
                defaults.excuse(excused, number, seat, "002:80")
            hands[seat].remove(card)
        if len(trick["cards"]) < 3:
            table_cards = list(trick["cards"])
            continue
        lead = winner_of(seats, trick["cards"])
        done.append((lead, list(trick["cards"])))
    need(all(excused.values()), "a revoke was claimed where there was none")
    if any(hands.values()) and settled_claim(hand) is None:
        turn = order[(order.index(lead) + len(table_cards)) % 3]
        raise UnfinishedError(do="play", seat=turn, source=list(hands[turn]), led=table_cards[:1])
    return done


# ------------------------------------------------------------------ the settlement


def settle(
    hand: Hand, ruleset: str, contract: str, declarer: str, people: list[str], order: list[str], hands: Hands,
    done: list[tuple[str, list[str]]], stock: list[str],
) -> Answer:  # fmt: skip
    sides = [[declarer], [seat for seat in order if seat != declarer]]  # 002:83 the two share a pile
    defaults.not_by_own_side(hand, sides)
    tricks = [sum(winner in side for winner, _ in done) for side in sides]
    cards = [thirds([card for winner, won in done if winner in side for card in won]) for side in sides]
    agreed, before = None, list(zip(tricks, cards, strict=True))
    if any(hands.values()):
        last, agreed = defaults.claimed(hand, sides, len(done), 3)
        tricks[last] += 12 - len(done)
        cards[last] = thirds(PACK) - cards[1 - last] - thirds(stock)
    else:
        last = 0 if done[-1][0] == declarer else 1
    cards[last] += thirds(stock)  # 002:70, 002:84 the stock goes to the winner of the last trick
    points = list(cards)
    points[last] += 3  # 002:43, 002:88 a point for the last trick
    if agreed is not None:
        points[last], points[1 - last] = agreed, 35 - agreed
    counted = [side // 3 for side in points]  # 002:44, 002:88 remainders are dropped
    wins = counted[0] >= 6  # 002:90
    loser = 1 if wins else 0
    bonus, times = multiplier(ruleset, tricks[loser], cards[loser])
    if agreed is not None:
        bonus, times = defaults.bonus_after_claim(
            lambda tricks, thirds: multiplier(ruleset, tricks, thirds),
            *before[loser], 12 - len(done), points[loser], 3, thirds(stock), with_lying=True,
        )  # fmt: skip
    value = LADDER[contract] * times * (1 if wins else -1)
    return answer(
        outcome="claimed" if any(hands.values()) else "played", contract=contract, declarer=declarer,
        winners=[winner for winner, _ in done], bonus=bonus,
        tricks={seat: sum(winner == seat for winner, _ in done) for seat in order},
        verdict="irregular" if defaults.faults(hand, "revoke") else "legal",
        sides=[
            {"seats": side, "tricks": tricks[n], "points": points[n], "counted": counted[n], "wins": (n == 0) == wins}
            for n, side in enumerate(sides)
        ],
        payments=payments(value, declarer, sides[1], people),
        next_dealer=people[(people.index(hand["dealer"]) + 1) % len(people)],  # 002:50, 002:62
    )  # fmt: skip


def multiplier(ruleset: str, tricks_of_losers: int, thirds_of_losers: int) -> tuple[str | None, int]:
    """Cappotto doubles (002:93); all card points without all tricks triples (002:94).

    Card points are all cards a side has in the end, the stock too, since they are captured (002:84).
    That one wins all tricks but not all points cannot happen.
    """
    if tricks_of_losers == 0:
        return "cappotto", 2
    if thirds_of_losers == 0 and ruleset != "no-stramazzo":  # 002:106
        # 002:105 the open game is adjusted down; by how much is a project default.
        return "stramazzo", 2 if ruleset == "aperta" else 3
    return None, 1


def payments(value: int, declarer: str, defenders: list[str], people: list[str]) -> dict[str, int]:
    """A failed soloist loses the value to each defender (002:92).

    That each defender pays as much when he succeeds is a project default: 002:91 states only what the
    soloist scores. An idle dealer neither pays nor is paid, a dummy's share falls to its player (the same).
    """
    out = dict.fromkeys(people, 0)
    opponent = next((seat for seat in defenders if seat in people), declarer)
    for seat in defenders:
        out[seat if seat in people else opponent] -= value
        out[declarer] += value
    return out


# ------------------------------------------------------------------ the match


def match(hands: list[Hand], ruleset: str = "twenty-one") -> Answer:
    """First to 21 (002:95); the higher total wins, if equal one more deal is played (002:99)."""
    totals: dict[str, int] = {}
    for hand in hands:
        for seat, amount in referee(hand, ruleset)["payments"].items():
            totals[seat] = totals.get(seat, 0) + amount
        highest = max(totals.values())
        ahead = [seat for seat in totals if totals[seat] == highest]
        if highest >= TARGET.get(ruleset, 21) and len(ahead) == 1:
            return {"totals": totals, "over": True, "winners": ahead}
    return {"totals": totals, "over": False, "winners": []}
