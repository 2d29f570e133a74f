"""The page between hands: the next dealer, contracts that are raised to, rows of the sheet, questions on rules."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Final

import pytest

from tests.browser.pages import (
    BUSY,
    EVENING,
    PAGAT,
    READY,
    RECORDS,
    UNFIT,
    Steps,
    begun,
    note,
    noted,
    opened,
    result_only,
    visits,
)
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from tests.browser.chromium import Visited

pytestmark = pytest.mark.walk

ASKS: Final = "document.querySelector('.asks').innerText"
SAID: Final = "document.querySelector('.said').innerText"
DONE: Final = ("wait", "document.querySelector('.act .begin') && document.querySelector('.sheet table')")
FACTS: Final = ("wait", "document.querySelector('.facts')")
CHOSEN_RAISES: Final = "[...document.querySelectorAll('.score [name=raised]')].map(each => each.value)"
CONTRACTS: Final = "[...document.querySelectorAll('.score [name=what]')].map(each => each.value)"
COVERED: Final = (
    "(([one, bar]) => one.bottom <= bar.top)"
    "(['.another', '.keeping'].map(each => document.querySelector(each).getBoundingClientRect()))"
)
"""True if the bar below a correction does not lie on the button before it."""
DEBTS: Final = "document.querySelector('.debts').innerText"
FIELDS: Final = "document.querySelectorAll('.names input').length"
KEEP_SEEN: Final = (
    "(box => document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.matches('.keep'))"
    "(document.querySelector('.keep').getBoundingClientRect())"
)
"""True if the button that keeps a correction can be tapped without scrolling."""
SETTLE: Final = ("eval", "new Promise(done => setTimeout(done, 600))")
"""A tap right where one was just made counts as the same tap."""
FOLDED: Final = (
    "(each => each && [each.previousElementSibling.innerText, each.open, each.textContent])"
    "(document.querySelector('.sheet details.asked'))"
)


FIVE: Final = reduce(
    lambda text, names: text.replace(*names),
    (("Concetta", "Annunziata Buonarroti"), ("Turi", "Bartolomeo Castelnuovo"), ("Marta", "Carmelina Rossetti")),
    (ROOT / "records/quintiglio/score-only.cal").read_text("utf-8"),
)
"""An evening of five players with long names."""
WIDE_ENOUGH: Final = (720, 768, 820, 1000, 1100, 1152, 1280)
"""Widths from a tablet to a desktop."""
WIDER: Final = "(each => each.scrollWidth - each.clientWidth)(document.querySelector('.sheet .wide'))"
"""How much of the sheet's table is out of sight, in pixels."""


def dealt_by_another() -> Steps:
    """Another dealer than the one who is due, for a hand by its result and for one by its cards."""
    steps = [*begun("pagat", "Anna", "Bruno", "Carla"), *result_only("A", "solo"), DONE, BUSY]
    steps += [note("due", ASKS), ("click", ".other-dealer > summary"), ("tap", '[data-next-dealer="C"]'), BUSY]
    steps += [note("asked", ASKS), note("bonus", "document.querySelectorAll('.other-bonus button').length")]
    steps += [("reload",), READY, ("wait", "document.querySelector('.act .begin')"), BUSY, note("reloaded", ASKS)]
    steps += [*result_only("B", "solo"), DONE, BUSY, note("then", ASKS)]
    steps += [("click", ".other-dealer > summary"), ("tap", '[data-next-dealer="C"]'), BUSY, SETTLE]
    return [*steps, ("tap", ".act .begin"), BUSY, note("begun", RECORDS)]


def raised() -> Steps:
    """A contract that is raised to is offered once the contract before it is chosen."""
    steps = [*begun("pagat", "Anna", "Bruno", "Carla"), note("contracts", CONTRACTS), note("none", CHOSEN_RAISES)]
    steps += [("click", ".score [name=what][value=solissimo]"), note("offered", CHOSEN_RAISES)]
    steps += [("click", ".score [name=raised][value=dividete]"), *result_only("B"), DONE, note("written", RECORDS)]
    return steps


def by_its_row() -> Steps:
    """A row opens its hand: three taps make "lost" of "won", and a bonus is offered after that."""
    steps = [*begun("pagat", "Anna", "Bruno", "Carla"), *result_only("A", "solo"), DONE, BUSY]
    steps += [*result_only("B", "chiamo"), DONE, BUSY, SETTLE, ("tap", ".sheet tr[data-hand='0'] td:nth-child(3)")]
    steps += [FACTS, BUSY, note("opened", ASKS), note("free", COVERED), ("tap", ".ended-otherwise"), BUSY]
    steps += [("tap", ".keep"), ("wait", "document.querySelector('.other-bonus')"), BUSY, note("kept", RECORDS)]
    steps += [note("corrected", SAID), ("tap", "[data-bonus=stramazzo]"), DONE, BUSY, note("paid", RECORDS)]
    steps += [("tap", ".undo"), DONE, BUSY, note("undone", RECORDS)]
    return steps


