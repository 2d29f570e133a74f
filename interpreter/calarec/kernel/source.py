"""The generated source of a ruleset: written once, kept in the cache as text, held against a vocabulary.

What comes out of the cache is run only if it is made of integers, signs and the names below; so even a cache
that somebody else has written cannot say anything but arithmetic over masks.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from calarec.kernel import chance
from calarec.kernel.checking import check_call, check_contract
from calarec.kernel.dealing import dealt, taken
from calarec.kernel.emit import Source, is_plain_source
from calarec.kernel.settling import finds_partner, settle_contract, settle_play_out
from calarec.kernel.stepping import SHARED, STATE, step_functions
from calarec.kernel.steps import CALL, Step
from calarec.kernel.tricks import tricks
from calarec.rulesets import cache

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from calarec.kernel.steps import Sharing
    from calarec.moves.cards import Cards
    from calarec.rulesets.model import Rules

_KIND: Final = "kernel"
_NUMBERED: Final = re.compile(r"\b(callable|called|chance|check|settle|idle|offer|make|[chosw])_?\d+(?:_\d+)?\b")
_KEYWORDS: Final = (
    "def", "return", "if", "elif", "else", "for", "while", "in", "not", "and", "or", "is", "None", "continue", "break",
    "pass",
)  # fmt: skip
_BUILT_IN: Final = ("range", "min", "max", "sum", "len", "abs", "bit_count", "bit_length", "append", "index", "pop")
_OWN: Final = (
    "amount", "at", "best", "bit", "board", "bonus", "c", "called", "cards", "check", "counted", "dealt",
    "dealt_bare", "do", "due", "each", "h", "have", "held", "idle", "last", "leader", "led", "make", "mask",
    "mine", "number", "offer", "others", "out", "over", "own", "part", "payers", "pays", "points", "rest",
    "rows", "s", "seat", "settle", "settle_out", "shown", "suit", "taken", "to", "top", "total", "tricks",
    "tricks_said", "turns", "values", "w", "where", "winner", "won",
)  # fmt: skip
VOCABULARY: Final = frozenset((*_KEYWORDS, *_BUILT_IN, *_OWN, *STATE, *SHARED, *chance.NAMES))


def source_of(digest: str, rules: Rules, cards: Cards, programs: Mapping[str, Sequence[Step | Sharing | None]]) -> str:
    """The source for the contracts of `programs`, from the cache if it is there."""
    asked = f"{digest} {_generator_stamp()}"
    kept = cache.load(_KIND, asked, ())
    if isinstance(kept, str) and is_ours(kept):
        return kept
    text = generate(rules, cards, programs)
    cache.store(_KIND, asked, (), files=(), absent=(), payload=text)
    return text


def _generator_stamp() -> str:
    """In a checkout the generator changes without its version: its newest change stands for one."""
    room = Path(__file__).parent
    if (room.parent / "_data").is_dir():
        return ""
    return str(max(file.stat().st_mtime_ns for file in room.glob("*.py")))


def is_ours(text: str) -> bool:
    """Whether a source says nothing that the generator could not have said."""
    return is_plain_source(_NUMBERED.sub(r"\1", text), VOCABULARY)


def generate(rules: Rules, cards: Cards, programs: Mapping[str, Sequence[Step | Sharing | None]]) -> str:
    """The source anew. Contracts are numbered as they stand in the rules."""
    out = Source()
    dealt(out, rules)
    tricks(out, rules)
    taken(out, rules, cards)
    for number, name in enumerate(rules.contracts):
        if name not in programs:
            continue
        steps = programs[name]
        partner = finds_partner(rules.contracts[name], rules)
        settle_contract(out, name, number, rules, cards)
        check_contract(out, number, name, steps, rules)
        for step in steps:
            if isinstance(step, Step) and step.do == CALL:
                check_call(out, number, step)
                chance.callable_cards(out, number, step)
        chance.chance_contract(out, number, name, steps, rules)
        for index, step in enumerate(steps):
            step_functions(out, f"{number}_{index}", step, rules, partner=partner)
    if rules.all_pass.do == "play_out":
        settle_play_out(out, rules, cards)
    chance.tricks_out(out, rules)
    return out.text()


def functions_of(text: str) -> dict[str, Any]:
    """What a source defines."""
    allowed = {"range": range, "min": min, "max": max, "sum": sum, "len": len, "abs": abs}
    space: dict[str, Any] = {"__builtins__": allowed}
    exec(compile(text, "<kernel>", "exec"), space)
    del space["__builtins__"]
    return space
