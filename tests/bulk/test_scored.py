"""Hands without cards: for one that passes, a replay has no finding."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from calarec.bulk.filter import Unruled, Verifier
from calarec.bulk.running import Passed
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write_hands
from calarec.core.records import model as rec
from calarec.record_judge.session import RecordJudge
from calarec.simulation import simulate
from tests.bulk.both import SHIPPED, game

pytestmark = pytest.mark.slow

_KEPT = (rec.Dealer, rec.Bid, rec.Raise, rec.Call, rec.Result, rec.Score, rec.Total, rec.End, rec.Out)


@pytest.fixture(autouse=True)
def _nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget learned hands: games are made again."""
    monkeypatch.setattr("calarec.core.engine.game._GAMES", {})


@pytest.mark.mass
@pytest.mark.parametrize("ruleset", SHIPPED)
@pytest.mark.parametrize("slips", [0.0, 0.2])
def test_what_passes_is_what_a_replay_is_silent_of(ruleset: str, slips: float) -> None:
    """Every verdict of an evening, with slips and without: findings, payments and totals."""
    _hold_equal(ruleset, _evening(ruleset, slips))


def _hold_equal(ruleset: str, text: str) -> int:
    """Check that both ways agree on every hand; return how many passed."""
    rules = game(ruleset).ruleset
    session = RecordJudge(rules)
    verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge(rules))
    for verdict, hand in zip(verifier.verify([text]), parse_records(text, "a.cal"), strict=True):
        replayed = session.replay(hand)
        assert not isinstance(verdict, Unruled)
        if not isinstance(verdict, Passed):
            assert verdict.findings == replayed.findings
            assert verdict.totals == replayed.totals
            continue
        assert replayed.findings == ()
        assert replayed.stated is True
        assert replayed.account is not None
        assert replayed.setting is not None
        paid = dict(zip(replayed.setting.labels, replayed.account.payments, strict=True))
        assert [paid[label] for label in sorted(paid)] == list(verdict.payments)
        assert replayed.totals == dict(zip(sorted(paid), verdict.totals, strict=True))
    return verifier.passed


def test_a_hand_without_cards_after_one_with_all_of_them_is_its_own() -> None:
    """A hand without cards does not get the outcome of the hand before."""
    rules = game("pagat")
    one, other = (each.hand for each in simulate(rules, hands=2, seed=3, aim="contracts.chiamo"))
    bare = tuple(each for each in other.statements if isinstance(each, _KEPT) and not isinstance(each, rec.Total))
    text = "".join(write_hands([one, replace(other, statements=bare)]))
    verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge(rules.ruleset))
    first, second = verifier.verify([text])
    assert isinstance(first, Passed)
    assert not isinstance(second, Passed | Unruled)
    assert (second.outcome, second.findings) == ("score_only", ())


@pytest.mark.parametrize("ruleset", ["pagat", "quintiglio", "twenty-one"])
def test_some_hands_of_an_evening_are_like_one_before(ruleset: str) -> None:
    """They pass; what is like none before is explained."""
    verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge(game(ruleset).ruleset))
    verdicts = list(verifier.verify([_evening(ruleset, 0.0)]))
    assert sum(isinstance(each, Passed) for each in verdicts) == verifier.passed
    assert verifier.passed + verifier.explained == len(verdicts)
    assert verifier.passed > 5


def test_points_of_the_same_sums_are_alike() -> None:
    """Hands are alike if the opponents' points have the same sum, however divided.

    The deal makes no difference.
    """
    divided = [(11, 10, 14)] * 2 + [(11, 12, 12)] * 3 + [(11, 23, 1)] * 3 + [(12, 11, 12)] * 3
    text = _THREE + "".join(_lost_solo(number, *each) for number, each in enumerate(divided))
    assert _verdicts(text) == [False] + [True] * 7 + [False] + [True] * 2


def test_payments_are_alike_in_whatever_order_they_are_written() -> None:
    """The order of seats in a line makes no difference."""
    said, result = "bid {e}: passo {s}: solo {d}: passo", "result {s}: 11 {d}: 12 {e}: 12\nscore "
    orders = ["{s}: -4 {d}: +2 {e}: +2"] * 3 + ["{e}: +2 {d}: +2 {s}: -4", "{d}: +2 {s}: -4 {e}: +2"]
    text = _THREE + "".join(_hand(number, said, result + each) for number, each in enumerate(orders))
    assert _verdicts(text) == [False] + [True] * 4


