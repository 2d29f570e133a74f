"""What each card of a played hand gave away, told on a page: only the cards that did, or that decided something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.bulk.settlement import resolved
from calarec.engine.points_text import points_said, points_told
from calarec.solving.position import position_of
from calarec.solving.weighing import weigh
from calarec.wording.cells import cells, visible
from calarec.wording.language import Joined, Listing, Words, say
from calarec_tools.report.page import pad
from calarec_tools.report.solvable import BETWEEN, dealt_state, play_states

if TYPE_CHECKING:
    from calarec.judge.judgement import Judgement
    from calarec.solving.contracts import WeighedChoices
    from calarec.solving.search import Allowance
    from calarec.solving.solve import Bounds
    from calarec.solving.weighing import WeighedCard, WeighedHand
    from calarec_tools.report.page import Page

_TITLE: Final = Words("What each card gave away, with all cards known")
_BEGUN: Final = Words("At the first lead {side} could have {points}; needed: {needed}.")
_BEFORE: Final = Words("What was chosen before the play, with all cards known")
_EXCHANGE: Final = Words("With the best choices of all before the play {side} could have {points}.")
_GAVE_OWN: Final = Words("The declarer gave {points} away by them.")
_GAVE_OTHERS: Final = Words("The other side gave {points} away by them.")
_COULD: Final = Words("{who} could have made: {contracts}.")
_COULD_NOT: Final = Words("{who} could have made no contract.")
_ENDED: Final = Words("In the end: {points}.")
_BETTER: Final = Words("better: {card}")
_DECIDED: Final = Words("this decided the hand")
_ONLY: Final = Words("no other card would have done")
_TURNED: Final = Words("Trick {trick}: by {card} {who} decided the hand.")
_STOOD: Final = Words("It was decided at the first lead; no card changed that.")
_NOTHING: Final = Words("Nobody gave anything away.")
_SUM: Final = Words("Given away: {people}.")
_ONE: Final = Words("{who} {points}")
_SPENT: Final = Words("The time did not suffice for more; `--seconds` gives it more.")

_NOTE: Final = Words("{card}: {points} given away")
_NOTE_BETTER: Final = Words("{card}: {points} given away; better: {better}")
_NOTE_DECIDED: Final = Words("{card} decided the hand")
_NOTE_DECIDED_BETTER: Final = Words("{card} decided the hand; better: {better}")
_NOTE_OWN: Final = Words("{who} gave {points} away before the play")
_NOTE_OTHERS: Final = Words("the side against {who} gave {points} away before the play")
_NOTE_COULD: Final = Words("{who} could have made: {contracts}")


def weighed_hand(replayed: Judgement, allowance: Allowance) -> WeighedHand:
    """A judged hand, card by card; UnsolvableError with the reason if it cannot be weighed."""
    first = play_states(replayed)[0]
    position = position_of(replayed.game, first)
    state = replayed.state
    assert state is not None
    played = [card for won in state.tricks for card in won.cards] + list(state.trick)
    return weigh(position, [1 << card for card in played], allowance)


def weighed_choices(replayed: Judgement, allowance: Allowance) -> WeighedChoices | None:
    """What lay before the first lead of a judged hand; None where nobody plays a contract."""
    from calarec.solving.contracts import weigh_choices

    state = replayed.state
    if state is None or state.declarer < 0 or not replayed.game.rules.has_auction:
        return None
    return weigh_choices(replayed.game, dealt_state(replayed), state.declarer, state.contract, allowance)


def _choices(page: Page, replayed: Judgement, found: WeighedHand, choices: WeighedChoices) -> None:
    """The exchange and the contract."""
    units, state = replayed.game.rules.pack.whole, replayed.state
    assert state is not None
    people = {label: visible(name) for label, name in replayed.hand.session.people.items()}
    label = state.setting.labels[state.declarer]
    if choices.exchange is not None:
        low, high = choices.exchange
        side = Listing(tuple(people.get(each, each) for each in found.side))
        points = points_told(low, units), points_told(high, units)
        between = points[0] if choices.exchange.exact else BETWEEN.filled(low=points[0], high=points[1])
        page.tell(_EXCHANGE, side=side, points=between)
        for gave, said in zip(_gave_before(found, choices.exchange), (_GAVE_OWN, _GAVE_OTHERS), strict=True):
            if gave.low > 0:
                page.tell(said, points=_gave(gave, units))
    made = [each.contract for each in choices.contracts if each.made]
    who = people.get(label, label)
    if made:
        page.tell(_COULD, who=who, contracts=Listing(tuple(made)))
    elif choices.contracts and all(each.made is False for each in choices.contracts):
        page.tell(_COULD_NOT, who=who)


def _gave_before(found: WeighedHand, exchange: Bounds) -> tuple[Bounds, Bounds]:
    """What the declarer's side, and the other one, gave away before the first lead; negative where they gained."""
    from calarec.solving.solve import Bounds

    (low, high), begun = exchange, found.begun
    return Bounds(low - begun.high, high - begun.low), Bounds(begun.low - high, begun.high - low)


