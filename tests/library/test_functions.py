"""The library's functions give the output of the commands."""

from __future__ import annotations

import json
import runpy
import sys
from typing import TYPE_CHECKING, Any

import polars
import pytest

import calarec
from calarec.core.records.model import Trick
from calarec_tools.main import main
from tests.house.tree import ROOT
from tests.rulebooks import SHIPPED
from tests.shards import of_shard

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.playing.move_types import AnyMove
    from calarec.playing.moves import LegalMoves
    from calarec.playing.seat_view import SeatView
    from calarec.simulation.own_bots import BotName, SeatBot

EVENING = ROOT / "docs" / "examples" / "evening.cal"
FIRST = ROOT / "records" / "pagat" / "first.cal"
PAGAT = ROOT / "rules" / "pagat.yaml"


def _printed_json(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    main([*words])
    return json.loads(capsys.readouterr().out)


def test_rulesets_are_listed_and_loaded_when_they_are_asked_for() -> None:
    known = calarec.rulesets()
    assert [*known] == sorted(SHIPPED)
    assert known["pagat"] == calarec.load_rules("pagat")
    assert "no-such-rules" not in known
    with pytest.raises(KeyError):
        known["no-such-rules"]


def test_rules_are_an_id_a_path_or_an_object() -> None:
    reports = [calarec.check(EVENING, rules) for rules in ("pagat", PAGAT, calarec.load_rules("pagat"), None)]
    places = [[(finding.code, finding.span) for finding in report.findings] for report in reports]
    assert places[1:] == [places[0]] * 3
    assert places[0]
    hands = [
        [made.hand for made in calarec.simulate(rules, hands=2)] for rules in ("pagat", calarec.load_rules("pagat"))
    ]
    assert hands[0] == hands[1]


def test_check_reports_what_the_command_reports(capsys: pytest.CaptureFixture[str]) -> None:
    report = calarec.check([EVENING, FIRST])
    printed = _printed_json(capsys, "check", str(EVENING), str(FIRST), "--format", "json")
    keys = ("code", "line", "column", "message")
    assert [[item[key] for key in keys] for item in printed] == [
        [finding.as_json()[key] for key in keys] for finding in report.findings
    ]
    assert report.findings
    assert report.hands == 4
    assert not report.is_clean
    assert calarec.check(FIRST).is_clean


def test_a_text_is_checked_as_its_file_is() -> None:
    text = calarec.Text(EVENING.read_text("utf-8"), str(EVENING))
    assert calarec.check(text) == calarec.check(EVENING)


def test_a_file_that_is_not_there_is_a_finding(tmp_path: Path) -> None:
    assert [finding.code for finding in calarec.check(tmp_path / "none.cal").findings] == ["CAL001"]


def test_sheet_adds_up_as_the_command_does(capsys: pytest.CaptureFixture[str]) -> None:
    evenings = calarec.sheet([EVENING, FIRST])
    printed = _printed_json(capsys, "sheet", str(EVENING), str(FIRST), "--json")
    assert printed["unit"] == "1"
    assert printed["standings"] == evenings.totals
    assert [tuple(debt.values()) for debt in printed["debts"]] == [tuple(debt) for debt in evenings.debts()]
    assert len(evenings) == 2
    rows = evenings.rows()
    assert [row["payment"] for row in rows[:3]] == [-1, 2, -1]
    assert {len(row) for row in rows} == {33}


def test_what_is_owed_makes_everyone_even() -> None:
    evenings = calarec.sheet(EVENING)
    left = dict(evenings.totals)
    for debt in evenings.debts():
        left[debt.debtor] += debt.amount
        left[debt.creditor] -= debt.amount
    assert set(left.values()) == {0}


def test_diff_has_a_sentence_of_each_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    found = calarec.diff("pagat", "pagat-declarer-leads")
    printed = _printed_json(capsys, "rules", "diff", "pagat", "pagat-declarer-leads", "--json")
    assert {difference.path for difference in found.differences} <= set(json.dumps(printed).replace('"', " ").split())
    assert len(found) == len(found.sentences()) > 0
    assert all(mine != theirs for mine, theirs in found.sentences())
    assert not calarec.diff("pagat", PAGAT).rules


def test_rescore_pays_by_the_other_rules() -> None:
    (found,) = calarec.rescore(FIRST, "no-stramazzo")
    assert found.ruleset.id == "no-stramazzo"
    assert found.judged[0].payments == {"A": -2, "B": 4, "C": -2}
    with pytest.raises(ValueError, match="at least one ruleset"):
        calarec.rescore(FIRST)


def test_identify_finds_the_rules_of_an_evening() -> None:
    (found,) = calarec.identify(FIRST, ["tretre", "pagat", PAGAT])
    assert found.best_candidate.ruleset.id == "pagat"
    assert found.best_candidate.is_fitting


def test_repair_offers_what_the_command_offers(capsys: pytest.CaptureFixture[str]) -> None:
    offers = [repair.new_lines for found in calarec.repair(EVENING) for repair in found.offered[:5]]
    main(["repair", str(EVENING), "--json"])
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(offers) == sum(len(hand["offers"]) for hand in printed) > 0


def test_annotate_weighs_every_card() -> None:
    (hand,) = calarec.read(FIRST)
    found = calarec.annotate(hand, seconds=60)
    assert found.play.is_all_known
    assert [card.card for card in found.play.cards[:3]] == [
        card for trick in hand.every(Trick) for card in trick.cards
    ][:3]
    assert calarec.annotate(found.judgement, seconds=60) == found


def test_an_archive_is_asked_through_the_closed_connection(tmp_path: Path) -> None:
    file = tmp_path / "a.duckdb"
    assert main(["archive", "build", str(FIRST), "-o", str(file)]) == 0
    found = calarec.archive(file)
    assert found.query("SELECT count(*) FROM hands").rows == [(1,)]
    with pytest.raises(calarec.RefusalError):
        found.query("SELECT * FROM read_csv('/etc/hostname')")
    for frame in (found.df(), found.df(library="pandas"), found.df(library="polars")):
        assert (len(frame), list(frame["declarer"])) == (1, ["B"])
    assert type(found.df(library="polars")).__module__.startswith("polars")
    assert len(calarec.sheet(FIRST).df(library="polars")) == 3
    with pytest.raises(calarec.RefusalError):
        found.df("SELECT * FROM read_csv('/etc/hostname')")
    with pytest.raises(calarec.RefusalError):
        found.df("", library="polars")
    with pytest.raises(ValueError, match="`pandas` or `polars`"):
        found.df(library="arrow")  # type: ignore[arg-type]


def test_an_archive_does_not_look_into_the_variables_of_who_asks(tmp_path: Path) -> None:
    """A view in a stranger's archive could name one, and read its value."""
    secret = polars.DataFrame({"a": [1]})
    file = tmp_path / "a.duckdb"
    assert main(["archive", "build", str(FIRST), "-o", str(file)]) == 0
    for ask in (calarec.archive(file).query, calarec.archive(file).df):
        with pytest.raises(calarec.RefusalError, match="secret"):
            ask("SELECT * FROM secret")
    assert len(secret) == 1


@pytest.mark.parametrize("call", [calarec.check, calarec.sheet, calarec.identify, calarec.repair])
def test_what_is_no_record_is_refused(call: Any) -> None:
    with pytest.raises(TypeError, match="is to be"):
        call(5)


@pytest.mark.parametrize("call", [calarec.annotate, calarec.choose_move])
def test_a_record_in_place_of_a_hand_is_refused(call: Any) -> None:
    with pytest.raises(TypeError, match=r"hand is to be a hand .*, not '.*first\.cal'"):
        call("records/pagat/first.cal")


@pytest.mark.parametrize("bot", ["sensible", "random"])
@pytest.mark.parametrize("ruleset", of_shard([*SHIPPED], "choose-move"))
def test_a_bot_plays_a_hand_move_by_move(ruleset: str, bot: BotName) -> None:
    """Its moves are legal from the auction to the last card, and the same for the same seed."""
    hand = calarec.play(ruleset, seed=1)
    for number in range(200):
        if hand.is_over:
            break
        move = calarec.choose_move(hand, bot, seed=number)
        assert move is not None
        assert move == calarec.choose_move(hand, bot, seed=number)
        hand = hand.apply(move)
    assert hand.is_over
    assert calarec.replay(hand.record(), ruleset).verdict == "legal"
    with pytest.raises(ValueError, match="is over"):
        calarec.choose_move(hand, bot)


def test_a_bot_chooses_as_in_a_simulation() -> None:
    """A function gets what its seat sees, and a bot of another seat is not asked."""
    hand = calarec.play("pagat", 3, dealer="C", seed=22)
    asked = []

    def last_word(view: SeatView, moves: tuple[LegalMoves, ...]) -> AnyMove | None:
        asked.append(view.seat)
        return moves[0].move(moves[0].words[-1])

    bots: dict[str, SeatBot] = {"A": last_word, "B": "strong", "C": "random"}
    assert calarec.choose_move(hand, bots) == {"do": "bid", "seat": "A", "word": "solissimo"}
    assert asked == ["A"]
    with pytest.raises(ValueError, match="bot names the seats A B C, not A"):
        calarec.choose_move(hand, {"A": "random"})
    with pytest.raises(ValueError, match="does not play rovescino"):
        calarec.choose_move(calarec.play("rovescino", seed=1), "strong")


def test_seats_have_their_results_by_letter() -> None:
    """Payments, points, gains in totals and winners, in all kinds of games."""
    (paid,) = calarec.replay(calarec.read(FIRST))
    assert (paid.payments, paid.won) == ({"A": -6, "B": 12, "C": -6}, ("B",))
    assert (paid.score, paid.points) == (paid.payments, {"A": 8, "B": 27, "C": 8})
    made = next(calarec.simulate("tressette", hands=1, seed=2))
    counted = calarec.replay(made.hand)
    assert counted.payments == dict.fromkeys("ABCD", 0)
    assert counted.won == ()
    assert counted.score == {"A": 7, "B": 4, "C": 7, "D": 4}
    assert counted.points == {"A": 22, "B": 13, "C": 22, "D": 13}


def test_a_view_has_hands_in_the_order_of_seats() -> None:
    """As payments do, whoever leads; the dealer sits out."""
    seen = calarec.play("pagat", 4, dealer="B", seed=1).view("A")
    assert (seen.seats, list(seen.hands)) == (("C", "D", "A"), ["A", "C", "D"])
    assert list(seen.as_json()["hands"]) == ["A", "C", "D"]


def test_a_hand_in_play_has_the_same_results() -> None:
    playing = calarec.play("pagat", 3, seed=4)
    assert (playing.payments, playing.score, playing.points, playing.won) == (None,) * 4
    while not playing.is_over:
        playing = playing.apply(next(playing.legal()[0].moves()))
    replayed = calarec.replay(playing.record())
    assert (playing.payments, playing.score, playing.points, playing.won) == (
        replayed.payments, replayed.score, replayed.points, replayed.won,
    )  # fmt: skip


@pytest.mark.parametrize(("rules", "seats"), [("pagat", 4), ("tressette", 4), ("tressette-in-due", 2)])
def test_a_simulated_hand_has_the_results_of_its_record(rules: str, seats: int) -> None:
    """Sitting out, in a game that counts points, and at two."""
    for simulated in calarec.simulate(rules, hands=3, seed=3, seats=seats):
        (replayed,) = calarec.replay(calarec.read(calarec.Text(calarec.write([simulated.hand]))))
        assert replayed.score is not None
        assert simulated.seats == replayed.seats == tuple("ABCD"[:seats])
        assert (simulated.payments, simulated.score, simulated.points, simulated.won) == (
            replayed.payments, replayed.score, replayed.points, replayed.won,
        )  # fmt: skip


def test_the_module_is_the_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["calarec", "--version"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("calarec", run_name="__main__")
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("calarec ")
