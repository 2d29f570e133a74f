"""`calarec repair`: changes offered for hands that do not hold, and made when asked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from calarec.core.base.resources import data_folder
from calarec.repairs.search import repair_record
from calarec_tools.main import main
from tests.tools.evenings import evening

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.repairs.search import Repairs

SCHEMA = json.loads((data_folder("grammar") / "repair.schema.json").read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)


def _slips() -> tuple[str, str]:
    """An evening with a comment and a line's end of its own; with a wrong payment, and two cards exchanged."""
    meant = evening("pagat", 3).replace("\nend\n", "\nend ; so it was\r\n")
    first, second, third = meant.split("\nhand ")[1:]
    lines = third.split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith(" 2 "))
    number, leader, *cards = lines[at].split()
    lines[at] = f" {number} {leader} {cards[1]} {cards[0]} {' '.join(cards[2:])}"
    amount = next(
        word for line in first.split("\n") if line.startswith("score ") for word in line.split() if "+" in word
    )
    wrong = first.replace(f" {amount}", f" +{int(amount) + 7}", 1)
    return meant, "\nhand ".join((meant.split("\nhand ")[0], wrong, second, "\n".join(lines)))


def _objects(text: str) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in text.splitlines()]
    for each in found:
        Draft202012Validator(SCHEMA).validate(each)
    return found


def test_what_is_offered_is_made_and_nothing_else_is_touched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    meant, slips = _slips()
    file = tmp_path / "a.cal"
    file.write_bytes(slips.encode())
    assert main(["repair", "a.cal", "--json"]) == 1
    one, other = _objects(capsys.readouterr().out)
    assert [each["hand"] for each in (one, other)] == ["1", "3"]
    assert file.read_bytes() == slips.encode()
    numbers = [each["offers"][0]["number"] for each in (one, other)]
    assert main(["repair", "a.cal", "--apply", str(numbers[0]), "--apply", str(numbers[1])]) == 0
    assert file.read_bytes().decode() == meant
    capsys.readouterr()
    assert main(["repair", "a.cal"]) == 0
    assert capsys.readouterr().out == "a.cal: no hand has errors.\n"


def test_one_hand_can_be_mended_without_the_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, slips = _slips()
    file = tmp_path / "a.cal"
    file.write_bytes(slips.encode())
    assert main(["repair", "a.cal", "--apply", "1", "--json"]) == 1
    one, other = _objects(capsys.readouterr().out)
    assert next(each["made"] for each in one["offers"])
    assert not any(each["made"] for each in other["offers"])
    changed = [(a, b) for a, b in zip(slips.split("\n"), file.read_bytes().decode().split("\n"), strict=True) if a != b]
    assert len(changed) == 1
    assert changed[0][0].startswith("score ")


