"""The generated pages are current, and the tutorial's file works as described."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from calarec.core.mechanisms.fields import params_of
from calarec.core.mechanisms.registry import all_mechanisms
from calarec.core.wording.language import LANGUAGES
from calarec.rule_files.load import check_rules, load_ruleset
from calarec.rulebook.book import make_rulebook
from calarec.rulebook.pages import book_for_terminal
from calarec_tools.output.docs import rule_files, variants
from calarec_tools.output.docs.vocabulary import vocabulary
from tests.house.pages import TUTORIAL, run
from tests.house.tree import ROOT
from tests.rulebook.mutations import shipped

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.wording.language import Language
    from tests.house.pages import Page

pytestmark = pytest.mark.slow


def test_variants_is_current() -> None:
    """`python -m calarec_tools.output.docs.variants` would change nothing."""
    for name, text in variants.pages(ROOT / "tests" / "rulesets" / "attested").items():
        assert (ROOT / "docs" / name).read_text(encoding="utf-8") == text, (
            "python -m calarec_tools.output.docs.variants"
        )
        assert all(f"`{ruleset}`" in text for ruleset in shipped())


def test_rule_files_is_current() -> None:
    """`python -m calarec_tools.output.docs.rule_files` would change nothing."""
    written: set[str] = set()
    for lang in LANGUAGES:
        pages = rule_files.rule_files_pages(lang)
        written |= {*pages}
        for name, text in pages.items():
            page = (ROOT / "docs" / name).read_text(encoding="utf-8")
            assert page == text, "python -m calarec_tools.output.docs.rule_files"
    below = (ROOT / "docs" / "reference" / "rule-files").iterdir()
    assert {f"reference/rule-files/{file.name}" for file in below} < written


def all_text(lang: Language) -> str:
    """The text of all pages in one language."""
    return "\n".join(rule_files.rule_files_pages(lang).values())


def test_both_pages_say_the_same() -> None:
    """The same headings of the vocabulary, examples and things to write; every word of it in Italian, and no other."""
    english, italian = map(all_text, LANGUAGES)
    for pattern in (
        r"^```yaml\n.*?^```$",
        r"^#+ `.*`$",
        r"^\| `[^|]*` \|",
        r"^\|[^|`]*\| `set`.*$|^\|[^|`]*\| `add`.*$",
    ):
        found = re.compile(pattern, re.MULTILINE | re.DOTALL if "yaml" in pattern else re.MULTILINE)
        here, there = ([each.partition(" | ")[2] if "| `set`" in each or "| `add`" in each else each
                        for each in found.findall(page)] for page in (english, italian))  # fmt: skip
        assert here, pattern
        assert here == there
    said = vocabulary("it")
    assert [each for each in said if each.replace("|", "∣") not in english] == []
    assert all(each.endswith(".") == other.endswith(".") for each, other in said.items())


@pytest.mark.parametrize("of", all_mechanisms(), ids=lambda of: f"{of.kind}-{of.name}")
def test_every_parameter_stands_there_with_an_example(of: object) -> None:
    """One line for each parameter: its values, its default, its meaning, an example."""
    page = all_text("en")
    for each in params_of(of.params):  # type: ignore[attr-defined]
        rows = [line for line in page.splitlines() if line.startswith(f"| `{each.name}` |") and each.about.text in line]
        assert rows, each.name
        assert all(row.rstrip(" |").endswith(("`", "`{…}` (below)")) for row in rows), each.name


each_tutorial = pytest.mark.parametrize("page", TUTORIAL, ids=lambda page: page.language)


def club(page: Page, folder: Path, *, more: str = "") -> Path:
    """The file of the tutorial, written where the tutorial has it."""
    rules = page.blocks("yaml")[0]
    found = re.match(r"ruleset: (\w+)\n", rules)
    assert found
    file = folder / f"{found[1]}.yaml"
    file.write_text(rules + more, encoding="utf-8")
    return file


@each_tutorial
def test_the_tutorials_file_has_ten_lines(page: Page) -> None:
    """Header included."""
    assert len(page.blocks("yaml")[0].splitlines()) <= 10


@each_tutorial
def test_the_tutorials_file_is_what_the_club_plays(page: Page, tmp_path: Path) -> None:
    """It checks clean, its rules are the five of the club, and the sentences shown are those that are printed."""
    loaded = check_rules(str(club(page, tmp_path)))
    assert not loaded.findings
    assert loaded.ruleset is not None
    rules = loaded.ruleset.rules
    assert {contract.leader for contract in rules.contracts.values()} == {"declarer"}
    assert list(rules.settle.bonus) == ["cappotto"]
    assert (rules.all_pass.do, rules.all_pass.params.stake) == ("play_out", 1)
    assert rules.match.until.points == 31
    assert rules.contracts["solissimo"].stake == 3
    [shown] = page.blocks("text")
    book = book_for_terminal(make_rulebook(loaded.ruleset, load_ruleset("pagat")), page.language)
    assert shown in book
    assert "◆" in book
    mark = {"en": "house rule", "it": "regola della casa"}[page.language]
    assert mark in " ".join(book.split())
    assert f"*{mark}*" in page.text


@each_tutorial
def test_the_tutorials_reason_stands_in_the_notes(page: Page, tmp_path: Path) -> None:
    """The lines on its source can be put under the file, and the rulebook has them."""
    reason = page.blocks("yaml")[1]
    loaded = check_rules(str(club(page, tmp_path, more=reason)))
    assert not loaded.findings
    assert loaded.ruleset is not None
    said = {"en": "Voted in 2024.", "it": "Votato nel 2024."}[page.language]
    assert said in reason
    assert said in book_for_terminal(make_rulebook(loaded.ruleset, load_ruleset("pagat")), page.language)


@each_tutorial
def test_the_tutorials_commands_work(page: Page, tmp_path: Path) -> None:
    """One after the other in an empty folder; the check ends as on the page."""
    new, check, explain, freeze = page.blocks("sh")
    assert run(new, folder=tmp_path).returncode == 0
    [written] = tmp_path.iterdir()
    begun = [line for line in written.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    offered = [line.partition("# ")[2].partition("    #")[0] for line in begun if line.startswith("  # ")]
    shown = page.blocks("yaml")[0].splitlines()
    head = shown.index("set:") + 1
    assert shown[:head] == begun[:head]
    assert begun[head:] == [line for line in begun[head:] if line.startswith("  #") or line == "add:"]
    assert [rule.strip() for rule in shown[head:] if rule.strip() not in offered] == ["contracts.solissimo.stake: 3"]
    assert any(rule.startswith("contracts.") and ".stake: 3" in rule for rule in offered)
    assert club(page, tmp_path) == written
    file = written
    checked = run(check, folder=tmp_path)
    assert checked.returncode == 0
    assert f"`{checked.stderr.strip()}`" in " ".join(page.text.split())
    assert page.blocks("text")[0] in run(explain, folder=tmp_path).stdout
    mkdir, command = freeze.splitlines()
    kept = tmp_path / mkdir.removeprefix("mkdir ")
    kept.mkdir()
    assert run(command, folder=tmp_path).returncode == 0
    assert load_ruleset(str(kept / file.name)).digest == load_ruleset(str(file)).digest
