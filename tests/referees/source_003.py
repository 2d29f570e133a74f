"""Referee of source 003: `tretre` for three, and its forms for four to seven players.

Line references are to the source file 003. Rules on which it is silent have *project default*: the page
gives no threshold, no last trick, no payments, no leader; those are the project's. Points are thirds.
"""

from __future__ import annotations

from typing import Any

from tests.referees import defaults
from tests.referees.moves import cards_of, exchange, share, shift, take_move, words
from tests.referees.shape import Answer, Hand, Hands, Move, UnfinishedError, answer, guarded, need, settled_claim
from tests.referees.source_003_auction import FORMS, LADDER, Form, auction

ORDER = "32ARCF7654"  # 003:23
VALUE = {"A": 3, "3": 1, "2": 1, "R": 1, "C": 1, "F": 1, "7": 0, "6": 0, "5": 0, "4": 0}  # 003:25-27


RULESETS = tuple(FORMS)


def table(ruleset: str) -> dict[str, Any]:
    """Return the facts for dealing by the random player."""
    form = FORMS[ruleset]
    seats = form.seats or form.players
    out_at = 7 if form.seats else 0
    return {
        "seats": (seats,),
        "hand": form.cards,
        "monte": form.monte,
        "pack": form.pack,
        "out_at": out_at,
        "dummies": 0,
    }


def referee(hand: Hand, ruleset: str = "tretre") -> Answer:
    """The ruling of one hand."""
    return guarded(lambda: judge(hand, FORMS[ruleset]), hand)


def judge(hand: Hand, form: Form, *, laid_open: bool = False) -> Answer:
    defaults.known_faults(hand, ["revoke", "exchange"])
    defaults.no_signals(hand)
    order = who_plays(hand, form)
    hands = dealt(hand, order, form)
    contract, declarer = auction(words(hand), order, [bid for bid in LADDER if bid in form.stakes])
    if contract is None or declarer is None:
        need(not exchange(hand) and not hand["tricks"], "003:18 all passed, the deal is repeated")
        zero = dict.fromkeys(hand["seats"], 0)
        return answer(outcome="all_pass", payments=zero, next_dealer=hand["dealer"])  # same: project default
    if defaults.faults(hand, "exchange"):
        return lost_by_mistake(hand, contract, declarer, order)
    held = {seat: set(hands[seat]) for seat in order}
    table_cards = list(hand["monte"])
    partner = before_play(exchange(hand), contract, declarer, order, hands, table_cards, form, laid_open=laid_open)
    held = {seat: held[seat] | set(hands[seat]) for seat in order}
    defaults.only_shows(hand, held, hand["tricks"], order)
    tricks = play(hand, order, hands, leader(contract, declarer, order, form))
    return settle(hand, form, contract, declarer, partner, order, hands, tricks, table_cards)


# ------------------------------------------------------------------ the table, the deal


def who_plays(hand: Hand, form: Form) -> list[str]:
    """Return the players from the dealer's right on (003:6).

    Seven play as six, without the dealer.
    """
    seats, dealer = list(hand["seats"]), hand["dealer"]
    need(len(seats) == (form.seats or form.players) and dealer in seats, "003:2 the wrong number of players")
    while seats[-1] != dealer:
        seats.append(seats.pop(0))
    out = [seats.pop()] if form.seats else []
    need(list(hand.get("out") or []) == out, "the wrong seat rests")
    return seats


def dealt(hand: Hand, order: list[str], form: Form) -> Hands:
    """All have the same number of cards; what is left is the monte (003:6-7)."""
    need(set(hand["deal"]) == set(order), "003:6 cards dealt to the wrong seats")
    need(all(len(hand["deal"][seat]) == form.cards for seat in order), "003:6-7 the same number of cards for all")
    need(len(hand["monte"] or []) == form.monte, "003:7 the cards that remain are the monte")
    every = sum((list(hand["deal"][seat]) for seat in order), list(hand["monte"] or []))
    need(sorted(every) == sorted(form.pack), "003:4 the cards are not the pack")
    return {seat: list(hand["deal"][seat]) for seat in order}


# ------------------------------------------------------------------ before the play


def before_play(
    queue: list[Move], contract: str, declarer: str, order: list[str], hands: Hands, monte: list[str], form: Form,
    *, laid_open: bool = False,
) -> str | None:  # fmt: skip
    """The exchange of each contract; changes hands and monte, returns the partner if one was called."""
    partner = None
    place = order.index(declarer)
    opponents = order[place + 1 :] + order[:place]
    if contract == "chiamo":
        partner = call_partner(queue, declarer, opponents, hands, form)
    elif contract == "chiedo":
        ask_a_card(queue, declarer, opponents, hands, monte, form, laid_open=laid_open)
    elif contract == "solo" and form.monte:  # 003:13
        take_all(queue, declarer, hands, monte)
        put_back(queue, declarer, hands, monte, form.monte)
    elif contract == "dividete":  # 003:16 two cards for the first opponent, two for the second
        monte[:] = share(queue, opponents[:2], hands, list(monte), each=2, face=False)
    elif contract == "scegliete":  # 003:17 the first takes all and restores the monte, then the second
        for opponent in opponents[:2]:
            take_all(queue, opponent, hands, monte)
            put_back(queue, opponent, hands, monte, form.monte)
    # solissimo 003:14 (the declarer sees the monte) and arcisolo 003:15 change no card.
    need(not queue, f"a move out of place: {queue}")
    need(all(len(hands[seat]) == form.cards for seat in order), "003:12-17 the number of cards is restored")
    return partner


