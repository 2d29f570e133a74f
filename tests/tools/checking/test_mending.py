"""`check --fix` makes safe edits, all of them, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from calarec.core.base.spans import Span
from calarec.core.notation.keywords import ITALIAN_VERBS
from calarec.core.wording.findings import Edit, Finding, Fix
from calarec_tools.main import main
from calarec_tools.output.files.apply_fixes import (
    apply_edits,
    is_guessed_word,
    safe_edits,
    unsafe_edits,
    with_readable_lines,
)
from tests.house.tree import ROOT
from tests.tools.evenings import evening, with_slips

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("empty_folder")]


def finding(line: int, column: int, width: int, text: str, *, safe: bool = True) -> Finding:
    """A finding with an edit."""
    span = Span.from_column("a.cal", line, column, width)
    return Finding(code="CAL005", span=span, fix=Fix((Edit(span, text),), safe))


def test_edits_are_made_where_they_belong() -> None:
    """Several on a line, insertions, the ends of lines; columns are those of the old text."""
    edits = safe_edits([finding(1, 1, 3, "CAL"), finding(2, 4, 0, "!"), finding(2, 1, 1, "x"), finding(1, 4, 1, "")])
    assert apply_edits("cal 1\r\nabc\n", edits) == "CAL1\r\nxbc!\n"


def test_only_safe_edits_are_made_and_of_two_that_touch_the_first() -> None:
    """Fixes that may change the meaning are left to a person."""
    edits = safe_edits([finding(1, 1, 2, "x", safe=False), finding(1, 2, 3, "y"), finding(1, 3, 1, "z")])
    assert [edit.text for edit in edits] == ["y"]


def test_a_difference_of_a_file_without_a_last_newline_ends_its_lines(capsys: pytest.CaptureFixture[str]) -> None:
    """The summary begins a line of its own, and a missing last newline is marked."""
    text = evening("pagat", 2).rstrip("\n").replace("\nend", "\n\tend")
    Path("a.cal").write_text(text, encoding="utf-8")
    main(["check", "--diff", "a.cal"])
    said = capsys.readouterr()
    lines = said.out.split("\n")
    assert lines[-1] == ""
    assert "\\ No newline at end of file" in lines
    at = lines.index("\\ No newline at end of file")
    assert lines[at - 1].startswith(("-", "+", " "))
    assert Path("a.cal").read_text(encoding="utf-8").endswith("\tend")


def test_every_tab_of_a_file_is_mended() -> None:
    """A mistake reported once for a file is fixed everywhere."""
    whole = evening("pagat", 5)
    Path("a.cal").write_bytes(whole.replace("dealer ", "dealer\t").replace("\n", "\r\n").encode())
    assert main(["check", "--fix", "a.cal"]) == 0
    assert Path("a.cal").read_bytes().decode() == whole


def test_results_and_payments_are_mended(capsys: pytest.CaptureFixture[str]) -> None:
    """A result that the cards decide, in a hand without other errors, is fixed."""
    whole = evening("pagat", 6)
    at = whole.rindex("\nresult B: ") + len("\nresult B: ")
    Path("a.cal").write_text(f"{whole[:at]}9{whole[at:]}", encoding="utf-8")
    assert main(["check", "--fix", "a.cal"]) == 0
    assert Path("a.cal").read_text(encoding="utf-8") == whole
    assert "1 fixed" in capsys.readouterr().out


def test_mending_twice_changes_nothing_more() -> None:
    """A second `--fix` changes nothing more."""
    Path("a.cal").write_text(with_slips("pagat", 30), encoding="utf-8")
    assert main(["check", "--fix", "a.cal"]) == 1
    once = Path("a.cal").read_bytes()
    assert main(["check", "--fix", "a.cal"]) == 1
    assert Path("a.cal").read_bytes() == once


def test_what_mending_writes_is_what_it_shows(capsys: pytest.CaptureFixture[str]) -> None:
    """`--diff` changes nothing, and applied by hand gives the result of `--fix`."""
    text = with_slips("pagat", 30)
    Path("a.cal").write_text(text, encoding="utf-8")
    assert main(["check", "--diff", "a.cal"]) == 1
    shown = capsys.readouterr().out
    assert Path("a.cal").read_text(encoding="utf-8") == text
    main(["check", "--fix", "a.cal"])
    after = Path("a.cal").read_text(encoding="utf-8")
    removed = [line[1:] for line in shown.splitlines() if line.startswith("-") and not line.startswith("---")]
    added = [line[1:] for line in shown.splitlines() if line.startswith("+") and not line.startswith("+++")]
    changed = [pair for pair in zip(text.split("\n"), after.split("\n"), strict=True) if pair[0] != pair[1]]
    assert changed == list(zip(removed, added, strict=True))


def test_mode_and_links_are_kept() -> None:
    """A link is followed, and the file keeps its permissions."""
    Path("real.cal").write_text(evening("pagat", 2).replace("dealer ", "dealer\t"), encoding="utf-8")
    Path("real.cal").chmod(0o640)
    Path("link.cal").symlink_to("real.cal")
    assert main(["check", "--fix", "link.cal"]) == 0
    assert Path("link.cal").is_symlink()
    assert Path("real.cal").stat().st_mode & 0o777 == 0o640
    assert "\t" not in Path("real.cal").read_text(encoding="utf-8")


SEPARATORS = ["\r", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"]
"""Characters that separate words, or once ended lines."""


@pytest.mark.mass
@pytest.mark.parametrize("sign", SEPARATORS)
@pytest.mark.parametrize(
    "place", ["dealer{}A", "dealer A{}bid B: passo C: passo A: passo", "dealer A ; told{}dealer B"]
)
def test_mending_joins_no_words(sign: str, place: str) -> None:
    """A separator of two words goes on separating them, or is left to a person."""
    text = f"cal 1\nrules pagat\nseat A\nseat B\nseat C\n\nhand 1\n{place.format(sign)}\nend\n"
    Path("a.cal").write_bytes(text.encode())
    main(["check", "--fix", "a.cal"])
    after = Path("a.cal").read_bytes().decode()
    kept = "\r" if sign == "\r" else sign
    assert after.replace("\n", " ").split() == text.replace(kept, " ").replace("\n", " ").split()


def test_line_ends_of_old_systems_become_line_ends(capsys: pytest.CaptureFixture[str]) -> None:
    """A record with only carriage returns is one long line; a fix makes it a record."""
    whole = evening("pagat", 15)
    Path("a.cal").write_bytes(whole.replace("\nseat", "  ; Circolo\nseat", 1).replace("\n", "\r").encode())
    assert main(["check", "a.cal"]) == 1
    assert capsys.readouterr().out.count(" CAL007 ") == 1
    main(["check", "--fix", "a.cal"])
    assert Path("a.cal").read_text(encoding="utf-8") == whole.replace("\nseat", "  ; Circolo\nseat", 1).rstrip("\n")


@pytest.mark.parametrize(
    ("sign", "mended"),
    [("\u200b", True), ("\u00ad", True), ("\ufeff", True), ("\x01", False), ("\x08", False), ("\u0600", False)],
)
def test_only_what_has_no_width_is_taken_out(sign: str, mended: bool) -> None:
    """Only characters without width are removed: others may have had a meaning."""
    text = evening("pagat", 2)
    damaged = text.replace("\ndealer ", f"\nde{sign}aler ", 1)
    Path("a.cal").write_text(damaged, encoding="utf-8")
    assert main(["check", "--fix", "a.cal"]) == (0 if mended else 1)
    assert Path("a.cal").read_text(encoding="utf-8") == (text if mended else damaged)


@pytest.mark.parametrize("lang", ["en", "it"])
def test_no_edit_writes_nothing(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A removal is reported as such, with and without an excerpt."""
    Path("a.cal").write_bytes(("\ufeff" + SEPARATORS_AND_MORE).replace("\n", "\r\n").encode())
    main(["check", "a.cal", "--lang", lang])
    said = capsys.readouterr().out
    assert "CAL003" in said
    assert "``" not in said


