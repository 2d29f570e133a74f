"""Rulesets with many changes of a source's game, ruled again, change by change.

The referee of the source takes a change of amounts or of one move as an argument; larger changes are
written here. Points are counted in thirds. Nothing of calarec is imported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.referees import defaults, on_trumps, source_002, source_003, source_004, treccani
from tests.referees.moves import cards_of, exchange, share, shift, take_move, words
from tests.referees.shape import Answer, Hand, Hands, Move, UnfinishedError, answer, guarded, need, settled_claim
from tests.referees.source_003_auction import FORMS, LADDER, auction
from tests.referees.tricks import after, seated

if TYPE_CHECKING:
    from collections.abc import Callable


def referee(hand: Hand, ruleset: str) -> Answer:
    """The ruling of one hand."""
    return guarded(lambda: RULES[ruleset](hand), hand)


# ------------------------------------------------------------------ the declarer names the trump


def declarers_trump(hand: Hand) -> Answer:
    """Pagat; before the exchange the declarer names trump, with a duty to trump."""
    named = [move for move in hand["moves"] if move["do"] == "trump"]
    rest = {**hand, "moves": [move for move in hand["moves"] if move["do"] != "trump"]}
    if not any(word in source_004.BIDS for _, word in words(hand)):
        need(not named, "nobody plays, so that nobody names a trump")
        return source_004.judge(rest, "pagat")
    need(len(named) == 1 and named[0]["suit"] in source_004.SUITS and not named[0]["card"], "one suit is named")

    def play(given: Hand, order: list[str], hands: Hands, lead: str) -> tuple[list[str], Hands, list[str]]:
        return trumps_played(given, order, hands, lead, named[0]["suit"])

    found = source_004.judge(rest, "pagat", play=play)
    need(named[0]["seat"] == found["declarer"], "somebody else names the trump")
    return found


def trumps_played(
    hand: Hand, order: list[str], hands: Hands, lead: str, trump: str
) -> tuple[list[str], Hands, list[str]]:
    """Winners, the cards that each won, and the cards of no trick."""
    game = on_trumps.Game(3, 12, ("A", "B", "C"), must_trump=True)
    winners: list[str] = []
    won: Hands = {seat: [] for seat in order}
    excused = defaults.excused_revokes(hand)
    begun: list[str] = []
    for number, trick in enumerate(hand["tricks"], 1):
        need(not begun and trick["leader"] == lead, f"{lead} leads to trick {number}")
        seats = [lead, after(order, lead), after(order, after(order, lead))]
        lying: list[str] = []
        for seat, card in zip(seats, trick["cards"], strict=False):
            need(card in hands[seat], f"trick {number}: {seat} does not hold {card}")
            if card not in on_trumps.allowed(game, hands[seat], lying, trump):
                defaults.excuse(excused, number, seat, "")
            hands[seat].remove(card)
            lying.append(card)
        if len(lying) < 3:
            begun = lying
            continue
        lead = seats[lying.index(on_trumps.winning(game, lying, trump))]
        winners.append(lead)
        won[lead] += lying
    need(all(excused.values()), "a revoke was claimed where there was none")
    left = begun + [card for seat in order for card in hands[seat]]
    if left and settled_claim(hand) is None:
        raise UnfinishedError(do="play", seat=lead, source=list(hands[lead]), led=begun[:1])
    return winners, won, left


# ------------------------------------------------------------------ Pagat with other amounts


def doubled(hand: Hand) -> Answer:
    """Solissimo is worth three, its raises two and four times that; shared in turn."""
    amount = {"chiamo": 1, "solo": 2, "solissimo": 3, "dividete": 6, "scegliete": 12}
    return source_004.judge(hand, "pagat", amount=amount, scegliete=in_turn)


def in_turn(queue: list[Move], opponents: list[str], hands: Hands, monte: list[str]) -> None:
    """The opponent after the declarer takes some and returns as many; then the other."""
    for seat in opponents:
        if not queue or queue[0]["do"] != "take" or queue[0]["seat"] != seat:
            continue  # he took none
        took = take_move(queue, do="take", seat=seat, open=False, source=list(monte), least=0, most=4)
        number = len(cards_of(took))
        if not number:
            continue
        shift(cards_of(took), monte, hands[seat])
        mine = hands[seat]
        back = take_move(queue, do="discard", seat=seat, open=False, source=list(mine), least=number, most=number)
        shift(cards_of(back), mine, monte)


def threes(hand: Hand) -> Answer:
    """Rule by the source: dealing and the end of a match change nothing in a hand."""
    return source_004.judge(hand, "pagat")


# ------------------------------------------------------------------ Treccani's game


def bound_eldest(hand: Hand) -> Answer:
    """After a hand that all passed the first speaker may not bid chiamo."""
    found = treccani.judge(hand, None, bound=1)
    return {**found, "next_dealer": hand["dealer"]} if found["outcome"] == "all_pass" else found


# ------------------------------------------------------------------ the long ladder


def two_back(hand: Hand) -> Answer:
    """The card that is laid on the table is face up."""
    return source_003.judge(hand, FORMS["tretre"], laid_open=True)


AT_SIX = {"pile": (6, 9), "hand": (7, 2)}
"""Payments of each opponent if the partner's card was in the monte or own hand."""
ASKED = {"pile": (3, 2), "hand": (6, 9)}
"""The same where a card was asked for."""