def call_partner(queue: list[Move], declarer: str, opponents: list[str], hands: Hands, form: Form) -> str | None:
    """Return the partner by the called card; None if it is in the monte (003:11)."""
    move = take_move(queue, do="call", seat=declarer, source=form.pack, least=1, most=1)
    card = cards_of(move)[0]
    need(card not in hands[declarer], "the declarer may not call himself: project default")
    return next((seat for seat in opponents if card in hands[seat]), None)


def ask_a_card(
    queue: list[Move], declarer: str, opponents: list[str], hands: Hands, monte: list[str], form: Form,
    *, laid_open: bool,
) -> None:  # fmt: skip
    """A card is laid down, a card named, the monte taken, the two cards swapped, the rest put back (003:12)."""
    mine = hands[declarer]
    wanted = {"do": "table-card", "seat": declarer, "open": laid_open, "source": list(mine)}
    laid = cards_of(take_move(queue, **wanted, least=1, most=1))
    tabled: list[str] = []
    shift(laid, mine, tabled)
    called = cards_of(take_move(queue, do="call", seat=declarer, source=form.pack, least=1, most=1))
    need(called[0] not in mine + tabled, "003:12 the card is wanted from somebody else")
    in_monte = called[0] in monte
    if form.monte:
        take_all(queue, declarer, hands, monte)
    for holder in opponents:
        if called[0] in hands[holder]:
            take_move(queue, do="give", seat=holder, to=declarer, open=False, source=called, least=1, most=1)
            shift(called, hands[holder], mine)
            take_move(queue, do="take", seat=holder, open=False, source=laid, least=1, most=1)
            shift(laid, tabled, hands[holder])
    if form.monte:  # 003:12 three cards if the called one was in the monte, otherwise four
        put_back(queue, declarer, hands, monte, form.monte - 1 if in_monte else form.monte)
    monte += tabled  # project default: it goes the way of the monte


def take_all(queue: list[Move], seat: str, hands: Hands, monte: list[str]) -> None:
    """Openness is not stated: project default, only its taker sees it."""
    take_move(queue, do="take", seat=seat, open=False, source=list(monte), least=len(monte), most=len(monte))
    shift(monte, monte, hands[seat])


def put_back(queue: list[Move], seat: str, hands: Hands, monte: list[str], number: int) -> None:
    mine = list(hands[seat])
    move = take_move(queue, do="discard", seat=seat, open=False, source=mine, least=number, most=number)
    shift(cards_of(move), hands[seat], monte)


# ------------------------------------------------------------------ the play


def leader(contract: str, declarer: str, order: list[str], form: Form) -> str:
    """Not stated. Project default: the dealer's right, or a declarer with cards dealt."""
    as_dealt = contract in ("solissimo", "arcisolo", "dividete", "scegliete")
    return declarer if as_dealt or (contract == "solo" and not form.monte) else order[0]


def play(hand: Hand, order: list[str], hands: Hands, lead: str) -> list[tuple[str, list[str]]]:
    """Suit must be followed, its highest card wins (003:20-21); the winner leads."""
    done: list[tuple[str, list[str]]] = []
    excused = defaults.excused_revokes(hand)
    open_trick: list[str] = []
    for number, trick in enumerate(hand["tricks"], 1):
        need(not open_trick, "a trick after one that was not finished")
        need(trick["leader"] == lead, f"{lead} leads to trick {number}")
        played: list[tuple[str, str]] = []
        seat = lead
        need(1 <= len(trick["cards"]) <= len(order), f"trick {number} has too many cards or none")
        for card in trick["cards"]:
            need(card in hands[seat], f"trick {number}: {seat} does not hold {card}")
            suit = trick["cards"][0][1]
            if card[1] != suit and any(other.endswith(suit) for other in hands[seat]):
                defaults.excuse(excused, number, seat, "003:21")
            hands[seat].remove(card)
            played.append((card, seat))
            seat = order[(order.index(seat) + 1) % len(order)]
        if len(played) < len(order):
            open_trick, lead = list(trick["cards"]), seat
            continue
        lead = min((ORDER.index(card[0]), who) for card, who in played if card[1] == trick["cards"][0][1])[1]
        done.append((lead, list(trick["cards"])))
    need(all(excused.values()), "a revoke was claimed where there was none")
    if any(hands.values()) and settled_claim(hand) is None:
        raise UnfinishedError(do="play", seat=lead, source=list(hands[lead]), led=open_trick[:1])
    return done


# ------------------------------------------------------------------ the settlement


