"""A stated breach of the exchange: the hand is irregular, with notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write_hands
from calarec.record_judge.session import RecordJudge
from calarec.simulation import simulate
from tests.bulk.both import game
from tests.house.tree import ROOT
from tests.judge.damage.written_hand import HAND

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.judge.judgement import Judgement

RECORDS: Final = ROOT / "tests" / "judge" / "damage" / "records"
CODES: Final = {
    "takes-what-is-not-his": "CAL431",
    "discards-three": "CAL434",
    "takes-the-tabled-card": "CAL431",
    "gives-another-card": "CAL424",
}
CONTRACTS: Final = ("chiedo", "solo", "dividete", "scegliete")
_EXCHANGE: Final = ("table-card ", "call ", "take ", "give ", "discard ")


def replays(text: str, rules: str = "tretre") -> list[Judgement]:
    """Replay all hands of a text."""
    session = RecordJudge(game(rules).ruleset)
    return [session.replay(hand) for hand in parse_records(text, "declared.cal")]


@pytest.mark.parametrize("name", CODES)
def test_a_stated_breach_of_the_exchange_is_a_note(name: str) -> None:
    """A card not due, a wrong taker, three discards: noted in place, with `fault`."""
    (told,) = replays((RECORDS / f"{name}.cal").read_text(encoding="utf-8"))
    assert (told.verdict, told.outcome) == ("irregular", "void")
    assert [(each.code, str(each.severity)) for each in told.findings] == [(CODES[name], "note")]
    for lang, said in (("en", "the record declares it"), ("it", "la registrazione lo dichiara")):
        assert told.findings[0].help(lang).startswith(said)


def test_what_nobody_remembers_of_it_is_a_note_too() -> None:
    """Three discards with unknown cards."""
    (told,) = replays((RECORDS / "discards-three-unknown.cal").read_text(encoding="utf-8"))
    assert (told.verdict, told.totals) == ("irregular", {"A": -2, "B": 1, "C": 1})
    assert [(each.code, str(each.severity)) for each in told.findings] == [("CAL434", "note")]


@pytest.mark.parametrize("name", CODES)
def test_what_is_stated_of_nobody_or_of_another_stays_an_error(name: str) -> None:
    """Without the line, of a seat that did nothing, or of a trick, it is a breach as ever."""
    text = (RECORDS / f"{name}.cal").read_text(encoding="utf-8")
    line = next(each for each in text.split("\n") if each.startswith("fault "))
    offender, claimant = line[6], line[-1]
    third = next(label for label in "ABC" if label not in (offender, claimant))
    for other in ("", f"fault {third}: exchange claimed by {offender if third != 'A' else 'B'}"):
        (told,) = replays(text.replace(line, other or "; nothing is claimed"))
        assert told.verdict == "illegal", other
        assert CODES[name] in [each.code for each in told.findings if each.severity == "error"]


def test_a_revoke_that_is_stated_in_the_play_answers_no_breach_of_the_exchange() -> None:
    """B discards a card that A holds, and a revoke is stated: the error remains."""
    wrong = HAND.replace("closed 6b 5c 6d 5s", "closed 6b 5c 6d 4s")
    for line, severity in (("", "error"), ("fault B: revoke claimed by A\n", "error")):
        (told,) = replays(wrong.replace("end\n", f"{line}end\n"), "pagat")
        assert [(each.code, str(each.severity)) for each in told.findings] == [("CAL433", severity)], line
    before_the_play = wrong.replace(" 1 B: 3s", "fault B: revoke claimed by A\n 1 B: 3s")
    (told,) = replays(before_the_play, "pagat")
    assert ("CAL433", "note") in [(each.code, str(each.severity)) for each in told.findings]


def test_a_void_deal_is_added_and_the_next_hand_goes_on_from_it() -> None:
    """Both hands are dealt again, so neither counts as a deal (002: void; 003: repeated); the stated totals hold."""
    first, second = replays((RECORDS / "void-then-passed.cal").read_text(encoding="utf-8"))
    assert (first.verdict, first.stated, second.stated) == ("irregular", True, True)
    assert first.totals == second.totals == {"A": -2, "B": 1, "C": 1}
    assert [each.standing.deal for each in (first, second) if each.standing] == [0, 0]


def wrong_exchanges(contract: str, seed: int) -> Iterator[tuple[str, str]]:
    """Records of a hand whose exchange goes wrong and ends there, with the offender."""
    made = next(simulate(game("tretre"), hands=1, seed=seed, aim=f"contracts.{contract}"))
    lines = "".join(write_hands([made.hand])).rstrip("\n").split("\n")
    at = [number for number, line in enumerate(lines) if line.startswith(_EXCHANGE)]
    trick = next(number for number, line in enumerate(lines) if line.startswith(" 1 "))
    dealt = {line[5]: line.split()[2:] for line in lines if line.startswith("deal ")}
    for number in at:
        verb, seat, *rest = lines[number].replace(":", "").split()
        before, line = lines[:number], lines[number]
        for other in "ABC":
            if other != seat:
                yield _void([*before, line.replace(f" {seat}:", f" {other}:", 1)], other)
                if verb != "call":
                    taken = next(card for card in reversed(dealt[other]) if card not in line)
                    yield _void([*before, line.replace(_cards(rest)[0], taken, 1)], seat)
        if verb in ("take", "discard"):
            more = next(card for card in dealt[seat] if card not in line)
            yield _void([*before, line.replace(_cards(rest)[0], f"{_cards(rest)[0]} {more}", 1)], seat)
            if len(_cards(rest)) > 1:
                yield _void([*before, line.replace(f" {_cards(rest)[-1]}", "", 1)], seat)
        following = lines[number + 1]
        if number + 1 < trick:
            yield _void([*before, following], following.replace(":", "").split()[1])
        leader = lines[trick][3]
        led = next(card for card in dealt[leader] if all(card not in each for each in lines[at[0] : number]))
        yield _void([*before, f" 1 {leader}: {led}"], leader)
        yield _void([*before, f" 1 {leader}: {led}"], seat)


def _cards(words: list[str]) -> list[str]:
    return [word for word in words if len(word) == 2 and word[0].isupper() | word[0].isdigit() and word[1].islower()]


def _void(lines: list[str], offender: str) -> tuple[str, str]:
    return "\n".join([*lines, f"fault {offender}: exchange", "end void", ""]), offender


@pytest.mark.parametrize("contract", CONTRACTS)
def test_whatever_the_breach_the_hand_is_irregular_and_paid(contract: str) -> None:
    """Every line of an exchange by another seat, with another card, with one more or less, left out, or led over."""
    for seed in range(4):
        for text, offender in wrong_exchanges(contract, seed):
            (told,) = replays(text)
            assert (told.verdict, told.outcome) == ("irregular", "void"), (text, told.findings)
            assert {str(each.severity) for each in told.findings} <= {"note"}, text
            assert told.totals == {label: -2 if label == offender else 1 for label in "ABC"}, text


@pytest.mark.mass
@pytest.mark.parametrize("unknown", ["A", "BC", "ABC"])
@pytest.mark.parametrize("contract", CONTRACTS)
def test_so_it_is_where_nobody_remembers_a_deal(contract: str, unknown: str) -> None:
    """The same breaches in hands without a deal: each reported once."""
    for text, offender in wrong_exchanges(contract, 1):
        lines = [each for each in text.split("\n") if not each.startswith("deal ") or each[5] not in unknown]
        (told,) = replays("\n".join(lines))
        assert (told.verdict, told.outcome) == ("irregular", "void"), (lines, told.findings)
        assert told.totals == {label: -2 if label == offender else 1 for label in "ABC"}, lines
        found = [(str(each.severity), each.code, each.span.line) for each in told.findings]
        # Who gives the called card had it, as long as no deal says otherwise: then it is the call that names another.
        giver = ("error", "CAL423") if unknown == "ABC" and "give " in lines[-4] else None
        assert {one[0] for one in found if one[:2] != giver} <= {"note"}, (lines, found)
        assert len({*found}) == len(found), (lines, found)


TAKES = """cal 1
rules tretre
seat A
seat B
seat C
hand 1
dealer A
deal B: 3b 6b 4b As 6s 4s Cc 6c 4c 3d Ad 4d
monte 7b 7s Fc 5d
bid B: chiedo C: sto-bene A: sto-bene
table-card B: closed 4b
call B: 3s with A
take B: closed 7b 7s Fc 5d from monte
give A: closed 3s to B
take {taker}: closed 4b from tabled
discard B: closed {discards} to monte
 1 B: 3d Fd 6d
 2 B: 3s Fs 5s
{fault}
"""


@pytest.mark.parametrize(
    ("taker", "discards", "seat", "code"),
    [("C", "4s 4c 5d 4d", "C", "CAL431"), ("A", "4s 4c 5d", "B", "CAL434"), ("A", "4s 4c 5d 4d 6b", "B", "CAL434")],
)
def test_what_was_played_after_it_accuses_nobody_whose_cards_are_unknown(
    taker: str, discards: str, seat: str, code: str
) -> None:
    """A wrong taker, three or five discards: the only finding, a note if stated."""
    for fault, severity in ((f"fault {seat}: exchange\nend void", "note"), ("end abandoned", "error")):
        (told,) = replays(TAKES.format(taker=taker, discards=discards, fault=fault))
        assert [(each.code, str(each.severity)) for each in told.findings] == [(code, severity)]
        assert told.verdict == ("irregular" if severity == "note" else "illegal")


def test_who_may_not_claim_is_told_wherever_the_hand_stands() -> None:
    """C and A play against B: that C claims what A did is an error, with all cards known or not, behind any breach."""
    for discards in ("4s 4c 5d 4d", "4s 4c 5d"):
        fault = "fault A: exchange claimed by C\nend void"
        text = TAKES.format(taker="A", discards=discards, fault=fault).replace("give A: closed 3s", "give A: closed 2s")
        (told,) = replays(text)
        assert ("CAL531", "error") in [(each.code, str(each.severity)) for each in told.findings]


SHOWN: Final = """\
cal 1
hand 1
dealer A
deal B: 6b As Cs 5s __ __ 6c 4d
deal C: __ 3s __ __ Ac __ Ad 7d
deal D: 3b 7b 4b 3c __ 5c Rd __
deal E: __ Rs Fs 2c Fc __ 6d 5d
deal A: 2b Ab __ 5b 2s 6s __ 2d
bid B: passo C: passo D: passo E: passo A: chiamo B: sto-bene C: chiedo D: sto-bene E: sto-bene A: sto-bene
show D: 5c
table-card A: closed 4s
show D: 5c
fault A: exchange claimed by C
end void
"""


def test_cards_that_are_shown_hide_no_stated_breach() -> None:
    """Unwritten exchanges are possible before a card is shown: the lines hold."""
    (told,) = replays(SHOWN, "quintiglio")
    assert (told.verdict, told.outcome) == ("irregular", "void")
    assert told.account is not None
    (without,) = replays(SHOWN.replace("show D: 5c\n", ""), "quintiglio")
    assert without.account is not None
    assert told.account.payments == without.account.payments
    found = sorted((each.code, str(each.severity)) for each in told.findings)
    assert found == [("CAL431", "note")]
