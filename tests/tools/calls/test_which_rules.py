"""The questions that lead to the rules of a table, and the lines that distinguish rulesets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from calarec.core.base.resources import data_path
from calarec.core.wording.language import LANGUAGES
from calarec.rule_files.load import load_ruleset
from calarec.rule_files.locate import known_ids
from calarec_tools.desk.calls import which_rules
from calarec_tools.desk.calls.which_rules import MAX_QUESTIONS, next_question, rules_lines
from calarec_tools.desk.site.listed_rules import shipped_rules

if TYPE_CHECKING:
    from calarec.core.wording.language import Language

SHIPPED = known_ids((data_path("rules"),))


def find_questions_to(rules: str, answers: list[dict[str, Any]], unknown: tuple[str, ...] = ()) -> dict[str, Any]:
    """The last answer of a player of these rules: options that keep them are tried."""
    found = next_question(answers=answers, lang="en")
    while found["question"]:
        tried = [] if found["question"] in unknown else [option["value"] for option in found["options"]]
        for value in [*tried, ""]:
            more = [*answers, {"question": found["question"], "answer": value}]
            if leaves(more, rules):
                break
        after = next_question(answers=more, lang="en")
        answers[:], found = more, after
    return found


def leaves(answers: list[dict[str, Any]], rules: str) -> bool:
    """Check whether questions after these answers can lead to the rules."""
    found = next_question(answers=answers, lang="en")
    if found["left"]:
        return rules in {each["id"] for each in found["left"]}
    asked = found["question"]
    return any(leaves([*answers, {"question": asked, "answer": each["value"]}], rules) for each in found["options"])


@pytest.mark.mass
@pytest.mark.slow
@pytest.mark.parametrize("rules", sorted(SHIPPED))
def test_six_questions_lead_to_each_ruleset(rules: str) -> None:
    """Only to it; and it stays possible without an answer on bids."""
    answers: list[dict[str, Any]] = []
    assert [each["id"] for each in find_questions_to(rules, answers)["left"]] == [rules]
    assert len(answers) <= MAX_QUESTIONS
    answers = []
    assert rules in {each["id"] for each in find_questions_to(rules, answers, unknown=("bids", "which"))["left"]}
    assert len(answers) <= MAX_QUESTIONS


def test_the_first_question_is_how_many_play() -> None:
    """The answers of a question are those of the rules, and each leaves some."""
    for lang in LANGUAGES:
        first = next_question(answers=[], lang=lang)
        assert first["question"] == "people"
        assert [each["value"] for each in first["options"]] == ["=2", "=3", "=4", "=5", "=6", "=7", "=8"]
        for each in first["options"]:
            after = next_question(answers=[{"question": "people", "answer": each["value"]}], lang=lang)
            assert after["left"] or after["options"]
            assert after["question"] != "people"
            assert all(option["text"] for option in after["options"])
    english, italian = (next_question(answers=[], lang=lang)["options"] for lang in ("en", "it"))
    assert [each["value"] for each in english] == [each["value"] for each in italian]


@pytest.mark.parametrize(("lang", "terms"), [("en", "eldest|leads|match"), ("it", "di mano|esce|uscita|partita")])
def test_answers_on_the_end_and_the_first_card_have_no_terms(lang: Language, terms: str) -> None:
    """Of all rules; a fourth one who deals and gets no cards is named beside the number."""
    for ruleset in which_rules._shipped_rulesets():
        for facet in ("ends", "leader"):
            for _, said in which_rules._answers(ruleset, facet):
                text = which_rules._answer_text(said, lang)
                assert not re.search(rf"\b(?:{terms})\b", text, re.IGNORECASE), text
    first = next_question(answers=[], lang=lang)
    assert [each["value"] for each in first["options"] if each["about"]] == ["=4"]


def test_a_dealer_without_cards_is_listed() -> None:
    """Of four in Calabresella, and of none in Tressette."""
    listed = {each["id"]: each["resting"] for each in shipped_rules()}
    assert (listed["pagat"], listed["tressette"], listed["treccani"]) == ([4], [], [])


def test_answers_are_told_in_the_language_that_is_asked() -> None:
    """In the order in which they were given, whichever language that was in; a skipped question has no words."""
    answers: list[dict[str, str]] = []
    texts: dict[str, list[str]] = {lang: [] for lang in LANGUAGES}
    for skipped in (False, False, True):
        asked = {lang: next_question(answers=answers, lang=lang) for lang in LANGUAGES}
        options = {lang: asked[lang]["options"][2] for lang in LANGUAGES}
        answers.append({"question": asked["en"]["question"], "answer": "" if skipped else options["en"]["value"]})
        for lang in LANGUAGES:
            texts[lang].append("" if skipped else options[lang]["text"])
    assert texts["en"][0] == "4 players"
    assert texts["it"][0] == "4 giocatori"
    assert {lang: next_question(answers=answers, lang=lang)["given"] for lang in LANGUAGES} == texts


def test_nonsense_leaves_nothing() -> None:
    assert next_question(answers=[{"question": "people", "answer": "=99"}], lang="en")["left"] == []
    assert next_question(answers=[{"question": "nothing", "answer": "=1"}], lang="en")["question"] == "people"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_line_says_what_distinguishes_each(lang: str) -> None:
    """No two are equal, unless they have the same parent and more text; none is empty."""
    lines = rules_lines(lang=lang)
    assert set(SHIPPED) <= set(lines)
    assert all(lines[each] for each in SHIPPED)
    parents = {each: load_ruleset(each).layers[1:] for each in SHIPPED}
    assert len({(lines[each], parents[each]) for each in SHIPPED}) == len(SHIPPED)


def test_a_line_names_what_its_rules_differ_from() -> None:
    """One sentence, and never only the number of players, which the list has beside the title."""
    lines = rules_lines(lang="en")
    dummy = "One more hand is dealt, without a player: the dummy."
    assert lines["a-due"] == f"{dummy} 5 more differences from Calabresella to twenty-one."
    assert lines["quartiglio"].endswith(" more differences from Calabresella with chiedo and arcisolo.")
    assert [each for each, line in lines.items() if " people play. " in line] == []
