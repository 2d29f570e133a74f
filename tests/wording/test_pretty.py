"""Findings for people: their content and its alignment."""

from __future__ import annotations

import re
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calarec.core.base.spans import Excerpt, Span
from calarec.core.wording.cells import cells
from calarec.core.wording.findings import Edit, Finding, Fix, Label, RuleRef
from calarec.core.wording.language import Translated
from tests.shards import examples
from tests.wording.sample import finding, text

if TYPE_CHECKING:
    from calarec.core.wording.language import Language

pytestmark = pytest.mark.usefixtures("sample_codes")
on_fixture = settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])


def _shown(expected: str) -> str:
    return dedent(expected).lstrip("\n")


def test_everything_that_a_finding_holds() -> None:
    """Place, code, message; lines, marks, labels; other places, rule, help, fix."""
    whole = finding(
        labels=(
            Label(
                Span.from_column("a.cal", 24, 13, 2),
                Translated.from_texts({"en": "denari on a bastoni lead", "it": "denari su bastoni"}),
            ),
            Label(Span.from_column("a.cal", 24, 7, 2), Translated.from_texts({"en": "the lead", "it": "l'attacco"})),
            Label(Span.from_column("b.yaml", 3, 1), Translated.from_texts({"en": "written here", "it": "scritto qui"})),
        ),
        rule=RuleRef("play.follow", "rules/x.yaml:57:3", "004 The Play"),
        fix=Fix((Edit(Span.from_column("a.cal", 24, 13, 2), "2b"),), safe=True),
    )
    assert text([whole]) == _shown(
        """
        a.cal:24:13: CAL599 Carla must follow suit
           22 |  1 B: 3s 2s 4s
           23 |  2 B: 7s Fc Fs
           24 |  3 A: 7b Ab 4d
              |       --    ^^ denari on a bastoni lead
              |       the lead
              = see   b.yaml:3:1: written here
              = rule  play.follow (rules/x.yaml:57:3, source 004 The Play)
              = help  legal here: 2b
              = fix   replace `4d` with `2b` (safe)
        """
    )


def test_the_same_in_italian() -> None:
    """Every word that is not a code, a card or a path."""
    whole = finding(
        labels=(
            Label(Span.from_column("b.yaml", 3, 1), Translated.from_texts({"en": "written here", "it": "scritto qui"})),
        ),
        rule=RuleRef("play.follow", "", "house rule"),
        fix=Fix((Edit(Span.from_column("a.cal", 24, 13, 0), "2b "),)),
    )
    assert text([whole], lang="it") == _shown(
        """
        a.cal:24:13: CAL599 Carla deve rispondere al seme
           22 |  1 B: 3s 2s 4s
           23 |  2 B: 7s Fc Fs
           24 |  3 A: 7b Ab 4d
              |             ^^
              = vedi     b.yaml:3:1: scritto qui
              = regola   play.follow (regola della casa)
              = aiuto    carte ammesse: 2b
              = rimedio  inserire `2b `
        """
    )


def test_findings_are_parted_by_an_empty_line() -> None:
    """One paragraph each; a lesser severity is marked; an answered warning is a note."""
    warning = Finding(code="CAL799", span=Span.from_column("a.cal", 1, 1), args={"what": "this"})
    answered = Finding(code="CAL799", span=Span.from_column("a.cal", 0, 1), args={"what": "this"}, answered=True)
    assert text([warning, answered]) == _shown(
        """
        a.cal:1:1: CAL799 warning: this is untidy

        a.cal: CAL799 note: this is untidy
        """
    )
    assert text([answered], lang="it") == "a.cal: CAL799 nota: this è poco ordinato\n"


def test_nothing_found_is_nothing_said() -> None:
    """No finding, no text."""
    assert text([]) == ""


@pytest.mark.parametrize(
    ("edits", "said"),
    [
        ([Edit(Span.from_column("a.cal", 24, 13, 2), "")], "remove `4d`"),
        ([Edit(Span.from_column("a.cal", 24, 15, 0), " 2b")], "insert ` 2b`"),
        ([Edit(Span.from_column("c.cal", 9, 1, 2), "2b")], "write `2b` at c.cal:9:1"),
        ([Edit(Span.from_column("a.cal", 8, 1, 0), "carried A: 1\n")], "write the line `carried A: 1` before line 8"),
        ([Edit(Span.from_column("a.cal", 24, 15, 0), "\nend")], "write the line `end` after line 24"),
        ([Edit(Span.from_column("a.cal", 24, 13, 1), "\n")], "begin a new line at a.cal:24:13"),
        ([Edit(Span.from_column("a.cal", 24, 13, 2), "2b\x1b[0m")], "replace `4d` with `2b\\x1b[0m`"),
        (
            [Edit(Span.from_column("a.cal", 24, 7 + 3 * (n % 3), 2), str(n)) for n in range(5)],
            "replace `7b` with `0`; replace `Ab` with `1`; replace `4d` with `2`; and more edits: 2",
        ),
    ],
)
def test_a_fix_is_told_in_words(edits: list[Edit], said: str) -> None:
    """Replace, insert, remove; where the text is not at hand, what to write and where."""
    assert text([finding(fix=Fix(tuple(edits)))]).splitlines()[-1] == f"      = fix   {said}"


def test_a_fix_does_not_show_the_same_text_twice() -> None:
    """A bare tab is shown as the escape that replaces it."""
    found = finding('seat A "An\tna"', 8, 7, fix=Fix((Edit(Span.from_column("a.cal", 24, 8, 7), '"An\\tna"'),)))
    said = 'write the control characters in `"An\\tna"` as they are shown here'
    assert text([found]).splitlines()[-1] == f"      = fix   {said}"