def settle(
    hand: Hand, form: Form, contract: str, declarer: str, partner: str | None, order: list[str], hands: Hands,
    done: list[tuple[str, list[str]]], monte: list[str],
) -> Answer:  # fmt: skip
    mine = [seat for seat in order if seat in (declarer, partner)]
    sides = [sorted(mine, key=lambda seat: seat != declarer), [seat for seat in order if seat not in mine]]
    defaults.not_by_own_side(hand, sides)
    tricks = [sum(who in side for who, _ in done) for side in sides]
    points = [sum(VALUE[card[0]] for who, cards in done if who in side for card in cards) for side in sides]
    agreed = None
    if any(hands.values()):
        last, agreed = defaults.claimed(hand, sides, len(done), 3)
        tricks[last] += form.cards - len(done)
        points[last] = 35 - points[1 - last]
    else:
        last = 0 if done[-1][0] in mine else 1
        points[last] += 3 + sum(VALUE[card[0]] for card in monte)  # project default: last trick, and the monte with it
    if agreed is not None:
        points[last], points[1 - last] = agreed, 35 - agreed
    wins = points[0] >= 18  # project default
    cappotto = agreed is None and tricks[1 if wins else 0] == 0  # project default
    return answer(
        outcome="claimed" if any(hands.values()) else "played", contract=contract, declarer=declarer,
        partner=partner, winners=[who for who, _ in done], bonus="cappotto" if cappotto else None,
        tricks={seat: sum(who == seat for who, _ in done) for seat in order},
        verdict="irregular" if defaults.faults(hand, "revoke") else "legal",
        sides=[
            {"seats": side, "tricks": tricks[n], "points": points[n], "counted": points[n] // 3,
             "wins": (n == 0) == wins} for n, side in enumerate(sides)
        ],
        payments=payments(hand, form, contract, declarer, partner, sides[1], wins=wins, times=2 if cappotto else 1),
        next_dealer=next_seat(hand),
    )  # fmt: skip


def payments(
    hand: Hand, form: Form, contract: str, declarer: str, partner: str | None, opponents: list[str],
    *, wins: bool, times: int,
) -> dict[str, int]:  # fmt: skip
    """Each opponent pays or gets the stake; a partner has one of them (project default).

    Alone after a call for a partner: won like arcisolo, lost like solo (003:11).
    """
    stake = form.stakes[contract]
    if contract == "chiamo" and partner is None:
        stake = form.stakes["arcisolo" if wins else "solo"]
    stake *= times * (1 if wins else -1)
    out = dict.fromkeys(hand["seats"], 0)
    for seat in opponents:
        out[seat] -= stake
        out[declarer] += stake
    if partner is not None:
        out[partner] += stake
        out[declarer] -= stake
    return out


def next_seat(hand: Hand) -> str:
    """By turn (003:6), to the right."""
    seats: list[str] = list(hand["seats"])
    return seats[(seats.index(hand["dealer"]) + 1) % len(seats)]


def lost_by_mistake(hand: Hand, contract: str, declarer: str, order: list[str]) -> Answer:
    """A mistake in the exchange costs one point to each; a new deal (003:19).

    To each is read as to each other player, and the same dealer deals again: project default. What was
    played before is not looked at but for its winners; a partner is known when his card has been played.
    """
    called = [
        card for move in exchange(hand) if contract == "chiamo" and move["do"] == "call" for card in cards_of(move)
    ]
    partner = next((seat for seat in order for card in called if card in hand["deal"][seat]), declarer)
    mine = [declarer, partner]
    defaults.not_by_own_side(hand, [mine, [seat for seat in order if seat not in mine]])
    winners = []
    for trick in hand["tricks"]:
        place = order.index(trick["leader"])
        seats = order[place:] + order[:place]
        following = [
            (ORDER.index(card[0]), n) for n, card in enumerate(trick["cards"]) if card[1] == trick["cards"][0][1]
        ]
        if len(trick["cards"]) == len(order):
            winners.append(seats[min(following)[1]])
    guilty = defaults.faults(hand, "exchange")[0]["seat"]
    out = dict.fromkeys(hand["seats"], 0)
    for seat in order:
        if seat != guilty:
            out[seat] += 1
            out[guilty] -= 1
    shown = any(card in trick["cards"] for trick in hand["tricks"] for card in called)
    return answer(
        outcome="void", verdict="irregular", contract=contract, declarer=declarer, winners=winners, payments=out,
        partner=partner if shown and partner != declarer else None, next_dealer=hand["dealer"],
    )  # fmt: skip


# ------------------------------------------------------------------ the match


def match(hands: list[Hand], ruleset: str = "tretre") -> Answer:
    """Usually first to 21 (003:29); that payments are added and that a tie goes on is a project default."""
    totals: dict[str, int] = {}
    for hand in hands:
        for seat, amount in referee(hand, ruleset)["payments"].items():
            totals[seat] = totals.get(seat, 0) + amount
        best = max(totals.values())
        if best >= 21 and list(totals.values()).count(best) == 1:
            return {"totals": totals, "over": True, "winners": [seat for seat in totals if totals[seat] == best]}
    return {"totals": totals, "over": False, "winners": []}
