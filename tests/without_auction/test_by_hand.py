"""The records composed by hand: winners of tricks, counts, and errors."""

from __future__ import annotations

import pytest

from calarec.core.judge.json import as_json
from calarec.core.notation import Text, read_records
from calarec.record_judge.session import RecordJudge
from tests.records.shelf import RECORDS

FOUR = (RECORDS / "tressette" / "by-hand.cal").read_text("utf-8")
SIX = (RECORDS / "traversone" / "by-hand.cal").read_text("utf-8")
TRUMPS = (RECORDS / "beccaccino" / "by-hand.cal").read_text("utf-8")
PACKETS = (RECORDS / "spizzichino" / "by-hand.cal").read_text("utf-8")
TWO = (RECORDS / "tressette-in-due" / "by-hand.cal").read_text("utf-8")


def found(text: str) -> list[str]:
    """The codes of the errors in the one hand of a text."""
    session = RecordJudge()
    (hand,) = read_records(Text(text, "a.cal"))
    return [each.code for each in session.replay(hand).findings if each.severity != "note"]


def changed(text: str, line: str, other: str) -> str:
    """The text with another line."""
    assert text.count(f"{line}\n") == 1
    return text.replace(f"{line}\n", f"{other}\n" if other else "")


@pytest.mark.parametrize(
    ("text", "winners", "points", "totals"),
    [
        (FOUR, "AAAABDDDCC", {"A+C": 26, "B+D": 9}, {"A": 21, "B": 18, "C": 21, "D": 18}),
        (TWO, "BBBBBAAAAAAAAABBBBBA", {"A": 18, "B": 17}, {"A": 21, "B": 19}),
        (
            SIX,
            "DCEEEE",
            {"A": 0, "B": 0, "C": 3, "D": 5, "E": 27, "F": 0},
            {"A": 12, "B": 20, "C": 32, "D": 26, "E": 42, "F": 8},
        ),
        (PACKETS, "BBBBBAAAAABBBAAAAAAA", {"A": 21, "B": 14}, {"A": 22, "B": 18}),
        (TRUMPS, "BBDBDCCBAB", {"A+C": 8, "B+D": 27}, {"A": 35, "B": 42, "C": 35, "D": 42}),
    ],
)
def test_every_trick_and_all_sums_are_those_written_by_hand(
    text: str, winners: str, points: dict[str, int], totals: dict[str, int]
) -> None:
    """They are in the record too; without them the result is the same."""
    bare = "".join(line.split(" >")[0] + "\n" for line in text.splitlines() if not line.startswith(("result", "total")))
    for each in (text, bare):
        session = RecordJudge()
        (hand,) = read_records(Text(each, "a.cal"))
        told = as_json(session.replay(hand))
        assert "".join(trick["winner"] for trick in told["tricks"]) == winners
        assert {"+".join(side["seats"]): side["points"] for side in told["ruling"]["sides"]} == points
        assert told["ruling"]["totals"] == totals
        assert (told["ruling"]["verdict"], told["ruling"]["diagnostics"]) == ("legal", [])
        assert told["ruling"]["match"]["over"]


@pytest.mark.parametrize(
    ("line", "other", "code"),
    [
        (" 2 A: 2b Ab 6b Fb > A", " 2 A: 2b Ab 6b Fb > B", "CAL514"),
        (" 4 A: 4b 4c Fd 4s > A", " 4 A: 4b 4c Fd 4d > A", "CAL510"),
        (" 6 B: 7d 4d Rd Cd > D", " 6 B: 7d 4d Rd 6c > D", "CAL512"),
        (" 5 A: 5s 3s 7s Cs > B", " 5 C: 7s Cs 5s 3s", "CAL501"),
        ("result A+C: 26 B+D: 9", "result A+C: 25 B+D: 10", "CAL610"),
        ("total A: 21 B: 18 C: 21 D: 18", "total A: 22 B: 18 C: 22 D: 18", "CAL612"),
        ("deal B: Ab Cb 3s Rs 6s 2c 7c 4c 7d 5d", "deal B: Ab Cb 3s Rs 6s 2c 7c 4c 7d", "CAL302"),
    ],
)
def test_what_is_wrong_in_the_hand_of_four_is_found(line: str, other: str, code: str) -> None:
    """A winner, a card of another's, a suit not followed, a leader, the sums."""
    assert found(FOUR) == []
    assert code in found(changed(FOUR, line, other))


