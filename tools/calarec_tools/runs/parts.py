"""Results of tasks kept in files, so that a run that was broken off goes on where it was.

In go a folder, work and a task; out comes the `KeptResult`, made now if it was not there. A part
is called by what it rests on: the task with its text, the work with the flat text of its rulesets, and calarec.
It is written under another name and put in its place at once. The folder must be the user's alone to write: what is
read there is unpickled.
"""

from __future__ import annotations

import os
from functools import partial
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final

from calarec.base.frozen import NamedTuple
from calarec.mechanisms.ruleset import Ruleset
from calarec.rulesets.cache import own_folder, sha256, versions
from calarec.rulesets.kept import flat_text
from calarec.wording.language import Words
from calarec_tools.runs.streams import RefusalError

if TYPE_CHECKING:
    from collections.abc import Callable

_ENDING: Final = ".part"
_NOT_OURS: Final = Words("`{folder}`: parts need a folder that nobody else may write to (chmod 700).")


class KeptResult(NamedTuple):
    """The file of a result."""

    file: str

    def loaded(self) -> Any:
        """The result."""
        import pickle

        with open(self.file, "rb") as stream:  # noqa: PTH123
            return pickle.load(stream)


class UnkeptResult(NamedTuple):
    """A result that is not kept: another time there may be no reason to refuse."""

    result: Any

    def loaded(self) -> Any:
        """The result."""
        return self.result


def refuse_folder(folder: str) -> None:
    """Makes the folder; a refusal if others may write to it."""
    if not own_folder(folder):
        raise RefusalError(_NOT_OURS, folder=folder)


def kept(folder: str, work: Callable[[Any], Any], task: Any) -> KeptResult | UnkeptResult:
    """The part of a task; it is done now if it was not done before."""
    file = os.path.join(folder, sha256(_identity(work, task).encode("utf-8", "surrogatepass"))[:40] + _ENDING)  # noqa: PTH118
    part = KeptResult(file)
    if os.path.exists(file):  # noqa: PTH110
        return part
    import pickle  # most runs keep no parts

    found = work(task)
    if getattr(found, "refusal", None) is not None:
        return UnkeptResult(found)
    draft = f"{file}.{os.getpid():x}-{os.urandom(6).hex()}"
    try:
        with open(draft, "wb") as stream:  # noqa: PTH123
            pickle.dump(found, stream)
        os.replace(draft, file)  # noqa: PTH105
    except BaseException as error:
        if os.path.exists(draft):  # noqa: PTH110
            os.unlink(draft)  # noqa: PTH108
        # On Windows nothing is put in the place of a file that somebody reads: then another was quicker with the same.
        if not (isinstance(error, PermissionError) and os.path.exists(file)):  # noqa: PTH110
            raise
    return part


def _identity(work: Callable[[Any], Any], task: Any) -> str:
    """Everything that a result rests on, as text."""
    own = getattr(task, "identity", None)
    return "\n".join((versions(), _said(work), own() if own else repr(task)))


def _said(value: Any) -> str:
    if isinstance(value, Ruleset):
        return flat_text(value)
    if isinstance(value, FunctionType):
        return f"{value.__module__}.{value.__qualname__}"
    if isinstance(value, partial):
        return _said((value.func, *value.args, *sorted(value.keywords.items())))
    if isinstance(value, tuple | list):
        return "".join(f"{_said(each)}\n" for each in value)
    return repr(value)
