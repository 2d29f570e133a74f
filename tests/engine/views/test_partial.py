"""Views of a hand that was not recorded whole, against each possible course of it.

In each of these courses everything is known, also what a seat saw. A fact of the partial record shown to all or to a
seat, at any step, must be true in every course, and that seat must have seen it there.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import calarec
from calarec.core.engine import events as ev
from calarec.core.engine.views import view
from calarec.core.judge.happenings import UNKNOWN, ShownPart, ends_of_steps
from calarec.core.notation.reader import parse_records
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from calarec_tools.output.report.hand import print_hand as told_as_text
from calarec_tools.output.report.page import Page
from tests.engine.views.partial_views import bare_view, hold_moves, hold_views, judged_view, view_json
from tests.fuzz.commands import called, folder
from tests.rulebooks import IDS, game
from tests.unknown_cards.hidden import hidden
from tests.unknown_cards.unwritten import kinds_of, without

pytestmark = pytest.mark.slow

SEEDS = range(3)


@pytest.mark.mass
@pytest.mark.parametrize("ruleset", IDS)
def test_what_is_shown_is_so_in_every_way_and_was_seen(ruleset: str) -> None:
    """For some hands of each ruleset, all facts shown are true and were seen."""
    rules = game(ruleset)
    for seed in SEEDS:
        simulated = next(iter(simulate(rules, hands=1, seed=seed + 40, bot="random")))
        hold_views(rules, hidden(simulated.hand, Random(seed)))


@pytest.mark.mass
@pytest.mark.parametrize("ruleset", IDS)
def test_a_move_that_nobody_wrote_is_told_only_if_it_was_made_however_it_was(ruleset: str) -> None:
    """Without lines of the exchange only moves that every course has are shown."""
    rules = game(ruleset)
    for seed in SEEDS:
        simulated = next(iter(simulate(rules, hands=1, seed=seed + 60, bot="random")))
        true = begin_totals(rules).replay(simulated.hand)
        for kinds in ([each] for each in kinds_of(simulated.hand)) if seed else (kinds_of(simulated.hand),):
            if kinds:
                hold_moves(begin_totals(rules).replay(without(simulated.hand, *kinds)), true)


BROKEN_OFF = """cal 1
rules pagat
seat A
seat B
seat C
hand 1
dealer A
bid B: solissimo C: passo A: passo
 1 B: 7b Rb 4b
 2 C: 5s __ 4s
end abandoned
"""


def test_who_leads_is_not_told_if_nobody_knows_who_has_won() -> None:
    """With an unknown card in the last trick its winner, who leads, is unknown."""
    (hand,) = parse_records(BROKEN_OFF)
    replayed = begin_totals(game("pagat")).replay(hand)
    end = len(replayed.happened)
    assert replayed.knowledge == "possible"
    for seat in (None, *range(3)):
        eyes = 0 if seat is None else 1 << seat
        assert bare_view(replayed, end, eyes).choices == judged_view(replayed, end, eyes).choices == ()
        first, last = view_json(replayed, end, eyes, seat)["tricks"]
        assert (first["winner"], last["winner"]) == ("C", None)
    page = Page("en", width=100, colour=False)
    told_as_text(replayed, page, ShownPart(replayed.happened))
    rows = [each.split() for each in page.lines if each.split()[:1] in (["1"], ["2"])]
    assert [row[-2] if row[0] == "1" else row[-1] for row in rows] == ["C", UNKNOWN]
    with folder({"x.cal": BROKEN_OFF.encode()}):
        head, *rows_of_seats = called(["sheet", "x.cal", "--format", "csv"]).out.decode().splitlines()
    column = head.split(",").index("tricks")
    assert {row.split(",")[column] for row in rows_of_seats} == {""}


RECORDS = Path(__file__).parents[2] / "unknown_cards" / "records"


def test_a_view_names_no_card_that_was_deduced_from_what_others_saw() -> None:
    """Cards that opponents took and laid aside face down are hidden from the third."""
    (replayed,) = calarec.replay(calarec.read(RECORDS / "deduced-by-others.cal"))
    assert "take B: Fc Cd" in replayed.deduced
    assert ShownPart(replayed.happened, 1, "A").visible_deductions(replayed) == (" 1 A: Ab 2b 6b", " 8 C: 7d Fs 2d")
    mine = ShownPart(replayed.happened, 2, "B").visible_deductions(replayed)
    assert "take B: Fc Cd" in mine
    assert "take C: Fd 7d" not in mine


def test_what_may_be_played_does_not_rest_on_one_way_alone() -> None:
    """One of the caller's three last cards is not known: it may be of the suit led, or not."""
    (replayed,) = calarec.replay(calarec.read(RECORDS / "witness-told.cal"))
    eighth = ends_of_steps(replayed.happened)["7"] + 1  # B has led a cup to the eighth trick
    after = next(at for at, each in enumerate(replayed.happened) if at >= eighth and isinstance(each.event, ev.Played))
    found = judged_view(replayed, after, 0)
    caller = found.hands[2]
    names = replayed.game.cards.list
    assert (names(caller.cards), caller.size) == (("5s", "2c"), 3)
    (choice,) = found.choices
    assert names(choice.offer.cards) == ("2c",)
    assert choice.unseen == 1


