"""`calarec doctor`: describe this installation; nothing is changed."""

from __future__ import annotations

import os
import platform
import sys
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.kernel import UnusedKernel, find_unused_kernel, kernel_in_use
from calarec.core.wording.language import LANGUAGES, Phrase, Words, text_in
from calarec_tools.cli.declare import Command
from calarec_tools.cli.parameters import JSON
from calarec_tools.output.files.streams import CLEAN, FINDINGS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec_tools.output.files.streams import Output

FORMAT: Final = "calarec-doctor/1"
EXTRAS: Final = {
    "archive": "duckdb",
    "cluster": "distributed",
    "editor": "pygls",
    "enter": "prompt_toolkit",
    "rl": "pettingzoo",
    "zst": "zstandard",
}
"""Each extra and the library that it brings."""

_ROW: Final = Words("{name}: {value}")
_FOUND: Final = Words("{path}: {count}")
_NO_FOLDER: Final = Words("{path}: there is no such folder")
_UNUSABLE: Final = Words("{path}: cannot be used, `calarec rules check {path}` says why")
_HIDDEN: Final = Words("`{id}` of {path} is hidden by the one before")
_CACHE_OFF: Final = Words("none is kept")
_NO_CACHE: Final = Words("{path} (not there yet)")
_NOT_OURS: Final = Words("{path}: others may write there, so it is not used")
_OTHER_KERNEL: Final = Words(
    "The compiled kernel was built from other sources, so the plain one runs. To build it again, reinstall calarec."
)
_MISSING_KERNEL: Final = Words(
    "The compiled kernel is not used ({reason}), so the plain one runs. To build it, reinstall calarec where there is "
    "a C compiler."
)
_NAMES: Final = {
    "version": Words("calarec"),
    "python": Words("Python"),
    "place": Words("Installed in"),
    "kernel": Words("Kernel"),
    "language": Words("Language"),
    "encoding": Words("Encoding of the output"),
    "extras": Words("Extras"),
    "missing": Words("Extras that are not installed"),
    "cache": Words("Cache"),
    "rulesets": Words("Rulesets"),
}
_NONE: Final = Words("none")


def describe_unused_kernel(kernel: UnusedKernel) -> Words:
    """Why the compiled kernel is not used, and what to do about it."""
    return _MISSING_KERNEL.with_values(reason=kernel.reason) if kernel.reason else _OTHER_KERNEL


def run_doctor(out: Output, *, json: bool) -> int:
    """Print what there is; 1 if rule files that are found by their id cannot be used."""
    found = examine_installation(out.lang)
    if json:
        from json import dumps

        out.write_line(dumps(found, ensure_ascii=False, indent=1))
    else:
        for line in _doctor_lines(found, out):
            out.write_line(line)
    return FINDINGS if found["unusable"] or any(each["count"] is None for each in found["rulesets"]) else CLEAN


def examine_installation(lang: str) -> dict[str, Any]:
    """Everything as data."""
    from importlib.util import find_spec

    from calarec.core.base.version import __version__

    unused, package = find_unused_kernel(), find_spec("calarec")
    assert package is not None
    assert package.origin is not None
    there = {name: find_spec(library) is not None for name, library in EXTRAS.items()}
    folders, unusable, hidden = _rules_found()
    return {
        "format": FORMAT,
        "version": __version__,
        "python": f"{platform.python_implementation()} {platform.python_version()} ({sys.platform})",
        "place": os.path.dirname(os.path.abspath(package.origin)),  # noqa: PTH100, PTH120
        "kernel": kernel_in_use(),
        "unused_kernel": None if unused is None else unused._asdict(),
        "language": lang,
        "languages": list(LANGUAGES),
        "encoding": sys.stdout.encoding or "",
        "extras": [name for name, here in there.items() if here],
        "missing": [name for name, here in there.items() if not here],
        "cache": _cache(),
        "rulesets": folders,
        "unusable": unusable,
        "hidden": hidden,
    }


def _rules_found() -> tuple[list[dict[str, Any]], list[str], list[dict[str, str]]]:
    """List the folders of rule files, unusable files, and hidden ids.

    An id is hidden if a folder before has the same.
    """
    from calarec.rule_files.load import check_rules
    from calarec.rule_files.locate import known_ids, rule_folders

    folders: list[dict[str, Any]] = []
    unusable: list[str] = []
    hidden: list[dict[str, str]] = []
    seen: set[str] = set()
    *own, shipped = rule_folders()
    for folder in (*own, shipped):
        ids = known_ids((folder,)) if os.path.isdir(folder) else None  # noqa: PTH112
        folders.append({"path": folder, "count": None if ids is None else len(ids), "shipped": folder == shipped})
        for name, file in (ids or {}).items():
            if name in seen:
                hidden.append({"id": name, "path": folder})
            # Those that are shipped are tested; looking at them all would take long.
            if folder != shipped:
                with open(file, "rb") as stream:  # noqa: PTH123
                    raw = stream.read()
                # With its content given nothing is kept in the cache.
                if check_rules(file, raw=raw).ruleset is None:
                    unusable.append(file)
        seen |= set(ids or ())
    return folders, unusable, hidden


def _cache() -> dict[str, Any]:
    from calarec.rule_files.cache import cache_folder, is_own_folder

    folder = cache_folder()
    there = bool(folder) and os.path.isdir(folder)  # noqa: PTH112
    entries = [each for each in os.listdir(folder) if each.endswith(".json")] if there else []  # noqa: PTH208
    return {"path": folder, "there": there, "usable": there and is_own_folder(folder), "entries": len(entries)}


def _doctor_lines(found: dict[str, Any], out: Output) -> Iterator[str]:
    def value_line(name: str, value: object) -> str:
        return text_in(_ROW.with_values(name=_NAMES[name], value=value), out.lang)

    for name in ("version", "python", "place", "kernel", "language", "encoding"):
        yield value_line(name, found[name])
        if name == "kernel" and found["unused_kernel"] is not None:
            yield "  " + text_in(describe_unused_kernel(UnusedKernel(**found["unused_kernel"])), out.lang)
    for name in ("extras", "missing"):
        yield value_line(name, ", ".join(found[name]) or _NONE)
    cache = found["cache"]
    count = Phrase("figures", cache["entries"], Words("entry|entries"))
    if not cache["path"]:
        yield value_line("cache", _CACHE_OFF)
    elif not cache["there"]:
        yield value_line("cache", _NO_CACHE.with_values(path=cache["path"]))
    else:
        said = _FOUND.with_values(path=cache["path"], count=count)
        yield value_line("cache", said if cache["usable"] else _NOT_OURS.with_values(path=cache["path"]))
    yield value_line("rulesets", "").rstrip()
    for each in found["rulesets"]:
        number = Phrase("figures", each["count"] or 0, Words("ruleset|rulesets"))
        text = _NO_FOLDER if each["count"] is None else _FOUND.with_values(count=number)
        yield "  " + text_in(text.with_values(path=each["path"]), out.lang)
    for file in found["unusable"]:
        yield "  " + text_in(_UNUSABLE.with_values(path=file), out.lang)
    for each in found["hidden"]:
        yield "  " + text_in(_HIDDEN.with_values(**each), out.lang)


DECLARED = Command(run_doctor, options=(JSON,), example="calarec doctor")
