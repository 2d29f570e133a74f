"""Allowed views of a hand with unknown cards: facts of all its completions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calarec.core.base.frozen import replace
from calarec.core.engine import events as ev
from calarec.core.engine.views import SOME, view
from calarec.core.judge.happenings import UNKNOWN, ShownPart
from calarec.core.judge.json import as_json
from calarec.record_judge.gaps import begin_totals
from tests.unknown_cards.hidden import Hidden, legal_ways

if TYPE_CHECKING:
    from calarec.core.engine.game import Game
    from calarec.core.engine.views import View
    from calarec.core.judge.judgement import Judgement


def hold_views(rules: Game, hand: Hidden) -> None:
    """Hands, piles, trick, log and legal moves of a view; deal, moves, tricks and deductions of the JSON."""
    ways = legal_ways(rules, hand)
    replayed = begin_totals(rules).replay(hand.hand)
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
    """Return a judgement without some kinds of events."""
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
    _within(judged_view(replayed, end, eyes), judged_view(way, end, eyes))
    _within(bare_view(replayed, end, eyes), judged_view(way, end, eyes))
    told, true = (view_json(one, end, eyes, seat) for one in (replayed, way))
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
    """The cards that a seat was dealt, also if no line of their own has them."""
    assert one.setting is not None
    seat = one.setting.labels.index(label)
    dealt = next(each.event for each in one.happened if isinstance(each.event, ev.Dealt) and each.event.seat == seat)
    return list(one.game.cards.list(dealt.cards))


def _like(told: list[str], true: list[str]) -> None:
    """Check that the cards shown were there, and were seen."""
    assert len(told) == len(true)
    assert {name for name in told if "_" not in name} <= set(true), (told, true)


def judged_view(one: Judgement, end: int, eyes: int) -> View:
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


def bare_view(one: Judgement, end: int, eyes: int) -> View:
    """Return the view of the events only."""
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


def view_json(one: Judgement, end: int, eyes: int, seat: int | None) -> dict[str, Any]:
    assert one.setting is not None
    label = None if seat is None else one.setting.labels[seat]
    return as_json(one, shown=ShownPart(one.happened[:end], eyes, label, None, finished=end == len(one.happened)))


def hold_moves(told: Judgement, true: Judgement) -> None:
    """Each shown move and card is true of the hand at that moment, for each seat."""
    assert told.setting is not None
    for seat in (None, *range(len(told.setting.labels))):
        eyes = 0 if seat is None else 1 << seat
        made = view_json(true, len(true.happened), eyes, seat)["moves"]
        for move in view_json(told, len(told.happened), eyes, seat)["moves"]:
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
    """Check hands and piles at the first lead, with and without the replay's facts.

    The order in which seats took and laid back decides which cards a view forgets, so cards are compared with their
    places.
    """
    end, after = (
        next(at for at, each in enumerate(one.happened, 1) if isinstance(each.event, ev.Played)) for one in (told, true)
    )
    state = true.happened[after - 1].state
    assert state is not None
    really = judged_view(true, after, eyes)
    seen = 0
    for each in true.happened[:after]:
        cards = getattr(each.event, "cards", 0)
        seen |= cards if each.event.seen & eyes == eyes else 0
    for found in (judged_view(told, end, eyes), bare_view(told, end, eyes)):
        sizes = [each.size for each in (*really.hands, *really.piles)]
        lay = (*state.hands, *state.piles)
        for one, size, cards in zip((*found.hands, *found.piles), sizes, lay, strict=True):
            assert one.size in (SOME, size)
            assert one.cards & ~(cards & seen) == 0
        assert found.partners in ((), really.partners)
        assert found.called in (-1, really.called)
