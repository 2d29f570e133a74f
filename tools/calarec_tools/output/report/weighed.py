"""The loss of each card of a hand on a page: only cards that lost or decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.engine.account import points_said, points_told
from calarec.core.mechanisms.payment_rows import resolve_stake
from calarec.core.wording.cells import cells, visible, wrap_text
from calarec.core.wording.language import Joined, Listing, Words, text_in
from calarec.solving.position import position_of
from calarec.solving.weighing import HandWeighing
from calarec_tools.output.report.page import pad
from calarec_tools.output.report.solvable import BETWEEN, dealt_state, whole_play

if TYPE_CHECKING:
    from calarec.core.engine.state import State
    from calarec.core.judge.judgement import Judgement
    from calarec.solving.contracts import WeighedChoices
    from calarec.solving.search import Allowance
    from calarec.solving.solve import Bounds
    from calarec.solving.weighing import WeighedCard, WeighedHand
    from calarec_tools.output.report.page import Page, Spans

_INDENT_COLUMNS: Final = 8
_WORDS_COLUMNS: Final = 24
"""The least room after the columns; with less, the text is below them."""

_TITLE: Final = Words("Points that each card gave away, with all cards known")
_BEGUN: Final = Words("At the first lead {side} could have {points}; needed: {needed}.")
_BEGUN_FOR_POINTS: Final = Words("At the first lead {side} could have {points}.")
_BEGUN_LATE: Final = Words("Before trick {trick} the draws were unknown; from there {side} could have {points}.")
_NEEDED: Final = Words("needed: {points}")
_BEFORE: Final = Words("Choices before the play, with all cards known")
_EXCHANGE: Final = Words("With the best choices of all before the play {side} could have {points}.")
_GAVE_OWN: Final = Words("The declarer gave {points} away by them.")
_GAVE_OTHERS: Final = Words("The other side gave {points} away by them.")
_COULD: Final = Words("{who} could have made: {contracts}.")
_COULD_NOT: Final = Words("{who} could have made no contract.")
_NOT_ALL: Final = Words("Not found out: {what}; `calarec annotate --seconds` gives it more time.")
_THE_EXCHANGE: Final = Words("the best exchange")
_ENDED: Final = Words("In the end: {points}.")
_BROKEN_OFF: Final = Words("After trick {trick} the play breaks off; with best play from there: {points}.")
_NOT_BEGUN: Final = Words("No card was played.")
_EARLY: Final = Words("It was settled before all cards were played; with best play from there: {points}.")
_EARLY_GAVE: Final = Words("{who} gave {points} away by that.")
_EARLY_DECIDED: Final = Words("{who} gave {points} away by that, and the hand.")
_BETTER: Final = Words("better: {card}")
_DECIDED: Final = Words("this decided the hand")
_ONLY: Final = Words("no other card would have done")
_ONLY_BUT: Final = Words("no other card would have done but {cards}")
_TURNED: Final = Words("Trick {trick}: by {card} {who} decided the hand.")
_STOOD: Final = Words("It was decided at the first lead; no card changed that.")
_NOTHING: Final = Words("No player gave anything away.")
_SUM: Final = Words("Given away: {people}.")
_SUM_SO_FAR: Final = Words("Given away, as far as it was found out: {people}.")
_ONE: Final = Words("{who} {points}")
_SPENT: Final = Words("The time did not suffice for more; `--seconds` gives it more.")

_NOTE: Final = Words("{card}: {points} given away")
_NOTE_BETTER: Final = Words("{card}: {points} given away; better: {better}")
_NOTE_DECIDED: Final = Words("{card} decided the hand")
_NOTE_DECIDED_BETTER: Final = Words("{card} decided the hand; better: {better}")
_NOTE_OWN: Final = Words("{who} gave {points} away before the play")
_NOTE_OTHERS: Final = Words("the side against {who} gave {points} away before the play")
_NOTE_EARLY: Final = Words("settled here, by which {who} gave {points} away")
_NOTE_EARLY_DECIDED: Final = Words("settled here, by which {who} gave {points} away, and the hand")
_NOTE_COULD: Final = Words("{who} could have made: {contracts}")


def weighed_hand(replayed: Judgement, allowance: Allowance) -> WeighedHand:
    """A judged hand, card by card; UnsolvableError if it cannot be weighed."""
    weighing = hand_weighing(replayed, allowance)
    weighing.search_all_moments()
    return weighing.weighed_hand()


def hand_weighing(replayed: Judgement, allowance: Allowance) -> HandWeighing:
    """The weighing of a judged hand, not begun; UnsolvableError if there is none.

    Where cards are drawn it is weighed from where the stock is used up.
    """
    playing, stock = whole_play(replayed), replayed.game.stock
    first = next((each for each in playing if stock < 0 or not each.piles[stock]), playing[0])
    position = position_of(replayed.game, first)
    state = replayed.state
    assert state is not None
    played = _cards_played(state)[len(_cards_played(first)) :]
    account = replayed.account
    sides = account.sides if account is not None and state.is_over else ()
    seat = state.setting.labels.index(position.side[0])
    settled = next((side.points for side in sides if seat in side.seats), None)
    return HandWeighing(position, [1 << card for card in played], allowance, settled)


def _cards_played(state: State) -> list[int]:
    """The cards that were played until then."""
    return [card for won in state.tricks for card in won.cards] + list(state.trick)


def weighed_choices(replayed: Judgement, allowance: Allowance) -> WeighedChoices | None:
    """Analyse the choices before the first lead; None without a contract."""
    from calarec.solving.contracts import weigh_choices

    state = replayed.state
    if state is None or state.declarer < 0 or not replayed.game.rules.has_auction:
        return None
    return weigh_choices(replayed.game, dealt_state(replayed), state.declarer, state.contract, allowance)


def print_choices(page: Page, replayed: Judgement, found: WeighedHand, choices: WeighedChoices) -> None:
    """The exchange and the contract, as far as they are known."""
    units, state = replayed.game.rules.pack.units_per_point, replayed.state
    assert state is not None
    people = {label: visible(name) for label, name in replayed.hand.session.people.items()}
    label = state.setting.labels[state.declarer]
    pack = replayed.game.rules.pack
    whole = replayed.game.cards.worth(replayed.game.cards.full) + pack.last_trick
    if choices.exchange is not None and (choices.exchange.low, choices.exchange.high) != (0, whole):
        low, high = choices.exchange
        side = Listing(tuple(people.get(each, each) for each in found.side))
        points = points_told(low, units), points_told(high, units)
        between = points[0] if choices.exchange.has_one_value else BETWEEN.with_values(low=points[0], high=points[1])
        page.print_sentence(_EXCHANGE, side=side, points=between)
        for gave, said in zip(_gave_before(found, choices.exchange), (_GAVE_OWN, _GAVE_OTHERS), strict=True):
            if gave.low > 0:
                page.print_sentence(said, points=_points_given_away(gave, units))
    made = [contract.contract for contract in choices.contracts if contract.made]
    who = people.get(label, label)
    if made:
        page.print_sentence(_COULD, who=who, contracts=Listing(tuple(made)))
    elif choices.contracts and all(contract.made is False for contract in choices.contracts):
        page.print_sentence(_COULD_NOT, who=who)


def _print_unknown_choices(page: Page, choices: WeighedChoices) -> None:
    """Print the choices that there was not enough time for."""
    if not choices.is_fully_known:
        open_still = [contract.contract for contract in choices.contracts if contract.made is None]
        exchange = choices.exchange is not None and not choices.exchange.has_one_value
        page.print_sentence(_NOT_ALL, what=Listing((*([_THE_EXCHANGE] if exchange else []), *open_still)))


def _gave_before(found: WeighedHand, exchange: Bounds) -> tuple[Bounds, Bounds]:
    """Return the points that each side lost before the first lead.

    The declarer's side is first; negative numbers are gains.
    """
    from calarec.solving.solve import Bounds

    (low, high), begun = exchange, found.begun
    return Bounds(low - begun.high, high - begun.low), Bounds(begun.low - high, begun.high - low)


def notes_before_the_play(replayed: Judgement, found: WeighedHand, choices: WeighedChoices) -> tuple[Words, ...]:
    """Return notes for a record on the exchange and the contract.

    They are on losses of a whole point in the exchange, and on contracts that the declarer could have made: at a higher
    stake, or at any if the hand was lost.
    """
    rules, state = replayed.game.rules, replayed.state
    assert state is not None
    units, who = rules.pack.units_per_point, state.setting.labels[state.declarer]
    notes: list[Words] = []
    if choices.exchange is not None:
        for gave, said in zip(_gave_before(found, choices.exchange), (_NOTE_OWN, _NOTE_OTHERS), strict=True):
            if gave.low >= units:
                notes.append(said.with_values(who=who, points=points_told(gave.low, units)))
    stakes = {name: resolve_stake(contract.stake, rules.contracts) or 0 for name, contract in rules.contracts.items()}
    assert found.needed is not None
    least = 0 if found.ended.high < found.needed else stakes[state.contract] + 1
    made = tuple(
        contract.contract for contract in choices.contracts if contract.made and stakes[contract.contract] >= least
    )
    if made:
        notes.append(_NOTE_COULD.with_values(who=who, contracts=Listing(made)))
    return tuple(notes)


def print_weighed_hand(
    page: Page, replayed: Judgement, found: WeighedHand, choices: WeighedChoices | None = None
) -> None:
    """The section of a hand."""
    units = replayed.game.rules.pack.units_per_point
    people = {label: visible(name) for label, name in replayed.hand.session.people.items()}

    if choices is not None and (choices.exchange is not None or choices.contracts):
        page.print_title(_BEFORE)
        print_choices(page, replayed, found, choices)
        _print_unknown_choices(page, choices)
    page.print_title(_TITLE)
    print_beginning_and_end(page, found, people, units)
    shown = cards_with_loss(found)
    width = max((cells(people.get(each.seat, each.seat)) for each in shown), default=0)
    for each in shown:
        _print_card_row(page, each, people.get(each.seat, each.seat), width, units)
    print_course(page, found, people, units)
    if not found.is_all_known:
        page.print_sentence(_SPENT)


def cards_with_loss(found: WeighedHand) -> list[WeighedCard]:
    """Return the cards with a loss, and the only good cards."""
    return [card for card in found.cards if card.mark or card.gave.low]


def print_beginning_and_end(page: Page, found: WeighedHand, people: dict[str, str], units: int) -> None:
    """Print the points of the side at the first lead, and at the end."""
    side = Listing(tuple(people.get(each, each) for each in found.side))
    _print_beginning(page, found, side, units)
    _print_end(page, found, people, units)


def print_course(page: Page, found: WeighedHand, people: dict[str, str], units: int) -> None:
    """Print the card that decided the hand, and the loss of each person."""
    turned = found.turning_card
    if turned is not None:
        who = people.get(turned.seat, turned.seat)
        page.print_sentence(_TURNED, trick=turned.trick, card=turned.card, who=who)
    elif (
        found.needed is not None
        and found.is_all_known
        and found.cards
        and (found.early is None or not found.early.decided)
    ):
        page.print_sentence(_STOOD)
    if found.cards:
        _print_given_points(page, found, people, units)


def _points_in_words(bounds: Bounds, units: int) -> Words | str:
    low, high = points_told(bounds.low, units), points_told(bounds.high, units)
    return low if bounds.has_one_value else BETWEEN.with_values(low=low, high=high)


def _print_beginning(page: Page, found: WeighedHand, side: Listing, units: int) -> None:
    """Print the possible points of the side at the start of the analysis."""
    points, needed = _points_in_words(found.begun, units), found.needed
    if found.first > 1:
        page.print_sentence(_BEGUN_LATE, trick=found.first, side=side, points=points)
        if needed is not None:
            page.print_sentence(_NEEDED, found.rule, points=points_told(needed, units))
    elif needed is None:
        page.print_sentence(_BEGUN_FOR_POINTS, side=side, points=points)
    else:
        page.print_sentence(_BEGUN, found.rule, side=side, points=points, needed=points_told(needed, units))


def _print_end(page: Page, found: WeighedHand, people: dict[str, str], units: int) -> None:
    """Print the points of the side at the end, or its possible points."""
    if not found.cards:
        page.print_sentence(_NOT_BEGUN)
    if not found.broken_off:
        page.print_sentence(_ENDED, points=_points_in_words(found.ended, units))
    elif found.cards:
        page.print_sentence(_BROKEN_OFF, trick=found.cards[-1].trick, points=_points_in_words(found.ended, units))
    early = found.early
    if early is None:
        return
    page.print_sentence(_EARLY, points=_points_in_words(early.could, units))
    if early.gave.low:
        who = Listing(tuple(people.get(each, each) for each in _gave_early(found)))
        page.print_sentence(
            _EARLY_DECIDED if early.decided else _EARLY_GAVE, who=who, points=_points_given_away(early.gave, units)
        )


def _gave_early(found: WeighedHand) -> tuple[str, ...]:
    """Return the players who lost points by settling a hand with cards left."""
    assert found.early is not None
    return found.side if found.early.own else found.others


def _print_card_row(page: Page, card: WeighedCard, who: str, width: int, units: int) -> None:
    said = [page.localized_text(_points_given_away(card.gave, units)) if card.gave.high else ""]
    more: list[Words] = []
    if card.better:
        more.append(_BETTER.with_values(card=card.better))
    if card.decided:
        more.append(_DECIDED)
    if card.only:
        more.append(_ONLY_BUT.with_values(cards=Listing(card.equals)) if card.equals else _ONLY)
    style = {"?": "strong", "??": "wrong", "!": "good"}.get(card.mark, "")
    columns: Spans = [
        *pad([(f"  {card.trick}", "")], 5, right=True), ("  ", ""),
        *pad([(who, "")], width), ("  ", ""),
        *pad([(card.card + card.mark, style)], 4), ("  ", ""),
        *pad([(said[0], "")], 8), ("  ", ""),
    ]  # fmt: skip
    taken = sum(cells(text) for text, _ in columns)
    hang = taken if page.width - taken >= _WORDS_COLUMNS else _INDENT_COLUMNS
    first, *rest = wrap_text(text_in(Joined(tuple(more), "; "), page.lang), page.width, taken=taken, hang=hang)
    page.print_row([*columns, (first, "")])
    for line in rest:
        page.print_row([(line, "")])


def _points_given_away(bounds: Bounds, units: int) -> Words | str:
    low, high = points_said(bounds.low, units), points_said(bounds.high, units)
    return low if bounds.has_one_value else BETWEEN.with_values(low=low, high=high)


def _print_given_points(page: Page, found: WeighedHand, people: dict[str, str], units: int) -> None:
    """Print the loss of each person, in the order of seats."""
    from calarec.solving.solve import Bounds

    gave = {each.seat: Bounds(0, 0) for each in sorted(found.cards, key=lambda card: card.seat)}
    for each in found.cards:
        low, high = gave[each.seat]
        gave[each.seat] = Bounds(low + each.gave.low, high + each.gave.high)
    if not any(bounds.high for bounds in gave.values()):
        page.print_sentence(_NOTHING)
        return
    said = tuple(
        _ONE.with_values(who=people.get(seat, seat), points=points_said(bounds.low, units))
        for seat, bounds in gave.items()
    )
    page.print_sentence(
        _SUM if all(bounds.has_one_value for bounds in gave.values()) else _SUM_SO_FAR, people=Joined(said)
    )


def note_at_the_end(found: WeighedHand, units: int) -> Words | None:
    """Return the note on a hand settled with cards left; None without a loss by that."""
    early = found.early
    if early is None or (early.gave.low < units and not early.decided):
        return None
    said = _NOTE_EARLY_DECIDED if early.decided else _NOTE_EARLY
    return said.with_values(who=Listing(_gave_early(found)), points=points_told(early.gave.low, units))


def note_on(card: WeighedCard, units: int) -> Words:
    """Return the note on a card that is marked as a mistake."""
    if card.decided:
        return (
            _NOTE_DECIDED_BETTER.with_values(card=card.card, better=card.better)
            if card.better
            else _NOTE_DECIDED.with_values(card=card.card)
        )
    points = points_told(card.gave.low, units)
    if card.better:
        return _NOTE_BETTER.with_values(card=card.card, points=points, better=card.better)
    return _NOTE.with_values(card=card.card, points=points)
