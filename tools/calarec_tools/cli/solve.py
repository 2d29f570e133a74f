"""`calarec solve`: the value of a hand and of each card with all cards known."""

from __future__ import annotations

import re
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.wording.language import Listing, Words
from calarec_tools.cli.declare import Argument, Command, Option
from calarec_tools.cli.parameters import HAND, JSON, RULES
from calarec_tools.cli.ruleset import named_ruleset
from calarec_tools.output.files.streams import CLEAN, REFUSED, RefusalError, no_hand
from calarec_tools.output.files.unruled import PassedOver, remark_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.engine.state import State
    from calarec.core.judge.judgement import Judgement
    from calarec.core.records.model import Trick
    from calarec.solving.position import Position, UnsolvableError
    from calarec.solving.search import Allowance
    from calarec.solving.solve import Bounds, Objective, Solution
    from calarec_tools.output.files.streams import Output

FORMAT: Final = "calarec-solve/1"
_OBJECTIVES: Final = ("points", "payment")
_BESIDE: Final = Words("`--contracts` begins at the deal and asks for points: `{option}` does not go with it.")
_AT: Final = re.compile(r"([1-9][0-9]{0,2})(?:\.([0-9]))?")
_DEFAULT_WORLDS: Final = 50
_DEFAULT_SECONDS: Final = 30
"""Enough for most hands of twelve cards from the first lead."""

_NO_AT: Final = Words("`--at` is a trick, as 7, or a card of it, as 7.2, not `{given}`.")
_NO_PLACE: Final = Words(
    "hand {name}: there is no {at}: a trick has {cards} cards here, and the places before them are {places}."
)
_NO_TRICK: Final = Words("hand {name}: there is no trick {trick}: it has {tricks} tricks.")
_BREAKS_OFF: Final = Words("hand {name}: it does not come to {at}; it breaks off at {place}.")
_WRONG: Final = Words("hand {name}: it does not come to {at}: line {line} is wrong, as `calarec check` explains.")
_ENDED: Final = Words("hand {name}: it does not come to {at}; it was ended at {place}.")
UNSOLVABLE: Final = Words("hand {name}: {reason}.")
NOTHING: Final = Words("`{file}`: there is no hand in it that could be solved.")

_TITLE: Final = Words("Hand {name}, at {at}: {turn} plays")
_WORTH: Final = Words("with best play, in the end: {points} for {side}")
_PAYMENT: Final = Words("with best play the payment of {side} is {amount}")
_BETWEEN: Final = Words("{low} to {high}")
_NEEDED: Final = Words("needed: {points}")
_AT_MOST: Final = Words("at most: {points}")
_SPENT: Final = Words("the time did not suffice for more; `--seconds` gives it more")
_STOPPED: Final = Words("interrupted: this is what was known by then")
_SEEN_POINTS: Final = Words("`--view` asks for points: `--objective` does not go with it.")
_NEXT: Final = Words("hand {name}: at {at} {turn} is to play; {seat} plays next at {place} (`--at {place}`).")
_LAST: Final = Words("hand {name}: at {at} {turn} is to play; {seat} played last at {place} (`--at {place}`).")
_NO_CARD: Final = Words("hand {name}: {seat} plays no card of it.")
_STOCK: Final = Words("hand {name}: {reason}, in this hand from {place} on (`--at {place}`).")
_FOR_POINTS: Final = Words("hand {name}: {reason}; without `--objective payment` it is solved for points.")
_ASKED: Final = Words("{hands:# contract|# contracts} found out")
_EACH: Final = Words("Each card")
_LINE: Final = Words("How it goes on with best play")


class _Wanted(NamedTuple):
    hand: str | None
    at: str | None
    objective: Objective
    seconds: int
    as_json: bool
    contracts: bool
    view: str | None
    worlds: int
    seed: int


