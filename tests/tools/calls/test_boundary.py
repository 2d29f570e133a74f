"""Calls of the page by name with plain arguments; wrong ones are refused."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from typing import TYPE_CHECKING, Any, Final, get_origin

import pytest

from calarec.core.base.resources import data_folder
from calarec_tools.desk.calls import analysing
from calarec_tools.desk.calls.boundary import CALLS, answer_call, parameters
from calarec_tools.desk.calls.cited_rules import RulesByLine
from calarec_tools.desk.calls.files import NotACallError, RulesId
from calarec_tools.desk.calls.recording import DESK
from calarec_tools.desk.viewing import hand_analysis
from tests.house.tree import ROOT
from tests.tools.calls.calling import ask, refused

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("own")

HOSTILE = "</script><img src=x onerror=alert(1)>"
RECORD = (ROOT / "records/pagat/first.cal").read_text("utf-8")


RULES_PARAMETERS = ("rules", "parent", "left", "right")


@pytest.mark.parametrize("path", ["{here}/copied.yaml", "{here}", "../copied.yaml", "/etc/passwd", "pagat.yaml", "a b"])
def test_rules_are_named_by_their_id(tmp_path: Path, path: str) -> None:
    """No call reads a rule file by its path, or shows that there is one."""
    (tmp_path / "copied.yaml").write_text((ROOT / "rules/pagat.yaml").read_text("utf-8"), "utf-8")
    named = path.format(here=tmp_path)
    said = f"`{named[:80]}` is not the id of a ruleset."
    plain: dict[Any, Any] = {str: "", RulesId: named, list[str]: ["A", "B", "C"]}
    asked = {name: parameters(name) for name in CALLS if RulesId in parameters(name).values()}
    assert {"begin", "check", "open", "rulebook", "rules_text", "replay", "compare"} <= set(asked)
    for name, wanted in asked.items():
        given = {each: plain.get(kind, []) for each, kind in wanted.items()}
        assert refused(name, **given) == said
    for name in CALLS:
        assert all(parameters(name).get(each, RulesId) is RulesId for each in RULES_PARAMETERS)
    text = ask("begin", rules="pagat", people=["A", "B", "C"], day="")["text"]
    head = text.partition("rules ")[0]
    assert refused("enter", text=head, typed=named, dealer="") == said


def test_the_modules_of_the_page_know_these_calls_and_no_others() -> None:
    """The types that the page's boundary declares are those of the functions here, name by name."""
    text = (data_folder("page") / "boundary.js").read_text("utf-8")
    declared = {
        name: set(re.findall(r"(\w+): (\S+?)[,}]", fields))
        for fields, name in re.findall(r"@property \{(\{.*?\})\} (\w+)$", text, re.MULTILINE)
    }
    kinds = {str: "string", RulesId: "string", list[str]: "string[]"}
    there = {
        name: {
            (each, kinds.get(kind, "object[]" if get_origin(kind) is list else "?"))
            for each, kind in parameters(name).items()
            if each != "lang"
        }
        for name in CALLS
    }
    assert {name: fields for name, fields in declared.items() if name != "fix"} == there
    used = {
        name
        for file in data_folder("page").glob("*.js")
        for name in re.findall(r'call\("(\w+)"', file.read_text("utf-8"))
    }
    assert used == set(CALLS)


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("system", {}),
        ("choices", {}),
        ("choices", {"text": 3}),
        ("choices", {"text": "", "more": ""}),
        ("begin", {"rules": "pagat", "people": "Anna", "day": ""}),
        ("begin", {"rules": "pagat", "people": ["Anna", 3], "day": ""}),
        ("mend", {"text": "cal 1\n", "edits": [1]}),
        ("mend", {"text": "cal 1\n", "edits": [{"line": 1}]}),
        ("mend", {"text": "cal 1\n", "edits": [{"line": 0, "column": 1, "end_line": 1, "end_column": 1, "text": ""}]}),
        ("analysis", {"text": RECORD, "rules": "", "hand": "1"}),
        ("analysis", {"text": RECORD, "rules": "", "hand": "-1"}),
        ("cards_at", {"text": RECORD, "rules": "", "hand": "0", "at": "deal"}),
        ("seat_knowledge", {"text": RECORD, "rules": "", "hand": "0", "at": "9", "worlds": "100000"}),
        ("open", {"name": "a.cal", "data": "\u00e9", "rules": ""}),
        ("open", {"name": "a.cal", "data": "abc", "rules": ""}),
    ],
)
def test_what_fits_no_call(name: str, given: dict[str, Any]) -> None:
    """A name that is none, an argument that is missing, of another kind, or too many."""
    with pytest.raises(NotACallError):
        answer_call(name, json.dumps({"lang": "en", **given}))


def test_too_long() -> None:
    """Limits hold here too."""
    assert "longer than the page takes" in refused("choices", text="x" * 4_000_001)


