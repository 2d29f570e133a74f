"""The quarrels of the documentation: rulings that were written down before.

The rulings in `docs/quarrels/quarrels.yaml` were taken from the sources that the page cites for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.wording.language import LANGUAGES
from calarec.public import read, replay
from calarec.rule_files.load import load_ruleset
from calarec_tools.output.docs.quarrels import FILES, Quarrel, Ruling, quarrel_pages, read_quarrels
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from calarec.core.judge.judgement import Judgement

FOLDER = ROOT / "docs" / "quarrels"
QUARRELS = read_quarrels(FOLDER)
CASES = [
    pytest.param(quarrel, ruling, ruleset_id, id=f"{quarrel.file.stem}-{ruleset_id}")
    for quarrel in QUARRELS
    for ruling in quarrel.rulings
    for ruleset_id in ruling.rulesets
]
CHECKED = {"pays", "before", "findings", "lacks", "ended", "counts"}


def rule(quarrel: Quarrel, ruleset_id: str) -> list[Judgement]:
    return list(replay(list(read(quarrel.file)), rules=ruleset_id))


@pytest.mark.parametrize(("quarrel", "ruling", "ruleset_id"), CASES)
def test_each_ruleset_rules_as_its_source_says(quarrel: Quarrel, ruling: Ruling, ruleset_id: str) -> None:
    expected = ruling.expected
    assert expected, "a ruling without anything that can be checked"
    assert set(expected) <= CHECKED
    *earlier, last = rule(quarrel, ruleset_id)
    codes = {finding.code for finding in last.findings}
    if "pays" in expected:
        assert last.score == expected["pays"]
    if "before" in expected:
        assert earlier[-1].score == expected["before"]
    assert set(expected.get("findings", ())) <= codes
    assert codes.isdisjoint(expected.get("lacks", ()))
    if "findings" not in expected:
        assert last.verdict == "legal"
        assert not [finding for finding in last.findings if finding.severity == "error"]
    if "counts" in expected:
        assert last.standing is not None
        assert last.standing.counts is expected["counts"]
    if "ended" in expected:
        assert last.standing is not None
        ended = last.standing.ended
        assert (None if ended is None else ended.hand) == expected["ended"]


@pytest.mark.parametrize("quarrel", QUARRELS, ids=lambda quarrel: quarrel.file.stem)
def test_the_rules_that_are_cited_exist_and_the_texts_are_whole(quarrel: Quarrel) -> None:
    for text in (quarrel.question, quarrel.story, *(ruling.answer for ruling in quarrel.rulings)):
        assert set(text) == set(LANGUAGES)
        assert all(text.values())
    for ruling in quarrel.rulings:
        for ruleset_id in ruling.rulesets:
            ruleset = load_ruleset(ruleset_id)
            assert ruleset.origin(ruling.rule) is not None, (ruleset_id, ruling.rule)


def test_there_are_twenty_and_every_record_is_one_of_them() -> None:
    assert len(QUARRELS) >= 20
    assert {quarrel.file for quarrel in QUARRELS} == set(FOLDER.glob("*.cal"))
    assert sum(len({name for each in quarrel.rulings for name in each.rulesets}) > 1 for quarrel in QUARRELS) >= 20


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_is_current(lang: str) -> None:
    name = FILES[lang]
    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == quarrel_pages(FOLDER)[name]
