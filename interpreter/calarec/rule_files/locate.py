"""Places of rulesets: paths, and ids in CALAREC_RULES and among shipped ones.

Only a person at the command line can name a file by its path. A rule file names its parent only by id, and a file
found by id must be inside the folder in which it was found.
"""

from __future__ import annotations

import os
import re
import stat
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.base.spans import Span

if TYPE_CHECKING:
    from calarec.core.wording.findings import Finding


ENDING: Final = ".yaml"
VARIABLE: Final = "CALAREC_RULES"
PART_ENDING: Final = ".part.yaml"
"""The extension of parts of rule files; ids have no dot, so no search finds them."""
OTHER_ENDINGS: Final = (".yaml.txt", ".yml.txt", ".yml", ".txt")
"""The extensions that editors make of it."""
MAX_RULE_FILE_BYTES: Final = 256 * 1024
UNSAVED: Final[dict[str, bytes]] = {}
"""The unsaved content of files in an editor, by `same_file`, used instead."""
_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,63}", re.ASCII)


class ReadFile(NamedTuple):
    """A file as it was read; of one that is too large only the limit and one byte."""

    name: str
    raw: bytes


class Search(NamedTuple):
    """The result of a search for an id: its file or None, and places without it."""

    file: str | None
    absent: tuple[str, ...]


def unsaved_bytes(file: str) -> bytes | None:
    """The unsaved content of a file in an editor; None without one."""
    return UNSAVED.get(same_file(file)) if UNSAVED else None


def same_file(file: str) -> str:
    """The canonical path of a file, on Windows regardless of case."""
    return os.path.normcase(os.path.realpath(file))


def is_there(file: str) -> bool:
    """Check whether there is a file, a link, or unsaved content for one."""
    return os.path.lexists(file) or unsaved_bytes(file) is not None


def is_id(text: str) -> bool:
    """Small letters, digits and hyphens."""
    return _ID.fullmatch(text) is not None


def is_path(rules: str) -> bool:
    """Check whether a name is a path; otherwise it is an id."""
    return "/" in rules or os.sep in rules or rules.endswith(ENDING)


def rule_folders() -> tuple[str, ...]:
    """The folders to search for ids: those of CALAREC_RULES, then the shipped one."""
    from calarec.core.base.resources import data_path

    named = os.environ.get(VARIABLE, "").split(os.pathsep)
    return (*(folder for folder in named if folder), data_path("rules"))


class NamedRules(NamedTuple):
    """The rule files of CALAREC_RULES here, for a process on another machine."""

    folders: str
    files: tuple[tuple[str, bytes], ...]

    def put_up(self) -> None:
        """From now on ids lead to these files here too, wherever they lie."""
        os.environ[VARIABLE] = self.folders
        for name, raw in self.files:
            if _bytes_of(name) == raw:
                UNSAVED.pop(same_file(name), None)
            else:
                UNSAVED[same_file(name)] = raw


def named_rules() -> NamedRules:
    """All that can be found in the folders of CALAREC_RULES."""
    folders = rule_folders()[:-1]
    found = (*known_ids(folders).values(), *known_ids(folders, PART_ENDING).values())
    read_files = ((name, _bytes_of(name)) for name in found)
    return NamedRules(os.environ.get(VARIABLE, ""), tuple((name, raw) for name, raw in read_files if raw is not None))


def _bytes_of(file: str) -> bytes | None:
    try:
        with open(file, "rb") as stream:  # noqa: PTH123
            return stream.read(MAX_RULE_FILE_BYTES + 1)
    except OSError:
        return None


def search(ruleset: str, folders: tuple[str, ...], endings: tuple[str, ...] = (ENDING,)) -> Search:
    """Looks for an id in each folder in turn."""
    absent: list[str] = []
    if is_id(ruleset):
        for folder in folders:
            for ending in endings:
                file = os.path.join(folder, ruleset + ending)  # noqa: PTH118
                if is_there(file):  # a link that leads nowhere is a finding, not an absence
                    return Search(file, tuple(absent))
                absent.append(file)
    return Search(None, tuple(absent))


def search_parent(parent: str, folders: tuple[str, ...]) -> Search:
    """Looks for what a file extends: a ruleset, or a part."""
    return search(parent, folders, (ENDING, PART_ENDING))


def is_part(name: str, folders: tuple[str, ...]) -> bool:
    """Check whether a name is that of a part, and of no ruleset."""
    file = search_parent(name, folders).file
    return file is not None and is_part_file(file)


def is_part_file(file: str) -> bool:
    """Is a file called as parts are?"""
    return file.endswith(PART_ENDING)


def shipped_file(ruleset: str) -> str | None:
    """The file of a ruleset that comes with calarec; None if none of them has this id."""
    from calarec.core.base.resources import data_path

    return search(ruleset, (data_path("rules"),)).file


def known_ids(folders: tuple[str, ...], ending: str = ENDING) -> dict[str, str]:
    """Map all known ids, sorted, to their files; the first folder with an id wins."""
    found: dict[str, str] = {}
    for folder in folders:
        try:
            names = os.listdir(folder or os.curdir)  # noqa: PTH208
        except OSError:
            continue
        for name in names:
            ruleset = name.removesuffix(ending)
            if name.endswith(ending) and is_id(ruleset):
                found.setdefault(ruleset, os.path.join(folder, name))  # noqa: PTH118
    return dict(sorted(found.items()))


