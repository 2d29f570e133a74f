"""Settlement of a hand: points, result, payment of an opponent, payments by seat.

The order is that of the stages: points (`side_points.py`), result (here), what one opponent pays
(`opponent_payment.py`), payments from seat to seat (`payment_flows.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import replace
from calarec.core.engine.account import Account, Counted, Reason, join_sides, points_mark, seat_mark
from calarec.core.engine.match import find_dealer_by_result, find_next_rest
from calarec.core.engine.opponent_payment import (
    OpponentPayment,
    contract_payment,
    figure_text,
    own_payments_without_result,
    played_out_payment,
)
from calarec.core.engine.payment_flows import (
    answer_for_dummies,
    multiply_for_all,
    pay_contract,
    pay_for_faults,
    pay_own_payments,
    pay_without_declarer,
    put_into_pot,
    take_from_pot,
)
from calarec.core.engine.side_points import count_sides, rounding_reason, seat_list
from calarec.core.engine.state import NOBODY, NOTHING_CARRIED, Inherited
from calarec.core.mechanisms.conditions import condition_figures, is_condition_met, is_known_without_play
from calarec.core.mechanisms.rules import deals_again, winning
from calarec.core.wording.language import Joined, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.engine.events import Faulted
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State
    from calarec.core.engine.tally import Tally
    from calarec.core.mechanisms.all_pass import PlayOutRule
    from calarec.core.mechanisms.auction import WonIf
    from calarec.core.mechanisms.conditions import When


def settle_hand(game: Game, tally: Tally) -> Account:
    """The account of a hand that is over."""
    if tally.outcome == "void":
        return _settle_void(game, tally)
    if tally.declarer != NOBODY:
        return _settle_contract(game, tally)
    if game.rules.all_pass.do == "play_out":
        return _settle_played_out(game, tally)
    return _settle_thrown_in(game, tally)


def may_have_payments(game: Game, account: Account) -> bool:
    """Check whether a seat could have had to pay.

    False where each side only counts its points.
    """
    out = game.rules.all_pass
    return bool(account.contract) or out.do != "play_out" or bool(out.params.pays != "nobody")


# ---------------------------------------------------------------------- a contract


def _settle_contract(game: Game, tally: Tally) -> Account:
    payments = [0] * len(tally.setting.labels)
    because: list[Reason] = []
    own, others = count_sides(game, tally, because)
    losing = losing_faults(game, tally)
    wins = _has_declarer_won(game, tally, (own, others), losing, because)
    sides = replace(own, wins=wins), replace(others, wins=not wins)
    paid = contract_payment(game, tally, sides, because, lost_by_fault=bool(losing))
    amount = paid.amount * multiply_for_all(game, tally, because)
    pay_contract(game, tally, amount if wins else -amount, payments, because)
    pay_own_payments(game, tally, paid.own_payments, payments, because, wins=wins)
    take_from_pot(game, tally, sides, payments, because)
    pay_for_faults(game, tally, payments, because)
    answer_for_dummies(tally, payments)
    account = Account(
        sides, tally.contract, tally.declarer, tally.partners, paid.bonus, amount, tuple(payments), tuple(because),
        paid.added,
    )  # fmt: skip
    return _with_declarations(game, tally, account)


def losing_faults(game: Game, tally: Tally) -> list[Faulted]:
    """The irregularities that lose a contract, in the order in which they happened.

    One without a trick of its own happened where its line is: before all that come after it.
    """
    found: list[Faulted] = []
    for fault in tally.faults:
        if game.rules.standing[fault.word].params.contract != "lost":
            continue
        place = len(found)
        while place and 0 < fault.trick < found[place - 1].trick:
            place -= 1
        found.insert(place, fault)
    return found


_HAS_LOST: Final = Words("{seat}'s side has lost by “{fault}”")
_LOST_ALREADY: Final = Words("{seat}'s “{fault}” came later: the contract was lost already")
_NEEDED: Final = {
    (True, False): Words("{seats}: {points}; needed: {needed}"),
    (False, True): Words("{seats}: {points}; needed: at most {most}"),
    (True, True): Words("{seats}: {points}; needed: {needed} to {most}"),
}
"""Why a side has won or lost, where points are needed and where too many lose."""
_AFTER_ROUNDING: Final = Words("{points} after rounding")


_HAS_ALL_NEEDED: Final = {
    True: Words("{seats} had {figures}: all that is needed"),
    False: Words("{seats} had {figures}: not all that is needed"),
}
"""Sentences, by whether a side has what it needs besides points."""


def _has_declarer_won(
    game: Game, tally: Tally, sides: tuple[Counted, Counted], losing: list[Faulted], because: list[Reason]
) -> bool:
    """Decide whether the declarer's side has won, by irregularities or its needs."""
    own = sides[0]
    if losing:
        first = losing[0]
        because.append(_fault_reason(game, first, _HAS_LOST))
        later = next((fault for fault in losing if (fault.seat in own.seats) != (first.seat in own.seats)), None)
        if later is not None:
            because.append(_fault_reason(game, later, _LOST_ALREADY))
        return first.seat not in own.seats
    rule, needed = winning(game.rules, tally.contract)
    wins = needed.is_reached_by(own.counted)
    points: Words | str = points_mark(own.points)
    if needed.is_reached_by(own.points) != wins:
        because.append(rounding_reason(own))
        points = _AFTER_ROUNDING.with_values(points=points_mark(own.counted))
    least, most = needed.points_at_least, needed.points_at_most
    has_needed = _has_needed(game, tally, sides, (rule, needed), because)
    if least is None and most is None:
        return has_needed
    because.append(Reason(rule, _NEEDED[least is not None or most is None, most is not None].with_values(
        seats=seat_list(own.seats), points=points, needed=points_mark(least or 0), most=points_mark(most or 0),
    )))  # fmt: skip
    return wins and has_needed


