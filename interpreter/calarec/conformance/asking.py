"""Asks a program about every record of a suite, and gathers what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.conformance.comparison import ComparedFact, Verdict, compare_hands, unknown_facts
from calarec.conformance.program import AskedProgram, Failure
from calarec.conformance.suite import FORMAT, SuiteEntry
from calarec.core.base.frozen import NamedTuple
from calarec.core.base.resources import data_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAX_FAILURES: Final = 5
"""The most records without an answer, and none with one, before testing ends."""


class AskedRecord(NamedTuple):
    """A record, and what the program answered."""

    entry: SuiteEntry
    facts: list[ComparedFact]
    failure: Failure | None = None
    unknown: frozenset[str] = frozenset()

    @property
    def wrong_facts(self) -> list[ComparedFact]:
        """Facts that are otherwise."""
        return [fact for fact in self.facts if fact.verdict is Verdict.WRONG]

    @property
    def unanswered_facts(self) -> list[ComparedFact]:
        """Facts that the program does not know."""
        return [fact for fact in self.facts if fact.verdict is Verdict.UNANSWERED]


def ask_all(program: AskedProgram, entries: Sequence[SuiteEntry]) -> Iterator[AskedRecord]:
    """Ask about one record after another; the program is ended with the last of them."""
    failures, answers = 0, 0
    try:
        for entry in entries:
            answer = program.ask(request_about(entry))
            if isinstance(answer, Failure):
                failures += 1
                yield AskedRecord(entry, [], answer)
                if not answers and failures == MAX_FAILURES:
                    return
            else:
                answers += 1
                yield AskedRecord(entry, compare_hands(entry.hands, answer), None, frozenset(unknown_facts(answer)))
    finally:
        program.stop()


def request_about(entry: SuiteEntry) -> dict[str, str]:
    """The request for a record: everything but the facts."""
    rule_file = data_folder("rules") / f"{entry.ruleset}.yaml"
    return {
        "format": FORMAT, "id": entry.id, "rules": entry.ruleset, "rule_file": str(rule_file), "record": entry.record,
    }  # fmt: skip
