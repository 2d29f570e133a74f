"""Inputs that broke a promise once, each as small as it could be made."""

from __future__ import annotations

import pytest

from tests.fuzz.target import Drawn, failure
from tests.fuzz.targets import TARGETS

FOUND: list[tuple[str, str, tuple[str | int, ...]]] = [
    # A fault voids the deal, and the record has a card played twice: it is told, and nothing that is paid rests on it.
    (
        "judged",
        "rules settiglio-monte-5@0\nse A\nst B\nse C\nst D\nse E\nst F\nse G\nhand\ndealer C\nbid D:scegliete\n"
        "1 D:Rd Rd\nfault D:exchange",
        (),
    ),
    # The lines that are shown around a finding went back beyond an `end`, behind which the file may be cut.
    ("shards", " 4 B: Ac 2c 7c\nend\nen", (18, 1)),
    # A last line that is not UTF-8 is as long as it is written: what is missing behind it was told one column too far.
    ("judged", "rules foster\nhand \udcff", ()),
    # Rules that stand in a hand hold for it alone, but the fast way went on with them.
    (
        "judged",
        "se A\nst B\nse C\nhand\nrules twenty-one\ntotal C:2\nhand\ndealer B\n"
        "deal C: 2b Rb Fb 6b 3s Fs 4s Fc 4c 3d Rd 6d\ndeal A: Cb 7b Cs 7s 6s 5s 3c 6c 2d Ad Fd 7d\n"
        "deal B: Ab 5b 4b 2s As 2c Ac Cc 5c Cd 5d 4d\nmonte 3b Rs Rc 7c\nbid C: chiamo A: scegliete\n"
        "take C: open 3b Rc 7c\ndiscard C: closed 2b 3s Fs\ntake B: open Rs\ndiscard B: closed 4d\n"
        " 1 C: Fc 6c Ac\n 2 B: Cc 4c 3c\n 3 A: 5s As 4s\n 4 B: 5b Rb Cb\n 5 C: Rc 6s 2c\n 6 B: Cd Rd Fd\n"
        " 7 C: Fb 7b Ab\n 8 B: 2s 6d 7s\n 9 B: 5d 3d 7d\n10 C: 3b 2d 4b\n11 C: 7c Ad 5c\n12 C: 6b Cs Rs\nend\n",
        (),
    ),
    # A line that says what cannot be came back from JSON as it was written, and not in its canonical form.
    ("conversions", "et B\nseat\tB", ("jsonl",)),
    # A mark of byte order further on was taken away; a blank line before it was dropped, and it stood first.
    ("conversions", "\n\ufeffseat A", ("jsonl",)),
    # Of a ruleset that was named twice before another the first line was named, or the second, as the file was cut.
    (
        "shards",
        "rules foster\nseat A\nhand\nend\ncal 1\nrules foster\nseat A\nhand\nend\nrules pagat\nhand\nend\n",
        (71, 1),
    ),
    # Around a finding lines of a hand without a `hand` line were shown, too, where the next one has no end.
    ("judged", "5\nrules spazzatura@1\nt\nhand", ()),
]


@pytest.mark.parametrize(("name", "text", "more"), FOUND)
def test_it_holds_now(name: str, text: str, more: tuple[str | int, ...]) -> None:
    """What the target promises."""
    found = failure(TARGETS[name], Drawn(text, more))
    assert found is None, found.told
