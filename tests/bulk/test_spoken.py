"""Hands with shows, claims and concessions pass as others do, and come to what the replay comes to."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.core.notation.writer import write_hands
from calarec.simulation import simulate
from tests.bulk.both import SHIPPED, game
from tests.bulk.texts import text_of
from tests.bulk.verdicts import hold_equal
from tests.judge.damage.located_findings import findings_of

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.slow

_HANDS = 8
_SAID = re.compile(r"(?:show|signal|claim|concede) ")
DIFFERENT = ("pagat", "chiamata-only", "a-due", "spazzatura", "cavendish", "tretre", "quintiglio")


@cache
def said_in(name: str, what: str, hands: int = _HANDS) -> str:
    """Hands in each of which there is such an incident."""
    return "".join(write_hands(each.hand for each in simulate(game(name), hands=hands, seed=3, aim=f"standing.{what}")))


@pytest.mark.parametrize("name", SHIPPED)
def test_hands_with_shows_pass(name: str) -> None:
    """Before the auction, in it, during the exchange, between tricks; to all or to some."""
    text = said_in(name, "show")
    assert len(re.findall("(?m)^show ", text)) >= _HANDS
    assert hold_equal(name, text).explained == 0


@pytest.mark.mass
@pytest.mark.parametrize("name", SHIPPED)
def test_hands_with_claims_pass(name: str) -> None:
    """Hands with claims of the rest pass, except those before the first trick.

    Claims of points pass only if the contract has no bonus that depends on the play: the engine finds certain ones.
    """
    text = said_in(name, "claim")
    assert len(re.findall("(?m)^(?:claim|concede) ", text)) >= _HANDS
    by_points = len(re.findall("(?m)^(?:claim|concede) .* points ", text))
    assert hold_equal(name, text).explained <= 1 + by_points


_AS_LONG_AS_ALL_TRICKS = """\
cal 1
rules settiglio
seat A
seat B
seat C
seat D
seat E
seat F
seat G

hand 1
dealer A
out A
deal B: 2b 3s 3c 2c Ad 4d
deal C: Cb 6b Rs Ac 2d Rd
deal D: 4b 2s 7s 5s 4s Cd
deal E: Fb Rc Fc 5c 3d 6d
deal F: Rb Cs Fs 4c 7d 5d
deal G: 3b Ab 7b Cc 7c Fd
monte 5b As 6s 6c
bid B: chiamo C: sto-bene D: sto-bene E: sto-bene F: sto-bene G: sto-bene
call B: 3d with E
 1 B: 3c Ac 4b 5c 4c 7c
 2 B: 3s Rs 4s 6d Fs 7b
