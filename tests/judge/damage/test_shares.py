"""Records of a shared exchange: taking nothing needs no line, turns must be kept."""

from __future__ import annotations

import pytest

from tests.judge.damage.located_findings import findings_of

JOINTLY = """cal 1
rules pagat
seat A
seat B
seat C

hand 1
dealer A
deal B: 3b 4b 2s As Cs 3c 6c 5c Fd 7d 5d 4d
deal C: Ab Rb 7b 6b Rs 7s Rc Cc 7c Ad Rd Cd
deal A: 5b 3s Fs 6s 5s 4s 2c Fc 4c 3d 2d 6d
monte 2b Cb Fb Ac
bid B: solissimo
raise B: scegliete
take A: 2b Cb Fb Ac
discard A: 4c 6s 4s 2c
 1 B: 3c 7c Fc
end abandoned
"""
IN_TURN = """cal 1
rules tretre
seat A
seat B
seat C

hand 1
dealer A
deal B: Cb Fb 7b 5b As 4s Rc Fc Rd Fd 7d 5d
deal C: 3b Ab 6b Cs Fs Ac Cc 5c 3d 2d Cd 4d
deal A: 2b Rb 4b Rs 7s 6s 5s 3c 2c 6c Ad 6d
monte 3s 2s 7c 4c
bid B: scegliete
take C: 3s 2s 7c 4c
discard C: 6b 5c 4c 4d
take A: 6b 5c 4c 4d
discard A: 4b 5s 4c 4d
 1 B: 4s 3s Rs
 2 C: 3d 6d 5d
end abandoned
"""
LINES = {
    "take C: 3s 2s 7c 4c": "take A: 3s 2s 7c 4c",
    "discard C: 6b 5c 4c 4d": "discard A: 4b 5s 7c 6d",
    "take A: 6b 5c 4c 4d": "take C: 4b 5s 7c 6d",
    "discard A: 4b 5s 4c 4d": "discard C: 6b 5c 4d 6d",
    " 1 B: 4s 3s Rs": " 1 B: 4s Fs Rs",
    " 2 C: 3d 6d 5d": " 2 A: Ad 7d 3d",
}


def told(text: str, rules: str = "pagat") -> list[tuple[str, str, int]]:
    """Code, wording and line of every finding."""
    return [(each.code, each.wording, each.span.line) for each in findings_of(text, rules)]


@pytest.mark.parametrize(
    ("after", "more"),
    [
        ("raise B: scegliete\n", "take C: none\n"),
        ("raise B: scegliete\n", "take C: none\ndiscard C: none\n"),
        ("take A: 2b Cb Fb Ac\n", "take C: none\n"),
        ("discard A: 4c 6s 4s 2c\n", "take C: none\ndiscard C: none\n"),
    ],
)
def test_who_takes_nothing_may_say_so(after: str, more: str) -> None:
    """An empty list in a joint exchange is not a finding, in any place."""
    assert told(JOINTLY) == []
    assert told(JOINTLY.replace(after, after + more)) == []
    blank = JOINTLY.replace("2b Cb Fb Ac\ndisc", "2b Cb __ __\ndisc").replace("4c 6s 4s 2c", "4c __ __ __")
    assert told(blank.replace("take A", "take C: none\ntake A")) == told(blank)


def test_who_says_that_he_takes_nothing_leaves_all_to_the_other() -> None:
    """Then the other takes less than the whole pile, and that is the error."""
    short = JOINTLY.replace(
        "take A: 2b Cb Fb Ac\ndiscard A: 4c 6s 4s 2c", "take C: none\ntake A: 2b Cb Fb\ndiscard A: 4c 6s 4s"
    )
    assert [code for code, _, _ in told(short)][:1] == ["CAL434"]


def test_the_last_sharer_cannot_leave_cards_to_nobody() -> None:
    """The last sharer must take the cards that are left."""
    left = JOINTLY.replace("take A: 2b Cb Fb Ac\ndiscard A: 4c 6s 4s 2c", "take C: Ac\ndiscard C: 7s\ntake A: none")
    assert ("CAL434", "", 17) in told(left)


def test_who_does_not_share_cannot_leave_it_to_the_others() -> None:
    """The declarer takes nothing because it is not his to take."""
    assert ("CAL431", "", 15) in told(JOINTLY.replace("take A: 2b", "take B: none\ntake A: 2b"))


def test_who_shares_before_his_turn_is_told_once() -> None:
    """A takes before C, whose turn it is: one finding with the rule, and the hand is judged as they did it."""
    assert told(IN_TURN, "tretre") == []
    text = IN_TURN
    for line, instead in LINES.items():
        text = text.replace(line + "\n", instead + "\n")
    found = findings_of(text, "tretre")
    assert told(text, "tretre") == [("CAL431", "in_turn", 14)]
    assert found[0].rule is not None
    assert found[0].rule.path == "steps.one-by-one"
    assert found[0].message("en") == "it is C's turn to take, not A's"
    assert found[0].message("it") == "tocca a C prendere, non a A"


def test_what_comes_after_a_share_out_of_turn_is_judged() -> None:
    """A revoke in the play after it is found as well."""
    text = IN_TURN
    for line, instead in LINES.items():
        text = text.replace(line + "\n", instead + "\n")
    wrong = text.replace(" 1 B: 4s Fs Rs", " 1 B: 4s Ac Rs").replace(" 2 A: Ad 7d 3d", " 2 A: Ad 7d 3d\n 3 C: Fs As 7s")
    assert ("CAL512", "", 18) in told(wrong, "tretre")
