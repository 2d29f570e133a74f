"""The events of a judged hand as plain data: auction, moves, tricks and steps.

Terms. *Shown* are the happenings that are reported: all of them, or those up to a step, as some eyes saw them. A card
that they did not see, or that the record does not name, is `__`. The steps are `deal`, `auction` (up to its result),
`exchange` (all before the first lead) and the numbers of the tricks. A step is there once it was reached.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine import events as ev
from calarec.core.engine.cards import bits
from calarec.core.engine.events import EVERYTHING, glimpse, has_seen
from calarec.core.records import model as rec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.engine.events import Eyes
    from calarec.core.engine.views import View
    from calarec.core.judge.judgement import Happened, Judgement


UNKNOWN: Final = "__"
_OF_TRICKS_OR_DEAL: Final = frozenset({ev.Played, ev.TrickWon, ev.Dealt, ev.Laid})
"""The events that are not among the moves."""
_SPOKEN: Final[dict[type, str]] = {rec.Raise: "raise", rec.Double: "double"}
_FOUND: Final = {-1: "monte", -2: "hand", -3: None}


class ShownPart(NamedTuple):
    """The shown part of a hand: its first happenings, as some eyes saw them."""

    happened: tuple[Happened, ...]
    eyes: Eyes = EVERYTHING
    seat: str | None = None
    until: str | None = None
    finished: bool = True
    """True if nothing is left out at the end of the hand."""

    def position(self, replay: Judgement) -> View | None:
        """The eyes' view after the shown part; None if the hand was not played."""
        if not self.happened or self.happened[-1].state is None:
            return None
        from calarec.core.engine.views import view

        return view(
            replay.game,
            self.happened[-1].state,
            (happening.event for happening in self.happened),
            self.eyes,
            sure=replay.sure & replay.game.cards.full,
        )

    def partners(self, replay: Judgement) -> tuple[int, ...]:
        """The declarer's partners as the eyes know them.

        Only they themselves may know in a hand that was not played out.
        """
        account, state = replay.account, replay.state
        found = account.partners if account else tuple(bits(state.partners)) if state else ()
        if state is None or (account is not None and account.sides) or self.eyes == EVERYTHING:
            return found
        return tuple(finding for finding in found if state.known >> finding & 1 or self.eyes == 1 << finding)

    def visible_deductions(self, replay: Judgement) -> tuple[str, ...]:
        """The deductions about events that the eyes saw."""
        if self.eyes == EVERYTHING or replay.setting is None:
            return replay.deduced
        labels = replay.setting.labels
        unseen = {
            said
            for happening in self.happened
            if not has_seen(self.eyes, happening.event)
            for said in [_said_of(happening.event, labels)]
            if said
        }
        return tuple(line for line in replay.deduced if _event_head(line) not in unseen)


def _said_of(event: ev.Event, labels: tuple[str, ...]) -> str:
    """The start of the record line for an event that seats see differently."""
    match event:
        case ev.Dealt(seat=seat):
            return f"deal {labels[seat]}"
        case ev.Called(seat=seat):
            return f"call {labels[seat]}"
        case ev.Laid():
            return "monte"
        case ev.Given(seat=seat):
            return f"give {labels[seat]}"
        case ev.Tabled(seat=seat):
            return f"table-card {labels[seat]}"
        case ev.Taken(seat=seat):
            return f"take {labels[seat]}"
        case ev.Discarded(seat=seat):
            return f"discard {labels[seat]}"
    return ""


def _event_head(line: str) -> str:
    """The beginning of a line: the verb, and the seat that acts."""
    verb, _, rest = line.partition(" ")
    return verb if verb == "monte" else f"{verb} {rest.partition(':')[0]}"