def test_a_hand_without_cards_and_a_refusal() -> None:
    """A record is begun, a hand is one line; unclear input is reported, no change."""
    at = ask("begin", rules="pagat", people=["Anna", "Bruno", "Carla"], day="2026-01-06")
    assert (at["stage"], at["refused"]) == ("between", False)
    assert [each["name"] for each in at["people"]] == ["Anna", "Bruno", "Carla"]
    at = ask("enter", dealer="", text=at["text"], typed="Anna")
    assert (at["stage"], at["places"][0]) == ("deal", {"place": "B", "name": "Bruno", "count": 12})
    assert len(at["undealt"]) == 40
    wrong = ask("enter", dealer="", text=at["text"], typed="Bruno chiama won")
    assert wrong["text"] == at["text"]
    assert wrong["said"]
    at = ask("enter", dealer="", text=at["text"], typed="Bruno chiamo won")
    assert (at["stage"], at["finished"]) == ("between", 1)
    assert sum(each["total"] for each in at["people"]) == 0
    assert {each["name"] for each in at["people"] if each["total"] > 0} >= {"Bruno"}
    assert "Bruno" in ask("sheet", text=at["text"])
    assert "record.cal" not in ask("sheet", text=at["text"])


def test_a_step_is_taken_back_by_a_worker_that_did_not_take_it() -> None:
    """The page knows the text before a hand in one line; without it the last line goes."""
    between = ask("begin", rules="pagat", people=["Anna", "Bruno", "Carla"], day="")["text"]
    dealt = ask("enter", dealer="", text=between, typed="Anna")
    ended = ask("enter", dealer="", text=dealt["text"], typed="Bruno chiamo won")
    assert (ended["stage"], dealt["ended"]) == ("between", [])
    DESK.clear_entries()
    # Who watches has the same sentences as who wrote.
    assert ask("choices", text=ended["text"])["ended"] == ended["ended"] == ended["said"][:2]
    DESK.clear_entries()
    back = ask("take_back", text=ended["text"], before=dealt["text"])
    assert (back["text"], back["stage"], back["said"][0]) == (dealt["text"], "deal", "taken back: the end of hand 1")
    DESK.clear_entries()
    # Nothing but its dealer is known of the hand: it was one step, whoever remembers it.
    begun = ask("take_back", text=dealt["text"], before="")
    assert (begun["text"], begun["stage"], begun["said"]) == (between, "between", ["taken back: hand 1"])
    # The same holds for a hand without cards, whose last line may be one about the table.
    for lang, left, whole in (("en", "Bruno leaves", "hand 1"), ("it", "Bruno se ne va", "mano 1")):
        four = ask("begin", rules="pagat", people=["Anna", "Bruno", "Carla", "Dora"], day="", lang=lang)["text"]
        written = ask("enter", dealer="A", text=four, typed="Bruno chiamo won", lang=lang)["text"]
        gone = ask("enter", dealer="", text=written, typed='leave "Bruno"', lang=lang)
        assert gone["said"] == [left]
        DESK.clear_entries()
        back = ask("take_back", text=gone["text"], before="", lang=lang)
        assert (back["text"], back["said"][0].partition(": ")[2]) == (written, left)
        DESK.clear_entries()
        back = ask("take_back", text=written, before="", lang=lang)
        assert (back["text"], back["said"][0].partition(": ")[2]) == (four, whole)


def test_a_trick_goes_on_after_an_irregularity_that_was_written_meanwhile() -> None:
    """The card goes to its trick; a refused card is forced by a worker that did not refuse it."""
    before = RECORD.partition(" 1 B:")[0] + " 1 B: 3d\n"
    noted = ask("enter", dealer="", text=before, typed="fault C: revoke trick 1")
    played = ask("enter", dealer="", text=noted["text"], typed="Rd")
    assert played["text"] == before.replace("B: 3d\n", "B: 3d Rd\nfault C: revoke trick 1\n")
    assert not played["refused"]
    DESK.clear_entries()
    forced = ask("enter", dealer="", text=before, typed="!Cs")
    assert forced["text"] == before.replace("B: 3d\n", "B: 3d Cs\n")


def test_an_illegal_card_is_refused_with_its_rule_and_can_be_written() -> None:
    """The reason and the rule are given; `!` writes it as it happened."""
    before = RECORD.partition(" 1 B:")[0] + " 1 B: 3d\n"
    at = ask("choices", text=before)
    assert (at["stage"], at["moves"][0]["seat"], at["moves"][0]["cards"]) == ("move", "C", ["Rd", "7d", "6d"])
    # As they lie on the table, so they stand to be tapped, in every step: a suit from its strongest card on.
    assert list(at["pack"])[:10] == ["3b", "2b", "Ab", "Rb", "Cb", "Fb", "7b", "6b", "5b", "4b"]
    assert list(ask("correction", text=RECORD, number="0", lines=[])["pack"]) == list(at["pack"])
    wrong = ask("enter", dealer="", text=before, typed="Cs")
    assert (wrong["refused"], wrong["text"]) == (True, before)
    assert wrong["said"][0].startswith("Carla plays swords")
    assert wrong["said"][0].endswith("If it really was a revoke, keep the card: “Write it as it happened”.")
    assert wrong["cause"][0] == "CAL512"
    assert "play.follow" in wrong["cause"][1]
    assert ask("enter", dealer="", text=before, typed="Rd")["cause"] == []
    ask("enter", dealer="", text=before, typed="Cs")
    written = ask("enter", dealer="", text=before, typed="!")
    assert written["text"] == before.replace("B: 3d\n", "B: 3d Cs\n")
    assert [each["message"].partition(" on ")[0] for each in written["wrong"]] == ["Carla plays swords"]
    assert written["wrong"][0]["help"].endswith("keep the card: “An irregularity, such as a revoke”")


