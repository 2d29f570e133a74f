"""The report of a run in words: differences, with their records and sources."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from calarec.core.base.escapes import escape_characters
from calarec.core.wording.language import Listing, Words, fill_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.conformance.asking import AskedRecord
    from calarec.conformance.comparison import ComparedFact
    from calarec.conformance.program import Failure
    from calarec.core.wording.language import Language

_FAILURES: Final = {
    "late": Words("  no answer after {seconds:# second|# seconds}"),
    "ended": Words("  the program ended without an answer"),
    "garbage": Words("  the answer is not JSON with `hands`: {said}"),
    "other_record": Words("  the answer is about another record: {said}"),
}
_ENDED_WITH: Final = Words("  the program ended without an answer; it wrote: {said}")
_WRONG: Final = Words("  hand {hand}, {fact}: {expected} is right, {answered} was answered")
_UNANSWERED: Final = Words("  not answered: {facts}")
_UNKNOWN: Final = Words("These names in answers are not facts: {names}.")
_RECORDS: Final = Words(
    "{records:# record|# records}: {right} right, {wrong} with a wrong fact, {failed} without an answer, "
    "{partly} with facts that were not answered."
)
_FACTS: Final = Words("{facts:# fact|# facts}: {right} right, {wrong} wrong, {unanswered} not answered.")
_NOT_ASKED: Final = Words("{count:# record was|# records were} not asked about: the program answered nothing.")


def record_lines(asked: AskedRecord, seconds: float, lang: Language, *, shows_unanswered: bool) -> Iterator[str]:
    """The lines on a record; none for one that is right."""
    if not (asked.wrong_facts or asked.failure or (shows_unanswered and asked.unanswered_facts)):
        return
    yield f"{asked.entry.id}: {asked.entry.title}"
    for source in asked.entry.sources:
        yield escape_characters(f"  {source.rule} ({source.source}): {source.says}")
    if asked.failure:
        yield _failure_line(asked.failure, seconds, lang)
    for fact in asked.wrong_facts:
        yield _wrong_line(fact, lang)
    if shows_unanswered and asked.unanswered_facts:
        names = dict.fromkeys(fact.fact for fact in asked.unanswered_facts)
        yield fill_words(_UNANSWERED, lang, {"facts": ", ".join(names)})


def _failure_line(failure: Failure, seconds: float, lang: Language) -> str:
    words = _ENDED_WITH if failure.kind == "ended" and failure.said else _FAILURES[failure.kind]
    shown = int(seconds) if seconds == int(seconds) else seconds
    return fill_words(words, lang, {"said": escape_characters(failure.said), "seconds": shown})


def _wrong_line(fact: ComparedFact, lang: Language) -> str:
    values = {
        name: escape_characters(json.dumps(value))
        for name, value in (("expected", fact.expected), ("answered", fact.answered))
    }
    return fill_words(_WRONG, lang, {"hand": fact.hand, "fact": fact.fact, **values})


def summary_lines(run: Sequence[AskedRecord], not_asked: int, lang: Language) -> Iterator[str]:
    """The lines with the numbers of right records and facts."""
    facts = sum(len(asked.facts) for asked in run)
    wrong = sum(len(asked.wrong_facts) for asked in run)
    unanswered = sum(len(asked.unanswered_facts) for asked in run)
    failed = sum(asked.failure is not None for asked in run)
    with_wrong = sum(bool(asked.wrong_facts) for asked in run)
    partly = sum(bool(asked.unanswered_facts) and not asked.wrong_facts for asked in run)
    if names := sorted({name for asked in run for name in asked.unknown}):
        quoted = Listing(tuple(f"`{escape_characters(name)}`" for name in names))
        yield fill_words(_UNKNOWN, lang, {"names": quoted})
    if not_asked:
        yield fill_words(_NOT_ASKED, lang, {"count": not_asked})
    right = len(run) - with_wrong - failed - partly
    values: dict[str, object] = {"records": len(run), "right": right, "wrong": with_wrong, "failed": failed}
    yield fill_words(_RECORDS, lang, {**values, "partly": partly})
    yield fill_words(
        _FACTS, lang, {"facts": facts, "right": facts - wrong - unanswered, "wrong": wrong, "unanswered": unanswered}
    )
