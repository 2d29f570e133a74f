"""The shipped rulesets as cache entries for Python in a browser.

So none of them is composed there. The entries have the paths, the version and the working folder of that Python. It
ignores entries that do not fit, as usual, and reads the rules from their files.
"""

from __future__ import annotations

import json
import tempfile
from typing import TYPE_CHECKING, Final

from calarec.core.base.resources import data_path
from calarec.rule_files import cache
from calarec.rule_files.compose import compose
from calarec.rule_files.kept import to_payload
from calarec.rule_files.load import load_ruleset
from calarec.rule_files.locate import known_ids
from calarec.rule_files.vocabulary import MechanismVocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER: Final = "kept"
"""Their folder in the archive; `page/worker.js` makes it the cache."""
CARRIED: Final = "/carried"
OWN: Final = "/tmp/own-rules"
HERE: Final = "/tmp/web"


def kept_rules(python: str, *, carried: str = CARRIED, own: str = OWN, here: str = HERE) -> Iterator[tuple[str, bytes]]:
    """Yield the entries by their names in the archive, for a version of Python."""
    shipped, known = data_path("rules"), cache.versions_of(python)
    there = f"{carried}/calarec/_data/rules"
    with tempfile.TemporaryDirectory() as nowhere:

        def with_page_paths(text: str) -> str:
            return text.replace(shipped, there).replace(nowhere, own)

        for each, file in known_ids((shipped,)).items():
            composed = compose(each, MechanismVocabulary(), folders=(nowhere, shipped))
            payload = json.loads(with_page_paths(json.dumps(to_payload(load_ruleset(file)), ensure_ascii=False)))
            body = cache.entry_body(
                known,
                files=[(with_page_paths(one.name), one.raw) for one in composed.files],
                absent=map(with_page_paths, composed.absent),
                payload=payload,
            )
            yield f"{FOLDER}/{cache.entry_name('ruleset', each, (own, there), here, known)}", body
