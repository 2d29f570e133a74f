"""`calarec dedup`: copies are found under any name, and the rest still holds."""

from __future__ import annotations

import errno
import json
import os
import tempfile
import tracemalloc
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from calarec.core.base.resources import data_folder
from calarec_tools.archive.duplicates import (
    DROPPED,
    HandGroup,
    KnownHand,
    NumberedGroups,
    UnreadableHand,
    compared_hands,
    known_hands,
    without_dropped_hands,
)
from calarec_tools.main import main
from tests.tools.evenings import evening

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec_tools.archive.duplicates import Kind

SCHEMA = json.loads((data_folder("grammar") / "dedup.schema.json").read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)


def found(*texts: str) -> list[HandGroup]:
    """The groups of a collection, its files called 0.cal, 1.cal …"""
    for number, text in enumerate(texts):
        Path(f"{number}.cal").write_text(text, encoding="utf-8")
    return groups_of(comparable(*(f"{number}.cal" for number in range(len(texts)))))


def groups_of(hands: Sequence[KnownHand]) -> list[HandGroup]:
    """The groups of these hands."""
    with compared_hands() as compared:
        for hand in hands:
            compared.add_hand(hand)
        assert compared.by_file == Counter(hand.file for hand in hands)
        groups = [compared.group_hands(group) for group in compared.find_groups()]
        dropped = [hand for file in compared.by_file for hand in compared.dropped_hands(file)]
        assert compared.dropped_count == len(dropped)
        assert [compared.count_dropped_hands(file) for file in compared.by_file] == [
            sum(hand.file == file for hand in dropped) for file in compared.by_file
        ]
    of_groups = [hand for group in groups if group.kind in DROPPED for hand in group.others]
    assert sorted(of_groups, key=hands.index) == dropped
    return groups


def comparable(*files: str) -> list[KnownHand]:
    """The hands of files that can be read."""
    return [hand for file in files for hand in known_hands(file) if not isinstance(hand, UnreadableHand)]


def told(all_groups: list[HandGroup]) -> list[tuple[str, str, str, list[tuple[str, str]]]]:
    """Kind, file and hand of the one that is kept, and of the others."""
    return [(e.kind, e.keep.file, e.keep.hand, [(one.file, one.hand) for one in e.others]) for e in all_groups]


def played(text: str) -> tuple[str, str]:
    """Return the text before the first complete hand, and that hand."""
    head, *hands = text.split("hand ")
    return head, "hand " + next(each for each in hands if "\n12 " in each)


HEAD, HAND = played(evening("pagat", 30))


def test_what_is_different_is_no_group() -> None:
    """Thirty hands of one evening."""
    assert found(evening("pagat", 30)) == []


def test_the_same_hand_whatever_else_is_written() -> None:
    """Comments, notes, marks, winners, the order of a hand's cards: the fuller record is kept."""
    lines = HAND.split("\n")
    deal = next(n for n, line in enumerate(lines) if line.startswith("deal "))
    words = lines[deal].split()
    lines[deal] = " ".join([*words[:2], *reversed(words[2:])]) + "  ; sorted by hand"
    lines[-3:-3] = ['note "a remark"']
    assert told(found(HEAD + HAND, HEAD + "\n".join(lines))) == [
        ("same", "1.cal", HAND.split()[1], [("0.cal", HAND.split()[1])])
    ]


def test_a_hand_that_was_not_written_to_its_end() -> None:
    """It begins as the other does."""
    begun = HAND[: HAND.index("\n 7 ")] + "\nend\n"
    ((kind, file, _, others),) = told(found(HEAD + begun, HEAD + HAND))
    assert (kind, file, [each for each, _ in others]) == ("begun", "1.cal", ["0.cal"])


def test_the_same_deal_played_otherwise_is_kept() -> None:
    """As at two tables of a tournament."""
    lines = HAND.split("\n")
    at = next(n for n, line in enumerate(lines) if line.startswith("12 "))
    words = lines[at].split()
    words[2], words[3] = words[3], words[2]
    lines[at] = " ".join(words)
    (group,) = found(HEAD + HAND, HEAD + "\n".join(lines))
    assert group.kind == "deal"


