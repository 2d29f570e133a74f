"""`calarec annotate` and `replay --worth`: output, written notes, and kept ones."""

from __future__ import annotations

import json
import signal
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

import calarec
from calarec.core.base.resources import data_folder
from calarec.core.notation.reader import read_records
from calarec.core.notation.source import Text
from calarec.solving import search
from calarec_tools.main import main
from calarec_tools.output.files.marking import HandMarks, mark_hands
from calarec_tools.output.report import weighed
from tests.house.tree import ROOT
from tests.tools.solve.small import SMALL

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = json.loads((data_folder("grammar") / "worth.schema.json").read_text(encoding="utf-8"))
FIRST = ROOT / "records" / "pagat" / "first.cal"
SECTION = [
    "Points that each card gave away, with all cards known",
    "  At the first lead Bruno could have 10 2/3 points (32 thirds); needed: 6 points (18 thirds).",
    f"{'settle.won_if':>100}",
    "  In the end: 9 points (27 thirds).",
    "   11  Bruno  As?   1 2/3     better: Cb",
    "  It was decided at the first lead; no card changed that.",
    "  Given away: Anna 0, Bruno 1 2/3, Carla 0.",
]
"""Checked by hand. Bruno has As and Cb, Carla Cs and Rb, Anna 7c and Rs. Led first, Cb loses three thirds to Rb (Anna
throws Rs), and As has the last trick: 35 - 3. Led first, As wins, but Cb and Rb, the last trick's three and the
three in the monte are lost: 35 - 8."""


pytestmark = pytest.mark.usefixtures("wide_at_the_top")


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sample hand, to be written into; how far its contracts are searched hangs on the machine: not at all here."""
    monkeypatch.setattr(weighed, "weighed_choices", lambda replayed, allowance: None)
    file = tmp_path / "mine.cal"
    file.write_bytes(FIRST.read_bytes())
    return file


def lines(file: Path) -> list[str]:
    """Return the lines of a file."""
    return file.read_text("utf-8").split("\n")


def test_a_hand_is_weighed(capsys: pytest.CaptureFixture[str]) -> None:
    """Only cards that gave something away have a line; before them what was chosen before the play."""
    assert main(["annotate", "records/pagat/first.cal"]) == 0
    said = capsys.readouterr().out.splitlines()
    at = said.index(SECTION[0])
    assert said[at:] == [*SECTION, ""]
    assert said[:3] == ["Hand 1", "", "Choices before the play, with all cards known"]
    assert said[3].startswith("  With the best choices of all before the play Bruno could have ")


def test_a_replay_with_worth(capsys: pytest.CaptureFixture[str]) -> None:
    """The same section behind the hand; nothing of it where it was not asked for."""
    assert main(["replay", "records/pagat/first.cal", "--worth"]) == 0
    said = capsys.readouterr().out
    assert "\n".join(SECTION) in said
    assert main(["replay", "records/pagat/first.cal"]) == 0
    assert "gave away" not in capsys.readouterr().out


@pytest.mark.parametrize("words", ["--json", "--view B", "--until 3"])
def test_worth_is_of_whole_hands_and_for_people(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Options that `--worth` excludes are refused."""
    assert main(["replay", "records/pagat/first.cal", "--worth", *words.split()]) == 2
    assert "`--worth` looks at a whole hand" in capsys.readouterr().err


def laid_aside(tmp_path: Path, laid: str = "3b Ab 7b 4b") -> tuple[Path, Path]:
    """A hand of the small game in which A has laid cards aside before the play: rules and record."""
    rules, file = tmp_path / "small.yaml", tmp_path / "a.cal"
    rules.write_text(SMALL, "utf-8")
    deal = {"A": "3b Ab", "B": "2b 3s", "C": "2s As", "monte": "7b 4b 7s 4s"}
    hand = calarec.play(str(rules), 3, dealer="C", deal=deal)
    for word in ("solo", "passo", "passo"):
        hand = hand.apply({"do": "bid", "seat": hand.turn[0], "word": word})
    hand = hand.apply({"do": "take", "seat": "A", "cards": deal["monte"].split(), "source": "monte"})
    hand = hand.apply({"do": "discard", "seat": "A", "cards": laid.split(), "pile": "monte"})
    while not hand.is_over:
        hand = hand.apply(next(hand.legal()[0].moves()))
    file.write_text(calarec.write([hand.record()]), "utf-8")
    return rules, file


