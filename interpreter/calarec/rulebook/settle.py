"""The settlement with its stakes, all-pass mechanisms and the match, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calarec.core.base.frozen import fields
from calarec.core.mechanisms.conditions import CardFigure, each_of_cards, is_for_contract, limit_paths, these
from calarec.core.mechanisms.exchange import FoundRule
from calarec.core.mechanisms.payment_rows import find_stake, stake_rows
from calarec.core.mechanisms.settle import HALF, add_bonus, adding, changing, named_roles
from calarec.core.wording.language import Listing, Words
from calarec.rulebook.conditions import COUNTED_PILES, condition_paths, limit_words
from calarec.rulebook.exchange import IN_OWN_HAND, STEPS
from calarec.rulebook.sentences import Grid, Sentence
from calarec.rulebook.settlement_order import list_settlement_stages
from calarec.rulebook.table import count_deal_points
from calarec.rulebook.telling import Telling

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from calarec.core.mechanisms.all_pass import CarryOnRule, CountRule, ForceRule, PlayOutRule, RedealRule
    from calarec.core.mechanisms.auction import WonIf
    from calarec.core.mechanisms.conditions import Alternative, ForEach, PartyCondition
    from calarec.core.mechanisms.payment_rows import CallPlace, StakeRow
    from calarec.core.mechanisms.settle import (
        Bonus,
        MatchRule,
        NextRule,
        OpponentRule,
        RoleRule,
        Roles,
        SettleRule,
        Shares,
    )
    from calarec.rulebook.sentences import Told


_ROUNDING = {
    "none": Words("Points are counted in full; nothing is rounded."),
    "down": Words("Having counted its points, each side drops any fraction of a point."),
}
_EACH_ROUNDS = Words("Having counted the points, each player drops any fraction of a point.")
_PAY = {
    "each_opponent": Words("The declarer's side and each opponent pay or receive the stake of the contract."),
    "difference": Words(
        "The declarer's side and each opponent pay or receive the difference of the two sides' "
        "points, times the stake of the contract."
    ),
}
RANGES = {
    "least": Words("at least {points}"),
    "most": Words("at most {most}"),
    "both": Words("from {points} to {most}"),
}
_SIDE = {"declarer": Words("the declarer's side")}
_PARTY = {
    "losers": Words("the losing side"),
    "winners": Words("the winning side"),
    "declarer": Words("the declarer's side"),
    "opponents": Words("the opponents' side"),
    "others": Words("the group of those who are paid"),
    "opponent": Words("an opponent"),
    "other_opponents": Words("the group of the other opponents"),
}
_TIMES = {
    1: Words("the payment stays as it is"),
    2: Words("the payment is doubled"),
    3: Words("the payment is tripled"),
    4: Words("the payment is quadrupled"),
}

_INSTEAD = Words("{amount} is paid instead")
_NOTHING_PAID = Words("nothing is paid")
_WHATEVER_IS_ADDED = Words("{change}, whatever else is added")
_PLUS = Words("{amount} is added")
_ADDED = {
    True: Words("To what is then due this is added, if it applies:"),
    False: Words("To what is then due each of these is added that applies:"),
}
_CUMULATIVE = {
    True: Words("The amount due after all that is multiplied, if this applies:"),
    False: Words("The amount due after all that is multiplied by each of these that applies:"),
}
_APART = {
    True: Words("Apart from that this is paid, and nothing multiplies it:"),
    False: Words("Apart from that each of these that applies is paid, and nothing multiplies it:"),
}
_OUTSIDE_ORDER = {"adds": _ADDED, "multiplies": _CUMULATIVE, "apart": _APART}
_PAID_APART = Words("between the declarer's side and each opponent {party} pays {amount}")
_PAID_TO_EVERYONE = Words("{party} pays {amount} to each of the others")
_PAID_INTO_POT = {
    "declarer": Words("{party} pays {amount} into the pot"),
    "opponents": Words("each opponent pays {amount} into the pot"),
    "losers": Words("{party} pays {amount} into the pot (if these are the opponents, each of them)"),
}
_DOUBLES_POT = {
    "declarer": Words("{party} pays into the pot as much as it holds"),
    "opponents": Words("each opponent pays into the pot as much as it holds"),
    "losers": Words("{party} pays into the pot as much as it holds (if these are the opponents, each of them)"),
}
_POT_CONTENT = Words("as much as the pot holds")
_NOTHING = Words("nothing")
_MULTIPLIED = Words("the payment is multiplied by {times}")
_ORDER = {
    True: Words("The payment changes in one case:"),
    False: Words(
        "The payment changes in the following cases. They are looked at in this order, and only the first that "
        "applies counts:"
    ),
}


_LEFTOVER = Words(
    "The fractions that all sides drop are added up: whole points of them go to the side that has won the last trick, "
    "what is less is lost."
)
_LEFTOVER_ALONE = Words(
    "The fractions that all players drop are added up: whole points of them go to the winner of "
    "the last trick, the rest is lost."
)
_NO_LEFTOVER = Words("(The file also gives dropped fractions to the winner of the last trick, and none are dropped.)")


def say_settle(params: SettleRule, telling: Telling) -> Iterator[Told]:
    """The winner, and the payments."""
    alone = not telling.rules.has_auction and telling.rules.table.sides is None
    yield telling.make_sentence(
        _EACH_ROUNDS if alone and params.rounding == "down" else _ROUNDING[params.rounding], "rounding"
    )
    if params.leftover != "nobody":
        each = _LEFTOVER_ALONE if alone else _LEFTOVER
        yield telling.make_sentence(each if params.rounding == "down" else _NO_LEFTOVER, "leftover")
    if telling.rules.has_auction:
        yield say_won_if(params.won_if, _WINS_HAND, telling)
        yield telling.make_sentence(_PAY[params.pay], "pay")
    else:
        yield from telling.with_nested_keys("won_if").idle(params.won_if, *(key.name for key in fields(params.won_if)))
        yield from telling.idle(params, "pay")
    yield from _payment_limits(params, telling)
    if telling.parts_of_unit(params.pay_unit) > 1:
        yield telling.make_sentence(
            Words("Payments are written down in {parts} of a stake."),
            "pay_unit", parts=telling.part_names(telling.parts_of_unit(params.pay_unit)),
        )  # fmt: skip
    if params.pay == "each_opponent" and telling.rules.contracts:
        yield _stake_grid(params, telling)
    if params.shares:
        yield from _share_sentences(params.shares, telling)
    yield from _said_of_roles(params.roles, telling)
    if telling.rules.has_auction:
        yield from _said_of_opponents(params.each, telling)
    else:
        yield from telling.idle(params, "each")
    yield from say_bonuses(params.bonus, params.bonus_order, telling)
    yield from _order_sentence(telling)


_LEAST = Words("Each opponent pays, or is paid, at least {least} before any bonus.")
_MOST = Words("Each opponent pays, or is paid, at most {most} before any bonus.")


def _payment_limits(params: SettleRule, telling: Telling) -> Iterator[Told]:
    """The least and the most that a contract pays."""
    if not telling.rules.has_auction:
        yield from telling.idle(params, "least", "most")
        return
    if params.least is not None:
        yield telling.make_sentence(_LEAST, "least", least=telling.stake_payment(params.least))
    if params.most is not None:
        yield telling.make_sentence(_MOST, "most", most=telling.stake_payment(params.most))


_SETTLED_IN_ORDER = Words("A hand is settled in this order: {stages}.")


def _order_sentence(telling: Telling) -> Iterator[Told]:
    """Yield the sentence on the stages of a settlement, in their order."""
    stages = list_settlement_stages(telling.rules)
    if len(stages) > _MIN_STAGES:
        listed = Listing(tuple(stage.words for stage in stages))
        yield telling.make_sentence(_SETTLED_IN_ORDER, style="new", stages=listed)
    multiplying, apart = (
        Listing(tuple(stage.words for stage in stages if stage.kind == kind)) for kind in ("multiplies", "apart")
    )
    if multiplying.items:
        said = _MULTIPLIED_AND_NOT if apart.items else _ALL_MULTIPLIED
        yield telling.make_sentence(said, multiplying=multiplying, apart=apart)


_ALL_MULTIPLIED = Words(
    "The stake, with everything that changes it or is added to it before, is multiplied by {multiplying}."
)
_MULTIPLIED_AND_NOT = Words(
    "The stake, with everything that changes it or is added to it before, is multiplied by {multiplying}. Nothing "
    "multiplies {apart}."
)
_MIN_STAGES = 2
"""An order of so few stages need not be stated."""


def say_won_if(params: WonIf, said: Mapping[bool, Words], telling: Telling) -> Sentence:
    """The sentence on the needs of the declarer's side; `said` by points only or not."""
    keys = dict.fromkeys(key for limit in params.condition.limits for key in limit_paths(limit, params))
    values: dict[str, Any] = {"side": _SIDE[params.of]}
    if params.is_by_points:
        values |= _points_needed(params, telling)
    else:
        values |= {"conditions": needed_words(params, telling)}
    return telling.make_sentence(
        said[params.is_by_points], "won_if.of", "won_if.points_at_least", "won_if.points_at_most",
        *(f"won_if.{key}" for key in keys), **values,
    )  # fmt: skip