def late_partner(hand: Hand) -> Answer:
    """The sestiglio: a card is called without laying one down, also an own one."""
    form = FORMS["sestiglio"]
    defaults.known_faults(hand, ["revoke", "exchange"])
    order = source_003.who_plays(hand, form)
    hands = source_003.dealt(hand, order, form)
    contract, declarer = auction(words(hand), order, [bid for bid in LADDER if bid in form.stakes])
    if contract not in ("chiamo", "chiedo") or declarer is None or defaults.faults(hand, "exchange"):
        return source_003.judge(hand, form)
    defaults.no_signals(hand)
    held = {seat: set(hands[seat]) for seat in order}
    monte = list(hand["monte"])
    queue = exchange(hand)
    called = cards_of(take_move(queue, do="call", seat=declarer, source=form.pack, least=1, most=1))
    where = "pile" if called[0] in monte else "hand" if called[0] in hands[declarer] else ""
    holder = next((seat for seat in order if not where and called[0] in hands[seat]), None)
    if contract == "chiedo":
        if holder:
            swapped(queue, declarer, holder, hands, called)
        source_003.take_all(queue, declarer, hands, monte)
        source_003.put_back(queue, declarer, hands, monte, 4)
    need(not queue, f"a move out of place: {queue}")
    defaults.only_shows(hand, {seat: held[seat] | set(hands[seat]) for seat in order}, hand["tricks"], order)
    done = source_003.play(hand, order, hands, order[0])
    partner = holder if contract == "chiamo" else None
    found = source_003.settle(hand, form, contract, declarer, partner, order, hands, done, monte)
    if not where:
        return found
    wins = next(side["wins"] for side in found["sides"] if declarer in side["seats"])
    pays = (AT_SIX if contract == "chiamo" else ASKED)[where][0 if wins else 1]
    pays *= (1 if wins else -1) * (2 if found["bonus"] else 1)
    return {**found, "payments": {seat: pays * 5 if seat == declarer else -pays for seat in order}}


def swapped(queue: list[Move], declarer: str, holder: str, hands: Hands, called: list[str]) -> None:
    """The card comes face down, and one of the declarer's goes back face down, before the monte is taken."""
    take_move(queue, do="give", seat=holder, to=declarer, open=False, source=called, least=1, most=1)
    shift(called, hands[holder], hands[declarer])
    mine = list(hands[declarer])
    back = take_move(queue, do="give", seat=declarer, to=holder, open=False, source=mine, least=1, most=1)
    shift(cards_of(back), hands[declarer], hands[holder])


# ------------------------------------------------------------------ the game to twenty-one


def _shown_by(hand: Hand, seats: list[str], *, before_the_lead: bool = False) -> None:
    for move in hand["moves"]:
        if move["do"] == "show":
            need(move["seat"] in seats, f"{move['seat']} may not show cards")
            need(not before_the_lead or not move.get("after_trick"), "cards are shown before the first lead")