@pytest.mark.parametrize(
    ("lang", "rule", "source"),
    [
        ("en", "A player must follow suit if possible", "project default"),
        ("it", "Chi può deve rispondere al seme", "scelta del progetto"),
    ],
)
def test_the_rule_of_a_finding_is_the_sentence_of_the_rulebook(lang: str, rule: str, source: str) -> None:
    """In every part of the page, with the name of its source."""
    before = RECORD.partition(" 1 B:")[0] + " 1 B: 3d\n"
    wrong = ask("enter", dealer="", text=before, typed="Cs", lang=lang)
    illegal = RECORD.replace("3d 6d 4d", "3d Cs 4d")
    cited = [
        wrong["cited"],
        *(each["cited"] for each in ask("enter", dealer="", text=before, typed="!Cs", lang=lang)["wrong"]),
        *(each["cited"] for each in ask("check", text=illegal, rules="", lang=lang)["findings"] if each["rule"]),
        *(
            each["cited"]
            for fact in ask("correction", text=illegal, number="0", lines=[], lang=lang)["facts"]
            for each in fact["wrong"]
        ),
        *(each["cited"][lang] for each in ask("replay", text=illegal, rules="", lang=lang)["hands"][0]["findings"]),
    ]
    assert len(cited) >= 5
    for each in cited:
        assert each["said"].startswith(rule)
        assert each["source"] == source
    assert ask("choices", text=before)["cited"] == {"said": "", "source": ""}


def test_a_rule_is_cited_from_the_rules_of_its_hand() -> None:
    """A finding before the first hand rests on no ruleset."""
    text = re.sub("(?m)^rules .*$", "rules pagat", RECORD)
    again = text.partition("\n")[2].replace("rules pagat", "rules tretre").replace("chiamo", "chiedo")
    by_line = RulesByLine(f"{text}{again}", None)
    lines = [line for line, each in enumerate(f"{text}{again}".split("\n"), 1) if each.startswith("hand")]
    found = [by_line.find_ruleset(line) for line in lines]
    assert [each and each.id for each in found] == ["pagat", "tretre"]
    assert by_line.find_ruleset(1) is None


def test_a_record_checked_mended_and_replayed() -> None:
    """Findings with places and fixes; a fix is made; other rules can be asked for."""
    wrong = RECORD.replace("dealer A", "dealr A")
    found = ask("check", text=wrong, rules="")
    (finding,) = (each for each in found["findings"] if each["code"] == "CAL101")
    assert finding["fix"]["edits"]
    assert ask("mend", text=wrong, edits=finding["fix"]["edits"]) == RECORD
    illegal = ask("check", text=RECORD.replace("3d 6d 4d", "3d Cs 4d"), rules="")["findings"]
    assert any(each["code"] == "CAL510" or "play.follow" in each["rule"] for each in illegal)
    assert all(isinstance(each["rule"], str) for each in illegal)
    assert any(each["message"].startswith("Carla plays swords") for each in illegal)
    tabbed = RECORD.replace("dealer A", "dealer\tA")
    assert ask("check", text=tabbed, rules="")["mendable"] == 1
    assert ask("mend_all", text=tabbed, rules="") == RECORD
    own = ask("replay", text=RECORD, rules="")
    other = ask("replay", text=RECORD, rules="no-stramazzo")
    assert own["hands"][0]["rules"]["id"] == "pagat"
    assert other["hands"][0]["rules"]["id"] == "no-stramazzo"
    assert own["hands"][0]["answer"] != other["hands"][0]["answer"]
    assert "`nowhere`" in refused("replay", text=RECORD, rules="nowhere")


def test_files_are_opened() -> None:
    """A record as it is, a score sheet as its record; other files are refused."""
    assert ask("open", name="a.cal", data=b64encode(RECORD.encode()).decode(), rules="") == {"text": RECORD, "said": []}
    sheet = b64encode(b"Anna,Bruno,Carla\n2,-1,-1\n").decode()
    found = ask("open", name="../../x.csv", data=sheet, rules="")
    assert "score A: +2 B: -1 C: -1" in found["text"]
    assert all("/" not in each.split(":")[0] for each in found["said"])
    assert refused("open", name="a.json", data=b64encode(b"{").decode(), rules="")


def test_rules_of_ones_own(own: Path) -> None:
    """Written, checked, kept, played by at once, listed, compared, dropped."""
    text = ask("new_rules", parent="pagat", name="casa", title="").replace(
        "# match.until.points: 31", "match.until.points: 11"
    )
    assert ask("check_rules", text=text)["usable"]
    broken = ask("check_rules", text=text.replace("extends: pagat", "extends: paget"))
    assert not broken["usable"]
    assert broken["findings"]
    assert refused("keep_rules", text=text.replace("extends: pagat", "extends: paget"))
    assert "come with calarec" in refused(
        "keep_rules", text="ruleset: pagat\n" + text.partition("\nversion")[2].join(["version", ""])
    )
    assert ask("keep_rules", text=text)["id"] == "casa"
    assert [each["id"] for each in ask("own_rules")] == ["casa"]
    assert ask("begin", rules="casa", people=["A1", "B1", "C1"], day="")["text"].startswith("cal 1\nrules casa@1.0.0")
    assert ask("compare", left="pagat", right="casa")
    assert any("11" in each["text"] for each in ask("rulebook", rules="casa", text="", lang="it"))
    assert ask("rules_text", rules="casa") == text
    assert ask("drop_rules", name="casa")
    assert not ask("drop_rules", name="../casa")
    assert ask("own_rules") == []


