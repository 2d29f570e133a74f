"""Any one character damaged: the other hands are as they were, and the damage does not go unnoticed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from calarec.core.notation import Text, parse_records, read_records
from calarec.core.notation.formatter import fmt
from tests.notation import corpus
from tests.shards import examples

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.records import model as m

SAMPLE = corpus.text(corpus.HERE / "valid" / "sample.cal")
HEAD, HAND = SAMPLE[: SAMPLE.index("hand 7")], SAMPLE[SAMPLE.index("hand 7") :]
THREE = HEAD + HAND + "\n" + HAND.replace("hand 7", "hand 8") + "\n" + HAND.replace("hand 7", "hand 9")
START = THREE.index("hand 8")
END = THREE.index("\n\nhand 9") + 1
"""From the first character of the middle hand up to the end of its last line."""

CHARACTERS = st.one_of(st.sampled_from(' \t\n;:"\\>+-_!?09AbZz'), st.characters(exclude_categories=["Cs"]))


def bare(statements: Sequence[m.Statement]) -> list[m.Statement]:
    """Statements, without their places."""
    return [one._replace(line=0) for one in statements]


def damaged(at: int, new: str, how: str) -> str:
    """The three hands with one character changed, put in or taken away."""
    if how == "insert":
        return THREE[:at] + new + THREE[at:]
    return THREE[:at] + (new if how == "change" else "") + THREE[at + 1 :]


@settings(max_examples=examples(400), deadline=None, suppress_health_check=list(HealthCheck))
@example(at=1004, new=";", how="change")
@given(st.integers(START, END - 1), CHARACTERS, st.sampled_from(["change", "insert", "delete"]))
@example(START, "H", "change")
@example(END - 4, "E", "change")
@example(START + 6, ";", "change")
def test_damage_stays_in_its_hand_and_is_noticed(at: int, new: str, how: str) -> None:
    """A finding, or the same statements but for a text, a name, a card, a number or a word.

    What a bid, a seat or an asserted number means the notation does not know: the interpreter looks at
    those. Here nothing may be lost: as many statements, of the same kinds, in the same order. A comment
    that loses the end of its line takes the next line with it; trick numbers then show it.
    """
    before = parse_records(THREE)
    after = parse_records(damaged(at, new, how))
    assert bare(after[0].statements) == bare(before[0].statements)
    assert bare(after[-1].statements) == bare(before[-1].statements)
    middle = after[1:-1]
    if len(middle) == 1 and not middle[0].findings:
        kinds = [type(one) for one in before[1].statements]
        found = [type(one) for one in middle[0].statements]
        if new == ";" and len(found) < len(kinds):
            # A comment takes the rest of its line: of an auction, what later seats say.
            left = iter(kinds)
            assert all(kind in left for kind in found)
            assert len(kinds) - len(found) <= 2
            return
        assert found == kinds
        changed = sum(a != b for a, b in zip(bare(middle[0].statements), bare(before[1].statements), strict=True))
        assert changed <= 1
    else:
        assert any(hand.findings for hand in after[1:])


@settings(max_examples=examples(200), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.text(alphabet=st.one_of(st.sampled_from('hand end cal 1\n;:"\\ABb3_>'), st.characters()), max_size=200))
def test_no_text_at_all_gives_a_traceback(text: str) -> None:
    """Any text is read, and formatted, and formatted again."""
    records = read_records(Text(text))
    for hand in records:
        assert hand.lines
        for one in hand.findings:
            assert one.message("it")
            assert one.span.line >= 1
            assert one.span.column >= 1
    once = fmt(text)
    assert fmt(once) == once


LINES = sorted({line for path in corpus.ALL for line in corpus.text(path).split("\n") if len(line) < 200})


@settings(max_examples=examples(200), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.sampled_from(LINES), max_size=12))
def test_lines_in_any_order_give_no_traceback(lines: list[str]) -> None:
    """Good and bad lines of the corpora, shuffled: read and formatted without an exception."""
    text = "\n".join(lines)
    for hand in parse_records(text):
        assert not (hand.broken and hand.statements)
    assert fmt(fmt(text)) == fmt(text)
