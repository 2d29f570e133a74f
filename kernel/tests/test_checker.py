"""Hands that the compiled kernel passes are those that pass without it.

Shipped rulesets, houses, claims, and damaged hands.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from calarec.bulk import machine, running
from calarec.bulk.checker import HandsPassed, translate_rules
from calarec.bulk.compile import generated_source, write_filter
from calarec.bulk.filter import Unruled, Verifier
from calarec.bulk.running import Passed
from calarec.core.base import _kernel
from calarec.core.judge.json import as_json
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.source import Text, read_chunks
from calarec.core.notation.writer import write_hands
from calarec.record_judge.session import RecordJudge
from calarec.simulation import simulate
from calarec_tools.archive.runs.running import Part, check_files
from calarec_tools.output.formats.settled_records import SettledRecords
from kernel.tests.agreement import plain
from tests.bulk.both import compiled, game
from tests.bulk.damage import DECLARED, damaged
from tests.bulk.declaring import DECLARING, declaring_file
from tests.bulk.house_rules import ALL_HOUSES, house_file
from tests.bulk.stocks import CHANGES, STOCKS, change_lines, stock_file, with_winners
from tests.bulk.texts import simulated_text, text_of
from tests.rulebooks import IDS, WITHOUT_AUCTION
from tests.shards import of_shard

if TYPE_CHECKING:
    from collections.abc import Iterator

HEADER = (Path(__file__).parents[1] / "core" / "machine.h").read_text("utf-8")


@pytest.fixture(autouse=True)
def _compiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The compiled kernel is asked for the first hand already."""
    monkeypatch.delenv("CALAREC_KERNEL", raising=False)
    monkeypatch.setattr(running, "_MIN_HANDS_FOR_KERNEL", 0)
    running._JUDGES.clear()
    yield
    running._JUDGES.clear()


def verified(of: str, text: str) -> tuple[list[object], object, int]:
    """Return the verdict on each hand, the last score, and the number passed in C."""
    running._JUDGES.clear()
    session = RecordJudge(game(of).ruleset)
    verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), session)
    found: list[object] = []
    many = 0
    for each in verifier.verify_in_runs(read_chunks(Text(text, "a.cal"), "utf-8", [])):
        match each:
            case HandsPassed():
                many += each.many
                found += [(one.payments, one.totals) for one in running.split_run(each)]
            case Passed():
                found.append((each.payments, each.totals))
            case Unruled():
                found.append(each.findings)
            case _:
                found.append(_judged(as_json(each)))
    evening = session.evening
    return found, None if evening is None else (evening.score, evening.match, evening.turn, evening.inherited), many


def _judged(it: Any) -> object:
    """Return payments and totals of a clean explained hand; otherwise its findings."""
    ruling = it["ruling"]
    clean = (ruling["verdict"], ruling["knowledge"], ruling["diagnostics"]) == ("legal", "complete", [])
    if clean and ruling["totals"] is not None:
        return tuple(ruling["payments"].values()), tuple(ruling["totals"].values())
    return it


def same(of: str, text: str) -> int:
    """Holds both ways equal; how many hands passed in the compiled kernel."""
    with plain():
        wanted, score, none = verified(of, text)
    found, scored, many = verified(of, text)
    assert none == 0
    assert found == wanted
    assert scored == score
    return many


def simulated(of: str, hands: int, seed: int, *, irregular: bool = False) -> str:
    """As `calarec simulate` writes it, claims and shown cards among it."""
    return "".join(write_hands(each.hand for each in simulate(game(of), hands=hands, seed=seed, irregular=irregular)))


@pytest.mark.parametrize("id_", [*IDS, *WITHOUT_AUCTION])
def test_simulated_hands(id_: str) -> None:
    """Simulated hands pass alike, most of them in the kernel where it serves.

    They have claims, concessions, shown cards, all passes, and matches that end.
    """
    same(id_, simulated(id_, 50, 5))
    same(id_, simulated(id_, 15, 6, irregular=True))


