"""A first evening and house rule in an editor: completions, hovers, findings."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from calarec.record_judge.pins import files_by_id
from calarec.rule_files.load import load_ruleset
from calarec_tools.desk.editor import record_offers, rule_offers, rule_told
from calarec_tools.desk.editor.edited_record import EditedRecord
from calarec_tools.desk.editor.rule_file import EditedRules, begun_key, may_become_rules
from calarec_tools.desk.editor.rule_texts import leaves_at

pytestmark = pytest.mark.slow

_TABLE: Final = 'cal 1\nrules pagat\nseat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n'
_DEALT: Final = """\
dealer A
deal B: 3b Rb Fb 5b As 7s 5s Rc 4c 3d Cd 7d
deal C: 2b 6b 4b Rs Cs 3c Cc 7c 2d Ad Rd 4d
deal A: Cb 7b 3s 2s Fs 2c Fc 6c 5c Fd 6d 5d
monte Ab 6s 4s Ac
bid B: chiamo C: passo A: passo
call B: 3s with A
"""
_EXCHANGED: Final = "give A: 3s to B\ntake B: Ab 6s 4s Ac\ngive B: 4c to A\ndiscard B: 5b 5s 4s 7d\n"
_PLAYED: Final = """\
 1 B: 3d 4d 5d
 2 B: 3s Cs Fs
 3 B: 3b 4b 7b
 4 B: 6s Rs 2s
 5 A: 4c Ac 3c
 6 C: 2d 6d Cd
 7 C: 2b Cb Fb
 8 C: Ad Fd 7s
 9 C: Rd 5c Rb
