"""Stages 4 to 6 of a settlement: payers, shares of a side, and dummies.

Every function adds to the payments by seat that it is given. One seat's gain is another's loss; only the pot gives
and takes besides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.account import Reason, seat_mark
from calarec.core.engine.opponent_multiples import find_opponent_multiples
from calarec.core.engine.opponent_payment import payment_text
from calarec.core.engine.side_points import role_holder, seat_list
from calarec.core.engine.state import NOBODY
from calarec.core.mechanisms.settle import HALF, named_roles
from calarec.core.wording.language import Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from calarec.core.engine.account import Counted
    from calarec.core.engine.events import Faulted
    from calarec.core.engine.game import Game
    from calarec.core.engine.opponent_payment import OwnPayment
    from calarec.core.engine.tally import Tally
    from calarec.core.mechanisms.all_pass import PotRule
    from calarec.core.mechanisms.settle import RoleRule

    HeldRole: TypeAlias = tuple[str, int, RoleRule]


# ---------------------------------------------------------------------- multiples


def multiply_for_all(game: Game, tally: Tally, because: list[Reason]) -> int:
    """The factor of every payment: by inheritance, match, and common doubles."""
    inherited = tally.setting.carry.times
    if inherited != 1:
        because.append(Reason("all_pass.times", Words("all passed before: ×{times}", times=inherited)))
    return inherited * _multiply_by_match(game, tally, because) * _doubled_for_all(game, tally, because)


def _multiply_by_match(game: Game, tally: Tally, because: list[Reason]) -> int:
    """The multiple of a payment for this declarer by the rules of the match."""
    times, label = 1, tally.setting.labels[tally.declarer]
    for name in tally.setting.carry.terms_for(label):
        rule = game.rules.match.next[name]
        if rule.times != 1:
            times *= rule.times
            text = _BY_MATCH[rule.when.is_about_players]
            text = text.with_values(seat=seat_mark(tally.declarer), rule=game.ruleset.name("next", name))
            because.append(Reason(f"match.next.{name}", text.with_values(times=rule.times)))
    return times


_BY_MATCH: Final = {False: Words("by “{rule}”: ×{times}"), True: Words("{seat}, by “{rule}”: ×{times}")}


_DOUBLED: Final = Words("{seat}: “{word}”: ×{times}")


def _doubled_for_all(game: Game, tally: Tally, because: list[Reason]) -> int:
    params = game.rules.doubling
    if not tally.doubles or params.binds != "everyone":
        return 1
    from calarec.core.engine.doubling import find_last_words, find_word_factor  # few games have doubling

    for seat, word in tally.doubles:
        called = game.ruleset.name("words", word)
        text = _DOUBLED.with_values(seat=seat_mark(seat), word=called, times=params.words[word].times)
        because.append(Reason(f"doubling.words.{word}", text))

    words = find_last_words(params, tally.doubles, (NOBODY,))
    return find_word_factor(params, words[NOBODY])


def _doubled_for_some(game: Game, tally: Tally) -> dict[int, tuple[str, int]]:
    """The opponents who have doubled for themselves, with word and factor.

    The player of a dummy doubles for it too.
    """
    params = game.rules.doubling
    if not tally.doubles or params.binds != "doubler":
        return {}
    from calarec.core.engine.doubling import find_last_words, find_word_factor  # few games have doubling

    words = find_last_words(params, tally.doubles, tally.opponents)
    player = _player_of_dummies(tally)
    for dummy in tally.setting.dummies:
        words[dummy] = words.get(player, "")
    return {seat: (word, find_word_factor(params, word)) for seat, word in words.items() if word}


def _doubling_reasons(game: Game, doubled: Mapping[int, tuple[str, int]]) -> list[Reason]:
    """Explain the payments of those who have doubled for themselves."""
    return [
        Reason(
            f"doubling.words.{word}",
            _DOUBLED.with_values(seat=seat_mark(seat), word=game.ruleset.name("words", word), times=times),
        )
        for seat, (word, times) in doubled.items()
    ]


_ROLE_TIMES: Final = {
    "dealer": (Words("{seat}, who deals, pays: ×{times}"), Words("{seat}, who deals, receives: ×{times}")),
    "eldest": (Words("{seat}, eldest hand, pays: ×{times}"), Words("{seat}, eldest hand, receives: ×{times}")),
    "holder": (
        Words("{seat}, who held the called card, pays: ×{times}"),
        Words("{seat}, who held the called card, receives: ×{times}"),
    ),
}


def _held_roles(game: Game, tally: Tally) -> list[HeldRole]:
    """The roles that pay or receive a multiple, and who has them in this hand."""
    return [(name, role_holder(tally, name), rule) for name, rule in named_roles(game.rules.settle.roles)]


def _multiply_by_roles(due: int, roles: Iterable[HeldRole], payer: int, receiver: int) -> int:
    """Multiply a payment by the roles of payer and receiver.

    The checks refuse rules by which halves would not be whole units.
    """
    parts = 1
    for _, seat, rule in roles:
        times = rule.pays if seat == payer else rule.receives if seat == receiver else 1
        if times == HALF:
            parts *= 2
        else:
            due *= times
    return due // parts


def _role_reasons(roles: Iterable[HeldRole], payers: Sequence[int], receivers: Sequence[int]) -> list[Reason]:
    """Explain the multiples that seats pay or receive by a role."""
    reasons = []
    for name, seat, rule in roles:
        for seats, times, text in zip((payers, receivers), (rule.pays, rule.receives), _ROLE_TIMES[name], strict=True):
            if seat in seats and times != 1:
                reasons.append(Reason(f"settle.roles.{name}", text.with_values(seat=seat_mark(seat), times=times)))
    return reasons


# ---------------------------------------------------------------------- the contract


_DIVIDED: Final = {
    False: Words("{all}: {declarer} {pays} {own} and {partner} {other}; shares {parts}"),
    True: Words("{all}: {declarer} {pays} {own}, {partner} {other} each; shares {parts}"),
}
"""The sentences for the shares of the declarer's side, with one or more partners."""


