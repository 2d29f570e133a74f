"""`replay` used rightly and wrongly: statuses, streams, one clear line."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

import calarec
from calarec.core.records.model import Trick
from calarec.core.wording.cells import cells
from calarec.core.wording.language import LANGUAGES
from tests.house.tree import ROOT
from tests.tools.replay.told import HERE, run

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

PLAIN = "tests/tools/replay/plain.cal"
QUARREL = "tests/tools/replay/quarrel.cal"


def test_clean_is_0_and_findings_are_1() -> None:
    """Errors and warnings make the status 1."""
    assert run("replay", PLAIN).status == 0
    assert run("replay", QUARREL).status == 1
    assert run("replay", QUARREL, "--hand", "2").status == 0


def test_the_answer_comes_first() -> None:
    """Winners and payments come first, with the rule and its place."""
    lines = run("replay", PLAIN).out.splitlines()
    assert lines[3:5] == ["  Bruno wins chiamo with 8 points (24 thirds).", "  Anna and Carla pay Bruno 1 each."]
    why = lines.index("Why")
    assert re.search(r"settle\.won_if \S*pagat(\.yaml)?:\d+$", lines[why + 1])
    assert why < lines.index(next(line for line in lines if line.startswith("The deal")))
    full = run("replay", PLAIN, "--full").out.splitlines()
    assert full[why + 2].startswith("    settle.won_if, ")
    assert next(line for line in full if line.startswith("The table"))
    assert next(line for line in full if line.startswith("The rules named here"))


LEGAL = sorted(
    str(file.relative_to(ROOT))
    for file in ROOT.glob("records/*/*.cal")
    if '"verdict": "legal"' in file.with_suffix(".expected.json").read_text("utf-8").partition("\n")[0]
)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_legal_hand_fits_a_screen(lang: str) -> None:
    """A first hand of the samples that is legal, of every ruleset, at 80 columns, in 60 lines of at most 80 cells."""
    assert len(LEGAL) > 100
    first_of = {file.split("/")[1]: file for file in reversed(LEGAL)}
    assert len(first_of) == len({file.parent for file in ROOT.glob("records/*/*.cal")})
    for file in {*first_of.values(), *LEGAL[:: 3 if lang == "en" else 11]}:
        first = next(iter(calarec.read(ROOT / file))).name
        lines = run("replay", file, "--hand", first, width=80, lang=lang).out.splitlines()
        assert len(lines) <= 60, file
        assert max(map(cells, lines)) <= 80, file


def test_no_path_stands_twice_on_a_screen(tmp_path: Path) -> None:
    """Shipped rules are named by their id; a file of one's own once, and then by its name."""
    text = "ruleset: club\nversion: 1.0.0\ntitle: Club\nextends: pagat\nset:\n  contracts.chiamo.stake: 2\n"
    (tmp_path / "club.yaml").write_text(text, "utf-8")
    said = run("replay", "records/pagat/chiamo-won.cal", "--rules", str(tmp_path / "club.yaml"), width=100).out
    said = said.partition("\nFindings\n")[0]
    assert said.count(str(tmp_path)) == 1
    assert re.search(r"contracts\.chiamo\.stake club\.yaml:6$", said, re.MULTILINE)
    assert re.search(r"settle\.won_if pagat:\d+$", said, re.MULTILINE)
    assert said.count("records/pagat/chiamo-won.cal") == 1
    wrong = run("replay", QUARREL, "--hand", "1", width=80).out.partition("\nFindings\n")[0]
    assert "✗" in wrong
    assert wrong.count(QUARREL) == 1


@pytest.mark.parametrize("record", ["records/pagat/first.cal", "records/settiglio/solo-won.cal"])
def test_the_card_that_takes_a_trick_is_marked(record: str) -> None:
    """One in each trick, in the column of its player; in colour it is distinct too."""
    (hand, *_) = calarec.read(ROOT / record)
    tricks = [each for each in hand.statements if isinstance(each, Trick)]
    lines = run("replay", record, "--hand", hand.name, width=100).out.splitlines()
    rows = [line for line in lines if re.match(r" +\d+ .*‹", line)]
    assert [row.count("‹") for row in rows] == [1] * len(tricks)
    coloured = run("replay", record, "--hand", hand.name, width=100, colour=True).out
    assert len(re.findall(r"\x1b\[1;7;3\dm", coloured)) == len(tricks)


def test_one_hand_of_several() -> None:
    """`--hand` takes the name; the score goes on from the hands before it."""
    whole, one = run("replay", QUARREL).out, run("replay", QUARREL, "--hand", "2").out
    assert one.startswith("Hand 2 ")
    assert "Hand 1 " not in one
    assert one[: one.index("\nPagat: ")].strip() in whole


def test_until_is_documented_and_kept() -> None:
    """Each step shows what was before it and nothing of what came after."""
    deal, auction, exchange, trick = (
        run("replay", PLAIN, "--until", step).out for step in ("deal", "auction", "exchange", "3")
    )
    assert "The auction" not in deal
    assert "Bruno plays chiamo" in auction
    assert "calls" not in auction
    assert "discards" in exchange
    assert "The play" not in exchange
    assert "   3 ›7b" in trick
    assert "   4 " not in trick.replace("   4s", "")
    assert all("Anna and Carla pay" not in each for each in (deal, auction, exchange, trick))


