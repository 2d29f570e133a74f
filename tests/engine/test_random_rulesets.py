"""Random rulesets of the vocabulary: accepted ones keep the pack and pay to zero."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from calarec.core.engine.game import Game
from calarec.core.engine.settling import settle_hand
from calarec.core.engine.tally import add_up
from calarec.rule_files.load import check_rules
from tests.engine.playing import play
from tests.shards import examples

Tree = dict[str, Any]

_EXCHANGES: tuple[list[str], ...] = (
    [], ["take", "bury"], ["look"], ["share"], ["ask", "over", "take", "back", "bury"],
    ["ask", "over", "back", "take", "bury"], ["lay", "ask", "take", "over", "swap", "bury"],
    ["ask", "over", "back", "aside", "pick"], ["aside", "pick"], ["look", "share"],
)  # fmt: skip

_ALL_PASS: tuple[Tree, ...] = ({"do": "redeal"}, {"do": "play_out"}, {"do": "carry_on", "keep": ["monte"]})


def _auction(draw: st.DrawFn, ladder: list[str]) -> Tree:
    chances = draw(st.sampled_from(["once", "until_quiet"]))
    leaves = chances == "until_quiet" or draw(st.booleans())
    words: Tree = {"w": {"leaves": leaves}}
    if draw(st.booleans()):
        words = {"w": {"when": "before_bid", "leaves": draw(st.booleans())}, "v": {"when": "after_bid"}}
    ends = draw(st.sampled_from(["all_spoke", "top_bid", "first_bid"]))
    return {"ladder": ladder, "chances": chances, "ends": ends, "words": words}


def _steps(draw: st.DrawFn, sharers: int, *, partner: bool) -> Tree:
    then = st.sampled_from(["satisfied", "refused"])
    each = draw(st.sampled_from(["equal", "any", "all"]))
    decided = "in_turn" if each == "all" else draw(st.sampled_from(["blind", "jointly", "in_turn"]))
    shown = "everyone" if decided == "jointly" else "taker" if decided == "in_turn" else "nobody"
    steps = {
        "ask": {"do": "call", "gets": "card", "in_pile": {"then": draw(then)}, "in_hand": {"then": draw(then)}},
        "friend": {
            "do": "call",
            "gets": "partner",
            "in_pile": {"then": "alone", "won": draw(st.integers(1, 5)), "lost": draw(st.integers(1, 5))},
            "in_hand": {"then": draw(st.sampled_from(["alone", "refused"]))},
            "revealed": draw(st.sampled_from(["when_played", "at_call", "at_end"])),
        },
        "over": {"do": "hand_over", "open": draw(st.booleans())},
        "take": {"do": "take", "pile": "monte", "shown": draw(st.sampled_from(["everyone", "taker"]))},
        "back": {"do": "give", "open": draw(st.booleans())},
        "bury": {"do": "discard", "to": "monte"},
        "look": {"do": "look", "pile": "monte", "who": draw(st.sampled_from(["declarer", "opponents", "everyone"]))},
        "lay": {"do": "table_card", "pile": "tabled"},
        "swap": {"do": "take", "who": "holder", "pile": "tabled", "shown": "taker"},
        "aside": {"do": "discard", "to": "tabled", "cards": "up_to_pile", "pile": "monte",
                  "at_least": draw(st.integers(0, 1))},
        "pick": {"do": "take", "pile": "monte", "cards": "as_discarded", "shown": "everyone"},
        "share": {"do": "share", "pile": "monte", "each": each, "decided": decided,
                  "who": "first_two_opponents" if sharers > 2 and draw(st.booleans()) else "opponents",
                  "shown": shown},
    }  # fmt: skip
    if not partner:
        del steps["friend"]
    return steps


def _contract(draw: st.DrawFn, stake: int, *, monte: int, partner: bool) -> Tree:
    steps = draw(st.sampled_from([each for each in _EXCHANGES if monte or not each]))
    if partner and draw(st.booleans()):
        steps = ["friend"]
    leader = draw(st.sampled_from(["eldest", "declarer", "left_of_declarer", "right_of_declarer"]))
    return {"stake": stake, "steps": steps, "leader": leader}


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    """A ruleset that may or may not add up."""
    players = draw(st.integers(2, 5))
    hand = draw(st.integers(2, 6))
    monte = draw(st.integers(0, 4))
    suits = draw(st.sampled_from(["bs", "bsc", "bscd"]))
    ranks = "32ARCF7654"[: -(-(players * hand + monte) // len(suits))]
    spare = len(ranks) * len(suits) - players * hand - monte
    without = [rank + suits[-1] for rank in reversed(ranks)][:spare]
    points = {rank: draw(st.integers(0, 4)) for rank in ranks}
    partner = players > 3
    names = [f"k{number}" for number in range(draw(st.integers(1, 4)))]
    contracts = {name: _contract(draw, 1 + number, monte=monte, partner=partner) for number, name in enumerate(names)}
    bonus = {"sweep": {"when": {"of": "losers", "tricks": 0}, "times": 2},
             "few": {"when": {"tricks_at_least": 1, "card_points_in_tricks_below": 2}, "instead": 9}}  # fmt: skip
    order = draw(st.sampled_from([[], ["sweep"], ["sweep", "few"]]))
    total = sum(points[rank] * len(suits) for rank in ranks) + 3
    return {
        "ruleset": "random", "version": "1.0.0", "source": "T", "sources": {"T": {"title": "made by a test"}},
        "table": {"seats": [players], "direction": draw(st.sampled_from(["clockwise", "counterclockwise"]))},
        "pack": {"suits": suits, "ranks": ranks, "without": without, "unit": "1", "points": points, "last_trick": 3},
        "piles": {"monte": {"dealt": monte}, "tabled": {}},
        "deal": {"hand": hand},
        "auction": _auction(draw, names),
        "contracts": contracts, "steps": _steps(draw, players - 1, partner=partner),
        "play": {"follow": draw(st.sampled_from(["must", "free"]))},
        "standing": {},
        "all_pass": draw(st.sampled_from(_ALL_PASS)),
        "settle": {"won_if": {"points_at_least": draw(st.integers(1, max(total // 2 + 1, 1)))},
                   "pay": draw(st.sampled_from(["each_opponent", "difference"])),
                   "shares": {"declarer": players - 3, "partner": 1} if partner else None,
                   "bonus": {name: bonus[name] for name in order}, "bonus_order": order},
    }  # fmt: skip


@settings(max_examples=examples(150), deadline=None, suppress_health_check=list(HealthCheck))
@given(tree=trees(), seed=st.integers(0, 1000))
def test_what_is_accepted_plays(tree: Tree, seed: int) -> None:
    """No exception, no card lost, payments that sum to zero."""
    if tree["settle"]["shares"] is None:
        del tree["settle"]["shares"]
    loaded = check_rules("random.yaml", raw=json.dumps(tree).encode())
    if loaded.ruleset is None:
        event("refused: " + next(str(each.code) for each in loaded.findings if each.severity == "error"))
        return
    event("played")
    game = Game.from_ruleset(loaded.ruleset)
    for number in range(4):
        played = play(game, Random(f"{seed}/{number}"))
        gone = [card for trick in played.end.tricks for card in trick.cards]
        left = sum(hand.bit_count() for hand in (*played.end.hands, *played.end.piles))
        assert len(gone) + left == len(game.cards.names)
        assert len(set(gone)) == len(gone)
        tally = add_up(game.cards, played.setting, played.events)
        assert sum(settle_hand(game, tally).payments) == 0
