"""The settlement in sentences, and its table of stakes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Listing, Words
from calarec.mechanisms.sentences.contracts import IN_OWN_HAND, worth
from calarec.mechanisms.sentences.pack import total
from calarec.rulesets.explain.sentences import Grid

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from calarec.mechanisms.settle import Bonus, Settle, Shares, When
    from calarec.rulesets.explain.sentences import Sentence, Told
    from calarec.rulesets.explain.telling import Telling

_ROUNDING = {
    "none": Words("Points are counted in full; nothing is rounded."),
    "down": Words("Having counted its points, each side drops any fraction of a point."),
}
_PAY = {
    "each_opponent": Words("What is paid between the declarer's side and each opponent is the stake of the contract."),
    "difference": Words(
        "What is paid between the declarer's side and each opponent is the difference of the two sides' points, times "
        "the stake of the contract."
    ),
}
_SIDE = {"declarer": Words("the declarer's side")}
_PARTY = {
    "losers": Words("the losing side"),
    "winners": Words("the winning side"),
    "declarer": Words("the declarer's side"),
    "opponents": Words("the opponents' side"),
    "others": Words("the group of those who are paid"),
}
_HOLDS = {
    "tricks": Words("has won exactly {tricks}"),
    "no tricks": Words("has won no trick"),
    "tricks_at_least": Words("has won at least {tricks}"),
    "card_points_in_tricks_below": Words(
        "has less than {points} in the cards of its tricks (what the last trick is worth{and_piles} not counted)"
    ),
    "card_points_below": Words(
        "has less than {points} in all the cards that it has won (what the last trick is worth not counted{with_piles})"
    ),
    "points_below": Words("has less than {points} in all"),
}
_AND_PILES = Words(" and {piles}")
_WITH_PILES = Words(", but the cards {in_piles} included")
_TIMES = {
    1: Words("the payment stays as it is"),
    2: Words("the payment is doubled"),
    3: Words("the payment is tripled"),
    4: Words("the payment is quadrupled"),
}


_INSTEAD = Words("{amount} is paid instead")
_MULTIPLIED = Words("the payment is multiplied by {times}")
_ORDER = {
    True: Words("The payment changes in one case:"),
    False: Words(
        "The payment changes in the following cases. They are looked at in this order, and only the first that "
        "applies counts:"
    ),
}


def say(part: Settle, telling: Telling) -> Iterator[Told]:
    """Who has won, and what is paid."""
    yield telling.say(_ROUNDING[part.rounding], "rounding")
    yield telling.say(
        Words("{side} wins the hand if it has at least {points}, out of a total of {total}; otherwise it loses."),
        "won_if.of", "won_if.points_at_least",
        side=_SIDE[part.won_if.of], points=telling.points(part.won_if.points_at_least),
        total=telling.points(total(telling.rules.pack)),
    )  # fmt: skip
    yield telling.say(_PAY[part.pay], "pay")
    if telling.parts_of(part.pay_unit) > 1:
        yield telling.say(
            Words("Payments are written down in {parts} of a stake."),
            "pay_unit", parts=telling.part_names(telling.parts_of(part.pay_unit)),
        )  # fmt: skip
    if part.pay == "each_opponent":
        yield _stakes(part, telling)
    if part.shares:
        yield from _shares(part.shares, telling)
    yield from say_bonuses(part.bonus, part.bonus_order, telling)


def _stakes(part: Settle, telling: Telling) -> Grid:
    """What each opponent pays or is paid, contract by contract and bonus by bonus."""
    bonuses = {key: part.bonus[key] for key in part.bonus_order if key in part.bonus}
    lines = [line for name in telling.contract_order for line in _lines(name, telling)]
    parted = any(won != lost for _, _, won, lost in lines)
    rows: list[tuple[object, ...]] = []
    own: list[str] = []
    for name, label, won, lost in lines:
        allowed = [not each.when.contracts or name in each.when.contracts for each in bonuses.values()]
        cells = [
            _paid(_changed(won, each), _changed(lost, each), telling) if holds else "–"
            for each, holds in zip(bonuses.values(), allowed, strict=True)
        ]
        rows.append((label, _paid(won, lost, telling), *cells))
        own.append(f"contracts.{name}.stake")
    head = Words("Won / lost") if parted else Words("Won or lost")
    names = [telling.called("bonus", key) for key in bonuses]
    return Grid((Words("Contract"), head, *names), tuple(rows), tuple(own), telling.room)


def _lines(name: str, telling: Telling) -> Iterator[tuple[str, object, int, int]]:
    """The contract itself, and what it is worth when the called card is not where it was looked for."""
    contract, rules = telling.rules.contracts[name], telling.rules
    won = worth(contract.stake, telling)
    lost = won if contract.lost is None else worth(contract.lost, telling)
    label = telling.called("contracts", name)
    yield name, label, won, lost
    for step in contract.steps:
        named = rules.steps.get(step)
        if named is None or named.do != "call":
            continue
        for found, lies in ((named.part.in_pile, telling.on_table()), (named.part.in_hand, IN_OWN_HAND)):
            if found.then != "refused" and (found.won is not None or found.lost is not None):
                where = Words("{name}, if the called card {lies}")
                yield (
                    name,
                    telling.phrase(where, name=label, lies=lies),
                    won if found.won is None else worth(found.won, telling),
                    lost if found.lost is None else worth(found.lost, telling),
                )


def _changed(amount: int, bonus: Bonus) -> int:
    return bonus.instead if bonus.instead is not None else amount * (bonus.times or 1)


def _paid(won: int, lost: int, telling: Telling) -> str:
    return telling.figures(won) if won == lost else f"{telling.figures(won)} / {telling.figures(lost)}"


def _shares(part: Shares, telling: Telling) -> Iterator[Told]:
    declarer, partner = part.declarer, part.partner
    yield telling.say(
        Words(
"If the declarer has a partner, what the two win or lose together is divided: of every {all} "
"the declarer takes {declarer} and the partner {partner}.",
),
        "shares.declarer", "shares.partner", style="new", all=declarer + partner, declarer=declarer, partner=partner,
    )  # fmt: skip


def say_bonuses(bonuses: Mapping[str, Bonus], order: tuple[str, ...], telling: Telling) -> Iterator[Told]:
    """What changes the payment, in the order in which it is looked at."""
    counted = [each for each in order if each in bonuses]
    if counted:
        yield telling.say(_ORDER[len(counted) == 1], "bonus_order", style="new")
    for key in counted:
        yield _bonus(bonuses[key], telling.within("bonus", key))
    for key in bonuses:
        if key not in counted:
            never = Words("({bonus} stands in the file but not in `bonus_order`, and so never counts: {rule})")
            bonus = _bonus(bonuses[key], telling.within("bonus", key))
            rule = telling.phrase(bonus.template, **bonus.values)
            yield bonus._replace(
                template=never, values={"bonus": telling.called("bonus", key), "rule": rule}, style="new"
            )


def _bonus(part: Bonus, telling: Telling) -> Sentence:
    changes = []
    if part.times is not None:
        said = _TIMES.get(part.times, _MULTIPLIED)
        changes.append(telling.phrase(said, times=telling.number(part.times)))
    if part.instead is not None:
        changes.append(telling.phrase(_INSTEAD, amount=telling.amount(part.instead)))
    holds, keys = _conditions(part.when, telling)
    only: object = ""
    if part.when.contracts:
        names = telling.contracts(part.when.contracts, either=True)
        only = telling.phrase(Words(" in {contracts}"), contracts=names)
    return telling.say(
        Words("{name}: if{only} {party} {holds}, {changes}."),
        "when.of", *keys, "when.contracts", "times", "instead",
        style="item", name=telling.called("bonus", telling.key), only=only,
        party=_PARTY[part.when.of], holds=Listing(tuple(holds)), changes=Listing(tuple(changes)),
    )  # fmt: skip


def _conditions(when: When, telling: Telling) -> tuple[list[Words], list[str]]:
    values = {key: getattr(when, key) for key in _HOLDS if hasattr(when, key)}
    stated = {key: value for key, value in values.items() if value is not None}
    names = [telling.pile(pile) for pile in telling.rules.piles]
    piles, in_piles = (Listing(tuple(name[form] for name in names)) for form in ("pile", "in_pile"))
    and_piles, with_piles = (
        telling.phrase(each, piles=piles, in_piles=in_piles) if names else "" for each in (_AND_PILES, _WITH_PILES)
    )
    holds = [
        telling.phrase(
            _HOLDS["no tricks" if (key, value) == ("tricks", 0) else key],
            tricks=telling.tricks(value), points=telling.points(value), and_piles=and_piles, with_piles=with_piles,
        )
        for key, value in stated.items()
    ]  # fmt: skip
    always = Words("has won or lost, in any case")
    return holds or [always], [f"when.{key}" for key in stated]