def needed_words(params: WonIf, telling: Telling) -> Words:
    """All that the declarer's side needs, of "it"."""
    has_points = params.points_at_least is not None or params.points_at_most is not None
    said = [telling.phrase(_IT_HAS_POINTS, **_points_needed(params, telling))] if has_points else []
    for limit in params.condition.limits:
        holds = limit_words(limit, telling)
        said.append(holds if limit.row.name == "trump" else telling.phrase(_IT_HOLDS, holds=holds))
    return telling.phrase(Words("{conditions}"), conditions=Listing(tuple(said)))


_IT_HAS_POINTS = Words("it has {range}, out of a total of {total}")
_IT_HOLDS = Words("it {holds}")


def _points_needed(params: WonIf, telling: Telling) -> dict[str, object]:
    """The points that the declarer's side needs, and how many there are."""
    least, most = params.points_at_least, params.points_at_most
    form = "least" if most is None else "most" if least is None else "both"
    values = {"points": telling.pack_points(least or 0), "most": telling.pack_points(most or 0)}
    total = telling.pack_points(count_deal_points(telling.rules.pack))
    return {"range": telling.phrase(RANGES[form], **values), "total": total}


_WINS_HAND = {
    True: Words("{side} wins the hand if it has {range}, out of a total of {total}; otherwise it loses."),
    False: Words("{side} wins the hand if {conditions}; otherwise it loses."),
}
WINS_CONTRACT = {
    True: Words("In this contract {side} wins if it has {range}, out of a total of {total}; otherwise it loses."),
    False: Words("In this contract {side} wins if {conditions}; otherwise it loses."),
}


def _stake_grid(params: SettleRule, telling: Telling) -> Grid:
    """The table of an opponent's payments, by contract and bonus."""
    shown = dict.fromkeys((*params.bonus_order, *adding(params.bonus)))
    bonuses = {key: params.bonus[key] for key in shown if key in params.bonus and not params.bonus[key].is_own_payment}
    lines = [line for name in telling.contract_order for line in _contract_lines(name, telling)]
    parted = any(won != lost for _, _, won, lost in lines)
    rows: list[tuple[object, ...]] = []
    own: list[str] = []
    for name, label, won, lost in lines:
        cells = [
            _figures_with_bonus(won, lost, bonus, telling) if _is_counted_in(bonus, name) else "–"
            for bonus in bonuses.values()
        ]
        rows.append((label, _paid_figures(won, lost, telling), *cells))
        own.append(f"contracts.{name}.stake")
    head = Words("Won / lost") if parted else Words("Won or lost")
    names = [telling.emphasized_name("bonus", key) for key in bonuses]
    return Grid((Words("Contract"), head, *names), tuple(rows), tuple(own), telling.room)


def _contract_lines(name: str, telling: Telling) -> Iterator[tuple[str, object, int, int]]:
    """Yield the lines of a contract: its stake, and those of a called card's place."""
    contract, rules = telling.rules.contracts[name], telling.rules
    rows = stake_rows(rules, name)
    label = telling.emphasized_name("contracts", name)
    if contract.amounts is not None and contract.amounts.of == "stakes":
        label = Words("{name}, for each unit", name=label)
    yield name, label, *_won_and_lost([row for row in rows if row.place is None], telling)
    where = {"in_pile": telling.on_table(), "in_hand": IN_OWN_HAND}
    for call, place in dict.fromkeys((row.call, row.place) for row in rows if row.place is not None):
        own = [row for row in rows if row.place is None or (row.call, row.place) == (call, place)]
        found = own[-1].part
        if isinstance(found, FoundRule) and found.then != "refused" and (found.won, found.lost) != (None, None):
            at_place = telling.phrase(Words("{name}, if the called card {lies}"), name=label, lies=where[place])
            yield name, at_place, *_won_and_lost(own, telling, place)


