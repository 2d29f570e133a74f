"""Steps before the play in hands without cards, as far as they need no cards."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.core.base.frozen import replace
from calarec.core.engine.game import Game
from calarec.core.judge.breaches import UNTIMELY
from calarec.core.notation.reader import parse_records
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import load_ruleset
from calarec.simulation import simulate
from tests.judge.review.table import house
from tests.rulebooks import IDS, game

if TYPE_CHECKING:
    from calarec.core.mechanisms.ruleset import Ruleset

ATTESTED = Path(__file__).parents[1] / "rulesets" / "attested"
_CARDS = (rec.Deal, rec.Monte, rec.Trick, rec.Result, rec.Score, rec.Total)
CHIAMO, SOLO = "bid B: chiamo C: passo A: passo", "bid B: solo C: passo A: passo"


def codes(rules: str | Ruleset, *lines: str, seats: str = "ABC") -> list[str]:
    """The errors of one hand of scores alone, dealt by A."""
    played = game(rules) if isinstance(rules, str) else Game.from_ruleset(rules)
    head = "".join(f"seat {each}\n" for each in seats)
    (hand,) = parse_records(
        f"cal 1\n{head}\nhand 1\ndealer A\n" + "".join(f"{each}\n" for each in lines) + "result B: won\nend\n"
    )
    found = [each for each in begin_totals(played).replay(hand).findings if each.severity == "error"]
    assert all(each.span.line for each in found)
    return [each.code for each in found]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ((CHIAMO, "call B: 3b"), []),
        ((CHIAMO, "call B: __"), []),
        ((CHIAMO, "call C: 3b"), ["CAL431"]),
        ((CHIAMO, "call B: 3b", "call B: 3s"), ["CAL430"]),
        ((CHIAMO, "call B: __", "call B: 3s"), ["CAL430"]),
        ((CHIAMO, "call B: 3b with C", "give C: 3b to B", "give B: __ to C"), []),
        ((CHIAMO, "trump B: c"), ["CAL430"]),
        ((SOLO, "call B: 3b"), ["CAL430"]),
        ((SOLO, "give C: 3b to B"), ["CAL430"]),
        ((SOLO, "give C: __ to B"), ["CAL430"]),
        ((SOLO, "discard B: 4b 4c"), []),
        ((SOLO, "take B: 4b 4c"), []),
        (("call B: 3b",), []),
    ],
)
def test_what_nobody_does_under_a_contract_is_told(said: tuple[str, ...], found: list[str]) -> None:
    """Pagat: the declarer calls one card, a three or its substitute; others give none."""
    assert codes("pagat", *said) == found


@pytest.mark.parametrize(
    "line",
    ["call A: 3b", "give A: 3b to B", "take A: 3b", "discard A: __", "table-card A: 3b", "trump A: b"],
)
@pytest.mark.parametrize(
    ("rules", "seats", "bids"),
    [
        ("tressette", "ABCD", ()),
        ("rovescino", "ABCD", ()),
        ("pagat", "ABC", ("bid B: passo C: passo A: passo",)),
        ("gelli-terziglio", "ABC", ("bid B: passo C: passo A: passo",)),
        ("spazzatura", "ABC", ("bid B: pass C: pass A: pass",)),
    ],
)
def test_without_a_contract_no_step_before_the_play_is_due(
    rules: str, seats: str, bids: tuple[str, ...], line: str
) -> None:
    """Games without an auction and hands that all pass: nothing is called, exchanged or named."""
    head = "".join(f"seat {seat}\n" for seat in seats)
    (hand,) = parse_records(
        f"cal 1\n{head}\nhand 1\ndealer A\n" + "".join(f"{said}\n" for said in (*bids, line)) + "end\n"
    )
    found = [finding for finding in begin_totals(game(rules)).replay(hand).findings if finding.severity == "error"]
    assert [(finding.code, finding.span.line) for finding in found] == [("CAL430", hand.line + 2 + len(bids))]


def test_cards_that_are_passed_before_a_play_without_a_declarer_are_due() -> None:
    """A house where each passes three cards on: to give is due, to discard is not."""
    house_game = Game.from_ruleset(load_ruleset(str(ATTESTED / "passed.yaml")))
    head = "".join(f"seat {seat}\n" for seat in "ABCD")
    for line, codes_found in (("give A: 3b 2b Ab to B", []), ("discard A: 3b", ["CAL430"])):
        (hand,) = parse_records(f"cal 1\n{head}\nhand 1\ndealer A\n{line}\nend\n")
        assert [finding.code for finding in begin_totals(house_game).replay(hand).findings] == codes_found


@pytest.mark.parametrize(
    ("rules", "said", "found"),
    [
        ("quintiglio", ("bid B: chiamo", "call B: 3b in hand"), ["CAL420"]),
        ("quintiglio", ("bid B: chiamo", "call B: 3b with C"), []),
        ("quadriglio", ("bid B: chiamo", "call B: 3b"), []),
        ("quadriglio", ("bid B: chiamo", "call B: Fb"), ["CAL421"]),
        ("gelli-terziglio", ("bid B: chiamo C: solo A: passo", "call B: 3b"), []),
        ("gelli-terziglio", (CHIAMO, "call B: 3b"), []),
        ("gelli-terziglio", (CHIAMO, "call A: 3b"), ["CAL431"]),
    ],
)
def test_who_calls_what_is_judged_by_the_rules_of_the_house(
    rules: str, said: tuple[str, ...], found: list[str]
) -> None:
    """An own card where none may be called, a card named with a bid that another overbids."""
    seats = {"quintiglio": "ABCDE", "quadriglio": "ABCD"}.get(rules, "ABC")
    assert codes(rules, *said, seats=seats) == found


@pytest.mark.mass
@pytest.mark.parametrize(
    ("said", "found"),
    [
        (("trump B: c",), []),
        (("trump C: c",), ["CAL431"]),
        (("trump B: c", "trump B: s"), ["CAL430"]),
        (("trump B: x",), ["CAL427"]),
        (("raise B: dividete", "trump B: c"), []),
    ],
)
def test_a_trump_is_named_once_by_the_declarer(said: tuple[str, ...], found: list[str], tmp_path: Path) -> None:
    """In a house where a suit is named for trump."""
    rules = house(
        tmp_path, "pagat", "set:", "  play.trump: {chosen: named, by: declarer}", "  contracts.solo.raises: [dividete]"
    )
    assert codes(load_ruleset(str(rules)), SOLO, *said) == found


def test_who_states_an_irregularity_of_the_exchange_is_not_accused_of_it_again() -> None:
    """The line that states it covers the line of the wrong step."""
    solo = "bid B: solo C: sto-bene A: sto-bene"
    assert codes("tretre", solo, "give C: 3b to B") == ["CAL430"]
    assert codes("tretre", solo, "give C: 3b to B", "fault C: exchange claimed by B") == ["CAL614"]


def extra(rng: Random, played: Game, seats: tuple[str, ...]) -> rec.Statement:
    """A line that any hand may have before its first trick, by anybody."""
    who, names = rng.choice(seats), played.cards.names
    declared = [word for word, each in played.rules.standing.items() if each.do == "declare"] or ["napoletana"]
    return rng.choice((
        rec.Call(who, rng.choice(names)),
        rec.Trump(who, rng.choice(played.rules.pack.suits)),
        rec.Declare(who, rng.choice(declared), tuple(rng.sample(names, 3))),
        rec.Signal(who, rng.choice(("busso", "striscio", "hei"))),
        rec.Claim(who, rng.choice((5, 20, 40)), answer="refused"),
        rec.Give(who, rng.choice(seats), (rng.choice(names),)),
        rec.Take(who, (rng.choice(names),)),
        rec.Discard(who, (rng.choice(names),)),
        rec.Show(who, (rng.choice(names),)),
    ))  # fmt: skip


@pytest.mark.mass
@pytest.mark.parametrize("rules", IDS)
def test_without_cards_nothing_is_told_that_the_cards_do_not_tell(rules: str) -> None:
    """A line too many before the first lead, of whichever kind, in hands with their cards and without them."""
    played, rng, told = game(rules), Random(11), 0
    for made in simulate(played, hands=12, seed=11):
        said = made.hand.statements
        lead = next((at for at, each in enumerate(said) if isinstance(each, rec.Trick)), None)
        if lead is None:
            continue
        more = (*said[:lead], extra(rng, played, made.state.setting.labels), *said[lead:])
        found = []
        for statements in (more, tuple(each for each in more if not isinstance(each, _CARDS))):
            hand = replace(made.hand, statements=statements, carried=None)
            ruling = begin_totals(played, literal=True).replay(hand)
            wrong = (each.code for each in ruling.findings if each.severity == "error")
            found.append({"CAL430" if each in UNTIMELY else each for each in wrong})
        assert found[1] <= found[0], (more[lead], found)
        told += bool(found[1])
    assert told