def run_solve(
    out: Output,
    *,
    file: str,
    rules: str | None,
    hand: str | None,
    at: str | None,
    objective: Objective,
    contracts: bool,
    view: str | None,
    worlds: int,
    seed: int,
    seconds: int,
    json: bool,
) -> int:
    """Solves the hands of a file; 2 if there is none that could be."""
    from calarec.bulk.wanted_hands import WantedHands
    from calarec.core.notation.reader import read_records
    from calarec.core.notation.source import UNREADABLE_CODES
    from calarec_tools.output.render import render

    if at is not None and _AT.fullmatch(at) is None:
        raise RefusalError(_NO_AT, given=at)
    beside = {"--at": at is not None and contracts, "--objective": objective != "points", "--view": view is not None}
    for option in [each for each, given in beside.items() if given]:
        if contracts:
            raise RefusalError(_BESIDE, option=option)
        if option == "--objective" and view is not None:
            raise RefusalError(_SEEN_POINTS)
    wanted = _Wanted(hand, at, objective, seconds, json, contracts, view, worlds, seed)
    tell = _tell_contracts if contracts else _print_solution if view is None else _tell_seen
    records = read_records(file)
    found = solved = False
    passed_over = PassedOver(out)
    hands = WantedHands(records, None if rules is None else named_ruleset(rules), hand, passed_over.note_skipped_hand)
    for replayed in hands:
        found = True
        remark_names(out, replayed)
        try:
            tell(out, replayed, wanted, first=not solved)
            solved = True
        except RefusalError as refusal:
            out.complain(refusal)
    unreadable = tuple(finding for finding in records.findings if finding.code in UNREADABLE_CODES)
    for piece in render(unreadable, lang=out.lang) if unreadable else ():
        sys.stderr.write(piece)
    if passed_over.status != CLEAN:
        return passed_over.status
    if hand is not None and not found and not unreadable:
        raise no_hand(hand, hands.others, file)
    if not found and not unreadable:
        raise RefusalError(NOTHING, file=file)
    return CLEAN if solved and not unreadable else REFUSED


def _print_solution(out: Output, replayed: Judgement, wanted: _Wanted, *, first: bool) -> None:
    """Solve a hand and print the result; a blank line separates it from the last one."""
    from calarec.solving.position import UnsolvableError, position_of
    from calarec.solving.search import Allowance
    from calarec.solving.solve import solve as solved

    name = replayed.hand.name
    state = _state_at_place(replayed, wanted.at)
    allowance = Allowance(seconds=wanted.seconds)
    objective: Objective = "points" if wanted.objective == "points" else "payment"
    try:
        position = position_of(replayed.game, state)
    except UnsolvableError as error:
        raise _unsolvable(replayed, error) from None
    try:
        with stopped_by_ctrl_c(allowance):
            found = solved(position, objective=objective, within=allowance)
    except UnsolvableError as error:
        raise RefusalError(_FOR_POINTS, name=name, reason=error.reason) from None
    if wanted.as_json:
        import json

        out.write_line(json.dumps(_solution_data(replayed, state, found)))
    else:
        out.write("" if first else "\n")
        _print_solution_page(out, replayed, position, found, allowance)


def _tell_contracts(out: Output, replayed: Judgement, wanted: _Wanted, *, first: bool) -> None:
    """Print which contracts of a hand can be made, whatever was bid."""
    from calarec.solving.contracts import contracts_of
    from calarec.solving.position import UnsolvableError
    from calarec.solving.search import Allowance
    from calarec_tools.output.files.progress import Progress
    from calarec_tools.output.report import contract_worths
    from calarec_tools.output.report.page import Page
    from calarec_tools.output.report.solvable import dealt_state

    allowance, progress = Allowance(seconds=wanted.seconds), Progress(out.lang, _ASKED)
    try:
        dealt = dealt_state(replayed)
        with stopped_by_ctrl_c(allowance):
            found = contracts_of(replayed.game, dealt, allowance, progress.show_progress)
    except UnsolvableError as error:
        raise RefusalError(UNSOLVABLE, name=replayed.hand.name, reason=error.reason) from None
    finally:
        progress.clear_progress_line()
    if wanted.as_json:
        import json

        out.write_line(json.dumps(contract_worths.contract_worths_data(replayed, found, allowance.nodes, out.lang)))
        return
    page = Page(out.lang, width=out.width, colour=out.has_colour)
    contract_worths.print_contract_worths(page, replayed, found)
    if allowance.stopped or not found.is_settled:
        page.print_sentence(_cut_short(allowance))
    out.write("" if first else "\n")
    out.write("\n".join(page.lines) + "\n")