def paid_outside() -> Steps:
    """A payment for coffee, of one person to another, of whom the one has left; then a correction, each undone."""
    people = ("Anna", "Bruno", "Carla", "Dora")
    steps = [*begun("pagat", *people)]
    steps[2:2] = [("click", ".one-more")]
    steps += [*result_only("B", "solo"), DONE, BUSY]
    steps += [*result_only("C", "solissimo", bonus="stramazzo"), DONE, BUSY]
    steps += [("click", "[data-fold=people] > summary"), ("select", "[name=leaves]", "Dora"), ("tap", ".leave"), BUSY]
    steps += [note("left", SAID), ("select", "[name=payer]", "Dora"), ("select", "[name=payee]", "Dora")]
    steps += [("fill", "[name=amount]", "2"), ("fill", "[name=why]", "coffee"), ("tap", ".payment button"), BUSY]
    steps += [note("same", SAID), ("select", "[name=payee]", "Anna"), ("tap", ".payment button"), BUSY]
    steps += [note("paid", SAID), note("written", RECORDS), DONE, note("debts", DEBTS)]
    steps += [("size", 720, 1024), note("tablet", WIDER), ("size", 768, 1024), note("wider_tablet", WIDER)]
    steps += [("size", 390, 600)]
    steps += [("tap", ".sheet tr[data-hand='0'] td:nth-child(3)"), FACTS, BUSY, ("tap", ".ended-otherwise"), BUSY]
    steps += [("click", ".paid-otherwise > summary"), note("keep", KEEP_SEEN), ("size", 390, 844)]
    steps += [("tap", ".keep"), ("wait", "document.querySelector('.other-bonus')"), BUSY, note("kept", RECORDS)]
    for name in ("correction", "payment", "leaving", "hand"):
        steps += [SETTLE, ("tap", ".undo"), BUSY, note(f"undo_{name}", SAID)]
        steps += [note(f"after_{name}", RECORDS)]
    return steps


def irregular() -> Steps:
    """A hand with an irregularity, to be corrected; why it ended so, and back from there."""
    steps = [*opened(PAGAT.replace("note ", "fault C: revoke trick 2 claimed by A\nnote ", 1)), DONE, BUSY]
    steps += [("tap", ".sheet tr[data-hand='0'] td:nth-child(3)"), FACTS, BUSY]
    steps += [note("facts", "[...document.querySelectorAll('.fact .what')].map(each => each.innerText)")]
    steps += [("tap", ".cancel"), BUSY, *result_only("B", "solo"), DONE, BUSY, ("click", "a.why")]
    steps += [("wait", "document.querySelector('.to-evening')"), BUSY, ("click", ".to-evening")]
    return [*steps, DONE, BUSY, note("back", ASKS)]


def with_five() -> Steps:
    """The sheet of five players with long names, from a tablet to a desktop."""
    steps = [*opened(FIVE), DONE, BUSY]
    for width in WIDE_ENOUGH:
        steps += [("size", width, 1024), note(f"at_{width}", WIDER)]
    return steps


def by_other_rules() -> Steps:
    """Other rules after the first hand, and the change taken back."""
    steps = [*begun("pagat", "Anna", "Bruno", "Carla"), *result_only("B", "solo"), DONE, BUSY]
    steps += [
        ("click", "[data-fold=rules] > summary"),
        ("wait", "document.querySelector('[name=other-rules]').length > 2"),
    ]
    steps += [note("for_two", "document.querySelectorAll('[name=other-rules] [value=a-due]').length")]
    steps += [("select", "[name=other-rules]", "tretre"), ("tap", "[data-fold=rules] button"), BUSY]
    steps += [note("changed", RECORDS), note("totals", "document.querySelector('.totals').innerText")]
    return [*steps, ("tap", ".undo"), DONE, BUSY, note("undone", RECORDS)]


def of_an_evening() -> Steps:
    """The sheet of an evening: the rule that ended the match is behind a fold."""
    return [*opened(EVENING), DONE, BUSY, note("folded", FOLDED)]


