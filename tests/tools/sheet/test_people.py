"""Aliases, and people who may be one."""

from __future__ import annotations

import pytest

from calarec_tools.output.files.streams import RefusalError
from calarec_tools.output.sheet.people import alias_file, known_as, maybe_one, read_alias


def test_aliases_of_aliases_are_followed() -> None:
    """In any order of statements; a name may be an alias of itself."""
    known = known_as(read_alias(text, "") for text in ("A. Rossi = Rossi", '"Rossi"="Anna"', "Anna=Anna", "B=Bruno"))
    assert known == {"A. Rossi": "Anna", "Rossi": "Anna", "Anna": "Anna", "B": "Bruno"}


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (["Anna"], "is not an alias"),
        (["=Anna"], "is not an alias"),
        (["A="], "is not an alias"),
        (["A=Anna", "A=Ada"], "Anna and Ada"),
        (["A=B", "B=A"], "circle"),
        (["A=B", "B=C", "C=B"], "circle"),
    ],
)
def test_what_makes_no_sense_is_refused(said: list[str], why: str) -> None:
    """In one line that names the place."""
    with pytest.raises(RefusalError) as refusal:
        known_as(alias_file(said, "club.txt"))
    text = refusal.value.refusal_text("en")
    assert text.startswith("club.txt:")
    assert why in text
    assert "\n" not in text


def test_a_file_of_aliases_has_remarks() -> None:
    """And blank lines; a line is named by its number."""
    found = alias_file(["; the club", "", "# more", " A. Rossi = Anna "], "club.txt")
    assert [tuple(each) for each in found] == [("A. Rossi", "Anna", "club.txt:4")]


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Anna Rossi", "A. Rossi", True),
        ("Rossi", "Anna Rossi", True),
        ("Anna", "Anna Rossi", True),
        ("anna", "Anna", True),
        ("Niccolò", "Niccolo'", True),
        ("Giovanni", "Giovani", True),
        ("Carla", "Carlo", False),
        ("Anna", "Ada", False),
        ("A", "Anna", False),
        ("Anna Rossi", "Anna Bianchi", False),
        ("A. Rossi", "B. Rossi", False),
    ],
)
def test_names_that_look_like_one(one: str, other: str, *, alike: bool) -> None:
    """Initials, capitals, accents, a letter too few; not two names that differ."""
    assert bool(maybe_one([frozenset({one}), frozenset({other})], {})) is alike


def test_who_sat_together_is_not_one() -> None:
    """Nor is there a question about a decided name."""
    apart = [frozenset({"Anna", "Bruno"}), frozenset({"Anna", "Carla"}), frozenset({"anna", "Carla"})]
    assert maybe_one(apart, {}) == [("anna", "Anna")]
    assert maybe_one([*apart, frozenset({"anna", "Anna"})], {}) == []
    assert maybe_one(apart, {"anna": "Anna"}) == []