def pay_contract(game: Game, tally: Tally, amount: int, payments: list[int], because: list[Reason]) -> None:
    """Each opponent pays the amount; the declarer's side divides it.

    A negative amount is paid to the opponents.
    """
    paying = [*tally.opponents, *_sharing_out(game, tally)]
    roles, doubled = _held_roles(game, tally), _doubled_for_some(game, tally)
    due = dict.fromkeys(paying, amount)
    by_opponent = find_opponent_multiples(game, tally, pays=amount > 0)
    if roles or doubled or by_opponent.times:
        for seat in paying:
            times = doubled.get(seat, ("", 1))[1] * by_opponent.times.get(seat, 1)
            payer, receiver = (seat, tally.declarer) if amount > 0 else (tally.declarer, seat)
            due[seat] = _multiply_by_roles(due[seat] * times, roles, payer, receiver)
    for seat, part in due.items():
        payments[seat] -= part
    sides = (paying, [tally.declarer]) if amount > 0 else ([tally.declarer], paying)
    multiples = _role_reasons(roles, *sides) + _doubling_reasons(game, doubled) if amount else []
    multiples += by_opponent.because if amount else ()
    parts = divide_in_shares(game, tally, sum(due.values()))
    for seat, part in parts.items():
        payments[seat] += part
    because += [_payment_reason(game, tally, amount, parts), *multiples]


def _payment_reason(game: Game, tally: Tally, amount: int, parts: Mapping[int, int]) -> Reason:
    """Explain what each opponent pays, and the shares of the declarer's side."""
    each = payment_text(game, abs(amount))
    text = Words("each opponent receives {amount}" if amount < 0 else "each opponent pays {amount}", amount=each)
    shares = game.rules.settle.shares
    if len(parts) == 1 or shares is None:
        return Reason("settle.pay", text)
    divided = _DIVIDED[len(tally.partners) > 1].with_values(
        all=text, declarer=seat_mark(tally.declarer), pays=Words("receives") if amount > 0 else Words("pays"),
        own=payment_text(game, abs(parts[tally.declarer])), partner=seat_list(tally.partners),
        other=payment_text(game, abs(parts[tally.partners[0]])),
        parts=" : ".join(map(str, (shares.declarer, *[shares.partner] * len(tally.partners)))),
    )  # fmt: skip
    return Reason("settle.shares", divided)


