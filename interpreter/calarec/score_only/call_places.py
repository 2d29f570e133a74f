"""The possible places of a called card in a hand without cards.

The rules of a call and its contract go in, places come out: a seat, a pile, the caller's own hand. Only rules and
numbers of cards decide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.state import NOT_CALLED
from calarec.core.judge.seats import number_of
from calarec.core.mechanisms.exchange import IN_HAND, IN_PILE, CallRule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating
    from calarec.core.records import model as rec
    from calarec.rule_files.lint.sizes import HeldCards

NOBODYS: Final = {"monte": IN_PILE, "hand": IN_HAND}
"""The places of a called card that no other hand has, by their words."""


class CallRoom(NamedTuple):
    """The most cards in the places of a called card."""

    own: int
    """In the caller's hand, or laid on the table by the caller."""
    table: int
    """On piles."""


class CallPlaces(NamedTuple):
    """The possible places of a called card that no other hand has."""

    on_table: bool
    """True if piles have other cards than the caller's own, callable or not."""
    deciding: tuple[int, ...]
    """The places of the deciding card: -1 (a pile), -2 (the caller's own hand).

    The latter not if another card is called then.
    """
    uncalled: bool
    """True if there may be no callable card, so that none is called."""


def stated_place(call: rec.Call, setting: Seating) -> int | None:
    """The place that a call states; None if it states none."""
    return NOBODYS.get(call.place, number_of(setting, call.place)) if call.place else None


def call_places(game: Game, contract: str, step: str) -> CallPlaces:
    """The possible places of the card that is called in a step of a contract."""
    key = f"{__name__} {contract} {step}"
    found: CallPlaces | None = game.worked_out.get(key)
    if found is None:
        found = game.worked_out[key] = _call_places(game, contract, step)
    return found


def _call_places(game: Game, contract: str, step: str) -> CallPlaces:
    rule: CallRule = game.rules.steps[step].params
    room, own = _call_room(game, contract, step), rule.in_hand.then
    known = {IN_HAND} if own != "refused" else set()
    known |= {IN_PILE} if room.table and rule.in_pile.then != "refused" else set()
    # Of an own card that is called again only the second call decides, and that may be of no own card.
    again = own == "again" and rule.named == "after_auction"
    left_with_own = not again or _may_have_none(game, rule, room, own_barred=True)
    deciding = known if left_with_own else known - {IN_HAND}
    uncalled = _may_have_none(game, rule, room, own_barred=own == "refused")
    return CallPlaces(bool(room.table), tuple(sorted(deciding, reverse=True)), uncalled)


def _call_room(game: Game, contract: str, step: str) -> CallRoom:
    """The most cards that there can be when the call is made."""
    from calarec.rule_files.lint.sizes import list_stages

    rules = game.rules
    steps = [] if rules.steps[step].params.named == "with_bid" else list(rules.contracts[contract].steps)
    before = steps[: steps.index(step)] if step in steps else []
    laid = {rules.steps[name].params.pile for name in before if rules.steps[name].do == "table_card"}
    put = {rules.steps[name].params.to for name in before if rules.steps[name].do == "discard"}
    own_only = {name for name in laid - put if not rules.piles[name].dealt}
    ends = list_stages(rules, before)[-1]
    return CallRoom(
        max((end.hands[0] for end in ends), default=rules.deal.hand) + len(laid),
        max((_count_on_piles(end, own_only) for end in ends), default=0),
    )


def _count_on_piles(held: HeldCards, own_only: set[str]) -> int:
    """The cards on all piles but those on which there are none but the caller's own."""
    return sum(size for name, size in held.piles.items() if name not in own_only)


def _may_have_none(game: Game, rule: CallRule, room: CallRoom, *, own_barred: bool) -> bool:
    """Check whether all callable cards can be where none may be called.

    That is on a pile, or (`own_barred`) with the caller. A row for a caller with certain cards allows more cards only
    with all of them. The division of cards between hand and piles is not examined: in doubt there may be none.
    """
    if not rule.cards:
        return False  # another hand has cards, and any of them may be called
    names, table_barred = game.cards.names, bool(room.table) and rule.in_pile.then == "refused"
    rows = [(_names_of_ranks(names, row.ranks), _names_of_ranks(names, row.holding_all or "")) for row in rule.cards]
    barred = set[str]().union(*(ranks for ranks, needed in rows if not needed))
    while own_barred and not table_barred:
        more = barred.union(*(ranks for ranks, needed in rows if needed <= barred))
        if more == barred:
            break
        barred = more
    return len(barred) <= room.own * own_barred + room.table * table_barred


def _names_of_ranks(names: Sequence[str], ranks: str) -> set[str]:
    return {name for name in names if name[0] in ranks}


def deciding_call(game: Game, contract: str) -> tuple[str, CallRule | None]:
    """The first call of a contract that decides payments: step and rule, or None."""
    for name in game.rules.contracts[contract].steps:
        part = game.rules.steps[name].params
        if isinstance(part, CallRule):
            paid = [stake for rule in (part.in_pile, part.in_hand) for stake in (rule.won, rule.lost)]
            if part.gets == "partner" or has_holder_role(game) or any(stake is not None for stake in paid):
                return name, part
    return "", None


def has_holder_role(game: Game) -> bool:
    """Check for a rule on payments of the opponent who held a called card."""
    return game.rules.settle.roles.holder is not None


UNCALLED: Final = NOT_CALLED
"""The place of a card that was not called."""
