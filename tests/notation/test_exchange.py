"""Records in other forms: lossless if declared so, else refused with a reason."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calarec.core.base.resources import data_folder
from calarec.core.notation import Text, parse_records, write
from calarec.core.notation.formatter import fmt
from calarec.core.records import model as m
from calarec_tools.output.formats.hand_tables import HAND_COLUMNS, PLAY_COLUMNS, hands_csv, plays_csv
from calarec_tools.output.formats.json_form import from_json, from_jsonl, to_json, to_jsonl
from calarec_tools.output.formats.packed import FIRST, pack_record, unpack
from calarec_tools.output.formats.preamble import evening
from calarec_tools.output.formats.refusal import Unconvertible
from calarec_tools.output.formats.score_sheet import SheetRules
from tests.notation import corpus
from tests.notation.strategies import records
from tests.shards import examples
from tests.tools.formats.sheets import score_sheet

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

MODEST = settings(max_examples=examples(60), deadline=None, suppress_health_check=list(HealthCheck))
SCHEMA = jsonschema.Draft202012Validator(json.loads((data_folder("grammar") / "record.schema.json").read_text()))
READABLE = [path for path in corpus.ALL if path.stem not in ("not-utf8", "line-too-long")]
SAMPLE = corpus.text(corpus.HERE / "valid" / "sample.cal")
PLAIN = SAMPLE.replace("           ; a comment belongs to its line", "").replace("?", "").replace("!", "")


@pytest.mark.mass
@pytest.mark.parametrize("path", READABLE, ids=corpus.name)
def test_json_keeps_everything(path: Path) -> None:
    """There and back is the canonical form, comments and broken lines too; the output fits the schema."""
    text = corpus.text(path)
    document = "".join(to_json(Text(text)))
    SCHEMA.validate(json.loads(document))
    assert "".join(from_json(document)) == fmt(text)
    lines = list(to_jsonl(Text(text)))
    assert "".join(from_jsonl(lines)) == fmt(text)


@MODEST
@given(records())
def test_json_keeps_any_record(hands: list[m.Hand]) -> None:
    """Random statements with any Unicode."""
    text = write(hands)
    document = "".join(to_json(Text(text)))
    assert "".join(from_json(document)) == text


@MODEST
@given(records())
def test_any_record_is_packed_without_loss(hands: list[m.Hand]) -> None:
    """With any content."""
    text = write(hands)
    assert "".join(unpack(pack_record(Text(text)))) == text


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        ({"do": "at", "when": "2025-02-31"}, "CAL127"),
        ({"do": "result", "sides": [{"seats": ["A"], "amount": 1}, {"seats": ["A"], "amount": 2}]}, "CAL126"),
        ({"do": "note", "text": "x" * 10_001}, "CAL008"),
        ({"do": "cal", "number": 1}, "from `hand` to `end`"),
        ({"do": "hand", "name": "2"}, "from `hand` to `end`"),
        ({"do": "match"}, "CAL116"),
        ({"do": "dealer", "seat": "A", "comment": "; a\rb"}, "CAL007"),
        ({"do": "hand", "name": "2", "seat": "A"}, "only field"),
        ({"broken": "dealer A"}, "but it can"),
        ({"broken": "a b\r"}, "something else"),
        ({"comment": "no comment"}, "begins with `;`"),
        ({"blank": False}, "has only"),
        ({}, "has only"),
    ],
)
def test_json_is_held_to_the_rules_of_a_text(item: dict[str, Any], reason: str) -> None:
    """JSON that would be an error in a text is refused with the place of its item."""
    lines = [{"do": "hand", "name": "1"}, item, {"do": "end"}]
    with pytest.raises(Unconvertible, match=reason) as refused:
        list(from_jsonl([json.dumps({"before": [{"do": "cal", "number": 1}], "lines": lines})], "a.jsonl"))
    assert refused.value.where == "a.jsonl:1, lines 2"


def test_json_that_says_a_thing_twice_is_refused() -> None:
    """A name repeated in an object is refused, since JSON keeps only one."""
    with pytest.raises(Unconvertible, match="`seat` stands twice"):
        list(from_jsonl(['{"before": [], "lines": [{"do": "dealer", "seat": "A", "seat": "B"}]}']))


def test_a_carriage_return_is_carried_both_ways() -> None:
    """It breaks its line in either form."""
    text = "cal 1\n\nhand 1\nfoo\rbar\nend\n"
    assert "".join(from_json("".join(to_json(Text(text))))) == text


def test_a_zero_character_is_carried_where_a_record_is_still_known() -> None:
    """It breaks its line; with no line that begins like one of a record the text would be taken for none."""
    text = "cal 1\n\nhand 1\nfoo\0bar\nend\n"
    assert "".join(from_json("".join(to_json(Text(text))))) == text
    with pytest.raises(Unconvertible, match="this is not text"):
        list(from_jsonl(['{"before": [{"broken": "a\\u0000b"}], "lines": []}']))


ANY_JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=5)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=8), inner, max_size=3)),
    max_leaves=6,
)
FIELDS = st.sampled_from(["do", "seat", "cards", "amounts", "sides", "said", "comment", "broken", "open", "name"])
ITEMS = st.dictionaries(
    FIELDS, st.one_of(ANY_JSON, st.sampled_from(["deal", "bid", "result", "trick", "give", "x-", "hand"])), max_size=5
)


@settings(max_examples=examples(200), deadline=None)
@given(st.one_of(ANY_JSON, st.fixed_dictionaries({"before": st.lists(ITEMS, max_size=2), "lines": st.lists(ITEMS)})))
def test_any_json_is_read_or_refused(value: Any) -> None:
    """Any JSON is refused with a reason, or read and readable again."""
    try:
        text = "".join(from_jsonl([json.dumps(value)]))
    except Unconvertible:
        return
    assert "".join(from_jsonl(to_jsonl(Text(text)))) == text == fmt(text)


def test_json_lines_fit_the_schema() -> None:
    """A line is a hand with its format."""
    for line in to_jsonl(Text(SAMPLE)):
        SCHEMA.validate(json.loads(line))


def test_json_that_is_no_record_is_refused() -> None:
    """With its place."""
    for text in ("[]", "{", '{"format": "other", "hands": []}', '{"format": "cal-json/1", "hands": [7]}'):
        with pytest.raises(Unconvertible):
            list(from_json(text, "a.json"))
    with pytest.raises(Unconvertible, match=r"a.jsonl:2"):
        list(from_jsonl(['{"before": [], "lines": []}\n', "x\n"], "a.jsonl"))


def test_a_plain_record_is_packed_without_loss() -> None:
    """One hand a line, and back to the canonical text."""
    packed = list(pack_record(Text(PLAIN)))
    assert packed[0] == FIRST + "\n"
    assert len(packed) == 9
    assert len(packed[-1]) < len(PLAIN) / 2
    assert "".join(unpack(packed)) == fmt(PLAIN)


VALID = [path for path in corpus.VALID if path.stem not in ("not-utf8", "line-too-long")]


@pytest.mark.parametrize("path", VALID, ids=corpus.name)
def test_every_valid_record_is_packed_without_loss(path: Path) -> None:
    """Comments, notes, marks, claims and blank lines come back in canonical form."""
    text = corpus.text(path)
    assert "".join(unpack(pack_record(Text(text)))) == fmt(text)


@pytest.mark.parametrize("path", [path for path in corpus.INVALID if path in READABLE], ids=corpus.name)
def test_an_invalid_record_is_refused_by_line_or_packed_without_loss(path: Path) -> None:
    """An unreadable line is named; other errors are kept."""
    text = corpus.text(path)
    wrong = {finding["line"] for finding in corpus.expected(path)["findings"] if finding["severity"] == "error"}
    if wrong:
        with pytest.raises(Unconvertible) as refused:
            list(pack_record(Text(text, "a.cal")))
        assert refused.value.where in {f"a.cal:{line}" for line in wrong}
    else:
        assert "".join(unpack(pack_record(Text(text)))) == fmt(text)


VERSION_1 = """calpack 1
% cal 1
% rules 7-up@1.0.0 sha256:9f2c1a7e04bd
% seat A "Anna"
% seat B
1;@2025-11-02;dA;hA3b2b;hB__;m;bBchiamo,Apasso;rBdividete;cB3bmonte;lB-4c;gAB+3b;tB+Ab6d<monte;xB-6b>aside;pB3s2s>B/BCd4d;=B=24p,A=won;sB2,A-1;aA-1,B2
"second; half";?abandoned:6c69676874
% match
% seat B "Bea"
;~
"""
OF_VERSION_1 = """cal 1
rules 7-up@1.0.0 sha256:9f2c1a7e04bd
seat A "Anna"
seat B

