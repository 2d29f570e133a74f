"""Evenings for the tests of commands: legal ones, and some with slips."""

from __future__ import annotations

from functools import cache

from calarec.core.notation.writer import write_hands
from calarec.rule_files.load import load_ruleset
from calarec.simulation import simulate

SEATS = 'seat A "Anna"\nseat B "Bruno"\nseat C "Carla"'


@cache
def evening(rules: str, hands: int, seed: int = 1) -> str:
    """A legal evening of simulated hands, its matches in order, with all names."""
    made = simulate(load_ruleset(rules), hands=hands, seed=seed)
    text = "".join(write_hands(each.hand for each in made))
    return text.replace("seat A\nseat B\nseat C", SEATS)


@cache
def with_slips(rules: str, hands: int, seed: int = 1) -> str:
    """The evening with a total wrong from one hand on, another result, a card played twice, a bid misspelt."""
    blocks = evening(rules, hands, seed).split("\nhand ")
    for number, block in enumerate(blocks):
        if number % 7 == 3 and "\nresult " in block:
            blocks[number] = block.replace("result B: ", "result B: 1", 1)
        if number % 11 == 5:
            blocks[number] = block.replace(": passo", ": pasta", 1).replace(": pass ", ": past ", 1)
        if number == hands // 2:
            lines = block.split("\n")
            lines = [f"total {_shifted(line)}" if line.startswith("total ") else line for line in lines]
            blocks[number] = "\n".join(lines)
    return "\nhand ".join(blocks)


def _shifted(line: str) -> str:
    words = line.split()[1:]
    words[1] = str(int(words[1]) + 5)
    return " ".join(words)