def test_examples_of_a_rulebook_have_their_lines() -> None:
    """Each line of a hand stands on its own."""
    shown = [each["text"] for each in ask("rulebook", rules="pagat", text="", lang="en") if each["kind"] == "lines"]
    assert shown
    assert all("\n" in text and "\\n" not in text for text in shown)
    assert shown[0].splitlines()[0] == "dealer C"


def test_rules_of_ones_own_refuse_by_the_name_of_their_file(own: Path) -> None:
    """The refusal has the file name and line of the rule, without a folder."""
    text = ask("rules_text", rules="pagat").replace("ruleset: pagat", "ruleset: casa")
    assert ask("keep_rules", text=text)["id"] == "casa"
    before = re.sub("(?m)^rules .*$", "rules casa", RECORD).partition(" 1 B:")[0] + " 1 B: 3d\n"
    said = " ".join(ask("enter", dealer="", text=before, typed="Cs")["cause"])
    assert "casa.yaml:" in said
    assert str(own) not in said
    assert "/" not in said


def test_a_new_rule_file_names_no_command_of_a_terminal() -> None:
    """Changes are chosen above the text."""
    text = ask("new_rules", parent="treccani", name="casa", title="")
    assert "calarec rules show" not in text
    for each in (text, ask("new_rules", parent="treccani", name="casa", title="", lang="it")):
        head = each.partition("ruleset:")[0].splitlines()
        assert [line[:2] for line in head] == ["# ", "# "]
        assert all(line.endswith(".") for line in head)
    named = ask("new_rules", parent="pagat", name="casa", title="Bar 'da Gino': {2} ")
    assert ask("check_rules", text=named)["title"] == "Bar 'da Gino': {2}"


def test_a_card_that_no_pack_has_is_the_one_that_lies_nowhere() -> None:
    """It can be written in its place if it is the only one; with two it stays open."""
    (finding,) = ask("check", text=RECORD.replace(" Fb ", " Fq ", 1), rules="")["findings"]
    assert [each["text"] for each in finding["fix"]["edits"]] == ["Fb"]
    assert not finding["fix"]["safe"]
    text = RECORD.replace(" Fb ", " Fq ", 1)
    assert ask("mend", text=text, edits=finding["fix"]["edits"]) == RECORD
    two = RECORD.replace(" Fb ", " Fq ", 1).replace(" 2b ", " 2q ", 1)
    found = [each for each in ask("check", text=two, rules="")["findings"] if each["code"] == "CAL211"]
    assert [each["fix"] for each in found] == [None, None]


@pytest.mark.parametrize(("played", "written"), [("4s", "4q"), ("4s", "8s"), ("6s", "Fq")])
def test_a_card_of_a_trick_that_no_pack_has_is_the_one_that_its_seat_never_plays(played: str, written: str) -> None:
    """It can be written in its place, where the trick is legal with it."""
    text = RECORD.replace(" 3 B: 3s 4s 6s", " 3 B: 3s 4s 6s".replace(played, written))
    (finding,) = ask("check", text=text, rules="")["findings"]
    assert (finding["code"], finding["fix"]["safe"]) == ("CAL211", False)
    assert ask("mend", text=text, edits=finding["fix"]["edits"]) == RECORD
    # Of two of one seat nobody can tell which is which.
    other = " 7 B: 2s 5q 7s" if played == "4s" else " 7 B: 2s 5s 7q"
    found = ask("check", text=text.replace(" 7 B: 2s 5s 7s", other), rules="")["findings"]
    assert [each["fix"] for each in found if each["code"] == "CAL211"] == [None, None]


def test_a_player_without_cards_is_no_declarer() -> None:
    """At four the dealer rests (pagat.com): by each who may deal the first hand, and by the one who deals the next."""
    four = ask("begin", rules="pagat", people=["Anna", "Bruno", "Carla", "Dino"], day="")
    assert four["resting"] == {seat: [seat] for seat in "ABCD"}
    begun = ask("enter", dealer="A", text=four["text"], typed="")
    assert begun["resting"] == {}
    ended = ask("enter", dealer="A", text=four["text"], typed="B solo won")
    assert (ended["due"], ended["resting"]) == ("B", {"B": ["B"]})
    assert ask("enter", dealer="", text=ended["text"], typed="B solo won")["refused"]
    three = ask("begin", rules="pagat", people=["Anna", "Bruno", "Carla"], day="")
    assert three["resting"] == {}


def test_an_irregularity_of_a_hand_without_all_cards_has_no_price() -> None:
    """It is said with the result, as of a hand with its cards; of a hand without one it is not."""
    at = ask("begin", rules="pagat", people=["Anna", "Bruno", "Carla"], day="")
    typed = ("Anna", "solo", "passo", "passo", "__ __ __ __", "__ __ __ __", "3c", "2c", "4d")
    played = enter_lines(at["text"], *typed)
    said = {
        fault: enter_lines(played["text"], *fault, "B solo lost")["said"]
        for fault in ((), ("fault A: revoke trick 1",))
    }
    unpriced = "These rules set no price for the irregularities that were noted."
    assert [unpriced in each for each in said.values()] == [False, True]


