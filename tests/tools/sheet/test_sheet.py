"""The sheet: its content for an evening, in every form and width."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator

import calarec
from calarec.core.base.resources import data_folder
from calarec.core.records import model as rec
from calarec.core.wording.cells import cells
from calarec_tools.cli.sheet import DECLARED
from calarec_tools.main import main
from calarec_tools.output.formats.columns import SEAT_COLUMNS, SHARED_COLUMNS
from calarec_tools.output.sheet.evenings import EveningSheet
from tests.tools.evenings import evening

pytestmark = pytest.mark.slow

SCHEMA = json.loads((data_folder("grammar") / "sheet.schema.json").read_text(encoding="utf-8"))
HOSTILE = '</script><img src=x onerror=alert(1)>&\\"|`*[a](b)'
HEAD = 'cal 1\nrules pagat\ntag event "Cosenza"\ntag date "2025-11-02"\nseat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n'
WON = "bid B: chiamo C: passo A: passo\nresult B: won\n"
AGAIN = "bid C: passo A: passo B: chiamo\nresult B: won\n"


def hand(name: int, dealer: str, more: str, end: str = "end") -> str:
    """A hand without cards."""
    return f"\nhand {name}\ndealer {dealer}\n{more}{end}\n"


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.chdir(tmp_path)
    Path("a.cal").write_text(HEAD + hand(1, "A", WON) + hand(2, "B", AGAIN), encoding="utf-8")


def shown(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    """Return the output of the command."""
    assert main(["sheet", *words]) == status
    return capsys.readouterr().out


def data(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> dict[str, Any]:
    """Its JSON, checked against the schema."""
    found: dict[str, Any] = json.loads(shown(capsys, *words, "--json", status=status))
    Draft202012Validator(SCHEMA).validate(found)
    return found


def test_the_whole_sheet(capsys: pytest.CaptureFixture[str]) -> None:
    """Read line by line."""
    assert shown(capsys, "a.cal", "--stake", "0.10").splitlines() == [
        "Cosenza · 2025-11-02 · a.cal",
        "Calabresella (Pagat) · pagat 1.0.0",
        "",
        "   Declarer  Contract  Result       Anna      Bruno      Carla",
        "1  Bruno     chiamo    won        -1  -1     +2   2     -1  -1",
        "2  Bruno     chiamo    won        -1  -2     +2   4     -1  -2",
        "   Total                              -2          4         -2",
        "",
        "Who pays whom",
        "  Anna  → Bruno  0.20",
        "  Carla → Bruno  0.20",
        "  One stake is 0.10.",
    ]


def test_italian(capsys: pytest.CaptureFixture[str]) -> None:
    """Words, and the comma of amounts."""
    said = shown(capsys, "a.cal", "--stake", "0,10", "--lang", "it", "--curve")
    assert "   Dichiarante  Contratto  Esito" in said
    assert "vinta" in said
    assert "Chi paga a chi\n  Anna  → Bruno  0,20\n" in said
    assert "I totali, mano per mano" in said


@pytest.mark.parametrize(
    "rules", ["pagat", "quintiglio", "settiglio", "treccani", "gelli-bellora", "quartiglio", "foster"]
)
def test_totals_are_those_of_the_record(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Compared with the totals that records state, without the sheet's code."""
    Path("b.cal").write_text(evening(rules, 8, 3), encoding="utf-8")
    found = data(capsys, "b.cal")
    [sheet] = found["evenings"]
    hands = list(calarec.read("b.cal"))
    assert [each["hand"] for each in sheet["hands"]] == [each.name for each in hands]
    for told, read in zip(sheet["hands"], hands, strict=True):
        people, nobody = read.session.people, {each.seat for each in read.session.dummies}
        for kind, said in ((rec.Score, told["payments"]), (rec.Total, told["totals"])):
            for stated in (each.amounts for each in read.statements if isinstance(each, kind)):
                assert said == {people[seat]: amount for seat, amount in stated if seat not in nobody}
    assert sum(found["balances"].values()) == found["left"] == 0


