"""Hands without cards in the page: open questions, refusals and corrections."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.browser.pages import (
    BUSY,
    EVENING,
    OPEN_FILE,
    PAGAT,
    READY,
    RECORDS,
    Steps,
    begun,
    note,
    noted,
    opened,
    result_only,
    visits,
)

if TYPE_CHECKING:
    from tests.browser.chromium import Visited

pytestmark = pytest.mark.walk

HOUSE: Final = "ruleset: casa\nextends: pagat\ntitle: Casa\nversion: 1.0.0\nset:\n  pack.last_trick: 6\n"
SAID: Final = "document.querySelector('.said').innerText"
TOTALS: Final = "document.querySelector('.totals').innerText"
TOLD: Final = "[...document.querySelectorAll('.fact .what')].map(each => each.innerText)"
FORM: Final = (
    "['dealer', 'who', 'what', 'bonus', 'points']"
    ".map(each => document.querySelector(`.act [name=${each}]:is(:checked, :not([type=radio]))`)?.value)"
)
OFFERED: Final = "[...document.querySelectorAll('.outcome')].map(each => each.innerText)"
BRUNOS: Final = ["2b", "Fb", "3s", "2s", "As", "3c", "2c", "Ac", "3d", "2d", "Ad", "Cb"]
CARLAS: Final = ["Rb", "6b", "4b", "Cs", "Fs", "5s", "4s", "Rc", "Fc", "Rd", "7d", "6d"]
FIRST: Final = (
    "document.querySelector('.act .score').getBoundingClientRect().bottom"
    " < document.querySelector('.act .picker').getBoundingClientRect().top"
)
GAP: Final = (
    "(([what, ended]) => ended.getBoundingClientRect().top - what.getBoundingClientRect().bottom)"
    "(['.score [name=what][value=solissimo] + span', '.score [name=ended]'].map(each => document.querySelector(each)))"
)
"""From the contracts to how it ended, in pixels."""
LISTED: Final = "[...document.querySelectorAll('.evenings li')].map(each => each.innerText)"
FACES: Final = (
    "[...document.querySelectorAll('.changing > div > div > .picker [data-card]')].map(each => each.dataset.card)"
)
DONE: Final = ("wait", "document.querySelector('.act .begin') && document.querySelector('.sheet table')")
FACTS: Final = ("wait", "document.querySelector('.facts')")
EDIT: Final = ("click", ".more details:last-of-type summary")


def outcome(name: str) -> Steps:
    """One of those that are offered."""
    return [("tap", f".outcome:has-text('{name}')")]


def typed(*lines: str) -> Steps:
    """Hands in one line each."""
    steps: Steps = [("click", ".more details summary")]
    for each in lines:
        steps += [("fill", ".more .line input", each), ("tap", ".more .line button")]
    return steps


def fact(kind: str) -> str:
    """The fact of a kind of the hand that is corrected."""
    return f".fact[data-kind={kind}]"


def by_house_rules() -> Steps:
    """A last trick of two points; four people, of whom the dealer rests; first refused, then left open."""
    steps: Steps = [READY, ("hash", "rules/edit/casa/pagat"), ("wait", "document.querySelector('.book h3')"), OPEN_FILE]
    steps += [
        ("fill", "textarea", HOUSE),
        ("wait", "document.querySelector('.book').textContent.includes('Casa')"),
        BUSY,
    ]
    # A tap right where one was just made counts as the same tap: the next button appears there.
    steps += [("tap", ".use-rules"), ("eval", "new Promise(done => setTimeout(done, 600))"), ("tap", ".play-by")]
    rules, *names = begun("casa", "Anna", "Bruno", "Carla", "Dora")[1:]
    steps += [rules, ("tap", "form.new .bar button"), *names]
    declarers = (
        "[...document.querySelectorAll('.score [name=who]')].filter(each => !each.disabled).map(each => each.value)"
    )
    steps += [note("declarers", declarers), *result_only("B", "solo", points="99")]
    steps += [note("why", SAID), note("nothing", RECORDS), note("form", FORM)]
    steps += [("fill", "[name=points]", "12"), ("tap", ".score .counted")]
    steps += [note("asked", SAID), note("offered", OFFERED)]
    steps += [("reload",), READY, ("wait", "document.querySelector('.outcome')"), BUSY, *outcome("stramazzo"), DONE]
    return [*steps, note("said", SAID), note("paid", RECORDS)]


def unpaid() -> Steps:
    """Close a hand without payments, as its partners are not remembered."""
    steps = begun("quintiglio", "Anna", "Bruno", "Carla", "Dora", "Ezio")
    steps += result_only("B", "chiamo")
    return [*steps, note("partners", OFFERED), ("tap", ".unpaid"), BUSY, note("closed", RECORDS)]


def declared_by_another() -> Steps:
    """Correct the declarer of a won hand, and of one with a bonus."""
    steps = begun("pagat", "Anna", "Bruno", "Carla")
    steps += [*typed("Anna", "Anna solo won", "Carla solo won stramazzo"), DONE, note("before", TOTALS), EDIT]
    steps += [("tap", '.more [data-hand="0"]'), FACTS, ("tap", f"{fact('bid')} .change")]
    steps += [("select", f"{fact('bid')} .sayings div:first-child select:first-of-type", "B")]
    steps += [("tap", f"{fact('bid')} .done"), note("followed", TOLD), ("tap", ".undo"), note("undone", TOLD)]
    steps += [("tap", f"{fact('result')} .change"), ("select", "[name=whose]", "B"), ("tap", f"{fact('result')} .done")]
    steps += [note("whose", TOLD), ("tap", ".undo"), ("tap", f"{fact('bid')} .change")]
    steps += [("select", f"{fact('bid')} .sayings div:first-child select:first-of-type", "B")]
    steps += [("tap", f"{fact('bid')} .done"), ("tap", ".keep"), DONE, note("after", TOTALS)]
    steps += [("tap", '.more [data-hand="1"]'), FACTS, note("bonus", TOLD), ("tap", f"{fact('score')} .change")]
    steps += [note("others", OFFERED), *outcome("without a bonus"), ("tap", ".keep"), DONE]
    return [*steps, note("plain", TOTALS)]


IN_THIRDS: Final = ("17 or 18 thirds", "17 thirds or 18 thirds", "17 thirds, 18 thirds")
WRITTEN_POINTS: Final = ("17 thirds", "17 Terzi", "17/3", "5\u2154", "2/3", "7", "8,3", "17 halves")
SAME: Final = "5 2/3, 17/3, 17 thirds are the same. "
AT_FIELD: Final = "document.querySelector('.by-points .at-field').innerText"
"""Why what is in the field is refused."""
TWO_FIGURES: Final = ("5 2/3, or 6", "5 and 2/3 or 6", "5 e 2/3 o 6", "5 2/3, 6")


def unwritten() -> Steps:
    """Only bids are written: the result comes first; points with a comma; one day."""
    steps = begun("pagat", "Anna", "Bruno", "Carla")
    steps += [("tap", '.act [data-dealer="A"]')]
    steps += [("tap", f'.act [data-word="{each}"]') for each in ("B chiamo", "C passo", "A passo")]
    steps += [note("first", FIRST), note("hint", "document.querySelector('[name=points]').placeholder")]
    steps += [("fill", "[name=points]", "some"), ("click", ".score .counted"), note("nonsense", AT_FIELD)]
    steps += result_only(points="8,3")
    steps += [
        note("comma", SAID),
        note("at_field", AT_FIELD),
        note("how", "document.querySelector('.by-points .faint').innerText"),
    ]
    asked = f"import('./result_form.js').then(({{ possibleFigures }}) => {list(TWO_FIGURES)}.map(possibleFigures))"
    steps += [("eval", f"{asked}.then(figures => ({{ figures }}))")]
    asked = f"import('./result_form.js').then(({{ possibleFigures }}) => {list(IN_THIRDS)}.map(possibleFigures))"
    steps += [("eval", f"{asked}.then(thirds => ({{ thirds }}))")]
    rules = "{ whole: 3, parts: ['thirds', 'third', 'terzi', 'terzo'] }"
    written = f"{list(WRITTEN_POINTS)}.map((each) => inUnits(each, {rules}))"
    units = f"import('./result_form.js').then(({{ inUnits }}) => {written})"
    steps += [("eval", f"{units}.then(units => ({{ units }}))")]
    steps += [("fill", "[name=points]", "8 1/3"), ("tap", ".score .counted"), DONE]
    steps += [note("written", RECORDS), ("hash", "record"), ("wait", "document.querySelector('.evenings li')")]
    steps += [*begun("pagat", "Anna", "Bruno", "Carla")[1:], ("hash", "record")]
    steps += [("wait", "document.querySelectorAll('.evenings li').length === 2"), note("listed", LISTED)]
    steps += [("tap", ".evenings li:first-child > button"), note("asked", LISTED)]
    steps += [("tap", ".evenings li:first-child .bar button:last-child"), note("not", LISTED)]
    steps += [note("kept", RECORDS), ("hash", "replay"), ("wait", "document.querySelector('.opening option')")]
    steps += [note("chooser", "[...document.querySelectorAll('.opening option')].map(each => each.innerText)")]
    steps += [("select", ".opening select", {"index": 2}), ("wait", "document.querySelector('.shown .sheet')"), BUSY]
    steps += [("click", "nav [data-part=check]"), ("wait", "document.querySelector('textarea')?.value")]
    return [*steps, note("checked", "document.querySelector('textarea').value")]


def begun_for_nothing() -> Steps:
    """A hand is begun as if its cards came; then only its result is written."""
    steps = begun("pagat", "Anna", "Bruno", "Carla")
    steps += [("size", 1280, 900), note("gap", GAP), ("size", 360, 740), ("tap", '.act [data-dealer="A"]')]
    steps += [("click", "details:has(.score) > summary"), note("passing", "document.querySelector('.all-passed')")]
    steps += [*result_only("B", "solo"), DONE, note("written", RECORDS)]
    return steps


def irregular() -> Steps:
    """An illegal card written as it happened, then its irregularity, also later."""
    steps = opened(PAGAT.partition(" 1 B:")[0] + " 1 B: 3d\n")
    steps += [("tap", '.act [data-card="Cs"]'), ("tap", ".happened"), BUSY]
    steps += [note("open", "document.querySelector('.fault').closest('details').open")]
    chosen = "['who', 'trick'].map(each => document.querySelector(`[name=fault-${each}]`).value)"
    steps += [note("suspected", chosen), ("select", "[name=fault-claimed]", "B"), ("tap", ".fault button")]
    steps += [note("confirmed", "document.querySelector('.noted').innerText")]
    steps += [note("noted", RECORDS), ("hash", "record"), ("wait", "document.querySelector('.evenings li')")]
    steps += [*opened(PAGAT), EDIT, ("tap", '.more [data-hand="0"]'), FACTS, ("tap", f"{fact('trick')} .change")]
    steps += [("tap", '.changing [data-place="1"]'), note("hers", FACES), ("click", ".changing details summary")]
    steps += [("tap", ".another")]
    steps += [("select", "[name=missing-what]", "fault")]
    steps += [("select", "[name=fault-who]", "A"), ("select", "[name=fault-trick]", "4"), ("tap", ".fault button")]
    return [*steps, note("later", TOLD)]


def by_link() -> Steps:
    """A link shows the payments and the last hand."""
    steps = [*opened(EVENING), ("tap", ".share"), ("wait", "document.querySelector('.said input')")]
    steps += [
        ("fresh", "document.querySelector('.said input').value"),
        READY,
        ("wait", "document.querySelector('.owed')"),
    ]
    steps += [BUSY, note("owed", "document.querySelector('.owed').getBoundingClientRect().top < 400")]
    return [*steps, note("hand", "document.querySelector('.shown select').selectedOptions[0].innerText")]


def nobody_declares() -> Steps:
    """Tressette: one hand by its points, one begun by its first card."""
    steps = begun("tressette", "Anna", "Bruno", "Carla", "Dino")
    steps += [("fill", "[data-party='0']", "12")]
    steps += [("tap", ".score .main"), note("too_many", SAID), note("unwritten", RECORDS)]
    steps += [note("kept", "document.querySelector('[data-party=\"0\"]').value"), ("fill", "[data-party='0']", "7")]
    steps += [("tap", ".score .main"), DONE, note("by_points", SAID), ("tap", ".act .begin"), BUSY]
    steps += [("click", "[data-fold=played] summary"), ("tap", '[data-fold=played] [data-card="3b"]')]
    steps += [("tap", f'.act [data-card="{each}"]') for each in ("2b", "4b", "5b")]
    steps += [note("trick", RECORDS), ("click", "[data-fold=unwritten] summary"), ("fill", "[data-party='1']", "3")]
    steps += [("eval", "void document.querySelector('.act .score').requestSubmit()")]
    steps += [note("first", "document.activeElement.dataset.party"), ("fill", "[data-party='0']", "8")]
    return [*steps, ("tap", ".score .main"), DONE, note("ended", RECORDS), note("totals", TOTALS)]


def half_known() -> Steps:
    """Only Bruno's cards are known: others are unknown by one tap, and the hand ends."""
    steps = begun("pagat", "Anna", "Bruno", "Carla")
    steps += [("tap", '.act [data-dealer="A"]'), ("tap", '.act [data-place="C"]')]
    steps += [("tap", '.act [data-card="3b"]'), ("tap", ".act .unknown-others"), ("tap", ".act .done")]
    steps += [("tap", '.act [data-place="B"]')]
    steps += [("tap", f'.act [data-card="{each}"]') for each in BRUNOS]
    steps += [("tap", ".act .done")]
    steps += [("tap", f'.act [data-word="{each}"]') for each in ("B solo", "C passo", "A passo")]
    # Nobody knows any of them: one tap says so.
    steps += [("tap", ".act .unknown-others")] * 2
    steps += [("tap", '.act [data-card="3s"]'), ("tap", '.act [data-card="4s"]'), ("tap", '.act [data-card="6s"]')]
    steps += [
        note("begun", RECORDS),
        ("click", "[data-fold=unwritten] summary"),
        *result_only(bonus="stramazzo"),
    ]
    steps += [DONE, note("bonus", RECORDS), ("tap", ".act .begin"), BUSY]
    # Somebody calls a card, and no written cards tell who has it.
    steps += [("tap", f'.act [data-word="{each}"]') for each in ("C chiamo", "A passo", "B passo")]
    steps += [("tap", '.act [data-card="3b"]')]
    steps += [note("holders", "[...document.querySelectorAll('.holder')].map(each => each.innerText)")]
    return [*steps, ("tap", ".holder"), note("given", RECORDS)]