def test_a_hand_is_ended_without_its_other_cards_whoever_is_due() -> None:
    """Only Bruno's cards are written, and a trick; with a bonus too."""
    at = ask("begin", rules="pagat", people=["Anna", "Bruno", "Carla"], day="")
    dealt = ("B: 3b 2b Fb 3s 2s As 3c 2c Ac 3d 2d Ad", "monte: Cb 5b Cc Cd")
    for typed in ("Anna", *dealt, "solo", "passo", "passo", "", "Fb 5b Cc Cd", "3d", "6d", "4d"):
        at = ask("enter", dealer="", text=at["text"], typed=typed)
    assert at["asks"] == "trick 2: Bruno leads"
    assert at["known"] == {"seat": "B", "contract": "solo", "cardless": False}
    ended = ask("enter", dealer="", text=at["text"], typed="B solo won stramazzo")
    assert (ended["stage"], [each["total"] for each in ended["people"]]) == ("between", [-6, 12, -6])


def test_a_hand_that_nobody_declares_is_begun_by_its_first_card_and_ended_by_points() -> None:
    """No card was dealt on paper; the points of one side are enough."""
    at = ask("begin", rules="tressette", people=["Anna", "Bruno", "Carla", "Dino"], day="")
    sides = [{"seats": "A+C", "name": "Anna, Carla"}, {"seats": "B+D", "name": "Bruno, Dino"}]
    assert at["parties"] == sides
    at = ask("enter", dealer="", text=at["text"], typed="Anna")
    assert at["asks"] == "cards of Bruno (10), or the first card played"
    assert at["known"] == {"seat": "", "contract": "", "cardless": True}
    for typed in ("3b", "2b 4b 5b"):
        at = ask("enter", dealer="", text=at["text"], typed=typed)
    assert at["lines"] == ["hand 1", "dealer A", " 1 B: 3b 2b 4b 5b"]
    assert (at["known"], at["parties"]) == ({"seat": "", "contract": "", "cardless": False}, sides)
    for typed in ("result A+C: 7p", ""):
        at = ask("enter", dealer="", text=at["text"], typed=typed)
    assert (at["stage"], [each["total"] for each in at["people"]]) == ("between", [7, 4, 7, 4])
    dealt = "3b 2b Ab Rb Cb Fb 7b 6b 5b"
    few = ask("enter", dealer="", text=at["text"], typed=dealt)
    assert few["said"] == ["10 cards are dealt there, not 9."]


def test_where_no_cards_tell_it_who_has_the_called_card_is_asked() -> None:
    """Either of the others, or it lay in the monte; then the hand goes on with its exchange and its tricks."""
    at = ask("begin", rules="pagat", people=["Anna", "Bruno", "Carla"], day="")
    for typed in ("Anna", "chiamo", "passo", "passo", "3b"):
        at = ask("enter", dealer="", text=at["text"], typed=typed)
    lines = {each["name"]: each["typed"] for each in at["holders"]}
    assert (at["stage"], lines) == (
        "stuck",
        {"Carla": "give C: 3b to B", "Anna": "give A: 3b to B", "monte": "take B: 3b __ __ __"},
    )
    given, laid = (ask("enter", dealer="", text=at["text"], typed=lines[each]) for each in ("Carla", "monte"))
    assert [(each["asks"], each["holders"]) for each in (given, laid)] == [
        ("Bruno takes from the monte (4)", []),
        ("Bruno discards (4)", []),
    ]


HALF_TOLD: Final = """cal 1
rules pagat
seat A "Carla"
seat B "Anna"
seat C "Bruno"

hand 1
dealer B
bid C: chiamo A: passo B: passo
call C: 3s
give B: 3s to C
take C: Ab 7b 6b 7c
give C: __ to B
discard C: __ __ __ __
 1 C: 3d Fd 4d
 2 C: 3s 4s 6s
 3 C: 2s 5s Rs
 4 C: As Cs 5b
 5 C: Fs 4b 5d
 6 C: 7s 4c 6d
 7 C: 7b 3b Fb
 8 A: 2d Cd 7c
 9 A: Rb __ __
"""
"""A hand with two cards of the ninth trick forgotten: any player can have won it."""


def test_where_an_unknown_card_may_have_won_the_leader_is_asked() -> None:
    """The leader of the next trick is chosen, and a card; a seat that cannot have won the trick is not offered."""
    at = ask("choices", text=HALF_TOLD)
    lines = {each["name"]: each["typed"] for each in at["leaders"]}
    assert (at["stage"], lines) == ("stuck", {"Bruno": "10 C:", "Carla": "10 A:", "Anna": "10 B:"})
    led = ask("enter", dealer="", text=HALF_TOLD, typed=f"{lines['Bruno']} 2b")
    assert (led["stage"], led["asks"], led["leaders"]) == ("move", "trick 10: Carla to play", [])
    sure = ask("choices", text=HALF_TOLD.replace("Rb __ __", "Rb Cb __"))
    assert [each["name"] for each in sure["leaders"]] == ["Bruno", "Carla"]


def test_what_a_hand_can_have_come_to_is_there_before_it_is_closed() -> None:
    """With the facts that would settle it: the number of one writes it; closed, it has no word of a keyboard."""
    text = HALF_TOLD + "10 C: 2b __ __\n11 C: Fc 2c 3c\n12 B: Ad __ __\n"
    at = ask("choices", text=text)
    assert at["stage"] == "finish"
    assert at["came_to"][0] == "Bruno has 5 to 6 2/3 points (15 to 20 thirds); 6 points (18 thirds) needed."
    assert "If Carla played the ace of cups in trick 10, Bruno has won." in at["memories"]
    number = at["memories"].index("If Carla played the ace of cups in trick 10, Bruno has won.") + 1
    told = ask("enter", dealer="", text=text, typed=str(number))
    assert "10 C: 2b Ac __" in told["text"]
    assert (told["came_to"], told["memories"]) == (["Bruno wins chiamo.", "Carla and Anna pay Bruno 1 each."], [])
    assert told["said"] == []
    closed = ask("enter", dealer="", text=text, typed="")
    assert closed["stage"] == "between"
    assert not any("edit" in said or "remember" in said for said in closed["said"])