@pytest.mark.parametrize(
    ("line", "other", "code"),
    [
        (" 6 B: 4d Rd > A", " 6 B: 4d Rd > B", "CAL514"),
        (" 6 B: 4d Rd > A", " 6 B: 4d Ab", "CAL511"),
        (" 3 B: As Rs > B", " 3 B: As 2c", "CAL512"),
        ("13 A: 6s 5d > A", "13 A: 7c 5d", "CAL511"),
        ("10 A: 4c 4b > A", "10 B: 4b 4c", "CAL501"),
        ("take B: open Fb", "take B: open Ab", "CAL438"),
        ("take B: open Fb", "take B: open 3s", "CAL435"),
        ("take B: open Fb", "take B: open Fb 7c", "CAL434"),
        ("take B: open Fb", "take B: closed Fb", "CAL437"),
        ("take B: open Ad\ntake A: open 7b", "take A: open Ad\ntake B: open 7b", "CAL431"),
        ("take A: open 7b", "take A: open 7c", "CAL438"),
        ("11 A: 7c 5s > A", "11 A: 7c 5s > A\ntake A: open Ab", "CAL430"),
        ("result A: 18 B: 17", "result A: 17 B: 18", "CAL610"),
        ("total A: 21 B: 19", "total A: 21 B: 20", "CAL612"),
    ],
)
def test_what_is_wrong_in_the_hand_of_two_is_found(line: str, other: str, code: str) -> None:
    """The same, and draws: player, pile, number, openness, and time."""
    assert found(TWO) == []
    assert code in found(changed(TWO, line, other))


@pytest.mark.parametrize(
    ("line", "other", "code"),
    [
        (" 9 A: As Cs > A", " 9 A: As Cd > A", "CAL512"),
        (" 5 B: 4b 5s > B", " 5 B: 4b Fc > B", "CAL510"),
        ("take B: open 7c", "take A: open 7c", "CAL431"),
        ("take B: open 7c", "take B: open 7c Fs", "CAL434"),
        ("take B: open 7c", "take B: open 3s", "CAL438"),
        ("take B: open 7c", "take B: closed 7c", "CAL437"),
        (" 2 B: 3b 7b > B", " 2 B: 3b 7b > B\ntake B: open Fs", "CAL430"),
        ("17 A: 4s 4c > A", "17 A: 4s 4c > A\ntake B: open 2c", "CAL431"),
        ("result A: 21 B: 14", "result A: 22 B: 13", "CAL610"),
        ("total A: 22 B: 18", "total A: 22 B: 19", "CAL612"),
    ],
)
def test_what_is_wrong_in_the_hand_with_packets_is_found(line: str, other: str, code: str) -> None:
    """Suit is followed with an open card, and no closed one is played; each turns up what the own packet has left."""
    assert found(PACKETS) == []
    assert code in found(changed(PACKETS, line, other))


def test_open_cards_are_turned_up_in_any_order_and_on_as_many_lines() -> None:
    """The first two of a player on one line or two, and after a trick either player first."""
    pairs = ("take B: open Fb\ntake A: open 5b", "take A: open 5b\ntake B: open Fb")
    for line, other in (pairs, ("take B: open 3d Cs", "take B: open Cs\ntake B: open 3d")):
        assert found(changed(PACKETS, line, other)) == []


def test_without_the_deal_a_hand_with_packets_is_followed_by_what_is_turned_up() -> None:
    """With a card of the packets unknown, or not turned up, it is said that nobody can tell which were open."""
    bare = "".join(f"{line}\n" for line in PACKETS.splitlines() if not line.startswith(("deal ", "monte")))

    def judge(text: str) -> tuple[str, list[tuple[str, str]]]:
        (hand,) = read_records(Text(text, "a.cal"))
        judged = RecordJudge().replay(hand)
        return judged.verdict, [(each.code, each.wording) for each in judged.findings]

    assert judge(bare) == ("legal", [])
    # Which card was played is known by what was turned up, or not.
    for line, other in (
        (" 9 A: As Cs > A", " 9 A: As __"),
        ("14 B: 7c Cc > A", "14 B: __ Cc"),
        (" 7 A: 3s 6s > A", " 7 A: 3s __"),
    ):
        assert judge(changed(bare, line, other)) == ("legal", [])
    unknown = ("incomplete", [("CAL313", "packets")])
    for line, other in (
        ("take B: open 7c", "take B: open __"), ("take B: open 7c", ""),
        ("take B: open 3d Cs", ""),
    ):  # fmt: skip
        assert judge(changed(bare, line, other)) == unknown


def test_a_draw_that_nobody_wrote_down_follows_from_the_rest() -> None:
    """One line or all of them may be missing, and the stock itself: the hand is legal, and one such line is found."""
    session = RecordJudge()
    (hand,) = read_records(Text(changed(TWO, "take A: open 7b", ""), "a.cal"))
    one = session.replay(hand)
    assert (one.verdict, one.knowledge, one.deduced) == ("legal", "forced", ("take A: 7b",))
    bare = "".join(f"{line}\n" for line in TWO.splitlines() if not line.startswith(("take", "monte")))
    assert found(bare) == []
    # A card that cannot have been drawn yet is not a legal play.
    early = bare.replace(" 1 B: 3s 4s > B", " 1 B: 3s 6s").replace("13 A: 6s 5d > A", "13 A: 4s 5d")
    assert found(early) != []
