"""Costs of irregularities: two of them, no declarer, a pot, or a seat that is out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from calarec.core.engine.game import Game
from calarec.core.notation import parse_records
from calarec.core.wording.language import text_in
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import check_rules, load_ruleset
from calarec_tools.main import main
from tests.judge.review.table import house
from tests.records.shelf import RECORDS

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.judge.judgement import Judgement

LOST = ("set:", "  standing.revoke.contract: lost")
HEAD = "cal 1\nrules club\nseat A\nseat B\nseat C\n"


def judged(folder: Path, parent: str, lines: tuple[str, ...], text: str) -> list[Judgement]:
    """The rulings on the hands of a text under a house rule."""
    totals = begin_totals(Game.from_ruleset(load_ruleset(str(house(folder, parent, *lines)))))
    text = re.sub("(?m)^(result|score|total) .*\n", "", re.sub("(?m)^rules .*", "rules club", text))
    return [totals.replay(hand) for hand in parse_records(text)]


def told(ruling: Judgement, rule: str) -> list[str]:
    """Return the sentences of the account on a rule."""
    assert ruling.account is not None
    return [text_in(each.says, "en") for each in ruling.account.because if each.rule == rule]


@pytest.mark.parametrize(
    ("faults", "declarer_wins"),
    [
        (("A: revoke trick 4 claimed by B", "B: revoke trick 3 claimed by A"), False),
        (("B: revoke trick 3 claimed by A", "A: revoke trick 4 claimed by B"), False),
        (("A: revoke trick 2 claimed by B", "B: revoke trick 3 claimed by A"), True),
        (("B: revoke trick 3 claimed by A", "A: revoke trick 2 claimed by B"), True),
    ],
)
def test_of_both_sides_the_one_that_erred_first_has_lost(
    tmp_path: Path, faults: tuple[str, ...], declarer_wins: bool
) -> None:
    """In any order of the lines; the account states it."""
    text = (RECORDS / "pagat" / "first.cal").read_text("utf-8")
    lines = "".join(f"fault {each}\n" for each in faults)
    (ruling,) = judged(tmp_path, "pagat", LOST, text.replace('note "Carla: we', lines + 'note "Carla: we'))
    assert ruling.account is not None
    assert ruling.account.sides[0].wins is declarer_wins
    said = told(ruling, "standing.revoke.contract")
    assert len(said) == 2
    assert "came later" in said[1]


def test_without_a_declarer_the_account_says_what_costs_nothing(tmp_path: Path) -> None:
    text = (RECORDS / "spazzatura" / "all-pass-played-out.cal").read_text("utf-8")
    text = text.replace("result A", "fault A: revoke trick 2 claimed by B\nresult A")
    (ruling,) = judged(tmp_path, "spazzatura", (*LOST, "  standing.revoke.move_points: 3p"), text)
    assert ruling.verdict == "irregular"
    assert ["loses no contract" in each for each in told(ruling, "standing.revoke.contract")] == [True]
    assert ["no points move" in each for each in told(ruling, "standing.revoke.move_points")] == [True]


@pytest.mark.parametrize(("parent", "found"), [("pagat", True), ("treccani", False)])
def test_moved_points_tell_beside_a_lost_contract_where_the_match_counts_them(
    tmp_path: Path, parent: str, found: bool
) -> None:
    file = house(tmp_path, parent, *LOST, "  standing.revoke.move_points: 3p")
    codes = [each.code for each in check_rules(str(file)).findings]
    assert ("RUL607" in codes) is found


def test_why_a_hand_with_an_unknown_pot_is_unsettled_is_told(tmp_path: Path) -> None:
    """The hand before was broken off: the content of the pot is unknown."""
    rules = ("set:", "  all_pass: {do: carry_on, pot: {each: 1, to: winner}}")
    game = Game.from_ruleset(load_ruleset(str(house(tmp_path, "pagat", *rules))))
    text = HEAD + "".join((
        "\nhand 1\ndealer A\nbid B: passo C: passo A: passo\nend\n",
        '\nhand 2\ndealer B\nbid C: solo\nend abandoned "lights"\n',
        "\nhand 3\ndealer B\nbid C: solo\nresult C: won\nend\n",
    ))  # fmt: skip
    totals = begin_totals(game)
    last = [totals.replay(hand) for hand in parse_records(text)][-1]
    assert last.account is None
    assert [(each.code, each.wording) for each in last.findings] == [("CAL322", "pot")]
    assert "carry pot" in last.findings[0].help("en")
    assert "piatto" in last.findings[0].message("it")


@pytest.mark.parametrize(("said", "times"), [("score B: +15 A: -6 C: -6\n", 0), ("result B: won\n", 1), ("", 1)])
def test_the_unknown_pot_of_a_hand_with_its_cards_is_told_once(tmp_path: Path, said: str, times: int) -> None:
    """Not if a `score` line settles it; once if neither cards nor lines do."""
    rules = ("set:", "  all_pass: {do: carry_on, pot: {each: 1, to: winner}}")
    game = Game.from_ruleset(load_ruleset(str(house(tmp_path, "pagat", *rules))))
    played = (RECORDS / "pagat" / "first.cal").read_text("utf-8").partition("\nhand 1\n")[2]
    text = HEAD + "".join((
        "\nhand 1\ndealer B\nbid C: passo A: passo B: passo\nend\n",
        '\nhand 2\ndealer C\nbid A: solo\nend abandoned "lights"\n',
        "\nhand 3\n" + played.replace('note "Carla: we', f'{said}note "Carla: we'),
    ))  # fmt: skip
    totals = begin_totals(game)
    last = [totals.replay(hand) for hand in parse_records(text)][-1]
    assert [each.code for each in last.findings if each.wording == "pot"] == ["CAL322"] * times
    assert (last.account is not None) is (not times)


def test_it_is_nobodys_turn_to_deal_who_is_out(tmp_path: Path) -> None:
    """B is out with his total; the turn is C's."""
    game = Game.from_ruleset(load_ruleset(str(house(tmp_path, "pagat", "set:", "  match.out_at: 8"))))
    text = (
        HEAD
        + "seat D\n"
        + "".join(
            f"\nhand {number}\ndealer {dealer}\nbid {declarer}: solissimo\nresult {declarer}: lost\nend\n"
            for number, dealer, declarer in ((1, "A", "B"), (2, "C", "D"))
        )
    )
    totals = begin_totals(game)
    _, second = (totals.replay(hand) for hand in parse_records(text))
    codes = [each.code for each in second.findings]
    assert "CAL619" in codes
    assert "CAL307" not in codes