def test_the_last_step_is_the_whole_hand() -> None:
    """With the last trick the hand is over, and its result is printed."""
    assert "Anna and Carla pay Bruno 1 each." in run("replay", PLAIN, "--until", "12").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "calarec: FILES... is missing"),
        (("no.cal",), "no.cal:1:1: CAL001 there is no file `no.cal`"),
        (("tests",), "tests:1:1: CAL001 `tests` is a folder, not a file"),
        (
            (PLAIN, "--view", "Z"),
            "calarec: hand 7: seat `Z` is empty; the seats are A (Anna), B (Bruno), C (Carla).",
        ),
        ((PLAIN, "--hand", "9"), "calarec: there is no hand `9`; there are: 7."),
        (
            (PLAIN, "--until", "13"),
            "calarec: hand 7: there is no step `13`; the steps of this hand are deal, auction, exchange, 1–12.",
        ),
        ((PLAIN, "--until", "supper"), "calarec: hand 7: there is no step `supper`"),
        ((PLAIN, "--rules", "no-such"), "calarec: RUL001 there is no ruleset `no-such`"),
        ((PLAIN, "--rules", "no/pagat.yaml"), "it comes with calarec: write `pagat`"),
        ((PLAIN, "--rulez", "pagat"), "--rulez"),
    ],
)
def test_wrong_use_is_one_line_and_2(words: tuple[str, ...], said: str) -> None:
    """One clear line on standard error, nothing on standard output."""
    answer = run("replay", *words)
    assert (answer.status, answer.out) == (2, "")
    assert said in answer.err
    assert answer.err.count("\n") == 1


def test_a_ruleset_with_errors_is_refused(tmp_path: Path) -> None:
    """The first error with its place, and how many more there are."""
    rules = tmp_path / "odd.yaml"
    rules.write_text("ruleset: odd\nversion: 1.0.0\nextends: pagat\nset: {settle.won_if.points_at_least: many}\n")
    answer = run("replay", PLAIN, "--rules", str(rules))
    assert (answer.status, answer.out) == (2, "")
    assert "odd.yaml:4:" in answer.err
    assert answer.err.count("\n") == 1


def test_without_any_ruleset_it_says_how_to_find_it(tmp_path: Path) -> None:
    """No `rules` line and no `--rules`: status 2."""
    record = tmp_path / "game.cal"
    record.write_text((HERE / "plain.cal").read_text().replace("rules pagat\n", ""))
    answer = run("replay", str(record))
    assert (answer.status, answer.out) == (2, "")
    assert "no `rules` line" in answer.err
    assert "`calarec identify`" in answer.err


def test_the_rest_is_done_all_the_same(tmp_path: Path) -> None:
    """For an unreadable file or a missing step: 2, and the other hands are printed."""
    answer = run("replay", str(tmp_path / "no.cal"), PLAIN)
    assert answer.status == 2
    assert answer.out.startswith("Hand 7 ")
    answer = run("replay", QUARREL, "--until", "7")
    assert answer.status == 2
    assert answer.out.count("Hand ") == 2
    assert "hand 2: there is no step `7`" in answer.err


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    """Status 2, and a line for it."""
    record = tmp_path / "game.cal"
    record.write_bytes(b"\x00\x01\x02" * 100)
    answer = run("replay", str(record), "--rules", "pagat")
    assert answer.status == 2
    assert "CAL015" in answer.err


def test_json_is_one_object_a_hand_one_a_line() -> None:
    """A broken hand too; nothing else goes to standard output."""
    answer = run("replay", QUARREL, PLAIN, "--json")
    assert [json.loads(line)["hand"] for line in answer.out.splitlines()] == ["1", "2", "3", "4", "7"]
    assert answer.out.isascii()


def test_a_seat_learns_nothing_from_the_telling() -> None:
    """Unseen cards appear nowhere: not in deals, exchanges, or findings."""
    out = run("replay", PLAIN, "--view", "C", "--until", "exchange").out
    for card in ("Rb", "7b", "6b", "5c", "Cd", "5s"):
        assert card not in out
    out = run("replay", QUARREL, "--view", "B", "--hand", "1").out
    assert "CAL512" not in out
    assert "not shown here: they depend on cards that were not seen" in out


def test_a_view_may_be_asked_for_by_name(tmp_path: Path) -> None:
    """By its spelling in the record, in any case; of two equal names a seat is needed."""
    by_name, by_seat = run("replay", PLAIN, "--view", "carla"), run("replay", PLAIN, "--view", "C")
    assert by_name == by_seat
    refused = run("replay", PLAIN, "--view", "Mimma", "--lang", "it")
    assert refused.err.strip() == (
        "calarec: mano 7: nessuno si chiama `Mimma`; i posti sono A (Anna), B (Bruno), C (Carla)."
    )
    twice = tmp_path / "a.cal"
    twice.write_text((HERE / "plain.cal").read_text(encoding="utf-8").replace("Bruno", "Anna"), encoding="utf-8")
    refused = run("replay", str(twice), "--view", "anna")
    assert "more than one player is called `anna`; give the seat: A (Anna), B (Anna), C (Carla)." in refused.err
