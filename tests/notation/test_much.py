"""Blank lines, comments, notes and tags without end, and lines without end: nothing grows with them."""

from __future__ import annotations

import io
import random
import tracemalloc
from typing import TYPE_CHECKING, Final

import pytest

from calarec.core.notation import blocks as limits
from calarec.core.notation import parse_records, preamble
from calarec.core.notation.blocks import MAX_BLOCK_CHARACTERS, MAX_HAND_FINDINGS, MAX_OWN_COMMENT_LINES, cut_into_blocks
from calarec.core.notation.formatter import BlockFormatter, fmt, format_source
from calarec.core.notation.reader import read_records
from calarec_tools.archive.runs.running import check_files
from calarec_tools.output.formats.json_form import from_jsonl, to_jsonl

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow

HEAD: Final = "cal 1\nrules pagat@1.0.0\nseat A\nseat B\nseat C\n"
HAND: Final = "\nhand 1\ndealer A\nend\n"
MANY: Final = 15_000
MUCH: Final = 5_000_000
"""Bytes: far less than so many lines take when each is an object."""
LINES: Final = "\n" * MANY + "; c\n" * MANY + 'note "x"\n' * (MANY // 4)


def _used(work: Callable[[], object]) -> int:
    """The most memory that something takes."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def _drained(pieces: Iterator[object]) -> None:
    for _ in pieces:
        pass


@pytest.mark.parametrize("inside", [False, True])
def test_many_lines_take_no_memory(inside: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """In reading, and on the way into the canonical form and out of another."""
    text = HEAD + HAND.replace("end", LINES + "end") + HAND if inside else HEAD + LINES + HAND + LINES
    raw = text.encode()
    monkeypatch.setattr(limits, "MAX_LEAD_CHARACTERS", 4096)
    assert _used(lambda: _drained(iter(read_records(io.BytesIO(raw))))) < MUCH
    assert _used(lambda: _drained(format_source(io.BytesIO(raw)))) < MUCH
    assert _used(lambda: _drained(from_jsonl(to_jsonl(io.BytesIO(raw))))) < MUCH


def test_a_long_text_takes_no_more_than_itself_a_few_times() -> None:
    """A pattern that tries it keeps a hundred and more bytes of each character."""
    text = HEAD + f'note "{"x" * 300_000}"\n' + HAND
    assert _used(lambda: _drained(format_source(io.BytesIO(text.encode())))) < 2 * MUCH
    assert _used(lambda: _drained(from_jsonl(to_jsonl(io.BytesIO(text.encode()))))) < 2 * MUCH
    assert "".join(format_source(io.BytesIO(text.encode()))) == text


def test_many_lines_are_checked(tmp_path: Path) -> None:
    """Nothing is found in them; a line longer than a shard is reported, the rest read."""
    file = tmp_path / "a.cal"
    second = HAND.replace("hand 1", "hand 2").replace("dealer A", "dealer B")
    file.write_text(HEAD + LINES + HAND + LINES + second, encoding="utf-8")
    [*parts] = check_files([str(file)])
    assert [part.findings for part in parts if part.findings] == []
    assert sum(part.report.verdicts.get("legal", 0) for part in parts) == 2
    file.write_text(
        HEAD + HAND + "; " + "x" * (3 * MAX_BLOCK_CHARACTERS) + "\n" + second,
        encoding="utf-8",
    )
    [*parts] = check_files([str(file)])
    assert [(each.code, each.span.line) for part in parts for each in part.findings] == [("CAL008", 10)]
    assert sum(part.report.verdicts.get("legal", 0) for part in parts) == 2


@pytest.mark.parametrize("comments", [MAX_OWN_COMMENT_LINES, MAX_OWN_COMMENT_LINES + 1, 20_000])
def test_the_canonical_form_does_not_depend_on_pieces(comments: int) -> None:
    """Comments right above a hand stay with it, unless they are too many; and formatting again changes nothing."""
    text = f"{HEAD}\n; first\n\n" + "; many\n" * comments + HAND.lstrip() + "\n\n; last\n" * 3_000
    canonical = fmt(text)
    assert fmt(canonical) == canonical
    assert ("; many\nhand 1" in canonical) is (comments <= MAX_OWN_COMMENT_LINES)
    draw = random.Random(comments)
    for _ in range(3):
        assert "".join(map(BlockFormatter().format_block, cut_into_blocks(_pieces(text, draw)))) == canonical


def _pieces(text: str, draw: random.Random) -> Iterator[str]:
    at = 0
    while at < len(text):
        end = text.find("\n", at + draw.choice([0, 100, 70_000, 300_000])) + 1 or len(text)
        yield text[at:end]
        at = end


def test_a_hand_that_is_too_long_is_told_once_and_ends() -> None:
    """Its lines belong to the hand to its end, and none to the evening."""
    long = HAND.replace("end", 'seat B "Nobody"\nnote "x"\n' * 4_000 + "end")
    text = HEAD + HAND + long + HAND
    hands = parse_records(text)
    assert [hand.broken for hand in hands] == [False, True, False]
    assert [each.code for hand in hands for each in hand.findings if each.severity == "error"] == ["CAL009"]
    assert hands[2].session.people == hands[0].session.people
    assert hands[2].line == text.count("\n") - 2
    assert fmt(text) == text


def test_many_tags_are_kept_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The session is made when a hand needs it, not with every line: the last of a name counts, in its place."""
    made = 0
    with_tags = preamble._with_tags

    def counted(*args: object) -> object:
        nonlocal made
        made += 1
        return with_tags(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(preamble, "_with_tags", counted)
    lines = [f'tag t{number % 1500} "{number}"' for number in range(2000)]
    text = HEAD + "\n".join(lines) + HAND + 'tag t7 "last"\n' + HAND.replace("end", "\n".join(lines[:200]) + "\nend")
    first, second = parse_records(text)
    assert made == 3
    assert [tag.text for tag in first.session.tags] == [
        str(number) for number in (*range(500, 1500), *range(1500, 2000))
    ]
    assert [tag.text for tag in second.session.tags][-1] == "199"
    assert parse_records(HEAD + '\ntag a "1"\ncal 1\nseat A\ntag b "2"\n' + HAND)[0].session.tags[0].name == "b"


def test_findings_between_hands_have_a_limit() -> None:
    """After so many, one reports that there are more."""
    hands = parse_records(HEAD + "tag a\n" * 500 + HAND)
    codes = [each.code for each in hands[0].findings]
    assert codes.count("CAL009") == 1
    assert len(codes) == MAX_HAND_FINDINGS + 2