def test_why_there_is_no_bonus_is_told_of_what_was_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A point more came to them by an irregularity: bonuses look at what they had before it."""
    bonus = "  settle.bonus.poor: {when: {of: losers, points_below: 2p}, plus_stakes: 1}"
    rules = house(tmp_path, "pagat", "set:", "  standing.revoke.move_points: 1p", "add:", bonus)
    text = (RECORDS / "pagat" / "first.cal").read_text("utf-8")
    text = re.sub("(?m)^(result|score|total) .*\n|^seat .*\n", "", text).replace(
        "\nhand 1", "seat A\nseat B\nseat C\nhand 1"
    )
    record = tmp_path / "x.cal"
    record.write_text(text.replace('note "Carla: we', 'fault B: revoke trick 4 claimed by A\nnote "Carla: we'), "utf-8")
    monkeypatch.setenv("COLUMNS", "160")
    assert main(["replay", str(record), "--rules", str(rules), "--full"]) in (0, 1)
    told = capsys.readouterr().out
    assert "B's side gives 1 point (3 thirds) to the other" in told
    assert "not poor: A and C took 2 2/3 points (8 thirds) in all; condition: less than 2 points" in told


DEAR = ("set:", "  standing.revoke.pay_each: 1x", "  standing.revoke.pay_again: 3x")
MISDEAL = (
    "set:", "  all_pass: {do: carry_on, pot: {each: 1x, to: winner}}",
    "add:", "  standing.misdeal: {do: fault, by: dealer, claimed_by: anyone, pay_pot: 2x, deal: void, dealer: next}",
)  # fmt: skip


def replay_under(folder: Path, lines: tuple[str, ...], text: str) -> list[Judgement]:
    """The rulings on the hands of a text as it is, under a house rule of pagat."""
    totals = begin_totals(Game.from_ruleset(load_ruleset(str(house(folder, "pagat", *lines)))))
    return [totals.replay(hand) for hand in parse_records(text)]


BID = "\nhand 1\ndealer C\nbid A: chiamo\n"


@pytest.mark.parametrize(
    ("faults", "paid"),
    [
        ("B: revoke trick 2 claimed by A", {"A": 3, "B": -3, "C": 0}),
        ("B: revoke trick 2 claimed by A; B: revoke trick 5 claimed by A", {"A": 6, "B": -9, "C": 3}),
        ("B: revoke trick 5 claimed by A; B: revoke trick 2 claimed by A", {"A": 6, "B": -9, "C": 3}),
        ("B: revoke trick 2 claimed by A; C: revoke trick 5 claimed by A", {"A": 4, "B": -2, "C": -2}),
        ("B: revoke trick 2; B: revoke trick 5; B: revoke trick 7", {"A": 9, "B": -15, "C": 6}),
    ],
)
def test_the_second_of_a_player_costs_more(tmp_path: Path, faults: str, paid: dict[str, int]) -> None:
    """Not the second of another; the third costs what the second costs. `penalty` lines are held to the prices."""
    lines = "".join(f"fault {each}\n" for each in faults.split("; "))
    more = {seat: paid[seat] - (2 if seat == "A" else -1) for seat in paid}
    penalty = "penalty " + " ".join(f"{seat}: {amount:+d}" for seat, amount in more.items() if amount) + "\n"
    text = f"{HEAD}{BID}{lines}result A: won\n{penalty}end\n"
    (ruling,) = replay_under(tmp_path, DEAR, text)
    assert ruling.account is not None
    assert dict(zip("ABC", ruling.account.payments, strict=True)) == paid
    assert not [each.code for each in ruling.findings if each.severity == "error"]
    (wrong,) = replay_under(tmp_path, DEAR, text.replace("penalty A: +", "penalty A: +1"))
    assert [each.code for each in wrong.findings if each.severity == "error"] == ["CAL613"]


@pytest.mark.parametrize(("seats", "dealer"), [("ABC", "A"), ("ABCD", "A")])
def test_the_dealer_pays_into_the_pot(tmp_path: Path, seats: str, dealer: str) -> None:
    """Only the dealer can, even one who sits out; the next winner takes it."""
    head = "cal 1\nrules club\n" + "".join(f"seat {seat}\n" for seat in seats)
    for offender, pot in ((dealer, 2), ("B", 0)):
        text = f"{head}\nhand 1\ndealer {dealer}\nfault {offender}: misdeal\nend void\n"
        text += "\nhand 2\ndealer B\nbid C: chiamo\nresult C: won\nend\n"
        first, second = replay_under(tmp_path, MISDEAL, text)
        assert ("CAL530" in [each.code for each in first.findings]) is (not pot)
        if pot:
            assert first.account is not None
            assert sum(first.account.payments) == -pot
            assert second.account is not None
            assert second.account.payments[seats.index("C")] == 2 + pot
            assert sum(second.account.payments) == pot
            assert "CAL307" not in [each.code for each in second.findings]
