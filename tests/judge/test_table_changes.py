"""People come and go between hands: their totals, the dealers, seats and sums."""

from __future__ import annotations

import re
from itertools import permutations

import pytest

from calarec.core.notation import parse_records
from calarec.core.notation.blocks import MAX_CHANGES
from calarec.core.notation.writer import statement_line
from calarec.core.records import model as m
from calarec.core.wording.language import LANGUAGES
from calarec.record_judge.session import RecordJudge
from tests.judge.damage.located_findings import findings_of

HEAD = 'cal 1\nrules pagat\nseat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n'


def hand(dealer: str, paid: str, *more: str) -> str:
    """A hand that one player has played alone; the first who is paid declares."""
    one, amount = paid.split()[0][0], paid.split()[1]
    ended = "lost" if amount.startswith("-") else "won"
    lines = (
        "",
        "hand",
        f"dealer {dealer}",
        f"bid {one}: solo",
        f"result {one}: {ended}",
        f"score {paid}",
        *more,
        "end",
    )
    return "\n".join(lines) + "\n"


def told(*blocks: str) -> list[tuple[str, str]]:
    """Code and wording of all findings of a record."""
    return [(each.code, each.wording) for each in findings_of(HEAD + "".join(blocks), "pagat")]


def totals(*blocks: str) -> dict[str, int]:
    """The totals of all people after the last hand."""
    judge = RecordJudge()
    for each in parse_records(HEAD + "".join(blocks)):
        judge.replay(each)
    assert judge.evening is not None
    assert judge.evening.row is not None
    return judge.evening.row.totals


FIRST = hand("A", "B: +4 A: -2 C: -2", "total A: -2 B: 4 C: -2")


def test_a_substitute_begins_at_nothing_and_who_returns_goes_on() -> None:
    """A person is the name: Bruno keeps what he has won, wherever he sits when he comes back."""
    away = [FIRST, 'seat B "Egidio"\n', hand("B", "B: +4 A: -2 C: -2", "total A: -4 B: 4 C: -4")]
    assert told(*away) == []
    assert totals(*away) == {"Anna": -4, "Egidio": 4, "Carla": -4, "Bruno": 4}
    back = [*away, 'leave C\nseat D "Bruno"\n', hand("D", "A: +4 B: -2 D: -2", "total A: 0 B: 2 D: 2")]
    assert told(*back) == []
    assert totals(*back) == {"Anna": 0, "Egidio": 2, "Bruno": 2, "Carla": -4}


def test_a_name_that_two_share_belongs_to_neither_while_both_are_there() -> None:
    """Then letters distinguish them, and each keeps the earlier total."""
    shared = [FIRST, 'seat D "Bruno" after C\n', hand("B", "D: +4 A: -2 C: -2", "total A: -4 B: 4 C: -4 D: 4")]
    assert told(*shared) == []
    alone = [*shared, "leave D\n", hand("C", "B: +4 A: -2 C: -2", "total A: -6 B: 8 C: -6")]
    assert told(*alone) == []


def test_carried_and_adjusted_by_name() -> None:
    """Absent people can be named: in totals carried in, and in later adjustments."""
    text = ['carried A: 3 B: -1 C: 0 "Dora": -2\n', hand("A", "B: +4 A: -2 C: -2", "total A: 1 B: 3 C: -2")]
    assert told(*text) == []
    later = [*text, 'leave C\nseat D "Dora"\nadjust D: -1 "Carla": +1 "the bill"\n']
    later.append(hand("B", "D: +4 A: -2 B: -2", "total A: -1 B: 1 D: 1"))
    assert told(*later) == []
    assert totals(*later) == {"Anna": -1, "Bruno": 1, "Dora": 1, "Carla": -1}
    assert told(*later[:-1], hand("B", "D: +4 A: -2 B: -2", "total A: -1 B: 1 D: 2")) == [("CAL612", "")]


