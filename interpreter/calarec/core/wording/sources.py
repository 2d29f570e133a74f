"""The sources that are no text of anybody's, and how they are said."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from calarec.core.base.resources import data_path
from calarec.core.wording.language import Words

if TYPE_CHECKING:
    from calarec.core.wording.language import Sayable

HOUSE_RULE: Final = "house rule"
PROJECT_DEFAULT: Final = "project default"
OWN: Final = {
    HOUSE_RULE: Words("house rule"),
    PROJECT_DEFAULT: Words("project default"),
}


def rule_place(at: str, *, own: bool = False) -> str:
    """Where a rule stands, as people read it: `ID:82` for a file that comes with calarec, another as it was named.

    `own`: of that one the file's name alone; it has been named before.
    """
    file, line, _ = (*at.rsplit(":", 2), "", "")[:3]
    folder, name = os.path.split(os.path.abspath(file))  # noqa: PTH100 - pathlib takes long to import
    if name.endswith(".yaml") and folder == data_path("rules") and os.path.isfile(file):  # noqa: PTH113
        return f"{name.removesuffix('.yaml').removesuffix('.part')}:{line}"
    return f"{name}:{line}" if own and at else at


def own_source(source: str) -> Sayable | str:
    """A source as it is written, or in words if it is no text of anybody's."""
    return OWN.get(source) or source
