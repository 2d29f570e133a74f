"""Places in texts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from calarec.core.base.spans import Excerpt, Span


def test_a_span_within_a_line() -> None:
    """Its end is the place after its last character."""
    span = Span.from_column("a.cal", 3, 7, 2)
    assert span == Span("a.cal", 3, 7, 3, 9)
    assert str(span) == "a.cal:3:7"


@given(st.lists(st.text(max_size=3), min_size=1, max_size=12), st.data())
def test_an_excerpt_numbers_the_lines_that_it_shows(lines: list[str], data: st.DataObject) -> None:
    """Each line of an excerpt has its own number, and the asked line is among them."""
    line = data.draw(st.integers(1, len(lines)))
    before = data.draw(st.integers(0, 4))
    after = data.draw(st.integers(0, 4))
    excerpt = Excerpt.around_line(lines, line, before=before, after=after)
    for offset, text in enumerate(excerpt.lines):
        assert lines[excerpt.first_line - 1 + offset] == text
    assert excerpt.first_line <= line < excerpt.first_line + len(excerpt.lines)
    assert len(excerpt.lines) == min(line, before + 1) + min(after, len(lines) - line)