def test_a_card_is_called_by_a_player_whose_hand_nobody_wrote() -> None:
    """Any card may be tapped, although own cards may not be called."""
    at = ask("begin", rules="quintiglio", people=["Dora", "Elena", "Aldo", "Bice", "Ciro"], day="")
    for typed in ("Dora", "chiamo", "sto-bene", "sto-bene", "sto-bene", "sto-bene"):
        at = ask("enter", dealer="", text=at["text"], typed=typed)
    (call,) = at["moves"]
    assert (at["asks"], call["do"], call["cards"], call["unseen"]) == ("Elena calls", "call", [], 40)
    called = ask("enter", dealer="", text=at["text"], typed="3s")
    assert (called["lines"][-1], called["asks"]) == ("call B: 3s", "trick 1: Elena leads")


def test_half_a_letter_is_read_as_one_that_nobody_can_read() -> None:
    """No file can hold it, and links of strangers do: `"\\ud800"` is good JSON. Whole letters stay as they are."""
    text = RECORD.replace("Anna", "An\ud800na \U0001f600")
    found = ask("replay", text=text, rules="")
    assert found["hands"][0]["seats"][0]["name"] == "An\ufffdna \U0001f600"
    assert ask("check", text=text, rules="")["findings"] == []
    assert not ask("check_rules", text="ruleset: x\ud800")["usable"]
    begun = ask("begin", rules="pagat", people=["A\udfff", "Bruno", "Carla"], day="")
    assert [each["name"] for each in begun["people"]] == ["A\ufffd", "Bruno", "Carla"]


def test_where_a_file_lies_for_the_moment_is_not_told() -> None:
    """The temporary folder is not named; the line is that of the record."""
    text = RECORD.replace("rules pagat@1.0.0", "rules ../../etc/passwd")
    assert refused("replay", text=text, rules="").startswith("record.cal:10:1: the rules of this hand are unknown")


def test_no_more_hands_are_stepped_through_than_a_page_can_hold() -> None:
    """A link of a few letters can hold a hundred thousand: they are refused before one is judged."""
    head = RECORD.partition("hand 1")[0]
    assert len(ask("replay", text=head + "hand\nend\n" * 20, rules="")["hands"]) == 20
    text = head + "hand\nend\n" * 200_000
    told = refused("replay", text=text, rules="")
    assert told.startswith("This has more hands (200000) than the page steps through (1000)")


def test_a_line_of_many_cards_is_cut_once() -> None:
    """Thirty thousand cards on one line are reported as they are, each read once."""
    at = ask("correction", text=RECORD.replace("deal B: ", "deal B: " + "3d " * 30_000), number="0", lines=[])
    (fact,) = [each for each in at["facts"] if each["kind"] == "deal" and len(each["cards"] or ()) > 12]
    assert (len(fact["cards"]), fact["before"], fact["after"]) == (30_012, "deal B:", "")


def test_a_name_may_hold_a_comma() -> None:
    """It is one name; a missing name is reported without commas."""
    begun = ask("begin", rules="pagat", people=["Anna, la zia", "Bruno", " Carla "], day="")
    assert [each["name"] for each in begun["people"]] == ["Anna, la zia", "Bruno", "Carla"]
    few = ask("begin", rules="pagat", people=["Anna, la zia", "Bruno"], day="")
    assert few["refused"]
    assert "comma" not in few["said"][0]


def test_a_hand_is_corrected_apart_from_its_record() -> None:
    """Its facts, with errors beside each; nothing changes before it is kept."""
    at = ask("begin", rules="pagat", people=["Anna", "Bruno", "Carla"], day="")
    for typed in ("Anna", "Bruno chiamo won", "Carla solo lost"):
        at = ask("enter", dealer="", text=at["text"], typed=typed)
    text = at["text"]
    old = ask("correction", text=text, number="0", lines=[])
    assert (old["name"], old["finished"], old["lines"]) == ("1", True, ["dealer A", "bid B: chiamo", "result B: won"])
    lines = [*old["lines"][:2], "result B: 99p"]
    wrong = ask("correction", text=text, number="0", lines=lines)
    assert [bool(each["wrong"]) for each in wrong["facts"]] == [False, False, True]
    kept = ask("corrected", text=text, number="0", lines=lines, anyway="")
    assert (kept["refused"], kept["text"]) == (True, text)
    assert ask("correction", text=text, number="0", lines=["kuku"])["unreadable"]
    kept = ask("corrected", text=text, number="0", lines=[*old["lines"][:2], "result B: lost"], anyway="")
    assert "total A: 3 B: 0 C: -3\nend\n" in kept["text"]
    assert ask("enter", dealer="", text=kept["text"], typed="undo")["text"] == text
    assert refused("correction", text=text, number="2", lines=[])