def _sharing_out(game: Game, tally: Tally) -> tuple[int, ...]:
    """The seats that sit out and pay and are paid as the opponents are."""
    sits_out = game.rules.table.sits_out
    return tally.setting.out if sits_out and sits_out.shares == "opponents" else ()


def divide_in_shares(game: Game, tally: Tally, amount: int) -> dict[int, int]:
    """Divide an amount of the declarer's side among its seats.

    The declarer gains by a rest that cannot be divided: partners receive less of it, or pay more.
    """
    shares = game.rules.settle.shares
    if not tally.partners or shares is None:
        return {tally.declarer: amount}
    number = len(tally.partners)
    each = amount * shares.partner // (shares.declarer + number * shares.partner)
    return {tally.declarer: amount - number * each, **dict.fromkeys(tally.partners, each)}


# ---------------------------------------------------------------------- payments of their own


_OWN_PAYMENTS: Final = {
    (True, False): Words("{seats} pays {amount} to each opponent"),
    (False, False): Words("{seats} each pay {amount} to the declarer's side"),
    (True, True): Words("{seats} pays {amount} into the pot"),
    (False, True): Words("{seats} each pay {amount} into the pot"),
}
"""Sentences, by whether the declarer's side pays and whether into the pot."""
_PAID_TOGETHER: Final = {
    False: Words("{seats} together pay {amount} to each opponent"),
    True: Words("{seats} together pay {amount} into the pot"),
}
"""Sentences for a declarer and partners, by whether they pay into the pot."""


def pay_own_payments(
    game: Game,
    tally: Tally,
    own_payments: Iterable[OwnPayment],
    payments: list[int],
    because: list[Reason],
    *,
    wins: bool,
) -> None:
    """One side pays the other, or the pot, apart from the contract, unmultiplied.

    In a hand without a declarer only single players pay so.
    """
    paying = [] if tally.declarer == NOBODY else [*tally.opponents, *_sharing_out(game, tally)]
    for own in own_payments:
        if own.bonus.is_between_seats:
            _pay_between_seats(game, tally, own, payments, because)
            continue
        by_declarer, into_pot = own.bonus.is_paid_by_declarer(wins=wins), own.bonus.to == "pot"
        if not own.amount:
            continue
        received = 0
        if by_declarer:
            received = -own.amount * (1 if into_pot else len(paying))
        elif not into_pot:
            received = own.amount * len(paying)
        parts = divide_in_shares(game, tally, received)
        for seat, part in parts.items():
            payments[seat] += part
        if not (by_declarer and into_pot):
            for seat in paying:
                payments[seat] += own.amount if by_declarer else -own.amount
        seats = seat_list(sorted(parts) if by_declarer else paying)
        together = by_declarer and len(parts) > 1
        text = _PAID_TOGETHER[into_pot] if together else _OWN_PAYMENTS[by_declarer, into_pot]
        because.append(Reason(own.rule, text.with_values(seats=seats, amount=payment_text(game, own.amount))))


_BETWEEN_SEATS: Final = {
    ("one", "everyone"): Words("{seat} pays {amount} to each of the others"),
    ("one", "pot"): Words("{seat} pays {amount} into the pot"),
    ("everyone", "one"): Words("{seat} receives {amount} from each of the others"),
    ("everyone", "pot"): Words("each player pays {amount} into the pot"),
    ("pot", "one"): Words("{seat} receives {amount} from the pot"),
    ("pot", "everyone"): Words("each player receives {amount} from the pot"),
}
"""Sentences, by payer and receiver: one player by a card, everyone, or the pot."""
_UNKNOWN_PLAYER: Final = Words("{bonus}: open and not paid, for the points that were claimed do not decide it")