def test_what_was_chosen_before_the_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Read by hand: three and ace of batons, kept and led, are worth all 13 thirds; laid aside, nothing."""
    rules, file = laid_aside(tmp_path)
    assert main(["annotate", str(file), "--rules", str(rules), "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    Draft202012Validator(SCHEMA).validate(found)
    assert found["exchange"] == [13, 13]
    assert found["begun"] == [0, 0]
    assert found["contracts"] == dict.fromkeys(("chiamo", "solo", "solissimo", "dividete", "scegliete"), True)
    assert main(["annotate", str(file), "--rules", str(rules)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[3:6] == [
        "  With the best choices of all before the play A could have 4 1/3 points (13 thirds).",
        "  The declarer gave 4 1/3 away by them.",
        "  A could have made: chiamo, solo, solissimo, dividete and scegliete.",
    ]


def test_what_was_chosen_before_the_play_is_noted(tmp_path: Path) -> None:
    """Before the first trick, once: what was given away, and what could have been made of a hand that was lost."""
    rules, file = laid_aside(tmp_path)
    before = lines(file)
    assert main(["annotate", str(file), "--rules", str(rules), "--write"]) == 0
    after = lines(file)
    at = next(number for number, line in enumerate(before) if line.startswith(" 1 A:"))
    assert after[at : at + 2] == [
        'note "calarec: A gave 4 1/3 points (13 thirds) away before the play"',
        'note "calarec: A could have made: chiamo, solo, solissimo, dividete and scegliete"',
    ]
    assert [*after[:at], *after[at + 2 :]] == before
    assert main(["annotate", str(file), "--rules", str(rules), "--write"]) == 0
    assert lines(file) == after
    assert main(["annotate", str(file), "--rules", str(rules), "--write", "--lang", "it"]) == 0
    assert lines(file)[at : at + 2] == [
        'note "calarec: le scelte di A prima del gioco costano 4 1/3 punti (13 terzi)"',
        'note "calarec: A poteva fare: chiamo, solo, solissimo, dividete e scegliete"',
    ]
    assert main(["fmt", "--check", str(file)]) == 0


def test_of_a_hand_that_was_won_only_dearer_contracts_are_noted(tmp_path: Path) -> None:
    """Laid aside as well as can be: nothing was given away, and what pays no more is not spoken of."""
    rules, file = laid_aside(tmp_path, "7b 4b 7s 4s")
    assert main(["annotate", str(file), "--rules", str(rules), "--write"]) == 0
    notes = [line for line in lines(file) if line.startswith("note")]
    assert notes == ['note "calarec: A could have made: solissimo, dividete and scegliete"']


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    """By the schema, every card in order."""
    assert main(["annotate", "records/pagat/first.cal", "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    Draft202012Validator(SCHEMA).validate(found)
    assert [(each["trick"], each["nth"]) for each in found["cards"]] == [
        (t, n) for t in range(1, 13) for n in (1, 2, 3)
    ]
    assert [each["card"] for each in found["cards"] if each["gave"] != [0, 0]] == ["As"]
    assert (found["begun"], found["ended"], found["turned"]) == ([32, 32], [27, 27], None)


def test_marks_and_notes_are_written(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Everything else stays, to the letter; a second time nothing changes; the hand is judged as before."""
    before = lines(record)
    assert main(["annotate", str(record), "--write"]) == 0
    after = lines(record)
    at = next(number for number, line in enumerate(before) if line.startswith("11 B: As"))
    assert after[at] == before[at].replace("As", "As?")
    assert after[at + 1] == 'note "calarec: As: 1 2/3 points (5 thirds) given away; better: Cb"'
    assert [each for each in after if each.startswith("x-")] == ["x-worth 11.1?"]
    kept = [each for each in after if not each.startswith(('note "calarec', "x-worth"))]
    assert [each.replace("As?", "As") for each in kept] == before
    assert main(["annotate", str(record), "--write"]) == 0
    assert lines(record) == after
    assert "nothing to be changed" in capsys.readouterr().err
    assert main(["check", str(record)]) == 0


def test_fmt_leaves_them_alone(record: Path) -> None:
    """A canonical record stays canonical."""
    assert main(["fmt", str(record)]) == 0
    assert main(["annotate", str(record), "--write"]) == 0
    assert main(["fmt", "--check", str(record)]) == 0


