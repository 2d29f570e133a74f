"""The pages of the site in each language, their places, and their links.

Terms. A *source* is a file of the repository, by its name from the root. A *page* is a Markdown file that the builder
reads, by its name in the folder of its language: `start/evening.md`. The English pages are at the root of the site,
the others below the name of their language.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.base.version import REPOSITORY, __version__
from calarec.core.wording.language import LANGUAGES, SOURCE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.core.wording.language import Language

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"
MOVED_SOURCES: Final = {
    "README.md": "index.md",
    "CHANGELOG.md": "reference/changelog.md",
    "ARCHITECTURE.md": "project/architecture.md",
    "CODE_OF_CONDUCT.md": "project/code-of-conduct.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "SECURITY.md": "project/security.md",
}
"""Pages that are not in `docs`, by their English source."""
CODES_SOURCE: Final = "docs/reference/codes.md"
"""A list for readers of the repository; the site has pages of the codes."""
_FENCE: Final = re.compile(r"(?ms)^(?: *)(```+).*?^ *\1$")
_LINK: Final = re.compile(
    r"(?P<code>(?<!\[)`[^`]+`)|(?P<picture>!?)\[(?P<text>(?:[^\[\]`]|`[^`]*`)*)\]\((?P<target>[^)\s]+)\)"
)
_CODE_FILE: Final = re.compile(r"interpreter/calarec/core/wording/(?P<lang>\w+)/codes/(?P<name>\w+)\.md")
_RULE_FILE: Final = re.compile(r"rules/(?P<id>[\w-]+)\.yaml")
_SCHEMA: Final = re.compile(r"grammar/(?P<name>[\w-]+)\.schema\.json")


class Place(NamedTuple):
    """A page or a file of the site, in its language."""

    lang: Language
    name: str

    @property
    def url(self) -> str:
        """Its URL below that of the site."""
        folder = "" if self.lang == SOURCE else f"{self.lang}/"
        if not self.name.endswith(".md"):
            return folder + self.name
        name = self.name.removesuffix(".md")
        return folder + ("" if name == "index" else f"{name.removesuffix('index')}/".replace("//", "/"))

    def find_link_from(self, page: Place) -> str:
        """Return the link to it from a page: the file within a language, else the URL."""
        if self.lang == page.lang:
            return posixpath.relpath(self.name, posixpath.dirname(page.name) or ".")
        here = posixpath.dirname(Place(page.lang, posixpath.join(posixpath.dirname(page.name), "x.txt")).url)
        link = posixpath.relpath(self.url or ".", here or ".")
        return f"{link}/" if self.name.endswith(".md") else link


class SiteTree:
    """Every page and file of the site by its source, and the pages that are generated."""

    def __init__(self) -> None:
        self.sources: dict[str, Place] = {}
        """Sources of pages, and of files that the site carries along."""
        self.generated: dict[Place, str] = {}
        """The text of each generated page."""
        self.groups: dict[Place, list[Place]] = {}
        """The generated pages below a page in the navigation."""
        for lang in LANGUAGES:
            ending = ".md" if lang == SOURCE else f".{lang}.md"
            for source, name in MOVED_SOURCES.items():
                own = source.removesuffix(".md") + ending
                if (ROOT / own).is_file():
                    self.sources[own] = Place(lang, name)
        for file in sorted(DOCS.rglob("*")):
            source = file.relative_to(ROOT).as_posix()
            if file.is_file() and not source.startswith("docs/site/") and source != CODES_SOURCE:
                self._add_source(source)
        self.sources["LICENSE"] = Place(SOURCE, "project/licence.txt")

    def _add_source(self, source: str) -> None:
        name = re.sub(r"(^|/)README((?:\.\w+)?\.md)$", r"\1index\2", source.removeprefix("docs/"))
        stem, _, lang = name.removesuffix(".md").rpartition(".")
        if not name.endswith(".md"):
            if not re.fullmatch(r"\.[1-9]", Path(name).suffix):
                self.sources[source] = Place(SOURCE, name)
        elif lang in LANGUAGES:
            self.sources[source] = Place(lang, f"{stem}.md")
        else:
            self.sources[source] = Place(SOURCE, name)

    def add_page(self, lang: Language, name: str, text: str, under: str = "") -> None:
        """Add a generated page, in the navigation below another one if that is named."""
        self.generated[Place(lang, name)] = text
        if under:
            self.groups.setdefault(Place(lang, under), []).append(Place(lang, name))

    def list_pages(self) -> Mapping[Place, str]:
        """The Markdown of every page, with the links that it has on the site."""
        written = {
            place: self.rewrite_links((ROOT / source).read_text(encoding="utf-8"), source, place)
            for source, place in self.sources.items()
            if source.endswith(".md")
        }
        return {**written, **self.generated}

    def find_place(self, target: str, lang: Language) -> Place | None:
        """The place of a file of the repository, in a language where it has a page in it."""
        if code_file := _CODE_FILE.fullmatch(target):
            return self._generated_place(lang, f"reference/codes/{code_file['name']}.md")
        if rule_file := _RULE_FILE.fullmatch(target):
            return self._generated_place(lang, f"reference/rulesets/{rule_file['id']}.md")
        if schema := _SCHEMA.fullmatch(target):
            return self._generated_place(lang, f"reference/schemas/{schema['name']}.md")
        if target == "grammar":
            return self._generated_place(lang, "reference/schemas/index.md")
        if target == CODES_SOURCE:
            return self._generated_place(lang, "reference/codes/index.md")
        return self.sources.get(target)

    def _generated_place(self, lang: Language, name: str) -> Place | None:
        places = (Place(lang, name), Place(SOURCE, name))
        return next((place for place in places if place in self.generated), None)

    def rewrite_links(self, text: str, source: str, page: Place) -> str:
        """Rewrite the links of a text for the site; code is left as it is."""
        parts = []
        end = 0
        for fence in _FENCE.finditer(text):
            parts += [self._rewrite_prose(text[end : fence.start()], source, page), fence[0]]
            end = fence.end()
        return "".join((*parts, self._rewrite_prose(text[end:], source, page)))

    def _rewrite_prose(self, text: str, source: str, page: Place) -> str:
        def replace_link(match: re.Match[str]) -> str:
            if match["code"] or ":" in match["target"] or match["target"].startswith("#"):
                return match[0]
            path, mark, anchor = match["target"].partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
            if not (ROOT / target).exists():
                raise ValueError(f"{source}: there is no {target}")
            if anchor and _CODE_FILE.fullmatch(target):
                target, mark, anchor = posixpath.join(posixpath.dirname(target), f"{anchor}.md"), "", ""
            place = self.find_place(target, page.lang)
            shown = f"{match['picture']}[{match['text']}]"
            if place is not None:
                return f"{shown}({place.find_link_from(page)}{mark}{anchor})"
            return f"{shown}({REPOSITORY}/blob/v{__version__}/{target}{mark}{anchor})" if REPOSITORY else match["text"]

        return _LINK.sub(replace_link, text)