@pytest.mark.mass
@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize("rules", ["pagat", "settiglio", "quintiglio"])
@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_width_is_kept(
    width: int, rules: str, lang: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And every last total is there, with colour and without."""
    monkeypatch.setenv("COLUMNS", str(width))
    text = evening(rules, 12, 5).replace("seat A\n", 'seat A "Massimiliano Bevilacqua"\n')
    Path("b.cal").write_text(text, encoding="utf-8")
    plain = shown(capsys, "b.cal", "--curve", "--lang", lang)
    assert max(cells(line) for line in plain.splitlines()) <= min(width, 100)
    totals = data(capsys, "b.cal")["evenings"][0]["totals"]
    last = plain.splitlines()
    start = next(n for n, line in enumerate(last) if line.split()[:1] in (["Total"], ["Totale"]))
    said = " ".join(last[start : start + 3]).split()[1:]
    assert said[: len(totals)] == [str(total) for total in totals.values()]
    monkeypatch.setenv("FORCE_COLOR", "1")
    coloured = shown(capsys, "b.cal", "--curve", "--lang", lang)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


def test_an_irregularity_is_marked(capsys: pytest.CaptureFixture[str]) -> None:
    """Beside the hand, and named below it with its player, in every form; no error."""
    fault = "bid B: chiamo C: passo A: passo\nfault C: revoke trick 4 claimed by B\nfault B: revoke\nresult B: won\n"
    Path("a.cal").write_text(HEAD + hand(1, "A", WON) + hand(2, "B", AGAIN) + hand(3, "A", fault), encoding="utf-8")
    said = shown(capsys, "a.cal").splitlines()
    assert [line[:2] for line in said[4:7]] == [" 1", " 2", "3*"]
    told = " ".join(" ".join(said).split())  # however wide the terminal is
    assert (
        "* hand 3: irregularity of Carla: revoke (not following suit though able) in trick 4, claimed by Bruno. "
        "* hand 3: irregularity of Bruno: revoke (not following suit though able)."
    ) in told
    found = [each["faults"] for each in data(capsys, "a.cal")["evenings"][0]["hands"]]
    assert found == [
        [],
        [],
        [
            {"who": "Carla", "word": "revoke", "trick": 4, "claimed_by": "Bruno"},
            {"who": "Bruno", "word": "revoke", "trick": None, "claimed_by": None},
        ],
    ]
    assert ">3 *</td>" in shown(capsys, "a.cal", "--format", "html")
    assert "| 3 \\* |" in shown(capsys, "a.cal", "--format", "markdown")
    rows = list(csv.DictReader(shown(capsys, "a.cal", "--format", "csv").splitlines()))
    assert [row["faults"] for row in rows] == [""] * 7 + ["revoke", "revoke"]


def test_hands_that_cannot_be_settled_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """With a mark, and with a word on the missing part; nothing is hidden."""
    more = hand(3, "C", "bid A: chiamo B: passo C: passo\n", 'end abandoned "tea"')
    Path("a.cal").write_text(HEAD + hand(1, "A", WON) + hand(2, "B", "nonsense\n") + more, encoding="utf-8")
    said = shown(capsys, "a.cal", status=1).splitlines()
    assert said[5] == "2!                       not settled      ?   ?      ?   ?      ?   ?"
    assert said[6] == " 3            abandoned  not settled      ?   ?      ?   ?      ?   ?"
    assert "! hand 2: not everything is in order; `calarec check a.cal` shows why." in said
    noted = "Hands 2, 3 could not be settled: the totals leave them out until the record writes them again."
    assert noted in " ".join(" ".join(said).split())
    found = data(capsys, "a.cal", status=1)["evenings"][0]["hands"][1]
    assert (found["payments"], found["totals"], found["verdict"]) == (None, None, "unreadable")
    assert found["findings"] == ["CAL101"]


@pytest.mark.parametrize(("lang", "named"), [("en", "hands (line 9), 2"), ("it", "mani (riga 9), 2")])
def test_a_hand_whose_name_cannot_be_read_is_named_by_its_line(
    lang: str, named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Otherwise only a comma would name it."""
    text = HEAD + hand(1, "A", WON) + hand(2, "B", "bid Z: chiamo\nresult Z: won\n")
    Path("a.cal").write_text(text.replace("hand 1", "Hand 1"), encoding="utf-8")
    notes = [line for line in shown(capsys, "a.cal", "--lang", lang, status=1).splitlines() if "(" in line[:12]]
    assert len(notes) == 2
    assert notes[0].startswith(f"! {named}: ")
    assert notes[1].startswith(f"{named[:1].upper()}{named[1:]} ")


def test_what_happens_between_hands_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """Totals that are carried in, and a new match."""
    text = HEAD + "carried A: 5 B: -5\n" + hand(1, "A", WON) + '\nmatch "Second"\n' + hand(2, "B", AGAIN)
    Path("a.cal").write_text(text, encoding="utf-8")
    said = shown(capsys, "a.cal").splitlines()
    assert said[4].split() == ["carried", "5", "-5"]
    assert said[6] == "   Match: Second"
    found = data(capsys, "a.cal")
    # 5 and -5 from before; +2 and -1 in each match.
    assert found["standings"] == {"Anna": 3, "Bruno": -1, "Carla": -2}
    assert found["evenings"][0]["totals"] == {"Anna": -1, "Bruno": 2, "Carla": -1}


def test_people_who_come_and_go(capsys: pytest.CaptureFixture[str]) -> None:
    """Carla leaves with -1, Dora comes, Anna gives Bruno 1; Carla still owes."""
    change = '\nleave C\nseat D "Dora" after A\nadjust A: -1 B: +1 "the bill"\n'
    later = hand(2, "D", "bid B: chiamo A: passo D: passo\nresult B: won\n")
    Path("a.cal").write_text(HEAD + hand(1, "A", WON) + change + later, encoding="utf-8")
    said = shown(capsys, "a.cal").splitlines()
    assert [line.split() for line in said[5:10]] == [
        ["Carla", "leaves"],
        ["Dora", "sits", "down"],
        ["adjusted:", "the", "bill", "-1", "+1"],
        ["2", "Bruno", "chiamo", "won", "-1", "-3", "+2", "5", "-1", "-1"],
        ["Total", "-3", "5", "-1", "-1"],
    ]
    found = data(capsys, "a.cal")
    assert found["balances"] == {"Anna": -3, "Bruno": 5, "Carla": -1, "Dora": -1}
    assert [each["kind"] for each in found["evenings"][0]["hands"][1]["before"]] == ["leave", "join", "adjust"]
    assert sum(each["amount"] for each in found["debts"]) == 5


def test_several_evenings(capsys: pytest.CaptureFixture[str]) -> None:
    """Carried totals count once; totals that no hand here reached were brought in."""
    second = HEAD.replace('"Carla"', '"Dora"')
    Path("b.cal").write_text(second + "carried A: -2 B: 4\n" + hand(1, "A", WON), encoding="utf-8")
    Path("c.cal").write_text(HEAD + "carried A: -2 B: 4 C: -2\n" + hand(1, "A", WON), encoding="utf-8")
    found = data(capsys, "a.cal", "c.cal")
    assert found["standings"] == {"Anna": -3, "Bruno": 6, "Carla": -3}
    assert found["brought"] == {}
    found = data(capsys, "a.cal", "b.cal")
    assert found["standings"] == {"Anna": -5, "Bruno": 10, "Carla": -2, "Dora": -1}
    assert found["brought"] == {"Anna": -2, "Bruno": 4}
    said = shown(capsys, "a.cal", "c.cal", "--standings")
    assert said.splitlines()[:5] == [
        "Standings",
        "     Player  Evenings  Hands   1   2  Total",
        "  1  Bruno          2      3   4   2      6",
        "  2  Anna           2      3  -2  -1     -3",
        "     Carla          2      3  -2  -1     -3",
    ]


def test_two_evenings_of_one_file(capsys: pytest.CaptureFixture[str]) -> None:
    """A `cal` line begins another; each is named by its line."""
    text = Path("a.cal").read_text(encoding="utf-8")
    Path("a.cal").write_text(text + text, encoding="utf-8")
    said = shown(capsys, "a.cal")
    assert "a.cal:9" in said
    assert "a.cal:28" in said
    assert data(capsys, "a.cal")["standings"] == {"Anna": -4, "Bruno": 8, "Carla": -4}


def test_one_person_under_several_names(capsys: pytest.CaptureFixture[str]) -> None:
    """Reported if likely; joined by an alias, a line or a file, with both spellings."""
    other = Path("a.cal").read_text(encoding="utf-8").replace("Anna", "A. Rossi").replace("Bruno", "bruno")
    Path("b.cal").write_text(other.replace("Carla", "Anna Rossi"), encoding="utf-8")
    Path("c.cal").write_text(other, encoding="utf-8")
    assert main(["sheet", "a.cal", "c.cal", "--standings"]) == 0
    said = capsys.readouterr()
    assert said.err == 'bruno and Bruno may be one person; if so: --alias "bruno=Bruno"\n'
    Path("club.txt").write_text("; the club\nA. Rossi = Anna\n", encoding="utf-8")
    words = ("a.cal", "c.cal", "--alias", "bruno=Bruno", "--aliases", "club.txt")
    found = data(capsys, *words)
    assert found["standings"] == {"Anna": -4, "Bruno": 8, "Carla": -4}
    assert found["spellings"] == {"Anna": ["A. Rossi"], "Bruno": ["bruno"]}
    assert "Bruno (also bruno)" in shown(capsys, *words)
    assert main(["sheet", "a.cal", "--alias", "Anna=Bruno"]) == 2
    assert capsys.readouterr().err == (
        "calarec: a.cal:9: Anna / Bruno sit at one table; an alias makes them one person.\n"
    )
    assert main(["sheet", "a.cal", "--alias", "Ana=Maria"]) == 0
    assert capsys.readouterr().err == "`--alias`: no person is called `Ana`; there are: Anna, Bruno, Carla.\n"
    assert main(["sheet", "a.cal", "c.cal", "--standings", "--alias", "Rossi=Anna"]) == 0
    said = capsys.readouterr()
    assert "no person is called `Rossi`" in said.err
    assert "also" not in said.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["a.cal", "--stake=-1"], "calarec: `--stake` is an amount of money above nothing, like 0.10, not `-1`."),
        (["a.cal", "--alias", "Anna"], "calarec: --alias: `Anna` is not an alias;"),
        (["none.cal"], "calarec: `none.cal`: there is no such file or folder."),
        (["a.cal", "--aliases", "none.txt"], "CAL001 there is no file `"),
        (["a.cal", "a.cal", "b.cal", "--format", "svg"], "calarec: `--format svg` draws the curve of one evening; "),
        (["empty.cal"], "calarec: there is no hand in `empty.cal`."),
        (["ruleless.cal"], "calarec: ruleless.cal:2: the record has no `rules` line"),
        (["a.cal", "--rules", "nonsense"], "calarec: RUL001 "),
    ],
)
def test_wrong_input_gets_a_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """And status 2."""
    Path("b.cal").write_text(Path("a.cal").read_text(encoding="utf-8"), encoding="utf-8")
    Path("empty.cal").write_text("cal 1\n", encoding="utf-8")
    Path("ruleless.cal").write_text("cal 1\nhand 1\ndealer A\nend\n", encoding="utf-8")
    assert main(["sheet", *words]) == 2
    answer = capsys.readouterr()
    assert answer.out == ""
    assert said in answer.err
    assert all(line.startswith("calarec: ") for line in answer.err.splitlines())


