"""There and back in every form: evenings of all rulesets, and damaged forms."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Final

import pytest

from calarec.core.notation import Text
from calarec.core.notation.formatter import fmt
from calarec_tools.output.formats.json_form import from_json, from_jsonl, to_json, to_jsonl
from calarec_tools.output.formats.packed import pack_record, unpack
from calarec_tools.output.formats.refusal import Unconvertible
from tests.rulebooks import SHIPPED
from tests.tools.evenings import evening

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.slow

IDS: Final = tuple(SHIPPED)
FORMS: Final[dict[str, tuple[Callable[[str], str], Callable[[str], str]]]] = {
    "json": (lambda text: "".join(to_json(Text(text))), lambda form: "".join(from_json(form, "f"))),
    "jsonl": (lambda text: "".join(to_jsonl(Text(text))), lambda form: "".join(from_jsonl(form.split("\n"), "f"))),
    "packed": (lambda text: "".join(pack_record(Text(text))), lambda form: "".join(unpack(form.split("\n"), "f"))),
}
each_form = pytest.mark.parametrize("form", FORMS)

ANYWHERE: Final = (
    "", "; a comment; with \\, and 'quotes'", ";\ttab", 'note "perche\\u0301; \\\\ \\"x\\" \\u202e"',
    'tag event "Torneo; \\\\"', "at 2025-11-02T21:10", 'x-camera "cam2; 00"  a', "dummy C by A", "rules house@1.0.0",
)  # fmt: skip
IN_A_HAND: Final = (
    "claim B: points 22 refused by C A", "concede A: rest accepted", "claim C: points 3p", "show B: 3b 2b to A C",
    "show A: none", "carry monte Ab 6d", "carry all-pass", "fault B: revoke 3b trick 2 claimed by A", "signal B: busso",
    "penalty B: -9 A: +9", 'seat B "Bea"', "id deal:9f2c1a7e04bd deal:0123456789ab", "table-card B: closed 4c",
    "result A+C: 8p B: won",
)  # fmt: skip
BETWEEN: Final = ("match", 'match "Finale; \\\\"', "carried A: 1 B: 2 C: -3", 'table "2;3"', "cal 1")


def adorned(rules: str, seed: int) -> str:
    """A simulated evening with comments, tags, notes, marks, claims and what else may be written, anywhere."""
    draw = random.Random(seed)
    lines: list[str] = []
    inside = False
    for line in evening(rules, 6, seed).split("\n")[:-1]:
        while draw.random() < 0.15:
            lines.append(draw.choice(ANYWHERE + (IN_A_HAND if inside else BETWEEN)))
        inside = (inside or line.startswith("hand")) and line != "end"
        marked = line
        if re.match(r"[ \d]\d ", line):
            marked = re.sub(
                r"(?<= )\S\S(?= |$)", lambda card: card.group() + draw.choice(["", "", "", "!", "?!"]), line
            )
            marked = re.sub(r"^( ?\d+ \S:?)[!?]+", r"\1", marked)
        if line and draw.random() < 0.1:
            marked += draw.choice(["  ; said; so", " ;", "  ; \\,"])
        lines.append(marked)
    return "\n".join([*lines, *draw.choices(ANYWHERE[:5], k=2)]) + "\n"


@pytest.mark.mass
@each_form
@pytest.mark.parametrize("rules", IDS)
def test_an_evening_comes_back(form: str, rules: str) -> None:
    """As simulated, which is canonical, and with all other lines in canonical form."""
    there, back = FORMS[form]
    plain = evening(rules, 6)
    assert back(there(plain)) == plain
    for seed in (1, 2):
        text = adorned(rules, seed)
        assert there(text).count("\n") > 6
        assert back(there(text)) == fmt(text)


@each_form
def test_damage_is_refused_by_place_or_comes_back(form: str) -> None:
    """Characters changed, left out and put in, lines doubled and left out: what is read can be had again."""
    there, back = FORMS[form]
    draw = random.Random(form)
    signs = "';,%~?\\\"[]{}:\r\0\u202e0129ABCb !#x\u0661"
    read = 0
    wholes = [there(adorned(draw.choice(IDS), seed)) for seed in range(5)]
    for number in range(150):
        whole = wholes[number % 5]
        at = draw.randrange(len(whole))
        alike = [draw.choice("ABCZ0129bcdsz" if whole[at].isalnum() else signs)] * 3
        instead = draw.choice([*alike, "", draw.choice(signs), whole[at] + draw.choice(signs), whole[at : at + 9] * 2])
        whole = whole[:at] + instead + whole[at + 1 :]
        try:
            text = back(whole)
        except Unconvertible as refusal:
            place = refusal.where
        else:
            read += 1
            assert text == fmt(text)
            assert back(there(text)) == text
            continue
        assert re.fullmatch(r"f|f, hand \d+(, \w+ \d+)?" if form == "json" else r"f:\d+(, \w+ \d+)?", place)
    assert 5 < read < 145
