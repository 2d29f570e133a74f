"""Any record under any rules: names are translated, reported once, then judged."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import pytest

from calarec.bulk.filter import Unruled, Verifier
from calarec.bulk.running import Passed
from calarec.core.judge.json import as_json
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.reader import parse_records
from calarec.core.records.model import Call, Discard
from calarec.record_judge.carrying import Translation
from calarec.record_judge.session import RecordJudge
from calarec.rule_files.load import load_ruleset
from calarec_tools.archive.runs.running import check_files
from tests.records.shelf import FILES, name
from tests.rulebooks import SHIPPED
from tests.tools.evenings import evening

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.judge.judgement import Judgement
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.records.model import Hand

FIRST = next(file for file in FILES if name(file).endswith("pagat/first.cal")).read_text("utf-8")
_UNREADABLE_CARDS = "CAL217"
_UNSEATED = "CAL216"
_UNKNOWN_BID = "CAL210"
_BESIDE_PLAY = ("CAL215", "CAL306", "CAL321", "CAL408", "CAL6")
"""Codes of sums, payments, their owners and of a seat that sits out: a verdict is about moves alone."""
_WITHOUT_RULE = {"CAL215", "CAL303", "CAL310"}
"""A seat that is not at the table, a line that is there twice, lines before which too much is unknown."""


@cache
def _rules(ruleset: str) -> Ruleset:
    return load_ruleset(ruleset)


@cache
def _hands(text: str) -> tuple[Hand, ...]:
    """The hands of a record, which is read once and judged under many rulesets."""
    return tuple(parse_records(text))


def _judged(text: str, rules: str) -> list[Judgement]:
    judge = RecordJudge(_rules(rules))
    return [judge.replay(hand) for hand in _hands(text)]


def _notes(judged: list[Judgement]) -> list[str]:
    return [each.message() for hand in judged for each in hand.findings if each.code == "CAL808"]


def _stated_readings(note: str) -> list[str]:
    """Split a note into the readings that it states; a record states each once."""
    return re.split(r", | and ", note.partition(": ")[2]) if note.startswith("read under") else []


def _hold_properties(judged: list[Judgement], rules: str) -> None:
    """Every answer is about the play: names with a counterpart are known, and every error has its rule and its line."""
    for hand in judged:
        assert as_json(hand)["hand"] == hand.hand.name
        errors = [each for each in hand.findings if each.severity == "error"]
        codes = {each.code for each in hand.findings}
        if _UNSEATED in codes:
            assert [each.code for each in hand.findings if each not in hand.hand.findings] == [_UNSEATED]
            continue
        assert _UNREADABLE_CARDS not in codes or not _has_counterparts(hand, rules)
        about_play = [each for each in errors if not each.code.startswith(_BESIDE_PLAY)]
        assert not about_play or hand.verdict != "legal"
        assert hand.verdict != "illegal" or errors
        for each in errors:
            if each not in hand.hand.findings:
                assert each.span.line >= hand.hand.line
                assert each.rule is not None or each.code in _WITHOUT_RULE
                assert each.rule is None or each.rule.at or not _is_written(rules, each.rule.path)
            if each.code == _UNKNOWN_BID:
                assert each.args["name"] not in {*_rules(rules).rules.contracts, *_known_counterparts(hand, rules)}


def _is_written(rules: str, path: str) -> bool:
    """Check whether a rule file has a line for this rule; defaults have none."""
    leaves = _rules(rules).leaves.items()
    return any(origin.line for leaf, (_, origin) in leaves if leaf == path or leaf.startswith(f"{path}."))


def _has_counterparts(hand: Judgement, rules: str) -> bool:
    own = hand.hand.session.rules
    return own is not None and len(_rules(own.id).rules.pack.ranks) == len(_rules(rules).rules.pack.ranks)


def _known_counterparts(hand: Judgement, rules: str) -> set[str]:
    """The words of the record's own rules that are called otherwise under the others."""
    own = hand.hand.session.rules
    if own is None or own.id == rules:
        return set()
    stated = Translation.from_rulesets(_rules(own.id), _rules(rules)).stated_names
    return {old for kind, names in stated.items() if kind in ("contract", "word") for old in names}


@pytest.mark.parametrize("rules", SHIPPED)
def test_the_first_example_is_read_under_every_ruleset(rules: str) -> None:
    judged = _judged(FIRST, rules)
    _hold_properties(judged, rules)
    unknown = [each for hand in judged for each in hand.findings if each.code == _UNKNOWN_BID]
    names, contracts = {each.args["name"] for each in unknown}, _rules(rules).rules.contracts
    assert names <= ({"solo"} - set(contracts) if _rules(rules).rules.has_auction else {"solo", "passo"})
    seats = _rules(rules).rules.table.seats
    assert (3 in seats) != (judged[0].findings[:1] != () and judged[0].findings[0].code == _UNSEATED)
    assert len(_notes(judged)) <= 1


