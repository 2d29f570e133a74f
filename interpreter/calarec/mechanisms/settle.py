"""Settle: who has won, what is paid, what a clean sweep adds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from calarec.language import Words
from calarec.light import dataclass, replace
from calarec.mechanisms.base import Kind, Mechanism, sentences
from calarec.mechanisms.contracts import StakeOf
from calarec.moves import settling
from calarec.moves.account import Account, Counted, Reason
from calarec.moves.state import NOBODY
from calarec.rulesets.fields import ID_PATTERN, param

if TYPE_CHECKING:
    from calarec.engine.game import Game
    from calarec.moves.tally import Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    """A condition: all that it names must hold of one party."""

    of: Literal["losers", "winners", "declarer", "opponents", "others"] = param(
        "Of",
        "The party that is looked at.",
        default="losers",
        options={
            "losers": "the side that has lost",
            "winners": "the side that has won",
            "declarer": "the declarer's side",
            "opponents": "the declarer's opponents together",
            "others": "in a hand without a declarer: all who are paid, together",
        },
    )
    tricks: int | None = param("Tricks", "They have won exactly so many tricks.", default=None, least=0, most=40)
    tricks_at_least: int | None = param(
        "Tricks at least", "They have won at least so many tricks.", default=None, least=1, most=40
    )
    card_points_in_tricks_below: int | None = param(
        "Card points in tricks below",
        "The cards of their tricks, without the last trick's points and without any pile, are worth less.",
        default=None, least=1, most=1000, counts="points",
    )  # fmt: skip
    card_points_below: int | None = param(
        "Card points below",
        "All cards they have won, piles included, without the last trick's points, are worth less.",
        default=None, least=1, most=1000, counts="points",
    )  # fmt: skip
    points_below: int | None = param(
        "Points below", "All their points, everything included, are fewer.",
        default=None, least=1, most=1000, counts="points",
    )  # fmt: skip
    contracts: tuple[str, ...] = param(
        "Contracts", "Only in these contracts; without any: in all.", default=(), refers_to="contract"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """Something that changes the payment; either `times` or `instead`."""

    when: When = param("When", "When it applies.")
    times: int | None = param("Times", "The payment is multiplied.", default=None, least=1, most=1000)
    instead: int | None = param(
        "Instead", "This is paid instead.", default=None, least=0, most=100_000, counts="payment"
    )

    def unconditional(self) -> Bonus:
        """The same for its party, whatever was played."""
        return replace(self, when=When(of=self.when.of))


@dataclass(frozen=True, slots=True, kw_only=True)
class WonIf:
    """What the declarer's side needs."""

    of: Literal["declarer"] = param(
        "Of", "The side that must reach it.", default="declarer", options={"declarer": "the declarer's side"}
    )
    points_at_least: int = param(
        "Points at least", "The points it needs, in the unit of the file.", least=1, most=1000, counts="points"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """How declarer and partner divide what they win or lose."""

    declarer: int = param("Declarer", "The declarer's parts.", least=1, most=100)
    partner: int = param("Partner", "The partner's parts.", least=1, most=100)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle:
    """What is paid at the end of a hand."""

    won_if: WonIf = param("Won if", "When the declarer's side has won.")
    rounding: Literal["none", "down"] = param(
        "Rounding",
        "What becomes of fractions of a whole point.",
        default="none",
        options={"none": "they count", "down": "each side drops them"},
    )
    pay: Literal["each_opponent", "difference"] = param(
        "Pay",
        "What is paid between the declarer's side and each opponent.",
        default="each_opponent",
        options={
            "each_opponent": "the stake of the contract",
            "difference": "the difference of the two sides' points, times the stake: for each unit of points, the "
            "stake in units of payment",
        },
    )
    pay_unit: str = param(
        "Unit of payment", "The part of a stake in which payments of this file are counted.",
        default="1", pattern="^1(/[2-9])?$",
    )  # fmt: skip
    shares: Shares | None = param("Shares", "How declarer and partner divide what they win or lose.", default=None)
    bonus: Mapping[str, Bonus] = param(
        "Bonuses", "What changes the payment.", default={}, keys=ID_PATTERN, entries=True
    )
    bonus_order: tuple[str, ...] = param(
        "Order of the bonuses", "The first of these that applies counts, and only that.",
        default=(), refers_to="bonus",
    )  # fmt: skip


class Settling:
    """Settles a hand that was played under a contract."""

    def settle(self, game: Game, tally: Tally) -> Account:
        """The account of the hand."""
        payments = [0] * len(tally.setting.labels)
        because: list[Reason] = []
        if tally.outcome == "void":
            because += settling.fault_payments(game, tally, payments)
            settling.answer_for_dummies(tally, payments)
            return Account((), tally.contract, tally.declarer, tally.partner, "", 0, tuple(payments), tuple(because))
        own, others = (settling.side_of(game, tally, seats) for seats in tally.sides)
        own, others = self._claimed(game, tally, own, others, because)
        before = (own, others)
        own, others = self._penalties(game, tally, own, others, because)
        wins = self._wins(game, tally, own, because)
        own, others = replace(own, wins=wins), replace(others, wins=not wins)
        bonus, amount = self._amount(game, tally, own, others, before, because)
        self._pay(game, tally, amount if wins else -amount, payments, because)
        because += settling.fault_payments(game, tally, payments)
        settling.answer_for_dummies(tally, payments)
        return Account(
            (own, others), tally.contract, tally.declarer, tally.partner, bonus, amount, tuple(payments), tuple(because)
        )

    def _claimed(
        self, game: Game, tally: Tally, own: Counted, others: Counted, because: list[Reason]
    ) -> tuple[Counted, Counted]:
        """A number of points that was claimed takes the place of the count."""
        claim = tally.claim
        if claim is None or claim.points is None:
            return own, others
        total = own.cards + others.cards + game.cards.worth(claim.rest) + game.rules.pack.last_trick
        rest = total - claim.points
        first, second = (claim.points, rest) if claim.to in own.seats else (rest, claim.points)
        points = settling.points_mark(claim.points)
        said = Words("{seat}: {points}, as claimed", seat=settling.seat_mark(claim.seat), points=points)
        because.append(Reason(claim.rule, said))
        return self._with_points(game, own, first), self._with_points(game, others, second)

    def _with_points(self, game: Game, side: Counted, points: int) -> Counted:
        return replace(side, points=points, counted=settling.counted(game, points))

    def _penalties(
        self, game: Game, tally: Tally, own: Counted, others: Counted, because: list[Reason]
    ) -> tuple[Counted, Counted]:
        for fault in tally.faults:
            points = game.rules.standing[fault.word].part.move_points
            if not points:
                continue
            lost = points if fault.seat in own.seats else -points
            own = self._with_points(game, own, own.points - lost)
            others = self._with_points(game, others, others.points + lost)
            called = game.ruleset.name("faults", fault.word)
            said = Words(
                "{points} go from {seat}'s side to the other for “{fault}”",
                points=settling.points_mark(points), seat=settling.seat_mark(fault.seat), fault=called,
            )  # fmt: skip
            because.append(Reason(f"standing.{fault.word}.move_points", said))
        return own, others

    def _wins(self, game: Game, tally: Tally, own: Counted, because: list[Reason]) -> bool:
        for fault in tally.faults:
            if game.rules.standing[fault.word].part.contract == "lost":
                called = game.ruleset.name("faults", fault.word)
                said = Words("{seat}'s side has lost by “{fault}”", seat=settling.seat_mark(fault.seat), fault=called)
                because.append(Reason(f"standing.{fault.word}.contract", said))
                return fault.seat not in own.seats
        needed = game.rules.settle.won_if.points_at_least
        seats = settling.seats_said(own.seats)
        said = Words(
            "{seats}: {points}; needed: {needed}",
            seats=seats, points=settling.points_mark(own.points), needed=settling.points_mark(needed),
        )  # fmt: skip
        because.append(Reason("settle.won_if", said))
        return own.counted >= needed

    def _amount(
        self,
        game: Game,
        tally: Tally,
        own: Counted,
        others: Counted,
        before: tuple[Counted, Counted],
        because: list[Reason],
    ) -> tuple[str, int]:
        """The bonus that applies and what each opponent pays or receives, before signs."""
        rules = game.rules.settle
        rule, amount = stake_of(game, tally, wins=bool(own.wins))
        contract = game.ruleset.name("contracts", tally.contract)
        stake = settling.rate(game, amount)
        because.append(Reason(rule, Words("{contract}: stake {stake}", contract=contract, stake=stake)))
        if rules.pay == "difference":
            amount *= settling.difference(game, tally, own, others, amount, because)
        # Bonuses look at what was played, before penalties move points.
        mine, theirs = before
        claimed = tally.claim is not None and tally.claim.points is not None
        winners, losers = (mine, theirs) if own.wins else (theirs, mine)
        parties = {"declarer": mine, "opponents": theirs, "winners": winners, "losers": losers}
        found = settling.first_bonus(rules.bonus, rules.bonus_order, parties, tally.contract, by_points=claimed)
        if found is None:
            return "", amount
        name, bonus = found
        because.append(settling.bonus_reason(game, "settle", name, bonus, parties[bonus.when.of], amount))
        return name, settling.with_bonus(amount, bonus)

    def _pay(self, game: Game, tally: Tally, amount: int, payments: list[int], because: list[Reason]) -> None:
        """Every opponent pays the amount (or is paid it, if it is negative); the declarer's side divides it."""
        paying = list(tally.opponents)
        table = game.rules.table
        if table.sits_out and table.sits_out.shares == "opponents":
            paying += tally.setting.out
        for seat in paying:
            payments[seat] -= amount
        total = amount * len(paying)
        shares = game.rules.settle.shares
        each = settling.payment(game, abs(amount))
        said = Words("each opponent receives {amount}" if amount < 0 else "each opponent pays {amount}", amount=each)
        if tally.partner == NOBODY or shares is None:
            payments[tally.declarer] += total
            because.append(Reason("settle.pay", said))
            return
        partners = total * shares.partner // (shares.declarer + shares.partner)
        payments[tally.partner] += partners
        payments[tally.declarer] += total - partners
        own, other = settling.payment(game, abs(total - partners)), settling.payment(game, abs(partners))
        verbs = Words("receives") if amount > 0 else Words("pays")
        parts = f"{shares.declarer} : {shares.partner}"
        divided = Words(
            "{all}: {declarer} {pays} {own} and {partner} {other}; shares {parts}",
            all=said, declarer=settling.seat_mark(tally.declarer), pays=verbs, own=own,
            partner=settling.seat_mark(tally.partner), other=other, parts=parts,
        )  # fmt: skip
        because.append(Reason("settle.shares", divided))


def stake_of(game: Game, tally: Tally, *, wins: bool) -> tuple[str, int]:
    """The rule that gives the stake of a hand, and the stake."""
    contracts = game.rules.contracts
    contract = contracts[tally.contract]
    own: tuple[str, int | StakeOf | None] = (f"contracts.{tally.contract}.stake", contract.stake)
    if not wins and contract.lost is not None:
        own = (f"contracts.{tally.contract}.lost", contract.lost)
    if tally.called in (-1, -2):
        where = "in_pile" if tally.called == -1 else "in_hand"
        found = getattr(game.step(tally.call_rule).part, where)
        instead = found.won if wins else found.lost
        if instead is not None:
            own = (f"{tally.call_rule}.{where}.{'won' if wins else 'lost'}", instead)
    rule, stake = own
    times = 1
    for _ in range(len(contracts) + 1):
        if isinstance(stake, int):
            return rule, stake * times
        times *= stake.times if stake is not None else 1
        stake = contracts[stake.of].stake if stake is not None else 0
    raise RecursionError(rule)


MECHANISM = Mechanism(
    name="settle",
    kind=Kind.SECTION,
    part=Settle,
    title=Words("The settlement"),
    about="Who has won, and what is paid.",
    say=sentences("settle"),
    behaviour=Settling(),
)
