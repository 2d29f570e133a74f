"""Hands that count for a match, the one that ends it, and those outside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from calarec.bulk.filter import Verifier
from calarec.core.judge.json import as_json
from calarec.core.judge.judgement import Judgement
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.reader import parse_records
from calarec.record_judge.session import RecordJudge
from calarec.rule_files.load import load_ruleset

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "cal 1\nrules house\nseat A\nseat B\nseat C\n"


@pytest.fixture
def judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Judges hands under `pagat` with an end."""

    def judge(until: str, *hands: str) -> list[dict[str, Any]]:
        monkeypatch.setenv("CALAREC_RULES", str(tmp_path))
        title = "title: {en: house}\n"
        text = f"ruleset: house\nversion: 1.0.0\nextends: pagat\n{title}set:\n  match.until.{until}\n"
        (tmp_path / "house.yaml").write_text(text, encoding="utf-8")
        record = HEAD + "".join(
            f"\nhand {number}\n{hand}\nend\n".replace("\n\n\n", "\n\n") for number, hand in enumerate(hands, 1)
        )
        session = RecordJudge(load_ruleset("house"))
        found = [as_json(session.replay(hand))["ruling"] for hand in parse_records(record)]
        verifier = Verifier(HandReader("a", PreambleBuilder("a")), RecordJudge(load_ruleset("house")))
        fast = list(verifier.verify([record]))
        for one, other in zip(found, fast, strict=True):
            late = [each["code"] for each in one["diagnostics"]].count("CAL615")
            codes = [each.code for each in other.findings] if isinstance(other, Judgement) else []
            assert codes.count("CAL615") == late
        return [each["match"] for each in found]

    return judge


def won(dealer: str, declarer: str, at: str = "", result: str = "won") -> str:
    """A hand of a solo, in the order of speaking."""
    order = {"A": "BCA", "B": "CAB", "C": "ABC"}[dealer]
    bids = " ".join(f"{seat}: {'solo' if seat == declarer else 'passo'}" for seat in order)
    when = f"at {at}\n" if at else ""
    return f"{when}dealer {dealer}\nbid {bids}\nresult {declarer}: {result}"


def thrown_in(dealer: str) -> str:
    """A hand without a bid."""
    order = {"A": "BCA", "B": "CAB", "C": "ABC"}[dealer]
    return f"dealer {dealer}\nbid " + " ".join(f"{seat}: passo" for seat in order)


def test_a_hand_that_is_thrown_in_does_not_count(judged: Any) -> None:
    """The deal is still to be played: the match goes on."""
    found = judged("deals: 2", won("A", "B"), thrown_in("B"), won("C", "B"), won("A", "C"))
    assert [each["deal"] for each in found] == [1, 1, 2, 2]
    assert [each["over"] for each in found] == [False, False, True, True]
    assert [each["outside"] for each in found] == [False, False, False, True]
    assert found[1]["not_counted"]["rule"] == "all_pass.do"
    assert found[3]["ended_by"]["hand"] == "3"
    assert found[3]["ended_by"]["rule"] == "match.until.deals"


def test_a_hand_after_the_end_does_not_change_the_winner(judged: Any) -> None:
    """The score after the end does not matter."""
    found = judged("points: 4", won("A", "B"), won("B", "C"), won("C", "C"))
    assert [each["winners"] for each in found] == [["B"], ["B"], ["B"]]
    assert [each["counts"] for each in found] == [True, False, False]


@pytest.mark.parametrize(
    ("times", "outside"),
    [
        (("2025-01-01T23:30", "2025-01-02T00:25", "2025-01-02T00:31"), [False, False, True]),
        (("2025-01-01T23:30", "2025-01-02T00:25", "2025-01-02T00:29"), [False, False, False]),
        (("2025-01-01T23:30", "2025-01-02T00:25", "2025-01-02T00:30"), [False, False, True]),
        (("2025-01-01T23:30+01:00", "2025-01-01T22:40+00:00", "2025-01-02T00:35+01:00"), [False, False, True]),
        (("2025-01-01T23:30+01:00", "2025-01-02T00:25+01:00", "2025-01-02T00:25+02:00"), [False, False, False]),
    ],
)
def test_the_deal_that_is_running_when_the_time_is_up_is_the_last(
    judged: Any, times: tuple[str, ...], outside: list[bool]
) -> None:
    """Times of later hands show it, past midnight and across time zones."""
    found = judged("minutes: 60", *(won(dealer, "B", at) for dealer, at in zip("ABC", times, strict=True)))
    assert [each["outside"] for each in found] == outside
    if outside[-1]:
        assert found[-1]["ended_by"]["hand"] == "2"


def test_a_hand_without_a_time_leaves_open_which_one_was_the_last(judged: Any) -> None:
    """The match ended before the third hand; the hand is unknown."""
    found = judged("minutes: 60", won("A", "B", "2025-01-01T20:00"), won("B", "B"), won("C", "C", "2025-01-01T21:10"))
    assert found[1]["over"] is False
    assert (found[2]["over"], found[2]["outside"], found[2]["ended_by"]["hand"]) == (True, True, "")


ABANDONED = "dealer B\nbid C: solo A: passo B: passo\nend abandoned"


