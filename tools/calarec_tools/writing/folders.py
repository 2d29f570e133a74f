"""Which files of a folder are converted, and to what: settled for all of them before the first is written."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from calarec.language import Words
from calarec.light import NamedTuple
from calarec_tools.checking.inputs import in_folder
from calarec_tools.cli.output import RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterable

FORMS: Final = {"cal": ".cal", "json": ".json", "jsonl": ".jsonl", "packed": ".calpack", "csv": ".csv"}
"""Forms and the endings of their files."""
OTHER_ENDINGS: Final = {".ndjson": "jsonl", ".packed": "packed"}
PACKED: Final = (".gz", ".zst")

_NOTHING: Final = Words("`{file}`: there is nothing in this folder that could be converted.")  # fmt: skip
_TWO: Final = Words(
    "`{first}` and `{second}` would both become `{target}`; nothing was written. Rename one, or convert them one by "
    "one."
)
_SAME: Final = Words("`{file}` would be written over itself.")


class Planned(NamedTuple):
    """What becomes what, and why some folders could not be looked into."""

    files: tuple[tuple[str, str], ...]
    unread: tuple[RefusalError, ...]


def planned(source: str, destination: str, form: str, target: str) -> Planned:
    """The files of a form below a folder and their destinations; a refusal if two of them are one."""
    unread: list[RefusalError] = []
    files = list(in_folder(source, unread, _endings(form)))
    if not files and not unread:
        raise RefusalError(_NOTHING, file=source)
    pairs = [(file, _target(file, source, destination, target)) for file in files]
    _refuse_clashes(pairs)
    return Planned(tuple(pairs), tuple(unread))


def refuse_itself(source: str, destination: str) -> None:
    """A refusal, if the destination is the source."""
    if os.path.exists(destination) and os.path.exists(source) and os.path.samefile(source, destination):  # noqa: PTH110, PTH121
        raise RefusalError(_SAME, file=source)


def without_packing(name: str) -> str:
    """A name without the ending of a compressed file."""
    return name.removesuffix(".gz").removesuffix(".zst")


def _endings(form: str) -> tuple[str, ...]:
    plain = [FORMS[form], *(ending for ending, name in OTHER_ENDINGS.items() if name == form)]
    return tuple(ending + more for ending in plain for more in ("", *PACKED))


def _target(file: str, source: str, destination: str, target: str) -> str:
    relative = Path(file).relative_to(source)
    name = Path(without_packing(relative.name)).stem
    return str(Path(destination) / relative.with_name(f"{name}{FORMS[target]}"))


def _refuse_clashes(pairs: Iterable[tuple[str, str]]) -> None:
    taken: dict[str, str] = {}
    for file, target in pairs:
        if target in taken:
            raise RefusalError(_TWO, first=taken[target], second=file, target=target)
        taken[target] = file
        refuse_itself(file, target)


__all__ = ["FORMS", "OTHER_ENDINGS", "Planned", "planned", "refuse_itself", "without_packing"]