def test_one_file_that_cannot_be_read_hides_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    """The rest is shown, with status 2."""
    assert "Cosenza" in shown(capsys, "none.cal", "a.cal", status=2)


def _hostile(capsys: pytest.CaptureFixture[str], form: str) -> str:
    text = HEAD.replace('"Anna"', f'"{HOSTILE}"').replace('"Cosenza"', '"=1+1\\u202e<b>"')
    Path("h.cal").write_text(text + hand(1, "A", WON) + hand(2, "B", AGAIN), encoding="utf-8")
    return shown(capsys, "h.cal", "--format", form)


def test_html_is_one_page_without_scripts(capsys: pytest.CaptureFixture[str]) -> None:
    """No text of a record becomes a tag, and nothing is loaded from elsewhere."""
    page = _hostile(capsys, "html")
    assert page.startswith('<!DOCTYPE html>\n<html lang="en">')
    assert "&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&amp;" in page
    tags = re.findall(r"<([a-z]+)((?: [a-z-]+=\"[^\"]*\")*)", page, re.IGNORECASE)
    assert {name for name, _ in tags} <= {
        "html", "head", "meta", "title", "style", "body", "main", "section", "h", "p", "div", "table", "thead", "tbody",
        "tr", "th", "td", "span", "b", "ul", "li", "svg", "desc", "rect", "text", "line", "g", "polyline", "circle",
        "path",
    }  # fmt: skip
    names = {name for _, said in tags for name in re.findall(r' ([a-z-]+)="[^"]*"', said, re.IGNORECASE)}
    assert not {each for each in names if each.startswith("on") or each in ("src", "href", "action", "srcdoc")}
    assert not re.search(r"url\(|@import", page)
    assert "\u202e" not in page
    assert "default-src 'none'" in page