def notes_before_the_play(replayed: Judgement, found: WeighedHand, choices: WeighedChoices) -> tuple[Words, ...]:
    """What is noted in a record on the exchange and the contract: a whole point that was given away, as of a card; and

    what the declarer could have made at a higher stake or, if the hand was lost, at any.
    """
    rules, state = replayed.game.rules, replayed.state
    assert state is not None
    units, who = rules.pack.whole, state.setting.labels[state.declarer]
    notes: list[Words] = []
    if choices.exchange is not None:
        for gave, said in zip(_gave_before(found, choices.exchange), (_NOTE_OWN, _NOTE_OTHERS), strict=True):
            if gave.low >= units:
                notes.append(said.filled(who=who, points=points_told(gave.low, units)))
    stakes = {name: resolved(contract.stake, rules) for name, contract in rules.contracts.items()}
    least = 0 if found.ended.high < found.needed else stakes[state.contract] + 1
    made = tuple(each.contract for each in choices.contracts if each.made and stakes[each.contract] >= least)
    if made:
        notes.append(_NOTE_COULD.filled(who=who, contracts=Listing(made)))
    return tuple(notes)


def told(page: Page, replayed: Judgement, found: WeighedHand, choices: WeighedChoices | None = None) -> None:
    """The section of a hand."""
    units = replayed.game.rules.pack.whole
    people = {label: visible(name) for label, name in replayed.hand.session.people.items()}

    def points(bounds: Bounds) -> Words | str:
        low, high = points_told(bounds.low, units), points_told(bounds.high, units)
        return low if bounds.exact else BETWEEN.filled(low=low, high=high)

    if choices is not None:
        page.title(_BEFORE)
        _choices(page, replayed, found, choices)
    page.title(_TITLE)
    side = Listing(tuple(people.get(each, each) for each in found.side))
    page.tell(_BEGUN, found.rule, side=side, points=points(found.begun), needed=points_told(found.needed, units))
    page.tell(_ENDED, points=points(found.ended))
    shown = [each for each in found.cards if each.mark or each.gave.low]
    width = max((cells(people.get(each.seat, each.seat)) for each in shown), default=0)
    for each in shown:
        _row(page, each, people.get(each.seat, each.seat), width, units)
    turned = found.turned
    if turned is not None:
        who = people.get(turned.seat, turned.seat)
        page.tell(_TURNED, trick=turned.trick, card=turned.card, who=who)
    elif found.exact:
        page.tell(_STOOD)
    _summary(page, found, people, units)
    if not found.exact:
        page.tell(_SPENT)


def _row(page: Page, card: WeighedCard, who: str, width: int, units: int) -> None:
    said = [page.word(_gave(card.gave, units)) if card.gave.high else ""]
    more: list[Words] = []
    if card.better:
        more.append(_BETTER.filled(card=card.better))
    if card.decided:
        more.append(_DECIDED)
    if card.only:
        more.append(_ONLY)
    style = {"?": "strong", "??": "wrong", "!": "good"}.get(card.mark, "")
    page.row(
        [
            *pad([(f"  {card.trick}", "")], 5, right=True), ("  ", ""),
            *pad([(who, "")], width), ("  ", ""),
            *pad([(card.card + card.mark, style)], 4), ("  ", ""),
            *pad([(said[0], "")], 8), ("  ", ""),
            (say(Joined(tuple(more), "; "), page.lang), ""),
        ]
    )  # fmt: skip


def _gave(bounds: Bounds, units: int) -> Words | str:
    low, high = points_said(bounds.low, units), points_said(bounds.high, units)
    return low if bounds.exact else BETWEEN.filled(low=low, high=high)


def _summary(page: Page, found: WeighedHand, people: dict[str, str], units: int) -> None:
    """What each person gave away, in the order of the seats."""
    from calarec.solving.solve import Bounds

    gave = {each.seat: Bounds(0, 0) for each in sorted(found.cards, key=lambda card: card.seat)}
    for each in found.cards:
        low, high = gave[each.seat]
        gave[each.seat] = Bounds(low + each.gave.low, high + each.gave.high)
    if not any(bounds.high for bounds in gave.values()):
        page.tell(_NOTHING)
        return
    said = tuple(
        _ONE.filled(who=people.get(seat, seat), points=_gave(bounds, units)) for seat, bounds in gave.items()
    )  # fmt: skip
    page.tell(_SUM, people=Joined(said))


def note_on(card: WeighedCard, units: int) -> Words:
    """What is noted in a record on a card that is marked as a mistake."""
    if card.decided:
        return _NOTE_DECIDED_BETTER.filled(card=card.card, better=card.better) if card.better else _NOTE_DECIDED.filled(
            card=card.card
        )  # fmt: skip
    points = points_told(card.gave.low, units)
    if card.better:
        return _NOTE_BETTER.filled(card=card.card, points=points, better=card.better)
    return _NOTE.filled(card=card.card, points=points)
