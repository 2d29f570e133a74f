"""Hands in the page that are not as they should be: illegal ones, cards nobody knows, finished ones corrected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

import calarec
from calarec.notation.reader import parse
from tests.browser.pages import BUSY, EVENING, PAGAT, READY, RECORDS, Steps, begun, note, noted, opened, visits
from tests.browser.taps import card, taps

if TYPE_CHECKING:
    from tests.browser.chromium import Visited

PEOPLE: Final = ("Anna", "Bruno", "Carla")
MARKS: Final = "[...document.querySelectorAll('.finding')].map(each => each.innerText)"
SHEET: Final = "document.querySelector('.sheet').innerText"
SAID: Final = "document.querySelector('.said').innerText"
TOTALS: Final = "document.querySelector('.totals').innerText"
OLD: Final = "[...document.querySelectorAll('.old input')].map(each => each.value)"
DONE: Final = ("wait", "document.querySelector('.act .begin') && document.querySelector('.sheet table')")


def without(*verbs: str) -> str:
    """The record without what was dealt to whom."""
    return "".join(line for line in PAGAT.splitlines(keepends=True) if not line.startswith(verbs))


def happened() -> Steps:
    """Carla does not follow suit in the second trick though she could: written down, and played on."""
    steps = begun("pagat", *PEOPLE)
    tricks = 0
    for kind, step in taps(PAGAT):
        tricks += kind == "Trick"
        if kind == "Trick" and tricks == 2:
            steps += [("tap", card("Cs")), ("tap", ".happened"), note("marked", MARKS)]
        elif kind == "Trick" and step == ("tap", card("Cs")):
            # In the end she has what she should have played.
            steps.append(("tap", card("6d")))
        else:
            steps.append(step)
    return [*steps, DONE, note("written", RECORDS), note("after", MARKS), note("sheet", SHEET)]


def skipped() -> Steps:
    """Nobody writes down who was dealt what; then a hand of which one has forgotten a card."""
    steps = begun("pagat", *PEOPLE)
    steps += [step for _, step in taps(without("deal ", "monte"))]
    steps += [DONE, note("undealt", RECORDS), ("tap", ".act .begin"), BUSY]
    steps += [("tap", '.act [data-place="C"]'), *(("tap", card(each)) for each in ("3b", "2b", "Ab"))]
    # Too many unknown ones: chosen anew.
    steps += [("tap", ".act .unknown")] * 4 + [("tap", ".act .anew")]
    steps += [("tap", card(each)) for each in ("3b", "2b", "Ab", "Rb", "Cb", "Fb", "3s", "2s", "As", "Rs", "Cs")]
    steps += [("tap", ".act .unknown"), note("counted", "document.querySelector('.act .count').textContent")]
    steps += [("tap", ".act .done"), ("tap", '.act [data-word="C solo"]')]
    steps += [("tap", '.act [data-word="A passo"]'), ("tap", '.act [data-word="B passo"]'), BUSY]
    return [*steps, note("half", RECORDS), note("offered", "document.querySelectorAll('.act .face').length")]


def corrected() -> Steps:
    """Two hands without cards, the first corrected; then a line of one with cards, and one taken out and undone."""
    steps = begun("pagat", *PEOPLE)
    steps += [
        ("tap", '.act [data-dealer="A"]'),
        ("click", ".more details summary"),
        ("fill", ".more .line input", "undo"),
    ]
    steps += [("tap", ".more .line button")]
    for typed in ("Anna", "Bruno chiamo won", "Carla solo lost"):
        steps += [("fill", ".more .line input", typed), ("tap", ".more .line button")]
    steps += [DONE, note("before", TOTALS), ("click", ".more details:last-of-type summary")]
    steps += [
        ("tap", ".more details:last-of-type .choices button"),
        note("lines", OLD),
        note("asked", "document.querySelector('.asks').innerText"),
    ]
    steps += [
        ("fill", '.old input[aria-label="result B: won"]', "result B: lost"),
        ("tap", f"{line('result B: won')} .change"),
    ]
    steps += [note("changed", OLD), ("tap", ".finish"), DONE, note("first", RECORDS), note("totals", TOTALS)]
    steps += [*opened(EVENING), ("click", ".more details:last-of-type summary")]
    steps += [("tap", ".more details:last-of-type .choices button"), BUSY]
    steps += [
        ("tap", f"{line('give B: closed 4c to A')} .small:last-child"),
        note("gone", OLD),
        ("tap", ".undo"),
        note("back", OLD),
    ]
    return [*steps, ("tap", ".finish"), DONE, note("evening", RECORDS)]


def by_points() -> Steps:
    """Hands without cards that ended with points: whole, with parts of one, in Italian too; and with none written."""
    steps = begun("pagat", *PEOPLE)
    steps += [("tap", '.act [data-dealer="A"]')]
    steps += [("click", ".more details summary"), ("fill", ".more .line input", "C solo lost")]
    steps += [("tap", ".more .line button"), DONE, ("click", ".act details summary")]
    steps += [("select", "[name=who]", "C"), ("select", "[name=what]", "solo"), ("select", "[name=ended]", "points")]
    steps += [("tap", ".score .main"), note("none_said", SAID), note("none", RECORDS)]
    for lang, typed in (("en", "7"), ("en", "6 1/3"), ("it", "7")):
        # A small window offers the other language alone.
        for each in ("it", "en") if lang == "en" else ("it",):
            steps += [("click", f".langs [lang={each}]"), DONE, BUSY]
        steps += [("click", ".act details:not([open]) summary"), ("select", "[name=who]", "B")]
        steps += [("select", "[name=ended]", "points"), ("fill", "[name=points]", typed), ("tap", ".score .main"), DONE]
        steps += [note(f"said_{lang}", SAID)]
    return [*steps, note("points", RECORDS)]


def by_a_finger() -> Steps:
    """Cards that were chosen and not yet written, two taps at one place, and a hand that nobody can tell on."""
    steps = begun("pagat", *PEOPLE)
    steps += [("twice", '.act [data-dealer="A"]'), BUSY, note("dealer", RECORDS)]
    cards = ("3b", "2b", "Ab", "Rb", "Cb", "Fb", "3s", "2s", "As", "Rs", "Cs", "Fs")
    steps += [("tap", '.act [data-place="B"]'), *(("tap", card(each)) for each in cards[:11])]
    steps += [("tap", '.act [data-word="B chiamo"]'), note("missing", SAID), note("unwritten", RECORDS)]
    steps += [("click", ".langs [lang=it]"), ("wait", "document.querySelector('.act .count')"), BUSY]
    steps += [("reload",), READY, ("wait", "document.querySelector('.act .count')"), BUSY]
    steps += [("click", ".langs [lang=en]"), ("wait", "document.querySelector('.act .count')"), BUSY]
    steps += [("tap", card("Fs")), ("tap", '.act [data-word="B chiamo"]'), note("dealt", RECORDS)]
    steps += [("twice", '.act [data-word="C passo"]'), BUSY, note("passed", RECORDS)]
    steps += [("tap", '.act [data-word="A passo"]'), ("tap", card("3d"))]
    steps += [("select", "[name=ended]", "points"), ("fill", "[name=points]", "7"), ("twice", ".score .main"), DONE]
    steps += [note("ended", RECORDS), ("hash", "record"), ("wait", "document.querySelector('.evenings li')")]
    return [
        *steps,
        ("twice", ".evenings button"),
        note("left", RECORDS),
        ("tap", ".evenings button"),
        note("gone", RECORDS),
    ]


def line(text: str) -> str:
    """The form of a line of the hand that is corrected."""
    return f'.old li:has(input[aria-label="{text}"])'


@pytest.fixture(scope="module")
def visited() -> dict[str, Visited]:
    """All visits, in one browser."""
    steps = {
        "happened": happened(),
        "skipped": skipped(),
        "corrected": corrected(),
        "points": by_points(),
        "finger": by_a_finger(),
    }
    return visits({name: {"steps": each, "width": 360, "height": 740} for name, each in steps.items()})


def test_an_illegal_card_written_as_it_happened(visited: dict[str, Visited]) -> None:
    """It stands in the record, its mark stays above the table and on the sheet, and the hand is paid."""
    seen = noted(visited["happened"])
    assert len(seen["marked"]) == 1
    assert "play.follow" in seen["marked"][0]
    assert "line 18" in seen["after"][0]
    ((written,),) = (parse(each) for each in seen["written"])
    (sample,) = parse(PAGAT.replace("3d 6d 4d", "3d Cs 4d").replace("As Cs Rs", "As 6d Rs"))
    assert calarec.replay(written).account == calarec.replay(sample).account
    assert "1 !\n" in seen["sheet"]
    assert "not everything is in order; Check says what." in seen["sheet"]


def test_a_deal_that_nobody_wrote_down(visited: dict[str, Visited]) -> None:
    """Without the cards that were dealt the hand is played and paid by what it shows."""
    ((written,),) = (parse(each) for each in noted(visited["skipped"])["undealt"])
    assert calarec.replay(written).account == calarec.replay(parse(PAGAT)[0]).account
    assert not any(each.startswith(("deal ", "monte")) for each in noted(visited["skipped"])["undealt"][0].splitlines())


def test_a_deal_half_known(visited: dict[str, Visited]) -> None:
    """A card that nobody knows is one of those that are dealt; then any card may turn out to be it."""
    seen = noted(visited["skipped"])
    assert seen["counted"] == "12 / 12"
    lines = seen["half"][0].splitlines()
    assert lines[-2:] == ["deal C: 3b 2b Ab Rb Cb Fb 3s 2s As Rs Cs __", "bid C: solo A: passo B: passo"]
    assert seen["offered"] == 40 - 11


def test_a_hand_without_cards_is_corrected(visited: dict[str, Visited]) -> None:
    """One line is written otherwise: its payments and all totals after it are added up anew."""
    seen = noted(visited["corrected"])
    assert seen["before"].split() == ["Anna", "+1", "Bruno", "+4", "Carla", "−5"]
    assert seen["asked"] == "Hand 1"
    assert seen["lines"] == ["dealer A", "bid B: chiamo", "result B: won"]
    assert seen["changed"] == ["dealer A", "bid B: chiamo", "result B: lost"]
    assert seen["totals"].split() == ["Anna", "+3", "Bruno", "0", "Carla", "−3"]
    assert "total A: 1 B: -2 C: 1\n" in seen["first"][0]
    assert "total A: 3 B: 0 C: -3\n" in seen["first"][0]


def test_a_line_taken_out_of_a_hand_with_cards(visited: dict[str, Visited]) -> None:
    """It is gone, and comes back; closed again, the hand is what it was."""
    seen = noted(visited["corrected"])
    assert "give B: closed 4c to A" not in seen["gone"]
    assert len(seen["gone"]) == len(seen["back"]) - 1
    assert "give B: closed 4c to A" in seen["back"]
    (again,) = (each for each in seen["evening"] if "twenty-one" in each)
    assert [calarec.replay(each).account for each in parse(again)] == [
        calarec.replay(each).account for each in parse(EVENING)
    ]


def test_points_are_points_as_people_count_them(visited: dict[str, Visited]) -> None:
    """Seven are seven whole ones in either language, with parts as they are said; none are asked for."""
    seen = noted(visited["points"])
    assert "How the hand ended is missing" in seen["none_said"]
    assert seen["none"][0].endswith("\nend\n")
    assert seen["none"][0].count("\nhand ") == 1
    assert seen["said_en"].startswith("Bruno wins chiamo with 6 1/3 points (19 thirds).")
    assert seen["said_it"].startswith("Bruno vince chiamo.")
    results = [each for each in seen["points"][0].splitlines() if each.startswith("result B")]
    assert results == ["result B: 7p", "result B: 19", "result B: 7p"]


def test_a_second_tap_does_nothing_to_what_has_come_under_the_finger(visited: dict[str, Visited]) -> None:
    """One word, one hand, and no evening that is gone by two taps; a tap that is meant does it."""
    seen = noted(visited["finger"])
    assert seen["dealer"][0].endswith("\nhand 1\ndealer A\n")
    assert seen["passed"][0].endswith("\nbid B: chiamo C: passo\n")
    assert seen["ended"][0].count("\nhand ") == 1
    assert seen["left"] == seen["ended"]
    assert seen["gone"] == []


def test_chosen_cards_are_not_lost(visited: dict[str, Visited]) -> None:
    """Those that are not all there are not passed over, stay when the page is left, and are written then."""
    seen = noted(visited["finger"])
    assert "Bruno: 11 of 12 cards are chosen." in seen["missing"]
    assert seen["unwritten"] == seen["dealer"]
    assert seen["dealt"][0].endswith("\ndeal B: 3b 2b Ab Rb Cb Fb 3s 2s As Rs Cs Fs\nbid B: chiamo\n")


def test_a_hand_that_unwritten_cards_keep_from_going_on(visited: dict[str, Visited]) -> None:
    """How it ended is asked for where it stands, with what is known of it."""
    (text,) = noted(visited["finger"])["ended"]
    assert "\nbid B: chiamo C: passo A: passo\ncall B: 3d\nresult B: 7p\nscore B: +2 A: -1 C: -1\n" in text