def test_what_others_marked_and_noted_stays(record: Path) -> None:
    """Their marks are not written over, not taken away with one's own, and not taken for one's own."""
    text = record.read_text("utf-8").replace("11 B: As Cs", "11 B: As! Cs?").replace("\n12 ", '\nnote "a pity"\n12 ')
    record.write_text(text, "utf-8")
    assert main(["annotate", str(record), "--write"]) == 0
    found = record.read_text("utf-8")
    assert "11 B: As! Cs?" in found
    assert 'note "a pity"' in found
    assert "x-worth" not in found


def test_own_marks_are_renewed(record: Path) -> None:
    """Outdated own marks are removed; marks that a user has changed stay."""
    assert main(["annotate", str(record), "--write"]) == 0
    once = record.read_text("utf-8")
    stale = once.replace("x-worth 11.1?", "x-worth 1.1?? 2.1! 11.1?")
    rows = stale.split("\n")
    first = next(number for number, row in enumerate(rows) if row.startswith(" 1 "))
    second = next(number for number, row in enumerate(rows) if row.startswith(" 2 "))
    card, other = rows[first].split()[2], rows[second].split()[2]
    rows[first] = rows[first].replace(card, f"{card}??", 1)
    rows[second] = rows[second].replace(other, f"{other}!?", 1)
    changed = rows[second]
    rows.insert(first + 1, 'note "calarec: something that is not so"')
    record.write_text("\n".join(rows), "utf-8")
    assert main(["annotate", str(record), "--write"]) == 0
    assert record.read_text("utf-8") == once.replace(f"\n{once.split(chr(10))[second]}", f"\n{changed}")


def test_ends_of_lines_stay(record: Path) -> None:
    """Lines that are put in end as the others do."""
    record.write_bytes(record.read_bytes().replace(b"\n", b"\r\n"))
    assert main(["annotate", str(record), "--write"]) == 0
    found = record.read_bytes()
    assert b"x-worth 11.1?\r\n" in found
    assert found.count(b"\n") == found.count(b"\r\n")


def test_italian_notes(record: Path) -> None:
    """In the language asked for; the other language's own notes are replaced by them."""
    assert main(["annotate", str(record), "--write"]) == 0
    assert main(["annotate", str(record), "--write", "--lang", "it"]) == 0
    notes = [each for each in lines(record) if each.startswith('note "calarec')]
    assert notes == ['note "calarec: As: costa 1 2/3 punti (5 terzi); meglio: Cb"']