@pytest.mark.parametrize("verb", ["carried", "adjust"])
def test_names_and_letters_stand_in_any_order(verb: str) -> None:
    """They mean the same in each; the canonical line has the letters first."""
    told_of = {"A": "A: -1", "D": "D: +3", "Carla": '"Carla": +1', "C": '"C": -3'}
    orders = [" ".join(order) for order in permutations(told_of.values())]
    for said in orders:
        line = f"{verb} {said}" + (' "the bill"' if verb == "adjust" else "")
        (_, hand_after) = parse_records(HEAD + FIRST + f'seat D "Dora"\n{line}\n' + hand("B", "D: +4 A: -2 C: -2"))
        (*_, found) = hand_after.between
        assert not hand_after.findings
        assert isinstance(found, m.Carried | m.Adjust)
        assert dict(found.amounts) == {"A": -1, "D": 3}
        assert dict(found.people) == {"Carla": 1, "C": -3}
        assert sorted(statement_line(found).split()) == sorted(
            (line if verb == "adjust" else line.replace("+", "")).split()
        )
        assert re.fullmatch(rf'{verb} ([A-Z]: \S+ )+("[^"]+": \S+ ?)+("the bill")?', statement_line(found))


@pytest.mark.parametrize(
    ("between", "due"),
    [
        ('leave B\nseat B "Bruno" after A\n', "B"),
        ('leave B\nseat D "Dora"\n', "C"),
        ('seat D "Dora" after A\n', "D"),
        ('seat D "Dora" after B\n', "B"),
        ('leave A\nseat D "Dora" after B\n', "B"),
        ('seat B "Egidio"\n', "B"),
    ],
)
def test_the_deal_passes_to_the_next_who_is_seated(between: str, due: str) -> None:
    """After Anna it was Bruno's turn; only another dealer is reported."""
    order = parse_records(HEAD + FIRST + between + hand("A", "B: +1"))[-1].session.order
    for dealer in order:
        at = order.index(dealer)
        playing = [order[(at + step) % len(order)] for step in range(1, 4)] if len(order) > 3 else list(order)
        paid = f"{playing[0]}: +4 {playing[1]}: -2 {playing[2]}: -2"
        found = findings_of(HEAD + FIRST + between + hand(dealer, paid), "pagat")
        turns = [str(each.args["due"]) for each in found if each.code == "CAL307"]
        people = parse_records(HEAD + FIRST + between + hand("A", "B: +1"))[-1].session.people
        assert turns == ([] if dealer == due else [people.get(due, due)]), (dealer, between)
        assert all(each.code == "CAL307" for each in found), [each.message() for each in found]


def test_nobody_knows_who_deals_where_people_change_places() -> None:
    """Or where all of them are others."""
    for between in ('seat A "Bruno"\nseat B "Anna"\n', 'seat A "D"\nseat B "E"\nseat C "F"\n'):
        for dealer in "ABC":
            one, other = sorted({"A", "B", "C"} - {dealer})
            paid = f"{one}: +4 {dealer}: -2 {other}: -2"
            assert told(FIRST, between, hand(dealer, paid)) == []


def test_who_left_without_a_word_is_named_as_the_cause() -> None:
    """Four were at the table, and the dealer sat out; then three play, the dealer among them."""
    four = 'seat D "Dora"\n'
    paid = hand("B", "C: +4 A: -2 B: -2")
    (finding,) = findings_of(HEAD + four + paid, "pagat")
    assert finding.code == "CAL611"
    assert "leave D" in str(finding.help("en"))
    assert "leave D" in str(finding.help("it"))
    assert finding.fix is None
    assert told("", four, "leave D\n", paid) == []
    wrong = findings_of(HEAD + four + hand("B", "C: +4 A: -2 D: -3"), "pagat")
    assert all("leave" not in str(each.help("en")) for each in wrong)


