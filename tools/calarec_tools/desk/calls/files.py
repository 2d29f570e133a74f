"""A record as a file while it is used, and the language of the answers."""

from __future__ import annotations

import os
import re
import tempfile
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NewType

from calarec.core.wording.language import LANGUAGES, Words
from calarec.rule_files.locate import is_id
from calarec_tools.cli.ruleset import named_ruleset
from calarec_tools.output.files.streams import RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.language import Language

RulesId = NewType("RulesId", str)
"""The id of rules, or empty.

A path is refused: the user may be on another machine.
"""
_NO_ID: Final = Words("`{id}` is not the id of a ruleset.")
RECORD: Final = "record.cal"
_FOLDER: Final = "calarec-call-"
_PATH: Final = re.compile(rf"[^\s`'\"]*{_FOLDER}\w*[/\\\\]")


class NotACallError(TypeError):
    """The error for a call that the page cannot have made: wrong name or argument."""


def language_of(lang: str) -> Language:
    """A language that there is."""
    return next((each for each in LANGUAGES if each == lang), LANGUAGES[0])


def require_id(rules: str) -> None:
    """Refuse an id that would lead to a file by its path."""
    if not is_id(rules):
        raise RefusalError(_NO_ID, id=rules[:80])


def load_by_id(rules: str) -> Ruleset:
    """The ruleset of an id; a refusal if there is none, or if it is not an id."""
    require_id(rules)
    return named_ruleset(rules)


@contextmanager
def as_file(name: str, raw: bytes) -> Iterator[str]:
    """Write bytes to a temporary file with a safe form of the user's name for it."""
    safe = "".join(each if each.isalnum() or each in "._-" else "_" for each in os.path.basename(name))[-80:]  # noqa: PTH119
    with tempfile.TemporaryDirectory(prefix=_FOLDER) as folder:
        file = os.path.join(folder, safe.lstrip(".") or RECORD)  # noqa: PTH118
        with open(file, "wb") as stream:  # noqa: PTH123
            stream.write(raw)
        yield file


def without_folder(text: str) -> str:
    """Remove the temporary folder of such a file from a text."""
    return _PATH.sub("", text)
