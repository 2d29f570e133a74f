"""Result, payments and totals that contradict each other: which is the slip, and what may be mended unasked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.notation.reader import parse_records
from calarec.core.wording.language import LANGUAGES
from calarec.record_judge.gaps import begin_totals
from calarec_tools.archive.runs.running import check_files
from calarec_tools.main import main
from tests.judge.damage.written_hand import HAND
from tests.rulebooks import game
from tests.unknown_cards.evenings import HEAD, played

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.judge.judgement import Judgement

BEFORE = "hand 1\ndealer C\nbid A: chiamo B: passo C: passo\nresult A: won\ntotal A: 2 B: -1 C: -1\nend\n\n"
AFTER = "\nhand 3\ndealer B\nbid C: chiamo A: passo B: passo\nresult C: won\ntotal {}\nend\n"


def second(*lines: str, bid: str = "bid B: solo C: passo A: passo", after: str = "") -> list[Judgement]:
    """The rulings on the second hand of an evening, and on those after it."""
    middle = "\n".join(("hand 2", "dealer A", bid, *lines, "end", ""))
    return played(BEFORE + middle + after)[1:]


def told(replay: Judgement) -> list[tuple[str, bool]]:
    """Code of each error, and whether its fix is safe."""
    return [(each.code, each.fix is not None and each.fix.safe) for each in replay.findings if each.severity == "error"]


@pytest.mark.parametrize("total", [(), ("total A: -3 B: 4 C: -2",)])
def test_without_a_majority_both_possibilities_are_named_and_nothing_is_settled(total: tuple[str, ...]) -> None:
    """Won by its result, lost by its payments, other totals: one finding, no sums."""
    ruling, third = second("result B: won", "score B: -4 A: +2 C: +2", *total, after=AFTER.format("A: 1 B: 1 C: -2"))
    assert told(ruling) == [("CAL616", False)]
    finding = ruling.findings[-1]
    assert finding.fix is None
    assert finding.message("en") == "by its result solo was won, by its payments lost"
    assert finding.message("it") == "solo: secondo il risultato la mano è vinta, secondo i pagamenti è persa"
    for lang in LANGUAGES:
        assert "`A: -2 B: +4 C: -2`" in finding.help(lang)
    assert ruling.account is None
    assert ruling.stated is False
    assert told(third) == ([("CAL612", False)] * 3 if total else [])


def test_totals_that_agree_with_the_payments_speak_against_the_result() -> None:
    """Two against one: it is the result that is wrong; the totals may have been added up from the payments."""
    ruling, third = second(
        "result B: won", "score B: -4 A: +2 C: +2", "total A: 4 B: -5 C: 1", after=AFTER.format("A: 3 B: -6 C: 3")
    )
    assert told(ruling) == [("CAL614", False)]
    finding = ruling.findings[-1]
    assert finding.message("en") == "by the result B has won this hand, by payments and totals lost it"
    assert finding.fix is None
    assert "--renew" in str(finding.help("en"))
    assert all(finding.help(lang) for lang in LANGUAGES)
    assert ruling.account is not None
    assert ruling.account.payments == (2, -4, 2)
    assert told(third) == []


def test_totals_that_agree_with_the_result_speak_against_the_payments() -> None:
    """Two against one, and the totals cannot come from the payments: that may be mended unasked."""
    ruling = second("result B: won", "score B: -4 A: +2 C: +2", "total A: 0 B: 3 C: -3")[0]
    assert told(ruling) == [("CAL611", True)]
    finding = ruling.findings[-1]
    assert finding.fix is not None
    assert [edit.text for edit in finding.fix.edits] == ["+4", "-2", "-2"]
    assert finding.message("en") == "solo won is worth +4 to B, -2 to A and -2 to C"
    assert finding.message("it") == "solo, mano vinta: +4 per B, -2 per A e -2 per C"


def test_without_a_result_payments_and_totals_of_two_outcomes_are_one_finding() -> None:
    """Won by the payments, lost by the totals: left open, and the totals go on."""
    ruling, third = second("score B: +4 A: -2 C: -2", "total A: 4 B: -5 C: 1", after=AFTER.format("A: 3 B: -6 C: 3"))
    assert told(ruling) == [("CAL616", False)]
    assert ruling.account is None
    finding = ruling.findings[-1]
    for lang in LANGUAGES:
        assert finding.message(lang)
        assert "`B: +4`" in finding.help(lang)
        assert "`B: -4`" in finding.help(lang)
    assert told(third) == []


def test_the_first_totals_may_hold_what_nobody_wrote_down() -> None:
    """A first hand whose totals are twice its payments may be the second of the evening."""
    text = "hand 1\ndealer A\nbid B: solo C: passo A: passo\nscore B: +4 A: -2 C: -2\ntotal B: 8 A: -4 C: -4\nend\n"
    assert told(played(text)[0]) == []


def test_points_are_not_outweighed_by_payments_and_totals() -> None:
    """The points of both sides support each other: the right one is unknown."""
    assert told(second("result B: 20 A+C: 15", "score B: -4 A: +2 C: +2", "total A: 4 B: -5 C: 1")[0]) == [
        ("CAL616", False)
    ]


def test_payments_that_no_outcome_gives_are_one_finding_and_the_totals_carry_it() -> None:
    """The whole line is wrong, and added to the totals: reported once; as a bonus is open, nothing is settled."""
    ruling, third = second(
        "result B: won", "score B: +6 A: -3 C: -3", "total A: -1 B: 5 C: -4", after=AFTER.format("A: -2 B: 4 C: -2")
    )
    assert told(ruling) == [("CAL321", False)]
    for lang in LANGUAGES:
        for payments in ("B: +4 A: -2 C: -2", "B: +8 A: -4 C: -4", "B: +12 A: -6 C: -6"):
            in_order = " ".join(sorted(payments.replace(": ", ":").split())).replace(":", ": ")
            assert f"`{in_order}`" in ruling.findings[-1].help(lang)
    assert ruling.account is None
    assert told(third) == []
    assert third.totals == {"A": -2, "B": 4, "C": -2}


def test_totals_beside_payments_that_no_outcome_gives_are_held_against_nothing() -> None:
    """An impossible surplus explains one total, not the other; neither is known wrong."""
    ruling = second("result B: won", "score B: +6 A: -3 C: -3", "total A: -1 B: 5 C: -9")[0]
    assert told(ruling) == [("CAL321", False)]


@pytest.mark.parametrize(
    ("rules", "lines", "payments", "named"),
    [
        ("no-stramazzo", ("bid B: solo", "result B: won", "score A: -3 B: +6 C: -3"), None, "`A: -4 B: +8 C: -4`"),
        ("pagat", ("bid B: solo", "result B: won", "score B: +6"), None, "`B: +4`, `B: +8` "),
        # With 15 points the opponents may have no card point in their tricks: stramazzo, though no cappotto.
        ("pagat", ("bid B: solo", "result B: 20 A+C: 15", "score A: -3 B: +6 C: -3"), None,
         "`A: -2 B: +4 C: -2` or `A: -6 B: +12 C: -6`"),
        # Treccani has no bonus: only one payment can be right.
        ("treccani", ("bid B: solo C: buono A: buono", "result B: won", "score A: -3 B: +6 C: -3"), (-2, 4, -2), ""),
        ("cavendish", ("bid B: play", "result B: 35", "score A: -36 B: +72 C: -36"), None,
         "`A: -35 B: +70 C: -35` or `A: -70 B: +140 C: -70`"),
        # Every odd difference is possible, and no even one.
        ("cavendish", ("bid B: play", "result B: won", "score A: -2 B: +4 C: -2"), None, "not written"),
        ("cavendish", ("bid B: play", "result B: won", "score A: -3 B: +6 C: -5"), (-3, 6, -3), ""),
        ("spazzatura", ("bid B: pass C: pass A: pass", "result A: 35 B: 0 C: 0", "score A: -2 B: +1 C: +1"), None,
         "`A: -4 B: +2 C: +2` or `A: -6 B: +3 C: +3`"),
    ],
)  # fmt: skip
def test_payments_are_named_only_as_far_as_one_outcome_alone_gives_them(
    rules: str, lines: tuple[str, ...], payments: tuple[int, ...] | None, named: str
) -> None:
    """Payments that no outcome gives: settled where all outcomes pay the same, or the other figures show which."""
    (hand,) = parse_records("cal 1\nseat A\nseat B\nseat C\n\nhand 1\ndealer A\n" + "\n".join(lines) + "\nend\n")
    ruling = begin_totals(game(rules)).replay(hand)
    (finding,) = [each for each in ruling.findings if each.severity == "error"]
    assert finding.code == ("CAL611" if payments else "CAL321")
    assert (ruling.account.payments if ruling.account is not None else None) == payments
    assert named in finding.help("en")


@pytest.mark.parametrize(
    ("total", "safe"),
    [((), False), (("total A: 0 B: 3 C: -3",), True), (("total A: 0 B: 3 C: -2",), False)],
)
def test_one_wrong_amount_is_mended_if_the_totals_speak_against_it(total: tuple[str, ...], *, safe: bool) -> None:
    """Without them a bonus may have applied; totals that were added up from it make it doubtful."""
    ruling = second("result B: won", "score B: +4 A: -2 C: -1", *total)[0]
    assert told(ruling) == [("CAL611", safe)]
    assert ruling.findings[-1].message("en") == "solo won is worth -2 to C, not -1"


@pytest.mark.parametrize(
    ("result", "score", "safe"),
    [
        ("B: 33 A+C: 2", "B: +12 A: -6 C: -5", True),
        ("B: 20 A+C: 15", "B: +4 A: -2 C: -1", False),
        ("B: 17 A+C: 18", "B: -8 A: +2 C: +2", False),
        ("B: won", "B: +8 A: -2 C: -2", False),
    ],
)
def test_a_wrong_amount_is_mended_unasked_only_if_one_payment_is_possible(
    result: str, score: str, *, safe: bool
) -> None:
    """If the points leave a bonus open, the other amounts may be the wrong ones."""
    assert told(second(f"result {result}", f"score {score}")[0])[:1] == [("CAL611", safe)]


def test_a_call_and_a_result_with_other_sides_settle_nothing() -> None:
    """A call and a result with other sides are one finding, without a safe fix."""
    head = "cal 1\nrules quintiglio\n" + "".join(f"seat {seat}\n" for seat in "ABCDE") + "\n"
    lines = ("hand 1", "dealer A", "bid B: chiamo", "call B: 3b with D", "result B+C: 20 A+D+E: 15")
    for score in ("score B: +2 C: +1 A: -1 D: -1 E: -1", "score B: +2 C: -1 A: -1 D: +1 E: -1"):
        ruling = played("\n".join((*lines, score, "end", "")), "quintiglio", head=head)[0]
        assert told(ruling) == [("CAL616", False)]
        assert ruling.account is None
        assert "B+C" in ruling.findings[-1].message("it")


@pytest.mark.parametrize("result", ["B: won A+C: won", "B: lost A+C: lost", "B: won A: won C: lost"])
@pytest.mark.parametrize("score", ["B: +4 A: -2 C: -2", "B: -4 A: +2 C: +2"])
def test_a_result_that_contradicts_itself_settles_nothing(result: str, score: str) -> None:
    """A contradictory result has a finding, and right amounts are not changed."""
    ruling = second(f"result {result}", f"score {score}")[0]
    assert told(ruling) == [("CAL616", False)]
    assert ruling.account is None
    assert ruling.stated is False
    assert "contraddice" in ruling.findings[-1].message("it")


def test_without_a_result_a_wrong_amount_is_not_mended_unasked() -> None:
    """Two amounts against one are one witness against itself."""
    assert told(second("score B: +4 A: -2 C: -1")[0]) == [("CAL611", False)]
    assert told(second("score B: +4 A: -2 C: -1", "total A: 0 B: 3 C: -3")[0]) == [("CAL611", True)]


def test_the_rule_is_the_one_that_decides() -> None:
    """The stake of the contract; where a bonus applied the help names both."""
    finding = second("result B: won", "score B: +4 A: -2 C: -1")[0].findings[-1]
    assert finding.rule is not None
    assert finding.rule.path == "contracts.solo.stake"
    assert finding.help("en").startswith("solo: stake 2; ")
    assert finding.help("it").startswith("solo: posta 2; ")
    bonus = second("result B: won", "score B: +8 A: -4 C: -3")[0].findings[-1]
    assert bonus.code == "CAL611"
    assert bonus.rule is not None
    assert bonus.rule.path == "contracts.solo.stake"
    assert "stramazzo" in bonus.help("en") or "cappotto" in bonus.help("en")


def test_a_played_hand_is_certain_unless_result_and_payments_both_speak_against_it() -> None:
    """One wrong line follows from the cards; two that agree with each other may show that a card is the slip."""
    for result, score, expected in (
        ("result B: 24 A: 7 C: 4", "score B: -2 A: +1 C: +1", [("CAL611", True)]),
        ("result B: lost", "score B: -2 A: +1 C: +1", [("CAL614", False), ("CAL611", False)]),
        ("result B: 14 A: 12 C: 9", "score B: -2 A: +1 C: +1", [("CAL610", False)] * 3 + [("CAL611", False)]),
    ):
        text = HAND.replace("result B: 24 A: 7 C: 4", result).replace("score B: +2 A: -1 C: -1", score)
        assert told(played(text, head="")[0]) == expected


def test_a_total_before_the_piece_that_is_checked_is_a_witness_too(tmp_path: Path) -> None:
    """However an archive is cut, the findings are the same."""
    hands = [BEFORE]
    for number in range(2, 12):
        hands.append(
            f"hand {number}\ndealer A\nbid B: solo C: passo A: passo\nresult B: won\nscore B: -4 A: +2 C: +2\n"
            f"total A: {2 * number} B: {-1 - 4 * (number - 1)} C: {-1 + 2 * (number - 1)}\nend\n\n"
        )
    file = tmp_path / "a.cal"
    file.write_text(HEAD + "".join(hands), encoding="utf-8")

    def found(size: int) -> list[tuple[str, int]]:
        return [(each.code, each.span.line) for part in check_files([str(file)], size=size) for each in part.findings]

    whole = found(1 << 20)
    assert [code for code, _ in whole if code not in ("CAL307", "CAL323")] == ["CAL614"] * 10
    assert found(300) == whole


@pytest.mark.parametrize(("result", "totals", "paid"), [
    ("B: 7 A+C: 28", "A: 8 B: -13 C: 5", (6, -12, 6)), ("B: 7 A+C: 28", "A: 4 B: -5 C: 1", (2, -4, 2)),
    ("B: lost", "A: 6 B: -9 C: 3", (4, -8, 4)),
])  # fmt: skip
def test_totals_show_a_bonus_where_no_score_is_written(result: str, totals: str, paid: tuple[int, ...]) -> None:
    """Doubled, trebled or neither: what the totals add was paid, and nothing is left open."""
    (ruling,) = second(f"result {result}", f"total {totals}")
    assert ruling.findings == ()
    assert ruling.account is not None
    assert ruling.account.payments == paid
    assert ruling.stated is True
    (ruling,) = second(f"result {result}", "total A: 5 B: -5 C: 0")
    assert [each.code for each in ruling.findings] == ["CAL323", "CAL612", "CAL612"]


def test_what_the_totals_show_is_written_into_the_score(tmp_path: Path) -> None:
    """And added up from there on."""
    file = tmp_path / "a.cal"
    hands = "hand 2\ndealer A\nbid B: solo C: passo A: passo\nresult B: 7 A+C: 28\ntotal A: 8 B: -13 C: 5\nend\n"
    file.write_text(HEAD + BEFORE + hands + AFTER.replace("total {}\n", ""))
    assert main(["fmt", "--fill", str(file)]) == 0
    written = file.read_text()
    assert "score B: -12 A: +6 C: +6\ntotal A: 8 B: -13 C: 5\n" in written
    assert "total A: 7 B: -14 C: 7\n" in written


def test_of_payments_with_two_slips_the_bonus_that_leaves_fewest_is_taken() -> None:
    """A third amount that goes with no other outcome shows it."""
    (ruling,) = second("result B: 7 A+C: 28", "score B: -11 A: +5 C: +6")
    assert [each.code for each in ruling.findings] == ["CAL611"]
    assert ruling.account is not None
    assert ruling.account.payments == (6, -12, 6)
    (ruling,) = second("result B: 7 A+C: 28", "score B: -3 A: +1 C: +2")
    assert ruling.account is not None
    assert ruling.account.payments == (2, -4, 2)
