"""JSON of every command has its `format`, and a schema in `grammar` explains it."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Final

import pytest
from jsonschema import Draft202012Validator, ValidationError

from calarec.core.base.resources import data_folder
from calarec_tools.cli.commands import LISTED
from calarec_tools.cli.declare import CommandGroup
from calarec_tools.main import main
from tests.tools.evenings import with_slips

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from calarec_tools.cli.declare import Command

pytestmark = pytest.mark.slow

SCHEMAS: Final = {
    "replay": {"replay"}, "solve": {"solve", "seen", "contracts"}, "annotate": {"worth"}, "sheet": {"sheet"},
    "check": {"findings"}, "repair": {"repair"}, "witness": {"witness"}, "identify": {"identify"},
    "rescore": {"rescore"}, "dedup": {"dedup"},
    "coverage": {"coverage"}, "stats": {"stats"}, "archive build": {"archive"}, "archive query": {"query"},
    "archive export": {"export"}, "rules check": {"findings"}, "rules diff": {"rules-diff"},
    "rules list": {"rules-list"}, "rules ask": {"rules-ask"},
    "rules measure": {"measure"}, "rules show": {"rules-show"}, "doctor": {"doctor"},
    "convert": {"record"},
}  # fmt: skip
"""The schemas of each command's JSON."""
OF_NO_COMMAND: Final = {"conformance"}
"""The format of `python -m calarec.conformance`."""
FORMATS: Final = {"replay": "calarec/1", "record": "cal-json/1"}
"""Formats with other names than their schemas."""


def schema_of(name: str) -> dict[str, Any]:
    """A schema by its name."""
    read: dict[str, Any] = json.loads((data_folder("grammar") / f"{name}.schema.json").read_text(encoding="utf-8"))
    return read


def commands() -> Iterator[tuple[str, Command]]:
    """Every command with its words."""
    for listed in LISTED:
        if isinstance(listed, CommandGroup):
            yield from ((f"{listed.name} {inner.name}", inner.import_declaration()) for inner in listed.listed)
        else:
            yield listed.name, listed.import_declaration()


def test_every_command_that_prints_json_has_a_schema() -> None:
    """A command that begins to print JSON is added above, with a schema; and no schema is there for nothing."""
    printing = {
        words
        for words, command in commands()
        for option in command.options
        if option.name == "json" or "json" in option.choices
    }
    assert printing == set(SCHEMAS)
    there = {file.name.removesuffix(".schema.json") for file in data_folder("grammar").glob("*.schema.json")}
    assert there == set().union(*SCHEMAS.values()) | OF_NO_COMMAND


