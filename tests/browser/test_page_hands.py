"""Hands in the page with gaps or errors: illegal, unknown cards, corrected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

import calarec
from calarec.core.notation.reader import parse_records
from tests.browser.pages import (
    AXE,
    BUSY,
    EVENING,
    LOSES_TAPS,
    LOST_TAP,
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
from tests.browser.taps import card, taps
from tests.witnesses.half_remembered import HALF_REMEMBERED

if TYPE_CHECKING:
    from tests.browser.chromium import Visited

pytestmark = pytest.mark.walk

PEOPLE: Final = ("Anna", "Bruno", "Carla")
MARKS: Final = "[...document.querySelectorAll('.finding')].map(each => each.textContent)"
SHEET: Final = "document.querySelector('.sheet').innerText"
SAID: Final = "document.querySelector('.said').innerText"
TOTALS: Final = "document.querySelector('.totals').innerText"
LINES: Final = (
    "Object.keys(localStorage).filter(each => each.startsWith('calarec:evening:'))"
    ".flatMap(each => JSON.parse(localStorage[each]).draft?.lines ?? [])"
)
"""The lines of the hand that is corrected, as the page keeps them."""
TOLD: Final = "[...document.querySelectorAll('.fact .what')].map(each => each.innerText)"
WRONG: Final = (
    "[...document.querySelectorAll('.fact:has(.finding)')]"
    ".map(each => [each.dataset.kind, each.querySelector('.finding').innerText])"
)
SEEN: Final = (
    "(box => box.top >= 0 && box.bottom <= innerHeight)"
    "(document.querySelector('.fact [role=alert]').getBoundingClientRect())"
)
EDIT: Final = ".more details:last-of-type summary"
FACTS: Final = ("wait", "document.querySelector('.facts')")
FILLED: Final = "[...document.querySelectorAll('.only-result .score :checked')].map(each => each.value)"
DONE: Final = ("wait", "document.querySelector('.act .begin') && document.querySelector('.sheet table')")


def without(*verbs: str) -> str:
    """The record without the deal."""
    return "".join(line for line in PAGAT.splitlines(keepends=True) if not line.startswith(verbs))


def happened() -> Steps:
    """Carla does not follow suit in the second trick though she could."""
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
    """Enter a hand without dealt cards; then a hand with one forgotten card."""
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


BOUNDS = "[...document.querySelectorAll('.bound')].map(each => each.innerText)"
"""The possible outcomes of the hand that is corrected."""


def corrected() -> Steps:
    """Two hands without cards, the first corrected; then facts of one with cards."""
    steps = begun("pagat", *PEOPLE)
    steps += [("click", ".more details summary")]
    for typed in ("Anna", "Bruno chiamo won", "Carla solo lost"):
        steps += [("fill", ".more .line input", typed), ("tap", ".more .line button")]
    steps += [
        DONE,
        note("before", TOTALS),
        note("two", RECORDS),
        ("click", EDIT),
        ("tap", '.more [data-hand="0"]'),
        FACTS,
    ]
    steps += [note("facts", TOLD), note("asked", "document.querySelector('.asks').innerText")]
    # A line that is none stays in its field, and why stands below it.
    steps += [("tap", f"{fact('result')} .change"), ("click", f"{fact('result')} summary")]
    steps += [("fill", f"{fact('result')} .line input", "result B: perhaps"), ("tap", f"{fact('result')} .write")]
    steps += [note("refused", f"document.querySelector('{fact('result')} [role=alert]').innerText")]
    steps += [note("typed", f"document.querySelector('{fact('result')} .line input').value"), note("seen", SEEN)]
    steps += [("select", "[name=was]", "lost"), ("tap", f"{fact('result')} .done"), note("changed", TOLD)]
    # Until it is kept, everything is as it was, wherever one goes meanwhile.
    steps += [
        note("meanwhile", TOTALS),
        note("kept_two", RECORDS),
        ("reload",),
        READY,
        FACTS,
        BUSY,
        note("again", TOLD),
    ]
    steps += [("tap", ".undo"), note("undone", TOLD), ("tap", f"{fact('result')} .change")]
    steps += [("select", "[name=was]", "lost"), ("tap", f"{fact('result')} .done"), ("tap", ".keep"), DONE]
    steps += [note("totals", TOTALS), note("first", RECORDS), ("tap", ".undo"), DONE, note("undo", RECORDS)]
    steps += [("click", EDIT), ("tap", '.more [data-hand="1"]'), FACTS, ("tap", f"{fact('bid')} .change")]
    steps += [("select", f"{fact('bid')} .sayings div:first-child select:last-of-type", "chiamo")]
    return [*steps, ("tap", f"{fact('bid')} .done"), ("tap", ".cancel"), DONE, note("left", RECORDS)]


def with_cards() -> Steps:
    """Facts of a hand with its tricks: by the same cards, an error beside its place."""
    steps = [*opened(EVENING), ("click", EDIT), ("tap", '.more [data-hand="0"]'), FACTS]
    steps += [("tap", f"{fact('trick')} .change"), ("tap", '.changing [data-place="1"]')]
    steps += [("tap", '.changing .picker [data-card="Rb"]'), note("wrong", WRONG)]
    steps += [note("may", "[...document.querySelectorAll('.keeping button')].filter(each => !each.disabled).length")]
    steps += [
        ("tap", ".undo"),
        note("fits", WRONG),
        ("tap", f"{fact('give')} .change"),
        ("click", f"{fact('give')} summary"),
    ]
    steps += [("tap", f"{fact('give')} .out"), note("gone", TOLD), ("tap", ".another")]
    steps += [("select", "[name=missing-what]", "give"), ("select", "[name=missing-who]", "A")]
    steps += [("select", "[name=missing-to]", "B"), ("tap", '.changing [data-card="3c"]'), ("tap", ".changing .done")]
    steps += [note("by_menus", LINES), ("tap", ".undo"), ("tap", ".another")]
    steps += [
        ("click", ".as-line > summary"),
        ("select", "[name=after]", "8"),
        ("fill", ".changing .line input", "give A: closed 3c to B"),
        ("tap", ".changing .write"),
        note("back", TOLD),
    ]
    steps += [
        ("tap", f"{fact('dealer')} .change"),
        ("tap", f'{fact("dealer")} [data-seat="A"]'),
        note("dealers", WRONG),
    ]
    steps += [("tap", ".undo"), ("tap", f"{fact('deal')} .change"), ("tap", f'{fact("deal")} [data-card="6d"]')]
    steps += [("tap", f'{fact("deal")} [data-card="2d"]'), ("tap", f"{fact('deal')} .done"), note("twice", WRONG)]
    return [*steps, ("tap", ".undo"), ("tap", ".keep"), DONE, note("evening", RECORDS)]


def by_points() -> Steps:
    """Hands without cards with points: whole, with parts, in Italian, and none."""
    steps = begun("pagat", *PEOPLE)
    # Of the first hand it is not known who deals: what is refused leaves no hand open, and stays filled in.
    steps += [
        *result_only("C", "chiamo", points="99"),
        note("first", RECORDS),
        note("filled", FILLED),
        note("why_not", SAID),
    ]
    steps += [("tap", '.act [data-dealer="A"]'), ("hash", "record"), ("wait", "document.querySelector('.evenings')")]
    steps += [note("listed", "document.querySelector('.evenings li').innerText"), ("tap", ".evenings a"), BUSY]
    steps += [("click", ".more details summary"), ("fill", ".more .line input", "C solo lost")]
    steps += [("tap", ".more .line button"), DONE, note("account", "document.querySelector('.why').hash")]
    # Without points the cursor goes to where they are written.
    steps += [
        *result_only("C", "solo", points=""),
        note("none_said", "document.activeElement.name"),
        note("none", RECORDS),
    ]
    for lang, typed in (("en", "7"), ("en", "6 1/3"), ("it", "7")):
        # A small window offers the other language alone.
        for each in ("it", "en") if lang == "en" else ("it",):
            steps += [("click", f".langs [lang={each}]"), DONE, BUSY]
        steps += [*result_only("B", "chiamo", points=typed), DONE]
        steps += [note(f"said_{lang}", SAID)]
    return [*steps, note("points", RECORDS)]


TAPPED_TWICE: Final = """import('./dom.js').then(async ({ button, el, tappedOnce }) => {
  const heard = [], place = el("div");
  const second = button("second", () => heard.push("second"));
  const first = button("first", () => (heard.push("first"), first.replaceWith(second)));
  const finger = { bubbles: true, cancelable: true, detail: 1, clientX: 9, clientY: 9 };
  const tap = (each) => each.dispatchEvent(new MouseEvent("click", finger));
  place.append(first);
  tappedOnce(place);
  tap(first);
  await null;
  const calm = place.querySelector(".too-fast")?.textContent ?? "";
  tap(second);
  return { heard, calm, fast: place.querySelector(".too-fast")?.textContent ?? "" };
})"""
"""Two taps at one place, where the first has put another button."""


def by_a_finger() -> Steps:
    """Cards chosen but not written, two taps at one place, a hand without an end."""
    steps = begun("pagat", *PEOPLE)
    steps += [("eval", TAPPED_TWICE), ("twice", '.act [data-dealer="A"]'), BUSY, note("dealer", RECORDS)]
    cards = ("3b", "2b", "Ab", "Rb", "Cb", "Fb", "3s", "2s", "As", "Rs", "Cs", "Fs")
    steps += [
        ("tap", '.act [data-place="B"]'),
        ("twice", card("3b"), 80),
        *(("tap", card(each)) for each in cards[1:11]),
    ]
    steps += [("tap", '.act [data-word="B chiamo"]'), note("missing", SAID), note("unwritten", RECORDS)]
    steps += [("click", ".langs [lang=it]"), ("wait", "document.querySelector('.act .count')"), BUSY]
    steps += [("reload",), READY, ("wait", "document.querySelector('.act .count')"), BUSY]
    steps += [("click", ".langs [lang=en]"), ("wait", "document.querySelector('.act .count')"), BUSY]
    steps += [("tap", card("Fs")), ("tap", '.act [data-word="B chiamo"]'), note("dealt", RECORDS)]
    steps += [("twice", '.act [data-word="C passo"]'), BUSY, note("passed", RECORDS)]
    steps += [("twice", ".undo", 80), BUSY, note("undone", RECORDS), ("tap", '.act [data-word="C passo"]')]
    steps += [("tap", '.act [data-word="A passo"]'), ("tap", card("3d"))]
    steps += [*result_only(points="7")[:-1], ("twice", ".score .counted"), DONE]
    steps += [note("ended", RECORDS), ("hash", "record"), ("wait", "document.querySelector('.evenings li')")]
    return [
        *steps,
        ("twice", ".evenings button"),
        note("left", RECORDS),
        ("tap", ".evenings button"),
        note("gone", RECORDS),
    ]


def tapped_twice() -> Steps:
    """An irregularity, a player who leaves, a correction: each by two quick taps."""
    steps = [*opened(PAGAT.partition(" 1 B:")[0] + " 1 B: 3d\n"), ("tap", card("Cs")), ("tap", ".happened"), BUSY]
    steps += [("select", "[name=fault-claimed]", "B"), LOSES_TAPS, ("twice", ".fault button", 0), BUSY]
    steps += [note("fault", RECORDS), note("fault_lost", LOST_TAP), ("hash", "record"), BUSY]
    steps += [*begun("pagat", *PEOPLE)[1:], *result_only("B", "solo"), DONE, ("click", "[data-fold=people] > summary")]
    steps += [("select", "[name=leaves]", "Anna"), LOSES_TAPS, ("twice", ".leave", 0), BUSY]
    steps += [note("leave", RECORDS), note("leave_lost", LOST_TAP), ("click", EDIT), ("tap", '.more [data-hand="0"]')]
    steps += [FACTS, ("tap", f"{fact('result')} .change"), ("select", "[name=was]", "lost")]
    steps += [("tap", f"{fact('result')} .done"), LOSES_TAPS, ("twice", ".keep", 0), BUSY]
    steps += [("wait", "!document.querySelector('.facts')"), note("keep", RECORDS), note("keep_lost", LOST_TAP)]
    return [*steps, ("tap", ".undo"), note("undo", RECORDS)]


def remembered() -> Steps:
    """A hand with half-remembered cards, and one of the facts that would settle it."""
    steps = [*opened(HALF_REMEMBERED), ("click", EDIT), ("tap", '.more [data-hand="0"]'), FACTS]
    steps += [
        note("bounds", BOUNDS),
        note("asked", "[...document.querySelectorAll('.memory')].map(each => each.innerText)"),
    ]
    steps += [("tap", ".memory"), ("wait", "!document.querySelector('.memory')"), note("settled", BOUNDS)]
    steps += [note("came_to", "document.querySelector('.keeping').innerText"), ("tap", ".keep"), DONE]
    return [*steps, note("kept", RECORDS)]


def before_pack(button: str) -> str:
    """A script that is true if the button for forgotten cards is before the pack."""
    above, pack = (f"document.querySelector('.act {each}').getBoundingClientRect()" for each in (button, ".face"))
    return f"{above}.bottom <= {pack}.top"


IN_SIGHT = "document.querySelector('.asks').getBoundingClientRect().top > -1"
"""True if the question is not above the visible part."""


WAYS: Final = "[...document.querySelectorAll('.act > *')].map(each => each.dataset.fold ?? each.className)"
ASKED: Final = "document.querySelector('.due').innerText.match(/who deals/gi).length"


def settle_quarrel() -> Steps:
    """Go from the first screen to a hand of which only the first card is known."""
    steps: Steps = [READY, ("hash", "record"), ("wait", "document.querySelector('.welcome .settle-quarrel')")]
    steps += [("tap", ".settle-quarrel"), ("wait", "document.querySelector('#new-rules option')")]
    steps += [("select", "#new-rules", "pagat"), ("tap", "form.new button.main")]
    steps += [("wait", "document.querySelector('[data-dealer]')"), BUSY, note("ways", WAYS), note("asked", ASKED)]
    steps += [("tap", '[data-dealer="A"]')]
    steps += [("tap", f'.act [data-word="{each}"]') for each in ("B solo", "C passo")]
    steps += [note("bids", "document.querySelector('.bids').innerText"), ("tap", '.act [data-word="A passo"]')]
    steps += [("tap", ".act .unknown-others"), ("eval", "void scrollTo(0, document.body.scrollHeight)")]
    # A tap of the driver would scroll to the button.
    steps += [
        note("before_pack", before_pack(".unknown-others")),
        ("eval", "void document.querySelector('.unknown-others').click()"),
    ]
    steps += [("wait", "!document.querySelector('.unknown-others')"), ("wait", IN_SIGHT), note("in_sight", IN_SIGHT)]
    steps += [("tap", card("3b")), note("one_before_pack", before_pack(".unknown"))]
    steps += [("tap", ".act .unknown"), ("tap", ".act .unknown"), ("tap", ".act .ask-certain")]
    steps += [("wait", "document.querySelector('.certain .bound')"), note("bounds", BOUNDS), AXE]
    steps += [("tap", ".close-so"), note("closed", RECORDS)]
    return [*steps, note("after", "document.querySelector('.said').innerText")]


def claim_rest() -> Steps:
    """The rest of a hand of which only the first trick is known is claimed."""
    steps = [*begun("pagat", *PEOPLE), ("tap", '.act [data-dealer="A"]')]
    steps += [("tap", f'.act [data-word="{each}"]') for each in ("B solo", "C passo", "A passo")]
    steps += [("tap", ".act .unknown-others"), ("tap", ".act .unknown-others")]
    steps += [note("early", "document.querySelectorAll('[data-fold=rest]').length")]
    steps += [*(("tap", card(each)) for each in ("3b", "2b", "Ab")), ("click", "[data-fold=rest] > summary")]
    steps += [("tap", '[data-claims="B"]'), note("came_to", "document.querySelector('.came-to').innerText")]
    return [*steps, ("tap", ".act .finish"), DONE, note("written", RECORDS)]


def fact(kind: str) -> str:
    """The first fact of a kind of the hand that is corrected."""
    return f".fact[data-kind={kind}]"


@pytest.fixture(scope="module")
def walks() -> dict[str, Visited]:
    """All visits, in one browser."""
    steps = {
        "happened": happened(),
        "skipped": skipped(),
        "corrected": corrected(),
        "cards": with_cards(),
        "points": by_points(),
        "finger": by_a_finger(),
        "twice": tapped_twice(),
        "remembered": remembered(),
        "quarrel": settle_quarrel(),
        "claim": claim_rest(),
    }
    return visits({name: {"steps": each, "width": 360, "height": 740} for name, each in steps.items()}, module=__name__)


def test_an_illegal_card_written_as_it_happened(walks: dict[str, Visited]) -> None:
    """It is in the record, its mark stays on table and sheet, and the hand is paid."""
    seen = noted(walks["happened"])
    assert len(seen["marked"]) == 1
    assert "A player must follow suit if possible" in seen["marked"][0].partition("play.follow")[0]
    assert seen["after"][0].startswith("Hand 1: ")
    ((written,),) = (parse_records(each) for each in seen["written"])
    (sample,) = parse_records(PAGAT.replace("3d 6d 4d", "3d Cs 4d").replace("As Cs Rs", "As 6d Rs"))
    assert calarec.replay(written).account == calarec.replay(sample).account
    assert "1 !\n" in seen["sheet"]
    assert "not everything is in order; “Check” shows why." in seen["sheet"]


def test_a_deal_that_nobody_wrote_down(walks: dict[str, Visited]) -> None:
    """Without its deal a hand is played and paid by the cards that it shows."""
    ((written,),) = (parse_records(each) for each in noted(walks["skipped"])["undealt"])
    assert calarec.replay(written).account == calarec.replay(parse_records(PAGAT)[0]).account
    assert not any(each.startswith(("deal ", "monte")) for each in noted(walks["skipped"])["undealt"][0].splitlines())


def test_a_deal_half_known(walks: dict[str, Visited]) -> None:
    """An unknown card is one of those dealt; then it may turn out to be any card."""
    seen = noted(walks["skipped"])
    assert seen["counted"] == "12 / 12"
    lines = seen["half"][0].splitlines()
    assert lines[-2:] == ["deal C: 3b 2b Ab Rb Cb Fb 3s 2s As Rs Cs __", "bid C: solo A: passo B: passo"]
    assert seen["offered"] == 40 - 11


def test_a_hand_without_cards_is_corrected(walks: dict[str, Visited]) -> None:
    """One fact is changed: payments and later totals are added up again when kept."""
    seen = noted(walks["corrected"])
    assert seen["before"].split() == ["Anna", "+1", "Bruno", "+4", "Carla", "−5"]
    assert seen["asked"] == "Hand 1: what is to be changed?"
    assert seen["facts"] == ["Deals: Anna", "Bruno: chiamo", "Bruno: won"]
    assert seen["changed"] == seen["again"] == ["Deals: Anna", "Bruno: chiamo", "Bruno: lost"]
    assert seen["undone"] == seen["facts"]
    assert (seen["meanwhile"], seen["kept_two"]) == (seen["before"], seen["two"])
    assert seen["totals"].split() == ["Anna", "+3", "Bruno", "0", "Carla", "−3"]
    assert "total A: 1 B: -2 C: 1\n" in seen["first"][0]
    assert "total A: 3 B: 0 C: -3\n" in seen["first"][0]


def test_a_correction_is_undone_in_one_step_or_left(walks: dict[str, Visited]) -> None:
    """One undo brings the record back as it was; leaving changes nothing."""
    seen = noted(walks["corrected"])
    assert seen["undo"] == seen["left"] == seen["two"]


def test_what_is_refused_in_a_correction_stays_in_view(walks: dict[str, Visited]) -> None:
    """The text is kept in its field; the reason for the refusal is below it, in view."""
    seen = noted(walks["corrected"])
    assert "perhaps" in seen["refused"]
    assert seen["typed"] == "result B: perhaps"
    assert seen["seen"] is True


def test_what_a_player_remembers_settles_a_hand(walks: dict[str, Visited]) -> None:
    """Bounds and facts are there until one is tapped; then the hand is settled."""
    seen = noted(walks["remembered"])
    assert seen["bounds"][0] == "Rosa has 5 1/3 to 8 points (16 to 24 thirds); 6 points (18 thirds) needed."
    assert seen["asked"][0] == "If Marta played the ace of cups in trick 8, Rosa has won."
    assert seen["settled"] == []
    assert "Rosa wins chiamo." in seen["came_to"]
    assert " 8 B: Cc 2c Ac" in seen["kept"][0].splitlines()


def test_a_quarrel_about_a_hand_that_breaks_off_is_told_what_is_certain(walks: dict[str, Visited]) -> None:
    """No name is needed, taken and discarded cards are unknown, no payment is made."""
    visit = walks["quarrel"]
    assert noted(visit)["bounds"][1:3] == [
        "Player 2 has at least 1/3 and at most 11 2/3 points (1 to 35 thirds); 6 points (18 thirds) needed.",
        "Player 1 and Player 3 have at least 0 and at most 11 1/3 points (0 to 34 thirds).",
    ]
    assert [each for each in visit.seen if isinstance(each, list)] == [[]]
    assert noted(visit)["bounds"][-1].startswith("Any card that you still remember can narrow this.")
    assert (
        "Player 2 has at least 1/3 and at most 11 2/3 points (1 to 35 thirds); 6 points (18 thirds) needed."
        in noted(visit)["after"]
    )
    assert noted(visit)["closed"][0].endswith("discard B: __ __ __ __\n 1 B: 3b __ __\nend\n")


def test_what_is_remembered_is_written_by_cards(walks: dict[str, Visited]) -> None:
    """The way by cards is first, that by the result folded; who deals is asked once; bids stay in sight."""
    seen = noted(walks["quarrel"])
    assert seen["ways"] == ["one-of dealt-by", "by-cards", "only-result", "people", "rules"]
    assert seen["asked"] == 1
    assert seen["bids"].split("\n") == ["Player 2: solo", "Player 3: passo"]


def test_the_next_question_is_in_sight_and_forgotten_cards_need_no_scrolling(walks: dict[str, Visited]) -> None:
    """A long pack was scrolled through, and the next question offers the same pack."""
    seen = noted(walks["quarrel"])
    assert (seen["before_pack"], seen["one_before_pack"]) == (True, True)
    assert seen["in_sight"] is True


def test_the_rest_of_a_hand_is_claimed_by_one_tap(walks: dict[str, Visited]) -> None:
    """From the first trick on; all points are Bruno's, with every card that is not written."""
    seen = noted(walks["claim"])
    assert seen["early"] == 0
    assert seen["came_to"] == "Bruno wins solo with 11 2/3 points (35 thirds): cappotto."
    (text,) = seen["written"]
    assert "\n 1 B: 3b 2b Ab\nclaim B: rest accepted\n" in text
    assert text.endswith("end claimed\n")


