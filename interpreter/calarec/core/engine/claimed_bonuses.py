"""Bonuses under claimed points: each is certain, impossible or open.

A certain one is paid. Two cases are looked at: each side may have won the last trick. In each, a figure has a least and
a most; these bounds are sound, and in doubt a bonus is open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.cards import bits
from calarec.core.mechanisms.conditions import CardFigure, all_can_hold, is_known_without_play
from calarec.core.wording.language import Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.core.engine.account import Counted
    from calarec.core.engine.game import Game
    from calarec.core.engine.tally import Tally
    from calarec.core.mechanisms.conditions import AnyFigure, When
    from calarec.core.mechanisms.payment_rows import PaymentRows

UNPAID_BONUS: Final = {
    False: Words("{bonus}: refused, for the points that were claimed rule it out"),
    True: Words("{bonus}: open and not paid, for the points that were claimed do not decide it"),
}
"""Why a bonus that depends on the play is not paid, by whether that is open."""


class ClaimedParty(NamedTuple):
    """A side after a claim, in one case, with bounds for its figures."""

    sofar: Counted
    bounds: Mapping[AnyFigure, tuple[int, int]]

    def figure_range(self, which: AnyFigure, /) -> tuple[int, int]:
        """The least and the most that a figure can be."""
        value = self.bounds.get(which)
        return value if value is not None else (self.sofar.figure_value(which),) * 2


def claimed_verdicts(
    game: Game, tally: Tally, rows: PaymentRows, parties: Mapping[str, Counted]
) -> dict[str, bool | None]:
    """Decide each bonus that depends on the play by the claimed points; None: open.

    Bonuses that do not concern the contract are left out; all are where the claim cannot be examined.
    """
    of_play = [
        row
        for row in rows.all_bonuses
        if row.may_apply_to_contract(tally.contract) and not is_known_without_play(row.bonus.conditions)
    ]
    cases = _cases(game, tally, parties) if of_play else []
    verdicts: dict[str, bool | None] = {}
    for row in of_play if cases else ():
        possible = {all_can_hold(row.bonus.conditions, case, tally.contract) for case in cases}
        verdict = possible.pop() if len(possible) == 1 else None
        # How many there are of what is paid for each is not looked at.
        verdicts[row.name] = None if verdict and row.bonus.for_each is not None else verdict
    return verdicts


def claimed_verdict(game: Game, tally: Tally, condition: When, parties: Mapping[str, Counted]) -> bool | None:
    """Decide a condition by the claimed points; None if they leave it open."""
    possible = {all_can_hold((condition,), case, tally.contract) for case in _cases(game, tally, parties)}
    return possible.pop() if len(possible) == 1 else None


def _cases(game: Game, tally: Tally, parties: Mapping[str, Counted]) -> list[dict[str, ClaimedParty]]:
    """The parties in each case that can be: either side has won the last trick."""
    claim = tally.claim
    sides = {party.seats: party for party in parties.values()}
    if claim is None or claim.points is None or not claim.tricks or len(sides) != 2:
        return []
    if claim.rest.bit_count() < claim.tricks * len(tally.setting.active):
        return []  # cards are still to be exchanged
    own, other = sorted(sides.values(), key=lambda side: claim.to not in side.seats)
    left = game.cards.worth(claim.rest)
    total = own.cards + other.cards + left + game.rules.pack.last_trick
    points = {own.seats: claim.points, other.seats: total - claim.points}
    cases = []
    for last in sides:
        bounds = {
            seats: _bounds(game, tally, sides[seats], sides[with_], points, last)
            for seats, with_ in ((own.seats, other.seats), (other.seats, own.seats))
        }
        known = {seats: bound for seats, bound in bounds.items() if bound is not None}
        if len(known) == len(sides):
            cases.append({
                name: ClaimedParty(party, known[party.seats]) for name, party in parties.items()
            })  # fmt: skip
    return cases


def _bounds(
    game: Game,
    tally: Tally,
    side: Counted,
    other: Counted,
    points: Mapping[tuple[int, ...], int],
    last: tuple[int, ...],
) -> dict[AnyFigure, tuple[int, int]] | None:
    """Bound a side's figures.

    None if it cannot have these points where the seats `last` have won the last trick.
    """
    claim = tally.claim
    assert claim is not None
    worth = {True: game.rules.pack.last_trick, False: 0}
    gained = points[side.seats] - side.cards - worth[side.seats == last]
    others_gain = points[other.seats] - other.cards - worth[other.seats == last]
    lying = _worth_lying(game, tally)
    if gained < (lying[0] if side.seats == last else 0) or others_gain < 0:
        return None
    in_tricks = (max(0, gained - lying[1]), gained - lying[0]) if side.seats == last else (gained, gained)
    others = max(0, others_gain - lying[1]) if other.seats == last else others_gain
    found: dict[AnyFigure, tuple[int, int]] = {
        "tricks": (
            side.tricks + (side.seats == last or in_tricks[0] > 0),
            side.tricks + claim.tricks - (other.seats == last or others > 0),
        ),
        "in_tricks": (side.in_tricks + in_tricks[0], side.in_tricks + in_tricks[1]),
        "cards": (side.cards + gained,) * 2,
        "last_trick": (int(side.seats == last),) * 2,
    }
    for figure, mask in game.card_figures.items():
        if isinstance(figure, CardFigure) and figure.where == "won":
            rest = mask & claim.rest
            nothing = sum(1 << card for card in bits(rest) if not game.cards.points[card])
            low = 0 if others_gain else (rest & ~nothing).bit_count()
            high = rest if gained else nothing
            # The sums give all that is left to who has claimed.
            before = side.of_cards[figure] - rest.bit_count() * (claim.to in side.seats)
            found[figure] = before + low, before + high.bit_count()
    return found


def _worth_lying(game: Game, tally: Tally) -> tuple[int, int]:
    """The least and most points of the cards that go with the last trick unheld."""
    claim = tally.claim
    assert claim is not None
    number = claim.rest.bit_count() - claim.tricks * len(tally.setting.active)
    lying = claim.rest & ~sum(tally.had["held"])
    # Before the first trick cards may still be exchanged, and so may those of a stock.
    if lying.bit_count() == number and game.stock < 0 and any(tally.tricks):
        return (game.cards.worth(lying),) * 2
    worth = sorted(game.cards.points[card] for card in bits(claim.rest))
    return sum(worth[:number]), sum(worth[len(worth) - number :])