hand 1
at 2025-11-02
dealer A
deal A: 3b 2b
deal B: __
monte none
bid B: chiamo A: passo
raise B: dividete
call B: 3b in monte
table-card B: closed 4c
give A: open 3b to B
take B: open Ab 6d from monte
discard B: closed 6b to aside
 1 B: 3s 2s > B
 2 B: Cd 4d
result B: 24p A: won
score B: +2 A: -1
total A: -1 B: 2
end

hand "second; half"
end abandoned "light"

match
seat B "Bea"

hand
"""


def test_the_first_version_is_read() -> None:
    """Each of its letters, its form of an end, and its unwritten blank lines."""
    assert "".join(unpack(VERSION_1.splitlines(keepends=True))) == OF_VERSION_1


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("1;dA;zz", "a:2"),
        ("1;dA;sA1_0", "a:2"),
        ("1;dA;sA\u0661", "a:2"),
        ("1;dA;'nonsense", "a:2"),
        ("1;dA;'note \\x", "a:2"),
        ("1;@2025-02-31", "a:2"),
        ("% at 2025-02-31", "a:2"),
        ("%match", "a:2"),
        ("1;dA;'hand 2", "a:2"),
        ("1;'end;dA", "a:2"),
        ("1;'; \t\r", "a:2"),
    ],
)
def test_a_packed_line_that_means_nothing_is_refused_by_its_place(line: str, where: str) -> None:
    """It is not believed, and not left for a reader of the record."""
    with pytest.raises(Unconvertible) as refused:
        list(unpack([FIRST, line], "a"))
    assert refused.value.where == where


@settings(max_examples=examples(200), deadline=None)
@given(st.lists(st.text(alphabet='7;@dhmbBCA3s/>,=+-~?"%p ', max_size=30), max_size=4))
def test_any_packed_text_is_read_or_refused(lines: list[str]) -> None:
    """A damaged archive is refused with the line, never with a traceback."""
    try:
        text = "".join(unpack([FIRST, *lines]))
    except Unconvertible:
        return
    assert not any(hand.broken for hand in parse_records(text))
    assert "".join(unpack(pack_record(Text(text)))) == text == fmt(text)


def test_tables_have_a_row_for_every_seat_and_for_every_card() -> None:
    """With the people by name, and each card with the seat that played it."""
    hands = parse_records(SAMPLE, "a.cal")
    rows = list(csv.DictReader(io.StringIO("".join(hands_csv(hands)))))
    assert tuple(rows[0]) == HAND_COLUMNS
    assert [row["person"] for row in rows] == ["Anna", "Bruno", "Carla"]
    assert (rows[1]["result"], rows[1]["score"], rows[1]["total"]) == ("24", "2", "4")
    plays = list(csv.DictReader(io.StringIO("".join(plays_csv(hands)))))
    assert tuple(plays[0]) == PLAY_COLUMNS
    assert len(plays) == 36
    deal = {one.seat: one.cards for one in hands[0].statements if isinstance(one, m.Deal)}
    taken = ("Ab", "6d", "3s", "7s", "3b")
    for play in plays:
        assert play["card"] in deal[play["seat"]] + (taken if play["seat"] == "B" else ("4c",))


def test_a_spreadsheet_gets_no_formulas() -> None:
    """A person called `=1+1` stays a person."""
    text = 'cal 1\nseat A "=1+1"\n\nhand 1\nend\n'
    assert "'=1+1" in "".join(hands_csv(parse_records(text)))


SHEET = """Mano;Data;Mazziere;Chiamante;Contratto;Esito;Anna;Bruno;Carla;Totale Anna;Totale Bruno;Totale Carla
1;2.11.2025;Anna;Bruno;chiamo;vinta;-1;+2;-1;-1;2;-1
2;;Bruno;Carla;Sto Bene;persa;1;1;-2;0;3;-3
"""


def test_a_score_sheet_becomes_score_only_hands() -> None:
    """Italian names, semicolons, a date as people write it, a bid of two words."""
    text = score_sheet(SHEET, rules=SheetRules(m.RulesPin("house", "1.0.0")))
    assert fmt(text) == text
    hands = parse_records(text)
    assert [hand.broken for hand in hands] == [False, False]
    assert hands[0].session.people == {"A": "Anna", "B": "Bruno", "C": "Carla"}
    said = [one._replace(line=0) for one in hands[0].statements]
    assert said == [
        m.At("2025-11-02"),
        m.Dealer("A"),
        m.Bid("B", "chiamo"),
        m.Result((m.Stated(("B",), None, outcome="won"),)),
        m.Score((("A", -1), ("B", 2), ("C", -1))),
        m.Total((("A", -1), ("B", 2), ("C", -1))),
        m.End(),
    ]


def test_a_score_sheet_in_english_with_commas() -> None:
    """Only the players' columns are needed."""
    hands = parse_records(score_sheet("hand,Ann,Bob,Cat\n7,1,1,-2\n8,,,\n9,2,-1,-1\n"))
    assert [hand.name for hand in hands] == ["7", "8", "9"]
    assert [len(hand.statements) for hand in hands] == [2, 1, 2]