STATED = """cal 1
rules foster
seat A
seat B
seat C

hand 1
dealer A
deal B: 2h Qh 6h 3_ __ 6d 4d Kc Qc 6c 2s Js
deal C: 3h Kh 7h 5h 4h Kd Qd Jd 7d 4c 3s 6s
deal A: Jh Ad 5d 3c 2c Jc 7c 5c As Ks Qs 7s
monte Ah Ac 5s 4s
bid B: play
call B: 3s with C
give C: closed 3s to B
give B: closed 6h to C
discard B: closed _d 6d to aside
take B: open Ac 5s from stock
 1 B: Ac 4c Jc
 2 B: 2s 6s Ks
 3 B: 3s 3h 7s
 4 B: __ Qd 5d > A
 5 B: Kc Kh 5c
end abandoned
"""
"""B leads the three or two of coins to the fourth trick; the other is set aside."""


def test_a_wrong_winner_is_not_told_the_card_of_one_way() -> None:
    """That he did not win is so in every way; with which card another did is not."""
    (hand,) = parse_records(STATED)
    replayed = begin_totals(game("foster")).replay(hand)
    (finding,) = [each for each in replayed.findings if each.code == "CAL514"]
    assert finding.span.line == 22
    assert finding.fix is None
    for lang in ("en", "it"):
        assert not {"2d", "3d"} & {*finding.message(lang).replace(",", " ").split()}
    assert finding.message("en") == "A cannot have won this trick"
    known = parse_records(STATED.replace("3_ __", "3d 2d").replace("_d 6d", "2d 6d").replace(" 4 B: __", " 4 B: 3d"))[0]
    (finding,) = [each for each in begin_totals(game("foster")).replay(known).findings if each.code == "CAL514"]
    assert finding.message("en") == "B won this trick with 3d, not A"


def test_what_somebody_does_of_whom_nobody_knows_who_it_is_is_not_shown() -> None:
    """The called card is to be handed over, and its holder is not written."""
    head = "cal 1\nrules pagat\nseat A\nseat B\nseat C\n\nhand 1\ndealer A\nmonte __ __ __ __\n"
    (hand,) = calarec.read(calarec.Text(f"{head}bid B: chiamo C: passo A: passo\ncall B: 3b\nend\n"))
    replayed = calarec.replay(hand)
    assert replayed.state is not None
    assert replayed.state.step == "steps.hand-over"
    hidden_cards = [each.hidden for each in replayed.happened]
    events = [each.event for each in replayed.happened]
    for eyes in (0, 1, 2, 4):
        seen = view(replayed.game, replayed.state, events, eyes, unknown=hidden_cards, sure=replayed.sure)
        assert seen.choices == ()
