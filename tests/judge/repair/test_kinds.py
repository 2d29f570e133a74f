"""Slips of which one is in its place at once: what is offered, of which kind it is, and how likely it is said to be."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from calarec.judge.costs import SLIPS, UNNAMED
from calarec.judge.repair.search import holds, repairs
from calarec.judge.running_totals import RunningTotals
from calarec.notation.reader import parse
from calarec.notation.writer import write
from calarec.simulation import simulate
from tests.referees.agreeing import FOLDER, rules
from tests.rulebooks import game

if TYPE_CHECKING:
    from calarec.engine.game import Game
    from calarec.judge.repair.search import Repair


def _game(name: str) -> Game:
    return rules(name) if (FOLDER / f"{name}.yaml").exists() else game(name)


@cache
def _hand(name: str, seed: int) -> str:
    """A simulated hand."""
    return write([next(iter(simulate(_game(name), hands=1, seed=seed))).hand])


def _offered(name: str, text: str, nodes: int = 300) -> tuple[Repair, ...]:
    """What is offered for the one hand of a record, which does not hold."""
    (hand,) = parse(text)
    found = RunningTotals(_game(name)).replay(hand)
    assert not holds(found)
    return repairs(found, RunningTotals(_game(name)), nodes=nodes).offered


def _lines(text: str) -> tuple[str, ...]:
    return parse(text)[0].lines


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
    assert best.lines == _lines(text)
    assert [each.kind for each in best.slips] == [kind]


@pytest.mark.parametrize(("name", "seed", "number", "more"), [
    ("pagat", 1, 7, UNNAMED), ("tretre", 1, 2, 0.0), ("must-trump", 0, 6, 0.0),
])  # fmt: skip
def test_a_trick_that_nobody_wrote_down(name: str, seed: int, number: int, more: float) -> None:
    """It is everybody's last card: led by who won the trick before it, and behind that.

    Where one of them lay in the monte, nobody sees at once whose it is.
    """
    lines = _hand(name, seed).split("\n")
    gone = next(each for each in lines if each.startswith(f"{number:2d} "))
    best = _offered(name, "\n".join(each for each in lines if each != gone))[0]
    assert [*best.slips] == [("line-missing", SLIPS["line-missing"] + more)]
    assert best.lines == _lines("\n".join(lines))


@pytest.mark.parametrize("gone", ["give C: open 7s to B\n", "discard C: closed 7b 6b Rs 7c\n"])
def test_an_exchange_that_nobody_wrote_need_not_be_written_for_another_slip(gone: str) -> None:
    """A hand without it holds: what is offered is the slip, and no line of the exchange."""
    text = _hand("pagat", 1).replace(gone, "")
    best = _offered("pagat", text.replace("score C: -2", "score C: +2"))[0]
    assert [each.kind for each in best.slips] == ["amount"]
    assert best.lines == _lines(text)