@pytest.mark.parametrize("id_", IDS)
def test_claims(id_: str) -> None:
    """Claims of the rest and of points are judged alike.

    As made, with other numbers and answers, and by other seats.
    """
    text = "".join(write_hands(each.hand for each in simulate(game(id_), hands=6, seed=3, aim="standing.claim")))
    rng = Random(f"claims {id_}")
    same(id_, text)
    for _ in range(3):
        other = re.sub(r"(?m)^(claim|concede) [A-G]", lambda line: f"{line[1]} {rng.choice('ABC')}", text)
        other = re.sub(r"rest|points \d+", lambda _: rng.choice(("rest", f"points {rng.randrange(40)}")), other)
        same(id_, re.sub(r" (?:accepted|refused)$", lambda _: rng.choice(("", " accepted", " refused")), other))


@pytest.mark.parametrize("id_", ["pagat", "settiglio", "tressette-accusi"])
def test_columns_of_settled_hands(id_: str) -> None:
    """Columns of settled hands belong to the hand asked for, not to an earlier one."""
    source = Text(text_of(id_, 30), "a.cal")
    found = list(SettledRecords(source, None))
    running._JUDGES.clear()
    with plain():
        assert found == list(SettledRecords(source, None))
    assert len({each.hand.line for each in found}) == 30


@pytest.mark.parametrize("id_", ["gelli-bellora", "gelli-terziglio"])
def test_signals(id_: str) -> None:
    """Signals as given pass in the kernel; changed ones are judged alike."""
    text = "".join(write_hands(each.hand for each in simulate(game(id_), hands=12, seed=3, aim="standing.signals")))
    hands = text.split("\nhand ")[2:]
    late = [hand for hand in hands if not re.search(r"(?m)^signal .*\n(?:signal .*\n)* 1 ", hand)]
    assert len(re.findall(r"(?m)^signal ", text)) >= 12
    wanted = hands if id_ == "gelli-bellora" else late
    assert same(id_, text) == len(wanted) >= 8, "the first hand, and signals before a play that may not have begun"
    rng = Random(f"signals {id_}")
    lines = text.split("\n")
    signals = [line for line in lines if line.startswith("signal")]
    for _ in range(25):
        other = list(lines)
        at = rng.choice([number for number, line in enumerate(lines) if line.startswith(("signal", " ", "1", "claim"))])
        other.insert(at + rng.randrange(2), rng.choice([*signals, "signal A: busso", "signal B: forte", "signal C:"]))
        same(id_, "\n".join(other))


