"""The contracts in sentences: their steps, who leads, and what is paid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.wording.language import Words
from calarec.rulebook.auction import stake_amount, stake_keys, stake_said
from calarec.rulebook.exchange import STEPS
from calarec.rulebook.flow import flows
from calarec.rulebook.sentences import Sentence
from calarec.rulebook.settle import WINS_CONTRACT, say_won_if
from calarec.rulebook.table import count_deal_points
from calarec.rulebook.telling import Telling

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.auction import Amounts, Contract
    from calarec.rulebook.sentences import Told


_LEAD = {
    "eldest": Words("Eldest hand, the player at the dealer's {side}, leads to the first trick."),
    "declarer": Words("The declarer leads to the first trick."),
    "left_of_declarer": Words("The player at the declarer's left, {left} in order of play, leads to the first trick."),
    "right_of_declarer": Words(
        "The player at the declarer's right, {right} in order of play, leads to the first trick."
    ),
    "holder": Words("The player who then holds the {card} leads to the first trick; without one, eldest hand leads."),
}
_NO_CARD = Words("(The file also names the {card} as the card that leads, which decides nothing here.)")
_AFTER = Words("the next")
_BEFORE = Words("the one before")
_PAID = {
    "alone": Words("If the declarer wins, each opponent pays {won}; if not, the declarer pays {lost} to each of them."),
    "partners": Words(
        "If the declarer's side wins, each opponent pays it {won}; if not, it pays {lost} to each of them."
    ),
    "difference": Words(
        "The stake is {won}: each opponent pays, or is paid, the difference of the two sides' points {times}."
    ),
    "differences": Words(
        "The stake is {won}, and {lost} if it is lost: the declarer is paid the difference of the two sides' points "
        "{times} by each opponent, or pays it {lost_times} to each."
    ),
}
_AS_MUCH = Words("as much")
_POINTS_BID = Words(
    "It is bid with a number of points from {least} to {most}{steps}, each offer higher than the one before. The "
    "declarer's side wins if it has at least that number of points, out of a total of {total}; otherwise it loses."
)


def say_contracts(params: Contract, telling: Telling) -> Iterator[Told]:
    """Yield the sentences on a contract: exchange, leader and payment."""
    yield from _raise_sentences(telling)
    if params.turn == "first":
        yield telling.make_sentence(Words("It may be bid only at the first turn to speak."), "turn")
    if params.amounts is not None:
        yield _amounts_sentence(params.amounts, telling)
    steps = list(_step_sentences(params.steps, telling))
    yield from steps
    if not steps:
        yield from _nothing_first(telling)
    left, right = (_AFTER, _BEFORE) if telling.is_clockwise else (_BEFORE, _AFTER)
    holder = params.leader == "holder"
    card = telling.card_words(params.leading_card) if params.leading_card is not None else ""
    yield telling.make_sentence(
        _LEAD[params.leader], "leader", *(("leading_card",) if holder else ()),
        also=() if holder else ("table.direction",), style="new", side=telling.next_side, left=left, right=right,
        card=card,
    )  # fmt: skip
    if params.leading_card is not None and not holder:
        yield telling.make_sentence(_NO_CARD, "leading_card", card=card)
    yield _payment_sentence(params, telling)
    if params.won_if is not None:
        yield say_won_if(params.won_if, WINS_CONTRACT, telling)
    if params.raises:
        yield telling.make_sentence(
            Words("The declarer may raise it to {raises}."),
            "raises", raises=telling.contract_list(params.raises, either=True),
        )  # fmt: skip


def _amounts_sentence(amounts: Amounts, telling: Telling) -> Sentence:
    """With which amounts it is bid, and what they mean."""
    steps = Words(", in steps of {by}", by=amounts.by) if amounts.by > 1 else ""
    if amounts.of == "points":
        total = telling.pack_points(count_deal_points(telling.rules.pack))
        return telling.make_sentence(
            _POINTS_BID, "amounts.least", "amounts.most", "amounts.by", "amounts.of",
            least=amounts.least, most=amounts.most, steps=steps, total=total,
        )  # fmt: skip
    return telling.make_sentence(
        Words(
            "It is bid with an amount from {least} to {most}{steps}, each offer higher than the one before; what is "
            "paid is paid for each unit of the amount."
        ),
        "amounts.least", "amounts.most", "amounts.by", "amounts.of",
        least=amounts.least, most=amounts.most, steps=steps,
    )  # fmt: skip


def _raise_sentences(telling: Telling) -> Iterator[Told]:
    rules, key = telling.rules, telling.entry_id
    if key in rules.auction.ladder:
        return
    raised = tuple(name for name, contract in rules.contracts.items() if key in contract.raises)
    if raised:
        way = Words("It cannot be bid; the declarer of {raised} may raise to it.")
    elif rules.all_pass.do == "force" and rules.all_pass.params.contract == key:
        way = Words("It cannot be bid; it is played when all have passed.")
    else:
        way = Words("It can neither be bid nor raised to.")
    also: tuple[str, ...] = ("auction.ladder", *(f"contracts.{name}.raises" for name in raised))
    if rules.all_pass.do == "force":
        also = (*also, "all_pass.contract")
    yield telling.make_sentence(way, also=also, raised=telling.contract_list(raised, either=True))


def _nothing_first(telling: Telling) -> Iterator[Told]:
    dealt = [name for name, pile in telling.rules.piles.items() if pile.dealt]
    if len(dealt) == 1:
        untouched = Words("Nothing is exchanged: {pile} stays face down, and no player sees its cards before the end.")
        yield telling.make_sentence(untouched, "steps", **telling.pile_forms(dealt[0]))
    else:
        yield telling.make_sentence(Words("Nothing is exchanged."), "steps")


def _payment_sentence(params: Contract, telling: Telling) -> Sentence:
    lost = _AS_MUCH if params.lost is None else stake_said(params.lost, telling)
    form = "partners" if telling.max_partners(params.steps) else "alone"
    if telling.rules.settle.pay == "difference":
        form = "difference" if params.lost is None else "differences"
    lost_worth = stake_amount(params.stake if params.lost is None else params.lost, telling)
    return telling.make_sentence(
        _PAID[form], *stake_keys(params.stake, "stake"), *stake_keys(params.lost, "lost"), also=("settle.pay",),
        won=stake_said(params.stake, telling), lost=lost,
        times=telling.rate_times(stake_amount(params.stake, telling)), lost_times=telling.rate_times(lost_worth),
    )  # fmt: skip


def _step_sentences(ids: tuple[str, ...], telling: Telling) -> Iterator[Told]:
    """The steps of this contract, each one an item of a numbered list."""
    rules = telling.rules
    steps = tuple(step for step in ids if step in rules.steps)
    for step, before in zip(steps, flows(rules, steps), strict=False):
        named = rules.steps[step]
        here = Telling(telling.ruleset, f"steps.{step}", telling.room, before)
        for place, told in enumerate(STEPS[named.do](named.params, here)):
            if not isinstance(told, Sentence):
                yield told
            elif place:
                yield told._replace(style="")
            else:
                yield told._replace(style="step", also=(*told.also, f"{telling.at}.steps", f"steps.{step}.do"))
