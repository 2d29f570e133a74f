"""The check of a built site: every link and anchor leads somewhere, and no page loads anything from elsewhere.

    python -m docs.site.check_links site

prints what is wrong and ends with 1, or with 0 if nothing is.
"""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LINKING: Final = {"a": "href", "img": "src", "link": "href", "script": "src", "iframe": "src", "source": "src"}
_LOADING: Final = ("img", "script", "iframe", "source", "link")
_NOT_LOADED: Final = ("canonical", "alternate", "prev", "next")
"""Kinds of `link` that a browser does not follow by itself."""


class PageReader(HTMLParser):
    """The ids and the links of a page, and what it loads from elsewhere."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loaded_from_elsewhere: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Called for each element."""
        values = dict(attrs)
        if name := values.get("id"):
            self.ids.add(name)
        target = values.get(_LINKING.get(tag, "")) or ""
        if not target or target.startswith(("data:", "mailto:")):
            return
        if not urlsplit(target).netloc:
            self.links.append(target)
        elif tag in _LOADING and values.get("rel") not in _NOT_LOADED:
            self.loaded_from_elsewhere.append(target)


def find_broken_links(site: Path, *, without: Sequence[str] = ()) -> Iterator[str]:
    """What is wrong, a line each; `without` names folders whose pages are not read."""
    pages = {
        file: PageReader(file.read_text(encoding="utf-8"))
        for file in sorted(site.rglob("*.html"))
        if file.relative_to(site).parts[0] not in without and file.name != "404.html"
    }
    if not pages:
        yield f"{site}: there is no page"
    for file, page in pages.items():
        shown = file.relative_to(site).as_posix()
        for link in page.loaded_from_elsewhere:
            yield f"{shown}: is loaded from elsewhere: {link}"
        for link in page.links:
            parts = urlsplit(link)
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if target.is_dir() or parts.path.endswith("/"):
                target /= "index.html"
            if not target.is_relative_to(site.resolve()) and parts.path:
                yield f"{shown}: leads out of the site: {link}"
            elif not target.is_file():
                yield f"{shown}: leads nowhere: {link}"
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].ids:
                yield f"{shown}: there is no such anchor: {link}"


def main(words: Sequence[str]) -> int:
    """Print what is wrong with a site; the exit status."""
    broken = list(find_broken_links(Path(words[0]).resolve(), without=words[1:]))
    sys.stdout.writelines(f"{line}\n" for line in broken)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
