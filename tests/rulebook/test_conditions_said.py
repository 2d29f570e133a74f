"""The words for conditions on cards in a rulebook, in both languages."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

import pytest

from calarec.rule_files.load import check_rules, load_ruleset
from calarec.rulebook.chapters import chapters_of
from calarec.rulebook.sentences import Sentence
from tests.rulebook.mutations import texts

if TYPE_CHECKING:
    from collections.abc import Iterator

CASES = (
    (
        '{ranks: "3", at_least: 3, where: dealt}',
        "was dealt at least three threes",
        "ha ricevuto almeno tre tre",
    ),
    (
        '{ranks: "3", at_least: 4, where: held}',
        "has the three of every suit in hand at the first lead",
        "ha in mano, alla prima uscita, il tre di ogni seme",
    ),
    (
        '{ranks: "3", suits: d, at_least: 1, where: held}',
        "has the three of coins in hand at the first lead",
        "ha in mano, alla prima uscita, il tre di denari",
    ),
    (
        "{ranks: A, at_most: 0, where: held}",
        "has no aces in hand at the first lead",
        "non ha in mano, alla prima uscita, nessun asso",
    ),
    (
        "{ranks: RC, suits: bd, at_least: 1, at_most: 1, where: dealt}",
        "was dealt exactly one of these cards (the king and the knight of batons and coins)",
        "ha ricevuto esattamente una di queste carte (il re e il cavallo di bastoni e denari)",
    ),
    (
        "{suits: c, at_least: 3, at_most: 5, where: won}",
        "has won three to five cards of cups, counting the cards in the monte that fall to it",
        "ha preso da tre a cinque carte di coppe, contando le carte nel monte che le spettano",
    ),
    (
        "{ranks: A, at_most: 1, where: won}",
        "has won at most one ace, counting the cards in the monte that fall to it",
        "ha preso al massimo un asso, contando le carte nel monte che le spettano",
    ),
    (
        "{at_least: 20, where: won}",
        "has won at least twenty cards, counting the cards in the monte that fall to it",
        "ha preso almeno venti carte, contando le carte nel monte che le spettano",
    ),
)


@pytest.mark.mass
@pytest.mark.parametrize(("cards", "english", "italian"), CASES)
def test_a_condition_on_cards_is_said(cards: str, english: str, italian: str) -> None:
    text = f"ruleset: r\nversion: 1.0.0\nextends: pagat\nset:\n  settle.bonus.cappotto.when: {{cards: {cards}}}\n"
    ruleset = check_rules("r.yaml", raw=text.encode()).ruleset
    assert ruleset is not None
    told = [each for chapter in chapters_of(ruleset) for each in chapter.told if isinstance(each, Sentence)]
    (said,) = (each for each in told if any("cappotto.when.cards" in path for path in each.own))
    assert english in said.sentence_text("en")
    assert italian in said.sentence_text("it")


WHOLE: dict[str, Any] = {
    "when": {
        "of": "winners",
        "tricks": {"at_least": 2, "at_most": 9},
        "trick_points": {"at_least": 3, "at_most": 30},
        "card_points": {"at_least": 4, "at_most": 31},
        "points": {"at_least": 5, "at_most": 33},
        "counted": {"at_least": 6, "at_most": 33},
        "last_trick": {"ranks": "A3", "suits": "bd"},
        "result": "won",
        "cards": {"ranks": "A3", "suits": "bd", "at_least": 1, "at_most": 3, "where": "won"},
        "has": "dealer",
        "trump": "bd",
        "contracts": ["chiamo", "solo"],
        "one_of": [
            {"of": "declarer", "tricks": 3, "contracts": ["solo"]},
            {"of": "opponents", "last_trick": False, "counted": 15},
        ],
    },
    "also": [{"of": "opponents", "tricks_at_least": 1, "points_below": 12, "card_points_below": 11}],
    "plus": 3,
    "paid_by": "losers",
}


def _bonus_sentences(bonus: dict[str, Any]) -> tuple[str, str]:
    """The rulebook of pagat with a bonus, in both languages."""
    tree: Any = deepcopy(load_ruleset("pagat").tree)
    tree["settle"]["bonus"]["club"] = bonus
    found = texts(tree, {})
    return found["en"], found["it"]


def _without_each_key(part: Any) -> Iterator[tuple[str, Any]]:
    """The part without one of its keys, or of those within it; at least one limit of a figure stays."""
    if isinstance(part, list):
        for place, item in enumerate(part):
            yield str(place), [*part[:place], *part[place + 1 :]]
            for key, less in _without_each_key(item):
                yield f"{place}.{key}", [*part[:place], less, *part[place + 1 :]]
    elif isinstance(part, dict):
        for key in part:
            less = {name: value for name, value in part.items() if name != key}
            if key not in ("plus", "where") and less.keys() - {"where", "ranks", "suits"}:
                yield key, less
            for name, inner in _without_each_key(part[key]):
                if inner:
                    yield f"{key}.{name}", {**part, key: inner}


def test_no_part_of_a_condition_is_dropped() -> None:
    """Without any one of its keys the sentence is another, in both languages."""
    whole = _bonus_sentences(WHOLE)
    tried = dict(_without_each_key(WHOLE))
    assert {"when.tricks.at_most", "when.one_of.0.tricks", "when.one_of.1", "also.0.points_below"} <= tried.keys()
    for key, less in tried.items():
        for lang, before, after in zip(("en", "it"), whole, _bonus_sentences(less), strict=True):
            assert before != after, (lang, key)


@pytest.mark.parametrize(
    ("key", "one", "other"),
    [
        ("when.last_trick", {"last_trick": True}, {"last_trick": {"ranks": "A"}}),
        ("when.trump", {"trump": "d"}, {"trump": "c"}),
        ("when.trump", {"trump": "d"}, {"last_trick": {"suits": "d"}}),
        ("when.trump", {"trump": "d", "tricks": 2}, {"tricks": 2}),
        ("when.counted", {"counted": 15}, {"points": 15}),
        ("when.last_trick", {"last_trick": True}, {"last_trick": False}),
        ("when.result", {"result": "won"}, {"result": "lost"}),
        ("when.tricks", {"tricks": {"at_least": 2}}, {"tricks": {"at_most": 2}}),
        ("when.points", {"points": {"above": 11}}, {"points": {"below": 11}}),
        ("when.one_of", {"one_of": [{"tricks": 2}, {"has": "dealer"}]}, {"tricks": 2, "has": "dealer"}),
    ],
)
def test_another_value_is_said_otherwise(key: str, one: dict[str, Any], other: dict[str, Any]) -> None:
    for before, after in zip(
        _bonus_sentences({"when": one, "plus": 1}), _bonus_sentences({"when": other, "plus": 1}), strict=True
    ):
        assert before != after, key


def test_what_a_bonus_does_is_said() -> None:
    """Each effect, and its payer."""
    effects: list[dict[str, Any]] = [
        {"plus": 1}, {"plus": 2}, {"plus_stakes": 1},
        {"times": 2, "cumulative": True}, {"times": 3, "cumulative": True},
        *({"plus": 1, "paid_by": party} for party in ("losers", "winners", "declarer", "opponents")),
        {"plus_stakes": 1, "paid_by": "declarer"},
    ]  # fmt: skip
    for lang in (0, 1):
        assert len({_bonus_sentences({"when": {"tricks": 0}, **effect})[lang] for effect in effects}) == len(effects)


@pytest.mark.parametrize(
    ("bonus", "english", "italian"),
    [
        ({"plus": 1}, "in every hand with a contract, 1 is added.", "in ogni mano con un contratto, si aggiunge 1."),
        ({"when": {"contracts": ["solo"]}, "plus": 1}, "in *solo*, 1 is added.", "in *solo*, si aggiunge 1."),
        (
            {"when": {"of": "declarer"}, "also": [{"of": "losers", "tricks": 0}], "plus": 1},
            "if the losing side has won no trick, 1 is added.",
            "se la parte che perde non ha fatto nessuna presa, si aggiunge 1.",
        ),
    ],
)
def test_a_bonus_without_a_condition_has_no_if(bonus: dict[str, Any], english: str, italian: str) -> None:
    """No side has won or lost if the rule does not ask it."""
    said = _bonus_sentences(bonus)
    assert english in said[0]
    assert italian in said[1]
    assert "has won or lost" not in said[0]
    assert "ha vinto o perso" not in said[1]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            {"plus": 1, "for_each": {"of": "winners", "cards": {"ranks": "A", "suits": "b", "where": "won"}}},
            [
                {"plus": 1},
                {"plus": 1, "for_each": {"of": "losers", "cards": {"ranks": "A", "suits": "b", "where": "won"}}},
                {"plus": 1, "for_each": {"of": "winners", "cards": {"ranks": "A", "where": "won"}}},
                {"plus": 1, "for_each": {"of": "winners", "cards": {"suits": "b", "where": "won"}}},
                {"plus": 1, "for_each": {"of": "winners", "cards": {"ranks": "A", "suits": "b", "where": "held"}}},
                {"plus": 1, "for_each": {"of": "winners", "tricks": {}}},
                {"plus": 1, "for_each": {"of": "winners", "tricks": {"above": 9}}},
            ],
        ),
        (
            {"plus": 1, "paid_by": "card_winner", "card": "7d", "to": "everyone"},
            [
                {"plus": 1, "paid_by": "card_winner", "card": "7b", "to": "everyone"},
                {"plus": 1, "paid_by": "card_holder", "card": "7d", "to": "everyone"},
                {"plus": 1, "paid_by": "everyone", "card": "7d", "to": "card_winner"},
                {"plus": 1, "paid_by": "everyone", "card": "7d", "to": "card_holder"},
            ],
        ),
    ],
)
def test_what_is_counted_and_who_pays_by_a_card_is_said(one: dict[str, Any], other: list[dict[str, Any]]) -> None:
    """Each has its own sentence, in both languages, with its condition."""
    said = [_bonus_sentences(each) for each in (one, *other, {**one, "when": {"tricks": 2}})]
    for lang in (0, 1):
        assert len({each[lang] for each in said}) == len(said)


WHOLE_RULE: dict[str, Any] = {
    "when": {
        "of": "declarer",
        "tricks": {"at_least": 2, "at_most": 9},
        "trick_points": {"at_least": 3, "at_most": 30},
        "card_points": {"at_least": 4, "at_most": 31},
        "last_trick": {"ranks": "A3", "suits": "bd"},
        "cards": {"ranks": "A3", "suits": "bd", "at_least": 1, "at_most": 3, "where": "won"},
        "has": "dealer",
        "trump": "bd",
        "contracts": ["chiamo", "solo"],
    },
    "also": [{"of": "other_opponents", "tricks": 2}, {"of": "opponents", "last_trick": False}],
    "pays": 2,
    "receives": 3,
}


def _rule_sentences(rule: dict[str, Any]) -> tuple[str, str]:
    """The rulebook of pagat with a rule on single opponents, in both languages."""
    tree: Any = deepcopy(load_ruleset("pagat").tree)
    tree["settle"]["each"] = {"club": rule}
    found = texts(tree, {})
    return found["en"], found["it"]


def test_no_part_of_a_rule_on_opponents_is_dropped() -> None:
    """Without any one of its keys the sentence differs; so with each other value."""
    whole = _rule_sentences(WHOLE_RULE)
    tried = dict(_without_each_key(WHOLE_RULE))
    assert {"pays", "receives", "when.trump", "when.of", "when.contracts", "also.1"} <= tried.keys()
    others = [{**WHOLE_RULE, "pays": 0}, {**WHOLE_RULE, "receives": 0}, {**WHOLE_RULE, "pays": 3, "receives": 2}]
    for key, less in (*tried.items(), *(("effect", other) for other in others)):
        for lang, before, after in zip(("en", "it"), whole, _rule_sentences(less), strict=True):
            assert before != after, (lang, key)