@pytest.mark.parametrize(
    ("line", "column", "width", "marks"),
    [
        ("ab cd", 4, 2, "   ^^"),
        ("漢字 cd", 4, 2, "     ^^"),
        ("漢字 cd", 2, 1, "  ^^"),
        ("e\u0301e\u0301 cd", 6, 2, "   ^^"),
        ("\tcd", 2, 2, "    ^^"),
        ("ab\tcd", 4, 2, "    ^^"),
        ("a\x1bb cd", 5, 2, "       ^^"),
        ("\u202ecd", 2, 2, "      ^^"),
        ("cd", 3, 1, "  ^"),
        ("cd", 9, 4, "  ^"),
        ("", 1, 1, "^"),
        ("cd", 1, 0, "^"),
    ],
    ids=repr,
)
def test_marks_stand_under_what_they_mean(line: str, column: int, width: int, marks: str) -> None:
    """Wide and combining characters, tabs, escapes, the end of the line and beyond it."""
    lines = text([finding(line, column, width)]).splitlines()
    assert lines[4] == f"      | {marks}"


def test_a_span_over_several_lines_is_marked_on_each() -> None:
    """From its column to the end, whole lines without their indent, up to its end."""
    wide = finding(span=Span("a.cal", 22, 7, 24, 6), excerpt=Excerpt(22, ("steps: [deal,", "   auction,", "   ]")))
    marks = [line[8:] for line in text([wide]).splitlines() if line.startswith("      | ")]
    assert marks == ["      ^^^^^^^", "   ^^^^^^^^", "   ^"]


def test_labels_of_one_line_hang_below_one_another() -> None:
    """The rightmost is beside the marks, the others below it, joined by a stem."""
    labels = [
        Label(Span.from_column("a.cal", 24, column, 2), Translated.from_texts(word))
        for column, word in ((7, "one"), (10, "two"), (13, "three"))
    ]
    lines = text([finding(labels=tuple(labels))]).splitlines()
    assert [line[8:] for line in lines[4:7]] == ["      -- -- ^^ three", "      |  two", "      one"]


def test_a_long_line_is_shown_through_a_window() -> None:
    """The finding is seen, with the cut ends marked, and its marks are under it."""
    line = "x " * 300 + "HERE" + " y" * 300
    lines = text([finding(line, 601, 4)], width=80).splitlines()
    shown, marks = lines[3], lines[4]
    assert cells(shown) <= 80
    assert shown[8] == "…"
    assert shown[-1] == "…"
    assert shown[marks.index("^") :].startswith("HERE")
    assert marks.count("^") == 4


@pytest.mark.parametrize("width", [40, 60, 80])
@pytest.mark.parametrize("lang", ["en", "it"])
def test_lines_keep_to_the_width(width: int, lang: Language) -> None:
    """Messages, labels and remarks are wrapped; a later line begins under its first."""
    long = "parola " * 20
    whole = finding(
        args={"who": long.strip(), "cards": long.strip()},
        labels=(
            Label(Span.from_column("a.cal", 24, 13, 2), Translated.from_texts(long)),
            Label(Span.from_column("a.cal", 24, 7, 2), Translated.from_texts(long)),
        ),
        rule=RuleRef("play.follow", "rules/x.yaml:57:3", "004 The Play"),
    )
    lines = text([whole], lang=lang, width=width).splitlines()
    assert [line for line in lines if cells(line) > width] == []
    assert text([whole], lang=lang).split() != []


def test_without_a_width_nothing_is_wrapped() -> None:
    """In a file or a pipe the message stays on its line, however long."""
    whole = finding(args={"who": "x " * 200 + "y", "cards": "2b"})
    assert text([whole]).splitlines()[0].endswith("y must follow suit")


ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def test_colour_changes_nothing_but_colour() -> None:
    """Without its escapes the coloured text is the plain one, and every colour ends on its line."""
    whole = finding(
        labels=(
            Label(Span.from_column("a.cal", 24, 7, 2), Translated.from_texts({"en": "the lead", "it": "l'attacco"})),
        ),
        rule=RuleRef("play.follow"),
    )
    coloured = text([whole], colour=True)
    assert coloured != text([whole])
    assert ESCAPES.sub("", coloured) == text([whole])
    for line in coloured.splitlines():
        assert line.count("\x1b[0m") * 2 == line.count("\x1b")
    assert "\x1b" not in text([whole])


anything = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("\x1b\x00\x07\r\n\t\x9b\x7f\u202e\u2028\u200d\u0301漢\ud800 ab"),
    ),
    max_size=30,
)


@on_fixture
@given(anything, anything, anything, st.integers(1, 40), st.integers(0, 40), st.sampled_from([0, 40, 80]))
def test_no_terminal_obeys_a_stranger(line: str, name: str, word: str, column: int, length: int, width: int) -> None:
    """From any file, name, message, label or fix, only printable text is printed."""
    whole = finding(
        line.replace("\n", ""),
        column,
        length,
        args={"who": name, "cards": word},
        labels=(
            Label(Span.from_column("a.cal", 24, length + 1, column), Translated.from_texts({"en": word, "it": name})),
            Label(Span.from_column(name, 1, 1), Translated.from_texts({"en": word, "it": name})),
        ),
        rule=RuleRef(name, word, word),
        fix=Fix((Edit(Span.from_column("a.cal", 24, column, length), word), Edit(Span.from_column(name, 2, 2), name))),
    )
    for lang in ("en", "it"):
        for form in ("pretty", "concise", "github"):
            shown = text([whole], form, lang, width=width)
            # The joiners shape letters within names and are let through.
            rest = shown.replace("\n", "").replace("\u200d", "").replace("\u200c", "")
            assert rest.isprintable()
    assert len(text([whole], "concise").splitlines()) == 1
    assert len(text([whole], "github").splitlines()) == 1
