"""A process for calls of the page: `NAME SIZE` and arguments in, JSON out.

The answer is preceded by its size. Two names are not calls: `ready` answers when all for the first tap is loaded,
`forget` drops results of rules that have changed.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Final

from calarec.core.wording.language import Words, text_in
from calarec_tools.desk.calls.boundary import answer_call, language_given
from calarec_tools.desk.calls.files import NotACallError

MAX_MEMORY_BYTES: Final = 2 << 30
_TOO_LARGE: Final = Words("This takes more memory than the page gives it; the command line has no such limit.")
_WARMING: Final = ("begin", {"rules": "pagat", "people": ["A", "B", "C"], "day": "", "lang": "en"})


def run_worker() -> None:
    """Answer until the input ends."""
    asking = sys.stdin.buffer
    answering = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # What anything prints must not come between the answers.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    _bound_memory()
    while line := asking.readline():
        name, _, size = line.decode().rstrip("\n").partition(" ")
        arguments = asking.read(int(size))
        answer = answer_as_json(name, arguments).encode()
        answering.write(f"{len(answer)}\n".encode() + answer)
        answering.flush()


def answer_as_json(name: str, arguments: bytes) -> str:
    """Return the answer as JSON: `answer`, `refused`, or `error` (wrong call, bug)."""
    if name == "ready":
        _warm_up()
        return json.dumps({"answer": True})
    if name == "forget":
        from calarec_tools.desk.calls.analysing import ANALYSES
        from calarec_tools.desk.calls.recording import DESK

        ANALYSES.clear_analyses()
        DESK.clear_entries()
        return json.dumps({"answer": True})
    given = arguments.decode("utf-8", "replace")
    try:
        return answer_call(name, given)
    except MemoryError:
        return json.dumps({"refused": text_in(_TOO_LARGE, language_given(given))})
    except (NotACallError, ValueError, RecursionError) as error:
        return json.dumps({"error": f"{type(error).__name__}"})
    except Exception as error:
        return json.dumps({"error": f"{type(error).__name__}: {error}"[:300]})


def _warm_up() -> None:
    """Begin an evening and a hand, so that the modules for the first tap are loaded."""
    name, given = _WARMING
    text = json.loads(answer_call(name, json.dumps(given)))["answer"]["text"]
    for typed in ("A", "B solo won"):
        answer = json.loads(
            answer_call("enter", json.dumps({"text": text, "typed": typed, "dealer": "A", "lang": "en"}))
        )
        text = answer["answer"]["text"]
    answer_call("sheet", json.dumps({"text": text, "lang": "en"}))
    answer_call("drawings", json.dumps({"text": text, "lang": "en"}))


def _bound_memory() -> None:
    """Limit the memory of the process to its share, if the system can."""
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    most = MAX_MEMORY_BYTES if hard == resource.RLIM_INFINITY else min(hard, MAX_MEMORY_BYTES)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


if __name__ == "__main__":
    run_worker()