def by_questions() -> Steps:
    """Of four people: as many fields; from the rulebook back to the answers, and to its chapters."""
    steps: Steps = [READY, ("hash", "rules/which"), ("wait", "document.querySelector('[data-answer]')")]
    steps += [("tap", '[data-answer="=4"]'), ("wait", "document.querySelectorAll('.given li').length === 1"), BUSY]
    first = "document.querySelector('[data-answer] b, [data-answer] span').innerText"
    steps += [note("goal", first), SETTLE, ("click", ".skip"), BUSY]
    steps += [("wait", "document.querySelectorAll('.given li').length === 2"), ("hash", "rules/book/pagat")]
    steps += [("wait", "document.querySelector('.book h4')"), BUSY, ("size", 390, 844), note("unfit", UNFIT)]
    wide = "[...document.querySelectorAll('.book .wide')].map(each => each.scrollWidth - each.clientWidth)"
    steps += [note("wide", wide), ("click", ".contents > summary")]
    steps += [("click", ".contents li:nth-child(3) button")]
    steps += [note("chapter", "[document.activeElement.tagName, document.activeElement.getBoundingClientRect().top]")]
    steps += [("click", ".to-answers"), ("wait", "document.querySelectorAll('.given li').length === 2")]
    steps += [note("answers", "document.querySelector('.given').innerText"), ("hash", "rules/book/pagat")]
    steps += [("wait", "document.querySelector('.play-by')"), BUSY, ("tap", ".play-by")]
    steps += [("wait", "document.querySelector('#new-rules option')"), note("four", FIELDS)]
    steps += [("select", "#new-rules", "quintiglio"), note("five", FIELDS), ("hash", "rules/which")]
    steps += [("wait", "document.querySelector('.given')"), ("click", ".langs [lang=it]")]
    steps += [("wait", "document.querySelector('.given')?.innerText.includes('Non lo so')"), BUSY]
    return [*steps, note("given", "document.querySelector('.given').innerText")]


def without_cards() -> Steps:
    """No table is drawn before a card of the hand is known."""
    steps = [*begun("pagat", "Anna", "Bruno", "Carla"), ("tap", '.act [data-dealer="A"]'), BUSY]
    steps += [("tap", ".act .unknown-others"), BUSY, SETTLE]
    steps += [note("hidden", "document.querySelector('.player-table').hidden")]
    steps += [("tap", '.act [data-card="3b"]'), ("tap", ".act .unknown-others"), ("tap", ".act .done"), BUSY]
    return [*steps, note("shown", "!document.querySelector('.player-table').hidden")]


@pytest.fixture(scope="module")
def walks() -> dict[str, Visited]:
    """All visits, in one browser."""
    steps = {"dealer": dealt_by_another(), "raised": raised(), "row": by_its_row(), "evening": of_an_evening()}
    steps |= {"five": with_five(), "rules": by_other_rules()}
    steps |= {"questions": by_questions(), "unknown": without_cards(), "paid": paid_outside(), "irregular": irregular()}
    return visits({name: {"steps": each, "width": 390, "height": 844} for name, each in steps.items()}, module=__name__)


def test_another_player_deals(walks: dict[str, Visited]) -> None:
    """A tap below the question changes the dealer of the next hand, however it is written; a reload keeps it."""
    seen = noted(walks["dealer"])
    assert [seen[each] for each in ("due", "asked", "reloaded")] == [
        "Hand 2: Bruno deals", "Hand 2: Carla deals", "Hand 2: Carla deals",
    ]  # fmt: skip
    # What was just written can still be given its bonus.
    assert seen["bonus"] == 2
    # Whoever sits after the dealer is due again.
    assert seen["then"] == "Hand 3: Anna deals"
    assert "\nhand 2\ndealer C\nbid B: solo\n" in seen["begun"][0]
    assert seen["begun"][0].endswith("\nhand 3\ndealer C\n")


def test_a_contract_is_raised_once_it_is_declared(walks: dict[str, Visited]) -> None:
    """Only bids are contracts to be chosen; a raise belongs to one of them."""
    seen = noted(walks["raised"])
    assert seen["contracts"] == ["chiamo", "solo", "solissimo"]
    assert seen["none"] == []
    assert seen["offered"] == ["", "dividete", "scegliete"]
    assert "bid B: solissimo\nraise B: dividete\nresult B: won\n" in seen["written"][0]


def test_a_row_of_the_sheet_opens_its_hand(walks: dict[str, Visited]) -> None:
    """Nothing lies on what can be tapped there, and "won" becomes "lost" in three taps."""
    seen = noted(walks["row"])
    assert seen["opened"] == "Hand 1: what is to be changed?"
    assert seen["free"] is True
    assert "bid A: solo\nresult A: lost\nscore A: -4 B: +2 C: +2\n" in seen["kept"][0]


def test_after_a_correction_a_bonus_is_one_tap(walks: dict[str, Visited]) -> None:
    """As after the hand was first written; one undo takes it back."""
    seen = noted(walks["row"])
    assert "Hand 1 is corrected." in seen["corrected"]
    assert "It was cappotto" in seen["corrected"]
    assert "result A: lost\nscore A: -12 B: +6 C: +6\n" in seen["paid"][0]
    assert seen["undone"] == seen["kept"]