@pytest.mark.parametrize("suits", ["cbsd", "dscb"])
def test_the_same_hand_by_other_seats_and_suits(suits: str) -> None:
    """Every seat one further, every suit another; found, and not thrown away."""
    moved = str.maketrans("ABC", "BCA")
    renamed = str.maketrans("bscd", suits)
    lines = []
    for line in HAND.split("\n"):
        words = line.split(" ")
        for n, word in enumerate(words):
            bare = word.rstrip(":")
            if bare in ("A", "B", "C"):
                words[n] = word.translate(moved)
            elif len(word) == 2 and word[1] in "bscd" and word[0] in "32ARCF7654":
                words[n] = word[0] + word[1].translate(renamed)
        lines.append(" ".join(words))
    (group,) = found(HEAD + HAND, HEAD + "\n".join(lines))
    assert group.kind == "renamed"


SCORED = """cal 1
rules pagat
tag date "1998-01-04"
seat A "Anna"
seat B "Bruno"
seat C "Carla"

hand 1
dealer A
bid B: passo C: solo A: passo
result C: won
score A: -2 B: -2 C: +4
total A: -2 B: -2 C: 4
end
"""


def test_hands_without_cards_are_compared_word_by_word() -> None:
    """The same people, date, payments and totals; another evening in which as much was won is another hand."""
    assert [each.kind for each in found(SCORED, SCORED)] == ["same"]
    assert found(SCORED, SCORED.replace("1998-01-04", "1998-01-11")) == []
    assert found(SCORED, SCORED.replace("\ntotal A: -2 B: -2 C: 4", "")) == []


def _run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["dedup", *words])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_the_rest_is_written_and_holds(capsys: pytest.CaptureFixture[str]) -> None:
    """A hand in the middle of an evening goes; its totals are carried, no finding."""
    text = evening("pagat", 12)
    head, *hands = text.split("\nhand ")
    Path("season/one").mkdir(parents=True)
    Path("season/one/a.cal").write_text(
        head + "\nhand " + hands[4].replace("end", 'note "again"\nend'), encoding="utf-8"
    )
    Path("season/c.cal").write_text(head + "\nhand " + hands[7], encoding="utf-8")
    Path("season/b.cal").write_text(text, encoding="utf-8")
    status, out, err = _run(capsys, "season", "--write", "once")
    assert status == 1
    assert "the same hand" in out
    assert out.splitlines()[-1] == "14 hands, 2 of them not needed: they are elsewhere."
    assert err.splitlines() == [
        "once/b.cal: 1 hand left out.", "season/c.cal: not written, all of its hands are elsewhere."
    ]  # fmt: skip
    files = sorted(str(each.relative_to("once")) for each in Path("once").rglob("*.cal"))
    assert files == ["b.cal", "one/a.cal"]
    assert found(*(Path("once", each).read_text(encoding="utf-8") for each in files)) == []
    left = Path("once/b.cal").read_text(encoding="utf-8")
    assert left.count("\nhand ") == 11
    assert left.count("\ncarried ") == 1
    assert main(["check", "once/b.cal"]) == 0
    assert Path("season/b.cal").read_text(encoding="utf-8") == text


def test_a_hand_that_cannot_be_read_is_reported_and_kept(capsys: pytest.CaptureFixture[str]) -> None:
    """A file whose other hands are all elsewhere is written too, for that hand is nowhere else."""
    Path("a.cal").write_text(HEAD + HAND, encoding="utf-8")
    Path("b.cal").write_text(f"{HEAD}{HAND}\nHand 2\ndealer A\nend\n", encoding="utf-8")
    assert main(["dedup", "a.cal", "b.cal", "--write", "once"]) == 1
    line = 1 + f"{HEAD}{HAND}\n".count("\n")
    said = capsys.readouterr()
    assert f"1 hand is unreadable and was not compared: b.cal, line {line}." in said.err
    assert "3 hands, 2 of them compared: 1 not needed, as they are elsewhere." in said.out
    assert "Hand 2\ndealer A\nend\n" in Path("once/b.cal").read_text("utf-8")


def test_only_hands_that_were_compared_are_said_to_stand_there_once(capsys: pytest.CaptureFixture[str]) -> None:
    """Unreadable hands are only reported as not compared."""
    unread = "".join(f"\nHand {number}\ndealer A\nend\n" for number in range(2, 6))
    Path("a.cal").write_text(HEAD + HAND + unread, encoding="utf-8")
    assert main(["dedup", "a.cal"]) == 0
    assert capsys.readouterr().out.strip() == "5 hands, 1 of them compared: none of these twice."