def by_totals() -> Steps:
    """Only the totals after a hand are on paper; then what another hand was paid is changed."""
    steps = begun("pagat", "Anna", "Bruno", "Carla")
    steps += [("click", ".score [name=who][value=B]"), ("click", ".score [name=what][value=solo]")]
    steps += [("click", ".by-totals > summary"), ("fill", "[name=total-B]", "11"), ("tap", ".score .summed")]
    steps += [note("refused", SAID), note("unwritten", RECORDS), ("fill", "[name=total-B]", "12")]
    steps += [("fill", "[name=total-A]", "\u22126"), ("tap", ".score .summed"), DONE, note("said", SAID)]
    steps += [
        note("written", RECORDS),
        *result_only("A", "solo"),
        DONE,
        ("click", ".more details:last-of-type summary"),
    ]
    steps += [("tap", '.more [data-hand="1"]'), FACTS, ("click", ".paid-otherwise > summary"), note("offered", OFFERED)]
    steps += [*outcome("cappotto"), ("tap", ".keep"), DONE]
    return [*steps, note("totals", TOTALS)]


@pytest.fixture(scope="module")
def walks() -> dict[str, Visited]:
    """All visits, in one browser."""
    steps = {"house": by_house_rules(), "unpaid": unpaid(), "declarer": declared_by_another()}
    steps |= {"unwritten": unwritten(), "irregular": irregular(), "link": by_link(), "begun": begun_for_nothing()}
    steps |= {"points": nobody_declares(), "half": half_known(), "totals": by_totals()}
    return visits({name: {"steps": each, "width": 360, "height": 740} for name, each in steps.items()}, module=__name__)


