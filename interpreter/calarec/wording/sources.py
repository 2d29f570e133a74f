"""The sources that are no text of anybody's, and how they are said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.wording.language import Words

if TYPE_CHECKING:
    from calarec.wording.language import Sayable

HOUSE_RULE: Final = "house rule"
PROJECT_DEFAULT: Final = "project default"
OWN: Final = {
    HOUSE_RULE: Words("house rule"),
    PROJECT_DEFAULT: Words("project default"),
}


def own_source(source: str) -> Sayable | str:
    """A source as it is written, or in words if it is no text of anybody's."""
    return OWN.get(source) or source