@pytest.mark.parametrize("lang", ["en", "it"])
def test_lines_fit_the_terminal(lang: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """At 60 columns."""
    monkeypatch.setenv("COLUMNS", "60")
    Path("a.cal").write_text(HEAD + HAND, encoding="utf-8")
    Path("b.cal").write_text(HEAD + HAND, encoding="utf-8")
    _, out, _ = _run(capsys, ".", "--lang", lang)
    assert max(map(len, out.splitlines())) <= 60


def test_the_json_is_as_the_schema_says(capsys: pytest.CaptureFixture[str]) -> None:
    """One object a group."""
    Path("a.cal").write_text(HEAD + HAND, encoding="utf-8")
    Path("b.cal").write_text(HEAD + HAND, encoding="utf-8")
    status, out, _ = _run(capsys, "a.cal", "b.cal", "--json")
    each: dict[str, Any] = json.loads(out)
    Draft202012Validator(SCHEMA).validate(each)
    assert status == 1
    assert (each["kind"], each["keep"]["file"], each["others"][0]["file"]) == ("same", "a.cal", "b.cal")
    assert each["others"][0]["drop"]


def test_wrong_use_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """A target that would overwrite an input is refused."""
    Path("a.cal").write_text(HEAD + HAND, encoding="utf-8")
    for words in (["nope.cal"], ["a.cal", "--write", "."], ["a.cal", "--write", "a.cal"], ["-", "--write", "x"]):
        status, out, err = _run(capsys, *words)
        assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert Path("a.cal").read_text(encoding="utf-8") == HEAD + HAND


def test_several_processes_find_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also begun hands: their play is compared across processes, and from kept parts."""
    begun = HAND[: HAND.index("\n 7 ")] + "\nend\n"
    folder = tmp_path / "season"
    folder.mkdir()
    for name, text in {"a": HEAD + begun, "b": HEAD + HAND, "c": evening("pagat", 3), "d": HEAD + HAND}.items():
        (folder / f"{name}.cal").write_text(text, encoding="utf-8")
    told = []
    for words in ((), ("--jobs", "2"), ("--parts", str(tmp_path / "parts")), ("--parts", str(tmp_path / "parts"))):
        assert main(["dedup", "--json", str(folder), *words]) == 1
        told.append(capsys.readouterr().out)
    assert len(set(told)) == 1
    assert {json.loads(line)["kind"] for line in told[0].splitlines()} == {"begun", "same"}


def test_what_is_left_carries_totals_only_before_another_hand() -> None:
    """Hands at the beginning, in a row and at the end; the last totals begin nothing."""
    head, hands = "cal 1\n\n", [f"hand {n}\ntotal A: {n} B: -{n} C: 0\nend\n" for n in range(1, 6)]
    Path("all.cal").write_text(head + "".join(hands), encoding="utf-8")
    known = comparable("all.cal")
    left = without_dropped_hands([head + "".join(hands)], [known[at] for at in (0, 1, 2, 4)])
    carried = "carried A: 1 B: -1 C: 0\ncarried A: 2 B: -2 C: 0\ncarried A: 3 B: -3 C: 0\n"
    assert "".join(left) == head + carried + hands[3]


def test_groups_are_those_of_all_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random hands in random files, also if few hashes are compared at a time."""
    rng = Random(3)
    for _ in range(200):
        count = rng.randrange(30)
        hands = [
            KnownHand(
                str(number * 3 // 30), number, number, "", rng.randrange(3), rng.choice(("", "s", "t", f"{number}")),
                rng.choice(("", "d", "e", f"{number}")), rng.choice(("", "h", f"{number}")),
                rng.choice((b"", b"12345678", b"1234567887654321", b"abcdefgh")), "",
            )
            for number in range(count)
        ]  # fmt: skip
        expected = groups_of_pairs(hands)
        for at_once in (1 << 15, 5, 1):
            monkeypatch.setattr("calarec_tools.archive.duplicates._COMPARED_AT_ONCE", at_once)
            assert groups_of(hands) == expected


def test_many_groups_take_little_memory() -> None:
    """A group of two takes a few numbers, and no object; all are there, in the order of those kept."""
    tracemalloc.start()
    groups = NumberedGroups()
    for number in range(20_000, 0, -1):
        groups.add_group("same" if number % 2 else "deal", 2 * number, [2 * number + 1, 3])
    used = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert used < 20_000 * 60
    assert [(group.keep, group.kind, *group.others) for group in groups] == [
        (2 * number, "same" if number % 2 else "deal", 2 * number + 1, 3) for number in range(1, 20_001)
    ]


def groups_of_pairs(hands: list[KnownHand]) -> list[HandGroup]:
    """The groups by a comparison of each hand with all others, in memory."""
    groups: list[HandGroup] = []
    left = list(hands)

    def group(kind: Kind, name: str) -> None:
        for value in dict.fromkeys(getattr(hand, name) for hand in left):
            equal = [hand for hand in left if value and getattr(hand, name) == value]
            if len(equal) > 1:
                keep = max(equal, key=lambda hand: hand.fullness)
                groups.append(HandGroup(kind, keep, tuple(hand for hand in equal if hand is not keep)))

    group("same", "same")
    left = [hand for hand in left if not any(hand in each.others for each in groups)]
    gone: list[KnownHand] = []
    for longest in sorted(left, key=lambda hand: -len(hand.steps)):
        begun = [
            hand
            for hand in sorted(left, key=lambda hand: -len(hand.steps))
            if hand is not longest and hand not in gone and hand.deal and hand.deal == longest.deal
            and hand.steps and longest.steps.startswith(hand.steps)
            and (len(hand.steps), -hand.line) < (len(longest.steps), -longest.line)
        ]  # fmt: skip
        if begun and longest not in gone:
            groups.append(HandGroup("begun", longest, tuple(begun)))
            gone += begun
    left = [hand for hand in left if hand not in gone]
    group("deal", "deal")
    group("renamed", "shape")
    order: list[Kind] = ["same", "begun", "deal", "renamed"]
    return sorted(groups, key=lambda each: (each.keep.line, order.index(each.kind)))


def test_a_full_disk_for_many_hands_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hands that do not fit in memory go to the folder of temporary files, which is named."""

    def refuse(*_args: object, **_values: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    Path("0.cal").write_text(evening("pagat", 3), encoding="utf-8")
    monkeypatch.setattr("calarec_tools.archive.duplicates._MEMORY_BYTES", 10)
    assert main(["dedup", "0.cal"]) == 0
    capsys.readouterr()
    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    assert main(["dedup", "0.cal"]) == 2
    assert capsys.readouterr().err == f"calarec: {tempfile.gettempdir()}: the disk is full\n"


def test_a_record_in_pieces_loses_the_same_hands_as_a_whole_one() -> None:
    """Random hands are left out of random pieces; a list of all lines is the check."""
    rng = Random(1)
    for _ in range(300):
        lines: list[str] = ["cal 1", ""]
        spans = []
        for number in range(rng.randrange(7)):
            total = [f"total A: {number} B: -{number} C: 0"] * rng.randrange(2)
            hand = [f"hand {number}", *total, "end"]
            spans.append((len(lines) + 1, len(lines) + len(hand), total))
            lines += [*hand, *[""] * rng.randrange(2)]
        gone = [span for span in spans if rng.random() < 0.6]
        dropped = [
            KnownHand(
                "a.cal", line, last, "", 0, "", "", "", b"", total[0].replace("total", "carried") if total else ""
            )
            for line, last, total in gone
        ]
        left: list[str] = []
        for number, line in enumerate(lines, 1):
            span = next((each for each in gone if each[0] <= number <= each[1]), None)
            if span is None:
                left.append(line)
            elif number == span[1] and any(each[0] > number for each in spans if each not in gone):
                left += [each.replace("total", "carried") for each in span[2]]
        ends = rng.choice(("", "\n"))
        text = "\n".join(lines) + ends
        cuts = [0, *sorted(rng.sample(range(1, len(lines)), min(3, len(lines) - 1)))]
        whole = text.splitlines(keepends=True)
        pieces = ["".join(whole[start:stop]) for start, stop in pairwise((*cuts, len(whole)))]
        assert "".join(pieces) == text
        assert "".join(without_dropped_hands([piece for piece in pieces if piece], dropped)) == "\n".join(left) + ends
