"""Findings on unknown cards: no card of a single filling, and no empty sentence."""

from __future__ import annotations

import pytest

from calarec.core.engine.terms import Refusal
from calarec.core.judge.problems import HandFindings, refusal_problem
from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.core.wording.language import LANGUAGES, Listing
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.referees.agreeing import rules
from tests.rulebooks import game

HAND = """cal 1
rules pagat
seat A
seat B
seat C
hand 1
dealer A
bid B: solo
 1 B: 3c 7b 2c
end
"""
ARGS = {"seat": "C", "suit": "batons", "led": "cups", "card": "7b", "holder": "A", "pile": "monte"}
HELD = ("4c", "5c", "6c")


def _told(code: str, known: tuple[str, ...], lang: str) -> tuple[str, str]:
    """Message and help of a refusal that lists three held cards, of which some are known to be there."""
    rules = game("pagat")
    (hand,) = parse_records(HAND)
    trick = next(each for each in hand.statements if isinstance(each, rec.Trick))
    cards = sum(1 << rules.cards.numbers[name] for name in HELD)
    sure = sum(1 << rules.cards.numbers[name] for name in known)
    refusal = Refusal(code, "play.follow", {**ARGS, "held": Listing(HELD)}, cards=cards)
    found = refusal_problem(rules, refusal, trick, trick.cards, sure=sure)
    (finding,) = HandFindings(hand, rules).make_findings([found])
    return finding.message(lang), finding.help(lang)


@pytest.mark.parametrize(("lang", "some"), [("en", "cards of that suit"), ("it", "carte di quel seme")])
def test_who_does_not_follow_holds_cards_of_the_suit_whichever_they_are(lang: str, some: str) -> None:
    """Cards held in every way are named; else only their suit is."""
    message, help_ = _told("CAL512", (), lang)
    assert some in message
    assert "fault" in help_
    assert not {*HELD} & {*message.replace(",", " ").split(), *help_.replace(",", " ").split()}
    message, help_ = _told("CAL512", ("5c",), lang)
    assert "5c" in message
    assert not {"4c", "6c"} & {*(message + help_).replace(".", " ").split()}


@pytest.mark.parametrize("code", ["CAL432", "CAL433", "CAL435"])
@pytest.mark.parametrize(("lang", "others"), [("en", "others"), ("it", "altre")])
def test_what_else_lies_there_is_told_as_far_as_it_is_known(code: str, lang: str, others: str) -> None:
    """All of it, some of it with a word for the rest, or nothing at all."""
    whole, part, nothing = (_told(code, known, lang)[1] for known in (HELD, HELD[:1], ()))
    assert all(name in whole for name in HELD)
    assert others not in whole
    assert "4c" in part
    assert others in part
    assert "5c" not in part
    assert nothing == ""


@pytest.mark.parametrize(("code", "told"), [("CAL432", "CAL432"), ("CAL433", "CAL432"), ("CAL510", "CAL510")])
def test_who_has_a_card_is_told_only_if_it_is_so_in_every_way(code: str, told: str) -> None:
    """Otherwise it cannot be there, and the words do not depend on one way."""
    rules = game("pagat")
    (hand,) = parse_records(HAND)
    trick = next(each for each in hand.statements if isinstance(each, rec.Trick))
    card = rules.cards.numbers["7b"]
    refusal = Refusal(code, "play.follow", {**ARGS, "held": Listing(HELD)}, point=("card", card))
    known, unsure = (refusal_problem(rules, refusal, trick, trick.cards, sure=sure) for sure in (1 << card, 0))
    assert (known.code, known.wording) == (code, "")
    assert (unsure.code, unsure.wording) == (told, "unsure")
    assert not {"holder", "pile"} & {*unsure.args}
    (finding,) = HandFindings(hand, rules).make_findings([unsure])
    assert [finding.message(lang).split()[-1] for lang in ("en", "it")] in (["here", "7b"], ["play", "giocare"])


@pytest.mark.parametrize("card", ["2b", "5b"])
def test_a_card_that_was_turned_up_and_drawn_before_the_last_is_told_in_words(card: str) -> None:
    """B draws the turned-up card too early, though A's hand is unknown."""
    lines = write([next(iter(simulate(rules("briscola"), hands=1, seed=0))).hand]).split("\n")
    text = "\n".join(line for line in lines if not line.startswith("deal A"))
    (hand,) = parse_records(text.replace("trump A: 7b", f"trump A: {card}"))
    found = begin_totals(rules("briscola")).replay(hand).findings
    (told,) = (each for each in found if each.code == "CAL310")
    for lang in LANGUAGES:
        assert told.message(lang)
        assert told.help(lang)
