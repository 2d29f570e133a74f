"""Records that ask for too much: the search stops, reports it, and claims nothing."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.core.engine.game import Game
from calarec.core.judge.json import as_json
from calarec.core.notation.reader import parse_records
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import load_ruleset
from calarec.simulation import simulate
from calarec.unknown_cards import search
from tests.rulebooks import game
from tests.unknown_cards.facts import RECORDS
from tests.unknown_cards.hidden import hidden
from tests.unknown_cards.unwritten import LINES, reread, without

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.judge.judgement import Judgement
    from calarec.simulation.run import Simulated


def _replayed(text: str, ruleset: str = "pagat") -> Judgement:
    (hand,) = parse_records(text)
    assert not hand.broken
    return begin_totals(game(ruleset)).replay(hand)


def _codes(replayed: Judgement) -> list[str]:
    return [each.code for each in replayed.findings]


BLANK = "cal 1\nseat A\nseat B\nseat C\n\nhand 1\ndealer A\n"


def test_without_an_answer_nothing_is_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no steps left for the search the hand is neither possible nor impossible."""
    monkeypatch.setattr(search, "SEARCH_STEPS", 1)
    replayed = _replayed((RECORDS / "half-known.cal").read_text())
    assert replayed.knowledge == "unsettled"
    assert _codes(replayed) == ["CAL313"]
    assert replayed.deduced == ()
    assert replayed.account is None


def test_without_a_proof_nothing_is_deduced(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no steps for proofs finds are possible, and plain ones are deduced."""
    monkeypatch.setattr(search, "PROOF_STEPS", 0)
    replayed = _replayed((RECORDS / "broken-off.cal").read_text())
    assert replayed.knowledge == "possible"
    assert all("__" in line or line.startswith("monte") for line in replayed.deduced)
    assert [each.wording for each in replayed.findings if each.code == "CAL313"] == ["cards"]


@pytest.mark.parametrize("ruleset", ["pagat", "tretre"])
def test_a_hand_of_blanks_comes_to_an_end(ruleset: str) -> None:
    """Twelve tricks of unknown cards: the search keeps to its budget and finds a way."""
    word = next(iter(game(ruleset).rules.auction.ladder))
    tricks = "".join(f"{number} B: __ __ __\n" for number in range(1, 13))
    replayed = _replayed(f"{BLANK}bid B: {word}\ncall B: __\n{tricks}end\n", ruleset)
    assert replayed.knowledge in ("possible", "unsettled", "impossible")
    assert replayed.account is None


def test_unknown_words_and_seats_give_findings_and_no_traceback() -> None:
    """Unknown words are reported; the rest of a partial hand is not guessed."""
    replayed = _replayed(BLANK + "deal B: __ __ __ __ __ __ __ __ __ __ __ __\nbid B: sole\n 1 B: 3b 2b Ab\nend\n")
    assert replayed.verdict == "illegal"
    assert _codes(replayed)[0] == "CAL210"


def test_more_plays_than_cards() -> None:
    """A thirteenth trick has its own code, and the rest is judged."""
    tricks = "".join(f"{number} B: __ __ __\n" for number in range(1, 14))
    replayed = _replayed(f"{BLANK}bid B: solissimo\n{tricks}end\n")
    assert "CAL515" in _codes(replayed)
    assert replayed.verdict == "illegal"


def _only_played(of: Game, contract: str, seed: int) -> tuple[rec.Hand, rec.Hand]:
    """A hand of this contract, without its deal and its exchange."""
    hand = next(
        each.hand for each in simulate(of, hands=30, seed=seed, aim=f"contracts.{contract}") if _is_played(each)
    )
    return hand, without(hand, rec.Deal, rec.Monte, *LINES, *rec.ASSERTIONS)


def _is_played(simulated: Simulated) -> bool:
    return not any(isinstance(each, rec.Claim | rec.Concede | rec.Show) for each in simulated.hand.statements)


@pytest.mark.parametrize("ruleset", ["pagat", "foster", "gelli-bellora", "quadriglio"])
def test_of_more_ways_than_are_looked_at_tricks_rule_what_they_settle(
    ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Open partners or takes give no payments; others are those of the hand."""
    monkeypatch.setattr(search, "MAX_WORLDS", 1)
    of = game(ruleset)
    for contract in of.rules.auction.ladder:
        hand, tricks = _only_played(of, contract, 0)
        whole, replayed = (begin_totals(of).replay(each) for each in (hand, tricks))
        assert whole.account is not None
        if replayed.account is not None and replayed.account.payments:
            assert replayed.account.payments == whole.account.payments, tricks.lines
        written = [list(each.cards) for each in tricks.statements if isinstance(each, rec.Trick)]
        assert [each["cards"] for each in as_json(replayed)["tricks"]] == written


@pytest.mark.parametrize(("where", "ruled"), [("won", True), ("held", True), ("dealt", False)])
def test_of_more_ways_than_are_looked_at_no_bonus_of_what_was_dealt_is_ruled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, ruled: bool
) -> None:
    """Twelve tricks show won and first-held cards, but not the deal."""
    monkeypatch.setattr(search, "MAX_WORLDS", 1)
    path = tmp_path / "house.yaml"
    path.write_text(
        "ruleset: house\nversion: 1.0.0\ntitle: House\nextends: pagat\nset:\n  settle.bonus:\n"
        f"    rich: {{when: {{of: winners, cards: {{ranks: A, at_least: 2, where: {where}}}}}, instead: 9}}\n"
        "  settle.bonus_order: [rich]\n",
        "utf-8",
    )
    of = Game.from_ruleset(load_ruleset(str(path)))
    for seed in range(2):
        hand, tricks = _only_played(of, "chiamo", seed)
        whole, replayed = (begin_totals(of).replay(each) for each in (hand, tricks))
        assert _codes(replayed) == ["CAL313"]
        assert (replayed.account is not None) == ruled
        if replayed.account is not None and whole.account is not None:
            assert replayed.account.payments == whole.account.payments


