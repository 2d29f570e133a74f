"""Where a mutant may stand, and that the woven module is the old one until a mutant is woken."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from tests.mutation.places import places, woven

_MODULE = '''"""A module."""

from __future__ import annotations

MOST = 3


def told(number: int, *, most: int = 7) -> str:
    """Says it."""
    total = 0
    if number < most and not number == 4:
        total += number * 2
    match number:
        case 1 if total > 1:
            return "one" + f"{number + 1}"
    return "%d" % total
'''


def test_places_are_inside_functions_alone() -> None:
    """Neither constants of the module nor defaults, patterns, f-strings and texts that are filled in."""
    found = [(each.line, each.before, each.after) for each in places(_MODULE)]
    assert found == [
        (10, "0", "1"),
        (11, "number < most", "number <= most"),
        (11, "4", "5"),
        (11, "number == 4", "number != 4"),
        (11, "not number == 4", "number == 4"),
        (11, "number < most and (not number == 4)", "number < most or not number == 4"),
        (12, "2", "3"),
        (12, "number * 2", "number // 2"),
        (12, "total += number * 2", "total -= number * 2"),
        (14, "1", "2"),
        (14, "total > 1", "total >= 1"),
    ]


@pytest.mark.parametrize(
    ("awake", "answers"),
    [
        (0, ["6", "0", "0"]),  # as it was written
        (1, ["6", "0", "14"]),  # `number <= most`
        (2, ["-6", "0", "0"]),  # `total -= number * 2`
    ],
)
def test_one_mutant_at_a_time(monkeypatch: pytest.MonkeyPatch, awake: int, answers: list[str]) -> None:
    """Two mutants in one module; what is asked is kept, whoever is awake."""
    by_before = {each.before: each.index for each in places(_MODULE)}
    text = woven(_MODULE, {by_before["number < most"]: 1, by_before["total += number * 2"]: 2})
    asked: set[int] = set()

    def on(number: int) -> bool:
        asked.add(number)
        return number == awake

    mutants = ModuleType("calarec.mutants")
    monkeypatch.setattr(mutants, "on", on, raising=False)
    monkeypatch.setitem(sys.modules, "calarec.mutants", mutants)
    names: dict[str, object] = {}
    exec(compile(text, "woven", "exec"), names)
    told = names["told"]
    assert callable(told)
    assert [told(3), told(4), told(7)] == answers
    assert asked == {1, 2}
