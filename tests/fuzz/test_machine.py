"""The fuzzer: it draws the same again, knows failures, and makes them small."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.minimise import Minimiser
from tests.fuzz.target import Drawn, HangError, Target, clock, failure
from tests.fuzz.targets import TARGETS


@pytest.mark.parametrize("name", TARGETS)
def test_the_same_numbers_give_the_same_input(name: str) -> None:
    """And others another one."""
    target = TARGETS[name]
    assert target.at(1, 2) == target.at(1, 2)
    assert len({target.at(1, number) for number in range(5)}) > 1


@pytest.mark.parametrize("name", TARGETS)
def test_the_page_says_what_is_promised(name: str) -> None:
    """Word for word."""
    page = Path(__file__).with_name("README.md").read_text(encoding="utf-8")
    assert f"| `{name}` | {TARGETS[name].promise} |\n" in page


def test_the_smallest_input_is_found() -> None:
    """Two words on two lines must stay, and a letter of each."""
    text = "a b c\nd needle e\nf g\nh thread i\n" * 5
    small = Minimiser(lambda each: "needle" in each and "thread" in each).smaller(text)
    assert sorted(small.split()) in (["needle", "thread"], ["needlethread"], ["threadneedle"])


def test_a_failure_is_told_from_another() -> None:
    """By the exception and its place."""

    def hold(drawn: Drawn) -> None:
        assert drawn.text != "a"
        if drawn.text == "b":
            raise KeyError(drawn.text)

    target = Target("toy", "neither a nor b", lambda rng: Drawn(rng.choice("abc")), hold, 1)
    first, second = failure(target, Drawn("a")), failure(target, Drawn("b"))
    assert first is not None
    assert second is not None
    assert (first.kind, second.kind) == ("AssertionError", "KeyError")
    assert first.same == ("AssertionError", first.place) != second.same
    assert failure(target, Drawn("c")) is None


def test_what_hangs_is_interrupted() -> None:
    """Also where every exception is caught."""

    def hang() -> None:
        while True:
            try:
                sum(range(1000))
            except Exception:
                continue

    with pytest.raises(HangError), clock(1):
        hang()


def test_nothing_is_imported_before_coverage_is_counted() -> None:
    """Modules of calarec that are there before atheris looks on are not looked at."""
    words = "import sys, tests.fuzz.guided; sys.exit(any(each.partition('.')[0] == 'calarec' for each in sys.modules))"
    top = Path(__file__).parents[2]
    assert subprocess.run([sys.executable, "-c", words], cwd=top, check=False).returncode == 0