def test_a_page_says_of_each_amount_whose_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    """On a phone there are no column heads: the name is above the amount."""
    Path("b.cal").write_bytes(Path("a.cal").read_bytes())
    page = shown(capsys, "a.cal", "b.cal", "--format", "html")
    rows = re.findall(r'<tr role="row" class="hand">(.*?)</tr>', page)
    assert [re.findall(r'data-of="([^"]*)"', row) for row in rows[:2]] == [["Anna", "Bruno", "Carla"]] * 2
    standings = page.partition('<table role="table" class="phone standings')[2].partition("</table>")[0]
    first = standings.partition("<tbody>")[2].partition("</tr>")[0]
    assert re.findall(r'data-of="([^"]*)"', first) == ["Evenings", "Hands", "1", "2"]
    assert first.count("<td") == 7
    assert ".phone thead{display:none}" in page


def test_svg_is_well_formed_and_says_what_it_shows(capsys: pytest.CaptureFixture[str]) -> None:
    """A title, a text for people who cannot see it, a line for each, and no script."""
    tree = ElementTree.fromstring(_hostile(capsys, "svg"))
    space = "{http://www.w3.org/2000/svg}"
    assert tree.find(f"{space}title") is not None
    text = tree.find(f"{space}desc")
    assert text is not None
    assert text.text is not None
    assert text.text.startswith("After 2 hands: </script><img")
    assert len(tree.findall(f".//{space}polyline")) == 3
    assert {each.tag.removeprefix(space) for each in tree.iter()} <= {
        "svg", "title", "desc", "style", "rect", "text", "line", "g", "polyline", "circle", "path",
    }  # fmt: skip
    assert tree.attrib["aria-labelledby"] == "curve-title curve-text"


