"""An auction of amounts: engine, compiled filter and an independent referee settle alike, and wrong bids are found.

With CALAREC_THOROUGH set, 2,000 hands are compared.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from calarec.bulk.auction import AuctionEnd, AuctionTable, Point
from calarec.bulk.compile import compiled_rules
from calarec.core.base.frozen import replace
from calarec.core.engine import events as ev
from calarec.core.engine.game import Game
from calarec.core.engine.moves import legal
from calarec.core.mechanisms.auction import StakeOf
from calarec.core.mechanisms.rules import expand_amounts
from calarec.core.notation.formatter import fmt
from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import load_ruleset
from calarec.rulebook.comparison import compare
from calarec.simulation import simulate
from tests.referees.agreeing import FOLDER, agreed, hands, rules
from tests.referees.on_amounts import referee

if TYPE_CHECKING:
    from pathlib import Path

GAME = rules("maletto")
COUNT = hands(100)


@pytest.mark.parametrize(("name", "step"), [("maletto", 1), ("by-fives", 5)])
def test_agrees_with_the_referee(name: str, step: int) -> None:
    """Declarer, amount and payments agree."""
    seen: Counter[str] = Counter()
    for judged, told in agreed(rules(name), referee, COUNT):
        seen[told["ruling"]["contract"] or ""] += 1
        for reason in judged.account.because if judged.account is not None else ():
            assert rules(name).ruleset.origin(reason.rule) is not None, reason.rule
    offers = [int(each.removeprefix("offro-")) for each in seen if each.startswith("offro-")]
    assert len(offers) > 2, seen
    assert not [each for each in offers if each % step], seen
    assert seen["col-chiodo"] + seen["ballo"], seen


def _bid(*words: str) -> list[str]:
    """The codes of an auction in which the seats speak these words in turn."""
    made = next(simulate(GAME, hands=1, seed=1, seats=3))
    dealt = [each for each in made.hand.statements if isinstance(each, rec.Dealer | rec.Deal | rec.Monte)]
    dealer = next(each.seat for each in dealt if isinstance(each, rec.Dealer))
    labels = [each.label for each in made.hand.session.seats]
    start = labels.index(dealer) + 1
    said = [rec.Bid((labels * 4)[start + number], word) for number, word in enumerate(words)]
    judged = begin_totals(GAME).replay(replace(made.hand, statements=(*dealt, *said)))
    return [each.code for each in judged.findings if each.code != "CAL517"]


@pytest.mark.parametrize(("words", "codes"), [
    (("offro-3", "offro-5", "passo", "offro-6", "passo"), []),
    (("offro-3", "offro-3"), ["CAL402"]),
    (("offro-3", "offro-21"), ["CAL210"]),
    (("offro-3", "ballo"), []),
    (("offro-3", "offro-5", "passo", "ballo"), ["CAL405"]),
])  # fmt: skip
def test_what_may_be_bid(words: tuple[str, ...], codes: list[str]) -> None:
    """Higher amounts alone, within the limits, and what belongs to the first turn not later."""
    assert _bid(*words)[: len(codes) or None] == codes


def test_an_amount_behind_a_blank_is_part_of_the_bid() -> None:
    """It is read and printed so, and written in one word."""
    text = write([each.hand for each in simulate(GAME, hands=6, seed=9)])
    loose = text.replace("offro-", "offro ")
    assert loose != text
    read = list(parse_records(loose))
    findings = [each for hand in read for each in hand.findings]
    assert len(findings) == text.count("offro-")
    assert {each.code for each in findings} == {"CAL113"}
    assert all(each.fix is not None and each.fix.safe and each.severity == "note" for each in findings)
    assert fmt(loose) == text
    for old, new in zip(parse_records(text), read, strict=True):
        assert [each for each in new.statements if isinstance(each, rec.Bid)] == [
            each for each in old.statements if isinstance(each, rec.Bid)
        ]


def test_hands_without_cards_are_settled_by_their_bid() -> None:
    """The amount is in the word."""
    scores = (rec.Deal, rec.Monte, rec.Trick, rec.Take, rec.Discard, rec.Total)
    bid = [each for each in simulate(GAME, hands=40, seed=9) if each.account.contract]
    assert bid
    for each in bid:
        said = tuple(one for one in each.hand.statements if not isinstance(one, scores))
        judged = begin_totals(GAME).replay(replace(each.hand, statements=said))
        assert not [one for one in judged.findings if one.severity == "error"], write([judged.hand])
        assert judged.account is not None
        assert judged.account.payments == each.account.payments


def test_written_once_and_played_as_often() -> None:
    """The rules that are read have one contract, those that are played one for each amount; names and places agree."""
    ruleset = load_ruleset(str(FOLDER / "maletto.yaml"))
    assert list(ruleset.rules.contracts) == ["offro", "col-chiodo", "ballo"]
    assert list(GAME.rules.contracts) == [*(f"offro-{amount}" for amount in range(1, 21)), "col-chiodo", "ballo"]
    assert GAME.rules.auction.ladder == tuple(GAME.rules.contracts)
    assert ruleset.name("contracts", "offro-7").in_language("it") == "Offro 7"
    plain = load_ruleset("pagat").rules
    assert expand_amounts(plain) is plain
    other = load_ruleset(str(FOLDER / "maletto.yaml"))
    assert not compare(ruleset, other).differences


def test_a_call_found_in_the_monte_may_cost_the_least_amount_of_another_contract(tmp_path: Path) -> None:
    """A stake that names a contract with amounts follows its least one wherever it is stated, in a step too."""
    file = tmp_path / "rules.yaml"
    file.write_text(
        "ruleset: rules\nversion: 1.0.0\ntitle: Rules\nextends: quintiglio\nset:\n  contracts.solo.amounts: {most: 4}\n"
        "  contracts.chiamo.lost: {of: solo}\n"
        "  steps.partner.in_pile: {then: alone, won: {of: solo, times: 2}, lost: {of: solo}}\n",
        "utf-8",
    )
    rules = Game.from_ruleset(load_ruleset(str(file))).rules
    found = rules.steps["partner"].params.in_pile
    named = (rules.contracts["chiamo"].lost, found.won, found.lost)
    assert named == (StakeOf(of="solo-1"), StakeOf(of="solo-1", times=2), StakeOf(of="solo-1"))


@pytest.mark.parametrize("low", [False, True], ids=["as it is", "the first turn's bid below the others"])
def test_the_compiled_filter_hears_the_same_auction(tmp_path: Path, *, low: bool) -> None:
    """At every turn the legal words are those of the engine."""
    text = (FOLDER / "maletto.yaml").read_text("utf-8")
    if low:
        text = text.replace("[offro, col-chiodo, ballo]", "[ballo, offro, col-chiodo]")
        text = text.replace("{of: offro, times: 42}", "0x").replace("ruleset: maletto", "ruleset: maletto-low")
    file = tmp_path / "rules.yaml"
    file.write_text(text, "utf-8")
    game = Game.from_ruleset(load_ruleset(str(file)))
    compiled = compiled_rules(game)
    assert not compiled.lacking
    later = 0
    for bot in ("sensible", "random"):
        for each in simulate(game, hands=30, seed=2, bot=bot, seats=3):
            judged = begin_totals(game).replay(each.hand)
            assert judged.setting is not None
            point: Point | AuctionEnd = compiled.auction_graph(AuctionTable((0, 1, 2), 2)).start
            for before, happened in pairwise(judged.happened):
                if not isinstance(happened.event, ev.Said):
                    continue
                assert isinstance(point, Point)
                assert judged.setting.active[point.seat] == happened.event.seat
                if isinstance(before.event, ev.Said):
                    assert before.state is not None
                    (offer,) = legal(game, before.state)
                    assert set(point.words) == set(offer.words)
                    later += "ballo" not in point.words
                following = point.point_after(happened.event.word)
                assert following is not None
                point = following
    assert later