def _pay_between_seats(game: Game, tally: Tally, own: OwnPayment, payments: list[int], because: list[Reason]) -> None:
    """A player by a card, or everyone, pays the others, such a player or the pot."""
    bonus, everyone = own.bonus, [seat for seat in tally.setting.active if seat not in tally.setting.dummies]
    player = NOBODY
    if bonus.card is not None and bonus.card_place:
        mask = game.cards.mask((bonus.card,))
        player = tally.seat_by_card(bonus.card_place, bonus.card, mask)
        if player == NOBODY:
            if bonus.card_place == "won" and tally.is_card_claimed(mask):
                name = own.rule.rpartition(".")[2]
                because.append(Reason(own.rule, _UNKNOWN_PLAYER.with_values(bonus=game.ruleset.name("bonus", name))))
            return
    if bonus.paid_by == "pot":
        _pay_out_of_pot(game, tally, own, everyone if player == NOBODY else [player], payments, because)
        return
    others = [seat for seat in everyone if seat != player]
    is_payer = bonus.paid_by != "everyone"
    for seat in [player] * (len(others) if bonus.to == "everyone" else 1) if is_payer else others:
        payments[seat] -= own.amount
    if bonus.to != "pot":
        for seat in others if is_payer else [player] * len(others):
            payments[seat] += own.amount
    kinds = "one" if is_payer else "everyone", "pot" if bonus.to == "pot" else "everyone" if is_payer else "one"
    text = _BETWEEN_SEATS[kinds].with_values(amount=payment_text(game, own.amount))
    because.append(Reason(own.rule, text.with_values(seat=seat_mark(player)) if player != NOBODY else text))