@pytest.mark.mass
@pytest.mark.parametrize("folder", sorted({file.parent.name for file in FILES}))
@pytest.mark.parametrize("rules", SHIPPED)
def test_every_sample_is_read_under_every_ruleset_of_its_seats(rules: str, folder: str) -> None:
    seats = _rules(rules).rules.table.seats
    read = 0
    for file in FILES:
        if file.parent.name == folder:
            text = file.read_text("utf-8")
            if any(len(hand.session.order) in seats for hand in _hands(text)):
                judged = _judged(text, rules)
                _hold_properties(judged, rules)
                readings = [name for note in _notes(judged) for name in _stated_readings(note)]
                assert len(readings) == len(set(readings))
                read += len(judged)
    assert read or rules != folder


@pytest.mark.mass
@pytest.mark.parametrize("other", SHIPPED)
@pytest.mark.parametrize("own", SHIPPED)
def test_letters_mean_the_same_place_of_the_pack(own: str, other: str) -> None:
    """Every letter, and every second name of one, becomes one of the same place; and back it is the same again."""
    left, right = _rules(own), _rules(other)
    names, back = Translation.from_rulesets(left, right).names, Translation.from_rulesets(right, left).names
    one, two = left.rules.pack, right.rules.pack
    alike = sorted(one.ranks) == sorted(two.ranks)
    for letter in one.ranks if len(one.ranks) == len(two.ranks) else "":
        new = names.get("rank", {}).get(letter, letter)
        first = two.aliases.get(new, new)
        assert first == letter if alike else two.ranks.index(first) == one.ranks.index(letter)
        again = back.get("rank", {}).get(first, first)
        assert one.aliases.get(again, again) == letter
    for second, first in one.aliases.items():
        if first in one.ranks and len(one.ranks) == len(two.ranks):
            new, same = (names.get("rank", {}).get(letter, letter) for letter in (second, first))
            assert two.aliases.get(new, new) == two.aliases.get(same, same)


@pytest.mark.parametrize(
    ("rules", "pairs"),
    [
        ("cavendish", ["R as K", "C as Q", "F as J", "b as h", "`passo` as `pass`"]),
        ("thirty-five", ["R as K", "C as R", "F as J", "`passo` as `pass`"]),
        ("tretre", ["`chiamo` as `chiedo`", "`passo` after a bid as `sto-bene`"]),
    ],
)
def test_it_says_once_what_names_are_read_as(rules: str, pairs: list[str]) -> None:
    (note,) = _notes(_judged(FIRST, rules))
    assert note.startswith(f"read under `{rules}`: ")
    assert all(pair in note for pair in pairs)


@pytest.mark.parametrize("rules", ["thirty-five", "twenty-one", "spazzatura"])
def test_names_are_tried_where_the_record_names_no_rules(rules: str) -> None:
    """The result is as with a `rules` line; the translation of names is reported once."""
    text = FIRST.replace("rules pagat@1.0.0\n", "")
    named, nameless = _judged(FIRST, rules), _judged(text, rules)
    assert [each.account and each.account.payments for each in nameless] == [
        each.account and each.account.payments for each in named
    ]
    assert [each.verdict for each in nameless] == ["legal"] * len(named)
    (note,) = _notes(nameless)
    assert note.startswith(f"the record names no rules; read under `{rules}`: ")
    assert "`passo` as `pass`" in note


NAMELESS = """cal 1
seat A
seat B
seat C
"""
LETTERS = FIRST[FIRST.index("hand 1") :]
SCORE = """
hand 2
dealer B
bid C: chiamo
call C: Rb with A
result C: 20 A: 8 B: 7
end
"""


def test_earlier_hands_speak_for_the_letters_of_later_ones() -> None:
    """R is the king in this record, as its first hand shows, although these rules have a rider of that letter."""
    own = NAMELESS + LETTERS + SCORE
    first, second = _judged(own, "thirty-five")
    alone = _judged(NAMELESS + SCORE, "thirty-five")[0]
    assert [each.cards for each in first.hand.statements if isinstance(each, Discard)] == [("Jb", "5b", "Rc", "Rd")]
    assert [each.card for each in second.hand.statements if isinstance(each, Call)] == ["Kb"]
    assert [each.card for each in alone.hand.statements if isinstance(each, Call)] == ["Rb"]


@pytest.mark.parametrize("size", [None, 200, 1300])
def test_earlier_hands_speak_for_later_ones_in_other_shards(tmp_path: Path, size: int | None) -> None:
    """However a file is cut, its hands are read the same way and come to the same."""
    file = tmp_path / "a.cal"
    plain = evening("thirty-five", 3).split("hand 1", 1)[1].replace("hand ", "hand 1")
    file.write_text(NAMELESS + LETTERS + SCORE + "\nhand 11" + plain, encoding="utf-8")
    expected = [each.code for hand in _judged(file.read_text("utf-8"), "thirty-five") for each in hand.findings]
    found = [each.code for part in check_files([str(file)], rules="thirty-five", size=size) for each in part.findings]
    assert sorted(found) == sorted(expected)


