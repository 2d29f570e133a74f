"""Wrong rule files under the whole check: exactly the codes and places noted."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from typing import TYPE_CHECKING

import pytest

from calarec.core.wording.language import LANGUAGES
from calarec.core.wording.messages import range_codes
from calarec.rule_files.load import check_rules
from calarec_tools.output.render import render
from tests.golden.answers import describe_rule_file, kept_rule_files
from tests.rulebooks import SHIPPED
from tests.rulesets.corpus import Case, cases, told

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.wording.findings import Finding

pytestmark = pytest.mark.slow

CASES = cases()
KEPT = kept_rule_files()
OURS = ("RUL2", "RUL3", "RUL4", "RUL5", "RUL6", "RUL7")


@cache
def _findings(file: Path) -> tuple[Finding, ...]:
    return check_rules(str(file)).findings


@pytest.fixture(autouse=True)
def _no_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CALAREC_RULES", raising=False)


@pytest.mark.mass
@pytest.mark.parametrize("case", CASES, ids=[case.file.stem for case in CASES])
def test_a_wrong_file_gives_exactly_its_findings(case: Case) -> None:
    """Codes, lines and columns, nothing more and nothing less, and words for each in both languages.

    Every word, label and fix is as it was read; after a change that is meant `python -m tests.golden.answers` writes
    it anew. A finding of a check shows the line that it is about, and names the rule.
    """
    findings = _findings(case.file)
    assert told(case.file, findings) == case.expected
    assert describe_rule_file(case.file, findings) == KEPT[case.file.stem]
    for each in findings:
        for lang in LANGUAGES:
            assert each.message(lang)
            assert "{" not in each.message(lang).replace("`{`", "")
            assert "None" not in each.message(lang) + each.help(lang)
        if each.code.startswith(OURS):
            assert each.span.line > 0
            assert each.excerpt is not None
    assert case.expected[0].split()[0] in "".join(render(findings, "pretty", lang="it", width=80))


def test_answers_are_kept_of_every_wrong_file() -> None:
    """And of no other."""
    assert list(KEPT) == [case.file.stem for case in CASES]


def test_every_code_of_the_checks_has_a_wrong_file() -> None:
    """A code that no file provokes is a promise that nothing holds."""
    provoked = {line.split()[0] for case in CASES for line in case.expected}
    codes = {code for name in OURS for code in range_codes(name)}
    assert codes - provoked == set()


def test_there_are_enough_of_them() -> None:
    """Sixty at least were asked for."""
    assert len(CASES) >= 60


def test_what_is_underlined_of_a_key_without_its_colon_is_the_key() -> None:
    """As long as the key is, and no longer."""
    keys = {"no-colon-after-a-letter": [(1, 2)], "no-colon-on-two-lines": [(5, 11), (5, 12)]}
    for case in CASES:
        if case.file.stem in keys:
            found = [each.span for each in _findings(case.file) if each.code == "RUL010"]
            assert [(each.column, each.end_column) for each in found] == keys.pop(case.file.stem)
    assert keys == {}


@pytest.mark.mass
@pytest.mark.parametrize("file", SHIPPED.values(), ids=SHIPPED)
def test_shipped_rulesets_have_no_error_and_answer_every_warning(file: Path) -> None:
    """No false alarm: what remains are notes."""
    loaded = check_rules(str(file))
    assert loaded.ruleset is not None
    assert [str(each.span) for each in loaded.findings if each.severity != "note"] == []


def test_the_order_of_findings_does_not_change() -> None:
    """Runs with other hashes have the same order, although jsonschema's own changes."""
    file = next(case.file for case in CASES if case.file.stem == "many-slips")
    code = (
        "import sys; from calarec.rule_files.load import check_rules; "
        "print([(d.code, *d.span, d.message()) for d in check_rules(sys.argv[1]).findings])"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code, str(file)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
    assert said.pop().count("RUL2") >= 8
