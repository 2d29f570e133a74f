"""A wrong word of the auction hides no other finding, and adds none."""

from __future__ import annotations

import pytest

from calarec.core.wording.language import LANGUAGES
from tests.judge.damage import exchange, outcome, play
from tests.judge.damage.bases import OWN, SHIPPED, Base, rules_of, sheet
from tests.judge.damage.located_findings import findings_of, found_in
from tests.judge.damage.sheet import Damage, Sheet, Unfit, pairs
from tests.judge.damage.written_hand import ASSERTED, HAND, replay_text, without_lines

SECOND = (
    play.a_revoke, play.another_leads, play.another_winner, play.anothers_card, outcome.another_payment,
    exchange.discarding_anothers_card,
)  # fmt: skip
EXCHANGE = ("call ", "give ", "take ", "discard ")


def damaged(sheet: Sheet, second: object) -> Damage:
    """The sheet with another slip; Unfit if it has nothing for it."""
    assert callable(second)
    done = second(sheet)
    assert isinstance(done, Damage)
    return done


def mistyped(lines: list[str], word: str = "") -> tuple[list[str], tuple[str, int, int]]:
    """The lines with the last bid misspelt, a letter doubled or another word, and the finding that it must give."""
    number = max(at for at, line in enumerate(lines) if line.startswith("bid "))
    said = pairs(lines[number])[-1][1]
    column = lines[number].rindex(said)
    done = list(lines)
    done[number] = f"{lines[number][:column]}{word or said[:2] + said[1:]}{lines[number][column + len(said) :]}"
    return done, ("CAL210", number + 1, column + 1)


@pytest.mark.parametrize("second", SECOND, ids=lambda each: each.__name__)
def test_a_misspelt_word_hides_no_other_slip(second: object) -> None:
    """The word that looks like it is taken, and everything after it is judged: two slips, two findings."""
    fitting = 0
    for base in (*SHIPPED, *OWN):
        try:
            done = damaged(sheet(base), second)
        except Unfit:
            continue
        fitting += 1
        lines, expected = mistyped(done.lines)
        assert found_in("\n".join(lines) + "\n", rules_of(base)) == sorted([*done.expected, expected]), base
    assert fitting > 5


@pytest.mark.parametrize("base", [*SHIPPED[:12:2], *OWN[::2]], ids=str)
def test_a_word_that_looks_like_none_brings_no_false_finding(base: Base) -> None:
    """It is read as the word that explains the rest, or nothing depends on it."""
    lines, expected = mistyped(sheet(base).lines, "qqq")
    assert found_in("\n".join(lines) + "\n", rules_of(base)) == [expected]
    for second in (play.another_winner, outcome.another_payment):
        try:
            done = damaged(sheet(base), second)
        except Unfit:
            continue
        lines, expected = mistyped(done.lines, "qqq")
        found = found_in("\n".join(lines) + "\n", rules_of(base))
        assert expected in found
        assert set(found) <= {*done.expected, expected}


def test_a_word_with_which_nothing_can_be_followed_explains_nothing() -> None:
    """The cards are dealt to other people: with no bid could a trick be followed."""
    turned = HAND.replace("deal A", "deal a").replace("deal B", "deal A").replace("deal C", "deal B")
    turned = turned.replace("deal a", "deal C").replace("B: chiamo C: passo A: passo", "B: passo C: passo A: qqq")
    text = without_lines(turned, "give C", "take ", "discard ")
    (told,) = replay_text(text[: text.index(" 3 A:")] + "end\n").findings
    assert told.code == "CAL210"
    assert "does not tell what was meant" in told.help("en")


@pytest.mark.parametrize(
    ("line", "contract", "said"),
    [
        ("bid B: chiammo C: passo A: passo", "chiamo", "did you mean `chiamo`? The hand is judged with `chiamo`"),
        ("bid B: qqq C: passo A: passo", "chiamo", "The hand is judged with `chiamo`: only that explains the rest"),
        ("bid B: solissmo C: passo A: passo", "chiamo", "judged with `chiamo`: only that explains the rest"),
        ("bid B: scegliete C: passo A: passo", "chiamo", "judged with `chiamo`: only that explains the rest"),
        ("bid B: chiamo C: paso A: pasoo", "chiamo", "did you mean `passo`? The hand is judged with `passo`"),
    ],
)
def test_the_finding_says_what_the_hand_is_judged_with(line: str, contract: str, said: str) -> None:
    """The near word where it explains the hand, otherwise the only one that does; the payments are judged."""
    ruling = replay_text(HAND.replace("bid B: chiamo C: passo A: passo", line).replace("+2 A: -1", "+2 A: -9"))
    assert ruling.verdict == "illegal"
    assert ruling.account is not None
    assert ruling.account.contract == contract
    assert [each.code for each in ruling.findings][-1] == "CAL611"
    assert said in ruling.findings[0].help("en")
    assert all(each.help(lang) for each in ruling.findings for lang in LANGUAGES)


def test_an_exchange_that_nobody_wrote_down_is_thought_of() -> None:
    """A contract without an exchange does not explain the monte's cards."""
    ruling = replay_text(without_lines(HAND, *EXCHANGE, *ASSERTED).replace("chiamo", "chiammo"))
    assert [each.code for each in ruling.findings] == ["CAL210"]
    assert ruling.verdict == "illegal"
    far = replay_text(without_lines(HAND, *EXCHANGE, *ASSERTED).replace("chiamo", "qqq"))
    assert [each.code for each in far.findings] == ["CAL210"]


