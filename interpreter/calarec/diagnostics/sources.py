"""The sources that are no text of anybody's, and how they are said."""

from __future__ import annotations

from typing import Final

from calarec.language import Both

HOUSE_RULE: Final = "house rule"
PROJECT_DEFAULT: Final = "project default"
OWN: Final = {
    HOUSE_RULE: Both("house rule", "regola della casa"),
    PROJECT_DEFAULT: Both("project default", "scelta del progetto"),
}


def own_source(source: str) -> Both:
    """A source as it is written, or in words if it is no text of anybody's."""
    return OWN.get(source) or Both(source, source)
