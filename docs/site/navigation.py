"""The side navigation: the configured pages, and generated ones below their index.

A page that was added `under` another one is in the group of that page. The theme shows the pages of a group only
around the page that is open (`navigation.prune`), so a code is at hand without a list of all codes on every page.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from docs.site.tree import Place

if TYPE_CHECKING:
    from calarec.core.wording.language import Language
    from docs.site.tree import SiteTree

_ENTRY: Final = re.compile(r'\{ (?P<title>"[^"\n]*") = "(?P<name>[\w/-]+\.md)" \}')
_HEADING: Final = re.compile(r"(?m)^# (.+)$")


def expand_navigation(configuration: str, tree: SiteTree, lang: Language) -> str:
    """A configuration whose navigation has the groups of generated pages."""
    return _ENTRY.sub(lambda entry: _write_entry(entry["title"], Place(lang, entry["name"]), tree), configuration)


def _write_entry(title: str, place: Place, tree: SiteTree) -> str:
    below = tree.groups.get(place, ())
    if not below:
        return f'{{ {title} = "{place.name}" }}'
    entries = ", ".join((f'"{place.name}"', *(_write_entry(_title_of(page, tree), page, tree) for page in below)))
    return f"{{ {title} = [{entries}] }}"


def _title_of(place: Place, tree: SiteTree) -> str:
    heading = _HEADING.search(tree.generated[place])
    return json.dumps(heading[1].replace("`", "") if heading else place.name, ensure_ascii=False)