@pytest.mark.parametrize("payload", [None, [], {}, {"check_0": 1}, {"check_0": [["x"], []]}, {"check_0": [[1.5], []]}])
def test_programs_are_kept(payload: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache returns the program it was given; anything else is made again."""
    rules = compiled("pagat")
    made = machine.translate_source(generated_source(write_filter, rules))
    kept: list[object] = [payload]
    monkeypatch.setattr("calarec.bulk.checker.cache.load_entry", lambda *_: kept[-1])
    monkeypatch.setattr("calarec.bulk.checker.cache.can_store_entry", lambda *_, payload, **__: kept.append(payload))
    assert translate_rules(rules) == made
    kept.append(json.loads(json.dumps(kept[-1])))
    assert len(kept) == 3
    assert translate_rules(rules) == made
    assert len(kept) == 3


def test_times_of_hands() -> None:
    """Valid dates pass in the kernel, with hours or without; others are explained."""
    written_times = [
        "2024-05-31T20:15", "0001-01-01", "9999-12-31T23:59", "2023-02-28", "2024-02-29", "2023-02-29", "2024-04-31",
        "2024-00-10", "2024-13-10", "2024-10-00", "2024-10-32", "0000-01-01", "2024-05-01T24:00", "2024-05-01T23:60",
        "2024-05-01T20:15:30", "2024-05-01T20:15:30.5", "2024-05-01T20:15Z", "2024-05-01T20:15+02:00", "2024-5-1",
        "2024-05-01T20", "2024-05-01T20:1", "2024-05-01 20:15", "2024-05-01T", "2024-05-", "today", "",
    ]  # fmt: skip
    text = text_of("pagat", 40)
    every = re.sub(r"(?m)^hand [0-9]+$", r"\g<0>\nat 2024-05-31T20:15", text)
    assert same("pagat", every) == same("pagat", text) > 30
    rng = Random("times")
    for _ in range(20):
        timed = re.sub(r"(?m)^hand [0-9]+$", lambda head: f"{head[0]}\nat {rng.choice(written_times)}", text)
        same("pagat", timed)


@pytest.mark.parametrize("name", DECLARING)
def test_what_is_declared(name: str, tmp_path: Path) -> None:
    """Melds that only add to totals pass in the kernel; damaged ones are judged alike."""
    of = declaring_file(name, tmp_path)
    text = text_of(of, 30)
    passed = same(of, text)
    if name == "tressette-accusi":
        assert text.count("\ndeclare ") > 15
        assert passed > 27
    kinds = (*DECLARED, "swap cards", "exchange", "drop", "double", "amount", "seat", "raise")
    for damage in of_shard(kinds, name):
        rng = Random(f"{name} {damage}")
        same(of, damaged(text_of(of, 14, 1), rng, every=1, kinds=(damage,)))


@pytest.mark.parametrize("id_", ["treccani", "tressette", "gelli-terziglio"])
def test_matches_begin_among_the_hands(id_: str) -> None:
    """After a line that begins a match, the kernel continues if the next hand passes.

    Damage ends it there.
    """
    bare = re.sub(r"(?m)^total .*\n", "", simulated(id_, 60, 8).replace("\nmatch\n", ""))
    beginning, *hands = bare.split("\nhand ")
    rng = Random(f"matches {id_}")
    lines = ("match", "match 7", 'match "x"', "match x", "match 007", "match ", "match\nmatch", "match\n")
    passed = 0
    for _ in range(30):
        text = beginning
        for hand in hands:
            line = rng.choice(lines[:2] if rng.random() < 0.8 else lines)
            text += f"\n{line}\n" * (rng.random() < 0.3) + "\nhand " + hand
        passed += same(id_, text if rng.random() < 0.5 else damaged(text, rng, every=9))
    assert passed > 30 * len(hands) // 2
    threes = ["\nmatch\n" * (number % 3 == 0) + "\nhand " + hand for number, hand in enumerate(hands)]
    assert _runs(id_, beginning + "".join(threes).removeprefix("\nmatch\n")) == 1


def _runs(id_: str, text: str) -> int:
    """Count the runs of hands that passed one after the other."""
    verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge(game(id_).ruleset))
    pieces = read_chunks(Text(text, "a.cal"), "utf-8", [])
    return sum(isinstance(each, HandsPassed) for each in verifier.verify_in_runs(pieces))


SIGNALS = {
    "playing": "standing.signals.when: playing",
    "some contracts": "standing.signals.contracts: [solo]",
    "opponents alone": "standing.signals.by: opponents",
}


@pytest.mark.parametrize("name", SIGNALS)
def test_other_signals(name: str, tmp_path: Path) -> None:
    """Signals with any card, in one contract, or by opponents are judged alike."""
    path = tmp_path / "house.yaml"
    head = "ruleset: house\nversion: 1.0.0\ntitle: House\nextends: gelli-terziglio\nsource: house rule\nset:\n"
    path.write_text(f"{head}  {SIGNALS[name]}\n", "utf-8")
    made = "".join(
        write_hands(each.hand for each in simulate(game(str(path)), hands=8, seed=3, aim="standing.signals"))
    )
    assert same(str(path), made) >= 5
    freely = simulate(game("gelli-terziglio"), hands=8, seed=4, aim="standing.signals")
    same(str(path), re.sub(r"(?m)^rules .*\n", "", "".join(write_hands(each.hand for each in freely))))


_WITHOUT_BONUSES = """ruleset: plain-pagat
version: 1.0.0
extends: pagat
title: {en: Ours, it: Nostra}
summary: {en: Pagat without bonuses., it: Pagat senza premi.}
source: house rule
set:
  settle.bonus.cappotto: off
  settle.bonus.stramazzo: off
  settle.bonus_order: []
"""


def test_claims_of_points_pass_in_the_kernel(tmp_path: Path) -> None:
    """A hand with claimed points goes back only if a bonus depends on the play."""
    text = "".join(write_hands(each.hand for each in simulate(game("pagat"), hands=20, seed=3, aim="standing.claim")))
    ended = re.findall(r"(?:claim|concede) .: points \d+(?: accepted)?\nresult", text)
    assert len(ended) >= 3
    assert same("pagat", text) <= 20 - len(ended)
    path = tmp_path / "plain-pagat.yaml"
    path.write_text(_WITHOUT_BONUSES, encoding="utf-8")
    freely = simulate(game(str(path)), hands=20, seed=3, aim="standing.claim")
    text = re.sub(r"(?m)^rules .*\n", "", "".join(write_hands(each.hand for each in freely)))
    assert len(re.findall(r"(?:claim|concede) .: points \d+(?: accepted)?\nresult", text)) >= 3
    assert same(str(path), text) >= 17


def test_it_serves_what_it_should() -> None:
    """Most shipped rulesets pass in the kernel; shared piles of opponents do not."""
    served = {id_ for id_ in (*IDS, "tressette-in-due") if same(id_, text_of(id_, 40))}
    assert {"pagat", "treccani", "quadriglio", "quintiglio", "cavendish", "foster", "tressette-in-due"} <= served
    assert len(served) > 20
    assert {id_ for id_ in WITHOUT_AUCTION if same(id_, text_of(id_, 40))} >= {
        "ciapano", "rovescino", "tressette", "tressette-accusi",
    }  # fmt: skip


def test_what_is_carried_on_passes_in_the_kernel() -> None:
    """Carried piles and narrowed bids pass in the kernel, hand after hand."""
    text = simulated("treccani", 80, 7)
    assert text.count("\ncarry ") > 30
    assert same("treccani", text) > 72


KEEPING = {
    "nothing": "  all_pass: {do: carry_on, only: [solo, solissimo], binds: everyone, dealer: next}",
    "eldest": "  all_pass.binds: eldest",
    "same dealer": "  all_pass.dealer: same",
    "all bids": "  all_pass.only: []",
}


@pytest.mark.parametrize("name", KEEPING)
def test_other_ways_of_carrying_on(name: str, tmp_path: Path) -> None:
    """Narrowed auctions and a repeated dealer pass in the kernel, and neither too."""
    path = tmp_path / "house.yaml"
    head = "ruleset: house\nversion: 1.0.0\ntitle: House\nextends: treccani\nsource: house rule\nset:\n"
    path.write_text(f"{head}{KEEPING[name]}\n", "utf-8")
    assert same(str(path), simulated(str(path), 40, 3)) > 30


def _carried_otherwise(text: str, rng: Random) -> str:
    """Change the lines of carried things: other, missing, double, or unjustified."""
    lines = text.split("\n")
    at = rng.choice([number for number, line in enumerate(lines) if line.startswith(("carry", "deal", "monte"))])
    there = [line for line in lines if line.startswith(("carry", "monte"))]
    lines[at : at + 1] = rng.choice(
        ([], [rng.choice(there)], [lines[at], rng.choice(there)], [rng.choice(there).replace("monte", "carry monte")])
    )
    return "\n".join(lines)


def test_what_is_carried_on_is_told_otherwise() -> None:
    """Wrong lines of carried things are judged alike."""
    rng = Random("carried")
    for seed in range(40):
        text = simulated("treccani", 10, seed)
        same("treccani", _carried_otherwise(text, rng))


@pytest.mark.parametrize("which", STOCKS)
def test_draws(which: str, tmp_path: Path) -> None:
    """Draws between tricks, and words between draws, mostly pass in the kernel."""
    name = stock_file(which, tmp_path)
    usual = text_of(name, 30)
    assert same(name, usual) == same(name, with_winners(name, usual)) >= 20
    for aim in ("standing.show", "standing.claim"):
        assert same(name, simulated_text(name, 12, 3, aim)) >= 4
    rng = Random(which)
    for change in of_shard(CHANGES, which):
        head, *hands = re.split(r"(?m)^(?=hand )", simulated_text(name, 8, 4))
        for number, each in enumerate(hands[1:], 1):
            lines = re.sub(r"(?m)^(?:result|score|total) .*\n", "", each).split("\n")
            change_lines(lines, change, rng)
            hands[number] = "\n".join(lines)
        same(name, head + "".join(hands))
    same(name, damaged(usual, rng, every=2))


@pytest.mark.parametrize("id_", [*IDS, "tressette-in-due"])
def test_damaged_hands(id_: str) -> None:
    """Every second hand is changed in some way, and so are the lines between hands."""
    rng = Random(f"checker {id_}")
    same(id_, damaged(text_of(id_, 40), rng, every=2))


@pytest.mark.parametrize("name", ALL_HOUSES)
def test_words_that_no_shipped_ruleset_says(name: str, tmp_path: Path) -> None:
    """Piles, differences, bonuses and counts that no shipped ruleset has are alike."""
    of = house_file(name, tmp_path)
    same(of, text_of(of, 25))


@pytest.mark.parametrize("id_", ["pagat", "quintiglio", "tressette-accusi"])
def test_shards(id_: str, tmp_path: Path) -> None:
    """A file in pieces, with wrong totals and dealers, has the same findings."""
    text = simulated(id_, 60, 4)
    lines = text.split("\n")
    for word, other in (("total", r"total A: 3"), ("dealer", "dealer C")):
        at = [number for number, line in enumerate(lines) if line.startswith(word)][len(lines) % 40]
        lines[at] = other
    file = tmp_path / "a.cal"
    for each in (text, "\n".join(lines)):
        file.write_text(each, "utf-8")
        found = [_shard(part) for part in check_files([str(file)], size=6000)]
        with plain():
            assert found == [_shard(part) for part in check_files([str(file)], size=6000)]


def _shard(part: Part) -> object:
    return part.findings, part.report.verdicts


def test_characters_put_otherwise() -> None:
    """Hands with changed, missing and doubled characters are judged alike."""
    text = simulated("pagat", 12, 9)
    begins = text.index("\nhand 3")
    ends = text.index("\nend\n", text.index("\nhand 4")) + 5
    rng = Random("characters")
    for _ in range(150):
        at = rng.randrange(begins, ends)
        other = rng.choice((text[at + 1 : at + 2] * 2, "", rng.choice(" \n:+-0123456789ABCbscdaz>é")))
        same("pagat", text[:at] + other + text[at + 1 :])


def test_instructions_and_registers_are_those_of_the_core() -> None:
    """The lists of instructions and registers are equal in Python and C."""
    listed = re.search(r"DO_END,.*?\}", HEADER, re.DOTALL)
    assert listed is not None
    assert tuple(re.findall(r"DO_(\w+)", listed[0])) == machine.INSTRUCTIONS
    places = {name: int(at) for name, at in re.findall(r"AT_(\w+) = (\d+)", HEADER)}
    assert {name.lower(): at for name, at in places.items() if name in ("HANDS", "PILES", "WON", "DEALT", "HELD")} == (
        machine.LIST_REGISTERS
    )
    assert places["LIST"] == machine.MADE_LIST
    after = re.search(r"AT_DECL = 48, (.*?), REGISTERS = (\d+)", HEADER, re.DOTALL)
    assert after is not None
    named = {name: 49 + nth for nth, name in enumerate(re.findall(r"AT_(\w+)", after[1]))}
    assert {name.upper(): at for name, at in machine.GIVEN_REGISTERS.items()} == {
        "DECL": 48,
        **{name: at for name, at in named.items() if name not in ("IDLE", "OTHERS", "LOCALS")},
    }
    assert (named["IDLE"], named["POINTS"], named["OTHERS"], named["LOCALS"]) == (
        55,
        56,
        57,
        machine._FIRST_FREE_REGISTER,
    )
    assert int(after[2]) == machine._REGISTER_COUNT


def test_what_is_no_table_is_refused() -> None:
    """Bytes that are not tables, seatings, auctions or places are refused."""
    for tables in (b"", b"x", bytes(8 * 20), b"\xff" * 400):
        with pytest.raises(ValueError):
            _kernel.Checker(tables)
    with pytest.raises(TypeError):
        _kernel.Checker("x")  # type: ignore[arg-type]
