"""Two readers, one grammar: patterns and Lark agree on acceptance and meaning."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calarec.core.notation import by_grammar as loose
from calarec.core.notation import by_pattern, parse_records, write
from calarec.core.notation.expectations import follow_form
from calarec.core.notation.hand_reader import HAND_VERBS
from calarec.core.notation.lines import split_comment
from tests.notation import corpus
from tests.notation.strategies import records
from tests.shards import examples

if TYPE_CHECKING:
    from calarec.core.records import Hand
    from calarec.core.records.model import Statement

LINES = sorted({line for path in corpus.ALL for line in corpus.text(path).split("\n") if line.isprintable()})
MODEST = settings(max_examples=examples(150), deadline=None, suppress_health_check=list(HealthCheck))


def by_patterns(line: str) -> tuple[str, list[Statement]] | None:
    """Read a line by the quick reader; None if it does not know it."""
    into: list[Statement] = []
    verb = by_pattern.read_line(line, 1, into)
    return (verb, into) if verb else None


def by_grammar(line: str) -> tuple[str, list[Statement]] | None:
    """Read a line by Lark; None if it is not in the language."""
    accepted = loose.accept_line(line, 1)
    return None if accepted is None else (accepted.verb, [*accepted.statements])


def assert_alike(line: str) -> None:
    """Check that the grammar accepts the lines of the patterns, with equal results."""
    quick, slow = by_patterns(line), by_grammar(line)
    if quick is not None:
        assert quick == slow
    text = split_comment(line)[0].strip(" ")
    if slow is not None:
        words = text.split(" ") if '"' not in text else None
        if words and "" not in words:
            assert follow_form(slow[0], words).complete


@pytest.mark.parametrize("comment", ["", ' ; "so" it \\ was'])
@pytest.mark.parametrize("text", ["Anna", "", r"A \"B\" \\ \/ \n", r"\u00e9 \ud83c\udca1"])
@pytest.mark.parametrize("line", ["seat A {}", "tag event {}", "hand {}", "note {}", "end abandoned {}", "match {}"])
def test_strings_with_and_without_escapes_take_the_quick_way(line: str, text: str, comment: str) -> None:
    """Patterns know both, with groups at the same places."""
    written = line.format(f'"{text}"') + comment
    assert by_patterns(written) == by_grammar(written) is not None


@pytest.mark.parametrize("line", LINES)
def test_readers_agree_on_the_corpora(line: str) -> None:
    """Every line of every file, valid or not."""
    assert_alike(line)


@MODEST
@given(st.sampled_from(LINES), st.data())
def test_readers_agree_on_damaged_lines(line: str, data: st.DataObject) -> None:
    """A character put in, taken away or changed."""
    at = data.draw(st.integers(0, len(line)))
    new = data.draw(st.sampled_from(['"', " ", ";", ":", "A", "b", "3", ">", "+", "-", "\\", "_", "é", ""]))
    drop = data.draw(st.integers(0, 1))
    assert_alike(line[:at] + new + line[at + drop :])


@MODEST
@given(records())
def test_canonical_hands_take_the_quick_way(hands: list[Hand]) -> None:
    """Canonical hands are read by patterns, with the meaning that Lark gives."""
    text = write(hands)
    assert loose.load_parser().parse(text, start="start").children
    for hand in parse_records(text):
        quick: list[Statement] = []
        assert by_pattern.can_read_hand(hand.lines, hand.line, quick, HAND_VERBS)
        accepted = loose.accept_hand("\n".join(hand.lines), hand.line)
        assert accepted is not None
        assert quick == [statement for line in accepted for statement in line.statements]


def test_most_hands_of_the_valid_corpus_take_the_quick_way() -> None:
    """Slow hands have a reason: spacing, carriage returns, leniencies, a missing end."""
    odd = {"trick-unaligned", "leading-blanks", "crlf", "tabs", "no-break-space"}
    odd |= {"lenient-two-words", "lenient-glued-colon", "missing-end-at-the-end-of-file"}
    slow = set()
    for path in corpus.VALID:
        for hand in parse_records(corpus.text(path)):
            if not by_pattern.can_read_hand(hand.lines, hand.line, [], HAND_VERBS):
                slow.add(path.stem)
    assert slow == odd


def test_lark_is_not_imported_for_a_canonical_file() -> None:
    """Reading the sample loads neither Lark nor anything else that a canonical file does not need."""
    sample = corpus.HERE / "valid" / "sample.cal"
    code = (
        "import sys; from calarec.core.notation import read_records; hands = list(read_records(sys.argv[1]));"
        "assert len(hands) == 1 and not hands[0].findings;"
        "print(sorted({'lark', 'json.tool', 'difflib', 'yaml', 'jsonschema'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code, str(sample)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_columns_lead_back_to_the_words() -> None:
    """The place of a card, a seat and a word is that of its text in the file."""
    path = corpus.HERE / "valid" / "sample.cal"
    text = corpus.text(path).split("\n")
    hand = parse_records(corpus.text(path))[0]

    def at(statement: Statement, **asked: int) -> str:
        span = hand.span(statement, **asked)
        return text[span.line - 1][span.column - 1 : span.end_column - 1]

    for statement in hand.statements:
        for index, card in enumerate(getattr(statement, "cards", ())):
            assert at(statement, card=index) == card
        for field in ("seat", "leader"):
            if hasattr(statement, field):
                assert at(statement, seat=0) == getattr(statement, field)
        if type(statement).__name__ == "Bid":
            assert at(statement, word=0) == statement.word  # type: ignore[union-attr]
