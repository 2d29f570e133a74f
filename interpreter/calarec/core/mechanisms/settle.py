"""The settlement: result, payments and bonuses; and the match of added hands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias

from calarec.core.base.frozen import dataclass, replace
from calarec.core.mechanisms.auction import WonIf
from calarec.core.mechanisms.conditions import ForEach, OpponentCondition, When, describe_figure
from calarec.core.mechanisms.fields import ID_PATTERN, Kind, Mechanism, param
from calarec.core.wording.language import Words
from calarec.core.wording.phrases import parts_of_unit

Payer: TypeAlias = Literal[
    "losers", "winners", "declarer", "opponents", "everyone", "card_winner", "card_holder", "pot"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """A change of the payment by one of `times`, `instead` and the `plus` parameters."""

    when: When = param(
        "When",
        "When it applies; of several, in a list, all must hold; without it: always.",
        default=When(),
        more="also",
    )
    also: tuple[When, ...] = param(
        "Also", "Further conditions, of this or another party: all must hold at once.", default=(), since="0.2.0"
    )
    times: int | None = param(
        "Times", "The factor by which the payment is multiplied.", default=None, least=1, most=1000
    )
    instead: int | None = param(
        "Instead", "The amount that is paid instead.", default=None, least=0, most=100_000, counts="payment"
    )
    plus: int | None = param(
        "Plus", "The amount that is added, whichever other bonus applies; such a bonus is outside the order.",
        default=None, least=1, most=100_000, counts="payment", since="0.2.0",
    )  # fmt: skip
    plus_stakes: int | None = param(
        "Plus stakes",
        "The amount added, as a multiple of the worth of the contract; where the difference is paid: in points.",
        default=None, least=1, most=1000, since="0.2.0",
    )  # fmt: skip

    plus_pot: bool | None = param("Plus pot", "If true, all that the pot holds is added.", default=None, since="0.3.0")
    for_each: ForEach | None = param(
        "For each", "The amount is added once for each of these; without it: once.", default=None, since="0.3.0"
    )
    paid_by: Payer | None = param(
        "Paid "
        "by",
        "The amount is a payment of its own, which nothing multiplies. This side pays it to the other; a player "
        "named by a card, everyone, or the pot pays it to its receiver.",
        default=None, since="0.3.0",
        options={
            "losers": "the side that has lost",
            "winners": "the side that has won",
            "declarer": "the declarer's side",
            "opponents": "each of the declarer's opponents",
            "everyone": "each player who was dealt cards, except the player who is paid",
            "card_winner": "the player who has won `card`, in a trick or with a pile",
            "card_holder": "the player who was dealt `card`",
            "pot": "the pot, as far as it holds so much",
        },
    )  # fmt: skip
    to: Literal["pot", "everyone", "card_winner", "card_holder"] | None = param(
        "To",
        "The receiver of a payment of its own; without it: the other side.",
        default=None, since="0.3.0",
        options={
            "pot": "into the pot",
            "everyone": "to each player who was dealt cards, except the player who pays",
            "card_winner": "to the player who has won `card`, in a trick or with a pile",
            "card_holder": "to the player who was dealt `card`",
        },
    )  # fmt: skip
    card: str | None = param(
        "Card", "The card by which a player pays or is paid.",
        default=None, pattern="^[0-9A-Z][a-z]$", refers_to="card", since="0.3.0",
    )  # fmt: skip
    cumulative: bool | None = param(
        "Cumulative", "If true, the factor multiplies what is due after all other bonuses, outside the order.",
        default=None, since="0.3.0",
    )  # fmt: skip

    @property
    def written_conditions(self) -> tuple[When, ...]:
        """All that it states must hold."""
        return self.when, *self.also

    @property
    def conditions(self) -> tuple[When, ...]:
        """All that must hold: where something is paid for each, there is at least one."""
        found = self.when, *self.also
        return found if self.for_each is None else (*found, self.for_each.condition)

    @property
    def is_multiplied(self) -> bool:
        """Check whether it multiplies the payment after all other bonuses."""
        return self.cumulative is True and self.times is not None

    @property
    def is_added(self) -> bool:
        """Check whether it is outside the order: it adds or multiplies in any case."""
        return self.plus is not None or self.plus_stakes is not None or self.plus_pot is True or self.is_multiplied

    @property
    def is_own_payment(self) -> bool:
        """Check whether a named side pays it apart from the contract."""
        return self.paid_by is not None

    @property
    def card_place(self) -> Literal["dealt", "won", ""]:
        """The place of the card that decides who pays or is paid; empty: sides pay."""
        if "card_winner" in (self.paid_by, self.to):
            return "won"
        return "dealt" if "card_holder" in (self.paid_by, self.to) else ""

    @property
    def is_between_seats(self) -> bool:
        """Check whether single players pay and are paid, not sides."""
        return self.card_place != "" or self.paid_by in ("everyone", "pot")

    def is_paid_by_declarer(self, *, wins: bool) -> bool:
        """Check whether the declarer's side pays it as a payment of its own."""
        return self.paid_by == "declarer" or self.paid_by == ("winners" if wins else "losers")

    def unconditional(self, count: int = 1) -> Bonus:
        """The same without conditions; what is paid for each is paid `count` times."""
        if self.for_each is None:
            return replace(self, when=When(of=self.when.of), also=())
        plus, stakes = (None if more is None else more * count for more in (self.plus, self.plus_stakes))
        return replace(self, when=When(of=self.when.of), also=(), for_each=None, plus=plus, plus_stakes=stakes)

    def with_count(self, count: int) -> Bonus:
        """The same where it is paid for exactly `count` cards or tricks."""
        if self.for_each is None:
            return self
        return replace(self.unconditional(count), when=self.when, also=(*self.also, self.for_each.exactly(count)))