def open_declarer(hand: Hand) -> Answer:
    """For two: the monte is not a side's, five points and a third win, opponents show."""
    defaults.known_faults(hand, ["revoke"])
    defaults.no_signals(hand)
    people = source_002.persons(hand, "a-due")
    order = source_002.hands_in_order(hand, people, "a-due")
    hands = source_002.dealt(hand, order)
    speakers = [seat for seat in order if seat in people]
    contract, declarer = source_002.auction(words(hand), speakers, list(source_002.LADDER))
    if contract is None or declarer is None:
        return source_002.judge(hand, "a-due")
    source_002.check_controls(hand, people, order, declarer)
    held = {seat: set(hands[seat]) for seat in order}
    source_002.before_play(exchange(hand), contract, declarer, order, hands, list(hand["monte"]))
    others = [seat for seat in order if seat != declarer]
    _shown_by(hand, others)
    defaults.only_shows(hand, {seat: held[seat] | set(hands[seat]) for seat in order}, hand["tricks"], order)
    done = source_002.play(hand, order, hands)
    sides = [[declarer], others]
    count = _won(hand, sides, hands, done)
    points = list(count["cards"])
    points[count["last"]] += 3
    agreed = count["agreed"] is not None
    if agreed:
        points[count["last"]], points[1 - count["last"]] = count["agreed"], sum(points) - count["agreed"]
    wins = points[0] // 3 * 3 >= 16  # 002:44 remainders are dropped first
    loser = 1 if wins else 0
    bonus, times = source_002.multiplier("a-due", count["tricks"][loser], count["cards"][loser])
    if agreed:
        tricks, thirds = count["before"][loser]
        bonus, times = defaults.bonus_after_claim(
            lambda tricks, thirds: source_002.multiplier("a-due", tricks, thirds),
            tricks, thirds, 12 - len(done), points[loser], 3, 0,
        )  # fmt: skip
    value = source_002.LADDER[contract] * times * (1 if wins else -1)
    return _told(
        hand, contract, declarer, sides, count, points, wins=wins, bonus=bonus, whole=done,
        payments=source_002.payments(value, declarer, others, people),
    )  # fmt: skip


def _won(hand: Hand, sides: list[list[str]], hands: Hands, done: list[tuple[str, list[str]]]) -> dict[str, Any]:
    """Tricks and cards of each side without the stock, the last trick, agreed points."""
    defaults.not_by_own_side(hand, sides)
    tricks = [sum(winner in side for winner, _ in done) for side in sides]
    cards = [source_002.thirds([card for winner, won in done if winner in side for card in won]) for side in sides]
    agreed, before = None, list(zip(tricks, cards, strict=True))
    if any(hands.values()):
        last, agreed = defaults.claimed(hand, sides, len(done), 3)
        tricks[last] += 12 - len(done)
        lying = [card for trick in hand["tricks"][len(done) :] for card in trick["cards"]]
        cards[last] += source_002.thirds([*lying, *(card for held in hands.values() for card in held)])
    else:
        last = 0 if done[-1][0] in sides[0] else 1
    return {
        "tricks": tricks,
        "cards": cards,
        "last": last,
        "agreed": agreed,
        "before": before,
        "claimed": any(hands.values()),
    }


def _told(
    hand: Hand, contract: str, declarer: str, sides: list[list[str]], count: dict[str, Any], points: list[int],
    *, wins: bool, bonus: str | None, payments: dict[str, int], whole: list[Any],
) -> Answer:  # fmt: skip
    return answer(
        outcome="claimed" if count["claimed"] else "played", contract=contract, declarer=declarer, bonus=bonus,
        winners=[winner for winner, _ in whole], payments=payments,
        verdict="irregular" if defaults.faults(hand, "revoke") else "legal",
        sides=[
            {"seats": side, "tricks": count["tricks"][n], "points": points[n], "counted": points[n] // 3,
             "wins": (n == 0) == wins} for n, side in enumerate(sides)
        ],
    )  # fmt: skip


PAYS = {"chiamo": (1, 1), "solo": (2, 3), "solissimo": (4, 6), "dividete": (8, 8), "scegliete": (16, 16)}
"""The gain from each opponent by contract, and the loss to each."""


