"""What a record says of a deal, and what each place has taken in the end, as straight code.

`dealt(values, bit, where)` gives the hands by place and the pile; `values` are seat and cards of each line as they
stand in the text, `where` gives the place of a seat. `taken(won, last, piles, decl)` gives the points of each place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.kernel.steps import hands_dealt
from calarec.kernel.worth import worth

if TYPE_CHECKING:
    from calarec.kernel.emit import Source
    from calarec.moves.cards import Cards
    from calarec.rulesets.model import Rules


def dealt(out: Source, rules: Rules) -> None:
    """The functions that read a deal with its pile, and one without."""
    _dealt(out, "dealt", rules, sum(pile.dealt for pile in rules.piles.values()))
    _dealt(out, "dealt_bare", rules, 0)


def _dealt(out: Source, name: str, rules: Rules, pile: int) -> None:
    players, size = hands_dealt(rules), rules.deal.hand
    lines = [[f"c{line * size + number}" for number in range(size)] for line in range(players)]
    laid = [f"c{players * size + number}" for number in range(pile)]
    names = [each for line, cards in enumerate(lines) for each in (f"s{line}", *cards)]
    with out.block(f"def {name}(values, bit, where)"):
        out.add(f"{', '.join((*names, *laid))} = values")
        out.add(f"hands = [{', '.join('0' * players)}]")
        for line, cards in enumerate(lines):
            out.add(f"hands[where[s{line}]] = {' + '.join(f'bit[{card}]' for card in cards)}")
        out.add(f"return hands, {' + '.join(f'bit[{card}]' for card in laid) or '0'}")


def taken(out: Source, rules: Rules, cards: Cards) -> None:
    """The function that counts what each place has taken."""
    places = [worth(cards, f"won[{place}]") for place in range(hands_dealt(rules))]
    with out.block("def taken(won, last, piles, decl)"):
        out.add(f"points = [{', '.join(places)}]", f"points[last] += {rules.pack.last_trick}")
        for number, pile in enumerate(rules.piles.values()):
            if pile.won_by == "last_trick":
                out.add(f"points[last] += {worth(cards, f'piles[{number}]')}")
            elif pile.won_by == "declarer":
                with out.block("if decl >= 0"):
                    out.add(f"points[decl] += {worth(cards, f'piles[{number}]')}")
        out.add("return points")