def test_a_second_tap_that_does_nothing_is_reported(walks: dict[str, Visited]) -> None:
    """It may have been meant for what has come to its place."""
    seen = noted(walks["finger"])
    assert (seen["heard"], seen["calm"]) == (["first"], "")
    assert seen["fast"] == "The second tap came too fast and did nothing."


def test_facts_of_a_hand_with_cards_are_changed_by_cards(walks: dict[str, Visited]) -> None:
    """A mismatch is shown beside its fact, and keeps the correction from being kept."""
    seen = noted(walks["cards"])
    assert [kind for kind, _ in seen["wrong"]] == ["trick"]
    assert seen["may"] == 2
    assert seen["fits"] == []
    assert "Concetta gives to Turi" not in seen["gone"]
    assert "give A: 3c to B" in seen["by_menus"]
    assert seen["back"].index("Concetta gives to Turi") == 8
    assert [kind for kind, _ in seen["dealers"]] != []
    assert "deal" in {kind for kind, _ in seen["twice"]}
    (again,) = (each for each in seen["evening"] if "twenty-one" in each)
    assert [calarec.replay(each).account for each in parse_records(again)] == [
        calarec.replay(each).account for each in parse_records(EVENING)
    ]


def test_points_are_points_as_people_count_them(walks: dict[str, Visited]) -> None:
    """Seven are seven whole points in either language, with parts in words."""
    seen = noted(walks["points"])
    assert seen["none_said"] == "points"
    assert seen["none"][0].endswith("\nend\n")
    assert seen["none"][0].count("\nhand ") == 1
    assert "\n\nBruno wins chiamo with 6 1/3 points (19 thirds).\n" in seen["said_en"]
    assert "\n\nBruno vince «chiamo».\n" in seen["said_it"]
    results = [each for each in seen["points"][0].splitlines() if each.startswith("result B")]
    assert results == ["result B: 7p", "result B: 19", "result B: 7p"]