SEPARATORS_AND_MORE = "cal 1\nrules pagat\nseat\x0cA\nseat B\nseat C\u200b\n\nhand 1\ndealer A\nbid B: passo\nend\n"


def test_differences_know_one_line_end(capsys: pytest.CaptureFixture[str]) -> None:
    """A form feed or a carriage return within a line does not break it in two."""
    Path("a.cal").write_bytes(b"cal 1\nrules pagat\nseat\x0cA\rx\nseat  B\n")
    for command in ("fmt --diff", "check --diff"):
        main([*command.split(), "a.cal"])
        body = capsys.readouterr().out.split("\n")
        assert "-seat\x0cA\rx" in body or " seat\x0cA\rx" in body
        assert all(line[:1] in ("", " ", "+", "-", "@", "\\") for line in body if "calarec" not in line)


@pytest.mark.parametrize("command", ["check", "check --fix"])
def test_nothing_is_promised_of_what_cannot_be_read(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A file with bytes that are not text is not fixed, nor is a fix offered."""
    raw = evening("pagat", 2).replace("\ndealer ", "\ndealer\t").encode() + b"; \xf2\n"
    Path("a.cal").write_bytes(raw)
    assert main([*command.split(), "a.cal"]) == 2
    assert "--fix" not in capsys.readouterr().out
    assert Path("a.cal").read_bytes() == raw


SLIPS = (ROOT / "docs" / "examples" / "evening.cal").read_text(encoding="utf-8")
"""Three errors, none of which can be fixed without a change of written words."""


def test_it_is_said_that_no_fix_is_safe(capsys: pytest.CaptureFixture[str]) -> None:
    """And the ways to see the others and to make them; or that there is none."""
    Path("a.cal").write_text(SLIPS, encoding="utf-8")
    for word in ("--fix", "--diff"):
        assert main(["check", word, "a.cal", "--format", "concise"]) == 1
        assert capsys.readouterr().err.endswith(
            "; 3 fixes offered, none of them safe: `--diff --unsafe` shows what they would change, `--fix --unsafe` "
            "makes them.\n"
        )
    assert Path("a.cal").read_text(encoding="utf-8") == SLIPS
    Path("a.cal").write_text(evening("pagat", 2).replace("\nend", "\nnonsense\nend", 1), encoding="utf-8")
    assert main(["check", "--fix", "a.cal", "--format", "concise"]) == 1
    assert capsys.readouterr().err.endswith("; no fix is offered.\n")


def test_safe_ones_are_made_and_the_others_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    """In one summary."""
    Path("a.cal").write_text(SLIPS.replace("dealer B", "dealer\tB"), encoding="utf-8")
    assert main(["check", "--fix", "a.cal", "--format", "concise"]) == 1
    assert Path("a.cal").read_text(encoding="utf-8") == SLIPS
    said = "; 1 fixed; 3 fixes left that may change what the record says: `--diff --unsafe` shows what they would do.\n"
    assert capsys.readouterr().err.endswith(said)


def test_unsafe_fixes_are_made_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    """Unsafe fixes are those of `--diff`, one in a hand, and safe ones that follow."""
    Path("a.cal").write_text(SLIPS, encoding="utf-8")
    assert main(["check", "--diff", "--unsafe", "a.cal"]) == 1
    assert Path("a.cal").read_text(encoding="utf-8") == SLIPS
    shown = [line for line in capsys.readouterr().out.splitlines() if line.startswith(("+", "-"))]
    assert shown[2:] == [
        "-total A: 1 B: 5 C: -5",
        "+total A: 1 B: 4 C: -5",
        "-bid A: chiamo B: pasta C: passo",
        "+bid A: chiamo B: passo C: passo",
    ]
    main(["check", "--fix", "--unsafe", "a.cal"])
    after = SLIPS.replace("total A: 1 B: 5", "total A: 1 B: 4").replace("pasta", "passo")
    assert Path("a.cal").read_text(encoding="utf-8") == after
    main(["check", "--fix", "a.cal"])
    assert Path("a.cal").read_text(encoding="utf-8") == after.replace("B: -1 C: -2\n", "B: -1 C: -1\n", 1)


def test_unsafe_alone_is_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    """The message names its companion."""
    Path("a.cal").write_text(SLIPS, encoding="utf-8")
    assert main(["check", "--unsafe", "a.cal"]) == 2
    said = "calarec: `--unsafe` goes with `--diff`, which shows what would be changed, or with `--fix`.\n"
    assert capsys.readouterr().err == said


def test_a_fix_is_made_whole_or_not_at_all() -> None:
    """A fix that touches a safe edit is not made; of two in a hand the first is."""
    text = "hand 1\nabcdef\nend\nhand 2\nabcdef\nend\n"

    def two(line: int) -> Finding:
        spans = (Span.from_column("a.cal", line, 1, 2), Span.from_column("a.cal", line, 5, 1))
        return Finding(code="CAL005", span=spans[0], fix=Fix(tuple(Edit(span, "X") for span in spans)))

    safe = safe_edits([finding(2, 5, 2, "-")])
    found = [two(2), two(5), finding(5, 3, 1, "Y", safe=False)]
    assert apply_edits(text, unsafe_edits(found, text, safe)) == "hand 1\nabcd-\nend\nhand 2\nXcdXf\nend\n"


ITALIAN = """cal 1
regole pagat
posto A "Anna"
posto B "Bruno"
posto C "Carla"

Mano 1
mazziere A
dichiara B: chiamo C: passo A: passo
chiama B: 3b con C
cede C: scoperta 3b a B
prende B: aperte Ab 3s 7s 6d
cede B: scoperta 4c a C
scarta B: coperte 6b 5c 6d 5s
esito B: vinta
punti B: +2 A: -1 C: -1
totale A: -1 B: 2 C: -1
fine

mano 2
cartaio B
dichiarazione C: solo A: passo B: passo
risultato C: persa
pagamenti C: -4 A: +2 B: +2
totale A: 1 B: 4 C: -5
fine
"""
ENGLISH = """cal 1
rules pagat
seat A "Anna"
seat B "Bruno"
seat C "Carla"

hand 1
dealer A
bid B: chiamo C: passo A: passo
call B: 3b with C
give C: open 3b to B
take B: open Ab 3s 7s 6d
give B: open 4c to C
discard B: closed 6b 5c 6d 5s
result B: won
score B: +2 A: -1 C: -1
total A: -1 B: 2 C: -1
end

hand 2
dealer B
bid C: solo A: passo B: passo
result C: lost
score C: -4 A: +2 B: +2
total A: 1 B: 4 C: -5
end
"""


def test_a_record_in_italian_keywords_is_fixed_in_one_run(capsys: pytest.CaptureFixture[str]) -> None:
    """With any number of unreadable words and lines; `--diff` shows the result."""
    Path("a.cal").write_text(ITALIAN, encoding="utf-8")
    assert main(["check", "--diff", "--unsafe", "a.cal"]) == 1
    shown = capsys.readouterr().out.splitlines()
    assert Path("a.cal").read_text(encoding="utf-8") == ITALIAN
    assert [line[1:] for line in shown if line.startswith("+") and not line.startswith("+++")] == [
        line for line, before in zip(ENGLISH.splitlines(), ITALIAN.splitlines(), strict=True) if line != before
    ]
    assert main(["check", "--fix", "--unsafe", "a.cal"]) == 0
    assert Path("a.cal").read_text(encoding="utf-8") == ENGLISH


def test_a_header_with_the_program_s_name_begins_no_hand(capsys: pytest.CaptureFixture[str]) -> None:
    """Then the line with the rules is not looked for in vain, and one run fixes all."""
    Path("a.cal").write_text(ITALIAN.replace("cal 1", "calarec 1"), encoding="utf-8")
    main(["check", "--format", "concise", "a.cal"])
    told = capsys.readouterr()
    assert "a.cal:1:1: CAL101" in told.out
    assert "CAL012" not in told.out
    assert "no `rules` line" not in told.err
    assert main(["check", "--fix", "--unsafe", "a.cal"]) == 0
    assert Path("a.cal").read_text(encoding="utf-8") == ENGLISH


@pytest.mark.parametrize(("word", "verb"), ITALIAN_VERBS.items())
def test_every_word_that_people_write_for_a_verb_is_fixed(word: str, verb: str) -> None:
    """On a line of its own, with any other errors on it."""
    line = next((line for line in ENGLISH.splitlines() if line.startswith(f"{verb} ")), "")
    if verb == "end":
        line = "end"
    text = f"cal 1\nrules pagat\n{line or f'{verb} x'}\n"
    written = text.replace(f"\n{verb}", f"\n{word}", 1) if verb != "rules" else text.replace("rules", word, 1)
    after, made = with_readable_lines(written, "a.cal")
    assert made >= 1
    assert [line.split()[0] for line in after.splitlines()] == [line.split()[0] for line in text.splitlines()]


def test_only_one_fix_of_a_judgement_is_made_in_a_hand_that_can_be_read() -> None:
    """Unreadable words are all fixed; of judgement's fixes only the first, as before."""
    text = "hand 1\nxbcdef\nabcdef\nabcdef\nend\n"
    words = [
        Finding(code="CAL101", span=span, fix=Fix((Edit(span, "hand"),), False))
        for span in (Span.from_column("a.cal", 2, 1, 1), Span.from_column("a.cal", 3, 1, 1))
    ]
    judged = [
        Finding(code="CAL611", span=span, fix=Fix((Edit(span, "Y"),), False))
        for span in (Span.from_column("a.cal", 3, 3, 1), Span.from_column("a.cal", 4, 3, 1))
    ]
    assert [is_guessed_word(each) for each in (*words, *judged)] == [True, True, False, False]
    made = apply_edits(text, unsafe_edits([*words, *judged], text, []))
    assert made == "hand 1\nhandbcdef\nhandbYdef\nabcdef\nend\n"
