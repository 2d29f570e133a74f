"""The hand with which the README begins, weighed; what each card gave away was counted by hand.

Bruno plays solo with 3 2 of bastoni, the knight of bastoni and 3 2 A of each other suit; Carla holds the king of
bastoni, Anna the ace. Eleven of his cards win whenever he leads them, once the ace of bastoni has fallen under the
two. The knight falls to the king, which Carla keeps, and Anna throws a figure on it: 3 thirds of the 35 that there are
with the last trick. He loses no more as long as another card of his wins the last trick, which is worth 3 and brings
the 3 thirds of Fb, Cc and Cd that he laid away. He cannot lose less: to be rid of both Rs and Fd Anna would have to
follow to three spade and three denari, and then he has nothing left with which to win the last trick but what Carla
need not lead.

Before trick 11 he holds As and Cb, Carla Cs and Rb, Anna Rs and 7c. If he leads Cb, Carla has to take it with Rb and
Anna throws Rs: 1 + 1 + 1 thirds are lost. Carla leads Cs to As, and he has 35 - 3 = 32. He led As and took As Cs Rs;
then Cb fell to Rb, and he lost 1 + 1 thirds, 3 of the last trick and 3 of what he laid away: 35 - 8 = 27. So As gave
away 5 thirds, and no other card gave anything away.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from calarec.core.base.frozen import replace
from calarec.core.notation.reader import read_records
from calarec.core.records import model as rec
from calarec.playing.hand import resume
from calarec.solving.position import position_of
from calarec.solving.search import Allowance
from calarec.solving.solve import Bounds
from calarec.solving.weighing import weigh
from tests.rulebooks import game
from tests.solving.minimax import Minimax, points

if TYPE_CHECKING:
    from calarec.playing.hand import HandInPlay

RECORD = Path(__file__).parents[2] / "records" / "pagat" / "first.cal"
BEST, ENDED = 32, 27
AS = 30
"""The place of the ace among the cards that were played: the first of the eleventh trick."""
TRIED = 15
"""From this card on, the first of the sixth trick, everything is tried."""


def moments() -> tuple[list[HandInPlay], list[str]]:
    """The hand before its first lead and after each card, and the cards."""
    [record] = read_records(str(RECORD))
    kept = tuple(
        each
        for each in record.statements
        if isinstance(each, rec.Deal | rec.Monte | rec.Dealer | rec.Bid | rec.Take | rec.Discard)
    )
    cards = [card for each in record.statements if isinstance(each, rec.Trick) for card in each.cards]
    found = [resume(replace(record, statements=kept), game("pagat").ruleset)]
    for card in cards:
        found.append(found[-1].apply(found[-1].legal()[0].move(card)))
    return found, cards


def test_what_was_counted_by_hand() -> None:
    """Thirty-two thirds at the first lead, five given away by the ace at trick 11, nothing by any other card."""
    hands, cards = moments()
    played = [one.state.hands[one.state.turn] ^ other.state.hands[one.state.turn] for one, other in pairwise(hands)]
    found = weigh(position_of(game("pagat"), hands[0].state), played, Allowance())
    assert (found.begun, found.ended) == (Bounds(BEST, BEST), Bounds(ENDED, ENDED))
    assert {place: each.gave.low for place, each in enumerate(found.cards) if each.gave.high} == {AS: BEST - ENDED}
    turned = found.cards[AS]
    assert (cards[AS], turned.better, turned.mark) == ("As", "Cb", "?")


def test_what_trying_everything_gives() -> None:
    """From the sixth trick on every card is tried: the same before and after each."""
    hands, _ = moments()
    values = [Minimax(game("pagat"), points, each.state, each.events).value() for each in hands[TRIED:]]
    assert values == [BEST] * (AS + 1 - TRIED) + [ENDED] * (len(hands) - AS - 1)
