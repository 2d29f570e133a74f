"""Programs for the compiled kernel agree with the functions that they come from.

A machine in plain Python runs them here.
"""

from __future__ import annotations

import operator
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from calarec.bulk.compile import generated_source, write_filter
from calarec.bulk.filter import Verifier
from calarec.bulk.machine import (
    _FIRST_FREE_REGISTER,
    _ROW_NAMES,
    GIVEN_REGISTERS,
    INSTRUCTIONS,
    LAID_OUT_NUMBERS,
    LIST_REGISTERS,
    MADE_LIST,
    RETURNED_PLACES,
    Program,
    translate_source,
)
from calarec.bulk.text import HandText
from calarec.core.engine.state import NOTHING_CARRIED
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.preamble import PreambleBuilder
from calarec.record_judge.session import RecordJudge
from tests.bulk.both import SHIPPED, compiled, game
from tests.bulk.texts import text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

pytestmark = pytest.mark.slow

TWO: dict[str, Callable[[Any, Any], Any]] = {
    "ADD": operator.add, "SUBTRACT": operator.sub, "MULTIPLY": operator.mul, "DIVIDE": operator.floordiv,
    "REMAINDER": operator.mod, "AND": operator.and_, "OR": operator.or_, "XOR": operator.xor, "LEFT": operator.lshift,
    "RIGHT": operator.rshift, "LEAST": min, "MOST": max, "EQUAL": operator.eq, "OTHER": operator.ne,
    "LESS": operator.lt, "LESS_EQUAL": operator.le, "MORE": operator.gt, "MORE_EQUAL": operator.ge,
    "COUNT_OF": lambda one, other: (one & other).bit_count(),
}  # fmt: skip
ONE: dict[str, Callable[[int], int]] = {
    "COPY": int, "NEGATE": operator.neg, "INVERT": operator.invert, "COUNT": int.bit_count, "AMOUNT": abs,
}  # fmt: skip


def run(program: Program, at: list[int], rows: Sequence[Sequence[int]]) -> bool:
    """Run a program; return True if it accepts, with its results in the registers."""
    for number, value in enumerate(program.numbers[:LAID_OUT_NUMBERS]):
        at[-1 - number] = value
    nth = 0
    while True:
        code = program.code[nth]
        what, a, b, c = INSTRUCTIONS[code & 255], code >> 8 & 255, code >> 16 & 255, code >> 24
        nth += 1
        if what == "END":
            return bool(a)
        if what in TWO:
            at[a] = int(TWO[what](at[b], at[c]))
        elif what in ONE:
            at[a] = ONE[what](at[b])
        elif what == "NUMBER":
            at[a] = program.numbers[code >> 16]
        elif what == "LOAD":
            at[a] = at[b + at[c]]
        elif what == "STORE":
            at[a + at[b]] = at[c]
        elif what == "ROW":
            at[a : a + 5] = rows[at[b]]
        elif what == "JUMP" or not at[a]:
            assert what in ("JUMP", "UNLESS")
            nth += code >> 16


def registers(lists: dict[str, Sequence[int]], numbers: dict[str, int]) -> list[int]:
    """Return the registers at the start of a program."""
    at = [0] * 256
    for name, values in lists.items():
        at[LIST_REGISTERS[name] : LIST_REGISTERS[name] + len(values)] = values
    for name, value in numbers.items():
        at[GIVEN_REGISTERS[name]] = value
    return at


