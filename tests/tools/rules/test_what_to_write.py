"""The table that begins the page about rule files: every row is a change that is accepted, and it decides something."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from calarec.rule_files.load import check_rules, load_ruleset
from calarec_tools.output.docs import rule_files

pytestmark = pytest.mark.slow

PAGE = Path(rule_files.__file__).with_name("rule_files.introduction.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ([^|]+) \| `(set|add|set`, `add)` \| ([^|]+) \|$", PAGE, re.MULTILINE)


def test_there_are_the_commonest() -> None:
    assert len(ROWS) >= 60
    assert len({what for what, _, _ in ROWS}) == len(ROWS)


@pytest.mark.mass
@pytest.mark.parametrize(("what", "under", "cell"), ROWS, ids=[re.sub(r"\W+", "-", what) for what, _, _ in ROWS])
def test_a_row_can_be_written(what: str, under: str, cell: str, tmp_path: Path) -> None:
    """As it is, in a file that extends pagat: no error, and rules other than pagat's."""
    head = ""
    for where, lines in zip(under.split("`, `"), cell.split(" / "), strict=True):
        head += f"{where}:\n" + "".join(f"  {each}\n" for each in re.findall(r"`([^`]+)`", lines))
    file = tmp_path / "club.yaml"
    file.write_text(f"ruleset: club\nversion: 1.0.0\nextends: pagat\n{head}", encoding="utf-8")
    checked = check_rules(str(file))
    assert not [each for each in checked.findings if each.severity == "error"], what
    assert checked.ruleset is not None
    assert checked.ruleset.digest != load_ruleset("pagat").digest