def test_what_cannot_be_weighed_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Unsolvable hands have reasons, others are analysed; an unknown name is refused."""
    rules = calarec.load_rules("pagat")
    begun = calarec.play(rules, 3, dealer="A", seed=4)
    file = tmp_path / "two.cal"
    file.write_text(calarec.write([begun.record()]), "utf-8")
    assert main(["annotate", str(file)]) == 2
    assert "it was not played" in capsys.readouterr().err
    assert main(["annotate", str(file), "--hand", "none"]) == 2
    assert "there is no hand `none`" in capsys.readouterr().err
    assert main(["annotate", "-", "--write"]) == 2


CLAIMED = "claim C: rest accepted"


def claimed(record: Path, said: str = CLAIMED) -> None:
    """The sample hand, in which Carla claims what is left before trick 11."""
    found = lines(record)
    at = next(number for number, line in enumerate(found) if line.startswith("11 B:"))
    record.write_text("\n".join([*found[:at], *([said] if said else []), "end", ""]), "utf-8")


def test_a_hand_that_was_settled_early(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Counted by hand: with the rest go As, Cb, Cs, Rb, Rs (7 thirds), the last trick and the monte's three: 35 - 13.

    With best play Bruno loses three thirds of these, as above.
    """
    claimed(record)
    assert main(["replay", str(record), "--worth"]) == 0
    said = capsys.readouterr().out
    assert "Bruno wins solo with 7 1/3 points (22 thirds)." in said
    assert "  In the end: 7 1/3 points (22 thirds).\n" in said
    assert (
        "  It was settled before all cards were played; with best play from there: 10 2/3 points (32 thirds).\n"
        "  Bruno gave 3 1/3 away by that.\n"
    ) in said
    assert main(["annotate", str(record), "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    Draft202012Validator(SCHEMA).validate(found)
    assert found["early"] == {"could": [32, 32], "gave": [10, 10], "decided": False, "by": ["B"]}
    assert (found["ended"], found["broken_off"]) == ([22, 22], False)
    assert main(["annotate", str(record), "--write"]) == 0
    at = lines(record).index(CLAIMED)
    assert lines(record)[at - 1] == 'note "calarec: settled here, by which B gave 3 1/3 points (10 thirds) away"'


@pytest.mark.parametrize("said", ["", "end abandoned"])
def test_a_hand_that_breaks_off(said: str, record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The end of an unfinished hand is unknown and not reported."""
    claimed(record, "")
    record.write_text(record.read_text("utf-8").replace("end\n", said + "\n" if said else "end\n"), "utf-8")
    assert main(["annotate", str(record)]) == 0
    told = capsys.readouterr().out
    assert "After trick 10 the play breaks off; with best play from there: 10 2/3 points (32 thirds)." in told
    assert "In the end" not in told
    assert main(["annotate", str(record), "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert (found["ended"], found["broken_off"], found["early"]) == ([32, 32], True, None)


def test_a_hand_of_which_no_card_was_played(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No card has changed the result or lost value, but this is not the message."""
    kept = [line for line in lines(record) if not line[:2].strip().isdigit()]
    record.write_text("\n".join(kept), "utf-8")
    assert main(["annotate", str(record)]) == 0
    told = capsys.readouterr().out
    assert told.endswith(f"{'settle.won_if':>100}\n  No card was played.\n\n")


def test_who_interrupts_leaves_the_record_as_it_is(
    record: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Marks are written once everything is weighed, or not at all."""
    weigh = weighed.weighed_hand

    def interrupted(*of: Any) -> Any:
        signal.raise_signal(signal.SIGINT)
        return weigh(*of)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    monkeypatch.setattr(weighed, "weighed_hand", interrupted)
    try:
        assert main(["annotate", str(record), "--write"]) == 130
    finally:
        signal.signal(signal.SIGINT, before)
    assert capsys.readouterr().err == "calarec: interrupted.\n"
    assert record.read_bytes() == FIRST.read_bytes()


def test_what_a_longer_search_has_found_stays(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With no time nothing is found, so nothing is renewed; this is reported."""
    assert main(["annotate", str(record), "--write"]) == 0
    once = lines(record)
    capsys.readouterr()
    assert main(["annotate", str(record), "--write", "--seconds", "0"]) == 0
    assert lines(record) == once
    said = capsys.readouterr().err
    assert "hand 1: not all of its earlier analysis was found again" in said
    assert "nothing to be changed" in said


@pytest.mark.parametrize(("said", "kept"), [("", 1), ("; better: Cb", 0)])
def test_what_says_less_renews_nothing(said: str, kept: int, record: Path) -> None:
    """A search that was broken off may find a mark again, and less of what was better."""
    assert main(["annotate", str(record), "--write"]) == 0
    text = record.read_text("utf-8")
    (hand,) = read_records(Text(text, "mine.cal"))
    notes = {11: (f"As: 1 2/3 points (5 thirds) given away{said}",)}
    again = mark_hands(text, [HandMarks(hand, {(11, 1): "?"}, notes, whole=False)])
    assert (again.text, again.changed, len(again.kept)) == (text, 0, kept)


def test_what_was_noted_before_the_play_stays(tmp_path: Path) -> None:
    """The same of what was found out of exchange and contract, while the cards are weighed anew."""
    rules, file = laid_aside(tmp_path)
    assert main(["annotate", str(file), "--rules", str(rules), "--write"]) == 0
    once = lines(file)
    assert main(["annotate", str(file), "--rules", str(rules), "--write", "--seconds", "0"]) == 0
    assert lines(file) == once


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [(" 6 B: 2c Rc 5c", "blah blah", "CAL101"), (" 6 B: 2c Rc 5c", " 6 B: 2c Fs 5c", "CAL512")],
)
def test_what_is_wrong_is_named(
    old: str, new: str, code: str, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An unreadable line or an illegal card: none is weighed; earlier ones are solved."""
    record.write_text(record.read_text("utf-8").replace(old, new), "utf-8")
    assert main(["annotate", str(record), "--write"]) == 2
    assert f"hand 1: line 26 is wrong ({code}), as `calarec check` explains." in capsys.readouterr().err
    assert main(["solve", str(record), "--at", "5"]) == (2 if code == "CAL101" else 0)
    assert main(["solve", str(record), "--at", "7"]) == 2


def test_how_many_hands_were_marked(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Hands with new marks are counted, not all analysed ones."""
    text = record.read_text("utf-8")
    at = text.index("hand 1")
    second = text[at:].replace("hand 1", "hand 2").replace("dealer A", "dealer A")
    best = second.replace("11 B: As Cs Rs\n12 B: Cb? Rb 7c", "11 B: Cb Rb Rs\n12 C: Cs 7c As")
    record.write_text(f"{text}\n{best}", "utf-8")
    assert main(["annotate", str(record), "--write"]) == 0
    assert "1 marked" in capsys.readouterr().err


def test_a_hand_without_a_declarer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Points alone count there; where cards are drawn it is weighed from where the stock is used up.

    Checked by hand: in trick 19 Bruno has 3b and Rb, Anna 2b and Ab. Led first, 3b wins two thirds, and Ab the last
    trick. Led first, Rb loses four thirds to Ab, and 3b wins two with the last trick's three.
    """
    assert main(["annotate", "records/tressette/by-hand.cal", "--seconds", "0"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[3].startswith("  At the first lead Anna and Carla could have ")
    assert said[4] == "  In the end: 8 2/3 points (26 thirds)."
    file = tmp_path / "drawn.cal"
    file.write_bytes((ROOT / "records" / "tressette-in-due" / "by-hand.cal").read_bytes())
    assert main(["annotate", str(file)]) == 0
    assert capsys.readouterr().out.splitlines()[3:] == [
        "  Before trick 11 the draws were unknown; from there Bruno could have 6 1/3 points (19 thirds).",
        "  In the end: 5 2/3 points (17 thirds).",
        "   13  Bruno  5d    1/3       better: 2d",
        "   15  Anna   6b    2/3       better: 7d",
        "   19  Bruno  3b?   1         better: Rb",
        "  Given away: Anna 2/3, Bruno 1 1/3.",
        "",
    ]
    assert main(["annotate", str(file), "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    Draft202012Validator(SCHEMA).validate(found)
    assert (found["first"], found["needed"], found["contracts"], found["turned"]) == (11, None, {}, None)
    assert [found["cards"][place][key] for place in (0, -1) for key in ("trick", "nth")] == [11, 1, 20, 2]
    assert main(["annotate", str(file), "--write"]) == 0
    at = lines(file).index("19 B: 3b? 2b > B")
    assert lines(file)[at + 1] == 'note "calarec: 3b: 1 point (3 thirds) given away; better: Rb"'


def test_a_hand_in_which_each_plays_for_himself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With more than two sides the best for one is not the worst for others."""
    hand = calarec.play("spazzatura", 3, seed=1)
    while not hand.is_over:
        hand = hand.apply(next(hand.legal()[0].moves()))
    file = tmp_path / "alone.cal"
    file.write_text(calarec.write([hand.record()]), "utf-8")
    assert main(["annotate", str(file)]) == 2
    assert "what a card gave away is weighed only where two sides play." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("seconds", "left"),
    [
        ("20", "the best exchange, chiamo, solo, solissimo, dividete and scegliete"),
        ("60", "the best exchange"),
        ("600", ""),
    ],
)
def test_what_was_not_found_out_is_named_and_given_more_time(
    seconds: str, left: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each question has its share of what is given, by a clock that is a second later at each look."""
    monkeypatch.setenv("CALAREC_KERNEL", "plain")
    monkeypatch.setattr(search, "monotonic", iter(range(10**9)).__next__)
    assert main(["annotate", "records/pagat/first.cal", "--seconds", seconds]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert ("Not found out: " in said) is bool(left)
    if left:
        assert f"Not found out: {left}; `calarec annotate --seconds` gives it more time." in said


def test_time_that_does_not_suffice(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The answer is bounds, and marked as such."""
    monkeypatch.setenv("CALAREC_KERNEL", "plain")
    monkeypatch.setattr(search, "monotonic", iter(range(10**9)).__next__)
    assert main(["annotate", "records/pagat/first.cal"]) == 0
    said = capsys.readouterr().out
    assert "The time did not suffice" in said
    assert "It was decided" not in said


def test_a_file_without_a_hand_is_told_and_the_others_go_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = tmp_path / "empty.cal"
    empty.write_text("", "utf-8")
    assert main(["annotate", str(empty), "records/pagat/first.cal"]) == 2
    said = capsys.readouterr()
    assert said.err == f"calarec: `{empty}`: there is no hand in it that could be solved.\n"
    assert SECTION[0] in said.out


def test_what_is_no_text_is_told_in_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By `solve` too, whose help has a line of its own."""
    bad = tmp_path / "bad.cal"
    bad.write_bytes(b"\xff\xfe\x00bad\xff")
    for command in ("annotate", "solve"):
        assert main([command, str(bad)]) == 2
        said = capsys.readouterr().err
        assert "CAL015" in said
        assert "\\n" not in said