def _tell_seen(out: Output, replayed: Judgement, wanted: _Wanted, *, first: bool) -> None:
    """Print what a seat can know of its cards at a place of a hand."""
    from calarec.solving.position import UnsolvableError
    from calarec.solving.search import Allowance
    from calarec.solving.worlds import seen_by
    from calarec_tools.output.report import seen_worths
    from calarec_tools.output.report.page import Page
    from calarec_tools.output.report.solvable import moment_of

    allowance = Allowance(seconds=wanted.seconds)
    state, seat = _seen_state(replayed, wanted)
    try:
        with stopped_by_ctrl_c(allowance):
            found = seen_by(
                replayed.game, state, moment_of(replayed, state), seat, worlds=wanted.worlds, seed=wanted.seed,
                allowance=allowance,
            )  # fmt: skip
    except UnsolvableError as error:
        raise _unsolvable(replayed, error, seat) from None
    if wanted.as_json:
        import json

        out.write_line(json.dumps(seen_worths.seen_worths_data(replayed, found, _state_place(state), wanted.seed)))
        return
    page = Page(out.lang, width=out.width, colour=out.has_colour)
    seen_worths.print_seen_worths(page, replayed, found, _state_place(state), wanted.seed)
    if found.worlds < wanted.worlds and not found.every:
        page.print_sentence(_cut_short(allowance))
    out.write("" if first else "\n")
    out.write("\n".join(page.lines) + "\n")


def _seen_state(replayed: Judgement, wanted: _Wanted) -> tuple[State, int]:
    """Return the state asked about, and the seat; refuse if another seat is to play."""
    from calarec_tools.cli.seat_names import seat_called

    playing, asked = _playing(replayed), wanted.view or ""
    labels = playing[0].setting.labels
    seat = labels.index(seat_called(replayed, labels, asked))
    own = [each for each in playing if each.controller(each.turn) == seat]
    people = replayed.hand.session.people
    values = {"name": replayed.hand.name, "seat": people.get(labels[seat], labels[seat])}
    if not own:
        raise RefusalError(_NO_CARD, **values)
    complete = replayed.state is not None and replayed.state.is_over
    state = own[0] if wanted.at is None and complete else _state_at_place(replayed, wanted.at)
    turn = state.controller(state.turn)
    if turn != seat:
        later = [each for each in own if _state_order(each) > _state_order(state)]
        place = _state_place(later[0] if later else own[-1])
        said, who = _NEXT if later else _LAST, people.get(labels[turn], labels[turn])
        raise RefusalError(said, at=_state_place(state), turn=who, place=place, **values)
    return state, seat


def _cut_short(allowance: Allowance) -> Words:
    """Why more was not found out."""
    return _STOPPED if allowance.stopped else _SPENT


def _unsolvable(replayed: Judgement, error: UnsolvableError, seat: int = -1) -> RefusalError:
    """Return the refusal for a hand that cannot be solved.

    If cards are still to be drawn, it names the place from which the hand can be solved.
    """
    game, name = replayed.game, replayed.hand.name
    if error.rule == "play.draw" and seat < 0:
        left = next((state for state in _playing(replayed) if not state.piles[game.stock]), None)
        if left is not None:
            return RefusalError(_STOCK, name=name, reason=error.reason, place=_state_place(left))
    return RefusalError(UNSOLVABLE, name=name, reason=error.reason)


@contextmanager
def stopped_by_ctrl_c(allowance: Allowance) -> Iterator[None]:
    """Let Ctrl-C end the search, so that its results so far are printed."""
    import signal

    before = signal.signal(signal.SIGINT, lambda _signal, _frame: allowance.stop())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _playing(replayed: Judgement) -> list[State]:
    """The states of a hand before each card; a refusal if there are none."""
    from calarec.solving.position import UnsolvableError
    from calarec_tools.output.report.solvable import play_states

    try:
        return play_states(replayed)
    except UnsolvableError as error:
        raise RefusalError(UNSOLVABLE, name=replayed.hand.name, reason=error.reason) from None