def _has_needed(
    game: Game, tally: Tally, sides: tuple[Counted, Counted], rule: tuple[str, WonIf], because: list[Reason]
) -> bool:
    """Check whether a side has what it needs besides points, and add the reason."""
    path, needed = rule
    own, when = sides[0], needed.condition
    if not when.limits:
        return True
    has_all = _find_needed_verdict(game, tally, sides, when) is True
    figures = Joined(tuple(figure_text(game, own, figure) for figure in condition_figures(when)))
    because.append(Reason(path, _HAS_ALL_NEEDED[has_all].with_values(seats=seat_list(own.seats), figures=figures)))
    return has_all


def _find_needed_verdict(game: Game, tally: Tally, sides: tuple[Counted, Counted], when: When) -> bool | None:
    """Decide what is needed besides points; None if it is open."""
    own, others = sides
    if tally.if_claimed is None or is_known_without_play((when,)):
        return is_condition_met(when, own, tally.contract)
    from calarec.core.engine.claimed_bonuses import claimed_verdict

    return claimed_verdict(game, tally, when, {"declarer": own, "opponents": others})


def _with_declarations(game: Game, tally: Tally, account: Account) -> Account:
    if not tally.declared:
        return account
    from calarec.core.engine.declaring import with_match_points

    return with_match_points(game, tally, account)


def is_result_open(game: Game, tally: Tally) -> bool:
    """Check whether claimed points leave open which side has won."""
    if tally.if_claimed is None or tally.declarer == NOBODY or losing_faults(game, tally):
        return False
    needed = winning(game.rules, tally.contract)[1]
    if needed.is_by_points:
        return False
    own, others = count_sides(game, tally, [])
    has_points = needed.is_reached_by(own.counted)
    return has_points and _find_needed_verdict(game, tally, (own, others), needed.condition) is None


def _fault_reason(game: Game, fault: Faulted, text: Words) -> Reason:
    called = game.ruleset.name("faults", fault.word)
    return Reason(f"standing.{fault.word}.contract", text.with_values(seat=seat_mark(fault.seat), fault=called))


# ---------------------------------------------------------------------- no contract


def _settle_void(game: Game, tally: Tally) -> Account:
    """Nothing is paid but for irregularities."""
    payments = [0] * len(tally.setting.labels)
    because: list[Reason] = []
    pay_for_faults(game, tally, payments, because)
    answer_for_dummies(tally, payments)
    return Account((), tally.contract, tally.declarer, tally.partners, "", 0, tuple(payments), tuple(because))


def _settle_thrown_in(game: Game, tally: Tally) -> Account:
    """Nothing is paid but into the pot and for irregularities."""
    payments = [0] * len(tally.setting.labels)
    because = [Reason("all_pass.do", Words("without a bid the cards are dealt again"))]
    put_into_pot(game, tally, payments, because)
    pay_for_faults(game, tally, payments, because)
    return Account((), "", NOBODY, (), "", 0, tuple(payments), tuple(because))


def _settle_played_out(game: Game, tally: Tally) -> Account:
    """Settle a hand without declarer.

    The side with most points, fewest or the last trick pays, or each counts its own.
    """
    part: PlayOutRule = game.rules.all_pass.params
    payments = [0] * len(tally.setting.labels)
    because: list[Reason] = []
    sides = count_sides(game, tally, because)
    payers = _find_payers(part, sides, tally)
    if payers != _find_payers(part, sides, tally, is_rounded=False):
        because += [rounding_reason(side) for side in sides if side.points != side.counted]
    others = [side for side in sides if side not in payers]
    paid = OpponentPayment()
    if payers and others and not (len(payers) > 1 and part.ties == "nobody_pays"):
        losers = join_sides(payers, wins=False)
        winners = join_sides(others, wins=True)
        paid = played_out_payment(game, tally, losers, winners, because)
        pay_without_declarer(game, tally, paid.amount, (payers, others), payments, because)
    elif part.pays != "nobody":
        paid = own_payments_without_result(game, tally, because)
    pay_own_payments(game, tally, paid.own_payments, payments, because, wins=False)
    if part.pays == "nobody":
        because += [_counting_reason(side) for side in sides]
    pay_for_faults(game, tally, payments, because)
    because += _fault_parts_without_effect(game, tally, sides)
    settled = tuple(replace(side, wins=side not in payers if payers else None) for side in sides)
    account = Account(
        settled, "", NOBODY, (), paid.bonus, paid.amount, tuple(payments), tuple(because), paid.added
    )  # fmt: skip
    return _with_declarations(game, tally, account)


