"""Records in other forms and back: nothing lost, or nothing written."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

from calarec.core.notation.formatter import fmt
from tests.bulk.damage import damaged
from tests.fuzz.commands import called, folder
from tests.fuzz.materials import evening, mangled, record, records
from tests.fuzz.target import Drawn, Target

if TYPE_CHECKING:
    from random import Random

FORMS: Final = ("json", "jsonl", "calpack")
_SHEETS: Final = (
    "hand,dealer,declarer,bid,outcome,Anna,Bruno,Carla,total Anna,total Bruno,total Carla\n"
    "1,Anna,Bruno,chiamo,won,-1,+2,-1,-1,2,-1\n2,Bruno,Carla,solo,lost,2,2,-4,1,4,-5\n",
    "mano;data;mazziere;chiamante;gioco;punti;note;Ada;Bo;Cy;Di\n1;2.11.2025;Ada;Bo;chiamo;24;così;-1;2;-1;0\n"
    '2;2025-11-02 21:10;Bo;Cy;solo;8p;"a ""b""; c";1;1;-2;0\n',
    "n\tA\tB\n1\t0\t0\n\t1\t-1\n",
)


def draw(rng: Random) -> Drawn:
    """A record and a form."""
    text = record(rng)
    if rng.random() < 0.8:
        text = mangled(text, rng, records()) if rng.random() < 0.6 else damaged(evening(rng), rng, every=2)
    return Drawn(text, (rng.choice(FORMS),))


def hold(drawn: Drawn) -> None:
    """There and back gives the text of `fmt`; a refusal leaves nothing."""
    form = str(drawn.more[0])
    with folder({"x.cal": drawn.raw}):
        there = called(["convert", "x.cal", f"x.{form}"])
        assert there.status in (0, 2)
        if there.status:
            assert there.err
            assert not Path(f"x.{form}").exists()
            return
        back = called(["convert", f"x.{form}", "y.cal"])
        assert back.status == 0, back.err
        canonical = fmt(drawn.raw.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
        assert Path("y.cal").read_bytes() == canonical
        called(["convert", "x.cal", "x.csv"])
        called(["convert", "x.cal", "p.csv", "--plays"])


def draw_back(rng: Random) -> Drawn:
    """A text in another form, spoilt."""
    form = rng.choice((*FORMS, "csv"))
    text = rng.choice(_SHEETS)
    if form != "csv":
        source = record(rng).encode("utf-8", "surrogateescape")
        with folder({"x.cal": source}):
            called(["convert", "x.cal", f"x.{form}"])
            text = (
                Path(f"x.{form}").read_text(encoding="utf-8")
                if Path(f"x.{form}").exists()
                else source.decode("latin-1")
            )
    text = _turned(text, rng) if form in ("json", "jsonl") and rng.random() < 0.6 else text
    return Drawn(mangled(text, rng, (text,), times=3) if rng.random() < 0.8 else text, (form,))


_JSON: Final[tuple[object, ...]] = (
    "", 0, -1, None, True, [], {}, "a\nb", "A", "3b", 1e99, "\0", "\ud800", "x" * 300, 12, [[]], "none", "\r", "; c",
)  # fmt: skip


def _turned(text: str, rng: Random) -> str:
    """JSON that is still JSON, with some value changed."""
    try:
        lines: list[object] = [
            json.loads(line) for line in (text.splitlines() if text.count("\n") > 1 and text[:2] != "{\n" else [text])
        ]
    except ValueError:
        return text

    def change(node: object) -> object:
        if isinstance(node, dict) and node and rng.random() < 0.9:
            key = rng.choice(sorted(node))
            if rng.random() < 0.1:
                return {name: value for name, value in node.items() if name != key}
            return node | {key: change(node[key])}
        if isinstance(node, list) and node and rng.random() < 0.9:
            at = rng.randrange(len(node))
            return [*node[:at], change(node[at]), *node[at + (rng.random() < 0.9) :]]
        return rng.choice(_JSON)

    at = rng.randrange(len(lines))
    lines[at] = change(lines[at])
    return "\n".join(map(json.dumps, lines)) + "\n"


def hold_back(drawn: Drawn) -> None:
    """A record that reads the same again, or a refusal and no record."""
    form = str(drawn.more[0])
    with folder({f"x.{form}": drawn.raw, f"z.{form}.gz": gzip.compress(drawn.raw)}):
        there = called(["convert", f"x.{form}", "y.cal"])
        packed = called(["convert", f"z.{form}.gz", "z.cal"])
        assert packed.status == there.status in (0, 2)
        if there.status:
            assert there.err
            assert not Path("y.cal").exists()
            assert not Path("z.cal").exists()
            return
        read = Path("y.cal").read_bytes()
        assert read == Path("z.cal").read_bytes()
        text = read.decode("utf-8", "surrogateescape")
        assert fmt(text) == text
        other = "json" if form == "csv" else form
        again = called(["convert", "y.cal", f"w.{other}"])
        assert again.status == 0, again.err
        assert called(["convert", f"w.{other}", "w.cal"]).status == 0
        assert Path("w.cal").read_bytes() == read


CONVERSIONS = Target(
    "conversions",
    "What a conversion takes comes back in its canonical form, to the byte; what it refuses leaves no file and says "
    "why.",
    draw,
    hold,
    60,
)
BACK = Target(
    "back",
    "Whatever stands in JSON, JSON Lines, a packed archive or a score sheet becomes a record that is in form and "
    "survives the same way there and back, or is refused with a reason and leaves no file; compressed or not.",
    draw_back,
    hold_back,
    60,
)