def test_a_hand_without_cards_that_is_refused_leaves_nothing_behind(walks: dict[str, Visited]) -> None:
    """No half hand and no empty form; an open hand is not counted."""
    seen = noted(walks["points"])
    assert "hand" not in seen["first"][0]
    assert seen["filled"] == ["C", "chiamo", ""]
    assert "99" in seen["why_not"]
    assert "hands: 0" in seen["listed"]
    assert seen["account"].startswith("#replay/")
    assert seen["account"].endswith("//h1")


def test_a_second_tap_does_nothing_to_what_has_come_under_the_finger(walks: dict[str, Visited]) -> None:
    """Two taps give one word, one hand, and no lost evening; an intended tap works."""
    seen = noted(walks["finger"])
    assert seen["dealer"][0].endswith("\nhand 1\ndealer A\n")
    assert seen["passed"][0].endswith("\nbid B: chiamo C: passo\n")
    assert seen["undone"] == seen["dealt"]
    assert seen["ended"][0].count("\nhand ") == 1
    assert seen["left"] == seen["ended"]
    assert seen["gone"] == []


@pytest.mark.parametrize(
    ("kind", "line"),
    [("fault", "fault C: revoke trick 1 claimed by B\n"), ("leave", "leave A\n"), ("keep", "result B: lost\n")],
)
def test_two_quick_taps_write_once_and_the_lost_one_is_reported(
    walks: dict[str, Visited], kind: str, line: str
) -> None:
    """An irregularity, a player who leaves, a correction that is kept."""
    seen = noted(walks["twice"])
    assert [text.count(line) for text in seen[kind] if line in text] == [1]
    assert seen[f"{kind}_lost"] is True


def test_a_correction_kept_by_two_taps_is_undone_by_one(walks: dict[str, Visited]) -> None:
    """The record is as it was before the correction."""
    seen = noted(walks["twice"])
    assert sorted(seen["undo"]) == sorted(seen["leave"])


def test_chosen_cards_are_not_lost(walks: dict[str, Visited]) -> None:
    """Incomplete choices of cards are kept when the page is left, and written later."""
    seen = noted(walks["finger"])
    assert "Bruno: 11 of 12 cards are chosen." in seen["missing"]
    assert seen["unwritten"] == seen["dealer"]
    assert seen["dealt"][0].endswith("\ndeal B: 3b 2b Ab Rb Cb Fb 3s 2s As Rs Cs Fs\nbid B: chiamo\n")


def test_a_hand_that_unwritten_cards_keep_from_going_on(walks: dict[str, Visited]) -> None:
    """The page asks for the outcome where the hand stops, with its certain facts."""
    (text,) = noted(walks["finger"])["ended"]
    assert "\nbid B: chiamo C: passo A: passo\ncall B: 3d\nresult B: 7p\nscore B: +2 A: -1 C: -1\n" in text