def test_markdown_escapes(capsys: pytest.CaptureFixture[str]) -> None:
    """A name ends no cell and begins no tag."""
    page = _hostile(capsys, "markdown")
    rows = [line for line in page.splitlines() if line.startswith("|")]
    assert len({len(re.findall(r"(?<!\\)\|", row)) for row in rows}) == 1
    assert "<img" not in page.replace("\\<img", "")
    assert r"\`\*\[a\](b)" in page


def test_csv_has_the_columns(capsys: pytest.CaptureFixture[str]) -> None:
    """One row for each hand and seat; a title that looks like a formula is none."""
    rows = list(csv.DictReader(shown(capsys, "a.cal", "--format", "csv").splitlines()))
    assert list(rows[0]) == [each.name for each in (*SHARED_COLUMNS, *SEAT_COLUMNS)]
    assert [(row["hand"], row["seat"], row["part"], row["payment"], row["total"]) for row in rows[3:]] == [
        ("2", "A", "opponent", "-1", "-2"),
        ("2", "B", "declarer", "2", "4"),
        ("2", "C", "opponent", "-1", "-2"),
    ]
    assert {(row["contract"], row["won"], row["declarer"], row["sure"]) for row in rows} == {
        ("chiamo", "yes", "B", "yes")
    }


def test_a_hand_that_nobody_sits_behind_is_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    """A dummy is not a person, by a line or by the rules."""
    head = 'cal 1\nrules a-due\nseat A "Anna"\nseat B "Bruno"\n'
    for more in ("", "dummy C\n"):
        text = head + more + "\nhand 1\ndealer A\nbid B: solo\nresult B: won\nend\n"
        Path("b.cal").write_text(text, encoding="utf-8")
        (found,) = data(capsys, "b.cal")["evenings"]
        assert found["totals"] == {"Anna": -4, "Bruno": 4}


