"""Settles a hand that was played under a contract: who has won, what is paid, what bonuses add."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from calarec.base.frozen import NamedTuple, replace
from calarec.engine.account import Account, Counted, Reason
from calarec.engine.claimed_bonuses import bonuses_after_claim
from calarec.engine.declaring import points_declared, with_match_points
from calarec.engine.doubling import times_of, words_of
from calarec.engine.points_text import payment_said, points_mark, points_said, seat_mark, whole_points
from calarec.engine.state import NOBODY
from calarec.mechanisms.conditions import ROLES, CardFigure, about, all_hold, are_known_without_play, these
from calarec.mechanisms.conditions import figures as figures_of
from calarec.mechanisms.rules import contract_path, winning
from calarec.mechanisms.settle import adding, changing, named_roles, with_bonus
from calarec.wording.language import Joined, Listing, Phrase, Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from calarec.engine.events import Faulted
    from calarec.engine.game import Game
    from calarec.engine.tally import Tally
    from calarec.mechanisms.all_pass import PotRule
    from calarec.mechanisms.auction import StakeOf
    from calarec.mechanisms.conditions import AnyFigure, When
    from calarec.mechanisms.settle import Bonus, RoleRule
    from calarec.wording.language import Sayable

    HeldRole: TypeAlias = tuple[str, int, RoleRule]


def payment(game: Game, amount: int) -> Words | str:
    """A payment as people say it."""
    return payment_said(amount, game.rules.settle.units)


def rate(game: Game, stake: int) -> Words | str:
    """A stake as people say it; where the difference of the points is paid, what each whole point brings."""
    units = game.rules.settle.units
    if game.rules.settle.pay != "difference" or units == 1:
        return payment(game, stake)
    return Words("{amount} for each point", amount=points_said(stake * game.rules.pack.whole, units))


def counted(game: Game, points: int) -> int:
    """Points after rounding, still in the ruleset's unit."""
    if game.rules.settle.rounding == "down":
        units = game.rules.pack.whole
        return whole_points(points, units) * units
    return points


def side_of(game: Game, tally: Tally, seats: tuple[int, ...]) -> Counted:
    """A side's part before anything is moved, and before anybody has won."""
    in_tricks = sum([tally.in_tricks[seat] for seat in seats])
    cards = in_tricks + sum([tally.piles[seat] for seat in seats])
    points = cards + (game.rules.pack.last_trick if tally.last in seats else 0)
    return Counted(
        seats=seats,
        tricks=sum([tally.tricks[seat] for seat in seats]),
        in_tricks=in_tricks,
        cards=cards,
        points=points,
        counted=counted(game, points),
        wins=None,
        of_cards={figure: tally.count(figure, cards, seats) for figure, cards in game.card_figures.items()},
        roles=frozenset([name for name in ROLES if _holder(tally, name) in seats]),
    )


def _holder(tally: Tally, role: str) -> int:
    """The seat that has a role in this hand."""
    return tally.setting.dealer if role == "dealer" else tally.setting.eldest


def first_bonus(
    table: Mapping[str, Bonus],
    order: Sequence[str],
    parties: Mapping[str, Counted],
    contract: str,
    *,
    by_points: bool = False,
) -> tuple[str, Bonus] | None:
    """The first bonus of the order whose condition holds; `by_points`: of those that need no play."""
    for name in order:
        bonus = table[name]
        if by_points and not are_known_without_play(bonus.conditions):
            continue
        if all_hold(bonus.conditions, parties, contract):
            return name, bonus
    return None


