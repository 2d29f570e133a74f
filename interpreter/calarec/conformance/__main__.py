"""`python -m calarec.conformance COMMAND`: test a program that speaks the JSON.

Exit status. 0 no fact is wrong and every record has an answer; 1 a fact is wrong, or a record without an answer;
2 wrong use, no suite, or a program that cannot be started.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final

from calarec.conformance.asking import AskedRecord, ask_all
from calarec.conformance.program import AskedProgram, UnstartableError
from calarec.conformance.report import record_lines, summary_lines
from calarec.conformance.suite import SuiteError, UnknownRulesetError, find_suite, read_suite
from calarec.core.wording.cells import visible
from calarec.core.wording.language import Words, fill_words, preferred_language

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from calarec.core.wording.language import Language

SECONDS: Final = 30.0
_MAX_SECONDS: Final = 1e6
RIGHT, WRONG, REFUSED = 0, 1, 2

_DESCRIPTION: Final = Words("Run the conformance suite against a program that speaks its JSON.")
_COMMAND: Final = Words("the program, with its arguments")
_SUITE: Final = Words("the folder of the suite, if it is not beside this calarec")
_RULES: Final = Words("only the records of this ruleset; may be repeated")
_TIME: Final = Words("how long to wait for an answer, in seconds [default: 30]")
_SHOW: Final = Words("list the facts that were not answered, too")
_LANG: Final = Words("the language of the report: en or it")
_NO_SUITE: Final = Words(
    "conformance: an installed calarec has no suite; get `records/conformance` from the repository or the source "
    "archive, and name it with `--suite`"
)
_UNREADABLE: Final = Words("conformance: there is no suite that can be read in `{file}`")
_NO_RULESET: Final = Words("conformance: the suite has no record of `{id}`")
_NO_TIME: Final = Words("conformance: `--seconds` is a number of seconds above 0, not {given}")
_NOT_STARTED: Final = Words("conformance: `{command}` cannot be started: {reason}")


def run_suite(words: Sequence[str] | None = None) -> int:
    """Run the suite and report; answers the exit status."""
    given = list(sys.argv[1:] if words is None else words)
    options = _parse(given)
    lang = preferred_language(options.lang)
    if not 0 < options.seconds < _MAX_SECONDS:
        return _refuse(_NO_TIME, lang, given=f"{options.seconds:g}")
    folder = Path(options.suite) if options.suite else find_suite()
    if folder is None:
        return _refuse(_NO_SUITE, lang)
    command = options.command[1:] if options.command[:1] == ["--"] else options.command
    command = shlex.split(command[0]) if len(command) == 1 else command
    try:
        entries = read_suite(folder, tuple(options.rules))
        run: list[AskedRecord] = []
        for asked in ask_all(AskedProgram(command, options.seconds), entries):
            run.append(asked)
            _print_lines(record_lines(asked, options.seconds, lang, shows_unanswered=options.unanswered))
    except UnknownRulesetError as error:
        return _refuse(_NO_RULESET, lang, id=visible(str(error)))
    except SuiteError as error:
        return _refuse(_UNREADABLE, lang, file=str(error))
    except UnstartableError as error:
        return _refuse(_NOT_STARTED, lang, command=shlex.join(command), reason=str(error))
    _print_lines(summary_lines(run, len(entries) - len(run), lang))
    answered = any(len(asked.facts) > len(asked.unanswered_facts) for asked in run)
    return RIGHT if answered and not any(asked.wrong_facts or asked.failure for asked in run) else WRONG


def _parse(words: list[str]) -> argparse.Namespace:
    lang = preferred_language(next((after for before, after in pairwise(words) if before == "--lang"), None))
    parser = argparse.ArgumentParser("python -m calarec.conformance", description=_DESCRIPTION.in_language(lang))
    parser.add_argument("--suite", metavar="FOLDER", help=_SUITE.in_language(lang))
    parser.add_argument("--rules", metavar="ID", action="append", default=[], help=_RULES.in_language(lang))
    parser.add_argument("--seconds", metavar="N", type=float, default=SECONDS, help=_TIME.in_language(lang))
    parser.add_argument("--unanswered", action="store_true", help=_SHOW.in_language(lang))
    parser.add_argument("--lang", metavar="LANG", help=_LANG.in_language(lang))
    parser.add_argument("command", metavar="COMMAND", nargs=argparse.REMAINDER, help=_COMMAND.in_language(lang))
    options = parser.parse_args(words)
    if not options.command:
        parser.print_usage(sys.stderr)
        raise SystemExit(REFUSED)
    return options


def _print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)  # noqa: T201 - the report


def _refuse(words: Words, lang: Language, **values: object) -> int:
    print(fill_words(words, lang, values), file=sys.stderr)  # noqa: T201 - the refusal
    return REFUSED


if __name__ == "__main__":
    raise SystemExit(run_suite())