def test_whole_points_are_shown_as_they_were_written(capsys: pytest.CaptureFixture[str]) -> None:
    """Thirds are unknown; a score sheet keeps whole points for reading back."""
    text = HEAD + hand(1, "A", WON.replace("won", "8p")) + hand(2, "B", AGAIN)
    Path("b.cal").write_text(text, encoding="utf-8")
    said = shown(capsys, "b.cal").splitlines()
    assert said[4].split()[:5] == ["1", "Bruno", "chiamo", "won", "8"]
    assert said[5].split()[:4] == ["2", "Bruno", "chiamo", "won"]
    assert main(["sheet", "b.cal", "--format", "score-sheet", "-o", "b.csv"]) == 0
    assert main(["convert", "b.csv", "c.cal", "--rules", "pagat"]) == 0
    assert "result B: 8p\n" in Path("c.cal").read_text(encoding="utf-8")


BEHIND = '\nleave C\nadjust A: -3 "Carla": +1 B: +2 "dinner"\n'


def test_what_stands_behind_the_last_hand(capsys: pytest.CaptureFixture[str]) -> None:
    """It has its rows, is in the totals and is owed, in every form; -2 4 -2 by the hands."""
    Path("b.cal").write_text(HEAD + hand(1, "A", WON) + hand(2, "B", AGAIN) + BEHIND, encoding="utf-8")
    assert shown(capsys, "b.cal", "--curve").splitlines()[5:9] == [
        "2  Bruno     chiamo    won        -1  -2     +2   4     -1  -2",
        "   Carla leaves",
        "   adjusted: dinner               -3         +2         +1",
        "   Total                              -5          6         -1",
    ]
    found = data(capsys, "b.cal")
    assert found["evenings"][0]["totals"] == {"Anna": -5, "Bruno": 6, "Carla": -1}
    assert [each["kind"] for each in found["evenings"][0]["after"]] == ["leave", "adjust"]
    assert found["standings"] == {"Anna": -5, "Bruno": 6, "Carla": -1} == found["balances"]
    rows = list(csv.DictReader(shown(capsys, "b.cal", "--format", "csv").splitlines()))
    assert [(row["outcome"], row["seat"], row["person"], row["adjusted"], row["total"]) for row in rows[6:]] == [
        ("adjust", "A", "Anna", "-3", "-5"),
        ("adjust", "B", "Bruno", "2", "6"),
        ("adjust", "C", "Carla", "1", "-1"),
    ]
    assert {row["line"] for row in rows[6:]} == {"22"}
    for form in ("markdown", "html"):
        assert "adjusted: dinner" in shown(capsys, "b.cal", "--format", form)