def _won_and_lost(rows: list[StakeRow], telling: Telling, place: CallPlace | None = None) -> tuple[int, int]:
    """The payments for a contract that is won, and for one that is lost."""
    contracts = telling.rules.contracts
    won = find_stake(rows, contracts, "won", place).amount
    lost = find_stake(rows, contracts, "lost", place).amount
    limited_payment = telling.rules.settle.limited_payment
    return limited_payment(won or 0), limited_payment(lost or 0)


def _is_counted_in(bonus: Bonus, contract: str) -> bool:
    """Check whether a bonus may apply to a contract."""
    return all(is_for_contract(condition, contract) for condition in bonus.conditions)


def _figures_with_bonus(won: int, lost: int, bonus: Bonus, telling: Telling) -> str:
    """The payments with a bonus, or its addition."""
    if bonus.is_multiplied:
        return f"×{bonus.times}"
    amounts = _paid_figures(add_bonus(won, bonus), add_bonus(lost, bonus), telling)
    each = " × n" if bonus.for_each is not None else ""
    return " / ".join(f"+{amount}{each}" for amount in amounts.split(" / ")) if bonus.is_added else amounts


def _paid_figures(won: int, lost: int, telling: Telling) -> str:
    return (
        telling.payment_figures(won)
        if won == lost
        else f"{telling.payment_figures(won)} / {telling.payment_figures(lost)}"
    )


def _share_sentences(params: Shares, telling: Telling) -> Iterator[Told]:
    declarer, partner = params.declarer, params.partner
    yield telling.make_sentence(
        Words(
"If the declarer has a partner, what the two win or lose together is divided: of every {all} "
"the declarer takes {declarer} and the partner {partner}.",
),
        "shares.declarer", "shares.partner", style="new", all=declarer + partner, declarer=declarer, partner=partner,
    )  # fmt: skip
    contracts = telling.rules.contracts.values()
    most = max((telling.max_partners(contract.steps) for contract in contracts), default=1)
    for number in range(2, most + 1):
        yield telling.make_sentence(
            Words("With {number} partners the declarer takes {declarer} of every {all}, and each partner {partner}."),
            "shares.declarer", "shares.partner",
            number=number, all=declarer + number * partner, declarer=declarer, partner=partner,
        )  # fmt: skip


_ROLES = {
    "dealer": (
        Words("The dealer pays and receives {pays} as much."),
        Words("The dealer pays {pays} as much, and receives what anybody does."),
        Words("The dealer receives {receives} as much, and pays what anybody does."),
        Words("The dealer pays {pays} as much, and receives {receives} as much."),
        Words("The dealer pays and receives what anybody does."),
    ),
    "eldest": (
        Words("Eldest hand pays and receives {pays} as much."),
        Words("Eldest hand pays {pays} as much, and receives what anybody does."),
        Words("Eldest hand receives {receives} as much, and pays what anybody does."),
        Words("Eldest hand pays {pays} as much, and receives {receives} as much."),
        Words("Eldest hand pays and receives what anybody does."),
    ),
}


_ROLE_HOLDERS = {
    "dealer": Words("The dealer"),
    "eldest": Words("Eldest hand"),
    "holder": Words("The opponent who held the called card"),
}
_ROLE_CHANGES = Words("{who} {changes}.")
_WHOSE_ROLES = Words(
    "That holds for the declarer and for every opponent; between two such players both "
    "multiples count. A partner divides what the declarer's side has won or lost. The price of "
    "an irregularity is not multiplied."
)
_ROLES_ALONE = Words("Between two such players both multiples count. The price of an irregularity is not multiplied.")


def _said_of_roles(roles: Roles, telling: Telling) -> Iterator[Told]:
    """Yield the sentences on multiples by roles."""
    told = named_roles(roles)
    for number, (name, rule) in enumerate(told):
        if name not in _ROLES or rule.halves:
            yield telling.make_sentence(
                _ROLE_CHANGES, f"roles.{name}.pays", f"roles.{name}.receives", style="" if number else "new",
                who=_ROLE_HOLDERS[name], changes=Listing(tuple(_payment_changes(rule, telling)) or (_AS_ANYBODY,)),
            )  # fmt: skip
            continue
        assert isinstance(rule.pays, int)
        assert isinstance(rule.receives, int)
        both, pays, receives, each, neither = _ROLES[name]
        said = receives if rule.pays == 1 else pays if rule.receives == 1 else each
        if rule.pays == rule.receives:
            said = neither if rule.pays == 1 else both
        yield telling.make_sentence(
            said, f"roles.{name}.pays", f"roles.{name}.receives", style="" if number else "new",
            pays=telling.times_phrase(rule.pays), receives=telling.times_phrase(rule.receives),
        )  # fmt: skip
    if told:
        whom = _WHOSE_ROLES if telling.rules.has_auction else _ROLES_ALONE
        yield telling.make_sentence(whom, *(f"roles.{name}" for name, _ in told))


_OF_OPPONENTS = {
    True: Words("In one case an opponent pays or receives otherwise than the others:"),
    False: Words("In these cases an opponent pays or receives otherwise than the others; the multiples of all that "
                 "apply count:"),
}  # fmt: skip
_OPPONENT_IF = Words("if{only} {conditions}, that opponent {changes}.")
_OPPONENT_IN = Words("in {contracts} every opponent {changes}.")
_OPPONENT_ALWAYS = Words("every opponent {changes}.")
_PAYS_TIMES, _PAYS_NOTHING = Words("pays {times} as much"), Words("pays nothing")
_PAYS_HALF, _RECEIVES_HALF = Words("pays half of what others pay"), Words("receives half of what others receive")
_RECEIVES_TIMES, _RECEIVES_NOTHING = Words("receives {times} as much"), Words("receives nothing")
_AS_ANYBODY = Words("pays and receives what anybody does")


def _said_of_opponents(each: Mapping[str, OpponentRule], telling: Telling) -> Iterator[Told]:
    """Yield the sentences on payments of single opponents, with their conditions."""
    if each:
        yield telling.make_sentence(_OF_OPPONENTS[len(each) == 1], style="new")
    for key, rule in each.items():
        yield _said_of_opponent(rule, telling.with_nested_keys("each", key))


def _said_of_opponent(rule: OpponentRule, telling: Telling) -> Sentence:
    """One rule on single opponents."""
    keys = ["pays", "receives"]
    for number, when in enumerate(rule.conditions):
        keys += condition_paths(when, f"also.{number - 1}" if number else "when")
    conditions = Listing(tuple(_party_holds(when, telling) for when in rule.conditions if when.limits))
    contracts: object = None
    if any(when.contracts for when in rule.conditions):
        names = [name for name in telling.rules.contracts if rule.may_apply_to_contract(name)]
        contracts = telling.contract_list(names, either=True)
    only = "" if contracts is None else telling.phrase(Words(" in {contracts}"), contracts=contracts)
    text = _OPPONENT_IF if conditions.items else _OPPONENT_ALWAYS if contracts is None else _OPPONENT_IN
    return telling.make_sentence(
        text, *keys, style="item", only=only, conditions=conditions, contracts=contracts or "",
        changes=Listing(tuple(_payment_changes(rule, telling)) or (_AS_ANYBODY,)),
    )  # fmt: skip


