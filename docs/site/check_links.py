"""The check of a built site: no broken links, and nothing loaded from elsewhere.

    python -m docs.site.check_links site

prints each problem and ends with 1, or with 0 if there is none.
"""

from __future__ import annotations

import html
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_ELEMENT: Final = re.compile(r"""<([a-zA-Z][\w-]*)((?:[^<>"']+|"[^"]*"|'[^']*')*)>""")
_ATTRIBUTE: Final = re.compile(r"""([\w-]+)=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_LINKING: Final = {"a": "href", "img": "src", "link": "href", "script": "src", "iframe": "src", "source": "src"}
_NOT_LOADED: Final = ("canonical", "alternate", "prev", "next")
"""Kinds of `link` that a browser does not load."""


class PageLinks(NamedTuple):
    """The ids and the links of a page, and what it loads from elsewhere."""

    ids: frozenset[str]
    links: tuple[str, ...]
    loaded_from_elsewhere: tuple[str, ...]


def read_page_links(text: str) -> PageLinks:
    """The links of a page of HTML; comments are read like everything else."""
    ids: set[str] = set()
    links: dict[str, None] = {}
    elsewhere: dict[str, None] = {}
    for element, written in _ELEMENT.findall(text):
        if "=" not in written:
            continue
        values = {name: html.unescape("".join(value)) for name, *value in _ATTRIBUTE.findall(written)}
        if "id" in values:
            ids.add(values["id"])
        target = values.get(_LINKING.get(element, ""), "")
        if not target or target.startswith(("data:", "mailto:")):
            continue
        if not urlsplit(target).netloc:
            links[target] = None
        elif element != "a" and values.get("rel") not in _NOT_LOADED:
            elsewhere[target] = None
    return PageLinks(frozenset(ids), tuple(links), tuple(elsewhere))


def find_broken_links(site: Path, *, without: Sequence[str] = ()) -> Iterator[str]:
    """Yield a line for each problem; `without` names folders that are not read."""
    pages = {
        file: read_page_links(file.read_text(encoding="utf-8"))
        for file in sorted(site.resolve().rglob("*.html"))
        if file.relative_to(site.resolve()).parts[0] not in without and file.name != "404.html"
    }
    if not pages:
        yield f"{site}: there is no page"
    for file, page in pages.items():
        shown = file.relative_to(site.resolve()).as_posix()
        for link in page.loaded_from_elsewhere:
            yield f"{shown}: is loaded from elsewhere: {link}"
        for link in page.links:
            if reason := _find_reason(file, link, site.resolve(), pages):
                yield f"{shown}: {reason}: {link}"


def _find_reason(file: Path, link: str, site: Path, pages: dict[Path, PageLinks]) -> str:
    """Why a link is broken; empty if it is not."""
    parts = urlsplit(link)
    path = unquote(parts.path)
    target = Path(_normalize(f"{file.parent.as_posix()}/{path}")) if path else file
    if target != site and site not in target.parents:
        return "leads out of the site"
    if path.endswith(("/", ".")) or target == site:
        target /= "index.html"
    if target not in pages and not target.is_file():
        return "leads nowhere"
    if parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].ids:
        return "there is no such anchor"
    return ""


def _normalize(path: str) -> str:
    """A path without its `..`; links are many, and none leads through a symbolic link."""
    kept: list[str] = []
    for part in path.split("/"):
        if part == "..":
            kept.pop()
        elif part not in ("", "."):
            kept.append(part)
    return "/" + "/".join(kept)


def main(words: Sequence[str]) -> int:
    """Print what is wrong with a site; the exit status."""
    broken = list(find_broken_links(Path(words[0]), without=words[1:]))
    sys.stdout.writelines(f"{line}\n" for line in broken)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