class BonusTable(NamedTuple):
    """The bonuses that may change a payment."""

    game: Game
    section: str
    """`settle` or `all_pass`."""
    table: Mapping[str, Bonus]
    order: Sequence[str]
    contract: str
    claimed: Tally | None = None
    """The sums of a hand that ended with a claim of points: then only those count that need no play."""

    def applied(
        self, amount: int, stake: int, parties: Mapping[str, Counted], because: list[Reason]
    ) -> tuple[str, tuple[str, ...], int]:
        """The first that holds of the order, those that are added, and what is paid with them; `stake`: what one is."""
        adds = adding(self.table)
        order = changing(self.table, self.order) if adds else self.order
        first = first_bonus(self.table, order, parties, self.contract, by_points=self.claimed is not None)
        if first is not None:
            because.append(self._reason(*first, parties, amount, stake))
            amount = with_bonus(amount, first[1])
        added = []
        for name in adds:
            if first_bonus(self.table, (name,), parties, self.contract, by_points=self.claimed is not None):
                because.append(self._reason(name, self.table[name], parties, amount, stake))
                amount += with_bonus(stake, self.table[name])
                added.append(name)
        if self.claimed is not None:
            because += bonuses_after_claim(
                self.game, self.claimed, self.section, self.table, self.order, parties, self.contract
            )
        return first[0] if first else "", tuple(added), amount

    def _reason(self, name: str, bonus: Bonus, parties: Mapping[str, Counted], amount: int, stake: int) -> Reason:
        """Why a bonus applied, with the figures that decided; `amount` is what would be paid without it."""
        effect: Sayable | str = f"×{bonus.times}"
        if bonus.adds:
            effect = Words("+{amount}", amount=payment(self.game, with_bonus(stake, bonus)))
        elif bonus.instead is not None:
            new, old = payment(self.game, bonus.instead), payment(self.game, amount)
            effect = Words("{new} instead of {old}", new=new, old=old)
        held = Joined(tuple(self._held(when, parties[when.of]) for when in bonus.conditions), "; ")
        called = self.game.ruleset.name("bonus", name)
        said = Words("{bonus}: {held}: {effect}", bonus=called, held=held, effect=effect)
        return Reason(f"{self.section}.bonus.{name}", said)

    def _held(self, when: When, party: Counted) -> Words:
        """What decided of one condition."""
        looked_at = figures_of(when)
        only_cards = looked_at and all(isinstance(each, CardFigure) for each in looked_at)
        told = looked_at if only_cards else tuple(dict.fromkeys(("tricks", *looked_at)))
        figures = Joined(tuple(_figure(self.game, party, each) for each in told))
        seats = seats_said(party.seats)
        return Words("{seats} had {figures}" if only_cards else "{seats} took {figures}", seats=seats, figures=figures)


def _figure(game: Game, party: Counted, which: AnyFigure) -> Words:
    """A figure as people say it."""
    value = party.figure(which)
    said: dict[str, object] = {
        "tricks": Phrase("figures", value, Words("trick|tricks")), "points": points_mark(value), "number": value,
        "these": these(which, game.ruleset.name) if isinstance(which, CardFigure) else "",
    }  # fmt: skip
    return about(which).said(value).filled(**said)


def seats_said(seats: Iterable[int]) -> Listing:
    """Seats as a list; each stands as `{number}` and is replaced by a label or a name when it is read."""
    return Listing(tuple(seat_mark(seat) for seat in seats))


def losing(game: Game, tally: Tally) -> list[Faulted]:
    """The irregularities by which a contract is lost, whatever was played, in the order in which they happened.

    One of which no trick is told stands where its line stands: it happened before all that are told after it.
    """
    found: list[Faulted] = []
    for fault in tally.faults:
        if game.rules.standing[fault.word].params.contract != "lost":
            continue
        at = len(found)
        while at and 0 < fault.trick < found[at - 1].trick:
            at -= 1
        found.insert(at, fault)
    return found


_HAS_LOST: Final = Words("{seat}'s side has lost by “{fault}”")
_LOST_ALREADY: Final = Words("{seat}'s “{fault}” came later: the contract was lost already")


def _lost_by(game: Game, fault: Faulted, said: Words) -> Reason:
    called = game.ruleset.name("faults", fault.word)
    return Reason(f"standing.{fault.word}.contract", said.filled(seat=seat_mark(fault.seat), fault=called))


def difference(game: Game, tally: Tally, own: Counted, others: Counted, stake: int, because: list[Reason]) -> int:
    """The difference that is paid, and why; who has lost by a fault has no points to set against the other's."""
    if losing(game, tally):
        found = counted(game, own.points + others.points)
        why: Words | str = Words("who has lost by a fault counts no points: ")
    else:
        found, why = abs(own.counted - others.counted), ""
    marked, due = points_mark(found), payment(game, stake * found)
    said = Words("{why}the difference is {points}: {amount} to be paid", why=why, points=marked, amount=due)
    because.append(Reason("settle.pay", said))
    return found