def test_a_payment_outside_the_hands_has_two_sides(walks: dict[str, Visited]) -> None:
    """The one pays what the other receives, so that the pot owes nothing; the page says what was written."""
    seen = noted(walks["paid"])
    assert seen["left"] == "Dora leaves"
    assert seen["same"] == "Choose two different sides for the payment."
    assert seen["paid"] == "Anna +2 · Dora \u22122"
    assert 'leave D\nadjust "Dora": -2 A: +2 "coffee"\n' in seen["written"][0]
    assert "pot" not in seen["debts"]


def test_an_evening_goes_on_by_other_rules(walks: dict[str, Visited]) -> None:
    """The hands that are written keep theirs, only rules for as many are offered, and undo takes it back."""
    seen = noted(walks["rules"])
    assert seen["for_two"] == 0
    assert seen["changed"][0].endswith("end\n\nrules tretre\n")
    assert "Bruno +4" in seen["totals"]
    assert "tretre" not in seen["undone"][0]


def test_the_sheet_of_five_people_fits_a_tablet_and_a_desktop(walks: dict[str, Visited]) -> None:
    """No figure is out of sight, at whichever width the names take one line or two."""
    seen = noted(walks["five"])
    assert {width: seen[f"at_{width}"] for width in WIDE_ENOUGH} == dict.fromkeys(WIDE_ENOUGH, 0)


def test_the_sheet_of_four_people_fits_a_tablet(walks: dict[str, Visited]) -> None:
    """No total is out of sight, just above the width of phones either."""
    seen = noted(walks["paid"])
    assert seen["tablet"] <= 0
    assert seen["wider_tablet"] <= 0


def test_a_correction_is_kept_without_scrolling(walks: dict[str, Visited]) -> None:
    """Its button stays in sight on a small phone, whatever is open in the bar."""
    assert noted(walks["paid"])["keep"] is True


def test_each_undo_takes_back_what_was_written_last(walks: dict[str, Visited]) -> None:
    """A correction, a payment, a player who left, a hand: the last one first, and named in words."""
    seen = noted(walks["paid"])
    assert seen["undo_correction"] == "It is again as it was before."
    assert seen["after_correction"] == seen["written"]
    assert seen["undo_payment"] == "taken back: Anna +2 · Dora \u22122"
    assert seen["after_payment"][0].endswith("\nend\n\nleave D\n")
    assert seen["undo_leaving"] == "taken back: Dora leaves"
    assert seen["after_leaving"][0].endswith("\nend\n")
    assert seen["undo_hand"] == "taken back: hand 2"
    assert "hand 2" not in seen["after_hand"][0]


def test_a_rule_is_named_in_words_behind_a_fold(walks: dict[str, Visited]) -> None:
    """No path of a rule and no file on the sheet."""
    note_text, is_open, words = noted(walks["evening"])["folded"]
    assert note_text == "The match ended with hand 8, won by Turi."
    assert is_open is False
    assert "The match is over when a player has reached 21 points." in words
    assert "How to Play Calabresella" in words


def test_questions_lead_on_with_the_number_of_people(walks: dict[str, Visited]) -> None:
    """The new evening has a field for each, where the rules allow as many."""
    seen = noted(walks["questions"])
    assert (seen["four"], seen["five"]) == (4, 5)
    assert seen["goal"].startswith("No number")


def test_a_rulebook_fits_a_phone_and_leads_back(walks: dict[str, Visited]) -> None:
    """Its tables are as wide as the window; chapters are two taps away, the answers one."""
    seen = noted(walks["questions"])
    assert seen["unfit"] == []
    assert max(seen["wide"]) <= 0
    tag, top = seen["chapter"]
    assert tag == "H4"
    assert abs(top) < 60
    assert "4 players" in seen["answers"]
    # In another language they are the same answers in that one.
    assert "4 giocatori" in seen["given"]


def test_an_irregularity_is_named_in_words(walks: dict[str, Visited]) -> None:
    """As everything else of a hand that is corrected."""
    seen = noted(walks["irregular"])
    assert "Carla: revoke (not following suit though able) · Trick 2 · Claimed by: Anna" in seen["facts"]


def test_from_why_it_came_to_this_a_tap_leads_back(walks: dict[str, Visited]) -> None:
    """To the evening, not to the list of evenings."""
    assert noted(walks["irregular"])["back"] == "Hand 3: Carla deals"


def test_no_empty_table_is_drawn(walks: dict[str, Visited]) -> None:
    """It comes with the first known card."""
    seen = noted(walks["unknown"])
    assert seen["hidden"] is True
    assert seen["shown"] is True