def _payment_changes(rule: OpponentRule | RoleRule, telling: Telling) -> Iterator[Words]:
    """Yield the words for a player's payments that differ from the usual ones."""
    texts = (
        (rule.pays, _PAYS_TIMES, {0: _PAYS_NOTHING, HALF: _PAYS_HALF}),
        (rule.receives, _RECEIVES_TIMES, {0: _RECEIVES_NOTHING, HALF: _RECEIVES_HALF}),
    )
    for times, multiple, others in texts:
        if times in others:
            yield others[times]
        elif isinstance(times, int) and times != 1:
            yield telling.phrase(multiple, times=telling.times_phrase(times))


def say_bonuses(bonuses: Mapping[str, Bonus], order: tuple[str, ...], telling: Telling) -> Iterator[Told]:
    """Yield the sentences on bonuses: those in order, then those added."""
    counted = changing(bonuses, (each for each in order if each in bonuses))
    added = adding(bonuses)
    if counted:
        yield telling.make_sentence(_ORDER[len(counted) == 1], "bonus_order", style="new")
    for key in counted:
        yield _bonus(bonuses[key], telling.with_nested_keys("bonus", key))
        yield from _idle_parameters(bonuses[key], telling.with_nested_keys("bonus", key))
    for kind, heading in _OUTSIDE_ORDER.items():
        alike = [each for each in added if _kind_outside_order(bonuses[each]) == kind]
        if alike:
            yield telling.make_sentence(heading[len(alike) == 1], style="new")
        for key in alike:
            yield _bonus(bonuses[key], telling.with_nested_keys("bonus", key))
            yield from _idle_parameters(bonuses[key], telling.with_nested_keys("bonus", key))
    named = [telling.emphasized_name("bonus", key) for key in added if key in order]
    if named:
        idle = Words(
            "(`bonus_order` also names {bonuses}, for nothing: what adds or is cumulative is outside the order.)"
        )
        yield telling.make_sentence(idle, "bonus_order", style="new", bonuses=Listing(tuple(named)))
    for key in bonuses:
        if key not in counted and key not in added:
            never = Words("({bonus} is in the file but not in `bonus_order`, and so never counts: {rule})")
            bonus = _bonus(bonuses[key], telling.with_nested_keys("bonus", key))
            rule = telling.phrase(bonus.template, **bonus.values)
            yield bonus._replace(
                template=never, values={"bonus": telling.emphasized_name("bonus", key), "rule": rule}, style="new",
                own=(*bonus.own, f"{telling.at}.bonus_order"),
            )  # fmt: skip


def _idle_parameters(params: Bonus, telling: Telling) -> Iterator[Sentence]:
    """Yield the sentences on parameters without effect beside others of a bonus."""
    if not params.is_own_payment:
        yield from telling.idle(params, "to", "card")
    if params.is_own_payment or params.times is None or not params.cumulative:
        yield from telling.idle(params, "cumulative")
    if not params.plus_pot:
        yield from telling.idle(params, "plus_pot")


def _bonus(params: Bonus, telling: Telling) -> Sentence:
    changes = []
    if params.times is not None:
        said = telling.phrase(_TIMES.get(params.times, _MULTIPLIED), times=telling.number_phrase(params.times))
        changes.append(telling.phrase(_WHATEVER_IS_ADDED, change=said) if params.is_multiplied else said)
    if params.instead is not None:
        paid = telling.phrase(_INSTEAD, amount=telling.stake_payment(params.instead))
        changes.append(paid if params.instead else _NOTHING_PAID)
    changes += _own_payments(params, telling) if params.is_own_payment else _added_amounts(params, telling)
    parts, keys = [], []
    if params.for_each is not None:
        changes = [_for_each(params.for_each, change, telling) for change in changes]
        keys += _for_each_paths(params.for_each)
    for number, when in enumerate(params.written_conditions):
        path = f"also.{number - 1}" if number else "when"
        if when.limits:
            parts.append(_party_holds(when, telling))
        keys += condition_paths(when, path)
        if when.one_of:
            parts.append(_alternatives(when.one_of, telling))
            keys += [key for place, alternative in enumerate(when.one_of)
                     for key in condition_paths(alternative, f"{path}.one_of.{place}")]  # fmt: skip
    contracts: object = None
    if any(condition.contracts for condition in params.conditions):
        names = [name for name in telling.rules.contracts if _is_counted_in(params, name)]
        contracts = telling.contract_list(names, either=True)
    only = "" if contracts is None else telling.phrase(Words(" in {contracts}"), contracts=contracts)
    has_own_words = params.for_each is not None or params.is_between_seats
    if parts:
        text = _PAID_IF
    elif contracts is not None:
        text = _ALWAYS_IN
    else:
        text = _ALWAYS_PAID if has_own_words else _ALWAYS[telling.at.startswith("settle")]
    return telling.make_sentence(
        text,
        *keys, "times", "instead", "plus", "plus_stakes", "plus_pot", "paid_by", "to", "card", "cumulative",
        style="item", name=telling.emphasized_name("bonus", telling.entry_id), only=only,
        contracts=contracts or "", conditions=Listing(tuple(parts)), changes=Listing(tuple(changes)),
    )  # fmt: skip


_PAID_IF = Words("{name}: if{only} {conditions}, {changes}.")
_ALWAYS_PAID = Words("{name}: {changes}.")
_FOR_EACH_CARD = {
    "dealt": Words("{change} for each of these cards that {party} was dealt ({these})"),
    "held": Words("{change} for each of these cards that {party} has in hand at the first lead ({these})"),
    "won": Words("{change} for each of these cards that {party} has won ({these}){won_piles}"),
}
_FOR_EACH_OF = {
    "dealt": Words("{change} for each {card} that {party} was dealt"),
    "held": Words("{change} for each {card} that {party} has in hand at the first lead"),
    "won": Words("{change} for each {card} that {party} has won{won_piles}"),
}
_FOR_EACH_TRICK = {
    False: Words("{change} for each trick that {party} has won"),
    True: Words("{change} for each trick above {number} that {party} has won"),
}