def read_rule_file(file: str, *, place: Span, inside: str | None = None) -> ReadFile | Finding:
    """Read the bytes of a file, or a finding at `place` with the reason why not.

    `inside` is the folder that the file, links followed, must be in.
    """
    from calarec.core.wording.findings import Finding

    def refuse(wording: str = "", **values: object) -> Finding:
        return Finding(code="RUL002", span=place, wording=wording, args={"name": file, **values})

    try:
        if inside is not None and not _is_in_folder(file, inside):
            return refuse("outside")
        held = unsaved_bytes(file)
        if held is not None:
            return ReadFile(file, held[: MAX_RULE_FILE_BYTES + 1])
        mode = os.stat(file).st_mode  # noqa: PTH116
        if stat.S_ISDIR(mode):
            return refuse("folder")
        if not stat.S_ISREG(mode):
            return refuse("special")
        with open(file, "rb") as stream:  # noqa: PTH123
            return ReadFile(file, stream.read(MAX_RULE_FILE_BYTES + 1))
    except (OSError, ValueError) as error:
        from calarec.core.wording.system_errors import why_refused

        return refuse(reason=why_refused(error))


def resolve(rules: str, folders: tuple[str, ...]) -> tuple[ReadFile | Finding, tuple[str, ...]]:
    """Find the file of a path or an id, and other places where it might have been."""
    place = Span(rules, 0, 0, 0, 0)
    if is_path(rules):
        try:
            missing = not is_there(rules)
        except ValueError:
            missing = True
        return (missing_file(rules, folders) if missing else read_rule_file(rules, place=place)), ()
    found = search(rules, folders)
    if found.file is None:
        return missing_id(rules, folders, place), found.absent
    inside = os.path.dirname(found.file)  # noqa: PTH120
    return read_rule_file(found.file, place=place, inside=inside), found.absent


def missing_file(name: str, folders: tuple[str, ...]) -> Finding:
    """The finding for a path without a file, with a shipped or similar one if any."""
    from calarec.core.wording.findings import Finding
    from calarec.rule_files.paths import find_closest

    folder, base = os.path.split(name)
    ruleset = base.removesuffix(ENDING)
    values: dict[str, object] = {"name": name}
    wording = ""
    if ruleset in known_ids(folders):
        wording, values["id"] = "shipped", ruleset
    else:
        siblings = known_ids((folder or ".",))
        near = find_closest(ruleset, siblings)
        if near:
            wording, values["near"] = "near_file", os.path.join(folder, near + ENDING)  # noqa: PTH118
    return Finding(code="RUL001", span=Span(name, 0, 0, 0, 0), wording=wording, args=values)


def missing_id(name: str, folders: tuple[str, ...], place: Span) -> Finding:
    """The finding for an unknown id, with the nearest or with all ids."""
    from calarec.core.wording.findings import Finding
    from calarec.core.wording.language import Listing
    from calarec.rule_files.paths import find_closest

    values: dict[str, object] = {"name": name}
    if is_part(name, folders):
        return Finding(code="RUL117", span=place, args={"id": name})
    wording = _by_its_file(name, values)
    if wording:
        return Finding(code="RUL001", span=place, wording=wording, args=values)
    known = known_ids(folders)
    near = find_closest(name, known)
    wording = "id"
    if near:
        wording, values["near"] = "near_id", f"`{near}`"
    elif not is_id(name):
        wording = "not_an_id"
    elif not known:
        wording = "no_ids"
    else:
        values["ids"] = Listing(tuple(known))
    return Finding(code="RUL001", span=place, wording=wording, args=values)


def _by_its_file(name: str, values: dict[str, object]) -> str:
    """The wording for a file of that name: with another extension, or in this folder."""
    for ending in (ENDING, *OTHER_ENDINGS):
        bare = name.removesuffix(ending)
        if bare != name and os.path.isfile(name):  # noqa: PTH113
            values["near"] = bare + ENDING
            return "ending"
        if is_id(name) and os.path.isfile(name + ending):  # noqa: PTH113
            values["near"], values["file"] = name + ENDING, name + ending
            return "here" if ending == ENDING else "here_ending"
    return ""


def _is_in_folder(file: str, folder: str) -> bool:
    from calarec.core.base.resources import data_path

    if folder == data_path("rules"):
        return True  # some installers link every file to a store of theirs
    inner, outer = os.path.realpath(file), os.path.realpath(folder or ".")
    return os.path.dirname(inner) == outer  # noqa: PTH120


Stamp = tuple[tuple[str, int, int], ...]
"""The rule files in all folders, with size and time of their last change."""


def stamp_folders() -> Stamp:
    """The rule files of CALAREC_RULES and the shipped ones, as they are now."""
    folders = rule_folders()
    files = (*known_ids(folders).values(), *known_ids(folders, PART_ENDING).values())
    return tuple((file, *_state_of(file)) for file in files)


def _state_of(file: str) -> tuple[int, int]:
    try:
        state = os.stat(file)  # noqa: PTH116
    except OSError:
        return 0, 0
    return state.st_size, state.st_mtime_ns


@lru_cache(maxsize=2)
def list_words(stamp: Stamp) -> frozenset[str]:
    """Every word in some rule files."""
    words: set[str] = set()
    for file, _, _ in stamp:
        try:
            with open(file, encoding="utf-8", errors="replace") as stream:  # noqa: PTH123
                words.update(re.findall(r"[\w-]+", stream.read(MAX_RULE_FILE_BYTES)))
        except OSError:
            continue
    return frozenset(words)