def test_each_evening_of_a_file_has_what_stands_behind_it(capsys: pytest.CaptureFixture[str]) -> None:
    """An evening without a hand has no sheet; `match` begins a match without hands."""
    one = HEAD + hand(1, "A", WON)
    nothing = HEAD + "adjust A: +100\n"
    text = one + BEHIND + nothing + one + "match\nadjust A: +50\n"
    Path("b.cal").write_text(text, encoding="utf-8")
    first, second = data(capsys, "b.cal")["evenings"]
    assert first["totals"] == {"Anna": -4, "Bruno": 4, "Carla": 0}
    assert (second["totals"], second["after"]) == ({"Anna": -1, "Bruno": 2, "Carla": -1}, [])
    found = data(capsys, "b.cal", "--alias", "Carla=Carla B.", "--alias", "Bruno=B")
    assert found["evenings"][0]["totals"] == {"Anna": -4, "B": 4, "Carla B.": 0}


def test_what_is_adjusted_between_hands_has_rows_in_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    """Payments and adjustments sum to the last totals, also of absent players."""
    text = HEAD + 'carried A: 2 "Dora": -2\n' + hand(1, "A", WON) + 'adjust "Dora": +1 A: -1\n' + hand(2, "B", AGAIN)
    Path("b.cal").write_text(text + BEHIND, encoding="utf-8")
    rows = list(csv.DictReader(shown(capsys, "b.cal", "--format", "csv").splitlines()))
    sums: dict[str, int] = {}
    for row in rows:
        if row["outcome"] == "carried":
            sums[row["person"]] = int(row["total"])
        else:
            sums[row["person"]] = sums.get(row["person"], 0) + int(row["payment"] or row["adjusted"])
        assert int(row["total"]) == sums[row["person"]]
    assert sums == data(capsys, "b.cal")["evenings"][0]["totals"] == {"Anna": -4, "Dora": -1, "Bruno": 6, "Carla": -1}


AGREED = "ruleset: club\nversion: 1.0.0\ntitle: Club\nextends: pagat\nadd:\n"
AGREED += "  agreed.wine: {en: Wine.}\n  agreed.late: {en: Late.}\n"
BY_HAND = 'adjust A: -3 B: +2 "Carla": +1 "wine"\nadjust B: -1 C: +1 "late"\n'


def test_payments_by_hand_have_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    """Below their hand, which shows its own result; the last has the final totals."""
    Path("club.yaml").write_text(AGREED, encoding="utf-8")
    text = (HEAD + hand(1, "A", WON + BY_HAND) + hand(2, "B", AGAIN)).replace("rules pagat", "rules club")
    Path("b.cal").write_text(text, encoding="utf-8")
    assert [" ".join(line.split()) for line in shown(capsys, "b.cal").splitlines()[4:9]] == [
        "1 Bruno chiamo won -1 -1 +2 2 -1 -1",
        "kept by hand: wine -3 -4 +2 4 +1 0",
        "kept by hand: late -1 3 +1 1",
        "2 Bruno chiamo won -1 -5 +2 5 -1 0",
        "Total -5 5 0",
    ]
    assert "a mano: wine" in shown(capsys, "b.cal", "--lang", "it")
    found = data(capsys, "b.cal", "--alias", "Carla=Clara")["evenings"][0]
    assert [(each["rule"], each["amounts"]) for each in found["hands"][0]["agreed"]] == [
        ("wine", {"Anna": -3, "Bruno": 2, "Clara": 1}), ("late", {"Bruno": -1, "Clara": 1}),
    ]  # fmt: skip
    assert found["hands"][1]["agreed"] == []
    rows = list(csv.DictReader(shown(capsys, "b.cal", "--format", "csv").splitlines()))
    sums: dict[str, int] = {}
    for row in rows:
        sums[row["person"]] = sums.get(row["person"], 0) + int(row["payment"]) + int(row["adjusted"] or 0)
        assert int(row["total"]) == sums[row["person"]]
    for form in ("markdown", "html"):
        assert "kept by hand: wine" in shown(capsys, "b.cal", "--format", form)
    assert main(["sheet", "b.cal", "--format", "score-sheet", "-o", "b.csv"]) == 0
    assert main(["convert", "b.csv", "c.cal", "--rules", "pagat"]) == 0
    assert main(["check", "c.cal"]) == 0
    capsys.readouterr()
    assert data(capsys, "c.cal")["evenings"][0]["totals"] == sums


