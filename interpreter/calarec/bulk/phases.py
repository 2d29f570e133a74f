"""The phases of a recorded hand as straight code: deal, tricks, exchange.

`dealt(values, bit, where)` gives the hands by place and the pile; `values` are seat and cards of each line as in the
text, `where` gives the place of a seat.

`tricks(rows, bit, suit, SEATS, HANDS)` goes through rows of leader and cards as in the text; `bit` and `suit` give
the mask of a card's text and of its suit. Seats and hands begin with the first leader and are rotated whenever
another seat wins, so that the code needs no index. `tricks_said` also checks the stated winners; `tricks_some` allows
unplayed cards, and gives what is left too. A hand is exactly the cards that it played if taking each out of it leaves
nothing; so only the suit of single cards is checked.

In a game with draws, `tricks` and `tricks_said` go through two runs of rows. First come the *rounds*, tricks with the
draws after them (a seat and a card each, as in the text), then the tricks after the stock is used up; and `stock`
follows the hands. In a round the card is looked up in the hand as well: it may come only later.

`check_C(hands, piles, decl, asked, found, mate, rows)` checks the rows of a record by the steps of a contract, moves
the cards, and gives the place of the called card and the partner; 0 if anything is wrong. A row has the move, its
place, the cards, the target, and whether it is open; the last one is `END`.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from calarec.bulk.steps import CALL, DISCARD, END, GIVE, TAKE, UNSAID, SharingStep, count_places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.bulk.steps import CompiledStep, PythonSource
    from calarec.core.mechanisms.auction import Contract
    from calarec.core.mechanisms.rules import Rules


def write_deal_functions(out: PythonSource, rules: Rules) -> None:
    """The functions that read a deal with its pile, and one without."""
    _write_deal_function(out, "dealt", rules, sum(pile.dealt for pile in rules.piles.values()))
    _write_deal_function(out, "dealt_bare", rules, 0)


def _write_deal_function(out: PythonSource, name: str, rules: Rules, pile: int) -> None:
    players, size = count_places(rules), rules.deal.hand
    lines = [[f"c{line * size + number}" for number in range(size)] for line in range(players)]
    laid = [f"c{players * size + number}" for number in range(pile)]
    names = [name for line, cards in enumerate(lines) for name in (f"s{line}", *cards)]
    with out.indented_block(f"def {name}(values, bit, where)"):
        out.add_lines(f"{', '.join((*names, *laid))} = values")
        out.add_lines(f"hands = [{', '.join('0' * players)}]")
        for line, cards in enumerate(lines):
            out.add_lines(f"hands[where[s{line}]] = {' + '.join(f'bit[{card}]' for card in cards)}")
        out.add_lines(f"return hands, {' + '.join(f'bit[{card}]' for card in laid) or '0'}")


def write_trick_functions(out: PythonSource, rules: Rules) -> None:
    """Write the functions for tricks: with stated winners, without, and for the first."""
    _write_trick_function(out, "tricks", rules)
    _write_trick_function(out, "tricks_said", rules, said=True)
    if rules.play.draw is None:
        _write_trick_function(out, "tricks_some", rules, whole=False)


def _write_trick_function(
    out: PythonSource, name: str, rules: Rules, *, said: bool = False, whole: bool = True
) -> None:
    draws = rules.play.draw is not None
    seats, hands, won, cards = (_names_by_place(letter, rules) for letter in "shwc")
    drawn = [
        name for pair in zip(_names_by_place("p", rules), _names_by_place("g", rules), strict=True) for name in pair
    ]
    rows, left = ("rounds, rows", [*hands, "stock"]) if draws else ("rows", hands)
    winner = ["winner"] * said
    with out.indented_block(f"def {name}({rows}, bit, suit, {', '.join(seats)}, {', '.join(left)})"):
        out.add_lines(f"{' = '.join(won)} = 0")
        if draws:
            with out.indented_block(f"for {', '.join(('leader', *cards, *winner, *drawn))} in rounds"):
                _write_trick(out, rules, said=said, held=True)
                _write_draws(out, rules)
        with out.indented_block(f"for {', '.join(('leader', *cards, *winner))} in rows"):
            _write_trick(out, rules, said=said)
        if whole:
            out.add_lines(f"if {' or '.join(left)}:", "    return 0")
        out.add_lines(f"return s0, {', '.join(won if whole else (*won, *hands))}")


def _names_by_place(letter: str, rules: Rules) -> list[str]:
    return [f"{letter}{place}" for place in range(count_places(rules))]


def _write_trick(out: PythonSource, rules: Rules, *, said: bool, held: bool = False) -> None:
    """One trick; `held`: each card is asked for in its hand."""
    seats, hands, won, cards = (_names_by_place(letter, rules) for letter in "shwc")
    out.add_lines("if leader != s0:", "    return 0")
    out.add_lines("led = suit[c0]")
    out.add_lines(*(f"{card} = bit[{card}]" for card in cards))
    out.add_lines(*(f"{hand} ^= {card}" for hand, card in zip(hands, cards, strict=True)))
    broken = [f"{hand} & {card}" for hand, card in zip(hands, cards, strict=True)] if held else []
    if rules.play.follow == "must":
        broken += [f"not {card} & led and {hand} & led" for card, hand in zip(cards[1:], hands[1:], strict=True)]
    if broken:
        out.add_lines(f"if {' or '.join(broken)}:", "    return 0")
    write_trick_winner(out, cards, (seats, hands, won))
    if said:
        out.add_lines("if winner != s0:", "    return 0")


def write_trick_winner(
    out: PythonSource, cards: Sequence[str], by_place: Sequence[Sequence[str]], *, counts_turns: bool = False
) -> None:
    """Gives a trick to its winner and turns the names `by_place` to him.

    The winner's tricks are `w0` after that, his hand is `h0`, and so on.
    """
    out.add_lines(f"cards = {' | '.join(cards)}", "best = cards & led")
    with out.indented_block(f"if best < {cards[0]} + {cards[0]}"):
        out.add_lines("w0 |= cards")
    for place in range(1, len(cards)):
        card, is_last = cards[place], place == len(cards) - 1
        # The highest card of the suit led is the one that doubled is more than all of them.
        with out.indented_block("else" if is_last else f"elif {card} & best and best < {card} + {card}"):
            out.add_lines(f"w{place} |= cards", *([f"turns += {place}"] if counts_turns else []))
            before = [name for names in by_place for name in names]
            after = [name for names in by_place for name in (*names[place:], *names[:place])]
            out.add_lines(f"{', '.join(before)} = {', '.join(after)}")


def _write_draws(out: PythonSource, rules: Rules) -> None:
    """Write the draws of all places, the winner of the trick first.

    As with hands, cards are complete if nothing is left.
    """
    seats, hands, who, cards = (_names_by_place(letter, rules) for letter in "shpg")
    out.add_lines(f"if {' or '.join(map(' != '.join, zip(who, seats, strict=True)))}:", "    return 0")
    out.add_lines(*(f"{card} = bit[{card}]" for card in cards))
    out.add_lines(*(f"{hand} ^= {card}" for hand, card in zip(hands, cards, strict=True)))
    out.add_lines(f"stock ^= {' ^ '.join(cards)}")


def write_exchange_check(
    out: PythonSource, number: int, name: str, steps: Sequence[CompiledStep | SharingStep | None], rules: Rules
) -> None:
    """The function of one contract."""
    partner = has_partner_call(rules.contracts[name], rules)
    with out.indented_block(f"def check_{number}(hands, piles, decl, asked, found, mate, rows)"):
        out.add_lines("tabled = gave = laid = at = 0")
        for step in steps:
            if isinstance(step, SharingStep):
                write_share_check(out, step, rules, partner=partner)
            elif step is not None:
                _write_step_check(out, step)
        out.add_lines(f"if rows[at][0] != {END}:", "    return 0")
        out.add_lines("return found, mate")


def write_call_check(out: PythonSource, number: int, step: CompiledStep) -> None:
    """Write `called_C(hands, piles, decl, cards, to)` for a card named with the bid.

    It gives the card, its place and the partner.
    """
    with out.indented_block(f"def called_{number}(hands, piles, decl, cards, to)"):
        out.add_lines("tabled = asked = 0", "mate = -1")
        out.add_lines(f"if cards & ~{_with_brackets(step.legal)} or cards.bit_count() != 1:", "    return 0")
        out.add_lines(*step.effect)
        _write_found_check(out, step)
        out.add_lines("return asked, found, mate")


def _write_step_check(out: PythonSource, step: CompiledStep) -> None:
    if step.guard != "1":
        with out.indented_block(f"if {step.guard}"):
            _write_action(out, step)
    else:
        _write_action(out, step)


def _write_action(out: PythonSource, step: CompiledStep) -> None:
    out.add_lines("do, seat, cards, to, shown = rows[at]")
    if step.forced:
        # Who is to receive the called card gives none: that line is of another step.
        own = f" and seat != {step.to}" if step.do == GIVE else ""
        with out.indented_block(f"if do == {step.do}{own}"):
            _write_action_checks(out, step)
            out.add_lines("at += 1")
        with out.indented_block("else"):
            out.add_lines(f"cards = {step.legal}")
        out.add_lines(*step.effect)
    elif step.least == "0":
        with out.indented_block(f"if do == {step.do} and seat == {step.seat}"):
            _write_action_checks(out, step)
            out.add_lines("at += 1")
        with out.indented_block("else"):
            out.add_lines("cards = 0")
        out.add_lines(*step.effect)
    else:
        out.add_lines(f"if do != {step.do}:", "    return 0")
        _write_action_checks(out, step)
        out.add_lines("at += 1", *step.effect)
        _write_found_check(out, step)


def _write_found_check(out: PythonSource, step: CompiledStep) -> None:
    """Write the check of the place of the called card, if stated."""
    if step.do == CALL:
        out.add_lines(f"if to != {UNSAID} and to != found:", "    return 0")


def _write_action_checks(out: PythonSource, step: CompiledStep) -> None:
    """Everything but the kind of action."""
    wrong = [f"seat != {step.seat}", f"cards & ~{_with_brackets(step.legal)}"]
    if step.least == step.most:
        wrong.append(f"cards.bit_count() != {step.least}")
    else:
        wrong.append(f"not {step.least} <= cards.bit_count() <= {step.most}")
    if step.do != CALL:
        wrong += [_wrong_target(step.to), f"shown == {1 - step.open}"]
    out.add_lines(f"if {' or '.join(wrong)}:", "    return 0")


def _wrong_target(to: str) -> str:
    if to.isdigit():
        return f"to != {UNSAID} and to != {to}"
    return f"to != {to}"


def _with_brackets(text: str) -> str:
    return text if text.isidentifier() or (text.startswith("(") and text.endswith(")")) else f"({text})"


def sharers_source(step: SharingStep, rules: Rules, *, partner: bool) -> str:
    """The places of the sharers, from the declarer on."""
    players = count_places(rules)
    if partner:
        text = f"[each % {players} for each in range(decl + 1, decl + {players}) if each % {players} != mate]"
        return f"{text}[:2]" if step.first_two else text
    most = 2 if step.first_two else players
    turns = [[str((decl + at) % players) for at in range(1, players)][:most] for decl in range(players)]
    return "(" + ", ".join(f"({', '.join(turn)},)" for turn in turns) + ")[decl]"


def write_share_check(out: PythonSource, step: SharingStep, rules: Rules, *, partner: bool) -> None:
    """Write takes and discards of sharers; `turns` has a bit for the place of each."""
    pile, players = f"piles[{step.pile}]", count_places(rules)
    out.add_lines(f"rest = {pile}", "turns = 0")
    for number in range(1, players):
        said = ["turn != mate"] * partner + ["turns.bit_count() < 2"] * (step.first_two and number > 2)
        out.add_lines(f"turn = (decl + {number}) % {players}")
        if said:
            out.add_lines(f"if {' and '.join(said)}:", "    turns |= 1 << turn")
        else:
            out.add_lines("turns |= 1 << turn")
    if step.decided == "in_turn":
        for number in range(1, players):
            out.add_lines(f"turn = (decl + {number}) % {players}")
            with out.indented_block("if turns >> turn & 1"):
                _write_turn_check(out, step, pile)
        return
    out.add_lines("took = owes = 0", f"many = [{', '.join('0' * players)}]")
    if step.each == "equal":
        out.add_lines("part = rest.bit_count() // turns.bit_count()")
    with out.indented_block("while rest or owes"):
        out.add_lines("do, seat, cards, to, shown = rows[at]", "at += 1", "number = cards.bit_count()")
        out.add_lines(f"if to != {UNSAID} and to != {step.pile}:", "    return 0")
        with out.indented_block(f"if do == {TAKE}"):
            wrong = [
                "not turns >> seat & 1",
                "took >> seat & 1",
                "not cards",
                "cards & ~rest",
                f"shown == {1 - step.open}",
            ]
            if step.each == "equal":
                wrong.append("number != part")
            out.add_lines(f"if {' or '.join(wrong)}:", "    return 0")
            out.add_lines("rest ^= cards", f"{pile} ^= cards", "hands[seat] |= cards")
            out.add_lines("many[seat] = number", "took |= 1 << seat", "owes |= 1 << seat")
            if step.each == "any" and step.decided == "jointly":
                out.add_lines("if rest and took == turns:", "    return 0")
        with out.indented_block(f"elif do == {DISCARD}"):
            wrong = ["not owes >> seat & 1", "cards & ~hands[seat]", "number != many[seat]", "shown == 1"]
            out.add_lines(f"if {' or '.join(wrong)}:", "    return 0")
            out.add_lines("hands[seat] ^= cards", f"{pile} |= cards", "owes ^= 1 << seat")
        with out.indented_block("else"):
            out.add_lines("return 0")


def _write_turn_check(out: PythonSource, step: SharingStep, pile: str) -> None:
    """One of those who share: who may take any number and takes nothing has no line."""
    out.add_lines("do, seat, cards, to, shown = rows[at]", "number = cards.bit_count()")
    of_another = [f"do != {TAKE}", "seat != turn"]
    wrong = ["not cards", f"cards & ~{pile}", f"shown == {1 - step.open}", f"to != {UNSAID} and to != {step.pile}"]
    if step.each == "all":
        wrong.append(f"cards != {pile}")
    if step.each != "any":
        wrong = of_another + wrong
    with out.indented_block(f"if not ({' or '.join(of_another)})") if step.each == "any" else nullcontext():
        out.add_lines(f"if {' or '.join(wrong)}:", "    return 0")
        out.add_lines(f"{pile} ^= cards", "hands[seat] |= cards")
        out.add_lines("do, seat, cards, to, shown = rows[at + 1]", "at += 2")
        wrong = [
            f"do != {DISCARD}", "seat != turn", "cards & ~hands[seat]", "cards.bit_count() != number", "shown == 1",
            f"to != {UNSAID} and to != {step.pile}",
        ]  # fmt: skip
        out.add_lines(f"if {' or '.join(wrong)}:", "    return 0")
        out.add_lines("hands[seat] ^= cards", f"{pile} |= cards")


def has_partner_call(contract: Contract, rules: Rules) -> bool:
    """Check whether a contract has a call for a partner."""
    steps = [rules.steps[step] for step in contract.steps]
    return any(step.do == "call" and step.params.gets == "partner" for step in steps)
