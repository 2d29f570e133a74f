"""`fmt --fill` writes what is certain of a hand without cards, and reports gaps."""

from __future__ import annotations

from pathlib import Path

import pytest

from calarec_tools.main import main
from tests.tools.evenings import evening

pytestmark = pytest.mark.usefixtures("empty_folder")


def hand(*lines: str, name: int = 1) -> str:
    """A hand of these lines."""
    return "\n".join((f"\nhand {name}", "dealer A", *lines, "end", ""))


def filled(*hands: str, rules: str = "pagat") -> list[str]:
    """Return the lines that are added to a record of these hands."""
    text = f'cal 1\nrules {rules}\nseat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n' + "".join(hands)
    Path("a.cal").write_text(text, encoding="utf-8")
    assert main(["fmt", "--fill", "a.cal"]) == 0
    before = text.split("\n")
    return [line for line in Path("a.cal").read_text(encoding="utf-8").split("\n") if line not in before]


def test_score_and_total_follow_from_bid_and_result(capsys: pytest.CaptureFixture[str]) -> None:
    """Hand after hand; the assumption that no bonus was paid is reported in one line."""
    lines = filled(
        hand("bid B: chiamo C: passo A: passo", "result B: won"), hand("bid C: solo", "result C: lost", name=2)
    )
    assert lines == [
        "score B: +2 A: -1 C: -1",
        "total A: -1 B: 2 C: -1",
        "score C: -4 A: +2 B: +2",
        "total A: 1 B: 4 C: -5",
    ]
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith("a.cal: hands 1, 2: paid without a bonus; ")
    assert len(said) == 3


def test_points_decide_as_well() -> None:
    """Whole points, of both sides or of one."""
    assert filled(hand("bid B: solo", "result B: 5p A+C: 6p"))[0] == "score B: -4 A: +2 C: +2"


def test_the_total_follows_from_the_score(capsys: pytest.CaptureFixture[str]) -> None:
    """Then there is no assumption, and no message."""
    assert filled(hand("bid B: solo", "score B: +12 A: -6 C: -6")) == ["total A: -6 B: 12 C: -6"]
    assert filled(hand("score B: +3 A: -1 C: -2")) == ["total A: -1 B: 3 C: -2"]
    assert "hand" not in capsys.readouterr().err


def test_what_is_filled_in_holds() -> None:
    """An evening of which only bids and won or lost are left is filled without a finding, and only once."""
    keep = ("cal", "rules", "seat", "match", "carried", "hand", "dealer", "bid", "raise", "result", "end")
    lines = []
    for line in evening("pagat", 40, seed=3).split("\n"):
        if line.startswith("result "):
            seat, points = line.split()[1:3]
            line = f"result {seat} {'won' if int(points) >= 18 else 'lost'}"
        if not line or line.split(" ")[0] in keep:
            lines.append(line)
    Path("a.cal").write_text("\n".join(lines), encoding="utf-8")
    assert main(["fmt", "--fill", "a.cal"]) == 0
    once = Path("a.cal").read_text(encoding="utf-8")
    assert once.count("\nscore ") >= 30
    assert main(["check", "--strict", "a.cal"]) == 0
    assert main(["fmt", "--fill", "a.cal"]) == 0
    assert Path("a.cal").read_text(encoding="utf-8") == once


REASONS = {
    "nothing": (hand(), "neither bid and result nor a score is written"),
    "bid alone": (hand("bid B: chiamo"), "too little is written to tell who pays whom"),
    "abandoned": ("\nhand 1\ndealer A\nbid B: solo\nend abandoned\n", "it was abandoned"),
    "mistake": (hand("bid B: qqq", "result B: won"), "there is a mistake in it (`calarec check`)"),
    "unreadable": (hand("bud B solo", "result B won"), "it cannot be read"),
    "cards": (
        hand("deal B: 3b 2b Ab Rb Cb Fb 7b 6b 5b 4b 3c 2c", "bid B: solo"),
        "the record gets no lines for result and payments, because not all cards of the hand are known",
    ),
}