def _consts(schema: object) -> Iterator[str]:
    """Yield the values of `format` that a schema allows."""
    if isinstance(schema, dict):
        found = schema.get("properties", {}).get("format", {})
        if isinstance(found, dict) and "const" in found:
            yield found["const"]
        for inner in schema.values():
            yield from _consts(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from _consts(inner)


@pytest.mark.parametrize("name", sorted(set().union(*SCHEMAS.values()) - {"record"}))
def test_every_schema_asks_for_its_format(name: str) -> None:
    """Named as the schema, and never left out."""
    schema = schema_of(name)
    Draft202012Validator.check_schema(schema)
    assert set(_consts(schema)) == {FORMATS.get(name, f"calarec-{name}/1")}
    entry = schema["items"] if schema.get("type") == "array" else schema
    assert "format" in entry["required"]


@pytest.fixture(autouse=True)
def _apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CALAREC_RULES", str(tmp_path / "none"))


def json_held_to_schema(capsys: pytest.CaptureFixture[str], schema: str, *words: str, status: int = 0) -> Any:
    """Check a command's JSON by its schema, also without its format."""
    assert main([*words]) == status
    told = json.loads(capsys.readouterr().out)
    check = Draft202012Validator(schema_of(schema))
    check.validate(told)
    bare = json.loads(json.dumps(told))
    for each in bare if isinstance(bare, list) else [bare]:
        assert next(iter(each)) == "format"
        del each["format"]
    with pytest.raises(ValidationError):
        check.validate(bare)
    return told


@pytest.mark.parametrize("lang", ["en", "it"])
def test_findings(capsys: pytest.CaptureFixture[str], tmp_path: Path, lang: str) -> None:
    """Findings of records and rule files fit the schema, with fixes and labels."""
    (tmp_path / "a.cal").write_text(with_slips("pagat", 12) + "\nnonsense\n", encoding="utf-8")
    found = json_held_to_schema(capsys, "findings", "check", "a.cal", "--format", "json", "--lang", lang, status=1)
    assert {each["fix"] is None for each in found} == {True, False}
    assert {each["rule"] is None for each in found} == {True, False}
    (tmp_path / "casa.yaml").write_text(
        "ruleset: casa\nversion: 1.0.0\nextends: pagat\nset:\n  no.thing: 1\n", encoding="utf-8"
    )
    (fault,) = json_held_to_schema(capsys, "findings", "rules", "check", "casa.yaml", "--format", "json", status=1)
    assert (fault["format"], fault["code"][:3], fault["file"]) == ("calarec-findings/1", "RUL", "casa.yaml")
    (tmp_path / "empty.cal").write_text("", encoding="utf-8")
    assert main(["check", "empty.cal", "--format", "json"]) in (0, 1)
    Draft202012Validator(schema_of("findings")).validate(json.loads(capsys.readouterr().out))


def test_rulesets(capsys: pytest.CaptureFixture[str]) -> None:
    """An array as before, whose entries name their format; titles by language."""
    found = json_held_to_schema(capsys, "rules-list", "rules", "list", "--json")
    (pagat,) = [each for each in found if each["ruleset"] == "pagat"]
    assert {each["format"] for each in found} == {"calarec-rules-list/1"}
    assert pagat["title"]["en"] == dict(pagat["title"]["texts"]).get("en", pagat["title"]["texts"][0][1])
    assert pagat["layers"] == ["pagat"]


def test_how_a_rule_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    """A phrase that means a row, one that is near some, and one that is near none."""
    for words, status, near in (("ultima presa due punti", 0, 0), ("match of 3 hours", 1, 3), ("xyzzy", 1, 0)):
        found = json_held_to_schema(capsys, "rules-ask", "rules", "ask", words, "--json", status=status)
        assert (found["phrase"], found["parent"], len(found["nearest"])) == (words, "pagat", near)
        assert [found["meant"] is None, not found["sentences"], not found["example"]] == [bool(status)] * 3
        assert (found["by_hand"] is None) == (status == 0)


def test_the_rules_of_one(capsys: pytest.CaptureFixture[str]) -> None:
    """With and without their origins."""
    bare = json_held_to_schema(capsys, "rules-show", "rules", "show", "tretre", "--json")
    told = json_held_to_schema(capsys, "rules-show", "rules", "show", "tretre", "--json", "--origin")
    assert told == {**bare, "origins": told["origins"]}
    assert bare["rules"]["table"]["seats"]


@pytest.mark.parametrize("names", [("pagat", "pagat"), ("pagat", "pagat-declarer-leads"), ("cavendish", "treccani")])
def test_differences(capsys: pytest.CaptureFixture[str], names: tuple[str, str]) -> None:
    """Between the same rules, relatives and strangers."""
    told = json_held_to_schema(capsys, "rules-diff", "rules", "diff", *names, "--json")
    assert bool(told["differences"]) == (names[0] != names[1])
    assert (told["left"]["ruleset"], told["right"]["ruleset"]) == names


@pytest.mark.parametrize("cache", ["", "off"])
def test_what_there_is(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache: str
) -> None:
    """With rule files that are hidden or cannot be used, folders that are not there, and no cache."""
    own = tmp_path / "own"
    own.mkdir()
    (own / "pagat.yaml").write_text("ruleset: pagat\n", encoding="utf-8")
    monkeypatch.setenv("CALAREC_RULES", os.pathsep.join((str(own), str(tmp_path / "none"))))
    monkeypatch.setenv("CALAREC_CACHE", cache or str(tmp_path / "cache"))
    told = json_held_to_schema(capsys, "doctor", "doctor", "--json", status=1)
    assert told["unusable"] == [str(own / "pagat.yaml")]
    assert [each["id"] for each in told["hidden"]] == ["pagat"]