def test_who_sits_out_otherwise_names_who_has_come_or_left() -> None:
    """An `out` line that would be right at another table."""
    come = findings_of(HEAD + hand("A", "B: +4 C: -2 D: -2").replace("bid", "out A\nbid"), "pagat")
    assert ("CAL306", "come") in [(each.code, each.wording) for each in come]
    assert all(each.help(lang) for each in come for lang in LANGUAGES if each.code == "CAL306")


def test_totals_that_do_not_come_out_even_are_told_though_nothing_else_is_known() -> None:
    """Over all people since the match began, once; carried and adjusted totals count."""
    lost = "\nhand\ndealer B\nend abandoned\n"
    assert told(FIRST, lost.replace("end", "total A: -1 B: 4 C: -2\nend")) == [("CAL618", "")]
    assert told(FIRST, lost.replace("end", "total A: -1 B: 4 C: -3\nend")) == []
    assert told(FIRST, 'leave C\nseat D "Dora"\n', lost.replace("end", "total A: -4 B: 4 D: 2\nend")) == []
    assert told(FIRST, 'leave C\nseat D "Dora"\n', lost.replace("end", "total A: -4 B: 4 D: 0\nend")) == [
        ("CAL618", "")
    ]
    wrong = hand("A", "B: +4 A: -2 C: -2", "total A: -2 B: 5 C: -2")
    after = lost.replace("end", "total A: -2 B: 5 C: -2\nend")
    assert told(wrong, after) == [("CAL612", "")]


def test_first_totals_from_elsewhere_are_told_once_with_the_line_that_is_missing() -> None:
    """With that line the finding is gone; a later error has its own."""
    first = hand("A", "B: +4 A: -2 C: -2", "total A: 50 B: 70 C: -120")
    second = hand("B", "C: +4 A: -2 B: -2", "total A: 48 B: 68 C: -116")
    (finding,) = findings_of(HEAD + first + second, "pagat")
    assert (finding.code, finding.severity) == ("CAL617", "warning")
    assert finding.fix is not None
    assert not finding.fix.safe
    (edit,) = finding.fix.edits
    assert edit.text == "carried A: 52 B: 66 C: -118\n"
    lines = (HEAD + first + second).split("\n")
    lines.insert(edit.span.line - 1, edit.text.rstrip())
    assert findings_of("\n".join(lines), "pagat") == []
    assert told(first, second.replace("68", "69")) == [("CAL617", ""), ("CAL612", "")]
    assert told(first.replace("-120", "-119")) == [("CAL618", "hands")]
    assert told(hand("A", "B: +4 A: -2 C: -2", "total A: -2 B: 5 C: -2")) == [("CAL612", "")]


def test_several_wrong_totals_are_named_with_their_people() -> None:
    """The figures that are right are left out; what all come to together is reported too."""
    (finding,) = findings_of(HEAD + hand("A", "B: +4 A: -2 C: -2", "total A: -3 B: 6 C: -2"), "pagat")
    assert finding.message("en") == (
        "after this hand A has -2, not -3 and B has 4, not 6: all totals together come to 1, not to 0"
    )
    assert finding.message("it") == (
        "dopo questa mano A ha -2, non -3 e B ha 4, non 6: tutti i totali insieme fanno 1, non 0"
    )


def test_changes_between_two_hands_have_a_limit() -> None:
    """Changes beyond the limit are dropped, reported once; each name counts."""
    few = "".join(f'adjust A: +1 B: 0 C: -1 "Dora": 0 "{n}"\n' for n in range(MAX_CHANGES // 4))
    (_, found) = parse_records(HEAD + FIRST + few + hand("B", "A: +4 B: -2 C: -2"))
    assert (len(found.between), found.findings) == (MAX_CHANGES // 4, ())
    more = few + 'adjust A: +1 "Dora": -1\nadjust A: +5 B: -5\n'
    (_, found) = parse_records(HEAD + FIRST + more + hand("B", "A: +4 B: -2 C: -2"))
    assert (len(found.between), [(each.code, each.wording) for each in found.findings]) == (
        MAX_CHANGES // 4,
        [("CAL009", "changes")],
    )
