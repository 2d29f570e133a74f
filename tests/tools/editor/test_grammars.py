"""The grammars for editors are current, and colour what the notation knows, each word of it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from calarec.core.notation.keywords import VERBS
from calarec_tools.output.docs import editor_grammars
from tests.house.tree import ROOT

_GRAMMAR: dict[str, Any] = json.loads(editor_grammars.textmate())


@pytest.mark.parametrize("name", list(editor_grammars.grammars_by_place()))
def test_they_are_current(name: str) -> None:
    """`python -m calarec_tools.output.docs.editor_grammars` would change nothing."""
    there = (ROOT / "editors" / name).read_text("utf-8")
    assert there == editor_grammars.grammars_by_place()[name], "python -m calarec_tools.output.docs.editor_grammars"


def _colours(line: str) -> list[tuple[str, str]]:
    """The coloured texts of a line, as an editor finds them: the first pattern that matches at the nearest place."""
    for rule in _GRAMMAR["patterns"]:
        found = re.match(rule.get("begin") or rule["match"], line)
        if not found:
            continue
        if "match" in rule:
            return [(found[0], rule["name"])]
        told, at = [(found[1], rule["beginCaptures"]["1"]["name"])], found.end()
        while at < len(line):
            matches = [(each, rule["patterns"].index(each)) for each in rule["patterns"]]
            hits = [
                (hit.start(), place, hit, each["name"])
                for each, place in matches
                if (hit := re.compile(each["match"]).search(line, at)) and hit[0]
            ]
            if not hits:
                break
            _, _, hit, name = min(hits, key=lambda each: each[:2])
            told.append((hit[0], name))
            at = hit.end()
        return told
    return []


def test_every_word_of_every_record_is_coloured() -> None:
    """In calarec's records only spaces are left uncoloured, and no line is a mistake."""
    for file in sorted((ROOT / "records").glob("*/*.cal"))[::6]:
        for line in file.read_text("utf-8").splitlines():
            told = _colours(line)
            assert "".join(line.split()) == "".join("".join(text.split()) for text, _ in told), line
            assert all(name != "invalid.illegal.cal" for _, name in told), line


def test_shapes_have_their_colours() -> None:
    """A trick, a bid, a call and a result; and a line that is none."""
    names = {text: name.split(".")[0] for text, name in _colours(" 4 B: Cd 4d! 5d > B ; so")}
    assert names == {"4": "constant", "B:": "entity", "Cd": "constant", "4d!": "constant", "5d": "constant",
                     ">": "keyword", "B": "entity", "; so": "comment"}  # fmt: skip
    assert _colours("call B: 3b with C")[3] == ("with", "keyword.other.cal")
    assert _colours("bid B: chiamo")[2] == ("chiamo", "support.function.cal")
    assert _colours("mano 3") == [("mano 3", "invalid.illegal.cal")]


def test_every_verb_begins_a_line() -> None:
    """In both grammars."""
    vim = editor_grammars.vim()
    for verb in VERBS:
        assert _colours(f"{verb} ")[0][0] == verb
        assert re.search(rf"\b{verb}\b", vim)