def test_a_refused_form_writes_nothing_and_stays_as_it_was(walks: dict[str, Visited]) -> None:
    """A refused form of the first hand stays, and names people; nothing is written."""
    seen = noted(walks["house"])
    assert seen["declarers"] == ["B", "C", "D"]
    assert seen["why"].startswith("No side can have 99 points")
    assert "hand" not in seen["nothing"][0]
    assert seen["form"] == ["A", "B", "solo", "", "99"]


def test_which_bonus_it_was_is_asked(walks: dict[str, Visited]) -> None:
    """After a reload too; the choice closes the hand."""
    seen = noted(walks["house"])
    assert seen["asked"] == "Too little is written to tell who pays whom. Which was it?"
    assert [each.splitlines()[0] for each in seen["offered"]] == ["cappotto", "stramazzo"]
    assert "Bruno wins solo: stramazzo." in seen["said"]
    assert "score B: +12 C: -6 D: -6 A: 0\n" in seen["paid"][0]
    assert seen["paid"][0].endswith("\nend\n")


def test_a_hand_nobody_can_tell_the_payments_of_is_closed(walks: dict[str, Visited]) -> None:
    """The page asks for the partner if the payments depend on it.

    Without an answer the hand is closed as it is.
    """
    seen = noted(walks["unpaid"])
    assert [each.splitlines()[0] for each in seen["partners"]] == [
        "with Carla",
        "with Dora",
        "with Ezio",
        "with Anna",
    ]
    assert seen["closed"][0].endswith("result B: won\nend\n")


