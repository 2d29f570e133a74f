"""Errors of which one is in its place at once: offers, their kinds, likelihood."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from calarec.core.judge.costs import SLIPS, UNNAMED
from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write
from calarec.record_judge.gaps import begin_totals
from calarec.record_judge.session import RecordJudge
from calarec.repairs.search import PenSlip, find_repairs, has_no_errors, repair_record
from calarec.simulation import simulate
from tests.referees.agreeing import FOLDER, rules
from tests.rulebooks import game

if TYPE_CHECKING:
    from calarec.core.engine.game import Game
    from calarec.repairs.search import Repair


def _game(name: str) -> Game:
    return rules(name) if (FOLDER / f"{name}.yaml").exists() else game(name)


@cache
def _hand(name: str, seed: int) -> str:
    """A simulated hand."""
    return write([next(iter(simulate(_game(name), hands=1, seed=seed))).hand])


def _offered(name: str, text: str, nodes: int = 300) -> tuple[Repair, ...]:
    """Return the offers for the only hand of a record, which does not hold."""
    (hand,) = parse_records(text)
    found = begin_totals(_game(name)).replay(hand)
    assert not has_no_errors(found)
    return find_repairs(found, begin_totals(_game(name)), nodes=nodes).offered


def _lines(text: str) -> tuple[str, ...]:
    return parse_records(text)[0].lines


@pytest.mark.mass
@pytest.mark.parametrize(("name", "seed", "meant", "written", "kind"), [
    ("briscola", 0, "trump A: 7b", "trump A: 7s", "card"),
    ("briscola", 0, "take B: closed 5s", "take B: closed 5d", "card"),
    ("pagat", 1, "bid B: passo C: chiamo", "bid B: passo C: chiammo", "symbol"),
    ("pagat", 1, "discard C: closed 7b 6b Rs 7c", "discard C: closed 7b 6b Rs 7c 7s", "too-many"),
    ("pagat", 1, "score C: -2", "score C: +2", "amount"),
    ("tretre", 1, " 4 B: ", " 3 B: ", "symbol"),
])  # fmt: skip
def test_what_was_meant_comes_first(name: str, seed: int, meant: str, written: str, kind: str) -> None:
    text = _hand(name, seed)
    assert text.count(meant) == 1
    best = _offered(name, text.replace(meant, written))[0]
    assert best.new_lines == _lines(text)
    assert [each.kind for each in best.slips] == [kind]


@pytest.mark.parametrize(("name", "seed", "number", "more"), [
    ("pagat", 1, 7, UNNAMED), ("tretre", 1, 2, 0.0), ("must-trump", 0, 6, 0.0),
])  # fmt: skip
def test_a_trick_that_nobody_wrote_down(name: str, seed: int, number: int, more: float) -> None:
    """It has the last card of each player, and its leader won the trick before.

    If one of them was in the monte, its player is not plain at once.
    """
    lines = _hand(name, seed).split("\n")
    gone = next(each for each in lines if each.startswith(f"{number:2d} "))
    best = _offered(name, "\n".join(each for each in lines if each != gone))[0]
    assert [*best.slips] == [PenSlip("line-missing", SLIPS["line-missing"] + more)]
    assert best.new_lines == _lines("\n".join(lines))


@pytest.mark.parametrize("gone", ["give C: open 7s to B\n", "discard C: closed 7b 6b Rs 7c\n"])
def test_an_exchange_that_nobody_wrote_need_not_be_written_for_another_slip(gone: str) -> None:
    """A hand without it holds: what is offered is the slip, and no line of the exchange."""
    text = _hand("pagat", 1).replace(gone, "")
    best = _offered("pagat", text.replace("score C: -2", "score C: +2"))[0]
    assert [each.kind for each in best.slips] == ["amount"]
    assert best.new_lines == _lines(text)


@pytest.mark.parametrize(("meant", "written"), [
    ("deal B: Cb Fb 7b 5b As 4s Rc", "deal B: Rc Fb 7b 5b As 4s Rc"),  # neither rank nor suit is left of the card
    ("deal C: 3b Ab", "deal C: Rb Ab"),
])  # fmt: skip
def test_of_a_card_that_stands_twice_one_place_is_wrong(meant: str, written: str) -> None:
    """Whatever else might be tried leaves it standing there twice; so the few places are all that is judged."""
    text = _hand("pagat", 2)
    assert text.count(meant) == 1
    offered = _offered("pagat", text.replace(meant, written), nodes=40)
    assert _lines(text) in {each.new_lines for each in offered}
    assert all(each.slips == (each.slips[0],) and each.slips[0].kind == "card" for each in offered)


def test_cards_of_two_lines_of_the_exchange() -> None:
    """A taken and a given card that are exchanged are found."""
    text = _hand("pagat", 1)
    wrong = text.replace("take C: open 2b", "take C: open 7s").replace("give C: open 7s", "give C: open 2b")
    assert wrong.count("7s Cb Fb Ac") == wrong.count("open 2b to B") == 1
    offered = _offered("pagat", wrong)
    assert _lines(text) in {each.new_lines for each in offered[:3]}
    assert offered[0].slips[0].kind == "exchanged"


def test_what_is_carried_on_is_dealt_to_nobody() -> None:
    """A card that is dealt and carried is repeated, and no hand lacks a carried one."""
    head = "cal 1\nrules treccani\nseat A\nseat B\nseat C\n\n"
    rest = "bid {0}: passo {1}: passo {2}: passo\ntotal A: 0 B: 0 C: 0\nend\n\n"
    first = (
        "hand 1\ndealer A\ndeal B: Cb 7b 6b Rs 6s 2c Rc 6c 4c Ad Rd 4d\ndeal C: 3b 3s 2s Cs Ac Fc 7c 5c Fd 7d 6d 5d\n"
        "deal A: Ab Fb 5b 4b As Fs 7s 4s 3c Cc 3d 2d\nmonte 2b Rb 5s Cd\n"
    )
    second = (
        "hand 2\ndealer B\ncarry monte 2b Rb 5s Cd\ndeal C: Ab 6b 2s Fs 6s 4s Rc 5c 4c 3d 2d Ad\n"
        "deal A: 3b 7b 3s Cs 7s 3c 2c Fc 6c Rd 5d 4d\ndeal B: Cb Fb 5b 4b As Rs Ac Cc 7c Fd 7d 6d\n"
    )
    text = head + first + rest.format(*"BCA") + second + rest.format(*"CAB")
    judge = RecordJudge()
    assert all(has_no_errors(judge.replay(hand)) for hand in parse_records(text))
    for wrong in ("2b", "3b"):  # one of the monte, one of another hand
        (found,) = repair_record(parse_records(text.replace("2s Fs 6s", f"2s Fs {wrong}")), RecordJudge(), nodes=300)
        assert not found.stopped
        assert parse_records(text)[1].lines in {each.new_lines for each in found.offered}
        assert all(" 6s" in "".join(each.new_lines[3:6]) for each in found.offered)