@pytest.mark.parametrize("kind", REASONS)
def test_why_nothing_is_written(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One line for the hand, and the hand stays as it is."""
    text, reason = REASONS[kind]
    assert filled(text) == []
    said = capsys.readouterr().err.splitlines()
    assert said[0] in (f"a.cal: hand 1: not filled in, {reason}.", f"a.cal: hand 1: {reason}.")
    assert len(said) == 2


@pytest.mark.parametrize("first", [hand(), hand("bid B: chiamo")])
def test_no_total_rests_on_a_hand_that_is_not_certain(first: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The score of the next hand is written, its total is not; from a stated total on they are again."""
    told = hand("bid C: solo", "score C: -4 A: +2 B: +2", "total A: 5 B: 5 C: -10", name=3)
    lines = filled(first, hand("bid C: solo", "result C: lost", name=2), told, hand("bid C: solo", "result C: lost"))
    assert lines == ["total A: 7 B: 7 C: -14"]
    text = Path("a.cal").read_text(encoding="utf-8")
    assert text.count("score C: -4 A: +2 B: +2") == 3
    assert "hand 2: no total, it is not certain what a hand before it came to" in capsys.readouterr().err


def test_a_hand_with_a_mistake_that_comes_to_something_is_paid_and_added(capsys: pytest.CaptureFixture[str]) -> None:
    """As `replay` and `check` have it, reported; nothing else is added to the hand."""
    wrong = hand("bid B: slo", "result B: won")
    lines = filled(wrong, hand("bid C: solo", "result C: lost", name=2))
    assert lines == [
        "score B: +4 A: -2 C: -2", "total A: -2 B: 4 C: -2",
        "score C: -4 A: +2 B: +2", "total A: 0 B: 6 C: -6",
    ]  # fmt: skip
    assert "a.cal: hand 1: paid and added, but there is a mistake in it" in capsys.readouterr().err


def test_many_hands_make_one_line_in_italian(capsys: pytest.CaptureFixture[str]) -> None:
    """The first of them are named."""
    text = "cal 1\nrules pagat\n" + "".join(hand(name=number) for number in range(1, 31))
    Path("a.cal").write_text(text, encoding="utf-8")
    assert main(["fmt", "--fill", "--lang", "it", "a.cal"]) == 0
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith("a.cal: mani 1, 2, 3, 4, 5, 6, 7, 8 …: non completata, ")
    assert len(said) == 2


SEATED = 'cal 1\nrules pagat\nseat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n'


def renewed(*hands: str) -> list[str]:
    """The sums of a record after `--renew`, without findings."""
    Path("a.cal").write_text(SEATED + "".join(hands), encoding="utf-8")
    assert main(["fmt", "--fill", "--renew", "a.cal"]) == 0
    text = Path("a.cal").read_text(encoding="utf-8")
    assert main(["fmt", "--fill", "--renew", "--check", "a.cal"]) == 0
    return [line for line in text.split("\n") if line.startswith(("score", "total"))]


def test_after_a_correction_scores_and_totals_are_worked_out_anew() -> None:
    """A result that was corrected: its payments, its totals, and all totals after it; comments and order stay."""
    first = hand("bid B: solo", "result B: lost", "score B: +4 A: -2 C: -2  ; wrong", "total A: -2 B: 4 C: -2")
    second = hand("bid B: solo", "result B: won", "score B: +4 A: -2 C: -2", "total C: -4 A: -4 B: 8", name=2)
    assert renewed(first, second) == [
        "score B: -4 A: +2 C: +2  ; wrong",
        "total A: 2 B: -4 C: 2",
        "score B: +4 A: -2 C: -2",
        "total C: 0 A: 0 B: 0",
    ]
    assert main(["check", "a.cal"]) == 0


def test_renewing_leaves_what_nothing_speaks_against() -> None:
    """Payments with an unwritten bonus, and carried first totals; later ones add up."""
    first = hand("bid B: solo", "result B: won", "score B: +12 A: -6 C: -6", "total A: 50 B: 70 C: -120")
    second = hand("bid B: solo", "result B: won", "score B: +4 A: -2 C: -2", "total A: 48 B: 75 C: -122", name=2)
    assert renewed(first, second) == [
        "score B: +12 A: -6 C: -6",
        "total A: 50 B: 70 C: -120",
        "score B: +4 A: -2 C: -2",
        "total A: 48 B: 74 C: -122",
    ]


def test_renewing_is_asked_for_with_fill() -> None:
    """By itself it would format and renew nothing."""
    Path("a.cal").write_text(SEATED, encoding="utf-8")
    assert main(["fmt", "--renew", "a.cal"]) == 2


LATE = (
    hand("bid B: solo", "score B: +4 A: -2 C: -2"),
    hand("bid C: solo", "score C: +4 A: -2 B: -2", name=2),
    hand("bid A: solo", "score A: +4 B: -2 C: -2", "total A: {} B: {} C: {}", name=3),
    hand("bid B: solo", "score B: +4 A: -2 C: -2", name=4),
)


@pytest.mark.parametrize("more", [(), ("--renew",)])
def test_totals_that_were_brought_along_are_not_contradicted(
    more: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """Totals before carried ones are not written, and that is reported."""
    head = 'cal 1\nrules pagat\nseat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n'
    for first, before in (((0, 0, 0), True), ((10, -4, -6), False)):
        Path("a.cal").write_text(head + "".join(LATE).format(*first), encoding="utf-8")
        assert main(["fmt", "--fill", *more, "a.cal"]) == 0
        text = Path("a.cal").read_text(encoding="utf-8")
        assert ("total A: -2 B: 4 C: -2\n" in text) == before
        assert f"total A: {first[0] - 2} B: {first[1] + 4} C: {first[2] - 2}\n" in text
        told = "a.cal: hands 1, 2: no total, the first that is written further down was brought along from before."
        assert (told in capsys.readouterr().err.splitlines()) != before
        assert main(["check", "a.cal"]) == (0 if before else 1)
        said = capsys.readouterr().out
        assert ("CAL617" in said, "error" in said) == (not before, False)


def test_every_evening_of_a_file_is_looked_at_by_itself(capsys: pytest.CaptureFixture[str]) -> None:
    """Carried totals of one evening do not affect the next."""
    head = 'cal 1\nrules pagat\nseat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n'
    both = head + "".join(LATE).format(10, -4, -6) + "\n" + head + "".join(LATE).format(0, 0, 0)
    Path("a.cal").write_text(both, encoding="utf-8")
    assert main(["fmt", "--fill", "a.cal"]) == 0
    assert Path("a.cal").read_text(encoding="utf-8").count("total A: -2 B: 4 C: -2\n") == 2
    assert main(["check", "a.cal"]) == 1
    said = capsys.readouterr().out
    assert (said.count("CAL617"), said.count("CAL61")) == (1, 1)


@pytest.mark.parametrize("first", [(38, -23, -15), (20, -13, -9)])
def test_totals_that_were_brought_along_stay_whatever_is_wrong_before_them(first: tuple[int, int, int]) -> None:
    """With a slip in the payments of the hand before, or totals that do not come to nothing; and once more."""
    head = 'cal 1\nrules pagat\nseat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n'
    slip = "-3" if first[0] == 38 else "-2"
    hands = hand("bid B: solo", "result B: 20", f"score B: +4 A: -2 C: {slip}") + hand(
        "bid C: solo", "result C: 20", "score C: +4 A: -2 B: -2", "total A: {} B: {} C: {}".format(*first), name=2
    )
    for more in ((), ("--renew",)):
        Path("a.cal").write_text(head + hands, encoding="utf-8")
        assert main(["fmt", "--fill", *more, "a.cal"]) == 0
        once = Path("a.cal").read_text(encoding="utf-8")
        assert once.count("total ") == 1
        assert "total A: {} B: {} C: {}\n".format(*first) in once
        assert main(["fmt", "--fill", *more, "a.cal"]) == 0
        assert Path("a.cal").read_text(encoding="utf-8") == once


def test_behind_a_slip_in_the_totals_none_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    """Later wrong totals would each be reported again."""
    said = [
        hand("bid B: solo", "score B: +4 A: -2 C: -2", "total A: -2 B: 5 C: -2"),
        hand("bid C: solo", "score C: +4 A: -2 B: -2", name=2),
        hand("bid A: solo", "score A: +4 B: -2 C: -2", "total A: 0 B: 1 C: 0", name=3),
    ]
    head = 'cal 1\nrules pagat\nmatch\nseat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n'
    Path("a.cal").write_text(head + "".join(said), encoding="utf-8")
    assert main(["check", "a.cal"]) == 1
    before = capsys.readouterr().out.count(" CAL612 ")
    assert main(["fmt", "--fill", "a.cal"]) == 0
    assert "hand 2: no total, because earlier totals have a mistake" in capsys.readouterr().err
    assert main(["check", "a.cal"]) == 1
    assert capsys.readouterr().out.count(" CAL612 ") == before == 1
    assert main(["fmt", "--fill", "--renew", "a.cal"]) == 0
    assert main(["check", "a.cal"]) == 0
