"""Tables and lists as HTML; every text in them is escaped."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from calarec.core.wording.cells import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def table_html(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with its headings."""
    body = "".join(f"<tr>{_cells_html('td', row)}</tr>" for row in rows)
    return f"<table><thead><tr>{_cells_html('th', heads)}</tr></thead><tbody>{body}</tbody></table>"


def _cells_html(tag: str, texts: Iterable[str]) -> str:
    return "".join(f"<{tag}>{escape(visible(text))}</{tag}>" for text in texts)


def list_html(texts: Iterable[str]) -> str:
    """A list; nothing where it would be empty."""
    items = "".join(f"<li>{escape(visible(text))}</li>" for text in texts)
    return f"<ul>{items}</ul>" if items else ""