_PAYS: Final = {
    "dealer": (Words("{seat}, who deals, pays: ×{times}"), Words("{seat}, who deals, receives: ×{times}")),
    "eldest": (Words("{seat}, eldest hand, pays: ×{times}"), Words("{seat}, eldest hand, receives: ×{times}")),
}


def roles_of(game: Game, tally: Tally) -> list[HeldRole]:
    """The roles that pay or receive a multiple, and who has them in this hand."""
    return [(name, _holder(tally, name), rule) for name, rule in named_roles(game.rules.settle.roles)]


def multiple(roles: Iterable[HeldRole], one: int, other: int, *, pays: bool = True) -> int:
    """How many times what is due goes from one seat to another, or the other way if the one does not pay."""
    payer, receiver = (one, other) if pays else (other, one)
    found = 1
    for _, seat, rule in roles:
        found *= rule.pays if seat == payer else rule.receives if seat == receiver else 1
    return found


def role_reasons(roles: Iterable[HeldRole], payers: Sequence[int], receivers: Sequence[int]) -> list[Reason]:
    """Who pays or receives a multiple by a role."""
    reasons = []
    for name, seat, rule in roles:
        for seats, times, said in zip((payers, receivers), (rule.pays, rule.receives), _PAYS[name], strict=True):
            if seat in seats and times != 1:
                reasons.append(Reason(f"settle.roles.{name}", said.filled(seat=seat_mark(seat), times=times)))
    return reasons


_DOUBLED: Final = Words("{seat}: “{word}”: ×{times}")


def doubled_for_all(game: Game, tally: Tally, because: list[Reason]) -> int:
    """How many times what is due is paid because of words that bind everyone, and why."""
    params = game.rules.doubling
    if not tally.doubles or params.binds != "everyone":
        return 1
    for seat, word in tally.doubles:
        called = game.ruleset.name("words", word)
        said = _DOUBLED.filled(seat=seat_mark(seat), word=called, times=params.words[word].times)
        because.append(Reason(f"doubling.words.{word}", said))
    stand = words_of(params, tally.doubles, (NOBODY,))
    return times_of(params, stand[NOBODY])


def doubled_for_some(game: Game, tally: Tally) -> dict[int, tuple[str, int]]:
    """The opponents who have doubled for themselves: at which word, and how many times it is paid.

    Who plays for a dummy doubles for it too.
    """
    params = game.rules.doubling
    if not tally.doubles or params.binds != "doubler":
        return {}
    stand = words_of(params, tally.doubles, tally.opponents)
    player = next((seat for seat in tally.opponents if seat not in tally.setting.dummies), NOBODY)
    for dummy in tally.setting.dummies:
        stand[dummy] = stand.get(player, "")
    return {seat: (word, times_of(params, word)) for seat, word in stand.items() if word}


def doubling_reasons(game: Game, doubled: Mapping[int, tuple[str, int]]) -> list[Reason]:
    """What is paid to or by those who have doubled for themselves."""
    return [
        Reason(
            f"doubling.words.{word}",
            _DOUBLED.filled(seat=seat_mark(seat), word=game.ruleset.name("words", word), times=times),
        )
        for seat, (word, times) in doubled.items()
    ]


def fault_payments(game: Game, tally: Tally, payments: list[int]) -> list[Reason]:
    """Adds what offenders pay to every other player."""
    reasons: list[Reason] = []
    for fault in tally.faults:
        params = game.rules.standing[fault.word].params
        if not params.pay_each:
            continue
        others = [seat for seat in tally.setting.active if seat != fault.seat and seat not in tally.setting.dummies]
        sits_out = game.rules.table.sits_out
        if sits_out and sits_out.shares == "opponents" and fault.seat == tally.declarer:
            others += tally.setting.out
        for seat in others:
            payments[seat] += params.pay_each
        payments[fault.seat] -= params.pay_each * len(others)
        called, amount = game.ruleset.name("faults", fault.word), payment(game, params.pay_each)
        said = Words(
            "{seat} pays {amount} to each for “{fault}”", seat=seat_mark(fault.seat), amount=amount, fault=called
        )
        reasons.append(Reason(f"standing.{fault.word}.pay_each", said))
    return reasons