def test_a_result_goes_with_the_declarer(walks: dict[str, Visited]) -> None:
    """A corrected declarer has the result; the owner of a result can be changed too."""
    seen = noted(walks["declarer"])
    assert seen["before"].split() == ["Anna", "−2", "Bruno", "−8", "Carla", "+10"]
    assert seen["followed"] == ["Deals: Anna", "Bruno: solo", "Bruno: won"]
    assert seen["undone"] == ["Deals: Anna", "Anna: solo", "Anna: won"]
    assert seen["whose"] == ["Deals: Anna", "Anna: solo", "Bruno: won"]
    assert seen["after"].split() == ["Anna", "−8", "Bruno", "−2", "Carla", "+10"]


def test_a_bonus_stays_when_a_hand_is_corrected(walks: dict[str, Visited]) -> None:
    """It is in the payments, which are named, and others can be chosen."""
    seen = noted(walks["declarer"])
    assert seen["bonus"][-1].startswith("Payments: stramazzo, Carla +12")
    assert {each.splitlines()[0] for each in seen["others"]} == {"without a bonus", "cappotto", "stramazzo"}
    assert seen["plain"].split() == ["Anna", "−4", "Bruno", "+2", "Carla", "+2"]


def test_how_a_hand_ended_stands_before_cards_that_nobody_wrote(walks: dict[str, Visited]) -> None:
    """Points with a comma are refused with their right form."""
    seen = noted(walks["unwritten"])
    assert seen["first"] is True
    assert seen["hint"] == "7 1/3"
    assert seen["how"] == SAME + "If you are not certain, write both: 5 2/3 or 6."
    assert seen["figures"] == [["5 2/3", "6"]] * len(TWO_FIGURES)
    assert seen["thirds"] == [["17 thirds", "18 thirds"]] * len(IN_THIRDS)
    assert seen["units"] == ["17", "17", "17", "17", "2", "7p", "8,3", "17 halves"]
    assert seen["nonsense"] == f"“some” is not a number of points. Write {SAME.partition(' are')[0]}, for instance."
    assert seen["at_field"] == seen["comma"]
    assert seen["comma"] == "8,3 is not how points are written: 7 1/3, for instance. Did you mean 8 1/3?"
    assert "result B: 25\n" in seen["written"][0]