def test_the_columns_of_a_hand_with_cards(capsys: pytest.CaptureFixture[str]) -> None:
    """Tricks are counted from the cards: all twelve, and those of the declarer's side give its points."""
    Path("b.cal").write_text(evening("pagat", 4, 2), encoding="utf-8")
    rows = list(csv.DictReader(shown(capsys, "b.cal", "--format", "csv").splitlines()))
    for name in {row["hand"] for row in rows if row["declarer"]}:
        seats = [row for row in rows if row["hand"] == name]
        assert sum(int(row["tricks"]) for row in seats) == 12
        assert [row["part"] for row in seats].count("declarer") == 1
        assert all(row["unit"] == "1/3" and row["pay_unit"] == "1" for row in seats)


def test_the_ending_of_the_file_chooses_the_form(capsys: pytest.CaptureFixture[str]) -> None:
    """Unless a form is asked for."""
    for name, begins in {"a.html": "<!DOCTYPE", "a.md": "# Cosenza", "a.svg": "<svg", "a.json": '{"format"'}.items():
        assert main(["sheet", "a.cal", "-o", name]) == 0
        assert Path(name).read_text(encoding="utf-8").startswith(begins)
    assert main(["sheet", "a.cal", "-o", "a.html", "--format", "csv"]) == 0
    assert Path("a.html").read_text(encoding="utf-8").startswith("file,")
    assert capsys.readouterr().out == ""


def test_payments_are_owed_where_points_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    """Totals of card points are not debts."""
    Path("b.cal").write_text(evening("treccani", 8, 3), encoding="utf-8")
    found = data(capsys, "b.cal")
    paid: dict[str, int] = {}
    for each in found["evenings"][0]["hands"]:
        for who, amount in each["payments"].items():
            paid[who] = paid.get(who, 0) + amount
    assert found["balances"] == paid
    assert found["evenings"][0]["totals"] != paid
    assert "The totals do not count payments" in shown(capsys, "b.cal")


def test_the_command_offers_every_form() -> None:
    """The choices of `--format` are all formats; JSON has an option of its own."""
    [form] = [each for each in DECLARED.options if each.name == "format"]
    assert form.choices == ("text", "markdown", "csv", "html", "svg", "score-sheet")


@pytest.mark.parametrize("form", ["text", "markdown", "html", "csv", "svg"])
def test_a_long_evening_is_not_looked_through_for_each_hand(
    form: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The people are collected as often for thirty hands as for two."""
    asked: list[int] = []
    people = vars(EveningSheet)["evening_people"].fget

    def counted(sheet: EveningSheet) -> tuple[str, ...]:
        asked.append(1)
        found: tuple[str, ...] = people(sheet)
        return found

    monkeypatch.setattr(EveningSheet, "evening_people", property(counted))
    long = HEAD + "".join(hand(number, "ABC"[number % 3], WON if not number % 3 else "") for number in range(30))
    Path("b.cal").write_text(long, encoding="utf-8")
    counts = []
    for name in ("a.cal", "b.cal"):
        asked.clear()
        main(["sheet", name, "--format", form])
        counts.append(len(asked))
    capsys.readouterr()
    assert counts[0] == counts[1]


def test_standings_report_what_is_not_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    """A person whose line cannot be read is in the table under a letter: that is reported there too."""
    text = HEAD + hand(1, "A", WON)
    Path("a.cal").write_text(text, encoding="utf-8")
    Path("b.cal").write_bytes(text.encode().replace(b'"Bruno"', b'"Brun\xf2"'))
    assert main(["sheet", "a.cal", "b.cal", "--standings"]) == 1
    said = capsys.readouterr().out
    assert "     B " in said or " B " in said
    assert said.count("! hand 1: not everything is in order; `calarec check b.cal` shows why.") == 1
    assert "check a.cal" not in said