def answer_for_dummies(tally: Tally, payments: list[int]) -> None:
    """What a dummy would pay or receive goes to the seat that plays it."""
    if tally.declarer == NOBODY:
        return
    for dummy in tally.setting.dummies:
        player = next((seat for seat in tally.opponents if seat not in tally.setting.dummies), NOBODY)
        if player != NOBODY:
            payments[player] += payments[dummy]
            payments[dummy] = 0


def with_points(game: Game, side: Counted, points: int) -> Counted:
    """A side with other points."""
    return replace(side, points=points, counted=counted(game, points))


def as_claimed(
    game: Game, tally: Tally, own: Counted, others: Counted, because: list[Reason]
) -> tuple[Counted, Counted]:
    """Two sides with a number of points that was claimed in the place of the count."""
    claim = tally.claim
    if claim is None or claim.points is None:
        return own, others
    total = own.cards + others.cards + game.cards.worth(claim.rest) + game.rules.pack.last_trick
    rest = total - claim.points
    first, second = (claim.points, rest) if claim.to in own.seats else (rest, claim.points)
    points = points_mark(claim.points)
    said = Words("{seat}: {points}, as claimed", seat=seat_mark(claim.seat), points=points)
    because.append(Reason(claim.rule, said))
    return with_points(game, own, first), with_points(game, others, second)


def after_penalties(
    game: Game, tally: Tally, own: Counted, others: Counted, because: list[Reason]
) -> tuple[Counted, Counted]:
    """Two sides after what irregularities move from one to the other."""
    for fault in tally.faults:
        points = game.rules.standing[fault.word].params.move_points
        if not points:
            continue
        lost = points if fault.seat in own.seats else -points
        own = replace(with_points(game, own, own.points - lost), moved=own.moved - lost)
        others = replace(with_points(game, others, others.points + lost), moved=others.moved + lost)
        called = game.ruleset.name("faults", fault.word)
        said = Words(
            "{seat}'s side gives {points} to the other for “{fault}”",
            points=points_mark(points), seat=seat_mark(fault.seat), fault=called,
        )  # fmt: skip
        because.append(Reason(f"standing.{fault.word}.move_points", said))
    return own, others


def with_declared(game: Game, tally: Tally, sides: tuple[Counted, ...], because: list[Reason]) -> tuple[Counted, ...]:
    """The sides with what their declarations add to their points."""
    if not tally.declared:
        return sides
    added = [points_declared(game, tally, side.seats, because) for side in sides]
    return tuple(
        with_points(game, side, side.points + more) if more else side for side, more in zip(sides, added, strict=True)
    )


def with_leftovers(game: Game, tally: Tally, sides: tuple[Counted, ...], because: list[Reason]) -> tuple[Counted, ...]:
    """The sides, with the whole points of all dropped fractions for who has won the last trick, if the rules say so."""
    if game.rules.settle.leftover != "last_trick":
        return sides
    left = counted(game, sum(side.points - side.counted for side in sides))
    last = next((side for side in sides if tally.last in side.seats), None)
    if not left or last is None:
        return sides
    said = Words("{seats}, with the last trick: {points} more, of what all have dropped")
    because.append(Reason("settle.leftover", said.filled(seats=seats_said(last.seats), points=points_mark(left))))
    return tuple(replace(side, counted=side.counted + left) if side is last else side for side in sides)


_NEEDED: Final = {
    (True, False): Words("{seats}: {points}; needed: {needed}"),
    (False, True): Words("{seats}: {points}; needed: at most {most}"),
    (True, True): Words("{seats}: {points}; needed: {needed} to {most}"),
}
"""What is told of who has won, where points are needed and where too many lose."""
_ROUNDED: Final = Words("{seats}: {points}, counted as {counted}")


_DIVIDED: Final = {
    False: Words("{all}: {declarer} {pays} {own} and {partner} {other}; shares {parts}"),
    True: Words("{all}: {declarer} {pays} {own}, {partner} {other} each; shares {parts}"),
}
"""How the declarer's side divides, with one partner and with several."""


