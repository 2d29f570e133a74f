"""Written records can be read again, and mean the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings

from calarec.core.notation import parse_records, preamble_writer, write
from calarec.core.notation.formatter import fmt
from calarec.core.notation.writer import statement_line
from calarec.core.records import model as m
from tests.notation import corpus
from tests.notation.strategies import records
from tests.shards import examples

if TYPE_CHECKING:
    from collections.abc import Sequence

MODEST = settings(max_examples=examples(120), deadline=None, suppress_health_check=list(HealthCheck))


def bare(statements: Sequence[m.Statement]) -> list[m.Statement]:
    """Statements, without their places."""
    return [one._replace(line=0) for one in statements]


@MODEST
@given(records())
def test_reading_what_was_written_gives_the_same(hands: list[m.Hand]) -> None:
    """Any statements, any Unicode in texts and names: write, then read, is the identity."""
    read_again = parse_records(write(hands))
    assert [hand.name for hand in read_again] == [hand.name for hand in hands]
    for before, after in zip(hands, read_again, strict=True):
        assert not after.broken, [one.message() for one in after.findings]
        assert bare(after.statements) == bare(before.statements)
        assert after.session.people == before.session.people
        assert bare(after.session.tags) == bare(before.session.tags)
        assert (after.session.table, after.session.match) == (before.session.table, before.session.match)


@MODEST
@given(records())
def test_what_is_written_is_canonical(hands: list[m.Hand]) -> None:
    """The formatter has nothing to change in what the writer wrote."""
    text = write(hands)
    assert fmt(text) == text


@pytest.mark.parametrize("path", corpus.VALID, ids=corpus.name)
def test_a_file_of_the_corpus_survives_being_written(path: object) -> None:
    """Rules, seats, matches and totals carried over hold for the same hands after writing."""
    from pathlib import Path

    assert isinstance(path, Path)
    before = parse_records(corpus.text(path))
    after = parse_records(write(before))
    assert [bare(hand.statements) for hand in after] == [bare(hand.statements) for hand in before]
    for one, other in zip(before, after, strict=True):
        assert one.session.people == other.session.people
        assert one.session.table == other.session.table
        assert bool(one.carried) == bool(other.carried)
        assert one.new_match == other.new_match
        assert (one.session.rules or m.RulesPin(""))[:3] == (other.session.rules or m.RulesPin(""))[:3]
        assert bare(one.session.tags) == bare(other.session.tags)
        assert bare(one.session.dummies) == bare(other.session.dummies)


def test_who_was_a_dummy_sits_there_again_under_a_new_evening() -> None:
    """No line takes a dummy back, so a new `cal` line does; as long as the dummy stays there is none."""
    head = "cal 1\nseat A\nseat B\nseat C\n"
    text = head + "dummy C by B\n\nhand 1\nend\n\nhand 2\nend\n\n" + head + "\nhand 3\nend\n"
    assert write(parse_records(text)) == text


@pytest.mark.parametrize(
    "statement",
    [
        m.Bid("B", "sto bene"),
        m.Dealer("anna"),
        m.Deal("A", ("10b",)),
        m.Trick(1, "B", ()),
        m.Fault("B", ""),
        m.Note("half a character: \ud83c"),
        m.Extension("x-a", "b ; c"),
        m.Score((("A", 10**10),)),
    ],
)
def test_what_no_line_can_say_is_refused(statement: m.Statement) -> None:
    """The writer writes nothing that it could not read."""
    with pytest.raises(ValueError, match="cannot be said"):
        statement_line(statement)


def test_tags_that_stay_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not again before every hand: many tags and many hands do not multiply."""
    looked = 0
    bare = preamble_writer._without_line

    def counted(statement: m.Statement) -> m.Statement:
        nonlocal looked
        looked += 1
        return bare(statement)

    monkeypatch.setattr(preamble_writer, "_without_line", counted)
    tags = "".join(f'tag t{number} "x"\n' for number in range(200))
    text = f"cal 1\n{tags}\n" + "hand\ndealer A\nend\n" * 50
    written = write(parse_records(text))
    assert looked < 2 * 200 + 50 * 20
    assert [hand.session.tags for hand in parse_records(written)] == [hand.session.tags for hand in parse_records(text)]
    more = text + 'tag t7 "y"\nhand\ndealer A\ntag new "z"\nend\nhand\nend\n'
    read, again = ([each.session.tags for each in parse_records(each)] for each in (more, write(parse_records(more))))
    assert [[tag._replace(line=0) for tag in tags] for tags in again] == [
        [tag._replace(line=0) for tag in tags] for tags in read
    ]
    assert [len(tags) for tags in read[-2:]] == [201, 200]  # what a hand says of itself goes with it
