"""The grammar itself: what is made from it is up to date, its words cannot be mistaken, what it grows can be read."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calarec.core.notation import by_grammar
from calarec.core.notation.by_pattern import line_matcher, read_line
from calarec.core.notation.forms import FORMS, WORDS
from calarec.core.notation.keywords import NAMES, VERBS
from calarec.core.notation.patterns import FIELDS, STATEMENTS
from calarec.core.notation.phrases import PHRASES
from calarec.core.records.rows import NO_KEYWORDS, ROWS, keywords_at
from tests.notation import loaded_grammar, regenerate
from tests.shards import examples

if TYPE_CHECKING:
    from calarec.core.records.model import Statement

MODEST = settings(max_examples=examples(60), deadline=None, suppress_health_check=list(HealthCheck))


def test_generated_files_are_up_to_date() -> None:
    """`python -m tests.notation.regenerate` would change nothing."""
    assert regenerate.PATTERNS.read_text(encoding="utf-8") == regenerate.patterns_module()
    assert regenerate.FORMS.read_text(encoding="utf-8") == regenerate.forms_module()
    assert regenerate.SCHEMA.read_text(encoding="utf-8") == regenerate.schema_text()


def test_every_verb_and_word_has_a_name() -> None:
    """Everything that may be expected at a place has words for people."""
    assert {verb for verb in FORMS if verb not in NO_KEYWORDS} == set(VERBS)
    assert set(NAMES) == set(WORDS)


def test_rows_and_grammar_name_the_same_words_and_phrases() -> None:
    """In the same order; each of them can be read and written, and its fields are those of the statement."""
    for verb, row in ROWS.items():
        symbols = [part.symbol for part in row.parts]
        assert symbols == [*re.compile(FIELDS[verb]).groupindex], verb
        for part in row.parts:
            assert set(part.fields) <= {*row.kind._fields} - {"line"}, (verb, part)  # type: ignore[attr-defined]
    assert {*FIELDS} == {*ROWS, "hand"}
    assert {*PHRASES} == {part.symbol for row in ROWS.values() for part in row.parts}


def test_rows_and_grammar_allow_statements_at_the_same_places() -> None:
    """Between hands, anywhere and in hands."""
    assert loaded_grammar.statements_at("_between") == keywords_at("between")
    assert loaded_grammar.statements_at("_anywhere") == keywords_at("anywhere")
    assert loaded_grammar.statements_at("_within") | {"end"} == keywords_at("hand")


EXAMPLES = {
    "SEAT": ["A", "Z"],
    "ACTOR": ["A:"],
    "SIDE": ["A+C:", "A+B+C:"],
    "CARD": ["3b", "Ac", "__", "_b", "3_", "8p", "0z", "Tt"],
    "PLAY": ["3b!", "Ac??"],
    "WORD": ["chiamo", "sto-bene", "a", "x9"],
    "NUMBER": ["0", "7", "123456789"],
    "AMOUNT": ["+2", "-1", "11"],
    "SIGNED": ["+3", "+0"],
    "WHOLE": ["+8p", "12p"],
    "PIN": ["house@1.0.0", "7-bello@2"],
    "DIGEST": ["sha256:9f2c1a7e04bd"],
    "TIME": ["2025-11-02", "2025-11-02T21:10"],
    "STRING": ['"a"', '""'],
}
"""Texts that people would take for one kind of word and no other."""

KNOWN = {
    ("ACTOR", "SIDE"),
    ("CARD", "PLAY"),
    ("AMOUNT", "NUMBER"),
    ("COUNT", "NUMBER"),
    ("AMOUNT", "COUNT"),
    ("AMOUNT", "SIGNED"),
    ("CARD", "WHOLE"),
    ("PLAY", "WHOLE"),
}
"""Kinds that share a shape, none of which may be in the place of the other.

A side may be one seat; a play may be a card without a mark; a count is a number. `8p` is eight whole
points, and the eight of a suit `p`: points are in `result` and after `points`, where no card is allowed.
"""

APART = {"ANYTHING", "PIN", "XNAME", "HASH"}
"""Terminals that appear only after their own keyword, without alternatives."""


def test_no_two_kinds_of_word_share_a_shape() -> None:
    """Over all short texts of the characters that the notation uses, and over longer examples."""
    kinds = sorted(WORDS.keys() - APART)
    compiled = {kind: re.compile(WORDS[kind]) for kind in kinds}
    texts = {"".join(letters) for size in (1, 2, 3) for letters in product('A3b_p+:"@-!0', repeat=size)}
    texts |= {text for examples in EXAMPLES.values() for text in examples}
    shared = set()
    for text in texts:
        fitting = [kind for kind in kinds if compiled[kind].fullmatch(text)]
        shared |= {(one, other) for one in fitting for other in fitting if one < other}
    assert shared == KNOWN


def test_no_statement_takes_cards_and_points_at_one_place() -> None:
    """No card is allowed where whole points are, so `8p` is never in doubt."""
    for verb, form in FORMS.items():
        has_points = "'WHOLE'" in str(form)
        has_cards = any(f"'{kind}'" in str(form) for kind in ("CARD", "PLAY"))
        assert not (has_points and has_cards), verb


def test_examples_are_what_they_are_said_to_be() -> None:
    """The grammar's words are the ones that people know."""
    for kind, texts in EXAMPLES.items():
        for text in texts:
            assert re.fullmatch(WORDS[kind], text), (kind, text)


def grown(verb: str) -> st.SearchStrategy[str]:
    """Statements grown from the grammar's own definition."""
    return st.from_regex(re.compile(STATEMENTS[verb]), fullmatch=True)


@MODEST
@given(st.sampled_from(sorted(STATEMENTS)).flatmap(lambda verb: st.tuples(st.just(verb), grown(verb))))
def test_what_the_grammar_grows_can_be_read(pair: tuple[str, str]) -> None:
    """Any text that fits a definition is that statement, in Lark and by patterns."""
    verb, text = pair
    accepted = by_grammar.accept_line(text, 1)
    assert accepted is not None
    assert accepted.verb == verb
    into: list[Statement] = []
    assert read_line(text, 1, into) == verb
    assert accepted.statements == tuple(into)
    assert bool(into) == (verb != "hand")


def test_no_pattern_can_be_made_slow() -> None:
    """A long line that just fails is refused at once: its length is what it costs, not more."""
    for verb, tail in (
        ("x-", "x-a " + 'b "c" ' * 800 + '"'),
        ("note", 'note "' + "\\\\" * 4000),
        ("trick", " 1 A:" + " 3b!" * 2000 + " >"),
        ("bid", "bid" + " A: a-" * 1500 + " A"),
        ("deal", "deal A: " + "3b " * 3000 + "3"),
        ("result", "result" + " A+B: 1" * 1200 + " +"),
    ):
        match_line = line_matcher(verb)
        assert match_line is not None
        assert match_line(tail) is None
        assert by_grammar.accept_line(tail, 1) is None
