"""The first finding for an author is in a file that the author can change."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from calarec.rule_files import blame
from calarec.rule_files.load import check_rules
from tests.rulebooks import RULES

_PART: Final = """\
ruleset: club
version: 1.0.0
extends: latin-pack
table: {seats: [4], direction: counterclockwise}
pack: {unit: 1/3, points: {"3": 1, "2": 1, A: 3, R: 1, C: 1, F: 1}, last_trick: 3}
deal: {hand: 10, packets: 5}
all_pass: {do: play_out, pays: nobody}
settle: {rounding: down}
match: {counts: card_points, until: {points: 21p}, wins: lowest}
"""
_BREAKS: Final = (
    _PART,
    "ruleset: club\nversion: 1.0.0\nextends: pagat\nset: {steps.ask.gets: partner}\n",
    "ruleset: club\nversion: 1.0.0\nextends: pagat\nset: {deal.hand: 11}\n",
    "ruleset: club\nversion: 1.0.0\nextends: pagat\nset: {auction.ladder: [solo]}\n",
    "ruleset: club\nversion: 1.0.0\nextends: tretre\nset: {pack.unit: 1/2, settle.rounding: none}\n",
)


@pytest.mark.parametrize("text", _BREAKS)
@pytest.mark.parametrize("trials", [200, 0])
def test_no_finding_is_in_a_shipped_file(text: str, trials: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the search for the change to blame was given up: then it is where the shipped file is named."""
    monkeypatch.setattr(blame, "_MAX_TRIALS", trials)
    told = [each for each in check_rules("club.yaml", raw=text.encode()).findings if each.severity != "note"]
    assert told
    for each in told:
        assert Path(each.span.file).parent != RULES, each
        assert each.excerpt is not None, each


def test_a_part_is_no_second_finding() -> None:
    """The sources of a part are those of the file that extends it: with one at the top nothing is left."""
    (first,) = (each for each in check_rules("club.yaml", raw=_PART.encode()).findings if each.code == "RUL701")
    assert (first.span.file, first.args["count"]) == ("club.yaml", 23)
    text = _PART.replace("version: 1.0.0\n", "version: 1.0.0\nsource: house rule\n")
    assert not [each for each in check_rules("club.yaml", raw=text.encode()).findings if each.code == "RUL701"]
