"""A hand that is claimed before there is a contract."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from jsonschema import Draft202012Validator

from calarec.core.base.resources import data_folder
from tests.tools.replay.told import run

if TYPE_CHECKING:
    from pathlib import Path

HAND = """cal 1
seat A "Anna"
seat B "Bruno"
seat C "Carla"

hand 1
dealer A
deal A: Rb 7b 5b 4b Cc Ad Rd 7d 5d As Fs 4s
deal B: Cb 6b 2c Ac 5c 4c 2d Cd Rs Cs 6s 5s
deal C: 3b 2b Fb 3c Rc Fc 7c 6c 3d Fd 4d 2s
monte Ab 6d 3s 7s
{auction}claim B: {what} accepted by A
score B: +2 A: -1 C: -1
total B: 2 A: -1 C: -1
end claimed
"""
UNBID = {
    "en": "The hand was claimed before anybody had bid: there is nothing to settle.",
    "it": "La mano è stata chiusa prima che qualcuno dichiarasse: non c'è nulla da conteggiare.",
}
EARLY = {
    "en": "The hand was claimed before the auction was over: there is nothing to settle.",
    "it": "La mano è stata chiusa prima che finissero le dichiarazioni: non c'è nulla da conteggiare.",
}


def record(folder: Path, auction: str, what: str = "rest") -> str:
    """A file with the hand."""
    path = folder / "a.cal"
    path.write_text(HAND.format(auction=auction, what=what), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("rules", ["pagat", "tretre", "spazzatura"])
@pytest.mark.parametrize("what", ["rest", "points 22"])
def test_nobody_pays_where_nothing_was_bid(tmp_path: Path, rules: str, what: str) -> None:
    """Not even where hands that all pass are played out: what was claimed was no such hand."""
    said = run("replay", record(tmp_path, "", what).replace("\\", "/"), "--rules", rules, "--json")
    ruling = json.loads(said.out)["ruling"]
    assert (ruling["outcome"], ruling["contract"], ruling["declarer"]) == ("claimed", None, None)
    assert (ruling["payments"], ruling["sides"], ruling["stated"]) == (None, [], None)
    assert [each["code"] for each in ruling["diagnostics"] if each["severity"] == "error"] == ["CAL523"]
    assert "before anybody has bid" in ruling["diagnostics"][-1]["message"]
    schema = json.loads((data_folder("grammar") / "replay.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator(schema).validate(json.loads(said.out))


@pytest.mark.parametrize("lang", ["en", "it"])
def test_it_is_told_what_is_missing(tmp_path: Path, lang: str) -> None:
    """The missing bid or unfinished auction; never a game without declarer."""
    unbid = run("replay", record(tmp_path, "bid B: passo\n"), "--rules", "pagat", lang=lang).out
    early = run("replay", record(tmp_path, "bid B: chiamo\n"), "--rules", "pagat", lang=lang).out
    assert " ".join(unbid.split()).count(UNBID[lang]) == 1
    assert " ".join(early.split()).count(EARLY[lang]) == 1
    for text in (unbid, early):
        assert not any(words in text for words in ("without a declarer", "senza dichiarante", "takes", "monte to"))