def _for_each(counted: ForEach, change: object, telling: Telling) -> Words:
    """The words for a payment once for each of something."""
    party = _PARTY[counted.of]
    if counted.cards is None:
        above = counted.tricks.above if counted.tricks is not None else 0
        number = telling.number_phrase(above)
        said = _FOR_EACH_TRICK[above > 0].with_values(change=change, party=party)
        return said.with_values(number=number) if above else said
    asked = counted.cards
    figure = CardFigure(asked.ranks, asked.suits, asked.where)
    card = each_of_cards(figure, telling.translated_name)
    if card is None:
        cards = these(figure, telling.translated_name)
        said = _FOR_EACH_CARD[asked.where].with_values(change=change, party=party, these=cards)
    else:
        said = _FOR_EACH_OF[asked.where].with_values(change=change, party=party, card=card)
    if asked.where != "won":
        return said
    in_piles = Listing(tuple(telling.pile_forms(pile)["in_pile"] for pile in telling.rules.piles))
    piles = telling.phrase(COUNTED_PILES["won_piles"], in_piles=in_piles) if in_piles.items else ""
    return said.with_values(won_piles=piles)


def _for_each_paths(counted: ForEach) -> list[str]:
    """The paths of what is counted one by one."""
    within = {"cards": counted.cards, "tricks": counted.tricks}
    named = [
        f"for_each.{key}.{name.name}"
        for key, part in within.items() if part is not None for name in fields(part)
        if getattr(part, name.name) is not None
    ]  # fmt: skip
    return ["for_each.of", *named]


_ALWAYS = {
    True: Words("{name}: in every hand with a contract, {changes}."),
    False: Words("{name}: in every such hand, {changes}."),
}
"""Sentences for a bonus without a condition, with a contract or after an all-pass."""
_ALWAYS_IN = Words("{name}: in {contracts}, {changes}.")


def _kind_outside_order(bonus: Bonus) -> str:
    return "apart" if bonus.is_own_payment else "multiplies" if bonus.is_multiplied else "adds"


def _added_amounts(params: Bonus, telling: Telling) -> Iterator[Words]:
    """Yield the words for additions to the payment of the contract."""
    if params.plus is not None:
        yield telling.phrase(_PLUS, amount=telling.stake_payment(params.plus))
    if params.plus_stakes is not None:
        yield _plus_stakes(params.plus_stakes, telling)
    if params.plus_pot:
        yield telling.phrase(_PLUS, amount=_POT_CONTENT)


def _own_payments(params: Bonus, telling: Telling) -> Iterator[Words]:
    """The payments apart from the contract, with the side that pays them."""
    amounts: list[object] = []
    if params.plus is not None:
        amounts.append(telling.stake_payment(params.plus))
    if params.plus_stakes is not None:
        amounts.append(telling.phrase(_STAKES_APART, times=telling.times_phrase(params.plus_stakes)))
    if params.plus_pot:
        amounts.append(_POT_CONTENT)
    if params.is_between_seats:
        yield from (_seat_payment(params, amount, telling) for amount in amounts or [_NOTHING])
        return
    payer = params.paid_by or "losers"
    for amount in amounts or [_NOTHING]:
        of_pot = _DOUBLES_POT if amount == _POT_CONTENT else _PAID_INTO_POT
        texts = {"pot": of_pot.get(payer, of_pot["losers"]), "everyone": _PAID_TO_EVERYONE}
        yield telling.phrase(texts.get(params.to or "", _PAID_APART), party=_PARTY[payer], amount=amount)


_SEAT_PAYMENTS = {
    ("card", "everyone"): Words("{player} pays {amount} to each of the others"),
    ("card", "pot"): Words("{player} pays {amount} into the pot"),
    ("card", "card"): Words("{player} pays {amount}"),
    ("everyone", "card"): Words("each of the others pays {amount} {player}"),
    ("everyone", "pot"): Words("each player pays {amount} into the pot"),
    ("pot", "card"): Words("{player} receives {amount} from the pot, as far as it holds so much"),
    ("pot", "everyone"): Words("each player receives {amount} from the pot, as far as it holds so much"),
}
_ALL_OF_POT = {
    "card": Words("{player} receives all that the pot holds"),
    "everyone": Words("the players receive all that the pot holds, each the same"),
}
_BY_CARD = {
    ("won", True): Words("the player who has won {card}"),
    ("dealt", True): Words("the player who was dealt {card}"),
    ("won", False): Words("to the player who has won {card}"),
    ("dealt", False): Words("to the player who was dealt {card}"),
}
"""A player named by a card, as payer or receiver, and as the one paid."""
_NO_CARD = Words("a card that is not stated")


def _seat_payment(params: Bonus, amount: object, telling: Telling) -> Words:
    """The words for a payment of a player by a card, or of all players."""
    is_subject = params.paid_by != "everyone"
    payer = params.paid_by if params.paid_by in ("everyone", "pot") else "card"
    kinds = payer, params.to if params.to in ("pot", "everyone") else "card"
    said = _SEAT_PAYMENTS.get(kinds, _SEAT_PAYMENTS["everyone", "pot"])
    if payer == "pot" and params.plus_pot:
        said = _ALL_OF_POT["everyone" if params.to == "everyone" else "card"]
    place = params.card_place or "won"
    card = _NO_CARD
    if params.card is not None:
        card = these(CardFigure(params.card[0], params.card[1], place), telling.translated_name)
    player = telling.phrase(_BY_CARD[place, is_subject], card=card)
    return telling.phrase(said, amount=amount, player=player)


_STAKES_APART = Words("{times} what the contract is worth")


def _plus_stakes(times: int, telling: Telling) -> Words:
    """The words for added stakes, or added points where the difference is paid."""
    if telling.rules.settle.pay == "difference" and telling.at.startswith("settle"):
        points = telling.pack_points(times * telling.rules.pack.units_per_point)
        return telling.phrase(Words("what {points} of difference bring is added"), points=points)
    if times == 1:
        return telling.phrase(Words("what the contract is worth is added once more"))
    said = Words("what the contract is worth is added {times} times more")
    return telling.phrase(said, times=telling.number_phrase(times))


_EITHER = Words("at least one of these holds: {alternatives}")
_IN_CONTRACTS = Words("in {contracts} {condition}")
_CONTRACT_IS = Words("the contract is {contracts}")


def _alternatives(alternatives: Iterable[Alternative], telling: Telling) -> Words:
    """Conditions of which at least one holds."""
    said = []
    for alternative in alternatives:
        names = telling.contract_list(alternative.contracts, either=True) if alternative.contracts else None
        if names is not None and not alternative.limits:
            said.append(telling.phrase(_CONTRACT_IS, contracts=names))
        else:
            holds = _party_holds(alternative, telling)
            said.append(holds if names is None else telling.phrase(_IN_CONTRACTS, condition=holds, contracts=names))
    return said[0] if len(said) == 1 else telling.phrase(_EITHER, alternatives=Listing(tuple(said), either=True))


