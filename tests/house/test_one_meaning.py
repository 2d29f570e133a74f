"""One word has one meaning: no class name is defined twice."""

from __future__ import annotations

from tests.house.structure import classes, listed


def test_no_class_name_is_defined_twice() -> None:
    """No class name is defined twice, except listed ones; the list only shrinks."""
    twice = {name for name, homes in classes().items() if len(homes) > 1}
    known = listed("two_meanings.txt")
    assert twice - known == set(), {name: classes()[name] for name in twice - known}
    assert known - twice == set(), "these have one meaning now: take them off the list"