def test_hands_that_ended_otherwise_are_corrected() -> None:
    """One that was abandoned stays so, one that is not finished stays open, and a hand behind keeps its lines."""
    head = RECORD.partition("hand ")[0]
    void = head + "hand 1\ndealer A\nbid B: solo\nend void\n\nhand 2\ndealer B\nbid C: solo C: passo\n"
    first = ask("correction", text=void, number="0", lines=[])
    kept = ask("corrected", text=void, number="0", lines=[first["lines"][0], "bid B: chiamo"], anyway="anyway")["text"]
    assert "bid B: chiamo\ntotal A: 0 B: 0 C: 0\nend void\n\nhand 2\n" in kept
    last = ask("correction", text=kept, number="1", lines=[])
    assert not last["finished"]
    kept = ask("corrected", text=kept, number="1", lines=["dealer B", "bid C: solo A: passo"], anyway="")["text"]
    assert kept.endswith("hand 2\ndealer B\nbid C: solo A: passo\n")


def test_strangers() -> None:
    """A name that is markup stays a text in all that is markup."""
    text = RECORD.replace('"Bruno"', json.dumps(HOSTILE))
    for html in (ask("replay", text=text, rules="")["sheet"], ask("sheet", text=text)):
        assert "<img" not in html
        assert "</script" not in html
        assert "&lt;img" in html


def test_the_advice_on_a_rule_of_ones_own_is_enough_when_it_is_followed() -> None:
    """A last trick of two points leaves points of no side; a reason answers that."""
    text = ask("new_rules", parent="pagat", name="casa", title="").replace("set:\n", "set:\n  pack.last_trick: 6\n", 1)
    (warned,) = ask("check_rules", text=text)["findings"]
    path = re.search(r"under `because:` a line `(\S+):`", warned["help"])
    assert path is not None
    said = f"{text}because:\n  {path[1]}:\n    why: Our house plays so.\n"
    assert [each["severity"] for each in ask("check_rules", text=said)["findings"]] == ["note"]


def test_an_analysis_is_asked_for_bit_by_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every answer has the results so far; places, cards and views are of one hand."""
    monkeypatch.setattr(hand_analysis, "CONTRACTS_SECONDS", 0)
    given = {"text": RECORD, "rules": "", "hand": "0"}
    analysing.ANALYSES.clear_analyses()
    while not (found := ask("analysis", **given))["is_done"]:
        assert found["known"] <= found["all"]
    assert [loss["after"] for loss in found["losses"]] == ["11.1"]
    assert [each["best"] for each in ask("cards_at", **given, at="11")["cards"]] == [True, False]
    other = ask("try_card", **given, at="11", card="Cb")
    assert other["title"]["en"] == "Hand 1, as it could have gone"
    assert ask("seat_knowledge", **given, at="11", worlds="5")["cards"]
    assert "cannot be played there" in refused("try_card", **given, at="11", card="Ad")
    assert "cannot be analysed" in refused("cards_at", **given, at="13")
    assert refused("seat_knowledge", **given, at="13", worlds="5")
    wrong = ask("analysis", **{**given, "text": RECORD.replace(" 2 B: ", " 2 C: ")})["refused"]["en"]
    assert "calarec check" not in wrong


def test_the_evenings_of_a_day() -> None:
    """In an order by the day only; an evening without cards gives no puzzle."""
    names = ["one", "two", "three", "four", "five"]
    order = ask("puzzle_order", names=names, day="2026-12-01")
    assert sorted(order) == sorted(names)
    assert ask("puzzle_order", names=names[::-1], day="2026-12-01") == order
    assert any(ask("puzzle_order", names=names, day=f"2026-12-{day:02}") != order for day in range(2, 9))
    assert ask("puzzle", text=RECORD.partition("hand ")[0], day="2026-12-01") is None
    evening = (ROOT / "records/twenty-one/evening.cal").read_text("utf-8")
    found = ask("puzzle", text=evening, day="2026-12-01")
    assert sum(each["wins"] for each in found["cards"]) == 1
    assert "<symbol" in found["symbols"]


def enter_lines(text: str, *typed: str) -> Any:
    """Return the position of a record after the input."""
    at: dict[str, Any] = {"text": text}
    for each in typed:
        at = ask("enter", dealer="", text=at["text"], typed=each)
    return at


NINE: Final = RECORD[: RECORD.index("10 B:")]
"""A hand of which all cards and nine tricks are remembered."""


def test_what_is_certain_after_nine_tricks() -> None:
    """All ways to play the rest are looked at, and the bounds are reached.

    Bruno has 18 thirds and leads. If he plays As (5 thirds), then Cb, Carla takes it with Rb, and her Cs wins his Ac
    and the pile: 23. If he leads As and Ac first, and Carla throws Rb away on the latter, he has everything.
    """
    found = ask("certain", text=NINE)
    assert found["said"][:3] == [
        "Bruno has 7 2/3 to 11 2/3 points (23 to 35 thirds); 6 points (18 thirds) needed.",
        "Anna and Carla have 0 to 4 points (0 to 12 thirds).",
        "Bruno has won in any case.",
    ]
    assert ask("certain", text=NINE, lang="it")["said"][2] == "Bruno ha vinto in ogni caso."


def test_nothing_is_certain_before_the_first_trick() -> None:
    """Without a trick the answer names what is missing."""
    begun = enter_lines(ask("begin", rules="pagat", people=["A", "B", "C"], day="")["text"], "C", "chiamo")
    assert ask("certain", text=begun["text"]) == {
        "said": ["Write at least one trick first: nothing is certain without it."],
        "facts": [],
    }


def test_a_fact_of_an_open_hand_is_written_into_it() -> None:
    """A deciding fact has the text of the record with it, and then the hand pays the same in every way."""
    lines = RECORD[: RECORD.index("11 B:")].replace("2b 6b Ab!", "2b 6b __").replace("Ac Fs", "__ Fs")
    undealt = re.sub(r"^(?:deal|monte|note) .*\n", "", lines, flags=re.MULTILINE).replace("Fb 5b Cc Cd", "__ __ __ __")
    open_hand = undealt + "11 B: As Cs Rs\n"
    found = ask("certain", text=open_hand)
    assert found["facts"]
    for fact in found["facts"]:
        settled = ask("certain", text=fact["text"])
        assert settled["facts"] == []
        paid = [each for each in settled["said"] if each.startswith("Possible payments")]
        assert all(";" not in each for each in paid)


ON_THE_TABLE: Final = """cal 1
rules pagat
hand 1
dealer A
bid B: passo C: chiamo A: passo
call C: 3s
give B: 3s to C
take C: __ __ __ __
give C: __ to B
discard C: __ __ __ __
 1 B: 5s 3s 4s
 2 C: 2s 4b 6s
 3 C: As 4c 7s
 4 C: Rs 4d 5c
 5 C: Cs 7b 5d
 6 C: Fs 7c 6b
 7 C: Cb 3b Ab
 8 A: 3d 6d Cd
 9 A: 3c 6c 2c
