"""The published schema: current, explained, and true of the shipped files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import jsonschema
import pytest

from calarec.core.base.resources import data_folder
from calarec.core.wording.language import text_in
from calarec.rule_files.schema import file_schema, tree_schema
from calarec.rule_files.schema_words import describe_pattern
from calarec.rule_files.shared_schema import published_schema
from calarec.rule_files.source import read_source
from calarec.rule_files.tree import to_plain
from calarec_tools.output.docs.rule_schema import FILE, schema_text
from tests.rulebooks import SHIPPED

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parents[1]
FILE_SCHEMA = file_schema()
_OTHER_FILES = (*(ROOT / "attested").glob("*.yaml"), *sorted((ROOT / "invalid").glob("*.yaml"))[::7])


def _schemas(schema: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema within a schema."""
    if isinstance(schema, dict):
        yield path, schema
        for key, child in schema.items():
            yield from _schemas(child, f"{path}/{key}")
    elif isinstance(schema, list):
        for number, child in enumerate(schema):
            yield from _schemas(child, f"{path}/{number}")


def _properties() -> Iterator[tuple[str, dict[str, Any]]]:
    for path, schema in _schemas(FILE_SCHEMA):
        if path.endswith("/properties") and "/if/" not in path and "/else/" not in path:
            for key, child in schema.items():
                if isinstance(child, dict):
                    yield f"{path}/{key}", child


def test_the_file_is_current() -> None:
    """`python -m calarec_tools.output.docs.rule_schema` writes it anew."""
    assert (data_folder("rules").parent / FILE).read_text(encoding="utf-8") == schema_text()


def test_every_property_has_a_title_and_a_description() -> None:
    """Editors show them at the cursor."""
    found = list(_properties())
    assert len(found) > 150
    assert [path for path, schema in found if not schema.get("title") or not schema.get("description")] == []


def test_descriptions_end_like_sentences() -> None:
    """A description in an editor is a sentence, and explains each word."""
    assert [path for path, schema in _properties() if not schema["description"].endswith((".", ".)"))] == []


@pytest.mark.parametrize("schema", [FILE_SCHEMA, tree_schema()], ids=["file", "tree"])
def test_the_schemas_are_schemas(schema: dict[str, Any]) -> None:
    """The 2020-12 meta-schema accepts them."""
    jsonschema.Draft202012Validator.check_schema(schema)


def test_every_pattern_is_said_in_words() -> None:
    """A pattern is described in words, not as a regular expression."""
    patterns = {schema["pattern"] for _, schema in _schemas(tree_schema()) if isinstance(schema.get("pattern"), str)}
    assert patterns
    assert [pattern for pattern in patterns if pattern in text_in(describe_pattern(pattern), "en")] == []


@pytest.mark.parametrize("file", SHIPPED.values(), ids=SHIPPED)
def test_the_schema_accepts_what_is_shipped(file: Path) -> None:
    """An editor shows no mistake in a shipped file, and each begins by naming the schema."""
    assert file.read_text(encoding="utf-8").startswith("# yaml-language-server: $schema=./schema/ruleset.schema.json\n")
    root, findings = read_source(file.read_bytes(), str(file))
    assert root is not None
    assert findings == ()
    jsonschema.Draft202012Validator(FILE_SCHEMA).validate(to_plain(root))


def test_the_schema_refuses_a_complete_file_with_changes() -> None:
    """`set` without `extends` is refused, and sections beside `set`; beside `extends` alone they complete a part."""
    check = jsonschema.Draft202012Validator(FILE_SCHEMA)
    assert not check.is_valid({"ruleset": "x", "version": "1.0.0", "set": {}})
    assert not check.is_valid({"ruleset": "x", "version": "1.0.0", "extends": "y", "set": {}, "deal": {"hand": 12}})
    assert check.is_valid({"ruleset": "x", "version": "1.0.0", "extends": "y", "set": {"deal.hand": 12}})


def test_what_is_published_refuses_the_same() -> None:
    """Shared parts allow what the whole schema allows, in files that are right and in files that are not."""
    whole, shared = (jsonschema.Draft202012Validator(each) for each in (FILE_SCHEMA, published_schema()))
    verdicts = set()
    for file in (*SHIPPED.values(), *_OTHER_FILES):
        root, _ = read_source(file.read_bytes(), str(file))
        if root is not None:
            data = to_plain(root)
            found = {tuple(map(str, error.absolute_path)) for error in whole.iter_errors(data)}
            assert {tuple(map(str, error.absolute_path)) for error in shared.iter_errors(data)} == found, file
            verdicts.add(not found)
    assert verdicts == {True, False}


def test_a_list_of_conditions_is_accepted() -> None:
    """An editor shows no mistake in `when: […]`, and one in a list of something else."""
    check = jsonschema.Draft202012Validator(published_schema())
    head = {"ruleset": "x", "version": "1.0.0", "extends": "pagat"}
    good, bad = ({"settle.bonus.club": {"when": each, "plus": 1}} for each in ([{"tricks": 0}, {"has": "dealer"}], [5]))
    assert check.is_valid(head | {"add": good})
    assert not check.is_valid(head | {"add": bad})