def _party_words(of: str, telling: Telling) -> Words:
    """The words for a party of a condition."""
    is_one_other = of == "other_opponents" and telling.hands_at_table == _HANDS_WITH_ONE_OTHER
    return _THE_OTHER if is_one_other else _PARTY[of]


_THE_OTHER = Words("the other opponent")
_HANDS_WITH_ONE_OTHER = 3


def _party_holds(when: PartyCondition, telling: Telling, party: Words | None = None) -> Words:
    """The words for the conditions of one party, and of the hand."""
    of_hand, holds = (
        tuple(limit_words(limit, telling) for limit in when.limits if (limit.row.name == "trump") is is_of_hand)
        for is_of_hand in (True, False)
    )
    if of_hand and not holds:
        return of_hand[0]
    said = Words(
        "{party} {holds}",
        party=party or _party_words(when.of, telling),
        holds=Listing(holds or (Words("has won or lost"),)),
    )
    return Words("{said}, and {trump}", said=said, trump=of_hand[0]) if of_hand else said


DEALER_SAID = {
    "same": Words("the same dealer deals again", sense="redeal"),
    "next": Words("the deal passes to the player at the dealer's {side}"),
}


_THROWN_IN = Words("If all pass, the cards are thrown in and {dealer}.")
"""One sentence for one event, so that a comparison shows only what differs."""


def say_redeal(params: RedealRule, telling: Telling) -> Iterator[Told]:
    """The player who deals again."""
    yield telling.make_sentence(
        _THROWN_IN,
        "do", "dealer", dealer=telling.phrase(DEALER_SAID[params.dealer], side=telling.next_side),
    )  # fmt: skip


_LEAD = {
    "eldest": Words("Eldest hand, the player at the dealer's {side}, leads."),
    "dealer": Words("The dealer leads."),
}
_LEAD_FIRST = {
    "eldest": Words("Eldest hand, the player at the dealer's {side}, leads to the first trick."),
    "dealer": Words("The dealer leads to the first trick."),
}
_DEALS_ON = Words("The same dealer deals every hand.")
_PAYS = {
    "most_points": Words("The player with the most points at the end pays {stake} to each of the others."),
    "last_trick": Words("The winner of the last trick pays {stake} to each of the others."),
    "fewest_points": Words("The player with the fewest points at the end pays {stake} to each of the others."),
}
_SIDES_PAY = {
    "most_points": Words(
        "The side with most points at the end loses the hand: each of its players pays {stake} to a player of each "
        "other side."
    ),
    "last_trick": Words(
        "The side that wins the last trick loses the hand: each of its players pays {stake} to a player of each other "
        "side."
    ),
    "fewest_points": Words(
        "The side with fewest points at the end loses the hand: each of its players pays {stake} to a player of each "
        "other side."
    ),
}
_COUNT_ONLY = {
    False: Words("The hand has no winner, and nothing is paid: each player counts the points won."),
    True: Words("No side has won or lost the hand, and nothing is paid: each side counts the points that it has won."),
}
_TIES = {
    ("most_points", "each_pays"): Words("If several have most, each of them pays those who have fewer."),
    ("most_points", "nobody_pays"): Words("If several have most, no player pays."),
    ("fewest_points", "each_pays"): Words("If several have fewest, each of them pays those who have more."),
    ("fewest_points", "nobody_pays"): Words("If several have fewest, no player pays."),
}


def say_play_out(params: PlayOutRule, telling: Telling) -> Iterator[Told]:
    """Yield the sentences on a hand without declarer: its play and payment.

    Without an auction every hand is one.
    """
    if not telling.rules.has_auction:
        yield from _without_auction(params, telling)
        return
    yield telling.make_sentence(
        Words("If all pass, the hand is played all the same, each player alone, by the rules of play below."),
        "do",
    )
    yield from _before_the_play(params, telling)
    yield telling.make_sentence(_LEAD[params.leader], "leader", side=telling.next_side)
    yield from _who_pays(params, telling)
    yield telling.make_sentence(
        Words("Then {dealer}."), "dealer", style="new",
        dealer=telling.phrase(DEALER_SAID[params.dealer], side=telling.next_side),
    )  # fmt: skip


def _without_auction(params: PlayOutRule, telling: Telling) -> Iterator[Told]:
    """The same in the chapters of the play, of the settlement and of the match."""
    in_play, in_match = (Telling(telling.ruleset, telling.at, room) for room in ("play", "match"))
    yield from _before_the_play(params, in_play)
    yield in_play.make_sentence(
        _LEAD_FIRST[params.leader], "leader", "do", also=("table.direction",), side=telling.next_side
    )
    yield from _who_pays(params, Telling(telling.ruleset, telling.at, "settle"))
    if params.dealer == "same":
        yield in_match.make_sentence(_DEALS_ON, "dealer")


def _before_the_play(params: PlayOutRule, telling: Telling) -> Iterator[Told]:
    """Yield the sentences on steps of all players before the first lead."""
    for step in params.steps:
        named = telling.rules.steps.get(step)
        if named is not None:
            here = Telling(telling.ruleset, f"steps.{step}", telling.room)
            for told in STEPS[named.do](named.params, here):
                also = (f"{telling.at}.steps", f"steps.{step}.do")
                yield told._replace(also=(*told.also, *also)) if isinstance(told, Sentence) else told


def _who_pays(params: PlayOutRule, telling: Telling) -> Iterator[Told]:
    sides = telling.rules.table.sides is not None
    if params.pays == "nobody":
        yield telling.make_sentence(_COUNT_ONLY[sides], "pays")
        yield from telling.idle(params, "stake", "ties")
    else:
        paid = (_SIDES_PAY if sides else _PAYS)[params.pays]
        yield telling.make_sentence(paid, "pays", "stake", stake=telling.stake_payment(params.stake))
        if params.pays != "last_trick":
            yield telling.make_sentence(_TIES[params.pays, params.ties], "ties")
        else:
            yield from telling.idle(params, "ties")
    yield from _said_of_counts(params.counts, telling)
    yield from say_bonuses(params.bonus, params.bonus_order, telling)


