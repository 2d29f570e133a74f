"""Calls of the page between hands: the next dealer, contracts, the rows and notes of the sheet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from calarec_tools.desk.calls.page_terms import with_minus_signs
from tests.house.tree import ROOT
from tests.tools.calls.calling import ask

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("own")

EVENING = (ROOT / "records/twenty-one/evening.cal").read_text("utf-8")


def begin_evening(rules: str = "pagat", *people: str) -> str:
    """The text of an evening after its first hand, which Anna dealt."""
    begun = ask("begin", rules=rules, people=list(people or ("Anna", "Bruno", "Carla")), day="")
    text: str = ask("enter", text=begun["text"], typed="Bruno chiamo won", dealer="A")["text"]
    return text


def test_another_player_deals_than_the_one_who_is_due() -> None:
    """The question names the chosen dealer, and the hand begins with that one; a stranger is no dealer."""
    text = begin_evening()
    at = ask("dealt_by", text=text, dealer="C")
    assert (at["due"], at["asks"], at["text"]) == ("C", "hand 2: Carla deals", text)
    assert ask("dealt_by", text=text, dealer="X")["due"] == ask("choices", text=text)["due"] == "B"
    assert ask("enter", text=text, typed="", dealer="C")["text"].endswith("\nhand 2\ndealer C\n")
    written = ask("enter", text=text, typed="Anna solo won", dealer="C")
    assert "\nhand 2\ndealer C\nbid A: solo\n" in written["text"]
    assert written["due"] == "A"
    # What is refused is asked again with the chosen dealer.
    assert ask("enter", text=text, typed="Anna solo 99p", dealer="C")["due"] == "C"
    # Where no seat is due, the dealer stays a question.
    first = ask("begin", rules="pagat", people=["Anna", "Bruno", "Carla"], day="")["text"]
    assert ask("enter", text=first, typed="Anna solo 99p", dealer="C")["due"] == ""
    # A hand that is open has its dealer.
    assert ask("dealt_by", text=f"{text}\nhand 2\ndealer B\n", dealer="C")["lines"] == ["hand 2", "dealer B"]


def test_a_dealer_who_rests_changes_with_the_dealer() -> None:
    """Of four players, whoever deals gets no cards."""
    text = begin_evening("pagat", "Anna", "Bruno", "Carla", "Dora")
    assert ask("choices", text=text)["resting"] == {"B": ["B"]}
    assert ask("dealt_by", text=text, dealer="D")["resting"] == {"D": ["D"]}


@pytest.mark.parametrize(
    ("rules", "lang", "said"),
    [
        ("pagat", "en", "All have passed; Carla deals the next hand."),
        ("pagat", "it", "Tutti hanno passato: la prossima mano la distribuisce Carla."),
        ("casa", "en", "All have passed; Bruno deals again."),
        ("casa", "it", "Tutti hanno passato: distribuisce di nuovo Bruno."),
        ("fuori", "en", "All have passed; the cards are dealt again."),
    ],
)
def test_after_all_have_passed_the_next_dealer_is_named(own: Path, rules: str, lang: str, said: str) -> None:
    """By what the rules state; not where a player may be out of the match."""
    own.mkdir()
    for name, rule in (("casa", "all_pass.dealer: same"), ("fuori", "match.out_at: 20")):
        text = f"ruleset: {name}\nversion: 1.0.0\ntitle: {name}\nextends: pagat\nset:\n  {rule}\n"
        (own / f"{name}.yaml").write_text(text, "utf-8")
    after = ask("enter", text=begin_evening(rules), typed="passo", dealer="", lang=lang)
    assert after["said"][0] == said
    if "Bruno" in said or "Carla" in said:
        assert after["asks"].split()[-1 if lang == "it" else -2] in said


def test_a_contract_that_is_only_raised_to_is_no_bid() -> None:
    """As the ladder of the rules has it; where it can be bid, it stands among the bids."""

    def offered(rules: str) -> dict[str, tuple[bool, list[str]]]:
        at = ask("begin", rules=rules, people=["Anna", "Bruno", "Carla"], day="")
        return {each["word"]: (each["is_raise"], each["raised"]) for each in at["contracts"]}

    assert offered("pagat") == {
        "chiamo": (False, []), "solo": (False, []), "solissimo": (False, ["dividete", "scegliete"]),
        "dividete": (True, []), "scegliete": (True, []),
    }  # fmt: skip
    assert not any(is_raise for is_raise, _ in offered("twenty-one").values())


def test_what_a_corrected_hand_can_have_come_to_says_which_have_a_bonus() -> None:
    """So that a bonus can be offered right after a correction."""
    found = ask("correction", text=begin_evening(), number="0", lines=[])
    bonuses = {each["name"]: each["has_bonus"] for each in found["outcomes"]}
    assert bonuses == {"without a bonus": False, "cappotto": True, "stramazzo": True}
    score = next(each["score"] for each in found["outcomes"] if each["name"] == "stramazzo")
    lines = [*found["lines"], score]
    kept = ask("corrected", text=begin_evening(), number="0", lines=lines, anyway="")
    assert kept["said"][0] == "Bruno wins chiamo: stramazzo."


@pytest.mark.parametrize(
    ("lang", "note", "rule"),
    [
        ("en", "The match ended with hand 8, won by Turi.", "The match is over when a player has reached 21 points."),
        ("it", "La partita è finita con la mano 8, vinta da Turi.", "La partita finisce quando qualcuno arriva a 21"),
    ],
)
def test_a_note_of_the_sheet_has_its_rule_in_words(lang: str, note: str, rule: str) -> None:
    """And the name of its source; no path and no file."""
    for sheet in (ask("sheet", text=EVENING, lang=lang), ask("replay", text=EVENING, rules="", lang=lang)["sheet"]):
        assert "match.until" not in sheet
        assert "twenty-one:" not in sheet
        [attributes] = re.findall(rf"<p class=\"faint\" ([^>]*)>{re.escape(note)}</p>", sheet)
        assert f'data-rule="{rule}' in attributes
        assert 'data-source="How to Play Calabresella, &quot;Winning&quot;"' in attributes


def test_a_row_of_the_sheet_has_the_number_of_its_hand() -> None:
    """That by which a correction asks for it, also after an evening by other rules."""
    again = begin_evening("tretre").partition("\n")[2].replace("chiamo", "chiedo")
    text = f"{EVENING}\n{again}"
    numbers: list[Any] = re.findall(r'<tr[^>]*class="hand"[^>]*>', ask("sheet", text=text))
    assert [re.findall(r'data-hand="(\d+)"', each) for each in numbers] == [[str(at)] for at in range(len(numbers))]
    assert len(numbers) >= 8


def test_amounts_have_one_minus_sign() -> None:
    """A payment that is taken back is shown with the sign of the totals; quoted lines keep the one of records."""
    text = begin_evening()
    paid = ask("enter", dealer="", text=text, typed='adjust "Anna": -2 "Bruno": +2 "caffè"')
    assert [each["total"] for each in paid["people"]] == [-3, 4, -1]
    assert any("Anna \u22122" in each for each in paid["said"])
    back = ask("take_back", text=paid["text"], before="")
    assert any("Anna \u22122" in each for each in back["said"])
    assert not any("-2" in each for each in (*paid["said"], *back["said"]))
    assert with_minus_signs("`A: -2` is (-2) or -2, 1-2") == "`A: -2` is (\u22122) or \u22122, 1-2"
