"""Bids that are held: what the engine offers, hands with cards and without, and a referee agree.

With CALAREC_THOROUGH set, 2,000 hands of each ruleset are compared.
"""

from __future__ import annotations

from random import Random

import pytest

from calarec.core.base.frozen import replace
from calarec.core.judge.json import as_json
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.playing.hand import play
from calarec.record_judge.gaps import begin_totals
from tests.referees.agreeing import at_every_table, hands, rules
from tests.referees.on_holding import LADDER, RULES, follow
from tests.sources.card_lines import CARDS

HANDS = hands(60)


@pytest.mark.parametrize("name", RULES)
def test_offers_agree_with_the_referee(name: str) -> None:
    """At every turn of random auctions: the speaker, the words, and repeated bids."""
    rng, held = Random(7), 0
    for number in range(150):
        table, said = play(rules(name), 3, dealer="ABC"[number % 3], seed=number), list[tuple[str, str]]()
        order = ("ABC" * 2)[number % 3 + 1 : number % 3 + 4]
        while True:
            heard = follow(name, order, table.dealer, said)
            offers = [move for move in table.legal() if move.do == "bid"]
            assert [move.seat for move in offers] == ([] if heard.speaker is None else [heard.speaker]), said
            if heard.speaker is None:
                break
            assert set(offers[0].words) == heard.words, said
            above = sorted(heard.words & set(LADDER), key=LADDER.index)
            word = rng.choice(["passo", *above[:2]])
            held += bool(said) and word != "passo" and word in [other for _, other in said]
            said.append((heard.speaker, word))
            table = table.apply({"do": "bid", "seat": heard.speaker, "word": word})
        assert (heard.holder is None) == (table.state.contract == "")
        if heard.holder is not None:
            assert (table.state.setting.labels[table.state.declarer], table.state.contract) == heard[2:]
    assert held > 10


@pytest.mark.parametrize("name", RULES)
def test_hands_agree_with_the_referee(name: str) -> None:
    """The declarer and the contract of simulated hands, with cards and without."""
    held, of = 0, rules(name)
    for each in at_every_table(of, HANDS // (2 * len(of.people))):
        for said in (each.hand.statements, tuple(line for line in each.hand.statements if not isinstance(line, CARDS))):
            lines = tuple(line for line in said if not isinstance(line, rec.Total))
            judged = begin_totals(of).replay(replace(each.hand, statements=lines))
            assert not [found for found in judged.findings if found.severity == "error"], write([each.hand])
            hand = as_json(judged)
            order = "".join(each.setting.labels[seat] for seat in each.setting.active)
            bids = [(line.seat, line.word) for line in lines if isinstance(line, rec.Bid)]
            heard = follow(name, order, hand["dealer"], bids)
            assert heard.speaker is None
            raised = next((line.word for line in lines if isinstance(line, rec.Raise)), heard.contract)
            assert (hand["ruling"]["declarer"], hand["ruling"]["contract"]) == (heard.holder, raised), write(
                [each.hand]
            )
            assert judged.account is not None
            assert judged.account.payments == each.account.payments
            words = [word for _, word in bids if word != "passo"]
            held += len(words) != len(set(words))
    assert held


def test_a_bid_that_may_not_be_held_is_too_low() -> None:
    """Only the dealer may repeat it; the rule is named."""
    game = rules("dealer-holds")
    table = play(game, 3, dealer="A", seed=1)
    table = table.apply({"do": "bid", "seat": "B", "word": "solo"})
    assert "solo" not in table.legal()[0].words
    table = table.apply({"do": "bid", "seat": "C", "word": "passo"})
    assert "solo" in table.legal()[0].words
    held = table.apply({"do": "bid", "seat": "A", "word": "solo"})
    assert (held.state.declarer, held.events[-2].rule) == (0, "auction.hold")