_COUNTS_IF = Words("If {condition}, {counts}.")
_COUNTS_ALWAYS = Words("In every hand {counts}.")
_FIRST_COUNTS = Words("Only the first of these rules that applies changes the points that are counted:")
_COUNTING = {False: Words("a player"), True: Words("a side")}
_COUNTS_OWN = {False: Words("that player counts {points}"), True: Words("that side counts {points}")}
_COUNTS_OTHERS = {False: Words("each of the others counts {points}"), True: Words("each other side counts {points}")}


def _said_of_counts(counts: Mapping[str, CountRule], telling: Telling) -> Iterator[Told]:
    """The points that sides count instead of their own, and when."""
    sides = telling.rules.table.sides is not None
    if len(counts) > 1:
        yield telling.make_sentence(_FIRST_COUNTS, style="new")
    for key, rule in counts.items():
        stated = ((rule.own, _COUNTS_OWN), (rule.others, _COUNTS_OTHERS))
        said = [
            telling.phrase(words[sides], points=telling.pack_points(points))
            for points, words in stated if points is not None
        ]  # fmt: skip
        yield telling.with_nested_keys("counts", key).make_sentence(
            _COUNTS_IF if rule.when.limits else _COUNTS_ALWAYS, "own", "others", *condition_paths(rule.when, "when"),
            style="item", condition=_party_holds(rule.when, telling, _COUNTING[sides]), counts=Listing(tuple(said)),
        )  # fmt: skip


_FORCED = {
    "first": Words("If all pass, the first player to speak must play {contract}."),
    "last": Words("If all pass, the last player to speak must play {contract}."),
}


def say_force(params: ForceRule, telling: Telling) -> Iterator[Told]:
    """Yield the sentence on the player that must play, and the contract."""
    contract = telling.emphasized_name("contracts", params.contract)
    yield telling.make_sentence(_FORCED[params.who], "do", "who", "contract", contract=contract)


_BINDS = {
    "everyone": Words("In the auction that follows, only {contracts} may be bid, by anyone."),
    "eldest": Words(
        "In the auction that follows, the first player to speak may bid only {contracts}; the others are free."
    ),
}


_POT = {
    "winner": Words(
        "Each time all have passed, each player who was dealt cards puts {each} into the pot. The side that wins the "
        "next contract takes all of it: the declarer's side divides it as it divides payments, the opponents equally, "
        "and what cannot be divided stays."
    ),
    "declarer": Words(
        "Each time all have passed, each player who was dealt cards puts {each} into the pot. The next declarer who "
        "wins takes all of it, and divides it with a partner as payments are divided; until then it stays."
    ),
}
_AFTER_ALL_PASS = Words(
    "The payment for the contract of the next deal, bonuses included, is multiplied by {times}, "
    "however often all have passed before it."
)


def say_carry_on(params: CarryOnRule, telling: Telling) -> Iterator[Told]:
    """Yield the sentences on kept piles, next dealer and narrowed auction."""
    dealer = telling.phrase(DEALER_SAID[params.dealer], side=telling.next_side)
    if params.keep:
        keep = Listing(tuple(telling.pile_forms(pile)["pile"] for pile in params.keep))
        keeping = Words("If all pass, the hands are thrown in, but {keep} stays as it is, and {dealer}.")
    else:
        keep = Listing(())
        keeping = _THROWN_IN
    yield telling.make_sentence(keeping, "do", "keep", "dealer", keep=keep, dealer=dealer)
    if params.pot is not None:
        each = telling.stake_payment(params.pot.each)
        yield telling.make_sentence(_POT[params.pot.to], "pot.each", "pot.to", each=each)
    if params.times != 1:
        yield telling.make_sentence(_AFTER_ALL_PASS, "times", times=telling.number_phrase(params.times))
    if params.only:
        yield telling.make_sentence(_BINDS[params.binds], "only", "binds", contracts=telling.contract_list(params.only))
    else:
        yield from telling.idle(params, "binds")


_COUNTS = {
    "payments": Words(
        "Each player's total is the sum of what that player has received, less what the player has paid."
    ),
    "winners_only": Words(
        "Each player's total is the sum of what that player has received; what is paid is not taken off."
    ),
    "card_points": Words(
        "Each player's total is the sum of the points that the player's side has won with cards in each hand."
    ),
    "declarer_only": Words(
        "Only the declarer's account is kept: what the declarer wins or loses is written down, and nothing for the "
        "others."
    ),
}
_OWN_POINTS = Words("Each player's total is the sum of the points won with cards in each hand.")
SIDE_REACHES = Words("a side has reached {n:# point|# points}")
UNTIL = {
    "points": Words("a player has reached {n:# point|# points}"),
    "deals": Words("{n:# deal has|# deals have} been settled"),
    "minutes": Words("{n:# minute has|# minutes have} passed (the deal then running is finished)"),
}
_MINUTES_BEFORE_A_ROUND = Words("{n:# minute has|# minutes have} passed")
_ROUND = {
    True: Words(
        "A round is one settled deal for each player at the table. If one more deal would decide, a "
        "whole round is played."
    ),
    False: Words("A round is one settled deal for each player at the table."),
}
_OUT_AT = {
    "highest": Words(
        "A player who is {n:# point|# points} or more below zero is out, and the others continue. "
        "When fewer are left than can play the match is over, and one of those who are left has won "
        "it."
    ),
    "lowest": Words(
        "A player with {n:# point|# points} or more is out, and the others continue. When fewer are "
        "left than can play the match is over, and one of those who are left has won it."
    ),
}
_OVER = Words("The match is over when {reached}{first}.")
_WINNER = {
    "highest": Words("The highest total wins; {several}."),
    "lowest": Words("The lowest total wins; {several}."),
}
_TIE = {
    "another_deal": Words("if several share it, one more deal is played"),
    "shared": Words("if several have it, they share the win"),
    "declarer": Words(
        "if several share it, the declarer of the last hand wins who is among them; otherwise one more deal is played"
    ),
    "more_hands": Words(
        "if several share it, who of them has won more hands wins; if they have won as many, one more deal is played"
    ),
    "first_there": Words(
        "if several share it, who of them has first had that total, or a better one, wins; if they had it after the "
        "same deal, one more is played"
    ),
}
_DEALER = {
    "next": Words("For the next hand the deal passes to the player at the dealer's {side}."),
    "winner": Words(
        "The side that has won a hand deals the next one: the declarer, or, of the opponents, the first from the "
        "dealer's {side} on."
    ),
    "loser": Words(
        "The side that has lost a hand deals the next one: the declarer, or, of the opponents, the first from the "
        "dealer's {side} on."
    ),
}
_DEALER_WITHOUT_AUCTION = {
    "next": _DEALER["next"],
    "winner": Words(
        "A player who has won a hand deals the next one; of several, the first from the dealer's {side} on. If no side "
        "has won, the deal passes to the player at the dealer's {side}."
    ),
    "loser": Words(
        "A player who has lost a hand deals the next one; of several, the first from the dealer's {side} on. If no "
        "side has lost, the deal passes to the player at the dealer's {side}."
    ),
}