class Settling:
    """Settles a hand that was played under a contract."""

    def settle(self, game: Game, tally: Tally) -> Account:
        """The account of the hand."""
        payments = [0] * len(tally.setting.labels)
        because: list[Reason] = []
        if tally.outcome == "void":
            because += fault_payments(game, tally, payments)
            answer_for_dummies(tally, payments)
            return Account((), tally.contract, tally.declarer, tally.partners, "", 0, tuple(payments), tuple(because))
        own, others = (side_of(game, tally, seats) for seats in tally.sides)
        own, others = as_claimed(game, tally, own, others, because)
        own, others = with_declared(game, tally, (own, others), because)
        own, others = after_penalties(game, tally, own, others, because)
        own, others = with_leftovers(game, tally, (own, others), because)
        wins = self._wins(game, tally, own, because)
        own, others = replace(own, wins=wins), replace(others, wins=not wins)
        bonus, added, amount = self._amount(game, tally, own, others, because)
        self._pay(game, tally, amount if wins else -amount, payments, because)
        because += pot_won(game, tally, own, others, payments)
        because += fault_payments(game, tally, payments)
        answer_for_dummies(tally, payments)
        account = Account(
            (own, others), tally.contract, tally.declarer, tally.partners, bonus, amount, tuple(payments),
            tuple(because), added,
        )  # fmt: skip
        return with_match_points(game, tally, account)

    def _wins(self, game: Game, tally: Tally, own: Counted, because: list[Reason]) -> bool:
        lost = losing(game, tally)
        if lost:
            first = lost[0]
            because.append(_lost_by(game, first, _HAS_LOST))
            later = next((each for each in lost if (each.seat in own.seats) != (first.seat in own.seats)), None)
            if later is not None:
                because.append(_lost_by(game, later, _LOST_ALREADY))
            return first.seat not in own.seats
        rule, needed = winning(game.rules, tally.contract)
        least, most = needed.points_at_least, needed.points_at_most
        because.append(Reason(rule, _NEEDED[least is not None or most is None, most is not None].filled(
            seats=seats_said(own.seats), points=points_mark(own.points),
            needed=points_mark(least or 0), most=points_mark(most or 0),
        )))  # fmt: skip
        if needed.reached(own.counted) != needed.reached(own.points):
            said = _ROUNDED.filled(seats=seats_said(own.seats), points=points_mark(own.points),
                                   counted=points_mark(own.counted))  # fmt: skip
            because.append(Reason("settle.rounding", said))
        return needed.reached(own.counted)

    def _amount(
        self, game: Game, tally: Tally, own: Counted, others: Counted, because: list[Reason]
    ) -> tuple[str, tuple[str, ...], int]:
        """The bonuses that apply and what each opponent pays or receives, before signs."""
        rules = game.rules.settle
        rule, amount = stake_of(game, tally, wins=bool(own.wins))
        contract = game.ruleset.name("contracts", tally.contract)
        stake = rate(game, amount)
        because.append(Reason(rule, Words("{contract}: stake {stake}", contract=contract, stake=stake)))
        one = amount
        if rules.pay == "difference":
            one, amount = amount * game.rules.pack.whole, amount * difference(game, tally, own, others, amount, because)
        winners, losers = (own, others) if own.wins else (others, own)
        parties = {"declarer": own, "opponents": others, "winners": winners, "losers": losers}
        table = BonusTable(game, "settle", rules.bonus, rules.bonus_order, tally.contract, tally.if_claimed)
        bonus, added, amount = table.applied(amount, one, parties, because)
        times = tally.setting.carry.times
        if times != 1:
            because.append(Reason("all_pass.times", Words("all passed before: ×{times}", times=times)))
        return bonus, added, amount * times * doubled_for_all(game, tally, because)

    def _pay(self, game: Game, tally: Tally, amount: int, payments: list[int], because: list[Reason]) -> None:
        """Every opponent pays the amount (or is paid it, if it is negative); the declarer's side divides it."""
        paying = list(tally.opponents)
        table = game.rules.table
        if table.sits_out and table.sits_out.shares == "opponents":
            paying += tally.setting.out
        roles, doubled = roles_of(game, tally), doubled_for_some(game, tally)
        due = dict.fromkeys(paying, amount)
        if roles or doubled:
            for seat in paying:
                times = doubled.get(seat, ("", 1))[1]
                due[seat] *= multiple(roles, seat, tally.declarer, pays=amount > 0) * times
        for seat, part in due.items():
            payments[seat] -= part
        total = sum(due.values())
        shares = game.rules.settle.shares
        sides = (paying, [tally.declarer]) if amount > 0 else ([tally.declarer], paying)
        said_of_roles = role_reasons(roles, *sides) + doubling_reasons(game, doubled) if amount else []
        each = payment(game, abs(amount))
        said = Words("each opponent receives {amount}" if amount < 0 else "each opponent pays {amount}", amount=each)
        parts = _in_shares(game, tally, total)
        for seat, part in parts.items():
            payments[seat] += part
        if len(parts) == 1 or shares is None:
            because += [Reason("settle.pay", said), *said_of_roles]
            return
        divided = _DIVIDED[len(tally.partners) > 1].filled(
            all=said, declarer=seat_mark(tally.declarer), pays=Words("receives") if amount > 0 else Words("pays"),
            own=payment(game, abs(parts[tally.declarer])), partner=seats_said(tally.partners),
            other=payment(game, abs(parts[tally.partners[0]])),
            parts=" : ".join(map(str, (shares.declarer, *[shares.partner] * len(tally.partners)))),
        )  # fmt: skip
        because += [Reason("settle.shares", divided), *said_of_roles]


