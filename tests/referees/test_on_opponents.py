"""Payments of single opponents: engine, filter, bare scores and a referee agree."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calarec.bulk.filter import Unruled, Verifier
from calarec.bulk.running import Passed
from calarec.core.base.frozen import replace
from calarec.core.engine.game import Game
from calarec.core.judge.json import as_json
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.record_judge.session import RecordJudge
from calarec.rule_files.load import check_rules
from calarec.simulation import simulate
from tests.referees.agreeing import at_every_table, hands, rules, to_the_end
from tests.referees.comparison import for_the_referee
from tests.referees.on_opponents import payments
from tests.rulesets.drawn_opponents import OPPONENT_RULES
from tests.shards import examples
from tests.sources.card_lines import CARDS

if TYPE_CHECKING:
    from calarec.simulation.run import Simulated

TREE = dict[str, Any]
TRICKLESS: Final[TREE] = {
    "trickless": {"when": [{"tricks": 0}, {"of": "other_opponents", "tricks": {"at_least": 1}}], "pays": 2},
    "spared": {"when": [{"tricks": {"at_least": 1}}, {"of": "other_opponents", "tricks": 0}], "pays": 0},
    "threes": {
        "when": {"cards": {"ranks": "3", "at_least": 3, "where": "dealt"}, "contracts": ["solo", "solissimo"]},
        "pays": 2, "receives": 3,
    },
}  # fmt: skip
"""`settle.each` of `trickless`."""


def _agree_on_hand(of: Game, played: Simulated, each: TREE) -> Counter[str]:
    """The rules that applied, once all have settled the hand alike."""
    judged = begin_totals(of).replay(played.hand)
    assert not [found for found in judged.findings if found.severity == "error"], write([played.hand])
    hand = as_json(judged)
    expected = payments(for_the_referee(hand), each)
    assert {seat: hand["ruling"]["payments"].get(seat, 0) for seat in expected} == expected, write([played.hand])
    assert sum(played.account.payments) == 0
    said = tuple(one for one in played.hand.statements if not isinstance(one, rec.Total))
    verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge(of.ruleset))
    (verdict,) = verifier.verify([write([replace(played.hand, name="1", statements=said)])])
    assert not isinstance(verdict, Unruled)
    account = verdict if isinstance(verdict, Passed) else verdict.account
    assert account is not None
    assert account.payments == played.account.payments
    bare = begin_totals(of).replay(_without_cards(played))
    assert not [found for found in bare.findings if found.severity == "error"], write([bare.hand])
    assert bare.account is not None
    assert bare.account.payments == played.account.payments
    return Counter(reason.rule for reason in played.account.because if reason.rule.startswith("settle.each."))


def _without_cards(played: Simulated) -> rec.Hand:
    said = tuple(one for one in played.hand.statements if not isinstance(one, CARDS))
    return replace(played.hand, statements=said)


def test_an_opponent_without_a_trick_pays_for_both() -> None:
    """Every rule comes up."""
    of, found = rules("trickless"), Counter[str]()
    for each in to_the_end(at_every_table(of, hands(400) // (2 * len(of.people)))):
        found += _agree_on_hand(of, each, TRICKLESS)
    assert found.keys() == {f"settle.each.{name}" for name in TRICKLESS}


def test_payments_that_no_opponent_can_owe_are_reported() -> None:
    """Two opponents without a trick are impossible, so payments for two are wrong."""
    of, wrong = _rules_with({name: rule for name, rule in TRICKLESS.items() if name != "threes"}), 0
    assert of is not None
    for each in to_the_end(simulate(of, hands=12, seed=2, bot="sensible", seats=3)):
        bare = _without_cards(each)
        scores = [one for one in bare.statements if isinstance(one, rec.Score)]
        declarer = each.account.declarer
        if not scores or declarer < 0 or not each.account.counted_sides[0].wins or each.account.bonus:
            continue
        stake = each.account.stake
        labels = each.setting.labels
        owed = dict.fromkeys(labels, -2 * stake) | {labels[declarer]: 4 * stake}
        changed = tuple(
            one._replace(amounts=tuple((label, owed[label]) for label, _ in one.amounts))
            if isinstance(one, rec.Score) else one
            for one in bare.statements if not isinstance(one, rec.Total)
        )  # fmt: skip
        judged = begin_totals(of).replay(replace(bare, statements=changed))
        assert [found for found in judged.findings if found.severity == "error"], write([judged.hand])
        wrong += 1
    assert wrong


def _rules_with(each: TREE) -> Game | None:
    """Pagat with rules on single opponents; None if the checks refuse them."""
    tree = {"ruleset": "any", "version": "1.0.0", "extends": "pagat", "title": "Any", "set": {"settle.each": each}}
    ruleset = check_rules("any.yaml", raw=json.dumps(tree).encode()).ruleset
    return None if ruleset is None else Game.from_ruleset(ruleset)


@settings(max_examples=examples(64), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    each=st.lists(OPPONENT_RULES, min_size=1, max_size=2).map(
        lambda all_: {f"r{n}": rule for n, rule in enumerate(all_)}
    ),
    seed=st.integers(0, 10_000),
)
def test_any_rules_on_opponents(each: TREE, seed: int) -> None:
    """Whatever the conditions ask; rules that the checks refuse are left out."""
    of = _rules_with(each)
    if of is None:
        return
    for played in to_the_end(simulate(of, hands=8, seed=seed, bot="random")):
        _agree_on_hand(of, played, each)
