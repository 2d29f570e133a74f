"""The rules that decided, with their places and their sources: the last word of a telling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.diagnostics.render.cells import cells, visible
from calarec.diagnostics.sources import own_source
from calarec.language import Words, say
from calarec.replaying.spoken import source_parts
from calarec_tools.telling.wrong import nearby

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.rulesets.ruleset import Ruleset, SourceText
    from calarec_tools.telling.page import Page

_RULES: Final = Words("The rules named here")
_SOURCES: Final = Words("Their sources")
_DEFAULT: Final = Words("default of the vocabulary")
_SEEN: Final = Words("seen {day}")


def rules(page: Page, ruleset: Ruleset, paths: Iterable[str]) -> None:
    """Every rule that was named, where it stands and who says it; then the sources."""
    page.title(_RULES)
    named = sorted(paths)
    found = [ruleset.ref(path) for path in named]
    places = [nearby(rule.at) or page.word(_DEFAULT) for rule in found]
    sources = [visible(say(own_source(rule.source), page.lang)) for rule in found]
    widths = [max(map(cells, column), default=0) for column in (named, places, sources)]
    narrow = page.width and sum(widths) + 6 > page.width
    for path, place, source in zip(named, places, sources, strict=True):
        if narrow:
            page.say([(path, "")])
            page.say([(f"{place}, {source}", "faint")], indent=4)
        else:
            page.row([(f"  {path:<{widths[0]}}  ", ""), (f"{place:<{widths[1]}}  {source}", "faint")])
    cited = dict.fromkeys(source_parts(rule.source)[0] for rule in found)
    known = [(name, ruleset.sources[name]) for name in cited if name in ruleset.sources]
    if not known:
        return
    page.title(_SOURCES)
    for name, text in known:
        page.say([(f"{visible(name)}  ", "strong"), (_source(page, text), "")], hang=4 + cells(name))


def _source(page: Page, source: SourceText) -> str:
    seen = "".join(part for part, _ in page.fill(_SEEN, day=source.seen)) if source.seen else ""
    return visible(", ".join(part for part in (source.title, source.by, source.where, seen) if part))