def test_where_it_cannot_be_told_the_tricks_are_judged_all_the_same() -> None:
    """A hand that breaks off after two tricks may be played under many contracts."""
    begun = without_lines(HAND[: HAND.index(" 3 ")], *EXCHANGE).replace("chiamo", "qqq") + "end\n"
    wrong = begun.replace(" 1 B: 3s 2s 4s\n 2 B: 7s Fc Fs", " 1 B: Cs 2s 4s > B\n 2 C: 3c Cc Cs")
    assert wrong != begun
    ruling = replay_text(wrong)
    codes = [(each.code, each.wording) for each in ruling.findings]
    assert codes == [("CAL210", ""), ("CAL511", "alone")]
    assert "what is paid is not judged" in ruling.findings[0].help("en")
    assert "i pagamenti non sono giudicati" in ruling.findings[0].help("it")
    assert ruling.account is None


def solissimo(after: str) -> str:
    """A hand in which the opponents share the monte, broken off after a trick."""
    head = HAND[: HAND.index("bid ")]
    shares = ("take A: closed Ab 6d", "take C: closed 3s 7s", "discard A: closed 4b 5b", "discard C: closed Fb 6c")
    return "\n".join((f"{head}bid B: solissimo", after, *shares, " 1 B: Rs 3s As", "end", ""))


def test_a_raise_that_nobody_knows_is_read_as_the_one_that_explains_the_hand() -> None:
    """Without it the opponents would have had nothing to share."""
    assert not [each for each in findings_of(solissimo("raise B: dividete"), "pagat") if each.severity == "error"]
    for word in ("dividette", "qqq"):
        ruling = replay_text(solissimo(f"raise B: {word}"))
        assert [each.code for each in ruling.findings if each.severity == "error"] == ["CAL210"]
        assert ruling.state is not None
        assert ruling.state.contract == "dividete"


def test_a_contract_that_is_only_raised_to_stands_for_bid_and_raise() -> None:
    """`bid B: dividete` is a bid that was raised, where the exchange shows it."""
    text = solissimo("").replace("bid B: solissimo\n\n", "bid B: dividete\n")
    found = [each for each in findings_of(text, "pagat") if each.severity == "error"]
    assert [each.code for each in found] == ["CAL404"]
    assert "judged with `solissimo`, raised to `dividete`" in found[0].help("en")
    assert "giudicata con `solissimo`, aggravato a `dividete`" in found[0].help("it")


def test_an_unknown_word_behind_the_auction_changes_nothing() -> None:
    """An unknown word after the end of the auction is reported, and the hand goes on."""
    text = HAND.replace("A: passo\ncall", "A: passo B: qqq\ncall")
    ruling = replay_text(text)
    assert [each.code for each in ruling.findings] == ["CAL210"]
    assert ruling.account is not None


# ---------------------------------------------------------------------- cards that cannot be mended


def found(text: str) -> list[tuple[str, str, int]]:
    """Code, wording and line of each finding, with HAND's rules."""
    return [(each.code, each.wording, each.span.line) for each in replay_text(text).findings]


def test_a_second_slip_of_the_same_hand_is_told_if_the_tricks_prove_it() -> None:
    """Two cards of one seat are wrong, without a fix: both reported, no more."""
    text = (
        without_lines(HAND, *ASSERTED)
        .replace(" 4 B: Cd 4d 5d", " 4 B: Cd 4d Rc")
        .replace("12 B: 6s 4c Rd", "12 B: 6s 4c Cb")
    )
    assert found(text) == [("CAL510", "", 22), ("CAL511", "alone", 30)]


def test_a_second_slip_is_told_where_no_exchange_can_explain_it() -> None:
    """A plays a card of C's, and at the end one that B has laid aside: nothing of any exchange came to A."""
    text = (
        without_lines(HAND, *ASSERTED)
        .replace(" 4 B: Cd 4d 5d", " 4 B: Cd 4d Rc")
        .replace("12 B: 6s 4c Rd", "12 B: 6s 4c 5c")
    )
    assert found(text) == [("CAL510", "", 22), ("CAL510", "aside_alone", 30)]


def test_a_revoke_is_told_beside_a_card_that_cannot_be_mended() -> None:
    """C keeps coins back and plays them later: that holds whatever A played instead of two unreadable cards."""
    text = (
        without_lines(HAND, *ASSERTED)
        .replace(" 4 B: Cd 4d 5d", " 4 B: Cd 4d Rc")
        .replace("12 B: 6s 4c Rd", "12 B: 6s 4c Cb")
    )
    text = text.replace(" 7 B: 2d Fd Ad", " 7 B: 2d 3c Ad").replace(" 8 B: Rs 3c As", " 8 B: Rs Fd As")
    assert found(text) == [("CAL510", "", 22), ("CAL512", "", 25), ("CAL511", "alone", 30)]


def test_an_unknown_seat_in_the_exchange_does_not_silence_the_tricks() -> None:
    """The hand cannot be followed any more, but a card that is played twice is played twice."""
    text = HAND.replace("give C: open", "give Z: open").replace("12 B: 6s 4c Rd", "12 B: 6s 4c Cb")
    assert found(text) == [("CAL215", "", 15), ("CAL511", "alone", 30)]


def test_no_trick_is_told_by_cards_of_an_exchange_that_cannot_be_followed() -> None:
    """Cards that may have changed hands prove no revoke and no wrong winner."""
    text = HAND.replace("take B: open Ab 6d 3s 7s", "take B: open Ab 6d 3s 7s from cellar")
    assert [each for each, _, _ in found(text)] == ["CAL214"]