claim C: rest accepted
result B+E: 7 C+D+F+G: 28
score B: -3 E: -1 C: +1 D: +1 F: +1 G: +1 A: 0
total B: -3 E: -1 C: +1 D: +1 F: +1 G: +1 A: 0
end claimed
"""


def test_what_stands_behind_a_claim_may_be_as_long_as_the_tricks_that_are_missing() -> None:
    """Two tricks, the claim and what it comes to take as many characters as six tricks."""
    behind = _AS_LONG_AS_ALL_TRICKS.partition(" 1 B")[2].partition("total")[0]
    assert len(f" 1 B{behind}") == 6 * len(" 1 B: 3c Ac 4b 5c 4c 7c\n")
    assert hold_equal("settiglio", _AS_LONG_AS_ALL_TRICKS).explained == 0


@pytest.mark.parametrize("name", ["gelli-bellora", "gelli-terziglio"])
def test_hands_with_signals_pass(name: str) -> None:
    """Signals between tricks pass; before the first, if only a call precedes the play."""
    text = _signalled(name)
    before_the_play = len(re.findall(r"(?m)^signal .*\n(?:(?:show|signal) .*\n)*(?= 1 )", text))
    assert len(re.findall("(?m)^signal ", text)) >= 2 * _HANDS
    assert 0 < before_the_play < _HANDS
    assert hold_equal(name, text).explained <= (0 if name == "gelli-bellora" else before_the_play)


@cache
def _signalled(name: str) -> str:
    signals = [each for each, entry in game(name).rules.standing.items() if entry.do == "signal"]
    return "".join(said_in(name, each, 2 * _HANDS) for each in signals[:1])


@pytest.mark.parametrize("name", ["gelli-bellora", "gelli-terziglio"])
def test_whatever_is_signalled_both_ways_say_the_same(name: str) -> None:
    """By others, elsewhere, of other words."""
    for change in (_elsewhere, _of_another, _twice, _another_word):
        rng = Random(change.__name__)
        lines = _signalled(name).splitlines(keepends=True)
        for at in reversed([n for n, line in enumerate(lines) if line.startswith("signal ")]):
            if rng.random() < 0.6:
                change(lines, at, rng)
        hold_equal(name, "".join(lines))


def _another_word(lines: list[str], at: int, rng: Random) -> None:
    lines[at] = re.sub(": .*", f": {rng.choice(['piombo', 'busso', 'striscio', 'volo', 'trombo'])}", lines[at])


def _elsewhere(lines: list[str], at: int, rng: Random) -> None:
    line = lines.pop(at)
    start = max(n for n in range(at) if lines[n].startswith("hand"))
    lines.insert(rng.randrange(start + 2, min(at + 6, len(lines))), line)


def _of_another(lines: list[str], at: int, rng: Random) -> None:
    lines[at] = re.sub("[A-F](?=:)", rng.choice("ABCDEX"), lines[at], count=1)


def _another_card(lines: list[str], at: int, rng: Random) -> None:
    lines[at] = re.sub(r"(?<= )[0-9A-Z][a-z]\b", rng.choice(["3b", "7d", "Ac", "Rs", "9z"]), lines[at], count=1)


def _another_number(lines: list[str], at: int, rng: Random) -> None:
    points = rng.choice(["rest", "points 0", "points 12", "points 35", "points 99"])
    lines[at] = re.sub(r"rest|points \d+", points, lines[at])


def _another_answer(lines: list[str], at: int, rng: Random) -> None:
    bare = re.sub(" (?:accepted|refused).*", "", lines[at].rstrip("\n"))
    lines[at] = bare + rng.choice(["", " accepted", " refused", " accepted by A"]) + "\n"


def _other_way_round(lines: list[str], at: int, rng: Random) -> None:
    del rng
    verb, _, rest = lines[at].partition(" ")
    other = {"claim": "concede", "concede": "claim"}.get(verb, verb)
    lines[at] = f"{other} {rest}"


def _twice(lines: list[str], at: int, rng: Random) -> None:
    del rng
    lines.insert(at, lines[at])


def _another_end(lines: list[str], at: int, rng: Random) -> None:
    end = next(n for n in range(at, len(lines)) if lines[n].startswith("end"))
    lines[end] = rng.choice(["end\n", "end claimed\n", "end void\n"])


def _another_result(lines: list[str], at: int, rng: Random) -> None:
    for number in range(at, len(lines)):
        if lines[number].startswith("result"):
            lines[number] = f"result {rng.choice(['A: 9 B: 9 C: 17', 'A: won', 'A+B: 20', 'B: 3p'])}\n"
        if lines[number].startswith("end"):
            return


_CHANGES: tuple[Callable[[list[str], int, Random], None], ...] = (
    _elsewhere, _of_another, _another_card, _another_number, _another_answer, _other_way_round, _twice, _another_end,
    _another_result,
)  # fmt: skip


@pytest.mark.mass
@pytest.mark.parametrize("name", DIFFERENT)
@pytest.mark.parametrize("what", ["show", "claim"])
def test_whatever_is_said_both_ways_say_the_same(name: str, what: str) -> None:
    """Lines in other places, by other seats, with other cards, answers and results."""
    text = said_in(name, what)
    for change in _CHANGES:
        rng = Random(f"{name} {what} {change.__name__}")
        lines = text.splitlines(keepends=True)
        places = [n for n, line in enumerate(lines) if _SAID.match(line)]
        for at in sorted(rng.sample(places, max(len(places) // 2, 1)), reverse=True):
            change(lines, at, rng)
        hold_equal(name, "".join(lines))


@pytest.mark.parametrize(
    ("seat", "before", "legal"),
    [
        ("A", "bid", True), ("A", "give B", True), ("A", "give A", True), ("A", "discard", False), ("A", " 1", False),
        ("B", "bid", False), ("B", "give A", False), ("B", "discard", True), ("B", " 5", True), ("B", " 6", False),
    ],
)  # fmt: skip
def test_a_card_is_shown_by_who_holds_it_then(seat: str, before: str, legal: bool) -> None:
    """A gives the four of bastoni to B, who plays it to the fifth trick."""
    text = _SHOWN.replace(f"\n{before}", f"\nshow {seat}: 4b\n{before}", 1)
    assert text.count("\nshow ") == 1
    assert hold_equal("pagat", text).passed == legal


_SHOWN = """cal 1
rules pagat
seat A
seat B
seat C

hand 1
dealer C
deal A: 3b 2b Ab 4b 2s Cs 3c Rc 7c 5c Ad 5d
deal B: 6b 5b 3s Rs 4s Cc 6c 3d Rd Cd Fd 4d
deal C: Rb Cb 7b As Fs 7s 6s Ac Fc 4c 2d 6d
monte Fb 5s 2c 7d
bid A: chiamo B: passo C: passo
call A: 3s with B
give B: open 3s to A
take A: open Fb 5s 2c 7d
give A: open 4b to B
discard A: closed 5s 5c 7d 5d
 1 A: 3c 6c 4c
 2 A: 3s 4s 6s
 3 A: 3b 5b 7b
 4 A: 2b 6b Cb
 5 A: Ab 4b Rb
 6 A: 2c Cc Fc
 7 A: 2s Rs 7s
 8 A: Fb 3d Fs
 9 A: Ad Rd 2d
10 C: Ac 7c Cd
11 C: 6d Rc Fd
12 B: 4d As Cs
end
"""


def test_a_name_that_is_taken_is_told_after_a_hand_that_was_explained() -> None:
    """A note has the first hand explained; the second is plain, and has its name."""
    text = text_of("pagat", 2, 5)
    first, second = (line for line in text.split("\n") if line.startswith("hand "))
    same = text.replace(f"\n{second}\n", f"\n{first}\n").replace("\nbid ", '\nnote "well"\nbid ', 1)
    assert [each.code for each in findings_of(same, "pagat")] == ["CAL703"]