class Happenings:
    """Writes what happened in one hand."""

    def __init__(self, replay: Judgement, shown: ShownPart) -> None:
        self.replay = replay
        self.shown = shown
        self.labels: tuple[str, ...] = replay.setting.labels if replay.setting else ()
        self.by_line: dict[int, rec.Statement] = {
            statement.line: statement for statement in replay.hand.statements if statement.line
        }

    def _label(self, seat: int) -> str | None:
        return self.labels[seat] if seat >= 0 else None

    def auction(self) -> list[dict[str, Any]]:
        """All words of the auction, in order."""
        if not self.shown.happened:
            return self._auction_as_written()
        return [
            {
                "seat": self.labels[happening.event.seat],
                "bid": happening.event.word,
                "kind": happening.event.kind,
                "line": happening.line or None,
            }
            for happening in self.shown.happened
            if isinstance(happening.event, ev.Said)
        ]

    def _auction_as_written(self) -> list[dict[str, Any]]:
        """The auction by its lines, for a hand that was not played through."""
        words = self.replay.game.rules.auction.words
        return [
            {
                "seat": statement.seat,
                "bid": statement.word,
                "kind": _SPOKEN.get(type(statement)) or ("pass" if statement.word in words else "bid"),
                "line": statement.line or None,
            }
            for statement in self.replay.hand.statements
            if isinstance(statement, rec.SPOKEN)
        ]

    def moves(self) -> list[dict[str, Any]]:
        """Everything that happened besides the auction and the tricks."""
        moves: list[dict[str, Any]] = []
        tricks = 0
        for happened in self.shown.happened:
            event = happened.event
            if type(event) in _OF_TRICKS_OR_DEAL:
                tricks = event.number if isinstance(event, ev.TrickWon) else tricks
                continue
            fields = self._move(event, happened.line)
            if fields is not None:
                moves.append({**fields, "line": happened.line or None, "after_trick": tricks, "rule": event.rule})
        return moves

    def _move(self, event: ev.Event, line: int) -> dict[str, Any] | None:
        """The entry of an event in `moves`; None if it appears elsewhere."""
        label = self._label
        match event:
            case ev.Called():
                seen = glimpse(event, self.shown.eyes).event
                assert isinstance(seen, ev.Called)
                found = label(seen.found) if seen.found >= 0 else _FOUND[seen.found]
                card = UNKNOWN if event.card < 0 else self.replay.game.cards.names[event.card]
                return {"do": "call", "seat": label(event.seat), "card": card, "found": found}
            case ev.TrumpMade():
                names = self.replay.game.cards.names
                suit, lies = names[event.suit.bit_length() - 1][1], self._pile(event.pile) if event.pile >= 0 else None
                return {
                    "do": "trump",
                    "seat": label(event.seat),
                    "suit": suit,
                    "card": names[event.card] if event.card >= 0 else None,
                    "pile": lies,
                }
            case ev.Given():
                fields = {"do": "give", "seat": label(event.seat), "to": label(event.to)}
            case ev.Tabled():
                fields = {"do": "table-card", "seat": label(event.seat), "to": self._pile(event.pile)}
            case ev.Taken():
                fields = {"do": "take", "seat": label(event.seat), "from": self._pile(event.pile)}
            case ev.Discarded():
                fields = {"do": "discard", "seat": label(event.seat), "to": self._pile(event.pile)}
            case ev.Turned():
                return {"do": "turn", "pile": self._pile(event.pile), **self._seen_cards(event, line)}
            case ev.HandOpened():
                return {"do": "open", "seat": label(event.seat), **self._seen_cards(event, line)}
            case ev.Shown():
                return {"do": "show", "seat": label(event.seat), **self._seen_cards(event, line)}
            case ev.Declared():
                said = {"do": "declare", "seat": label(event.seat), "word": event.word}
                return {**said, **self._seen_cards(event, line)}
            case ev.PileWon():
                return {
                    "do": "pile",
                    "pile": self._pile(event.pile),
                    "seat": label(event.seat),
                    "cards": self._cards(event, line),
                }
            case _:
                return self._word(event)
        return {**fields, "cards": self._cards(event, line), "open": event.open}

    def _word(self, event: ev.Event) -> dict[str, Any] | None:
        """The entry of a spoken move; None for other events."""
        label = self._label
        match event:
            case ev.Said(kind="raise" | "double" as kind):
                return {"do": kind, "seat": label(event.seat), "word": event.word}
            case ev.PartnerKnown():
                return {"do": "partner", "seat": label(event.seat)}
            case ev.Signalled():
                return {"do": "signal", "seat": label(event.seat), "word": event.word}
            case ev.Claimed():
                return {
                    "do": "concede" if event.concede else "claim",
                    "seat": label(event.seat),
                    "points": event.points,
                    "accepted": event.accepted,
                    "holds": event.holds,
                }
            case ev.Faulted():
                return {
                    "do": "fault",
                    "seat": label(event.seat),
                    "word": event.word,
                    "by": label(event.by),
                    "trick": event.trick or None,
                }
            case ev.AllPassed():
                return {"do": "all-pass"}
        return None

    def _pile(self, number: int) -> str:
        return self.replay.game.piles[number]

    def _seen_cards(self, event: ev.Turned | ev.HandOpened | ev.Shown | ev.Declared, line: int) -> dict[str, Any]:
        to = [label for seat, label in enumerate(self.labels) if event.seen >> seat & 1]
        return {"cards": self._cards(event, line), "to": to}

    def _cards(
        self,
        event: ev.Given
        | ev.Tabled
        | ev.Taken
        | ev.Discarded
        | ev.Turned
        | ev.HandOpened
        | ev.Shown
        | ev.Declared
        | ev.PileWon,
        line: int,
    ) -> list[str]:
        """The cards of an event, in the order of the record where it names them."""
        glimpsed = glimpse(event, self.shown.eyes)
        seen, hidden = glimpsed.event, glimpsed.hidden
        assert isinstance(seen, type(event))
        pack = self.replay.game.cards
        if hidden:
            return [*pack.list(seen.cards), *[UNKNOWN] * hidden]
        written: tuple[str, ...] = getattr(self.by_line.get(line), "cards", None) or ()
        numbers = [pack.numbers[name] for name in written if name in pack.numbers]
        if len(numbers) == event.cards.bit_count() and sum([1 << number for number in numbers]) == event.cards:
            return [pack.names[number] for number in numbers]
        return list(pack.list(event.cards))

    def tricks(self) -> list[dict[str, Any]]:
        """The tricks, the last one perhaps unfinished."""
        cards = self.replay.game.cards
        tricks: list[dict[str, Any]] = []
        done = True
        for happened in self.shown.happened:
            event, line = happened.event, happened.line
            if isinstance(event, ev.Played):
                if done:
                    leader = self._label(event.seat)
                    tricks.append(
                        {"number": len(tricks) + 1, "line": line, "leader": leader, "cards": [], "winner": None,
                         "points": None}
                    )  # fmt: skip
                    done = False
                tricks[-1]["cards"].append(UNKNOWN if event.card < 0 else cards.names[event.card])
            elif isinstance(event, ev.TrickWon) and tricks:
                done = True
                tricks[-1]["winner"] = self._label(event.winner)
                if -1 not in event.cards:
                    tricks[-1]["points"] = sum([cards.points[card] for card in event.cards])
        return tricks