def changing(table: Mapping[str, Bonus], order: Iterable[str]) -> tuple[str, ...]:
    """The bonuses of an order of which the first that holds counts.

    A bonus outside the order may be listed there without effect.
    """
    return tuple(name for name in order if not table[name].is_added)


def adding(table: Mapping[str, Bonus]) -> tuple[str, ...]:
    """The bonuses outside the order: adding, multiplying, then own payments."""
    found = [name for name, bonus in table.items() if bonus.is_added]
    return tuple(sorted(found, key=lambda name: (table[name].is_own_payment, table[name].is_multiplied)))


def applying(table: Mapping[str, Bonus], order: Iterable[str]) -> tuple[str, ...]:
    """All bonuses in the order in which an account names those that apply."""
    return (*changing(table, order), *adding(table))


def add_bonus(amount: int, bonus: Bonus | None) -> int:
    """Apply a bonus of the order; of an adding one, return what it adds to a stake."""
    if bonus is None:
        return amount
    given = bonus.plus if bonus.plus is not None else bonus.instead
    return given if given is not None else amount * (bonus.plus_stakes or bonus.times or 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """The shares of declarer and partner in what they win or lose."""

    declarer: int = param("Declarer", "The declarer's parts.", least=1, most=100)
    partner: int = param("Partner", "The partner's parts.", least=1, most=100)


HALF: Final = "1/2"
RoleMultiple: TypeAlias = int | Literal["1/2"]
"""The factor of what a player pays or receives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleRule:
    """The payments of a player with a role, relative to those of others."""

    pays: RoleMultiple = param(
        "Pays", "The multiple of what another player would pay; `1/2`: half of it.", default=1, least=1, most=100
    )
    receives: RoleMultiple = param(
        "Receives", "The multiple of what another player would receive; `1/2`: half of it.",
        default=1, least=1, most=100,
    )  # fmt: skip

    @property
    def halves(self) -> int:
        """The number of halvings in it."""
        return (self.pays == HALF) + (self.receives == HALF)


@dataclass(frozen=True, slots=True, kw_only=True)
class Roles:
    """The roles that pay or receive a multiple."""

    dealer: RoleRule | None = param(
        "Dealer", "The dealer, as declarer, as opponent, or sitting out with the opponents' fortunes.", default=None
    )
    eldest: RoleRule | None = param("Eldest", "The player with the first turn after the dealer.", default=None)
    holder: RoleRule | None = param("Holder", "The opponent who held the called card.", default=None, since="0.3.0")


def named_roles(roles: Roles) -> list[tuple[str, RoleRule]]:
    """The roles with another factor than the rest, by name."""
    found = (("dealer", roles.dealer), ("eldest", roles.eldest), ("holder", roles.holder))
    return [(name, rule) for name, rule in found if rule is not None]


@dataclass(frozen=True, kw_only=True)
class OpponentRule:
    """The payments of one opponent, by a figure of that opponent."""

    when: OpponentCondition = param(
        "When",
        "When it applies to an opponent; of several, in a list, all must hold; without it: always.",
        default=OpponentCondition(), more="also", since="0.3.0",
    )  # fmt: skip
    also: tuple[OpponentCondition, ...] = param(
        "Also", "Further conditions, of this or another party: all must hold at once.", default=(), since="0.3.0"
    )
    pays: int = param(
        "Pays",
        "The opponent pays this many times what is due; 0: nothing.",
        default=1,
        least=0,
        most=100,
        since="0.3.0",
    )
    receives: int = param(
        "Receives", "The opponent receives this many times what is due; 0: nothing.",
        default=1, least=0, most=100, since="0.3.0",
    )  # fmt: skip

    @property
    def conditions(self) -> tuple[OpponentCondition, ...]:
        """All that must hold."""
        return self.when, *self.also

    @property
    def is_known_without_play(self) -> bool:
        """Check whether it is independent of tricks and of won cards."""
        return not any(describe_figure(limit.figure).played for when in self.conditions for limit in when.limits)

    def may_apply_to_contract(self, contract: str) -> bool:
        """Check whether its conditions allow a contract."""
        return all(not when.contracts or contract in when.contracts for when in self.conditions)


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleRule:
    """The payments at the end of a hand."""

    won_if: WonIf = param("Won if", "When the declarer's side has won a contract.", default=WonIf())
    rounding: Literal["none", "down"] = param(
        "Rounding",
        "The treatment of fractions of a whole point.",
        default="none",
        options={"none": "they count", "down": "each side drops them"},
    )
    leftover: Literal["nobody", "last_trick"] = param(
        "Leftover",
        "The side that gets the whole points in the sum of the dropped fractions of all sides.",
        default="nobody",
        options={
            "nobody": "no side: they are lost",
            "last_trick": "the side that has won the last trick; what is not a whole point is lost",
        },
        since="0.2.0",
    )
    pay: Literal["each_opponent", "difference"] = param(
        "Pay",
        "The amount that is paid between the declarer's side and each opponent.",
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
    least: int | None = param(
        "Least", "So much is paid for a contract at least, before bonuses.",
        default=None, least=1, most=100_000, counts="payment", since="0.3.0",
    )  # fmt: skip
    most: int | None = param(
        "Most", "So much is paid for a contract at most, before bonuses.",
        default=None, least=1, most=100_000, counts="payment", since="0.3.0",
    )  # fmt: skip
    shares: Shares | None = param("Shares", "How declarer and partner divide what they win or lose.", default=None)
    roles: Roles = param(
        "Roles",
        "The roles that pay or receive a multiple. Each payment is multiplied by what the payer's role pays and "
        "the receiver's role receives. A partner divides the result; the price of an irregularity is not "
        "multiplied.",
        default=Roles(), since="0.2.0",
    )  # fmt: skip
    each: Mapping[str, OpponentRule] = param(
        "Each",
        "The payments of single opponents under a contract: each of these that applies multiplies the payment "
        "between such an opponent and the declarer's side.",
        default={}, keys=ID_PATTERN, entries=True, since="0.3.0",
    )  # fmt: skip
    bonus: Mapping[str, Bonus] = param(
        "Bonuses", "The bonuses that change the payment.", default={}, keys=ID_PATTERN, entries=True
    )
    bonus_order: tuple[str, ...] = param(
        "Order of the bonuses", "The first of these that applies counts, and only that; those that add are added last.",
        default=(), refers_to="bonus", follows="bonus",
    )  # fmt: skip

    def limited_payment(self, amount: int) -> int:
        """The payment of a contract before bonuses, within the least and the most."""
        limited = amount if self.most is None else min(amount, self.most)
        return limited if self.least is None else max(limited, self.least)

    @property
    def units_per_stake(self) -> int:
        """The number of units of payment in a stake."""
        return parts_of_unit(self.pay_unit)


SETTLE = Mechanism(
    name="settle",
    kind=Kind.SECTION,
    params=SettleRule,
    title=Words("The settlement"),
    about="The winner, and the payments.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Until:
    """The end of a match: the first of these limits; without one players decide."""

    points: int | None = param(
        "Points", "The total that a player must reach.", default=None, least=1, most=1_000_000, counts="total"
    )
    deals: int | None = param("Deals", "The number of settled deals.", default=None, least=1, most=100_000)
    minutes: int | None = param(
        "Minutes",
        "The number of minutes; the deal in progress is finished.",
        default=None,
        least=1,
        most=100_000,
    )
    round: bool = param(
        "Round",
        "The match ends only with a round: with as many settled deals for each player at the table.",
        default=False, since="0.3.0",
    )  # fmt: skip

    each: tuple[str, ...] = param(
        "Each", "The match ends once every player at the table has declared each of these contracts.",
        default=(), refers_to="contract", since="0.3.0",
    )  # fmt: skip

    @property
    def has_goal(self) -> bool:
        """Check whether something named here ends the match."""
        return (self.points, self.deals, self.minutes) != (None, None, None) or bool(self.each)


@dataclass(frozen=True, slots=True, kw_only=True)
class NextCondition:
    """A condition on the match so far; all that it names holds."""

    round: Literal["last"] | None = param(
        "Round", "The hand that follows is one of the last round.", default=None, since="0.3.0",
        options={"last": "as many deals are left of `until.deals` as there are players, or fewer"},
    )  # fmt: skip
    lost_in_a_row: int | None = param(
        "Lost in a row",
        "The last contracts that the player declared, at least this number, are lost, whichever they were. Hands of "
        "other declarers between them do not count. It holds until the player wins a contract.",
        default=None, least=1, most=100, since="0.3.0",
    )  # fmt: skip
    won_in_a_row: int | None = param(
        "Won in a row", "The player has won at least this number of contracts, without losing one after them.",
        default=None, least=1, most=100, since="0.3.0",
    )  # fmt: skip
    declared: tuple[str, ...] = param(
        "Declared", "The player has declared one of these contracts, as it was played, in this match.",
        default=(), refers_to="contract", since="0.3.0",
    )  # fmt: skip

    @property
    def is_about_players(self) -> bool:
        """Check whether it looks at each player in turn."""
        return self.lost_in_a_row is not None or self.won_in_a_row is not None or bool(self.declared)


@dataclass(frozen=True, slots=True, kw_only=True)
class NextRule:
    """A change of the next hand by the match so far."""

    when: NextCondition = param("When", "When it applies.", default=NextCondition(), since="0.3.0")
    times: int = param(
        "Times", "The payment for a contract is multiplied by this, if it is one of a player to whom the rule applies.",
        default=1, least=1, most=1000, since="0.3.0",
    )  # fmt: skip
    without: tuple[str, ...] = param(
        "Without", "A player to whom the rule applies may not bid these contracts.",
        default=(), refers_to="contract", since="0.3.0",
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRule:
    """The addition of hands to a match."""

    counts: Literal["payments", "winners_only", "card_points", "declarer_only"] = param(
        "Counts",
        "The parts of each player's total.",
        default="payments",
        options={
            "payments": "what was paid and received",
            "winners_only": "what was received; nothing is taken off",
            "card_points": "the points won with cards, as each side counts them",
            "declarer_only": "what the declarer won or lost; nothing for the others",
        },
    )
    until: Until = param("Until", "When the match is over.", default=Until())
    out_at: int | None = param(
        "Out at",
        "The total at which a player is out; the others go on until fewer remain than can play. If the highest "
        "total wins, it is the same amount below 0.",
        default=None, least=1, most=1_000_000, counts="total", since="0.2.0",
    )  # fmt: skip
    wins: Literal["highest", "lowest"] = param(
        "Wins",
        "The winner of the match when it is over.",
        default="highest",
        options={"highest": "who has the highest total", "lowest": "who has the lowest total"},
        since="0.2.0",
    )
    tie: Literal["another_deal", "shared", "declarer", "more_hands", "first_there"] = param(
        "Tie",
        "The consequence if several share the total that wins; if that decides nothing, another deal is played.",
        default="another_deal",
        options={
            "another_deal": "one more deal is played",
            "shared": "they share the win",
            "declarer": "the declarer of the last hand wins, if among them",
            "more_hands": "the player of them who has won more hands wins",
            "first_there": "the player of them who first had that total, or a better one, wins",
        },
    )
    dealer: Literal["next", "winner", "loser"] = param(
        "Dealer",
        "The dealer of the next hand.",
        default="next",
        options={
            "next": "the next seat in order of play",
            "winner": "the side that has won: the declarer, or the first of its players after the dealer",
            "loser": "the side that has lost: the declarer, or the first of its players after the dealer",
        },
    )
    first_eldest: str | None = param(
        "First eldest",
        "In the first hand of a match the player who is dealt this card is eldest hand, and the player before that "
        "seat counts as its dealer. If no player is dealt the card, any player may deal.",
        default=None, pattern="^[0-9A-Z][a-z]$", refers_to="card", since="0.3.0",
    )  # fmt: skip
    games: int | None = param(
        "Games", "The matches that a player has to win to win the rubber; each match begins at a `match` line.",
        default=None, least=2, most=100, since="0.3.0",
    )  # fmt: skip
    ranking: tuple[int, ...] = param(
        "Ranking", "The points that a match gives by rank, the best first; players level get those of the best place.",
        default=(), least=0, most=100, since="0.3.0",
    )  # fmt: skip
    next: Mapping[str, NextRule] = param(
        "Next", "The changes of the next hand by the match so far. A `carry` line with the name states them.",
        default={}, keys="^[a-z][a-z0-9-]*$", entries=True, since="0.3.0",
    )  # fmt: skip

    @property
    def has_series(self) -> bool:
        """Check whether matches add up to something: a rubber, points by rank."""
        return self.games is not None or bool(self.ranking)

    @property
    def has_feats(self) -> bool:
        """Check whether it asks for feats of players in the match."""
        return self.tie in ("declarer", "more_hands", "first_there") or bool(self.next) or bool(self.until.each)


MATCH = Mechanism(
    name="match",
    kind=Kind.SECTION,
    params=MatchRule,
    required=False,
    title=Words("The match"),
    about="The score from hand to hand, and the end of the match.",
)
