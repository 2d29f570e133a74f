"""calarec reads records by the names of their fields; a guard of the tests checks."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from calarec.core.base.spans import Span
from tests.house.tree import python_files
from tests.reading_by_name import READ_AS_TUPLES

SPAN = Span("a.cal", 1, 2, 3, 4)
STATEMENTS = ["file, *rest = record", "line = record[1]", "start = record[1:3]", "items = [*record]", "list(record)"]


def _read_as(module: str, statement: str) -> None:
    namespace: dict[str, Any] = {"__name__": module, "record": SPAN}
    exec(statement, namespace)


@pytest.mark.parametrize("statement", STATEMENTS)
def test_calarec_may_not_read_a_record_by_position(statement: str) -> None:
    """Neither unpack nor index it; tests and other programs may."""
    with pytest.raises(AssertionError, match="reads a Span by position"):
        _read_as("calarec.core.judge.example", statement)
    _read_as("tests.example", statement)


def test_calarec_may_do_what_keeps_the_names() -> None:
    """Copies with changes, names with values, texts and patterns."""
    for statement in ("record._replace(line=2)", "record._asdict()", "repr(record)", "{record: record == record}"):
        _read_as("calarec.core.judge.example", statement)
    match SPAN:
        case Span(file=file, line=line):
            assert (file, line) == ("a.cal", 1)


def test_the_classes_that_may_be_read_as_tuples_exist() -> None:
    """A class that was renamed or removed leaves the list."""
    for name in READ_AS_TUPLES:
        module, _, tuple_class = name.rpartition(".")
        assert issubclass(getattr(import_module(module), tuple_class), tuple), name


def test_calarec_has_light_named_tuples_only() -> None:
    """A standard one equals every tuple with the same items, also a light one."""
    lines = [
        f"{file}: {line}"
        for file in python_files("interpreter", "tools")
        for line in file.read_text(encoding="utf-8").split("\n")
        if line.startswith(("from typing import", "from collections import")) and "amed" in line
    ]
    assert lines == []
