"""The shipped rulesets as the cache of the browser's Python would have them, so that none of them is composed there.

Entries of the cache are made here for there: with its paths, its version and its working folder. Whatever does not fit
is passed over there, like any entry that does not hold, and the rules are read from their files.
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
"""Where they lie in the archive; `page/worker.js` names it as the cache."""
CARRIED: Final = "/carried"
OWN: Final = "/tmp/own-rules"
HERE: Final = "/tmp/web"


def kept_rules(python: str, *, carried: str = CARRIED, own: str = OWN, here: str = HERE) -> Iterator[tuple[str, bytes]]:
    """Each entry by its name in the archive, for a Python of this version (`cpython 3.14.2`)."""
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