def test_a_hand_that_was_begun_may_have_its_result_only(walks: dict[str, Visited]) -> None:
    """A begun hand can get a result without undo; all-pass is offered between hands."""
    seen = noted(walks["begun"])
    assert "hand 1\ndealer A\nbid B: solo\nresult B: won\nscore B: +4 A: -2 C: -2\n" in seen["written"][0]
    assert seen["passing"] is None
    assert seen["gap"] < 40


def test_two_evenings_of_one_day_are_told_apart(walks: dict[str, Visited]) -> None:
    """By their hands and times of writing; the question about deletion may be denied."""
    seen = noted(walks["unwritten"])
    # Those of one day and people are told apart by their rules and hands.
    told = [each.splitlines()[1].split(" · ")[:2] for each in seen["listed"]]
    assert told == [["Calabresella (Pagat)", "hands: 0"], ["Calabresella (Pagat)", "hands: 1"]]
    assert len({each.partition("hands")[2] for each in seen["chooser"][1:]}) == 2
    assert "Really delete" in seen["asked"][0]
    assert seen["not"] == seen["listed"]
    assert len(seen["kept"]) == 2


def test_an_evening_that_is_replayed_goes_on_to_be_checked(walks: dict[str, Visited]) -> None:
    """The one that was chosen there, and not an empty page."""
    seen = noted(walks["unwritten"])
    assert "result B: 25\n" in seen["checked"]


