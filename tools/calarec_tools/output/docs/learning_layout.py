"""Tables for `docs/guides/learning.md`: slots of actions, fields of observations.

    python -m calarec_tools.output.docs.learning_layout

writes them to the page in the checkout; a test fails while they are not current.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.learning.layout import ACTIONS, FIELDS, OBSERVATION_BYTES, RULE_FIGURES, SLOTS

if TYPE_CHECKING:
    from pathlib import Path

PAGE: Final = "guides/learning.md"
_BEGIN: Final = "<!-- layout, by calarec_tools.output.docs.learning_layout -->"
_END: Final = "<!-- end of the layout -->"


def layout_tables() -> str:
    """The tables as Markdown."""
    lines = [f"There are {ACTIONS} actions:", "", "| actions | name | what it is |", "| --- | --- | --- |"]
    lines += [f"| {_range_of(group.first, group.end)} | `{group.name}` | {group.about} |" for group in SLOTS.values()]
    lines += ["", f"An observation has {OBSERVATION_BYTES} bytes:", ""]
    lines += ["| bytes | field | rows × width | what it is |", "| --- | --- | --- | --- |"]
    for field in FIELDS.values():
        shape = f"{field.rows} × {field.width}" if field.rows > 1 else str(field.width)
        lines.append(f"| {_range_of(field.first, field.end)} | `{field.name}` | {shape} | {field.about} |")
    lines += ["", "The last field has these numbers of the rules:", "", "| byte | name | what it is |"]
    lines.append("| --- | --- | --- |")
    first = FIELDS["figures"].first
    lines += [f"| {first + place} | `{name}` | {about} |" for place, (name, about) in enumerate(RULE_FIGURES)]
    return "\n".join(lines)


def with_tables(page: str) -> str:
    """The page with its tables as they are now."""
    before, _, rest = page.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return f"{before}{_BEGIN}\n{layout_tables()}\n{_END}{after}"


def write_layout_page(folder: Path) -> None:
    """Write the tables into the page of a folder."""
    file = folder / PAGE
    file.write_text(with_tables(file.read_text("utf-8")), "utf-8")


def _range_of(first: int, end: int) -> str:
    return f"{first}–{end - 1}" if end - first > 1 else str(first)


if __name__ == "__main__":
    from pathlib import Path

    write_layout_page(Path(__file__).parents[4] / "docs")
