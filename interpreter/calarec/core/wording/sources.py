"""Sources of rules: how a rule file cites them, and what people call them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from calarec.core.base.resources import data_path
from calarec.core.wording.language import Words

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Protocol

    from calarec.core.wording.language import Sayable

    class NamedSource(Protocol):
        """A text that rules come from."""

        @property
        def name(self) -> str:
            """The short name of the source, if it has one."""

        @property
        def title(self) -> str:
            """The full title of the source."""


HOUSE_RULE: Final = "house rule"
PROJECT_DEFAULT: Final = "project default"
OWN: Final = {
    HOUSE_RULE: Words("house rule"),
    PROJECT_DEFAULT: Words("project default"),
}


def rule_place(at: str, *, own: bool = False) -> str:
    """The place of a rule for readers: `ID:82` for a shipped file, else as named.

    `own`: only the file's name in that case; it has been named before.
    """
    file, line, _ = (*at.rsplit(":", 2), "", "")[:3]
    folder, name = os.path.split(os.path.abspath(file))  # noqa: PTH100 - pathlib takes long to import
    if name.endswith(".yaml") and folder == data_path("rules") and os.path.isfile(file):  # noqa: PTH113
        return f"{name.removesuffix('.yaml').removesuffix('.part')}:{line}"
    return f"{name}:{line}" if own and at else at


def source_parts(source: str) -> tuple[str, str]:
    """The id of a source and the place in it, "HOY" and "The play" of "HOY The play"."""
    if source in OWN:
        return source, ""
    name, _, locus = source.partition(" ")
    return name, locus


def name_source(source_id: str, sources: Mapping[str, NamedSource]) -> str:
    """The name of a source, else its title, else its id."""
    text = sources.get(source_id)
    return source_id if text is None else text.name or text.title or source_id


def cite_by_name(source: str, sources: Mapping[str, NamedSource]) -> str:
    """A source as people call it: `Hoyle, "The play"` for "HOY The play"."""
    source_id, locus = source_parts(source)
    name = name_source(source_id, sources)
    return f'{name}, "{locus}"' if locus else name


def source_text(source: str, sources: Mapping[str, NamedSource]) -> Sayable | str:
    """A source as people call it; words for the project's and the house's own."""
    return OWN.get(source) or cite_by_name(source, sources)