_FIRST_ELDEST = Words(
    "In the first hand of a match, the player who has been dealt the {card} is eldest hand, and the player before "
    "that seat counts as the dealer."
)
_GAMES = Words("The player who first wins {n:# match|# matches} wins the rubber; each match begins with new totals.")
_RANKING = Words(
    "A match gives points by rank, the best first: {points}. Players with the same total each get those of the best "
    "rank that they share."
)
EACH_DECLARED = Words("every player at the table has declared {contracts}")
_NEXT = Words("By the match so far the next hand changes:")
_NEXT_RULES = {
    "players": Words("“{name}”: if a player {conditions}, {effects}."),
    "round": Words(
        "“{name}”: in the last round of a match (its last deals, one for each player at the table) {effects}."
    ),
}
_LAST_ROUND = Words("is to play a hand of the last round of a match (its last deals, one for each player at the table)")
_LOST_IN_A_ROW = Words("has lost the last {n:contract|# contracts} that this player declared")
_WON_IN_A_ROW = Words("has won the last {n:contract|# contracts} that this player declared")
_HAS_DECLARED = Words("has declared {contracts} in the match")
_NEXT_TIMES = {
    True: Words("{times} as much is paid for a contract that this player declares"),
    False: Words("{times} as much is paid for every contract"),
}
_NEXT_WITHOUT = {
    True: Words("this player may not bid {contracts}"),
    False: Words("no player may bid {contracts}"),
}
_NO_CHANGE = Words("nothing changes")


def _say_next(rules: Mapping[str, NextRule], telling: Telling) -> Iterator[Told]:
    """The changes of the next hand by the match so far."""
    if rules:
        yield telling.make_sentence(_NEXT, style="new")
    for key, rule in rules.items():
        yield _say_next_rule(key, rule, telling.with_nested_keys("next", key))


def _say_next_rule(key: str, rule: NextRule, telling: Telling) -> Sentence:
    when, is_about_players = rule.when, rule.when.is_about_players
    conditions = [_LAST_ROUND] if when.round is not None else []
    for number, text in ((when.lost_in_a_row, _LOST_IN_A_ROW), (when.won_in_a_row, _WON_IN_A_ROW)):
        if number is not None:
            conditions.append(telling.phrase(text, n=number))
    if when.declared:
        contracts = telling.contract_list(when.declared, either=True)
        conditions.append(telling.phrase(_HAS_DECLARED, contracts=contracts))
    effects = []
    if rule.times != 1:
        effects.append(telling.phrase(_NEXT_TIMES[is_about_players], times=telling.times_phrase(rule.times)))
    if rule.without:
        barred = telling.contract_list(rule.without, either=True)
        effects.append(telling.phrase(_NEXT_WITHOUT[is_about_players], contracts=barred))
    return telling.make_sentence(
        _NEXT_RULES["players" if is_about_players else "round"],
        *(f"when.{name}" for name in ("round", "lost_in_a_row", "won_in_a_row", "declared")), "times", "without",
        style="item", name=telling.translated_name("next", key), conditions=Listing(tuple(conditions)),
        effects=Listing(tuple(effects) or (_NO_CHANGE,)),
    )  # fmt: skip


def say_match(params: MatchRule, telling: Telling) -> Iterator[Told]:
    """Yield the sentences on the match: sums, next dealer and end."""
    sides = telling.rules.table.sides is not None
    alone = not sides and not telling.rules.has_auction and params.counts == "card_points"
    yield telling.make_sentence(_OWN_POINTS if alone else _COUNTS[params.counts], "counts")
    dealer = (_DEALER if telling.rules.has_auction else _DEALER_WITHOUT_AUCTION)[params.dealer]
    yield telling.make_sentence(dealer, "dealer", also=("table.direction",), side=telling.next_side)
    if params.first_eldest is not None:
        card = telling.card_words(params.first_eldest)
        yield telling.make_sentence(_FIRST_ELDEST, "first_eldest", card=card)
    yield from _say_next(params.next, telling)
    ends = {key: getattr(params.until, key) for key in UNTIL}
    keys = [f"until.{key}" for key in UNTIL]
    words = {**UNTIL, "points": SIDE_REACHES} if sides else dict(UNTIL)
    if params.until.round:
        words["minutes"] = _MINUTES_BEFORE_A_ROUND
    reached = [telling.phrase(words[key], n=value) for key, value in ends.items() if value is not None]
    if params.until.each:
        contracts = telling.contract_list(params.until.each)
        reached.append(telling.phrase(EACH_DECLARED, contracts=contracts))
        keys, ends = [*keys, "until.each"], {**ends, "each": 1}
    if params.out_at is not None:
        yield telling.make_sentence(_OUT_AT[params.wins], "out_at", "wins", style="new", n=params.out_at)
    if not reached and params.out_at is not None:
        yield telling.make_sentence(_WINNER[params.wins], "wins", "tie", several=_TIE[params.tie])
    if not reached:
        yield from telling.with_nested_keys("until").idle(params.until, "round")
    if not reached and params.out_at is not None:
        yield from _say_series(params, telling)
        return
    if not reached:
        yield telling.make_sentence(
            Words("The rules set no end to the match; the players agree on one."),
            *keys, style="new",
        )  # fmt: skip
        yield from telling.idle(params, "wins", "tie")
        yield from _say_series(params, telling)
        return
    first = Words(", whichever comes first") if len(reached) > 1 else ""
    over = Words("The match is over when, at the end of a round, {reached}{first}.") if params.until.round else _OVER
    yield telling.make_sentence(
        over, *(key for key in keys if ends[key.removeprefix("until.")] is not None),
        *("until.round",) * params.until.round,
        style="new", reached=Listing(tuple(reached), either=True), first=first,
    )  # fmt: skip
    if params.until.round:
        yield telling.make_sentence(_ROUND[params.tie != "shared"], "until.round", "tie")
    yield telling.make_sentence(_WINNER[params.wins], "wins", "tie", several=_TIE[params.tie])
    yield from _say_series(params, telling)


def _say_series(params: MatchRule, telling: Telling) -> Iterator[Told]:
    """Yield the sentences on several matches."""
    if params.games is not None:
        yield telling.make_sentence(_GAMES, "games", n=params.games)
    if params.ranking:
        yield telling.make_sentence(_RANKING, "ranking", points=", ".join(map(str, params.ranking)))