@pytest.mark.parametrize(("ruleset", "passed"), [("pagat", [False] + [True] * 4), ("treccani", [False] * 5)])
def test_a_hand_that_is_thrown_in_is_like_the_one_before(ruleset: str, passed: list[bool]) -> None:
    """Unless the next hand goes on from it: then each is explained."""
    hands = "".join(_hand(number, "bid {e}: passo {s}: passo {d}: passo", "") for number in range(5))
    assert _verdicts(_THREE.replace("pagat", ruleset) + hands.replace("\n\nend", "\nend")) == passed


def test_what_was_said_is_alike_if_it_comes_to_the_same_bid() -> None:
    """By another of the same place, or with other words before it; another place is another hand."""
    solo = "bid {e}: passo {s}: solo {d}: passo"
    over = "bid {e}: chiamo {s}: solo {d}: passo"
    last = "bid {e}: passo {s}: passo {d}: solo"
    lost = "result {s}: 11 {d}: 12 {e}: 12\nscore {s}: -4 {d}: +2 {e}: +2"
    other = "result {s}: 12 {d}: 11 {e}: 12\nscore {s}: -4 {d}: +2 {e}: +2"
    dealt = "result {d}: 11 {s}: 12 {e}: 12\nscore {d}: -4 {s}: +2 {e}: +2"
    hands = [(solo, lost), (solo, lost), (over, other), (solo, other), (over, lost), (last, dealt), (last, dealt)]
    text = _THREE + "".join(_hand(number, *each) for number, each in enumerate(hands))
    assert _verdicts(text) == [False, True, False, True, True, False, True]


def test_the_first_hand_of_a_match_is_alike_too() -> None:
    """Right behind the line that begins it, and with its totals."""
    totals = ["A: 2 B: 2 C: -4", "A: -2 B: 4 C: -2", "A: 0 B: 0 C: 0", "A: 2 B: 2 C: -4"]
    hands = [
        _lost_solo(number, 11, 12, 12).replace("end\n", f"total {each}\nend\n") for number, each in enumerate(totals)
    ]
    text = _THREE + "".join(hands[:3]) + "match 2\n\n" + hands[3]
    assert _verdicts(text) == [False, True, True, True]


def test_the_first_hand_of_an_evening_is_alike_too() -> None:
    """In the same file and in another one: what came before decides nothing of a hand without cards."""
    evening = _THREE + "".join(_lost_solo(number, 11, 12, 12) for number in range(2))
    assert _verdicts(evening * 2) == [False, True, True, True]
    assert _verdicts(evening) == [True, True]


def test_short_evenings_with_slips_are_judged_as_by_a_replay() -> None:
    """Files of three hands, a figure of some changed: findings and totals of every hand are those of a replay."""
    for ruleset in ("pagat", "quintiglio"):
        head, *hands = re.split(r"(?m)^(?=hand )", _evening(ruleset, 0.1))
        files = [head + "".join(hands[at : at + 3]) for at in range(0, 60, 3)]
        for text in files:
            _hold_equal(ruleset, text)
        assert _hold_equal(ruleset, "".join(files)) > 20


def test_what_is_known_of_hands_is_known_under_their_own_rules() -> None:
    """The same people go on under rules that have none of these words: nothing passes as it did before."""
    under_pagat, under_others = (
        "".join(_lost_solo(number, 11, 12, 12) for number in hands) for hands in ((0, 1, 2), (3, 4))
    )
    verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge())
    verdicts = list(verifier.verify([f"{_THREE}{under_pagat}rules twenty-one\n\n{under_others}"]))
    assert [isinstance(each, Passed) for each in verdicts] == [False, True, True, False, False]
    for each in verdicts[3:]:
        assert not isinstance(each, Passed | Unruled)
        assert "CAL210" in [found.code for found in each.findings]


_THREE = "cal 1\nrules pagat\nseat A\nseat B\nseat C\n\n"


def _lost_solo(number: int, declarer: int, dealer: int, eldest: int) -> str:
    """A hand of which the points are written, one of three dealers after the other."""
    points = f"result {{s}}: {declarer} {{d}}: {dealer} {{e}}: {eldest}\nscore {{s}}: -4 {{d}}: +2 {{e}}: +2"
    return _hand(number, "bid {e}: passo {s}: solo {d}: passo", points)


