"""Stage 3 of a settlement: the payment of each opponent, in numbers.

The rows are those of `core/mechanisms/payment_rows.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.account import Reason, contract_parties, payment_said, points_mark, points_said
from calarec.core.engine.side_points import rounded_points, rounding_reason, seat_list
from calarec.core.mechanisms.conditions import (
    CardFigure,
    card_figure_words,
    describe_figure,
    find_met_parts,
    find_said_word,
    has_only_counted_cards,
    is_each_condition_met,
    is_known_without_play,
)
from calarec.core.mechanisms.conditions import condition_figures as figures_of
from calarec.core.mechanisms.payment_rows import contract_payments, find_stake, played_out_payments
from calarec.core.mechanisms.settle import add_bonus
from calarec.core.wording.language import Joined, Phrase, Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.core.engine.account import Counted
    from calarec.core.engine.game import Game
    from calarec.core.engine.tally import Tally
    from calarec.core.mechanisms.all_pass import PlayOutRule
    from calarec.core.mechanisms.conditions import AnyFigure, PartyCondition
    from calarec.core.mechanisms.payment_rows import BonusRow, CallPlace, PaymentRows, Stake
    from calarec.core.mechanisms.settle import Bonus
    from calarec.core.wording.language import Sayable

    Parties = Mapping[str, Counted]


def payment_text(game: Game, amount: int) -> Words | str:
    """A payment as people say it."""
    return payment_said(amount, game.rules.settle.units_per_stake)


class OwnPayment(NamedTuple):
    """A payment apart from the contract."""

    rule: str
    bonus: Bonus
    amount: int


class OpponentPayment(NamedTuple):
    """The payment of each opponent before signs, and the bonuses that applied."""

    bonus: str = ""
    added: tuple[str, ...] = ()
    amount: int = 0
    own_payments: tuple[OwnPayment, ...] = ()


def contract_payment(
    game: Game, tally: Tally, sides: tuple[Counted, Counted], because: list[Reason], *, lost_by_fault: bool
) -> OpponentPayment:
    """Compute what each opponent of a declarer pays or is paid."""
    own, others = sides
    found_at = _CALL_PLACES.get(tally.called)
    rows = _rows_of_contract(game, tally.contract, tally.call_rule if found_at else "")
    rule, stake = _known_stake(find_stake(rows.stakes, game.rules.contracts, "won" if own.wins else "lost", found_at))
    contract = game.ruleset.name("contracts", tally.contract)
    because.append(Reason(rule, Words("{contract}: stake {stake}", contract=contract, stake=_rate_text(game, stake))))
    amount, one = stake, stake
    if rows.by_difference:
        one = stake * game.rules.pack.units_per_point
        amount = stake * _difference(game, own, others, stake, because, lost_by_fault=lost_by_fault)
    amount = _limited_payment(game, amount, because)
    return _BonusHand(game, rows, contract_parties(own, others), tally).apply_bonuses(amount, one, because)


def _rows_of_contract(game: Game, contract: str, call: str) -> PaymentRows:
    """The rows of a contract, with those of a call if it counts."""
    key = f"payments of {contract} {call}"
    rows: PaymentRows | None = game.worked_out.get(key)
    if rows is None:
        rows = game.worked_out[key] = contract_payments(game.rules, contract, (call,) if call else ())
    return rows


def _limited_payment(game: Game, amount: int, because: list[Reason]) -> int:
    """Limit the payment of a contract, before bonuses, to the least and the most."""
    settle = game.rules.settle
    limited = settle.limited_payment(amount)
    if limited > amount:
        because.append(Reason("settle.least", Words("at least {amount}", amount=payment_text(game, limited))))
    elif limited < amount:
        because.append(Reason("settle.most", Words("at most {amount}", amount=payment_text(game, limited))))
    return limited


def played_out_payment(
    game: Game, tally: Tally, losers: Counted, winners: Counted, because: list[Reason]
) -> OpponentPayment:
    """Compute what each payer owes each other side in a hand without declarer."""
    part: PlayOutRule = game.rules.all_pass.params
    rows = played_out_payments(part)
    rule, stake = _known_stake(find_stake(rows.stakes, game.rules.contracts, "won"))
    because.append(Reason(rule, Words("stake {stake}", stake=payment_text(game, stake))))
    parties = {"others": winners, "winners": winners, "losers": losers}
    return _BonusHand(game, rows, parties, tally).apply_bonuses(stake, stake, because)


def own_payments_without_result(game: Game, tally: Tally, because: list[Reason]) -> OpponentPayment:
    """The payments apart of a hand without a declarer that no side has lost.

    Conditions on a side do not hold in it.
    """
    part: PlayOutRule = game.rules.all_pass.params
    rows = played_out_payments(part)
    apart = rows._replace(changing=(), adding=tuple(row for row in rows.adding if row.bonus.is_own_payment))
    return _BonusHand(game, apart, {}, tally).apply_bonuses(0, part.stake, because)


_CALL_PLACES: Final[Mapping[int, CallPlace]] = {-1: "in_pile", -2: "in_hand"}
"""`Tally.called` of a card that no other hand held."""


def _known_stake(stake: Stake) -> tuple[str, int]:
    if stake.amount is None:
        raise RecursionError(stake.rule)  # the checks refuse rules whose stakes run in a circle
    return stake.rule, stake.amount


def _rate_text(game: Game, stake: int) -> Words | str:
    """Format a stake; if the difference of points is paid, the amount per point."""
    units = game.rules.settle.units_per_stake
    if game.rules.settle.pay != "difference" or units == 1:
        return payment_text(game, stake)
    return Words("{amount} for each point", amount=points_said(stake * game.rules.pack.units_per_point, units))


def _difference(
    game: Game, own: Counted, others: Counted, stake: int, because: list[Reason], *, lost_by_fault: bool
) -> int:
    """The difference to pay; a side that has lost by a fault counts no points."""
    if lost_by_fault:
        difference = rounded_points(game, own.points + others.points)
        why: Words | str = Words("a player who has lost by a fault counts no points: ")
    else:
        difference, why = abs(own.counted - others.counted), ""
        if difference != abs(own.points - others.points):
            because += [rounding_reason(side) for side in (own, others) if side.points != side.counted]
    marked, due = points_mark(difference), payment_text(game, stake * difference)
    text = Words("{why}the difference is {points}: {amount} to be paid", why=why, points=marked, amount=due)
    because.append(Reason("settle.pay", text))
    return difference


_CERTAIN_BONUS: Final = Words("{bonus}: certain by the points that were claimed: {effect}")


class _BonusHand(NamedTuple):
    """The bonuses that may change the payment of a hand."""

    game: Game
    rows: PaymentRows
    parties: Parties
    tally: Tally

    def apply_bonuses(self, amount: int, stake: int, because: list[Reason]) -> OpponentPayment:
        """Apply the first bonus of the order that holds, then the adding ones.

        `stake` is one stake of the contract.
        """
        verdicts = self._claimed_verdicts()
        bonus, added, unpaid = "", [], []
        own_payments: list[OwnPayment] = []
        for row in self.rows.changing:
            if self._is_row_met(row, verdicts):
                because.append(self._reason(row, amount, stake, is_claimed=row.name in verdicts))
                amount, bonus = add_bonus(amount, row.bonus), row.name
                break
            unpaid.append(row)
        for row in self.rows.adding:
            if self._is_row_met(row, verdicts):
                because.append(self._reason(row, amount, stake, is_claimed=row.name in verdicts))
                if row.bonus.is_own_payment:
                    own_payments.append(OwnPayment(row.rule, row.bonus, self._added_amount(row.bonus, stake)))
                elif row.bonus.is_multiplied:
                    amount *= row.bonus.times or 1
                else:
                    amount += self._added_amount(row.bonus, stake)
                added.append(row.name)
            else:
                unpaid.append(row)
        because += [self._unpaid_reason(row, verdicts[row.name]) for row in unpaid if row.name in verdicts]
        return OpponentPayment(bonus, tuple(added), amount, tuple(own_payments))

    def _added_amount(self, bonus: Bonus, stake: int) -> int:
        """The amount that a bonus adds."""
        if bonus.plus_pot:
            return self.tally.setting.carry.pot or 0
        count = 1 if bonus.for_each is None else bonus.for_each.count_in(self.parties[bonus.for_each.of])
        return count * add_bonus(stake, bonus)

    def _claimed_verdicts(self) -> Mapping[str, bool | None]:
        """Decide the bonuses of play by claimed points; empty after a full play."""
        if self.tally.if_claimed is None:
            return {}
        from calarec.core.engine.claimed_bonuses import claimed_verdicts

        return claimed_verdicts(self.game, self.tally, self.rows, self.parties)

    def _is_row_met(self, row: BonusRow, verdicts: Mapping[str, bool | None]) -> bool:
        conditions = row.bonus.conditions
        if row.bonus.card is not None and row.bonus.card not in self.game.cards.numbers:
            return False  # the pack of this table does not have it
        if self.tally.if_claimed is not None and not is_known_without_play(conditions):
            return verdicts.get(row.name) is True
        return is_each_condition_met(conditions, self.parties, self.tally.contract)

    def _reason(self, row: BonusRow, amount: int, stake: int, *, is_claimed: bool) -> Reason:
        """Explain a bonus by its figures; `amount` is the payment without it."""
        bonus = row.bonus
        effect: Sayable | str = f"×{bonus.times}"
        if bonus.is_added and not bonus.is_multiplied:
            effect = Words("+{amount}", amount=payment_text(self.game, self._added_amount(bonus, stake)))
            if bonus.is_own_payment:
                effect = Words("{amount} apart", amount=payment_text(self.game, self._added_amount(bonus, stake)))
        elif bonus.instead is not None:
            new, old = payment_text(self.game, bonus.instead), payment_text(self.game, amount)
            effect = Words("{new} instead of {old}", new=new, old=old)
        called = self.game.ruleset.name("bonus", row.name)
        if is_claimed:
            return Reason(row.rule, _CERTAIN_BONUS.with_values(bonus=called, effect=effect))
        met = find_met_parts(bonus.conditions, self.parties, self.tally.contract)
        told = [part for part in met if part.limits or (len(met) == 1 and part.of in self.parties)]
        held = Joined(tuple(condition_text(self.game, part, self.parties[part.of]) for part in told), "; ")
        if not told:
            return Reason(row.rule, Words("{bonus}: {effect}", bonus=called, effect=effect))
        return Reason(row.rule, Words("{bonus}: {held}: {effect}", bonus=called, held=held, effect=effect))

    def _unpaid_reason(self, row: BonusRow, verdict: bool | None) -> Reason:  # noqa: FBT001 - three answers
        """Why claimed points do not pay a bonus."""
        from calarec.core.engine.claimed_bonuses import UNPAID_BONUS

        called = self.game.ruleset.name("bonus", row.name)
        return Reason(row.rule, UNPAID_BONUS[verdict is None].with_values(bonus=called))


def condition_text(game: Game, when: PartyCondition, party: Counted) -> Words:
    """Describe the figures that decided one condition."""
    looked_at = figures_of(when)
    only_cards = looked_at and has_only_counted_cards(when)
    shown = looked_at if only_cards else tuple(dict.fromkeys(("tricks", *looked_at)))
    deeds = tuple(deed_text(game, party, figure) for figure in shown)
    figures = Joined(
        tuple(figure_text(game, party, figure) for figure, deed in zip(shown, deeds, strict=True) if not deed)
    )
    seats = seat_list(party.seats)
    if any(deeds):
        return Words("{seats} took {figures}, {did}", seats=seats, figures=figures, did=Joined((*filter(None, deeds),)))
    return Words("{seats} had {figures}" if only_cards else "{seats} took {figures}", seats=seats, figures=figures)


def figure_text(game: Game, party: Counted, figure: AnyFigure) -> Words:
    """A figure as people say it."""
    value = party.figure_value(figure)
    return describe_figure(figure).describe_value(value).with_values(**_figure_values(game, figure, value))


def deed_text(game: Game, party: Counted, figure: AnyFigure) -> Words | None:
    """Return what a party did; None where people say that it took the figure."""
    value = party.figure_value(figure)
    said = describe_figure(figure).describe_deed(value)
    return said and said.with_values(**_figure_values(game, figure, value))


def _figure_values(game: Game, figure: AnyFigure, value: int) -> dict[str, object]:
    values: dict[str, object] = {
        "tricks": Phrase("figures", value, Words("trick|tricks")), "points": points_mark(value), "number": value,
        "word": game.ruleset.name("standing", said) if (said := find_said_word(figure)) else "",
    }  # fmt: skip
    if isinstance(figure, CardFigure):
        values |= card_figure_words(figure, value, game.ruleset.name)
    return values
