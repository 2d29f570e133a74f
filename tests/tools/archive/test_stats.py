"""`calarec stats`: what people ask of a season; every answer is reckoned once more without SQL."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator

from calarec.core.base.resources import data_folder
from calarec.core.wording.language import LANGUAGES
from calarec_tools.archive import asking
from calarec_tools.archive.asking import question_of, questions
from calarec_tools.cli.answers import table
from calarec_tools.main import main
from calarec_tools.output.report.page import Page
from calarec_tools.output.sheet.evenings import EveningSheet, read_evenings
from tests.tools.evenings import evening, with_slips

pytestmark = pytest.mark.slow

Rows = dict[str, list[dict[str, Any]]]


@pytest.fixture(autouse=True)
def _season(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)
    Path("season").mkdir()
    for number in range(3):
        text = evening("pagat", 25, number).replace("cal 1\n", f'cal 1\ntag date "2024-01-0{number + 1}"\n', 1)
        Path(f"season/{number}.cal").write_text(
            text.replace("tag date", 'tag scorer "Zoe"\ntag date'), encoding="utf-8"
        )
    Path("season/3.cal").write_text(with_slips("pagat", 14), encoding="utf-8")


@pytest.fixture
def sheets() -> list[EveningSheet]:
    """The same evenings, as sheets have them."""
    return [each for file in sorted(Path("season").iterdir()) for each in read_evenings(str(file), None, {})]


def told(capsys: pytest.CaptureFixture[str], *words: str) -> Rows:
    """All rows, by question."""
    capsys.readouterr()
    assert main(["stats", *(words or ("season",)), "--json"]) == 0
    found: Rows = defaultdict(list)
    schema = json.loads((data_folder("grammar") / "stats.schema.json").read_text(encoding="utf-8"))
    for line in capsys.readouterr().out.splitlines():
        one = json.loads(line)
        Draft202012Validator(schema).validate(one)
        found[one["question"]].append(one["row"])
    return found


def test_the_program_leaves_standard_error_alone() -> None:
    """The data base reports what is left of it when a process ends; calarec leaves nothing."""
    program = "import sys; from calarec_tools.main import main; sys.exit(main())"
    ended = subprocess.run(
        [sys.executable, "-c", program, "stats", "season"], capture_output=True, text=True, check=True
    )
    assert ended.stdout
    assert ended.stderr == ""


def test_season_and_winners(sheets: list[EveningSheet], capsys: pytest.CaptureFixture[str]) -> None:
    """Balance, hands, evenings, wins and streaks, from sheets of the same evenings."""
    found = told(capsys)
    paid: dict[str, list[tuple[int, Fraction]]] = defaultdict(list)
    for number, sheet in enumerate(sheets):
        for hand in sheet.hands:
            for seat in hand.seats:
                if seat.payment is not None:
                    paid[seat.person].append((number, Fraction(seat.payment, hand.pay_units)))
    assert [each["person"] for each in found["season"]] == sorted(
        paid, key=lambda who: (-sum(each for _, each in paid[who]), who)
    )
    for each in found["season"]:
        own = paid[each["person"]]
        assert each["balance"] == pytest.approx(float(sum(amount for _, amount in own)), abs=0.01)
        assert (each["hands"], each["evenings"]) == (len(own), len({number for number, _ in own}))
    for each in found["winners"]:
        amounts = [amount for _, amount in paid[each["person"]]]
        assert (each["gained"], each["lost"]) == (sum(a > 0 for a in amounts), sum(a < 0 for a in amounts))
    for each in found["streaks"]:
        runs = [(sign, len(list(run))) for sign, run in groupby(_signs(paid[each["person"]]))]
        assert each["gained"] == max((count for sign, count in runs if sign > 0), default=0)
        assert each["lost"] == max((count for sign, count in runs if sign < 0), default=0)


def _signs(amounts: list[tuple[int, Fraction]]) -> list[int]:
    return [(amount > 0) - (amount < 0) for _, amount in amounts]


def test_contracts_bonuses_seats_and_slips(sheets: list[EveningSheet], capsys: pytest.CaptureFixture[str]) -> None:
    """Counted once more from the sheets."""
    found = told(capsys)
    hands = [hand for sheet in sheets for hand in sheet.hands]
    declared: Counter[tuple[str, str]] = Counter()
    for hand in hands:
        if hand.won is not None and hand.contract:
            declared[hand.contract, next(each.person for each in hand.seats if each.part == "declarer")] += 1
    assert {(each["contract"], each["person"]): each["hands"] for each in found["contracts"]} == declared
    bonuses = Counter(name for hand in hands if hand.stake is not None for name in hand.bonus.split())
    assert {each["bonus"]: each["hands"] for each in found["bonuses"]} == bonuses
    turns: Counter[int] = Counter()
    for hand in hands:
        labels = sorted(each.seat for each in hand.seats)
        for seat in hand.seats:
            if seat.payment is not None and hand.dealer:
                turns[(labels.index(seat.seat) - labels.index(hand.dealer)) % len(labels)] += 1
    assert {each["turn"]: each["hands"] for each in found["seats"]} == turns
    slips = {each["writer"]: (each["evenings"], each["hands"], each["slips"]) for each in found["slips"]}
    wrong = sum(hand.errors + hand.warnings > 0 for hand in sheets[3].hands)
    assert wrong > 1
    assert slips == {"Zoe": (3, 75, 0), "–": (1, len(sheets[3].hands), wrong)}
    assert {each["outcome"]: each["hands"] for each in found["endings"]} == Counter(each.outcome for each in hands)


def test_an_archive_answers_as_the_records_do(capsys: pytest.CaptureFixture[str]) -> None:
    """And with two processes."""
    assert main(["archive", "build", "season", "-o", "season.duckdb"]) == 0
    assert told(capsys, "season.duckdb") == told(capsys) == told(capsys, "season", "--jobs", "2")


def test_rules_are_told_if_asked_for(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The number of fitting evenings of each candidate is shown on request."""
    monkeypatch.setattr("calarec_tools.cli.archive_build.known_ids", lambda _: ["tretre", "pagat"])
    rows = told(capsys, "season", "--identify")["identified"]
    assert [(each["rules"], each["evenings"], each["fits"]) for each in rows] == [("pagat", 4, 3), ("tretre", 4, 0)]
    assert "identified" not in told(capsys)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [60, 100])