def _hand(number: int, said: str, ended: str) -> str:
    """A hand whose lines speak of the dealer, the eldest and the second."""
    d, e, s = (("A", "B", "C")[(number + turn) % 3] for turn in range(3))
    lines = f"dealer {{d}}\n{said}\n{ended}\n".format(d=d, e=e, s=s)
    return f"hand {number + 1}\n{lines}end\n\n"


def _verdicts(text: str) -> list[bool]:
    """Return for each hand of a text whether it passes; a replay has no findings."""
    session = RecordJudge()
    assert not any(session.replay(hand).findings for hand in parse_records(text))
    verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge())
    return [isinstance(each, Passed) for each in verifier.verify([text])]


def _evening(ruleset: str, slips: float) -> str:
    """Simulated hands without their cards; half of the results name only the winner."""
    rng = Random(ruleset)
    hands = []
    for simulated in simulate(game(ruleset), hands=120, seed=12):
        statements = [each for each in simulated.hand.statements if isinstance(each, _KEPT)]
        if rng.random() < 0.5 and simulated.account.sides:
            won = "won" if simulated.account.sides[0].wins else "lost"
            label = simulated.setting.labels[simulated.account.declarer]
            bare = rec.Result((rec.Stated((label,), None, outcome=won),))
            statements = [bare if isinstance(each, rec.Result) else each for each in statements]
        hands.append(replace(simulated.hand, statements=tuple(statements)))
    lines = "".join(write_hands(hands)).splitlines(keepends=True)
    return "".join(_slip(each, rng) if rng.random() < slips else each for each in lines)


def _slip(line: str, rng: Random) -> str:
    """One figure of a line of figures changed, or the dealer, or the declarer's partner."""
    if not line.startswith(("result", "score", "total", "dealer", "call", "bid")):
        return line
    kinds = [("0123456789", str.isdigit), ("ABC", str.isupper)]
    letters, fits = rng.choice(kinds)
    places = [at for at, each in enumerate(line) if fits(each)]
    if not places:
        return line
    at = rng.choice(places)
    return line[:at] + rng.choice(letters) + line[at + 1 :]


EVENING = """cal 1
rules {rules}
seat A
seat B
seat C

hand 1
dealer A
bid B: solissimo
result B: won
score B: +8 A: -4 C: -4
end

hand {name}
dealer B
bid C: solissimo
result C: won
score C: +8 A: -4 B: -4
end

"""


def test_what_is_known_of_a_hand_is_known_of_its_rules_alone() -> None:
    """The same lines under other rules, by which only an arcisolo is worth so much, are wrong there every time."""
    text = "".join(EVENING.format(rules=rules, name=2) for rules in ("pagat", "pagat", "tretre", "pagat"))
    session = RecordJudge()
    replayed = [[each.code for each in session.replay(hand).findings] for hand in parse_records(text, "a.cal")]
    assert replayed == [[], [], [], [], ["CAL804", "CAL408"], ["CAL408"], ["CAL804"], []]
    told = []
    for verdict in Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge()).verify([text]):
        assert not isinstance(verdict, Unruled)
        told.append([] if isinstance(verdict, Passed) else [each.code for each in verdict.findings])
    assert told == replayed


@pytest.mark.parametrize(
    ("calls", "told"),
    [
        (["3b", "3s", "2c", "2s"], []),
        (["3b", "3s", "2c", "Fb"], ["CAL421"]),
        (["3b", "3s", "2c", "3b\ncall {e}: 3c"], ["CAL430"]),
    ],
)
def test_which_card_was_called_decides_whether_it_may_be(calls: list[str], told: list[str]) -> None:
    """In quadriglio threes and twos are called, and one of them; of hands that are alike only such pass."""
    text = "cal 1\nrules quadriglio\n" + "".join(f"seat {each}\n" for each in "ABCD")
    for number, card in enumerate(calls):
        first, second, third, dealer = ("BCDA"[(number + turn) % 4] for turn in range(4))
        said = f"bid {first}: chiamo\ncall {first}: {card.format(e=first)} with {second}"
        paid = f"result {first}: won\nscore {first}: +1 {second}: +1 {third}: -1 {dealer}: -1"
        text += f"\nhand {number + 1}\ndealer {dealer}\n{said}\n{paid}\nend\n"
    found, passed = [], 0
    for verdict in Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge()).verify([text]):
        if not isinstance(verdict, Passed | Unruled):
            found += [each.code for each in verdict.findings if each.severity == "error"]
        passed += isinstance(verdict, Passed)
    assert (found, passed) == (told, 2 if told else 3)
