"""What is shown of a hand that was not recorded whole, held against every way in which it can have gone.

In each of these ways everything is known, also what a seat saw. Whatever is shown of the partial record, to all or to
a seat, at any step, must be so in every way, and must have been seen by that seat in it.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import calarec
from calarec.base.frozen import replace
from calarec.engine import events as ev
from calarec.engine.views import SOME, view
from calarec.judge.happenings import UNKNOWN, ShownPart, steps
from calarec.judge.json import as_json
from calarec.judge.running_totals import RunningTotals
from calarec.notation.reader import parse
from calarec.simulation import simulate
from calarec_tools.report.hand import told as told_as_text
from calarec_tools.report.page import Page
from tests.fuzz.commands import called, folder
from tests.judge.unknown.hidden import Hidden, hidden, legal_ways
from tests.judge.unknown.unwritten import kinds_of, without
from tests.rulebooks import IDS, game

if TYPE_CHECKING:
    from calarec.engine.game import Game
    from calarec.engine.views import View
    from calarec.judge.judgement import Judgement

SEEDS = range(3)


@pytest.mark.mass
@pytest.mark.parametrize("ruleset", IDS)
def test_what_is_shown_is_so_in_every_way_and_was_seen(ruleset: str) -> None:
    """Of some hands of every ruleset."""
    rules = game(ruleset)
    for seed in SEEDS:
        simulated = next(iter(simulate(rules, hands=1, seed=seed + 40, bot="random")))
        hold_views(rules, hidden(simulated.hand, Random(seed)))


def hold_views(rules: Game, hand: Hidden) -> None:
    """Hands, piles, trick, log and legal moves of a view; deal, moves, tricks and deductions of the JSON."""
    ways = legal_ways(rules, hand)
    replayed = RunningTotals(rules).replay(hand.hand)
    owners = {tuple(each.event.seat for each in way.happened if isinstance(each.event, ev.PileWon)) for way in ways}
    # A pile that goes with a last trick is nobody's where it cannot be told who has won that; and where the called card
    # may have been played in two tricks, or in none before a claim, it is not told with which the partner became known.
    untold: tuple[type, ...] = (ev.PileWon,) if len(owners) > 1 else ()
    untold += (ev.PartnerKnown,) if len({_revealed(way) for way in ways}) > 1 else ()
    for whole in (ways[0], ways[-1]) if ways else ():
        told, way = (_without(each, untold) for each in (replayed, whole))
        assert [type(each.event) for each in told.happened] == [type(each.event) for each in way.happened]
        assert told.setting is not None
        for end in _ends(told):
            for seat in (None, *range(len(told.setting.labels))):
                _hold(told, way, end, seat)


def _without(one: Judgement, kinds: tuple[type, ...]) -> Judgement:
    """What was judged without some kinds of events."""
    return replace(one, happened=tuple(each for each in one.happened if not isinstance(each.event, kinds)))


def _revealed(way: Judgement) -> tuple[int, ...]:
    """Behind how many plays partners became known."""
    plays, found = 0, []
    for each in way.happened:
        plays += isinstance(each.event, ev.Played)
        found += [plays] if isinstance(each.event, ev.PartnerKnown) else []
    return tuple(found)


def _ends(replayed: Judgement) -> list[int]:
    """After the deal, before the first lead, in the middle of every third trick, and at the end."""
    plays = [at for at, each in enumerate(replayed.happened) if isinstance(each.event, ev.Played)]
    dealt = sum(isinstance(each.event, ev.Dealt | ev.Laid) for each in replayed.happened)
    return [dealt, *plays[:1], *(at + 1 for at in plays[1::7]), len(replayed.happened)]


def _hold(replayed: Judgement, way: Judgement, end: int, seat: int | None) -> None:
    eyes = 0 if seat is None else 1 << seat
    _within(_view(replayed, end, eyes), _view(way, end, eyes))
    _within(_bare(replayed, end, eyes), _view(way, end, eyes))
    told, true = (_json(one, end, eyes, seat) for one in (replayed, way))
    for label, cards in told["deal"].items():
        if cards is not None:
            _like(cards, true["deal"][label])
    for one, other in zip(told["moves"], true["moves"], strict=True):
        assert {name: value for name, value in one.items() if name not in ("cards", "card", "line", "found")} == {
            name: value for name, value in other.items() if name not in ("cards", "card", "line", "found")
        }
        assert one.get("found") in (None, other.get("found"))
        _like(one.get("cards", []), other.get("cards", []))
    for one, other in zip(told["tricks"], true["tricks"], strict=True):
        assert all(card in (UNKNOWN, name) for card, name in zip(one["cards"], other["cards"], strict=True))
        assert one["winner"] in (None, other["winner"])
        assert one["points"] in (None, other["points"])
    if end == len(replayed.happened):
        for line in told["ruling"]["deduced"]:
            verb, _, rest = line.strip().partition(" ")
            if verb == "deal":
                label, _, cards = rest.partition(": ")
                _like(cards.split(), _dealt(way, label))
            elif verb == "monte":
                _like(rest.split(), true["monte"])


def _dealt(one: Judgement, label: str) -> list[str]:
    """The cards that somebody was dealt; nobody need have written them in a line of their own."""
    assert one.setting is not None
    seat = one.setting.labels.index(label)
    dealt = next(each.event for each in one.happened if isinstance(each.event, ev.Dealt) and each.event.seat == seat)
    return list(one.game.cards.list(dealt.cards))


def _like(told: list[str], true: list[str]) -> None:
    """Whether cards that are told are among those that there were, and were seen."""
    assert len(told) == len(true)
    assert {name for name in told if "_" not in name} <= set(true), (told, true)


def _view(one: Judgement, end: int, eyes: int) -> View:
    happened = one.happened[:end]
    state = happened[-1].state
    assert state is not None
    return view(
        one.game,
        state,
        [each.event for each in happened],
        eyes,
        unknown=[each.hidden for each in happened],
        sure=one.sure & one.game.cards.full,
    )


def _bare(one: Judgement, end: int, eyes: int) -> View:
    """What a view makes of the events alone."""
    happened = one.happened[:end]
    state = happened[-1].state
    assert state is not None
    return view(one.game, state, [each.event for each in happened], eyes)


def _within(told: View, true: View) -> None:
    for one, other in zip((*told.hands, *told.piles), (*true.hands, *true.piles), strict=True):
        assert one.size == other.size
        assert one.cards & ~other.cards == 0
    assert (told.contract, told.declarer, told.tricks) == (true.contract, true.declarer, true.tricks)
    assert told.found in (-3, true.found)
    assert told.partners in ((), true.partners)
    assert [seat for seat, _ in told.trick] == [seat for seat, _ in true.trick]
    assert all(card in (-1, other) for (_, card), (_, other) in zip(told.trick, true.trick, strict=True))
    for one_, other_ in zip(told.log, true.log, strict=True):
        cards, seen = (getattr(each.event, "cards", 0) for each in (one_, other_))
        if isinstance(cards, int) and isinstance(seen, int):
            assert cards & ~seen == 0
    offered = {(each.offer.do, each.offer.seat): each.offer for each in true.choices}
    for choice in told.choices:
        assert choice.offer.cards & ~offered[choice.offer.do, choice.offer.seat].cards == 0


def _json(one: Judgement, end: int, eyes: int, seat: int | None) -> dict[str, Any]:
    assert one.setting is not None
    label = None if seat is None else one.setting.labels[seat]
    return as_json(one, shown=ShownPart(one.happened[:end], eyes, label, None, finished=end == len(one.happened)))


@pytest.mark.parametrize("ruleset", IDS)
def test_a_move_that_nobody_wrote_is_told_only_if_it_was_made_however_it_was(ruleset: str) -> None:
    """Lines of the exchange left out: as the hand did go it may have gone, so nothing else is told as a fact."""
    rules = game(ruleset)
    for seed in SEEDS:
        simulated = next(iter(simulate(rules, hands=1, seed=seed + 60, bot="random")))
        true = RunningTotals(rules).replay(simulated.hand)
        for kinds in ([each] for each in kinds_of(simulated.hand)) if seed else (kinds_of(simulated.hand),):
            if kinds:
                hold_moves(RunningTotals(rules).replay(without(simulated.hand, *kinds)), true)


def hold_moves(told: Judgement, true: Judgement) -> None:
    """Every move and card that is told is one of those that were made, for all and for each seat, while it was so."""
    assert told.setting is not None
    for seat in (None, *range(len(told.setting.labels))):
        eyes = 0 if seat is None else 1 << seat
        made = _json(true, len(true.happened), eyes, seat)["moves"]
        for move in _json(told, len(told.happened), eyes, seat)["moves"]:
            cards = [*move.get("cards", ()), move.get("card", UNKNOWN)]
            if move["line"] is None and any(move.get("cards", ())):
                assert any(_is_of(move, each) for each in made), (move, made)
            assert {card for card in cards if "_" not in card} <= {
                card for each in made for card in [*each.get("cards", ()), each.get("card", UNKNOWN)]
            }
        shown = [each for each in told.happened if isinstance(each.event, ev.Played)][:1]
        if told.verdict == "legal" and shown:
            _held(told, true, eyes)


def _is_of(move: dict[str, Any], made: dict[str, Any]) -> bool:
    same = all(move.get(name) == made.get(name) for name in ("do", "seat", "to", "from", "pile"))
    cards = {card for card in move["cards"] if card != UNKNOWN}
    return same and len(move["cards"]) == len(made["cards"]) and cards <= {*made["cards"]}


def _held(told: Judgement, true: Judgement, eyes: int) -> None:
    """What is told of hands and piles at the first lead, with and without what the replay says of itself.

    In which order seats took and laid back decides what a view forgets, so cards are held against where they lay.
    """
    end, after = (
        next(at for at, each in enumerate(one.happened, 1) if isinstance(each.event, ev.Played)) for one in (told, true)
    )
    state = true.happened[after - 1].state
    assert state is not None
    really = _view(true, after, eyes)
    seen = 0
    for each in true.happened[:after]:
        cards = getattr(each.event, "cards", 0)
        seen |= cards if each.event.seen & eyes == eyes else 0
    for found in (_view(told, end, eyes), _bare(told, end, eyes)):
        sizes = [each.size for each in (*really.hands, *really.piles)]
        lay = (*state.hands, *state.piles)
        for one, size, cards in zip((*found.hands, *found.piles), sizes, lay, strict=True):
            assert one.size in (SOME, size)
            assert one.cards & ~(cards & seen) == 0
        assert found.partners in ((), really.partners)
        assert found.called in (-1, really.called)


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
    """One card of the last trick is not known: who has won it leads, whoever that is."""
    (hand,) = parse(BROKEN_OFF)
    replayed = RunningTotals(game("pagat")).replay(hand)
    end = len(replayed.happened)
    assert replayed.knowledge == "possible"
    for seat in (None, *range(3)):
        eyes = 0 if seat is None else 1 << seat
        assert _bare(replayed, end, eyes).choices == _view(replayed, end, eyes).choices == ()
        first, last = _json(replayed, end, eyes, seat)["tricks"]
        assert (first["winner"], last["winner"]) == ("C", None)
    page = Page("en", width=100, colour=False)
    told_as_text(replayed, page, ShownPart(replayed.happened))
    rows = [each.split() for each in page.lines if each.split()[:1] in (["1"], ["2"])]
    assert [row[-2] if row[0] == "1" else row[-1] for row in rows] == ["C", UNKNOWN]
    with folder({"x.cal": BROKEN_OFF.encode()}):
        head, *rows_of_seats = called(["sheet", "x.cal", "--format", "csv"]).out.decode().splitlines()
    column = head.split(",").index("tricks")
    assert {row.split(",")[column] for row in rows_of_seats} == {""}


RECORDS = Path(__file__).parents[2] / "judge" / "unknown" / "records"


def test_a_view_names_no_card_that_was_deduced_from_what_others_saw() -> None:
    """What the opponents took and laid aside face down is nothing that the third seat saw."""
    (replayed,) = calarec.replay(calarec.read(RECORDS / "deduced-by-others.cal"))
    assert "take B: Fc Cd" in replayed.deduced
    assert ShownPart(replayed.happened, 1, "A").deduced(replayed) == (" 1 A: Ab 2b 6b", " 8 C: 7d Fs 2d")
    mine = ShownPart(replayed.happened, 2, "B").deduced(replayed)
    assert "take B: Fc Cd" in mine
    assert "take C: Fd 7d" not in mine


def test_what_may_be_played_does_not_rest_on_one_way_alone() -> None:
    """One of the caller's three last cards is not known: it may be of the suit led, or not."""
    (replayed,) = calarec.replay(calarec.read(RECORDS / "witness-told.cal"))
    eighth = steps(replayed.happened)["7"] + 1  # B has led a cup to the eighth trick
    after = next(at for at, each in enumerate(replayed.happened) if at >= eighth and isinstance(each.event, ev.Played))
    found = _view(replayed, after, 0)
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
"""B leads the three or the two of coins to the fourth trick; the other one lies aside."""


def test_a_wrong_winner_is_not_told_the_card_of_one_way() -> None:
    """That he did not win is so in every way; with which card another did is not."""
    (hand,) = parse(STATED)
    replayed = RunningTotals(game("foster")).replay(hand)
    (finding,) = [each for each in replayed.diagnostics if each.code == "CAL514"]
    assert finding.span.line == 22
    assert finding.fix is None
    for lang in ("en", "it"):
        assert not {"2d", "3d"} & {*finding.message(lang).replace(",", " ").split()}
    assert finding.message("en") == "A cannot have won this trick"
    known = parse(STATED.replace("3_ __", "3d 2d").replace("_d 6d", "2d 6d").replace(" 4 B: __", " 4 B: 3d"))[0]
    (finding,) = [each for each in RunningTotals(game("foster")).replay(known).diagnostics if each.code == "CAL514"]
    assert finding.message("en") == "B won this trick with 3d, not A"


def test_what_somebody_does_of_whom_nobody_knows_who_it_is_is_not_shown() -> None:
    """The called card is to be handed over, and nobody wrote down who has it."""
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
