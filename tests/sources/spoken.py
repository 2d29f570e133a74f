"""Bids and exchanges of contracts, by family; B is eldest hand and declarer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.referees.compose import LAST_TABLE, LAST_THREE
from tests.sources.table import table

if TYPE_CHECKING:
    from typing import Any

    from tests.referees.shape import Hand

# {0}: the cards that lie on the table in the end; {1} to {4}: one of them.
RAISED: Final = {
    "chiamo": """
        call B 3s
        give C 3s to B open
        take B 3b 2b Rb Cb open
        give B 4c to C open
        discard B {0} closed
    """,
    "solo": """
        take B 3b 2b Rb Cb open
        discard B {0} closed
    """,
    "solissimo": "",
    "dividete": """
        raise B dividete
        take C 5c 6c closed
        discard C {1} {2} closed
        take A 5d 6d closed
        discard A {3} {4} closed
    """,
    "scegliete": """
        raise B scegliete
        take C 5c 6c 7c open
        take A 5d open
        discard A {1} closed
        discard C {2} {3} {4} closed
    """,
}
"""Dividete and scegliete are raises of solissimo; cards pass face up."""

BID: Final = {
    "chiamo": """
        call B 3s
        give C 3s to B closed
        give B 4c to C closed
        take B 3b 2b Rb Cb closed
        discard B {0} closed
    """,
    "solo": """
        take B 3b 2b Rb Cb closed
        discard B {0} closed
    """,
    "solissimo": "",
    "dividete": RAISED["dividete"].replace("raise B dividete", ""),
    "scegliete": RAISED["scegliete"].replace("raise B scegliete", ""),
}
"""All five are bids; cards pass face down."""

LONG: Final = {
    "chiedo": """
        table-card B 4c closed
        call B 3s
        take B 3b 2b Rb Cb closed
        give C 3s to B closed
        take C 4c closed
        discard B {0} closed
    """,
    "solo": BID["solo"],
    "solissimo": "",
    "arcisolo": "",
    "dividete": BID["dividete"],
    "scegliete": """
        take C 5c 6c 7c Fc closed
        discard C 5d 6d 7d Cd closed
        take A 5d 6d 7d Cd closed
        discard A {0} closed
    """,
}
"""The long ladder: a card is laid on the table and exchanged; two take the monte one after the other."""

MOVES: Final = {
    "thirty-five": RAISED, "thirty-five-eldest-leads": RAISED, "spazzatura": RAISED, "pagat": RAISED,
    "pagat-declarer-leads": RAISED, "twenty-one": BID, "no-stramazzo": BID, "aperta": BID, "chiamata-only": BID,
    "short-11": BID, "terziglio-31": BID, "tretre": LONG,
}  # fmt: skip


def bids_for(ruleset: str, contract: str) -> str:
    """Return bids with which B plays the contract; after the highest bid none follow."""
    rules = table(ruleset).game.rules
    bid = contract if contract in rules.auction.ladder else "solissimo"
    return f"B {bid}" if bid == rules.auction.ladder[-1] else f"B {bid}, C -, A -"


def hand(ruleset: str, contract: str, tricks: str = LAST_THREE, lying: str = LAST_TABLE, **seated: Any) -> Hand:
    """A hand of a contract."""
    moves = MOVES[ruleset][contract].format(lying, *lying.split())
    return table(ruleset).hand(tricks, lying, bids_for(ruleset, contract), moves, **seated)