def test_an_irregularity_is_noted_by_a_form(walks: dict[str, Visited]) -> None:
    """It is open after a move written as it happened; a finished hand has it too."""
    seen = noted(walks["irregular"])
    assert seen["open"] is True
    # Whoever has played the card is named first.
    assert seen["suspected"] == ["C", "1"]
    assert seen["confirmed"].startswith("Written down: Carla, revoke ")
    assert any(each.endswith("fault C: revoke trick 1 claimed by B\n") for each in seen["noted"])
    assert seen["later"][-1] == "Anna: revoke (not following suit though able) · Trick 4"


def test_the_cards_of_whoever_played_are_offered(walks: dict[str, Visited]) -> None:
    """Carla's, in the order of the pack, and not those of others."""
    assert noted(walks["irregular"])["hers"] == CARLAS


def test_a_link_opens_where_one_sees_who_pays(walks: dict[str, Visited]) -> None:
    """It has no position; the last hand is below the payments."""
    seen = noted(walks["link"])
    assert seen["owed"] is True
    assert seen["hand"].startswith("Hand 8")


def test_where_nobody_declares_a_hand_is_its_points(walks: dict[str, Visited]) -> None:
    """Too many are refused and stay in the form; a hand is begun by its first card."""
    seen = noted(walks["points"])
    assert "No side can have 12 points" in seen["too_many"]
    assert "hand" not in seen["unwritten"][0]
    assert seen["kept"] == "12"
    assert "Anna and Carla count 7 points" in seen["by_points"]
    assert seen["trick"][0].endswith("hand 2\ndealer B\n 1 C: 3b 2b 4b 5b\n")
    assert seen["first"] == "0"
    assert "result A+C: 8p B+D: 3p\ntotal A: 15 B: 7 C: 15 D: 7\nend\n" in seen["ended"][0]
    assert all(each in seen["totals"] for each in ("Anna +15", "Bruno +7", "Carla +15", "Dino +7"))


def test_a_hand_of_which_few_cards_are_known_is_ended_with_its_bonus(walks: dict[str, Visited]) -> None:
    """Unknown cards are written by one tap; a hand that breaks off gets a form."""
    seen = noted(walks["half"])
    blank = " ".join(["__"] * 4)
    lines = [f"deal C: 3b {' '.join(['__'] * 11)}", f"take B: {blank}", f"discard B: {blank}", " 1 B: 3s 4s 6s"]
    assert all(f"{each}\n" in seen["begun"][0] for each in lines)
    assert "result B: won\nscore B: +12 A: -6 C: -6\n" in seen["bonus"][0]
    assert seen["holders"] == ["Anna", "Bruno", "monte"]
    assert seen["given"][0].endswith("call C: 3b\ngive A: 3b to C\n")


def test_a_hand_of_which_only_the_totals_are_written(walks: dict[str, Visited]) -> None:
    """The totals show that it was won with a stramazzo; totals that no outcome gives are refused."""
    seen = noted(walks["totals"])
    assert "\nhand " not in seen["unwritten"][0]
    assert seen["refused"].startswith("These totals do not show how solo ended.")
    assert "Bruno wins solo: stramazzo." in seen["said"]
    assert "\nbid B: solo\ntotal A: -6 B: 12\nscore B: +12 A: -6 C: -6\n" in seen["written"][0]


def test_a_bonus_is_added_when_a_hand_is_corrected(walks: dict[str, Visited]) -> None:
    """A hand was paid without a bonus: what it came to is one tap, without a line of the notation."""
    seen = noted(walks["totals"])
    assert {each.splitlines()[0] for each in seen["offered"]} == {"without a bonus", "cappotto", "stramazzo"}
    assert seen["totals"].split() == ["Anna", "+2", "Bruno", "+8", "Carla", "−10"]