def test_six_unknown_cards_of_cavendish_are_not_given_up() -> None:
    """In any place, with bounds and the cards that would settle the hand."""
    rules = game("cavendish-right-leads")
    for seed in range(8):
        simulated = next(iter(simulate(rules, hands=1, seed=seed, bot="random")))
        lines = [line for line in simulated.hand.statements if isinstance(line, rec.Deal | rec.Monte)]
        gone = Random(seed).sample([name for line in lines for name in line.cards], 6)
        blanked = hidden(simulated.hand, Random(seed), gone=tuple(gone)).hand
        replayed = begin_totals(rules, finds_ends=True).replay(blanked)
        assert "CAL313" not in _codes(replayed)
        assert replayed.account is not None or (replayed.possible is not None and replayed.possible.whole)


def test_an_unknown_top_of_a_packet_makes_no_hand_illegal() -> None:
    """Spizzichino: without a card that was turned up no play is followed, which is not a breach of the first draw."""
    simulated = next(iter(simulate(game("spizzichino"), hands=1, seed=1001, bot="random")))
    hand = without(simulated.hand, rec.Deal, rec.Monte, *rec.ASSERTIONS)
    last = max(place for place, line in enumerate(hand.statements) if isinstance(line, rec.Take))
    take = hand.statements[last]
    assert isinstance(take, rec.Take)
    statements = [*hand.statements[:last], take._replace(cards=("__",)), *hand.statements[last + 1 :]]
    replayed = begin_totals(game("spizzichino")).replay(reread(hand, statements))
    assert [finding.code for finding in replayed.findings if finding.severity == "error"] == []
    assert [finding.wording for finding in replayed.findings if finding.code == "CAL313"] == ["packets"]
    assert (replayed.verdict, replayed.account) == ("incomplete", None)
