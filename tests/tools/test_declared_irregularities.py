"""Sentences on declared irregularities: a settled price, or none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.engine.game import Game
from calarec.core.notation.reader import parse_records
from calarec.core.wording.messages import find_message
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import load_ruleset
from calarec_tools.main import main
from tests.judge.review.table import house

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.wording.language import Language

_HAND = """cal 1
seat A
seat B
seat C

hand 1
dealer A
deal A: 4s 5b 6b 7s Fs 3c 6d Rb 4d Fd Fb Rs
deal B: 3b 2b Ab 3s 2s As Cc 2c Ac 3d 2d Ad
deal C: 6s Cs Rd 5d Cd 4b Cb 7b 5s Rc 7d 6c
monte 5c 7c Fc 4c
"""
_REVOKE = _HAND + "bid B: solissimo\n 1 B: 3b 4b 4s\nfault A: revoke trick 1 claimed by B\n"
_CLAIMED = "claim B: points 33 accepted\nend claimed\n"
_SETTLED = {"en": "its price is settled", "it": "il prezzo è messo in conto"}
_NONE = {"en": "these rules set no price", "it": "queste regole non fissano un prezzo"}
_BY_THE_RULES = "are settled by the rules"
_PRICES: dict[str, tuple[str, ...]] = {
    "nothing": (),
    "payments": ("set:", "  standing.revoke.pay_each: 2"),
    "points": ("set:", "  standing.revoke.move_points: 3"),
    "the contract": ("set:", "  standing.revoke.contract: lost"),
}


def written(folder: Path, prices: tuple[str, ...], text: str) -> tuple[str, str]:
    """The record, and the rules of its house."""
    record, rules = folder / "hand.cal", house(folder, "pagat", *prices) if prices else "pagat"
    record.write_text(text, "utf-8")
    return str(record), str(rules)


@pytest.mark.mass
@pytest.mark.parametrize("price", _PRICES)
@pytest.mark.parametrize("command", ["check", "replay", "view"])
@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_declared_revoke_is_said_to_be_settled_where_the_rules_set_a_price(
    price: str, command: str, lang: Language, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Prices are payments, points, or the contract; pagat sets none."""
    record, rules = written(tmp_path, _PRICES[price], _REVOKE + _CLAIMED)
    assert main(["--lang", lang, command, record, "--rules", rules]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert (_SETTLED[lang] in told) == (price != "nothing")
    assert (_NONE[lang] in told) == (price == "nothing")


@pytest.mark.parametrize(
    ("prices", "more", "verdict"),
    [
        ((), "", "These rules set no price for the irregularities that were noted."),
        (_PRICES["payments"], "", _BY_THE_RULES),
        (
            (
                "add:",
                "  standing.talk: {do: fault, pay_each: 1}",
            ),
            "fault C: talk claimed by B\n",
            "These rules set a price for part of the irregularities that were noted.",
        ),
    ],
)
def test_the_verdict_says_which_irregularities_have_a_price(
    prices: tuple[str, ...], more: str, verdict: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sentence about the moves, of one irregularity and of two."""
    record, rules = written(tmp_path, prices, _REVOKE + more + _CLAIMED)
    assert main(["replay", "--full", record, "--rules", rules]) == 0
    assert verdict in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(("pay", "ending"), [(0, "unpriced"), (2, "declared")])
@pytest.mark.parametrize("done", ["take B: closed 5c 7c Fc 4c", "give B: Cc to A"])
@pytest.mark.parametrize("monte", ["monte 5c 7c Fc 4c\n", "monte 5c __ Fc 4c\n", ""])
def test_an_irregularity_of_the_exchange_says_the_same_with_unknown_cards(
    pay: int, ending: str, done: str, monte: str, tmp_path: Path
) -> None:
    """The monte is taken closed, or an undue card is given, as the record states."""
    rules = house(tmp_path, "pagat", "add:", f"  standing.wrong-discard: {{do: fault, by: declarer, pay_each: {pay}}}")
    head = _HAND.replace("monte 5c 7c Fc 4c\n", monte)
    bids = "bid B: solo C: passo A: passo\n"
    text = head + f"{bids}{done}\nfault B: wrong-discard claimed by A\nend abandoned\n"
    (hand,) = parse_records(text)
    told = [
        each
        for each in begin_totals(Game.from_ruleset(load_ruleset(str(rules)))).replay(hand).findings
        if each.answered
    ]
    assert told
    assert {find_message(each.code, each.wording, "en").help for each in told} == {
        find_message("CAL512", ending, "en").help
    }


def test_a_wording_of_its_own_is_not_taken_for_an_answer() -> None:
    """CAL322 has words of its own for declarations of which the cards are not written."""
    own = find_message("CAL322", "declared", "en")
    assert "the number of its cards" in own.message
    assert "fault" not in own.help