@pytest.mark.parametrize(
    ("sheet", "reason"),
    [
        ("", "empty"),
        ("hand,Ann\n1,2\n", "2 to 26"),
        ("Ann,Bob,total Eve\n1,2,3\n", "no player"),
        ("Ann,Bob,dealer\n1,2,Eve\n", "a.csv:2"),
        ("Ann,Bob\n1,two\n", "whole number"),
        ("Ann,Bob,bid\n1,2,solo\n", "without a declarer"),
        ("Ann,Bob,declarer,outcome\n1,2,Ann,maybe\n", "neither"),
        ("Ann,Bob,date\n1,2,soon\n", "no date"),
        ("Ann,Bob,date\n1,2,2.11.2025\n1,2,31.2.2025\n", r"a.csv:3: CAL127"),
        ("Ann,Bob,note\n1,2," + "x" * 10_001, r"a.csv:2: CAL008"),
    ],
)
def test_a_sheet_that_cannot_be_read_is_refused(sheet: str, reason: str) -> None:
    """With its row."""
    with pytest.raises(Unconvertible, match=reason):
        score_sheet(sheet, file="a.csv")


@settings(max_examples=examples(150), deadline=None)
@given(st.text(alphabet='Annab,;\t\n"17-+. =\0', max_size=80))
def test_any_sheet_is_read_or_refused(text: str) -> None:
    """No traceback for a file that is not a sheet."""
    try:
        done = score_sheet("Ann,Bob,dealer,bid,date,total Ann\n" + text)
    except Unconvertible:
        return
    assert not any(hand.broken for hand in parse_records(done))


@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_template_of_an_evening_is_ready_to_type_into(lang: Any) -> None:
    """It is canonical, has no finding, and shows the possible lines."""
    rules = m.RulesPin("house", "1.0.0", "9f2c1a7e04bd")
    text = evening(rules, ["Anna", 'Bruno "Bud"', "Carla"], date="2025-11-02", hands=3, bids=("chiamo",), lang=lang)
    hands = parse_records(text)
    assert fmt(text) == text
    assert [hand.findings for hand in hands] == [(), (), ()]
    assert hands[0].session.people == {"A": "Anna", "B": 'Bruno "Bud"', "C": "Carla"}
    assert [hand.statements[0][0] for hand in hands] == ["A", "B", "C"]
    # The reminders are lines that can be read once their `;` is gone.
    reminders = [line.removeprefix("; ") for line in text.split("\n") if line.startswith(";  ") and "…" not in line]
    assert reminders
    assert not any(hand.broken for hand in parse_records("cal 1\n\nhand 1\n" + "\n".join(reminders) + "\nend\n"))


def test_the_template_wants_players() -> None:
    """Two to seven."""
    with pytest.raises(Unconvertible):
        evening(m.RulesPin("house"), ["Anna"])