10 C: 6b 6c Ab
11 B: As 7c Fc
12 B: Rc Cc 2c
"""
_SUMS: Final = ("result B: 12 A: 8 C: 15", "score B: -2 A: +1 C: +1", "total A: 1 B: -2 C: 1")


def _offers(text: str) -> list[str]:
    """Return the completions at the end of a record."""
    record = EditedRecord("evening.cal", text)
    line = text.rpartition("\n")[2]
    return [each.text for each in record_offers.list_record_offers(record, text.count("\n") + 1, len(line) + 1, "en")]


def _cards(text: str) -> set[str]:
    return set(text.split())


def _codes(text: str, file: str = "evening.cal") -> set[str]:
    record = EditedRecord(file, text)
    record.judge_hands()
    return {each.code for each in record.current_findings()}


@pytest.mark.parametrize(
    ("written", "first"),
    [
        ("cal 1\n", "rules"),
        ("cal 1\nrules pagat\n", "seat A"),
        ('cal 1\nrules pagat\nseat A "Anna"\n', "seat B"),
        (_TABLE, "hand 1"),
        (f"{_TABLE}\nhand\nend\n", "hand"),
        (f"{_TABLE}\nhand 4\nend\n", "hand 5"),
        (f"{_TABLE}\nhand 4\nend\n\n", "hand 5"),
        ("cal 1\nrules tressette\nseat A\nseat B\nseat C\n", "seat D"),
    ],
)
def test_the_next_line_of_a_record_is_offered_first(written: str, first: str) -> None:
    """First the rules, then the seats that the rules need, then the hand, with the number that follows."""
    assert _offers(written)[0] == first


def test_seats_are_offered_while_one_is_free() -> None:
    """A fourth may join under these rules, a fifth may not; none during hands."""
    assert "seat D" in _offers(_TABLE)
    assert _offers(f"{_TABLE}seat ") == ["D"]
    assert _offers("cal 1\nrules pagat\nseat ") == ["A", "B", "C", "D"]
    assert "seat E" not in _offers(f'{_TABLE}seat D "Dario"\n')
    assert "seat D" not in _offers(f"{_TABLE}\nhand\nend\n")


@pytest.mark.parametrize(
    "typed",
    [
        "dea", "dealer", "dealer ", "dealer A\nde", "dealer A\ndeal ", "dealer A\ndeal B: 3b", "dealer A\ndeal B: 3b 2",
        f"{_DEALT}take B: Ab", f"{_DEALT}{_EXCHANGED}1", f"{_DEALT}{_EXCHANGED} 1 B: 3d 4",
        f"{_DEALT.replace(' C: passo A: passo', ' C: pas')}"[: _DEALT.index(" A: passo") - 2],
        f"{_DEALT}{_EXCHANGED}{_PLAYED}result ", f"{_DEALT}{_EXCHANGED}{_PLAYED}score B:",
    ],
)  # fmt: skip
def test_of_the_line_that_is_being_typed_it_is_not_told_that_it_goes_on(typed: str) -> None:
    """Nor that its last word is none yet."""
    assert _codes(f"{_TABLE}\nhand 1\n{typed}") == set()


def test_what_is_wrong_in_front_of_the_word_that_is_being_typed_is_told() -> None:
    """A misspelt word once a space is after it, a cut line once the next one begins."""
    head = f"{_TABLE}\nhand 1\n"
    said = _DEALT[: _DEALT.index("bid")]
    assert _codes(f"{head}{said}bid B: chiammo ") == {"CAL210"}
    assert _codes(f"{head}dealer A\ndeal B: 3b Rb\n") == {"CAL302"}
    assert _codes(f"{head}dealer\n") >= {"CAL102"}
    # A hand that has ended is not being typed.
    assert "CAL102" in _codes(f"{head}bid\nend")


def test_a_hand_that_goes_on_need_not_say_yet_who_pays() -> None:
    """A hand without cards, bid and not yet added up; once it ended, it is reported."""
    bid = f"{_TABLE}\nhand 1\ndealer B\nbid C: passo A: chiamo B: passo\n"
    assert _codes(bid) == _codes(f"{bid}result A: 14 B: 8 C: 13\n") == set()
    assert _codes(f"{bid}end\n") == {"CAL322"}


def test_lines_that_are_left_out_do_not_hide_the_cards() -> None:
    """Without a line for given cards the offers are cards there or possible ones."""
    dealt = f"{_TABLE}\nhand 1\n{_DEALT}"
    assert {"Ab", "6s", "4s", "Ac"} == {
        each for each in _offers(f"{dealt}take B: ") if each[0].isupper() or each[0].isdigit()
    }
    taken = f"{dealt}take B: Ab 6s 4s Ac\n"
    had = _cards("3b Rb Fb 5b As 7s 5s Rc 4c 3d Cd 7d 3s Ab 6s 4s Ac")
    assert had <= set(_offers(f"{taken}discard B: "))
    assert "2b" not in _offers(f"{taken}discard B: ")
    laid = f"{taken}discard B: 5b 5s 4s 7d\n"
    assert set(_offers(f"{laid} 1 B: ")) == had - _cards("5b 5s 4s 7d")


def test_the_sums_are_offered_from_their_verb_on() -> None:
    """The whole rest of the line, first."""
    record = f"{_TABLE}\nhand 1\n{_DEALT}{_EXCHANGED}{_PLAYED}"
    for line in _SUMS:
        verb, _, rest = line.partition(" ")
        assert _offers(f"{record}{verb} ")[0] == rest
        record += f"{line}\n"
    assert _offers(record)[0] == "end"
    assert _codes(f"{record}end\n") == set()


def test_a_card_that_there_is_not_is_told_though_a_line_before_is_missing() -> None:
    """Also in the last line of an open hand, which is reported as open."""
    lacking = f"{_TABLE}\nhand 1\n{_DEALT}take B: Ab 6s 4s Ac\ndiscard B: 5b 5s 4s 7d\n 1 B: 3d 4z 5d\n"
    assert "CAL211" in _codes(lacking)
    assert "CAL211" in _codes(f"{lacking}end\n")


def test_an_editor_that_ends_every_text_with_a_line_end_is_told_no_more() -> None:
    """Vim does: the last line is being typed while changes end in it, and left once they end elsewhere."""
    head = f"{_TABLE}\nhand 1\n{_DEALT}"
    record = EditedRecord("evening.cal", head)
    for typed in ("gi\n", "give\n", "give A: \n", "give A: 3s t\n"):
        record.change_text(head + typed)
        record.judge_hands()
        assert [each.code for each in record.current_findings()] == [], typed
    for left in (f"{head}give A: 3s t\n\n", f"{head.replace('Anna', 'Ada')}give A: 3s t\n"):
        record.change_text(f"{head}give A: 3s t\n")
        record.change_text(left)
        record.judge_hands()
        assert "CAL102" in {each.code for each in record.current_findings()}, left
    assert "CAL102" in _codes(f"{head}give A: 3s t\n")  # nobody has typed here yet


def _instead(text: str) -> dict[str, list[str]]:
    """By the code of a finding: the words that may replace the wrong one."""
    record = EditedRecord("evening.cal", text)
    record.judge_hands()
    found: dict[str, list[str]] = {}
    for each in record.current_findings():
        mended = [other.fix for other in record_offers.with_legal_words(record, each, "en")]
        found[each.code] = [edit.text for fix in mended if fix for edit in fix.edits]
    return found


def test_where_nobody_knows_what_was_meant_the_few_legal_words_are_told() -> None:
    """A revoke, a played card, a bid too low: the legal words, unless there is a fix."""
    begun = f"{_TABLE}\nhand 1\n{_DEALT}{_EXCHANGED}"
    assert _instead(f"{begun} 1 B: 3d 4d 5d\n 2 B: 3s Cs 7b\n") == {"CAL512": ["2s", "Fs"]}
    assert _instead(f"{begun} 1 B: 3d 4d 5d\n 2 B: 3s Cs 5d\n") == {"CAL511": ["2s", "Fs"]}
    low = begun.replace("C: passo", "C: chiamo")
    assert _instead(low)["CAL402"] == ["passo", "solo", "solissimo"]
    assert _instead(begun.replace("chiamo", "chiammo"))["CAL210"] == []


def test_more_than_a_few_words_are_left_to_completion() -> None:
    """The leader may play any card of the hand."""
    led = f"{_TABLE}\nhand 1\n{_DEALT}{_EXCHANGED} 1 B: 2b 4d 5d\n"
    assert _instead(led)["CAL510"] == []


def test_a_trick_goes_on_until_all_have_played() -> None:
    """Its winner can be named when they have, and not one card more."""
    led = f"{_TABLE}\nhand 1\n{_DEALT}{_EXCHANGED} 1 B: 3d "
    assert set(_offers(led)) == _cards("2d Ad Rd 4d")
    assert _offers(f"{led}4d 5d ") == [">"]


def test_how_a_hand_of_scores_alone_ended_is_offered_after_its_auction() -> None:
    """Before the lines of a hand with cards; and no more once a card is written."""
    bid = "bid C: solo A: passo B: passo\n"
    alone = f"{_TABLE}\nhand 1\ndealer B\n{bid}"
    assert _offers(alone)[:3] == ["result C: won", "result C: lost", "take C:"]
    assert _offers(f"{alone}result C: lost\n")[0] == "score C: -4 A: +2 B: +2"
    assert "result C: won" not in _offers(f"{_TABLE}\nhand 1\ndealer B\nmonte Ab 6s 4s Ac\n{bid}")


# ------------------------------------------------------------------ a house rule

_CLUB: Final = "ruleset: club\nversion: 1.0.0\ntitle: Rules of the club\nextends: pagat\nset:\n"


def _rule_offers(text: str) -> list[str]:
    line = text.rpartition("\n")[2]
    return [
        each.text
        for each in rule_offers.list_rule_offers(EditedRules("club.yaml", text), text.count("\n") + 1, len(line) + 1)
    ]


def test_paths_with_stars_are_offered_and_told() -> None:
    """Paths that continue the input are first; values are shown for each contract."""
    offered = _rule_offers(f"{_CLUB}  contracts.*.")
    assert offered[0].startswith("contracts.*.")
    assert "contracts.*.leader:" in offered
    assert "settle.*.stramazzo.when.tricks:" in _rule_offers(f"{_CLUB}  settle.*.str")
    assert "contracts.*.leader:" in _rule_offers(f"{_CLUB}  ")
    rules = EditedRules("club.yaml", f"{_CLUB}  contracts.*.leader: declarer\n")
    rules.current_findings()
    entry = rules.entry_at(6, 5)
    assert entry is not None
    told = rule_told.describe_entry(rules, entry, "en")
    assert "- `contracts.chiamo.leader`: `declarer`. In `pagat`: `eldest`." in told
    assert "The seat that leads to the first trick." in told


def test_only_paths_with_stars_are_looked_for_among_all_rules() -> None:
    """A leaf is itself, a branch no leaf, and a path with stars all that it names."""
    ruleset = load_ruleset("pagat")
    assert leaves_at(ruleset, "contracts.solo.stake") == ["contracts.solo.stake"]
    assert leaves_at(ruleset, "contracts.solo") == []
    assert leaves_at(ruleset, "contracts.*.stake") == [f"contracts.{each}.stake" for each in ruleset.rules.contracts]


def test_reasons_are_offered_for_what_is_changed() -> None:
    """Under `because` the paths of this file come first, even while the file cannot be used."""
    offered = _rule_offers(f"{_CLUB}  contracts.*.leader: declarer\n  contracts.solo.stake: x\nbecause:\n  ")
    assert offered[:2] == ["contracts.*.leader:", "contracts.solo.stake:"]
    assert "{source: house rule}" in _rule_offers(
        f"{_CLUB}  contracts.solo.stake: 3\nbecause:\n  contracts.solo.stake: "
    )


def test_head_lines_are_offered_with_what_may_stand_there() -> None:
    """The id is that of the file."""
    assert _rule_offers("ruleset: ") == ["club"]
    assert _rule_offers("ruleset: club\nversion: ") == ["1.0.0"]


@pytest.mark.parametrize(("short", "whole"), [("1", "1.0.0"), ("2.5", "2.5.0"), ("one", ""), ("1.0.0.0", "")])
def test_a_short_version_is_completed(short: str, whole: str) -> None:
    """A short version is completed if its meaning is clear."""
    rules = EditedRules("club.yaml", f"ruleset: club\nversion: {short}\nextends: pagat\n")
    [found] = [each for each in rules.current_findings() if each.code == "RUL105"]
    assert [each.text for each in (found.fix.edits if found.fix else ())] == ([whole] if whole else [])


@pytest.mark.mass
@pytest.mark.parametrize(("written", "meant"), [("of", "off"), ("offf", "off"), ("no", "off"), ("x", ""), ("''", "")])
def test_off_is_known_half_typed_and_misspelt(written: str, meant: str) -> None:
    """A word nearly `off` in place of a map means to remove it."""
    rules = EditedRules("club.yaml", f"{_CLUB}  settle.bonus.stramazzo: {written}\n")
    [found] = [each for each in rules.current_findings() if each.code == "RUL203"]
    assert [each.text for each in (found.fix.edits if found.fix else ())] == ([meant] if meant else [])


def test_half_a_line_costs_no_finding_of_a_file_that_could_never_be_used() -> None:
    """An unclosed bracket leaves the findings elsewhere in place."""
    wrong = f"{_CLUB.replace('1.0.0', '1')}  contracts.solo.stakes: 3\n"
    rules = EditedRules("club.yaml", wrong)
    before = {(each.code, each.span.line) for each in rules.current_findings()}
    assert {code for code, _ in before} == {"RUL105", "RUL121"}
    for half in ("  settle.bonus.cappotto: {", "  settle.bonus.cappotto: {when: {tr", "  settle.bonus.cap"):
        rules.change_text(wrong + half)
        assert before <= {(each.code, each.span.line) for each in rules.current_findings()}, half


def test_a_key_that_an_editor_has_indented_is_a_key_still() -> None:
    """Vim indents a key below a value until its colon: it is not part of the value."""
    head = "ruleset: club\nversion: 1.0.0\nextends: pagat\n"
    assert "title:" in _rule_offers(f"{head}    ti")
    assert {each.column for each in rule_offers.list_rule_offers(EditedRules("club.yaml", f"{head}    ti"), 4, 7)} == {
        1
    }
    below = rule_offers.list_rule_offers(
        EditedRules("club.yaml", f"{_CLUB}  contracts.solo.stake: 3\n      settle.p"), 7, 15
    )
    assert {each.column for each in below if each.text == "settle.pay:"} == {3}
    rules = EditedRules("club.yaml", head)
    before = rules.current_findings()
    for half in ("    t", "    title"):
        rules.change_text(head + half)
        assert rules.current_findings() == before
        assert rules.parent() is not None
    rules.change_text(f"{head}    title\nset:\n")
    assert {each.span.line for each in rules.current_findings()} >= {3}  # it was left so: `pagat title` is not a ruleset


def test_what_goes_on_below_is_no_key() -> None:
    """A text over several lines, a list or a map that is open."""
    assert begun_key(["summary: >", "  ti"], 2) == 0
    assert begun_key(["words: {suits:", "  ti"], 2) == 0
    assert begun_key(["set:", "  settle.p"], 2) == 0
    assert begun_key(["version: 1.0.0", "    title: x"], 2) == 0
    assert begun_key(["version: 1.0.0", "    ti"], 2) == 4


def test_a_yaml_file_is_a_rule_file_by_what_stands_in_it() -> None:
    """An empty file may become one; a foreign one never does."""
    assert may_become_rules("")
    assert may_become_rules("rul")
    assert may_become_rules("version: 1.0.0\nextends: pagat\n")
    assert not may_become_rules("version: '3'\nservices:\n  web:\n")
    assert may_become_rules("ruleset: club\nnonesuch: 1\n")


def test_the_rules_line_leads_to_a_file_that_cannot_be_used(tmp_path: Path) -> None:
    """The hover on a usable one names it, before any hand is written."""
    record = EditedRecord(str(tmp_path / "evening.cal"), _TABLE)
    pin, ruleset = record.rules_of(2)
    assert (pin and pin.id, ruleset and ruleset.id) == ("pagat", "pagat")
    (tmp_path / "club.yaml").write_text("ruleset: club\nversion: one\nextends: pagat\n", encoding="utf-8")
    record.change_text(_TABLE.replace("pagat", "club"))
    pin, ruleset = record.rules_of(2)
    assert pin is not None
    assert ruleset is None
    assert [Path(each).name for each in files_by_id(record.file, pin)] == ["club.yaml"]


# ------------------------------------------------------------------ the end


def _message(**said: Any) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", **said}).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


@pytest.mark.parametrize("orderly", [True, False])
def test_a_server_that_is_told_to_stop_stops_in_silence(orderly: bool) -> None:
    """The server ends silently, with or without an orderly end."""
    said = _message(id=1, method="initialize", params={"capabilities": {}, "processId": None, "rootUri": None})
    if orderly:
        said += _message(id=2, method="shutdown") + _message(method="exit")
    done = subprocess.run(
        [sys.executable, "-m", "calarec_tools.main", "lsp"], input=said, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr.decode()) == (0, "")