def pot_won(game: Game, tally: Tally, own: Counted, others: Counted, payments: list[int]) -> list[Reason]:
    """Adds what the side that has won takes from the pot; nothing if it stays."""
    pot: PotRule | None = getattr(game.rules.all_pass.params, "pot", None)
    lies = tally.setting.carry.pot
    if pot is None or not lies or (pot.to == "declarer" and not own.wins):
        return []
    if own.wins:
        taken = _in_shares(game, tally, lies)
    else:
        seats = [seat for seat in others.seats if seat not in tally.setting.dummies]
        sits_out = game.rules.table.sits_out
        if sits_out and sits_out.shares == "opponents":
            seats += tally.setting.out
        taken = dict.fromkeys(seats, lies // len(seats))
    for seat, amount in taken.items():
        payments[seat] += amount
    left = lies - sum(taken.values())
    said = (
        Words("{seats} take {amount} from the pot") if len(taken) > 1 else Words("{seats} takes {amount} from the pot")
    )
    told = said.filled(seats=seats_said(sorted(taken)), amount=payment(game, lies - left))
    if left:
        told = Words("{taken}; {left} stays there", taken=told, left=payment(game, left))
    return [Reason("all_pass.pot.to", told)]


def _in_shares(game: Game, tally: Tally, amount: int) -> dict[int, int]:
    """What the declarer's side has together, divided as payments are."""
    shares = game.rules.settle.shares
    if not tally.partners or shares is None:
        return {tally.declarer: amount}
    number = len(tally.partners)
    each = amount * shares.partner // (shares.declarer + number * shares.partner)
    return {tally.declarer: amount - number * each, **dict.fromkeys(tally.partners, each)}


def could_pay(game: Game, account: Account) -> bool:
    """Whether anybody could have had to pay; not where each side only counts its points."""
    out = game.rules.all_pass
    return bool(account.contract) or out.do != "play_out" or bool(out.params.pays != "nobody")


def stake_of(game: Game, tally: Tally, *, wins: bool) -> tuple[str, int]:
    """The rule that gives the stake of a hand, and the stake."""
    contracts = game.rules.contracts
    contract, path = contracts[tally.contract], contract_path(game.rules, tally.contract)
    own: tuple[str, int | StakeOf | None] = (f"{path}.stake", contract.stake)
    if not wins and contract.lost is not None:
        own = (f"{path}.lost", contract.lost)
    if tally.called in (-1, -2):
        where = "in_pile" if tally.called == -1 else "in_hand"
        found = getattr(game.step(tally.call_rule).params, where)
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
