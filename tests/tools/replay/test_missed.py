"""Bonuses that a hand did not bring are among the reasons, for disputes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from calarec.rule_files.load import load_ruleset
from tests.tools.replay.told import run

FIRST = "records/pagat/first.cal"


def reasons(*words: str, lang: str = "en") -> str:
    """Return the reasons below "Why" as one line, with any paths of rule files."""
    lines = run("replay", *words, "--full", lang=lang, width=200).out.splitlines()
    start = lines.index({"en": "Why", "it": "Perché"}[lang]) + 1
    return " ".join(line.strip() for line in lines[start : lines.index("", start)])


def test_a_missed_bonus_says_what_it_lacked() -> None:
    """The losers took a trick, so it is not a cappotto; that precedes the valid bonus."""
    missed = r"not cappotto: Anna and Carla took 1 trick; condition: no trick settle\.bonus\.cappotto\.when, "
    assert re.search(missed + r'pagat:86, source Pagat, "Scoring" stramazzo: ', reasons(FIRST))
    assert "senza cappotto: Anna e Carla, 1 presa; condizione: nessuna presa" in reasons(FIRST, lang="it")


@pytest.mark.parametrize(
    ("condition", "wanted"),
    [
        ("{of: winners, trump: d}", "condition: trump in coins"),
        (
            "{of: losers, last_trick: {ranks: A}}",
            "condition: the last trick with an ace",
        ),
        ("{of: losers, cards: {ranks: '3', at_least: 3, where: won}}", "had no threes won; condition: at least 3"),
    ],
)
def test_a_missed_bonus_on_cards_names_them(tmp_path: Path, condition: str, wanted: str) -> None:
    """Every bonus on certain cards names them."""
    rules = tmp_path / "house.yaml"
    head = "ruleset: house\nversion: 1.0.0\ntitle: House\nextends: pagat\nadd:\n"
    text = f"{head}  settle.bonus.other: {{when: {condition}, plus: 1}}\n"
    rules.write_text(text, "utf-8")
    assert wanted in reasons(FIRST, "--rules", str(rules))


@pytest.mark.parametrize(
    ("lang", "condition", "said"),
    [
        ("en", "{of: winners, last_trick: true}", "not other: Bruno did not take the last trick; condition: the last"),
        ("en", "{of: winners, last_trick: false}", "other: Bruno took 11 tricks, did not take the last trick: +1"),
        ("en", "{of: losers, last_trick: false}", "not other: Anna and Carla took the last trick; condition: not the"),
        ("en", "{of: losers, last_trick: true}", "other: Anna and Carla took 1 trick, the last trick: +1"),
        ("en", "{of: losers, tricks: 0, result: lost}", "took 1 trick, lost the hand; condition: no trick"),
        ("it", "{of: winners, last_trick: true}", "Bruno, senza l'ultima presa; condizione: l'ultima presa"),
        ("it", "{of: winners, last_trick: false}", "Bruno, 11 prese, senza l'ultima presa: +1"),
    ],
)
def test_what_a_side_did_not_do_has_a_verb_of_its_own(tmp_path: Path, lang: str, condition: str, said: str) -> None:
    """Tricks and points are taken; the last trick is taken or not."""
    rules = tmp_path / "house.yaml"
    head = "ruleset: house\nversion: 1.0.0\ntitle: House\nextends: pagat\nadd:\n"
    rules.write_text(f"{head}  settle.bonus.other: {{when: {condition}, plus: 1}}\n", "utf-8")
    assert said in reasons(FIRST, "--rules", str(rules), lang=lang)


def test_rules_without_a_bonus_say_so() -> None:
    """With the line of the rule file that took it out, also where a ruleset in between extends another."""
    said = reasons("records/twenty-one/solo-won.cal", "--rules", "no-stramazzo")
    text = Path("rules/no-stramazzo.yaml").read_text("utf-8")
    line = next(number for number, each in enumerate(text.splitlines(), 1) if "off" in each)
    where = rf"settle\.bonus\.stramazzo, no-stramazzo:{line},"
    assert re.search(r"stramazzo: these rules do not have it " + where, said)


@pytest.mark.parametrize(
    ("more", "gone"),
    [("", True), ("add:\n  settle.bonus.stramazzo: {when: {of: losers, tricks: 1}, times: 2}\n", False)],
)
def test_what_is_brought_back_is_not_gone(tmp_path: Path, more: str, *, gone: bool) -> None:
    """A ruleset names rules that its chain took out, unless they are added again."""
    (tmp_path / "one.yaml").write_text(
        "ruleset: one\nversion: 1.0.0\ntitle: One\nextends: pagat\nset:\n  settle.bonus.stramazzo: off\n", "utf-8"
    )
    order = "set:\n  settle.bonus_order: [cappotto, stramazzo]\n" if more else ""
    two = tmp_path / "two.yaml"
    two.write_text(f"ruleset: two\nversion: 1.0.0\ntitle: Two\nextends: one\n{order}{more}", "utf-8")
    for _ in range(2):  # read anew, and from the cache
        rules = load_ruleset(str(two))
        assert ("settle.bonus.stramazzo" in rules.removed) is gone
        if gone:
            assert rules.ref("settle.bonus.stramazzo").at.endswith("one.yaml:6:3")


def test_a_hand_in_other_letters_than_its_rules_have_is_told_once(tmp_path: Path) -> None:
    """Knight and jack are written otherwise there: one finding, and nothing is judged by it."""
    file = tmp_path / "first.cal"
    file.write_text(re.sub("(?m)^rules .*", "rules thirty-five", Path(FIRST).read_text("utf-8")), "utf-8")
    said = run("check", str(file), "--format", "concise").out
    assert re.findall(r"(?<=: )CAL[0-9]+", said) == ["CAL217"]
