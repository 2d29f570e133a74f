"""Results of tasks kept in files, so that an interrupted run can continue.

Takes a folder, work and a task; returns the result: read if it is there, otherwise computed now and kept. A part is
named after its input, and contains the hash of it: the task with its text, the work with the flat text of its
rulesets, and the version of calarec. A part is ignored if its hash or checksum is wrong, if another user owns it, or if
it cannot be read. Parts are JSON: see `part_values.py`.
"""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from functools import partial
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final

from calarec.core.mechanisms.ruleset import Ruleset
from calarec.core.wording.language import Words
from calarec.rule_files.cache import can_make_own_folder, read_own_file, sha256, versions, write_own_file
from calarec.rule_files.kept import flat_text
from calarec_tools.archive.runs.part_values import NoPartError, from_text, to_text
from calarec_tools.output.files.replacing import named_as
from calarec_tools.output.files.streams import RefusalError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PART_SUFFIX: Final = ".part"
NOT_KEPT: Final = object()
"""The marker for an absent part."""
_NOT_OURS: Final = Words("`{folder}`: parts need a folder that only you may write to (chmod 700).")
_CONTRADICTORY: Final = Words(
    "`{folder}`: the parts that it has contradict the records ({kind}); remove the folder and run the command again."
)


def refuse_folder(folder: str) -> None:
    """Make the folder; refuse it if others may write to it."""
    if can_make_own_folder(folder):
        return
    if not os.path.lexists(folder):
        os.makedirs(folder, 0o700)  # noqa: PTH103 - it says why it cannot be made
        if can_make_own_folder(folder):
            return
    raise RefusalError(_NOT_OURS, folder=folder)


@contextmanager
def readable_parts(folder: str) -> Iterator[None]:
    """A folder of parts to be read and written.

    A part whose fields fit can still contradict the records, if it was changed with its checksum: then no
    mistake of calarec's is reported but the folder is refused.
    """
    refuse_folder(folder)
    has_parts = any(name.endswith(PART_SUFFIX) for name in os.listdir(folder))  # noqa: PTH208
    try:
        yield
    except (RefusalError, OSError):
        raise
    except Exception as error:
        if not has_parts:
            raise
        raise RefusalError(_CONTRADICTORY, folder=folder, kind=type(error).__name__) from error


def do_or_read(folder: str, work: Callable[[Any], Any], task: Any) -> Any:
    """The result of a task, from its part if there is one."""
    stamp = sha256(_identity(work, task).encode("utf-8", "surrogatepass"))
    result = read_part(folder, stamp)
    if result is NOT_KEPT:
        result = work(task)
        # Another time there may be no reason to refuse.
        if getattr(result, "refusal", None) is None:
            write_part(folder, stamp, result)
    return result


def read_part(folder: str, stamp: str) -> Any:
    """The result that was kept for an input with this hash; otherwise `NOT_KEPT`."""
    checksum, _, text = read_own_file(_file_of(folder, stamp)).partition(b"\n")
    if not text or checksum != sha256(text).encode("ascii"):
        return NOT_KEPT
    try:
        own, result = from_text(text)
    except (NoPartError, ValueError, TypeError):
        return NOT_KEPT
    return result if own == stamp else NOT_KEPT


def write_part(folder: str, stamp: str, result: object) -> None:
    """Keep a result; results that JSON cannot express are computed each time."""
    try:
        text = to_text((stamp, result)).encode("ascii")
    except NoPartError:
        return
    file = _file_of(folder, stamp)
    try:
        with named_as(file):
            write_own_file(file, sha256(text).encode("ascii") + b"\n" + text)
    except PermissionError:
        # On Windows nothing replaces a file that is being read: then another was quicker with the same.
        if not os.path.exists(file):  # noqa: PTH110
            raise


def remove_part(folder: str, stamp: str) -> None:
    """Removes what was kept for an input."""
    with suppress(OSError):
        os.unlink(_file_of(folder, stamp))  # noqa: PTH108


def _file_of(folder: str, stamp: str) -> str:
    return os.path.join(folder, stamp[:40] + PART_SUFFIX)  # noqa: PTH118


def _identity(work: Callable[[Any], Any], task: Any) -> str:
    """Everything that a result rests on, as text."""
    own = getattr(task, "identity", None)
    return "\n".join((versions(), _text_of(work), own() if own else repr(task)))


def _text_of(value: Any) -> str:
    if isinstance(value, Ruleset):
        return flat_text(value)
    if isinstance(value, FunctionType):
        return f"{value.__module__}.{value.__qualname__}"
    if isinstance(value, partial):
        return _text_of((value.func, *value.args, *sorted(value.keywords.items())))
    if hasattr(value, "_asdict"):
        return _text_of((type(value).__qualname__, *value._asdict().values()))
    if hasattr(value, "__dataclass_fields__"):
        # Not its text, which may leave most of it out.
        return _text_of((type(value).__qualname__, *(getattr(value, name) for name in value.__dataclass_fields__)))
    if isinstance(value, tuple | list):
        return "".join(f"{_text_of(each)}\n" for each in value)
    return repr(value)
