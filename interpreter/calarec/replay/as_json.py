"""The JSON object of a replayed hand; `replay.schema.json` says what each of its fields means.

Terms. *Shown* are the happenings that are told: all of them, or those up to a step, as some eyes saw them.
A card that they did not see is `__`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.light import NamedTuple
from calarec.moves import events as ev
from calarec.moves.setting import NOTHING_CARRIED
from calarec.moves.settling import whole
from calarec.moves.state import NOBODY
from calarec.records import model as rec
from calarec.replay.spoken import points_said, reason_said, source_parts
from calarec.views.project import EVERYTHING, Eyes, glimpse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.language import Language
    from calarec.replay.mending import Happened
    from calarec.replay.result import Replay

FORMAT: Final = "calarec/1"
UNKNOWN: Final = "__"
_FOUND: Final = {-1: "monte", -2: "hand", -3: None}


class Shown(NamedTuple):
    """What of a hand is shown: its first happenings up to a step, as some eyes saw them."""

    happened: tuple[Happened, ...]
    eyes: Eyes = EVERYTHING
    seat: str | None = None
    until: str | None = None
    finished: bool = True
    """Whether nothing of the hand is left out at its end."""


def as_json(replay: Replay, lang: Language = "en", *, shown: Shown | None = None) -> dict[str, Any]:
    """A replayed hand as plain data, texts in one language."""
    return _Writing(replay, lang, shown or Shown(replay.happened)).hand()


class _Writing:
    """Writes one hand."""

    def __init__(self, replay: Replay, lang: Language, shown: Shown) -> None:
        self.replay = replay
        self.lang = lang
        self.shown = shown
        self.setting = replay.setting
        self.labels = replay.setting.labels if replay.setting else ()
        self.hidden = 0
        """Of the event being told the cards that are not known."""
        self.by_line = {each.line: each for each in replay.hand.statements if each.line}

    def hand(self) -> dict[str, Any]:
        """The whole object."""
        replay, session = self.replay, self.replay.hand.session
        ruleset = replay.game.ruleset
        pin = session.rules
        return {
            "format": FORMAT,
            "file": replay.hand.file,
            "line": replay.hand.line,
            "hand": replay.hand.name,
            "rules": {"id": ruleset.id, "version": ruleset.version, "digest": ruleset.digest, "file": ruleset.file},
            "pin": {"id": pin.id, "version": pin.version or None, "digest": pin.digest or None} if pin else None,
            "shown": {"view": self.shown.seat, "until": self.shown.until},
            "seats": list(self.labels or session.order),
            "players": self._players(),
            "dealer": self._label(self.setting.dealer) if self.setting else None,
            "out": [self.labels[seat] for seat in self.setting.out] if self.setting else [],
            "controls": self._controls(),
            "deal": self._deal(),
            "monte": self._monte(),
            "carry": self._carry(),
            "auction": self._auction(),
            "moves": self._moves(),
            "tricks": self._tricks(),
            "ruling": self._ruling() if self.shown.finished else None,
        }

    # ------------------------------------------------------------------ who and what was dealt

    def _label(self, seat: int) -> str | None:
        return self.labels[seat] if seat >= 0 else None

    def _players(self) -> dict[str, str]:
        people = self.replay.hand.session.people
        return {label: people.get(label, label) for label in self.labels or self.replay.hand.session.order}

    def _controls(self) -> dict[str, str]:
        """Who plays for a dummy, as the record says it or as it follows from the contract."""
        said = {each.seat: each.by for each in self.replay.hand.session.dummies if each.by}
        state = self.replay.state
        if state is None or self.setting is None or not self.shown.finished:
            return said
        players = {seat: state.controller(seat) for seat in self.setting.dummies}
        return said | {self.labels[seat]: self.labels[by] for seat, by in players.items() if by != seat}

    def _deal(self) -> dict[str, list[str] | None]:
        """What was dealt to each active seat, as recorded; None for a hand that was not."""
        written = {each.seat: each.cards for each in self.replay.hand.statements if isinstance(each, rec.Deal)}
        if self.setting is None:
            return {label: list(cards) for label, cards in written.items()}
        mine = [seat for seat in self.setting.active if self._may_see(ev.Dealt, seat)]
        dealt: dict[str, list[str] | None] = {}
        for seat in sorted(self.setting.active):
            label = self.labels[seat]
            cards = written.get(label)
            if cards is None:
                dealt[label] = None
            else:
                dealt[label] = self._named(cards) if seat in mine else [UNKNOWN] * len(cards)
        return dealt

    def _monte(self) -> list[str] | None:
        for each in self.replay.hand.statements:
            if isinstance(each, rec.Monte):
                return self._named(each.cards) if self._may_see(ev.Laid, 0) else [UNKNOWN] * len(each.cards)
        kept = self.setting.carry.piles if self.setting else ()
        for pile, cards in kept:
            names = list(self.replay.game.cards.list(cards))
            return names if self._may_see(ev.Laid, pile) else [UNKNOWN] * len(names)
        return None

    def _carry(self) -> dict[str, Any] | None:
        """What the hand inherits from one that all passed."""
        if self.setting is None or self.setting.carry == NOTHING_CARRIED:
            return None
        carry = self.setting.carry
        piles = [self.replay.game.piles[pile] for pile, _ in carry.piles]
        return {"piles": piles, "only": list(carry.only), "binds": carry.binds}

    def _may_see(self, kind: type[ev.Dealt | ev.Laid], place: int) -> bool:
        """Whether the eyes saw what was dealt to a seat or a pile."""
        eyes = self.shown.eyes
        dealt = [each.event for each in self.shown.happened if isinstance(each.event, kind)]
        return eyes == EVERYTHING or any(event[0] == place and event.seen & eyes == eyes for event in dealt)

    def _named(self, cards: Iterable[str]) -> list[str]:
        """Cards by the pack's first symbols; what the pack does not know stays as it is."""
        pack = self.replay.game.cards
        return [pack.names[pack.numbers[name]] if name in pack.numbers else name for name in cards]

    # ------------------------------------------------------------------ what happened

    def _auction(self) -> list[dict[str, Any]]:
        if not self.shown.happened:
            return self._auction_as_written()
        return [
            {
                "seat": self.labels[each.event.seat],
                "bid": each.event.word,
                "kind": each.event.kind,
                "line": each.line or None,
            }
            for each in self.shown.happened
            if isinstance(each.event, ev.Said)
        ]

    def _auction_as_written(self) -> list[dict[str, Any]]:
        """Of a hand that was not played through: what its lines say."""
        words = self.replay.game.rules.auction.words
        return [
            {
                "seat": each.seat,
                "bid": each.word,
                "kind": "raise" if isinstance(each, rec.Raise) else "pass" if each.word in words else "bid",
                "line": each.line or None,
            }
            for each in self.replay.hand.statements
            if isinstance(each, rec.Bid | rec.Raise)
        ]

    def _moves(self) -> list[dict[str, Any]]:
        moves: list[dict[str, Any]] = []
        tricks = 0
        for happened in self.shown.happened:
            event = happened.event
            if isinstance(event, ev.TrickWon):
                tricks = event.number
            self.hidden = happened.hidden
            fields = self._move(event, happened.line)
            if fields is not None:
                moves.append({**fields, "line": happened.line or None, "after_trick": tricks, "rule": event.rule})
        return moves

    def _move(self, event: ev.Event, line: int) -> dict[str, Any] | None:
        """What an event says in `moves`; None if it is told elsewhere."""
        label = self._label
        match event:
            case ev.Called():
                seen = glimpse(event, self.shown.eyes).event
                assert isinstance(seen, ev.Called)
                found = label(seen.found) if seen.found >= 0 else _FOUND[seen.found]
                card = UNKNOWN if self.hidden else self.replay.game.cards.names[event.card]
                return {"do": "call", "seat": label(event.seat), "card": card, "found": found}
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
        """Moves that are said."""
        label = self._label
        match event:
            case ev.Said(kind="raise"):
                return {"do": "raise", "seat": label(event.seat), "word": event.word}
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

    def _seen_cards(self, event: ev.Turned | ev.HandOpened | ev.Shown, line: int) -> dict[str, Any]:
        to = [label for seat, label in enumerate(self.labels) if event.seen >> seat & 1]
        return {"cards": self._cards(event, line), "to": to}

    def _cards(
        self,
        event: ev.Given | ev.Tabled | ev.Taken | ev.Discarded | ev.Turned | ev.HandOpened | ev.Shown | ev.PileWon,
        line: int,
    ) -> list[str]:
        """The cards of an event, in the order of the record where it names them."""
        seen = glimpse(event, self.shown.eyes)
        if seen.hidden:
            return [UNKNOWN] * seen.hidden
        pack = self.replay.game.cards
        if self.hidden:
            known = pack.list(event.cards & ~self.hidden)
            return [*known, *[UNKNOWN] * (event.cards & self.hidden).bit_count()]
        written: tuple[str, ...] = getattr(self.by_line.get(line), "cards", None) or ()
        numbers = [pack.numbers[name] for name in written if name in pack.numbers]
        if sum(1 << number for number in set(numbers)) == event.cards and len(set(numbers)) == len(numbers):
            return [pack.names[number] for number in numbers]
        return list(pack.list(event.cards))

    def _tricks(self) -> list[dict[str, Any]]:
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
                tricks[-1]["cards"].append(UNKNOWN if happened.hidden else cards.names[event.card])
            elif isinstance(event, ev.TrickWon) and tricks:
                done = True
                tricks[-1]["winner"] = self._label(event.winner)
                if not happened.hidden:
                    tricks[-1]["points"] = sum(cards.points[card] for card in event.cards)
        return tricks

    # ------------------------------------------------------------------ what it came to

    def _ruling(self) -> dict[str, Any]:
        replay, rules = self.replay, self.replay.game.rules
        account, state = replay.account, replay.state
        declarer = account.declarer if account else state.declarer if state else NOBODY
        partner = account.partner if account else state.partner if state else NOBODY
        return {
            "verdict": replay.verdict,
            "knowledge": replay.knowledge,
            "stated": replay.stated,
            "outcome": replay.outcome or None,
            "contract": (account.contract if account else state.contract if state else "") or None,
            "declarer": self._label(declarer),
            "partner": self._label(partner),
            "unit": rules.pack.unit,
            "pay_unit": rules.settle.pay_unit,
            "sides": self._sides(),
            "bonus": (account.bonus if account else "") or None,
            "stake": account.stake if account else None,
            "payments": dict(zip(self.labels, account.payments, strict=True)) if account else None,
            "totals": replay.totals,
            "match": self._match(),
            "because": self._because(),
            "deduced": list(replay.deduced),
            "diagnostics": self._diagnostics(),
        }

    def _sides(self) -> list[dict[str, Any]]:
        if self.replay.account is None:
            return []
        units = whole(self.replay.game)
        return [
            {
                "seats": [self.labels[seat] for seat in side.seats],
                "tricks": side.tricks,
                "in_tricks": side.in_tricks,
                "cards": side.cards,
                "points": side.points,
                "counted": None if side.counted is None else points_said(side.counted, units),
                "wins": side.wins,
            }
            for side in self.replay.account.sides
        ]

    def _match(self) -> dict[str, Any] | None:
        standing = self.replay.standing
        if standing is None:
            return None
        return {
            "deal": standing.deal,
            "over": standing.over,
            "winners": [self.labels[seat] for seat in standing.winners],
        }

    def _because(self) -> list[dict[str, Any]]:
        account = self.replay.account
        if account is None:
            return []
        people = self._players()
        names = [people[label] for label in self.labels]
        because = []
        for reason in account.because:
            rule = self.replay.game.ruleset.ref(reason.rule)
            says = reason_said(reason, names, whole(self.replay.game), self.lang)
            source, locus = source_parts(rule.source)
            because.append({"rule": rule.path, "at": rule.at, "source": source, "locus": locus, "says": says})
        return because

    def _diagnostics(self) -> list[dict[str, Any]]:
        if not self.replay.diagnostics or self.shown.seat is not None:
            return []
        from calarec.diagnostics.render.data import as_data

        return [as_data(finding, self.lang, file=False) for finding in self.replay.diagnostics]