def _state_at_place(replayed: Judgement, at: str | None) -> State:
    """Return the state at a place of the hand.

    Without a place: at the first lead, or where an unfinished hand breaks off.
    """
    playing = _playing(replayed)
    assert replayed.state is not None
    if at is None:
        return playing[0] if replayed.state.is_over else playing[-1]
    wanted = _AT.fullmatch(at)
    assert wanted is not None
    place = int(wanted[1]) - 1, int(wanted[2] or 0)
    found = next((state for state in playing if _state_order(state) == place), None)
    if found is None:
        raise _not_there(replayed, playing, at, place)
    return found


def _not_there(replayed: Judgement, playing: list[State], at: str, place: tuple[int, int]) -> RefusalError:
    """Return the refusal for a place that a hand does not have.

    It has fewer cards in a trick, fewer tricks, or ended before.
    """
    from calarec_tools.output.report.solvable import first_wrong

    first, game, name = playing[0], replayed.game, replayed.hand.name
    cards = len(first.setting.active)
    drawn = first.piles[game.stock].bit_count() // cards if game.stock >= 0 else 0
    tricks = max(hand.bit_count() for hand in first.hands) + drawn
    trick, nth = place[0] + 1, place[1]
    if nth >= cards:
        places = Listing((str(trick), *(f"{trick}.{each}" for each in range(1, cards))))
        return RefusalError(_NO_PLACE, name=name, at=at, cards=cards, places=places)
    if trick > tricks:
        return RefusalError(_NO_TRICK, name=name, trick=trick, tricks=tricks)
    wrong = first_wrong(replayed)
    if wrong:
        return RefusalError(_WRONG, name=name, at=at, line=wrong)
    ended = replayed.state is not None and replayed.state.is_over
    return RefusalError(_ENDED if ended else _BREAKS_OFF, name=name, at=at, place=_state_place(playing[-1]))


def _state_order(state: State) -> tuple[int, int]:
    """Return the key that orders the states of a hand."""
    return len(state.tricks), len(state.trick)


def _state_place(state: State) -> str:
    """The place of a state, as `--at` names it."""
    return f"{len(state.tricks) + 1}.{len(state.trick)}" if state.trick else str(len(state.tricks) + 1)


def _solution_data(replayed: Judgement, state: State, found: Solution) -> dict[str, Any]:
    """The solution as plain data."""
    side = "+".join(found.side)
    points = found.objective == "points"
    return {
        "format": FORMAT,
        **replayed.to_reference(),
        "at": _state_place(state),
        "turn": found.turn,
        "objective": found.objective,
        "side": list(found.side),
        "points": found.value if points else None,
        "payment": None if points else found.value,
        "bounds": list(found.bounds),
        "moves": [
            {
                "card": move.card,
                "rank": move.rank,
                "points": move.value if points else None,
                "payments": None if points or move.value is None else {side: move.value},
                "bounds": list(move.bounds),
            }
            for move in found.moves
        ],
        "best": list(found.best),
        "exact": found.is_exact,
        "nodes": found.nodes,
    }