def _find_payers(
    part: PlayOutRule, sides: tuple[Counted, ...], tally: Tally, *, is_rounded: bool = True
) -> list[Counted]:
    """The sides that pay, by the points as they are counted or before rounding."""
    if part.pays == "nobody":
        return []
    if part.pays == "last_trick":
        return [side for side in sides if tally.last in side.seats]
    amounts = [side.counted if is_rounded else side.points for side in sides]
    worst = (max if part.pays == "most_points" else min)(amounts)
    return [side for side, amount in zip(sides, amounts, strict=True) if amount == worst]


_NOTHING_LOST: Final = Words("{seat}'s “{fault}” loses no contract: there is no declarer")
_NOTHING_MOVED: Final = Words("no points move for {seat}'s “{fault}”: there is more than one other side")


def _fault_parts_without_effect(game: Game, tally: Tally, sides: tuple[Counted, ...]) -> Iterator[Reason]:
    """Explain the effects under a contract that an irregularity does not have here."""
    for fault in tally.faults:
        params, called = game.rules.standing[fault.word].params, game.ruleset.name("faults", fault.word)
        if params.contract == "lost":
            text = _NOTHING_LOST.with_values(seat=seat_mark(fault.seat), fault=called)
            yield Reason(f"standing.{fault.word}.contract", text)
        if params.move_points and len(sides) != 2:
            text = _NOTHING_MOVED.with_values(seat=seat_mark(fault.seat), fault=called)
            yield Reason(f"standing.{fault.word}.move_points", text)


def _counting_reason(side: Counted) -> Reason:
    """Explain the points that a side counts for the match."""
    if side.points != side.counted:
        return rounding_reason(side)
    text = Words("{seats}: {points}", seats=seat_list(side.seats), points=points_mark(side.points))
    return Reason("all_pass.pays", text)


def dealer_after(game: Game, state: State, account: Account | None, people: int) -> int:
    """The seat that deals after a hand that is over.

    The next one where its result decides and is not known.
    """
    is_passed = not state.contract and game.rules.has_auction
    if state.outcome == "void":
        stays = "same" in deals_again(game.rules, state.stated_words)
    else:
        stays = not state.contract and getattr(game.rules.all_pass.params, "dealer", "next") == "same"
    dealer = state.setting.dealer
    if not (stays or is_passed or state.outcome == "void"):
        found = find_dealer_by_result(game, state.setting, account)
        return (dealer + 1) % people if found is None else found
    return dealer if stays else (dealer + 1) % people


def carried_on(game: Game, state: State, account: Account | None, sure: int = -1) -> Inherited:
    """The inheritance of the next hand, with the piles that are sure to be unmoved."""
    part = game.rules.all_pass.params
    kept: tuple[tuple[int, int], ...] = ()
    if state.outcome == "all_pass" and game.rules.all_pass.do == "carry_on":
        kept = tuple(
            (number, state.piles[number])
            for number, name in enumerate(game.piles)
            if name in part.keep and not state.piles[number] & ~sure
        )
    return left_behind(game, state.setting, state.outcome, account, kept)


def left_behind(
    game: Game, setting: Seating, outcome: str, account: Account | None, kept: tuple[tuple[int, int], ...] = ()
) -> Inherited:
    """The inheritance of the next hand from a hand with this end.

    Piles, a narrowed auction, the pot, the seat that sits out.
    """
    part = game.rules.all_pass.params
    rests = find_next_rest(game, setting, outcome, account)
    pot: int | None = 0
    if getattr(part, "pot", None) is not None:
        # What is paid goes from one to another, but for what is put into the pot and taken from it.
        before = setting.carry.pot
        known = account is not None and bool(account.payments) and before is not None
        pot = (before or 0) - sum(account.payments) if known and account is not None else None
    if outcome == "all_pass" and game.rules.all_pass.do == "carry_on":
        return Inherited(kept, part.only, part.binds, "all_pass.only", pot, part.times, rests)
    return NOTHING_CARRIED if (pot, rests) == (0, "") else Inherited(pot=pot, rests=rests)
