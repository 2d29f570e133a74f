"""Parts: rules and words that files share; extended, and nothing else."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import jsonschema
import pytest

from calarec.core.base.resources import data_folder
from calarec.rule_files.load import RulesetError, check_rules, load_ruleset
from calarec.rule_files.locate import known_ids
from calarec.rule_files.schema import file_schema
from calarec.rule_files.source import read_source
from calarec.rule_files.tree import to_plain
from calarec_tools.desk.calls.house_rules import house_rules
from calarec_tools.desk.editor.rule_file import EditedRules, is_rules
from calarec_tools.desk.editor.rule_offers import list_rule_offers
from calarec_tools.main import main

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.language import Language

RULES = data_folder("rules")
LATIN = RULES / "latin-pack.part.yaml"
OWN = """\
ruleset: own
version: 1.0.0
extends: latin-pack
sources: {club: {title: Minutes}}
source: club
table: {seats: [4], sides: 2, direction: counterclockwise}
pack:
  unit: 1/3
  points: {"3": 1, "2": 1, A: 3, R: 1, C: 1, F: 1}
  last_trick: 3
deal: {hand: 10}
all_pass: {do: play_out, pays: nobody}
settle: {rounding: down}
match: {counts: card_points}
words: {suits: {d: coins of gold}}
"""


def own(folder: Path, text: str = OWN) -> Ruleset:
    (folder / "own.yaml").write_text(text, encoding="utf-8")
    return load_ruleset(str(folder / "own.yaml"))


def test_a_file_is_read_as_if_the_part_stood_in_it(tmp_path: Path) -> None:
    made = own(tmp_path)
    part, _ = read_source(LATIN.read_bytes(), "")
    assert part is not None
    said = to_plain(part)
    assert isinstance(said, dict)
    (tmp_path / "whole").mkdir()
    text = OWN.replace("extends: latin-pack\n", "").replace(
        "pack:\n", f"pack:\n  suits: {said['pack']['suits']}\n  ranks: {said['pack']['ranks']}\n"  # type: ignore[index, call-overload]
        f"  aliases: {json.dumps(said['pack']['aliases'])}\n"  # type: ignore[index, call-overload]
    )  # fmt: skip
    whole = own(tmp_path / "whole", text)
    assert made.digest == whole.digest
    assert made.layers == ("own",)  # nobody's child: what is different from a part is told nowhere
    assert made.words["ranks"]["C"].in_language("it") == "cavallo"
    assert made.words["suits"]["d"].in_language("it") == "coins of gold"  # its own words stand over those of the part


def test_a_rule_of_a_part_has_its_line_there_and_its_source_where_it_is_extended(tmp_path: Path) -> None:
    origin = own(tmp_path).origin("pack.ranks")
    assert origin is not None
    lines = LATIN.read_text(encoding="utf-8").splitlines()
    assert (origin.file, origin.source) == (str(LATIN), "club")
    assert lines[origin.line - 1].strip().startswith("ranks: 32ARCF7654")
    assert str(own(tmp_path).origin("pack.unit")).endswith("own.yaml:8:3")


def test_no_shipped_file_but_the_part_says_the_latin_words() -> None:
    files = [file for file in RULES.glob("*.yaml") if re.search(r"\bcavallo\b", file.read_text(encoding="utf-8"))]
    assert {file.name for file in files} == {LATIN.name, "spazzatura.yaml", "thirty-five.yaml"}  # K for the king
    bearers = [
        file.stem for file in RULES.glob("*.yaml") if "\nextends: latin-pack\n" in file.read_text(encoding="utf-8")
    ]
    assert len(bearers) == 9


def test_a_part_is_in_no_list() -> None:
    assert "latin-pack" not in known_ids((str(RULES),))
    assert not any("part" in each for each in known_ids((str(RULES),)))


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("asked", ["latin-pack", str(LATIN)])
def test_a_part_that_is_asked_for_is_told_to_be_one(
    asked: str, lang: Language, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(RulesetError) as refused:
        load_ruleset(asked)
    (found,) = refused.value.findings
    assert found.code == "RUL117"
    assert found.span.line == (2 if asked == str(LATIN) else 0)
    for command in (["rules", "show", asked], ["simulate", "--rules", asked], ["rules", "explain", asked]):
        assert main(["--lang", lang, *command]) != 0
        said = " ".join(capsys.readouterr().err.split())  # where a line breaks hangs on how long the path is
        assert ("is a part" if lang == "en" else "è una parte") in said


def test_a_record_that_names_a_part_is_told_at_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.cal"
    file.write_text("cal 1\nrules latin-pack\nhand 1\n  seats A=Ada B=Bo C=Ci\nend\n", encoding="utf-8")
    main(["check", str(file)])
    said = "".join(capsys.readouterr())
    assert "a.cal:2:1: CAL803" in said.replace(str(tmp_path) + "/", "")
    assert "`latin-pack`, which is a part" in said


@pytest.mark.parametrize("whole", [True, False], ids=["the folder", "each file"])
def test_a_part_is_checked_as_what_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str], whole: bool) -> None:
    """Mistakes in a part are reported, but not that it is a part or incomplete."""
    own(tmp_path)
    part = tmp_path / "ours.part.yaml"
    asked = [str(tmp_path)] if whole else [str(part), str(tmp_path / "own.yaml")]
    part.write_text(
        "part: ours\nversion: 1.0.0\ndeal: {hand: 10}\nsettle: {won_if: {points_at_least: 6p}}\n", encoding="utf-8"
    )
    assert main(["rules", "check", "--hands", "0", *asked]) == 0
    assert "1 ruleset checked: 0 errors" in capsys.readouterr().err
    part.write_text("part: ours\nversion: 1.0.0\ndeal: {hand: ten, hnad: 3}\n", encoding="utf-8")
    assert main(["rules", "check", "--hands", "0", "--format", "gcc", *asked]) == 1
    said = capsys.readouterr().out
    assert "ours.part.yaml:3:14: error: " in said
    assert "ours.part.yaml:3:19: error: " in said
    assert said.count("ours.part.yaml") == 2
    found = EditedRules(str(part), part.read_text(encoding="utf-8")).current_findings()
    assert [(each.code, each.span.column) for each in found] == [("RUL203", 14), ("RUL201", 19)]


@pytest.mark.parametrize(
    ("said", "code"),
    [("extends: latin-pack@1.0.0", ""), ("extends: latin-pack@2.0.0", "RUL114"), ("extends: latin-pak", "RUL111")],
)
def test_a_part_has_a_version_and_a_name(tmp_path: Path, said: str, code: str) -> None:
    (tmp_path / "own.yaml").write_text(OWN.replace("extends: latin-pack", said), encoding="utf-8")
    found = [each.code for each in check_rules(str(tmp_path / "own.yaml")).findings if each.severity != "note"]
    assert found[:1] == [code][: len(found[:1])]
    assert bool(found) is bool(code)


def test_what_is_wrong_in_a_part_is_told_there(tmp_path: Path) -> None:
    (tmp_path / "ours.part.yaml").write_text("part: ours\nversion: 1.0.0\ndeal: {hand: ten}\n", encoding="utf-8")
    (tmp_path / "own.yaml").write_text(
        OWN.replace("extends: latin-pack", "extends: ours").replace("deal: {hand: 10}\n", ""), encoding="utf-8"
    )
    found = check_rules(str(tmp_path / "own.yaml")).findings
    wrong = next(each for each in found if each.span.file.endswith("ours.part.yaml"))
    assert (wrong.code, wrong.span.line, wrong.span.column) == ("RUL203", 3, 14)
    assert wrong.excerpt is not None
    assert "hand: ten" in "\n".join(wrong.excerpt.lines)


def test_a_changed_part_changes_who_extends_it(tmp_path: Path) -> None:
    """The cache of a ruleset depends on the parts that it extends."""
    part = tmp_path / "ours.part.yaml"
    part.write_text("part: ours\nversion: 1.0.0\nsettle: {rounding: down}\n", encoding="utf-8")
    text = (
        OWN.replace("extends: latin-pack", "extends: ours")
        .replace("settle: {rounding: down}\n", "")
        .replace("pack:\n", "pack:\n  suits: bscd\n  ranks: 32ARCF7654\n")
    )
    down = own(tmp_path, text)
    assert own(tmp_path, text).digest == down.digest
    part.write_text("part: ours\nversion: 1.0.0\nsettle: {rounding: none}\n", encoding="utf-8")
    assert own(tmp_path, text).digest != down.digest


def test_a_house_extends_a_ruleset_that_extends_a_part(tmp_path: Path) -> None:
    own(tmp_path)
    (tmp_path / "house.yaml").write_text(
        "ruleset: house\nversion: 1.0.0\nextends: own\nset: {pack.last_trick: 6}\n", encoding="utf-8"
    )
    house = load_ruleset(str(tmp_path / "house.yaml"))
    assert house.layers == ("house", "own")
    assert main(["rules", "explain", str(tmp_path / "house.yaml")]) == 0  # its parent is found beside it


def test_editors_know_parts(tmp_path: Path) -> None:
    assert is_rules(LATIN.read_text(encoding="utf-8"))
    assert EditedRules(str(LATIN), LATIN.read_text(encoding="utf-8")).current_findings() == []
    edited = EditedRules(str(tmp_path / "own.yaml"), OWN)
    assert [each for each in edited.current_findings() if each.severity != "note"] == []
    assert edited.parent_file() == str(LATIN)
    assert edited.parent() is None
    typed = [each.text for each in list_rule_offers(EditedRules(str(tmp_path / "own.yaml"), "extends: "), 1, 10)]
    assert "latin-pack" in typed
    begun = OWN + "\n"
    keys = [
        each.text for each in list_rule_offers(EditedRules(str(tmp_path / "own.yaml"), begun), begun.count("\n") + 1, 1)
    ]
    assert any(each.startswith("standing") for each in keys)


def test_the_page_offers_the_rules_of_a_file_that_extends_a_part() -> None:
    text = "ruleset: ours-too\nversion: 1.0.0\nextends: tressette\n"
    found = house_rules(text=text, lang="en")
    paths = {
        each["path"]: each["value"] for one in found["chapters"] for rule in one["rules"] for each in rule["controls"]
    }
    assert paths["deal.hand"] == "10"


@pytest.mark.parametrize(
    ("text", "good"),
    [
        (OWN, True),
        ("part: ours\nversion: 1.0.0\npack: {suits: bscd}\n", True),
        ("part: ours\nversion: 1.0.0\nextends: pagat\n", False),
        ("ruleset: ours\nversion: 1.0.0\npack: {suits: bscd}\n", False),
        ("ruleset: ours\nversion: 1.0.0\nextends: pagat\npack: {suits: bscd}\nset: {pack.suits: bs}\n", False),
    ],
)
def test_the_schema_for_editors_knows_parts(text: str, good: bool) -> None:
    root, _ = read_source(text.encode(), "x.yaml")
    assert root is not None
    assert (not list(jsonschema.Draft202012Validator(file_schema()).iter_errors(to_plain(root)))) is good
