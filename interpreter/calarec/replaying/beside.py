"""Where the ruleset of a record may lie when the first one of its id is not the one that it names.

Terms. *Beside* a record is its own folder, the folder `rules` there, and the other folders there, one level
deep. By its id a ruleset is looked for in the first two; by its digest in all of them, whatever its file is
called. Nothing here is looked at as long as the first ruleset of the id is the right one.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.records.model import RulesPin

MOST_FILES: Final = 200
"""Rule files beside a record that are looked at."""
MOST_FOLDERS: Final = 50
_ENDING: Final = ".yaml"
_OWN: Final = "rules"


def by_id(record: str, pin: RulesPin) -> Iterator[str]:
    """Files of the pinned id: in each folder of CALAREC_RULES, among those shipped, then beside the record."""
    from calarec.rulesets.locate import rule_folders, search

    for folder in (*rule_folders(), *_near(record)):
        file = search(pin.id, (folder,)).file
        if file is not None:
            yield file


def here(record: str, pin: RulesPin) -> str | None:
    """The file of the pinned id beside a record."""
    from calarec.rulesets.locate import search

    return search(pin.id, _near(record)).file


def ids(record: str) -> dict[str, str]:
    """The ids that lie beside a record, with their files."""
    from calarec.rulesets.locate import known_ids

    return known_ids(_near(record))


def misnamed(record: str, pin: RulesPin) -> str:
    """A file beside a record that would be found if it ended in `.yaml`; empty if there is none."""
    from calarec.rulesets.locate import OTHER_ENDINGS, is_id

    if not is_id(pin.id):
        return ""
    files = (os.path.join(folder, pin.id + ending) for folder in _near(record) for ending in OTHER_ENDINGS)  # noqa: PTH118
    return next(filter(os.path.isfile, files), "")


def every(record: str, pin: RulesPin) -> Iterator[str]:
    """Rule files beside a record, those of the pinned id first; their number is limited."""
    left = MOST_FILES
    found = [file for folder in _folders(record) for file in _rule_files(folder)]
    found.sort(key=lambda file: os.path.basename(file) != pin.id + _ENDING)  # noqa: PTH119
    yield from found[:left]


def _near(record: str) -> tuple[str, ...]:
    folder = os.path.dirname(record) or os.curdir  # noqa: PTH120
    return folder, os.path.join(folder, _OWN)  # noqa: PTH118


def _folders(record: str) -> Iterator[str]:
    """The record's folder, `rules` in it, and the others in it."""
    folder, own = _near(record)
    yield folder
    yield own
    try:
        with os.scandir(folder) as entries:
            inside = [each.path for each in entries if each.is_dir() and not each.name.startswith(".")]
    except OSError:
        return
    yield from sorted(each for each in inside if os.path.basename(each) != _OWN)[:MOST_FOLDERS]  # noqa: PTH119


def _rule_files(folder: str) -> list[str]:
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(_ENDING))  # noqa: PTH208
    except OSError:
        return []
    return [os.path.join(folder, name) for name in names[:MOST_FILES]]  # noqa: PTH118