def _pay_out_of_pot(
    game: Game, tally: Tally, own: OwnPayment, receivers: Sequence[int], payments: list[int], because: list[Reason]
) -> None:
    """Pay a player by a card, or everyone, out of the pot, as far as it holds so much."""
    left = (tally.setting.carry.pot or 0) - sum(payments)
    amount = min(own.amount, left // len(receivers))
    if amount <= 0:
        return
    for seat in receivers:
        payments[seat] += amount
    text = _BETWEEN_SEATS["pot", "everyone" if own.bonus.to == "everyone" else "one"]
    text = text.with_values(amount=payment_text(game, amount), seat=seat_mark(receivers[0]))
    because.append(Reason(own.rule, text))


# ---------------------------------------------------------------------- no declarer


_PAYING: Final = {
    (False, False): Words("{seats} pays {amount} to each of the others"),
    (False, True): Words("{seats} each pay {amount} to each of the others"),
    (True, True): Words("{seats} each pay {amount} to a player of each other side"),
}
"""Sentences, by whether sides are fixed and whether several seats pay."""


def pay_without_declarer(
    game: Game,
    tally: Tally,
    amount: int,
    parties: tuple[Sequence[Counted], Sequence[Counted]],
    payments: list[int],
    because: list[Reason],
) -> None:
    """Each paying side pays every other side, seat by seat.

    `parties` are the paying sides and the others.
    """
    roles = _held_roles(game, tally)
    payers, others = parties
    for payer in payers:
        for side in others:
            for debtor, other in zip(payer.seats, side.seats, strict=True):
                due = _multiply_by_roles(amount, roles, debtor, other)
                payments[debtor] -= due
                payments[other] += due
    paying, paid = ([seat for side in sides for seat in side.seats] for sides in parties)
    text = _PAYING[bool(tally.setting.sides), len(paying) > 1]
    text = text.with_values(seats=seat_list(paying), amount=payment_text(game, amount))
    because.append(Reason("all_pass.ties" if len(payers) > 1 else "all_pass.pays", text))
    because += _role_reasons(roles, paying, paid) if amount else []


# ---------------------------------------------------------------------- the pot


def put_into_pot(game: Game, tally: Tally, payments: list[int], because: list[Reason]) -> None:
    """Every player who was dealt cards pays into the pot, if there is one."""
    pot: PotRule | None = getattr(game.rules.all_pass.params, "pot", None)
    if pot is None:
        return
    for seat in tally.setting.active:
        payments[seat] -= 0 if seat in tally.setting.dummies else pot.each
    each = payment_text(game, pot.each)
    held = tally.setting.carry.pot
    text = Words("each player puts {each} into the pot", each=each)
    if held is not None:
        text = Words("each player puts {each} into the pot, which then has {amount}", each=each)
        text = text.with_values(amount=payment_text(game, held - sum(payments)))
    because.append(Reason("all_pass.pot.each", text))


def take_from_pot(
    game: Game, tally: Tally, sides: Sequence[Counted], payments: list[int], because: list[Reason]
) -> None:
    """The side that has won takes what it may from the pot; it may have to stay."""
    pot: PotRule | None = getattr(game.rules.all_pass.params, "pot", None)
    own, others = sides
    held = tally.setting.carry.pot
    if pot is None or held is None:
        return
    held -= sum(payments)
    if not held or (pot.to == "declarer" and not own.wins):
        return
    if own.wins:
        taken = divide_in_shares(game, tally, held)
    else:
        seats = [seat for seat in others.seats if seat not in tally.setting.dummies]
        seats += _sharing_out(game, tally)
        taken = dict.fromkeys(seats, held // len(seats))
    for seat, amount in taken.items():
        payments[seat] += amount
    left = held - sum(taken.values())
    text = (
        Words("{seats} take {amount} from the pot") if len(taken) > 1 else Words("{seats} takes {amount} from the pot")
    )
    text = text.with_values(seats=seat_list(sorted(taken)), amount=payment_text(game, held - left))
    if left:
        text = Words("{taken}; {left} stays there", taken=text, left=payment_text(game, left))
    because.append(Reason("all_pass.pot.to", text))


# ---------------------------------------------------------------------- irregularities and dummies


class FaultPrice(NamedTuple):
    """The price of an irregularity for its offender."""

    fault: Faulted
    each: int
    """Paid to every other player."""
    is_own: bool
    """True for a repeated one with a price of its own."""
    pot: int
    """Paid into the pot."""


_PRICE: Final = Words("{seat} pays {amount} to each for “{fault}”")
_AGAIN: Final = Words("{seat} pays {amount} to each for another “{fault}”")
_INTO_POT: Final = Words("{seat} pays {amount} into the pot for “{fault}”")


def find_fault_prices(game: Game, tally: Tally) -> Iterator[FaultPrice]:
    """Yield the price of each irregularity of a hand, in the order of their lines."""
    committed: set[tuple[int, str]] = set()
    for fault in tally.faults:
        params = game.rules.standing[fault.word].params
        is_repeated = (fault.seat, fault.word) in committed
        committed.add((fault.seat, fault.word))
        each = params.payment_to_each(is_repeated=is_repeated)
        yield FaultPrice(fault, each, params.pay_again is not None and is_repeated, params.pay_pot)


def pay_for_faults(game: Game, tally: Tally, payments: list[int], because: list[Reason]) -> None:
    """Every offender pays the other players, and the pot, what it costs."""
    for price in find_fault_prices(game, tally):
        fault = price.fault
        seat, called = seat_mark(fault.seat), game.ruleset.name("faults", fault.word)
        if price.each:
            others = [seat for seat in tally.setting.active if seat != fault.seat and seat not in tally.setting.dummies]
            if fault.seat == tally.declarer:
                others += _sharing_out(game, tally)
            for other in others:
                payments[other] += price.each
            payments[fault.seat] -= price.each * len(others)
            text, key = (_AGAIN, "pay_again") if price.is_own else (_PRICE, "pay_each")
            text = text.with_values(seat=seat, amount=payment_text(game, price.each), fault=called)
            because.append(Reason(f"standing.{fault.word}.{key}", text))
        if price.pot:
            payments[fault.seat] -= price.pot
            text = _INTO_POT.with_values(seat=seat, amount=payment_text(game, price.pot), fault=called)
            because.append(Reason(f"standing.{fault.word}.pay_pot", text))


def answer_for_dummies(tally: Tally, payments: list[int]) -> None:
    """Move the payments of a dummy to the seat that plays it."""
    if tally.declarer == NOBODY:
        return
    player = _player_of_dummies(tally)
    for dummy in tally.setting.dummies:
        if player != NOBODY:
            payments[player] += payments[dummy]
            payments[dummy] = 0


def _player_of_dummies(tally: Tally) -> int:
    """The first opponent who is not a dummy."""
    return next((seat for seat in tally.opponents if seat not in tally.setting.dummies), NOBODY)