def test_a_match_that_was_over_before_an_abandoned_hand_stays_over(judged: Any) -> None:
    """The totals are unknown from then on; that the hands are outside the match is not."""
    found = judged("points: 4", won("A", "B"), ABANDONED, won("B", "C"), won("C", "A"))
    assert [(each["over"], each["outside"], each["winners"]) for each in found] == [
        (True, False, ["B"]), *[(True, True, ["B"])] * 3,
    ]  # fmt: skip


def test_a_tie_in_one_of_two_ways_leaves_open_whether_the_next_hand_counts(judged: Any) -> None:
    """After hand 1 one leads, after hand 2 none does: hand 3 may or may not count."""
    found = judged("minutes: 60", won("A", "B", "2025-01-01T20:00"), won("B", "C"), won("C", "C", "2025-01-01T21:10"))
    assert (found[2]["over"], found[2]["outside"], found[2]["counts"], found[2]["winners"]) == (True, False, None, [])


def test_time_that_is_up_in_an_abandoned_hand_leaves_one_more_deal(tmp_path: Path) -> None:
    """The abandoned deal is dealt again, and its repetition is the last deal of the match."""
    house = "ruleset: house\nversion: 1.0.0\nextends: pagat\ntitle: {en: house}\nset:\n  match.until.minutes: 30\n"
    (tmp_path / "house.yaml").write_text(house, encoding="utf-8")
    at = "at 2025-01-01T20:"
    record = f"{HEAD}\nhand 1\n{won('A', 'B', at[3:] + '00')}\nend\n\nhand 2\n{at}10\n{ABANDONED}\n\nhand 3\n"
    record += f"{won('B', 'B', at[3:] + '35')}\nend\n"
    session = RecordJudge(load_ruleset(str(tmp_path / "house.yaml")))
    found = [session.replay(hand) for hand in parse_records(record)]
    assert "CAL615" not in [finding.code for finding in found[2].findings]
    assert found[2].standing is None or not found[2].standing.outside


def _judge_after_carried(tmp_path: Path, rules: str, carried: str, *hands: str, first: int = 5) -> list[Judgement]:
    """The rulings on hands of a match whose deals before were played elsewhere."""
    house = f"ruleset: house\nversion: 1.0.0\nextends: pagat\ntitle: {{en: house}}\n{rules}"
    (tmp_path / "house.yaml").write_text(house, encoding="utf-8")
    record = f"{HEAD}carried {carried}\n" + "".join(
        f"\nhand {number}\n{hand}\nend\n" for number, hand in enumerate(hands, first)
    )
    session = RecordJudge(load_ruleset(str(tmp_path / "house.yaml")))
    return [session.replay(hand) for hand in parse_records(record)]


@pytest.mark.parametrize("first", [1, 5])
def test_contracts_lost_elsewhere_may_go_on_in_a_row(tmp_path: Path, first: int) -> None:
    """With one contract lost here it is open whether two are lost in a row; a `carry` line tells it."""
    rules = "add:\n  match.next.unlucky: {when: {lost_in_a_row: 2}, times: 2}\n"
    lost = [won("A", "B", result="lost"), won("B", "B"), "carry unlucky B\n" + won("C", "B")]
    found = _judge_after_carried(tmp_path, rules, "A: -2 B: 4 C: -2", *lost, first=first)
    assert [judged.account is None for judged in found] == [True, True, False]
    assert not [finding for judged in found for finding in judged.findings if finding.code == "CAL325"]


def test_a_deal_that_does_not_count_loses_no_contract(tmp_path: Path) -> None:
    """A, who declared it, has lost none in a row."""
    rules = (
        "add:\n  match.next.unlucky: {when: {lost_in_a_row: 1}, times: 2}\n"
        "  standing.wrong: {do: fault, by: anyone, claimed_by: anyone, deal: void, pay_each: 1}\n"
    )
    void = "dealer A\nbid B: passo C: passo A: solo\nfault A: wrong claimed by B\nscore A: -2 B: +1 C: +1\nend void"
    record = f"{HEAD}\nhand 1\n{void}\n\nhand 2\n{won('B', 'A')}\nend\n"
    (tmp_path / "house.yaml").write_text(
        f"ruleset: house\nversion: 1.0.0\nextends: pagat\ntitle: {{en: house}}\n{rules}"
    )
    session = RecordJudge(load_ruleset(str(tmp_path / "house.yaml")))
    *_, last = [session.replay(hand) for hand in parse_records(record)]
    assert last.account is not None
    assert last.account.payments == (4, -2, -2)


def test_a_tie_is_not_decided_by_the_hands_after_carried_totals(tmp_path: Path) -> None:
    """B has won more hands here; how many A has won elsewhere is not known."""
    rules = "set:\n  match.until.points: 6\n  match.tie: more_hands\n"
    found = _judge_after_carried(tmp_path, rules, "A: 8 B: 2 C: -10", won("A", "B"))
    assert (as_json(found[0])["ruling"]["match"]["over"], as_json(found[0])["ruling"]["match"]["winners"]) == (True, [])


@pytest.mark.parametrize(("first", "may_be_over"), [(2, False), (3, True), (9, True)])
def test_contracts_declared_elsewhere_may_end_a_match(tmp_path: Path, first: int, may_be_over: bool) -> None:
    """Two players have not yet declared a solo here, so two deals elsewhere are needed."""
    found = _judge_after_carried(
        tmp_path, "set: {match.until.each: [solo]}\n", "A: 0 B: 0 C: 0", won("A", "B"), first=first
    )
    assert bool(found[0].possible_end) == may_be_over