def _print_solution_page(
    out: Output, replayed: Judgement, position: Position, found: Solution, allowance: Allowance
) -> None:
    """The solution on a page."""
    from calarec.core.engine.account import points_told
    from calarec.core.engine.opponent_payment import payment_text
    from calarec.core.mechanisms.rules import exact_target
    from calarec_tools.output.report.page import Page, pad

    game = replayed.game
    page = Page(out.lang, width=out.width, colour=out.has_colour)
    people = replayed.hand.session.people

    def bounds_in_words(bounds: Bounds) -> Words | str:
        def one(number: int) -> Words | str:
            if found.objective == "points":
                return points_told(number, game.rules.pack.units_per_point)
            return payment_text(game, number)

        low, high = one(bounds.low), one(bounds.high)
        return low if bounds.has_one_value else _BETWEEN.with_values(low=low, high=high)

    side = Listing(tuple(people.get(each, each) for each in found.side))
    page.print_title(
        _TITLE, name=replayed.hand.name, at=_state_place(position.state), turn=people.get(found.turn, found.turn)
    )
    if found.objective == "points":
        page.print_sentence(_WORTH, side=side, points=bounds_in_words(found.bounds))
        if position.state.contract:
            rule, won_if = exact_target(game.rules, position.state.contract)
            if won_if.points_at_least is not None:
                page.print_sentence(
                    _NEEDED, rule, points=points_told(won_if.points_at_least, game.rules.pack.units_per_point)
                )
            if won_if.points_at_most is not None:
                page.print_sentence(
                    _AT_MOST, rule, points=points_told(won_if.points_at_most, game.rules.pack.units_per_point)
                )
    else:
        page.print_sentence(_PAYMENT, side=side, amount=bounds_in_words(found.bounds))
    if allowance.stopped or not all(
        each.has_one_value for each in (found.bounds, *(move.bounds for move in found.moves))
    ):
        page.print_sentence(_cut_short(allowance))
    page.print_title(_EACH)
    for move in found.moves:
        style = "good" if move.rank == 1 else ""
        page.print_row(
            [("  ", ""), *pad([(move.card, style)], 4), (page.localized_text(bounds_in_words(move.bounds)), "")]
        )
    if found.best:
        from calarec.core.notation.writer import statement_line

        page.print_title(_LINE)
        for trick in _tricks_of_line(position, found.best):
            page.print_row([("  ", ""), (statement_line(trick), "")])
    out.write("\n".join(page.lines) + "\n")


def _tricks_of_line(position: Position, line: tuple[str, ...]) -> Iterator[Trick]:
    """Yield a line of play as tricks, with the trick on the table as a whole."""
    from calarec.core.engine.actions import PlayAction
    from calarec.core.engine.moves import apply
    from calarec.core.engine.terms import Outcome
    from calarec.core.records.model import Trick

    game, state = position.game, position.state
    label, names = state.setting.labels, game.cards.names
    for card in line:
        answer = apply(game, state, PlayAction(state.turn, game.cards.numbers[card]))
        assert isinstance(answer, Outcome)
        if len(answer.state.tricks) > len(state.tricks):
            won = answer.state.tricks[-1]
            cards = tuple(names[each] for each in won.cards)
            yield Trick(len(answer.state.tricks), label[won.leader], cards, label[won.winner])
        state = answer.state
    if state.trick:
        yield Trick(len(state.tricks) + 1, label[state.leader], tuple(names[each] for each in state.trick))


DECLARED = Command(
    run_solve,
    arguments=(Argument("file", Words("A record; `-` is standard input.")),),
    options=(
        RULES,
        HAND,
        Option(
            "at",
            ("--at",),
            Words("The position: before a trick (7), or after cards of it (7.2)."),
            usual=Words("the first lead (with `--view` the seat's first card), or the end of an incomplete hand"),
            metavar="PLACE",
        ),
        Option(
            "objective",
            ("--objective",),
            Words("The aim of every player."),
            default="points",
            choices=_OBJECTIVES,
        ),
        Option(
            "contracts",
            ("--contracts",),
            Words("For each seat and contract, find whether it can be made, with the best exchange and call."),
            kind="flag",
        ),
        Option(
            "view",
            ("--view",),
            Words("Count how often each card of this seat (or name) wins, over deals of the unseen cards."),
            metavar="SEAT",
            complete="seats",
        ),
        Option(
            "worlds",
            ("--worlds",),
            Words("With `--view`, the number of deals of the unseen cards to solve; all, if there are fewer."),
            kind="whole",
            default=_DEFAULT_WORLDS,
            least=1,
            most=100_000,
        ),
        Option(
            "seed",
            ("--seed",),
            Words("With `--view`, the seed of these deals."),
            kind="whole",
            default=0,
        ),
        Option(
            "seconds",
            ("--seconds",),
            Words("The time for each hand, in seconds."),
            kind="whole",
            default=_DEFAULT_SECONDS,
            least=1,
        ),
        JSON,
    ),
    example="calarec solve game.cal --hand 1 --at 7",
)
