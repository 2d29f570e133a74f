"""Wrong rule files, as far as reading and composing finds their errors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from calarec.core.wording.messages import range_codes
from calarec.rule_files.compose import compose
from calarec.rule_files.vocabulary import MechanismVocabulary
from tests.rulesets.corpus import FOLDER, Case, cases, told

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

CASES = cases()
GROUND = re.compile(r"RUL[01]")

ELSEWHERE = {
    "RUL001": "test_locate: what somebody asked for is not there",
    "RUL002": "test_locate: what cannot be read",
    "RUL003": "a file of fifty megabytes, below",
    "RUL103": "test_compose: only by id",
    "RUL108": "test_changes_told: in a folder of its own",
}


@pytest.mark.mass
@pytest.mark.parametrize("case", CASES, ids=[case.file.stem for case in CASES])
def test_a_wrong_file_gives_exactly_its_findings(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CALAREC_RULES", raising=False)
    found = compose(str(case.file), MechanismVocabulary()).findings
    assert told(case.file, (each for each in found if GROUND.match(each.code))) == tuple(
        each for each in case.expected if GROUND.match(each)
    )
    for each in found:
        for lang in ("en", "it"):
            assert each.message(lang)
            assert "{" not in each.message(lang).replace("`{`", "")
            assert "{" not in each.help(lang).replace("`{`", "")


def test_a_file_of_fifty_megabytes(tmp_path: Path) -> None:
    file = tmp_path / "huge.yaml"
    with file.open("wb") as stream:
        stream.truncate(50_000_000)
    assert told(file, compose(str(file), MechanismVocabulary()).findings) == ("RUL003 1:1",)


def test_every_code_has_a_wrong_file() -> None:
    shown = {line.split()[0] for case in CASES for line in case.expected}
    codes = {*range_codes("RUL0"), *range_codes("RUL1")}
    assert codes - shown == set(ELSEWHERE)


def test_every_file_is_wrong_or_somebodys_parent() -> None:
    wrong = {case.file.name for case in CASES}
    texts = "\n".join(case.file.read_text(encoding="utf-8", errors="replace") for case in CASES)
    for file in FOLDER.glob("*.yaml"):
        assert file.name in wrong or re.search(rf"extends: {file.stem}\b", texts) or file.stem.startswith("chain-"), (
            file
        )
    assert all(case.file.exists() for case in CASES)
