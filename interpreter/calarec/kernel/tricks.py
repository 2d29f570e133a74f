"""The tricks of a record as straight code: every card held, suit followed, the winner leads next.

`tricks(rows, bit, suit, SEATS, HANDS)` goes through rows of leader and cards as they stand in the text; `bit` and
`suit` give the mask of a card's text and of its suit. Seats and hands begin with the first leader and are turned
round whenever another seat wins, so that the code needs no index. `tricks_said` also holds the stated winners.
A hand is the cards that it played, neither more nor less, exactly if taking each out of it leaves nothing; so
nothing else is asked of single cards but their suit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.kernel.steps import hands_dealt

if TYPE_CHECKING:
    from calarec.kernel.emit import Source
    from calarec.rulesets.model import Rules


def tricks(out: Source, rules: Rules) -> None:
    """Words functions."""
    _tricks(out, rules, said=False)
    _tricks(out, rules, said=True)


def _tricks(out: Source, rules: Rules, *, said: bool) -> None:
    players = hands_dealt(rules)
    numbers = range(players)
    seats, hands, won, cards = ([f"{letter}{n}" for n in numbers] for letter in ("s", "h", "w", "c"))
    name = "tricks_said" if said else "tricks"
    winner = ", winner" if said else ""
    with out.block(f"def {name}(rows, bit, suit, {', '.join(seats)}, {', '.join(hands)})"):
        out.add(f"{' = '.join(won)} = 0")
        with out.block(f"for leader, {', '.join(cards)}{winner} in rows"):
            out.add("if leader != s0:", "    return 0")
            out.add("led = suit[c0]")
            out.add(*(f"{card} = bit[{card}]" for card in cards))
            out.add(*(f"{hand} ^= {card}" for hand, card in zip(hands, cards, strict=True)))
            if rules.play.follow == "must":
                broken = " or ".join(f"not {cards[n]} & led and {hands[n]} & led" for n in numbers[1:])
                out.add(f"if {broken}:", "    return 0")
            out.add(f"cards = {' | '.join(cards)}", "best = cards & led")
            with out.block("if best < c0 + c0"):
                out.add("w0 |= cards")
            for place in numbers[1:]:
                last = place == players - 1
                head = "else" if last else f"elif c{place} & best and best < c{place} + c{place}"
                with out.block(head):
                    out.add(f"w{place} |= cards")
                    before = [*seats, *hands, *won]
                    after = [each for group in (seats, hands, won) for each in (*group[place:], *group[:place])]
                    out.add(f"{', '.join(before)} = {', '.join(after)}")
            if said:
                out.add("if winner != s0:", "    return 0")
        out.add(f"if {' or '.join(hands)}:", "    return 0")
        out.add(f"return s0, {', '.join(won)}")
