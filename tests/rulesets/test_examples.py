"""Examples of rule files: replayed under their rules, reported at their lines, and no part of a ruleset's identity."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from calarec import load_rules
from calarec.core.wording.severities import Severity
from calarec.record_judge import examples as judged
from calarec.rule_files.examples import COMPOSED, examples_of
from calarec.rulebook.book import make_rulebook
from calarec.rulebook.pages import book_as_markdown
from calarec_tools.main import main
from tests.rulebooks import SHIPPED

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.rule_files.examples import Example
    from calarec.rule_files.load import Loaded

pytestmark = pytest.mark.slow

HEAD = "ruleset: house\nversion: 1.0.0\ntitle: x\nextends: pagat\nset:\n  contracts.solo.stake: 3\n"
SOLO = "dealer A\nbid B: solo C: passo A: passo\nresult B: won\n"
_AMOUNT = re.compile(r"(?<=: )[+-]?\d+")


@pytest.fixture(autouse=True)
def _no_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CALAREC_RULES", str(tmp_path))
    monkeypatch.chdir(tmp_path)


def _checked(folder: Path, examples: str) -> Loaded:
    file = folder / "house.yaml"
    file.write_text(HEAD + examples, encoding="utf-8")
    return judged.check_rule_file(str(file))


def _place_findings(loaded: Loaded) -> list[tuple[str, int, int]]:
    return [(each.code, each.span.line, each.span.column) for each in loaded.findings]


def _block(text: str, indent: int = 4) -> str:
    return "".join(f"{' ' * indent}{line}\n" for line in text.splitlines())


def _with_other_amounts(example: Example) -> str:
    """The example, where the first seat has one more and the second one less."""
    lines = example.text.splitlines()
    last = max(place for place, line in enumerate(lines) if line.startswith(("score", "total")))
    changes = iter((1, -1))
    sign = "+" if lines[last].startswith("score") else ""
    lines[last] = _AMOUNT.sub(lambda found: f"{int(found[0]) + next(changes, 0):{sign}d}", lines[last])
    return "\n".join(lines)


@pytest.mark.mass
@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_ruleset_has_three_examples_that_hold_and_can_fail(name: str) -> None:
    """With other amounts each of them is reported."""
    ruleset = load_rules(name)
    examples = examples_of(ruleset)
    assert len(examples) >= 3
    for example in examples:
        assert judged._judged_findings(ruleset, example.text) == (), example.id
        assert judged._judged_findings(ruleset, _with_other_amounts(example)), example.id
        assert example.source == COMPOSED or example.source.split()[0] in ruleset.sources


def test_what_does_not_hold_is_reported_at_its_line(tmp_path: Path) -> None:
    """The house pays three for a solo; the second example has what the parent pays."""
    right = SOLO + "score B: +6 A: -3 C: -3\n"
    wrong = SOLO + "score B: +4 A: -2 C: -2\n"
    examples = f"examples:\n  right: |\n{_block(right)}  wrong:\n    hand: |\n{_block(wrong, 6)}"
    loaded = _checked(tmp_path, examples)
    assert loaded.ruleset is not None
    (finding,) = loaded.findings
    lines = (tmp_path / "house.yaml").read_text(encoding="utf-8").splitlines()
    assert (finding.code, finding.severity) == ("CAL321", Severity.ERROR)
    assert lines[finding.span.line - 1][finding.span.column - 1 : finding.span.end_column - 1] == wrong.splitlines()[-1]
    assert finding.excerpt is not None
    assert finding.excerpt.lines[-1] == lines[finding.span.line - 1]


def test_an_example_has_its_frame_and_its_seats_or_gets_them(tmp_path: Path) -> None:
    """With four at the table, the dealer sits out; a second hand begins with what the first came to."""
    four = "seat A\nseat B\nseat C\nseat D\ndealer D\nbid A: solo\nresult A: won\nscore A: +6 B: -3 C: -3 D: 0\n"
    two = f"hand\n{SOLO}score B: +6 A: -3 C: -3\nend\n"
    two += "hand\ndealer B\nbid C: solo\nresult C: lost\ntotal A: 0 B: 9 C: -9\nend\n"
    assert _place_findings(_checked(tmp_path, f"examples:\n  four: |\n{_block(four)}  two: |\n{_block(two)}")) == []


@pytest.mark.mass
@pytest.mark.parametrize(
    ("examples", "found"),
    [
        (f"examples:\n  open: |\n{_block('dealer A')}", [("RUL145", 8, 9)]),
        (f"examples:\n  typo: |\n{_block('dealer A') + _block('bid B: sole')}", [("CAL210", 10, 12)]),
        ('examples:\n  flat: "dealer A"\n', [("RUL145", 8, 9)]),
        ("examples: 3\n", [("RUL106", 7, 1)]),
        ("examples:\n  list: [dealer A]\n", [("RUL106", 8, 3)]),
    ],
)
def test_an_example_that_cannot_be_replayed(examples: str, found: list[tuple[str, int, int]], tmp_path: Path) -> None:
    """Examples without statements, and unreadable or invalid ones, are reported."""
    assert _place_findings(_checked(tmp_path, examples)) == found


def test_examples_are_no_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the digest nor a file that extends has them, and loading does not replay them."""
    bare = _checked(tmp_path, "").ruleset
    loaded = _checked(tmp_path, f"examples:\n  wrong: |\n{_block(SOLO + 'score B: +4 A: -2 C: -2')}").ruleset
    assert bare is not None
    assert loaded is not None
    assert loaded.digest == bare.digest
    (tmp_path / "child.yaml").write_text(
        "ruleset: child\nversion: 1.0.0\ntitle: x\nextends: house\nset:\n  contracts.solo.stake: 4\n", encoding="utf-8"
    )
    assert _place_findings(judged.check_rule_file("child")) == []
    assert examples_of(load_rules("child")) == ()
    monkeypatch.setattr(judged, "_judged_findings", None)
    assert load_rules("house").digest == bare.digest


def test_a_rulebook_ends_with_its_examples() -> None:
    """With the source that prints one, or that it was composed."""
    ruleset = load_rules("twenty-one")
    english, italian = (book_as_markdown(make_rulebook(ruleset), lang) for lang in ("en", "it"))
    assert '## Examples\n\n`loss-off-the-total` [How to Play Calabresella, "Scoring"]\n\n```cal\ndealer C\n' in english
    assert "[composto per questo file]" in italian
    assert english.index("## Examples") < english.index("## Notes")


def test_witnesses_become_examples(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They hold under the ruleset that they are written for, and not under the other."""
    _checked(tmp_path, "")
    assert main(["rules", "diff", "house", "pagat", "--witness", "-o", "examples.yaml"]) == 0
    assert "examples.yaml: 1 example of `house`" in capsys.readouterr().err
    written = (tmp_path / "examples.yaml").read_text(encoding="utf-8")
    loaded = _checked(tmp_path, written)
    assert loaded.ruleset is not None
    assert _place_findings(loaded) == []
    (example,) = examples_of(loaded.ruleset)
    assert example.title is not None
    assert "each opponent pays 3" in example.title.in_language("en")
    assert judged._judged_findings(load_rules("pagat"), example.text)
