"""Rules of clubs are found by the first or the second phrase that comes to mind, in both languages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
import yaml

from calarec.rule_files.load import load_ruleset
from calarec_tools.output.docs.common_changes import common_changes, find_changes
from tests.rulesets.club_rules import MAX_LINES, RULES

if TYPE_CHECKING:
    from calarec.core.wording.language import Language
    from calarec_tools.output.docs.common_changes import FoundChanges

pytestmark = pytest.mark.slow

PHRASES: Final[dict[str, dict[str, Any]]] = yaml.safe_load(
    Path(__file__).with_name("obvious_phrases.yaml").read_text(encoding="utf-8")
)


SPOKEN: Final[dict[str, dict[str, str]]] = yaml.safe_load(
    Path(__file__).with_name("spoken_phrases.yaml").read_text(encoding="utf-8")
)
FRESH: Final[dict[str, dict[str, str]]] = yaml.safe_load(
    Path(__file__).with_name("fresh_phrases.yaml").read_text(encoding="utf-8")
)
MISSED: Final = {
    "you don't score anything for the last trick",
    "le carte scartate vanno a chi gioca da solo", "bidding goes round until nobody raises",
    "chi non ha il seme è costretto a tagliare", "vince chi fa meno punti", "revoking again costs you two to everybody",
}  # fmt: skip
"""Fresh phrases that do not show their row; the set may only shrink."""


def shown_rows(found: FoundChanges) -> list[str]:
    """The rows that an answer shows: the one that is meant, or the nearest."""
    return [each.texts["en"] for each in ([found.meant] if found.meant is not None else found.nearest)]


@pytest.mark.mass
@pytest.mark.parametrize("row", SPOKEN)
def test_spoken_phrases_show_their_row(row: str) -> None:
    """No phrase means another row."""
    pagat = load_ruleset("pagat")
    for phrase in SPOKEN[row].values():
        shown = shown_rows(find_changes(phrase, pagat))
        assert row in shown, (phrase, shown)


@pytest.mark.mass
@pytest.mark.parametrize("row", FRESH)
def test_fresh_phrases_mean_no_other_row(row: str) -> None:
    """Most show their row among the first three; none is said to be another one."""
    pagat = load_ruleset("pagat")
    for phrase in FRESH[row].values():
        found = find_changes(phrase, pagat)
        assert found.meant is None or found.meant.texts["en"] == row, phrase
        shown = shown_rows(found)
        assert (row in shown) is (phrase not in MISSED), (phrase, shown)


def test_every_club_rule_has_phrases_in_both_languages() -> None:
    assert PHRASES.keys() == RULES.keys()
    assert {(len(rule["en"]), len(rule["it"])) for rule in PHRASES.values()} == {(2, 2)}


@pytest.mark.mass
@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("name", PHRASES)
def test_a_rule_is_found(name: str, lang: Language) -> None:
    """One phrase means its row or gets it first; no phrase means another row, or does without it."""
    rule, pagat = PHRASES[name], load_ruleset("pagat")
    firsts = []
    for phrase in rule[lang]:
        found = find_changes(phrase, pagat)
        shown = [row.texts["en"] for row in ([found.meant] if found.meant is not None else found.nearest)]
        firsts.append(shown[0])
        assert set(shown) & {*rule["rows"]}, phrase
    assert set(firsts) & {*rule["rows"]}


def test_a_row_of_a_club_rule_is_short() -> None:
    """Its lines fit under the head of a rule file."""
    named = {text for rule in PHRASES.values() for text in rule["rows"]}
    rows = {row.texts["en"]: row for row in common_changes() if row.texts["en"] in named}
    assert rows.keys() == named
    assert all(len(row.section_lines()) <= MAX_LINES + 1 for row in rows.values())


def test_other_phrases_belong_to_rows() -> None:
    """A phrase beside a row has no number that the row has not, or it would be in the lines of another rule."""
    pagat = load_ruleset("pagat")
    for row in common_changes():
        for lang, phrases in row.phrases.items():
            for phrase in phrases:
                found = find_changes(phrase, pagat)
                shown = [found.meant] if found.meant is not None else list(found.nearest)
                assert row.texts["en"] in [each.texts["en"] for each in shown], (lang, phrase)