def test_it_fits_the_terminal_in_either_language(
    lang: str, width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every title is there, and no line is too long."""
    monkeypatch.setenv("COLUMNS", str(width))
    assert main(["stats", "season", "--lang", lang]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= width
    for name, each in questions().items():
        assert (each.titles[lang] in lines) == (name != "identified")


def test_broken_numbers_of_a_column_have_as_many_decimals() -> None:
    """Their points are below each other; whole numbers stay whole."""
    page = Page("en", width=80, colour=False)
    table(page, ["a", "b", "c"], [[1.5, 2, "x"], [-0.25, None, "y"], [None, 30, "z"]])
    assert page.lines == ["    a   b  c", " 1.50   2  x", "-0.25      y", "       30  z"]


def test_every_question_has_its_words() -> None:
    """Title and columns in every language; the columns of its picture are there."""
    for each in questions().values():
        assert set(each.titles) == set(LANGUAGES)
        named = {name for name, _ in each.columns}
        assert {(name, lang) for name in named for lang in LANGUAGES} == set(each.columns)
        assert {name.lstrip("-") for name in each.picture} <= named
        assert each.picture


def test_a_new_file_is_a_new_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a line of code."""
    folder = tmp_path / "questions"
    folder.mkdir()
    (folder / "dealers.sql").write_text(
        "-- en: Who deals\nSELECT dealer, count(*) AS hands FROM hands GROUP BY ALL ORDER BY 1\n"
    )
    monkeypatch.setattr(asking, "_FOLDER", str(folder))
    questions.cache_clear()
    try:
        assert main(["stats", "season"]) == 0
        said = capsys.readouterr().out.splitlines()
    finally:
        questions.cache_clear()
    assert said[:2] == ["Who deals", "dealer  hands"]
    assert question_of("x", "SELECT 1").question_title("it") == "x"


def test_csv_and_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    """One question as a table; shares as bars, one for each row."""
    rows = told(capsys, "season", "-q", "winners")["winners"]
    assert main(["stats", "season", "-q", "winners", "--csv"]) == 0
    found = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert [each["person"] for each in found] == [each["person"] for each in rows]
    assert main(["stats", "season", "-q", "winners", "--svg", "-o", "w.svg"]) == 0
    picture = ElementTree.parse("w.svg").getroot()
    texts = [each.text for each in picture.iter() if each.tag.endswith("text")]
    assert {each["person"] for each in rows} <= set(texts)
    assert {f"{each['share']}%" for each in rows} <= set(texts)
    assert main(["stats", "season", "--svg"]) == 0
    whole = ElementTree.fromstring(capsys.readouterr().out)
    assert len([each for each in whole.iter() if each.tag.endswith("rect")]) > 8


def test_amounts_are_drawn_on_either_side_of_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """The season's table and the streaks: as long as they are, to the left what was lost."""
    rows = told(capsys)
    drawn = {
        "season": [float(each["balance"]) for each in rows["season"]],
        "streaks": [amount for each in rows["streaks"] for amount in (each["gained"], -each["lost"])],
    }
    for name, amounts in drawn.items():
        assert main(["stats", "season", "-q", name, "--svg"]) == 0
        picture = ElementTree.fromstring(capsys.readouterr().out)
        bars = [each for each in picture.iter() if each.get("class") == "bar"]
        texts = [each.text for each in picture.iter() if each.tag.endswith("text")]
        assert {str(abs(each)) for each in amounts} <= {(each or "").lstrip("-") for each in texts}
        places = [(float(each.get("x", "")), float(each.get("width", ""))) for each in bars]
        nought = next(x + wide for (x, wide), amount in zip(places, amounts, strict=True) if amount < 0)
        longest = max(wide for _, wide in places)
        for (x, wide), amount in zip(places, amounts, strict=True):
            assert (x if amount > 0 else x + wide) == pytest.approx(nought, abs=0.2)
            assert wide / longest == pytest.approx(abs(amount) / max(map(abs, amounts)), abs=0.01)


def test_a_question_without_a_picture_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = question_of("plain", "-- en: How many\nSELECT count(*) AS hands FROM hands")
    monkeypatch.setattr("calarec_tools.cli.stats.questions", lambda: {**questions(), "plain": plain})
    assert main(["stats", "season", "-q", "plain", "--svg"]) == 2
    assert "of `plain` there is no picture" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["season", "-q", "nothing"], "there is no question `nothing`"),
        (["season", "--csv"], "takes one question"),
        (["season", "--csv", "--svg"], "choose one"),
        (["season", "x.duckdb"], "query it without other files"),
        (["x.duckdb", "--identify"], "query it without other files"),
        (["x.duckdb"], "there is no such archive"),
    ],
)
def test_wrong_use_is_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Questions that are not there, forms that do not go together."""
    assert main(["stats", *words]) == 2
    found = capsys.readouterr()
    assert said in found.err
    assert (found.out, found.err.count("\n")) == ("", 1)