def ends_of_steps(happened: Sequence[Happened]) -> dict[str, int]:
    """Every reached step, in order, with the number of happenings to its end."""
    found: dict[str, int] = {}
    for place, each in enumerate(happened):
        event = each.event
        if isinstance(event, ev.Dealt | ev.Laid):
            found["deal"] = place + 1
        elif isinstance(event, ev.Settled | ev.AllPassed) and "auction" not in found:
            found["auction"] = _join_cards(happened, place)
        elif isinstance(event, ev.Played) and "exchange" not in found and "auction" in found:
            found["exchange"] = max(place, found["auction"])
        elif isinstance(event, ev.TrickWon):
            found[str(event.number)] = _join_cards(happened, place)
    if "auction" not in found and any(isinstance(happening.event, ev.Said) for happening in happened):
        found["auction"] = len(happened)
    elif "auction" in found and "exchange" not in found and _is_played(happened):
        found["exchange"] = len(happened)
    return found


def _join_cards(happened: Sequence[Happened], place: int) -> int:
    """The end of the happenings that share an instant, without the play."""
    state = happened[place].state
    end = place + 1
    while end < len(happened) and state is not None and happened[end].state is state:
        if isinstance(happened[end].event, ev.Played):
            break
        end += 1
    return end


def _is_played(happened: Sequence[Happened]) -> bool:
    return any(isinstance(happening.event, ev.Settled) for happening in happened)