def open_table(hand: Hand) -> Answer:
    """Rule an open table: the dealer speaks first, any card may be played, own monte."""
    defaults.known_faults(hand, ["revoke"])
    order = seated(hand, (3, 4), out_at=4)
    hands = source_002.dealt(hand, order)
    first = [hand["dealer"], *(seat for seat in order if seat != hand["dealer"])] if hand["dealer"] in order else order
    contract, declarer = _everybody_speaks(words(hand), first)
    if contract is None or declarer is None:
        need(not exchange(hand) and not hand["tricks"], "all passed")
        zero = dict.fromkeys(hand["seats"], 0)
        return answer(outcome="all_pass", payments=zero, next_dealer=hand["dealer"])
    others = [seat for seat in order if seat != declarer]
    held = {seat: set(hands[seat]) for seat in order}
    stock = _open_exchange(exchange(hand), contract, declarer, others, hands, list(hand["monte"]))
    _shown_by(hand, [declarer], before_the_lead=True)
    defaults.only_shows(hand, {seat: held[seat] | set(hands[seat]) for seat in order}, hand["tricks"], order)
    done = source_002.play(hand, order, hands, follow=False)
    claim = settled_claim(hand)
    need(claim is None or (claim["seat"] == declarer and claim.get("points") is None), "the declarer alone claims")
    sides = [[declarer], others]
    count = _won(hand, sides, hands, done)
    points = list(count["cards"])
    points[0] += source_002.thirds(stock)
    points[count["last"]] += 3
    wins = points[0] >= 18
    winner = 0 if wins else 1
    pays, bonus = PAYS[contract][winner], None
    if count["tricks"][winner] == 12:
        pays, bonus = pays * 2, "sweep"
    elif points[0] < 6:
        pays, bonus = 9, "weak"
    elif contract == "solo" and count["tricks"][1] == 1:
        pays, bonus = pays * 2, "few"
    return _told(
        hand, contract, declarer, sides, count, points, wins=wins, bonus=bonus, whole=done,
        payments=source_002.payments(pays if wins else -pays, declarer, others, list(hand["seats"])),
    )  # fmt: skip


def _everybody_speaks(said: list[tuple[str, str]], order: list[str]) -> tuple[str | None, str | None]:
    contract: str | None = None
    declarer: str | None = None
    ladder = list(PAYS)
    need([seat for seat, _ in said] == order[: len(said)], "everybody speaks once, in order")
    for seat, word in said:
        if word != "pass":
            need(word in ladder, f"no such contract: {word}")
            need(contract is None or ladder.index(word) > ladder.index(contract), f"{word} does not outbid")
            contract, declarer = word, seat
    if len(said) < len(order):
        raise UnfinishedError(do="bid", seat=order[len(said)], words=[*ladder, "pass"])
    return contract, declarer


def _open_exchange(
    queue: list[Move], contract: str, declarer: str, others: list[str], hands: Hands, stock: list[str]
) -> list[str]:
    """As in the source, but returned and discarded cards are face up."""
    mine = hands[declarer]
    if contract == "chiamo":
        called = cards_of(take_move(queue, do="call", seat=declarer, source=source_002.PACK, least=1, most=1))
        for holder in others:
            if called[0] in hands[holder]:
                take_move(queue, do="give", seat=holder, to=declarer, open=False, source=called, least=1, most=1)
                shift(called, hands[holder], mine)
                wanted = {"do": "give", "seat": declarer, "to": holder, "open": True, "source": list(mine)}
                shift(cards_of(take_move(queue, **wanted, least=1, most=1)), mine, hands[holder])
                break
    if contract in ("chiamo", "solo"):
        take_move(queue, do="take", seat=declarer, open=False, source=list(stock), least=4, most=4)
        shift(stock, stock, mine)
        wanted = {"do": "discard", "seat": declarer, "open": True, "source": list(mine)}
        shift(cards_of(take_move(queue, **wanted, least=4, most=4)), mine, stock)
    if contract == "dividete":
        stock = share(queue, others, hands, stock, each=2, face=False)
    if contract == "scegliete":
        stock = share(queue, others, hands, stock, each=None, face=True)
    need(not queue, f"a move out of place: {queue}")
    return stock


RULES: dict[str, Callable[[Hand], Answer]] = {
    "declarers-trump": declarers_trump,
    "doubled": doubled,
    "threes": threes,
    "bound-eldest": bound_eldest,
    "two-back": two_back,
    "late-partner": late_partner,
    "open-declarer": open_declarer,
    "open-table": open_table,
}