def test_the_diff_can_be_applied(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By hand, by the notation of diffs."""
    meant, slips = _slips()
    slips, meant = slips.replace("\r", ""), meant.replace("\r", "")
    (tmp_path / "a.cal").write_text(slips, encoding="utf-8")
    main(["repair", "a.cal", "--json"])
    lines = slips.split("\n")
    for each in reversed(_objects(capsys.readouterr().out)):
        at, shift = 0, 0
        for line in each["offers"][0]["diff"].splitlines()[2:]:
            if line.startswith("@@"):
                at = int(line.split()[1][1:].split(",")[0]) - 1 + shift
            elif line[0] == "+":
                lines.insert(at, line[1:])
                at, shift = at + 1, shift + 1
            else:
                assert lines[at] == line[1:]
                if line[0] == "-":
                    del lines[at]
                    shift -= 1
                else:
                    at += 1
    assert "\n".join(lines) == meant


def test_each_offer_is_a_list_of_edits_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Made one by one, from the last, they give the text of `--apply`."""
    meant, slips = _slips()
    file = tmp_path / "a.cal"
    file.write_bytes(slips.encode())
    main(["repair", "a.cal", "--json"])
    found = _objects(capsys.readouterr().out)
    score, exchanged = (each["offers"][0]["edits"] for each in found)
    assert [each["old"].count(" ") for each in score] == [0]
    assert len(exchanged) == 1
    assert _with_edits(slips, [*score, *exchanged]) == meant
    for offer in found[1]["offers"]:
        file.write_bytes(slips.encode())
        main(["repair", "a.cal", "--apply", str(offer["number"])])
        assert file.read_bytes().decode() == _with_edits(slips, offer["edits"])
        capsys.readouterr()


def _with_edits(text: str, edits: list[dict[str, Any]]) -> str:
    """A text with edits made."""
    lines = text.split("\n")
    for each in reversed(edits):
        start = sum(len(line) + 1 for line in lines[: each["line"] - 1]) + each["column"] - 1
        text = "\n".join(lines)
        assert text.startswith(each["old"], start)
        lines = (text[:start] + each["new"] + text[start + len(each["old"]) :]).split("\n")
    return "\n".join(lines)


PLAIN = """cal 1
rules pagat@1.0.0
seat A "Anna"
seat B "Bruno"
seat C "Carla"

hand 1
dealer A
bid B: chiamo C: passo A: passo
result B: won
score B: +2 A: -1 C: -1
total A: -1 B: 2 C: -1
end

; the last one of the evening
hand 3
dealer C
bid A: chiamo B: passo C: passo
result A: won
score A: +2 B: -1 C: -1
total A: 3 B: 0 C: -3
end
"""
MISSING = "hand 2\ndealer B\nscore A: +2 B: -1 C: -1\ntotal A: 1 B: 1 C: -2\nend\n\n"


def _with_first_offer(text: str) -> str:
    """Apply the first offer for a text, byte for byte."""
    file = Path("a.cal")
    file.write_bytes(text.encode())
    assert main(["repair", "a.cal", "--apply", "1", "--json"]) == 0
    return file.read_bytes().decode()


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_hand_is_put_in_above_the_comments_of_the_next_hand(capsys: pytest.CaptureFixture[str], end: str) -> None:
    text, meant = PLAIN.replace("\n", end), PLAIN.replace("; the last", f"{MISSING}; the last").replace("\n", end)
    assert _with_first_offer(text) == meant
    (found,) = _objects(capsys.readouterr().out)
    assert _with_edits(text, found["offers"][0]["edits"]) == meant
    assert found["offers"][0]["diff"].splitlines()[2] == "@@ -15,1 +15,7 @@"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_totals_from_before_are_put_in_above_the_comments_of_a_hand(end: str) -> None:
    """The fix of `check` is at the same place."""
    begun = PLAIN.partition("\nhand 1")[0]
    text = f"{begun}\n; the last{PLAIN.partition('; the last')[2]}"
    meant = text.replace("; the last", "carried A: 1 B: 1 C: -2\n; the last")
    assert _with_first_offer(text.replace("\n", end)) == meant.replace("\n", end)
    Path("b.cal").write_text(text, encoding="utf-8")
    assert main(["check", "b.cal", "--fix", "--unsafe"]) == 0
    assert Path("b.cal").read_text(encoding="utf-8") == meant


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_the_comment_of_a_repeated_line_is_kept(end: str) -> None:
    bid = "bid B: chiamo C: passo A: passo"
    text = PLAIN.partition("\n; the last")[0].replace(bid, f"{bid}\n{bid}  ; by Carla").replace("\n", end)
    assert _with_first_offer(text) == text.replace(f"{bid}  ; by Carla", "; by Carla")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_missing_end_is_put_in_above_the_comments_of_the_next_hand(end: str) -> None:
    first, last = PLAIN.partition("hand 3")[0], MISSING.replace("score", "bid C: passo A: chiamo B: passo\nscore")
    meant = first + last[:-1]
    text = meant.replace("end\n\n; the last", "\n; the last")
    assert _with_first_offer(text.replace("\n", end)) == meant.replace("\n", end)


def test_no_hand_is_changed_for_a_line_above_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Beside it, the hand's own mistake is undone."""
    text = PLAIN.partition("\n; the last")[0].replace("\nhand 1", "end\n\nhand 1")
    Path("a.cal").write_text(text, encoding="utf-8")
    assert main(["repair", "a.cal", "--json"]) == 1
    (found,) = _objects(capsys.readouterr().out)
    assert [each["code"] for each in found["findings"]] == ["CAL115"]
    assert found["offers"] == []
    assert _with_first_offer(text.replace("C: -1\ntotal", "C: -2\ntotal")) == text


def test_tricks_in_another_order_take_their_comments_along() -> None:
    """Two tricks that others lead are written in each other's place."""
    lines = evening("pagat", 1).split("\n")
    at = next(at for at, line in enumerate(lines[:-1]) if line[:1] == " " and line[3] not in lines[at + 1][3:5])
    lines[at : at + 2] = [f"{lines[at]}  ; the first", f"{lines[at + 1]}   ; the second"]
    meant = "\n".join(lines)
    lines[at : at + 2] = [f"{lines[at][:2]}{lines[at + 1][2:]}", f"{lines[at + 1][:2]}{lines[at][2:]}"]
    assert _with_first_offer("\n".join(lines)) == meant


@pytest.mark.parametrize("columns", ["60", "80", "100"])
@pytest.mark.parametrize("lang", ["en", "it"])
def test_it_fits_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: str, lang: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    _, slips = _slips()
    (tmp_path / "a.cal").write_text(slips.replace("\r", ""), encoding="utf-8")
    assert main(["repair", "a.cal", "--nodes", "60", "--lang", lang]) == 1
    said = capsys.readouterr().out
    words = [line for line in said.splitlines() if line[:1] not in ("+", "-", "@") and line[1:] not in slips]
    assert max(map(len, words)) <= int(columns)
    assert ("confidence" in said) == (lang == "en")
    assert ("A favore" in said) == (lang == "it")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["a.cal", "--apply", "99"], "there is no change 99"),
        (["a.cal", "--apply", "x"], "not `x`"),
        (["a.cal", "--apply", "0"], "not `0`"),
        (["b.cal"], "b.cal:1:1: "),
        (["b.cal", "--apply", "1"], "b.cal"),
        (["a.cal", "--rules", "nothing-like-it"], "nothing-like-it"),
        (["-", "--apply", "1"], "standard input cannot be written back"),
    ],
)
def test_wrong_use_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str) -> None:
    text = _slips()[1].encode()
    (tmp_path / "a.cal").write_bytes(text)
    assert main(["repair", *words, "--nodes", "30"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert said in told.err
    assert told.err.count("\n") == 1
    assert (tmp_path / "a.cal").read_bytes() == text


def test_two_changes_of_one_hand_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two bids are equally likely if nothing else of the hand is written."""
    text = evening("pagat", 1)
    lines = text.split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith(" 3 "))
    number, leader, *cards = lines[at].split()
    lines[at] = f" {number} {leader} {cards[0]} {cards[2]} {cards[1]}"
    (tmp_path / "a.cal").write_text("\n".join(lines), encoding="utf-8")
    main(["repair", "a.cal", "--json"])
    (found,) = _objects(capsys.readouterr().out)
    numbers = [str(each["number"]) for each in found["offers"]]
    assert len(numbers) > 1
    assert main(["repair", "a.cal", "--apply", numbers[0], "--apply", numbers[1]]) == 2
    assert "only one of them can be made" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("stopped", "said", "in_italian"),
    [
        (True, "No change that was tried repairs it.", "Nessuna delle modifiche provate la fa tornare."),
        (False, "No change of one or two places repairs it.", "Nessuna modifica in uno o due punti la fa tornare."),
    ],
)
def test_what_was_not_tried_is_not_denied(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    stopped: bool,
    said: str,
    in_italian: str,
) -> None:
    """Only a complete search denies that one or two changes help; three are not tried."""

    def search_little(*hands: Any, **options: Any) -> Iterator[Repairs]:
        for repairs in repair_record(*hands, **options | {"nodes": 1}):
            assert repairs.stopped
            yield repairs._replace(offered=(), stopped=stopped)

    monkeypatch.setattr("calarec_tools.cli.repair.repair_record", search_little)
    (tmp_path / "a.cal").write_text(_slips()[1], encoding="utf-8")
    assert main(["repair", "a.cal"]) == 1
    told = " ".join(capsys.readouterr().out.split())
    assert said in told
    assert "three" in told
    assert ("Not everything was tried" in told) is stopped
    assert main(["repair", "a.cal", "--lang", "it"]) == 1
    assert in_italian in " ".join(capsys.readouterr().out.split())