class HeldProgram:
    """A function of the filter that holds its program against itself whenever it is asked."""

    def __init__(self, name: str, function: Callable[..., Any], program: Program) -> None:
        self.name, self.function, self.program = name, function, program
        self.accepted = self.refused = 0

    def __call__(self, *given: Any) -> Any:
        """Anything but an exchange: what is answered, and whether."""
        if self.name.startswith("check"):
            return self.check(*given)
        named = dict(zip(self.function.__code__.co_varnames, given, strict=False))
        at = registers(
            {name: values for name, values in named.items() if name in LIST_REGISTERS},
            {name: value for name, value in named.items() if name in GIVEN_REGISTERS},
        )
        for name in named.keys() & set(_ROW_NAMES):
            at[_FIRST_FREE_REGISTER + _ROW_NAMES.index(name)] = named[name]
        accepts = run(self.program, at, ())
        answer = self.function(*given)
        assert accepts == bool(answer)
        self.accepted += accepts
        self.refused += not accepts
        if not accepts:
            return answer
        kind = self.name if self.name in RETURNED_PLACES else self.name.split("_")[0]
        for value, where in zip(answer if isinstance(answer, tuple) else [answer], RETURNED_PLACES[kind], strict=True):
            if where == "":
                assert at[MADE_LIST : MADE_LIST + len(value)] == value
            elif where is not None:
                assert at[GIVEN_REGISTERS[where] if isinstance(where, str) else where] == value
        return answer

    def check(
        self, hands: list[int], piles: list[int], decl: int, asked: int, found: int, mate: int,
        rows: Sequence[Sequence[int]],
    ) -> Any:  # fmt: skip
        """Check an exchange: accepted moves, places of cards and called card, partner."""
        numbers = {"decl": decl, "asked": asked, "found": found, "mate": mate}
        at = registers({"hands": hands, "piles": piles}, numbers)
        accepts = run(self.program, at, rows)
        answer = self.function(hands, piles, decl, asked, found, mate, rows)
        assert accepts == bool(answer)
        if accepts:
            assert (at[GIVEN_REGISTERS["found"]], at[GIVEN_REGISTERS["mate"]]) == answer
            assert at[: len(hands)] == hands
            assert at[LIST_REGISTERS["piles"] : LIST_REGISTERS["piles"] + len(piles)] == piles
        self.accepted += accepts
        self.refused += not accepts
        return answer


@pytest.mark.mass
@pytest.mark.parametrize("name", SHIPPED)
def test_programs_say_what_functions_say(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In whole hands and in such with other cards in the exchange: what is accepted and what is not."""
    rules = compiled(name)
    made = translate_source(generated_source(write_filter, rules))
    both = {each: HeldProgram(each, rules.functions[each], program) for each, program in made.items()}
    for each, it in both.items():
        monkeypatch.setitem(rules.functions, each, it)
    monkeypatch.setattr("calarec.bulk.running._JUDGES", {})
    text = text_of(name, 30)
    verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge(game(name).ruleset))
    for _ in verifier.verify([text]):
        pass
    running = verifier._running
    assert running is not None
    for hand in running.pattern.finditer(_other_cards(text, Random(name)).encode("ascii")):
        try:
            running.judge.judge_hand(
                HandText.from_match(hand), running._seating_of_dealer(ord(hand[3])), NOTHING_CARRIED
            )
        except (TypeError, ValueError, KeyError, IndexError):
            continue
    asked = {each.split("_")[0]: 0 for each in both}
    for each, it in both.items():
        asked[each.split("_")[0]] += it.accepted
    assert asked["settle"] > 20, asked
    has_exchange = any(line.startswith(("give", "take")) for line in text.split("\n"))
    assert not has_exchange or asked["check"] < 10 or sum(it.refused for it in both.values()) > 0


def _other_cards(text: str, rng: Random) -> str:
    """A card in each exchange becomes any other."""
    lines = text.split("\n")
    cards = sorted({card for line in lines if line.startswith("deal") for card in line.split()[2:]})
    for at, line in enumerate(lines):
        if line.startswith(("give", "take", "discard", "call")):
            words = line.split()
            named = [n for n, word in enumerate(words) if word in cards]
            if named:
                words[named[0]] = rng.choice(cards)
                lines[at] = " ".join(words)
    return "\n".join(lines)


def test_what_the_machine_does_not_know_has_no_program() -> None:
    """Loops, lists of changing length, names and calls of others; the other functions of a source have theirs."""
    known = "def check_1(hands, piles, decl, asked, found, mate, rows):\n    at = 0\n    return found, mate\n"
    for line in (
        "while found:\n        break", "for at in (1, 2):\n        found = at", "at = [0] * 8", "at = len(hands)",
        "at = found and mate", "at = hands[0:2]", "at = 1 if found in (1, 2) else 0", "at = found / 2", "at = -1.5",
        "at = 18446744073709551616", "hands = 1", "return found",
    ):  # fmt: skip
        source = known.replace("check_1", "check_0").replace("at = 0", line)
        assert list(translate_source(source + known)) == ["check_1"], line