def test_a_wrong_table_is_said_before_letters_that_are_unknown() -> None:
    text = NAMELESS + LETTERS.replace("Cb", "Xb").replace("Cs", "Xs").replace("Cc", "Xc").replace("Cd", "Xd")
    (judged,) = _judged(text, "quartiglio")
    assert [each.code for each in judged.findings] == [_UNSEATED]


@pytest.mark.parametrize(
    ("rules", "bid", "expected"),
    [
        ("tretre", "chiamo", "what may be said: passo, sto-bene, chiedo, solo, solissimo, arcisolo, dividete, "
         "scegliete. In the family of `tretre`, `chiamo` is a bid of `quartiglio` (at 4 seats) and `sestiglio` "
         "(at 6 seats). At 3 seats `chiamo` is a bid of `gelli-terziglio`, `pagat`, `spazzatura`, `thirty-five`, "
         "`treccani` and `twenty-one`"),
        ("pagat", "chiedo", "At 3 seats `chiedo` is a bid of `tretre`. "),
        ("chiamata-only", "solo", "In the family of `twenty-one`, `solo` is a bid of `twenty-one` (at 3 or 4 seats). "),
        ("pagat", "scambio", "`scambio` is a bid of `quadriglio` (at 4 seats)"),
    ],
)  # fmt: skip
def test_a_bid_of_other_rules_is_answered_with_these(rules: str, bid: str, expected: str) -> None:
    text = FIRST.replace("rules pagat@1.0.0", f"rules {rules}").replace("solo", bid)
    found = [each for hand in _judged(text, rules) for each in hand.findings if each.code == _UNKNOWN_BID]
    helps = [each.help() for each in found if each.args["name"] == bid]
    assert len(helps) == 1
    assert expected in helps[0]
    assert "did you mean" not in helps[0]


def test_a_typo_is_still_answered_with_the_word_it_looks_like() -> None:
    text = FIRST.replace("bid B: solo", "bid B: soloo")
    found = [each for hand in _judged(text, "pagat") for each in hand.findings if each.code == _UNKNOWN_BID]
    assert [each.help().startswith("did you mean `solo`?") for each in found] == [True]


def test_discards_go_to_the_pile_that_the_other_rules_have_for_them() -> None:
    text = evening("american-1900", 3)
    assert "to aside" in text
    for judged in _judged(text, "thirty-five"):
        assert "CAL214" not in {each.code for each in judged.findings}


def test_only_the_first_of_many_hands_says_it() -> None:
    text = evening("cavendish", 6)
    assert len(_notes(_judged(text, "american-1900"))) == 1


def test_names_of_its_own_rules_are_untouched() -> None:
    (judged,) = _judged(FIRST, "pagat")
    assert not judged.findings


@pytest.mark.mass
@pytest.mark.parametrize(
    ("own", "asked"), [("cavendish", "american-1900"), ("pagat", "twenty-one"), ("pagat", "thirty-five")]
)
@pytest.mark.parametrize("pinned", [True, False])
def test_the_filter_and_the_engine_say_the_same(own: str, asked: str, *, pinned: bool) -> None:
    """A hand whose names mean something else takes the explaining way or comes to the same."""
    text = evening(own, 8)
    if not pinned:
        text = "\n".join(line for line in text.split("\n") if not line.startswith("rules "))
    expected = _judged(text, asked)
    verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge(_rules(asked)))
    verdicts = list(verifier.verify([text]))
    assert len(verdicts) == len(expected)
    for verdict, judged in zip(verdicts, expected, strict=True):
        if isinstance(verdict, Passed):
            assert judged.verdict == "legal"
            assert judged.account is not None
            assert tuple(verdict.gains) == tuple(judged.account.payments)
        else:
            assert not isinstance(verdict, Unruled)
            assert (verdict.verdict, [each.code for each in verdict.findings]) == (
                judged.verdict,
                [each.code for each in judged.findings],
            )


def test_shards_say_it_once_too(tmp_path: Path) -> None:
    """However a file is cut, and whether it names its rules or not."""
    pinned = evening("pagat", 8)
    nameless = "\n".join(line for line in pinned.split("\n") if not line.startswith("rules "))
    for text in (pinned, nameless):
        file = tmp_path / "a.cal"
        file.write_text(text, encoding="utf-8")
        told = [
            [(each.code, each.message()) for part in check_files([str(file)], rules="twenty-one", size=size)
             for each in part.findings if each.code == "CAL808"]
            for size in (None, 1200)
        ]  # fmt: skip
        assert len(told[0]) == 1
        assert told[0] == told[1]


def test_no_fix_writes_names_of_other_rules_into_the_record() -> None:
    text = FIRST.replace("bid B: solo", "bid B: sollo")
    for rules in ("cavendish", "thirty-five", "spazzatura"):
        for hand in _judged(text, rules):
            for each in hand.findings:
                texts = [edit.text for edit in each.fix.edits] if each.fix is not None else []
                assert not any("pass" in text.split() for text in texts)