10 A: Cc Fd Ac
11 C: 2d Rd
"""
"""A hand of `simulate`, up to the second card of trick 11; the exchange is forgotten."""


def test_a_fact_about_a_trick_on_the_table_is_written_on_its_line() -> None:
    """C has 15 thirds and wins trick 11 with 2d: an ace from B makes 18, with or without the monte."""
    (fact,) = ask("certain", text=ON_THE_TABLE)["facts"]
    assert fact["text"].splitlines()[-1] == "11 C: 2d Rd Ad"
    assert fact["text"].splitlines()[:-1] == ON_THE_TABLE.splitlines()[:-1]
    assert ask("certain", text=fact["text"])["facts"] == []


def test_where_nobody_knows_the_holder_the_first_trick_may_follow() -> None:
    """The exchange stays unwritten; the first trick offers its leader by the rules."""
    at = enter_lines(ask("begin", rules="pagat", people=["Anna", "Bruno", "Carla"], day="")["text"], "Carla", "chiamo")
    at = enter_lines(at["text"], "passo", "passo", "3b")
    assert [each["typed"] for each in at["leaders"]] == ["1 A:"]
    led = enter_lines(at["text"], f"{at['leaders'][0]['typed']} 3s")
    assert (led["stage"], led["asks"]) == ("move", "trick 1: Bruno to play")


def test_a_trick_whose_leader_nobody_knows_is_left_out() -> None:
    """The next trick is written with its number; bounds count the written tricks."""
    at = enter_lines(HALF_TOLD, "11 B: Fb Rs 5c", "!")
    assert (at["refused"], at["next_trick"], at["tricks"]) == (False, 12, 12)
    said = ask("certain", text=at["text"])["said"]
    assert any("Bruno" in each for each in said)
    assert "Fb" not in at["left"]


def test_the_leader_is_typed_before_the_cards() -> None:
    """If the leader is asked for, a name and cards are a trick."""
    led = enter_lines(HALF_TOLD, "Bruno 2b")
    assert (led["refused"], led["asks"]) == (False, "trick 10: Carla to play")


def test_bids_and_the_trick_on_the_table_stand_beside_the_question() -> None:
    """The question itself names no card; parts of a point have their names."""
    text = ask("begin", rules="pagat", people=["Anna", "Bruno", "Carla"], day="")["text"]
    begun = enter_lines(text, "Anna", "solo", "passo")
    assert begun["bids"] == [{"who": "Bruno", "said": "solo"}, {"who": "Carla", "said": "passo"}]
    played = enter_lines(begun["text"], "passo", "__ __ __ __", "__ __ __ __", "3b")
    assert (played["asks"], played["trick"]) == ("trick 1: Carla to play", ["3b"])
    assert played["parts"][:2] == ["thirds", "third"]
    assert "terzi" in played["parts"]


def test_a_claim_of_the_rest_ends_the_hand() -> None:
    """Its result is that of `replay`; a refused claim changes nothing."""
    claimed = enter_lines(NINE, "claim B: rest")
    assert (claimed["stage"], claimed["moves"]) == ("finish", [])
    assert claimed["came_to"]
    closed = enter_lines(claimed["text"], "")
    assert closed["text"].rstrip().endswith("end claimed")
    ruled = ask("replay", text=closed["text"], rules="")["hands"][0]["answer"]
    assert ruled[0]["text"]["en"] == claimed["came_to"][0]
    assert enter_lines(NINE, "claim B: rest refused")["stage"] == "move"


def test_an_unseen_hand_is_not_offered_what_lies_elsewhere() -> None:
    """Cards that are known in another hand are not cards of it."""
    begun = ask("begin", rules="pagat", people=["Anna", "Bruno", "Carla"], day="")["text"]
    dealt = enter_lines(begun, "C", "deal A: 3b 2b Ab 3s 2s As 3c 2c Ac 3d 2d Ad", "solo", "passo", "passo")
    dealt = enter_lines(dealt["text"], "__ __ __ __", "__ __ __ __", "3b")
    (move,) = dealt["moves"]
    assert (move["seat"], move["unseen"]) == ("B", 12)
    assert not {"2b", "3s", "Ad"} & set(move["others"])
    assert {"4b", "Rc"} <= set(move["others"])
