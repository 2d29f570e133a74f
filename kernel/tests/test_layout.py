"""The plain layout of texts: the compiled kernel beside plain Python."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from random import Random
from typing import Final

import pytest

from calarec.bulk import searched_text
from calarec.bulk.searched_text import SearchedText, with_plain_layout
from kernel.tests.sanitizing import SANITIZED
from tests.bulk.layouts import EVERY, laid_out
from tests.bulk.texts import text_of

HERE: Final = Path(__file__).parent
CODES: Final = ("CAL004", "CAL005", "CAL006")
PARTS: Final = (
    *"\t\r \x1a;\"!?\\x_aA0139:-ùœ€😀\u00a0\u2002\u2003\u2009\u202f\u3000",
    *("  ", "\n", "\n", "\n\n", "\r\n", " ; ", ";;", ";x", "; così", "; 😀"),
    *("\nhand 1\n", "\nhand 2\n", "\nend\n", "end x"),
    *("note ", 'note "bella mano"', 'note "\\u00e8" ;- x', 'note "\\ud83d\\ude00"', 'note "\\ud83d"'),
    *('note "\\x"', 'note "'),
    *("x-", "x-tavolo 3", 'x-vino "rosso; no"', "x-" + "a" * 41, "x-a  b", "x-a ;b", "x-a b ", "x-a; b"),
    *("1 A: 3b! 2b?! Cb", " 3 B: 3b!!! __?", "10 A: 3b! ", "3 foo", "0 A: x"),
    *("deal A: 3b", "seat A", "\udcff\x1a", "a" * 30),
)  # fmt: skip
"""The parts of generated texts."""


def texts_of_parts(many: int) -> list[str]:
    """Texts of whole lines, at random."""
    rng = Random("layout")
    return ["".join(rng.choices(PARTS, k=rng.randrange(40))) + "\n" for _ in range(many)]


def hold_layout(text: str, codes: frozenset[str]) -> None:
    """Text, dropped lines and signs are the same."""
    found = with_plain_layout(text, codes)
    spaces = "".join(odd for code, odds in searched_text._ODD_SPACES.items() if code in codes for odd in odds)
    plain, dropped = searched_text._by_lines(text.replace("\r\n", "\n") if "CAL004" in codes else text, spaces)
    assert (found.data, found.is_ascii) == (plain.encode("ascii", "replace"), plain.isascii())
    assert [*found._dropped] == dropped


@pytest.mark.parametrize("seed", range(8))
def test_both_kernels_lay_out_alike(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Anything that can be in a line, short limits too, whatever was reported before."""
    rng = Random(f"told {seed}")
    for limit, row in ((10_000, 500), (12, 2)):
        monkeypatch.setattr(searched_text, "MAX_LINE_CHARACTERS", limit)
        monkeypatch.setattr(searched_text, "_MAX_DROPPED_LINES", row)
        for text in texts_of_parts(3000)[seed::8]:
            hold_layout(text, frozenset(code for code in CODES if rng.random() < 0.5))


def test_hands_as_people_write_them_are_laid_out_alike() -> None:
    """Each layout of whole records."""
    for number, rules in enumerate(("pagat", "gelli-terziglio", "tressette-in-due")):
        for codes in (frozenset[str](), frozenset(CODES)):
            hold_layout(laid_out(text_of(rules, 4), tuple(EVERY), f"{number}"), codes)


@pytest.mark.parametrize("kernel", ["", "plain"])
def test_places_lead_back_to_what_was_written(monkeypatch: pytest.MonkeyPatch, kernel: str) -> None:
    """Lines and places by counting each line, asked for in any order."""
    monkeypatch.setenv("CALAREC_KERNEL", kernel)
    for text in [laid_out(text_of("pagat", 6), tuple(EVERY), "places"), *texts_of_parts(150)]:
        for told in (None, frozenset(CODES)):
            hold_places(SearchedText.from_written(text) if told is None else with_plain_layout(text, told))


def line_starts(text: str) -> list[int]:
    """Return the start of each line, and the end of the text."""
    return [0, *(place + 1 for place, sign in enumerate(text) if sign == "\n")]


def hold_places(searched: SearchedText) -> None:
    """The beginning of each line, against lists of all lines."""
    starts, written = line_starts(searched.data.decode("ascii")), line_starts(searched.written)
    numbers = [number for number in range(len(written) - 1) if number not in set(searched._dropped)]
    assert len(numbers) == len(starts) - 1
    order = [*range(len(starts))]
    for index in (*order, *Random("order").sample(order, len(order))):
        at, until = starts[index], numbers[index - 1] + 1 if index else 0
        assert searched.lines_until(at) == until
        assert searched.lines_before(at) == (numbers[index] if index < len(numbers) else len(written) - 1)
        if searched.reported is not None:
            assert searched.written_at(at, until) == (
                len(searched.written) if at == len(searched.data) and not searched._dropped else written[until]
            )
    for number, place in enumerate(written):
        expected = next((nth for nth, kept in enumerate(numbers) if kept >= number), len(numbers))
        assert searched.searched_at(place) == starts[expected]


def test_malformed_bytes(tmp_path: Path) -> None:
    """Any bytes are laid out within the promised room, without one out of place."""
    program = tmp_path / "malformed"
    sources = [HERE / "malformed_layout.c", HERE.parent / "core" / "layout.c"]
    subprocess.run([os.environ.get("CC", "cc"), *SANITIZED, *sources, "-o", program], check=True)
    ended = subprocess.run([program, "20000"], capture_output=True, text=True, check=True)
    assert int(ended.stdout) > 100
